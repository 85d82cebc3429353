"""How a fight is likely to end: played on many times in worlds that a seat holds possible, with bots on both sides.

Only the view of the seat goes in, and fixed seeds: the same question has the same answer, and nothing hidden is in it.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from fractions import Fraction
from math import sqrt

from tablero import bots
from tablero.bots import Bot
from tablero.kernel import engine
from tablero.kernel.actions import Action
from tablero.kernel.frames import State
from tablero.kernel.game import Game
from tablero.kernel.odds import Odds

PLAYS = 200             # of each option
SECONDS = 4.0           # for all options of a question
FEWEST = 40             # less say nothing
LONGEST = 600           # answers in one fight
SURE = 1.96             # standard deviations: 95 of 100 intervals hold the true chance


def wanted(game: Game[State], s: State, options: Sequence[Action]) -> list[Action]:
    """The options that open a fight which has to be tried out."""
    if game.trials is None:
        return []
    asked, opening = type(engine.asking(s)), game.trials.opening
    return [action for action in options if (asked, action[0]) in opening]


def estimates(game: Game[State], view: State, seat: int, options: Sequence[Action]) -> dict[Action, Odds]:
    """How likely each of the options that want it is to win its fight. They take turns, so that the time is shared."""
    tried = wanted(game, view, options)
    trials, until = game.trials, time.monotonic() + SECONDS
    if trials is None or not tried:
        return {}
    bot = bots.make(bots.names(game)[-1], game, 0)
    wins, n = dict.fromkeys(tried, 0), 0
    for seed in range(PLAYS):
        for action in tried:
            wins[action] += fight(game, view, seat, action, seed, bot)
        n += 1
        if time.monotonic() > until:
            break
    return {action: interval(trials.key, won, n) for action, won in wins.items()} if n >= FEWEST else {}


def fight(game: Game[State], view: State, seat: int, action: Action, seed: int, bot: Bot) -> bool:
    """Play one fight to its end; has the seat won it?"""
    trials = game.trials
    assert trials is not None
    s = game.determinize(view, seed)
    engine.apply_trusted(s, seat, action)
    for _ in range(LONGEST):
        won = trials.won(s, s.events, seat)
        if won is not None:
            return won
        asked = engine.players(s)
        if not asked or not any(isinstance(frame, trials.fights) for frame in s.stack):
            return False
        who = asked[0]
        options = engine.options(s, who)
        answer = options[0] if len(options) == 1 else bot.choose(game.view(s, who), options, who)
        engine.apply_trusted(s, who, answer)
    return False


def interval(key: str, won: int, n: int) -> Odds:
    """[Wilson] Between which chances it lies, if so many of n plays were won."""
    p, z2 = won / n, SURE * SURE
    middle, scale = p + z2 / (2 * n), 1 + z2 / n
    half = SURE * sqrt(p * (1 - p) / n + z2 / (4 * n * n))
    low, high = (Fraction(min(1.0, max(0.0, (middle + d) / scale))).limit_denominator(1000) for d in (-half, half))
    return Odds(key, low, high, Fraction(won, n), (("n", str(n)),))
