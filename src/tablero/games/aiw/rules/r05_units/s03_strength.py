"""[5.3] Blocks lose and gain strength."""

from __future__ import annotations

from tablero.games.aiw.board import BLOCK_SIDE
from tablero.games.aiw.fog import full_strengths
from tablero.games.aiw.rules.r05_units.s04_elimination import eliminate
from tablero.games.aiw.state import Aiw, Block, area_of


def lose(s: Aiw, block: Block, points: int = 1) -> bool:
    """[5.3b] [5.3c] A block loses strength, which is seen; is it eliminated? Pick it out of its like first."""
    if s.low[block] <= points:
        s.reveal()
    s.strength[block] -= points
    if s.strength[block] <= 0:
        eliminate(s, block)
        return True
    s.low[block] = max(1, s.low[block] - points)
    s.high[block] = max(s.low[block], s.high[block] - points)
    if s.shown >> block & 1:
        s.low[block] = s.high[block] = s.strength[block]
        s.hurt[block] = s.hurt.get(block, 0) + points
    _tell_change(s, "weakened", block, points)
    return False


def _tell_change(s: Aiw, kind: str, block: Block, points: int) -> None:
    """A change of strength: which unit it is the enemy learns only if it is revealed."""
    x = area_of(s.at[block])
    if s.shown >> block & 1:
        s.tell(kind, s.unit[block], x, points)
    else:
        seen = 1 << BLOCK_SIDE[block]
        s.tell(kind, s.unit[block], x, points, seen=seen, public=(f"{kind}_hidden", (block, x, points)))


def gain(s: Aiw, block: Block, points: int = 1) -> None:
    """[21.1] A block gains strength, which is seen. Pick it out of its like first."""
    s.strength[block] += points
    _, most = full_strengths(s.may[block])
    s.high[block] = min(most, s.high[block] + points)
    s.low[block] = min(s.high[block], s.low[block] + points)
    if block in s.hurt and s.rules >= 3:        # in older versions merging did not count as healing
        heal(s, block, points)
    _tell_change(s, "strengthened", block, points)


def heal(s: Aiw, block: Block, points: int) -> None:
    """[5.3b] A block has so many points less to recover of what it lost since it was revealed."""
    left = s.hurt.pop(block) - points
    if left > 0:
        s.hurt[block] = left
