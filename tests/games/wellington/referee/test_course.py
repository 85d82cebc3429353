"""Random games and thrown positions in which the course of the war is compared with a second account of the rules."""

from __future__ import annotations

import random

import pytest

from tablero.games.wellington.rules.r18_ending import sudden_death
from tests.games.wellington.referee import course
from tests.games.wellington.referee.course import Book, Referee, thrown


@pytest.mark.parametrize("scenario, seed, players", [("1812", 1, "four"), ("1812", 6, "three_allies"),
                                                     ("1813", 0, "two"), ("1813", 13, "three_french")])
def test_the_course_of_the_war_is_as_a_second_reading_of_the_rules_has_it(
        scenario: str, seed: int, players: str) -> None:
    referee = Referee(scenario, seed, players, eager=seed % 3 == 0)
    referee.run()
    assert [] == referee.faults
    assert referee.seen["plays"] > 20


@pytest.mark.parametrize("seed", range(6))
def test_turns_from_thrown_positions_end_as_a_second_reading_has_it(seed: int) -> None:
    rng = random.Random(seed)
    s = thrown(rng)
    while Book(s).sudden():
        s = thrown(rng)
    referee = Referee("1812", seed)
    referee.run(s)
    assert [] == referee.faults
    assert referee.s.over


def test_sudden_deaths_points_and_winners_are_as_a_second_reading_has_them() -> None:
    ended = 0
    for seed in range(60):
        s = thrown(random.Random(seed))
        due = Book(s).sudden()
        assert bool(due) == sudden_death(s)
        if due:
            ended += 1
            kind = s.result["kind"]
            assert kind == due[0] or (due[0], kind) == ("conquest_of_france", "potential_conquest")
            assert (s.winners, s.score, s.winner) == Book(s).verdict(kind, course.board.PLAYERS[s.players])
    assert ended > 20


def test_a_wrong_deal_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(course, "HOME_DEAL", (3, 2, 2, 1))
    referee = Referee("1813", 13)
    referee.run()
    assert [] != referee.faults
