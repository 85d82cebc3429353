"""[8] Command Points: how many a side keeps, and their use as Action Points."""

from __future__ import annotations

from tablero.games.aiw.board import LIBERAL, TABLES
from tablero.games.aiw.rules.r03_turn.s00_player_phase import PlayerPhase, phase
from tablero.games.aiw.rules.r07_cards.s00_decks import UNITED_COMMAND
from tablero.games.aiw.rules.r10_actions.s00_points import HALVES
from tablero.games.aiw.state import Aiw, Side
from tablero.kernel.refusals import Refusal

_points = TABLES.table("command_points")
MOST_COMMAND = _points.integer("max")                           # [8.0a]
COMMANDS = _points.integer("as_action_point_per_phase")         # [8.0d]

NO_COMMAND = Refusal("8.0d", "no_command_point")
COMMAND_USED = Refusal("10.0g", "one_command_point_a_phase")


def add_command(s: Aiw, side: Side, points: int) -> None:
    """[8.0a] Command Points beyond five are lost, and so are those that one has not."""
    before = s.command[side]
    s.command[side] = max(0, min(MOST_COMMAND, before + points))
    if s.command[side] != before:
        s.tell("command", side, s.command[side])


def commands_left(s: Aiw, player_phase: PlayerPhase) -> int:
    """[8.0d] [10.0g] How many Command Points may still be used as Action Points; a united command has one more."""
    most = COMMANDS + (1 if player_phase.side == LIBERAL and s.lasting & UNITED_COMMAND else 0)
    return most - player_phase.commands


def refuse_command(s: Aiw, side: Side, _: int) -> Refusal | None:
    """[8.0d] [10.0g] A Command Point as an Action Point."""
    if commands_left(s, phase(s)) <= 0:
        return COMMAND_USED
    return None if s.command[side] else NO_COMMAND


def use_command(s: Aiw, side: Side, _: int) -> None:
    player_phase = phase(s)
    player_phase.commands += 1
    player_phase.points += HALVES
    add_command(s, side, -1)
