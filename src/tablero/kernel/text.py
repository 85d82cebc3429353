"""A game in words: its messages on top of the common ones, and `Speech`, which words everything about it.

Each game's pack holds `text/<language>.toml` (prompts, events, refusals, verbs) and `text/names.<language>.toml`
(things).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING

from tablero.kernel.actions import NUMBER, Action, Signature
from tablero.kernel.advice import Chance, Choice, Points, Reason, Thing, Value
from tablero.kernel.cautions import Caution
from tablero.kernel.compiling import mypyc_attr
from tablero.kernel.engine import prompt
from tablero.kernel.errors import IllegalAction, TableroError, UnknownName
from tablero.kernel.frames import SPECTATOR, State, winners
from tablero.kernel.messages import LANGUAGES, Catalogue, common, fill, flatten, places, sentence
from tablero.kernel.odds import Odds, percent
from tablero.kernel.packs import Pack
from tablero.kernel.refusals import Prompt, Refusal

if TYPE_CHECKING:
    from tablero.kernel.game import Game
    from tablero.kernel.goals import Judgement

__all__ = ["LANGUAGES", "Catalogue", "Speech", "catalogue", "common", "fill", "flatten", "places", "sentence"]

_POINT = re.compile(r"(?<=\d)\.(?=\d)")        # of a decimal fraction


@cache
def catalogue(pack: Pack, language: str) -> Catalogue:
    """The messages of a pack on top of the common ones."""
    if language not in LANGUAGES:
        raise UnknownName("language", language, LANGUAGES)
    messages = dict(common(language).messages)
    for file in (f"text/names.{language}.toml", f"text/{language}.toml"):
        messages.update(flatten(pack.toml(file).values))
    return Catalogue(language, messages)


@mypyc_attr(allow_interpreted_subclasses=True)
class Speech:
    """A game in one language: events, prompts, refusals, errors, labels of choices."""

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

    def seats(self, seats: Sequence[int]) -> str:
        """Several seats in a row: the first, the second and the third; nothing for none."""
        return self._listed(map(self.seat, seats))

    def _listed(self, names: Iterable[str]) -> str:
        *rest, last = [*names] or [""]
        return self.say("list.last", rest=", ".join(rest), last=last) if rest else last

    def event(self, s: State, kind: str, args: Sequence[int]) -> str:
        """What happened, as one sentence, with names as a spectator knows them."""
        if self.game.varying and s.viewer != SPECTATOR:
            s = self.game.view(s, -1)
        return sentence(self.catalogue.say(f"event.{kind}", self._places(s, self.game.events[kind], args)))

    def action(self, s: State, action: Action, question: str = "") -> str:
        """The label of a choice; a question may have its own labels for a verb."""
        verb = action[0]
        key = f"answer.{question}.{verb}"
        if not self.catalogue.has(key):
            key = f"verb.{verb}"
        wanted = self.game.verbs[verb]
        values = self._places(s, wanted, action[1:])
        for argument, id_ in zip(wanted, action[1:], strict=True):
            place = self.game.place_of(s, argument.kind, id_)
            if place is not None:
                values[f"{argument.name}_at"] = self.thing(s, *place)
        return sentence(self.catalogue.say(key, values))

    def note(self, key: str) -> str:
        """A text without placeholders; "" if there is none."""
        return self.catalogue.say(key, {}) if self.catalogue.has(key) else ""

    def odds(self, odds: Odds | None) -> str:
        """The odds of a choice; "" if there are none."""
        if odds is None:
            return ""
        values = {place: self.catalogue.say(value, {}) if self.catalogue.has(value)
                  else _POINT.sub(self.say("list.decimal"), value) for place, value in odds.values}
        values["chance"] = percent(odds.low, odds.high)
        if odds.mean is not None:
            values["mean"] = percent(odds.mean)
        said = self.catalogue.say(f"odds.{odds.key}", values)
        return "; ".join((said, *map(self.odds, odds.also)))

    def caution(self, s: State, caution: Caution) -> str:
        """What an option throws away, or why nothing comes of it."""
        values = {place: self.thing(s, kind, id_) for place, kind, id_ in caution.args}
        return sentence(self.catalogue.say(f"{caution.kind}.{caution.key}", values))

    def reason(self, s: State, reason: Reason, question: str = "") -> str:
        """Why a bot would do what it advises, from the view of the seat; `question` is the key of the prompt."""
        values = {place: self._value(s, value, question) for place, value in reason.values.items()}
        return sentence(self.catalogue.say(f"hint.{reason.key}", values))

    def _value(self, s: State, value: Value, question: str) -> object:
        if isinstance(value, Thing):
            return self.thing(s, value.kind, value.id)
        if isinstance(value, Chance):
            return percent(Fraction(value.value))
        if isinstance(value, Points):
            return f"{value.value:.1f}".replace(".", self.say("list.decimal"))
        if isinstance(value, Reason):
            return self.reason(s, value, question)
        if isinstance(value, Choice):
            return self.action(s, value.action, question)
        return value if isinstance(value, int) else self._things(s, value)

    def _things(self, s: State, some: Sequence[Thing]) -> str:
        """Several things in a row; of those with the same name one, and their number."""
        alike: dict[str, list[Thing]] = {}
        for one in some:
            alike.setdefault(Speech.thing(self, s, *one), []).append(one)
        return self._listed(
            self.thing(s, *same[0]) + (f" (×{len(same)})" if len(same) > 1 else "") for same in alike.values()
        )

    def prompt(self, s: State, asked: Prompt) -> str:
        """What is asked."""
        values: dict[str, object] = {place: self.thing(s, kind, id_) for place, kind, id_ in asked.args}
        if asked.kind:
            values["when"] = self.catalogue.say(f"when.{asked.topic}")
            if self.catalogue.has(f"about.{asked.topic}"):
                values["about"] = self.catalogue.say(f"about.{asked.topic}", values)
        return sentence(self.catalogue.say(f"prompt.{asked.key}", values))

    def outlook(self, s: State, judgement: Judgement) -> str:
        """What will be judged soon, and how it stands."""
        values = {place: self.thing(s, kind, id_) for place, kind, id_ in judgement.args}
        return sentence(self.catalogue.say(f"outlook.{judgement.key}", values))

    def refusal(self, s: State, seat: int, refusal: Refusal) -> str:
        """Why an action is refused; where no rule forbids it, what is asked instead."""
        return self.catalogue.say(f"refusal.{refusal.key}", {"prompt": self.prompt(s, prompt(s, seat))})

    def error(self, s: State, seat: int, error: TableroError) -> str:
        """An error in words; if a rule refuses an action, in the words of that refusal."""
        if isinstance(error, IllegalAction) and error.refusal is not None:
            return self.refusal(self.game.view(s, seat), seat, error.refusal)
        return error.in_words(self.language)

    def result(self, s: State) -> str:
        """How the game ended."""
        result = s.result
        if result is None:
            return ""
        return self.ended(f"result.{result['kind']}", winners(result), result["winner"])

    def ended(self, key: str, won: Sequence[int], winner: int | None = None) -> str:
        """How a game ended, by its rules or at the table: `{seat}` is the winner, or all; `{seats}` is all."""
        all_ = self.seats(won)
        return sentence(self.say(key, seat=all_ if winner is None else self.seat(winner), seats=all_))

    def _places(self, s: State, wanted: Signature, values: Sequence[int]) -> dict[str, str]:
        return {a.name: self.thing(s, a.kind, value) for a, value in zip(wanted, values, strict=True)}
