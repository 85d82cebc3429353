"""A game being played at a table: who sits where, what was done, what is offered, how much time is left.

Every method that changes a sitting checks first, then changes it and returns the matter for the journal; `fold` makes
the same change again from the journal. If an entry cannot be stored, the sitting is read again from its journal, so
that nothing is lost or half done.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from msgspec import structs

import tablero
from tablero import bots
from tablero.kernel.actions import Action
from tablero.kernel.engine import asking
from tablero.kernel.errors import BadRecord, GameOver, NotAllowed, NotYourTurn, StaleState, TableroError
from tablero.kernel.events import Event
from tablero.kernel.frames import winners
from tablero.kernel.history import Ending
from tablero.kernel.refusals import Prompt
from tablero.table.chat import Chat
from tablero.table.clocks import Clocks
from tablero.table.journal import (
    Acted, AskedAgain, Entry, Left, Matter, Muted, Offered, Opened, Order, Ordered, Quieted, Replied, Resigned, Said,
    Sat, Seated, Undone
)
from tablero.table.seating import Holder, Seating
from tablero.table.standing import BY_HAND, Standing, checked_orders, checked_quiet, declining

Question: TypeAlias = tuple[Prompt, list[Action]]
OFFERS = ("takeback", "draw", "pause", "resume")


@dataclass(slots=True)
class Line:
    """One action in the log."""

    n: int                  # number of the action, from 1
    seat: int
    events: list[Event]
    undone: bool = False


@dataclass(slots=True)
class Sitting:
    id: str
    opened: Opened
    record: tablero.Record
    seating: Seating
    clocks: Clocks
    version: int = 1                                        # entries in the journal
    stamps: list[int] = field(default_factory=list)         # by seat: version at which its question was asked
    questions: list[Question | None] = field(default_factory=list)
    log: list[Line] = field(default_factory=list)
    chat: Chat = field(default_factory=Chat)
    offer: Offered | None = None
    agreed: set[str] = field(default_factory=set)           # persons who have made or accepted the offer
    paused: bool = False
    clients: dict[str, int] = field(default_factory=dict)   # the entry of each message, by the id of the message
    strikes: int = 0                                        # how often lines of the log were taken back
    turns: list[int] = field(default_factory=list)          # by seat: version at which its last turn began
    standing: list[Standing] = field(default_factory=list)  # by seat: what it has answered beforehand

    # --- opening

    @classmethod
    def open(cls, id_: str, opened: Opened, at: float) -> Sitting:
        """A new sitting, from its first entry."""
        game = tablero.game(opened.game)
        edition = game.older_edition(opened.rules, opened.cards)
        if opened.record:
            record = tablero.Record.parse(opened.record)
            if not record.state.over:
                record = record.fork(len(record.entries), int(opened.seed, 16))
        else:
            record = tablero.Record.start(
                game, opened.scenario, int(opened.seed, 16), opened.options, secret=True, edition=edition)
        sitting = cls.showing(id_, opened, record, Seating(Holder() for _ in game.seats))
        sitting._ask(at)
        return sitting

    @classmethod
    def showing(cls, id_: str, opened: Opened, record: tablero.Record, seating: Seating) -> Sitting:
        """A table at which a position is only shown: nobody is asked."""
        seats = len(seating)
        clocks = Clocks(opened.clock, [opened.clock.bank] * seats)
        return cls(
            id_, opened, record, seating, clocks, stamps=[1] * seats, turns=[1] * seats, questions=[None] * seats,
            standing=[Standing() for _ in range(seats)],
        )

    @classmethod
    def lesson(cls, id_: str, opened: Opened, record: tablero.Record, events: Sequence[list[Event]]) -> Sitting:
        """A table at which a learner sits in every seat of a game that was played so far."""
        sitting = cls.showing(id_, opened, record, Seating(Holder("learner") for _ in record.game.seats))
        for n, (entry, brought) in enumerate(zip(record.entries, events, strict=True), 1):
            sitting.log.append(Line(n, entry.seat, brought))
        sitting._ask(0.0)
        return sitting

    def at_moment(self, n: int) -> Sitting:
        """The table as it was after so many of the actions that still count."""
        entries = self.record.entries[:n]
        record = replace(self.record, history=list(entries), entries=entries, origins=(), past=[], ending=None)
        record.state = record.replay()
        past = Sitting.showing(self.id, self.opened, record, self.seating)
        past.version, past.clocks.left = self.version, list(self.clocks.left)
        past.log = [line for line in self.log if not line.undone and line.n <= n]
        return past

    @classmethod
    def fold_all(cls, id_: str, entries: Iterable[Entry]) -> Sitting:
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
        """The seats whose secrets are shown to who plays a seat: it, and others of its side that the person holds."""
        own = self.seating.same[seat] if seat >= 0 else ()
        if len(own) < 2:
            return (seat,)
        game = self.game
        return seat, *(ally for ally in game.side(seat) if ally != seat and ally in own)

    def awaited(self) -> list[int]:
        """Seats that are asked."""
        return [seat for seat, question in enumerate(self.questions) if question is not None]

    def to_move(self) -> list[int]:
        """Seats whose turn it is: none while the game is paused or a seat is free."""
        return self.awaited() if not self.paused and self.seating.full else []

    # --- seats

    def sit(self, seat: int, player: str, name: str, at: float) -> Matter:
        """Take a free seat; nobody who has seen one side of a game may change to another."""
        self._seat(seat)
        if not self.seating[seat].free:
            raise NotAllowed("seat_taken")
        seen = self.seating.seen(player)
        several = not self.log and seen == set(self.seating.of(player))
        if seen and seat not in seen and not several:
            raise NotAllowed("other_side")
        return self._done(Sat(seat, player, self.seating.name_for(player, name)), at)

    def seat_bot(self, seat: int, bot: str, at: float) -> Matter:
        """Give a seat to a bot; a person who held it loses it."""
        self._seat(seat)
        return self._done(Seated(seat, bot), at)

    def leave(self, seat: int, at: float) -> Matter:
        self._seat(seat)
        return self._done(Left(seat), at)

    def _seat(self, seat: int) -> None:
        if not 0 <= seat < len(self.seating):
            raise NotAllowed("no_seat", seat=seat)

    # --- play

    def act(
        self, seat: int, action: Action, stamp: int, at: float, standing: bool | str = False, order: int = BY_HAND
    ) -> Matter:
        """Play an action for a seat; `stamp` says which question it answers. `standing` declines this chance to react
        and all others of its kind until the phase is over, or all chances until the phase or the fight is over;
        the game itself does not know of it. `order` says which order of the seat the table carries out."""
        self._may_answer(seat, stamp, at)
        if standing and action != tablero.decline(self.state, seat):
            raise NotAllowed("decline_only_reactions")
        declined = self._declining(seat, standing)
        events = self.record.apply(seat, action)
        self.standing[seat].declines.update(declined)
        text, chance = self.game.write(self.state, action), list(self.record.entries[-1].chance)
        return self._done(Acted(seat, text, chance, standing, order), at, events)

    def _declining(self, seat: int, standing: bool | str) -> dict[str, tuple[str, int]]:
        question = self.questions[seat]
        assert question is not None
        return declining(standing, question[0].topic, self.game, self.state) if standing else {}

    def reach(self, seat: int) -> dict[str, list[str]]:
        """What a seat can click that is more than one action away, and the things on the way there."""
        if seat not in self.to_move():
            return {}
        view = self.game.view(self.state, seat)
        ways = tablero.gestures(view, seat).items()
        return {to: [thing for action in way for thing in self.game.targets(view, action)] for to, way in ways}

    def gesture(self, seat: int, target: str, stamp: int, at: float) -> Sequence[Action]:
        """The actions that a click on something far stands for. They are played one after the other, by `act`, as long
        as `undisturbed` says so."""
        self._may_answer(seat, stamp, at)
        actions = tablero.gestures(self.game.view(self.state, seat), seat).get(target, ())
        if not actions:
            raise NotAllowed("no_gesture", target=target)
        return actions

    def undisturbed(self, seat: int, action: Action) -> bool:
        """May the seat play the next action of a gesture? Not if its last one rolled or showed something or let another
        seat answer, nor if the action is not offered any more."""
        if self.over or not self.record.can_undo(seat) or [seat] != self.to_move():
            return False
        return action in tablero.options(self.state, seat)

    def _may_answer(self, seat: int, stamp: int, at: float) -> None:
        self._playing(seat)
        if self.questions[seat] is None:
            raise NotYourTurn("turn")
        if stamp != self.stamps[seat]:
            raise StaleState("question")
        if self.clocks.running and seat in self.clocks.fallen(at):
            raise NotAllowed("time_up")

    def declined(self, seat: int) -> list[str]:
        """Topics of the questions that a seat declines for the rest of this phase, or fight."""
        return self.standing[seat].declined(self.game, self.state)

    def ask_again(self, seat: int, at: float) -> Matter:
        """Take back all that was declined for the rest of the phase."""
        self._playing(seat)
        if not self.standing[seat].declines:
            raise NotAllowed("nothing_declined")
        return self._done(AskedAgain(seat), at)

    def keep_quiet(self, seat: int, things: Iterable[str], at: float) -> Matter:
        """Say with which things, and in which kinds of chances, a seat will not react until it says so: all of them."""
        self._may_set(seat)
        return self._done(Quieted(seat, checked_quiet(self.game, self.state, things)), at)

    def order(self, seat: int, orders: Sequence[Order], at: float) -> Matter:
        """Give all orders that the table shall carry out for a seat."""
        self._may_set(seat)
        return self._done(Ordered(seat, checked_orders(self.game, self.state, orders)), at)

    def _may_set(self, seat: int) -> None:
        self._seat(seat)
        if self.over:
            raise GameOver("over")

    def automatic_answer(self, seat: int) -> tuple[Action, int] | None:
        """The answer that the table gives for a person, and by which order: to a chance to react that he cannot use or
        has declined, or for which he has given an order."""
        question = self.questions[seat]
        if question is None or self.seating[seat].bot:
            return None
        no = tablero.decline(self.state, seat)
        return self.standing[seat].answer(self.game, self.state, *question, no, self.opened.always_ask)

    def automatic_pass(self, seat: int) -> Action | None:
        """The pass that the table gives for a person."""
        found = self.automatic_answer(seat)
        return found[0] if found and found[1] == BY_HAND else None

    def undo(self, seat: int, at: float) -> Matter:
        """Take back the last action, up to the last barrier, without consent."""
        self._playing(seat)
        self._undecided(at)
        if not self.record.can_undo(seat):
            raise NotAllowed("propose_take_back")
        self.record.undo(seat)
        return self._done(Undone(seat, 1), at)

    def _playing(self, seat: int) -> None:
        self._seat(seat)
        if self.over:
            raise GameOver("over")
        if self.paused:
            raise NotAllowed("paused")
        if not self.seating.full:
            raise NotAllowed("not_started")

    def _undecided(self, at: float) -> None:
        """A result is final: of a game that is over, and of one in which a flag has fallen, noticed or not."""
        if self.over:
            raise GameOver("over")
        if self.clocks.running and self.clocks.fallen(at):
            raise NotAllowed("flag_fallen")

    # --- offers

    def propose(self, seat: int, what: str, back_to: int, at: float) -> Matter:
        """Propose a take-back, a draw, a pause or its end."""
        self._seat(seat)
        self._undecided(at)
        if what not in OFFERS:
            raise NotAllowed("unknown_offer", what=what, known=OFFERS)
        if not self.seating.full:
            raise NotAllowed("nobody_to_agree")
        if what == "draw" and any(holder.bot and not holder.resigned for holder in self.seating.holders):
            raise NotAllowed("bots_draw")
        first, last = self.record.taken_over, len(self.record.entries) - 1
        if what == "takeback" and not first <= back_to <= last:
            raise NotAllowed("take_back_range" if first <= last else "take_back_nothing", first=first, last=last)
        if what in ("pause", "resume") and self.paused == (what == "pause"):
            raise NotAllowed("already_paused" if self.paused else "not_paused")
        if self.offer is not None:
            raise NotAllowed("offer_open")
        return self._done(Offered(seat, what, back_to), at)

    def reply(self, seat: int, accept: bool, at: float) -> Matter:
        """Accept or refuse the proposal that is open; its maker may withdraw it."""
        self._seat(seat)
        self._undecided(at)
        if self.offer is None:
            raise NotAllowed("no_offer")
        if accept and self.seating[self.offer.seat].person == self.seating[seat].person:
            raise NotAllowed("own_offer")
        return self._done(Replied(seat, accept), at)

    def resign(self, seat: int, at: float) -> Matter:
        """Give up: the game ends if one side is left, or nobody to play it; else a bot stands in."""
        self._seat(seat)
        self._undecided(at)
        if self.seating[seat].resigned:
            raise NotAllowed("resigned")
        return self._give_up(Resigned(seat), at)

    def _give_up(self, matter: Resigned, at: float) -> Matter:
        if self._left(matter) is None:
            heir = self._heir(matter)
            matter = structs.replace(matter, heir=heir, bot="" if heir >= 0 else bots.names(self.game)[-1])
        return self._done(matter, at)

    def _heir(self, matter: Resigned) -> int:
        """The seat of the ally whose player takes over, if the table was opened so; -1 for none."""
        given_up = self._given_up(matter) if self.opened.heirs else []
        allies = self.game.side(matter.seat) if self.opened.heirs else ()
        return next((seat for seat in allies if seat not in given_up and self.seating[seat].person), -1)

    def _given_up(self, matter: Resigned) -> list[int]:
        """The seats that go with a resignation: all that the person holds on that side; but a flag falls alone."""
        person = self.seating[matter.seat].person
        if not person or matter.reason == "time":
            return [matter.seat]
        return [seat for seat in self.game.side(matter.seat) if self.seating[seat].person == person]

    def _left(self, matter: Resigned) -> tuple[int, ...] | None:
        """The seats that win by a resignation; None if the game goes on: between several sides, with a person."""
        given_up, holders = self._given_up(matter), list(enumerate(self.seating.holders))
        staying = {seat for seat, holder in holders if not holder.resigned and seat not in given_up}
        sides = [side for side in self.game.sides if staying.intersection(side)]
        playing = any(self.seating[seat].person for seat in staying)
        return None if len(sides) > 1 and playing else tuple(seat for side in sides for seat in side)

    def flag_fall(self, at: float) -> Matter:
        """Somebody's time is up."""
        fallen = self.clocks.fallen(at)
        if self.over or not fallen:
            raise NotAllowed("time_left")
        return self._give_up(Resigned(fallen[0], "time"), at)

    def say(self, player: str, name: str, text: str, at: float, seat: int = -1) -> Matter:
        """Say something to everybody; with a seat, only to its side."""
        text = text.strip()
        self.chat.check(player, text, at)
        return self._done(Said(player, self.seating.name_for(player, name), text, self.side(seat)), at)

    def mute(self, line: int, on: bool, at: float) -> Matter:
        """The owner mutes who has said this line of the chat, or lets him speak again."""
        if not 0 <= line < len(self.chat.lines):
            raise NotAllowed("chat_line")
        said = self.chat.lines[line]
        if said.player == self.opened.owner:
            raise NotAllowed("chat_own")
        return self._done(Muted(said.player, said.name, on), at)

    def side(self, seat: int) -> int:
        """The number of the side that a seat belongs to; -1 for spectators."""
        return next((n for n, side in enumerate(self.game.sides) if seat in side), -1)

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
        elif isinstance(matter, Opened):
            raise BadRecord("journal_twice", n=entry.n)
        self._done(matter, entry.at, events)
        if entry.client:
            self.clients[entry.client] = self.version

    def _done(self, matter: Matter, at: float, events: list[Event] | None = None) -> Matter:
        """The common part of changing and folding: everything except the state of the game."""
        self.version += 1
        if isinstance(matter, Acted):
            self.log.append(Line(len(self.record.entries), matter.seat, events or []))
            self.standing[matter.seat].done(matter.order)
            if self.offer is not None and (self.over or self.offer.what in ("takeback", "draw")):
                self._close_offer()         # the game has gone on
            self._ask(at, matter.seat)
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
            self.seating.change(matter)
            self._holders_changed([matter.seat], at)
        elif isinstance(matter, Said):
            self.chat.add(matter, at)
        elif isinstance(matter, Muted):
            self.chat.mute(matter.player, matter.name, matter.on)
        elif isinstance(matter, Resigned):
            left = self._left(matter)
            if left is not None:
                self._end(Ending(matter.reason, left), at)
            else:
                given_up = self._given_up(matter)
                if matter.heir >= 0:
                    self.seating.inherit(given_up, matter.heir)
                else:
                    self.seating.stand_in(given_up, matter.bot)
                self._holders_changed(given_up, at)
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
        else:
            self.paused = offer.what == "pause"
            if self.paused:
                self.clocks.stop(at)
            else:
                self._ask(at)

    def _close_offer(self) -> None:
        self.offer, self.agreed = None, set()

    def _strike(self, stay: int) -> None:
        """Mark the lines of the log beyond the actions that stay as undone; they are never removed."""
        self.strikes += 1
        for line in self.log:
            if line.n > stay:
                line.undone = True

    def _end(self, ending: Ending, at: float) -> None:
        self.record.ending = ending
        self._close_offer()
        self.questions = [None] * len(self.seating)
        self.clocks.stop(at)

    def _ask(self, at: float, moved: int = -1) -> None:
        """Ask the questions of the new position; for seats that have not moved, an equal question keeps its stamp."""
        s, asked = self.state, None if self.over else asking(self.state)
        awaited = asked.players(s) if asked is not None else ()
        for seat in range(len(self.seating)):
            question = None
            if asked is not None and seat in awaited:
                question = (asked.prompt(s, seat), tablero.options(s, seat))
            if question is None or seat == moved or question != self.questions[seat]:
                self.stamps[seat] = self.version
            if question is not None and self.questions[seat] is None:
                self.turns[seat] = self.version
            self.questions[seat] = question
        if self.over or self.paused or not self.seating.full:
            self.clocks.stop(at)
        else:
            timed = [seat for seat in awaited if len(self.seating) == 2 or not self.seating[seat].bot]
            self.clocks.turn(moved, timed, at)
