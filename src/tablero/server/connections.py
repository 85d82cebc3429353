"""Uvicorn's HTTP protocol with limits: so many connections of an address, so much time for a request to arrive, and an
end for clients that do not read what they are sent.

What an address opens beyond its number is answered, that these are too many, and closed; beyond twice the number it is
cut off at once.

Uvicorn itself waits for ever for the rest of a header or a body, and for a client to read.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any
from weakref import WeakKeyDictionary

from starlette.requests import HTTPConnection
from starlette.types import Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from tablero.kernel.errors import TooMany
from tablero.server.api import language_of, problem

MOST = 200              # connections of one address
ARRIVES = 10.0          # seconds from the first byte of a request to the end of its header
READS = 30.0            # seconds for a client to read what waits for it
LEAVES = 4.0            # seconds after which a connection is cut when the server stops

_open: WeakKeyDictionary[Any, Counter[str]] = WeakKeyDictionary()       # by server: connections of each address


class Deadline:
    """A connection is cut when the time is up, whatever waits to be sent."""

    __slots__ = ("_timer",)

    def __init__(self) -> None:
        self._timer: asyncio.TimerHandle | None = None

    def set(self, transport: asyncio.Transport, seconds: float) -> None:
        """From now on, unless it is set already."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(seconds, transport.abort)

    def clear(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


async def too_many(scope: Scope, receive: Receive, send: Send) -> None:
    """The answer to any request on a connection too many."""
    error = TooMany("connections")
    refused = problem(error, error.in_words(language_of(HTTPConnection(scope))))
    refused.headers["connection"] = "close"
    await refused(scope, receive, send)


class Http(H11Protocol):
    """A connection until it becomes a web socket or ends."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.arriving, self.reading, self.leaving = Deadline(), Deadline(), Deadline()
        self.counted = ""           # the address that this connection counts for

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if not self._of_a_proxy():
            self.counted = self.client[0] if self.client else "nowhere"
            count = _open.setdefault(self.server_state, Counter())
            count[self.counted] += 1
            if count[self.counted] > 2 * MOST:
                transport.abort()
                return
            if count[self.counted] > MOST:
                self.app = too_many
        self.arriving.set(transport, ARRIVES)

    def _of_a_proxy(self) -> bool:
        """Does the connection come from the proxy that was named? It carries those of many people."""
        proxies = self.config.forwarded_allow_ips or ""
        return bool(self.config.proxy_headers and self.client and self.client[0] in str(proxies).split(","))

    def connection_lost(self, exc: Exception | None) -> None:
        self.uncount()
        for deadline in (self.arriving, self.reading, self.leaving):
            deadline.clear()
        super().connection_lost(exc)

    def uncount(self) -> None:
        count = _open.get(self.server_state)
        if self.counted and count is not None:
            count[self.counted] -= 1
            if not count[self.counted]:
                del count[self.counted]
        self.counted = ""

    def data_received(self, data: bytes) -> None:
        """While no request is being answered, what comes in must become one in time: the rest of a header, or of a body
        that nobody asked for."""
        super().data_received(data)
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            self.arriving.clear()
        elif self.cycle is None or self.cycle.response_complete:
            self.arriving.set(self.transport, ARRIVES)
        else:
            self.arriving.clear()

    def handle_websocket_upgrade(self, event: Any) -> None:
        """The socket counts for the address as long as it lives."""
        self.arriving.clear()
        super().handle_websocket_upgrade(event)
        socket = self.transport.get_protocol()
        if hasattr(socket, "on_lost"):
            socket.on_lost = self.uncount

    def _should_upgrade(self) -> bool:
        return self.app is not too_many and super()._should_upgrade()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.reading.set(self.transport, READS)

    def resume_writing(self) -> None:
        super().resume_writing()
        self.reading.clear()

    def shutdown(self) -> None:
        super().shutdown()
        self.leaving.set(self.transport, LEAVES)
