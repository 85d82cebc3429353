"""A hash of everything that happens in many games: the compiled core has to give the same one as the sources.

    TABLERO_NATIVE=0 python -m tests.bench.digest
    TABLERO_NATIVE=1 python -m tests.bench.digest           # see ./dev native; --games 300, --bots 2, names of games

Of each random game: every option that was offered, every action, event and chance result, at times the view and scene
of each seat, a guess from it and the refusals, and at the end the position and the result. Games of the
heuristic bots show what these chose. Every second game is played as at a table, where sole options may wait.
"""

from __future__ import annotations

import argparse
import hashlib
import random

import msgspec

import tablero
from tablero import bots
from tablero.bots.arena import Sitting
from tablero.kernel.engine import written
from tablero.kernel.frames import State
from tablero.kernel.positions import dump, fingerprint, load

LOOKS = 40          # actions from one look at everything to the next


def look(game: tablero.Game[State], s: State, seat: int) -> list[object]:
    """All that is worked out from a position for one seat."""
    view = game.view(s, seat)
    guess = game.determinize(view, 1)
    refused = [tablero.why_not(s, seat, (action[0], *action[1:-1], 0)) for action in tablero.options(s, seat)[:5]]
    again = load(type(s), dump(s))
    return [
        game.scene(view, seat), fingerprint(view), fingerprint(guess), fingerprint(s.clone()), fingerprint(again),
        str(refused), repr(tablero.prompt(s, seat)), repr(s), str(tablero.gestures(view, seat)),
        [written(s, action) for action in tablero.options(s, seat)],
    ]


def random_game(game: tablero.Game[State], scenario: str, seed: int) -> bytes:
    """The hash of one random game."""
    told = hashlib.sha256()
    s = game.new(scenario, seed, secret=bool(seed % 2))
    chance = random.Random(seed)
    n = 0
    while not s.over:
        seat = chance.choice(tablero.players(s))
        found = tablero.options(s, seat)
        action = chance.choice(found)
        if (n + seed) % LOOKS == 0:
            for who in range(-1, len(game.seats)):
                told.update(msgspec.json.encode(look(game, s, who)))
        events = tablero.apply(s, seat, action)
        told.update(repr((seat, found, action, events, s.rolled, s.revealed)).encode())
        n += 1
    told.update(repr((fingerprint(s), s.result, n)).encode())
    return told.digest()


def bot_game(game: tablero.Game[State], scenario: str, seed: int) -> bytes:
    """The hash of a game between heuristic bots."""
    players = [bots.make("heuristic", game, seed + seat) for seat in range(len(game.seats))]
    sitting = Sitting(game, game.new(scenario, seed), players)
    sitting.play_out()
    told = sitting.moves, sitting.measures, sitting.course, fingerprint(sitting.state)
    return hashlib.sha256(repr(told).encode()).digest()


def digest(code: str, games: int, bot_games: int) -> str:
    """One hash of random games and games of bots, over the scenarios by turns."""
    game = tablero.game(code)
    told = hashlib.sha256()
    for i in range(games):
        told.update(random_game(game, game.scenarios[i % len(game.scenarios)], 100 + i))
    for i in range(bot_games):
        told.update(bot_game(game, game.scenarios[i % len(game.scenarios)], 100 + i))
    return told.hexdigest()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("codes", nargs="*", default=[*tablero.GAMES])
    parser.add_argument("--games", type=int, default=300, help="random games of each game")
    parser.add_argument("--bots", type=int, default=2, help="games of heuristic bots of each game")
    arguments = parser.parse_args()
    print(f"# {tablero.CORE}; {arguments.games} random games and {arguments.bots} of bots of each game", flush=True)
    for code in arguments.codes:
        print(code, digest(code, arguments.games, arguments.bots), flush=True)


if __name__ == "__main__":
    main()
