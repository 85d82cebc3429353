"""[10.2] Fortresses are built."""

from __future__ import annotations

import pytest

from tablero.games.aiw import GAME
from tablero.games.aiw.board import CARLIST, LIBERAL, UNIT, area
from tablero.games.aiw.rules.r03_turn.s00_player_phase import PlayerPhase
from tablero.kernel.refusals import Refusal
from tests.games.aiw.acting import acting, points
from tests.games.aiw.war import at, block, do, offered, refused, told
from tests.rules import rule

# ------------------------------------------------------------------------------------------------------ build, demolish


@rule("aiw", "10.2a", "10.2b")
def test_a_fortress_under_construction_is_placed_for_one_point() -> None:
    s = acting({"durango": "c_nav1"}, points=1)
    events = do(s, "build c_nav1")
    assert s.works == [1 << area("durango"), 0]
    assert not s.forts[CARLIST]
    assert told(events, "works_begun") == [(CARLIST, area("durango"))]
    assert points(s) == 0


@rule("aiw", "10.2a")
def test_without_a_point_nothing_is_built() -> None:
    s = acting({"durango": "c_nav1"}, points=0)
    assert refused(s, "build c_nav1") == Refusal("10.2a", "no_action_points")


@rule("aiw", "10.2b")
def test_nothing_is_built_beside_an_enemy_or_a_besieged_garrison() -> None:
    s = acting({"orduna": "c_nav1", "estella": "c_nav2 l_ln1"}, forts={"liberal": ["orduna"]}, siege=["orduna"])
    assert refused(s, "build c_nav1") == Refusal("10.2b", "enemy_present")
    assert refused(s, "build c_nav2") == Refusal("10.2b", "enemy_present")


@rule("aiw", "10.2b")
def test_a_train_builds_nothing() -> None:
    s = acting({"durango": "c_st1 c_nav1"})
    assert refused(s, "build c_st1") == Refusal("10.2b", "infantry_builds")


@pytest.mark.parametrize("verb", ["build", "demolish"])
@rule("aiw", "10.0h")
def test_only_units_of_ones_own_on_the_map_build_and_demolish(verb: str) -> None:
    s = acting({"durango": "c_nav1", "haro": "l_ln1"}, forts={"carlist": ["durango"], "liberal": ["haro"]})
    assert refused(s, f"{verb} l_ln1") == refused(s, f"{verb} c02") == Refusal("10.0h", "not_your_unit")


@rule("aiw", "10.2c")
def test_the_builder_alone_is_used_up_and_known_to_be_infantry() -> None:
    s = acting({"durango": "c_nav1 c_navc1 c_par1"})
    s.may = [s.may[b] and sum(1 << UNIT[u] for u in ("c_nav1", "c_navc1", "c_par1")) for b in range(len(s.may))]
    do(s, "build c_nav1")
    assert s.acted == 1 << block(s, "c_nav1")
    assert s.may[block(s, "c_nav1")] == 1 << UNIT["c_nav1"]


@rule("aiw", "10.2d")
def test_a_fortress_is_completed_in_the_next_phase_of_its_owner_without_any_unit() -> None:
    s = acting({"durango": "c_nav1"})
    do(s, "build c_nav1")
    PlayerPhase(LIBERAL).complete(s)
    assert not s.forts[CARLIST]
    PlayerPhase(CARLIST).complete(s)
    assert s.forts[CARLIST] == 1 << area("durango")
    assert s.works == [0, 0]


@pytest.mark.parametrize("place", ["aragon", "baztan", "bilbao"])
@rule("aiw", "10.2e")
def test_nothing_is_built_in_regions_refuges_and_cities(place: str) -> None:
    s = acting({place: "c_nav1"}, forts={"carlist": ["bilbao"]})
    assert refused(s, "build c_nav1") == Refusal("10.2e", "no_building_site")


@pytest.mark.parametrize("unit", ["c_navc1", "c_par1", "c_par3", "c_regc1"])
@rule("aiw", "10.2f", "5.4l")
def test_cavalry_and_partidas_build_nothing(unit: str) -> None:
    s = acting({"durango": f"{unit} c_nav1"})
    assert refused(s, f"build {unit}") == Refusal("10.2f", "infantry_builds")
    assert "build c_nav1" in offered(s)


@rule("aiw", "10.2e", "10.2g")
def test_a_space_has_one_fortress_or_one_that_is_being_built() -> None:
    places = {"durango": "c_nav1", "estella": "c_nav2"}
    s = acting(places, forts={"carlist": ["durango"]}, works={"carlist": ["estella"]})
    assert refused(s, "build c_nav1") == Refusal("10.2g", "fortress_there_already")
    assert refused(s, "build c_nav2") == Refusal("10.2g", "fortress_there_already")


CARLIST_TEN = ["estella", "tolosa", "onate", "vergara", "azpeitia", "eibar", "segura", "guernica", "hernani", "lanz"]
LIBERAL_FIFTEEN = [
    "haro", "najera", "viana", "lerin", "lodosa", "tafalla", "caparroso", "tudela", "zubiri", "aoiz", "monreal",
    "alfaro", "arnedo", "ona", "espejo",
]


@pytest.mark.parametrize("side, names, unit", [
    ("carlist", CARLIST_TEN, "c_nav1"), ("liberal", LIBERAL_FIFTEEN, "l_ln1"),
])
@rule("aiw", "10.2h")
def test_counters_are_ten_and_fifteen(side: str, names: list[str], unit: str) -> None:
    s = acting({"miranda": unit}, side, forts={side: names[:-2]}, works={side: names[-2:-1]})
    assert f"build {unit}" in offered(s)
    s = acting({"miranda": unit, "bilbao": unit[:-1] + "2"}, side, forts={side: names[:-2]}, works={side: names[-2:]})
    assert refused(s, f"build {unit}") == Refusal("10.2h", "no_fortress_counter")
    assert not [words for words in offered(s) if words.startswith("build")]


@rule("aiw", "10.2i")
def test_a_work_without_defender_goes_when_an_enemy_comes() -> None:
    works = {"carlist": ["salvatierra", "villarreal"]}
    s = acting({"vitoria": "l_ln1", "villarreal": "c_nav1"}, "liberal", works=works)
    do(s, "activate vitoria", "add l_ln1", "march salvatierra", "done", dice=[6])
    assert at(s, "l_ln1") == "salvatierra"
    assert s.works[CARLIST] == 1 << area("villarreal")


@rule("aiw", "10.2i")
@pytest.mark.parametrize(("rules", "swept"), [(GAME.rules, True), (2, False)])
def test_works_fall_when_an_enemy_passes_beside_them(rules: int, swept: bool) -> None:
    s = acting({"vitoria": "l_rg1", "salvatierra": "c_nav1"}, "liberal", works={"carlist": ["salvatierra"]})
    s.rules = rules
    do(s, "activate vitoria", "add l_rg1", "march salvatierra", dice=[5])
    assert s.works[CARLIST]                             # a unit defends them
    events = do(s, "evade", "retreat_all onate", dice=[6])
    assert swept == (not s.works[CARLIST])
    assert ([(area("salvatierra"),)] if swept else []) == told(events, "works_swept")
    do(s, "march alsasua", "done")
    assert swept == (not s.works[CARLIST])


@rule("aiw", "10.2i", "4.9g")
def test_bare_works_fall_to_who_marches_through_though_control_does_not() -> None:
    s = acting({"vitoria": "l_rg1"}, "liberal", works={"carlist": ["salvatierra"]})
    do(s, "activate vitoria", "add l_rg1", "march salvatierra", dice=[5])
    assert (0, 1) == (s.works[CARLIST], s.held >> area("salvatierra") & 1)
    do(s, "march vitoria", "done")
    assert s.held >> area("salvatierra") & 1
