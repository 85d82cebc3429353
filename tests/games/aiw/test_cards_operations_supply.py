"""Operational cards of supply, Fortresses and sieges."""

from __future__ import annotations

import pytest

from tablero.games.aiw.board import CARD, CARDS, CARLIST, LIBERAL, SIDES, SIEGE, SUPPLY, area
from tablero.games.aiw.cards.carlist_operations import barred_coup
from tablero.games.aiw.rules.r03_turn.s00_player_phase import phase
from tablero.games.aiw.rules.r15_combat import CombatStep
from tablero.games.aiw.rules.r19_supply.s00_supply import SiegeAttrition, SupplyStep
from tablero.games.aiw.rules.r19_supply.s02_sources import CheckSupply
from tablero.games.aiw.state import INSIDE, Aiw
from tablero.kernel.refusals import Refusal
from tests.games.aiw.hands import acts, discarded, key, plays_now
from tests.games.aiw.war import asked, at, block, do, offered, run, strength, told, war
from tests.rules import card, rule

# ------------------------------------------------------------------------------------------------------------ L5 convoy


@rule("aiw", "19.2n", "7.1d")
@card("aiw", "convoy")
def test_a_convoy_supplies_three_units_without_a_train() -> None:
    s = war({"villarreal": "l_rg1 l_rg2 l_ln1 l_st1"}, side="liberal", hands=["convoy"])
    run(s, CheckSupply(LIBERAL, area("villarreal")))
    assert plays_now(s, "convoy")
    do(s, "play convoy")
    assert [4, 4, 4, 4] == [strength(s, u) for u in ("l_rg1", "l_rg2", "l_ln1", "l_st1")]
    s = war({"villarreal": "l_rg1 l_rg2 l_ln1 l_st1"}, side="liberal", hands=["convoy"])
    run(s, CheckSupply(LIBERAL, area("villarreal")))
    do(s, "pass")
    assert 3 == strength(s, "l_st1")


@rule("aiw", "19.2a", "7.1c")
@card("aiw", "convoy")
@pytest.mark.parametrize(
    ("x", "others", "plays"),
    [
        ("villarreal", {}, True),                                   # one road from Vitoria
        ("durango", {}, True),                                      # two, and next to Bilbao
        ("onate", {}, True),                                        # two roads by Villarreal or Salvatierra
        ("onate", {"villarreal": "c_nav1", "salvatierra": "c_nav2"}, False),
        ("onate", {"villarreal": "c_nav1"}, True),
        ("segura", {}, False),                                      # too far
    ],
)
def test_a_convoy_comes_two_roads_far_if_no_carlist_is_on_the_way(x: str, others: dict[str, str], plays: bool) -> None:
    s = war({x: "l_rg1 l_rg2 l_rg3", **others}, side="liberal", hands=["convoy"], secret=True)
    run(s, CheckSupply(LIBERAL, area(x)))
    assert plays == (asked(s) == "liberal CardWindow" and plays_now(s, "convoy"))


@rule("aiw", "19.0a", "7.1c")
@card("aiw", "convoy")
@pytest.mark.parametrize(("places", "side", "asks"), [
    ({"calahorra": "l_rg1 l_rg2 l_rg3 l_rg4 l_st1"}, "liberal", True),
    ({"calahorra": "l_rg1 l_rg2 l_rg3 l_rg4"}, "liberal", False),       # they have enough
    ({"asturias_cantabria": "l_rg1 l_rg2 l_rg3 l_rg4 l_ln1 l_ln2 l_st1"}, "liberal", False),
    ({"inside vitoria": "l_rg1", "vitoria": "c_nav1"}, "liberal", False),
    ({"calahorra": "c_nav1 c_nav2 c_nav3"}, "carlist", False),
])
def test_the_liberal_is_asked_for_a_convoy_where_spaces_of_the_north_want_supply(
    places: dict[str, str], side: str, asks: bool
) -> None:
    s = war(places, side=side, siege=["vitoria"] if "vitoria" in places else [], hands=["convoy"], secret=True)
    run(s, SupplyStep(SIDES.index(side)))
    assert asks == (asked(s) == "liberal CardWindow")


@rule("aiw", "7.1c")
@card("aiw", "convoy")
def test_no_convoy_sets_out_from_a_besieged_city() -> None:
    for siege in ([], ["vitoria"]):
        s = war({"salvatierra": "l_rg1 l_rg2 l_rg3"}, side="liberal", hands=["convoy"], siege=siege)
        run(s, CheckSupply(LIBERAL, area("salvatierra")))
        assert (asked(s) == "liberal CardWindow") == (not siege)


@rule("aiw", "7.1c", "19.2a")
@card("aiw", "convoy")
def test_a_convoy_sets_out_from_a_main_town_too_and_does_not_come_to_the_besieged() -> None:
    s = war({"estella": "l_rg1 l_rg2 l_rg3"}, side="liberal", hands=["convoy"], siege=["pamplona"])
    run(s, CheckSupply(LIBERAL, area("estella")))
    assert plays_now(s, "convoy")
    s = war({"vitoria": "c_nav1", "inside vitoria": "l_rg1"}, side="liberal", siege=["vitoria"])
    s.call(CheckSupply(LIBERAL, INSIDE + area("vitoria")))
    assert not CARDS.allows(s, LIBERAL, SUPPLY, CARD["convoy"], s.stack[-1])


# --------------------------------------------------------------------------------------------------- L6 fortified posts


@rule("aiw", "10.2b", "10.2d", "7.1d")
@card("aiw", "fortified_posts")
def test_a_post_is_a_fortress_at_once_for_nothing() -> None:
    s = war({"haro": "l_ln1 l_lnc1", "vitoria": "l_ln2"}, side="liberal", hands=["fortified_posts"], points=0)
    acts(s)
    events = do(s, "play fortified_posts")
    assert [(LIBERAL, area("haro"))] == told(events, "completed")
    assert ["haro", 1] == [at(s, "l_ln1"), s.forts[LIBERAL] >> area("haro") & 1]        # the only one that can build
    assert (0, 1) == (s.works[LIBERAL], s.acted >> block(s, "l_ln1") & 1)


@rule("aiw", "10.2b", "7.1c")
@card("aiw", "fortified_posts")
def test_a_post_needs_all_that_a_fortress_needs() -> None:
    s = war({"haro": "l_ln1 l_lnc1", "najera": "l_ln3", "vitoria": "l_ln2"}, side="liberal", hands=["fortified_posts"])
    acts(s)
    do(s, "play fortified_posts")
    assert {"build l_ln1", "build l_ln3"} == set(offered(s))
    assert ("infantry_builds", "no_building_site") == (key(s, "build l_lnc1"), key(s, "build l_ln2"))
    s = war({"vitoria": "l_ln1"}, side="liberal", hands=["fortified_posts"])
    assert "card_not_now" == key(acts(s), "play fortified_posts")


# ---------------------------------------------------------------------------------------------------------- C22 customs


def hungry(x: str) -> Aiw:
    there = {x: "c_nav1 field:1", f"inside {x}": "l_rg1"}
    return war(there, side="liberal", siege=[x], secret=True, hands=["customs"])


@rule("aiw", "19.3c", "7.1d", "24.5b")
@card("aiw", "customs")
def test_customs_guards_make_siege_attrition_worse() -> None:
    s = hungry("vitoria")
    run(s, SiegeAttrition(LIBERAL))
    assert "carlist CardWindow" == asked(s)
    do(s, "play customs", dice=[5])
    with_card = strength(s, "l_rg1")
    s = hungry("vitoria")
    run(s, SiegeAttrition(LIBERAL))
    do(s, "pass", dice=[5])
    assert (3, 4) == (with_card, strength(s, "l_rg1"))


@rule("aiw", "19.3c", "7.1c")
@card("aiw", "customs")
@pytest.mark.parametrize(("places", "side", "asks"), [
    ({"inside vitoria": "l_rg1 l_rg2", "vitoria": "c_nav1"}, "liberal", True),
    ({"inside vitoria": "l_rg1 l_rg2 knapsack:1", "vitoria": "c_nav1"}, "liberal", False),      # they have enough
    ({"inside vitoria": "c_nav1 c_nav2", "vitoria": "l_rg1"}, "carlist", False),
    ({"villarreal": "l_rg1"}, "liberal", False),
])
def test_the_carlist_is_asked_for_customs_where_besieged_liberals_are_about_to_roll(
    places: dict[str, str], side: str, asks: bool
) -> None:
    siege = ["vitoria"] if "vitoria" in places else []
    s = war(places, side=side, forts={side: ["vitoria"]}, siege=siege, hands=["customs"], secret=True)
    run(s, SupplyStep(SIDES.index(side)))
    assert asks == (asked(s) == "carlist CardWindow")


@rule("aiw", "19.2j", "7.1c")
@card("aiw", "customs")
def test_no_customs_where_a_port_supplies() -> None:
    for x, watch in (("san_sebastian", False), ("vitoria", True)):
        s = hungry(x)
        s.call(CheckSupply(LIBERAL, INSIDE + area(x)))
        assert watch == CARDS.allows(s, CARLIST, SIEGE, CARD["customs"], s.stack[-1])


# ----------------------------------------------------------------------------------------------------- C24 coup de main


def coup(places: dict[str, str], forts: list[str], siege: tuple[str, ...] = (), secret: bool = False) -> Aiw:
    """The Combat step of a Carlist phase, to its first question."""
    s = war(places, year=1836, hands=["coup_de_main"], forts={"liberal": forts}, siege=siege, secret=secret)
    run(s, CombatStep(CARLIST))
    return s


@rule("aiw", "18.1m", "18.1n", "18.1o", "7.1d")
@card("aiw", "coup_de_main")
def test_a_coup_is_an_assault_of_one_round_without_guns() -> None:
    s = coup({"salvatierra": "c_nav1 c_nav2 c_nav3 field:1"}, ["salvatierra"])
    assert "carlist CardWindow" == asked(s)
    do(s, "play coup_de_main")
    assert "carlist ChooseFiring" == asked(s)
    do(s, "fire c_nav1", "fire c_nav2", dice=[6, 6, 6, 6, 6, 6, 6, 6])      # Garrison, then the two
    assert (1 << area("salvatierra"), 1) == (s.siege, s.forts[LIBERAL] >> area("salvatierra") & 1)
    assert "Second" not in asked(s)
    assert discarded(s, "coup_de_main")


@rule("aiw", "18.1k", "18.3a", "18.1w")
@card("aiw", "coup_de_main")
def test_a_coup_may_take_the_fortress() -> None:
    s = coup({"salvatierra": "c_nav1"}, ["salvatierra"])
    do(s, "play coup_de_main", dice=[2, 2, 2, 6, 6])                # the Garrison hits on 1, c_nav1 on 2
    assert "carlist KeepFortress" == asked(s)
    do(s, "keep")
    assert s.forts[CARLIST] >> area("salvatierra") & 1


@rule("aiw", "7.1c", "18.1z")
@card("aiw", "coup_de_main")
@pytest.mark.parametrize(
    ("places", "forts", "siege", "imaginable"),
    [
        ({"salvatierra": "c_nav1"}, ["salvatierra"], [], True),
        ({"salvatierra": "c_nav1"}, ["salvatierra"], ["salvatierra"], True),
        ({"salvatierra": "c_par1"}, ["salvatierra"], ["salvatierra"], True),        # asked, but see below
        ({"vitoria": "c_nav1"}, [], ["vitoria"], False),                            # a City
        ({"estella": "c_nav1"}, ["salvatierra"], [], False),
    ],
)
def test_when_a_coup_is_imaginable(
    places: dict[str, str], forts: list[str], siege: list[str], imaginable: bool
) -> None:
    s = coup(places, forts, siege=tuple(siege), secret=True)
    assert imaginable == (asked(s) == "carlist CardWindow")
    if imaginable and "c_par1" in places.values():
        assert ["pass"] == offered(s)


@rule("aiw", "18.1z", "7.1c", "17.9r")
@card("aiw", "coup_de_main")
def test_where_a_coup_may_not_be_made() -> None:
    besieged = ("vitoria", "salvatierra", "estella", "maestu", "onate", "vergara")
    places = dict(zip(besieged, ("c_ala1", "c_nav1", "c_par1", "c_nav3", "c_gui1", "c_par2 c_gui2")))
    s = coup({**places, "durango": "c_bis1"}, [*besieged[1:]], besieged, secret=True)
    phase(s).assaulted |= 1 << area("maestu")
    s.retreated |= 1 << block(s, "c_gui1") | 1 << block(s, "c_gui2")
    do(s, "play coup_de_main")
    assert ["assault salvatierra"] == offered(s)
    assert ("coup_needs_infantry", "not_where_the_card_says") == (key(s, "assault vergara"), key(s, "assault durango"))
    assert ["no_coup_against_a_city", "coup_needs_infantry", "assaulted_already", "not_where_the_card_says"] == [
        key(s, f"assault {x}") for x in ("vitoria", "estella", "maestu", "onate")
    ]


@rule("aiw", "7.1c")
def test_a_coup_needs_all_defenders_inside() -> None:
    s = war({"salvatierra": "c_nav1 l_ln1"}, forts={"liberal": ["salvatierra"]})
    assert Refusal("7.1d", "defenders_must_be_inside") == barred_coup(s, area("salvatierra"))
