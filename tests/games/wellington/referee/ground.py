"""A position as the rulebook sees it, and a game that is watched event by event.

The second of two accounts that were written from the rulebook alone, by different readers: it shares component data
with the program, and with sheet.py nothing. reactions.py, naval.py and interphase.py compare it with the program.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import tablero
import tablero.games.wellington
from tablero.kernel.actions import write
from tests.games.wellington.referee.course import Snapshot, watched

assert tablero.games.wellington.GAME
board = sys.modules["tablero.games.wellington.board"]
VERBS = sys.modules["tablero.games.wellington.verbs"].VERBS
BRITAIN, SUD, SPAIN, NORD = range(4)
N: int = board.DUCHIES
PLYMOUTH: int = board.PLYMOUTH
CLEAR, ROUGH, RIVER, PASS = range(4)
RATING, COMMAND, POWER_OF = board.BATTLE_RATING, board.COMMAND_RATING, board.LEADER_POWER
CARD = board.CARD
ON_MAP = [x for x in range(N) if x != PLYMOUTH]

Action = tuple[Any, ...]


def bits(mask: int) -> list[int]:
    return [n for n in range(mask.bit_length()) if mask >> n & 1]


def has(mask: int, n: int) -> bool:
    return bool(mask >> n & 1)


def near(x: int) -> list[int]:
    return bits(board.NEAR[x])


class Position:
    """[1] [3] Who stands where, and who Controls what."""

    def __init__(self, s: Any) -> None:
        self.s = s
        self.impulse: Any = next((f for f in s.stack if type(f).__name__ == "Impulse"), None)

    def sps(self, power: int, x: int) -> int:
        return int(self.s.sp[power * N + x])

    def leaders(self, power: int, x: int) -> list[int]:
        return [l for l, place in enumerate(self.s.at) if place == x and POWER_OF[l] == power]

    def both(self, side: int, x: int) -> list[int]:
        return self.leaders(side, x) + self.leaders(side + 2, x)

    def there(self, power: int, x: int) -> bool:
        return self.sps(power, x) > 0 or bool(self.leaders(power, x))

    def side_there(self, side: int, x: int) -> bool:
        return self.there(side, x) or self.there(side + 2, x)

    def owner(self, x: int) -> int:
        return int(self.s.flag[x] if self.s.flag[x] >= 0 else board.OWNER[x])

    def fort(self, x: int) -> bool:
        return has(board.FORTRESSES | self.s.hasty, x)

    def controller(self, x: int) -> int:
        """[3.1] The Controlling Power; -1 if a hostile Formation cancels it."""
        owner = self.owner(x)
        return owner if self.fort(x) or not self.side_there(1 - owner % 2, x) else -1

    def friendly(self, side: int, x: int) -> bool:
        """Controlled by the side; a besieged Fortress is still Friendly to its owner."""
        return self.controller(x) >= 0 and self.controller(x) % 2 == side

    def enemy(self, side: int, x: int) -> bool:
        """Controlled by the others, and nobody of the side is there."""
        return self.controller(x) >= 0 and self.controller(x) % 2 != side and not self.side_there(side, x)

    def line(self, a: int, b: int, bridged: bool = False) -> int:
        """The Line of March between two Duchies in this Impulse."""
        kind = int(board.MAP.edge_kind(a, b))
        if kind >= 0 and self.impulse is not None and {(a, b), (b, a)} & set(self.impulse.blown):
            kind = RIVER
        return CLEAR if kind == RIVER and bridged else kind

    def commander(self, side: int, x: int) -> int:
        """[1.6g] Who was named, or the best of a side; -1 without Leaders. Of equals any may be meant."""
        among = self.both(side, x)
        named = int(self.s.commander[side * N + x])
        return named if named in among else max(among, key=lambda l: (RATING[l], COMMAND[l], -l), default=-1)

    def quartered(self, power: int, x: int) -> bool:
        return any((power, x) == (who, where) for who, where, _ in self.s.quarters)

    def fresh(self, power: int, x: int) -> list[tuple[int, int]]:
        """The Soldiers of a stack, SP by SP: (Duchies entered, marked), the least tired first."""
        pile = power * N + x
        tired = [(march, mark) for at, march, mark, n in self.s.tags if at == pile for _ in range(n)]
        return sorted([(0, 0)] * (self.sps(power, x) - len(tired)) + tired)

    def unmarked(self, power: int, x: int) -> int:
        return sum(1 for _, mark in self.fresh(power, x) if not mark)

    def fits(self, power: int, change: dict[int, int], apart: Iterable[int] = (), taken: tuple[int, int] = (0, 0)
             ) -> bool:
        """[1.5d] Can all stacks be laid out with the counters of a Power? `change`: SPs by Duchy, -1 is the Regroup
        Box; `apart`: further stacks; `taken`: infantry and cavalry that are used elsewhere."""
        stacks = [self.sps(power, x) + change.get(x, 0) for x in range(N)]
        stacks += [int(self.s.regroup[power]) + change.get(-1, 0), *apart]
        infantry, cavalry, artillery = board.MIX[power]
        infantry, cavalry = infantry - taken[0], cavalry - taken[1]
        guns = min(artillery, sum(n // 4 for n in stacks))
        horse = min(cavalry, sum(n // 2 for n in stacks) - 2 * guns)
        return min(infantry, cavalry) >= 0 and bool(sum(stacks) - 4 * guns - 2 * horse <= infantry)


class Odd(Exception):
    """Book and program differ."""


class Watcher:
    """Plays a random game of the program; subclasses compare questions (`ask_...`) and events (`on_...`)."""

    keen: dict[str, float] = {}

    def __init__(self, scenario: str, seed: int, players: str = "four", disturb: Any = None) -> None:
        self.name = f"{scenario} {seed} {players}"
        self.s: Any = tablero.game("wellington").new(scenario, seed, {"players": players})
        self.players = players
        self.rng = random.Random(seed)
        self.disturb = disturb
        self.faults: list[str] = []
        self.seen: Counter[str] = Counter()
        self.was: Any = None                # the position before the action
        self.action: Action = ()
        self.seat = -1

    # ------------------------------------------------------------------------------------------------------- playing

    def run(self, most: int = 100000) -> None:
        log: list[Snapshot] = []
        with watched(log):
            for _ in range(most):
                if self.s.over or len(self.faults) > 20:
                    return
                self.turn(log)

    def turn(self, log: list[Snapshot]) -> None:
        s = self.s
        if self.top() == "ChoosePlay" and self.disturb is not None and not s.stack[-2].cards:
            self.disturb(s, self.rng)
            s.offered = {}                  # what was offered goes by the position before
        self.guarded(self.ask)
        self.seat = self.rng.choice(list(tablero.players(s)))
        options = tablero.options(s, self.seat)
        self.action = self.rng.choices(options, [self.keen.get(o[0], 1.0) for o in options])[0]
        self.was = s.clone()
        self.guarded(self.act)
        log.clear()
        tablero.apply(s, self.seat, self.action)
        for shot in log:
            self.guarded(self.follow, shot)
        self.guarded(self.settle)

    def guarded(self, check: Any, *args: Any) -> None:
        try:
            check(*args)
        except Odd as odd:
            self.faults.append(f"{self.name} {self.s.year}.{self.s.round}: {odd}")

    def ask(self) -> None:
        check = getattr(self, "ask_" + self.top().lower(), None)
        if check is not None:
            check(Position(self.s), self.s.stack[-1])

    def follow(self, shot: Snapshot) -> None:
        check = getattr(self, "on_" + shot.kind, None)
        if check is not None:
            check(Position(shot.s), shot, *shot.args)

    def act(self) -> None:
        """The action is known, and not done yet."""

    def settle(self) -> None:
        """The action is done, and what it brought about was followed."""

    # ------------------------------------------------------------------------------------------------------- looking

    def top(self) -> str:
        return type(self.s.stack[-1]).__name__ if self.s.stack else ""

    def frame(self, name: str, s: Any = None) -> Any:
        return next((f for f in reversed((s or self.s).stack) if type(f).__name__ == name), None)

    def offered(self, seat: int, *verbs: str) -> set[Action]:
        if seat not in tablero.players(self.s):
            return set()
        return {tuple(o) for o in tablero.options(self.s, seat) if o[0] in verbs}

    def words(self, actions: Iterable[Any]) -> str:
        return ", ".join(write(a, VERBS, board.NAMES) for a in sorted(actions, key=str)) or "-"

    def same(self, what: str, book: Any, program: Any) -> None:
        self.seen[what] += 1
        if book != program:
            if isinstance(book, set) and all(isinstance(one, tuple) for one in book | program):
                book, program = self.words(book - program), self.words(program - book)
            stack = " > ".join(type(f).__name__ for f in self.s.stack[-4:])
            done = write(self.action, VERBS, board.NAMES) if self.action else ""
            raise Odd(f"{what}: book {book}, program {program} ({stack}; after {done})")


def shuffled(rng: random.Random, things: Iterable[Any]) -> Iterator[Any]:
    pool = list(things)
    rng.shuffle(pool)
    yield from pool
