"""[15.1] War phases."""

from __future__ import annotations

from tablero.games.car import GAME
from tablero.games.car.board import ARMIES, COLUMNS_PHASE, DECK, GROUP, HAND, LATER, MOBILIZATION, NAT, REP, WAR_PHASE
from tests.rules import rule


@rule("car", "15.1.1a", "15.1.2a", "15.1.3a")
def test_the_campaign_begins_in_the_war_of_the_columns() -> None:
    s = GAME.new("campaign", 1)
    assert (1, COLUMNS_PHASE) == (s.turn, WAR_PHASE[s.turn])
    assert [COLUMNS_PHASE] * 5 + [MOBILIZATION] * 6 + [ARMIES] * 7 == list(WAR_PHASE[1:])
    for side in (NAT, REP):
        assert 0 == (s.piles[HAND[side]] | s.piles[DECK[side]]) & ~GROUP[COLUMNS_PHASE]
        assert 0 == s.piles[LATER[side]] & GROUP[COLUMNS_PHASE]
