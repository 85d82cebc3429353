"""Operational cards of movement: interception, evasion, Command Points, the lines of blockade, snow."""

from __future__ import annotations

import pytest

from tablero.games.aiw import GAME
from tablero.games.aiw.board import CARD, CARDS, CARLIST, LIBERAL, MOUNTAIN, ORDER, UNIT, area
from tablero.games.aiw.rules.r03_turn.s00_order_of_play import Challenge
from tablero.games.aiw.rules.r03_turn.s00_player_phase import phase
from tablero.games.aiw.rules.r11_movement.s00_groups import road_cost
from tablero.games.aiw.rules.r12_carlist_movement.s02_evasion import pursuers
from tablero.games.aiw.rules.r16_skirmish.s00_fire import gun_dice, hits_on
from tablero.games.aiw.state import Aiw
from tests.games.aiw.hands import acts, discarded, key, plays_now
from tests.games.aiw.march import left, marches
from tests.games.aiw.war import asked, at, block, do, offered, run, told, war
from tests.rules import card, rule

# ------------------------------------------------------------------------------------- L7 informers, C6 country warning


@rule("aiw", "11.6a", "11.6r", "7.1d")
@card("aiw", "informers")
def test_informers_make_an_interception_free_and_sure() -> None:
    s = war({"estella": "c_nav1 c_nav2", "lodosa": "l_rg1 l_rg2", "tafalla": "l_ln1"}, hands=["informers"])
    acts(s)
    do(s, "activate estella", "all", "march lerin")
    assert ("liberal Intercept", "interception_costs_command") == (asked(s), key(s, "intercept lodosa"))
    do(s, "play informers")
    assert ["intercept lodosa", "intercept tafalla"] == offered(s)
    assert "nobody_to_intercept" == key(s, "intercept calahorra")
    do(s, "intercept lodosa", "all", "done", dice=[])
    assert (["lerin", "lerin"], 0) == ([at(s, "l_rg1"), at(s, "l_rg2")], s.command[LIBERAL])
    assert discarded(s, "informers")


@rule("aiw", "7.1c", "11.6b")
@card("aiw", "informers")
def test_informers_are_of_no_use_to_trains() -> None:
    s = war({"estella": "c_nav1 c_nav2", "lodosa": "l_st1"}, hands=["informers"], secret=True, command=(0, 1))
    s.may[block(s, "l_st1")] |= 1 << UNIT["l_ln1"]
    acts(s)
    do(s, "activate estella", "all", "march lerin")
    assert "informers" not in " ".join(offered(s))


@rule("aiw", "11.6c")
@card("aiw", "informers")
def test_informers_know_nothing_of_the_carlist_zone() -> None:
    s = war({"estella": "c_nav1 c_nav2", "irurzun": "l_ln1"}, hands=["informers"])
    acts(s)
    do(s, "activate estella", "all", "march alsasua")
    assert "carlist March" == asked(s)
    s = war({"estella": "c_nav1 c_nav2", "lodosa": "l_ln1", "los_arcos": "l_rg2"}, hands=["informers"])
    acts(s)
    do(s, "activate estella", "all", "march lerin", "play informers", "all")
    assert ["lerin", "los_arcos"] == [at(s, "l_ln1"), at(s, "l_rg2")]


@rule("aiw", "11.6a", "11.6r", "12.2j", "7.1d")
@card("aiw", "country_warning")
def test_the_country_warns_the_carlists() -> None:
    s = war({"vitoria": "l_rg1 l_rg2", "onate": "c_gui1 c_gui2", "villarreal": "c_ala1"}, side="liberal",
            hands=["country_warning"])
    acts(s)
    do(s, "activate vitoria", "all", dice=[6])
    do(s, "march villarreal")
    assert "carlist Intercept" == asked(s)
    do(s, "play country_warning", "all", dice=[])
    assert ["villarreal", "villarreal"] == [at(s, "c_gui1"), at(s, "c_gui2")]
    assert "carlist Evade" != asked(s)


@rule("aiw", "4.6a", "7.1c")
@card("aiw", "country_warning")
@pytest.mark.parametrize(("x", "source", "plays"), [("lerin", "estella", True), ("lerin", "calahorra", False)])
def test_the_warning_needs_the_carlist_zone_at_one_end(x: str, source: str, plays: bool) -> None:
    s = war({"tafalla": "l_rg1", source: "c_nav1"}, side="liberal", hands=["country_warning"], secret=True)
    acts(s)
    while asked(s) != "liberal Act":
        do(s, "pass")
    do(s, "activate tafalla", "add l_rg1", dice=[6])
    do(s, f"march {x}")
    assert "carlist Intercept" == asked(s)
    assert plays == plays_now(s, "country_warning")
    if plays:
        do(s, "play country_warning")
        assert [f"intercept {source}"] == offered(s)


@rule("aiw", "4.6a")
@card("aiw", "country_warning")
def test_into_a_space_of_the_zone_the_warning_brings_carlists_from_outside_it() -> None:
    s = war({"viana": "l_rg1", "lodosa": "c_nav1"}, side="liberal", hands=["country_warning"], secret=True)
    do(acts(s), "activate viana", "add l_rg1", dice=[6])
    do(s, "march los_arcos", "play country_warning")
    assert ["intercept lodosa"] == offered(s)


@rule("aiw", "4.6a")
@card("aiw", "country_warning")
def test_the_warning_is_not_for_units_outside_the_zone() -> None:
    s = war({"tafalla": "l_rg1", "calahorra": "c_nav1", "lodosa": "c_nav3", "estella": "c_nav2"}, side="liberal",
            hands=["country_warning"], secret=True)
    acts(s)
    while asked(s) != "liberal Act":
        do(s, "pass")
    do(s, "activate tafalla", "add l_rg1", dice=[6])
    do(s, "march lerin", "play country_warning")
    assert ["neither_in_the_carlist_zone"] * 2 == [key(s, f"intercept {x}") for x in ("calahorra", "lodosa")]
    s = war({"caparroso": "l_rg1", "alfaro": "c_nav1"}, side="liberal", hands=["country_warning"], secret=True)
    do(acts(s), "activate caparroso", "add l_rg1", dice=[6])
    do(s, "march tudela")
    assert not plays_now(s, "country_warning")


# ------------------------------------------------------------------------------------------------------ L8 Chapelgorris


@rule("aiw", "6.0f", "12.2b", "16.0k")
@card("aiw", "chapelgorris")
def test_chapelgorris_go_to_infantry_in_guipuzcoa_or_next_to_it() -> None:
    s = war({"hernani": "l_ln1 l_br1 l_lnc1", "vitoria": "l_ln2", "villarreal": "l_ln3"}, side="liberal",
            hands=["chapelgorris"])
    acts(s)
    do(s, "play chapelgorris")
    assert {"attach l_ln1", "attach l_ln3"} == set(offered(s))      # Villarreal is next to Oñate
    assert {"infantry_of_guipuzcoa"} == {key(s, f"attach {unit}") for unit in ("l_br1", "l_lnc1", "l_ln2")}
    before = hits_on(s, block(s, "l_ln1"), area("hernani"))
    assert [(area("hernani"),)] == told(do(s, "attach l_ln1"), "chapelgorris")
    b = block(s, "l_ln1")
    assert (b, before + 1) == (s.chapelgorris, hits_on(s, b, area("hernani")))
    assert hits_on(s, b, area("vitoria")) == hits_on(s, block(s, "l_ln2"), area("vitoria"))  # no difference in the open
    assert (-1, 0) == (pursuers(s, area("hernani")), pursuers(s, area("villarreal")))
    assert 0 == s.acted                                             # it is no action


@rule("aiw", "6.0f", "7.1c")
@card("aiw", "chapelgorris")
def test_without_infantry_of_guipuzcoa_there_are_no_chapelgorris() -> None:
    s = war({"hernani": "l_br1 l_lnc1", "vitoria": "l_ln2"}, side="liberal", hands=["chapelgorris"])
    assert "card_not_now" == key(acts(s), "play chapelgorris")


@rule("aiw", "12.2b")
@card("aiw", "chapelgorris")
@pytest.mark.parametrize(("with_them", "evades"), [(True, False), (False, True)])
def test_chapelgorris_make_evasion_harder(with_them: bool, evades: bool) -> None:
    position = {"san_sebastian": "l_ln1", "hernani": "c_gui1 c_gui2"}
    s = war(position, side="liberal", hands=["chapelgorris"], secret=True)
    acts(s)
    if with_them:
        do(s, "play chapelgorris")
        do(s, "attach l_ln1")
    do(s, "activate san_sebastian", "add l_ln1", dice=[6])
    do(s, "march hernani")
    events = do(s, "evade", dice=[3])
    assert evades == bool(told(events, "evades")) != bool(told(events, "evasion_failed"))


# -------------------------------------------------------------------------------------------------------- L23 telegraph


@rule("aiw", "8.0a", "8.0d")
@card("aiw", "telegraph")
@pytest.mark.parametrize(("before", "after"), [(0, 2), (4, 5)])
def test_the_telegraph_brings_two_command_points(before: int, after: int) -> None:
    s = war({"vitoria": "l_rg1"}, side="liberal", year=1836, command=(0, before), hands=["telegraph"])
    acts(s)
    do(s, "play telegraph")
    assert (after, True) == (s.command[LIBERAL], discarded(s, "telegraph"))
    assert "command" in offered(s)


@rule("aiw", "11.6a", "7.1d")
@card("aiw", "telegraph")
def test_the_telegraph_pays_for_an_interception() -> None:
    s = war({"estella": "c_nav1 c_nav2", "lodosa": "l_rg1"}, year=1836, hands=["telegraph"])
    acts(s)
    do(s, "activate estella", "all", "march lerin")
    assert "interception_costs_command" == key(s, "intercept lodosa")
    do(s, "play telegraph", "intercept lodosa")
    assert 1 == s.command[LIBERAL]


@rule("aiw", "3.0f", "8.0c")
@card("aiw", "telegraph")
def test_the_telegraph_pays_for_a_challenge() -> None:
    s = war({}, year=1836, hands=["telegraph"])
    run(s, Challenge(LIBERAL))
    assert ("no_command_point", True) == (key(s, "challenge"), bool(CARDS.at[ORDER] >> CARD["telegraph"] & 1))
    do(s, "play telegraph", "challenge")
    assert 1 == s.command[LIBERAL]


# --------------------------------------------------------------------------------------------------- L25 blockade lines


@rule("aiw", "11.1e", "4.6a", "7.1d")
@card("aiw", "blockade_lines")
def test_blockade_lines_make_the_way_out_of_the_zone_dearer() -> None:
    s = war({"estella": "c_nav1 c_nav2 c_nav3"}, year=1836, hands=["blockade_lines"])
    acts(s)
    assert "liberal CardWindow" == asked(s)                         # at the start of the Carlist Actions
    do(s, "play blockade_lines")
    cost = {y: road_cost(s, CARLIST, area("estella"), area(y)) for y in ("lerin", "los_arcos", "puente_la_reina")}
    assert {"lerin": 4, "los_arcos": 1, "puente_la_reina": 3} == cost
    assert 2 == road_cost(s, CARLIST, area("lerin"), area("estella"))
    assert 2 == road_cost(s, CARLIST, area("lerin"), area("calahorra"))
    assert 3 == road_cost(s, CARLIST, area("los_arcos"), area("viana"))
    assert 1 == road_cost(s, LIBERAL, area("estella"), area("puente_la_reina"))
    do(s, "activate estella", "all", "march puente_la_reina")
    assert 3 == left(s)


@rule("aiw", "11.1f", "11.2a", "7.1d")
@card("aiw", "blockade_lines")
def test_a_named_step_may_be_taken_back_or_must_be() -> None:
    s = war({"alsasua": "c_nav1 c_nav2 c_nav3", "haro": "l_rg1"}, year=1836, hands=["blockade_lines"])
    acts(s)
    do(s, "pass")
    do(s, "activate alsasua", "all", "march estella", "march lerin")
    assert ("liberal CardWindow", ["pass", "play blockade_lines"]) == (asked(s), offered(s))
    do(s, "play blockade_lines")
    assert ("carlist March", 4, "") == (asked(s), left(s), key(s, "march lerin"))
    do(s, "march los_arcos", "march estella")
    assert ("not_enough_points", "") == (key(s, "march lerin"), key(s, "force lerin"))


@rule("aiw", "7.1c")
@card("aiw", "blockade_lines")
def test_the_lines_bar_no_step_within_the_zone_nor_twice() -> None:
    s = war({"estella": "c_nav1 c_nav2 c_nav3"}, year=1836, hands=["blockade_lines"])
    acts(s)
    do(s, "pass", "activate estella", "all", "march los_arcos")
    assert "carlist March" == asked(s)


@rule("aiw", "12.3b", "12.3e", "7.1d")
@card("aiw", "blockade_lines")
def test_a_countermarch_whose_way_out_has_become_too_dear_ends_there() -> None:
    around = {"estella": "l_rg1", "los_arcos": "l_rg2", "amescoas": "l_rg3"}
    s = war({"lecumberri": "c_nav1 c_nav2 c_nav3", **around}, year=1836, hands=["blockade_lines"])
    acts(s)
    do(s, "pass", "activate lecumberri", "all", *marches("irurzun alsasua"), "countermarch estella", dice=[5])
    do(s, "play blockade_lines")            # there was one way out, to Puente la Reina
    assert ("carlist Act", "estella") == (asked(s), at(s, "c_nav1"))


# ------------------------------------------------------------------------------------------------------- C5 countryside


def liberals_enter(x: str, carlists: str, forts: tuple[str, ...] = ()) -> Aiw:
    s = war({"vitoria": "l_rg1", x: carlists}, side="liberal", hands=["countryside"], forts={"carlist": forts})
    acts(s)
    do(s, "activate vitoria", "add l_rg1", dice=[6])
    do(s, f"march {x}")
    return s


@rule("aiw", "12.2b", "12.2c", "7.1d")
@card("aiw", "countryside")
def test_masters_of_the_countryside_evade_whatever_their_number() -> None:
    s = liberals_enter("villarreal", "c_nav1 c_nav2 c_nav3 c_nav4")
    assert ("too_many_to_evade", ["stand", "play countryside"]) == (key(s, "evade"), offered(s))
    do(s, "play countryside")
    assert "carlist RetreatUnits" == asked(s)
    do(s, "retreat_all durango")
    assert ("durango", "liberal March") == (at(s, "c_nav4"), asked(s))


@rule("aiw", "12.2g")
@card("aiw", "countryside")
def test_one_may_stay_in_the_fortress_all_the_same() -> None:
    s = liberals_enter("villarreal", "c_nav1 c_nav2", ("villarreal",))
    do(s, "play countryside")
    assert "carlist Stay" == asked(s)


@rule("aiw", "12.2a", "12.2d", "7.1c")
@card("aiw", "countryside")
def test_not_outside_the_zone_nor_when_an_enemy_is_there_already() -> None:
    s = liberals_enter("penacerrada", "c_nav1")
    assert "Evade" not in asked(s)
    there = {"vitoria": "l_rg1 l_rg2", "villarreal": "c_nav1 c_nav2 c_nav3 c_nav4"}
    s = war(there, side="liberal", hands=["countryside"])
    acts(s)
    do(s, "activate vitoria", "add l_rg1", "done", dice=[6])
    do(s, "march villarreal", "stand")
    do(s, "add l_rg2", dice=[6])
    do(s, "march villarreal")
    assert "Evade" not in asked(s)


# ------------------------------------------------------------------------------------------------------------- C17 snow


@rule("aiw", "11.1e", "11.2a", "7.1d")
@card("aiw", "snow")
def test_snow_makes_secondary_roads_dearer_and_forbids_forced_marches() -> None:
    s = war({"vitoria": "l_rg1 l_rg2 l_rg3"}, side="liberal", turn=1, hands=["snow"])
    acts(s)
    assert "carlist CardWindow" == asked(s)
    do(s, "play snow")
    cost = {y: road_cost(s, LIBERAL, area("vitoria"), area(y)) for y in ("maestu", "salvatierra")}
    assert ({"maestu": 3, "salvatierra": 1}, 2) == (cost, road_cost(s, CARLIST, area("vitoria"), area("maestu")))
    assert (4, 2) == (
        road_cost(s, LIBERAL, area("ramales"), area("asturias_cantabria")),
        road_cost(s, LIBERAL, area("laredo"), area("asturias_cantabria")),
    )
    do(s, "activate vitoria", "all", dice=[1])
    assert ("no_forced_march_in_the_snow", "not_enough_points", "") == (
        key(s, "force salvatierra"), key(s, "march maestu"), key(s, "march salvatierra")
    )


@rule("aiw", "7.1c")
@card("aiw", "snow")
@pytest.mark.parametrize(("turn", "falls"), [(1, True), (2, False), (4, False), (5, True)])
def test_snow_falls_in_the_first_and_the_last_turn(turn: int, falls: bool) -> None:
    s = war({"vitoria": "l_rg1"}, side="liberal", turn=turn, hands=["snow", "ambush"], secret=True)
    assert falls == (asked(acts(s)) == "carlist CardWindow")


@rule("aiw", "13.2i", "7.1d")
@card("aiw", "lord_john_hay")
@pytest.mark.parametrize(("rules", "squadron", "dice"), [(GAME.rules, True, 2), (GAME.rules, False, 1), (2, True, 1)])
def test_the_squadron_covers_landed_guns_too(rules: int, squadron: bool, dice: int) -> None:
    s = war({"laredo": "l_rg1 mountain:2 c_nav1"}, side="liberal")
    s.rules = rules
    phase(s).effects = [CARD["lord_john_hay"]] if squadron else []
    assert dice == gun_dice(s, LIBERAL, MOUNTAIN, area("laredo"), landed=True)
