"""Uvicorn's web socket protocol with a direct way out: what the table sends is written to the socket at once.

Uvicorn passes each message through a queue, a task and several layers, and writes each separately. Here everything that
is sent in one turn of the event loop, such as an update and an acknowledgement, is written together.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.http11 import Request

from tablero.server.connections import LEAVES, READS, Deadline
from tablero.server.deflate import DeflateLongFactory

WAY_OUT = "tablero.way_out"     # extension of the scope: {"socket": Socket}
AHEAD = 8                       # received messages that may wait before reading stops
UNSENT = 1_000_000              # bytes that may wait to be sent


class Socket(WebSocketsSansIOProtocol):
    """A socket that compresses long messages, and takes messages to send from anywhere in the event loop's thread."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.conn.available_extensions = [
            DeflateLongFactory(server_no_context_takeover=True, client_no_context_takeover=True)
        ]
        self.unsent: list[bytes] = []
        self.reading, self.leaving = Deadline(), Deadline()
        self.on_lost: Callable[[], None] = lambda: None

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"][WAY_OUT] = {"socket": self}

    def send_receive_event_to_app(self) -> None:
        """Reading stops only when several messages wait: stopping and resuming for each would cost two system calls."""
        self.read_paused = self.queue.qsize() < AHEAD       # what counts as stopped already is not stopped again
        if self.curr_msg_data_type == "text" and not _is_utf8(b"".join(self.frames)):
            self.frames = []
            self.conn.fail(1007)
            self.handle_parser_exception()
            return
        super().send_receive_event_to_app()

    # --- the end

    def pause_writing(self) -> None:
        super().pause_writing()
        self.reading.set(self.transport, READS)

    def resume_writing(self) -> None:
        super().resume_writing()
        self.reading.clear()

    def keepalive_timeout(self) -> None:
        """Who does not answer does not read either: what waits to be sent is given up."""
        super().keepalive_timeout()
        self.leaving.set(self.transport, LEAVES)

    def shutdown(self) -> None:
        super().shutdown()
        self.leaving.set(self.transport, LEAVES)

    def connection_lost(self, exc: Exception | None) -> None:
        self.on_lost()
        self.reading.clear()
        self.leaving.clear()
        super().connection_lost(exc)

    # --- out

    def behind(self) -> bool:
        """Is the other side reading too slowly?"""
        return self.transport.get_write_buffer_size() > UNSENT

    def put(self, message: bytes) -> None:
        """Send a text, together with all others of this turn of the event loop."""
        if not self.unsent:
            self.loop.call_soon(self.flush)
        self.unsent.append(message)

    def flush(self) -> None:
        unsent, self.unsent = self.unsent, []
        if not unsent or self.disconnected or self.close_sent:
            return
        with contextlib.suppress(InvalidState):         # the other side is closing
            for message in unsent:
                self.conn.send_text(message)
            self.transport.write(b"".join(self.conn.data_to_send()))

    async def send(self, message: Any) -> None:
        self.flush()
        await super().send(message)


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
