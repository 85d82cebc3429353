"""[3] Control of spaces, and everything that follows at once when it changes."""

from __future__ import annotations

import pytest

from tablero.games.car.board import (
    BORDER,
    GUADARRAMA,
    MADRID,
    NAT,
    NEAR,
    NORTH,
    OVIEDO,
    REP,
    SPACES,
    space,
    spaces,
)
from tablero.games.car.rules.r02_map import connected, friendly, map_key
from tablero.games.car.rules.r03_control import approach_madrid, divided, enter, liberate, relieve_sieges, settle
from tablero.games.car.rules.r13_supply import in_line, northern
from tablero.games.car.state import DIVIDED_NAT, DIVIDED_REP, END_OF_NORTH, LINKED_NORTH, Car
from tablero.kernel.bits import ids_of
from tests.games.car.field import field, holder, stand, told
from tests.rules import rule

FRONT = {"burgos": "nat_inf_1", "valencia": "rep_rpa_1"}


def changes(s: Car, side: int, name: str) -> tuple[int, int]:
    """What it does to Victory Points and Morale that units of a side enter a space."""
    vp, rm = s.vp, s.rm
    s.events.clear()
    enter(s, side, space(name))
    return s.vp - vp, s.rm - rm


def points(s: Car, kind: str) -> list[tuple[int, ...]]:
    """What was told of a track, but for where it came from."""
    return [args[:2] for args in told(s.events, kind)]


@rule("car", "3.0l", "16.3.2a")
def test_a_space_that_is_entered_changes_hands_once_and_is_told() -> None:
    s = field(FRONT)
    assert (0, -1) == changes(s, NAT, "toledo")
    assert ("nat", [(NAT, space("toledo"))], [(-1, 19)]) == (
        holder(s, "toledo"), told(s.events, "captured"), points(s, "rm"))
    assert (0, 0) == changes(s, NAT, "toledo"), "it is Nationalist already"
    assert [] == s.events
    assert (0, 1) == changes(s, REP, "toledo")
    assert ("rep", [(REP, space("toledo"))]) == (holder(s, "toledo"), told(s.events, "captured"))


@rule("car", "5.1.2a", "16.3.3a", "16.3.3i")
@pytest.mark.parametrize("name, vp, rm", [
    ("madrid", 3, -3), ("barcelona", 2, -2), ("cartagena", 1, -1), ("toledo", 0, -1), ("illescas", 0, 0)])
def test_a_capture_counts_under_one_line_of_the_tables(name: str, vp: int, rm: int) -> None:
    s = field(FRONT)
    assert (vp, rm) == changes(s, NAT, name)
    assert ([(vp, s.vp)] if vp else [], [(rm, s.rm)] if rm else []) == (points(s, "vp"), points(s, "rm"))
    assert (-vp, -rm) == changes(s, REP, name)


@rule("car", "10.2.7a", "10.2.6a")
def test_works_stay_in_a_vacant_space_and_are_gone_when_it_is_lost() -> None:
    s = field(FRONT, positions="toledo segovia", trenches="madrid")
    s.tried = [1 << space("toledo"), 1 << space("segovia")]
    settle(s)
    assert (spaces("toledo", "segovia"), spaces("madrid")) == (s.positions, s.trenches)
    enter(s, NAT, space("toledo"))
    assert (spaces("segovia"), spaces("madrid"), [0, 1 << space("segovia")]) == (s.positions, s.trenches, s.tried)
    assert [(REP, space("toledo"))] == told(s.events, "works_gone")
    s.events.clear()
    enter(s, REP, space("segovia"))
    assert ([(NAT, space("segovia"))], [0, 0]) == (told(s.events, "works_gone"), s.tried)


@rule("car", "16.2.5a", "16.2.2a")
@pytest.mark.parametrize("name, vp", [("oviedo", -1), ("granada", 0)])
def test_oviedo_taken_while_isolated_is_a_victory_point_for_the_republic(name: str, vp: int) -> None:
    s = field(FRONT, turn=3)
    s.held |= 1 << space(name)
    s.isolated = spaces("oviedo", "granada")
    capital = changes(s, REP, name)
    assert (vp, 1) == capital
    assert s.isolated == spaces("oviedo", "granada") & ~(1 << space(name))
    s = field(FRONT, turn=3)
    s.held |= 1 << OVIEDO
    assert (0, 1) == changes(s, REP, "oviedo"), "no longer isolated"


@rule("car", "16.2.2a")
def test_an_isolated_space_that_is_linked_up_loses_its_marker() -> None:
    s = field(FRONT, turn=3)
    s.held |= 1 << space("granada")
    s.isolated = spaces("granada", "oviedo")
    s.held |= 1 << OVIEDO
    settle(s)
    assert spaces("granada", "oviedo") == s.isolated
    s.events.clear()
    s.held |= friendly(s, REP) & ~NORTH
    settle(s)
    assert (spaces("oviedo"), [(space("granada"),)]) == (s.isolated, told(s.events, "linked_up"))


@rule("car", "8.5.5.5a")
def test_the_nationalists_take_back_the_bonus_of_a_counterattack() -> None:
    s = field(FRONT)
    s.bonus_rm, s.bonus_vp = spaces("illescas", "brunete"), spaces("gandesa", "illescas")
    assert (1, -1) == changes(s, NAT, "illescas")
    assert (spaces("brunete"), spaces("gandesa")) == (s.bonus_rm, s.bonus_vp)
    assert (0, 0) == changes(s, REP, "illescas"), "the Republic does not get it again"
    assert (0, -1) == changes(s, NAT, "brunete")
    assert (1, 0) == changes(s, NAT, "gandesa")


@rule("car", "16.3.2a")
def test_what_the_republic_has_taken_this_turn_and_in_the_last_is_noted_until_it_is_lost() -> None:
    s = field(FRONT, nationalist="illescas brunete")
    enter(s, REP, space("illescas"))
    s.captured[1] = spaces("brunete", "illescas")
    assert [spaces("illescas"), spaces("brunete", "illescas")] == s.captured
    enter(s, NAT, space("illescas"))
    assert [0, spaces("brunete")] == s.captured


@rule("car", "17.3.2a", "17.3.2b", "CL.ERRa")
@pytest.mark.parametrize("name, occupied, expected", [
    ("madrid", True, 0), ("madrid", False, 1), ("brunete", True, 2), ("brunete", False, 2), ("guadarrama", True, 2),
    ("guadarrama", False, 3), ("toledo", True, 3)])
def test_how_near_to_madrid_the_nationalists_have_come(name: str, occupied: bool, expected: int) -> None:
    for turn, owed in ((1, expected), (5, expected), (6, 3)):
        s = field(FRONT, turn=turn)
        s.madrid = 3
        approach_madrid(s, space(name), occupied)
        assert owed == s.madrid, "it counts in the War of the Columns"
    s = field(FRONT, turn=3)
    s.madrid = 0
    approach_madrid(s, space(name), occupied)
    assert 0 == s.madrid, "what was reached stays"
    assert NEAR[MADRID] >> GUADARRAMA & 1


@rule("car", "17.3.2b")
def test_entering_counts_as_occupying_for_the_nationalists_only() -> None:
    s = field(FRONT, turn=3)
    s.madrid = 3
    enter(s, NAT, GUADARRAMA)
    assert 2 == s.madrid
    enter(s, NAT, MADRID)
    assert 0 == s.madrid
    s = field(FRONT, turn=3, nationalist="madrid")
    s.madrid = 3
    enter(s, REP, MADRID)
    assert 3 == s.madrid
    enter(s, REP, MADRID)
    assert 3 == s.madrid


@rule("car", "16.1.3a", "16.1.3c", "16.1.7a")
def test_a_supplied_nationalist_unit_frees_a_garrison() -> None:
    s = field({**FRONT, "toledo": "nat_inf_2"})
    s.sieges = [3, 3, 3]
    settle(s)
    assert [3, 3, 3] == s.sieges, "it is out of supply there"
    s.events.clear()
    s.held |= friendly(s, REP) & ~(spaces("gijon", "pto_de_valderrepiso"))
    rm, vp = s.rm, s.vp
    relieve_sieges(s)
    assert ([3, 3, 0], rm - 1, vp + 1) == (s.sieges, s.rm, s.vp)
    assert [(2,)] == told(s.events, "siege_lifted")
    relieve_sieges(s)
    assert rm - 1 == s.rm


@rule("car", "16.1.3a", "16.1.7a")
def test_a_freed_garrison_costs_morale_and_the_alcazar_is_a_victory_point_too() -> None:
    for siege, vp in ((0, 0), (1, 0), (2, 1)):
        s = field(FRONT)
        s.sieges = [2, 2, 2]
        before = s.vp, s.rm
        liberate(s, siege)
        assert (before[0] + vp, before[1] - 1, 0) == (s.vp, s.rm, s.sieges[siege])
        assert 4 == sum(s.sieges)


@rule("car", "16.1.3a")
def test_a_republican_unit_in_the_space_frees_nobody() -> None:
    s = field({**FRONT, "toledo": "rep_mil_1"})
    s.sieges = [0, 0, 3]
    settle(s)
    assert [0, 0, 3] == s.sieges


@rule("car", "16.3.3b", "16.3.3f")
@pytest.mark.parametrize("side, change", [(REP, -2), (NAT, 2)])
def test_a_side_that_loses_its_whole_border_is_cut_off_until_it_has_a_part_of_it_again(side: int, change: int) -> None:
    s = field(FRONT)
    settle(s)
    names = list(ids_of(BORDER[side]))
    for x in names:
        s.held = s.held | 1 << x if side == REP else s.held & ~(1 << x)
    keep = names[0]
    s.held ^= 1 << keep
    rm = s.rm
    settle(s)
    assert (rm, False) == (s.rm, s.severed[side]), "one space is enough"
    s.held ^= 1 << keep
    s.events.clear()
    settle(s)
    assert (rm + change, True, [(side,)]) == (s.rm, s.severed[side], told(s.events, "cut_off"))
    settle(s)
    assert rm + change == s.rm, "once"
    s.held ^= 1 << keep
    settle(s)
    assert (rm, False, [(side,)]) == (s.rm, s.severed[side], told(s.events, "border_open"))


@rule("car", "16.3.3c", "16.3.3d")
def test_the_north_is_linked_once_and_ends_once() -> None:
    s = field(FRONT)
    s.once = DIVIDED_NAT | DIVIDED_REP
    settle(s)
    assert DIVIDED_NAT | DIVIDED_REP == s.once, "it is apart, and not conquered"
    rm, held = s.rm, s.held
    s.events.clear()
    s.held = spaces("burgos")
    s.severed = [True, False]
    settle(s)
    assert (rm + 2, True, 1) == (s.rm, bool(s.once & LINKED_NORTH), len(told(s.events, "north_linked")))
    settle(s)
    assert rm + 2 == s.rm
    s.held = held | NORTH & ~(1 << space("gijon"))
    s.severed = [False, False]
    settle(s)
    assert rm + 2 == s.rm, "Gijón holds out"
    s.held |= NORTH
    settle(s)
    assert (rm, True, 1) == (s.rm, bool(s.once & END_OF_NORTH), len(told(s.events, "north_ended")))
    settle(s)
    assert rm == s.rm


@rule("car", "16.3.3c", "16.3.3d")
def test_after_the_end_of_the_north_no_link_counts() -> None:
    s = field(FRONT)
    s.once = END_OF_NORTH | DIVIDED_NAT | DIVIDED_REP
    s.severed, s.held, rm = [True, False], spaces("burgos"), s.rm
    settle(s)
    assert (rm, 0) == (s.rm, s.once & LINKED_NORTH)


# --- the division of a zone: parts of eight supplied spaces that are not joined by land


def land(start: str, n: int, away: int = 0) -> int:
    """So many spaces around one, none of them beside those of `away`."""
    barred = away | NORTH
    for x in ids_of(away):
        barred |= NEAR[x]
    found, front = 1 << space(start), [space(start)]
    while found.bit_count() < n:
        for y in ids_of(NEAR[front.pop(0)] & ~(found | barred)):
            if found.bit_count() < n:
                found |= 1 << y
                front.append(y)
    return found


def parted(side: int, one: int, other: int) -> Car:
    """A side has two parts of so many spaces, and nothing else."""
    s = field({})
    west = land("sevilla" if side == NAT else "valencia", one)
    own = west | land("zaragoza" if side == NAT else "barcelona", other, away=west)
    s.held = own if side == NAT else (1 << SPACES) - 1 & ~own & ~spaces("beach_head_mallorca", "beach_head_plan_p")
    return s


@rule("car", "16.3.3e", "16.3.3g", "16.3.3h")
@pytest.mark.parametrize("side", [NAT, REP])
@pytest.mark.parametrize("one, other, expected", [(8, 8, True), (8, 7, False), (7, 9, False), (12, 10, True)])
def test_a_zone_is_divided_by_two_parts_of_eight_spaces(side: int, one: int, other: int, expected: bool) -> None:
    s = parted(side, one, other)
    assert one + other == in_line(s, side).bit_count()
    assert one == connected(land("sevilla" if side == NAT else "valencia", one), friendly(s, side),
                            map_key(s, side)).bit_count()
    assert expected == divided(s, side)


@rule("car", "16.3.3e", "16.3.3h")
@pytest.mark.parametrize("side, flag, change", [(REP, DIVIDED_REP, -1), (NAT, DIVIDED_NAT, 1)])
def test_a_divided_zone_counts_once_from_turn_6_on(side: int, flag: int, change: int) -> None:
    s = parted(side, 8, 8)
    s.once &= ~flag
    s.severed = [not BORDER[who] & friendly(s, who) for who in (NAT, REP)]
    s.turn, rm = 5, s.rm
    settle(s)
    assert (rm, 0) == (s.rm, s.once & flag)
    s.turn = 6
    s.events.clear()
    settle(s)
    assert (rm + change, flag, [(side,)]) == (s.rm, s.once & flag, told(s.events, "divided"))
    settle(s)
    assert rm + change == s.rm


@rule("car", "16.3.3g")
def test_the_northern_front_and_what_it_alone_supplies_is_no_part_of_a_zone() -> None:
    s = field(FRONT)
    assert 10 < (NORTH & friendly(s, REP)).bit_count()
    assert not divided(s, REP)
    extra = spaces("dobro", "aguilar_de_campoo")
    s.held &= ~extra
    assert northern(s) & extra
    assert not divided(s, REP)
    s = field(FRONT)
    s.held |= (1 << SPACES) - 1 & ~NORTH & ~land("valencia", 20)
    assert not divided(s, REP), "the North and one part"


@rule("car", "17.1.1a", "17.1.1b", "17.1.3a")
def test_ammunition_is_short_until_a_northern_source_is_joined_with_sevilla_by_land() -> None:
    s = field(FRONT, turn=2)
    s.shortage = True
    settle(s)
    assert s.shortage
    stand(s, "nat_inf_2", "merida")
    s.held |= spaces("merida", "caceres", "badajoz", "zafra", "santa_olalla", "trujillo")
    assert connected(1 << space("sevilla"), s.held, map_key(s, NAT)) >> space("valladolid") & 1
    settle(s)
    settle(s)
    assert (False, 1) == (s.shortage, len(told(s.events, "shortage_over")))
