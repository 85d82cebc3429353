"""Every game keeps the contract, in every scenario."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

import tablero
from tablero.kernel.text import LANGUAGES, Speech
from tests.kernel import contract
from tests.kernel.contract import CHECKS, GAMES, Check, Moment, Sampling, walk

BATTLES = [(code, scenario) for code in GAMES for scenario in tablero.game(code).scenarios]
SAMPLING = {                # enough to see that the contract holds; fuzz.py is for more
    "aiw": Sampling(games=1, every=200, kind=1, actions=12, guesses=1, onwards=15, whole=120),
    "dpyr": Sampling(games=2, every=200, kind=2, onwards=20, whole=120),
    "tiny": Sampling(games=24, every=1),
    "four": Sampling(games=8, every=8, whole=120),
    "decks": Sampling(games=6, every=10),
}
OTHERS = Sampling(games=1, every=200, kind=2, onwards=20, whole=120)


def moments(code: str, scenario: str, every: int = 0) -> Iterator[Moment]:
    """Moments of a few random games, one of `every` states if that is said, and their ends."""
    sampling = SAMPLING.get(code, OTHERS)
    sampling = replace(sampling, every=every or sampling.every)
    for seed in range(sampling.games):
        yield from walk(tablero.game(code), scenario, seed, sampling, Counter())


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("code, scenario", BATTLES)
def test_the_contract(code: str, scenario: str, check: Check) -> None:
    for moment in moments(code, scenario):
        if not moment.s.over:
            check(moment)


@pytest.mark.parametrize("code, scenario", BATTLES)
def test_options_are_stated_once_at_every_state(code: str, scenario: str) -> None:
    for moment in moments(code, scenario, every=1):
        if not moment.s.over:
            contract.options_are_stated_once(moment)


@pytest.mark.parametrize("code, scenario", BATTLES)
def test_records_of_whole_and_broken_off_games_replay(code: str, scenario: str) -> None:
    for moment in moments(code, scenario):
        if moment.s.over or moment.chance.random() < 0.1:
            contract.records_replay(moment)


@pytest.mark.parametrize("code", GAMES)
def test_frames_are_well_made(code: str) -> None:
    contract.frames_are_well_made(tablero.game(code))


@pytest.mark.parametrize("code", GAMES)
def test_messages_fit(code: str) -> None:
    contract.messages_fit(tablero.game(code))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code, scenario", BATTLES)
def test_every_end_can_be_said(code: str, scenario: str, language: str) -> None:
    for moment in moments(code, scenario):
        if moment.s.over:
            text = Speech(tablero.game(code), language).result(moment.s)
            assert text
            assert "{" not in text
            assert not text.startswith("[")


@pytest.mark.parametrize("code", [code for code in GAMES if tablero.game(code).varying])
def test_a_game_that_does_not_declare_which_names_vary_is_noticed(code: str) -> None:
    game = replace(tablero.game(code), varying=frozenset())
    moments = walk(game, game.scenarios[0], 0, SAMPLING.get(code, OTHERS), Counter())
    with pytest.raises(AssertionError, match="is not in `varying`"):
        list(map(contract.names_that_vary_are_declared, moments))
