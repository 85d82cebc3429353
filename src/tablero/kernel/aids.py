"""The player's aid: sheets of words and tables, which a game fills from its texts and its pack.

A sheet `sequence` has its title and its words in the texts of the game: `aid.sequence`, `aid.sequence_1`, and so on.
How to win is not among them: that is kernel/goals.py.
"""

from __future__ import annotations

from typing import TypeAlias

from tablero.kernel.scene import Panel

Row: TypeAlias = tuple[tuple[str, str], ...]


def sheet(name: str, words: int = 0, rows: tuple[Row, ...] = ()) -> Panel:
    """A sheet of so many paragraphs, and a table below them."""
    said = tuple((("say", f"aid.{name}_{n}"),) for n in range(1, words + 1))
    return Panel(f"panel:aid.{name}", f"aid.{name}", "", said + rows)


def row(key: str, value: int | str) -> Row:
    return ((key, str(value)),)


def signed(n: int) -> str:
    return f"{n:+}".replace("-", "−") if n else "0"
