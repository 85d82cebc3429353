"""[10.2] Construction: what the units that stayed behind have built, after all movement."""

from __future__ import annotations

from dataclasses import dataclass

from tablero.games.car.board import ALL_CORPS, TABLES
from tablero.games.car.rules.r08_cards.s02_operations import Operations
from tablero.games.car.state import Car, Side, Space, Unit
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import Procedure

_WORKS = TABLES.table("works")
SUCCEEDS = _WORKS.integer("succeeds_up_to")
AFTER_FAILURES = tuple(_WORKS.integers("after_failures"))


def is_built(s: Car, x: Space, die: int) -> bool:
    """[10.2.2b] [10.2.2c] Does a die complete the works of a space? Failures there are added to it."""
    return die + next((n for n, spaces in zip(AFTER_FAILURES, s.tried) if spaces >> x & 1), 0) <= SUCCEEDS


def builds_at_once(s: Car, unit: Unit) -> bool:
    """[10.2.2a] A corps needs no die for a Position."""
    return bool(ALL_CORPS >> unit & 1) and not s.positions >> s.at[unit] & 1


@dataclass(slots=True)
class Construction(Procedure):
    """[10.2.2a] [10.2.2b] [10.2.2e] [10.2.4a] A corps builds a Position at once; for all others a die is rolled."""

    side: Side

    def steps(self) -> tuple[str, ...]:
        return ("at_once", "by_dice")

    def at_once(self, s: Car) -> None:
        """[10.2.2a] A corps needs no die for a Position."""
        operation = s.frame(Operations)
        for unit in ids_of(operation.builders):
            if builds_at_once(s, unit):
                operation.builders &= ~(1 << unit)
                self.succeed(s, s.at[unit])

    def by_dice(self, s: Car) -> None:
        """[10.2.2b] [10.2.2e] [10.2.4a] One die for every other space."""
        for x in sorted(s.at[unit] for unit in ids_of(s.frame(Operations).builders)):
            die = s.die()
            s.tell("build_roll", self.side, x, die)
            if is_built(s, x, die):
                self.succeed(s, x)
            else:
                self.fail(s, x)

    def succeed(self, s: Car, x: Space) -> None:
        """[10.2.2c] [10.2.4a] A Position, or the Position becomes a Trench; the DRM marker goes."""
        bit = 1 << x
        trench = bool(s.positions & bit)
        if trench:
            s.positions &= ~bit
            s.trenches |= bit
        else:
            s.positions |= bit
        s.tried = [spaces & ~bit for spaces in s.tried]
        s.tell("trench_built" if trench else "position_built", self.side, x)

    def fail(self, s: Car, x: Space) -> None:
        """[10.2.2c] The next attempt gets a -1, then a -2 and no more."""
        bit = 1 << x
        first, second = s.tried
        s.tried = [first & ~bit, second | bit] if (first | second) & bit else [first | bit, second]
