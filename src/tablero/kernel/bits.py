"""Sets of small ids as integers: bit i is set when i is in the set.

Union, intersection and difference are `|`, `&` and `& ~`; the size is `x.bit_count()`; membership is `x >> i & 1`.
A negative integer (a bare `~x`) is not a set and is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import reduce
from itertools import compress, count
from operator import or_
from typing import Final


def bitset(ids: Iterable[int]) -> int:
    """The set of these ids; an id given twice counts once."""
    x = 0
    for i in ids:
        x |= 1 << i
    return x


def union(sets: Iterable[int]) -> int:
    """All that is in one of these sets."""
    return reduce(or_, sets, 0)


def lowest(x: int) -> int:
    """The lowest id in a set; -1 if there is none."""
    return (x & -x).bit_length() - 1


def bits(x: int) -> Iterator[int]:
    """The ids in a set, ascending, one at a time: for loops that stop early."""
    if x < 0:
        raise ValueError(f"{x} is negative and therefore no set of ids")
    while x:
        low = x & -x
        yield low.bit_length() - 1
        x ^= low


def nth(x: int, n: int) -> int:
    """The id in place n of a set, counted from 0: for draws, which see each set only once."""
    while n:
        x &= x - 1
        n -= 1
    return (x & -x).bit_length() - 1


class _Lists(dict[int, tuple[int, ...]]):
    """A cache of the ids of each set: the same few sets are asked for again and again."""

    def __missing__(self, x: int) -> tuple[int, ...]:
        if x < 0:
            raise ValueError(f"{x} is negative and therefore no set of ids")
        if DENSE * x.bit_count() > x.bit_length():
            ids = tuple(compress(count(), bin(x)[:1:-1].encode().translate(_DIGITS)))
        else:
            ids, rest = (), x
            while rest:
                low = rest & -rest
                ids += (low.bit_length() - 1,)
                rest ^= low
        if len(self) >= MOST_LISTS:
            self.clear()
        self[x] = ids
        return ids


MOST_LISTS = 1 << 15
DENSE: Final = 8    # with at least one id in so many it is faster to read all binary digits than to search for the next
_DIGITS = bytes.maketrans(b"01", b"\0\1")
ids_of: Final = _Lists().__getitem__        # the ids in a set, ascending: faster than `bits` when all are wanted
