"""The account of a finished game: its sums are the final score, its words are there, its moments exist."""

from __future__ import annotations

import ast
import random

import pytest

import tablero
from tablero.games.aiw.state import Aiw
from tablero.games.car.state import Car
from tablero.games.dpyr.rules.r07_victory.s03_graded import points, whole
from tablero.games.dpyr.state import Dpyr
from tablero.games.wellington.rules.r19_victory import all_points
from tablero.games.wellington.state import Wellington
from tablero.kernel.frames import State
from tablero.kernel.game import GAMES
from tablero.kernel.ledger import Books, Luck, hits
from tablero.kernel.record import Record
from tablero.kernel.text import LANGUAGES
from tablero.table.phrases import DICE
from tablero.table.summary import Summary, summary
from tests.messages import modules, ours, unequal
from tests.playthroughs import lively

LENGTH = 900            # actions of a game that is given up then


@pytest.fixture(scope="module", params=[(code, seed) for code in GAMES for seed in (11, 13, 16)])
def played(request: pytest.FixtureRequest) -> Record:
    code, seed = request.param
    game: tablero.Game[State] = tablero.game(code)
    record, chance = Record.start(game, game.scenarios[seed % len(game.scenarios)], seed), random.Random(seed)
    while not record.state.over and len(record.entries) < LENGTH:
        seat = tablero.players(record.state)[0]
        record.apply(seat, lively(record.state, seat, chance))
    return record


def made(record: Record, language: str = "en") -> Summary:
    found = summary(record, "resigned", language)
    assert found is not None
    return found


def score(s: State) -> list[float]:
    """The points of both sides, as the rules of the game count them."""
    match s:
        case Aiw():
            return [s.vp, 0]
        case Car():
            return [s.vp, s.setting.draw]
        case Wellington():
            halves = all_points(s)
            return [(halves[0] + halves[2]) / 2, (halves[1] + halves[3]) / 2]
        case Dpyr():
            return [float(points(s, side)) for side in (0, 1)]
        case _:
            raise AssertionError(s)


def counted(s: State, sums: list[float]) -> list[float]:
    """The sums of an account, as they stand in the score: of a track with two ends, or in per cent of an army."""
    match s:
        case Aiw():
            return [sums[0] - sums[1], 0]
        case Dpyr():
            return [100 * sums[side] / whole(s, side) for side in (0, 1)]
        case _:
            return sums


def test_the_points_by_source_add_up_to_the_score(played: Record) -> None:
    s, found = played.state, made(played)
    last = found.curve[-1]
    assert last.points == [sum(of) for of in zip(*(row.values for row in found.sources), strict=True)]
    assert pytest.approx(score(s)) == counted(s, last.points)
    if isinstance(s, Car):
        (morale,) = found.meters
        assert s.rm == morale.curve[-1].value
        assert s.rm - morale.curve[0].value == sum(sum(row.values) for row in morale.sources)


@pytest.mark.parametrize(("code", "seed"), [(code, seed) for code in GAMES for seed in range(20, 26)])
def test_the_points_by_source_follow_the_score_from_action_to_action(code: str, seed: int) -> None:
    """In many games, each with other options of those that change how points are counted."""
    game: tablero.Game[State] = tablero.game(code)
    options = {name: values[seed % len(values)] for name, values in game.options.items()}
    s, chance = game.new(game.scenarios[seed % len(game.scenarios)], seed, options), random.Random(seed)
    assert game.ledger is not None
    books = Books(game.ledger, len(game.seats), s)
    for n in range(1, LENGTH // 2):
        if s.over:
            break
        seat = tablero.players(s)[0]
        events = tablero.apply(s, seat, lively(s, seat, chance))
        books.note(n, s, events)
        sums = [sum(of[seat] for of in books.curve[-1][1].values() for seat in side) / game.ledger.unit
                for side in game.sides]
        assert pytest.approx(score(s)) == counted(s, sums), n
        if isinstance(s, Car):
            assert s.rm == books.levels["morale"][-1][1], n


@pytest.mark.parametrize("code", GAMES)
def test_every_kind_of_dice_is_counted_or_left_out_for_a_reason(code: str) -> None:
    game: tablero.Game[State] = tablero.game(code)
    assert game.ledger is not None
    rolled = {kind for kind, arguments in game.events.items() if {one.name for one in arguments} & {*DICE, "faces"}}
    counted = set(game.ledger.rolls)
    assert {} == unequal(rolled - {*game.ledger.uncounted}, counted)
    assert {*game.ledger.uncounted} <= rolled


def test_every_moment_is_one_of_the_game_and_in_order(played: Record) -> None:
    found = made(played)
    assert len(played.entries) == found.actions
    dice = [one for row in found.luck for one in row.sides if one]
    numbers = [one.n for one in (*found.turning, *found.moments, *dice)]
    assert all(0 <= n <= found.actions for n in numbers)
    assert sorted(one.n for one in found.turning) == [one.n for one in found.turning]
    assert found.luck
    assert found.turns == sorted(found.turns)
    assert sum(sum(row.values) for row in found.fights) >= len(found.moments)


def test_a_turning_point_says_of_which_kind_its_points_are(played: Record) -> None:
    found = made(played)
    assert all(one.text for one in found.turning)
    assert {one.source for one in found.turning} <= {row.title for row in found.sources}


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_of_it_has_its_words(played: Record, language: str) -> None:
    found, game = made(played, language), played.game
    titles = [row.title for row in (*found.sources, *found.losses, *found.fights, *found.luck)]
    assert [] == [title for title in titles if title.startswith("[")]
    (tree,) = [tree for module, tree in modules(game.code) if module.__name__.endswith(".ledger")]
    known = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    assert game.ledger is not None
    sources = game.names(played.state).get("source")
    known |= {*game.ledger.standing(played.state), *(sources.names if sources else ())}
    assert set() == {key.partition(".")[2] for key in ours(game, language, "ledger")} - known


def test_luck_is_measured_in_standard_deviations_and_losses_count_the_other_way() -> None:
    luck, misfortune = Luck(), Luck()
    luck.add(hits("fire", 0, 36, 0.5, 24), 7)               # 18 on average, 3 a standard deviation
    misfortune.add(hits("attrition", 0, 36, 0.5, 24, favours=False), 7)
    assert (2.0, -2.0, 7) == (luck.deviation, misfortune.deviation, luck.best[1])
