"""One message plays what people do as one, each action as if it had been sent alone, until something intervenes."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path

import msgspec
import pytest

import tablero
from tablero.server.auth import Doorkeeper
from tablero.server.hall import Guest, Hall, Room, lobby_entry
from tablero.server.sockets import Sockets
from tablero.server.store.database import open_database
from tablero.server.store.notes import Written
from tablero.server.store.sittings import Summary
from tablero.table.journal import Acted, Entry, Opened, encode
from tablero.table.phrases import LinkedSpeech
from tablero.table.sitting import Sitting
from tablero.table.wire import Feed
from tests.server.house import playing

GAME = tablero.game("aiw")
PLAYERS = ("ana", "ben")
EAGER = ("activate", "all")     # what leads to a march


def heard(test: Callable[[Sockets, Room], Awaitable[None]], tmp_path: Path) -> None:
    """A test with a table of An Impossible War at which somebody may march far."""

    async def run() -> None:
        hall = Hall(open_database(f"sqlite:///{tmp_path / 'tablero.db'}"))
        opened = Opened("aiw", "zumalacarregui", GAME.chosen({}), "2a", "ana", GAME.rules)
        sitting = Sitting.open("s", opened, 1.0)
        seats = [sitting.sit(seat, player, player, 1.0) for seat, player in enumerate(PLAYERS)]
        entries = [Entry(n, 1.0, matter) for n, matter in enumerate([opened, *seats], 1)]
        summary = Summary("s", "aiw", "zumalacarregui", "", "ana", False, 1.0, 1.0, lobby_entry(sitting))
        await asyncio.wrap_future(hall.database.create_sitting(summary, entries, None))
        room = Room(sitting)
        hall.add(room)
        await test(Sockets(hall, Doorkeeper(hall.database), rate=1e9), room)
        hall.database.close()

    asyncio.run(asyncio.wait_for(run(), 120))


def reach(sitting: Sitting, seat: int) -> Mapping[str, Sequence[tablero.Action]]:
    """What a seat that marches can click far away."""
    marching = tablero.prompt(sitting.state, seat).key == "march"
    return tablero.gestures(GAME.view(sitting.state, seat), seat) if marching else {}


async def to_a_march(sockets: Sockets, room: Room, chance: random.Random) -> int:
    """Play on until a seat may march far; the seat."""
    return await to_a_question(sockets, room, chance)


async def to_a_question(sockets: Sockets, room: Room, chance: random.Random, key: str = "") -> int:
    """Play on until a seat is asked such a question and holds cards, or may march far; the seat."""
    while not room.sitting.over:
        seat = room.sitting.to_move()[0]
        asked = tablero.prompt(room.sitting.state, seat).key
        held = all(hand.count for hand in GAME.scene(room.sitting.state, seat).hands)
        if held and asked == key if key else reach(room.sitting, seat):
            return seat
        options = tablero.options(room.sitting.state, seat)
        action = chance.choice([a for a in options if a[0] in EAGER] or options)
        do = GAME.write(room.sitting.state, action)
        await sockets.hall.change(room, playing(seat, do, room.sitting.stamps[seat]))
    raise AssertionError("the war is over")


async def said(sockets: Sockets, room: Room, seat: int, **message: object) -> dict[str, object]:
    """What a seat is answered."""
    guest = Guest(PLAYERS[seat] if seat >= 0 else "eva", seat, "en")
    await sockets.hear(room, guest, json.dumps(message).encode())
    (answer,) = [json.loads(guest.queue.get_nowait()) for _ in range(guest.queue.qsize())]
    found: dict[str, object] = answer
    return found


def test_a_gesture_is_journalled_as_ordinary_actions_and_replays(tmp_path: Path) -> None:
    async def test(sockets: Sockets, room: Room) -> None:
        chance, whole, broken = random.Random(5), 0, 0
        for n in range(25):
            seat = await to_a_march(sockets, room, chance)
            answer = await said(sockets, room, seat, type="reach", id=f"r{n}")
            target = chance.choice(sorted(answer["ways"]))  # type: ignore[call-overload]
            before, stamp = len(room.sitting.record.entries), room.sitting.stamps[seat]
            plan = room.sitting.gesture(seat, target, stamp, 2.0)
            way = [thing for action in plan for thing in GAME.targets(room.sitting.state, action)]
            assert (way, target) == (answer["ways"][target]["things"], way[-1])  # type: ignore[index]
            done = await said(sockets, room, seat, type="gesture", id=f"g{n}", to=target, stamp=stamp)
            room.sitting.stop(seat)         # what would follow when others have let their chance go by
            played = room.sitting.record.entries[before:]
            actions = [entry.action for entry in played]
            assert (list(plan[: len(actions)]), room.sitting.version) == (actions, done["n"])
            assert all(not entry.chance for entry in played[:-1])
            if actions == list(plan):
                whole += 1
            else:               # somebody intercepted or could have
                broken += 1
                assert played[-1].chance or [seat] != room.sitting.to_move()
        assert whole
        assert broken
        journal = sockets.hall.database.journal("s")
        assert len(room.sitting.record.entries) == sum(isinstance(entry.matter, Acted) for entry in journal)
        assert room.sitting.log == Sitting.fold_all("s", journal).log

    heard(test, tmp_path)


def test_a_player_who_is_asked_learns_which_cards_a_rule_forbids_and_nobody_else_does(tmp_path: Path) -> None:
    async def test(sockets: Sockets, room: Room) -> None:
        seat = await to_a_question(sockets, room, random.Random(5), "act")
        sitting = room.sitting
        hands = {hand.side: hand.cards for hand in GAME.scene(sitting.state, seat).hands}
        own, others = hands[GAME.seats[seat]], hands[GAME.seats[1 - seat]]
        options = tablero.options(sitting.state, seat)
        playable = {thing for action in options for thing in GAME.targets(sitting.state, action)}
        told = {}
        for card in (*own, *others):
            asked = await said(sockets, room, seat, type="uses", id=card, of=card)
            told[card] = [(use["rule"], bool(use["text"])) for use in asked["refused"]]  # type: ignore[attr-defined]
            assert [] == (await said(sockets, room, 1 - seat, type="uses", id=f"{card}!", of=card))["refused"]
        assert {card for card in own if card not in playable} == {card for card, uses in told.items() if uses}
        assert {("7.1c", True), ("7.3b", True)} >= {use for uses in told.values() for use in uses} != set()
        assert others

    heard(test, tmp_path)


async def to_a_wait(sockets: Sockets, room: Room, seed: int) -> tuple[int, int, list[tablero.Action]]:
    """Somebody marches far and another may react: who marches, who is asked, and what is left to do."""
    chance = random.Random(seed)
    for n in range(200):
        seat = await to_a_march(sockets, room, chance)
        target, stamp = chance.choice(sorted(reach(room.sitting, seat))), room.sitting.stamps[seat]
        await said(sockets, room, seat, type="gesture", id=f"w{n}", to=target, stamp=stamp)
        if room.sitting.rest is not None:
            return seat, 1 - seat, list(room.sitting.rest.actions)
    raise AssertionError("nobody could ever react")


async def answered(sockets: Sockets, room: Room, seat: int, action: tablero.Action, elsewhere: bool) -> None:
    """A seat answers, here or at another server, and whatever goes on by itself goes on."""
    hall, do = sockets.hall, GAME.write(room.sitting.state, action)
    if elsewhere:
        there = Hall(hall.database)
        await there.change(await there.room("s"), playing(seat, do, room.sitting.stamps[seat]))
        entry = hall.database.journal("s")[-1]
        hall.hear(Written("s", entry.n, entry.at, entry.client, encode(entry.matter)))
        await asyncio.gather(*hall.tasks)
    else:
        await hall.change(room, playing(seat, do, room.sitting.stamps[seat]))
    while sockets.going_on:
        await asyncio.gather(*sockets.going_on)


def shown(sitting: Sitting, seat: int) -> object:
    """All that is sent to a seat."""
    return msgspec.to_builtins(Feed(seat, LinkedSpeech(GAME, "en")).update(sitting, 2.0, whole=True))


@pytest.mark.parametrize("elsewhere", [False, True])
def test_a_march_goes_on_when_the_other_has_let_his_chance_go_by(tmp_path: Path, elsewhere: bool) -> None:
    """Everything is as if each step had been clicked: journal, versions, and what both are sent."""

    async def test(sockets: Sockets, room: Room) -> None:
        went = seed = 0
        while went < 4:
            seed += 1
            marcher, other, left = await to_a_wait(sockets, room, seed)
            assert (len(left), 0) == tuple(
                Feed(seat, LinkedSpeech(GAME, "en")).update(room.sitting, 2.0).going_on for seat in (marcher, other))
            before = len(room.sitting.record.entries)
            while room.sitting.rest is not None and other in room.sitting.to_move():
                no = tablero.decline(room.sitting.state, other)
                assert no is not None
                await answered(sockets, room, other, no, elsewhere)
            played = [entry for entry in room.sitting.record.entries[before:] if entry.seat == marcher]
            assert [entry.action for entry in played] == left[: len(played)]
            went += len(played)
            room.sitting.stop(marcher)
            folded = Sitting.fold_all("s", sockets.hall.database.journal("s"))
            assert (folded.versions, folded.stamps) == (room.sitting.versions, room.sitting.stamps)
            for seat in (marcher, other):
                assert shown(folded, seat) == shown(room.sitting, seat)

    heard(test, tmp_path)


@pytest.mark.parametrize("elsewhere", [False, True])
def test_a_march_is_over_when_the_other_reacts_or_the_marcher_does_something_or_stops_it(
    tmp_path: Path, elsewhere: bool
) -> None:
    async def test(sockets: Sockets, room: Room) -> None:
        reacted = stopped = seed = 0
        while not (reacted and stopped):
            seed += 1
            marcher, other, _ = await to_a_wait(sockets, room, seed)
            no = tablero.decline(room.sitting.state, other)
            options = [action for action in tablero.options(room.sitting.state, other) if action != no]
            before = len(room.sitting.record.entries)
            if options:
                await answered(sockets, room, other, options[0], elsewhere)
                reacted += 1
            else:
                assert "done" == (await said(sockets, room, marcher, type="stop", id=f"s{seed}"))["type"]
                assert no is not None
                await answered(sockets, room, other, no, elsewhere)
                stopped += 1
            assert room.sitting.rest is None
            assert before + 1 == len(room.sitting.record.entries)
        marcher, _, _ = await to_a_wait(sockets, room, 99)
        answer = await said(sockets, room, marcher, type="undo", id="u")
        assert ("done", None) == (answer["type"], room.sitting.rest)

    heard(test, tmp_path)


def test_a_gesture_sent_again_is_not_done_again(tmp_path: Path) -> None:
    async def test(sockets: Sockets, room: Room) -> None:
        seat = await to_a_march(sockets, room, random.Random(1))
        to, stamp = next(iter(reach(room.sitting, seat))), room.sitting.stamps[seat]
        message = {"type": "gesture", "id": "g", "to": to, "stamp": stamp}
        first, version = await said(sockets, room, seat, **message), room.sitting.version
        assert (first, version) == (await said(sockets, room, seat, **message), room.sitting.version)
        assert "done" == first["type"]

    heard(test, tmp_path)


def test_who_is_not_asked_reaches_nothing_and_a_click_on_nothing_is_refused(tmp_path: Path) -> None:
    async def test(sockets: Sockets, room: Room) -> None:
        seat = await to_a_march(sockets, room, random.Random(1))
        to, stamp = next(iter(reach(room.sitting, seat))), room.sitting.stamps[seat]
        assert {} == (await said(sockets, room, 1 - seat, type="reach", id="r"))["ways"]
        codes = [
            (await said(sockets, room, who, type="gesture", id=f"g{i}", to=target, stamp=asked))["code"]
            for i, (who, target, asked) in enumerate([
                (1 - seat, to, stamp), (-1, to, stamp), (seat, to, stamp - 1), (seat, "space:madrid", stamp),
            ])
        ]
        assert ["not_your_turn", "not_allowed", "stale_state", "not_allowed"] == codes
        assert stamp == room.sitting.stamps[seat]

    heard(test, tmp_path)
