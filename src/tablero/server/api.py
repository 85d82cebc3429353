"""HTTP endpoints declared once: checked input, checked output, and the OpenAPI page come from the same declaration."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

import msgspec
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route

from tablero.kernel.errors import BadRequest, TableroError, TooLarge
from tablero.kernel.messages import LANGUAGES

LARGEST = 64 * 1024         # bytes of a request's body, unless an endpoint says more
BODY_TAKES = 30.0           # seconds for a body to arrive, and one more for each SLOWEST bytes that it may have
SLOWEST = 50_000
NUL = b"\\u0000"

# the HTTP status of each error code; whatever is not here is a bad request
STATUS = {
    "unknown_name": 404, "not_allowed": 403, "not_signed_in": 401, "not_your_turn": 409, "stale_state": 409,
    "game_over": 409, "illegal_action": 409, "store_failed": 503, "too_many": 429, "too_large": 413, "cross_site": 403,
    "not_delivered": 502, "fault": 500,
}


class Problem(msgspec.Struct, omit_defaults=True):
    """What went wrong: a stable code for programs, a text for people, and the rule it concerns."""

    code: str
    text: str
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Endpoint:
    method: str
    path: str
    summary: str
    handler: Callable[..., Awaitable[object]]
    body: type[msgspec.Struct] | None
    query: type[msgspec.Struct] | None
    returns: Any                # what msgspec encodes, or bytes
    largest: int                # bytes of the body
    signed_in: bool
    cost: float                 # how many requests it counts as


ENDPOINTS: list[Endpoint] = []


def endpoint(
    method: str,
    path: str,
    summary: str,
    *,
    body: type[msgspec.Struct] | None = None,
    query: type[msgspec.Struct] | None = None,
    returns: Any = None,
    largest: int = LARGEST,
    signed_in: bool = True,
    cost: float = 1.0,
) -> Callable[[Callable[..., Awaitable[object]]], Callable[..., Awaitable[object]]]:
    """Declare an endpoint; its handler takes the request, the path's values, the body and the query."""

    def keep(handler: Callable[..., Awaitable[object]]) -> Callable[..., Awaitable[object]]:
        ENDPOINTS.append(Endpoint(method, path, summary, handler, body, query, returns, largest, signed_in, cost))
        return handler

    return keep


def language_of(connection: HTTPConnection) -> str:
    """The language of a request: from the address, else what the browser or program prefers."""
    wished = [connection.query_params.get("lang", "")]
    for part in connection.headers.get("accept-language", "").split(","):
        wished.append(part.strip()[:2].lower())
    return next((language for language in wished if language in LANGUAGES), "en")


def problem(error: TableroError, text: str) -> Response:
    """An error, put into words, as a response."""
    return answer(Problem(error.code, text, error.rule), STATUS.get(error.code, 400))


def answer(value: object, status: int = 200) -> Response:
    return Response(msgspec.json.encode(value), status, media_type="application/json")


async def read_body(request: Request, largest: int) -> bytes:
    """The body, up to a maximum size, within a time."""
    parts, size = [], 0
    try:
        async with asyncio.timeout(BODY_TAKES + largest / SLOWEST):
            async for part in request.stream():
                size += len(part)
                if size > largest:
                    raise TooLarge("request", n=largest)
                parts.append(part)
    except TimeoutError:
        raise BadRequest("slow") from None
    except ClientDisconnect:            # nobody will read the answer
        raise BadRequest("broke_off") from None
    return b"".join(parts)


def route(made: Endpoint, guard: Callable[[Request, Endpoint], Awaitable[None]]) -> Route:
    """A Starlette route that checks, calls the handler and answers."""

    async def run(request: Request) -> Response:
        try:
            await guard(request, made)
            if "\0" in f"{request.url.path}{unquote(request.url.query)}":
                raise BadRequest("nul_address")
            values: dict[str, object] = dict(request.path_params)
            if made.body is not None:
                values["body"] = decode_body(await read_body(request, made.largest), made.body)
            if made.query is not None:
                values["query"] = decode_query(request, made.query)
            found = await made.handler(request, **values)
        except TableroError as error:
            return problem(error, error.in_words(language_of(request)))
        return found if isinstance(found, Response) else answer(found)

    return Route(made.path, run, methods=[made.method])


def decode_body(raw: bytes, kind: type[msgspec.Struct]) -> msgspec.Struct:
    if NUL in raw:      # PostgreSQL cannot store it
        raise BadRequest("nul")
    try:
        return msgspec.json.decode(raw, type=kind)
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadRequest("request_form", why=error) from None


def decode_query(request: Request, kind: type[msgspec.Struct]) -> msgspec.Struct:
    try:
        return msgspec.convert(dict(request.query_params), kind, strict=False)
    except msgspec.ValidationError as error:
        raise BadRequest("request_form", why=error) from None


def openapi(title: str, version: str) -> dict[str, object]:
    """The OpenAPI 3.1 description of all endpoints."""
    kinds: list[Any] = [Problem]
    for made in ENDPOINTS:
        kinds += [kind for kind in (made.body, made.returns) if kind is not None and kind is not bytes]
    schemas, components = msgspec.json.schema_components(kinds, ref_template="#/components/schemas/{name}")
    by_kind = {repr(kind): schema for kind, schema in zip(kinds, schemas, strict=True)}
    wrong = {"description": "What went wrong", "content": {"application/json": {"schema": by_kind[repr(Problem)]}}}
    paths: dict[str, dict[str, object]] = {}
    for made in ENDPOINTS:
        operation: dict[str, object] = {
            "summary": made.summary,
            "operationId": f"{made.method.lower()}{re.sub(r'[^a-z]+', '_', made.path)}",
            "parameters": [*_path_parameters(made.path), *_query_parameters(made.query)],
            "responses": {"200": _response(made.returns, by_kind), "4XX": wrong, "5XX": wrong},
        }
        if made.body is not None:
            schema = by_kind[repr(made.body)]
            operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}
        if made.signed_in:
            operation["security"] = [{"session": []}, {"bearer": []}]
        paths.setdefault(re.sub(r":\w+}", "}", made.path), {})[made.method.lower()] = operation
    schemes = {
        "session": {"type": "apiKey", "in": "cookie", "name": "tablero"},
        "bearer": {"type": "http", "scheme": "bearer"},
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": title, "version": version},
        "paths": paths,
        "components": {"schemas": components, "securitySchemes": schemes},
    }


def _response(returns: Any, by_kind: dict[str, Any]) -> dict[str, object]:
    if returns is None:
        return {"description": "Done", "content": {"application/json": {"schema": {"type": "null"}}}}
    if returns is bytes:
        return {"description": "A file"}
    return {"description": "Done", "content": {"application/json": {"schema": by_kind[repr(returns)]}}}


def _path_parameters(path: str) -> list[dict[str, object]]:
    found = re.findall(r"{(\w+)(?::(\w+))?}", path)
    return [
        {"name": name, "in": "path", "required": True, "schema": {"type": "integer" if kind == "int" else "string"}}
        for name, kind in found
    ]


def _query_parameters(query: type[msgspec.Struct] | None) -> list[dict[str, object]]:
    if query is None:
        return []
    schema = msgspec.json.schema(query, ref_template="#/components/schemas/{name}")["$defs"][query.__name__]
    needed = schema.get("required", [])
    return [
        {"name": name, "in": "query", "required": name in needed, "schema": kind}
        for name, kind in schema["properties"].items()
    ]
