"""[5.2] What a seat may know, and what could be true for it.

Hidden are the units of the enemy's blocks, unless they are revealed; his hand; both decks; his bag; and what a frame
keeps to itself. A view has the shape of a state, with the hidden columns blotted out: whatever is drawn or computed
from it cannot leak.
"""

from __future__ import annotations

from random import Random

from tablero.games.aiw.board import BLOCKS_OF, CARDS, HAND, LAID, MOST, UNITS, UNSEEN
from tablero.games.aiw.fog import find_wagons
from tablero.games.aiw.rules.r07_cards.s03_combat import LAY, Tactics
from tablero.games.aiw.rules.r20_reinforcements.s00_units import PlaceUnit
from tablero.games.aiw.state import Aiw, Block, Cards, Side
from tablero.kernel.bits import bitset, ids_of
from tablero.kernel.guessing import Fact, arrange

AT_LEAST = tuple(bitset(u for u, unit in enumerate(UNITS) if unit.strength >= n) for n in range(max(MOST) + 1))


def view(s: Aiw, seat: Side) -> Aiw:
    """The state as one seat may know it; -1 is a spectator, who knows only what both sides know."""
    shown = s.view_base(seat)
    shown.army_due = 0
    CARDS.cover(shown, seat)
    for side in (0, 1):
        if side != seat:
            _cover(shown, side)
    return shown


def _cover(s: Aiw, side: Side) -> None:
    """[5.2a] [5.4p] A side's bag and blocks, as the others see them."""
    s.bag[side] = 0
    s.wagons &= ~BLOCKS_OF[side] | s.shown
    for b in ids_of(BLOCKS_OF[side] & ~s.shown):
        s.unit[b] = UNSEEN
        s.strength[b] = 0


# --------------------------------------------------------------------------------------------------- what could be true


def fill(s: Aiw, seat: Side, chance: Random) -> None:
    """Fill in what a seat's view leaves open: units and strengths of blocks, bags, and cards."""
    for side in (0, 1):
        if side != seat:
            _guess_units(s, side, chance)
    _deal(s, seat, chance)
    if s.army_within:
        s.army_due = chance.randint(1, s.army_within)


def _guess_units(s: Aiw, side: Side, chance: Random) -> None:
    """[5.2a] Units for the blocks that stand upright, and for the bag, as all that was seen allows; strengths evenly
    within what they can be."""
    blocks = ids_of(s.used & BLOCKS_OF[side] & ~s.shown)
    bag, bagged, elsewhere = s.bag_may[side], s.bagged[side], 0
    placing = s.within(PlaceUnit)
    if placing is not None and placing.side == side:
        if placing.unit == UNSEEN:              # its own guess will draw it from the bag
            bag, bagged = bag | placing.may, bagged + 1
        else:
            elsewhere = 1 << placing.unit
    units, may = bag, []
    for b in blocks:
        units |= s.may[b]
        may.append(s.may[b] & AT_LEAST[s.low[b]])
    drawn = arrange(may + [bag] * bagged, ids_of(units & ~elsewhere), chance, _facts(s, side, blocks))
    assert drawn is not None, "no units can stand as they were seen"
    random = chance.random
    for b, unit in zip(blocks, drawn):
        low = s.low[b]
        s.unit[b] = unit
        s.strength[b] = low + int(random() * (min(s.high[b], MOST[unit]) - low + 1))
    s.bag[side] = bitset(drawn[len(blocks) :])
    find_wagons(s, s.used & BLOCKS_OF[side])


def _facts(s: Aiw, side: Side, blocks: tuple[Block, ...]) -> list[Fact]:
    """What is known of some of the blocks together, by their places in the list; what is revealed counts already."""
    facts: list[Fact] = []
    for group, units, least in s.facts:
        if group & BLOCKS_OF[side]:
            least -= sum(units >> s.unit[b] & 1 for b in ids_of(group & s.shown))
            if least > 0:
                facts.append((bitset(i for i, b in enumerate(blocks) if group >> b & 1), units, least))
    return facts


def _deal(s: Aiw, seat: Side, chance: Random) -> None:
    """Cards that the seat has not seen, where they can be: none in a hand is cancelled, and one that was laid fits."""

    def narrow(zone: int) -> Cards:
        if zone in HAND:
            return ~s.barred
        if zone in LAID and s.sizes[zone]:
            tactics = s.frame(Tactics)
            moment, side = LAY[tactics.kind], LAID.index(zone)
            unseen = CARDS.at[moment] & CARDS.by[side] & ~s.barred & ~s.sees[seat]
            fitting = bitset(card for card in ids_of(unseen) if CARDS.allows(s, side, moment, card, tactics))
            return fitting or unseen        # as the units are guessed, none may fit
        return -1

    CARDS.deal_unseen(s, seat, chance, narrow)
