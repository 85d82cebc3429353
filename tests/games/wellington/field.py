"""Positions for the tests of rules: a few pieces on an otherwise empty map, and words to play with.

    s = game({"lisbon": "wellington britain:5", "badajoz": "soult sud:3"}, active="britain")
    run(s, Spending(BRITAIN, 3))
    do(s, "lead wellington", "step abrantes", dice=[6, 1])
    assert "abrantes" == at(s, "wellington")

Every Duchy is its original owner's, as at the start of 1812, but for the Flags that are named. Hands are empty but for
the cards that are named; the other cards lie in the draw pile and in the Reserves. Under the frame that is run is the
Impulse of the Active Power, and nothing follows.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import tablero
from tablero.games.wellington import GAME
from tablero.games.wellington.board import (
    BRITAIN,
    CARD,
    CARDS,
    COMMON,
    DISCARDS,
    DRAW_PILE,
    DUCHIES,
    DUCHY,
    DUCHY_NAMES,
    HAND,
    HOME,
    HOME_DECK,
    LEADER,
    LEADER_NAMES,
    NAMES,
    ORIGINAL,
    PLACES,
    POWERS,
    RESERVE,
    SCENARIOS,
    SPAIN,
    STARTS,
    SUD,
    UNBUILT,
)
from tablero.games.wellington.rules.r01_pieces.s05_soldiers import add_soldiers
from tablero.games.wellington.rules.r01_pieces.s06_leaders import move_leader
from tablero.games.wellington.rules.r03_control import controller, set_owner
from tablero.games.wellington.state import Duchy, Leader, Power, Wellington
from tablero.games.wellington.verbs import EVENTS, VERBS
from tablero.kernel.actions import Action, read, write
from tablero.kernel.bits import bitset, ids_of
from tablero.kernel.engine import advance
from tablero.kernel.events import Event
from tablero.kernel.frames import Frame, Procedure
from tablero.kernel.refusals import Refusal
from tablero.kernel.windows import Ask
from tests.rules import known

PLACE = {name: x for x, name in enumerate((*DUCHY_NAMES, "unbuilt", "regroup"))}


@dataclass(slots=True)
class Pause(Ask):
    """Nothing is to be done any more: the position can be looked at."""

    def candidates(self, s: Wellington, seat: int) -> list[Action]:
        return [("yes",), ("no",)]


def game(
    places: Mapping[str, str] | None = None,
    *,
    active: str = "britain",
    flags: Mapping[str, str] | None = None,
    hands: Mapping[str, str] | None = None,
    discards: str = "",
    start: str = "1812",
    year: int = 0,
    dice: Iterable[int] | None = None,
) -> Wellington:
    """A war in an Impulse of the Active Power. `places`: which pieces are in a Duchy or box, Leaders by their ids and
    SPs as `spain:4`; `flags` and `hands`: by Power its Duchies and its cards."""
    s = Wellington(rules=GAME.rules, start=SCENARIOS.index(start))
    s.year, s.round = year or STARTS[s.start].year, 2
    s.resources = [0] * len(POWERS)
    s.at = [UNBUILT] * len(LEADER_NAMES)
    s.here = [0] * PLACES
    s.here[UNBUILT] = bitset(range(len(LEADER_NAMES)))
    s.sp = [0] * (len(POWERS) * DUCHIES)
    s.regroup, s.occupied = [0] * len(POWERS), [0] * len(POWERS)
    s.commander, s.marched = [-1] * (2 * DUCHIES), [0] * len(LEADER_NAMES)
    s.flag, s.owned = [-1] * DUCHIES, list(ORIGINAL)
    s.score = []
    for name, texts in (flags or {}).items():
        for x in texts.split():
            set_owner(s, DUCHY[x], POWERS.index(name))
    for where, pieces in (places or {}).items():
        for text in pieces.split():
            stand(s, text, where)
    deal(s, hands or {}, discards)
    s.active = s.box = POWERS.index(active)
    s.last = (s.active + 3) % 4
    before = (s.active + 2) % 4
    s.last_of = (before, s.last) if s.last & 1 else (s.last, before)
    s.script = None if dice is None else list(dice)
    s.stack = [impulse_of(s.active), Pause(s.active)]
    return s


def impulse_of(power: Power) -> Procedure:
    """An Impulse in which nothing follows."""
    from tablero.games.wellington.rules.r04_sequence.s02_impulses import Impulse
    impulse = Impulse(power)
    impulse.at = len(impulse.steps())
    return impulse


def stand(s: Wellington, text: str, where: str) -> None:
    """Put a Leader or SPs (`spain:4`) into a Duchy or box."""
    place = PLACE[where]
    power, _, sps = text.partition(":")
    if not sps:
        move_leader(s, LEADER[text], place)
    elif place < DUCHIES:
        add_soldiers(s, POWERS.index(power), place, int(sps))
    else:
        s.regroup[POWERS.index(power)] += int(sps)


def deal(s: Wellington, hands: Mapping[str, str], discards: str = "") -> None:
    """Cards in Hands; all others are in the draw pile and the Reserves."""
    held = {power: bitset(CARD[name] for name in hands.get(name_of, "").split())
            for power, name_of in enumerate(POWERS)}
    dealt = 0
    for cards in held.values():
        dealt |= cards
    gone = bitset(CARD[name] for name in discards.split())
    piles = {DRAW_PILE: COMMON & ~dealt & ~gone, DISCARDS: gone}
    for power in range(len(POWERS)):
        piles[HAND[power]] = held[power] & COMMON
        piles[HOME[power]] = held[power] & HOME_DECK[power]
    for power in (BRITAIN, SUD, SPAIN):
        piles[RESERVE[power]] = HOME_DECK[power] & ~dealt
    CARDS.deal_out(s, piles)


def run(s: Wellington, frame: Frame, dice: Iterable[int] | None = None) -> list[Event]:
    """Let a frame run until somebody has a choice; `dice` are the chance results to come."""
    if dice is not None:
        s.script = list(dice)
    s.call(frame)
    advance(s)
    events, s.events = s.events, []
    is_told(s)
    return events


def is_told(s: Wellington) -> None:
    """Whoever is asked is told what, and by which rule."""
    if s.stack and not isinstance(s.stack[-1], Pause):
        for seat in tablero.players(s):
            assert tablero.prompt(s, seat).rule in known("wellington")


def do(s: Wellington, *texts: str, dice: Iterable[int] | None = None) -> list[Event]:
    """Play words such as `step porto`, by the first seat that is asked. `dice` are chance results from here on."""
    if dice is not None:
        s.script = list(dice)
    told: list[Event] = []
    for text in texts:
        told += tablero.apply(s, tablero.players(s)[0], read(text, VERBS, NAMES))
        is_told(s)
    return told


def offered(s: Wellington) -> list[str]:
    """What the asked seat may do, in words."""
    return [write(action, VERBS, NAMES) for action in tablero.options(s, tablero.players(s)[0])]


def refused(s: Wellington, text: str) -> Refusal | None:
    """Why not; None if it is offered."""
    return tablero.why_not(s, tablero.players(s)[0], read(text, VERBS, NAMES))


def asked(s: Wellington) -> str:
    """The question that is open: `spain NameCommander`; nobody when all is over."""
    if isinstance(s.stack[-1], Pause):
        return "nobody"
    return f"{POWERS[tablero.players(s)[0]]} {type(s.stack[-1]).__name__}"


def x(name: str) -> Duchy:
    return DUCHY[name]


def leader(name: str) -> Leader:
    return LEADER[name]


def leaders(*names: str) -> int:
    return bitset(LEADER[name] for name in names)


def at(s: Wellington, name: str) -> str:
    """Where a Leader is: a Duchy, `unbuilt` or `regroup`."""
    return NAMES["duchy"][s.at[LEADER[name]]]


def sps(s: Wellington, power: str, where: str) -> int:
    """The SPs of a Power in a Duchy or in its Regroup Box."""
    seat = POWERS.index(power)
    return s.regroup[seat] if where == "regroup" else s.sp[seat * DUCHIES + DUCHY[where]]


def pieces_at(s: Wellington, where: str) -> str:
    """What stands in a Duchy, as `game` takes it: `wellington britain:5`."""
    duchy = DUCHY[where]
    words = [LEADER_NAMES[one] for one in ids_of(s.here[duchy])]
    words += [f"{name}:{n}" for seat, name in enumerate(POWERS) if (n := s.sp[seat * DUCHIES + duchy])]
    return " ".join(words)


def holder(s: Wellington, where: str) -> str:
    """Who Controls a Duchy; nobody where it is Uncontrolled."""
    power = controller(s, DUCHY[where])
    return POWERS[power] if power >= 0 else "nobody"


def marked(s: Wellington, name: str) -> bool:
    """Does a Leader bear the Battle or Failed Intercept marker?"""
    return bool(s.marked >> LEADER[name] & 1)


def told(events: list[Event], kind: str) -> list[tuple[int, ...]]:
    """The arguments of all events of a kind."""
    return [said(kind, event.args) for event in events if event.kind == kind]


def said(kind: str, args: tuple[int, ...]) -> tuple[int, ...]:
    """What is said of an event: not the faces of its dice, which the test has set or seen itself."""
    return tuple(n for n, argument in zip(args, EVENTS[kind], strict=True) if argument.name != "faces")
