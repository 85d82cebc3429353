"""[10.5] Obtain Replacement Points."""

from __future__ import annotations

from tablero.games.aiw.board import LIBERAL, TABLES
from tablero.games.aiw.rules.r03_turn.s00_player_phase import phase
from tablero.games.aiw.rules.r07_cards.s00_decks import LEVY, LOANS
from tablero.games.aiw.rules.r10_actions.s00_points import COSTS, HALVES
from tablero.games.aiw.rules.r21_replacements.s00_points import BY_ACTION
from tablero.games.aiw.rules.r21_replacements.s00_spending import Spend
from tablero.games.aiw.state import Aiw, Side
from tablero.kernel.refusals import Refusal

OBTAIN = HALVES * COSTS.integer("obtain_replacements")
REPLACEMENTS = tuple(TABLES.table("obtain_replacements").integers("rp_by_d6"))      # [10.5c]
WEAK_YEAR = 1834                                                        # [10.5d]

ONCE_A_PHASE = Refusal("10.5b", "replacements_once")


def replacement_modifier(s: Aiw, side: Side) -> int:
    """[10.5d] What is added to the die of Obtain Replacements: less in 1834, more by loans and by a levy."""
    lasting = LEVY if side == LIBERAL else LOANS
    return (-1 if s.year == WEAK_YEAR else 0) + (1 if s.lasting & lasting else 0)


def replacement_points(result: int) -> int:
    """[10.5c] The Replacement Point table: 1 or less is 1, 6 or more is 6."""
    return REPLACEMENTS[max(1, min(len(REPLACEMENTS), result)) - 1]


def refuse_replacements(s: Aiw, side: Side, _: int) -> Refusal | None:
    """[10.5b] Once a phase."""
    return ONCE_A_PHASE if phase(s).replaced else None


def obtain_replacements(s: Aiw, side: Side, _: int) -> None:
    """[10.5a] [10.5c] A die says how many Replacement Points there are to spend."""
    phase(s).replaced = True
    die = s.die()
    points = replacement_points(die + replacement_modifier(s, side))
    s.tell("replacements", side, die, points)
    s.call(Spend(side, HALVES * points, BY_ACTION))
