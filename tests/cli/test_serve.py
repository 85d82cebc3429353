"""`./play` and `./play serve`: where they listen, where they keep things, how they end."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner

from tablero.cli import serve
from tablero.cli.main import main
from tests.server.live import free_port

PATIENCE = 60.0     # seconds; the machine may be busy


def test_games_are_kept_in_the_users_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "platform", "linux")
    assert tmp_path / "tablero" == serve.data_folder()
    assert (tmp_path / "tablero").is_dir()


def test_a_port_that_is_taken_is_passed_over() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert port < serve.free_port("127.0.0.1", port) < port + 100


def test_a_database_that_cannot_be_opened_is_told_without_a_traceback() -> None:
    for url in ("sqlite:////no/such/folder/x.db", "mysql://x"):
        result = CliRunner().invoke(main, ["serve", "--database", url, "--port", str(free_port())])
        assert 2 == result.exit_code
        assert "database" in result.output.lower()
        assert "Traceback" not in result.output


@pytest.mark.parametrize("command", [["--no-browser"], ["serve"]])
def test_the_table_opens_answers_and_ends(tmp_path: Path, command: list[str]) -> None:
    more = ["--port", str(free_port())] if command == ["serve"] else []
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "tablero.cli.main", *command, *more], stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True,
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path), "PYTHONPATH": ":".join(sys.path)},
    )
    try:
        assert process.stdout is not None
        line = next(line for line in process.stdout if "http://127.0.0.1:" in line)
        address = "http://" + line.split("http://")[1].split("/")[0]
        with httpx.Client(base_url=address, trust_env=False) as browser:
            assert "text/html" in _first(browser).headers["content-type"]
            assert 200 == browser.post("/api/me", json={"name": "Ana"}).status_code
        assert (tmp_path / "tablero" / "tablero.db").exists()
        process.send_signal(signal.SIGINT)
        rest = process.stdout.read()
        process.wait(PATIENCE)
        assert "Traceback" not in rest
    finally:
        process.kill()


def _first(browser: httpx.Client) -> httpx.Response:
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return browser.get("/")
        except httpx.TransportError:
            assert time.monotonic() < end, "the server did not start"
            time.sleep(0.1)
