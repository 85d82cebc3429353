"""Operational cards of the Rest of Spain: Expeditions and those who hunt them."""

from __future__ import annotations

import pytest

from tablero.games.aiw import GAME
from tablero.games.aiw.board import CARD, CARLIST, FIRST_REGION, LEAST_UPRISING, LIBERAL, REMOVED, area
from tablero.games.aiw.rules.r03_turn.s00_player_phase import PlayerPhase, phase
from tablero.games.aiw.rules.r04_map import settle
from tablero.games.aiw.rules.r05_units.s01_blocks import put
from tablero.games.aiw.rules.r05_units.s04_elimination import eliminate
from tablero.games.aiw.rules.r09_victory import expeditions
from tablero.games.aiw.rules.r22_uprising import level
from tablero.games.aiw.rules.r23_regions.s00_expeditions import expedition_moves
from tablero.games.aiw.rules.r23_regions.s02_combat import Locate
from tablero.games.aiw.state import OFF
from tests.games.aiw.hands import acts, key, plays_now
from tests.games.aiw.war import asked, at, block, do, guns, offered, run, told, war
from tests.rules import card, rule

# ------------------------------------------------------------------------------------------------------------- L28 Oráa


@rule("aiw", "23.2b", "7.1d")
@card("aiw", "oraa")
@pytest.mark.parametrize(
    ("die", "gomez", "found"), [(4, False, True), (3, False, False), (5, True, False), (6, True, True)]
)
def test_oraa_finds_expeditions(die: int, gomez: bool, found: bool) -> None:
    s = war({"aragon": "l_rg1 c_nav1"}, side="liberal", year=1837, hands=["oraa"])
    s.gomez = area("aragon") if gomez else OFF
    run(s, Locate(area("aragon")))
    events = do(s, "play oraa", dice=[die] + [6] * 8 * found)
    assert found == bool(told(events, "located"))


@rule("aiw", "23.4d", "10.7b", "7.1d")
@card("aiw", "oraa")
def test_oraa_suppresses_an_uprising_for_nothing() -> None:
    s = war({"aragon": "c_nav1", "vitoria": "l_rg1"}, side="liberal", year=1837, hands=["oraa"], points=1,
            uprising={"valencia_murcia": 2, "catalonia": 2, "aragon": 2})
    acts(s)
    do(s, "play oraa")
    assert ["suppress catalonia", "suppress valencia_murcia"] == sorted(offered(s))
    assert "expedition_in_the_region" == key(s, "suppress aragon")
    do(s, "suppress catalonia", dice=[2])                           # +1: three, above the level
    assert (1, 2) == (level(s, area("catalonia")), phase(s).points)


@rule("aiw", "7.1c")
@card("aiw", "oraa")
def test_oraa_needs_an_uprising() -> None:
    s = war({"vitoria": "l_rg1"}, side="liberal", year=1837, hands=["oraa"])
    s.uprising = list(LEAST_UPRISING)
    assert "card_not_now" == key(acts(s), "play oraa")


# -------------------------------------------------------------------------------- C13 Guergué, C26 the Royal Expedition


@rule("aiw", "23.0d", "22.0a", "10.0k", "7.1d")
@card("aiw", "guergue")
def test_guergue_goes_straight_to_aragon() -> None:
    s = war(
        {"estella": "c_nav1 c_nav2 c_nav3 c_nav4 c_par1 c_st1 mountain:2", "tolosa": "c_gui1", "alsasua": "c_ala1"},
        hands=["guergue"], points=0, secret=True,
    )
    acts(s)
    do(s, "play guergue")
    assert ("somebody_must_go", "not_where_the_card_says", "no_partida", "cannot_move_alone") == (
        key(s, "done"), key(s, "add c_gui1"), key(s, "add c_par1"), key(s, "add c_st1")
    )
    do(s, "add c_nav1", "add c_st1", "load mountain 1", "add c_nav2")
    assert "all_from_one_space" == key(s, "add c_ala1")
    do(s, "add c_nav3")
    assert "enough_units_for_the_card" == key(s, "add c_nav4")
    do(s, "done")
    assert ["aragon"] * 4 == [at(s, u) for u in ("c_nav1", "c_nav2", "c_nav3", "c_st1")]
    assert ((0, 1), (0, 1)) == (guns(s, "carlist", "aragon"), guns(s, "carlist", "estella"))
    assert (1, 4, 0) == (level(s, area("catalonia")), s.acted.bit_count(), phase(s).points)
    assert s.piles[REMOVED] >> CARD["guergue"] & 1


@rule("aiw", "22.0a")
@card("aiw", "guergue")
@pytest.mark.parametrize(("catalonia", "aragon", "after"), [(3, 1, 2), (3, 3, 3)])
def test_guergue_rouses_aragon_if_catalonia_is_at_its_height(catalonia: int, aragon: int, after: int) -> None:
    s = war({"estella": "c_nav1"}, hands=["guergue"], uprising={"catalonia": catalonia, "aragon": aragon})
    acts(s)
    do(s, "play guergue")
    assert (3, after, "aragon") == (level(s, area("catalonia")), level(s, area("aragon")), at(s, "c_nav1"))


@rule("aiw", "23.0b", "23.0c", "7.1c")
@card("aiw", "guergue")
@pytest.mark.parametrize(
    ("places", "year", "plays"),
    [
        ({"estella": "c_nav1"}, 1835, True),
        ({"estella": "c_nav1"}, 1834, False),
        ({"estella": "c_nav1", "aragon": "c_nav2"}, 1835, False),           # one is there
        ({"estella": "c_nav1", "galicia": "c_nav2"}, 1835, False),          # only one in 1835
        ({"estella": "c_par1", "tolosa": "c_gui1"}, 1835, False),           # nobody in Navarre but a Partida
        ({"lerin": "c_nav1"}, 1835, True),                                  # next to the Carlist Zone
        ({"tudela": "c_nav1"}, 1835, False),
    ],
)
def test_when_guergue_may_go(places: dict[str, str], year: int, plays: bool) -> None:
    assert plays == plays_now(acts(war(places, year=year, hands=["guergue"])), "guergue")


@rule("aiw", "10.0k", "7.1d")
@card("aiw", "guergue")
def test_who_has_acted_does_not_go_with_guergue() -> None:
    s = war({"estella": "c_nav1 c_nav2 c_nav3"}, hands=["guergue"], secret=True)
    s.acted = 1 << block(s, "c_nav2")
    do(acts(s), "play guergue")
    assert "has_acted" == key(s, "add c_nav2")
    do(s, "add c_nav3")
    assert ["all_from_one_space", "has_acted", ""] == [key(s, f"add c_nav{n}") for n in (3, 2, 1)]


@rule("aiw", "4.9g", "7.1d")
@card("aiw", "guergue")
def test_the_town_that_guergue_leaves_falls_back_to_its_zone() -> None:
    s = war({"puente_la_reina": "c_nav1"}, hands=["guergue"])
    events = do(acts(s), "play guergue")
    assert [(CARLIST, 1, area("puente_la_reina"), area("aragon"))] == told(events, "marched")
    assert -1 == s.vp


@rule("aiw", "10.0k", "21.1e")
@pytest.mark.parametrize(("card", "places", "words", "region"), [
    ("royal_expedition", {"estella": "c_nav1 knapsack:1", "aragon": "c_gui1"},
     "play royal_expedition, add c_nav1, load knapsack 1, done", "aragon"),
    ("gomez", {"aragon": "c_nav1 knapsack:1", "catalonia": "c_gui1"},
     "activate aragon, play gomez, march catalonia, done", "catalonia"),
])
def test_a_knapsack_that_came_with_the_card_receives_nothing(
    card: str, places: dict[str, str], words: str, region: str
) -> None:
    s = war(places, year=1837, hands=[card], secret=True)
    phase(s).expeditions = expeditions(s)
    do(acts(s), *words.split(", "), f"recruit {region}")
    assert "has_acted" == key(s, f"refill knapsack {region}")


@rule("aiw", "23.0d", "9.1i", "9.1j", "7.1d")
@card("aiw", "royal_expedition")
@pytest.mark.parametrize(("debt", "prestige"), [(0, 1), (2, 0)])
def test_the_royal_expedition_brings_prestige(debt: int, prestige: int) -> None:
    s = war({"estella": "c_nav1 c_nav2 c_nav3 c_nav4 c_gui1"}, year=1837, hands=["royal_expedition"], points=0,
            secret=True)
    s.debt = debt
    acts(s)
    do(s, "play royal_expedition", "add c_nav1", "add c_nav2", "add c_nav3", "add c_nav4")
    assert "enough_units_for_the_card" == key(s, "add c_gui1")
    do(s, "done")
    assert (prestige, max(0, debt - 1), area("aragon")) == (s.prestige, s.debt, s.royal)


@rule("aiw", "7.1d")
@pytest.mark.parametrize(
    ("region", "to", "kept"), [("castile_leon", "asturias_cantabria", True), ("aragon", "tudela", False)]
)
def test_the_marks_of_an_expedition_go_with_it_and_are_lost_in_the_north(region: str, to: str, kept: bool) -> None:
    s = war({region: "c_nav1"}, year=1837, secret=True)
    s.royal = s.gomez = area(region)
    do(acts(s), f"activate {region}", f"march {to}")
    assert [area(to) if kept else OFF] * 2 == [s.royal, s.gomez]


@rule("aiw", "19.1d", "23.0c")
@card("aiw", "royal_expedition")
def test_the_royal_expedition_may_join_another_as_far_as_four_go() -> None:
    s = war({"estella": "c_nav1 c_nav2", "aragon": "c_gui1 c_gui2 c_ala1", "galicia": "c_cas1"}, year=1837,
            hands=["royal_expedition"], secret=True)
    acts(s)
    do(s, "play royal_expedition", "add c_nav1")
    assert "enough_units_for_the_card" == key(s, "add c_nav2")
    s = war({"estella": "c_nav1", "aragon": "c_gui1 c_gui2 c_ala1 c_ala2"}, year=1837, hands=["royal_expedition"])
    assert not plays_now(acts(s), "royal_expedition")
    s = war({"estella": "c_nav1"}, year=1838, hands=["royal_expedition"])
    s.lasting = -1
    assert not plays_now(acts(s), "royal_expedition")               # Maroto keeps them in the North


@rule("aiw", "9.1m", "7.1d")
@pytest.mark.parametrize(("royal", "back"), [(True, 3), (False, 2)])
def test_its_loss_costs_three_boxes(royal: bool, back: int) -> None:
    s = war({"aragon": "c_nav1"}, year=1837)
    s.prestige, s.royal = 3, area("aragon") if royal else OFF
    eliminate(s, block(s, "c_nav1"))
    assert (3 - back, OFF) == (s.prestige, s.royal)


@rule("aiw", "9.1m", "7.1d")
def test_nobody_looks_for_gomez_when_only_his_train_is_left() -> None:
    s = war({"aragon": "c_nav1 c_st1"}, year=1836)
    s.gomez = area("aragon")
    eliminate(s, block(s, "c_nav1"))
    assert OFF == s.gomez


@rule("aiw", "7.1d", "23.1m")
def test_the_mark_follows_the_expedition_and_is_lost_in_the_north() -> None:
    s = war({"aragon": "c_nav1"}, year=1837)
    s.royal = s.gomez = area("aragon")
    acts(s)
    do(s, "activate aragon", "march castile_leon")
    assert (area("castile_leon"), area("castile_leon")) == (s.royal, s.gomez)
    expedition_moves(s, area("castile_leon"), area("briviesca"))
    assert (OFF, OFF) == (s.royal, s.gomez)
    s = war({"aragon": "c_nav1"}, year=1837)
    s.royal = s.gomez = area("aragon")
    put(s, block(s, "c_nav1"), area("estella"))                     # as in a redeployment
    settle(s)
    assert (OFF, OFF) == (s.royal, s.gomez)


# ------------------------------------------------------------------------------------------------------------ C19 Gómez


@rule("aiw", "23.1k", "22.0a", "23.2b", "7.1d")
@card("aiw", "gomez")
def test_gomez_moves_twice_and_rouses_where_he_ends() -> None:
    s = war({"aragon": "c_nav1 c_nav2 mountain:1 l_rg2", "galicia": "l_rg1"}, year=1836, hands=["gomez"])
    s.royal = area("aragon")
    s.pursuit[area("aragon") - FIRST_REGION] = 2
    acts(s)
    do(s, "activate aragon")
    assert ["pass", "play gomez"] == offered(s)
    do(s, "play gomez")
    assert ("not_to_the_north", "no_road_between") == (key(s, "march tudela"), key(s, "march galicia"))
    events = do(s, "march castile_leon", "march galicia")
    way = [area(x) for x in ("aragon", "castile_leon", "galicia")]
    assert [(CARLIST, 2, *way[:2]), (CARLIST, 2, *way[1:])] == told(events, "marched")
    assert 0 == s.pursuit[area("aragon") - FIRST_REGION]
    assert ("galicia", (0, 1), 1) == (at(s, "c_nav1"), guns(s, "carlist", "galicia"), level(s, area("galicia")))
    assert (area("galicia"), area("galicia")) == (s.gomez, s.royal)
    assert ("carlist Act", "part_of_expedition_has_acted") == (asked(s), key(s, "activate galicia"))


@rule("aiw", "23.1k")
@card("aiw", "gomez")
def test_gomez_may_go_to_asturias() -> None:
    s = war({"castile_leon": "c_nav1"}, year=1836, hands=["gomez"], secret=True)
    do(acts(s), "activate castile_leon", "play gomez", "march asturias_cantabria", "done")
    assert "asturias_cantabria" == at(s, "c_nav1")


@rule("aiw", "23.1k", "22.0a")
@card("aiw", "gomez")
def test_gomez_may_stay() -> None:
    s = war({"aragon": "c_nav1"}, year=1836, hands=["gomez"], uprising={"aragon": 3})
    acts(s)
    do(s, "activate aragon", "play gomez", "done")
    assert ("aragon", 3, area("aragon")) == (at(s, "c_nav1"), level(s, area("aragon")), s.gomez)


@rule("aiw", "23.2b", "23.2d")
@pytest.mark.parametrize(("pursuit", "die", "found"), [(0, 6, False), (2, 6, True), (5, 2, False), (5, 3, True)])
def test_gomez_is_hard_to_find(pursuit: int, die: int, found: bool) -> None:
    s = war({"aragon": "l_rg1 c_nav1"}, side="liberal", year=1836)
    s.gomez = area("aragon")
    s.pursuit[area("aragon") - FIRST_REGION] = pursuit
    events = run(s, Locate(area("aragon")), dice=[die] + [6] * 8 * found)
    assert found == bool(told(events, "located"))


@rule("aiw", "7.1d")
def test_gomez_is_lost_from_sight_for_one_liberal_phase() -> None:
    s = war({"aragon": "c_nav1"}, side="carlist", year=1836)
    s.gomez = area("aragon")
    PlayerPhase(CARLIST).finish(s)
    assert area("aragon") == s.gomez
    PlayerPhase(LIBERAL).finish(s)
    assert OFF == s.gomez


# ---------------------------------------------------------------------------------------------- Gómez, move by move


@rule("aiw", "23.2l", "23.1k")
@card("aiw", "gomez")
@pytest.mark.parametrize(("rules", "left"), [(GAME.rules, 0), (2, 3)])
def test_the_pursuit_of_gomez_ends_when_he_leaves_though_he_comes_back(rules: int, left: int) -> None:
    s = war({"aragon": "c_nav1 l_rg1"}, year=1837, hands=["gomez"], secret=True)
    s.rules = rules
    s.pursuit[area("aragon") - FIRST_REGION] = 3
    do(acts(s), "activate aragon", "play gomez", "march catalonia", "march aragon")
    assert ("aragon", left) == (at(s, "c_nav1"), s.pursuit[area("aragon") - FIRST_REGION])


@rule("aiw", "23.1c")
@card("aiw", "gomez")
@pytest.mark.parametrize(("rules", "where"), [(GAME.rules, "valencia_murcia"), (2, "catalonia")])
def test_gomez_unites_with_the_expedition_that_he_meets_and_rides_on_with_it(rules: int, where: str) -> None:
    s = war({"aragon": "c_nav1", "catalonia": "c_gui1 field:1"}, year=1837, hands=["gomez"], secret=True)
    s.rules = rules
    s.royal = area("catalonia")
    do(acts(s), "activate aragon", "play gomez", "march catalonia", "march valencia_murcia")
    assert ("valencia_murcia", where) == (at(s, "c_nav1"), at(s, "c_gui1"))
    assert (1, 0) == guns(s, "carlist", where)
    assert area("valencia_murcia") == s.royal           # in the older version without the King's own men


@rule("aiw", "23.1c")
@card("aiw", "gomez")
def test_gomez_does_not_leave_behind_an_expedition_that_has_acted() -> None:
    s = war({"aragon": "c_nav1", "catalonia": "c_gui1"}, year=1837, hands=["gomez"], secret=True)
    s.acted = 1 << block(s, "c_gui1")
    do(acts(s), "activate aragon", "play gomez", "march catalonia")
    assert ("carlist Act", "catalonia", area("catalonia")) == (asked(s), at(s, "c_nav1"), s.gomez)    # it is over
