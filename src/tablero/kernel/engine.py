"""The engine: runs procedures until somebody has a choice, and carries out choices.

`apply` checks that an action is offered; `apply_trusted` does not and is for search, simulation and replay of what was
checked. Neither leaves a trace when it refuses.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from typing import Final, TypeAlias

from tablero.kernel.actions import Action
from tablero.kernel.compiling import mypyc_attr
from tablero.kernel.errors import BadRecord, GameOver, IllegalAction, NotYourTurn
from tablero.kernel.events import Event
from tablero.kernel.frames import AGAIN, END, Decision, Frame, Mark, Procedure, State, where
from tablero.kernel.refusals import GAME_OVER, NOT_YOUR_TURN, Prompt, Refusal

Step: TypeAlias = Callable[[Frame, State], str | None]

Sequenced: TypeAlias = tuple[tuple[Step, ...], int, dict[str, int]]     # steps, their number, their index by name

_sequences: Final[dict[type[Frame], Sequenced]] = {}

WRITERS: dict[type[State], Callable[[State, Action], str]] = {}     # how each game writes its actions; see game.py
SHOWN = 8           # options that an error lists


@mypyc_attr(native_class=False)         # no exception is compiled: docs/decisions/a25
class DeadEnd(Exception):
    """A seat is asked and has no option: a bug in the code of the rules."""


def _sequence(frame: Procedure) -> Sequenced:
    cls = type(frame)
    names = frame.steps()
    index = {name: i for i, name in enumerate(names)}
    index[END] = len(names)
    found = _sequences[cls] = (tuple(getattr(cls, name) for name in names), len(names), index)
    return found


def advance(s: State) -> None:
    """Run until somebody has a real choice, or the game is over."""
    stack = s.stack
    s.offered = {}
    while stack:
        top = stack[-1]
        if not isinstance(top, Procedure):
            assert isinstance(top, Decision)
            asked = top.players(s)
            if not asked:
                stack.pop()
                continue
            if len(asked) == 1 and (not s.secret or top.public(s)):
                seat = asked[0]
                found = top.options(s, seat)
                if len(found) == 1:
                    _carry(s, top, seat, found[0])
                    continue
                if not found:
                    raise DeadEnd(f"seat {seat} has no option at {where(s)}")
                s.offered[seat] = found
            return
        functions, n, index = _sequences.get(type(top)) or _sequence(top)
        depth = len(stack)
        at = top.at
        while at < n:
            top.at = at + 1
            goto = functions[at](top, s)
            if goto is not None:
                top.at = index[goto]
            if not stack or stack[-1] is not top:       # it called another frame, or was cut away
                if len(stack) > depth + 1:
                    raise AssertionError(f"two calls in one step: {type(top).__name__}.{top.steps()[at]}")
                break
            at = top.at
        else:
            stack.pop()
    s.over = True


def _carry(s: State, top: Decision, seat: int, action: Action) -> None:
    stack = s.stack
    depth = len(stack)
    again = top.choose(s, seat, action) is AGAIN
    if len(stack) > depth + 1:
        raise AssertionError(f"two calls in one choice: {type(top).__name__} {action!r}")
    if again:
        return
    if stack and stack[-1] is top:
        stack.pop()
        return
    for i in range(len(stack) - 2, -1, -1):     # something was called above it; or it was cut away already
        if stack[i] is top:
            del stack[i]
            return


def asking(s: State) -> Decision | None:
    """The decision that is open."""
    if not s.stack:
        return None
    top = s.stack[-1]
    assert isinstance(top, Decision)
    return top


def players(s: State) -> Sequence[int]:
    """The seats that owe an answer."""
    top = asking(s)
    return top.players(s) if top else ()


def options(s: State, seat: int) -> list[Action]:
    """What a seat may do now; empty if it is not asked."""
    found = s.offered.get(seat)
    if found is None:
        top = asking(s)
        if top is None or seat not in top.players(s):
            return []
        found = s.offered[seat] = top.options(s, seat)
    return found


def apply(s: State, seat: int, action: object) -> list[Event]:
    """Carry out an offered action and say what happened; anything else is refused and changes nothing."""
    if s.viewer >= 0:
        raise IllegalAction("view")
    if s.over:
        raise GameOver("over")
    asked = players(s)
    if seat not in asked:
        raise NotYourTurn("seat", seat=seat, awaited=list(asked), where=where(s))
    found = options(s, seat)
    try:
        offered = found[found.index(action)]    # type: ignore[arg-type]  # ("to", 3.0) equals ("to", 3): no further
    except ValueError:
        raise illegal(s, seat, action) from None
    if s.script is None:
        apply_trusted(s, seat, offered)
    else:
        _apply_scripted(s, seat, offered)
    events, s.events = s.events, []
    return events


def illegal(s: State, seat: int, action: object) -> IllegalAction:
    """The error of an action that is not offered, with the reason and with what is offered instead."""
    refusal = why_not(s, seat, action) or Refusal("", "not_offered")
    found = options(s, seat)
    return IllegalAction(
        "refused_of_many" if len(found) > SHOWN else "refused", refusal, action=written(s, action), where=where(s),
        reason=refusal.key, rule=refusal.rule or "-", offered=[written(s, option) for option in found[:SHOWN]],
        more=len(found) - SHOWN,
    )


def written(s: State, action: object) -> str:
    """The text form of an action, or of whatever came instead of one."""
    try:
        return WRITERS[type(s)](s, action)  # type: ignore[arg-type]
    except (LookupError, TypeError, ValueError):
        return " ".join(map(str, action)) if action and isinstance(action, tuple) else repr(action)


def _apply_scripted(s: State, seat: int, action: Action) -> None:
    """With chance results from outside: if one is wrong or missing halfway, everything is restored."""
    before, waiting = s.clone(), len(s.events)
    try:
        apply_trusted(s, seat, action)
    except BadRecord:
        del s.events[waiting:]
        before.events = s.events
        for f in fields(before):
            setattr(s, f.name, getattr(before, f.name))
        raise


def apply_trusted(s: State, seat: int, action: Action) -> None:
    """Carry out an action that is known to be offered."""
    s.rolled = []
    s.revealed = False
    top = s.stack[-1]
    assert isinstance(top, Decision)
    _carry(s, top, seat, action)
    advance(s)


def prompt(s: State, seat: int) -> Prompt:
    """What is asked of a seat; to the others, what they may know of it."""
    top = asking(s)
    if top is None:
        return Prompt("", "game_over")
    return top.prompt(s, seat) if seat in top.players(s) else top.hide(seat).prompt(s, seat)


def decline(s: State, seat: int) -> Action | None:
    """The action that declines the open question, if it is a chance to react and not an answer that is owed."""
    top = asking(s)
    return top.decline(s, seat) if top is not None and seat in top.players(s) else None


def gestures(s: State, seat: int) -> Mapping[str, Sequence[Action]]:
    """By what is clicked in the view of a seat: the actions that people would play in a row to get there."""
    top = asking(s)
    return top.gestures(s, seat) if top is not None and seat in top.players(s) else {}


def has_gestures(s: State) -> bool:
    """May the open question have gestures? Says it without looking for them."""
    top = asking(s)
    return top is not None and type(top).gestures is not Decision.gestures


def marks(s: State, seat: int) -> list[Mark]:
    """All that frames mark in a view."""
    return [mark for frame in s.stack for mark in frame.marks(s, seat)]


def by_badge(marks: Sequence[Mark], kind: str) -> dict[str, int]:
    """By badge: the things of a kind that are marked, as a bitset."""
    found: dict[str, int] = {}
    for mark in marks:
        if mark.kind == kind:
            found[mark.badge] = found.get(mark.badge, 0) | mark.things
    return found


def marked(s: State, seat: int, kind: str) -> dict[str, int]:
    """By badge: the things of a kind that frames mark in a view, as a bitset."""
    return by_badge(marks(s, seat), kind)


def why_not(s: State, seat: int, action: object) -> Refusal | None:
    """The rule that forbids an action; for what nobody asked about, what is asked instead; None if it is offered."""
    top = asking(s)
    if top is None:
        return GAME_OVER
    if seat not in top.players(s):
        return NOT_YOUR_TURN
    if action in options(s, seat):
        return None
    awaited = Refusal(top.prompt(s, seat).rule, "awaited")
    if not isinstance(action, tuple):
        return awaited
    candidates = top.candidates(s, seat)
    if action in candidates:
        return top.refuse(s, seat, action) or awaited
    shapes = {(candidate[0], len(candidate)) for candidate in candidates}
    if not (action and (action[0], len(action)) in shapes):
        return awaited
    if not all(isinstance(thing, int) and thing >= 0 for thing in action[1:]):
        return awaited
    try:
        return top.refuse(s, seat, action) or awaited
    except (LookupError, ValueError):       # an id that does not exist, or something that is not there
        return awaited
