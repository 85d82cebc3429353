"""The line between a browser and the server, to be cut: a relay that knows nothing of what it carries."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator


class Line:
    """Browsers come to `port`; what they say goes to the server, unless the line is cut or one-way."""

    def __init__(self, server_port: int) -> None:
        self.server_port = server_port
        self.cut_off = False        # nobody gets through
        self.mute = False           # the server hears, and its answers are lost
        self.pairs: list[tuple[socket.socket, socket.socket]] = []
        self.door = socket.create_server(("127.0.0.1", 0))
        self.port: int = self.door.getsockname()[1]
        threading.Thread(target=self._welcome, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def cut(self) -> None:
        self.cut_off = True
        for pair in self.pairs:
            for end in pair:
                _close(end)
        self.pairs.clear()

    def mend(self) -> None:
        self.cut_off = self.mute = False

    def close(self) -> None:
        self.cut()
        self.door.close()

    def _welcome(self) -> None:
        with contextlib.suppress(OSError):      # the door was closed
            while True:
                browser, _ = self.door.accept()
                self._join(browser)

    def _join(self, browser: socket.socket) -> None:
        if self.cut_off:
            _close(browser)
            return
        try:
            server = socket.create_connection(("127.0.0.1", self.server_port), 5)
        except OSError:
            _close(browser)
            return
        server.settimeout(None)
        self.pairs.append((browser, server))
        threading.Thread(target=self._carry, args=(browser, server, False), daemon=True).start()
        threading.Thread(target=self._carry, args=(server, browser, True), daemon=True).start()

    def _carry(self, source: socket.socket, target: socket.socket, answers: bool) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                if not (answers and self.mute):
                    target.sendall(data)
        _close(source)
        _close(target)


def _close(end: socket.socket) -> None:
    with contextlib.suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
    end.close()


@contextlib.contextmanager
def line_to(server_port: int) -> Iterator[Line]:
    line = Line(server_port)
    try:
        yield line
    finally:
        line.close()
