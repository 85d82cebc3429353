"""[9.1] to [9.5] [9.7] Marches of Armies and counters, and what they cost."""

from __future__ import annotations

import pytest

import tablero
from tablero.games.wellington.board import BRITAIN, CLEAR, DUCHIES, NORD, PASS, RIVER, ROUGH, SPAIN, SUD
from tablero.games.wellington.rules import r14_naval as r14
from tablero.games.wellington.rules.r01_pieces.s05_soldiers import clear_tags, tags_of
from tablero.games.wellington.rules.r04_sequence.s02_impulses import Impulse
from tablero.games.wellington.rules.r06_building import Spending
from tablero.games.wellington.rules.r09_movement.s01_lines import (
    forced,
    has_pontoons,
    line,
    line_reasons,
    refuse_way,
    ways_from,
)
from tablero.games.wellington.rules.r09_movement.s02_march import FreeMarch
from tablero.games.wellington.rules.r09_movement.s03_step import Step
from tablero.games.wellington.rules.r09_movement.s06_groups import set_commander
from tablero.games.wellington.rules.r12_sieges import s02_siege as r12
from tablero.games.wellington.state import Wellington
from tests.games.wellington.field import (
    asked,
    at,
    do,
    game,
    leader,
    leaders,
    marked,
    offered,
    pieces_at,
    refused,
    run,
    sps,
    told,
    x,
)
from tests.games.wellington.marching import points
from tests.rules import rule


def steps(s: Wellington) -> list[str]:
    return sorted(word.split()[1] for word in offered(s) if word.startswith("step "))


# --- costs


@rule("wellington", "9a", "9.1a", "9.2a", "20j")
def test_a_step_of_an_army_costs_one_point_whatever_its_size() -> None:
    s = game({"lisbon": "wellington britain:12"})
    run(s, Spending(BRITAIN, 2))
    do(s, "lead wellington", "step santarem")
    assert ("wellington britain:9", "britain:3", 1) == (pieces_at(s, "santarem"), pieces_at(s, "lisbon"), points(s))
    do(s, "step coimbra")
    assert ("coimbra", "nobody") == (at(s, "wellington"), asked(s)), "no points are left"


@rule("wellington", "9.1b", "9.1d", "9.1f", "1.5a")
def test_counters_without_a_leader_march_one_by_one_for_a_point_each() -> None:
    s = game({"lisbon": "britain:4"})
    run(s, Spending(BRITAIN, 3))
    do(s, "counter lisbon cavalry", "step santarem", "stop")
    assert (2, 2, 2) == (sps(s, "britain", "santarem"), sps(s, "britain", "lisbon"), points(s))
    do(s, "counter lisbon infantry", "step santarem", "stop")
    assert (3, 1, 1) == (sps(s, "britain", "santarem"), sps(s, "britain", "lisbon"), points(s))


@rule("wellington", "9.1d", "9.7b")
def test_two_counters_that_attack_fight_two_battles() -> None:
    s = game({"lisbon": "britain:2", "santarem": "nord:1"}, flags={"nord": "santarem"})
    run(s, Spending(BRITAIN, 2))
    for left in (1, 1):
        do(s, "counter lisbon infantry", "step santarem")
        assert (left, "nord ReactionWindow") == (sps(s, "britain", "lisbon"), asked(s)), "the other does not come along"
        do(s, "pass", dice=[1] * 40)
        assert "nord:1" == pieces_at(s, "santarem"), "the first one was beaten before the second could come"
        s.tags = []


@rule("wellington", "9.1c")
def test_artillery_marches_only_with_a_leader() -> None:
    s = game({"lisbon": "britain:4"})
    run(s, Spending(BRITAIN, 3))
    assert refused(s, "counter lisbon artillery") == ("9.1c", "artillery_alone")
    assert refused(s, "counter lisbon cavalry") is None


@rule("wellington", "9.1e")
def test_points_move_only_the_own_pieces() -> None:
    s = game({"lisbon": "wellington britain:2", "cadiz": "ballesteros spain:3"})
    run(s, Spending(BRITAIN, 3))
    assert "lead ballesteros" not in offered(s)
    assert refused(s, "lead ballesteros") == ("9.1e", "not_your_pieces")
    assert refused(s, "counter cadiz infantry") == ("9.1e", "not_your_pieces")


@rule("wellington", "1.2a", "1.23a", "1.23b", "9.3a", "20c")
def test_steps_follow_the_lines_of_march() -> None:
    s = game({"valencia": "blake spain:2"}, active="spain")
    run(s, Spending(SPAIN, 2))
    do(s, "lead blake")
    assert ["alicante", "castellon", "cuenca", "teruel", "yecla"] == steps(s)
    assert refused(s, "step albacete") == ("9.3a", "not_adjacent")


# --- what is taken along


@rule("wellington", "1.6c", "1.61a", "1.61b", "1.61c", "1.61d", "20d", "20i")
def test_an_army_is_a_leader_with_soldiers_of_his_power_up_to_his_command_rating() -> None:
    s = game({"lisbon": "hill britain:7 spain:3"})
    run(s, Spending(BRITAIN, 2))
    do(s, "lead hill")
    assert {f"load {n}" for n in range(4)} == {word for word in offered(s) if word.startswith("load")}
    assert refused(s, "load 5") == ("1.6c", "too_many_soldiers")
    do(s, "step santarem")
    assert "hill britain:4" == pieces_at(s, "santarem")
    assert "britain:3 spain:3" == pieces_at(s, "lisbon"), "the excess stays, and so do the Spanish"
    s = game({"lisbon": "hill"})
    run(s, Spending(BRITAIN, 1))
    do(s, "lead hill", "step santarem")
    assert "hill" == pieces_at(s, "santarem"), "a lone Leader is an Army"


@rule("wellington", "1.61d", "9.63b", "9.63c")
def test_staff_officers_count_against_the_command_rating() -> None:
    s = game({"lisbon": "wellington hill graham britain:13"})
    run(s, Spending(BRITAIN, 3))
    do(s, "lead wellington", "staff hill")
    assert refused(s, "load 9") == ("1.6c", "too_many_soldiers")
    do(s, "step santarem")
    assert ("wellington hill britain:8", 2) == (pieces_at(s, "santarem"), points(s)), "one Army of nine for one point"
    s = game({"lisbon": "wellington hill graham britain:13"})
    run(s, Spending(BRITAIN, 3))
    do(s, "lead wellington", "staff hill", "staff graham", "step santarem")
    assert "wellington hill graham britain:7" == pieces_at(s, "santarem")
    assert "britain:6" == pieces_at(s, "lisbon")


@rule("wellington", "9.63c", "9.63a", "1.62a", "9.7c")
def test_two_armies_of_one_power_march_together_for_two_points() -> None:
    s = game({"lisbon": "wellington hill britain:13"})
    run(s, Spending(BRITAIN, 3))
    do(s, "lead wellington", "join hill", "step santarem")
    assert ("wellington hill britain:13", 1) == (pieces_at(s, "santarem"), points(s))
    assert refused(s, "step coimbra") == ("9.63a", "no_points")


@rule("wellington", "9.53c", "9.64c")
def test_soldiers_and_leaders_are_left_and_taken_up_on_the_way() -> None:
    s = game({"lisbon": "wellington hill britain:5", "santarem": "britain:3"})
    run(s, Spending(BRITAIN, 3))
    do(s, "lead wellington", "staff hill", "step santarem", "staff hill", "load 8", "step coimbra")
    assert ("wellington britain:8", "hill") == (pieces_at(s, "coimbra"), pieces_at(s, "santarem"))
    do(s, "lead hill", "step abrantes")
    assert "abrantes" == at(s, "hill"), "the Staff Officer that was left is a Leader again"


@rule("wellington", "9.53a")
def test_a_leader_marches_through_a_duchy_with_a_friendly_leader() -> None:
    s = game({"lisbon": "wellington britain:2", "santarem": "hill"})
    run(s, Spending(BRITAIN, 2))
    do(s, "lead wellington", "step santarem", "step coimbra")
    assert ("coimbra", "santarem") == (at(s, "wellington"), at(s, "hill"))


@rule("wellington", "1.5d")
def test_soldiers_split_only_as_far_as_there_are_counters() -> None:
    alone = ("porto", "braga", "viseu", "almeida", "coimbra", "castelo_branco", "abrantes", "elvas", "evora", "beja",
             "faro", "gibraltar", "cadiz")
    s = game({"lisbon": "hill britain:4", **dict.fromkeys(alone, "britain:1")})     # 13 of 14 infantry
    run(s, Spending(BRITAIN, 2))
    do(s, "lead hill", "load 1")
    assert refused(s, "step santarem") == ("1.5d", "no_counters")
    do(s, "load 2")
    assert refused(s, "step santarem") is None, "two cavalry"
    do(s, "load 4")
    assert refused(s, "step santarem") is None, "an artillery"


# --- Attrition


@rule("wellington", "9.4a", "9.41a", "9.41b", "9.41c", "9.43a", "9.43b")
@pytest.mark.parametrize("start, target, flags, kind, reasons", [
    ("orense", "zamora", "", PASS, 1),          # Friendly to Enemy over a Pass
    ("lugo", "astorga", "", PASS, 0),           # both ends Friendly
    ("astorga", "leon", "", CLEAR, 0),
    ("leon", "valladolid", "", CLEAR, 0),       # Friendly to Enemy
    ("avila", "valladolid", "", CLEAR, 1),      # an Ambush
    ("avila", "talavera", "", PASS, 2),         # Pass and Ambush
    ("talavera", "plasencia", "", CLEAR, 0),    # out of the Enemy's land
    ("talavera", "avila", "avila", PASS, 1),
])
def test_passes_and_ambushes_are_reasons_for_attrition(
    start: str, target: str, flags: str, kind: int, reasons: int
) -> None:
    s = game({start: "blake spain:3"}, active="spain", flags={"spain": flags})
    assert kind == line(s, x(start), x(target))
    run(s, Spending(SPAIN, 1), dice=[1] * 4 * reasons)
    do(s, "lead blake")
    told_of = do(s, f"step {target}", dice=[1] * 4 * reasons)
    assert [] == s.script
    assert [(SPAIN, x(target), 4 * reasons, 0)] * (reasons > 0) == told(told_of, "attrition")


@rule("wellington", "9.41c", "9.43a")
def test_a_leader_and_three_soldiers_roll_eight_dice_for_pass_and_ambush() -> None:
    s = game({"avila": "blake spain:3"}, active="spain")
    run(s, Spending(SPAIN, 1))
    do(s, "lead blake", "step talavera", dice=[6, 1, 2, 3, 4, 5, 6, 1])
    assert "blake spain:1" == pieces_at(s, "talavera")


@rule("wellington", "20v", "20o", "9.43a")
def test_a_besieged_enemy_fortress_is_no_enemy_duchy_and_no_ambush() -> None:
    s = game({"merida": "blake spain:2", "badajoz": "britain:1"}, active="spain")
    assert 0 == line_reasons(0, 0, x("merida"), x("badajoz"), CLEAR)
    run(s, Spending(SPAIN, 1))
    do(s, "lead blake", "step badajoz", dice=[])
    assert "blake britain:1 spain:2" == pieces_at(s, "badajoz")


@rule("wellington", "9.42a")
def test_the_fifth_and_each_later_duchy_costs_attrition() -> None:
    s = game({"lisbon": "wellington britain:2"})
    run(s, Spending(BRITAIN, 6))
    do(s, "lead wellington", "step santarem", "step coimbra", "step viseu", "step almeida", dice=[])
    do(s, "step viseu", dice=[1, 1, 1])
    assert [] == s.script
    do(s, "step porto", dice=[6, 1, 1])
    assert "wellington britain:1" == pieces_at(s, "porto")


@rule("wellington", "9.42b")
def test_the_count_of_a_forced_march_is_kept_for_each_piece() -> None:
    s = game({"lisbon": "hill britain:1", "viseu": "graham britain:2"})
    run(s, Spending(BRITAIN, 8))
    do(s, "lead hill", "step santarem", "step coimbra", "step viseu", "lead graham", "step almeida", dice=[])
    assert [(1, 0, 2), (4, 0, 1)] == tags_of(s, x("almeida"))
    do(s, "step viseu", dice=[1])
    assert [] == s.script, "only the Soldier that marched with Hill rolls"
    assert [3, 2] == [s.marched[leader(name)] for name in ("hill", "graham")]


@rule("wellington", "9.42b")
def test_soldiers_that_have_marched_least_go_on_first() -> None:
    s = game({"lisbon": "hill britain:4", "santarem": "britain:3"})
    run(s, Spending(BRITAIN, 3))
    do(s, "lead hill", "load 1", "step santarem", "load 3", "step coimbra")
    assert [(1, 0, 3)] == tags_of(s, x("coimbra"))
    assert [(1, 0, 1)] == tags_of(s, x("santarem")), "the one that came from Lisbon"


@rule("wellington", "9.42d")
def test_a_counter_has_marched_as_far_as_its_soldier_that_marched_most() -> None:
    s = game({"viseu": "britain:2"})
    s.tags = [(x("viseu"), 1, 0, 1), (x("viseu"), 4, 0, 1)]
    run(s, Spending(BRITAIN, 2))
    do(s, "counter viseu cavalry", "step almeida", dice=[1, 1])
    assert ([], [(5, 0, 2)]) == (s.script, tags_of(s, x("almeida")))


# --- where a march ends


@rule("wellington", "9.51a", "9.51b", "9.7a", "20h")
def test_a_battle_is_fought_at_once_and_ends_the_march() -> None:
    s = game({"lisbon": "wellington britain:6", "santarem": "nord:2"}, flags={"nord": "santarem"})
    run(s, Spending(BRITAIN, 4))
    events = do(s, "lead wellington", "step santarem", "pass", dice=[5, *[1] * 60])
    assert [(BRITAIN, x("santarem"))] == told(events, "battle")
    do(s, "retreat coimbra")
    assert ("santarem", True, "britain SpendPoints") == (at(s, "wellington"), marked(s, "wellington"), asked(s))
    assert refused(s, "lead wellington") == ("9.51b", "stopped")


@rule("wellington", "9.51c")
def test_an_enemy_that_evades_leaves_the_way_free() -> None:
    s = game({"lisbon": "wellington britain:6", "santarem": "marmont nord:2"}, flags={"nord": "santarem coimbra"})
    run(s, Spending(BRITAIN, 2))
    do(s, "lead wellington", "step santarem")
    do(s, "evade coimbra", "pass", dice=[6, 6])
    assert ("coimbra", "britain MarchOrders", 1) == (at(s, "marmont"), asked(s), points(s))
    do(s, "step lisbon")
    assert "lisbon" == at(s, "wellington")


@rule("wellington", "9.7b")
def test_a_battle_does_not_wait_for_another_army() -> None:
    s = game({"lisbon": "wellington hill britain:9", "santarem": "nord:2"}, flags={"nord": "santarem"})
    run(s, Spending(BRITAIN, 3))
    do(s, "lead wellington", "load 5", "step santarem")
    assert ("hill britain:4", "nord ReactionWindow") == (pieces_at(s, "lisbon"), asked(s))
    events = do(s, "pass", dice=[1] * 60)
    assert [(BRITAIN, 5 + 5 + 1), (NORD, 2 + 2)] == [args[:2] for args in told(events, "battle_dice")[:2]]


@rule("wellington", "9.52a", "9.5a")
def test_a_formation_stops_before_an_enemy_fortress() -> None:
    s = game({"merida": "wellington britain:4"})
    run(s, Spending(BRITAIN, 3))
    do(s, "lead wellington", "step badajoz")
    assert (True, "badajoz", "britain SpendPoints") == (marked(s, "wellington"), at(s, "wellington"), asked(s))
    assert refused(s, "lead wellington") == ("9.51b", "stopped")
    assert refused(s, "counter badajoz infantry") == ("9.51b", "stopped")


@rule("wellington", "9.5a")
def test_out_of_an_enemy_fortress_one_may_not_go_deeper() -> None:
    s = game({"badajoz": "wellington britain:4"})
    run(s, Spending(BRITAIN, 3))
    do(s, "lead wellington")
    assert ["beja", "caceres", "elvas", "huelva", "merida"] == steps(s)
    assert refused(s, "step llerena") == ("12.4b", "past_fortress")
    assert refuse_way(s, 0, x("badajoz"), x("lisbon")) == ("9.3a", "not_adjacent")
    assert ways_from(s, 1, x("badajoz")) >> x("llerena") & 1


@rule("wellington", "9.5a")
def test_a_turning_movement_goes_past_enemies_and_fights_if_it_stays() -> None:
    s = game({"merida": "wellington britain:4", "badajoz": "sud:2"})
    s.frame(Impulse).turning = leaders("wellington")
    run(s, Spending(BRITAIN, 3))
    do(s, "lead wellington", "step badajoz")
    assert ("britain MarchOrders", False) == (asked(s), marked(s, "wellington"))
    do(s, "step llerena", dice=[1] * 5)
    assert ("llerena", "britain:4" in pieces_at(s, "llerena")) == (at(s, "wellington"), True)
    s = game({"merida": "wellington britain:4", "badajoz": "sud:2"})
    s.frame(Impulse).turning = leaders("wellington")
    run(s, Spending(BRITAIN, 3))
    do(s, "lead wellington", "step badajoz")
    do(s, "stop")
    assert "sud ReactionWindow" == asked(s)
    assert [(BRITAIN, x("badajoz"))] == told(do(s, "pass", dice=[1] * 60), "battle")


@rule("wellington", "9.5a", "9a")
def test_nobody_is_left_behind_among_enemies_in_a_turning_movement_that_an_event_gives() -> None:
    s = game({"merida": "wellington britain:4", "badajoz": "sud:2"})
    s.frame(Impulse).turning = leaders("wellington")
    run(s, FreeMarch(BRITAIN, 3))
    do(s, "lead wellington", "step badajoz")
    assert {"step", "stop"} == {action[0] for action in tablero.options(s, BRITAIN)}


@rule("wellington", "9.3a")
def test_winter_quarters_and_heat_keep_an_army_from_marching() -> None:
    s = game({"lisbon": "wellington britain:4"})
    s.quarters = [(BRITAIN, x("lisbon"), 1)]
    run(s, Spending(BRITAIN, 3))
    assert refused(s, "lead wellington") == ("5.1c", "in_winter_quarters")
    assert refused(s, "counter lisbon infantry") == ("5.1c", "in_winter_quarters")
    s = game({"lisbon": "wellington britain:4"})
    s.frame(Impulse).tired = [(leader("wellington"), 1)]
    run(s, Spending(BRITAIN, 3))
    do(s, "lead wellington", "step santarem")
    assert refused(s, "step coimbra") == ("5.1c", "heat")


# --- lines


@rule("wellington", "1.22a", "20af")
def test_bridges_are_blown_and_pontoons_laid() -> None:
    s = game({"badajoz": "soult sud:3", "elvas": "britain:1"}, active="sud")
    assert (RIVER, CLEAR, ROUGH, PASS) == (
        line(s, x("badajoz"), x("elvas")), line(s, x("badajoz"), x("merida")), line(s, x("badajoz"), x("caceres")),
        line(s, x("llerena"), x("seville")))
    impulse = s.frame(Impulse)
    impulse.blown = [(x("merida"), x("badajoz"))]
    assert RIVER == line(s, x("badajoz"), x("merida"))
    impulse.bridged = leaders("soult")
    assert CLEAR == line(s, x("badajoz"), x("merida"), (SUD, leaders("soult"), 3))
    assert RIVER == line(s, x("badajoz"), x("merida"), (SUD, 0, 3))
    impulse.bridged_piles = [SUD * DUCHIES + x("badajoz")]
    assert CLEAR == line(s, x("badajoz"), x("elvas"), (SUD, 0, 1))
    assert RIVER == line(s, x("badajoz"), x("elvas"), (NORD, 0, 1))


# --- answers and Events


@rule("wellington", "9.1a")
def test_a_step_that_an_enemy_card_has_shaken_may_be_taken_back_with_its_points() -> None:
    s = game({"lisbon": "wellington britain:4"})
    run(s, Spending(BRITAIN, 3))
    do(s, "lead wellington")
    s.stack.pop()
    march = s.stack[-1]
    step = Step(BRITAIN, march.armies, 0, x("lisbon"), x("santarem"), shaken=True)     # type: ignore[attr-defined]
    run(s, step)
    assert "britain StepOrStay" == asked(s)
    do(s, "no")
    assert ("lisbon", 3, "britain MarchOrders") == (at(s, "wellington"), points(s), asked(s))


@rule("wellington", "9a")
def test_an_event_moves_one_army_without_points() -> None:
    s = game({"lisbon": "wellington hill britain:9"})
    run(s, FreeMarch(BRITAIN, 5, no_forced=True))
    do(s, "lead wellington")
    assert "join hill" not in offered(s), "no Army Group"
    do(s, "step santarem", "step coimbra", "step viseu", "step almeida", "step viseu", dice=[])
    assert ("viseu", "nobody") == (at(s, "wellington"), asked(s)), "no Forced March, and no sixth Duchy"


@rule("wellington", "9a")
def test_a_click_on_a_far_duchy_is_the_way_there() -> None:
    s = game({"lisbon": "wellington britain:4", "salamanca": "nord:2"})
    run(s, Spending(BRITAIN, 4))
    do(s, "lead wellington")
    found = s.stack[-1].gestures(s, BRITAIN)      # type: ignore[attr-defined]
    way = found["duchy:almeida"]
    assert [("step", x("santarem")), ("step", x("coimbra")), ("step", x("viseu")), ("step", x("almeida"))] == list(way)
    assert "duchy:zamora" not in found, "five Duchies away"
    assert "duchy:santarem" not in found, "one click"


@rule("wellington", "9.6c")
def test_a_commander_whose_group_stays_goes_step_by_step_since_another_one_is_named_first() -> None:
    s = game({"almeida": "wellington hill castanos britain:14 spain:1"})
    set_commander(s, x("almeida"), leader("wellington"))
    run(s, Spending(BRITAIN, 4))
    do(s, "lead wellington")
    assert {} == s.stack[-1].gestures(s, BRITAIN)      # type: ignore[attr-defined]
    do(s, "step viseu")
    assert "britain NameCommander" == asked(s)
    s = game({"almeida": "wellington castanos britain:8 spain:1"})
    set_commander(s, x("almeida"), leader("wellington"))
    run(s, Spending(BRITAIN, 4))
    do(s, "lead wellington")
    assert "duchy:coimbra" in s.stack[-1].gestures(s, BRITAIN)      # type: ignore[attr-defined]


@rule("wellington", "9.3a")
def test_of_two_ways_a_click_takes_the_one_without_attrition() -> None:
    s = game({"valladolid": "marmont nord:4"}, active="nord", flags={"spain": "segovia aranda"})
    run(s, Spending(NORD, 2))
    do(s, "lead marmont")
    way = s.stack[-1].gestures(s, NORD)["duchy:madrid"]      # type: ignore[attr-defined]
    assert [("step", x("avila")), ("step", x("madrid"))] == list(way), "not by a Pass"
    s.quarters = [(NORD, x("valladolid"), 0)]
    assert {} == s.stack[-1].gestures(s, NORD), "in Winter Quarters nobody sets out"      # type: ignore[attr-defined]


@rule("wellington", "1.22a", "12.2a", "14.2b")
def test_outside_an_impulse_lines_are_as_printed_and_nobody_is_tired() -> None:
    s = game({"lisbon": "wellington britain:4"})
    s.stack = []
    assert [CLEAR, ROUGH, RIVER, PASS] == [line(s, x(a), x(b)) for a, b in (
        ("lisbon", "santarem"), ("lugo", "oviedo"), ("lisbon", "evora"), ("lugo", "astorga"))]
    assert not has_pontoons(s, (BRITAIN, leaders("wellington"), 4), x("lisbon"))
    assert (4, 4, 0) == (r12.fresh_soldiers(s, BRITAIN, x("lisbon")), r14.fresh_soldiers(s, BRITAIN, x("lisbon")),
                         r12.fought_there(s))


@rule("wellington", "1.61a", "9.63b")
def test_a_leader_has_no_more_staff_officers_than_he_may_command_sps() -> None:
    s = game({"cadiz": "ballesteros castanos blake de_espana lacy freire spain:2"}, active="spain")
    run(s, Spending(SPAIN, 2))
    do(s, "lead ballesteros", "staff blake", "staff de_espana", "staff lacy")
    assert refused(s, "staff freire") is None, "his Command Rating is 4"
    do(s, "staff castanos")
    assert refused(s, "staff freire") == ("1.6c", "command_rating")
    s = game({"madrid": "joseph clausel nord:2"}, active="nord")
    run(s, Spending(NORD, 2))
    do(s, "lead joseph", "staff clausel", "step toledo")
    assert "joseph clausel nord:2" == pieces_at(s, "toledo")


@rule("wellington", "12.4b")
def test_besiegers_cannot_go_past_and_are_told_why() -> None:
    flags = {"britain": "badajoz", "sud": "llerena merida abrantes"}
    for power, name, fortress, way in (("sud", "soult", "badajoz", "elvas"), ("nord", "marmont", "elvas", "evora")):
        s = game({fortress: f"{name} {power}:4"}, active=power, flags=flags)
        run(s, Spending(s.active, 3))
        do(s, f"lead {name}")
        assert refused(s, f"step {way}") == ("12.4b", "past_fortress")
        ways = s.stack[-1].gestures(s, s.active).values()     # type: ignore[attr-defined]
        assert {("step", x(y)) for y in ("llerena", "merida", "abrantes")} > {way[0] for way in ways} > set()


@rule("wellington", "9.51b", "9.42a", "9.42b")
def test_soldiers_that_bear_a_marker_stay_though_others_have_marched_further() -> None:
    s = game({"lisbon": "hill britain:4"})
    s.tags = [(x("lisbon"), 0, 1, 2), (x("lisbon"), 4, 0, 2)]
    assert 2 == forced(s, (BRITAIN, leaders("hill"), 2), x("lisbon"))
    run(s, Spending(BRITAIN, 2))
    do(s, "lead hill", "step santarem", dice=[1, 1])
    assert [(x("lisbon"), 0, 1, 2), (x("santarem"), 5, 0, 2)] == s.tags


@rule("wellington", "9.51b")
def test_marked_soldiers_stay_and_count_for_nobody() -> None:
    s = game({"lisbon": "hill britain:4"})
    s.tags = [(x("lisbon"), 4, 1, 3)]
    assert 0 == forced(s, (BRITAIN, leaders("hill"), 1), x("lisbon")), "those that bear a marker do not march"
    run(s, Spending(BRITAIN, 2))
    do(s, "lead hill", "step santarem", dice=[])
    assert ("hill britain:1", "britain:3") == (pieces_at(s, "santarem"), pieces_at(s, "lisbon"))


@rule("wellington", "4.2c", "9.42a")
def test_the_next_impulse_counts_no_duchies_of_the_last() -> None:
    s = game({"lisbon": "hill britain:2"})
    s.marched[leader("hill")], s.marked = 5, leaders("hill")
    s.tags = [(BRITAIN * DUCHIES + x("lisbon"), 5, 1, 2)]
    clear_tags(s)
    assert (0, 0, []) == (s.marched[leader("hill")], s.marked, s.tags)


@rule("wellington", "9.1b", "10.3d")
def test_a_counter_leaves_the_soldiers_that_bear_a_marker() -> None:
    s = game({"lisbon": "britain:3"})
    pile = BRITAIN * DUCHIES + x("lisbon")
    s.tags = [(pile, 0, 1, 2), (pile, 1, 0, 1)]
    run(s, Spending(BRITAIN, 2))
    do(s, "counter lisbon infantry", "step santarem", "stop")
    assert (2, [(pile, 0, 1, 2)]) == (sps(s, "britain", "lisbon"), [tag for tag in s.tags if tag[0] == pile])


@rule("wellington", "1.5d", "9.63a")
def test_a_group_of_two_powers_goes_only_where_there_are_counters_for_both() -> None:
    alone = ("porto", "braga", "viseu", "almeida", "coimbra", "castelo_branco", "abrantes", "elvas", "evora", "beja",
             "faro", "gibraltar", "cadiz")
    s = game({"lisbon": "castanos spain:2 hill britain:4", **dict.fromkeys(alone, "britain:1")}, active="spain")
    set_commander(s, x("lisbon"), leader("castanos"))
    run(s, Spending(SPAIN, 4))
    do(s, "lead castanos", "join hill", "load 1")
    assert refused(s, "step santarem") == ("1.5d", "no_counters")
    do(s, "load 2")
    assert refused(s, "step santarem") is None


@rule("wellington", "9.1a", "5.1c")
def test_nobody_reacts_to_a_step_that_is_taken_back() -> None:
    s = game({"ciudad_rodrigo": "wellington britain:4", "avila": "clausel nord:4"}, flags={"britain": "ciudad_rodrigo"})
    run(s, Spending(BRITAIN, 3))
    do(s, "lead wellington")
    s.stack.pop()
    armies = s.stack[-1].armies         # type: ignore[attr-defined]
    run(s, Step(BRITAIN, armies, 0, x("ciudad_rodrigo"), x("salamanca"), shaken=True))
    do(s, "no")
    assert "britain MarchOrders" == asked(s)
