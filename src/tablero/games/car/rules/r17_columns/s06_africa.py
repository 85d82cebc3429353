"""[17.6] The Army of Africa: how its units come to the Peninsula."""

from __future__ import annotations

from dataclasses import dataclass

from tablero.games.car.board import AFRICA, CARD, NAT, TABLES, space
from tablero.games.car.rules.r02_map import put
from tablero.games.car.rules.r09_stacking import room
from tablero.games.car.rules.r13_supply import supplied
from tablero.games.car.state import Car, Side, Space
from tablero.kernel.actions import Action
from tablero.kernel.bits import ids_of
from tablero.kernel.refusals import Prompt
from tablero.kernel.windows import Ask

_TABLE = TABLES.table("africa")
ENTRIES: tuple[Space, ...] = tuple(space(name) for name in _TABLE.texts("entry"))
SCHEDULE = tuple(zip(_TABLE.integers("turns"), _TABLE.integers("rounds")))
EARLY = tuple(zip(_TABLE.integers("turns"), _TABLE.integers("rounds_early")))       # [17.6.2b]
BLOCKADE_ENDS_IN = (3, 1)               # Turn and round in which an event still brings the first unit, after it


def arrival_due(s: Car) -> bool:
    """[17.6.2a] [17.6.2b] Does a unit arrive in this round of the Nationalists, before their action?"""
    return (s.turn, s.round) in (EARLY if s.early else SCHEDULE) and bool(s.here[AFRICA[NAT]])


def late_arrival_due(s: Car) -> bool:
    """[17.6.3a] Was the blockade ended in this very round, which is the first of Turn 3?"""
    return (s.turn, s.round) == BLOCKADE_ENDS_IN and bool(s.this_turn >> CARD["n6"] & 1 and s.here[AFRICA[NAT]])


def entries(s: Car) -> list[Space]:
    """[17.6.4a] Sevilla and Cádiz, if they are friendly, supplied and not full."""
    return [x for x in ENTRIES if supplied(s, NAT) >> x & 1 and room(s, x) > 0]


def arrive(s: Car) -> None:
    """[17.6.3a] [17.6.4a] A unit arrives; without a place to land it stays in Morocco, and may come later by SR."""
    if entries(s):
        s.call(Arrival(NAT))
    else:
        s.waiting += 1
        s.tell("stays_in_morocco")


@dataclass(slots=True)
class Arrival(Ask):
    """[17.6.3a] [17.6.3b] [17.6.4a] Place the unit of the Army of Africa that arrives; it may act at once."""

    def candidates(self, s: Car, seat: Side) -> list[Action]:
        return [("to", x) for x in entries(s)]

    def choose(self, s: Car, seat: Side, action: Action) -> None:
        unit = ids_of(s.here[AFRICA[NAT]])[0]
        put(s, unit, action[1])
        s.tell("landed", unit, action[1])

    def prompt(self, s: Car, seat: int) -> Prompt:
        first, *others = entries(s)
        named = ("space", "space", first), *(("other", "space", x) for x in others)
        return Prompt("17.6.3a", "arrival_at_either" if others else "arrival", named)

    def public(self, s: Car) -> bool:
        return True
