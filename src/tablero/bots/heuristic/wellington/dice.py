"""What a Battle or a Siege promises, in fractions of one: quicker than the exact odds of the rules, and near to them.

A die is a Casualty with a 5 or a 6; half of these are kills. That a side runs out of pieces is left out of account.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import NamedTuple

from tablero.games.wellington.fight_odds import Besieger, siege_chances
from tablero.kernel.odds import two_dice_over

MOST = 26               # dice beyond this make no difference
ROUT = 3


class Fight(NamedTuple):
    """How a Battle ends for the Active side."""

    win: float
    rout: float         # the enemy is Routed
    routed: float       # the own side is
    losses: float       # pieces
    kills: float


@lru_cache(maxsize=MOST + 1)
def casualties(dice: int) -> tuple[float, ...]:
    """How likely so many dice are to show so many Casualties."""
    return tuple(comb(dice, n) * 2 ** (dice - n) / 3**dice for n in range(dice + 1))


@lru_cache(maxsize=1 << 12)
def one_round(ours: int, theirs: int) -> tuple[float, float, float, float, tuple[float, ...]]:
    """Win, defeat, Rout of the enemy, of the own side; and ties by the Casualties of each side."""
    win = lose = rout = routed = 0.0
    we, they = casualties(theirs), casualties(ours)
    for i, one in enumerate(they):
        for j, other in enumerate(we):
            if i > j:
                win += one * other
                rout += one * other * (i - j >= ROUT)
            elif j > i:
                lose += one * other
                routed += one * other * (j - i >= ROUT)
    return win, lose, rout, routed, tuple(a * b for a, b in zip(we, they))


@lru_cache(maxsize=1 << 16)
def fight(ours: int, theirs: int, terrain: int, pieces: int, their_pieces: int) -> Fight:
    """A Battle of so many dice; the defender has those for terrain in the first Round only."""
    ours, theirs, first = min(MOST, max(0, ours)), min(MOST, max(0, theirs)), min(MOST, max(0, theirs + terrain))
    win, _, rout, routed, ties = one_round(ours, first)
    losses, kills = first / 6, ours / 6
    for n, chance in enumerate(ties):
        if chance > 0.001:
            a, b = max(0, ours - n), max(0, theirs - n)
            later = one_round(a, b)
            win += chance * later[0]
            rout += chance * later[2]
            routed += chance * later[3]
            losses += chance * b / 6
            kills += chance * a / 6
    kills = min(their_pieces, kills + rout * ours / 6)
    losses = min(pieces, losses + routed * first / 6)
    return Fight(win, rout, routed, losses, kills)


@lru_cache(maxsize=1 << 12)
def siege(sps: int, more: int, fixed: int, strength: int, hits: int = 0, rounds: int = 0) -> tuple[float, float]:
    """How likely a Fortress is to fall to so many SPs, with `more` in reserve and `fixed` dice besides; and the
    losses."""
    if sps + fixed <= 0:
        return 0.0, 0.0
    falls, lost = siege_chances(Besieger(sps, sps + more, 0, fixed), strength, hits, rounds)
    return float(falls), float(lost)


@lru_cache(maxsize=64)
def chance(added: int) -> float:
    """Two dice and what is added to them reach nine."""
    return float(two_dice_over(8 - added))
