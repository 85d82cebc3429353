"""A hash of everything that happens in many games: the compiled core has to give the same one as the sources.

    TABLERO_NATIVE=0 python -m tests.bench.digest           # --games 300, --bots 2, names of games
    TABLERO_NATIVE=1 python -m tests.bench.digest           # see ./dev native
    python -m tests.bench.digest --compare                  # both, game by game; shows the first difference

Of each random game: every option that was offered, every action, event and chance result, at times the view and scene
of each seat, a guess from it and the refusals, and at the end the position and the result. Games of the
heuristic bots show what these chose. Every second game is played as at a table, where sole options may wait.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import pickle
import random
import subprocess
import sys
from collections.abc import Iterator
from itertools import zip_longest

import msgspec

import tablero
from tablero import bots, native
from tablero.bots.arena import Sitting
from tablero.kernel.engine import written
from tablero.kernel.frames import State
from tablero.kernel.positions import dump, fingerprint, load

LOOKS = 40          # actions from one look at everything to the next
FIRST = 100         # the seed of the first game
AROUND = 60         # characters shown before a difference
RANDOM, BOTS = "random", "bots"


def look(game: tablero.Game[State], s: State, seat: int) -> dict[str, object]:
    """All that is worked out from a position for one seat."""
    view = game.view(s, seat)
    guess = game.determinize(view, 1)
    refused = [tablero.why_not(s, seat, (action[0], *action[1:-1], 0)) for action in tablero.options(s, seat)[:5]]
    again = load(type(s), dump(s))
    return {
        "scene": game.scene(view, seat), "view": fingerprint(view), "guess": fingerprint(guess),
        "clone": fingerprint(s.clone()), "position": fingerprint(again), "refusals": str(refused),
        "in another process": repr(pickle.loads(pickle.dumps(view))),
        "prompt": repr(tablero.prompt(s, seat)), "state": repr(s), "gestures": str(tablero.gestures(view, seat)),
        "texts": [written(s, action) for action in tablero.options(s, seat)],
    }


def random_game(game: tablero.Game[State], scenario: str, seed: int) -> Iterator[str]:
    """What happens in one random game: a line for each action and for all that is looked at."""
    s = game.new(scenario, seed, secret=bool(seed % 2))
    chance = random.Random(seed)
    n = 0
    while not s.over:
        seat = chance.choice(tablero.players(s))
        found = tablero.options(s, seat)
        action = chance.choice(found)
        if (n + seed) % LOOKS == 0:
            for who in range(-1, len(game.seats)):
                for name, seen in look(game, s, who).items():
                    yield f"before action {n}, {name} for seat {who}: {msgspec.json.encode(seen).decode()}"
        events = tablero.apply(s, seat, action)
        yield f"action {n}: {(seat, found, action, events, s.rolled, s.revealed)!r}"
        n += 1
    yield f"after {n} actions: {(fingerprint(s), s.result)!r}"


def bot_game(game: tablero.Game[State], scenario: str, seed: int) -> Iterator[str]:
    """What heuristic bots do in a game, and what comes of it."""
    players = [bots.make("heuristic", game, seed + seat) for seat in range(len(game.seats))]
    sitting = Sitting(game, game.new(scenario, seed), players)
    sitting.play_out()
    for n, move in enumerate(sitting.moves):
        yield f"action {n}: {move!r}"
    yield f"the game: {(sitting.measures, sitting.course, fingerprint(sitting.state))!r}"


def told(code: str, kind: str, seed: int) -> Iterator[str]:
    """What happens in the game with a seed; scenarios come by turns."""
    game = tablero.game(code)
    scenario = game.scenarios[(seed - FIRST) % len(game.scenarios)]
    return (random_game if kind == RANDOM else bot_game)(game, scenario, seed)


def digest(lines: Iterator[str]) -> str:
    found = hashlib.sha256()
    for line in lines:
        found.update(f"{line}\n".encode())
    return found.hexdigest()


def digests(codes: list[str], games: int, bot_games: int) -> Iterator[str]:
    """A line for each game with its hash."""
    for code in codes:
        for kind, number in ((RANDOM, games), (BOTS, bot_games)):
            for seed in range(FIRST, FIRST + number):
                yield f"{code} {kind} {seed} {digest(told(code, kind, seed))}"


def both(*arguments: str) -> Iterator[tuple[str, str]]:
    """What this program prints by the sources and compiled, line by line."""
    core = os.environ.get(native.SWITCH, "")
    runs = [
        subprocess.Popen([sys.executable, "-m", "tests.bench.digest", *arguments], stdout=subprocess.PIPE, text=True,
                         env={**os.environ, native.SWITCH: switch})
        for switch in ("0", "1" if core in ("", "0") else core)
    ]
    try:
        sources, compiled = (run.stdout or () for run in runs)
        yield from zip_longest((line.rstrip("\n") for line in sources), (line.rstrip("\n") for line in compiled),
                               fillvalue="nothing more")
    finally:
        for run in runs:
            run.kill()
            run.communicate()


def equal(one: str, other: str) -> int:
    """How many characters are the same."""
    return next((i for i, (a, b) in enumerate(zip(one, other)) if a != b), min(len(one), len(other)))


def compare(codes: list[str], games: int, bot_games: int) -> str:
    """The first difference between the sources and the compiled core; nothing if there is none."""
    for one, other in both(*codes, "--each", "--games", str(games), "--bots", str(bot_games)):
        if one == other:
            print(one, flush=True)
            continue
        code, kind, seed, _ = (other if other.count(" ") == 3 else one).split(" ")
        for told_one, told_other in both(code, "--show", kind, seed):
            if told_one != told_other:
                at = max(0, equal(told_one, told_other) - AROUND)
                step = told_one.partition(":")[0]
                return (f"{code}, {kind} game with seed {seed}, {step}:\n"
                        f"  sources:  {told_one[at:at + 4 * AROUND]}\n  compiled: {told_other[at:at + 4 * AROUND]}")
        return f"{code}, {kind} game with seed {seed}: not the same twice"
    return ""


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("codes", nargs="*", default=[*tablero.GAMES])
    parser.add_argument("--games", type=int, default=300, help="random games of each game")
    parser.add_argument("--bots", type=int, default=2, help="games of heuristic bots of each game")
    parser.add_argument("--each", action="store_true", help="a hash of every game")
    parser.add_argument("--show", nargs=2, metavar=("random|bots", "SEED"), help="all that happens in one game")
    parser.add_argument("--compare", action="store_true", help="the sources with the compiled core")
    arguments = parser.parse_args()
    codes = arguments.codes
    if arguments.compare:
        if different := compare(codes, arguments.games, arguments.bots):
            raise SystemExit(f"They differ. {different}")
        print("They are the same.")
    elif arguments.show:
        kind, seed = arguments.show
        for line in told(codes[0], kind, int(seed)):
            print(line, flush=True)
    elif arguments.each:
        for line in digests(codes, arguments.games, arguments.bots):
            print(line, flush=True)
    else:
        print(f"# {tablero.CORE}; {arguments.games} random games and {arguments.bots} of bots of each game", flush=True)
        for code in codes:
            print(code, digest(digests([code], arguments.games, arguments.bots)), flush=True)


if __name__ == "__main__":
    main()
