"""What the things of the game are called in the language of a catalogue."""

from __future__ import annotations

from functools import cache

from tablero.games.aiw.board import BLOCK_SIDE, KINDS, NAMES, SIDES, UNITS
from tablero.games.aiw.state import Aiw, Block
from tablero.kernel.text import Catalogue


def label(s: Aiw, kind: str, thing: int, say: Catalogue) -> str:
    """What a thing is called: `Vitoria`, `Rey (infantry)`, `Field Artillery`, `Rey (infantry) (strength 3)`."""
    if kind == "block":
        return block_name(s, thing, say)
    if kind == "unit":
        return unit_names(say)[thing]
    if kind == "side":
        return say.say(f"seat.{SIDES[thing]}")
    return say.say(f"{kind}.{NAMES[kind][thing]}.name")


def block_name(s: Aiw, block: Block, say: Catalogue) -> str:
    """[5.2a] A block is called by its unit in the view of a side that knows it. Elsewhere it is only a piece of wood:
    the truth is told to nobody, and an old line of the log does not take up what a block has become since."""
    unit = s.unit[block]
    if unit < 0 or s.viewer not in range(len(SIDES)):
        return say.say(f"label.block.{SIDES[BLOCK_SIDE[block]]}")
    return say.say("label.unit", {"unit": unit_names(say)[unit], "strength": s.strength[block]})


@cache
def unit_names(say: Catalogue) -> tuple[str, ...]:
    """The names on the stickers; where two are alike their arm is added."""
    names = [say.say(f"unit.{unit.id}.name") for unit in UNITS]
    return tuple(
        name if names.count(name) == 1
        else say.say("label.same_name", {"name": name, "kind": say.say(f"symbol.{KINDS[unit.kind]}")})
        for unit, name in zip(UNITS, names, strict=True)
    )
