"""Who is here: connected to a table, or in the lobby a moment ago. It tells that somebody is there, nothing else."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable

LASTS = 40.0        # seconds that a sign of the lobby counts; it gives one every fifteen


class Presence:
    def __init__(self, connected: Callable[[], Collection[str]], clock: Callable[[], float] = time.monotonic) -> None:
        self.connected, self.clock = connected, clock       # ids of those with a socket
        self._signs: dict[str, tuple[str, float]] = {}      # by id: name, and when the lobby last asked

    def sign(self, player: str, name: str) -> None:
        """Somebody looks at the lobby."""
        self._signs[player] = name, self.clock()

    def here(self) -> list[tuple[str, str]]:
        """Ids and names of those who are in the lobby, or were when they went to the table where they are."""
        now, here = self.clock(), self.connected()
        self._signs = {
            player: (name, at) for player, (name, at) in self._signs.items() if now - at < LASTS or player in here
        }
        return [(player, name) for player, (name, _) in self._signs.items()]

    def names(self, elsewhere: Iterable[tuple[str, str]] = ()) -> list[str]:
        """Their names, with those of other servers."""
        return sorted(dict([*elsewhere, *self.here()]).values(), key=str.casefold)
