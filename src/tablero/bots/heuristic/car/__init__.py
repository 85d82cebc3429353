"""The heuristic bot of Crusade and Revolution. All worth is in Victory Points.

    dice        what a fight promises: the dice of both sides on the Fire Tables
    worth       what spaces, Morale and units are worth, whoever stands where
    outlook     what a side makes of a position: what the enemy could walk into or cut off, where to stand
    chances     what an attack is worth
    plans       what Operations are spent on: attacks, moves, works
    combat      attacks, Combat Cards, losses, retreats, advances
    logistics   redeployment, replacements, new units
    hand        what cards are played for
    bot         which of these answers which question
"""

from tablero.bots.heuristic.car.bot import HeuristicBot
from tablero.bots.heuristic.car.hand import CARD_VALUES

__all__ = ["CARD_VALUES", "HeuristicBot"]
