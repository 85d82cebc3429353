"""[2.1] The map: which spaces are joined, by Beach Heads and by the optional corridor too."""

from __future__ import annotations

import pytest

from tablero.games.car.board import (
    ALL_SPACES,
    BEACH_MALLORCA,
    BEACH_P,
    BEACHES,
    GRADO,
    MALLORCA,
    NAT,
    NEAR,
    REP,
    RESERVE,
    UNIT,
    space,
    spaces,
)
from tablero.games.car.rules.r02_map import (
    adjacent,
    connected,
    controls,
    corridor_open,
    friendly,
    map_key,
    put,
    spaces_of,
    units_in,
    ways,
    ways_of,
)
from tablero.games.car.rules.r08_cards.s05_landings import open_beach
from tests.games.car.field import do, field, refused
from tests.games.car.r10_movement.moving import activate
from tests.rules import rule

CORRIDOR = "oviedo", "pto_de_leitariegos"


@rule("car", "2.1.1a", "3.0g")
def test_every_space_but_the_beach_heads_belongs_to_one_side() -> None:
    s = field()
    assert (0, ALL_SPACES & ~BEACHES) == (friendly(s, NAT) & friendly(s, REP), friendly(s, NAT) | friendly(s, REP))
    open_beach(s, BEACH_MALLORCA, MALLORCA)
    assert BEACHES & friendly(s, REP) == 1 << BEACH_MALLORCA
    assert controls(s, REP, BEACH_MALLORCA)
    open_beach(s, BEACH_P, space("malaga"))
    assert BEACHES & friendly(s, REP) == 1 << BEACH_P
    assert (True, False, False, True) == (controls(s, NAT, space("burgos")), controls(s, REP, space("burgos")),
                                          controls(s, NAT, space("madrid")), controls(s, REP, space("madrid")))


@rule("car", "2.1.2b", "2.1.2d")
def test_a_beach_head_is_joined_with_its_coast_only() -> None:
    s = field()
    assert NEAR == adjacent(s)
    assert 0 == NEAR[BEACH_P] | NEAR[BEACH_MALLORCA]
    for beach, coast in ((BEACH_MALLORCA, MALLORCA), (BEACH_P, space("malaga")), (BEACH_P, space("almeria"))):
        open_beach(s, beach, coast)
        near = adjacent(s)
        assert (1 << coast, NEAR[coast] | 1 << beach) == (near[beach], near[coast])
        assert [x for x in range(len(NEAR)) if NEAR[x] != near[x]] == sorted((beach, coast))
        assert near == ways(s, NAT) == ways(s, REP)


@rule("car", "2.1.2g")
@pytest.mark.parametrize("with_it, turn, side, nationalist, republican, expected", [
    (True, 3, NAT, CORRIDOR, (), True), (True, 18, NAT, CORRIDOR, (), True), (False, 3, NAT, CORRIDOR, (), False),
    (True, 2, NAT, CORRIDOR, (), False), (True, 3, REP, CORRIDOR, (), False),
    (True, 3, NAT, CORRIDOR[:1], CORRIDOR[1:], False), (True, 3, NAT, CORRIDOR[1:], CORRIDOR[:1], False)])
def test_the_corridor_of_grado_is_open_to_the_nationalists_from_turn_3_while_they_hold_its_ends(
        with_it: bool, turn: int, side: int, nationalist: tuple[str, ...], republican: tuple[str, ...], expected: bool,
) -> None:
    s = field(nationalist=" ".join(nationalist), republican=" ".join(republican), turn=turn)
    s.corridor = with_it
    a, b = (space(name) for name in CORRIDOR)
    assert {a, b} == set(GRADO)
    assert expected == corridor_open(s, side) == bool(ways(s, side)[a] >> b & 1) == bool(ways(s, side)[b] >> a & 1)
    assert not adjacent(s)[a] >> b & 1, "no attack goes along it"
    assert expected == bool(connected(1 << a, friendly(s, NAT), map_key(s, side)) >> b & 1)


@rule("car", "2.1.2g", "10.1.4a")
@pytest.mark.parametrize("corridor", [False, True])
def test_units_move_along_the_corridor_if_the_option_is_used(corridor: bool) -> None:
    s = field({"pto_de_leitariegos": "nat_inf_1"}, nationalist="oviedo", turn=4)
    s.corridor = corridor
    activate(s, "pto_de_leitariegos")
    do(s, "take nat_inf_1")
    assert (None if corridor else ("10.1.4a", "not_joined")) == refused(s, "step oviedo")


@rule("car", "2.1.2c")
def test_searches_know_which_ways_are_open_by_a_number() -> None:
    found: list[tuple[int, tuple[int, ...]]] = []
    for beach, coast in ((-1, -1), (BEACH_MALLORCA, MALLORCA), (BEACH_P, space("malaga")), (BEACH_P, space("almeria"))):
        for corridor in (False, True):
            s = field(nationalist=" ".join(CORRIDOR))
            s.beach, s.coast, s.corridor = beach, coast, corridor
            for side in (NAT, REP):
                assert ways(s, side) == ways_of(map_key(s, side))
                found.append((map_key(s, side), ways(s, side)))
    assert len({key for key, _ in found}) == len(set(found)) == 8


@rule("car", "2.1.2c", "3.0k")
def test_connected_spaces_are_reached_through_friendly_ones_only() -> None:
    s = field()
    among = spaces("burgos", "dobro", "segovia") | 1 << space("zaragoza")
    start = 1 << space("burgos")
    reached = connected(start, among, map_key(s, NAT))
    assert (1, 0) == (reached >> space("dobro") & 1, reached >> space("zaragoza") & 1)
    assert 0 == connected(1 << space("avila"), among, map_key(s, NAT)), "a start outside is none"
    assert among == connected(among, among, map_key(s, NAT))
    everything = connected(start, ALL_SPACES, map_key(s, NAT))
    assert not everything & (spaces("mallorca", "menorca") | BEACHES)
    assert 180 == everything.bit_count()


def test_units_are_counted_where_they_are() -> None:
    s = field({"burgos": "nat_inf_1 nat_inf_2", "reserve": "nat_inf_3"})
    put(s, UNIT["nat_inf_1"], space("segovia"))
    assert spaces("burgos", "segovia") == s.occupied[NAT]
    put(s, UNIT["nat_inf_2"], space("segovia"))
    put(s, UNIT["nat_inf_3"], space("segovia"))
    assert (spaces("segovia"), spaces("segovia"), 0) == (s.occupied[NAT], s.full, s.here[RESERVE[NAT]])
    put(s, UNIT["nat_inf_3"], RESERVE[NAT])
    assert (0, 1 << UNIT["nat_inf_3"], RESERVE[NAT]) == (s.full, s.here[RESERVE[NAT]], s.at[UNIT["nat_inf_3"]])
    both = 1 << UNIT["nat_inf_1"] | 1 << UNIT["nat_inf_2"]
    assert both == units_in(s, spaces("segovia", "burgos"))
    assert spaces("segovia") == spaces_of(s, both | 1 << UNIT["nat_inf_3"]), "the Reserve is no space"
    put(s, UNIT["nat_inf_1"], RESERVE[NAT])
    put(s, UNIT["nat_inf_2"], RESERVE[NAT])
    assert (0, 0) == (s.occupied[NAT], units_in(s, ALL_SPACES))
