"""[10.0] Action Points: the markers they come from, and how they are paid."""

from __future__ import annotations

from tablero.games.aiw.board import CARD, CARLIST, FIRST_REGION, LIBERAL, SIDES, TABLES, TRACK
from tablero.games.aiw.rules.r03_turn.s00_player_phase import PlayerPhase
from tablero.games.aiw.rules.r07_cards.s00_decks import EXECUTIONS, RIOTS
from tablero.games.aiw.rules.r10_actions.s00_used import LA_GRANJA
from tablero.games.aiw.state import Aiw, Area, Side
from tablero.kernel.refusals import Refusal

HALVES = 2                      # [13.1k] Action Points are counted in halves
COSTS = TABLES.table("action_costs")
COURT_INTRIGUES, ESTELLA_EXECUTIONS = CARD["court_intrigues"], CARD["estella_executions"]
NO_MARKER = 2                                                           # cards L19, C33: points without a marker

NOT_YOURS = Refusal("10.0h", "not_your_unit")


def take_marker(s: Aiw, player_phase: PlayerPhase) -> None:
    """[10.0c] An Action Point marker is drawn: its points are the phase's, as cards change them."""
    points = marker_points(s, player_phase)
    player_phase.points += HALVES * points
    s.tell("marker", player_phase.side, points)


LOWEST, KINDS = 2, 3        # there are markers of 2, 3 and 4 points


def fill_cups(s: Aiw, year: int) -> None:
    """[10.0a] [10.0b] [24.10a] The Action Point markers of a year."""
    table = TRACK.table("action_markers")
    s.cups = [n for side in SIDES for n in table.table(side).integers(str(year))]


def cup(s: Aiw, side: Side) -> list[int]:
    """[10.0d] How many markers of 2, 3 and 4 points are left in a side's cup."""
    return s.cups[KINDS * side : KINDS * (side + 1)]


def marker_points(s: Aiw, player_phase: PlayerPhase) -> int:
    """[10.0c] [10.0d] The points of a phase: no marker after La Granja (L19), the lower of two under court intrigues
    (C33) unless only one was left, one less after riots (C15), one more once Maroto is obeyed (C36)."""
    riots = player_phase.side == LIBERAL and s.lasting & RIOTS
    if riots:
        s.lasting &= ~RIOTS
    if LA_GRANJA in player_phase.effects:
        return NO_MARKER
    points = draw_marker(s, player_phase.side)
    if COURT_INTRIGUES in player_phase.effects and any(cup(s, player_phase.side)):
        points = min(points, draw_marker(s, player_phase.side))
    if player_phase.side == CARLIST and s.lasting & EXECUTIONS and ESTELLA_EXECUTIONS not in player_phase.effects:
        points += 1
    return max(1, points - 1) if riots else points


def draw_marker(s: Aiw, side: Side) -> int:
    """[10.0c] [10.0d] [10.0e] A marker out of the cup, by chance; it stays out for the rest of the year."""
    markers = [points for points, left in enumerate(cup(s, side), LOWEST) for _ in range(left)]
    if not markers:
        return NO_MARKER
    points = markers[s.below(len(markers))]
    s.cups[KINDS * side + points - LOWEST] -= 1
    return points


def can_pay(player_phase: PlayerPhase, cost: int, expedition: bool = False) -> bool:
    """[10.0f] Are there points for it? The additional one is only for what an Expedition does."""
    return player_phase.points >= cost or expedition and bool(player_phase.extra)


def pay(player_phase: PlayerPhase, cost: int, expedition: bool = False) -> None:
    """[10.0f] The additional point goes first where it may be used."""
    if expedition and player_phase.extra:
        player_phase.extra = 0
    else:
        player_phase.points -= cost


def is_expedition(side: Side, x: Area) -> bool:
    """[10.0f] [23.0d] Is what a side has in this area an Expedition?"""
    return side == CARLIST and x >= FIRST_REGION
