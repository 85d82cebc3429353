"""Ratings by Glicko-2, after Mark Glickman's paper “Example of the Glicko-2 system”; steps are numbered as there.

Every game is a rating period of its own for those who played it, and rest is counted in periods of days: see
docs/decisions/a23-ratings.md.
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Iterable

from tablero.kernel.errors import StoreFailed
from tablero.server.hall import Hall, Room
from tablero.server.store.people import Rating, Standing
from tablero.table.sitting import Sitting

log = logging.getLogger("tablero")

SCALE = 173.7178        # between the ratings that people read and the scale of the computation
TAU = 0.5               # how fast volatility may change
NEAR = 1e-6             # when the search for it ends
AGAIN = 1.0             # seconds after which a game is rated that could not be
PERIOD = 5 * 86400.0    # seconds of rest that count as a period: in a year a deviation of 60 becomes about 110


def rated(player: Rating, results: Iterable[tuple[Rating, float]]) -> Rating:
    """The rating after games against others: 1 for a win, 0.5 for a draw, 0 for a loss."""
    mu, phi = (player.value - 1500) / SCALE, player.deviation / SCALE               # step 2
    precision = gain = 0.0
    for other, score in results:                                                    # steps 3 and 4
        g = 1 / math.sqrt(1 + 3 * (other.deviation / SCALE) ** 2 / math.pi**2)
        expected = 1 / (1 + math.exp(-g * (mu - (other.value - 1500) / SCALE)))
        precision += g * g * expected * (1 - expected)
        gain += g * (score - expected)
    v = 1 / precision
    sigma = _volatility(phi, player.volatility, v, v * gain)                        # step 5
    wider = math.sqrt(phi**2 + sigma**2)                                            # step 6
    phi = 1 / math.sqrt(1 / wider**2 + 1 / v)                                       # step 7
    return Rating(SCALE * (mu + phi**2 * gain) + 1500, SCALE * phi, sigma)          # step 8


def rested(player: Standing, now: float) -> Rating:
    """After some time without a game: as good, but less sure (step 6 alone), at most as of a stranger."""
    rating, periods = player.rating, max(0.0, now - player.at) / PERIOD if player.at else 0.0
    wider = math.hypot(rating.deviation, SCALE * rating.volatility * math.sqrt(periods))
    return rating._replace(deviation=max(rating.deviation, min(wider, Rating().deviation)))


def _volatility(phi: float, sigma: float, v: float, delta: float) -> float:
    """Step 5: the zero of f, by the Illinois algorithm."""
    a = math.log(sigma**2)

    def f(x: float) -> float:
        e = math.exp(x)
        return e * (delta**2 - phi**2 - v - e) / (2 * (phi**2 + v + e) ** 2) - (x - a) / TAU**2

    low = a
    if delta**2 > phi**2 + v:
        high = math.log(delta**2 - phi**2 - v)
    else:
        k = 1
        while f(a - k * TAU) < 0:
            k += 1
        high = a - k * TAU
    at_low, at_high = f(low), f(high)
    while abs(high - low) > NEAR:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return math.exp(low / 2)


BOT = "bot:"            # before the name of a bot, in place of a player's id


class Ratings:
    """Rates finished games between people with accounts, and bots; each once."""

    def __init__(self, hall: Hall) -> None:
        self.hall, self.database = hall, hall.database
        self.tasks: set[asyncio.Task[None]] = set()
        self.done: set[str] = set()
        hall.listeners.append(self.look)

    def look(self, room: Room) -> None:
        sitting = room.sitting
        if not sitting.over or sitting.id in self.done or not self.hall.keeps(sitting.id):
            return
        if not sitting.opened.record and sitting.played:
            self.done.add(sitting.id)
            task = asyncio.create_task(self._rate(sitting))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    async def _rate(self, sitting: Sitting) -> None:
        while True:
            try:
                await self._rate_now(sitting)
            except StoreFailed as error:
                log.warning("sitting %s could not be rated yet: %s", sitting.id, error)
                await asyncio.sleep(AGAIN)
                continue
            except Exception:
                log.exception("sitting %s could not be rated", sitting.id)
            return

    async def _rate_now(self, sitting: Sitting) -> None:
        scores = scores_of(sitting)
        people = [who for who in scores if not who.startswith(BOT)]
        known = [await asyncio.to_thread(self.database.player, who) for who in people]
        if people and len(scores) > 1 and all(one is not None and one.login for one in known):
            now = time.time()
            await asyncio.wrap_future(self.database.rate(
                sitting.id, sitting.game.code, scores, now,
                lambda before: after(scores, {who: rested(one, now) for who, one in before.items()}),
            ))


def scores_of(sitting: Sitting) -> dict[str, tuple[int, float]]:
    """By player or bot: the side, and 1, 0.5 or 0; {} if somebody played several sides."""
    _, won = sitting.outcome
    found: dict[str, tuple[int, float]] = {}
    for seat, holder in enumerate(sitting.seating.holders):
        who, side = holder.player or BOT + holder.bot, sitting.side(seat)
        score = 0.5 if not won else float(any(sitting.side(one) == side for one in won))
        if holder.free or found.setdefault(who, (side, score))[0] != side:
            return {}
    return found


def after(scores: dict[str, tuple[int, float]], before: dict[str, Rating]) -> dict[str, Rating]:
    """The ratings after a game: each against all of the other sides, from the ratings before."""
    def result(mine: float, other: float) -> float:
        return 0.5 if mine == other else float(mine > other)

    return {
        who: rated(before[who], [
            (before[other], result(score, theirs)) for other, (at, theirs) in scores.items() if at != side
        ])
        for who, (side, score) in scores.items()
    }
