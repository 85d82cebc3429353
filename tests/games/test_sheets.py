"""The sheets of fights: what a number is made of adds up to it, and every row has its words and its rule."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

import tablero
from tablero.games.aiw.rules.r16_skirmish.s00_skirmish import Skirmish
from tablero.games.aiw.rules.r17_battle.s00_battle import Battle
from tablero.games.aiw.rules.r18_siege.s01_assault import Assault
from tablero.games.aiw.state import Aiw
from tablero.games.dpyr.board import TABLES
from tablero.kernel.events import Event, SheetRow
from tablero.kernel.frames import State
from tablero.kernel.rulebook import rules as rulebook
from tablero.kernel.text import Speech
from tests.playthroughs import lively


def course(code: str, scenario: str, seed: int, actions: int) -> Iterator[tuple[State, list[Event]]]:
    """A game between two who close in: each state, and what led to it."""
    s, chance = tablero.game(code).new(scenario, seed=seed, secret=True), random.Random(seed)
    for _ in range(actions):
        if s.over:
            return
        seat = tablero.players(s)[0]
        yield s, tablero.apply(s, seat, lively(s, seat, chance))


def number(text: str) -> int:
    return int(text) if text and text.lstrip("+-").isdigit() else 0


def compared(rows: tuple[SheetRow, ...], args: tuple[int, ...]) -> None:
    """Factors, times the charge, and all that is added are the totals."""
    times = next((int(ours.removeprefix("× ")) for name, ours, _, _ in rows if name == "charge"), 1)
    added = [row for row in rows if row[0] not in ("unit", "charge", "total", "needs")]
    attack = sum(number(ours) * (times if name == "factors" else 1) for name, ours, _, _ in added)
    assert (attack, sum(number(theirs) for _, _, theirs, _ in added)) == args[1:]


def fired(rows: tuple[SheetRow, ...], args: tuple[int, ...]) -> None:
    """Factor and modifiers, within their limits, are what the dice may differ by."""
    total = sum(number(ours) for name, ours, _, _ in rows if name not in ("unit", "usable"))
    assert max(TABLES.batir_floor, min(TABLES.batir_cap, total)) == args[2]


def test_in_dpyr_the_rows_of_a_sheet_add_up_to_what_is_told() -> None:
    game, seen, names = tablero.game("dpyr"), Counter[str](), set[str]()
    rules, speeches = rulebook(game.pack, "en"), [Speech(game, language) for language in ("en", "es")]
    for scenario, seed in (("maella", 1), ("luchana", 2), ("arquijas", 3)):
        for _, events in course("dpyr", scenario, seed, 900):
            for event in events:
                if event.kind == "compared":
                    compared(event.sheet, event.args)
                elif event.kind == "fired":
                    fired(event.sheet, event.args)
                else:
                    assert event.sheet == ()
                seen[event.kind] += 1
                names |= {row[0] for row in event.sheet}
                assert all(rule in rules for *_, rule in event.sheet if rule)
    assert min(seen["compared"], seen["fired"]) > 20, seen
    assert {"rear", "support", "ground", "adjacent", "long_range", "smoke"} <= names
    assert all(speech.catalogue.has(f"sheet.{name}") for speech in speeches for name in names)


def test_a_search_that_tells_nothing_reckons_no_sheet() -> None:
    s = tablero.game("dpyr").new("maella", seed=1)
    s.quiet = True
    s.sheet(lambda: pytest.fail("nobody listens"))


def test_in_aiw_a_fight_has_a_sheet_as_long_as_it_lasts_and_names_only_what_is_shown() -> None:
    game, seen = tablero.game("aiw"), Counter[str]()
    rules, speech = rulebook(game.pack, "en"), Speech(game, "es")
    for seed in range(3):
        for s, _ in course("aiw", "espartero", seed, 900):
            assert isinstance(s, Aiw)
            fights = any(s.within(kind) is not None for kind in (Skirmish, Battle, Assault))
            if not fights and not seen["peace"]:
                assert not any(panel.id == "panel:now.fight" for panel in game.scene(game.view(s, 0), 0).panels)
                seen["peace"] += 1
            for seat in (0, 1) if fights else ():
                view = game.view(s, seat)
                (sheet,) = (panel for panel in game.scene(view, seat).panels if panel.id == "panel:now.fight")
                seen[sheet.name] += 1
                cells = [dict(row) for row in sheet.rows]
                assert all(row["rule"] in rules for row in cells if "rule" in row)
                assert all(speech.catalogue.has(row["sheet"]) for row in cells if "sheet" in row)
                named = {cell for row in cells for cell in row.values() if cell.startswith("unit:")}
                known = {f"unit:{game.names(s)['unit'][unit]}" for unit in view.unit if unit >= 0}
                assert named <= known
    assert min(seen["panel.skirmish"], seen["panel.battle"]) > 10, seen
