"""Web sockets of seats: whatever a client sends is checked, and it is sent only what its seat may know.

    client  {"type": "act", "id": "…", "do": "move c_guias", "stamp": 41}, gesture, stop, ask_again, orders, quiet,
            undo, offer, reply, resign, say, why, reach, uses, ping
    server  {"type": "update", …}, and to each message one answer with its id: done, why, reach, uses, pong, error
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Sequence
from typing import Annotated

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

import tablero
from tablero.kernel.actions import Action
from tablero.kernel.engine import asking
from tablero.kernel.errors import BadRequest, Fault, NotAllowed, StaleState, StoreFailed, TableroError, TooMany
from tablero.kernel.frames import snake
from tablero.kernel.messages import LANGUAGES
from tablero.server.api import NUL, STATUS
from tablero.server.auth import Buckets, Doorkeeper, token_of
from tablero.server.hall import Guest, Hall, Room
from tablero.server.socket_protocol import WAY_OUT
from tablero.server.store.access import fold_token
from tablero.server.store.notes import Stopped
from tablero.table.journal import Matter, Order
from tablero.table.phrases import LinkedSpeech
from tablero.table.seating import ONLOOKER
from tablero.table.sitting import Sitting
from tablero.table.standing import MOST_ORDERS, MOST_QUIET
from tablero.table.ways import Way, ways

log = logging.getLogger("tablero")

LARGEST = 8 * 1024      # bytes of a message
MOST = 40               # sockets of one person
MOST_USES = 20          # of a thing that are explained

Id = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Form = Annotated[str, msgspec.Meta(max_length=200)]         # text form of an action
Wait = Annotated[int, msgspec.Meta(ge=0, le=10)]


class FromClient(msgspec.Struct, tag_field="type", tag=snake, forbid_unknown_fields=True):
    """A message of a client; its type is the name of its class."""

    id: Id


class ToClient(msgspec.Struct, tag_field="type"):
    """The answer to the message with this id."""

    id: str


class Act(FromClient):
    do: Form
    stamp: int
    standing: bool | str = False    # and the same to: "kind" (or true), "phase", "fight"
    wait: Wait = 0              # seconds in which I could take it back, before a bot goes on where I play alone


class Gesture(FromClient):
    """Play the actions that a click on something far stands for, as far as nothing intervenes."""

    to: Form                    # one of the targets that `reach` gives
    stamp: int
    wait: Wait = 0


class Stop(FromClient):
    """Drop the rest of my gesture, which waits until others have let their chances to react go by."""


class AskAgain(FromClient):
    """Ask me again what I have declined for the rest of the phase."""


class Orders(FromClient):
    """Answer for me as these orders say: all of mine."""

    orders: Annotated[list[Order], msgspec.Meta(max_length=MOST_ORDERS)]


class Quiet(FromClient):
    """Do not ask me for these things and kinds of chances until I say so: all of mine."""

    things: Annotated[list[Form], msgspec.Meta(max_length=MOST_QUIET)]


class Undo(FromClient):
    """Take back my last action."""


class Offer(FromClient):
    what: Annotated[str, msgspec.Meta(max_length=20)]
    back_to: int = -1
    of: Annotated[str, msgspec.Meta(max_length=64)] = ""        # replace: the seat
    bot: Annotated[str, msgspec.Meta(max_length=64)] = ""       # and who plays on in it, if not another person


class Reply(FromClient):
    accept: bool


class Resign(FromClient):
    """Give up."""


class Say(FromClient):
    text: Annotated[str, msgspec.Meta(max_length=1000)]
    side: bool = False          # only to the side of this seat


class Why(FromClient):
    """Why is this not allowed? A text form, or several that a click could have meant."""

    tries: Annotated[list[Form], msgspec.Meta(max_length=20)]


class Reach(FromClient):
    """What can I click that is farther than one action? To be asked where `Asked.far` is set."""


class Uses(FromClient):
    """What could I do with this thing if no rule forbade it?"""

    of: Form                    # "card:ambush"


class Ping(FromClient):
    id: Annotated[str, msgspec.Meta(max_length=64)] = ""


Change = Act | AskAgain | Orders | Quiet | Undo | Offer | Reply | Resign | Say
Message = Change | Gesture | Stop | Why | Reach | Uses | Ping


class Changed(ToClient, tag="done"):
    n: int                      # version of the table, as this seat may count


class Explained(ToClient, tag="why"):
    rule: str
    text: str


class Ways(ToClient, tag="reach"):
    """By what can be clicked: what a click on it does."""

    ways: dict[str, Way]


class Refused(msgspec.Struct):
    """What a beginner would try, and the rule that forbids it now."""

    label: str
    rule: str
    text: str


class RefusedUses(ToClient, tag="uses"):
    refused: list[Refused]


class Pong(ToClient, tag="pong"):
    """The server is there."""


class Failed(ToClient, tag="error"):
    code: str
    text: str
    rule: str


Answer = Changed | Explained | Ways | RefusedUses | Pong | Failed

_decoder = msgspec.json.Decoder(Message)
_encode = msgspec.json.Encoder().encode


def parse(raw: bytes) -> Message:
    """A checked message."""
    if len(raw) > LARGEST:
        raise BadRequest("message_size", n=LARGEST)
    if NUL in raw:
        raise BadRequest("nul")
    try:
        message: Message = _decoder.decode(raw)
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadRequest("message_form", why=error) from None
    return message


def in_words(error: TableroError, sitting: Sitting, seat: int, language: str) -> str:
    """An error as a person at a table reads it, with links to the things of the game."""
    return LinkedSpeech(sitting.game, language).error(sitting.state, seat, error)


def holds(sitting: Sitting, seat: int, player: str) -> None:
    """Whoever plays has a seat, and still holds it."""
    if seat not in sitting.seating.of(player):
        raise NotAllowed("spectators" if seat < 0 else "seat_left")
    if sitting.seating[seat].resigned:
        raise NotAllowed("resigned")


def change(message: Change, seat: int, player: str, name: str) -> Callable[[Sitting, float], Matter]:
    """What a message asks for, as a change of the sitting."""
    if isinstance(message, Say):
        return lambda sitting, now: speak(sitting, message, seat, player, name, now)

    def make(sitting: Sitting, now: float) -> Matter:
        holds(sitting, seat, player)
        sitting.stop(seat)
        if isinstance(message, Act):
            action = sitting.game.read(sitting.state, message.do)
            return sitting.act(seat, action, message.stamp, now, message.standing, wait=message.wait)
        if isinstance(message, AskAgain):
            return sitting.ask_again(seat, now)
        if isinstance(message, Orders):
            return sitting.order(seat, message.orders, now)
        if isinstance(message, Quiet):
            return sitting.keep_quiet(seat, message.things, now)
        if isinstance(message, Undo):
            return sitting.undo(seat, now)
        if isinstance(message, Offer):
            of = sitting.game.seat(message.of) if message.of else -1
            return sitting.propose(seat, message.what, message.back_to, now, of, message.bot)
        if isinstance(message, Reply):
            return sitting.reply(seat, message.accept, now)
        return sitting.resign(seat, now)

    return make


def speak(sitting: Sitting, message: Say, seat: int, player: str, name: str, now: float) -> Matter:
    """What a person says: to all, or to the side of a seat that he holds."""
    if message.side:
        holds(sitting, seat, player)
    return sitting.say(player, name, message.text, now, seat if message.side else -1)


def acting(
    seat: int, player: str, action: Action, stamp: int, rest: Sequence[Action] = (), wait: int = 0
) -> Callable[[Sitting, float], Matter]:
    """An action that the server plays for a person, as a change of the sitting; `rest` is what shall follow."""

    def make(sitting: Sitting, now: float) -> Matter:
        holds(sitting, seat, player)
        done = sitting.act(seat, action, stamp, now, wait=wait)
        sitting.await_others(seat, rest)
        return done

    return make


def why(sitting: Sitting, seat: int, language: str, tries: list[str]) -> dict[str, str]:
    """The refusal of what a click could have meant: the first that a rule refuses, else what is asked; what is allowed
    may have a button instead of a place."""
    speech, seat = LinkedSpeech(sitting.game, language), seat if sitting.started else ONLOOKER
    asked, view = tablero.prompt(sitting.state, seat), sitting.game.view(sitting.state, seat)
    awaited, top = speech.prompt(view, asked), asking(view)
    found = {"rule": asked.rule, "text": speech.say("refusal.awaited", prompt=awaited)}
    for text in tries[:20]:
        try:
            action = sitting.game.read(sitting.state, text)
        except TableroError:
            continue
        refusal = tablero.why_not(sitting.state, seat, action)
        if refusal is None and top is not None and top.aim(view, seat, action) == ():
            return {"rule": asked.rule, "text": speech.say(
                "refusal.by_button", label=speech.action(view, action, asked.key))}
        if refusal is not None:
            found = {"rule": refusal.rule, "text": speech.refusal(sitting.state, seat, refusal)}
            if refusal.key != "awaited":
                break
    return found


def refused(sitting: Sitting, seat: int, language: str, thing: str) -> list[Refused]:
    """What a seat that is asked would try with a thing, and what rule forbids it."""
    game, s = sitting.game, sitting.state
    question = asking(s)
    if question is None or seat not in sitting.to_move():
        return []
    speech, view, key = LinkedSpeech(game, language), game.view(s, seat), tablero.prompt(s, seat).key
    tried = [action for action in question.candidates(s, seat) if thing in game.targets(view, action)][:MOST_USES]
    found = [(action, tablero.why_not(s, seat, action)) for action in tried]
    return [
        Refused(speech.action(view, action, key), refusal.rule, speech.refusal(s, seat, refusal))
        for action, refusal in found if refusal is not None and refusal.key != "awaited"
    ]


class Sockets:
    """All sockets of the server."""

    def __init__(self, hall: Hall, doorkeeper: Doorkeeper, rate: float = 100.0) -> None:
        self.hall = hall
        self.doorkeeper = doorkeeper
        self.messages = Buckets(rate, rate * 4)
        self.guests: dict[str, set[Guest]] = {}             # by player
        self.going_on: set[asyncio.Task[None]] = set()      # gestures, after others let their chances go by
        hall.listeners.append(self.look)

    def hang_up(self, player: str, session: str = "", but: str = "") -> None:
        """Close the sockets of a player who signed out: of one session, or of all but one."""
        for guest in self.guests.get(player, ()):
            if session in ("", guest.session) and guest.session != but:
                guest.dismiss()

    async def serve(self, socket: WebSocket) -> None:
        """One socket, from its opening to its end."""
        endings = self.doorkeeper.endings
        try:
            room, guest = await self._admit(socket)
        except TableroError as error:
            await socket.close(4000 + STATUS.get(error.code, 400))
            return
        await socket.accept()
        try:
            sitting = await self.hall.settled(room)
            if guest.seat >= 0 and guest.seat not in sitting.seating.of(guest.player):
                raise NotAllowed("seat_left")
            self.hall.enter(room, guest)
        except TableroError:                # the table or the seat has gone while he came
            await socket.close(4408)
            return
        own = self.guests.setdefault(guest.player, set())
        own.add(guest)
        sender = asyncio.create_task(self._send(socket, guest))
        try:
            if endings == self.doorkeeper.endings or await self._is_signed_in(guest):
                await self._receive(socket, room, guest)
            else:
                guest.dismiss()
                await sender
        finally:
            self.hall.leave(room, guest)
            own.discard(guest)
            if not own:
                self.guests.pop(guest.player, None)
            sender.cancel()
            with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                await sender

    async def _admit(self, socket: WebSocket) -> tuple[Room, Guest]:
        """The player, and which seat the socket is for: one of the player's own, or a spectator's."""
        player = await self.doorkeeper.admit(socket)
        if len(self.guests.get(player, ())) >= MOST:
            raise TooMany("tables")
        room, sitting = await self.hall.current(socket.path_params["sitting"])
        language = socket.query_params.get("lang", "en")
        own = sitting.seating.of(player)
        wanted = socket.query_params.get("seat", "")
        seat = sitting.game.seat(wanted) if wanted else (own[0] if own else -1)
        if seat >= 0 and seat not in own:
            raise NotAllowed("not_your_seat")
        if seat < 0 and not (sitting.spectators or sitting.opened.owner == player):
            raise NotAllowed("no_spectators")
        session, eyes = fold_token(token_of(socket)), sitting.looking(socket.query_params.get("view", ""))
        way_out = socket.scope.get("extensions", {}).get(WAY_OUT, {}).get("socket")
        return room, Guest(player, seat, language if language in LANGUAGES else "en", session, way_out, eyes)

    async def _is_signed_in(self, guest: Guest) -> bool:
        """Sessions ended while the socket was opened: this one, too? Then nobody has closed the socket."""
        try:
            return bool(await asyncio.to_thread(self.hall.database.open_sessions, [guest.session]))
        except StoreFailed:
            return False

    async def _send(self, socket: WebSocket, guest: Guest) -> None:
        while message := await guest.queue.get():
            await socket.send_text(message.decode())
        await socket.close(4408)

    async def _receive(self, socket: WebSocket, room: Room, guest: Guest) -> None:
        while not guest.closed:
            got = await socket.receive()
            if got["type"] == "websocket.disconnect":
                return
            await self.hear(room, guest, got.get("bytes") or (got.get("text") or "").encode("utf-8", "replace"))

    async def hear(self, room: Room, guest: Guest, raw: bytes) -> None:
        """A message: do what it asks for, or say why not."""
        id_ = ""
        try:
            if not self.messages.take(guest.player):
                raise TooMany("messages")
            message = parse(raw)
            id_ = message.id
            guest.put(_encode(await self._answer(room, guest, message)))
        except TableroError as error:
            text = in_words(error, room.sitting, guest.seat, guest.language)
            guest.put(_encode(Failed(id_, error.code, text, error.rule)))
        except Exception:
            log.exception("fault in a message to sitting %s", room.sitting.id)
            fault = Fault("noted")
            guest.put(_encode(Failed(id_, fault.code, fault.in_words(guest.language), fault.rule)))

    async def _answer(self, room: Room, guest: Guest, message: Message) -> Answer:
        if isinstance(message, Ping):
            return Pong(message.id)
        if isinstance(message, Why):
            found = why(await self.hall.settled(room), guest.seat, guest.language, message.tries)
            return Explained(message.id, **found)
        if isinstance(message, Reach):
            sitting = await self.hall.settled(room)
            holds(sitting, guest.seat, guest.player)
            return Ways(message.id, ways(sitting, guest.seat, LinkedSpeech(sitting.game, guest.language)))
        if isinstance(message, Uses):
            sitting = await self.hall.settled(room)
            return RefusedUses(message.id, refused(sitting, guest.seat, guest.language, message.of))
        if isinstance(message, Gesture):
            return Changed(message.id, await self._gesture(room, guest, message))
        if isinstance(message, Stop):
            return Changed(message.id, await self._stop(room, guest))
        name = ""
        if isinstance(message, Say):
            known = await asyncio.to_thread(self.doorkeeper.database.player, guest.player)
            name = known.name if known else ""
        made = change(message, guest.seat, guest.player, name)
        n = await self.hall.change(room, made, f"{guest.player}:{message.id}")
        return Changed(message.id, n)

    async def _gesture(self, room: Room, guest: Guest, message: Gesture) -> int:
        """Each action is a change of its own, as if it had been sent alone; the rest is dropped if one intervenes, and
        waits where others may react."""
        sitting, client = await self.hall.settled(room), f"{guest.player}:{message.id}"
        if client in sitting.clients:
            return sitting.clients[client]
        try:
            actions = self._begun(sitting, guest, message)
        except TableroError:
            if not self.hall.company:
                raise
            sitting = await self.hall.compare(room)     # another server may have written more
            if client in sitting.clients:
                return sitting.clients[client]
            actions = self._begun(sitting, guest, message)
        n = await self._play(room, guest.seat, guest.player, actions, message.stamp, client, message.wait)
        room.sitting.clients[client] = n        # the answer to the same message sent again
        return n

    def _begun(self, sitting: Sitting, guest: Guest, message: Gesture) -> Sequence[Action]:
        """The actions of a gesture, if it may be made."""
        holds(sitting, guest.seat, guest.player)
        return sitting.gesture(guest.seat, message.to, message.stamp, self.hall.database.now())

    async def _stop(self, room: Room, guest: Guest) -> int:
        sitting = await self.hall.settled(room)
        holds(sitting, guest.seat, guest.player)
        sitting.stop(guest.seat)
        self.hall.database.announce(Stopped(sitting.id, guest.seat))
        self.hall.tell(room, self.hall.database.now(), (guest.seat,))
        return sitting.versions[guest.seat]

    async def _play(
        self, room: Room, seat: int, player: str, actions: Sequence[Action], stamp: int, client: str = "",
        wait: int = 0,
    ) -> int:
        n = 0
        for i, action in enumerate(actions):
            if i and not room.sitting.undisturbed(seat, action):
                break
            make = acting(seat, player, action, stamp, actions[i + 1:], wait)
            try:
                n = await self.hall.change(room, make, f"{client}/{i}" if i and client else client)
            except StaleState:
                if not i:
                    raise
                break           # somebody else was faster
            stamp = room.sitting.stamps[seat]
        return n

    def look(self, room: Room) -> None:
        """After a change: have others let their chances go by, so that a gesture goes on?"""
        if room.sitting.ready() is not None:
            task = asyncio.create_task(self._go_on(room))
            self.going_on.add(task)
            task.add_done_callback(self.going_on.discard)

    async def _go_on(self, room: Room) -> None:
        sitting = await self.hall.settled(room)
        rest = sitting.ready()
        if rest is None:
            return
        sitting.rest = None
        person = sitting.seating[rest.seat].person
        with contextlib.suppress(TableroError):     # he has done something else, or is gone
            await self._play(room, rest.seat, person, rest.actions, sitting.stamps[rest.seat])
