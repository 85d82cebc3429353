"""[17.9] Surrounded units break out, and units that retreated are merged."""

from __future__ import annotations

from tablero.games.aiw.board import AREAS, ARMY, FIGHTERS, LIBERAL, TRAINS, area
from tablero.games.aiw.rules.r11_movement.s03_escorts import check_escorts
from tablero.games.aiw.rules.r17_battle.s09_retreat import ATTACKER, DEFENDER, Merge
from tablero.games.aiw.state import Aiw
from tests.games.aiw.retreat import Places, all_at, beaten, why
from tests.games.aiw.war import asked, at, block, do, guns, heard, knapsack, offered, run, strength, told, war
from tests.rules import rule

# ----------------------------------------------------------------------------------------------------------- surrounded


@rule("aiw", "17.9s", "17.9t")
def test_surrounded_units_break_out_together_to_any_neighbour() -> None:
    places = {"orduna": "l_rg1 l_rg2 l_st1 c_nav1", "espejo": "c_nav2", "llodio": "c_nav3"}
    s = beaten(places, "liberal", "orduna", ATTACKER, ["espejo"], forts={"carlist": ["murguia"]})
    assert "liberal BreakOut" == asked(s)
    assert [f"break_out {y}" for y in ("llodio", "sodupe", "valmaseda", "murguia", "espejo")] == offered(s)
    assert ("17.9a", "retreat_one_space") == why(s, "break_out vitoria")
    events = do(s, "break_out valmaseda", "hit l_rg1")
    assert ["breaks_out liberal orduna valmaseda 1", "retreated liberal orduna valmaseda 3"] == heard(
        events, "breaks_out", "retreated"
    )
    assert {"valmaseda"} == all_at(s, "l_rg1", "l_rg2", "l_st1")
    assert s.revealed                           # who is left, and that there was a Train
    assert not s.apart


@rule("aiw", "17.9s", "17.9j")
def test_those_who_find_room_in_the_fortress_are_not_surrounded() -> None:
    places = {"orduna": "l_rg1 l_rg2 c_nav1", "llodio": "c_gui1", "sodupe": "c_gui2", "murguia": "c_gui3"}
    s = beaten(places, "liberal", "orduna", DEFENDER, ["espejo", "valmaseda"], forts={"liberal": ["orduna"]})
    assert ["retreat l_rg1 orduna", "retreat l_rg2 orduna"] == offered(s)
    do(s, "retreat l_rg2 orduna")
    assert ("inside orduna", "orduna", "liberal BreakOut") == (at(s, "l_rg2"), at(s, "l_rg1"), asked(s))
    places["orduna"] += " liberal field:2"
    s = beaten(places, "liberal", "orduna", DEFENDER, ["espejo", "valmaseda"], forts={"liberal": ["orduna"]})
    do(s, "retreat l_rg2 orduna")
    assert ["done", "carry field orduna", "carry_one field orduna"] == offered(s)   # with the one or with the other


@rule("aiw", "17.9u")
def test_there_is_at_least_one_hit() -> None:
    places = {"orduna": "l_rg1 c_nav1", "espejo": "c_nav2"}
    s = beaten(places, "liberal", "orduna", ATTACKER, ["espejo"], secret=True)
    s.may[block(s, "l_rg1")] = ARMY[LIBERAL]
    do(s, "break_out valmaseda")                # who takes it is no question
    assert ("valmaseda", 3, "nobody") == (at(s, "l_rg1"), strength(s, "l_rg1"), asked(s))
    assert not s.may[block(s, "l_rg1")] & TRAINS


@rule("aiw", "17.9u", "5.2c")
def test_the_hits_tell_how_many_of_the_enemies_fight() -> None:
    places = {"tudela": "c_nav1", "alfaro": "l_rg1 l_rg2 l_st1"}
    s = beaten(places, "carlist", "tudela", ATTACKER, ["aragon"])
    for unit in ("l_rg1", "l_rg2", "l_st1"):
        s.may[block(s, unit)] = ARMY[LIBERAL]
    do(s, "break_out alfaro")
    here = s.open[AREAS + area("alfaro")]
    assert [(here, FIGHTERS, 2), (here, TRAINS, 1)] == s.facts


@rule("aiw", "17.9u")
def test_hits_that_find_no_unit_left_spare_the_train() -> None:
    places = {"orduna": "l_ln3:1 l_st1 c_nav1", "espejo": "c_nav2", "valmaseda": "c_gui1 c_gui2"}
    s = beaten(places, "liberal", "orduna", ATTACKER, ["espejo"])
    do(s, "break_out valmaseda")
    assert ("bag", 4) == (at(s, "l_ln3"), strength(s, "l_st1"))


@rule("aiw", "17.9v")
def test_friends_whom_the_group_meets_on_its_way_are_not_of_the_group() -> None:
    places = {"orduna": "l_rg1 c_nav1", "espejo": "c_nav2 l_ln1"}
    s = beaten(places, "liberal", "orduna", ATTACKER, ["espejo"])
    do(s, "break_out espejo", "break_out miranda")
    assert ("miranda", "espejo", 3, 4) == (at(s, "l_rg1"), at(s, "l_ln1"), strength(s, "l_rg1"), strength(s, "l_ln1"))


@rule("aiw", "17.9u")
def test_a_hit_for_each_enemy_infantry_and_cavalry_on_the_road_and_in_the_space() -> None:
    places = {
        "orduna": "l_rg1 c_nav1", "espejo": "c_nav2 c_navc1 c_par1 c_st1", "road espejo>orduna": "c_gui1",
        "vitoria": "l_rg2",
    }
    s = beaten(places, "liberal", "orduna", ATTACKER, ["valmaseda"], forts={"carlist": ["valmaseda"]})
    told_ = do(s, "break_out espejo")
    assert [(LIBERAL, area("orduna"), area("espejo"), 4)] == told(told_, "breaks_out")
    assert "bag" == at(s, "l_rg1")


@rule("aiw", "17.9u")
def test_besieged_enemies_do_not_hurt() -> None:
    places = {"espejo": "l_rg1", "inside miranda": "c_nav3 c_gui1", "miranda": "l_ln1"}
    forts = {"carlist": ["miranda", "orduna"]}
    s = beaten(places, "liberal", "espejo", ATTACKER, ["orduna"], forts=forts, siege=["miranda"])
    do(s, "break_out miranda")
    assert ("miranda", 3) == (at(s, "l_rg1"), strength(s, "l_rg1"))


@rule("aiw", "17.9u")
def test_hits_go_to_the_strongest_each_time() -> None:
    group = "l_st1 l_rg1:3 l_ln3:2 l_lnc1:2"
    places = {"orduna": f"{group} c_nav1", "espejo": "c_nav2", "valmaseda": "c_gui1 c_gui2 c_gui3"}
    s = beaten(places, "liberal", "orduna", ATTACKER, ["espejo"])
    do(s, "break_out valmaseda")                # three hits; the first is forced
    assert 2 == strength(s, "l_rg1")
    assert {"hit l_rg1", "hit l_ln3", "hit l_lnc1"} == set(offered(s))
    assert ("17.9u", "hit_the_group") == why(s, "hit l_st1")
    do(s, "hit l_ln3")
    assert ("17.9u", "hit_the_strongest") == why(s, "hit l_ln3")
    do(s, "hit l_lnc1")
    assert [2, 1, 1, 3] == [strength(s, u) for u in ("l_rg1", "l_ln3", "l_lnc1", "l_st1")]


@rule("aiw", "17.9u")
def test_half_of_the_field_guns_is_captured_where_the_combat_was_and_the_train_weakened() -> None:
    places = {"orduna": "l_rg1 l_st1 field:3 mountain:2 knapsack:2 c_nav1", "espejo": "c_nav2"}
    s = beaten(places, "liberal", "orduna", ATTACKER, ["espejo"])
    do(s, "break_out valmaseda")
    assert ((1, 2), (2, 0)) == (guns(s, "liberal", "valmaseda"), guns(s, "carlist", "orduna"))
    assert (3, 2) == (strength(s, "l_st1"), knapsack(s, "liberal", "valmaseda"))
    assert TRAINS & s.may[block(s, "l_st1")] == s.may[block(s, "l_st1")]        # its loss has shown what it is


@rule("aiw", "17.9u")
def test_carlist_guns_may_be_hidden_before_it_comes_to_that() -> None:
    places = {"orduna": "c_nav1 field:2 l_rg1", "llodio": "l_ln1", "sodupe": "l_ln2", "murguia": "l_ln3"}
    s = beaten(places, "carlist", "orduna", DEFENDER, ["espejo", "valmaseda"])
    assert ["done", "hide field orduna", "hide_one field orduna"] == offered(s)
    do(s, "hide_one field orduna", "done", "break_out valmaseda")
    assert (1, (0, 0), (1, 0)) == (s.box_field, guns(s, "carlist", "valmaseda"), guns(s, "liberal", "orduna"))


@rule("aiw", "17.9u")
def test_what_nobody_brings_out_is_left_to_the_enemy() -> None:
    places = {"orduna": "l_ln3:1 l_st1 field:3 c_nav1 c_nav4", "espejo": "c_nav2"}
    s = beaten(places, "liberal", "orduna", ATTACKER, ["espejo"])
    do(s, "break_out valmaseda")
    assert ("bag", "orduna", (3, 0)) == (at(s, "l_ln3"), at(s, "l_st1"), guns(s, "liberal", "orduna"))
    check_escorts(s)
    assert ("box", (0, 0), (2, 0)) == (at(s, "l_st1"), guns(s, "liberal", "orduna"), guns(s, "carlist", "orduna"))


@rule("aiw", "17.9v")
def test_where_the_enemy_is_the_group_goes_on_by_the_normal_rules() -> None:
    places = {"orduna": "l_rg1 l_rg2 c_nav1", "espejo": "c_nav2"}
    s = beaten(places, "liberal", "orduna", ATTACKER, ["espejo"])
    do(s, "break_out espejo", "hit l_rg1")
    assert "liberal RetreatAgain" == asked(s)
    assert [f"break_out {y}" for y in ("ona", "miranda", "vitoria")] == offered(s)
    assert ("17.9c", "retreat_not_to_the_enemy") == why(s, "break_out orduna")
    do(s, "break_out miranda")
    assert {"miranda"} == all_at(s, "l_rg1", "l_rg2")
    assert s.retreated >> block(s, "l_rg1") & 1


@rule("aiw", "17.9v")
def test_a_bare_fortress_drives_it_on_too() -> None:
    places = {"orduna": "l_rg1 c_nav1", "espejo": "c_nav2"}
    s = beaten(places, "liberal", "orduna", ATTACKER, ["espejo"], forts={"carlist": ["llodio"]})
    do(s, "break_out llodio")
    assert "liberal RetreatAgain" == asked(s)
    assert ["break_out sodupe", "break_out murguia"] == offered(s)


@rule("aiw", "17.9v")
def test_without_a_second_way_it_breaks_out_again() -> None:
    around = {"llodio": "c_nav2", "sodupe": "c_nav3", "murguia": "c_nav4", "espejo": "c_gui1"}
    places = {"orduna": "l_rg1 field:4 c_nav1", **around}
    s = beaten(places, "liberal", "orduna", ATTACKER, ["espejo"])
    do(s, "break_out llodio")
    assert ("llodio", 3, "liberal BreakOut") == (at(s, "l_rg1"), strength(s, "l_rg1"), asked(s))
    assert (2, 0) == guns(s, "carlist", "orduna")
    do(s, "break_out murguia")                  # and from there to Vitoria, the only way
    assert ("vitoria", 2) == (at(s, "l_rg1"), strength(s, "l_rg1"))
    assert ((1, 0), (2, 0)) == (guns(s, "liberal", "vitoria"), guns(s, "carlist", "orduna"))    # half of 2 is lost


# -------------------------------------------------------------------------------------------------------------- merging


def merging(places: Places, **more: object) -> Aiw:
    """Carlists have lost a Battle in Estella and retreated to Alsasua."""
    came = ["amescoas", "los_arcos"]
    return beaten(places, "carlist", "estella", DEFENDER, came, battle=True, **more)  # type: ignore[arg-type]


@rule("aiw", "17.9w")
def test_units_are_merged_as_often_as_the_loser_likes() -> None:
    s = merging({"estella": "c_nav1:2 c_can1:1 c_nav2:1"})
    assert "carlist MergeUnits" == asked(s)
    assert ("17.9w", "merge_into_equal_or_lower_effectiveness") == why(s, "merge c_can1 c_nav1")
    do(s, "merge c_nav2 c_can1")                # one of two
    assert ("bag", 2) == (at(s, "c_nav2"), strength(s, "c_can1"))
    do(s, "merge c_nav1 c_can1")                # two are left, and it is full: the rest is lost
    assert ("bag", 2) == (at(s, "c_nav1"), strength(s, "c_can1"))
    do(s, "done")
    assert "nobody" == asked(s)


@rule("aiw", "17.9w")
def test_strength_is_added_up_to_the_maximum() -> None:
    s = merging({"estella": "c_nav1:2 c_nav2:2 c_can1"})
    do(s, "merge c_nav1 c_nav2")
    assert 3 == strength(s, "c_nav2")


@rule("aiw", "17.9w")
def test_only_units_of_one_type_are_merged() -> None:
    s = merging({"estella": "c_nav1 c_navc1 c_basc1:1 c_st1"})
    assert ("17.9w", "merge_the_same_type") == why(s, "merge c_nav1 c_navc1")
    assert ("17.9w", "trains_do_not_merge") == why(s, "merge c_st1 c_nav1")
    assert ("17.9w", "trains_do_not_merge") == why(s, "merge c_nav1 c_st1")
    assert ("17.9w", "unit_is_not_in_this_space") == why(s, "merge c_nav1 c_nav1")
    do(s, "merge c_navc1 c_basc1")
    assert 3 == strength(s, "c_basc1")


@rule("aiw", "17.9w")
def test_three_units_are_needed_and_a_partida_counts() -> None:
    s = merging({"estella": "c_nav1 c_nav2 c_st1"})
    assert "nobody" == asked(s)                 # a Train is none of them: there was nothing to choose
    s = merging({"estella": "c_nav1:2 c_nav2:2 c_st1"}, secret=True)
    assert "carlist MergeUnits" == asked(s)     # but the enemy cannot tell
    assert ["done"] == offered(s)
    assert ("17.9w", "three_units_to_merge") == why(s, "merge c_nav1 c_nav2")
    assert "nobody" == asked(merging({"estella": "c_nav1:2 c_nav2:2"}, secret=True))
    s = merging({"estella": "c_nav1:2 c_nav2:2 c_par1"})
    do(s, "merge c_nav1 c_par1")
    assert 1 == strength(s, "c_par1")
    assert "carlist MergeUnits" == asked(s)


@rule("aiw", "17.9w")
def test_those_who_were_there_before_count_and_other_spaces_do_not() -> None:
    s = merging({"estella": "c_nav1:2", "alsasua": "c_nav2:2 c_nav3", "segura": "c_gui1 c_gui2 c_gui3"})
    do(s, "merge c_nav1 c_nav2", "done")
    assert "nobody" == asked(s)


@rule("aiw", "17.9w")
def test_each_space_retreated_to_is_asked_about() -> None:
    places = {"estella": "c_nav1:2 c_nav2", "alsasua": "c_gui1 c_gui2", "amescoas": "c_bis1 c_bis2"}
    s = beaten(places, "carlist", "estella", DEFENDER, ["los_arcos"], battle=True)
    do(s, "retreat c_nav1 alsasua", "retreat c_nav2 amescoas")
    assert ("17.9w", "unit_is_not_in_this_space") == why(s, "merge c_bis1 c_gui1")
    assert ("17.9w", "unit_is_not_in_this_space") == why(s, "merge c_gui1 c_bis1")
    do(s, "done")
    assert "carlist MergeUnits" == asked(s)
    assert ("17.9w", "unit_is_not_in_this_space") == why(s, "merge c_gui1 c_gui2")
    assert ("17.9w", "unit_is_not_in_this_space") == why(s, "merge c_nav1 c_nav2")
    assert ("17.9w", "unit_is_not_in_this_space") == why(s, "merge c_nav2 c_nav1")
    do(s, "merge c_bis1 c_nav2", "done")
    assert "nobody" == asked(s)


@rule("aiw", "17.9w", "5.2c")
def test_merging_tells_that_three_units_were_there_and_that_both_fight() -> None:
    s = war({"bilbao": "l_rg1:1 l_rg2:1 l_rg3 l_st4", "portugalete": "l_ln1 l_ln2 l_ln3"}, side="liberal")
    for unit in ("l_rg1", "l_rg2", "l_rg3", "l_st4"):
        s.may[block(s, unit)] = ARMY[LIBERAL]
    run(s, Merge(LIBERAL, 1 << area("bilbao") | 1 << area("portugalete")))
    assert ("17.9w", "trains_do_not_merge") == why(s, "merge l_st4 l_rg1")
    assert ("17.9w", "trains_do_not_merge") == why(s, "merge l_rg1 l_st4")
    assert ("17.9w", "trains_do_not_merge") == why(s, "disband l_st4")
    do(s, "merge l_rg2 l_rg1")
    assert (2, FIGHTERS & ARMY[LIBERAL]) == (strength(s, "l_rg1"), s.may[block(s, "l_rg1")])
    assert [(s.open[AREAS + area("bilbao")], FIGHTERS, 2)] == s.facts     # of three one is gone
    do(s, "done", "merge l_ln1 l_ln2", "done")
    assert "nobody" == asked(s)


@rule("aiw", "17.9w", "17.9v")
def test_those_who_broke_out_to_bilbao_merge_there() -> None:
    places = {"durango": "l_rg1 l_rg2 l_rg3 c_nav1", "villaro": "c_gui3"}
    s = beaten(places, "liberal", "durango", ATTACKER, ["villaro"], battle=True)
    assert s.revealed                           # that nobody has a way out
    do(s, "break_out bilbao", "hit l_rg1", "merge l_rg1 l_rg2")
    assert ("bilbao", 4) == (at(s, "l_rg2"), strength(s, "l_rg2"))


@rule("aiw", "17.9w", "17.9v")
def test_those_who_broke_out_may_merge_where_they_ended() -> None:
    places = {"tudela": "c_nav1:2 c_nav2:1 c_can1"}
    s = beaten(places, "carlist", "tudela", ATTACKER, ["aragon"], battle=True)
    do(s, "break_out alfaro", "hit c_can1", "merge c_nav1 c_nav2")
    assert ("alfaro", 3) == (at(s, "c_nav2"), strength(s, "c_nav2"))


@rule("aiw", "17.9w")
def test_there_is_no_merging_after_a_skirmish() -> None:
    s = beaten({"estella": "c_nav1:2 c_nav2:2 c_nav3"}, "carlist", "estella", DEFENDER, ["amescoas", "los_arcos"])
    assert ("alsasua", "nobody") == (at(s, "c_nav1"), asked(s))


@rule("aiw", "17.9x")
def test_without_a_partner_a_unit_may_just_be_eliminated() -> None:
    s = merging({"estella": "c_can1 c_navc1 c_nav2"})
    assert ("17.9x", "merge_rather_than_disband") == why(s, "disband c_nav2")       # c_can1 could have it
    assert "disband c_can1" in offered(s)
    do(s, "disband c_navc1")
    assert "bag" == at(s, "c_navc1")
