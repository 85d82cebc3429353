"""What is true in every position of An Impossible War, and what one action can change."""

from __future__ import annotations

from tablero.games.aiw.board import (
    AREAS,
    ARMY,
    BLOCK_SIDE,
    BLOCKS_OF,
    CARD,
    CARDS,
    CARDS_OF,
    CITIES,
    DECK,
    EVENT,
    HAND,
    LEAST_UPRISING,
    MOST,
    NORTH,
    OF_TYPE,
    PARTIDAS,
    REFUGES,
    REGIONALS,
    REMOVED,
    SPACES,
    TRAINS,
    UNITS,
)
from tablero.games.aiw.fog import alike
from tablero.games.aiw.rules.r04_map import controller
from tablero.games.aiw.rules.r07_cards.s00_decks import HAND_LIMIT
from tablero.games.aiw.rules.r08_command import MOST_COMMAND
from tablero.games.aiw.rules.r11_movement.s00_activation import FormGroup
from tablero.games.aiw.rules.r11_movement.s06_interception import Interceptors
from tablero.games.aiw.rules.r13_sea.s01_transport import Transport
from tablero.games.aiw.rules.r13_sea.s02_disembarkation import Landing
from tablero.games.aiw.rules.r16_skirmish.s00_firing_units import ChooseFiring
from tablero.games.aiw.rules.r20_reinforcements.s00_units import PlaceUnit
from tablero.games.aiw.rules.r24_end_of_year.s08_redeployment import Redeployment
from tablero.games.aiw.state import INSIDE, Aiw
from tablero.kernel.actions import Action
from tablero.kernel.bits import bitset, ids_of
from tablero.kernel.events import Event


def holds(s: Aiw) -> None:
    places(s)
    units(s)
    belief(s)
    fortresses(s)
    cards(s)
    numbers(s)


def places(s: Aiw) -> None:
    """Every block is on one spot, and the ways to ask for it agree."""
    for b, spot in enumerate(s.at):
        side, bit = BLOCK_SIDE[b], 1 << b
        assert bool(s.open[side * AREAS + spot] & bit) if 0 <= spot < AREAS else True, "open is wrong"
        assert bool(s.shut[spot - INSIDE] & bit) if INSIDE <= spot < INSIDE + SPACES else True, "shut is wrong"
        assert bool(s.late & bit) == (spot >= INSIDE + AREAS), "late is wrong"
    standing = [b for b, spot in enumerate(s.at) if spot >= 0]
    assert sum(bits.bit_count() for bits in (*s.open, *s.shut, s.late)) == len(standing), "a block stands twice"
    assert all(not s.open[side * AREAS + x] & ~BLOCKS_OF[side] for side in (0, 1) for x in range(AREAS))
    used = (1 << len(s.at)) - 1
    for b, spot in enumerate(s.at):
        if spot < 0:
            used &= ~(1 << b)
    assert s.used == used, "used is wrong"
    assert s.wagons == bitset(b for b in standing if TRAINS >> s.unit[b] & 1), "wagons is wrong"
    for side in (0, 1):
        there = bitset(x for x in range(AREAS) if s.open[side * AREAS + x])
        assert s.present[side] == there, "present is wrong"
    for seen in (s.shown, s.acted, s.forced, s.stood, s.retreated, s.landed, s.abroad, s.sortied, s.led, s.apart):
        assert not seen & ~used, "something is known of a piece of wood that is not in use"


def units(s: Aiw) -> None:
    """Every unit is in at most one place: on the map, in the bag, in a box, gone, or about to be placed."""
    found = [s.unit[b] for b, spot in enumerate(s.at) if spot >= 0]
    assert len(found) == len(set(found)), "a unit stands twice"
    for b, spot in enumerate(s.at):
        if spot >= 0:
            assert UNITS[s.unit[b]].side == BLOCK_SIDE[b], "a block of the wrong colour"
            assert 1 <= s.strength[b] <= MOST[s.unit[b]], "a strength that cannot be"
    found += [frame.unit for frame in s.stack if isinstance(frame, PlaceUnit) and frame.unit not in found]
    found += [u for side in (0, 1) for u in ids_of(s.bag[side])]
    found += [*ids_of(s.trains), *ids_of(s.partidas), *ids_of(s.regionals), *ids_of(s.gone)]
    assert len(found) == len(set(found)), f"a unit is in two places: {sorted(found)}"
    assert all(not s.bag[side] & ~ARMY[side] for side in (0, 1))
    assert not (s.bag[0] | s.bag[1]) & (TRAINS | PARTIDAS | REGIONALS), "the bag holds what it never does"
    assert [s.bag[side].bit_count() for side in (0, 1)] == s.bagged


def belief(s: Aiw) -> None:
    """What the enemy thinks possible contains the truth."""
    for b, spot in enumerate(s.at):
        if spot >= 0:
            assert s.may[b] >> s.unit[b] & 1, f"block {b} is taken for what it is not"
            assert s.low[b] <= s.strength[b] <= s.high[b], f"block {b}: strength {s.strength[b]} is not believed"
    for side in (0, 1):
        assert not s.bag[side] & ~s.bag_may[side], "a unit in the bag that nobody expects there"
    for blocks, kinds, least in s.facts:
        assert sum(kinds >> s.unit[b] & 1 for b in ids_of(blocks)) >= least, "a fact that is false"


def fortresses(s: Aiw) -> None:
    assert not s.forts[0] & s.forts[1], "a Fortress of both sides"
    assert CITIES & (s.forts[0] | s.forts[1]) == CITIES, "a City without its Fortress"
    assert not (s.works[0] | s.works[1]) & (s.forts[0] | s.forts[1] | CITIES | REFUGES), "works where none can be"
    assert not s.siege & ~(s.forts[0] | s.forts[1]), "a siege of nothing"
    assert not s.held & ~NORTH
    if not s.touched:
        for x in range(SPACES):
            both = bool(s.open[x]) and bool(s.open[AREAS + x])
            assert both or (controller(s, x) == 0) == bool(s.held >> x & 1), f"control of {x} is wrong"


def cards(s: Aiw) -> None:
    """No card is in two places; hands hold no Events and no more than they may."""
    assert sum(s.piles) == _union(s.piles) == CARDS.all, "a card is in two places, or nowhere"
    assert s.sizes == [pile.bit_count() for pile in s.piles]
    for side in (0, 1):
        assert not (s.piles[HAND[side]] | s.piles[DECK[side]]) & ~CARDS_OF[side]
        assert not s.piles[HAND[side]] & OF_TYPE[EVENT], "an Event in a hand"
        assert s.piles[HAND[side]].bit_count() == s.sizes[HAND[side]] <= HAND_LIMIT + 1
        assert not CARDS.known(s, HAND[side]) & ~s.piles[HAND[side]]
    assert s.army_within == 0 or 1 <= s.army_due <= s.army_within
    assert s.army_within == 0 or s.piles[DECK[1]] >> CARD["army_of_the_north"] & 1


def _union(sets: tuple[int, ...]) -> int:
    found = 0
    for one in sets:
        found |= one
    return found


def numbers(s: Aiw) -> None:
    assert 1834 <= s.year <= 1838
    assert 0 <= s.turn <= 5
    assert all(0 <= points <= MOST_COMMAND for points in s.command)
    assert 0 <= s.prestige <= 3
    assert s.debt >= 0
    assert not (s.debt and s.prestige), "debt beside Prestige"
    assert all(least <= now <= 3 for least, now in zip(LEAST_UPRISING, s.uprising, strict=True))
    assert all(0 <= n <= 5 for n in s.pursuit)
    assert all(n > 0 for n in s.loads.values())
    assert all(n >= 0 for n in (s.box_field, s.box_mountain, *s.cups, *s.sacks))


def counterpart(one: Aiw, other: Aiw, action: Action) -> Action:
    """Labels carry no past: what is done with a block looks the same whatever the block is. But a group that is being
    formed in secret is guessed as not begun."""
    return action if _forming(one) == _forming(other) else ("nothing",)


def _forming(s: Aiw) -> list[object]:
    """What has been chosen in secret to go, as far as it will be seen: how much, and from where."""
    found: list[object] = []
    for frame in s.stack:
        if isinstance(frame, FormGroup):
            found += (frame.picked.bit_count(), frame.load)
        elif isinstance(frame, ChooseFiring):
            found += ((frame.picked & blocks).bit_count() for blocks in BLOCKS_OF)
        elif isinstance(frame, Interceptors):
            found += (frame.picked.bit_count(), frame.cargo)
        elif isinstance(frame, Landing):
            found += (len(frame.picked), frame.cargo)
        elif isinstance(frame, Transport):
            found += (alike(s, frame.block) if frame.block >= 0 else 0, frame.train >= 0, frame.cargo)
        elif isinstance(frame, Redeployment) and frame.block >= 0:
            found.append(alike(s, frame.block))
    return found


def eager(s: Aiw, seat: int, found: list[Action]) -> list[Action]:
    """March on the enemy, and do something rather than nothing."""
    marches = [a for a in found if a[0] == "march" and s.open[(1 - seat) * AREAS + a[-1]]]
    idle = ("done", "pass", "store", "stand", "no", "yield", "halt", "stop")
    return marches or [a for a in found if a[0] not in idle]


def follows(before: Aiw, after: Aiw, told: list[Event]) -> None:
    """Years go on; what is gone stays gone; points are told; cards out of the game stay out."""
    assert (after.year, after.turn) >= (before.year, before.turn) or after.year > before.year
    assert not before.gone & ~after.gone, "a unit came back from the dead"
    came_back = before.piles[REMOVED] & ~after.piles[REMOVED]
    assert not came_back or any(event.kind in ("voided", "card_returned") for event in told), "a card came back"
    scored = sum((1 if event.args[0] == 0 else -1) * event.args[1] for event in told if event.kind == "scored")
    assert after.vp - before.vp == scored, "points that nobody told of"
