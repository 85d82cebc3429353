"""[17.9] Retreat, surrounded units, merging."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from tablero.games.aiw.board import CARLIST, LIBERAL, SIDES, TRAINS, UNIT, area
from tablero.games.aiw.rules.r03_phase import phase
from tablero.games.aiw.rules.r04_map import settle
from tablero.games.aiw.rules.r11_3_escorts import check_escorts
from tablero.games.aiw.rules.r17_9_retreat import ATTACKER, DEFENDER, EVADER, Merge, Retreat, enter_from_roads, ways_out
from tablero.games.aiw.rules.r17_9_surrounded import weaken_train
from tablero.games.aiw.rules.r18_siege import refuse_sortie
from tablero.games.aiw.state import INSIDE, SEA, Aiw
from tablero.kernel.bits import bitset
from tests.games.aiw.war import asked, at, block, do, guns, knapsack, offered, refused, run, strength, told, war
from tests.rules import rule

Places = dict[str, str]


def beaten(
    places: Places, loser: str, x: str, role: int, came: Iterable[str] = (), *, since: Iterable[str] = (),
    stay: str = "", landed: Iterable[str] = (), sortied: Iterable[str] = (), battle: bool = False, **more: object,
) -> Aiw:
    """A side must leave a space; the phasing side came there by these roads, defenders since by those."""
    side = SIDES.index(loser)
    phasing = side if role == ATTACKER else 1 - side
    s = war(places, side=SIDES[phasing], **more)  # type: ignore[arg-type]
    for name in came:
        phase(s).entered += (area(x), SEA if name == "sea" else area(name))
    for name in since:
        phase(s).reopened += (area(x), area(name))
    s.landed = bitset(block(s, name) for name in landed)
    s.sortied = bitset(block(s, name) for name in sortied)
    run(s, Retreat(side, area(x), role, stay=1 << block(s, stay) if stay else 0, battle=battle))
    return s


def all_at(s: Aiw, *units: str) -> set[str]:
    return {at(s, unit) for unit in units}


def why(s: Aiw, text: str) -> tuple[str, str]:
    found = refused(s, text)
    assert found is not None, f"{text} is offered"
    return found.rule, found.key


# ------------------------------------------------------------------------------------------------------- where to


@rule("aiw", "17.9a")
def test_the_loser_leaves_by_one_space() -> None:
    s = beaten({"estella": "c_nav1 c_nav2", "lerin": "l_rg1"}, "carlist", "estella", DEFENDER, ["lerin"])
    assert "carlist RetreatUnits" == asked(s)
    assert ("17.9a", "retreat_one_space") == why(s, "retreat c_nav1 salvatierra")
    do(s, "retreat_all alsasua")
    assert {"alsasua"} == all_at(s, "c_nav1", "c_nav2")
    assert "nobody" == asked(s)


@rule("aiw", "17.9a")
def test_evaders_retreat_too_and_a_rearguard_stays() -> None:
    places = {"alsasua": "c_nav1 c_nav2 mountain:1", "salvatierra": "l_rg1", "estella": "l_ln1", "segura": "l_ln2"}
    forts = {"carlist": ["alsasua"]}
    s = beaten(places, "carlist", "alsasua", EVADER, ["salvatierra"], stay="c_nav2", forts=forts)
    assert ("12.2e", "evaders_leave_the_space") == why(s, "retreat c_nav1 alsasua")
    do(s, "retreat c_nav1 irurzun", "carry mountain irurzun")
    assert ("irurzun", "alsasua") == (at(s, "c_nav1"), at(s, "c_nav2"))
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
    assert "lerin" == at(s, "c_nav2")
    assert ((1, 0), (0, 0), (2, 0)) == tuple(
        guns(s, side, x) for side, x in (("carlist", "lerin"), ("carlist", "tafalla"), ("liberal", "tafalla"))
    )


@rule("aiw", "17.9g")
def test_units_that_sortied_go_back_inside() -> None:
    places = {"vitoria": "l_rg1 l_rg2 liberal field:1 c_nav1", "inside vitoria": "l_st1 liberal field:1"}
    s = beaten(places, "liberal", "vitoria", ATTACKER, siege=["vitoria"], sortied=["l_rg1", "l_rg2"])
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
    phase(s).entered += (area("tafalla"), area("alsasua"))      # another space
    assert area("alsasua") in ways_out(s, CARLIST, area("estella"), DEFENDER)


@rule("aiw", "17.9k")
def test_a_reinforcement_opens_its_road_again() -> None:
    s = beaten({"estella": "c_nav1"}, "carlist", "estella", DEFENDER, ["alsasua", "los_arcos"], since=["alsasua"])
    assert {"retreat c_nav1 alsasua", "retreat c_nav1 amescoas"} < set(offered(s))
    assert ("17.9i", "enemy_came_by_that_road") == why(s, "retreat c_nav1 los_arcos")


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
def test_guns_train_and_knapsack_may_go_inside_without_a_unit() -> None:
    places = {"vitoria": "l_rg1 l_st1 field:3 mountain:1 knapsack:2", "inside vitoria": "liberal field:2"}
    s = beaten(places, "liberal", "vitoria", DEFENDER, ["maestu"])
    do(s, "retreat l_st1 vitoria", "retreat l_rg1 espejo")
    do(s, "carry field vitoria", "carry mountain vitoria", "carry knapsack vitoria")      # one counter shows four guns
    assert ("inside vitoria", "espejo") == (at(s, "l_st1"), at(s, "l_rg1"))
    assert ((4, 1), (1, 0)) == (guns(s, "liberal", "inside vitoria"), guns(s, "liberal", "espejo"))
    assert 2 == knapsack(s, "liberal", "inside vitoria")


@rule("aiw", "17.9j")
def test_what_is_inside_already_takes_the_place() -> None:
    places = {"vitoria": "l_rg1 field:1 knapsack:1 mountain:1", "inside vitoria": "liberal field:4 knapsack:2"}
    s = beaten(places, "liberal", "vitoria", DEFENDER, ["maestu"])
    do(s, "retreat l_rg1 espejo")
    assert ("18.0c", "one_of_each_inside") == why(s, "carry knapsack vitoria")
    do(s, "carry mountain vitoria")
    assert ((1, 0), 1) == (guns(s, "liberal", "espejo"), knapsack(s, "liberal", "espejo"))      # no other way


@rule("aiw", "17.9j")
def test_one_train_fits_inside() -> None:
    s = beaten({"vitoria": "l_rg1 l_st1", "inside vitoria": "l_st2"}, "liberal", "vitoria", DEFENDER, ["maestu"])
    assert ("18.0c", "one_of_each_inside") == why(s, "retreat l_st1 vitoria")
    assert ("18.0c", "one_of_each_inside") == why(s, "retreat_all vitoria")
    do(s, "retreat_all espejo")
    assert {"espejo"} == all_at(s, "l_rg1", "l_st1")


@rule("aiw", "17.9j")
def test_without_a_fortress_nobody_stays() -> None:
    s = beaten({"estella": "c_nav1"}, "carlist", "estella", DEFENDER, ["alsasua"], works={"carlist": ["estella"]})
    assert ("17.9j", "no_fortress_to_retreat_to") == why(s, "retreat c_nav1 estella")


# ---------------------------------------------------------------------------------- Liberals in the Carlist Zone, cards


@rule("aiw", "17.9l", "17.9d")
def test_liberals_in_the_carlist_zone_go_to_one_space() -> None:
    s = beaten({"orduna": "l_rg1 l_rg2 l_rg3"}, "liberal", "orduna", ATTACKER, ["valmaseda", "espejo"])
    do(s, "retreat l_rg1 espejo")               # nothing is left to choose
    assert {"espejo"} == all_at(s, "l_rg1", "l_rg2", "l_rg3")


@rule("aiw", "17.9l", "17.9j")
def test_some_of_them_may_go_inside_all_the_same() -> None:
    places = {"orduna": "l_rg1 l_rg2 l_rg3"}
    s = beaten(places, "liberal", "orduna", DEFENDER, ["llodio"], forts={"liberal": ["orduna"]})
    do(s, "retreat l_rg1 espejo", "retreat l_rg2 orduna")
    assert ("17.9l", "liberals_retreat_together") == why(s, "retreat l_rg3 valmaseda")
    do(s, "retreat l_rg3 espejo")
    assert {"espejo"} == all_at(s, "l_rg1", "l_rg3")


@rule("aiw", "17.9m")
def test_nobody_intercepts_a_retreat() -> None:
    places = {"estella": "c_nav1", "salvatierra": "l_rg1", "irurzun": "l_rg2"}
    s = beaten(places, "carlist", "estella", DEFENDER, ["amescoas", "los_arcos"], command=(5, 5))
    assert ("alsasua", "nobody", [5, 5]) == (at(s, "c_nav1"), asked(s), s.command)


# ---------------------------------------------------------------------------------------------- guns, Trains, Knapsacks


@rule("aiw", "17.9n")
def test_guns_go_with_units_only() -> None:
    places = {"logrono": "l_rg1 l_rg2 field:3 knapsack:1"}
    s = beaten(places, "liberal", "logrono", ATTACKER, ["haro", "najera", "viana"], forts={"carlist": ["logrono"]})
    do(s, "retreat l_rg1 haro", "retreat l_rg2 najera")
    assert ("17.9n", "guns_go_with_units") == why(s, "carry field viana")
    do(s, "carry_one field najera", "carry field haro", "carry knapsack najera")
    assert ((2, 0), (1, 0)) == (guns(s, "liberal", "haro"), guns(s, "liberal", "najera"))
    assert (0, 1) == (knapsack(s, "liberal", "haro"), knapsack(s, "liberal", "najera"))


@rule("aiw", "17.9n")
def test_carlist_guns_of_the_zone_may_be_hidden_instead() -> None:
    places = {"estella": "c_nav1 field:2 mountain:1 knapsack:1"}
    s = beaten(places, "carlist", "estella", DEFENDER, ["alsasua", "los_arcos"])
    assert ("17.9n", "box_is_for_carlist_guns_of_the_zone") == why(s, "hide knapsack estella")
    do(s, "hide_one field estella", "carry field amescoas", "hide mountain estella")
    assert (1, 1) == (s.box_field, s.box_mountain)
    assert ((1, 0), 1) == (guns(s, "carlist", "amescoas"), knapsack(s, "carlist", "amescoas"))


@rule("aiw", "17.9n")
def test_neither_liberal_guns_nor_guns_outside_the_zone_are_hidden() -> None:
    s = beaten({"tafalla": "c_nav1 c_nav2 field:1"}, "carlist", "tafalla", ATTACKER, ["lerin", "caparroso"])
    do(s, "retreat c_nav1 lerin", "retreat c_nav2 caparroso")
    assert ("17.9n", "box_is_for_carlist_guns_of_the_zone") == why(s, "hide field tafalla")
    s = beaten({"orduna": "l_rg1 field:1"}, "liberal", "orduna", ATTACKER, ["espejo"])
    assert ((1, 0), 0) == (guns(s, "liberal", "espejo"), s.box_field)


@rule("aiw", "17.9n", "11.3b")
def test_a_train_follows_infantry_or_cavalry() -> None:
    places = {"logrono": "l_rg1 l_rg2 l_st1"}
    s = beaten(places, "liberal", "logrono", DEFENDER, ["viana"], forts={"carlist": ["logrono"]})
    assert ("11.3b", "retreat_with_a_companion") == why(s, "retreat l_st1 haro")
    do(s, "retreat l_rg1 haro")
    assert ("11.3b", "retreat_with_a_companion") == why(s, "retreat l_st1 najera")
    do(s, "retreat l_st1 haro", "retreat l_rg2 najera")
    assert {"haro"} == all_at(s, "l_rg1", "l_st1")


@rule("aiw", "17.9n")
def test_a_train_without_a_companion_is_left_behind() -> None:
    s = beaten({"vitoria": "l_rg1 l_st1 c_nav1", "inside vitoria": "l_st2"}, "liberal", "vitoria", DEFENDER, ["maestu"])
    do(s, "retreat l_rg1 vitoria")
    assert ("vitoria", "nobody") == (at(s, "l_st1"), asked(s))
    s.siege = 1 << area("vitoria")
    check_escorts(s)
    assert "box" == at(s, "l_st1")


# --------------------------------------------------------------------------------------------------------------- by sea


@rule("aiw", "17.9o")
def test_liberal_defenders_of_a_port_may_sail_to_another() -> None:
    s = beaten({"castro_urdiales": "l_rg1"}, "liberal", "castro_urdiales", DEFENDER, ["portugalete"])
    sea = {"laredo", "bilbao", "san_sebastian"}
    assert {"valmaseda", "portugalete", *sea} == {text.split()[-1] for text in offered(s)}      # Portugalete by sea
    assert ("17.9o", "evacuate_to_a_friendly_port") == why(s, "retreat l_rg1 guetaria")
    do(s, "retreat l_rg1 san_sebastian")
    assert "san_sebastian" == at(s, "l_rg1")


@rule("aiw", "17.9o")
def test_the_port_must_be_free_of_enemies() -> None:
    places = {"castro_urdiales": "l_rg1", "san_sebastian": "c_nav1"}
    s = beaten(places, "liberal", "castro_urdiales", DEFENDER, ["portugalete"], siege=["san_sebastian"])
    assert ("17.9c", "retreat_not_to_the_enemy") == why(s, "retreat l_rg1 san_sebastian")


@rule("aiw", "17.9o")
def test_attackers_who_came_by_land_do_not_sail() -> None:
    places = {"irun": "l_rg1 l_rg2"}
    s = beaten(places, "liberal", "irun", ATTACKER, ["san_sebastian", "hernani"], forts={"liberal": ["hernani"]})
    assert ("17.9o", "came_by_land") == why(s, "retreat l_rg1 laredo")
    assert ("17.9a", "retreat_one_space") == why(s, "retreat l_rg1 tolosa")


@rule("aiw", "17.9o")
def test_units_that_landed_may_sail_or_take_a_road_by_which_others_came() -> None:
    s = beaten({"irun": "l_rg1"}, "liberal", "irun", ATTACKER, ["sea"], landed=["l_rg1"])
    ports = {"laredo", "castro_urdiales", "portugalete", "bilbao", "san_sebastian"}
    assert ports == {text.split()[-1] for text in offered(s)}
    s = beaten({"irun": "l_rg1", "hernani": "l_rg2"}, "liberal", "irun", ATTACKER, ["sea", "hernani"], landed=["l_rg1"])
    assert "retreat l_rg1 hernani" in offered(s)


@rule("aiw", "17.9o", "17.9l")
def test_in_the_carlist_zone_the_landed_keep_with_those_who_have_a_road() -> None:
    places = {"irun": "l_rg1 l_rg2", "hernani": "l_ln1", "guetaria": "l_ln2"}
    s = beaten(places, "liberal", "irun", ATTACKER, ["sea", "hernani"], landed=["l_rg1"])
    assert ("17.9l", "liberals_retreat_together") == why(s, "retreat l_rg1 laredo")
    do(s, "retreat_all hernani")
    assert {"hernani"} == all_at(s, "l_rg1", "l_rg2")
    places = {"irun": "l_rg1 l_rg2", "hernani": "c_nav1"}
    s = beaten(places, "liberal", "irun", ATTACKER, ["sea", "hernani"], landed=["l_rg1"])
    do(s, "retreat l_rg1 laredo")       # the other has no way
    assert ("laredo", "liberal BreakOut") == (at(s, "l_rg1"), asked(s))


@rule("aiw", "17.9p")
@pytest.mark.parametrize("held", ["portugalete", "guecho"])
def test_with_the_river_closed_nobody_evacuates_to_bilbao_or_from_it(held: str) -> None:
    places = {"castro_urdiales": "l_rg1", held: "c_nav1"}
    s = beaten(places, "liberal", "castro_urdiales", DEFENDER, ["valmaseda"])
    assert ("17.9p", "river_is_closed") == why(s, "retreat l_rg1 bilbao")
    s = beaten({"bilbao": "l_rg1", held: "c_nav1"}, "liberal", "bilbao", DEFENDER, ["sodupe"])
    assert ("17.9p", "river_is_closed") == why(s, "retreat l_rg1 laredo")
    s = beaten({"bilbao": "l_rg1"}, "liberal", "bilbao", DEFENDER, ["sodupe"])
    assert "retreat l_rg1 laredo" in offered(s)


@rule("aiw", "17.9p")
def test_a_siege_at_the_river_mouth_closes_it_too_but_not_one_of_bilbao() -> None:
    places = {"castro_urdiales": "l_rg1", "portugalete": "c_nav1"}
    forts = {"liberal": ["portugalete"]}
    s = beaten(places, "liberal", "castro_urdiales", DEFENDER, ["valmaseda"], forts=forts, siege=["portugalete"])
    assert ("17.9p", "river_is_closed") == why(s, "retreat l_rg1 bilbao")
    s = beaten({"bilbao": "l_rg1"}, "liberal", "bilbao", DEFENDER, ["sodupe"], siege=["bilbao"])
    assert "retreat l_rg1 laredo" in offered(s)


# -------------------------------------------------------------------------------------------------------------- regions


@rule("aiw", "17.9q")
def test_liberals_may_retreat_to_a_region_even_with_an_expedition_there() -> None:
    places = {"tudela": "l_rg1", "aragon": "c_nav1", "alfaro": "c_nav2"}
    s = beaten(places, "liberal", "tudela", DEFENDER, ["alfaro", "caparroso"])
    assert "aragon" == at(s, "l_rg1")


@rule("aiw", "17.9q", "17.9b")
def test_a_region_is_friendly_to_them() -> None:
    places = {"tudela": "l_rg1", "caparroso": "l_ln1", "alfaro": "c_nav2"}
    s = beaten(places, "liberal", "tudela", DEFENDER, ["alfaro"])
    assert {"retreat l_rg1 aragon", "retreat l_rg1 caparroso"} < set(offered(s))
    s = war(places, side="carlist")
    s.held |= 1 << area("sanguesa")             # an empty enemy space
    phase(s).entered += (area("ochagavia"), area("aoiz"), area("ochagavia"), area("burguete"))
    assert [area("aragon")] == ways_out(s, LIBERAL, area("ochagavia"), DEFENDER)


@rule("aiw", "17.9q")
def test_a_liberal_attacker_goes_back_to_the_region_from_which_his_side_came() -> None:
    s = beaten({"tudela": "l_rg1"}, "liberal", "tudela", ATTACKER, ["aragon"])
    assert "aragon" == at(s, "l_rg1")
    s = war({"tudela": "l_rg1"}, side="liberal")
    phase(s).entered += (area("tudela"), area("alfaro"))
    assert [area("alfaro")] == ways_out(s, LIBERAL, area("tudela"), ATTACKER)


@rule("aiw", "17.9q", "17.9y")
def test_carlists_never_retreat_to_a_region() -> None:
    places = {"tudela": "c_nav1", "alfaro": "c_nav2", "caparroso": "c_nav3"}
    s = beaten(places, "carlist", "tudela", ATTACKER, ["alfaro", "caparroso", "aragon"])
    assert ("17.9y", "carlists_do_not_retreat_to_regions") == why(s, "retreat c_nav1 aragon")
    s = beaten({"tudela": "c_nav1"}, "carlist", "tudela", ATTACKER, ["aragon"])
    assert "carlist BreakOut" == asked(s)                       # surrounded
    assert ["break_out caparroso", "break_out alfaro"] == offered(s)
    assert ("17.9y", "carlists_do_not_retreat_to_regions") == why(s, "break_out aragon")
    s = war({"tudela": "c_nav1"}, side="liberal")
    phase(s).entered += (area("tudela"), area("alfaro"))
    assert [area("caparroso")] == ways_out(s, CARLIST, area("tudela"), EVADER)


# ------------------------------------------------------------------------------------------- retreat and other combats


@rule("aiw", "17.9r")
def test_those_who_retreated_are_marked_for_the_phase() -> None:
    s = beaten({"estella": "c_nav1", "alsasua": "c_nav2"}, "carlist", "estella", DEFENDER, ["amescoas", "los_arcos"])
    assert "alsasua" == at(s, "c_nav1")
    assert 1 << block(s, "c_nav1") == s.retreated


@rule("aiw", "17.9r")
def test_a_unit_that_went_back_into_its_fortress_does_not_sortie() -> None:
    s = beaten({"vitoria": "l_rg1 c_nav1"}, "liberal", "vitoria", ATTACKER, siege=["vitoria"], sortied=["l_rg1"])
    found = refuse_sortie(s, LIBERAL, area("vitoria"))
    assert found is not None
    assert "17.9r" == found.rule


# ----------------------------------------------------------------------------------------------------------- surrounded


@rule("aiw", "17.9s", "17.9t")
def test_surrounded_units_break_out_together_to_any_neighbour() -> None:
    places = {"orduna": "l_rg1 l_rg2 l_st1 c_nav1", "espejo": "c_nav2", "llodio": "c_nav3"}
    s = beaten(places, "liberal", "orduna", ATTACKER, ["espejo"], forts={"carlist": ["murguia"]})
    assert "liberal BreakOut" == asked(s)
    assert [f"break_out {y}" for y in ("llodio", "sodupe", "valmaseda", "murguia", "espejo")] == offered(s)
    assert ("17.9a", "retreat_one_space") == why(s, "break_out vitoria")
    do(s, "break_out valmaseda", "hit l_rg1")
    assert {"valmaseda"} == all_at(s, "l_rg1", "l_rg2", "l_st1")
    assert not s.apart


@rule("aiw", "17.9s", "17.9j")
def test_those_who_find_room_in_the_fortress_are_not_surrounded() -> None:
    places = {"orduna": "l_rg1 l_rg2 c_nav1", "llodio": "c_gui1", "sodupe": "c_gui2", "murguia": "c_gui3"}
    s = beaten(places, "liberal", "orduna", DEFENDER, ["espejo", "valmaseda"], forts={"liberal": ["orduna"]})
    assert ["retreat l_rg1 orduna", "retreat l_rg2 orduna"] == offered(s)
    do(s, "retreat l_rg2 orduna")
    assert ("inside orduna", "orduna", "liberal BreakOut") == (at(s, "l_rg2"), at(s, "l_rg1"), asked(s))


@rule("aiw", "17.9u")
def test_there_is_at_least_one_hit() -> None:
    s = beaten({"orduna": "l_rg1 c_nav1", "espejo": "c_nav2"}, "liberal", "orduna", ATTACKER, ["espejo"])
    do(s, "break_out valmaseda")
    assert ("valmaseda", 3) == (at(s, "l_rg1"), strength(s, "l_rg1"))


@rule("aiw", "17.9u")
def test_a_hit_for_each_enemy_infantry_and_cavalry_on_the_road_and_in_the_space() -> None:
    places = {
        "orduna": "l_rg1 c_nav1", "espejo": "c_nav2 c_navc1 c_par1 c_st1", "road espejo>orduna": "c_gui1",
        "vitoria": "l_rg2",
    }
    s = beaten(places, "liberal", "orduna", ATTACKER, ["valmaseda"], forts={"carlist": ["valmaseda"]})
    told_ = do(s, "break_out espejo")
    assert [(LIBERAL, area("orduna"), area("espejo"), 4)] == told(told_, "breaks_out")
    assert "bag" == at(s, "l_rg1")


@rule("aiw", "17.9u")
def test_besieged_enemies_do_not_hurt() -> None:
    places = {"espejo": "l_rg1", "inside miranda": "c_nav3 c_gui1", "miranda": "l_ln1"}
    forts = {"carlist": ["miranda", "orduna"]}
    s = beaten(places, "liberal", "espejo", ATTACKER, ["orduna"], forts=forts, siege=["miranda"])
    do(s, "break_out miranda")
    assert ("miranda", 3) == (at(s, "l_rg1"), strength(s, "l_rg1"))


@rule("aiw", "17.9u")
def test_hits_go_to_the_strongest_each_time() -> None:
    group = "l_rg1:3 l_ln3:2 l_lnc1:2 l_st1"
    places = {"orduna": f"{group} c_nav1", "espejo": "c_nav2", "valmaseda": "c_gui1 c_gui2 c_gui3"}
    s = beaten(places, "liberal", "orduna", ATTACKER, ["espejo"])
    do(s, "break_out valmaseda")                # three hits; the first is forced
    assert 2 == strength(s, "l_rg1")
    assert {"hit l_rg1", "hit l_ln3", "hit l_lnc1"} == set(offered(s))
    assert ("17.9u", "hit_the_group") == why(s, "hit l_st1")
    do(s, "hit l_ln3")
    assert ("17.9u", "hit_the_strongest") == why(s, "hit l_ln3")
    do(s, "hit l_lnc1")
    assert [2, 1, 1, 3] == [strength(s, u) for u in ("l_rg1", "l_ln3", "l_lnc1", "l_st1")]


@rule("aiw", "17.9u")
def test_half_of_the_field_guns_is_captured_where_the_combat_was_and_the_train_weakened() -> None:
    places = {"orduna": "l_rg1 l_st1 field:3 mountain:2 knapsack:2 c_nav1", "espejo": "c_nav2"}
    s = beaten(places, "liberal", "orduna", ATTACKER, ["espejo"])
    do(s, "break_out valmaseda")
    assert ((1, 2), (2, 0)) == (guns(s, "liberal", "valmaseda"), guns(s, "carlist", "orduna"))
    assert (3, 2) == (strength(s, "l_st1"), knapsack(s, "liberal", "valmaseda"))
    assert TRAINS & s.may[block(s, "l_st1")] == s.may[block(s, "l_st1")]        # its loss has shown what it is


@rule("aiw", "17.9u")
def test_carlist_guns_may_be_hidden_before_it_comes_to_that() -> None:
    places = {"orduna": "c_nav1 field:2 l_rg1", "llodio": "l_ln1", "sodupe": "l_ln2", "murguia": "l_ln3"}
    s = beaten(places, "carlist", "orduna", DEFENDER, ["espejo", "valmaseda"])
    assert ["done", "hide field orduna", "hide_one field orduna"] == offered(s)
    do(s, "hide_one field orduna", "done", "break_out valmaseda")
    assert (1, (0, 0), (1, 0)) == (s.box_field, guns(s, "carlist", "valmaseda"), guns(s, "liberal", "orduna"))


@rule("aiw", "17.9u")
def test_what_nobody_brings_out_is_left_to_the_enemy() -> None:
    places = {"orduna": "l_ln3:1 l_st1 field:3 c_nav1 c_nav4", "espejo": "c_nav2"}
    s = beaten(places, "liberal", "orduna", ATTACKER, ["espejo"])
    do(s, "break_out valmaseda")
    assert ("bag", "orduna", (3, 0)) == (at(s, "l_ln3"), at(s, "l_st1"), guns(s, "liberal", "orduna"))
    check_escorts(s)
    assert ("box", (0, 0), (2, 0)) == (at(s, "l_st1"), guns(s, "liberal", "orduna"), guns(s, "carlist", "orduna"))


@rule("aiw", "17.9v")
def test_where_the_enemy_is_the_group_goes_on_by_the_normal_rules() -> None:
    places = {"orduna": "l_rg1 l_rg2 c_nav1", "espejo": "c_nav2"}
    s = beaten(places, "liberal", "orduna", ATTACKER, ["espejo"])
    do(s, "break_out espejo", "hit l_rg1")
    assert "liberal RetreatAgain" == asked(s)
    assert [f"break_out {y}" for y in ("ona", "miranda", "vitoria")] == offered(s)
    assert ("17.9c", "retreat_not_to_the_enemy") == why(s, "break_out orduna")
    do(s, "break_out miranda")
    assert {"miranda"} == all_at(s, "l_rg1", "l_rg2")
    assert s.retreated >> block(s, "l_rg1") & 1


@rule("aiw", "17.9v")
def test_a_bare_fortress_drives_it_on_too() -> None:
    places = {"orduna": "l_rg1 c_nav1", "espejo": "c_nav2"}
    s = beaten(places, "liberal", "orduna", ATTACKER, ["espejo"], forts={"carlist": ["llodio"]})
    do(s, "break_out llodio")
    assert "liberal RetreatAgain" == asked(s)
    assert ["break_out sodupe", "break_out murguia"] == offered(s)


@rule("aiw", "17.9v")
def test_without_a_second_way_it_breaks_out_again() -> None:
    around = {"llodio": "c_nav2", "sodupe": "c_nav3", "murguia": "c_nav4", "espejo": "c_gui1"}
    places = {"orduna": "l_rg1 field:4 c_nav1", **around}
    s = beaten(places, "liberal", "orduna", ATTACKER, ["espejo"])
    do(s, "break_out llodio")
    assert ("llodio", 3, "liberal BreakOut") == (at(s, "l_rg1"), strength(s, "l_rg1"), asked(s))
    assert (2, 0) == guns(s, "carlist", "orduna")
    do(s, "break_out murguia")                  # and from there to Vitoria, the only way
    assert ("vitoria", 2) == (at(s, "l_rg1"), strength(s, "l_rg1"))
    assert ((1, 0), (2, 0)) == (guns(s, "liberal", "vitoria"), guns(s, "carlist", "orduna"))    # half of 2 is lost


# -------------------------------------------------------------------------------------------------------------- merging


def merging(places: Places, **more: object) -> Aiw:
    """Carlists have lost a Battle in Estella and retreated to Alsasua."""
    came = ["amescoas", "los_arcos"]
    return beaten(places, "carlist", "estella", DEFENDER, came, battle=True, **more)  # type: ignore[arg-type]


@rule("aiw", "17.9w")
def test_units_are_merged_as_often_as_the_loser_likes() -> None:
    s = merging({"estella": "c_nav1:2 c_can1:1 c_nav2:1"})
    assert "carlist MergeUnits" == asked(s)
    assert ("17.9w", "merge_into_equal_or_lower_effectiveness") == why(s, "merge c_can1 c_nav1")
    do(s, "merge c_nav2 c_can1")                # one of two
    assert ("bag", 2) == (at(s, "c_nav2"), strength(s, "c_can1"))
    do(s, "merge c_nav1 c_can1")                # two are left, and it is full: the rest is lost
    assert ("bag", 2) == (at(s, "c_nav1"), strength(s, "c_can1"))
    do(s, "done")
    assert "nobody" == asked(s)


@rule("aiw", "17.9w")
def test_strength_is_added_up_to_the_maximum() -> None:
    s = merging({"estella": "c_nav1:2 c_nav2:2 c_can1"})
    do(s, "merge c_nav1 c_nav2")
    assert 3 == strength(s, "c_nav2")


@rule("aiw", "17.9w")
def test_only_units_of_one_type_are_merged() -> None:
    s = merging({"estella": "c_nav1 c_navc1 c_basc1:1 c_st1"})
    assert ("17.9w", "merge_the_same_type") == why(s, "merge c_nav1 c_navc1")
    assert ("17.9w", "trains_do_not_merge") == why(s, "merge c_st1 c_nav1")
    do(s, "merge c_navc1 c_basc1")
    assert 3 == strength(s, "c_basc1")


@rule("aiw", "17.9w")
def test_three_units_are_needed_and_a_partida_counts() -> None:
    s = merging({"estella": "c_nav1 c_nav2 c_st1"})
    assert "nobody" == asked(s)                 # a Train is none of them: there was nothing to choose
    s = merging({"estella": "c_nav1:2 c_nav2:2 c_st1"}, secret=True)
    assert "carlist MergeUnits" == asked(s)     # but the enemy cannot tell
    assert ["done"] == offered(s)
    assert ("17.9w", "three_units_to_merge") == why(s, "merge c_nav1 c_nav2")
    assert "nobody" == asked(merging({"estella": "c_nav1:2 c_nav2:2"}, secret=True))
    s = merging({"estella": "c_nav1:2 c_nav2:2 c_par1"})
    do(s, "merge c_nav1 c_par1")
    assert 1 == strength(s, "c_par1")
    assert "carlist MergeUnits" == asked(s)


@rule("aiw", "17.9w")
def test_those_who_were_there_before_count_and_other_spaces_do_not() -> None:
    s = merging({"estella": "c_nav1:2", "alsasua": "c_nav2:2 c_nav3", "segura": "c_gui1 c_gui2 c_gui3"})
    do(s, "merge c_nav1 c_nav2", "done")
    assert "nobody" == asked(s)


@rule("aiw", "17.9w")
def test_each_space_retreated_to_is_asked_about() -> None:
    places = {"estella": "c_nav1:2 c_nav2", "alsasua": "c_gui1 c_gui2", "amescoas": "c_bis1 c_bis2"}
    s = beaten(places, "carlist", "estella", DEFENDER, ["los_arcos"], battle=True)
    do(s, "retreat c_nav1 alsasua", "retreat c_nav2 amescoas", "done")
    assert "carlist MergeUnits" == asked(s)
    assert ("17.9w", "unit_is_not_in_this_space") == why(s, "merge c_gui1 c_gui2")
    do(s, "merge c_bis1 c_nav2", "done")
    assert "nobody" == asked(s)


@rule("aiw", "17.9w", "17.9v")
def test_those_who_broke_out_may_merge_where_they_ended() -> None:
    places = {"tudela": "c_nav1:2 c_nav2:1 c_can1"}
    s = beaten(places, "carlist", "tudela", ATTACKER, ["aragon"], battle=True)
    do(s, "break_out alfaro", "hit c_can1", "merge c_nav1 c_nav2")
    assert ("alfaro", 3) == (at(s, "c_nav2"), strength(s, "c_nav2"))


@rule("aiw", "17.9w")
def test_there_is_no_merging_after_a_skirmish() -> None:
    s = beaten({"estella": "c_nav1:2 c_nav2:2 c_nav3"}, "carlist", "estella", DEFENDER, ["amescoas", "los_arcos"])
    assert ("alsasua", "nobody") == (at(s, "c_nav1"), asked(s))


@rule("aiw", "17.9x")
def test_without_a_partner_a_unit_may_just_be_eliminated() -> None:
    s = merging({"estella": "c_can1 c_navc1 c_nav2"})
    assert ("17.9x", "merge_rather_than_disband") == why(s, "disband c_nav2")       # c_can1 could have it
    assert "disband c_can1" in offered(s)
    do(s, "disband c_navc1")
    assert "bag" == at(s, "c_navc1")


# ----------------------------------------------------------------------------------------------- what others build upon


@rule("aiw", "11.4l")
def test_the_units_on_the_roads_enter_the_space_that_their_side_has_won() -> None:
    roads = {"road lerin>estella": "l_rg2 l_st1 field:2", "road lerin>tafalla": "l_ln1"}
    s = war({"estella": "l_rg1", **roads}, side="liberal")
    enter_from_roads(s, LIBERAL, area("estella"))
    settle(s)
    assert {"estella"} == all_at(s, "l_rg2", "l_st1")
    assert ((2, 0), "road lerin>tafalla") == (guns(s, "liberal", "estella"), at(s, "l_ln1"))


@rule("aiw", "17.9e", "17.9j", "17.9o")
def test_ways_out_names_spots() -> None:
    s = war({"castro_urdiales": "l_rg1"}, side="carlist", forts={"liberal": ["castro_urdiales"]})
    phase(s).entered += (area("castro_urdiales"), area("valmaseda"))
    ways = ways_out(s, LIBERAL, area("castro_urdiales"), DEFENDER)
    ports = [area(name) for name in ("bilbao", "portugalete", "laredo", "san_sebastian")]
    assert [*ports, INSIDE + area("castro_urdiales")] == ways
    assert [area("valmaseda")] == ways_out(s, LIBERAL, area("castro_urdiales"), ATTACKER)
    assert [area(n) for n in ("bilbao", "portugalete", "valmaseda", "laredo", "san_sebastian")] == ways_out(
        s, LIBERAL, area("castro_urdiales"), ATTACKER, landed=True
    )


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
