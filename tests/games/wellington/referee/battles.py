"""A second account of Battles and Sieges, written from the rulebook alone: it shares component data with the program.

`Watch` plays a game and hears every die and every event at the moment it happens. `Fight` and `Leaguer` follow one
Battle and one Siege: they count the dice, share out the losses and say who has won and what follows, and note every
difference. Cards are named by their numbers, as in the book.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from typing import Any

import tablero
import tablero.games.wellington
from tests.games.wellington.field import said
from tests.listening import Roll, Tell, listening

board = sys.modules["tablero.games.wellington.board"]
BRITAIN, SUD, SPAIN, NORD = range(4)
ALLIES, FRENCH = 0, 1
CLEAR, ROUGH, RIVER, PASS = range(4)
DUCHIES: int = board.DUCHIES
LEADERS = range(len(board.LEADER_NAMES))
NUMBER: list[int] = [row.integer("number") for row in board.CARDS.rows]
CARD_OF: dict[int, int] = {n: card for card, n in enumerate(NUMBER)}
RATING, COMMAND, POWER_OF = board.BATTLE_RATING, board.COMMAND_RATING, board.LEADER_POWER
GIBRALTAR, LISBON = board.GIBRALTAR, board.LISBON
TERRAIN_DICE = {CLEAR: 0, ROUGH: 1, PASS: 2, RIVER: 3}


# ------------------------------------------------------------------------------------------------------- what is there


def soldiers(s: Any, power: int, x: int) -> int:
    return int(s.sp[power * DUCHIES + x])


def leaders(s: Any, power: int, x: int) -> list[int]:
    return [one for one in LEADERS if s.at[one] == x and POWER_OF[one] == power]


def pieces(s: Any, power: int, x: int) -> int:
    return soldiers(s, power, x) + len(leaders(s, power, x))


def of_side(s: Any, side: int, x: int) -> int:
    return sum(pieces(s, power, x) for power in (side, side + 2))


def side_leaders(s: Any, side: int, x: int) -> list[int]:
    return leaders(s, side, x) + leaders(s, side + 2, x)


def fortress(s: Any, x: int) -> bool:
    return bool((board.FORTRESSES | s.hasty) >> x & 1)


def owner(s: Any, x: int) -> int:
    """Whose it is by Flag or print."""
    return int(s.flag[x] if s.flag[x] >= 0 else board.OWNER[x])


def friendly(s: Any, side: int, x: int) -> bool:
    """[3.1] Controlled by the side: its Flag or its own, and no enemy Formation but before a Fortress."""
    return owner(s, x) & 1 == side and (fortress(s, x) or not of_side(s, 1 - side, x))


def enemy(s: Any, side: int, x: int) -> bool:
    """Controlled by the other side, as this side sees it: the besieger of a Fortress sees an Uncontrolled Duchy."""
    return friendly(s, 1 - side, x) and not of_side(s, side, x)


def commander(s: Any, side: int, x: int) -> int:
    """[9.62] Whoever was named, else the best Battle Rating; -1 without Leaders."""
    there = side_leaders(s, side, x)
    named = s.commander[side * DUCHIES + x]
    if named in there:
        return int(named)
    return max(there, key=lambda one: (RATING[one], COMMAND[one], -one)) if there else -1


def army_group(s: Any, side: int, x: int) -> bool:
    """[9.6] Leaders of both Powers; or of one with more than the best of them may lead."""
    if leaders(s, side, x) and leaders(s, side + 2, x):
        return True
    for power in (side, side + 2):
        there = leaders(s, power, x)
        if len(there) > 1 and soldiers(s, power, x) + len(there) - 1 > max(COMMAND[one] for one in there):
            return True
    return False


def nationality(s: Any, side: int, x: int) -> int:
    """[11.3] Two for the French; one if at least half of the Allied SPs and Leaders are British."""
    if side == FRENCH:
        return 2
    british, spanish = pieces(s, BRITAIN, x), pieces(s, SPAIN, x)
    return int(british > 0 and british >= spanish)


# -------------------------------------------------------------------------------------------------------------- Battle


class Fight:
    """One Battle, from the event that opens it on."""

    def __init__(self, watch: Watch, s: Any, power: int, x: int) -> None:
        self.watch, self.x, self.power, self.active = watch, x, power, power & 1
        self.contact = watch.contact_of(s)
        self.held_before = watch.friendly_before[1 - self.active] >> x & 1
        self.failed = watch.failed
        self.round = 0
        self.lines: list[int] = []
        self.first = [0, 0]             # dice of the first Round by Events, by side
        self.cards: list[tuple[int, int]] = []       # of this Round: (power, number)
        self.lasting: list[tuple[int, int, int]] = []     # of the whole Battle, with the Round
        self.rockets: list[int] = []
        self.casualties = [0, 0]        # suffered
        self.disruptions = [0, 0]       # suffered in earlier Rounds
        self.shaken = [0, 0]            # disrupted pieces
        self.lost = [0, 0]              # pieces for Loot
        self.renew = False              # a second Battle is ordered
        self.dragoons = 0
        self.second = False             # To the Death
        self.ordered = 0                # the Round that a card has ordered
        self.limit = 2
        self.rolled: dict[int, tuple[int, int]] = {}
        self.began = [0, 0]
        self.began_led = [False, False]
        self.start(s)
        event = watch.frame(s, "PlayEvent")
        if event is not None and NUMBER[event.card] == 62:
            self.first[ALLIES] += 1
        if watch.shore != (0, 0):
            kills, disruptions = watch.shore
            self.casualties[self.active] += kills + disruptions
            self.disruptions[self.active] += disruptions
            self.shaken[self.active] = min(disruptions, of_side(s, self.active, x))
            self.lost[self.active] += kills
            watch.shore = (0, 0)
        self.over = False
        self.winner = -1
        self.rout_due = self.routed = False
        self.no_rout = 0
        self.race: list[int] = []
        self.kills_due: dict[int, int] = {}
        self.killed_now = [0, 0]
        self.counts: dict[int, list[int]] = {}
        self.retreated: dict[int, int] = {}
        self.ways: set[int] = set()
        self.looted = False
        self.overrun_told = False
        self.flag_asked = False
        self.attrition_due: list[tuple[int, int]] = []
        self.spanish_due = 0
        self.flag_due = False
        self.marked_before = s.marked
        self.impulse = s.impulses

    def start(self, s: Any) -> None:
        x = self.x
        for side in (0, 1):
            self.began[side] = (soldiers(s, side, x) + soldiers(s, side + 2, x)
                                + max(0, len(side_leaders(s, side, x)) - 1))
            self.began_led[side] |= bool(side_leaders(s, side, x))

    def fault(self, text: str) -> None:
        self.watch.fault(f"Battle at {board.DUCHY_NAMES[self.x]}: {text}")

    # --- dice

    def count(self, s: Any, side: int) -> int:
        x, other = self.x, 1 - side
        chief = commander(s, side, x)
        sps = [soldiers(s, side, x), soldiers(s, side + 2, x)]
        staff = [len([one for one in leaders(s, p, x) if one != chief]) for p in (side, side + 2)]
        quarrel = 34 if side == ALLIES else 22
        if any(n == quarrel for _, n in self.cards):
            chiefs = POWER_OF[chief] if chief >= 0 else (side if sps[0] > sps[1] else side + 2)
            mate = 0 if chiefs == side + 2 else 1
            sps[mate] = staff[mate] = 0
        rating = RATING[chief] if chief >= 0 else 0
        if any(n == 23 and p & 1 == other for p, n, _ in self.lasting) and chief >= 0:
            rating = 1 if rating > 1 else 0
        dice = sum(sps) + sum(staff) + rating + nationality(s, side, x) + (s.atrocity >> side & 1)
        first = self.round == 1
        self.lines = self.watch.entries(s, x)
        if first and not self.second:
            if side != self.active and self.held_before and not self.watch.forfeits(s, x, side):
                dice += sum(TERRAIN_DICE[kind] for kind in set(self.lines))
            if side == self.active:
                dice += self.failed
        if first and not self.second:
            dice += self.first[side]
        dice += self.watch.bold_dice(s, side, x, chief, self) if first else 0
        for power, n in self.cards:
            dice += self.round_bonus(s, side, power, n)
        for power, n, since in self.lasting:
            if power & 1 == side:
                dice += {87: 2, 59: 1, 100: 1 if since == self.round else 2}.get(n, 0)
                if n == 106:
                    dice += self.dragoons
                if n == 74 and since == self.round:
                    dice += 2
        for die in self.rockets:
            if side == ALLIES and die == 1:
                dice -= 1
            if side == FRENCH and die > 1:
                dice -= 1 if die < 5 else 3
        dice -= self.disruptions[side]
        dice = max(0, dice)
        for power, n in self.cards:
            if n == 81 and power & 1 == other:
                dice = (dice + 1) // 2
        return dice

    def round_bonus(self, s: Any, side: int, power: int, n: int) -> int:
        """Dice of a side by a card of this Round."""
        x = self.x
        if power & 1 != side:
            return -2 if n == 72 else 0
        if n == 21:
            return 3 if army_group(s, side, x) else 2
        if n == 33:
            return min(3, max(1, soldiers(s, power, x) // 4))
        if n == 71:
            return min(4, soldiers(s, power, x) // 2)
        if n == 48:
            return 1 if self.round == 1 else 3
        if n == 91:
            chief = commander(s, side, x)
            return 3 if chief >= 0 and POWER_OF[chief] == SPAIN else 2
        if n == 95:
            return 3 if self.active == FRENCH else 2
        return {70: 3, 90: 2, 99: 3, 102: 2}.get(n, 0)

    # --- what happens

    def told(self, s: Any, kind: str, args: tuple[int, ...]) -> None:
        if self.kills_due and kind not in ("lost_soldiers", "lost_leader"):
            self.settle(s)
        handler = getattr(self, f"on_{kind}", None)
        if handler is not None:
            handler(s, *args)

    def on_battle_round(self, s: Any, n: int) -> None:
        if n == 1 and self.round >= 1:
            if not self.renew:
                self.fault("a second Battle that nobody ordered")
            self.new_battle()
        self.start(s) if n == 1 else None
        if n != self.round + 1:
            self.fault(f"Round {n} after {self.round}")
        if n > max(self.limit, self.ordered):
            self.fault(f"Round {n} of {self.limit} and {self.ordered}")
        self.round = n
        self.cards, self.rockets, self.rolled, self.counts = [], [], {}, {}

    def new_battle(self) -> None:
        self.second, self.renew = True, False
        self.round = 0
        self.limit, self.ordered = 2, 0
        self.lasting = []
        self.casualties, self.disruptions, self.shaken = [0, 0], [0, 0], [0, 0]
        self.began = [0, 0]
        self.winner, self.rout_due, self.routed, self.no_rout = -1, False, False, 0
        self.looted = self.over = self.overrun_told = False

    def event_void(self, n: int, power: int) -> None:
        self.cards = [one for one in self.cards if one != (power, n)]
        self.lasting = [one for one in self.lasting if one[:2] != (power, n)]

    def card_played(self, s: Any, power: int, n: int) -> None:
        """A card takes effect."""
        if n in (23, 59, 60, 74, 87, 100, 102, 106):
            self.lasting.append((power, n, self.round))
        if n == 106:
            self.dragoons = min(2, soldiers(s, power, self.x) // 2)
        if n == 74:
            self.limit = 1
        elif n == 11:
            self.ordered = self.round + 1
            self.renew = False
        elif n == 51:
            self.ordered = 0
            self.renew = True
        elif n == 75 and power == SPAIN:
            self.spanish_due += 1
        elif n == 16:
            self.no_rout |= 1 << (power & 1)
            self.lost[power & 1] += 1
        self.cards.append((power, n))

    def on_card_die(self, s: Any, card: int, die: int) -> None:
        if NUMBER[card] == 30:
            self.rockets.append(die)

    def on_race_die(self, s: Any, side: int, die: int, total: int) -> None:
        chief = commander(s, side, self.x)
        want = die + (RATING[chief] if chief >= 0 else 0)
        if (side == self.active) == bool(self.race) or want != total:
            self.fault(f"card 55: side {side} has {total}, not {want}, after {self.race}")
        self.race.append(want)

    def on_race_won(self, s: Any, side: int, dice: int) -> None:
        active, other = self.race
        better = self.active if active > other else 1 - self.active
        if (side, dice) != (better, 3):
            self.fault(f"card 55: {dice} dice for side {side}, not 3 for {better}")
        self.first[better] += 3
        self.race = []

    # rolls

    def on_battle_dice(self, s: Any, power: int, dice: int, kills: int, disruptions: int) -> None:
        side = power & 1
        want = self.count(s, side)
        rolled = self.watch.take_dice(dice)
        self.watch.seen["battle dice"] += 1
        if want != dice:
            self.fault(f"{board.POWERS[power]} rolls {dice} dice, not {want} in Round {self.round} of "
                       f"{board.POWERS[self.power]}: {self.watch.shown(s, self.x)}; cards {self.cards} "
                       f"{self.lasting} lines {self.lines} held {self.held_before} failed {self.failed} "
                       f"failures {self.watch.failures} first {self.first} disr {self.disruptions}")
        sixes, fives = rolled.count(6), rolled.count(5)
        self.rolled[side] = (sixes, fives)
        if len(self.rolled) == 2:
            self.resolve(s)
        if (kills, disruptions) != (sixes, fives):
            self.watch.seen["told otherwise"] += 1

    def resolve(self, s: Any) -> None:
        for side in (0, 1):
            sixes, fives = self.rolled[1 - side]
            fives -= min(3 * sum(n == 76 and p & 1 == side for p, n in self.cards), fives)
            if any(n == 70 and p & 1 == side for p, n in self.cards) and fives and not sixes:
                sixes, fives = 1, fives - 1
            self.casualties[side] += sixes + fives
            self.disruptions[side] += fives
            there = of_side(s, side, self.x)
            killed = min(sixes, there)
            self.lost[side] += killed
            self.shaken[side] = min(there - killed, max(0, self.shaken[side] - killed) + fives)
            self.kills_due[side] = self.killed_now[side] = killed
            self.counts[side] = [pieces(s, side, self.x), pieces(s, side + 2, self.x),
                                 soldiers(s, side, self.x), soldiers(s, side + 2, self.x)]
        self.settled = False

    def settle(self, s: Any) -> None:
        """The losses of a Round have been taken: are they shared as they should be?"""
        if not self.kills_due:
            return
        for side, killed in self.kills_due.items():
            a, b, sa, sb = self.counts[side]
            now = [pieces(s, side, self.x), pieces(s, side + 2, self.x)]
            gone = [a - now[0], b - now[1]]
            if sum(gone) != killed:
                self.fault(f"side {side} loses {gone} for {killed} kills")
            from_soldiers = min(killed, sa + sb)
            lost_soldiers = [sa - soldiers(s, side, self.x), sb - soldiers(s, side + 2, self.x)]
            if sum(lost_soldiers) != from_soldiers:
                self.fault(f"Leaders of side {side} die before Soldiers")
            uneven = abs(lost_soldiers[0] - lost_soldiers[1])
            if uneven > 1 and not any(n == have for n, have in zip(lost_soldiers, (sa, sb), strict=True)
                                      if n == min(lost_soldiers)):
                self.fault(f"kills of side {side} are shared as {lost_soldiers}")
        self.kills_due = {}
        self.watch.seen["rounds"] += 1

    def longer(self) -> bool:
        """A card has ordered another Round."""
        return self.round < self.ordered

    def verdict(self, s: Any) -> int:
        """Who has won after this Round: a side, 2 for nobody, -1 if it goes on."""
        there = [of_side(s, side, self.x) for side in (0, 1)]
        if not any(there):
            return 2
        for side in (0, 1):
            if not there[side]:
                return 1 - side
        a, b = self.casualties
        if a != b:
            return 0 if a < b else 1
        return 1 - self.active if self.round >= self.limit else -1

    # the end

    def on_battle_won(self, s: Any, power: int, x: int) -> None:
        self.settle(s)
        side = power & 1
        want = self.verdict(s)
        self.watch.seen["battles"] += 1
        if want != side:
            self.fault(f"won by side {side}, not {want}: casualties {self.casualties} Round {self.round} "
                       f"limit {self.limit} ordered {self.ordered}")
        if self.longer() and of_side(s, 1 - side, x):
            self.fault("over before the Round that a card ordered")
        chief = commander(s, side, x)
        if chief >= 0 and POWER_OF[chief] != power:
            self.fault(f"{power} wins, the Commander is {POWER_OF[chief]}'s")
        self.winner = side
        loser = 1 - side
        margin = 3
        for p, n, _ in self.lasting:
            if p & 1 == side:
                margin = min(margin, {60: 1, 102: 2}.get(n, 3))
        difference = self.casualties[loser] - self.casualties[side]
        self.rout_due = difference >= margin and not self.no_rout >> loser & 1
        if not of_side(s, loser, x):
            self.rout_due = self.rout_due and False
        self.routed_of = [pieces(s, loser, x), pieces(s, loser + 2, x)]
        self.ways = self.retreat_ways(s, loser)
        self.boxed_before = self.boxed(s, loser)
        self.elsewhere = self.on_map(s, loser) - of_side(s, loser, x)
        self.enemy_before = {y for y in range(DUCHIES) if enemy(s, loser, y)}
        self.stood = {(p, y): pieces(s, p, y) for p in range(4) for y in range(DUCHIES)}
        self.passes = {y for y in range(DUCHIES) if not (friendly(s, loser, x) and friendly(s, loser, y))}
        self.fighters = [one for one in LEADERS if s.at[one] == x]
        self.flag_due = (self.casualties[loser] > self.began[loser] and not fortress(s, x)
                         and owner(s, x) & 1 != side)

    def on_map(self, s: Any, side: int) -> int:
        return sum(of_side(s, side, y) for y in range(DUCHIES))

    def close(self, s: Any) -> None:
        """The Battle is over."""
        if self.winner < 0 or self.over:
            return
        self.over = True
        loser, x = 1 - self.winner, self.x
        overrun = self.on_map(s, loser) == self.elsewhere
        if of_side(s, loser, x):
            self.fault("the loser stays")
        if overrun != self.overrun_told:
            self.fault(f"Overrun {self.overrun_told}, not {overrun}")
        if self.rout_due and not self.routed:
            self.fault(f"no Rout with casualties {self.casualties}, cards {self.lasting}")
        if (self.routed or overrun) and self.began_led[loser] and not self.looted:
            self.fault("no Loot")
        if self.spanish_due or self.attrition_due:
            self.fault(f"Attrition is missing: {self.spanish_due} {self.attrition_due}")
        if self.flag_due != self.flag_asked and of_side(s, self.winner, x):
            self.fault(f"Flag Overrun {self.flag_asked}, not {self.flag_due}: {self.casualties} of {self.began}")
        for one in self.fighters:
            if s.at[one] >= DUCHIES or s.impulses != self.impulse or s.active < 0 or not s.marked:
                continue
            if fortress(s, x) and owner(s, x) & 1 != POWER_OF[one] & 1 and s.at[one] == x:
                continue                # stopped before the Fortress
            if self.watch.muddy == x and s.at[one] == x:
                continue
            ours = POWER_OF[one] & 1 == self.winner
            marked = bool(s.marked >> one & 1)
            if marked != (not (ours and overrun)) and not (marked and self.marked_before >> one & 1):
                self.fault(f"{board.LEADER_NAMES[one]}: marker {marked}, Overrun {overrun}")
        if not overrun and s.impulses == self.impulse:
            self.watch.fought |= {one for one in self.fighters if s.at[one] == x}
        self.watch.seen["battles closed"] += 1

    def on_attrition_loss(self, s: Any, power: int, y: int, n: int) -> None:
        if self.winner >= 0:
            self.stood[power, y] = pieces(s, power, y)

    def on_attrition(self, s: Any, power: int, y: int, dice: int, hits: int) -> None:
        if self.winner < 0:
            return
        if self.attrition_due and self.attrition_due[0][0] == y:
            _, want = self.attrition_due.pop(0)
            if want != dice:
                self.fault(f"Attrition of the retreat with {dice} dice, not {want}")
        elif y == self.x and self.spanish_due:
            want = self.spanish_due * pieces(s, SPAIN, y)
            self.spanish_due = 0
            if want != dice:
                self.fault(f"Spanish Attrition with {dice} dice, not {want}")
        else:
            self.fault(f"Attrition at {board.DUCHY_NAMES[y]} with {dice} dice")

    def on_battle_nobody(self, s: Any, x: int) -> None:
        self.settle(s)
        if self.verdict(s) != 2:
            self.fault("nobody has won")

    def on_routed(self, s: Any, power: int) -> None:
        self.routed = True
        if not self.rout_due:
            self.fault(f"a Rout with casualties {self.casualties}, cards {self.lasting}")
        loser = 1 - self.winner
        self.lost[loser] += min(self.shaken[loser], of_side(s, loser, self.x))

    def retreat_ways(self, s: Any, loser: int) -> set[int]:
        """[11.61] [11.62] Where the loser may go; empty: to the Regroup Box."""
        x = self.x
        near = [y for y in range(DUCHIES) if board.MAP.edge_kind(x, y) >= 0]
        came = self.watch.came_from(s, x)
        if loser == self.active:
            return {y for y in came if friendly(s, loser, y)
                    or (owner(s, y) & 1 != loser and fortress(s, y) and of_side(s, loser, y))}
        free = [y for y in near if y not in came and not of_side(s, 1 - loser, y)]
        own = {y for y in free if friendly(s, loser, y)}
        if own:
            return own
        nobody = {y for y in free if not enemy(s, loser, y)}
        if nobody:
            return nobody
        if fortress(s, x) and owner(s, x) & 1 != loser:
            return set()                # [12.4]
        return {y for y in free if not fortress(s, y)}

    def retreat_reasons(self, s: Any, loser: int, y: int) -> int:
        """[9.44] Enemy Duchy, River, unfriendly Pass."""
        kind = self.watch.line(self.x, y)
        impulse = self.watch.frame(s, "Impulse")
        mine = [one for one in self.fighters if POWER_OF[one] & 1 == loser and impulse.bridged >> one & 1]
        piles = {power * DUCHIES + z for power in (loser, loser + 2) for z in (self.x, y)}
        if kind == RIVER and (mine or piles & set(impulse.bridged_piles)):
            kind = CLEAR
        return int(y in self.enemy_before) + int(kind == RIVER) + int(kind == PASS and y in self.passes)

    def on_retreated(self, s: Any, power: int, y: int) -> None:
        self.watch.seen["retreats"] += 1
        arrived = pieces(s, power, y) - self.stood[power, y]
        self.stood[power, y] += arrived
        reasons = 1 if self.at_sea(s) and power & 1 == self.active else self.retreat_reasons(s, power & 1, y)
        if self.no_rout >> (power & 1) & 1:
            reasons = 0
        if reasons and arrived:
            self.attrition_due.append((y, reasons * arrived))
        if self.contact_placed(s) and power & 1 == self.active:
            return
        if y not in self.ways and not self.at_sea(s):
            self.fault(f"{board.POWERS[power]} retreats to {board.DUCHY_NAMES[y]}, not one of "
                       f"{[board.DUCHY_NAMES[z] for z in self.ways]}")

    def boxed(self, s: Any, side: int) -> int:
        return int(s.regroup[side] + s.regroup[side + 2]) + len(side_leaders(s, side, board.REGROUP))

    def contact_placed(self, s: Any) -> bool:
        return bool(self.contact is not None and self.contact.placed)

    def at_sea(self, s: Any) -> bool:
        return bool(self.contact is not None and self.contact.sea >= 0)

    def on_cannot_retreat(self, s: Any, power: int, y: int) -> None:
        if self.ways and not (self.contact_placed(s) and power & 1 == self.active):
            self.fault(f"{board.POWERS[power]} cannot retreat though {[board.DUCHY_NAMES[z] for z in self.ways]}")
        self.watch.seen["no retreat"] += 1

    def on_overrun(self, s: Any, power: int, x: int) -> None:
        self.overrun_told = True
        self.watch.seen["overruns"] += 1
        if power & 1 != self.winner:
            self.fault("the loser overruns")

    def on_loot(self, s: Any, power: int, die: int, losses: int, n: int) -> None:
        self.looted = True
        self.watch.seen["loot"] += 1
        loser = 1 - self.winner
        if not self.began_led[loser]:
            self.fault("Loot from Soldiers without a Leader")
        if not (self.routed or self.overrun_told):
            self.fault("Loot without Rout or Overrun")
        if losses != self.lost_now(s, loser):
            self.fault(f"Loot for {losses} losses, not {self.lost_now(s, loser)}")
        total = die + losses
        want = 2 if total >= 12 else 1 if total >= 8 else int(die == 6)
        if n != want:
            self.fault(f"Loot {n} for {die} + {losses}")
        chief = commander(s, self.winner, self.x)
        if chief >= 0 and POWER_OF[chief] != power:
            self.fault("Loot of another than the Commander's Power")
        self.spanish_due = n if power == SPAIN else 0

    def lost_now(self, s: Any, loser: int) -> int:
        return self.lost[loser] + self.boxed(s, loser) - self.boxed_before


# --------------------------------------------------------------------------------------------------------------- Siege


class Leaguer:
    """One Siege."""

    def __init__(self, watch: Watch, s: Any, power: int, x: int) -> None:
        self.watch, self.power, self.x = watch, power, x
        self.frame = watch.frame(s, "Siege")
        self.leader: int = self.frame.leader
        event = watch.frame(s, "PlayEvent")
        self.easy = event is not None and NUMBER[event.card] == 43      # the first use of Dysentery
        self.owner = owner(s, x)
        self.hits = self.round = self.disruptions = 0
        self.cards: list[tuple[int, int]] = []
        self.lasting: list[tuple[int, int]] = []
        self.taken = False
        self.extra = 0
        self.may_go_on = False
        self.hasty = bool(s.hasty >> x & 1)
        self.strength = 0
        self.spoken = False
        self.treason = False
        self.due = -1
        self.killed = -1
        self.room = 0
        self.asked = False
        self.impulse = s.impulses

    def fault(self, text: str) -> None:
        self.watch.fault(f"Siege of {board.DUCHY_NAMES[self.x]}: {text}")

    def built_in(self, s: Any) -> int:
        if self.easy:
            return 1
        if self.x == LISBON and s.turn_events >> CARD_OF[1] & 1:
            return 5
        return 2 if self.hasty else 5 if self.x == GIBRALTAR else 3

    def army(self, s: Any) -> tuple[int, int]:
        """SPs and Staff Officers of the besieging Army."""
        staff = [one for one in leaders(s, self.power, self.x) if one != self.leader]
        fresh = self.fresh(s)
        if self.leader < 0:
            return fresh, 0
        taken = bin(self.frame.army[1]).count("1")
        return min(fresh, COMMAND[self.leader] - taken), min(taken, len(staff))

    def fresh(self, s: Any) -> int:
        """The SPs that have not fought a Battle there in this Impulse."""
        impulse = next(frame for frame in s.stack if type(frame).__name__ == "Impulse")
        fought: int = sum(n for pile, n in impulse.veterans if pile == self.power * DUCHIES + self.x)
        return max(0, soldiers(s, self.power, self.x) - fought)

    def told(self, s: Any, kind: str, args: tuple[int, ...]) -> None:
        if kind not in ("lost_soldiers", "lost_leader"):
            self.settle(s)
        handler = getattr(self, f"on_{kind}", None)
        if handler is not None:
            handler(s, *args)

    def settle(self, s: Any) -> None:
        if self.killed >= 0:
            gone = self.before - pieces(s, self.power, self.x)
            if gone != min(self.killed, self.room):
                self.fault(f"{gone} pieces lost for {self.killed} kills")
            self.killed = -1

    def on_siege_round(self, s: Any, n: int) -> None:
        self.strength = self.built_in(s)
        if n != self.round + 1 or (n > 1 and not self.may_go_on and not self.extra):
            self.fault(f"Round {n} after {self.round}, go on {self.may_go_on} extra {self.extra}")
        if n > self.strength and not self.extra:
            self.fault(f"Round {n} of a strength of {self.strength}")
        self.extra = 0
        self.round = n
        self.cards = []
        self.asked = False

    def card_played(self, s: Any, power: int, n: int) -> None:
        if n in (68, 92):
            self.lasting.append((power, n))
        if n == 41:
            self.extra = 1
        self.cards.append((power, n))

    def event_void(self, n: int, power: int) -> None:
        self.cards = [one for one in self.cards if one != (power, n)]

    def on_card_die(self, s: Any, card: int, die: int) -> None:
        if NUMBER[card] == 45:
            bonus = int(self.power & 1 == ALLIES and bool(board.IN_SPAIN >> self.x & 1))
            self.treason = die + bonus >= 6

    def on_siege_dice(self, s: Any, power: int, dice: int, hits: int) -> None:
        sps, staff = self.army(s)
        want = sps + staff + (RATING[self.leader] if self.leader >= 0 else 0)
        want += 2 if power & 1 == FRENCH else int(power == BRITAIN)
        want += s.atrocity >> (power & 1) & 1
        spare = self.fresh(s) - sps
        want -= max(0, self.disruptions - spare)
        mine = power & 1
        for p, n in self.cards:
            if p & 1 == mine:
                want += {10: 3, 70: 3}.get(n, 0)
                if n == 91:
                    want += 3 if self.leader >= 0 and POWER_OF[self.leader] == SPAIN else 2
            elif n == 72:
                want -= 2
        want += 2 * sum(n == 68 for _, n in self.lasting)
        if self.round == 1:
            want += self.watch.bold_dice(s, mine, self.x, self.leader, None)
        want = max(0, want)
        if any(n == 81 and p & 1 != mine for p, n in self.cards):
            want = (want + 1) // 2
        self.watch.seen["siege dice"] += 1
        if want != dice:
            self.fault(f"{dice} dice, not {want}; cards {self.cards} {self.lasting} disr {self.disruptions} spare "
                       f"{spare} round {self.round}")
        self.besieger_dice, self.scored = dice, hits

    def on_fortress_dice(self, s: Any, x: int, dice: int, kills: int, disruptions: int) -> None:
        mine = 1 - (self.power & 1)
        want = self.strength
        if any(n == 42 for _, n in self.cards):
            want *= 2
        for p, n in self.cards:
            if p & 1 == mine:
                want += {70: 3}.get(n, 0)
                if n == 91:
                    want += 2
            elif n == 72:
                want -= 2
        want += 3 * sum(n == 92 for _, n in self.lasting)
        want = max(0, want)
        if any(n == 81 and p & 1 != mine for p, n in self.cards):
            want = (want + 1) // 2
        if want != dice:
            self.fault(f"the Fortress rolls {dice} dice, not {want}; cards {self.cards} {self.lasting}")
        both = self.watch.take_dice(self.besieger_dice + dice)
        first, rolled = both[:self.besieger_dice], both[self.besieger_dice:]
        scored = first.count(6) + (first.count(5) if any(n == 42 for _, n in self.cards) else 0)
        if scored != self.scored:
            self.fault(f"{self.scored} hits, not {scored}")
        six, five = rolled.count(6), rolled.count(5)
        if any(n == 10 for _, n in self.cards):
            six, five = six + five, 0
        if any(n == 70 and p & 1 != mine for p, n in self.cards) and five and not six:
            six, five = 1, five - 1
        five_ignored = 0
        if (kills, disruptions) != (six, five - five_ignored) and not any(n in (10, 70) for _, n in self.cards):
            self.fault(f"{kills} kills and {disruptions} disruptions, not {six} and {five}")
        self.hits += self.scored
        self.disruptions += five
        self.may_go_on = (self.scored > six + five and self.round < self.strength
                          and not any(n == 81 and p & 1 == mine for p, n in self.cards))
        self.before = pieces(s, self.power, self.x)
        self.killed, self.room = six, pieces(s, self.power, self.x)
        self.due = self.hits >= self.strength
        self.watch.seen["siege rounds"] += 1

    def there(self, s: Any) -> bool:
        return bool(self.leader < 0 or s.at[self.leader] == self.x)

    def on_fortress_taken(self, s: Any, power: int, x: int) -> None:
        self.taken = True
        self.watch.seen["taken"] += 1
        if not self.due and not self.treason:
            self.fault(f"taken with {self.hits} hits")

    def on_siege_failed(self, s: Any, power: int, x: int) -> None:
        if self.due == 1 and self.leader >= 0 and s.at[self.leader] == x:
            self.fault(f"failed with {self.hits} hits of {self.strength}")

    def on_siege_overrun(self, s: Any, power: int, x: int) -> None:
        self.spoken = True

    def on_sacked(self, s: Any, power: int, die: int, n: int) -> None:
        self.watch.seen["sacks"] += 1
        total = die + self.built_in(s) - self.round
        if n != int(total >= 6) or self.hasty or self.treason:
            self.fault(f"sack {n} for {die} in Round {self.round}")

    def close(self, s: Any) -> None:
        if self.may_go_on and not self.asked and not self.taken and self.there(s):
            self.fault("not asked whether to go on")
        if self.taken:
            want = self.treason or self.round < self.strength or self.hits > self.strength
            if bool(want) != self.spoken:
                self.fault(f"Siege Overrun {self.spoken}, hits {self.hits} Round {self.round} of {self.strength}")
            marked = bool(self.leader >= 0 and s.marked >> self.leader & 1)
            if self.leader >= 0 and s.at[self.leader] == self.x and marked == self.spoken and s.active >= 0 and (
                    s.impulses == self.impulse):
                self.fault(f"marker {marked}, Overrun {self.spoken}")


# --------------------------------------------------------------------------------------------------------------- a game


class Watch:
    """Plays a game by chance and follows its Battles and Sieges."""

    verbose = False

    def __init__(self, scenario: str, seed: int, eager: bool = False, rigged: bool = False) -> None:
        self.bold_fight: Any = None
        self.shore = (0, 0)
        self.on_map = True
        self.swung = False              # Scum of the Earth has turned a result
        self.s: Any = tablero.game("wellington").new(scenario, seed=seed)
        self.chance = random.Random(seed)
        self.name = f"{scenario} {seed} eager={eager} rigged={rigged}"
        self.eager, self.rigged = eager, rigged
        self.faults: list[str] = []
        self.seen: Counter[str] = Counter()
        self.dice: list[int] = []
        self.fight: Fight | None = None
        self.siege: Leaguer | None = None
        self.friendly_before = [0, 0]
        self.failed = 0
        self.failures: list[int] = []           # the Leaders of each Formation that failed to evade
        self.muddy = -1
        self.besieged: set[int] = set()
        self.fought: set[int] = set()           # Leaders that have won where they stand, and not by an Overrun
        self.moves: list[tuple[int, int, int, int, int]] = []
        self.blown: list[tuple[int, int]] = []
        self.bridged: set[int] = set()
        self.pending: list[tuple[int, int]] = []
        self.bold = -1                  # whose Army has L'Audace
        self.long_nosed = False
        self.log: list[str] = []
        self.steps = 0

    def fault(self, text: str) -> None:
        self.faults.append(f"{self.name} step {self.steps}: {text}")
        if self.verbose:
            self.faults[-1] += "\n      " + "\n      ".join(self.log[-30:])

    def shown(self, s: Any, x: int) -> str:
        words = [board.LEADER_NAMES[one] for one in LEADERS if s.at[one] == x]
        return " ".join(words + [f"{name}:{soldiers(s, power, x)}" for power, name in enumerate(board.POWERS)
                                 if soldiers(s, power, x)])

    def frame(self, s: Any, name: str) -> Any:
        for frame in reversed(s.stack):
            if type(frame).__name__ == name:
                return frame
        return None

    def contact_of(self, s: Any) -> Any:
        return self.frame(s, "Contact")

    def line(self, a: int, b: int) -> int:
        kind = int(board.MAP.edge_kind(a, b))
        if kind in (CLEAR, ROUGH) and ((a, b) in self.blown or (b, a) in self.blown):
            return RIVER
        return kind

    # --- what was told before a Battle

    def entries(self, s: Any, x: int) -> list[int]:
        """The kinds of line over which the Active side's pieces in a Duchy came in this Impulse."""
        return [self.line_for(s, leader, power, a, b) for a, b, leader, power in self.last_entries(s, x)]

    def last_entries(self, s: Any, x: int) -> list[tuple[int, int, int, int]]:
        found: dict[tuple[int, int], tuple[int, int, int, int]] = {}
        for side, a, b, leader, power in self.moves:
            if side != s.active & 1:
                continue
            if leader >= 0:
                found[leader, power] = (a, b, leader, power)
            elif b == x and soldiers(s, power, x):
                found[-1, power] = (a, b, leader, power)
        return [one for one in found.values() if one[1] == x and (one[2] < 0 or s.at[one[2]] == x)]

    def line_for(self, s: Any, leader: int, power: int, a: int, b: int) -> int:
        kind = self.line(a, b)
        impulse = self.frame(s, "Impulse")
        if kind == RIVER and impulse is not None and (
                leader >= 0 and impulse.bridged >> leader & 1
                or leader < 0 and {power * DUCHIES + a, power * DUCHIES + b} & set(impulse.bridged_piles)):
            return CLEAR
        return kind

    def came_from(self, s: Any, x: int) -> set[int]:
        return {a for a, *_ in self.last_entries(s, x)} | self.here_from(x)

    def here_from(self, x: int) -> set[int]:
        _, a, b, *_ = self.moves[-1] if self.moves else (0, -1, -1, -1, -1)
        return {a} if b == x else set()

    def forfeits(self, s: Any, x: int, side: int) -> bool:
        chief = commander(s, side, x)
        return any(failed >> chief & 1 if chief >= 0 else True for failed in self.failures)

    def bold_dice(self, s: Any, side: int, x: int, chief: int, fight: Any) -> int:
        """L'Audace and Long-Nosed Wellesley."""
        if side != s.active & 1:
            return 0
        dice = 0
        if self.long_nosed and chief == board.WELLINGTON:
            dice += 2
        if fight is not None and self.bold >= 0 and s.at[self.bold] == x and (
                self.bold_fight is None or self.bold_fight is fight):
            self.bold_fight = fight
            dice += 2
        return dice

    def take_dice(self, n: int) -> list[int]:
        taken, self.dice = self.dice[len(self.dice) - n:], []
        return taken

    # --- hooks

    def on_chance(self, n: int, value: int) -> None:
        if n == 6:
            self.dice.append(value)

    def on_tell(self, s: Any, kind: str, args: tuple[int, ...]) -> None:
        self.log.append(f"{kind} {args}")
        if self.fight is not None and not self.frame(s, "Battle"):
            self.fight.close(s)
            self.fight = None
        if kind == "impulse":
            self.moves, self.blown, self.bridged = [], [], set()
            self.bold, self.long_nosed, self.muddy = -1, False, -1
            self.besieged, self.fought = set(), set()
        if kind == "siege":
            self.besieged.add(args[1])
        if kind in ("army_moved", "counter_moved"):
            if kind == "army_moved":
                leader, _, a, b = args
                self.moves.append((POWER_OF[leader] & 1, a, b, leader, POWER_OF[leader]))
            else:
                power, _, a, b = args
                self.moves.append((power & 1, a, b, -1, power))
            self.failed, self.failures = 0, []
        if kind in ("interception_succeeds", "soldiers_intercept", "intercepts"):
            one = self.frame(s, "Interception")
            if kind == "interception_succeeds" and one is not None and one.power & 1 == s.active & 1:
                self.moves.append((one.power & 1, one.via if one.via >= 0 else one.a, one.x, one.leader, one.power))
        if kind == "bridges_blown":
            self.blown.append((args[0], args[1]))
        if kind == "evades":
            self.evader = args[0]
            self.evaders = 0
            for _, some, _ in self.frame(s, "Evasion").forces:
                self.evaders |= some
        if kind == "soldiers_evade":
            self.evader = -1
        if kind == "evasion_fails":
            self.failed += args[2] if self.evader < 0 else 1
            self.failures.append(self.evaders if self.evader >= 0 else 0)
        if kind == "played_event":
            self.pending.append((args[0], NUMBER[args[1]]))
            self.on_map = s.at[board.WELLINGTON] < DUCHIES and s.at[board.WELLINGTON] != board.PLYMOUTH
        if kind == "batteries":
            self.shore = (args[1], args[2])
        if kind == "event_void":
            n = NUMBER[args[0]]
            self.pending = [one for one in self.pending if one[1] != n]
        if kind == "battle":
            if self.fight is not None:
                self.fight.close(s)
            self.fight = Fight(self, s, *args)
        if kind == "siege":
            self.siege = Leaguer(self, s, *args)
        self.flush(s, kind)
        if kind in ("interception_fails", "interception_succeeds", "evasion_fails", "evasion_succeeds"):
            self.swung = False
        if self.siege is not None:
            self.siege.told(s, kind, args)
        elif self.fight is not None:
            self.fight.told(s, kind, args)

    def flush(self, s: Any, kind: str) -> None:
        """Cards that have taken effect: no window on them is open any more."""
        if kind in ("played_event", "event_void") or not self.pending:
            return
        self.take_effect(s)

    def take_effect(self, s: Any) -> None:
        for power, n in self.pending:
            if n == 3:
                self.muddy = self.contact_of(s).x
            if n == 98:
                self.long_nosed = self.on_map
            self.swung ^= n == 82
            about = self.siege or self.fight
            if about is not None:
                about.card_played(s, power, n)
        self.pending = []

    def settle(self, s: Any) -> None:
        """Between two decisions."""
        if self.pending and not any(type(frame).__name__ == "PlayEvent" for frame in s.stack[-2:]):
            self.take_effect(s)
        if not self.frame(s, "Contact"):
            self.failed, self.failures = 0, []
        if not self.frame(s, "Contact") and not self.frame(s, "Convoy"):
            self.shore = (0, 0)
        if not self.frame(s, "Contact") and not self.frame(s, "PlayEvent"):
            forts = board.FORTRESSES | s.hasty
            self.friendly_before = [(s.owned[side] | s.owned[side + 2])
                                    & (forts | ~(s.occupied[1 - side] | s.occupied[3 - side])) for side in (0, 1)]
        if self.fight is not None and not self.frame(s, "Battle"):
            self.fight.close(s)
            self.fight = None
        if self.fight is not None and type(s.stack[-1]).__name__ == "FreeFlag":
            self.fight.flag_asked = True
        if self.fight is not None and type(s.stack[-1]).__name__ not in ("OddKill", "FallenLeader"):
            self.fight.settle(s)
        if self.siege is not None and type(s.stack[-1]).__name__ not in ("FallenStaff", "FallenLeader"):
            self.siege.settle(s)
        if self.siege is not None and not self.frame(s, "Siege"):
            self.siege.close(s)
            self.siege = None

    # --- playing

    def choose(self, s: Any, seat: int, options: list[Any]) -> Any:
        if not self.eager:
            return self.chance.choice(options)
        weights = []
        for action in options:
            verb = action[0]
            weight = 4.0
            if verb in ("done", "stop", "end"):
                weight = 0.5
            elif verb == "pass":
                weight = 2.0 if type(s.stack[-1]).__name__ != "ReactionWindow" else 4.0
            elif verb in ("counter", "build", "regroup", "build_leader", "load", "flag"):
                weight = 0.4
            elif verb == "step":
                weight = 30.0 if of_side(s, 1 - (seat & 1), action[1]) else 3.0
            elif verb in ("besiege", "go_on"):
                weight = 60.0
            elif verb == "cp":
                weight = 6.0
            elif verb == "event":
                weight = 2.0
            weights.append(weight)
        return self.chance.choices(options, weights)[0]

    def rig(self, s: Any) -> None:
        """New Hands for all, full ones."""
        cards = board.CARDS
        loose = [board.DRAW_PILE, board.DISCARDS, *board.HAND]
        deck: list[int] = []
        for zone in loose:
            deck += [card for card in range(len(NUMBER)) if s.piles[zone] >> card & 1]
        self.chance.shuffle(deck)
        where = {card: cards.where(s, card) for card in deck}
        for i, card in enumerate(deck):
            to = board.HAND[i % 4] if i < 32 else board.DRAW_PILE
            if where[card] != to:
                cards.move(s, card, where[card], to)
        for power in range(4):
            pile = board.RESERVE[power]
            spare = [card for card in range(len(NUMBER)) if s.piles[pile] >> card & 1]
            self.chance.shuffle(spare)
            for card in spare[:3]:
                cards.move(s, card, pile, board.HOME[power])

    def look(self, s: Any, seat: int, options: list[Any]) -> None:
        """Every decision."""
        name = type(s.stack[-1]).__name__
        if name in ("ChoosePlay", "SpendPoints"):
            self.compare_besiegers(s, seat, options)
        if name == "GoOn" and self.siege is not None:
            self.siege.asked = True
            if not self.siege.may_go_on or seat != self.siege.power:
                self.siege.fault("asked whether to go on")
        if self.fight is not None and name in ("RetreatGroup", "WayBack"):
            offered = {action[1] for action in options if action[0] == "retreat"}
            self.seen["ways"] += 1
            if offered != self.fight.ways and name != "WayBack":
                self.fight.fault(f"ways {[board.DUCHY_NAMES[y] for y in offered]}, not "
                                 f"{[board.DUCHY_NAMES[y] for y in self.fight.ways]}")

    def waits(self, s: Any, seat: int, options: list[Any]) -> bool:
        """Something else comes first: a Battle for a Fortress [6.3], or SPs that are owed [5.12]."""
        return any(action[0] == "relieve" for action in options) or any(debt[0] == seat for debt in s.debts)

    def compare_besiegers(self, s: Any, seat: int, options: list[Any]) -> None:
        """[12.2] Armies at enemy Fortresses without enemies; each Fortress once; not where they have fought."""
        if self.waits(s, seat, options):
            return
        offered = {action[1] for action in options if action[0] == "besiege"}
        want = set()
        for one in LEADERS:
            x = s.at[one]
            if POWER_OF[one] != seat or x >= DUCHIES or not fortress(s, x) or owner(s, x) & 1 == seat & 1:
                continue
            if of_side(s, 1 - (seat & 1), x) or x in self.besieged or one in self.fought:
                continue
            if any((power, where) == (seat, x) for power, where, _ in s.quarters):
                continue
            want.add(one)
        self.seen["besiegers"] += len(want)
        if offered != want:
            self.fault(f"besiegers {[board.LEADER_NAMES[one] for one in offered]}, not "
                       f"{[board.LEADER_NAMES[one] for one in want]}")

    def hook(self, tell: Tell, roll: Roll) -> tuple[Tell, Roll]:
        s = self.s

        def heard(state: Any, kind: str, *args: int, **more: Any) -> None:
            if state is s:
                self.on_tell(state, kind, said(kind, args))
            tell(state, kind, *args, **more)

        def rolled(state: Any, n: int, least: int) -> int:
            value = roll(state, n, least)
            if state is s:
                self.on_chance(n, value)
            return value

        return heard, rolled

    def run(self, most: int = 6000) -> None:
        s = self.s
        with listening(self.hook):
            while s.result is None and self.steps < most:
                self.settle(s)
                if self.rigged and type(s.stack[-1]).__name__ == "ChoosePlay" and self.chance.random() < 0.3:
                    self.rig(s)
                    s.offered = {}
                seat = self.chance.choice(list(tablero.players(s)))
                options = list(tablero.options(s, seat))
                self.look(s, seat, options)
                action = self.choose(s, seat, options)
                self.steps += 1
                below = s.stack[-2] if len(s.stack) > 1 else None
                if type(below).__name__ == "Audace" and action[0] == "lead":
                    self.bold, self.bold_fight = action[1], None
                self.log.append(f"  {board.POWERS[seat]} {action} {type(s.stack[-1]).__name__}")
                tablero.apply(s, seat, action)
                del self.log[:-400]
