"""[17.3] The end of a Battle: a side without Infantry in its front line is routed at once."""

from __future__ import annotations

from tablero.games.aiw.rules.r05_units.s01_blocks import foot
from tablero.games.aiw.rules.r17_battle.s00_battle import HELD, ROUT, Battle
from tablero.games.aiw.rules.r17_battle.s00_battlefield import front_of
from tablero.games.aiw.state import Aiw


def routed(s: Aiw, f: Battle) -> bool:
    """[17.3a] [17.3b] Has a side no Infantry in its front line? Then the Battle is cut off: the step returns nothing.

    Should both lose it at one stroke nobody is routed, and the defender keeps the space as after the third round.
    """
    bare = [side for side in (0, 1) if not foot(s, front_of(f, side))]
    if not bare:
        return False
    f.loser = f.attacker if len(bare) == 2 else bare[0]
    f.ending = HELD if len(bare) == 2 else ROUT
    s.cut(f, "result")
    return True
