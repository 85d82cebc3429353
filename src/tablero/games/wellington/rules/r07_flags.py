"""[7] Flags: where a Power may place or remove one for a CP, and whose it is."""

from __future__ import annotations

from tablero.games.wellington.board import BRITAIN, DUCHIES, FLAGS, LEADERS, NEAR, ON_MAP, OWNER, SIDES, SYMBOLS
from tablero.games.wellington.rules.r01_pieces.s06_leaders import commanding_power, formations
from tablero.games.wellington.rules.r03_control import flags_on_map, fortresses, friendly, set_owner
from tablero.games.wellington.rules.r09_movement.s06_groups import of_two_powers
from tablero.games.wellington.state import Duchies, Duchy, Power, Side, Wellington
from tablero.kernel.actions import Action
from tablero.kernel.bits import ids_of
from tablero.kernel.refusals import Refusal

OUR_DUCHY = Refusal("8.1c", "friendly_duchy")
FORTRESS = Refusal("7.1e", "flag_fortress")
ENEMY_THERE = Refusal("7.1f", "flag_enemy_there")
OUT_OF_REACH = Refusal("7.1d", "flag_out_of_reach")
COULD_INTERCEPT = Refusal("7.1f", "flag_could_be_intercepted")
NO_FLAGS_LEFT = Refusal("1.7b", "no_flags_left")
NOT_THIS_FLAG = Refusal("9.62c", "not_this_flag")


def owned_by(s: Wellington, side: Side) -> Duchies:
    """[3.1a] Duchies with the Flag of a side, or its own without a Flag."""
    one, other = SIDES[side]
    return s.owned[one] | s.owned[other]


def flags_left(s: Wellington, side: Side) -> bool:
    """[1.7b] [1.7c] Has a side a Flag that is not on the map?"""
    return flags_on_map(s, side) < FLAGS[side]


def flag_choices(s: Wellington, power: Power, x: Duchy) -> list[Power]:
    """[7b] [7c] [7d] [7e] [7.1c] [9.62c] [1.7b] [1.7c] Whose a Duchy of the enemy can become when Formations under a
    Commander of a Power Flag it: its own; the Ally's where it was the Ally's before; and Spain's where Britain Flags a
    Duchy that the French Occupied. Without a Flag left only the original owner."""
    return _choices(power, x, flags_left(s, power & 1))


def _choices(power: Power, x: Duchy, left: bool) -> list[Power]:
    owners = [power]
    if OWNER[x] == power ^ 2 or power == BRITAIN and SYMBOLS >> x & 1:
        owners.append(power ^ 2)
    return owners if left else [owner for owner in owners if OWNER[x] == owner]


def flagger(s: Wellington, power: Power, y: Duchy) -> Power:
    """[9.62c] [9.62d] Whose Flag the Formations of a Power in a Duchy place: in a Group of two Powers that of its
    Commander's Power; Soldiers beside an Army of the Ally are no Group."""
    return commanding_power(s, power & 1, y) if of_two_powers(s, power & 1, y) else power


def targets(s: Wellington, side: Side) -> Duchies:
    """[7.1d] [7.1e] [7.1f] [8.1c] Duchies of the enemy without enemy Formation and Fortress. Formations of the Ally
    make no difference [7.1i]."""
    return owned_by(s, 1 - side) & ON_MAP & ~fortresses(s) & ~formations(s, 1 - side)


def in_reach(s: Wellington, power: Power) -> dict[Power, Duchies]:
    """[7.1d] [7.1f] [7.1h] [20ah] By the Power whose Flag it is: the Duchies with a Formation of a Power, newly
    Occupied ones among them, and those Adjacent to a Friendly Duchy with an Army of it, as things are now."""
    side, found = power & 1, {power: s.occupied[power]}
    ours = friendly(s, side)
    beside = {power: 0, power ^ 2: 0}       # Armies next to a Group of two Powers do not belong to it
    for leader in ids_of(LEADERS[power]):
        y = s.at[leader]
        if y >= DUCHIES:
            continue
        whose = flagger(s, power, y)
        found[power] &= ~(1 << y)
        found[whose] = found.get(whose, 0) | 1 << y
        if ours >> y & 1:
            beside[whose] |= NEAR[y]
    return {whose: duchies | found.get(whose, 0) for whose, duchies in beside.items()}


def flag_actions(s: Wellington, power: Power) -> list[Action]:
    """[7.1a] [7.1b] [7.1g] All that a Power can Flag with a CP: the Duchy, not one that an enemy Army could intercept
    into, and whose it becomes."""
    from tablero.games.wellington.rules.r10_reactions.s04_interception import covered
    found: list[Action] = []
    side = power & 1
    possible, left = targets(s, side) & ~covered(s, 1 - side), flags_left(s, side)
    for whose, duchies in in_reach(s, power).items():
        for x in ids_of(duchies & possible):
            found += [("flag", x, owner) for owner in _choices(whose, x, left)]
    return list(dict.fromkeys(found))       # a Duchy may be in reach for both Flags, and both leave the same choice


def flag_tries(s: Wellington, power: Power) -> list[Action]:
    """What a beginner would try."""
    near = s.occupied[power]
    for y in ids_of(s.occupied[power]):
        near |= NEAR[y]
    return [("flag", x, owner) for x in ids_of(near & owned_by(s, 1 - (power & 1))) for owner in (power, power ^ 2)]


def refuse_flag(s: Wellington, power: Power, x: Duchy, owner: Power) -> Refusal | None:
    """[7.1d] [7.1e] [7.1f] [7.1g] The rule against a Flag that is not among those of `flag_actions`."""
    from tablero.games.wellington.rules.r10_reactions.s04_interception import could_intercept_into
    side = power & 1
    if not owned_by(s, 1 - side) >> x & 1:
        return OUR_DUCHY
    if fortresses(s) >> x & 1:
        return FORTRESS
    if formations(s, 1 - side) >> x & 1:
        return ENEMY_THERE
    flags = [whose for whose, duchies in in_reach(s, power).items() if duchies >> x & 1]
    if not flags:
        return OUT_OF_REACH
    if could_intercept_into(s, 1 - side, x):
        return COULD_INTERCEPT
    if any(owner in flag_choices(s, whose, x) for whose in flags):
        return None
    return NOT_THIS_FLAG if flags_left(s, side) else NO_FLAGS_LEFT


def place_flag(s: Wellington, power: Power, x: Duchy, owner: Power) -> None:
    """[7a] [7b] [7.1c] A Duchy changes hands: any other Flag goes, and its original owner needs none [18.1b]."""
    from tablero.games.wellington.rules.r18_ending import sudden_death
    set_owner(s, x, owner)
    s.tell("flagged", power, x, owner)
    sudden_death(s)
