"""[5.1] [5.5] [5.7] A card is an Event or Command Points; and what displays show of cards, Keys and Casualties."""

from __future__ import annotations

import pytest

from tablero.games.wellington import GAME
from tablero.games.wellington.board import (
    BRITAIN,
    CARD,
    CARDS,
    CP,
    DISCARDS,
    DUCHY,
    FRENCH,
    GUEST,
    HAND,
    KEYS,
    MUST_PLAY,
    NORD,
    POWERS,
    REMOVED,
    RESERVE,
    SPAIN,
    SUD,
    TABLE,
)
from tablero.games.wellington.rules.r01_pieces.s06_leaders import formations
from tablero.games.wellington.rules.r03_control import controlled, enemy, friendly, uncontrolled
from tablero.games.wellington.rules.r04_sequence.s02_impulses import ChoosePlay, Impulse
from tablero.games.wellington.rules.r05_cards.s02_windows import PlayEvent, discard_at_random, put_away
from tablero.games.wellington.rules.r06_building import Spending
from tablero.games.wellington.rules.r11_battle.s01_battle import Battle
from tablero.games.wellington.rules.r13_attrition import Attrition
from tablero.games.wellington.state import Wellington
from tests.games.wellington.cards.events import lies
from tests.games.wellington.field import asked, do, game, holder, offered, refused, run, sps, told, x
from tests.games.wellington.turns import war
from tests.rules import known, rule


def hand(name: str, places: dict[str, str] | None = None, active: str = "britain") -> Wellington:
    """The Active Power holds one card and is asked for its play."""
    s = game(places or {"lisbon": "wellington britain:3"}, active=active, hands={active: name})
    s.stack.pop()
    impulse = s.frame(Impulse)
    impulse.at = impulse.steps().index("played")
    run(s, ChoosePlay(s.active))
    return s


@rule("wellington", "1.10a", "5a", "5.1a", "5.5a", "5.5b")
def test_a_card_is_an_event_or_points_and_never_both() -> None:
    s = hand("royal_intervention")
    assert {"cp royal_intervention", "event royal_intervention"} <= set(offered(s))
    do(s, "cp royal_intervention")
    assert "britain SpendPoints" == asked(s)
    assert CP[CARD["royal_intervention"]] == s.frame(Spending).points == 4
    assert 0 == s.resources[BRITAIN], "its Event does not happen"
    s = hand("royal_intervention")
    do(s, "event royal_intervention")
    assert 1 == s.resources[BRITAIN]
    assert s.within(Spending) is None, "no points besides"
    assert DISCARDS == CARDS.where(s, CARD["royal_intervention"])


@rule("wellington", "5.1e")
def test_cards_without_points_are_the_must_play_cards() -> None:
    assert [card for card, points in enumerate(CP) if not points] == [
        card for card in range(len(CP)) if MUST_PLAY >> card & 1]
    s = hand("luddite_riots forced_march")
    refusal = refused(s, "cp luddite_riots")
    assert refusal is not None
    assert "5.8a" == refusal.rule


@rule("wellington", "5.1b")
def test_an_event_may_hit_the_ally() -> None:
    s = game({"lisbon": "britain:5", "cadiz": "spain:5"}, active="britain", hands={"britain": "camp_fever"})
    run(s, PlayEvent(BRITAIN, CARD["camp_fever"]))
    assert {"choose lisbon", "choose cadiz"} == set(offered(s)), "its own Soldiers and those of Spain"


@rule("wellington", "5.1c")
def test_where_an_event_contradicts_the_rules_the_card_prevails() -> None:
    """The French have no Convoys [14.1a], but for Naval Support."""
    s = game({"barcelona": "sud:3"}, active="sud")
    run(s, Spending(SUD, 5))
    assert not any(text.startswith("convoy") for text in offered(s))
    s = game({"barcelona": "sud:3"}, active="sud", hands={"sud": "naval_support"})
    run(s, PlayEvent(SUD, CARD["naval_support"]))
    assert asked(s).startswith("sud "), "a Convoy is loaded"


@rule("wellington", "5.5c", "5.5d", "5.5e", "5.2e")
def test_points_are_split_freely_one_expenditure_after_the_other_and_lapse() -> None:
    s = hand("portuguese_unrest", {"lisbon": "wellington britain:3"})
    do(s, "cp portuguese_unrest")
    assert 5 == s.frame(Spending).points
    do(s, "lead wellington", "step santarem")
    assert 4 == s.frame(Spending).points, "one for a step"
    if not asked(s).endswith("SpendPoints"):
        do(s, "stop")
    verbs = {text.split()[0] for text in offered(s)}
    assert verbs <= {"lead", "counter", "flag", "build", "regroup", "build_leader", "convoy", "besiege", "play", "done",
                     "command", "relieve"}
    for _ in range(2):
        do(s, "build infantry")
        if asked(s).endswith("PlaceBuilt"):
            do(s, "place lisbon")
    assert 2 == sps(s, "britain", "lisbon"), "four for two infantry"
    assert s.within(Spending) is None, "nothing is left"
    s = hand("portuguese_unrest", {"lisbon": "wellington britain:3"})
    do(s, "cp portuguese_unrest", "done")
    assert s.within(Spending) is None, "unspent points are gone"


@rule("wellington", "5.2d")
def test_a_window_is_closed_once_play_has_gone_on() -> None:
    """Mud answers a step before its Attrition; with the next step it is too late for the last one."""
    places = {"lisbon": "wellington britain:3", "salamanca": "marmont nord:2"}
    s = game(places, active="britain", hands={"nord": "mud"})
    run(s, Spending(BRITAIN, 3))
    do(s, "lead wellington", "step santarem")
    assert "nord Window" == asked(s)
    do(s, "pass")
    assert "britain MarchOrders" == asked(s)
    refusal = refused(s, "play mud")
    assert refusal is not None, "it is Britain's turn to act"


@rule("wellington", "5.7b")
def test_removed_cards_are_seen_by_all_and_not_shuffled() -> None:
    s = game({"seville": "sud:4", "burgos": "nord:4"}, active="spain", hands={"spain": "russian_front"})
    run(s, PlayEvent(SPAIN, CARD["russian_front"]))
    while asked(s) != "nobody":
        do(s, offered(s)[0])
    for seat in (-1, BRITAIN, NORD):
        scene = GAME.scene(GAME.view(s, seat), seat)
        removed = next(panel for panel in scene.panels if panel.id == "panel:removed")
        assert (("card", "card:russian_front"),) in removed.rows
    assert REMOVED == CARDS.where(s, CARD["russian_front"])


@rule("wellington", "3a")
def test_to_a_side_a_duchy_is_friendly_enemy_or_uncontrolled() -> None:
    s = game({"salamanca": "wellington britain:2", "madrid": "nord:1"})
    states = friendly(s, FRENCH), enemy(s, FRENCH), uncontrolled(s, FRENCH)
    for duchy in range(len(s.flag)):
        assert 1 == sum(state >> duchy & 1 for state in states)
    assert uncontrolled(s, FRENCH) >> x("salamanca") & 1
    assert friendly(s, FRENCH) >> x("madrid") & 1
    assert enemy(s, FRENCH) >> x("lisbon") & 1
    assert controlled(s, NORD) >> x("madrid") & 1
    assert not controlled(s, SUD) >> x("madrid") & 1


@rule("wellington", "20ah")
def test_a_duchy_is_occupied_by_a_flag_or_by_its_printed_symbol() -> None:
    s = game(flags={"nord": "lugo"})
    assert ["nord", "nord", "spain"] == [holder(s, name) for name in ("lugo", "madrid", "oviedo")]


@rule("wellington", "1.9a", "1.9b")
def test_the_control_chart_counts_the_keys_of_each_power() -> None:
    def chart(s: Wellington) -> list[str]:
        panels = GAME.scene(GAME.view(s, -1), -1).panels
        return [dict(row[0] for row in panel.rows)["keys"] for panel in panels if panel.id.startswith("panel:hands.")]

    s = game()
    assert ["5", "7", "4", "8"] == chart(s)
    s = game(flags={"spain": "madrid"})
    assert ["5", "7", "5", "7"] == chart(s), "at every change of Control"
    assert KEYS >> DUCHY["madrid"] & 1


@rule("wellington", "1.8a")
def test_casualties_of_both_sides_are_counted_beyond_ten() -> None:
    s = game({"salamanca": "marmont nord:9 wellington britain:9"}, active="britain")
    battle = Battle(x("salamanca"), BRITAIN)
    run(s, battle)
    battle.suffered = [12, 3]
    battle.at = battle.steps().index("roll")        # before the dice
    sheet = next(p for p in GAME.scene(GAME.view(s, -1), -1).panels if p.id == "panel:now.battle")
    row = next(row for row in sheet.rows if row[0] == ("sheet", "sheet.casualties"))
    assert (("attacker", "12"), ("defender", "3")) == row[1:3]


@rule("wellington", "13a")
def test_attrition_costs_pieces_wherever_it_is_called_for() -> None:
    s = game({"salamanca": "nord:3"})
    events = run(s, Attrition(FRENCH, x("salamanca"), ((NORD, 0, 3),)), dice=[6, 1, 2])
    assert [(NORD, x("salamanca"), 3, 1)] == told(events, "attrition")
    assert 2 == sps(s, "nord", "salamanca")
    assert formations(s, FRENCH) >> x("salamanca") & 1


@rule("wellington", "1a")
def test_the_glossary_is_part_of_the_rules() -> None:
    glossary = [id_ for id_ in known("wellington") if id_.startswith("20")]
    assert 50 == len(glossary)


@rule("wellington", "4.21a", "5.4a")
def test_a_card_for_its_points_is_told_and_revealed() -> None:
    s = war({"lisbon": "britain:5"}, hands={"britain": "camp_fever"})
    run(s, Impulse(BRITAIN))
    s.revealed = False
    events = do(s, "cp camp_fever")
    assert [(BRITAIN, CARD["camp_fever"])] == [args[:2] for args in told(events, "played_cp")]


@rule("wellington", "5.4b", "5.7a")
@pytest.mark.parametrize("power, name, void, zone", [
    ("britain", "mud", True, DISCARDS), ("britain", "luddite_riots", True, DISCARDS),
    ("spain", "to_arms", True, RESERVE[SPAIN]), ("nord", "german_conscripts", True, RESERVE[NORD]),
    ("britain", "cavalry_of_st_george", True, RESERVE[BRITAIN]),
    ("britain", "cavalry_of_st_george", False, GUEST[SPAIN])])
def test_where_a_card_goes_whose_event_was_cancelled(power: str, name: str, void: bool, zone: int) -> None:
    s = game({"lisbon": "britain:3"}, active=power, hands={power: name})
    frame = PlayEvent(POWERS.index(power), CARD[name])
    frame.declare(s)
    frame.void = void
    frame.away(s)
    assert zone == lies(s, name)


@rule("wellington", "5.4d")
def test_a_card_lost_at_random_is_told_and_seen() -> None:
    s = game(hands={"nord": "mud"})
    s.revealed, s.script = False, [0]
    assert CARD["mud"] == discard_at_random(s, NORD)
    assert ([(NORD, CARD["mud"])], True, DISCARDS) == (told(s.events, "discarded"), s.revealed, lies(s, "mud"))
    s = game(hands={"nord": "russian_front"})
    s.revealed, s.script = False, [0]
    discard_at_random(s, NORD)
    assert ([(NORD, CARD["russian_front"])], True) == (told(s.events, "shuffled_back"), s.revealed)


@rule("wellington", "5.7a")
def test_a_card_that_leaves_the_game_is_told() -> None:
    s = game(hands={"nord": "mud"})
    CARDS.move(s, CARD["mud"], HAND[NORD], TABLE)
    put_away(s, CARD["mud"], "remove")
    assert [(CARD["mud"],)] == told(s.events, "removed_card")
