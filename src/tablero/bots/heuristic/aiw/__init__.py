"""The heuristic bot of An Impossible War.

    knowledge   what a block is worth, seen or unseen
    ways        how far a group gets, and by which first step
    outlook     what a seat makes of the position: stacks, threats, where it pays to be
    worth       what it is worth to stand somewhere, to attack, to besiege
    missions    which groups march where
    actions     what Action Points are spent on
    combat      skirmishes, battles, assaults
    reactions   interception, evasion, shelter, retreat
    levies      reinforcements, replacements, supply
    hand        when cards are played
    bot         which of these answers which question
"""

from tablero.bots.heuristic.aiw.bot import HeuristicBot

__all__ = ["HeuristicBot"]
