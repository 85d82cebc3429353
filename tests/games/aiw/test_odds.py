"""Odds where the enemy's blocks are hidden: the range holds in every world that the seat holds possible."""

from __future__ import annotations

from fractions import Fraction

from tablero.games.aiw import GAME
from tablero.games.aiw.board import CARLIST, LIBERAL, area
from tablero.games.aiw.odds import odds
from tablero.games.aiw.rules.r05_units.s01_blocks import fighters, in_open
from tablero.games.aiw.rules.r22_uprising import UprisingPhase
from tablero.games.aiw.state import Aiw
from tablero.kernel.odds import Odds
from tests.games.aiw.fortress import unknown
from tests.games.aiw.march import carlists, liberals
from tests.games.aiw.war import action, do, run, war

SEEDS = range(60)


def told(s: Aiw, text: str, seat: int) -> Odds | None:
    return odds(GAME.view(s, seat), seat, action(s, text))


def test_how_many_of_their_blocks_are_trains_makes_a_range() -> None:
    s = unknown(war({"aragon": "c_nav1 c_nav2 c_nav3 c_gui1 l_ln1 l_st1"}, secret=True))
    run(s, UprisingPhase(), dice=[5, 5])
    found = told(s, "rouse aragon", CARLIST)
    assert found is not None
    assert ("rouse_hidden", Fraction(2, 6), Fraction(4, 6)) == found[:3]
    seen = set()
    for seed in SEEDS:
        world = GAME.determinize(GAME.view(s, CARLIST), seed)
        theirs = fighters(world, in_open(world, LIBERAL, area("aragon"))).bit_count()
        seen.add(Fraction(4 - theirs, 6))
        assert found.low <= Fraction(4 - theirs, 6) <= found.high
    assert len(seen) > 1


def test_nobody_intercepts_without_a_command_point() -> None:
    s = liberals("salvatierra", "l_rg1 l_rg2", {"segura": "c_gui1"}, secret=True)
    do(s, "all", dice=[5])
    assert told(s, "march alsasua", LIBERAL) is None
    s = liberals("salvatierra", "l_rg1 l_rg2", {"segura": "c_gui1"}, command=(1, 0), secret=True)
    do(s, "all", dice=[5])
    found = told(s, "march alsasua", LIBERAL)
    assert found is not None
    assert ("intercepted", Fraction(5, 6), "1") == (found.key, found.high, dict(found.values)["n"])


def test_a_forced_march_into_their_reach_promises_both() -> None:
    s = liberals("salvatierra", "l_rg1 l_rg2", {"segura": "c_gui1"}, command=(1, 0), secret=True)
    do(s, "all", dice=[5])
    found = told(s, "force alsasua", LIBERAL)
    assert found is not None
    assert ["forced", "intercepted"] == [found.key, *(part.key for part in found.also)]


def test_six_blocks_are_too_many_to_slip_through() -> None:
    s = carlists("alsasua", "c_nav1 c_nav2 c_nav3 c_gui1 c_gui2 c_gui3", {"estella": "l_rg1"}, secret=True)
    do(s, "all")
    found = told(s, "countermarch estella", CARLIST)
    assert found is not None
    assert ("countermarch_vain", 0) == (found.key, found.low)
