"""[5.2] What the enemy can know of a block: the only code that moves knowledge about.

Blocks that stand together and were seen to do the same cannot be told apart: their labels mean nothing. So whenever
something visible happens to some of them (they leave, build, lose strength, are shown), `pick_out` first gives those
the lowest labels, whichever units they are. A label thus never carries a unit's past with it.

    pick_out    some of the blocks of a spot are about to do something that is seen
    show        blocks are revealed; they stand up again by `hide_all`
    fact        something a rule made public: of these blocks at least n are such units
    know        everybody learns what a block is without seeing it: a Partida that goes to its box
"""

from __future__ import annotations

from collections.abc import Iterable

from tablero.games.aiw.board import AREAS, BLOCK_SIDE, BLOCKS_OF, LIBERAL, MOST, TRAINS, UNITS
from tablero.games.aiw.state import INSIDE, Aiw, Block, Blocks, Side, Spot, Units
from tablero.kernel.bits import bitset, ids_of

OWN = slice(0, BLOCK_SIDE.index(LIBERAL)), slice(BLOCK_SIDE.index(LIBERAL), len(BLOCK_SIDE))   # the blocks of a side
OF_STRENGTH = [(n, bitset(u for u, unit in enumerate(UNITS) if unit.strength == n)) for n in sorted(set(MOST))]


def blocks_on(s: Aiw, side: Side, spot: Spot) -> Blocks:
    """The blocks of a side on a spot."""
    if spot < AREAS:
        return s.open[side * AREAS + spot]
    if spot < INSIDE + AREAS:
        return s.shut[spot - INSIDE] & BLOCKS_OF[side]
    return bitset(b for b in ids_of(s.late & BLOCKS_OF[side]) if s.at[b] == spot)


def alike(s: Aiw, block: Block) -> Blocks:
    """The blocks that the enemy cannot tell from this one: on the same spot, and seen to have done the same."""
    bit = 1 << block
    if s.shown & bit or block == s.chapelgorris:
        return bit
    peers = blocks_on(s, BLOCK_SIDE[block], s.at[block]) & ~s.shown
    if peers == bit:
        return bit
    if s.chapelgorris >= 0:
        peers &= ~(1 << s.chapelgorris)
    for seen in (s.acted, s.forced, s.stood, s.retreated, s.landed, s.abroad, s.sortied, s.led, s.apart):
        if seen & peers:
            peers &= seen if seen & bit else ~seen
    return peers


def pick_out(s: Aiw, picked: Iterable[Block]) -> tuple[Block, ...]:
    """Gives some blocks the lowest labels among those like them; returns their new labels, ascending.

    Labels of the others of the same spot may change too: keep whole sets of what is alike, or look again.
    """
    left = bitset(picked)
    new = 0
    while left:
        peers = alike(s, (left & -left).bit_length() - 1)
        chosen = peers & left
        left &= ~chosen
        if peers == chosen:
            new |= chosen
            if chosen & chosen - 1:
                mix(s, peers)
            continue
        mix(s, peers)
        before = ids_of(chosen) + ids_of(peers & ~chosen)
        after = ids_of(peers)
        units = [s.unit[b] for b in before]
        strengths = [s.strength[b] for b in before]
        for b, unit, strength in zip(after, units, strengths, strict=True):
            s.unit[b] = unit
            s.strength[b] = strength
        if s.wagons & peers:
            find_wagons(s, peers)
        new |= bitset(after[: chosen.bit_count()])
    return ids_of(new)


def find_wagons(s: Aiw, blocks: Blocks) -> None:
    """Which of the blocks are Supply Trains, after units have changed places among them."""
    s.wagons &= ~blocks
    for b in ids_of(blocks):
        if TRAINS >> s.unit[b] & 1:
            s.wagons |= 1 << b


def mix(s: Aiw, peers: Blocks) -> None:
    """Of blocks that cannot be told apart each can be what any of them can be."""
    together = ids_of(peers)
    if len(together) < 2:
        return
    may, low, high = 0, min([s.low[b] for b in together]), max([s.high[b] for b in together])
    for b in together:
        may |= s.may[b]
    for b in together:
        s.may[b], s.low[b], s.high[b] = may, low, high
    if s.facts:
        s.facts = [(blocks | peers if blocks & peers else blocks, units, least) for blocks, units, least in s.facts]


def show(s: Aiw, blocks: Iterable[Block]) -> tuple[Block, ...]:
    """[5.2a] [17.1g] Blocks are revealed; returns their labels."""
    labels = pick_out(s, [b for b in blocks if not s.shown >> b & 1])
    for b in labels:
        s.shown |= 1 << b
        know(s, b)
        s.low[b] = s.high[b] = s.strength[b]
        s.reveal()
        s.tell("shown", b, s.unit[b], s.strength[b])
    return labels


def know(s: Aiw, block: Block) -> None:
    """Everybody knows what a block is, and therefore that no other is."""
    unit = 1 << s.unit[block]
    side, others = BLOCK_SIDE[block], ~unit
    own = OWN[side]
    s.may[own] = [may & others for may in s.may[own]]
    s.bag_may[side] &= others
    s.may[block] = unit


def hide_all(s: Aiw) -> None:
    """[5.2e] Blocks that were shown stand up again."""
    s.shown, s.hurt = 0, {}


def fact(s: Aiw, blocks: Blocks, units: Units, least: int) -> None:
    """Of these blocks at least so many are such units: everybody can tell, by what was done with them. If that is news,
    something hidden has become known."""
    if least <= 0 or blocks & ~s.shown == 0:
        return
    together = ids_of(blocks)
    if least >= len(together):
        for b in together:
            if s.may[b] & ~units:
                s.may[b] &= units
                s.reveal()
        return
    others = 0
    for b in together:
        others |= s.may[b] & ~units
    if others.bit_count() <= len(together) - least:
        return          # there are not so many other units
    if not any(known[:2] == (blocks, units) and known[2] >= least for known in s.facts):
        s.facts.append((blocks, units, least))
        s.reveal()


def forget(s: Aiw, block: Block) -> None:
    """A block leaves the table: what was known of a set that held it holds of the rest, less one."""
    bit = 1 << block
    less = [(blocks & ~bit, units, least - (blocks >> block & 1)) for blocks, units, least in s.facts]
    s.facts = [known for known in less if known[0] and known[2] > 0]


def full_range(may: Units, short: int) -> tuple[int, int]:
    """The least and the most strength of a unit that is so many points below its full strength, whichever it is."""
    least, most = full_strengths(may)
    return max(1, least - short), max(1, most - short)


def full_strengths(may: Units) -> tuple[int, int]:
    """The least and the most that units have at full strength."""
    full = [strength for strength, units in OF_STRENGTH if units & may]
    return full[0], full[-1]
