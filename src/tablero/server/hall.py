"""Open sittings in memory: each changes one step at a time, and a change is committed before it is sent.

Other servers may change the same sittings: what they write is heard and folded, and a change of ours that comes too
late is repeated. See docs/decisions/a24-several-servers.md.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol

import msgspec

from tablero.kernel.errors import Conflict, StoreFailed, TableroError, UnknownName
from tablero.server.store.database import Database
from tablero.server.store.notes import Watched, Written
from tablero.server.store.sittings import Append
from tablero.table.journal import Entry, Left, Matter, Offered, Replied, Resigned, Sat, Seated, decode
from tablero.table.phrases import LinkedSpeech, LogWords
from tablero.table.reactions import TIMED
from tablero.table.seating import Holder
from tablero.table.sitting import Sitting
from tablero.table.wire import NOT_ESTIMATED, Estimated, Feed

log = logging.getLogger("tablero")

OPEN = 2000         # sittings kept in memory that nobody is watching
CONTESTED = 10.0    # seconds after a conflict between servers
HELD = 4            # sittings that are changed with their row locked at once: each takes a connection
BEHIND = 300        # messages a guest may be behind before its socket is closed
SEATS_MAY_CHANGE = (Sat, Seated, Left, Resigned, Offered, Replied)

_encode = msgspec.json.Encoder().encode


class WayOut(Protocol):
    """A socket that sends messages at once."""

    def behind(self) -> bool: ...
    def put(self, message: bytes) -> None: ...


class Guest:
    """A connection that watches a sitting: messages go by its way out, or through its queue if it has none. An empty
    message in the queue closes it."""

    __slots__ = ("closed", "language", "looking", "player", "queue", "seat", "session", "way_out")

    def __init__(
        self, player: str, seat: int, language: str, session: str = "", way_out: WayOut | None = None,
        looking: tuple[int, ...] = (),
    ) -> None:
        self.player = player
        self.seat = seat
        self.language = language
        self.session = session
        self.way_out = way_out
        self.looking = looking
        self.closed = False
        self.queue: asyncio.Queue[bytes] = asyncio.Queue()

    @property
    def feed(self) -> tuple[int, str, tuple[int, ...]]:
        """Guests for whom this is the same are sent the same."""
        return self.seat, self.language, self.looking

    def put(self, message: bytes) -> None:
        out = self.way_out
        if self.closed:
            return
        if out.behind() if out else self.queue.qsize() >= BEHIND:   # too slow: the browser will reconnect
            self.dismiss()
        elif out:
            out.put(message)
        else:
            self.queue.put_nowait(message)

    def dismiss(self) -> None:
        """Close the connection."""
        self.closed = True
        while not self.queue.empty():
            self.queue.get_nowait()
        self.queue.put_nowait(b"")


@dataclass(slots=True)
class Room:
    """An open sitting, those who watch it, and their feeds."""

    sitting: Sitting
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    doubtful: bool = False      # memory may differ from the journal: it is read again before use
    news: bool = False          # it has changed, and the listeners have not been told
    newest: int = 0             # the last entry of which another server told
    heard: dict[int, Entry] = field(default_factory=dict)       # entries of other servers that are to be folded
    contested: float = 0.0      # until when it is changed with its row locked, since servers came into conflict
    guests: list[Guest] = field(default_factory=list)
    feeds: dict[tuple[int, str, tuple[int, ...]], Feed] = field(default_factory=dict)
    bots_at_work: bool = False
    estimates: dict[int, Estimated] = field(default_factory=dict)       # by seat: odds of the fights it is asked about

    @property
    def in_doubt(self) -> bool:
        """Did a change end without it being known whether it was stored?"""
        return self.doubtful and not self.lock.locked()


class Hall:
    """Opens rooms, changes sittings, sends updates to guests."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.rooms: OrderedDict[str, Room] = OrderedDict()
        self.opening: dict[str, asyncio.Task[Room]] = {}
        self.listeners: list[Callable[[Room], None]] = []       # bots, notices: when a room opens, after changes
        self.greeters: list[Callable[[Room], None]] = []        # when a guest has come in
        self.keeps: Callable[[str], bool] = lambda _: True      # is this server the keeper of a sitting?
        self.company = False        # are other servers up?
        self.down = False           # the database did not answer, and tables do not know yet how long
        self.holding = asyncio.Semaphore(HELD)
        self.tasks: set[asyncio.Task[None]] = set()

    # --- rooms

    async def room(self, id_: str) -> Room:
        """The room of a sitting; if it is not open, it is read from the journal."""
        found = self.rooms.get(id_)
        if found is not None:
            self.rooms.move_to_end(id_)
            return found
        task = self.opening.get(id_)
        if task is None:
            task = self.opening[id_] = asyncio.create_task(self._open(id_))
            task.add_done_callback(lambda _: self.opening.pop(id_, None))
        return await asyncio.shield(task)

    async def _open(self, id_: str) -> Room:
        def fold() -> Sitting:
            self.database.summary(id_)
            return Sitting.fold_all(id_, self.database.journal(id_))

        room = Room(await asyncio.to_thread(fold))
        if room.sitting.deleted:            # by consent, and the server was killed before it could
            await self.delete(room)
            raise UnknownName("sitting", id_)
        await self._make_up_for_down_time(room)
        self.rooms[id_] = room              # from now on it hears what other servers write
        try:
            await self.compare(room)
        except BaseException:
            self.close(room)
            raise
        self.add(room)
        return room

    async def current(self, id_: str) -> tuple[Room, Sitting]:
        """A room and its sitting, with all that any server had written when this was called."""
        room = await self.room(id_)
        return room, await self.compare(room)

    async def compare(self, room: Room) -> Sitting:
        """Have other servers written more than was heard?"""
        id_ = room.sitting.id
        if self.database.address:
            found = await asyncio.to_thread(self.database.versions, [id_])
            self.compared(room, found.get(id_))
        return await self.settled(room)

    async def _is_behind(self, room: Room) -> bool:
        """Has another server written what was not heard yet?"""
        found = await asyncio.to_thread(self.database.versions, [room.sitting.id])
        return found.get(room.sitting.id) != room.sitting.version

    def compared(self, room: Room, version: int | None) -> None:
        """The version of a sitting in the database is known; None: it is gone."""
        if version is None:
            self.close(room)
        else:
            room.newest = max(room.newest, version)

    async def make_up_for_down_time(self) -> None:
        """No clock ran while the database was away; until that is noted nothing else is written (`down`)."""
        for room in list(self.rooms.values()):
            try:
                await self._make_up_for_down_time(room)
            except StoreFailed:
                raise
            except Exception as error:
                log.warning("sitting %s does not know that the database was away: %s", room.sitting.id, error)

    async def _make_up_for_down_time(self, room: Room) -> None:
        """Where time runs at a table: it did not while no server was up."""
        try:
            sitting = await self.settled(room)
            if sitting.clocks.running or sitting.windows.open():
                version = sitting.version
                last = await asyncio.to_thread(self.database.last_entry, sitting.id)
                downs = await asyncio.to_thread(self.database.down_since, last, self.company)
                for n, down in enumerate(downs, version):
                    await self.change(room, partial(_interrupted, n, down), repeat=False)
        except Conflict:                    # another server has opened it, too
            await self.settled(room)
            await self._make_up_for_down_time(room)

    def add(self, room: Room) -> None:
        """It is open from now on, and its keeper should have it open, too."""
        self.rooms[room.sitting.id] = room
        if not self.keeps(room.sitting.id):
            self.database.announce(Watched(room.sitting.id))
        if len(self.rooms) > OPEN:
            for id_, other in list(self.rooms.items())[: len(self.rooms) - OPEN]:
                if not (other.guests or other.lock.locked() or other.bots_at_work):
                    del self.rooms[id_]
        self.call(room)

    async def settled(self, room: Room) -> Sitting:
        """The sitting as the journal has it: not in the middle of a change. Use it before the next `await`."""
        try:
            async with room.lock:
                if room.doubtful or room.newest > room.sitting.version:
                    await self._catch_up(room)
                return room.sitting
        finally:
            if room.news:
                await self._pass_on(room)

    def close(self, room: Room) -> None:
        """It is gone, or cannot be read any more. Whoever watches may come again, and is told why."""
        room.doubtful = True
        if self.rooms.get(room.sitting.id) is room:
            del self.rooms[room.sitting.id]
        for guest in room.guests:
            guest.dismiss()

    async def delete(self, room: Room) -> None:
        id_ = room.sitting.id
        async with room.lock:
            room.doubtful = True        # whoever still uses it finds no journal
            await asyncio.wrap_future(self.database.delete_sitting(id_))
        self.close(room)
        if id_ in self.rooms:               # opened anew meanwhile
            self.close(self.rooms[id_])

    # --- changes

    async def change(
        self, room: Room, make: Callable[[Sitting, float], Matter], client: str = "", invite: str = "",
        repeat: bool = True,
    ) -> int:
        """Change a sitting, store the change, then send updates. Returns the number of the entry, as its maker counts.

        A message that was handled before (`client`) does nothing and gets the same answer. If another server has
        changed the sitting meanwhile, the change is made once more from there, unless it shall not `repeat`.
        """
        if self.down and repeat:
            raise StoreFailed("write")
        try:
            async with room.lock:
                if room.doubtful or room.newest > room.sitting.version:
                    await self._catch_up(room)
                if client and client in room.sitting.clients:
                    return room.sitting.clients[client]
                if repeat and time.monotonic() < room.contested:
                    return await self._change_locked(room, make, client, invite)
                try:
                    return await self._change(room, make, client, invite, self.database.append_soon)
                except Conflict as conflict:
                    if not repeat or conflict.key == "invitation":
                        raise
                    room.contested = time.monotonic() + CONTESTED
                except TableroError:
                    if room.doubtful or not self.company or not await self._is_behind(room):
                        raise                   # it was not stored, or refused for good
                return await self._change_locked(room, make, client, invite)
        finally:
            if room.news:
                await self._pass_on(room)

    async def _change_locked(
        self, room: Room, make: Callable[[Sitting, float], Matter], client: str, invite: str
    ) -> int:
        """With the row of the sitting locked, and all that was missing folded, no other server is faster."""
        async with self.holding:
            if room.doubtful:
                await self._read_again(room)
            held = await asyncio.to_thread(self.database.hold, room.sitting.id, room.sitting.version)
            try:
                for entry in held.entries:
                    self._fold(room, entry)
                if client and client in room.sitting.clients:
                    return room.sitting.clients[client]
                append = lambda entry: asyncio.to_thread(held.append, entry)  # noqa: E731
                return await self._change(room, make, client, invite, append)
            finally:
                await asyncio.to_thread(held.close)

    async def _change(
        self, room: Room, make: Callable[[Sitting, float], Matter], client: str, invite: str,
        store: Callable[[Append], Awaitable[None]],
    ) -> int:
        sitting = room.sitting
        now, before = self.database.now(), list_of(sitting)
        room.doubtful = True                # until it is stored
        try:
            matter = make(sitting, now)
        except TableroError:                # refused, and nothing was changed
            room.doubtful = False
            raise
        entry = Entry(sitting.version, now, matter, client)
        known, n = sitting.concerned(matter), sitting.number(matter)
        seated = sitting.seating.rows() if isinstance(matter, SEATS_MAY_CHANGE) else None
        status = after if (after := list_of(sitting)) != before else None
        await store(Append(
            sitting.id, entry, lobby_entry(sitting), waking(sitting), invite, seated, known is not None, status
        ))
        room.doubtful, room.news = False, True
        if client:
            sitting.clients[client] = n
        if seated is not None:
            self._part(room)
        self.tell(room, now, known)
        return n

    async def _pass_on(self, room: Room) -> None:
        """After changes, of this server or another one."""
        room.news = False
        now_open = self.rooms.get(room.sitting.id, room)
        if room.sitting.deleted:
            await self.delete(room)
        elif now_open is room:
            self.call(room)
        else:                       # it was put away while somebody still used it, and has been opened anew
            now_open.newest = max(now_open.newest, room.sitting.version)
            self._task(self.follow(now_open))

    def call(self, room: Room) -> None:
        """Notify the listeners: bots, automatic passes, notices."""
        for listener in self.listeners:
            listener(room)

    async def _read_again(self, room: Room) -> None:
        """A change was not stored, or not by this server: the journal is the truth."""
        id_ = room.sitting.id
        entries = await asyncio.wrap_future(self.database.journal_in_turn(id_))
        if not entries:
            raise UnknownName("sitting", id_)
        rest = room.sitting.rest
        room.sitting = await asyncio.to_thread(Sitting.fold_all, id_, entries)
        room.doubtful, room.news = False, True
        self._part(room)
        behind = [seat for (seat, *_), feed in room.feeds.items() if feed.version != room.sitting.versions[seat]]
        self.tell(room, self.database.now(), [*behind, rest.seat] if rest else behind)

    # --- what other servers do

    def hear(self, note: Written) -> None:
        """Another server has appended an entry."""
        room = self.rooms.get(note.sitting)
        if room is None:
            self.watched(note.sitting)
            return
        if note.matter:
            with contextlib.suppress(msgspec.ValidationError):      # of a newer program: told when the journal is read
                room.heard[note.n] = Entry(note.n, note.at, decode(note.matter), note.client)
        room.newest = max(room.newest, note.n)
        self._task(self.follow(room))

    def watched(self, id_: str) -> None:
        """Something is going on at a sitting that is not open here: its keeper opens it."""
        if id_ not in self.rooms and id_ not in self.opening and self.keeps(id_):
            self._task(self._keep(id_))

    async def _keep(self, id_: str) -> None:
        try:
            await self.room(id_)
        except TableroError as error:
            log.warning("sitting %s cannot be opened: %s", id_, error)

    async def follow(self, room: Room) -> None:
        """Fold what was heard. A room that cannot be followed is closed rather than shown as it was."""
        try:
            await self.settled(room)
        except StoreFailed as error:
            log.warning("sitting %s cannot be followed now: %s", room.sitting.id, error)
        except UnknownName:
            self.close(room)
        except Exception as error:
            log.error("sitting %s cannot be followed: %s", room.sitting.id, error)
            self.close(room)

    def _task(self, work: Coroutine[object, object, None]) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _catch_up(self, room: Room) -> None:
        """Fold the entries of other servers: those that were heard, and from the journal those that were not."""
        if room.doubtful:
            await self._read_again(room)
        id_ = room.sitting.id
        while room.newest > room.sitting.version:
            entry = room.heard.pop(room.sitting.version + 1, None)
            if entry is not None:
                self._fold(room, entry)
                continue
            missing = await asyncio.to_thread(self.database.journal_after, id_, room.sitting.version)
            if not missing:
                raise UnknownName("sitting", id_)
            for entry in missing:
                self._fold(room, entry)
        room.heard.clear()

    def _fold(self, room: Room, entry: Entry) -> None:
        sitting = room.sitting
        room.doubtful = True                # until it is folded
        sitting.hear(entry)
        room.doubtful, room.news = False, True
        if isinstance(entry.matter, SEATS_MAY_CHANGE):
            self._part(room)
        self.tell(room, self.database.now(), sitting.concerned(entry.matter))

    # --- guests

    def enter(self, room: Room, guest: Guest) -> None:
        """A guest watches from now on: it is sent the whole table, then changes. Call it with a settled sitting."""
        if self.rooms.get(room.sitting.id) is not room:
            raise UnknownName("sitting", room.sitting.id)       # it was closed, and would hear nothing
        feed = Feed(guest.seat, LinkedSpeech(room.sitting.game, guest.language), guest.looking, known={})
        feed.estimated = room.estimates.get(guest.seat, NOT_ESTIMATED)
        guest.put(_encode(feed.update(room.sitting, self.database.now(), whole=True)))
        room.feeds[guest.feed] = feed
        room.guests.append(guest)
        for greeter in self.greeters:
            greeter(room)

    def leave(self, room: Room, guest: Guest) -> None:
        room.guests = [other for other in room.guests if other is not guest]
        watched = {other.feed for other in room.guests}
        room.feeds = {key: feed for key, feed in room.feeds.items() if key in watched}

    def tell(self, room: Room, now: float, seats: Sequence[int] | None = None) -> None:
        """Send each guest what has changed for its seat; of what concerns some seats only, the others are sent nothing:
        even an empty update would say that something was done."""
        words = LogWords(room.sitting)
        for key, feed in room.feeds.items():
            if seats is not None and key[0] not in seats:
                continue
            feed.estimated = room.estimates.get(key[0], NOT_ESTIMATED)
            message = _encode(feed.update(room.sitting, now, words=words))
            for guest in room.guests:
                if guest.feed == key:
                    guest.put(message)

    def _part(self, room: Room) -> None:
        """Close the connections of players who no longer hold their seat."""
        for guest in list(room.guests):
            if guest.seat >= 0 and guest.seat not in room.sitting.seating.of(guest.player):
                guest.dismiss()
                self.leave(room, guest)


def _interrupted(version: int, down: tuple[float, float], sitting: Sitting, now: float) -> Matter:
    """Note that no server was up, if nobody has done it since the version of which that was found."""
    if sitting.version != version:
        raise Conflict("table")
    return sitting.interrupted(*down, now)


class LobbyEntry(msgspec.Struct):
    """What a list of sittings shows of one, stored as JSON."""

    chairs: tuple[Holder, ...]
    awaited: list[int]
    actions: int
    over: bool
    result: str = ""
    winner: int | None = None           # one of several winners
    winners: list[int] = []
    reactions: str = ""                 # when others see the answer to a chance to react
    window: int = 0                     # and for how many seconds it lasts
    guide: bool = False                 # a guided first game


def lobby_entry(sitting: Sitting) -> str:
    (kind, won), result = sitting.outcome, sitting.state.result
    winner = result["winner"] if result and not sitting.ending else None
    shown = LobbyEntry(
        sitting.seating.holders, sitting.to_move(), len(sitting.record.entries), sitting.over, kind, winner, list(won),
        sitting.reactions, sitting.seconds if sitting.reactions == TIMED else 0, sitting.opened.guide,
    )
    return _encode(shown).decode()


def list_of(sitting: Sitting) -> str:
    """In which list of the lobby a sitting is: anybody may join, or watch, or it is over; "" if in none."""
    if sitting.over:
        return "over"
    if sitting.listed and not sitting.seating.full:
        return "open"
    return "watch" if sitting.spectators and sitting.started else ""


def waking(sitting: Sitting) -> float | None:
    """When the server must wake a sitting: at once for a bot, else when a clock runs out or a chance is over."""
    if sitting.bots_to_move():
        return 0.0
    times = [sitting.clocks.deadline(), None if sitting.paused else sitting.windows.next()]
    return min((time for time in times if time is not None), default=None)
