"""Skirmishes, battles, assaults: who fires, who is hit, when to charge and when to give up."""

from __future__ import annotations

import math

from tablero.bots.heuristic.aiw.knowledge import fighting, mounted, named, power
from tablero.bots.heuristic.aiw.outlook import EMPTY, Outlook, guns, stack_of
from tablero.bots.heuristic.aiw.worth import STRENGTH, fort_worth, site, supplied
from tablero.games.aiw.board import AREAS, CITIES, EFFECT, FIELD, HORSE, LIBERAL, MORALE, MOST, ROUGH, TOWNS
from tablero.games.aiw.rules.r05_units import load
from tablero.games.aiw.rules.r17_0_battlefield import Battlefield, battlefield, front_of, reserve_of
from tablero.games.aiw.rules.r17_4_charges import charge_morale
from tablero.games.aiw.state import INSIDE
from tablero.kernel.actions import DONE, PASS, Action
from tablero.kernel.bits import ids_of

ALL: Action = ("all",)
FILL: Action = ("fill",)
SUPPORT: Action = ("support",)
COUNTERBATTERY: Action = ("counterbattery",)
HOLD: Action = ("hold",)
YES: Action = ("yes",)
NO: Action = ("no",)
MOST_JOINED = 9             # more than any unit has
HALVES = 2                  # [18.1s] hits of an Assault that make a full one
GARRISON_HITS = 0.3         # [18.1e] what the Garrison of a Fortress hits in a round
AT_MOST = tuple(sum(a + b <= n for a in range(1, 7) for b in range(1, 7)) / 36 for n in range(13))     # two dice


def two_dice(need: int) -> float:
    """The chance that two dice show so much or less."""
    return AT_MOST[max(0, min(12, need))]


# ------------------------------------------------------------------------------------------------------------ which one


def next_combat(look: Outlook, options: list[Action]) -> Action:
    """[15.0h] The surest first; what need not be fought only if it promises something."""
    best, chosen = (0.0, DONE) if DONE in options else (-99.0, options[0])
    for action in options:
        if action != DONE:
            value = _promise(look, action)
            if value > best:
                best, chosen = value, action
    return chosen


def _promise(look: Outlook, action: Action) -> float:
    verb, x = action[0], named(action)
    s = look.s
    here = stack_of(s, s.open[look.side * AREAS + x])
    if verb == "fight":
        return site(look, x).clash(here.n, here.power).value
    if verb == "locate":
        return here.power - 0.5 * look.land.foes[x].power
    if verb == "assault":
        return storm(look, x)
    besieged, outside = stack_of(s, s.shut[x]), look.land.foes[x]
    return 0.5 if besieged.n > outside.n + 0.5 and besieged.power > outside.power else -1.0


def storm(look: Outlook, x: int, rounds: int = 2) -> float:
    """[18.1] What an Assault promises: the Fortress by its chance, and the losses of both sides."""
    s = look.s
    best = sorted(fighting(s, s.open[look.side * AREAS + x] & ~s.retreated), key=lambda b: -power(s, b))
    ours, theirs = load(s, look.side, FIELD, x), load(s, look.foe, FIELD, INSIDE + x)
    superior = theirs >= ours
    rounds = 1 if superior else rounds
    shots = sum(power(s, b) for b in best[: 4 if CITIES >> x & 1 else 2])
    inside = look.land.inside.get(x, EMPTY)
    hits = rounds * shots * (1 / 6 if superior else 1 / 3)
    answered = rounds * (inside.power * (1 / 2 if superior else 1 / 3) + GARRISON_HITS)
    falls = at_least(HALVES * (1 + round(inside.power)), hits)
    struck = min(inside.power, hits / HALVES)
    return falls * fort_worth(look, x) + STRENGTH * (struck - min(shots, answered))


def at_least(need: int, mean: float) -> float:
    """The chance of so many hits or more, if so many are to be expected (Poisson)."""
    term, fewer = math.exp(-mean), 0.0
    for n in range(need):
        fewer += term
        term *= mean / (n + 1)
    return 1.0 - fewer


def again(look: Outlook, x: int) -> Action:
    """[18.1o] A second Assault Round, if it promises something by itself."""
    return YES if storm(look, x, rounds=1) > 0.0 else NO


def go_on(look: Outlook, x: int) -> Action:
    """[23.2h] Another round in a region for who is stronger."""
    here = stack_of(look.s, look.s.open[look.side * AREAS + x])
    return YES if here.power > 1.1 * stack_of(look.s, look.s.open[look.foe * AREAS + x]).power else NO


# --------------------------------------------------------------------------------------------------------------- firing


def fire_with(look: Outlook, x: int, options: list[Action]) -> Action:
    """[16.0h] The best shots."""
    if ALL in options:
        return ALL
    s, rough = look.s, ROUGH >> x & 1

    def shots(action: Action) -> float:
        b = named(action)
        ground = 0 if HORSE >> s.unit[b] & 1 and not rough else -1
        return s.strength[b] * max(1, EFFECT[s.unit[b]] + ground)

    able = [action for action in options if action[0] == "fire"]
    return max(able, key=shots) if able else DONE


def take_hit(look: Outlook, options: list[Action]) -> Action:
    """[16.0m] [17.4f] Who can best bear it: many points, good morale; among equals the worst shot."""
    s = look.s

    def bearing(action: Action) -> tuple[float, int]:
        b = named(action)
        unit = s.unit[b]
        return min(3, s.strength[b]) + 0.3 * MORALE[unit], -EFFECT[unit]

    return max(options, key=bearing)


def strongest(look: Outlook, options: list[Action]) -> Action:
    """The option that names the strongest unit."""
    able = [action for action in options if len(action) > 1]
    return max(able, key=lambda action: power(look.s, named(action))) if able else options[0]


def weakest(look: Outlook, options: list[Action]) -> Action:
    """The option that names the weakest unit."""
    able = [action for action in options if len(action) > 1]
    return min(able, key=lambda action: power(look.s, named(action))) if able else options[0]


# --------------------------------------------------------------------------------------------------------------- battle


def activate(look: Outlook, options: list[Action]) -> Action:
    """[17.4a] Infantry fires, the strongest first; then Cavalry charges if it pays."""
    shots = [action for action in options if action[0] == "fire"]
    if shots:
        return strongest(look, shots)
    f = battlefield(look.s)
    best, chosen = 0.0, PASS
    for action in options:
        if action[0] == "charge":
            value = max(charge_worth(look, f, named(action), b) for b in ids_of(front_of(f, look.foe)))
            if value > best:
                best, chosen = value, action
    return chosen


def charge_worth(look: Outlook, f: Battlefield, rider: int, target: int) -> float:
    """[17.4h] [17.4m] What a charge promises: hits given less hits taken."""
    s = look.s
    dice, effect = s.strength[rider], EFFECT[s.unit[rider]]
    if mounted(s, target):
        return (dice * effect - s.strength[target] * EFFECT[s.unit[target]]) / 6 + 0.1 * bool(f.spent >> target & 1)
    resists = two_dice(charge_morale(s, f, target))
    last = 1.0 if s.strength[target] == 1 else 0.0
    return (1 - resists) * (dice * (effect + 1) / 6 + last) - resists * s.strength[target] / 6 - 0.2


def charge_at(look: Outlook, rider: int, options: list[Action]) -> Action:
    """[17.4g] The target that promises most."""
    f = battlefield(look.s)
    return max(options, key=lambda action: charge_worth(look, f, rider, named(action)))


def answer_charge(look: Outlook, target: int, options: list[Action]) -> Action:
    """[17.4i] Good Cavalry countercharges; others hold."""
    counters = [action for action in options if action[0] == "countercharge"]
    if counters and (mounted(look.s, target) or look.s.strength[target] <= 2):
        best = strongest(look, counters)
        if look.s.strength[named(best)] >= 2:
            return best
    return HOLD


def support(options: list[Action]) -> Action:
    """[17.6a] Support first, then Counterbattery."""
    return next((action for action in (SUPPORT, COUNTERBATTERY) if action in options), DONE)


def standing_power(look: Outlook, f: Battlefield, side: int) -> float:
    """What a side has left on the Battlefield."""
    blocks = front_of(f, side) | reserve_of(look.s, f, side)
    return stack_of(look.s, blocks).power + guns(look.s, side, f.x)


def give_up(look: Outlook) -> Action:
    """[17.7b] Withdraw before a Rout; an attacker also when nothing is to be won."""
    f = battlefield(look.s)
    ratio = standing_power(look, f, look.side) / max(0.5, standing_power(look, f, look.foe))
    infantry = [b for b in fighting(look.s, front_of(f, look.side)) if not mounted(look.s, b)]
    points = sum(look.s.strength[b] for b in infantry)
    lost = ratio < 0.55 or points <= 2 and ratio < 1.0
    return ("withdraw",) if lost else ("fight_on",)


def pull_back(look: Outlook, options: list[Action]) -> Action:
    """[17.7k] Infantry at its last point makes room for fresh Infantry of the Reserve."""
    s, f = look.s, battlefield(look.s)
    fresh = [b for b in fighting(s, reserve_of(s, f, look.side)) if not mounted(s, b) and s.strength[b] >= 2]
    worn = [a for a in options if a != DONE and s.strength[named(a)] == 1 and not mounted(s, named(a))]
    line = [b for b in fighting(s, front_of(f, look.side)) if not mounted(s, b)]
    boxes = 3 if ROUGH >> f.x & 1 else 5
    return worn[0] if worn and len(fresh) > boxes - len(line) else DONE


def bring_up(look: Outlook, options: list[Action]) -> Action:
    """[17.7m] The strongest first, nobody at his last point unless he must."""
    s = look.s
    able = [a for a in options if a != DONE and (s.strength[named(a)] >= 2 or DONE not in options)]
    return strongest(look, able) if able else DONE


def reinforce(look: Outlook, options: list[Action]) -> Action:
    """[17.7g] The best come, but not the last of a place that must be held."""
    s = look.s
    able = []
    for action in options:
        if action != DONE:
            spot = s.at[named(action)]
            alone = spot < AREAS and len(fighting(s, s.open[look.side * AREAS + spot])) == 1
            held = spot < AREAS and (CITIES | TOWNS | s.forts[look.side]) >> spot & 1
            if not (alone and held):
                able.append(action)
    return strongest(look, able) if able else DONE


def merge(look: Outlook, x: int, options: list[Action]) -> Action:
    """[17.9w] Beaten units are joined where not all of them would be fed, if no strength is lost by it."""
    s = look.s
    here = fighting(s, s.open[look.side * AREAS + x])
    if len(here) <= supplied(look, x, look.held(x)):
        return DONE
    best, chosen = MOST_JOINED, DONE
    for action in options:
        if action[0] == "merge":
            block, into = action[1:]
            joined = s.strength[block] + s.strength[into]
            if joined <= MOST[s.unit[into]] and joined < best:
                best, chosen = joined, action
    return chosen


def take_along(look: Outlook, spot: int, options: list[Action]) -> Action:
    """[17.7j] From a road everything, from elsewhere nothing."""
    return ALL if spot >= INSIDE + AREAS and ALL in options else DONE


def sally(look: Outlook, options: list[Action]) -> Action:
    """[18.2e] All who can go out."""
    return next((action for action in options if action[0] == "out"), DONE)


def keep_or_raze(look: Outlook, x: int) -> Action:
    """[18.3c] Keep what stands in a town, or may count as a Liberal Fortress."""
    useful = TOWNS >> x & 1 or look.side == LIBERAL
    return ("keep",) if useful else ("raze",)
