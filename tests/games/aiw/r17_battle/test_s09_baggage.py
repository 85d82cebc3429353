"""[17.9] Retreats of guns, Trains and Knapsacks, by sea, and to regions."""

from __future__ import annotations

import pytest

from tablero.games.aiw import GAME
from tablero.games.aiw.board import AREA_NAMES, CARLIST, FIELD, LIBERAL, SPACES, area
from tablero.games.aiw.rules.r03_turn.s00_player_phase import phase
from tablero.games.aiw.rules.r11_movement.s00_groups import tire
from tablero.games.aiw.rules.r11_movement.s03_escorts import check_escorts
from tablero.games.aiw.rules.r17_battle.s09_retreat import ATTACKER, DEFENDER, EVADER, Retreat, ways_out
from tablero.games.aiw.rules.r17_battle.s09_ways import free_of_enemies
from tablero.games.aiw.rules.r18_siege.s01_assault import barred_assault
from tablero.kernel.refusals import Refusal
from tests.games.aiw.battle import battle, draw_up, end_round
from tests.games.aiw.combat import came, combats, in_vain
from tests.games.aiw.retreat import all_at, beaten, why
from tests.games.aiw.war import asked, at, block, do, guns, knapsack, offered, refused, run, war
from tests.rules import rule

# ---------------------------------------------------------------------------------------------- guns, Trains, Knapsacks


@rule("aiw", "17.9n")
def test_guns_go_with_units_only() -> None:
    places = {"logrono": "l_rg1 l_rg2 field:3 knapsack:1"}
    s = beaten(places, "liberal", "logrono", ATTACKER, ["haro", "najera", "viana"], forts={"carlist": ["logrono"]})
    do(s, "retreat l_rg1 haro", "retreat l_rg2 najera")
    assert ("17.9n", "guns_go_with_units") == why(s, "carry field viana")
    assert ("17.9n", "guns_go_with_units") == why(s, "carry field logrono")
    assert ("17.9n", "no_such_load") == why(s, "carry mountain haro")
    do(s, "carry_one field najera", "carry field haro", "carry knapsack najera")
    assert ((2, 0), (1, 0)) == (guns(s, "liberal", "haro"), guns(s, "liberal", "najera"))
    assert (0, 1) == (knapsack(s, "liberal", "haro"), knapsack(s, "liberal", "najera"))


@rule("aiw", "17.9n")
def test_carlist_guns_of_the_zone_may_be_hidden_instead() -> None:
    places = {"estella": "c_nav1 field:2 mountain:1 knapsack:1"}
    s = beaten(places, "carlist", "estella", DEFENDER, ["alsasua", "los_arcos"])
    assert ("17.9n", "box_is_for_carlist_guns_of_the_zone") == why(s, "hide knapsack estella")
    assert ("17.9n", "box_is_for_carlist_guns_of_the_zone") == why(s, "hide field amescoas")
    do(s, "hide_one field estella", "carry field amescoas", "hide mountain estella")
    assert (1, 1) == (s.box_field, s.box_mountain)
    assert ((1, 0), 1) == (guns(s, "carlist", "amescoas"), knapsack(s, "carlist", "amescoas"))


@rule("aiw", "17.9n", "14.0c")
def test_guns_are_divided_only_if_a_counter_is_left() -> None:
    places = {
        "estella": "c_nav1 c_nav2 field:2", "durango": "c_gui1 field:1", "tolosa": "c_gui2 field:1",
        "onate": "c_gui3 field:1",
    }
    s = beaten(places, "carlist", "estella", DEFENDER, ["lerin"])
    do(s, "retreat c_nav1 alsasua", "retreat c_nav2 amescoas")
    assert ("14.0c", "no_gun_counter") == why(s, "hide_one field estella")
    assert ("14.0c", "no_gun_counter") == why(s, "carry_one field alsasua")
    assert ["hide field estella", "carry field alsasua", "carry field amescoas"] == [
        text for text in offered(s) if "field" in text
    ]


@rule("aiw", "17.9n")
def test_neither_liberal_guns_nor_guns_outside_the_zone_are_hidden() -> None:
    s = beaten({"tafalla": "c_nav1 c_nav2 field:1"}, "carlist", "tafalla", ATTACKER, ["lerin", "caparroso"])
    do(s, "retreat c_nav1 lerin", "retreat c_nav2 caparroso")
    assert ("17.9n", "box_is_for_carlist_guns_of_the_zone") == why(s, "hide field tafalla")
    s = beaten({"orduna": "l_rg1 field:1"}, "liberal", "orduna", ATTACKER, ["espejo"])
    assert ((1, 0), 0) == (guns(s, "liberal", "espejo"), s.box_field)


@rule("aiw", "17.9n", "11.3b")
def test_a_train_follows_infantry_or_cavalry() -> None:
    places = {"logrono": "l_rg1 l_pt1 l_st4"}
    s = beaten(places, "liberal", "logrono", DEFENDER, ["viana"], forts={"carlist": ["logrono"]})
    assert ("11.3b", "retreat_with_a_companion") == why(s, "retreat l_st4 haro")
    assert ("17.9a", "retreat_one_space") == why(s, "retreat l_st4 tafalla")
    assert ("17.9j", "no_fortress_to_retreat_to") == why(s, "retreat l_st4 logrono")
    do(s, "retreat l_rg1 haro")
    assert ("11.3b", "retreat_with_a_companion") == why(s, "retreat l_st4 najera")
    other = s.clone()
    do(s, "retreat l_st4 haro", "retreat l_pt1 najera")
    assert {"haro"} == all_at(s, "l_rg1", "l_st4")
    do(other, "retreat l_pt1 najera")
    assert ("11.3b", "retreat_with_a_companion") == why(other, "retreat_all torrecilla")
    do(other, "retreat_all najera")             # with the last to go
    assert "najera" == at(other, "l_st4")
    s = beaten({"vitoria": "l_rg1 l_st4"}, "liberal", "vitoria", DEFENDER, ["maestu"])
    assert ("11.3b", "retreat_with_a_companion") == why(s, "retreat l_st4 espejo")


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


@rule("aiw", "17.9a", "17.9o")
def test_carlists_do_not_sail() -> None:
    s = beaten({"guetaria": "c_nav1"}, "carlist", "guetaria", DEFENDER, ["tolosa"])
    assert ("17.9a", "retreat_one_space") == why(s, "retreat c_nav1 laredo")


@rule("aiw", "17.9o")
def test_attackers_who_came_by_land_do_not_sail() -> None:
    places = {"irun": "l_rg1 l_rg2"}
    s = beaten(places, "liberal", "irun", ATTACKER, ["san_sebastian", "hernani"], forts={"liberal": ["hernani"]})
    assert ("17.9o", "came_by_land") == why(s, "retreat l_rg1 laredo")
    assert ("17.9a", "retreat_one_space") == why(s, "retreat l_rg1 tolosa")
    places = {"castro_urdiales": "l_rg1 l_rg2"}
    s = beaten(places, "liberal", "castro_urdiales", ATTACKER, ["sea", "valmaseda"], landed=["l_rg2"])
    assert ("17.9o", "came_by_land") == why(s, "retreat l_rg1 san_sebastian")
    assert ("17.9o", "came_by_land") == why(s, "retreat_all san_sebastian")
    assert "retreat l_rg2 san_sebastian" in offered(s)
    s = beaten({"vitoria": "l_rg1 l_rg2"}, "liberal", "vitoria", DEFENDER, ["maestu"])
    assert ("17.9a", "retreat_one_space") == why(s, "retreat l_rg1 laredo")     # Vitoria is no Port


@rule("aiw", "17.9o")
def test_units_that_landed_may_sail_or_take_a_road_by_which_others_came() -> None:
    s = beaten({"irun": "l_rg1"}, "liberal", "irun", ATTACKER, ["sea"], landed=["l_rg1"])
    ports = {"laredo", "castro_urdiales", "portugalete", "bilbao", "san_sebastian"}
    assert ports == {text.split()[-1] for text in offered(s)}
    s = beaten({"irun": "l_rg1", "hernani": "l_rg2"}, "liberal", "irun", ATTACKER, ["sea", "hernani"], landed=["l_rg1"])
    assert "retreat l_rg1 hernani" in offered(s)


@rule("aiw", "17.9o")
def test_the_landed_who_have_one_port_left_are_not_asked() -> None:
    ports = {"laredo": "c_nav1", "castro_urdiales": "c_nav2", "portugalete": "c_nav3"}      # which closes the river
    s = beaten({"irun": "l_rg1 l_rg2", **ports}, "liberal", "irun", ATTACKER, ["sea"], landed=["l_rg1", "l_rg2"])
    assert {"san_sebastian"} == all_at(s, "l_rg1", "l_rg2")


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
    assert ("17.9o", "evacuate_to_a_friendly_port") == why(s, "retreat l_rg1 guetaria")
    places = {"castro_urdiales": "l_rg1", "portugalete": "l_rg2", "guecho": "l_rg3"}
    s = beaten(places, "liberal", "castro_urdiales", DEFENDER, ["valmaseda"], forts={"carlist": ["bilbao"]})
    assert ("17.9c", "retreat_not_to_the_enemy") == why(s, "retreat l_rg1 bilbao")
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


@rule("aiw", "17.9q")
def test_in_no_region_an_expedition_is_in_the_way() -> None:
    for region in AREA_NAMES[SPACES:]:
        assert free_of_enemies(war({region: "c_nav1"}), LIBERAL, area(region))


@rule("aiw", "17.9q", "17.9b")
def test_a_region_is_friendly_to_them() -> None:
    places = {"tudela": "l_rg1", "caparroso": "l_ln1", "alfaro": "c_nav2"}
    s = beaten(places, "liberal", "tudela", DEFENDER, ["alfaro"])
    assert {"retreat l_rg1 aragon", "retreat l_rg1 caparroso"} < set(offered(s))
    s = war(places, side="carlist")
    s.held |= 1 << area("sanguesa")             # an empty enemy space
    phase(s).entered += [(area("ochagavia"), area("aoiz")), (area("ochagavia"), area("burguete"))]
    assert [area("aragon")] == ways_out(s, LIBERAL, area("ochagavia"), DEFENDER)


@rule("aiw", "17.9q")
def test_a_liberal_attacker_goes_back_to_the_region_from_which_his_side_came() -> None:
    s = beaten({"tudela": "l_rg1"}, "liberal", "tudela", ATTACKER, ["aragon"])
    assert "aragon" == at(s, "l_rg1")
    s = war({"tudela": "l_rg1"}, side="liberal")
    phase(s).entered.append((area("tudela"), area("alfaro")))
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
    assert ("17.9a", "retreat_one_space") == why(s, "break_out vitoria")
    s = war({"tudela": "c_nav1"}, side="liberal")
    phase(s).entered.append((area("tudela"), area("alfaro")))
    assert [area("caparroso")] == ways_out(s, CARLIST, area("tudela"), EVADER)


# ------------------------------------------------------------------------------------------ where guns came from


RELIEF = {"vitoria": "l_rg1 l_rg2 liberal field:2 knapsack:1 c_nav1", "inside vitoria": "l_st1"}


@rule("aiw", "17.9g", "17.9h", "17.9n")
def test_guns_of_a_relief_force_do_not_go_into_the_fortress_and_those_that_came_out_go_back() -> None:
    s = beaten(RELIEF, "liberal", "vitoria", ATTACKER, ["espejo"], siege=["vitoria"], sortied=["l_rg1"], out=(1, 0, 0))
    assert ("inside vitoria", "espejo") == (at(s, "l_rg1"), at(s, "l_rg2"))
    assert [(1, 0), (1, 0)] == [guns(s, "liberal", x) for x in ("inside vitoria", "espejo")]
    assert [0, 1] == [knapsack(s, "liberal", x) for x in ("inside vitoria", "espejo")]


@rule("aiw", "17.9h", "17.9n")
def test_in_older_versions_they_went_with_anybody() -> None:
    s = war(RELIEF, side="liberal", siege=["vitoria"])
    s.rules = 2
    came(s, "vitoria", "espejo")
    s.sortied = 1 << block(s, "l_rg1")
    run(s, Retreat(LIBERAL, area("vitoria"), ATTACKER))
    assert {"carry field vitoria", "carry field espejo"} <= set(offered(s))


@rule("aiw", "17.9o", "13.2j")
@pytest.mark.parametrize(("ashore", "ports"), [((0, 0, 0), set()), ((1, 0, 0), {"carry field bilbao"})])
def test_by_sea_go_only_the_guns_that_landed(ashore: tuple[int, ...], ports: set[str]) -> None:
    s = beaten({"laredo": "l_rg1 l_rg2 field:2 c_nav1", "bilbao": "l_ln1"}, "liberal", "laredo", ATTACKER,
               ["ramales", "sea"], landed=["l_rg1"], ashore=ashore)
    do(s, "retreat l_rg1 bilbao")
    if ports:
        assert ports == {text for text in offered(s) if text.startswith("carry field") and "ramales" not in text}
        do(s, "carry field bilbao")
    assert [(int(bool(ports)), 0), (2 - bool(ports), 0)] == [guns(s, "liberal", x) for x in ("bilbao", "ramales")]


# ------------------------------------------------------------------------------- what retreated fights no more


@rule("aiw", "17.9r", "18.1m")
@pytest.mark.parametrize(("rules", "bars"), [(GAME.rules, True), (2, False)])
def test_a_gun_that_has_just_retreated_to_a_siege_does_not_serve_for_an_assault(rules: int, bars: bool) -> None:
    s = war({"vitoria": "c_nav1", "inside vitoria": "l_rg1", "trevino": "c_nav2 field:1 l_rg2"}, siege=["vitoria"])
    s.rules = rules
    came(s, "trevino", "vitoria")
    stack = s.stack[:]
    run(s, Retreat(CARLIST, area("trevino"), ATTACKER))
    assert ("vitoria", (1, 0)) == (at(s, "c_nav2"), guns(s, "carlist", "vitoria"))
    s.stack = stack                                     # the phase goes on
    assert (Refusal("17.9r", "retreated_units_do_not_assault") if bars else None) == barred_assault(
        s, CARLIST, area("vitoria"))


@rule("aiw", "17.9r", "17.7j")
@pytest.mark.parametrize(("rules", "bars"), [(GAME.rules, True), (2, False)])
def test_a_train_and_guns_that_retreated_do_not_come_along_to_a_battle(rules: int, bars: bool) -> None:
    s = battle("durango", "c_nav1 c_nav2 c_gui1", "l_ln1 l_ln2 l_ln3", came=["bilbao"],
               others={"villarreal": "c_bis1 c_st1 field:1 mountain:1"})
    s.rules = rules
    s.retreated = 1 << block(s, "c_st1")
    tire(s, CARLIST, FIELD, area("villarreal"), 1)
    draw_up(s)
    end_round(s)
    do(s, "fight_on", "fight_on", "reinforce c_bis1", dice=[1, 1])
    assert "carlist TakeAlong" == asked(s)
    assert bars == ("bring field" not in offered(s)) == ("escort c_st1" not in offered(s))
    assert "bring mountain" in offered(s)
    if bars:
        assert Refusal("17.9r", "retreated_units_do_not_reinforce") == refused(s, "bring field")
        assert Refusal("17.9r", "retreated_units_do_not_reinforce") == refused(s, "escort c_st1")
        do(s, "all")
        assert ((1, 0), "villarreal") == (guns(s, "carlist", "villarreal"), at(s, "c_st1"))


@rule("aiw", "17.9r", "18.2e")
@pytest.mark.parametrize(("rules", "bars"), [(GAME.rules, True), (2, False)])
def test_the_gun_of_a_failed_sortie_is_not_taken_out_again(rules: int, bars: bool) -> None:
    s = war({"pamplona": "c_nav1 c_nav2", "inside pamplona": "l_ln1 l_ln2 field:2"}, side="liberal", siege=["pamplona"])
    s.rules = rules
    combats(s)
    do(s, "sortie pamplona", "out l_ln1", "take_out field")
    in_vain(s, "done", "all")
    assert ("inside pamplona", "liberal NextCombat") == (at(s, "l_ln1"), asked(s))
    do(s, "sortie pamplona")
    assert bars == ("take_out field" not in offered(s))
