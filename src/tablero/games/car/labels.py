"""What the things of the game are called in the language of a catalogue."""

from __future__ import annotations

from tablero.games.car.board import ALL_CORPS, NAMES, SIDES, SPACES, UNITS
from tablero.games.car.state import Car, Half
from tablero.kernel.text import Catalogue


def label(s: Car, kind: str, thing: int, say: Catalogue) -> str:
    """What a thing is called: `Madrid`, `Reserve Box`, `International Brigade (reduced)`, `Munich Agreement`."""
    if kind == "unit":
        name = say.say(f"unit.{UNITS[thing].row}.name")
        reduced = "label.reduced_corps" if ALL_CORPS >> thing & 1 else "label.reduced"
        return say.say(reduced, {"unit": name}) if s.reduced >> thing & 1 else name
    if kind == "half":
        return halves(thing)
    if kind == "side":
        return say.say(f"seat.{SIDES[thing]}")
    if kind == "space" and thing >= SPACES:
        return say.say(f"box.{NAMES[kind][thing].rpartition('_')[0]}.name")
    return say.say(f"{kind}.{NAMES[kind][thing]}.name")


def halves(n: Half) -> str:
    """Half points in figures: `2½`."""
    return f"{n // 2 or ''}½" if n % 2 else str(n // 2)


def place_of(s: Car, kind: str, thing: int) -> tuple[str, int] | None:
    """The space or box of a unit."""
    return ("space", s.at[thing]) if kind == "unit" else None
