"""[7.1] Victory: elimination, partial victory, draw."""

from __future__ import annotations

from tablero.games.dpyr.board import SIDES
from tablero.games.dpyr.rules.r07_victory.s03_graded import graded_result
from tablero.games.dpyr.rules.r09_scenarios.s02_luchana import awaited
from tablero.games.dpyr.state import CLEAR_LEAD, DRAW, ELIMINATION, NARROW_LEAD, PARTIAL, Dpyr, Side, strength


def finish(s: Dpyr, ending: int, winner: Side) -> None:
    s.ending, s.winner = ending, winner
    if ending == DRAW:
        s.tell("drawn")
    else:
        s.tell({PARTIAL: "partial", CLEAR_LEAD: "clear", NARROW_LEAD: "narrow"}.get(ending, "victory"), winner)


def beaten(s: Dpyr, side: Side) -> bool:
    """[7.1a] [7.1d] Has a side lost all its units, with none still to come?"""
    return not strength(s, side) and not awaited(s, side)


def judge(s: Dpyr) -> bool:
    """[7.1d] After the rally step: is the battle decided, or over?"""
    lost = [side for side in (0, 1) if beaten(s, side)]
    if len(lost) == 2:
        finish(s, DRAW, -1)
    elif lost:
        finish(s, ELIMINATION, 1 - lost[0])
    elif s.turn >= s.b.turns:
        finish(s, *(graded_result(s) if s.graded else printed_result(s)))
    return s.ending >= 0


def printed_result(s: Dpyr) -> tuple[int, Side]:
    """[7.1b] [7.1c] A partial victory for the side that the battle names and that still has units, else a draw.

    [9.1b] [9.2b] the Carlist at Arquijas and Luchana, [9.3b] the Liberal at Oriamendi, [9.4b] [9.5b] [9.6b] [9.7f]
    nobody in the other battles.
    """
    side = s.b.partial
    return (PARTIAL, side) if side < len(SIDES) and strength(s, side) else (DRAW, -1)
