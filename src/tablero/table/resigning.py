"""Giving up: which seats go with a resignation or a fallen flag, who takes over, who wins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablero.table.journal import Resigned

if TYPE_CHECKING:
    from tablero.table.course import Course


def given_up(sitting: Course, matter: Resigned) -> list[int]:
    """The seats that go with a resignation: all that the person holds on that side; but a flag falls alone."""
    person = sitting.seating[matter.seat].person
    if not person or matter.reason == "time":
        return [matter.seat]
    return [seat for seat in sitting.game.side(matter.seat) if sitting.seating[seat].person == person]


def heir(sitting: Course, matter: Resigned) -> int:
    """The seat of the ally whose player takes over, if the table was opened so; -1 for none."""
    if not sitting.opened.heirs:
        return -1
    seats = given_up(sitting, matter)
    allies = sitting.game.side(matter.seat)
    return next((seat for seat in allies if seat not in seats and sitting.seating[seat].person), -1)


def winners(sitting: Course, matter: Resigned) -> tuple[int, ...] | None:
    """The seats that win by a resignation; None if the game goes on: between several sides, with a person."""
    seats, holders = given_up(sitting, matter), list(enumerate(sitting.seating.holders))
    staying = {seat for seat, holder in holders if not holder.resigned and seat not in seats}
    sides = [side for side in sitting.game.sides if staying.intersection(side)]
    playing = any(sitting.seating[seat].person for seat in staying)
    return None if len(sides) > 1 and playing else tuple(seat for side in sides for seat in side)
