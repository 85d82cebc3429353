"""Where one clicks for an action about guns or a Knapsack, where the question does not yet say it itself."""

from __future__ import annotations

from tablero.games.aiw.board import SACK, SIDES
from tablero.games.aiw.cards.expeditions import SetOut
from tablero.games.aiw.rules.r05_units import counter, load_spot
from tablero.games.aiw.rules.r11_movement.s06_interception import Interceptors
from tablero.games.aiw.rules.r17_battle.s07_reinforcement import TakeAlong
from tablero.games.aiw.state import Aiw, Side
from tablero.kernel import engine
from tablero.kernel.actions import Action


def aim(s: Aiw, seat: Side, action: Action) -> tuple[str, ...] | None:
    """The counters and places to click for an action of a seat; None: just what the action names."""
    verb, *things = action
    if verb in ("support", "counterbattery"):
        return (f"box:{SIDES[seat if verb == 'support' else 1 - seat]}.guns",)
    top, caller = s.stack[-1], s.stack[-2]
    if verb == "bring" and isinstance(top, Interceptors | TakeAlong):
        return counter(s, seat, things[0], top.x if isinstance(top, Interceptors) else top.spot)
    if verb == "load" and isinstance(caller, SetOut):
        return counter(s, seat, things[0], caller.spaces.bit_length() - 1)
    if verb == "disband_knapsack":
        return counter(s, seat, SACK, load_spot(s, seat, SACK, things[0]))
    return engine.aim(s, seat, action)
