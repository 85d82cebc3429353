"""The End of Year in tests."""

from __future__ import annotations

from tablero.games.aiw.rules.r24_end_of_year.s00_end_of_year import EndOfYear
from tablero.games.aiw.state import Aiw
from tablero.kernel.events import Event
from tests.games.aiw.war import asked, do, offered, run


def year_end(s: Aiw, first: str = "fortresses", dice: list[int] | None = None) -> list[Event]:
    """The End of Year from a step on, to its end or its first question."""
    return run(s, EndOfYear(at=EndOfYear().steps().index(first)), dice)


def quietly(s: Aiw, until: str = "nobody") -> list[Event]:
    """Play on, doing as little as may be, until something is asked."""
    events: list[Event] = []
    while asked(s) not in (until, "nobody"):
        words = offered(s)
        events += do(s, "done" if "done" in words else "pass" if "pass" in words else words[0])
    return events
