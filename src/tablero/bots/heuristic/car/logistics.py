"""Redeployment, replacements, and where new units are put."""

from __future__ import annotations

from tablero.bots.heuristic.car.outlook import Outlook
from tablero.bots.heuristic.car.worth import step_worth, unit_worth
from tablero.games.car.board import (
    ALL_CORPS, CAPITALS, CF, COLUMNS_PHASE, ELIMINATED, KIND, RESERVE, SPACES, UNITS, WAR_PHASE
)
from tablero.games.car.rules.r02_map import units_in
from tablero.games.car.rules.r08_cards.s05_reinforcements import corps_spaces, with_room
from tablero.games.car.rules.r12_redeployment import COST, Redeploy, Redeployment, destinations, size
from tablero.games.car.rules.r14_replacements import KINDS, STEP_COST
from tablero.games.car.state import Car, Half, Space, Unit, Units
from tablero.kernel.actions import DONE, Action
from tablero.kernel.bits import ids_of

LEAST_MOVE = 0.04           # what a redeployment must promise
CORPS_BACK, STRENGTH_BACK = 0.3, 0.25       # what a corps is worth that comes back: for itself, and a point of strength
DIVISION_BACK = 0.1
CORPS_POINT, DIVISION_POINT = 0.12, 0.03    # a point of strength that is won back
HELD_BACK = 4               # divisions in the Reserve that stand ready to replace corps


def gain(look: Outlook, unit: Unit, y: Space) -> float:
    """What a unit adds to a space, less what is missed where it is now."""
    x = look.s.at[unit]
    found = look.shift(x if x < SPACES else -1, y, 1 << unit)
    return found - (0.12 if x == RESERVE[look.side] and is_scarce(look) else 0.0)


def is_scarce(look: Outlook) -> bool:
    """Are the divisions in the Reserve needed there, to replace corps?"""
    s = look.s
    return WAR_PHASE[s.turn] != COLUMNS_PHASE and s.here[RESERVE[look.side]].bit_count() <= HELD_BACK


def best_place(look: Outlook, unit: Unit) -> tuple[float, Space]:
    """Where a unit should redeploy, and what that gains: somewhere at the front, or in a capital that nobody guards."""
    s = look.s
    alike = s.at[unit], KIND[unit], s.reduced >> unit & 1
    found = look.bests.get(alike)
    if found is None:
        vacant = look.own & ~s.occupied[look.side]
        front = destinations(s, unit) & (look.reached | look.beside | vacant & CAPITALS)
        found = look.bests[alike] = max(((gain(look, unit, y), y) for y in ids_of(front)), default=(-1.0, -1))
    return found


def movable(look: Outlook) -> Units:
    """Units in the Reserve, those that stand where no enemy comes, and those that are not alone."""
    s, side = look.s, look.side
    rear = s.occupied[side] & look.supplied & ~look.reached
    crowded = units_in(s, s.occupied[side] & look.supplied & look.reached)
    for unit in ids_of(crowded):
        if s.here[s.at[unit]].bit_count() < 2:
            crowded &= ~(1 << unit)
    return s.here[RESERVE[side]] | units_in(s, rear) | crowded


def redeployment_worth(look: Outlook, points: Half) -> float:
    """What so many points are worth: the best units, one to a space."""
    found, served, open_to_him = 0.0, 0, look.harm
    if look.places is None:
        look.places = sorted(((*best_place(look, unit), unit) for unit in ids_of(movable(look))), reverse=True)
    for worth, y, unit in look.places:
        if worth < LEAST_MOVE:
            break
        if COST[size(unit)] > points:
            continue
        x = look.s.at[unit]
        relief = look.relief(x if x < SPACES else -1, y, 1 << unit)
        worth -= relief - min(relief, open_to_him)
        open_to_him = max(0.0, open_to_him - relief)
        if served >> y & 1:
            worth *= 0.25
        if worth > LEAST_MOVE:
            points -= COST[size(unit)]
            found += worth
            served |= 1 << y
    return found


def redeploy(look: Outlook, frame: Redeploy, options: list[Action]) -> Action:
    """[12.1.1a] The unit that gains most, to its best place."""
    s = look.s
    if frame.unit >= 0:
        places = [action for action in options if action[0] == "to"]
        return max(places, key=lambda action: gain(look, frame.unit, action[1])) if places else options[0]
    best, chosen = LEAST_MOVE, DONE
    points = s.frame(Redeployment).points
    rear = movable(look)
    for action in options:
        if action == DONE:
            continue
        unit = action[1]
        if frame.is_cut_off(s, unit):
            worth = unit_worth(s, unit)
        elif rear >> unit & 1:
            worth = best_place(look, unit)[0] / (1 if COST[size(unit)] < points else 1.2)
        else:
            continue
        if worth > best:
            best, chosen = worth, action
    return chosen


def place(look: Outlook, options: list[Action], unit: Unit = -1) -> Action:
    """Where a new unit is wanted most; without one in mind, where one is."""
    s = look.s

    def worth(action: Action) -> float:
        if action[0] == "to_reserve":
            return 0.0
        x = action[1]
        if unit >= 0:
            return gain(look, unit, x) + 0.01 * look.pull[x]
        return look.pull[x] + look.care[x] + look.menace[x] - 0.1 * s.here[x].bit_count()

    return max(options, key=worth)


# --- replacements


def restored(look: Outlook, unit: Unit) -> float:
    """What a step more is worth to a reduced unit."""
    x = look.s.at[unit]
    near = 1.5 if x < SPACES and (look.menace[x] or look.reached >> x & 1) else 1.0
    point = CORPS_POINT if ALL_CORPS >> unit & 1 else DIVISION_POINT
    return near * (step_worth(look.s, unit) + point * (CF[0][unit] - CF[1][unit]))


def rebuilt(unit: Unit) -> float:
    """What it is worth that an eliminated unit comes back: a division into the Reserve, a corps to the front."""
    if ALL_CORPS >> unit & 1:
        return CORPS_BACK + STRENGTH_BACK * CF[1][unit]
    return DIVISION_BACK + DIVISION_POINT * CF[0][unit]


def is_welcome(s: Car, unit: Unit) -> bool:
    """Is there a space for a corps to come back to?"""
    return not ALL_CORPS >> unit & 1 or bool(with_room(s, corps_spaces(s, unit)))


def replacement_worth(look: Outlook, own: Half, ally: Half) -> float:
    """What points are worth, with those that are recorded already: only as far as there is use for them."""
    s, side = look.s, look.side
    wanted: list[tuple[float, int]] = []
    weak = (units_in(s, s.occupied[side] & look.supplied) | s.here[RESERVE[side]]) & s.reduced
    for unit in ids_of(weak):
        if KINDS[side * 2] in UNITS[unit].rp.split():
            wanted.append((restored(look, unit), STEP_COST[ALL_CORPS >> unit & 1]))
    for unit in ids_of(s.here[ELIMINATED[side]]):
        if KINDS[side * 2] in UNITS[unit].rp.split() and is_welcome(s, unit):
            cost = STEP_COST[ALL_CORPS >> unit & 1]
            wanted += [(rebuilt(unit), cost), (0.8 * step_worth(s, unit), cost)]
    wanted.sort(key=lambda want: -want[0] / want[1])
    before = s.rp[side * 2] + s.rp[side * 2 + 1]
    return bought(wanted, before + own + ally) - bought(wanted, before)


def bought(wanted: list[tuple[float, int]], points: Half) -> float:
    found = 0.0
    for worth, cost in wanted:
        if cost <= points:
            points -= cost
            found += worth
    return found


def spend(look: Outlook, options: list[Action]) -> Action:
    """[14.1.2a] The best for each point; the ally's points where they serve."""
    best, chosen = 0.0, DONE
    for action in options:
        if action[0] == "reinforce":
            worth = 0.06
        elif action[0] == "restore":
            worth = restored(look, action[1]) / STEP_COST[ALL_CORPS >> action[1] & 1] + 0.01 * (action[2] & 1)
        elif action[0] == "rebuild":
            worth = rebuilt(action[1]) / STEP_COST[ALL_CORPS >> action[1] & 1] + 0.01 * (action[2] & 1)
        else:
            continue
        if worth > best:
            best, chosen = worth, action
    return chosen
