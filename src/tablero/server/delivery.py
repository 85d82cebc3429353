"""Delivery of notices: mail, and signed webhook requests to addresses that users gave. Blocking: call in threads."""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import http.client
import ipaddress
import re
import smtplib
import socket
import ssl
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.utils import formatdate
from urllib.parse import SplitResult, urlsplit

from tablero.kernel.errors import BadAddress

PATIENCE = 15.0         # seconds for a connection, and for each step of an exchange
MAIL = re.compile(r"[\w.+%-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.)+[A-Za-z]{2,63}", re.ASCII)
PLAIN = re.compile(r"[!-~]+")
NAT64 = ipaddress.ip_network("64:ff9b::/96")        # stands for any IPv4 address


@dataclass(frozen=True, slots=True)
class Smtp:
    """How mail is sent."""

    host: str
    sender: str                     # address that the mail comes from
    port: int = 587
    security: str = "starttls"      # or tls from the first byte, or none
    user: str = ""
    password: str = field(default="", repr=False)


# --- mail


def check_mail(address: str) -> None:
    if not MAIL.fullmatch(address):
        raise BadAddress("mail_address", address=address)


def send_mail(smtp: Smtp, to: str, subject: str, text: str, id_: str) -> None:
    """Send one mail; raises if the mail server refuses it."""
    check_mail(to)
    mail = EmailMessage()
    mail["Subject"], mail["From"], mail["To"], mail["Date"] = subject, smtp.sender, to, formatdate()
    mark = hashlib.sha256(f"{id_} {to}".encode()).hexdigest()[:32]
    mail["Message-ID"] = f"<{mark}@{smtp.sender.rpartition('@')[2]}>"       # the same if it is sent again
    mail["Auto-Submitted"] = "auto-generated"
    mail.set_content(text)
    context = ssl.create_default_context()
    with (
        smtplib.SMTP_SSL(smtp.host, smtp.port, timeout=PATIENCE, context=context)
        if smtp.security == "tls"
        else smtplib.SMTP(smtp.host, smtp.port, timeout=PATIENCE)
    ) as server:
        if smtp.security == "starttls":
            server.starttls(context=context)
        if smtp.user:
            server.login(smtp.user, smtp.password)
        server.send_message(mail)


# --- webhooks


def signature(secret: str, body: bytes) -> str:
    """The header `X-Tablero-Signature`: whoever has the secret can compute it from the body."""
    return "sha256=" + hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()


def check_url(url: str, private: bool = False) -> SplitResult:
    """The parts of a web address; anything else is refused. A host name is resolved only when it is used."""
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname or "", parts.port
    except ValueError:
        raise BadAddress("address", address=url) from None
    if parts.scheme not in ("http", "https") or not host:
        raise BadAddress("webhook_scheme")
    if parts.username is not None or parts.password is not None or not PLAIN.fullmatch(url):
        raise BadAddress("webhook_form")
    if not private:
        if "." not in host.rstrip(".") and ":" not in host:
            raise BadAddress("not_public", address=host)
        with contextlib.suppress(ValueError):       # a name
            _public(host)
    return parts


def _public(address: str) -> None:
    """Refuse addresses of this machine and its network, and those that do not belong to a single host."""
    ip = ipaddress.ip_address(address)
    inner = isinstance(ip, ipaddress.IPv6Address) and (ip.ipv4_mapped or ip.sixtofour or ip.teredo)
    if not ip.is_global or ip.is_multicast or inner or ip in NAT64:
        raise BadAddress("not_public", address=address)


def reachable(url: str, private: bool = False) -> tuple[SplitResult, str]:
    """The parts of an address, and the IP address to connect to: a name must not resolve to a private machine."""
    parts = check_url(url, private)
    port = parts.port or (443 if parts.scheme == "https" else 80)
    found = socket.getaddrinfo(parts.hostname, port, type=socket.SOCK_STREAM)
    if not private:
        for *_, place in found:
            _public(str(place[0]))
    return parts, str(found[0][4][0])


def post(url: str, body: bytes, secret: str, private: bool = False) -> None:
    """Send a signed request; raises unless the answer is 2xx."""
    headers = {"Content-Type": "application/json", "X-Tablero-Signature": signature(secret, body)}
    status = send(url, body, headers, private)
    if not 200 <= status < 300:
        raise ConnectionError(f"the webhook answered {status}")


def send(url: str, body: bytes, headers: dict[str, str], private: bool = False) -> int:
    """Send a request to an address that a user gave; the status of the answer. Redirects are not followed."""
    parts, number = reachable(url, private)
    assert parts.hostname is not None
    secure = parts.scheme == "https"
    connection = http.client.HTTPConnection(parts.hostname, parts.port or (443 if secure else 80), timeout=PATIENCE)
    try:
        plain = socket.create_connection((number, connection.port), PATIENCE)       # the IP address that was checked
        connection.sock = plain
        if secure:
            context = ssl.create_default_context()
            connection.sock = context.wrap_socket(plain, server_hostname=parts.hostname)
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        own = {"Host": parts.netloc, "User-Agent": "Tablero", "Connection": "close"}
        connection.request("POST", path, body, {**own, **headers})
        return connection.getresponse().status
    finally:
        connection.close()
