"""What things are worth to the heuristic player: units, damage, ammunition, and the weights it was tuned with.

The unit of account is about half a veteran battalion: a P unit is worth 2.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from tablero.games.dpyr.board import ARTILLERY, GEFE, TABLES
from tablero.games.dpyr.rules.r05_gefes.s03_reingreso import rally_modifier
from tablero.games.dpyr.rules.r07_victory.s03_graded import points, worth
from tablero.games.dpyr.state import Dpyr, Side, Unit
from tablero.kernel.odds import two_dice_over

OVER: Final = tuple(float(two_dice_over(n)) for n in range(13))     # chance that two dice show more than n
# [4.3c] chance of exactly one marker by usable factor
ONE_MARKER: Final[tuple[float, ...]] = (0.0, 10 / 36, 18 / 36, 24 / 36)
TWO_MARKERS: Final = 6 / 36                             # [4.4a] of two, always


ACTIVATIONS: Final = 3      # [3.0l] of a side in a turn


class Weights(NamedTuple):
    """How much the parts of a position count against each other."""

    opportunity: float = 1.0    # the best shot that a unit would have next
    charge: float = 0.5         # the best charge
    threat: float = 1.7         # fire it would be exposed to
    approach: float = 0.06      # each hex further than two from the enemy
    cover: float = 0.05         # standing in a wood, a village or on a height
    stack: float = 0.06         # each friend in the same hex
    command: float = 0.04       # being within the Gefe's range
    horse: float = 0.3          # a damaged unit within reach of enemy cavalry
    exposure: float = 0.7       # what an attacker risks by ending next to the enemy
    first_batir: float = 0.04   # each enemy musket that the first Batir of a turn makes worse
    march: float = 0.8          # a better place against damage done at once
    caution: float = 0.5        # how much less the stronger side, and more the weaker, minds its own losses
    effort: float = 0.03        # what each attacker must at least bring in
    price: float = 1.0          # how dear ammunition is


WEIGHTS: Final = Weights()


def over(n: int) -> float:
    """The chance that two dice show more than n."""
    return OVER[0] if n < 0 else OVER[n] if n < 12 else 0.0


def value(s: Dpyr, unit: Unit) -> float:
    """What a unit is worth: its points, and its power to fight on."""
    kind = s.b.kind[unit]
    fights = 0.2 if kind == ARTILLERY else 0.5 if kind == GEFE else 0.7
    return fights + 0.65 * worth(s, unit)


def turns_left(s: Dpyr) -> int:
    """Turns after this one."""
    return max(0, s.b.turns - s.turn)


def activations_left(s: Dpyr, side: Side) -> int:
    """Activations of a side still to come in the battle."""
    return ACTIVATIONS * turns_left(s) + s.chits.count(side)


class Damage:
    """What markers cost a unit's owner, looked up often and worked out once."""

    __slots__ = ("_ease", "_found", "_rally", "s")

    def __init__(self, s: Dpyr) -> None:
        self.s = s
        self._found: dict[tuple[int, int, int], float] = {}
        rounds = ACTIVATIONS * turns_left(s) + len(s.chits) / 2
        self._ease = min(1.0, rounds / (3 * ACTIVATIONS))       # damage that has no time to add up is worth nothing
        self._rally = tuple(rally_modifier(s, side) for side in (0, 1))

    def loss(self, unit: Unit, fire: int, shock: int) -> float:
        """What a unit with so many markers has lost of its worth."""
        key = unit, fire, shock
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = self._loss(unit, fire, shock)
        return found

    def _loss(self, unit: Unit, fire: int, shock: int) -> float:
        s = self.s
        whole, limit, ease = value(s, unit), s.b.limit[unit], self._ease
        if shock >= limit:
            return whole
        hurt = whole * (0.45 * fire + 0.8 * shock) / limit * ease
        if fire + shock < limit:
            return hurt
        if s.b.kind[unit] == GEFE:
            lost = 1 - over(TABLES.gefe_survives - 1)
        else:
            lost = 1 - over(TABLES.rally[s.b.morale[unit]] - self._rally[s.b.side[unit]] - 1)
        returned = whole * (0.8 * shock / limit + 0.15) * ease      # its shock markers stay, and it lost its place
        return lost * whole + (1 - lost) * returned

    def gain(self, unit: Unit, fire: int = 0, shock: int = 0) -> float:
        """What more markers would cost."""
        s = self.s
        f, k = s.fire[unit], s.shock[unit]
        return self.loss(unit, f + fire, k + shock) - self.loss(unit, f, k)

    def musketry(self, unit: Unit, factor: int) -> float:
        """What a shot at a unit is worth with a usable factor."""
        return ONE_MARKER[factor] * self.gain(unit, fire=1) + TWO_MARKERS * self.gain(unit, fire=2)


def ammunition_price(s: Dpyr, side: Side) -> float:
    """What a point of ammunition must bring in: the last ones are kept, because an army without rallies badly."""
    left = s.ammunition[side]
    if left <= 1:
        return 1.0
    a_turn = left / (turns_left(s) + 1)
    if not turns_left(s):
        return 0.01
    return 0.08 if a_turn >= 5 else 0.12 if a_turn >= 3 else 0.18


def power(s: Dpyr, side: Side) -> float:
    """What a side has left to fight with."""
    kind, limit = s.b.kind, s.b.limit
    return sum(
        value(s, u) * (1 - 0.5 * min(1.0, (s.fire[u] + s.shock[u]) / limit[u]))
        for u in s.b.army[side] if s.at[u] >= 0 and kind[u] != GEFE
    )


def caution(s: Dpyr, side: Side) -> float:
    """How much a side minds its own losses: an army twice as strong can afford them."""
    return min(1.3, max(0.2, power(s, 1 - side) / max(0.1, power(s, side))))


def aggression(s: Dpyr, side: Side) -> float:
    """How eagerly to close with the enemy: less when the battle is as good as won on points."""
    if not s.graded or turns_left(s) > 2:
        return 1.0
    return 0.2 if points(s, side) - points(s, 1 - side) >= 2 * TABLES.narrow else 1.0
