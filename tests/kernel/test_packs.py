"""The pack reader: every value that is missing or wrong is named by file, row and column, or by its path."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import tablero
from tablero.kernel.errors import BadPack, UnknownName
from tablero.kernel.messages import Message
from tablero.kernel.packs import Pack, Row, Table
from tests.errors import given, raises

Getter = Callable[[Table], object]

UNITS = "id,kind,fire,scenarios,veteran\nguias,infantry,3,arquijas oriamendi,y\nhuesca,,x,,maybe\n"


def pack(folder: Path, **files: str | bytes) -> Pack:
    """A pack with files named like `units_csv`."""
    for name, content in files.items():
        data = content if isinstance(content, bytes) else content.encode()
        (folder / ".".join(name.rsplit("_", 1))).write_bytes(data)
    return Pack(folder, "test")


def row(folder: Path, number: int) -> Row:
    return pack(folder, units_csv=UNITS).rows("units.csv")[number - 2]


def table(folder: Path, text: str) -> Table:
    return pack(folder, tables_toml=text).toml("tables.toml")


def cell(number: int, column: str) -> Message:
    return Message("error.at.cell", {"row": number, "column": column})


# ---------------------------------------------------------------- CSV


def test_a_row_gives_texts_numbers_choices_words_and_flags(tmp_path: Path) -> None:
    guias = row(tmp_path, 2)
    assert "guias" == guias.text("id")
    assert "infantry" == guias.choice("kind", ("infantry", "cavalry"))
    assert 3 == guias.integer("fire")
    assert ["arquijas", "oriamendi"] == guias.words("scenarios")
    assert guias.flag("veteran")


def test_an_empty_cell_gives_an_empty_text_no_words_and_the_default(tmp_path: Path) -> None:
    huesca = row(tmp_path, 3)
    assert "" == huesca.maybe_text("kind")
    assert [] == huesca.words("scenarios")
    assert -1 == huesca.maybe_integer("kind")
    assert 7 == huesca.maybe_integer("kind", 7)


def test_negative_numbers_and_quoted_commas_are_read(tmp_path: Path) -> None:
    rows = pack(tmp_path, units_csv='drm,note\n-2,"one, two"\n').rows("units.csv")
    assert (-2, "one, two") == (rows[0].integer("drm"), rows[0].text("note"))


def test_the_mark_a_spreadsheet_puts_before_the_first_column_is_no_part_of_its_name(tmp_path: Path) -> None:
    rows = pack(tmp_path, units_csv=b"\xef\xbb\xbfid\r\nguias\r\n").rows("units.csv")
    assert "guias" == rows[0].text("id")


def test_a_missing_text_is_named_by_file_row_and_column(tmp_path: Path) -> None:
    with raises(BadPack, "missing", expected="error.expected.text") as error:
        row(tmp_path, 3).text("kind")
    assert "units.csv, row 3, column kind: expected a text, but it is missing." == str(error.value)
    assert "units.csv, fila 3, columna kind: se esperaba un texto, pero falta." == error.value.in_words("es")


@pytest.mark.parametrize("column", ["fire", "kind", "veteran"])
def test_a_number_that_is_none_is_named_by_file_row_and_column(tmp_path: Path, column: str) -> None:
    with pytest.raises(BadPack) as error:
        row(tmp_path, 3).integer(column)
    assert {"expected": "error.expected.integer"} == given(error.value, ["expected"])
    assert cell(3, column) == error.value.where


@pytest.mark.parametrize("text", ["1.5", "1_0", " 1", "٣", "--1"])
def test_only_plain_whole_numbers_are_numbers(tmp_path: Path, text: str) -> None:
    rows = pack(tmp_path, units_csv=f"fire\n{text}\n").rows("units.csv")
    with raises(BadPack, "wrong", expected="error.expected.integer") as error:
        rows[0].integer("fire")
    assert cell(2, "fire") == error.value.where


def test_maybe_integer_refuses_what_is_neither_empty_nor_a_number(tmp_path: Path) -> None:
    with raises(BadPack, "wrong", expected="error.expected.integer", found="'x'"):
        row(tmp_path, 3).maybe_integer("fire")


def test_a_choice_outside_the_list_names_the_list(tmp_path: Path) -> None:
    with raises(BadPack, "wrong", expected="error.expected.one_of", found="'infantry'") as error:
        row(tmp_path, 2).choice("kind", ("gefe", "artillery"))
    assert "expected one of gefe, artillery, got" in str(error.value)


def test_a_flag_is_y_or_n(tmp_path: Path) -> None:
    with raises(BadPack, "wrong", expected="error.expected.one_of", found="'maybe'"):
        row(tmp_path, 3).flag("veteran")


def test_an_unknown_column_is_named_with_the_columns_there_are(tmp_path: Path) -> None:
    with raises(BadPack, "no_column", known=["id", "kind", "fire", "scenarios", "veteran"]):
        row(tmp_path, 2).text("morale")


def test_a_caller_can_refuse_a_cell_by_its_own_check(tmp_path: Path) -> None:
    error = row(tmp_path, 2).wrong("id", "ids", file="units.csv")
    assert "units.csv, row 2, column id: expected ids of units.csv, got 'guias'." == str(error)
    assert ("units.csv", cell(2, "id"), "bad_pack") == (error.file, error.where, error.code)


@pytest.mark.parametrize(("line", "cells"), [("a", 1), ("a,b,c", 3), ("", 0)])
def test_a_row_with_too_few_or_too_many_cells_is_named(tmp_path: Path, line: str, cells: int) -> None:
    with raises(BadPack, "cells", expected=2, found=cells):
        pack(tmp_path, units_csv=f"id,kind\nx,y\n{line}\nx,y\n").rows("units.csv")


def test_a_column_that_appears_twice_is_refused(tmp_path: Path) -> None:
    with raises(BadPack, "column_twice", column="id", n=2):
        pack(tmp_path, units_csv="id,kind,id\n").rows("units.csv")


def test_an_empty_file_lacks_its_header(tmp_path: Path) -> None:
    with raises(BadPack, "no_header"):
        pack(tmp_path, units_csv="").rows("units.csv")


def test_a_quote_that_never_closes_is_named_by_line(tmp_path: Path) -> None:
    with raises(BadPack, "csv") as error:
        pack(tmp_path, units_csv='id\na\n"b').rows("units.csv")
    assert Message("error.at.line", {"line": 3}) == error.value.where


def test_text_that_is_not_utf8_is_named_by_line_and_byte(tmp_path: Path) -> None:
    with raises(BadPack, "encoding", byte="0xed") as error:
        pack(tmp_path, units_csv="id\nGuías\n".encode("latin-1")).rows("units.csv")
    assert Message("error.at.line", {"line": 2}) == error.value.where


def test_a_missing_file_is_named_with_its_pack(tmp_path: Path) -> None:
    with raises(BadPack, "no_file", place="maps/arquijas.csv", pack="test"):
        pack(tmp_path).rows("maps/arquijas.csv")


# ---------------------------------------------------------------- TOML


def test_a_table_gives_texts_numbers_flags_lists_and_tables(tmp_path: Path) -> None:
    lines = ["name = 'Mojar'", "range = 3", "free = true", "where = ['forest']", "die = [5, 6]", "kind = 'rule'"]
    t = table(tmp_path, "\n".join(lines))
    assert ("Mojar", 3, True) == (t.text("name"), t.integer("range"), t.flag("free"))
    assert (["forest"], [5, 6]) == (t.texts("where"), t.integers("die"))
    assert "rule" == t.choice("kind", ("rule", "table"))
    assert ["name", "range", "free", "where", "die", "kind"] == t.keys()


def test_what_is_absent_gives_its_default(tmp_path: Path) -> None:
    t = table(tmp_path, "")
    assert ("", "x", 4) == (t.maybe_text("a"), t.maybe_text("a", "x"), t.maybe_integer("a", 4))
    assert not t.flag("a")
    assert t.flag("a", True)
    assert t.maybe_table("a") is None
    assert [] == t.tables("a")
    assert not t.has("a")


def test_a_wrong_value_is_named_by_the_path_that_leads_to_it(tmp_path: Path) -> None:
    t = table(tmp_path, '[scenario.arquijas]\nturns = "16"\n')
    with raises(BadPack, "wrong", expected="error.expected.integer", found="'16'") as error:
        t.table("scenario").table("arquijas").integer("turns")
    assert ("tables.toml", "scenario.arquijas.turns") == (error.value.file, error.value.where)


def test_a_missing_value_is_named_by_the_path_that_leads_to_it(tmp_path: Path) -> None:
    t = table(tmp_path, "[scenario.arquijas]\n")
    with raises(BadPack, "missing", expected="error.expected.integer") as error:
        t.table("scenario").table("arquijas").integer("turns")
    assert ("tables.toml", "scenario.arquijas.turns") == (error.value.file, error.value.where)


def test_tables_of_an_array_are_counted_from_one(tmp_path: Path) -> None:
    t = table(tmp_path, '[battle]\n[[battle.deploy]]\nzone = "D"\n[[battle.deploy]]\nzone = 1\n')
    first, second = t.table("battle").tables("deploy")
    assert "D" == first.text("zone")
    with raises(BadPack, "wrong", expected="error.expected.text", found="1") as error:
        second.text("zone")
    assert "battle.deploy#2.zone" == error.value.where


@pytest.mark.parametrize(
    ("getter", "expected"),
    [
        (lambda t: t.text("k"), "text"),
        (lambda t: t.maybe_text("k"), "text"),
        (lambda t: t.integer("k"), "integer"),
        (lambda t: t.maybe_integer("k", 1), "integer"),
        (lambda t: t.choice("k", ("a", "b")), "one_of"),
        (lambda t: t.texts("k"), "texts"),
        (lambda t: t.integers("k"), "integers"),
        (lambda t: t.pairs("k"), "pairs"),
        (lambda t: t.table("k"), "table"),
        (lambda t: t.maybe_table("k"), "table"),
        (lambda t: t.tables("k"), "tables"),
    ],
)
def test_every_getter_says_what_it_expected_and_what_came(tmp_path: Path, getter: Getter, expected: str) -> None:
    t = table(tmp_path, "k = true\n")
    with raises(BadPack, "wrong", expected=f"error.expected.{expected}", found="True"):
        getter(t)


def test_a_caller_can_refuse_a_value_by_its_own_check(tmp_path: Path) -> None:
    error = table(tmp_path, "[scenario]\nturns = 0\n").table("scenario").wrong("turns", "integer")
    assert "tables.toml, scenario.turns: expected a whole number, got 0." == str(error)


def test_a_flag_is_true_or_false(tmp_path: Path) -> None:
    with raises(BadPack, "wrong", expected="error.expected.flag", found="1"):
        table(tmp_path, "k = 1\n").flag("k")


@pytest.mark.parametrize(
    ("value", "getter", "expected"),
    [
        ("[1, 'a']", lambda t: t.integers("k"), "integers"),
        ("[true]", lambda t: t.integers("k"), "integers"),
        ("['a', 1]", lambda t: t.texts("k"), "texts"),
        ("[['a', true]]", lambda t: t.pairs("k"), "pairs"),
        ("[{}, 1]", lambda t: t.tables("k"), "tables"),
    ],
)
def test_one_wrong_member_spoils_a_list(tmp_path: Path, value: str, getter: Getter, expected: str) -> None:
    with raises(BadPack, "wrong", expected=f"error.expected.{expected}"):
        getter(table(tmp_path, f"k = {value}\n"))


def test_a_long_value_is_shortened_in_the_message(tmp_path: Path) -> None:
    assert len(str(table(tmp_path, f"k = '{'x' * 500}'\n").wrong("k", "integer"))) < 120


def test_invalid_toml_is_named_by_line(tmp_path: Path) -> None:
    with raises(BadPack, "toml", place="tables.toml") as error:
        table(tmp_path, "a = 1\nb = \n")
    assert "(at line 2, column 5)" in str(error.value)


def test_a_missing_or_undecodable_toml_file_is_refused_too(tmp_path: Path) -> None:
    with raises(BadPack, "no_file", place="scenarios.toml", pack="test"):
        pack(tmp_path).toml("scenarios.toml")
    with raises(BadPack, "encoding", byte="0xff"):
        pack(tmp_path, scenarios_toml=b"a = '\xff'").toml("scenarios.toml")


# ---------------------------------------------------------------- packs


def test_a_shipped_pack_is_found_by_the_code_of_its_game() -> None:
    found = Pack.of("dpyr")
    assert "dpyr" == found.name
    assert (found.root / "units.csv").is_file()


@pytest.mark.parametrize("game", ["dpry", "", "../packs/dpyr", "__pycache__"])
def test_an_unknown_game_is_refused_with_the_known_ones(game: str) -> None:
    with pytest.raises(UnknownName) as error:
        Pack.of(game)
    known = error.value.values["known"]
    assert isinstance(known, list)
    assert ({*tablero.GAMES}, False) == ({*tablero.GAMES} & {*known}, game in known)


def test_the_hash_changes_with_the_data_and_with_the_names_of_files(tmp_path: Path) -> None:
    p = pack(tmp_path, units_csv="id\n", tables_toml="a = 1\n")
    seen = {p.hash()}
    seen.add(pack(tmp_path, units_csv="id\nx\n").hash())
    seen.add(pack(tmp_path, tables_toml="a = 2\n").hash())
    (tmp_path / "maps").mkdir()
    (tmp_path / "units.csv").rename(tmp_path / "maps" / "units.csv")
    seen.add(p.hash())
    assert 4 == len(seen)


def test_the_hash_ignores_texts_rules_and_the_readme(tmp_path: Path) -> None:
    p = pack(tmp_path, units_csv="id\n")
    before = p.hash()
    (tmp_path / "text").mkdir()
    (tmp_path / "text" / "en.toml").write_text("a = 'b'")
    (tmp_path / "rules.toml").write_text("")
    (tmp_path / "README.md").write_text("")
    (tmp_path / "examples.toml").write_text("a = 1\n")
    assert before == p.hash()


def test_the_hash_does_not_depend_on_the_place_or_on_the_order_of_writing(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    one = pack(tmp_path / "one", a_csv="x\n", b_csv="y\n", c_toml="")
    two = pack(tmp_path / "two", c_toml="", b_csv="y\n", a_csv="x\n")
    assert one.hash() == two.hash()
