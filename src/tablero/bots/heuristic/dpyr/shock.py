"""Bayonets and lances: which attacks a Mojar or a Ristre could bring, and what they promise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from tablero.bots.heuristic.dpyr.outlook import Outlook
from tablero.games.dpyr.board import BRUTO, CAVALRY, GEFE, GRID, INFANTRY, MOJAR, RISTRE, TABLES
from tablero.games.dpyr.rules.r04_actions import s02_mojar as mojar
from tablero.games.dpyr.rules.r04_actions import s08_ristre as ristre
from tablero.games.dpyr.rules.r04_actions.s00_actions import reach
from tablero.games.dpyr.rules.r06_movement.s01_movement import beside
from tablero.games.dpyr.rules.r06_movement.s03_stacking import fighters
from tablero.games.dpyr.state import Dpyr, Hex, Hexes, Unit, Units, attack_factor, defence_factor
from tablero.kernel.bits import ids_of

STANDS: Final = 1.2         # a hit unit may stand and take a second marker
REPULSE: Final = 0.05       # falling back costs each attacker some order


class Assailant(NamedTuple):
    """A unit, and the hex from which it would attack."""

    unit: Unit
    hex: Hex


class Attack(NamedTuple):
    """One combat: what it is worth, the chance to hit, the target hex and who takes part."""

    worth: float
    chance: float
    target: Hex
    group: tuple[Assailant, ...]


def terrain_dice(s: Dpyr, x: Hex) -> Sequence[int]:
    """[4.2i] [4.2j] What the die for building or mountain may add to the defence."""
    field = s.b.field
    if (field.building >> x) & 1:
        return TABLES.building[1:]
    return TABLES.mountain[1:] if (field.mountain >> x) & 1 else (0,)


def hit_chance(s: Dpyr, x: Hex, differential: int) -> float:
    """The chance that an attack with this differential, terrain left aside, hits."""
    dice = terrain_dice(s, x)
    return sum((7 - mojar.hits_from(differential - add)) / 6 for add in dice) / len(dice)


def counter_chance(s: Dpyr, unit: Unit, target: Unit) -> float:
    """[4.2q] The chance that a counterattack hits."""
    return (7 - mojar.hits_from(attack_factor(s, unit) - defence_factor(s, target))) / 6


class Assault:
    """A search for the attacks of one activation, the best one first, each with the best units left for it."""

    def __init__(self, look: Outlook, charge: bool, still: Units) -> None:
        self.look = look
        self.s = look.s
        self.side = look.side
        self.charge = charge
        self.attacked = 0           # hexes that will be attacked
        self.used: set[Unit] = set()
        self.coming: Counter[Hex] = Counter()       # units that will arrive in a hex, less those that will leave
        kinds = (CAVALRY,) if charge else (INFANTRY, CAVALRY)
        self.spots: dict[Unit, Hexes] = {}          # per unit: where it could stand
        edge = beside(look.foes)
        for kind in kinds:
            for u in self.s.b.of_kind[self.side][kind]:
                x = self.s.at[u]
                if x >= 0 and attack_factor(self.s, u) and look.far[x] <= 3:
                    moves = 0 if (still >> u) & 1 else reach(self.s, u, RISTRE if charge else MOJAR, False)
                    spots = 1 << x | moves
                    if spots & edge:
                        self.spots[u] = spots & edge

    def plan(self) -> list[Attack]:
        """All attacks that are worth making."""
        found: list[Attack] = []
        targets = ids_of(self.look.foes)
        while self.spots:
            attacks = [self.best_attack(x) for x in targets if not (self.attacked >> x) & 1]
            best = max((a for a in attacks if a), default=None)
            if best is None or best.worth <= 0:
                break
            found.append(best)
            self.attacked |= 1 << best.target
            for u, x in best.group:
                self.used.add(u)
                del self.spots[u]
                if x != self.s.at[u]:
                    self.coming[x] += 1
                    self.coming[self.s.at[u]] -= 1
        return found

    def best_attack(self, x: Hex) -> Attack | None:
        """The best group of up to three units of one class against a hex."""
        able = [a for u in self.spots if (a := self._assailant(u, x))]
        best: Attack | None = None
        for kind in (INFANTRY, CAVALRY):
            arm = [a for a in able if self.s.b.kind[a.unit] == kind]
            arm.sort(key=lambda a: -attack_factor(self.s, a.unit) - self._rear(a.hex, x))
            group: list[Assailant] = []
            for a in arm:
                if len(group) < TABLES.attackers and self._fits(a, group):
                    group.append(a)
                    attack = self.appraise(group, x)
                    if best is None or attack.worth > best.worth:
                        best = attack
        return best

    def _assailant(self, unit: Unit, x: Hex) -> Assailant | None:
        """A unit in the best hex from which it can attack another."""
        here = self.s.at[unit]
        spots = [y for y in ids_of(self.spots[unit] & GRID.near_bits[x]) if y == here or self._room(y)]
        if not spots:
            return None
        covered = self.s.b.field.obstacles
        return Assailant(unit, max(spots, key=lambda y: (self._rear(y, x), y == here, (covered >> y) & 1, -y)))

    def _room(self, x: Hex, more: int = 0) -> bool:
        return fighters(self.s, x) + self.coming[x] + more < self.s.b.field.capacity[x]

    def _fits(self, a: Assailant, group: list[Assailant]) -> bool:
        arriving = sum(g.hex == a.hex and self.s.at[g.unit] != a.hex for g in group)
        return a.hex == self.s.at[a.unit] or self._room(a.hex, arriving)

    def _rear(self, y: Hex, x: Hex) -> bool:
        """[4.2g] Is y behind the defenders of x?"""
        pile = self.s.piles[x]
        if any((self.s.square >> u) & 1 for u in pile):
            return False
        return (GRID.direction(x, y) - self.s.facing[pile[-1]]) % 6 in (2, 3, 4)

    def attack_strength(self, group: Sequence[Assailant], x: Hex) -> int:
        """[4.2e] As the rules add it up, for units that are not there yet."""
        s, leader = self.s, self.look.leader
        total = sum(attack_factor(s, a.unit) for a in group)
        if self.charge:
            total *= ristre.multiplier(s, x, s.piles[x])
        total += TABLES.rear * sum(self._rear(a.hex, x) for a in group)
        total += TABLES.cross * any(a.unit == s.cross[self.side] for a in group)
        if leader >= 0:
            counter, distance = s.b.units[leader], GRID.distance[s.at[leader]]
            if any(distance[a.hex] <= counter.radius for a in group):
                total += counter.bonus
        return total

    def appraise(self, group: Sequence[Assailant], x: Hex) -> Attack:
        """What an attack promises: markers on all units of the hex, less what the attackers risk."""
        s, look, gain = self.s, self.look, self.look.damage.gain
        defence = mojar.defence_total(s, x, self.attacked | 1 << x)
        differential = self.attack_strength(group, x) - defence
        chance = hit_chance(s, x, differential)
        pile = s.piles[x][-1:] if s.top_only else s.piles[x]
        worth = chance * STANDS * sum(gain(u, shock=1) for u in pile)
        if not self.charge and s.b.kind[group[0].unit] == INFANTRY:     # [4.2f] horse will not wait for it
            worth *= sum(s.b.kind[u] != CAVALRY for u in s.piles[x]) / len(s.piles[x])
        for u in pile:
            if s.b.morale[u] == BRUTO and s.b.kind[u] != GEFE:
                struck = max(counter_chance(s, u, a.unit) * gain(a.unit, shock=1) for a in group)
                worth -= look.caution * chance * struck
        worth -= look.weights.effort * look.caution * len(group)
        if differential < max(terrain_dice(s, x)):
            worth -= REPULSE * look.caution * len(group)
        cost = look.weights.exposure * look.caution
        for a in group:
            risk = look.threat(a.hex) - look.threat(s.at[a.unit])
            worth -= cost * (1 - look.next) * max(0.0, risk) * gain(a.unit, fire=1)
        return Attack(worth, chance, x, tuple(group))


def plan_assault(look: Outlook, charge: bool, still: Units = 0) -> list[Attack]:
    """The attacks of a Mojar, or of a Ristre; units of the set `still` do not move any more."""
    return Assault(look, charge, still).plan()
