"""What a card promises that is played in a Battle or a Siege: the fight with it, if nobody plays another one."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product

from tablero.games.wellington.board import (
    BATTLE_ROUND, BATTLE_START, CARD, CARDS, DUCHIES, FRENCH, ROUND_RESULT, SIDES, SIEGE_RESULT, SIEGE_ROUND,
    SIEGE_START, SPAIN
)
from tablero.games.wellington.cards.responses import JURAMENTADOS, Deserters
from tablero.games.wellington.fight_odds import FACES, Chances, chances_now, siege_now, told_of, told_of_siege
from tablero.games.wellington.roll_odds import card_odds
from tablero.games.wellington.rules.r01_pieces.s05_soldiers import add_soldiers, lose_soldiers
from tablero.games.wellington.rules.r05_cards.s02_windows import Window
from tablero.games.wellington.rules.r11_battle.s01_battle import ANOTHER_ROUND, SECOND_BATTLE, Battle
from tablero.games.wellington.rules.r11_battle.s05_resolution import Casualties, shares
from tablero.games.wellington.rules.r12_sieges.s02_siege import Siege
from tablero.games.wellington.state import Card, Power, Wellington
from tablero.kernel.actions import Action
from tablero.kernel.cards import about
from tablero.kernel.frames import Procedure
from tablero.kernel.odds import Odds, together

CARD_DICE = {CARD["congreve_rockets"]: 1, CARD["treason_at_the_gate"]: 1, CARD["los_arapiles"]: 2}      # of their own
NO_CARD: Card = -1


def played_odds(s: Wellington, seat: Power, action: Action) -> Odds | None:
    """A card: what its own dice promise, and the Battle or Siege with it."""
    return together(card_odds(s, seat, action), fight_with(s, seat, action[1]))


def passed_odds(s: Wellington, seat: Power, action: Action) -> Odds | None:
    """The Battle or Siege as it is, if nobody plays a card any more."""
    return fight_with(s, seat, NO_CARD)


def fight_with(s: Wellington, seat: Power, card: Card) -> Odds | None:
    """The Battle or Siege with a card, if nobody plays another one; over all throws of its dice. Nothing if no dice of
    the fight follow, or something else is asked or rolled for before."""
    window = s.stack[-1]
    assert isinstance(window, Window)
    fight = about(s, window)
    if isinstance(fight, Battle):
        battles = [chances_now(t, battle) for t, battle in played(s, seat, card)
                   if isinstance(battle, Battle) and battle_goes_on(t, battle, window.moment)]
        return told_of(s, seat, fight, Chances(*map(mean, zip(*battles, strict=True)))) if battles else None
    if isinstance(fight, Siege):
        sieges = [siege_now(t, siege) for t, siege in played(s, seat, card)
                  if isinstance(siege, Siege) and siege_goes_on(t, siege, window.moment)]
        if sieges:
            falls, lost = map(mean, zip(*sieges, strict=True))
            return told_of_siege(seat, fight, (falls, lost))
    return None


def played(s: Wellington, seat: Power, card: Card) -> Iterator[tuple[Wellington, Procedure]]:
    """Copies in which a card has had its effect, one for each throw of its dice, and what it was played into; none if
    it asks or rolls for something that is not known yet."""
    for rolled in product(range(1, FACES + 1), repeat=CARD_DICE.get(card, 0)):
        t = s.clone()
        t.script = list(rolled)
        fight = about(t, t.stack[-1])
        if card != NO_CARD:
            CARDS.effects[card](t, seat, fight)
        if card == CARD["juramentados"]:
            change_sides(t)
        if len(t.stack) == len(s.stack):
            yield t, fight


def mean(figures: tuple[Fraction, ...]) -> Fraction:
    return sum(figures, Fraction(0)) / len(figures)


def change_sides(t: Wellington) -> None:
    """[5.2i] What becomes of Juramentados in a copy, wherever counters are left."""
    change = t.stack.pop()
    assert isinstance(change, Deserters)
    lose_soldiers(t, max(SIDES[FRENCH], key=lambda power: t.sp[power * DUCHIES + change.x]), change.x, 1)
    add_soldiers(t, SPAIN, change.x, JURAMENTADOS)


def battle_goes_on(t: Wellington, battle: Battle, moment: int) -> bool:
    """Make the next Round of a copy ready for its dice; False if no dice follow, or not at once."""
    if moment == BATTLE_START:
        battle.round = 1
        return battle.begin(t) is None
    if moment == ROUND_RESULT and battle.follows == ANOTHER_ROUND:
        battle.next_round(t)
        return True
    if moment == ROUND_RESULT and battle.follows == SECOND_BATTLE:
        return second_battle(t, battle)
    return moment == BATTLE_ROUND


def second_battle(t: Wellington, battle: Battle) -> bool:
    """[11.10d] [11.7a] Another Battle in a copy, after the Rout of the first; False if a Leader may fall in that, or
    nobody is left."""
    battle.rout(t)
    routed = t.stack[-1]
    if isinstance(routed, Casualties):
        t.stack.pop()
        one, other = SIDES[routed.side]
        ours, theirs = t.sp[one * DUCHIES + battle.x], t.sp[other * DUCHIES + battle.x]
        if routed.kills > ours + theirs:
            return False
        first, second, odd = shares(routed.kills, ours, theirs)
        lose_soldiers(t, one, battle.x, first + odd)
        lose_soldiers(t, other, battle.x, second)
    if battle.renew(t) != "next_round":
        return False
    battle.next_round(t)
    return True


def siege_goes_on(t: Wellington, siege: Siege, moment: int) -> bool:
    """The same for a Siege."""
    if moment == SIEGE_START:
        siege.round = 1
        return siege.begin(t) is None
    if moment == SIEGE_RESULT and siege.further:
        siege.next_round(t)
        return True
    return moment == SIEGE_ROUND
