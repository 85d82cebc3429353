"""How to win: the aim of each side, what earns points, what ends the game. It is data of the pack.

`goals.toml` lists the clauses in the order in which they are read, the texts of the pack word them (`goal.<say>`), and
the game gives the figures, by name, from the constants of its rules (`Game.figures`): no number is written twice.

    [[aim]]                     of a side
    sides = ["carlist"]
    say = "carlist_{battle}"    message goal.carlist_arquijas; a figure may choose it

    [[points]]                  what earns points
    say = "rout"
    points = "rout"             the figure that stands beside it
    sides = ["liberal"]         whom it pays, if not everybody
    rule = "9.1d"

    [[end]]                     what ends the game at once, or decides it
    say = "graded"
    when = "clear"              only where the game gives this figure
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, TypeVar

from tablero.kernel.messages import fill
from tablero.kernel.packs import Table
from tablero.kernel.text import Speech

if TYPE_CHECKING:
    from tablero.kernel.frames import State
    from tablero.kernel.game import Game

S = TypeVar("S", bound="State")
Figures: TypeAlias = Mapping[str, int | str]


@dataclass(frozen=True, slots=True)
class Clause:
    """A sentence or two of how to win."""

    text: str
    sides: tuple[str, ...] = ()     # whose aim it is, or whom it pays; none for everybody
    points: str = ""                # what it pays
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Goals:
    """How to win, in words."""

    aims: tuple[Clause, ...] = ()
    points: tuple[Clause, ...] = ()
    ends: tuple[Clause, ...] = ()


def no_figures(s: object) -> Figures:
    """For games that do not say how to win."""
    return {}


def goals(game: Game[S], s: S, language: str) -> Goals:
    """How to win in the game of a state, whatever has happened in it so far."""
    figures = game.figures(s)
    if not figures:
        return Goals()
    file, speech = game.pack.toml("goals.toml"), Speech(game, language)     # type: ignore[arg-type]
    aims, points, ends = (
        tuple(_clause(table, figures, speech) for table in file.tables(kind) if _holds(table, figures))
        for kind in ("aim", "points", "end")
    )
    return Goals(aims, points, ends)


def _holds(table: Table, figures: Figures) -> bool:
    wanted = table.maybe_text("when")
    return not wanted or wanted in figures


def _clause(table: Table, figures: Figures, speech: Speech) -> Clause:
    key, points = fill(table.text("say"), figures), table.maybe_text("points")
    return Clause(
        speech.catalogue.say(f"goal.{key}", figures), tuple(table.texts("sides")) if table.has("sides") else (),
        str(figures[points]) if points else "", table.maybe_text("rule"),
    )


class Judgement(NamedTuple):
    """Something that will be judged soon, or could end the game at once, and how it stands."""

    rule: str
    key: str                                        # message "outlook.<key>"
    args: tuple[tuple[str, str, int], ...] = ()     # (placeholder, kind, id), as of a prompt


def no_outlook(s: object, seat: int) -> tuple[Judgement, ...]:
    """For games that do not warn."""
    return ()
