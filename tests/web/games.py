"""Games that are already under way when somebody opens them: bots have played them beforehand, always the same."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Sequence
from typing import Any

import tablero
from tablero import bots
from tablero.kernel.frames import State
from tablero.server.hall import list_of, lobby_entry, waking
from tablero.server.store.database import open_database
from tablero.server.store.sittings import Summary
from tablero.table.journal import FORMAT, Entry, Opened
from tablero.table.sitting import Sitting
from tests.server.live import LiveServer
from tests.web.browser import Visitor

NEVER = 1_000_000


def begun(
    server: LiveServer, owner: Visitor, scenario: str = "maella", actions: int = NEVER, *,
    seats: tuple[str, ...] = ("me", "heuristic"), seed: int = 7, until: str = "", spectators: bool = False,
    now: float = 0.0, code: str = "dpyr", player: str = "heuristic", reactions: str = "quick",
    course: Sequence[tuple[int, str]] = (), when: Callable[[State], object] | None = None,
) -> str:
    """A sitting of somebody's after so many actions, or the first time after them that something (`until`) is asked of
    a person, in a position that is wanted (`when`); gives its id. Seats are "me", "open" (a bot has left it) or the
    name of a bot; `player` plays them all beforehand. Where a `course` is given it is what was done before: seats and
    text forms."""
    me: dict[str, Any] = owner.page.evaluate("() => fetch('/api/me').then((answer) => answer.json())")
    game, now = tablero.game(code), now or time.time()
    opened = Opened(
        code, scenario, game.chosen({}), f"{seed:x}", me["id"], game.rules, spectators=spectators, reactions=reactions,
        format=FORMAT,
    )
    sitting = Sitting.open(secrets.token_hex(8), opened, now)
    entries = [Entry(1, now, opened)]
    for seat, who in enumerate(seats):
        bot = "heuristic" if who == "open" else who
        sat = sitting.sit(seat, me["id"], me["name"], now) if who == "me" else sitting.seat_bot(seat, bot, now)
        entries.append(Entry(len(entries) + 1, now, sat))
    players = [bots.make(player, game, seat) for seat in range(len(seats))]
    for seat, do in course:
        done = sitting.act(seat, game.read(sitting.state, do), sitting.stamps[seat], now)
        entries.append(Entry(len(entries) + 1, now, done))
    while not (course or sitting.over):
        seat = sitting.to_move()[0]
        asked = seats[seat] == "me" and tablero.prompt(sitting.state, seat).key.startswith(until)
        if len(sitting.record.entries) >= actions and asked and (when is None or when(sitting.state)):
            break
        question = sitting.questions[seat]
        assert question is not None
        action = players[seat].choose(game.view(sitting.state, seat), question[1], seat)
        over = sitting.windows.closes[seat]
        done = sitting.act(seat, action, sitting.stamps[seat], now)
        entries.append(Entry(len(entries) + 1, now, done))
        if over:
            entries.append(Entry(len(entries) + 1, over, sitting.close_chance(seat, over)))
    for seat, who in enumerate(seats):
        if who == "open":
            entries.append(Entry(len(entries) + 1, now, sitting.leave(seat, now)))
    database = open_database(server.database)
    summary = Summary(sitting.id, code, scenario, "", me["id"], spectators, now, now, lobby_entry(sitting))
    database.create_sitting(summary, entries, waking(sitting), status=list_of(sitting)).result(30)
    database.close()
    return sitting.id


def folded(server: LiveServer, id_: str) -> Sitting:
    """A sitting as the server has it, to look into and to play on without it."""
    database = open_database(server.database)
    found = Sitting.fold_all(id_, database.journal(id_))
    database.close()
    return found
