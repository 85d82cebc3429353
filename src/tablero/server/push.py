"""Web push (RFC 8030, 8291, 8292): notices that reach a browser whose page is closed. Needs the extra `push`.

The server has one pair of keys, made on first use and kept in the database: browsers are given the public one when
they subscribe, and every message is signed with the private one. Messages are encrypted for the browser alone.
"""

from __future__ import annotations

import base64
import functools
import importlib
import importlib.util
from dataclasses import dataclass
from typing import Annotated, Any
from urllib.parse import urlsplit

import msgspec

from tablero.server.delivery import send
from tablero.server.store.database import Database

KEY = "vapid"               # its name in the database
LASTS = 24 * 3600           # seconds that a push service keeps a message for a browser that is not there
GONE = (404, 410)           # answers of a push service about a subscription that has ended
MOST = 10                   # browsers of one person

Base64 = Annotated[str, msgspec.Meta(pattern="^[A-Za-z0-9_-]{16,120}={0,2}$")]


class Subscription(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a browser is reached, and its keys."""

    endpoint: Annotated[str, msgspec.Meta(max_length=1000)]
    p256dh: Base64
    auth: Base64


class Pushed(msgspec.Struct):
    """What a browser is told: no more than the subject and the question of a mail."""

    title: str
    text: str
    url: str
    tag: str                # a later message with the same takes its place


@functools.cache
def available() -> bool:
    """Is the library installed?"""
    return importlib.util.find_spec("pywebpush") is not None


@dataclass(slots=True)
class PushService:
    """Signs and sends messages."""

    database: Database
    contact: str = ""           # whom a push service may write to: mailto: or https:
    private: bool = False       # to private addresses: for tests

    @property
    def public_key(self) -> str:
        """For browsers that subscribe; "" where the library is not installed. Blocking."""
        if not available():
            return ""
        kinds = importlib.import_module("cryptography.hazmat.primitives.serialization")
        point = self._vapid().public_key.public_bytes(kinds.Encoding.X962, kinds.PublicFormat.UncompressedPoint)
        return base64.urlsafe_b64encode(point).rstrip(b"=").decode()

    def _vapid(self) -> Any:
        """The pair of keys; of two servers that make one at the same time the first is kept."""
        vapid = importlib.import_module("py_vapid").Vapid02
        kept = self.database.secret(KEY)
        if not kept:
            fresh = vapid()
            fresh.generate_keys()
            self.database.keep_secret(KEY, fresh.private_pem().decode()).result(30)
            kept = self.database.secret(KEY)
        return vapid.from_pem(kept.encode())

    def send(self, to: Subscription, message: Pushed) -> bool:
        """Send one; False if the browser has ended its subscription. Raises if the service does not take it. Blocking:
        call in a thread."""
        keys = {"endpoint": to.endpoint, "keys": {"p256dh": to.p256dh, "auth": to.auth}}
        body = importlib.import_module("pywebpush").WebPusher(keys).encode(msgspec.json.encode(message))["body"]
        parts = urlsplit(to.endpoint)
        claims = {"sub": self.contact or "mailto:operator@localhost", "aud": f"{parts.scheme}://{parts.netloc}"}
        status = send(to.endpoint, body, {
            **self._vapid().sign(claims), "Content-Type": "application/octet-stream", "Content-Encoding": "aes128gcm",
            "TTL": str(LASTS),
        }, self.private)
        if status in GONE:
            return False
        if not 200 <= status < 300:
            raise ConnectionError(f"the push service answered {status}")
        return True
