"""A result is final: what was proposed falls with the game, and nothing that is said later changes how it ended."""

from __future__ import annotations

import pytest

import tablero
from tablero.kernel.errors import NotAllowed
from tablero.table.journal import Clock, Entry, Offered, Replied, Resigned
from tablero.table.sitting import Sitting
from tests.errors import raises
from tests.kernel import four
from tests.table.test_four_seats import table as four_table
from tests.table.test_sitting import Keeper, table

OFFERS = [("draw", -1), ("takeback", 10), ("pause", -1)]


def begun(**more: object) -> Keeper:
    keeper = table(**more)
    keeper.play(30)
    return keeper


@pytest.mark.parametrize(("what", "back_to"), OFFERS)
def test_an_offer_that_is_open_when_somebody_resigns_falls_with_the_game(what: str, back_to: int) -> None:
    keeper = begun()
    keeper.do("propose", 0, what, back_to)
    keeper.do("resign", 1)
    assert keeper.sitting.offer is None
    with pytest.raises(tablero.GameOver):
        keeper.do("reply", 1, True)
    assert (("resigned", (0,)), 30) == (keeper.sitting.outcome, len(keeper.sitting.record.entries))


@pytest.mark.parametrize(("what", "back_to"), OFFERS)
def test_an_offer_that_is_open_when_a_flag_falls_falls_with_the_game(what: str, back_to: int) -> None:
    keeper = begun(clock=Clock("live", 600, 0))
    keeper.do("propose", 0, what, back_to)
    keeper.now += 1000
    for method, values in (("reply", (1, True)), ("resign", (0,)), ("undo", (0,))):
        with raises(NotAllowed, "flag_fallen"):         # it has fallen, though nobody has noticed yet
            keeper.do(method, *values)
    keeper.do("flag_fall")
    ended = keeper.sitting.outcome
    assert "time" == ended[0]
    for seat in (0, 1):
        for method, values in (("reply", (seat, True)), ("undo", (seat,)), ("propose", (seat, what, back_to)),
                               ("resign", (seat,)), ("flag_fall", ())):
            with pytest.raises((tablero.GameOver, NotAllowed)):
                keeper.do(method, *values)
    assert ended == keeper.sitting.outcome


def test_a_pause_that_was_proposed_falls_when_the_game_ends_by_its_rules() -> None:
    keeper = four_table("abcd", four.GAME)  # type: ignore[arg-type]
    keeper.do("propose", 0, "pause", -1)
    while not keeper.sitting.over:
        keeper.play(1, len(keeper.entries))
    assert keeper.sitting.offer is None
    for seat in range(4):
        with pytest.raises(tablero.GameOver):
            keeper.do("reply", seat, True)
        with pytest.raises(tablero.GameOver):
            keeper.do("undo", seat)
    assert not keeper.sitting.paused


def test_a_journal_in_which_a_finished_game_was_drawn_afterwards_opens_with_the_first_result() -> None:
    keeper = begun()
    matters = [Offered(0, "draw"), Resigned(1), Replied(1, True)]
    entries = [Entry(len(keeper.entries) + n, 5000.0, matter) for n, matter in enumerate(matters, 1)]
    assert ("resigned", (0,)) == Sitting.fold_all("s", keeper.entries + entries).outcome
