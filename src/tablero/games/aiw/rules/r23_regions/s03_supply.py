"""[23.3] Supply in regions: Expeditions without it forage."""

from __future__ import annotations

from tablero.games.aiw.board import TABLES
from tablero.games.aiw.fog import pick_out
from tablero.games.aiw.rules.r19_supply.s03_unsupplied import weaken
from tablero.games.aiw.rules.r22_uprising import lower_level
from tablero.games.aiw.state import Aiw, Area
from tablero.kernel.bits import bitset, ids_of
from tablero.kernel.events import faces

_foraging = TABLES.table("foraging")
FORAGERS_LOSE_ON = _foraging.integer("loss_on")                                             # [23.3c]
FORAGING_HURTS_ON = _foraging.integer("uprising_drop_on_any")                               # [23.3d]


def forage(s: Aiw, x: Area, without: int) -> None:
    """[23.3c] [23.3d] [23.3e] A die for each unit of an Expedition without supply; any 1 lowers the Uprising, once."""
    dice = s.dice(without.bit_count())
    lost = [b for b, die in zip(ids_of(without), dice) if die <= FORAGERS_LOSE_ON]
    s.tell("foraged", x, len(dice), len(lost), faces(dice))
    if FORAGING_HURTS_ON in dice:
        lower_level(s, x)
    weaken(s, bitset(pick_out(s, lost)))
