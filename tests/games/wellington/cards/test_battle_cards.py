"""Cards of a Battle Round and of its result: the dice they give, and what else they change."""

from __future__ import annotations

import pytest

from tablero.games.wellington.board import ALLIES, CARD, DISCARDS, FRENCH, NORD, POWERS, RESERVE, SPAIN
from tablero.games.wellington.cards.battle_cards import effect_stand_firm, effect_wild_geese, shoot
from tablero.games.wellington.rules.r01_pieces.s05_soldiers import total
from tablero.games.wellington.rules.r11_battle.s01_battle import Battle
from tablero.games.wellington.state import Wellington
from tests.games.wellington.cards.playing import begin, command, fits, lies, may, may_play, say, why_not
from tests.games.wellington.combat import battle_at, rolled, siege_by, throw
from tests.games.wellington.field import asked, at, game, leader, told
from tests.rules import card, rule

ALL_FOUR = "wellington britain:6 castanos spain:2 marmont nord:6 drouet sud:2"
EVEN = "wellington britain:6 marmont nord:6"            # 12 dice against 10
FLAGS = {"britain": "ciudad_rodrigo"}
MISSES = throw(200)
NOT_NOW = ("5.2d", "card_not_now")


def field(hands: dict[str, str], pieces: str, *commanders: str, active: str = "britain") -> tuple[Wellington, Battle]:
    """A Battle of the Active Power at Salamanca. It has not begun."""
    s = game({"salamanca": pieces}, active=active, hands=hands, flags=FLAGS)
    leaders = commanders or (("wellington", "marmont") if "castanos" in pieces or "drouet" in pieces else ())
    command(s, *leaders)
    return s, battle_at(s, "salamanca", "ciudad_rodrigo" if active in ("britain", "spain") else "avila")


def battle(
    hands: dict[str, str], pieces: str = ALL_FOUR, *commanders: str, active: str = "britain"
) -> tuple[Wellington, Battle]:
    """The same, up to the first choice before the dice of its first Round."""
    s, fight = field(hands, pieces, *commanders, active=active)
    begin(s, fight)
    while fight.round < 1:
        say(s, asked(s).split()[0], "pass")
    return s, fight


def waiting(pieces: str = ALL_FOUR, *commanders: str) -> tuple[Wellington, Battle]:
    """A Battle that waits before the dice of its first Round."""
    return battle({"nord": "rifles_forward"}, pieces, *commanders)


def gains(name: str, power: str, pieces: str, *commanders: str, active: str = "britain") -> tuple[int, ...]:
    """The dice that a card gives in two Rounds without hits: to the own side and to the other in the first, and the
    same in the second."""
    plain, fight = field({}, pieces, *commanders, active=active)
    before = rolled(begin(plain, fight, MISSES))
    s, _ = battle({power: name}, pieces, *commanders, active=active)
    after = rolled(say(s, power, f"play {name}", dice=MISSES))
    changes = [new - old for new, old in zip(after, before, strict=True)]
    if (power in ("britain", "spain")) != (active in ("britain", "spain")):
        changes = [changes[1], changes[0], changes[3], changes[2]]
    return tuple(changes)


@pytest.mark.parametrize(("name", "power", "expected"), [
    pytest.param("flank_attack", "britain", (3, 0, 0, 0), marks=card("wellington", "flank_attack")),
    pytest.param("humbled", "britain", (0, -1, 0, -1), marks=card("wellington", "humbled")),
    pytest.param("humbled", "nord", (0, -4, 0, -4), marks=card("wellington", "humbled")),
    pytest.param("grand_battery", "nord", (1, 0, 0, 0), marks=card("wellington", "grand_battery")),
    pytest.param("grand_battery", "spain", (1, 0, 0, 0), marks=card("wellington", "grand_battery")),
    pytest.param("reserves_committed", "sud", (1, 0, 0, 0), marks=card("wellington", "reserves_committed")),
    pytest.param("rifles_forward", "sud", (1, 0, 1, 0), marks=card("wellington", "rifles_forward")),
    pytest.param("massed_grenadiers", "spain", (3, 0, 0, 0), marks=card("wellington", "massed_grenadiers")),
    pytest.param("charge_of_the_heavies", "nord", (3, 0, 0, 0), marks=card("wellington", "charge_of_the_heavies")),
    pytest.param("conscripts", "nord", (0, -2, 0, 0), marks=card("wellington", "conscripts")),
    pytest.param("militia", "spain", (2, 0, 2, 0), marks=card("wellington", "militia")),
    pytest.param("spanish_mob", "spain", (2, 0, 0, 0), marks=card("wellington", "spanish_mob")),
    pytest.param("wild_geese", "spain", (2, 0, 0, 0), marks=card("wellington", "wild_geese")),
    pytest.param("thin_red_line", "britain", (2, 0, 0, 0), marks=card("wellington", "thin_red_line")),
    pytest.param("young_guard", "sud", (3, 0, 0, 0), marks=card("wellington", "young_guard")),
    pytest.param("vive_l_empereur", "nord", (1, 0, 2, 0), marks=card("wellington", "vive_l_empereur")),
    pytest.param("lancers_of_the_vistula", "nord", (2, 0, 0, 0), marks=card("wellington", "lancers_of_the_vistula")),
    pytest.param("dragoons", "nord", (2, 0, 2, 0), marks=card("wellington", "dragoons")),
    pytest.param("dragoons", "sud", (1, 0, 1, 0), marks=card("wellington", "dragoons")),
    pytest.param("marshals_quarrel", "britain", (0, -3, 0, 0), marks=card("wellington", "marshals_quarrel")),
    pytest.param("disputed_command", "nord", (0, -3, 0, 0), marks=card("wellington", "disputed_command")),
])
@rule("wellington", "11.2h", "11.1e")
def test_a_card_gives_dice_for_a_round_or_for_the_battle(name: str, power: str, expected: tuple[int, ...]) -> None:
    assert expected == gains(name, power, ALL_FOUR)


@pytest.mark.parametrize("name, power, zone", [
    ("flank_attack", "britain", DISCARDS), ("young_guard", "nord", RESERVE[NORD]), ("militia", "spain", RESERVE[SPAIN]),
])
@rule("wellington", "5.4b", "4.21a")
def test_a_card_that_was_played_goes_to_the_discards_or_to_its_reserve(name: str, power: str, zone: int) -> None:
    s, _ = battle({power: name})
    say(s, power, f"play {name}", dice=MISSES)
    assert zone == lies(s, name)


@card("wellington", "flank_attack")
def test_a_flank_attack_is_for_the_active_side_and_best_for_an_army_group() -> None:
    assert (2, 0, 0, 0) == gains("flank_attack", "britain", EVEN)
    s, _ = battle({"nord": "flank_attack rifles_forward"})
    assert (["rifles_forward"], NOT_NOW) == (may_play(s, "nord"), why_not(s, "nord", "play flank_attack"))


@card("wellington", "grand_battery", "charge_of_the_heavies")
@rule("wellington", "1.5b")
def test_guns_and_horses_are_counted_by_making_change() -> None:
    many = "wellington britain:12 marmont nord:3"
    assert (3, 0, 0, 0) == gains("grand_battery", "britain", many)
    assert (4, 0, 0, 0) == gains("charge_of_the_heavies", "britain", many)
    s, fight = waiting("wellington britain:6 spain:1 marmont nord:6")
    assert not fits(s, "spain", "charge_of_the_heavies", "battle_round", fight)
    assert fits(s, "britain", "charge_of_the_heavies", "battle_round", fight)


@card("wellington", "lancers_of_the_vistula", "dragoons")
def test_lancers_and_dragoons_need_cavalry_of_the_power() -> None:
    s, fight = waiting("wellington britain:6 marmont nord:6 sud:1")
    for name in ("lancers_of_the_vistula", "dragoons"):
        assert [True, False] == [fits(s, power, name, "battle_round", fight) for power in ("nord", "sud")]


@card("wellington", "humbled")
def test_a_side_without_a_leader_cannot_be_humbled_nor_anybody_twice() -> None:
    s, fight = waiting("wellington britain:6 nord:6")
    assert not fits(s, "britain", "humbled", "battle_round", fight)
    assert fits(s, "nord", "humbled", "battle_round", fight)
    fight.humbled = 1 << ALLIES
    assert not fits(s, "nord", "humbled", "battle_round", fight)


@pytest.mark.parametrize("die, allied, french", [(1, -1, 0), (2, 0, -1), (4, 0, -1), (5, 0, -3), (6, 0, -3)])
@card("wellington", "congreve_rockets")
def test_congreve_rockets_may_fall_short(die: int, allied: int, french: int) -> None:
    s, _ = battle({"britain": "congreve_rockets"}, EVEN)
    said = say(s, "britain", "play congreve_rockets", dice=[die, *MISSES])
    assert [12 + allied, 10 + french, 12, 10] == rolled(said)
    assert [(CARD["congreve_rockets"], die)] == told(said, "card_die")


@rule("wellington", "5.2a")
@card("wellington", "congreve_rockets", "marshals_quarrel", "disputed_command")
def test_some_cards_are_events_of_some_powers_only() -> None:
    s, _ = battle({"spain": "congreve_rockets humbled"})
    assert ["humbled"] == may_play(s, "spain")
    assert ("5.2a", "card_not_for_you") == why_not(s, "spain", "play congreve_rockets")
    for power, name in (("nord", "marshals_quarrel"), ("britain", "disputed_command")):
        s, _ = battle({power: f"{name} humbled"})
        assert ["humbled"] == may_play(s, power)


@pytest.mark.parametrize("name, power, side", [
    ("marshals_quarrel", "britain", FRENCH), ("disputed_command", "nord", ALLIES),
])
@card("wellington", "marshals_quarrel", "disputed_command")
def test_powers_quarrel_only_where_both_are_and_once_in_a_round(name: str, power: str, side: int) -> None:
    s, fight = waiting(EVEN)
    assert not fits(s, power, name, "battle_round", fight)
    s, fight = waiting()
    assert fits(s, power, name, "battle_round", fight)
    fight.quarrel = 1 << side
    assert not fits(s, power, name, "battle_round", fight)


@card("wellington", "reserves_committed")
def test_reserves_count_more_in_a_second_round() -> None:
    s, _ = battle({"nord": "reserves_committed"}, EVEN)
    assert [12, 10] == rolled(say(s, "nord", "pass", dice=throw(22)))
    assert [12, 10 + 3] == rolled(say(s, "nord", "play reserves_committed", dice=MISSES))


@card("wellington", "massed_grenadiers")
def test_the_first_casualty_of_grenadiers_is_a_loss_even_by_a_5() -> None:
    for words, lost in (("play massed_grenadiers", 1), ("pass", 0)):
        s, fight = battle({"spain": "massed_grenadiers"}, "castanos spain:6 marmont nord:6", active="spain")
        dice = 6 + 2 + (3 if lost else 0)
        say(s, "spain", words, dice=[*throw(dice, sixes=3), *throw(10, fives=2), *MISSES])
        assert (lost, 2 - lost, 2) == (fight.lost[ALLIES], fight.disruptions[ALLIES], fight.suffered[ALLIES])


@card("wellington", "stand_firm")
def test_who_stands_firm_ignores_three_5s() -> None:
    for words, suffered in (("play stand_firm", 2), ("pass", 5)):
        s, fight = battle({"britain": "stand_firm"}, EVEN)
        say(s, "britain", words, dice=[*throw(12, sixes=6), *throw(10, sixes=1, fives=4), *MISSES])
        assert suffered == fight.suffered[ALLIES]


@pytest.mark.parametrize("name, bonus, hits, routed", [
    ("relentless_pursuit", 0, 1, True), ("lancers_of_the_vistula", 2, 1, False), ("lancers_of_the_vistula", 2, 2, True),
])
@card("wellington", "relentless_pursuit", "lancers_of_the_vistula")
@rule("wellington", "11.7a")
def test_some_cards_make_a_rout_easier_for_one_side(name: str, bonus: int, hits: int, routed: bool) -> None:
    s, fight = battle({"nord": name}, EVEN)
    say(s, "nord", f"play {name}", dice=[*throw(12), *throw(10 + bonus, fives=hits), *MISSES])
    assert (ALLIES, routed) == (fight.loser, fight.routed)
    s, fight = battle({"nord": name}, EVEN)
    say(s, "nord", "pass", dice=[*throw(12), *throw(10, fives=hits), *MISSES])
    assert (ALLIES, False) == (fight.loser, fight.routed)
    s, fight = battle({"nord": name}, EVEN)
    say(s, "nord", f"play {name}", dice=[*throw(12, fives=2), *throw(10 + bonus), *MISSES])
    assert (FRENCH, False) == (fight.loser, fight.routed)


@card("wellington", "thin_red_line")
def test_the_thin_red_line_is_strongest_in_defence() -> None:
    assert (3, 0, 0, 0) == gains("thin_red_line", "britain", EVEN, active="nord")


@card("wellington", "militia", "spanish_mob")
def test_the_people_of_spain_rise_in_spain_only() -> None:
    for where, plays in (("salamanca", True), ("bayonne", False)):
        s = command(game({where: ALL_FOUR}, hands={"nord": "rifles_forward"}), "wellington", "marmont")
        fight = battle_at(s, where)
        begin(s, fight)
        assert [plays] * 2 == [fits(s, "spain", name, "battle_round", fight) for name in ("militia", "spanish_mob")]


@card("wellington", "spanish_mob")
@rule("wellington", "5.2i", "11.1f")
def test_the_spanish_mob_answers_like_a_response_but_needs_a_spanish_formation() -> None:
    s, fight = waiting(EVEN)
    assert not fits(s, "spain", "spanish_mob", "battle_round", fight)
    s, fight = battle({"spain": "spanish_mob militia", "nord": "young_guard"})
    say(s, "spain", "pass")
    say(s, "nord", "play young_guard")
    assert (["spanish_mob"], ("11.1d", "responses_only")) == (may_play(s, "spain"), why_not(s, "spain", "play militia"))


@card("wellington", "wild_geese")
def test_the_wild_geese_like_a_spanish_commander() -> None:
    assert (3, 0, 0, 0) == gains("wild_geese", "spain", ALL_FOUR, "castanos", "marmont")
    s = game({"badajoz": "wellington castanos britain:3 spain:3"})
    for besieger, commander, dice in (("castanos", "wellington", 3), ("wellington", "castanos", 2)):
        command(s, commander)
        siege = siege_by(s, besieger)
        effect_wild_geese(s, SPAIN, siege)
        assert dice == siege.bonus[ALLIES], "in a Siege it is the besieger's Leader who counts"


@card("wellington", "field_fortifications")
@rule("wellington", "5.2f")
def test_field_fortifications_end_a_battle_after_a_round() -> None:
    s, fight = battle({"nord": "field_fortifications"}, EVEN)
    assert [12, 10 + 2] == rolled(say(s, "nord", "play field_fortifications", dice=MISSES))
    assert (1, ALLIES) == (fight.round, fight.loser)


@card("wellington", "field_fortifications")
def test_field_fortifications_are_for_the_defender_in_the_first_round() -> None:
    s, fight = waiting(EVEN)
    for power, plays in (("britain", False), ("nord", True)):
        assert plays == fits(s, power, "field_fortifications", "battle_round", fight)
    fight.round = 2
    assert not fits(s, "nord", "field_fortifications", "battle_round", fight)


@card("wellington", "thunder_lightning")
@rule("wellington", "5.1f")
def test_thunder_and_lightning_halve_the_dice_of_the_enemy_and_round_up() -> None:
    s, _ = battle({"nord": "thunder_lightning"}, "wellington britain:7 marmont nord:6")
    assert [7, 10, 13, 10] == rolled(say(s, "nord", "play thunder_lightning", dice=MISSES))


@rule("wellington", "5.3a")
def test_a_battle_card_needs_a_formation_in_the_battle() -> None:
    s, _ = battle({"spain": "humbled", "nord": "rifles_forward"}, EVEN)
    assert "nord BattleWindow" == asked(s)              # Spain was not asked
    s, _ = battle({"spain": "humbled"})
    assert ["humbled"] == may_play(s, "spain")


@rule("wellington", "5.3b", "5.2h")
def test_any_number_of_cards_is_played_and_all_add_up() -> None:
    s, _ = battle({"nord": "young_guard rifles_forward conscripts"}, EVEN)
    said = say(s, "nord", "play young_guard", "play rifles_forward", "play conscripts", dice=MISSES)
    assert [12 - 2, 10 + 3 + 1, 12, 10 + 1] == rolled(said)


# --- the result of a Round


def result(hands: dict[str, str], pieces: str = EVEN, *, dice: list[int]) -> tuple[Wellington, Battle]:
    """A Battle after the dice of its first Round, in which nobody has played a card."""
    s, fight = field(hands, pieces)
    begin(s, fight, dice)
    while fight.loser < 0:
        say(s, asked(s).split()[0], "pass")
    return s, fight


ONE_KILL = [*throw(12, sixes=1), *throw(10)]            # of EVEN, for the Active side


@card("wellington", "another_day_of_battle")
@rule("wellington", "5.2f", "11.52e")
def test_another_day_of_battle_brings_another_round() -> None:
    s, fight = result({"spain": "another_day_of_battle"}, dice=ONE_KILL)
    assert (["another_day_of_battle"], FRENCH, 1) == (may_play(s, "spain"), fight.loser, fight.round)
    said = say(s, "spain", "play another_day_of_battle", dice=[*throw(12), *throw(9, sixes=2), *MISSES])
    assert [12, 9] == rolled(said)
    assert (2, ALLIES, [2, 1]) == (fight.round, fight.loser, fight.suffered)
    assert DISCARDS == lies(s, "another_day_of_battle")


@card("wellington", "another_day_of_battle", "field_fortifications")
@rule("wellington", "5.1d", "5.2f", "5.2b")
def test_another_day_of_battle_overrides_field_fortifications() -> None:
    s, fight = battle({"nord": "field_fortifications", "spain": "another_day_of_battle"}, EVEN)
    say(s, "nord", "play field_fortifications", dice=[*throw(12), *throw(12)])
    assert (1, ALLIES, ["another_day_of_battle"]) == (fight.round, fight.loser, may_play(s, "spain"))
    assert [12, 10] == rolled(say(s, "spain", "play another_day_of_battle", dice=MISSES))


@card("wellington", "another_day_of_battle", "to_the_death")
def test_only_a_battle_that_is_decided_and_has_pieces_on_both_sides_is_prolonged() -> None:
    for name in ("another_day_of_battle", "to_the_death"):
        s, fight = waiting(EVEN)
        assert not fits(s, "spain", name, "round_result", fight)
        fight.loser = FRENCH
        assert fits(s, "spain", name, "round_result", fight)
        s, fight = field({}, "wellington britain:6")
        fight.loser = FRENCH
        assert not fits(s, "spain", name, "round_result", fight)


@card("wellington", "rear_guard")
@rule("wellington", "11.7a", "11.10e")
def test_a_rear_guard_saves_the_beaten_from_a_rout() -> None:
    dice = [*throw(12, fives=4), *throw(10)]
    for words, routed, lost in (("play rear_guard", False, 1), ("pass", True, 4)):
        s, fight = result({"nord": "rear_guard"}, dice=dice)
        assert ["rear_guard"] == may_play(s, "nord")
        say(s, "nord", words, dice=MISSES)
        assert (routed, lost, 4) == (fight.routed, fight.lost[FRENCH], fight.suffered[FRENCH])
        assert 6 - lost == total(s, NORD)


@card("wellington", "rear_guard")
@rule("wellington", "9.44e")
def test_a_rear_guard_spares_the_attrition_of_the_retreat() -> None:
    for words, count in (("play rear_guard", 0), ("pass", 1)):
        s, _ = result({"nord": "rear_guard"}, dice=ONE_KILL)
        said = say(s, "nord", words, dice=MISSES)
        assert "nord RetreatGroup" == asked(s)
        said += say(s, "nord", "retreat valladolid")        # over the Duero
        assert count == len(told(said, "attrition"))


@card("wellington", "rear_guard")
def test_a_rear_guard_is_for_the_losers_with_soldiers_in_the_battle() -> None:
    s, fight = waiting("wellington britain:6 marmont nord:6 drouet")
    fight.loser = FRENCH
    powers = ("nord", "sud", "britain")
    assert [True, False, False] == [fits(s, power, "rear_guard", "round_result", fight) for power in powers]


@card("wellington", "to_the_death")
@rule("wellington", "11.10d", "11.53d")
def test_to_the_death_means_a_second_battle() -> None:
    s, fight = result({"sud": "to_the_death"}, dice=[*throw(12, sixes=1, fives=1), *throw(10)])
    assert ["to_the_death"] == may_play(s, "sud")
    said = say(s, "sud", "play to_the_death", dice=[*throw(12), *throw(9, sixes=1), *MISSES])
    assert ([12, 9], True, 1) == (rolled(said), fight.renewed, fight.round)
    assert (ALLIES, [1, 0]) == (fight.loser, fight.suffered)
    assert DISCARDS == lies(s, "to_the_death")


@card("wellington", "to_the_death", "another_day_of_battle")
@rule("wellington", "5.1d", "5.2g")
def test_of_two_cards_that_prolong_a_battle_the_later_counts() -> None:
    s, fight = result({"sud": "to_the_death", "spain": "another_day_of_battle"}, dice=ONE_KILL)
    say(s, "spain", "pass")
    say(s, "sud", "play to_the_death")
    assert ["another_day_of_battle"] == may_play(s, "spain")
    say(s, "spain", "play another_day_of_battle", dice=[*throw(12), *throw(9), *MISSES])
    assert (False, 2) == (fight.renewed, fight.round)


@pytest.mark.parametrize("die, place", [(3, "salamanca"), (4, "regroup")])
@card("wellington", "sharpshooters")
def test_sharpshooters_may_hit_the_commander_of_a_side_that_lost_a_soldier(die: int, place: str) -> None:
    s, fight = result({"spain": "sharpshooters"}, dice=[*throw(12, sixes=1), *throw(10, sixes=2)])
    say(s, "spain", "play sharpshooters")
    assert ["name wellington", "name marmont"] == may(s, "spain")
    said = say(s, "spain", "name marmont", dice=[die, *MISSES])
    assert (place, [(CARD["sharpshooters"], die)]) == (at(s, "marmont"), told(said, "card_die"))
    assert (1, 1) == (fight.lost[FRENCH], fight.suffered[FRENCH])
    assert DISCARDS == lies(s, "sharpshooters")


@card("wellington", "sharpshooters")
def test_sharpshooters_need_a_loss_and_a_leader() -> None:
    s, fight = waiting("wellington britain:6 nord:6")
    for killed, plays in (([0, 0], False), ([0, 1], False), ([1, 0], True)):
        fight.killed = killed
        assert plays == fits(s, "sud", "sharpshooters", "round_result", fight)


@card("wellington", "sharpshooters")
@rule("wellington", "9.62a")
def test_after_the_sharpshooters_another_leader_is_named() -> None:
    pieces = "wellington britain:4 hill castanos spain:5 marmont nord:6"
    s, _ = result({"nord": "sharpshooters"}, pieces, dice=[*throw(4 + 5 + 2 + 5 + 1), *throw(10, sixes=2)])
    say(s, "nord", "play sharpshooters", dice=[6, *MISSES])
    assert ("regroup", "spain NameCommander") == (at(s, "wellington"), asked(s))


@card("wellington", "rear_guard", "sharpshooters")
@rule("wellington", "11.52a")
def test_whoever_wins_by_the_sharpshooters_needs_no_rear_guard() -> None:
    hands = {"nord": "rear_guard", "spain": "sharpshooters"}
    s, fight = result(hands, "wellington britain:1 marmont nord:4", dice=[*throw(7, fives=3), *throw(8, sixes=1)])
    assert (FRENCH, ["rear_guard"]) == (fight.loser, may_play(s, "nord"))
    say(s, "spain", "play sharpshooters")
    say(s, "nord", "play rear_guard", dice=[6, *MISSES])
    assert ("regroup", ALLIES, FRENCH) == (at(s, "wellington"), fight.loser, fight.victor & 1)
    assert 4 == total(s, NORD), "nobody is sacrificed"


@card("wellington", "stand_firm")
@rule("wellington", "11.5d")
def test_every_power_that_stands_firm_ignores_5s_of_its_own_side() -> None:
    for power, ignored in (("britain", [3, 0]), ("sud", [0, 3]), ("spain", [3, 0]), ("nord", [0, 3])):
        s, fight = waiting()
        effect_stand_firm(s, POWERS.index(power), fight)
        assert ignored == fight.ignored


@card("wellington", "sharpshooters")
def test_a_shot_that_misses_is_told() -> None:
    for die, missed in ((3, [(leader("marmont"),)]), (4, [])):
        s = game({"salamanca": "wellington britain:3 marmont nord:3"}, dice=[die])
        shoot(s, leader("marmont"))
        assert missed == told(s.events, "missed")


@card("wellington", "charge_of_the_heavies")
@rule("wellington", "1.5b")
def test_one_cavalry_is_enough_for_a_charge() -> None:
    s, fight = waiting("wellington britain:6 marmont nord:2 sud:1")
    charges = [fits(s, power, "charge_of_the_heavies", "battle_round", fight) for power in ("nord", "sud")]
    assert [True, False] == charges
