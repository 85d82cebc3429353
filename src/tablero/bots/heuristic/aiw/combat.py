"""Skirmishes and assaults: which combats are fought, who fires, who is hit."""

from __future__ import annotations

import math

from tablero.bots.heuristic.aiw.knowledge import fighting, named, power
from tablero.bots.heuristic.aiw.outlook import EMPTY, Outlook, stack_of
from tablero.bots.heuristic.aiw.worth import fort_worth, site
from tablero.games.aiw.board import CITIES, EFFECT, FIELD, HORSE, LIBERAL, MORALE, ROUGH, TOWNS
from tablero.games.aiw.rules.r05_units.s01_blocks import in_open
from tablero.games.aiw.rules.r05_units.s01_counters import load
from tablero.games.aiw.state import INSIDE, Area, Block
from tablero.kernel.actions import DONE, Action

ALL: Action = ("all",)
YES: Action = ("yes",)
NO: Action = ("no",)
HALVES = 2                  # [18.1s] hits of an Assault that make a full one
MOST_SHOTS = 99.0           # more than any unit has
GARRISON_HITS = 0.3         # [18.1e] what the Garrison of a Fortress hits in a round


# ------------------------------------------------------------------------------------------------------------ which one


def next_combat(look: Outlook, options: list[Action]) -> dict[Action, float]:
    """[15.0h] The surest first; what need not be fought only if it promises something."""
    return {action: 0.0 if action == DONE else _promise(look, action) for action in options}


def _promise(look: Outlook, action: Action) -> float:
    verb, x = action[0], named(action)
    s = look.s
    here = stack_of(s, in_open(s, look.side, x))
    if verb == "fight":
        return site(look, x).clash(here.n, here.power).value
    if verb == "locate":
        return here.power - 0.5 * look.land.foes[x].power
    if verb == "assault":
        return storm(look, x)
    besieged, outside = stack_of(s, s.shut[x]), look.land.foes[x]
    return 0.5 if besieged.n > outside.n + 0.5 and besieged.power > outside.power else -1.0


def storm(look: Outlook, x: Area, rounds: int = 2) -> float:
    """[18.1] What an Assault promises: the Fortress by its chance, and the losses of both sides."""
    s = look.s
    best = sorted(fighting(s, in_open(s, look.side, x) & ~s.retreated), key=lambda b: -power(s, b))
    ours, theirs = load(s, look.side, FIELD, x), load(s, look.foe, FIELD, INSIDE + x)
    superior = theirs >= ours
    rounds = 1 if superior else rounds
    shots = sum(power(s, b) for b in best[: 4 if CITIES >> x & 1 else 2])
    inside = look.land.inside.get(x, EMPTY)
    hits = rounds * shots * (1 / 6 if superior else 1 / 3)
    answered = rounds * (inside.power * (1 / 2 if superior else 1 / 3) + GARRISON_HITS)
    falls = at_least(HALVES * (1 + round(inside.power)), hits)
    struck = min(inside.power, hits / HALVES)
    return falls * fort_worth(look, x) + look.w.strength * (struck - min(shots, answered))


def at_least(need: int, mean: float) -> float:
    """The chance of so many hits or more, if so many are to be expected (Poisson)."""
    term, fewer = math.exp(-mean), 0.0
    for n in range(need):
        fewer += term
        term *= mean / (n + 1)
    return 1.0 - fewer


def again(look: Outlook, x: Area) -> dict[Action, float]:
    """[18.1o] A second Assault Round, if it promises something by itself."""
    return {YES: storm(look, x, rounds=1), NO: 0.0}


def go_on(look: Outlook, x: Area) -> dict[Action, float]:
    """[23.2h] Another round in a region for who is stronger."""
    here = stack_of(look.s, in_open(look.s, look.side, x))
    return {YES: here.power, NO: 1.1 * stack_of(look.s, in_open(look.s, look.foe, x)).power}


# --------------------------------------------------------------------------------------------------------------- firing


def fire_with(look: Outlook, x: Area, options: list[Action]) -> dict[Action, float]:
    """[16.0h] All if they may, else the best shots: the dice that hit, six times."""
    s, rough = look.s, ROUGH >> x & 1

    def shots(b: Block) -> float:
        ground = 0 if HORSE >> s.unit[b] & 1 and not rough else -1
        return s.strength[b] * max(1, EFFECT[s.unit[b]] + ground)

    worth = {action: shots(named(action)) for action in options if action[0] == "fire"}
    return {**dict.fromkeys(options, 0.0), **worth, ALL: MOST_SHOTS}


def take_hit(look: Outlook, options: list[Action]) -> dict[Action, float]:
    """[16.0m] [17.4f] Who can best bear it: many points, good morale; among equals the worst shot."""
    s = look.s
    unit = {action: s.unit[named(action)] for action in options}
    return {a: min(3, s.strength[named(a)]) + 0.3 * MORALE[unit[a]] - 0.01 * EFFECT[unit[a]] for a in options}


def strongest(look: Outlook, options: list[Action]) -> dict[Action, float]:
    """The power of the unit that an option names; to name none comes last."""
    return {action: power(look.s, named(action)) if len(action) > 1 else -1.0 for action in options}


def weakest(look: Outlook, options: list[Action]) -> dict[Action, float]:
    """The same, the weakest first."""
    return {action: -power(look.s, named(action)) if len(action) > 1 else -99.0 for action in options}


# ---------------------------------------------------------------------------------------------------------------- siege


def sally(look: Outlook, options: list[Action]) -> Action:
    """[18.2e] A rule of thumb: all who can go out."""
    return next((action for action in options if action[0] == "out"), DONE)


def keep_or_raze(look: Outlook, x: Area) -> Action:
    """[18.3c] A rule of thumb: keep what stands in a town, or may count as a Liberal Fortress."""
    useful = TOWNS >> x & 1 or look.side == LIBERAL
    return ("keep",) if useful else ("raze",)
