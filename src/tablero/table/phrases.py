"""What a client reads: prompts, choices and lines of the log, each worded once for all who may read it.

Sentences contain links: a thing in a sentence is written `\\x01unit:c_guias\\x02Guías\\x03`, so that a client can
show it as a link to the board without knowing any language.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, TypeAlias, TypeVar

import msgspec

import tablero
from tablero.kernel.actions import NUMBER, Action, Names, Signature
from tablero.kernel.events import ALL, SheetRow
from tablero.kernel.odds import Odds
from tablero.kernel.refusals import Prompt
from tablero.kernel.text import Speech, sentence
from tablero.table.look import look
from tablero.table.notices import Notice
from tablero.table.sitting import Sitting

DICE = ("die", "a", "b")
NOTES = ("rolls", "shows", "may_show")      # notes on a choice, in the order of its fields
BEGINS = 1          # of `LogLine.fights`
Called: TypeAlias = tuple[tuple[str, tuple[str, int] | None], ...]

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


class Asked(msgspec.Struct, omit_defaults=True, frozen=True):
    """The prompt."""

    text: str
    rule: str = ""
    key: str = ""
    decline: str = ""               # text form of the answer that declines this chance, if it is one
    topic: str = ""                 # which kind of chance it is: message "when.<topic>"
    passing: bool = False           # the table answers for you in a moment
    grace: bool = False             # a bot waits, so that you can take back what you did
    closes: float | None = None     # seconds until this chance is over, and your answer is seen
    held: str = ""                  # text form of what you have answered so far
    fight: bool = False             # a fight is under way for whose duration you may decline
    far: bool = False               # things that are several actions away may be clicked: a client asks for `reach`


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


def noticed(speech: Speech, notice: Notice) -> str:
    """A notice in words."""
    bot, who = f"web.bot.{notice.name}", notice.name
    if notice.key == "bot" and speech.catalogue.has(bot):
        who = speech.say(bot)
    seat = speech.seat(notice.seat) if notice.seat >= 0 else ""
    return sentence(speech.say(f"at_table.{notice.key}", name=who, seat=seat, n=notice.n))


def _called(s: tablero.State, speech: LinkedSpeech, wanted: Signature, things: Sequence[int]) -> Called:
    """The names of things that vary, and where they are."""
    game = speech.game
    return tuple([
        (speech.thing(s, argument.kind, thing), game.place_of(s, argument.kind, thing))
        for argument, thing in zip(wanted, things, strict=True) if argument.kind in game.varying
    ])


def _dice(names: Signature, values: Sequence[int]) -> str:
    """The dice of an event: arguments called die, a or b, and the digits of `faces`, 356 for 3, 5 and 6."""
    given = {name.name: value for name, value in zip(names, values, strict=True)}
    return " ".join([*(str(given[name]) for name in DICE if name in given), *str(given.get("faces") or "")])
