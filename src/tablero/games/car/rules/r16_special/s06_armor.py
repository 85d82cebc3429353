"""[16.6] Armor: the bonus of full-strength tanks against Open spaces."""

from __future__ import annotations

from tablero.games.car.board import ARMOR, BANKS, MAIN_CITIES, MOUNTAIN, TABLES
from tablero.games.car.state import Car, Space, Units
from tablero.kernel.bits import ids_of

ARMOR_BONUS = TABLES.table("modifiers").integer("armor")        # however many units there are [16.6.2c]


def is_open(s: Car, x: Space) -> bool:
    """[16.6.2a] [CL.MAPa] Neither Mountain nor Main City, Position or Trench."""
    return not (MOUNTAIN | MAIN_CITIES | s.positions | s.trenches) >> x & 1


def able_armor(s: Car, x: Space, units: Units, bridged: bool) -> Units:
    """[16.6.2a] [16.6.2e] [CL.MAPb] The attackers that can claim the bonus: full-strength armor against an Open space,
    not across a river unless the bridge is captured."""
    tanks = units & ARMOR & ~s.reduced
    if not tanks or not is_open(s, x):
        return 0
    return tanks if bridged else sum(1 << u for u in ids_of(tanks) if not BANKS[x] >> s.at[u] & 1)
