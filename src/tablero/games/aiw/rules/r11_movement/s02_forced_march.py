"""[11.2] Forced March: who may, and what it costs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablero.games.aiw.board import FIELD, LIBERAL, MOUNTAIN, TABLES
from tablero.games.aiw.fog import pick_out
from tablero.games.aiw.rules.r03_turn.s00_player_phase import in_effect
from tablero.games.aiw.rules.r05_units.s01_counters import add_load
from tablero.games.aiw.rules.r05_units.s03_strength import lose
from tablero.games.aiw.rules.r11_movement.s00_groups import SNOW
from tablero.games.aiw.state import Aiw
from tablero.kernel.bits import ids_of
from tablero.kernel.refusals import Refusal

if TYPE_CHECKING:
    from tablero.games.aiw.rules.r11_movement.s01_march import GroupMove

_forced = TABLES.table("forced_march")
LOSS_ON = (_forced.integer("carlist_loss_on"), _forced.integer("liberal_loss_on"))      # [11.2b]

GUNS_NOT_FORCED = Refusal("11.2c", "field_artillery_cannot_force")
NOT_BETWEEN_REGIONS = Refusal("11.2f", "no_forced_march_between_regions")
DEEP_SNOW = Refusal("7.1d", "no_forced_march_in_the_snow")


def refuse_forced_march(s: Aiw, move: GroupMove) -> Refusal | None:
    """[11.2a] [11.2c] Why a group cannot force-march, wherever it would go."""
    if move.side == LIBERAL and in_effect(s, SNOW):
        return DEEP_SNOW
    return GUNS_NOT_FORCED if move.load[FIELD] else None


def suffer_losses(s: Aiw, move: GroupMove) -> None:
    """[11.2b] [11.2d] [11.2e] A die for every unit that force-marches, and for its Mountain Artillery."""
    s.forced |= move.group
    limit = LOSS_ON[move.side]
    struck = [b for b in ids_of(move.group) if s.die() <= limit]
    for b in pick_out(s, struck):
        if lose(s, b):
            move.group &= ~(1 << b)
    if move.load[MOUNTAIN] and s.die() <= limit:
        move.load[MOUNTAIN] -= 1
        add_load(s, move.side, MOUNTAIN, move.spot, -1)
        s.tell("load_lost", move.side, MOUNTAIN, 1, move.spot)
