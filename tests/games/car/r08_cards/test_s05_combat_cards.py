"""[8.5.3] Combat Cards: when they are played, kept, discarded and removed."""

from __future__ import annotations

from tablero.games.car.board import CARD, COMBAT_CARDS, HAND, NAT, REP, space
from tablero.games.car.rules.r08_cards.s01_decks import discard_kept
from tablero.games.car.state import Car
from tablero.games.car.view import view
from tablero.kernel import engine
from tests.games.car.field import asked, attack, do, field, offered, operation, refused, take_losses, told, zone
from tests.rules import rule

FRONT = {"belchite": "nat_inf_1 nat_inf_2", "caspe": "rep_rpa_1"}


def settle(s: Car) -> None:
    """Answer what follows the dice, without advancing."""
    take_losses(s)
    while asked(s).endswith("RetreatUnit"):
        do(s, offered(s)[0])
    if asked(s).endswith("Advance"):
        do(s, "done")


@rule("car", "8.5.3.1a", "11.2.4a")
def test_the_attacker_plays_any_number_of_cards_then_the_defender_and_nobody_again() -> None:
    s = field(FRONT, hands="n9 n47 r12 r10 r37", happened="r2 n4", turn=13)
    attack(s, "caspe")
    assert ("nationalist CombatCards", ["pass", "play n9", "play n47"]) == (asked(s), offered(s))
    do(s, "play n9")
    assert ("nationalist CombatCards", ["pass", "play n47"]) == (asked(s), offered(s))
    do(s, "play n47")
    assert ("republican CombatCards", ["pass", "play r12", "play r37"]) == (asked(s), offered(s))
    events = do(s, "play r12", "pass", dice=[1, 1])
    assert [(NAT, 1, 2, 1), (REP, 1, 1, 1)] == told(events, "fired")


@rule("car", "8.5.3.1a")
def test_only_combat_cards_are_played_in_combat_and_only_those_that_fit() -> None:
    s = field(FRONT, hands="n9 n13 n11 n28 n29")
    attack(s, "caspe")
    assert ["pass", "play n9"] == offered(s)
    assert ("8.5.3.1a", "not_a_combat_card") == refused(s, "play n13")
    assert ("11.2.4b", "combat_card_does_not_fit") == refused(s, "play n11")
    assert ("8.5.1.2a", "combat_card_barred") == refused(s, "play n29")     # N8 has not happened
    assert ("11.2.4a", "combat_card_not_held") == refused(s, "play n47")


@rule("car", "8.5.3.2a", "8.5.3.4b")
def test_the_winner_keeps_his_cards_face_up_and_uses_them_in_later_rounds() -> None:
    s = field(FRONT, hands="n9")
    attack(s, "caspe")
    do(s, "play n9", dice=[6, 1])
    settle(s)
    assert "kept" == zone(s, "n9")
    s = field(FRONT, kept="n9")                             # the next Round
    attack(s, "caspe")
    assert ["pass", "play n9"] == offered(s)
    events = do(s, "play n9", dice=[1, 6])                  # 1 to 1: not won
    settle(s)
    assert ((NAT, 1, 1, 1), "discards") == (told(events, "fired")[0], zone(s, "n9"))


@rule("car", "8.5.3.2b", "3.0i", "3.0a")
def test_cards_for_one_combat_are_discarded_and_those_with_an_asterisk_removed_even_by_the_winner() -> None:
    s = field({"caspe": "rep_rpa_1 rep_rpa_2", "belchite": "nat_inf_1:r"}, side="republican", hands="r55")
    attack(s, "belchite")
    do(s, "play r55", dice=[6, 1])
    settle(s)
    assert "discards" == zone(s, "r55")
    s = field({"belchite": "nat_inf_1 nat_inf_2", "caspe": "rep_mil_1"}, hands="n10")
    attack(s, "caspe")
    do(s, "play n10", dice=[6, 1])
    settle(s)
    assert "removed" == zone(s, "n10")


@rule("car", "8.5.3.2c", "8.5.3.4b", "16.2.3a")
def test_the_combat_of_oviedo_removes_one_card_and_keeps_or_discards_the_other() -> None:
    for dice, fate in (([1, 6], "kept"), ([6, 1], "discards")):
        s = field({"gijon": "rep_ast_1 rep_ast_2", "oviedo": "nat_inf_1 nat_mil_1"}, side="republican", turn=3,
                  hands="n9 n10", trenches="oviedo")
        s.isolated = 1 << space("oviedo")
        attack(s, "oviedo")
        assert ("nationalist CombatCards", ["pass", "play n9", "play n10"]) == (asked(s), offered(s))
        events = do(s, "play n9", "play n10", dice=dice)
        assert [(REP, dice[0], -1), (NAT, dice[1], 1)] == [args[:3] for args in told(events, "fired")]
        take_losses(s)
        assert ("removed", fate) == (zone(s, "n10"), zone(s, "n9"))


@rule("car", "8.5.3.3a", "11.2.9a")
def test_whoever_has_not_won_discards_what_he_used_from_hand_or_face_up() -> None:
    s = field(FRONT, hands="n9 r12", kept="r37", happened="r2")
    attack(s, "caspe")
    do(s, "play n9", "play r12", "play r37", dice=[6, 1])
    settle(s)
    assert ["kept", "discards", "discards"] == [zone(s, name) for name in ("n9", "r12", "r37")]


@rule("car", "8.5.3.4a", "11.2.4b")
def test_a_card_is_used_once_in_an_action_round() -> None:
    s = field({"huesca": "nat_inf_1 nat_inf_2 nat_inf_3", "sarinena": "rep_mil_1:r", "barbastro": "rep_rpa_2"},
              hands="n9 n10")
    attack(s, "sarinena", "nat_inf_1", "nat_inf_2")
    do(s, "play n9", "pass", dice=[6, 1])
    settle(s)
    assert ("kept", 1 << CARD["n9"]) == (zone(s, "n9"), operation(s).used)
    events = attack(s, "barbastro", dice=[1, 1])            # nothing is left to play: nobody is asked
    assert [(NAT, 1, 0, 0), (REP, 1, 0, 0)] == told(events, "fired")


@rule("car", "8.5.3.4a")
def test_a_used_card_is_refused_with_its_reason() -> None:
    s = field({"huesca": "nat_inf_1 nat_inf_2 nat_inf_3", "sarinena": "rep_rpa_1", "barbastro": "rep_mil_1"},
              hands="n10", kept="n9")
    operation(s).used = 1 << CARD["n9"]
    attack(s, "barbastro", "nat_inf_3")
    assert ("nationalist CombatCards", ["pass", "play n10"]) == (asked(s), offered(s))
    assert ("8.5.3.4a", "combat_card_used") == refused(s, "play n9")


@rule("car", "8.5.3.5a")
def test_cards_face_up_are_discarded_at_the_end_of_the_turn() -> None:
    s = field(FRONT, kept="n9 r12")
    discard_kept(s)
    assert ("discards", "discards") == (zone(s, "n9"), zone(s, "r12"))


@rule("car", "8.5.3.6a")
def test_combat_cards_are_the_ones_that_may_be_discarded() -> None:
    assert 27 == COMBAT_CARDS.bit_count()
    assert [1, 0] == [COMBAT_CARDS >> CARD[name] & 1 for name in ("n9", "n13")]


@rule("car", "11.2.4b")
def test_a_card_face_up_whose_condition_fails_stays_unused() -> None:
    s = field(FRONT, kept="n11 n9")
    attack(s, "caspe")
    assert ["pass", "play n9"] == offered(s)
    do(s, "play n9", dice=[6, 1])
    settle(s)
    assert ("kept", "kept") == (zone(s, "n11"), zone(s, "n9"))


@rule("car", "13.3.4a")
def test_units_out_of_supply_profit_from_no_card() -> None:
    s = field(FRONT, hands="r12", happened="r2", nationalist="alcaniz candasnos gandesa")
    events = attack(s, "caspe", dice=[1, 2])                # the defender is not asked
    assert [(NAT, 1, 0, 1), (REP, 2, 0, 1)] == told(events, "fired")
    s = field({"belchite": "nat_inf_1", "caspe": "rep_rpa_1"}, hands="n9", republican="zaragoza carinena vivel_del_rio")
    attack(s, "caspe", dice=[1, 1])
    assert ("nobody", "hand") == (asked(s), zone(s, "n9"))


@rule("car", "13.3.4a")
def test_a_side_with_some_units_in_supply_plays_cards_by_what_these_are() -> None:
    s = field({"belchite": "nat_inf_1", "alcaniz": "nat_afr_1", "caspe": "rep_rpa_1"}, hands="n9 n11")
    attack(s, "caspe")
    # the Army of Africa in Alcañiz is cut off: Moroccan Regulars need it in supply
    assert ["pass", "play n9"] == offered(s)


@rule("car", "8.5.3.1a")
def test_whether_a_side_is_asked_depends_on_what_everybody_can_tell() -> None:
    for card in ("r7", "r2"):                               # a card that fits, and one that is no Combat Card
        s = field(FRONT, hands=card)
        s.secret = True
        attack(s, "caspe")
        assert "republican CombatCards" == asked(s)
    s = field(FRONT)                                        # an empty hand
    s.secret = True
    assert 2 == len(told(attack(s, "caspe", dice=[1, 1]), "fired"))
    s = field(FRONT, hands="r2")
    s.secret = True
    s.sees = [cards | 1 << CARD["r2"] for cards in s.sees]  # everybody has seen the only card
    assert 2 == len(told(attack(s, "caspe", dice=[1, 1]), "fired"))


@rule("car", "8.5.3.1a")
def test_the_other_side_does_not_see_a_hand_through_the_question() -> None:
    for cards in ("r7 r2", "r2 r3"):
        s = field(FRONT, hands=cards)
        s.secret = True
        attack(s, "caspe")
        seen = view(s, NAT)
        assert (0, 2) == (seen.piles[HAND[REP]], seen.sizes[HAND[REP]])
        assert "combat_cards" == engine.prompt(seen, NAT).key


@rule("car", "8.5.1.2a")
def test_a_silenced_card_is_not_played_in_combat() -> None:
    s = field(FRONT, hands="r12 r37", happened="r2")
    s.silenced = 1 << CARD["r12"]
    attack(s, "caspe")
    assert ("republican CombatCards", ["pass", "play r37"]) == (asked(s), offered(s))
    assert ("8.5.1.2a", "combat_card_barred") == refused(s, "play r12")
