"""Company: tables of others to join or to watch, who is here, finished games, and another game with the same people."""

from __future__ import annotations

import asyncio
import time
from typing import Annotated, cast

import msgspec
from starlette.requests import Request

import tablero
from tablero.kernel.errors import BadRecord, NotAllowed, UnknownName
from tablero.server.api import endpoint
from tablero.server.hall import Room
from tablero.server.ratings import rested
from tablero.server.routes.context import Done, Language, SeatQuery, Word, hall, my_name, owner_only, presence, room_of
from tablero.server.routes.seats import Invitation, Invited, SitBody, invitation_to
from tablero.server.routes.sittings import Created, NewSitting, Reactions, SittingInfo, open_table, sitting_info
from tablero.server.store.sittings import Summary
from tablero.table.sitting import Sitting

PAGE = 12           # finished games of a page


class OthersTable(SittingInfo, kw_only=True):
    """A table of somebody else."""

    by: str                 # who has opened it


class Tables(msgspec.Struct):
    open: list[OthersTable]     # with a free seat for anybody
    watch: list[OthersTable]    # being played, and open to spectators
    kept: list[OthersTable]     # with a seat that is kept for me
    online: list[str]           # names of those who are connected


class Here(msgspec.Struct):
    """Who is connected to a table: nothing is told of what they do there."""

    seats: list[str]
    watching: int           # spectators


class History(msgspec.Struct):
    games: list[SittingInfo]
    page: int               # from 0
    more: bool              # are there later pages?


class Page(Language):
    page: Annotated[int, msgspec.Meta(ge=0, le=10_000)] = 0


class ListBody(msgspec.Struct, forbid_unknown_fields=True):
    on: bool


def _others(request: Request, summary: Summary, by: str, language: str) -> OthersTable:
    """Whose turn it is concerns those who play, and those who watch."""
    shown = sitting_info(summary, request.state.player, language)
    seats = [msgspec.structs.replace(chair, awaited=False) for chair in shown.seats]
    return OthersTable(**msgspec.structs.asdict(msgspec.structs.replace(shown, seats=seats)), by=by)


@endpoint("GET", "/api/tables", "Tables of others that I may join or watch, and who is here", query=Language,
          returns=Tables)
async def get_tables(request: Request, query: Language) -> Tables:
    language, database, player = query.checked(), hall(request).database, request.state.player
    lists = {}
    for status in ("open", "watch"):
        found = await asyncio.to_thread(database.listed, status)
        shown = [_others(request, summary, by, language) for summary, by in found]
        lists[status] = [one for one in shown if not one.yours and not any(chair.you for chair in one.seats)]
    kept = []
    for summary in await asyncio.to_thread(database.kept_for, player):
        seat = await _kept_seat(request, summary.id)
        if seat:
            kept.append(msgspec.structs.replace(_others(request, summary, "", language), kept=seat))
    presence(request).sign(player, await my_name(request))
    elsewhere = await asyncio.to_thread(database.here_elsewhere, "")
    return Tables(lists["open"], lists["watch"], kept, presence(request).names(elsewhere))


async def _kept_seat(request: Request, id_: str) -> str:
    """The seat of a table that is kept for me and still free."""
    try:
        _, sitting = await hall(request).current(id_)
    except (UnknownName, BadRecord):        # it has just gone, or is of newer rules than this program's
        return ""
    kept = [seat for seat, player in sitting.opened.kept.items() if player == request.state.player]
    return next((sitting.game.seats[seat] for seat in kept if sitting.may_join(seat, request.state.player)), "")


async def _free(request: Request, id_: str, name: str) -> tuple[Room, Sitting, int]:
    """A seat that I may take without an invitation. Of tables that are not open to me nothing is told."""
    room, sitting = await hall(request).current(id_)
    seat, player = sitting.game.seat(name), request.state.player
    if not sitting.may_join(seat, player) and seat not in sitting.seating.of(player):
        raise NotAllowed("not_open")
    return room, sitting, seat


@endpoint("GET", "/api/tables/{sitting}", "An open table before I take a seat there: whose, what, on which terms",
          query=SeatQuery, returns=Invitation)
async def get_table(request: Request, sitting: str, query: SeatQuery) -> Invitation:
    room, _, seat = await _free(request, sitting, query.seat)
    return await invitation_to(request, room, seat, query.checked())


@endpoint("POST", "/api/tables/{sitting}", "Take a seat at an open table, or one that is kept for me", body=SitBody,
          returns=Invited)
async def post_table(request: Request, sitting: str, body: SitBody) -> Invited:
    player, name = request.state.player, await my_name(request)
    room, found, seat = await _free(request, sitting, body.seat)
    taken = Invited(sitting, found.game.seats[seat], found.record.commitment)
    if seat not in found.seating.of(player):
        await hall(request).change(room, lambda s, now: s.sit(seat, player, name, now, body.share))
    return taken


@endpoint("POST", "/api/sittings/{sitting}/listed", "As owner: let everybody take a free seat, or no longer",
          body=ListBody, returns=Done)
async def post_listed(request: Request, sitting: str, body: ListBody) -> Done:
    room, found = await room_of(request, sitting)
    owner_only(found, request.state.player)
    return Done(await hall(request).change(room, lambda s, now: s.list_openly(body.on, now)))


@endpoint("GET", "/api/sittings/{sitting}/here", "Who is connected to the table", returns=Here)
async def get_here(request: Request, sitting: str) -> Here:
    room, found = await room_of(request, sitting)
    elsewhere = await asyncio.to_thread(hall(request).database.here_elsewhere, sitting)
    present = {guest.player for guest in room.guests} | {player for player, _ in elsewhere}
    seats = [name for seat, name in enumerate(found.game.seats) if found.seating[seat].person in present]
    return Here(seats, len(present - {holder.player for holder in found.seating.holders}))


@endpoint("GET", "/api/history", "My finished games, the latest first, some at a time", query=Page, returns=History)
async def get_history(request: Request, query: Page) -> History:
    language, player = query.checked(), request.state.player
    found = await asyncio.to_thread(hall(request).database.finished, player, query.page * PAGE, PAGE + 1)
    return History([sitting_info(one, player, language) for one in found[:PAGE]], query.page, len(found) > PAGE)


class GameQuery(msgspec.Struct):
    game: Word


class Rated(msgspec.Struct):
    """Somebody's rating in a game."""

    name: str               # of a bot: bot:<name>
    value: float
    deviation: float        # the true strength lies within twice of it, most likely; it grows with time without a game
    games: int


@endpoint("GET", "/api/ratings", "Ratings of a game, the best first; [] where the server does not rate",
          query=GameQuery, returns=list[Rated])
async def get_ratings(request: Request, query: GameQuery) -> list[Rated]:
    code = tablero.game(query.game).code
    found = await asyncio.to_thread(hall(request).database.ratings, code)
    now = time.time()
    return [Rated(one.name, one.rating.value, rested(one, now).deviation, one.games) for one in found]


@endpoint("POST", "/api/sittings/{sitting}/rematch", "Another game with the same people, everybody one seat further: "
          "against bots at once; other people find their seat kept", returns=Created, cost=5)
async def post_rematch(request: Request, sitting: str) -> Created:
    player, name = request.state.player, await my_name(request)
    room, found = await room_of(request, sitting)
    if not found.seating.of(player):
        raise NotAllowed("not_at_table")
    if not found.over:
        raise NotAllowed("rematch_at_the_end")
    again = await _there(request, found)
    if again is not None:
        return again
    before = found.rematch
    body, kept = _swapped(found, player)
    made = await open_table(request, body, kept)
    try:
        await hall(request).change(room, lambda s, now: s.rematched(made.id, name, before, now))
    except NotAllowed:              # somebody else was faster
        await hall(request).delete(await hall(request).room(made.id))
        again = await _there(request, await hall(request).settled(room))
        if again is None:
            raise
        return again
    return made


async def _there(request: Request, sitting: Sitting) -> Created | None:
    """The table of a rematch that was proposed before, if it is still there."""
    if sitting.rematch is None:
        return None
    try:
        _, found = await hall(request).current(sitting.rematch.sitting)
    except UnknownName:
        return None
    return Created(found.id, found.record.commitment)


def _swapped(sitting: Sitting, player: str) -> tuple[NewSitting, dict[int, str]]:
    """The same game with everybody one seat further; and for whom seats are kept."""
    opened, holders = sitting.opened, sitting.seating.holders
    moved = [holders[seat - 1] for seat in range(len(holders))]
    kept = {seat: holder.player for seat, holder in enumerate(moved) if holder.player not in ("", player)}
    seats = ["me" if holder.player == player else holder.bot if not holder.player and holder.bot else "open"
             for holder in moved]
    return NewSitting(
        opened.game, opened.scenario, seats, opened.options, opened.name, sitting.spectators, opened.clock,
        reactions=cast(Reactions, opened.reactions), window=opened.window, heirs=opened.heirs,
    ), kept
