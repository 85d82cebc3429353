"""[9.2] Luchana: reinforcements, gunboats, the bridge, Espartero, the weather."""

from __future__ import annotations

import pytest

from tablero.games.dpyr.state import GONE, OUT, Dpyr
from tests.games.dpyr.battlefield import asked, at, battlefield, damage, do, hex_, offered, refused, unit
from tests.rules import rule

NEW_TURN_CARLIST, NEW_TURN_LIBERAL = (0, 0, 0), (0, 0, 3)       # two orders of drawing, then the activation marker

AREA_D = ["1908", "1909", "1910", "2007", "2008", "2009", "2107", "2108", "2109", "2208"]
AREA_C = ["0902", "0903", "1002", "1003", "1004", "1102", "1103", "1104", "1202", "1203"]
FAR = {"c_viz_1": "1514", "l_sor_1": "0101", "l_gefe_oraa": "0102"}


def luchana(units: dict[str, str], active: str = "liberal", turn: int = 1, **more: object) -> Dpyr:
    """The battle's own map; a unit a side and Oráa stand out of everybody's way."""
    return battlefield("luchana", FAR | units, active, turn, **more)        # type: ignore[arg-type]


# --------------------------------------------------------------------------------------------- the Carlist horse


@rule("dpyr", "9.2e")
def test_in_turn_six_two_cavalry_units_come_before_the_first_carlist_action() -> None:
    s = luchana({}, "carlist", turn=6)
    assert "PlaceArrival" == asked(s)
    assert [f"place {name}" for name in AREA_D] == sorted(offered(s))
    assert ("9.2e", "arrival_not_there") == refused(s, "place 1111")
    assert ("arrived", (unit(s, "c_cav_cas_1"), hex_("2008"))) in do(s, "place 2008", "done")
    assert "PlaceArrival" == asked(s)
    do(s, "place 2108", "done")
    assert ("2008", "2108") == (at(s, "c_cav_cas_1"), at(s, "c_cav_nav_4"))
    assert "ChooseAction" == asked(s)
    do(s, "montear")
    assert {"move c_cav_cas_1", "move c_cav_nav_4"} <= set(offered(s))


@rule("dpyr", "9.2e")
def test_they_come_neither_before_turn_six_nor_in_a_liberal_activation() -> None:
    assert "ChooseAction" == asked(luchana({}, "carlist", turn=5))
    s = luchana({}, "liberal", turn=6, chits=("carlist",))
    assert "ChooseAction" == asked(s)
    do(s, "pass", dice=[0])
    assert "PlaceArrival" == asked(s)


@rule("dpyr", "9.2e")
def test_they_stand_within_stacking_and_not_next_to_an_enemy() -> None:
    s = luchana({"l_rey": "1909", "c_viz_5": "2107", "c_ala_3": "2107", "c_cas_2": "2208"}, "carlist", turn=6)
    assert {"place 2007", "place 2108", "place 2109", "place 2208"} == set(offered(s))
    assert ("9.2e", "arrival_not_there") == refused(s, "place 2008")       # next to an enemy
    assert ("9.2e", "arrival_not_there") == refused(s, "place 1909")       # an enemy's
    assert ("9.2e", "arrival_not_there") == refused(s, "place 2107")       # full


@rule("dpyr", "9.2e")
def test_without_a_free_hex_they_come_in_the_first_later_activation_that_has_one() -> None:
    s = luchana({"l_rey": "1909", "l_infante": "2108"}, "carlist", turn=6, chits=("liberal", "carlist"))
    assert "ChooseAction" == asked(s)
    do(s, "pass", dice=[0])
    do(s, "montear", "move l_infante", "to 2206")
    do(s, "done", dice=[0])
    assert "PlaceArrival" == asked(s)
    assert "place 2108" in offered(s)
    assert "place 2107" not in offered(s)


@rule("dpyr", "9.2e")
def test_if_only_one_finds_room_the_other_waits() -> None:
    enemies = {"l_rey": "1909", "l_infante": "2006"}               # only 2108, 2109 and 2208 are out of their reach
    stacks = {"c_cas_2": "2208", "c_cas_4": "2208", "c_viz_4": "2109", "c_nav_6": "2109", "c_gui_2": "2108"}
    s = luchana(enemies | stacks, "carlist", turn=6)
    assert "Dress" == asked(s)                      # the sole hex was taken at once
    do(s, "done")
    assert ("2108", "") == (at(s, "c_cav_cas_1"), at(s, "c_cav_nav_4"))
    assert "ChooseAction" == asked(s)


# ------------------------------------------------------------------------------------------------------ gunboats


def reach(s: Dpyr, name: str, action: str = "gunboats") -> set[str]:
    """The hexes a unit is offered in a march."""
    s = s.clone()
    do(s, action, f"move {name}")
    return {option.removeprefix("to ") for option in offered(s) if option.startswith("to ")}


@rule("dpyr", "9.2g")
def test_the_gunboats_carry_units_that_start_by_the_river_across() -> None:
    s = luchana({"l_rey": "0603"})
    assert not {"0802", "0803"} & reach(s, "l_rey", "montear")
    assert {"0802", "0803"} <= reach(s, "l_rey", "gunboats")
    do(s, "gunboats", "move l_rey", "to 0803")
    assert "0803" == at(s, "l_rey")


@rule("dpyr", "9.2g")
def test_a_unit_that_starts_away_from_the_river_does_not_cross() -> None:
    s = luchana({"l_art_wylde": "0603", "l_art_pamplona": "0504"})
    assert {"0802", "0803"} <= reach(s, "l_art_wylde")
    assert "0603" in reach(s, "l_art_pamplona")
    assert not {"0802", "0803"} & reach(s, "l_art_pamplona")        # three hexes away, but it starts in the fields


@rule("dpyr", "9.2g", "6.1b")
def test_nobody_ends_in_the_river() -> None:
    s = luchana({"l_rey": "0603"})
    river = {name for name in ("0602", "0703", "0704", "0804") if s.b.field.river >> hex_(name) & 1}
    assert not river & reach(s, "l_rey")
    do(s, "gunboats", "move l_rey")
    assert ("6.1b", "river") == refused(s, "to 0703")


@rule("dpyr", "9.2g")
def test_guns_march_two_hexes_further_wherever_they_are() -> None:
    s = luchana({"l_art_wylde": "0305", "l_rey": "0306"})
    ways = {"0304", "0303", "0302"}
    assert {"0304"} == ways & reach(s, "l_art_wylde", "montear")
    assert ways == ways & reach(s, "l_art_wylde", "gunboats")
    assert "0301" not in reach(s, "l_art_wylde", "gunboats")
    assert reach(s, "l_rey", "montear") == reach(s, "l_rey", "gunboats")


@rule("dpyr", "9.2g", "4.1b")
def test_by_road_guns_go_no_further_than_without_gunboats() -> None:
    line = [f"10{row:02}" for row in range(4, 12)]
    units = {"l_art_wylde": line[0], "l_gefe_oraa": "0102", "c_viz_5": "2015"}
    s = battlefield("luchana", units, active="liberal", ground={}, roads=(" ".join(line),))
    for action in ("montear", "gunboats"):
        assert set(line[1:5]) == reach(s, "l_art_wylde", action) & set(line)


@rule("dpyr", "9.2g", "4.1d", "4.1e")
def test_the_limits_of_montear_stay() -> None:
    s = luchana({"l_rey": "0603", "c_viz_5": "0902"})
    assert {"0803"} == {"0802", "0803"} & reach(s, "l_rey")
    do(s, "gunboats", "move l_rey")
    assert "4.1d" == refused(s, "to 0802").rule
    s = luchana({"l_art_wylde": "0603", "c_cav_nav_4": "0702"})    # horse bars the way through the hexes beside it
    assert {"0903"} == {"0902", "0903"} & reach(s, "l_art_wylde")


@rule("dpyr", "9.2g")
def test_the_gunboats_come_once_in_a_battle() -> None:
    s = luchana({"l_rey": "0603"}, chits=("liberal",))
    assert "gunboats" in offered(s)
    do(s, "gunboats")
    do(s, "done", dice=[0])
    assert "gunboats" not in offered(s)
    assert ("9.2g", "gunboats_used") == refused(s, "gunboats")
    assert "montear" in offered(s)
    assert not {"0802", "0803"} & reach(s, "l_rey", "montear")


@rule("dpyr", "9.2g")
def test_the_gunboats_are_british_and_lie_at_luchana() -> None:
    carlist = luchana({}, "carlist")
    assert "gunboats" not in offered(carlist)
    assert refused(carlist, "gunboats") is not None
    assert "gunboats" not in offered(battlefield("maella", {"c_tor_1": "1008", "l_cor_1": "1012"}, "liberal"))


@rule("dpyr", "9.2g")
def test_gunboats_are_a_montear_and_units_may_then_stay_where_they_are() -> None:
    s = luchana({"l_rey": "0603", "l_cav_british": "0605"})
    told = do(s, "gunboats")
    assert ("gunboats", (1,)) in told
    assert {"move l_rey", "move l_cav_british"} <= set(offered(s))
    do(s, "move l_rey")
    assert {"halt", "square"} <= set(offered(s))


# ---------------------------------------------------------------------------------------------------- the bridge

NORTH, SOUTH, BRIDGE = "1107", "1109", "1108"


@rule("dpyr", "9.2h")
@pytest.mark.parametrize(("die", "repaired"), [(1, False), (4, False), (5, True), (6, True)])
def test_a_liberal_unit_by_the_bridge_repairs_it_on_five_or_six(die: int, repaired: bool) -> None:
    s = luchana({"l_rey": NORTH})
    assert "RepairBridge" == asked(s)
    assert {"pass", "repair"} == set(offered(s))
    do(s, "repair", dice=[die])
    assert repaired == s.bridge_repaired
    assert "ChooseAction" == asked(s)               # the activation goes on


@rule("dpyr", "9.2h")
@pytest.mark.parametrize(("die", "repaired"), [(3, False), (4, True)])
def test_units_on_both_banks_add_one(die: int, repaired: bool) -> None:
    s = luchana({"l_rey": NORTH, "l_infante": SOUTH})
    do(s, "repair", dice=[die])
    assert repaired == s.bridge_repaired
    s = luchana({"l_rey": NORTH, "l_infante": "1007"})             # two units on the same bank
    do(s, "repair", dice=[4])
    assert not s.bridge_repaired


@rule("dpyr", "9.2h")
def test_only_liberal_combat_units_next_to_the_bridge_repair_it_in_a_liberal_activation() -> None:
    assert "ChooseAction" == asked(luchana({"l_rey": "1106"}))
    assert "ChooseAction" == asked(luchana({"l_gefe_oraa": NORTH}))
    assert "ChooseAction" == asked(luchana({"c_viz_5": SOUTH}))
    assert "ChooseAction" == asked(luchana({"l_rey": NORTH}, "carlist"))
    assert "RepairBridge" == asked(luchana({"l_art_wylde": NORTH}))
    s = luchana({"l_rey": NORTH, "l_gefe_oraa": SOUTH})            # a Gefe on the other bank adds nothing
    do(s, "repair", dice=[4])
    assert not s.bridge_repaired


@rule("dpyr", "9.2h")
def test_one_try_in_each_activation_until_it_is_repaired() -> None:
    s = luchana({"l_rey": NORTH}, chits=("liberal", "liberal", "liberal"))
    do(s, "repair", dice=[4])
    do(s, "pass", dice=[0])
    assert "RepairBridge" == asked(s)
    do(s, "pass")
    assert "ChooseAction" == asked(s)
    do(s, "pass", dice=[0])
    do(s, "repair", dice=[5])
    do(s, "pass", dice=[0])
    assert "ChooseAction" == asked(s)


@rule("dpyr", "9.2h", "6.1b")
def test_the_broken_bridge_cannot_be_entered_and_the_repaired_one_carries_the_road() -> None:
    s = luchana({"l_rey": NORTH})
    do(s, "pass")
    assert BRIDGE not in reach(s, "l_rey", "montear")
    assert not {"1109", "1110", "1111"} & reach(s, "l_rey", "montear")
    do(s, "montear", "move l_rey")
    assert ("6.1b", "river") == refused(s, f"to {BRIDGE}")
    s = luchana({"l_rey": NORTH})
    do(s, "repair", dice=[5])
    assert {BRIDGE, "1109", "1110", "1111"} <= reach(s, "l_rey", "montear")     # one to four hexes by road
    assert {BRIDGE, "1109"} <= reach(s, "l_rey", "mojar")


@rule("dpyr", "9.2h")
def test_the_repaired_bridge_serves_both_sides_for_the_rest_of_the_game() -> None:
    s = luchana({"l_rey": NORTH, "c_viz_5": SOUTH}, chits=())
    do(s, "repair", dice=[6])
    do(s, "pass", dice=[*NEW_TURN_CARLIST])
    assert 2 == s.turn
    assert BRIDGE in reach(s, "c_viz_5", "mojar")


# ----------------------------------------------------------------------------------------------------- Espartero


@rule("dpyr", "9.2i")
def test_in_the_first_liberal_activation_of_turn_eight_espartero_takes_oraas_place() -> None:
    units = {"l_gefe_oraa": "1003 fire=2 shock=2", "l_rey": "1003 facing=NW"}
    s = luchana(units, turn=8)
    assert "ChooseAction" == asked(s)
    assert ("1003", "") == (at(s, "l_gefe_espartero"), at(s, "l_gefe_oraa"))
    assert (0, 0) == damage(s, "l_gefe_espartero")
    assert OUT == s.at[unit(s, "l_gefe_oraa")]
    assert (unit(s, "l_gefe_espartero"), unit(s, "l_rey")) == s.piles[hex_("1003")]
    assert s.facing[unit(s, "l_rey")] == s.facing[unit(s, "l_gefe_espartero")]


@rule("dpyr", "9.2i")
def test_oraa_commands_until_then() -> None:
    for active, turn in ("liberal", 7), ("carlist", 8):
        s = luchana({"l_gefe_oraa": "1003", "c_cav_cas_1": "2007", "c_cav_nav_4": "2008"}, active, turn)
        assert ("", "1003") == (at(s, "l_gefe_espartero"), at(s, "l_gefe_oraa"))


@rule("dpyr", "9.2i")
def test_if_oraa_falls_earlier_espartero_enters_in_the_centre_in_the_next_turn() -> None:
    s = luchana({"l_gefe_oraa": "1003 shock=5", "c_viz_5": "1105"}, turn=4, chits=())
    do(s, "pass", dice=[*NEW_TURN_LIBERAL])
    assert (5, "PlaceArrival") == (s.turn, asked(s))
    assert [f"place {name}" for name in AREA_C] == sorted(offered(s))       # in any of them, even next to an enemy
    assert ("9.2i", "gefe_arrival_not_there") == refused(s, "place 0404")
    do(s, "place 1104", "done")
    assert "1104" == at(s, "l_gefe_espartero")
    assert "ChooseAction" == asked(s)


@rule("dpyr", "9.2i")
def test_he_comes_in_a_liberal_activation_and_only_once() -> None:
    s = luchana({"l_gefe_oraa": "1003 shock=5"}, turn=4, chits=())
    do(s, "pass", dice=[*NEW_TURN_CARLIST])
    assert ("ChooseAction", "") == (asked(s), at(s, "l_gefe_espartero"))
    do(s, "pass", dice=[2])
    do(s, "place 1003", "done")
    do(s, "pass", dice=[2])
    assert ("ChooseAction", "1003") == (asked(s), at(s, "l_gefe_espartero"))
    s = luchana({"l_gefe_oraa": "1003 shock=5"}, turn=7, chits=())
    do(s, "pass", dice=[*NEW_TURN_LIBERAL])
    assert (8, "PlaceArrival") == (s.turn, asked(s))


@rule("dpyr", "9.2i", "5.3d", "5.3h")
def test_oraas_fall_does_not_weigh_on_the_rolls_but_there_is_no_gefe_on_the_map() -> None:
    s = luchana({"l_gefe_oraa": "1003 shock=5", "l_rey": "1010 fire=3"}, turn=4, chits=())
    do(s, "pass", dice=[4, 4])                      # a Pistolo's number, unmodified
    assert "PlaceRallied" == asked(s)
    assert (0, 1) == damage(s, "l_rey")
    s = luchana({"l_gefe_oraa": "1003 shock=5", "l_rey": "1010 fire=3"}, turn=4, chits=())
    do(s, "pass", dice=[4, 3, *NEW_TURN_CARLIST])
    assert GONE == s.at[unit(s, "l_rey")]


@rule("dpyr", "9.2i", "5.3d")
def test_nobody_comes_for_a_carlist_gefe_who_falls() -> None:
    for rally, rallies in ([5, 4], False), ([5, 5], True):          # 8, and 2 more without the Gefe
        s = luchana({"c_gefe_noboa": "1305 shock=5", "c_nav_6": "1105 fire=3"}, turn=17, chits=())
        do(s, "pass", dice=rally)
        assert rallies == (not s.over and asked(s) == "PlaceRallied")


@rule("dpyr", "9.2i", "5.3d")
def test_the_penalty_comes_when_espartero_falls() -> None:
    for rally, rallies in ([5, 4], False), ([5, 5], True):
        s = luchana({"l_gefe_oraa": "1003", "l_rey": "1010 fire=3"}, turn=17, chits=())
        s.shock[unit(s, "l_gefe_espartero")] = 5
        do(s, "pass", dice=rally)
        assert rallies == (not s.over and asked(s) == "PlaceRallied")


@rule("dpyr", "9.2i", "5.3d")
def test_the_penalty_of_espartero_lasts_for_the_next_turn_too() -> None:
    s = luchana({"l_gefe_oraa": "1003", "c_cav_cas_1": "2007", "c_cav_nav_4": "2008"}, turn=9, chits=())
    s.shock[unit(s, "l_gefe_espartero")] = 5
    do(s, "pass", dice=[*NEW_TURN_LIBERAL])
    assert ("ChooseAction", 10) == (asked(s), s.turn)              # and nobody replaces him
    s.fire[unit(s, "l_sor_1")], s.chits = 3, []
    told = do(s, "pass", dice=[5, 4])
    assert ("eliminated", (unit(s, "l_sor_1"),)) in told


# --------------------------------------------------------------------------------------------------- the weather

WEATHER = pytest.mark.parametrize(("turn", "option", "bad"), [
    (1, "from_turn_6", False), (5, "from_turn_6", False), (6, "from_turn_6", True), (17, "from_turn_6", True),
    (1, "until_turn_5", True), (5, "until_turn_5", True), (6, "until_turn_5", False), (17, "until_turn_5", False),
])
THERE = {"l_gefe_oraa": "0101", "c_cav_cas_1": "2801", "c_cav_nav_4": "2801"}


def in_the_open(units: dict[str, str], active: str, turn: int, option: str) -> Dpyr:
    return battlefield("luchana", THERE | units, active, turn, ground={}, luchana_weather=option)


@rule("dpyr", "9.2j")
@WEATHER
@pytest.mark.parametrize(
    ("active", "firer", "target"), [("carlist", "c_viz_1", "l_sor_1"), ("liberal", "l_sor_1", "c_viz_1")]
)
def test_musketry_suffers_by_one(turn: int, option: str, bad: bool, active: str, firer: str, target: str) -> None:
    for way in (["batir"], ["campi", "done"]):
        s = in_the_open({firer: "1404", target: "1406"}, active, turn, option)
        do(s, *way, f"aim {firer}")
        told = do(s, "fire 1406", dice=[1, 6])
        assert [2 - bad] == [args[2] for kind, args in told if kind == "fired"]         # usable factor of a Pistolo's 2


@rule("dpyr", "9.2j")
@WEATHER
@pytest.mark.parametrize(("shot", "distance", "beat"), [("shoot", 2, 6), ("canister", 2, 8), ("shoot", 5, 9)])
def test_guns_fire_as_if_two_hexes_further(
    turn: int, option: str, bad: bool, shot: str, distance: int, beat: int
) -> None:
    target = f"14{4 + distance:02}"
    s = in_the_open({"c_art_seurra": "1404", "l_sor_1": target, "l_rey": "2816"}, "carlist", turn, option)   # factor 4
    do(s, "bala_rasa", "load c_art_seurra", "aim c_art_seurra")
    told = do(s, f"{shot} {target}", dice=[1, 1, 0])
    assert [beat + 2 * bad] == [args[2] for kind, args in told if kind in ("shot", "canister")]


@rule("dpyr", "9.2j")
@WEATHER
def test_rebote_is_impossible(turn: int, option: str, bad: bool) -> None:
    s = in_the_open({"l_art_wylde": "1404", "c_viz_1": "1406", "c_viz_5": "1408"}, "liberal", turn, option)
    do(s, "bala_rasa", "load l_art_wylde", "aim l_art_wylde")
    assert bad == ("rebound 1406" not in offered(s))
    assert (("9.2j", "no_rebound_in_bad_weather") if bad else None) == refused(s, "rebound 1406")


@rule("dpyr", "9.2j")
def test_the_weather_is_that_of_luchana_alone() -> None:
    units = {"c_tor_1": "1404", "c_art_xocolate": "1404", "l_cor_1": "1406", "l_cor_2": "1408"}
    s = battlefield("maella", units, turn=9, chits=("carlist",), ground={})
    do(s, "batir", "aim c_tor_1")
    told = do(s, "fire 1406", dice=[1, 6])
    assert [2] == [args[2] for kind, args in told if kind == "fired"]
    do(s, "done", dice=[0])
    do(s, "bala_rasa", "load c_art_xocolate", "aim c_art_xocolate")
    assert "rebound 1406" in offered(s)
