"""[2.3] The scenarios: how a war is set up."""

from __future__ import annotations

from tablero.games.aiw.board import (
    AREA_NAMES, AREAS, ASIDE, BLOCKS, CARDS, CARLIST, CARLIST_ZONE, CITIES, FIELD, FIRST_REGION, LIBERAL, MOUNTAIN,
    SIDES, SPACES, UNIT, UNITS, area
)
from tablero.games.aiw.rules.r04_map import controller
from tablero.games.aiw.rules.r05_units.s01_counters import set_load
from tablero.games.aiw.rules.r05_units.s04_elimination import enlist
from tablero.games.aiw.state import OFF, Aiw, Side
from tablero.kernel.bits import bitset
from tablero.kernel.packs import Table


def empty(s: Aiw) -> None:
    """[4.1c] A map without units: every City Liberal, every space its zone's."""
    n = len(BLOCKS)
    s.command = [0, 0]
    s.at, s.unit = [OFF] * n, [OFF] * n
    s.strength, s.may, s.low, s.high = [0] * n, [0] * n, [0] * n, [0] * n
    s.open, s.present, s.shut = [0] * (2 * AREAS), [0, 0], [0] * SPACES
    s.forts, s.works, s.held = [0, CITIES], [0, 0], CARLIST_ZONE
    s.uprising, s.pursuit = [0] * (AREAS - FIRST_REGION), [0] * (AREAS - FIRST_REGION)
    s.bag, s.bagged, s.bag_may, s.sacks = [0, 0], [0, 0], [0, 0], [0, 0]
    CARDS.deal_out(s, {ASIDE: CARDS.all})
    s.cups = [0] * 6


def set_up(s: Aiw) -> None:
    """[2.3a] [4.1c] [9.0g] The positions, markers and reserves of a scenario: both sides know them."""
    empty(s)
    setup = s.setting.setup
    s.year = s.setting.start
    s.vp, s.prestige, s.debt = s.setting.vp, setup.integer("prestige"), setup.integer("prestige_debt")
    s.command = [setup.integer(f"{side}_cp") for side in SIDES]
    for side in (CARLIST, LIBERAL):
        s.forts[side] |= bitset(area(name) for name in setup.texts(f"{SIDES[side]}_fortresses"))
        bring(s, side, setup)
    s.box_field, s.box_mountain = setup.integer("hidden_field"), setup.integer("hidden_mountain")
    s.regionals = bitset(UNIT[name] for name in setup.texts("carlist_regional_box"))
    levels = setup.table("uprisings")
    s.uprising = [levels.integer(name) for name in AREA_NAMES[FIRST_REGION:]]
    for table in setup.tables("place"):
        _place(s, table)
    s.held = bitset(x for x in range(SPACES) if controller(s, x) == CARLIST)
    s.touched = 0


def bring(s: Aiw, side: Side, table: Table) -> None:
    """[24.6a] [24.6b] Units come into the bag, Trains and Knapsacks into the box, as a scenario or a new year says."""
    for name in table.texts(f"{SIDES[side]}_bag"):
        s.bag[side] |= 1 << UNIT[name]
        s.bag_may[side] |= 1 << UNIT[name]
        s.bagged[side] += 1
    for name in table.texts(f"{SIDES[side]}_box"):
        if name == "knapsack":
            s.sacks[side] += 1
        else:
            s.trains |= 1 << UNIT[name]


def _place(s: Aiw, table: Table) -> None:
    x = area(table.text("at"))
    side = SIDES.index(table.choice("side", SIDES))
    for kind, key in ((FIELD, "field"), (MOUNTAIN, "mountain")):
        set_load(s, side, kind, x, table.maybe_integer(key, 0))
    for name, strength in table.pairs("units"):
        if name not in UNIT or not 1 <= strength <= UNITS[UNIT[name]].strength:
            raise table.wrong("units", "units_with_strength", file="units.csv")
        enlist(s, side, UNIT[name], strength, x)
