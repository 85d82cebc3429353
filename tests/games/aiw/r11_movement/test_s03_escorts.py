"""[11.3] Guns, Trains and Knapsacks that are alone."""

from __future__ import annotations

import pytest

from tablero.games.aiw import GAME
from tablero.games.aiw.board import AREAS, CARLIST, FIELD, FIGHTERS, LIBERAL, MOUNTAIN, TRAINS, area
from tablero.games.aiw.rules.r11_movement.s03_escorts import check_escorts, escorted
from tablero.kernel.engine import advance
from tests.games.aiw.march import carlists
from tests.games.aiw.war import asked, at, block, do, guns, knapsack, offered, spot, told, war
from tests.rules import rule


@rule("aiw", "11.3c", "11.3e")
def test_what_is_alone_without_an_enemy_is_eliminated() -> None:
    s = war({"durango": "carlist field:2 mountain:1 knapsack:2", "tolosa": "c_st1"})
    check_escorts(s)
    assert (0, 0) == guns(s, "carlist", "durango")
    assert 0 == knapsack(s, "carlist", "durango")
    assert "box" == at(s, "c_st1")
    assert [(0, 0), (0, 0)] == [guns(s, "liberal", x) for x in ("durango", "inside durango")]


@rule("aiw", "11.3c")
@pytest.mark.parametrize("escort", ["c_gui1", "c_navc1", "c_par1"])
def test_infantry_or_cavalry_protects(escort: str) -> None:
    s = war({"durango": f"{escort} c_st1 field:2 mountain:1 knapsack:2"})
    check_escorts(s)
    assert (2, 1) == guns(s, "carlist", "durango")
    assert 2 == knapsack(s, "carlist", "durango")
    assert "durango" == at(s, "c_st1")


@rule("aiw", "11.3c")
def test_a_train_does_not_protect_guns() -> None:
    s = war({"durango": "c_st1 field:2"})
    check_escorts(s)
    assert (0, 0) == guns(s, "carlist", "durango")
    assert "box" == at(s, "c_st1")


@rule("aiw", "11.3c")
def test_a_friendly_fortress_protects() -> None:
    s = war({"durango": "c_st1 field:2", "vitoria": "l_st1 knapsack:1"}, forts={"carlist": ["durango"]})
    check_escorts(s)
    assert (2, 0) == guns(s, "carlist", "durango")
    assert ["durango", "vitoria"] == [at(s, u) for u in ("c_st1", "l_st1")]
    assert 1 == knapsack(s, "liberal", "vitoria")


@rule("aiw", "11.3c")
def test_an_enemy_fortress_or_one_under_construction_does_not_protect() -> None:
    s = war({"durango": "c_st1", "tolosa": "carlist field:1"}, forts={"liberal": ["durango"]})
    s.works[CARLIST] |= 1 << area("tolosa")
    check_escorts(s)
    assert "box" == at(s, "c_st1")
    assert (0, 0) == guns(s, "carlist", "tolosa")


@rule("aiw", "11.3c")
def test_inside_a_besieged_fortress_they_are_safe_and_outside_it_they_are_not() -> None:
    s = war({"inside vitoria": "l_st1 field:1", "vitoria": "c_gui1 liberal knapsack:1"}, siege=["vitoria"])
    check_escorts(s)
    assert (1, 0) == guns(s, "liberal", "inside vitoria")
    assert "inside vitoria" == at(s, "l_st1")
    assert 0 == knapsack(s, "liberal", "vitoria")


@rule("aiw", "11.3d")
def test_beside_an_enemy_half_of_the_guns_is_captured() -> None:
    s = war({"durango": "c_gui1 liberal field:3 knapsack:1 l_st1"})
    check_escorts(s)
    assert (2, 0) == guns(s, "carlist", "durango")
    assert (0, 0) == guns(s, "liberal", "durango")
    assert 0 == knapsack(s, "liberal", "durango")
    assert "box" == at(s, "l_st1")
    assert [(LIBERAL, 0, 1, area("durango")), (LIBERAL, 2, 1, area("durango"))] == sorted(told(s.events, "load_lost"))


@rule("aiw", "11.3d")
def test_half_of_all_guns_is_rounded_up_once() -> None:
    s = war({"durango": "l_rg1 carlist field:3"})
    check_escorts(s)
    assert (2, 0) == guns(s, "liberal", "durango")
    assert [(CARLIST, FIELD, 1, area("durango"))] == told(s.events, "load_lost")        # not of what was captured
    s = war({"durango": "l_rg1 carlist field:1 mountain:1"}, side="liberal")
    s.rules = 2
    check_escorts(s)
    assert (1, 0) == guns(s, "liberal", "durango")          # in older versions Field Artillery first


@rule("aiw", "11.3d", "14.2a")
@pytest.mark.parametrize(("kind", "taken", "lost"), [("field", (1, 0), MOUNTAIN), ("mountain", (0, 1), FIELD)])
def test_the_captor_chooses_the_type_of_abandoned_guns(kind: str, taken: tuple[int, int], lost: int) -> None:
    s = war({"durango": "l_rg1 carlist field:1 mountain:1"}, side="liberal")
    check_escorts(s)
    advance(s)
    assert ("liberal TakeSpoils", {"take field", "take mountain"}) == (asked(s), set(offered(s)))
    events = do(s, f"take {kind}")
    assert taken == guns(s, "liberal", "durango")
    assert [(CARLIST, lost, 1, area("durango"))] == told(events, "load_lost")
    assert (0, 0) == guns(s, "carlist", "durango")


@rule("aiw", "11.3d", "14.2c")
def test_the_captor_takes_what_he_can_use() -> None:
    s = war({"vitoria": "l_rg1 field:4 carlist field:1 mountain:1"}, side="liberal")
    check_escorts(s)
    assert (4, 1) == guns(s, "liberal", "vitoria")


@rule("aiw", "11.3d", "18.0a")
def test_besieged_units_take_guns_that_are_left_outside() -> None:
    s = war({"inside vitoria": "l_rg1", "vitoria": "carlist field:1"}, siege=["vitoria"])
    check_escorts(s)
    assert (1, 0) == guns(s, "liberal", "vitoria")          # the siege is over, and they have come out
    assert "vitoria" == at(s, "l_rg1")


@rule("aiw", "11.3d", "14.2b")
def test_captured_guns_join_those_of_the_captor_up_to_the_most() -> None:
    s = war({"durango": "c_gui1 field:1 liberal field:4"})
    check_escorts(s)
    assert (2, 0) == guns(s, "carlist", "durango")


@rule("aiw", "11.3f", "11.3c")
def test_guns_may_be_alone_until_the_check() -> None:
    s = carlists("tolosa", "c_gui1 c_gui2 field:1")
    do(s, "add c_gui1", "load field 1", "done", "march villafranca", "unload field 1", "march vergara", "done")
    assert (1, 0) == guns(s, "carlist", "villafranca")
    do(s, "add c_gui2", "march villafranca", "done")
    check_escorts(s)
    assert (1, 0) == guns(s, "carlist", "villafranca")


@rule("aiw", "11.3c", "11.4k")
def test_what_waits_on_a_road_is_escorted_there_or_by_those_in_front() -> None:
    s = war({"villafranca": "l_rg1 c_gui1", "road tolosa>villafranca": "c_st1 field:1"})
    check_escorts(s)
    assert (1, 0) == guns(s, "carlist", "road tolosa>villafranca")
    s = war({"villafranca": "l_rg1", "road tolosa>villafranca": "c_st1 field:1"})
    assert not escorted(s, CARLIST, spot("road tolosa>villafranca"))
    check_escorts(s)
    assert (1, 0) == guns(s, "liberal", "villafranca")
    assert "box" == at(s, "c_st1")


@rule("aiw", "23.1e")
def test_in_a_region_they_are_lost_in_the_same_way() -> None:
    s = war({"aragon": "c_gui1 liberal field:3", "catalonia": "l_st1"})
    check_escorts(s)
    assert (2, 0) == guns(s, "carlist", "aragon")
    assert "box" == at(s, "l_st1")


@rule("aiw", "11.3c", "4.9g")
def test_control_is_judged_anew_when_a_train_is_lost() -> None:
    s = war({"calahorra": "c_st1"}, side="carlist")
    assert 1 == s.held >> area("calahorra") & 1
    check_escorts(s)
    assert (0, -1) == (s.held >> area("calahorra") & 1, s.vp)


@rule("aiw", "11.3c", "5.2a")
def test_a_lone_block_that_is_not_lost_is_no_train() -> None:
    s = war({"tolosa": "c_gui1", "hernani": "c_st1 c_gui2", "durango": "c_gui3"}, forts={"carlist": ["durango"]})
    for u in ("c_gui1", "c_st1", "c_gui2", "c_gui3"):
        s.may[block(s, u)] = FIGHTERS | TRAINS
    check_escorts(s)
    assert 0 == s.may[block(s, "c_gui1")] & TRAINS
    assert TRAINS == s.may[block(s, "c_gui3")] & TRAINS
    together = s.open[CARLIST * AREAS + area("hernani")]
    assert (together, FIGHTERS, 1) in s.facts


@rule("aiw", "11.3a", "11.2b")
@pytest.mark.parametrize(("rules", "where"), [(GAME.rules, "campezo"), (2, "laguardia")])
def test_a_train_whose_escort_dies_in_a_forced_march_does_not_go_on_alone(rules: int, where: str) -> None:
    s = carlists("campezo", "c_par1 c_st1")
    s.rules = rules
    do(s, "all", "force laguardia", dice=[1, 6])
    assert ("box", where) == (at(s, "c_par1"), at(s, "c_st1"))
