"""[17.8] The result of a Battle: Pursuit and Rout."""

from __future__ import annotations

import pytest

from tablero.games.aiw.board import ARMY, BLOCKS_OF, FOOT, HORSE, UNIT, UNSEEN, area
from tablero.games.aiw.rules.r17_battle.s00_battle import HELD, PURSUIT, ROUT, Battle
from tablero.games.aiw.rules.r17_battle.s08_result import CASES, lost_share
from tablero.games.aiw.rules.r17_battle.s09_retreat import Retreat
from tablero.games.aiw.rules.r17_battle.s10_regroup import Regroup
from tablero.games.aiw.state import Aiw
from tablero.games.aiw.view import view
from tablero.kernel.bits import ids_of
from tablero.kernel.events import Event
from tablero.kernel.refusals import Refusal
from tests.games.aiw.battle import battle, demoralized, draw_up, end_round, front, now, reached, reserve, shake
from tests.games.aiw.war import asked, at, block, do, guns, knapsack, offered, refused, strength, told
from tests.rules import rule

CARLISTS = "c_nav1 c_nav2 c_nav3"
LIBERALS = "l_rg1 l_rg2 l_rg3"


def withdraw(
    s: Aiw, dice: list[int], who: str = "liberal", before: list[str] | None = None
) -> list[Event]:
    """After a first round without fire a side retreats."""
    draw_up(s)
    shake(s, *(before or []))
    end_round(s)
    if s.first != ("carlist", "liberal").index(who):
        do(s, "fight_on")
    return do(s, "withdraw", dice=dice)


def rout(s: Aiw, dice: list[int], shaken: list[str], by: str) -> list[Event]:
    """A side of which only one Infantry unit is left in front loses it to a shot."""
    draw_up(s)
    shake(s, *shaken)
    if f"fire {by}" not in offered(s):
        do(s, "pass")
    n = strength(s, by)
    return do(s, f"fire {by}", dice=[1, *[6] * (n - 1), 6, 6, *dice])


def dice_of(events: list[Event]) -> list[tuple[int, int]]:
    """How many dice each unit rolled, and up to what they hit."""
    return [(n, need) for _, n, need, _ in told(events, "fired")]


@rule("aiw", "17.8a")
def test_the_end_fixes_winner_loser_and_the_kind_of_victory() -> None:
    s = draw_up(battle("durango", CARLISTS, LIBERALS, came=["villarreal"]))
    frame = now(s)
    end_round(s)
    do(s, "withdraw", dice=[6, 6, 1])
    assert (1, PURSUIT) == (frame.loser, frame.ending)
    s = draw_up(battle("durango", CARLISTS, LIBERALS, came=["villarreal"]))
    frame = now(s)
    for _ in range(2):
        do(s, "pass", "pass", "fight_on", "fight_on", "done", "done")
    do(s, "pass", "pass")
    assert (1, HELD) == (frame.loser, frame.ending)
    s = battle("durango", CARLISTS, f"{LIBERALS} l_lnc1", came=["villarreal"])
    draw_up(s)
    frame = now(s)
    shake(s, "l_rg2", "l_rg3")
    do(s, "fire c_nav1", dice=[1, 6, 6, 6, 6, 6, 6, 6, 6])
    assert (1, ROUT) == (frame.loser, frame.ending)


@rule("aiw", "17.8b", "17.8c")
def test_the_winner_fires_before_the_retreat_on_the_battlefield_only_and_units_on_roads_retreat_too() -> None:
    s = battle("durango", CARLISTS, LIBERALS, came=["villarreal"], others={"road villarreal>durango": "l_ln1"})
    events = withdraw(s, [1, 1, 1])
    assert "liberal TakeHits" == asked(s)
    assert ["hit l_rg1", "hit l_rg2", "hit l_rg3"] == offered(s)
    assert not told(events, "retreated")
    do(s, "hit l_rg1", "hit l_rg2")             # the third is the strongest now
    assert [3, 3, 3, 4] == [strength(s, unit) for unit in ("l_rg1", "l_rg2", "l_rg3", "l_ln1")]
    assert ["villarreal"] * 4 == [at(s, unit) for unit in ("l_rg1", "l_rg2", "l_rg3", "l_ln1")]
    assert "durango" == at(s, "c_nav1")


@rule("aiw", "17.8b", "11.4l")
def test_winning_attackers_stay_and_those_on_the_roads_come_in_with_their_guns() -> None:
    s = battle(
        "durango", CARLISTS, LIBERALS, came=["villarreal", "bilbao"], others={
            "road bilbao>durango": "l_ln1 field:2", "eibar": "c_gui1",
        },
    )
    events = withdraw(s, [6] * 3, "carlist")
    assert [(0, area("durango"))] == told(events, "battle_pursuit")
    assert reached(s, Retreat)
    do(s, "retreat_all eibar")
    while reached(s, Retreat):
        do(s, "done")                           # nothing is merged
    assert ["durango"] * 2 == [at(s, unit) for unit in ("l_rg1", "l_ln1")]
    assert (2, 0) == guns(s, "liberal", "durango")
    assert reached(s, Regroup) or not reached(s, Battle)


@rule("aiw", "17.8d")
def test_a_pursuit_of_a_side_with_cavalry_hits_on_1_and_takes_no_guns() -> None:
    s = battle("durango", f"{CARLISTS} c_navc1", "l_rg1 l_rg2 l_rg3 l_lnc1 l_st1 field:3", came=["villarreal"])
    events = withdraw(s, [2, 2, 2, 2])
    assert [(1, 1)] * 4 == dice_of(events)
    assert [0] * 4 == [shot[3] for shot in told(events, "fired")]
    assert (3, 0) == guns(s, "liberal", "villarreal")
    assert 4 == strength(s, "l_st1")


@rule("aiw", "17.8d")
def test_demoralized_winners_do_not_fire_but_their_reserve_does() -> None:
    s = battle("durango", f"{CARLISTS} c_gui1 c_gui2", "l_rg1 l_rg2 l_rg3 l_lnc1", came=["villarreal"])
    events = withdraw(s, [2, 2, 2, 2], before=["c_nav1"])
    assert [(1, 1)] * 4 == dice_of(events)
    assert {UNIT[u] for u in ("c_nav2", "c_nav3", "c_gui1", "c_gui2")} == {shot[0] for shot in told(events, "fired")}
    assert {UNIT[u] for u in ("c_gui1", "c_gui2")} == {unit for _, unit, _ in told(events, "shown")}


@rule("aiw", "17.8d", "17.8e")
def test_carlists_who_leave_rough_of_their_zone_are_protected_and_liberals_or_others_are_not() -> None:
    for x, need in (("durango", 1), ("salvatierra", 2), ("penacerrada", 2)):
        s = battle(x, CARLISTS, LIBERALS)
        assert [(1, need)] * 3 == dice_of(withdraw(s, [6] * 3, "carlist"))
    s = battle("durango", CARLISTS, LIBERALS, came=["villarreal"])
    assert [(1, 2)] * 3 == dice_of(withdraw(s, [6] * 3))


@rule("aiw", "17.8d", "17.8e")
def test_demoralized_cavalry_does_not_protect_but_cavalry_in_reserve_does() -> None:
    s = battle("durango", CARLISTS, "l_rg1 l_rg2 l_rg3 l_lnc1", came=["villarreal"])
    assert [(1, 2)] * 3 == dice_of(withdraw(s, [6] * 3, before=["l_lnc1"]))
    s = battle("durango", CARLISTS, "l_rg1 l_rg2 l_rg3 l_lnc1 l_lnc2", came=["villarreal"])
    assert [(1, 1)] * 3 == dice_of(withdraw(s, [6] * 3, before=["l_lnc1"]))


def forget_all(s: Aiw) -> None:
    for side in (0, 1):
        for b in ids_of(BLOCKS_OF[side]):
            if s.at[b] >= 0:
                s.may[b], s.low[b], s.high[b] = ARMY[side], 1, 4


@pytest.mark.parametrize("fourth, kind", [("l_lnc1", HORSE), ("l_ln1", FOOT)])
def test_everybody_learns_of_a_hidden_reserve_whether_cavalry_was_in_it(fourth: str, kind: int) -> None:
    s = battle("durango", CARLISTS, f"l_rg1 l_rg2 l_rg3 {fourth} l_lnc2", came=["villarreal"])
    forget_all(s)
    draw_up(s)
    do(s, "pass", "pass")
    shake(s, "l_lnc2" if "l_lnc2" in front(s, "liberal") else "l_lnc1")
    (left,) = reserve(s, "liberal")
    b = block(s, left)
    assert s.may[b] & FOOT
    do(s, "withdraw", dice=[6] * 3)
    assert not s.may[b] & ~kind
    assert not s.shown >> b & 1


@rule("aiw", "17.8d", "5.2c")
def test_of_several_hidden_blocks_one_was_cavalry_whoever_else_lies_open_in_reserve() -> None:
    s = battle("durango", CARLISTS, "l_rg1 l_rg2 l_rg3 l_ln1 l_ln2 l_lnc1 l_lnc2", came=["villarreal"], secret=True)
    do(s, "front l_rg1", "front l_rg2", "front l_rg3", "front l_lnc1", "done", seat="liberal")
    do(s, "done", seat="carlist")
    shake(s, "l_lnc1")
    end_round(s)
    do(s, "fight_on", "fight_on", "pull_back l_rg3", "done", "done", "done", "pass")
    hidden = BLOCKS_OF[1] & s.apart & ~s.shown
    for b in ids_of(hidden):
        s.may[b], s.low[b], s.high[b] = ARMY[1], 1, 4
    end_round(s)
    do(s, "withdraw", dice=[6] * 3)
    assert [(hidden, HORSE, 1)] == s.facts[:1]


@rule("aiw", "17.8b")
def test_while_the_loser_retreats_the_lines_lie_as_they_were_left() -> None:
    s = battle("durango", f"{CARLISTS} c_navc1", f"{LIBERALS} l_lnc1", came=["villarreal"])
    withdraw(s, [1, 6, 6], "carlist", before=["c_navc1", "l_lnc1"])
    do(s, *["hit c_nav1"] * ("TakeHits" in asked(s)))
    assert reached(s, Retreat)
    assert (set(CARLISTS.split()), set(LIBERALS.split())) == (front(s, "carlist"), front(s, "liberal"))
    assert ({"c_navc1"}, {"l_lnc1"}) == (demoralized(s, "carlist"), demoralized(s, "liberal"))


@rule("aiw", "17.8e")
def test_an_unprotected_pursuit_takes_half_the_field_artillery_and_a_point_of_the_train() -> None:
    s = battle("durango", CARLISTS, "l_rg1 l_rg2 l_rg3 l_st1 field:3 mountain:2 knapsack:2", came=["villarreal"])
    events = withdraw(s, [2, 3, 3])
    assert [(1, 2)] * 3 == dice_of(events)
    do(s, "hit l_rg1")
    assert (2, 0) == guns(s, "carlist", "durango")
    assert (1, 2) == guns(s, "liberal", "villarreal")
    assert 3 == strength(s, "l_st1")
    assert 2 == knapsack(s, "liberal", "villarreal")
    assert 3 == strength(s, "l_rg1")


@rule("aiw", "17.8f", "17.5b")
def test_hits_go_to_the_strongest_of_all_on_the_battlefield_and_nobody_rolls_morale() -> None:
    s = battle(
        "durango", "c_nav1 c_nav2 c_nav3 c_gui1 c_gui2 mountain:2", "l_rg1:2 l_rg2:2 l_ln3:2 l_ln1:3 l_ln2:4",
        came=["villarreal"], secret=True,
    )
    do(s, "front l_rg1", "front l_rg2", "front l_ln3", "done", seat="liberal")
    do(s, "fill", "done", seat="carlist")
    shake(s, "l_rg2")
    end_round(s)
    events = do(s, "withdraw", dice=[1, 1, 1, 6, 6])                # five units: the guns do not fire
    assert 5 == len(told(events, "fired"))
    # l_ln2 (4), in Reserve, takes the first alone; then l_ln1 and l_ln2 are equal
    assert 3 == strength(s, "l_ln2")
    assert ["hit l_ln1", "hit l_ln2"] == sorted(offered(s))
    assert Refusal("16.0m", "hit_the_strongest") == refused(s, "hit l_rg1")
    do(s, "hit l_ln1", dice=[])                                     # and l_ln2 is the strongest again; no roll
    assert [2, 2, 2, 2, 2] == [strength(s, unit) for unit in ("l_rg1", "l_rg2", "l_ln3", "l_ln1", "l_ln2")]
    assert [] == told(events, "morale")


@rule("aiw", "17.8f")
def test_demoralized_units_take_hits_too() -> None:
    s = battle("durango", CARLISTS, "l_rg1:4 l_rg2:1 l_rg3:1 l_ln1:1", came=["villarreal"])
    withdraw(s, [1, 6, 6], before=["l_rg1"])
    assert 3 == strength(s, "l_rg1")


@rule("aiw", "17.8f")
def test_hits_of_cavalry_reach_cavalry_first_and_those_of_infantry_only_infantry() -> None:
    s = battle("lerin", "c_nav1:3 c_nav2:1 c_nav3:1 c_casc1:1", "l_rg1 l_rg2 l_rg3 l_lnc1", attacker="carlist",
               came=["estella"])
    withdraw(s, [1, 6, 6, 1], "carlist")        # an Infantry hit and a Cavalry hit, each on 1
    assert "bag" == at(s, "c_casc1")
    assert 2 == strength(s, "c_nav1")


@rule("aiw", "17.8f")
def test_hits_of_cavalry_go_on_to_infantry() -> None:
    s = battle("lerin", "c_nav1:3 c_nav2:1 c_nav3:1 c_casc1:1", "l_rg1 l_rg2 l_lnc2 l_lnc1", attacker="carlist",
               came=["estella"])
    withdraw(s, [6, 6, 1, 1], "carlist")        # two Cavalry hits: one on Cavalry, one on the strongest Infantry
    assert ["bag", 2] == [at(s, "c_casc1"), strength(s, "c_nav1")]


@rule("aiw", "17.8f")
def test_hits_of_infantry_that_find_no_infantry_are_lost() -> None:
    s = battle("lerin", "c_nav1:1 c_nav2:1 c_nav3:1 c_casc1", "l_rg1 l_rg2 l_rg3 l_ln1", attacker="carlist",
               came=["estella"])
    draw_up(s)
    for unit in ("l_rg1", "l_rg2"):             # each eliminates one
        do(s, f"fire {unit}", dice=[1, 6, 6, 6])
        do(s, "hit c_nav1" if unit == "l_rg1" else "hit c_nav2")
        do(s, *["pass"] * (unit == "l_rg1"))
    events = do(s, "fire l_rg3", dice=[1, 6, 6, 6, *[1, 1, 1, 1]])
    assert 4 == sum(shot[3] for shot in told(events, "fired")[1:])
    assert 3 == strength(s, "c_casc1")


@rule("aiw", "17.8g")
def test_a_rout_of_a_protected_side_is_one_die_each_at_its_effectiveness() -> None:
    s = battle("durango", "c_nav1 c_nav2 c_nav3", "l_rg1 l_rg2 l_pr1 l_lnc1 l_st1 field:3 mountain:2 knapsack:1",
               came=["villarreal"])
    events = rout(s, [3, 3, 3], ["l_rg2", "l_pr1"], "c_nav1")
    assert [(4, 2), (1, 2), (1, 2), (1, 2)] == dice_of(events)
    assert (2, 0) == guns(s, "carlist", "durango")
    assert (1, 2) == guns(s, "liberal", "villarreal")
    assert 3 == strength(s, "l_st1")
    s = battle("durango", "c_nav1 c_nav2 c_nav3", "l_rg1 l_rg2 l_pr1")
    events = rout(s, [3, 3, 2], ["c_nav2", "c_nav3"], "l_rg1")        # Carlists in Rough of their Zone
    assert [(4, 2), (1, 2), (1, 2), (1, 1)] == dice_of(events)


@rule("aiw", "17.8h")
def test_a_rout_of_an_unprotected_side_is_full_fire_and_takes_all_field_and_half_the_mountain_artillery() -> None:
    s = battle("durango", "c_nav1:3 c_nav2:2 c_nav3:1", "l_rg1 l_rg2 l_pr1 l_st1 field:2 mountain:1 knapsack:2",
               came=["villarreal"])
    events = rout(s, [6] * 6, ["l_rg2", "l_pr1"], "c_nav1")
    assert [(3, 2), (3, 2), (2, 2), (1, 2)] == dice_of(events)
    assert (2, 1) == guns(s, "carlist", "durango")
    assert (0, 0) == guns(s, "liberal", "villarreal")
    assert "box" == at(s, "l_st1")
    assert 2 == knapsack(s, "liberal", "villarreal")


@rule("aiw", "17.8h", "13.2i")
def test_landed_winners_fire_one_die_less_in_a_rout() -> None:
    s = battle("salvatierra", "c_nav1 c_nav2 c_nav3", "l_rg1 l_rg2 l_rg3")
    s.landed = 1 << block(s, "l_rg2")
    draw_up(s)
    shake(s, "c_nav2", "c_nav3")
    do(s, "pass")
    events = do(s, "fire l_rg1", dice=[1, 6, 6, 6, 6, 6, *[6] * 11])
    assert [4, 4, 3, 4] == [n for n, _ in dice_of(events)]


@rule("aiw", "17.8d", "17.8e", "17.8g", "17.8h")
def test_the_table_of_pursuit_and_rout() -> None:
    costs = [(line["dice"], line["hits_on"], line["field_lost"], line["mountain_lost"], line["train_lost"])
             for line in CASES]
    assert [
        ("one per unit", "E", "half up", "0", "1"), ("one per unit", "1", "0", "0", "0"),
        ("strength", "E", "all", "half up", "all"), ("one per unit", "E", "half up", "0", "1"),
    ] == costs
    assert [0, 1, 2, 3] == [lost_share(3, share) for share in ("0", "1", "half up", "all")]
    assert 0 == lost_share(0, "1")


@rule("aiw", "5.2e")
def test_blocks_are_hidden_again_when_the_battle_is_over() -> None:
    s = battle("durango", f"{CARLISTS} c_gui1", LIBERALS, came=["villarreal"], secret=True)
    draw_up(s)
    for _ in range(2):
        do(s, "pass", "pass", "fight_on", "fight_on", "done", "done", "done")
    do(s, "pass", "pass")
    while reached(s, Battle):
        do(s, "done" if "done" in offered(s) else offered(s)[0])
    assert 0 == s.shown | s.apart
    assert UNSEEN == view(s, 0).unit[block(s, "l_rg1")]


def test_all_units_of_a_side_may_be_lost() -> None:
    s = battle("salvatierra", "c_nav1:1 c_nav2:1 c_nav3:1 field:1", LIBERALS)
    draw_up(s)
    shake(s, "c_nav2", "c_nav3")
    do(s, "pass")
    events = do(s, "fire l_rg1", dice=[1] * 4 + [1] * 12)
    do(s, "hit c_nav2")
    assert ["bag"] * 3 == [at(s, unit) for unit in CARLISTS.split()]
    assert (1, 0) == guns(s, "liberal", "salvatierra")
    assert "salvatierra" == at(s, "l_rg1")
    assert 1 == len(told(events, "battle_rout"))


@rule("aiw", "17.8h", "18.0f")
def test_in_a_rout_those_inside_the_fortress_do_not_fire() -> None:
    s = battle("durango", "c_nav1 c_nav2 c_nav3", "l_rg1 l_rg2 l_pr1", came=["villarreal"],
               others={"inside durango": "c_gui1"}, forts={"carlist": ["durango"]})
    events = rout(s, [6] * 10, ["l_rg2", "l_pr1"], "c_nav1")
    assert 4 == len(dice_of(events))                        # the shot before, and the three of the front line
