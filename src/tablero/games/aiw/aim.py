"""Where one clicks for an action about guns or a Knapsack: on the counter itself, which all can see on its spot.

What is still in the Hidden Artillery box, or comes new, has no counter on the map: there an action is aimed at what it
names.
"""

from __future__ import annotations

from tablero.games.aiw.board import LOADS, SACK, SIDES
from tablero.games.aiw.cards.expeditions import SetOut
from tablero.games.aiw.maps import place
from tablero.games.aiw.rules.r05_units import load
from tablero.games.aiw.rules.r11_movement.s00_activation import FormGroup
from tablero.games.aiw.rules.r11_movement.s01_march import GroupMove
from tablero.games.aiw.rules.r11_movement.s06_interception import Interceptors
from tablero.games.aiw.rules.r13_sea.s01_transport import Transport, quay
from tablero.games.aiw.rules.r13_sea.s02_disembarkation import Landing
from tablero.games.aiw.rules.r17_battle.s07_reinforcement import TakeAlong
from tablero.games.aiw.rules.r17_battle.s09_retreat import Retreat
from tablero.games.aiw.rules.r18_siege.s00_siege import GoInside
from tablero.games.aiw.rules.r18_siege.s02_sortie import GoOut
from tablero.games.aiw.rules.r18_siege.s03_capture import Capture
from tablero.games.aiw.rules.r21_replacements.s01_units_on_map import sack_spot
from tablero.games.aiw.scene import load_id
from tablero.games.aiw.state import INSIDE, OFF, Aiw, Load, Side, Spot
from tablero.kernel.actions import Action

HERE = frozenset({"load", "unload", "bring", "stow", "take_out"})       # of the spot that the question is about
IN_AREA = frozenset({"hide", "hide_one", "shift", "refill"})            # of the area that the action names


def aim(s: Aiw, seat: Side, action: Action) -> tuple[str, ...] | None:
    """The counters and places to click for an action of a seat; None: just what the action names."""
    verb, *things = action
    if verb in ("support", "counterbattery"):
        return (f"box:{SIDES[seat if verb == 'support' else 1 - seat]}.guns",)
    found, *places = _aimed(s, seat, verb, things)
    return None if found is None else (found, *(place(x) for x in places))


def _aimed(s: Aiw, seat: Side, verb: str, things: list[int]) -> tuple[str | None, *tuple[int, ...]]:
    """The counter that an action moves, with the areas to which it can go besides."""
    if verb in HERE:
        return (_counter(s, seat, things[0], _spot(s)),)
    if verb == "take":                                                  # from the enemy
        return (_counter(s, 1 - seat, things[0], _spot(s)),)
    if verb in ("carry", "carry_one"):
        return _counter(s, seat, things[0], _spot(s)), things[1]
    if verb in IN_AREA:
        return (_counter(s, seat, things[0], sack_spot(s, seat, *things)),)
    if verb == "fetch":
        return (_counter(s, seat, things[1], things[0]),)
    if verb in ("regroup_load", "regroup_gun"):
        return _counter(s, seat, things[0], things[1]), things[2]
    if verb == "disband_knapsack":
        return (_counter(s, seat, SACK, sack_spot(s, seat, SACK, things[0])),)
    return (None,)


def _counter(s: Aiw, side: Side, kind: Load, spot: Spot) -> str | None:
    return load_id(side, kind, spot) if kind < len(LOADS) and spot >= 0 and load(s, side, kind, spot) else None


def _spot(s: Aiw) -> Spot:
    """The spot that the question is about."""
    top, caller = s.stack[-1], s.stack[-2]
    if isinstance(top, FormGroup | Interceptors | GoInside):
        return top.x
    if isinstance(top, TakeAlong):
        return top.spot
    if isinstance(top, GoOut):
        return INSIDE + top.x
    if isinstance(caller, GroupMove):
        return caller.spot
    if isinstance(caller, Capture):
        return INSIDE + caller.x
    if isinstance(caller, Transport | Landing):
        return quay(s, caller.x)
    if isinstance(caller, Retreat):
        return caller.x
    return caller.spaces.bit_length() - 1 if isinstance(caller, SetOut) else OFF
