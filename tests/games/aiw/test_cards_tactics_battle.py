"""[7.3] Tactical cards in Battles: where they fit, and those of both sides or of the Liberals."""

from __future__ import annotations

import pytest

from tablero.games.aiw.board import CARD, FACES, LIBERAL
from tablero.games.aiw.rules.r17_battle.s04_charges import charge_morale
from tablero.games.aiw.state import Aiw
from tablero.kernel.refusals import Refusal
from tests.games.aiw.battle import demoralized, end_round, now, spent, tire
from tests.games.aiw.tactics import DOES_NOT_FIT, MISS, PASSES, drawn_up, laid, needs, next_round, numbers, used
from tests.games.aiw.war import asked, at, block, do, heard, offered, refused, strength, told
from tests.rules import card, rule

# ---------------------------------------------------------------------------------------------------- where they fit

BATTLES = [
    # card, space, Carlists, Liberals, attacker, may it be laid in the first round?
    ("volley_fire", "lerin", "c_nav1", "l_rg1", "carlist", True),
    ("cavalry_charge", "lerin", "c_nav1", "l_rg1 l_lnc1", "carlist", True),
    ("cavalry_charge", "lerin", "c_nav1 c_navc1", "l_rg1", "carlist", False),
    ("bayonet_charge_l", "lerin", "c_nav1", "l_rg1", "carlist", True),
    ("night_attack", "lerin", "c_nav1", "l_rg1", "liberal", True),
    ("night_attack", "lerin", "c_nav1", "l_rg1", "carlist", False),
    ("diego_de_leon", "lerin", "c_nav1", "l_rg1 l_lnc1", "carlist", True),
    ("diego_de_leon", "lerin", "c_nav1", "l_rg1", "carlist", False),
    ("diego_de_leon", "durango", "c_nav1", "l_rg1 l_lnc1", "liberal", False),
    ("river_l", "lerin", "c_nav1", "l_rg1", "carlist", True),
    ("river_l", "lerin", "c_nav1", "l_rg1", "liberal", False),
    ("river_l", "amescoas", "c_nav1", "l_rg1", "carlist", False),
    ("wall_l", "amescoas", "c_nav1", "l_rg1", "carlist", True),
    ("wall_l", "lerin", "c_nav1", "l_rg1", "liberal", False),
    ("guard_reserve", "durango", "c_nav1", "l_rg1 l_rg2 l_rg3 l_rg4", "liberal", True),
    ("guard_reserve", "durango", "c_nav1", "l_rg1 l_rg2 l_rg3 l_lnc1 l_lnc2", "liberal", False),
    ("siege_train", "lerin", "c_nav1", "l_rg1 field:2", "liberal", False),
    ("zurbano", "lerin", "c_nav1", "l_rg1", "liberal", False),
    ("no_quarter", "lerin", "c_nav1", "l_rg1", "liberal", True),
    ("ambush", "durango", "c_nav1", "l_rg1", "liberal", False),
    ("river_c", "lerin", "c_nav1", "l_rg1", "liberal", True),
    ("river_c", "lerin", "c_nav1", "l_rg1", "carlist", False),
    ("river_c", "amescoas", "c_nav1", "l_rg1", "liberal", False),
    ("guides_of_navarre", "lerin", "c_nav1", "l_rg1", "liberal", True),
    ("eguia", "lerin", "c_nav1 field:2", "l_rg1", "carlist", False),
    ("marksmen", "durango", "c_nav1", "l_rg1", "liberal", True),
    ("marksmen", "lerin", "c_nav1", "l_rg1", "liberal", False),
    ("marksmen", "estella", "c_nav1", "l_rg1", "liberal", True),
    ("marksmen", "salvatierra", "c_nav1", "l_rg1", "liberal", False),
    ("oriamendi", "lerin", "c_nav1", "l_rg1", "liberal", True),
    ("wall_c", "lerin", "c_nav1", "l_rg1", "liberal", True),
    ("wall_c", "lerin", "c_nav1", "l_rg1", "carlist", False),
    ("navarrese_lancers", "lerin", "c_nav1 c_navc1", "l_rg1", "liberal", True),
    ("navarrese_lancers", "lerin", "c_nav1", "l_rg1 l_lnc1", "liberal", False),
    ("last_cartridge", "lerin", "c_nav1", "l_rg1", "liberal", True),
]


@rule("aiw", "7.3b")
@pytest.mark.parametrize(("card", "x", "carlists", "liberals", "attacker", "fits"), BATTLES)
def test_a_card_must_fit_the_battle(
    card: str, x: str, carlists: str, liberals: str, attacker: str, fits: bool
) -> None:
    mine = next(
        name for name in ("volley_fire", "bayonet_charge_l", "no_quarter", "last_cartridge")
        if name != card and FACES[CARD[name]].side == FACES[CARD[card]].side
    )
    s = drawn_up(x, carlists, liberals, card, mine, attacker=attacker, secret=True)
    assert "LayCard" in asked(s)
    assert (None if fits else DOES_NOT_FIT) == refused(s, f"lay {card}")
    assert fits == (f"lay {card}" in offered(s))


@rule("aiw", "7.3b")
@pytest.mark.parametrize(("card", "fits"), [("night_attack", False), ("volley_fire", True)])
def test_some_are_for_the_first_round_only(card: str, fits: bool) -> None:
    s = drawn_up("lerin", "c_nav1", "l_rg1", card, "bayonet_charge_l", secret=True)
    do(s, "pass")
    next_round(s)
    assert fits == (f"lay {card}" in offered(s))


@rule("aiw", "7.3b")
@pytest.mark.parametrize(("card", "rounds"), [("river_c", 1), ("oriamendi", 2), ("wall_c", 3)])
def test_how_long_a_carlist_card_may_be_laid(card: str, rounds: int) -> None:
    s = drawn_up("lerin", "c_nav1", "l_rg1", card, "no_quarter", secret=True)
    for n in (1, 2, 3):
        assert (n, n <= rounds) == (now(s).round, f"lay {card}" in offered(s))
        do(s, "pass")
        if n < 3:
            next_round(s)


@rule("aiw", "7.3c", "17.2c")
def test_one_card_in_a_round_and_its_effect_ends_with_it() -> None:
    s = drawn_up("lerin", "c_nav1", "l_rg1", "volley_fire", "bayonet_charge_l")
    do(s, "lay volley_fire")
    assert "carlist ActivateUnit" == asked(s)
    next_round(s)
    do(s, "pass")
    assert "carlist ActivateUnit" == asked(s)
    do(s, "pass")
    events = do(s, "fire l_rg1", dice=MISS)
    assert [2] == needs(events)


# ---------------------------------------------------------------------------------------------------------- Volley Fire


@rule("aiw", "7.3b", "17.4d")
@card("aiw", "volley_fire")
@pytest.mark.parametrize("attacker", ["liberal", "carlist"])
def test_a_volley_is_declared_before_the_dice_and_once_in_a_round(attacker: str) -> None:
    s = laid("lerin", "c_nav1", "l_rg1 l_rg2 l_rg3 field:1", "volley_fire", attacker=attacker)
    if attacker == "liberal":
        do(s, "pass")
    events = do(s, "fire l_rg1", "done", "no", dice=MISS)
    assert ([2], []) == (needs(events), used(events))
    if attacker == "carlist":
        do(s, "pass")
    events = do(s, "fire l_rg2", "support", "yes", dice=[3, 6, 6, 6, 6, *PASSES])
    assert ([3], [5], ["volley_fire"]) == (needs(events), numbers(events), used(events))
    assert 3 == strength(s, "c_nav1")
    assert [2] == needs(do(s, "fire l_rg3", dice=MISS))


# ------------------------------------------------------------------------------------------------------ Cavalry Charge


@rule("aiw", "7.3b", "17.4m", "17.4p")
@card("aiw", "cavalry_charge")
def test_a_cavalry_charge_frightens_infantry_and_has_a_die_more() -> None:
    s = laid("lerin", "c_nav1:3 c_nav2", "l_rg1 l_lnc1:2", "cavalry_charge")
    do(s, "pass")
    do(s, "charge l_lnc1", "target c_nav1")
    assert "liberal UseTactic" == asked(s)
    events = do(s, "yes", dice=[3, 4, 6, 6, 6])                 # 9, Carlist in Open -2, the card -1: 6
    assert ([6], [3], ["cavalry_charge"]) == (needs(events, "morale"), numbers(events), used(events))


@rule("aiw", "7.3b")
@card("aiw", "cavalry_charge")
def test_it_may_be_kept_for_another_charge() -> None:
    s = laid("lerin", "c_nav1:3 c_nav2", "l_rg1 l_lnc1:2 l_lnc2:2", "cavalry_charge")
    do(s, "pass")
    events = do(s, "charge l_lnc1", "target c_nav1", "no", dice=[4, 4, 6, 6])
    assert ([7], [2]) == (needs(events, "morale"), numbers(events))
    events = do(s, "charge l_lnc2", "target c_nav2", "yes", dice=[6, 6, 6, 6, 6])
    assert (["cavalry_charge"], [7]) == (used(events), needs(events, "morale"))      # full strength +1


@rule("aiw", "7.3b", "17.4l")
@card("aiw", "cavalry_charge")
def test_a_charge_that_is_countercharged_or_on_cavalry_does_not_use_it() -> None:
    s = laid("lerin", "c_nav1 c_navc1", "l_rg1 l_lnc1:2 l_lnc2:2", "cavalry_charge")
    do(s, "pass")
    do(s, "charge l_lnc1", "target c_nav1", "countercharge c_navc1", dice=[6, 6] + MISS)
    events = do(s, "charge l_lnc2", "target c_navc1", "hold", dice=[6, 6] + MISS)
    assert [] == used(events)
    assert CARD["cavalry_charge"] == now(s).tactic[LIBERAL]


# ------------------------------------------------------------------------------------------------------------- bayonets


@rule("aiw", "7.3b", "17.4d")
@card("aiw", "bayonet_charge_l", "guides_of_navarre")
@pytest.mark.parametrize(("card", "unit"), [("bayonet_charge_l", "l_ln3"), ("guides_of_navarre", "c_gui1")])
def test_infantry_rolls_its_misses_again(card: str, unit: str) -> None:
    side, enemy = ("liberal", "c_nav1") if unit == "l_ln3" else ("carlist", "l_rg1")
    units = ("c_nav1 c_nav2", "l_ln3") if side == "liberal" else ("c_gui1", "l_rg1 l_rg2")
    s = laid("lerin", *units, card, attacker="carlist" if side == "liberal" else "liberal")
    do(s, f"fire {unit}", dice=[1, 6, 6])
    assert (f"{side} RollAgain", ["pass", f"reroll {unit}"]) == (asked(s), offered(s))
    do(s, f"reroll {unit}", dice=[2, 3])
    do(s, f"hit {enemy}", f"hit {enemy}", dice=PASSES)
    assert 2 == strength(s, enemy)
    assert 3 == strength(s, unit)


@rule("aiw", "7.3b")
@card("aiw", "bayonet_charge_l", "guides_of_navarre")
@pytest.mark.parametrize(("card", "unit", "left"), [
    ("bayonet_charge_l", "l_ln3", 2), ("guides_of_navarre", "c_gui1", 2), ("guides_of_navarre", "c_nav2", 3),
])
def test_who_still_hits_nobody_loses_a_point_without_a_morale_roll(card: str, unit: str, left: int) -> None:
    mine, other = f"{unit} {unit[:2]}{'ln4' if unit[0] == 'l' else 'bis1'}", "c_nav1" if unit[0] == "l" else "l_rg1"
    units = (other, mine) if unit[0] == "l" else (mine, other)
    s = laid("lerin", *units, card, attacker="carlist" if unit[0] == "l" else "liberal")
    do(s, f"fire {unit}", dice=[6, 6, 6])
    do(s, f"reroll {unit}", dice=[6, 6, 6])
    assert left == strength(s, unit)
    assert "ActivateUnit" in asked(s)


@rule("aiw", "7.3b")
@card("aiw", "bayonet_charge_l")
def test_one_unit_rolls_again_and_no_other_after_it() -> None:
    s = laid("lerin", "c_nav1", "l_ln3 l_ln4", "bayonet_charge_l", attacker="carlist")
    do(s, "fire l_ln3", dice=[6, 6, 6])
    assert ["bayonet_charge_l"] == used(do(s, "reroll l_ln3", dice=[6, 6, 6]))
    do(s, "pass")
    do(s, "fire l_ln4", dice=[6] * strength(s, "l_ln4"))
    assert "RollAgain" not in asked(s)


@rule("aiw", "7.3b")
@card("aiw", "guides_of_navarre")
@pytest.mark.parametrize(("unit", "left"), [("c_nav1", 4), ("c_gui1", 2)])
def test_navarrese_lose_nothing_though_the_liberals_have_laid_their_bayonet_charge_too(unit: str, left: int) -> None:
    s = laid("lerin", "c_nav1 c_gui1", "l_rg1", "bayonet_charge_l", "guides_of_navarre")
    full = strength(s, unit)
    do(s, f"fire {unit}", dice=[6] * full)
    do(s, f"reroll {unit}", dice=[6] * full)
    assert left == strength(s, unit)


@rule("aiw", "7.3b", "17.3b")
@card("aiw", "bayonet_charge_l")
def test_the_last_infantry_may_rout_its_side_by_its_own_charge() -> None:
    s = laid("lerin", "c_nav1", "l_ln3:1", "bayonet_charge_l", attacker="carlist", others={"lodosa": "l_ln4"})
    do(s, "fire l_ln3", dice=[6])
    events = do(s, "reroll l_ln3", dice=[6, *MISS])                 # and then the Rout
    assert 1 == len(told(events, "battle_rout"))
    assert "bag" == at(s, "l_ln3")


@rule("aiw", "7.3b")
def test_dice_that_all_hit_are_not_rolled_again() -> None:
    s = laid("lerin", "c_nav1", "l_ln3:1", "bayonet_charge_l", attacker="carlist")
    do(s, "fire l_ln3", dice=[1, *PASSES])
    assert "carlist ActivateUnit" == asked(s)


@rule("aiw", "7.3b", "17.4o")
@card("aiw", "bayonet_charge_l")
def test_infantry_that_resists_a_charge_may_roll_again_too() -> None:
    s = laid("lerin", "c_nav1 c_navc1:2", "l_ln3 l_ln4", "bayonet_charge_l", attacker="carlist")
    do(s, "pass", "charge c_navc1")
    do(s, "target l_ln3", dice=[*PASSES, 6, 6, 6])
    events = do(s, "reroll l_ln3", dice=[1, 2, 6, *PASSES])
    assert [1] == needs(events)
    assert (1, 3) == (strength(s, "c_navc1"), strength(s, "l_ln3"))


@rule("aiw", "7.3b", "17.4o")
@card("aiw", "guides_of_navarre")
def test_of_the_dice_of_infantry_that_resists_only_the_misses_are_rolled_again() -> None:
    s = laid("lerin", "c_gui1 c_nav1", "l_rg1 l_lnc1:3", "guides_of_navarre")
    do(s, "pass", "charge l_lnc1")
    hit = s.clone()
    do(hit, "target c_gui1", dice=[*PASSES, 1, 1, 1])
    assert "liberal ActivateUnit" == asked(hit)         # no die missed
    do(s, "target c_gui1", dice=[*PASSES, 1, 6, 6])
    do(s, "reroll c_gui1", dice=[1, 6, *PASSES])
    assert (1, 3) == (strength(s, "l_lnc1"), strength(s, "c_gui1"))


@rule("aiw", "7.3b", "17.3b")
@card("aiw", "bayonet_charge_l")
def test_the_last_infantry_may_rout_its_side_when_it_resists_in_vain() -> None:
    s = laid("lerin", "c_nav1 c_navc1", "l_ln3:1", "bayonet_charge_l", attacker="carlist", others={"lodosa": "l_ln4"})
    do(s, "pass", "charge c_navc1", dice=[*PASSES, 6])
    events = do(s, "reroll l_ln3", dice=[6] + [6] * 8)              # and then the Rout
    assert (1, "bag") == (len(told(events, "battle_rout")), at(s, "l_ln3"))


@rule("aiw", "7.3b", "17.4o")
@card("aiw", "bayonet_charge_l")
def test_infantry_that_resists_in_vain_pays_for_it() -> None:
    s = laid("lerin", "c_nav1 c_navc1:2", "l_ln3 l_ln4", "bayonet_charge_l", attacker="carlist")
    do(s, "pass", "charge c_navc1")
    do(s, "target l_ln3", dice=[*PASSES, 6, 6, 6])
    do(s, "reroll l_ln3", dice=[6, 6, 6])
    assert (2, 2) == (strength(s, "c_navc1"), strength(s, "l_ln3"))


# --------------------------------------------------------------------------------------------------------- Night Attack


@rule("aiw", "7.3b", "17.2e")
@card("aiw", "night_attack")
def test_a_night_attack_begins_with_the_attacker_and_silences_carlist_guns() -> None:
    s = laid("lerin", "c_nav1 mountain:1", "l_rg1 l_rg2 field:1", "night_attack")
    assert "liberal ActivateUnit" == asked(s)
    do(s, "fire l_rg1", "done", dice=MISS)
    assert "carlist ActivateUnit" == asked(s)
    assert Refusal("7.3b", "no_artillery_in_a_night_attack") == refused(s, "support")
    do(s, "fire c_nav1", dice=MISS)                     # nothing is asked of guns
    assert "liberal ActivateUnit" == asked(s)
    do(s, "pass", "fight_on", "fight_on", "done", "done")
    assert "carlist ActivateUnit" == asked(s)           # the second round is as ever
    do(s, "fire c_nav1")
    assert "carlist ArtilleryPoints" == asked(s)


@rule("aiw", "7.3b", "17.2i")
@card("aiw", "night_attack")
def test_in_a_refuge_a_night_attack_takes_only_the_second_activation() -> None:
    s = laid("amescoas", "c_nav1 c_nav2 mountain:1", "l_rg1", "night_attack")
    assert "carlist ActivateUnit" == asked(s)
    do(s, "fire c_nav1", dice=MISS)
    assert "liberal ActivateUnit" == asked(s)


# -------------------------------------------------------------------------------------------------------- Diego de León


def surprised(target: str, carlists: str = "c_nav1 c_navc1 c_basc1") -> Aiw:
    """Diego de León charges."""
    s = laid("lerin", carlists, "l_rg1 l_lnc1:2", "diego_de_leon")
    do(s, "pass", "charge l_lnc1", f"target {target}")
    assert "liberal UseTactic" == asked(s)
    return s


@rule("aiw", "7.3b", "17.4m")
@card("aiw", "diego_de_leon")
def test_infantry_charged_by_diego_de_leon_has_no_help_and_less_morale() -> None:
    s = surprised("c_nav1")
    events = do(s, "yes", dice=[1, 1] + MISS)
    assert [7] == needs(events, "morale")               # 9, in Open -2, full +1, the card -1
    assert set() == spent(s, "carlist")
    s = surprised("c_nav1")
    do(s, "no")
    assert "countercharge c_navc1" in offered(s)


@rule("aiw", "7.3b", "17.4h", "17.4k")
@card("aiw", "diego_de_leon")
def test_fresh_cavalry_charged_by_diego_de_leon_flees_or_holds() -> None:
    s = surprised("c_navc1")
    do(s, "yes")
    assert ("carlist AnswerCharge", ["hold", "flee"]) == (asked(s), offered(s))
    assert Refusal("7.3b", "no_countercharge_against_diego_de_leon") == refused(s, "countercharge c_basc1")
    events = do(s, "hold", dice=[1, 6, *PASSES] + [6, 6, 6])
    assert [2, 3] == numbers(events)                    # the charger first, then what is left of the target
    s = surprised("c_navc1")
    do(s, "yes", "flee")
    assert {"c_navc1"} == demoralized(s, "carlist")


@rule("aiw", "7.3b")
@card("aiw", "diego_de_leon")
def test_diego_de_leon_leads_one_charge() -> None:
    s = laid("lerin", "c_nav1:3", "l_rg1 l_lnc1:2 l_lnc2:2", "diego_de_leon")
    do(s, "pass", "charge l_lnc1")
    assert [6] == needs(do(s, "yes", dice=[1, 1, 6, 6, 6]), "morale")
    assert [7] == needs(do(s, "charge l_lnc2", dice=[1, 1, 6, 6, 6]), "morale")


# ------------------------------------------------------------------------------------------------------------ The River


@rule("aiw", "7.3b", "6.0f")
@card("aiw", "river_l", "river_c")
@pytest.mark.parametrize(("card", "attacker"), [("river_c", "liberal"), ("river_l", "carlist")])
def test_who_crosses_the_river_has_a_die_less_and_does_not_charge(card: str, attacker: str) -> None:
    foot, weak, rider = ("l_rg1", "l_ln1", "l_lnc1") if attacker == "liberal" else ("c_nav1", "c_bis1", "c_navc1")
    other = "c_nav2 c_basc1" if attacker == "liberal" else "l_rg2 l_lnc2"
    mine = f"{foot}:4 {weak}:1 {rider}"
    s = laid("lerin", *((other, mine) if attacker == "liberal" else (mine, other)), card, attacker=attacker)
    do(s, f"fire {other.split()[0]}", dice=[6] * (3 if attacker == "liberal" else 4))     # the defender as ever
    assert Refusal("7.3b", "no_charge_across_the_river") == refused(s, f"charge {rider}")
    assert [3] == numbers(do(s, f"fire {foot}", dice=[6] * 3))
    do(s, f"charge {other.split()[1]}")
    assert f"countercharge {rider}" in (do(s, f"target {foot}"), offered(s))[1]
    do(s, "hold", dice=[*PASSES, 6, 6, 6])              # it resists, with a die less
    assert [1] == numbers(do(s, f"fire {weak}", dice=[6]))


@rule("aiw", "7.3b", "6.0f")
def test_cavalry_that_countercharges_from_the_river_has_all_its_dice() -> None:
    s = laid("lerin", "c_nav1 c_navc1:2", "l_rg1 l_lnc1:3", "river_c")
    events = do(s, "charge c_navc1", "target l_lnc1", dice=[6, 6] + [6, 6, 6])
    assert [2, 3] == numbers(events)


@rule("aiw", "7.3b", "6.0f", "17.7g")
@card("aiw", "river_c")
@pytest.mark.parametrize(("card", "need"), [("river_c", 7), ("no_quarter", 8)])
def test_the_river_hinders_reinforcements_in_every_round(card: str, need: int) -> None:
    others = {"road lodosa>lerin": "l_ln1", "road tafalla>lerin": "l_ln2"}
    s = laid("lerin", "c_nav1", "l_rg1 l_lnc1", card, others=others)
    for unit in ("l_ln1", "l_ln2"):
        end_round(s)
        do(s, "fight_on", "fight_on")
        do(s, f"reinforce {unit}", dice=[need - 4, 4] if unit == "l_ln1" else [need - 4, 5])
        assert ("lerin" if unit == "l_ln1" else "road tafalla>lerin") == at(s, unit)
        while "Activate" not in asked(s):
            do(s, "done")
    events = do(s, "pass", "fire l_rg1", dice=MISS)     # the third round: no die is lost any more
    assert [4] == numbers(events)
    assert "charge l_lnc1" in offered(s)


@rule("aiw", "7.3b", "17.7g")
@card("aiw", "river_l")
@pytest.mark.parametrize(("dice", "where"), [([3, 3], "lerin"), ([3, 4], "road estella>lerin")])
def test_the_defender_comes_over_the_bridge_and_the_attacker_through_the_water(dice: list[int], where: str) -> None:
    others = {"lodosa": "l_ln1", "road estella>lerin": "c_bis1"}
    s = laid("lerin", "c_nav1", "l_rg1", "river_l", attacker="carlist", others=others)
    end_round(s)
    do(s, "fight_on", "fight_on")
    do(s, "reinforce c_bis1", dice=dice)                # M8, 1 less in the enemy's zone, 1 less in the River
    assert where == at(s, "c_bis1")
    do(s, "reinforce l_ln1", dice=[4, 4])
    assert "lerin" == at(s, "l_ln1")


# ------------------------------------------------------------------------------------------------------------- the Wall


@rule("aiw", "7.3b", "6.0f")
@card("aiw", "wall_l", "wall_c")
@pytest.mark.parametrize(("card", "attacker"), [("wall_c", "liberal"), ("wall_l", "carlist")])
def test_a_wall_stops_the_first_hit_of_enemy_infantry_in_every_round(card: str, attacker: str) -> None:
    one, two, target = ("l_rg1", "l_rg2", "c_nav1") if attacker == "liberal" else ("c_nav1", "c_nav2", "l_rg1")
    mine = f"{one}:2 {two}:2"
    s = laid("lerin", *((target, mine) if attacker == "liberal" else (mine, target)), card, attacker=attacker)
    for left in (3, 2):
        do(s, f"fire {target}", dice=MISS[: strength(s, target)])
        events = do(s, f"fire {one}", dice=[1, 6])              # no morale roll
        assert ["wall_stops carlist" if attacker == "liberal" else "wall_stops liberal"] == heard(events, "wall_stops")
        do(s, f"fire {two}", dice=[1, 6, *PASSES])
        assert left == strength(s, target)
        do(s, "fight_on", "fight_on", "done", "done")


@rule("aiw", "7.3b")
@card("aiw", "wall_c")
def test_a_wall_waits_for_a_hit() -> None:
    s = laid("lerin", "c_nav1:3 c_nav2", "l_rg1:2 l_rg2:2", "wall_c")
    do(s, "pass")
    events = do(s, "fire l_rg1", dice=[6, 6])
    assert ([], "liberal ActivateUnit") == (told(events, "wall_stops"), asked(s))
    assert 1 == len(told(do(s, "fire l_rg2", dice=[1, 6]), "wall_stops"))


@rule("aiw", "7.3b", "6.0f", "17.4m")
@card("aiw", "wall_c")
def test_infantry_behind_a_wall_stands_better_against_cavalry_and_infantry_before_it_does_not() -> None:
    s = laid("lerin", "c_nav1:3 c_navc1", "l_rg1:3 l_lnc1", "wall_c")
    tire(s, "c_navc1", "l_lnc1")
    assert [8, 9] == [charge_morale(s, now(s), block(s, unit)) for unit in ("c_nav1", "l_rg1")]


@rule("aiw", "7.3b")
def test_a_wall_does_not_help_the_attacker_nor_against_hits_of_cavalry() -> None:
    s = laid("lerin", "c_nav1 c_navc1:1", "l_rg1 l_lnc1:1", "wall_c")
    events = do(s, "fire c_nav1", dice=[1, 6, 6, 6, *PASSES])
    assert ([], 3) == (told(events, "wall_stops"), strength(s, "l_rg1"))
    events = do(s, "charge l_lnc1", "target c_navc1", dice=[1, 6])
    assert ([], "bag") == (told(events, "wall_stops"), at(s, "c_navc1"))


@rule("aiw", "7.4a", "7.3b")
@card("aiw", "bayonet_charge_l", "wall_c")
def test_a_bayonet_charge_whose_only_hit_a_wall_stops_has_hit() -> None:
    s = laid("lerin", "c_nav1", "l_rg1:2 l_rg2", "bayonet_charge_l", "wall_c")
    do(s, "pass")
    do(s, "fire l_rg1", dice=[6, 6])
    events = do(s, "reroll l_rg1", dice=[1, 6])
    assert 1 == len(told(events, "wall_stops"))
    assert (2, 4) == (strength(s, "l_rg1"), strength(s, "c_nav1"))
