"""The guided first game: what is explained where it is advised."""

from __future__ import annotations

import tablero
from tablero import bots
from tablero.games.wellington import GAME
from tablero.kernel.guides import guide


def test_the_first_siege_is_explained_where_it_is_advised() -> None:
    found = guide(GAME)
    assert found
    s = GAME.new(found.scenario, found.seed, options=found.options)
    players = [bots.make(found.opponent, GAME, seat) for seat in range(len(GAME.seats))]
    advice, asked = ("", 0), ""
    while advice[0] != "besiege":
        seat = tablero.players(s)[0]
        prompt = tablero.prompt(s, seat)
        assert prompt
        advice, asked = players[seat].choose(GAME.view(s, seat), tablero.options(s, seat), seat), prompt.key
        tablero.apply(s, seat, advice)
    assert found.seat == seat
    assert "siege" in [chapter.id for chapter in found.chapters if asked in chapter.prompts]
