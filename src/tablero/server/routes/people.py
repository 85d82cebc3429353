"""Names, settings, accounts, sessions."""

from __future__ import annotations

import asyncio
import time
from typing import Annotated

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tablero.kernel.errors import BadRequest, NotAllowed, UnknownName
from tablero.server.api import answer, endpoint
from tablero.server.auth import COOKIE, EVERYBODY, Doorkeeper, browser_of, token_of
from tablero.server.routes.context import doorkeeper, hall, notifier, sockets
from tablero.server.store.access import fold_token

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Password = Annotated[str, msgspec.Meta(min_length=8, max_length=200)]


class Me(msgspec.Struct):
    id: str
    name: str
    login: str | None
    settings: str
    token: str = ""         # only when a session was created: for programs; browsers have it as a cookie


class House(msgspec.Struct):
    accounts: bool          # can people sign in with a password?
    mail: bool              # does it send mail?
    openers: str            # who may open tables: everybody, accounts, invited
    may_open: bool          # may who asks?
    push: str               # the key with which browsers subscribe to web push; "" if it has none
    ratings: bool           # does it rate players?
    me: Me | None           # who asks, if there is a session


class Session(msgspec.Struct):
    id: str
    browser: str            # browser and system it was begun with
    since: float
    here: bool              # the session of this request


class NewPlayer(msgspec.Struct, forbid_unknown_fields=True):
    name: Name


class Account(msgspec.Struct, forbid_unknown_fields=True):
    login: Annotated[str, msgspec.Meta(min_length=3, max_length=64)]
    password: Password


class NewAccount(Account, forbid_unknown_fields=True):
    old: Annotated[str, msgspec.Meta(max_length=200)] = ""      # the current password, if there is one


class Welcome(msgspec.Struct, forbid_unknown_fields=True):
    token: Annotated[str, msgspec.Meta(max_length=64)]


class Settings(msgspec.Struct, forbid_unknown_fields=True):
    settings: Annotated[str, msgspec.Meta(max_length=4000)]


async def _me(request: Request, player: str, token: str = "") -> Response:
    found = await _player(request, player)
    if found is None:
        raise UnknownName("player", player)
    found.token = token
    response = answer(found)
    if token:
        doorkeeper(request).set_cookie(response, token)
    return response


async def _player(request: Request, player: str) -> Me | None:
    found = await asyncio.to_thread(hall(request).database.player, player)
    return None if found is None else Me(found.id, found.name, found.login, found.settings)


@endpoint("GET", "/api/house", "What this server offers, and who I am if it knows me", returns=House, signed_in=False)
async def get_house(request: Request) -> House:
    door, player = doorkeeper(request), request.state.player
    me = await _player(request, player) if player else None
    may_open = await door.may_open(player) if player else door.openers == EVERYBODY
    push = await asyncio.to_thread(lambda: notifier(request).push.public_key)
    return House(door.accounts, notifier(request).smtp is not None, door.openers, may_open, push,
                 request.app.state.ratings, me)


@endpoint("POST", "/api/welcome", "Use a link that lets me open tables", body=Welcome)
async def post_welcome(request: Request, body: Welcome) -> None:
    await asyncio.wrap_future(hall(request).database.use_welcome(body.token, request.state.player, time.time()))


@endpoint("GET", "/api/me", "Who I am", returns=Me)
async def get_me(request: Request) -> Response:
    return await _me(request, request.state.player)


@endpoint("POST", "/api/me", "Choose a name; makes a session, or renames me", body=NewPlayer, returns=Me,
          signed_in=False)
async def post_me(request: Request, body: NewPlayer) -> Response:
    name = body.name.strip()
    if not name or not name.isprintable():
        raise BadRequest("name")
    if request.state.player is not None:
        await asyncio.wrap_future(hall(request).database.rename_player(request.state.player, name))
        return await _me(request, request.state.player)
    player = await doorkeeper(request).new_player(request, name)
    return await _me(request, player, await doorkeeper(request).sign_in(player, browser_of(request)))


@endpoint("PUT", "/api/me/settings", "Keep my settings", body=Settings)
async def put_settings(request: Request, body: Settings) -> None:
    await asyncio.wrap_future(hall(request).database.set_settings(request.state.player, body.settings))


@endpoint("POST", "/api/account", "Make an account, to sign in elsewhere, or change it", body=NewAccount, returns=Me)
async def post_account(request: Request, body: NewAccount) -> Response:
    """A new password signs out everywhere else."""
    door, player = _accounts(request), request.state.player
    me = await asyncio.to_thread(hall(request).database.player, player)
    if me is not None and me.login is not None and player != await door.check_password(request, me.login, body.old):
        raise NotAllowed("wrong_password")
    await door.set_account(request, player, body.login, body.password)
    token = token_of(request)
    await door.sign_out_everywhere(player, but=token)
    sockets(request).hang_up(player, but=fold_token(token))
    return await _me(request, player)


@endpoint("POST", "/api/session", "Sign in to an account", body=Account, returns=Me, signed_in=False)
async def post_session(request: Request, body: Account) -> Response:
    door = _accounts(request)
    player = await door.check_password(request, body.login, body.password)
    return await _me(request, player, await door.sign_in(player, browser_of(request)))


def _accounts(request: Request) -> Doorkeeper:
    door = doorkeeper(request)
    if not door.accounts:
        raise NotAllowed("no_accounts")
    return door


@endpoint("DELETE", "/api/session", "Sign out here")
async def delete_session(request: Request) -> Response:
    await _end(request, fold_token(token_of(request)))
    return _signed_out()


async def _end(request: Request, session: str) -> None:
    await doorkeeper(request).sign_out(request.state.player, session)
    sockets(request).hang_up(request.state.player, session)


async def _sessions(request: Request) -> dict[str, Session]:
    """My sessions, by the hash of their token; their id is its beginning."""
    found = await asyncio.to_thread(hall(request).database.sessions_of, request.state.player, time.time())
    here = fold_token(token_of(request))
    return {
        one.token: Session(one.token[:16], one.browser, one.created, one.token == here) for one in found
    }


@endpoint("GET", "/api/sessions", "Where I am signed in", returns=list[Session])
async def get_sessions(request: Request) -> list[Session]:
    return list((await _sessions(request)).values())


@endpoint("DELETE", "/api/sessions/{session}", "Sign out there")
async def delete_one_session(request: Request, session: str) -> Response:
    for token, one in (await _sessions(request)).items():
        if one.id == session:
            await _end(request, token)
            return _signed_out() if one.here else answer(None)
    raise UnknownName("session", session)


@endpoint("DELETE", "/api/sessions", "Sign out everywhere")
async def delete_sessions(request: Request) -> Response:
    await doorkeeper(request).sign_out_everywhere(request.state.player)
    sockets(request).hang_up(request.state.player)
    return _signed_out()


def _signed_out() -> Response:
    response = answer(None)
    response.delete_cookie(COOKIE, path="/")
    return response
