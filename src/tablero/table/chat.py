"""What is said at a table: in what form, how much of it, and by whom the owner does not want to hear."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from tablero.kernel.errors import NotAllowed
from tablero.table.journal import Said

LONGEST = 1000          # characters of a message
AT_ONCE, WITHIN = 8, 20.0       # messages of a person, and in how many seconds
MOST = 10_000           # messages at a table
LATEST = 200            # that are sent at first; older ones when they are asked for
JOINER = "\u200d"       # between the parts of one picture: the only invisible character that is taken


def readable(text: str) -> bool:
    """Only what can be seen: no line ends, no marks that turn the direction of the text or hide in it."""
    return text.replace(JOINER, "").isprintable()


def distinct(name: str, others: Iterable[str]) -> str:
    """A name that no other at the table has: the second Ana is “Ana (2)”."""
    taken = {other.casefold() for other in others}
    found, n = name, 2
    while found.casefold() in taken:
        found, n = f"{name} ({n})", n + 1
    return found


@dataclass(slots=True)
class Chat:
    lines: list[Said] = field(default_factory=list)
    times: dict[str, list[float]] = field(default_factory=dict)     # by person: when the latest were said
    muted: dict[str, str] = field(default_factory=dict)             # persons, and what they are called

    def check(self, player: str, text: str, at: float) -> None:
        """May a person say this now?"""
        if not text or len(text) > LONGEST:
            raise NotAllowed("chat_length", n=LONGEST)
        if not readable(text):
            raise NotAllowed("chat_signs")
        if player in self.muted:
            raise NotAllowed("chat_muted")
        if len(self.lines) >= MOST:
            raise NotAllowed("chat_full", n=MOST)
        if len([then for then in self.times.get(player, ()) if at - then < WITHIN]) >= AT_ONCE:
            raise NotAllowed("chat_fast", n=AT_ONCE, seconds=int(WITHIN))

    def add(self, said: Said, at: float) -> None:
        self.lines.append(said)
        self.times[said.player] = [*self.times.get(said.player, ()), at][-AT_ONCE:]

    def mute(self, player: str, name: str, on: bool) -> None:
        if on:
            self.muted[player] = name
        else:
            self.muted.pop(player, None)

    def heard(self, side: int) -> Sequence[Said]:
        """All that a side may read. Its lines are counted by this list: a gap would tell that others have talked."""
        return [said for said in self.lines if said.side in (-1, side)]
