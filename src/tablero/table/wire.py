"""Updates for a seat: only what it may know, and after the first one only what has changed.

Sentences contain links: a thing in a sentence is written `\\x01unit:c_guias\\x02Guías\\x03`, so that a client can
show it as a link to the board without knowing any language.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import compress
from operator import is_not
from typing import Final, NamedTuple, TypeAlias, TypeVar

import msgspec

import tablero
from tablero.kernel.actions import NUMBER, Action, Names, Signature
from tablero.kernel.engine import asking, has_gestures
from tablero.kernel.events import ALL, SheetRow
from tablero.kernel.frames import Decision
from tablero.kernel.odds import Odds, together
from tablero.kernel.refusals import Prompt
from tablero.kernel.scene import Hand, Panel, Piece, Scene, Track
from tablero.kernel.text import Speech, sentence
from tablero.table.chat import LATEST
from tablero.table.journal import Order
from tablero.table.look import look
from tablero.table.notices import Notice
from tablero.table.seating import ONLOOKER, Holder
from tablero.table.sitting import Question, Sitting

LINES = 400         # of the log in the first message; older lines are requested
DICE = ("die", "a", "b")
KNOWN = 2_000       # choices whose numbers a socket is expected to remember
NOTES = ("rolls", "shows", "may_show")      # notes on a choice, in the order of its fields
BEGINS = 1          # of `LogLine.fights`
NOTHING = Scene("")
Called: TypeAlias = tuple[tuple[str, tuple[str, int] | None], ...]
Row: TypeAlias = tuple[str, int, tuple[tuple[str, str], ...]]       # of a panel: its id, which row, the row
Estimated: TypeAlias = tuple[int, Mapping[Action, Odds]]        # by the stamp of the question: odds of its fights
NOT_ESTIMATED: Final[Estimated] = (-1, {})

T = TypeVar("T", Piece, Track, Panel)
K = TypeVar("K")
V = TypeVar("V")


class LinkedSpeech(Speech):
    """A speech whose sentences contain links, and the look of its game."""

    __slots__ = ("look",)

    def __init__(self, game: tablero.Game[tablero.State], language: str) -> None:
        super().__init__(game, language)
        self.look = look(game)

    def thing(self, s: tablero.State, kind: str, id_: int) -> str:
        name = super().thing(s, kind, id_)
        return name if kind == NUMBER else f"\x01{kind}:{self.game.names(s)[kind][id_]}\x02{name}\x03"


class Choice(msgspec.Struct, omit_defaults=True, frozen=True, cache_hash=True):
    """An option as a client shows it."""

    do: str                         # text form, sent back as it is
    targets: tuple[str, ...]        # "unit:c_guias", "hex:1713": what to highlight and click
    label: str
    rolls: str = ""                 # the dice that will be rolled, so that it cannot be undone
    shows: str = ""                 # what will be revealed to others, likewise
    may_show: str = ""              # what may be revealed, depending on what others know already, or on what follows
    odds: str = ""                  # the odds, as far as the seat may know
    waste: str = ""                 # what would be lost by it: a client asks first
    vain: str = ""                  # why nothing can come of it, though it is allowed
    only: str = ""                  # why nothing else can be done there: a client asks before a click does it
    closes: int = 0                 # it ends the question without doing more: the main button; 1 goes before 2
    n: int = 0                      # over sockets: its number, see `Update.order`


class Told(NamedTuple):
    """What is said of an event in the log."""

    sentence: str
    dice: str                       # that were rolled for it
    head: int                       # is it a heading?
    fight: int                      # does it begin or end a fight?
    title: str                      # what the fight is called that it begins
    great: bool                     # should nobody miss it?


class Phrases:
    """A cache of phrases in one language, for all sittings with the same things.

    What a thing is called does not change during a game, except for kinds of things whose name depends on who looks,
    such as blocks in the fog: phrases with these are kept together with the names that are in them.
    """

    _shared: dict[tuple[int, str], Phrases] = {}
    MOST = 10_000

    def __init__(self, names: Mapping[str, Names]) -> None:
        self.names = names
        self.choices: dict[str, dict[Action, Choice]] = {}      # by key of the question
        self.varying: dict[str, dict[tuple[Action, Called], Choice]] = {}       # likewise, with names that vary
        self.notes: dict[tuple[str, str], tuple[str, str, str]] = {}    # by key of the question and verb
        self.prompts: dict[tuple[Prompt, bool], Asked] = {}
        self.odds: dict[Odds, str] = {}
        self.events: dict[tuple[str, tuple[int, ...]], Told] = {}

    @classmethod
    def of(cls, s: tablero.State, speech: LinkedSpeech) -> Phrases:
        """The phrases about the things of a state, shared by all states with the same things."""
        names = speech.game.names(s)
        key = id(names), speech.language        # the id stays unique as long as the names are kept here
        found = cls._shared.get(key)
        if found is None:
            if len(cls._shared) >= 100:
                cls.forget()
            found = cls._shared[key] = cls(names)
        return found

    @classmethod
    def forget(cls) -> None:
        cls._shared.clear()

    def _room(self, known: dict[K, V]) -> dict[K, V]:
        if len(known) >= self.MOST:
            known.clear()
        return known

    def choice(self, s: tablero.State, speech: LinkedSpeech, key: str, action: Action) -> Choice:
        """An option with its label and notes; a note may belong to a verb, or to a verb in answer to one question."""
        game, verb = speech.game, action[0]
        called = _called(s, speech, game.verbs[verb], action[1:]) if game.varying else ()
        varying = self.varying.setdefault(key, {})
        if called and (found := varying.get((action, called))) is not None:
            return found
        notes = self.notes.get((key, verb))
        if notes is None:
            rolls, shows, may_show = (
                speech.note(f"{kind}.{key}.{verb}") or speech.note(f"{kind}.{verb}") for kind in NOTES
            )
            notes = self.notes[key, verb] = rolls, shows, may_show
        closing = speech.look.closing
        closes = closing.index(verb) + 1 if len(action) == 1 and verb in closing else 0
        text, targets = game.write(s, action), game.targets(s, action)
        made = Choice(text, targets, speech.action(s, action, key), *notes, closes=closes)
        if called:
            self._room(varying)[action, called] = made
        else:
            self._room(self.answers(key))[action] = made
        return made

    def answers(self, key: str) -> dict[Action, Choice]:
        """The answers to a question that were worded before."""
        return self.choices.setdefault(key, {})

    def asked(self, s: tablero.State, speech: LinkedSpeech, prompt: Prompt, far: bool) -> Asked:
        """What is asked."""
        found = self.prompts.get((prompt, far))
        if found is None:
            found = Asked(speech.prompt(s, prompt), prompt.rule, prompt.key, far=far)
            if not any(kind in speech.game.varying for _, kind, _ in prompt.args):
                self._room(self.prompts)[prompt, far] = found
        return found

    def promise(self, speech: LinkedSpeech, odds: Odds) -> str:
        """What an option promises."""
        found = self.odds.get(odds)
        if found is None:
            found = self._room(self.odds)[odds] = speech.odds(odds)
        return found

    def event(self, words: LogWords, speech: LinkedSpeech, seen: tuple[str, tuple[int, ...]]) -> Told:
        """What happened, as onlookers call it."""
        found = self.events.get(seen)
        if found is None:
            (kind, args), look = seen, speech.look
            names, fight = speech.game.events[kind], look.fights.get(kind, 0)
            found = Told(
                speech.event(words.onlooker(), kind, args), _dice(names, args), look.headings.get(kind, 0), fight,
                speech.say(f"fight.{kind}") if fight & BEGINS else "", kind in look.great,
            )
            if not any(argument.kind in speech.game.varying for argument in names):
                self._room(self.events)[seen] = found
        return found


def _called(s: tablero.State, speech: LinkedSpeech, wanted: Signature, things: Sequence[int]) -> Called:
    """The names of things that vary, and where they are."""
    game = speech.game
    return tuple([
        (speech.thing(s, argument.kind, thing), game.place_of(s, argument.kind, thing))
        for argument, thing in zip(wanted, things, strict=True) if argument.kind in game.varying
    ])


class Asked(msgspec.Struct, omit_defaults=True, frozen=True):
    """The prompt."""

    text: str
    rule: str = ""
    key: str = ""
    decline: str = ""               # text form of the answer that declines this chance, if it is one
    topic: str = ""                 # which kind of chance it is: message "when.<topic>"
    passing: bool = False           # the table answers for you in a moment
    closes: float | None = None     # seconds until this chance is over, and your answer is seen
    held: str = ""                  # text form of what you have answered so far
    fight: bool = False             # a fight is under way for whose duration you may decline
    far: bool = False               # things that are several actions away may be clicked: a client asks for `reach`


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


class LogLine(msgspec.Struct, omit_defaults=True):
    """A line of the log."""

    i: int                          # its index in the log; undone lines keep theirs
    n: int                          # number of the action, from 1
    seat: str                       # "" where nobody else may know, and of a notice
    lines: list[str]
    heads: list[int] = []           # for each sentence: is it a heading of the log? 1 a large one, 2 a small one
    dice: list[str] = []            # for each sentence the dice that were rolled, "3 5"; [] if none were
    fights: list[int] = []          # for each sentence: 1 begins a fight, 2 is a result of it, 3 both; [] if none does
    titles: list[str] = []          # for each sentence: what the fight is called that it begins; [] if none does
    great: list[int] = []           # which sentences nobody should miss
    sheets: list[list[SheetRow]] = []       # for each sentence of a fight: what its numbers are made of; [] if none
    undone: bool = False
    notice: bool = False            # no action: who came or went, who has seen which side


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
        s, seat, over = sitting.state, self.seat, sitting.over
        eyes = self.looking if self.looking and sitting.fog_lifted else sitting.eyes(seat)
        view = sitting.game.joint_view(s, eyes)
        scene = sitting.game.scene(view, eyes[0])
        phrases = Phrases.of(s, self.speech)
        question = sitting.questions[seat] if seat in sitting.to_move() else None
        message = Update(
            version=sitting.versions[seat],
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
            return phrases.asked(view, self.speech, prompt, False)
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


class LogWords:
    """The log of a sitting in words: lines that everybody may read are worded once for each language."""

    __slots__ = ("_common", "_onlooker", "sitting")

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self._common: dict[tuple[int, str], LogLine] = {}
        self._onlooker: tablero.State | None = None

    def line(self, i: int, eyes: tuple[int, ...], speech: LinkedSpeech) -> LogLine:
        """A line of the log as some seats may read it."""
        found = self._common.get((i, speech.language))
        if found is None:
            events = self.sitting.log[i].events
            found = self._worded(i, tablero.seen_by(events, *eyes), speech)
            if any(event.sheet for event in events):
                sheets = [list(event.sheet) if seen == (event.kind, event.args) else []
                          for event in events for seen in tablero.seen_by([event], *eyes)]
                found.sheets = sheets if any(sheets) else []
            for event in events:
                if event.seen != ALL:
                    return found
            self._common[i, speech.language] = found
        return found

    def _worded(self, i: int, events: list[tuple[str, tuple[int, ...]]], speech: LinkedSpeech) -> LogLine:
        line = self.sitting.log[i]
        if line.notice is not None:
            return LogLine(i, line.n, "", [noticed(speech, line.notice)], notice=True)
        phrases = Phrases.of(self.sitting.state, speech)
        told = [phrases.event(self, speech, event) for event in events]
        found = LogLine(i, line.n, self.sitting.game.seats[line.seat], [one.sentence for one in told],
                        undone=line.undone)
        if told:
            _, *columns = zip(*told, strict=True)
            found.dice, found.heads, found.fights, found.titles, great = (
                list(column) if any(column) else [] for column in columns)
            found.great = [n for n, one in enumerate(great) if one]
        return found

    def onlooker(self) -> tablero.State:
        """The state that gives things their names: a spectator's view, where names depend on who looks."""
        if self._onlooker is None:
            game, s = self.sitting.game, self.sitting.state
            self._onlooker = game.view(s, -1) if game.varying else s
        return self._onlooker


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


def noticed(speech: Speech, notice: Notice) -> str:
    """A notice in words."""
    bot, who = f"web.bot.{notice.name}", notice.name
    if notice.key == "bot" and speech.catalogue.has(bot):
        who = speech.say(bot)
    seat = speech.seat(notice.seat) if notice.seat >= 0 else ""
    return sentence(speech.say(f"at_table.{notice.key}", name=who, seat=seat, n=notice.n))


def _dice(names: Signature, values: Sequence[int]) -> str:
    """The dice of an event: arguments called die, a or b, and the digits of `faces`, 356 for 3, 5 and 6."""
    given = {name.name: value for name, value in zip(names, values, strict=True)}
    return " ".join([*(str(given[name]) for name in DICE if name in given), *str(given.get("faces") or "")])
