"""A reading of Sieges with all their cards, by somebody who had only the book and the card list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.games.wellington.referee.position import (
    ALLIES,
    COMMAND,
    NUMBER,
    POWER_OF,
    RATING,
    SPAIN,
    SPANISH_LAND,
    Position,
    board,
)

if TYPE_CHECKING:
    from tests.games.wellington.referee.fights import FightFollower


class Storm:
    """One Siege."""

    def __init__(self, game: FightFollower, s: Any, power: int, x: int) -> None:
        self.game, self.power, self.x = game, power, x
        self.frame = game.frame(s, "Siege")
        self.leader: int = self.frame.leader
        b = Position(s)
        self.owner = b.owner(x)
        self.easy = game.outer_event(s) == 43
        self.hasty = x in b.hasty
        self.round = self.hits = self.disrupted = 0
        self.now: list[tuple[int, int]] = []
        self.lasting: list[tuple[int, int]] = []
        self.pending: list[tuple[int, int]] = []
        self.extra = self.taken = self.treason = self.overrun = False
        self.more = self.enough = False
        self.old: Position | None = None
        self.due = 0
        self.impulse = s.impulses

    def fault(self, text: str) -> None:
        self.game.fault(f"Siege of {board.DUCHY_NAMES[self.x]}: {text}")

    def strength(self, b: Position) -> int:
        if self.easy:
            return 1
        if self.x == board.LISBON and 1 in b.in_force:
            return 5
        return 2 if self.hasty else 5 if self.x == board.GIBRALTAR else 3

    def played(self, s: Any, power: int, n: int) -> None:
        self.pending.append((power, n))

    def take_effect(self, s: Any) -> None:
        for power, n in self.pending:
            self.game.seen[f"siege {n}"] += 1
            self.now.append((power, n))
            if n in (68, 92):
                self.lasting.append((power, n))
            self.extra |= n == 41
        self.pending = []

    def told(self, s: Any, kind: str, args: tuple[int, ...]) -> None:
        handler = getattr(self, f"on_{kind}", None)
        if handler is not None:
            handler(s, *args)

    def on_card_die(self, s: Any, card: int, die: int) -> None:
        if NUMBER[card] == 45:
            self.treason = die + (self.power % 2 == ALLIES and self.x in SPANISH_LAND) >= 6

    def on_siege_round(self, s: Any, n: int) -> None:
        self.settle(s)
        self.take_effect(s)
        b = Position(s)
        if n != self.round + 1 or (n > 1 and not self.more and not self.extra):
            self.fault(f"Round {n} after {self.round}")
        self.round, self.extra, self.now = n, False, []
        del b

    def has(self, n: int, mine: bool) -> bool:
        return any(m == n and (power % 2 == self.power % 2) == mine for power, m in self.now)

    def on_siege_dice(self, s: Any, power: int, dice: int, hits: int) -> None:
        """[12.3] The besieger: one Army, of one Power, its losses made good from Soldiers beyond it."""
        self.take_effect(s)
        b, x, me = Position(s), self.x, self.power
        if self.leader >= 0:
            staff = bin(self.frame.army[1]).count("1")
            room = COMMAND[self.leader] - staff
            sps = min(b.sp[me, x], room)
            spare = b.sp[me, x] - sps
            want = sps + staff + RATING[self.leader] - max(0, self.disrupted - spare)
        else:
            want = b.sp[me, x] - self.disrupted
        want += {0: 1, 2: 0}.get(me, 2) + (me % 2 in b.enraged)
        want += 3 * self.has(10, True) + 3 * self.has(70, True) - 2 * self.has(72, False)
        if self.has(91, True):
            want += 3 if self.leader >= 0 and POWER_OF[self.leader] == SPAIN else 2
        want += 2 * sum(n == 68 for _, n in self.lasting)
        if self.round == 1:
            want += self.game.spirit(b, me % 2, x, self.leader, None)
        want = max(0, want)
        if self.has(81, False):
            want = (want + 1) // 2
        self.game.seen["siege dice"] += 1
        if want != dice:
            self.fault(f"{dice} dice, not {want}: {self.game.shown(b, x)} cards {self.now} {self.lasting} "
                       f"disrupted {self.disrupted} Round {self.round}")
        self.dice, self.scored = dice, hits

    def on_fortress_dice(self, s: Any, x: int, dice: int, kills: int, disruptions: int) -> None:
        b = Position(s)
        strength = self.strength(b)
        want = strength * (2 if self.has(42, True) else 1)
        want += 3 * self.has(70, False) - 2 * self.has(72, True) + 2 * self.has(91, False)
        want += 3 * sum(n == 92 for _, n in self.lasting)
        want = max(0, want)
        if self.has(81, True):
            want = (want + 1) // 2
        if want != dice:
            self.fault(f"the Fortress rolls {dice} dice, not {want}: {self.now} {self.lasting}")
        both = self.game.last_dice(self.dice + dice)
        mine, theirs = both[:self.dice], both[self.dice:]
        scored = mine.count(6) + (mine.count(5) if self.has(42, True) else 0)
        if scored != self.scored:
            self.fault(f"{self.scored} hits, not {scored}")
        six, five = theirs.count(6), theirs.count(5)
        if self.has(10, True):
            six, five = six + five, 0
        if self.has(70, True) and five and not six:
            six, five = 1, five - 1
        self.hits += scored
        self.disrupted += five
        self.more = scored > six + five and self.round < strength and not self.has(81, False)
        self.due, self.old = min(six, b.pieces(self.power, x)), b
        self.enough = self.hits >= strength
        self.game.seen["siege rounds"] += 1

    def settle(self, s: Any) -> None:
        old, x = self.old, self.x
        if old is None:
            return
        self.old = None
        new = Position(s)
        gone = old.sp[self.power, x] - new.sp[self.power, x]
        fallen = [one for one in old.chiefs(self.power, x) if new.at[one] != x]
        if gone + len(fallen) != self.due or (fallen and new.sp[self.power, x]):
            self.fault(f"{gone} SPs and {fallen} for {self.due} kills")
        ally = (self.power + 2) % 4
        if old.pieces(ally, x) != new.pieces(ally, x):
            self.fault("the Ally has losses")

    def stands(self, s: Any) -> bool:
        b = Position(s)
        return b.at[self.leader] == self.x if self.leader >= 0 else b.sp[self.power, self.x] > 0

    def on_fortress_taken(self, s: Any, power: int, x: int) -> None:
        self.settle(s)
        self.take_effect(s)
        self.taken = True
        self.game.seen["taken"] += 1
        if not (self.treason or self.enough) or not self.stands(s):
            self.fault(f"taken with {self.hits} hits")

    def on_siege_failed(self, s: Any, power: int, x: int) -> None:
        self.settle(s)
        if self.round and self.enough and self.stands(s):
            self.fault(f"not taken with {self.hits} hits")

    def on_siege_overrun(self, s: Any, power: int, x: int) -> None:
        self.overrun = True

    def on_sacked(self, s: Any, power: int, die: int, n: int) -> None:
        self.game.seen["sacks"] += 1
        short = max(0, self.strength(Position(s)) - self.round)
        if n != int(die + short >= 6) or self.hasty or self.treason or power != self.power:
            self.fault(f"Sack {n} of {die} + {short}")

    def close(self, s: Any) -> None:
        if not self.taken:
            return
        strength = self.strength(Position(s))
        want = self.treason or self.round < strength or self.hits > strength
        if want != self.overrun:
            self.fault(f"Siege Overrun {self.overrun}: {self.hits} hits, Round {self.round} of {strength}")
