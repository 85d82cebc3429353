"""Sittings: open, list, view, delete."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping
from functools import cache
from typing import Annotated, Literal, TypeAlias

import msgspec
from starlette.requests import Request

import tablero
from tablero import bots
from tablero.kernel import rng
from tablero.kernel.errors import BadRequest, NotAllowed
from tablero.kernel.guides import Guide
from tablero.kernel.text import Speech
from tablero.server.api import endpoint
from tablero.server.auth import ACCOUNTS
from tablero.server.guided import play_up_to
from tablero.server.hall import LobbyEntry, Room, list_of, lobby_entry, waking
from tablero.server.routes.context import (
    Language, ViewQuery, Word, doorkeeper, hall, my_name, own_seat, owner_only, room_of
)
from tablero.server.routes.games import has_chances
from tablero.server.store.sittings import Summary
from tablero.table.chat import readable
from tablero.table.journal import FORMAT, Clock, Entry, Opened
from tablero.table.phrases import LinkedSpeech
from tablero.table.reactions import SECONDS
from tablero.table.seating import Seating
from tablero.table.sitting import Sitting
from tablero.table.wire import Chair, Feed, Update, chairs

Reactions: TypeAlias = Literal["", "quick", "timed", "ask"]
LONGEST_CLOCK = 366 * 24 * 3600.0


class NewSitting(msgspec.Struct, forbid_unknown_fields=True):
    game: Word
    scenario: Word
    seats: Annotated[list[Word], msgspec.Meta(min_length=1, max_length=8)]      # "me", "open" or the name of a bot
    options: Annotated[dict[Word, Word], msgspec.Meta(max_length=50)] = {}
    name: Annotated[str, msgspec.Meta(max_length=80)] = ""
    spectators: bool = False
    clock: Clock = Clock()
    record: Annotated[str, msgspec.Meta(max_length=4_000_000)] = ""     # a record to look at or to go on from
    reactions: Reactions = ""    # when others see the answer to a chance to react
    window: int = 0                 # timed: for how many seconds it lasts, one of 5, 10, 15, 30, 60; 0 as usual
    listed: bool = False            # everybody may take a free seat
    heirs: bool = False             # who resigns leaves his seats to the player of an ally, if there is one


class Created(msgspec.Struct):
    id: str
    commitment: str


class SittingInfo(msgspec.Struct):
    id: str
    game: str
    scenario: str
    title: str
    name: str
    created: float
    changed: float
    seats: list[Chair]
    actions: int
    over: bool
    result: str             # how it ended, as a sentence
    yours: bool             # you own it
    your_turn: bool
    preparation: list[str]  # keys of prompts that the computer can answer for you
    reactions: str          # when others see the answer to a chance to react: quick, timed, ask; "" if it has none
    window: int             # timed: for how many seconds it lasts
    bots: list[str]         # that can play this game, the best last
    outcome: str = ""       # of a game that is over: won, lost or draw, if you played it
    kept: str = ""          # a seat that is kept for you
    spectators: bool = False            # others may watch
    guide: bool = False     # a guided first game


@cache
def _bots(code: str) -> list[str]:
    return bots.names(tablero.game(code))


def sitting_info(summary: Summary, player: str, language: str) -> SittingInfo:
    speech = Speech(tablero.game(summary.game), language)
    shown = msgspec.json.decode(summary.lobby_entry, type=LobbyEntry)
    reactions = (shown.reactions, shown.window) if has_chances(speech) else ("", 0)
    own = Seating(shown.chairs).of(player)
    seats = chairs(speech, shown.chairs, shown.awaited, own)
    title = speech.say(f"scenario.{summary.scenario}.title")
    ends = next((key for kind in ("ending", "result") if speech.catalogue.has(key := f"{kind}.{shown.result}")), "")
    won = shown.winners or ([] if shown.winner is None else [shown.winner])
    result = speech.ended(ends, won, shown.winner) if ends else ""
    outcome = "" if not (shown.over and own) else "draw" if not won else "won" if set(own) & set(won) else "lost"
    return SittingInfo(
        summary.id, summary.game, summary.scenario, title, summary.name, summary.created, summary.changed, seats,
        shown.actions, shown.over, result, summary.owner == player,
        any(seat.you and seat.awaited for seat in seats) and not shown.over,
        [key for kinds in speech.game.preparation for key in kinds], *reactions,
        _bots(summary.game), outcome, guide=shown.guide,
    )


def unusual(speech: Speech, options: Mapping[str, str]) -> list[tuple[str, str]]:
    """The options that are not as usual, in words: what, and how."""

    def say(key: str, otherwise: str) -> str:
        return speech.say(key) if speech.catalogue.has(key) else otherwise

    return [
        (say(f"option.{name}.name", name), say(f"option.{name}.values.{value}.name", value))
        for name, value in options.items() if value != speech.game.options[name][0]
    ]


@endpoint("GET", "/api/sittings", "My sittings, the latest first", query=Language, returns=list[SittingInfo])
async def get_sittings(request: Request, query: Language) -> list[SittingInfo]:
    language, player = query.checked(), request.state.player
    found = await asyncio.to_thread(hall(request).database.sittings_of, player)
    return [sitting_info(summary, player, language) for summary in found]


@endpoint("GET", "/api/sittings/{sitting}/about", "What a sitting is, who sits where", query=Language,
          returns=SittingInfo)
async def get_about(request: Request, sitting: str, query: Language) -> SittingInfo:
    _, found = await room_of(request, sitting)
    summary = await asyncio.to_thread(hall(request).database.summary, sitting)
    shown = sitting_info(summary, request.state.player, query.checked())
    return msgspec.structs.replace(shown, spectators=found.spectators)


@endpoint("POST", "/api/sittings", "Open a sitting", body=NewSitting, returns=Created, largest=5_000_000, cost=5)
async def post_sitting(request: Request, body: NewSitting) -> Created:
    return await open_table(request, body)


async def open_table(
    request: Request, body: NewSitting, kept: dict[int, str] | None = None, guide: Guide | None = None
) -> Created:
    """The sitting and everybody seated at once, in one transaction; some seats may be kept for somebody. A guided first
    game has a seed of its own."""
    if not await doorkeeper(request).may_open(request.state.player):
        raise NotAllowed("open_accounts" if doorkeeper(request).openers == ACCOUNTS else "open_invited")
    player, name = request.state.player, await my_name(request)
    game = _checked(body)
    now = hall(request).database.now()
    sitting, entries = await asyncio.to_thread(_opened, game, body, player, name, kept or {}, guide, now)
    opened = sitting.opened
    summary = Summary(
        sitting.id, game.code, opened.scenario, opened.name, player, opened.spectators, now, now, lobby_entry(sitting)
    )
    seated = sitting.seating.rows()
    await asyncio.wrap_future(hall(request).database.create_sitting(
        summary, entries, waking(sitting), seated, list_of(sitting), list(opened.kept.items())
    ))
    hall(request).add(Room(sitting))
    return Created(sitting.id, sitting.record.commitment)


def _checked(body: NewSitting) -> tablero.Game[tablero.State]:
    game = tablero.game(body.game)
    if not readable(body.name):
        raise BadRequest("table_name")
    if len(body.seats) != len(game.seats):
        raise BadRequest("seats", game=game.title, expected=len(game.seats), found=len(body.seats))
    for who in body.seats:
        if who not in ("me", "open"):
            bots.make(who, game, 0)
    clock = body.clock
    if clock.kind not in ("none", "live", "days"):
        raise BadRequest("clock_kind")
    if not (0 <= clock.bank <= LONGEST_CLOCK and 0 <= clock.each <= LONGEST_CLOCK):
        raise BadRequest("clock_times")
    if clock.kind != "none" and clock.bank + clock.each < 1:
        raise BadRequest("clock_empty")
    if body.window and body.window not in SECONDS:
        raise BadRequest("window", known=SECONDS)
    return game


def _opened(
    game: tablero.Game[tablero.State], body: NewSitting, player: str, name: str, kept: dict[int, str],
    guide: Guide | None, now: float,
) -> tuple[Sitting, list[Entry]]:
    """The sitting, and its journal so far. A record brings its own scenario and options."""
    scenario, options = body.scenario, body.options
    if body.record:
        record = tablero.Record.parse(body.record)
        if record.game.code != game.code:
            raise BadRequest("other_record", game=record.game.title)
        if record.state.over:
            record.verify()
        scenario, options = record.scenario, record.options
    seed = f"{rng.fresh_seed() if guide is None else guide.seed:x}"
    opened = Opened(
        game.code, scenario, game.chosen(options), seed, player, game.rules, body.name.strip(), body.spectators,
        body.clock, body.record, cards=game.edition().cards, heirs=body.heirs, reactions=body.reactions,
        window=body.window, format=FORMAT, listed=body.listed, kept=kept, guide=guide is not None,
    )
    sitting = Sitting.open(secrets.token_hex(8), opened, now)     # no id may look like an option of a command
    entries = [Entry(1, now, opened)]
    for seat, who in enumerate(body.seats):
        if who == "me":
            entries.append(Entry(len(entries) + 1, now, sitting.sit(seat, player, name, now)))
        elif who != "open":
            entries.append(Entry(len(entries) + 1, now, sitting.seat_bot(seat, who, now)))
    if guide is not None:
        entries += [Entry(n, now, done) for n, done in enumerate(play_up_to(sitting, guide, now), len(entries) + 1)]
    return sitting, entries


@endpoint("GET", "/api/sittings/{sitting}", "The table as my seat sees it; when the game is over, from any side",
          query=ViewQuery, returns=Update)
async def get_sitting(request: Request, sitting: str, query: ViewQuery) -> Update:
    _, found = await room_of(request, sitting)
    seat = own_seat(found, request.state.player, query.seat)
    feed = Feed(seat, LinkedSpeech(found.game, query.checked()), found.looking(query.view))
    return feed.update(found, hall(request).database.now(), whole=True)


@endpoint("DELETE", "/api/sittings/{sitting}", "Delete a sitting that I own; a game in play of others only by "
          "consent")
async def delete_sitting(request: Request, sitting: str) -> None:
    room, found = await room_of(request, sitting)
    owner_only(found, request.state.player)
    if not found.may_delete(request.state.player):
        raise NotAllowed("delete_by_consent")
    await hall(request).delete(room)
