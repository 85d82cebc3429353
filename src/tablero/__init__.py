"""Tablero: board wargames about Spain with every rule enforced, for people, bots and experiments.

    import tablero
    game = tablero.game("dpyr")
    s = game.new("arquijas", seed=7)
    while not s.over:
        seat = tablero.players(s)[0]
        tablero.apply(s, seat, tablero.options(s, seat)[0])
    print(s.result)
"""

# ruff: noqa: E402  the compiled core, if there is one, has to be found before anything of it is imported
# isort: skip_file

from tablero import native

CORE = native.use()         # what runs: "compiled", or "interpreted" and why

from tablero.kernel.actions import Action
from tablero.kernel.engine import apply, apply_trusted, decline, gestures, options, players, prompt, why_not
from tablero.kernel.errors import (
    BadPack, BadRecord, GameOver, IllegalAction, NotYourTurn, StaleState, TableroError, UnknownName
)
from tablero.kernel.events import Event, seen_by
from tablero.kernel.frames import Result, State
from tablero.kernel.game import GAMES, Game
from tablero.kernel.game import find as game
from tablero.kernel.game import register
from tablero.kernel.record import Record
from tablero.kernel.refusals import Prompt, Refusal

__version__ = "0.1.0"

__all__ = [
    "GAMES",
    "Action",
    "BadPack",
    "BadRecord",
    "Event",
    "Game",
    "GameOver",
    "IllegalAction",
    "NotYourTurn",
    "Prompt",
    "Record",
    "Refusal",
    "Result",
    "StaleState",
    "State",
    "TableroError",
    "UnknownName",
    "apply",
    "apply_trusted",
    "decline",
    "game",
    "gestures",
    "options",
    "players",
    "prompt",
    "register",
    "seen_by",
    "why_not",
]
