"""[5] Victory: by Victory Points at the end of the scenario, or at once."""

from __future__ import annotations

from tablero.games.car.board import MAIN_CITIES, NAT, REP, RM_WINS
from tablero.games.car.state import BY_CITIES, BY_MORALE, BY_POINTS, DRAW, Car, Side


def end(s: Car, kind: int, winner: Side) -> None:
    """[5.2a] The game is over."""
    s.ending, s.winner = kind, winner
    s.stack.clear()


def automatic_victory(s: Car) -> None:
    """[5.2.1a] [5.2.1b] [5.2.2a] [5.2.3a] [5.2.5a] Republican Morale at a limit of this Turn, or control of all Main
    Cities; if both sides qualify, Morale decides."""
    if s.rm <= RM_WINS[NAT][s.turn]:
        end(s, BY_MORALE, NAT)
    elif s.rm >= RM_WINS[REP][s.turn]:
        end(s, BY_MORALE, REP)
    elif not MAIN_CITIES & ~s.held:
        end(s, BY_CITIES, NAT)
    elif not MAIN_CITIES & s.held:
        end(s, BY_CITIES, REP)


def final_score(s: Car) -> None:
    """[5.1.1a] [SUv] After the last Turn the Victory Points decide."""
    if s.vp >= s.setting.wins:
        end(s, BY_POINTS, NAT)
    elif s.vp >= s.setting.draw:
        end(s, DRAW, -1)
    else:
        end(s, BY_POINTS, REP)
