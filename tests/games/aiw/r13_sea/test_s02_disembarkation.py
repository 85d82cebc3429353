"""[13.2] Disembarkation against the enemy."""

from __future__ import annotations

import pytest

from tablero.games.aiw import GAME
from tablero.games.aiw.board import ARMY, CARLIST, FIGHTERS, LIBERAL, TRAINS, UNITS, area
from tablero.games.aiw.rules.r03_turn.s00_player_phase import entered_by, phase
from tablero.games.aiw.rules.r05_units.s01_blocks import in_open
from tablero.games.aiw.rules.r13_sea.s02_disembarkation import Landing
from tablero.games.aiw.rules.r15_combat import CombatStep
from tablero.games.aiw.rules.r17_battle.s09_ways import ATTACKER, ways_out
from tablero.games.aiw.state import SEA
from tests.games.aiw.hands import reason
from tests.games.aiw.sea import at_sea
from tests.games.aiw.war import asked, at, block, do, guns, knapsack, offered, refused, run, strength, told, war
from tests.rules import rule


@rule("aiw", "13.2a", "13.2b")
def test_a_landing_goes_from_port_to_port_with_an_enemy_and_costs_a_point() -> None:
    s = at_sea({"laredo": "l_ln1 l_ln2", "guetaria": "c_gui1", "vitoria": "l_ln3"}, forts={"carlist": ("bermeo",)})
    do(s, "disembark", "embark laredo")
    assert 2 == phase(s).points
    assert ["land bermeo", "land guetaria"] == offered(s)
    assert ("13.2a", "landing_needs_an_enemy") == reason(s, "land lequeitio")
    do(s, "land bermeo", "ship l_ln1", "ship l_ln2")
    events = do(s, "done")
    assert [(area("laredo"), area("bermeo"), 2)] == told(events, "landed")
    assert ("liberal Act", [SEA]) == (asked(s), entered_by(s, area("bermeo")))      # nobody is there to evade
    assert ["bermeo", "bermeo"] == [at(s, unit) for unit in ("l_ln1", "l_ln2")]
    assert 2 == phase(s).points


@rule("aiw", "13.2a")
def test_without_an_enemy_in_a_port_there_is_no_landing() -> None:
    s = at_sea({"laredo": "l_ln1", "tolosa": "c_gui1"})
    assert ("13.2a", "no_landing_possible") == reason(s, "disembark")
    s = at_sea({"laredo": "l_ln1", "bermeo": "l_ln2"}, forts={"carlist": ("bermeo",)}, siege=("bermeo",))
    assert ("13.2a", "no_landing_possible") == reason(s, "disembark")         # besieged already


@pytest.mark.parametrize("places", [{"galicia": "l_ln1"}, {"laredo": "l_st1"}, {"vitoria": "l_ln1"}])
@rule("aiw", "13.2a", "13.2c", "13.2f")
def test_without_a_unit_in_a_port_of_the_north_there_is_no_landing(places: dict[str, str]) -> None:
    s = at_sea({**places, "guetaria": "c_gui1"})
    assert ("13.2a", "no_landing_possible") == reason(s, "disembark")


@rule("aiw", "13.2a", "13.2c", "13.2e", "13.2l")
def test_a_landing_starts_in_a_port_of_the_north_also_a_besieged_one() -> None:
    places = {
        "galicia": "l_ln1", "asturias_cantabria": "l_ln5",
        "inside san_sebastian": "l_ln2", "san_sebastian": "c_gui1", "laredo": "l_ln3",
        "guetaria": "c_gui2", "inside bilbao": "l_ln4", "bilbao": "c_bis1", "bermeo": "l_st1",
    }
    s = at_sea(places, siege=("san_sebastian", "bilbao"))
    do(s, "disembark")
    assert {"embark laredo", "embark san_sebastian"} == set(offered(s))
    for region in ("galicia", "asturias_cantabria"):
        assert ("13.2c", "no_landing_from_a_region") == reason(s, f"embark {region}")
    assert ("13.1a", "no_port") == reason(s, "embark vitoria")
    assert ("13.2l", "port_of_bilbao_cancelled") == reason(s, "embark bilbao")
    assert ("13.2e", "nobody_lands") == reason(s, "embark bermeo")
    do(s, "embark san_sebastian")
    assert ("13.1a", "same_port") == reason(s, "land san_sebastian")
    assert ("13.1a", "no_port") == reason(s, "land vitoria")
    do(s, "land guetaria", "ship l_ln2", "done")
    assert "guetaria" == at(s, "l_ln2")


@rule("aiw", "13.2a")
def test_a_landing_does_not_start_where_the_only_enemy_is() -> None:
    s = at_sea({"laredo": "l_ln1", "inside san_sebastian": "l_ln2", "san_sebastian": "c_gui1"},
               siege=("san_sebastian",))
    do(s, "disembark")
    assert ("13.2a", "landing_needs_an_enemy") == reason(s, "embark san_sebastian")
    assert ["embark laredo"] == offered(s)


@rule("aiw", "13.2d")
def test_bilbao_can_be_landed_at_unless_the_river_is_closed() -> None:
    s = at_sea({"laredo": "l_ln1", "bilbao": "c_bis1", "guetaria": "c_gui1"}, siege=("bilbao",))
    do(s, "disembark", "embark laredo")
    assert "land bilbao" in offered(s)
    s = at_sea({"laredo": "l_ln1", "guetaria": "c_gui1"}, forts={"carlist": ("bilbao",)})
    do(s, "disembark", "embark laredo")
    assert "land bilbao" in offered(s)
    for forts in ({}, {"liberal": ("guecho",)}):
        s = at_sea({"laredo": "l_ln1", "bilbao": "c_bis1", "guetaria": "c_gui1", "guecho": "c_bis2"},
                   siege=("bilbao", "guecho") if forts else ("bilbao",), forts=forts)
        do(s, "disembark", "embark laredo")
        assert ("13.2d", "river_closed") == reason(s, "land bilbao")


@rule("aiw", "13.2e")
def test_there_is_one_landing_a_phase_of_two_units_from_one_port() -> None:
    s = at_sea({"laredo": "l_ln1 l_ln2 l_ln3", "castro_urdiales": "l_ln4", "guetaria": "c_gui1", "bermeo": "c_gui2"})
    do(s, "disembark", "embark laredo", "land guetaria", "ship l_ln1")
    do(s, "ship l_ln2")
    assert ("13.2e", "two_units_land") == reason(s, "ship l_ln3")
    assert refused(s, "ship l_ln4") is not None
    do(s, "done", "stand")
    assert ("13.2a", "no_landing_possible") == reason(s, "disembark")
    s = at_sea({"laredo": "l_ln1", "guetaria": "c_gui1"})
    phase(s).landed = True
    run(s, Landing())
    assert ("13.2e", "one_landing_a_phase") == reason(s, "embark laredo")


@rule("aiw", "13.2e", "10.0k")
def test_somebody_must_land() -> None:
    s = at_sea({"laredo": "l_ln1 l_ln2", "guetaria": "c_gui1", "bermeo": "c_gui2"})
    s.acted |= 1 << block(s, "l_ln2")
    do(s, "disembark", "embark laredo", "land guetaria")
    assert ("13.2e", "nobody_lands") == reason(s, "done")
    assert ("10.0k", "has_acted") == reason(s, "ship l_ln2")


@rule("aiw", "13.2f")
def test_guns_and_knapsack_land_too_and_trains_do_not() -> None:
    s = at_sea({"laredo": "l_pt1 l_st4 field:2 knapsack:1", "guetaria": "c_gui1", "bermeo": "c_gui2"})
    do(s, "disembark", "embark laredo", "land guetaria")
    assert ("13.2f", "no_train_lands") == reason(s, "ship l_st4")
    do(s, "ship l_pt1", "bring field", "bring knapsack", "done", "stand")
    assert (2, 0) == guns(s, "liberal", "guetaria")
    assert 1 == knapsack(s, "liberal", "guetaria")
    assert 2 == phase(s).points


@rule("aiw", "13.2g")
def test_a_landing_beside_an_enemy_is_an_attack() -> None:
    s = at_sea({"laredo": "l_ln1 l_ln2", "guetaria": "c_gui1"})
    do(s, "disembark", "embark laredo", "land guetaria", "ship l_ln1", "ship l_ln2", "done", "stand")
    s.secret = False
    events = do(s, "done", "all", dice=[6] * (2 * 3 + 3))
    assert [(area("guetaria"), LIBERAL)] == [(x, side) for x, side in told(events, "skirmish")]
    assert [(CARLIST, area("guetaria"))] == told(events, "must_retreat")


@rule("aiw", "13.2i")
def test_landed_units_fire_with_one_die_less_but_at_least_one() -> None:
    s = at_sea({"laredo": "l_ln1 l_ln3:1", "guetaria": "c_gui1"})
    do(s, "disembark", "embark laredo", "land guetaria", "ship l_ln1", "ship l_ln3", "done", "stand")
    s.secret = False
    events = do(s, "done", "all", dice=[6] * (3 + 1 + 3))
    assert {"l_ln1": 3, "l_ln3": 1, "c_gui1": 3} == {UNITS[unit].id: n for unit, n, _, _ in told(events, "fired")}


@rule("aiw", "13.2j")
def test_landed_units_may_go_back_to_a_friendly_port_or_by_a_road_of_their_friends() -> None:
    s = war({"guetaria": "l_ln1 c_gui1 c_gui2", "laredo": "l_ln3", "irun": "c_gui3"}, side="liberal")
    phase(s).entered.append((area("guetaria"), SEA))
    s.landed |= 1 << block(s, "l_ln1")
    ports = ways_out(s, LIBERAL, area("guetaria"), ATTACKER, landed=True)
    assert {area("laredo"), area("san_sebastian"), area("bilbao")} <= set(ports)
    assert area("irun") not in ports                        # not friendly
    assert area("azpeitia") not in ports
    assert [] == ways_out(s, LIBERAL, area("guetaria"), ATTACKER, landed=False)
    phase(s).entered.append((area("guetaria"), area("azpeitia")))
    assert area("azpeitia") in ways_out(s, LIBERAL, area("guetaria"), ATTACKER, landed=True)


@rule("aiw", "13.2j", "13.2g")
def test_a_landing_that_fails_goes_back_to_sea() -> None:
    s = at_sea({"laredo": "l_ln1", "guetaria": "c_gui1 c_gui2"})
    do(s, "disembark", "embark laredo", "land guetaria", "ship l_ln1", "done", "stand")
    s.secret = False
    do(s, "done", "all", dice=[6] * (3 + 3 + 3))
    assert "liberal RetreatUnits" == asked(s)
    do(s, "retreat_all castro_urdiales")
    assert ("castro_urdiales", 4) == (at(s, "l_ln1"), strength(s, "l_ln1"))


@rule("aiw", "13.2k")
def test_after_a_land_group_the_landed_units_wait_at_sea() -> None:
    places = {"laredo": "l_ln1 l_ln2 field:1", "azpeitia": "l_ln3", "guetaria": "c_gui1", "bermeo": "c_gui2"}
    s = at_sea(places, points=3)
    do(s, "activate azpeitia", "add l_ln3", "march guetaria", "stand", dice=[6])
    do(s, "disembark", "embark laredo", "land guetaria", "ship l_ln1", "bring field", "done")
    assert "liberal Act" == asked(s)                        # nobody evades a second group
    assert "road sea>guetaria" == at(s, "l_ln1")
    assert (1, 0) == guns(s, "liberal", "road sea>guetaria")
    assert "guetaria" == at(s, "l_ln3")


@rule("aiw", "13.2k")
def test_nobody_evades_units_that_wait_at_sea() -> None:
    """The Carlists have intercepted the land group, and so were not asked yet whether they evade."""
    s = at_sea({"laredo": "l_ln1", "guetaria": "l_ln3 c_gui1"})
    do(s, "disembark", "embark laredo", "land guetaria", "ship l_ln1", "done")
    assert ("liberal Act", "road sea>guetaria") == (asked(s), at(s, "l_ln1"))


@rule("aiw", "13.2k", "11.4j")
def test_at_a_bare_fortress_the_landed_units_join_the_others() -> None:
    s = at_sea({"laredo": "l_ln1", "azpeitia": "l_ln3"}, forts={"carlist": ("guetaria",)}, points=3)
    do(s, "activate azpeitia", "add l_ln3", "march guetaria", "done", dice=[6])
    do(s, "disembark", "embark laredo", "land guetaria", "ship l_ln1", "done")
    assert "guetaria" == at(s, "l_ln1")


@rule("aiw", "13.2m")
def test_carlists_of_the_zone_may_evade_a_landing_and_then_it_stops() -> None:
    s = at_sea({"laredo": "l_ln1", "guetaria": "c_gui1"}, points=3)
    do(s, "disembark", "embark laredo", "land guetaria", "ship l_ln1", "done")
    assert "carlist Evade" == asked(s)
    do(s, "evade", dice=[2])
    do(s, "retreat_all azpeitia")
    assert ["guetaria", "azpeitia"] == [at(s, unit) for unit in ("l_ln1", "c_gui1")]
    assert "liberal Act" == asked(s)
    assert ("10.1b", "all_have_acted") == reason(s, "activate guetaria")
    assert not s.held >> area("guetaria") & 1


@rule("aiw", "13.2m", "12.0a")
def test_outside_the_zone_nobody_evades_it() -> None:
    s = at_sea({"bilbao": "l_ln1", "laredo": "c_gui1"}, points=3)
    do(s, "disembark", "embark bilbao", "land laredo", "ship l_ln1", "done")
    assert "liberal Act" == asked(s)
    assert "laredo" == at(s, "l_ln1") == at(s, "c_gui1")


@rule("aiw", "5.2a")
def test_the_carlist_does_not_see_who_is_chosen_to_land() -> None:
    s = at_sea({"laredo": "l_ln1 l_ln2 field:1", "guetaria": "c_gui1", "bermeo": "c_gui2"}, secret=True)
    do(s, "disembark", "embark laredo", "land guetaria", "ship l_ln2", "bring field")
    seen = next(frame for frame in GAME.view(s, CARLIST).stack if isinstance(frame, Landing))
    assert ([], [0, 0, 0]) == (seen.picked, seen.cargo)


@rule("aiw", "5.2a", "13.2e", "13.2f")
def test_each_step_of_a_landing_tells_that_somebody_can_land() -> None:
    s = at_sea({"laredo": "l_ln1 l_ln2", "castro_urdiales": "l_ln3 l_ln4", "guetaria": "c_gui1", "bermeo": "c_gui2"})
    for n in range(1, 5):
        s.may[block(s, f"l_ln{n}")] |= TRAINS & ARMY[LIBERAL]
    laredo, castro = (in_open(s, LIBERAL, area(x)) for x in ("laredo", "castro_urdiales"))
    other = s.clone()
    other.acted = 1 << block(s, "l_ln2")
    other.offered = {}
    do(other, "disembark")
    assert [((laredo | castro) & ~other.acted, FIGHTERS, 1)] == other.facts       # somebody who has not acted
    do(other, "embark laredo")
    assert 0 == other.may[block(s, "l_ln1")] & TRAINS
    do(s, "disembark")
    assert [(laredo | castro, FIGHTERS, 1)] == s.facts
    do(s, "embark laredo")
    assert [(laredo | castro, FIGHTERS, 1), (laredo, FIGHTERS, 1)] == s.facts
    do(s, "land guetaria", "ship l_ln1", "ship l_ln2", "done")
    assert 0 == (s.may[block(s, "l_ln1")] | s.may[block(s, "l_ln2")]) & TRAINS


@rule("aiw", "13.2x1", "13.2e", "13.2g", "13.2h", "13.2i", "18.0f")
def test_example_of_a_landing_at_san_sebastian() -> None:
    s = at_sea({
        "san_sebastian": "c_gui1 c_gui2", "inside san_sebastian": "l_ln4 field:1", "bilbao": "l_ln1 l_ln2 l_pr1",
        "guetaria": "c_gui3", "lequeitio": "l_ln5",
    }, siege=("san_sebastian",), points=1, command=(3, 0))
    do(s, "disembark", "embark bilbao", "land san_sebastian", "ship l_ln1", "ship l_ln2", "done")
    assert 0 == phase(s).points
    assert "liberal Act" == asked(s)                # Guetaria cannot intercept, and nobody evades outside the Zone
    s.secret = False
    events = do(s, "done", "all", "all", dice=[6] * (3 + 3 + 3 + 3))
    shots = {UNITS[unit].id: n for unit, n, _, _ in told(events, "fired")}
    assert {"l_ln1": 3, "l_ln2": 3, "c_gui1": 3, "c_gui2": 3} == shots
    assert [(CARLIST, area("san_sebastian"))] == told(events, "must_retreat")       # three Liberals against two
    while "carlist RetreatUnits" == asked(s):
        events += do(s, next(word for word in offered(s) if word.startswith("retreat_all")))
    assert [(area("san_sebastian"),)] == told(events, "siege_lifted")
    assert ["san_sebastian"] * 3 == [at(s, unit) for unit in ("l_ln1", "l_ln2", "l_ln4")]
    assert 4 == strength(s, "l_ln1")


@pytest.mark.parametrize("first", ["combat", "none"])
@rule("aiw", "11.4m", "13.2k")
def test_units_at_sea_come_in_when_nobody_is_left_to_fight(first: str) -> None:
    places = {"guetaria": "l_ln3 c_gui1" if first == "combat" else "l_ln3", "road sea>guetaria": "l_ln1"}
    s = war(places, side="liberal")
    phase(s).entered.append((area("guetaria"), area("azpeitia")))
    run(s, CombatStep(LIBERAL), [6] * 6 if first == "combat" else None)
    assert ("guetaria" == at(s, "l_ln1")) == (first == "none")


@rule("aiw", "14.0c", "13.2f", "13.2j")
def test_guns_may_be_divided_when_they_land() -> None:
    s = at_sea({"laredo": "l_ln1 l_ln2 field:3", "guetaria": "c_gui1"})
    do(s, "disembark", "embark laredo", "land guetaria", "ship l_ln1", "load field 2", "done", "stand")
    assert [(1, 0), (2, 0)] == [guns(s, "liberal", x) for x in ("laredo", "guetaria")]
    assert [2, 0, 0] == phase(s).ashore
