"""[10.4] Store a Command Point."""

from __future__ import annotations

from tablero.games.aiw.rules.r08_command import MOST_COMMAND, add_command
from tablero.games.aiw.rules.r10_actions.s00_points import COSTS, HALVES
from tablero.games.aiw.state import Aiw, Side
from tablero.kernel.refusals import Refusal

STORE = HALVES * COSTS.integer("store_command_point")

COMMAND_FULL = Refusal("10.4b", "command_points_full")


def refuse_storing(s: Aiw, side: Side, _: int) -> Refusal | None:
    """[10.4b] There is a limit."""
    return COMMAND_FULL if s.command[side] >= MOST_COMMAND else None


def store(s: Aiw, side: Side, _: int) -> None:
    add_command(s, side, 1)
