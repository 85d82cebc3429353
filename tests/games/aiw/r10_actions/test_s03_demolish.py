"""[10.3] Fortresses are demolished by their owner."""

from __future__ import annotations

from tablero.games.aiw.board import CARLIST, area
from tablero.kernel.refusals import Refusal
from tests.games.aiw.acting import acting, points
from tests.games.aiw.war import do, offered, refused, told
from tests.rules import rule


@rule("aiw", "10.3a", "10.3c")
def test_a_fortress_is_demolished_for_nothing_by_a_unit_that_then_stays() -> None:
    s = acting({"durango": "c_nav1 c_nav2"}, points=1, forts={"carlist": ["durango"]})
    events = do(s, "demolish c_nav1")
    assert points(s) == 1
    assert s.forts[CARLIST] == 0
    assert told(events, "demolished") == [(CARLIST, area("durango"))]
    do(s, "activate durango")
    assert refused(s, "add c_nav1") == Refusal("10.0k", "has_acted")
    assert "add c_nav2" in offered(s)


@rule("aiw", "10.3a")
def test_without_points_one_may_demolish() -> None:
    s = acting({"durango": "c_nav1"}, points=0, forts={"carlist": ["durango"]})
    assert "demolish c_nav1" in offered(s)


@rule("aiw", "10.3b")
def test_a_besieged_fortress_is_not_demolished() -> None:
    s = acting({"inside durango": "c_nav1", "durango": "l_ln1"}, forts={"carlist": ["durango"]}, siege=["durango"])
    assert refused(s, "demolish c_nav1") == Refusal("10.3b", "enemy_present")


@rule("aiw", "10.3b")
def test_a_work_is_removed_in_the_same_way_and_where_nothing_stands_nothing_is() -> None:
    s = acting({"durango": "c_nav1", "estella": "c_nav2"}, works={"carlist": ["durango"]})
    assert refused(s, "demolish c_nav2") == Refusal("10.3b", "no_own_fortress")
    do(s, "demolish c_nav1")
    assert s.works == [0, 0]


@rule("aiw", "10.3b", "10.0k")
def test_a_unit_that_has_acted_does_not_demolish() -> None:
    s = acting({"durango": "c_nav1:2"}, forts={"carlist": ["durango"]})
    do(s, "replacements", "raise c_nav1", "done", dice=[1])
    assert refused(s, "demolish c_nav1") == Refusal("10.0k", "has_acted")


@rule("aiw", "10.3d", "5.4l")
def test_cavalry_and_partidas_demolish_nothing_and_no_city_falls() -> None:
    s = acting(
        {"durango": "c_par1", "estella": "c_navc1", "bilbao": "c_nav1"},
        forts={"carlist": ["durango", "estella", "bilbao"]},
    )
    assert refused(s, "demolish c_par1") == Refusal("10.3d", "infantry_demolishes")
    assert refused(s, "demolish c_navc1") == Refusal("10.3d", "infantry_demolishes")
    assert refused(s, "demolish c_nav1") == Refusal("10.3d", "city_fortress_stays")


@rule("aiw", "10.3e")
def test_several_fortresses_are_demolished_in_a_phase() -> None:
    names = ("durango", "estella", "tolosa")
    s = acting(dict(zip(names, ("c_nav1", "c_nav2", "c_gui1"), strict=True)), forts={"carlist": names}, points=0)
    do(s, "demolish c_nav1", "demolish c_nav2", "demolish c_gui1")
    assert s.forts[CARLIST] == 0


@rule("aiw", "10.3b")
def test_the_space_of_a_demolished_fortress_stays_with_who_stands_there() -> None:
    s = acting({"durango": "l_ln1 l_ln2"}, "liberal", forts={"liberal": ["durango"]})
    do(s, "demolish l_ln1", "activate durango", "add l_ln2", "march villaro", "done", dice=[4])
    assert not s.held >> area("durango") & 1
    assert s.vp == 0
