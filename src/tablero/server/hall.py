"""Open sittings in memory: each changes one step at a time, and a change is committed before it is sent."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import msgspec

from tablero.kernel.errors import TableroError, UnknownName
from tablero.server.store.database import Database
from tablero.table.journal import Entry, Left, Matter, Offered, Replied, Resigned, Sat, Seated
from tablero.table.reactions import TIMED
from tablero.table.seating import Holder
from tablero.table.sitting import Sitting
from tablero.table.wire import NOT_ESTIMATED, Estimated, Feed, LinkedSpeech, LogWords

log = logging.getLogger("tablero")

OPEN = 2000         # sittings kept in memory that nobody is watching
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
    guests: list[Guest] = field(default_factory=list)
    feeds: dict[tuple[int, str, tuple[int, ...]], Feed] = field(default_factory=dict)
    bots_at_work: bool = False
    estimates: dict[int, Estimated] = field(default_factory=dict)       # by seat: odds of the fights it is asked about


class Hall:
    """Opens rooms, changes sittings, sends updates to guests."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.rooms: OrderedDict[str, Room] = OrderedDict()
        self.opening: dict[str, asyncio.Task[Room]] = {}
        self.listeners: list[Callable[[Room], None]] = []       # bots, notices: when a room opens, after changes
        self.greeters: list[Callable[[Room], None]] = []        # when a guest has come in

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
        self.add(room)
        return room

    async def _make_up_for_down_time(self, room: Room) -> None:
        """Where time runs at a table: it did not while no server was up."""
        sitting = room.sitting
        if sitting.clocks.running or sitting.windows.open():
            last = await asyncio.to_thread(self.database.last_entry, sitting.id)
            for since, until in await asyncio.to_thread(self.database.down_since, last):
                await self.change(room, lambda s, now, down=(since, until): s.interrupted(*down, now))  # type: ignore[misc]

    def add(self, room: Room) -> None:
        self.rooms[room.sitting.id] = room
        if len(self.rooms) > OPEN:
            for id_, other in list(self.rooms.items())[: len(self.rooms) - OPEN]:
                if not (other.guests or other.lock.locked() or other.bots_at_work):
                    del self.rooms[id_]
        self.call(room)

    async def settled(self, room: Room) -> Sitting:
        """The sitting as the journal has it: not in the middle of a change. Use it before the next `await`."""
        async with room.lock:
            if room.doubtful:
                await self._read_again(room)
            return room.sitting

    async def delete(self, room: Room) -> None:
        id_ = room.sitting.id
        async with room.lock:
            room.doubtful = True        # whoever still uses it finds no journal
            await asyncio.wrap_future(self.database.delete_sitting(id_))
            self.rooms.pop(id_, None)
        for guest in room.guests:
            guest.dismiss()

    # --- changes

    async def change(
        self, room: Room, make: Callable[[Sitting, float], Matter], client: str = "", invite: str = ""
    ) -> int:
        """Change a sitting, store the change, then send updates. Returns the number of the entry, as its maker counts.

        A message that was handled before (`client`) does nothing and gets the same answer.
        """
        async with room.lock:
            if room.doubtful:
                await self._read_again(room)
            sitting = room.sitting
            if client and client in sitting.clients:
                return sitting.clients[client]
            now, before = time.time(), list_of(sitting)
            room.doubtful = True                # until it is stored
            try:
                matter = make(sitting, now)
            except TableroError:                # refused, and nothing was changed
                room.doubtful = False
                raise
            entry = Entry(sitting.version, now, matter, client)
            shown, wake = lobby_entry(sitting), waking(sitting)
            known, n = sitting.concerned(matter), sitting.number(matter)
            seated = sitting.seating.rows() if isinstance(matter, SEATS_MAY_CHANGE) else None
            status = after if (after := list_of(sitting)) != before else None
            await self.database.append_soon(
                sitting.id, entry, shown, wake, invite, seated, secret=known is not None, status=status
            )
            room.doubtful = False
            if client:
                sitting.clients[client] = n
            if seated is not None:
                self._part(room)
            self.tell(room, now, known)
        if sitting.deleted:
            await self.delete(room)
        else:
            self.call(room)
        return n

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
        room.sitting = await asyncio.to_thread(Sitting.fold_all, id_, entries)
        room.doubtful = False
        self.tell(room, time.time())

    # --- guests

    def enter(self, room: Room, guest: Guest) -> None:
        """A guest watches from now on: it is sent the whole table, then changes. Call it with a settled sitting."""
        feed = Feed(guest.seat, LinkedSpeech(room.sitting.game, guest.language), guest.looking)
        feed.estimated = room.estimates.get(guest.seat, NOT_ESTIMATED)
        guest.put(_encode(feed.update(room.sitting, time.time(), whole=True)))
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
    if sitting.bot_to_move() >= 0:
        return 0.0
    times = [sitting.clocks.deadline(), None if sitting.paused else sitting.windows.next()]
    return min((time for time in times if time is not None), default=None)
