"""A reading of Battles with all their cards, by somebody who had only the book and the card list: the dice of each
Round, losses, victor, ways of retreat, Rout, Overruns, Loot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.games.wellington.referee.position import (
    ALLIES,
    BRITAIN,
    CLEAR,
    COMMAND,
    FRENCH,
    NEIGHBOURS,
    NUMBER,
    PASS,
    POWER_OF,
    RATING,
    REGROUP,
    RIVER,
    ROUGH,
    SPAIN,
    Position,
    board,
)

if TYPE_CHECKING:
    from tests.games.wellington.referee.fights import FightFollower

TERRAIN = {CLEAR: 0, ROUGH: 1, PASS: 2, RIVER: 3}
LASTING = {23, 59, 60, 74, 87, 100, 102, 106}


def group(b: Position, side: int, x: int) -> bool:
    """[9.6] Do the Formations of a side form an Army Group?"""
    if b.chiefs(side, x) and b.chiefs(side + 2, x):
        return True
    for power in (side, side + 2):
        there = b.chiefs(power, x)
        if len(there) > 1 and b.sp[power, x] > max(COMMAND[one] for one in there):
            return True
    return False


def nationality(b: Position, side: int, x: int) -> int:
    """[11.3]"""
    if side == FRENCH:
        return 2
    return int(b.pieces(BRITAIN, x) > 0 and 2 * b.pieces(BRITAIN, x) >= b.force(ALLIES, x))


class Clash:
    """One Battle."""

    def __init__(self, game: FightFollower, s: Any, power: int, x: int) -> None:
        self.game, self.x, self.power, self.side = game, x, power, power % 2
        self.before = game.calm
        self.contact = game.frame(s, "Contact")
        self.impulse = s.impulses
        self.first = [0, 0]
        self.first[self.side] += game.failed
        if game.outer_event(s) == 62:
            self.first[ALLIES] += 1
        self.lasting: list[tuple[int, int, int]] = []       # power, number, Round
        self.now: list[tuple[int, int]] = []
        self.pending: list[tuple[int, int]] = []
        self.rockets = [0, 0]
        self.horse = 0
        self.race: list[int] = []
        self.lost = [0, 0]
        self.led = [bool(Position(s).side_chiefs(side, x)) for side in (0, 1)]
        self.origins: set[int] = set()
        self.counted: dict[tuple[int, int], int] = {}       # pieces where the loser has retreated to
        self.new_battle()
        kills, disruptions = game.shore
        if kills or disruptions:
            self.casualties[self.side] += kills + disruptions
            self.disrupted[self.side] += disruptions
            self.shaken[self.side] = min(disruptions, Position(s).force(self.side, x))
            self.lost[self.side] += kills
            game.shore = (0, 0)

    def new_battle(self) -> None:
        self.round, self.limit, self.ordered = 0, 2, False
        self.casualties, self.disrupted, self.shaken = [0, 0], [0, 0], [0, 0]
        self.strength = [0, 0]
        self.rolled: dict[int, list[int]] = {}
        self.old: Position | None = None
        self.won = self.victor = -1
        self.rear = [False, False]
        self.sps_lost = [0, 0]
        self.again = False
        self.rout = self.over = self.looted = False

    def fault(self, text: str) -> None:
        self.game.fault(f"Battle at {board.DUCHY_NAMES[self.x]}: {text}")

    # --- cards

    def played(self, s: Any, power: int, n: int) -> None:
        self.pending.append((power, n))

    def take_effect(self, s: Any) -> None:
        b = Position(s)
        for power, n in self.pending:
            self.game.seen[f"battle {n}"] += 1
            self.now.append((power, n))
            if n in LASTING:
                self.lasting.append((power, n, self.round))
            if n == 106:
                self.horse = min(2, self.horsemen(b, power))
            elif n == 74:
                self.limit = 1
            elif n == 11:
                self.ordered, self.again = True, False
            elif n == 51:
                self.ordered, self.again = False, True
            elif n == 16:
                self.rear[power % 2] = True
                self.lost[power % 2] += 1
        self.pending = []

    def side_dice(self, b: Position, side: int) -> int:
        """[11.2] The dice of a side in this Round."""
        x, enemy = self.x, 1 - side
        chief = b.commander(side, x)
        dice = 0
        mute = self.muted(b, side, chief)
        for power in (side, side + 2):
            if power != mute:
                dice += b.sp[power, x] + sum(1 for one in b.chiefs(power, x) if one != chief)
        if chief >= 0:
            humbled = any(n == 23 and power % 2 == enemy for power, n, _ in self.lasting)
            dice += (1 if RATING[chief] > 1 else 0) if humbled else RATING[chief]
        dice += nationality(b, side, x) + (side in b.enraged)
        if self.round == 1:
            dice += self.first[side] + self.game.spirit(b, side, x, chief, self)
            if side != self.side and not self.again_fought:
                dice += self.terrain(b, side)
        for power, n in self.now:
            dice += self.card_dice(b, side, power, n)
        for power, n, since in self.lasting:
            if power % 2 == side:
                dice += {59: 1, 87: 2, 100: 1 if since == self.round else 2, 106: self.horse}.get(n, 0)
        dice += self.rockets[side] - self.disrupted[side]
        dice = max(0, dice)
        if any(n == 81 and power % 2 == enemy for power, n in self.now):
            dice = (dice + 1) // 2
        return dice

    again_fought = False

    def muted(self, b: Position, side: int, chief: int) -> int:
        """The Power whose Soldiers and Staff give no dice: 22 and 34."""
        if not any(n == (34 if side == ALLIES else 22) for _, n in self.now):
            return -1
        if chief >= 0:
            return (POWER_OF[chief] + 2) % 4
        return side + 2 if b.sp[side, self.x] > b.sp[side + 2, self.x] else side

    def terrain(self, b: Position, side: int) -> int:
        """[11.4] The defender's, if the Duchy was Friendly to him and he did not fail to evade."""
        if not self.before.friendly(side, self.x) or self.game.forfeited(b, side, self.x):
            return 0
        return sum(TERRAIN[kind] for kind in set(self.game.lines_into(b, self.side, self.x)))

    def card_dice(self, b: Position, side: int, power: int, n: int) -> int:
        """What a card of this Round gives a side."""
        x = self.x
        if power % 2 != side:
            return -2 if n == 72 else 0
        chief = b.commander(side, x)
        return {
            21: 3 if group(b, side, x) else 2,
            33: min(3, max(1, self.guns(b, power))),
            48: 1 if self.round == 1 else 3,
            70: 3, 71: min(4, self.horsemen(b, power)), 74: 2, 90: 2,
            91: 3 if chief >= 0 and POWER_OF[chief] == SPAIN else 2,
            95: 2 if self.side == ALLIES else 3, 99: 3, 102: 2,
        }.get(n, 0)

    def guns(self, b: Position, power: int) -> int:
        return b.most_counters(power, self.x, 2)

    def horsemen(self, b: Position, power: int) -> int:
        return b.most_counters(power, self.x, 1)

    # --- what is told

    def told(self, s: Any, kind: str, args: tuple[int, ...]) -> None:
        handler = getattr(self, f"on_{kind}", None)
        if handler is not None:
            handler(s, *args)

    def on_card_die(self, s: Any, card: int, die: int) -> None:
        if NUMBER[card] == 30:
            if die == 1:
                self.rockets[ALLIES] -= 1
            else:
                self.rockets[FRENCH] -= 1 if die < 5 else 3

    def on_race_die(self, s: Any, side: int, die: int, total: int) -> None:
        self.race.append(die)
        if side != (self.side if len(self.race) == 1 else 1 - self.side):
            self.fault(f"card 55: side {side} rolls out of its order")

    def on_race_won(self, s: Any, side: int, dice: int) -> None:
        b = Position(s)
        totals = {}
        for one, roll in zip((self.side, 1 - self.side), self.race, strict=True):
            chief = b.commander(one, self.x)
            totals[one] = roll + (RATING[chief] if chief >= 0 else 0)
        better = self.side if totals[self.side] > totals[1 - self.side] else 1 - self.side
        if (side, dice) != (better, 3):
            self.fault(f"card 55: {dice} dice for side {side}, not 3 for {better}")
        self.first[better] += 3
        self.race = []

    def on_battle_round(self, s: Any, n: int) -> None:
        self.settle(s)
        self.take_effect(s)
        if n == 1 and self.round:
            if not self.again:
                self.fault("a second Battle without card 51")
            self.new_battle()
            self.lasting, self.first, self.again_fought = [], [0, 0], True
        elif n != self.round + 1 or (n > self.limit and not self.ordered):
            self.fault(f"Round {n} after {self.round} of {self.limit}")
        self.round, self.ordered = n, False
        self.now, self.rockets, self.rolled = [], [0, 0], {}
        b = Position(s)
        self.origins |= {a for _, _, a in self.game.arrivals(b, self.side, self.x)}
        for side in (0, 1):
            self.led[side] |= bool(b.side_chiefs(side, self.x))
            if n == 1:
                self.strength[side] = (b.sp[side, self.x] + b.sp[side + 2, self.x]
                                       + max(0, len(b.side_chiefs(side, self.x)) - 1))

    def on_battle_dice(self, s: Any, power: int, dice: int, kills: int, disruptions: int) -> None:
        self.take_effect(s)
        b, side = Position(s), power % 2
        want = self.side_dice(b, side)
        self.game.seen["battle dice"] += 1
        if want != dice:
            lines, held = self.game.lines_into(b, self.side, self.x), self.before.friendly(1 - self.side, self.x)
            self.fault(f"{board.POWERS[power]} rolls {dice} dice, not {want}: Round {self.round}, "
                       f"{self.game.shown(b, self.x)}, cards {self.now} {self.lasting}, disrupted {self.disrupted}, "
                       f"first {self.first}, lines {lines} before {held}")
        self.rolled[side] = self.game.last_dice(dice)
        if len(self.rolled) == 2:
            self.old = b
            for one in (0, 1):
                self.led[one] |= bool(b.side_chiefs(one, self.x))
            self.origins |= {a for _, _, a in self.game.arrivals(b, self.side, self.x)}
            self.resolve(b)

    def resolve(self, b: Position) -> None:
        """[11.5] Casualties of both sides at once."""
        self.due = [0, 0]
        for side in (0, 1):
            sixes, fives = self.rolled[1 - side].count(6), self.rolled[1 - side].count(5)
            if any(n == 76 and power % 2 == side for power, n in self.now):
                fives = max(0, fives - 3)
            if any(n == 70 and power % 2 == side for power, n in self.now) and fives and not sixes:
                sixes, fives = 1, fives - 1
            there = b.force(side, self.x)
            self.due[side] = min(sixes, there)
            self.casualties[side] += sixes + fives
            self.disrupted[side] += fives
            left = there - self.due[side]
            self.shaken[side] = min(left, max(0, self.shaken[side] - self.due[side]) + fives)
            self.lost[side] += self.due[side]
            self.sps_lost[side] = min(self.due[side], b.sp[side, self.x] + b.sp[side + 2, self.x])

    def settle(self, s: Any) -> None:
        """[11.51] Have the losses of the Round been taken as they should?"""
        old, x = self.old, self.x
        if old is None:
            return
        self.old = None
        new = Position(s)
        for side in (0, 1):
            a, b = side, side + 2
            if self.game.changed(old, new, side, x, self.due[side]):
                continue
            gone = [old.sp[p, x] - new.sp[p, x] for p in (a, b)]
            want = min(self.due[side], old.sp[a, x] + old.sp[b, x])
            fallen = [one for one in old.side_chiefs(side, x) if new.at[one] != x]
            if sum(gone) != want or len(fallen) != self.due[side] - want:
                self.fault(f"side {side} loses {gone} and {fallen} for {self.due[side]} kills")
            short = 0 if gone[0] < gone[1] else 1
            if abs(gone[0] - gone[1]) > 1 and gone[short] < old.sp[(a, b)[short], x]:
                self.fault(f"kills of side {side} are shared {gone}")
            if any(new.at[one] != board.UNBUILT for one in fallen):
                self.fault(f"{fallen} are not eliminated")
            for p in (a, b):
                if new.boxed[p] != old.boxed[p]:
                    self.fault("kills go to the Regroup Box")
        self.game.seen["rounds"] += 1
        self.after = new

    def going_on(self) -> bool:
        """A card has ordered another Round."""
        return self.ordered

    def verdict(self, b: Position) -> int:
        """[11.52] The side that wins as things are; 2 nobody, -1 it goes on."""
        here = [b.force(side, self.x) for side in (0, 1)]
        if 0 in here:
            return 2 if not any(here) else here.index(max(here))
        if self.casualties[0] != self.casualties[1]:
            return int(self.casualties[0] > self.casualties[1])
        return 1 - self.side if self.round >= self.limit else -1

    def on_battle_won(self, s: Any, power: int, x: int) -> None:
        self.settle(s)
        self.take_effect(s)
        b = Position(s)
        self.won, self.victor = power % 2, power
        loser = 1 - self.won
        self.game.seen["battles"] += 1
        if self.verdict(b) != self.won or (self.ordered and b.force(loser, x)):
            self.fault(f"won by side {self.won}, not {self.verdict(b)}: {self.casualties} Round {self.round}")
        chief = b.commander(self.won, x)
        if chief >= 0 and power != POWER_OF[chief]:
            self.fault(f"{power} has won, not {POWER_OF[chief]}")
        margin = min([3] + [{60: 1, 102: 2}[n] for p, n, _ in self.lasting if n in (60, 102) and p % 2 == self.won])
        ahead = self.casualties[loser] - self.casualties[self.won]
        self.rout = ahead >= margin and not self.rear[loser] and b.force(loser, x) > 0
        self.ruin = self.shaken[loser] if self.rout else 0
        self.ruin = min(self.ruin, b.force(loser, x))
        self.was = b
        beaten = self.casualties[loser] > self.strength[loser]
        self.flag_due = beaten and not b.fortress(x) and b.owner(x) % 2 != self.won
        self.flag_seen = False
        self.counted = {}
        self.routed = self.overrun = False

    def on_battle_nobody(self, s: Any, x: int) -> None:
        self.settle(s)
        if self.verdict(Position(s)) != 2:
            self.fault("nobody has won")

    def on_routed(self, s: Any, power: int) -> None:
        self.routed = True
        if not self.rout:
            self.fault(f"a Rout: {self.casualties} {self.lasting} {self.rear}")
        self.lost[1 - self.won] += self.ruin

    # --- [11.6] retreats

    def ways(self, b: Position, loser: int) -> set[int]:
        """Where the loser may go; empty: the Regroup Box."""
        x = self.x
        origins = self.origins
        if loser == self.side:
            return {y for y in origins if b.friendly(loser, y)
                    or (b.fortress(y) and b.owner(y) % 2 != loser and b.force(loser, y))}
        free = [y for y in NEIGHBOURS[x] if y not in origins and not b.force(1 - loser, y)]
        own = {y for y in free if b.friendly(loser, y)}
        grey = {y for y in free if b.owner(y) % 2 != loser and b.force(loser, y)}
        wild = {y for y in free if b.hostile(loser, y) and not b.fortress(y)}
        if b.fortress(x) and b.owner(x) % 2 != loser:
            wild = set()                # [12.4]
        return own or grey or wild

    def on_retreated(self, s: Any, power: int, y: int) -> None:
        loser = power % 2
        self.game.seen["retreats"] += 1
        if self.won < 0 or loser == self.won:
            self.fault(f"{board.POWERS[power]} retreats")
            return
        was = self.was
        if self.placed() and loser == self.side:
            return
        ways = self.ways(was, loser)
        sea = self.contact is not None and self.contact.sea >= 0 and loser == self.side
        if not sea and y not in ways:
            self.fault(f"{board.POWERS[power]} retreats to {board.DUCHY_NAMES[y]}, not to {ways}")

    def placed(self) -> bool:
        return self.contact is not None and bool(self.contact.placed)

    def on_cannot_retreat(self, s: Any, power: int, y: int) -> None:
        self.game.seen["no retreat"] += 1
        loser = power % 2
        if self.ways(self.was, loser) and not (self.placed() and loser == self.side):
            self.fault(f"{board.POWERS[power]} cannot retreat to {self.ways(self.was, loser)}")

    def on_overrun(self, s: Any, power: int, x: int) -> None:
        self.overrun = True

    # --- [11.10] Loot

    def on_loot(self, s: Any, power: int, die: int, losses: int, n: int) -> None:
        self.looted = True
        loser, b = 1 - self.won, Position(s)
        self.game.seen["loot"] += 1
        boxed = sum(b.boxed[p] - self.was.boxed[p] for p in (loser, loser + 2))
        boxed += sum(1 for one in self.was.side_chiefs(loser, self.x) if b.at[one] == REGROUP)
        want = self.lost[loser] + boxed
        if not self.led[loser] or not (self.routed or self.overrun or not b.force(loser, self.x)):
            self.fault(f"Loot without cause: led {self.led} routed {self.routed}")
        if losses != want:
            self.fault(f"Loot for {losses} losses, not {want}")
        total = die + want
        if n != (2 if total >= 12 else 1 if total >= 8 else int(die == 6)):
            self.fault(f"Loot {n} of {die} + {want}")
        if b.resources[power] - self.was.resources[power] not in (0, n):
            self.fault("the Resources of the Loot")

    def close(self, s: Any) -> None:
        """The Battle is over."""
        if self.won < 0 or self.over:
            return
        self.over = True
        loser, b, x = 1 - self.won, Position(s), self.x
        if b.force(loser, x) and s.impulses == self.impulse and s.active >= 0:
            self.fault("the loser is still there")
        if self.rout and not self.routed:
            self.fault(f"no Rout: {self.casualties} {self.lasting}")
        if (self.routed or self.overrun) and self.led[loser] and not self.looted and b.force(self.won, x):
            self.fault("no Loot")
        if self.flag_due != self.flag_seen and self.was.force(self.won, x) and s.impulses == self.impulse:
            self.fault(f"Flag Overrun {self.flag_seen}: {self.casualties} of {self.strength}")
        self.game.seen["battles closed"] += 1
