"""A second account of the course of the war, written from the rulebook alone: it shares component data with the
program, no rule.

It covers set-up and Mulligans, whose Impulse it is, pre-emption, passes, what may be played in an Impulse, Resources,
the end of a Turn, the Interphase, Sudden Deaths, Victory Points and winners. `Referee` plays a game, compares the
options of the questions with `Book`, follows what happened event by event, and notes every difference.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import Any

import tablero
import tablero.games.wellington
from tablero.games.wellington.rules.r04_sequence.s01_turn import War
from tablero.kernel.engine import advance
from tablero.kernel.events import Event
from tablero.kernel.frames import State
from tests.games.wellington.field import said
from tests.listening import Roll, Tell, listening

board = sys.modules["tablero.games.wellington.board"]
BRITAIN, SUD, SPAIN, NORD = range(4)
ALLIES, FRENCH = 0, 1
N: int = board.DUCHIES
MADRID, LISBON, GIBRALTAR, PORTO, PLYMOUTH = (
    board.DUCHY[name] for name in ("madrid", "lisbon", "gibraltar", "porto", "plymouth"))
PORTUGUESE_KEYS = [board.DUCHY[name] for name in ("elvas", "lisbon", "almeida", "porto")]
ON_MAP = [x for x in range(N) if x != PLYMOUTH]
GUERRILLA_LAND = [x for x in ON_MAP if (board.IN_SPAIN | board.IN_PORTUGAL) >> x & 1]
FRENCH_LAND = [x for x in ON_MAP if board.IN_FRANCE >> x & 1]
SPANISH_LAND = [x for x in ON_MAP if board.IN_SPAIN >> x & 1]
KEYS = [x for x in ON_MAP if board.KEYS >> x & 1]
SPANISH_KEYS = [x for x in KEYS if x in SPANISH_LAND]
HOME_DUCHIES = [[x for x in ON_MAP if board.PRINTED_HOME[power] >> x & 1] for power in range(4)]
HOME_DEAL = (3, 2, 2, 2)
RESOURCES = {"1812": [1, 1, 1, 2], "1813": [3, 0, 1, 1]}
KEY_COUNTS = {"1812": [5, 7, 4, 8], "1813": [5, 4, 8, 7]}
APPEAL = {-1: (0, 2), 0: (0, 1), 1: (2, 0), 2: (3, 0), 3: (4, 0), 4: (6, 0), 5: (8, 0), 6: (10, 0), 7: (12, 0)}
REMINDERS = {"russian_front": -1, "emperor_beckons": -1, "cadres": -1, "la_patrie_en_danger": 2}
ALWAYS = ("royal_intervention", "extended_campaign")      # Events that nothing can keep from having an effect
SEPARATE_SPAIN = ("four", "three_allies")
HAND_LIMIT, RESOURCE_LIMIT = 8, 5

Action = tuple[Any, ...]


def bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def card_name(card: int) -> str:
    return str(board.CARDS.ids[card])


def named(*names: str) -> int:
    return sum(1 << board.CARD[name] for name in names)


def near(x: int) -> list[int]:
    return list(bits(board.NEAR[x]))


def path(s: Any) -> list[str]:
    return [type(frame).__name__ for frame in s.stack]


# ---------------------------------------------------------------------------------------------------------- a position


class Book:
    """What is true of a position."""

    def __init__(self, s: Any) -> None:
        self.s = s

    # --- [3] pieces and Control

    def sps(self, power: int, x: int) -> int:
        return int(self.s.sp[power * N + x])

    def leaders(self, power: int, x: int) -> list[int]:
        return [l for l, place in enumerate(self.s.at) if place == x and board.LEADER_POWER[l] == power]

    def stands(self, power: int, x: int) -> bool:
        return self.sps(power, x) > 0 or bool(self.leaders(power, x))

    def side_stands(self, side: int, x: int) -> bool:
        return self.stands(side, x) or self.stands(side + 2, x)

    def fortress(self, x: int) -> bool:
        return bool((board.FORTRESSES | self.s.hasty) >> x & 1)

    def owner(self, x: int) -> int:
        flag = int(self.s.flag[x])
        return flag if flag >= 0 else int(board.OWNER[x])

    def controller(self, x: int) -> int:
        owner = self.owner(x)
        if self.side_stands(1 - owner % 2, x) and not self.fortress(x):
            return -1
        return owner

    def held(self, side: int, places: list[int]) -> list[int]:
        return [x for x in places if self.controller(x) >= 0 and self.controller(x) % 2 == side]

    def of(self, power: int, places: list[int]) -> list[int]:
        return [x for x in places if self.controller(x) == power]

    def friendly(self, side: int, x: int) -> bool:
        return self.owner(x) % 2 == side and not self.side_stands(1 - side, x)

    # --- [1.10] cards

    def zone(self, zone: int) -> int:
        return int(self.s.piles[zone])

    def common(self, power: int) -> int:
        return self.zone(board.HAND[power])

    def hand(self, power: int) -> int:
        return self.common(power) | self.zone(board.HOME[power]) | self.zone(board.GUEST[power])

    def counts(self) -> list[int]:
        return [self.hand(power).bit_count() for power in range(4)]

    def in_force(self, name: str) -> bool:
        return bool(self.s.turn_events >> board.CARD[name] & 1)

    # --- [18] [19] the end

    def sudden(self) -> list[str]:
        """Which Sudden Deaths apply; 18.2 comes with a roll if the French hold Madrid."""
        found = []
        if not self.held(FRENCH, FRENCH_LAND):
            found.append("conquest_of_france")
        if not self.held(ALLIES, SPANISH_KEYS):
            found.append("conquest_of_spain")
        keys = self.held(FRENCH, SPANISH_KEYS)
        if len(self.held(FRENCH, PORTUGUESE_KEYS)) == 4 and len(keys) >= 8 and MADRID in keys:
            found.append("conquest_of_portugal")
        if not keys:
            found.append("liberation_of_spain")
        return found

    def points(self, power: int) -> int:
        """[19.2] [19.3] [19.4] In halves, without the Spanish bonus."""
        s, keys = self.s, self.of(power, KEYS)
        halves = 2 * (len(keys) + (MADRID in keys)) + s.resources[power]
        halves -= 2 * len({card for who, card, _ in s.debts if who == power})
        if power % 2 == FRENCH:
            halves += 2 * len([x for x in keys if x in (LISBON, GIBRALTAR)])
            halves += 2 * (len(self.of(power, ON_MAP)) // {1812: 5, 1813: 4, 1814: 3}[s.year])
            if s.year == 1814 and self.of(power, HOME_DUCHIES[power]) == HOME_DUCHIES[power]:
                halves += 8
        return int(halves)

    def spanish_bonus(self) -> int:
        french = len(self.held(FRENCH, SPANISH_LAND))
        return next((points for below, points in ((1, 6), (5, 5), (10, 4), (15, 2), (20, 1)) if french < below), 0)

    def verdict(self, kind: str, players: str) -> tuple[int, list[int], int]:
        """The side that wins, points in halves, the individual winner."""
        s = self.s
        points = [self.points(power) for power in range(4)]
        allies, french = points[BRITAIN] + points[SPAIN], points[SUD] + points[NORD]
        bonus = 2 * self.spanish_bonus() if players in SEPARATE_SPAIN else 0
        if kind in ("conquest_of_spain", "conquest_of_portugal", "potential_conquest"):
            side = FRENCH
        elif kind in ("conquest_of_france", "liberation_of_spain"):
            side = ALLIES
        elif allies != french:
            side = ALLIES if allies > french else FRENCH
        elif bonus:
            side = ALLIES
        else:
            stock = [s.resources[BRITAIN] + s.resources[SPAIN], s.resources[SUD] + s.resources[NORD]]
            side = ALLIES if stock[ALLIES] > stock[FRENCH] else FRENCH
        tie = kind in ("peace", "points") and allies == french
        if side == ALLIES or tie:
            points[SPAIN] += bonus
        first, later = side, side + 2
        return side, points, first if points[first] > points[later] else later

    # --- [4.22] pre-emption

    def leader_in_cards(self) -> int:
        counts = self.counts()
        most = max(counts)
        return counts.index(most) if counts.count(most) == 1 else -1

    # --- [15.2] Resources

    def may_draw(self, power: int) -> bool:
        return (self.s.resources[power] > 0 and self.common(power).bit_count() < HAND_LIMIT
                and bool(self.zone(board.DRAW_PILE) | self.zone(board.DISCARDS)))

    # --- [16.2] Reinforcements

    def home_keys(self, power: int) -> list[int]:
        """Friendly unbesieged Home Keys."""
        if power == SPAIN:
            keys = self.of(SPAIN, SPANISH_KEYS)
        elif power == BRITAIN or self.of(power, HOME_DUCHIES[power]):
            keys = [x for x in self.of(power, HOME_DUCHIES[power]) if x in KEYS]
        else:
            keys = [x for x in self.of(power ^ 2, HOME_DUCHIES[power ^ 2]) if x in KEYS]
        return [x for x in keys if not self.side_stands(1 - power % 2, x)]

    def fits(self, power: int, extra: int, x: int) -> bool:
        """[1.5] Can the Soldiers of a Power be made of its counters, with some more in a Duchy?"""
        stacks = [self.sps(power, y) + (extra if y == x else 0) for y in range(N)] + [self.s.regroup[power]]
        infantry, cavalry, artillery = board.MIX[power]
        guns = min(artillery, sum(n // 4 for n in stacks))
        horse = min(cavalry, sum(n // 2 for n in stacks) - 2 * guns)
        return bool(sum(stacks) - 4 * guns - 2 * horse <= infantry)

    # --- [16.3] Deployment

    def could_be_intercepted(self, side: int, x: int) -> bool:
        """Could an Army of the enemy intercept a Deployment into a Friendly Duchy?"""
        if self.side_stands(side, x):
            return False                            # held by an unmoved Formation alone [10.1b]
        for y in near(x):
            if board.MAP.edge_kind(x, y) == board.RIVER:
                continue
            besieging = self.fortress(y) and self.owner(y) % 2 == side
            armies = self.leaders(1 - side, y) + self.leaders(3 - side, y)
            quartered = {board.LEADER_POWER[l] for l in armies} & {who for who, where, _ in self.s.quarters
                                                                   if where == y}
            if [l for l in armies if board.LEADER_POWER[l] not in quartered] and not besieging:
                return True
        return False

    def reach(self, power: int, start: int) -> set[int]:
        found, todo = {start}, [start]
        while todo:
            for y in near(todo.pop()):
                if y not in found and self.friendly(power % 2, y) and not self.could_be_intercepted(power % 2, y):
                    found.add(y)
                    todo.append(y)
        return found

    # --- [4.3] [4.4] the end of a Turn

    def attrition_dice(self) -> Counter[tuple[int, int]]:
        """By Duchy and side: the dice of Formations where their side does not Control."""
        found: Counter[tuple[int, int]] = Counter()
        for x in ON_MAP:
            for power in range(4):
                holder = self.controller(x)
                if self.stands(power, x) and (holder < 0 or holder % 2 != power % 2):
                    found[x, power % 2] += self.sps(power, x) + len(self.leaders(power, x))
        return found

    def flagger(self, x: int) -> set[int]:
        """Who Flags an Uncontrolled Duchy: the Commander's Power, else the one with more SPs, else the later one."""
        side = 1 - self.owner(x) % 2
        there = [power for power in (side, side + 2) if self.stands(power, x)]
        if len(there) == 1:
            return set(there)
        leaders = self.leaders(side, x) + self.leaders(side + 2, x)
        if leaders:
            chosen = self.s.commander[side * N + x]
            if chosen in leaders:
                return {board.LEADER_POWER[chosen]}
            best = max(board.BATTLE_RATING[l] for l in leaders)
            return {board.LEADER_POWER[l] for l in leaders if board.BATTLE_RATING[l] == best}
        return {max(there, key=lambda power: (self.sps(power, x), power))}

    def flags_left(self, side: int) -> int:
        return int(board.FLAGS[side]) - sum(1 for flag in self.s.flag if flag >= 0 and flag % 2 == side)

    def free_flags(self) -> dict[int, set[int]]:
        """By unfortified Uncontrolled Duchy: the Flags (-1 for none) that may lie there after 4.3."""
        found = {}
        for x in ON_MAP:
            if self.controller(x) >= 0:
                continue
            original, flags = int(board.OWNER[x]), set()
            for power in self.flagger(x):
                if original == power:
                    flags.add(-1)
                elif original == power ^ 2:
                    flags |= {power, -1}
                else:
                    flags.add(power)
                    if power == BRITAIN and board.SYMBOLS >> x & 1:
                        flags.add(SPAIN)
            found[x] = flags
        return found

    def guerrilla_targets(self) -> dict[int, int]:
        """By Duchy: what is added to the die."""
        less = self.in_force("mobile_columns")
        return {x: any(self.side_stands(ALLIES, y) for y in near(x)) - less for x in self.held(FRENCH, GUERRILLA_LAND)
                if not self.fortress(x) and not self.side_stands(FRENCH, x)}


# --------------------------------------------------------------------------------------------------------- the referee


class Snapshot:
    """An event, and the position when it was told."""

    def __init__(self, event: Event, s: Any, rolls: list[int]) -> None:
        self.kind, self.args = event.kind, said(event.kind, event.args)
        self.s, self.path, self.rolls = s, path(s), rolls       # chance results since the event before


def watched(log: list[Snapshot]) -> AbstractContextManager[None]:
    """Events leave a copy of the position in the log."""
    rolls: list[int] = []

    def heard(told: Tell, rolled: Roll) -> tuple[Tell, Roll]:
        def tell(self: State, kind: str, *args: int, **more: Any) -> None:
            told(self, kind, *args, **more)
            log.append(Snapshot(self.events[-1], self.clone(), rolls[:]))
            rolls.clear()

        def chance(self: State, n: int, least: int) -> int:
            rolls.append(rolled(self, n, least))
            return int(rolls[-1])

        return tell, chance

    return listening(heard)


class Fault(Exception):
    pass


FLOW = ("impulse", "passed", "passes", "preempted", "round")


class Referee:
    """Plays a game with chosen or random answers, and compares."""

    def __init__(self, scenario: str, seed: int, players: str = "four", eager: bool = False) -> None:
        self.game = tablero.game("wellington")
        self.scenario, self.seed, self.players, self.eager = scenario, seed, players, eager
        self.rng = random.Random(seed)
        self.faults: list[str] = []
        self.seen: Counter[str] = Counter()
        # whose Impulse it is
        self.box, self.round, self.last, self.year = 0, 1, -1, int(scenario)
        self.current = -1                   # the Power in its Impulse
        self.preempting = False
        self.cardless = False               # a box without Scheduled Impulse
        self.final = False                  # the sole holder's Impulse
        self.asked = False                  # was the pre-emption of this box settled?
        self.ended = False                  # did the Power say that its Impulse ends?
        self.over_impulses = True           # of this Turn
        self.turns = 0                      # begun
        self.slots()
        # the end of a Turn
        self.base: Any = None               # the position when the Impulses had ended
        self.phase = ""
        self.dice: Counter[tuple[int, int]] = Counter()
        self.hit: dict[int, int] = {}       # Guerrillas: by Duchy what was added
        self.expected: dict[str, Any] = {}

    def slots(self) -> None:
        self.plain, self.plus, self.spent, self.grants, self.sieges = 0, 0, 0, 0, 0

    def note(self, text: str) -> None:
        self.faults.append(f"{self.scenario} seed {self.seed} {self.players}: {self.year} round {self.round}: {text}")

    def same(self, what: str, book: object, program: object) -> None:
        self.seen[what] += 1
        if book != program:
            self.note(f"{what}: book {book}, program {program}")

    # --- playing

    def run(self, position: Any = None, limit: int = 20000) -> None:
        """From the set-up, or a Turn from a given position on."""
        log: list[Snapshot] = []
        with watched(log):
            if position is None:
                self.s = self.game.new(self.scenario, self.seed, {"players": self.players})
                self.set_up()
            else:
                self.resume(position, log)
            s = self.s
            for _ in range(limit):
                if s.over:
                    break
                self.ask()
                before = self.before = s.clone()
                seat = self.rng.choice(list(tablero.players(s)))
                action = self.choose(tablero.options(s, seat))
                log.clear()
                self.act(seat, action)
                tablero.apply(s, seat, action)
                for shot in log:
                    self.follow(shot)
                self.settle(before, action, log)
        self.finish()

    def resume(self, s: Any, log: list[Snapshot]) -> None:
        self.s = self.before = s
        self.box, self.last, self.year, self.players = s.box, s.last, s.year, board.PLAYERS[s.players]
        s.stack = [War(at=War().steps().index("turn"))]
        advance(s)
        s.events.clear()
        for shot in log:
            self.follow(shot)
        self.settle(s, ("resume",), log)

    def choose(self, options: list[Action]) -> Action:
        if self.eager:
            wanted = [a for a in options if a[0] in ("lead", "step", "besiege", "flag", "go_on", "cp")]
            if wanted and self.rng.random() < 0.7:
                return self.rng.choice(wanted)
        return self.rng.choice(options)

    # --- [2] set-up

    def set_up(self) -> None:
        s, book = self.s, Book(self.s)
        self.same("Resources", RESOURCES[self.scenario], s.resources)
        self.same("Keys", KEY_COUNTS[self.scenario], [len(book.of(power, KEYS)) for power in range(4)])
        self.same("Home cards", list(HOME_DEAL), [book.zone(board.HOME[power]).bit_count() for power in range(4)])
        self.same("Hands", [6] * 4, [book.common(power).bit_count() for power in range(4)])
        gone = named("emperor_beckons", "young_guard", "russian_front", "viceroys_overthrown")
        self.same("removed", gone if self.scenario == "1813" else 0, book.zone(board.REMOVED))
        self.same("year and box", (int(self.scenario), 0), (s.year, s.box))
        self.same("French Keys in Spain", {"1812": 11, "1813": 7}[self.scenario], len(book.held(FRENCH, SPANISH_KEYS)))

    # --- questions

    def ask(self) -> None:
        s = self.s
        top = path(s)[-1]
        self.seen[top] += 1
        book = Book(s)
        if not {"Battle", "Siege", "Contact", "PlayEvent", "Step", "EndAttrition", "FreeFlags"} & set(path(s)):
            self.same("Sudden Death", [], book.sudden())
        check = getattr(self, "ask_" + top.lower(), None)
        if check is not None:
            check(book, list(tablero.players(s)))

    def ask_mulligan(self, book: Book, asked: list[int]) -> None:
        """[2.6] [16.42]"""
        power = asked[0]
        rest = book.common(power) & ~board.MUST_PLAY
        expected = {("keep",), ("mulligan",)} if rest else {("keep",)}
        self.same("Mulligan", expected, set(tablero.options(self.s, power)))

    def ask_preempt(self, book: Book, asked: list[int]) -> None:
        self.close_impulse(book)
        self.same("who may pre-empt", [self.preemptor(book)], asked)

    def preemptor(self, book: Book) -> int:
        """[4.22]"""
        leader = book.leader_in_cards()
        if (self.asked or self.year == 1812 and self.round == 1 or leader in (-1, self.box, self.last)
                or not book.hand(self.box)):
            return -1
        return leader

    def plays(self, book: Book, power: int) -> set[Action]:
        """[4.2e] Resource, cards for CPs and the end; of Events see `events`."""
        found: set[Action] = set()
        if not self.spent and not self.plus and book.may_draw(power):
            found.add(("resource",))
        for card in bits(book.hand(power) & ~board.MUST_PLAY):
            if self.slot(card):
                found.add(("cp", card))
        if self.plain + self.plus + self.spent or not book.hand(power):
            found.add(("end",))
        return found

    def slot(self, card: int) -> bool:
        if board.PLUS >> card & 1:
            return not self.plus and not self.spent
        return self.plain < 1 + self.grants

    def events(self, book: Book, power: int) -> tuple[set[Action], set[Action]]:
        """Events that must be offered, and those that may: what each needs besides is not said here."""
        must, may = set(), set()
        for card in bits(book.common(power) | book.zone(board.HOME[power])):
            cells = board.CARDS.rows[card].cells
            by = cells["by"].split() or board.POWERS
            if not self.slot(card) or "card_play" not in cells["moments"].split() or board.POWERS[power] not in by:
                continue
            may.add(("event", card))
            if board.MUST_PLAY >> card & 1 or card_name(card) in ALWAYS:
                must.add(("event", card))
        return must, may

    def ask_chooseplay(self, book: Book, asked: list[int]) -> None:
        power = asked[0]
        self.same("whose Impulse", self.current, power)
        options = set(tablero.options(self.s, power))
        plain = {a for a in options if a[0] in ("resource", "cp", "end")}
        expected = self.plays(book, power)
        if ("relieve",) in options:         # the Battle for a Fortress comes before the end [6.3i]
            expected -= {("end",), ("resource",)}
        self.same("plays", expected, plain)
        must, may = self.events(book, power)
        offered = {a for a in options if a[0] == "event"}
        self.same("Must Plays", set(), must - offered if ("relieve",) not in options else set())
        self.same("Events", set(), offered - may)
        self.same("kinds of plays", set(), {a[0] for a in options} - {"resource", "cp", "end", "event", "besiege",
                                                                       "command", "relieve"})
        if self.cardless and not self.plain + self.spent and not self.sieges:
            self.same("reason to ask", True, ("resource",) in options or any(a[0] == "besiege" for a in options))

    # --- what is done

    def act(self, seat: int, action: Action) -> None:
        top = path(self.s)[-1]
        if top == "ChoosePlay" and action[0] == "end":
            self.ended = True
        elif top == "Preempt":
            self.asked = True
        elif "Interphase" in path(self.s):
            self.act_interphase(seat, action)

    # --- what happened

    def follow(self, shot: Snapshot) -> None:
        self.seen["event " + shot.kind] += 1
        if "Impulses" not in shot.path and "Turn" in shot.path and not self.over_impulses:
            self.end_impulses(shot)
        if shot.kind in ("end_of_turn", "interphase"):      # headings: nothing has been done yet
            self.same("heading", ("attrition" if shot.kind == "end_of_turn" else "interphase", self.year),
                      (self.phase, *shot.args))
        elif "Turn" in shot.path and self.over_impulses and "Impulses" not in shot.path:
            self.follow_phase(shot)
        if shot.path[-1] == "Impulse" or shot.path[-2:-1] == ["Impulse"] and "Window" not in shot.path:
            self.follow_play(shot)
        check = getattr(self, "on_" + shot.kind, None)
        if check is not None:
            check(Book(shot.s), *shot.args)

    def follow_play(self, shot: Snapshot) -> None:
        """A card or Resource of the Impulse."""
        if shot.kind == "spent_resource":
            self.spent += 1
        elif shot.kind == "siege":
            self.sieges += 1
        elif shot.kind in ("played_cp", "played_event"):
            power, card = shot.args[:2]
            self.same("who plays", self.current, power)
            self.same("slot", True, self.slot(card))
            if board.PLUS >> card & 1:
                self.plus += 1
            else:
                self.plain += 1
            self.grants += shot.kind == "played_event" and card == board.CARD["extended_campaign"]

    def on_turn(self, book: Book, year: int) -> None:
        if not self.over_impulses:
            self.note("a Turn begins before the Impulses were over")
        if self.turns:
            self.year += 1
        self.turns += 1
        self.same("year", self.year, year)
        if self.phase == "interphase":
            self.close_interphase(book)
        self.round, self.asked, self.over_impulses, self.phase, self.base = 1, False, False, "", None

    def close_impulse(self, book: Book) -> None:
        """[4.2c] [4.24] What the end of an Impulse requires, and where the marker goes."""
        power = self.current
        if power < 0:
            return
        if not self.ended:
            self.same("nothing more to play", {("end",)}, self.plays(book, power) | {("end",)})
            self.same("no Event more to play", set(), self.events(book, power)[0])
        if not self.cardless and book.hand(power):      # its last card may have gone to a Battle or Siege
            self.same("something was played", True, bool(self.plain + self.plus + self.spent))
        if not self.cardless or self.spent:
            self.last = power
        self.current = -1
        if self.preempting:
            self.preempting = False
            return
        self.move_marker()
        holders = [p for p, n in enumerate(book.counts()) if n]
        if self.final and holders in ([], [power]):
            self.expected["end"] = True

    def move_marker(self) -> None:
        self.box, self.asked = (self.box + 1) % 4, False
        if self.box == 0:
            self.round += 1

    def open_box(self, book: Book) -> None:
        self.close_impulse(book)
        if not any(book.counts()):
            self.expected["end"] = True
        self.same("Impulses go on", None, self.expected.get("end"))

    def on_round(self, book: Book, number: int) -> None:
        self.close_impulse(book)
        self.same("round", (self.round, 0), (number, self.box))

    def on_preempted(self, book: Book, power: int) -> None:
        self.asked = False
        self.open_box(book)
        self.same("pre-emption", self.preemptor(book), power)
        self.asked, self.preempting = True, True

    def on_impulse(self, book: Book, power: int) -> None:
        self.open_box(book)
        if not self.preempting:
            self.same("Impulse of the box", self.box, power)
            self.same("pre-emption asked", -1, self.preemptor(book))
            self.final = [p for p, n in enumerate(book.counts()) if n] == [power]
            self.same("a card for an Impulse", True, bool(book.hand(power)))
        self.begin(power, False)

    def begin(self, power: int, cardless: bool) -> None:
        self.current, self.cardless, self.ended = power, cardless, False
        if cardless:
            self.final = False
        self.slots()

    def on_passed(self, book: Book, power: int) -> None:
        """A box without card, Resource and Siege."""
        self.open_box(book)
        self.same("who passes", (self.box, 0), (power, book.hand(power).bit_count()))
        self.same("no Resource", False, book.may_draw(power))
        self.move_marker()

    def on_passes(self, book: Book, power: int) -> None:
        """A box without card."""
        self.open_box(book)
        self.same("who passes", (self.box, 0), (power, book.hand(power).bit_count()))
        self.begin(power, True)

    # --- [4.3] - [4.8] the end of a Turn

    def end_impulses(self, shot: Snapshot) -> None:
        book = Book(shot.s)
        self.close_impulse(book)
        if not any(book.counts()):
            self.expected["end"] = True
        self.same("Impulses end", True, self.expected.pop("end", None))
        self.same("marker", self.box, shot.s.box)
        self.over_impulses, self.base, self.phase = True, shot.s, "attrition"
        self.dice, self.hit = Counter(), {}
        self.expected = {"dice": book.attrition_dice()}

    def follow_phase(self, shot: Snapshot) -> None:
        kind, book = shot.kind, Book(shot.s)
        if kind in ("final_points", "won") and self.phase not in ("conquest", "peace"):
            return                              # a Sudden Death: no phase follows
        inside = "EndAttrition" in shot.path
        if self.phase == "attrition":
            if inside:
                if kind in ("attrition", "attrition_both"):
                    self.dice[shot.args[1], shot.args[0] % 2] += shot.args[2]
                return
            self.same("dice of Attrition", self.expected["dice"], self.dice)
            self.phase = "flags"
        if self.phase == "flags":
            if "FreeFlags" in shot.path:
                return
            self.check_free_flags(book)
            self.expected["guerrillas"] = book.guerrilla_targets()
            self.phase = "guerrillas"
        if self.phase == "guerrillas":
            if kind == "guerrillas":
                x, die, total = shot.args
                self.hit[x] = total - die
                self.expected["target"] = (x, total, shot.s)
                return
            if kind == "free_flag":
                return
            self.same("Guerrillas", self.expected["guerrillas"], self.hit)
            self.phase = "balance"
        if self.phase == "balance":
            if kind == "balanced":
                return
            self.stock = [min(RESOURCE_LIMIT, n) for n in self.base.resources]
            self.same("balanced", self.stock, list(book.s.resources))
            self.phase = "conquest"
        if self.phase == "conquest":
            holder = book.controller(MADRID)
            if kind == "conquest_roll":
                power, die, total = shot.args
                keys = len(book.held(FRENCH, SPANISH_KEYS))
                self.same("Conquest roll", (holder, die + keys // 3), (power, total))
                self.phase = "peace"
                self.expected["over"] = "potential_conquest" if total >= 8 else ""
                return
            if kind != "final_points":
                self.same("no Conquest roll", True, holder < 0 or holder % 2 == ALLIES)
            self.phase = "peace"
        if self.phase == "peace" and not self.expected.get("over"):
            if self.year == 1814:
                self.expected["over"] = "points"
            elif kind in ("peace_roll", "no_peace_roll"):
                self.same("Peace Roll", "no_peace_roll" if book.in_force("war_without_end") else "peace_roll", kind)
                self.expected["over"] = "peace" if kind == "peace_roll" and shot.args[0] == 6 else ""
                if not self.expected["over"]:
                    self.phase = "interphase"
                    self.start_interphase(book)
                return
        if self.phase == "interphase":
            self.follow_interphase(shot, book)

    def check_free_flags(self, book: Book) -> None:
        """Pieces stand where Attrition left them; Flags were as at the start."""
        flags, now = self.base.flag, book.s.flag
        old = book.s.clone()
        old.flag = list(flags)
        expected = Book(old).free_flags()
        limits = [Book(old).flags_left(side) for side in (0, 1)]
        for x in ON_MAP:
            allowed = expected.get(x, {flags[x]})
            side = 1 - Book(old).owner(x) % 2
            if x in expected and limits[side] <= len(expected):
                allowed = allowed | {-1, flags[x]}
            if now[x] not in allowed:
                self.note(f"free Flag at {board.DUCHY_NAMES[x]}: {now[x]} not in {allowed}")
        self.seen["free Flags"] += len(expected)

    def settle(self, before: Any, action: Action, log: list[Snapshot]) -> None:
        """After an action."""
        self.settle_mulligan(before, action, log)
        for shot in log:
            if shot.kind == "guerrillas":
                self.seen["Guerrillas rolled"] += 1
        after = {}
        for i, shot in enumerate(log):
            if shot.kind == "guerrillas":
                after[shot.args[0]] = (shot.args[2], shot.s, (log[i + 1:] or [None])[-1])
        for x, (total, was, then) in after.items():
            later = then.s if then is not None and then.kind != "guerrillas" else self.s
            if "Impulses" in path(was):
                continue
            left = Book(was).flags_left(ALLIES)
            flag = was.flag[x] if total < 4 else SPAIN if board.SYMBOLS >> x & 1 and left else -1
            self.same("Guerrillas' work", flag, later.flag[x])

    # --- [16] Interphase

    def order(self) -> list[int]:
        return [(self.box + n) % 4 for n in range(4)]

    def start_interphase(self, book: Book) -> None:
        self.gains = [0] * 4
        for x in (MADRID, LISBON, GIBRALTAR):
            holder = book.controller(x)
            if holder >= 0 and (x == MADRID or holder % 2 == FRENCH):
                self.gains[holder] += 1
        self.queue = self.order()               # who reinforces next
        self.cps, self.key, self.odd = [0] * 4, -1, 0
        self.armies, self.convoys = [0] * 4, [0] * 4
        self.moved: set[int] = set()            # Leaders that were Deployed
        self.frozen: Counter[tuple[int, int]] = Counter()      # SPs, by Power and Duchy
        self.drawn: list[int] = []
        self.dealt: list[int] = []
        self.given: list[int] = [0] * 4
        self.kept: list[int] = []
        self.sizes: dict[int, int] = {}         # by Power: common cards once it has kept them
        self.returned, self.wealth = [0] * 4, [0] * 4
        self.limited: set[int] = set()
        self.homes = [book.zone(board.HOME[power]).bit_count() for power in range(4)]
        self.unplayed = [book.common(power).bit_count() for power in range(4)]
        self.stage = "resources"

    def follow_interphase(self, shot: Snapshot, book: Book) -> None:
        kind, args = shot.kind, shot.args
        if self.stage == "resources" and kind != "gained":
            stock = [n + more for n, more in zip(self.stock, self.gains, strict=True)]
            self.same("Interphase Resources", stock, list(book.s.resources))
            self.stage = "reinforcements"
        if kind == "appeal":
            gone = book.zone(board.REMOVED)
            more = sum(n for name, n in REMINDERS.items() if gone >> board.CARD[name] & 1)
            first = next(power for power in self.order() if power % 2 == FRENCH)
            self.same("Appeal", (first, shot.rolls[0] + more), (args[0], args[2]))
            self.appeal = APPEAL[max(-1, min(7, args[2]))]
        elif kind == "reinforcements":
            self.reinforce(book, args[0], args[1], shot.rolls)
        if kind in ("reshuffled", "drew") and self.stage != "cards":
            self.stage = "cards"
            self.same("all have reinforced", [], self.queue)
            self.same("discards are shuffled", 0, book.zone(board.DISCARDS))
        if kind == "drew" and self.stage == "cards" and "Mulligan" not in shot.path and len(self.drawn) < 24:
            self.drawn.append(args[0])
            if len(self.drawn) == 24:
                self.same("draws", [power for power in self.order() for _ in range(6)], self.drawn)
        elif kind == "kept_hand":
            self.kept.append(args[0])
            self.sizes[args[0]] = (book.common(args[0]) | book.zone(board.UNPLAYED[args[0]])).bit_count()
            self.wealth = list(book.s.resources)
        elif kind == "returned":
            self.returned[args[0]] += 1
        elif kind == "debt_paid":
            cost = 1 if self.boxed else 2       # an SP out of the Regroup Box, or a new one
            self.boxed = max(0, self.boxed - 1)
            purse = self.given if self.stage == "cards" else self.cps
            purse[args[0]] -= cost
        elif kind == "dealt_home":
            self.dealt.append(args[0])

    def reinforce(self, book: Book, power: int, number: int, rolls: list[int]) -> None:
        """[16.21] [16.22] [16.23]"""
        self.boxed = book.s.regroup[power]
        if self.stage == "cards":
            self.same("CPs of cards", self.given[power], number)
            return
        self.same("who reinforces", self.queue[:1], [power])
        self.queue = self.queue[1:]
        other = book.s.wellesley
        if power % 2 == FRENCH:
            expected = self.appeal[0]
        elif power == BRITAIN:
            self.same("British dice", 4 + (other == 1) - (other == 2), len(rolls))
            less = 4 * (book.controller(LISBON) != BRITAIN) + 2 * (book.controller(PORTO) != BRITAIN)
            expected = max(0, sum(rolls) - less)
        else:
            self.same("Spanish dice", 2 + (other == 1), len(rolls))
            expected = sum(rolls) + len(book.of(SPAIN, SPANISH_KEYS)) // 2
        self.same("Reinforcements", expected, number)
        self.cps[power], self.key, self.odd = number, -1, 0

    def ask_choosehomekey(self, book: Book, asked: list[int]) -> None:
        power = asked[0]
        keys = {("gather", x) for x in book.home_keys(power)}
        self.same("Home Keys", keys, set(tablero.options(self.s, power)))
        if "Reinforcements" in path(self.s):
            self.stage_given(power)

    def stage_given(self, power: int) -> None:
        """[16.43e] CPs of cards that were given up; the odd one only regroups."""
        if self.given[power]:
            self.cps[power], self.odd, self.given[power], self.key = self.given[power], self.given[power] % 2, 0, -1

    def ask_reinforce(self, book: Book, asked: list[int]) -> None:
        power = asked[0]
        self.stage_given(power)
        keys = book.home_keys(power)
        key = self.key if self.key >= 0 else keys[0] if len(keys) == 1 else -1
        cps, s, expected = self.cps[power], self.s, {("done",)}
        for arm, sps in enumerate((1, 2, 4)):
            if key < 0:
                break
            if cps - self.odd >= 2 * sps and book.fits(power, sps, key):
                expected.add(("build", arm))
            less = s.clone()
            less.regroup[power] -= sps
            if cps >= sps and s.regroup[power] >= sps and Book(less).fits(power, sps, key):
                expected.add(("regroup", arm))
        for leader, place in enumerate(s.at):
            if board.LEADER_POWER[leader] != power or key < 0 and power != BRITAIN or s.recalled >> leader & 1:
                continue
            cost = (board.COMMAND_RATING[leader] + 1) // 2
            if place == board.UNBUILT and cps - self.odd >= cost or place == board.REGROUP and cps >= 1:
                expected.add(("build_leader", leader))
        self.same("Reinforcement options", expected, set(tablero.options(s, power)))

    def ask_choosedeployment(self, book: Book, asked: list[int]) -> None:
        """[16.3] [16.31]"""
        power, s = asked[0], self.s
        armies, convoys = self.armies[power], self.convoys[power]
        paid = armies + convoys == 0 or self.cps[power] > 0
        expected: set[Action] = {("done",)}
        if paid and armies < 2 and armies + convoys < 3:
            for leader, x in enumerate(s.at):
                if (board.LEADER_POWER[leader] == power and x in ON_MAP and leader not in self.moved
                        and not self.quartered(power, x) and len(book.reach(power, x)) > 1):
                    expected.add(("deploy", leader))
        if power == BRITAIN and paid and convoys < 2 and armies + convoys < 3:
            for x in bits(board.PORTS):
                free = [l for l in book.leaders(BRITAIN, x) if l not in self.moved]
                if self.quartered(BRITAIN, x):
                    continue
                if (free or book.sps(BRITAIN, x) > self.frozen[BRITAIN, x]) and self.sails_to(book, x):
                    expected.add(("convoy", x))
        self.same("Deployments", expected, set(tablero.options(s, power)))

    def sails_to(self, book: Book, x: int) -> set[int]:
        """[16.3d] [16.3e]"""
        if not self.friendly_port(book, x):
            return set()
        found = set()
        for y in bits(board.PORTS):
            if y in (x, PLYMOUTH) or not self.friendly_port(book, y) or book.could_be_intercepted(ALLIES, y):
                continue
            together = any(zone >> x & 1 and zone >> y & 1 for zone in board.ZONES)
            if together or self.straits_open(book):
                found.add(y)
        return found

    def straits_open(self, book: Book) -> bool:
        return book.owner(GIBRALTAR) % 2 == ALLIES

    def friendly_port(self, book: Book, x: int) -> bool:
        return x == PLYMOUTH or book.friendly(ALLIES, x)

    def ask_deployto(self, book: Book, asked: list[int]) -> None:
        power = asked[0]
        kind, what = self.deploying
        start = what if kind == "convoy" else self.s.at[what]
        expected = self.sails_to(book, what) if kind == "convoy" else book.reach(power, start) - {start}
        if kind == "deploy" and self.may_return(book, power, start):
            expected.add(start)
        if kind == "convoy" and what != PLYMOUTH and board.ZONES[0] >> what & 1 | self.straits_open(book):
            carried = sum(n for _, n in self.s.stack[-2].loads)
            expected |= set() if carried else {PLYMOUTH}            # where Leaders may wait
        self.same("Deployed where", {("deploy_to", x) for x in expected}, set(tablero.options(self.s, power)))

    def may_return(self, book: Book, power: int, start: int) -> bool:
        """Back to where he came from, with something new; nobody intercepts where somebody stayed."""
        loads = dict(self.s.stack[-2].loads)
        away = {l for l in self.aboard if self.s.at[l] != start}
        if not away and not sum(n for x, n in loads.items() if x != start) or not book.friendly(power % 2, start):
            return False
        gone = self.s.clone()
        gone.sp[power * N + start] -= loads.get(start, 0)
        for leader in (self.aboard - away) | {self.deploying[1]}:
            gone.at[leader] = board.UNBUILT
        return not Book(gone).could_be_intercepted(power % 2, start)

    def quartered(self, power: int, x: int) -> bool:
        return any(who == power and where == x for who, where, _ in self.s.quarters)

    def ask_loaddeployment(self, book: Book, asked: list[int]) -> None:
        power, (kind, what) = asked[0], self.deploying
        land = {what} if kind == "convoy" else book.reach(power, self.s.at[what])
        options = set(tablero.options(self.s, power))
        self.same("picked up where", set(), {a for a in options if a[0] in ("muster", "leave_one") and a[1] not in land
                                             or a[0] == "take_along" and self.s.at[a[1]] not in land})
        self.same("picked up again", set(), {a for a in options if a[0] == "take_along" and (
            a[1] in self.moved or board.LEADER_POWER[a[1]] != power)})

    def ask_leadertransfer(self, book: Book, asked: list[int]) -> None:
        """[16.32]"""
        for power in asked:
            own = {("withdraw", l) for l, x in enumerate(self.s.at) if board.LEADER_POWER[l] == power and x < N}
            self.same("Leader Transfer", own | {("done",)}, set(tablero.options(self.s, power)))

    def ask_keepcards(self, book: Book, asked: list[int]) -> None:
        """[16.43]"""
        power = asked[0]
        hand = book.common(power)
        if power not in self.limited:
            self.limited.add(power)
            self.check_excess(book, power)
        expected = {("give_up", card) for card in bits(hand & ~board.MUST_PLAY)}
        if hand.bit_count() <= HAND_LIMIT or not expected:
            expected.add(("done",))
        self.same("cards to keep", expected, set(tablero.options(self.s, power)))

    def check_excess(self, book: Book, power: int) -> None:
        """[16.42b] [16.43a] Half of the unplayed cards went back; a Hand above eight gave a card for a Resource."""
        self.same("unplayed cards returned", [(n + 1) // 2 for n in self.unplayed], self.returned)
        above = self.sizes[power] > HAND_LIMIT
        self.seen["excess"] += above
        self.same("excess cards", self.sizes[power] - above, book.common(power).bit_count())
        self.same("Resources for them", self.wealth[power] + above, book.s.resources[power])

    def act_interphase(self, seat: int, action: Action) -> None:
        top, verb = path(self.s)[-1], action[0]
        if top == "ChooseHomeKey":
            self.key = action[1]
        elif top == "Reinforce" and verb in ("build", "regroup"):
            sps = (1, 2, 4)[action[1]]
            self.pay(seat, sps * (2 if verb == "build" else 1), verb == "regroup")
        elif top == "Reinforce" and verb == "build_leader":
            unbuilt = self.s.at[action[1]] == board.UNBUILT
            self.pay(seat, (board.COMMAND_RATING[action[1]] + 1) // 2 if unbuilt else 1, not unbuilt)
        elif top == "ChooseDeployment" and verb != "done":
            self.cps[seat] -= self.armies[seat] + self.convoys[seat] > 0
            self.deploying, self.aboard = (verb, action[1]), set()
            if verb == "convoy":
                self.convoys[seat] += 1
            else:
                self.armies[seat] += 1
        elif top == "LoadDeployment" and verb == "take_along":
            self.aboard.add(action[1])
        elif top == "KeepCards" and verb == "give_up":
            self.given[seat] += int(board.CP[action[1]])

    def pay(self, power: int, cost: int, regroup: bool) -> None:
        self.cps[power] -= cost
        if regroup:
            self.odd = 0

    def on_deployed(self, book: Book, power: int, start: int, to: int, leaders: int, sps: int) -> None:
        """[16.3c] [16.31b] Who went along, and how many."""
        kind, what = self.deploying
        before, s = Book(self.before), book.s
        gone = [l for l, x in enumerate(s.at) if x != self.before.at[l]]
        land = {what} if kind == "convoy" else before.reach(power, start)
        waiting = len(before.leaders(power, to))            # some of these may have joined
        self.same("Leaders Deployed", True, len(gone) <= leaders <= len(gone) + waiting)
        self.same("Leaders not twice", set(), self.moved & set(gone))
        self.same("Leaders from there", set(), {l for l in gone if self.before.at[l] not in land or s.at[l] != to})
        room = 5 if kind == "convoy" else int(board.COMMAND_RATING[what]) + 1
        self.same("within the limit", True, leaders + sps <= room)
        taken = {x: before.sps(power, x) - book.sps(power, x) for x in range(N) if x != to}
        self.same("Soldiers from there", set(), {x for x, n in taken.items() if n < 0 or n and x not in land})
        self.same("Soldiers not twice", set(), {
            x for x, n in taken.items() if n > before.sps(power, x) - self.frozen[power, x]})
        self.moved |= self.aboard | set(gone) | ({what} if kind == "deploy" else set())
        self.frozen[power, to] += sps

    def on_mulligan(self, book: Book, power: int, number: int, top: int) -> None:
        """[2.6]"""
        old = Book(self.before).common(power)
        self.same("Mulligan discards", (old & ~board.MUST_PLAY).bit_count(), number)
        self.same("top card", True, bool((old & ~board.MUST_PLAY) >> top & 1) and book.s.top == top)

    def settle_mulligan(self, before: Any, action: Action, log: list[Snapshot]) -> None:
        if action not in (("mulligan",), ("keep",)):
            return
        power = next(shot.args[0] for shot in log if shot.kind in ("mulligan", "kept_hand"))
        old, drew = Book(before).common(power), [shot.args for shot in log if shot.kind == "drew"
                                                 and shot.path[-1] == "Mulligan"]
        if action == ("mulligan",):
            rest = (old & ~board.MUST_PLAY).bit_count()
            self.same("Mulligan draws", [power] * (rest - 1), [who for who, _ in drew])
            self.same("Must Plays kept", 0, old & board.MUST_PLAY & ~Book(self.after_mulligan(log)).common(power))

    def after_mulligan(self, log: list[Snapshot]) -> Any:
        return next((shot.s for shot in log if shot.kind == "mulligan"), self.s)

    def close_interphase(self, book: Book) -> None:
        """[16.42] [16.44]"""
        expected = [power for power in self.order() for _ in range(HOME_DEAL[power])]
        self.same("Home cards dealt", expected, self.dealt)
        self.same("who kept a Hand", self.order(), self.kept)
        homes = [n + HOME_DEAL[power] for power, n in enumerate(self.homes)]
        self.same("Home cards at the start", homes, [book.zone(board.HOME[power]).bit_count() for power in range(4)])
        self.same("Hands at the start", True, max(book.common(p).bit_count() for p in range(4)) <= HAND_LIMIT)

    # --- [18] [19] the end of the game

    def finish(self) -> None:
        s = self.s
        if not s.over:
            self.note("the game does not end")
            return
        kind, book = s.result["kind"], Book(s)
        self.seen["end " + kind] += 1
        if kind in ("potential_conquest", "peace", "points") and "over" in self.expected:
            self.same("kind of end", self.expected["over"], kind)
        elif kind in ("conquest_of_spain", "conquest_of_portugal"):
            self.same("Sudden Death is due", True, kind in book.sudden())
        side, points, winner = book.verdict(kind, self.players)
        self.same("points", points, s.score)
        self.same("winning side", side, s.winners)
        self.same("winner", winner, s.winner)


# ------------------------------------------------------------------------------------------------- positions by chance


def thrown(rng: random.Random) -> Any:
    """A position with Flags, Soldiers, Leaders, Hasty Fortresses and Resources anywhere; no Impulse is under way."""
    from tests.games.wellington.turns import war
    flags: dict[str, list[str]] = {name: [] for name in board.POWERS}
    lean = rng.random()
    groups = (FRENCH_LAND, SPANISH_KEYS, PORTUGUESE_KEYS, [x for x in ON_MAP if x not in FRENCH_LAND + KEYS])
    leans = [lean if rng.random() < 0.4 else rng.choice((0.0, 0.05, 0.95, 1.0)) for _ in groups]
    for group, share in zip(groups, leans, strict=True):
        for x in group:
            side = FRENCH if rng.random() < share else ALLIES
            power = rng.choice((side, side + 2))
            if power != board.OWNER[x]:
                flags[board.POWERS[power]].append(board.DUCHY_NAMES[x])
    pieces: dict[str, list[str]] = {}
    sides: dict[int, int] = {}
    for _ in range(rng.randint(0, 30)):
        x = rng.choice(ON_MAP)
        side = sides.setdefault(x, rng.randrange(2))
        if rng.random() < 0.7:
            pieces.setdefault(board.DUCHY_NAMES[x], []).append(f"{board.POWERS[rng.choice((side, side + 2))]}:1")
        else:
            leader = rng.choice([l for l, power in enumerate(board.LEADER_POWER) if power % 2 == side])
            if not any(board.LEADER_NAMES[leader] in there for there in pieces.values()):
                pieces.setdefault(board.DUCHY_NAMES[x], []).append(board.LEADER_NAMES[leader])
    for side, limit in enumerate(board.FLAGS):
        while sum(len(flags[board.POWERS[power]]) for power in (side, side + 2)) > limit:
            flags[rng.choice([board.POWERS[p] for p in (side, side + 2) if flags[board.POWERS[p]]])].pop()
    s = war({x: " ".join(there) for x, there in pieces.items()},
            flags={power: " ".join(there) for power, there in flags.items()},
            resources=tuple(rng.choice((0, 0, 1, 2, 5, 7)) for _ in range(4)), year=rng.randint(1812, 1814),
            players=rng.choice(("four", "three_french", "three_allies", "two")), box=rng.choice(board.POWERS))
    s.hasty = sum(1 << x for x in rng.sample(ON_MAP, rng.randint(0, 2)) if not board.FORTRESSES >> x & 1)
    s.rng = rng.getrandbits(64)
    for _ in range(rng.choice((0, 3, 6, 9))):           # a Power that will be left with cards
        board.CARDS.move(s, board.CARDS.pick(s, board.DRAW_PILE), board.DRAW_PILE, board.HAND[s.box])
    return s
