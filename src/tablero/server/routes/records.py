"""How to win, past positions, records and private notes."""

from __future__ import annotations

import asyncio
import time
from typing import Annotated

import msgspec
from starlette.requests import Request
from starlette.responses import Response

import tablero
from tablero.kernel.errors import NotAllowed, UnknownName
from tablero.kernel.goals import Goals, goals
from tablero.kernel.text import Speech
from tablero.server.api import endpoint
from tablero.server.routes.context import Language, SeatQuery, ViewQuery, hall, own_seat, room_of
from tablero.table.phrases import LinkedSpeech, noticed
from tablero.table.sitting import Sitting
from tablero.table.summary import Summary, summary
from tablero.table.wire import Feed, Update

MOST_MOMENTS = 200


class Moment(ViewQuery):
    at: Annotated[int, msgspec.Meta(ge=0)] = 0


class Since(SeatQuery):
    n: Annotated[int, msgspec.Meta(ge=0)] = 0


class Proved(msgspec.Struct):
    """The check of a record in words."""

    told: list[str]
    whole: bool             # does every die follow from the seed?


class Note(msgspec.Struct, forbid_unknown_fields=True):
    text: Annotated[str, msgspec.Meta(max_length=20_000)]


@endpoint("GET", "/api/sittings/{sitting}/moment", "The table after so many actions, as my seat saw it; of a "
          "game that is over, from any side", query=Moment,
          returns=Update, cost=2)
async def get_moment(request: Request, sitting: str, query: Moment) -> Update:
    _, found = await room_of(request, sitting)
    seat, language = own_seat(found, request.state.player, query.seat), query.checked()
    if query.at > (last := len(found.record.entries)):
        raise UnknownName("moment", str(query.at), (f"0 to {last}",))
    eyes = found.looking(query.view)
    past = await asyncio.to_thread(found.at_moment, query.at)
    return Feed(seat, LinkedSpeech(past.game, language), eyes).update(past, time.time(), whole=True)


@endpoint("GET", "/api/sittings/{sitting}/goals", "How to win at this table, with the options that were chosen",
          query=Language, returns=Goals)
async def get_goals_here(request: Request, sitting: str, query: Language) -> Goals:
    _, found = await room_of(request, sitting)
    return goals(found.game, found.game.view(found.state, -1), query.checked())


@endpoint("GET", "/api/sittings/{sitting}/since", "The table after so many actions, and what each one since changed, "
          "as my seat saw it: at most the last 200", query=Since, returns=list[Update], cost=5)
async def get_since(request: Request, sitting: str, query: Since) -> list[Update]:
    _, found = await room_of(request, sitting)
    seat, language = own_seat(found, request.state.player, query.seat), query.checked()
    first = max(query.n, len(found.record.entries) - MOST_MOMENTS)
    return await asyncio.to_thread(_since, found, first, seat, language)


def _since(sitting: Sitting, n: int, seat: int, language: str) -> list[Update]:
    """An action of which the seat is told nothing is no moment of its own."""
    feed, told, eyes = Feed(seat, LinkedSpeech(sitting.game, language)), list[Update](), sitting.eyes(seat)
    for past in sitting.moments(min(n, len(sitting.record.entries))):
        if not told:
            told.append(feed.update(past, time.time(), whole=True))
            told[0].log = []
        elif any(tablero.seen_by(line.events, *eyes) for line in past.log if line.n == len(past.record.entries)):
            told.append(feed.update(past, time.time()))
    return told


@endpoint("GET", "/api/sittings/{sitting}/record", "The record: all of it when the game is over, else what I may know",
          query=SeatQuery, returns=bytes, cost=2)
async def get_record(request: Request, sitting: str, query: SeatQuery) -> Response:
    _, found = await room_of(request, sitting)
    if not found.over:
        seat = own_seat(found, request.state.player, query.seat)
        return Response(_story(found, seat, query.checked()), media_type="text/plain; charset=utf-8")
    name = f"{found.opened.scenario}-{sitting}.record"
    return Response(
        found.record.text(), media_type="application/x-ndjson",
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


@endpoint("GET", "/api/sittings/{sitting}/proof", "What the record of a finished game proves, and what not",
          query=Language, returns=Proved, cost=5)
async def get_proof(request: Request, sitting: str, query: Language) -> Proved:
    _, found = await room_of(request, sitting)
    if not found.over:
        raise NotAllowed("proof_at_the_end")
    text, speech = found.record.text(), Speech(found.game, query.checked())
    proof = await asyncio.to_thread(lambda: tablero.Record.parse(text).verify())
    return Proved([speech.say(key, **values) for key, values in proof.told()], proof.whole)


@endpoint("GET", "/api/sittings/{sitting}/summary", "The account of a finished game: points, losses, fights, luck",
          query=Language, returns=Summary, cost=5)
async def get_summary(request: Request, sitting: str, query: Language) -> Response:
    _, found = await room_of(request, sitting)
    if not found.over:
        raise NotAllowed("summary_at_the_end")
    language = query.checked()
    key = sitting, language, len(found.record.entries)
    if key not in _summaries:
        ended = Feed(-1, LinkedSpeech(found.game, language)).update(found, time.time()).result
        text = found.record.text()
        made = await asyncio.to_thread(lambda: summary(tablero.Record.parse(text), ended, language))
        if len(_summaries) >= KEPT:
            _summaries.clear()
        _summaries[key] = msgspec.json.encode(made)
    return Response(_summaries[key], media_type="application/json")


KEPT = 100
_summaries: dict[tuple[str, str, int], bytes] = {}         # accounts that were made: a finished game does not change


def _story(sitting: Sitting, seat: int, language: str) -> str:
    """What a seat was told, sentence by sentence; `~` marks what was taken back."""
    speech = Speech(sitting.game, language)
    lines = [f"# {sitting.opened.game} {sitting.opened.scenario}, commitment {sitting.record.commitment}"]
    for line in sitting.log:
        mark = "~ " if line.undone else ""
        if line.notice is not None:
            lines.append(f"   {noticed(speech, line.notice)}")
        for kind, args in tablero.seen_by(line.events, *sitting.eyes(seat)):
            lines.append(f"{mark}{line.n}. {speech.event(sitting.state, kind, args)}")
    return "\n".join(lines) + "\n"


@endpoint("GET", "/api/sittings/{sitting}/note", "My private notes on a sitting", returns=Note)
async def get_note(request: Request, sitting: str) -> Note:
    await room_of(request, sitting)
    return Note(await asyncio.to_thread(hall(request).database.note, sitting, request.state.player))


@endpoint("PUT", "/api/sittings/{sitting}/note", "Keep my private notes", body=Note)
async def put_note(request: Request, sitting: str, body: Note) -> None:
    await room_of(request, sitting)
    await asyncio.wrap_future(hall(request).database.set_note(sitting, request.state.player, body.text))
