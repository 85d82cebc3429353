"""[24] The End of Year: points, winter, new units, replacements, cards, markers."""

from __future__ import annotations

import pytest

import tablero
from tablero.games.aiw.board import (
    CARD,
    CARLIST,
    DECK,
    DISCARDS,
    FACES,
    FIRST_REGION,
    HAND,
    LIBERAL,
    REMOVED,
    UNIT,
    area,
)
from tablero.games.aiw.rules.r05_units.s01_counters import sacks_free
from tablero.games.aiw.rules.r07_cards.s00_decks import CABRERA, DECREE, LEVY
from tablero.games.aiw.rules.r24_end_of_year.s00_end_of_year import EndOfYear
from tablero.games.aiw.rules.r24_end_of_year.s01_fortress_points import fortress_value
from tablero.games.aiw.rules.r24_end_of_year.s06_new_units import homes
from tablero.games.aiw.rules.r24_end_of_year.s07_replacements import year_points
from tablero.games.aiw.rules.r24_end_of_year.s09_cards import renew_decks
from tablero.games.aiw.state import Aiw
from tablero.kernel.engine import advance
from tablero.kernel.events import Event
from tests.games.aiw.war import asked, at, block, do, guns, offered, put_cards, refused, run, strength, told, war
from tests.rules import rule

# Fortresses of the Carlist Zone by their worth: Main Towns two, others one
TWO = ("tolosa", "vergara", "estella", "orduna", "durango")
ONE = ("maestu", "guetaria", "los_arcos", "hernani")


def year_end(s: Aiw, first: str = "fortresses", dice: list[int] | None = None) -> list[Event]:
    """The End of Year from a step on, to its end or its first question."""
    return run(s, EndOfYear(at=EndOfYear().steps().index(first)), dice)


def quietly(s: Aiw, until: str = "nobody") -> list[Event]:
    """Play on, doing as little as may be, until something is asked."""
    events: list[Event] = []
    while asked(s) not in (until, "nobody"):
        words = offered(s)
        events += do(s, "done" if "done" in words else "pass" if "pass" in words else words[0])
    return events


@rule("aiw", "24.0a")
def test_the_end_of_year_goes_by_the_order_of_its_sections() -> None:
    s = war({"estella": "c_nav1", "vitoria": "l_ln1", "aragon": "c_cas1"}, year=1834, decks=("convoy", "ambush"))
    s.partidas = 1 << UNIT["c_par1"]
    events = year_end(s) + quietly(s)
    kinds = [
        e.kind for e in events
        if e.kind in ("fortress_points", "uprising_roll", "year_points", "arrived", "redeployments", "new_deck")
    ]
    assert [
        "fortress_points", "uprising_roll", "year_points", "year_points", "arrived", "redeployments", "redeployments",
        "new_deck", "new_deck",
    ] == kinds
    assert [2, 2, 2, 2, 2, 2] == s.cups


# --------------------------------------------------------------------------------------------------------------- points


@rule("aiw", "24.1a", "24.1b")
def test_fortresses_in_the_carlist_zone_are_worth_two_in_a_main_town_and_one_elsewhere() -> None:
    assert 5 == fortress_value(war({}, forts={"liberal": ("tolosa", "vergara", "maestu", "valmaseda", "lerin")}))
    s = war({"tolosa": "c_gui1"}, forts={"liberal": ("tolosa",), "carlist": ("estella",)}, siege=("tolosa",))
    assert 2 == fortress_value(s)           # besieged or not


def forts_worth(value: int) -> tuple[str, ...]:
    return TWO[: value // 2] + ONE[: value % 2]


@pytest.mark.parametrize("year, few, many", [(1834, 3, 8), (1835, 1, 6), (1836, 0, 5), (1837, 1, 6), (1838, 3, 8)])
@rule("aiw", "24.1c", "9.1q", "24.2a", "9.1t")
def test_few_fortresses_pay_the_carlist_and_many_the_liberal(year: int, few: int, many: int) -> None:
    tired = -1 if year >= 1836 else 0
    for value, change in ((few, 1), (few + 1, 0), (many - 1, 0), (many, -1)):
        s = war({}, year=year, forts={"liberal": forts_worth(value)})
        end = EndOfYear()
        end.fortresses(s)
        assert change == s.vp
        s.events = []
        end.fatigue(s)
        assert change + tired == s.vp
        assert [()] * -tired == told(s.events, "fatigue")


@pytest.mark.parametrize("year, change", [(1834, 0), (1835, -1), (1836, -1)])
@rule("aiw", "24.1d", "9.1s")
def test_baztan_pays_the_liberal_from_1835_on(year: int, change: int) -> None:
    pairs = ("baztan", "maestu"), ("maestu", "guetaria")
    with_it, without = (war({}, year=year, forts={"liberal": names}) for names in pairs)
    for s in (with_it, without):
        EndOfYear().fortresses(s)
    assert change == with_it.vp - without.vp        # besides the one point that both are worth in the table


@pytest.mark.parametrize("vp, winner", [(6, None), (7, CARLIST), (-6, None), (-7, LIBERAL)])
@rule("aiw", "24.3a", "9.0c")
def test_a_marker_in_the_decisive_zone_wins_at_once(vp: int, winner: int | None) -> None:
    s = war({}, year=1835)
    s.vp = vp
    year_end(s, "decisive")
    assert winner == (s.result and s.result["winner"])
    assert winner is None or s.result is not None and "decisive" == s.result["kind"]


@rule("aiw", "9.1r", "24.3a", "9.0c")
def test_the_points_of_the_year_come_before_the_decisive_test() -> None:
    s = war({}, year=1836, forts={"liberal": ("tolosa", "vergara", "orduna", "baztan")})
    s.vp = -4           # seven points of Fortresses, Baztán, fatigue
    year_end(s)
    assert -7 == s.vp
    assert s.result is not None
    assert (LIBERAL, "decisive") == (s.result["winner"], s.result["kind"])


@pytest.mark.parametrize("scenario, year, ends", [
    ("zumalacarregui", 1835, False), ("zumalacarregui", 1836, True), ("entire_war", 1836, False),
    ("espartero", 1837, False), ("espartero", 1838, True), ("entire_war", 1838, True),
])
@rule("aiw", "24.4a")
def test_the_game_ends_in_the_last_year_of_its_scenario(scenario: str, year: int, ends: bool) -> None:
    s = war({}, year=year, scenario=scenario)
    events = year_end(s, "scenario_end")
    assert ends == (s.result is not None)
    assert ends == (told(events, "uprising_roll") == [])        # nothing more is carried out


@pytest.mark.parametrize("prestige, debt, regions, die, more", [
    (2, 0, 1, 3, 1), (2, 0, 1, 4, 0), (0, 0, 0, 1, 0), (0, 2, 1, 1, 0), (0, 1, 2, 1, 1), (3, 0, 3, 6, 1),
])
@rule("aiw", "24.4b", "9.1u")
def test_the_final_roll(prestige: int, debt: int, regions: int, die: int, more: int) -> None:
    s = war({}, year=1838)
    s.prestige, s.debt = prestige, debt
    s.uprising[:regions] = [3] * regions
    events = year_end(s, "scenario_end", [die])
    assert more == s.vp
    assert [(die, prestige - debt + regions)] == told(events, "final_roll")


@pytest.mark.parametrize("vp, winner", [(1, CARLIST), (0, None), (-1, LIBERAL)])
@rule("aiw", "24.4c", "9.0d")
def test_then_the_marker_decides(vp: int, winner: int | None) -> None:
    s = war({}, year=1838)
    s.vp = vp
    year_end(s, "scenario_end", [1])
    assert s.result is not None
    assert winner == s.result["winner"]
    assert ("draw" if winner is None else "points") == s.result["kind"]


# --------------------------------------------------------------------------------------------------------------- winter


@rule("aiw", "24.5a")
def test_in_winter_the_uprising_table_is_rolled_and_expeditions_rouse() -> None:
    s = war({"aragon": "c_cas1 c_cas2", "galicia": "l_ln1"}, year=1835)
    events = year_end(s, "winter", [3, 3])
    assert [(6,)] == told(events, "uprising_roll")
    assert "carlist Rouse" == asked(s)


@rule("aiw", "6.0f")
def test_in_winter_mutinies_are_over() -> None:
    s = war({"vitoria": "l_ln1"})
    s.mutiny = 1 << area("vitoria")
    year_end(s, "winter", [3, 3])
    assert 0 == s.mutiny


@rule("aiw", "24.5b")
def test_in_winter_the_liberal_besieged_suffer_first_then_the_carlist() -> None:
    s = war(
        {"estella": "l_ln1", "inside estella": "c_nav1", "tolosa": "c_gui1", "inside tolosa": "l_ln2"}, year=1835,
        forts={"carlist": ("estella",), "liberal": ("tolosa",)}, siege=("estella", "tolosa"),
    )
    events = year_end(s, "liberal_winter", [1, 1])
    assert [LIBERAL, CARLIST] == [args[0] for args in told(events, "siege_attrition")]
    assert [3, 3] == [strength(s, unit) for unit in ("l_ln2", "c_nav1")]


@rule("aiw", "24.5b")
def test_a_fortress_that_falls_in_winter_is_captured_at_once() -> None:
    s = war({"tolosa": "c_gui1"}, year=1835, forts={"liberal": ("tolosa",)}, siege=("tolosa",))
    year_end(s, "liberal_winter", [1])
    assert "carlist KeepFortress" == asked(s)
    do(s, "keep")
    assert s.forts[CARLIST] >> area("tolosa") & 1
    assert 1 == s.vp


# ------------------------------------------------------------------------------------------------------------ new units


@rule("aiw", "24.6a", "24.6b")
def test_new_units_come_into_bags_and_boxes() -> None:
    s = war({"vitoria": "l_ln1", "estella": "c_nav1"}, year=1834)
    s.sacks, s.trains = [2, 2], 0
    year_end(s, "new_units")
    assert 1 == s.bag[LIBERAL] >> UNIT["l_rg4"] & 1
    assert 1 == s.bag[CARLIST] >> UNIT["c_casc1"] & 1
    assert [5, 7] == s.bagged
    assert s.bag == s.bag_may           # everybody knows what comes
    assert 1 << UNIT["l_st3"] | 1 << UNIT["c_st1"] == s.trains
    assert [3, 3] == [sacks_free(s, side) for side in (CARLIST, LIBERAL)]


@rule("aiw", "24.6b")
def test_the_new_trains_can_be_built() -> None:
    s = war({"vitoria": "l_ln1"}, year=1834)
    s.trains = 0
    year_end(s, "new_units")
    assert "liberal SpendPoint" == asked(s)
    assert "train vitoria" in offered(s)


@rule("aiw", "24.6a")
def test_after_1835_nothing_new_comes() -> None:
    s = war({"vitoria": "l_ln1"}, year=1836)
    year_end(s, "new_units")
    assert [0, 0] == s.bagged


@rule("aiw", "24.6c")
def test_the_foreign_battalion_is_placed_at_the_end_of_1835() -> None:
    s = war({"vitoria": "l_ln1", "estella": "l_ln2", "tolosa": "l_ln3"}, year=1835, forts={"carlist": ("tolosa",)},
            siege=("tolosa",))
    year_end(s, "foreign_battalion")
    assert "carlist Place" == asked(s)
    assert "place durango" in offered(s)
    for place in ("estella", "tolosa", "lerin"):        # not friendly, besieged, not in the Zone
        assert refused(s, f"place {place}") is not None
    do(s, "place durango")
    assert ("durango", 2) == (at(s, "c_for1"), strength(s, "c_for1"))
    assert not s.bag[CARLIST] >> UNIT["c_for1"] & 1
    s = war({"vitoria": "l_ln1"}, year=1834)
    year_end(s, "foreign_battalion")
    assert "carlist Place" != asked(s)


@rule("aiw", "24.6c", "5.4q")
def test_it_does_not_come_back_from_the_dead() -> None:
    s = war({"vitoria": "l_ln1"}, year=1835)
    s.gone = 1 << UNIT["c_for1"]
    year_end(s, "foreign_battalion")
    assert "carlist Place" != asked(s)


# --------------------------------------------------------------------------------------------------------- replacements


@pytest.mark.parametrize("year, each", [(1834, 1), (1835, 1), (1836, 2), (1837, 2)])
@rule("aiw", "24.7a")
def test_quiet_regions_give_the_liberal_points(year: int, each: int) -> None:
    levels = {"catalonia": 2, "andalusia": 3, "galicia": 1}
    s = war({"aragon": "c_nav1", "galicia": "l_ln1"}, year=year, uprising=levels)
    assert 6 * each == year_points(s, LIBERAL)
    s = war({"andalusia": "c_nav1", "galicia": "l_ln1"}, year=year, uprising=levels)
    assert 7 * each == year_points(s, LIBERAL)          # it was not quiet before the Expedition came


@rule("aiw", "24.7b")
def test_main_towns_and_a_city_give_the_carlist_points() -> None:
    s = war({})
    towns = year_points(s, CARLIST)
    assert 10 == towns                          # those of his Zone
    s = war({"estella": "l_ln1", "calahorra": "c_nav1", "tolosa": "l_ln2"}, forts={"carlist": ("tolosa",)},
            siege=("tolosa",))
    assert towns == year_points(s, CARLIST)     # one lost, one won, one besieged
    s = war({"bilbao": "l_ln1"}, forts={"carlist": ("bilbao",)}, siege=("bilbao",))
    assert towns + 3 == year_points(s, CARLIST)


@rule("aiw", "24.7c", "24.7d")
def test_the_liberal_spends_first_and_a_unit_may_gain_several_points() -> None:
    s = war({"vitoria": "l_ln1:1", "estella": "c_nav1:1"}, year=1834, turn=5)
    s.acted = 1 << block(s, "l_ln1")
    year_end(s, "liberal_points")
    assert "liberal SpendPoint" == asked(s)
    assert [9, 0] == [value for _, _, value in tablero.prompt(s, LIBERAL).args]
    do(s, "raise l_ln1", "raise l_ln1", "raise l_ln1")
    assert 4 == strength(s, "l_ln1")
    quietly(s, "carlist SpendPoint")
    do(s, "raise c_nav1", "raise c_nav1")
    assert 3 == strength(s, "c_nav1")


@rule("aiw", "24.7e", "5.4i")
def test_lost_partidas_return_to_a_friendly_space_of_the_carlist_zone() -> None:
    s = war({"estella": "l_ln1", "tolosa": "l_ln2"}, year=1834, forts={"carlist": ("tolosa",)}, siege=("tolosa",),
            partidas=("c_par1", "c_par3"))
    year_end(s, "partidas")
    assert "carlist Place" == asked(s)
    assert area("estella") not in [x for x in range(FIRST_REGION) if homes(s) >> x & 1]
    for place in ("estella", "tolosa", "vitoria", "lerin"):
        assert refused(s, f"place {place}") is not None
    do(s, "place durango")
    do(s, "place segura")
    assert [("durango", 1), ("segura", 1)] == [(at(s, unit), strength(s, unit)) for unit in ("c_par1", "c_par3")]
    assert 0 == s.partidas
    assert "carlist Place" != asked(s)


# ---------------------------------------------------------------------------------------------------- cards and markers


def ids(cards: int) -> set[str]:
    return {card.id for i, card in enumerate(FACES) if cards >> i & 1}


@rule("aiw", "24.9a", "24.9b", "24.9c", "24.9d")
def test_the_new_deck() -> None:
    s = war({}, year=1835, decks=("mendizabal_levy", "british_legion", "mutinies"))
    put_cards(s, DISCARDS, "convoy", "ambush")
    put_cards(s, REMOVED, "french_legion")
    s.barred = 1 << CARD["british_legion"]
    renew_decks(s, 1836)
    assert {"convoy", "mendizabal_levy", "mutinies"} < ids(s.piles[DECK[LIBERAL]])
    assert "ambush" in ids(s.piles[DECK[CARLIST]])
    assert not {"british_legion", "french_legion"} & ids(s.piles[DECK[LIBERAL]])
    assert {"british_legion", "french_legion"} == ids(s.piles[REMOVED])
    new = {card.id for card in FACES if card.year == 1836 and card.side == LIBERAL}
    assert new < ids(s.piles[DECK[LIBERAL]])
    assert 0 == s.piles[DISCARDS]


@rule("aiw", "24.9d")
def test_the_new_deck_is_that_of_the_coming_year() -> None:
    s = war({}, year=1835)
    year_end(s, "decks")
    years = {card.year for i, card in enumerate(FACES) if (s.piles[DECK[CARLIST]] | s.piles[DECK[LIBERAL]]) >> i & 1}
    assert {1836} == years


@rule("aiw", "24.9e", "5.2a")
def test_everybody_sees_which_cards_of_a_hand_expire_and_that_none_does() -> None:
    s = war({}, year=1835, hands=("mina",))
    renew_decks(s, 1836)
    assert [(LIBERAL, CARD["mina"])] == told(s.events, "card_expired")
    s = war({}, year=1835, hands=("convoy",))
    s.revealed = False
    renew_decks(s, 1836)
    assert s.revealed                                   # nothing that was done before can be taken back


@rule("aiw", "24.9e")
def test_an_expired_card_is_replaced_and_the_events_go_back() -> None:
    for seed in range(12):
        s = war({}, year=1835, hands=("mina", "convoy"), decks=("mendizabal_levy",))
        s.rng = seed << 64
        renew_decks(s, 1836)
        assert "mina" in ids(s.piles[REMOVED])
        assert 2 == s.sizes[HAND[LIBERAL]]
        assert "convoy" in ids(s.piles[HAND[LIBERAL]])
        assert {"mendizabal_levy", "la_granja", "disentailment"} < ids(s.piles[DECK[LIBERAL]])


@rule("aiw", "24.9f")
def test_the_army_of_the_north_lies_among_the_first_five_of_the_deck_of_1835() -> None:
    for seed in range(12):
        s = war({}, year=1834, hands=("cavalry_charge",), decks=("convoy", "informers"))
        s.rng = seed << 64
        renew_decks(s, 1835)
        assert 5 == s.army_within
        assert 1 <= s.army_due <= 5
    s = war({}, year=1835, decks=("army_of_the_north",))
    renew_decks(s, 1836)
    assert 0 == s.army_within


@rule("aiw", "24.9g")
def test_a_cancelled_card_is_not_replaced() -> None:
    s = war({}, year=1835, hands=("no_quarter", "ambush"))
    s.barred = 1 << CARD["ambush"]           # as if it had been overlooked
    renew_decks(s, 1836)
    assert 2 == s.sizes[HAND[CARLIST]]           # only the expired one was replaced
    assert "ambush" in ids(s.piles[HAND[CARLIST]])
    assert "no_quarter" in ids(s.piles[REMOVED])


@rule("aiw", "24.9b")
def test_effects_of_the_year_end_with_it_and_others_do_not() -> None:
    s = war({}, year=1835)
    s.lasting = LEVY | DECREE | CABRERA
    renew_decks(s, 1836)
    assert CABRERA == s.lasting


@rule("aiw", "24.10a")
def test_the_cups_are_filled_for_the_coming_year() -> None:
    s = war({}, year=1835)
    year_end(s, "markers")
    assert [2, 2, 2, 1, 3, 2] == s.cups


@rule("aiw", "24.10b")
def test_the_next_year_begins_with_its_first_turn() -> None:
    s = war({"vitoria": "l_ln1", "estella": "c_nav1"}, year=1834, turn=5)
    s.stack = s.stack[:1]
    s.stack[0].at = 3                           # type: ignore[attr-defined]
    advance(s)
    while s.year == 1834:
        do(s, offered(s)[0])
    assert (1835, 1) == (s.year, s.turn)


@rule("aiw", "11.3f")
def test_what_stands_alone_after_a_step_of_the_winter_is_lost() -> None:
    s = war({"estella": "c_st1", "vitoria": "l_ln1"}, year=1834)
    year_end(s, "liberal_redeployment")
    assert "box" == at(s, "c_st1")


@rule("aiw", "11.3f")
def test_guns_whose_escort_was_redeployed_are_lost_at_the_end_of_the_step() -> None:
    s = war({"haro": "l_ln1 field:2", "estella": "c_nav1 field:1"}, year=1835)
    year_end(s, "liberal_redeployment", [2])
    do(s, "redeploy l_ln1", "to logrono", "done")
    assert ("carlist PickRedeployed", (0, 0)) == (asked(s), guns(s, "liberal", "haro"))
    do(s, "redeploy c_nav1", "to durango", "done")
    assert (0, 0) == guns(s, "carlist", "estella")


@rule("aiw", "11.3f", "24.7b")
def test_what_the_winter_left_alone_is_lost_before_points_are_counted() -> None:
    s = war({"calahorra": "c_st1", "vitoria": "l_ln1:1"}, year=1836)
    before = year_points(s, CARLIST)
    year_end(s, "new_units")
    assert ("liberal SpendPoint", "box") == (asked(s), at(s, "c_st1"))
    assert (-1, before - 1) == (s.vp, year_points(s, CARLIST))
