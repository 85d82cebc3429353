"""[19] Victory Points, which are counted in halves."""

from __future__ import annotations

import pytest

from tablero.games.wellington import GAME
from tablero.games.wellington.board import (
    ALLIES,
    BRITAIN,
    CARD,
    FRENCH,
    GIBRALTAR,
    IN_SPAIN,
    LISBON,
    MADRID,
    NORD,
    ON_MAP,
    PRINTED_HOME,
    SPAIN,
    SUD,
)
from tablero.games.wellington.rules.r03_control import set_owner
from tablero.games.wellington.rules.r19_victory import (
    all_points,
    basic_points,
    better_side,
    decide,
    french_bonus,
    spanish_bonus,
    victory_points,
)
from tablero.games.wellington.state import BY_LIBERATION, BY_PEACE, BY_POINTS, BY_SPAIN, Wellington
from tablero.kernel.bits import bitset, ids_of
from tests.games.wellington.field import x
from tests.games.wellington.turns import war
from tests.rules import rule


def owning(power: int, duchies: int, **more: object) -> Wellington:
    """A war in which a Power has exactly these Duchies, and its Ally all the others."""
    s = war(**more)  # type: ignore[arg-type]
    for y in ids_of(ON_MAP):
        set_owner(s, y, power if duchies >> y & 1 else power ^ 2)
    return s


def named(*names: str) -> int:
    return bitset(x(name) for name in names)


@rule("wellington", "19.2a", "19.2b", "15.3a", "15a", "20k", "20t", "20am")
def test_keys_madrid_and_resources() -> None:
    s = owning(SPAIN, named("madrid", "cadiz", "burgos", "oviedo", "segovia"), resources=(0, 0, 1, 0))
    assert 11 == basic_points(s, SPAIN), "2 + 3 + a half"
    s.resources[SPAIN] = 3
    assert 13 == basic_points(s, SPAIN), "6.5"


@rule("wellington", "19.2a")
def test_a_key_that_is_occupied_by_the_enemy_counts_for_nobody() -> None:
    s = owning(SPAIN, named("madrid"))
    s.occupied[NORD] |= 1 << MADRID
    assert 0 == basic_points(s, SPAIN)


@rule("wellington", "19.3a", "5.13a")
def test_each_unfulfilled_removal_costs_a_point() -> None:
    s = owning(SPAIN, named("cadiz", "burgos"))
    s.debts = [(SPAIN, CARD["viceroys_overthrown"], 2), (BRITAIN, CARD["invade_canada"], 1)]
    assert 2 == basic_points(s, SPAIN)


@rule("wellington", "19.4a", "19.4b", "20ab")
@pytest.mark.parametrize("year, points", [(1812, 4), (1813, 5), (1814, 6)])
def test_twenty_duchies_give_a_french_power_a_bonus_by_the_year(year: int, points: int) -> None:
    duchies = bitset(ids_of(IN_SPAIN)[:20])
    assert points == french_bonus(owning(SUD, duchies, year=year), SUD)


@rule("wellington", "19.4a")
def test_lisbon_and_gibraltar_and_all_home_duchies_in_1814_are_worth_more() -> None:
    both = 1 << LISBON | 1 << GIBRALTAR
    assert 2 == french_bonus(owning(SUD, both, year=1812), SUD)
    home = PRINTED_HOME[NORD]
    assert 4 == home.bit_count()
    assert 4 + 1 == french_bonus(owning(NORD, home, year=1814), NORD)
    assert 0 == french_bonus(owning(NORD, home & home - 1, year=1812), NORD)
    assert 1 == french_bonus(owning(NORD, home & home - 1, year=1814), NORD)
    assert 1 == french_bonus(owning(NORD, home, year=1813), NORD), "only in 1814"


@rule("wellington", "19.4c")
def test_each_french_power_counts_its_bonus_alone() -> None:
    s = owning(NORD, bitset(ids_of(IN_SPAIN)[:7]), year=1814)
    for y in ids_of(ON_MAP & ~bitset(ids_of(IN_SPAIN)[:15])):
        set_owner(s, y, BRITAIN)
    assert (2, 2) == (french_bonus(s, NORD), french_bonus(s, SUD)), "of 7 and 8 Duchies"


@rule("wellington", "19.5a", "19.5b", "19.5c")
@pytest.mark.parametrize("french, points", [(0, 6), (1, 5), (4, 5), (5, 4), (8, 4), (9, 4), (10, 2), (14, 2), (15, 1),
                                            (19, 1), (20, 0)])
def test_the_spanish_bonus_goes_by_the_french_duchies_of_spain(french: int, points: int) -> None:
    duchies = ON_MAP & ~bitset(ids_of(IN_SPAIN)[:french])
    s = owning(SPAIN, duchies)
    for y in ids_of(ON_MAP & ~duchies):
        set_owner(s, y, NORD)
    assert points == spanish_bonus(s)
    s.players = GAME.options["players"].index("two")
    assert 0 == spanish_bonus(s), "one player has both Allies"


def sums(s: Wellington) -> tuple[int, int]:
    points = all_points(s)
    return points[BRITAIN] + points[SPAIN], points[SUD] + points[NORD]


@rule("wellington", "19.1b", "19a")
def test_the_side_with_more_points_wins_and_then_its_better_power() -> None:
    s = war({}, resources=(5, 0, 5, 0))
    allies, french = sums(s)
    assert (FRENCH if french >= allies else ALLIES) == better_side(s)
    decide(s, BY_POINTS, -1)
    assert (FRENCH, NORD) == (s.winners, s.winner)
    assert (1, 3) == s.result["winners"]  # type: ignore[index, typeddict-item]


@rule("wellington", "19.1c", "19.5d", "15.3a")
def test_a_tie_goes_to_the_spanish_bonus_then_to_resources_then_to_the_french() -> None:
    s = war(players="four", resources=(0, 0, 0, 0))
    even(s)
    assert spanish_bonus(s) == 0
    assert better_side(s) == FRENCH
    s.resources = [2, 0, 0, 0]
    even(s)
    assert ALLIES == better_side(s), "more Resources"
    s = war(players="four")
    free_spain(s)
    even(s)
    assert spanish_bonus(s)
    assert better_side(s) == ALLIES
    s.players = GAME.options["players"].index("two")
    assert FRENCH == better_side(s), "no bonus for one player with both Allies"


def even(s: Wellington) -> None:
    """Make the points of both sides equal: unfulfilled removals of the better one."""
    s.debts = []
    allies, french = sums(s)
    assert (allies - french) % 2 == 0, "halves"
    power = BRITAIN if allies > french else SUD
    s.debts = [(power, card, 1) for card in range(abs(allies - french) // 2)]
    assert sums(s)[0] == sums(s)[1]


def free_spain(s: Wellington) -> None:
    for y in ids_of(IN_SPAIN & ~named("madrid", "burgos")):
        set_owner(s, y, SPAIN)


@rule("wellington", "19.1d", "19.5d")
@pytest.mark.parametrize("side, kind, more, winner", [
    (FRENCH, BY_SPAIN, (0, 0, 0, 0), NORD), (FRENCH, BY_SPAIN, (0, 40, 0, 0), SUD),
    (ALLIES, BY_PEACE, (0, 0, 0, 0), SPAIN), (ALLIES, BY_PEACE, (60, 0, 0, 0), BRITAIN),
])
def test_the_power_with_more_points_wins_on_its_side_and_the_later_on_the_track_at_a_tie(
    side: int, kind: int, more: tuple[int, ...], winner: int
) -> None:
    s = war(players="two", resources=more)
    points = all_points(s)
    if not any(more):
        one, other = (SUD, NORD) if side == FRENCH else (BRITAIN, SPAIN)
        weak = one if points[one] < points[other] else other
        s.resources[weak] += abs(points[one] - points[other])
        assert all_points(s)[one] == all_points(s)[other]
    decide(s, kind, side)
    assert (side, winner) == (s.winners, s.winner)


@rule("wellington", "19.5d", "19.5a")
def test_the_spanish_bonus_counts_between_the_allies() -> None:
    s = war(players="four", resources=(8, 0, 0, 0))
    free_spain(s)
    for y in ids_of(IN_SPAIN):
        if s.owned[SPAIN] >> y & 1:
            set_owner(s, y, BRITAIN)
    set_owner(s, x("cadiz"), SPAIN)
    bonus = spanish_bonus(s)
    decide(s, BY_PEACE, ALLIES)
    assert s.score[SPAIN] == all_points(s)[SPAIN] + 2 * bonus
    assert bonus == 5


@rule("wellington", "19.1a")
def test_after_an_automatic_victory_the_sides_are_not_compared() -> None:
    s = war(players="two")
    allies, french = sums(s)
    assert french > allies
    decide(s, BY_LIBERATION, ALLIES)
    assert ALLIES == s.winners


@rule("wellington", "19.1a")
def test_the_points_of_a_report_are_those_of_the_rules() -> None:
    s = war(resources=(1, 0, 0, 2))
    assert all_points(s) == GAME.points(s)


@rule("wellington", "19.1b", "19.4a")
@pytest.mark.parametrize("power", [SUD, NORD])
def test_the_bonus_of_a_french_power_is_among_its_points(power: int) -> None:
    s = owning(power, 30, year=1813)
    assert french_bonus(s, power) > 0
    assert basic_points(s, power) + 2 * french_bonus(s, power) == victory_points(s, power)


@rule("wellington", "19.1b", "19.4a")
def test_the_allies_have_no_french_bonus() -> None:
    s = owning(BRITAIN, named("cadiz", "lisbon"))
    for power in (BRITAIN, SPAIN):
        assert basic_points(s, power) == victory_points(s, power)


@rule("wellington", "19.1c", "19.5d")
def test_the_spanish_bonus_breaks_ties_and_nothing_else() -> None:
    s = owning(SPAIN, ON_MAP & ~named("cadiz"))
    points = all_points(s)
    s.resources[NORD] = points[BRITAIN] + points[SPAIN] - points[SUD] - points[NORD]
    assert 0 < spanish_bonus(s)
    assert ALLIES == better_side(s), "a tie"
    s.resources[NORD] += 1
    assert FRENCH == better_side(s)


@rule("wellington", "19.1d", "19.5d")
def test_the_spanish_bonus_counts_only_if_the_allies_win() -> None:
    for side, bonus in ((ALLIES, True), (FRENCH, False)):
        s = owning(SPAIN, ON_MAP)
        points = victory_points(s, SPAIN)
        decide(s, BY_POINTS, side)
        assert points + (2 * spanish_bonus(s) if bonus else 0) == s.score[SPAIN]
        assert spanish_bonus(s)
