"""[17.4] The militias' lack of coordination in the War of the Columns."""

from __future__ import annotations

from tablero.games.car.board import CARD, CATALANS, COLUMNS_PHASE, MIL, REP, WAR_PHASE
from tablero.games.car.rules.r02_map import spaces_of
from tablero.games.car.state import Car, Side, Units

GOVERNMENT = CARD["r1"]     # Largo Caballero's


def uncoordinated(s: Car, side: Side, units: Units) -> bool:
    """[17.4.1a] [17.4.2a] [17.4.2c] Does an attack come from more than one space in which only militias take part?
    [17.4.3a] [17.4.3b] With the new Government only Catalan militias count as such."""
    if side != REP or WAR_PHASE[s.turn] != COLUMNS_PHASE:
        return False
    unruly = CATALANS if s.happened >> GOVERNMENT & 1 else MIL
    alone = spaces_of(s, units) & ~spaces_of(s, units & ~unruly)
    return alone.bit_count() > 1
