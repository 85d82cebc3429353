"""[10.41] Army Groups that intercept together: who goes along."""

from __future__ import annotations

import pytest

from tablero.games.wellington.board import SPAIN
from tablero.games.wellington.rules.r06_building import Spending
from tablero.games.wellington.rules.r09_movement.s06_groups import set_commander
from tablero.games.wellington.state import Wellington
from tests.games.wellington.combat import hush, impulse, throw
from tests.games.wellington.field import do, game, leader, leaders, offered, pieces_at, run, told, x
from tests.rules import rule


def over_the_guadiana(*with_pontoons: str) -> Wellington:
    """A Spanish Army has come to Huelva; Marmont and Suchet stand behind the River in Beja, under Marmont."""
    s = game({"beja": "marmont suchet nord:2 sud:3", "faro": "lacy spain:2"}, flags={"nord": "beja"}, active="spain")
    set_commander(s, x("beja"), leader("marmont"))
    impulse(s).bridged = leaders(*with_pontoons)
    run(s, Spending(SPAIN, 2))
    do(s, "lead lacy", "step huelva", dice=[6, 6, *throw(40)])
    assert "nord ReactionWindow" == hush(s)
    return s


@rule("wellington", "10.3f", "10.41a")
@pytest.mark.parametrize("pontoons, pieces, left", [
    (("marmont",), 3, "suchet sud:3"), (("marmont", "suchet"), 7, "")])
def test_an_ally_without_pontoons_does_not_go_over_a_river(pontoons: tuple[str, ...], pieces: int, left: str) -> None:
    s = over_the_guadiana(*pontoons)
    events = do(s, "intercept marmont", *["pass"] * (len(pontoons) - 1))       # Sud may answer too
    assert [(leader("marmont"), x("beja"), x("huelva"), pieces)] == told(events, "intercepts")
    assert left == pieces_at(s, "beja")


@rule("wellington", "10.3f", "10.41a")
def test_nobody_is_offered_to_join_who_cannot_cross() -> None:
    s = over_the_guadiana("marmont")
    do(s, "detach marmont")
    assert ["go", "load 0", "load 1"] == sorted(offered(s))
    s = over_the_guadiana("marmont", "suchet")
    do(s, "detach marmont", "pass")
    assert "join suchet" in offered(s)
