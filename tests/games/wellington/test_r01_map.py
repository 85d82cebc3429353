"""[1.1] [1.2] The Powers and the map: kinds of Duchies, Lines of March, sea Zones."""

from __future__ import annotations

import pytest

from tablero.games.wellington.board import (
    BRITAIN,
    CLEAR,
    DUCHIES,
    FORTRESSES,
    GIBRALTAR,
    IN_PORTUGAL,
    IN_SPAIN,
    KEYS,
    LEADERS,
    MADRID,
    MAJOR_PORTS,
    MAP,
    MINOR_PORTS,
    NEAR,
    NORD,
    OCCUPIED_1812,
    ORIGINAL,
    OWNER,
    PACK,
    PASS,
    PLYMOUTH,
    POWERS,
    PRINTED_HOME,
    RIVER,
    ROUGH,
    SIDES,
    SPAIN,
    SPANISH_KEYS,
    STARTS,
    STRENGTH,
    SUD,
    TRACK,
    ZONES,
)
from tablero.games.wellington.maps import board, place
from tablero.kernel.bits import ids_of
from tests.games.wellington.field import game, holder, x
from tests.rules import rule


@rule("wellington", "1.1a", "20e", "20ak", "8.1a")
def test_two_sides_of_two_powers() -> None:
    assert ("britain", "sud", "spain", "nord") == POWERS
    assert ((BRITAIN, SPAIN), (SUD, NORD)) == SIDES
    assert all({power, power ^ 2} == set(SIDES[power & 1]) for power in range(4))


@rule("wellington", "1.1c")
def test_britain_is_red_sud_green_spain_yellow_and_nord_blue() -> None:
    sides = PACK.toml("look.toml").table("sides")
    found = []
    for name in POWERS:
        colour = sides.table(name).texts("colours")[0]
        red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
        found.append("yellow" if min(red, green) > 2 * blue else max(
            (red, "red"), (green, "green"), (blue, "blue"))[1])
    assert ["red", "green", "yellow", "blue"] == found


@rule("wellington", "1.3a", "20aw")
def test_the_track_goes_from_britain_to_sud_to_spain_to_nord() -> None:
    assert (SUD, SPAIN, NORD, BRITAIN) == TRACK[BRITAIN]
    assert (BRITAIN, SUD, SPAIN, NORD) == TRACK[NORD]


@rule("wellington", "1.21a")
@pytest.mark.parametrize("duchy, power", [
    ("madrid", "nord"), ("barcelona", "sud"), ("cadiz", "spain"), ("braga", "britain"), ("bayonne", "nord")])
def test_colour_dot_or_triangle_say_who_controls_a_duchy_at_first(duchy: str, power: str) -> None:
    assert power == holder(game(), duchy)


@rule("wellington", "1.21c", "1.21d", "20q")
def test_fortresses_have_strength_three_and_gibraltar_five() -> None:
    assert {3} == {STRENGTH[y] for y in ids_of(FORTRESSES & ~(1 << GIBRALTAR))}
    assert (5, 3) == (STRENGTH[GIBRALTAR], STRENGTH[x("lisbon")])
    assert {0} == {STRENGTH[y] for y in range(DUCHIES) if not FORTRESSES >> y & 1}


@rule("wellington", "1.21b", "1.21h", "20k", "20t")
def test_keys_and_the_capital() -> None:
    assert all(KEYS >> x(name) & 1 for name in ("cordoba", "lisbon", "porto", "madrid"))
    assert MADRID == x("madrid")
    assert not KEYS >> x("braga") & 1
    assert FORTRESSES == FORTRESSES & KEYS, "every Fortress of the map is a Key"


@rule("wellington", "1.21e", "1.21g")
def test_home_duchies() -> None:
    assert [4, 4] == [PRINTED_HOME[power].bit_count() for power in (NORD, SUD)]
    assert all(PRINTED_HOME[BRITAIN] >> x(name) & 1 for name in ("gibraltar", "lisbon", "porto"))


@rule("wellington", "1.21i", "20r", "20aq")
def test_thirty_five_of_sixty_two_spanish_duchies_are_occupied() -> None:
    assert (62, 20, 15) == (IN_SPAIN.bit_count(), OCCUPIED_1812[NORD].bit_count(), OCCUPIED_1812[SUD].bit_count())
    assert OCCUPIED_1812[NORD] >> x("madrid") & OCCUPIED_1812[SUD] >> x("barcelona") & 1
    french = [(start.control[NORD] | start.control[SUD]) & SPANISH_KEYS for start in STARTS]
    assert (15, [11, 7]) == (SPANISH_KEYS.bit_count(), [keys.bit_count() for keys in french])


@rule("wellington", "1.21j", "20u")
def test_major_and_minor_ports() -> None:
    assert MAJOR_PORTS >> x("lisbon") & 1
    assert MINOR_PORTS >> x("bayonne") & 1
    assert not MAJOR_PORTS & MINOR_PORTS


@rule("wellington", "1.22a", "1.22b", "20af", "20w")
def test_every_line_of_march_is_of_one_of_four_kinds() -> None:
    kinds = {MAP.edge_kind(a, b) for a in range(DUCHIES) for b in ids_of(NEAR[a])}
    assert {CLEAR, ROUGH, RIVER, PASS} == kinds
    assert [PLYMOUTH] == [y for y in range(DUCHIES) if not NEAR[y]], "only Plymouth lies off the map"


@rule("wellington", "1.24a")
def test_two_zones_meet_at_gibraltar() -> None:
    assert 1 << GIBRALTAR == ZONES[0] & ZONES[1]
    assert (MAJOR_PORTS | MINOR_PORTS) == ZONES[0] | ZONES[1]


@rule("wellington", "1.7a")
def test_the_original_owners_share_the_map() -> None:
    assert all(ORIGINAL[OWNER[y]] >> y & 1 for y in range(DUCHIES))
    assert DUCHIES == sum(owned.bit_count() for owned in ORIGINAL)
    assert IN_PORTUGAL & ~ORIGINAL[BRITAIN] == 0
    assert 18 == sum(leaders.bit_count() for leaders in LEADERS)


@rule("wellington", "1.21a")
def test_whoever_points_at_a_key_reads_that_it_is_one() -> None:
    spaces = board(game()).spaces
    assert {place(y) for y in ids_of(KEYS)} == {space.id for space in spaces if {"key", "type.key"} & {*space.marks}}
