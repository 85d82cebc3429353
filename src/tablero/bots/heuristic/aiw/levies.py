"""Reinforcements, replacements, guns and supply: who grows, where new ones stand, who goes hungry."""

from __future__ import annotations

from tablero.bots.heuristic.aiw.actions import suppression, unrest
from tablero.bots.heuristic.aiw.knowledge import POOR_FIRE, appraise, last, named, power
from tablero.bots.heuristic.aiw.missions import fresh
from tablero.bots.heuristic.aiw.outlook import Outlook, Stack
from tablero.bots.heuristic.aiw.reactions import settle_down
from tablero.bots.heuristic.aiw.worth import departure
from tablero.games.aiw.board import (
    CITIES, COUNTED, EFFECT, FIELD, FIRST_REGION, KIND, LIBERAL, MOST, MOUNTAIN, SACK, TOWNS, TRAIN, ZONES
)
from tablero.games.aiw.rules.r05_units.s01_counters import load
from tablero.games.aiw.rules.r19_supply.s02_sources import BY_KNAPSACK, CheckSupply
from tablero.games.aiw.rules.r20_reinforcements.s00_units import PlaceUnit
from tablero.games.aiw.state import INSIDE, Block, area_of
from tablero.kernel.actions import DONE, Action
from tablero.kernel.bits import ids_of

REDEPLOYED = 0.25       # what a redeployment must gain


def place(look: Outlook, placing: PlaceUnit, options: list[Action]) -> dict[Action, float]:
    """[20.1a] [20.2a] Where a unit more is worth most; Line Infantry replaces the weakest Provincial."""
    if options[0][0] == "replace":
        return {action: -power(look.s, named(action)) for action in options}
    fire = 1.0 if EFFECT[placing.unit] >= 2 else POOR_FIRE
    g = Stack(1, float(COUNTED >> placing.unit & 1), fire * placing.strength)

    def value(action: Action) -> float:
        x = named(action)
        if look.besieged(x):
            return 0.8 if CITIES >> x & 1 else 0.3
        return settle_down(look, x, g) + (0.02 if CITIES >> x & 1 else 0.0)

    return {action: value(action) for action in options}


def emplace(look: Outlook, options: list[Action]) -> dict[Action, float]:
    """[20.1d] Field guns to a threatened City that has few."""
    def value(action: Action) -> float:
        kind: int
        x: int
        kind, x = action[1:]
        here = load(look.s, LIBERAL, FIELD, x) + load(look.s, LIBERAL, FIELD, INSIDE + x)
        place = 1.0 * (CITIES >> x & 1) + 0.3 * bool(look.land.threat[x]) + 0.2 * (TOWNS >> x & 1)
        return place + 0.4 * (kind == FIELD) - 0.35 * here

    return {action: value(action) for action in options}


def box(look: Outlook, options: list[Action]) -> Action:
    """[20.2b] A rule of thumb: field guns for sieges."""
    return ("box", FIELD) if ("box", FIELD) in options and look.s.box_field < 4 else options[-1]


def deploy(look: Outlook, options: list[Action]) -> dict[Action, float]:
    """[14.3b] [14.3c] Guns come out where a Fortress is besieged; elsewhere they are hidden from a stronger enemy."""
    s = look.s

    def value(action: Action) -> float:
        x, here = last(action), look.here(last(action))
        safe = look.land.threat[x] <= here.power
        if action[0] == "hide":
            return -1.0 if safe or s.forts[look.foe] >> x & 1 else 9.0
        if named(action) == FIELD and s.siege & s.forts[look.foe] >> x & 1:
            lacking = load(s, look.side, FIELD, x) <= load(s, look.foe, FIELD, INSIDE + x)
            return lacking * (1.0 + bool((CITIES | TOWNS) >> x & 1))
        return 0.3 * (named(action) == MOUNTAIN and here.n >= 3 and safe and not load(s, look.side, MOUNTAIN, x))

    return {action: 1e-9 if action == DONE else value(action) for action in options}


def spend(look: Outlook, options: list[Action]) -> dict[Action, float]:
    """[21.0a] Weak units that shoot well first; new units; Trains where armies need them."""
    return {action: _spending(look, action) for action in options}


def _spending(look: Outlook, action: Action) -> float:
    s, verb = look.s, action[0]
    if verb == "raise":
        b = named(action)
        unit = s.unit[b]
        if KIND[unit] == TRAIN:
            return 0.7 if s.strength[b] <= 2 else 0.4
        missing = MOST[unit] - s.strength[b]
        threatened = 0.15 if look.land.threat[area_of(s.at[b])] else 0.0
        return 0.8 + 0.25 * (EFFECT[unit] - 1) + 0.1 * missing + 0.2 * (s.strength[b] == 1) + threatened
    if verb == "draw":
        return 1.12
    if verb == "enrol":
        return 0.9
    if verb == "train":
        return 0.9 if look.here(named(action)).n >= 4 else 0.1
    if verb == "knapsack":
        return 0.5 if look.here(named(action)).n >= 3 else 0.1
    if verb == "refill":
        return 0.6 if named(action) == SACK else 0.0
    return 0.0


def restore(look: Outlook, options: list[Action]) -> dict[Action, float]:
    """[7.1d] Who recovers a point: the good and weak."""
    unit, strength = look.s.unit, look.s.strength
    restored = {a: named(a) for a in options if a[0] == "restore"}
    return dict.fromkeys(options, -9.0) | {a: EFFECT[unit[b]] - 0.3 * strength[b] for a, b in restored.items()}


# --------------------------------------------------------------------------------------------------------------- supply


def source(look: Outlook, check: CheckSupply, options: list[Action]) -> Action:
    """[19.2o] A rule of thumb: a Knapsack if it is enough."""
    enough = check.need(look.s) - check.fed(look.s) <= BY_KNAPSACK
    wanted: Action = ("from_knapsack",) if enough else ("from_train",)
    return wanted if wanted in options else options[0]


def without(look: Outlook, options: list[Action]) -> dict[Action, float]:
    """[19.2p] Nobody is starved to death while others can bear it; bad shots first."""
    s = look.s

    def bearing(action: Action) -> float:
        b = named(action)
        return (s.strength[b] > 1) * 10 - EFFECT[s.unit[b]] + 0.2 * s.strength[b]

    return {action: bearing(action) for action in options}


# ------------------------------------------------------------------------------------------------------------ uprisings


def rise(look: Outlook, options: list[Action]) -> dict[Action, float]:
    """[22.1c] Where an Uprising promises most."""
    levels = look.s.uprising

    def heat(action: Action) -> float:
        raised = levels[:]
        raised[named(action) - FIRST_REGION] += 1
        return unrest(raised) - 0.01 * look.land.foes[named(action)].n

    return {action: heat(action) for action in options}


def quieten(look: Outlook, options: list[Action]) -> dict[Action, float]:
    """[23.4d] The region where it matters most."""
    return {a: suppression(look, named(a), len(fresh(look, named(a)))) if len(a) > 1 else -1.0 for a in options}


# --------------------------------------------------------------------------------------------------------- redeployment


def redeploy(look: Outlook, options: list[Action]) -> dict[Action, float]:
    """[24.8b] A unit that is of little use here and of much elsewhere in its own zone."""
    worth_of: dict[Action, float] = dict.fromkeys(options, 0.0) | {DONE: REDEPLOYED}
    for action in options:
        if action[0] == "redeploy":
            x = area_of(look.s.at[named(action)])
            g = Stack(1, *appraise(look.s, named(action)))
            if g.power and not look.besieged(x):
                best = max(settle_down(look, y, g) for y in ids_of(ZONES[look.side]) if y != x)
                worth_of[action] = best - departure(look, x, g)
    return worth_of


def redeploy_to(look: Outlook, block: Block, options: list[Action]) -> dict[Action, float]:
    """[24.8g] Where it is worth most."""
    g = Stack(1, *appraise(look.s, block)) if block >= 0 else Stack(0, 0.0, 0.0)
    return {action: settle_down(look, named(action), g) if len(action) > 1 else -1.0 for action in options}
