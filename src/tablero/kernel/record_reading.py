"""Reading a record: what its header, its lines and its last line say, checked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import cast

from tablero.kernel.errors import BadRecord, TableroError
from tablero.kernel.frames import State
from tablero.kernel.game import Edition, Game, find
from tablero.kernel.history import Back, Ending, Entry, Item, Origin, Skip
from tablero.kernel.proof import ENDINGS
from tablero.kernel.record_lines import Line, field_of, hexadecimal_of, number_of, numbers_of

FORMATS = (1, 2)        # that can be read; of format 1 nothing shows why chance results were passed over
MOST_ORIGINS = 100


def game_of(header: Line) -> tuple[Game[State], Edition]:
    """The game, and the edition it was played with. Other data is fine as long as the record replays with it."""
    if number_of(header, 1, "tablero") not in FORMATS:
        raise BadRecord("format", found=header["tablero"], expected=FORMATS[-1])
    try:
        game = find(field_of(header, 1, "game", str))
    except TableroError as error:
        raise BadRecord("line", line=1, why=error.message) from error
    cards = number_of(header, 1, "cards") if "cards" in header else 0
    return game, game.older_edition(number_of(header, 1, "rules"), cards)


def items_of(game: Game[State], s: State, line: Line, number: int) -> list[Item]:
    """What a line says: an action, or that some were taken back."""
    if number_of(line, number, "n") != number - 1:
        raise BadRecord("line_order", line=number, n=number - 1)
    if "back" in line:
        return [Back(number_of(line, number, "back"))]
    if "skip" in line:
        return [Skip(number_of(line, number, "skip", 1))]
    name, do = field_of(line, number, "seat", str), field_of(line, number, "do", str)
    try:
        seat, action = game.seat(name), game.read(s, do)
    except TableroError as error:
        raise BadRecord("line", line=number, why=error.message) from error
    return [*skipped_of(line, number), Entry(seat, action, tuple(numbers_of(line, number, "chance")))]


def skipped_of(line: Line, number: int) -> list[Item]:
    """In format 1: what was passed over before a line."""
    n = number_of(line, number, "skipped") if "skipped" in line else 0
    return [Skip(n)] if n else []


def shares_of(line: Line, game: Game[State]) -> tuple[str, ...]:
    if "shares" not in line:
        return ()
    found = field_of(line, 1, "shares", list)
    if len(found) != len(game.seats) or not all(isinstance(one, str) and is_share(one) for one in found):
        raise BadRecord("shares")
    return tuple(cast("list[str]", found))


def is_share(text: str) -> bool:
    """A number that a player adds to the seed: 32 bytes, hexadecimal; or none."""
    return not text or re.fullmatch(r"[0-9a-f]{64}", text) is not None


def start_of(line: Line) -> int:
    return number_of(line, 1, "start", 1) if "start" in line else 1


def origins_of(header: Line, history: Sequence[Item], game: Game[State]) -> tuple[Origin, ...]:
    """Where the first lines come from; format 1 tells no more than how many actions that were."""
    if header["tablero"] == 1:
        n = number_of(header, 1, "origin", -1)
        lines = [i for i, item in enumerate(history, 1) if isinstance(item, Entry)]
        if n > len(lines):
            raise BadRecord("origin", actions=len(lines), n=n)
        return () if n < 0 else (Origin(lines[n - 1] if n else 0, "", None),)
    found: list[Origin] = []
    for line in field_of(header, 1, "origins", list):
        if not isinstance(line, dict) or len(found) == MOST_ORIGINS:
            raise BadRecord("origins", n=MOST_ORIGINS)
        until = number_of(line, 1, "until", found[-1].until + 1 if found else 0, len(history))
        commitment, seed = field_of(line, 1, "commitment", str), hexadecimal_of(line, 1, "seed")
        found.append(Origin(until, commitment, seed, shares_of(line, game), start_of(line)))
    return tuple(found)


def ending_of(end: Line, last: int, game: Game[State]) -> Ending | None:
    if "ending" not in end:
        return None
    line = field_of(end, last, "ending", dict)
    kind, names = field_of(line, last, "kind", str), field_of(line, last, "winners", list)
    if kind not in ENDINGS or not all(name in game.seats for name in names):
        raise BadRecord("ending", line=last)
    return Ending(kind, tuple(game.seats.index(cast(str, name)) for name in names))
