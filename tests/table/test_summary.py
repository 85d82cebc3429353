"""The account of a finished game: its sums are the final score, its words are there, its moments exist."""

from __future__ import annotations

import ast
import random

import pytest

import tablero
from tablero.games.aiw.state import Aiw
from tablero.games.car.state import Car
from tablero.games.dpyr.rules.r07_victory.s03_graded import points, worth
from tablero.games.dpyr.state import Dpyr
from tablero.games.wellington.rules.r19_victory import all_points
from tablero.games.wellington.state import Wellington
from tablero.kernel.frames import State
from tablero.kernel.game import GAMES
from tablero.kernel.ledger import Luck, hits
from tablero.kernel.record import Record
from tablero.kernel.text import LANGUAGES
from tablero.table.summary import Summary, summary
from tests.messages import modules, ours

LENGTH = 900            # actions of a game that is given up then


@pytest.fixture(scope="module", params=GAMES)
def played(request: pytest.FixtureRequest) -> Record:
    game: tablero.Game[State] = tablero.game(request.param)
    record, chance = Record.start(game, game.scenarios[0], 11), random.Random(11)
    while not record.state.over and len(record.entries) < LENGTH:
        seat = tablero.players(record.state)[0]
        record.apply(seat, chance.choice(tablero.options(record.state, seat)))
    return record


def made(record: Record, language: str = "en") -> Summary:
    found = summary(record, "resigned", language)
    assert found is not None
    return found


def test_the_points_by_source_add_up_to_the_score(played: Record) -> None:
    s, found = played.state, made(played)
    last = found.curve[-1]
    assert last.points == [sum(of) for of in zip(*(row.values for row in found.sources), strict=True)]
    match s:
        case Aiw():
            assert s.vp == last.points[0] - last.points[1]
        case Car():
            assert [s.vp, s.setting.draw] == last.points
        case Wellington():
            halves = all_points(s)
            assert [(halves[0] + halves[2]) / 2, (halves[1] + halves[3]) / 2] == last.points
        case Dpyr():
            whole = [sum(worth(s, u) for u in s.b.army[1 - side]) for side in (0, 1)]
            assert [points(s, side) for side in (0, 1)] == [100 * last.points[side] / whole[side] for side in (0, 1)]
        case _:
            raise AssertionError(s)


def test_every_moment_is_one_of_the_game_and_in_order(played: Record) -> None:
    found = made(played)
    assert len(played.entries) == found.actions
    numbers = [one.n for one in (*found.turning, *found.moments)] + [row.n for row in found.luck]
    assert all(0 <= n <= found.actions for n in numbers)
    assert sorted(one.n for one in found.turning) == [one.n for one in found.turning]
    assert found.luck
    assert found.turns == sorted(found.turns)
    assert sum(sum(row.values) for row in found.fights) >= len(found.moments)


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_of_it_has_its_words(played: Record, language: str) -> None:
    found, game = made(played, language), played.game
    titles = [row.title for row in (*found.sources, *found.losses, *found.fights, *found.luck)]
    assert [] == [title for title in titles if title.startswith("[")]
    (tree,) = [tree for module, tree in modules(game.code) if module.__name__.endswith(".ledger")]
    known = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    assert game.ledger is not None
    known |= {*game.ledger.standing(played.state), *game.names(played.state).get("source", ())}
    assert set() == {key.partition(".")[2] for key in ours(game, language, "ledger")} - known


def test_luck_is_measured_in_standard_deviations_and_losses_count_the_other_way() -> None:
    luck, misfortune = Luck(), Luck()
    luck.add(hits("fire", 0, 36, 0.5, 24), 7)               # 18 on average, 3 a standard deviation
    misfortune.add(hits("attrition", 0, 36, 0.5, 24, favours=False), 7)
    assert (2.0, -2.0, 7) == (luck.deviation, misfortune.deviation, luck.best[1])
