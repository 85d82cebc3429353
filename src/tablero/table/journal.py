"""The journal of a sitting: everything that was accepted, in order, and nothing else.

A sitting follows from its journal: it is opened by folding the entries again. The server commits an entry before it
acknowledges it, so nothing that was acknowledged is lost. What was undone stays in the journal.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

FORMAT = 2      # in format 1 the seed is the server's alone, and clocks stop while a seat is free


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
    rules: int                  # version of the game's rules: under another one the journal could not be folded
    name: str = ""              # what the sitting is called
    spectators: bool = False
    clock: Clock = Clock()
    record: str = ""            # imported: the record it continues
    always_ask: bool = False    # in format 1: ask also seats that can only decline
    cards: int = 0              # how many cards there were; 0 in journals that do not tell
    heirs: bool = False         # who resigns leaves his seats to his ally's player if he has one, else to a bot
    reactions: str = ""         # quick, timed, ask; "" as fits those who play
    window: int = 0             # timed: seconds that a chance to react lasts; 0 as usual
    guide: bool = False         # a guided first game
    format: int = 1
    listed: bool = False        # everybody may take a free seat
    kept: dict[int, str] = {}   # seats that are kept for somebody, by his id: of a rematch


class Sat(msgspec.Struct, frozen=True, tag="sit", omit_defaults=True):
    """A person took a seat; or, before the game has started, gave a number for the seed."""

    seat: int
    player: str
    name: str
    share: str = ""             # his number: 32 bytes, hexadecimal


class Seated(msgspec.Struct, frozen=True, tag="bot"):
    """A bot was given a seat."""

    seat: int
    bot: str


class Left(msgspec.Struct, frozen=True, tag="leave"):
    """A seat became free."""

    seat: int


class Acted(msgspec.Struct, frozen=True, tag="act", omit_defaults=True):
    """An action, with its chance results."""

    seat: int
    do: str
    chance: list[int]
    standing: bool | str = False    # decline more than this question: "kind" (or true), "phase", "fight"
    order: int = -1             # by which order of the seat it was played: -1 by hand, -2 the rest of one
    wait: int = 0               # seconds that a bot waits if it is asked next, so that the action can be taken back


class Held(msgspec.Struct, frozen=True, tag="hold", omit_defaults=True):
    """An answer to a chance to react that stays a secret of the seat until the chance is over."""

    seat: int
    do: str
    standing: bool | str = False


class Order(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An answer that a seat has given beforehand."""

    do: tuple[str, ...]                     # text forms: the answer, and what follows as long as it is offered
    when: tuple[tuple[str, ...], ...] = ()  # the question must be about one thing of each group: "duchy:salamanca"
    once: bool = True                       # it is carried out once


class Ordered(msgspec.Struct, frozen=True, tag="orders"):
    """All that a seat has ordered, in the order in which it is tried."""

    seat: int
    orders: list[Order]


class Quieted(msgspec.Struct, frozen=True, tag="quiet"):
    """All that a seat will not react with until it says so: things, and kinds of chances."""

    seat: int
    things: list[str]


class AskedAgain(msgspec.Struct, frozen=True, tag="ask_again"):
    """A seat takes back what it had declined for the rest of the phase."""

    seat: int


class Undone(msgspec.Struct, frozen=True, tag="undo"):
    """The last actions of a seat were taken back without consent."""

    seat: int
    count: int


class Offered(msgspec.Struct, frozen=True, tag="offer", omit_defaults=True):
    """A proposal to the others: take back to an action, draw, pause, resume, replace a player, delete the game, let
    others watch."""

    seat: int
    what: str                   # takeback, draw, pause, resume, replace, delete, spectators
    back_to: int = -1           # takeback: number of actions that stay
    of: int = -1                # replace: the seat that becomes free
    bot: str = ""               # or is given to this bot


class Replied(msgspec.Struct, frozen=True, tag="reply"):
    """An answer to the proposal that is open."""

    seat: int
    accept: bool


class Resigned(msgspec.Struct, frozen=True, tag="resign", omit_defaults=True):
    """A person has given up a seat, with all others that he holds on its side."""

    seat: int
    reason: str = "resigned"    # or "time": this seat alone
    bot: str = ""               # who stands in, if the game goes on without him
    heir: int = -1              # or the seat of the ally whose player takes over


class Said(msgspec.Struct, frozen=True, tag="chat", omit_defaults=True):
    player: str
    name: str
    text: str
    side: int = -1              # the side it was said to; -1 for all


class Muted(msgspec.Struct, frozen=True, tag="mute"):
    """The owner does not want to hear a person any more at this table, or again."""

    player: str
    name: str
    on: bool


class Interrupted(msgspec.Struct, frozen=True, tag="interrupted"):
    """The server was down, and clocks stood still."""

    since: float
    until: float


class Listed(msgspec.Struct, frozen=True, tag="list"):
    """The owner lets everybody take a free seat, or no longer."""

    on: bool


class Rematched(msgspec.Struct, frozen=True, tag="rematch"):
    """Somebody has opened another table for those who played here, with the seats changed."""

    sitting: str
    name: str                   # who has


Matter: TypeAlias = (
    Opened | Sat | Seated | Left | Acted | Held | Ordered | Quieted | AskedAgain | Undone | Offered | Replied | Resigned
    | Said | Muted | Interrupted | Listed | Rematched
)


class Entry(msgspec.Struct, frozen=True):
    """A line of the journal."""

    n: int                      # from 1
    at: float                   # seconds since 1970
    matter: Matter
    client: str = ""            # id of the client's message, so that a message sent again does nothing


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(Matter)


def encode(matter: Matter) -> str:
    return _encoder.encode(matter).decode()


def decode(text: str) -> Matter:
    matter: Matter = _decoder.decode(text)
    return matter
