"""What is true in every position of Crusade and Revolution, and what one action can change."""

from __future__ import annotations

from tablero.games.car.board import (
    ARMY,
    CARDS,
    CARDS_OF,
    DECK,
    GONE,
    HAND,
    NAT,
    PLACES,
    POOL,
    REMOVED,
    REP,
    SIEGES,
    SPACES,
    STACK,
    UNIT_SIDE,
)
from tablero.games.car.rules.r02_map import friendly
from tablero.games.car.rules.r10_movement.s01_movement import Moves
from tablero.games.car.rules.r10_movement.s02_works import markers_left
from tablero.games.car.rules.r14_replacements import FIRST_RESISTANCE
from tablero.games.car.rules.r15_war_progress.s02_corps import MakeRoom
from tablero.games.car.state import Car
from tablero.kernel.actions import Action
from tablero.kernel.bits import bitset
from tablero.kernel.events import Event


def holds(s: Car) -> None:
    units(s)
    spaces(s)
    cards(s)
    numbers(s)


def units(s: Car) -> None:
    """Every counter is in one place, and the ways to ask for it agree."""
    assert sum(s.here) == (ARMY[NAT] | ARMY[REP]), "a counter is in two places, or nowhere"
    assert all(s.here[place] >> unit & 1 for unit, place in enumerate(s.at)), "at and here disagree"
    for side in (NAT, REP):
        there = bitset(x for x in range(SPACES) if s.here[x] & ARMY[side])
        assert s.occupied[side] == there, "occupied is wrong"
        assert not there & ~friendly(s, side), "a unit in a space that its side does not control"
    assert s.full == bitset(x for x in range(SPACES) if s.here[x].bit_count() >= STACK), "full is wrong"
    assert all(UNIT_SIDE[unit] == (place - SPACES) % 2 for unit, place in enumerate(s.at) if place >= SPACES)
    assert not s.reduced & (s.here[POOL[NAT]] | s.here[POOL[REP]]), "a unit is reduced before it is in play"
    moving = s.stack and isinstance(s.stack[-1], (Moves, MakeRoom))
    assert moving or all(s.here[x].bit_count() <= STACK for x in range(SPACES)), "more units than stacking allows"
    assert len(s.here) == PLACES


def spaces(s: Car) -> None:
    """Works are of one kind and within the markers; there is a Beach Head only with its coast."""
    assert not s.positions & s.trenches, "a Position and a Trench in one space"
    assert not s.special & ~s.trenches
    assert not s.tried[0] & s.tried[1]
    assert all(markers_left(s, side) >= 0 for side in (NAT, REP)), "more works than markers"
    assert (s.beach < 0) == (s.coast < 0)
    assert not s.isolated & ~s.held, "an Isolated Space that is not Nationalist"


def cards(s: Car) -> None:
    """No card is in two places; hands and piles hold cards of their own side."""
    assert sum(s.piles) == CARDS.all, "a card is in two places, or nowhere"
    assert s.sizes == [pile.bit_count() for pile in s.piles]
    for side in (NAT, REP):
        assert not (s.piles[HAND[side]] | s.piles[DECK[side]]) & ~CARDS_OF[side]
        assert not CARDS.known(s, HAND[side]) & ~s.piles[HAND[side]]


def numbers(s: Car) -> None:
    assert s.setting.first <= s.turn <= s.setting.last
    assert 0 <= s.round <= 6
    assert all(points >= 0 for points in s.rp)
    assert all(0 <= s.sieges[siege] <= FIRST_RESISTANCE[siege] for siege in range(len(SIEGES)))
    assert all(left >= 0 for left in s.specials)
    assert 0 <= s.madrid <= 3
    assert s.waiting >= 0


def counterpart(one: Car, other: Car, action: Action) -> Action:
    return action


def eager(s: Car, seat: int, found: list[Action]) -> list[Action]:
    """Play cards for Operations, attack, and do something rather than nothing."""
    fierce = ("attack", "target", "fight", "join", "event", "play", "advance")
    wanted = [action for action in found if action[0] in fierce]
    return wanted or [action for action in found if action[0] not in ("done", "pass", "stop", "auto", "no")]


def follows(before: Car, after: Car, told: list[Event]) -> None:
    """Turns go on; what is gone stays gone, and cards out of the game stay out; points and morale are told."""
    assert (after.turn, after.round or 9) >= (before.turn, before.round) or after.turn > before.turn
    for side in (NAT, REP):
        assert not before.here[GONE[side]] & ~after.here[GONE[side]], "a unit came back from the dead"
        assert not after.here[POOL[side]] & ~before.here[POOL[side]], "a unit left the game for the pool"
    assert not before.piles[REMOVED] & ~after.piles[REMOVED], "a card came back"
    assert after.vp - before.vp == sum(event.args[0] for event in told if event.kind == "vp"), "points nobody told of"
    assert after.rm - before.rm == sum(event.args[0] for event in told if event.kind == "rm"), "morale nobody told of"


