"""[19.0] [19.2] What supplies the units of a side."""

from __future__ import annotations

from tablero.games.aiw.board import (
    AREA_NAMES,
    AREAS,
    CARLIST,
    CARLIST_ZONE,
    CITIES,
    LIBERAL,
    NEAR_ZONE,
    PORTS,
    SPACES,
    TOWNS,
    TRAINS,
    UNIT,
    area,
)
from tablero.games.aiw.rules.r19_supply.s00_supply import SupplyStep
from tablero.games.aiw.rules.r19_supply.s02_sources import area_supply
from tablero.kernel.bits import bitset, ids_of
from tests.games.aiw.supplies import LINE, lost, supply, units, why
from tests.games.aiw.war import asked, at, block, do, guns, knapsack, offered, run, strength, told, war
from tests.rules import rule

# ------------------------------------------------------------------------------------------------------- general limit


@rule("aiw", "19.0a", "19.1a")
def test_all_spaces_and_regions_are_looked_at_each_once() -> None:
    for x in range(AREAS):
        s = supply({AREA_NAMES[x]: units(LINE, 7)}, "liberal")
        assert "liberal Excess" == asked(s)
    crowds = {"bilbao": units(LINE, 7), "portugalete": "l_rg1 l_rg2 l_rg3 l_rg4 l_pr1 l_pr2 l_pr3"}
    s = supply(crowds, "liberal")
    events = do(s, "disband l_ln1", "disband l_pr1")
    assert [] == told(events, "declared_trains")
    assert "liberal GoWithout" == asked(s)      # Portugalete supplies four of its six
    do(s, "without l_pr2", "without l_pr3")
    assert ("nobody", [1, 1]) == (asked(s), lost(s, "l_pr2", "l_pr3"))
    crowds = {"bilbao": "c_nav1 c_nav2 c_nav3 c_nav4 c_gui1", "portugalete": "c_gui2 c_gui3 c_bis1 c_bis2 c_bis3"}
    s = supply(crowds, "carlist")
    do(s, "without c_nav1", "without c_bis1")   # four of five in each of them
    assert ("nobody", [1, 1]) == (asked(s), lost(s, "c_nav1", "c_bis1"))


# ------------------------------------------------------------------------------------------------ what an area supplies


@rule("aiw", "19.2a")
def test_a_region_supplies_six_liberals_and_no_carlist() -> None:
    s = supply({"aragon": units(LINE, 6)}, "liberal")
    assert [0] * 6 == lost(s, *units(LINE, 6).split())
    s = supply({"aragon": "c_nav1 c_nav2 c_nav3"}, "carlist", dice=[3, 4, 3])
    assert 2 == sum(lost(s, "c_nav1", "c_nav2", "c_nav3"))
    assert {(6, 0)} == {(area_supply(s, LIBERAL, x), area_supply(s, CARLIST, x)) for x in range(SPACES, AREAS)}


@rule("aiw", "19.2b", "19.2d")
def test_what_spaces_supply_to_the_carlists() -> None:
    s = war({})
    assert {4} == {area_supply(s, CARLIST, x) for x in ids_of(CARLIST_ZONE)}
    near = {"valmaseda", "vitoria", "penacerrada", "lerin", "zubiri"}
    assert {4} == {area_supply(s, CARLIST, area(name)) for name in near}
    others = bitset(range(SPACES)) & ~CARLIST_ZONE & ~NEAR_ZONE
    assert {2} == {area_supply(s, CARLIST, x) for x in ids_of(others)}
    five = "c_nav1 c_nav2 c_nav3 c_nav4 c_gui1"
    assert "carlist GoWithout" == asked(supply({"tolosa": five}, "carlist"))
    assert "nobody" == asked(supply({"lerin": units(five, 4)}, "carlist"))
    assert "carlist GoWithout" == asked(supply({"calahorra": units(five, 3)}, "carlist"))


@rule("aiw", "19.2c")
def test_besieging_carlists_are_supplied() -> None:
    places = {"vitoria": "c_nav1 c_nav2 c_nav3 c_nav4", "inside vitoria": "l_rg1"}
    s = supply(places, "carlist", siege=["vitoria"])
    assert [0] * 4 == lost(s, *places["vitoria"].split())


@rule("aiw", "19.2e")
def test_what_the_liberal_zone_supplies_to_the_liberals() -> None:
    s = war({}, forts={"liberal": ["viana"]})
    names = ("logrono", "calahorra", "castro_urdiales", "viana", "lerin", "laredo")
    assert [6, 4, 4, 2, 2, 4] == [area_supply(s, LIBERAL, area(name)) for name in names]
    assert "liberal GoWithout" == asked(supply({"calahorra": units(LINE, 5)}, "liberal"))
    assert "nobody" == asked(supply({"calahorra": units(LINE, 4)}, "liberal"))


@rule("aiw", "19.2f", "19.2g")
def test_what_the_carlist_zone_supplies_to_the_liberals() -> None:
    places = {"durango": "l_rg1", "guetaria": "l_rg2", "villaro": "l_rg3", "irun": "l_ln1"}
    s = war(places, forts={"liberal": ["orduna", "llodio"]})
    names = ("durango", "guetaria", "llodio", "villaro", "orduna", "irun")
    assert [2, 2, 1, 0, 2, 2] == [area_supply(s, LIBERAL, area(name)) for name in names]    # never added up
    s = supply({"llodio": "l_rg1 l_rg2"}, "liberal", forts={"liberal": ["llodio"]})
    assert "liberal GoWithout" == asked(s)
    assert "nobody" == asked(supply({"durango": "l_rg1 l_rg2"}, "liberal"))
    assert [1, 1] == lost(supply({"villaro": "l_rg1 l_rg2"}, "liberal"), "l_rg1", "l_rg2")


@rule("aiw", "19.2h")
def test_a_space_that_is_not_friendly_counts_as_other_but_a_port() -> None:
    forts = {"carlist": ["durango", "guetaria", "logrono", "calahorra", "castro_urdiales", "laredo"]}
    s = war({}, forts=forts)
    names = ("durango", "guetaria", "logrono", "calahorra", "castro_urdiales", "laredo")
    assert [0, 2, 2, 2, 4, 4] == [area_supply(s, LIBERAL, area(name)) for name in names]
    s = supply({"durango": "l_rg1", "inside durango": "c_nav1"}, "liberal", forts=forts, siege=["durango"])
    assert [1] == lost(s, "l_rg1")


@rule("aiw", "19.2h", "19.2k")
def test_the_port_of_bilbao_supplies_besiegers_only_while_it_works() -> None:
    s = war({}, forts={"carlist": ["bilbao"]})
    assert 4 == area_supply(s, LIBERAL, area("bilbao"))
    s = war({"guecho": "c_nav1"}, forts={"carlist": ["bilbao"]})
    assert 2 == area_supply(s, LIBERAL, area("bilbao"))


@rule("aiw", "19.2e", "19.2f")
def test_every_space_has_a_value_of_the_table() -> None:
    s = war({})
    for x in range(SPACES):
        expected = 0
        if not CARLIST_ZONE >> x & 1:
            expected = 6 if CITIES >> x & 1 else 4 if (TOWNS | PORTS) >> x & 1 else 2
        elif PORTS >> x & 1:
            expected = 2
        assert expected == area_supply(s, LIBERAL, x)


# ------------------------------------------------------------------------------------------------- Trains and Knapsacks


@rule("aiw", "19.0b", "19.2l")
def test_a_train_supplies_six_and_loses_a_point_whatever_it_supplied() -> None:
    s = supply({"villaro": "l_rg1 l_st1"}, "liberal")
    assert [0, 1] == lost(s, "l_rg1", "l_st1")
    s = supply({"villaro": f"{units(LINE, 6)} l_st1"}, "liberal")
    assert [0] * 6 + [1] == lost(s, *units(LINE, 6).split(), "l_st1")
    s = supply({"villaro": "l_rg1", "bilbao": "l_st1"}, "liberal")
    assert [1, 0] == lost(s, "l_rg1", "l_st1")      # a Train next door does not help


@rule("aiw", "19.2l", "5.3c")
def test_a_train_is_eliminated_by_its_last_point() -> None:
    s = supply({"villaro": "l_rg1 l_st1:1"}, "liberal")
    assert (0, "box") == (lost(s, "l_rg1")[0], at(s, "l_st1"))


@rule("aiw", "19.2m", "5.3f")
def test_a_knapsack_supplies_two_and_loses_a_point() -> None:
    s = supply({"villaro": "l_rg1 l_rg2 knapsack:2"}, "liberal")
    assert ([0, 0], 1) == (lost(s, "l_rg1", "l_rg2"), knapsack(s, "liberal", "villaro"))
    s = supply({"villaro": "l_rg1 knapsack:1"}, "liberal")
    assert ([0], 0) == (lost(s, "l_rg1"), knapsack(s, "liberal", "villaro"))
    s = supply({"villaro": "l_rg1 l_rg2 l_rg3 knapsack:2"}, "liberal")
    assert "liberal GoWithout" == asked(s)          # one of three


@rule("aiw", "19.2n")
def test_the_space_and_a_knapsack_add_up() -> None:
    five = "c_nav1 c_nav2 c_nav3 c_nav4 c_gui1"
    s = supply({"tolosa": f"{five} knapsack:2"}, "carlist")
    assert ([0] * 5, 1) == (lost(s, *five.split()), knapsack(s, "carlist", "tolosa"))
    s = supply({"tolosa": f"{units(five, 4)} knapsack:2"}, "carlist")
    assert 2 == knapsack(s, "carlist", "tolosa")    # the space is enough


@rule("aiw", "19.2o")
def test_supply_is_compulsory_and_the_owner_picks_the_source() -> None:
    s = supply({"villaro": "l_rg1 l_st1 knapsack:2"}, "liberal")
    assert ["from_knapsack", "from_train"] == offered(s)
    do(s, "from_knapsack")
    assert ([0, 0], 1, "nobody") == (lost(s, "l_rg1", "l_st1"), knapsack(s, "liberal", "villaro"), asked(s))
    s = supply({"villaro": "l_rg1 l_st1 knapsack:2"}, "liberal")
    do(s, "from_train")
    assert ([0, 1], 2) == (lost(s, "l_rg1", "l_st1"), knapsack(s, "liberal", "villaro"))


@rule("aiw", "19.2o")
def test_while_somebody_can_be_supplied_he_must_be() -> None:
    s = supply({"villaro": "l_rg1 l_rg2 l_rg3 l_st1 knapsack:2"}, "liberal")
    do(s, "from_knapsack")                          # the third is for the Train
    assert ([0, 0, 0, 1], 1) == (lost(s, "l_rg1", "l_rg2", "l_rg3", "l_st1"), knapsack(s, "liberal", "villaro"))
    s = supply({"villaro": "l_rg1 l_rg2 l_rg3 l_st1 knapsack:2"}, "liberal")
    do(s, "from_train")
    assert 2 == knapsack(s, "liberal", "villaro")   # it would supply nobody


@rule("aiw", "19.2o", "5.2a")
def test_from_the_question_nobody_learns_of_a_train() -> None:
    s = war({"villaro": "l_rg1 l_rg2 knapsack:2"}, side="liberal", secret=True)
    for name in ("l_rg1", "l_rg2"):
        s.may[block(s, name)] |= TRAINS & ~bitset([UNIT["c_st1"]])
    run(s, SupplyStep(LIBERAL))
    assert "liberal Source" == asked(s)
    assert ["from_knapsack"] == offered(s)
    assert ("19.2l", "no_train_here") == why(s, "from_train")


@rule("aiw", "19.2m", "5.2a")
def test_where_everybody_knows_that_there_is_no_train_nobody_is_asked_for_the_source() -> None:
    s = supply({"villaro": "l_rg1 l_rg2 knapsack:2"}, "liberal", secret=True)
    assert ("nobody", 1) == (asked(s), knapsack(s, "liberal", "villaro"))


@rule("aiw", "19.2p")
def test_the_owner_says_who_goes_without() -> None:
    s = supply({"tolosa": "c_gui1", "calahorra": "c_par1 c_nav1 c_nav2 c_nav3 c_nav4"}, "carlist")
    assert ("19.0c", "needs_no_supply") == why(s, "without c_par1")
    assert ("19.2p", "unit_is_elsewhere") == why(s, "without c_gui1")
    do(s, "without c_nav3")
    assert [0] * 4 == lost(s, "c_nav1", "c_nav2", "c_nav3", "c_nav4")      # all are named first
    assert ("19.2p", "goes_without_already") == why(s, "without c_nav3")
    do(s, "without c_nav1", dice=[])
    assert [1, 0, 1, 0] == lost(s, "c_nav1", "c_nav2", "c_nav3", "c_nav4")
    assert not s.apart


# ----------------------------------------------------------------------------------------------------- unsupplied units


@rule("aiw", "19.0c")
def test_partidas_guns_trains_knapsacks_and_garrisons_need_nothing() -> None:
    s = supply({"calahorra": "c_nav1 c_nav2 c_par1 c_par2 field:1 mountain:1", "llodio": "c_par3"}, "carlist")
    assert ([0, 0], 1, 1) == (lost(s, "c_nav1", "c_nav2"), strength(s, "c_par1"), strength(s, "c_par2"))
    s = supply({"orduna": "liberal field:2", "villaro": "l_rg1 l_st1"}, "liberal", forts={"liberal": ["orduna"]})
    assert (2, 0) == guns(s, "liberal", "orduna")
    four = "c_nav1 c_nav2 c_nav3 c_nav4"
    s = supply({"tolosa": four}, "carlist", forts={"carlist": ["tolosa"]})      # the Garrison is no fifth
    assert [0] * 4 == lost(s, *four.split())


@rule("aiw", "19.2a", "19.2p")
def test_in_a_region_a_knapsack_spares_two_the_dice() -> None:
    s = supply({"aragon": "c_nav1 c_nav2 c_nav3 knapsack:2"}, "carlist")
    assert "carlist GoWithout" == asked(s)
    do(s, "without c_nav2", dice=[3])
    assert [0, 1, 0] == lost(s, "c_nav1", "c_nav2", "c_nav3")


# --------------------------------------------------------------------------------------------------------- the besieged


@rule("aiw", "19.2i", "19.3c")
def test_besieged_units_get_nothing_from_their_space() -> None:
    places = {"inside tolosa": "c_nav1", "tolosa": "l_rg1 field:1"}
    s = supply(places, "carlist", dice=[4], forts={"carlist": ["tolosa"]}, siege=["tolosa"])
    assert [1] == lost(s, "c_nav1")             # -1 for the guns


@rule("aiw", "19.2j", "4.3c")
def test_a_port_supplies_the_besieged_and_their_garrison() -> None:
    places = {"inside san_sebastian": "l_rg1 l_rg2", "san_sebastian": "c_nav1 field:2"}
    s = supply(places, "liberal", siege=["san_sebastian"])
    assert [0, 0] == lost(s, "l_rg1", "l_rg2")
    s = supply({"san_sebastian": "c_nav1 field:2"}, "liberal", siege=["san_sebastian"])
    assert s.forts[LIBERAL] >> area("san_sebastian") & 1
    places = {"inside guetaria": "c_nav1 field:1", "guetaria": "l_rg1 field:1"}
    s = supply(places, "carlist", dice=[3], forts={"carlist": ["guetaria"]}, siege=["guetaria"])
    assert [1] == lost(s, "c_nav1")             # for the Liberals only


@rule("aiw", "19.2k", "4.3d")
def test_bilbao_besieged_gets_nothing_through_its_port() -> None:
    places = {"inside bilbao": "l_rg1 field:1", "bilbao": "c_nav1 field:1"}
    s = supply(places, "liberal", dice=[3], siege=["bilbao"])
    assert [1] == lost(s, "l_rg1")
