"""Plays games by chance, with thrown Hands and positions, and compares every Event with its account in events.py: who
is asked, what is offered, which dice are rolled, and how the position is afterwards, nothing else changed."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import tablero
from tests.games.wellington.field import said
from tests.games.wellington.referee.events import EFFECT, Account
from tests.games.wellington.referee.playable import MAY
from tests.games.wellington.referee.position import (
    BY,
    CARD_OF,
    KIND,
    MOMENTS,
    NUMBER,
    Position,
    board,
)
from tests.listening import Roll, Tell, listening

# frames that an Event leads to: their own accounts follow them
NESTED = {"Contact", "FlagContact", "March", "Convoy", "Spending", "Attrition", "Siege", "Battle", "NameCommander",
          "PlayEvent", "Window"}
# what tells that something else has changed the position meanwhile
UPSETS = {"battle", "attrition", "attrition_both", "intercepts", "soldiers_intercept", "evades", "soldiers_evade",
          "army_moved", "counter_moved", "convoy", "assault", "siege", "debt", "debt_paid", "regrouped"}


class Course:
    """An Event that is being carried out, and its account."""

    def __init__(self, power: int, n: int, frame: Any, before: Position) -> None:
        self.power, self.n, self.frame, self.b = power, n, frame, before
        self.account: Account = EFFECT[n](before, power)
        self.request: tuple[Any, ...] | None = None
        self.stream: list[tuple[str, tuple[int, ...]]] = []
        self.asleep: Any = None             # the frame that is followed elsewhere
        self.answered: Any = None
        self.lost = self.done = self.void = self.upset = False
        self.started = False
        self.begun = False                  # its window is closed
        self.end: Position | None = None

    def next(self, value: Any = None) -> None:
        try:
            self.request = self.account.send(value) if self.started else next(self.account)
            self.started = True
        except StopIteration:
            self.request, self.done = None, True


def names_above(s: Any, frame: Any) -> list[str]:
    at = next(i for i, one in enumerate(s.stack) if one is frame)
    return [type(one).__name__ for one in s.stack[at + 1:]]


class Follower:
    """One game."""

    def __init__(self, scenario: str, seed: int, *, thrown: bool = True, eager: float = 0.7, players: str = "four",
                 tried: Counter[int] | None = None) -> None:
        self.s: Any = tablero.game("wellington").new(scenario, seed=seed, options={"players": players})
        self.chance = random.Random(seed)
        self.name = f"{scenario} {seed}"
        self.thrown, self.eager = thrown, eager
        self.tried: Counter[int] = Counter() if tried is None else tried        # by card: how often it was played
        self.seen: Counter[str] = Counter()
        self.faults: list[str] = []
        self.courses: list[Course] = []
        self.steps = 0
        self.log: list[str] = []
        self.verbose = False

    def fault(self, text: str) -> None:
        self.faults.append(f"{self.name} step {self.steps}: {text}")
        if self.verbose:
            self.faults[-1] += "\n      " + "\n      ".join(self.log[-25:])

    # --- what is heard

    def on_tell(self, s: Any, kind: str, args: tuple[int, ...]) -> None:
        self.log.append(f"{kind} {args}")
        self.stir(s)
        if self.courses:
            course = self.courses[-1]
            if kind == "event_void" and args[0] == CARD_OF[course.n]:
                course.void = True
            course.stream.append((kind, args))
        if kind == "played_event":
            frame = s.stack[-1]
            n = NUMBER[args[1]]
            if type(frame).__name__ == "PlayEvent" and type(s.stack[-2]).__name__ == "Impulse" and n in EFFECT:
                before = Position(s)
                self.courses.append(Course(args[0], n, frame, before))

    def on_chance(self, s: Any, n: int, value: int) -> None:
        self.stir(s)
        if self.courses:
            self.courses[-1].stream.append((f"d{n}", (value,)))

    def stir(self, s: Any) -> None:
        """Has a frame ended that somebody waits for?"""
        while self.courses:
            course = self.courses[-1]
            if course.asleep is not None and not any(one is course.asleep for one in s.stack):
                self.wake(s, course)
            if any(one is course.frame for one in s.stack):
                return
            course.end = Position(s)
            self.close(s, course)

    def wake(self, s: Any, course: Course) -> None:
        course.asleep = None
        course.stream = []
        course.upset = True
        vars(course.b).update(vars(Position(s)))
        course.next()

    # --- accounts

    def settle(self, s: Any) -> None:
        """Between two decisions."""
        self.stir(s)
        if self.courses and self.courses[-1].asleep is None:
            self.progress(s, self.courses[-1])

    def progress(self, s: Any, course: Course) -> None:
        """Take the account as far as it goes."""
        if course.lost or course.void:
            return
        above = names_above(s, course.frame) if course.end is None else ["over"]
        if not course.begun:
            if above[:1] == ["Window"]:
                return
            course.begun = True
            course.next()
        while course.request is not None and not course.lost:
            if not self.meet(s, course, above):
                return

    def meet(self, s: Any, course: Course, above: list[str]) -> bool:
        """Is what the account demands there? False: wait."""
        kind, *rest = course.request or ("",)
        if kind == "ask":
            return self.meet_question(s, course, above, *rest)
        if kind == "dice":
            return self.meet_dice(course, *rest)
        if kind == "random":
            return self.meet_random(course, *rest)
        if kind == "placed":
            while course.stream:
                told, args = course.stream.pop(0)
                if told in UPSETS:
                    course.lost = True
                if (told, args) == ("placed", tuple(rest)):
                    course.next()
                    return True
            self.fault_of(course, f"{rest} is not placed")
        elif kind == "contact":
            told = [word for word, _ in course.stream]
            if "placed" in told and not UPSETS & set(told[:told.index("placed")]):
                pass                    # nobody was asked here
            elif UPSETS & set(told) or any(name in NESTED for name in above):
                return self.sleep(s, course, above)
            course.next()
            return True
        elif kind == "attrition":
            return self.meet_attrition(s, course, above, *rest)
        elif kind in ("owed", "anything", "siege"):
            self.seen[f"{kind} {course.n}"] += 1
            course.lost = True
        return False

    def sleep(self, s: Any, course: Course, above: list[str]) -> bool:
        """Until a frame that others follow is over."""
        at = next((k for k, name in enumerate(above) if name in NESTED), -1)
        if at < 0:
            course.lost = True
            return False
        course.asleep = s.stack[len(s.stack) - len(above) + at]
        return False

    def meet_question(self, s: Any, course: Course, above: list[str], seat: int, options: frozenset[Any]) -> bool:
        if course.answered is not None:
            answer, course.answered = course.answered, None
            course.next(answer)
            return True
        own = course.end is None and not any(name in NESTED for name in above)
        if own:
            asked = tablero.players(s)
            offered = frozenset(tablero.options(s, asked[0]))
            if list(asked) == [seat] and offered == options:
                self.seen["questions"] += 1
                return False
        if len(options) == 1 and not (own and options < offered and seat in asked):
            course.next(next(iter(options)))
            return True
        if own:
            self.fault_of(course, f"{asked} {sorted(offered - options)} too many, {sorted(options - offered)} missing "
                                  f"for {seat}; {above}")
        else:
            self.fault_of(course, f"not asked: {sorted(options)[:5]} of {seat}; {above}")
        return False

    def meet_dice(self, course: Course, n: int) -> bool:
        found = []
        while course.stream and len(found) < n:
            told, args = course.stream.pop(0)
            if told == "d6":
                found.append(args[0])
        if len(found) < n:
            self.fault_of(course, f"{n} dice are not rolled")
            return False
        course.next(found)
        return True

    def meet_random(self, course: Course, cards: frozenset[int], words: tuple[str, ...]) -> bool:
        """A card by chance: all of them may come, and one is told."""
        odds = 0
        while course.stream:
            told, args = course.stream.pop(0)
            if told.startswith("d") and told[1:].isdigit():
                odds = int(told[1:])
            if told in words:
                card = args[-1]
                if card not in cards or (odds != len(cards) and len(cards) > 1):
                    self.fault_of(course, f"card {NUMBER[card]} of {sorted(NUMBER[one] for one in cards)}, odds {odds}")
                    return False
                course.next(card)
                return True
        self.fault_of(course, f"no card by chance: {words}")
        return False

    def meet_attrition(self, s: Any, course: Course, above: list[str], side: int, x: int, times: int) -> bool:
        b = course.b
        want = times * b.force(side, x)
        rolled: list[int] = []
        while course.stream:
            told, args = course.stream.pop(0)
            if told == "d6":
                rolled.append(args[0])
            if told in ("attrition", "attrition_both"):
                hits = min(rolled.count(6), b.force(side, x))
                if (args[0] % 2, *args[1:]) != (side, x, want, hits):
                    self.fault_of(course, f"Attrition {args} {rolled}, not {want} dice of side {side} at {x}")
                self.seen["checks"] += 1
                if "Attrition" in above:
                    return self.sleep(s, course, above)
                if args[3] and not course.lost:
                    course.lost = True          # its losses need no question: Toll looks at them
                    return False
                course.next()
                return not course.lost
        self.fault_of(course, f"no Attrition of side {side} at {x}")
        return False

    def fault_of(self, course: Course, text: str) -> None:
        self.fault(f"card {course.n} of {board.POWERS[course.power]}: {text}")
        course.lost = True

    def close(self, s: Any, course: Course) -> None:
        """The Event is over: does the position agree?"""
        end = course.end
        assert end is not None
        if not course.void:
            self.progress(s, course)
        self.courses.remove(course)
        key = "void" if course.void else "lost" if course.lost else "upset" if course.upset else "whole"
        self.seen[f"event {course.n} {key}"] += 1
        if course.lost:
            return
        if not course.void and not course.done:
            self.fault(f"card {course.n}: not all of it has happened: {course.request}")
            return
        course.b.put_away(course.power, course.n)
        if course.void:
            fog = CARD_OF[52]
            course.b.zone[fog] = board.DISCARDS
            course.b.zone[CARD_OF[course.n]] = (board.RESERVE[course.power] if board.HOME_CARDS >> CARD_OF[course.n] & 1
                                                else board.DISCARDS)
        if s.active != course.power or end.active != course.power:
            course.b.quarters = [one for one in course.b.quarters if one in end.quarters or one[0] != course.power]
        if any(not course.b.fits(power) for power in range(4)):
            self.seen["change"] += 1    # [1.5f] SPs that the counters cannot show are lost
            return
        for text in end.differences(course.b):
            self.fault(f"card {course.n} of {board.POWERS[course.power]}: {text}")

    # --- playing

    def look(self, s: Any, seat: int, options: list[Any]) -> None:
        if type(s.stack[-1]).__name__ == "ChoosePlay":
            self.compare_plays(s, seat, options)

    def compare_plays(self, s: Any, seat: int, options: list[Any]) -> None:
        """Which Events may be played: of the cards that may be played for their CPs, those that can do something."""
        if any(action[0] == "relieve" for action in options):
            return                      # [6.3i] a Battle comes first
        b = Position(s)
        points = {action[1] for action in options if action[0] == "cp"}
        offered = {action[1] for action in options if action[0] == "event"}
        for card in [*b.common(seat), *b.cards(board.HOME[seat])]:
            n = NUMBER[card]
            if card not in points or n not in MAY or KIND[card] == "must_play":
                continue
            want = "card_play" in MOMENTS[card] and seat in BY[card] and MAY[n](b, seat)
            self.seen[f"may {n} {want}"] += 1
            if want != (card in offered):
                self.fault(f"card {n} of {board.POWERS[seat]}: {card in offered}, not {want}")

    def choose(self, s: Any, seat: int, options: list[Any]) -> Any:
        events = [action for action in options if action[0] in ("event", "play")]
        if events and self.chance.random() < self.eager:
            least = min(self.tried[action[1]] for action in events)
            action = self.chance.choice([one for one in events if self.tried[one[1]] == least])
            self.tried[action[1]] += 1
            return action
        fights = [action for action in options if action[0] in ("besiege", "go_on") or (
            action[0] == "step" and any(s.occupied[power] >> action[1] & 1 for power in (1 - seat % 2, 3 - seat % 2)))]
        if fights and self.chance.random() < 0.4:
            return self.chance.choice(fights)
        return self.chance.choice(options)

    def throw(self, s: Any) -> None:
        """New Hands for all, and pieces and Flags thrown about."""
        deal(s, self.chance)
        if self.chance.random() < 0.3:
            scatter(s, self.chance)
        s.offered = {}

    def hook(self, tell: Tell, roll: Roll) -> tuple[Tell, Roll]:
        s = self.s

        def heard(state: Any, kind: str, *args: int, **more: Any) -> None:
            if state is s:
                self.on_tell(state, kind, said(kind, args))
            tell(state, kind, *args, **more)

        def rolled(state: Any, n: int, least: int) -> int:
            value = roll(state, n, least)
            if state is s:
                self.on_chance(state, n, value)
            return value

        return heard, rolled

    def run(self, most: int = 1500) -> None:
        s = self.s
        with listening(self.hook):
            while s.result is None and self.steps < most:
                self.settle(s)
                if self.thrown and type(s.stack[-1]).__name__ == "ChoosePlay" and self.chance.random() < 0.5:
                    self.throw(s)
                    self.settle(s)
                seat = self.chance.choice(list(tablero.players(s)))
                options = list(tablero.options(s, seat))
                self.look(s, seat, options)
                action = self.choose(s, seat, options)
                self.steps += 1
                self.log.append(f"  {board.POWERS[seat]} {action} {[type(one).__name__ for one in s.stack[-3:]]}")
                del self.log[:-200]
                self.note(s, seat, action)
                tablero.apply(s, seat, action)

    def note(self, s: Any, seat: int, action: Any) -> None:
        if self.courses:
            course = self.courses[-1]
            if course.asleep is None and not course.lost and course.request and course.request[0] == "ask" and (
                    course.begun and not any(name in NESTED for name in names_above(s, course.frame))):
                course.answered = action


def deal(s: Any, rng: random.Random) -> None:
    cards = board.CARDS
    deck: list[int] = []
    for card in [card for card in range(len(NUMBER)) if s.piles[board.REMOVED] >> card & 1]:
        owner = next((power for power in range(4) if board.HOME_DECK[power] >> card & 1), -1)
        cards.move(s, card, board.REMOVED, board.DRAW_PILE if owner < 0 else board.RESERVE[owner], watch=-1)
    for zone in (board.DRAW_PILE, board.DISCARDS, *board.HAND):
        deck += [card for card in range(len(NUMBER)) if s.piles[zone] >> card & 1]
    rng.shuffle(deck)
    for i, card in enumerate(deck):
        to = board.HAND[i % 4] if i < rng.choice((24, 28, 32)) else board.DRAW_PILE
        where = cards.where(s, card)
        if where != to:
            cards.move(s, card, where, to, watch=-1)
    for power in range(4):
        pile = board.RESERVE[power]
        spare = [card for card in range(len(NUMBER)) if s.piles[pile] >> card & 1]
        rng.shuffle(spare)
        for card in spare[:rng.randint(0, 3)]:
            cards.move(s, card, pile, board.HOME[power], watch=-1)
    for power in range(4):
        s.resources[power] = rng.choice((0, 0, 1, 2, 3))


def scatter(s: Any, rng: random.Random) -> None:
    from tests.games.wellington.referee.upheaval import throw_flag, throw_fortress, throw_leader, throw_soldiers
    for _ in range(rng.randint(2, 8)):
        rng.choice((throw_leader, throw_leader, throw_soldiers, throw_soldiers, throw_flag, throw_fortress))(s, rng)
