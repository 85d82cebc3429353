"""The cards of Crusade and Revolution: decks, values, what depends on what, and their words."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from tablero.kernel.cards import Cards
from tests.games.car.pack import CARD_ROWS, CARDS, ENGLISH, MOMENTS, PHASES, RULES, TABLES, UNITS, cards, numbered
from tests.rules import rule


@rule("car", "2.0a", "2.3a", "2.4a")
def test_two_decks_of_55_cards_in_three_groups() -> None:
    assert 110 == len(CARDS)
    for side, letter in (("nat", "n"), ("rep", "r")):
        own = [row for row in CARD_ROWS if row.text("side") == side]
        assert [f"{letter}{n}" for n in range(1, 56)] == [row.text("id") for row in own]
        assert [f"{letter.upper()}{n}" for n in range(1, 56)] == [row.text("number") for row in own]
        assert Counter(dict(zip(PHASES, (18, 20, 17), strict=True))) == Counter(row.text("deck") for row in own)


def test_the_kernel_reads_the_cards() -> None:
    register = Cards(CARD_ROWS, ("nationalist", "republican"), MOMENTS, dict.fromkeys(("ops", "sr", "rp"), "action"))
    assert [55, 55] == [cards.bit_count() for cards in register.by]
    assert [83, 18, 15] == [cards.bit_count() for cards in register.at[:3]]
    assert all(cards == register.all for cards in register.spent.values())
    for row in CARD_ROWS:
        assert {"nat": "nationalist", "rep": "republican"}[row.text("side")] == row.text("by")


@rule("car", "7.1.6b")
def test_replacement_points_follow_the_value_of_a_card() -> None:
    points = TABLES.table("replacements")
    for name, row in CARDS.items():
        own, ally = points.integers(f"value_{row.integer('value')}")
        assert (own, ally) == (2 * row.integer("rp_own"), 2 * row.integer("rp_ally")), name
        assert row.integer("grants_ops") in (0, 1, row.integer("value")), name


def test_combat_cards_are_kept_discarded_or_removed() -> None:
    combat = cards(lambda row: row.text("type") == "combat")
    assert 27 == len(combat)
    for name, row in CARDS.items():
        assert (name in combat) == ("action" not in row.words("moments")), name
        row.choice("fate", ("remove", "keep", "discard") if name in combat else ("remove", "discard"))
    assert {"n16"} == combat & cards(lambda row: not row.words("acts")), "it helps armor that is declared after it"
    assert {"n16", "n28", "n36", "r29", "r55"} == combat & cards(lambda row: row.text("fate") == "discard")
    assert {"n34", "r35"} == cards(lambda row: row.text("fate") == "discard") - combat


@rule("car", "3.0p", "8.5.1.2b")
def test_underlined_names_and_numbers_are_those_that_other_cards_depend_on() -> None:
    opens: dict[str, set[str]] = {name: set() for name in CARDS}
    bars: dict[str, set[str]] = {name: set() for name in CARDS}
    for name, row in CARDS.items():
        for other in re.findall(r"[nr][0-9]+", row.maybe_text("after")):
            opens[other].add(name)
        for other in row.words("barred_by"):
            bars[other].add(name)
    opens["n33"].add("r28")                                 # or Turn 8
    for name, row in CARDS.items():
        own = {other for other in opens[name] if other[0] == name[0]}
        enemy = {other for other in opens[name] | bars[name] if other[0] != name[0]}
        assert bool(own) == row.flag("name_underlined"), name
        assert bool(enemy) == row.flag("number_underlined"), name
        effect = numbered(ENGLISH, ENGLISH.table("card").table(name).text("effect"))
        listed = re.search(r"Allows ([NR0-9, and]+)", effect)
        assert opens[name] == set(re.findall(r"[nr][0-9]+", listed[1].lower()) if listed else ()), name
    assert (True, True) == (CARDS["n42"].flag("name_underlined"), CARDS["n42"].flag("number_underlined"))


def test_every_event_can_happen_in_some_turn() -> None:
    joins = dict(zip(PHASES, (1, 6, 12), strict=True))

    def earliest(name: str, above: tuple[str, ...] = ()) -> int:
        assert name not in above, "a circle of prerequisites"
        row = CARDS[name]
        groups = [min(earliest(other, (*above, name)) for other in either.split("/"))
                  for either in row.maybe_text("after").split("&") if either]
        after_first_turn = 2 if row.text("type").startswith("reinforcement") else 1
        return max(joins[row.text("deck")], row.maybe_integer("first", 1), after_first_turn, *groups)

    for name, row in CARDS.items():
        assert earliest(name) <= row.maybe_integer("last", 18), name


def test_four_strategic_counterattacks() -> None:
    found = cards(lambda row: row.text("type") == "strategic_counterattack")
    assert ["Brunete", "Belchite", "Teruel", "El Ebro"] == [
        ENGLISH.table("card").table(name).text("name") for name in sorted(found, key=lambda name: int(name[1:]))]
    markers = TABLES.table("markers")
    assert (3, 1) == (markers.integer("bonus_rm"), markers.integer("bonus_vp"))


def test_events_that_act_in_combats_are_operations_and_some_count_as_redeployment_or_points() -> None:
    acting = cards(lambda row: row.text("type") != "combat" and bool(row.words("acts")))
    assert {"n8", "n27", "n44", "n55", "r25", "r26", "r33", "r44"} == acting
    assert all(CARDS[name].integer("grants_ops") for name in acting)
    assert {"n38": "sr", "r15": "rp", "r50": "rp", "r53": "rp"} == {
        name: row.text("counts_as") for name, row in CARDS.items() if row.maybe_text("counts_as")}


def test_types_and_red_texts_of_cards() -> None:
    types = {"event", "combat", "strategic_counterattack", "reinforcement_nat", "reinforcement_axis",
             "reinforcement_rep", "reinforcement_sov"}
    assert types == {row.text("type") for row in CARD_ROWS}
    assert {"n11": "turn_12", "r11": "turn_6", "r13": "north_end"} == {
        name: row.text("removed_in") for name, row in CARDS.items() if row.maybe_text("removed_in")}
    assert {"n8", "n9", "n29", "n47", "r12"} == cards(lambda row: row.flag("air"))
    corps = {name for name, row in UNITS.items() if row.text("size") == "corps"}
    for name, row in CARDS.items():
        assert row.flag("corps_reinforcement") == any(word.split("*")[0] in corps for word in row.words("units")), name
        assert row.flag("counts_winter_limit") == (row.integer("grants_ops") >= 2 and name != "n1"), name


def test_cards_refer_to_rules_that_exist() -> None:
    sections = {re.sub(r"[a-z]+$", "", name) for name in RULES}
    for name, row in CARDS.items():
        for ref in row.words("refs"):
            assert any(section == ref or section.startswith(f"{ref}.") for section in sections), (name, ref)


def test_the_two_cards_that_are_printed_in_the_rulebook() -> None:
    munich, trucks = CARDS["n42"], CARDS["r17"]
    assert ("war_of_the_armies", 4, 3, 2, "remove", 14, 1, -1) == (
        munich.text("deck"), munich.integer("value"), munich.integer("rp_own"), munich.integer("rp_ally"),
        munich.text("fate"), munich.integer("first"), munich.integer("vp"), munich.integer("rm"))
    assert ("n42", "n42") == (CARDS["r51"].text("barred_by"), CARDS["n43"].text("after"))
    assert ("war_of_the_columns", 2, 1, 0, "remove", 5, "attack") == (
        trucks.text("deck"), trucks.integer("value"), trucks.integer("rp_own"), trucks.integer("rp_ally"),
        trucks.text("fate"), trucks.integer("last"), trucks.text("moments"))


@pytest.mark.parametrize("card, name", [
    ("n1", "Air Bridge"), ("n6", "End of the Strait Blockade"), ("n14", "Defection"), ("n18", "Molotov Cocktail"),
    ("n30", "Italian Submarines"), ("n31", "Pact of Santoña"), ("n42", "Munich Agreement"), ("n48", "Insurrection"),
    ("r7", "Operation Orders Captured"), ("r17", "Armored Trucks"), ("r31", "Nyon Conference"), ("r37", "Bad Weather"),
    ("r45", "Limited Offensive"), ("r51", "French Intervention Threat"), ("r52", "Interruption of Axis Aid"),
])
def test_cards_whose_number_the_rulebook_gives(card: str, name: str) -> None:
    assert name == ENGLISH.table("card").table(card).text("name")
