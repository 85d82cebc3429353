"""The marks that tie a test to the rules and the cards it proves.

    @rule("dpyr", "4.2c")
    def test_a_unit_in_a_building_does_not_form_square(): ...

    @card("aiw", "mina")
    def test_mina_roots_out_a_lone_partida(): ...
"""

from __future__ import annotations

import csv
import tomllib
from functools import cache
from pathlib import Path

import pytest

PACKS = Path(__file__).parents[1] / "src/tablero/packs"


def rule(game: str, *ids: str) -> pytest.MarkDecorator:
    """The test fails when one of these rules is broken. Also for `pytestmark`, and for `marks=` of a parameter."""
    return pytest.mark.rule(game, *ids)


def card(game: str, *ids: str) -> pytest.MarkDecorator:
    """The test fails when one of these cards does not do what it says; used like `rule`."""
    return pytest.mark.card(game, *ids)


@cache
def known(game: str) -> frozenset[str]:
    """The ids in a game's rules.toml; none if there is no such file."""
    path = PACKS / game / "rules.toml"
    if not path.is_file():
        return frozenset()
    return frozenset(entry["id"] for entry in tomllib.loads(path.read_text("utf-8")).get("rule", []))


@cache
def known_cards(game: str) -> frozenset[str]:
    """The ids in a game's cards.csv; none if there is no such file."""
    path = PACKS / game / "cards.csv"
    if not path.is_file():
        return frozenset()
    with path.open(encoding="utf-8", newline="") as file:
        return frozenset(row["id"] for row in csv.DictReader(file))


def fault(mark: str, game: str, *ids: str) -> str:
    """What is wrong with a mark, "" if nothing is."""
    file, there = ("rules.toml", known(game)) if mark == "rule" else ("cards.csv", known_cards(game))
    if not there:
        return f"there are no {mark}s in packs/{game}/{file}"
    if not ids:
        return f"name a {mark}: {mark}({game!r}, id)"
    wrong = [name for name in ids if name not in there]
    return f"{game} has no {mark} {', '.join(wrong)}" if wrong else ""
