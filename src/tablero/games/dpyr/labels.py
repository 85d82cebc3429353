"""What the things of the game are called in the language of a catalogue."""

from __future__ import annotations

from functools import cache

from tablero.games.dpyr.board import ACTIONS, BATTLES, MARKERS, SIDES
from tablero.games.dpyr.state import Dpyr
from tablero.kernel.text import Catalogue

SYMBOLS = ("infantry", "cavalry", "artillery", "leader")       # by kind: messages "symbol.<symbol>"


def label(s: Dpyr, kind: str, thing: int, say: Catalogue) -> str:
    """What a thing is called: `Molino ford (1109)`, `3º Navarra (cavalry)`, `fire 2, attack 3, defence 3`."""
    if kind == "unit":
        return unit_names(s.battle, say)[thing]
    if kind == "hex":
        id_ = s.b.names["hex"][thing]
        key = f"place.{s.b.field.name}.{id_}.name"
        return f"{say.say(key)} ({id_})" if say.has(key) else id_
    if kind == "marker":
        return say.say("label.marker", MARKERS[thing]._asdict())
    if kind == "side":
        return say.say(f"seat.{SIDES[thing]}")
    if kind == "action":
        name, gloss = (say.say(f"action.{ACTIONS[thing]}.{part}") for part in ("name", "gloss"))
        return say.say("label.action", {"name": name, "gloss": gloss})
    return say.say(f"{kind}.{s.b.names[kind][thing]}.name")


@cache
def unit_names(battle: int, say: Catalogue) -> tuple[str, ...]:
    """The names on the counters; where two are alike their class is added, or their side."""
    units = BATTLES[battle].units
    names = [say.say(f"unit.{unit.id}.name") for unit in units]
    found = []
    for unit, name in zip(units, names, strict=True):
        alike = [other for other, same in zip(units, names, strict=True) if same == name and other is not unit]
        if not alike:
            found.append(name)
            continue
        by_class = all(other.kind != unit.kind for other in alike)
        word = say.say(f"symbol.{SYMBOLS[unit.kind]}") if by_class else say.say(f"side.{SIDES[unit.side]}.name")
        found.append(say.say("label.same_name", {"name": name, "kind": word}))
    return tuple(found)
