"""[24.6] New units and logistics, and the Foreign battalion."""

from __future__ import annotations

from tablero.games.aiw.board import CARLIST, CARLIST_ZONE, LIBERAL, MOST, PACK, UNIT
from tablero.games.aiw.rules.r02_scenarios import bring
from tablero.games.aiw.rules.r04_map import besieged, friendly, settle
from tablero.games.aiw.rules.r20_reinforcements.s00_units import PlaceUnit
from tablero.games.aiw.state import Aiw, Areas
from tablero.kernel.bits import bitset, ids_of

NEW_UNITS = {table.integer("end_of_year"): table for table in PACK.toml("scenarios.toml").tables("new_units")}


def homes(s: Aiw) -> Areas:
    """[24.6c] [24.7e] Friendly unbesieged spaces of the Carlist Zone."""
    return bitset(x for x in ids_of(CARLIST_ZONE) if friendly(s, CARLIST, x) and not besieged(s, CARLIST, x))


def bring_new_units(s: Aiw) -> None:
    """[24.6a] [24.6b] New units come into the bags and boxes."""
    table = NEW_UNITS.get(s.year)
    if table is not None:
        for side in (CARLIST, LIBERAL):
            bring(s, side, table)
    settle(s)


def place_foreign_battalion(s: Aiw) -> None:
    """[24.6c] The Foreign battalion is placed directly."""
    table = NEW_UNITS.get(s.year)
    if table is None or not table.has("carlist_direct"):
        return
    (name,) = table.texts("carlist_direct")
    unit = UNIT[name]
    if unit not in s.unit and not s.gone >> unit & 1 and homes(s):
        s.call(PlaceUnit(CARLIST, unit, MOST[unit], homes(s)))
