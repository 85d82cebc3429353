"""Where “your turn” is sent."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from typing import Annotated

import msgspec
from starlette.requests import Request

from tablero.kernel.errors import UnknownName
from tablero.kernel.text import LANGUAGES
from tablero.server.api import BadRequest, endpoint
from tablero.server.errands import check_mail, check_url, reachable
from tablero.server.notify import Notifier, Ways
from tablero.server.routes.asking import Word


class NoticesBody(msgspec.Struct, forbid_unknown_fields=True):
    email: Annotated[str, msgspec.Meta(max_length=254)] = ""        # "": no mail
    webhook: Annotated[str, msgspec.Meta(max_length=500)] = ""      # "": none
    lang: Word = "en"


class Notices(msgspec.Struct):
    email: str
    webhook: str
    webhook_secret: str     # of the signature: HMAC-SHA256 over the body, in X-Tablero-Signature
    lang: str
    mail: bool              # does this server send mail?


def notifier(request: Request) -> Notifier:
    found: Notifier = request.app.state.notifier
    return found


def _notices(request: Request, ways: Ways) -> Notices:
    mail = notifier(request).smtp is not None
    return Notices(ways.email, ways.webhook, ways.webhook_secret, ways.lang, mail)


@endpoint("GET", "/api/me/notices", "Where I am told that it is my turn", returns=Notices)
async def get_notices(request: Request) -> Notices:
    return _notices(request, await notifier(request).ways_of(request.state.player))


@endpoint("PUT", "/api/me/notices", "Say where I want to be told that it is my turn", body=NoticesBody, returns=Notices,
          cost=5)
async def put_notices(request: Request, body: NoticesBody) -> Notices:
    """A webhook keeps its secret as long as its address stays the same."""
    told = notifier(request)
    if body.lang not in LANGUAGES:
        raise UnknownName("language", body.lang, LANGUAGES)
    if body.email:
        check_mail(body.email)
        if told.smtp is None:
            raise BadRequest("This server sends no mail.")
    if body.webhook:
        check_url(body.webhook, told.private)
        with contextlib.suppress(OSError, UnicodeError):        # a name that is not known yet is looked up later too
            await asyncio.to_thread(reachable, body.webhook, told.private)
    old = await told.ways_of(request.state.player)
    secret = old.webhook_secret if body.webhook == old.webhook else secrets.token_hex(32)
    ways = Ways(body.email, body.webhook, secret if body.webhook else "", body.lang)
    await told.set_ways(request.state.player, ways)
    return _notices(request, ways)
