"""Updates for a seat: only what it may know, and after the first one only what has changed. Its words: phrases.py."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import compress
from operator import is_not
from typing import Final, TypeAlias, TypeVar

import msgspec

import tablero
from tablero.kernel.actions import Action
from tablero.kernel.engine import asking, has_gestures
from tablero.kernel.frames import Decision
from tablero.kernel.odds import Odds, together
from tablero.kernel.scene import Hand, Panel, Piece, Scene, Track
from tablero.kernel.text import Speech
from tablero.table.chat import LATEST
from tablero.table.journal import Order
from tablero.table.phrases import Asked, Choice, LinkedSpeech, LogLine, LogWords, Phrases
from tablero.table.seating import ONLOOKER, Holder
from tablero.table.sitting import Question, Sitting

LINES = 400         # of the log in the first message; older lines are requested
KNOWN = 2_000       # choices whose numbers a socket is expected to remember
NOTHING = Scene("")
Row: TypeAlias = tuple[str, int, tuple[tuple[str, str], ...]]       # of a panel: its id, which row, the row
Estimated: TypeAlias = tuple[int, Mapping[Action, Odds]]        # by the stamp of the question: odds of its fights
NOT_ESTIMATED: Final[Estimated] = (-1, {})

T = TypeVar("T", Piece, Track, Panel)


class Foreseen(msgspec.Struct, omit_defaults=True, frozen=True):
    """What will be judged soon, or could end the game at once, and how it stands."""

    text: str
    rule: str = ""


class Chair(msgspec.Struct, omit_defaults=True):
    """Who sits in a seat."""

    seat: str
    title: str
    name: str = ""
    bot: str = ""
    you: bool = False
    awaited: bool = False
    left: float | None = None       # seconds on the clock
    ally: bool = False              # somebody else plays it, on your side


def chairs(speech: Speech, holders: Sequence[Holder], awaited: Sequence[int], own: Sequence[int]) -> list[Chair]:
    """The seats of a table, for whoever has some of them."""
    seats = [seat for seat in own if seat >= 0]
    mine = {holders[seat].person for seat in seats}
    allied = {seat for one in seats for seat in speech.game.side(one) if holders[seat].person not in mine}
    return [
        Chair(speech.game.seats[seat], speech.seat(seat), holder.name, holder.bot, seat in own, seat in awaited,
              ally=seat in allied and bool(holder.person))
        for seat, holder in enumerate(holders)
    ]


class ChatLine(msgspec.Struct, omit_defaults=True):
    """A chat message."""

    n: int                          # its number among the lines that this seat may read, from 0
    name: str
    text: str
    side: bool = False              # only the own side may read it


class Proposal(msgspec.Struct, omit_defaults=True):
    seat: str
    what: str
    back_to: int = -1
    yours: bool = False             # you have made it, or agreed to it already
    of: str = ""                    # replace: whose seat
    bot: str = ""                   # and who plays on in it, if not another person


class Update(msgspec.Struct, omit_defaults=True, tag_field="type", tag="update"):
    """What has changed since the last message to this seat; `whole` if everything is in it."""

    version: int                    # grows with everything that this seat may know of
    stamp: int
    asked: Asked
    choices: list[Choice]           # over sockets: those that were not sent before, if there is an `order`
    chairs: list[Chair]
    order: list[int] = []           # over sockets: the numbers of all choices, if some of them were sent before
    whole: bool = False
    board: str = ""
    pieces: list[Piece] = []
    gone: list[str] = []            # pieces, tracks and panels that are no longer there
    tracks: list[Track] = []
    panels: list[Panel] = []        # that are new or longer or shorter than before
    rows: list[Row] = []            # that have changed in other panels
    marks: list[tuple[str, str]] | None = None
    hands: list[Hand] | None = None
    inset: str = ""
    log: list[LogLine] = []
    struck: list[int] = []          # numbers of log lines that were taken back
    chat: list[ChatLine] = []
    muted: list[str] = []           # who may not speak at this table
    outlook: list[Foreseen] = []    # what the next judgement will be, when it is near
    declined: list[str] = []        # topics of the questions that this seat declines for a time; "*" for all
    quiet: list[str] = []           # things and kinds of chances ("topic:…") with which this seat will not react
    orders: list[Order] = []        # what the table will answer for this seat
    going_on: int = 0               # actions of this seat's gesture that follow if nobody reacts
    actions: int = 0                # how many actions the game has
    can_undo: bool = False
    offer: Proposal | None = None
    paused: bool = False
    over: bool = False
    result: str = ""
    commitment: str = ""            # hash of the server's secret
    shares: list[str] = []          # the players' numbers, by seat
    seed: str = ""                  # the server's secret, when the game is over
    started: bool = True            # all seats have been taken once
    spectators: bool = False        # others may watch
    listed: bool = False            # everybody may take a free seat
    rematch: str = ""               # id of the table at which those who played here meet again
    rematch_by: str = ""            # and who has opened it


@dataclass(slots=True)
class Feed:
    """The updates of one seat in one language; it remembers what was sent, and sends the difference."""

    seat: int                       # -1: a spectator
    speech: LinkedSpeech
    looking: tuple[int, ...] = ()   # once the game is over: the seats whose eyes one looks with, if not one's own
    version: int = 0                # of the table, as the seat may count, at the last update
    scene: Scene = NOTHING
    chairs: list[Chair] = field(default_factory=list)
    seated: tuple[list[int], Sequence[Holder]] = ([], ())   # who was asked and who sat where at the last update
    lines: int = 0                  # log lines sent
    struck: set[int] = field(default_factory=set)
    strikes: int = -1               # how often lines had been taken back by then
    spoken: int = 0                 # chat messages sent
    known: dict[Choice, int] | None = None      # the numbers of choices sent; None: choices are always sent whole
    estimated: Estimated = NOT_ESTIMATED        # odds of fights that were tried out

    def update(
        self, sitting: Sitting, now: float, whole: bool = False, words: LogWords | None = None
    ) -> Update:
        """The next message for this seat; `words` is shared by all feeds that report the same change."""
        s, seat, over, self.version = sitting.state, self.seat, sitting.over, sitting.versions[self.seat]
        eyes = self.looking if self.looking and sitting.fog_lifted else sitting.eyes(seat)
        view = sitting.game.joint_view(s, eyes)
        scene = sitting.game.scene(view, eyes[0])
        phrases = Phrases.of(s, self.speech)
        question = sitting.questions[seat] if seat in sitting.to_move() else None
        message = Update(
            version=self.version,
            stamp=sitting.stamps[seat] if seat >= 0 else 0,
            asked=Asked(self._result(sitting)) if over else self._asked(sitting, view, phrases, question, now),
            choices=[],
            chairs=self._chairs(sitting, view, now),
            outlook=[] if over else [
                Foreseen(self.speech.outlook(view, one), one.rule) for one in sitting.game.outlook(view, seat)
            ],
            declined=sitting.declined(seat) if seat >= 0 and not over else [],
            quiet=sorted(sitting.standing[seat].quiet) if seat >= 0 and not over else [],
            orders=sitting.standing[seat].orders[:] if seat >= 0 and not over else [],
            going_on=len(rest.actions) if (rest := sitting.rest) is not None and rest.seat == seat else 0,
            actions=len(sitting.record.entries),
            can_undo=seat >= 0 and not over and not sitting.seating[seat].bot and sitting.record.can_undo(seat),
            paused=sitting.paused,
            over=over,
            started=sitting.started,
            spectators=sitting.spectators,
            listed=sitting.listed,
        )
        if sitting.rematch is not None:
            message.rematch, message.rematch_by = sitting.rematch.sitting, sitting.rematch.name
        if sitting.offer is not None:
            offer, seats = sitting.offer, sitting.game.seats
            agreed = seat >= 0 and sitting.seating[seat].person in sitting.agreed
            of = seats[offer.of] if offer.of >= 0 else ""
            message.offer = Proposal(seats[offer.seat], offer.what, offer.back_to, agreed, of, offer.bot)
        if over:
            message.result = self._result(sitting)
            message.seed = f"{sitting.record.seed:x}"
        if whole or over:
            message.shares = list(sitting.record.shares)
        if whole:
            self._forget()
            message.whole, message.board = True, scene.board
            message.commitment = sitting.record.commitment
        if question:
            self._choose(message, self._choices(sitting, view, phrases, question))
        self._scene(message, scene)
        self._log(message, eyes, words or LogWords(sitting))
        return message

    def _forget(self) -> None:
        self.scene = NOTHING
        self.lines, self.struck, self.strikes, self.spoken = 0, set(), -1, 0
        if self.known:
            self.known.clear()

    def _asked(
        self, sitting: Sitting, view: tablero.State, phrases: Phrases, question: Question | None, now: float
    ) -> Asked:
        s = sitting.state
        if question is None:
            prompt = tablero.prompt(s, self.seat if sitting.started else ONLOOKER)
            asked = phrases.asked(view, self.speech, prompt, False)
            waits = self.seat >= 0 and any(map(sitting.grace, sitting.bots_to_move()))
            return msgspec.structs.replace(asked, grace=True) if waits else asked
        asked = phrases.asked(view, self.speech, question[0], has_gestures(s))
        no = tablero.decline(s, self.seat)
        if no is None:
            return asked
        closes, held = sitting.windows.closes[self.seat], sitting.windows.held[self.seat]
        return msgspec.structs.replace(
            asked, decline=sitting.game.write(view, no), topic=question[0].topic,
            passing=sitting.automatic_answer(self.seat) is not None,
            fight=sitting.game.fight(s) > 0, closes=round(max(0.0, closes - now), 1) if closes else None,
            held=sitting.game.write(view, held[0]) if held else "",
        )

    def _choices(
        self, sitting: Sitting, view: tablero.State, phrases: Phrases, question: Question
    ) -> list[Choice]:
        asked, speech, game, seat = asking(view), self.speech, sitting.game, self.seat
        if asked is None or sitting.seating[self.seat].bot:
            return []
        found, key, aims = [], question[0].key, type(asked).aim is not Decision.aim
        known = phrases.answers(key)
        stamp, tried = self.estimated
        if stamp != sitting.stamps[self.seat]:
            tried = {}
        for action in question[1]:
            choice = known.get(action) or phrases.choice(view, speech, key, action)
            if choice.may_show and not game.may_show(view, seat, action):
                choice = msgspec.structs.replace(choice, may_show="")
            aimed = asked.aim(view, seat, action) if aims else None
            if aimed is not None:
                choice = msgspec.structs.replace(choice, targets=aimed)
            promised = together(game.odds(view, seat, action), tried.get(action))
            if promised is not None:
                choice = msgspec.structs.replace(choice, odds=phrases.promise(speech, promised))
            caution = game.caution(view, seat, action)
            if caution is not None:
                choice = msgspec.structs.replace(choice, **{caution.kind: speech.caution(view, caution)})
            found.append(choice)
        return found

    def _choose(self, message: Update, choices: list[Choice]) -> None:
        """Put choices into a message: if they are counted, those that were sent before by their numbers. In a whole
        message none is: it is sent to one guest, and what follows to all who have the same feed."""
        known = self.known
        if known is None or message.whole:
            message.choices = choices
            return
        if len(known) > KNOWN:
            known.clear()
        for choice in choices:
            n = known.get(choice)
            if n is None:
                n = known[choice] = len(known) + 1
                message.choices.append(msgspec.structs.replace(choice, n=n))
            message.order.append(n)
        if len(message.choices) == len(choices):
            message.order = []

    def _chairs(self, sitting: Sitting, view: tablero.State, now: float) -> list[Chair]:
        """Who sits where and is asked, as far as the seat can tell; computed again only if that has changed, or a clock
        is running."""
        timed, seating = sitting.opened.clock.kind != "none", sitting.seating
        awaited = sitting.awaited()
        if awaited:
            own = seating.same[self.seat] if self.seat >= 0 else ()
            awaited = [seat for seat in tablero.players(view) if seat in awaited or seat not in own]
        seated = awaited, seating.holders
        if timed or seated != self.seated:
            self.seated = seated
            self.chairs = chairs(self.speech, seating.holders, awaited, (self.seat,))
            if timed:
                for seat, chair in enumerate(self.chairs):
                    chair.left = round(sitting.clocks.remaining(seat, now), 1)
        return self.chairs

    def _result(self, sitting: Sitting) -> str:
        if sitting.ending is None:
            return self.speech.result(sitting.state)
        return self.speech.ended(f"ending.{sitting.ending.kind}", sitting.ending.winners)

    def _scene(self, message: Update, scene: Scene) -> None:
        was, self.scene = self.scene, scene
        message.inset = scene.inset
        if scene is was:
            return
        message.pieces, gone = changes(was.pieces, scene.pieces)
        message.tracks, gone_tracks = changes(was.tracks, scene.tracks)
        panels, gone_panels = changes(was.panels, scene.panels)
        message.panels, message.rows = by_rows(was.panels, panels)
        message.gone = gone + gone_tracks + gone_panels
        if scene.marks != was.marks:
            message.marks = list(scene.marks)
        if scene.hands != was.hands:
            message.hands = list(scene.hands)

    def _log(self, message: Update, eyes: tuple[int, ...], words: LogWords) -> None:
        sitting = words.sitting
        lines = len(sitting.log)
        if self.lines < lines:
            lifted = self.looking if sitting.fog_lifted else ()
            own = [sitting.game.seats[seat] for seat in lifted or (self.seat,) if seat >= 0]
            for i in range(max(self.lines, lines - LINES), lines):
                line = words.line(i, eyes, self.speech)
                if not line.lines and line.seat not in own:
                    line = msgspec.structs.replace(line, seat="")     # nor is the seat told whose it was
                message.log.append(line)
        self.lines = lines
        if self.strikes != sitting.strikes:
            struck = {i for i, line in enumerate(sitting.log) if line.undone}
            message.struck = sorted(struck - self.struck)
            self.struck, self.strikes = struck, sitting.strikes
        if sitting.chat.lines:
            message.chat = chat_lines(sitting, self.seat, self.spoken)[-LATEST:]
            self.spoken = message.chat[-1].n + 1 if message.chat else self.spoken
        message.muted = sorted(sitting.chat.muted.values())


def chat_lines(sitting: Sitting, seat: int, first: int, before: int | None = None) -> list[ChatLine]:
    """What was said from one line up to another, of those that a seat may read."""
    heard = sitting.chat.heard(sitting.side(seat))[first:before]
    return [ChatLine(n, said.name, said.text, said.side >= 0) for n, said in enumerate(heard, first)]


def changes(old: Sequence[T], new: Sequence[T]) -> tuple[list[T], list[str]]:
    """What is new or different, and the ids of what is gone. Most things are the same object and need no comparison."""
    if len(old) == len(new):
        pairs = list(compress(zip(old, new, strict=True), map(is_not, old, new)))
        if all(before.id == after.id for before, after in pairs):
            return [after for before, after in pairs if before != after], []
    known, left = {thing.id: thing for thing in old}, {thing.id for thing in new}
    changed = [after for after in new if (before := known.get(after.id)) is not after and before != after]
    return changed, [id_ for id_ in known if id_ not in left]


def by_rows(old: Sequence[Panel], changed: list[Panel]) -> tuple[list[Panel], list[Row]]:
    """Of panels that have changed: those to be sent whole, and of all others the rows that differ."""
    known, whole, rows = {panel.id: panel for panel in old} if changed else {}, [], list[Row]()
    for panel in changed:
        before = known.get(panel.id)
        if before is None or (before.name, before.side, len(before.rows)) != (panel.name, panel.side, len(panel.rows)):
            whole.append(panel)
        else:
            pairs = enumerate(zip(before.rows, panel.rows, strict=True))
            rows += [(panel.id, i, row) for i, (was, row) in pairs if was is not row and was != row]
    return whole, rows
