"""Sets of ids as integers."""

from __future__ import annotations

import sys
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablero.kernel import bits as bits_module
from tablero.kernel.bits import bits, bitset, ids_of, lowest, union

ids = st.sets(st.integers(0, 400))


@given(ids)
def test_a_set_gives_back_its_ids_in_ascending_order(members: set[int]) -> None:
    assert tuple(sorted(members)) == ids_of(bitset(members))
    assert sorted(members) == list(bits(bitset(members)))


@given(ids, ids)
def test_union_intersection_and_difference_are_those_of_sets(a: set[int], b: set[int]) -> None:
    x, y = bitset(a), bitset(b)
    assert (bitset(a | b), bitset(a & b), bitset(a - b)) == (x | y, x & y, x & ~y)
    assert len(a) == x.bit_count()
    assert (x | y, x, 0) == (union([x, y]), union(iter([x])), union([]))


def test_an_id_given_twice_counts_once() -> None:
    assert 0b1001 == bitset([3, 0, 3])


def test_the_empty_set_is_zero() -> None:
    assert 0 == bitset([])
    assert () == ids_of(0) == tuple(bits(0))


def test_a_negative_number_is_no_set_instead_of_an_endless_one() -> None:
    with pytest.raises(ValueError, match="negative"):
        ids_of(~0b101)
    with pytest.raises(ValueError, match="negative"):
        next(bits(-1))


def test_sets_asked_for_by_many_threads_are_listed_rightly_though_lists_are_dropped(
    monkeypatch: pytest.MonkeyPatch
) -> None:
    """Servers fold journals in threads."""
    monkeypatch.setattr(bits_module, "MOST_LISTS", 3)
    sets = [(1 << n) - 1 for n in range(40)]
    wrong, start, before = [], threading.Barrier(8), sys.getswitchinterval()

    def ask() -> None:
        start.wait(30)
        for _ in range(20):
            wrong.extend(x for x in sets if ids_of(x) != tuple(range(x.bit_length())))

    threads = [threading.Thread(target=ask) for _ in range(8)]
    try:
        sys.setswitchinterval(1e-6)
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(30)
    finally:
        sys.setswitchinterval(before)
    assert [] == wrong
    assert len(ids_of.__self__) <= 3 + len(threads)      # type: ignore[attr-defined]


def test_the_lowest_id_of_a_set() -> None:
    assert [3, 0, -1] == [lowest(x) for x in (0b11000, 0b101, 0)]
