"""The sheets of fights: what a number is made of adds up to it, and every row has its words and its rule."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator

import pytest

import tablero
from tablero.games.aiw.rules.r16_skirmish.s00_skirmish import Skirmish
from tablero.games.aiw.rules.r17_battle.s00_battle import Battle
from tablero.games.aiw.rules.r17_battle.s05_morale import morale_rows
from tablero.games.aiw.rules.r18_siege.s01_assault import Assault
from tablero.games.aiw.rules.r23_regions.s02_combat import Locate
from tablero.games.aiw.state import Aiw
from tablero.games.dpyr.board import TABLES
from tablero.games.dpyr.rules.r04_actions.s03_batir_s04_paqueo import fire_rows
from tablero.games.dpyr.rules.r04_actions.s05_bala_rasa import gun_rows
from tablero.games.wellington.rules.r11_battle.s02_sheet import PARTS
from tablero.kernel.events import Event, SheetRow
from tablero.kernel.frames import State
from tablero.kernel.game import GAMES, Game
from tablero.kernel.rulebook import rules as rulebook
from tablero.kernel.text import LANGUAGES, Speech
from tablero.table.look import look
from tablero.table.phrases import BEGINS
from tests.games.dpyr.battlefield import battlefield, hex_, unit
from tests.messages import ours, unequal
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


def of(rows: tuple[SheetRow, ...], *names: str) -> int:
    """What the side that began it has in some rows, added up."""
    return sum(number(ours) for name, ours, _, _ in rows if name in names)


# --- what the rows of an event must add up to, by its kind


def compared(rows: tuple[SheetRow, ...], args: tuple[int, ...]) -> None:
    """Factors, times the charge, and all that is added are the totals."""
    times = next((int(ours.removeprefix("× ")) for name, ours, _, _ in rows if name == "charge"), 1)
    added = [row for row in rows if row[0] not in ("unit", "charge", "total", "needs", "chance")]
    attack = sum(number(ours) * (times if name == "factors" else 1) for name, ours, _, _ in added)
    assert (attack, sum(number(theirs) for _, _, theirs, _ in added)) == args[1:]


def mustered(rows: tuple[SheetRow, ...], args: tuple[int, ...]) -> None:
    """Factor and modifiers, within their limits, are what the dice may differ by."""
    total = sum(number(ours) for name, ours, _, _ in rows if name not in ("unit", "usable", "chance"))
    assert max(TABLES.batir_floor, min(TABLES.batir_cap, total)) == args[2]


def shot(rows: tuple[SheetRow, ...], args: tuple[int, ...]) -> None:
    """Distance, doubled for canister, and factor are the number to beat; less what is added to the roll."""
    times = next((int(ours.removeprefix("× ")) for name, ours, _, _ in rows if name == "canister"), 1)
    assert of(rows, "distance") * times + of(rows, "weather", "gun") == of(rows, "to_beat")
    known = ("unit", "distance", "canister", "weather", "gun", "to_beat", "roll", "chance")
    assert args[2] == of(rows, "to_beat") - of(rows, *({row[0] for row in rows} - {*known}))


def brigade(rows: tuple[SheetRow, ...], args: tuple[int, ...]) -> None:
    """Strength and what changes it are the dice; effectiveness and what changes it the highest face that hits."""
    _, n, least, _, _ = args
    assert n == of(rows, "strength", "landed", "card_dice", "support", "river", "pursuit_dice", "again")
    if "effectiveness" in {row[0] for row in rows}:
        faces = of(rows, "effectiveness", "ground", "region", "card_hits", "break_in", "effect")
        assert least == max(1, faces)


def corps(rows: tuple[SheetRow, ...], args: tuple[int, ...]) -> None:
    """What modifies a die adds up to it."""
    made = [row for row in rows if row[0] in ("snow", "militia", "armor", "cards")]
    (total,) = (row for row in rows if row[0] == "modifier")
    for column in (1, 2):
        assert number(total[column]) == sum(number(row[column]) for row in made)


def dice(rows: tuple[SheetRow, ...], args: tuple[int, ...]) -> None:
    """All parts of the dice of both sides are the dice."""
    parts = [row for row in rows if row[0] in (*PARTS, "strength")]
    (told,) = (row for row in rows if row[0] == "dice")
    assert number(told[1]) == args[1]
    for column in (1, 2):
        assert number(told[column]) == sum(number(row[column]) for row in parts)


SUMS: dict[str, dict[str, Callable[[tuple[SheetRow, ...], tuple[int, ...]], None] | None]] = {
    "dpyr": {"compared": compared, "fired": mustered, "shot": shot, "canister": shot, "rebound": None, "counter": None},
    "aiw": {"fired": brigade, "morale": None, "guns_fired": None, "garrison_fired": None, "skirmish": None,
            "battle": None, "assault": None, "located": None, "located_at_once": None},
    "car": {"fired": corps, "assault_die": None},
    "wellington": {"battle_dice": dice, "siege_dice": dice, "siege_failed": None, "fortress_taken": None,
                   "battle_won": None, "battle_nobody": None},
}
PLAYED = {
    "dpyr": (("maella", 1, 900), ("luchana", 2, 900), ("arquijas", 3, 900)),
    "aiw": (("espartero", 0, 900), ("espartero", 1, 900), ("espartero", 2, 900)),
    "car": (("campaign", 1, 700),), "wellington": (("1812", 0, 700), ("1812", 1, 700)),
}


@pytest.mark.parametrize("code", GAMES)
def test_the_rows_of_a_sheet_add_up_to_what_is_told_and_have_words_and_rules(code: str) -> None:
    game, seen, names = tablero.game(code), Counter[str](), set[str]()
    rules, speeches = rulebook(game.pack, "en"), [Speech(game, language) for language in ("en", "es")]
    for scenario, seed, actions in PLAYED[code]:
        for _, events in course(code, scenario, seed, actions):
            for event in events:
                if not event.sheet:
                    continue
                check = SUMS[code][event.kind]
                if check is not None:
                    check(event.sheet, event.args)
                seen[event.kind] += 1
                names |= {row[0] for row in event.sheet}
                assert all(rule in rules for *_, rule in event.sheet if rule)
    assert all(seen[kind] for kind, check in SUMS[code].items() if check), seen
    assert all(speech.catalogue.has(f"sheet.{name}") for speech in speeches for name in names)


KEY = re.compile(r"[a-z_]+(\.[a-z_0-9]+)+")        # of a message


def shown(game: Game[State], s: State, events: list[Event]) -> Iterator[str]:
    """The keys of messages that the sheet of a fight shows: of its events, and of its panel with the heads."""
    for event in events:
        yield from (f"sheet.{name}" for name, *_ in event.sheet)
        yield from (text for _, *both, _ in event.sheet for text in both if KEY.fullmatch(text))
    for panel in game.scene(game.view(s, 0), 0).panels:
        if panel.id.startswith("panel:now."):
            yield panel.name
            yield from (text for row in panel.rows for _, text in row if KEY.fullmatch(text))
            yield from (f"row.{head}" for row in panel.rows if len(row) > 2 for head, _ in row[1:3])
            yield from (f"row.{what}" for row in panel.rows for what, _ in row if what in ("round", "part"))


@pytest.mark.parametrize("code", GAMES)
def test_no_sheet_shows_the_key_of_a_message_for_want_of_words(code: str) -> None:
    game, keys = tablero.game(code), set[str]()
    fights, catalogues = look(game).fights, [Speech(game, language).catalogue for language in LANGUAGES]
    for scenario, seed, actions in PLAYED[code]:
        for s, events in course(code, scenario, seed, actions):
            if any(event.sheet or event.kind in fights for event in events):
                keys.update(shown(game, s, events))
    assert len(keys) > 5
    assert [] == [key for key in sorted(keys) for catalogue in catalogues if not catalogue.has(key)]


def test_who_is_concealed_is_not_named_on_the_sheet_of_a_shot() -> None:
    """Nor told apart by what it has done."""
    there = {"l_art_santona": "1008", "c_guias": "1010 hidden square", "l_zar_1": "1009"}
    s = battlefield("arquijas", there, ground={})
    gun, musket, x = unit(s, "l_art_santona"), unit(s, "l_zar_1"), hex_("1010")
    for rows in (gun_rows(s, gun, x), fire_rows(s, musket, x, 2)):
        assert "hex:1010" == rows[0][2]
        assert "in_square" not in {row[0] for row in rows}
    s.hidden = 0
    rows = gun_rows(s, gun, x)
    assert "unit:c_guias" == rows[0][2]
    assert "in_square" in {row[0] for row in rows}


def test_a_morale_and_what_changes_it_are_what_the_dice_must_not_exceed() -> None:
    rows = tuple(morale_rows(8, 6, "17.5c"))
    assert 6 == of(rows, "morale", "changed")
    assert ("chance", "42 %", "", "17.5a") == rows[-1]


@pytest.mark.parametrize("code", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fight_has_a_name(code: str, language: str) -> None:
    game: Game[State] = tablero.game(code)
    begin = {kind for kind, mark in look(game).fights.items() if mark & BEGINS}
    assert begin
    assert {} == unequal(begin, set(ours(game, language, "fight")))


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
            if s.within(Locate) is not None:
                continue
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
