"""Chances to react that nobody takes: what the table answers in the place of a person."""

from __future__ import annotations

import random

import pytest

import tablero
from tablero.table.journal import Opened
from tablero.table.sitting import NotAllowed, Sitting


def war(**more: object) -> Sitting:
    """An Impossible War of Ana and Benito."""
    game = tablero.game("aiw")
    opened = Opened("aiw", "espartero", game.chosen({}), "2a", "ana", game.rules, **more)  # type: ignore[arg-type]
    sitting = Sitting.open("s", opened, 1.0)
    sitting.sit(0, "ana", "Ana", 1.0)
    sitting.sit(1, "benito", "Benito", 1.0)
    return sitting


def play_to_a_chance(sitting: Sitting, usable: bool, seed: int = 3) -> int:
    """Random play up to a chance to react that can be used, or cannot; gives back the seat that has it."""
    chance = random.Random(seed)
    for n in range(5000):
        seat = sitting.awaited()[0]
        no = tablero.decline(sitting.state, seat)
        options = tablero.options(sitting.state, seat)
        if no is not None and (len(options) > 1) == usable and n > 20:
            return seat
        action = chance.choice(options)
        sitting.act(seat, sitting.game.write(sitting.state, action), sitting.stamps[seat], 2.0 + n)
    raise AssertionError("no such chance in 5000 actions")


def test_a_chance_that_cannot_be_used_goes_by() -> None:
    sitting = war()
    seat = play_to_a_chance(sitting, usable=False)
    assert sitting.foregone(seat) == tablero.options(sitting.state, seat)[0]


def test_a_chance_that_can_be_used_waits_for_its_player() -> None:
    sitting = war()
    assert sitting.foregone(play_to_a_chance(sitting, usable=True)) is None


def test_a_table_that_always_asks_lets_nothing_go_by() -> None:
    sitting = war(always_ask=True)
    assert sitting.foregone(play_to_a_chance(sitting, usable=False)) is None


def test_an_answer_that_is_owed_is_never_given_by_the_table() -> None:
    sitting = war()
    seat = sitting.awaited()[0]
    assert tablero.decline(sitting.state, seat) is None
    assert sitting.foregone(seat) is None
    with pytest.raises(NotAllowed):
        sitting.decline_from_now(seat)


def test_a_standing_no_lasts_for_its_phase_and_its_kind_of_question() -> None:
    sitting = war()
    seat = play_to_a_chance(sitting, usable=True)
    sitting.decline_from_now(seat)
    assert sitting.foregone(seat) == tablero.decline(sitting.state, seat)
    key = sitting.questions[seat][0].key  # type: ignore[index]
    sitting.noes[seat] = {key: sitting.noes[seat][key] - 1}         # as if it had been given a phase ago
    assert sitting.foregone(seat) is None
    sitting.noes[seat] = {"another_question": sitting.game.phase(sitting.state)}
    assert sitting.foregone(seat) is None


def test_bots_answer_for_themselves() -> None:
    sitting = war()
    seat = play_to_a_chance(sitting, usable=False)
    sitting.seat_bot(seat, "random", 9000.0)
    assert sitting.foregone(seat) is None
