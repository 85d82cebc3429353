"""What a choice promises before it is made: chances worked out from what a seat may know."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from tablero.kernel.actions import Action


class Odds(NamedTuple):
    """The chance that a choice succeeds: exact if `low` equals `high`, otherwise between them."""

    key: str                                        # message "odds.<key>"
    low: Fraction
    high: Fraction
    mean: Fraction | None = None                    # over what is hidden, where its mix is known
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
    """For games that tell none."""
    return None
