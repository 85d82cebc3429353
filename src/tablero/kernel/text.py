"""Messages: one catalogue a language for log, terminal and browser.

A message is a sentence with named places, `{unit} moves to {to}`, and forms that follow a number, `{n|marker|markers}`.
Each game's pack holds `text/<language>.toml` (prompts, events, refusals, verbs) and `text/names.<language>.toml` (things);
what belongs to no game stands in `tablero/text/`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

from tablero.kernel.errors import UnknownName
from tablero.kernel.packs import Pack, Table

LANGUAGES = ("en", "es")

_PLACE = re.compile(r"\{(\w+)(?:\|([^|{}]*)\|([^|{}]*))?\}")


class Catalogue:
    """The messages of one game in one language."""

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


def fill(text: str, values: Mapping[str, object]) -> str:
    def place(found: re.Match[str]) -> str:
        name, one, many = found.groups()
        if name not in values:
            return found.group(0)
        if one is None:
            return str(values[name])
        return one if values[name] in (1, "1") else many

    return _PLACE.sub(place, text)


def flatten(table: Table, prefix: str = "") -> dict[str, str]:
    """Nested tables as `outer.inner.key`."""
    messages: dict[str, str] = {}
    for key, value in table.values.items():
        if isinstance(value, dict):
            messages.update(flatten(table.table(key), f"{prefix}{key}."))
        elif isinstance(value, str):
            messages[prefix + key] = value
    return messages


@cache
def catalogue(pack: Pack, language: str) -> Catalogue:
    """The messages of a pack over the common ones."""
    if language not in LANGUAGES:
        raise UnknownName("language", language, LANGUAGES)
    common = Pack(Path(__file__).parent.parent / "text", "text")
    messages = flatten(common.toml(f"{language}.toml"))
    for file in (f"text/names.{language}.toml", f"text/{language}.toml"):
        messages.update(flatten(pack.toml(file)))
    return Catalogue(language, messages)


Labels = Callable[[str, int], str]      # (kind, id) -> what a thing is called


def sentence(say: Catalogue, key: str, places: Mapping[str, object]) -> str:
    """A message as a sentence: the first letter large."""
    text = say.say(key, places)
    return text[:1].upper() + text[1:]
