"""Playing over HTTP: the same messages as a socket's, one request each."""

from __future__ import annotations

from typing import Annotated

import msgspec
from starlette.requests import Request
from starlette.responses import Response

import tablero
from tablero.kernel.actions import Action
from tablero.kernel.errors import IllegalAction, NotAllowed, StaleState
from tablero.server.api import endpoint, language_of, problem
from tablero.server.routes.context import (
    Done, SeatQuery, Word, bot_processes, hall, my_name, own_seat, owner_only, room_of
)
from tablero.server.sockets import (
    Act, AskAgain, Change, Form, Id, Offer, Orders, Quiet, Reply, Resign, Say, Undo, acting, change, in_words, why
)
from tablero.table.chat import LATEST
from tablero.table.journal import Order
from tablero.table.sitting import Sitting
from tablero.table.standing import MOST_ORDERS, MOST_QUIET
from tablero.table.wire import ChatLine, chat_lines

PREPARES = "heuristic"      # the bot that sets up for people
MOST = 500                  # actions in one go
Chat = Annotated[str, msgspec.Meta(min_length=1, max_length=1000)]


class ActBody(msgspec.Struct, forbid_unknown_fields=True):
    id: Id                  # new for each action; a message sent again with the same id does nothing
    do: Form                # as it was offered
    stamp: int              # of the question it answers
    seat: Word = ""
    standing: bool | str = False    # with the `decline` of a question: decline all of its kind ("kind" or true),
                            # or all chances, until the phase ("phase") or the fight ("fight") is over


class UndoBody(msgspec.Struct, forbid_unknown_fields=True):
    id: Id
    seat: Word = ""


class OfferBody(msgspec.Struct, forbid_unknown_fields=True):
    id: Id
    what: Annotated[str, msgspec.Meta(max_length=20)]       # takeback, draw, pause, resume, replace, delete
    back_to: int = -1
    seat: Word = ""
    of: Word = ""           # replace: the seat that becomes free
    bot: Word = ""          # or is given to this bot


class ReplyBody(msgspec.Struct, forbid_unknown_fields=True):
    id: Id
    accept: bool
    seat: Word = ""


class Earlier(SeatQuery):
    before: int = 0         # number of a line of the chat


class Mute(msgspec.Struct, forbid_unknown_fields=True):
    line: int               # of the chat
    on: bool = True


class SayBody(msgspec.Struct, forbid_unknown_fields=True):
    id: Id
    text: Chat
    side: bool = False      # only to the side of my seat
    seat: Word = ""


class OrdersBody(msgspec.Struct, forbid_unknown_fields=True):
    id: Id
    orders: Annotated[list[Order], msgspec.Meta(max_length=MOST_ORDERS)]
    seat: Word = ""


class QuietBody(msgspec.Struct, forbid_unknown_fields=True):
    id: Id
    things: Annotated[list[Form], msgspec.Meta(max_length=MOST_QUIET)]
    seat: Word = ""


class WhyQuery(SeatQuery):
    do: Form = ""


class Reason(msgspec.Struct):
    rule: str
    text: str


async def _change(request: Request, sitting: str, seat: str, message: Change) -> Done | Response:
    name = await my_name(request) if isinstance(message, Say) else ""
    room, found = await room_of(request, sitting)
    player = request.state.player
    own = own_seat(found, player, seat)
    try:
        n = await hall(request).change(room, change(message, own, player, name), f"{player}:{message.id}")
    except IllegalAction as error:
        return problem(error, in_words(error, room.sitting, own, language_of(request)))
    return Done(n)


@endpoint("POST", "/api/sittings/{sitting}/act", "Play an action, by its text form", body=ActBody, returns=Done)
async def post_act(request: Request, sitting: str, body: ActBody) -> Done | Response:
    return await _change(request, sitting, body.seat, Act(body.id, body.do, body.stamp, body.standing))


@endpoint("POST", "/api/sittings/{sitting}/ask_again", "Ask me again what I have declined for the rest of the phase",
          body=UndoBody, returns=Done)
async def post_ask_again(request: Request, sitting: str, body: UndoBody) -> Done | Response:
    return await _change(request, sitting, body.seat, AskAgain(body.id))


@endpoint("POST", "/api/sittings/{sitting}/orders", "What the table shall answer for me: all my orders",
          body=OrdersBody, returns=Done)
async def post_orders(request: Request, sitting: str, body: OrdersBody) -> Done | Response:
    return await _change(request, sitting, body.seat, Orders(body.id, body.orders))


@endpoint("POST", "/api/sittings/{sitting}/quiet", "With what I will not react until I say so",
          body=QuietBody, returns=Done)
async def post_quiet(request: Request, sitting: str, body: QuietBody) -> Done | Response:
    return await _change(request, sitting, body.seat, Quiet(body.id, body.things))


@endpoint("POST", "/api/sittings/{sitting}/undo", "Take back my last action, up to the last barrier", body=UndoBody,
          returns=Done)
async def post_undo(request: Request, sitting: str, body: UndoBody) -> Done | Response:
    return await _change(request, sitting, body.seat, Undo(body.id))


@endpoint("POST", "/api/sittings/{sitting}/offer", "Propose a take-back, a draw, a pause, to go on, to replace a "
          "player, or to delete the game", body=OfferBody, returns=Done)
async def post_offer(request: Request, sitting: str, body: OfferBody) -> Done | Response:
    return await _change(request, sitting, body.seat, Offer(body.id, body.what, body.back_to, body.of, body.bot))


@endpoint("POST", "/api/sittings/{sitting}/reply", "Answer the proposal that is open", body=ReplyBody, returns=Done)
async def post_reply(request: Request, sitting: str, body: ReplyBody) -> Done | Response:
    return await _change(request, sitting, body.seat, Reply(body.id, body.accept))


@endpoint("POST", "/api/sittings/{sitting}/resign", "Resign", body=UndoBody, returns=Done)
async def post_resign(request: Request, sitting: str, body: UndoBody) -> Done | Response:
    return await _change(request, sitting, body.seat, Resign(body.id))


@endpoint("POST", "/api/sittings/{sitting}/chat", "Say something to the table", body=SayBody, returns=Done)
async def post_chat(request: Request, sitting: str, body: SayBody) -> Done | Response:
    return await _change(request, sitting, body.seat, Say(body.id, body.text, body.side))


@endpoint("GET", "/api/sittings/{sitting}/chat", "What was said before a line, as far as my seat may read it",
          query=Earlier, returns=list[ChatLine])
async def get_chat(request: Request, sitting: str, query: Earlier) -> list[ChatLine]:
    _, found = await room_of(request, sitting)
    seat = own_seat(found, request.state.player, query.seat)
    return chat_lines(found, seat, max(0, query.before - LATEST), max(0, query.before))


@endpoint("POST", "/api/sittings/{sitting}/mute", "As owner: mute who said a line of the chat, or no longer", body=Mute,
          returns=Done)
async def post_mute(request: Request, sitting: str, body: Mute) -> Done:
    room, found = await room_of(request, sitting)
    owner_only(found, request.state.player)
    return Done(await hall(request).change(room, lambda s, now: s.mute(body.line, body.on, now)))


@endpoint("POST", "/api/sittings/{sitting}/prepare", "Let the computer set up for me, until this kind of question is "
          "answered", body=UndoBody, returns=Done, cost=20)
async def post_prepare(request: Request, sitting: str, body: UndoBody) -> Done:
    """It sees what my seat sees, and plays ordinary actions, which I can undo. It stops before an action that I could
    not undo, unless that is the first."""
    player, house = request.state.player, hall(request)
    room, found = await room_of(request, sitting)
    own, client, n = own_seat(found, player, body.seat), f"{player}:{body.id}", 0
    if client in found.clients:
        return Done(found.clients[client])
    kinds = _preparation(found, own)
    if not kinds:
        raise NotAllowed("no_preparation")
    for _ in range(MOST):
        question, stamp = found.questions[own], found.stamps[own]
        if question is None or _preparation(found, own) != kinds:
            break
        action = await bot_processes(request).think(found, own, question[1], PREPARES)
        if n and _is_final(found, own, action):
            break
        try:
            n = await house.change(room, acting(own, player, action, stamp), "" if n else client)
        except StaleState:
            if not n:
                raise
            break           # the player goes on without help
        found = await house.settled(room)
    return Done(n)


def _is_final(sitting: Sitting, seat: int, action: Action) -> bool:
    """Would an action, as far as a seat can tell, roll dice or reveal something?"""
    trial = sitting.game.determinize(sitting.game.view(sitting.state, seat), 0)
    tablero.apply_trusted(trial, seat, action)
    return bool(trial.rolled) or trial.revealed


def _preparation(sitting: Sitting, seat: int) -> tuple[str, ...]:
    """The kind of set-up that a seat is asked for, as the keys of its prompts; () if none."""
    if seat < 0 or seat not in sitting.to_move() or (question := sitting.questions[seat]) is None:
        return ()
    return next((kinds for kinds in sitting.game.preparation if question[0].key in kinds), ())


@endpoint("GET", "/api/sittings/{sitting}/why", "Why an action is not allowed", query=WhyQuery, returns=Reason)
async def get_why(request: Request, sitting: str, query: WhyQuery) -> Reason:
    _, found = await room_of(request, sitting)
    seat = own_seat(found, request.state.player, query.seat)
    reason = why(found, seat, query.checked(), [query.do])
    return Reason(reason["rule"], reason["text"])
