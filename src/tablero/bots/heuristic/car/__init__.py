"""The heuristic bot of Crusade and Revolution. All worth is in Victory Points.

    outlook     what a side makes of the map: what spaces are worth, threats, where it pays to stand
    chances     what an attack promises
    plans       what Operations are spent on: attacks, moves, works
    combat      attacks, Combat Cards, losses, retreats, advances
    logistics   redeployment, replacements, new units
    hand        what cards are played for
    bot         which of these answers which question
"""

from tablero.bots.heuristic.car.bot import HeuristicBot
from tablero.bots.heuristic.car.hand import CARD_VALUES

__all__ = ["CARD_VALUES", "HeuristicBot"]
