"""[6] The course of the war: Turns of six phases."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tablero.games.car.board import (
    CARD, CARDS, COMBAT_CARDS, CORPS_CARDS, DECK, HAND, NAT, REP, ROUNDS, SIEGES, WAR_PHASE, WINTER
)
from tablero.games.car.rules.r02_map import friendly
from tablero.games.car.rules.r03_control import FROM_PRIORITY, change_rm, change_vp, settle
from tablero.games.car.rules.r05_victory import automatic_victory, final_score
from tablero.games.car.rules.r07_actions import ActionRound
from tablero.games.car.rules.r08_cards.s01_decks import add_phase, discard, discard_kept, draw_cards
from tablero.games.car.rules.r08_cards.s05_landings import LandingJudged
from tablero.games.car.rules.r10_movement.s02_works import remove_works
from tablero.games.car.rules.r13_attrition import attrition
from tablero.games.car.rules.r14_replacements import Replacements
from tablero.games.car.rules.r15_war_progress.s02_corps import Mobilization
from tablero.games.car.rules.r16_special.s01_sieges import weaken
from tablero.games.car.state import NO_ACTION, Car, Side
from tablero.kernel.actions import DONE, PASS, Action
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import AGAIN, Procedure
from tablero.kernel.refusals import Refusal
from tablero.kernel.windows import Ask

LAST_OF_COLUMNS = 5             # the last Turn of the War of the Columns
FIRST_CORPS = 6                 # the first Turn with corps
HUNGER = CARD["n46"]

NOT_A_COMBAT_CARD = Refusal("6.0.A.2a", "only_combat_cards")
HAS_CORPS_CARD = Refusal("15.1.2b", "has_corps_card")


@dataclass(slots=True)
class War(Procedure):
    """[4.0a] From the first Turn of a scenario to its last."""

    def steps(self) -> tuple[str, ...]:
        return ("turn", "next_turn")

    def turn(self, s: Car) -> None:
        """[6.0a] A Turn of six phases."""
        s.turn += 1
        s.tell("turn", s.turn)
        s.call(Turn())

    def next_turn(self, s: Car) -> str | None:
        """[5.1.1a] [6.0.F.4a] The next Turn, or the end."""
        if s.turn < s.setting.last:
            return "turn"
        final_score(s)
        return None


@dataclass(slots=True)
class Turn(Procedure):
    """[6.0a] Cards, Action Rounds with Attrition, War Status, Replacements, End of Turn."""

    def steps(self) -> tuple[str, ...]:
        return (
            "war_phase", "nationalist_discards", "republican_discards", "draw",
            "nationalist_redraw", "republican_redraw",
            "next_round", "nationalist_round", "nationalist_attrition", "republican_round", "republican_attrition",
            "landing", "war_status", "republican_replacements", "nationalist_replacements",
            "nationalist_works", "republican_works", "end_of_turn", "corps", "clear",
        )

    # A. Strategy Cards

    def war_phase(self, s: Car) -> None:
        """[6.0.A.1a] [15.1.1a] New cards when the war phase changes; then what the map says of Turn 6 counts
        [16.3.3h]."""
        if s.turn > s.setting.first and WAR_PHASE[s.turn] != WAR_PHASE[s.turn - 1]:
            add_phase(s)
        CARDS.bar(s, s.turn)
        settle(s)

    def nationalist_discards(self, s: Car) -> None:
        """[6.0.A.2a] [8.5.3.6a] Combat Cards in hand may be discarded."""
        s.call(DiscardCards(NAT))

    def republican_discards(self, s: Car) -> None:
        """[6.0.A.2a] The same for the Republic."""
        s.call(DiscardCards(REP))

    def draw(self, s: Car) -> None:
        """[6.0.A.3a] Both sides fill their hands."""
        for side in (NAT, REP):
            draw_cards(s, side)
            while s.setting.corps_card and s.turn == s.setting.first and not s.piles[HAND[side]] & CORPS_CARDS:
                draw_anew(s, side)              # [4.3.2a]
            if s.setting.corps_card and s.turn == s.setting.first:
                s.clues.append((side, CARDS.imaginable(s, HAND[side]) & CORPS_CARDS, 1))

    def nationalist_redraw(self, s: Car) -> None:
        """[15.1.2b] At the start of Turn 6 a hand without a card that brings corps may be drawn anew."""
        if s.turn == FIRST_CORPS and not s.setting.corps_card:
            s.call(Redraw(NAT))

    def republican_redraw(self, s: Car) -> None:
        """[15.1.2b] The same for the Republic."""
        if s.turn == FIRST_CORPS and not s.setting.corps_card:
            s.call(Redraw(REP))

    # B. Action Rounds, with C. Attrition

    def next_round(self, s: Car) -> None:
        """[6.0.Ba] [7.1.1a] Six rounds for each side."""
        s.round += 1

    def nationalist_round(self, s: Car) -> None:
        """[7.1.2a] The Nationalists act first."""
        s.side = NAT
        s.call(ActionRound(NAT))

    def nationalist_attrition(self, s: Car) -> None:
        """[6.0.C.1a] [13.3.7a] Right after their sixth round."""
        if s.round == ROUNDS:
            attrition(s, NAT)

    def republican_round(self, s: Car) -> None:
        """[7.1.2a] [7.1.5a] Then the Republic."""
        s.side = REP
        s.call(ActionRound(REP))

    def republican_attrition(self, s: Car) -> str | None:
        """[6.0.C.2a] [13.3.7a] Right after its sixth round, which ends the phase."""
        if s.round < ROUNDS:
            return "next_round"
        attrition(s, REP)
        s.round = 0
        return None

    # D. War Status

    def landing(self, s: Car) -> None:
        """[6.0.D.1b] First the deadline of the landing in Mallorca."""
        if s.deadline == s.turn:
            s.call(LandingJudged())

    def war_status(self, s: Car) -> None:
        """[6.0.D.1a] [6.0.D.1b] [6.0.D.2a] Then lasting events that name this phase, then victory."""
        if WINTER[s.turn] and s.happened >> HUNGER & 1 and not s.this_turn >> HUNGER & 1:
            change_rm(s, -1)
        automatic_victory(s)

    # E. Replacements

    def republican_replacements(self, s: Car) -> None:
        """[6.0.E.1a] The Republic first."""
        s.call(Replacements(REP))

    def nationalist_replacements(self, s: Car) -> None:
        """[6.0.E.2a] Then the Nationalists."""
        s.call(Replacements(NAT))

    # F. End of the Turn

    def nationalist_works(self, s: Car) -> None:
        """[6.0.F.1a] [10.2.10a] Both sides may remove works of theirs."""
        s.call(RemoveWorks(NAT))

    def republican_works(self, s: Car) -> None:
        """[6.0.F.1a] The same for the Republic."""
        s.call(RemoveWorks(REP))

    def end_of_turn(self, s: Car) -> None:
        """[6.0.F.2a] [6.0.F.3a] [16.1.6a] [16.2.6a] [17.3.2a] [17.3.2b] Isolated Spaces, Madrid, Sieges."""
        if s.turn == LAST_OF_COLUMNS:
            s.isolated = 0
            change_vp(s, -s.madrid, FROM_PRIORITY)
            s.shortage = False
        if s.turn >= FIRST_CORPS:
            for siege in range(len(SIEGES)):
                if s.sieges[siege]:
                    weaken(s, siege)

    def corps(self, s: Car) -> None:
        """[15.2.1a] After Turn 5 both sides deploy their first corps."""
        if s.turn == LAST_OF_COLUMNS < s.setting.last:
            s.call(Mobilization())

    def clear(self, s: Car) -> None:
        """[8.5.3.5a] What lasts for a Turn ends."""
        discard_kept(s)
        s.rp = [0] * 4
        s.chart = [NO_ACTION] * 12
        s.chain, s.operations = [0, 0], [0, 0]
        s.reinforced, s.countered = 0, False
        s.this_turn = s.silenced = s.relieved = 0
        s.captured = [0, s.captured[0]]


def draw_anew(s: Car, side: Side) -> None:
    """[15.1.2b] [15.1.2c] The whole hand is shown, shuffled into the draw pile, and drawn anew."""
    for card in ids_of(s.piles[HAND[side]]):
        s.tell("showed", side, card)
    CARDS.move_all(s, s.piles[HAND[side]], HAND[side], DECK[side])
    s.clues = [clue for clue in s.clues if clue[0] != side]
    draw_cards(s, side)


@dataclass(slots=True)
class DiscardCards(Ask):
    """[6.0.A.2a] [8.5.3.6a] Discard any of the Combat Cards in hand before new cards are drawn."""

    def players(self, s: Car) -> Sequence[int]:
        """Whoever could hold one, as far as everybody can tell."""
        return (self.who,) if CARDS.imaginable(s, HAND[self.who]) & COMBAT_CARDS and s.sizes[HAND[self.who]] else ()

    def candidates(self, s: Car, seat: Side) -> list[Action]:
        return [DONE, *(("discard", card) for card in ids_of(s.piles[HAND[seat]]))]

    def refuse(self, s: Car, seat: Side, action: Action) -> Refusal | None:
        return None if action == DONE or COMBAT_CARDS >> action[1] & 1 else NOT_A_COMBAT_CARD

    def decline(self, s: Car, seat: Side) -> Action:
        return DONE

    def choose(self, s: Car, seat: Side, action: Action) -> bool | None:
        if action == DONE:
            return None
        (card,) = action[1:]
        discard(s, seat, card, HAND[seat])
        s.reveal()
        s.tell("discarded", seat, card)
        return AGAIN


@dataclass(slots=True)
class Redraw(Ask):
    """[15.1.2b] Keep the hand, or show it and draw another one, if it has no card that brings corps."""

    def candidates(self, s: Car, seat: Side) -> list[Action]:
        return [PASS, ("redraw",)]

    def refuse(self, s: Car, seat: Side, action: Action) -> Refusal | None:
        return HAS_CORPS_CARD if action != PASS and s.piles[HAND[seat]] & CORPS_CARDS else None

    def decline(self, s: Car, seat: Side) -> Action:
        return PASS

    def choose(self, s: Car, seat: Side, action: Action) -> bool | None:
        if action == PASS:
            return None
        draw_anew(s, seat)
        return AGAIN


@dataclass(slots=True)
class RemoveWorks(Ask):
    """[10.2.10a] Remove Positions or Trenches of one's own."""

    def players(self, s: Car) -> Sequence[int]:
        return (self.who,) if self.candidates(s, self.who)[1:] else ()

    def candidates(self, s: Car, seat: Side) -> list[Action]:
        own = (s.positions | s.trenches) & friendly(s, seat)
        return [DONE, *(("raze", x) for x in ids_of(own))]

    def decline(self, s: Car, seat: Side) -> Action:
        return DONE

    def choose(self, s: Car, seat: Side, action: Action) -> bool | None:
        if action == DONE:
            return None
        (x,) = action[1:]
        remove_works(s, x)
        s.tell("works_gone", seat, x)
        return AGAIN

    def public(self, s: Car) -> bool:
        return True
