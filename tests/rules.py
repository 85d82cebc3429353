"""The mark that ties a test to the rules it proves.

    @rule("dpyr", "4.2c")
    def test_a_unit_in_a_building_does_not_form_square(): ...
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

import pytest

PACKS = Path(__file__).parents[1] / "src/tablero/packs"


def rule(game: str, *ids: str) -> pytest.MarkDecorator:
    """The test fails when one of these rules is broken. Also for `pytestmark`, and for `marks=` of a parameter."""
    return pytest.mark.rule(game, *ids)


@cache
def known(game: str) -> frozenset[str]:
    """The ids in a game's rules.toml; none if there is no such file."""
    path = PACKS / game / "rules.toml"
    if not path.is_file():
        return frozenset()
    return frozenset(entry["id"] for entry in tomllib.loads(path.read_text("utf-8")).get("rule", []))


def fault(game: str, *ids: str) -> str:
    """What is wrong with a citation, "" if nothing is."""
    if not known(game):
        return f"there are no rules in packs/{game}/rules.toml"
    if not ids:
        return f"name a rule: rule({game!r}, id)"
    wrong = [name for name in ids if name not in known(game)]
    return f"{game} has no rule {', '.join(wrong)}" if wrong else ""
