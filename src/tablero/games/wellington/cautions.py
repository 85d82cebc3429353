"""What an option throws away, and Armies that cannot take a step."""

from __future__ import annotations

from tablero.games.wellington.board import BRITAIN
from tablero.games.wellington.rules.r04_sequence.s02_impulses import ChoosePlay
from tablero.games.wellington.rules.r06_building import SpendPoints
from tablero.games.wellington.rules.r09_movement.s01_lines import ways_from
from tablero.games.wellington.rules.r09_movement.s02_march import March, MarchOrders, army_of
from tablero.games.wellington.rules.r16_interphase.s02_reinforcements import Reinforce
from tablero.games.wellington.state import Power, Wellington
from tablero.kernel.actions import DONE, Action
from tablero.kernel.cautions import Caution, vain, waste

STOP: Action = ("stop",)
END_IMPULSE: Action = ("end",)


def caution(s: Wellington, seat: Power, action: Action) -> Caution | None:
    """What a seat is told before it takes one of its options; `s` is its view."""
    asked = s.stack[-1]
    if isinstance(asked, ChoosePlay):
        return _unplayed(s, seat, asked) if action == END_IMPULSE else None
    if isinstance(asked, SpendPoints):
        if action == DONE:
            return _lapsing(s, seat, asked)
        return _leading(s, seat, action)
    if isinstance(asked, Reinforce):
        return _unbuilt(s, seat, asked) if action == DONE else None
    if isinstance(asked, MarchOrders):
        march = s.caller(asked, March)
        if action == STOP and march.free_steps > 0 and asked.allowed_steps(s):
            return waste("free_steps", n=march.free_steps)
        return _leading(s, seat, action)
    return None


def _unplayed(s: Wellington, seat: Power, asked: ChoosePlay) -> Caution | None:
    """[4.2e] [15.2c] After a Resource there is still room for a card."""
    playable = asked.impulse(s).cards == 0 and any(option[0] in ("cp", "event") for option in asked.options(s, seat))
    return waste("card_play") if playable else None


def _lapsing(s: Wellington, seat: Power, asked: SpendPoints) -> Caution | None:
    """[5.5a] CPs that are left lapse, as long as there is something to spend them for."""
    useful = (option for option in asked.options(s, seat) if option[0] not in ("done", "besiege"))
    if all(_leading(s, seat, option) is not None for option in useful):
        return None
    return waste("command_points", n=asked.spending(s).points)


def _unbuilt(s: Wellington, seat: Power, asked: Reinforce) -> Caution | None:
    """[16.2d] [16.31a] What is kept can only buy another Deployment, or a Convoy of Britain besides."""
    frame = asked.frame(s)
    lost = frame.points + frame.odd - (2 if seat == BRITAIN else 1)
    return waste("reinforcements", n=lost) if lost > 0 else None


def _leading(s: Wellington, seat: Power, action: Action) -> Caution | None:
    """[9.3a] [5.1c] [12.4b] An Army, or a counter, that has no way out of its Duchy or is exhausted."""
    if action[0] == "lead":
        leader = action[1]
        march = March(seat, s.at[leader], (army_of(s, leader),))
    elif action[0] == "counter":
        march = March(seat, action[1], counter=1)
    else:
        return None
    if march.exhausted(s):
        return vain("exhausted")
    return None if march.turns(s) or ways_from(s, seat & 1, march.x) else vain("no_way_out")
