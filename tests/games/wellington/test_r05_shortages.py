"""[5.11] [5.12] [5.13] Events that give or take more Soldiers than there are."""

from __future__ import annotations

from tablero.games.wellington.board import BRITAIN, CARD, DUCHIES, HAND, NORD, SPAIN, SUD
from tablero.games.wellington.rules.r05_cards.s11_shortages import (
    RemoveSoldiers,
    owed,
    pay_debt,
    pay_debts_at,
    pay_with_points,
    unfulfilled,
)
from tablero.games.wellington.rules.r06_building import Spending
from tablero.games.wellington.rules.r06_placement import Placement, PlaceSoldiers, soldier_homes
from tests.games.wellington.combat import impulse
from tests.games.wellington.field import asked, do, game, offered, pieces_at, run, sps, told, x
from tests.rules import rule

CANADA = CARD["invade_canada"]
FRONT = CARD["russian_front"]


@rule("wellington", "5.11a", "5.11b")
def test_where_counters_are_short_the_power_eliminates_soldiers_to_place_all_of_the_event() -> None:
    s = game({"madrid": "nord:46", "toledo": "nord:2"}, active="nord")      # three of 51 SPs are unbuilt
    run(s, PlaceSoldiers(NORD, NORD, 4, soldier_homes(s, NORD)))
    do(s, *["place bayonne"] * 4)
    assert "nord MakeRoom" == asked(s)
    do(s, "remove nord madrid")
    assert ("nord:4", "nord:45") == (pieces_at(s, "bayonne"), pieces_at(s, "madrid")), "three more in all"


@rule("wellington", "5.11a")
def test_the_power_chooses_which_soldiers_make_room() -> None:
    s = game({"madrid": "nord:40", "toledo": "nord:11"}, active="nord")
    run(s, PlaceSoldiers(NORD, NORD, 1, soldier_homes(s, NORD)))
    do(s, "place bayonne")
    assert ("nord MakeRoom", ["remove nord madrid", "remove nord toledo"]) == (asked(s), sorted(offered(s)))
    do(s, "remove nord toledo")
    assert ("nord:40", "nord:10", "nord:1") == tuple(pieces_at(s, name) for name in ("madrid", "toledo", "bayonne"))


@rule("wellington", "5.12a", "20y")
def test_an_event_takes_soldiers_of_the_owners_choice() -> None:
    s = game({"lisbon": "britain:2", "porto": "britain:2"})
    run(s, RemoveSoldiers(BRITAIN, BRITAIN, 3, CANADA))
    assert ["remove britain lisbon", "remove britain porto"] == sorted(offered(s))
    do(s, "remove britain porto", "remove britain lisbon", "remove britain porto")
    assert ("britain:1", "", "nobody", []) == (pieces_at(s, "lisbon"), pieces_at(s, "porto"), asked(s), s.debts)


@rule("wellington", "5.12a", "6b")
def test_an_event_may_name_duchies_and_the_regroup_box() -> None:
    s = game({"lisbon": "britain:1", "cadiz": "britain:2"})
    run(s, RemoveSoldiers(BRITAIN, BRITAIN, 2, CANADA, where=1 << x("lisbon"), to_regroup=True))
    assert ("", "britain:1", 2) == (pieces_at(s, "lisbon"), pieces_at(s, "cadiz"), sps(s, "britain", "regroup"))


@rule("wellington", "5.12a")
def test_what_is_missing_is_built_and_lost_with_cards_at_once() -> None:
    s = game({"lisbon": "britain:2"}, hands={"britain": "council_of_war"})      # two CPs
    events = run(s, RemoveSoldiers(BRITAIN, BRITAIN, 3, CANADA))
    assert [(BRITAIN, CARD["council_of_war"], 2)] == told(events, "played_cp")
    assert ("", [], "nobody") == (pieces_at(s, "lisbon"), s.debts, asked(s))


@rule("wellington", "5.12a")
def test_the_owner_picks_the_means_resources_among_them() -> None:
    s = game(hands={"britain": "council_of_war volunteers"})
    s.resources[BRITAIN] = 1
    run(s, RemoveSoldiers(BRITAIN, BRITAIN, 1, CANADA))
    assert ["cp council_of_war", "cp volunteers", "resource"] == offered(s)
    do(s, "cp council_of_war")
    assert ([], "nobody") == (s.debts, asked(s)), "once it is paid nothing else is used"
    s = game()
    s.resources[BRITAIN] = 1
    run(s, RemoveSoldiers(BRITAIN, BRITAIN, 3, CANADA), dice=[0, 0, 0])
    assert 0 == s.resources[BRITAIN]


@rule("wellington", "5.12a", "20y")
def test_nothing_is_taken_where_only_a_leader_stands() -> None:
    s = game({"lisbon": "hill", "porto": "britain:2", "braga": "britain:2"})
    run(s, RemoveSoldiers(BRITAIN, BRITAIN, 1, CANADA, where=1 << x("lisbon")))
    assert ["remove britain braga", "remove britain porto"] == sorted(offered(s))
    assert [(BRITAIN, 1, x("porto"))] == told(do(s, "remove britain porto"), "eliminated")


@rule("wellington", "5.12b")
def test_what_cannot_be_removed_stays_owed_and_takes_the_next_soldiers() -> None:
    s = game({"lisbon": "britain:1"})
    events = run(s, RemoveSoldiers(BRITAIN, BRITAIN, 3, CANADA))
    assert ([(BRITAIN, CANADA, 2)], 2) == (s.debts, owed(s, BRITAIN))
    assert [(BRITAIN, CANADA, 2)] == told(events, "debt")
    run(s, Placement(BRITAIN, BRITAIN, x("lisbon"), sps=3))
    assert ("britain:1", []) == (pieces_at(s, "lisbon"), s.debts)
    s.debts = [(BRITAIN, CANADA, 1)]
    run(s, PlaceSoldiers(BRITAIN, BRITAIN, 2, 1 << x("porto")))
    assert ("britain:1", []) == (pieces_at(s, "porto"), s.debts)


@rule("wellington", "5.12b")
def test_soldiers_that_are_lost_for_a_debt_are_met_by_nobody() -> None:
    s = game({"ciudad_rodrigo": "marmont nord:4"})
    s.debts = [(BRITAIN, CANADA, 2)]
    run(s, Placement(BRITAIN, BRITAIN, x("almeida"), sps=2))
    assert ("nobody", "") == (asked(s), pieces_at(s, "almeida"))


@rule("wellington", "5.12b", "5.12c")
def test_an_event_that_finds_its_soldiers_asks_for_no_cards_against_older_debts() -> None:
    s = game({"lisbon": "britain:2"}, hands={"britain": "council_of_war"})
    debts = s.debts = [(BRITAIN, FRONT, 1)]
    run(s, RemoveSoldiers(BRITAIN, BRITAIN, 1, CANADA))
    assert ("nobody", "britain:1", debts) == (asked(s), pieces_at(s, "lisbon"), s.debts)
    s = game({"lisbon": "britain:2"}, hands={"britain": "council_of_war"})
    s.rules, s.debts = 4, [(BRITAIN, FRONT, 1)]
    run(s, RemoveSoldiers(BRITAIN, BRITAIN, 1, CANADA))
    assert ("nobody", "britain:1", []) == (asked(s), pieces_at(s, "lisbon"), s.debts), "games go on as they began"


@rule("wellington", "5.12c")
def test_points_pay_a_debt_before_any_other_use() -> None:
    s = game({"lisbon": "hill"})
    s.debts = [(BRITAIN, CANADA, 1), (SPAIN, CANADA, 2)]
    run(s, Spending(BRITAIN, 3))
    assert (1, [(SPAIN, CANADA, 2)]) == (s.frame(Spending).points, s.debts)
    s = game({"lisbon": "hill"})
    s.debts = [(BRITAIN, CANADA, 2)]
    run(s, Spending(BRITAIN, 3))
    assert (1, 1) == (s.frame(Spending).points, owed(s, BRITAIN)), "a point is not enough for the other"


@rule("wellington", "5.12c", "6.2a")
def test_soldiers_in_the_regroup_box_pay_a_debt_for_a_point() -> None:
    s = game({"regroup": "britain:1"})
    s.debts = [(BRITAIN, CANADA, 2)]
    assert 0 == pay_with_points(s, BRITAIN, 3)
    assert ([], 0) == (s.debts, sps(s, "britain", "regroup"))


@rule("wellington", "5.13a")
def test_each_event_that_is_not_fulfilled_counts_once() -> None:
    s = game()
    s.debts = [(NORD, FRONT, 2), (NORD, CANADA, 1), (SPAIN, CANADA, 1)]
    assert [0, 0, 1, 2] == [unfulfilled(s, power) for power in range(4)]


@rule("wellington", "5.11a")
def test_soldiers_that_an_event_has_just_placed_do_not_make_room_for_the_rest_of_it() -> None:
    s = game({"madrid": "nord:49"}, active="nord")      # two of 51 SPs are unbuilt
    run(s, PlaceSoldiers(NORD, NORD, 4, soldier_homes(s, NORD)))
    do(s, "place bayonne", "place bordeaux", "place bayonne", "place bayonne")
    assert ("bayonne nord:3, bordeaux nord:1, madrid nord:47", "nobody") == (
        ", ".join(f"{name} {pieces_at(s, name)}" for name in ("bayonne", "bordeaux", "madrid")), asked(s)), (
        "only Madrid could make room")


@rule("wellington", "5.12b", "5.12c")
def test_nobody_pays_the_debts_of_another() -> None:
    s = game()
    s.debts = [(SPAIN, CANADA, 2), (NORD, FRONT, 1)]
    assert [0, 0, 2, 1] == [owed(s, power) for power in range(4)]
    assert 7 == pay_with_points(s, BRITAIN, 7)
    assert 1 == pay_with_points(s, SPAIN, 5)
    assert [(NORD, FRONT, 1)] == s.debts
    assert (0, 1) == (pay_debt(s, SPAIN, 2), pay_debt(s, NORD, 2))
    assert [(SPAIN, 1), (SPAIN, 1), (NORD, 1)] == told(s.events, "debt_paid"), "nobody is told of nothing"


@rule("wellington", "5.12a", "5.4a")
def test_home_cards_raise_soldiers_too_and_a_resource_brings_a_card() -> None:
    s = game(hands={"britain": "council_of_war thin_red_line"})
    s.resources[BRITAIN] = 1
    run(s, RemoveSoldiers(BRITAIN, BRITAIN, 4, CANADA), dice=[0, 0, 0])
    assert ["cp council_of_war", "cp thin_red_line", "resource"] == offered(s)
    events = do(s, "resource")
    assert (0, 2) == (s.resources[BRITAIN], s.sizes[HAND[BRITAIN]]), "it is in the Hand"
    assert 1 == len(told(events, "drew"))
    do(s, "cp council_of_war")
    assert ("britain RaiseDebt", 3) == (asked(s), owed(s, BRITAIN)), "as long as there are means"


@rule("wellington", "5.11a", "6.2a")
def test_soldiers_who_come_back_leave_the_box() -> None:
    s = game({"regroup": "spain:2"}, active="spain")
    events = run(s, PlaceSoldiers(SPAIN, SPAIN, 3, 1 << x("la_coruna"), regrouped=True))
    assert (2, 0) == (sps(s, "spain", "la_coruna"), sps(s, "spain", "regroup"))
    assert [(SPAIN, 2, x("la_coruna"))] == told(events, "placed")
    assert [(SPAIN * DUCHIES + x("la_coruna"), 2)] == impulse(s).arrived_piles


@rule("wellington", "5.12b")
def test_soldiers_who_are_owed_do_not_arrive() -> None:
    s = game(active="spain")
    s.debts = [(SPAIN, CARD["mud"], 1)]
    events = run(s, PlaceSoldiers(SPAIN, SPAIN, 2, 1 << x("cadiz")))
    assert (1, []) == (sps(s, "spain", "cadiz"), s.debts)
    assert [(SPAIN, 1, x("cadiz"))] == told(events, "placed")


@rule("wellington", "5.12b")
def test_debts_are_paid_as_far_as_soldiers_are_there() -> None:
    s = game({"madrid": "nord:3"})
    s.debts = [(SUD, CARD["mud"], 1), (NORD, CARD["mud"], 2), (NORD, CARD["atrocity"], 2)]
    assert 3 == pay_debts_at(s, NORD, x("madrid"), 3)
    assert [(SUD, CARD["mud"], 1), (NORD, CARD["atrocity"], 1)] == s.debts
    assert 0 == sps(s, "nord", "madrid")
    s = game({"madrid": "nord:3"})
    assert 0 == pay_debts_at(s, NORD, x("madrid"), 3)
