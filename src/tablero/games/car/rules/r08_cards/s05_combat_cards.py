"""[8.5.3] Combat Cards: played in combat, from the hand or face up before their owner. What each does stands in
`cards/combat_cards.py`."""

from __future__ import annotations

from dataclasses import dataclass

from tablero.games.car.board import ASTERISK, ATTACK, CARDS, COMBAT_CARDS, HAND, KEPT, MOMENTS, REMOVED, RETAINABLE
from tablero.games.car.rules.r08_cards.s01_decks import discard, leave_hand
from tablero.games.car.rules.r08_cards.s02_operations import Operations
from tablero.games.car.rules.r11_combat.s02_resolution import Combat
from tablero.games.car.rules.r16_special.s06_armor import able_armor
from tablero.games.car.state import Car, Card, Cards, Side
from tablero.kernel.actions import PASS, Action
from tablero.kernel.bits import ids_of
from tablero.kernel.cards import Cards as Register
from tablero.kernel.cards import about
from tablero.kernel.refusals import Prompt, Refusal
from tablero.kernel.windows import TURNS, Reactions

ARMOR_ACTION: Action = ("armor",)

NOT_HELD = Refusal("11.2.4a", "combat_card_not_held")
NO_COMBAT_CARD = Refusal("8.5.3.1a", "not_a_combat_card")
USED = Refusal("8.5.3.4a", "combat_card_used")
OUT_OF_SUPPLY = Refusal("13.3.4a", "no_combat_cards_out_of_supply")
NOT_POSSIBLE = Refusal("8.5.1.2a", "combat_card_barred")
DOES_NOT_FIT = Refusal("11.2.4b", "combat_card_does_not_fit")
NO_ARMOR = Refusal("16.6.2a", "no_armor_bonus")
DECLARED = Refusal("16.6.2c", "armor_declared")


def open_cards(s: Car, combat: Combat, side: Side, moment: int) -> None:
    """[11.2.4a] A side plays Combat Cards, if it could have one as far as everybody can tell."""
    among = usable(s, combat, side)
    if among and CARDS.could(s, side, moment, combat, among) or moment == ATTACK and may_declare(s, combat):
        s.call(CombatCards(moment, (side,), TURNS))


def usable(s: Car, combat: Combat, side: Side) -> Cards:
    """[8.5.3.4a] [11.2.4b] [13.3.4a] The Combat Cards that a side may use in a combat: none for units out of supply,
    and each once in an Action Round."""
    return COMBAT_CARDS & ~(s.frame(Operations).used | s.silenced) if combat.supplied(s, side) else 0


def may_declare(s: Car, combat: Combat) -> bool:
    """[16.6.2a] May the attacker claim the bonus of armor?"""
    return not combat.armor and able_armor(s, combat.x, combat.units, combat.bridged) != 0


@dataclass(slots=True)
class CombatCards(Reactions):
    """[11.2.4a] Play Combat Cards one after another, or pass; the attacker may declare his armor as well."""

    def register(self) -> Register:
        return CARDS

    def among(self, s: Car, seat: Side) -> Cards:
        return usable(s, s.frame(Combat), seat)

    def more(self, s: Car, seat: Side) -> list[Action]:
        return [ARMOR_ACTION] if self.moment == ATTACK and may_declare(s, s.frame(Combat)) else []

    def candidates(self, s: Car, seat: Side) -> list[Action]:
        armor = [ARMOR_ACTION] if self.moment == ATTACK else []
        return [PASS, *(("play", card) for card in ids_of(CARDS.held(s, seat))), *armor]

    def refuse(self, s: Car, seat: Side, action: Action) -> Refusal | None:
        if action == PASS:
            return None
        combat = s.frame(Combat)
        if action == ARMOR_ACTION:
            return DECLARED if combat.armor else None if may_declare(s, combat) else NO_ARMOR
        (card,) = action[1:]
        if not CARDS.held(s, seat) >> card & 1:
            return NOT_HELD
        if not COMBAT_CARDS >> card & 1:
            return NO_COMBAT_CARD
        if s.frame(Operations).used >> card & 1:
            return USED
        if (s.barred | s.silenced) >> card & 1:
            return NOT_POSSIBLE
        if not combat.supplied(s, seat):
            return OUT_OF_SUPPLY
        return None if CARDS.may_play(s, seat, self.moment, card, about(s, self)) else DOES_NOT_FIT

    def react(self, s: Car, seat: Side, action: Action) -> None:
        combat = s.frame(Combat)
        if action == ARMOR_ACTION:
            combat.armor = True
            s.tell("armor_declared", seat)
        else:
            use_card(s, combat, seat, action[1])

    def prompt(self, s: Car, seat: Side) -> Prompt:
        return Prompt("11.2.4a", "combat_cards", (("space", "space", s.frame(Combat).x),), MOMENTS[self.moment])


def use_card(s: Car, combat: Combat, side: Side, card: Card) -> None:
    """[8.5.3.2a] [8.5.3.4a] A Combat Card is used: it lies face up until the combat is decided."""
    if s.piles[HAND[side]] >> card & 1:
        CARDS.move(s, card, HAND[side], KEPT[side])
        leave_hand(s, side, card)
    s.reveal()
    s.tell("played_combat_card", side, card)
    s.frame(Operations).used |= 1 << card
    combat.played[side] |= 1 << card
    effect = CARDS.effects.get(card)
    if effect is not None:
        effect(s, side, combat)


def put_away(s: Car, combat: Combat) -> None:
    """[8.5.3.2a] [8.5.3.2b] [8.5.3.3a] [11.2.9a] The winner keeps his cards face up; the others are discarded, and so
    are cards for one combat; those with an asterisk leave the game."""
    for side in (combat.side, 1 - combat.side):
        for card in ids_of(combat.played[side]):
            if ASTERISK >> card & 1:
                CARDS.move(s, card, KEPT[side], REMOVED)
            elif combat.winner == side and RETAINABLE >> card & 1:
                s.tell("kept_card", side, card)
            else:
                discard(s, side, card, KEPT[side])
