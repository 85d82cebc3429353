"""The heuristic bot of Wellington. All worth is in Victory Points.

    values      what cards, pieces and points are worth
    dice        what Battles and Sieges promise
    outlook     what a Power makes of the map: what Duchies are worth, strengths, threats
    parties     who marches together: Staff Officers, Army Groups of one Power or two
    sea         Convoys
    plans       what Command Points are spent on: marches, Sieges, Flags, new pieces
    hand        what cards are played for, and what Events are aimed at
    reactions   interceptions, evasions, cards in windows
    logistics   new pieces, losses, retreats, Reinforcements, Deployment
    bot         which of these answers which question
"""

from tablero.bots.heuristic.wellington.bot import HeuristicBot
from tablero.bots.heuristic.wellington.values import CARD_VALUES

__all__ = ["CARD_VALUES", "HeuristicBot"]
