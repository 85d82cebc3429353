"""What endpoints need of a request: the parts of the server, who asks, which table, which seat."""

from __future__ import annotations

import asyncio
from typing import Annotated, cast

import msgspec
from starlette.requests import Request

from tablero.kernel.errors import NotAllowed, UnknownName
from tablero.kernel.text import LANGUAGES
from tablero.server.auth import Doorkeeper
from tablero.server.bot_processes import BotProcesses
from tablero.server.hall import Hall, Room
from tablero.server.notify import Notifier
from tablero.server.presence import Presence
from tablero.server.sockets import Sockets
from tablero.table.sitting import Sitting

Word = Annotated[str, msgspec.Meta(max_length=64)]
Share = Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{64})?$")]       # a player's number for the seed


class Language(msgspec.Struct):
    lang: Word = "en"

    def checked(self) -> str:
        if self.lang not in LANGUAGES:
            raise UnknownName("language", self.lang, LANGUAGES)
        return self.lang


class SeatQuery(Language):
    seat: Word = ""


class ViewQuery(SeatQuery):
    view: Word = ""         # once the game is over: a seat to look from, or "all"


class Done(msgspec.Struct):
    n: int                  # number of the journal's entry


def hall(request: Request) -> Hall:
    return cast(Hall, request.app.state.hall)


def doorkeeper(request: Request) -> Doorkeeper:
    return cast(Doorkeeper, request.app.state.doorkeeper)


def sockets(request: Request) -> Sockets:
    return cast(Sockets, request.app.state.sockets)


def notifier(request: Request) -> Notifier:
    return cast(Notifier, request.app.state.notifier)


def presence(request: Request) -> Presence:
    return cast(Presence, request.app.state.presence)


def bot_processes(request: Request) -> BotProcesses:
    return cast(BotProcesses, request.app.state.bots)


async def my_name(request: Request) -> str:
    me = await asyncio.to_thread(hall(request).database.player, request.state.player)
    return me.name if me else ""


async def room_of(request: Request, id_: str) -> tuple[Room, Sitting]:
    """A sitting that the player may see, and its room; it does not change before the next `await`."""
    room, sitting = await hall(request).current(id_)
    player = request.state.player
    if not (sitting.seating.of(player) or sitting.opened.owner == player or sitting.spectators):
        raise NotAllowed("not_at_table")
    return room, sitting


def own_seat(sitting: Sitting, player: str, seat: str) -> int:
    """One of the player's own seats; -1, a spectator, if none is named and the player has none."""
    own = sitting.seating.of(player)
    if not seat:
        return own[0] if own else -1
    found = sitting.game.seat(seat)
    if found not in own:
        raise NotAllowed("not_your_seat")
    return found


def owner_only(sitting: Sitting, player: str) -> None:
    if sitting.opened.owner != player:
        raise NotAllowed("owner_only")
