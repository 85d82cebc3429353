"""Messages: one catalogue a language for log, terminal and browser.

A message is a sentence with named places, `{unit} moves to {to}`, and forms that follow a number, `{n|marker|markers}`.
Each game's pack holds `text/<language>.toml` (prompts, events, refusals, verbs) and `text/names.<language>.toml`
(things); what belongs to no game stands in `tablero/text/`. A `Speech` says all there is to say of a game.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from tablero.kernel.actions import NUMBER, Action, Signature
from tablero.kernel.engine import prompt
from tablero.kernel.errors import UnknownName
from tablero.kernel.frames import SPECTATOR, State
from tablero.kernel.odds import Odds, percent
from tablero.kernel.packs import Pack, Table
from tablero.kernel.refusals import Prompt, Refusal

if TYPE_CHECKING:
    from tablero.kernel.game import Game

LANGUAGES = ("en", "es")
COMMON = Path(__file__).parent.parent / "text"

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


def places(text: str) -> set[str]:
    """The names of a message's places."""
    return {found.group(1) for found in _PLACE.finditer(text)}


def sentence(text: str) -> str:
    """With a large first letter."""
    return text[:1].upper() + text[1:]


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
def common(language: str) -> Catalogue:
    """The messages that belong to no game."""
    if language not in LANGUAGES:
        raise UnknownName("language", language, LANGUAGES)
    return Catalogue(language, flatten(Pack(COMMON, "text").toml(f"{language}.toml")))


@cache
def catalogue(pack: Pack, language: str) -> Catalogue:
    """The messages of a pack over the common ones."""
    messages = dict(common(language).messages)
    for file in (f"text/names.{language}.toml", f"text/{language}.toml"):
        messages.update(flatten(pack.toml(file)))
    return Catalogue(language, messages)


class Speech:
    """A game in one language: what happened, what is asked, why not, what a choice is called."""

    __slots__ = ("catalogue", "game")

    def __init__(self, game: Game[State], language: str) -> None:
        self.game = game
        self.catalogue = catalogue(game.pack, language)

    @property
    def language(self) -> str:
        return self.catalogue.language

    def say(self, key: str, **values: object) -> str:
        return self.catalogue.say(key, values)

    def thing(self, s: State, kind: str, id_: int) -> str:
        """What a thing is called."""
        return str(id_) if kind == NUMBER else self.game.label(s, kind, id_, self.catalogue)

    def seat(self, seat: int) -> str:
        return self.catalogue.say(f"seat.{self.game.seats[seat]}")

    def event(self, s: State, kind: str, args: Sequence[int]) -> str:
        """What happened, as one sentence; as an onlooker would tell it, who knows only what everybody knows."""
        if self.game.varying and s.viewer != SPECTATOR:
            s = self.game.view(s, -1)
        return sentence(self.catalogue.say(f"event.{kind}", self._places(s, self.game.events[kind], args)))

    def action(self, s: State, action: Action, question: str = "") -> str:
        """What a choice is called, the label of its button: in answer to a question, if there is a word for that."""
        verb = action[0]
        key = f"answer.{question}.{verb}"
        if not self.catalogue.has(key):
            key = f"verb.{verb}"
        return sentence(self.catalogue.say(key, self._places(s, self.game.verbs[verb], action[1:])))

    def note(self, key: str) -> str:
        """A text that needs nothing filled in; nothing if there is none."""
        return self.catalogue.say(key, {}) if self.catalogue.has(key) else ""

    def odds(self, odds: Odds | None) -> str:
        """What a choice promises; nothing if nothing is known of it."""
        if odds is None:
            return ""
        values = dict(odds.values, chance=percent(odds.low, odds.high))
        if odds.mean is not None:
            values["mean"] = percent(odds.mean)
        return self.catalogue.say(f"odds.{odds.key}", values)

    def prompt(self, s: State, asked: Prompt) -> str:
        """What is asked."""
        values: dict[str, object] = {place: self.thing(s, kind, id_) for place, kind, id_ in asked.args}
        if asked.kind:
            values["when"] = self.catalogue.say(f"when.{asked.topic}")
        return sentence(self.catalogue.say(f"prompt.{asked.key}", values))

    def refusal(self, s: State, seat: int, refusal: Refusal) -> str:
        """Why not; where no rule was asked about, what is awaited instead."""
        return self.catalogue.say(f"refusal.{refusal.key}", {"prompt": self.prompt(s, prompt(s, seat))})

    def result(self, s: State) -> str:
        """How the game ended."""
        result = s.result
        if result is None:
            return ""
        winner = result["winner"]
        return sentence(self.say(f"result.{result['kind']}", seat="" if winner is None else self.seat(winner)))

    def _places(self, s: State, wanted: Signature, values: Sequence[int]) -> dict[str, str]:
        return {a.name: self.thing(s, a.kind, value) for a, value in zip(wanted, values, strict=True)}
