"""The heuristic bot of An Impossible War.

    knowledge   what a block is worth, seen or unseen
    ways        how far a group gets, and by which first step
    weights     how much a side makes of what no rule prices
    year        what Liberal Fortresses in the Carlist Zone are worth at the end of a year
    spain       what units are worth in the rest of Spain
    outlook     what a seat makes of the position: stacks, threats, where it pays to be
    worth       what it is worth to stand somewhere, to attack, to besiege
    missions    which groups march where
    actions     what Action Points are spent on
    combat      which combats are fought; skirmishes, assaults
    battle      battles
    reactions   interception, evasion, shelter, retreat
    levies      reinforcements, replacements, supply
    hand        when cards are played
    bot         which of these answers which question
"""

from tablero.bots.heuristic.aiw.bot import HeuristicBot
from tablero.bots.heuristic.aiw.hand import CARD_VALUES

__all__ = ["CARD_VALUES", "HeuristicBot"]
