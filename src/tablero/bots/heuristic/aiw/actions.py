"""What Action Points are spent on: every action by what it promises, for each point it costs."""

from __future__ import annotations

from tablero.bots.heuristic.aiw import hand
from tablero.bots.heuristic.aiw.knowledge import appraise, fighting, power
from tablero.bots.heuristic.aiw.missions import fresh, joining, prospect
from tablero.bots.heuristic.aiw.outlook import Outlook, Stack, stack_of
from tablero.bots.heuristic.aiw.weights import TOWN
from tablero.bots.heuristic.aiw.worth import departure, keeping
from tablero.bots.heuristic.aiw.year import stake
from tablero.games.aiw.board import (
    AREAS, CARD, CARLIST, CARLIST_ZONE, CITIES, FIGHTERS, FIRST_REGION, LEAST_UPRISING, LIBERAL, MOST, PORTS, TOWNS
)
from tablero.games.aiw.rules.r03_turn.s00_player_phase import phase
from tablero.games.aiw.rules.r04_map import besieged, capacity
from tablero.games.aiw.rules.r05_units.s01_blocks import in_open
from tablero.games.aiw.rules.r10_actions.s01_activate import ACTIVATE
from tablero.games.aiw.rules.r13_sea.s01_transport import SHORES, at_quay, refuse_arrival
from tablero.games.aiw.rules.r13_sea.s02_disembarkation import refuse_beach, refuse_embarking
from tablero.games.aiw.rules.r23_regions.s04_uprisings import suppress_modifier
from tablero.games.aiw.state import Area, Block, area_of
from tablero.kernel.actions import DONE, Action
from tablero.kernel.bits import bitset, ids_of

COMMAND: Action = ("command",)
FORTIFIED_POSTS = CARD["fortified_posts"]
LORD_JOHN_HAY = CARD["lord_john_hay"]
KEEP_SQUADRON = 0.1         # what the squadron is worth to who waits
FORTRESS_KEPT = 0.97        # the chance that a town with a Fortress is kept for long
RELEASED = 0.1              # what it is worth that the units of a town with a Fortress may leave it
BUILT_FOR = 8               # turns for which a Fortress is built
LEAST = 0.05                # what an Action Point must gain
SPEND_COMMAND = 0.35        # what a Command Point must gain


def act(look: Outlook, options: list[Action]) -> dict[Action, float]:
    """[10.0h] What each action gains for its points; the phase is ended when none gains enough."""
    values = {action: value_of(look, action) for action in options}
    least = LEAST * (not look.last_turn)
    if max(values.values()) <= least:
        values[DONE] = least + 1e-9
        if COMMAND in options and phase(look.s).points < ACTIVATE:
            areas = [x for x in range(AREAS) if in_open(look.s, look.side, x)]
            wanted = max((prospect(look, x) for x in areas), default=0.0)
            if wanted > (0.1 if look.last_turn else SPEND_COMMAND):
                values[COMMAND] = wanted
    return values


def value_of(look: Outlook, action: Action) -> float:
    """What an action gains for each Action Point."""
    verb, *things = action
    if verb == "activate":
        return prospect(look, things[0])
    if verb == "suppress":
        return suppression(look, things[0], len(fresh(look, things[0])))
    if verb == "replacements":
        return replacements(look) / 2
    if verb == "store":
        return 0.0 if look.last_turn else 0.09 if not look.s.command[look.side] else 0.055
    if verb == "build":
        return building(look, things[0])
    if verb == "transport":
        return voyage(look, things[0])[0] * 2
    if verb == "disembark":
        return landing(look)[0]
    if verb == "recruit":
        return recruiting(look, things[0])
    if verb == "play" and things[0] == FORTIFIED_POSTS:
        return max((building(look, b) for b in look.own_blocks() if look.s.at[b] < FIRST_REGION), default=0.0) - 0.25
    if verb == "play" and things[0] == LORD_JOHN_HAY:
        return max([landing(look)[0], *(voyage(look, x)[0] for x in ids_of(SHORES))]) - KEEP_SQUADRON
    if verb == "play":
        return hand.action_worth(look, things[0])
    return -1.0


# ------------------------------------------------------------------------------------------------------------ uprisings


def unrest(levels: list[int]) -> float:
    """[9.1p] What the Uprisings may be worth to the Carlists in a turn."""
    heat = sum((0.0, 0.1, 0.4, 1.0)[level] for level in levels)
    return max(0.0, min(1.0, (heat - 1.3) / 1.7)) + max(0.0, min(1.0, (heat - 3.5) / 1.5)) + 0.02 * heat


def suppression(look: Outlook, region: Area, units: int, bonus: int = 0) -> float:
    """[23.4] What it is worth to try to lower the Uprising of a region."""
    s, i = look.s, region - FIRST_REGION
    level = s.uprising[i]
    turns = min(6, look.turns_left + 1)
    modifier = bonus + suppress_modifier(s, region) + max(0, units - 1)
    value = 0.0
    for die in range(1, 7):
        result = die + modifier
        drop = 2 if units and result >= 6 else 1 if result > level or units and result == level else 0
        levels = s.uprising[:]
        levels[i] = max(LEAST_UPRISING[i], level - drop)
        value += (unrest(s.uprising) - unrest(levels)) * turns / 6
        if level >= 2 > levels[i] and look.turns_left >= 5:
            value += 0.1 / 6
    return look.w.quiet * value


# --------------------------------------------------------------------------------------------- replacements, fortresses


def replacements(look: Outlook) -> float:
    """[10.5] What new strength is worth."""
    s = look.s
    if look.turns_left < 2:
        return 0.0
    fresh = [b for b in look.own_blocks() if FIGHTERS >> s.unit[b] & 1 and not s.acted >> b & 1]
    missing = sum(s.strength[b] < MOST[s.unit[b]] for b in fresh)
    return 1.1 * look.w.strength * min(2.5 if s.year == 1834 else 3.0, missing + s.bagged[look.side])


def building(look: Outlook, block: Block) -> float:
    """[10.2] What a Fortress is worth where a block stands."""
    x = area_of(look.s.at[block])
    if look.turns_left < 1:
        return 0.0
    zone, here = CARLIST_ZONE >> x & 1, look.here(x)
    units = min(3, int(here.n + 0.5))
    value = look.w.stake * stake(look.s, x, built=True, ready=1) if look.side == LIBERAL and zone else 0.0
    if TOWNS >> x & 1:
        value += RELEASED + TOWN * (FORTRESS_KEPT - keeping(look, x, BUILT_FOR)[units])
    safe = keeping(look, x, 1)[units]
    return look.w.build * safe * value


def recruiting(look: Outlook, region: Area) -> float:
    """[23.4m] What an Expedition gains by recruits."""
    s = look.s
    units = fighting(s, in_open(s, CARLIST, region))
    missing = sum(s.strength[b] < MOST[s.unit[b]] for b in units) + s.regionals.bit_count()
    return look.w.strength * min(missing, s.uprising[region - FIRST_REGION] + 1)


# ------------------------------------------------------------------------------------------------------------------ sea


def voyage(look: Outlook, x: Area) -> tuple[float, Block, Area]:
    """[13.1] The best use of a ship from a port: what it gains, for which block, where to."""
    s = look.s
    best = (0.0, -1, -1)
    if x < FIRST_REGION and besieged(s, LIBERAL, x):
        return best
    units = fresh(look, x)
    for block in units[:1] + units[-1:]:
        g = Stack(1, *appraise(s, block))
        cost = departure(look, x, g)
        for y in ids_of(SHORES):
            if refuse_arrival(s, x, y) is not None:
                continue
            if y < FIRST_REGION and besieged(s, LIBERAL, y):
                first = not s.shut[y]
                gain = (1.2 if CITIES >> y & 1 else 0.4) if first else 0.3 * (capacity(y) > 1)
            else:
                gain = joining(look, y, g, 0)
            if gain - cost > best[0]:
                best = (gain - cost, block, y)
    return best


def landing(look: Outlook) -> tuple[float, Area, Area]:
    """[13.2] The best landing: what it gains, from where, where to."""
    s = look.s
    best = (0.0, -1, -1)
    for x in ids_of(PORTS):
        if refuse_embarking(s, x) is not None or besieged(s, LIBERAL, x):
            continue
        g = stack_of(s, bitset(landing_party(look, x)))
        cost = departure(look, x, g)
        for y in ids_of(PORTS):
            if refuse_beach(s, x, y) is None:
                gain = 0.8 * joining(look, y, g, 0) - cost
                if gain > best[0]:
                    best = (gain, x, y)
    return best


def landing_party(look: Outlook, x: Area) -> list[Block]:
    """[13.2e] The two strongest units of a port."""
    s = look.s
    units = fighting(s, at_quay(s, x) & ~s.acted)
    return sorted(units, key=lambda b: -power(s, b))[:2]
