"""The map in the terminal: where hexes and counters stand, with and without colours."""

from __future__ import annotations

from dataclasses import replace

from tablero.cli.text.hexmap import HexMap, counter_codes
from tablero.games.dpyr import GAME
from tablero.games.dpyr.board import BATTLES
from tablero.games.dpyr.labels import unit_names
from tablero.kernel.text import catalogue
from tests.games.dpyr.battlefield import battlefield

UNITS = {"c_guias": "1008 facing=SE", "c_nav_1": "1108 facing=S", "c_ala_1": "1108", "l_zar_1": "2801 shock=1"}
CODES = {"unit:c_guias": "Gu", "unit:c_nav_1": "1N", "unit:c_ala_1": "1Á", "unit:l_zar_1": "1Z"}


def lines(width: int, height: int, colour: bool = False, lit: tuple[str, ...] = (), room: int = 0) -> list[str]:
    s = battlefield("arquijas", UNITS)
    drawing = HexMap(GAME.board(s), GAME, CODES, width, height, colour)
    return drawing.draw(GAME.scene(GAME.view(s, 0), 0), lit, room).plain.split("\n")


def test_a_low_terminal_gets_a_line_a_row_and_a_high_one_two() -> None:
    assert 1 + 17 == len(lines(80, 24))
    assert 1 + 2 * 17 + 1 == len(lines(150, 50))


def test_no_line_is_wider_than_the_terminal() -> None:
    for width in (60, 80, 100, 120, 150, 200):
        assert max(len(line) for line in lines(width, 50)) <= width


def test_a_counter_stands_in_its_column_and_row() -> None:
    flat = lines(150, 24)
    assert "×Gu↘" == flat[8][3 + 9 * 5 : 3 + 10 * 5].strip()
    assert "×1Á↓2" == flat[8][3 + 10 * 5 : 3 + 11 * 5]
    tall = lines(150, 50)
    assert "×1Á↓2" == tall[1 + 2 * 7][3 + 10 * 5 : 3 + 11 * 5]      # odd columns at full height,
    assert "×Gu↘" == tall[1 + 2 * 7 + 1][3 + 9 * 5 : 3 + 10 * 5].strip()       # even ones half a hex lower


def test_without_colours_every_counter_shows_its_side() -> None:
    for width in (60, 80, 100, 120, 150):
        text = "\n".join(lines(width, 24))
        assert 2 == text.count("×")
        assert 1 == text.count("^")


def test_with_colours_the_widest_counters_show_their_class() -> None:
    assert any("⊠Gu↘" in line for line in lines(150, 24, colour=True))
    assert any("Gu" in line for line in lines(80, 24, colour=True))


def test_damage_stands_under_the_counter() -> None:
    assert any("s1" in line for line in lines(150, 50))


def test_what_can_be_chosen_is_marked() -> None:
    assert "·*" in lines(80, 24, lit=("hex:0502",))[2]
    assert "*" not in "".join(lines(80, 24))


def test_with_little_room_the_lines_around_the_choices_are_drawn() -> None:
    drawn = lines(80, 24, lit=("hex:0516",), room=6)
    assert 1 + 6 == len(drawn)
    assert any(line.startswith("16") for line in drawn)


def test_a_hidden_enemy_is_a_question_mark() -> None:
    s = battlefield("arquijas", {"l_zar_1": "1208 hidden"})
    drawing = HexMap(GAME.board(s), GAME, {}, 150, 24, colour=False)
    assert "^??" in drawing.draw(GAME.scene(GAME.view(s, 0), 0), ()).plain


def test_a_repaired_bridge_is_drawn() -> None:
    s = battlefield("luchana", {})
    board, scene = GAME.board(s), GAME.scene(GAME.view(s, 0), 0)
    drawing = HexMap(board, GAME, {}, 80, 24, colour=False)
    broken = next(space.id for space in board.spaces if "crossing.broken_bridge" in space.marks)
    repaired = replace(scene, marks=((broken, "crossing.bridge"),))
    assert drawing.draw(scene, ()).plain.count("%") == drawing.draw(repaired, ()).plain.count("%") + 1


def test_every_counter_of_a_battle_has_letters_of_its_own() -> None:
    for number, battle in enumerate(BATTLES[:8]):
        names = unit_names(number, catalogue(GAME.pack, "en"))
        codes = counter_codes({u.id: name for u, name in zip(battle.units, names, strict=True)})
        assert len(battle.units) == len(set(codes.values()))
        assert {2} == {len(code) for code in codes.values()}


def test_letters_come_from_the_name() -> None:
    names = {"a": "1º Navarra", "b": "Guías", "c": "1º Nájera", "d": "10º Navarra"}
    assert {"a": "1N", "b": "Gu", "c": "1á", "d": "0N"} == counter_codes(names)


def test_the_legend_names_terrain_and_sides() -> None:
    s = battlefield("arquijas", {})
    drawing = HexMap(GAME.board(s), GAME, {}, 80, 24, colour=False)
    text = drawing.legend(catalogue(GAME.pack, "es")).plain
    assert "♣ bosque" in text
    assert "= vado" in text
    assert "× Carlista" in text
