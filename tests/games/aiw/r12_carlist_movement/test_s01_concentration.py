"""[12.1] Concentration."""

from __future__ import annotations

import pytest

from tablero.games.aiw.board import AREAS, CARLIST, FIELD, FIGHTERS, MOUNTAIN, TRAINS, area
from tablero.games.aiw.rules.r03_turn.s00_player_phase import entered_by
from tablero.games.aiw.rules.r10_actions.s00_actions import ActionsStep
from tablero.games.aiw.rules.r11_movement.s00_activation import Activation
from tablero.games.aiw.rules.r11_movement.s00_groups import haul
from tablero.games.aiw.rules.r12_carlist_movement.s01_concentration import Concentration
from tablero.kernel.refusals import Refusal
from tests.games.aiw.march import Activations, carlists, left, liberals
from tests.games.aiw.war import asked, at, block, do, guns, knapsack, offered, refused, run, told, war
from tests.rules import rule


@rule("aiw", "12.1a", "12.1b")
def test_units_come_from_adjacent_spaces_before_anybody_marches() -> None:
    s = carlists("tolosa", "c_gui1", {"hernani": "c_gui2", "villafranca": "c_bis1", "vergara": "c_bis2"})
    do(s, "concentrate", "summon c_gui2", "summon c_bis1")
    assert ["tolosa", "tolosa", "vergara"] == [at(s, u) for u in ("c_gui2", "c_bis1", "c_bis2")]
    assert "carlist FormGroup" == asked(s)


@rule("aiw", "12.1a")
def test_it_is_too_late_when_a_group_has_left() -> None:
    s = carlists("tolosa", "c_gui1 c_gui2", {"hernani": "c_bis1"})
    assert "concentrate" in offered(s)
    do(s, "add c_gui1", "done", "march villafranca", "done")
    assert Refusal("12.1a", "concentration_comes_first") == refused(s, "concentrate")


@rule("aiw", "12.1a")
def test_forces_are_concentrated_once_in_an_activation() -> None:
    s = carlists("tolosa", "c_gui1 c_gui2", {"hernani": "c_bis1", "villafranca": "c_bis2"})
    do(s, "concentrate", "summon c_bis1", "done")
    assert Refusal("12.1a", "concentration_comes_first") == refused(s, "concentrate")


@rule("aiw", "12.0a")
def test_only_in_the_carlist_zone() -> None:
    s = carlists("lerin", "c_nav1 c_nav2", {"estella": "c_nav3"})
    assert Refusal("12.0a", "only_in_the_carlist_zone") == refused(s, "concentrate")
    for x in ("estella", "los_arcos"):
        s = carlists(x, "c_nav1 c_nav2", {"lerin": "c_nav3", "viana": "c_nav4"})
        assert "concentrate" in offered(s)


@rule("aiw", "12.0a")
def test_liberals_do_not_concentrate() -> None:
    s = liberals("salvatierra", "l_rg1 l_rg2", {"vitoria": "l_rg3", "onate": "c_gui1"})
    assert "concentrate" not in offered(s)


@rule("aiw", "12.1b")
def test_nobody_is_near() -> None:
    s = carlists("tolosa", "c_gui1", {"vergara": "c_bis1", "villafranca": "c_st1"})
    assert Refusal("12.1b", "nobody_to_concentrate") == refused(s, "concentrate")


@rule("aiw", "12.1b")
def test_one_unit_comes_from_each_space() -> None:
    s = carlists("tolosa", "c_gui1", {"hernani": "c_bis1 c_bis2 c_regc1"})
    do(s, "concentrate", "summon c_regc1")
    # nobody else may come, so it is over
    assert "carlist FormGroup" == asked(s)
    assert ["hernani", "tolosa"] == [at(s, u) for u in ("c_bis1", "c_regc1")]


@rule("aiw", "12.1b")
def test_a_second_unit_from_a_space_is_refused() -> None:
    s = carlists("tolosa", "c_gui1", {"hernani": "c_bis1 c_bis2", "villafranca": "c_nav1"})
    do(s, "concentrate", "summon c_bis1")
    assert Refusal("12.1b", "one_unit_from_each_space") == refused(s, "summon c_bis2")
    assert "summon c_nav1" in offered(s)


@rule("aiw", "12.1b")
def test_a_unit_from_further_away_does_not_come() -> None:
    s = carlists("tolosa", "c_gui1", {"hernani": "c_bis1", "vergara": "c_bis2", "villafranca": "l_rg1"})
    do(s, "concentrate")
    assert Refusal("12.1b", "concentration_not_adjacent") == refused(s, "summon l_rg1")
    assert Refusal("12.1b", "concentration_not_adjacent") == refused(s, "summon c_bis2")
    assert Refusal("12.1b", "concentration_not_adjacent") == refused(s, "summon c_gui1")


@rule("aiw", "12.1b")
def test_train_guns_and_knapsack_come_with_a_unit() -> None:
    s = carlists("tolosa", "c_gui1", {"hernani": "c_bis1 c_st1 field:2 mountain:1 knapsack:1"})
    do(s, "concentrate")
    assert Refusal("11.3a", "cannot_move_alone") == refused(s, "summon c_st1")
    events = do(s, "summon c_bis1", "summon c_st1", "fetch hernani field 1", "fetch hernani mountain 1")
    do(s, "fetch hernani knapsack 1", "done")
    hernani, tolosa = area("hernani"), area("tolosa")
    assert [(hernani, tolosa)] * 2 == told(events, "summoned")
    assert [(FIELD, 1, hernani, tolosa), (MOUNTAIN, 1, hernani, tolosa)] == told(events, "fetched")
    assert [hernani] == entered_by(s, tolosa)
    assert "tolosa" == at(s, "c_st1")
    assert (1, 1) == guns(s, "carlist", "tolosa")
    assert (1, 0) == guns(s, "carlist", "hernani")
    assert 1 == knapsack(s, "carlist", "tolosa")


@rule("aiw", "12.1b", "11.3a")
def test_guns_do_not_come_without_a_unit_of_their_space() -> None:
    s = carlists("tolosa", "c_gui1", {"hernani": "c_bis1 field:1", "villafranca": "c_bis2"})
    do(s, "concentrate", "summon c_bis2")
    assert Refusal("11.3a", "cannot_move_alone") == refused(s, "fetch hernani field 1")
    assert Refusal("12.1b", "concentration_not_adjacent") == refused(s, "fetch vergara field 1")


@rule("aiw", "12.1c")
def test_a_unit_that_has_acted_does_not_come() -> None:
    s = carlists("tolosa", "c_gui1", {"hernani": "c_bis1 c_bis2", "villafranca": "c_nav1"})
    s.acted |= 1 << block(s, "c_bis2")
    do(s, "concentrate")
    assert Refusal("12.1c", "has_acted") == refused(s, "summon c_bis2")
    assert "summon c_bis1" in offered(s)


@rule("aiw", "12.1c", "10.0k")
def test_guns_that_have_acted_do_not_come() -> None:
    s = carlists("tolosa", "c_gui1", {"hernani": "c_bis1 field:1 mountain:1"})
    haul(s, FIELD, area("hernani"), 1)
    do(s, "concentrate", "summon c_bis1")
    assert Refusal("10.0k", "has_acted") == refused(s, "fetch hernani field 1")
    assert "fetch hernani mountain 1" in offered(s)


@rule("aiw", "12.1c")
def test_nobody_concentrates_if_all_around_have_acted() -> None:
    s = carlists("tolosa", "c_gui1", {"hernani": "c_bis1"})
    s.acted |= 1 << block(s, "c_bis1")
    s.offered = {}
    assert Refusal("12.1b", "nobody_to_concentrate") == refused(s, "concentrate")


@rule("aiw", "12.1d")
def test_six_units_at_most_are_together() -> None:
    five = "c_gui1 c_gui2 c_gui3 c_nav1 c_nav2"
    s = carlists("tolosa", five + " c_st1", {"hernani": "c_bis1", "villafranca": "c_bis2"}, secret=True)
    do(s, "concentrate", "summon c_bis1")
    assert Refusal("12.1d", "six_units_concentrate") == refused(s, "summon c_bis2")


@rule("aiw", "12.1d")
def test_where_six_are_nobody_comes() -> None:
    six = "c_gui1 c_gui2 c_gui3 c_nav1 c_nav2 c_par1"
    s = carlists("tolosa", six, {"hernani": "c_bis1"})
    assert Refusal("12.1d", "six_units_concentrate") == refused(s, "concentrate")


@rule("aiw", "12.1e")
def test_all_who_march_from_there_have_two_points_less() -> None:
    s = carlists("llodio", "c_bis1 c_bis2", {"murguia": "c_ala1"})     # by a secondary road
    do(s, "concentrate", "summon c_ala1", "add c_bis1", "add c_bis2", "add c_ala1")
    assert 4 == left(s)
    s = carlists("llodio", "c_bis1 c_bis2 c_bis3", {"murguia": "c_ala1", "sodupe": "c_ala2"})
    do(s, "concentrate", "summon c_ala1", "summon c_ala2", "add c_bis1", "add c_bis2", "add c_bis3", "done")
    assert 4 == left(s)


@rule("aiw", "12.1e")
def test_it_costs_nothing_if_nobody_came() -> None:
    s = carlists("llodio", "c_bis1", {"murguia": "c_ala1"})
    do(s, "concentrate", "done", "add c_bis1")
    assert 7 == left(s)


@rule("aiw", "12.1e")
def test_a_second_group_pays_too() -> None:
    s = carlists("llodio", "c_bis1 c_bis2", {"murguia": "c_ala1"})
    do(s, "concentrate", "summon c_ala1", "add c_bis1", "done", "march sodupe", "done", "add c_bis2", "done")
    assert 5 == left(s)


@rule("aiw", "12.1g")
def test_the_size_of_the_group_modifies_what_is_left() -> None:
    s = carlists("llodio", "c_bis1", {"murguia": "c_ala1 field:1"})
    do(s, "concentrate", "summon c_ala1", "fetch murguia field 1", "all")
    assert 5 == left(s)
    do(s, "march sodupe", "march villaro")
    assert 2 == left(s)
    assert Refusal("11.1d", "field_artillery_is_slower") == refused(s, "march durango")


@rule("aiw", "12.1h")
def test_a_unit_may_come_from_outside_the_zone() -> None:
    s = carlists("estella", "c_nav1", {"lerin": "c_nav2"})
    do(s, "concentrate", "summon c_nav2")
    assert "estella" == at(s, "c_nav2")


@pytest.mark.parametrize("x, near, other", [("tolosa", "hernani", "villafranca"), ("durango", "bilbao", "eibar")])
@rule("aiw", "12.1h")
def test_besieged_units_do_not_come(x: str, near: str, other: str) -> None:
    s = carlists(
        x, "c_gui1", {near: "l_rg1", f"inside {near}": "c_bis1", other: "c_nav1"}, forts={"carlist": [near]},
        siege=[near],
    )
    do(s, "concentrate")
    assert Refusal("12.1h", "besieged_units_stay") == refused(s, "summon c_bis1")


@rule("aiw", "12.1h", "10.0m")
def test_a_unit_that_came_has_acted_even_if_it_moves_no_further() -> None:
    s = war({"tolosa": "c_gui1 c_gui2", "hernani": "c_bis1 field:1"}, side="carlist")
    run(s, Activations(CARLIST, ["tolosa", "tolosa"]))
    do(s, "concentrate", "summon c_bis1", "fetch hernani field 1", "add c_gui1", "done", "march villafranca", "done")
    do(s, "pass")
    assert "carlist FormGroup" == asked(s)
    assert Refusal("10.0k", "has_acted") == refused(s, "add c_bis1")
    assert Refusal("10.0k", "has_acted") == refused(s, "load field 1")
    assert "add c_gui2" in offered(s)
    assert 0 == s.apart


@rule("aiw", "12.1h", "10.0m")
def test_of_guns_that_were_joined_only_those_that_came_have_acted() -> None:
    s = war({"tolosa": "c_gui1 c_gui2 field:1", "hernani": "c_bis1 field:1"}, side="carlist")
    run(s, Activations(CARLIST, ["tolosa", "tolosa"]))
    do(s, "concentrate", "summon c_bis1", "fetch hernani field 1", "pass")
    assert "load field 1" in offered(s)
    assert Refusal("10.0k", "has_acted") == refused(s, "load field 2")


@rule("aiw", "12.1h")
def test_a_unit_that_came_may_march_on() -> None:
    s = carlists("tolosa", "c_gui1", {"hernani": "c_bis1"})
    do(s, "concentrate", "summon c_bis1", "add c_bis1", "done", "march villafranca", "done")
    assert "villafranca" == at(s, "c_bis1")


@rule("aiw", "12.1f")
def test_an_empty_space_gathers_nobody() -> None:
    s = war({"hernani": "c_bis1"}, side="carlist")
    run(s, Activation(CARLIST, area("tolosa")))
    assert "nobody" == asked(s)
    assert "hernani" == at(s, "c_bis1")
    for places in ({"hernani": "c_bis1"}, {"hernani": "c_bis1", "tolosa": "c_st1"}):
        s = war(places, side="carlist")
        run(s, ActionsStep(CARLIST))
        assert Refusal("10.1b", "nobody_to_activate") == refused(s, "activate tolosa")


@rule("aiw", "12.1b", "5.2a")
def test_who_comes_first_is_seen_not_to_be_a_train_and_who_follows_to_be_one() -> None:
    s = war({"tolosa": "c_gui1", "hernani": "c_bis1 c_st1 c_bis2"}, side="carlist")
    for b in (block(s, u) for u in ("c_bis1", "c_st1", "c_bis2")):
        s.may[b] = sum(1 << s.unit[block(s, u)] for u in ("c_bis1", "c_st1", "c_bis2"))
    run(s, Activation(CARLIST, area("tolosa")))
    do(s, "concentrate", "summon c_bis1")
    assert 0 == s.may[block(s, "c_bis1")] & ~FIGHTERS
    do(s, "summon c_st1")
    assert 0 == s.may[block(s, "c_st1")] & ~TRAINS


@rule("aiw", "12.1e")
def test_two_from_each_space_come_for_nothing_by_a_card() -> None:
    s = war({"tolosa": "c_gui1", "hernani": "c_bis1 c_bis2 c_bis3"}, side="carlist")
    run(s, Activation(CARLIST, area("tolosa"), each=2))
    do(s, "concentrate", "summon c_bis1", "summon c_bis2", "all")
    assert 3 == s.open[CARLIST * AREAS + area("tolosa")].bit_count()
    assert 6 == left(s)


@rule("aiw", "12.1b", "5.2a")
def test_where_two_may_come_the_enemy_cannot_tell_whether_the_second_is_a_train() -> None:
    now = Concentration(area("tolosa"), 2, [area("hernani"), area("hernani")])
    assert [area("hernani")] == now.hide(1).came
    assert now is now.hide(CARLIST)


@rule("aiw", "4.9g", "12.1b")
def test_a_town_that_is_left_for_a_concentration_changes_hands() -> None:
    s = carlists("estella", "c_nav1", {"lerin": "c_nav2"})
    before = s.held >> area("lerin") & 1
    do(s, "concentrate", "summon c_nav2")
    assert (1, 0) == (before, s.held >> area("lerin") & 1)
