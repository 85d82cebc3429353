"""Names, settings, accounts, sessions."""

from __future__ import annotations

import asyncio
from typing import Annotated

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from tablero.kernel.errors import UnknownName
from tablero.server.api import BadRequest, answer, endpoint
from tablero.server.auth import COOKIE, token_of
from tablero.server.routes.asking import doorkeeper, hall, sockets
from tablero.server.store.database import fold_token
from tablero.table.sitting import NotAllowed

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
Password = Annotated[str, msgspec.Meta(min_length=8, max_length=200)]


class Me(msgspec.Struct):
    id: str
    name: str
    login: str | None
    settings: str
    token: str = ""         # only when a session was made: for programs; browsers have it as a cookie


class NewPlayer(msgspec.Struct, forbid_unknown_fields=True):
    name: Name


class Account(msgspec.Struct, forbid_unknown_fields=True):
    login: Annotated[str, msgspec.Meta(min_length=3, max_length=64)]
    password: Password


class NewAccount(Account, forbid_unknown_fields=True):
    old: Annotated[str, msgspec.Meta(max_length=200)] = ""      # the password until now, if there is one


class Settings(msgspec.Struct, forbid_unknown_fields=True):
    settings: Annotated[str, msgspec.Meta(max_length=4000)]


async def _me(request: Request, player: str, token: str = "") -> Response:
    found = await asyncio.to_thread(hall(request).database.player, player)
    if found is None:
        raise UnknownName("player", player, ())
    response = answer(Me(found.id, found.name, found.login, found.settings, token))
    if token:
        doorkeeper(request).set_cookie(response, token)
    return response


@endpoint("GET", "/api/me", "Who I am", returns=Me)
async def get_me(request: Request) -> Response:
    return await _me(request, request.state.player)


@endpoint("POST", "/api/me", "Choose a name; makes a session, or renames me", body=NewPlayer, returns=Me,
          signed_in=False)
async def post_me(request: Request, body: NewPlayer) -> Response:
    name = body.name.strip()
    if not name or not name.isprintable():
        raise BadRequest("A name has at least one letter, and no control characters.")
    if request.state.player is not None:
        await asyncio.wrap_future(hall(request).database.rename_player(request.state.player, name))
        return await _me(request, request.state.player)
    player = await doorkeeper(request).new_player(request, name)
    return await _me(request, player, await doorkeeper(request).sign_in(player))


@endpoint("PUT", "/api/me/settings", "Keep my settings", body=Settings)
async def put_settings(request: Request, body: Settings) -> None:
    await asyncio.wrap_future(hall(request).database.set_settings(request.state.player, body.settings))


@endpoint("POST", "/api/account", "Make an account, to sign in elsewhere, or change it", body=NewAccount, returns=Me)
async def post_account(request: Request, body: NewAccount) -> Response:
    """A new password signs out everywhere else."""
    door, player = doorkeeper(request), request.state.player
    me = await asyncio.to_thread(hall(request).database.player, player)
    if me is not None and me.login is not None and player != await door.check_password(request, me.login, body.old):
        raise NotAllowed("The password until now is wrong.")
    await door.set_account(request, player, body.login, body.password)
    token = token_of(request)
    await door.sign_out_everywhere(player, but=token)
    sockets(request).hang_up(player, but=fold_token(token))
    return await _me(request, player)


@endpoint("POST", "/api/session", "Sign in to an account", body=Account, returns=Me, signed_in=False)
async def post_session(request: Request, body: Account) -> Response:
    player = await doorkeeper(request).check_password(request, body.login, body.password)
    return await _me(request, player, await doorkeeper(request).sign_in(player))


@endpoint("DELETE", "/api/session", "Sign out here")
async def delete_session(request: Request) -> Response:
    token = token_of(request)
    await doorkeeper(request).sign_out(token)
    sockets(request).hang_up(request.state.player, fold_token(token))
    return _signed_out()


@endpoint("DELETE", "/api/sessions", "Sign out everywhere")
async def delete_sessions(request: Request) -> Response:
    await doorkeeper(request).sign_out_everywhere(request.state.player)
    sockets(request).hang_up(request.state.player)
    return _signed_out()


def _signed_out() -> Response:
    response = answer(None)
    response.delete_cookie(COOKIE, path="/")
    return response
