"""Messages as strangers, cheats and broken programs send them: they change nothing and get a coded error."""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import tablero
from tablero.kernel.positions import fingerprint
from tablero.server.auth import Doorkeeper
from tablero.server.hall import Guest, Hall, Room
from tablero.server.sockets import LARGEST, Sockets
from tablero.server.store.database import open_database
from tests.server.house import GAME, mark, play, playing, some_action, table
from tests.server.people import House

MESSAGES = 21_000
CODES = {
    "bad_request", "not_allowed", "not_your_turn", "stale_state", "illegal_action", "game_over", "unknown_name",
    "too_many",
}
NASTY = [
    "", " ", "'; DROP TABLE journal; --", "../../../etc/passwd", "\u202e", "💣" * 40, "%s%s%n", "{{7*7}}", "null", "-1",
    "deploy", "deploy " + "x" * 150, "deploy c_tor_1 c_tor_1", "to 9999", "to -1", "to 1e9", "DEPLOY c_tor_1",
    "deploy  c_tor_1", "deploy c_tor_1\n", "to 0512 ", "\x01unit:c_tor_1\x02", "__class__", "done done", "pass\x7f",
]

Forger = Callable[[random.Random, Room], tuple[Guest, bytes]]


def guest(who: str, seat: int) -> Guest:
    return Guest(who, seat, "en")


def at_seat(seat: int) -> Guest:
    return guest(("ana", "ben")[seat], seat)


def raw(**message: object) -> bytes:
    return json.dumps(message).encode()


def fresh(chance: random.Random) -> str:
    return f"{chance.getrandbits(64):x}"


def stale_stamp(chance: random.Random, room: Room) -> tuple[Guest, bytes]:
    """An action that is offered, in answer to another question."""
    seat, do, stamp = some_action(room.sitting, chance)
    wrong = stamp + chance.choice([-1000, -3, -2, -1, 1, 2, 3, 10**9, -(10**15), 2**63 - 1, 10**30])
    return at_seat(seat), raw(type="act", id=fresh(chance), do=do, stamp=wrong)


def out_of_turn(chance: random.Random, room: Room) -> tuple[Guest, bytes]:
    """The seat that is not asked plays what the other one is offered."""
    seat, do, stamp = some_action(room.sitting, chance)
    others = [other for other in (0, 1) if other not in room.sitting.to_move()]
    other = chance.choice(others) if others else seat
    return at_seat(other), raw(type="act", id=fresh(chance), do=do, stamp=stamp if other != seat else -1)


def not_offered(chance: random.Random, room: Room) -> tuple[Guest, bytes]:
    """The right seat at the right time plays something else."""
    sitting = room.sitting
    seat = chance.choice(sitting.to_move())
    offered = {GAME.write(sitting.state, action) for action in tablero.options(sitting.state, seat)}
    names = GAME.names(sitting.state)
    do = chance.choice(NASTY)
    if chance.random() < 0.8:
        verb = chance.choice(sorted(GAME.verbs))
        kinds = [kind for _, kind in GAME.verbs[verb]]
        words = [chance.choice(names[kind].names) if kind in names else str(chance.randrange(99)) for kind in kinds]
        do = " ".join([verb, *words])
    if do in offered:
        do = "dance"
    return at_seat(seat), raw(type="act", id=fresh(chance), do=do, stamp=sitting.stamps[seat])


def no_such_gesture(chance: random.Random, room: Room) -> tuple[Guest, bytes]:
    """A click on what nothing leads to, or in answer to another question."""
    seat, _, stamp = some_action(room.sitting, chance)
    to = chance.choice(["hex:0512", "unit:c_tor_1", "hex:", "", *NASTY])
    return at_seat(seat), raw(type="gesture", id=fresh(chance), to=to, stamp=stamp + chance.choice([0, 0, -1, 1]))


def not_his_seat(chance: random.Random, room: Room) -> tuple[Guest, bytes]:
    """Somebody who does not hold the seat, or no longer."""
    seat, do, stamp = some_action(room.sitting, chance)
    who = chance.choice(["eva", "", "ana" if seat else "ben", "ana:", "ANA"])
    message = chance.choice([
        {"type": "act", "do": do, "stamp": stamp}, {"type": "undo"}, {"type": "resign"}, {"type": "reach"},
        {"type": "offer", "what": "draw"}, {"type": "reply", "accept": True}, {"type": "ask_again"},
        {"type": "gesture", "to": "hex:0512", "stamp": stamp},
    ])
    return guest(who, seat), raw(id=fresh(chance), **message)


def spectator(chance: random.Random, room: Room) -> tuple[Guest, bytes]:
    _, do, stamp = some_action(room.sitting, chance)
    message = chance.choice([
        {"type": "act", "do": do, "stamp": stamp}, {"type": "undo"}, {"type": "resign"},
        {"type": "offer", "what": "pause"}, {"type": "ask_again"}, {"type": "reach"},
        {"type": "gesture", "to": "hex:0512", "stamp": stamp},
    ])
    return guest("eva", -1), raw(id=fresh(chance), **message)


def replayed(chance: random.Random, room: Room) -> tuple[Guest, bytes]:
    """An action that was accepted before, under a new id: as somebody sends it who has listened."""
    entry, stamp = chance.choice(room.sitting.record.entries), chance.randrange(room.sitting.version - 1)
    do = GAME.write(room.sitting.state, entry.action)
    return at_seat(entry.seat), raw(type="act", id=fresh(chance), do=do, stamp=stamp)


def no_such_offer(chance: random.Random, room: Room) -> tuple[Guest, bytes]:
    entries = len(room.sitting.record.entries)
    message = chance.choice([
        {"type": "reply", "accept": chance.random() < 0.5},
        {"type": "offer", "what": chance.choice(["resume", "win", "", "TAKEBACK", "draw ", "'; --"])},
        {"type": "offer", "what": "takeback", "back_to": chance.choice([-1, -99, entries, entries + 1, 10**12])},
    ])
    return at_seat(chance.randrange(2)), raw(id=fresh(chance), **message)


def wrong_shape(chance: random.Random, room: Room) -> tuple[Guest, bytes]:
    """JSON, but not a message: fields missing, too many, of wrong types."""
    seat, do, stamp = some_action(room.sitting, chance)
    message: dict[str, object] = {"type": "act", "id": fresh(chance), "do": do, "stamp": stamp}
    odd = [None, True, 1.5, "x", [], {}, [[]], -1, "9" * 70, {"id": 1}, [do], f"{stamp}"]
    change = chance.randrange(4)
    if change == 0:
        del message[chance.choice(sorted(message))]
    elif change == 1:
        message[chance.choice(["seat", "player", "admin", "__proto__", "chance", "seed", "n", ""])] = chance.choice(odd)
    elif change == 2:
        key = chance.choice(["type", "id", "do", "stamp"])
        message[key] = chance.choice([value for value in odd if not isinstance(value, str)] if key != "type" else odd)
    else:
        message["type"] = chance.choice(["ACT", "open", "sit", "update", "done", "seed", "eval", "bot", "leave"])
    return at_seat(seat), raw(**message)


def no_json(chance: random.Random, room: Room) -> tuple[Guest, bytes]:
    seat, do, stamp = some_action(room.sitting, chance)
    good = raw(type="act", id=fresh(chance), do=do, stamp=stamp)
    return at_seat(seat), chance.choice([
        good[: chance.randrange(len(good) - 1)], good + b"}", good.replace(b":", b"=", 1), chance.randbytes(40), b"",
        b"\xff\xfe" + good, good.replace(b'"id": "', b'"id": "\x00'), good.replace(b'"do": "', b'"do": "\\u0000'),
        good.replace(b'"do": "', b'"do": "\\ud800'), b"[" * 5000, b'{"type":' * 500, b"NaN", b"{" + good, good + b",",
        good.replace(b'"stamp": ', b'"stamp": 0'), good.replace(b"}", b"", 1) + b',"stamp":1e400}', good.upper(),
    ])


def too_large(chance: random.Random, room: Room) -> tuple[Guest, bytes]:
    text = "x" * chance.choice([1001, LARGEST, LARGEST * 4])
    message = chance.choice([
        {"type": "say", "text": text}, {"type": "why", "tries": [text]}, {"type": "why", "tries": ["to 0512"] * 1000},
        {"type": "act", "do": text, "stamp": 1}, {"type": "ping", "id": text},
    ])
    return at_seat(chance.randrange(2)), raw(**{"id": fresh(chance), **message})


def nothing_said(chance: random.Random, room: Room) -> tuple[Guest, bytes]:
    text = chance.choice(["", " ", "\n\t ", "\u2003"])
    return at_seat(chance.randrange(2)), raw(type="say", id=fresh(chance), text=text)


FORGERS: list[Forger] = [
    stale_stamp, out_of_turn, not_offered, no_such_gesture, not_his_seat, spectator, replayed, no_such_offer,
    wrong_shape, no_json, too_large, nothing_said,
]


def told(sender: Guest) -> list[dict[str, object]]:
    return [json.loads(sender.queue.get_nowait()) for _ in range(sender.queue.qsize())]


def refused(answers: list[dict[str, object]]) -> str:
    """The code of the one answer there is."""
    assert 1 == len(answers), answers
    answer = answers[0]
    assert "error" == answer["type"], answer
    assert answer["code"] in CODES, answer
    assert "Traceback" not in str(answer)
    assert 'File "' not in str(answer)
    assert answer["text"]
    return str(answer["code"])


def test_forged_messages_change_nothing_and_get_a_coded_error(tmp_path: Path) -> None:
    async def test() -> None:
        hall = Hall(open_database(f"sqlite:///{tmp_path / 'tablero.db'}"))
        sockets = Sockets(hall, Doorkeeper(hall.database), rate=1e9)
        chance, codes, sent = random.Random(12), Counter[str](), Counter[str]()
        tables = {}
        for i, actions in enumerate((1, 40, 90, 150, 300)):
            room = await table(hall, f"s{i}", GAME.scenarios[i])
            await play(hall, room, actions, seed=i)
            tables[i] = room
        while sum(sent.values()) < MESSAGES:
            room = tables[chance.randrange(5)]
            if room.sitting.over:
                continue
            before = mark(room.sitting, hall.database)
            for forger in FORGERS * 8:
                sender, message = forger(chance, room)
                version = room.sitting.version
                await sockets.hear(room, sender, message)
                codes[refused(told(sender))] += 1
                sent[forger.__name__] += 1
                assert version == room.sitting.version, (forger.__name__, message)
            assert before == mark(room.sitting, hall.database), before
        for room in tables.values():
            await play(hall, room, 3)
        assert MESSAGES <= sum(codes.values())
        assert codes.keys() >= {"bad_request", "not_allowed", "not_your_turn", "stale_state", "illegal_action"}
        hall.database.close()

    asyncio.run(asyncio.wait_for(test(), 300))


def test_a_message_sent_again_gets_its_answer_again_and_is_not_done_again(tmp_path: Path) -> None:
    async def test() -> None:
        hall = Hall(open_database(f"sqlite:///{tmp_path / 'tablero.db'}"))
        sockets, room = Sockets(hall, Doorkeeper(hall.database), rate=1e9), await table(hall)
        chance, history = random.Random(3), []
        for n in range(60):
            seat, do, stamp = some_action(room.sitting, chance)
            message = raw(type="act", id=f"{n}", do=do, stamp=stamp)
            sender = at_seat(seat)
            await sockets.hear(room, sender, message)
            history.append((seat, message, told(sender)))
        before = mark(room.sitting, hall.database)
        for seat, message, answers in chance.choices(history, k=600):
            sender = at_seat(seat)
            await sockets.hear(room, sender, message)
            assert answers == told(sender)
            assert "done" == answers[0]["type"]
        assert before == mark(room.sitting, hall.database)
        hall.database.close()

    asyncio.run(asyncio.wait_for(test(), 300))


def test_after_the_end_nothing_is_accepted(tmp_path: Path) -> None:
    async def test() -> None:
        hall = Hall(open_database(f"sqlite:///{tmp_path / 'tablero.db'}"))
        sockets, room = Sockets(hall, Doorkeeper(hall.database), rate=1e9), await table(hall)
        await play(hall, room, 30)
        seat, do, stamp = some_action(room.sitting, random.Random(1))
        await hall.change(room, lambda s, now: s.resign(0, now))
        before = mark(room.sitting, hall.database)
        for message in (
            {"type": "act", "do": do, "stamp": stamp}, {"type": "undo"}, {"type": "resign"},
            {"type": "offer", "what": "takeback", "back_to": 1},
        ):
            sender = at_seat(seat)
            await sockets.hear(room, sender, raw(id=fresh(random.Random(2)), **message))
            assert "game_over" == refused(told(sender))
        assert before == mark(room.sitting, hall.database)
        hall.database.close()

    asyncio.run(asyncio.wait_for(test(), 60))


def test_a_fault_of_ours_is_told_as_one_and_shows_nothing(tmp_path: Path) -> None:
    async def test() -> None:
        hall = Hall(open_database(f"sqlite:///{tmp_path / 'tablero.db'}"))
        sockets, room = Sockets(hall, Doorkeeper(hall.database), rate=1e9), await table(hall)
        await play(hall, room, 10)
        before = mark(room.sitting, hall.database)
        seat, do, stamp = some_action(room.sitting, random.Random(1))
        room.sitting.log = None  # type: ignore[assignment]
        sender = at_seat(seat)
        await sockets.hear(room, sender, raw(type="act", id="1", do=do, stamp=stamp))
        (answer,) = told(sender)
        assert ("error", "fault") == (answer["type"], answer["code"])
        assert "NoneType" not in str(answer)
        assert before == mark(await hall.settled(room), hall.database)
        await hall.change(room, playing(seat, do, room.sitting.stamps[seat]))
        hall.database.close()

    asyncio.run(asyncio.wait_for(test(), 60))


def test_the_same_over_a_real_socket(home: House) -> None:
    """Some hundreds through the whole stack, text and binary."""
    ana, ben, eva = home.person("Ana"), home.person("Ben"), home.person("Eva")
    sitting = ana.opens("me", "open", spectators=True)
    ben.joins(ana, sitting, "liberal")
    ana.plays(sitting, 10, random.Random(2))
    room, chance = home.room(sitting), random.Random(8)
    before = fingerprint(room.sitting.state), room.sitting.version
    with ana.socket(sitting) as a, ben.socket(sitting) as b, eva.socket(sitting) as e:
        sockets = {0: a, 1: b, -1: e}
        for socket in sockets.values():
            socket.receive_text()
        for n in range(400):
            sender, message = chance.choice([f for f in FORGERS if f is not not_his_seat])(chance, room)
            try:
                text = message.decode()
            except UnicodeDecodeError:
                text = ""
            socket = sockets[sender.seat]
            if n % 3 and text:
                socket.send_text(text)
            else:
                socket.send_bytes(message)
            refused([json.loads(socket.receive_text())])
    assert before == (fingerprint(room.sitting.state), room.sitting.version)
    assert room.sitting.version == len(home.hall.database.journal(sitting))
