"""[4] The maps: types of spaces, ports, roads, zones, Fortresses, and who controls a space."""

from __future__ import annotations

import pytest

from tablero.games.aiw.board import (
    AREAS,
    CARLIST,
    CARLIST_ZONE,
    CITIES,
    COST,
    FIRST_REGION,
    FRANCE,
    LIBERAL,
    LIBERAL_ZONE,
    MAP,
    PACK,
    PORTS,
    REFUGES,
    REGIONS,
    ROUGH,
    SPACES,
    TOWNS,
    area,
)
from tablero.games.aiw.rules.r04_map import (
    besieged,
    capacity,
    controller,
    enemy_holds,
    fort_owner,
    fortresses_free,
    friendly,
    port_works,
    river_closed,
    settle,
)
from tablero.games.aiw.rules.r05_units.s01_blocks import put
from tablero.games.aiw.rules.r10_actions.s02_construct import refuse_site
from tablero.games.aiw.rules.r13_sea.s01_transport import refuse_harbour, refuse_sailing
from tablero.games.aiw.rules.r16_skirmish.s00_skirmish import Skirmish
from tablero.games.aiw.rules.r18_siege.s01_assault import Assault
from tablero.games.aiw.rules.r18_siege.s03_capture import Capture
from tablero.games.aiw.rules.r24_end_of_year.s01_fortress_points import fortress_value
from tablero.games.aiw.state import Aiw
from tests.games.aiw.march import actions
from tests.games.aiw.war import asked, at, block, do, guns, knapsack, offered, refused, run, strength, told, war
from tests.rules import rule


def controls(s: Aiw, x: str) -> str:
    """Who controls a space, by its units now."""
    return ("carlist", "liberal")[controller(s, area(x))]


# ----------------------------------------------------------------------------------------------------- spaces and ports


@rule("aiw", "4.0a")
def test_the_two_maps_are_joined_by_connections_alone() -> None:
    assert REGIONS == sum(1 << x for x in range(FIRST_REGION, AREAS))
    assert 9 == AREAS - SPACES
    doors = {x for x in range(SPACES) if any(y >= FIRST_REGION for y in MAP.near[x])}
    assert 11 == len(doors)


@rule("aiw", "4.1a", "4.1h")
def test_every_space_has_one_of_four_types() -> None:
    others = ((1 << SPACES) - 1) & ~(CITIES | TOWNS | REFUGES)
    assert [5, 22, 2, 45] == [group.bit_count() for group in (CITIES, TOWNS, REFUGES, others)]
    assert not CITIES & TOWNS
    assert not CITIES & REFUGES
    assert not TOWNS & REFUGES


@rule("aiw", "4.1b", "4.8b")
def test_a_city_has_a_fortress_from_the_start_with_room_for_two() -> None:
    s = war({})
    assert CITIES == s.forts[LIBERAL]
    assert [2, 1] == [capacity(area(name)) for name in ("bilbao", "tolosa")]
    assert fortresses_free(s, LIBERAL) == 15        # it uses up no counter


@rule("aiw", "4.1e")
def test_refuges_favour_the_carlists() -> None:
    s = war({"amescoas": "c_nav1 c_nav2 c_nav3 c_gui1", "estella": "l_ln1"}, side="liberal")
    actions(s)
    do(s, "activate estella", "add l_ln1", "march amescoas", dice=[6])
    do(s, "evade")
    assert "carlist RetreatUnits" == asked(s)       # four units, and no die


@rule("aiw", "4.1f")
def test_nobody_builds_in_a_refuge() -> None:
    s = war({"amescoas": "c_nav1", "baztan": "l_ln1", "estella": "c_nav2"})
    for side, x in ((CARLIST, "amescoas"), (LIBERAL, "baztan")):
        found = refuse_site(s, side, area(x))
        assert found is not None
        assert "no_building_site" == found.key
    assert refuse_site(s, CARLIST, area("estella")) is None


@rule("aiw", "4.1g")
def test_the_fortress_of_baztan_leaves_for_good() -> None:
    s = war({"baztan": "c_nav1"}, forts={"liberal": ("baztan", "tolosa")}, siege=("baztan",))
    run(s, Capture(area("baztan"), CARLIST))
    assert not (s.forts[CARLIST] | s.forts[LIBERAL]) >> area("baztan") & 1
    assert refuse_site(s, CARLIST, area("baztan")) is not None


@rule("aiw", "4.2a")
def test_a_space_is_rough_or_open_and_regions_are_open() -> None:
    kinds = {row.text("terrain") for row in PACK.rows("spaces.csv")}
    assert {"rough", "open"} == kinds
    assert ROUGH >> area("estella") & 1
    assert not ROUGH >> area("vitoria") & 1
    assert not ROUGH & REGIONS


@rule("aiw", "4.2b", "5.3a", "5.3d")
def test_rough_ground_blunts_field_artillery() -> None:
    """Three dice of Infantry and a gun of two points: half of it in Rough terrain."""
    for x, dice in (("vergara", 3 + 1 + 3), ("lerin", 3 + 2 + 3)):
        s = war({x: "l_ln3 field:2 c_gui1"}, side="liberal")
        events = run(s, Skirmish(area(x), LIBERAL), [6] * dice)
        assert events


@rule("aiw", "4.3a")
def test_ports_are_on_the_coast_whatever_their_type() -> None:
    assert {"city", "main_town", "other"} == {
        row.text("type") for row in PACK.rows("spaces.csv") if row.text("port") == "y"
    }
    s = war({})
    assert refuse_harbour(s, area("san_sebastian")) is None
    found = refuse_harbour(s, area("vitoria"))
    assert found is not None
    assert "no_port" == found.key


@rule("aiw", "4.3b", "13.0a")
def test_only_the_liberal_uses_ports() -> None:
    s = war({"guetaria": "c_gui1"})
    actions(s)
    found = refused(s, "transport guetaria")
    assert found is not None
    assert ("13.0a", "liberals_sail") == (found.rule, found.key)
    s = war({"laredo": "l_ln1", "guetaria": "c_gui1"}, side="liberal")
    actions(s)
    assert {"transport laredo", "disembark"} <= set(offered(s))


@rule("aiw", "4.3c", "18.1h")
def test_ships_still_reach_a_besieged_port() -> None:
    s = war({"inside san_sebastian": "l_ln1", "san_sebastian": "c_gui1"}, siege=("san_sebastian",), side="liberal")
    assert refuse_sailing(s, area("san_sebastian")) is None


@rule("aiw", "4.3d")
def test_the_port_of_bilbao_is_cancelled_by_a_siege_or_on_the_river() -> None:
    bilbao = area("bilbao")
    assert port_works(war({}), bilbao)
    assert not port_works(war({"bilbao": "c_bis1"}, siege=("bilbao",)), bilbao)
    for guard in ("portugalete", "guecho"):
        s = war({guard: "c_bis1"})
        assert river_closed(s)
        assert not port_works(s, bilbao)
        s = war({guard: "c_bis1"}, forts={"liberal": (guard,)}, siege=(guard,))
        assert not port_works(s, bilbao)
        s = war({guard: "c_bis1"}, forts={"liberal": (guard,)})         # not besieged, not controlled
        assert port_works(s, bilbao)
    s = war({"guetaria": "c_gui1"}, forts={"liberal": ("guetaria",)}, siege=("guetaria",))
    assert port_works(s, bilbao)
    assert port_works(s, area("guetaria"))
    s = war({"bilbao": "c_bis1"}, siege=("bilbao",))
    assert not river_closed(s)          # a landing at Bilbao looks only at the river


@rule("aiw", "4.3e", "4.9e")
def test_empty_the_guards_of_the_river_are_liberal() -> None:
    s = war({})
    assert not CARLIST_ZONE >> area("portugalete") & 1
    assert not river_closed(s)


# ------------------------------------------------------------------------------------------------------ roads and zones


@rule("aiw", "4.4a", "4.4b", "4.5a")
def test_what_roads_cost() -> None:
    def cost(a: str, b: str) -> int:
        return COST[MAP.edge_kind(area(a), area(b))]

    assert (1, 2) == (cost("vitoria", "salvatierra"), cost("durango", "villaro"))
    assert (2, 2) == (cost("laredo", "asturias_cantabria"), cost("asturias_cantabria", "laredo"))
    assert (3, 3) == (cost("ramales", "asturias_cantabria"), cost("asturias_cantabria", "ramales"))
    s = war({"vitoria": "l_ln1"}, side="liberal")
    actions(s)
    do(s, "activate vitoria", "add l_ln1", dice=[1])
    found = refused(s, "march estella")
    assert found is not None
    assert ("4.4a", "no_road_between") == (found.rule, found.key)


@rule("aiw", "4.5b")
def test_nobody_marches_to_france() -> None:
    for x in range(SPACES):
        if FRANCE >> x & 1:
            assert all(y < AREAS for y in MAP.near[x])
    assert 4 == FRANCE.bit_count()


@rule("aiw", "4.6a", "4.7a")
def test_the_liberal_zone_is_all_the_rest() -> None:
    assert not CARLIST_ZONE & LIBERAL_ZONE
    assert (1 << AREAS) - 1 == CARLIST_ZONE | LIBERAL_ZONE
    assert not CARLIST_ZONE & REGIONS
    assert not CARLIST_ZONE & CITIES
    assert PORTS & CARLIST_ZONE
    assert PORTS & LIBERAL_ZONE


# ----------------------------------------------------------------------------------------------- Fortresses and control


@rule("aiw", "4.8c", "24.1a")
def test_a_fortress_under_construction_is_none_but_for_its_place() -> None:
    s = war({"vergara": "c_gui1"}, works={"liberal": ("estella",), "carlist": ("vergara",)})
    assert "carlist" == controls(s, "estella")
    assert -1 == fort_owner(s, area("estella"))
    assert not enemy_holds(s, CARLIST, area("estella"))
    assert 0 == fortress_value(s)
    assert (9, 14) == (fortresses_free(s, CARLIST), fortresses_free(s, LIBERAL))
    found = refuse_site(s, CARLIST, area("estella"))
    assert found is not None
    assert "fortress_there_already" == found.key


@rule("aiw", "4.8c", "10.2i")
def test_works_without_a_defender_are_swept_away_by_a_fighting_unit() -> None:
    s = war({"alsasua": "c_nav1 c_st1", "vergara": "l_ln1"}, works={"liberal": ("estella", "vergara")})
    put(s, block(s, "c_st1"), area("estella"))
    settle(s)
    assert 1 == s.works[LIBERAL] >> area("estella") & 1     # a Train does not
    put(s, block(s, "c_nav1"), area("estella"))
    settle(s)
    assert 0 == s.works[LIBERAL] >> area("estella") & 1
    assert [(area("estella"),)] == told(s.events, "works_swept")
    put(s, block(s, "c_nav1"), area("vergara"))
    settle(s)
    assert 1 == s.works[LIBERAL] >> area("vergara") & 1     # somebody defends it


@pytest.mark.parametrize("unit, swept", [("l_pt1", True), ("l_st1", False), ("l_st4", False)])
@rule("aiw", "10.2i")
def test_liberal_trains_sweep_no_works_either(unit: str, swept: bool) -> None:
    s = war({"vitoria": unit}, works={"carlist": ("tolosa",)})
    put(s, block(s, unit), area("tolosa"))
    settle(s)
    assert swept == (s.works[CARLIST] == 0)


@rule("aiw", "10.2i")
def test_who_comes_to_works_of_his_own_side_sweeps_nothing_away() -> None:
    s = war({"vitoria": "l_ln1"}, works={"liberal": ("tolosa",), "carlist": ("estella",)})
    put(s, block(s, "l_ln1"), area("tolosa"))
    settle(s)
    assert [] == told(s.events, "works_swept")


@rule("aiw", "4.8a", "4.8b")
def test_a_fortress_is_a_citys_or_a_counter_and_has_a_garrison_that_fires() -> None:
    s = war({"tolosa": "l_ln1"}, forts={"carlist": ("tolosa",)}, siege=("tolosa",), side="liberal")
    assert CARLIST == fort_owner(s, area("tolosa"))
    assert 9 == fortresses_free(s, CARLIST)
    assert besieged(s, CARLIST, area("tolosa"))
    run(s, Assault(area("tolosa"), LIBERAL), [1, 6, 6, 6])
    assert 3 == strength(s, "l_ln1")        # nobody is inside, and still it is struck


@rule("aiw", "4.9a")
def test_friendly_is_what_one_controls() -> None:
    s = war({"lerin": "c_nav1"})
    assert friendly(s, CARLIST, area("lerin"))
    assert not friendly(s, LIBERAL, area("lerin"))
    assert friendly(s, LIBERAL, area("calahorra"))
    assert not friendly(s, CARLIST, area("calahorra"))
    put(s, block(s, "c_nav1"), area("aragon"))
    settle(s)
    assert friendly(s, LIBERAL, area("aragon"))             # a region is never Carlist


@rule("aiw", "4.9b", "4.9c")
def test_cities_and_fortresses_belong_to_their_garrison_whoever_stands_outside() -> None:
    s = war({"vitoria": "c_ala1", "bilbao": "l_ln1", "tolosa": "c_gui1"},
            forts={"carlist": ("bilbao",), "liberal": ("tolosa",)})
    assert ["liberal", "carlist", "liberal"] == [controls(s, x) for x in ("vitoria", "bilbao", "tolosa")]


@rule("aiw", "4.9d")
def test_a_main_town_belongs_to_who_is_there_then_to_its_zone() -> None:
    s = war({"durango": "l_ln1", "calahorra": "c_nav1"}, forts={"liberal": ("vergara",)})
    assert ["liberal", "carlist", "liberal"] == [controls(s, x) for x in ("durango", "calahorra", "vergara")]
    assert ["carlist", "liberal"] == [controls(s, x) for x in ("estella", "laguardia")]


@rule("aiw", "4.9e", "4.9f")
def test_other_spaces_and_refuges_too() -> None:
    s = war({"villaro": "l_ln1", "lerin": "c_nav1", "amescoas": "l_ln2"}, forts={"carlist": ("viana",)})
    assert ["liberal", "carlist", "liberal", "carlist"] == [
        controls(s, x) for x in ("villaro", "lerin", "amescoas", "viana")
    ]
    assert ["carlist", "liberal", "carlist"] == [controls(s, x) for x in ("llodio", "lodosa", "baztan")]
    for unit in ("l_ln1", "c_nav1", "l_ln2"):
        put(s, block(s, unit), area("aragon"))
    settle(s)           # empty again they fall to their zone
    assert ["carlist", "liberal", "carlist"] == [controls(s, x) for x in ("villaro", "lerin", "amescoas")]


@rule("aiw", "4.9g")
def test_control_waits_for_the_end_of_a_groups_move() -> None:
    s = war({"lerin": "c_navc1"}, side="carlist")
    actions(s)
    do(s, "activate lerin", "add c_navc1", "march calahorra")
    assert not s.held >> area("calahorra") & 1
    assert 0 == s.vp
    do(s, "march alfaro", "done")
    assert 0 == s.vp                    # it went through
    assert s.held >> area("alfaro") & 1
    assert not s.held >> area("calahorra") & 1


@rule("aiw", "4.9g")
def test_control_follows_the_fortress_counter() -> None:
    s = war({"vergara": "c_gui1", "durango": "l_ln1"}, works={"carlist": ("vergara",)})
    s.forts[LIBERAL] |= 1 << area("tolosa")
    s.touched |= 1 << area("tolosa")
    settle(s)
    assert -1 == s.vp
    assert [(LIBERAL, area("tolosa"))] == told(s.events, "town_taken")
    s.forts[LIBERAL] ^= 1 << area("tolosa")
    s.touched |= 1 << area("tolosa")
    settle(s)
    assert 0 == s.vp


@rule("aiw", "18.1y")
def test_a_siege_ends_with_the_last_fighting_besieger_and_those_inside_come_out() -> None:
    s = war({"bilbao": "c_bis1 c_st1", "inside bilbao": "l_ln1 field:2"}, siege=("bilbao",))
    put(s, block(s, "c_bis1"), area("llodio"))
    events = s.events
    settle(s)
    assert 0 == s.siege
    assert [(area("bilbao"),)] == told(events, "siege_lifted")
    assert "bilbao" == at(s, "l_ln1")


@pytest.mark.parametrize("left, lifted", [("l_pt1", False), ("l_st1", True), ("l_st4", True)])
@rule("aiw", "18.1y")
def test_liberal_trains_keep_no_siege_and_guns_come_out_with_the_besieged(left: str, lifted: bool) -> None:
    s = war({"tolosa": f"{left} l_ln1", "inside tolosa": "c_gui1 field:2 knapsack:1"}, forts={"carlist": ("tolosa",)},
            siege=("tolosa",))
    put(s, block(s, "l_ln1"), area("vitoria"))
    settle(s)
    outside, inside = ("tolosa", "inside tolosa") if lifted else ("inside tolosa", "tolosa")
    assert (outside, (2, 0), 1) == (at(s, "c_gui1"), guns(s, "carlist", outside), knapsack(s, "carlist", outside))
    assert ((0, 0), 0) == (guns(s, "carlist", inside), knapsack(s, "carlist", inside))


@rule("aiw", "18.1y")
def test_no_siege_is_lifted_where_there_is_none() -> None:
    s = war({"pamplona": "c_nav1", "durango": "c_bis1"}, siege=("pamplona",))
    put(s, block(s, "c_bis1"), area("llodio"))
    settle(s)
    assert [] == told(s.events, "siege_lifted")


@pytest.mark.parametrize("left", ["c_bis1", "c_par1"])
@rule("aiw", "18.1y")
def test_one_fighting_unit_keeps_a_siege(left: str) -> None:
    s = war({"bilbao": f"{left} c_st1 c_ala1"}, siege=("bilbao",))
    put(s, block(s, "c_ala1"), area("llodio"))
    settle(s)
    assert 1 << area("bilbao") == s.siege


@rule("aiw", "4.9g")
def test_while_both_are_there_whoever_controlled_a_town_keeps_it_whatever_its_zone() -> None:
    s = war({"calahorra": "c_nav1", "alfaro": "l_ln1"})
    put(s, block(s, "l_ln1"), area("calahorra"))
    settle(s)
    assert 1 == s.held >> area("calahorra") & 1
    assert 0 == s.vp
    s = war({"valmaseda": "l_ln1", "sodupe": "c_bis1"})
    put(s, block(s, "c_bis1"), area("valmaseda"))
    settle(s)
    assert (0, 0) == (s.held >> area("valmaseda") & 1, s.vp)
