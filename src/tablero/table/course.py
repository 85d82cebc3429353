"""A sitting as its journal tells it: who sits where, what was done, what is asked, and what each entry changes.

`Sitting` adds what may be done; an entry that is in the journal was allowed when it was made.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Self, TypeAlias

from msgspec import structs

import tablero
from tablero.kernel.actions import Action
from tablero.kernel.engine import asking
from tablero.kernel.errors import BadRecord, TableroError
from tablero.kernel.events import Event
from tablero.kernel.frames import winners
from tablero.kernel.history import Ending, replay_action
from tablero.kernel.refusals import Prompt
from tablero.table import resigning
from tablero.table.chat import Chat
from tablero.table.clocks import Clocks
from tablero.table.journal import (
    Acted, AskedAgain, Entry, Held, Interrupted, Left, Listed, Matter, Muted, Offered, Opened, Ordered, Quieted,
    Rematched, Replied, Resigned, Said, Sat, Seated, Undone
)
from tablero.table.notices import Notice, notices, sees_both, several_sides
from tablero.table.reactions import TIMED, USUAL, Windows, way_of
from tablero.table.rest import Rest
from tablero.table.seating import ONLOOKER, Holder, Seating
from tablero.table.standing import Standing, declining

Question: TypeAlias = tuple[Prompt, list[Action]]
ENDS_A_GESTURE = Undone, Sat, Seated, Left, Resigned, Offered, Replied


@dataclass(slots=True)
class Line:
    """One action in the log, or a notice to everybody."""

    n: int                  # number of the action, from 1; of a notice: of the action before it
    seat: int               # of a notice: -1
    events: list[Event]
    undone: bool = False
    notice: Notice | None = None


@dataclass(slots=True)
class Course:
    """A sitting, without what may be done in it."""

    id: str
    opened: Opened
    record: tablero.Record
    seating: Seating
    clocks: Clocks
    windows: Windows
    started: bool = True
    starts: int = 0                                         # how often: see `_start_over`
    shares: list[str] = field(default_factory=list)         # by seat: its player's number for the seed
    version: int = 1                                        # entries in the journal
    versions: list[int] = field(default_factory=list)       # by seat, the last for spectators: entries it may know of
    stamps: list[int] = field(default_factory=list)         # by seat: its version when its question was asked
    questions: list[Question | None] = field(default_factory=list)
    log: list[Line] = field(default_factory=list)
    chat: Chat = field(default_factory=Chat)
    offer: Offered | None = None
    agreed: set[str] = field(default_factory=set)           # persons who have made or accepted the offer
    paused: bool = False
    deleted: bool = False                                   # by consent
    clients: dict[str, int] = field(default_factory=dict)   # the entry of each message, by the id of the message
    strikes: int = 0                                        # how often lines of the log were taken back
    turns: list[int] = field(default_factory=list)          # by seat: its version when its last turn began
    standing: list[Standing] = field(default_factory=list)  # by seat: what it has answered beforehand
    resigned: set[str] = field(default_factory=set)         # persons who have given up a seat
    spectators: bool = False                                # may others watch? By consent later, too
    listed: bool = False                                    # may everybody take a free seat?
    rematch: Rematched | None = None                        # the table at which those who played here meet again
    looked_back: bool = False                               # a moment of a game that is over
    rest: Rest | None = None                                # of a gesture, while others may react
    wait: int = 0                                           # what the last action asks of bots: see `grace`

    # --- opening

    @classmethod
    def open(cls, id_: str, opened: Opened, at: float) -> Self:
        """A new sitting, from its first entry."""
        game = tablero.game(opened.game)
        sitting = cls.showing(id_, opened, _record(opened), Seating(Holder() for _ in game.seats))
        sitting.started = sitting.over          # a finished record is only looked at
        sitting._tell(notices(sitting, opened))
        return sitting

    @classmethod
    def showing(cls, id_: str, opened: Opened, record: tablero.Record, seating: Seating) -> Self:
        """A table at which a position is only shown: nobody is asked."""
        seats = len(seating)
        clocks = Clocks(opened.clock, [opened.clock.bank] * seats)
        return cls(
            id_, opened, record, seating, clocks, Windows.none(seats), shares=[""] * seats, versions=[1] * (seats + 1),
            stamps=[1] * seats, turns=[1] * seats, questions=[None] * seats,
            standing=[Standing() for _ in range(seats)], spectators=opened.spectators, listed=opened.listed,
        )

    @classmethod
    def lesson(cls, id_: str, opened: Opened, record: tablero.Record, events: Sequence[list[Event]]) -> Self:
        """A table at which a learner sits in every seat of a game that was played so far."""
        sitting = cls.showing(id_, opened, record, Seating(Holder("learner") for _ in record.game.seats))
        for n, (entry, brought) in enumerate(zip(record.entries, events, strict=True), 1):
            sitting.log.append(Line(n, entry.seat, brought))
        sitting._ask(0.0)
        return sitting

    def at_moment(self, n: int) -> Self:
        """The table as it was after so many of the actions that still count."""
        entries = self.record.entries[:n]
        record = replace(self.record, history=list(entries), entries=entries, origins=(), past=[], ending=None)
        record.state = record.replay()
        past = type(self).showing(self.id, self.opened, record, self.seating)
        past.started, past.versions, past.clocks.left = self.started, self.versions, list(self.clocks.left)
        past.looked_back = self.over
        past.log = [line for line in self.log if not line.undone and line.n <= n]
        return past

    def moments(self, n: int) -> Iterator[Self]:
        """The table as it was after so many actions, and after each one since: the same object, one action later."""
        past, told = self.at_moment(n), [line for line in self.log if not line.undone and line.n > n]
        yield past
        for i, entry in enumerate(self.record.entries[n:], n + 1):
            replay_action(past.record.state, entry.seat, entry.action, entry.chance)
            past.record.entries.append(entry)
            past.log += [line for line in told if line.n == i]
            yield past

    @classmethod
    def fold_all(cls, id_: str, entries: Iterable[Entry]) -> Self:
        """A sitting from its journal."""
        rows = iter(entries)
        first = next(rows, None)
        if first is None or not isinstance(first.matter, Opened):
            raise BadRecord("journal_opening", sitting=id_)
        entry = first
        try:
            sitting = cls.open(id_, first.matter, first.at)
            for entry in rows:
                if entry.n != sitting.version + 1:
                    raise BadRecord("journal_gap", n=sitting.version + 1)
                sitting.fold(entry)
        except TableroError as error:
            raise BadRecord("journal_entry", n=entry.n, sitting=id_, why=error.message) from error
        return sitting

    # --- who

    @property
    def game(self) -> tablero.Game[tablero.State]:
        return self.record.game

    @property
    def state(self) -> tablero.State:
        return self.record.state

    @property
    def ending(self) -> Ending | None:
        return self.record.ending

    @property
    def over(self) -> bool:
        return self.state.over or self.ending is not None

    @property
    def outcome(self) -> tuple[str, tuple[int, ...]]:
        """How the game ended, by its rules or otherwise, and who won."""
        if self.ending is not None:
            return self.ending.kind, self.ending.winners
        result = self.state.result if self.state.over else None
        return (result["kind"], winners(result)) if result else ("", ())

    def eyes(self, seat: int) -> tuple[int, ...]:
        """The seats whose secrets are shown to who plays a seat: it, and others of its side that the person holds;
        before the game has started, nobody's."""
        if not self.started:
            return (ONLOOKER,)
        own = self.seating.same[seat] if seat >= 0 else ()
        if len(own) < 2:
            return (seat,)
        game = self.game
        return seat, *(ally for ally in game.side(seat) if ally != seat and ally in own)

    @property
    def fog_lifted(self) -> bool:
        """May everybody see everything? A result is final, so nothing can be gained by it any more."""
        return self.over or self.looked_back

    def awaited(self) -> list[int]:
        """Seats that are asked."""
        return [seat for seat, question in enumerate(self.questions) if question is not None]

    def to_move(self) -> list[int]:
        """Seats that are asked and have somebody to answer: none before the start or while the game is paused."""
        if self.paused or not self.in_play:
            return []
        return [seat for seat in self.awaited() if not self.seating[seat].free]

    @property
    def in_play(self) -> bool:
        """Does the game go on? It starts when all seats are taken, and does not stop because somebody leaves."""
        return self.started and (self.seating.full or self.opened.format > 1)

    @property
    def reactions(self) -> str:
        """When others see the answer to a chance to react: quick, timed, ask."""
        return way_of(self.opened, len(self.seating.people()))

    @property
    def seconds(self) -> int:
        """How long a chance to react lasts."""
        return self.opened.window or USUAL

    def bots_to_move(self) -> list[int]:
        """The seats that bots have to answer for."""
        return [seat for seat in self.to_move() if self.seating[seat].bot and self.windows.held[seat] is None]

    def grace(self, seat: int) -> int:
        """The seconds that a bot leaves to the only person who plays, to take back the action that hands over to it. A
        chance to react hands nothing over."""
        over = self.played and all(self.seating[one].bot for one in self.awaited())
        if not over or len(self.seating.people()) != 1 or tablero.decline(self.state, seat) is not None:
            return 0
        return self.wait if self.record.can_undo(self.record.entries[-1].seat) else 0

    @property
    def played(self) -> bool:
        """Has anything been done at this table?"""
        return len(self.record.entries) > self.record.taken_over

    def side(self, seat: int) -> int:
        """The number of the side that a seat belongs to; -1 for spectators."""
        return next((n for n, side in enumerate(self.game.sides) if seat in side), -1)

    def _declining(self, seat: int, standing: bool | str) -> dict[str, tuple[str, int]]:
        question = self.questions[seat]
        assert question is not None
        return declining(standing, question[0].topic, self.game, self.state) if standing else {}

    # --- what an entry of the journal changes

    def fold(self, entry: Entry) -> None:
        """Make the change of an entry again."""
        matter = entry.matter
        events: list[Event] = []
        if isinstance(matter, Acted):
            declined = self._declining(matter.seat, matter.standing)
            events = self.record.apply_recorded(matter.seat, self.game.read(self.state, matter.do), matter.chance)
            self.standing[matter.seat].declines.update(declined)
        elif isinstance(matter, Undone):
            for _ in range(matter.count):
                self.record.undo(matter.seat)
        elif isinstance(matter, Held):
            self.windows.held[matter.seat] = self.game.read(self.state, matter.do), matter.standing
        elif isinstance(matter, Opened):
            raise BadRecord("journal_twice", n=entry.n)
        self._done(matter, entry.at, events)
        if entry.client:
            self.clients[entry.client] = self.number(matter)

    def concerned(self, matter: Matter) -> Sequence[int] | None:
        """The seats that may know of an entry; None for all. Others are told nothing, not even that there is one."""
        if isinstance(matter, (AskedAgain, Held, Ordered, Quieted)):
            return (matter.seat,)
        return self.game.sides[matter.side] if isinstance(matter, Said) and matter.side >= 0 else None

    def number(self, matter: Matter) -> int:
        """The number of the last entry as whoever made it may count: entries that he knows nothing of are left out."""
        if isinstance(matter, Said):
            return self.versions[self.game.sides[matter.side][0] if matter.side >= 0 else -1]
        return self.versions[getattr(matter, "seat", -1)]

    def _done(self, matter: Matter, at: float, events: list[Event] | None = None) -> Matter:
        """The common part of changing and folding: everything except the state of the game."""
        self.version += 1
        known = self.concerned(matter)
        for seat in range(len(self.versions)) if known is None else known:
            self.versions[seat] += 1
        if isinstance(matter, ENDS_A_GESTURE):
            self.rest = None
        if isinstance(matter, Acted):
            self._acted(matter, at, events or [])
        elif isinstance(matter, AskedAgain):
            self.standing[matter.seat].clear()
        elif isinstance(matter, Quieted):
            self.standing[matter.seat].quiet = frozenset(matter.things)
        elif isinstance(matter, Ordered):
            self.standing[matter.seat].orders = list(matter.orders)
        elif isinstance(matter, Undone):
            self.standing[matter.seat].clear()          # else the table would decline again at once
            self._strike(len(self.record.entries))
            self.clocks.taken_back(matter.seat)
            self._ask(at, matter.seat)
        elif isinstance(matter, (Sat, Seated, Left)):
            self._seat_changes(matter, at)
        elif isinstance(matter, Said):
            self.chat.add(matter, at)
        elif isinstance(matter, Listed):
            self.listed = matter.on
        elif isinstance(matter, Rematched):
            self.rematch = matter
        elif isinstance(matter, Muted):
            self.chat.mute(matter.player, matter.name, matter.on)
        elif isinstance(matter, Resigned):
            self._resigned(matter, at)
        elif isinstance(matter, Interrupted):
            self.clocks.stood_still(matter.since, matter.until)
            self.windows.stood_still(matter.since, matter.until)
            self._tell(notices(self, matter))
        elif isinstance(matter, Offered):
            self.offer, self.agreed = matter, {self.seating[matter.seat].person}
            self._settle(at)
        elif isinstance(matter, Replied):
            if matter.accept:
                self.agreed.add(self.seating[matter.seat].person)
                self._settle(at)
            else:
                self._close_offer()
        return matter

    def _acted(self, matter: Acted, at: float, events: list[Event]) -> None:
        self.log.append(Line(len(self.record.entries), matter.seat, events))
        self.standing[matter.seat].done(matter.order)
        self.wait = matter.wait
        if self.windows.closes[matter.seat]:
            self.record.past.clear()        # what was answered when a chance was over stays answered
        if self.offer is not None and (self.over or self.offer.what in ("takeback", "draw")):
            self._close_offer()             # the game has gone on
        self._ask(at, matter.seat)

    def _seat_changes(self, matter: Sat | Seated | Left, at: float, consent: bool = False) -> None:
        """Somebody came or went: the game may start, or start anew, and proposals are void."""
        seat, before = matter.seat, self.seating[matter.seat]
        both = sees_both(self, before.player, seat)
        self.seating.change(matter, self.started)
        self.shares[seat] = matter.share if isinstance(matter, Sat) else ""
        if consent:
            self._tell([Notice("replaced", seat, before.name)])
        self._tell(notices(self, matter, None if consent else before))
        self._tell(several_sides(self))
        if both and not self.over:
            anew = not self.played and self.opened.format > 1
            self._tell([Notice("anew" if anew else "seen", seat, before.name)])
            if anew:
                self._start_over()
        if not self.started and self.seating.full:
            self._start()
        self._holders_changed([seat], at)

    def _start(self) -> None:
        """Everybody has come: the seed is made of the server's secret and the players' numbers."""
        self.started, self.starts = True, self.starts + 1
        if self.opened.format > 1 and (self.starts > 1 or any(self.shares)):
            self.record = _record(self.opened, self.shares, self.starts)
        self.seating.start()
        self._tell(several_sides(self))

    def _start_over(self) -> None:
        """Somebody has seen both sides before anything was done: all is dealt anew, when all seats are taken."""
        self.started = False
        self.clocks = Clocks(self.opened.clock, [self.opened.clock.bank] * len(self.seating))
        self.questions = [None] * len(self.seating)

    def _resigned(self, matter: Resigned, at: float) -> None:
        won, given_up = resigning.winners(self, matter), resigning.given_up(self, matter)
        self.resigned.add(self.seating[matter.seat].person)
        if won is not None:
            self._end(Ending(matter.reason, won), at)
            return
        if matter.heir >= 0:
            self.seating.inherit(given_up, matter.heir)
        else:
            self.seating.stand_in(given_up, matter.bot)
        for seat in given_up:
            self._tell(notices(self, structs.replace(matter, seat=seat)))
        self._holders_changed(given_up, at)

    def _tell(self, told: Iterable[Notice]) -> None:
        """Write notices into the log, for everybody."""
        for notice in told:
            self.log.append(Line(len(self.record.entries), -1, [], notice=notice))

    def _holders_changed(self, seats: Iterable[int], at: float) -> None:
        """Somebody came or went: proposals to them and what they declined are void."""
        for seat in seats:
            self.standing[seat].forget()
        self._close_offer()
        self._ask(at)

    def _settle(self, at: float) -> None:
        """Carry out an offer once every person who plays has agreed; bots always do."""
        offer = self.offer
        if offer is None or not self.agreed.issuperset(self.seating.people()):
            return
        self._close_offer()
        if offer.what == "takeback":
            self.record.take_back(offer.back_to)
            for standing in self.standing:
                standing.clear()
            self._strike(offer.back_to)
            self.questions = [None] * len(self.seating)     # they are asked again, even if the words are the same
            self._ask(at)
        elif offer.what == "draw":
            self._end(Ending("agreed", ()), at)
        elif offer.what == "replace":
            self._seat_changes(Seated(offer.of, offer.bot) if offer.bot else Left(offer.of), at, consent=True)
        elif offer.what == "delete":
            self.deleted = True
        elif offer.what == "spectators":
            self.spectators = True
            self._tell([Notice("spectators"), *several_sides(self)])
        else:
            self.paused = offer.what == "pause"
            if self.paused:
                self.clocks.stop(at)
            else:
                self.windows.begin_again(self.windows.open(), at + self.seconds)
                self._ask(at)

    def _close_offer(self) -> None:
        self.offer, self.agreed = None, set()

    def _strike(self, stay: int) -> None:
        """Mark the lines of the log beyond the actions that stay as undone; they are never removed."""
        self.strikes += 1
        for line in self.log:
            if line.n > stay and line.notice is None:
                line.undone = True

    def _end(self, ending: Ending, at: float) -> None:
        self.record.ending = ending
        self._close_offer()
        self.questions, self.windows = [None] * len(self.seating), Windows.none(len(self.seating))
        self.clocks.stop(at)

    def _ask(self, at: float, moved: int = -1) -> None:
        """Ask the questions of the new position; for seats that have not moved, an equal question keeps its stamp."""
        s, asked = self.state, None if self.over or not self.started else asking(self.state)
        awaited, timed = asked.players(s) if asked is not None else (), self.in_play and self.reactions == TIMED
        for seat in range(len(self.seating)):
            question, closes = None, 0.0
            if asked is not None and seat in awaited:
                question = (asked.prompt(s, seat), tablero.options(s, seat))
                closes = at + self.seconds if timed and asked.decline(s, seat) is not None else 0.0
            again = question is not None and seat != moved and question == self.questions[seat]
            if not again:
                self.stamps[seat] = self.versions[seat]
            if question is not None and self.questions[seat] is None:
                self.turns[seat] = self.versions[seat]
            self.questions[seat] = question
            self.windows.ask(seat, again, closes)
        if self.over or self.paused or not self.in_play:
            self.clocks.stop(at)
        else:
            clocked = [seat for seat in awaited if len(self.seating) == 2 or not self.seating[seat].bot]
            self.clocks.turn(moved, [seat for seat in clocked if not self.windows.closes[seat]], at)


def _record(opened: Opened, shares: Sequence[str] = (), start: int = 1) -> tablero.Record:
    """The game of a sitting as it begins; of a record that it continues, a fork."""
    game, seed = tablero.game(opened.game), int(opened.seed, 16)
    if opened.record:
        record = tablero.Record.parse(opened.record)
        return record if record.state.over else record.fork(len(record.entries), seed, shares, start)
    edition = game.older_edition(opened.rules, opened.cards)
    return tablero.Record.start(
        game, opened.scenario, seed, opened.options, secret=True, edition=edition, shares=shares, start_number=start)
