"""One numbered game of a run: everything about it follows from the run's setting and its number."""

from __future__ import annotations

import time
import traceback
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from tablero import bots
from tablero.bots import FREE, Budget
from tablero.bots.arena import Sitting, check_names, derived, rotations, summary
from tablero.kernel.errors import BadRun
from tablero.kernel.frames import where
from tablero.kernel.game import find
from tablero.kernel.positions import fingerprint
from tablero.kernel.record import Record

FAILED = "failed"       # kind of end of a game that broke off


@dataclass(frozen=True, slots=True)
class Setting:
    """What a run plays; two runs with equal settings have equal games."""

    game: str
    games: int
    bots: tuple[str, ...]                       # by seat
    scenarios: tuple[str, ...]                  # taken in turn
    seed: int
    options: tuple[tuple[str, str], ...] = ()
    rotate: bool = False                        # bots change seats when every scenario was played
    budget: Budget = FREE                       # of a decision; in seconds, runs are no longer equal

    def check(self) -> None:
        """Every name exists, and there is a bot for each seat."""
        check_names(self.game, self.bots, self.scenarios, self.options)
        if self.games < 1:
            raise BadRun("games", n=self.games)

    def sitting(self, number: int) -> tuple[str, ...]:
        """The bot of each seat in a game."""
        orders = rotations(find(self.game).sides) if self.rotate else [tuple(range(len(self.bots)))]
        return tuple(self.bots[bot] for bot in orders[number // len(self.scenarios) % len(orders)])


class Edition(NamedTuple):
    """What decides, besides a setting, how a game goes: the version of the rules, and a hash of the data."""

    rules: int
    pack: str


@cache
def edition(code: str) -> Edition:
    """The rules and the data of a game that are installed here."""
    game = find(code)
    return Edition(game.rules, game.pack.hash())


class Row(NamedTuple):
    """What a game leaves in results.csv."""

    number: int
    scenario: str
    seed: int
    bots: str               # by seat, separated by spaces
    winner: str             # the seats that won, separated by spaces; of several, the one that won most comes first
    kind: str
    turns: int
    actions: int
    score: str              # by seat, separated by spaces
    seconds: float          # the one column that differs from run to run
    fingerprint: str        # of the final state
    course: str = ""        # the lead of each seat, as 3/-3, phase by phase, separated by spaces
    measures: str = ""      # what the game lets one follow, at the end of each turn: 1:vp=8,madrid=no 2:vp=9,madrid=yes


class Ended(NamedTuple):
    """A row, and for a game that broke off its record and the reason."""

    row: Row
    record: str = ""
    reason: str = ""


def play_numbered(setting: Setting, number: int) -> Ended:
    """The game of a number; one that fails is recorded as far as it went."""
    game = find(setting.game)
    scenario = setting.scenarios[number % len(setting.scenarios)]
    seed = derived(setting.seed, number)
    for name in setting.bots:
        bots.load(name)
    begun = time.perf_counter()
    s = game.new(scenario, seed, dict(setting.options))
    s.quiet = True
    seated = setting.sitting(number)
    players = [bots.make(name, game, derived(seed, seat)) for seat, name in enumerate(seated)]
    sitting = Sitting(game, s, players, setting.budget)
    names = " ".join(seated)
    try:
        sitting.play_out()
        played = summary(sitting, scenario, seed)
    except Exception:
        took = round(time.perf_counter() - begun, 4)
        record, reason = broken_off(setting, sitting, scenario, seed)
        turns, actions = game.turns(record.state), len(record.entries)
        sum_ = fingerprint(record.state)[:16]
        row = Row(number, scenario, seed, names, "", FAILED, turns, actions, "", took, sum_)
        return Ended(row, record.text(private=True), reason)
    winner = " ".join(game.seats[seat] for seat in sorted(played.winners, key=lambda seat: seat != played.winner))
    score = " ".join(f"{points:g}" for points in played.score)
    took = round(time.perf_counter() - begun, 4)
    sum_ = fingerprint(s)[:16]
    course = " ".join("/".join(map(str, leads)) for leads in sitting.course).strip()
    row = Row(
        number, scenario, seed, names, winner, played.kind, played.turns, played.actions, score, took, sum_, course,
        " ".join(f"{turn}:{_measured(found)}" for turn, found in sitting.measures.items() if turn and found),
    )
    return Ended(row)


def _measured(found: Mapping[str, int]) -> str:
    """Figures as `vp=8`, and what is so or not as `madrid=yes`."""
    return ",".join(f"{name}={('no', 'yes')[n] if isinstance(n, bool) else n}" for name, n in found.items())


def broken_off(setting: Setting, sitting: Sitting, scenario: str, seed: int) -> tuple[Record, str]:
    """The record of a game up to the last action that the rules carried out, and what happened then."""
    reason = traceback.format_exc()
    record = Record.start(sitting.game, scenario, seed, dict(setting.options))
    for n, (seat, action) in enumerate(sitting.moves, 1):
        before = record.state.clone()
        try:
            record.apply(seat, action)
        except Exception:
            record.state = before
            failing = f"{sitting.game.seats[seat]}: {sitting.game.write(before, action)}"
            reason += f"\nAction {n} cannot be carried out: {failing}\n"
            break
    return record, f"{reason}\nat {where(record.state)}\n"
