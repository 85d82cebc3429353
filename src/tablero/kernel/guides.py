"""A guided first game: a real table with a fixed set-up and seed, at which a bot advises and chapters explain.

It is data of the pack, `guide.toml`; the texts word each chapter (`guide.<id>.title` and `guide.<id>.text`) and what
one knows in the end (`guide.end`):

    scenario = "war_of_the_columns"
    seat = "nationalist"
    opponent = "heuristic"          the bot in all other seats
    seed = 7
    begin = 2                       the turn in which it begins: bots have played up to then; without it, at the start
    turns = 1                       the guide ends when so many turns are over,
    answers = 40                    or the person has given so many answers (if it begins at the start)
    [options]                       of the game, where they are not the usual ones

    [[chapter]]
    id = "cards"
    prompts = ["choose_action"]     shown when one of these is asked for the first time; without any, at the start
    rule = "7.1.3a"                 to read more, if any
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tablero.kernel.packs import Table

if TYPE_CHECKING:
    from tablero.kernel.frames import State
    from tablero.kernel.game import Game

GUIDE = "guide.toml"


@dataclass(frozen=True, slots=True)
class Chapter:
    """Something that is explained at its moment."""

    id: str
    prompts: tuple[str, ...]        # keys; none: at the start
    rule: str


@dataclass(frozen=True, slots=True)
class Guide:
    scenario: str
    seat: int
    opponent: str
    seed: int
    begin: int
    turns: int
    answers: int                    # 0: no limit
    options: Mapping[str, str]
    chapters: tuple[Chapter, ...]


_known: dict[Path, Guide | None] = {}


def guide(game: Game[State]) -> Guide | None:
    """The guided first game of a game, if its pack has one."""
    root = game.pack.root
    if root not in _known:
        _known[root] = _read(game) if (root / GUIDE).is_file() else None
    return _known[root]


def _read(game: Game[State]) -> Guide:
    t = game.pack.toml(GUIDE)
    options = t.maybe_table("options")
    return Guide(
        scenario=t.choice("scenario", game.scenarios),
        seat=game.seat(t.choice("seat", game.seats)),
        opponent=t.text("opponent"),
        seed=t.integer("seed"),
        begin=t.maybe_integer("begin", 0),
        turns=t.integer("turns"),
        answers=t.maybe_integer("answers", 0),
        options=game.chosen({name: options.text(name) for name in options.keys()} if options else {}),  # noqa: SIM118
        chapters=tuple(map(_chapter, t.tables("chapter"))),
    )


def _chapter(t: Table) -> Chapter:
    return Chapter(t.text("id"), tuple(t.texts("prompts")) if t.has("prompts") else (), t.maybe_text("rule"))


def is_through(game: Game[State], s: State, answers: int) -> bool:
    """Is all that the guide explains over, after so many answers?"""
    found = guide(game)
    return found is not None and (s.over or game.turns(s) > found.turns or 0 < found.answers <= answers)
