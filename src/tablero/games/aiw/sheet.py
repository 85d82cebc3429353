"""The sheet of a fight, from a view: who is in it, with how many dice, and what changes them. Panel `now.fight`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import zip_longest

from tablero.games.aiw.board import CARLIST, FACES, FIELD, LIBERAL, MOUNTAIN, ROUGH, SIDES, UNITS
from tablero.games.aiw.maps import place
from tablero.games.aiw.rules.r05_units.s01_blocks import fighters
from tablero.games.aiw.rules.r05_units.s01_counters import load
from tablero.games.aiw.rules.r16_skirmish.s00_fire import salvo
from tablero.games.aiw.rules.r16_skirmish.s00_skirmish import Skirmish
from tablero.games.aiw.rules.r17_battle.s00_battle import Battle
from tablero.games.aiw.rules.r17_battle.s00_battlefield import on_field
from tablero.games.aiw.rules.r18_siege.s01_assault import BONUS, GARRISON, PENALTY, ROUNDS, Assault, garrison
from tablero.games.aiw.rules.r23_regions.s02_combat import FIRE_BONUS, Locate
from tablero.games.aiw.state import INSIDE, Aiw, Area, Block, Card, Side
from tablero.kernel.bits import ids_of
from tablero.kernel.scene import Panel

Cells = tuple[tuple[str, str], ...]


def fight(s: Aiw) -> Panel | None:
    """[15.0a] The Skirmish, Battle or Assault that is going on; of blocks only those that are shown."""
    skirmish, battle, assault, region = s.within(Skirmish), s.within(Battle), s.within(Assault), s.within(Locate)
    if skirmish is not None:
        return _skirmish(s, skirmish)
    if battle is not None:
        return _battle(s, battle)
    if assault is not None:
        return _assault(s, assault)
    return _region(s, region) if region is not None and region.at > region.steps().index("reveal") else None


def _skirmish(s: Aiw, f: Skirmish) -> Panel:
    """[16.0a] [16.0j] Who fires, with how many dice, and on what they hit."""
    sides = f.attacker, 1 - f.attacker
    firing = [f.firing(s, side) & s.shown for side in sides]
    shots = [salvo(s, f.x, side, blocks, landed=f.landed and side == f.attacker)
             for side, blocks in zip(sides, firing, strict=True)]
    first = f.leads()
    rows = [
        *_units(s, *(ids_of(blocks) for blocks in firing)),
        _row("dice", (str(sum(n for _, n, _ in fired)) for fired in shots), "16.0j"),
        _row("hits_on", (_span(least for _, _, least in fired) for fired in shots), "16.0j"),
        _row("terrain", ("terrain.rough.name" if ROUGH >> f.x & 1 else "terrain.open.name", ""), "16.0k"),
        _row("fires", (f"sheet.{'first' if side == first else 'second'}" for side in sides), "16.0a"),
    ]
    return _panel("skirmish", f.x, sides, rows, f.tactic)


def _region(s: Aiw, f: Locate) -> Panel:
    """[23.2f] [23.2g] An Expedition that was found: all fire at once."""
    firing = [f.firing(s, side) & s.shown for side in (LIBERAL, CARLIST)]
    shots = [salvo(s, f.x, side, blocks, FIRE_BONUS)
             for side, blocks in zip((LIBERAL, CARLIST), firing, strict=True)]
    rows = [
        *_units(s, *(ids_of(blocks) for blocks in firing)),
        _row("dice", (str(sum(n for _, n, _ in fired)) for fired in shots), "16.0j"),
        _row("hits_on", (_span(least for _, _, least in fired) for fired in shots), "16.0l"),
        _row("region", (f"{FIRE_BONUS:+}", f"{FIRE_BONUS:+}"), "23.2f"),
    ]
    return _panel("region", f.x, (LIBERAL, CARLIST), rows, f.tactic)


def _battle(s: Aiw, f: Battle) -> Panel:
    """[17.0a] The front lines, Artillery and what was demoralized."""
    sides = f.attacker, 1 - f.attacker

    def both(name: str, of: Callable[[Side], int], rule: str) -> Cells:
        return _row(name, (str(of(side)) for side in sides), rule)

    rows = [
        both("front", lambda side: (f.front & on_field(s, f, side)).bit_count(), "17.1a"),
        both("points", lambda side: sum(s.strength[b] for b in ids_of(f.front & on_field(s, f, side) & s.shown)),
             "5.3a"),
        both("guns", lambda side: load(s, side, FIELD, f.x) + load(s, side, MOUNTAIN, f.x), "17.6a"),
        both("demoralized", lambda side: (f.demoralized & on_field(s, f, side)).bit_count(), "17.5a"),
    ]
    return _panel("battle", f.x, sides, rows, f.tactic, f.round)


def _assault(s: Aiw, f: Assault) -> Panel:
    """[18.1i] [18.1w] Who storms, the Garrison, and what the guns of both sides are worth."""
    sides, walls = (f.side, 1 - f.side), garrison(1 - f.side, f.x)
    rows = [
        *_units(s, ids_of(f.storming(s) & s.shown), ids_of(fighters(s, s.shut[f.x]) & s.shown)),
        _row("garrison", ("", f"{GARRISON} ({walls})"), "18.1i"),
        _row("guns", (str(load(s, f.side, FIELD, f.x)), str(load(s, 1 - f.side, FIELD, INSIDE + f.x))), "18.1o"),
        _row("effect", (f"{n:+}" if f.superior else "0" for n in (PENALTY, BONUS)), "18.1w"),
        _row("halves", (str(f.halves), ""), "18.1t"),
        _row("rounds", (str(ROUNDS[f.superior] if not f.coup else 1), ""), "18.1o"),
    ]
    return _panel("assault", f.x, sides, rows, f.tactic, f.round)


def _panel(
    name: str, x: Area, sides: tuple[Side, Side], rows: Iterable[Cells], tactic: list[Card], number: int = 0
) -> Panel:
    cards = [f"card:{FACES[tactic[side]].id}" if tactic[side] >= 0 else "" for side in sides]
    return Panel("panel:now.fight", f"panel.{name}", "", (
        (("space", place(x)),), *(((("round", str(number)),),) if number else ()),
        _row("side", (f"side.{SIDES[side]}.plural" for side in sides)), *rows,
        *((_row("card", cards, "7.3a"),) if any(cards) else ()),
    ))


def _units(s: Aiw, ours: Iterable[Block], theirs: Iterable[Block]) -> list[Cells]:
    names = ([f"unit:{UNITS[s.unit[b]].id}" for b in blocks] for blocks in (ours, theirs))
    return [_row("unit", pair) for pair in zip_longest(*names, fillvalue="")]


def _row(name: str, pair: Iterable[str], rule: str = "") -> Cells:
    ours, theirs = pair
    cells = ("sheet", f"sheet.{name}"), ("attacker", ours), ("defender", theirs)
    return (*cells, ("rule", rule)) if rule else cells


def _span(faces: Iterable[int]) -> str:
    found = sorted(set(faces))
    return "" if not found else f"1-{found[0]}" if len(found) == 1 else f"1-{found[0]} / 1-{found[-1]}"
