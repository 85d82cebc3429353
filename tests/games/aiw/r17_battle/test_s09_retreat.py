"""[17.9] Retreat: where to and by which road, into the Fortress, and what others build upon."""

from __future__ import annotations

import pytest

from tablero.games.aiw.board import ARMY, CARLIST, LIBERAL, TRAINS, UNIT, area
from tablero.games.aiw.rules.r03_turn.s00_player_phase import phase
from tablero.games.aiw.rules.r04_map import settle
from tablero.games.aiw.rules.r17_battle.s09_retreat import (
    ATTACKER,
    DEFENDER,
    EVADER,
    Merge,
    RetreatUnits,
    enter_from_roads,
    ways_out,
)
from tablero.games.aiw.rules.r17_battle.s09_surrounded import depart, weaken_train
from tablero.games.aiw.rules.r18_siege.s02_sortie import refuse_sortie
from tablero.games.aiw.state import INSIDE
from tests.games.aiw.retreat import all_at, beaten, why
from tests.games.aiw.war import asked, at, block, do, guns, heard, knapsack, offered, refused, run, war
from tests.rules import rule

# ------------------------------------------------------------------------------------------------------- where to


@rule("aiw", "17.9a")
def test_the_loser_leaves_by_one_space() -> None:
    s = beaten({"estella": "c_nav1 c_nav2", "lerin": "l_rg1"}, "carlist", "estella", DEFENDER, ["lerin"])
    assert "carlist RetreatUnits" == asked(s)
    assert ("17.9a", "retreat_one_space") == why(s, "retreat c_nav1 salvatierra")
    assert ["retreated carlist estella alsasua 2"] == heard(do(s, "retreat_all alsasua"), "retreated")
    assert {"alsasua"} == all_at(s, "c_nav1", "c_nav2")
    assert "nobody" == asked(s)


@rule("aiw", "17.9a")
@pytest.mark.parametrize("goes, stays", [("c_nav1", "c_nav2"), ("c_nav2", "c_nav1")])
def test_evaders_retreat_too_and_a_rearguard_stays(goes: str, stays: str) -> None:
    places = {"alsasua": "c_nav1 c_nav2 mountain:1", "salvatierra": "l_rg1", "estella": "l_ln1", "segura": "l_ln2"}
    forts = {"carlist": ["alsasua"]}
    s = beaten(places, "carlist", "alsasua", EVADER, ["salvatierra"], stay=stays, forts=forts)
    assert ("12.2e", "evaders_leave_the_space") == why(s, f"retreat {goes} alsasua")
    assert ("17.9a", "block_does_not_retreat") == why(s, f"retreat {stays} irurzun")
    do(s, f"retreat {goes} irurzun", "carry mountain irurzun")
    assert ("irurzun", "alsasua") == (at(s, goes), at(s, stays))
    assert (0, 1) == guns(s, "carlist", "irurzun")
    assert not s.apart


@rule("aiw", "17.9b")
def test_friendly_spaces_come_first() -> None:
    s = beaten({"estella": "c_nav1"}, "carlist", "estella", DEFENDER, ["lerin"])
    spaces = ["alsasua", "amescoas", "los_arcos"]
    assert [*(f"retreat c_nav1 {y}" for y in spaces), *(f"retreat_all {y}" for y in spaces)] == offered(s)
    assert ("17.9b", "retreat_to_friendly_space_first") == why(s, "retreat c_nav1 puente_la_reina")


@rule("aiw", "17.9b")
def test_only_without_a_friendly_space_an_empty_enemy_one_is_left() -> None:
    places = {"estella": "c_nav1", "alsasua": "l_ln1", "amescoas": "l_ln2", "los_arcos": "l_ln3"}
    s = beaten(places, "carlist", "estella", DEFENDER, ["lerin"])
    assert "puente_la_reina" == at(s, "c_nav1")         # nothing to choose


@rule("aiw", "17.9b", "17.9c")
def test_a_besieged_enemy_fortress_is_as_good_as_a_friendly_space() -> None:
    places = {"estella": "c_nav1", "alsasua": "l_ln1", "amescoas": "l_ln2", "puente_la_reina": "c_gui1"}
    forts = {"liberal": ["puente_la_reina"]}
    s = beaten(places, "carlist", "estella", DEFENDER, ["los_arcos"], forts=forts, siege=["puente_la_reina"])
    assert "puente_la_reina" == at(s, "c_nav1")         # not Lerín, which is empty


@rule("aiw", "17.9c")
def test_nobody_retreats_to_an_enemy_unit_or_fortress() -> None:
    places = {"estella": "c_nav1", "alsasua": "l_ln1"}
    s = beaten(places, "carlist", "estella", DEFENDER, ["lerin"], forts={"liberal": ["amescoas", "puente_la_reina"]})
    assert "los_arcos" == at(s, "c_nav1")
    places = {**places, "campezo": "c_nav2"}
    s = beaten(places, "carlist", "estella", DEFENDER, ["lerin"], forts={"liberal": ["los_arcos"]})
    assert "amescoas" == at(s, "c_nav1")
    s = beaten(places, "carlist", "estella", DEFENDER, ["lerin"])
    assert ("17.9c", "retreat_not_to_the_enemy") == why(s, "retreat c_nav1 alsasua")
    s = beaten({"estella": "c_nav1"}, "carlist", "estella", DEFENDER, ["lerin"], forts={"liberal": ["los_arcos"]})
    assert ("17.9c", "retreat_not_to_the_enemy") == why(s, "retreat c_nav1 los_arcos")


@rule("aiw", "17.9d")
def test_units_may_go_different_ways() -> None:
    s = beaten({"estella": "c_nav1 c_nav2 c_nav3"}, "carlist", "estella", DEFENDER, ["lerin"])
    do(s, "retreat c_nav2 alsasua", "retreat c_nav1 los_arcos", "retreat_all alsasua")
    assert ["los_arcos", "alsasua", "alsasua"] == [at(s, f"c_nav{i}") for i in (1, 2, 3)]


@rule("aiw", "17.9d")
def test_liberals_may_do_so_outside_the_carlist_zone() -> None:
    s = beaten({"logrono": "l_rg1 l_rg2", "viana": "c_nav1"}, "liberal", "logrono", DEFENDER, ["viana"])
    do(s, "retreat l_rg1 haro", "retreat l_rg2 najera")
    assert ("haro", "najera") == (at(s, "l_rg1"), at(s, "l_rg2"))
    s = beaten({"vitoria": "l_rg1 l_rg2"}, "liberal", "vitoria", DEFENDER, ["maestu"], forts={"carlist": ["vitoria"]})
    do(s, "retreat l_rg1 espejo", "retreat l_rg2 trevino")
    assert ("espejo", "trevino") == (at(s, "l_rg1"), at(s, "l_rg2"))


# -------------------------------------------------------------------------------------------------------- by which road


@rule("aiw", "17.9e")
def test_attackers_go_back_by_any_road_by_which_their_side_came() -> None:
    places = {"alsasua": "l_rg1 l_rg2", "estella": "c_nav1"}
    s = beaten({"tafalla": "c_nav1 c_nav2"}, "carlist", "tafalla", ATTACKER, ["lerin", "caparroso"])
    assert {"retreat c_nav1 lerin", "retreat c_nav1 caparroso"} < set(offered(s))
    assert ("17.9e", "retreat_by_a_road_of_entry") == why(s, "retreat c_nav1 puente_la_reina")
    s = beaten(places, "liberal", "alsasua", ATTACKER, ["salvatierra"])
    assert {"salvatierra"} == all_at(s, "l_rg1", "l_rg2")


@rule("aiw", "17.9f", "17.9e")
def test_attackers_on_the_roads_retreat_in_the_same_way() -> None:
    places = {"tafalla": "c_nav1 l_rg1", "road caparroso>tafalla": "c_nav2 carlist field:1"}
    s = beaten(places, "carlist", "tafalla", ATTACKER, ["lerin", "caparroso"])
    assert {"retreat c_nav2 lerin", "retreat c_nav2 caparroso"} < set(offered(s))
    do(s, "retreat_all lerin")
    assert {"lerin"} == all_at(s, "c_nav1", "c_nav2")
    assert (1, 0) == guns(s, "carlist", "lerin")
    assert 0 == s.late


@rule("aiw", "17.9f")
def test_units_on_the_roads_cannot_save_what_a_destroyed_group_leaves_behind() -> None:
    places = {"tafalla": "l_rg1 carlist field:2 mountain:1", "road lerin>tafalla": "c_nav2 carlist field:1"}
    s = beaten(places, "carlist", "tafalla", ATTACKER, ["lerin"])
    do(s, "take field", "take field")
    assert "lerin" == at(s, "c_nav2")
    assert ((1, 0), (0, 0), (2, 0)) == tuple(
        guns(s, side, x) for side, x in (("carlist", "lerin"), ("carlist", "tafalla"), ("liberal", "tafalla"))
    )


@rule("aiw", "17.9g")
def test_units_that_sortied_go_back_inside() -> None:
    places = {"vitoria": "l_rg1 l_rg2 liberal field:1 c_nav1", "inside vitoria": "l_st1 liberal field:1"}
    s = beaten(places, "liberal", "vitoria", ATTACKER, siege=["vitoria"], sortied=["l_rg1", "l_rg2"], out=(1, 0, 0))
    assert {"inside vitoria"} == all_at(s, "l_rg1", "l_rg2")
    assert (2, 0) == guns(s, "liberal", "inside vitoria")
    assert 0 == s.sortied


@rule("aiw", "17.9g", "17.9h")
def test_only_those_who_came_out_may_go_in_again() -> None:
    places = {"vitoria": "l_rg1 l_rg2 c_nav1"}
    s = beaten(places, "liberal", "vitoria", ATTACKER, ["espejo", "trevino"], siege=["vitoria"], sortied=["l_rg1"])
    assert "inside vitoria" == at(s, "l_rg1")
    assert ("17.9h", "relief_force_not_inside") == why(s, "retreat l_rg2 vitoria")
    do(s, "retreat l_rg2 espejo")
    assert "espejo" == at(s, "l_rg2")


@rule("aiw", "17.9i")
def test_defenders_avoid_the_roads_by_which_the_enemy_came() -> None:
    s = beaten({"estella": "c_nav1"}, "carlist", "estella", DEFENDER, ["alsasua", "los_arcos"])
    assert "amescoas" == at(s, "c_nav1")
    s = beaten({"estella": "c_nav1"}, "carlist", "estella", DEFENDER, ["alsasua"])
    assert ("17.9i", "enemy_came_by_that_road") == why(s, "retreat c_nav1 alsasua")
    s = war({"estella": "c_nav1 l_rg1"}, side="liberal")
    phase(s).entered.append((area("tafalla"), area("alsasua")))     # another space
    assert area("alsasua") in ways_out(s, CARLIST, area("estella"), DEFENDER)


@rule("aiw", "17.9k")
def test_a_reinforcement_opens_its_road_again() -> None:
    s = beaten({"estella": "c_nav1"}, "carlist", "estella", DEFENDER, ["alsasua", "los_arcos"], since=["alsasua"])
    assert {"retreat c_nav1 alsasua", "retreat c_nav1 amescoas"} < set(offered(s))
    assert ("17.9i", "enemy_came_by_that_road") == why(s, "retreat c_nav1 los_arcos")
    s = war({"estella": "c_nav1 l_rg1"}, side="liberal")
    x, *roads = (area(name) for name in ("estella", "alsasua", "los_arcos", "amescoas"))
    for origin in roads:
        phase(s).entered.append((x, origin))
    phase(s).reopened += [(x, roads[0]), (area("tafalla"), roads[2]), (x, roads[1])]    # one was for another space
    assert {roads[0], roads[1]} == {y for y in ways_out(s, CARLIST, x, DEFENDER) if y in roads}


# --------------------------------------------------------------------------------------------------------- the Fortress


@rule("aiw", "17.9j")
def test_a_defender_goes_into_the_fortress_while_there_is_room() -> None:
    places = {"orduna": "l_rg1 l_rg2", "llodio": "c_nav1"}
    s = beaten(places, "liberal", "orduna", DEFENDER, ["llodio"], forts={"liberal": ["orduna"]})
    assert ("17.9j", "fortress_is_full") == why(s, "retreat_all orduna")
    do(s, "retreat l_rg2 orduna")
    assert "inside orduna" == at(s, "l_rg2")
    assert ("17.9j", "fortress_is_full") == why(s, "retreat l_rg1 orduna")
    do(s, "retreat l_rg1 espejo")
    assert "espejo" == at(s, "l_rg1")


@rule("aiw", "17.9j")
def test_a_city_takes_in_two() -> None:
    s = beaten({"vitoria": "l_rg1 l_rg2"}, "liberal", "vitoria", DEFENDER, ["maestu"])
    do(s, "retreat_all vitoria")
    assert {"inside vitoria"} == all_at(s, "l_rg1", "l_rg2")
    places = {"vitoria": "l_rg1 l_rg2", "inside vitoria": "l_ln1"}
    s = beaten(places, "liberal", "vitoria", DEFENDER, ["maestu"])
    do(s, "retreat l_rg1 vitoria")
    assert ("17.9j", "fortress_is_full") == why(s, "retreat l_rg2 vitoria")


@rule("aiw", "17.9j")
@pytest.mark.parametrize("x, origin, to", [("vitoria", "maestu", "espejo"), ("bilbao", "sodupe", "portugalete")])
def test_guns_train_and_knapsack_may_go_inside_without_a_unit(x: str, origin: str, to: str) -> None:
    places = {x: "l_rg1 l_st4 field:3 mountain:1 knapsack:2", f"inside {x}": "liberal field:2"}
    s = beaten(places, "liberal", x, DEFENDER, [origin], battle=True)
    s.may[block(s, "l_st4")] = ARMY[LIBERAL]
    events = do(s, f"retreat l_st4 {x}", f"retreat l_rg1 {to}")
    events += do(s, f"carry field {x}", f"carry mountain {x}")          # one counter shows four guns
    assert [
        f"went_inside liberal {x} 1", f"retreated liberal {x} {to} 1",
        f"carried liberal field {x} {x} 2", f"carried liberal field {x} {to} 1",
        f"carried liberal mountain {x} {x} 1",
    ] == heard(events, "went_inside", "retreated", "carried")
    do(s, f"carry knapsack {x}")
    assert (f"inside {x}", to, "nobody") == (at(s, "l_st4"), at(s, "l_rg1"), asked(s))
    assert ((4, 1), (1, 0)) == (guns(s, "liberal", f"inside {x}"), guns(s, "liberal", to))
    assert 2 == knapsack(s, "liberal", f"inside {x}")
    assert s.may[block(s, "l_st4")] & TRAINS            # nobody can tell what went in


@rule("aiw", "17.9j", "5.2c")
def test_more_blocks_inside_than_the_fortress_holds_units_are_trains() -> None:
    s = beaten({"orduna": "l_rg1 l_st1"}, "liberal", "orduna", DEFENDER, ["llodio"], forts={"liberal": ["orduna"]})
    for unit in ("l_rg1", "l_st1"):
        s.may[block(s, unit)] = ARMY[LIBERAL]
    do(s, "retreat_all orduna")
    assert [(s.shut[area("orduna")], TRAINS, 1)] == s.facts


@rule("aiw", "17.9j")
def test_a_train_that_is_left_alone_may_still_go_inside() -> None:
    s = beaten({"vitoria": "l_st1 c_nav1"}, "liberal", "vitoria", DEFENDER, ["maestu"])
    do(s, "retreat l_st1 vitoria")
    assert "inside vitoria" == at(s, "l_st1")


@rule("aiw", "17.9j", "18.0c")
@pytest.mark.parametrize("x, origin", [("vitoria", "maestu"), ("bilbao", "sodupe")])
@pytest.mark.parametrize("outside, inside, why_not", [
    ("l_rg1 l_rg2 l_st1", "", ""),                          # two units and a Train fit
    ("l_rg1", "l_st2", ""),
    ("l_st1", "l_ln1 l_ln2", ""),                           # a Train needs no room of units
    ("l_rg1 l_st1 l_st2", "", "one_of_each_inside"),
    ("l_rg1 l_st1", "l_st2", "one_of_each_inside"),
    ("l_rg1 l_rg2", "l_ln1", "fortress_is_full"),
])
def test_all_go_inside_at_a_word_if_all_have_room(x: str, origin: str, outside: str, inside: str, why_not: str) -> None:
    s = beaten({x: outside, f"inside {x}": inside}, "liberal", x, DEFENDER, [origin], secret=True)
    found = refused(s, f"retreat_all {x}")
    assert why_not == (found.key if found else "")


@rule("aiw", "17.9d", "17.9l")
@pytest.mark.parametrize("places, x, origins, played", [
    ({"vitoria": "l_rg1 l_rg2 l_st1", "inside vitoria": "l_ln1"}, "vitoria", ["maestu"], []),
    ({"bilbao": "l_rg1 l_rg2 l_st1 l_st2"}, "bilbao", ["sodupe"], ["retreat l_rg1 portugalete"]),
    ({"orduna": "l_rg1 l_rg2 l_rg3"}, "orduna", ["llodio"], ["retreat l_rg1 espejo"]),
])
def test_written_options_of_a_retreat_are_the_candidates_that_nothing_refuses(
    places: dict[str, str], x: str, origins: list[str], played: list[str]
) -> None:
    s = beaten(places, "liberal", x, DEFENDER, origins, forts={"liberal": ["orduna"]}, secret=True)
    do(s, *played)
    top = s.stack[-1]
    assert isinstance(top, RetreatUnits)
    derived = [act for act in top.candidates(s, LIBERAL) if top.refuse(s, LIBERAL, act) is None]
    assert sorted(derived) == sorted(top.options(s, LIBERAL))


@rule("aiw", "17.9j")
def test_what_is_inside_already_takes_the_place() -> None:
    places = {"vitoria": "l_rg1 field:1 knapsack:1 mountain:1", "inside vitoria": "liberal field:4 knapsack:2"}
    s = beaten(places, "liberal", "vitoria", DEFENDER, ["maestu"], forts={"liberal": ["trevino"]})
    do(s, "retreat l_rg1 espejo")
    assert ("18.0c", "one_of_each_inside") == why(s, "carry knapsack vitoria")
    assert ("17.9n", "guns_go_with_units") == why(s, "carry mountain trevino")
    do(s, "carry mountain vitoria")
    assert ((1, 0), 1) == (guns(s, "liberal", "espejo"), knapsack(s, "liberal", "espejo"))      # no other way


@rule("aiw", "17.9j")
@pytest.mark.parametrize("x, origin, to", [("vitoria", "maestu", "espejo"), ("bilbao", "sodupe", "portugalete")])
def test_one_train_fits_inside(x: str, origin: str, to: str) -> None:
    s = beaten({x: "l_rg1 l_rg2 l_st4", f"inside {x}": "l_st2"}, "liberal", x, DEFENDER, [origin])
    assert ("18.0c", "one_of_each_inside") == why(s, f"retreat l_st4 {x}")
    assert ("18.0c", "one_of_each_inside") == why(s, f"retreat_all {x}")
    do(s, f"retreat l_rg2 {x}")
    assert ("18.0c", "one_of_each_inside") == why(s, f"retreat l_st4 {x}")
    do(s, f"retreat_all {to}")
    assert {to} == all_at(s, "l_rg1", "l_st4")


@rule("aiw", "17.9j", "17.9h")
def test_nobody_retreats_into_a_besieged_fortress() -> None:
    for siege in ([], ["vitoria"]):
        s = war({"vitoria": "l_rg1 c_nav1"}, siege=siege)
        assert (INSIDE + area("vitoria") in ways_out(s, LIBERAL, area("vitoria"), DEFENDER)) == (not siege)


@rule("aiw", "17.9j")
def test_without_a_fortress_nobody_stays() -> None:
    elsewhere, here = {"carlist": ["lerin"]}, {"carlist": ["estella"]}
    s = beaten({"estella": "c_nav1"}, "carlist", "estella", DEFENDER, ["alsasua"], forts=elsewhere, works=here)
    assert ("17.9j", "no_fortress_to_retreat_to") == why(s, "retreat c_nav1 estella")


# ---------------------------------------------------------------------------------- Liberals in the Carlist Zone, cards


@rule("aiw", "17.9l", "17.9d")
def test_liberals_in_the_carlist_zone_go_to_one_space() -> None:
    s = beaten({"orduna": "l_rg1 l_rg2 l_rg3"}, "liberal", "orduna", ATTACKER, ["valmaseda", "espejo"])
    do(s, "retreat l_rg1 espejo")               # nothing is left to choose
    assert {"espejo"} == all_at(s, "l_rg1", "l_rg2", "l_rg3")
    s = beaten({"orduna": "l_rg1 l_st1"}, "liberal", "orduna", ATTACKER, ["valmaseda", "espejo"])
    do(s, "retreat l_rg1 espejo")
    assert "espejo" == at(s, "l_st1")


@rule("aiw", "17.9l", "17.9j")
def test_some_of_them_may_go_inside_all_the_same() -> None:
    places = {"orduna": "l_rg1 l_rg2 l_rg3"}
    s = beaten(places, "liberal", "orduna", DEFENDER, ["llodio"], forts={"liberal": ["orduna"]})
    do(s, "retreat l_rg1 espejo", "retreat l_rg2 orduna")
    assert ("17.9l", "liberals_retreat_together") == why(s, "retreat l_rg3 valmaseda")
    assert ("17.9l", "liberals_retreat_together") == why(s, "retreat_all valmaseda")
    do(s, "retreat l_rg3 espejo")
    assert {"espejo"} == all_at(s, "l_rg1", "l_rg3")


@rule("aiw", "17.9m")
def test_nobody_intercepts_a_retreat() -> None:
    places = {"estella": "c_nav1", "salvatierra": "l_rg1", "irurzun": "l_rg2"}
    s = beaten(places, "carlist", "estella", DEFENDER, ["amescoas", "los_arcos"], command=(5, 5))
    assert ("alsasua", "nobody", [5, 5]) == (at(s, "c_nav1"), asked(s), s.command)


# ------------------------------------------------------------------------------------------- retreat and other combats


@rule("aiw", "17.9r")
def test_those_who_retreated_are_marked_for_the_phase() -> None:
    s = beaten({"estella": "c_nav1", "alsasua": "c_nav2"}, "carlist", "estella", DEFENDER, ["amescoas", "los_arcos"])
    assert "alsasua" == at(s, "c_nav1")
    assert 1 << block(s, "c_nav1") == s.retreated


@rule("aiw", "12.2i", "17.9r")
def test_who_retreats_has_left_the_place_where_he_stood() -> None:
    s = war({"estella": "c_nav1 c_nav2"})
    first, second = (1 << block(s, unit) for unit in ("c_nav1", "c_nav2"))
    s.stood = first | second
    depart(s, block(s, "c_nav1"), area("alsasua"))
    assert (first, second) == (s.retreated, s.stood)


@rule("aiw", "17.9r")
def test_a_unit_that_went_back_into_its_fortress_does_not_sortie() -> None:
    s = beaten({"vitoria": "l_rg1 c_nav1"}, "liberal", "vitoria", ATTACKER, siege=["vitoria"], sortied=["l_rg1"])
    found = refuse_sortie(s, LIBERAL, area("vitoria"))
    assert found is not None
    assert "17.9r" == found.rule


# ----------------------------------------------------------------------------------------------- what others build upon


@rule("aiw", "11.4l")
def test_the_units_on_the_roads_enter_the_space_that_their_side_has_won() -> None:
    roads = {"road lerin>estella": "l_rg2 l_st1 field:2", "road lerin>tafalla": "l_ln1 field:1"}
    s = war({"estella": "l_rg1", **roads}, side="liberal")
    enter_from_roads(s, LIBERAL, area("estella"))
    assert ["came_from_roads liberal estella 2"] == heard(s.events, "came_from_roads")
    settle(s)
    assert {"estella"} == all_at(s, "l_rg2", "l_st1")
    assert ((2, 0), "road lerin>tafalla") == (guns(s, "liberal", "estella"), at(s, "l_ln1"))


@rule("aiw", "17.9e", "17.9j", "17.9o")
def test_ways_out_names_spots() -> None:
    s = war({"castro_urdiales": "l_rg1"}, side="carlist", forts={"liberal": ["castro_urdiales"]})
    phase(s).entered.append((area("castro_urdiales"), area("valmaseda")))
    ways = ways_out(s, LIBERAL, area("castro_urdiales"), DEFENDER)
    ports = [area(name) for name in ("bilbao", "portugalete", "laredo", "san_sebastian")]
    assert [*ports, INSIDE + area("castro_urdiales")] == ways
    assert [area("valmaseda")] == ways_out(s, LIBERAL, area("castro_urdiales"), ATTACKER)
    assert [area(n) for n in ("bilbao", "portugalete", "valmaseda", "laredo", "san_sebastian")] == ways_out(
        s, LIBERAL, area("castro_urdiales"), ATTACKER, landed=True
    )


@rule("aiw", "17.9j", "5.2a")
def test_who_is_asked_beside_a_fortress_has_shown_something_of_his_blocks() -> None:
    assert beaten({"vitoria": "l_rg1 l_rg2"}, "liberal", "vitoria", DEFENDER, ["maestu"]).revealed
    assert not beaten({"estella": "c_nav1 c_nav2"}, "carlist", "estella", DEFENDER, ["lerin"]).revealed


@rule("aiw", "5.2a")
def test_a_retreat_shows_no_more_than_that_somebody_can_march() -> None:
    s = beaten({"estella": "c_st1 c_nav1 c_nav2"}, "carlist", "estella", DEFENDER, ["lerin"], secret=True)
    everything = s.may[block(s, "c_nav2")]
    for b in (block(s, "c_st1"), block(s, "c_nav1"), block(s, "c_nav2")):
        s.may[b] |= 1 << UNIT["c_st1"] | 1 << UNIT["c_nav1"] | 1 << UNIT["c_nav2"]
    lowest = min(block(s, u) for u in ("c_st1", "c_nav1", "c_nav2"))
    do(s, "retreat c_nav2 alsasua")
    assert lowest == block(s, "c_nav2")
    assert not s.may[lowest] & TRAINS
    do(s, "retreat_all amescoas")
    assert s.may[block(s, "c_nav1")] & TRAINS
    assert everything


@rule("aiw", "16.0w")
def test_a_train_that_is_weakened_is_known_as_one() -> None:
    s = war({"estella": "c_st1:1 c_nav1"})
    weaken_train(s, s.open[area("estella")])
    assert "box" == at(s, "c_st1")
    run(s, Merge(CARLIST))
    assert "nobody" == asked(s)
