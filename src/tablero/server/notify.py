"""“Your turn” by mail, webhook or web push for players who are away: once a turn, from a queue that survives a restart.

A turn of a seat lasts from the moment it is awaited until it no longer is, however many actions that takes. Its notice
is queued when it begins and sent a little later, unless the player has answered or is at the table by then.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor

import msgspec

import tablero
from tablero.kernel.errors import BadAddress, NotAllowed, NotDelivered, StoreFailed, TableroError, TooMany, UnknownName
from tablero.kernel.text import LANGUAGES, Speech, common
from tablero.server.auth import Buckets
from tablero.server.delivery import Smtp, post, send_mail
from tablero.server.hall import Hall, Room
from tablero.server.push import Pushed, PushService, Subscription, available
from tablero.server.store.notices import Notice
from tablero.table.sitting import Sitting

log = logging.getLogger("tablero")

TRIES = 6               # before a notice is given up: after five pauses, each four times the one before
CLAIMED = 300.0         # seconds that a server has to send a notice, before another one tries
AN_HOUR = 60            # notices per hour and way that a player gets at most
SENDERS = 4             # at once

A_TEST = 10             # how many notices of the hour a test counts for

Known = dict[str, "Ways"]


class Ways(msgspec.Struct, omit_defaults=True):
    """Where a player wants to be notified, stored as JSON."""

    email: str = ""
    webhook: str = ""
    webhook_secret: str = ""
    lang: str = "en"
    push: list[Subscription] = []       # browsers

    def chosen(self) -> list[str]:
        ways = (("mail", self.email), ("webhook", self.webhook), ("push", self.push))
        return [way for way, where in ways if where]


class Turn(msgspec.Struct):
    """What a webhook is sent, and a mail says in words: no more than the player's own prompt."""

    type: str
    id: str                 # the same when it is sent again
    at: float               # when it was sent, in seconds since 1970
    sitting: str
    game: str
    scenario: str
    title: str              # of the battle
    seat: str
    text: str               # what is asked
    rule: str
    url: str


class Notifier:
    """Queues notices when turns begin, sends those that are due, and tries again what failed."""

    def __init__(
        self,
        hall: Hall,
        base_url: str = "",
        smtp: Smtp | None = None,
        after: float = 60.0,
        every: float = 1.0,
        pause: float = 60.0,
        private: bool = False,
    ) -> None:
        self.hall, self.database = hall, hall.database
        self.base_url = base_url.rstrip("/")
        self.smtp = smtp
        self.after = after                  # seconds a player has to come or to answer
        self.every = every                  # seconds between looks into the queue
        self.pause = pause                  # seconds before the second try
        self.private = private              # webhooks may go to private addresses
        contact = f"mailto:{smtp.sender}" if smtp else base_url if base_url.startswith("https:") else ""
        self.push = PushService(hall.database, contact, private)
        self.ways: Known = {}               # a cache, by player
        self.changes = 0                    # how often ways were changed, here or at another server
        self.begun: dict[tuple[str, str], int] = {}         # sitting, player -> the last turn that was looked at
        self.limits = Buckets(AN_HOUR / 3600, AN_HOUR)
        self.pool = ThreadPoolExecutor(SENDERS, thread_name_prefix="notice")
        self.tasks: set[asyncio.Task[None]] = set()
        hall.listeners.append(self.look)

    def start(self) -> None:
        self.catch_up()
        self._task(self._run())

    async def close(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        self.pool.shutdown(wait=False, cancel_futures=True)

    def _task(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    # --- into the queue

    def look(self, room: Room) -> None:
        """After a change: has somebody's turn begun?"""
        sitting = room.sitting
        if not self.hall.keeps(sitting.id):
            return
        for seat in sitting.to_move():
            player, turn = sitting.seating[seat].person, sitting.turns[seat]
            if not player or self.begun.get((sitting.id, player)) == turn or _alone(sitting, player):
                continue
            if len(self.begun) > 20_000:
                self.begun.clear()          # to queue a notice again changes nothing
            self.begun[sitting.id, player] = turn
            known = self.ways.get(player)
            if known is None or known.chosen():
                self._task(self._queue(sitting.id, player, turn))

    async def _queue(self, sitting: str, player: str, turn: int) -> None:
        due = self.database.now() + self.after
        while self.begun.get((sitting, player), turn) == turn:
            try:
                for way in (await self.ways_of(player)).chosen():
                    await asyncio.wrap_future(self.database.queue_notice(Notice(sitting, player, turn, way, 0), due))
            except StoreFailed as error:
                log.warning("a notice for sitting %s could not be queued yet: %s", sitting, error)
                await asyncio.sleep(self.every)
                continue
            except Exception as error:
                log.warning("a notice for sitting %s could not be queued: %s", sitting, error)
            return

    def catch_up(self) -> None:
        """A server was killed."""
        self._task(self._catch_up())

    async def _catch_up(self) -> None:
        """A server that was killed may have stored an action without its notice: check the last tables again."""
        try:
            for id_ in await asyncio.to_thread(self.database.changed_last, self.after + 60):
                try:
                    if self.hall.keeps(id_):
                        self.look(await self.hall.room(id_))
                except TableroError as error:
                    log.warning("sitting %s cannot be opened: %s", id_, error)
        except Exception:
            log.exception("the tables that changed last could not be looked at")

    async def ways_of(self, player: str) -> Ways:
        known, changes = self.ways.get(player), self.changes
        if known is None:
            found = await asyncio.to_thread(self.database.player, player)
            known = msgspec.json.decode(found.notices, type=Ways) if found else Ways()
            if len(self.ways) > 20_000:
                self.ways.clear()
            if changes == self.changes:     # else they may have changed while they were looked up
                self.ways[player] = known
        return known

    async def set_ways(self, player: str, ways: Ways) -> None:
        await asyncio.wrap_future(self.database.set_notices(player, msgspec.json.encode(ways).decode()))
        self.forget(player)
        self.ways[player] = ways

    def forget(self, player: str = "") -> None:
        """Look up the ways of a player again, or of all."""
        self.changes += 1
        if player:
            self.ways.pop(player, None)
        else:
            self.ways.clear()

    # --- out of the queue

    async def _run(self) -> None:
        under_way: set[Notice] = set()
        while True:
            await asyncio.sleep(self.every)
            try:
                for notice in await asyncio.to_thread(self.database.due_notices, self.database.now()):
                    if notice not in under_way and self.hall.keeps(notice.sitting):
                        under_way.add(notice)
                        self._task(self._deliver(notice, under_way))
            except Exception:
                log.exception("the queue of notices could not be read; it is tried again")

    async def _deliver(self, notice: Notice, under_way: set[Notice]) -> None:
        """Send one if it is still needed; what fails is retried later, up to `TRIES` times."""
        try:
            if not await asyncio.wrap_future(self.database.claim_notice(notice, self.database.now() + CLAIMED)):
                return                  # another server was faster
            try:
                await self._send(notice)
                due = None
            except (BadAddress, UnknownName):        # a forbidden address, or the table is gone
                due = None
            except Exception as error:
                tried = notice.tries + 1
                due = self.database.now() + self.pause * 4**notice.tries if tried < TRIES else None
                outcome = "tried again" if due else "given up"
                log.warning("notice by %s for sitting %s failed, %s: %s", notice.way, notice.sitting, outcome, error)
            await asyncio.wrap_future(self.database.set_notice(notice, due))
        except Exception:
            log.exception("what became of a notice for sitting %s could not be written", notice.sitting)
        finally:
            under_way.discard(notice)

    async def _send(self, notice: Notice) -> None:
        room = await self.hall.room(notice.sitting)
        sitting = await self.hall.settled(room)
        seat = next((s for s in sitting.seating.of(notice.player) if _lasts(sitting, s, notice.stamp)), None)
        if seat is None or notice.player in await self._present(room):
            return
        ways = await self.ways_of(notice.player)
        if notice.way not in ways.chosen():
            return
        if not self.limits.take(f"{notice.way} {notice.player}"):
            raise TimeoutError("too many notices in an hour")
        turn = self._turn(sitting, seat, notice, ways.lang)
        await self._hand_over(notice.player, ways, notice.way, turn, *self._words(sitting, turn, ways.lang))

    async def _present(self, room: Room) -> set[str]:
        """Who is at a table, at any server."""
        elsewhere = await asyncio.to_thread(self.database.here_elsewhere, room.sitting.id)
        return {guest.player for guest in room.guests} | {player for player, _ in elsewhere}

    async def _push(self, player: str, ways: Ways, message: Pushed) -> None:
        """To every browser of a player; those that have ended their subscription are forgotten."""
        if not available():
            return
        loop, ended = asyncio.get_running_loop(), []
        for browser in ways.push:
            if not await loop.run_in_executor(self.pool, self.push.send, browser, message):
                ended.append(browser)
        if ended:
            left = [browser for browser in ways.push if browser not in ended]
            await self.set_ways(player, msgspec.structs.replace(ways, push=left))

    async def _hand_over(self, player: str, ways: Ways, way: str, turn: Turn, subject: str, text: str) -> None:
        loop = asyncio.get_running_loop()
        if way == "webhook":
            body = msgspec.json.encode(turn)
            await loop.run_in_executor(self.pool, post, ways.webhook, body, ways.webhook_secret, self.private)
        elif way == "push":
            await self._push(player, ways, Pushed(subject, turn.text, turn.url or "/", turn.id))
        elif self.smtp is not None:
            await loop.run_in_executor(self.pool, send_mail, self.smtp, ways.email, subject, text, turn.id)

    async def test(self, player: str, way: str) -> None:
        """Send a test notice; raises if it is not accepted."""
        ways = await self.ways_of(player)
        if way not in ways.chosen() or (way == "mail" and self.smtp is None):
            raise NotAllowed("address_first")
        if not self.limits.take(f"{way} {player}", A_TEST):
            raise TooMany("tries")
        words = common(ways.lang if ways.lang in LANGUAGES else "en")
        subject, text = words.say("notice.test_subject"), words.say("notice.test", {"url": f"{self.base_url}/"})
        now = time.time()
        turn = Turn("test", f"test.{now}", now, "", "", "", "", "", subject, "", f"{self.base_url}/")
        try:
            await self._hand_over(player, ways, way, turn, subject, text)
        except BadAddress:
            raise
        except Exception as error:
            log.warning("a test by %s failed: %s", way, error)
            raise NotDelivered("notice") from None

    def _turn(self, sitting: Sitting, seat: int, notice: Notice, language: str) -> Turn:
        speech, scenario = _speech(sitting, language), sitting.opened.scenario
        asked = tablero.prompt(sitting.state, seat)
        return Turn(
            "your_turn", f"{sitting.id}.{notice.stamp}", time.time(), sitting.id, sitting.game.code, scenario,
            speech.say(f"scenario.{scenario}.title"), sitting.game.seats[seat],
            speech.prompt(sitting.game.view(sitting.state, seat), asked), asked.rule,
            f"{self.base_url}/table/{sitting.id}",
        )

    def _words(self, sitting: Sitting, turn: Turn, language: str) -> tuple[str, str]:
        """Subject and text of a mail."""
        speech, seat = _speech(sitting, language), sitting.game.seat(turn.seat)
        called = f" ({sitting.opened.name})" if sitting.opened.name else ""
        values = {
            "game": sitting.game.title, "title": turn.title + called, "seat": speech.seat(seat), "text": turn.text,
            "url": turn.url,
        }
        return speech.say("notice.subject", **values), speech.say("notice.text", **values)


def _speech(sitting: Sitting, language: str) -> Speech:
    return Speech(sitting.game, language if language in LANGUAGES else "en")


def _lasts(sitting: Sitting, seat: int, turn: int) -> bool:
    """Is it still this turn of a seat?"""
    return seat in sitting.to_move() and sitting.turns[seat] == turn


def _alone(sitting: Sitting, player: str) -> bool:
    """A player of all seats needs no notice."""
    return sitting.seating.people() == {player}
