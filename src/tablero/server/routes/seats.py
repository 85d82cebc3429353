"""Who sits where: invitations, bots, coming and going."""

from __future__ import annotations

import asyncio

import msgspec
from starlette.requests import Request

from tablero import bots
from tablero.kernel.errors import NotAllowed, UnknownName
from tablero.kernel.text import Speech
from tablero.server.api import endpoint
from tablero.server.auth import new_token
from tablero.server.hall import Room
from tablero.server.routes.context import Done, Language, Share, Word, hall, my_name, owner_only, room_of
from tablero.server.routes.sittings import SittingInfo, sitting_info, unusual
from tablero.server.store import people as stored
from tablero.table.journal import Clock, Matter
from tablero.table.sitting import Sitting

A_WEEK = 7 * 24 * 3600.0


class SeatName(msgspec.Struct, forbid_unknown_fields=True):
    seat: Word


class Invite(msgspec.Struct):
    token: str              # the link is /join/<token>
    expires: float


class Invited(msgspec.Struct):
    sitting: str
    seat: str
    commitment: str         # hash of the server's secret


class Invitation(Invited):
    """All that one wants to know before one accepts."""

    by: str                 # who invites
    side: str               # what the seat is called
    yours: bool             # you have accepted it
    table: SittingInfo
    clock: Clock
    options: list[tuple[str, str]]      # of the rules that are not as usual: what and how
    spectators: bool


class TakeBody(msgspec.Struct, forbid_unknown_fields=True):
    share: Share = ""       # my number for the seed, chosen after I have seen the hash


class SitBody(msgspec.Struct, forbid_unknown_fields=True):
    seat: Word
    share: Share = ""


class SeatBody(msgspec.Struct, forbid_unknown_fields=True):
    seat: Word
    bot: Word = ""          # give the seat to this bot; "" makes it free


@endpoint("POST", "/api/sittings/{sitting}/invites", "A link for a free seat: good once, for a week", body=SeatName,
          returns=Invite)
async def post_invite(request: Request, sitting: str, body: SeatName) -> Invite:
    _, found = await room_of(request, sitting)
    owner_only(found, request.state.player)
    seat = found.game.seat(body.seat)
    if not found.seating[seat].free:
        raise NotAllowed("seat_taken")
    token, expires = new_token(), hall(request).database.now() + A_WEEK
    await asyncio.wrap_future(hall(request).database.create_invite(token, sitting, seat, expires))
    return Invite(token, expires)


@endpoint("GET", "/api/invites/{token}", "What I am invited to: by whom, to which game and seat, on which terms",
          query=Language, returns=Invitation, signed_in=False)
async def get_invite(request: Request, token: str, query: Language) -> Invitation:
    """Also without a name: whoever has the link may read it. One that is used up tells others nothing."""
    kept, _, room = await _invited(request, token)
    told = await invitation_to(request, room, kept.seat, query.checked())
    if not (kept.good or told.yours):
        raise NotAllowed("invitation_used")
    return told


async def invitation_to(request: Request, room: Room, seat: int, language: str) -> Invitation:
    """What one wants to know before one takes a seat."""
    sitting, database, player = room.sitting, hall(request).database, request.state.player or ""
    opened, speech = sitting.opened, Speech(sitting.game, language)
    owner = await asyncio.to_thread(database.player, opened.owner)
    summary = await asyncio.to_thread(database.summary, sitting.id)
    return Invitation(
        sitting.id, sitting.game.seats[seat], sitting.record.commitment, owner.name if owner else "",
        speech.seat(seat), seat in sitting.seating.of(player), sitting_info(summary, player, language), opened.clock,
        unusual(speech, opened.options), sitting.spectators,
    )


@endpoint("POST", "/api/invites/{token}", "Take the seat I was invited to", body=TakeBody, returns=Invited)
async def take_invite(request: Request, token: str, body: TakeBody) -> Invited:
    house, player, name = hall(request), request.state.player, await my_name(request)
    invitation, taken, room = await _invited(request, token)
    seat = invitation.seat
    if seat in room.sitting.seating.of(player):        # a repeated request
        return taken
    if not invitation.good:
        raise NotAllowed("invitation_used")
    await house.change(room, lambda s, now: s.sit(seat, player, name, now, body.share), invite=token)
    return taken


async def _invited(request: Request, token: str) -> tuple[stored.Invitation, Invited, Room]:
    house = hall(request)
    invitation = await asyncio.to_thread(house.database.invite, token, house.database.now())
    if invitation is None:
        raise UnknownName("invitation", token)
    room, sitting = await house.current(invitation.sitting)
    seat = sitting.game.seats[invitation.seat]
    return invitation, Invited(invitation.sitting, seat, sitting.record.commitment), room


@endpoint("POST", "/api/sittings/{sitting}/seats", "Give a seat to a bot, or make it free: my own, or as owner any "
          "that no other person plays once the game has started", body=SeatBody, returns=Done)
async def post_seat(request: Request, sitting: str, body: SeatBody) -> Done:
    room, found = await room_of(request, sitting)
    player, seat = request.state.player, found.game.seat(body.seat)
    if body.bot:
        bots.make(body.bot, found.game, 0)

    def make(s: Sitting, now: float) -> Matter:
        if seat not in s.seating.of(player) or s.seating[seat].resigned:
            owner_only(s, player)
        return s.seat_bot(seat, body.bot, now, by=player) if body.bot else s.leave(seat, now, by=player)

    return Done(await hall(request).change(room, make))


@endpoint("POST", "/api/sittings/{sitting}/sit", "Take a free seat at a table of mine; before the start, also give my "
          "number for the seat I have", body=SitBody, returns=Done)
async def post_sit(request: Request, sitting: str, body: SitBody) -> Done:
    name = await my_name(request)
    room, found = await room_of(request, sitting)
    player, seat = request.state.player, found.game.seat(body.seat)

    def make(s: Sitting, now: float) -> Matter:
        if not s.seating.of(player):
            owner_only(s, player)
        return s.sit(seat, player, name, now, body.share)

    return Done(await hall(request).change(room, make))
