"""What the things of the game are called in the language of a catalogue."""

from __future__ import annotations

from tablero.games.wellington.board import DUCHIES, NAMES, POWERS
from tablero.games.wellington.state import Wellington
from tablero.kernel.text import Catalogue


def label(s: Wellington, kind: str, thing: int, say: Catalogue) -> str:
    """What a thing is called: `Salamanca`, `Regroup Box`, `Marmont`, `Mobile Columns`, `the Armée du Sud`."""
    if kind == "power":
        return say.say(f"seat.{POWERS[thing]}")
    if kind == "half":
        return halves(thing)
    if kind == "line":
        return say.say(f"line.{NAMES[kind][thing]}")
    if kind == "duchy" and thing >= DUCHIES:
        return say.say(f"box.{NAMES[kind][thing]}.name")
    return say.say(f"{kind}.{NAMES[kind][thing]}.name")


def halves(n: int) -> str:
    """Half points in figures: `2½`."""
    return f"{n // 2 or ''}½" if n % 2 else str(n // 2)
