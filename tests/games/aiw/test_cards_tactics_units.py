"""[7.3] Tactical cards in Battles: the Reserve of the Guard, and those of the Carlists."""

from __future__ import annotations

import pytest

import tablero
from tablero.games.aiw import GAME
from tablero.games.aiw.board import (
    ARMY,
    BLOCKS_OF,
    CARD,
    CARLIST,
    DECK,
    DISCARDS,
    FIGHTERS,
    FOOT,
    GUARD,
    HAND,
    LAID,
    LIBERAL,
    TRAINS,
)
from tablero.games.aiw.state import Aiw
from tablero.kernel.bits import ids_of
from tablero.kernel.refusals import Refusal
from tests.games.aiw.battle import battle, demoralized, end_round, front, now, reserve, shake, tire
from tests.games.aiw.tactics import FAILS, MISS, NOT_THIS_UNIT, PASSES, drawn_up, laid, needs, next_round, numbers, used
from tests.games.aiw.war import asked, at, block, do, heard, offered, put_cards, refused, strength, told
from tests.rules import card, rule

# ------------------------------------------------------------------------------------------------- Reserve of the Guard


def guarded(liberals: str, *picks: str, cards: tuple[str, ...] = ("guard_reserve",), secret: bool = False) -> Aiw:
    """In Durango, where three Infantry units and one of Cavalry have room in front: these; the card is laid."""
    s = battle("durango", "c_nav1", liberals, came=["villarreal"], hands=cards, secret=secret)
    for pick in picks:
        do(s, f"front {pick}", seat="liberal")
    while "Deployment" in asked(s):
        do(s, "done")
    do(s, "lay guard_reserve")
    return s


@rule("aiw", "7.3b")
@card("aiw", "guard_reserve")
def test_the_guard_changes_places_with_infantry_in_front_and_has_better_morale() -> None:
    s = guarded("l_ln1 l_ln2 l_ln3 l_rg1 l_ln4 l_rgc1 l_lnc2", "l_ln1", "l_ln2", "l_ln3", "l_rgc1")
    assert ["exchange l_ln1", "exchange l_ln2", "exchange l_ln3"] == offered(s)         # the Guard's only unit
    assert Refusal("17.1f", "front_row_full") == refused(s, "step_in")
    assert NOT_THIS_UNIT == refused(s, "exchange l_rgc1")
    events = do(s, "exchange l_ln2")
    assert ["pulled_back l_ln2", "brought_up l_rg1"] == heard(events, "pulled_back", "brought_up")
    assert {"l_ln1", "l_ln3", "l_rg1", "l_rgc1"} == front(s, "liberal")
    assert {"l_ln2", "l_ln4", "l_lnc2"} == reserve(s, "liberal")
    do(s, "fire c_nav1", dice=[1, 6, 6, 6])
    assert [10] == needs(do(s, "hit l_rg1", dice=PASSES), "morale")
    assert "fire l_rg1" in offered(s)                   # it is fresh


@rule("aiw", "7.3b")
@card("aiw", "guard_reserve")
def test_the_guard_comes_first_and_cavalry_not_at_all() -> None:
    s = guarded("l_ln1 l_ln2 l_ln3 l_ln4 l_rg1 l_rg2 l_rgc1 l_lnc1", "l_ln1", "l_ln2", "l_ln3", "l_lnc1")
    assert ("liberal CallGuard", ["bring_up l_rg1", "bring_up l_rg2"]) == (asked(s), offered(s))
    assert Refusal("7.3b", "guard_comes_first") == refused(s, "bring_up l_ln4")
    assert NOT_THIS_UNIT == refused(s, "bring_up l_rgc1")
    assert Refusal("17.7m", "not_in_your_reserve") == refused(s, "bring_up l_ln1")
    do(s, "bring_up l_rg2")
    assert "exchange l_ln1" in offered(s)


@rule("aiw", "7.3b")
@card("aiw", "guard_reserve")
def test_without_guards_any_infantry_comes_and_to_an_empty_box_if_there_is_one() -> None:
    s = drawn_up("durango", "c_nav1", "l_ln1 l_ln2 l_ln3 l_ln4", "volley_fire", "guard_reserve")
    do(s, "pass")
    (last,) = reserve(s, "liberal")
    shake(s, next(iter(front(s, "liberal"))))           # an empty box for the second round
    end_round(s)
    do(s, "fight_on", "fight_on", "done", "done", "done")
    while "LayCard" not in asked(s):
        do(s, "pass")
    do(s, "lay guard_reserve")
    assert "step_in" in offered(s)
    do(s, "step_in")
    assert last in front(s, "liberal")
    assert 3 == len(front(s, "liberal"))


@rule("aiw", "7.3b")
@card("aiw", "guard_reserve")
def test_its_better_morale_is_for_one_round() -> None:
    s = guarded("l_ln1 l_ln2 l_ln3 l_rg1", "l_ln1", "l_ln2", "l_ln3")
    do(s, "exchange l_ln2")
    next_round(s)
    do(s, "fire c_nav1", dice=[1, 6, 6, 6])
    assert [9] == needs(do(s, "hit l_rg1", dice=PASSES), "morale")


@rule("aiw", "7.3b", "17.5d")
@card("aiw", "guard_reserve")
def test_it_is_lost_with_its_place_in_front_and_not_by_anothers_flight() -> None:
    s = guarded("l_ln1 l_ln2 l_ln3 l_rg1", "l_ln1", "l_ln2", "l_ln3")
    do(s, "exchange l_ln2")
    shake(s, "l_ln1")
    do(s, "fire c_nav1", dice=[1, 6, 6, 6])
    assert [10] == needs(do(s, "hit l_rg1", dice=FAILS), "morale")
    do(s, "pass", "fight_on", "fight_on", "done", "done", "done")
    assert [9] == needs(do(s, "rally l_rg1", dice=PASSES), "morale")


@rule("aiw", "7.3b", "5.2a")
@card("aiw", "guard_reserve")
def test_what_the_card_tells_of_the_reserve() -> None:
    s = drawn_up(
        "durango", "c_nav1", "l_ln1 l_ln2 l_ln3 l_ln4:3 l_ln5:3 l_lnc1 l_lnc2:2", "guard_reserve", secret=True,
    )
    hidden = BLOCKS_OF[LIBERAL] & s.apart & ~s.shown
    for b in ids_of(hidden):
        s.may[b], s.low[b], s.high[b] = ARMY[LIBERAL] & FIGHTERS, 1, 4
    now(s).front &= ~(1 << block(s, "l_lnc1"))          # as if it had been pulled back
    do(s, "lay guard_reserve")
    assert "liberal CallGuard" == asked(s)
    assert [(hidden, FOOT, 1)] == s.facts                  # without Infantry nobody would be asked
    name = offered(s)[0].split()[1]
    do(s, f"bring_up {name}")
    assert s.shown >> block(s, name) & 1
    rest = BLOCKS_OF[LIBERAL] & s.apart & ~s.shown
    assert rest
    assert all(not s.may[b] & GUARD & FOOT for b in ids_of(rest))        # a Guard would have come


@rule("aiw", "7.3b", "5.2a")
@card("aiw", "guard_reserve")
def test_a_guard_that_has_just_come_to_the_reserve_is_shown() -> None:
    others = {"road villarreal>durango": "l_rg1"}
    s = drawn_up("durango", "c_nav1", "l_ln1 l_ln2 l_ln3", "guard_reserve", "volley_fire", others=others, secret=True)
    do(s, "pass")
    end_round(s)
    do(s, "fight_on", "fight_on", "reinforce l_rg1", dice=[1, 1])
    do(s, "done", "done", "done", "lay guard_reserve")
    assert not s.shown >> block(s, "l_rg1") & 1
    do(s, "bring_up l_rg1", "exchange l_ln1")
    assert ("l_rg1" in front(s, "liberal"), 1) == (True, s.shown >> block(s, "l_rg1") & 1)


@rule("aiw", "7.3b", "5.2a")
@card("aiw", "guard_reserve")
def test_if_a_guard_came_there_may_be_others() -> None:
    s = drawn_up("durango", "c_nav1", "l_ln1 l_ln2 l_ln7 l_rg3:3 l_rg4:3", "guard_reserve", secret=True)
    hidden = BLOCKS_OF[LIBERAL] & s.apart & ~s.shown
    for b in ids_of(hidden):
        s.may[b], s.low[b], s.high[b] = ARMY[LIBERAL] & FIGHTERS, 1, 4
    do(s, "lay guard_reserve", "bring_up l_rg4")
    assert s.may[block(s, "l_rg3")] & GUARD & FOOT


@rule("aiw", "7.3b", "5.2a")
@card("aiw", "guard_reserve")
def test_with_infantry_in_reserve_that_was_seen_it_tells_nothing_of_the_others() -> None:
    s = drawn_up(
        "durango", "c_nav1", "l_ln1 l_ln2 l_ln3 l_ln4:3 l_lnc1 l_lnc2:2", "guard_reserve", "volley_fire", secret=True
    )
    do(s, "pass")
    end_round(s)
    do(s, "fight_on", "fight_on", "pull_back l_ln1", "done", "done", "done")
    for b in ids_of(BLOCKS_OF[LIBERAL] & s.apart & ~s.shown):
        s.may[b], s.low[b], s.high[b] = ARMY[LIBERAL] & FIGHTERS, 1, 4
    do(s, "lay guard_reserve")
    assert ("liberal CallGuard", []) == (asked(s), s.facts)


@rule("aiw", "7.3b")
@card("aiw", "guard_reserve")
def test_a_card_that_proves_inapplicable_is_discarded_without_effect() -> None:
    s = drawn_up("durango", "c_nav1", "l_ln1 l_ln2 l_ln3 l_ln4", "guard_reserve", "last_cartridge", secret=True)
    do(s, "lay guard_reserve")
    s.apart &= ~BLOCKS_OF[LIBERAL]                      # as if the Reserve were gone
    do(s, "pass")
    assert "carlist ActivateUnit" == asked(s)
    assert s.piles[DISCARDS] >> CARD["guard_reserve"] & 1


@rule("aiw", "7.4a")
@pytest.mark.parametrize(("attacker", "order"), [
    ("liberal", ["GuardBox", "LastCartridge"]), ("carlist", ["LastCartridge", "GuardBox"]),
])
def test_the_phasing_players_card_acts_first(attacker: str, order: list[str]) -> None:
    cards = ["guard_reserve", "last_cartridge"] if attacker == "liberal" else ["last_cartridge", "guard_reserve"]
    s = laid("durango", "c_nav1 c_nav2", "l_rg1:1 l_ln1 l_ln2 l_ln3", *cards, attacker=attacker)
    seen = []
    for _ in order:
        seen.append(asked(s).split()[1])
        do(s, offered(s)[0])
    assert order == seen


# ----------------------------------------------------------------------------------------------------------- No Quarter


@rule("aiw", "7.3b", "17.8d", "17.8e")
@card("aiw", "no_quarter")
@pytest.mark.parametrize(("liberals", "least"), [("l_rg1 l_lnc1", 1), ("l_rg1 l_ln1", 2)])
def test_carlist_infantry_gives_no_quarter_in_a_pursuit(liberals: str, least: int) -> None:
    s = laid("lerin", "c_nav1 c_navc1", liberals, "no_quarter")
    end_round(s)
    events = do(s, "withdraw", dice=[6, 6])             # Infantry and Cavalry, a die each
    assert [least + 1, least] == needs(events)
    assert [1, 1] == numbers(events)


@rule("aiw", "7.3b", "17.8h")
@card("aiw", "no_quarter")
def test_carlist_infantry_gives_no_quarter_in_a_rout() -> None:
    s = laid("lerin", "c_nav1", "l_rg1:1", "no_quarter")
    events = do(s, "fire c_nav1", dice=[1, 6, 6, 6] + MISS)
    assert [2, 3] == needs(events)


@rule("aiw", "7.3b")
def test_it_was_for_one_round_and_not_for_the_liberals() -> None:
    s = laid("lerin", "c_nav1", "l_rg1", "no_quarter")
    next_round(s)
    end_round(s)
    assert [2] == needs(do(s, "withdraw", dice=[6]))
    s = laid("lerin", "c_nav1", "l_rg1", "no_quarter")
    end_round(s)
    assert [2] == needs(do(s, "fight_on", "withdraw", dice=[6]))


# ------------------------------------------------------------------------------------------------------------- Marksmen


def marksmen(dice: list[int]) -> Aiw:
    s = laid("durango", "c_nav1 c_nav2", "l_lnc1 l_rg1:4 l_ln1:2", "marksmen")
    do(s, "fire c_nav1", dice=dice)
    return s


@rule("aiw", "7.3b", "17.4f")
@card("aiw", "marksmen")
def test_marksmen_choose_who_takes_all_hits_of_a_unit() -> None:
    s = marksmen([1, 2, 6, 6])
    assert ("carlist Marksmen", ["pass", "target l_rg1", "target l_ln1"]) == (asked(s), offered(s))
    assert Refusal("17.4e", "hits_go_to_front_infantry") == refused(s, "target l_lnc1")
    events = do(s, "target l_rg1", dice=PASSES)
    assert (2, [8]) == (strength(s, "l_rg1"), needs(events, "morale"))      # 9, a second hit -1
    assert "liberal ActivateUnit" == asked(s)


@rule("aiw", "7.3b")
@card("aiw", "marksmen")
def test_hits_beyond_the_targets_strength_are_lost() -> None:
    s = marksmen([1, 1, 1, 6])
    do(s, "target l_ln1")
    assert ("bag", 4) == (at(s, "l_ln1"), strength(s, "l_rg1"))
    assert "liberal ActivateUnit" == asked(s)


@rule("aiw", "7.3b")
@card("aiw", "marksmen")
def test_marksmen_shoot_once_in_a_round_and_may_wait() -> None:
    s = marksmen([1, 6, 6, 6])
    do(s, "pass")
    assert "liberal TakeFire" == asked(s)
    do(s, "hit l_rg1", dice=PASSES)
    do(s, "pass")
    do(s, "fire c_nav2", dice=[1, 6, 6])
    events = do(s, "target l_rg1", dice=PASSES)
    assert ["marksmen"] == used(events)
    assert -1 == now(s).tactic[CARLIST]


@rule("aiw", "7.3b")
@card("aiw", "marksmen")
def test_without_a_hit_nothing_is_asked() -> None:
    assert "liberal ActivateUnit" == asked(marksmen(MISS))


# ------------------------------------------------------------------------------------------------------------ Oriamendi


def oriamendi(others: dict[str, str], *shaken: str) -> Aiw:
    """At the end of a round for which Oriamendi was laid, after both have decided to fight on."""
    s = laid("lerin", "c_nav1 c_nav2 c_gui1", "l_rg1", "oriamendi", others=others)
    shake(s, *shaken)
    end_round(s)
    do(s, "fight_on", "fight_on")
    return s


@rule("aiw", "7.3b", "17.7f", "17.7g")
@card("aiw", "oriamendi")
def test_with_oriamendi_carlists_come_without_a_roll_and_one_more_on_each_road() -> None:
    s = oriamendi({"estella": "c_bis1 c_bis2 c_bis3"})                      # a Secondary road: one, and one more
    events = do(s, "reinforce c_bis1", "reinforce c_bis2")
    assert 2 == len(told(events, "comes_at_once"))
    assert ["lerin", "lerin", "estella"] == [at(s, unit) for unit in ("c_bis1", "c_bis2", "c_bis3")]
    assert "Reinforce" not in asked(s)
    assert not now(s).all_rally


@rule("aiw", "7.3b", "17.7f")
@card("aiw", "oriamendi")
def test_out_of_a_fortress_come_no_more_than_else() -> None:
    s = laid(
        "lerin", "c_nav1", "l_rg1", "oriamendi", others={"inside lerin": "c_bis1 c_bis2 c_bis3"},
        forts={"carlist": ["lerin"]},
    )
    end_round(s)
    do(s, "fight_on", "fight_on", "reinforce c_bis1", "reinforce c_bis2")
    assert "inside lerin" == at(s, "c_bis3")
    assert "Reinforce" not in asked(s)


@rule("aiw", "7.3b", "17.7o")
@card("aiw", "oriamendi")
def test_without_reinforcements_every_demoralized_carlist_may_recover() -> None:
    s = oriamendi({}, "c_nav2", "c_gui1")
    do(s, "done", "done")
    assert ("carlist Rally", ["pass", "all", "rally c_nav2", "rally c_gui1"]) == (asked(s), offered(s))
    do(s, "all", dice=[*PASSES, *FAILS])
    assert ({"c_nav2"}, {"c_gui1"}) == (reserve(s, "carlist"), demoralized(s, "carlist"))


@rule("aiw", "7.3b", "17.7o")
@card("aiw", "oriamendi")
def test_it_is_for_the_carlists_alone() -> None:
    s = laid("lerin", "c_nav1 c_nav2 c_gui1", "l_rg1 l_rg2", "oriamendi")
    shake(s, "c_nav2", "c_gui1", "l_rg2")
    end_round(s)
    do(s, "fight_on", "fight_on", "done", "done")
    assert Refusal("17.7o", "one_unit_recovers") == refused(s, "all", "liberal")
    do(s, "pass", seat="liberal")
    do(s, "all", seat="carlist", dice=[*PASSES, *PASSES])
    assert (set(), {"l_rg2"}) == (demoralized(s, "carlist"), demoralized(s, "liberal"))


@rule("aiw", "7.3b", "17.7e")
@card("aiw", "oriamendi")
def test_units_that_cannot_come_do_not_count() -> None:
    s = oriamendi({"estella": "c_bis1 l_ln2"}, "c_nav2", "c_gui1")
    do(s, "done", "done")
    assert "all" in offered(s)


@rule("aiw", "7.3b", "5.2c")
@card("aiw", "oriamendi")
@pytest.mark.parametrize(("near", "retreated", "known"), [
    ("c_bis1", False, {"c_bis1": FIGHTERS}),                    # somebody could come: he
    ("c_bis1 c_st1", False, {}),                                # or this one
    ("c_bis1 c_st1", True, {"c_st1": TRAINS}),                  # nobody could: it is a Train
])
def test_everybody_learns_by_it_whether_a_unit_could_come(near: str, retreated: bool, known: dict[str, int]) -> None:
    s = laid("lerin", "c_nav1", "l_rg1", "oriamendi", others={"estella": near}, secret=True)
    units = near.split()
    for unit in units:
        s.may[block(s, unit)] = ARMY[CARLIST]
    s.retreated = retreated << block(s, "c_bis1")
    end_round(s)
    do(s, "fight_on", "fight_on")
    assert s.revealed
    assert [known.get(unit, -1) & ARMY[CARLIST] for unit in units] == [s.may[block(s, unit)] for unit in units]
    if not retreated:
        do(s, "reinforce c_bis1")
        assert not s.may[block(s, "c_bis1")] & TRAINS


@rule("aiw", "7.3b", "17.7o")
@card("aiw", "oriamendi")
def test_with_reinforcements_at_hand_only_one_recovers() -> None:
    s = oriamendi({"estella": "c_bis1"}, "c_nav2", "c_gui1")
    do(s, "done", "done", "done")
    assert "carlist Rally" == asked(s)
    assert Refusal("17.7o", "one_unit_recovers") == refused(s, "all")
    assert "all" not in offered(s)


@rule("aiw", "7.3b")
@card("aiw", "oriamendi")
def test_oriamendi_is_for_the_end_of_its_round() -> None:
    s = laid("lerin", "c_nav1", "l_rg1", "oriamendi", others={"estella": "c_bis1 c_bis2"})
    next_round(s)
    end_round(s)
    do(s, "fight_on", "fight_on", "reinforce c_bis1", dice=FAILS)
    assert "estella" == at(s, "c_bis1")


# ---------------------------------------------------------------------------------------------------- Navarrese Lancers


@rule("aiw", "7.3b", "17.4h")
@card("aiw", "navarrese_lancers")
def test_lancers_are_better_in_a_charge_on_cavalry() -> None:
    s = laid("lerin", "c_nav1 c_navc1:2", "l_rg1 l_lnc1:2", "navarrese_lancers")
    do(s, "charge c_navc1", "target l_lnc1")
    events = do(s, "yes", dice=[3, 6, 6, 6, *PASSES])
    assert ([3, 2], ["navarrese_lancers"]) == (needs(events), used(events))
    assert 1 == strength(s, "l_lnc1")


@rule("aiw", "7.3b", "17.4k")
@card("aiw", "navarrese_lancers")
def test_lancers_are_better_against_cavalry_that_holds() -> None:
    s = laid("lerin", "c_nav1 c_navc1:2", "l_rg1 l_lnc1:2", "navarrese_lancers")
    tire(s, "l_lnc1")
    do(s, "charge c_navc1", "target l_lnc1", "hold")
    assert [3, 2] == needs(do(s, "yes", dice=[6, 6, 6, 6]))


@rule("aiw", "7.3b", "17.4i")
@card("aiw", "navarrese_lancers")
@pytest.mark.parametrize("carlists", ["c_nav1 c_navc1:2", "c_navc1:2 c_nav1"])
def test_lancers_are_better_in_a_countercharge(carlists: str) -> None:
    s = laid("lerin", carlists, "l_rg1 l_lnc1:2", "navarrese_lancers")
    do(s, "pass", "charge l_lnc1", "target c_nav1", "countercharge c_navc1")
    assert "carlist UseTactic" == asked(s)
    assert ("card", "card", CARD["navarrese_lancers"]) in tablero.prompt(s, CARLIST).args
    events = do(s, "yes", dice=[6, 6, 6, 6])
    assert ([2, 3], ["navarrese_lancers"]) == (needs(events), used(events))


@rule("aiw", "7.3b", "17.4m")
@card("aiw", "navarrese_lancers")
def test_lancers_frighten_infantry() -> None:
    s = laid("lerin", "c_nav1 c_navc1:2", "l_rg1:3 l_rg2", "navarrese_lancers")
    do(s, "charge c_navc1", "target l_rg1")
    events = do(s, "yes", dice=[4, 5, 6, 6])
    assert ([8], [2]) == (needs(events, "morale"), numbers(events))         # and no die more
    assert -1 == now(s).tactic[CARLIST]


@rule("aiw", "7.3b")
@card("aiw", "navarrese_lancers")
def test_lancers_need_a_charge_that_is_met() -> None:
    s = laid("lerin", "c_nav1 c_navc1:2", "l_rg1 l_lnc1:2", "navarrese_lancers")
    tire(s, "l_lnc1")
    do(s, "charge c_navc1", "target l_lnc1", "flee")
    assert "liberal ActivateUnit" == asked(s)
    assert CARD["navarrese_lancers"] == now(s).tactic[CARLIST]
    s = laid("lerin", "c_nav1 c_navc1:2", "l_rg1 l_lnc1:2", "navarrese_lancers")
    tire(s, "c_navc1")
    do(s, "pass", "charge l_lnc1", "target c_navc1", "hold", dice=MISS)     # holding is no charge
    assert CARD["navarrese_lancers"] == now(s).tactic[CARLIST]


# ------------------------------------------------------------------------------------------------------- Last Cartridge


def stubborn(*units: str) -> Aiw:
    s = laid("lerin", "c_nav1:4 c_nav2:3 c_gui1:3 c_casc1", "l_rg1 l_rg2 l_rg3 l_lnc1", "last_cartridge")
    do(s, *(f"name {unit}" for unit in units))
    return s


@rule("aiw", "7.3b")
@card("aiw", "last_cartridge")
def test_up_to_two_infantry_units_are_named() -> None:
    s = stubborn()
    assert ["done", "name c_nav1", "name c_nav2", "name c_gui1"] == offered(s)
    assert NOT_THIS_UNIT == refused(s, "name c_casc1")
    assert ["steadfast c_nav2"] == heard(do(s, "name c_nav2"), "steadfast")
    assert Refusal("7.3b", "unit_named_already") == refused(s, "name c_nav2")
    do(s, "name c_nav1")
    assert "carlist ActivateUnit" == asked(s)


@rule("aiw", "7.3b", "17.5a")
@card("aiw", "last_cartridge")
def test_a_named_unit_passes_its_first_morale_roll() -> None:
    s = stubborn("c_nav1", "c_nav2")
    do(s, "pass", "fire l_rg1", dice=[1, 6, 6, 6])
    events = do(s, "hit c_nav1")
    assert (1, []) == (len(told(events, "holds_out")), told(events, "morale"))
    do(s, "fire l_rg2", dice=[1, 6, 6, 6])
    do(s, "hit c_nav1", dice=FAILS)
    assert {"c_nav1"} == demoralized(s, "carlist")
    do(s, "fire l_rg3", dice=[1, 6, 6, 6])
    do(s, "hit c_nav2")
    assert {"c_nav1"} == demoralized(s, "carlist")


@rule("aiw", "7.3b", "17.4m")
@card("aiw", "last_cartridge")
def test_a_named_unit_resists_a_charge() -> None:
    s = stubborn("c_nav1", "c_nav2")
    do(s, "pass", "charge l_lnc1", "target c_nav1")
    events = do(s, "hold", dice=[6, 6, 6, 6])
    assert (1, 1) == (len(told(events, "holds_out")), len(told(events, "resists")))


@rule("aiw", "7.3b")
@card("aiw", "last_cartridge")
def test_the_last_cartridge_is_for_one_round() -> None:
    s = stubborn("c_nav1", "c_nav2")
    next_round(s)
    do(s, "pass", "fire l_rg1", dice=[1, 6, 6, 6])
    do(s, "hit c_nav1", dice=FAILS)
    assert {"c_nav1"} == demoralized(s, "carlist")


# ------------------------------------------------------------------------------------------------------ what is hidden


@rule("aiw", "7.3a")
def test_a_card_face_down_may_be_any_that_fits() -> None:
    s = drawn_up("lerin", "c_nav1", "l_rg1", "volley_fire", "last_cartridge", secret=True)
    put_cards(s, DECK[LIBERAL], "bayonet_charge_l", "zurbano")
    do(s, "lay volley_fire")
    guesses = [GAME.determinize(GAME.view(s, CARLIST), seed) for seed in range(20)]
    laid_ = {card for guess in guesses for card in ids_of(guess.piles[LAID[LIBERAL]])}
    assert {CARD["volley_fire"], CARD["bayonet_charge_l"]} == laid_
    assert not GAME.view(s, CARLIST).piles[HAND[LIBERAL]]
