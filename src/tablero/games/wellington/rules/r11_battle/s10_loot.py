"""[11.10] [11.11] Battlefield Loot, and what it costs the Spanish."""

from __future__ import annotations

from typing import Final, NamedTuple

from tablero.games.wellington.board import SPAIN, TABLES, from_least
from tablero.games.wellington.rules.r01_pieces.s06_leaders import force_at, pieces
from tablero.games.wellington.state import Duchy, Power, Wellington


class Row(NamedTuple):
    """A row of the Battlefield Loot Table."""

    least: int
    resources: int
    natural_six: int        # Resources if the die itself shows a 6


LOOT: Final = tuple(Row(from_least(row, n, 0), row.integer("resources"), row.maybe_integer("natural_6", 0))
                    for n, row in enumerate(TABLES.tables("battlefield_loot")))
BEST = 6


def loot(die: int, losses: int) -> int:
    """[11.10c] The Resources that a die and the losses of the defeated give."""
    row = next(row for row in reversed(LOOT) if die + losses >= row.least)
    return max(row.resources, row.natural_six if die == BEST else 0)


def roll_for_loot(s: Wellington, power: Power, x: Duchy, losses: int) -> None:
    """[11.10a] [11.10b] [11.10e] The Power of the winning Commander must roll."""
    die = s.die()
    found = loot(die, losses)
    s.tell("loot", power, die, losses, found)
    gain(s, power, x, found)


def gain(s: Wellington, power: Power, x: Duchy, resources: int) -> None:
    """[11.11a] [11.11b] [11.11c] [11.11d] [12.5c] A Power gains Resources by a victory in a Duchy. A Spanish force
    takes an Attrition check for each, all at once, with losses to the Regroup Box; under a British Commander the
    Spanish gain nothing and suffer nothing."""
    from tablero.games.wellington.rules.r13_attrition import Attrition
    if not resources:
        return
    s.resources[power] += resources
    force = force_at(s, power, x)
    if power == SPAIN and pieces(force):
        s.call(Attrition(power & 1, x, (force,), resources, to_regroup=True))
