"""[8.1] Draw piles, hands and discards; one use of a card in each play."""

from __future__ import annotations

import pytest

from tablero.games.car import GAME
from tablero.games.car.board import CARD, CARDS, DECK, DISCARDS, HAND, KEPT, LATER, NAT, REMOVED, REP
from tablero.games.car.rules.r08_cards.s01_decks import add_phase, discard_kept, draw_cards, hand_size
from tablero.games.car.state import END_OF_NORTH, Car
from tablero.kernel.events import seen_by
from tests.games.car.field import do, field, offered, told, zone
from tests.games.car.turns import action, hand, hold
from tests.rules import rule

FRONT = {"burgos": "nat_inf_1", "valencia": "rep_rpa_1"}


@rule("car", "8.1.3a")
@pytest.mark.parametrize("use", ["ops", "sr", "rp"])
def test_a_card_is_used_in_one_way_only_in_a_play(use: str) -> None:
    s = field(FRONT)
    before = s.vp, s.rm
    action(s, turn=14, hands="n42")
    events = do(s, f"{use} n42")
    assert (before, False) == ((s.vp, s.rm), bool(s.happened >> CARD["n42"] & 1)), "its event does not happen"
    assert "discards" == zone(s, "n42")
    assert {f"played_{use}"} == {event.kind for event in events if event.kind.startswith("played")}
    assert not s.stack or not [word for word in offered(s) if "n42" in word]


@rule("car", "8.1.3a", "8.4.2a")
def test_an_event_without_operations_gives_none() -> None:
    s = field(FRONT)
    s.rp = [0, 0, 0, 0]
    action(s, turn=14, hands="n42")
    do(s, "event n42")
    assert ([], [0, 0, 0, 0]) == (s.stack, s.rp)


@rule("car", "8.1.3b")
def test_a_card_that_comes_back_may_be_used_in_every_way() -> None:
    s = field(FRONT)
    hold(s, "n21 r9", deck="")
    action(s, number=6)
    do(s, "rp n21")
    assert "discards" == zone(s, "n21")
    draw_cards(s, NAT)                                  # the draw pile is empty: the discards are shuffled
    assert [(NAT,)] == told(s.events, "reshuffled")
    s.chain = [0, 0]
    action(s, number=1)
    assert {"event n21", "ops n21", "sr n21", "rp n21", "auto"} == set(offered(s))


@rule("car", "8.1.4a")
def test_draw_piles_are_counted_removed_cards_are_named_and_hands_are_secret() -> None:
    s = field(FRONT)
    hold(s, "n2 n3 r9 r6 r1", deck="n9 n10 r4 r2", discards="r11")
    for seat in (NAT, REP, -1):
        view = GAME.view(s, seat)
        assert isinstance(view, Car)
        assert [2, 2, 1] == [view.sizes[DECK[NAT]], view.sizes[DECK[REP]], view.sizes[DISCARDS[REP]]]
        assert 0 == view.piles[DECK[NAT]] | view.piles[DECK[REP]], "nobody sees a draw pile"
        assert s.piles[REMOVED] == view.piles[REMOVED]
        assert [side == seat for side in (NAT, REP)] == [bool(view.piles[HAND[side]]) for side in (NAT, REP)]
        assert [2, 3] == [view.sizes[HAND[NAT]], view.sizes[HAND[REP]]]
        removed = next(panel for panel in GAME.scene(view, seat).panels if panel.id == "panel:removed")
        assert s.piles[REMOVED].bit_count() == len(removed.rows)


@rule("car", "6.0.A.3a", "6.0.A.3b", "6.0.A.3c")
@pytest.mark.parametrize("rm, sizes", [(16, (7, 7)), (15, (8, 7)), (11, (8, 7)), (10, (8, 6)), (-3, (8, 6))])
def test_hands_are_filled_to_their_size(rm: int, sizes: tuple[int, int]) -> None:
    s = field(FRONT, rm=rm)
    hold(s, "n2 r9")
    events = len(s.events)
    for side in (NAT, REP):
        draw_cards(s, side)
    assert sizes == (len(hand(s, NAT)), len(hand(s, REP))) == tuple(hand_size(s, side) for side in (NAT, REP))
    drawn = [("drew", (NAT, sizes[0] - 1)), ("drew", (REP, sizes[1] - 1))]
    assert drawn == seen_by(s.events[events:], -1)


@rule("car", "6.0.A.3a", "8.1.4a")
def test_a_drawn_card_is_told_once_and_to_its_owner_only() -> None:
    s = field(FRONT)
    hold(s, "", deck="n2 n3 r9")
    s.events.clear()
    s.revealed = False
    draw_cards(s, NAT)
    assert s.revealed, "a draw cannot be taken back unseen"
    assert [("drew_card", (NAT, CARD["n2"])), ("drew_card", (NAT, CARD["n3"]))] == sorted(seen_by(s.events, NAT))
    assert [("drew", (NAT, 2))] == seen_by(s.events, REP) == seen_by(s.events, -1)


@rule("car", "6.0.A.1a", "15.1.2a")
def test_only_the_cards_of_the_new_phase_join() -> None:
    s = field(FRONT)
    hold(s, "n2 r9", deck="n3 r6", discards="n9 r10", later="n19 r19 n39 r39")
    s.turn = 6
    add_phase(s)
    deck = s.piles[DECK[NAT]] | s.piles[DECK[REP]]
    assert {"n3", "n9", "n19", "r6", "r10", "r19"} == {name for name in CARD if deck >> CARD[name] & 1}
    assert {"n39", "r39"} == {name for name in CARD if (s.piles[LATER[0]] | s.piles[LATER[1]]) >> CARD[name] & 1}


@rule("car", "8.5.1.3a", "3.0a")
@pytest.mark.parametrize("name, where", [("n42", "removed"), ("r35", "discards")])
def test_an_event_with_an_asterisk_leaves_the_game_and_one_without_is_discarded(name: str, where: str) -> None:
    s = field(FRONT)
    side = "nationalist" if name[0] == "n" else "republican"
    action(s, side, turn=14, hands=name)
    do(s, f"event {name}")
    assert where == zone(s, name)


@rule("car", "8.5.1.3b")
@pytest.mark.parametrize("name, number, once, where", [
    ("n11", 11, 0, "discards"), ("n11", 12, 0, "removed"), ("n11", 13, 0, "removed"),
    ("r11", 5, 0, "discards"), ("r11", 6, 0, "removed"),
    ("r13", 18, 0, "discards"), ("r13", 7, END_OF_NORTH, "removed"), ("n9", 18, END_OF_NORTH, "discards")])
@pytest.mark.parametrize("use", ["ops", "sr", "rp"])
def test_cards_with_red_text_leave_the_game_when_it_says_so(
        use: str, name: str, number: int, once: int, where: str) -> None:
    s = field(FRONT)
    s.once = once
    action(s, "nationalist" if name[0] == "n" else "republican", turn=number, hands=name)
    do(s, f"{use} {name}")
    assert where == zone(s, name)


@rule("car", "8.5.3.5a", "8.5.3.6a")
def test_kept_cards_are_discarded_at_the_end_of_a_turn() -> None:
    s = field(hands="n9 n2 r10 r9 r11", kept="n11 r13")
    discard_kept(s)
    assert ("discards", "discards", 0) == (zone(s, "n11"), zone(s, "r13"), s.sizes[KEPT[NAT]] + s.sizes[KEPT[REP]])
    assert CARDS.known(s, DISCARDS[NAT]) >> CARD["n11"] & 1
