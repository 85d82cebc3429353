"""A game being played at a table: who sits where, what was done, what is offered, how much time is left.

Every method that changes a sitting checks first, changes it, and gives back the matter for the journal; `fold` does the
same change again from the journal. A sitting that could not be written down is forgotten and folded anew: nothing is
lost or half done.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import tablero
from tablero.kernel.actions import Action
from tablero.kernel.engine import illegal
from tablero.kernel.errors import BadRecord, GameOver, NotAllowed, NotYourTurn, StaleState, TableroError
from tablero.kernel.events import Event
from tablero.kernel.refusals import Prompt
from tablero.table.clocks import Clocks
from tablero.table.journal import (
    Acted,
    Entry,
    Left,
    Matter,
    Offered,
    Opened,
    Reopened,
    Replied,
    Resigned,
    Said,
    Sat,
    Seated,
    Undone,
)

LONGEST_CHAT = 1000
OFFERS = ("takeback", "draw", "pause", "resume")


@dataclass(slots=True)
class Holder:
    """Who sits in a seat: a person, a bot, or nobody yet."""

    player: str = ""        # id of the person
    name: str = ""          # what the person is called
    bot: str = ""

    @property
    def free(self) -> bool:
        return not self.player and not self.bot


@dataclass(slots=True)
class Line:
    """One action as the log tells it."""

    n: int                  # how many actions there were with this one
    seat: int
    do: str
    events: list[Event]
    undone: bool = False


@dataclass(slots=True)
class Ending:
    """An end that the rules of the game do not know: agreed, resigned, out of time."""

    kind: str
    winner: int | None


@dataclass(slots=True)
class Sitting:
    id: str
    opened: Opened
    record: tablero.Record
    holders: list[Holder]
    clocks: Clocks
    version: int = 1                                        # entries in the journal
    stamps: list[int] = field(default_factory=list)         # by seat: version at which its question was put
    questions: list[tuple[Prompt, list[Action]] | None] = field(default_factory=list)
    log: list[Line] = field(default_factory=list)
    chat: list[Said] = field(default_factory=list)
    offer: Offered | None = None
    agreed: set[int] = field(default_factory=set)           # seats that have accepted the offer
    paused: bool = False
    ending: Ending | None = None
    clients: dict[str, int] = field(default_factory=dict)   # message ids and the entries they brought
    held: dict[str, set[int]] = field(default_factory=dict) # seats that each person has ever held
    strikes: int = 0                                        # how often lines of the log were struck out
    turns: list[int] = field(default_factory=list)          # by seat: version since which it is, or was, awaited
    noes: list[dict[str, int]] = field(default_factory=list)    # by seat: questions it declines, and in which phase

    # --- opening

    @classmethod
    def open(cls, id_: str, opened: Opened, at: float) -> Sitting:
        """A sitting as its first entry describes it."""
        game = tablero.game(opened.game)
        edition = game.older_edition(opened.rules, opened.cards)
        if opened.record:
            record = tablero.Record.parse(opened.record)
            if not record.state.over:
                record = record.fork(len(record.entries), int(opened.seed, 16))
        else:
            record = tablero.Record.start(
                game, opened.scenario, int(opened.seed, 16), opened.options, secret=True, edition=edition)
        seats = len(game.seats)
        clocks = Clocks(opened.clock, [opened.clock.bank] * seats)
        sitting = cls(id_, opened, record, [Holder() for _ in range(seats)], clocks)
        sitting.stamps, sitting.turns = [1] * seats, [1] * seats
        sitting.questions = [None] * seats
        sitting.noes = [{} for _ in range(seats)]
        sitting._ask(at)
        return sitting

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
    def over(self) -> bool:
        return self.state.over or self.ending is not None

    def seats_of(self, player: str) -> list[int]:
        return [seat for seat, holder in enumerate(self.holders) if player and holder.player == player]

    def awaited(self) -> list[int]:
        """Seats that owe an answer."""
        return [seat for seat, question in enumerate(self.questions) if question is not None]

    def started(self) -> bool:
        """Is every seat taken?"""
        return not any(holder.free for holder in self.holders)

    def to_move(self) -> list[int]:
        """Seats that can and must do something now."""
        return self.awaited() if not self.paused and self.started() else []

    # --- seats

    def sit(self, seat: int, player: str, name: str, at: float) -> Matter:
        """Take a free seat; nobody who has seen one side of a game goes over to another."""
        self._seat(seat)
        if not self.holders[seat].free:
            raise NotAllowed("seat_taken")
        seen = self.held.get(player, set())
        both_sides = not self.log and seen == set(self.seats_of(player))
        if seen and seat not in seen and not both_sides:
            raise NotAllowed("other_side")
        return self._done(Sat(seat, player, name), at)

    def seat_bot(self, seat: int, bot: str, at: float) -> Matter:
        """Give a seat to a bot; a person who sat there has left it."""
        self._seat(seat)
        return self._done(Seated(seat, bot), at)

    def leave(self, seat: int, at: float) -> Matter:
        self._seat(seat)
        return self._done(Left(seat), at)

    def _seat(self, seat: int) -> None:
        if not 0 <= seat < len(self.holders):
            raise NotAllowed("no_seat", seat=seat)

    # --- play

    def act(self, seat: int, text: str, stamp: int, at: float, standing: bool = False) -> Matter:
        """Play an action for a seat; `stamp` says which question it answers. A no may be `standing`: it is then given
        to every chance of its kind until the phase is over, which is no part of the game."""
        self._may_answer(seat, stamp, at)
        action = self.game.read(self.state, text)
        if action not in tablero.options(self.state, seat):
            raise illegal(self.state, seat, action)
        if standing and action != tablero.decline(self.state, seat):
            raise NotAllowed("decline_only_reactions")
        if standing:
            self._decline_from_now(seat)
        told = self.record.apply(seat, action)
        return self._done(Acted(seat, text, list(self.record.entries[-1].chance), standing), at, told)

    def reach(self, seat: int) -> list[str]:
        """What a seat can click that is farther than one action."""
        return list(tablero.gestures(self.game.view(self.state, seat), seat)) if seat in self.to_move() else []

    def gesture(self, seat: int, target: str, stamp: int, at: float) -> list[str]:
        """The actions, in text form, that a click on something far stands for. They are played one after the other, by
        `act`, as long as `undisturbed` says so."""
        self._may_answer(seat, stamp, at)
        actions = tablero.gestures(self.game.view(self.state, seat), seat).get(target, ())
        if not actions:
            raise NotAllowed("no_gesture", target=target)
        return [self.game.write(self.state, action) for action in actions]

    def undisturbed(self, seat: int, text: str) -> bool:
        """May the seat play the next action of a gesture? Not if its last one rolled or showed something or let another
        seat answer, nor if the action is not offered any more."""
        if self.over or not self.record.can_undo(seat) or [seat] != self.to_move():
            return False
        return self.game.read(self.state, text) in tablero.options(self.state, seat)

    def _may_answer(self, seat: int, stamp: int, at: float) -> None:
        self._playing(seat)
        if self.questions[seat] is None:
            raise NotYourTurn("turn")
        if stamp != self.stamps[seat]:
            raise StaleState("question")
        if seat in self.clocks.fallen(at):
            raise NotAllowed("time_up")

    def _decline_from_now(self, seat: int) -> None:
        question = self.questions[seat]
        assert question is not None
        self.noes[seat][question[0].topic] = self.game.phase(self.state)

    def declined(self, seat: int) -> list[str]:
        """Topics of the questions to which a seat has said no for the rest of this phase."""
        now = self.game.phase(self.state)
        return [topic for topic, phase in self.noes[seat].items() if phase == now]

    def ask_again(self, seat: int, at: float) -> Matter:
        """Take back what was declined for the rest of the phase: the next chance is asked about."""
        self._playing(seat)
        if not self.noes[seat]:
            raise NotAllowed("nothing_declined")
        return self._done(Reopened(seat), at)

    def foregone(self, seat: int) -> Action | None:
        """What the table answers for a person: to let a chance go by that he cannot use, or has declined."""
        question = self.questions[seat]
        if question is None or self.holders[seat].bot:
            return None
        prompt, options = question
        no = tablero.decline(self.state, seat)
        if no is None or no not in options:
            return None
        useless = options == [no] and not self.opened.always_ask
        return no if useless or prompt.topic in self.declined(seat) else None

    def undo(self, seat: int, at: float) -> Matter:
        """Take back the last action, up to the last barrier, without asking."""
        self._playing(seat)
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
        if not self.started():
            raise NotAllowed("not_started")

    # --- offers

    def propose(self, seat: int, what: str, back_to: int, at: float) -> Matter:
        """Propose a take-back, a draw, a pause or to go on."""
        self._seat(seat)
        if self.over:
            raise GameOver("over")
        if what not in OFFERS:
            raise NotAllowed("unknown_offer", what=what, known=OFFERS)
        if not self.started():
            raise NotAllowed("nobody_to_agree")
        if what == "draw" and any(holder.bot for holder in self.holders):
            raise NotAllowed("bots_draw")
        first, last = max(self.record.origin, 0), len(self.record.entries) - 1
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
        if self.offer is None:
            raise NotAllowed("no_offer")
        if accept and self._consents(self.offer.seat, seat):
            raise NotAllowed("own_offer")
        return self._done(Replied(seat, accept), at)

    def _consents(self, a: int, b: int) -> bool:
        """Are two seats the same person's?"""
        return a == b or bool(self.holders[a].player) and self.holders[a].player == self.holders[b].player

    def resign(self, seat: int, at: float) -> Matter:
        self._seat(seat)
        if self.over:
            raise GameOver("over")
        return self._done(Resigned(seat), at)

    def flag_fall(self, at: float) -> Matter:
        """Somebody's time is up."""
        fallen = self.clocks.fallen(at)
        if self.over or not fallen:
            raise NotAllowed("time_left")
        return self._done(Resigned(fallen[0], "time"), at)

    def say(self, player: str, name: str, text: str, at: float) -> Matter:
        text = text.strip()
        if not text or len(text) > LONGEST_CHAT:
            raise NotAllowed("chat_length", n=LONGEST_CHAT)
        return self._done(Said(player, name, text), at)

    # --- what a matter changes

    def fold(self, entry: Entry) -> None:
        """Do again what the journal says was done."""
        matter = entry.matter
        told: list[Event] = []
        if isinstance(matter, Acted):
            if matter.standing:
                self._decline_from_now(matter.seat)
            told = self._replay(matter)
        elif isinstance(matter, Undone):
            for _ in range(matter.count):
                self.record.undo(matter.seat)
        elif isinstance(matter, Opened):
            raise BadRecord("journal_twice", n=entry.n)
        self._done(matter, entry.at, told)
        if entry.client:
            self.clients[entry.client] = self.version

    def _replay(self, matter: Acted) -> list[Event]:
        s = self.record.state
        s.script = list(matter.chance)
        told = self.record.apply(matter.seat, self.game.read(s, matter.do))
        if s.script:
            raise BadRecord("chance_unused", results=s.script, action=matter.do)
        s.script = None
        s.rng += len(matter.chance)
        if self.record.past:
            self.record.past[-1].script = None      # what an undo goes back to is played on by the generator
        return told

    def _done(self, matter: Matter, at: float, told: list[Event] | None = None) -> Matter:
        """The common part of doing and folding: everything but the game's own state."""
        self.version += 1
        if isinstance(matter, Acted):
            self.log.append(Line(len(self.record.entries), matter.seat, matter.do, told or []))
            if self.offer is not None and self.offer.what in ("takeback", "draw"):
                self._close_offer()         # the game has gone on
            self._ask(at, matter.seat)
        elif isinstance(matter, Reopened):
            self.noes[matter.seat].clear()
        elif isinstance(matter, Undone):
            self.noes[matter.seat].clear()          # else the table would give the same answer again
            self._strike(len(self.record.entries))
            self.clocks.taken_back(matter.seat)
            self._ask(at, matter.seat)
        elif isinstance(matter, Sat):
            self.held.setdefault(matter.player, set()).add(matter.seat)
            self._change_holder(matter.seat, Holder(matter.player, matter.name), at)
        elif isinstance(matter, Seated):
            self._change_holder(matter.seat, Holder(bot=matter.bot), at)
        elif isinstance(matter, Left):
            self._change_holder(matter.seat, Holder(), at)
        elif isinstance(matter, Said):
            self.chat.append(matter)
        elif isinstance(matter, Resigned):
            others = [seat for seat in range(len(self.holders)) if seat != matter.seat]
            self._end(Ending(matter.reason, others[0] if len(others) == 1 else None), at)
        elif isinstance(matter, Offered):
            self.offer, self.agreed = matter, set()
            self._settle(at)
        elif isinstance(matter, Replied):
            if matter.accept:
                self.agreed.add(matter.seat)
                self._settle(at)
            else:
                self._close_offer()
        return matter

    def _change_holder(self, seat: int, holder: Holder, at: float) -> None:
        """Somebody comes or goes: what was proposed to those who sat here, or declined by them, falls."""
        self.holders[seat] = holder
        self.noes[seat].clear()
        self._close_offer()
        self._ask(at)

    def _settle(self, at: float) -> None:
        """Carry out an offer once everybody has agreed: bots always do, and so does oneself in another seat."""
        offer = self.offer
        if offer is None:
            return
        for seat, holder in enumerate(self.holders):
            if not (holder.bot or seat in self.agreed or self._consents(offer.seat, seat)):
                return
        self._close_offer()
        if offer.what == "takeback":
            self.record.take_back(offer.back_to)
            for noes in self.noes:
                noes.clear()
            self._strike(offer.back_to)
            self.questions = [None] * len(self.holders)     # they are put anew, even if they read the same
            self._ask(at)
        elif offer.what == "draw":
            self._end(Ending("agreed", None), at)
        else:
            self.paused = offer.what == "pause"
            if self.paused:
                self.clocks.stop(at)
            else:
                self._ask(at)

    def _close_offer(self) -> None:
        self.offer, self.agreed = None, set()

    def _strike(self, stay: int) -> None:
        """Lines of the log beyond the actions that stay are struck out, never removed."""
        self.strikes += 1
        for line in self.log:
            if line.n > stay:
                line.undone = True

    def _end(self, ending: Ending, at: float) -> None:
        self.ending = ending
        self.questions = [None] * len(self.holders)
        self.clocks.stop(at)

    def _ask(self, at: float, moved: int = -1) -> None:
        """Put the questions of the new position; to those who have not moved, one that is the same keeps its stamp."""
        awaited = () if self.over else tablero.players(self.state)
        for seat in range(len(self.holders)):
            question = None
            if seat in awaited:
                question = (tablero.prompt(self.state, seat), tablero.options(self.state, seat))
            if question is None or seat == moved or question != self.questions[seat]:
                self.stamps[seat] = self.version
            if question is not None and self.questions[seat] is None:
                self.turns[seat] = self.version
            self.questions[seat] = question
        if self.over or self.paused or not self.started():
            self.clocks.stop(at)
        else:
            self.clocks.turn(moved, awaited, at)
