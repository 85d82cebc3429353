"""What is sent to a seat: only what it may know, and after the first time only what has changed.

Sentences carry their links: a thing in a sentence is written `\\x01unit:c_guias\\x02Guías\\x03`, so that a client can
show it as a link to the board without knowing any language.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import msgspec

import tablero
from tablero.kernel.actions import NUMBER, Action, Names, Signature
from tablero.kernel.scene import Panel, Piece, Scene, Track
from tablero.kernel.text import Speech
from tablero.table.sitting import Sitting

LINES = 400         # of the log in a first message; older ones are asked for
DICE = ("die", "a", "b")


class LinkedSpeech(Speech):
    """A language whose sentences carry links."""

    __slots__ = ()

    def thing(self, s: tablero.State, kind: str, id_: int) -> str:
        name = super().thing(s, kind, id_)
        return name if kind == NUMBER else f"\x01{kind}:{self.game.names(s)[kind][id_]}\x02{name}\x03"


class Choice(msgspec.Struct, omit_defaults=True, frozen=True):
    """An option as a client shows it."""

    do: str                         # text form, sent back as it is
    targets: tuple[str, ...]        # "unit:c_guias", "hex:1713": what to light and click
    label: str
    irrevocable: bool = False       # dice will fall
    odds: str = ""                  # what it promises, as far as the seat may know


class Labels:
    """What choices are called in one language, for all sittings of the same things: each is worked out once.

    What a thing is called follows from the names of its game's things; it does not change while a game is played.
    """

    _shared: dict[tuple[int, str], Labels] = {}
    MOST = 10_000

    def __init__(self, names: Mapping[str, Names]) -> None:
        self.names = names
        self.known: dict[Action, Choice] = {}

    @classmethod
    def of(cls, s: tablero.State, speech: LinkedSpeech) -> Labels:
        """Those of the things of a state, shared with all that have the same."""
        names = speech.game.names(s)
        key = id(names), speech.language        # nothing else gets this id as long as it is kept here
        found = cls._shared.get(key)
        if found is None:
            if len(cls._shared) >= 100:
                cls.forget()
            found = cls._shared[key] = cls(names)
        return found

    @classmethod
    def forget(cls) -> None:
        cls._shared.clear()

    def choice(self, s: tablero.State, speech: LinkedSpeech, action: Action) -> Choice:
        found = self.known.get(action)
        if found is None:
            if len(self.known) >= self.MOST:
                self.known.clear()
            game, rolls = speech.game, speech.catalogue.has(f"rolls.{action[0]}")
            made = Choice(game.write(s, action), game.targets(s, action), speech.action(s, action), rolls)
            found = self.known[action] = made
        return found


class Asked(msgspec.Struct, omit_defaults=True):
    """The prompt."""

    text: str
    rule: str = ""
    key: str = ""


class Chair(msgspec.Struct, omit_defaults=True):
    """Who sits in a seat."""

    seat: str
    title: str
    name: str = ""
    bot: str = ""
    you: bool = False
    awaited: bool = False
    left: float | None = None       # seconds on the clock


class Told(msgspec.Struct, omit_defaults=True):
    """A line of the log."""

    i: int                          # its number, from 0: undone lines keep theirs
    n: int                          # how many actions there were with it
    seat: str
    lines: list[str]
    kinds: list[str]                # kinds of the events, for dice and sounds
    dice: list[str] = []            # for each sentence its dice, "3 5", or the sum of two, "=9"; [] if none fell
    undone: bool = False


class Spoken(msgspec.Struct):
    """Something said at the table."""

    name: str
    text: str


class Proposal(msgspec.Struct, omit_defaults=True):
    seat: str
    what: str
    back_to: int = -1
    yours: bool = False


class Update(msgspec.Struct, omit_defaults=True, tag_field="type", tag="update"):
    """What has changed since the last message to this seat; `whole` if everything is in it."""

    version: int
    stamp: int
    asked: Asked
    choices: list[Choice]
    chairs: list[Chair]
    whole: bool = False
    board: str = ""
    pieces: list[Piece] = []
    gone: list[str] = []            # pieces, tracks and panels that are no longer there
    tracks: list[Track] = []
    panels: list[Panel] = []
    marks: list[tuple[str, str]] | None = None
    log: list[Told] = []
    struck: list[int] = []          # numbers of log lines that were taken back
    chat: list[Spoken] = []
    actions: int = 0                # how many actions the game has
    can_undo: bool = False
    offer: Proposal | None = None
    paused: bool = False
    over: bool = False
    result: str = ""
    commitment: str = ""
    seed: str = ""


@dataclass(slots=True)
class Desk:
    """What one seat, in one language, has been told: the next update is worked out against it."""

    seat: int                       # -1: a spectator
    speech: LinkedSpeech
    pieces: dict[str, Piece] = field(default_factory=dict)
    tracks: dict[str, Track] = field(default_factory=dict)
    panels: dict[str, Panel] = field(default_factory=dict)
    marks: tuple[tuple[str, str], ...] = ()
    lines: int = 0                  # log lines told
    struck: set[int] = field(default_factory=set)
    strikes: int = -1               # how often lines had been struck out by then
    spoken: int = 0                 # chat messages told

    def update(self, sitting: Sitting, now: float, whole: bool = False) -> Update:
        """The next message for this seat."""
        s = sitting.state
        view = sitting.game.view(s, self.seat)
        scene = sitting.game.scene(view, self.seat)
        message = Update(
            version=sitting.version,
            stamp=sitting.stamps[self.seat] if self.seat >= 0 else 0,
            asked=self._asked(sitting),
            choices=self._choices(sitting, view),
            chairs=self._chairs(sitting, now),
            actions=len(sitting.record.entries),
            can_undo=self.seat >= 0 and not sitting.over and sitting.record.can_undo(self.seat),
            paused=sitting.paused,
            over=sitting.over,
        )
        if sitting.offer is not None:
            offer = sitting.offer
            message.offer = Proposal(
                sitting.game.seats[offer.seat], offer.what, offer.back_to, offer.seat == self.seat
            )
        if sitting.over:
            message.result = self._result(sitting)
            message.seed = f"{sitting.record.seed:x}"
        if whole:
            self._forget()
            message.whole, message.board = True, scene.board
            message.commitment = sitting.record.commitment
        self._scene(message, scene)
        self._log(message, sitting)
        return message

    def _forget(self) -> None:
        self.pieces, self.tracks, self.panels, self.marks = {}, {}, {}, ()
        self.lines, self.struck, self.strikes, self.spoken = 0, set(), -1, 0

    def _asked(self, sitting: Sitting) -> Asked:
        if sitting.over:
            return Asked(self._result(sitting))
        prompt = tablero.prompt(sitting.state, self.seat)
        return Asked(self.speech.prompt(sitting.state, prompt), prompt.rule, prompt.key)

    def _choices(self, sitting: Sitting, view: tablero.State) -> list[Choice]:
        question = sitting.questions[self.seat] if self.seat >= 0 else None
        if question is None or sitting.paused or not sitting.started():
            return []
        s, speech, odds = sitting.state, self.speech, sitting.game.odds
        labels, found = Labels.of(s, speech), []
        for action in question[1]:
            choice = labels.choice(s, speech, action)
            promised = speech.odds(odds(view, self.seat, action))
            found.append(msgspec.structs.replace(choice, odds=promised) if promised else choice)
        return found

    def _chairs(self, sitting: Sitting, now: float) -> list[Chair]:
        awaited = sitting.awaited()
        chairs = []
        for seat, holder in enumerate(sitting.holders):
            left = None if sitting.opened.clock.kind == "none" else round(sitting.clocks.remaining(seat, now), 1)
            chairs.append(Chair(
                sitting.game.seats[seat], self.speech.seat(seat), holder.name, holder.bot, seat == self.seat,
                seat in awaited, left,
            ))
        return chairs

    def _result(self, sitting: Sitting) -> str:
        if sitting.ending is None:
            return self.speech.result(sitting.state)
        winner = sitting.ending.winner
        name = "" if winner is None else self.speech.seat(winner)
        return self.speech.say(f"ending.{sitting.ending.kind}", seat=name)

    def _scene(self, message: Update, scene: Scene) -> None:
        old, self.pieces = self.pieces, {piece.id: piece for piece in scene.pieces}
        message.pieces = [
            piece for piece in scene.pieces if (was := old.get(piece.id)) is not piece and was != piece
        ]
        tracks, self.tracks = self.tracks, {track.id: track for track in scene.tracks}
        message.tracks = [track for track in scene.tracks if tracks.get(track.id) != track]
        panels, self.panels = self.panels, {panel.id: panel for panel in scene.panels}
        message.panels = [panel for panel in scene.panels if panels.get(panel.id) != panel]
        now = self.pieces.keys() | self.tracks.keys() | self.panels.keys()
        message.gone = [id_ for id_ in (*old, *tracks, *panels) if id_ not in now]
        if scene.marks != self.marks:
            self.marks = scene.marks
            message.marks = list(scene.marks)

    def _log(self, message: Update, sitting: Sitting) -> None:
        first = max(self.lines, len(sitting.log) - LINES)
        message.log = [self.told(sitting, i) for i in range(first, len(sitting.log))]
        self.lines = len(sitting.log)
        if self.strikes != sitting.strikes:
            struck = {i for i, line in enumerate(sitting.log) if line.undone}
            message.struck = sorted(struck - self.struck)
            self.struck, self.strikes = struck, sitting.strikes
        message.chat = [Spoken(said.name, said.text) for said in sitting.chat[self.spoken :]]
        self.spoken = len(sitting.chat)

    def told(self, sitting: Sitting, i: int) -> Told:
        """A line of the log as this seat may read it."""
        line = sitting.log[i]
        events = tablero.seen_by(line.events, self.seat)
        sentences = [self.speech.event(sitting.state, kind, args) for kind, args in events]
        dice = [_dice(sitting.game.events[kind], args) for kind, args in events]
        return Told(
            i, line.n, sitting.game.seats[line.seat], sentences, [kind for kind, _ in events],
            dice if any(dice) else [], line.undone,
        )


def _dice(names: Signature, values: Sequence[int]) -> str:
    """The dice an event tells of: arguments called die, a or b are faces, roll is the sum of two."""
    told = {name.name: value for name, value in zip(names, values, strict=True)}
    if "roll" in told:
        return f"={told['roll']}"
    return " ".join(str(told[name]) for name in DICE if name in told)
