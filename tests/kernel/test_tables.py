"""Lookups and odds."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablero.kernel.errors import BadPack
from tablero.kernel.messages import Message
from tablero.kernel.tables import DieTable, Ranges, dice_within, one_die_at_least, two_dice_over
from tests.errors import raises

ROLLS = list(product(range(1, 7), repeat=2))


@given(st.integers(-20, 20), st.lists(st.integers(1, 5), min_size=1, max_size=6), st.booleans(), st.booleans())
def test_a_number_finds_the_row_it_lies_in(start: int, widths: list[int], below: bool, above: bool) -> None:
    rows: list[tuple[int | None, int | None, str]] = []
    expected: dict[int, str] = {}
    low = start
    for i, width in enumerate(widths):
        high = low + width - 1
        rows.append((None if below and i == 0 else low, None if above and i == len(widths) - 1 else high, f"row {i}"))
        expected |= dict.fromkeys(range(low, high + 1), f"row {i}")
        low += width
    table = Ranges(rows, "tables.toml", "attrition")
    assert expected == {n: table[n] for n in expected}
    for open_end, n, value in ((below, start - 9, "row 0"), (above, low + 9, f"row {len(widths) - 1}")):
        if open_end:
            assert value == table[n]
        else:
            with pytest.raises(KeyError, match="not in the table"):
                table[n]


def test_a_row_open_at_both_ends_holds_every_number() -> None:
    table = Ranges([(None, None, "all")], "tables.toml", "weather")
    assert ["all"] * 3 == [table[-50], table[0], table[50]]


def test_a_number_outside_a_table_is_told_where_the_table_runs() -> None:
    with pytest.raises(KeyError, match="9 is not in the table, which runs from 1 to 6"):
        Ranges([(1, 3, "a"), (4, 6, "b")], "tables.toml", "t")[9]
    with pytest.raises(KeyError, match="0 is not in the table, which runs from 1 upwards"):
        Ranges([(1, 3, "a"), (4, None, "b")], "tables.toml", "t")[0]


@pytest.mark.parametrize(
    ("rows", "row", "key", "values"),
    [
        ([(1, 3, 0), (5, 6, 1)], 2, "table_gap", {"low": 5, "expected": 4}),
        ([(1, 3, 0), (3, 6, 1)], 2, "table_overlap", {"low": 3, "expected": 4}),
        ([(4, 6, 0), (1, 3, 1)], 2, "table_overlap", {"low": 1, "expected": 7}),
        ([(3, 1, 0)], 1, "table_min_max", {"low": 3, "high": 1}),
        ([(1, 3, 0), (None, 6, 1)], 2, "table_no_min", {}),
        ([(1, None, 0), (4, 6, 1)], 1, "table_no_max", {}),
    ],
)
def test_bad_ranges_name_the_file_the_row_and_the_fault(
    rows: list[tuple[int | None, int | None, int]], row: int, key: str, values: dict[str, object]
) -> None:
    with raises(BadPack, key, **values) as caught:
        Ranges(rows, "tables.toml", "losses")
    where = Message("error.at.table", {"table": "losses", "row": row})
    assert ("tables.toml", where) == (caught.value.file, caught.value.where)


def test_a_table_without_rows_is_refused() -> None:
    with raises(BadPack, "table_empty"):
        Ranges([], "tables.toml", "losses")


def test_a_die_finds_the_row_of_its_face() -> None:
    table = DieTable([(2, "b"), (1, "a"), (3, "c"), (4, "d"), (5, "e"), (6, "f")], "tables.toml", "siege")
    assert "abcdef" == "".join(table[face] for face in range(1, 7))


def test_a_table_for_two_dice_runs_from_2_to_12() -> None:
    table = DieTable([(n, n * n) for n in range(2, 13)], "tables.toml", "event", low=2, high=12)
    assert (4, 144) == (table[2], table[12])


@pytest.mark.parametrize("face", [-1, 0, 7])
def test_a_face_that_no_die_has_is_not_in_the_table(face: int) -> None:
    with pytest.raises(KeyError, match="which runs from 1 to 6"):
        DieTable([(n, n) for n in range(1, 7)], "tables.toml", "siege")[face]


@pytest.mark.parametrize(
    ("faces", "key", "values"),
    [
        ([1, 2, 4, 6], "table_missing", {"missing": ["3", "5"]}),
        ([1, 2, 3, 4, 5, 6, 6], "table_twice", {"face": 6}),
        ([0, 1, 2, 3, 4, 5, 6], "table_result", {"face": 0}),
        ([1, 2, 3, 4, 5, 6, 7], "table_result", {"face": 7}),
    ],
)
def test_a_bad_die_table_names_the_file_and_the_faces(faces: list[int], key: str, values: dict[str, object]) -> None:
    with raises(BadPack, key, **values) as caught:
        DieTable([(face, "x") for face in faces], "tables.toml", "siege")
    assert ("tables.toml", "siege") == (caught.value.file, caught.value.where)


@pytest.mark.parametrize("n", range(-1, 15))
def test_the_odds_of_two_dice_over_a_number_are_counted(n: int) -> None:
    assert Fraction(sum(a + b > n for a, b in ROLLS), 36) == two_dice_over(n)


@pytest.mark.parametrize("k", range(-1, 8))
def test_the_odds_of_two_dice_lying_close_are_counted(k: int) -> None:
    assert Fraction(sum(abs(a - b) <= k for a, b in ROLLS), 36) == dice_within(k)


@pytest.mark.parametrize("n", range(-1, 9))
def test_the_odds_of_one_die_are_counted(n: int) -> None:
    assert Fraction(sum(face >= n for face in range(1, 7)), 6) == one_die_at_least(n)


def test_odds_known_by_heart() -> None:
    assert Fraction(15, 36) == two_dice_over(7)
    assert Fraction(6, 36) == dice_within(0)
    assert Fraction(16, 36) == dice_within(1)
    assert Fraction(1, 2) == one_die_at_least(4)
