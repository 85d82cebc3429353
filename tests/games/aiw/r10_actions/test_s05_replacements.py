"""[10.5] Replacement Points are obtained."""

from __future__ import annotations

import pytest

import tablero
from tablero.games.aiw.board import SIDES
from tablero.games.aiw.rules.r07_cards.s00_decks import LEVY, LOANS
from tablero.games.aiw.rules.r10_actions.s00_actions import ActionsStep
from tablero.games.aiw.rules.r10_actions.s05_replacements import replacement_points
from tablero.kernel.refusals import Refusal
from tests.games.aiw.acting import acting, points
from tests.games.aiw.war import asked, do, refused, run, strength, told, war
from tests.rules import rule


@rule("aiw", "10.5a")
def test_replacements_cost_two_points() -> None:
    s = acting({"durango": "c_nav1"}, points=1)
    assert refused(s, "replacements") == Refusal("10.5a", "no_action_points")
    s = acting({"durango": "c_nav1"}, points=3)
    do(s, "replacements", "done", dice=[1])
    assert points(s) == 1


@rule("aiw", "10.5a")
def test_a_command_point_makes_up_the_second() -> None:
    s = acting({"durango": "c_nav1"}, points=1, command=(1, 0))
    do(s, "command", "replacements", "done", dice=[1])
    assert points(s) == 0


@rule("aiw", "10.5c")
def test_the_replacement_point_table() -> None:
    assert [replacement_points(n) for n in range(-1, 9)] == [2, 2, 2, 2, 3, 3, 4, 4, 4, 4]


@pytest.mark.parametrize("year, die, received", [
    (1834, 5, 3), (1835, 5, 4), (1834, 4, 3), (1834, 1, 2), (1834, 3, 2), (1835, 3, 3),
])
@pytest.mark.parametrize("side", ["carlist", "liberal"])
@rule("aiw", "10.5c", "10.5d")
def test_in_1834_one_is_taken_from_the_die_of_replacements(side: str, year: int, die: int, received: int) -> None:
    s = acting({"durango": "c_nav1", "vitoria": "l_ln1"}, side, year=year)
    events = do(s, "replacements", dice=[die])
    assert told(events, "replacements") == [(SIDES.index(side), die, received)]
    left = tablero.prompt(s, SIDES.index(side)).args
    assert left == (("points", "number", received), ("half", "number", 0))


@pytest.mark.parametrize("side, lasting, received", [
    ("carlist", LOANS, 3), ("carlist", LEVY, 2), ("liberal", LEVY, 3), ("liberal", LOANS, 2),
])
@rule("aiw", "10.5d")
def test_a_levy_or_loans_add_to_the_die_of_replacements(side: str, lasting: int, received: int) -> None:
    s = war({"durango": "c_nav1", "vitoria": "l_ln1"}, side=side)
    s.lasting = lasting
    run(s, ActionsStep(s.first))
    assert told(do(s, "replacements", dice=[2]), "replacements") == [(s.first, 2, received)]


@rule("aiw", "10.5e", "21.0a")
def test_replacement_points_that_are_not_spent_are_lost() -> None:
    s = acting({"durango": "c_nav1:1 c_nav2:1"})
    do(s, "replacements", "raise c_nav1", "done", dice=[3])
    assert asked(s) == "carlist Act"
    assert (strength(s, "c_nav1"), strength(s, "c_nav2")) == (2, 1)
