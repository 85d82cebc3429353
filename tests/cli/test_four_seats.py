"""A game of four in the terminal: several persons at one keyboard, bots in the other seats."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tablero.cli.main import main
from tests.kernel import four, pairs


@pytest.fixture(autouse=True)
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.delenv("TABLERO_LANG", raising=False)


def play(*typed: str, seat: str, game: str = four.GAME.code, more: str = "") -> Result:
    words = ["text", game, "crossroads", "--seed", "3", "--seat", seat, *more.split()]
    return CliRunner().invoke(main, words, input="".join(f"{line}\n" for line in typed))


def test_two_of_four_sit_at_the_keyboard_and_bots_play_the_others() -> None:
    out = play("map off", "bid 1", "bid 2", seat="north,east").output
    assert "North. Bid for the order of play" in out
    assert "East. Bid for the order of play" in out
    assert "South. " not in out
    assert "South has bid" in out


@pytest.mark.parametrize("game", [four.GAME.code, pairs.GAME.code])
def test_four_at_one_keyboard_play_to_the_end(game: str) -> None:
    result = play("map off", *["1"] * 400, seat="all", game=game)
    assert 0 == result.exit_code, result.output
    asked = {seat for seat in ("North", "East", "South", "West") if f"{seat}. March" in result.output}
    assert {"North", "East", "South", "West"} == asked
    assert result.output.rstrip().endswith(("wins.", "A draw."))


def test_each_of_the_other_seats_may_have_a_bot_of_its_own() -> None:
    other = "tablero.bots.random:RandomBot"
    assert 0 == play("bid 1", seat="west", more=f"--against random,{other},random").exit_code


@pytest.mark.parametrize("seat, more, text", [
    ("up", "", "There is no seat “up”"),
    ("north,up", "", "There is no seat “up”"),
    ("west", "--against random,random", "one for each seat that you do not play (north, east, south), not 2."),
    ("all", "--against random", "leave out --against"),
])
def test_what_does_not_fit_is_told(seat: str, more: str, text: str) -> None:
    result = play(seat=seat, more=more)
    assert 2 == result.exit_code
    assert text in result.stderr
