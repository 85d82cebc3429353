"""The map of points in the terminal: where places stand, what is counted there, with and without colours."""

from __future__ import annotations

from itertools import combinations

import pytest
from rich.console import RenderableType
from rich.table import Table

import tablero
from tablero.cli.text.hexmap import LIT
from tablero.cli.text.panels import battlefield, muster, place_lines
from tablero.cli.text.pointmap import ROOM_FOR_SIGNS, PointMap, frames
from tablero.games.aiw import GAME
from tablero.games.aiw.board import AREA_NAMES, CARLIST, LIBERAL, area
from tablero.games.aiw.state import Aiw
from tablero.kernel.scene import Board, Scene, Space
from tablero.kernel.text import Speech, catalogue
from tablero.table.look import look
from tests.games.aiw.battle import battle, draw_up
from tests.games.aiw.war import war

PLACES = {
    "vitoria": "l_rg1 l_rg2 l_ln1 field:2", "bilbao": "c_bis1 c_bis2", "inside bilbao": "l_ln2",
    "durango": "c_nav1 mountain:1", "aragon": "c_cas1",
}
COLOURS = [look(GAME).sides[side].colours[0] for side in GAME.seats]
WIDTHS = (80, 100, 120, 160)


def position() -> Aiw:
    return war(PLACES, siege=["bilbao"], forts={"carlist": ["estella"]}, uprising={"aragon": 2})


def seen(s: Aiw, seat: int) -> Scene:
    return GAME.scene(GAME.view(s, seat), seat)


def drawing(width: int = 100, height: int = 50, colour: bool = False) -> PointMap:
    board = GAME.board(position())
    names = {space.id: catalogue(GAME.pack, "en").say(space.name) for space in board.spaces}
    return PointMap(board, GAME, names, frozenset(("block",)), width, height, colour)


def lines(width: int = 100, height: int = 50, lit: tuple[str, ...] = (), room: int = 0) -> list[str]:
    return drawing(width, height).draw(seen(position(), CARLIST), lit, room).plain.split("\n")


def spot(name: str, width: int = 100) -> tuple[int, int]:
    """Line and column of a place."""
    return next((la.line, la.column) for la in drawing(width).labels if la.space.id == f"space:{name}")


@pytest.mark.parametrize("width", WIDTHS)
def test_every_place_has_its_own_room_and_a_name_of_its_own(width: int) -> None:
    labels = drawing(width).labels
    assert {f"space:{name}" for name in AREA_NAMES} == {label.space.id for label in labels}
    assert len(labels) == len({label.name for label in labels})
    for a, b in combinations(labels, 2):
        gap = max(b.column - a.column - len(a.name), a.column - b.column - len(b.name))
        assert a.line != b.line or gap >= ROOM_FOR_SIGNS, (a, b)


@pytest.mark.parametrize("width", WIDTHS)
def test_no_line_is_wider_than_the_terminal(width: int) -> None:
    assert max(len(line) for line in lines(width)) <= width


@pytest.mark.parametrize("width", WIDTHS)
def test_north_is_above_and_west_at_the_left(width: int) -> None:
    for north, south in (("bilbao", "vitoria"), ("vitoria", "logrono"), ("irun", "pamplona"), ("pamplona", "tudela")):
        assert spot(north, width)[0] < spot(south, width)[0]
    for west, east in (("laredo", "bilbao"), ("bilbao", "san_sebastian"), ("vitoria", "pamplona"), ("haro", "estella")):
        assert spot(west, width)[1] < spot(east, width)[1]


@pytest.mark.parametrize("width", WIDTHS)
def test_the_second_map_is_drawn_below_the_first(width: int) -> None:
    north = max(spot(name, width)[0] for name in AREA_NAMES[:74])
    assert north < min(spot(name, width)[0] for name in AREA_NAMES[74:])


def test_a_board_without_frames_is_one_map() -> None:
    board = Board("map:small", "points", 30, 20, (Space("space:a", 0, 0, "open"), Space("space:b", 30, 20, "open")))
    assert [(0, 0, 30, 20)] == frames(board)
    small = PointMap(board, GAME, {"space:a": "Aa", "space:b": "Bb"}, frozenset(), 80, 24, False)
    first, *_, last = small.draw(Scene("map:small"), ()).plain.split("\n")
    assert first.startswith("○Aa")
    assert last.endswith("○Bb")


def test_blocks_guns_and_markers_are_shown_by_side() -> None:
    text = "\n".join(lines())
    assert "◆Vitoria#^3g" in text
    assert "◆Bilbao#!×2^1" in text          # besieged, a block inside
    assert "●Durango×1g" in text
    assert "●Estella#" in text
    assert "□Aragón↑2×1" in text
    assert "○Oña " in text


def test_what_can_be_chosen_is_marked() -> None:
    assert any("*Vitoria#" in line for line in lines(lit=("space:vitoria",)))
    assert "*" not in "".join(lines())
    block = next(piece.id for piece in seen(position(), CARLIST).pieces if piece.at == "space:durango" and piece.name)
    assert any("*Durango×1g" in line for line in lines(lit=(block,)))


def test_with_little_room_the_lines_around_the_choices_are_drawn() -> None:
    for name in ("tudela", "bermeo", "andalusia"):
        drawn = lines(lit=(f"space:{name}",), room=10)
        assert 10 == len(drawn)
        assert any("*" in line for line in drawn)
    assert lines()[:10] == lines(room=10)


def test_with_colours_numbers_stand_on_the_colour_of_their_side() -> None:
    text = drawing(colour=True).draw(seen(position(), CARLIST), ("space:vitoria",))
    styles = {text.plain[span.start : span.end]: span.style for span in text.spans}
    for number, side in (("3g", LIBERAL), ("1g", CARLIST)):
        assert COLOURS[side] in str(styles[number])
    assert LIT in str(styles["Vitoria"])
    assert "*" not in text.plain


def test_a_sign_has_the_colour_of_the_side_that_controls_the_place() -> None:
    s = war({"durango": "l_rg1"})
    assert 1 == s.held >> area("eibar") & 1
    text = drawing(colour=True).draw(seen(s, CARLIST), ())
    colour = {}
    for span in text.spans:
        if text.plain[span.start : span.end] in ("●", "○"):
            colour[text.plain[span.end : span.end + 5]] = str(span.style)
    assert COLOURS[LIBERAL] in colour["Duran"]
    assert COLOURS[CARLIST] in colour["Eibar"]


def test_the_legend_names_the_signs() -> None:
    text = drawing().legend(catalogue(GAME.pack, "es")).plain
    for words in ("◆ Ciudad", "# fortaleza", "! sitio", "↑ sublevación", "g artillería", "× Carlista"):
        assert words.casefold() in text.casefold()


# ------------------------------------------------------------------------------------------------------------- tables


def about(name: str, seat: int, language: str = "en") -> list[str]:
    s = position()
    board, view = GAME.board(s), GAME.view(s, seat)
    space = next(space for space in board.spaces if space.id == f"space:{name}")
    return [line.plain for line in place_lines(Speech(GAME, language), view, board, space, GAME.scene(view, seat))]


def test_a_place_tells_its_roads_who_controls_it_and_what_its_owner_sees() -> None:
    told = about("vitoria", LIBERAL)
    assert told[0].startswith("Vitoria: Open, City, Liberal Zone.")
    assert "Controlled by the Liberals." in told
    assert "Main road: Salvatierra, Treviño, Villarreal" in told
    assert "  1st Guard Brigade: Infantry, strength 4/4, effectiveness 2, morale 9" in told
    assert "  Field Artillery: strength 2" in told
    assert "  Fortress" in told


def test_enemy_blocks_of_a_place_are_only_counted() -> None:
    told = about("vitoria", CARLIST)
    assert "  block (×3)" in told
    assert not any("Guard" in line or "strength 4" in line for line in told)


def test_a_place_is_told_in_spanish() -> None:
    told = about("vitoria", CARLIST, "es")
    assert "Bajo control de los liberales." in told
    assert "  bloque (×3)" in told


def test_a_muster_lists_own_units_and_counts_the_enemy() -> None:
    s = position()
    view = GAME.view(s, CARLIST)
    scene = GAME.scene(view, CARLIST)
    own, other = (_table(muster(Speech(GAME, "en"), view, scene, side)) for side in GAME.seats)
    assert ["Bilbao", "1.º–3.º de Vizcaya", "Infantry, strength 3/3, effectiveness 2, morale 8"] in own
    assert ["Vitoria", "3 blocks", ""] in other
    assert not any("Guard" in cell for row in other for cell in row)


def test_a_battlefield_shows_both_lines_box_by_box_and_hides_the_enemys_reserve() -> None:
    s = draw_up(battle("lerin", "c_nav1 c_nav2", "l_rg1 l_rg2 l_ln1 l_ln2 l_ln3 l_pr1 l_pr2 field:2"))
    view = GAME.view(s, CARLIST)
    scene = GAME.scene(view, CARLIST)
    (inset,) = GAME.board(s).insets
    assert inset.id == scene.inset
    table = battlefield(Speech(GAME, "en"), view, inset, scene)
    assert isinstance(table, Table)
    rows = {row[0]: row[1:] for row in _table(table)}
    assert "Battle: Lerín" == table.title
    assert {"Front line, Infantry", "Reserve", "Artillery"} == set(rows)
    carlist, liberal = rows["Front line, Infantry"]
    assert "Guías de Navarra: Infantry, strength 4/4, effectiveness 2, morale 9, revealed" in carlist.split("\n")
    assert 5 == len(liberal.split("\n"))
    assert ["", "block ×2"] == rows["Reserve"]
    assert ["", "Field Artillery: strength 2"] == rows["Artillery"]


def _table(table: RenderableType) -> list[list[str]]:
    """The cells of a table, row by row."""
    assert isinstance(table, Table)
    columns = [[str(cell) for cell in column.cells] for column in table.columns]
    return [list(row) for row in zip(*columns, strict=True)]


def test_where_soldiers_have_no_names_their_strength_is_written_with_the_leader_beside_it() -> None:
    game = tablero.game("wellington")
    s = game.new("1812", seed=1)
    board, words = game.board(s), catalogue(game.pack, "en")
    names = {space.id: words.say(space.name) for space in board.spaces}
    drawn = PointMap(board, game, names, frozenset(game.names(s)), 160, 60, False).draw(game.scene(s, 0), (), 0).plain
    found = {name: drawn.partition(name)[2].split()[0].strip("·") for name in ("Madrid", "Abrantes", "Toledo")}
    assert {"Madrid": "o2L", "Abrantes": "×5L", "Toledo": "o1"} == found
