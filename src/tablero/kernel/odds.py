"""Odds of a choice, computed from what a seat may know."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Final, NamedTuple, TypeAlias

from tablero.kernel.actions import Action


class Odds(NamedTuple):
    """The chance that a choice succeeds: exact if `low` equals `high`, otherwise between them."""

    key: str                                        # message "odds.<key>"
    low: Fraction
    high: Fraction
    mean: Fraction | None = None                    # average over what is hidden, where its mix is known
    values: tuple[tuple[str, str], ...] = ()        # places of the message beside {chance}; a name by its key
    also: tuple[Odds, ...] = ()                     # what else the choice leads to; it is said after this

    @property
    def chance(self) -> tuple[float, float]:
        return float(self.low), float(self.high)


def percent(low: Fraction, high: Fraction | None = None) -> str:
    """`33 %`, or `27-52 %`; only what is impossible is 0 %, only what is certain 100 %."""
    least, most = _whole(low), _whole(low if high is None else high)
    return f"{least} %" if least == most else f"{least}-{most} %"


def _whole(chance: Fraction) -> int:
    return min(99, max(1, round(100 * chance))) if 0 < chance < 1 else int(100 * chance)


def tenth(mean: Fraction) -> str:
    """An average, to a tenth."""
    return f"{float(mean):.1f}"


def together(*found: Odds | None) -> Odds | None:
    """All that a choice promises, as one."""
    told = [odds for odds in found if odds is not None]
    return told[0]._replace(also=(*told[0].also, *told[1:])) if told else None


def no_odds(s: object, seat: int, action: Action) -> Odds | None:
    """For games that show no odds."""
    return None


_TWO_DICE: Final = tuple((a, b) for a in range(1, 7) for b in range(1, 7))
_OVER: Final = tuple(Fraction(sum(a + b > n for a, b in _TWO_DICE), 36) for n in range(13))
_WITHIN: Final = tuple(Fraction(sum(abs(a - b) <= k for a, b in _TWO_DICE), 36) for k in range(6))
_AT_LEAST: Final = tuple(Fraction(min(6, 7 - n), 6) for n in range(8))


def two_dice_over(n: int) -> Fraction:
    """The chance that the sum of two dice is greater than n."""
    return _OVER[max(0, min(n, 12))]


def dice_within(k: int) -> Fraction:
    """The chance that two dice differ by at most k."""
    return _WITHIN[min(k, 5)] if k >= 0 else Fraction(0)


def one_die_at_least(n: int) -> Fraction:
    """The chance that one die shows n or more."""
    return _AT_LEAST[max(0, min(n, 7))]


def two_dice_at_most(n: int) -> Fraction:
    """The chance that the sum of two dice is n or less."""
    return 1 - two_dice_over(n)


def one_die(succeeds: Callable[[int], bool]) -> Fraction:
    """The chance that one die shows a face that succeeds."""
    return Fraction(sum(succeeds(face) for face in range(1, 7)), 6)


Volley: TypeAlias = tuple[tuple[int, int], ...]     # so many dice, and the highest face of them that hits; and others


@lru_cache(maxsize=1 << 12)
def hits_of(volley: Volley) -> tuple[Fraction, ...]:
    """By the number of hits: how likely dice are to score so many."""
    found = [1]
    for dice, least in volley:
        good = max(0, min(least, 6))
        row = [comb(dice, n) * good**n * (6 - good) ** (dice - n) for n in range(dice + 1)]
        both = [0] * (len(found) + dice)
        for i, ways in enumerate(found):
            for j, more in enumerate(row):
                both[i + j] += ways * more
        found = both
    whole = 6 ** sum(dice for dice, _ in volley)
    return tuple(Fraction(ways, whole) for ways in found)


def mean_hits(volley: Volley) -> Fraction:
    """How many hits dice score on average."""
    return sum((Fraction(dice * max(0, min(least, 6)), 6) for dice, least in volley), Fraction(0))
