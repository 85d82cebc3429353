"""[20.2] Carlist reinforcements, empty bags, and what is known of what was drawn."""

from __future__ import annotations

from random import Random

import pytest

import tablero
from tablero.games.aiw import GAME
from tablero.games.aiw.board import BLOCK_SIDE, CARLIST, FIELD, LIBERAL, LIBERAL_ZONE, MOST, UNIT, UNITS, area
from tablero.games.aiw.rules.r20_reinforcements.s00_places import unit_places
from tablero.games.aiw.rules.r20_reinforcements.s00_reinforcements import Reinforcements
from tablero.games.aiw.rules.r20_reinforcements.s00_units import Place, PlaceUnit, arrival
from tablero.games.aiw.rules.r20_reinforcements.s01_liberal import DeployGun, PlaceGun
from tablero.games.aiw.rules.r20_reinforcements.s02_carlist import HideGun
from tablero.games.aiw.rules.r21_replacements.s00_points import BY_ACTION
from tablero.games.aiw.rules.r21_replacements.s00_spending import Spend
from tablero.kernel.bits import ids_of
from tablero.kernel.events import seen_by
from tablero.kernel.refusals import Refusal
from tests.games.aiw.reinforcing import coming
from tests.games.aiw.war import asked, at, block, do, heard, offered, refused, run, strength, told, war
from tests.rules import rule

ALL_CARLIST_GUNS = {
    "durango": "c_nav1 field:2 mountain:2", "estella": "c_nav2 field:2 mountain:2",
    "tolosa": "c_gui1 field:2 mountain:2", "onate": "c_gui2 field:2",
}


@pytest.mark.parametrize("unit, placed", [("c_nav1", 3), ("c_bis1", 2), ("c_gui3", 2), ("c_bis3", 2)])
@rule("aiw", "20.2a", "20.2c")
def test_a_carlist_unit_comes_a_point_short_but_never_below_two(unit: str, placed: int) -> None:
    s = coming({}, 1836, 4, [0], bags=["l_rg1", unit])
    do(s, "place haro", dice=[0])
    do(s, "place durango")
    assert strength(s, unit) == placed
    assert (s.low[block(s, unit)], s.high[block(s, unit)]) == (placed, placed)


@pytest.mark.parametrize("place, why", [
    ("durango", None), ("estella", None), ("baztan", None),
    ("haro", Refusal("20.2a", "outside_carlist_zone")),
    ("aragon", Refusal("20.2a", "outside_carlist_zone")),
    ("miranda", Refusal("20.2a", "outside_carlist_zone")),
    ("tolosa", Refusal("20.2a", "not_friendly")),
    ("orduna", Refusal("20.2a", "not_friendly")),
    ("vergara", Refusal("20.2a", "besieged_place")),
])
@rule("aiw", "20.2a")
def test_where_a_carlist_unit_is_placed(place: str, why: Refusal | None) -> None:
    s = war({"tolosa": "l_ln1", "vergara": "l_ln2", "miranda": "c_nav2", "aragon": "c_nav3"}, bags=["c_nav1"],
            forts={"liberal": ["orduna"], "carlist": ["vergara"]}, siege=["vergara"], secret=True)
    run(s, arrival(s, CARLIST, unit_places(s, CARLIST)))
    assert refused(s, f"place {place}") == why


@rule("aiw", "20.2b")
def test_a_carlist_gun_of_either_kind_goes_to_the_box() -> None:
    s = coming({}, 1834, 4, [0], bags=["l_rg1"])
    do(s, "place haro")
    assert offered(s) == ["box field", "box mountain"]
    assert heard(do(s, "box mountain"), "gun_boxed") == ["gun_boxed mountain"]
    assert (s.box_field, s.box_mountain) == (0, 1)
    assert asked(s) == "nobody"


@rule("aiw", "20.2d")
def test_an_empty_bag_gives_two_replacement_points_that_are_no_action() -> None:
    s = coming({"durango": "c_nav1:1 c_nav2:1 c_gui1:1"}, 1836, 4, [0], bags=["l_rg1"])
    do(s, "place haro")
    assert asked(s) == "carlist SpendPoint"
    do(s, "raise c_nav1")
    assert refused(s, "raise c_nav1") == Refusal("21.1b", "raised_already")
    do(s, "raise c_nav2")
    assert asked(s) == "nobody"
    assert [strength(s, unit) for unit in ("c_nav1", "c_nav2", "c_gui1")] == [2, 2, 1]
    assert (s.acted, s.apart) == (0, 0)


@rule("aiw", "20.2d")
def test_units_that_acted_in_the_last_phase_may_have_those_points() -> None:
    s = war({"durango": "c_nav1:1"}, year=1836, turn=4, secret=True)
    s.acted = 1 << block(s, "c_nav1")
    run(s, Reinforcements())
    do(s, "done", "raise c_nav1")
    assert strength(s, "c_nav1") == 2


@rule("aiw", "20.2e", "20.2d")
def test_the_liberal_gets_no_more_than_two_points_for_two_missing_units() -> None:
    s = coming({"vitoria": "l_ln1:1 l_ln2:1 l_ln3:1"}, 1834, 3)
    do(s, "raise l_ln1", "raise l_ln2")
    assert asked(s) == "carlist SpendPoint"
    assert strength(s, "l_ln3") == 1


@rule("aiw", "20.2d", "20.2e")
def test_a_bag_with_one_unit_gives_that_and_two_points_for_the_second() -> None:
    s = coming({"vitoria": "l_ln1:1"}, 1834, 3, [0], bags=["l_rg1", "c_nav1"])
    do(s, "place vitoria")
    assert asked(s) == "liberal SpendPoint"


@rule("aiw", "20.2f")
def test_without_a_counter_a_carlist_gun_is_lost() -> None:
    s = coming(ALL_CARLIST_GUNS, 1834, 4, [0], bags=["l_rg1"])
    events = do(s, "place haro")
    assert told(events, "gun_lost") == [(CARLIST,)]
    assert (s.box_field, s.box_mountain) == (0, 0)
    assert asked(s) == "nobody"


@pytest.mark.parametrize("boxed, left", [(0, 1), (1, 2), (2, 2)])
@rule("aiw", "20.2f")
def test_only_the_kind_with_a_free_counter_is_taken(boxed: int, left: int) -> None:
    s = war({"durango": "c_nav1 field:2 mountain:2", "estella": "carlist field:1 mountain:1",
             "tolosa": "carlist field:1 mountain:2"}, year=1834, turn=4, bags=["l_rg1"], secret=True)
    s.box_field = boxed
    run(s, Reinforcements(), dice=[0])
    do(s, "place haro")
    assert (s.box_field, s.box_mountain) == (left, 0)


@rule("aiw", "20.2f")
def test_if_only_mountain_artillery_has_a_counter_left_that_is_taken() -> None:
    s = coming({**ALL_CARLIST_GUNS, "tolosa": "c_gui1 field:2"}, 1834, 4, [0], bags=["l_rg1"])
    do(s, "place haro")
    assert (s.box_field, s.box_mountain) == (0, 1)


@rule("aiw", "20.2f")
def test_a_kind_without_a_free_counter_is_refused() -> None:
    s = war(ALL_CARLIST_GUNS)
    assert HideGun(CARLIST).refuse(s, CARLIST, ("box", FIELD)) == Refusal("20.2f", "no_gun_counter")


@rule("aiw", "20.2f")
def test_without_a_counter_or_a_place_a_liberal_gun_is_lost() -> None:
    full = {name: f"liberal field:{n} mountain:{m}" for name, n, m in (
        ("vitoria", 4, 2), ("logrono", 4, 2), ("pamplona", 4, 2), ("bilbao", 2, 2), ("san_sebastian", 2, 0),
    )}
    full |= {"haro": "l_ln1 field:2", "tafalla": "l_ln2 field:2", "lerin": "l_ln3 field:2", "viana": "l_lg1 field:2"}
    s = war(full, secret=True)
    assert told(run(s, PlaceGun(LIBERAL)), "gun_lost") == [(LIBERAL,)]
    s = war({**full, "viana": "l_lg1 field:1"}, secret=True, forts={"liberal": ["viana"]})
    run(s, PlaceGun(LIBERAL))
    assert offered(s) == ["emplace field viana"]
    assert refused(s, "emplace field bilbao") == Refusal("20.2f", "no_gun_counter")


@rule("aiw", "20.2g")
def test_trains_and_knapsacks_never_come_as_reinforcements_but_are_built_from_the_box() -> None:
    s = GAME.new("entire_war", seed=3)
    for side in (CARLIST, LIBERAL):
        assert not any(UNITS[u].kind == 2 for u in ids_of(s.bag[side]))
    assert [UNITS[u].id for u in ids_of(s.trains)] == []
    s = war({"vitoria": "l_ln1", "durango": "c_nav1"}, side="liberal", secret=True)
    s.trains, s.sacks = 1 << UNIT["l_st2"], [0, 0]
    run(s, Spend(LIBERAL, 4, BY_ACTION))
    assert refused(s, "knapsack vitoria") == Refusal("20.2g", "none_in_the_box")
    do(s, "train vitoria")
    assert at(s, "l_st2") == "vitoria"
    s = war({"durango": "c_nav1"}, secret=True)
    s.trains = 1 << UNIT["l_st2"]
    run(s, Spend(CARLIST, 4, BY_ACTION))
    assert refused(s, "train durango") == Refusal("20.2g", "none_in_the_box")


@rule("aiw", "5.2a", "5.4p")
def test_what_was_drawn_is_known_to_its_owner_alone() -> None:
    s = coming({}, 1835, 3, [2], bags=["l_rg1", "l_lgc2", "l_pr1"])
    assert tablero.prompt(s, LIBERAL).args == (("unit", "unit", UNIT["l_lgc2"]),)
    assert tablero.prompt(s, CARLIST).key == "place_hidden"
    (own,) = [frame for frame in GAME.view(s, LIBERAL).stack if isinstance(frame, PlaceUnit)]
    (other,) = [frame for frame in GAME.view(s, CARLIST).stack if isinstance(frame, PlaceUnit)]
    assert (own.unit, own.strength) == (UNIT["l_lgc2"], 2)
    assert (other.unit, other.strength) == (-1, 0)
    events = do(s, "place haro", dice=[0])
    assert ("arrived", (UNIT["l_lgc2"], area("haro"))) in seen_by(events, LIBERAL)
    assert ("arrived_hidden", (LIBERAL, area("haro"))) in seen_by(events, CARLIST)
    b = block(s, "l_lgc2")
    assert s.may[b] == sum(1 << UNIT[u] for u in ("l_rg1", "l_lgc2", "l_pr1"))
    assert (s.low[b], s.high[b]) == (2, 4)


def test_for_the_enemy_another_unit_of_the_bag_could_have_been_drawn() -> None:
    s = coming({}, 1835, 3, [2], bags=["l_rg1", "l_lgc2", "l_pr1"])
    drawn = set()
    for seed in range(30):
        other = GAME.determinize(GAME.view(s, CARLIST), seed)
        (frame,) = [frame for frame in other.stack if isinstance(frame, PlaceUnit)]
        assert frame.strength == MOST[frame.unit]
        assert other.bag[LIBERAL] | 1 << frame.unit == s.bag[LIBERAL] | 1 << UNIT["l_lgc2"]
        assert not other.bag[LIBERAL] >> frame.unit & 1
        drawn.add(UNITS[frame.unit].id)
    assert drawn == {"l_rg1", "l_lgc2", "l_pr1"}
    (own,) = [frame for frame in GAME.determinize(GAME.view(s, LIBERAL), 1).stack if isinstance(frame, PlaceUnit)]
    assert own.unit == UNIT["l_lgc2"]


@rule("aiw", "20.2a", "20.2c")
def test_a_guess_at_a_carlist_unit_is_a_point_short_too() -> None:
    s = war({}, bags=["c_nav1", "c_nav2", "c_gui3"], secret=True)
    run(s, arrival(s, CARLIST, unit_places(s, CARLIST)))
    guesses = [GAME.determinize(GAME.view(s, LIBERAL), seed).frame(PlaceUnit) for seed in range(20)]
    strengths = {(UNITS[frame.unit].id, frame.strength) for frame in guesses}
    assert strengths == {("c_nav1", 3), ("c_nav2", 2), ("c_gui3", 2)}


@rule("aiw", "5.4o")
def test_the_last_unit_of_a_bag_is_known_to_be_the_last() -> None:
    s = coming({}, 1835, 3, [0], bags=["l_rg1"])
    do(s, "place haro")
    assert s.may[block(s, "l_rg1")] == 1 << UNIT["l_rg1"]
    assert s.bag_may[LIBERAL] == 0


@pytest.mark.parametrize("exchange", [True, False])
@pytest.mark.parametrize("unit", ["l_ln1", "l_rg1"])
def test_written_options_of_placing_are_the_candidates_that_nothing_refuses(unit: str, exchange: bool) -> None:
    s = war({"vitoria": "l_pr1 c_nav1", "haro": "l_pr2", "pamplona": "c_nav2"}, siege=["pamplona"], secret=True)
    run(s, PlaceUnit(LIBERAL, UNIT[unit], 3, unit_places(s, LIBERAL) & LIBERAL_ZONE, exchange=exchange))
    top = s.stack[-1]
    assert isinstance(top, Place)
    derived = [act for act in top.candidates(s, LIBERAL) if top.refuse(s, LIBERAL, act) is None]
    assert sorted(derived) == sorted(top.options(s, LIBERAL))


@pytest.mark.parametrize("viana", ["field:1", "field:2", "mountain:1", ""])
def test_written_options_of_placing_guns_are_the_candidates_that_nothing_refuses(viana: str) -> None:
    places = {
        "vitoria": "liberal field:4 mountain:2", "logrono": "liberal field:4 mountain:2", "pamplona": "liberal field:3",
        "bilbao": "liberal field:2 mountain:2", "inside san_sebastian": "liberal field:2", "san_sebastian": "c_nav1",
        "aragon": "l_ln1 field:2", "galicia": "l_st1", "tafalla": "l_ln2 field:2", "viana": f"l_lg1 {viana}",
    }
    s = war(places, forts={"liberal": ["viana", "durango"]}, siege=["san_sebastian"], secret=True)
    run(s, PlaceGun(LIBERAL))
    top = s.stack[-1]
    assert isinstance(top, DeployGun)
    derived = [act for act in top.candidates(s, LIBERAL) if top.refuse(s, LIBERAL, act) is None]
    assert derived
    assert sorted(derived) == sorted(top.options(s, LIBERAL))


def test_a_card_may_name_the_places_and_everybody_knows_what_it_brings() -> None:
    s = war({}, secret=True)
    events = run(s, PlaceUnit(LIBERAL, UNIT["l_br1"], 4, 1 << area("bilbao") | 1 << area("san_sebastian")))
    assert refused(s, "place haro") == Refusal("7.1d", "not_where_the_card_says")
    (frame,) = [frame for frame in GAME.view(s, CARLIST).stack if isinstance(frame, PlaceUnit)]
    assert (frame.unit, frame.strength) == (UNIT["l_br1"], 4)
    events = do(s, "place bilbao")
    assert seen_by(events, CARLIST) == [("arrived", (UNIT["l_br1"], area("bilbao")))]
    assert s.may[block(s, "l_br1")] == 1 << UNIT["l_br1"]
    assert BLOCK_SIDE[s.answer] == LIBERAL
    assert s.answer == block(s, "l_br1")


def test_a_unit_without_any_place_goes_back_to_the_bag() -> None:
    s = war({}, bags=["c_nav1"], secret=True)
    run(s, arrival(s, CARLIST, 0))
    assert asked(s) == "nobody"
    assert (at(s, "c_nav1"), s.bagged[CARLIST]) == ("bag", 1)


@pytest.mark.parametrize("unit, where", [("c_can1", "bag"), ("c_for1", "out of play"), ("c_reg1", "out of play")])
def test_only_what_belongs_in_a_bag_goes_back_to_it(unit: str, where: str) -> None:
    s = war({}, secret=True)
    run(s, PlaceUnit(CARLIST, UNIT[unit], 2, 0))
    assert (at(s, unit), s.bagged[CARLIST]) == (where, int(where == "bag"))


def test_what_went_back_to_the_bag_is_known_only_if_it_was_known_before() -> None:
    both = 1 << UNIT["c_nav1"] | 1 << UNIT["c_gui1"]
    s = war({}, bags=["c_nav1"], secret=True)
    s.bag_may[CARLIST] = both
    run(s, arrival(s, CARLIST, 0))
    assert s.bag_may[CARLIST] == both
    s = war({}, secret=True)
    run(s, PlaceUnit(CARLIST, UNIT["c_nav1"], 3, 0))
    assert (at(s, "c_nav1"), s.bag_may[CARLIST]) == ("bag", 1 << UNIT["c_nav1"])


def test_guessing_leaves_a_known_unit_alone() -> None:
    s = war({}, bags=["l_rg1"])
    frame = PlaceUnit(LIBERAL, UNIT["l_br1"], 4, 1)
    frame.guess(s, CARLIST, Random(1))
    assert frame.unit == UNIT["l_br1"]
