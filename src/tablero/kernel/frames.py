"""Rules as typed frames on a stack.

A `Procedure` is a printed sequence: short methods that never wait. A `Decision` is a question: it only waits, checks
and records one choice. A `State` holds the stack and everything else that is true; so saving, cloning, undoing and
resuming a game in the middle of any rule are free. Frames hold ids, numbers, tuples, flat lists, never another frame.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import Field, dataclass, field, fields
from random import Random
from types import GetSetDescriptorType
from typing import Any, Final, NamedTuple, NotRequired, TypeAlias, TypedDict, TypeVar, cast

from tablero.kernel import rng
from tablero.kernel.actions import Action
from tablero.kernel.compiling import mypyc_attr
from tablero.kernel.errors import BadRecord
from tablero.kernel.events import ALL, Event, SheetRow
from tablero.kernel.refusals import Prompt, Refusal

END: Final = "END"         # a step's answer: leave the procedure
AGAIN: Final = True        # a choice's answer: keep the window open
SPECTATOR: Final = 1 << 16     # viewer of the view that is made for seat -1: no seat at all

S = TypeVar("S", bound="State")
AnyState: TypeAlias = Any       # the state of the frame's own game: frames write it out. No Generic: mypyc refuses that
F = TypeVar("F", bound="Frame")
C = TypeVar("C")

FRAMES: dict[str, type[Frame]] = {}     # every frame class by package and name, to load saved positions


class Mark(NamedTuple):
    """Things of one kind that bear a badge."""

    badge: str          # message "badge.<badge>"
    kind: str           # of things, as in `verbs.py`: "unit"
    things: int = 0     # bitset of their ids
    pieces: tuple[str, ...] = ()        # things without an id, as the scene calls them: "gun:liberal.field.vitoria"


def frame_class(name: str) -> type[Frame]:
    """A frame class by package and name. Of a compiled one its module knows: `dataclass(slots=True)` makes a second
    class of it, too, which is the last that FRAMES has seen and good for nothing."""
    known: type = FRAMES[name]
    found: type[Frame] = getattr(sys.modules[known.__module__], known.__name__, known)
    return found


def package(cls: type) -> str:
    """The package a frame or state belongs to: `tablero.games.dpyr`."""
    return ".".join(cls.__module__.split(".")[:3])


def _share_fields(cls: type) -> None:
    """A compiled dataclass has no `__slots__`: one that is derived from it in Python gets a second place for each of
    its fields, where compiled code does not look. Take these away again."""
    for name in cls.__dict__.get("__slots__", ()):
        if any(isinstance(getattr(base, name, None), GetSetDescriptorType) for base in cls.__bases__):
            delattr(cls, name)


@mypyc_attr(allow_interpreted_subclasses=True)
class Frame:
    """One entry of the stack; its concrete classes are dataclasses with slots."""

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        _share_fields(cls)
        name = f"{package(cls)}:{cls.__name__}"
        this: type = cls
        known: type = FRAMES.get(name, cls)     # dataclass(slots=True) makes each class twice, in the same module
        if known.__module__ != this.__module__:
            raise TypeError(f"two frames are called {cls.__name__}: in {known.__module__} and in {this.__module__}")
        FRAMES[name] = cls

    # What a frame answers for itself; by default it has no secret and no marks.

    def hide(self: F, seat: int) -> F:
        """This frame as a seat may know it; frames that keep a secret give back a copy without it."""
        return self

    def blot_out(self, s: AnyState, seat: int) -> None:
        """Clear in `s`, the view of a seat, what is secret while this frame lasts, such as an unfinished set-up."""

    def guess(self, s: AnyState, seat: int, chance: Random) -> None:
        """Fill in what `hide` took out. `s` is a possible world that is being made from the view of a seat; the columns
        of the state are filled in already, and frames are asked from the bottom of the stack to the top."""

    def marks(self, s: AnyState, seat: int) -> Sequence[Mark]:
        """The badges that things bear while this frame lasts: picked, moving, spent. `s` is the view of the seat."""
        return ()


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(slots=True)
class Procedure(Frame):
    """A sequence of steps, each a method that takes the state and returns nothing, a step's name, or `END`."""

    at: int = field(default=0, kw_only=True)        # index of the next step

    def steps(self) -> tuple[str, ...]:
        """The printed sequence: method names, the same for every frame of the class."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(slots=True)
class Decision(Frame):
    """A question to one or several seats."""

    def players(self, s: AnyState) -> Sequence[int]:
        """The seats that still owe an answer; none closes the window."""
        raise NotImplementedError

    def candidates(self, s: AnyState, seat: int) -> list[Action]:
        """What a beginner would try: wider than what is allowed."""
        raise NotImplementedError

    def refuse(self, s: AnyState, seat: int, action: Action) -> Refusal | None:
        """The rule that forbids an action, from what the seat may know."""
        return None

    def options(self, s: AnyState, seat: int) -> list[Action]:
        """What is left of the candidates; written by hand only where the bench says so."""
        refuse = self.refuse
        return [action for action in self.candidates(s, seat) if refuse(s, seat, action) is None]

    def choose(self, s: AnyState, seat: int, action: Action) -> bool | None:
        """Carry out a choice. Nothing closes the window, `AGAIN` keeps it open under whatever was called."""
        raise NotImplementedError

    def decline(self, s: AnyState, seat: int) -> Action | None:
        """The answer that declines a chance to react; None where an answer is owed."""
        return None

    def public(self, s: AnyState) -> bool:
        """Can every seat deduce these options? Then a sole one is played even at a table with secrets."""
        return False

    def aim(self, s: AnyState, seat: int, action: Action) -> tuple[str, ...] | None:
        """What one clicks for an action, as `kind:id`, if that is not simply what it names. `s` is the seat's view."""
        return None

    def gestures(self, s: AnyState, seat: int) -> Mapping[str, Sequence[Action]]:
        """What people do as one, by what they click (`kind:id`): several actions, of which the last gets there. `s` is
        the seat's view. A client has to ask for it, so it may take its time."""
        return {}

    def prompt(self, s: AnyState, seat: int) -> Prompt:
        """What is asked: by default the message named like the class, under the first rule of its docstring."""
        return Prompt(cited(type(self)), snake(type(self).__name__))


def interpreted(cls: type[C]) -> type[C]:
    """For a generic dataclass, which could not be imported once mypyc has compiled it: a decorator that mypyc does not
    know makes it leave the class to the interpreter."""
    return cls


def snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def cited(thing: object) -> str:
    """The first rule id in a docstring: `[4.1a]`, or `[SU.2a]` where chapters have letters."""
    found = re.search(r"\[([0-9A-Z][0-9A-Za-z.]*)\]", thing.__doc__ or "")
    return found.group(1) if found else ""


# --- clones -----------------------------------------------------------------------------------------------------------

Cloner: TypeAlias = Callable[[object], object]

_cloners: dict[type, Cloner] = {}                           # of frames and states, by class
COPIED = {"": "", "list": "[:]", "dict": ".copy()"}         # how a number, a flat list and a flat dict are copied


def holder(f: Field[Any]) -> str:
    """What a field holds numbers in: a flat list, a flat dict, or nothing."""
    text = f.type if isinstance(f.type, str) else f.type.__name__       # of a compiled class: list, not list[int]
    flat = re.fullmatch(r"(list|dict)(\[.*\])?", text)
    return "list" if f.default_factory is list else flat[1] if flat else ""


def _make_cloner(cls: type, held: Sequence[str], written: Mapping[str, str]) -> Cloner:
    """Written out per class, as dataclasses write `__init__`: four times as fast as a loop over the fields. `written`
    are the fields that are not simply copied."""
    lines = ["def clone(old):", " new = create(cls)"]
    for f in fields(cls):
        text = f.type if isinstance(f.type, str) else f.type.__name__       # of a compiled class: list, not list[int]
        holders = re.findall(r"\b(?:list|dict|set|bytearray)\b", text)
        if f.name not in written and (len(holders) > 1 or holders and holder(f) not in held):
            flats = " and ".join(["tuples", *(f"flat {name}s" for name in held)])
            raise TypeError(f"{cls.__name__}.{f.name} is a {text}; it may hold numbers, texts, {flats}")
        copy = f"old.{f.name}{COPIED[holder(f)]}"
        lines.append(f" new.{f.name} = {written.get(f.name, copy)}")
    space: dict[str, object] = {"create": cls.__new__, "cls": cls, "clone_frame": clone_frame, "_cloners": _cloners}
    exec("\n".join([*lines, " return new"]), space)
    return cast("Cloner", space["clone"])


def clone_frame(frame: F) -> F:
    cls = type(frame)
    cloner = _cloners.get(cls)
    if cloner is None:
        cloner = _cloners[cls] = _make_cloner(cls, ("list",), {})
    return cloner(frame)  # type: ignore[return-value]  # it makes a frame of the same class


# --- the state --------------------------------------------------------------------------------------------------------


class Result(TypedDict):
    """How a game ended."""

    winner: int | None          # the one seat that won, or nobody
    kind: str                   # message "result.<kind>"
    score: dict[str, float]     # by the name of the seat
    winners: NotRequired[tuple[int, ...]]   # all seats that won, where a side of several or several seats did


def won_by(winner: int | None, kind: str, seats: Sequence[str], winners: tuple[int, ...] = ()) -> Result:
    """A result in which one seat takes all, several share the victory, or all share alike."""
    shared = winners or (range(len(seats)) if winner is None else (winner,))
    score = {name: (seat in shared) / len(shared) for seat, name in enumerate(seats)}
    found: Result = {"winner": winner, "kind": kind, "score": score}
    return {**found, "winners": winners} if winners else found


def winners(result: Result) -> tuple[int, ...]:
    """The seats that won: a side or several, one, or none in a draw."""
    winner = result["winner"]
    return result.get("winners") or (() if winner is None else (winner,))


CLONED = {          # the columns of a clone that are not simply copied
    "stack": "[clone_frame(frame) for frame in old.stack]",
    "script": "None if old.script is None else old.script[:]",
    "rolled": "[]", "events": "[]", "revealed": "False",
    "offered": "old.offered",           # filled in once per decision, replaced with the next
}
# what is not compiled saves a call for each frame
INTERPRETED = {**CLONED, "stack": "[(_cloners.get(type(frame)) or clone_frame)(frame) for frame in old.stack]"}


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(slots=True)
class State:
    """What the kernel keeps of a game; each game adds its own columns: numbers, tuples, flat lists and dicts."""

    stack: list[Frame] = field(default_factory=list)
    rng: int = 0                            # the generator's state (rng.py)
    script: list[int] | None = None         # chance results to use instead of the generator: replays, printed dice
    rolled: list[int] = field(default_factory=list)         # chance results of the action that is being applied
    events: list[Event] = field(default_factory=list)       # what happened and was not yet drained
    offered: dict[int, list[Action]] = field(default_factory=dict)      # options by seat, computed once per decision
    answer: int | bool = -1                 # what the last frame that ended gave back to the next step of its caller
    revealed: bool = False                  # did the action that is being applied reveal something hidden?
    quiet: bool = False                     # search: tell no events, keep no chance results
    secret: bool = False                    # a table: sole options that others cannot deduce wait for their player
    over: bool = False
    viewer: int = -1                        # the seat whose view this is; -1 for the truth
    rules: int = 1                          # version of the rules this game is played by
    printed: int = 0                        # how many cards there were when the game began; 0 in games without

    def __init_subclass__(cls) -> None:
        _share_fields(cls)
        cls.__repr__ = State.__repr__  # type: ignore[method-assign]  # before dataclass writes one of all columns

    def __repr__(self) -> str:
        """`<Dpyr, turn 3, seat 0 to answer at Scenario[3] > Turn[6] > Activation[2] > March>`."""
        words = [type(self).__name__ if self.viewer < 0 else f"view of {type(self).__name__}"]
        if hasattr(self, "turn"):
            words.append(f"turn {self.turn}")
        top = self.stack[-1] if self.stack else None
        seats = ", ".join(map(str, top.players(self))) if isinstance(top, Decision) else ""
        asked = f"seat {seats} to answer " if seats else ""
        return f"<{', '.join([*words, f'{asked}at {where(self)}'])}>"

    @property
    def result(self) -> Result | None:
        """How the game ended; None while it goes on."""
        raise NotImplementedError

    # --- the stack

    def call(self, frame: Frame) -> None:
        """Run a frame before the caller's next step."""
        self.stack.append(frame)

    def frame(self, cls: type[F], below: Frame | None = None) -> F:
        """The innermost frame of a class (under another one); for scopes that cannot nest."""
        stack = self.stack
        i = len(stack) - 1
        if below is not None:
            while stack[i] is not below:
                i -= 1
            i -= 1
        while i >= 0:
            found = stack[i]
            if type(found) is cls:
                return found
            i -= 1
        raise LookupError(f"no {cls.__name__} in {where(self)}")

    def within(self, cls: type[F]) -> F | None:
        """The innermost frame that is of a class or derived from it; None outside of any."""
        for frame in reversed(self.stack):
            if isinstance(frame, cls):
                return frame
        return None

    def caller(self, frame: Frame, cls: type[F]) -> F:
        """The frame right under this one, which must be of the class; `Procedure` if any may have called it."""
        stack = self.stack
        i = len(stack) - 1
        while stack[i] is not frame:
            i -= 1
        found = stack[i - 1]
        if i == 0 or not isinstance(found, cls):
            raise LookupError(f"{type(frame).__name__} was not called by {cls.__name__}: {where(self)}")
        return found

    def cut(self, frame: Procedure, step: str) -> None:
        """Drop everything above a procedure and go on with one of its steps; the step that cuts returns nothing."""
        stack = self.stack
        i = len(stack) - 1
        while i >= 0 and stack[i] is not frame:
            i -= 1
        if i < 0:
            raise LookupError(f"no {type(frame).__name__} to cut back to in {where(self)}")
        del stack[i + 1 :]
        names = frame.steps()
        frame.at = len(names) if step == END else names.index(step)

    # --- chance

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, by chance."""
        return self._chance(n, 0)

    def die(self, sides: int = 6) -> int:
        return self._chance(sides, 1)

    def dice(self, n: int) -> list[int]:
        return [self._chance(6, 1) for _ in range(n)]

    def draw(self, pile: list[int]) -> int:
        """Take one thing out of a pile that has no order."""
        return pile.pop(self._chance(len(pile), 0))

    def _chance(self, n: int, least: int) -> int:
        script = self.script
        if script is None:
            found = rng.value(self.rng, n) + least
            self.rng += 1
        elif not script:
            raise BadRecord("chance_missing", where=where(self))
        else:
            found = script.pop(0)
            if not least <= found < least + n:
                raise BadRecord("chance_range", result=found, where=where(self), low=least, high=least + n - 1)
        if not self.quiet:
            self.rolled.append(found)
        return found

    # --- events

    def tell(self, kind: str, *args: int, seen: int = ALL, public: tuple[str, tuple[int, ...]] | None = None) -> None:
        if not self.quiet:
            self.events.append(Event(kind, args, seen, public))

    def sheet(self, rows: Callable[[], Iterable[SheetRow]]) -> None:
        """What the numbers of the event that was just told are made of; reckoned only where somebody listens."""
        if not self.quiet:
            self.events[-1] = self.events[-1]._replace(sheet=tuple(rows()))

    def reveal(self) -> None:
        """Something hidden became known: what was done before cannot be taken back freely."""
        self.revealed = True

    # --- copies

    def clone(self: S) -> S:
        """An equal and independent state, in which nothing was told, rolled or revealed yet."""
        cls = type(self)
        cloner = _cloners.get(cls)
        if cloner is None:
            cloner = _cloners[cls] = _make_cloner(cls, ("list", "dict"), INTERPRETED)
        return cloner(self)  # type: ignore[return-value]  # it makes a state of the same class

    def view_base(self: S, seat: int) -> S:
        """The kernel's part of a view: a copy without chance to come, others' options and the secrets of frames."""
        new = self.clone()
        new.viewer = seat if seat >= 0 else SPECTATOR
        new.rng, new.script, new.offered = 0, None, {}
        new.stack = [frame.hide(seat) for frame in new.stack]
        for frame in new.stack:
            frame.blot_out(new, seat)
        return new

    def reseeded(self: S, seed: int) -> S:
        """A copy with different chance to come: the start of searches and determinizations."""
        new = self.clone()
        new.rng, new.script, new.offered = rng.start(seed), None, {}
        return new


def where(s: State) -> str:
    """The stack in a line: `Turn[2] > Activation[4] > Combat[3] > Retreat`."""
    parts = (f"{type(f).__name__}[{f.at}]" if isinstance(f, Procedure) else type(f).__name__ for f in s.stack)
    return " > ".join(parts) or "the end"
