"""[12.3] Countermarch."""

from __future__ import annotations

from tablero.games.aiw.board import CARLIST, CARLIST_ZONE, REFUGES, area
from tablero.games.aiw.rules.r03_turn.s00_player_phase import entered_by
from tablero.games.aiw.rules.r12_carlist_movement.s03_countermarch import exits
from tablero.kernel.bits import ids_of
from tablero.kernel.refusals import Refusal
from tests.games.aiw.march import Activations, carlists, left, liberals, marches
from tests.games.aiw.war import asked, at, do, guns, offered, refused, run, told, war
from tests.rules import rule


@rule("aiw", "12.3a", "12.3d", "12.3e")
def test_a_group_passes_through_an_enemy_space_for_one_point_more() -> None:
    s = carlists("alsasua", "c_nav1 c_nav2 c_nav3", {"estella": "l_rg1"})
    do(s, "all", "countermarch estella", dice=[4])
    assert ["estella", 3] == [at(s, "c_nav1"), left(s)]
    do(s, "march lerin", "done")
    assert "lerin" == at(s, "c_nav1")


@rule("aiw", "12.3d")
def test_the_die_must_exceed_the_number_of_blocks() -> None:
    army = "c_nav1 c_navc1 c_st1 field:1 knapsack:1"
    s = carlists("alsasua", army, {"estella": "l_rg1"}, secret=True)
    events = do(s, "all", "countermarch estella", dice=[3])
    assert ("alsasua", [(area("estella"), 3)]) == (at(s, "c_nav1"), told(events, "countermarch_failed"))
    s = carlists("alsasua", army, {"estella": "l_rg1"}, secret=True)
    events = do(s, "all", "countermarch estella", dice=[4])
    assert ("estella", [(area("estella"), 4)]) == (at(s, "c_nav1"), told(events, "countermarches"))


@rule("aiw", "12.3e")
def test_on_its_way_through_a_group_neither_stops_nor_drops_units() -> None:
    s = carlists("alsasua", "c_nav1 c_nav2 knapsack:1", {"estella": "l_rg1"})
    do(s, "all", "countermarch estella", dice=[4])
    for text in ("done", "leave c_nav1", "unload knapsack 1"):
        assert Refusal("12.3e", "group_must_pass_through") == refused(s, text)


@rule("aiw", "12.3e", "11.4j")
def test_a_group_passes_through_though_others_of_its_side_fight_there() -> None:
    s = carlists("alsasua", "c_nav1", {"estella": "l_rg1 c_bis1"})
    do(s, "add c_nav1", "countermarch estella", dice=[2])
    assert ("estella", "carlist March") == (at(s, "c_nav1"), asked(s))


@rule("aiw", "12.3e", "11.4a")
def test_without_a_countermarch_the_group_stops() -> None:
    s = carlists("alsasua", "c_nav1 c_nav2", {"estella": "l_rg1"})
    do(s, "all", "march estella")
    assert "nobody" == asked(s)


@rule("aiw", "12.3a", "12.3e")
def test_a_group_that_passed_leaves_no_fight_behind() -> None:
    s = war({"alsasua": "c_nav1", "estella": "l_rg1"}, side="carlist")
    run(s, Activations(CARLIST, ["alsasua"]))
    do(s, "add c_nav1", "countermarch estella", "march los_arcos", dice=[2])
    assert [area("alsasua")] == entered_by(s, area("estella"))
    do(s, "done")
    assert ["los_arcos", "estella"] == [at(s, u) for u in ("c_nav1", "l_rg1")]


@rule("aiw", "12.0a")
def test_only_through_a_space_of_the_carlist_zone() -> None:
    s = carlists("estella", "c_nav1", {"lerin": "l_rg1"})
    do(s, "add c_nav1")
    assert Refusal("12.0a", "only_in_the_carlist_zone") == refused(s, "countermarch lerin")


@rule("aiw", "12.0a")
def test_liberals_do_not_countermarch() -> None:
    s = liberals("vitoria", "l_rg1 l_rg2", {"salvatierra": "c_nav1"})
    do(s, "all", dice=[6])
    assert not [text for text in offered(s) if text.startswith("countermarch")]


@rule("aiw", "12.3a")
def test_only_where_enemy_units_are() -> None:
    s = carlists("alsasua", "c_nav1", {"estella": "l_rg1", "onate": "l_rg2"}, forts={"liberal": ["segura"]})
    do(s, "add c_nav1")
    assert Refusal("12.3a", "no_enemy_to_pass") == refused(s, "countermarch segura")
    for x in ("lerin", "onate"):
        assert Refusal("4.4a", "no_road_between") == refused(s, f"countermarch {x}")


@rule("aiw", "12.3b")
def test_it_takes_points_for_the_toll_the_entry_and_one_further_space() -> None:
    # alsasua-estella 2, estella-los_arcos and estella-puente_la_reina 1, to the others 2
    others = {"estella": "l_rg1", "irurzun": "c_nav1 c_nav2 c_nav3"}
    s = war(others, side="carlist")
    run(s, Activations(CARLIST, ["irurzun"]))
    do(s, "all", *marches("alsasua irurzun alsasua"))
    assert 3 == left(s)
    assert Refusal("12.3b", "not_enough_points_to_pass") == refused(s, "countermarch estella")
    do(s, "done")
    s = war(others, side="carlist")
    run(s, Activations(CARLIST, ["irurzun"]))
    do(s, "all", "march alsasua", "countermarch estella", dice=[5])
    assert 2 == left(s)
    assert ["march amescoas", "march lerin", "march los_arcos", "march puente_la_reina"] == offered(s)


@rule("aiw", "12.3b")
def test_with_just_enough_points_only_the_near_exits_are_left() -> None:
    s = war({"estella": "l_rg1", "lecumberri": "c_nav1 c_nav2 c_nav3"}, side="carlist")
    run(s, Activations(CARLIST, ["lecumberri"]))
    do(s, "all", *marches("irurzun alsasua"), "countermarch estella", dice=[5])
    assert 1 == left(s)
    assert ["march los_arcos", "march puente_la_reina"] == offered(s)
    assert Refusal("11.1f", "not_enough_points") == refused(s, "march lerin")
    assert Refusal("12.3b", "no_forced_march_out_of_it") == refused(s, "force lerin")


@rule("aiw", "12.3b")
def test_field_artillery_needs_the_points_too() -> None:
    s = carlists("lecumberri", "c_nav1 c_nav2 c_nav3 field:1", {"estella": "l_rg1"})
    do(s, "all", *marches("irurzun alsasua"))
    assert Refusal("12.3b", "not_enough_points_to_pass") == refused(s, "countermarch estella")
    do(s, "unload field 1")
    assert "countermarch estella" in offered(s)


@rule("aiw", "12.3b", "11.2g")
def test_a_forced_march_may_follow_after_the_exit() -> None:
    s = carlists("lecumberri", "c_nav1 c_nav2 c_nav3", {"estella": "l_rg1"})
    do(s, "all", *marches("irurzun alsasua"), "countermarch estella", "march los_arcos", dice=[5])
    assert 0 == left(s)
    do(s, "force viana", dice=[3, 3, 3])
    assert "viana" == at(s, "c_nav1")


@rule("aiw", "12.3c")
def test_the_exit_is_free_of_enemy_units_and_fortresses() -> None:
    others = {"estella": "l_rg1", "lerin": "l_ln1", "amescoas": "c_nav2"}
    s = carlists("alsasua", "c_nav1", others, forts={"liberal": ["los_arcos"]})
    do(s, "add c_nav1", "countermarch estella", dice=[5])
    assert Refusal("12.3c", "exit_is_not_free") == refused(s, "march lerin")
    assert Refusal("12.3c", "exit_is_not_free") == refused(s, "march los_arcos")
    assert Refusal("12.3c", "exit_is_not_free") == refused(s, "countermarch alsasua")
    assert ["march amescoas", "march puente_la_reina"] == offered(s)


@rule("aiw", "12.3c")
def test_a_group_does_not_pass_back() -> None:
    s = carlists("alsasua", "c_nav1", {"estella": "l_rg1"})
    do(s, "add c_nav1", "countermarch estella", dice=[5])
    assert Refusal("12.3c", "exit_is_not_free") == refused(s, "march alsasua")


@rule("aiw", "12.3c")
def test_a_besieged_fortress_is_a_free_exit() -> None:
    s = war(
        {"alsasua": "c_nav1", "estella": "l_rg1", "los_arcos": "c_nav2"}, side="carlist",
        forts={"liberal": ["los_arcos"]}, siege=["los_arcos"],
    )
    assert area("los_arcos") in exits(s, area("alsasua"), area("estella"))
    s.siege = 0
    assert area("los_arcos") not in exits(s, area("alsasua"), area("estella"))


@rule("aiw", "12.3c")
def test_without_a_free_exit_there_is_no_countermarch() -> None:
    around = {"lerin": "l_ln1", "puente_la_reina": "l_ln2", "los_arcos": "l_ln3", "amescoas": "l_ln4"}
    s = carlists("alsasua", "c_nav1", {"estella": "l_rg1", **around})
    do(s, "add c_nav1")
    assert Refusal("12.3c", "no_free_exit") == refused(s, "countermarch estella")


@rule("aiw", "12.3f")
def test_after_a_failure_the_group_may_enter_and_fight() -> None:
    s = carlists("alsasua", "c_nav1 c_nav2 c_nav3", {"estella": "l_rg1"})
    do(s, "all", "countermarch estella", dice=[3])
    assert 5 == left(s)
    do(s, "march estella")
    assert ["estella", "nobody"] == [at(s, "c_nav1"), asked(s)]


@rule("aiw", "12.3g")
def test_after_a_failure_the_group_may_go_elsewhere_without_another_countermarch() -> None:
    s = carlists("alsasua", "c_nav1 c_nav2 c_nav3", {"estella": "l_rg1", "salvatierra": "l_rg2"})
    do(s, "all", "countermarch estella", dice=[3])
    assert Refusal("12.3g", "no_other_countermarch") == refused(s, "countermarch estella")
    assert Refusal("12.3g", "no_other_countermarch") == refused(s, "countermarch salvatierra")
    do(s, "march amescoas")
    assert 3 == left(s)


@rule("aiw", "12.3g")
def test_after_a_success_another_countermarch_is_allowed() -> None:
    s = carlists("alsasua", "c_nav1", {"salvatierra": "l_rg1", "maestu": "l_rg2"})
    do(s, "add c_nav1", "countermarch salvatierra", "march amescoas", dice=[2])
    assert 3 == left(s)
    assert Refusal("12.3b", "not_enough_points_to_pass") == refused(s, "countermarch maestu")


@rule("aiw", "12.3h", "12.2j")
def test_liberals_may_intercept_where_the_group_leaves_the_zone() -> None:
    s = carlists("alsasua", "c_nav1", {"estella": "l_rg1", "lodosa": "l_ln1"}, command=(0, 1))
    do(s, "add c_nav1", "countermarch estella", dice=[5])
    assert "carlist March" == asked(s)          # nobody is asked about estella, in the zone
    do(s, "march lerin")
    assert "liberal Intercept" == asked(s)
    assert ["done", "intercept lodosa"] == offered(s)


@rule("aiw", "12.3i")
def test_through_a_refuge_no_die_is_rolled() -> None:
    for x in ids_of(REFUGES):
        assert CARLIST_ZONE >> x & 1
    army = "c_nav1 c_nav2 c_nav3 c_nav4 c_gui1 c_gui2 field:1"
    s = carlists("santesteban", army, {"baztan": "l_rg1"})
    events = do(s, "all", "countermarch baztan", dice=[])
    assert ["baztan", 3] == [at(s, "c_nav1"), left(s)]
    assert [(area("baztan"),)] == told(events, "countermarches_at_once")
    do(s, "march lanz", "done")
    assert ["lanz", (1, 0)] == [at(s, "c_nav1"), guns(s, "carlist", "lanz")]


@rule("aiw", "12.3i", "12.3b")
def test_through_a_refuge_the_points_are_needed_all_the_same() -> None:
    s = carlists("irun", "c_nav1 c_nav2 c_nav3", {"baztan": "l_rg1"})
    do(s, "all", "march santesteban", "march irun", "march santesteban")
    assert 0 == left(s)
    assert Refusal("12.3b", "not_enough_points_to_pass") == refused(s, "countermarch baztan")


@rule("aiw", "12.3a", "11.3a")
def test_trains_do_not_countermarch_alone() -> None:
    s = carlists("irurzun", "c_nav1 c_st1", {"estella": "l_rg1"}, secret=True)
    do(s, "all", "march alsasua", "leave c_nav1")
    assert Refusal("11.3a", "cannot_move_alone") == refused(s, "countermarch estella")
