"""Odds of a choice, computed from what a seat may know."""

from __future__ import annotations

from fractions import Fraction
from typing import Final, NamedTuple

from tablero.kernel.actions import Action


class Odds(NamedTuple):
    """The chance that a choice succeeds: exact if `low` equals `high`, otherwise between them."""

    key: str                                        # message "odds.<key>"
    low: Fraction
    high: Fraction
    mean: Fraction | None = None                    # average over what is hidden, where its mix is known
    values: tuple[tuple[str, str], ...] = ()        # places of the message beside {chance} and {mean}

    @property
    def chance(self) -> tuple[float, float]:
        return float(self.low), float(self.high)


def percent(low: Fraction, high: Fraction | None = None) -> str:
    """`33 %`, or `27-52 %`; only what is impossible is 0 %, only what is certain 100 %."""
    least, most = _whole(low), _whole(low if high is None else high)
    return f"{least} %" if least == most else f"{least}-{most} %"


def _whole(chance: Fraction) -> int:
    return min(99, max(1, round(100 * chance))) if 0 < chance < 1 else int(100 * chance)


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
