"""The games: what can be played, their maps, words and rules."""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from typing import Annotated

import msgspec
from starlette.requests import Request
from starlette.responses import Response

import tablero
from tablero import bots
from tablero.kernel.aids import Aid, aid
from tablero.kernel.errors import UnknownName
from tablero.kernel.goals import Goals, goals
from tablero.kernel.guides import guide
from tablero.kernel.packs import Pack
from tablero.kernel.rulebook import Rule, chapters, mentioned, rules
from tablero.kernel.scene import Board
from tablero.kernel.text import Speech, common
from tablero.server.api import answer, endpoint
from tablero.server.routes.context import Language
from tablero.table.look import Look, ScenarioSize, art, look, start_look

UNKNOWN = ScenarioSize((0, 0), 0, 0)


class ScenarioInfo(msgspec.Struct):
    id: str
    title: str
    gloss: str              # what its title does not say, in a sentence
    intro: str
    hours: tuple[int, int]  # from, to; 0 where the pack does not tell
    turns: int              # at most
    pieces: int             # that move and fight, as it begins


class OptionInfo(msgspec.Struct):
    id: str
    title: str
    text: str
    values: list[tuple[str, str]]       # id and title; the first is the default


class GameInfo(msgspec.Struct):
    code: str
    title: str
    subtitle: str
    length: str
    complexity: str
    seats: list[tuple[str, str]]
    scenarios: list[ScenarioInfo]
    first: str              # id of the scenario to play first
    options: list[OptionInfo]
    bots: list[str]         # the weakest first
    chances: bool           # has it chances to react that can be declined, so that it matters when an answer is seen?
    allies: bool            # has it sides with several seats?
    guide: bool             # has it a guided first game?
    art: str                # a picture for the list of games, as SVG; "" if there is none


def has_chances(speech: Speech) -> bool:
    """Has a game chances to react that can be declined?"""
    return any(key.startswith("when.") for key in speech.catalogue.messages)


@cache
def _game_info(code: str, language: str) -> GameInfo:
    game = tablero.game(code)
    speech = Speech(game, language)

    def say(key: str) -> str:
        return speech.say(key) if speech.catalogue.has(key) else ""

    start = start_look(game)

    def scenario(id_: str) -> ScenarioInfo:
        title, gloss, intro = (say(f"scenario.{id_}.{key}") for key in ("title", "gloss", "intro"))
        size = start.scenarios.get(id_, UNKNOWN)
        return ScenarioInfo(id_, title, gloss, intro, size.hours, size.turns, size.pieces)

    options = [
        OptionInfo(id_, say(f"option.{id_}.name") or id_, say(f"option.{id_}.text"), [
            (value, say(f"option.{id_}.values.{value}.name") or value) for value in values
        ])
        for id_, values in game.options.items()
    ]
    seats = [(seat, speech.seat(i)) for i, seat in enumerate(game.seats)]
    return GameInfo(
        code, say("game.title") or game.title, say("game.subtitle"), say("game.length"), say("game.complexity"), seats,
        [scenario(id_) for id_ in game.scenarios], start.first or game.scenarios[0], options, bots.names(game),
        has_chances(speech), any(len(side) > 1 for side in game.sides), guide(game) is not None,
        art(game),
    )


@endpoint("GET", "/api/games", "The games, their battles, sides and options", query=Language, returns=list[GameInfo],
          signed_in=False)
async def get_games(request: Request, query: Language) -> list[GameInfo]:
    language = query.checked()
    return [_game_info(code, language) for code in tablero.GAMES]


def _kept(request: Request, found: object) -> Response:
    """An answer that a browser keeps, but asks each time whether it is still true: the server may be a newer one."""
    response = answer(found)
    tag = f'"{blake2b(response.body, digest_size=12).hexdigest()}"'
    headers = {"cache-control": "no-cache", "etag": tag}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    response.headers.update(headers)
    return response


@endpoint("GET", "/api/games/{code}/boards/{scenario}", "The map of a battle", returns=Board, signed_in=False)
async def get_board(request: Request, code: str, scenario: str) -> Response:
    game = tablero.game(code)
    return _kept(request, game.board(game.new(scenario, 0)))


class GoalsQuery(Language):
    options: Annotated[str, msgspec.Meta(max_length=400)] = ""      # victory:graded,factor_markers:once


@endpoint("GET", "/api/games/{code}/goals/{scenario}", "How to win: aims, points, ends of the game", query=GoalsQuery,
          returns=Goals, signed_in=False)
async def get_goals(request: Request, code: str, scenario: str, query: GoalsQuery) -> Response:
    game = tablero.game(code)
    chosen = dict(one.split(":", 1) for one in query.options.split(",") if ":" in one)
    return _kept(request, goals(game, game.new(scenario, 0, chosen), query.checked()))


@endpoint("GET", "/api/games/{code}/look", "How a game is drawn: its sides, symbols and markers", returns=Look,
          signed_in=False)
async def get_look(request: Request, code: str) -> Response:
    return _kept(request, look(tablero.game(code)))


@endpoint("GET", "/api/games/{code}/text", "All messages of a game in a language", query=Language,
          returns=dict[str, str], signed_in=False)
async def get_text(request: Request, code: str, query: Language) -> Response:
    return _kept(request, Speech(tablero.game(code), query.checked()).catalogue.messages)


@endpoint("GET", "/api/text", "The messages that belong to no game", query=Language, returns=dict[str, str],
          signed_in=False)
async def get_common_text(request: Request, query: Language) -> dict[str, str]:
    return common(query.checked()).messages


class ReadingText(msgspec.Struct):
    id: str
    question: str


class RuleText(msgspec.Struct):
    id: str
    kind: str
    title: str
    text: str
    see: list[str]
    readings: list[ReadingText]     # what it answers where the rulebook is unclear
    links: dict[str, str]   # rules and sections that the text names, and the rule to turn to


class ChapterText(msgspec.Struct):
    number: str
    title: str
    rules: list[RuleText]


def _rule_text(pack: Pack, language: str, rule: Rule) -> RuleText:
    links = mentioned(pack, language, rule.text)
    answers = [ReadingText(*reading) for reading in rule.readings]
    return RuleText(rule.id, rule.kind, rule.title, rule.text, list(rule.see), answers, links)


@endpoint("GET", "/api/games/{code}/book", "All rules in our words, by chapter", query=Language,
          returns=list[ChapterText], signed_in=False)
async def get_book(request: Request, code: str, query: Language) -> Response:
    pack, language = tablero.game(code).pack, query.checked()
    return _kept(request, [
        ChapterText(chapter.number, chapter.title, [_rule_text(pack, language, rule) for rule in chapter.rules])
        for chapter in chapters(pack, language)
    ])


@endpoint("GET", "/api/games/{code}/aid", "The player's aid, and all tables of the rulebook", query=Language,
          returns=Aid, signed_in=False)
async def get_aid(request: Request, code: str, query: Language) -> Response:
    return _kept(request, aid(tablero.game(code), query.checked()))


@endpoint("GET", "/api/games/{code}/rules/{rule}", "A rule in our words", query=Language, returns=RuleText,
          signed_in=False)
async def get_rule(request: Request, code: str, rule: str, query: Language) -> RuleText:
    pack, language = tablero.game(code).pack, query.checked()
    book = rules(pack, language)
    if rule not in book:
        raise UnknownName("rule", rule, book)
    return _rule_text(pack, language, book[rule])
