"""[7] Action Rounds: one card or an Automatic Operation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tablero.games.car.board import (
    ACTION, CARD, CARDS, COUNTERATTACKS, FACES, HAND, NAT, REINFORCEMENTS, REP, SR_LOSS, WINTER
)
from tablero.games.car.rules.r03_control import change_rm, change_vp
from tablero.games.car.rules.r08_cards.s01_decks import lay_event, spend
from tablero.games.car.rules.r08_cards.s02_operations import Operations
from tablero.games.car.rules.r08_cards.s04_replacement_points import record_points
from tablero.games.car.rules.r09_stacking import Overstacked
from tablero.games.car.rules.r12_redeployment import Redeployment
from tablero.games.car.rules.r14_replacements import points_for_cities
from tablero.games.car.rules.r16_special.s05_winter import operations_limit
from tablero.games.car.rules.r17_columns.s06_africa import arrival_due, arrive, late_arrival_due
from tablero.games.car.state import AUTOMATIC, BY_EVENT, BY_OPS, BY_RP, BY_SR, Car, Card, Side
from tablero.kernel.actions import Action
from tablero.kernel.bits import ids_of
from tablero.kernel.cards import about
from tablero.kernel.frames import Procedure
from tablero.kernel.orders import Order, Orders
from tablero.kernel.refusals import Prompt, Refusal

AIR_BRIDGE = CARD["n1"]
GUERRILLAS = CARD["r35"]
SOVIET_AID, NON_INTERVENTION = CARD["r2"], CARD["n17"]
COUNTS: Final = {"": 0, "sr": 1 << BY_SR, "rp": 1 << BY_RP}

MUST_AIR_BRIDGE = Refusal("4.3.1a", "air_bridge_first")
NOT_HELD = Refusal("7.1.3a", "not_in_hand")
SR_AGAIN = Refusal("8.3.3a", "sr_twice_running")
RP_AGAIN = Refusal("8.4.3a", "rp_twice_running")
WINTER_LIMIT = Refusal("16.5.2a", "winter_limit")
ONLY_IN_COMBAT = Refusal("8.5.3.1a", "only_in_combat")
BARRED = Refusal("8.5.1.2a", "event_barred")
CONDITION = Refusal("8.5.1.2a", "event_condition")
SILENCED = Refusal("8.5.1.2a", "event_silenced")
REINFORCED = Refusal("8.5.2.1a", "reinforced_already")
TURN_ONE = Refusal("17.5.3a", "no_reinforcements_turn_1")
COUNTERED = Refusal("8.5.5.1a", "one_counterattack")
HAMPERED_SR = Refusal("8.5.1.1a", "guerrillas")


@dataclass(slots=True)
class ActionRound(Procedure):
    """[7.1.1a] [7.1.3a] One action of a side."""

    side: Side
    counts: int = 0         # the kinds of play, as bits of BY_SR and BY_RP, that the next Round may not repeat

    def steps(self) -> tuple[str, ...]:
        return ("arrivals", "action", "late_arrivals", "stacks", "finish")

    def arrivals(self, s: Car) -> None:
        """[17.6.3a] The Army of Africa comes before any other action."""
        s.tell("round", self.side, s.round)
        if self.side == NAT and arrival_due(s):
            arrive(s)

    def action(self, s: Car) -> None:
        """[7.1.3a] A card, or an Automatic Operation."""
        s.call(ChooseAction(self.side))

    def late_arrivals(self, s: Car) -> None:
        """[17.6.3a] With the end of the blockade in Round 1 of Turn 3, after the event."""
        if self.side == NAT and late_arrival_due(s):
            arrive(s)

    def stacks(self, s: Car) -> None:
        """[9.1.4a] What is too many in a space is eliminated by the opponent."""
        s.call(Overstacked(1 - self.side))

    def finish(self, s: Car) -> None:
        """[10.2.2c] [10.2.4b] DRM markers go where no friendly unit is left, of whatever size; what hampered this Round
        is over."""
        s.tried = [spaces & (s.occupied[NAT] | s.occupied[REP]) for spaces in s.tried]
        s.chain[self.side] = self.counts
        s.hampered[self.side] = 0


@dataclass(slots=True)
class ChooseAction(Orders):
    """[7.1.3a] [7.1.6a] [8.1.1a] [8.1.3a] Play a card for its event, Operations, SR or Replacement Points; or an
    Automatic Operation."""

    def orders(self, s: Car) -> Sequence[Order]:
        return ACTIONS

    def prompt(self, s: Car, seat: int) -> Prompt:
        """[4.3.1a] What must come first; [14.2.2a] and the Replacement Points there are, with those to be lost."""
        if self.air_bridge_is_due(s):
            return Prompt("4.3.1a", "air_bridge_first", (("card", "card", AIR_BRIDGE),))
        own, ally = s.rp[self.who * 2 : self.who * 2 + 2]
        recorded = ("own", "half", own), ("ally", "half", ally)
        missing = points_for_cities(s, self.who)
        if missing:
            return Prompt("7.1.3a", "choose_action_cities", (*recorded, ("lost", "half", missing)))
        return Prompt("7.1.3a", "choose_action", recorded)

    def air_bridge_is_due(self, s: Car) -> bool:
        """[4.3.1a] [4.3.1b] The first action of a war that begins on Turn 1."""
        return self.who == NAT and s.turn == 1 and s.round == 1

    # what is tried

    def events(self, s: Car) -> list[Action]:
        return [("event", card) for card in ids_of(s.piles[HAND[self.who]])]

    def operations(self, s: Car) -> list[Action]:
        return [("ops", card) for card in ids_of(s.piles[HAND[self.who]])]

    def redeployments(self, s: Car) -> list[Action]:
        return [("sr", card) for card in ids_of(s.piles[HAND[self.who]])]

    def replacements(self, s: Car) -> list[Action]:
        return [("rp", card) for card in ids_of(s.piles[HAND[self.who]])]

    # what forbids it

    def refuse_any(self, s: Car, action: Action) -> Refusal | None:
        """[4.3.1a] [4.3.1b] The first action of a war that begins on Turn 1 is the Air Bridge; [7.1.3a] and a card must
        be held."""
        if self.air_bridge_is_due(s) and action != ("event", AIR_BRIDGE):
            return MUST_AIR_BRIDGE
        return None if len(action) == 1 or s.piles[HAND[self.who]] >> action[1] & 1 else NOT_HELD

    def refuse_operations(self, s: Car, action: Action) -> Refusal | None:
        return self.refuse_any(s, action) or self.refuse_winter(s)

    def refuse_winter(self, s: Car) -> Refusal | None:
        """[16.5.2a] [16.5.3a] In Winter only so many cards for Operations."""
        return WINTER_LIMIT if WINTER[s.turn] and s.operations[self.who] >= operations_limit(s) else None

    def refuse_redeployment(self, s: Car, action: Action) -> Refusal | None:
        """[8.3.3a] No SR in two rounds running."""
        if s.hampered[self.who] >> GUERRILLAS & 1:
            return self.refuse_any(s, action) or HAMPERED_SR
        return self.refuse_any(s, action) or (SR_AGAIN if s.chain[self.who] & COUNTS["sr"] else None)

    def refuse_points(self, s: Car, action: Action) -> Refusal | None:
        """[8.4.3a] No Replacement Points in two rounds running."""
        return self.refuse_any(s, action) or (RP_AGAIN if s.chain[self.who] & COUNTS["rp"] else None)

    def refuse_event(self, s: Car, action: Action) -> Refusal | None:
        """[8.5.1.2a] Everything that a card's own text, its kind and the events before it forbid."""
        side, card = self.who, action[1]
        refused = self.refuse_any(s, action)
        if refused:
            return refused
        if not CARDS.at[ACTION] >> card & 1:
            return ONLY_IN_COMBAT
        if s.barred >> card & 1:
            return BARRED
        if s.silenced >> card & 1 or self.kept_out(s, card):
            return SILENCED
        face, kind = FACES[card], self.reinforcement(card)
        if kind >= 0:
            if s.turn == 1:
                return TURN_ONE
            if s.reinforced >> (side * 2 + kind) & 1:
                return REINFORCED
        if COUNTERATTACKS >> card & 1 and s.countered:
            return COUNTERED
        if face.winter and (limited := self.refuse_winter(s)):
            return limited
        if face.counts_as == "sr" and s.hampered[side] >> GUERRILLAS & 1:
            return HAMPERED_SR
        if s.chain[side] & COUNTS[face.counts_as]:
            return SR_AGAIN if face.counts_as == "sr" else RP_AGAIN
        return None if CARDS.allows(s, side, ACTION, card, about(s, self)) else CONDITION

    def kept_out(self, s: Car, card: Card) -> bool:
        """Until the end of the Turn the Non-Intervention Committee keeps Soviet aid out."""
        return bool(s.this_turn >> NON_INTERVENTION & 1 and (REINFORCEMENTS[REP][1] | 1 << SOVIET_AID) >> card & 1)

    def reinforcement(self, card: Card) -> int:
        """[8.5.2.1a] [8.5.2.1b] 0 for a Reinforcement Event of the side itself, 1 for one of its ally, -1 for any other
        card."""
        own, ally = REINFORCEMENTS[self.who]
        return 0 if own >> card & 1 else 1 if ally >> card & 1 else -1

    # what it does

    def play(self, s: Car, kind: int, counts: int = 0) -> None:
        """[7.1.4a] The marker of the round goes on the Action Chart."""
        s.chart[self.who * 6 + s.round - 1] = kind
        s.frame(ActionRound).counts = counts
        s.reveal()

    def operate(self, s: Car, action: Action) -> None:
        """[8.2.1a] As many spaces as the card's value."""
        card = action[1]
        self.play(s, BY_OPS)
        s.operations[self.who] += 1
        s.tell("played_ops", self.who, card)
        spend(s, self.who, card)
        s.call(Operations(self.who, FACES[card].value))

    def redeploy(self, s: Car, action: Action) -> None:
        """[8.3.1a] [8.3.2a] [17.2.1a] [17.2.3a] The card's value in SR points, one less in the first two Turns."""
        card = action[1]
        self.play(s, BY_SR, COUNTS["sr"])
        s.tell("played_sr", self.who, card)
        spend(s, self.who, card)
        points = max(0, 2 * FACES[card].value + SR_LOSS[s.turn])
        if SR_LOSS[s.turn]:
            s.tell("sr_fewer", self.who, points, -SR_LOSS[s.turn])
        s.call(Redeployment(self.who, points))

    def replace(self, s: Car, action: Action) -> None:
        """[8.4.1a] [8.4.2a] The card's Replacement Points are recorded, nothing else."""
        card = action[1]
        self.play(s, BY_RP, COUNTS["rp"])
        s.tell("played_rp", self.who, card)
        spend(s, self.who, card)
        record_points(s, self.who, 2 * FACES[card].rp_own, 2 * FACES[card].rp_ally)

    def event(self, s: Car, action: Action) -> None:
        """[8.5.1.1a] The event happens."""
        card, kind = action[1], self.reinforcement(action[1])
        self.play(s, BY_EVENT, COUNTS[FACES[card].counts_as])
        if kind >= 0:
            s.reinforced |= 1 << (self.who * 2 + kind)
        if FACES[card].winter:
            s.operations[self.who] += 1
        s.countered |= bool(COUNTERATTACKS >> card & 1)
        s.tell("played_event", self.who, card)
        lay_event(s, self.who, card)
        s.call(Happening(self.who, card))

    def automatic(self, s: Car, action: Action) -> None:
        """[7.1.3a] One Operations point without a card."""
        self.play(s, AUTOMATIC)
        s.tell("automatic", self.who)
        s.call(Operations(self.who, 1))


ACTIONS = (
    Order("event", ChooseAction.event, tries=ChooseAction.events, refuse=ChooseAction.refuse_event),
    Order("ops", ChooseAction.operate, tries=ChooseAction.operations, refuse=ChooseAction.refuse_operations),
    Order("sr", ChooseAction.redeploy, tries=ChooseAction.redeployments, refuse=ChooseAction.refuse_redeployment),
    Order("rp", ChooseAction.replace, tries=ChooseAction.replacements, refuse=ChooseAction.refuse_points),
    Order("auto", ChooseAction.automatic, refuse=ChooseAction.refuse_any),
)


@dataclass(slots=True)
class Happening(Procedure):
    """[8.5.1.1a] An event: its changes of Victory Points and Morale, its text, and the Operations it gives."""

    side: Side
    card: Card

    def steps(self) -> tuple[str, ...]:
        return ("begin", "effect", "operations")

    def begin(self, s: Car) -> None:
        """[8.5.1.2a] [8.5.1.4a] The event has happened: it opens and bars others; VP and RM change at once."""
        s.happened |= 1 << self.card
        s.this_turn |= 1 << self.card
        CARDS.bar(s, s.turn)
        change_vp(s, FACES[self.card].vp)
        change_rm(s, FACES[self.card].rm)

    def effect(self, s: Car) -> None:
        """[8.5.1.1a] What the card says."""
        CARDS.effects[self.card](s, self.side, self)

    def operations(self, s: Car) -> None:
        """[8.1.3a] Some events are Operations, too."""
        if FACES[self.card].grants:
            s.call(Operations(self.side, FACES[self.card].grants, self.card))
