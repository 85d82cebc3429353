"""[13] Liberal movement by sea: naval transport and disembarkation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pytest

from tablero.games.aiw import GAME
from tablero.games.aiw.board import ARMY, CARLIST, FIGHTERS, LIBERAL, MOUNTAIN, TRAINS, UNIT, UNITS, area
from tablero.games.aiw.rules.r03_phase import entered_by, phase
from tablero.games.aiw.rules.r05_units import in_open
from tablero.games.aiw.rules.r11_movement.s00_groups import haul
from tablero.games.aiw.rules.r13_sea import Landing, Transport, refuse_sailing
from tablero.games.aiw.rules.r15_combat import CombatStep
from tablero.games.aiw.rules.r17_battle.s09_ways import ATTACKER, ways_out
from tablero.games.aiw.state import SEA, Aiw
from tests.games.aiw.march import actions
from tests.games.aiw.war import asked, at, block, do, guns, knapsack, offered, refused, run, strength, told, war
from tests.rules import rule


def reason(s: Aiw, words: str) -> tuple[str, str]:
    found = refused(s, words)
    assert found is not None
    return found.rule, found.key


def at_sea(
    places: Mapping[str, str], *, siege: Iterable[str] = (), forts: Mapping[str, Iterable[str]] | None = None,
    points: int = 2, secret: bool = True, command: tuple[int, int] = (0, 0),
) -> Aiw:
    """A Liberal Actions step; nothing is done of itself."""
    s = war(places, side="liberal", siege=siege, forts=forts, points=points, secret=secret, command=command)
    actions(s)
    return s


def sails(s: Aiw) -> set[str]:
    return {word.split()[1] for word in offered(s) if word.startswith("sail ")}


# ------------------------------------------------------------------------------------------------------ naval transport


@rule("aiw", "13.1a", "13.0a")
def test_units_sail_from_port_or_coast_to_port_or_coast() -> None:
    s = at_sea({"laredo": "l_ln1 l_ln2", "vitoria": "l_ln3", "aragon": "l_ln4", "galicia": "l_ln5"})
    assert {"transport laredo", "transport galicia"} == {w for w in offered(s) if w.startswith("transport")}
    assert ("13.1a", "no_port") == reason(s, "transport vitoria")
    assert ("13.1a", "no_port") == reason(s, "transport aragon")
    do(s, "transport laredo", "ship l_ln1")
    assert {"bilbao", "san_sebastian", "portugalete", "galicia", "andalusia", "catalonia"} <= sails(s)
    assert ("13.1a", "same_port") == reason(s, "sail laredo")
    assert "aragon" not in sails(s)
    do(s, "sail catalonia")
    assert ["catalonia", "laredo"] == [at(s, unit) for unit in ("l_ln1", "l_ln2")]     # only the unit is activated
    do(s, "transport galicia", "ship l_ln5", "sail san_sebastian")
    assert "san_sebastian" == at(s, "l_ln5")


@rule("aiw", "13.1b", "13.1k", "13.0a")
def test_each_unit_costs_half_a_point_and_halves_are_kept_for_another() -> None:
    s = at_sea({"laredo": "l_ln1 l_ln2 l_ln3"}, points=1)
    do(s, "transport laredo", "ship l_ln1", "sail bilbao")
    assert 1 == phase(s).points
    assert ("10.4a", "no_action_points") == reason(s, "store")
    do(s, "transport laredo", "ship l_ln2", "sail bilbao")
    assert 0 == phase(s).points
    assert ("13.1b", "no_action_points") == reason(s, "transport laredo")
    s = at_sea({"laredo": "l_ln1 l_ln2"}, points=0, command=(0, 1))
    do(s, "command", "transport laredo", "ship l_ln1", "sail bilbao")
    now = phase(s)
    assert 1 == now.points          # half of a Command Point is kept too
    do(s, "done")
    assert 0 == now.points          # and then lost


@rule("aiw", "13.1d")
def test_a_port_with_an_enemy_is_closed_and_a_coast_never() -> None:
    places = {"laredo": "l_ln1", "guetaria": "c_gui1", "galicia": "c_cas1", "asturias_cantabria": "c_can1"}
    s = at_sea(places, forts={"carlist": ("bermeo",)})
    do(s, "transport laredo", "ship l_ln1")
    assert ("13.1d", "enemy_at_the_port") == reason(s, "sail guetaria")
    assert ("13.1d", "enemy_at_the_port") == reason(s, "sail bermeo")
    assert {"lequeitio", "galicia", "asturias_cantabria"} <= sails(s)
    events = do(s, "sail galicia")
    assert [(area("laredo"), area("galicia"), 1)] == told(events, "sailed")
    assert "galicia" == at(s, "l_ln1")


@rule("aiw", "13.1d")
def test_a_besieged_enemy_fortress_does_not_close_a_port() -> None:
    s = at_sea({"laredo": "l_ln1", "bermeo": "l_ln2", "inside bermeo": "c_bis1"}, forts={"carlist": ("bermeo",)},
               siege=("bermeo",))
    do(s, "transport laredo", "ship l_ln1", "sail bermeo")
    assert "bermeo" == at(s, "l_ln1")


@rule("aiw", "13.1e")
def test_train_guns_and_knapsack_go_along_free_and_never_alone() -> None:
    s = at_sea({"laredo": "l_pt1 l_ln2 l_st4 l_st3 field:2 mountain:1 knapsack:2", "bermeo": "l_st2"})
    assert ("13.1e", "cannot_sail_alone") == reason(s, "transport bermeo")
    do(s, "transport laredo")
    assert ("13.1e", "cannot_sail_alone") == reason(s, "ship l_st4")
    do(s, "ship l_pt1")
    assert ("13.1e", "only_trains_are_escorted") == reason(s, "escort l_ln2")
    do(s, "escort l_st4", "bring knapsack", "bring field")
    assert ("13.1e", "nothing_to_bring") == reason(s, "bring field")
    assert ("13.1e", "one_train_sails") == reason(s, "escort l_st3")
    do(s, "sail bilbao")
    assert ["bilbao", "bilbao", "laredo"] == [at(s, unit) for unit in ("l_pt1", "l_st4", "l_ln2")]
    assert ((2, 0), (0, 1)) == (guns(s, "liberal", "bilbao"), guns(s, "liberal", "laredo"))
    assert 2 == knapsack(s, "liberal", "bilbao")
    assert 3 == phase(s).points


@rule("aiw", "10.0k", "13.1e")
def test_guns_act_once_like_units() -> None:
    s = at_sea({"laredo": "l_ln1 field:2", "bilbao": "l_ln2 field:1"})
    do(s, "transport laredo", "ship l_ln1", "bring field", "sail bilbao")
    do(s, "transport bilbao", "ship l_ln2", "bring field", "sail laredo")
    assert [(1, 0), (2, 0)] == [guns(s, "liberal", x) for x in ("laredo", "bilbao")]     # only those that had not
    s = at_sea({"laredo": "l_ln1 field:2", "bilbao": "l_ln2"})
    do(s, "transport laredo", "ship l_ln1", "bring field", "sail bilbao", "transport bilbao", "ship l_ln2")
    assert ("10.0k", "has_acted") == reason(s, "bring field")


@rule("aiw", "14.0c", "10.0k")
def test_guns_of_which_some_have_acted_are_divided_only_with_a_counter() -> None:
    places = {"laredo": "l_ln1 mountain:2", "vitoria": "l_ln2 mountain:1", "haro": "l_ln3 mountain:1"}
    for others, why in ((places, None), ({**places, "logrono": "l_ln4 mountain:1"}, "no_counter_to_divide")):
        s = at_sea(others)
        haul(s, MOUNTAIN, area("laredo"), 1)
        do(s, "transport laredo", "ship l_ln1")
        found = refused(s, "bring mountain")
        assert why == (found and found.key)


@rule("aiw", "13.1d", "13.1f", "13.1g")
def test_a_besieged_fortress_takes_in_what_it_holds() -> None:
    places = {"laredo": "l_ln1 l_ln2 l_ln3", "inside san_sebastian": "l_pr1", "san_sebastian": "c_gui1"}
    s = at_sea(places, siege=("san_sebastian",))
    do(s, "transport laredo", "ship l_ln1", "sail san_sebastian")
    assert "inside san_sebastian" == at(s, "l_ln1")
    do(s, "transport laredo", "ship l_ln2")
    assert ("13.1f", "fortress_full") == reason(s, "sail san_sebastian")
    places["inside san_sebastian"] = "l_pr1 l_st1"
    s = at_sea(places, siege=("san_sebastian",))
    do(s, "transport laredo", "ship l_ln1")
    assert "san_sebastian" in sails(s)                      # a Train takes up no room
    places = {"laredo": "l_ln1", "guetaria": "c_gui1", "inside guetaria": "l_pr1"}
    s = at_sea(places, siege=("guetaria",), forts={"liberal": ("guetaria",)})
    do(s, "transport laredo", "ship l_ln1")
    assert ("13.1f", "fortress_full") == reason(s, "sail guetaria")


@rule("aiw", "13.1f")
def test_units_sail_out_of_a_besieged_fortress() -> None:
    s = at_sea({"inside san_sebastian": "l_pr1 l_st1 field:1", "san_sebastian": "c_gui1"}, siege=("san_sebastian",))
    do(s, "transport san_sebastian", "ship l_pr1", "escort l_st1", "sail laredo")
    assert ["laredo", "laredo"] == [at(s, unit) for unit in ("l_pr1", "l_st1")]
    assert (1, 0) == guns(s, "liberal", "inside san_sebastian")


@rule("aiw", "13.1f", "18.0c")
def test_a_besieged_fortress_takes_in_one_train_one_knapsack_and_guns_up_to_one_counter() -> None:
    places = {
        "laredo": "l_ln1 l_st1 field:2 knapsack:2", "inside san_sebastian": "l_st2 field:3 knapsack:1",
        "san_sebastian": "c_gui1",
    }
    for words in ("escort l_st1", "bring field", "bring knapsack"):
        s = at_sea(places, siege=("san_sebastian",))
        do(s, "transport laredo", "ship l_ln1")
        assert "san_sebastian" in sails(s)
        do(s, words)
        assert ("18.0c", "one_of_each_inside") == reason(s, "sail san_sebastian")
    places["inside san_sebastian"] = "liberal field:2"
    s = at_sea(places, siege=("san_sebastian",))
    do(s, "transport laredo", "ship l_ln1", "escort l_st1", "bring field", "bring knapsack", "sail san_sebastian")
    assert (4, 0) == guns(s, "liberal", "inside san_sebastian")


@rule("aiw", "13.1h")
def test_no_ship_goes_to_or_from_a_cancelled_bilbao() -> None:
    s = at_sea({"laredo": "l_ln1", "inside bilbao": "l_ln2", "bilbao": "c_bis1"}, siege=("bilbao",))
    assert ("13.1h", "port_of_bilbao_cancelled") == reason(s, "transport bilbao")
    do(s, "transport laredo", "ship l_ln1")
    assert ("13.1h", "port_of_bilbao_cancelled") == reason(s, "sail bilbao")
    s = at_sea({"laredo": "l_ln1", "bilbao": "l_ln2", "portugalete": "c_bis1"})
    assert ("13.1h", "port_of_bilbao_cancelled") == reason(s, "transport bilbao")
    s = at_sea({"laredo": "l_ln1", "bilbao": "l_ln2"})
    assert refuse_sailing(s, area("bilbao")) is None


@rule("aiw", "13.1i", "10.0k", "10.0m", "13.1e")
def test_who_sails_does_not_march_and_who_marched_does_not_sail() -> None:
    s = at_sea({"laredo": "l_ln1 l_ln2"}, points=3)
    do(s, "transport laredo", "ship l_ln1", "sail bilbao")
    assert ("10.1b", "all_have_acted") == reason(s, "activate bilbao")
    do(s, "activate laredo", "add l_ln2", "march castro_urdiales", "done", dice=[1])
    assert refused(s, "transport castro_urdiales") is not None
    s = at_sea({"laredo": "l_ln1 l_ln2"}, points=3)
    s.acted |= 1 << block(s, "l_ln1")
    do(s, "transport laredo")
    assert ("10.0k", "has_acted") == reason(s, "ship l_ln1")
    do(s, "ship l_ln2")
    s = at_sea({"laredo": "l_ln1 l_st1 l_st2"})
    s.acted |= 1 << block(s, "l_st2")
    do(s, "transport laredo", "ship l_ln1")
    assert "escort l_st1" in offered(s)
    assert ("10.0k", "has_acted") == reason(s, "escort l_st2")
    assert ("13.1e", "nothing_to_bring") == reason(s, "bring field")


@rule("aiw", "5.2a", "13.1e")
def test_the_carlist_learns_that_one_of_the_shipped_blocks_fights() -> None:
    s = at_sea({"laredo": "l_ln1 l_ln2 l_st1 l_st2"}, secret=True)
    mixed = sum(1 << UNIT[name] for name in ("l_ln1", "l_ln2", "l_st1", "l_st2"))
    for name in ("l_ln1", "l_ln2", "l_st1", "l_st2"):
        s.may[block(s, name)] = mixed
    do(s, "transport laredo", "ship l_ln2")
    assert -1 == next(f for f in GAME.view(s, CARLIST).stack if isinstance(f, Transport)).block
    do(s, "escort l_st1", "sail bilbao")
    moved = 1 << block(s, "l_ln2") | 1 << block(s, "l_st1")
    facts = [tuple(s.facts[i : i + 3]) for i in range(0, len(s.facts), 3)]
    assert {n for blocks, _, n in facts if blocks == moved} == {1}
    assert 2 == len([1 for blocks, _, _ in facts if blocks == moved])       # one fights, one is a Train


@rule("aiw", "5.2a", "13.0a")
def test_that_a_unit_is_shipped_tells_that_somebody_there_can_sail() -> None:
    s = at_sea({"laredo": "l_ln1 l_ln2"})
    for name in ("l_ln1", "l_ln2"):
        s.may[block(s, name)] |= 1 << UNIT["l_st1"] | 1 << UNIT["l_st2"]
    s.acted = 1 << block(s, "l_ln2")
    other = s.clone()
    do(s, "transport laredo")
    assert 0 == s.may[block(s, "l_ln1")] & TRAINS           # somebody who has not acted
    other.acted = 0
    other.offered = {}
    do(other, "transport laredo")
    assert [in_open(s, LIBERAL, area("laredo")), FIGHTERS, 1] == other.facts


@rule("aiw", "5.2a")
def test_the_carlist_does_not_see_what_is_chosen_to_sail_nor_who_it_was() -> None:
    labels = set()
    for unit in ("l_ln1", "l_ln2"):
        s = at_sea({"laredo": "l_ln1 l_ln2 l_st1 field:2"})
        do(s, "transport laredo", f"ship {unit}", "escort l_st1", "bring field")
        seen = next(frame for frame in GAME.view(s, CARLIST).stack if isinstance(frame, Transport))
        assert (-1, -1, 0) == (seen.block, seen.train, seen.loads)
        do(s, "sail bilbao")
        labels.add(in_open(s, LIBERAL, area("bilbao")))
    assert 1 == len(labels)


@rule("aiw", "4.9g", "4.9e")
def test_control_passes_where_a_ship_leaves_and_where_it_comes_to() -> None:
    s = at_sea({"bermeo": "l_ln1"})
    do(s, "transport bermeo", "ship l_ln1", "sail lequeitio")
    assert (1, 0) == (s.held >> area("bermeo") & 1, s.held >> area("lequeitio") & 1)


# ------------------------------------------------------------------------------------------------------- disembarkation


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
    phase(s).entered += (area("guetaria"), SEA)
    s.landed |= 1 << block(s, "l_ln1")
    ports = ways_out(s, LIBERAL, area("guetaria"), ATTACKER, landed=True)
    assert {area("laredo"), area("san_sebastian"), area("bilbao")} <= set(ports)
    assert area("irun") not in ports                        # not friendly
    assert area("azpeitia") not in ports
    assert [] == ways_out(s, LIBERAL, area("guetaria"), ATTACKER, landed=False)
    phase(s).entered += (area("guetaria"), area("azpeitia"))
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
    assert ([], 0) == (seen.picked, seen.loads)


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
    assert [(laredo | castro) & ~other.acted, FIGHTERS, 1] == other.facts       # somebody who has not acted
    do(other, "embark laredo")
    assert 0 == other.may[block(s, "l_ln1")] & TRAINS
    do(s, "disembark")
    assert [laredo | castro, FIGHTERS, 1] == s.facts
    do(s, "embark laredo")
    assert [laredo | castro, FIGHTERS, 1, laredo, FIGHTERS, 1] == s.facts
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
    phase(s).entered += (area("guetaria"), area("azpeitia"))
    run(s, CombatStep(LIBERAL), [6] * 6 if first == "combat" else None)
    assert ("guetaria" == at(s, "l_ln1")) == (first == "none")
