"""Messages: a key and values, put into words by the catalogue of a language.

A message is a sentence with named places, `{unit} moves to {to}`, forms that follow a number, `{n|marker|markers}`, and
numbers with their sign, `{n+}`.
What belongs to no game is in `tablero/text/`: errors in `errors.<language>.toml`, the rest in `<language>.toml`. The
pack of each game adds its own (text.py).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from tablero.kernel.compiling import PROGRAM, mypyc_attr

LANGUAGES = ("en", "es")
COMMON = PROGRAM / "text"
LONGEST = 200           # characters of a value in a message: more of a damaged file helps nobody

_PLACE = re.compile(r"\{(\w+)(?:(\+)|\|([^|{}]*)\|([^|{}]*))?\}")
_STOPPED = re.compile(r"(?<!\.)([.!?][\x00-\x1f]?)\.$")         # the end of a link may come between


class Message(NamedTuple):
    """Something to say, in any language; a value may be a message itself."""

    key: str
    values: Mapping[str, object]


@mypyc_attr(allow_interpreted_subclasses=True)
class Catalogue:
    """The messages of one language, by key."""

    __slots__ = ("language", "messages")

    def __init__(self, language: str, messages: dict[str, str]) -> None:
        self.language = language
        self.messages = messages

    def has(self, key: str) -> bool:
        return key in self.messages

    def say(self, key: str, values: Mapping[str, object] | None = None) -> str:
        """A message with its places filled in; a missing one shows its key, which the checks forbid."""
        text = self.messages.get(key)
        return f"[{key}]" if text is None else fill(text, values or {})

    def word(self, message: Message) -> str:
        """A message whose values may be messages, lists or texts of strangers."""
        return self.say(message.key, {name: self._shown(value) for name, value in message.values.items()})

    def _shown(self, value: object) -> object:
        if isinstance(value, Message):
            return self.word(value)
        if isinstance(value, int):
            return value
        text = ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
        text = text if text.isprintable() else repr(text)[1:-1]
        return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def fill(text: str, values: Mapping[str, object]) -> str:
    """A text with its places filled in."""
    if "{" not in text:
        return text

    def place(found: re.Match[str]) -> str:
        name, signed, one, many = found.groups()
        if name not in values:
            return found.group(0)
        if signed:
            return f"{int(str(values[name])):+d}"
        if one is None:
            return str(values[name])
        return one if _bare(values[name]) == "1" else many

    return _PLACE.sub(place, text)


def _bare(value: object) -> str:
    """A value without the link around it."""
    return str(value).rstrip("\x03").rpartition("\x02")[2]


def places(text: str) -> set[str]:
    """The names of a message's places."""
    return {found.group(1) for found in _PLACE.finditer(text)}


def sentence(text: str) -> str:
    """With a capital first letter, and no full stop after a name that ends with a mark of its own: `No Pasarán!`."""
    return text[:1].upper() + (_STOPPED.sub(r"\1", text[1:]) if text.endswith(".") else text[1:])


def flatten(table: Mapping[str, object], prefix: str = "") -> dict[str, str]:
    """Nested tables as `outer.inner.key`."""
    messages: dict[str, str] = {}
    for key, value in table.items():
        if isinstance(value, dict):
            messages.update(flatten(value, f"{prefix}{key}."))
        elif isinstance(value, str):
            messages[prefix + key] = value
    return messages


@cache
def common(language: str) -> Catalogue:
    """The messages that belong to no game."""
    return _catalogue(language, f"{language}.toml")


@cache
def errors(language: str) -> Catalogue:
    """The messages of all errors."""
    return _catalogue(language, f"errors.{language}.toml")


def _catalogue(language: str, file: str) -> Catalogue:
    return Catalogue(language, flatten(tomllib.loads((COMMON / file).read_text(encoding="utf-8"))))
