"""[9.7] Second battle of Perecamps: the villages that must be held."""

from __future__ import annotations

from tablero.games.dpyr.board import GEFE
from tablero.games.dpyr.state import OFF, Dpyr, Hex, Unit
from tablero.kernel.bits import ids_of
from tablero.kernel.refusals import Refusal

VILLAGES_FIRST = Refusal("9.7c", "villages_need_eight")
VILLAGES_FULL = Refusal("9.7c", "villages_have_eight")
EMPTY_VILLAGE = Refusal("9.7c", "village_without_unit")


def refuse_village(s: Dpyr, unit: Unit, x: Hex) -> Refusal | None:
    """[9.7c] Eight of the thirteen units go into the five villages, infantry or artillery into each of them: refuses
    a placement that would make this impossible."""
    b = s.b
    if not (b.village_units >> unit) & 1:
        return None
    fights = b.kind[unit] != GEFE
    others = [u for u in ids_of(b.village_units) if u != unit]
    inside = [u for u in others if s.at[u] >= 0 and (b.zones[u] >> s.at[u]) & 1]
    left = [u for u in others if s.at[u] == OFF]
    empty = sum(not any((village >> s.at[u]) & 1 and b.kind[u] != GEFE for u in inside) for village in b.villages)
    room = b.in_villages - len(inside)
    if (b.zones[unit] >> x) & 1:
        if not room:
            return VILLAGES_FULL
        village = next(v for v in b.villages if (v >> x) & 1)
        fills = fights and not any((village >> s.at[u]) & 1 and b.kind[u] != GEFE for u in inside)
        room, empty = room - 1, empty - fills
    elif len(left) < room:
        return VILLAGES_FIRST
    able = sum(b.kind[u] != GEFE for u in left)
    return EMPTY_VILLAGE if empty > min(room, able) else None
