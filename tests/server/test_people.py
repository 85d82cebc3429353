"""Who is known to the server, and from where: what it offers, sessions and their end, servers without accounts."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.requests import HTTPConnection

from tablero.server.auth import browser_of
from tests.server.people import House, Person, house

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"
CHROME = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0 Mobile Safari/537.36"
EDGE = "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0 Safari/537.36 Edg/125.0"
SAFARI = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605 Version/17 Safari/604"


def test_whoever_comes_first_is_told_what_there_is_and_that_nobody_knows_him(home: House) -> None:
    nobody = home.client.get("/api/house")
    offered = {"accounts": True, "mail": False, "openers": "everybody", "may_open": True, "me": None}
    assert (200, offered) == (nobody.status_code, {key: nobody.json()[key] for key in offered})
    assert {"push", "ratings"} == set(nobody.json()) - set(offered)
    ana = home.person("Ana")
    me = ana.get("/api/house").json()["me"]
    assert ("Ana", "") == (me["name"], me["token"])
    assert me == ana.get("/api/me").json()
    assert home.client.get("/api/house", headers={"authorization": "Bearer " + "x" * 22}).json()["me"] is None


def test_a_server_without_accounts_knows_names_only(tmp_path: Path) -> None:
    with house(f"sqlite:///{tmp_path / 'tablero.db'}", accounts=False) as rooms:
        ana = rooms.person("Ana")
        assert ana.get("/api/house").json()["accounts"] is False
        account = {"login": "ana", "password": "correct horse"}
        for answer in (ana.post("/api/account", account), ana.post("/api/session", account)):
            assert (403, "not_allowed") == (answer.status_code, answer.json()["code"])
        assert ana.get("/api/me").json()["login"] is None


@pytest.mark.parametrize(("agent", "name"), [
    (FIREFOX, "Firefox, Linux"), (CHROME, "Chrome, Android"), (EDGE, "Edge, Windows"), (SAFARI, "Safari, iPhone"),
    ("python-httpx/0.27", "python-httpx"), ("", ""), ("bell\x07/1", ""),
])
def test_a_browser_is_named_in_two_words(agent: str, name: str) -> None:
    assert name == browser_of(HTTPConnection({"type": "http", "headers": [(b"user-agent", agent.encode())]}))


def test_sessions_are_listed_with_their_browsers_and_ended_one_by_one(home: House) -> None:
    ana, eva = home.person("Ana"), home.person("Eva")
    account = {"login": "ana", "password": "correct horse"}
    ana.post("/api/account", account)
    tokens = [
        ana.post("/api/session", account, headers={"user-agent": agent}).json()["token"] for agent in (FIREFOX, EDGE)
    ]
    firefox, edge = (Person(home, "Ana", token) for token in tokens)
    listed = firefox.get("/api/sessions").json()
    assert ["Edge, Windows", "Firefox, Linux"] == [one["browser"] for one in listed[:2]]
    assert [False, True, False] == [one["here"] for one in listed]
    assert not [token for token in tokens if token in str(listed)]

    sitting = ana.opens("me", "heuristic")
    with edge.socket(sitting) as socket:
        socket.receive_json()
        assert 404 == eva.ask("DELETE", f"/api/sessions/{listed[0]['id']}").status_code
        assert 200 == edge.get("/api/me").status_code
        assert 200 == firefox.ask("DELETE", f"/api/sessions/{listed[0]['id']}").status_code
        while socket.receive()["type"] != "websocket.close":
            pass
    assert [401, 200, 200] == [one.get("/api/me").status_code for one in (edge, firefox, ana)]
    assert 2 == len(firefox.get("/api/sessions").json())
    here = firefox.ask("DELETE", f"/api/sessions/{listed[1]['id']}")
    assert "Max-Age=0" in here.headers["set-cookie"]
    assert [401, 200] == [one.get("/api/me").status_code for one in (firefox, ana)]
