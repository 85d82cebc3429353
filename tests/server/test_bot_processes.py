"""Bots of the server: one answer to a question, whoever is asked, and no more time than their clock allows."""

from __future__ import annotations

from random import Random

import pytest

import tablero
from tablero.bots import AT_A_TABLE, FREE, names
from tablero.server.bot_processes import SHARE, budget, decide
from tablero.table.journal import Clock, Opened
from tablero.table.sitting import Sitting


@pytest.mark.parametrize("code", [code for code in tablero.GAMES if "heuristic" in names(tablero.game(code))])
def test_a_question_has_one_answer_in_whatever_order_it_is_asked(code: str) -> None:
    game, chance = tablero.game(code), Random(1)
    s = game.new(game.scenarios[0], 5)
    asked = []
    while len(asked) < 60 and not s.over:
        seat = tablero.players(s)[0]
        view, options = game.view(s, seat), tablero.options(s, seat)
        answer = decide(code, "heuristic", 7, view, options, seat, FREE)
        asked.append((view, options, seat, answer))
        tablero.apply(s, seat, answer)
    chance.shuffle(asked)
    for view, options, seat, answer in asked:
        assert answer == decide(code, "heuristic", 7, view, options, seat, FREE)


def seated(clock: Clock) -> Sitting:
    game = tablero.game("dpyr")
    sitting = Sitting.open("s", Opened("dpyr", "maella", game.chosen({}), "2a", "ana", game.rules, clock=clock), 0.0)
    sitting.seat_bot(0, "heuristic", 0.0)
    sitting.sit(1, "ana", "Ana", 0.0)
    return sitting


def test_a_bot_thinks_for_a_small_part_of_what_its_clock_leaves_it() -> None:
    assert AT_A_TABLE == budget(seated(Clock()), 0, 1000.0) == budget(seated(Clock("live", 600)), 0, 0.0)
    assert 30 / SHARE == budget(seated(Clock("live", 60)), 0, 30.0).seconds
    assert 0.01 == budget(seated(Clock("live", 60)), 0, 1000.0).seconds
