"""[5.2] What a seat may know, and what could be true for it.

Hidden are what the enemy's blocks are, unless they lie open; his hand; both decks; his bag; and what a frame keeps to
itself. A view has the shape of a state, with the hidden columns blotted out: whatever is drawn or reckoned from it
cannot leak.
"""

from __future__ import annotations

from random import Random

from tablero.games.aiw.board import BLOCKS_OF, CARDS, HAND, LAID, MOST, UNSEEN
from tablero.games.aiw.fog import find_wagons
from tablero.games.aiw.rules.r07_cards.s01_types import LAY, Tactics
from tablero.games.aiw.state import Aiw
from tablero.kernel.bits import bitset, ids_of


def view(s: Aiw, seat: int) -> Aiw:
    """The state as one seat may know it; -1 is a spectator, who knows only what both sides know."""
    shown = s.view_base(seat)
    shown.army_due = 0
    CARDS.cover(shown, seat)
    for side in (0, 1):
        if side != seat:
            _cover(shown, side)
    return shown


def _cover(s: Aiw, side: int) -> None:
    """[5.2a] [5.4p] A side's bag and blocks, as the others see them."""
    s.bag[side] = 0
    s.wagons &= ~BLOCKS_OF[side] | s.shown
    for b in ids_of(BLOCKS_OF[side] & ~s.shown):
        s.unit[b] = UNSEEN
        s.strength[b] = 0


def determinize(s: Aiw, seat: int, seed: int) -> Aiw:
    """A state that could be the true one for all a seat knows: units swapped, strengths and cards dealt anew, chance
    reseeded."""
    chance = Random(seed)
    new = s.reseeded(chance.getrandbits(128))
    for side in (0, 1):
        if side != seat:
            _swap_units(new, side, chance)
            find_wagons(new, new.used & BLOCKS_OF[side])
            _guess_strengths(new, side, chance)
    _deal(new, seat, chance)
    if new.army_within:
        new.army_due = chance.randint(1, new.army_within)
    for frame in new.stack:
        frame.guess(new, seat, chance)
    return new


def _swap_units(s: Aiw, side: int, chance: Random) -> None:
    """From the truth by random swaps that everything the enemy has seen allows."""
    blocks = [b for b in ids_of(BLOCKS_OF[side] & ~s.shown) if s.at[b] >= 0]
    if not blocks:
        return
    facts = [tuple(s.facts[i : i + 3]) for i in range(0, len(s.facts), 3)]
    for b in blocks:
        bag = ids_of(s.bag[side] & s.may[b])
        if bag and s.bag_may[side] >> s.unit[b] & 1 and chance.random() < 0.5:
            old, new = s.unit[b], chance.choice(bag)
            if MOST[new] >= s.low[b]:
                s.unit[b] = new
                if all(_holds(s, *fact) for fact in facts if fact[0] >> b & 1):
                    s.bag[side] ^= 1 << old | 1 << new
                else:
                    s.unit[b] = old
            continue
        c = chance.choice(blocks)
        u, v = s.unit[b], s.unit[c]
        if u == v or not s.may[b] >> v & 1 or not s.may[c] >> u & 1 or MOST[v] < s.low[b] or MOST[u] < s.low[c]:
            continue
        s.unit[b], s.unit[c] = v, u
        both = 1 << b | 1 << c
        if not all(_holds(s, *fact) for fact in facts if fact[0] & both):
            s.unit[b], s.unit[c] = u, v


def _holds(s: Aiw, blocks: int, units: int, least: int) -> bool:
    return sum(units >> s.unit[b] & 1 for b in ids_of(blocks)) >= least


def _guess_strengths(s: Aiw, side: int, chance: Random) -> None:
    for b in ids_of(BLOCKS_OF[side] & ~s.shown):
        if s.at[b] >= 0:
            s.strength[b] = chance.randint(s.low[b], max(s.low[b], min(s.high[b], MOST[s.unit[b]])))


def _deal(s: Aiw, seat: int, chance: Random) -> None:
    """Cards that the seat has not seen, where they can be: none in a hand is cancelled, and one that was laid fits."""

    def narrow(zone: int) -> int:
        if zone in HAND:
            return ~s.barred
        if zone in LAID and s.sizes[zone]:
            (tactics,) = (frame for frame in s.stack if isinstance(frame, Tactics))
            moment, side = LAY[tactics.kind], LAID.index(zone)
            unseen = CARDS.at[moment] & CARDS.by[side] & ~s.barred & ~s.sees[seat]
            return bitset(card for card in ids_of(unseen) if CARDS.allows(s, side, moment, card, tactics))
        return -1

    CARDS.cover(s, seat)
    CARDS.deal_unseen(s, seat, chance, narrow)
