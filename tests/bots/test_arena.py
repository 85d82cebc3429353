"""Matches: even over battles and sides, reproducible, with honest intervals."""

from __future__ import annotations

from collections import Counter

import pytest
from click.testing import CliRunner

import tablero
from tablero import bots
from tablero.bots import arena
from tablero.bots.arena import Match, Outcome, Played, Tally
from tablero.cli.match import match_command

GAME = tablero.game("dpyr")


def random_game(seed: int) -> Played:
    players = [bots.make("random", GAME, seed + seat) for seat in (0, 1)]
    return arena.play(GAME, "maella", players, seed, {"victory": "graded"})


def test_a_game_between_bots_is_the_same_again_from_its_seed() -> None:
    one, other = random_game(3), random_game(3)
    assert one[:8] == other[:8]
    assert one.actions == sum(one.decisions)


def test_a_match_is_spread_evenly_over_battles_and_sides() -> None:
    pairings = Match("dpyr", ("random", "random"), 28).pairings()
    assert set(Counter((p.scenario, p.swapped) for p in pairings).values()) == {2}
    assert len({p.seed for p in pairings}) == 2


def test_the_sides_of_a_match_are_changed_and_the_winner_is_a_bot_not_a_seat() -> None:
    match = Match("dpyr", ("random", "random"), 4, scenarios=("arquijas",))
    outcomes = list(match.results())
    # the printed victory of Arquijas goes to the Carlist if nothing happens: to the bot that has that seat
    assert [outcome.played.winner for outcome in outcomes] == [0, 0, 0, 0]
    assert [outcome.won for outcome in outcomes] == [0, 1, 0, 1]


def test_several_processes_play_the_same_match() -> None:
    match = Match("dpyr", ("random", "random"), 4, scenarios=("maella",))
    assert [o.played[:8] for o in match.results(1)] == [o.played[:8] for o in match.results(2)]


def test_a_bot_that_breaks_down_is_named() -> None:
    match = Match("dpyr", ("tests.sim.failing:AlwaysFailing", "random"), 1)
    with pytest.raises(tablero.TableroError, match="AlwaysFailing against random broke off arquijas"):
        list(match.results())


def test_a_tally_counts_for_the_first_bot() -> None:
    played = random_game(1)
    tally = Tally()
    for won in (0, 0, 1, None):
        tally.add(Outcome("maella", won, played, (10, 20), (0.5, 0.1)))
    assert (tally.wins, tally.draws, tally.losses, tally.games) == (2, 1, 1, 4)
    assert tally.milliseconds(0) == 50.0


def test_the_wilson_interval_agrees_with_the_textbook() -> None:
    low, high = arena.wilson(8, 10)
    assert (round(low, 4), round(high, 4)) == (0.4902, 0.9433)
    assert arena.wilson(0, 0) == (0.0, 1.0)
    assert arena.wilson(10, 10)[1] == 1.0


def test_equal_play_is_no_difference_in_elo_and_three_quarters_is_191() -> None:
    assert arena.elo(Tally(5, 2, 5)) == 0.0
    assert round(arena.elo(Tally(3, 0, 1))) == 191


def test_the_command_prints_a_row_a_battle_and_one_for_all() -> None:
    words = ["dpyr", "--bots", "random,random", "--games", "2", "--scenario", "maella", "--processes", "1"]
    result = CliRunner().invoke(match_command, words)
    assert result.exit_code == 0
    assert "maella" in result.output
    assert "all" in result.output


@pytest.mark.parametrize("words, error", [
    (["--bots", "random"], "two bots"),
    (["--bots", "random,nobody"], "no bot 'nobody'"),
    (["--scenario", "waterloo"], "no scenario 'waterloo'"),
    (["--options", "victory"], "name=value"),
    (["--options", "victory=total"], "value of option victory"),
])
def test_the_command_refuses_what_does_not_exist(words: list[str], error: str) -> None:
    result = CliRunner().invoke(match_command, ["dpyr", "--games", "1", *words])
    assert isinstance(result.exception, tablero.TableroError)
    assert error in result.exception.text
