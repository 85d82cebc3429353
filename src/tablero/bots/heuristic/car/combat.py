"""Attacks, Combat Cards, losses, retreats, advances."""

from __future__ import annotations

from dataclasses import replace

from tablero.bots.heuristic.car.chances import promise, value
from tablero.bots.heuristic.car.dice import steps_of, thrown
from tablero.bots.heuristic.car.outlook import Outlook
from tablero.bots.heuristic.car.plans import LEAST, helped, storm_worth
from tablero.bots.heuristic.car.worth import step_worth, unit_worth
from tablero.games.car.board import AFR, ALL_CORPS, CARD, CARDS, CF, FIRE, HAND, LF, MIL, ROUNDS
from tablero.games.car.rules.r08_cards.s02_operations import Operations
from tablero.games.car.rules.r11_combat.s01_combat import Combats
from tablero.games.car.rules.r11_combat.s02_resolution import Combat
from tablero.games.car.rules.r11_combat.s04_retreat import Retreat
from tablero.games.car.rules.r11_combat.s05_advance import Advance
from tablero.games.car.rules.r17_columns.s04_militias import uncoordinated
from tablero.games.car.state import Car, Space, Unit, Units
from tablero.kernel.actions import PASS, Action
from tablero.kernel.bits import ids_of

SPARE, NEEDED = 0.08, 0.35  # what a Combat Card must promise: if there is one more than Rounds to come, and if not
FIXED = {CARD["n36"]: 0.15, CARD["r29"]: 0.15, CARD["r45"]: 0.08, CARD["n14"]: 0.2, CARD["n18"]: 0.1}


def together(look: Outlook, units: Units) -> Units:
    """Those that can attack together, soldiers before militias."""
    found = 0
    for u in sorted(ids_of(units), key=lambda u: (MIL >> u & 1, -CF[0][u])):
        if not uncoordinated(look.s, look.side, found | 1 << u):
            found |= 1 << u
    return found


def fight(look: Outlook, frame: Combats, options: list[Action]) -> Action:
    """[11.1.1a] The best attack first, with all that can take part."""
    s = look.s
    if frame.target >= 0 or frame.siege >= 0:
        wanted = together(look, frame.near_target(s)) if frame.target >= 0 else frame.near_target(s)
        for u in ids_of(wanted & ~frame.joined):
            if ("join", u) in options:
                return ("join", u)
        return ("designate",) if ("designate",) in options else ("fight",)
    operation, best = s.frame(Operations), LEAST / 2
    chosen: Action = ("done",)
    for action in options:
        if action[0] == "target":
            x = action[1]
            units = together(look, replace(frame, target=x).near_target(s))
            worth = promise(look, x, units, helped(operation.card, x))
        elif action[0] == "assault":
            worth = storm_worth(s, action[1], replace(frame, siege=action[1]).near_target(s))
        else:
            continue
        if worth > best:
            best, chosen = worth, action
    return chosen


# --- Combat Cards


def expected(look: Outlook, combat: Combat, card: int = -1, armor: bool = False) -> float:
    """What a combat is worth to the attacker, with one more card of this side or with armor declared."""
    s = look.s
    trial = replace(combat, played=combat.played[:], modifier=combat.modifier[:], air=combat.air[:],
                    shift=combat.shift[:], number=[0, 0], replaced=[], armor=combat.armor or armor)
    if card >= 0:
        trial.played[look.side] |= 1 << card
        effect = CARDS.effects.get(card)
        if effect is not None:
            effect(s, look.side, trial)
    trial.modifiers(s)
    trial.columns(s)
    trial.let_act(s, FIRE)
    attack = thrown(trial.column_of(s, trial.side).hits, trial.modifier_of(s, trial.side))
    defence = thrown(trial.column_of(s, 1 - trial.side).hits, trial.modifier_of(s, 1 - trial.side))
    attacker = look if look.side == trial.side else look.opposite()
    found = value(attacker, trial.x, trial.units, attack, defence)
    if trial.early in (1, 2):
        found += 0.15 if trial.early == 1 << trial.side else -0.15
    return found


def cards(look: Outlook, options: list[Action]) -> Action:
    """[11.2.4a] The card that helps most, if it helps enough; armor if it helps at all."""
    combat = look.s.frame(Combat)
    sign = 1 if combat.side == look.side else -1
    plain = expected(look, combat)
    best, chosen = 0.0, PASS
    hand, rounds = look.s.sizes[HAND[look.side]], ROUNDS - look.s.round + (look.side > look.s.side)
    price = SPARE if hand > rounds else NEEDED
    for action in options:
        if action == PASS:
            continue
        if action[0] == "armor":
            gain = sign * (expected(look, combat, armor=True) - plain)
        elif action[1] in FIXED:
            gain = FIXED[action[1]] * (0.3 + look.worth[combat.x] + look.care[combat.x])
        else:
            gain = sign * (expected(look, combat, action[1]) - plain)
        if action[0] == "play" and look.s.piles[HAND[look.side]] >> action[1] & 1:
            gain -= price
        if gain > best:
            best, chosen = gain, action
    return chosen


# --- losses


def loss_worth(s: Car, unit: Unit) -> float:
    """What it costs to lose a step, for each point it satisfies; the last step of a unit is dearer."""
    last = 0.03 if steps_of(s, unit) == 1 else 0.0
    drop = CF[0][unit] - CF[1][unit] if not last else CF[1][unit]
    return (step_worth(s, unit) + last + 0.01 * drop + (0.3 if AFR >> unit & 1 and last else 0.0)) / LF[unit]


def lose(s: Car, options: list[Action]) -> Action:
    return min(options, key=lambda action: loss_worth(s, action[1]))


def eliminate(s: Car, options: list[Action]) -> Action:
    """[9.1.4a] Of the enemy: the best unit."""
    return max(options, key=lambda action: unit_worth(s, action[1]))


def best_unit(s: Car, options: list[Action]) -> Action:
    """The best unit there is."""
    units = [action for action in options if len(action) > 1]
    return max(units, key=lambda action: unit_worth(s, action[1])) if units else options[0]


def worst_unit(look: Outlook, options: list[Action]) -> Action:
    """The unit that is missed least, rather one far from the enemy."""
    s = look.s

    def missed(action: Action) -> float:
        unit = action[1]
        x = s.at[unit]
        if x >= len(look.menace):
            return unit_worth(s, unit) - 0.1
        return unit_worth(s, unit) - look.shift(x, -1, 1 << unit)

    units = [action for action in options if len(action) > 1]
    return min(units, key=missed) if units else options[0]


# --- retreat and advance


def hold(look: Outlook, options: list[Action]) -> Action:
    """[11.4.3a] A step for the space, if the space is worth it and enough remain."""
    s = look.s
    combat = s.frame(Combat)
    if ("yes",) in options:
        return ("yes",)
    x = combat.x
    payers = [action for action in options if action[0] == "cancel"]
    steps = sum(steps_of(s, u) for u in ids_of(s.here[x]))
    payer = min(payers, key=lambda action: loss_worth(s, action[1]))
    cost = step_worth(s, payer[1]) + (0.15 if steps <= 2 else 0.0)
    return payer if look.worth[x] + look.care[x] > 1.5 * cost and s.frame(Retreat).length else ("no",)


def retreat(look: Outlook, options: list[Action]) -> Action:
    """[11.4.5a] To where the unit is wanted most."""
    def worth(action: Action) -> float:
        _, unit, y = action
        return look.shift(-1, y, 1 << unit, 1 << y & look.theirs)

    return max(options, key=worth)


def advance(look: Outlook, frame: Advance, options: list[Action]) -> Action:
    """[11.5.1a] One unit takes the space; others follow where they are of more use than where they are."""
    best = 0.0
    chosen: Action = ("done",)
    for action in options:
        if len(action) < 2:
            continue
        _, unit, y = action
        worth = gain_at(look, unit, y) + 0.01 * (ALL_CORPS >> unit & 1)
        if worth > best:
            best, chosen = worth, action
    return chosen if chosen in options else options[0]


def gain_at(look: Outlook, unit: Unit, y: Space) -> float:
    """What a unit gains by going from where it is to a space next to it."""
    s = look.s
    taken = (1 << y | 1 << s.frame(Combat).x) & look.theirs
    worth = look.shift(s.at[unit], y, 1 << unit, taken)
    if taken:
        worth += sum(look.prize(z) for z in ids_of(taken)) + look.cut(taken)
    return worth if look.safe(y, taken) else worth - 0.5
