"""[13.0] [13.1] Naval transport."""

from __future__ import annotations

from tablero.games.aiw import GAME
from tablero.games.aiw.board import CARLIST, FIGHTERS, LIBERAL, MOUNTAIN, TRAINS, UNIT, area
from tablero.games.aiw.rules.r03_turn.s00_player_phase import phase
from tablero.games.aiw.rules.r05_units.s01_blocks import in_open
from tablero.games.aiw.rules.r11_movement.s00_groups import haul
from tablero.games.aiw.rules.r13_sea.s01_transport import Transport, refuse_sailing
from tablero.games.aiw.state import Aiw
from tests.games.aiw.hands import reason
from tests.games.aiw.sea import at_sea
from tests.games.aiw.war import at, block, do, guns, knapsack, offered, refused, told
from tests.rules import rule


def sails(s: Aiw) -> set[str]:
    return {word.split()[1] for word in offered(s) if word.startswith("sail ")}


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
    facts = s.facts
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
    assert [(in_open(s, LIBERAL, area("laredo")), FIGHTERS, 1)] == other.facts


@rule("aiw", "5.2a")
def test_the_carlist_does_not_see_what_is_chosen_to_sail_nor_who_it_was() -> None:
    labels = set()
    for unit in ("l_ln1", "l_ln2"):
        s = at_sea({"laredo": "l_ln1 l_ln2 l_st1 field:2"})
        do(s, "transport laredo", f"ship {unit}", "escort l_st1", "bring field")
        seen = next(frame for frame in GAME.view(s, CARLIST).stack if isinstance(frame, Transport))
        assert (-1, -1, [0, 0, 0]) == (seen.block, seen.train, seen.cargo)
        do(s, "sail bilbao")
        labels.add(in_open(s, LIBERAL, area("bilbao")))
    assert 1 == len(labels)


@rule("aiw", "4.9g", "4.9e")
def test_control_passes_where_a_ship_leaves_and_where_it_comes_to() -> None:
    s = at_sea({"bermeo": "l_ln1"})
    do(s, "transport bermeo", "ship l_ln1", "sail lequeitio")
    assert (1, 0) == (s.held >> area("bermeo") & 1, s.held >> area("lequeitio") & 1)


@rule("aiw", "14.0c", "13.1e")
def test_guns_may_be_divided_when_they_are_shipped() -> None:
    s = at_sea({"laredo": "l_ln1 field:3 knapsack:2", "bilbao": "l_ln2"})
    do(s, "transport laredo", "ship l_ln1")
    assert {"bring field", "load field 1", "load field 2"} == {text for text in offered(s) if "field" in text}
    do(s, "load field 1")
    assert ("13.1e", "nothing_to_bring") == reason(s, "bring field")        # one part goes
    do(s, "sail bilbao")
    assert [(2, 0), (1, 0)] == [guns(s, "liberal", x) for x in ("laredo", "bilbao")]
