"""Which groups march where: the best use of the units of an area, one group after another."""

from __future__ import annotations

from typing import NamedTuple

from tablero.bots.heuristic.aiw.knowledge import fighting, named, power
from tablero.bots.heuristic.aiw.outlook import Outlook, Stack, stack_of
from tablero.bots.heuristic.aiw.ways import LIBERAL_POINTS, LINKS, allowance, first_step, reach
from tablero.bots.heuristic.aiw.worth import departure, supplied, worth
from tablero.games.aiw.board import (
    CARLIST, CARLIST_ZONE, FIELD, FIRST_REGION, LIBERAL, MOUNTAIN, REFUGES, ROADS, SACK, TRAINS
)
from tablero.games.aiw.rules.r05_units.s01_blocks import in_open
from tablero.games.aiw.rules.r05_units.s01_counters import load
from tablero.games.aiw.rules.r10_actions.s00_used import unused
from tablero.games.aiw.rules.r11_movement.s00_activation import ALL, FormGroup
from tablero.games.aiw.rules.r11_movement.s01_march import GroupMove, gait
from tablero.games.aiw.rules.r12_carlist_movement.s03_countermarch import TOLL
from tablero.games.aiw.state import Aiw, Area, Block, Blocks
from tablero.kernel.actions import DONE, PASS, Action
from tablero.kernel.bits import bitset, ids_of

LEAST_GAIN = 0.03           # below it a group stays where it is
GROUPS = 3                  # that are planned for one activation
ROLL: Action = ("roll",)
FORCED_LOSS = (1 / 3, 1 / 2)        # [11.2b] by side: what a unit loses on a Forced March
LATE = 0.8                  # [11.4j] what is left of a gain for a group that must wait on the road
BY_TRAIN, BY_SACK = 6, 2
SLIPS = 0.1                 # what a countermarch must gain
GATHERED = 6                # [12.1d] units that may be together after a Concentration
CONCENTRATION = 2           # [12.1e] the points it costs
EXPEDITION = 3              # units of an Expedition that a card sends
SPARED = 0.15               # what a unit may be worth where it is, and come nevertheless


class Mission(NamedTuple):
    """A group and its aim."""

    blocks: Blocks
    to: Area
    gain: float


def fresh(look: Outlook, x: Area) -> list[Block]:
    """[10.0k] The Infantry and Cavalry of an area that may still march, the weakest first."""
    s = look.s
    units = fighting(s, unused(s, in_open(s, look.side, x)))
    return sorted(units, key=lambda b: power(s, b))


def wagons(s: Aiw, blocks: Blocks) -> Blocks:
    """One's own Supply Trains among these blocks."""
    return bitset(b for b in ids_of(blocks) if s.unit[b] >= 0 and TRAINS >> s.unit[b] & 1)


def _groups(units: list[Block], whole: bool) -> list[list[Block]]:
    """The groups that are thought of: the weakest one or two, the stronger ones, all."""
    k = len(units)
    if whole:
        return [units]
    groups = [units[:1], *([units[:2]] if k > 2 else []), *(units[i:] for i in range(k - 3, 0, -1))]
    return [*groups, units] if k > 1 else groups


def best_mission(look: Outlook, x: Area, units: list[Block], less: int = 0) -> Mission | None:
    """The group and the aim that gain most over staying here; `less` are points that a Concentration has cost."""
    s, side = look.s, look.side
    train = wagons(s, unused(s, in_open(s, side, x)))
    sack = load(s, side, SACK, x)
    here = look.here(x)
    stay = worth(look, x, here.n, here.power, BY_TRAIN if train else BY_SACK if sack else 0)
    regions, stops = look.regions(x), look.land.stops
    ways: dict[int, tuple[int, ...]] = {}
    best: Mission | None = None
    for group in _groups(units, side == CARLIST and x >= FIRST_REGION):
        blocks = bitset(group)
        g = stack_of(s, blocks)
        extra = BY_TRAIN if train and len(group) >= 3 else BY_SACK if sack and len(group) >= 2 else 0
        leaving = stay - worth(look, x, here.n - g.n, here.power - g.power)
        points = allowance(side, len(group) + (extra == BY_TRAIN)) - less
        if points not in ways:
            ways[points] = reach(x, points, stops, regions)
        for y in ways[points]:
            gain = joining(look, y, g, extra) - leaving
            if best is None or gain > best.gain + 1e-9:
                best = Mission(blocks, y, gain)
    return best if best is not None and best.gain > LEAST_GAIN else None


def joining(look: Outlook, x: Area, g: Stack, extra: int) -> float:
    """What it is worth that a group comes to an area."""
    there = look.here(x) if x in look.added else look.land.own[x]
    if not there.blocks:
        return worth(look, x, g.n, g.power, extra)
    gain = worth(look, x, there.n + g.n, there.power + g.power, extra) - worth(look, x, there.n, there.power)
    return gain * LATE if look.land.foes[x].blocks and not look.besieged(x) else gain


def prospect(look: Outlook, x: Area) -> float:
    """What an activation of an area would gain."""
    land = look.land
    known = land.prospects.get(x)
    if known is None:
        known = land.prospects[x] = _prospect(look, x)
    return known


def _prospect(look: Outlook, x: Area) -> float:
    """Each group is planned on what the groups before it will have done."""
    units, gain = fresh(look, x), 0.0
    saved, look.added = look.added, dict(look.added)
    for _ in range(GROUPS):
        mission = best_mission(look, x, units) if units else None
        if mission is None:
            break
        gain += mission.gain
        g = stack_of(look.s, mission.blocks)
        look.add(x, g, -1)
        look.add(mission.to, g, 1)
        units = [b for b in units if not mission.blocks >> b & 1]
    look.added = saved
    return max(gain, gathering(look, x).gain)


# -------------------------------------------------------------------------------------------------------- concentration


class Gathering(NamedTuple):
    """A Concentration, and the attack it is meant for."""

    summoned: Blocks        # those that come
    gain: float


def gathering(look: Outlook, x: Area) -> Gathering:
    """[12.1] The best attack with units out of the spaces around, one from each that can spare it."""
    s = look.s
    units = fresh(look, x)
    none = Gathering(0, 0.0)
    if look.side != CARLIST or not CARLIST_ZONE >> x & 1 or not units:
        return none
    come: list[int] = []
    cost = 0.0
    for y in ids_of(ROADS[x]):
        near = fresh(look, y)
        if near and not look.land.foes[y].blocks and len(come) + look.here(x).blocks < GATHERED:
            g = stack_of(s, 1 << near[-1])
            loss = departure(look, y, g)
            if loss < SPARED:
                come.append(near[-1])
                cost += max(0.0, loss)
    if not come:
        return none
    g, here = stack_of(s, bitset([*units, *come])), look.here(x)
    own = stack_of(s, bitset(units))
    leaving = cost + worth(look, x, here.n, here.power) - worth(look, x, here.n - own.n, here.power - own.power)
    ways = reach(x, allowance(CARLIST, len(units) + len(come)) - CONCENTRATION, look.land.stops, 0)
    gains = [joining(look, y, g, 0) for y in ways if look.land.foes[y].blocks]
    return Gathering(bitset(come), max(gains) - leaving) if gains else none


def summon(look: Outlook, summoned: Blocks, options: list[Action]) -> Action:
    """[12.1b] One after the other of those whom the plan of the Concentration wants; only the plan has a number."""
    return next((a for a in options if a[0] == "summon" and summoned >> named(a) & 1), DONE)


# ------------------------------------------------------------------------------------------------------ forming a group


def form(look: Outlook, question: FormGroup, mission: Mission | None, options: list[Action]) -> Action:
    """[11.0a] The next block of the mission, then what goes along; only the mission has a number."""
    if mission is None:
        return DONE if DONE in options else PASS
    s, x = look.s, question.x
    mine = in_open(s, look.side, x)
    missing = mission.blocks & ~question.picked
    everybody = not unused(s, mine) & ~mission.blocks & ~wagons(s, mine)
    leaves_all = everybody and not mine & s.acted and not s.forts[look.side] >> x & 1
    if everybody and leaves_all and ALL in options:
        return ALL
    if missing:
        return ("add", ids_of(missing)[0])
    size = mission.blocks.bit_count()
    train = wagons(s, unused(s, mine)) & ~question.picked
    hungry = stack_of(s, mission.blocks).n + look.here(mission.to).n > supplied(look, mission.to, True)
    if train and (leaves_all or size >= 3 and hungry):
        return ("add", ids_of(train)[0])
    siege = mission.to < FIRST_REGION and s.forts[look.foe] >> mission.to & 1
    for action in options:
        if action[0] == "load":
            kind, points = action[1:]
            if points < load(s, look.side, kind, x):
                continue
            along = leaves_all or kind == MOUNTAIN and size >= 3 or kind == SACK and size >= 2 and hungry
            if along or kind == FIELD and siege and size >= 2:
                return action
    return DONE


# ------------------------------------------------------------------------------------------------------------- marching


class Heading(NamedTuple):
    """What a group on the march makes of where it is and of where it can get to."""

    g: Stack
    extra: int              # units that it feeds itself
    left: int               # Movement Points
    stay: float             # what it is worth to end here
    best: float             # and in the area that is worth most
    aim: Area


def heading(look: Outlook, move: GroupMove) -> Heading:
    """[11.1e] The best area in reach, or where the group stands."""
    s, x = look.s, move.spot
    g = stack_of(s, move.group)
    extra = BY_TRAIN if wagons(s, move.group) else BY_SACK if move.load[SACK] else 0
    left = move.points + gait(s, move) - move.spent if move.points >= 0 else LIBERAL_POINTS
    others = stack_of(s, in_open(s, look.side, x) & ~move.group)
    stay = worth(look, x, others.n + g.n, others.power + g.power, extra) - worth(look, x, others.n, others.power)
    best, aim = stay + 0.02 * (not move.moved), x
    if move.through == x:
        best = -99.0            # [12.3e] who slips through must go on
    for y in reach(x, left, look.land.stops, look.regions(x)):
        value = joining(look, y, g, extra)
        if value > best + 1e-9:
            best, aim = value, y
    return Heading(g, extra, left, stay, best, aim)


def march(look: Outlook, move: GroupMove, options: list[Action]) -> Action:
    """[11.1e] On towards the best area in reach, or stop here; areas have numbers, the first step there none."""
    x = move.spot
    g, extra, left, stay, best, aim = heading(look, move)
    slip = _countermarch(look, move, g, extra, left, max(best, stay), options)
    if slip is not None:
        return slip
    if aim == x:
        return _forced(look, move, g, extra, best, options)
    if move.points < 0 and aim < FIRST_REGION and ROLL in options:
        return ROLL
    step: Action = ("march", first_step(x, aim, left, look.land.stops, look.regions(x)))
    return step if step in options else DONE


def _countermarch(
    look: Outlook, move: GroupMove, g: Stack, extra: int, left: int, best: float, options: list[Action]
) -> Action | None:
    """[12.3] Through a space of the enemy, where what lies behind it is worth the risk to stand still."""
    chosen = None
    for action in options:
        if action[0] == "countermarch":
            (x,) = action[1:]
            here = _toll(move.spot, x)
            beyond = reach(x, left - TOLL - here, look.land.stops, 0)
            gain = max((joining(look, y, g, extra) for y in beyond if y != move.spot), default=-1.0)
            chance = 1.0 if REFUGES >> x & 1 else (6 - g.blocks) / 6
            value = chance * gain + (1 - chance) * joining(look, move.spot, g, extra)
            if value > best + SLIPS:
                best, chosen = value, action
    return chosen


def _toll(x: Area, y: Area) -> int:
    return next(cost for near, cost in LINKS[x] if near == y)


def _forced(look: Outlook, move: GroupMove, g: Stack, extra: int, best: float, options: list[Action]) -> Action:
    """[11.2] A Forced March where it gains more than it wears out."""
    cost = 1.2 * look.w.strength * FORCED_LOSS[look.side] * g.blocks
    chosen: Action = DONE
    for action in options:
        if action[0] == "force":
            (y,) = action[1:]
            if y >= FIRST_REGION and look.side == LIBERAL:
                continue
            value = joining(look, y, g, extra) - cost
            if value > best + 0.1:
                best, chosen = value, action
    return chosen


# ---------------------------------------------------------------------------------------------------------- expeditions


def set_out(look: Outlook, gone: Blocks, options: list[Action]) -> dict[Action, float]:
    """[23.0d] Up to three units that can be spared go on an Expedition by a card."""
    s = look.s
    worth_of: dict[Action, float] = dict.fromkeys(options, -99.0) | {DONE: -SPARED if gone else -98.0}
    for action in options:
        if action[0] == "add" and gone.bit_count() < EXPEDITION and not wagons(s, 1 << named(action)):
            x = s.at[named(action)]
            g, here = stack_of(s, 1 << named(action)), look.here(x)
            loss = departure(look, x, g)
            worth_of[action] = 0.1 * (here.n >= EXPEDITION) + 0.02 * g.power - loss
    return worth_of
