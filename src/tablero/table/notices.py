"""What everybody at a table should know besides the game: who came, who went, who has seen which side.

They are lines of the log, made from the entries of the journal; the words are `at_table.…` of the catalogues.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from tablero.table.journal import Interrupted, Left, Matter, Opened, Resigned, Sat, Seated

if TYPE_CHECKING:
    from tablero.table.course import Course
    from tablero.table.seating import Holder


class Notice(NamedTuple):
    key: str
    seat: int = -1
    name: str = ""          # of a person, or of a bot
    n: int = 0


def notices(sitting: Course, matter: Matter, before: Holder | None = None) -> list[Notice]:
    """What an entry tells everybody; `before` is who held the seat that it changes."""
    if isinstance(matter, Opened):
        return [Notice("imported", n=sitting.record.taken_over)] if matter.record and not sitting.over else []
    if isinstance(matter, Interrupted):
        return [Notice("interrupted", n=max(1, round((matter.until - matter.since) / 60)))]
    if not sitting.started or sitting.over:
        return []
    if isinstance(matter, Sat):
        return [Notice("sits", matter.seat, matter.name)]
    if isinstance(matter, Resigned):
        if matter.heir >= 0:
            return [Notice("sits", matter.seat, sitting.seating[matter.heir].name)]
        return [Notice("bot", matter.seat, matter.bot)]
    if isinstance(matter, (Seated, Left)):
        gone = [Notice("leaves", matter.seat, before.name)] if before and before.person else []
        return gone + ([Notice("bot", matter.seat, matter.bot)] if isinstance(matter, Seated) else [])
    return []


def several_sides(sitting: Course) -> list[Notice]:
    """Who plays several sides of a game that others play or watch, if it has not been told yet."""
    seating = sitting.seating
    if len(seating.people()) < 2 and not sitting.spectators:
        return []
    names = {seating[one].name for one, seats in enumerate(seating.same) if len(set(map(sitting.side, seats))) > 1}
    told = {line.notice for line in sitting.log}
    return [notice for name in sorted(names) if (notice := Notice("both_sides", name=name)) not in told]


def sees_both(sitting: Course, player: str, seat: int) -> bool:
    """Has a person seen the side of a seat, and another one?"""
    seen = sitting.seating.seen(player) if player else set()
    return seat in seen and any(sitting.side(one) != sitting.side(seat) for one in seen)
