"""[6] Markers: what the state keeps in their place."""

from __future__ import annotations

import pytest

from tablero.games.aiw import GAME
from tablero.games.aiw.board import BLOCK_SIDE, CARLIST, FIRST_REGION, LIBERAL, PACK, area
from tablero.games.aiw.fog import alike
from tablero.games.aiw.rules.r03_turn.s00_order_of_play import OrderOfPlay
from tablero.games.aiw.rules.r03_turn.s00_player_phase import phase
from tablero.games.aiw.rules.r04_map import fort_owner, settle
from tablero.games.aiw.rules.r05_units.s01_blocks import put
from tablero.games.aiw.rules.r05_units.s04_elimination import eliminate
from tablero.games.aiw.rules.r09_victory import CITY, prestige_back, score
from tablero.games.aiw.rules.r10_actions.s00_points import take_marker
from tablero.games.aiw.rules.r15_combat import CombatStep
from tablero.games.aiw.rules.r22_uprising import raise_level
from tablero.games.aiw.rules.r23_regions.s02_combat import Locate
from tests.games.aiw.march import actions
from tests.games.aiw.war import block, do, run, told, war
from tests.rules import rule


@rule("aiw", "6.0a")
def test_year_turn_and_order_are_kept() -> None:
    s = GAME.new("espartero", seed=1)
    assert (1836, 1) == (s.year, s.turn)
    s = war({}, turn=4, year=1837)
    run(s, OrderOfPlay(LIBERAL))
    do(s, "first carlist")
    assert (1837, 4, CARLIST) == (s.year, s.turn, s.first)


@rule("aiw", "6.0b")
def test_points_prestige_and_debt_are_kept() -> None:
    s = war({})
    score(s, LIBERAL, 12, CITY)
    prestige_back(s, 3)
    again = s.clone()
    assert (-12, 0, 3) == (again.vp, again.prestige, again.debt)


@rule("aiw", "6.0c")
def test_action_points_the_additional_point_and_command_points_are_kept() -> None:
    s = war({"estella": "c_nav1"}, points=0, command=(2, 4))
    s.cups = [0, 0, 1, 0, 0, 0]
    take_marker(s, phase(s))
    assert 8 == phase(s).points         # in halves
    assert [2, 4] == s.command
    s = war({"aragon": "c_nav1"}, points=0)
    phase(s).extra = 1
    actions(s)
    do(s, "activate aragon")
    assert 0 == phase(s).extra


@pytest.mark.parametrize("fort, besieger", [("liberal", "c_gui1"), ("carlist", "l_ln1")])
@rule("aiw", "6.0d")
def test_a_siege_is_kept_with_the_side_that_is_besieged(fort: str, besieger: str) -> None:
    s = war({"tolosa": besieger}, forts={fort: ("tolosa",)}, side="liberal" if fort == "carlist" else "carlist")
    run(s, CombatStep(phase(s).side))
    assert 1 << area("tolosa") == s.siege
    assert fort == ("carlist", "liberal")[fort_owner(s, area("tolosa"))]
    assert s.siege == s.clone().siege


@rule("aiw", "6.0d")
def test_the_place_and_the_round_of_a_battle_are_kept() -> None:
    s = war({"lerin": "c_nav1 c_nav2 c_nav3 l_ln1 l_ln2 l_ln3"})
    run(s, CombatStep(CARLIST))
    (battle,) = (frame for frame in s.stack if type(frame).__name__ == "Battle")
    assert area("lerin") == battle.x        # type: ignore[attr-defined]


@rule("aiw", "6.0e")
def test_every_region_keeps_its_uprising_and_its_pursuit() -> None:
    s = war({"aragon": "c_nav1 l_ln1"}, side="liberal", uprising={"galicia": 2})
    raise_level(s, area("galicia"))
    assert 3 == s.uprising[area("galicia") - FIRST_REGION]
    run(s, Locate(area("aragon")), [1])
    assert 1 == s.pursuit[area("aragon") - FIRST_REGION]
    put(s, block(s, "c_nav1"), area("tudela"))
    settle(s)
    assert 0 == s.pursuit[area("aragon") - FIRST_REGION]


@rule("aiw", "6.0f")
def test_markers_of_cards_exist_and_lie_on_what_they_mark() -> None:
    kinds = {row.text("name_en") for row in PACK.rows("counters.csv") if row.text("kind") == "card_marker"}
    assert {"Mutiny", "Chapelgorris", "River", "Wall"} == kinds
    s = war({"vitoria": "l_ln1 l_ln2"})
    s.chapelgorris = block(s, "l_ln1")
    assert 1 << s.chapelgorris == alike(s, s.chapelgorris)      # everybody can tell it from its neighbour
    assert LIBERAL == BLOCK_SIDE[s.chapelgorris]
    eliminate(s, s.chapelgorris)
    assert -1 == s.chapelgorris
    assert told(s.events, "lost")
