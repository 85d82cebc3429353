"""[10.1] Activate a space or region."""

from __future__ import annotations

from tablero.games.aiw.board import AREAS, FIGHTERS, FIRST_REGION
from tablero.games.aiw.fog import fact
from tablero.games.aiw.rules.r05_units.s01_blocks import fighters, in_area, in_open
from tablero.games.aiw.rules.r10_actions.s00_points import COSTS, HALVES, is_expedition
from tablero.games.aiw.rules.r10_actions.s00_used import refuse_acting, unused
from tablero.games.aiw.rules.r11_movement.s00_activation import Activation
from tablero.games.aiw.state import Aiw, Area, Side
from tablero.kernel.bits import ids_of
from tablero.kernel.refusals import Refusal

ACTIVATE = HALVES * COSTS.integer("activate")

NOBODY_THERE = Refusal("10.1b", "nobody_to_activate")
SHUT_IN = Refusal("18.0i", "besieged_units_stay")
ALL_USED = Refusal("10.1b", "all_have_acted")
EXPEDITION_SPLIT = Refusal("23.1c", "part_of_expedition_has_acted")


def refuse_activation(s: Aiw, side: Side, x: Area) -> Refusal | None:
    """[10.1b] [18.0i] [23.1c] Why an area cannot be activated, whatever it costs."""
    blocks = in_open(s, side, x) if x < AREAS else 0
    if not blocks:
        return SHUT_IN if x < FIRST_REGION and in_area(s, side, x) else NOBODY_THERE
    if is_expedition(side, x) and blocks & s.acted:
        return EXPEDITION_SPLIT
    if fighters(s, unused(s, blocks)):
        return None
    kept_back = ids_of(fighters(s, blocks & ~s.acted))
    if kept_back:
        return refuse_acting(s, kept_back[0])
    return ALL_USED if fighters(s, blocks) else NOBODY_THERE


def activate(s: Aiw, side: Side, x: Area) -> None:
    """[10.1a] Everybody sees that Infantry or Cavalry is there."""
    fact(s, in_open(s, side, x) & ~s.acted, FIGHTERS, 1)
    s.call(Activation(side, x))
