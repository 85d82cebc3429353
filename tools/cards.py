"""Has every card of every game its texts, its code and a test, and does the bot know it?

A test proves cards by `@card("aiw", "mina", ...)`, as it cites rules. The heuristic bot of a game knows a card if the
table `CARD_VALUES` of its package gives it a value; cards that nobody ever holds in a hand need none.
"""

from __future__ import annotations

import ast
import importlib
import sys
import tomllib
from pathlib import Path
from typing import Any

from catalogues import LANGUAGES, flat
from positions import told
from rule_coverage import cited_words, listed, test_citations

TEXTS = ("name", "when", "effect")


def check(root: Path) -> tuple[list[str], list[str]]:
    """What there is to say, and what is wrong."""
    sys.path.insert(0, str(root / "src"))
    notes: list[str] = []
    try:
        tablero = importlib.import_module("tablero")
        registers = {code: getattr(tablero.game(code), "cards", None) for code in tablero.GAMES}
    except Exception as error:
        return notes, [f"the cards cannot be read: {told(error)}"]
    tested, errors = read_tests(root, {code: ids(cards) for code, cards in registers.items() if cards is not None})
    for code, cards in registers.items():
        if cards is None:
            continue
        names = ids(cards)
        lacking = {"without a test marked @card": [name for name in names if name not in tested[code]],
                   "unknown to the bot": [name for name in held(cards) if name not in values(code)]}
        for language in LANGUAGES:
            texts = card_texts(root, code, language)
            for key in TEXTS:
                lacking[f"without a text card.<id>.{key} in {language}"] = [
                    name for name in names if not texts.get(f"card.{name}.{key}", "").strip()]
        errors += [f"{code}, {line}" for line in cards.missing()]
        errors += [listed(f"{code}, cards {what}:", some) for what, some in lacking.items() if some]
        notes.append(f"{code}: {len(names)} cards, {len(tested[code])} tested")
    return notes, errors


def ids(cards: Any) -> list[str]:
    """The ids of the rows; copies of a card have one in common."""
    return list(dict.fromkeys(row.text("id") for row in cards.rows))


def held(cards: Any) -> list[str]:
    """The cards that can lie in a zone that a seat plays from."""
    some = 0
    for hand in cards.hands:
        for zone in hand:
            some |= cards.zones[zone].holds
    return list(dict.fromkeys(row.text("id") for card, row in enumerate(cards.rows) if some >> card & 1))


def card_texts(root: Path, code: str, language: str) -> dict[str, str]:
    path = root / "src/tablero/packs" / code / f"text/names.{language}.toml"
    return flat(tomllib.loads(path.read_text("utf-8"))) if path.is_file() else {}


def values(code: str) -> dict[str, float]:
    """What the bot of a game makes of each card."""
    found: dict[str, float] = getattr(importlib.import_module(f"tablero.bots.heuristic.{code}"), "CARD_VALUES", {})
    return found


def read_tests(root: Path, known: dict[str, list[str]]) -> tuple[dict[str, set[str]], list[str]]:
    """By game: the cards that tests are marked with; and marks that mean nothing."""
    tested: dict[str, set[str]] = {code: set() for code in known}
    errors = []
    for path in sorted((root / "tests").rglob("*.py")):
        for call in test_citations(ast.parse(path.read_text("utf-8")), "card"):
            where = f"{path.relative_to(root)}:{call.lineno}"
            code, *some = cited_words(call) or [""]
            if not code:
                errors.append(f'{where}: write card("game", "id", ...) with plain strings')
            elif code not in known:
                errors.append(f"{where}: {code} has no register of cards")
            else:
                tested[code] |= set(some) & set(known[code])
                errors += [f"{where}: {code} has no card {name}" for name in some if name not in known[code]]
    return tested, errors
