"""Bots: made by name, and always with an answer that was offered."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import tablero
from tablero import bots
from tablero.bots import Budget
from tablero.bots.arena import Match, tallies, total
from tablero.bots.random import RandomBot
from tablero.kernel.errors import BadBot
from tablero.kernel.text import LANGUAGES, common
from tests.errors import raises
from tests.kernel import four

GAME = tablero.game("dpyr")


def test_there_is_a_bot_for_every_name() -> None:
    for name in bots.NAMES:
        assert callable(bots.make(name, GAME, 1).choose)


@pytest.mark.parametrize("name", bots.NAMES)
def test_the_page_has_a_word_for_every_bot(name: str) -> None:
    assert all(common(language).has(f"web.bot.{name}") for language in LANGUAGES)


@pytest.mark.parametrize("code, name", [
    (code, name) for code in tablero.GAMES for name in bots.names(tablero.game(code))
])
def test_a_bot_gives_every_option_a_number_and_takes_one_that_is_worth_most(code: str, name: str) -> None:
    game = tablero.game(code)
    s = game.new(game.scenarios[0], 3)
    for _ in range(120):
        if s.over:
            break
        seat = tablero.players(s)[0]
        view, options = game.view(s, seat), tablero.options(s, seat)
        worth = bots.make(name, game, 1).weigh(view, options, seat, bots.Budget(0.1, 10))
        chosen = bots.make(name, game, 1).choose(view, options, seat, bots.Budget(0.1, 10))
        assert len(options) == len(worth)
        assert max(worth) == worth[options.index(chosen)]
        tablero.apply(s, seat, chosen)


def test_an_unknown_bot_is_refused_with_the_names_that_exist() -> None:
    with raises(tablero.UnknownName, "near", name="hueristic", near="heuristic"):
        bots.make("hueristic", GAME, 1)


def test_a_stranger_s_name_starts_no_foreign_code() -> None:
    with pytest.raises(tablero.UnknownName):
        bots.make("os:system", GAME, 1)


def test_a_bot_of_one_s_own_is_known_once_it_is_loaded() -> None:
    bots.load("tablero.bots.random:RandomBot")
    assert isinstance(bots.make("tablero.bots.random:RandomBot", GAME, 1), RandomBot)


@pytest.mark.parametrize("name", ["nowhere.to.be:Found", "tablero.bots.random:Nobody", ":"])
def test_a_bot_that_cannot_be_loaded_is_refused(name: str) -> None:
    with raises(BadBot, "load"):
        bots.load(name)


def test_the_random_bot_takes_every_option_sooner_or_later_and_no_other() -> None:
    options: list[tablero.Action] = [("montear",), ("mojar",), ("pass",)]
    bot = bots.make("random", GAME, 1)
    s = GAME.new("maella", 1)
    assert set(options) == {bot.choose(s, options, 0) for _ in range(100)}


def test_equal_seeds_make_equal_random_bots() -> None:
    options: list[tablero.Action] = [("to", x) for x in range(50)]
    s = GAME.new("maella", 1)
    one, other = bots.make("random", GAME, 5), bots.make("random", GAME, 5)
    assert [one.choose(s, options, 0) for _ in range(20)] == [other.choose(s, options, 0) for _ in range(20)]


def test_the_bots_of_the_documentation_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = Path(__file__).parents[2] / "docs" / "add-a-bot.md"
    for name, code in re.findall(r"```python\n# (\w+\.py)\n(.*?)```", page.read_text("utf-8"), re.DOTALL):
        (tmp_path / name).write_text(code)
    monkeypatch.syspath_prepend(tmp_path)
    (outcome,) = Match("dpyr", ("eager:EagerBot", "random"), 1, scenarios=("maella",)).results()
    assert outcome.played.decisions[0] > 100
    names = ("playouts:PlayoutBot", "random", "random", "random")
    match = Match(four.GAME.code, names, 12, budget=Budget(simulations=24))
    found = tallies(tablero.game(four.GAME.code), list(match.results()))
    assert total(found, bot=0).wins > sum(total(found, bot=bot).wins for bot in (1, 2, 3))
