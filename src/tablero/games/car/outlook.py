"""What is judged soon and how it stands: from a view, with the figures of the rules of victory."""

from __future__ import annotations

from tablero.games.car.board import BARCELONA, CARD, MAIN_CITIES, NAT, REMOVED, REP, RM_WINS
from tablero.games.car.cards.nationalist_events import BROKEN
from tablero.games.car.state import Car, Side
from tablero.kernel.actions import NUMBER
from tablero.kernel.goals import Judgement

NEAR = 3            # steps of Morale: a Main City, with what follows
COUP_CARD = CARD["n45"]


def outlook(s: Car, seat: Side) -> tuple[Judgement, ...]:
    """[5.1] [5.2] Morale near a limit of this Turn, a Main City that is missing, the coup, the end."""
    found = []
    for side, short in ((NAT, s.rm - RM_WINS[NAT][s.turn]), (REP, RM_WINS[REP][s.turn] - s.rm)):
        if short <= NEAR:
            key = "morale_low" if side == NAT else "morale_high"
            limit, now = ("need", NUMBER, RM_WINS[side][s.turn]), ("have", NUMBER, s.rm)
            found.append(Judgement("5.2.2a", key, (("side", "side", side), limit, now)))
    cities = MAIN_CITIES.bit_count()
    for side, held in ((NAT, MAIN_CITIES & s.held), (REP, MAIN_CITIES & ~s.held)):
        if held.bit_count() >= cities - 1:
            numbers = ("have", NUMBER, held.bit_count()), ("need", NUMBER, cities)
            found.append(Judgement("5.2.3a", "cities", (("side", "side", side), *numbers)))
    if s.held >> BARCELONA & 1 and s.rm <= BROKEN + NEAR and not s.piles[REMOVED] >> COUP_CARD & 1:
        found.append(Judgement("5.2.4a", "coup", (("need", NUMBER, BROKEN), ("have", NUMBER, s.rm))))
    if s.turn == s.setting.last:
        levels = ("wins", NUMBER, s.setting.wins), ("draw", NUMBER, s.setting.draw)
        found.append(Judgement("5.1.1a", "last", (("have", NUMBER, s.vp), *levels)))
    return tuple(found)
