"""The journal of a sitting: everything that was accepted, in order, and nothing else.

A sitting is what its journal says: it is opened by folding the entries again. The server commits an entry before it
acknowledges it, so whatever a player was told to be done is done. What was undone stays in the journal.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec


class Clock(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How time is counted: not at all, in live minutes with an increment, or in days a move with a bank."""

    kind: str = "none"          # none, live, days
    bank: float = 0.0           # seconds each seat has at the start
    each: float = 0.0           # live: seconds added by a move; days: seconds a move may take before the bank is used


class Opened(msgspec.Struct, frozen=True, tag="open"):
    """The first entry. The seed is the server's secret until the game is over."""

    game: str
    scenario: str
    options: dict[str, str]
    seed: str                   # hexadecimal
    owner: str                  # player id
    rules: int                  # number of the game's rules: under others the journal would not fold
    name: str = ""              # what the sitting is called
    spectators: bool = False
    clock: Clock = Clock()
    record: str = ""            # imported: the record it goes on from
    always_ask: bool = False    # even those who can only let a chance go by
    cards: int = 0              # how many cards there were; 0 in journals that do not tell


class Sat(msgspec.Struct, frozen=True, tag="sit"):
    """A person took a seat."""

    seat: int
    player: str
    name: str


class Seated(msgspec.Struct, frozen=True, tag="bot"):
    """A bot was given a seat."""

    seat: int
    bot: str


class Left(msgspec.Struct, frozen=True, tag="leave"):
    """A seat became free."""

    seat: int


class Acted(msgspec.Struct, frozen=True, tag="act", omit_defaults=True):
    """An action, with what chance made of it."""

    seat: int
    do: str
    chance: list[int]
    standing: bool = False      # and the same to every such chance for the rest of the phase


class Reopened(msgspec.Struct, frozen=True, tag="ask_again"):
    """A seat wants to be asked again what it had declined for the rest of the phase."""

    seat: int


class Undone(msgspec.Struct, frozen=True, tag="undo"):
    """The last actions of a seat were taken back freely."""

    seat: int
    count: int


class Offered(msgspec.Struct, frozen=True, tag="offer"):
    """A proposal to the others: take back to an action, draw, pause, resume."""

    seat: int
    what: str                   # takeback, draw, pause, resume
    back_to: int = -1           # takeback: number of actions that stay


class Replied(msgspec.Struct, frozen=True, tag="reply"):
    """An answer to the proposal that is open."""

    seat: int
    accept: bool


class Resigned(msgspec.Struct, frozen=True, tag="resign", omit_defaults=True):
    """A person has given up a seat, with all others that he holds on its side."""

    seat: int
    reason: str = "resigned"    # or "time": this seat alone
    bot: str = ""               # who stands in, if the game goes on without him


class Said(msgspec.Struct, frozen=True, tag="chat"):
    player: str
    name: str
    text: str


Matter: TypeAlias = Opened | Sat | Seated | Left | Acted | Reopened | Undone | Offered | Replied | Resigned | Said


class Entry(msgspec.Struct, frozen=True):
    """A line of the journal."""

    n: int                      # from 1
    at: float                   # seconds since 1970
    matter: Matter
    client: str = ""            # the message that brought it, so that a resend does nothing twice


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Matter)


def encode(matter: Matter) -> str:
    return _encoder.encode(matter).decode()


def decode(text: str) -> Matter:
    matter: Matter = _decoder.decode(text)
    return matter
