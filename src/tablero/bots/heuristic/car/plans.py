"""What Operations are spent on: attacks, moves and works, the best for each point first."""

from __future__ import annotations

from typing import NamedTuple

from tablero.bots.heuristic.car.chances import promise
from tablero.bots.heuristic.car.outlook import Outlook
from tablero.games.car.board import (
    AFR, ALL_CORPS, ALL_SPACES, CARD, CARDS, GONE, KIND, MF, MODIFIERS, NAT, NATIONAL_NORTH, NORTH, POL, REP, SIEGE_AT,
    UNIT_REGION, UNITS, ZONE
)
from tablero.games.car.rules.r02_map import connected, map_key, put
from tablero.games.car.rules.r08_cards.s02_operations import Operations
from tablero.games.car.rules.r10_movement.s01_movement import Moves
from tablero.games.car.rules.r10_movement.s02_works import markers_left
from tablero.games.car.rules.r13_supply import bordering, enclaves
from tablero.games.car.rules.r16_special.s01_sieges import SUCCEEDS, storm_modifier
from tablero.games.car.rules.r17_columns.s04_militias import uncoordinated
from tablero.games.car.state import Car, Card, Space, Spaces, Units
from tablero.kernel.actions import Action
from tablero.kernel.bits import bitset, ids_of

LEAST = 0.02                # what an Activation must promise
SIEGE = (0.25, 0.25, 0.7)   # by Siege: what one successful assault is worth
LASTING = 2.0               # works help for more than a Round
UNREST = CARD["n33"]
FURTHER = (CARD["n12"],)    # events that let units go further
BY_ZONE = {CARD["n27"]: NORTH, CARD["n55"]: ZONE["catalonia"]}      # events that help only against these spaces


# by unit: all that decides where it may go, but for its Movement Factor
TRAIT = tuple(8 * (UNIT_REGION[u] + 1) + 4 * (ALL_CORPS >> u & 1) + 2 * (POL >> u & 1) + (AFR >> u & 1)
              for u in range(len(UNITS)))


class Deed(NamedTuple):
    """Something to spend points on."""

    rate: float             # worth a point
    worth: float
    spaces: tuple[Space, ...]
    verb: str               # move or attack
    target: Space = -1      # what is attacked, or where a stack goes
    relief: float = 0.0     # of the worth: because the enemy cannot walk in any more


class March(NamedTuple):
    """A stack and where it should go."""

    worth: float
    units: Units
    way: tuple[Space, ...]

    def relief(self, look: Outlook, x: Space) -> float:
        """What of its worth is that the enemy cannot walk in any more."""
        taken = 0
        for z in self.way:
            taken |= 1 << z & look.theirs
        return look.relief(x, self.way[-1], self.units, taken)


def helped(card: Card, x: Space) -> int:
    """What the event of an operation adds to the die against a space."""
    if card < 0 or not CARDS.acts[MODIFIERS] >> card & 1:
        return 0
    return BY_ZONE[card] >> x & 1 if card in BY_ZONE else 1


def open_spaces(look: Outlook) -> tuple[Spaces, Spaces]:
    """Where units can be Activated, for Movement and for Combat."""
    s, side = look.s, look.side
    barred = ZONE["catalonia"] if s.hampered[side] >> UNREST & 1 else 0
    here = s.occupied[side] & ~barred
    fights = here & look.supplied
    if side == NAT:
        fights &= ~enclaves(s)
    return here & (look.supplied | bordering(s, side)), fights


def all_deeds(look: Outlook, card: Card, used: Spaces) -> list[Deed]:
    """What can be done from spaces that are not used yet, the best for each point first."""
    found: list[Deed] | None = look.deeds.get((used, card))
    if found is None:
        moves, fights = open_spaces(look)
        found = attacks(look, fights & ~used, card) + all_marches(look, moves & ~used, card if card in FURTHER else -1)
        found.sort(key=lambda deed: -deed.rate)
        look.deeds[used, card] = found
    return found


def all_marches(look: Outlook, moves: Spaces, card: Card) -> list[Deed]:
    found: list[Deed] | None = look.marches.get((moves, card))
    if found is None:
        found = look.marches[moves, card] = marches(look, moves, card)
    return found


def bearing(card: Card) -> Card:
    """The card whose event bears on an operation; -1 for none."""
    return card if card >= 0 and (CARDS.acts[MODIFIERS] >> card & 1 or card in FURTHER) else -1


def plan(look: Outlook, points: int, card: Card = -1, used: Spaces = 0) -> tuple[float, list[Action]]:
    """What so many points are worth, and the Activations for them; `used` spaces are Activated already. The best for
    each point first, or first one of the best as a whole."""
    deeds = all_deeds(look, bearing(card), used)
    best = share_out(look, deeds, points)
    for deed in sorted((deed for deed in deeds if 1 < len(deed.spaces) <= points), key=lambda deed: -deed.worth)[:6]:
        best = max(best, share_out(look, [deed, *deeds], points), key=lambda found: found[0])
    return best


def share_out(look: Outlook, deeds: list[Deed], points: int) -> tuple[float, list[Action]]:
    """Deed after deed, as far as the points go and they do not stand in each other's way: nobody can end a march where
    others are Activated for Combat [10.1.11a]."""
    s = look.s
    operation = s.within(Operations)
    fighting, goals = operation.attacks if operation else 0, 0
    short = connected(NATIONAL_NORTH, s.held, map_key(s, NAT)) if look.side == NAT and s.shortage else 0
    spent = targets = northern = 0
    worth, found = 0.0, list[Action]()
    open_to_him = look.harm
    for deed in deeds:
        if len(deed.spaces) > points or any(spent >> x & 1 for x in deed.spaces):
            continue
        if goals & bitset(deed.spaces) if deed.verb == "attack" else fighting >> deed.target & 1:
            continue
        value = deed.worth
        if deed.relief:
            value -= deed.relief - min(deed.relief, open_to_him)
            if value < LEAST:
                continue
            open_to_him = max(0.0, open_to_him - deed.relief)
        if deed.verb == "attack":
            if targets >> deed.target & 1:
                continue
            north = sum(short >> x & 1 for x in deed.spaces)
            if north + northern > 1:
                continue
            northern += north
            targets |= 1 << deed.target
            fighting |= bitset(deed.spaces)
        else:
            goals |= 1 << deed.target
        points -= len(deed.spaces)
        worth += value
        for x in deed.spaces:
            spent |= 1 << x
            found.append((deed.verb, x))
        if not points:
            break
    return worth, found


# --- attacks


def attacks(look: Outlook, fights: Spaces, card: Card) -> list[Deed]:
    s, found = look.s, list[Deed]()
    around = 0
    for x in ids_of(fights):
        around |= look.near[x]
    for target in ids_of(around & s.occupied[look.foe]):
        found += attacks_on(look, fights, target, helped(card, target))
    if look.side == REP:
        for siege, x in enumerate(SIEGE_AT):
            if s.sieges[siege] and fights >> x & 1:
                worth = storm_worth(s, siege, s.here[x])
                found.append(Deed(worth, worth, (x,), "attack", x))
    return found


def attacks_on(look: Outlook, fights: Spaces, target: Space, bonus: int) -> list[Deed]:
    """From one space, from two, from three."""
    s, found = look.s, list[Deed]()
    sources = sorted(ids_of(look.near[target] & fights), key=lambda x: -look.power(s.here[x]))
    for x in sources:
        worth = promise(look, target, s.here[x], bonus)
        if worth > LEAST:
            found.append(Deed(worth, worth, (x,), "attack", target))
    units, some = 0, list[Space]()
    for x in sources:
        if len(some) < 3 and not uncoordinated(s, look.side, units | s.here[x]):
            units |= s.here[x]
            some.append(x)
            if len(some) > 1:
                worth = promise(look, target, units, bonus)
                if worth > LEAST * len(some):
                    found.append(Deed(worth / len(some), worth, tuple(some), "attack", target))
    return found


def storm_worth(s: Car, siege: int, units: Units) -> float:
    """An assault on a Siege costs nothing but the point."""
    chance = max(0, min(SUCCEEDS - storm_modifier(s, units), 6)) / 6
    return SIEGE[siege] * chance / (1 + s.sieges[siege])


# --- moves


def marches(look: Outlook, moves: Spaces, card: Card) -> list[Deed]:
    s, found = look.s, list[Deed]()
    operation = Operations(look.side, 0, card, look.theirs)
    for x in ids_of(moves):
        march = best_march(look, operation, x, s.here[x])
        works = works_worth(look, x)
        if works > max(march.worth, LEAST):
            found.append(Deed(works, works, (x,), "move", x))
        elif march.worth > LEAST:
            found.append(Deed(march.worth, march.worth, (x,), "move", march.way[-1], march.relief(look, x)))
    return found


def best_march(look: Outlook, operation: Operations, x: Space, units: Units, hand: Units = 0) -> March:
    """The stack of these units, those in hand among them, that gains most by going somewhere."""
    best = March(0.0, 0, ())
    front = look.reached | look.beside | look.theirs
    wanted = front if front >> x & 1 else ALL_SPACES        # nobody goes back from the front
    reach = dict[tuple[int, ...], list[tuple[Space, ...]]]()
    for stack in stacks(look, units, hand):
        some = ids_of(stack)
        alike = min([MF[u] for u in some]), *sorted([TRAIT[u] for u in some])
        ways = reach.get(alike)
        if ways is None:
            found = Moves(look.side, hand=stack).stops(look.s, operation)
            ways = reach[alike] = [way for y, way in found.items() if wanted >> y & 1]
        for way in ways:
            worth = march_worth(look, x, stack, way, best.worth)
            if worth > best.worth:
                best = March(worth, stack, way)
    return best


def stacks(look: Outlook, units: Units, hand: Units) -> list[Units]:
    """All units, one of them, all but one; without those that would slow down the others."""
    some = ids_of(units)
    found = {units}
    for u in some:
        found |= {1 << u, units & ~(1 << u)}
    fast = max((MF[u] for u in some), default=0)
    found.add(sum(1 << u for u in some if MF[u] == fast))
    alike = dict[tuple[int, ...], Units]()          # of stacks of the same units one will do
    for stack in sorted(stack for stack in found if stack and not hand & ~stack):
        alike.setdefault(tuple(sorted(2 * KIND[u] + (look.s.reduced >> u & 1) for u in ids_of(stack))), stack)
    return list(alike.values())


def march_worth(look: Outlook, x: Space, stack: Units, way: tuple[Space, ...], enough: float = 0.0) -> float:
    """What is gained where the stack goes and on its way, less what is lost where it was."""
    y, taken = way[-1], 0
    for z in way:
        taken |= 1 << z & look.theirs
    worth = 0.0
    if taken:
        worth = sum(look.prize(z) for z in ids_of(taken)) + look.cut(taken)
    worth += look.shift(x, y, stack, taken, enough - worth)
    return -1.0 if worth > enough and not look.safe(y, taken) else worth


def works_worth(look: Outlook, x: Space) -> float:
    """What it is worth to try and build works in a space."""
    s = look.s
    if not look.supplied >> x & 1 or s.trenches >> x & 1 or not look.menace[x]:
        return 0.0
    corps = bool(s.here[x] & ALL_CORPS)
    if s.positions >> x & 1:
        if not corps:
            return 0.0
        chance = 0.5
    else:
        if not markers_left(s, look.side):
            return 0.0
        chance = 1.0 if corps else 0.5
    return LASTING * chance * look.works(x)


def activate(look: Outlook, options: list[Action]) -> Action:
    """[8.2.1a] The next Activation of the plan."""
    operation = look.s.frame(Operations)
    used = operation.moves | operation.attacks
    _, wanted = plan(look, operation.points + used.bit_count(), operation.card)
    rest = [action for action in wanted if not used >> action[1] & 1]
    if not rest:
        _, rest = plan(look, operation.points, operation.card, used)
    return next((action for action in rest if action in options), ("done",))


def march(look: Outlook, frame: Moves, options: list[Action]) -> Action:
    """[10.1.1a] Stacks go one after another, the best first; then works are built."""
    s = look.s
    operation = s.frame(Operations)
    idle = ~(operation.moved | operation.builders)
    if frame.spent:
        return go_on(look, frame, operation, options)
    if frame.hand:
        x = frame.where(s)
        missing = best_march(look, operation, x, s.here[x] & idle, frame.hand).units & ~frame.hand
        return ("take", ids_of(missing)[0]) if missing else go_on(look, frame, operation, options)
    best = March(LEAST / 2, 0, ())
    for x in ids_of(operation.moves & s.occupied[look.side]):
        if s.here[x] & idle:
            found = best_march(look, operation, x, s.here[x] & idle)
            if found.worth > best.worth:
                best = found
    if best.units:
        return ("take", ids_of(best.units)[0])
    builders = [action for action in options if action[0] == "build" and works_worth(look, s.at[action[1]]) > 0]
    return max(builders, key=lambda action: ALL_CORPS >> action[1] & 1) if builders else ("done",)


def go_on(look: Outlook, frame: Moves, operation: Operations, options: list[Action]) -> Action:
    """Where the stack in hand is of most use, by a map without it: so that it does not change its mind on the way."""
    return best_way(look, frame, operation, options)[0]


def best_way(
    look: Outlook, frame: Moves, operation: Operations, options: list[Action]
) -> tuple[Action, tuple[Space, ...]]:
    """What the stack in hand does next, and the way that it is on."""
    s, x = look.s, frame.where(look.s)
    without = s.clone()
    for unit in ids_of(frame.hand):
        put(without, unit, GONE[look.side])
    away = Outlook(without, look.side)
    goes: tuple[Space, ...] = ()
    best, chosen = -9.0, options[0]
    if ("stop",) in options:
        best, chosen = away.shift(-1, x, frame.hand), ("stop",)
    for way in frame.stops(s, operation).values():
        worth = march_worth(away, -1, frame.hand, way, best)
        step = ("step", way[0])
        if worth > best and step in options:
            best, chosen, goes = worth, step, way
    return chosen, goes
