"""[11.4] [11.6] The Active side has entered the Duchy of a Battle in several steps of one Impulse."""

from __future__ import annotations

from tablero.games.wellington.board import BRITAIN
from tablero.games.wellington.rules.r06_building import Spending
from tablero.games.wellington.state import Wellington
from tests.games.wellington.cards.playing import begin, quiet, say
from tests.games.wellington.combat import rolled, throw
from tests.games.wellington.field import asked, do, game, offered, pieces_at
from tests.rules import rule

PINCERS = {"almeida": "wellington britain:3", "castelo_branco": "hill britain:2", "salamanca": "marmont nord:6"}


def two_steps(first: str, second: str, x: str, places: dict[str, str], **more: dict[str, str]) -> Wellington:
    """One Army enters a Duchy, then another, and somebody may intercept."""
    s = game(places, active="britain", **more)      # type: ignore[arg-type]
    begin(s, Spending(BRITAIN, 4))
    do(s, f"lead {first}", f"step {x}", dice=[1] * 20)
    quiet(s)
    do(s, "pass")
    if "stop" in offered(s):
        do(s, "stop")
    do(s, f"lead {second}", f"step {x}", dice=[1] * 20)
    quiet(s)
    return s


@rule("wellington", "11.42a", "11.4e")
def test_a_pass_that_another_army_has_crossed_in_the_impulse_helps_the_defender() -> None:
    s = two_steps("hill", "wellington", "ciudad_rodrigo", PINCERS)      # the Pass, then a Clear line
    said = say(s, "nord", "intercept marmont", dice=[6, 6, *throw(200)])
    assert 6 + 2 + 2 + 2 == rolled(said)[1], "SPs, Marmont, French, Pass"


@rule("wellington", "11.42a", "11.4e")
def test_a_pass_that_a_leader_has_crossed_alone_helps_the_defender() -> None:
    places = {"almeida": "hill britain:3", "castelo_branco": "wellington", "salamanca": "marmont nord:6"}
    s = two_steps("wellington", "hill", "ciudad_rodrigo", places)
    said = say(s, "nord", "intercept marmont", dice=[6, 6, *throw(200)])
    assert 6 + 2 + 2 + 2 == rolled(said)[1], "SPs, Marmont, French, Pass"


@rule("wellington", "11.62a", "11.62c")
def test_a_beaten_active_side_goes_back_to_one_of_the_duchies_it_came_from() -> None:
    s = two_steps("hill", "wellington", "ciudad_rodrigo", PINCERS)
    say(s, "nord", "intercept marmont", dice=[6, 6, *throw(12), *throw(12, sixes=1), *throw(50)])
    assert ("britain WayBack", ["retreat almeida", "retreat castelo_branco"]) == (asked(s), sorted(offered(s)))
    do(s, "retreat castelo_branco", dice=throw(50))
    assert "wellington hill britain:4" == pieces_at(s, "castelo_branco")


@rule("wellington", "11.61d")
def test_nobody_retreats_to_where_an_earlier_army_of_the_enemy_came_from() -> None:
    places = {"plasencia": "wellington britain:6", "toledo": "hill britain:2", "madrid": "marmont nord:3"}
    s = two_steps("hill", "wellington", "talavera", places)
    say(s, "nord", "intercept marmont", dice=[6, 6, *throw(15, fives=1), *throw(50)])
    assert "nord RetreatGroup" == asked(s)
    assert (True, False) == ("retreat madrid" in offered(s), "retreat toledo" in offered(s))
