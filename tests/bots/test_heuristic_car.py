"""The heuristic player of Crusade and Revolution: whole wars, sound answers, and better than chance."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import tablero
from tablero import bots
from tablero.bots import FREE, Bot, Budget, arena
from tablero.bots.heuristic.car import CARD_VALUES
from tablero.bots.heuristic.car.bot import ANSWERS, CHOICES, HeuristicBot
from tablero.bots.heuristic.car.dice import outcome
from tablero.games.car import GAME
from tablero.games.car.board import CARDS, NAT, REP
from tablero.kernel.frames import FRAMES, Decision
from tablero.kernel.positions import dump


class Forgetful(Bot):
    """A new bot for every decision: as after a restart of the server."""

    def weigh(
        self, view: tablero.State, options: Sequence[tablero.Action], seat: int, budget: Budget = FREE
    ) -> list[float]:
        return HeuristicBot(GAME, 1).weigh(view, options, seat)


def test_it_has_an_answer_to_every_question_of_the_rules() -> None:
    found = {frame for name, frame in FRAMES.items() if name.startswith("tablero.games.car:")}
    assert {frame for frame in found if issubclass(frame, Decision)} == ANSWERS.keys() | CHOICES.keys()
    assert not ANSWERS.keys() & CHOICES.keys()


def test_it_knows_every_card() -> None:
    assert set(CARDS.ids) == CARD_VALUES.keys()


def test_it_plays_the_columns_on_both_sides() -> None:
    sides = [bots.make("heuristic", GAME, seat) for seat in (NAT, REP)]
    assert arena.play(GAME, "war_of_the_columns", sides, 11).kind != ""


def test_it_plays_with_the_corridor_of_grado() -> None:
    sides = [bots.make("heuristic", GAME, seat) for seat in (NAT, REP)]
    options = {"corridor_of_grado": "with"}
    assert arena.play(GAME, "collapse_of_the_northern_front", sides, 5, options).actions > 0


@pytest.mark.parametrize("side", [NAT, REP])
@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_it_beats_random_from_both_sides(scenario: str, side: int) -> None:
    names = ("heuristic", "random") if side == NAT else ("random", "heuristic")
    assert arena.play(GAME, scenario, [bots.make(name, GAME, 1) for name in names], 1).winner == side


def test_it_needs_no_memory() -> None:
    played = [arena.play(GAME, "collapse_of_the_northern_front", [bots.make("random", GAME, 2), bot], 4)
              for bot in (Forgetful(), HeuristicBot(GAME, 1))]
    assert played[0].actions == played[1].actions
    assert played[0].winner == REP


def test_it_leaves_its_view_as_it_was() -> None:
    s = GAME.new("two_years_of_war", 1)
    bot = HeuristicBot(GAME, 1)
    for _ in range(60):
        seat = tablero.players(s)[0]
        view, options = GAME.view(s, seat), tablero.options(s, seat)
        before = dump(view)
        action = bot.choose(view, options, seat)
        assert dump(view) == before
        tablero.apply(s, seat, action)


def test_it_decides_by_what_its_seat_may_see() -> None:
    """Whatever the enemy holds in his hand, an equal view gets an equal answer."""
    s = GAME.new("two_years_of_war", 2)
    bot = HeuristicBot(GAME, 1)
    for n in range(60):
        seat = tablero.players(s)[0]
        other = GAME.determinize(GAME.view(s, seat), n)
        action = bot.choose(GAME.view(s, seat), tablero.options(s, seat), seat)
        assert bot.choose(GAME.view(other, seat), tablero.options(other, seat), seat) == action
        tablero.apply(s, seat, action)


def test_the_outcome_of_a_combat_is_reckoned_from_both_dice() -> None:
    """One loss for sure against one with a die of four or more; two points each side can lose."""
    found = outcome((1, 1, 1, 1, 1, 1), (0, 0, 0, 1, 1, 1), 2, 2)
    assert (found.wins, found.wipes, found.inflicted, found.suffered) == (0.5, 0.0, 1.0, 0.5)
