"""Who comes in: sessions, accounts, other sites, limits, and what every answer carries."""

from __future__ import annotations

import logging
import re
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from tablero.server.api import ENDPOINTS
from tablero.server.app import POLICY
from tests.server.people import House, Person, clock_of_limits, house

INJECTIONS = [
    "' OR '1'='1", "'; DROP TABLE journal; --", '" OR ""="', "x' UNION SELECT password FROM player --", "%00", "%27%3B",
    "../..", "..%2f..%2fetc%2fpasswd", "%2e%2e%2f", "\\..\\..", "{{7*7}}", "a" * 2000, "\u202e", "%ff%fe",
]


def tables(home: House) -> list[int]:
    """How many rows each table has."""
    names = ("sitting", "journal", "chair", "player", "session", "invite", "note")
    return [len(home.hall.database._read(f"SELECT * FROM {name}")) for name in names]


# --- sessions


def test_a_session_is_a_cookie_that_no_script_can_read(tmp_path: Path) -> None:
    with house(f"sqlite:///{tmp_path / 'a.db'}", secure=True, base_url="https://tablero.example") as home:
        answer = home.client.post("/api/me", json={"name": "Ana"})
        cookie = answer.headers["set-cookie"]
        assert re.search(r"^tablero=[\w-]{22};", cookie)
        assert {"httponly", "secure", "path=/", "samesite=lax"} <= {part.strip().lower() for part in cookie.split(";")}


def test_tokens_have_128_bits_and_only_their_hashes_are_kept(home: House, tmp_path: Path) -> None:
    ana = home.person("Ana")
    sitting = ana.opens("me", "open")
    link = ana.post(f"/api/sittings/{sitting}/invites", {"seat": "liberal"}).json()["token"]
    assert 22 == len(ana.token) == len(link)
    kept = b"".join(path.read_bytes() for path in tmp_path.glob("tablero.db*"))
    assert ana.token.encode() not in kept
    assert link.encode() not in kept


@pytest.mark.parametrize("token", ["", "x", "0" * 22, "a" * 5000, "' OR 1=1 --          ", "null"])
def test_a_token_that_was_not_given_opens_nothing(home: House, token: str) -> None:
    home.person("Ana")
    stranger = Person(home, "?", token)
    assert 401 == stranger.get("/api/me").status_code
    assert 401 == stranger.get("/api/sittings").status_code


def test_signing_out_ends_one_session_and_signing_out_everywhere_all_with_their_sockets(home: House) -> None:
    ana = home.person("Ana")
    ana.post("/api/account", {"login": "ana", "password": "correct horse"})
    again = ana.post("/api/session", {"login": "ana", "password": "correct horse"}).json()
    other, third = (
        Person(home, "Ana", again["token"]),
        Person(home, "Ana", ana.post("/api/session", {"login": "ana", "password": "correct horse"}).json()["token"]),
    )
    sitting = ana.opens("me", "me")
    with ana.socket(sitting) as a, other.socket(sitting) as b:
        a.receive_text()
        b.receive_text()
        assert 200 == ana.ask("DELETE", "/api/session").status_code
        with pytest.raises(WebSocketDisconnect):
            a.receive_text()
        assert [401, 200, 200] == [who.get("/api/me").status_code for who in (ana, other, third)]
        assert 200 == third.ask("DELETE", "/api/sessions").status_code
        with pytest.raises(WebSocketDisconnect):
            b.receive_text()
    assert [401, 401] == [who.get("/api/me").status_code for who in (other, third)]


# --- accounts


def test_an_account_is_for_signing_in_elsewhere(home: House) -> None:
    ana, eva = home.person("Ana"), home.person("Eva")
    me = ana.post("/api/account", {"login": "ana", "password": "correct horse"}).json()
    assert "ana" == me["login"]
    signed_in = home.client.post("/api/session", json={"login": "ana", "password": "correct horse"})
    home.client.cookies.clear()
    assert (200, me["id"]) == (signed_in.status_code, signed_in.json()["id"])
    taken = eva.post("/api/account", {"login": "ana", "password": "battery staple"})
    assert (403, "not_allowed") == (taken.status_code, taken.json()["code"])
    ((kept,),) = home.hall.database._read("SELECT password FROM player WHERE login = 'ana'")
    assert str(kept).startswith("$argon2id$")


def test_a_wrong_login_and_a_wrong_password_are_told_alike(home: House) -> None:
    home.person("Ana").post("/api/account", {"login": "ana", "password": "correct horse"})
    wrong = [
        home.client.post("/api/session", json={"login": login, "password": password})
        for login, password in (("ana", "incorrect horse"), ("nobody", "correct horse"))
    ]
    assert [401, 401] == [answer.status_code for answer in wrong]
    assert wrong[0].json() == wrong[1].json()


def test_a_password_is_changed_with_the_old_one_and_ends_other_sessions(home: House) -> None:
    ana = home.person("Ana")
    ana.post("/api/account", {"login": "ana", "password": "correct horse"})
    signed_in = ana.post("/api/session", {"login": "ana", "password": "correct horse"}).json()
    elsewhere = Person(home, "Ana", signed_in["token"])
    assert 401 == ana.post("/api/account", {"login": "ana", "password": "battery staple"}).status_code
    changed = ana.post("/api/account", {"login": "ana", "password": "battery staple", "old": "correct horse"})
    assert 200 == changed.status_code
    assert [200, 401] == [who.get("/api/me").status_code for who in (ana, elsewhere)]


def test_guessing_passwords_is_slowed_down(home: House) -> None:
    tries = [{"login": "ana", "password": f"guess {i:04}"} for i in range(12)]
    codes = [home.client.post("/api/session", json=body).status_code for body in tries]
    assert [401] * 5 == codes[:5]
    assert 429 in codes


def test_passwords_and_tokens_are_never_logged(
    home: House, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.DEBUG)
    ana = home.person("Ana")
    secret = "correct horse battery staple"
    ana.post("/api/account", {"login": "ana", "password": secret})
    home.client.post("/api/session", json={"login": "ana", "password": secret})
    home.client.post("/api/session", json={"login": "ana", "password": secret + "!"})
    home.client.post("/api/session", json={"login": 3, "password": secret})
    token = ana.post(f"/api/sittings/{ana.opens('me', 'open')}/invites", {"seat": "liberal"}).json()["token"]
    home.person("Ben").post(f"/api/invites/{token}", {})

    def fail(*values: object) -> None:
        raise ZeroDivisionError("a fault")

    monkeypatch.setattr(home.hall.database, "account", fail)
    assert 500 == home.client.post("/api/session", json={"login": "ana", "password": secret}).status_code
    assert "a fault" in caplog.text
    shown = "\n".join(record.getMessage() + str(record.exc_text) for record in caplog.records if record.name != "httpx")
    for hidden in (secret, ana.token):
        assert hidden not in shown


# --- other sites


@pytest.mark.parametrize("headers", [
    {"origin": "https://evil.example"}, {"origin": "null"}, {"origin": "http://testserver.evil.example"},
    {"origin": ""},
    {"sec-fetch-site": "cross-site"}, {"sec-fetch-site": "same-site"}, {"origin": "http://testserver:81"},
])
def test_other_sites_change_nothing_and_open_no_socket(home: House, headers: dict[str, str]) -> None:
    ana = home.person("Ana")
    sitting = ana.opens("me", "me")
    before = tables(home)
    for method, path, body in (
        ("POST", "/api/me", {"name": "Eva"}),
        ("POST", "/api/sittings", {"game": "dpyr", "scenario": "maella", "seats": ["me", "me"]}),
        ("DELETE", f"/api/sittings/{sitting}", None), ("PUT", "/api/me/settings", {"settings": "x"}),
        ("POST", f"/api/sittings/{sitting}/resign", {"id": "1"}), ("DELETE", "/api/sessions", None),
    ):
        answer = ana.ask(method, path, body, headers=headers)
        assert (403, "cross_site") == (answer.status_code, answer.json()["code"])
    headers = {**ana.headers, **headers}
    with pytest.raises(WebSocketDisconnect), home.client.websocket_connect(f"/ws/{sitting}", headers=headers):
        pass
    assert before == tables(home)


def test_our_own_page_is_no_other_site(tmp_path: Path) -> None:
    with house(f"sqlite:///{tmp_path / 'a.db'}", base_url="https://tablero.example/") as home:
        ana = home.person("Ana")
        headers = {"origin": "https://tablero.example", "sec-fetch-site": "same-origin"}
        assert 200 == ana.post("/api/me", {"name": "Ana"}, headers=headers).status_code


# --- limits


def test_too_many_requests_are_refused_until_some_time_has_passed(tmp_path: Path) -> None:
    with house(f"sqlite:///{tmp_path / 'a.db'}", rate=5.0) as home:
        clock, ana = clock_of_limits(home), home.person("Ana")
        codes = [ana.get("/api/me").status_code for _ in range(60)]
        assert codes[:15] == [200] * 15
        assert 429 == codes[-1]
        clock[0] += 1.0
        assert [200] * 5 + [429] == [ana.get("/api/me").status_code for _ in range(6)]


def test_trying_tokens_counts_for_the_address(tmp_path: Path) -> None:
    with house(f"sqlite:///{tmp_path / 'a.db'}", rate=5.0) as home:
        clock_of_limits(home)
        codes = [Person(home, "?", f"{i:022}").get("/api/me").status_code for i in range(60)]
        assert {401, 429} == set(codes)


def test_newcomers_from_one_address_are_limited(tmp_path: Path) -> None:
    with house(f"sqlite:///{tmp_path / 'a.db'}", rate=5.0) as home:
        clock_of_limits(home)
        home.client.app.state.doorkeeper.requests.reserve = 1e9  # type: ignore[attr-defined]
        codes = []
        for _ in range(30):
            codes.append(home.client.post("/api/me", json={"name": "x"}).status_code)
            home.client.cookies.clear()
        assert {200, 429} == set(codes)


def test_messages_of_a_socket_are_limited(tmp_path: Path) -> None:
    with house(f"sqlite:///{tmp_path / 'a.db'}", socket_rate=5.0) as home:
        clock_of_limits(home)
        ana = home.person("Ana")
        with ana.socket(ana.opens("me", "me")) as socket:
            socket.receive_text()
            answers = []
            for i in range(60):
                socket.send_json({"type": "ping", "id": str(i)})
                answers.append(socket.receive_json())
        assert "pong" == answers[0]["type"]
        assert "too_many" in {answer.get("code") for answer in answers}


def test_one_person_has_so_many_sockets(home: House) -> None:
    ana = home.person("Ana")
    sitting = ana.opens("me", "me")
    home.client.app.state.sockets.guests[ana.get("/api/me").json()["id"]] = set(range(40))  # type: ignore[attr-defined]
    with pytest.raises(WebSocketDisconnect), ana.socket(sitting):
        pass


@pytest.mark.parametrize("size", [70_000, 6_000_000])
def test_a_request_that_is_too_large_is_refused(home: House, size: int) -> None:
    ana = home.person("Ana")
    answer = ana.ask("PUT", "/api/me/settings", {"settings": "x" * size})
    assert (413, "too_large") == (answer.status_code, answer.json()["code"])


# --- what every answer carries


def test_every_answer_says_what_the_page_may_do(home: House, monkeypatch: pytest.MonkeyPatch) -> None:
    ana = home.person("Ana")
    sitting = ana.opens("me", "me")
    answers = [
        ana.get(path) for path in (
            "/", "/table/x", "/join/x", "/web/app.js", "/web/nothing.js", "/nothing", "/api/nothing", "/api/me",
            "/api/games", "/api/openapi.json", f"/api/sittings/{sitting}", f"/api/sittings/{sitting}/record",
        )
    ]
    answers += [ana.post("/api/games"), ana.ask("DELETE", "/"), home.client.get("/api/me"), ana.post("/api/me", {})]
    monkeypatch.setattr(home.hall.database, "sittings_of", None)
    broken = ana.get("/api/sittings")
    assert (500, "fault") == (broken.status_code, broken.json()["code"])
    for answer in (*answers, broken):
        assert [POLICY] == answer.headers.get_list("content-security-policy"), answer.url
        assert "nosniff" == answer.headers["x-content-type-options"]
        assert "Traceback" not in answer.text
    assert "'unsafe" not in POLICY
    assert "default-src 'none'" in POLICY


@pytest.mark.parametrize("path", [
    "/web/../server/app.py", "/web/%2e%2e/server/app.py", "/web/..%2fserver%2fapp.py", "/web//etc/passwd",
    "/web/%2fetc%2fpasswd", "/web/....//server/app.py",
    "/web/..%5cserver%5capp.py", "/../../etc/passwd", "/web/%00", "/web/app.js%00.png",
])
def test_no_path_leads_out_of_the_pages_folder(home: House, path: str) -> None:
    answer = home.client.get(path)
    assert answer.status_code in (400, 404), answer.text
    assert "import" not in answer.text
    assert "root:" not in answer.text


@pytest.mark.parametrize("nasty", INJECTIONS)
def test_what_is_put_into_an_address_or_a_body_is_only_a_text(home: House, nasty: str) -> None:
    ana = home.person("Ana")
    sitting = ana.opens("me", "me")
    ana.post("/api/me", {"name": "Ana"})
    before = tables(home)
    for made in ENDPOINTS:
        if made.path == "/api/me" or made.method == "DELETE":
            continue
        for id_ in (sitting, nasty):
            path = re.sub(r"{\w+(:\w+)?}", lambda _: nasty, made.path.replace("{sitting}", id_))
            body: Any = {"game": nasty, "scenario": nasty, "seats": [nasty] * 2, "seat": nasty, "id": "1", "do": nasty}
            query = {"lang": "en", "seat": nasty, "do": nasty}
            answer = ana.ask(made.method, path, body if made.body else None, params=query)
            assert answer.status_code in (200, 400, 401, 403, 404, 405, 409, 413, 422), (made.path, answer.text)
    assert before == tables(home)
    for field in ("login", "password"):
        home.client.post("/api/session", json={"login": "ana", "password": "x" * 9, field: nasty[:60].ljust(9)})
    assert before == tables(home)


def test_texts_with_nul_are_refused_because_not_every_database_keeps_them(address: str) -> None:
    with house(address) as home:
        ana = home.person("Ana")
        sitting = ana.opens("me", "me")
        for method, path, body in (
            ("POST", "/api/me", {"name": "A\0na"}), ("PUT", f"/api/sittings/{sitting}/note", {"text": "a\0b"}),
            ("POST", f"/api/sittings/{sitting}/chat", {"id": "1", "text": "a\0b"}),
            ("GET", "/api/sittings/a%00b", None),
            ("GET", "/api/sittings?lang=%00", None), ("POST", "/api/invites/a%00b", {}),
        ):
            assert 400 == ana.ask(method, path, body).status_code, path


def test_a_note_is_read_by_its_writer_only(home: House) -> None:
    ana, ben = home.person("Ana"), home.person("Ben")
    sitting = ana.opens("me", "open", spectators=True)
    note = f"/api/sittings/{sitting}/note"
    ana.ask("PUT", note, {"text": "Attack at dawn: ¡cuidado!"})
    ben.joins(ana, sitting, "liberal")
    assert ["Attack at dawn: ¡cuidado!", ""] == [who.get(note).json()["text"] for who in (ana, ben)]


def test_the_file_of_the_database_is_its_owners(home: House, tmp_path: Path) -> None:
    assert 0 == (tmp_path / "tablero.db").stat().st_mode & 0o077
    assert sqlite3.connect(tmp_path / "tablero.db").execute("PRAGMA integrity_check").fetchone() == ("ok",)
