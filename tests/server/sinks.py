"""A mail server and a web server on this machine that keep what they are sent."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage


@dataclass
class MailSink:
    """Takes mail, after refusing some."""

    refuse: int = 0
    port: int = 0
    asked: int = 0
    mails: list[EmailMessage] = field(default_factory=list)

    async def talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        async def say(text: str) -> None:
            writer.write(text.encode() + b"\r\n")
            await writer.drain()

        await say("220 sink")
        while line := (await reader.readline()).decode().strip().upper():
            if line.startswith("MAIL"):
                self.asked += 1
                await say("250 ok" if self.asked > self.refuse else "451 later")
            elif line == "DATA":
                await say("354 go on")
                raw = (await reader.readuntil(b"\r\n.\r\n"))[:-3]
                self.mails.append(message_from_bytes(raw, EmailMessage, policy=policy.default))
                await say("250 taken")
            elif line == "QUIT":
                await say("221 bye")
                break
            else:
                await say("250 ok")
        writer.close()


@dataclass
class WebSink:
    """Answers as it is told to, 200 when nothing is left to be told."""

    answers: list[int] = field(default_factory=list)
    port: int = 0
    got: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/turn?x=1"

    @property
    def turns(self) -> list[dict[str, object]]:
        return [json.loads(body) for _, _, body in self.got]

    async def talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(asyncio.IncompleteReadError):      # only knocked
            first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().splitlines()
            headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines if line)}
            self.got.append((first, headers, await reader.readexactly(int(headers["content-length"]))))
            status = self.answers.pop(0) if self.answers else 200
            writer.write(f"HTTP/1.1 {status} x\r\nlocation: http://127.0.0.1:1/\r\ncontent-length: 0\r\n\r\n".encode())
            await writer.drain()
        writer.close()


@contextlib.asynccontextmanager
async def listening(sink: MailSink | WebSink) -> AsyncIterator[None]:
    server = await asyncio.start_server(sink.talk, "127.0.0.1", 0)
    sink.port = server.sockets[0].getsockname()[1]
    try:
        yield
    finally:
        server.close()
