"""[17] [17a] Special rules.

[17.2a] Nothing illegal can be played, so there is no error to be found later (reading G44).
"""

from __future__ import annotations

from tablero.games.wellington.board import POWERS
from tablero.games.wellington.rules.r05_cards.s02_windows import held
from tablero.games.wellington.state import Power, Powers, Wellington


def holders(s: Wellington) -> Powers:
    """[4.22j] [4.24a] The Powers with cards."""
    return sum(1 << power for power in range(len(POWERS)) if held(s, power))


def goes_on(s: Wellington, last: Power) -> bool:
    """[17.1a] [17.1b] The last Power with cards has had its Impulse: does the Turn go on, because it gave a card to
    another Power?"""
    return bool(holders(s) & ~(1 << last))
