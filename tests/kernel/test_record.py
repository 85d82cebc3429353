"""Records: playing, undoing, forking, replaying, verifying, files that went wrong."""

from __future__ import annotations

import errno
import json
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

import tablero
from tablero.kernel import rng
from tablero.kernel.errors import NotAllowed
from tablero.kernel.frames import State
from tablero.kernel.history import Back, Ending, Entry, Skip
from tablero.kernel.positions import fingerprint
from tablero.kernel.record import Record
from tablero.kernel.record_lines import Line, written
from tests.errors import raises
from tests.kernel import four, tiny

RED, BLUE = 0, 1
SEED = 4


def duel(seed: int = SEED, actions: int | None = None, secret: bool = True) -> Record:
    """The tiny game played by chance, to its end or so many actions far."""
    record, chance = Record.start(tiny.GAME, "duel", seed, secret=secret), Random(seed)
    while not record.state.over and (actions is None or len(record.entries) < actions):
        seat = chance.choice(list(tablero.players(record.state)))
        record.apply(seat, chance.choice(tablero.options(record.state, seat)))
    return record


def lines(record: Record, private: bool = True) -> list[Line]:
    """The record as data without checksums."""
    found = [json.loads(line) for line in record.text(private).splitlines()]
    for line in found:
        del line["sum"]
    return found


# ---------------------------------------------------------------------------------------------------------- honest ones


def test_a_finished_record_has_its_seed_replays_and_verifies() -> None:
    record = duel()
    read = Record.parse(record.text())
    assert (SEED, record.entries, record.opening) == (read.seed, read.entries, read.opening)
    assert fingerprint(record.state) == fingerprint(read.replay())
    read.verify()
    assert record.text() == read.text()


def test_a_running_record_keeps_its_seed_secret_and_can_be_replayed_but_not_continued() -> None:
    record = duel(actions=2)
    assert all("seed" not in line for line in lines(record, private=False))
    read = Record.parse(record.text())
    assert fingerprint(record.state) == fingerprint(read.state)
    seat = tablero.players(read.state)[0]
    with raises(tablero.BadRecord, "no_seed"):
        read.apply(seat, tablero.options(read.state, seat)[0])
    with raises(tablero.BadRecord, "seed_untold"):
        read.verify()


def test_a_private_record_goes_on_with_the_same_chance(tmp_path: Path) -> None:
    record = duel(actions=3)
    record.save(tmp_path / "game", private=True)
    read = Record.load(tmp_path / "game")
    while not record.state.over:
        seat = tablero.players(record.state)[0]
        action = tablero.options(record.state, seat)[0]
        assert record.apply(seat, action) == read.apply(seat, action)
    assert record.text() == read.text()
    read.verify()


def test_a_record_replays_up_to_any_action() -> None:
    record = duel()
    s = tiny.GAME.new("duel", SEED, secret=True)
    for n, entry in enumerate(record.entries):
        assert fingerprint(s) == fingerprint(record.replay(n))
        tablero.apply(s, entry.seat, entry.action)
    assert fingerprint(s) == fingerprint(record.replay())


def test_an_action_that_is_refused_leaves_no_trace_in_the_record() -> None:
    record = duel(actions=1)
    before = record.text(private=True)
    with pytest.raises(tablero.IllegalAction):
        record.apply(RED, ("raise",))
    assert before == record.text(private=True)
    assert record.can_undo(record.entries[-1].seat)


# ----------------------------------------------------------------------------------------------------------------- undo


def start(seed: int = 1) -> Record:
    return Record.start(tiny.GAME, "duel", seed, secret=True)


def test_an_action_is_taken_back_by_its_seat_only() -> None:
    record = start()
    before = fingerprint(record.state)
    record.apply(RED, ("raise",))
    assert (True, False) == (record.can_undo(RED), record.can_undo(BLUE))
    with raises(NotAllowed, "no_undo"):
        record.undo(BLUE)
    assert ("raise",) == record.undo(RED)
    assert (before, []) == (fingerprint(record.state), record.entries)
    with raises(NotAllowed, "no_undo"):
        record.undo(RED)


def test_several_actions_in_a_row_are_taken_back_one_by_one_and_leave_no_trace() -> None:
    record, plain = start(), start()
    first = tablero.options(record.state, RED)[0]
    record.apply(RED, ("raise",))
    card = tablero.options(record.state, RED)[0]
    record.apply(RED, card)
    assert (card, ("raise",)) == (record.undo(RED), record.undo(RED))
    for r in (record, plain):
        r.apply(RED, first)
    assert plain.text(private=True) == record.text(private=True)


def test_the_answer_of_another_seat_is_a_barrier() -> None:
    record = start()
    record.apply(RED, ("pass",))
    record.apply(BLUE, tablero.options(record.state, BLUE)[0])
    assert (False, True) == (record.can_undo(RED), record.can_undo(BLUE))
    record.undo(BLUE)
    assert (False, False) == (record.can_undo(RED), record.can_undo(BLUE))


def test_what_was_shown_is_a_barrier() -> None:
    record = start()
    record.apply(RED, ("pass",))
    record.apply(BLUE, tablero.options(record.state, BLUE)[0])
    record.apply(RED, tablero.options(record.state, RED)[0])
    assert record.state.revealed
    assert (False, False) == (record.can_undo(RED), record.can_undo(BLUE))


def test_chance_is_a_barrier_even_where_nothing_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    finished, i = with_chance()
    monkeypatch.setattr(State, "reveal", lambda s: None)
    record = Record.start(tiny.GAME, "duel", finished.seed, secret=True)
    for entry in finished.entries[: i + 1]:
        record.apply(entry.seat, entry.action)
        assert bool(entry.chance) != record.can_undo(entry.seat)


def test_handing_over_the_question_is_no_barrier() -> None:
    record = start()
    record.apply(RED, ("pass",))
    record.apply(RED, tablero.options(record.state, RED)[0])
    assert [BLUE] == list(tablero.players(record.state))
    assert record.can_undo(RED)


# ----------------------------------------------------------------------------------------------------------------- fork


@pytest.mark.parametrize("n", range(9))
def test_a_fork_at_any_action_goes_on_under_its_own_seed_and_verifies(n: int) -> None:
    record = duel()
    fork = Record.parse(record.fork(n, seed=99).text(private=True))
    assert fingerprint(record.replay(n)) == fingerprint(fork.state)
    chance = Random(n)
    while not fork.state.over:
        seat = tablero.players(fork.state)[0]
        fork.apply(seat, chance.choice(tablero.options(fork.state, seat)))
    assert (record.entries[:n], n) == (fork.entries[:n], fork.taken_over)
    read = Record.parse(fork.text())
    read.verify()
    assert fork.text() == read.text()
    assert () == record.origins


def test_a_fork_of_a_fork_verifies_and_goes_on_after_loading() -> None:
    fork = duel().fork(4, seed=5)
    seat = tablero.players(fork.state)[0]
    fork.apply(seat, tablero.options(fork.state, seat)[0])
    second = Record.parse(fork.fork(2, seed=6).text(private=True))
    while not second.state.over:
        seat = tablero.players(second.state)[0]
        second.apply(seat, tablero.options(second.state, seat)[0])
    second.verify()
    Record.parse(second.text()).verify()


def test_a_record_of_others_can_be_forked_and_played_on() -> None:
    read = Record.parse(duel(actions=2).text())
    fork = read.fork(2, seed=8)
    seat = tablero.players(fork.state)[0]
    fork.apply(seat, tablero.options(fork.state, seat)[0])
    assert 3 == len(fork.entries)


@pytest.mark.parametrize("n", [-1, 99])
def test_a_fork_where_no_action_is_is_refused(n: int) -> None:
    with raises(tablero.BadRecord, "fork", n=n):
        duel().fork(n)


# ------------------------------------------------------------------------------------------------------------ take back


@pytest.mark.parametrize("origin", [None, 0, 3, 6])
@pytest.mark.parametrize("n", [0, 2, 5])
def test_what_is_taken_back_by_consent_is_played_again_with_other_dice_and_verifies(n: int, origin: int | None) -> None:
    record = with_chance()[0]
    if origin is not None:
        record = record.fork(origin, seed=77)
        finish(record, Random(1))
    generator, played = record.state.rng, len(record.entries)
    record.take_back(n)
    assert (n, generator, Back(n)) == (len(record.entries), record.state.rng, record.history[-1])
    assert fingerprint(record.replay(n)) == fingerprint(record.state)
    record = Record.parse(record.text(private=True))
    assert generator == record.state.rng
    finish(record, Random(2))
    read = Record.parse(record.text())
    proof = read.verify()
    assert (True, played - n) == (proof.whole, proof.taken_back)
    assert sum(len(item.chance) for item in read.history if isinstance(item, Entry)) + len(read.opening) == proof.chance
    assert record.text() == read.text()


def finish(record: Record, chance: Random) -> None:
    while not record.state.over:
        seat = chance.choice(list(tablero.players(record.state)))
        record.apply(seat, chance.choice(tablero.options(record.state, seat)))


def test_an_undo_after_a_taking_back_leaves_the_history_before_it() -> None:
    record, i = with_chance()
    record.take_back(i)
    record.take_back(0)
    before = record.history[:]
    record.apply(RED, ("pass",))
    record.undo(RED)
    assert (before, []) == (record.history, record.entries)
    assert not record.can_undo(RED)


@pytest.mark.parametrize("n", [-1, 99])
def test_nothing_is_taken_back_to_where_no_action_is(n: int) -> None:
    with raises(tablero.BadRecord, "back", n=n):
        duel().take_back(n)


# --------------------------------------------------------------------------------------------------------------- verify


def with_chance() -> tuple[Record, int]:
    """A finished game, and the index of an action with a die."""
    for seed in range(200):
        record = duel(seed)
        for i, entry in enumerate(record.entries):
            if entry.chance:
                return record, i
    raise AssertionError("no die in any game")


def test_an_edited_die_is_found_with_the_number_of_its_action() -> None:
    record, i = with_chance()
    (die,) = record.entries[i].chance
    record.history[i] = replace(record.entries[i], chance=(7 - die,))
    with raises(tablero.BadRecord, "chance", n=i + 1, line=i + 2, expected=[die], found=(7 - die,)):
        record.verify()


def test_an_edited_deal_is_found() -> None:
    record = duel()
    record.opening = (*record.opening[:-1], (record.opening[-1] + 1) % 3)
    with raises(tablero.BadRecord, "opening_chance", found=record.opening):
        record.verify()


def test_another_seed_is_found() -> None:
    record = duel()
    record.seed = 5
    with raises(tablero.BadRecord, "seed_other"):
        record.verify()


def test_an_edited_action_is_found_with_its_number() -> None:
    record = duel()
    record.history[1] = replace(record.entries[1], action=("raise",))
    with raises(tablero.BadRecord, "illegal", n=2, line=3, why="error.illegal_action.refused"):
        record.verify()


def test_another_final_position_is_found() -> None:
    record = duel()
    record.state.points[0] += 1
    with raises(tablero.BadRecord, "final_position"):
        record.verify()


def test_another_result_is_found() -> None:
    data = lines(duel())
    data[-1]["result"] = {**data[-1]["result"], "winner": 1 - data[-1]["result"]["winner"]}  # type: ignore[dict-item,index,call-overload,operator]
    with raises(tablero.BadRecord, "other_result", line=len(data)):
        Record.parse(written(data))


def test_dice_that_were_taken_back_are_computed_again_and_a_forged_one_is_found() -> None:
    record, i = with_chance()
    record.take_back(i)
    finish(record, Random(5))
    item = record.history[i]
    assert isinstance(item, Entry)
    record.history[i] = replace(item, chance=(7 - item.chance[0],))
    with raises(tablero.BadRecord, "chance", n=i + 1):
        record.verify()


def chosen(format_: int) -> str:
    """The record of a cheat: he passes over dice until one falls that he likes, with checksums that fit."""
    record, i = with_chance()
    (die,), seed = record.entries[i].chance, record.seed
    forged = Record.start(tiny.GAME, "duel", seed, secret=True)
    for entry in record.entries[:i]:
        forged.apply(entry.seat, entry.action)
    n = next(n for n in range(1, 1000) if rng.value(forged.state.rng + n, 6) + 1 != die)
    forged.state.rng += n
    forged.history.append(Skip(n))
    forged.apply(record.entries[i].seat, record.entries[i].action)
    assert (die,) != forged.entries[-1].chance
    finish(forged, Random(3))
    data = lines(forged)
    if format_ == 1:
        at = next(k for k, line in enumerate(data) if "skip" in line)
        data[at]["skipped"] = data.pop(at)["skip"]
        data[0] = {**data[0], "tablero": 1, "origin": -1}
        for k, line in enumerate(data[1:-1], 1):
            line["n"] = k
        data[-1]["end"] = len(data) - 2
    return written(data)


@pytest.mark.parametrize("format_", [1, 2])
def test_dice_that_were_passed_over_for_no_reason_are_told_and_not_believed(format_: int) -> None:
    read = Record.parse(chosen(format_))
    proof = read.verify()
    assert (False, True) == (proof.whole, proof.skipped > 0)
    assert {"proof.some", "proof.skipped"} <= {key for key, _ in proof.told()}
    again = Record.parse(read.text())
    assert (proof, read.state.rng) == (again.verify(), again.state.rng)


def test_what_was_taken_over_is_proved_with_the_seed_of_its_game_and_only_then() -> None:
    record = with_chance()[0]
    n = len(record.entries) - 1
    known = Record.parse(record.fork(n, seed=3).text(private=True))
    assert [(n, record.commitment, True)] == [tuple(taken) for taken in known.verify().taken]
    assert known.verify().whole
    record.seed = None
    fork = Record.parse(record.fork(n, seed=3).text(private=True))
    proof = fork.verify()
    assert [(n, record.commitment, False)] == [tuple(taken) for taken in proof.taken]
    assert (False, 0) == (proof.whole, proof.chance)
    assert {"proof.some", "proof.foreign"} <= {key for key, _ in proof.told()}


def test_a_seed_of_the_game_taken_over_that_does_not_fit_is_found() -> None:
    fork = duel().fork(3, seed=3)
    fork.origins = (replace(fork.origins[0], seed=5),)
    with raises(tablero.BadRecord, "seed_other"):
        fork.verify()


def test_the_seed_of_a_game_taken_over_is_not_told_while_the_game_goes_on() -> None:
    running = duel(actions=3).fork(2, seed=3)
    origins = lines(running, private=False)[0]["origins"]
    assert isinstance(origins, list)
    assert "seed" not in str(origins[0])
    assert "seed" in str(lines(running)[0]["origins"])


def test_a_fork_keeps_what_had_been_taken_back_before_it() -> None:
    record, i = with_chance()
    record.take_back(i)
    finish(record, Random(2))
    fork = Record.parse(record.fork(i + 1, seed=4).text(private=True))
    finish(fork, Random(3))
    proof = Record.parse(fork.text()).verify()
    assert proof.whole
    assert proof.taken_back > 0
    second = Record.parse(fork.fork(i + 1, seed=5).text(private=True))
    assert second.verify().whole
    assert 1 == len(second.origins), "nothing of the first fork is left"


def test_players_numbers_make_another_seed_and_are_verified() -> None:
    shares = ("a" * 64, "")
    record, plain = Record.start(tiny.GAME, "duel", SEED, shares=shares), Record.start(tiny.GAME, "duel", SEED)
    assert plain.commitment == record.commitment
    assert plain.state.rng != record.state.rng
    finish(record, Random(1))
    read = Record.parse(record.text())
    assert (shares, 1) == (read.shares, read.verify().shares)
    assert record.text() == read.text()
    read.shares = ("b" * 64, "")
    with pytest.raises(tablero.BadRecord):
        read.verify()
    again = Record.start(tiny.GAME, "duel", SEED, shares=shares, start_number=3)
    finish(again, Random(1))
    assert ("proof.start", {"n": 2}) in Record.parse(again.text()).verify().told(), "it could be chosen, and is told"
    read.shares, read.start_number = shares, 2
    with pytest.raises(tablero.BadRecord):
        read.verify()


def test_an_ending_at_the_table_is_told_as_the_tables_word() -> None:
    record = duel(actions=4)
    record.ending = Ending("resigned", (BLUE,))
    read = Record.parse(record.text())
    assert (record.ending, SEED) == (read.ending, read.seed)
    assert "proof.ending.resigned" in [key for key, _ in read.verify().told()]
    assert "proof.running" in [key for key, _ in Record.parse(duel(actions=4).text(private=True)).verify().told()]
    assert "proof.result" in [key for key, _ in duel().verify().told()]


ABSURD = [
    (0, "tablero"), (0, "rules"), (0, "cards"), (0, "start"), (2, "n"), (2, "skipped"), (2, "skip"), (2, "back"),
    (-1, "end"), (-1, "skipped"),
]


@pytest.mark.parametrize("value", [10**400, -10**400, 2**64])
@pytest.mark.parametrize(("line", "key"), ABSURD)
def test_absurd_numbers_are_refused_like_any_bad_record(line: int, key: str, value: int) -> None:
    data = lines(duel(actions=4))
    data[line][key] = value
    with raises(tablero.BadRecord, "number_range", field=key):
        Record.parse(written(data))


@pytest.mark.parametrize(("line", "key"), [(0, "opening"), (2, "chance")])
def test_absurd_chance_results_are_refused(line: int, key: str) -> None:
    data = lines(duel(actions=4))
    data[line][key] = [10**400]
    with raises(tablero.BadRecord, "numbers"):
        Record.parse(written(data))


def test_a_record_of_format_1_is_read_and_written_anew() -> None:
    record, data = duel(), lines(duel())
    data[0] = {**{k: v for k, v in data[0].items() if k != "origins"}, "tablero": 1, "origin": -1}
    read = Record.parse(written(data))
    assert record.text() == read.text()
    assert read.verify().whole
    data[0]["origin"] = 3
    read = Record.parse(written(data))
    assert 3 == read.taken_over
    data[0]["origin"] = 99
    with raises(tablero.BadRecord, "origin", n=99):
        Record.parse(written(data))


# --------------------------------------------------------------------------------------- files that are no good


Forge = Callable[[list[Line]], object]


def change(line: int, /, **columns: object) -> Forge:
    return lambda data: data[line].update(columns)


RUNNING = duel(actions=4)

FORGED: list[tuple[Forge, str, dict[str, object]]] = [     # what is changed, with proper checksums; what the error says
    (change(0, tablero=3), "format", {"found": 3, "expected": 2}),
    (change(0, tablero="2"), "field", {"line": 1, "field": "tablero", "type": "int"}),
    (change(0, game="chess"), "line", {"line": 1, "why": "error.unknown_name.known"}),
    (change(0, game="four"), "line", {"line": 1, "why": "error.unknown_name.known"}),
    (lambda data: (change(0, pack="0" * 64)(data), change(1, chance=[1, 1, 1])(data)), "pack", {}),
    (change(0, pack=5), "field", {"line": 1, "field": "pack", "type": "str"}),
    (change(0, cards="many"), "field", {"line": 1, "field": "cards", "type": "int"}),
    (change(0, cards=-1), "number_range", {"line": 1, "field": "cards"}),
    (change(0, cards=10**6), "cards", {"found": 10**6}),
    (change(0, rules=2), "rules", {"found": 2, "expected": 1}),
    (change(0, rules="1"), "field", {"line": 1, "field": "rules", "type": "int", "found": "'1'"}),
    (change(0, scenario="siege"), "line", {"line": 1, "why": "error.unknown_name.known"}),
    (change(0, options={"x": "y"}), "line", {"line": 1, "why": "error.unknown_name.name"}),
    (change(0, secret=0), "field", {"line": 1, "field": "secret", "type": "bool"}),
    (change(0, origins=None), "field", {"line": 1, "field": "origins", "type": "list"}),
    (change(0, origins=["x"]), "origins", {"n": 100}),
    (change(0, origins=[{"until": 9, "commitment": ""}]), "number_range", {"line": 1, "field": "until", "high": 4}),
    (change(0, origins=[{"until": True, "commitment": ""}]), "field", {"line": 1, "field": "until", "type": "int"}),
    (change(0, origins=[{"until": 2, "commitment": ""}] * 2), "number_range", {"line": 1, "field": "until", "low": 3}),
    (change(0, origins=[{"until": 2, "commitment": "", "seed": "-1"}]), "seed", {"line": 1, "seed": "-1"}),
    (change(0, shares=["", "", ""]), "shares", {}),
    (change(0, shares=["", "0" * 63]), "shares", {}),
    (change(0, shares=["", 5]), "shares", {}),
    (change(0, start=0), "number_range", {"line": 1, "field": "start"}),
    (change(0, opening=[0, 0, 0, 0, 0]), "line", {"line": 1, "why": "error.bad_record.chance_missing"}),
    (change(0, opening=[0, 0, 0, 0, 0, 9]), "line", {"line": 1, "why": "error.bad_record.chance_range"}),
    (change(0, opening=[*RUNNING.opening, 1]), "opening_unused", {"results": [1]}),
    (change(0, opening=["x"]), "numbers", {"line": 1, "found": "['x']"}),
    (change(0, opening=[True] * 6), "numbers", {"line": 1}),
    (lambda data: data[0].pop("commitment"), "field", {"line": 1, "field": "commitment", "found": "None"}),
    (change(2, seat="green"), "line", {"line": 3, "why": "error.unknown_name.known"}),
    (change(2, do="fly"), "line", {"line": 3, "why": "error.illegal_action.verb"}),
    (change(2, do="play"), "line", {"line": 3, "why": "error.illegal_action.form"}),
    (change(2, do="play nine_of_suns"), "line", {"line": 3, "why": "error.illegal_action.thing"}),
    (change(2, do="raise"), "replay", {"n": 2, "line": 3, "why": "error.illegal_action.refused"}),
    (change(2, do=7), "field", {"line": 3, "field": "do", "type": "str"}),
    (change(2, chance=[3]), "replay", {"n": 2, "line": 3, "why": "error.bad_record.chance_unused"}),
    (change(2, chance=None), "field", {"line": 3, "field": "chance", "type": "list"}),
    (change(2, skipped=-1), "number_range", {"line": 3, "field": "skipped"}),
    (change(2, skipped="1"), "field", {"line": 3, "field": "skipped", "type": "int"}),
    (change(-1, skipped=-1), "number_range", {"line": 6, "field": "skipped"}),
    (change(2, back=2), "back_line", {"line": 3, "actions": 1, "n": 2}),
    (change(2, back=-1), "number_range", {"line": 3, "field": "back"}),
    (change(2, skip=0), "number_range", {"line": 3, "field": "skip"}),
    (change(2, n=7), "line_order", {"line": 3, "n": 2}),
    (lambda data: data.pop(2), "line_order", {"line": 3, "n": 2}),
    (lambda data: data.insert(2, {"end": 1}), "field", {"line": 3, "field": "n", "type": "int"}),
    (change(-1, end=9), "length", {"line": 6, "expected": 9, "found": 4}),
    (change(-1, state="0" * 64), "other_position", {"line": 6}),
    (change(-1, over=True), "other_result", {"line": 6}),
    (change(-1, result={"winner": 0}), "other_result", {"line": 6}),
    (change(-1, ending={"kind": "bribed", "winners": []}), "ending", {"line": 6}),
    (change(-1, ending={"kind": "time", "winners": ["green"]}), "ending", {"line": 6}),
    (change(-1, ending={"kind": "time", "winners": [[]]}), "ending", {"line": 6}),
    (change(-1, ending="time"), "field", {"line": 6, "field": "ending", "type": "dict"}),
    (change(-1, seed="xyz"), "seed", {"line": 6, "seed": "xyz"}),
    (change(-1, seed="-5"), "seed", {"line": 6, "seed": "-5"}),
    (change(-1, seed="f" * 81), "seed", {"line": 6, "seed": "f" * 81}),
    (change(-1, seed=5), "field", {"line": 6, "field": "seed", "type": "str"}),
    (lambda data: data.pop(), "breaks_off", {"line": 5}),
]


@pytest.mark.parametrize("forge, key, values", FORGED)
def test_a_forged_record_is_refused_and_says_where(forge: Forge, key: str, values: dict[str, object]) -> None:
    data = lines(RUNNING)
    forge(data)
    with raises(tablero.BadRecord, key, **values):
        Record.parse(written(data))


def test_a_record_of_other_data_is_read_as_long_as_it_replays() -> None:
    data = lines(RUNNING)
    change(0, pack="0" * 64)(data)
    assert fingerprint(RUNNING.state) == fingerprint(Record.parse(written(data)).state)


def test_positions_are_compared_only_where_states_have_the_same_columns() -> None:
    data = lines(RUNNING)
    change(0, shape="another")(data)
    change(-1, state="0" * 64)(data)
    assert fingerprint(RUNNING.state) == fingerprint(Record.parse(written(data)).state)


def test_forging_with_nothing_changed_gives_a_good_record() -> None:
    assert RUNNING.text(private=True) == written(lines(RUNNING))
    Record.parse(written(lines(RUNNING)))


@pytest.mark.parametrize("line", range(1, 7))
def test_a_changed_character_is_found_in_its_line(line: int) -> None:
    text = RUNNING.text(private=True).splitlines(keepends=True)
    mark = '"secret":' if line == 1 else '"seat":' if line < 6 else '"over":'
    assert mark in text[line - 1]
    text[line - 1] = text[line - 1].replace(mark, mark[:-1] + " " + mark[-1])
    with raises(tablero.BadRecord, "checksum", line=line):
        Record.parse("".join(text))


def test_lines_that_change_places_or_go_missing_are_found() -> None:
    text = RUNNING.text(private=True).splitlines(keepends=True)
    with raises(tablero.BadRecord, "checksum", line=2):
        Record.parse("".join([text[0], text[2], text[1], *text[3:]]))
    with raises(tablero.BadRecord, "checksum", line=4):
        Record.parse("".join([*text[:3], *text[4:]]))


def test_a_record_that_breaks_off_anywhere_is_refused_where_it_ends() -> None:
    text = RUNNING.text(private=True)
    for end in range(len(text) - 1):
        with pytest.raises(tablero.BadRecord) as error:
            Record.parse(text[:end])
        line = text[:end].count("\n") + 1
        assert error.value.values.get("line", 1) in (line, line - 1)


@pytest.mark.parametrize("text, key", [
    ("", "empty"),
    ("\n", "json"),
    ("hello\n", "json"),
    ("[1]\n", "not_a_line"),
    ('{"event": "chess"}\n', "not_a_line"),
    ("9" * 5000, "json"),
    ("[" * 100_000, "json"),
])
def test_what_is_no_record_is_refused(text: str, key: str) -> None:
    with raises(tablero.BadRecord, key):
        Record.parse(text)


def test_files_that_cannot_be_read_are_bad_records(tmp_path: Path) -> None:
    (tmp_path / "binary").write_bytes(b'{"tablero": 1}\n\xff\xfe')
    with raises(tablero.BadRecord, "encoding", line=2):
        Record.load(tmp_path / "binary")
    with raises(tablero.BadRecord, "unreadable", why="No such file or directory"):
        Record.load(tmp_path / "nowhere")
    with raises(tablero.BadRecord, "unreadable", why="Is a directory"):
        Record.load(tmp_path)


def test_a_record_with_the_line_ends_of_another_system_is_read(tmp_path: Path) -> None:
    (tmp_path / "game").write_bytes(duel().text().replace("\n", "\r\n").encode())
    assert duel().text() == Record.load(tmp_path / "game").text()


@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_an_interrupted_save_leaves_the_old_file_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    path = tmp_path / "game.jsonl"
    duel(actions=2).save(path)
    before = path.read_bytes()

    def full(*args: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, call, full)
    with pytest.raises(OSError, match="No space left"):
        duel().save(path)
    assert before == path.read_bytes()
    assert [path] == list(tmp_path.iterdir())


def test_records_of_games_with_more_seats_and_nested_answers_replay() -> None:
    record, chance = Record.start(four.GAME, "crossroads", 12, secret=True), Random(3)
    while not record.state.over:
        seat = chance.choice(list(tablero.players(record.state)))
        record.apply(seat, chance.choice(tablero.options(record.state, seat)))
    read = Record.parse(record.text())
    read.verify()
    assert record.state.result == read.state.result
