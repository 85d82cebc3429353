"""[4] Set-up: markers, units and cards when a scenario begins."""

from __future__ import annotations

import pytest

from tablero.games.car import GAME, printed
from tablero.games.car.board import (
    CARD,
    CARDS,
    DECK,
    GROUP,
    HAND,
    LATER,
    NAT,
    PLACES,
    PRINTED,
    REMOVED,
    REP,
    SCENARIOS,
    SIDES,
    SPACE_NAMES,
    SPACES,
    UNITS,
    space,
)
from tablero.games.car.rules.r07_actions import ChooseAction
from tablero.games.car.rules.r13_supply import supplied
from tablero.games.car.state import BY_EVENT, Car
from tablero.kernel.bits import bitset, ids_of
from tests.games.car.field import field, offered, refused, units_at
from tests.games.car.turns import action, hand, hold
from tests.rules import rule

EARLY, LATE = ("campaign", "war_of_the_columns"), ("collapse_of_the_northern_front", "two_years_of_war")


def begun(name: str, seed: int = 1) -> Car:
    s = GAME.new(name, seed)
    assert isinstance(s, Car)
    return s


@rule("car", "4.0a", "4.1a", "SUa")
@pytest.mark.parametrize("name", EARLY)
def test_scenarios_of_1936_begin_with_the_printed_markers(name: str) -> None:
    s = begun(name)
    assert (1, 1, NAT, 7, 26) == (s.turn, s.round, s.side, s.vp, s.rm)
    assert (REP, True, 3, [0, 0, 0, 0]) == (s.strait, s.shortage, s.madrid, s.rp)
    assert PRINTED == s.held
    assert 1 << space("oviedo") | 1 << space("granada") == s.isolated
    assert ([False, False], [0, 0], [0, 0]) == (s.severed, s.chain, s.operations)
    assert ([0, 0], [0, 0], [2, 1, 3], [-1, -1]) == (s.hampered, s.captured, s.specials, s.top)
    assert (1 << space("oviedo"), 1 << space("badajoz")) == (s.trenches, s.positions)


@rule("car", "4.0a")
@pytest.mark.parametrize("name", LATE)
def test_scenarios_of_1937_begin_on_turn_6_with_corps_on_the_map_and_everybody_in_supply(name: str) -> None:
    s = begun(name)
    assert (6, 1, NAT) == (s.turn, s.round, s.side)
    assert (NAT, False, 0) == (s.strait, s.shortage, s.madrid)
    assert (0, [0, 1, 0]) == (s.isolated, s.sieges), "the sanctuary holds out"
    assert any(UNITS[u].size for x in range(SPACES) for u in ids_of(s.here[x]))
    for side in (NAT, REP):
        hungry = s.occupied[side] & ~supplied(s, side)
        assert [] == [SPACE_NAMES[x] for x in ids_of(hungry)]
    assert 1 << space("madrid") == s.special & 1 << space("madrid")
    assert s.special & ~s.trenches == 0
    assert 2 == s.specials[0] + s.special.bit_count(), "both markers of Madrid are somewhere"


@rule("car", "4.0a", "4.2.1a")
@pytest.mark.parametrize("name", SCENARIOS)
def test_every_unit_is_in_one_place_and_the_flags_are_those_of_the_date(name: str) -> None:
    s = printed(name)
    assert [bitset(u for u, place in enumerate(s.at) if place == x) for x in range(PLACES)] == s.here
    assert (name in EARLY, 3 if name in EARLY else 0) == (s.shortage, s.madrid)
    assert ([0] * 12, [0] * 4) == (s.chart, s.rp)
    assert s.occupied[NAT] | s.occupied[REP] == bitset(place for place in s.at if place < SPACES)
    assert (0 if name in EARLY else 5) == s.turn, "before its first Turn"


@rule("car", "4.0a", "6.0.A.1a")
def test_a_scenario_begins_with_its_own_cards_and_no_shuffle() -> None:
    for name in LATE:
        s = begun(name)
        assert [] == [event for event in s.events if event.kind == "reshuffled"]


@rule("car", "4.2.1a", "SUc")
def test_a_reduced_unit_of_the_set_up_stands_reduced() -> None:
    s = begun("campaign")
    assert 0 < s.reduced.bit_count() == sum(
        word.endswith(":r") for x in range(SPACES) for word in units_at(s, SPACE_NAMES[x]))


@rule("car", "4.3.1a", "4.3.1b")
def test_only_the_scenarios_of_1936_begin_with_the_air_bridge() -> None:
    for name in EARLY:
        s = begun(name)                                     # it is all that can be done, and so it is done
        assert (True, BY_EVENT, "n1" in hand(s, NAT)) == (bool(s.happened >> CARD["n1"] & 1), s.chart[0], False)
    for name in LATE:
        s = begun(name)
        assert {"ops", "sr", "rp", "auto"} <= {word.split()[0] for word in offered(s)}, "any card in any use"
        assert hand(s, NAT) == {word.split()[1] for word in offered(s) if word.startswith("ops")}


@rule("car", "4.3.1a")
@pytest.mark.parametrize("side, number, due", [("nationalist", 1, True), ("republican", 1, False),
                                               ("nationalist", 2, False)])
def test_the_air_bridge_is_due_in_the_first_round_of_the_nationalists_only(side: str, number: int, due: bool) -> None:
    s = field({"burgos": "nat_inf_1 nat_inf_2", "sevilla": "nat_inf_3", "valencia": "rep_mil_1"}, turn=1)
    hold(s, "n1 n2 r9")
    s.turn, s.round, s.side = 1, number, SIDES.index(side)
    CARDS.bar(s, 1)
    s.call(ChooseAction(s.side))
    s.offered = {}
    own = "n2" if s.side == NAT else "r9"
    for word in (f"ops {own}", f"sr {own}", f"rp {own}", "auto"):
        assert (("4.3.1a", "air_bridge_first") if due else None) == refused(s, word)
    assert due == (["event n1"] == offered(s))


@rule("car", "4.3.1b")
def test_in_the_first_round_of_a_later_turn_everything_is_free() -> None:
    s = field({"burgos": "nat_inf_1"}, turn=2)
    action(s, turn=2, number=1, hands="n2 n9")
    assert {"ops n2", "ops n9", "auto"} <= set(offered(s))


@rule("car", "4.3a", "8.1.2a", "SUp")
@pytest.mark.parametrize("name", SCENARIOS)
def test_the_cards_of_later_phases_wait_and_those_that_happened_are_out(name: str) -> None:
    s = begun(name)
    late = name in LATE
    for side in (NAT, REP):
        inside = s.piles[HAND[side]] | s.piles[DECK[side]]
        assert 0 == inside & GROUP[2]
        assert 0 == inside & s.happened
        assert late == bool(inside & GROUP[1])
        assert (6 if side == NAT and not late else 7) == s.sizes[HAND[side]], "the Air Bridge is played"
        assert (17 if late else 37) == s.sizes[LATER[side]]
    assert s.happened == s.piles[REMOVED]
    assert late == bool(s.happened & ~(1 << CARD["n1"]))


@rule("car", "4.3.1a", "8.1.4a")
def test_everybody_knows_who_has_the_air_bridge_and_nothing_else() -> None:
    s = printed("campaign")
    view = GAME.view(s, REP)
    assert isinstance(view, Car)
    assert (1 << CARD["n1"], 1) == (view.piles[HAND[NAT]], view.sizes[HAND[NAT]])
    assert (0, 17) == (view.piles[DECK[NAT]], view.sizes[DECK[NAT]])
    assert 0 == view.piles[HAND[REP]] | view.piles[DECK[REP]]
