"""[16.1] Sieges: Republican assaults on the besieged garrisons.

[16.1.2a] Nothing else in the rules looks at a Siege: its space is Republican as any other.
"""

from __future__ import annotations

from dataclasses import dataclass

from tablero.games.car.board import ALL_CORPS, REP, SIDES, SIEGE_AT, SIEGES, TABLES, UNITS
from tablero.games.car.rules.r08_cards.s02_operations import Operations
from tablero.games.car.rules.r17_columns.s05_first_turn import assault_modifier
from tablero.games.car.state import Car, Units
from tablero.kernel.bits import ids_of
from tablero.kernel.events import SheetRow
from tablero.kernel.frames import Procedure
from tablero.kernel.odds import one_die, percent

_TABLE = TABLES.table("sieges")
SUCCEEDS = _TABLE.integer("succeeds_up_to")
STRONG = _TABLE.integer("strong_assault")


def weaken(s: Car, siege: int) -> None:
    """[16.1.4.2a] [16.1.5a] [16.1.6a] [16.1.7b] A Siege resists one assault less; at none it is over for good, without
    any effect."""
    s.sieges[siege] -= 1
    s.tell("siege_weakened" if s.sieges[siege] else "siege_surrendered", siege)


def storm_modifier(s: Car, units: Units) -> int:
    """[16.1.4.2a] [16.1.4.2c] [17.5.2a] On the die of an assault: Turn 1, and more than one division or a corps."""
    strong = units.bit_count() > 1 or units & ALL_CORPS
    return assault_modifier(s) + (STRONG if strong else 0)


@dataclass(slots=True)
class Assault(Procedure):
    """[16.1.4.1a] [16.1.4.2b] An assault on a Siege: one die, no Combat Cards, no losses."""

    siege: int
    units: Units

    def steps(self) -> tuple[str, ...]:
        return ("designate", "roll")

    def designate(self, s: Car) -> None:
        """[16.1.4.1a] The units fight nothing else, and the Siege is not assaulted again in this Round."""
        operation = s.frame(Operations)
        operation.fought |= self.units
        operation.attacked |= 1 << SIEGE_AT[self.siege]
        s.tell("assault", self.siege)

    def rows(self, s: Car) -> list[SheetRow]:
        """[16.1.4.2a] [17.5.2a] What the die must do, and what modifies it."""
        early, total = assault_modifier(s), storm_modifier(s, self.units)
        changed = (("turn_one", early, "17.5.2a"), ("strong", total - early, "16.1.4.2a"))
        return [
            ("side", f"side.{SIDES[REP]}.name", f"siege:{SIEGES[self.siege]}", ""),
            *(("unit", f"unit:{UNITS[u].id}", "", "") for u in ids_of(self.units)),
            ("resists", "", str(s.sieges[self.siege]), "16.1.4.2a"),
            *((name, f"{n:+}", "", rule) for name, n, rule in changed if n),
            ("succeeds", f"1-{SUCCEEDS - total}", "", "16.1.4.2a"),
            ("storms", percent(one_die(lambda die: die + total <= SUCCEEDS)), "", "16.1.4.2c"),
        ]

    def roll(self, s: Car) -> None:
        """[16.1.4.2a] Success lowers the resistance by one."""
        die, modifier = s.die(), storm_modifier(s, self.units)
        s.tell("assault_die", die, modifier)
        s.sheet(lambda: self.rows(s))
        succeeds = die + modifier <= SUCCEEDS
        s.tell("assault_succeeds" if succeeds else "assault_fails", self.siege)
        if succeeds:
            weaken(s, self.siege)
