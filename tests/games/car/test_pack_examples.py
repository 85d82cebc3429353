"""The worked examples of Crusade and Revolution as data: complete, legal, naming what exists."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from tablero.kernel.packs import Table
from tests.games.car.pack import BOXES, CARDS, NEAR, PACK, REGIONS, RULES, SCENARIOS, SPACES, TABLES, UNITS, held, kind

EXAMPLES = {row.text("id"): row for row in PACK.toml("examples.toml").tables("example")}
WORDS = {                                                               # what an expectation may begin with, and say
    "asked": "SEAT", "rm": "N", "vp": "N", "turn": "N", "points": "N", "severe": "N", "winner": "SEAT",
    "connected": "SEAT SPACE SPACE YES", "adjacent": "SPACE SPACE YES", "control": "SPACE SEAT",
    "supplied": "SPACE YES", "works": "SPACE WORKS", "works_modifier": "SPACE N", "at": "UNIT PLACE",
    "strength": "UNIT FACE", "count": "UNIT PLACE N", "returns": "UNIT N", "card": "CARD LIES", "happened": "CARD",
    "barred": "CARD", "underlined": "CARD LINE YES", "hand": "SEAT N", "rp": "SEAT N", "record": "SEAT N USE",
    "loss": "SEAT N", "shift": "SEAT N", "column": "SEAT SIZE COLUMN",
}
LISTS = {"landings": set(SPACES), "due": set(REGIONS)}                  # those that name several things
MEANINGS: dict[str, Iterable[str]] = {
    "SEAT": ("nationalist", "republican"), "SPACE": SPACES, "YES": ("yes", "no"), "CARD": CARDS, "UNIT": UNITS,
    "WORKS": ("none", "position", "trench"), "FACE": ("full", "reduced"), "PLACE": (*SPACES, *BOXES, "track"),
    "LIES": ("kept", "discarded", "removed"), "LINE": ("name", "number"), "USE": ("ops", "sr", "rp", "event", "auto"),
    "SIZE": ("division", "corps"),
    "COLUMN": {row.text("column") for size in ("division", "corps") for row in TABLES.table("fire").tables(size)},
    "N": [str(n) for n in range(-9, 40)],
}


def expectations(example: Table) -> list[str]:
    said = example.texts("expect") if example.has("expect") else []
    for step in example.tables("step"):
        for row in (step, *step.tables("otherwise")):
            said += row.texts("expect") if row.has("expect") else []
    return said


def test_every_example_of_the_rules_is_a_lesson_in_both_languages() -> None:
    assert [name for name, row in RULES.items() if row.text("kind") == "example"] == list(EXAMPLES)
    for name, example in EXAMPLES.items():
        assert example.text("rule") in RULES, name
        assert example.text("scenario") in SCENARIOS, name
        assert expectations(example), name
        for language in ("en", "es"):
            assert example.text(f"title_{language}"), name
            assert example.text(f"intro_{language}").endswith("."), name
            assert all(step.text(f"say_{language}").endswith(".") for step in example.tables("step")), name


def test_positions_of_examples_are_legal() -> None:
    for name, example in EXAMPLES.items():
        position = example.table("position")
        given = {side: set(position.texts(side) if position.has(side) else []) for side in ("nat", "rep")}
        assert given["nat"] <= held("rep"), name
        assert given["rep"] <= held("nat"), name
        table = position.maybe_table("places")
        places = {place: table.text(place).split() for place in table.keys()} if table else {}          # noqa: SIM118
        for place, units in places.items():
            assert units, name
            assert UNITS.keys() >= set(map(kind, units)), name
            if place not in BOXES:
                side = "nat" if place in held("nat") - given["rep"] | given["nat"] else "rep"
                assert {side} == {UNITS[kind(unit)].text("side") for unit in units}, (name, place)
                assert len(units) <= 3, (name, place)
        used = Counter(kind(unit) for units in places.values() for unit in units)
        assert all(n <= UNITS[unit].integer("count") for unit, n in used.items()), name
        for key in ("hand_nat", "hand_rep", "kept_nat", "happened"):
            assert set(position.texts(key) if position.has(key) else []) <= CARDS.keys(), name
        assert 1 <= position.integer("turn") <= 18, name


def test_expectations_of_examples_name_things_that_exist() -> None:
    for name, example in EXAMPLES.items():
        for said in expectations(example):
            word, *rest = said.split(" ")
            if word in ("offered", "refused"):
                assert word == "offered" or rest[-1] in RULES, (name, said)
            elif word == "deploys":
                assert rest[0] in UNITS, (name, said)
                assert set(rest[1:]) <= SPACES.keys(), (name, said)
            elif word in LISTS:
                assert set(rest) <= LISTS[word], (name, said)
            else:
                for value, meaning in zip(rest, WORDS[word].split(" "), strict=True):
                    assert value in MEANINGS[meaning], (name, said)


def test_attacks_of_examples_go_to_adjacent_spaces_and_their_dice_are_dice() -> None:
    for name, example in EXAMPLES.items():
        activated: list[str] = []
        for step in example.tables("step"):
            verb, *rest = step.text("action").split(" ")
            if verb == "attack":
                activated += rest
            if verb == "fight":
                assert all(rest[0] in NEAR[space] for space in activated), name
                activated = []
            for row in (step, *step.tables("otherwise")):
                dice = row.integers("dice") if row.has("dice") else []
                assert all(1 <= die <= 6 for die in dice) or not any(dice), name
