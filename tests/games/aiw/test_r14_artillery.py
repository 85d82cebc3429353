"""[14] Artillery."""

from __future__ import annotations

import pytest

from tablero.games.aiw.board import CARLIST, FIELD, LIBERAL, LOADS, MOST_LOAD, MOUNTAIN, PACK, area
from tablero.games.aiw.rules.r05_units.s01_counters import GUN_COUNTERS, guns_free, set_load
from tablero.games.aiw.rules.r11_movement.s00_activation import Activation
from tablero.games.aiw.rules.r11_movement.s03_escorts import check_escorts
from tablero.games.aiw.rules.r11_movement.s05_stacking import check_stacks
from tablero.games.aiw.rules.r14_artillery import DeployArtillery, DeployOrHide, capture
from tablero.games.aiw.rules.r24_end_of_year.s08_redeployment import Redeployment
from tablero.games.aiw.state import Aiw
from tablero.kernel.engine import advance
from tests.games.aiw.war import asked, do, guns, offered, refused, run, told, war
from tests.rules import rule


def deploying(places: dict[str, str], field: int = 0, mountain: int = 0, **more: object) -> Aiw:
    """The Carlist's step, with so many points in the Hidden Artillery box."""
    s = war(places, side="carlist", **more)  # type: ignore[arg-type]
    s.box_field, s.box_mountain = field, mountain
    run(s, DeployArtillery(CARLIST))
    return s


def why(s: Aiw, text: str) -> tuple[str, str]:
    found = refused(s, text)
    assert found is not None, f"{text} is offered"
    return found.rule, found.key


def options_are_what_the_refusals_leave(s: Aiw) -> None:
    top = s.stack[-1]
    assert isinstance(top, DeployOrHide)
    derived = [action for action in top.candidates(s, CARLIST) if top.refuse(s, CARLIST, action) is None]
    assert sorted(derived) == sorted(top.options(s, CARLIST))


# ------------------------------------------------------------------------------------------------------------- counters


@rule("aiw", "14.0a")
def test_a_counter_is_field_or_mountain_artillery_and_has_a_strength() -> None:
    s = war({"vitoria": "l_rg1 field:3 mountain:2", "tolosa": "c_gui1 mountain:1"})
    assert ("field", "mountain") == LOADS[:2]
    assert ((3, 2), (0, 1)) == (guns(s, "liberal", "vitoria"), guns(s, "carlist", "tolosa"))
    kinds = [row.text("kind") for row in PACK.rows("counters.csv") if "artillery" in row.text("kind")]
    assert {"field_artillery", "mountain_artillery"} == set(kinds)


@rule("aiw", "14.0b")
def test_liberal_field_artillery_shows_up_to_four_all_other_up_to_two() -> None:
    assert (4, 2, 2, 2) == (
        MOST_LOAD[LIBERAL][FIELD], MOST_LOAD[CARLIST][FIELD], MOST_LOAD[LIBERAL][MOUNTAIN], MOST_LOAD[CARLIST][MOUNTAIN]
    )
    s = war({"vitoria": "l_rg1", "tolosa": "c_gui1"})
    set_load(s, LIBERAL, FIELD, area("vitoria"), 5)
    set_load(s, LIBERAL, MOUNTAIN, area("vitoria"), 3)
    set_load(s, CARLIST, FIELD, area("tolosa"), 3)
    check_stacks(s)
    assert ((4, 2), (2, 0)) == (guns(s, "liberal", "vitoria"), guns(s, "carlist", "tolosa"))


@rule("aiw", "14.0c")
def test_points_are_divided_while_counters_are_left_those_in_the_box_included() -> None:
    assert 4 == GUN_COUNTERS[CARLIST][FIELD][0]
    places = {"tolosa": "c_gui1 field:2", "durango": "c_gui2 field:2"}
    s = deploying(places, field=2)
    do(s, "hide_one field tolosa")              # a counter of 1 in Tolosa, 2 + 1 in the box
    assert ((1, 0), 3) == (guns(s, "carlist", "tolosa"), s.box_field)
    s = deploying({**places, "estella": "c_gui3 field:2"}, field=2)
    assert ("14.0c", "no_gun_counter") == why(s, "hide_one field tolosa")
    assert ("14.0c", "no_gun_counter") == why(s, "deploy field tolosa")
    do(s, "hide field tolosa")                  # nothing is divided
    assert 4 == s.box_field


@rule("aiw", "14.0c")
def test_a_point_joins_a_counter_that_shows_one() -> None:
    places = {"tolosa": "c_gui1 field:1", "durango": "c_gui2 field:2", "estella": "c_gui3 field:2"}
    s = deploying(places, field=2)
    do(s, "deploy field tolosa")
    assert ((2, 0), 1) == (guns(s, "carlist", "tolosa"), s.box_field)


@pytest.mark.parametrize("box, there, elsewhere, fits", [
    (1, 0, (2, 2, 2), True), (2, 0, (2, 2), True), (2, 0, (2, 2, 2), False), (2, 0, (1, 1, 1), False),
    (2, 1, (2, 2), True), (3, 0, (2, 2), True), (4, 0, (2, 2), False), (4, 1, (2,), True),
])
@rule("aiw", "14.0c")
def test_of_four_counters_each_takes_two_points_of_one_place(
    box: int, there: int, elsewhere: tuple[int, ...], fits: bool
) -> None:
    places = {x: f"carlist field:{n}" for x, n in zip(("durango", "estella", "onate"), elsewhere, strict=False)}
    places["tolosa"] = f"c_gui1 field:{there}" if there else "c_gui1"
    s = deploying(places, field=box, forts={"carlist": ["vergara"]}, secret=True)
    assert fits == ("deploy field tolosa" in offered(s))
    options_are_what_the_refusals_leave(s)


@rule("aiw", "14.1a")
def test_guns_move_only_with_units() -> None:
    s = war({"tolosa": "c_gui1 c_gui2 field:1"}, side="carlist")
    run(s, Activation(CARLIST, area("tolosa")))
    do(s, "load field 1")
    assert "done" not in offered(s)
    do(s, "add c_gui1")
    assert "done" in offered(s)


@rule("aiw", "14.1b")
def test_one_counter_of_each_type_stays_in_a_space() -> None:
    s = war({"tolosa": "c_gui1", "inside vitoria": "l_rg1 mountain:1", "vitoria": "liberal mountain:1 c_gui2"})
    set_load(s, CARLIST, MOUNTAIN, area("tolosa"), 4)
    check_stacks(s)
    advance(s)
    do(s, "combine_inside")
    assert (0, 2) == guns(s, "carlist", "tolosa")
    assert {(0, 0), (0, 2)} == {guns(s, "liberal", "vitoria"), guns(s, "liberal", "inside vitoria")}


@rule("aiw", "14.1c")
def test_guns_end_in_a_fortress_or_with_a_unit() -> None:
    places = {"durango": "c_gui1 liberal mountain:1", "orduna": "liberal field:2", "vergara": "l_rg1 field:1"}
    s = war(places, forts={"liberal": ["orduna"]})
    check_escorts(s)
    assert ((0, 1), (0, 0)) == (guns(s, "carlist", "durango"), guns(s, "liberal", "durango"))
    assert ((2, 0), (1, 0)) == (guns(s, "liberal", "orduna"), guns(s, "liberal", "vergara"))


# ------------------------------------------------------------------------------------------------------------- captured


@rule("aiw", "14.2a")
@pytest.mark.parametrize(("captor", "name"), [(CARLIST, "carlist"), (LIBERAL, "liberal")])
def test_the_captor_puts_down_guns_of_the_same_type_and_strength(captor: int, name: str) -> None:
    s = war({})
    assert 1 == capture(s, captor, area("durango"), FIELD, 1)
    assert 2 == capture(s, captor, area("aragon"), MOUNTAIN, 2)
    assert ((1, 0), (0, 2)) == (guns(s, name, "durango"), guns(s, name, "aragon"))
    assert [] == told(s.events, "guns_lost")
    assert [(captor, FIELD, area("durango"), 1), (captor, MOUNTAIN, area("aragon"), 2)] == told(s.events, "captured")


@rule("aiw", "14.2b")
def test_captured_guns_are_joined_up_to_the_maximum() -> None:
    s = war({"durango": "c_gui1 field:2", "vitoria": "l_rg1 field:2"})
    assert 0 == capture(s, CARLIST, area("durango"), FIELD, 1)
    assert 2 == capture(s, LIBERAL, area("vitoria"), FIELD, 3)
    assert ((2, 0), (4, 0)) == (guns(s, "carlist", "durango"), guns(s, "liberal", "vitoria"))
    assert [(CARLIST, FIELD, area("durango"), 1), (LIBERAL, FIELD, area("vitoria"), 1)] == told(s.events, "guns_lost")


@rule("aiw", "14.2c")
def test_without_a_counter_captured_guns_are_lost() -> None:
    s = war({"tolosa": "c_gui1 mountain:1", "estella": "c_gui2 mountain:1", "azpeitia": "c_gui3 mountain:1"})
    assert 3 == GUN_COUNTERS[CARLIST][MOUNTAIN][0]
    assert 0 == capture(s, CARLIST, area("durango"), MOUNTAIN, 2)
    assert 1 == capture(s, CARLIST, area("tolosa"), MOUNTAIN, 2)
    set_load(s, CARLIST, MOUNTAIN, area("estella"), 0)
    assert 2 == capture(s, CARLIST, area("durango"), MOUNTAIN, 2)
    set_load(s, CARLIST, MOUNTAIN, area("durango"), 0)
    s.box_mountain = 1                          # the last counter is in the box
    assert 0 == capture(s, CARLIST, area("durango"), MOUNTAIN, 2)


@rule("aiw", "14.2c")
def test_with_a_smaller_counter_part_of_them_is_used() -> None:
    s = war(dict.fromkeys(("bilbao", "vitoria", "pamplona"), "liberal field:3"))
    assert (6, 3) == GUN_COUNTERS[LIBERAL][FIELD]
    assert 2 == guns_free(s, LIBERAL, FIELD, area("durango"), 3)
    assert 2 == capture(s, LIBERAL, area("durango"), FIELD, 3)
    assert (2, 0) == guns(s, "liberal", "durango")


# ------------------------------------------------------------------------------------------------------- the hidden box


@rule("aiw", "14.3a", "14.3b")
def test_the_box_has_no_limit_and_one_point_leaves_it_in_a_phase() -> None:
    s = deploying({"tolosa": "c_gui1", "durango": "c_gui2"}, field=3, mountain=1)
    assert [(FIELD, area("tolosa"))] == told(do(s, "deploy field tolosa"), "deployed")
    assert ((1, 0), 2) == (guns(s, "carlist", "tolosa"), s.box_field)
    assert "carlist DeployOrHide" == asked(s)
    assert ("14.3b", "one_gun_is_deployed") == why(s, "deploy field durango")
    assert ("14.3b", "one_gun_is_deployed") == why(s, "deploy mountain tolosa")


@rule("aiw", "14.3b")
def test_guns_are_deployed_to_a_fortress_or_to_units_in_the_carlist_zone() -> None:
    besieged = {"inside estella": "c_gui3", "estella": "l_rg1", "lanz": "c_nav1"}
    places = {"tolosa": "c_gui1", "calahorra": "c_gui2", "vitoria": "c_bis1", **besieged}
    forts = {"carlist": ["durango", "estella"], "liberal": ["lanz"]}
    s = deploying(places, mountain=1, forts=forts, siege=["estella", "lanz"])
    assert {"done", "deploy mountain tolosa", "deploy mountain durango", "deploy mountain lanz"} == set(offered(s))
    assert ("14.3b", "guns_deploy_in_the_carlist_zone") == why(s, "deploy mountain calahorra")
    options_are_what_the_refusals_leave(s)
    assert ("14.3b", "guns_deploy_to_fortress_or_units") == why(s, "deploy mountain azpeitia")
    assert ("14.3b", "not_to_a_besieged_fortress") == why(s, "deploy mountain estella")
    assert ("14.3b", "no_such_gun_in_the_box") == why(s, "deploy field tolosa")


@rule("aiw", "14.3a", "14.3c")
def test_any_number_of_points_may_be_hidden() -> None:
    s = deploying({"tolosa": "c_gui1 field:2", "los_arcos": "c_gui3 mountain:1", "durango": "c_gui2 field:2"})
    events = do(s, "hide field tolosa", "hide mountain los_arcos", "hide_one field durango", "done")
    assert [
        (FIELD, area("tolosa"), 2), (MOUNTAIN, area("los_arcos"), 1), (FIELD, area("durango"), 1),
    ] == told(events, "hidden_guns")
    assert (3, 1) == (s.box_field, s.box_mountain)
    assert ((0, 0), (1, 0)) == (guns(s, "carlist", "tolosa"), guns(s, "carlist", "durango"))


@rule("aiw", "14.3c")
def test_neither_besieged_guns_nor_guns_outside_the_carlist_zone_are_hidden() -> None:
    places = {"inside estella": "c_gui3 field:1", "estella": "l_rg1", "calahorra": "c_gui2 field:1"}
    s = deploying({**places, "tolosa": "c_gui1 field:1"}, forts={"carlist": ["estella"]}, siege=["estella"])
    assert ("14.3c", "besieged_guns_do_not_hide") == why(s, "hide field estella")
    assert ("14.3c", "guns_hide_in_the_carlist_zone") == why(s, "hide field calahorra")
    assert ("14.3c", "no_guns_there") == why(s, "hide mountain tolosa")
    assert ["done", "hide field tolosa"] == offered(s)


@rule("aiw", "14.3d")
def test_what_was_hidden_stays_in_the_box_for_the_phase() -> None:
    s = deploying({"tolosa": "c_gui1 field:1", "durango": "c_gui2 mountain:1"}, mountain=1)
    do(s, "hide field tolosa", "hide mountain durango")
    assert ("14.3d", "hidden_in_this_phase") == why(s, "deploy field durango")
    do(s, "deploy mountain tolosa")             # the point that was there before
    assert ((0, 1), 1) == (guns(s, "carlist", "tolosa"), s.box_mountain)


@pytest.mark.parametrize("hidden, other", [("field", "mountain"), ("mountain", "field")])
@rule("aiw", "14.3d")
def test_guns_that_were_hidden_keep_no_others_in_the_box(hidden: str, other: str) -> None:
    s = deploying({"tolosa": f"c_gui1 {hidden}:1", "durango": "c_gui2"}, field=1, mountain=1)
    do(s, f"hide {hidden} tolosa")
    assert {f"deploy {hidden} durango", f"deploy {other} durango"} <= set(offered(s))
    s = deploying({"tolosa": f"c_gui1 {hidden}:1", "durango": "c_gui2"}, **{other: 1})
    do(s, f"hide {hidden} tolosa")
    assert ("14.3d", "hidden_in_this_phase") == why(s, f"deploy {hidden} durango")
    assert f"deploy {other} durango" in offered(s)


@rule("aiw", "14.3b", "14.3c")
def test_without_guns_nothing_is_asked() -> None:
    s = deploying({"tolosa": "c_gui1"})
    assert "nobody" == asked(s)
    s = deploying({"calahorra": "c_gui1 field:1"})
    assert "nobody" == asked(s)


@rule("aiw", "14.3e")
def test_guns_are_hidden_at_the_end_of_the_year_too() -> None:
    s = war({"tolosa": "c_gui1 field:1", "durango": "c_gui2"}, side="carlist")
    run(s, Redeployment(CARLIST))
    do(s, "hide field tolosa")
    assert 1 == s.box_field
