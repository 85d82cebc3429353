"""Positions for the tests of rules: a few units on an empty map, a phase that goes on, and words to play with.

    s = war({"vitoria": "l_rg1 l_ln1:2 field:2", "salvatierra": "c_nav1"}, side="liberal")
    run(s, Activation(LIBERAL, area("vitoria")))
    do(s, "add l_rg1", "done", dice=[5])
    assert at(s, "l_rg1") == "salvatierra"

Units are called by their ids, in positions and in words: which block a unit is changes as blocks are picked out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import tablero
from tablero.games.aiw import GAME
from tablero.games.aiw.board import (
    CARD,
    CARDS,
    CARLIST,
    DECK,
    FACES,
    FIELD,
    FIRST_REGION,
    HAND,
    MOUNTAIN,
    NAMES,
    SACK,
    SIDES,
    SPACES,
    TRAINS,
    UNIT,
    UNITS,
    area,
)
from tablero.games.aiw.examples import block, spot, spot_name, stand
from tablero.games.aiw.examples import read as action
from tablero.games.aiw.rules.r02_scenarios import empty
from tablero.games.aiw.rules.r03_turn.s00_player_phase import PlayerPhase
from tablero.games.aiw.rules.r03_turn.s00_turn import War
from tablero.games.aiw.rules.r04_map import controller
from tablero.games.aiw.rules.r05_units.s01_counters import load
from tablero.games.aiw.state import Aiw
from tablero.kernel.bits import bitset
from tablero.kernel.engine import advance
from tablero.kernel.events import Event
from tablero.kernel.frames import Frame
from tablero.kernel.refusals import Refusal

SACK_COUNTERS = 4


def war(
    places: Mapping[str, str],
    *,
    side: str = "carlist",
    year: int = 1835,
    turn: int = 2,
    points: int = 5,
    command: tuple[int, int] = (0, 0),
    forts: Mapping[str, Iterable[str]] | None = None,
    works: Mapping[str, Iterable[str]] | None = None,
    siege: Iterable[str] = (),
    uprising: Mapping[str, int] | None = None,
    bags: Iterable[str] = (),
    hands: Iterable[str] = (),
    decks: Iterable[str] = (),
    partidas: Iterable[str] = (),
    secret: bool = False,
    scenario: str = "entire_war",
) -> Aiw:
    """A war in a Player Phase of a side with so many Action Points. `places`: what stands where, units as `id` (full
    strength) or `id:strength`, guns and Knapsacks as `field:2 mountain:1 knapsack:2` after a unit of their side (or
    `carlist field:1` where there is none). `forts` are Fortresses besides the Liberal Cities, by side; a City given to
    the Carlists is theirs. Spaces in `siege` are besieged. `command` is Carlist, Liberal. Bags, hands, decks: ids."""
    s = Aiw(scenario=GAME.scenarios.index(scenario), year=year, turn=turn, rules=GAME.rules, secret=secret)
    empty(s)
    s.command = list(command)
    s.sacks = [SACK_COUNTERS, SACK_COUNTERS]
    s.trains = TRAINS
    s.first = SIDES.index(side)
    for owner, names in (forts or {}).items():
        built = bitset(area(name) for name in names)
        s.forts[SIDES.index(owner)] |= built
        s.forts[1 - SIDES.index(owner)] &= ~built
    for owner, names in (works or {}).items():
        s.works[SIDES.index(owner)] |= bitset(area(name) for name in names)
    for text, pieces in places.items():
        stand(s, spot(text), pieces)
    s.siege = bitset(area(name) for name in siege)
    s.held = bitset(x for x in range(SPACES) if controller(s, x) == CARLIST)
    for name, level in (uprising or {}).items():
        s.uprising[area(name) - FIRST_REGION] = level
    for name in bags:
        owner = UNITS[UNIT[name]].side
        s.bag[owner] |= 1 << UNIT[name]
        s.bag_may[owner] |= 1 << UNIT[name]
        s.bagged[owner] += 1
    for name in partidas:
        s.partidas |= 1 << UNIT[name]
    for name in hands:
        put_cards(s, HAND[GAME_CARD_SIDE[name]], name)
    for name in decks:
        put_cards(s, DECK[GAME_CARD_SIDE[name]], name)
    s.touched = 0
    s.stack = [
        War(at=len(War().steps())),
        PlayerPhase(s.first, points=2 * points, begun=s.siege, at=len(PlayerPhase(0).steps())),
    ]
    return s


def put_cards(s: Aiw, zone: int, *names: str) -> None:
    """Cards go to a zone from wherever they are; nobody remembers where others were."""
    cards = bitset(CARD[name] for name in names)
    piles = {z: pile & ~cards for z, pile in enumerate(s.piles)}
    CARDS.deal_out(s, {**piles, zone: piles[zone] | cards})


def everybody_knows(s: Aiw, name: str) -> None:
    """Everybody has seen where a card went."""
    s.sees = [cards | 1 << CARD[name] for cards in s.sees]


def _card_sides() -> dict[str, int]:

    return {card.id: card.side for card in FACES}


GAME_CARD_SIDE = _card_sides()


def run(s: Aiw, frame: Frame, dice: list[int] | None = None) -> list[Event]:
    """Start a frame on top of the phase, and play to the first question. `dice` must fit exactly."""
    s.script = None if dice is None else list(dice)
    s.call(frame)
    advance(s)
    assert not s.script, f"dice left over: {s.script}"
    s.script = None
    told, s.events = s.events, []
    return told


def do(s: Aiw, *texts: str, dice: list[int] | None = None, seat: str | None = None) -> list[Event]:
    """Play words such as `add l_rg1` or `march vitoria`, by the seat that is asked (or the one named). `dice` are the
    chance results of all of them together: die faces 1-6, draws as an index from 0; they must fit exactly."""
    s.script = None if dice is None else list(dice)
    told: list[Event] = []
    for text in texts:
        who = tablero.players(s)[0] if seat is None else SIDES.index(seat)
        told += tablero.apply(s, who, action(s, text))
    assert not s.script, f"dice left over: {s.script}"
    s.script = None
    return told


def dice_of(events: list[Event]) -> set[tuple[str, int]]:
    """Who fired, and with how many dice."""
    return {(UNITS[event.args[0]].id, event.args[1]) for event in events if event.kind == "fired"}


def offered(s: Aiw, seat: str | None = None) -> list[str]:
    """What the asked seat may do, in words; blocks as the units that they are."""
    who = tablero.players(s)[0] if seat is None else SIDES.index(seat)
    found = []
    for act in tablero.options(s, who):
        words = [act[0]]
        for argument, value in zip(GAME.verbs[act[0]], act[1:], strict=True):
            if argument.kind == "block":
                words.append(UNITS[s.unit[value]].id)
            elif argument.kind == "number":
                words.append(str(value))
            else:
                words.append(NAMES[argument.kind][value])
        found.append(" ".join(words))
    return found


def refused(s: Aiw, text: str, seat: str | None = None) -> Refusal | None:
    """Why not; None if it is offered."""
    who = tablero.players(s)[0] if seat is None else SIDES.index(seat)
    return tablero.why_not(s, who, action(s, text))


def asked(s: Aiw) -> str:
    """The question that is open: `carlist Challenge`, or the end."""
    if not s.stack or not tablero.players(s):
        return "nobody"
    return f"{SIDES[tablero.players(s)[0]]} {type(s.stack[-1]).__name__}"


def at(s: Aiw, unit: str) -> str:
    """Where a unit is: `vitoria`, `inside bilbao`, `road durango>orduna`, or where it went: `bag`, `box`, `gone`."""
    u = UNIT[unit]
    if u not in s.unit:
        owner = UNITS[u].side
        if s.bag[owner] >> u & 1:
            return "bag"
        return "gone" if s.gone >> u & 1 else "box" if (s.partidas | s.regionals | s.trains) >> u & 1 else "out of play"
    return spot_name(s.at[block(s, unit)])


def strength(s: Aiw, unit: str) -> int:
    """Current strength; 0 if it is not on the map."""
    return s.strength[block(s, unit)] if UNIT[unit] in s.unit else 0


def guns(s: Aiw, side: str, where: str) -> tuple[int, int]:
    """Field and Mountain Artillery of a side on a spot."""
    owner = SIDES.index(side)
    return load(s, owner, FIELD, spot(where)), load(s, owner, MOUNTAIN, spot(where))


def knapsack(s: Aiw, side: str, where: str) -> int:
    return load(s, SIDES.index(side), SACK, spot(where))


def told(events: list[Event], kind: str) -> list[tuple[int, ...]]:
    """The arguments of all events of a kind; not the faces of its dice, which the test has set itself."""
    kept = [i for i, argument in enumerate(GAME.events[kind]) if argument.name != "faces"]
    return [tuple(event.args[i] for i in kept) for event in events if event.kind == kind]


def heard(events: list[Event], *kinds: str) -> list[str]:
    """The events of these kinds in words, as they came: `went_inside liberal pamplona 1`."""
    found = []
    for event in events:
        if event.kind in kinds:
            words = [event.kind]
            for argument, value in zip(GAME.events[event.kind], event.args, strict=True):
                words.append(str(value) if argument.kind == "number" else NAMES[argument.kind][value])
            found.append(" ".join(words))
    return found
