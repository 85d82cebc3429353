"""[16] Skirmish."""

from __future__ import annotations

import pytest

import tablero
from tablero.games.aiw import GAME
from tablero.games.aiw.board import (
    AFTER_COMBAT,
    ARMY,
    BLOCK_SIDE,
    BLOCKS_OF,
    CARD,
    CARDS,
    CARLIST,
    COMBAT,
    FIELD,
    FIGHTERS,
    HORSE,
    LIBERAL,
    MOUNTAIN,
    UNIT,
    area,
)
from tablero.games.aiw.rules.r05_units.s01_blocks import of_units
from tablero.games.aiw.rules.r16_skirmish.s00_fire import TakeHits, dice, gun_dice, guns_hit_on, hits_on
from tablero.games.aiw.rules.r16_skirmish.s00_firing_units import ChooseFiring
from tablero.games.aiw.rules.r16_skirmish.s00_skirmish import Skirmish
from tablero.games.aiw.state import Aiw
from tablero.kernel.bits import bitset
from tablero.kernel.refusals import Refusal
from tests.games.aiw.combat import came, skirmish
from tests.games.aiw.war import asked, at, block, dice_of, do, offered, refused, run, strength, told, war
from tests.rules import rule


def names(s: Aiw, bits: int) -> set[str]:
    return {name for name, unit in UNIT.items() if unit in s.unit and bits >> s.unit.index(unit) & 1}


# --------------------------------------------------------------------------------------------------------------- course


@rule("aiw", "16.0a")
def test_an_attacker_that_the_defender_eliminates_does_not_fire() -> None:
    s = war({"lerin": "l_rg1:1 c_nav1:1"})
    skirmish(s, "lerin", dice=[1])                      # one die, the defender's
    assert (at(s, "c_nav1"), strength(s, "l_rg1")) == ("bag", 1)


@rule("aiw", "16.0a")
def test_the_defender_fires_first_then_what_is_left_of_the_attacker_in_one_round() -> None:
    s = came(war({"lerin": "l_rg1:3 c_nav1:3"}), "lerin", "estella")
    skirmish(s, "lerin", dice=[1, 6, 6, 1, 1])          # three dice, one hit; then two dice
    assert (strength(s, "c_nav1"), strength(s, "l_rg1")) == (2, 1)


@rule("aiw", "16.0b")
def test_units_that_are_hit_roll_no_morale() -> None:
    s = came(war({"lerin": "l_rg1:4 c_nav1:4"}), "lerin", "estella")
    skirmish(s, "lerin", dice=[1, 1, 6, 6, 1, 6])       # not a die more
    assert (strength(s, "c_nav1"), strength(s, "l_rg1")) == (2, 3)


@rule("aiw", "16.0f")
def test_in_a_refuge_the_carlist_attacker_fires_first() -> None:
    s = war({"amescoas": "l_rg1:1 c_nav1:1"})
    skirmish(s, "amescoas", dice=[1])
    assert (at(s, "l_rg1"), at(s, "c_nav1")) == ("bag", "amescoas")


@rule("aiw", "16.0f")
def test_in_a_refuge_the_carlist_defender_fires_first_as_everywhere() -> None:
    s = war({"amescoas": "l_rg1:1 c_nav1:1"}, side="liberal")
    skirmish(s, "amescoas", dice=[1])
    assert (at(s, "l_rg1"), at(s, "c_nav1")) == ("bag", "amescoas")


# ------------------------------------------------------------------------------------------------------------ who fires


@rule("aiw", "16.0c")
def test_a_side_fires_with_three_units_at_most() -> None:
    s = war({"lerin": "l_rg1 l_rg2 l_ln1 l_ln2 c_nav1"})
    skirmish(s, "lerin")
    assert offered(s) == ["fire l_rg1", "fire l_rg2", "fire l_ln1", "fire l_ln2"]
    do(s, "fire l_rg1", "fire l_ln1", "fire l_ln2", dice=[6] * (4 + 4 + 4) + [6] * 4)      # the third ends it
    assert strength(s, "c_nav1") == 4


@rule("aiw", "16.0c")
def test_a_side_may_name_fewer_than_three_but_not_none() -> None:
    s = came(war({"lerin": "l_rg1 l_rg2 c_nav1"}), "lerin", "estella")
    skirmish(s, "lerin")
    assert refused(s, "done") == Refusal("16.0c", "one_unit_must_fire")
    do(s, "fire l_rg1")
    assert offered(s) == ["fire l_rg2", "done"]
    do(s, "done", dice=[6] * 4 + [6] * 4)


@rule("aiw", "16.0c")
@pytest.mark.parametrize(("x", "horse"), [("ona", 1), ("lerin", 2)])
def test_of_them_one_may_be_cavalry_in_rough_and_two_in_open(x: str, horse: int) -> None:
    s = war({x: "l_lnc1 l_lnc2 l_rgc1 l_rg1 c_nav1"})
    skirmish(s, x)
    cavalry = ["l_lnc1", "l_lnc2", "l_rgc1"]
    do(s, *(f"fire {unit}" for unit in cavalry[:horse]))
    assert {refused(s, f"fire {unit}") for unit in cavalry[horse:]} == {Refusal("16.0c", "cavalry_limit")}
    assert offered(s) == ["fire l_rg1", "done"]


@rule("aiw", "16.0c", "16.0h")
def test_what_one_side_has_chosen_neither_binds_nor_frees_the_other() -> None:
    s = war({"ona": "l_lnc1 l_rg1 c_navc1 c_nav1"}, secret=True)
    skirmish(s, "ona")
    do(s, "fire c_navc1", seat="carlist")
    assert "fire l_lnc1" in offered(s, "liberal")
    assert refused(s, "done", "liberal") == Refusal("16.0c", "one_unit_must_fire")


@rule("aiw", "16.0c", "17.9r")
def test_a_unit_that_retreated_in_this_phase_fires() -> None:
    s = war({"lerin": "l_rg1 l_rg2 c_nav1"})
    s.retreated = 1 << block(s, "l_rg2")
    skirmish(s, "lerin")
    assert offered(s) == ["fire l_rg1", "fire l_rg2", "all"]


@rule("aiw", "16.0c")
def test_all_may_be_chosen_at_a_word_if_they_are_few_enough() -> None:
    s = came(war({"ona": "l_rg1:1 l_rg2:1 l_lnc1:1 l_st1 c_nav1:1"}), "ona", "pancorbo")
    skirmish(s, "ona")
    do(s, "all", dice=[6, 6, 6, 6])
    s = war({"ona": "l_rg1 l_lnc1 l_lnc2 c_nav1"})
    skirmish(s, "ona")
    assert refused(s, "all") == Refusal("16.0c", "not_all_may_fire")
    s = war({"ona": "l_rg1 l_rg2 l_ln1 l_ln2 c_nav1"})
    skirmish(s, "ona")
    assert refused(s, "all") == Refusal("16.0c", "not_all_may_fire")
    do(s, "fire l_rg1")
    assert refused(s, "all") == Refusal("16.0c", "not_all_may_fire")


@rule("aiw", "16.0g")
def test_in_a_refuge_two_liberal_attackers_are_too_many() -> None:
    s = war({"baztan": "l_rg1 l_rg2 c_nav1"}, side="liberal")
    skirmish(s, "baztan")
    assert refused(s, "all") == Refusal("16.0c", "not_all_may_fire")


@rule("aiw", "16.0c")
def test_three_cavalry_in_rough_fire_with_one() -> None:
    s = war({"ona": "l_lnc1 l_lnc2 l_lgc1 c_nav1"})
    skirmish(s, "ona")
    events = do(s, "fire l_lnc2", dice=[6, 6, 6] + [6] * 4)
    assert {("l_lnc2", 3), ("c_nav1", 4)} == dice_of(events)


@rule("aiw", "16.0g")
def test_in_a_refuge_the_liberal_attacker_fires_with_one_unit_and_his_artillery() -> None:
    s = came(war({"baztan": "l_rg1:2 l_rg2:2 l_ln1:2 mountain:1 c_nav1:1"}, side="liberal"), "baztan", "zubiri")
    skirmish(s, "baztan")
    events = do(s, "fire l_rg2", dice=[6] + [6, 6] + [6])        # the Carlist, one unit, the gun
    assert {("c_nav1", 1), ("l_rg2", 2)} == dice_of(events)


@rule("aiw", "16.0g")
def test_in_a_refuge_the_liberal_defender_fires_with_three() -> None:
    s = war({"baztan": "l_rg1 l_rg2 l_ln1 c_nav1"})
    skirmish(s, "baztan")
    events = do(s, "fire l_rg2", "fire l_rg1", "fire l_ln1", dice=[6] * 4 + [6] * 12)
    assert {("c_nav1", 4), ("l_rg1", 4), ("l_rg2", 4), ("l_ln1", 4)} == dice_of(events)


@rule("aiw", "16.0g")
def test_in_a_refuge_the_carlist_defender_fires_with_three_too() -> None:
    s = came(war({"baztan": "l_rg1:1 c_nav1:1 c_nav2:1 c_gui1:1"}, side="liberal"), "baztan", "zubiri")
    skirmish(s, "baztan")
    assert 3 == len([unit for unit, _ in dice_of(do(s, "all", dice=[6] * 4)) if unit.startswith("c_")])


@rule("aiw", "16.0d")
def test_all_artillery_fires_besides_the_units() -> None:
    s = came(war({"lerin": "l_rg1:1 field:1 mountain:1 c_nav1:4"}), "lerin", "estella")
    events = skirmish(s, "lerin", dice=[6, 2, 2] + [6] * 2)
    assert told(events, "guns_fired") == [(LIBERAL, FIELD, 1, 2, 1), (LIBERAL, MOUNTAIN, 1, 2, 1)]
    assert strength(s, "c_nav1") == 2


@rule("aiw", "16.0d", "16.0a")
def test_guns_fire_even_when_their_units_are_gone_so_both_sides_may_be_wiped_out() -> None:
    s = war({"lerin": "l_rg1:1 c_nav1:1 field:1"})
    skirmish(s, "lerin", dice=[1, 2])
    assert (at(s, "l_rg1"), at(s, "c_nav1")) == ("bag", "bag")


@rule("aiw", "16.0e")
def test_supply_trains_do_not_fire() -> None:
    s = war({"lerin": "l_rg1 l_st1 c_nav1"}, secret=True)
    skirmish(s, "lerin")
    assert refused(s, "fire l_st1") == Refusal("16.0e", "trains_do_not_fire")
    assert offered(s) == ["fire l_rg1"]


@rule("aiw", "16.0e", "18.2h")
def test_besieged_units_do_not_fire_in_a_relief_nor_are_they_hit() -> None:
    places = {"pamplona": "l_rg1:1 c_nav1:1", "inside pamplona": "l_ln1:4 field:2"}
    s = war(places, side="liberal", siege=["pamplona"])
    skirmish(s, "pamplona", dice=[1])                   # the besieger's hit; nobody else is there to fire
    assert (at(s, "l_rg1"), strength(s, "l_ln1")) == ("bag", 4)


@rule("aiw", "16.0e")
def test_units_on_roads_do_not_fire_nor_are_they_hit() -> None:
    s = came(war({"lerin": "l_rg1:2 c_nav1:1", "road estella>lerin": "c_gui1"}), "lerin", "estella")
    skirmish(s, "lerin", dice=[1, 1])
    assert strength(s, "c_gui1") == 3


# ----------------------------------------------------------------------------------------------------- secret and cards


@rule("aiw", "16.0h")
def test_both_choose_in_secret_and_show_together() -> None:
    s = war({"lerin": "l_rg1 l_rg2 c_nav1 c_nav2"}, secret=True)
    skirmish(s, "lerin")
    assert list(tablero.players(s)) == [CARLIST, LIBERAL]
    events = do(s, "fire c_nav1", "done", seat="carlist")
    assert told(events, "shown") == []
    seen = GAME.view(s, LIBERAL).stack[-1]
    assert isinstance(seen, ChooseFiring)
    assert seen.picked == 0
    watched = GAME.view(s, -1).stack[-1]
    assert isinstance(watched, ChooseFiring)
    assert watched.picked == 0
    own = GAME.view(s, CARLIST).stack[-1]
    assert isinstance(own, ChooseFiring)
    assert names(s, own.picked) == {"c_nav1"}
    events = do(s, "fire l_rg2", "done", seat="liberal", dice=[6] * 8)
    assert [unit for _, unit, _ in told(events, "shown")] == [UNIT["c_nav1"], UNIT["l_rg2"]]


@rule("aiw", "16.0h")
def test_the_order_in_which_both_choose_leaves_no_trace() -> None:
    s = war({"lerin": "l_rg1 l_rg2 c_nav1 c_nav2"}, secret=True)
    skirmish(s, "lerin")
    other = s.clone()
    do(s, "fire c_nav2", "done", seat="carlist")
    do(s, "fire l_rg2", "done", seat="liberal", dice=[6] * 7)
    do(other, "fire l_rg2", seat="liberal")
    do(other, "fire c_nav2", "done", seat="carlist")
    do(other, "done", seat="liberal", dice=[6] * 7)
    s.rolled = other.rolled = []
    assert s == other


@rule("aiw", "16.0h")
def test_a_guess_at_the_truth_holds_other_choices_that_are_legal() -> None:
    s = war({"ona": "l_rg1 l_lnc1 l_lnc2 l_st1 c_nav1 c_nav2"}, secret=True)
    s.may = [ARMY[BLOCK_SIDE[b]] if may else 0 for b, may in enumerate(s.may)]      # nobody knows anything
    s.low = [min(1, low) for low in s.low]
    skirmish(s, "ona")
    do(s, "fire l_lnc1", "done", seat="liberal")
    for seed in range(20):
        guess = GAME.determinize(GAME.view(s, CARLIST), seed)
        frame = guess.stack[-1]
        assert isinstance(frame, ChooseFiring)
        assert 1 <= frame.picked.bit_count() <= frame.most[LIBERAL]
        assert frame.picked == of_units(guess, frame.picked, FIGHTERS)
        assert of_units(guess, frame.picked, HORSE).bit_count() <= frame.riding


@rule("aiw", "16.0h", "5.2a")
def test_in_a_guess_who_still_chooses_begins_again_and_who_has_chosen_has_any_number() -> None:
    s = war({"lerin": "l_rg1 l_rg2 l_ln1 l_ln2 c_nav1 c_nav2 c_gui1"}, secret=True)
    skirmish(s, "lerin")
    do(s, "fire c_nav1", seat="carlist")
    do(s, "fire l_rg1", seat="liberal")

    def guessed() -> set[int]:
        """How many Liberals fire, in some guesses of the Carlist."""
        frames = [GAME.determinize(GAME.view(s, CARLIST), seed).stack[-1] for seed in range(40)]
        return {(frame.picked & BLOCKS_OF[LIBERAL]).bit_count() for frame in frames if isinstance(frame, ChooseFiring)}

    assert guessed() == {0}
    do(s, "done", seat="liberal")
    assert guessed() == {1, 2, 3}


@rule("aiw", "5.2a", "16.0h")
def test_blocks_that_are_alone_are_shown_and_no_others() -> None:
    s = came(war({"durango": "c_gui1", "lerin": "l_rg1 c_nav1"}), "lerin", "estella")
    events = skirmish(s, "lerin", dice=[6] * 8)
    assert {unit for _, unit, _ in told(events, "shown")} == {UNIT["l_rg1"], UNIT["c_nav1"]}


@rule("aiw", "15.0j", "16.0h")
def test_once_units_are_shown_the_attacker_is_asked_for_a_card_and_then_the_defender() -> None:
    s = came(war({"villarreal": "l_rg1 c_nav1"}, hands=["zurbano", "ambush"], secret=True), "villarreal", "durango")
    events = skirmish(s, "villarreal")
    assert len(told(events, "shown")) == 2
    assert asked(s) == "carlist LayCard"
    do(s, "pass")
    assert asked(s) == "liberal LayCard"
    do(s, "pass", dice=[6] * 8)


def two_cards(monkeypatch: pytest.MonkeyPatch, moment: int) -> None:
    """Two Liberal Operational cards that may be played at a moment and do nothing."""
    cards = [CARD["convoy"], CARD["telegraph"]]
    cards_at = CARDS.at[:]
    cards_at[moment] = bitset(cards)
    monkeypatch.setattr(CARDS, "at", cards_at)
    for card in cards:
        monkeypatch.setitem(CARDS.effects, card, lambda s, side, about: None)


@rule("aiw", "15.0j", "16.0i")
@pytest.mark.parametrize("side", ["carlist", "liberal"])
def test_any_number_of_operational_cards_may_be_played_before_the_fire(
    side: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    two_cards(monkeypatch, COMBAT)
    s = came(war({"lerin": "l_rg1 c_nav1"}, hands=["convoy", "telegraph"], side=side), "lerin", "estella")
    skirmish(s, "lerin", dice=[])
    assert offered(s) == ["pass", "play convoy", "play telegraph"]
    do(s, "play telegraph")
    assert offered(s) == ["pass", "play convoy"]
    do(s, "play convoy", dice=[6] * 8)


@rule("aiw", "16.0i")
def test_others_are_for_what_comes_after_the_combat(monkeypatch: pytest.MonkeyPatch) -> None:
    two_cards(monkeypatch, AFTER_COMBAT)
    s = came(war({"lerin": "l_rg1 c_nav1"}, hands=["convoy", "telegraph"]), "lerin", "estella")
    skirmish(s, "lerin", dice=[6] * 8)
    assert (at(s, "c_nav1"), offered(s)) == ("estella", ["pass", "play convoy", "play telegraph"])
    do(s, "play convoy")
    assert offered(s) == ["pass", "play telegraph"]


# ----------------------------------------------------------------------------------------------------------------- fire


@rule("aiw", "16.0j")
def test_a_unit_rolls_its_strength_and_hits_with_its_effectiveness_or_less() -> None:
    s = came(war({"lerin": "l_rg1:2 c_nav1:4"}), "lerin", "estella")
    events = skirmish(s, "lerin", dice=[1, 2, 6, 6, 6])
    assert told(events, "fired")[0] == (UNIT["l_rg1"], 2, 1, 1)      # E2 less 1: the 2 misses
    assert strength(s, "c_nav1") == 3


def test_dice_are_told_face_by_face() -> None:
    s = came(war({"lerin": "l_rg1:3 c_nav1:1"}), "lerin", "estella")
    events = skirmish(s, "lerin", dice=[3, 5, 6, 4])
    assert [event.args[-1] for event in events if event.kind == "fired"] == [356, 4]


@rule("aiw", "16.0k")
def test_a_one_always_hits() -> None:
    s = came(war({"villarreal": "l_pr1:1 c_nav1:4"}), "villarreal", "durango")
    skirmish(s, "villarreal", dice=[1, 6, 6, 6])        # E1 in Rough
    assert strength(s, "c_nav1") == 3


@rule("aiw", "16.0l")
@pytest.mark.parametrize(
    ("x", "unit", "face"),
    [
        ("ona", "l_rg1", 1), ("ona", "l_lnc1", 1), ("ona", "l_pr1", 1),
        ("lerin", "l_rg1", 1), ("lerin", "l_lnc1", 2), ("lerin", "l_pr1", 1),
    ],
)
def test_terrain_takes_one_from_effectiveness_but_not_from_cavalry_in_open(x: str, unit: str, face: int) -> None:
    s = war({x: unit})
    assert hits_on(s, block(s, unit), area(x)) == face


@rule("aiw", "16.0l")
@pytest.mark.parametrize(
    ("x", "field", "mountain", "face"), [("ona", 1, 2, 1), ("lerin", 3, 2, 2)]
)
def test_guns_hit_with_one_in_rough_with_half_the_field_artillery_and_with_two_in_open(
    x: str, field: int, mountain: int, face: int
) -> None:
    s = war({x: "l_rg1 field:3 mountain:2"})
    assert gun_dice(s, LIBERAL, FIELD, area(x)) == field
    assert gun_dice(s, LIBERAL, MOUNTAIN, area(x)) == mountain
    assert guns_hit_on(area(x)) == face


@rule("aiw", "16.0l")
def test_one_point_of_field_artillery_has_no_die_in_rough() -> None:
    s = war({"ona": "l_rg1 field:1"})
    assert gun_dice(s, LIBERAL, FIELD, area("ona")) == 0


def test_a_bonus_raises_all_effectiveness_as_regions_want_it() -> None:
    s = war({"lerin": "l_rg1 l_lnc1"})
    assert [hits_on(s, block(s, unit), area("lerin"), 1) for unit in ("l_rg1", "l_lnc1")] == [2, 3]
    assert guns_hit_on(area("lerin"), 1) == 3


@rule("aiw", "13.2i")
def test_units_and_guns_that_landed_have_a_die_less_but_one_at_least() -> None:
    s = war({"bermeo": "l_rg1:3 l_rg2:1 field:4 mountain:2 c_nav1:1"}, side="liberal")
    s.landed = 1 << block(s, "l_rg1") | 1 << block(s, "l_rg2")
    assert [dice(s, block(s, unit)) for unit in ("l_rg1", "l_rg2", "c_nav1")] == [2, 1, 1]
    x = area("bermeo")
    assert [gun_dice(s, LIBERAL, kind, x, landed=True) for kind in (FIELD, MOUNTAIN)] == [1, 1]
    skirmish(s, "bermeo")
    do(s, "fire l_rg1", "fire l_rg2", dice=[6] + [6, 6] + [6] + [6, 6])
    assert gun_dice(war({"ona": "l_rg1 field:1"}), LIBERAL, FIELD, area("ona"), landed=True) == 0
    s = came(war({"bermeo": "l_rg1:1 mountain:2 c_nav1:1", "irun": "l_rg2"}, side="liberal"), "bermeo", "guernica")
    s.landed = 1 << block(s, "l_rg2")                   # elsewhere
    assert told(skirmish(s, "bermeo", dice=[6] * 4), "guns_fired") == [(LIBERAL, MOUNTAIN, 2, 1, 0)]
    s = war({"bermeo": "l_rg1:1 c_nav1:1 mountain:2", "laredo": "l_rg2"}, side="liberal")
    s.landed = 1 << block(s, "l_rg1")
    events = skirmish(s, "bermeo", dice=[6] * 4)        # the defender's guns have all their dice
    assert told(events, "guns_fired") == [(CARLIST, MOUNTAIN, 2, 1, 0)]
    assert told(events, "rockets_fired") == []


# ----------------------------------------------------------------------------------------------------------------- hits


@rule("aiw", "16.0m")
def test_hits_go_one_by_one_to_the_strongest_and_the_receiver_chooses_among_equals() -> None:
    s = war({"lerin": "l_rg1:4 c_nav1:3 c_gui1:2"})
    skirmish(s, "lerin")
    do(s, "fire c_nav1", "fire c_gui1", dice=[1, 1, 6, 6])
    assert asked(s) == "carlist TakeHits"               # the first hit made them equal
    assert (strength(s, "c_nav1"), offered(s)) == (2, ["hit c_nav1", "hit c_gui1"])
    do(s, "hit c_gui1", dice=[6, 6, 6])
    assert (strength(s, "c_nav1"), strength(s, "c_gui1")) == (2, 1)


@rule("aiw", "16.0m")
def test_a_weaker_unit_cannot_take_the_hit() -> None:
    s = war({"lerin": "c_nav1:3 c_nav2:3 c_gui1:2"})
    run(s, TakeHits(CARLIST, 1, 0b111))
    assert refused(s, "hit c_gui1") == Refusal("16.0m", "hit_the_strongest")
    assert offered(s) == ["hit c_nav1", "hit c_nav2"]


@rule("aiw", "16.0m")
def test_hits_beyond_the_last_unit_are_lost() -> None:
    s = war({"lerin": "l_rg1:4 c_nav1:1"})
    skirmish(s, "lerin", dice=[1, 1, 1, 1])
    assert at(s, "c_nav1") == "bag"


def test_blocks_that_are_not_shown_take_hits_in_secret() -> None:
    s = war({"lerin": "c_nav1:3 c_nav2:3 c_nav3:3"}, secret=True)
    s.shown = 0b100
    run(s, TakeHits(CARLIST, 1, 0b11))
    do(s, "hit c_nav2")
    assert (strength(s, "c_nav1"), strength(s, "c_nav2"), s.shown) == (3, 2, 0b100)
    assert block(s, "c_nav2") == 0                      # which of them it was is not to be seen


@pytest.mark.parametrize("shown", [True, False])
def test_a_hit_without_a_choice_is_taken_at_once_only_if_everybody_sees_that_there_is_none(shown: bool) -> None:
    s = war({"lerin": "c_nav1:3 c_nav2:2"}, secret=True)
    s.shown = 0b11 if shown else 0
    run(s, TakeHits(CARLIST, 1, 0b11))
    assert strength(s, "c_nav1") == (2 if shown else 3)


@rule("aiw", "16.0n")
def test_units_that_were_not_chosen_take_no_hits() -> None:
    s = war({"lerin": "l_rg1:4 l_rg2:4 l_ln1:4 c_nav1:1 c_nav2:1 c_gui1:1 c_gui2:3"})
    skirmish(s, "lerin")
    do(s, "fire c_nav1", "fire c_nav2", "fire c_gui1", seat="carlist")
    do(s, "fire l_rg1", "fire l_rg2", "fire l_ln1", seat="liberal", dice=[1] * 9 + [6] * 3)
    do(s, "hit c_nav1", "hit c_nav2")
    assert [at(s, unit) for unit in ("c_nav1", "c_nav2", "c_gui1")] == ["bag"] * 3
    assert strength(s, "c_gui2") == 3


def test_a_skirmish_keeps_no_secret_once_units_are_shown() -> None:
    s = war({"lerin": "l_rg1:4 l_rg2:4 c_nav1:3 c_nav2:3"}, secret=True)
    skirmish(s, "lerin")
    do(s, "fire c_nav1", "fire c_nav2", seat="carlist")
    do(s, "fire l_rg1", "done", seat="liberal", dice=[1, 6, 6, 6])
    assert asked(s) == "carlist TakeHits"
    assert s.frame(Skirmish).picked == s.shown
    assert GAME.view(s, LIBERAL).stack == s.stack
