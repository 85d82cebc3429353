"""[16] The order of the Interphase; [16.4] the cards of the next Turn."""

from __future__ import annotations

import pytest

import tablero
from tablero.games.wellington.board import (
    BRITAIN,
    CARD,
    CARDS,
    CP,
    DISCARDS,
    DRAW_PILE,
    HAND,
    HOME,
    NORD,
    POWERS,
    RESERVE,
    SPAIN,
    SUD,
    UNPLAYED,
)
from tablero.games.wellington.rules.r02_setup import deal_home_cards
from tablero.games.wellington.rules.r16_interphase.s00_interphase import Interphase
from tablero.games.wellington.rules.r16_interphase.s02_reinforcements import Reinforcements
from tablero.games.wellington.rules.r16_interphase.s04_cards import KeepCards, exchange_excess, halve_unplayed
from tablero.games.wellington.state import Wellington
from tablero.kernel.bits import bitset, ids_of
from tests.games.wellington.field import asked, do, offered, refused, run, sps, told
from tests.games.wellington.turns import hand, hand_size, places_in_pile, war
from tests.rules import rule

EIGHT = "camp_fever desertion british_subsidies atrocity forced_march spanish_ulcer next_class war_without_end"


def card_step(box: str = "britain", hands: dict[str, str] | None = None, discards: str = "") -> Wellington:
    """An Interphase from the shuffle on; nobody has a piece."""
    s = war(box=box, hands=hands, discards=discards)
    frame = Interphase(order=tuple((s.box + n) % 4 for n in range(4)), points=[0] * 4)
    frame.at = frame.steps().index("shuffle")
    run(s, frame)
    return s


@rule("wellington", "16a", "16.4a")
def test_the_steps_of_the_interphase_in_their_order() -> None:
    steps = Interphase().steps()
    order = ("resources", "reinforcements", "deployment", "transfer", "shuffle", "mulligan", "unplayed", "excess",
             "home_cards")
    assert sorted(order, key=steps.index) == list(order)


@rule("wellington", "16b", "5.2a")
def test_no_card_is_played_and_nothing_intercepted_in_the_interphase() -> None:
    hands = {"spain": "el_empecinado foraging_parties", "nord": "living_off_the_land fog_of_war"}
    s = war({"madrid": "joseph nord:3", "lisbon": "wellington britain:5"}, hands=hands)
    run(s, Interphase())
    assert [0, 0, 0, 1] == s.resources, "for Madrid"
    questions = set()
    while asked(s) != "nobody":
        questions.add(asked(s).split()[1])
        do(s, next(word for word in ("done", "keep", *offered(s)) if word in offered(s)))
    assert {"ChooseHomeKey", "Reinforce", "ChooseDeployment", "LeaderTransfer", "Mulligan", "KeepCards"} >= questions


@rule("wellington", "16.41a")
def test_discards_are_shuffled_in_and_everybody_draws_six_cards() -> None:
    s = card_step(discards=EIGHT, hands={"sud": "cavalry_raid"})
    assert 0 == s.sizes[DISCARDS]
    assert [6, 6, 6, 6] == [s.sizes[HAND[power]] for power in range(4)]
    assert "cavalry_raid" == CARDS.ids[ids_of(s.piles[UNPLAYED[SUD]])[0]]


@rule("wellington", "16.41a", "16.42a", "16.2a")
def test_the_power_whose_box_is_marked_comes_first() -> None:
    s = card_step("spain")
    order = []
    for _ in range(4):
        order.append(asked(s))
        do(s, "keep")
    assert ["spain Mulligan", "nord Mulligan", "britain Mulligan", "sud Mulligan"] == order


@rule("wellington", "16.42a")
def test_a_mulligan_is_taken_with_the_new_cards_only() -> None:
    s = card_step(hands={"britain": "camp_fever desertion"})
    old = s.piles[UNPLAYED[BRITAIN]]
    do(s, "mulligan")
    assert old == s.piles[UNPLAYED[BRITAIN]]
    assert old == bitset([CARD["camp_fever"], CARD["desertion"]])
    assert hand_size(s, "britain") < 6


@rule("wellington", "16.42b", "16.42c", "20aa", "ASPf", "5.8e")
@pytest.mark.parametrize("old, back", [("camp_fever", 1), ("camp_fever desertion", 1), ("camp_fever desertion mud", 2),
                                       ("russian_front", 1), ("camp_fever desertion mud humbled", 2)])
def test_half_of_the_unplayed_cards_go_back_and_are_replaced(old: str, back: int) -> None:
    s = war(hands={"britain": old})
    CARDS.pour(s, HAND[BRITAIN], UNPLAYED[BRITAIN])
    pile = s.sizes[DRAW_PILE]
    s.script = [0] * back + [70] * back
    events: list[tablero.Event] = s.events
    halve_unplayed(s, BRITAIN)
    assert len(old.split()) == hand_size(s, "britain")
    assert (pile, 0) == (s.sizes[DRAW_PILE], s.sizes[UNPLAYED[BRITAIN]])
    assert back == len(told(events, "returned"))
    assert {(1 << BRITAIN, ("returned_hidden", (BRITAIN,)))} == {e[2:4] for e in events if e.kind == "returned"}
    assert len(old.split()) - back == sum(name in hand(s, "britain").split() for name in old.split())


@rule("wellington", "16.42b")
def test_only_its_owner_sees_which_unplayed_card_goes_back() -> None:
    for power in range(len(POWERS)):
        s = war(hands={POWERS[power]: "camp_fever"})
        CARDS.pour(s, HAND[power], UNPLAYED[power])
        halve_unplayed(s, power)
        assert {(1 << power, ("returned_hidden", (power,)))} == {e[2:4] for e in s.events if e.kind == "returned"}


@rule("wellington", "16.42c")
def test_old_and_new_cards_are_then_one_hand() -> None:
    s = card_step(hands={"britain": "camp_fever desertion mud"})
    do(s, "keep")
    assert 9 == hand_size(s, "britain")


@rule("wellington", "16.43a", "16.43d", "15.1a", "16.43i", "5.4d")
@pytest.mark.parametrize("cards, resource", [(EIGHT, 0), (f"{EIGHT} mud", 1), (f"{EIGHT} admiralty light_division", 0),
                                             (f"{EIGHT} mud humbled", 1)])
def test_more_than_eight_cards_without_home_cards_cost_one_for_a_resource(cards: str, resource: int) -> None:
    s = war(hands={"britain": cards})
    before = hand_size(s, "britain")
    exchange_excess(s, BRITAIN)
    assert resource == s.resources[BRITAIN] == before - hand_size(s, "britain")
    assert not resource or all(sees >> s.top & 1 for sees in s.sees), "everybody sees what is discarded"
    assert s.sizes[HOME[BRITAIN]] == (2 if "admiralty" in cards else 0)


@rule("wellington", "16.43b")
def test_a_must_play_card_that_is_hit_goes_back_into_the_draw_pile() -> None:
    s = war(hands={"britain": f"{EIGHT} russian_front"})
    s.script = places_in_pile(s, "russian_front", HAND[BRITAIN])
    exchange_excess(s, BRITAIN)
    assert s.piles[DRAW_PILE] >> CARD["russian_front"] & 1
    assert all(sees >> CARD["russian_front"] & 1 for sees in s.sees), "everybody sees it"
    assert (0, 1) == (s.sizes[DISCARDS], s.resources[BRITAIN])


@rule("wellington", "16.43c")
def test_at_most_eight_cards_are_kept() -> None:
    s = war(hands={"britain": f"{EIGHT} mud humbled"})
    run(s, KeepCards(BRITAIN))
    assert "16.43c" == refused(s, "done").rule  # type: ignore[union-attr]
    do(s, "give_up mud", "give_up humbled")
    assert "done" in offered(s)
    do(s, "done")
    assert (8, CP[CARD["mud"]] + CP[CARD["humbled"]]) == (hand_size(s, "britain"), s.answer)
    assert s.piles[DISCARDS] >> CARD["mud"] & 1


@rule("wellington", "16.43c", "16.43d", "16.43f", "5.4e", "5.8b")
def test_others_may_give_up_cards_too_but_no_must_play_and_no_home_cards() -> None:
    s = war(hands={"britain": "mud russian_front admiralty"})
    run(s, KeepCards(BRITAIN))
    assert {"done", "give_up mud"} == set(offered(s))
    assert "16.43f" == refused(s, "give_up russian_front").rule  # type: ignore[union-attr]
    assert refused(s, "give_up admiralty") is not None
    do(s, "give_up mud")
    assert 4 == s.answer


@rule("wellington", "16.43c", "16.43h", "16.43g", "16.43e")
def test_their_cps_bring_reinforcements_to_one_home_key_and_no_deployment() -> None:
    s = card_step(hands={"sud": "british_subsidies"})
    s.regroup[SUD] = 1
    while asked(s) != "sud KeepCards":
        do(s, "keep" if "keep" in offered(s) else "done")
    given = [card for card in ids_of(s.piles[HAND[SUD]]) if CP[card] == 5 or CP[card] % 2]
    do(s, f"give_up {CARDS.ids[given[0]]}", "done")
    assert "sud ChooseHomeKey" == asked(s)
    points = CP[given[0]]
    do(s, "gather perpignan", *["build infantry"] * (points // 2), "regroup infantry")
    assert (points // 2 + 1, 0) == (sps(s, "sud", "perpignan"), sps(s, "sud", "regroup"))
    assert "Deployment" not in asked(s)


@rule("wellington", "16.43e")
def test_the_odd_cp_of_cards_that_were_given_up_is_set_apart() -> None:
    for given, points, odd in ((5, 4, 1), (4, 4, 0)):
        s = war({"regroup": "sud:1"})
        frame = Interphase(order=(SUD, SPAIN, NORD, BRITAIN), points=[0] * 4)
        frame.at = frame.steps().index("given_up")
        s.answer = given
        run(s, frame)
        assert (points, odd) == (s.frame(Reinforcements).points, s.frame(Reinforcements).odd)


@rule("wellington", "16.44a", "5.4b")
def test_home_cards_are_shuffled_and_dealt_from_the_next_power_on() -> None:
    s = war(box="nord", last="spain")
    events = s.events
    deal_home_cards(s, (NORD, BRITAIN, SUD, SPAIN))
    assert [3, 2, 2, 2] == [s.sizes[HOME[power]] for power in range(4)]
    assert [NORD, NORD, BRITAIN, BRITAIN, BRITAIN, SUD, SUD, SPAIN, SPAIN] == [
        args[0] for args in told(events, "dealt_home")]


@rule("wellington", "16.44a")
def test_the_interphase_deals_them_in_the_order_of_the_track() -> None:
    s = card_step("nord")
    while asked(s) != "nobody":
        s.events.clear()
        do(s, "keep" if "keep" in offered(s) else "done")
    assert [3, 2, 2, 2] == [s.sizes[HOME[power]] for power in range(4)]


@rule("wellington", "16.44c")
def test_unplayed_home_cards_stay_and_a_short_reserve_is_dealt_out() -> None:
    s = war(hands={"britain": "admiralty light_division"})
    deal_home_cards(s, (BRITAIN,))
    assert (5, 1) == (s.sizes[HOME[BRITAIN]], s.sizes[RESERVE[BRITAIN]])
    deal_home_cards(s, (BRITAIN,))
    assert (6, 0) == (s.sizes[HOME[BRITAIN]], s.sizes[RESERVE[BRITAIN]])


@rule("wellington", "16.43c")
def test_a_card_that_is_given_up_is_the_top_of_the_discards() -> None:
    s = war(hands={"britain": "camp_fever desertion"})
    run(s, KeepCards(BRITAIN))
    text = next(text for text in offered(s) if text.endswith("camp_fever"))
    said = do(s, text)
    assert (CARD["camp_fever"], [(BRITAIN, CARD["camp_fever"])]) == (s.top, told(said, "gave_up"))


@rule("wellington", "16.43e")
def test_without_cps_of_cards_there_are_no_reinforcements() -> None:
    for given, told_of in ((0, []), (2, [(SUD, 2)])):
        s = war({"regroup": "sud:1"})
        frame = Interphase(order=(SUD, SPAIN, NORD, BRITAIN), points=[0] * 4)
        frame.at, s.answer = frame.steps().index("given_up"), given
        assert told_of == told(run(s, frame), "reinforcements")
