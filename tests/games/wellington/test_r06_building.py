"""[6] Building and regrouping: costs, places, and pieces in besieged Fortresses."""

from __future__ import annotations

import pytest

import tablero
from tablero.games.wellington.board import BRITAIN, CARD, DUCHY_NAMES, INFANTRY, NORD, ON_MAP, SPAIN, SUD
from tablero.games.wellington.rules.r04_sequence.s02_impulses import Impulse
from tablero.games.wellington.rules.r06_building import PlaceBuilt, Spending, has_room, leader_cost, soldier_cost
from tablero.games.wellington.rules.r06_placement import (
    Placement,
    PlaceSoldiers,
    Relief,
    leader_homes,
    relief_waits,
    soldier_homes,
)
from tablero.games.wellington.state import Duchies
from tablero.kernel.bits import bitset, ids_of
from tests.games.wellington.combat import impulse
from tests.games.wellington.field import (
    asked,
    at,
    do,
    game,
    leader,
    leaders,
    offered,
    pieces_at,
    refused,
    run,
    sps,
    told,
    x,
)
from tests.games.wellington.marching import points
from tests.rules import rule


def names(duchies: Duchies) -> list[str]:
    return sorted(DUCHY_NAMES[y] for y in ids_of(duchies))


# --- costs


@rule("wellington", "6.1a", "6.1b", "6.2a", "6.2b", "1.5a")
def test_soldiers_cost_two_points_for_each_strength_point_and_one_from_the_regroup_box() -> None:
    assert [(2, 1), (4, 2), (8, 4)] == [(soldier_cost(arm, False), soldier_cost(arm, True)) for arm in range(3)]


@rule("wellington", "6.1a", "6.1b", "6.1c", "6.2a", "6.2b", "20aa")
@pytest.mark.parametrize("name, cost", [("wellington", 5), ("beresford", 3), ("hill", 2)])
def test_leaders_cost_half_their_command_rating_rounded_up_and_one_point_from_the_regroup_box(
    name: str, cost: int
) -> None:
    assert (cost, 1) == (leader_cost(leader(name), False), leader_cost(leader(name), True))
    s = game()
    run(s, Spending(BRITAIN, 6))
    do(s, f"build_leader {name}", "place lisbon")
    assert ("lisbon", 6 - cost) == (at(s, name), points(s))
    s = game({"regroup": name})
    run(s, Spending(BRITAIN, 6))
    do(s, f"build_leader {name}", "place lisbon")
    assert ("lisbon", 5) == (at(s, name), points(s))


@rule("wellington", "6.1b", "6a")
def test_six_points_build_an_infantry_and_a_cavalry() -> None:
    s = game()
    run(s, Spending(BRITAIN, 6))
    do(s, "build infantry", "place lisbon")
    assert refused(s, "build artillery") == ("6.1a", "too_few_points")
    do(s, "build cavalry", "place porto")
    assert (1, 2, "nobody") == (sps(s, "britain", "lisbon"), sps(s, "britain", "porto"), asked(s))


@rule("wellington", "6.2b", "6a", "20al")
def test_what_is_in_the_regroup_box_is_regrouped() -> None:
    s = game({"regroup": "wellington britain:2"})
    run(s, Spending(BRITAIN, 3))
    assert refused(s, "regroup artillery") == ("6.1a", "too_few_points")
    do(s, "regroup infantry", "place lisbon")
    assert refused(s, "regroup cavalry") == ("6a", "regroup_box_empty")
    assert (1, 1, 2) == (sps(s, "britain", "lisbon"), sps(s, "britain", "regroup"), points(s))
    do(s, "build_leader wellington", "place lisbon")
    assert ("lisbon", 1) == (at(s, "wellington"), points(s))
    run(s, Placement(BRITAIN, BRITAIN, x("lisbon"), sps=1))
    assert 1 == sps(s, "britain", "regroup"), "what is built does not come out of it"


@rule("wellington", "1.5d", "6a")
def test_building_is_limited_by_the_counters() -> None:
    s = game({"lisbon": "britain:38"})
    run(s, Spending(BRITAIN, 6))
    assert refused(s, "build infantry") == ("1.5d", "no_counters")
    s = game({"lisbon": "britain:37"})
    run(s, Spending(BRITAIN, 6))
    assert refused(s, "build infantry") is None
    assert refused(s, "build cavalry") == ("1.5d", "no_counters")


# --- places


@rule("wellington", "6.3a", "1.21e", "1.21g")
def test_soldiers_enter_in_controlled_home_duchies() -> None:
    s = game(flags={"nord": "braga"})
    assert ("braga" in names(soldier_homes(s, BRITAIN)), "porto" in names(soldier_homes(s, BRITAIN))) == (False, True)
    assert 13 == len(names(soldier_homes(s, BRITAIN))), "fourteen in Portugal and Gibraltar, without Braga"
    assert ["bayonne", "bordeaux", "mont_de_marsan", "orthez"] == names(soldier_homes(s, NORD))
    assert ["foix", "perpignan", "tarbes", "toulouse"] == names(soldier_homes(s, SUD))
    run(s, Spending(BRITAIN, 2))
    do(s, "build infantry")
    assert ("place porto" in offered(s), "place braga" in offered(s), "place plymouth" in offered(s)) == (
        True, False, False)


@rule("wellington", "6.3a", "3.1d")
def test_an_enemy_formation_bars_an_unfortified_home_duchy() -> None:
    s = game({"braga": "nord:1", "porto": "nord:1"})
    assert ("braga" in names(soldier_homes(s, BRITAIN)), "porto" in names(soldier_homes(s, BRITAIN))) == (False, True)


@rule("wellington", "1.21f", "20p", "20r")
def test_every_duchy_of_spain_under_spanish_control_is_a_spanish_home() -> None:
    s = game(flags={"spain": "seville braga"})
    found = names(soldier_homes(s, SPAIN))
    assert ("seville" in found, "cadiz" in found, "braga" in found, "madrid" in found) == (True, True, False, False)


@rule("wellington", "6.3b")
def test_leaders_enter_in_home_keys() -> None:
    s = game()
    assert ["bayonne", "bordeaux"] == names(leader_homes(s, NORD))
    assert ["cadiz", "cartagena", "oviedo", "valencia"] == names(leader_homes(s, SPAIN))


@rule("wellington", "6.3h")
def test_british_leaders_may_enter_at_plymouth_and_leave_it_only_by_sea() -> None:
    s = game()
    run(s, Spending(BRITAIN, 4))
    do(s, "build_leader hill")
    assert "place plymouth" in offered(s)
    do(s, "place plymouth")
    assert refused(s, "lead hill") == ("6.3h", "only_by_sea")
    assert not ON_MAP >> s.at[leader("hill")] & 1


@rule("wellington", "6.3e", "6.3g")
def test_a_french_power_without_home_uses_that_of_the_other() -> None:
    s = game({"orthez": "britain:1"}, flags={"spain": "bayonne bordeaux mont_de_marsan"})
    assert ["foix", "perpignan", "tarbes", "toulouse"] == names(soldier_homes(s, NORD))
    assert ["perpignan", "toulouse"] == names(leader_homes(s, NORD))
    s = game(flags={"spain": "bayonne bordeaux mont_de_marsan"})
    assert ["orthez"] == names(soldier_homes(s, NORD)), "one is enough"
    assert [] == names(leader_homes(s, NORD))


@rule("wellington", "6.3e")
def test_a_besieged_hasty_fortress_is_no_home() -> None:
    s = game({"orthez": "britain:1"}, flags={"spain": "bayonne bordeaux mont_de_marsan"})
    s.hasty = 1 << x("orthez")
    assert ["foix", "orthez", "perpignan", "tarbes", "toulouse"] == names(soldier_homes(s, NORD))
    s = game(flags={"spain": "bayonne bordeaux mont_de_marsan"})
    s.hasty = 1 << x("orthez")
    assert ["orthez"] == names(soldier_homes(s, NORD))


@rule("wellington", "6.3f")
def test_events_use_the_home_of_the_other_french_power_too() -> None:
    s = game(flags={"spain": "bayonne bordeaux mont_de_marsan orthez"}, active="nord")
    run(s, PlaceSoldiers(NORD, NORD, 1, soldier_homes(s, NORD)))
    assert ["place tarbes", "place toulouse", "place foix", "place perpignan"] == offered(s)
    do(s, "place foix")
    assert "nord:1" == pieces_at(s, "foix")


@rule("wellington", "6.3a")
def test_portuguese_unrest_leaves_lisbon_and_gibraltar() -> None:
    s = game()
    s.turn_events = 1 << CARD["portuguese_unrest"]
    assert ["gibraltar", "lisbon"] == names(soldier_homes(s, BRITAIN))
    assert "porto" in names(leader_homes(s, BRITAIN))


# --- reactions


@rule("wellington", "6.3c", "20h")
def test_what_is_placed_before_an_enemy_army_may_be_intercepted() -> None:
    s = game({"ciudad_rodrigo": "marmont nord:4"})
    run(s, Placement(BRITAIN, BRITAIN, x("almeida"), sps=1))
    assert "nord ReactionWindow" == asked(s)
    assert any(word.startswith("intercept") for word in offered(s))


@rule("wellington", "6.3c", "6.3i")
def test_in_a_besieged_fortress_the_battle_waits_until_all_pieces_are_placed() -> None:
    s = game({"lisbon": "nord:2", "porto": "hill"}, flags={"nord": "santarem"})
    run(s, Spending(BRITAIN, 6))
    do(s, "build infantry", "place lisbon")
    assert ("britain SpendPoints", x("lisbon")) == (asked(s), relief_waits(s))
    assert ["build infantry", "build cavalry", "build_leader beresford", "build_leader graham", "relieve", "done"] == (
        offered(s))
    do(s, "build cavalry")
    assert "britain:3 nord:2" == pieces_at(s, "lisbon"), "nowhere else, so nothing is asked"
    assert "nobody" == asked(s), "no points are left; it waits for another card or the end of the Impulse"
    run(s, Relief(BRITAIN, x("lisbon")))
    assert "nord ReactionWindow" == asked(s)


@rule("wellington", "6.3c", "6.3i")
def test_the_battle_at_corunna_waits_as_anywhere() -> None:
    s = game({"la_coruna": "nord:2"}, active="spain")
    s.hasty = 1 << x("la_coruna")
    run(s, Spending(SPAIN, 4))
    do(s, "build infantry", "place la_coruna")
    assert {"build infantry", "relieve", "done"} == set(offered(s)), "no Leader: it is no Key"
    do(s, "build infantry")
    assert ("spain:2 nord:2", "nobody") == (pieces_at(s, "la_coruna"), asked(s)), "nowhere else"
    Impulse(SPAIN).relief(s)
    assert isinstance(s.stack[-1], Relief)


@rule("wellington", "6.3b", "1.5d")
def test_a_leader_needs_no_counter_of_soldiers() -> None:
    s = game({"lisbon": "wellington britain:38"})
    run(s, Spending(BRITAIN, 5))
    do(s, "build_leader hill", "place porto")
    assert "porto" == at(s, "hill")


@rule("wellington", "1.5d", "6.3a")
def test_soldiers_are_built_if_there_is_a_counter_for_them_somewhere() -> None:
    homes = ("porto", "braga", "viseu", "almeida", "coimbra", "castelo_branco", "abrantes", "santarem", "lisbon",
             "elvas", "evora", "beja", "gibraltar", "salamanca")
    s = game(dict.fromkeys(homes, "britain:1"))             # all of the infantry
    run(s, Spending(BRITAIN, 4))
    assert refused(s, "build infantry") is None
    do(s, "build infantry")
    assert (None, "no_counters") == (refused(s, "place porto"), getattr(refused(s, "place faro"), "key", "")), (
        "two are cavalry")


@rule("wellington", "6.3c", "6.3i")
def test_the_besieger_may_evade_the_relief_and_else_fights() -> None:
    s = game({"lisbon": "nord:2"}, flags={"nord": "santarem"})
    run(s, Spending(BRITAIN, 4))
    do(s, "build infantry", "place lisbon", "relieve")
    assert ("nord ReactionWindow", ["pass", "evade santarem"]) == (asked(s), offered(s))
    events = do(s, "pass", dice=[1] * 60)
    assert [(BRITAIN, x("lisbon"))] == told(events, "battle")


@rule("wellington", "6.3d")
def test_built_pieces_that_lose_the_relief_go_to_the_regroup_box() -> None:
    s = game({"lisbon": "nord:4 britain:2"})
    run(s, Relief(BRITAIN, x("lisbon")), dice=[1, 1, 1, 5, *[1] * 60])
    assert (2, "nord:4") == (sps(s, "britain", "regroup"), pieces_at(s, "lisbon"))


@rule("wellington", "6b")
def test_a_soldier_that_a_battle_kills_may_be_built_again() -> None:
    s = game({"lisbon": "wellington britain:2", "santarem": "nord:4"})
    run(s, Spending(BRITAIN, 1))
    do(s, "lead wellington", "step santarem", "pass", dice=[1] * 8 + [6] + [1] * 60)
    assert (1, 0) == (sum(sps(s, "britain", name) for name in ("lisbon", "santarem")), sps(s, "britain", "regroup"))


# --- Soldiers by Event


@rule("wellington", "6.3a", "10.1a")
def test_an_event_places_soldiers_one_by_one_and_enemies_react_when_all_are_there() -> None:
    s = game({"ciudad_rodrigo": "marmont nord:4"})
    run(s, PlaceSoldiers(BRITAIN, BRITAIN, 3, soldier_homes(s, BRITAIN)))
    do(s, "place almeida", "place porto", "place almeida")
    assert ("nord ReactionWindow", "britain:2") == (asked(s), pieces_at(s, "almeida"))
    do(s, "pass")
    assert ("nobody", "britain:1") == (asked(s), pieces_at(s, "porto"))


@rule("wellington", "6.3a")
def test_an_event_may_ask_for_different_duchies_or_allow_fewer() -> None:
    s = game()
    run(s, PlaceSoldiers(NORD, NORD, 2, bitset([x("madrid"), x("toledo")]), apart=True, up_to=True))
    assert ["place madrid", "place toledo", "done"] == offered(s)
    do(s, "place madrid")
    assert ["place toledo", "done"] == offered(s)
    do(s, "done")
    assert ("nord:1", "", "nobody") == (pieces_at(s, "madrid"), pieces_at(s, "toledo"), asked(s))


@rule("wellington", "6.2a")
def test_an_event_returns_soldiers_from_the_regroup_box() -> None:
    s = game({"regroup": "britain:2"})
    run(s, PlaceSoldiers(BRITAIN, BRITAIN, 3, soldier_homes(s, BRITAIN), regrouped=True))
    do(s, "place lisbon", "place lisbon")
    assert (2, 0, "nobody") == (sps(s, "britain", "lisbon"), sps(s, "britain", "regroup"), asked(s))


@rule("wellington", "9.6c")
def test_a_leader_placed_beside_leaders_of_the_ally_needs_a_commander() -> None:
    s = game({"cadiz": "ballesteros spain:2", "regroup": "hill"})
    run(s, Placement(BRITAIN, BRITAIN, x("cadiz"), leaders=leaders("hill")))
    assert "spain NameCommander" == asked(s)


# --- what else CPs are for


@rule("wellington", "6.1c", "6.2b")
def test_a_leader_on_the_map_is_not_built_again() -> None:
    s = game({"lisbon": "hill", "regroup": "graham"})
    run(s, Spending(BRITAIN, 9))
    found = {text for text in offered(s) if text.startswith("build_leader")}
    assert {"build_leader wellington", "build_leader graham", "build_leader beresford"} == found
    do(s, "build_leader wellington")
    assert "6.3b" == tablero.prompt(s, BRITAIN).rule
    assert {"place lisbon", "place porto", "place plymouth"} <= set(offered(s))
    assert "place braga" not in offered(s), "no Key"
    before = s.frame(Spending).points
    events = do(s, "place porto")
    assert ("porto", [(leader("wellington"), x("porto"))]) == (at(s, "wellington"), told(events, "leader_placed"))
    assert before > s.frame(Spending).points
    assert impulse(s).arrived == leaders("wellington")


@rule("wellington", "12.2b")
def test_a_siege_among_points_costs_none() -> None:
    s = game({"ciudad_rodrigo": "hill britain:2", "lisbon": "graham", "regroup": "wellington"})
    run(s, Spending(BRITAIN, 4))
    assert ["besiege hill"] == [text for text in offered(s) if text.startswith("besiege")]
    events = do(s, "besiege hill", dice=[1] * 20)
    assert ([(BRITAIN, x("ciudad_rodrigo"))], 4) == (told(events, "siege"), s.frame(Spending).points)


@rule("wellington", "1.5d", "6a", "5.11a")
def test_soldiers_that_leave_the_regroup_box_bring_their_counter_along() -> None:
    alone = ("porto", "braga", "viseu", "almeida", "coimbra", "castelo_branco", "abrantes", "elvas", "evora", "beja",
             "faro", "gibraltar", "cadiz")
    s = game({"regroup": "britain:1", **dict.fromkeys(alone, "britain:1")})     # 14 of 14 infantry
    for regrouped in (True, False):
        assert regrouped == has_room(s, BRITAIN, x("lisbon"), INFANTRY, regrouped)
        frame = PlaceSoldiers(BRITAIN, BRITAIN, 1, 1 << x("lisbon"), regrouped=regrouped)
        frame.x = x("lisbon")
        assert (["put"] if regrouped else [None]) == [frame.make_room(s)]
    place = ("place", x("lisbon"))
    assert PlaceBuilt(BRITAIN, -1, leader("wellington"), False).refuse(s, BRITAIN, place) is None, "a Leader has room"
    assert PlaceBuilt(BRITAIN, INFANTRY, -1, False).refuse(s, BRITAIN, place) is not None
