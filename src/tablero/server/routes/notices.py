"""Where “your turn” notices are sent."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from typing import Annotated, Literal

import msgspec
from starlette.requests import Request

from tablero.kernel.errors import BadRequest, UnknownName
from tablero.kernel.text import LANGUAGES
from tablero.server.api import endpoint
from tablero.server.delivery import check_mail, check_url, reachable
from tablero.server.notify import Ways
from tablero.server.push import MOST, Subscription, available
from tablero.server.routes.context import Word, notifier


class NoticesBody(msgspec.Struct, forbid_unknown_fields=True):
    email: Annotated[str, msgspec.Meta(max_length=254)] = ""        # "": no mail
    webhook: Annotated[str, msgspec.Meta(max_length=500)] = ""      # "": none
    lang: Word = "en"


class Notices(msgspec.Struct):
    email: str
    webhook: str
    webhook_secret: str     # key of the signature, HMAC-SHA256 of the body; shown once, when it is made
    lang: str
    mail: bool              # does this server send mail?
    push: list[str]         # addresses of the browsers that get web push


class TestBody(msgspec.Struct, forbid_unknown_fields=True):
    way: Literal["mail", "webhook", "push"]


class PushBody(msgspec.Struct, forbid_unknown_fields=True):
    browser: Subscription
    on: bool = True         # false: this browser no longer


def _notices(request: Request, ways: Ways, secret: str = "") -> Notices:
    return Notices(ways.email, ways.webhook, secret, ways.lang, notifier(request).smtp is not None,
                   [browser.endpoint for browser in ways.push])


@endpoint("GET", "/api/me/notices", "Where I am told that it is my turn", returns=Notices)
async def get_notices(request: Request) -> Notices:
    return _notices(request, await notifier(request).ways_of(request.state.player))


@endpoint("PUT", "/api/me/notices", "Say where I want to be told that it is my turn", body=NoticesBody, returns=Notices,
          cost=5)
async def put_notices(request: Request, body: NoticesBody) -> Notices:
    """A webhook keeps its secret as long as its address stays the same."""
    notices = notifier(request)
    if body.lang not in LANGUAGES:
        raise UnknownName("language", body.lang, LANGUAGES)
    if body.email:
        check_mail(body.email)
        if notices.smtp is None:
            raise BadRequest("no_mail")
    if body.webhook:
        check_url(body.webhook, notices.private)
        with contextlib.suppress(OSError, UnicodeError):        # a name that does not resolve yet is tried again later
            await asyncio.to_thread(reachable, body.webhook, notices.private)
    old = await notices.ways_of(request.state.player)
    fresh = secrets.token_hex(32) if body.webhook and body.webhook != old.webhook else ""
    kept = old.webhook_secret if body.webhook else ""
    ways = Ways(body.email, body.webhook, fresh or kept, body.lang, old.push)
    await notices.set_ways(request.state.player, ways)
    return _notices(request, ways, fresh)


@endpoint("POST", "/api/me/push", "Tell this browser that it is my turn, also when the page is closed; or no longer",
          body=PushBody, returns=Notices, cost=5)
async def post_push(request: Request, body: PushBody) -> Notices:
    notices, player = notifier(request), request.state.player
    if not available():
        raise BadRequest("no_push")
    check_url(body.browser.endpoint, notices.private)
    old = await notices.ways_of(player)
    others = [browser for browser in old.push if browser.endpoint != body.browser.endpoint]
    mine = [body.browser] if body.on else []
    ways = msgspec.structs.replace(old, push=[*others, *mine][-MOST:])
    await notices.set_ways(player, ways)
    return _notices(request, ways)


@endpoint("POST", "/api/me/notices/test", "Send me a notice now, to see whether it arrives", body=TestBody, cost=10)
async def post_test(request: Request, body: TestBody) -> None:
    await notifier(request).test(request.state.player, body.way)
