"""What happened, and who may know it.

A game's `EVENTS` table gives each kind of event the kinds of its arguments, as `VERBS` does for actions. An event names
the seats that see its arguments; the others see `public`, an event of another kind that tells less, or nothing at all.
Events are drained after each action; a state does not keep them.

An event of a fight may carry a part of its sheet (`State.sheet`): rows that say of what its numbers are made, each with
the rule behind it. Who sees the event as it is sees them too, and nobody else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

ALL: Final = -1        # an audience: every seat


# A row of the sheet of a fight: the key of a message "sheet.<name>", what the side that began it has, as a number, a
# thing or a message key, the same of the other side, and the rule behind it.
SheetRow: TypeAlias = tuple[str, str, str, str]


class Event(NamedTuple):
    kind: str
    args: tuple[int, ...] = ()
    seen: int = ALL                                         # bitset of the seats that see it as it is
    public: tuple[str, tuple[int, ...]] | None = None       # what the others see instead
    sheet: tuple[SheetRow, ...] = ()                        # what its numbers are made of


def faces(rolled: Sequence[int]) -> int:
    """Dice as the argument `faces` of an event, which is drawn and not said: 3, 5 and 6 as 356."""
    digits = 0
    for die in rolled:
        digits = 10 * digits + die
    return digits


def seen_by(events: list[Event], *seats: int) -> list[tuple[str, tuple[int, ...]]]:
    """The events as a seat may know them, or several together; a spectator is seat -1 and sees what is public."""
    seen, eyes = [], 0
    for seat in seats:
        if seat >= 0:
            eyes |= 1 << seat
    for event in events:
        if event.seen == ALL or event.seen & eyes:
            seen.append((event.kind, event.args))
        elif event.public is not None:
            seen.append(event.public)
    return seen
