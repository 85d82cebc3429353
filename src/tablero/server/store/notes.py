"""Notes between the servers of one database: each is sent in the commit of what it tells, and heard by all."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

CHANNEL = "tablero"
LARGEST = 7000          # bytes; PostgreSQL sends less than 8000


class Note(msgspec.Struct, frozen=True, array_like=True, tag=True):
    """What a server tells the others."""


class Written(Note, frozen=True):
    """An entry was appended to a journal."""

    sitting: str
    n: int
    at: float
    client: str
    matter: str         # "" if it is too large: the journal has it


class Deleted(Note, frozen=True):
    """A sitting is gone."""

    sitting: str


class Watched(Note, frozen=True):
    """Somebody watches a sitting elsewhere: its keeper should have it open, too."""

    sitting: str


class Stopped(Note, frozen=True):
    """A seat wants no more of its gesture."""

    sitting: str
    seat: int


class SignedOut(Note, frozen=True):
    """A player has ended a session, by its hash; or all ("") but one."""

    player: str
    session: str
    but: str


class Readdressed(Note, frozen=True):
    """A player is notified in other ways than before."""

    player: str


class Beat(Note, frozen=True):
    """A server is up, or has just stopped."""

    up: bool


Heard: TypeAlias = Written | Deleted | Watched | Stopped | SignedOut | Readdressed | Beat

_encode = msgspec.json.Encoder().encode
_decoder: msgspec.json.Decoder[tuple[str, Heard]] = msgspec.json.Decoder(tuple[str, Heard])


def encode(by: str, note: Note) -> str:
    """A note of a server, no larger than can be sent."""
    text = _encode((by, note))
    if len(text) > LARGEST and isinstance(note, Written):
        text = _encode((by, msgspec.structs.replace(note, matter="")))
    return text.decode()


def decode(text: str) -> tuple[str, Heard] | None:
    """Who tells, and what; None for a note of a newer program, or none of ours."""
    try:
        return _decoder.decode(text)
    except msgspec.DecodeError:
        return None
