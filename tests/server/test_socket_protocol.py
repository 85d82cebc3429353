"""The short way out of the server: what is told in one turn goes out at once, in order, and not to those who lag."""

from __future__ import annotations

import asyncio
from typing import Any

import uvicorn
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode
from websockets.streams import StreamReader

from tablero.server.hall import Guest
from tablero.server.socket_protocol import AHEAD, UNSENT, WAY_OUT, Socket

HANDSHAKE = (
    b"GET /ws HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class Line(asyncio.Transport):
    """The other end of a socket: keeps what was written, and reads it only when told to."""

    def __init__(self) -> None:
        super().__init__()
        self.writes: list[bytes] = []
        self.unread = 0
        self.reading = True

    def write(self, data: Any) -> None:
        self.writes.append(bytes(data))

    def get_write_buffer_size(self) -> int:
        return self.unread

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True

    def is_closing(self) -> bool:
        return False

    def close(self) -> None:
        pass


def texts(data: bytes) -> list[bytes]:
    """The messages of what was written at once."""
    reader, found = StreamReader(), []
    reader.feed_data(data)
    reader.feed_eof()
    while reader.buffer:
        try:
            next(Frame.parse(reader.read_exact, mask=False))
        except StopIteration as done:
            found.append(bytes(done.value.data))
    return found


def connected(app: Any) -> tuple[Socket, Line]:
    config = uvicorn.Config(app, ws=Socket, lifespan="off", log_level="warning")
    config.load()
    socket, line = Socket(config, ServerState(), {}, asyncio.get_running_loop()), Line()
    socket.connection_made(line)
    socket.data_received(HANDSHAKE)
    return socket, line


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


def test_what_is_told_in_one_turn_is_written_at_once_and_before_the_end() -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        out = scope["extensions"][WAY_OUT]["socket"]
        out.put(b"update")
        out.put(b"done")
        await settle()
        out.put(b"last")
        await send({"type": "websocket.close", "code": 4408})
        out.put(b"too late")
        await settle()

    async def test() -> None:
        _, line = connected(app)
        for _ in range(5):
            await settle()
        assert [b"update", b"done"] == texts(line.writes[1])
        assert [b"last"] == texts(line.writes[2])
        assert 4 == len(line.writes)        # the answer to the handshake, both, the last, the closing frame

    asyncio.run(test())


def test_reading_stops_only_when_several_messages_wait() -> None:
    go = asyncio.Event()

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await go.wait()
        for n in range(AHEAD + 1):
            assert {"type": "websocket.receive", "text": str(n)} == await receive()

    async def test() -> None:
        socket, line = connected(app)
        await settle()
        for n in range(AHEAD):
            socket.data_received(Frame(Opcode.TEXT, str(n).encode()).serialize(mask=True))
        assert line.reading
        socket.data_received(Frame(Opcode.TEXT, str(AHEAD).encode()).serialize(mask=True))
        assert not line.reading
        go.set()
        await settle()
        assert line.reading

    asyncio.run(test())


def test_a_guest_who_reads_too_slowly_is_let_go() -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        await receive()
        await send({"type": "websocket.accept"})
        await receive()

    async def test() -> None:
        socket, line = connected(app)
        await settle()
        guest = Guest("ana", 0, "en", way_out=socket)
        guest.put(b"one")
        await settle()
        line.unread = UNSENT + 1
        guest.put(b"two")
        guest.put(b"three")
        await settle()
        assert [b"one"] == texts(line.writes[-1])
        assert guest.closed
        assert b"" == guest.queue.get_nowait()

    asyncio.run(test())
