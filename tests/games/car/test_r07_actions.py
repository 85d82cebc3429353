"""[7] Action Rounds: one card or an Automatic Operation, and what limits the choice."""

from __future__ import annotations

import pytest

import tablero
from tablero.games.car.board import AFRICA, CARD, CARDS, FACES, NAT, REP, space
from tablero.games.car.rules.r07_actions import ActionRound, ChooseAction
from tablero.games.car.rules.r08_cards.s02_operations import Operations
from tablero.games.car.state import AUTOMATIC, BY_EVENT, BY_OPS, BY_RP, BY_SR, Car
from tablero.kernel.engine import advance
from tests.games.car.field import asked, do, field, offered, refused, told, zone
from tests.games.car.turns import action, hold, turn
from tests.rules import rule

FRONT = {"burgos": "nat_inf_1", "valencia": "rep_rpa_1"}


def round_of(s: Car, side: int, number: int) -> None:
    """The whole Action Round of a side, up to its question."""
    s.round, s.side = number, side
    s.stack, s.over = [ActionRound(side)], False
    advance(s)


def end(s: Car) -> None:
    """The Round comes to its end, with as little as possible."""
    while s.stack:
        do(s, "done" if "done" in offered(s) else offered(s)[0])


@rule("car", "7.1.3a")
def test_a_side_must_act_with_a_card_or_an_automatic_operation_and_may_not_pass() -> None:
    s = field(FRONT)
    action(s, hands="n2 n9 r9")
    assert {"event n2", "ops n2", "sr n2", "rp n2", "ops n9", "sr n9", "rp n9", "auto"} == set(offered(s))
    with pytest.raises(tablero.IllegalAction):
        tablero.apply(s, NAT, ("pass",))
    assert ("7.1.3a", "not_in_hand") == refused(s, "ops n3"), "a card that is not held"
    assert ("7.1.3a", "not_in_hand") == refused(s, "event r9")


@rule("car", "7.1.3a", "8.1.1a")
def test_an_automatic_operation_activates_one_space_without_a_card() -> None:
    s = field({"burgos": "nat_inf_1", "segovia": "nat_inf_2"})
    action(s, hands="n2")
    assert [(NAT,)] == told(do(s, "auto"), "automatic")
    assert {"done", "move burgos", "attack burgos", "move segovia", "attack segovia"} == set(offered(s))
    do(s, "attack segovia")
    assert ([], "hand") == (s.stack, zone(s, "n2")), "one space, and no card"


@rule("car", "8.1.1a")
def test_without_cards_there_are_only_automatic_operations() -> None:
    s = field(FRONT)
    hold(s, "", deck="")
    turn(s, 7)
    assert ("nationalist Activate", 1) == (asked(s), s.frame(Operations).points)
    assert [AUTOMATIC] + [0] * 11 == s.chart


@rule("car", "7.1.4a", "7.1.6a")
@pytest.mark.parametrize("word, kind", [("ops", BY_OPS), ("sr", BY_SR), ("rp", BY_RP), ("event", BY_EVENT)])
@pytest.mark.parametrize("side", [NAT, REP])
def test_each_play_is_marked_on_the_chart_of_its_side(word: str, kind: int, side: int) -> None:
    s = field(FRONT)
    action(s, ("nationalist", "republican")[side], number=4, hands="n2 r9")
    do(s, f"{word} {('n2', 'r9')[side]}")
    expected = [0] * 12
    expected[side * 6 + 3] = kind
    assert expected == s.chart


@rule("car", "7.1.6a", "8.3.3a", "8.4.3a")
@pytest.mark.parametrize("kind, rule_", [("sr", "8.3.3a"), ("rp", "8.4.3a")])
def test_no_two_rounds_running_for_redeployment_or_for_replacement_points(kind: str, rule_: str) -> None:
    s = field(FRONT)
    hold(s, "n2 n3 n9 n12 r9")
    round_of(s, NAT, 1)
    do(s, f"{kind} n2")
    end(s)
    round_of(s, NAT, 2)
    assert (rule_, f"{kind}_twice_running") == refused(s, f"{kind} n3")
    assert f"{'rp' if kind == 'sr' else 'sr'} n3" in offered(s), "the other is free"
    assert "ops n3" in offered(s)
    do(s, "auto", "done")
    round_of(s, NAT, 3)
    assert f"{kind} n3" in offered(s), "an Automatic Operation breaks the chain (D47)"


@rule("car", "8.3.3a", "8.4.3a")
def test_the_chain_is_the_sides_own_and_ends_with_the_turn() -> None:
    s = field(FRONT)
    hold(s, "n2 n3 r9 r6")
    round_of(s, NAT, 6)
    do(s, "rp n2")
    round_of(s, REP, 6)
    assert "rp r9" in offered(s)
    s.turn = 7
    hold(s, "n3 r9", deck="")
    s.madrid = 0
    turn(s, 7, "clear")
    while asked(s).endswith("DiscardCards"):
        do(s, "done")
    assert "rp n3" in offered(s), "in the first Round of the next Turn"


@rule("car", "7.1.6a", "8.3.3a", "8.4.3a")
def test_events_that_count_as_such_a_play_are_under_the_same_limit() -> None:
    s = field({**FRONT, "sevilla": "nat_inf_2"}, turn=8)
    s.turn = 8
    hold(s, "n38 n2 r9")
    round_of(s, NAT, 1)
    do(s, "sr n2")
    end(s)
    round_of(s, NAT, 2)
    assert ("8.3.3a", "sr_twice_running") == refused(s, "event n38")
    s = field(FRONT, happened="r2")
    hold(s, "r15 r9")
    s.turn = 3
    round_of(s, REP, 1)
    do(s, "rp r9")
    round_of(s, REP, 2)
    assert ("8.4.3a", "rp_twice_running") == refused(s, "event r15")
    do(s, "auto", "done")
    round_of(s, REP, 3)
    do(s, "event r15")
    end(s)
    assert 1 << BY_RP == s.chain[REP], "and it counts for the next Round"


@rule("car", "7.1.6a", "8.5.2.1a")
def test_one_reinforcement_event_of_a_kind_in_a_turn() -> None:
    s = field(FRONT, happened="n4")
    action(s, number=1, hands="n2 n3 n22 n52", turn=13)
    do(s, "event n2")
    end(s)
    action(s, number=2, turn=13)
    assert ("8.5.2.1a", "reinforced_already") == refused(s, "event n3")
    assert "event n22" in offered(s), "one of the ally as well"
    do(s, "event n22")
    end(s)
    action(s, number=3, turn=13)
    assert ("8.5.2.1a", "reinforced_already") == refused(s, "event n52")
    assert {"ops n3", "ops n52"} <= set(offered(s))


@rule("car", "7.1.6a", "8.5.2.1a")
def test_a_reinforcement_of_one_side_does_not_bar_the_other_sides() -> None:
    s = field(FRONT)
    action(s, number=1, hands="n2 r9")
    do(s, "event n2")
    end(s)
    action(s, "republican", number=1)
    assert "event r9" in offered(s)


@rule("car", "10.2.2c", "7.1.1a")
def test_at_the_end_of_a_round_attempts_at_works_go_where_nobody_is_left() -> None:
    s = field({**FRONT, "segovia": "nat_inf_2"})
    s.tried = [1 << space("segovia") | 1 << space("avila"), 1 << space("valencia") | 1 << space("soria")]
    s.hampered = [5, 6]
    action(s, hands="n2")
    do(s, "rp n2")
    assert [1 << space("segovia"), 1 << space("valencia")] == s.tried
    assert [0, 6] == s.hampered, "what hampered this Round is over, for this side"


@rule("car", "8.1.3a")
@pytest.mark.parametrize("card, points", [("n8", 4), ("n34", 1), ("n2", 0)])
def test_some_events_are_operations_too(card: str, points: int) -> None:
    s = field(FRONT, happened="n4 r2")
    action(s, number=2, turn=7, hands=card)
    do(s, f"event {card}")
    if points:
        assert ("nationalist Activate", points) == (asked(s), s.frame(Operations).points)
    else:
        assert not s.stack or not asked(s).endswith("Activate")


@rule("car", "16.5.2a", "8.1.3a")
def test_in_winter_events_that_are_operations_count_as_cards_for_operations() -> None:
    s = field(FRONT, happened="n4 n5")
    hold(s, "n8 n2 n9 n27")
    s.turn = 11
    for number, word in ((1, "event n8"), (2, "ops n2")):
        action(s, number=number, turn=11)
        do(s, word)
        end(s)
    assert 2 == s.operations[NAT]
    action(s, number=3, turn=11)
    do(s, "ops n9")
    end(s)
    action(s, number=4, turn=11)
    assert ("16.5.2a", "winter_limit") == refused(s, "event n27")
    assert ("16.5.2a", "winter_limit") == refused(s, "ops n27")
    assert {"sr n27", "rp n27", "auto"} <= set(offered(s))


@rule("car", "8.5.1.2a", "8.5.1.4a")
def test_an_event_opens_others_at_once() -> None:
    s = field({**FRONT, "cadiz": "nat_inf_2"}, turn=4)
    hold(s, "n4 n7")
    CARDS.bar(s, 4)
    round_of(s, NAT, 1)
    do(s, "event n4")
    end(s)
    round_of(s, NAT, 2)
    assert "event n7" in offered(s)


@rule("car", "8.5.2.1a")
def test_which_events_are_reinforcements_of_a_side_and_which_of_its_ally() -> None:
    for card, face in enumerate(FACES):
        kinds = {"reinforcement_nat": 0, "reinforcement_rep": 0, "reinforcement_axis": 1, "reinforcement_sov": 1}
        assert kinds.get(face.type, -1) == ChooseAction(face.side).reinforcement(card), face.id


@rule("car", "17.6.3a")
@pytest.mark.parametrize("number, left", [(1, 1), (2, 2)])
def test_with_the_end_of_the_blockade_in_the_first_round_of_turn_3_a_unit_lands_after_the_event(
        number: int, left: int) -> None:
    s = field({"sevilla": "nat_inf_1", "africa": "nat_afr_1 nat_afr_2"}, turn=3)
    action(s, turn=3, number=number, hands="n6")
    do(s, "event n6")
    end(s)
    assert left == s.here[AFRICA[NAT]].bit_count()


@rule("car", "7.1.1a")
def test_each_round_is_told() -> None:
    s = field(FRONT)
    hold(s, "n2 r9")
    round_of(s, REP, 4)
    assert [(REP, 4)] == told(s.events, "round")


@rule("car", "8.5.5.1a")
def test_one_strategic_counterattack_in_a_turn() -> None:
    s = field(FRONT)
    action(s, "republican", number=6, turn=7, hands="r25 r26 r9")
    do(s, "event r9")
    end(s)
    action(s, "republican", number=1, turn=7)
    do(s, "event r25")
    end(s)
    action(s, "republican", number=2, turn=7)
    assert ("8.5.5.1a", "one_counterattack") == refused(s, "event r26")
    turn(s, 7, "clear")
    assert not s.countered


@rule("car", "8.5.1.1a")
def test_guerrillas_take_redeployment_from_the_next_round_only() -> None:
    s = field(FRONT)
    s.hampered[NAT] = 1 << CARD["r35"]
    action(s, hands="n2 n38")
    assert ("8.5.1.1a", "guerrillas") == refused(s, "sr n2")
    assert ("8.5.1.1a", "guerrillas") == refused(s, "event n38"), "it is a redeployment"
    do(s, "rp n2")
    action(s, number=3)
    assert "sr n38" in offered(s)


@rule("car", "8.5.1.2a")
def test_soviet_aid_is_kept_out_in_the_turn_of_the_committee() -> None:
    s = field(FRONT, happened="r1")
    s.this_turn = 1 << CARD["n17"]
    action(s, "republican", turn=4, hands="r2")
    assert ("8.5.1.2a", "event_silenced") == refused(s, "event r2")
    s.happened |= 1 << CARD["r2"]
    action(s, "republican", turn=4, hands="r4 r3 r9")
    for name in ("r4", "r3"):
        assert ("8.5.1.2a", "event_silenced") == refused(s, f"event {name}")
    assert "event r9" in offered(s)
    s.this_turn = 0
    action(s, "republican", turn=4)
    assert "event r4" in offered(s)


@rule("car", "17.6.3a", "7.1.1a")
@pytest.mark.parametrize("number, left", [(3, 6), (2, 5)])
def test_the_army_of_africa_comes_before_the_action_of_its_round(number: int, left: int) -> None:
    s = field({"sevilla": "nat_inf_1", "africa": " ".join(f"nat_afr_{n}" for n in range(1, 7))}, turn=1)
    hold(s, "n2 r9")
    round_of(s, NAT, number)
    if left == 5:
        do(s, "to cadiz")
    assert ("nationalist ChooseAction", left) == (asked(s), s.here[AFRICA[NAT]].bit_count())


@rule("car", "7.1.3a", "8.1.4a")
@pytest.mark.parametrize("word", ["ops n2", "sr n2", "rp n2", "event n2", "auto"])
def test_what_was_played_is_known_from_then_on(word: str) -> None:
    s = field(FRONT)
    action(s, hands="n2")
    do(s, word)
    assert s.revealed, "it cannot be taken back unseen"
