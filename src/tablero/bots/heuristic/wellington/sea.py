"""Convoys: Soldiers without a Leader sail to where one waits for them."""

from __future__ import annotations

from tablero.bots.heuristic.wellington.outlook import Outlook
from tablero.games.wellington.board import CONVOY_PIECES, LEADERS
from tablero.games.wellington.rules.r14_naval import Convoy, can_embark, destinations, fresh_soldiers
from tablero.games.wellington.rules.r16_interphase.s03_deployment import sea_reach
from tablero.games.wellington.state import Duchies, Duchy
from tablero.kernel.actions import DONE, Action
from tablero.kernel.bits import ids_of

AT_SEA = 0.6            # of what Soldiers are worth who come to a Leader that waits for them
STOP: Action = ("stop",)


def cargo(look: Outlook, a: Duchy) -> int:
    """The SPs in a Port that can sail: those that no Leader is with, but one in a Key without a Fortress."""
    if look.s.here[a] & LEADERS[look.power]:
        return 0
    n = fresh_soldiers(look.s, look.power, a) - (1 if look.garrison_wanted(a) else 0)
    return max(0, min(CONVOY_PIECES, n))


def gain_at(look: Outlook, a: Duchy, b: Duchy) -> float:
    """What an SP gains by sailing from one Port to another."""
    return AT_SEA * look.sp * (look.waiting_for(b) - look.waiting_for(a)) - look.danger(b, 1, 1)


def missed(look: Outlook, a: Duchy, n: int) -> float:
    """What so many SPs guard in the Port that they would leave."""
    if not n:
        return 0.0
    all_here = look.dice_at(look.side, a), look.pieces_at(look.side, a)
    return look.guard(a, *all_here) - look.guard(a, *look.rest(a, 0, n))


def best_port(look: Outlook, a: Duchy, ports: Duchies) -> tuple[float, Duchy]:
    return max(((gain_at(look, a, b), b) for b in ids_of(ports)), default=(0.0, -1))


def voyage(look: Outlook, a: Duchy, points: int = CONVOY_PIECES) -> tuple[float, int]:
    """[14.2d] What the best Convoy from a Port is worth, and how many SPs it takes; each costs a point, unless an Event
    pays for it."""
    n = min(points, cargo(look, a))
    return n * best_port(look, a, destinations(look.s, look.power, a, False))[0] - missed(look, a, n), n


def event_worth(look: Outlook) -> float:
    """The best Convoy without Command Points."""
    return max((voyage(look, a)[0] for a in ids_of(can_embark(look.s, look.power))), default=0.0)


def choose_port(look: Outlook, options: list[Action]) -> Action:
    """[14.2b] The Port from which the best Convoy sails; no Assault."""
    if look.s.frame(Convoy).assault:
        return DONE
    return max(options, key=lambda action: 0.0 if action == DONE else voyage(look, action[1])[0])


def load_convoy(look: Outlook, options: list[Action]) -> Action:
    """[14.2a] The Soldiers that can be spared, and then to the best Port."""
    convoy = look.s.frame(Convoy)
    n = min(cargo(look, convoy.a), convoy.room(look.s))
    if n and n != convoy.sps and ("load", n) in options:
        return ("load", n)
    sails = [action for action in options if action[0] == "sail"]
    return max(sails, key=lambda action: gain_at(look, convoy.a, action[1]), default=STOP)


def deployment_worth(look: Outlook, a: Duchy) -> float:
    """[16.3d] What a Convoy brings in the Interphase."""
    n = cargo(look, a)
    return n * best_port(look, a, sea_reach(look.s, a))[0] - missed(look, a, n)
