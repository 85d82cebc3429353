"""[4.2] What is asked, told and remembered from Impulse to Impulse."""

from __future__ import annotations

import pytest

import tablero
from tablero.games.wellington.board import BRITAIN, NORD
from tablero.games.wellington.rules.r04_sequence.s02_impulses import Impulse, Impulses, nothing_left
from tests.games.wellington.field import asked, do, offered, refused, run, told, x
from tests.games.wellington.turns import war
from tests.rules import rule


@rule("wellington", "4.24a")
def test_a_turn_in_which_nobody_has_cards_is_over() -> None:
    s = war()
    run(s, Impulses())
    assert "nobody" == asked(s)


@rule("wellington", "4.22b", "4.22k")
def test_britain_preempts_and_declines() -> None:
    hands = {"britain": "camp_fever mud", "sud": "desertion", "spain": "atrocity", "nord": "forced_march"}
    for word, power in (("preempt", "britain"), ("pass", "sud")):
        s = war({"lisbon": "britain:5", "toulouse": "sud:1"}, box="sud", last="nord", hands=hands)
        s.round = 2
        run(s, Impulses())
        assert "britain Preempt" == asked(s)
        events = do(s, word)
        assert ([(BRITAIN,)] if word == "preempt" else []) == told(events, "preempted")
        assert f"{power} ChoosePlay" == asked(s)
    s = war({"lisbon": "britain:5", "toulouse": "sud:1"}, box="sud", last="nord", hands=hands)
    run(s, Impulses())
    assert ("pass",) == s.stack[-1].decline(s, BRITAIN)  # type: ignore[attr-defined]


@rule("wellington", "4.23a", "20a")
def test_an_impulse_and_a_pass_are_told_and_counted() -> None:
    s = war({"lisbon": "britain:5"}, hands={"britain": "camp_fever"})
    events = run(s, Impulse(BRITAIN))
    assert (1, [(BRITAIN,)], []) == (s.impulses, told(events, "impulse"), told(events, "passes"))
    s = war(resources=(1, 0, 0, 0))
    events = run(s, Impulse(BRITAIN, passing=True))
    assert (1, [], [(BRITAIN,)]) == (s.impulses, told(events, "impulse"), told(events, "passes"))


@rule("wellington", "4.2c")
def test_between_impulses_nobody_is_active() -> None:
    s = war({"lisbon": "britain:5"}, hands={"britain": "camp_fever"})
    run(s, Impulse(BRITAIN))
    do(s, "cp camp_fever", "done")
    assert (-1, BRITAIN) == (s.active, s.last)


@rule("wellington", "5.1c")
def test_winter_quarters_of_others_last() -> None:
    s = war({"lisbon": "britain:5"}, hands={"britain": "camp_fever"})
    s.quarters = [(NORD, x("madrid"), 1), (BRITAIN, x("lisbon"), 0)]
    run(s, Impulse(BRITAIN))
    assert [(NORD, x("madrid"), 1), (BRITAIN, x("lisbon"), 1)] == s.quarters
    do(s, "cp camp_fever", "done")
    assert [(NORD, x("madrid"), 1)] == s.quarters


@rule("wellington", "4.2e")
@pytest.mark.parametrize("cards, resource, key", [
    (0, False, "choose_play"), (1, False, "finish_play"), (0, True, "finish_play"), (1, True, "finish_play")])
def test_after_a_play_the_question_has_other_words(cards: int, resource: bool, key: str) -> None:
    s = war({"lisbon": "britain:5"}, hands={"britain": "camp_fever mud"})
    run(s, Impulse(BRITAIN))
    s.frame(Impulse).cards, s.frame(Impulse).resource = cards, resource
    assert key == tablero.prompt(s, BRITAIN).key


@rule("wellington", "4.2b", "5.6a")
def test_nothing_is_left_only_after_a_play_without_cards_resources_and_sieges() -> None:
    for places, hands, resources, cards, resource, left in (
        ({}, "", 0, 0, False, True), ({}, "", 0, 1, False, False), ({}, "", 0, 0, True, False),
        ({}, "", 1, 1, False, True),
        ({"ciudad_rodrigo": "hill britain:2"}, "", 0, 1, False, True), ({}, "mud", 0, 1, False, True),
    ):
        s = war(places, hands={"britain": hands} if hands else {}, resources=(resources, 0, 0, 0))
        frame = Impulse(BRITAIN, cards=cards, resource=resource)
        s.stack.append(frame)
        assert left != nothing_left(s, frame), (places, hands, resources, cards, resource)


@rule("wellington", "12.2b", "4.2f")
def test_only_leaders_on_the_map_are_tried_for_a_siege() -> None:
    s = war({"ciudad_rodrigo": "hill britain:2", "lisbon": "graham", "regroup": "wellington"},
            hands={"britain": "camp_fever"})
    run(s, Impulse(BRITAIN))
    assert ["besiege hill"] == [text for text in offered(s) if text.startswith("besiege")]
    assert refused(s, "besiege graham") is not None
