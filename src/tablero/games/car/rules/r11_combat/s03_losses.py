"""[11.3] Taking losses: which steps satisfy a Loss Number as far as possible and not beyond it.

A unit is a *chain*: steps that can be taken from it one after another. What a Loss Number binds a side to follows from
the chains alone, so the arithmetic is in pure functions that are cached by them. The owner is asked step by step, and
only if different units could lose the next one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from tablero.games.car.board import (
    AFR, ALL_CORPS, ARMOR, CTV, KIND, LF, NAT, REGIONS, REPLACING, RESERVE, SINGLE, UNIT_REGION, UNIT_SIDE, UNITS
)
from tablero.games.car.rules.r02_map import put
from tablero.games.car.rules.r08_cards.s02_operations import Operations
from tablero.games.car.rules.r09_stacking import eliminate
from tablero.games.car.rules.r11_combat.s02_resolution import Combat
from tablero.games.car.rules.r13_supply import supplied
from tablero.games.car.state import Car, Side, Space, Unit, Units
from tablero.kernel.actions import Action
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import Procedure
from tablero.kernel.refusals import Prompt, Refusal
from tablero.kernel.windows import Ask

POOLS = tuple(REPLACING)            # kinds of divisions that replace corps [11.3.5.2a]
DIVISION_STEPS = 2                  # of a division that replaces a corps, and of the one that is only reckoned with
MOST_REPLACED = 3                   # corps that one Loss Number can eliminate: no more of the Reserve matters

AFR_LOSS, ARMOR_LOSS = 1, 2         # what the first loss may have to be, as a set

FIRST_LOSS = Refusal("11.3.7a", "first_loss_elsewhere")
NOT_THE_MOST = Refusal("11.3.4a", "loss_number_not_met")
NOT_IN_COMBAT = Refusal("11.1.7a", "not_in_this_combat")
DIVISIONS_FIRST = Refusal("CL.R45a", "divisions_first")


class Chain(NamedTuple):
    """The steps of a unit, each worth its Loss Factor; after those of a corps come those of its replacement."""

    lf: int
    steps: int
    pool: int = -1          # of a corps: index in POOLS; -1 for a division
    first: int = 0          # AFR_LOSS or ARMOR_LOSS


Reserve = tuple[tuple[int, int], ...]       # by pool: divisions at full strength and reduced ones


def replace(reserve: Reserve, pool: int) -> tuple[int, Reserve]:
    """[11.3.5a] [11.3.5d] [11.3.5.1a] The steps of the division that replaces a corps, and the Reserve without it: a
    full one if there is any, else a reduced one, else one that only serves the arithmetic."""
    full, reduced = reserve[pool]
    if full:
        return DIVISION_STEPS, (*reserve[:pool], (full - 1, reduced), *reserve[pool + 1 :])
    if reduced:
        return DIVISION_STEPS - 1, (*reserve[:pool], (0, reduced - 1), *reserve[pool + 1 :])
    return DIVISION_STEPS, reserve


@lru_cache(maxsize=1 << 16)
def meets(chains: tuple[Chain, ...], reserve: Reserve, number: int, first: int) -> bool:
    """Can steps worth exactly this number be taken, one of each kind in `first` among them?"""
    if not number:
        return not first
    if not chains:
        return False
    chain, rest = chains[0], chains[1:]
    if meets(rest, reserve, number, first):
        return True
    first &= ~chain.first
    left = number
    for _ in range(chain.steps - (chain.pool >= 0)):
        left -= chain.lf
        if left < 0:
            return False
        if meets(rest, reserve, left, first):
            return True
    if chain.pool < 0 or left < chain.lf:
        return False
    left -= chain.lf                            # the corps is lost
    more, reserve = replace(reserve, chain.pool)
    return any(meets(rest, reserve, left - n, first) for n in range(min(more, left) + 1))


@lru_cache(maxsize=1 << 14)
def binding(chains: tuple[Chain, ...], reserve: Reserve, number: int, due: int) -> tuple[int, int]:
    """[11.3.4a] [11.3.4b] [11.3.7a] The most that can be satisfied of a Loss Number, and the first losses that go with
    it: of both kinds that are due, else of the Army of Africa, else of armor, else of neither."""
    most = next(n for n in range(number, -1, -1) if meets(chains, reserve, n, 0))
    kinds = (due, due & AFR_LOSS, due & ARMOR_LOSS, 0)
    return most, next(first for first in kinds if meets(chains, reserve, most, first))


@lru_cache(maxsize=1 << 15)
def openings(chains: tuple[Chain, ...], reserve: Reserve, number: int, first: int) -> frozenset[Chain]:
    """The chains that can lose the next step so that the rest still meets the number and the first losses."""
    found = set()
    for i, chain in enumerate(chains):
        left, after = number - chain.lf, reserve
        if left < 0 or chain in found:
            continue
        others = chains[:i] + chains[i + 1 :]
        if chain.steps > 1:
            others = (*others, chain._replace(steps=chain.steps - 1))
        elif chain.pool >= 0:
            more, after = replace(reserve, chain.pool)
            others = (*others, Chain(1, more))
        if meets(tuple(sorted(others)), after, left, first & ~chain.first):
            found.add(chain)
    return frozenset(found)


# ------------------------------------------------------------------------------------------------------- on the map


def pool_of(corps: Unit) -> int:
    """[11.3.5.2a] Which divisions may replace a corps: index in POOLS."""
    if corps == CTV:
        return POOLS.index("ctv")
    if UNIT_REGION[corps] >= 0:
        return POOLS.index(REGIONS[UNIT_REGION[corps]])
    return POOLS.index("nat" if UNIT_SIDE[corps] == NAT else "rep")


POOL_OF = tuple(pool_of(u) if ALL_CORPS >> u & 1 else -1 for u in range(len(UNITS)))      # by unit
EMPTY: Reserve = ((0, 0),) * len(POOLS)


def reserve_of(s: Car, side: Side, units: Units) -> Reserve:
    """What the Reserve holds for the corps among units."""
    if not units & ALL_CORPS:
        return EMPTY
    box, found = s.here[RESERVE[side]], list(EMPTY)
    for pool in {POOL_OF[u] for u in ids_of(units & ALL_CORPS)}:
        suitable = box & REPLACING[POOLS[pool]]
        reduced = (suitable & s.reduced).bit_count()
        found[pool] = min(MOST_REPLACED, suitable.bit_count() - reduced), min(MOST_REPLACED, reduced)
    return tuple(found)


def substitutes(s: Car, corps: Unit) -> Units:
    """[11.3.5a] [11.3.5d] The divisions that may replace a corps: of the best strength in the Reserve, one of each
    kind."""
    suitable = s.here[RESERVE[UNIT_SIDE[corps]]] & REPLACING[POOLS[POOL_OF[corps]]]
    best = suitable & ~s.reduced or suitable
    return sum(1 << u for u in {KIND[u]: u for u in reversed(ids_of(best))}.values())


def alike(s: Car, units: Sequence[Unit]) -> bool:
    """Are units counters of the same kind and strength in the same space, so that it does not matter which is taken?"""
    return len({(s.at[u], KIND[u], s.reduced >> u & 1) for u in units}) == 1


def lose_step(s: Car, unit: Unit) -> bool:
    """[11.3.2a] A unit loses a step, in combat or by an event. A corps that is lost without any division to replace it
    gives True: one is still reckoned with [11.3.5.1a]."""
    if (s.reduced | SINGLE) >> unit & 1:
        return remove(s, unit)
    s.reduced |= 1 << unit
    s.tell("reduced", UNIT_SIDE[unit], unit, s.at[unit])
    return False


def remove(s: Car, unit: Unit) -> bool:
    """[11.3.2a] [11.3.3a] [11.3.5a] [11.3.5b] A unit is eliminated, for good if it was out of supply; a division takes
    the place of a corps, or else the corps is gone for good. Answers as `lose_step`."""
    x, side, combat = s.at[unit], UNIT_SIDE[unit], s.within(Combat)
    if combat is None:
        for_good = not supplied(s, side) >> x & 1
    else:
        for_good = bool(combat.out >> x & 1)
        combat.units &= ~(1 << unit)
    if not ALL_CORPS >> unit & 1:
        eliminate(s, unit, for_good)
        return False
    able = substitutes(s, unit)
    eliminate(s, unit, for_good or not able)
    if not able:
        return True
    if able & (able - 1):
        s.call(ReplaceCorps(side, unit, x))
    else:
        take_place(s, unit, able.bit_length() - 1, x)
    return False


def take_place(s: Car, corps: Unit, division: Unit, x: Space) -> None:
    """[11.3.5c] A division from the Reserve stands where the corps was, and goes on in its place."""
    put(s, division, x)
    s.tell("replaced", UNIT_SIDE[division], division, x)
    combat = s.within(Combat)
    if combat is None:
        return
    combat.replaced.append((corps, division))
    operation = s.frame(Operations)
    if UNIT_SIDE[division] == combat.side:
        combat.units |= 1 << division
        operation.fought |= 1 << division
    elif operation.retreated >> corps & 1:          # [11.4.6b]
        combat.idle |= 1 << division


@dataclass(slots=True)
class Losses(Procedure):
    """[11.3.1a] A side takes the losses of a combat."""

    side: Side
    number: int             # the Loss Number
    left: int = 0           # of it to be satisfied
    first: int = 0          # first losses still due
    virtual: int = 0        # steps of divisions that are only reckoned with [11.3.5.1a]
    taken: list[tuple[Unit, Space]] = field(default_factory=list)       # the steps lost, and where

    def steps(self) -> tuple[str, ...]:
        return ("overrun", "reckon", "step", "spare")

    def overrun(self, s: Car) -> str | None:
        """[11.4.6a] [11.4.6b] Defenders that have retreated to the space in this Round are lost besides."""
        combat, operation = s.frame(Combat), s.frame(Operations)
        fleeing = s.here[combat.x] & operation.retreated if self.side != combat.side else 0
        if not fleeing:
            return None
        remove(s, ids_of(fleeing)[0])
        return "overrun"

    def reckon(self, s: Car) -> None:
        """[11.3.4a] [11.3.6a] [11.3.6b] [16.6.2b] How much must be satisfied, and by whom. Attackers owe first
        losses."""
        combat = s.frame(Combat)
        due = 0
        if self.side == combat.side:
            due = (AFR_LOSS if combat.units & AFR else 0) | (ARMOR_LOSS if combat.armor else 0)
        chains = self.chains(s, combat)
        reserve = reserve_of(s, self.side, combat.ours(s, self.side))
        self.left, self.first = binding(tuple(sorted(chains.values())), reserve, self.number, due)

    def chains(self, s: Car, combat: Combat) -> dict[Unit, Chain]:
        """By unit that takes part: the steps it has."""
        found, reduced = {}, s.reduced
        for u in ids_of(combat.ours(s, self.side)):
            steps = 1 if (reduced | SINGLE) >> u & 1 else 2
            first = AFR_LOSS if AFR >> u & 1 else ARMOR_LOSS if ARMOR >> u & 1 else 0
            found[u] = Chain(LF[u], steps, POOL_OF[u], first)
        return found

    def able(self, s: Car) -> list[Unit]:
        """[11.3.4a] [11.3.7a] The units of which one must lose the next step; none if it falls on a division that is
        only reckoned with."""
        combat = s.frame(Combat)
        found = self.unbiased(s, self.first)
        if combat.spared and self.side == combat.side:          # [CL.R45a]
            return [u for u in found if not ALL_CORPS >> u & 1] or found
        return found

    def unbiased(self, s: Car, first: int) -> list[Unit]:
        """The same, with these first losses due and without the preference that a card gives."""
        combat = s.frame(Combat)
        chains = self.chains(s, combat)
        reserve = reserve_of(s, self.side, combat.ours(s, self.side))
        real = sorted(chains.values())
        if self.virtual:
            rest = (Chain(1, self.virtual - 1),) if self.virtual > 1 else ()
            if meets(tuple(sorted((*real, *rest))), reserve, self.left - 1, first):
                return []
            real = sorted((*real, Chain(1, self.virtual)))
        allowed = openings(tuple(real), reserve, self.left, first)
        return [u for u, chain in chains.items() if chain in allowed]

    def step(self, s: Car) -> str | None:
        """[11.3.2a] [11.3.2b] One step after another; the owner is asked if it makes a difference."""
        if not self.left:
            return None
        able = self.able(s)
        if not able:
            self.virtual -= 1
            self.left -= 1
        elif alike(s, able) or self.doomed(s):
            self.lose(s, able[0])
        else:
            s.call(LoseStep(self.side))
        return "step"

    def doomed(self, s: Car) -> bool:
        """Are all units lost, whatever the order?"""
        units = s.frame(Combat).ours(s, self.side)
        weak = (units & (s.reduced | SINGLE)).bit_count()
        return not units & ALL_CORPS and self.left == 2 * units.bit_count() - weak

    def lose(self, s: Car, unit: Unit) -> None:
        """[11.3.2a] A step of this unit."""
        self.left -= LF[unit]
        self.first &= ~(AFR_LOSS if AFR >> unit & 1 else ARMOR_LOSS if ARMOR >> unit & 1 else 0)
        self.taken.append((unit, s.at[unit]))
        if lose_step(s, unit):
            self.virtual += DIVISION_STEPS

    def spare(self, s: Car) -> None:
        """[CL.R45a] A card cancels one of the steps, that of a division if there is one."""
        combat = s.frame(Combat)
        if combat.spared and self.side == combat.side and self.taken:
            units = self.spareable()
            if len(units) == 1:
                self.give_back(s, units[0])
            else:
                s.call(SpareStep(self.side))

    def spareable(self) -> list[Unit]:
        """[CL.R45a] The units of which a step may be given back."""
        lost = list(dict.fromkeys(unit for unit, _ in self.taken))
        return [u for u in lost if not ALL_CORPS >> u & 1] or lost

    def give_back(self, s: Car, unit: Unit) -> None:
        """[CL.R45a] The unit is as it was before its last step; a division that had replaced it goes back."""
        combat = s.frame(Combat)
        x = next(x for u, x in reversed(self.taken) if u == unit)
        if s.at[unit] == x:
            s.reduced &= ~(1 << unit)
        else:
            for corps, division in combat.replaced:
                if corps == unit:
                    put(s, division, RESERVE[self.side])
                    combat.units &= ~(1 << division)
            put(s, unit, x)
            s.reduced |= 1 << unit & ~SINGLE
            combat.units |= 1 << unit
        s.tell("spared", self.side, unit, x)


@dataclass(slots=True)
class LoseStep(Ask):
    """[11.3.2a] Choose the unit that loses the next step."""

    def candidates(self, s: Car, seat: Side) -> list[Action]:
        return [("lose", u) for u in ids_of(s.frame(Combat).ours(s, seat))]

    def options(self, s: Car, seat: Side) -> list[Action]:
        """All units at once: `refuse` would find them anew for each."""
        return [("lose", u) for u in s.frame(Losses).able(s)]

    def refuse(self, s: Car, seat: Side, action: Action) -> Refusal | None:
        combat, losses, unit = s.frame(Combat), s.frame(Losses), action[1]
        if not combat.ours(s, seat) >> unit & 1:
            return NOT_IN_COMBAT
        if unit in losses.able(s):
            return None
        if unit in losses.unbiased(s, losses.first):
            return DIVISIONS_FIRST
        return FIRST_LOSS if unit in losses.unbiased(s, 0) else NOT_THE_MOST

    def choose(self, s: Car, seat: Side, action: Action) -> None:
        s.caller(self, Losses).lose(s, action[1])

    def prompt(self, s: Car, seat: Side) -> Prompt:
        return Prompt("11.3.2a", "lose_step", (("n", "number", s.frame(Losses).left),))

    def public(self, s: Car) -> bool:
        return True


@dataclass(slots=True)
class ReplaceCorps(Ask):
    """[11.3.5a] Choose the division that replaces a lost corps."""

    corps: Unit
    x: Space

    def candidates(self, s: Car, seat: Side) -> list[Action]:
        return [("replace", u) for u in ids_of(substitutes(s, self.corps))]

    def choose(self, s: Car, seat: Side, action: Action) -> None:
        take_place(s, self.corps, action[1], self.x)

    def prompt(self, s: Car, seat: Side) -> Prompt:
        return Prompt("11.3.5a", "replace_corps", (("unit", "unit", self.corps), ("space", "space", self.x)))

    def public(self, s: Car) -> bool:
        return True


@dataclass(slots=True)
class SpareStep(Ask):
    """[CL.R45a] Choose the unit that gets back a step it has lost."""

    def candidates(self, s: Car, seat: Side) -> list[Action]:
        return [("spare", u) for u in s.frame(Losses).spareable()]

    def choose(self, s: Car, seat: Side, action: Action) -> None:
        s.caller(self, Losses).give_back(s, action[1])

    def public(self, s: Car) -> bool:
        return True
