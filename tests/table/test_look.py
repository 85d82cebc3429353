"""How a game looks comes with its pack, and nothing else names what is in it."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

import tablero
from tablero.kernel.errors import BadPack
from tablero.kernel.packs import LOOK, Pack
from tablero.kernel.text import Speech
from tablero.table.look import StartLook, art, look, start_look, terminal_look
from tests.kernel import four

SOURCE = Path(tablero.__file__).parent
GENERIC = [
    *(path for path in SOURCE.glob("web/*.*") if path.suffix != ".png"),
    SOURCE / "table/wire.py", SOURCE / "table/phrases.py", SOURCE / "table/look.py",
]
TERMINAL = [SOURCE / "cli/text" / name for name in ("hexmap.py", "pointmap.py", "choices.py")]
# words that packs use and that mean something else on the page: parts of a map, of a form, of a colour, of a message
HOMONYMS = {
    "other", "field", "region", "river", "wall", "mountain", "battle", "coast", "control", "picked", "shown", "block",
    "square", "box", "key", "flag", "capital", "inside",
}


def bad(tmp_path: Path, text: str) -> str:
    (tmp_path / LOOK).write_text(text)
    with pytest.raises(BadPack) as caught:
        look(replace(four.GAME, pack=Pack(tmp_path, "four")))
    return str(caught.value)


@pytest.mark.parametrize("code", tablero.GAMES)
def test_every_seat_of_a_game_has_a_look_and_every_game_a_picture(code: str) -> None:
    game = tablero.game(code)
    assert set(game.seats) <= set(look(game).sides)
    assert art(game).startswith("<svg")


def test_sides_without_a_look_are_told_apart_by_colour_and_by_flag() -> None:
    sides = look(four.GAME).sides
    assert list(four.SEATS) == list(sides)
    for shade in range(4):
        assert 4 == len({side.colours[shade] for side in sides.values()})
    assert 4 == len({side.flag for side in sides.values()})


def test_the_look_is_no_part_of_what_a_record_depends_on(tmp_path: Path) -> None:
    (tmp_path / "units.csv").write_text("id\na\n")
    before = Pack(tmp_path, "x").hash()
    (tmp_path / LOOK).write_text("module = true\n")
    assert before == Pack(tmp_path, "x").hash()


@pytest.mark.parametrize(("text", "told"), [
    ("modul = true", "unknown field `modul`"),
    ('[sides.north]\ncolours = ["red", "#000000", "#000000", "#000000"]', "$.sides[...].colours[0]"),
    ('closing = ["stop"]', "the game does not know stop"),
    ('[start]\nfirst = "nowhere"', "the game does not know nowhere"),
    ("[headings]\nrain = 1", "the game does not know rain"),
])
def test_a_wrong_look_says_what_is_wrong(tmp_path: Path, text: str, told: str) -> None:
    assert told in bad(tmp_path, text)


def words_of_packs() -> tuple[set[str], set[str]]:
    """What packs call their sides and pieces, and what their signs in a terminal stand for."""
    words, signs = set(tablero.GAMES), set[str]()
    for code in tablero.GAMES:
        found = msgspec.to_builtins(look(tablero.game(code)))
        for table in ("sides", "symbols", "markers", "badges", "values", "places", "signs", "pulled"):
            words |= set(found.get(table, {}))
        terminal = msgspec.to_builtins(terminal_look(tablero.game(code)))
        tables = [table for table in terminal.values() if isinstance(table, dict)]
        signs |= {word.rpartition(".")[2] for table in tables for word in table}
    return words, signs


def naming(paths: list[Path], words: set[str]) -> set[str]:
    """The lines that contain one of the words as a text or as a key."""
    named = re.compile(rf"""["'`.-]({"|".join(map(re.escape, sorted(words)))})\b(?!\.js|\()""")
    return {
        f"{path.name}:{n}: {line.strip()[:100]}"
        for path in paths for n, line in enumerate(path.read_text("utf-8").splitlines(), 1) if named.search(line)
    }


def test_the_page_names_no_game_no_side_and_no_piece() -> None:
    assert set() == naming(GENERIC, words_of_packs()[0] - HOMONYMS)


def test_the_maps_of_the_terminal_name_no_game_no_side_no_piece_and_no_terrain() -> None:
    words, signs = words_of_packs()
    assert set() == naming(TERMINAL, words - HOMONYMS | signs - {"key"})


@pytest.mark.parametrize("code", tablero.GAMES)
def test_every_scenario_says_how_long_and_large_it_is_and_what_its_title_means(code: str) -> None:
    game, start = tablero.game(code), start_look(tablero.game(code))
    assert set(game.scenarios) == set(start.scenarios)
    assert start.first in game.scenarios
    for size in start.scenarios.values():
        assert 0 < size.hours[0] < size.hours[1]
        assert min(size.turns, size.pieces) > 0
    for language in ("en", "es"):
        speech = Speech(game, language)
        assert all(speech.catalogue.has(f"scenario.{id_}.gloss") for id_ in game.scenarios)


def test_a_game_that_says_nothing_of_it_starts_with_its_first_scenario() -> None:
    assert StartLook() == start_look(four.GAME)
