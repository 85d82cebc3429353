"""What a bot would do, and why: a reason is a message of the game and what its places say.

    Reason("attack", {"space": Thing("space", 7), "chance": Chance(0.68), "worth": Points(2.0)})

is worded by `hint.attack`, in any language, by `Speech.reason`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeAlias

from tablero.kernel.actions import Action
from tablero.kernel.bits import ids_of


class Thing(NamedTuple):
    """Something of the game: a unit, a place, a card."""

    kind: str
    id: int


class Chance(NamedTuple):
    """A probability, shown in percent."""

    value: float


class Points(NamedTuple):
    """A worth, shown with one decimal place."""

    value: float


class Choice(NamedTuple):
    """Another option of the question, shown by its label."""

    action: Action


class Reason(NamedTuple):
    """Why: the message `hint.<key>` of the game, and by place what it says there; a reason can be part of another."""

    key: str
    values: Mapping[str, Value] = {}


Value: TypeAlias = "Thing | tuple[Thing, ...] | Chance | Points | Choice | Reason | int"
Values: TypeAlias = dict[str, Value]


class Advice(NamedTuple):
    """What a bot would do."""

    action: Action
    reason: Reason
    second: Action | None = None        # what it would do otherwise; None if there is nothing else


def things(kind: str, ids: Iterable[int]) -> tuple[Thing, ...]:
    """Several things of one kind."""
    return tuple(Thing(kind, one) for one in ids)


def things_in(kind: str, ids: int) -> tuple[Thing, ...]:
    """The things of a bitset."""
    return things(kind, ids_of(ids))
