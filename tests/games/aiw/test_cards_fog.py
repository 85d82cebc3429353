"""What everybody can tell of hidden blocks by the cards that are played with them."""

from __future__ import annotations

import pytest

from tablero.games.aiw.board import CARD, CARLIST, FACES, REMOVED, SIDES, TRAINS, UNIT, area
from tablero.games.aiw.rules.r03_turn.s00_player_phase import phase
from tablero.games.aiw.rules.r05_units.s01_blocks import in_open
from tablero.games.aiw.rules.r15_combat import CombatStep
from tablero.games.aiw.rules.r22_uprising import level
from tablero.games.aiw.state import Aiw
from tests.games.aiw.hands import acts, take
from tests.games.aiw.war import asked, at, block, do, offered, put_cards, run, war
from tests.rules import card, rule


def in_doubt(s: Aiw, units: str, other: str) -> None:
    """For the enemy each of these units could be another as well."""
    for unit in units.split():
        s.may[block(s, unit)] = 1 << UNIT[unit] | 1 << UNIT[other]


def known(s: Aiw, unit: str, other: str) -> bool:
    """Does everybody know that it is not the other?"""
    may = s.may[block(s, unit)]
    assert may >> UNIT[unit] & 1
    return not may >> UNIT[other] & 1


ACTIONS = [
    # card, places, who has acted, words after the card, which units might be another, that other, which are known then
    ("zumalacarregui", {"estella": "c_nav1 c_gui1"}, "c_gui1", "", "c_nav1", "c_st1", "c_nav1"),
    ("zumalacarregui", {"estella": "c_nav1", "tolosa": "c_gui1"}, "", "", "c_nav1 c_gui1", "c_st1", ""),
    ("zumalacarregui", {"estella": "c_nav1 c_gui1", "tolosa": "c_gui2"}, "c_gui1", "activate estella", "c_nav1 c_gui2",
     "c_st1", "c_nav1"),
    ("guergue", {"estella": "c_nav1"}, "", "", "c_nav1", "c_par1", "c_nav1"),
    ("guergue", {"estella": "c_nav1 c_nav2"}, "", "", "c_nav1 c_nav2", "c_par1", ""),
    ("guergue", {"estella": "c_nav1 c_nav2"}, "", "add c_nav1", "c_nav1 c_nav2", "c_st1", "c_nav1"),
    ("guergue", {"estella": "c_nav1 c_nav2"}, "", "add c_nav1, add c_nav2", "c_nav2", "c_par1", "c_nav2"),
    ("guergue", {"estella": "c_nav1 c_st1"}, "", "add c_nav1, add c_st1", "c_st1", "c_par1", "c_st1"),
    ("fortified_posts", {"haro": "l_ln1 l_ln2"}, "l_ln2", "", "l_ln1", "l_st1", "l_ln1"),
    ("fortified_posts", {"haro": "l_ln1", "tudela": "l_ln2"}, "", "", "l_ln1 l_ln2", "l_st1", ""),
    ("chapelgorris", {"hernani": "l_ln1"}, "", "", "l_ln1", "l_st1", "l_ln1"),
    ("chapelgorris", {"hernani": "l_ln1", "tolosa": "l_ln2"}, "", "attach l_ln1", "l_ln1 l_ln2", "l_st1", "l_ln1"),
    ("chapelgorris", {"hernani": "l_ln1", "tolosa": "l_ln2"}, "", "", "l_ln1 l_ln2", "l_st1", ""),
    ("lord_john_hay", {"laredo": "l_rg1 l_rg2"}, "l_rg2", "", "l_rg1", "l_st1", "l_rg1"),
    ("lord_john_hay", {"laredo": "l_rg1", "galicia": "l_rg2"}, "", "", "l_rg1 l_rg2", "l_st1", ""),
]


@rule("aiw", "5.2a", "7.1d")
@pytest.mark.parametrize(("card", "places", "acted", "words", "doubted", "other", "then_known"), ACTIONS)
def test_what_an_operational_card_tells(
    card: str, places: dict[str, str], acted: str, words: str, doubted: str, other: str, then_known: str
) -> None:
    s = war(places, side=SIDES[FACES[CARD[card]].side], year=1835, hands=[card], secret=True)
    s.acted = sum(1 << block(s, unit) for unit in acted.split())
    in_doubt(s, doubted, other)
    do(acts(s), f"play {card}", *filter(None, words.split(", ")))
    assert then_known.split() == [unit for unit in doubted.split() if known(s, unit, other)]


@rule("aiw", "5.2a", "7.1d")
@card("aiw", "guergue")
def test_a_fourth_block_that_goes_with_guergue_is_a_train() -> None:
    s = war({"estella": "c_nav1 c_nav2 c_nav3 c_st1"}, hands=["guergue"], secret=True)
    in_doubt(s, "c_st1", "c_nav4")
    do(acts(s), "play guergue", "add c_nav1", "add c_nav2", "add c_nav3", "add c_st1", "done")
    assert [(in_open(s, CARLIST, area("aragon")), TRAINS, 1)] == s.facts


@rule("aiw", "5.2a", "7.1d")
@card("aiw", "fortified_posts")
@pytest.mark.parametrize(
    ("la_granja", "other", "told"), [(True, "l_rg1", True), (False, "l_rg1", False), (True, "l_st1", True)]
)
def test_who_can_build_a_post_in_the_phase_of_la_granja_is_not_of_the_guard(
    la_granja: bool, other: str, told: bool
) -> None:
    s = war({"haro": "l_ln1"}, side="liberal", hands=["fortified_posts"], secret=True)
    if la_granja:
        phase(s).effects.append(CARD["la_granja"])
    in_doubt(s, "l_ln1", other)
    do(acts(s), "play fortified_posts")
    assert told == known(s, "l_ln1", other)


@rule("aiw", "5.2a", "18.1m")
@card("aiw", "coup_de_main")
@pytest.mark.parametrize(("words", "then_known"), [("", ""), ("assault salvatierra", "c_nav1")])
def test_who_makes_a_coup_has_infantry_that_is_no_partida(words: str, then_known: str) -> None:
    places = {"salvatierra": "c_nav1 c_nav2", "estella": "c_gui1"}
    forts = {"liberal": ["salvatierra", "estella"]}
    s = war(places, year=1836, hands=["coup_de_main"], forts=forts, siege=["salvatierra", "estella"], secret=True)
    in_doubt(s, "c_nav1 c_gui1", "c_par1")
    s.retreated = 1 << block(s, "c_nav2")
    run(s, CombatStep(CARLIST))
    do(s, "play coup_de_main", *filter(None, [words]))
    assert then_known.split() == [unit for unit in ("c_nav1", "c_gui1") if known(s, unit, "c_par1")]


@rule("aiw", "5.2a", "18.1m")
@card("aiw", "coup_de_main")
def test_the_only_one_who_could_make_a_coup_is_known_by_the_card() -> None:
    places = {"durango": "c_gui1", "salvatierra": "c_nav1 c_nav2"}
    s = war(places, year=1836, hands=["coup_de_main"], forts={"liberal": ["salvatierra"]}, secret=True)
    in_doubt(s, "c_nav1", "c_par1")
    s.retreated = 1 << block(s, "c_nav2")
    run(s, CombatStep(CARLIST))
    do(s, "play coup_de_main")
    assert known(s, "c_nav1", "c_par1")


@rule("aiw", "5.2a", "11.6a")
@card("aiw", "informers")
@pytest.mark.parametrize(("sources", "then_known"), [("lodosa", "l_rg1"), ("lodosa tafalla", "l_rg1")])
def test_where_informers_bring_an_interception_somebody_can_intercept(sources: str, then_known: str) -> None:
    liberals = dict(zip(sources.split(), ("l_rg1", "l_rg2")))
    s = war({"estella": "c_nav1 c_nav2", **liberals}, hands=["informers"], secret=True)
    in_doubt(s, " ".join(liberals.values()), "l_st1")
    do(acts(s), "activate estella", "all", "march lerin", "play informers", "intercept lodosa")
    assert then_known.split() == [unit for unit in liberals.values() if known(s, unit, "l_st1")]


@rule("aiw", "5.2a", "7.1d")
@pytest.mark.parametrize(("card", "side", "places", "words", "unit", "other"), [
    ("maroto", "carlist", {"estella": "c_nav1:1"}, "restore c_nav1", "c_nav1", "c_par1"),
    ("maroto", "carlist", {"estella": "c_nav1:1"}, "restore c_nav1", "c_nav1", "c_st1"),
    ("cholera", "liberal", {"haro": "l_rg1", "vitoria": "l_rg2"}, "weaken l_rg1", "l_rg1", "l_st1"),
])
def test_what_an_event_tells(
    card: str, side: str, places: dict[str, str], words: str, unit: str, other: str
) -> None:
    s = war(places, side=side, year=1838, secret=True)
    in_doubt(s, unit, other)
    take(s, card)
    assert not known(s, unit, other)
    do(s, words)
    assert known(s, unit, other)


@rule("aiw", "7.1d")
@pytest.mark.parametrize(("card", "places", "uprising", "after"), [
    ("legions_melt", {"haro": "l_br1"}, {}, "gone"),
    ("narvaez", {"haro": "l_br1"}, {"andalusia": 1}, "haro"),
    ("army_of_the_north", {"haro": "l_ln1"}, {}, "castile_leon"),
])
def test_what_everybody_sees_to_be_the_only_choice_is_not_asked(
    card: str, places: dict[str, str], uprising: dict[str, int], after: str
) -> None:
    side = SIDES[FACES[CARD[card]].side]
    s = war(places, side=side, year=1837, uprising=uprising, secret=True, bags=["l_ln2"], decks=["portuguese_division"])
    put_cards(s, REMOVED, "british_legion", "french_legion")
    take(s, card)
    while asked(s) in ("liberal Place", "liberal DeployGun"):
        words = offered(s)
        do(s, "place castile_leon" if "place castile_leon" in words else words[0])
    assert "nobody" == asked(s)
    assert after == at(s, {"army_of_the_north": "l_pt1"}.get(card, "l_br1"))
    assert [0] * 9 == s.uprising


@rule("aiw", "7.1d")
@card("aiw", "mina")
def test_the_only_partida_that_mina_may_root_out_is_not_asked_for() -> None:
    s = war({"estella": "c_par1"}, side="liberal", hands=["mina"], secret=True)
    do(acts(s), "play mina")
    assert "box" == at(s, "c_par1")


@rule("aiw", "7.1d", "23.4d")
@card("aiw", "oraa")
def test_the_only_uprising_that_oraa_may_suppress_is_not_asked_for() -> None:
    s = war({}, side="liberal", year=1837, hands=["oraa"], uprising={"aragon": 1}, secret=True)
    do(acts(s), "play oraa", dice=[1])
    assert 0 == level(s, area("aragon"))
