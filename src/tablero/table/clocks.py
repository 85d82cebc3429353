"""Time at the table: none, live minutes with an increment, or days a move with a bank."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tablero.table.journal import Clock


@dataclass(slots=True)
class Clocks:
    """The time each seat has left, and since when it is running."""

    clock: Clock
    left: list[float]                                           # seconds in the bank of each seat
    running: dict[int, float] = field(default_factory=dict)     # seats whose time runs, and since when

    def turn(self, moved: int, awaited: Sequence[int], now: float) -> None:
        """A seat has moved: stop its clock and start those of the seats that are asked; other clocks run on."""
        if self.clock.kind == "none":
            return
        for seat in list(self.running):
            if seat == moved or seat not in awaited:
                self._halt(seat, now)
                if self.clock.kind == "live" and seat not in awaited:
                    self.left[seat] += self.clock.each
        for seat in awaited:
            self.running.setdefault(seat, now)

    def taken_back(self, seat: int) -> None:
        """A move that ended the turn is taken back, and with it the increment it gained."""
        if self.clock.kind == "live" and seat not in self.running:
            self.left[seat] -= self.clock.each

    def stop(self, now: float) -> None:
        for seat in list(self.running):
            self._halt(seat, now)

    def stood_still(self, since: float, until: float) -> None:
        """No clock ran for a time."""
        for seat, begun in self.running.items():
            self.running[seat] = begun + max(0.0, until - max(since, begun))

    def _halt(self, seat: int, now: float) -> None:
        self.left[seat] = self.remaining(seat, now)
        del self.running[seat]

    def remaining(self, seat: int, now: float) -> float:
        """Seconds a seat has left, including the move it is making."""
        if seat not in self.running:
            return self.left[seat]
        used = max(0.0, now - self.running[seat])
        return self.left[seat] - (used if self.clock.kind == "live" else max(0.0, used - self.clock.each))

    def fallen(self, now: float) -> list[int]:
        """Seats whose time is up, the first to run out first."""
        ends = sorted((self._end(seat), seat) for seat in self.running)
        return [seat for end, seat in ends if now >= end]

    def deadline(self) -> float | None:
        """When the next flag falls, in seconds since 1970."""
        return min(map(self._end, self.running), default=None)

    def _end(self, seat: int) -> float:
        """When the flag of a seat whose clock runs falls."""
        spare = self.clock.each if self.clock.kind == "days" else 0.0
        return self.running[seat] + self.left[seat] + spare
