"""A server that strangers can reach: who may open tables, who is blocked, names, hosts, connections and its end."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import sqlite3
import time
from pathlib import Path

import httpx
import pytest
from starlette.types import Message
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from tablero.server.app import Config, build
from tablero.server.auth import plain_login
from tests.server.live import LiveServer, live_server, person
from tests.server.people import House, Person, clock_of_limits, house
from tests.server.test_seats import refused, two, until

LIMITED = """
import sys
from tablero.server import api, connections
from tablero.server.app import Config, serve
connections.MOST, connections.ARRIVES, connections.READS, api.BODY_TAKES = 12, 3.0, 2.0, 1.0
serve(Config(sys.argv[1], bot_processes=1, rate=100_000, socket_rate=100_000), "127.0.0.1", int(sys.argv[2]))
"""
NEW = {"game": "dpyr", "scenario": "maella", "seats": ["me", "open"]}


def account(who: Person, login: str) -> httpx.Response:
    return who.post("/api/account", {"login": login, "password": "correct horse"})


# --- who may open tables


def test_everybody_opens_tables_where_nothing_else_is_said(home: House) -> None:
    assert 200 == home.person("Ana").post("/api/sittings", NEW).status_code


def test_where_accounts_are_asked_for_a_name_is_not_enough(tmp_path: Path) -> None:
    with house(f"sqlite:///{tmp_path / 'a.db'}", accounts=True, openers="accounts") as home:
        ana = home.person("Ana")
        assert ("accounts", False) == tuple(ana.get("/api/house").json()[key] for key in ("openers", "may_open"))
        assert "an account" in refused(ana.post("/api/sittings", NEW))
        assert 200 == account(ana, "ana").status_code
        assert ana.get("/api/house").json()["may_open"]
        assert 200 == ana.post("/api/sittings", NEW).status_code


def test_a_welcome_link_lets_one_person_open_tables_once_used_it_is_worth_nothing(tmp_path: Path) -> None:
    with house(f"sqlite:///{tmp_path / 'a.db'}", openers="invited") as home:
        ana, ben = home.person("Ana"), home.person("Ben")
        refused(ana.post("/api/sittings", NEW))
        home.hall.database.create_welcome("secret", time.time() + 60).result()
        home.hall.database.create_welcome("late", time.time() - 60).result()
        refused(ana.post("/api/welcome", {"token": "late"}))
        assert 200 == ana.post("/api/welcome", {"token": "secret"}).status_code
        refused(ben.post("/api/welcome", {"token": "secret"}))
        assert [200, 403] == [who.post("/api/sittings", NEW).status_code for who in (ana, ben)]


# --- who is blocked


def test_a_blocked_person_comes_in_no_more_and_a_blocked_address_neither(home: House) -> None:
    ana, ben = home.person("Ana"), home.person("Ben")
    id_ = ana.get("/api/me").json()["id"]
    database = home.hall.database
    database.block(id_, "spam", time.time()).result()
    home.client.app.state.doorkeeper._sessions.clear()       # type: ignore[attr-defined]
    assert [403, 200] == [who.get("/api/me").status_code for who in (ana, ben)]
    database.unblock(id_).result()
    assert 200 == ana.get("/api/me").status_code
    database.block("testclient", "spam", time.time()).result()
    home.client.app.state.doorkeeper._sessions.clear()       # type: ignore[attr-defined]
    assert [403, 403] == [who.get("/api/me").status_code for who in (ana, ben)]


# --- logins and passwords


@pytest.mark.parametrize("login", ["аna", "anа", "αna", "a\u202ena", "ana ben", "ab", ".ana", "an\u200da"])
def test_letters_that_look_like_others_are_no_login(tmp_path: Path, login: str) -> None:
    with house(f"sqlite:///{tmp_path / 'a.db'}", accounts=True) as home:
        assert "bad_request" == account(home.person("Ana"), login).json()["code"]


@pytest.mark.parametrize("login", ["Ana", "ana", "begoña", "ANA.ruiz", "ana@example.org", "ａｎａ"])
def test_a_login_is_the_same_in_capitals_and_in_other_forms(tmp_path: Path, login: str) -> None:
    with house(f"sqlite:///{tmp_path / 'a.db'}", accounts=True) as home:
        ana = home.person("Ana")
        assert plain_login(login) == account(ana, login).json()["login"]
        body = {"login": login.upper(), "password": "correct horse"}
        assert ana.get("/api/me").json()["id"] == ana.post("/api/session", body).json()["id"]
        assert "not_allowed" == account(home.person("Ben"), login.lower()).json()["code"]


def test_an_account_of_before_with_capitals_still_signs_in(tmp_path: Path) -> None:
    with house(f"sqlite:///{tmp_path / 'a.db'}", accounts=True) as home:
        ana = home.person("Ana")
        account(ana, "ana")
        home.hall.database._write("UPDATE player SET login = 'AnA'").result()
        assert 200 == ana.post("/api/session", {"login": "AnA", "password": "correct horse"}).status_code


def test_wrong_passwords_slow_their_address_and_not_the_owner(tmp_path: Path) -> None:
    with house(f"sqlite:///{tmp_path / 'a.db'}", accounts=True) as home:
        account(home.person("Ana"), "ana")
        clock_of_limits(home)
        passwords = home.client.app.state.doorkeeper.passwords     # type: ignore[attr-defined]
        tries = [
            home.client.post("/api/session", json={"login": "ana", "password": "wrong horse"}).json()["code"]
            for _ in range(8)
        ]
        assert {"not_signed_in", "too_many"} == set(tries)
        assert not passwords.take("testclient ana", 4)
        assert passwords.take("192.0.2.7 ana"), "from elsewhere the owner may sign in"
        assert not [key for key in passwords.levels if key.startswith("login ")]


# --- names of the server


def test_another_host_than_the_servers_own_is_refused(tmp_path: Path) -> None:
    with house(f"sqlite:///{tmp_path / 'a.db'}", base_url="https://tablero.example") as home:
        def status(host: str, path: str = "/api/games") -> int:
            return home.client.get(path, headers={"host": host}).status_code

        assert [200, 200] == [status(host) for host in ("tablero.example", "Tablero.Example")]
        assert [421, 421] == [status(host) for host in ("evil.example", "tablero.example.evil.example")]
        assert 200 == status("127.0.0.1:8000", "/api/health"), "monitors ask by address"


def test_an_unknown_address_is_a_page_for_people_and_a_problem_for_programs(home: House) -> None:
    page = home.client.get("/foo", headers={"accept": "text/html,*/*"})
    assert (404, "text/html; charset=utf-8") == (page.status_code, page.headers["content-type"])
    assert '<div id="app"' in page.text or 'id="app"' in page.text
    assert "unknown_name" == home.client.get("/foo", headers={"accept": "*/*"}).json()["code"]


# --- acknowledged means durable


def test_a_data_file_that_disappears_is_noticed(tmp_path: Path) -> None:
    file = tmp_path / "a.db"
    with house(f"sqlite:///{file}") as home:
        ana = home.person("Ana")
        assert 200 == home.client.get("/api/health").status_code
        for path in tmp_path.glob("a.db*"):
            path.unlink()
        assert "store_failed" == ana.post("/api/sittings", NEW).json()["code"]
        assert 503 == home.client.get("/api/health").status_code
        assert not file.exists(), "no empty file takes its place"


def test_a_data_file_that_is_replaced_is_noticed(tmp_path: Path) -> None:
    file = tmp_path / "a.db"
    with house(f"sqlite:///{file}") as home:
        ana = home.person("Ana")
        os.replace(_copy(file, tmp_path / "other.db"), file)
        assert "store_failed" == ana.post("/api/sittings", NEW).json()["code"]


def _copy(file: Path, to: Path) -> Path:
    with contextlib.closing(sqlite3.connect(file)) as old, contextlib.closing(sqlite3.connect(to)) as new:
        old.backup(new)
    return to


# --- connections


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> LiveServer:  # type: ignore[misc]
    """A server whose limits are short, so that a test need not wait for long."""
    folder = tmp_path_factory.mktemp("limited")
    server = LiveServer(f"sqlite:///{folder / 'a.db'}", folder / "server.log", LIMITED)
    server.start()
    yield server
    server.stop()


def raw(server: LiveServer, data: bytes = b"") -> socket.socket:
    line = socket.create_connection(("127.0.0.1", server.port), 30)
    line.sendall(data)
    return line


def ended(line: socket.socket) -> bool:
    """Does the server end the connection, after whatever it has to say?"""
    line.settimeout(30)
    try:
        while line.recv(65536):
            pass
    except ConnectionError:
        pass
    return True


HEAD = b"POST /api/me HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n"


@pytest.mark.parametrize("sent", [b"", b"GET / HT", b"GET / HTTP/1.1\r\nhost: x\r\nx-slow: ", HEAD + b'{"name": "A'])
def test_a_request_that_does_not_arrive_ends(limited: LiveServer, sent: bytes) -> None:
    with raw(limited, sent) as line:
        assert ended(line)


def test_a_body_that_nobody_asked_for_does_not_keep_a_connection_open(limited: LiveServer) -> None:
    with raw(limited, b"GET /api/games HTTP/1.1\r\nhost: x\r\ncontent-length: 100000\r\n\r\n") as line:
        end = time.monotonic() + 300         # seconds; the machine may be busy
        with pytest.raises(OSError):        # noqa: PT012
            while time.monotonic() < end:
                line.sendall(b"x")
                time.sleep(0.05)


def test_an_address_has_so_many_connections_and_those_beyond_are_told_so(limited: LiveServer) -> None:
    until(lambda: can_connect(limited))         # none is left of other tests
    with contextlib.ExitStack() as open_lines:
        lines = [open_lines.enter_context(raw(limited)) for _ in range(30)]
        answers = [answer(line) for line in lines]
        assert ["200"] * 12 + ["429"] * 12 == [found[9:12].decode() for found in answers[:24]]
        assert all(b'"code":"too_many"' in found and b"wait a little" in found for found in answers[12:24])
        assert [b""] * 6 == answers[24:]        # so many at once are no page
    until(lambda: can_connect(limited))         # those that ended count no more


def test_a_socket_too_many_is_told_so(limited: LiveServer) -> None:
    until(lambda: can_connect(limited))
    with contextlib.ExitStack() as open_lines:
        for _ in range(12):
            answer(open_lines.enter_context(raw(limited)))
        with pytest.raises(InvalidStatus) as refusal, connect(f"{limited.ws}/ws/none", open_timeout=30):
            pass
    found = refusal.value.response
    assert (429, "close") == (found.status_code, found.headers["connection"])
    assert b'"code":"too_many"' in found.body


def answer(line: socket.socket) -> bytes:
    """What a request on this connection is answered; nothing if it was cut off."""
    line.settimeout(30)
    found = b""
    try:
        line.sendall(b"GET /api/games HTTP/1.1\r\nhost: x\r\n\r\n")
        while part := line.recv(65536):
            found += part
            if found.startswith(b"HTTP/1.1 200"):       # such a connection stays open
                break
    except ConnectionError:
        pass
    return found


def can_connect(server: LiveServer) -> bool:
    with raw(server) as line:
        return answer(line).startswith(b"HTTP/1.1 200")


def test_a_client_that_does_not_read_its_answer_is_cut_off(limited: LiveServer) -> None:
    """The answers to many requests in one connection fill all buffers."""
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.settimeout(30)
        line.connect(("127.0.0.1", limited.port))
        request = b"GET /web/vendor/lit-html.js HTTP/1.1\r\nhost: x\r\n\r\n"
        with pytest.raises(ConnectionError):        # noqa: PT012
            for _ in range(3000):
                line.sendall(request)
            while True:
                time.sleep(0.05)
                line.sendall(request)


def test_nothing_that_a_client_does_leaves_a_traceback(limited: LiveServer) -> None:
    ana = person(limited, "Ana")
    sitting = ana.post("/api/sittings", json=NEW).json()["id"]
    token = ana.headers["authorization"]
    with connect(f"{limited.ws}/ws/{sitting}", additional_headers={"authorization": token}) as line:
        line.recv()
        line.send(b"\xff\xfe\xff", text=True)
        with pytest.raises(ConnectionClosed) as ended_by:       # noqa: PT012
            while True:
                line.recv(timeout=30)
        assert 1007 == ended_by.value.rcvd.code
    with raw(limited, HEAD.replace(b"host: x", b"host: x\r\nauthorization: " + token.encode())):
        pass                                        # the body breaks off
    with raw(limited, b"\xff\xfe / HTTP/9\r\n\r\n") as line:
        assert ended(line)
    with raw(limited, b"GET /%ff%fe?x=%ff HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n") as line:
        assert ended(line)
    assert 200 == ana.get("/api/me").status_code
    assert "Traceback" not in limited.log.read_text()


def test_the_server_stops_within_ten_seconds_whatever_clients_do(tmp_path: Path) -> None:
    with live_server(f"sqlite:///{tmp_path / 'a.db'}", tmp_path) as server:
        ana = person(server, "Ana")
        sitting = ana.post("/api/sittings", json=NEW).json()["id"]
        header = {"authorization": ana.headers["authorization"]}
        with (
            connect(f"{server.ws}/ws/{sitting}", additional_headers=header) as table,
            raw(server, b"GET / HT"), raw(server, HEAD.replace(b"x\r\n", b"127.0.0.1\r\n", 1) + b"{"),
        ):
            table.recv()
            assert server.process is not None
            server.process.terminate()
            server.process.wait(30)         # else TimeoutExpired: on a quiet machine it takes five seconds
    assert "Traceback" not in server.log.read_text()


def test_a_request_that_is_cancelled_when_the_server_stops_is_no_fault(tmp_path: Path) -> None:
    async def cancelled() -> list[object]:
        app, sent, asked = build(Config(f"sqlite:///{tmp_path / 'a.db'}")), [], asyncio.Event()

        async def receive() -> Message:         # the body never comes
            asked.set()
            await asyncio.Event().wait()
            raise AssertionError

        async def send(message: Message) -> None:
            sent.append(message)

        scope = {
            "type": "http", "method": "POST", "path": "/api/me", "query_string": b"", "client": ("127.0.0.1", 1),
            "headers": [(b"host", b"a"), (b"content-type", b"application/json")], "server": ("127.0.0.1", 80),
        }
        async with app.router.lifespan_context(app):
            request = asyncio.create_task(app(scope, receive, send))
            await asked.wait()
            request.cancel()
            await request                       # else CancelledError
        return sent

    assert [] == asyncio.run(cancelled())


PROXIED = """
import sys
from tablero.server.app import Config, serve
serve(Config(sys.argv[1], bot_processes=1, proxy="{proxy}"), "127.0.0.1", int(sys.argv[2]))
"""


@pytest.mark.parametrize("proxy, status", [("127.0.0.1", 403), ("", 200), ("192.0.2.1", 200)])
def test_only_a_proxy_that_was_named_tells_where_people_come_from(tmp_path: Path, proxy: str, status: int) -> None:
    url = f"sqlite:///{tmp_path / 'a.db'}"
    with house(url) as home:
        home.hall.database.block("203.0.113.9", "", time.time()).result()
    server = LiveServer(url, tmp_path / "server.log", PROXIED.format(proxy=proxy))
    server.start()
    try:
        headers = {"x-forwarded-for": "203.0.113.9"}
        answer = httpx.get(f"{server.url}/api/games", headers=headers, trust_env=False, timeout=60)
        assert status == answer.status_code
    finally:
        server.stop()


# --- chat and names of tables


def test_a_table_has_a_name_one_can_see(home: House) -> None:
    ana = home.person("Ana")
    for name in ("a\u202eb", "a\nb", "\x01"):
        assert "bad_request" == ana.post("/api/sittings", {**NEW, "name": name}).json()["code"]


def test_only_the_owner_mutes_and_earlier_lines_are_read_by_those_at_the_table(home: House) -> None:
    ana, ben, sitting = two(home)
    stranger = home.person("Carl")
    ben.does(sitting, "chat", text="hello")
    refused(ben.post(f"/api/sittings/{sitting}/mute", {"line": 0}))
    assert 200 == ana.post(f"/api/sittings/{sitting}/mute", {"line": 0}).status_code
    refused(ben.does(sitting, "chat", text="?"))
    read = f"/api/sittings/{sitting}/chat?before=1"
    assert [{"n": 0, "name": "Ben", "text": "hello"}] == ana.get(read).json()
    refused(stranger.get(read))
