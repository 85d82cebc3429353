"""[10.1] Ways of stacks as people click them, and what is told of moves."""

from __future__ import annotations

import pytest

from tablero.games.car.board import (
    ALL_CORPS,
    ARMY,
    BEACH_MALLORCA,
    BEACH_P,
    MALLORCA,
    NAT,
    REP,
    SIDES,
    SPACE_NAMES,
    UNIT,
    UNITS,
    space,
)
from tablero.games.car.rules.r07_actions import ActionRound
from tablero.games.car.rules.r08_cards.s05_landings import open_beach
from tablero.games.car.rules.r10_movement.s01_movement import Moves
from tablero.games.car.rules.r10_movement.s02_works import markers_left, place_special, remove_works, sweep_works
from tablero.games.car.state import MADRID_TRENCH, Car
from tablero.kernel.bits import ids_of
from tests.games.car.field import at, do, field, offered, operation, refused, stand, told, units_at
from tests.games.car.r10_movement.moving import activate, build, go
from tests.rules import rule


def moves(s: Car) -> Moves:
    found = s.stack[-1]
    assert isinstance(found, Moves)
    return found


@rule("car", "10.1.4a", "10.1.3a")
def test_a_click_on_a_far_space_is_a_way_there_and_a_stop() -> None:
    s = field({"burgos": "nat_inf_1"})
    activate(s, "burgos")
    first = moves(s).gestures(s, NAT)
    assert [("take", UNIT["nat_inf_1"]), ("step", space("dobro")), ("stop",)] == list(first["space:dobro"])
    do(s, "take nat_inf_1")
    clicks = moves(s).gestures(s, NAT)
    assert "space:burgos" not in clicks, "it is there"
    assert [("step", space("dobro")), ("stop",)] == list(clicks["space:dobro"])
    for name, actions in clicks.items():
        copy = s.clone()
        for action in actions:
            do(copy, " ".join((action[0], *(SPACE_NAMES[x] for x in action[1:]))))
        assert name.removeprefix("space:") == at(copy, "nat_inf_1")
        assert not isinstance(copy.stack[-1], Moves) or not moves(copy).hand, "the move is over"


@rule("car", "10.1.6a", "10.1.12a")
def test_the_spaces_offered_for_clicks_are_those_that_steps_can_reach() -> None:
    s = field({"huesca": "nat_inf_1 nat_cav_1", "tremp": "rep_mil_1"})
    for unit in ("nat_inf_1", "nat_cav_1", "nat_inf_1 nat_cav_1"):
        copy = s.clone()
        activate(copy, "huesca")
        do(copy, *(f"take {name}" for name in unit.split()))
        clicked = set(moves(copy).stops(copy, operation(copy)))
        assert reached(copy) - {space("huesca")} == clicked


def reached(s: Car) -> set[int]:
    """Where a stack can stop, step by step."""
    found: set[int] = set()
    todo = [s]
    while todo:
        here = todo.pop()
        for word in offered(here):
            if word.startswith("step"):
                copy = here.clone()
                do(copy, word)
                top = copy.stack[-1]
                if isinstance(top, Moves) and top.hand:
                    todo.append(copy)
                    if "stop" in offered(copy):
                        found.add(top.where(copy))
                else:
                    found.add(space(word.split()[1]))
    return found


@rule("car", "10.1.12a")
def test_a_click_takes_the_way_through_fewer_enemy_spaces() -> None:
    s = field({"segovia": "nat_inf_1"}, republican="arevalo")
    activate(s, "segovia")
    do(s, "take nat_inf_1")
    way = moves(s).stops(s, operation(s))[space("avila")]
    assert all(not operation(s).dawn >> x & 1 for x in way), way


@rule("car", "10.1.9a")
def test_every_step_is_told_with_its_number_of_units() -> None:
    s = field({"burgos": "nat_inf_1 nat_inf_2"})
    activate(s, "burgos")
    do(s, "take nat_inf_1", "take nat_inf_2")
    assert [(NAT, 2, space("burgos"), space("dobro"))] == told(do(s, "step dobro"), "stepped")


@rule("car", "8.5.4.3a")
def test_a_stack_that_enters_a_beach_head_clears_it_and_the_next_stack_may_move() -> None:
    s = field({"mallorca": "nat_inf_1 nat_inf_2"})
    open_beach(s, BEACH_MALLORCA, MALLORCA)
    activate(s, "mallorca")
    do(s, "take nat_inf_1")
    events = do(s, "step beach_head_mallorca")
    assert (-1, ["nat_inf_1", "nat_inf_2"]) == (s.beach, units_at(s, "mallorca"))
    assert [(BEACH_MALLORCA,)] == told(events, "beach_gone")
    assert "take nat_inf_1" not in offered(s), "it has moved"
    assert {"take nat_inf_2", "done"} <= set(offered(s))


@rule("car", "8.5.6.4a")
def test_the_move_of_a_stack_that_clears_a_beach_head_is_over() -> None:
    s = field({"malaga": "nat_inf_1 nat_inf_2"}, nationalist="antequera ronda")
    open_beach(s, BEACH_P, space("malaga"))
    activate(s, "malaga")
    go(s, "nat_inf_1", "beach_head_plan_p")
    assert (-1, ["nat_inf_1", "nat_inf_2"]) == (s.beach, units_at(s, "malaga"))
    assert not [word for word in offered(s) if word.startswith("step") or word == "take nat_inf_1"]


@rule("car", "10.2.2c", "10.2.9a")
def test_special_trenches_replace_other_works_and_are_no_markers_of_the_supply() -> None:
    s = field({"madrid": "rep_rpa_1", "illescas": "rep_rpa_2"}, positions="madrid illescas")
    s.tried = [1 << space("madrid"), 1 << space("illescas")]
    left = markers_left(s, REP)
    assert 10 == left
    s.events.clear()
    place_special(s, space("madrid"), MADRID_TRENCH)
    assert (1 << space("illescas"), 1 << space("madrid"), 1 << space("madrid")) == (s.positions, s.trenches, s.special)
    assert ([0, 1 << space("illescas")], 1, left + 1) == (s.tried, s.specials[MADRID_TRENCH], markers_left(s, REP))
    assert [(REP, space("madrid"))] == told(s.events, "trench_built")
    remove_works(s, space("madrid"))
    assert (0, 0, 1, left + 1) == (s.trenches, s.special, s.specials[MADRID_TRENCH], markers_left(s, REP))
    s.events.clear()
    sweep_works(s, REP, space("illescas"))
    assert (0, [0, 0], [(REP, space("illescas"))]) == (s.positions, s.tried, told(s.events, "works_gone"))
    sweep_works(s, REP, space("illescas"))
    assert 1 == len(s.events), "nothing is told of nothing"


@rule("car", "10.2.2b", "10.2.4a")
def test_works_that_are_finished_and_dice_for_them_are_told() -> None:
    s = field({"burgos": "nat_inf_1", "segovia": "nat_v"}, positions="segovia")
    activate(s, "burgos segovia")
    s.events.clear()
    build(s, "nat_inf_1", "nat_v", dice=[3, 2])
    rolls = {x: die for _, x, die in told(s.events, "build_roll")}
    assert {space("burgos"), space("segovia")} == set(rolls)
    assert [(NAT, space("burgos"))] == told(s.events, "position_built")
    assert [(NAT, space("segovia"))] == told(s.events, "trench_built")
    assert (1 << space("burgos"), 1 << space("segovia"), [0, 0]) == (s.positions, s.trenches, s.tried)


@rule("car", "10.2.9a", "10.2.4a")
def test_a_trench_that_is_planned_takes_no_new_marker_and_a_position_does() -> None:
    homes = ["burgos", "segovia", "avila", "soria", "logrono", "pamplona", "vitoria"]
    places = {name: f"nat_inf_{n}" for n, name in enumerate([*homes[1:], "salamanca", "zamora"], 1)}
    s = field({**places, "burgos": "nat_v"}, positions=" ".join(homes))
    activate(s, "burgos salamanca zamora")
    do(s, "build nat_v")
    assert refused(s, "build nat_inf_7") is None, "one marker is left"
    do(s, "build nat_inf_7")
    assert ("10.2.9a", "no_markers") == refused(s, "build nat_inf_8")


@rule("car", "10.2.4b", "10.2.4a")
def test_a_division_keeps_the_modifier_of_a_trench_that_only_a_corps_can_finish() -> None:
    s = field({"burgos": "nat_inf_1 nat_v"}, positions="burgos")
    activate(s, "burgos")
    build(s, "nat_v", dice=[6])
    assert 1 << space("burgos") == s.tried[0]
    stand(s, "nat_v", "segovia")
    ActionRound(NAT).finish(s)
    assert 1 << space("burgos") == s.tried[0], "a division is there"
    activate(s, "burgos")
    assert "build nat_inf_1" not in offered(s)
    stand(s, "nat_inf_1", "segovia")
    ActionRound(NAT).finish(s)
    assert [0, 0] == s.tried


@rule("car", "10.1.1a")
def test_a_click_on_a_space_takes_up_its_whole_stack_and_ends_the_move_before() -> None:
    s = field({"burgos": "nat_inf_1 nat_inf_2 nat_inf_3", "avila": "nat_inf_4 nat_inf_5", "zamora": "nat_inf_6",
               "caceres": "nat_inf_9 nat_inf_10"})
    activate(s, "burgos avila zamora")
    do(s, "build nat_inf_3")
    units = {name: [("take", UNIT[f"nat_inf_{n}"]) for n in numbers] for name, numbers in (
        ("burgos", (1, 2)), ("avila", (4, 5)))}
    assert {f"space:{name}": actions for name, actions in units.items()} == moves(s).gestures(s, NAT), \
        "a unit alone is clicked itself, and a builder stays"
    do(s, "take nat_inf_1", "step dobro")
    clicks = moves(s).gestures(s, NAT)
    assert [("stop",), *units["avila"]] == list(clicks["space:avila"])
    assert [("stop",), ("take", UNIT["nat_inf_6"])] == list(clicks["unit:nat_inf_6"])
    assert "unit:nat_inf_3" not in clicks
    stand(s, "nat_inf_7", "soria")
    stand(s, "nat_inf_8", "soria")
    operation(s).moves |= 1 << space("soria")
    clicks = moves(s).gestures(s, NAT)
    assert "unit:nat_inf_7" not in clicks, "the stack could go on to Soria: a click there is its own"
    assert [("step", space("burgos")), ("step", space("soria"))] == list(clicks["space:soria"])


@rule("car", "10.1.1a")
def test_everybody_may_know_what_a_stack_can_do_and_how_many_points_it_has_left() -> None:
    s = field({"burgos": "nat_inf_1 nat_cav_1"})
    activate(s, "burgos")
    assert (True, "moves") == (moves(s).public(s), moves(s).prompt(s, NAT).key)
    do(s, "take nat_cav_1", "step dobro")
    prompt = moves(s).prompt(s, NAT)
    assert ("moves_stack", (("n", "number", 3),)) == (prompt.key, prompt.args)
    assert [("moving", 1 << UNIT["nat_cav_1"])] == [(mark.badge, mark.things) for mark in moves(s).marks(s, NAT)]


@rule("car", "10.1.6a", "10.1.10a")
def test_a_stack_without_points_goes_no_further() -> None:
    s = field({"burgos": "nat_inf_1"})
    activate(s, "burgos")
    do(s, "take nat_inf_1", "step dobro")
    moves(s).spent, s.offered = 3, {}
    assert ("10.1.6a", "no_movement_points") == refused(s, "step burgos")
    assert ["stop"] == offered(s)


@rule("car", "10.2.3a")
@pytest.mark.parametrize("side, home", [(NAT, "burgos"), (REP, "valencia")])
def test_every_corps_and_no_division_may_build_a_trench(side: int, home: str) -> None:
    for unit in ids_of(ARMY[side]):
        s = field({home: UNITS[unit].id}, side=SIDES[side], positions=home)
        activate(s, home)
        expected = None if ALL_CORPS >> unit & 1 else ("10.2.3a", "trench_needs_corps")
        assert expected == refused(s, f"build {UNITS[unit].id}")
