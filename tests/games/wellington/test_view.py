"""What a Power may know: only cards are hidden."""

from __future__ import annotations

from random import Random

import pytest

import tablero
from tablero.games.wellington import GAME
from tablero.games.wellington.board import DISCARDS, HAND, HOME, MUST_PLAY, NORD, UNPLAYED
from tablero.games.wellington.state import Wellington
from tests.games.wellington.field import do
from tests.rules import rule


def played(seed: int, actions: int) -> Wellington:
    """A game after so many choices by chance; Mulligans are taken often."""
    chance = Random(seed)
    s = GAME.new("1812", seed)
    for _ in range(actions):
        if s.over:
            break
        seat = tablero.players(s)[0]
        found = tablero.options(s, seat)
        again = ("mulligan",) in found and chance.random() < 0.5
        tablero.apply(s, seat, ("mulligan",) if again else chance.choice(found))
    return s


@rule("wellington", "2.5b", "4.21a", "4.21b", "20ac")
@pytest.mark.parametrize("seed", range(6))
def test_others_see_how_many_cards_lie_where_and_not_which(seed: int) -> None:
    s = played(seed, 30)
    for seat in (*range(4), -1):
        view = GAME.view(s, seat)
        assert s.sizes == view.sizes
        for power in range(4):
            own = power == seat
            common = s.sees[4]
            for zone in (HAND[power], HOME[power], UNPLAYED[power]):
                assert (s.piles[zone] if own else s.piles[zone] & s.sees[seat]) == view.piles[zone]
                assert own or seat >= 0 or not view.piles[zone] & ~common
        assert view.at == s.at
        assert view.sp == s.sp


@rule("wellington", "2.6d")
@pytest.mark.parametrize("seed", range(8))
def test_a_guess_agrees_with_all_that_a_power_knows(seed: int) -> None:
    s = played(seed, 25 + 40 * seed)
    for seat in (*range(4), -1):
        view = GAME.view(s, seat)
        for guess in range(3):
            world = GAME.determinize(view, guess)
            again = GAME.view(world, seat)
            assert view.piles == again.piles
            assert view.sizes == [pile.bit_count() for pile in world.piles]
            assert view.sees[seat] == again.sees[seat]
            if seat >= 0 and seat in tablero.players(s) and not s.over:
                assert tablero.options(s, seat) == tablero.options(world, seat)


@rule("wellington", "5.8b")
def test_no_must_play_card_is_guessed_among_the_discards_of_a_mulligan() -> None:
    s = GAME.new("1812", 3)
    do(s, "mulligan", "keep", "mulligan", "keep", "keep", "keep")
    view = GAME.view(s, NORD)
    assert view.piles[DISCARDS] != s.piles[DISCARDS]
    for guess in range(40):
        assert not GAME.determinize(view, guess).piles[DISCARDS] & MUST_PLAY
