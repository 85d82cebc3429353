"""Matches: even over battles and sides, reproducible, with honest intervals."""

from __future__ import annotations

from collections import Counter

import pytest
from click.testing import CliRunner

import tablero
from tablero import bots
from tablero.bots import FREE, Budget, arena
from tablero.bots.arena import Match, Outcome, Pairing, Played, Tally, elo, rotations, tallies, total
from tablero.bots.random import RandomBot
from tablero.cli.match import match_command
from tablero.kernel.errors import BadBot
from tests.errors import raises
from tests.kernel import four, pairs

GAME = tablero.game("dpyr")


def random_game(seed: int) -> Played:
    players = [bots.make("random", GAME, seed + seat) for seat in (0, 1)]
    return arena.play(GAME, "maella", players, seed, {"victory": "graded"})


def test_a_game_between_bots_is_the_same_again_from_its_seed() -> None:
    one, other = random_game(3), random_game(3)
    assert one._replace(seconds=()) == other._replace(seconds=())
    assert one.actions == sum(one.decisions)


def test_a_match_is_spread_evenly_over_battles_and_sides() -> None:
    pairings = Match("dpyr", ("random", "random"), 28).pairings()
    assert set(Counter((p.scenario, p.order) for p in pairings).values()) == {2}
    assert len({p.seed for p in pairings}) == 2


def test_the_sides_of_a_match_are_changed_and_the_winner_is_a_bot_not_a_seat() -> None:
    match = Match("dpyr", ("random", "random"), 4, scenarios=("arquijas",))
    outcomes = list(match.results())
    # the printed victory of Arquijas goes to the Carlist if nothing happens: to the bot that has that seat
    assert [outcome.played.winner for outcome in outcomes] == [0, 0, 0, 0]
    assert [outcome.pairing.order[0] for outcome in outcomes] == [0, 1, 0, 1]
    assert [total(tallies(GAME, outcomes), bot=bot).wins for bot in (0, 1)] == [2, 2]


def test_several_processes_play_the_same_match() -> None:
    match = Match("dpyr", ("random", "random"), 4, scenarios=("maella",))
    one, two = ([o.played._replace(seconds=()) for o in match.results(n)] for n in (1, 2))
    assert one == two


# --- more seats than two


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_bot_sits_in_every_seat_once_in_a_round(seats: int) -> None:
    orders = rotations([(seat,) for seat in range(seats)])
    assert seats == len(orders)
    for seat in range(seats):
        assert set(range(seats)) == {order[seat] for order in orders}


def test_allies_change_seats_together() -> None:
    for sides in (((0, 2), (1, 3)), ((0, 1), (2, 3))):
        orders = rotations(sides)
        assert 4 == len(set(orders))
        for seat in range(4):
            assert {0, 1, 2, 3} == {order[seat] for order in orders}
        for order in orders:
            assert {frozenset(side) for side in sides} == {frozenset(order[seat] for seat in side) for side in sides}


def test_sides_that_differ_in_size_are_changed_seat_by_seat() -> None:
    assert [(0, 1, 2), (2, 0, 1), (1, 2, 0)] == rotations(((0,), (1, 2)))


def outcome(order: tuple[int, ...], *winners: int) -> Outcome:
    """A game of four in which every decision took half a second."""
    n = len(order)
    winner = winners[0] if len(winners) == 1 else None
    played = Played("crossroads", 1, winner, winners, "spaces", (0.0,) * n, 3, 40, (10,) * n, (5.0,) * n)
    return Outcome(Pairing("crossroads", order, 1), played)


def test_a_game_of_four_is_won_over_three_opponents_who_are_even() -> None:
    cells = tallies(four.GAME, [outcome((3, 0, 1, 2), 1)])
    first, last = total(cells, bot=0), total(cells, bot=3)
    assert (1, 0, 0, 3.0, 3) == (first.wins, first.draws, first.losses, first.points, first.opponents)
    assert (0, 0, 1, 1.0, 3) == (last.wins, last.draws, last.losses, last.points, last.opponents)
    assert 500.0 == first.milliseconds


def test_allies_win_together_and_are_no_opponents() -> None:
    cells = tallies(pairs.GAME, [outcome((0, 1, 2, 3), 0, 2), outcome((1, 0, 3, 2), 0, 2)])
    assert [(1, 1, 2.0, 4)] * 4 == [
        (t.wins, t.losses, t.points, t.opponents) for t in (total(cells, bot=bot) for bot in range(4))
    ]
    assert [2, 0, 2, 0] == [total(cells, seat=seat).wins for seat in range(4)]
    assert 0.0 == elo(total(cells, bot=0))


@pytest.mark.parametrize("code", ["four", "pairs"])
def test_four_bots_play_a_match_to_its_end(code: str) -> None:
    outcomes = list(Match(code, ("random",) * 4, 12).results())
    for _, played in outcomes:
        assert played.winners in ((), *tablero.game(code).sides)
        assert played.winner is None or played.winner in played.winners
        assert 1.0 == pytest.approx(sum(played.score))
    assert 12 == total(tallies(tablero.game(code), outcomes), bot=3).games


def test_the_command_reports_four_bots_by_battle_and_by_seat() -> None:
    result = CliRunner().invoke(match_command, ["four", "--games", "8", "--processes", "1"], env={"COLUMNS": "160"})
    assert result.exit_code == 0, result.output
    assert all(f"random {n}" in result.output for n in (1, 2, 3, 4))
    assert all(seat in result.output for seat in four.SEATS)


def test_a_budget_reaches_every_bot_with_every_question() -> None:
    asked: list[Budget] = []

    class Thrifty(RandomBot):
        def choose(
            self, view: tablero.State, options: list[tablero.Action], seat: int, budget: Budget = FREE
        ) -> tablero.Action:
            asked.append(budget)
            return super().choose(view, options, seat)

    played = arena.play(four.GAME, "crossroads", [Thrifty(four.GAME, n) for n in range(4)], 1, budget=Budget(0.5, 200))
    assert [Budget(0.5, 200)] * played.actions == asked


# --- what goes wrong


def test_a_bot_that_breaks_down_is_named() -> None:
    match = Match("dpyr", ("tests.sim.failing:AlwaysFailing", "random"), 1)
    with raises(BadBot, "failed", bots=list(match.names), scenario="arquijas"):
        list(match.results())


def test_the_wilson_interval_agrees_with_the_textbook() -> None:
    low, high = arena.wilson(8, 10)
    assert (round(low, 4), round(high, 4)) == (0.4902, 0.9433)
    assert arena.wilson(0, 0) == (0.0, 1.0)
    assert arena.wilson(10, 10)[1] == 1.0


def test_equal_play_is_no_difference_in_elo_and_three_quarters_is_191() -> None:
    assert elo(Tally(5, 2, 5, 6.0, 12)) == 0.0
    assert round(elo(Tally(3, 0, 1, 3.0, 4))) == 191


def test_the_command_prints_a_row_a_battle_and_one_for_all() -> None:
    words = ["dpyr", "--bots", "random,random", "--games", "2", "--scenario", "maella", "--processes", "1"]
    result = CliRunner().invoke(match_command, words)
    assert result.exit_code == 0
    assert "maella" in result.output
    assert "all" in result.output


@pytest.mark.parametrize("words, code, key", [
    (["--bots", "random"], "bad_command", "bots"),
    (["--bots", "random,random,random"], "bad_command", "bots"),
    (["--bots", "random,nobody"], "unknown_name", "known"),
    (["--scenario", "waterloo"], "unknown_name", "known"),
    (["--options", "victory"], "bad_command", "name_value"),
    (["--options", "victory=total"], "unknown_name", "known"),
])
def test_the_command_refuses_what_does_not_exist(words: list[str], code: str, key: str) -> None:
    result = CliRunner().invoke(match_command, ["dpyr", "--games", "1", *words])
    assert isinstance(result.exception, tablero.TableroError)
    assert (code, key) == (result.exception.code, result.exception.key)
