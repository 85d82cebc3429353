"""[20.1] Liberal reinforcements: places, exchange, guns."""

from __future__ import annotations

import pytest

from tablero.games.aiw.board import AREAS, ARMY, CARLIST, FIGHTERS, LIBERAL, LINE, PROVINCIALS, UNIT, area
from tablero.games.aiw.rules.r20_reinforcements.s00_places import allowed_places, refuse_place, refuse_unit, unit_places
from tablero.games.aiw.rules.r20_reinforcements.s01_liberal import PlaceGun
from tablero.games.aiw.rules.r21_replacements.s00_points import BY_ACTION
from tablero.games.aiw.rules.r21_replacements.s00_spending import Spend
from tablero.kernel.bits import bitset
from tablero.kernel.events import seen_by
from tablero.kernel.refusals import Refusal
from tests.games.aiw.reinforcing import coming
from tests.games.aiw.war import asked, at, block, do, guns, heard, offered, refused, run, strength, war
from tests.rules import rule


@rule("aiw", "20.1a")
def test_liberal_units_are_drawn_and_placed_one_by_one_at_full_strength() -> None:
    s = coming({}, 1834, 3, [0], bags=["l_rg1", "l_lg1"])
    assert s.bagged[LIBERAL] == 1
    do(s, "place vitoria", dice=[0])
    assert s.bagged[LIBERAL] == 0
    do(s, "place haro")
    assert (at(s, "l_rg1"), strength(s, "l_rg1")) == ("vitoria", 4)
    assert (at(s, "l_lg1"), strength(s, "l_lg1")) == ("haro", 3)


@rule("aiw", "20.1a", "20.1g")
def test_a_provincial_that_went_to_the_bag_may_be_the_second_unit() -> None:
    s = coming({"vitoria": "l_pr1:1"}, 1834, 3, [0], bags=["l_ln1"])
    do(s, "replace l_pr1", dice=[0])
    assert s.bagged[LIBERAL] == 0
    do(s, "place aragon")
    assert (at(s, "l_ln1"), at(s, "l_pr1")) == ("vitoria", "aragon")


@pytest.mark.parametrize("place, why", [
    ("vitoria", None), ("haro", None), ("aragon", None),
    ("najera", Refusal("20.1b", "city_or_main_town")),
    ("durango", Refusal("20.1b", "city_or_main_town")),
    ("miranda", Refusal("20.1b", "not_friendly")),
    ("pamplona", Refusal("20.1b", "besieged_without_port")),
])
@rule("aiw", "20.1b")
def test_where_a_liberal_unit_is_placed(place: str, why: Refusal | None) -> None:
    s = coming({"miranda": "c_nav1", "pamplona": "c_nav2", "aragon": "c_nav3"}, 1835, 3, [0],
               siege=["pamplona"], bags=["l_rg1"])
    assert refused(s, f"place {place}") == why


@rule("aiw", "20.1b")
def test_a_besieged_city_with_a_port_takes_units_while_there_is_room_in_the_fortress() -> None:
    places = {"inside san_sebastian": "l_lg1", "san_sebastian": "c_nav1"}
    s = coming(places, 1835, 3, [0], siege=["san_sebastian"], bags=["l_rg1"])
    do(s, "place san_sebastian")
    assert at(s, "l_rg1") == "inside san_sebastian"
    places["inside san_sebastian"] += " l_lg2"
    s = coming(places, 1835, 3, [0], siege=["san_sebastian"], bags=["l_rg1"])
    assert refused(s, "place san_sebastian") == Refusal("20.1b", "fortress_full")


@rule("aiw", "20.1b", "4.3d")
def test_besieged_bilbao_takes_nobody() -> None:
    s = coming({"bilbao": "c_nav1"}, 1835, 3, [0], siege=["bilbao"], bags=["l_rg1"])
    assert refused(s, "place bilbao") == Refusal("20.1b", "besieged_without_port")


@rule("aiw", "20.1c")
def test_any_region_will_do_even_with_enemies() -> None:
    s = coming({"aragon": "c_nav1"}, 1835, 3, [0], bags=["l_rg1"])
    assert {"place aragon", "place galicia", "place extremadura"} <= set(offered(s))
    do(s, "place aragon")
    assert at(s, "l_rg1") == "aragon"


@rule("aiw", "20.1b", "20.2a")
def test_places_by_bitset_are_the_places_that_nothing_refuses() -> None:
    s = war(
        {
            "miranda": "c_nav1", "pamplona": "c_nav2", "estella": "l_ln1", "inside bilbao": "l_pr1 l_pr2",
            "bilbao": "c_nav3", "inside san_sebastian": "l_pr3", "san_sebastian": "c_gui1", "durango": "l_ln2",
            "orduna": "c_gui2",
        },
        forts={"carlist": ["durango", "tolosa"], "liberal": ["orduna"]},
        siege=["pamplona", "bilbao", "san_sebastian", "durango"],
    )
    for side in (CARLIST, LIBERAL):
        assert unit_places(s, side) == bitset(x for x in range(AREAS) if refuse_unit(s, side, x) is None)
        assert allowed_places(s, side) == bitset(x for x in range(AREAS) if refuse_place(s, side, x) is None)


@rule("aiw", "20.1g")
def test_line_infantry_takes_the_place_of_a_provincial_at_full_strength() -> None:
    s = coming({"vitoria": "l_pr1:1 l_lg4", "estella": "l_pr9", "aragon": "l_pr3"}, 1835, 3, [0], bags=["l_ln13"])
    assert offered(s) == ["replace l_pr1", "replace l_pr3"]
    assert refused(s, "place haro") == Refusal("20.1g", "replace_a_provincial")
    assert refused(s, "replace l_lg4") == Refusal("20.1g", "not_a_provincial")
    assert refused(s, "replace l_pr9") == Refusal("20.1g", "provincial_in_carlist_zone")
    do(s, "replace l_pr1", dice=[0])
    assert (at(s, "l_ln13"), strength(s, "l_ln13")) == ("vitoria", 3)
    assert s.unit.count(UNIT["l_pr1"]) == 0


@rule("aiw", "20.1g")
def test_cavalry_of_the_line_and_other_infantry_replace_nobody() -> None:
    s = coming({"vitoria": "l_pr1"}, 1835, 3, [0], bags=["l_lnc1", "l_rg4"])
    assert refused(s, "replace l_pr1") == Refusal("20.1g", "only_line_infantry_replaces")
    do(s, "place haro", dice=[0])
    assert refused(s, "replace l_pr1") == Refusal("20.1g", "only_line_infantry_replaces")


@rule("aiw", "20.1h")
def test_a_provincial_in_a_besieged_fortress_is_replaced_only_by_sea() -> None:
    places = {
        "inside vitoria": "l_pr1", "vitoria": "c_nav1", "inside san_sebastian": "l_pr2 l_lg1",
        "san_sebastian": "c_nav2",
    }
    s = coming(places, 1835, 3, [0], siege=["vitoria", "san_sebastian"], bags=["l_ln1"])
    assert offered(s) == ["replace l_pr2"]
    assert refused(s, "replace l_pr1") == Refusal("20.1h", "provincial_shut_in")
    do(s, "replace l_pr2", dice=[0])
    assert at(s, "l_ln1") == "inside san_sebastian"


@rule("aiw", "20.1h", "20.1i")
def test_if_no_provincial_can_be_replaced_line_infantry_is_placed_like_others() -> None:
    s = coming({"inside vitoria": "l_pr1", "vitoria": "c_nav1"}, 1835, 3, [0], siege=["vitoria"], bags=["l_ln1"])
    do(s, "place aragon")
    assert (at(s, "l_ln1"), at(s, "l_pr1")) == ("aragon", "inside vitoria")
    s = coming({}, 1835, 3, [0], bags=["l_ln1"])
    assert {"place vitoria", "place haro", "place galicia"} <= set(offered(s))


@rule("aiw", "20.1j")
def test_a_line_unit_that_is_built_replaces_nobody() -> None:
    s = war({"vitoria": "l_pr1"}, side="liberal", bags=["l_ln1"], secret=True)
    run(s, Spend(LIBERAL, 2, BY_ACTION))
    do(s, "draw", dice=[0])
    assert "replace l_pr1" not in offered(s)
    do(s, "place vitoria")
    assert (at(s, "l_ln1"), at(s, "l_pr1")) == ("vitoria", "vitoria")


@rule("aiw", "20.1g", "5.2a")
def test_the_exchange_tells_the_carlist_what_kinds_they_are_and_no_more() -> None:
    s = coming({"vitoria": "l_pr1 l_lg1"}, 1835, 3, [2], bags=["l_ln1", "l_ln2", "l_rg1"])
    for unit in ("l_pr1", "l_lg1"):
        s.may[block(s, unit)] = 1 << UNIT["l_pr1"] | 1 << UNIT["l_lg1"] | 1 << UNIT["l_pr2"]
    do(s, "replace l_pr1", dice=[0])
    assert s.may[block(s, "l_ln2")] == 1 << UNIT["l_ln1"] | 1 << UNIT["l_ln2"]
    assert s.bag_may[LIBERAL] & PROVINCIALS == 1 << UNIT["l_pr1"] | 1 << UNIT["l_pr2"]
    assert s.bag_may[LIBERAL] & LINE == 1 << UNIT["l_ln1"] | 1 << UNIT["l_ln2"]
    assert not s.bag_may[LIBERAL] >> UNIT["l_lg1"] & 1


@rule("aiw", "20.1g", "5.2a")
def test_the_liberal_hears_which_provincial_was_withdrawn_and_the_carlist_from_where() -> None:
    s = coming({"vitoria": "l_pr1"}, 1835, 3, [0], bags=["l_ln1"])
    events = do(s, "replace l_pr1", dice=[0])
    assert ("withdrawn", (UNIT["l_pr1"], area("vitoria"))) in seen_by(events, LIBERAL)
    assert ("withdrawn_hidden", (LIBERAL, area("vitoria"))) in seen_by(events, CARLIST)


@rule("aiw", "20.1d")
def test_the_liberal_places_his_guns_point_by_point_of_either_kind() -> None:
    s = coming({"vitoria": "l_lg1"}, 1836, 3, [0], bags=["l_rg1", "l_rg2"])
    do(s, "place vitoria", dice=[0])
    events = do(s, "place vitoria", "emplace field vitoria", "emplace mountain logrono")
    assert heard(events, "gun_placed") == ["gun_placed liberal field vitoria", "gun_placed liberal mountain logrono"]
    assert asked(s) == "carlist HideGun"
    assert (guns(s, "liberal", "vitoria"), guns(s, "liberal", "logrono")) == ((1, 0), (0, 1))


@rule("aiw", "20.1d")
def test_two_points_may_be_put_together() -> None:
    s = coming({"vitoria": "l_lg1"}, 1836, 3, [0], bags=["l_rg1", "l_rg2"])
    do(s, "place vitoria", dice=[0])
    do(s, "place vitoria", "emplace field vitoria", "emplace field vitoria")
    assert guns(s, "liberal", "vitoria") == (2, 0)


@pytest.mark.parametrize("place, why", [
    ("vitoria", None), ("haro", None), ("san_sebastian", None), ("aragon", None), ("asturias_cantabria", None),
    ("najera", Refusal("20.1e", "no_own_fortress")),
    ("durango", Refusal("20.1e", "no_own_fortress")),
    ("miranda", Refusal("20.1e", "no_own_fortress")),
    ("pamplona", Refusal("20.1e", "besieged_without_port")),
    ("galicia", Refusal("20.1f", "no_unit_in_region")),
])
@rule("aiw", "20.1e", "20.1f")
def test_where_liberal_guns_are_placed(place: str, why: Refusal | None) -> None:
    s = war(
        {
            "miranda": "l_lg1", "pamplona": "c_nav1", "san_sebastian": "c_nav2", "aragon": "l_lg2 c_nav3",
            "najera": "l_pr1", "asturias_cantabria": "l_lnc1",
        },
        forts={"liberal": ["haro", "durango"]}, siege=["pamplona", "san_sebastian"], secret=True,
    )
    run(s, PlaceGun(LIBERAL))
    assert refused(s, f"emplace field {place}") == why


@rule("aiw", "20.1f", "5.2c")
@pytest.mark.parametrize("place, told_of", [("asturias_cantabria", 1), ("aragon", 1), ("haro", 0)])
def test_a_gun_placed_in_a_region_tells_that_one_of_the_blocks_there_fights(place: str, told_of: int) -> None:
    s = war({place: "l_lg1 l_lg2"}, forts={"liberal": ["haro"]}, secret=True)
    for unit in ("l_lg1", "l_lg2"):
        s.may[block(s, unit)] = ARMY[LIBERAL]
    run(s, PlaceGun(LIBERAL))
    do(s, f"emplace field {place}")
    assert s.facts == [(s.open[AREAS + area(place)], FIGHTERS, 1)] * told_of


@rule("aiw", "20.1e")
def test_guns_for_a_besieged_port_go_inside() -> None:
    s = war({"san_sebastian": "c_nav2"}, siege=["san_sebastian"], secret=True)
    run(s, PlaceGun(LIBERAL))
    do(s, "emplace mountain san_sebastian")
    assert guns(s, "liberal", "inside san_sebastian") == (0, 1)
