"""[10.2] Positions and Trenches."""

from __future__ import annotations

from tablero.games.car.board import NAT, REP, SPACES, space
from tablero.games.car.rules.r03_control import enter
from tablero.games.car.rules.r06_sequence import RemoveWorks
from tablero.games.car.rules.r07_actions import ActionRound
from tablero.games.car.rules.r10_movement.s02_works import MARKERS, markers_left, place_special
from tablero.games.car.rules.r13_attrition import attrition
from tablero.games.car.state import FORTIFICATIONS, MADRID_TRENCH, Car
from tablero.kernel.bits import bitset
from tablero.kernel.engine import advance
from tests.games.car.field import asked, do, field, holder, offered, operation, refused
from tests.games.car.r10_movement.moving import activate, build, finish, go
from tests.rules import rule


def works(s: Car, name: str) -> str:
    bit = 1 << space(name)
    return "position" if s.positions & bit else "trench" if s.trenches & bit else ""


def modifier(s: Car, name: str) -> int:
    return next((-n for n, spaces in enumerate(s.tried, 1) if spaces >> space(name) & 1), 0)


@rule("car", "10.2a", "10.2.1a")
def test_one_unit_of_a_space_activated_for_movement_builds_and_the_others_may_move() -> None:
    s = field({"segovia": "nat_inf_1 nat_inf_2", "avila": "nat_inf_3"})
    activate(s, "segovia", attacks="avila")
    assert ("10.1.1a", "not_activated_to_move") == refused(s, "build nat_inf_3")
    do(s, "build nat_inf_1")
    assert ("10.2.1a", "one_builder") == refused(s, "build nat_inf_2")
    assert ("10.1.6a", "has_moved") == refused(s, "take nat_inf_1")
    go(s, "nat_inf_2", "arevalo")
    do(s, "stop")
    finish(s)
    assert ("nobody", 1) == (asked(s), operation(s).builders.bit_count())


@rule("car", "10.2.1a")
def test_a_unit_that_came_in_this_round_does_not_build() -> None:
    s = field({"segovia": "nat_inf_1", "avila": "nat_inf_2"})
    activate(s, "segovia avila")
    go(s, "nat_inf_1", "avila")
    do(s, "stop")
    assert ("10.1.6a", "has_moved") == refused(s, "build nat_inf_1")
    assert "build nat_inf_2" in offered(s)


@rule("car", "10.2.2a", "10.2.8a")
def test_a_corps_builds_a_position_without_a_die() -> None:
    s = field({"segovia": "nat_vii"})
    activate(s, "segovia")
    build(s, "nat_vii")
    assert "position" == works(s, "segovia")


@rule("car", "10.2.2b", "10.2.2c", "10.2.2e")
def test_a_division_builds_on_three_or_less_and_each_failure_helps_the_next_attempt_up_to_two() -> None:
    s = field({"segovia": "nat_inf_1", "avila": "nat_inf_2"})
    activate(s, "segovia avila")
    build(s, "nat_inf_1", "nat_inf_2", dice=[3, 4] if space("avila") < space("segovia") else [4, 3])
    assert ("position", "") == (works(s, "avila"), works(s, "segovia"))
    for die, expected in ((5, -2), (6, -2)):
        assert modifier(s, "segovia") == (-1 if die == 5 else -2)
        operation(s).moved = 0
        activate(s, "segovia")
        build(s, "nat_inf_1", dice=[die])
        assert ("", expected) == (works(s, "segovia"), modifier(s, "segovia"))
    operation(s).moved = 0
    activate(s, "segovia")
    build(s, "nat_inf_1", dice=[5])
    assert ("position", 0) == (works(s, "segovia"), modifier(s, "segovia"))


@rule("car", "10.2.2d")
def test_granada_builds_though_isolated() -> None:
    s = field({"granada": "nat_inf_1"}, turn=1)
    s.isolated = 1 << space("granada")
    activate(s, "granada")
    build(s, "nat_inf_1", dice=[4])
    assert ("", -1) == (works(s, "granada"), modifier(s, "granada"))
    activate(s, "granada")
    build(s, "nat_inf_1", dice=[4])
    assert ("position", 0) == (works(s, "granada"), modifier(s, "granada"))


@rule("car", "10.2.2c", "10.2.4b")
def test_the_modifier_stays_while_any_friendly_unit_does() -> None:
    s = field({"segovia": "nat_inf_1"})
    s.tried = [1 << space("segovia") | 1 << space("avila"), 0]
    s.stack = [ActionRound(NAT, at=4)]
    s.held |= 1 << space("avila")
    advance(s)
    assert (-1, 0) == (modifier(s, "segovia"), modifier(s, "avila"))


@rule("car", "10.2.3a", "10.2.4a", "10.2.5a")
def test_a_corps_turns_a_position_into_a_trench_by_a_die_and_a_division_never() -> None:
    s = field({"segovia": "nat_vii nat_inf_1"}, positions="segovia")
    activate(s, "segovia")
    assert ("10.2.3a", "trench_needs_corps") == refused(s, "build nat_inf_1")
    build(s, "nat_vii", dice=[4])
    assert ("position", -1) == (works(s, "segovia"), modifier(s, "segovia"))
    activate(s, "segovia")
    build(s, "nat_vii", dice=[4])
    assert ("trench", 0) == (works(s, "segovia"), modifier(s, "segovia"))
    activate(s, "segovia")
    assert ("10.2.5a", "works_there") == refused(s, "build nat_vii")


@rule("car", "10.2.3b")
def test_the_republic_builds_no_trench_in_bilbao_and_nothing_once_the_plans_are_known() -> None:
    s = field({"bilbao": "rep_euzkadi"}, side="republican")
    activate(s, "bilbao")
    build(s, "rep_euzkadi")
    assert "position" == works(s, "bilbao")
    activate(s, "bilbao")
    assert ("10.2.3b", "no_works_in_bilbao") == refused(s, "build rep_euzkadi")
    s = field({"bilbao": "rep_euzkadi"}, side="republican", happened="n26")
    activate(s, "bilbao")
    assert ("10.2.3b", "no_works_in_bilbao") == refused(s, "build rep_euzkadi")
    s = field({"bilbao": "nat_vi"}, happened="n26", positions="bilbao")
    activate(s, "bilbao")
    assert "build nat_vi" in offered(s), "the Nationalists may"


@rule("car", "13.3.3a")
def test_units_out_of_supply_do_not_build() -> None:
    s = field({"jaca": "nat_inf_1"}, republican="huesca pamplona ejea_de_los_caballeros boltana")
    activate(s, "jaca")
    assert ("13.3.3a", "builder_out_of_supply") == refused(s, "build nat_inf_1")


@rule("car", "10.2.6a")
def test_works_stay_in_a_friendly_space_without_units() -> None:
    s = field({"segovia": "nat_inf_1"}, positions="segovia")
    activate(s, "segovia")
    go(s, "nat_inf_1", "arevalo")
    do(s, "stop")
    assert "position" == works(s, "segovia")


@rule("car", "10.2.7a")
def test_works_go_when_an_enemy_unit_enters_or_the_space_is_lost_for_want_of_supply() -> None:
    s = field({"segovia": "nat_inf_1"}, positions="guadarrama")
    activate(s, "segovia")
    before = markers_left(s, REP)
    go(s, "nat_inf_1", "guadarrama")
    assert ("", before + 1) == (works(s, "guadarrama"), markers_left(s, REP))
    s = field(trenches="lerida")
    s.held = bitset(range(SPACES)) & ~(1 << space("lerida"))        # the last space of the Republic, without a source
    attrition(s, REP)
    assert ("nat", "") == (holder(s, "lerida"), works(s, "lerida"))


@rule("car", "10.2.9a")
def test_markers_are_limited_and_special_trenches_are_of_another_kind() -> None:
    assert (8, 12) == MARKERS
    s = field({"segovia": "nat_inf_1", "avila": "nat_inf_2"})
    s.positions = bitset(space(name) for name in ["burgos", "leon", "lugo", "soria", "zamora", "palencia", "vitoria"])
    assert 1 == markers_left(s, NAT)
    activate(s, "segovia avila")
    do(s, "build nat_inf_1")
    assert ("10.2.9a", "no_markers") == refused(s, "build nat_inf_2")
    s = field({"madrid": "rep_ii"}, side="republican")
    assert [2, 1, 3] == s.specials
    place_special(s, space("madrid"), MADRID_TRENCH)
    assert ("trench", 12, 1) == (works(s, "madrid"), markers_left(s, REP), s.specials[MADRID_TRENCH])
    enter(s, NAT, space("madrid"))
    assert ("", 1) == (works(s, "madrid"), s.specials[MADRID_TRENCH]), "a special Trench never comes back"
    assert 3 == s.specials[FORTIFICATIONS]


@rule("car", "10.2.10a", "6.0.F.1a")
def test_at_the_end_of_the_turn_a_side_may_remove_its_own_works() -> None:
    s = field({"segovia": "nat_inf_1"}, positions="segovia", trenches="madrid")
    s.stack = [RemoveWorks(NAT)]
    advance(s)
    assert ["done", "raze segovia"] == offered(s)
    do(s, "raze segovia")
    assert ("", "trench") == (works(s, "segovia"), works(s, "madrid"))
