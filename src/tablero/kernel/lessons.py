"""Worked examples of a rulebook as data: a position, steps with their printed chance results, what must be true.

Each game's pack holds `examples.toml`; its module `examples` says how a position is built and what an expectation
means, and offers both as `LESSONS`. Tests replay the examples; a table shows them as lessons.

    s = LESSONS.start(LESSONS.examples["4.3x1"])
    for step in LESSONS.examples["4.3x1"].steps:
        LESSONS.play(s, step)
        assert not LESSONS.faults(s, step.expect)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeAlias, TypeVar, cast

from tablero.kernel.actions import Action
from tablero.kernel.engine import advance, options, players, why_not
from tablero.kernel.errors import BadRecord
from tablero.kernel.events import Event
from tablero.kernel.frames import S, State, interpreted
from tablero.kernel.game import Game
from tablero.kernel.history import replay_action
from tablero.kernel.packs import Table
from tablero.kernel.record import Record
from tablero.kernel.text import LANGUAGES

P = TypeVar("P")                                                # a position as a game reads it
Check: TypeAlias = Callable[[S, list[str]], tuple[str, str]]    # (s, words): what is the case, and what should be


@dataclass(frozen=True, slots=True)
class Otherwise:
    """Other dice for a step, and what they would have done."""

    dice: tuple[int, ...]
    expect: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One action of an example."""

    seat: int
    say: Mapping[str, str]              # by language: what the player is told before it
    action: str                         # in its text form, or in the words of the game's `read`
    dice: tuple[int, ...]               # all chance results that the action uses up: dice, and draws as indices
    expect: tuple[str, ...]             # what is true afterwards
    otherwise: tuple[Otherwise, ...]


@interpreted
@dataclass(frozen=True, slots=True)
class Example(Generic[P]):
    id: str                             # as in rules.toml
    rule: str                           # the rule it explains
    title: Mapping[str, str]            # by language
    intro: Mapping[str, str]
    scenario: str
    options: Mapping[str, str]
    position: P
    dice: tuple[int, ...]               # chance results up to the first question
    expect: tuple[str, ...]             # what is true at the start
    steps: tuple[Step, ...]


# ------------------------------------------------------------------------------------------------------------- reading


def texts(table: Table, key: str) -> tuple[str, ...]:
    return tuple(table.texts(key)) if table.has(key) else ()


def numbers(table: Table, key: str) -> tuple[int, ...]:
    return tuple(table.integers(key)) if table.has(key) else ()


def words(table: Table, key: str) -> dict[str, str]:
    """A table of texts, empty if there is none."""
    found = table.maybe_table(key)
    return {name: found.text(name) for name in found.keys()} if found else {}  # noqa: SIM118


def _said(table: Table, key: str) -> dict[str, str]:
    return {language: table.text(f"{key}_{language}") for language in LANGUAGES}


def _step(t: Table, seats: tuple[str, ...]) -> Step:
    return Step(
        seat=seats.index(t.choice("seat", seats)),
        say=_said(t, "say"),
        action=t.text("action"),
        dice=numbers(t, "dice"),
        expect=texts(t, "expect"),
        otherwise=tuple(Otherwise(numbers(o, "dice"), texts(o, "expect")) for o in t.tables("otherwise")),
    )


# ------------------------------------------------------------------------------------------------------------- lessons


@interpreted
@dataclass(frozen=True, slots=True)
class Lessons(Generic[S, P]):
    """The worked examples of a game, and what can be done with them."""

    game: Game[S]
    read_position: Callable[[Table], P]
    build: Callable[[Example[P]], S]                # a state with its stack, before its first question
    checks: Mapping[str, Check[S]]                  # by the first word of an expectation; those of the kernel are added
    read: Callable[[S, str], Action]                # a step's action in the state before it
    examples: Mapping[str, Example[P]] = field(init=False)
    taught: Mapping[str, Example[P]] = field(init=False)    # those shown as lessons, in the order of learning

    def __post_init__(self) -> None:
        file = self.game.pack.toml("examples.toml")
        examples = {example.id: example for example in map(self._read, file.tables("example"))}
        taught = file.texts("lessons") if file.has("lessons") else list(examples)
        if not set(taught) <= set(examples):
            raise file.wrong("lessons", "one_of", allowed=", ".join(examples))
        object.__setattr__(self, "examples", examples)
        object.__setattr__(self, "taught", {id_: examples[id_] for id_ in taught})

    def _read(self, t: Table) -> Example[P]:
        position = t.table("position")
        return Example(
            id=t.text("id"),
            rule=t.text("rule"),
            title=_said(t, "title"),
            intro=_said(t, "intro"),
            scenario=t.choice("scenario", self.game.scenarios),
            options=self.game.chosen(words(t, "options")),
            position=self.read_position(position),
            dice=numbers(position, "dice"),
            expect=texts(t, "expect"),
            steps=tuple(_step(step, self.game.seats) for step in t.tables("step")),
        )

    def start(self, example: Example[P]) -> S:
        """The position an example begins with; as at a table, sole options that not everybody knows wait for the
        player."""
        s = self.build(example)
        s.rules, s.secret, s.script = self.game.rules, True, list(example.dice)
        advance(s)
        if s.script:
            raise BadRecord("chance_unused", results=s.script)
        s.script, s.rolled, s.events = None, [], []
        return s

    def text(self, s: S, step: Step) -> str:
        """The text form of the next step."""
        return self.game.write(s, self.read(s, step.action))

    def play(self, s: S, step: Step, dice: Sequence[int] | None = None) -> list[Event]:
        """Carry out a step with its own dice, or with others; dice left over or missing are an error."""
        return replay_action(s, step.seat, self.read(s, step.action), step.dice if dice is None else dice)

    def record(self, example: Example[P], at: int) -> tuple[Record, list[list[Event]]]:
        """An example after some of its steps as a game that was played so far, and what each step brought about."""
        s, game = self.start(example), cast("Game[State]", self.game)
        record = Record(game, example.scenario, dict(example.options), True, "", 0, (), [], s)
        told = [record.apply_recorded(step.seat, self.read(s, step.action), step.dice) for step in example.steps[:at]]
        return record, told

    def check(self, s: S, expectation: str) -> str:
        """Whether an expectation holds: "" if it does, else what is true instead. Besides those of the game:

        asked SIDE                                              who is asked
        offered ACTION, refused ACTION RULE, only VERB ...      what the side that is asked may do
        """
        first, *rest = expectation.split(" ")
        if first == "asked":
            found, expected = " ".join(self.game.seats[seat] for seat in players(s)), " ".join(rest)
        elif first in ("offered", "refused"):
            expected = rest.pop() if first == "refused" else ""
            found = self._refusing_rule(s, rest)
        elif first == "only":
            found, expected = self._all_with_verb(s, rest[0]), " ".join(sorted(rest[1:]))
        else:
            found, expected = self.checks[first](s, [first, *rest])
        return "" if found == expected else f"{expectation}: {found}"

    def faults(self, s: S, expectations: Iterable[str]) -> list[str]:
        """All expectations that do not hold, each with what is true instead."""
        return [fault for expectation in expectations if (fault := self.check(s, expectation))]

    def _refusing_rule(self, s: S, action: list[str]) -> str:
        """The rule that refuses an action, "" if it is offered."""
        refusal = why_not(s, players(s)[0], self.read(s, " ".join(action)))
        return refusal.rule if refusal else ""

    def _all_with_verb(self, s: S, verb: str) -> str:
        """All that is offered with one verb."""
        offered = [self.game.write(s, action).split(" ") for action in options(s, players(s)[0])]
        return " ".join(sorted(text[1] for text in offered if text[0] == verb))
