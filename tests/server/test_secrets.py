"""A seat is sent what it may know and nothing else: bytes are equal whatever is true behind its back."""

from __future__ import annotations

import dataclasses
import random

import msgspec
import pytest

import tablero
from tablero.server.routes.records import _story
from tablero.server.sockets import why
from tablero.table.journal import Opened
from tablero.table.phrases import LinkedSpeech
from tablero.table.sitting import Sitting
from tablero.table.wire import Feed
from tests.server.people import House

GAME = tablero.game("dpyr")
LANGUAGES = ("en", "es")
SEATS = (0, 1, -1)


def opened(scenario: str, seed: int) -> Sitting:
    sitting = Sitting.open("s", Opened(GAME.code, scenario, GAME.chosen({}), f"{seed:x}", "ana", GAME.rules), 1.0)
    sitting.sit(0, "ana", "Ana", 1.0)
    sitting.sit(1, "ben", "Ben", 1.0)
    return sitting


def twin(sitting: Sitting, seat: int, seed: int) -> Sitting:
    """The same sitting with something else behind the seat's back."""
    state = GAME.determinize(GAME.view(sitting.state, seat), seed)
    return dataclasses.replace(sitting, record=dataclasses.replace(sitting.record, state=state))


def play(sitting: Sitting, chance: random.Random) -> None:
    seat = chance.choice(sitting.to_move())
    action = chance.choice(tablero.options(sitting.state, seat))
    sitting.act(seat, action, sitting.stamps[seat], 2.0)


def tries(sitting: Sitting, chance: random.Random) -> list[str]:
    """Text forms that somebody could try, offered or not."""
    names = GAME.names(sitting.state)
    found = []
    for verb in chance.sample(sorted(GAME.verbs), 6):
        kinds = [kind for _, kind in GAME.verbs[verb]]
        words = [chance.choice(names[kind].names) if kind in names else str(chance.randrange(9)) for kind in kinds]
        found.append(" ".join([verb, *words]))
    return found


@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_what_a_seat_is_sent_is_the_same_for_all_that_could_be_true(scenario: str) -> None:
    chance = random.Random(scenario)
    sitting = opened(scenario, 77)
    keys = [(seat, language) for seat in SEATS for language in LANGUAGES]
    feeds = {key: (Feed(key[0], LinkedSpeech(GAME, key[1])), Feed(key[0], LinkedSpeech(GAME, key[1]))) for key in keys}
    compared, different = 0, 0
    for n in range(400):
        if sitting.over:
            break
        play(sitting, chance)
        if sitting.over or n % 19:
            continue
        for seat in SEATS:
            other = twin(sitting, seat, n)
            different += GAME.view(sitting.state, 1 - max(seat, 0)) != GAME.view(other.state, 1 - max(seat, 0))
            for language in LANGUAGES:
                mine, theirs = feeds[seat, language]
                for whole in (compared == 0, True, False):
                    sent = msgspec.json.encode(mine.update(sitting, 3.0, whole=whole))
                    assert sent == msgspec.json.encode(theirs.update(other, 3.0, whole=whole)), (n, seat)
                assert _story(sitting, seat, language) == _story(other, seat, language)
                for text in tries(sitting, chance):
                    assert why(sitting, seat, language, [text]) == why(other, seat, language, [text]), (n, seat, text)
                compared += 1
    assert compared > 60
    assert different > 10, "nothing was hidden: the comparison says nothing"


@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_a_secret_set_up_sends_the_others_the_same_whatever_is_done(scenario: str) -> None:
    """Two tables that differ in what one side does in secret: log, prompts and counters are the same to the others."""
    tables = [opened(scenario, 5), opened(scenario, 5)]
    who = tables[0].to_move()[0]
    seats = [(seat, language) for seat in SEATS if seat != who for language in LANGUAGES]
    feeds = [{key: Feed(key[0], LinkedSpeech(GAME, key[1])) for key in seats} for _ in tables]
    chances = [random.Random(1), random.Random(2)]
    for n in range(25):
        sent = []
        for sitting, feed, chance in zip(tables, feeds, chances, strict=True):
            offered = [action for action in tablero.options(sitting.state, who) if action[0] != "done"]
            action = chance.choice(offered)
            sitting.act(who, action, sitting.stamps[who], 2.0)
            sent.append([msgspec.json.encode(each.update(sitting, 3.0, whole=n == 0)) for each in feed.values()])
            sent[-1] += [msgspec.json.encode(each.update(sitting, 3.0, whole=True)) for each in feed.values()]
        assert sent[0] == sent[1], n
    assert tables[0].log != tables[1].log


def numbers(seed: int) -> list[bytes]:
    """The seed in every way in which it could be written."""
    raw = seed.to_bytes(16, "big")
    return [f"{seed:x}".encode(), f"{seed:X}".encode(), str(seed).encode(), raw, str(seed << 64).encode()[:30]]


def test_the_seed_is_told_when_the_game_is_over_and_never_before(home: House) -> None:
    ana, ben, eva = home.person("Ana"), home.person("Ben"), home.person("Eva")
    sitting = ana.opens("me", "open", spectators=True)
    ben.joins(ana, sitting, "liberal")
    room = home.room(sitting)
    seed = int(room.sitting.opened.seed, 16)
    chance = random.Random(4)
    sent: list[bytes] = []
    with (
        ana.socket(sitting) as a, ben.socket(sitting, lang="es") as b, eva.socket(sitting) as e,
    ):
        for _ in range(18):
            who = ana if ana.table(sitting)["choices"] else ben
            who.plays(sitting, 12, chance)
            ana.does(sitting, "chat", text="¿Qué tal?")
            for person in (ana, ben, eva):
                for path in ("", "/record", "/moment?at=3", "/since?n=3", "/about", "/why?do=pass", "/note"):
                    sent.append(person.get(f"/api/sittings/{sitting}{path}").content)
                sent.append(person.get("/api/sittings").content)
        for person, socket in ((ana, a), (ben, b), (eva, e)):
            socket.send_json({"type": "ping", "id": person.name})
            while (text := socket.receive_text()) and '"pong"' not in text:
                sent.append(text.encode())
    assert len(room.sitting.record.entries) > 60
    assert sum(map(len, sent)) > 1_000_000
    for written in numbers(seed):
        assert not any(written in message for message in sent)
    assert room.sitting.record.commitment.encode() in b"".join(sent)
    ana.does(sitting, "resign")
    assert f"{seed:x}" == eva.table(sitting)["seed"]
    record = tablero.Record.parse(ben.get(f"/api/sittings/{sitting}/record").text)
    assert (seed, room.sitting.record.commitment) == (record.seed, record.commitment)
    record.verify()
