"""What is done in the enemy's phase: intercept, evade, go inside."""

from __future__ import annotations

from tablero.bots.heuristic.aiw.hand import free_interception
from tablero.bots.heuristic.aiw.knowledge import fighting, last, named, power
from tablero.bots.heuristic.aiw.missions import joining
from tablero.bots.heuristic.aiw.outlook import Outlook, Stack, guns, stack_of
from tablero.bots.heuristic.aiw.worth import worth
from tablero.games.aiw.board import CITIES, REFUGES, ROADS, TOWNS
from tablero.games.aiw.rules.r04_map import capacity
from tablero.games.aiw.rules.r05_units.s01_blocks import in_open
from tablero.games.aiw.rules.r11_movement.s01_march import GroupMove
from tablero.games.aiw.rules.r11_movement.s06_interception import Interceptions, Interceptors, automatic, refuse_source
from tablero.games.aiw.rules.r17_battle.s09_retreat import Retreat
from tablero.games.aiw.state import Area, Block
from tablero.kernel.actions import DONE, PASS, Action
from tablero.kernel.bits import bitset, ids_of

ALL: Action = ("all",)
STAND: Action = ("stand",)
EVADE: Action = ("evade",)
LEAST_INTERCEPTION = 0.15      # what an interception must promise, for it costs a Command Point or a card
UNSURE = 2              # blocks whose evasion is better helped by a card
PARTY = 3               # units that intercept at most: more of them come too late


def marching(look: Outlook) -> Stack:
    """The enemy group that moves."""
    move = look.s.within(GroupMove)
    return stack_of(look.s, move.group) if move else Stack(0, 0.0, 0.0)


def party(look: Outlook, x: Area) -> list[Block]:
    """Who would intercept from a space: the strongest, but somebody stays where a place must be held."""
    s = look.s
    units = sorted(fighting(s, in_open(s, look.side, x)), key=lambda b: -power(s, b))
    kept = 1 if (CITIES | TOWNS | s.forts[look.side]) >> x & 1 or s.siege >> x & 1 else 0
    return units[: min(PARTY, len(units) - kept)]


def interceptions(look: Outlook, sure: bool = False) -> dict[Area, float]:
    """By space: what an interception from there promises. With a card it is sure to come."""
    s = look.s
    asked = s.within(Interceptions)
    if asked is None:
        return {}
    into, foe = asked.into, marching(look)
    defenders = stack_of(s, in_open(s, look.side, into))
    stakes = 0.3 + 0.5 * (look.friendly(into) and bool((CITIES | TOWNS) >> into & 1))
    worth: dict[Area, float] = {}
    for x in ids_of(ROADS[into]):
        g = stack_of(s, bitset(party(look, x)))
        if g.blocks and x not in asked.tries and refuse_source(s, look.side, into, x) is None:
            chance = 1.0 if sure or automatic(look.side, into, x) else (6 - g.blocks) / 6
            ratio = (g.power + defenders.power + guns(s, look.side, into)) / max(1.0, foe.power)
            worth[x] = look.w.intercept * chance * stakes * (ratio - 0.9) if g.n + defenders.n >= foe.n else 0.0
    return worth


def intercept(look: Outlook, options: list[Action]) -> dict[Action, float]:
    """[11.6h] From the space that promises most; a card before a Command Point."""
    card = free_interception(options)
    spaces = interceptions(look, sure=card is not None)
    worth = {a: spaces.get(named(a), 0.0) if a[0] == "intercept" else 0.0 for a in options}
    if card is not None:
        worth[card] = max(spaces.values(), default=0.0) + 0.01
    return {**worth, DONE: LEAST_INTERCEPTION}


def free_intercept(look: Outlook, options: list[Action]) -> dict[Action, float]:
    """A card lets one intercept: from the same space if it may be."""
    spaces = interceptions(look, sure=True)
    return {action: spaces.get(last(action), 0.0) if action[0] == "intercept" else 0.0 for action in options}


def interceptors(look: Outlook, question: Interceptors, options: list[Action]) -> Action:
    """[11.6i] One after the other of those who are meant to come."""
    for b in party(look, question.x):
        if not question.picked >> b & 1 and ("join", b) in options:
            return ("join", b)
    if DONE in options:
        return DONE
    return next((action for action in options if action[0] == "join"), options[0])


def outmatched(look: Outlook, x: Area, foe: Stack) -> bool:
    """Would the units of a space be driven out, or beaten?"""
    here = stack_of(look.s, in_open(look.s, look.side, x))
    ours = here.power + guns(look.s, look.side, x)
    if here.n >= 3 and foe.n >= 3:
        return foe.power > 1.15 * ours
    return foe.n > here.n + 0.3 or foe.power > 1.8 * ours


def evade(look: Outlook, x: Area, options: list[Action]) -> Action:
    """[12.2a] [12.2b] A rule of thumb: away from an enemy who is stronger, with a card if there are many to save."""
    if not outmatched(look, x, look.land.foes[x]):
        return STAND
    card = next((action for action in options if action[0] == "play"), None)
    few = look.here(x).blocks < UNSURE or REFUGES >> x & 1
    if card is not None and (not few or EVADE not in options):
        return card
    return EVADE if EVADE in options else STAND


def rearguard(look: Outlook, x: Area, options: list[Action]) -> dict[Action, float]:
    """[12.2g] The weakest stays in a Fortress that matters."""
    stays = bool((TOWNS | CITIES) >> x & 1)
    power_of = {action: sum(power(look.s, b) for b in action[1:]) for action in options}
    return {action: -99.0 * stays if action == PASS else -power_of[action] for action in options}


def shelter(look: Outlook, x: Area, options: list[Action]) -> Action:
    """[18.0d] A rule of thumb: inside, if the enemy before the Fortress is stronger."""
    s = look.s
    if not outmatched(look, x, look.land.foes[x]):
        return DONE
    if ALL in options:
        return ALL
    inside = fighting(s, s.shut[x])
    choices = [action for action in options if action[0] == "inside" and fighting(s, 1 << named(action))]
    if not choices or len(inside) >= capacity(x):
        return DONE
    return max(choices, key=lambda action: power(s, named(action)))


def retreat(look: Outlook, retreat: Retreat, options: list[Action]) -> dict[Action, float]:
    """[17.9d] Where those who retreat are worth most: in supply, and out of danger."""
    s, x, left = look.s, retreat.x, retreat.left(look.s)

    def value(action: Action) -> float:
        together: bool = action[0] == "retreat_all"
        g = stack_of(s, left if together else 1 << named(action))
        y = last(action)
        if y == x:
            full = len(fighting(s, s.shut[x]))
            return (1.5 if CITIES >> x & 1 else 0.5) / (1 + full) + 0.1 * together
        return joining(look, y, g, 0) + 0.1 * together if g.power else -0.1

    return {action: value(action) for action in options}


def break_out(look: Outlook, options: list[Action]) -> dict[Action, float]:
    """[17.9t] Where the fewest enemies are."""
    foes = look.land.foes
    return {action: -sum(foes[y].blocks - 0.1 * look.friendly(y) for y in action[1:]) for action in options}


def settle_down(look: Outlook, x: Area, g: Stack) -> float:
    """What a unit more is worth in an area."""
    there = look.here(x)
    return worth(look, x, there.n + g.n, there.power + g.power) - worth(look, x, there.n, there.power)
