"""Every kind of odds against a hundred thousand plays of the rules: `python -m tests.bench.odds [game...] [--plays N]`.

A line for each figure: what is promised, what was found, and how far it may lie off by chance (four standard
deviations, and rounding where the figure is a text). Where fewer throws are all there are, the rules are given each of
them, and nothing is left to chance.
"""

from __future__ import annotations

import argparse
import importlib
import sys

import tablero
from tablero.kernel.game import GAMES
from tests.chances import enumerated, plays


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--plays", type=int, default=100_000)
    chosen = parser.parse_args()
    wrong = 0
    for code in chosen.games:
        game = tablero.game(code)
        kinds = importlib.import_module(f"tests.games.{code}.promises")
        read = getattr(kinds, "read", game.read)
        for promise in kinds.PROMISES:
            outcomes = enumerated(game, promise, read, chosen.plays // 4)
            for name, expected, found, error in outcomes or plays(game, promise, read, range(chosen.plays)):
                off = abs(expected - found) > error
                wrong += off
                print(
                    f"{code:11} {promise.key:17} {promise.choice:26} {name:9} {expected:7.4f} {found:7.4f} "
                    f"+-{error:.4f}{'  OFF' if off else ''}", flush=True,
                )
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main())
