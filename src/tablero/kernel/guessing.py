"""Guesses at what is hidden: who could be what is drawn by chance, within all that is known.

The question is always the same: some places (blocks, hexes, a bag) hold different things, each place may hold only some
of them, and of some places together it is known that so many hold things of a kind.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random
from typing import TypeAlias

from tablero.kernel.bits import ids_of

Fact: TypeAlias = tuple[int, int, int]      # (places, things, n): of these places n or more hold such things; bitsets

SWAPS = 2       # random swaps tried for each place that is open: they even out what the first draw made likelier


def arrange(may: Sequence[int], things: Sequence[int], chance: Random, facts: Sequence[Fact] = ()) -> list[int] | None:
    """A different thing for each place, out of the bitset of those it may hold; None if there is no such arrangement.

    Every arrangement that is possible can come out, and all about equally often: the first draw can give any of them,
    and swaps of two places that keep all that is known bring them nearer to equal shares.
    """
    for narrowed in _narrowed(list(may), facts, chance) if facts else (may,):
        found = _matched(narrowed, things, chance)
        if found is not None:
            _swap(found, may, chance, facts)
            return found
    return None


def _matched(may: Sequence[int], things: Sequence[int], chance: Random) -> list[int] | None:
    """A first draw: the places with the least choice first, each the first thing it may hold in a random order."""
    random = chance.random
    free = sorted(things, key=lambda _: random())
    found = [-1] * len(may)
    for place in sorted(range(len(may)), key=[m.bit_count() for m in may].__getitem__):
        able = may[place]
        for i, thing in enumerate(free):
            if able >> thing & 1:
                found[place] = thing
                del free[i]
                break
        else:
            if not _make_room(place, may, found, free, [False] * len(may)):
                return None
    return found


def _make_room(place: int, may: Sequence[int], found: list[int], free: list[int], asked: list[bool]) -> bool:
    """Give a place what another has that can take something else, however many places must change for it."""
    asked[place] = True
    for other, thing in enumerate(found):
        if thing < 0 or asked[other] or not may[place] >> thing & 1:
            continue
        i = next((i for i, left in enumerate(free) if may[other] >> left & 1), -1)
        if i >= 0:
            found[other] = free.pop(i)
        elif not _make_room(other, may, found, free, asked):
            continue
        found[place] = thing
        return True
    return False


def _narrowed(may: list[int], facts: Sequence[Fact], chance: Random) -> Iterator[list[int]]:
    """What places may hold if some of them bear out the facts: all ways to choose those, in a random order."""
    if not facts:
        yield may
        return
    (places, kind, least), rest = facts[0], facts[1:]
    sure = [p for p in ids_of(places) if not may[p] & ~kind]
    able = [p for p in ids_of(places) if may[p] & kind and may[p] & ~kind]
    wanted = max(0, least - len(sure))
    chance.shuffle(able)
    for chosen in combinations(able, wanted):
        less = may[:]
        for p in chosen:
            less[p] &= kind
        yield from _narrowed(less, rest, chance)


def _swap(found: list[int], may: Sequence[int], chance: Random, facts: Sequence[Fact]) -> None:
    """Swap what two places hold, again and again, wherever everything known allows it."""
    random = chance.random
    open_ = [p for p, able in enumerate(may) if able & able - 1]
    n = len(open_)
    counts = [sum(kind >> found[p] & 1 for p in ids_of(places)) for places, kind, _ in facts]
    for p in open_ * SWAPS:
        q = open_[int(random() * n)]
        one, other = found[p], found[q]
        if one == other or not may[p] >> other & 1 or not may[q] >> one & 1:
            continue
        if facts:
            changed = [
                count + ((kind >> other & 1) - (kind >> one & 1)) * ((places >> p & 1) - (places >> q & 1))
                for (places, kind, _), count in zip(facts, counts, strict=True)
            ]
            if any(count < least for count, (_, _, least) in zip(changed, facts, strict=True)):
                continue
            counts = changed
        found[p], found[q] = other, one
