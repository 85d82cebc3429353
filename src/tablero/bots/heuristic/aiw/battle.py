"""Battles: who is activated, who takes the hits, when to charge and when to leave the field."""

from __future__ import annotations

from tablero.bots.heuristic.aiw.combat import ALL, strongest
from tablero.bots.heuristic.aiw.knowledge import fighting, mounted, named, power
from tablero.bots.heuristic.aiw.outlook import Outlook, guns, stack_of
from tablero.bots.heuristic.aiw.worth import supplied
from tablero.games.aiw.board import AREAS, CITIES, EFFECT, MOST, ROUGH, TOWNS
from tablero.games.aiw.rules.r05_units.s01_blocks import in_open
from tablero.games.aiw.rules.r17_battle.s00_battle import Battle
from tablero.games.aiw.rules.r17_battle.s00_battlefield import battlefield, front_of, reserve_of
from tablero.games.aiw.rules.r17_battle.s04_activations import InfantryFire
from tablero.games.aiw.rules.r17_battle.s04_charges import charge_morale
from tablero.games.aiw.rules.r17_battle.s05_morale import EXTRA_HIT, LAST_POINT, morale_of
from tablero.games.aiw.state import INSIDE, Area, Block, Side, Spot
from tablero.kernel.actions import DONE, Action
from tablero.kernel.bits import ids_of

FILL: Action = ("fill",)
FIRES_FIRST = 99.0          # Infantry before Cavalry
SUPPORT: Action = ("support",)
COUNTERBATTERY: Action = ("counterbattery",)
HOLD: Action = ("hold",)
IN_LINE = 1.5               # what an Infantry unit in the front line is worth besides its strength: it keeps off a Rout
UNFIRED = 0.5               # what a point of strength is worth more that is still to fire in this round
LEAVES = (0.55, 0.75)       # the ratio of power below which the field is left: by the defender, by the attacker
AT_MOST = tuple(sum(a + b <= n for a in range(1, 7) for b in range(1, 7)) / 36 for n in range(13))     # two dice


def two_dice(need: int) -> float:
    """The chance that two dice show so much or less."""
    return AT_MOST[max(0, min(12, need))]


# ---------------------------------------------------------------------------------------------------------- activations


def activate(look: Outlook, options: list[Action]) -> dict[Action, float]:
    """[17.4a] Infantry fires, the strongest first; then Cavalry charges if it pays."""
    f = battlefield(look.s)
    foes, worth = ids_of(front_of(f, look.foe)), dict.fromkeys(options, 0.0)
    for action in options:
        if action[0] == "fire":
            worth[action] = FIRES_FIRST + power(look.s, named(action))
        elif action[0] == "charge":
            worth[action] = max(charge_worth(look, f, named(action), b) for b in foes)
    return worth


def take_fire(look: Outlook, options: list[Action]) -> dict[Action, float]:
    """[17.4f] [17.5a] The unit whose loss, or whose flight, would be felt least."""
    fire, f = look.s.frame(InfantryFire), battlefield(look.s)
    return {a: -hit_cost(look, f, named(a), fire.struck.count(named(a))) for a in options}


def hit_cost(look: Outlook, f: Battle, block: Block, taken: int) -> float:
    """What one hit more costs a unit that has taken some in this activation."""
    s = look.s
    left = s.strength[block] - 1
    fresh = 0 if f.spent >> block & 1 else UNFIRED
    value = IN_LINE + (1 + fresh) * power(s, block)
    before = flight_chance(look, f, block, taken, left + 1) if taken else 0.0
    after = flight_chance(look, f, block, taken + 1, left) if left else 1.0
    return fresh + (after - before) * value


def flight_chance(look: Outlook, f: Battle, block: Block, hits: int, left: int) -> float:
    """[17.5c] The chance that a unit fails its morale roll after so many hits, with so much strength left."""
    need = morale_of(look.s, f, block) + EXTRA_HIT * (hits - 1) + (LAST_POINT if left == 1 else 0)
    return 1 - two_dice(need)


def charge_worth(look: Outlook, f: Battle, rider: Block, target: Block) -> float:
    """[17.4h] [17.4m] What a charge promises: hits given less hits taken."""
    s = look.s
    dice, effect = s.strength[rider], EFFECT[s.unit[rider]]
    if mounted(s, target):
        return (dice * effect - s.strength[target] * EFFECT[s.unit[target]]) / 6 + 0.1 * bool(f.spent >> target & 1)
    resists = two_dice(charge_morale(s, f, target))
    last = 1.0 if s.strength[target] == 1 else 0.0
    return (1 - resists) * (dice * (effect + 1) / 6 + last) - resists * s.strength[target] / 6 - 0.2


def charge_at(look: Outlook, rider: Block, options: list[Action]) -> dict[Action, float]:
    """[17.4g] The target that promises most."""
    f = battlefield(look.s)
    return {action: charge_worth(look, f, rider, named(action)) for action in options}


def answer_charge(look: Outlook, target: Block, options: list[Action]) -> dict[Action, float]:
    """[17.4i] A rule of thumb: good Cavalry countercharges, the strongest first, for horse and for the weak."""
    s = look.s
    threatened = mounted(s, target) or s.strength[target] <= 2
    useful = [a for a in options if a[0] == "countercharge" and threatened and s.strength[named(a)] >= 2]
    return {action: power(s, named(action)) if action in useful else float(action == HOLD) for action in options}


def support(options: list[Action]) -> Action:
    """[17.6a] A rule of thumb: Support first, then Counterbattery."""
    return next((action for action in (SUPPORT, COUNTERBATTERY) if action in options), DONE)


def standing_power(look: Outlook, f: Battle, side: Side) -> float:
    """What a side has left on the Battlefield."""
    blocks = front_of(f, side) | reserve_of(look.s, f, side)
    return stack_of(look.s, blocks).power + guns(look.s, side, f.x)


def give_up(look: Outlook) -> dict[Action, float]:
    """[17.7b] Withdraw before a Rout; an attacker also when nothing is to be won."""
    f = battlefield(look.s)
    ratio = standing_power(look, f, look.side) / max(0.5, standing_power(look, f, look.foe))
    infantry = [b for b in fighting(look.s, front_of(f, look.side)) if not mounted(look.s, b)]
    points = sum(look.s.strength[b] for b in infantry)
    least = max(LEAVES[look.side == f.attacker], 1.0 if points <= 2 else 0.0)
    return {("fight_on",): ratio, ("withdraw",): least}


def pull_back(look: Outlook, options: list[Action]) -> Action:
    """[17.7k] A rule of thumb: Infantry at its last point makes room for fresh Infantry of the Reserve."""
    s, f = look.s, battlefield(look.s)
    fresh = [b for b in fighting(s, reserve_of(s, f, look.side)) if not mounted(s, b) and s.strength[b] >= 2]
    worn = [a for a in options if a != DONE and s.strength[named(a)] == 1 and not mounted(s, named(a))]
    line = [b for b in fighting(s, front_of(f, look.side)) if not mounted(s, b)]
    boxes = 3 if ROUGH >> f.x & 1 else 5
    return worn[0] if worn and len(fresh) > boxes - len(line) else DONE


def bring_up(look: Outlook, options: list[Action]) -> dict[Action, float]:
    """[17.7m] The strongest first, nobody at his last point unless he must."""
    s = look.s
    return {a: 1.5 if a == DONE else power(s, named(a)) if s.strength[named(a)] >= 2 else 0.0 for a in options}


def reinforce(look: Outlook, options: list[Action]) -> dict[Action, float]:
    """[17.7g] The best come, but not the last of a place that must be held."""
    s = look.s
    worth = strongest(look, options)
    for action in options:
        if action != DONE:
            spot = s.at[named(action)]
            if spot < AREAS and len(fighting(s, in_open(s, look.side, spot))) == 1:
                if (CITIES | TOWNS | s.forts[look.side]) >> spot & 1:
                    worth[action] = -2.0
    return worth


def merge(look: Outlook, x: Area, options: list[Action]) -> dict[Action, float]:
    """[17.9w] Beaten units are joined where not all of them would be fed, if no strength is lost by it."""
    s = look.s
    here = fighting(s, in_open(s, look.side, x))
    if len(here) <= supplied(look, x, look.friendly(x)):
        return {action: float(action == DONE) for action in options}
    worth: dict[Action, float] = dict.fromkeys(options, -1.0) | {DONE: 0.0}
    for action in options:
        if action[0] == "merge":
            block, into = action[1:]
            joined = s.strength[block] + s.strength[into]
            if joined <= MOST[s.unit[into]]:
                worth[action] = 1 / joined
    return worth


def take_along(look: Outlook, spot: Spot, options: list[Action]) -> Action:
    """[17.7j] A rule of thumb: from a road everything, from elsewhere nothing."""
    return ALL if spot >= INSIDE + AREAS and ALL in options else DONE
