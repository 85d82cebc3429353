"""[6.2] Form square."""

from __future__ import annotations

from tablero.games.dpyr.board import INFANTRY, MONTEAR, PUENTE, TABLES
from tablero.games.dpyr.state import ActionId, Dpyr, Unit
from tablero.kernel.refusals import Refusal

NO_SQUARE_CLASS = Refusal("6.2a", "square_infantry_only")
NO_SQUARE_HERE = Refusal("6.2a", "square_open_ground_only")
NO_SQUARE_NOW = Refusal("6.2e", "square_not_in_this_action")
SQUARE_ALREADY = Refusal("6.2c", "square_already")


def refuse_square(s: Dpyr, unit: Unit, action: ActionId) -> Refusal | None:
    """[6.2a] [6.2e] Infantry in a clear hex, in Montear or Puente, instead of moving."""
    if action not in (MONTEAR, PUENTE):
        return NO_SQUARE_NOW
    if s.b.kind[unit] != INFANTRY:
        return NO_SQUARE_CLASS
    if (s.b.field.obstacles >> s.at[unit]) & 1:
        return NO_SQUARE_HERE
    if (s.square >> unit) & 1:
        return SQUARE_ALREADY
    return None


def form_square(s: Dpyr, unit: Unit) -> None:
    """[6.2b] B and P form square at once, C on 4-6, M on 5-6; a failed roll uses up the move all the same."""
    least = TABLES.square[s.b.morale[unit]]
    if least > 1:
        die = s.die()
        if die < least:
            s.tell("square_failed", unit, die)
            return
    s.square |= 1 << unit
    s.tell("square", unit)
