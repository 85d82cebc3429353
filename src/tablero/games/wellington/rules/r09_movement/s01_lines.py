"""[9.3] [9.4] [9.5] Lines of March: of what kind they are now, who may use them, and what Attrition they cost.

A step costs Attrition for a Pass and for an Ambush, each a reason by itself, and once more for every piece that makes a
Forced March. What is Friendly and Enemy is asked before the step.
"""

from __future__ import annotations

from tablero.games.wellington.board import CLEAR, DUCHIES, FREE_MARCH, MAP, NEAR, PASS, RIVER, SIDES
from tablero.games.wellington.rules.r01_pieces.s05_soldiers import tags_of
from tablero.games.wellington.rules.r03_control import enemy, fortresses, friendly
from tablero.games.wellington.state import Duchies, Duchy, Force, Power, Side, Wellington
from tablero.kernel.bits import ids_of
from tablero.kernel.refusals import Refusal

NOT_ADJACENT = Refusal("9.3a", "not_adjacent")
PAST_FORTRESS = Refusal("12.4b", "past_fortress")
IN_QUARTERS = Refusal("5.1c", "in_winter_quarters")
HEAT = Refusal("5.1c", "heat")


# --- kinds of lines


def line(s: Wellington, a: Duchy, b: Duchy, force: Force | None = None) -> int:
    """[1.22a] What the line between two Adjacent Duchies is in this Impulse, for a force: CLEAR, ROUGH, RIVER or PASS.
    A bridge that was blown makes any line a River; to a force with a pontoon train Rivers are Clear."""
    from tablero.games.wellington.rules.r04_sequence.s02_impulses import Impulse
    kind = MAP.edge_kind(a, b)
    impulse = s.within(Impulse)
    if impulse is None:
        return kind
    if impulse.blown and ((a, b) in impulse.blown or (b, a) in impulse.blown):
        kind = RIVER
    return CLEAR if kind == RIVER and force is not None and has_pontoons(s, force, a) else kind


def has_pontoons(s: Wellington, force: Force, a: Duchy) -> bool:
    """[5.1c] Has a force in a Duchy, by an Event, the means to cross Rivers in this Impulse? All its Leaders must."""
    from tablero.games.wellington.rules.r04_sequence.s02_impulses import Impulse
    impulse = s.within(Impulse)
    if impulse is None or not (impulse.bridged or impulse.bridged_piles):
        return False
    power, leaders, _ = force
    return not leaders & ~impulse.bridged if leaders else power * DUCHIES + a in impulse.bridged_piles


# --- where one may go


def enemy_fortresses(s: Wellington, side: Side) -> Duchies:
    """[12.1a] Fortresses of the enemies of a side, besieged or not."""
    one, other = SIDES[1 - side]
    return (s.owned[one] | s.owned[other]) & fortresses(s)


def ways_from(s: Wellington, side: Side, a: Duchy) -> Duchies:
    """[9.3a] [12.4b] The Adjacent Duchies that Formations of a side may go to: out of an enemy Fortress Duchy not to
    Enemy ones."""
    near = NEAR[a]
    if enemy_fortresses(s, side) >> a & 1:
        near &= ~enemy(s, side)
    return near


def refuse_way(s: Wellington, side: Side, a: Duchy, b: Duchy) -> Refusal | None:
    """[9.3a] [12.4b] The rule against going from one Duchy to another."""
    if not NEAR[a] >> b & 1:
        return NOT_ADJACENT
    return None if ways_from(s, side, a) >> b & 1 else PAST_FORTRESS


def in_quarters(s: Wellington, power: Power, x: Duchy) -> bool:
    """Do Winter Quarters keep the Formations of a Power in a Duchy?"""
    return any(who == power and where == x for who, where, _ in s.quarters)


# --- Attrition


def line_reasons(ours: Duchies, theirs: Duchies, a: Duchy, b: Duchy, kind: int) -> int:
    """[9.41a] [9.41b] [9.41c] [9.43a] [9.43b] How many reasons for Attrition a step gives: a Pass with an end that is
    not Friendly; and an Enemy Duchy that is entered from one that is not Friendly. `ours` are Friendly Duchies,
    `theirs` Enemy ones."""
    found = 0
    if kind == PASS and not ours >> a & ours >> b & 1:
        found += 1
    if theirs >> b & 1 and not ours >> a & 1:
        found += 1
    return found


def step_reasons(s: Wellington, side: Side, a: Duchy, b: Duchy, kind: int) -> int:
    """[9.4a] The same for a step that is about to be made."""
    return line_reasons(friendly(s, side), enemy(s, side), a, b, kind)


def forced(s: Wellington, force: Force, a: Duchy) -> int:
    """[9.42a] [9.42b] How many pieces of a force, SPs and Leaders, would enter their fifth or a later Duchy of this
    Impulse. Soldiers that have marched least go along first. Of a counter without a Leader all SPs have marched as far
    as the one that has marched most [9.42d]."""
    power, leaders, sps = force
    found = sum(1 for leader in ids_of(leaders) if s.marched[leader] >= FREE_MARCH)
    if not s.tags:
        return found
    left, tired = sps, 0
    for marched, marked, n in tags_of(s, power * DUCHIES + a):
        if marked:
            continue
        some = min(n, left)
        left -= some
        tired += some if marched >= FREE_MARCH else 0
    return found + (tired if leaders else sps * (tired > 0))
