"""The beginning of a guided first game: what bots have played before the person is asked."""

from __future__ import annotations

from tablero import bots
from tablero.kernel.actions import Action
from tablero.kernel.guides import Guide
from tablero.table.journal import Matter
from tablero.table.sitting import Sitting

_known: dict[tuple[str, int], list[tuple[int, Action]]] = {}       # by game and version of its rules: always the same


def play_up_to(sitting: Sitting, guide: Guide, now: float) -> list[Matter]:
    """Play for all seats up to the turn in which the guide begins, until its seat is asked; gives what was done."""
    game, done, played = sitting.game, list[Matter](), list[tuple[int, Action]]()
    known = _known.get((game.code, game.rules), [])
    while game.turns(sitting.state) < guide.begin or guide.begin and guide.seat not in sitting.to_move():
        seat = sitting.to_move()[0]
        action = known[len(played)][1] if len(played) < len(known) else _choice(sitting, guide, seat, len(played))
        played.append((seat, action))
        done.append(sitting.act(seat, action, sitting.stamps[seat], now))
    _known[game.code, game.rules] = played
    return done


def _choice(sitting: Sitting, guide: Guide, seat: int, n: int) -> Action:
    question = sitting.questions[seat]
    assert question is not None
    bot = bots.make(guide.opponent, sitting.game, n)
    return bot.choose(sitting.game.view(sitting.state, seat), question[1], seat)
