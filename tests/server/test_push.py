"""Web push: a browser that has subscribed is told of a turn, in words that it alone can read."""

from __future__ import annotations

import base64
import json
import os
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import http_ece
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.server.people import House, house, refused

Got = list[tuple[str, dict[str, str], bytes]]


def text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


class Browser:
    """A subscription of a browser with its keys, and the push service that it uses, on this machine."""

    def __init__(self) -> None:
        self.key, self.auth, self.got = ec.generate_private_key(ec.SECP256R1()), os.urandom(16), Got()
        self.status, browser = 201, self

        class Service(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                browser.got.append((self.path, {k.lower(): v for k, v in self.headers.items()}, body))
                self.send_response(browser.status)
                self.end_headers()

            def log_message(self, format: str, *args: object) -> None:
                """Quietly."""

        self.service = HTTPServer(("127.0.0.1", 0), Service)
        Thread(target=self.service.serve_forever, daemon=True).start()

    @property
    def subscription(self) -> dict[str, str]:
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        endpoint = f"http://127.0.0.1:{self.service.server_port}/push/1"
        return {"endpoint": endpoint, "p256dh": text(point), "auth": text(self.auth)}

    def read(self, body: bytes) -> dict[str, str]:
        found: dict[str, str] = json.loads(http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth))
        return found

    def until(self, n: int) -> None:
        end = time.monotonic() + 30
        while len(self.got) < n and time.monotonic() < end:
            time.sleep(0.02)
        assert len(self.got) >= n


@pytest.fixture
def browser() -> Iterator[Browser]:
    found = Browser()
    yield found
    found.service.shutdown()


@pytest.fixture
def near(tmp_path: Path) -> Iterator[House]:
    """A server that sends to this machine, and at once."""
    url = f"sqlite:///{tmp_path / 'tablero.db'}"
    with house(url, allow_private_webhooks=True, notify_after=0.0, base_url="http://testserver") as found:
        yield found


def test_a_browser_is_told_what_a_mail_would_say_and_nothing_else(near: House, browser: Browser) -> None:
    ana, ben = near.person("Ana"), near.person("Ben")
    kept = ana.post("/api/me/push", {"browser": browser.subscription}).json()
    assert [browser.subscription["endpoint"]] == kept["push"]
    sitting = ana.opens("me", "open")
    ben.joins(ana, sitting, "liberal")
    browser.until(1)
    path, headers, body = browser.got[0]
    assert ("/push/1", "aes128gcm") == (path, headers["content-encoding"])
    key = ana.get("/api/house").json()["push"]
    assert headers["authorization"].startswith("vapid t=")
    assert headers["authorization"].endswith(f"k={key}")
    told = browser.read(body)
    assert {"title", "text", "url", "tag"} == set(told)
    assert "Your turn: Will it be me, general?: Maella" == told["title"]
    assert f"http://testserver/table/{sitting}" == told["url"]
    assert told["text"] == ana.table(sitting)["asked"]["text"]
    assert b"Maella" not in body


def test_the_keys_are_made_once_and_kept(tmp_path: Path) -> None:
    keys = set()
    for _ in range(2):
        with house(f"sqlite:///{tmp_path / 'tablero.db'}") as home:
            keys.add(home.client.get("/api/house").json()["push"])
    assert 1 == len(keys)
    assert 87 == len(keys.pop())            # a point of 65 bytes


def test_a_subscription_that_has_ended_is_forgotten(near: House, browser: Browser) -> None:
    ana = near.person("Ana")
    ana.post("/api/me/push", {"browser": browser.subscription})
    assert 200 == ana.post("/api/me/notices/test", {"way": "push"}).status_code
    assert "Tablero: a test" == browser.read(browser.got[0][2])["title"]
    browser.status = 410
    assert 200 == ana.post("/api/me/notices/test", {"way": "push"}).status_code
    assert [] == ana.get("/api/me/notices").json()["push"]


def test_a_browser_unsubscribes_and_other_ways_stay(near: House, browser: Browser) -> None:
    ana = near.person("Ana")
    ana.ask("PUT", "/api/me/notices", {"webhook": "http://127.0.0.1:9/hook"})
    ana.post("/api/me/push", {"browser": browser.subscription})
    kept = ana.ask("PUT", "/api/me/notices", {"webhook": "http://127.0.0.1:9/hook"}).json()
    assert 1 == len(kept["push"])
    kept = ana.post("/api/me/push", {"browser": browser.subscription, "on": False}).json()
    assert ([], "http://127.0.0.1:9/hook") == (kept["push"], kept["webhook"])


def test_nothing_is_pushed_to_a_private_address(home: House, browser: Browser) -> None:
    ana = home.person("Ana")
    refused(ana.post("/api/me/push", {"browser": browser.subscription}), "bad_request")
    other = browser.subscription | {"endpoint": "ftp://example.org/"}
    refused(ana.post("/api/me/push", {"browser": other}), "bad_request")
    assert [] == ana.get("/api/me/notices").json()["push"]
