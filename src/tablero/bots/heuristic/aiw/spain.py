"""[22] [23] What units are worth in the rest of Spain: Expeditions, and those who hunt them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablero.bots.heuristic.aiw.knowledge import POOR_FIRE
from tablero.bots.heuristic.aiw.weights import DESTROYED, PRESTIGE
from tablero.games.aiw.board import AREAS, CARLIST, FIRST_REGION, LIBERAL, MAP, REGIONS, TURNS
from tablero.games.aiw.rules.r05_units.s01_blocks import in_open
from tablero.games.aiw.rules.r23_regions.s00_expeditions import FIRST_YEAR, MOST_EXPEDITIONS
from tablero.games.aiw.rules.r23_regions.s02_combat import LOCATED
from tablero.games.aiw.state import Aiw, Area, Areas
from tablero.kernel.bits import ids_of

if TYPE_CHECKING:
    from tablero.bots.heuristic.aiw.outlook import Outlook

LASTS = 6               # Victory Checks for which an Expedition is planned
SECOND = 0.35           # what is left of a step of Prestige if something else moves the marker already
NEIGHBOUR = 0.05        # the chance in a turn that hunters come over from the next region and find an Expedition
NOWHERE = 0.02          # the same where there are none
ROUSED = 0.03           # [22.2a] what a unit more than the enemy has adds, for each level that is still to rise
FORAGE = 0.5            # [23.3c] strength that a unit loses in a turn
CROWD = 0.6             # [19.1b] what a unit beyond the general limit costs
MOST_THERE = (4, 6)     # [19.1b] by side


def region_worth(look: Outlook, x: Area, n: float, power: float, extra: int) -> float:
    """What units are worth in a region; `extra` of them are fed by a Train or a Knapsack."""
    if look.side == LIBERAL:
        value = guard(look, x, n, power)
    else:
        value = expedition(look, x, n, power, extra)
    return value - CROWD * max(0.0, n - MOST_THERE[look.side])


def guard(look: Outlook, x: Area, n: float, power: float) -> float:
    """[23.4f] [23.2b] Liberals help to suppress an Uprising, and hunt an Expedition."""
    level = look.s.uprising[x - FIRST_REGION]
    foes = look.land.foes[x]
    value = 0.14 * level * min(1.0, n) + 0.05 * level * max(0.0, min(2.0, n) - 1)
    if foes.blocks:
        value += 0.35 + 0.25 * min(1.5, power / max(1.0, foes.power))
    return value


def expedition(look: Outlook, x: Area, n: float, power: float, extra: int) -> float:
    """[9.1f] [22.2a] [23.3c] Carlists add to Prestige and rouse the region as long as they are not caught. Partidas are
    not counted in `n` and need no food [5.4i]: they are made for it."""
    foes = look.land.foes[x]
    checks = min(LASTS, look.turns_left + 1)
    hungry = max(0.0, n - extra)
    caught = max(capture_chance(look, x, power), min(1.0, FORAGE * hungry / power))
    gone = 1 - (1 - caught) ** checks
    value = PRESTIGE * (renown(look, x) * gone / caught - DESTROYED * gone)
    heads = n if n >= 1 else power / POOR_FIRE
    value += ROUSED * (3 - look.s.uprising[x - FIRST_REGION]) * max(0.0, heads - foes.n)
    return value - look.w.strength * FORAGE * hungry * checks


def capture_chance(look: Outlook, x: Area, power: float) -> float:
    """[23.2b] The chance that an Expedition is found in a turn and destroyed."""
    foes = look.land.foes[x]
    if foes.blocks:
        located = (1 + look.s.pursuit[x - FIRST_REGION]) / LOCATED
        return max(NEIGHBOUR, min(1.0, located) * min(1.0, foes.power / (2 * power)))
    near = any(look.land.foes[y].blocks for y in ids_of(MAP.near_bits[x] & REGIONS))
    return NEIGHBOUR if near else NOWHERE


def renown(look: Outlook, x: Area) -> float:
    """[9.1f] [9.1g] How much of a step an Expedition to a region is worth: the first counts, and more than two."""
    s = look.s
    if any(in_open(s, CARLIST, y) for y in range(FIRST_REGION, AREAS) if y != x):
        return 0.0
    other = look.land.sieges - look.land.armies.bit_count()
    return 1.0 if other == 0 or other == 2 else SECOND


def open_to_carlists(s: Aiw) -> Areas:
    """[23.0b] [23.0c] The regions where an Expedition would be welcome: it can still be sent, this year or next."""
    if s.year < FIRST_YEAR and (s.turn < TURNS or s.setting.end < FIRST_YEAR):
        return 0
    active = sum(bool(in_open(s, CARLIST, y)) for y in range(FIRST_REGION, AREAS))
    return 0 if active >= MOST_EXPEDITIONS[s.year > FIRST_YEAR] else REGIONS
