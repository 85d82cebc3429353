"""[9] Victory Points, Prestige, and the ends of a war."""

from __future__ import annotations

import pytest

from tablero.games.aiw import GAME
from tablero.games.aiw.board import CARD, CARLIST, LIBERAL, SIDES, TRAINS, UNIT, area
from tablero.games.aiw.rules.r04_map import fort_owner, settle
from tablero.games.aiw.rules.r05_units.s01_blocks import in_open, put
from tablero.games.aiw.rules.r05_units.s04_elimination import eliminate
from tablero.games.aiw.rules.r07_cards.s01_types import PlayCard
from tablero.games.aiw.rules.r09_victory import (
    CITY,
    TOWN,
    expeditions,
    prestige_back,
    prestige_forward,
    prestige_steps,
    score,
    two_cities,
    uprising_points,
    victory_check,
    win_two_cities,
)
from tablero.games.aiw.rules.r18_siege.s03_capture import Capture
from tablero.games.aiw.rules.r24_end_of_year.s00_end_of_year import EndOfYear
from tablero.games.aiw.state import Aiw
from tablero.kernel.bits import ids_of
from tests.games.aiw.war import block, run, told, war
from tests.rules import rule

FOUR = "l_rg1 l_rg2 l_ln1 l_ln2"


@rule("aiw", "9.0a", "9.0f")
def test_the_marker_is_pulled_from_side_to_side_through_zero_and_past_ten() -> None:
    s = war({})
    score(s, CARLIST, 2, TOWN)
    score(s, LIBERAL, 3, CITY)
    assert s.vp == -1
    assert [(CARLIST, 2, TOWN), (LIBERAL, 3, CITY)] == told(s.events, "scored")
    score(s, LIBERAL, 11, CITY)
    assert s.vp == -12


@pytest.mark.parametrize("vp, winner", [(8, None), (9, "carlist"), (12, "carlist"), (-8, None), (-9, "liberal")])
@rule("aiw", "9.0b", "3.0k")
def test_in_the_victory_check_a_marker_in_the_automatic_zone_wins(vp: int, winner: str | None) -> None:
    s = war({})
    s.vp = vp
    victory_check(s)
    result = s.result
    assert (result and ("carlist", "liberal")[result["winner"] or 0]) == winner
    assert result is None or result["kind"] == "automatic"


@rule("aiw", "3.0k", "9.1p", "9.0b")
def test_uprisings_are_scored_before_the_test_for_victory() -> None:
    s = war({}, uprising={"aragon": 3, "catalonia": 3, "galicia": 3})
    s.vp = 8
    victory_check(s)
    assert s.result is not None
    assert s.vp == 9


@rule("aiw", "3.0k", "9.1j", "9.0b")
def test_prestige_moves_before_the_test_for_victory() -> None:
    s = war({"bilbao": "c_bis1"}, siege=("bilbao",))
    s.vp, s.prestige = 8, 3
    victory_check(s)
    assert (9, 0) == (s.vp, s.prestige)
    assert s.result is not None


@rule("aiw", "9.0e", "9.1b")
def test_two_cities_at_once_win_whatever_the_points() -> None:
    s = war({}, forts={"carlist": ("bilbao",)})
    assert not two_cities(s)
    assert not two_cities(war({}, forts={"carlist": ("bilbao", "estella")}))
    s = war({}, forts={"carlist": ("bilbao", "vitoria", "estella")})
    s.vp = -8
    assert two_cities(s)
    win_two_cities(s)
    assert s.result == {"winner": CARLIST, "kind": "two_cities", "score": {"carlist": 1.0, "liberal": 0.0}}


@rule("aiw", "9.1x1", "9.1f", "9.1g")
def test_example_one_a_besieged_city_moves_prestige_one_box() -> None:
    s = war({"bilbao": "c_bis1"}, siege=("bilbao",))
    victory_check(s)
    assert s.prestige == 1


@rule("aiw", "9.1x2", "9.1k")
def test_example_two_an_army_in_the_zone_stops_the_expeditions_step() -> None:
    places = {"castile_leon": "c_cas1", "estella": FOUR}
    assert prestige_steps(war(places)) == 0
    places["estella"] = "l_rg1 l_rg2 l_ln1 l_st1"        # a Train is no unit of an army
    assert prestige_steps(war(places)) == 1


@rule("aiw", "9.1x3", "9.1f", "9.1g", "9.1h", "9.1k")
def test_example_three_two_cities_and_an_expedition_less_an_army_move_one_box() -> None:
    places = {
        "bilbao": "c_bis1", "san_sebastian": "c_gui1", "castile_leon": "c_cas1", "aragon": "c_nav1", "estella": FOUR,
    }
    s = war(places, siege=("bilbao", "san_sebastian"))
    assert prestige_steps(s) == 1
    del places["estella"]
    assert prestige_steps(war(places, siege=("bilbao", "san_sebastian"))) == 2


@rule("aiw", "9.1h")
def test_without_an_expedition_prestige_never_moves_two_boxes() -> None:
    cities = ("bilbao", "san_sebastian", "vitoria", "pamplona")
    besiegers = dict(zip(cities, ("c_bis1", "c_gui1", "c_ala1", "c_nav1"), strict=True))
    assert prestige_steps(war(besiegers, siege=cities)) == 1
    assert prestige_steps(war(besiegers | {"aragon": "c_cas1"}, siege=cities)) == 2


@rule("aiw", "9.1k")
def test_a_sum_below_nothing_is_nothing_and_besieged_units_count_for_an_army() -> None:
    s = war({"estella": FOUR, "tolosa": "l_ln3 l_ln4 l_ln5 l_pr1"}, forts={"carlist": ("bilbao",)})
    assert prestige_steps(s) == 1
    places = {"inside tolosa": "l_ln3 l_ln4 l_ln5 l_pr1", "tolosa": "c_gui1", "bilbao": "c_bis1"}
    s = war(places, forts={"liberal": ("tolosa",)}, siege=("tolosa", "bilbao"))
    assert prestige_steps(s) == 0
    places = {"inside tolosa": "c_gui1", "tolosa": "l_ln3 l_ln4 l_ln5", "bilbao": "c_bis1"}
    s = war(places, forts={"carlist": ("tolosa",)}, siege=("tolosa", "bilbao"))
    assert prestige_steps(s) == 1                           # Carlists whom they besiege are not of their army


@rule("aiw", "9.1k")
def test_each_army_takes_one_from_the_sum() -> None:
    places = {"bilbao": "c_bis1", "castile_leon": "c_cas1", "estella": FOUR}
    assert prestige_steps(war(places, siege=("bilbao",))) == 1
    places["tolosa"] = "l_ln3 l_ln4 l_ln5 l_pr1"
    assert prestige_steps(war(places, siege=("bilbao",))) == 0


@rule("aiw", "9.1l", "9.1f")
def test_an_unbesieged_carlist_city_adds_a_step_even_where_nothing_else_does() -> None:
    assert prestige_steps(war({}, forts={"carlist": ("bilbao",)})) == 1
    assert prestige_steps(war({}, forts={"carlist": ("estella",)})) == 0
    assert prestige_steps(war({"bilbao": "l_ln1"}, forts={"carlist": ("bilbao",)}, siege=("bilbao",))) == 0
    s = war({"vitoria": "c_ala1"}, forts={"carlist": ("bilbao",)}, siege=("vitoria",))
    assert prestige_steps(s) == 2


@rule("aiw", "9.1i", "9.1j", "9.1o")
def test_debt_is_paid_first_and_the_last_box_pays_a_point() -> None:
    s = war({})
    prestige_back(s, 2)
    assert (s.prestige, s.debt) == (0, 2)
    assert [(2,)] == told(s.events, "prestige_back")
    prestige_forward(s, 3)
    assert (s.prestige, s.debt, s.vp) == (1, 0, 0)
    prestige_forward(s, 2)
    assert (s.prestige, s.vp) == (3, 0)
    prestige_forward(s, 2)
    assert (s.prestige, s.vp) == (1, 1)
    prestige_back(s, 4)
    assert (s.prestige, s.debt) == (0, 3)
    prestige_back(s, 2)
    assert s.debt == 5


@rule("aiw", "9.1m", "23.2k")
def test_the_last_unit_of_an_expedition_takes_two_boxes_with_it() -> None:
    s = war({"aragon": "c_nav1 c_par1 knapsack:2"})
    s.prestige = 3
    eliminate(s, block(s, "c_nav1"))
    assert s.prestige == 3
    eliminate(s, block(s, "c_par1"))
    assert s.prestige == 1


@rule("aiw", "9.1m")
def test_liberals_lost_in_a_region_are_no_expedition_nor_are_carlists_lost_in_the_north() -> None:
    s = war({"aragon": "l_ln1", "estella": "c_nav1"})
    s.prestige = 3
    eliminate(s, block(s, "l_ln1"))
    eliminate(s, block(s, "c_nav1"))
    assert s.prestige == 3


@rule("aiw", "9.1n")
def test_an_expedition_that_leaves_is_not_destroyed() -> None:
    s = war({"aragon": "c_nav1"})
    s.prestige = 3
    put(s, block(s, "c_nav1"), area("tudela"))
    settle(s)
    assert s.prestige == 3


@rule("aiw", "23.0d")
def test_partidas_make_an_expedition_and_trains_do_not() -> None:
    assert expeditions(war({"aragon": "c_par1"})) == 1 << area("aragon")
    assert expeditions(war({"aragon": "c_st1"})) == 0


@rule("aiw", "23.0d")
def test_regional_cavalry_alone_is_an_expedition_and_the_enemy_takes_any_block_for_one() -> None:
    s = war({"aragon": "c_regc1"})
    assert 1 << area("aragon") == expeditions(s) == expeditions(GAME.view(s, LIBERAL))


@pytest.mark.parametrize("places, siege, forts, declared", [
    ({"tolosa": FOUR}, ("vitoria",), {}, True),                                         # the brake matters
    ({"tolosa": FOUR}, (), {}, False),                                                  # nothing to be stopped
    ({"tolosa": FOUR, "vergara": "c_gui1"}, ("vergara",), {"liberal": ["vergara"]}, False),     # no City is besieged
    ({"tolosa": FOUR, "vitoria": "l_ln3"}, ("vitoria",), {"carlist": ["vitoria"]}, False),      # nor a Liberal one
    ({"tolosa": "l_rg1 l_rg2 l_ln1", "inside tolosa": "c_gui1"}, ("vitoria", "tolosa"), {"carlist": ["tolosa"]}, False),
])
@rule("aiw", "9.1k", "5.2c")
def test_when_the_liberal_declares_whether_he_has_an_army_in_the_carlist_zone(
    places: dict[str, str], siege: tuple[str, ...], forts: dict[str, list[str]], declared: bool
) -> None:
    s = war({"vitoria": "c_ala1", **places}, siege=siege, forts={"liberal": ["san_sebastian"], **forts})
    there = in_open(s, LIBERAL, area("tolosa"))
    for b in ids_of(there):
        s.may[b] = sum(1 << UNIT[name] for name in (*FOUR.split(), "l_st1"))
    victory_check(s)
    assert declared == all(not s.may[b] & TRAINS for b in ids_of(there))
    assert [] == s.facts


@pytest.mark.parametrize("regions, points", [(2, 0), (3, 1), (4, 1), (5, 2), (9, 2)])
@rule("aiw", "9.1p")
def test_regions_in_full_uprising_are_worth_points(regions: int, points: int) -> None:
    s = war({})
    s.uprising = [3] * regions + [2] * (9 - regions)
    assert uprising_points(s) == points


@rule("aiw", "9.1c", "4.9d", "11.4i")
def test_a_main_town_pays_whoever_takes_it() -> None:
    s = war({"tudela": "l_ln1", "alfaro": "c_nav1"})
    s.touched = 0
    put(s, block(s, "c_nav1"), area("calahorra"))
    settle(s)
    assert s.vp == 1


@rule("aiw", "9.1v", "4.9d")
def test_a_main_town_that_falls_back_to_its_zone_pays_too() -> None:
    s = war({"calahorra": "c_nav1"})
    put(s, block(s, "c_nav1"), area("lerin"))
    settle(s)
    assert s.vp == -1


@rule("aiw", "4.9g")
def test_while_both_sides_are_there_the_last_controller_keeps_a_town() -> None:
    s = war({"calahorra": "l_ln1", "lerin": "c_nav1"})
    put(s, block(s, "c_nav1"), area("calahorra"))
    settle(s)
    assert s.vp == 0
    put(s, block(s, "l_ln1"), area("alfaro"))
    settle(s)
    assert s.vp == 1


def year_end(s: Aiw, dice: list[int] | None = None) -> Aiw:
    """The End of Year up to its end or its first question."""
    run(s, EndOfYear(), dice)
    return s


@pytest.mark.parametrize("vp, kind", [(1, "points"), (0, "draw"), (-1, "points")])
@rule("aiw", "9.0d", "24.4a", "24.4c")
def test_the_marker_decides_when_the_scenario_ends(vp: int, kind: str) -> None:
    s = war({}, year=1838, forts={"liberal": ("tolosa", "vergara", "estella")})
    s.vp = vp + 1       # war fatigue takes one
    year_end(s, [6])
    assert s.result is not None
    assert s.result["kind"] == kind
    assert s.result["winner"] == (None if not vp else CARLIST if vp > 0 else LIBERAL)


@pytest.mark.parametrize("fort, captor, change", [("liberal", CARLIST, 3), ("carlist", LIBERAL, -3)])
@rule("aiw", "9.1a")
def test_a_city_that_is_captured_is_worth_three(fort: str, captor: int, change: int) -> None:
    besieger = "c_bis1" if captor == CARLIST else "l_ln1"
    s = war({"bilbao": besieger}, forts={fort: ("bilbao",)}, siege=("bilbao",), side=SIDES[captor])
    run(s, Capture(area("bilbao"), captor))
    assert change == s.vp
    assert captor == fort_owner(s, area("bilbao"))
    assert s.result is None


@rule("aiw", "9.1b", "9.0e", "9.1a")
def test_the_second_city_wins_at_once() -> None:
    s = war({"bilbao": "c_bis1"}, forts={"carlist": ("vitoria",)}, siege=("bilbao",))
    s.vp = -8
    run(s, Capture(area("bilbao"), CARLIST))
    assert s.result is not None
    assert (CARLIST, "two_cities") == (s.result["winner"], s.result["kind"])


@rule("aiw", "9.1e")
def test_a_card_moves_the_marker_as_it_says() -> None:
    s = war({}, year=1838, side="liberal")
    run(s, PlayCard(LIBERAL, CARD["munagorri"]), [5])
    assert -1 == s.vp


@pytest.mark.parametrize("steps, box, points", [(1, 1, 0), (3, 3, 0), (4, 0, 1), (5, 1, 1), (8, 0, 2)])
@rule("aiw", "9.1j")
def test_every_fourth_step_of_prestige_is_a_point(steps: int, box: int, points: int) -> None:
    s = war({})
    prestige_forward(s, steps)
    assert (box, points) == (s.prestige, s.vp)


@pytest.mark.parametrize("cities, steps", [(0, 0), (1, 1), (2, 1), (3, 1)])
@rule("aiw", "9.1f", "9.1g", "9.1h")
def test_besieged_cities_move_prestige_by_one_however_many(cities: int, steps: int) -> None:
    names = ("bilbao", "san_sebastian", "vitoria")[:cities]
    units = ("c_bis1", "c_gui1", "c_ala1")
    assert steps == prestige_steps(war(dict(zip(names, units, strict=False)), siege=names))


@rule("aiw", "9.1f")
def test_only_liberal_cities_that_are_besieged_count() -> None:
    assert 0 == prestige_steps(war({"tolosa": "c_gui1"}, forts={"liberal": ("tolosa",)}, siege=("tolosa",)))


@rule("aiw", "9.1k")
def test_an_army_outside_the_carlist_zone_or_of_three_is_no_brake() -> None:
    places = {"castile_leon": "c_cas1", "vitoria": FOUR, "estella": "l_ln3 l_ln4 l_ln5"}
    assert 1 == prestige_steps(war(places))
    places["estella"] += " l_pr1:1"
    assert 0 == prestige_steps(war(places))         # four, at any strength


@rule("aiw", "9.1m", "9.1o")
def test_a_train_left_alone_is_no_expedition() -> None:
    s = war({"aragon": "c_nav1 c_st1"})
    eliminate(s, block(s, "c_nav1"))
    assert (0, 2) == (s.prestige, s.debt)


@rule("aiw", "9.0d", "9.1u")
def test_the_last_roll_can_turn_the_war() -> None:
    s = war({}, year=1838, forts={"liberal": ("tolosa", "vergara")})
    s.vp, s.prestige = 1, 3
    year_end(s, [3])
    assert s.result is not None
    assert (CARLIST, "points") == (s.result["winner"], s.result["kind"])
