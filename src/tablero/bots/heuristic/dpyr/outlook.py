"""A position as one side sees it: where the enemy is, what can be shot at, what shoots back, which place is good."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from tablero.bots.heuristic.dpyr.worth import (
    ONE_MARKER, TWO_MARKERS, WEIGHTS, Damage, Weights, aggression, ammunition_price, caution, over
)
from tablero.games.dpyr.board import ARTILLERY, BATIR, CAVALRY, GEFE, GRID, INFANTRY, LIBERAL, TABLES
from tablero.games.dpyr.rules.r04_actions import s05_bala_rasa as bala_rasa
from tablero.games.dpyr.rules.r04_actions.s03_batir_s04_paqueo import usable_factor
from tablero.games.dpyr.rules.r06_movement.s01_movement import beside, enemy_horse, fire_blockers, open_ground
from tablero.games.dpyr.rules.r06_movement.s03_stacking import fighters
from tablero.games.dpyr.rules.r09_scenarios.s02_luchana import weather
from tablero.games.dpyr.state import Dpyr, Hex, Hexes, Side, Unit, fire_factor, gefe
from tablero.kernel.bits import ids_of
from tablero.kernel.hexes import clear_line

FAR: Final = 40         # further than any way on the map
MUSKET: Final = TABLES.batir_range


@lru_cache(maxsize=256)
def ways(foes: Hexes, ground: Hexes) -> tuple[int, ...]:
    """By hex: steps over the ground to the nearest enemy."""
    far = [FAR] * GRID.size
    edge, seen, steps = foes, foes, 0
    while edge:
        for x in ids_of(edge):
            far[x] = steps
        edge = beside(edge) & ground & ~seen
        seen |= edge
        steps += 1
    return tuple(far)


class Outlook:
    """A guessed state with everything about it that is worked out once a decision."""

    def __init__(self, s: Dpyr, side: Side, weights: Weights = WEIGHTS) -> None:
        self.s = s
        self.side = side
        self.weights = weights
        self.damage = Damage(s)
        self.foes = s.held[1 - side]
        self.blocked = fire_blockers(s)
        self.price = weights.price * ammunition_price(s, side)
        self.far = ways(self.foes, self._ground())
        self.next = s.chits.count(side) / len(s.chits) if s.chits else 0.5      # chance to act next
        self.eagerness = weights.approach * aggression(s, side)
        self.horse = beside(beside(beside(enemy_horse(s, side))))
        self.leader = gefe(s, side)
        self.targets = self.foes & ~s.b.field.deep_forest
        self._tops = {x: s.piles[x][-1] for x in ids_of(self.foes)}
        self._shots: dict[tuple[Unit, Hex], tuple[float, Hex]] = {}
        self._threats: dict[Hex, float] = {}
        self._shooters: list[tuple[int, int, float]] | None = None
        self._caution = -1.0

    @property
    def caution(self) -> float:
        """How much the side minds its own losses."""
        if self._caution < 0:
            self._caution = float(caution(self.s, self.side) ** self.weights.caution)
        return self._caution

    def _ground(self) -> Hexes:
        """[9.2g] [9.2h] Ground that can be crossed, now or with boats and engineers that are still to be had."""
        s, field = self.s, self.s.b.field
        ground = open_ground(s)
        if self.side == LIBERAL and s.b.gunboats:
            ground |= field.broken_bridge if s.boats_used else field.river
        return ground

    # --- fire

    def shot(self, unit: Unit, x: Hex) -> tuple[float, Hex]:
        """The best shot of a unit from a hex: what it is worth, and at which hex; nothing and -1 without a target."""
        key = fire_factor(self.s, unit), x
        found = self._shots.get(key)
        if found is None:
            found = self._shots[key] = self._shot(unit, x)
        return found

    def _shot(self, unit: Unit, x: Hex) -> tuple[float, Hex]:
        s, best, target = self.s, 0.0, -1
        near = self.targets & GRID.ring_bits(x, MUSKET)
        if not near or not fire_factor(s, unit):
            return best, target
        here, s.at[unit] = s.at[unit], x
        for y in ids_of(near):
            if clear_line(GRID, x, y, self.blocked):
                worth = self.damage.musketry(self._tops[y], usable_factor(s, unit, y))
                if worth > best:
                    best, target = worth, y
        s.at[unit] = here
        return best, target

    def round_shot(self, gun: Unit, x: Hex, y: Hex, canister: bool = False) -> float:
        """What a salvo is worth, fired from one hex at another."""
        s = self.s
        here, s.at[gun] = s.at[gun], x
        chance = over(bala_rasa.to_beat(s, gun, y, canister) - bala_rasa.modifiers(s, gun, y))
        s.at[gun] = here
        top = self._tops[y]
        rockets = gun == s.b.rockets and s.b.kind[top] == CAVALRY
        return chance * self.damage.gain(top, fire=2 if canister or rockets else 1)

    def cannon(self, gun: Unit, x: Hex) -> float:
        """The best round shot of a battery from a hex."""
        found = 0.0
        for y in ids_of(self.targets & GRID.ring_bits(x, 7)):
            if clear_line(GRID, x, y, self.blocked):
                found = max(found, self.round_shot(gun, x, y))
        return found

    # --- danger

    def threat(self, x: Hex) -> float:
        """Markers that a unit in a hex has to expect when the enemy fires next."""
        found = self._threats.get(x)
        if found is None:
            found = self._threats[x] = self._threat(x)
        return found

    def _threat(self, x: Hex) -> float:
        field, table, total = self.s.b.field, TABLES.batir, 0.0
        if (field.deep_forest >> x) & 1:
            return 0.0
        covered = 0
        if (field.building >> x) & 1:
            covered = table["target_building"]
        elif (field.forest >> x) & 1:
            covered = table["target_forest_edge"]
        for y, factor, share in self.shooters():
            distance = GRID.distance[y][x]
            if distance <= MUSKET and clear_line(GRID, y, x, self.blocked):
                k = factor + covered
                if distance == MUSKET:
                    k += table["range_3"]
                elif distance == 1:
                    k += table["adjacent_target"]
                total += share * (ONE_MARKER[max(0, min(k, TABLES.batir_cap))] + 2 * TWO_MARKERS)
        return total

    def shooters(self) -> list[tuple[int, int, float]]:
        """The enemy's muskets: hex, fire factor from there, and the share of its fire that one target must expect."""
        if self._shooters is None:
            s = self.s
            self._shooters = []
            if s.ammunition[1 - self.side]:
                all_ = s.b.weather_fire if weather(s) else 0
                if (s.played[self.side] >> BATIR) & 1:
                    all_ += TABLES.batir["enemy_already_played_batir_this_turn"]
                for x, pile in s.piles.items():
                    if (self.foes >> x) & 1:
                        self._add_shooters(x, pile, all_)
        return self._shooters

    def _add_shooters(self, x: Hex, pile: tuple[Unit, ...], modifier: int) -> None:
        s = self.s
        near = ids_of(s.held[self.side] & GRID.ring_bits(x, MUSKET))
        seen = sum(clear_line(GRID, x, y, self.blocked) for y in near)
        if (s.b.field.mountain >> x) & 1:
            modifier += TABLES.batir["firer_in_mountain"]
        for u in pile:
            factor = fire_factor(s, u)
            if factor and s.b.kind[u] in (INFANTRY, CAVALRY):
                assert self._shooters is not None
                self._shooters.append((x, factor + modifier, 1 / (1 + seen)))

    # --- places

    def score(self, unit: Unit, x: Hex) -> float:
        """How good it is for a unit to stand in a hex."""
        kind = self.s.b.kind[unit]
        if kind == GEFE:
            return self._gefe_score(unit, x)
        w, s = self.weights, self.s
        field, total = s.b.field, 0.0
        if kind == ARTILLERY:
            total += w.opportunity * self.cannon(unit, x)
            total -= self.eagerness * max(0, self.far[x] - 3)
        else:
            if s.ammunition[self.side] > 1:
                total += w.opportunity * (0.4 + 0.6 * self.next) * self.shot(unit, x)[0]
            if kind == CAVALRY:
                total += w.charge * self.charge(x)
            total -= self.eagerness * max(0, self.far[x] - 2)
        total -= w.threat * self.caution * (1 - self.next) * self.threat(x) * self.damage.gain(unit, fire=1)
        if (field.obstacles >> x) & 1 and kind != CAVALRY:
            total += w.cover
        elif (self.horse >> x) & 1 and kind == INFANTRY and s.fire[unit] + s.shock[unit] and not (s.square >> unit) & 1:
            total -= w.horse * self.damage.gain(unit, shock=1)
        if x in s.piles:
            total -= w.stack * (fighters(s, x) - (s.at[unit] == x))
        leader = self.leader
        if leader >= 0 and GRID.distance[x][s.at[leader]] <= s.b.units[leader].radius:
            total += w.command
        return total

    def charge(self, x: Hex) -> float:
        """What cavalry in a hex could do in a charge: mostly to units that have been shot at."""
        s, best = self.s, 0.0
        for y in ids_of(self.foes & GRID.ring_bits(x, 1 + TABLES.movement[0][CAVALRY])):
            top = self._tops[y]
            if not (s.b.field.building >> y) & 1 and not (s.square >> top) & 1 and (s.fire[top] or s.shock[top]):
                best = max(best, self.damage.gain(top, shock=1))
        return best

    def _gefe_score(self, unit: Unit, x: Hex) -> float:
        """[5.1a] A Gefe belongs behind the fighting units, with as many of them in his range as can be, and never alone
        within reach of the enemy."""
        s = self.s
        distance, radius = GRID.distance[x], s.b.units[unit].radius
        total, far = 0.0, self.far
        for u in s.b.army[self.side]:
            y = s.at[u]
            if y >= 0 and u != unit:
                total += 1 / (1 + far[y] // 3) if distance[y] <= radius else -0.02 * distance[y]
        gap = min((distance[y] for y in ids_of(self.foes)), default=FAR)
        shielded = x in s.piles and fighters(s, x) > 0 and (s.held[self.side] >> x) & 1
        if gap == 1:
            total -= 6
        elif gap <= MUSKET and not shielded:
            total -= 5
        elif gap == 2:
            total -= 1
        return 0.05 * total

    def best_place(self, unit: Unit, hexes: Iterable[Hex]) -> tuple[float, Hex]:
        """The best of some hexes for a unit, with its score."""
        found = max(((self.score(unit, x), -x) for x in hexes), default=(0.0, 1))
        return found[0], -found[1]

    def hurt(self, unit: Unit) -> float:
        """[4.3l] What fire would cost a unit on top of its hex."""
        return round(self.damage.gain(unit, fire=1) + self.damage.gain(unit, fire=2), 3)
