"""A player of Dios, Patria y Rey that reckons one activation ahead: it weighs what each action promises, and carries
the best one out.

    bot.py      an answer to each question of the rules
    guess.py    what it takes for true where it cannot know
    worth.py    what units, damage and ammunition are worth
    outlook.py  shots, threats, good places
    fire.py     Batir, Campi, Bala Rasa         shock.py    Mojar, Ristre
    setup.py    deployment and factor markers
"""

from __future__ import annotations

from tablero.bots.heuristic.dpyr.bot import HeuristicBot

__all__ = ["HeuristicBot"]
