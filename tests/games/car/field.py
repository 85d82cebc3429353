"""Positions for the tests of rules: a few units on an otherwise empty map, and words to play with.

    s = field({"illescas": "nat_inf_1 nat_inf_2:r", "madrid": "rep_rpa_1"}, side="nationalist")
    attack(s, "madrid", dice=[6, 1])
    assert "gone" == at(s, "rep_rpa_1")

A counter is called by its id, or by its row in the pack (`nat_inf`: the next counter that is free), with `:r` at
reduced strength. Spaces with units belong to their side; all others to whom they belong at the start of the war.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import tablero
from tablero.games.car import GAME, printed
from tablero.games.car.board import (
    AFRICA,
    BOX_NAMES,
    CARD,
    CARDS,
    CODES,
    DECK,
    DISCARDS,
    ELIMINATED,
    FACES,
    GONE,
    HAND,
    KEPT,
    NAT,
    PLACES,
    POOL,
    REMOVED,
    RESERVE,
    SIDES,
    SPACE_NAMES,
    SPACES,
    TRACK,
    UNIT,
    UNIT_SIDE,
    UNITS,
    space,
)
from tablero.games.car.rules.r02_map import adjacent, put, spaces_of, units_in
from tablero.games.car.rules.r08_cards.s02_operations import Operations
from tablero.games.car.rules.r11_combat.s01_combat import Combats
from tablero.games.car.rules.r11_combat.s02_resolution import Combat
from tablero.games.car.rules.r11_combat.s03_losses import Losses
from tablero.games.car.state import DIVIDED_NAT, DIVIDED_REP, END_OF_NORTH, LINKED_NORTH, Car, Place, Space, Unit
from tablero.kernel.actions import Action
from tablero.kernel.bits import bitset, ids_of
from tablero.kernel.engine import advance
from tablero.kernel.events import Event
from tablero.kernel.refusals import Refusal
from tablero.kernel.windows import Ask

BOXES = {"reserve": RESERVE, "eliminated": ELIMINATED, "gone": GONE, "africa": AFRICA, "track": TRACK, "pool": POOL}
FREE_OF_SPECIAL_RULES = 7           # a Turn after the War of the Columns that is no Winter Turn


@dataclass(slots=True)
class Pause(Ask):
    """Nothing is to be done any more: the operation can be looked at."""

    def candidates(self, s: Car, seat: int) -> list[Action]:
        return [("yes",), ("no",)]


def field(
    places: Mapping[str, str] | None = None,
    *,
    side: str = "nationalist",
    turn: int = FREE_OF_SPECIAL_RULES,
    nationalist: str = "",
    republican: str = "",
    positions: str = "",
    trenches: str = "",
    hands: str = "",
    kept: str = "",
    happened: str = "",
    event: str = "",
    rm: int = 20,
) -> Car:
    """A war in an operation of a side in which all its spaces are Activated for Combat. `places`: which units are
    where, boxes by their names (`reserve`). `nationalist` and `republican` are spaces that belong to them besides;
    `event` is the card that has given the operation. Hands are empty but for the cards named."""
    s = printed("campaign").clone()
    s.turn, s.round, s.side, s.rm = turn, 1, SIDES.index(side), rm
    s.shortage, s.sieges, s.isolated, s.reduced = False, [0, 0, 0], 0, 0
    s.positions = s.trenches = s.special = s.full = 0
    s.once = LINKED_NORTH | END_OF_NORTH | DIVIDED_REP | DIVIDED_NAT        # no such changes of Morale
    s.at = [POOL[owner] for owner in UNIT_SIDE]
    s.here = [0] * PLACES
    s.occupied = [0, 0]
    for unit, place in enumerate(s.at):
        s.here[place] |= 1 << unit
    for name in nationalist.split():
        s.held |= 1 << space(name)
    for name in republican.split():
        s.held &= ~(1 << space(name))
    for where, units in (places or {}).items():
        for text in units.split():
            stand(s, text, where)
    s.positions = bitset(space(name) for name in positions.split())
    s.trenches = bitset(space(name) for name in trenches.split())
    s.happened = bitset(CARD[name] for name in happened.split())
    CARDS.bar(s, turn)
    deal(s, hands, kept)
    card = CARD[event] if event else -1
    s.stack = [Operations(s.side, 0, card, attacks=s.occupied[s.side], at=len(Operations(0, 0).steps())),
               Pause(s.side)]
    return s


def stand(s: Car, text: str, where: str) -> Unit:
    """Put a unit into a space or box; the space is its side's then."""
    name, _, reduced = text.partition(":")
    unit = UNIT[name] if name in UNIT else next(
        u for u, counter in enumerate(UNITS) if counter.row == name and s.at[u] == POOL[counter.side])
    owner = UNIT_SIDE[unit]
    place: Place = BOXES[where][owner] if where in BOXES else space(where)
    put(s, unit, place)
    if reduced:
        s.reduced |= 1 << unit
    if place < SPACES:
        s.held = s.held | 1 << place if owner == NAT else s.held & ~(1 << place)
    return unit


def deal(s: Car, hands: str, kept: str = "") -> None:
    """Cards in hands and face up before their sides; all others are in the draw piles."""
    held, face_up = (bitset(CARD[name] for name in names.split()) for names in (hands, kept))
    piles = {}
    for owner, own in enumerate(CARDS.by):
        piles[HAND[owner]] = own & held
        piles[KEPT[owner]] = own & face_up
        piles[DECK[owner]] = own & ~(held | face_up)
    CARDS.deal_out(s, piles)


def operation(s: Car) -> Operations:
    return s.frame(Operations)


def begin(s: Car) -> None:
    """Ask for combats."""
    s.call(Combats(s.side))
    advance(s)


def attack(s: Car, target: str, *units: str, dice: Iterable[int] | None = None) -> list[Event]:
    """Attack a space, with the units named or with all that can; `dice` are the chance results to come."""
    s.script = None if dice is None else list(dice)
    if not isinstance(s.stack[-1], Combats):
        begin(s)
    told = tablero.apply(s, s.side, ("target", space(target)))
    names = list(units)
    while isinstance(top := s.stack[-1], Combats) and top.target >= 0:
        can = [action for action in tablero.options(s, s.side) if action[0] == "join"]
        wanted: list[Action] = [("join", UNIT[name]) for name in names if not top.joined >> UNIT[name] & 1]
        if not units and can:
            told += tablero.apply(s, s.side, can[0])
        elif wanted:
            told += tablero.apply(s, s.side, wanted[0])
        else:
            told += tablero.apply(s, s.side, ("fight",))
    return told


def suffer(s: Car, target: str, number: int, *, defender: bool = False, armor: bool = False) -> None:
    """The attackers of a space, or its defenders, take the losses of a Loss Number; nothing follows."""
    x = space(target)
    units = units_in(s, adjacent(s)[x] & operation(s).attacks)
    combat = Combat(s.side, x, units, armor=armor, at=len(Combat(0, 0, 0).steps()))
    combat.designate(s)
    s.call(combat)
    s.call(Losses(1 - s.side if defender else s.side, number))
    advance(s)


def do(s: Car, *texts: str, dice: Iterable[int] | None = None) -> list[Event]:
    """Play words such as `join nat_inf_1`, by the seat that is asked. `dice` are chance results from here on."""
    if dice is not None:
        s.script = list(dice)
    told: list[Event] = []
    for text in texts:
        told += tablero.apply(s, tablero.players(s)[0], GAME.read(s, text))
    return told


def take_losses(s: Car) -> list[Event]:
    """Answer the questions about losses, whatever is offered first."""
    found: list[Event] = []
    while asked(s).endswith(("LoseStep", "ReplaceCorps")):
        found += do(s, offered(s)[0])
    return found


def offered(s: Car) -> list[str]:
    """What the asked seat may do, in words."""
    return [GAME.write(s, action) for action in tablero.options(s, tablero.players(s)[0])]


def refused(s: Car, text: str) -> Refusal | None:
    """Why not; None if it is offered."""
    return tablero.why_not(s, tablero.players(s)[0], GAME.read(s, text))


def asked(s: Car) -> str:
    """The question that is open: `republican LoseStep`; nobody when the operation is over."""
    if isinstance(s.stack[-1], Pause):
        return "nobody"
    return f"{SIDES[tablero.players(s)[0]]} {type(s.stack[-1]).__name__}"


def at(s: Car, name: str) -> str:
    """Where a unit is: a space, or a box such as `reserve`."""
    place = s.at[UNIT[name]]
    return SPACE_NAMES[place] if place < SPACES else BOX_NAMES[place - SPACES].rpartition("_")[0]


def reduced(s: Car, name: str) -> bool:
    return bool(s.reduced >> UNIT[name] & 1)


def units_at(s: Car, name: str) -> list[str]:
    """The units in a space, the reduced ones with `:r`."""
    return [UNITS[u].id + ":r" * (s.reduced >> u & 1) for u in ids_of(s.here[space(name)])]


def steps(s: Car, *names: str) -> int:
    """The steps that units have left on the map."""
    return sum(0 if s.at[UNIT[name]] >= SPACES else 1 if s.reduced >> UNIT[name] & 1 else 2 for name in names)


def zone(s: Car, card: str) -> str:
    """Where a card lies: hand, kept, discards, deck, removed."""
    where = CARDS.where(s, CARD[card])
    if where == REMOVED:
        return "removed"
    owner = FACES[CARD[card]].side
    zones = {HAND[owner]: "hand", KEPT[owner]: "kept", DISCARDS[owner]: "discards", DECK[owner]: "deck"}
    return zones[where]


def holder(s: Car, name: str) -> str:
    """Who controls a space: `nat` or `rep`."""
    return CODES[0] if s.held >> space(name) & 1 else CODES[1]


def spots(s: Car, *names: str) -> set[Space]:
    """The spaces in which units are."""
    return set(ids_of(spaces_of(s, bitset(UNIT[name] for name in names))))


def told(events: list[Event], kind: str) -> list[tuple[int, ...]]:
    """The arguments of all events of a kind."""
    return [event.args for event in events if event.kind == kind]
