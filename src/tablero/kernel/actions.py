"""Actions: what a player does, and its text form.

An action is a plain tuple: a verb and the ids of what it concerns, `("move", 12, 340)`. A game's `VERBS` table says of
what kind each argument is, `"move": "unit to:hex"`; from that one table come the text form that records keep
(`move c_guias 1713`), its parser, the board elements a client lights (`unit:c_guias`, `hex:1713`) and the labels.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from tablero.kernel.errors import IllegalAction

Action: TypeAlias = tuple[Any, ...]      # a verb and ids; `tuple[str, *tuple[int, ...]]` would say so, but stops mypyc

PASS: Final[Action] = ("pass",)
DONE: Final[Action] = ("done",)


def each(verb: str, n: int) -> tuple[Action, ...]:
    """The actions of a verb on things 0 to n - 1, made once, for options that are computed very often."""
    return tuple((verb, thing) for thing in range(n))


NUMBER = "number"       # the kind whose text form is the number itself
_NUMBER = re.compile(r"-?[0-9]{1,18}")


class Argument(NamedTuple):
    name: str           # placeholder in messages: "to"
    kind: str           # what the id counts: "hex"


class Names:
    """The text ids of one kind of thing: name by number and number by name."""

    __slots__ = ("index", "names")

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)
        self.index = {name: i for i, name in enumerate(self.names)}
        for i, name in enumerate(self.names):
            if self.index[name] != i or not name or " " in name:
                raise ValueError(f"{name!r} cannot be an id: ids are words without spaces, each different")

    def __getitem__(self, i: int) -> str:
        if i < 0:
            raise IndexError(f"{i} is no id")
        return self.names[i]

    def __len__(self) -> int:
        return len(self.names)


Signature: TypeAlias = tuple[Argument, ...]


def signature(text: str) -> Signature:
    """`"unit from:hex to:hex"` as arguments; an argument without a name of its own is named by its kind."""
    parts = (part.partition(":") for part in text.split())
    return tuple(Argument(name, kind or name) for name, _, kind in parts)


def signatures(table: Mapping[str, str]) -> dict[str, Signature]:
    return {word: signature(text) for word, text in table.items()}


def write(action: Action, verbs: Mapping[str, Signature], names: Mapping[str, Names]) -> str:
    """The text form of an action: `move c_guias 1713`."""
    text: str = action[0]
    wanted = verbs[text]
    if len(action) != len(wanted) + 1:
        raise ValueError(f"{action!r} should name {len(wanted)} things")
    for (_, kind), value in zip(wanted, action[1:]):
        text += f" {value if kind == NUMBER else names[kind][value]}"
    return text


def read(text: str, verbs: Mapping[str, Signature], names: Mapping[str, Names]) -> Action:
    """The action that a text form stands for; anything else is an `IllegalAction` that says what was expected."""
    verb, *words = text.split(" ")
    wanted = verbs.get(verb)
    if wanted is None:
        raise IllegalAction("verb", action=text, known=sorted(verbs))
    if len(words) != len(wanted):
        raise IllegalAction("form", action=text, form=" ".join([verb, *(f"<{a.name}>" for a in wanted)]))
    action: list[str | int] = [verb]
    for (_, kind), word in zip(wanted, words):
        value = names[kind].index.get(word) if kind != NUMBER else int(word) if _NUMBER.fullmatch(word) else None
        if value is None:
            raise IllegalAction("number" if kind == NUMBER else "thing", action=text, word=word, kind=kind)
        action.append(value)
    return tuple(action)


def targets(action: Action, verbs: Mapping[str, Signature], names: Mapping[str, Names]) -> tuple[str, ...]:
    """The things an action concerns, as `kind:id`."""
    pairs = zip(verbs[action[0]], action[1:], strict=True)
    return tuple(f"{kind}:{names[kind][value]}" for (_, kind), value in pairs if kind != NUMBER)
