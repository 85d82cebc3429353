"""A position in words of the rulebook: who stands where, who Controls what, where each card lies.

Written from the rulebook and the card list alone; it shares component data with the program, no rule. events.py says
what each card changes in it, follow.py compares.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import Any

import tablero.games.wellington

assert tablero.games.wellington.GAME
board = sys.modules["tablero.games.wellington.board"]
BRITAIN, SUD, SPAIN, NORD = range(4)
ALLIES, FRENCH = 0, 1
CLEAR, ROUGH, RIVER, PASS = range(4)
DUCHIES: int = board.DUCHIES
UNBUILT, REGROUP = board.UNBUILT, board.REGROUP
PLYMOUTH: int = board.PLYMOUTH
LEADERS = range(len(board.LEADER_NAMES))
RATING, COMMAND, POWER_OF = board.BATTLE_RATING, board.COMMAND_RATING, board.LEADER_POWER
NUMBER: list[int] = [row.integer("number") for row in board.CARDS.rows]
CARD_OF: dict[int, int] = {n: card for card, n in enumerate(NUMBER)}
KIND: list[str] = [row.text("type") for row in board.CARDS.rows]
FATE: list[str] = [row.text("fate") for row in board.CARDS.rows]
MOMENTS: list[list[str]] = [row.text("moments").split() for row in board.CARDS.rows]
BY: list[list[int]] = [[board.POWERS.index(name) for name in row.text("by").split()] if row.maybe_text("by")
                       else list(range(4)) for row in board.CARDS.rows]
NEIGHBOURS: list[list[int]] = [[y for y in range(DUCHIES) if board.MAP.edge_kind(x, y) >= 0] for x in range(DUCHIES)]


def duchies(mask: int) -> list[int]:
    return [x for x in range(DUCHIES) if mask >> x & 1]


ON_MAP = [x for x in range(DUCHIES) if x != PLYMOUTH]
SPANISH_LAND, PORTUGUESE_LAND = duchies(board.IN_SPAIN), duchies(board.IN_PORTUGAL)
KEYS = set(duchies(board.KEYS))
SYMBOLS = set(duchies(board.SYMBOLS))


class Position:
    """All that an Event can change, copied from a state."""

    def __init__(self, s: Any) -> None:
        self.sp = {(p, x): s.sp[p * DUCHIES + x] for p in range(4) for x in range(DUCHIES)}
        self.boxed = list(s.regroup)
        self.at = list(s.at)
        self.named = {(side, x): s.commander[side * DUCHIES + x] for side in (0, 1) for x in range(DUCHIES)}
        self.flag = list(s.flag)
        self.hasty = set(duchies(s.hasty))
        self.resources = list(s.resources)
        self.zone = {card: zone for zone, pile in enumerate(s.piles) for card in range(len(NUMBER)) if pile >> card & 1}
        self.recalled = {one for one in LEADERS if s.recalled >> one & 1}
        self.in_force = {NUMBER[card] for card in range(len(NUMBER)) if s.turn_events >> card & 1}
        self.enraged = {side for side in (0, 1) if s.atrocity >> side & 1}
        self.wellesley = s.wellesley
        self.quarters = sorted((power, x) for power, x, _ in s.quarters)
        self.debts = sorted(s.debts)
        self.year = s.year
        self.active = s.active

    def differences(self, other: Position) -> list[str]:
        """In what another position is not the same."""
        found = []
        for key, mine in vars(self).items():
            theirs = getattr(other, key)
            if key in ("named", "year", "active") or mine == theirs:
                continue
            if isinstance(mine, dict):
                found += [f"{key} {word(k)}: {mine.get(k)}, not {theirs.get(k)}" for k in mine.keys() | theirs.keys()
                          if mine.get(k) != theirs.get(k)]
            elif isinstance(mine, list) and len(mine) == len(theirs):
                pairs = enumerate(zip(mine, theirs, strict=True))
                found += [f"{key} {k}: {a}, not {b}" for k, (a, b) in pairs if a != b]
            else:
                found.append(f"{key}: {mine}, not {theirs}")
        return found

    # --- pieces

    def chiefs(self, power: int, x: int) -> list[int]:
        return [one for one in LEADERS if self.at[one] == x and POWER_OF[one] == power]

    def pieces(self, power: int, x: int) -> int:
        return self.sp[power, x] + len(self.chiefs(power, x))

    def force(self, side: int, x: int) -> int:
        return self.pieces(side, x) + self.pieces(side + 2, x)

    def side_chiefs(self, side: int, x: int) -> list[int]:
        return self.chiefs(side, x) + self.chiefs(side + 2, x)

    def commander(self, side: int, x: int) -> int:
        """[1.6g] Whoever was named, or else the best; -1 if nobody leads."""
        there = self.side_chiefs(side, x)
        if self.named[side, x] in there:
            return self.named[side, x]
        return max(there, key=lambda one: (RATING[one], COMMAND[one], -one), default=-1)

    def total(self, power: int) -> int:
        return sum(self.sp[power, x] for x in range(DUCHIES))

    def fits(self, power: int, change: dict[int, int] | None = None, without: tuple[int, int] = (0, 0)) -> bool:
        """[1.5c] Can the Soldiers of a Power, with stacks changed (-1 is the Regroup Box), be made of its counters?"""
        change = change or {}
        stacks = [self.sp[power, x] + change.get(x, 0) for x in range(DUCHIES)]
        stacks.append(self.boxed[power] + change.get(-1, 0))
        mix = list(board.MIX[power])
        mix[without[0]] -= without[1]
        infantry, cavalry, artillery = mix
        guns = min(artillery, sum(n // 4 for n in stacks))
        horse = min(cavalry, sum(n // 2 for n in stacks) - 2 * guns)
        return min(stacks) >= 0 and sum(stacks) - 4 * guns - 2 * horse <= infantry

    def most_counters(self, power: int, x: int, arm: int) -> int:
        """[1.5b] As how many cavalry (1) or artillery (2) counters a stack can be shown, if all make change for it."""
        worth = (1, 2, 4)[arm]
        for n in range(min(board.MIX[power][arm], self.sp[power, x] // worth), 0, -1):
            if self.fits(power, {x: -n * worth}, without=(arm, n)):
                return n
        return 0

    # --- Control

    def owner(self, x: int) -> int:
        return self.flag[x] if self.flag[x] >= 0 else board.OWNER[x]

    def fortress(self, x: int) -> bool:
        return bool(board.FORTRESSES >> x & 1) or x in self.hasty

    def friendly(self, side: int, x: int) -> bool:
        """[3.1] Under the Control of a side: no enemies there, or it is a Fortress."""
        return self.owner(x) % 2 == side and (self.fortress(x) or not self.force(1 - side, x))

    def controls(self, power: int, x: int) -> bool:
        return self.owner(x) == power and self.friendly(power % 2, x)

    def hostile(self, side: int, x: int) -> bool:
        """[3.1] An Enemy Duchy: the other side Controls it, and nobody of ours is there."""
        return self.friendly(1 - side, x) and not self.force(side, x)

    def flags_left(self, side: int) -> int:
        return int(board.FLAGS[side]) - sum(1 for power in self.flag if power >= 0 and power % 2 == side)

    def give(self, x: int, power: int) -> None:
        """[7] A Duchy becomes a Power's: its Flag, or none where it is the original owner."""
        self.flag[x] = -1 if board.OWNER[x] == power else power
        if x in self.hasty:
            self.hasty.discard(x)

    def home(self, power: int) -> list[int]:
        """[6.3] Home Duchies that a Power Controls."""
        land = SPANISH_LAND if power == SPAIN else [x for x in duchies(board.PRINTED_HOME[power]) if x != PLYMOUTH]
        return [x for x in land if self.controls(power, x)]

    def havens(self, power: int, soldiers: bool = True) -> list[int]:
        """[6.3] Where Soldiers come into play, with the French exception; Leaders at Keys, or in Plymouth."""
        own = self.home(power)
        lost = not own or (len(own) == 1 and own[0] in self.hasty and self.force(ALLIES, own[0]) > 0)
        if power % 2 == FRENCH and lost:
            own = own + self.home((power + 2) % 4)
        if not soldiers:
            return [x for x in own if x in KEYS] + [PLYMOUTH] * (power == BRITAIN)
        if power == BRITAIN and 17 in self.in_force:
            own = [x for x in own if x in (board.LISBON, board.GIBRALTAR)]
        return own

    # --- cards

    def cards(self, zone: int) -> list[int]:
        return sorted(card for card, where in self.zone.items() if where == zone)

    def common(self, power: int) -> list[int]:
        return self.cards(board.HAND[power])

    def held(self, power: int) -> list[int]:
        """[5.4] All cards of a Power: its own, its Home cards, and those of others that it was given."""
        return sorted(self.common(power) + self.cards(board.HOME[power]) + self.cards(board.GUEST[power]))

    def put_away(self, power: int, n: int) -> None:
        """[4.21] [5.4] [5.7] Where a card goes that was played as an Event."""
        card, fate = CARD_OF[n], FATE[CARD_OF[n]]
        if fate == "reserve":
            self.zone[card] = board.RESERVE[power]
        elif fate == "give_to_spain":
            self.zone[card] = board.GUEST[SPAIN]
        elif fate == "remove" or (fate == "remove_if_french" and power % 2 == FRENCH):
            self.zone[card] = board.REMOVED
        else:
            self.zone[card] = board.DISCARDS


def word(key: Any) -> str:
    """A key of a position in words."""
    if isinstance(key, tuple):
        return f"{board.POWERS[key[0]]} {board.DUCHY_NAMES[key[1]]}"
    return f"card {NUMBER[key]}" if isinstance(key, int) else str(key)


def enemies(power: int) -> tuple[int, int]:
    return (1 - power % 2, 3 - power % 2)


def track_after(power: int, among: Iterable[int] = range(4)) -> list[int]:
    """[1.3] Powers in the order of the Track, from the next one on; the Power itself last."""
    chosen = set(among)
    return [(power + k) % 4 for k in range(1, 5) if (power + k) % 4 in chosen]
