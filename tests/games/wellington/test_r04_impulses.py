"""[4.2] Impulses: whose it is, who pre-empts, and what is played in them."""

from __future__ import annotations

import pytest

import tablero
from tablero.games.wellington import GAME
from tablero.games.wellington.board import (
    BRITAIN,
    CARD,
    CARDS,
    DISCARDS,
    GUEST,
    HAND,
    NORD,
    POWERS,
    RESERVE,
    SPAIN,
    SUD,
    TABLE,
)
from tablero.games.wellington.rules.r04_sequence.s02_impulses import (
    Impulse,
    Impulses,
    may_preempt,
    nothing_left,
    preemptor,
)
from tablero.games.wellington.rules.r05_cards.s02_windows import held
from tablero.games.wellington.rules.r17_special import holders
from tablero.games.wellington.state import Wellington
from tests.games.wellington.field import asked, do, leader, marked, offered, refused, run, told, x
from tests.games.wellington.turns import hand, hand_size, places_in_pile, war
from tests.rules import rule

# by Power: cards without '+' that nobody can answer
A, B, C, D = ("camp_fever british_subsidies royal_intervention", "desertion spanish_ulcer next_class",
              "volunteers extended_campaign atrocity", "war_without_end other_wellesley forced_march")
EVERYBODY = {"britain": A, "sud": B, "spain": C, "nord": D}
HANDS = {"britain": "camp_fever", "sud": "desertion", "spain": "atrocity", "nord": "forced_march"}
PIECES = {"lisbon": "britain:5", "toulouse": "sud:1", "cadiz": "spain:1", "bordeaux": "reille nord:1"}
# so that each of these cards has an effect as an Event, too


def play(s: Wellington, card: str) -> None:
    """The Impulse of the Power that is asked: a card for its CPs, which lapse."""
    do(s, f"cp {card}", "done")
    if "end" in offered(s):
        do(s, "end")


def spend(s: Wellington, card: str) -> None:
    """A Resource for a card; nobody burns it."""
    do(s, "resource", dice=places_in_pile(s, card))
    while "Window" in asked(s):
        do(s, "pass")


def impulse(s: Wellington) -> Impulse:
    return s.frame(Impulse)


def acting(power: str, **more: object) -> Wellington:
    """The Impulse of a Power has begun."""
    s = war(PIECES, box=power, **more)  # type: ignore[arg-type]
    run(s, Impulse(POWERS.index(power)))
    return s


# --- whose Impulse


@rule("wellington", "4.2a", "20a", "1.3a")
def test_impulses_follow_the_track() -> None:
    s = war(PIECES, last="nord", hands=EVERYBODY)
    run(s, Impulses())
    for power, card in (("britain", "camp_fever"), ("sud", "desertion"), ("spain", "atrocity")):
        assert f"{power} ChoosePlay" == asked(s)
        assert POWERS.index(power) == s.active
        play(s, card)
        if "Preempt" in asked(s):
            do(s, "pass")
    assert "nord ChoosePlay" == asked(s)


@rule("wellington", "4.2d", "4.24a", "20an")
def test_after_nord_the_marker_returns_to_britain_and_a_new_round_begins() -> None:
    s = war(PIECES, box="nord", last="britain", hands=HANDS)
    events = run(s, Impulses())
    assert ("nord ChoosePlay", 2, [(NORD,)], []) == (asked(s), s.round, told(events, "impulse"), told(events, "passes"))
    do(s, "cp forced_march")
    events = do(s, "done")
    assert [(3,)] == told(events, "round")
    assert ("britain ChoosePlay", BRITAIN, 3) == (asked(s), s.box, s.round)


@rule("wellington", "4.2b", "6.3i")
def test_an_impulse_does_not_end_of_itself_before_a_play_or_a_relief() -> None:
    for places, played, over in ((PIECES, 1, True), (PIECES, 0, False), ({"lisbon": "nord:2 britain:1"}, 1, False),
                                 ({"la_coruna": "nord:2 britain:1"}, 1, False)):
        assert over == nothing_left(war(places), Impulse(BRITAIN, cards=played))


@rule("wellington", "4.2b", "4.2f", "ASPa", "20ae")
def test_an_impulse_ends_only_after_a_card_or_a_resource() -> None:
    s = acting("britain", hands={"britain": "camp_fever"}, resources=(1, 0, 0, 0))
    assert "4.2b" == refused(s, "end").rule  # type: ignore[union-attr]
    do(s, "resource", dice=[0])
    assert "end" in offered(s)
    s = acting("britain", hands={"britain": "camp_fever british_subsidies"})
    do(s, "cp camp_fever", "done")
    assert "nobody" == asked(s), "nothing is left to choose, so it has ended"


@rule("wellington", "4.2f", "12.2b")
def test_a_siege_and_a_commander_are_no_plays() -> None:
    s = war({"ciudad_rodrigo": "wellington hill britain:8"}, hands={"britain": "camp_fever"})
    run(s, Impulse(BRITAIN))
    do(s, "command hill")
    assert leader("hill") == s.commander[x("ciudad_rodrigo")]
    assert "4.2b" == refused(s, "end").rule  # type: ignore[union-attr]
    assert "besiege hill" in offered(s)
    do(s, "besiege wellington", dice=[1] * 40)
    while "ChoosePlay" not in asked(s):
        do(s, "pass" if "pass" in offered(s) else "stop")
    assert "4.2b" == refused(s, "end").rule  # type: ignore[union-attr]
    assert not [word for word in offered(s) if word.startswith("besiege")], "each Fortress once"


@rule("wellington", "1.6g", "9.62b")
def test_a_power_names_a_commander_over_leaders_of_its_ally_only_with_its_consent() -> None:
    for answer, named in (("no", "wellington"), ("yes", "castanos")):
        s = war({"almeida": "wellington castanos britain:3 spain:1"}, box="spain", hands={"spain": "atrocity"})
        run(s, Impulse(SPAIN))
        do(s, "command castanos")
        assert "britain AgreeCommander" == asked(s)
        do(s, answer)
        assert "spain ChoosePlay" == asked(s)
        found = s.commander[x("almeida")]
        assert leader(named) == (found if found >= 0 else leader("wellington"))
        assert refused(s, "command castanos") is not None


@rule("wellington", "9.62b")
def test_one_player_with_both_powers_is_not_asked_for_his_consent() -> None:
    s = war({"almeida": "wellington castanos britain:3"}, box="spain", hands={"spain": "atrocity"}, players="two")
    run(s, Impulse(SPAIN))
    do(s, "command castanos")
    assert ("spain ChoosePlay", leader("castanos")) == (asked(s), s.commander[x("almeida")])


@rule("wellington", "4.2c")
def test_markers_are_removed_at_the_end_of_an_impulse_and_the_marker_moves_on() -> None:
    s = war({"lisbon": "wellington britain:5"}, hands={"britain": "camp_fever", "sud": "desertion"})
    s.marked = 1 << leader("wellington")
    s.tags = [(x("lisbon"), 0, 1, 5)]
    run(s, Impulses())
    assert marked(s, "wellington")
    do(s, "cp camp_fever", "done")
    assert not marked(s, "wellington")
    assert not s.tags
    assert ("sud ChoosePlay", SUD) == (asked(s), s.box)


# --- slots


@rule("wellington", "4.2e", "5.6a", "5.6b", "5.6c")
def test_a_plus_card_goes_with_one_card_in_either_order_and_never_with_another() -> None:
    hands = {"britain": "volunteers field_promotion camp_fever british_subsidies"}
    for first, second in (("volunteers", "camp_fever"), ("camp_fever", "volunteers")):
        s = acting("britain", hands=hands)
        do(s, f"cp {first}", "done")
        assert "end" in offered(s)
        do(s, f"cp {second}", "done")
        assert "nobody" == asked(s), "no slot is left"
    s = acting("britain", hands=hands)
    do(s, "cp volunteers", "done")
    assert "5.6c" == refused(s, "cp field_promotion").rule  # type: ignore[union-attr]
    s = acting("britain", hands=hands)
    do(s, "cp camp_fever", "done")
    assert "5.6a" == refused(s, "cp british_subsidies").rule  # type: ignore[union-attr]


@rule("wellington", "4.2e", "15.2c", "15.2d", "15.2g")
def test_a_resource_goes_with_one_card_that_is_no_plus_card() -> None:
    s = acting("britain", hands={"britain": "volunteers camp_fever"}, resources=(2, 0, 0, 0))
    spend(s, "british_subsidies")
    assert "british_subsidies" in hand(s, "britain")
    assert "15.2d" == refused(s, "cp volunteers").rule  # type: ignore[union-attr]
    assert "4.2e" == refused(s, "resource").rule  # type: ignore[union-attr]
    do(s, "cp british_subsidies", "done")
    assert "nobody" == asked(s)
    s = acting("britain", hands={"britain": "volunteers camp_fever"}, resources=(2, 0, 0, 0))
    do(s, "cp volunteers", "done")
    assert "15.2d" == refused(s, "resource").rule  # type: ignore[union-attr]


@rule("wellington", "1.6g", "4.2b")
def test_an_impulse_ends_by_itself_once_all_can_tell_that_nothing_is_left() -> None:
    pieces = {**PIECES, "lisbon": "wellington hill britain:5"}      # one of whom could still be named Commander
    hands = {"britain": "volunteers camp_fever british_subsidies"}
    s = war(pieces, box="britain", hands=hands)
    s.secret = True
    run(s, Impulse(BRITAIN))
    do(s, "cp camp_fever", "done")
    assert "britain ChoosePlay" == asked(s), "a '+' card may be left"
    do(s, "cp volunteers", "done")
    assert "nobody" == asked(s)


@rule("wellington", "4.2b")
def test_whether_an_impulse_ends_by_itself_tells_nothing_of_a_hand() -> None:
    for left in ("volunteers", "british_subsidies"):
        s = war(PIECES, box="britain", hands={"britain": f"camp_fever {left}"})
        s.secret = True
        run(s, Impulse(BRITAIN))
        do(s, "cp camp_fever", "done")
        assert "britain ChoosePlay" == asked(s), left


@rule("wellington", "15.2h")
def test_a_card_that_is_drawn_after_the_card_was_played_stays_in_hand() -> None:
    s = acting("britain", hands={"britain": "camp_fever"}, resources=(1, 0, 0, 0))
    do(s, "cp camp_fever", "done")
    spend(s, "british_subsidies")
    assert "nobody" == asked(s)
    assert "british_subsidies" == hand(s, "britain")


@rule("wellington", "15.2i")
def test_with_two_cards_and_a_resource_one_of_three_may_be_played_or_none() -> None:
    s = acting("britain", hands={"britain": "camp_fever desertion"}, resources=(1, 0, 0, 0))
    spend(s, "atrocity")
    assert {"cp camp_fever", "cp desertion", "cp atrocity", "end"} <= set(offered(s))
    do(s, "end")
    assert ("nobody", 3) == (asked(s), hand_size(s, "britain"))


@rule("wellington", "5.6d", "5.6e")
def test_a_card_that_an_event_grants_may_be_no_second_plus_card() -> None:
    s = acting("britain", hands={"britain": "volunteers extended_campaign camp_fever desertion field_promotion"})
    do(s, "cp volunteers", "done")
    do(s, "cp extended_campaign")
    impulse(s).granted += 1         # as the Event does
    do(s, "done")
    assert "cp camp_fever" in offered(s)
    assert "5.6c" == refused(s, "cp field_promotion").rule  # type: ignore[union-attr]
    do(s, "cp camp_fever", "done")
    assert "nobody" == asked(s)


@rule("wellington", "5.8d", "5.8a")
def test_with_must_play_cards_only_one_of_them_is_played_unless_a_resource_is_spent() -> None:
    s = acting("britain", hands={"britain": "russian_front cortes_of_cadiz"}, resources=(1, 0, 0, 0))
    assert "5.8a" == refused(s, "cp russian_front").rule  # type: ignore[union-attr]
    assert {"event russian_front", "event cortes_of_cadiz", "resource"} == set(offered(s))
    do(s, "resource", dice=[0])
    assert "end" in offered(s)


@rule("wellington", "5.8c")
def test_must_play_cards_can_wait() -> None:
    s = acting("britain", hands={"britain": "russian_front camp_fever"})
    do(s, "cp camp_fever", "done")
    assert ("nobody", "russian_front") == (asked(s), hand(s, "britain"))


# --- played cards


@rule("wellington", "4.21a")
def test_played_cards_lie_on_the_discards_and_the_last_is_on_top() -> None:
    s = acting("britain", hands={"britain": "camp_fever volunteers"})
    do(s, "cp volunteers", "done", "cp camp_fever", "done")
    assert {CARD["camp_fever"], CARD["volunteers"]} == {card for card in range(110) if s.piles[DISCARDS] >> card & 1}
    assert CARD["camp_fever"] == s.top
    assert 0 == s.sizes[TABLE]


@rule("wellington", "4.21b", "5.4b")
def test_played_home_cards_go_to_the_reserve_of_their_power() -> None:
    s = acting("britain", hands={"britain": "admiralty"})
    do(s, "cp admiralty", "done")
    assert s.piles[RESERVE[BRITAIN]] >> CARD["admiralty"] & 1
    assert 0 == s.sizes[DISCARDS]


@rule("wellington", "5.4a")
def test_the_home_card_of_another_power_is_good_for_its_cps_only() -> None:
    s = war(PIECES, box="spain", hands={"britain": "cavalry_of_st_george"})
    CARDS.move(s, CARD["cavalry_of_st_george"], 4, GUEST[SPAIN])
    run(s, Impulse(SPAIN))
    assert "spain SpendPoints" == asked(s), "there is nothing else that it could do with it"
    s = war(PIECES, box="spain", hands={"britain": "cavalry_of_st_george", "spain": "atrocity"})
    CARDS.move(s, CARD["cavalry_of_st_george"], 4, GUEST[SPAIN])
    run(s, Impulse(SPAIN))
    assert "5.4a" == refused(s, "event cavalry_of_st_george").rule  # type: ignore[union-attr]


# --- pre-emption


@rule("wellington", "4.22a", "4.22h", "4.22j", "15.2b")
@pytest.mark.parametrize("cards, resources, first", [
    ((3, 3, 2, 1), (0, 0, 0, 0), -1), ((1, 1, 3, 2), (0, 0, 0, 0), SPAIN), ((1, 2, 1, 3), (0, 9, 0, 0), NORD),
])
def test_the_power_with_strictly_most_cards_may_preempt(
    cards: tuple[int, ...], resources: tuple[int, ...], first: int
) -> None:
    names = {name: " ".join(EVERYBODY[name].split()[:n]) for name, n in zip(POWERS, cards)}
    s = war(hands=names, resources=resources)
    assert first == preemptor(s)
    assert list(cards) == [held(s, power) for power in range(4)]


@rule("wellington", "4.22a", "4.22j")
def test_home_cards_count() -> None:
    s = war(hands={"britain": "camp_fever admiralty light_division", "nord": "forced_march war_without_end"})
    assert BRITAIN == preemptor(s)


@rule("wellington", "4.22b", "4.22e", "4.22g")
def test_whoever_preempts_acts_at_once_and_the_marker_stays() -> None:
    s = war(PIECES, last="nord", hands=HANDS | {"spain": "atrocity volunteers extended_campaign"})
    run(s, Impulses())
    assert "spain Preempt" == asked(s)
    events = do(s, "preempt")
    assert [(SPAIN,)] == told(events, "preempted")
    assert ("spain ChoosePlay", SPAIN, BRITAIN) == (asked(s), s.active, s.box)
    assert impulse(s).preempting
    do(s, "cp atrocity", "done", "end")
    assert ("britain ChoosePlay", BRITAIN) == (asked(s), s.box), "and cannot be pre-empted again"


@rule("wellington", "4.22b")
def test_whoever_does_not_preempt_lets_the_scheduled_power_act() -> None:
    s = war(PIECES, last="nord", hands=HANDS | {"spain": "atrocity volunteers"})
    run(s, Impulses())
    do(s, "pass")
    assert "britain ChoosePlay" == asked(s)


@rule("wellington", "4.22c", "4.22d")
@pytest.mark.parametrize("most, allowed", [("nord", False), ("spain", True), ("sud", True), ("britain", False)])
def test_nobody_has_two_impulses_in_a_row(most: str, allowed: bool) -> None:
    s = war(last="nord", hands=HANDS | {most: EVERYBODY[most]})
    assert POWERS.index(most) == preemptor(s)
    assert allowed == (may_preempt(s) >= 0)


@rule("wellington", "4.22c")
def test_that_holds_across_the_end_of_a_turn() -> None:
    s = war(box="sud", last="britain", year=1813, hands=HANDS | {"britain": A})
    s.round = 1
    assert may_preempt(s) < 0


@rule("wellington", "4.22i")
def test_nobody_preempts_in_the_first_round_of_1812() -> None:
    s = war(last="nord", hands=HANDS | {"spain": C})
    s.round = 1
    assert may_preempt(s) < 0
    s.round = 2
    assert SPAIN == may_preempt(s)
    s = war(last="nord", start="1813", hands=HANDS | {"spain": C})
    s.round = 1
    assert SPAIN == may_preempt(s), "a game that starts in 1813 knows no such Round"


@rule("wellington", "4.22k")
def test_the_same_power_may_preempt_a_later_box_once_another_has_acted() -> None:
    s = war(PIECES, last="nord", hands={"britain": "camp_fever", "sud": "desertion", "nord": "forced_march",
                                        "spain": f"{C} rally_to_the_colours supply_convoy"})
    run(s, Impulses())
    do(s, "preempt", "cp atrocity", "done", "end")
    assert "britain ChoosePlay" == asked(s)
    do(s, "cp camp_fever", "done")
    assert ("spain Preempt", SUD) == (asked(s), s.box)


@rule("wellington", "4.22e", "4.23a")
def test_whoever_loses_its_last_card_to_a_preemption_passes_and_all_are_told() -> None:
    s = war(PIECES, last="spain", hands={"britain": "camp_fever", "sud": "desertion", "nord": "luddite_riots atrocity"})
    run(s, Impulses())
    events = do(s, "preempt", "event luddite_riots", dice=[0])
    assert [(BRITAIN,)] == told(events, "passed")
    assert ("sud ChoosePlay", SUD) == (asked(s), s.box)


# --- passes and the end


@rule("wellington", "4.22f", "4.23a")
def test_a_power_without_cards_and_without_siege_or_resource_passes_unasked_and_is_not_preempted() -> None:
    s = war(PIECES, box="sud", last="britain", hands={"spain": "atrocity", "nord": "forced_march war_without_end"})
    events = run(s, Impulses())
    assert [(SUD,)] == told(events, "passed")
    assert ("nord Preempt", SPAIN) == (asked(s), s.box), "not at the box of Sud"


@rule("wellington", "4.23a", "12.2d", "4.22f")
def test_a_power_without_cards_may_resolve_a_siege() -> None:
    s = war({"ciudad_rodrigo": "wellington britain:8"}, last="nord", hands={"nord": D, "sud": "desertion"})
    run(s, Impulses())
    assert "britain ChoosePlay" == asked(s), "Nord cannot pre-empt"
    assert {"besiege wellington", "end"} == set(offered(s))
    assert "play_without_cards" == tablero.prompt(s, BRITAIN).key
    assert impulse(s).passing


@rule("wellington", "4.23a", "15.2e")
def test_a_power_without_cards_may_spend_a_resource_and_play_the_card_or_pass() -> None:
    hands = {"sud": "desertion", "nord": "forced_march"}
    s = war(PIECES, hands=hands, resources=(1, 0, 0, 0), last="nord")
    run(s, Impulses())
    assert {"resource", "end"} == set(offered(s))
    do(s, "end")
    assert ("sud ChoosePlay", 1) == (asked(s), s.resources[BRITAIN])
    s = war(PIECES, hands=hands, resources=(1, 0, 0, 0), last="nord")
    run(s, Impulses())
    spend(s, "camp_fever")
    assert {"cp camp_fever", "end"} <= set(offered(s))
    s = war(PIECES, hands=hands, resources=(1, 0, 0, 0), last="nord")
    run(s, Impulses())
    spend(s, "volunteers")
    assert "cp volunteers" not in offered(s), "a '+' card may not be played with a Resource"


@rule("wellington", "4.22l")
def test_a_pass_counts_as_an_impulse_only_if_a_resource_was_spent() -> None:
    hands = {"sud": B, "nord": "war_without_end"}
    s = war({"ciudad_rodrigo": "castanos spain:4"}, box="spain", last="sud", hands=hands, resources=(0, 0, 1, 0))
    run(s, Impulses())
    do(s, "end")
    assert (SUD, NORD) == (s.last, s.box)
    assert "nord ChoosePlay" == asked(s), "Sud may not pre-empt"
    s = war({"ciudad_rodrigo": "castanos spain:4"}, box="spain", last="sud", hands=hands, resources=(0, 0, 1, 0))
    run(s, Impulses())
    spend(s, "camp_fever")
    do(s, "end")
    assert ("sud Preempt", SPAIN) == (asked(s), s.last)


@rule("wellington", "4.1b", "4.24b", "4.24c", "20as", "16.44b")
def test_the_last_power_with_cards_has_one_more_impulse_and_the_marker_moves_on() -> None:
    s = war(PIECES, box="sud", last="britain", hands={"spain": "atrocity camp_fever desertion"})
    run(s, Impulses())
    assert "spain ChoosePlay" == asked(s)
    assert impulse(s).final
    do(s, "cp atrocity", "done")
    assert "nobody" == asked(s)
    assert (NORD, 2) == (s.box, hand_size(s, "spain")), "two cards are left unplayed"


@rule("wellington", "4.24a")
def test_as_long_as_two_powers_have_cards_the_impulses_go_on() -> None:
    s = war(PIECES, box="spain", last="sud", hands={"spain": "atrocity camp_fever", "sud": "desertion"})
    run(s, Impulses())
    assert not impulse(s).final
    do(s, "cp atrocity", "done")
    assert "sud ChoosePlay" == asked(s)


@rule("wellington", "4.24d")
def test_who_becomes_the_only_one_with_cards_in_its_own_impulse_gets_one_more() -> None:
    s = war(PIECES, box="nord", last="spain", hands={"nord": D, "spain": "atrocity"})
    run(s, Impulses())
    do(s, "cp forced_march")
    CARDS.move(s, CARD["atrocity"], HAND[SPAIN], DISCARDS)      # Spain has used it as a Response
    do(s, "done")
    assert ("nord ChoosePlay", 3) == (asked(s), s.round)
    assert impulse(s).final
    do(s, "cp war_without_end", "done")
    assert "nobody" == asked(s)


@rule("wellington", "15.2f", "4.24b")
def test_a_resource_cannot_prolong_the_turn_after_the_last_impulse() -> None:
    s = war(PIECES, box="spain", last="sud", hands={"spain": "atrocity camp_fever"}, resources=(3, 3, 0, 3))
    run(s, Impulses())
    do(s, "cp atrocity", "done")
    assert "nobody" == asked(s), "nobody else is asked"


@rule("wellington", "17.1a", "17.1b", "17a", "4.22j")
def test_the_turn_goes_on_if_the_last_card_is_given_to_another_power(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(CARDS.effects, CARD["cavalry_of_st_george"], lambda s, power, about: None)
    s = war(PIECES, last="nord", hands={"britain": "cavalry_of_st_george"})
    run(s, Impulses())
    do(s, "event cavalry_of_st_george")
    assert "spain SpendPoints" == asked(s), "no Attrition yet: Spain must play it, for its CPs"
    assert impulse(s).final
    assert s.active == SPAIN
    do(s, "done")
    assert ("nobody", 0) == (asked(s), holders(s))


@rule("wellington", "17.2a")
def test_nothing_illegal_can_be_played_so_nothing_has_to_be_found_later() -> None:
    s = acting("britain", hands={"britain": "camp_fever volunteers"})
    with pytest.raises(tablero.IllegalAction):
        tablero.apply(s, BRITAIN, ("end",))
    with pytest.raises(tablero.IllegalAction):
        tablero.apply(s, BRITAIN, ("cp", CARD["desertion"]))


@rule("wellington", "5.2c")
def test_an_impulse_begins_with_a_window_for_the_other_powers() -> None:
    s = war({"madrid": "joseph nord:3"} | PIECES, box="nord", hands={"nord": "forced_march", "spain": "el_empecinado"})
    run(s, Impulse(NORD))
    assert "spain Window" == asked(s)
    assert "play el_empecinado" in offered(s)
    do(s, "pass")
    assert "nord ChoosePlay" == asked(s)


@rule("wellington", "18.1b")
def test_the_game_can_end_after_each_play() -> None:
    s = war(PIECES, hands={"britain": "camp_fever volunteers"})
    run(s, Impulse(BRITAIN))
    s.owned = [s.owned[0] | s.owned[1] | s.owned[3], 0, s.owned[2], 0]
    do(s, "cp camp_fever", "done")
    assert s.over


@rule("wellington", "4.2c")
def test_the_number_of_the_impulse_is_the_phase_and_winter_quarters_end_with_the_impulse_of_their_power() -> None:
    s = war(PIECES, box="sud", hands={"sud": "desertion", "nord": "forced_march"})
    s.quarters = [(SUD, x("toulouse"), 0), (NORD, x("bordeaux"), 0)]
    run(s, Impulses())
    before = GAME.phase(s)
    do(s, "cp desertion", "done")
    assert [(NORD, x("bordeaux"), 1)] == s.quarters
    assert before + 1 == GAME.phase(s)


@rule("wellington", "4.22i")
def test_in_the_first_round_of_a_later_turn_one_may_preempt() -> None:
    for year, power in ((1812, -1), (1813, NORD)):
        s = war(box="sud", last="britain", year=year, hands=HANDS | {"nord": D})
        s.round = 1
        assert power == may_preempt(s)
