"""What an option throws away: points that are lost, activations that move nobody, supplies that are given up."""

from __future__ import annotations

from tablero.games.aiw.rules.r03_turn.s00_player_phase import phase
from tablero.games.aiw.rules.r05_units.s01_blocks import in_open
from tablero.games.aiw.rules.r10_actions.s00_actions import Act
from tablero.games.aiw.rules.r10_actions.s00_points import HALVES
from tablero.games.aiw.rules.r11_movement.s00_activation import Activation, FormGroup
from tablero.games.aiw.rules.r11_movement.s01_march import GroupMove, March
from tablero.games.aiw.rules.r11_movement.s06_interception import ALL, DIE, Interceptors
from tablero.games.aiw.rules.r21_replacements.s00_spending import Spend, SpendPoint
from tablero.games.aiw.state import Aiw, Side
from tablero.kernel.actions import DONE, PASS, Action
from tablero.kernel.cautions import Caution, waste

FREE = ("done", "disband", "disband_knapsack", "demolish", "play", "command")       # what costs no Action Points
GIVEN_UP = ("disband", "disband_knapsack")
LIKELY = 3              # blocks with which an interception still succeeds every other time


def caution(s: Aiw, seat: Side, action: Action) -> Caution | None:
    """What a seat is told before it takes one of its options; `s` is its view."""
    asked = s.stack[-1]
    if isinstance(asked, Act):
        return _acting(s, seat, asked, action)
    if isinstance(asked, SpendPoint):
        return _spending(s, seat, asked, action)
    if isinstance(asked, FormGroup):
        activation = s.caller(asked, Activation)
        return waste("activation") if action == PASS and not activation.begun else None
    if isinstance(asked, March):
        move = s.caller(asked, GroupMove)
        return waste("march") if action == DONE and not move.moved and asked.open_steps(s) else None
    if isinstance(asked, Interceptors) and action == ALL and not asked.sure:
        n = in_open(s, seat, asked.x).bit_count()
        return waste("interception", n=n + 1) if LIKELY < n < DIE else None
    return None


def _acting(s: Aiw, seat: Side, asked: Act, action: Action) -> Caution | None:
    """[10.0j] Action Points that are left are lost, as long as there is something to do with them."""
    if action[0] in GIVEN_UP:
        return waste(action[0])
    player_phase = phase(s)
    if action != DONE or all(option[0] in FREE for option in asked.options(s, seat)):
        return None
    if player_phase.points:
        points, half = divmod(player_phase.points, HALVES)
        return waste("action_points", points=points, half=half)
    return waste("expedition_point")


def _spending(s: Aiw, seat: Side, asked: SpendPoint, action: Action) -> Caution | None:
    """[21.0a] Replacement Points that are left are lost."""
    if action[0] in GIVEN_UP:
        return waste(action[0])
    if action != DONE or all(option == DONE or option[0] in GIVEN_UP for option in asked.options(s, seat)):
        return None
    points, half = divmod(s.caller(asked, Spend).halves, HALVES)
    return waste("replacement_points", points=points, half=half)
