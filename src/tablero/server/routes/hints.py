"""Hints, and guided first games: what a bot would do in one's place, and why."""

from __future__ import annotations

import msgspec
from starlette.requests import Request

import tablero
from tablero.kernel.errors import UnknownName
from tablero.kernel.guides import guide, is_through
from tablero.server.api import endpoint
from tablero.server.routes.context import Language, SeatQuery, Word, bot_processes, own_seat, room_of
from tablero.server.routes.sittings import Created, NewSitting, open_table
from tablero.table.phrases import LinkedSpeech


class Hint(msgspec.Struct):
    """What a bot would do in this seat, and why; both with links to things."""

    stamp: int              # of the question it is about
    do: str                 # text form, one of the choices
    label: str
    reason: str
    second: str             # the label of what it would do otherwise, "" if there is nothing else
    through: bool           # in a guided first game: all that it explains is over


@endpoint("GET", "/api/sittings/{sitting}/hint", "What a bot would do in my place, and why: at a table without other "
          "people", query=SeatQuery, returns=Hint, cost=2)
async def get_hint(request: Request, sitting: str, query: SeatQuery) -> Hint:
    _, found = await room_of(request, sitting)
    speech, player = LinkedSpeech(found.game, query.checked()), request.state.player
    seat = own_seat(found, player, query.seat)
    options = found.hint_for(seat, player)
    stamp, view, key = found.stamps[seat], found.game.view(found.state, seat), tablero.prompt(found.state, seat).key
    answers = sum(entry.seat == seat for entry in found.record.entries)
    through = found.opened.guide and is_through(found.game, found.state, answers)
    advice = await bot_processes(request).advise(found, seat, options)
    second = speech.action(view, advice.second, key) if advice.second else ""
    return Hint(
        stamp, found.game.write(view, advice.action), speech.action(view, advice.action, key),
        speech.reason(view, advice.reason, key), second, through,
    )


class ChapterInfo(msgspec.Struct):
    id: str
    title: str
    text: str
    prompts: list[str]      # keys of the questions before which it is shown; none: at the start
    rule: str               # to read more, or ""


class GuideInfo(msgspec.Struct):
    """A guided first game in words."""

    title: str              # of its scenario
    seat: str
    chapters: list[ChapterInfo]
    end: str                # what one knows when it is over


@endpoint("GET", "/api/games/{code}/guide", "The chapters of the guided first game", query=Language, returns=GuideInfo,
          signed_in=False)
async def get_guide(request: Request, code: str, query: Language) -> GuideInfo:
    speech = LinkedSpeech(tablero.game(code), query.checked())
    found = guide(speech.game)
    if found is None:
        raise UnknownName("guide", code)
    chapters = [
        ChapterInfo(chapter.id, speech.say(f"guide.{chapter.id}.title"), speech.say(f"guide.{chapter.id}.text"),
                    list(chapter.prompts), chapter.rule)
        for chapter in found.chapters
    ]
    title = speech.say(f"scenario.{found.scenario}.title")
    return GuideInfo(title, speech.game.seats[found.seat], chapters, speech.say("guide.end"))


class NewGuide(msgspec.Struct, forbid_unknown_fields=True):
    game: Word


@endpoint("POST", "/api/guides", "Start a guided first game", body=NewGuide, returns=Created, cost=5)
async def post_guide(request: Request, body: NewGuide) -> Created:
    """A table like any other, with a set-up and dice that are always the same."""
    game = tablero.game(body.game)
    found = guide(game)
    if found is None:
        raise UnknownName("guide", body.game)
    seats = ["me" if seat == found.seat else found.opponent for seat in range(len(game.seats))]
    wanted = NewSitting(game.code, found.scenario, seats, dict(found.options))
    return await open_table(request, wanted, guide=found)
