"""The sea, for tests of ships and landings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tablero.games.aiw.state import Aiw
from tests.games.aiw.march import actions
from tests.games.aiw.war import war


def at_sea(
    places: Mapping[str, str], *, siege: Iterable[str] = (), forts: Mapping[str, Iterable[str]] | None = None,
    points: int = 2, secret: bool = True, command: tuple[int, int] = (0, 0),
) -> Aiw:
    """A Liberal Actions step; nothing is done of itself."""
    s = war(places, side="liberal", siege=siege, forts=forts, points=points, secret=secret, command=command)
    actions(s)
    return s
