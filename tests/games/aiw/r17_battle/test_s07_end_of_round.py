"""[17.7] The end of a Battle Round."""

from __future__ import annotations

import pytest

import tablero
from tablero.games.aiw.board import ARMY, BLOCKS_OF, LIBERAL, MORALE, TRAINS, UNIT, UNSEEN, area
from tablero.games.aiw.rules.r03_turn.s00_player_phase import phase
from tablero.games.aiw.rules.r17_battle.s00_battle import Battle
from tablero.games.aiw.rules.r17_battle.s07_end_of_round import Rally
from tablero.games.aiw.rules.r17_battle.s07_reinforcement import road_limit
from tablero.games.aiw.state import INSIDE, SEA, Aiw, road
from tablero.games.aiw.view import view
from tablero.kernel.bits import ids_of
from tablero.kernel.refusals import Refusal
from tests.games.aiw.battle import battle, demoralized, draw_up, end_round, front, now, reserve, shake, spent, tire
from tests.games.aiw.war import asked, at, block, do, guns, heard, knapsack, offered, refused, run, strength, told, war
from tests.rules import rule

CARLISTS = "c_nav1 c_nav2 c_nav3"
LIBERALS = "l_rg1 l_rg2 l_rg3"


def round_over(x: str, carlists: str, liberals: str, others: dict[str, str], **more: object) -> Aiw:
    """A first round without fire, and nobody has retreated: now reinforcements may come."""
    s = draw_up(battle(x, carlists, liberals, others=others, **more))       # type: ignore[arg-type]
    end_round(s)
    do(s, "fight_on", "fight_on")
    return s


@rule("aiw", "17.7a", "17.7b", "17.7c", "17.7k", "17.7m")
def test_the_end_of_a_round_goes_in_its_order_and_the_attacker_is_first_in_each_step() -> None:
    s = battle(
        "durango", f"{CARLISTS} c_gui1 c_gui2", f"{LIBERALS} l_ln1 l_ln2",
        others={"road villarreal>durango": "l_ln3", "eibar": "c_bis1"}, secret=True,
    )
    draw_up(s)
    end_round(s)
    seen = []
    for answer in ("fight_on", "fight_on", "done", "done", "done", "done", "done", "done"):
        seen.append(asked(s))
        do(s, answer)
    assert [
        "liberal VoluntaryRetreat", "carlist VoluntaryRetreat", "liberal Reinforce", "carlist Reinforce",
        "liberal PullBack", "carlist PullBack", "liberal BringUp", "carlist BringUp",
    ] == seen
    assert 2 == now(s).round


@rule("aiw", "17.7b")
def test_the_attacker_decides_on_retreat_first_and_a_retreat_ends_the_battle_at_once() -> None:
    s = draw_up(battle("durango", CARLISTS, LIBERALS, came=["villarreal"]))
    end_round(s)
    assert "liberal VoluntaryRetreat" == asked(s)
    assert ["fight_on", "withdraw"] == offered(s)
    events = do(s, "withdraw", dice=[6] * 3)
    assert [(1, area("durango"))] == told(events, "battle_pursuit")
    s = draw_up(battle("durango", CARLISTS, LIBERALS, came=["villarreal"]))
    end_round(s)
    do(s, "fight_on")
    assert "carlist VoluntaryRetreat" == asked(s)
    assert [(0, area("durango"))] == told(do(s, "withdraw", dice=[6] * 3), "battle_pursuit")


# ------------------------------------------------------------------------------------------------------- reinforcements


@rule("aiw", "17.7d", "18.2i")
def test_the_attacker_is_reinforced_from_roads_and_out_of_the_fortress() -> None:
    s = round_over(
        "vitoria", CARLISTS, LIBERALS,
        {"road salvatierra>vitoria": "l_ln1", "inside vitoria": "l_ln2", "villarreal": "l_ln3"}, siege=["vitoria"],
    )
    assert ["done", "reinforce l_ln1", "reinforce l_ln2"] == offered(s)
    assert Refusal("17.7d", "attackers_come_from_roads_or_fortress") == refused(s, "reinforce l_ln3")
    do(s, "reinforce l_ln2", dice=[1, 1])
    assert {"l_ln2"} == reserve(s, "liberal")
    assert s.sortied >> block(s, "l_ln2") & 1
    do(s, "reinforce l_ln1", dice=[1, 1])
    assert {"l_ln1", "l_ln2"} == reserve(s, "liberal")
    assert "vitoria" == at(s, "l_ln1")
    assert not s.sortied >> block(s, "l_ln1") & 1
    assert [] == phase(s).reopened


@rule("aiw", "17.7e")
def test_the_defender_is_reinforced_from_spaces_by_road_and_out_of_the_fortress() -> None:
    s = round_over(
        "vitoria", CARLISTS, LIBERALS,
        {
            "tolosa": "l_ln7 l_st4", "inside vitoria": "l_ln1",
            "penacerrada": "l_ln2", "villarreal": "l_ln3 c_gui1", "castile_leon": "l_ln4",
            "murguia": "l_ln5", "salvatierra": "c_gui2", "inside salvatierra": "l_ln6",
        },
        attacker="carlist", forts={"liberal": ["salvatierra"]}, siege=["salvatierra"],
    )
    s.retreated = 1 << block(s, "l_ln5")
    s.offered = {}
    assert ["done", "reinforce l_ln1", "reinforce l_ln2"] == offered(s)
    assert Refusal("17.7e", "enemies_hold_reinforcements") == refused(s, "reinforce l_ln3")
    assert Refusal("17.7e", "besieged_units_do_not_reinforce") == refused(s, "reinforce l_ln6")
    assert Refusal("17.9r", "retreated_units_do_not_reinforce") == refused(s, "reinforce l_ln5")
    for unit in ("l_ln7", "l_st4"):
        assert Refusal("17.7e", "defenders_come_from_next_spaces_or_fortress") == refused(s, f"reinforce {unit}")
    do(s, "reinforce l_ln1", dice=[1, 1])
    assert 0 == s.sortied                       # the Fortress was not besieged
    do(s, "reinforce l_ln2", dice=[1, 1])
    assert {"l_ln1", "l_ln2"} == reserve(s, "liberal")


@rule("aiw", "17.7e")
def test_no_defender_comes_from_a_region() -> None:
    s = round_over("briviesca", CARLISTS, LIBERALS, {"castile_leon": "l_ln1", "pancorbo": "l_ln2"}, attacker="carlist")
    assert Refusal("17.7e", "no_reinforcement_from_a_region") == refused(s, "reinforce l_ln1")


@rule("aiw", "17.7e")
def test_no_defender_comes_out_of_besieged_bilbao() -> None:
    others = {"inside bilbao": "l_ln1", "bilbao": "c_gui1", "castro_urdiales": "l_ln2"}
    s = round_over("portugalete", CARLISTS, LIBERALS, others, attacker="carlist", siege=["bilbao"])
    assert Refusal("17.7e", "besieged_units_do_not_reinforce") == refused(s, "reinforce l_ln1")


@rule("aiw", "17.7e", "17.9k")
def test_a_defender_who_came_along_a_road_has_opened_it() -> None:
    s = round_over("vitoria", CARLISTS, LIBERALS, {"penacerrada": "l_ln2"}, attacker="carlist")
    do(s, "reinforce l_ln2", dice=[6, 6])
    assert [] == phase(s).reopened
    s = round_over("vitoria", CARLISTS, LIBERALS, {"penacerrada": "l_ln2"}, attacker="carlist")
    do(s, "reinforce l_ln2", dice=[1, 1])
    assert [(area("vitoria"), area("penacerrada"))] == phase(s).reopened


@rule("aiw", "17.7f", "13.2k")
def test_two_may_come_by_a_main_road_or_the_sea_one_by_a_secondary_two_out_of_the_fortress() -> None:
    s = draw_up(battle("san_sebastian", CARLISTS, LIBERALS))
    f = now(s)
    assert 2 == road_limit(f, INSIDE + f.x)
    assert 2 == road_limit(f, road(SEA, f.x))
    f.x = area("vitoria")
    assert 2 == road_limit(f, road(area("salvatierra"), f.x))
    assert 2 == road_limit(f, area("salvatierra"))
    assert 1 == road_limit(f, road(area("penacerrada"), f.x))
    assert 1 == road_limit(f, area("penacerrada"))


@rule("aiw", "17.7f")
def test_of_three_units_on_a_main_road_two_may_try_in_a_round_and_each_road_counts_alone() -> None:
    s = round_over(
        "vitoria", CARLISTS, LIBERALS,
        {"road salvatierra>vitoria": "l_ln1 l_ln2 l_ln3", "road penacerrada>vitoria": "l_ln4 l_ln5"},
    )
    do(s, "reinforce l_ln1", dice=[6, 6])       # one that fails counts too
    do(s, "reinforce l_ln2", dice=[1, 1])
    assert Refusal("17.7f", "no_more_along_this_road") == refused(s, "reinforce l_ln3")
    assert Refusal("17.7i", "reinforcement_failed_before") == refused(s, "reinforce l_ln1")
    assert ["done", "reinforce l_ln4", "reinforce l_ln5"] == offered(s)
    do(s, "reinforce l_ln4", dice=[1, 1])       # nobody is left who could: reorganization
    assert "liberal PullBack" == asked(s)
    do(s, "done", "done")
    do(s, *["done"] * (asked(s) == "liberal BringUp"))
    assert 2 == now(s).round
    end_round(s)
    do(s, "fight_on", "fight_on")
    assert ["done", "reinforce l_ln3", "reinforce l_ln5"] == offered(s)


@rule("aiw", "17.7g")
@pytest.mark.parametrize("dice, came", [([4, 4], True), ([4, 5], False)])
def test_a_unit_arrives_at_or_below_its_morale(dice: list[int], came: bool) -> None:
    s = round_over("vitoria", CARLISTS, LIBERALS, {"road salvatierra>vitoria": "l_ln1"})
    events = do(s, "reinforce l_ln1", dice=dice)
    assert came == (at(s, "l_ln1") == "vitoria")
    heard_of = [(block(s, "l_ln1"), area("vitoria"), sum(dice))]
    assert (heard_of if came else []) == told(events, "reinforces")
    assert ([] if came else heard_of) == told(events, "stays_away")


@rule("aiw", "17.7g")
def test_whichever_block_it_is_it_may_come() -> None:
    s = war({"estella": "c_bis1", "lerin": f"{CARLISTS} {LIBERALS}"}, side="liberal")
    assert 0 == block(s, "c_bis1")
    run(s, Battle(area("lerin"), LIBERAL))
    draw_up(s)
    end_round(s)
    do(s, "fight_on", "fight_on", "reinforce c_bis1", dice=[1, 1])
    assert "lerin" == at(s, "c_bis1")


@rule("aiw", "17.7h")
@pytest.mark.parametrize("x, origin, attacker, unit, morale", [
    ("durango", "villarreal", "liberal", "l_ln1", 7),       # a Liberal in the Carlist Zone
    ("vitoria", "salvatierra", "carlist", "c_bis1", 7),     # a Carlist in the Liberal Zone
    ("durango", "villarreal", "carlist", "c_bis1", 8),
])
def test_morale_is_one_lower_in_the_enemys_zone(x: str, origin: str, attacker: str, unit: str, morale: int) -> None:
    for roll in (morale, morale + 1):
        s = round_over(x, CARLISTS, LIBERALS, {f"road {origin}>{x}": unit}, attacker=attacker)
        do(s, f"reinforce {unit}", dice=[3, roll - 3])
        assert (roll == morale) == (at(s, unit) == x)


@rule("aiw", "17.7i", "17.7m")
def test_who_arrives_is_in_reserve_and_may_come_up_at_once() -> None:
    s = round_over("vitoria", CARLISTS, LIBERALS, {"road salvatierra>vitoria": "l_ln1"})
    do(s, "reinforce l_ln1", dice=[1, 1])
    assert {"l_ln1"} == reserve(s, "liberal")
    do(s, "done", "done")
    do(s, "bring_up l_ln1")
    assert "l_ln1" in front(s, "liberal")


@rule("aiw", "17.7i")
def test_who_failed_stays_put_and_may_not_try_again_in_this_battle() -> None:
    s = round_over(
        "vitoria", CARLISTS, LIBERALS, {"road salvatierra>vitoria": "l_ln1", "road penacerrada>vitoria": "l_ln2"}
    )
    do(s, "reinforce l_ln1", dice=[6, 6])
    assert "road salvatierra>vitoria" == at(s, "l_ln1")
    assert Refusal("17.7i", "reinforcement_failed_before") == refused(s, "reinforce l_ln1")
    do(s, "done", "done", "done")
    end_round(s)
    do(s, "fight_on", "fight_on")
    assert ["done", "reinforce l_ln2"] == offered(s)
    assert Refusal("17.7i", "reinforcement_failed_before") == refused(s, "reinforce l_ln1")


def test_what_a_reinforcement_shows_of_a_unit_is_its_morale() -> None:
    s = draw_up(battle(
        "vitoria", CARLISTS, LIBERALS, others={"road salvatierra>vitoria": "l_rg4 l_pr1 l_st1"}, secret=True
    ))
    for b in ids_of(BLOCKS_OF[1] & ~s.shown):
        if s.at[b] >= 0:
            s.may[b], s.low[b], s.high[b] = ARMY[1], 1, 4
    end_round(s)
    do(s, "fight_on", "fight_on")
    do(s, "reinforce l_rg4", dice=[4, 5])
    b = block(s, "l_rg4")
    assert {9} == {MORALE[u] for u in ids_of(s.may[b])}
    assert UNSEEN == view(s, 0).unit[b]
    do(s, "done")
    do(s, "reinforce l_pr1", dice=[4, 4])
    assert {7} == {MORALE[u] for u in ids_of(s.may[block(s, "l_pr1")])}


@rule("aiw", "17.7h", "5.2c")
def test_in_the_enemys_zone_it_shows_a_better_morale() -> None:
    s = round_over("durango", CARLISTS, LIBERALS, {"road villarreal>durango": "l_rg4"}, secret=True)
    s.may[block(s, "l_rg4")] = ARMY[LIBERAL]
    do(s, "reinforce l_rg4", dice=[4, 4])
    assert {9} == {MORALE[u] for u in ids_of(s.may[block(s, "l_rg4")])}


@rule("aiw", "17.7j")
def test_guns_train_and_knapsack_come_along_with_a_unit_that_arrives() -> None:
    others = {"road salvatierra>vitoria": "l_ln1 l_ln2 l_st4 field:2 mountain:1 knapsack:2"}
    s = round_over("vitoria", CARLISTS, LIBERALS, others)
    assert Refusal("17.7j", "escorts_never_reinforce_alone") == refused(s, "reinforce l_st4")
    do(s, "reinforce l_ln1", dice=[6, 6])
    assert "liberal Reinforce" == asked(s)      # with a unit that fails nothing comes
    do(s, "reinforce l_ln2", dice=[1, 1])
    assert "liberal TakeAlong" == asked(s)
    assert Refusal("17.7g", "units_roll_to_reinforce") == refused(s, "escort l_ln1")
    assert ["brought liberal field vitoria"] == heard(do(s, "bring field"), "brought")
    assert Refusal("17.7j", "nothing_to_bring") == refused(s, "bring field")
    events = do(s, "escort l_st4", "done")
    assert [(block(s, "l_st4"), area("vitoria"))] == told(events, "train_along")
    assert ["vitoria", "road salvatierra>vitoria"] == [at(s, "l_st4"), at(s, "l_ln1")]
    assert (2, 0) == guns(s, "liberal", "vitoria")
    assert (0, 1) == guns(s, "liberal", "road salvatierra>vitoria")
    assert 0 == knapsack(s, "liberal", "vitoria")
    assert {"l_ln2"} == reserve(s, "liberal")
    assert not s.may[block(s, "l_st4")] & ~TRAINS


@rule("aiw", "17.7j", "5.2a")
@pytest.mark.parametrize("beside, asks", [("l_ln2", False), ("l_st4", True), ("field:1", True), ("knapsack:1", True)])
def test_asked_is_only_who_has_something_to_take_along(beside: str, asks: bool) -> None:
    s = round_over("vitoria", CARLISTS, LIBERALS, {"road salvatierra>vitoria": f"l_ln1 {beside}"}, secret=True)
    do(s, "reinforce l_ln1", dice=[1, 1])
    assert asks == (asked(s) == "liberal TakeAlong")
    assert asks == ("all" in offered(s))


@rule("aiw", "17.7j", "5.2a")
def test_where_one_of_the_blocks_might_be_a_train_it_is_asked_too() -> None:
    s = round_over("vitoria", CARLISTS, LIBERALS, {"road salvatierra>vitoria": "l_ln1 l_pt1"}, secret=True)
    s.may[block(s, "l_pt1")] = ARMY[LIBERAL]
    do(s, "reinforce l_ln1", dice=[1, 1])
    assert ("liberal TakeAlong", ["done"]) == (asked(s), offered(s))
    assert Refusal("17.7j", "nothing_to_bring") == refused(s, "all")
    assert Refusal("17.7g", "units_roll_to_reinforce") == refused(s, "escort l_pt1")


@rule("aiw", "17.7j", "11.5b")
def test_all_comes_along_at_a_word_and_more_than_one_gun_of_a_type_is_joined_at_the_end_of_the_round() -> None:
    s = round_over(
        "vitoria", CARLISTS, f"{LIBERALS} field:3",
        {"road salvatierra>vitoria": "l_ln1 l_st4 field:3 mountain:1 knapsack:2"},
    )
    do(s, "reinforce l_ln1", dice=[1, 1])
    do(s, "all")
    assert (6, 1) == guns(s, "liberal", "vitoria")
    assert 2 == knapsack(s, "liberal", "vitoria")
    assert "vitoria" == at(s, "l_st4")
    do(s, "done", "done", "done")
    assert 2 == now(s).round
    assert (4, 1) == guns(s, "liberal", "vitoria")


# ------------------------------------------------------------------------------------------------------- reorganization


@rule("aiw", "17.7k")
def test_units_may_be_pulled_back_to_reserve() -> None:
    s = round_over("lerin", f"{CARLISTS} c_navc1", f"{LIBERALS} l_lnc1", {})
    events = do(s, "pull_back l_rg1", "pull_back l_lnc1", "done")
    assert ["pulled_back l_rg1", "pulled_back l_lnc1"] == heard(events, "pulled_back")
    assert {"l_rg1", "l_lnc1"} == reserve(s, "liberal")
    assert {"l_rg2", "l_rg3"} == front(s, "liberal")
    assert "carlist PullBack" == asked(s)
    assert Refusal("17.7k", "not_in_your_front_line") == refused(s, "pull_back l_rg2")
    assert s.shown >> block(s, "l_rg1") & 1         # shown once, it lies open until the Battle is over


@rule("aiw", "17.7l")
def test_the_front_may_be_emptied_only_if_infantry_comes_up_again() -> None:
    s = round_over("lerin", CARLISTS, f"{LIBERALS} l_lnc1", {})
    do(s, "pull_back l_rg1", "pull_back l_rg2", "pull_back l_rg3", "done", "done")
    assert "liberal BringUp" == asked(s)            # no Rout
    assert Refusal("17.7l", "front_needs_infantry") == refused(s, "done")
    do(s, "bring_up l_rg2", "done")
    assert {"l_rg2", "l_lnc1"} == front(s, "liberal")
    assert 2 == now(s).round


@rule("aiw", "17.7l")
def test_cavalry_does_not_help_an_empty_front() -> None:
    s = round_over("lerin", CARLISTS, f"{LIBERALS} l_lnc1", {})
    do(s, "pull_back l_rg1", "pull_back l_rg2", "pull_back l_rg3", "pull_back l_lnc1", "done")
    do(s, "bring_up l_lnc1")
    assert Refusal("17.7l", "front_needs_infantry") == refused(s, "done")


@rule("aiw", "17.7m", "17.1f")
def test_reserves_come_up_fresh_to_empty_boxes() -> None:
    s = battle("durango", f"{CARLISTS} c_gui1 c_navc1 c_casc1", LIBERALS)
    draw_up(s)
    assert {"c_gui1", "c_casc1"} == reserve(s, "carlist")
    shake(s, "c_nav1")
    do(s, "fire c_nav2", dice=[6] * 3)
    do(s, "pass", "pass", "fight_on", "fight_on", "done")
    assert Refusal("17.7k", "not_in_your_front_line") == refused(s, "pull_back c_nav1")
    do(s, "done")
    assert ["done", "bring_up c_gui1"] == offered(s)
    assert Refusal("17.1f", "front_row_full") == refused(s, "bring_up c_casc1")
    assert Refusal("17.7m", "not_in_your_reserve") == refused(s, "bring_up c_nav1")
    events = do(s, "bring_up c_gui1")
    assert [(UNIT["c_gui1"],)] == told(events, "brought_up")
    assert (block(s, "c_gui1"), UNIT["c_gui1"], 3) in told(events, "shown")
    do(s, "pass")                                   # nobody is rallied
    assert ["pass", "fire c_nav2", "fire c_nav3", "fire c_gui1", "charge c_navc1"] == sorted(
        offered(s), key=lambda text: (text != "pass", text[:4] == "char", "gui" in text, text)
    )


def test_a_side_without_reserve_or_without_empty_boxes_is_not_asked_to_bring_up() -> None:
    s = round_over("lerin", CARLISTS, f"{LIBERALS} l_ln1 l_ln2 l_ln3 l_lnc1 l_lnc2", {}, secret=True)
    do(s, "done", "done")
    assert 2 == now(s).round


@rule("aiw", "17.7n")
def test_all_spent_units_become_fresh() -> None:
    s = draw_up(battle("lerin", CARLISTS, LIBERALS))
    do(s, "fire c_nav1", dice=[6] * 4)
    do(s, "fire l_rg1", dice=[6] * 4)
    end_round(s)
    assert {"c_nav1"} == spent(s, "carlist")
    do(s, "fight_on", "fight_on", "done", "done")
    assert set() == spent(s, "carlist") | spent(s, "liberal")
    assert "fire c_nav1" in offered(s)


@rule("aiw", "17.7o")
def test_each_side_may_try_to_recover_one_demoralized_unit_at_the_same_time() -> None:
    s = draw_up(battle("lerin", f"{CARLISTS} c_bis1", f"{LIBERALS} l_ln1"))
    shake(s, "c_bis1", "c_nav1", "l_ln1")
    end_round(s)
    do(s, "fight_on", "fight_on", "done", "done")
    assert isinstance(s.stack[-1], Rally)
    assert [0, 1] == list(tablero.players(s))
    assert {"pass", "rally c_bis1", "rally c_nav1"} == set(offered(s, "carlist"))
    for unit in ("c_nav2", "l_ln1"):
        assert Refusal("17.7o", "not_demoralized") == refused(s, f"rally {unit}", "carlist")
    do(s, "rally l_ln1", seat="liberal")
    events = do(s, "rally c_bis1", seat="carlist", dice=[4, 4, 4, 5])       # M8 each
    assert [(UNIT["c_bis1"], 8, 8), (UNIT["l_ln1"], 9, 8)] == told(events, "morale")
    assert ["rallied c_bis1"] == heard(events, "rallied")
    assert {"c_bis1"} == reserve(s, "carlist")
    assert {"c_nav1"} == demoralized(s, "carlist")
    assert {"l_ln1"} == demoralized(s, "liberal")
    assert 2 == now(s).round


@rule("aiw", "17.7o")
def test_a_side_may_leave_its_demoralized_units() -> None:
    s = draw_up(battle("lerin", f"{CARLISTS} c_bis1", LIBERALS))
    shake(s, "c_bis1")
    tire(s, "c_nav1")
    end_round(s)
    do(s, "fight_on", "fight_on", "done", "done")
    assert "carlist Rally" == asked(s)
    do(s, "pass")
    assert s.revealed                               # both would have chosen at the same time
    assert {"c_bis1"} == demoralized(s, "carlist")
    assert 3 == strength(s, "c_bis1")
