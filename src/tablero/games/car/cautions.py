"""What an option throws away, and units that cannot go anywhere."""

from __future__ import annotations

from tablero.games.car.board import FACES, NAT, SIEGE_AT
from tablero.games.car.rules.r02_map import adjacent, units_in, ways
from tablero.games.car.rules.r07_actions import ChooseAction
from tablero.games.car.rules.r08_cards.s02_operations import Activate, Operations
from tablero.games.car.rules.r08_cards.s04_replacement_points import ALLIES
from tablero.games.car.rules.r10_movement.s01_movement import Moves
from tablero.games.car.rules.r11_combat.s01_combat import Combats
from tablero.games.car.rules.r11_combat.s02_resolution import Combat
from tablero.games.car.rules.r11_combat.s05_advance import Advance
from tablero.games.car.rules.r12_redeployment import Redeploy, Redeployment
from tablero.games.car.rules.r14_replacements import Spend, points_for_cities
from tablero.games.car.state import Car, Side, Unit
from tablero.kernel.actions import DONE, Action
from tablero.kernel.bits import ids_of
from tablero.kernel.cautions import ONLY, WASTE, Caution, vain, waste

STOP: Action = ("stop",)


def caution(s: Car, seat: Side, action: Action) -> Caution | None:
    """What a seat is told before it takes one of its options; `s` is its view."""
    asked = s.stack[-1]
    if isinstance(asked, Activate):
        return _activating(s, seat, asked, action)
    if isinstance(asked, Moves):
        return _moving(s, asked, action)
    if isinstance(asked, Combats) and action == DONE:
        n, sieges = len(asked.allowed_targets(s)), len(asked.allowed_sieges(s))
        if n and sieges:
            return waste("attacks_and_assaults", n=n, sieges=sieges)
        return waste("attacks", n=n) if n else waste("assaults", n=sieges) if sieges else None
    if isinstance(asked, Advance) and action == DONE:
        return _staying(s, seat, asked)
    if isinstance(asked, Spend) and action == DONE and len(asked.options(s, seat)) > 1:
        own, ally = s.rp[seat * 2 : seat * 2 + 2]
        return Caution(WASTE, "replacement_points", (("own", "half", own), ("ally", "half", ally)))
    if isinstance(asked, Redeploy) and action == DONE and len(asked.options(s, seat)) > 1:
        return Caution(WASTE, "sr_points", (("n", "half", s.frame(Redeployment).points),))
    if isinstance(asked, ChooseAction) and action[0] == "rp":
        return _recording(s, seat, action)
    return None


def _staying(s: Car, seat: Side, asked: Advance) -> Caution | None:
    """[11.5.1a] Nobody enters a space that has been won, though somebody could."""
    x = s.frame(Combat).x
    ours = (s.held >> x & 1) == (seat == NAT)
    return None if ours or all(y != x for _, _, y in asked.allowed(s)) else Caution(
        WASTE, "advance", (("space", "space", x),))


def _recording(s: Car, seat: Side, action: Action) -> Caution | None:
    """[14.2.2c] All points of a card would be lost for Main Cities, those of the Turn included."""
    card, cities = FACES[action[1]], points_for_cities(s, seat)
    ally = s.happened >> ALLIES[seat] & 1 and card.rp_ally
    return None if ally or s.rp[seat * 2] + 2 * card.rp_own > cities else Caution(
        WASTE, "for_cities", (("n", "half", cities),))


def _activating(s: Car, seat: Side, asked: Activate, action: Action) -> Caution | None:
    """[8.2.1b] Points that are not used are lost; [10.1.4a] [10.1.7a] a space that the enemy surrounds, or has nobody
    next to; and why a space can be Activated for Movement only."""
    if action == DONE:
        n = s.frame(Operations).points
        return waste("activations", n=n) if n and len(asked.options(s, seat)) > 1 else None
    if action[0] == "move" and not ways(s, seat)[action[1]] & ~s.occupied[1 - seat]:
        return vain("nobody_can_move")
    if action[0] == "move":
        refused = asked.refuse(s, seat, ("attack", action[1]))
        return Caution(ONLY, refused.key) if refused else None
    if not adjacent(s)[action[1]] & s.occupied[1 - seat] & ~Combats(seat).forbidden(s):
        besieged = (at == action[1] and s.sieges[siege] for siege, at in enumerate(SIEGE_AT))
        return vain("nobody_to_attack") if not any(besieged) else None
    return None


def _moving(s: Car, asked: Moves, action: Action) -> Caution | None:
    """[10.1.2a] Activated units that have not moved when movement ends; units that cannot leave their space."""
    operation = s.frame(Operations)
    if action == DONE:
        left = units_in(s, operation.moves) & ~(operation.moved | operation.builders)
        n = sum(_goes(s, asked.who, unit) for unit in ids_of(left))
        return waste("moves", n=n) if n else None
    if action == STOP and not asked.spent:
        return waste("stack") if asked.allowed_steps(s) else None
    if action[0] == "take" and not asked.hand and not _goes(s, asked.who, action[1]):
        return vain("cannot_go")
    return None


def _goes(s: Car, side: Side, unit: Unit) -> bool:
    """Could a unit end its move in another space than its own? Mostly in the next one."""
    alone, operation, x = Moves(side, 1 << unit), s.frame(Operations), s.at[unit]
    if any(alone.refuse_stop(s, operation, y) is None for y in ids_of(ways(s, side)[x] & ~s.occupied[1 - side])):
        return True
    return any(y != x for y in alone.stops(s, operation))
