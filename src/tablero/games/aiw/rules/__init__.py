"""The rules: a file or a folder for each chapter of the rulebook.

All chapters are loaded with the game, since stored positions name their frames; also those that only a step imports.
"""

from tablero.games.aiw.rules import r14_artillery, r15_combat
from tablero.games.aiw.rules.r03_turn import s00_turn
from tablero.games.aiw.rules.r07_cards import s00_taking
from tablero.games.aiw.rules.r10_actions import s00_actions
from tablero.games.aiw.rules.r17_battle import s01_deployment, s02_rounds, s07_end_of_round, s08_result, s10_regroup
from tablero.games.aiw.rules.r19_supply import s00_supply

__all__ = [
    "r14_artillery", "r15_combat", "s00_actions", "s00_supply", "s00_taking", "s00_turn", "s01_deployment",
    "s02_rounds", "s07_end_of_round", "s08_result", "s10_regroup",
]
