"""Sets of ids as integers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablero.kernel.bits import bits, bits_list, bitset

ids = st.sets(st.integers(0, 400))


@given(ids)
def test_a_set_gives_back_its_ids_in_ascending_order(members: set[int]) -> None:
    assert sorted(members) == bits_list(bitset(members))
    assert sorted(members) == list(bits(bitset(members)))


@given(ids, ids)
def test_union_intersection_and_difference_are_those_of_sets(a: set[int], b: set[int]) -> None:
    x, y = bitset(a), bitset(b)
    assert (bitset(a | b), bitset(a & b), bitset(a - b)) == (x | y, x & y, x & ~y)
    assert len(a) == x.bit_count()


def test_an_id_given_twice_counts_once() -> None:
    assert 0b1001 == bitset([3, 0, 3])


def test_the_empty_set_is_zero() -> None:
    assert 0 == bitset([])
    assert [] == bits_list(0) == list(bits(0))


def test_a_negative_number_is_no_set_instead_of_an_endless_one() -> None:
    with pytest.raises(ValueError, match="negative"):
        bits_list(~0b101)
    with pytest.raises(ValueError, match="negative"):
        next(bits(-1))
