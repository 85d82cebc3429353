"""`./dev bench`: what the program costs, as a table beside the figures that were last committed.

Figures are from one run on one core, in processor time, and say little by themselves: compare ratios within a run, and
several runs.
Where a compiled core is there (`./dev native`), each game is measured three times, in processes of their own: by its
sources, compiled, and by its sources again. The ratio of the first and the last of them is the noise.
`--server` measures the server over both databases instead of the games, on two cores.
`--save` writes them to docs/bench.toml. `--quick` measures less.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import platform
import random
import statistics
import subprocess
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import chess
import msgspec
from websockets.frames import Frame, Opcode

import tablero
from tablero import native
from tablero.kernel.frames import State
from tablero.server.deflate import DeflateLongFactory
from tablero.table.journal import Opened
from tablero.table.phrases import LinkedSpeech
from tablero.table.sitting import Sitting
from tablero.table.wire import Feed

SAVED = Path(__file__).parents[2] / "docs" / "bench.toml"


def play_random(game: tablero.Game[State], scenario: str, seed: int, secret: bool = False) -> tuple[int, State]:
    """One random game on the fast path; how many actions it took."""
    s = game.new(scenario, seed, secret=secret)
    s.quiet = True
    chance = random.Random(seed).random
    players, options, apply_trusted = tablero.players, tablero.options, tablero.apply_trusted
    n = 0
    while not s.over:
        seat = players(s)[0]
        found = options(s, seat)
        apply_trusted(s, seat, found[int(chance() * len(found))])
        n += 1
    return n, s


def random_play(game: tablero.Game[State], games: int) -> tuple[float, float, float]:
    """Actions a second, games a second, actions a game."""
    actions = 0
    start = time.process_time()
    for i in range(games):
        actions += play_random(game, game.scenarios[i % len(game.scenarios)], 1000 + i)[0]
    took = time.process_time() - start
    return actions / took, games / took, actions / games


def chess_play(games: int) -> float:
    """Random legal moves a second by python-chess, until the game is over or 400 half-moves are made."""
    chance = random.Random(1).random
    moves = 0
    start = time.process_time()
    for _ in range(games):
        board = chess.Board()
        while moves % 400 != 399 and not board.is_game_over():
            legal = list(board.legal_moves)
            board.push(legal[int(chance() * len(legal))])
            moves += 1
        moves += 1
    return moves / (time.process_time() - start)


def reached_states(game: tablero.Game[State], every: int) -> list[tuple[State, int]]:
    """States met in random games of every scenario, with the seat that is asked."""
    found = []
    for scenario in game.scenarios:
        s = game.new(scenario, 5)
        chance = random.Random(5)
        n = 0
        while not s.over:
            seat = tablero.players(s)[0]
            if n % every == 0:
                found.append((s.clone(), seat))
            tablero.apply(s, seat, chance.choice(tablero.options(s, seat)))
            n += 1
    return found


def microseconds(function: Callable[[], object], least: float = 0.002) -> float:
    """Time of one call."""
    n, took = 1, 0.0
    while took < least:
        start = time.process_time()
        for _ in range(n):
            function()
        took = time.process_time() - start
        n *= 2
    return took / (n // 2) * 1e6


def decisions(game: tablero.Game[State], games: int) -> tuple[Counter[str], int]:
    """How often each kind of decision was met, and how many turns were played."""
    kinds: Counter[str] = Counter()
    turns = 0
    for i in range(games):
        s = game.new(game.scenarios[i % len(game.scenarios)], 50 + i)
        s.quiet = True
        chance = random.Random(i)
        while not s.over:
            kinds[type(s.stack[-1]).__name__] += 1
            seat = tablero.players(s)[0]
            tablero.apply_trusted(s, seat, chance.choice(tablero.options(s, seat)))
        turns += game.turns(s)
    return kinds, turns


def replay_speed(game: tablero.Game[State], games: int) -> float:
    """Recorded actions replayed and checked a second."""
    records = []
    for i in range(games):
        record = tablero.Record.start(game, game.scenarios[i % len(game.scenarios)], seed=i)
        chance = random.Random(i)
        while not record.state.over:
            seat = tablero.players(record.state)[0]
            record.apply(seat, chance.choice(tablero.options(record.state, seat)))
        records.append(record)
    start = time.process_time()
    for record in records:
        record.replay()
    return sum(len(r.entries) for r in records) / (time.process_time() - start)


def updates(code: str, games: int) -> tuple[int, int, int]:
    """Bytes as they are sent: the longest whole table, the median and the longest update after one action."""
    game = tablero.game(code)
    whole: list[int] = []
    changed: list[int] = []
    wire = DeflateLongFactory(True, True).process_request_params([], [])[1]
    for i in range(games):
        opened = Opened(code, game.scenarios[i % len(game.scenarios)], game.chosen({}), f"{i + 1:x}", "a", game.rules)
        sitting = Sitting.open("s", opened, 0.0)
        for seat in range(len(game.seats)):
            sitting.sit(seat, "a", "A", 0.0)
        feeds = [Feed(seat, LinkedSpeech(game, "en")) for seat in range(len(game.seats))]
        chance, sent = random.Random(i), whole
        while not sitting.over:
            for feed in feeds:
                told = msgspec.json.encode(feed.update(sitting, 0.0, whole=sent is whole))
                sent.append(len(wire.encode(Frame(Opcode.TEXT, told)).data))
            sent, seat = changed, sitting.to_move()[0]
            question = sitting.questions[seat]
            assert question is not None
            sitting.act(seat, chance.choice(question[1]), sitting.stamps[seat], 0.0)
    return max(whole), round(statistics.median(changed)), max(changed)


def measure(code: str, quick: bool) -> dict[str, float]:
    """All figures of one game."""
    game = tablero.game(code)
    games = 21 if quick else 140
    random_play(game, 7)        # fills the caches of lines and rings
    per_second, games_per_second, length = random_play(game, games)
    moves = chess_play(10 if quick else 40)
    states = reached_states(game, 40)
    views = [game.view(s, seat) for s, seat in states]

    def median(each: Callable[[State, int], object]) -> float:
        return statistics.median(microseconds(lambda s=s, seat=seat: each(s, seat)) for s, seat in states)  # type: ignore[misc]

    def fresh_options(s: State, seat: int) -> object:
        s.offered = {}
        return tablero.options(s, seat)

    sizes = [len(msgspec.json.encode(game.scene(game.view(s, seat), seat))) for s, seat in states]
    whole, changed, longest = updates(code, len(game.scenarios))
    return {
        "random actions/s": per_second,
        "random games/s": games_per_second,
        "actions a random game": length,
        "python-chess random moves/s": moves,
        "ratio to python-chess": per_second / moves,
        "clone, µs": median(lambda s, seat: s.clone()),
        "options, µs, median": median(fresh_options),
        "view, µs": median(lambda s, seat: game.view(s, seat)),
        "determinize, µs": statistics.median(microseconds(lambda v=v: game.determinize(v, 1)) for v in views),  # type: ignore[misc]
        "scene, µs": median(lambda s, seat: game.scene(game.view(s, seat), seat)),
        "scene, bytes": statistics.median(sizes),
        "replayed actions/s": replay_speed(game, 7 if quick else 35),
        "whole table as sent, bytes, longest": whole,
        "update as sent, bytes, median": changed,
        "update as sent, bytes, longest": longest,
    }


def saved_figures() -> dict[str, dict[str, float]]:
    return tomllib.loads(SAVED.read_text("utf-8")) if SAVED.exists() else {}


def save(figures: dict[str, dict[str, float]]) -> None:
    lines = ["# Written by ./dev bench --save: one run, to compare ratios with, not absolute figures."]
    for code, rows in figures.items():
        lines += ["", f'["{code}"]', *(f'"{name}" = {value:.4g}' for name, value in rows.items())]
    SAVED.write_text("\n".join(lines) + "\n", "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--save", action="store_true", help="keep these figures in docs/bench.toml")
    parser.add_argument("--quick", action="store_true", help="fewer games")
    parser.add_argument("--games", default=",".join(tablero.GAMES), help="which games, with commas between them")
    parser.add_argument("--measure", metavar="GAME", help="measure one game in this process, and print it as JSON")
    parser.add_argument("--server", action="store_true", help="measure the server, over SQLite and PostgreSQL")
    arguments = parser.parse_args()
    gc.collect()
    if arguments.measure:
        print(json.dumps(measure(arguments.measure, arguments.quick)))
        return
    before, now = saved_figures(), {}
    if arguments.server:
        from tests.bench.server import server_figures

        print(f"Python {platform.python_version()}, {tablero.CORE}; the server has one core, the players another\n")
        now = server_figures(arguments.quick, postgres=True)
        for name, rows in now.items():
            show(name, rows, before)
    else:
        print(f"Python {platform.python_version()}, one core. Compiled core: {native.find(native.FOLDERS)[1]}\n")
        now = game_figures(arguments.games.split(","), arguments.quick, before)
    if arguments.save:
        save(before | now)
        print(f"\nkept in {SAVED.relative_to(SAVED.parents[1])}")


def show(title: str, rows: dict[str, float], before: dict[str, dict[str, float]]) -> None:
    """A table of figures beside those that were committed."""
    print(f"{title:<58}{'now':>12}{'committed':>12}{'ratio':>8}")
    for name, value in rows.items():
        old = before.get(title, {}).get(name)
        tail = f"{old:>12,.6g}{value / old:>8.2f}" if old else ""
        print(f"  {name:<56}{value:>12,.6g}{tail}")


def measured(code: str, quick: bool, compiled: bool) -> dict[str, float]:
    """The figures of a game from a process of its own, by its sources or compiled."""
    command = [sys.executable, "-m", "tests.bench.run", "--measure", code, *(["--quick"] if quick else [])]
    environment = {**os.environ, native.SWITCH: "1" if compiled else "0"}
    told = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True).stdout
    found: dict[str, float] = json.loads(told)
    return found


def show_both(title: str, sources: dict[str, float], again: dict[str, float], compiled: dict[str, float]) -> None:
    """The figures of a game by its sources and compiled."""
    print(f"\n{title:<46}{'sources':>12}{'again':>12}{'ratio':>8}{'compiled':>12}{'ratio':>8}")
    for name, value in sources.items():
        second, fast = again[name], compiled[name]
        print(f"  {name:<44}{value:>12,.6g}{second:>12,.6g}{second / value:>8.2f}{fast:>12,.6g}{fast / value:>8.2f}")


def game_figures(codes: list[str], quick: bool, before: dict[str, dict[str, float]]) -> dict[str, dict[str, float]]:
    """The figures of every game, shown as they come."""
    now = {}
    for code in codes:
        now[code] = rows = measured(code, quick, compiled=False)
        show(code, rows, before)
        if native.find(native.FOLDERS)[0]:
            compiled = now[f"{code}, compiled"] = measured(code, quick, compiled=True)
            show_both(code, rows, measured(code, quick, compiled=False), compiled)
        kinds, turns = decisions(tablero.game(code), 7 if quick else 28)
        total = sum(kinds.values())
        print(f"\n  decisions of random play by kind ({total / turns:.0f} a turn)")
        for kind, n in kinds.most_common():
            print(f"    {kind:<28}{n / turns:>10.2f} a turn{100 * n / total:>8.1f} %")
    return now


if __name__ == "__main__":
    main()
