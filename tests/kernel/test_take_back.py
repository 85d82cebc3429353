"""Going back beyond a barrier, by consent: what was seen is not seen again."""

from __future__ import annotations

import random

import pytest

import tablero
from tablero.kernel.history import Back
from tablero.kernel.positions import fingerprint
from tests.errors import raises


def played(actions: int, seed: int = 3) -> tablero.Record:
    record = tablero.Record.start(tablero.game("dpyr"), "maella", seed=seed)
    go_on(record, actions)
    return record


def go_on(record: tablero.Record, actions: int, seed: int = 1) -> None:
    chance = random.Random(seed)
    for _ in range(actions):
        seat = tablero.players(record.state)[0]
        record.apply(seat, chance.choice(tablero.options(record.state, seat)))


def test_the_position_is_that_after_the_actions_that_stay() -> None:
    record = played(300)
    expected = fingerprint(record.replay(200))
    record.take_back(200)
    assert (200, expected) == (len(record.entries), fingerprint(record.state))


def test_other_dice_fall_than_those_that_were_seen() -> None:
    record = played(400)
    generator, history = record.state.rng, record.history[:]
    record.take_back(200)
    assert generator == record.state.rng
    assert [*history, Back(200)] == record.history
    assert 200 == record.verify().taken_back


@pytest.mark.parametrize("n", [300, 200])           # what follows the first take-back stays, or is taken back as well
def test_a_record_with_take_backs_verifies_replays_and_goes_on_after_saving(n: int) -> None:
    record = played(400)
    record.take_back(250)
    go_on(record, 100, seed=2)
    record.take_back(n)
    again = tablero.Record.parse(record.text(private=True))
    assert again.state.rng == record.state.rng
    for each in (record, again):
        go_on(each, 60, seed=5)
        each.verify()
    assert fingerprint(record.state) == fingerprint(again.state)


def test_dice_that_were_taken_back_cannot_be_slipped_in_again() -> None:
    record = played(400)
    record.take_back(250)
    go_on(record, 100, seed=2)
    record.history[250:] = record.entries[250:]         # as if nothing had been taken back
    with pytest.raises(tablero.BadRecord):
        record.verify()


@pytest.mark.parametrize("n", [-1, 301])
def test_there_must_be_so_many_actions(n: int) -> None:
    record = played(300)
    with raises(tablero.BadRecord, "back", actions=300):
        record.take_back(n)
