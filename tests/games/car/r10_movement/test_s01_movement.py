"""[10.1] Movement."""

from __future__ import annotations

from tablero.games.car import GAME
from tablero.games.car.board import BEACH_MALLORCA, CARD, MALLORCA
from tablero.games.car.rules.r08_cards.s05_landings import open_beach
from tablero.games.car.state import Car
from tablero.kernel import engine
from tests.games.car.field import asked, at, do, field, holder, offered, operation, refused, units_at
from tests.games.car.r10_movement.moving import activate, go
from tests.rules import card, rule


@rule("car", "10.1.1a")
def test_units_of_activated_spaces_move_and_one_stack_is_finished_before_the_next() -> None:
    s = field({"segovia": "nat_inf_1 nat_inf_2", "avila": "nat_inf_3", "burgos": "nat_inf_4"})
    activate(s, "segovia avila")
    assert ("10.1.1a", "not_activated_to_move") == refused(s, "take nat_inf_4")
    do(s, "take nat_inf_1")
    assert ("10.1.1a", "finish_this_stack") == refused(s, "take nat_inf_3")
    do(s, "take nat_inf_2", "step arevalo")
    assert ["nat_inf_1", "nat_inf_2"] == units_at(s, "arevalo")
    assert not [word for word in offered(s) if word.startswith("take")]
    do(s, "stop")
    assert "take nat_inf_3" in offered(s)


@rule("car", "10.1.7a")
def test_who_points_at_the_enemy_before_a_stack_is_taken_up_is_told_that_movement_cannot_enter() -> None:
    s = field({"segovia": "nat_inf_1", "guadarrama": "rep_mil_1"})
    activate(s, "segovia")
    assert ("10.1.7a", "enemy_unit_there") == refused(s, "take rep_mil_1")
    assert ("10.1.7a", "enemy_unit_there") == refused(s, "step guadarrama")


@rule("car", "10.1.7a")
def test_the_republic_is_told_the_same_with_a_stack_and_without_one() -> None:
    s = field({"guadarrama": "rep_mil_1", "segovia": "nat_inf_1"}, side="republican")
    activate(s, "guadarrama")
    assert ("10.1.7a", "enemy_unit_there") == refused(s, "step segovia")
    do(s, "take rep_mil_1")
    assert ("10.1.7a", "enemy_unit_there") == refused(s, "step segovia")


@rule("car", "10.1.6a")
def test_a_space_that_no_unit_can_reach_is_refused_as_such_and_another_waits_for_a_stack() -> None:
    s = field({"segovia": "nat_inf_1", "avila": "nat_inf_2", "madrid": "rep_mil_1"})
    activate(s, "segovia")
    assert not [word for word in offered(s) if word.startswith("step")]
    assert ("10.1.6a", "out_of_reach") == refused(s, "step barcelona")
    assert ("10.1.1a", "awaited") == refused(s, "step arevalo")


@rule("car", "10.1.2a", "8.2.4a")
def test_units_of_an_activated_space_need_not_move() -> None:
    s = field({"segovia": "nat_inf_1 nat_inf_2"})
    activate(s, "segovia")
    go(s, "nat_inf_1", "arevalo")
    do(s, "stop")
    assert {"done", "take nat_inf_2"} <= set(offered(s))
    do(s, "done")
    assert ("nobody", "segovia") == (asked(s), at(s, "nat_inf_2"))


@rule("car", "10.1.3a", "10.1.6a", "10.1.10a")
def test_a_space_costs_a_point_whatever_its_terrain_and_a_stack_goes_as_far_as_its_slowest() -> None:
    s = field({"burgos": "nat_inf_1 nat_cav_1"})
    activate(s, "burgos")
    go(s, "nat_cav_1", "dobro", "aguilar_de_campoo", "dobro")        # Mountains, and four points
    assert "step burgos" in offered(s)
    do(s, "step burgos")
    assert "nat_cav_1" not in " ".join(offered(s)), "a unit moves once"
    assert ("10.1.6a", "has_moved") == refused(s, "take nat_cav_1")
    s = field({"burgos": "nat_inf_1 nat_cav_1"})
    activate(s, "burgos")
    go(s, "nat_inf_1 nat_cav_1", "dobro", "aguilar_de_campoo", "dobro")
    assert ["nat_inf_1", "nat_cav_1"] == units_at(s, "dobro")
    assert asked(s) == "nobody" or "step" not in " ".join(offered(s))


@rule("car", "10.1.4a", "10.1.5a")
def test_moves_go_along_lines_and_never_over_a_border() -> None:
    s = field({"jaca": "nat_inf_1"})
    activate(s, "jaca")
    do(s, "take nat_inf_1")
    assert ("10.1.4a", "not_joined") == refused(s, "step zaragoza")
    assert {"huesca"} <= {word.split()[1] for word in offered(s) if word.startswith("step")}
    assert not {"step viella", "step figueras"} & set(offered(s)), "France is no way"


@rule("car", "10.1.4a", "10.1.8a", "2.1.2d")
def test_the_beach_head_is_joined_with_mallorca_only_while_its_marker_is_there() -> None:
    s = field({"mallorca": "nat_inf_1"})
    activate(s, "mallorca")
    do(s, "take nat_inf_1")
    assert ("nobody", "mallorca") == (asked(s), at(s, "nat_inf_1")), "there is nowhere to go"
    s = field({"mallorca": "nat_inf_1"})
    open_beach(s, BEACH_MALLORCA, MALLORCA)
    activate(s, "mallorca")
    do(s, "take nat_inf_1")
    assert "step beach_head_mallorca" in offered(s)


@rule("car", "10.1.7a", "9.1.3a")
def test_a_unit_never_enters_a_space_with_an_enemy_unit() -> None:
    s = field({"segovia": "nat_inf_1", "guadarrama": "rep_mil_1"})
    activate(s, "segovia")
    do(s, "take nat_inf_1")
    assert ("10.1.7a", "enemy_unit_there") == refused(s, "step guadarrama")


@rule("car", "10.1.9a")
def test_vacant_spaces_that_are_entered_or_passed_change_hands_at_once() -> None:
    s = field({"sevilla": "nat_afr_1"})
    activate(s, "sevilla")
    go(s, "nat_afr_1", "santa_olalla")
    assert "nat" == holder(s, "santa_olalla")
    do(s, "step zafra")
    assert ("nat", "nat") == (holder(s, "santa_olalla"), holder(s, "zafra"))


@rule("car", "10.1.11a")
def test_units_pass_a_space_with_an_attack_marker_but_do_not_stop_there() -> None:
    s = field({"segovia": "nat_inf_1", "avila": "nat_inf_2"})
    activate(s, "segovia", attacks="avila")
    go(s, "nat_inf_1", "avila")
    assert ("10.1.11a", "attack_marker") == refused(s, "stop")
    assert "step arevalo" in offered(s) or "step cebreros" in offered(s)


@rule("car", "10.1.12a", "10.1.12b")
def test_a_unit_enters_two_spaces_that_were_the_enemys_and_may_go_back_into_them() -> None:
    s = field({"huesca": "nat_inf_1 nat_inf_2"})
    activate(s, "huesca")
    go(s, "nat_inf_1", "barbastro", "tremp")
    assert "step barbastro" in offered(s), "a space that was entered may be entered again"
    assert ("10.1.12a", "two_enemy_spaces") == refused(s, "step balaguer")
    do(s, "step barbastro")
    go(s, "nat_inf_2", "barbastro")
    assert "nat" == holder(s, "barbastro")
    do(s, "step balaguer")
    beyond = [word for word in offered(s) if word.startswith("step") and word.split()[1] not in ("barbastro", "tremp")]
    assert [] == beyond, "Barbastro and Balaguer count, although they are Nationalist now"


@card("car", "n12")
@rule("car", "10.1.12a")
def test_with_column_madrid_units_of_the_army_of_africa_enter_three() -> None:
    s = field({"sevilla": "nat_afr_1 nat_inf_1"}, event="n12", turn=1)
    activate(s, "sevilla")
    go(s, "nat_afr_1", "santa_olalla", "zafra")
    third = [word for word in offered(s) if word.startswith("step") and holder(s, word.split()[1]) == "rep"]
    assert third
    do(s, third[0])
    assert not [word for word in offered(s) if word.startswith("step") and holder(s, word.split()[1]) == "rep"]
    s = field({"sevilla": "nat_afr_1 nat_inf_1"}, event="n12", turn=1)
    activate(s, "sevilla")
    go(s, "nat_inf_1", "santa_olalla", "zafra")
    assert not [word for word in offered(s) if word.startswith("step") and holder(s, word.split()[1]) == "rep"]
    assert CARD["n12"] == operation(s).card


@rule("car", "9.1.1a", "9.1.2a")
def test_three_units_are_the_limit_where_a_move_ends_and_none_where_it_passes() -> None:
    s = field({"segovia": "nat_inf_1", "avila": "nat_inf_2 nat_inf_3 nat_inf_4"})
    activate(s, "segovia")
    go(s, "nat_inf_1", "avila")
    assert ("9.1.1a", "space_full") == refused(s, "stop")
    assert 4 == len(units_at(s, "avila"))
    do(s, "step arevalo")
    assert 3 == len(units_at(s, "avila"))


@rule("car", "9.1.2a")
def test_a_step_after_which_a_stack_could_stop_nowhere_is_refused() -> None:
    s = field({"segovia": "nat_inf_1", "avila": "nat_inf_2 nat_inf_3 nat_inf_4"})
    activate(s, "segovia")
    do(s, "take nat_inf_1")
    assert "step avila" in offered(s), "it can go on from there"
    do(s, "step arevalo", "step segovia")
    assert ("9.1.1a", "space_full") == refused(s, "step avila"), "with its last point it would have to stay"


def clicks(s: Car) -> dict[str, str]:
    """What a click stands for that does several things."""
    return {key: ", ".join(GAME.write(s, action) for action in way) for key, way in engine.gestures(s, 0).items()}


@rule("car", "10.1.1a", "10.1.10a")
def test_a_click_takes_up_a_stack_the_next_moves_it_and_one_on_other_units_ends_its_move() -> None:
    s = field({"segovia": "nat_inf_1 nat_inf_2", "leon": "nat_inf_3 nat_inf_4", "arevalo": "nat_inf_5"})
    activate(s, "segovia leon arevalo")
    assert {"space:segovia": "take nat_inf_1, take nat_inf_2", "space:leon": "take nat_inf_3, take nat_inf_4"} == (
        clicks(s))
    do(s, "take nat_inf_1", "take nat_inf_2")
    assert "step valladolid, step salamanca, stop" == clicks(s)["space:salamanca"]
    assert {"space"} == {key.partition(":")[0] for key in clicks(s)}
    do(s, "step avila")
    assert {"unit:nat_inf_3": "stop, take nat_inf_3", "unit:nat_inf_4": "stop, take nat_inf_4",
            "space:leon": "stop, take nat_inf_3, take nat_inf_4"} == {
        key: way for key, way in clicks(s).items() if way.startswith("stop")}
