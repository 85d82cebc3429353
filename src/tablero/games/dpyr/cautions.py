"""What an option throws away, and what can only end in nothing: fire without a target, units that can only halt."""

from __future__ import annotations

from tablero.games.dpyr.board import BATIR, CAMPI, CAVALRY, GRID, INFANTRY, MOJAR, MONTEAR, PUENTE, RISTRE
from tablero.games.dpyr.rules.r04_actions.s00_actions import ChooseAction, March, reach
from tablero.games.dpyr.rules.r04_actions.s02_assault import Assault, Declare
from tablero.games.dpyr.rules.r04_actions.s03_batir_s04_paqueo import Volley
from tablero.games.dpyr.rules.r04_actions.s05_bala_rasa import Cannonade, Load
from tablero.games.dpyr.rules.r06_movement.s01_movement import beside, open_ground
from tablero.games.dpyr.rules.r06_movement.s02_square import refuse_square
from tablero.games.dpyr.rules.r06_movement.s03_stacking import without_full
from tablero.games.dpyr.state import ActionId, Dpyr, Side, Unit
from tablero.kernel.actions import DONE, PASS, Action
from tablero.kernel.cautions import Caution, vain, waste
from tablero.kernel.frames import Decision

HALT: Action = ("halt",)
CHARGES = {"mojar": MOJAR, "ristre": RISTRE}


def caution(s: Dpyr, seat: Side, action: Action) -> Caution | None:
    """What a seat is told before it takes one of its options; `s` is its view."""
    asked = s.stack[-1]
    if isinstance(asked, ChooseAction):
        return _choosing(s, seat, action)
    if isinstance(asked, March):
        return _marching(s, asked, action)
    if action == DONE and isinstance(asked, Declare | Volley | Load):
        return _ending(s, seat, asked)
    return None


def _choosing(s: Dpyr, seat: Side, action: Action) -> Caution | None:
    """[4.0d] An activation without an action; [4.2a] [4.3a] [4.8a] attacks that nobody can make."""
    if action == PASS:
        return waste("activation")
    if action == ("batir",) and not Volley(seat, BATIR).able(s):
        return vain("no_target")
    if action[0] in CHARGES and not _can_attack(s, seat, CHARGES[action[0]]):
        return vain("out_of_reach")
    return None


def _can_attack(s: Dpyr, seat: Side, action: ActionId) -> bool:
    """Can a unit that attacks in an action be next to the enemy, where it stands or after its move?"""
    near = beside(s.held[1 - seat])
    kinds = (CAVALRY,) if action == RISTRE else (INFANTRY, CAVALRY)
    units = [u for kind in kinds for u in s.b.of_kind[seat][kind] if s.at[u] >= 0]
    return any((near >> s.at[u]) & 1 for u in units) or any(near & reach(s, u, action, False) for u in units)


def _marching(s: Dpyr, asked: March, action: Action) -> Caution | None:
    """[4.1a] [4.7a] A march in which nobody moves; a unit that gives up its move; a unit that can only halt."""
    if action == DONE:
        idle = asked.action in (MONTEAR, PUENTE) and not asked.done
        return waste("nobody_moved") if idle else None
    if action == HALT:
        return waste("unit_stays") if asked.in_reach(s) else None
    return vain("can_only_halt") if action[0] == "move" and not _able(s, asked, action[1]) else None


def _able(s: Dpyr, asked: March, unit: Unit) -> bool:
    """Can a unit leave its hex, or form square? Mostly the next hex is open, and all its reach need not be known."""
    foes = s.held[1 - asked.who]
    near = GRID.near_bits[s.at[unit]] & open_ground(s) & ~(foes | beside(foes))
    if asked.action in (MONTEAR, MOJAR, CAMPI) and without_full(s, unit, near):
        return True
    return bool(reach(s, unit, asked.action, asked.boats)) or refuse_square(s, unit, asked.action) is None


def _ending(s: Dpyr, seat: Side, asked: Decision) -> Caution | None:
    """[4.2b] [4.3n] [4.5a] An attack that nobody makes, fire that nobody opens, as long as somebody could."""
    if len(asked.options(s, seat)) < 2:
        return None
    if isinstance(asked, Declare):
        return None if s.caller(asked, Assault).attacks else waste("nobody_attacks")
    if isinstance(asked, Volley):
        return None if asked.fired else waste("nobody_fires")
    return None if s.caller(asked, Cannonade).loaded else waste("no_battery")
