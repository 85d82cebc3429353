"""What cards are played for."""

from __future__ import annotations

from tablero.bots.heuristic.car.logistics import redeployment_worth, replacement_worth
from tablero.bots.heuristic.car.outlook import Outlook
from tablero.bots.heuristic.car.plans import plan
from tablero.games.car.board import CARD, COMBAT_CARDS, FACES, NAT, SR_LOSS, WINTER
from tablero.games.car.rules.r08_cards.s04_replacement_points import ALLIES
from tablero.games.car.state import Card
from tablero.kernel.actions import DONE, PASS, Action

# what each card is worth as an event, besides the Victory Points, Morale and Operations printed on it; of a Combat
# Card, what it is worth to hold it
CARD_VALUES = {
    "n1": 3.0, "n2": 2.4, "n3": 2.0, "n4": 1.6, "n5": 0.6, "n6": 0.9, "n7": 3.2, "n8": 0.3, "n9": 0.3, "n10": 0.25,
    "n11": 0.3, "n12": 0.2, "n13": 0.1, "n14": 0.1, "n15": 1.4, "n16": 0.15, "n17": 0.2, "n18": 0.1, "n19": 4.5,
    "n20": 6.0, "n21": 2.6, "n22": 1.4, "n23": 1.4, "n24": 0.2, "n25": 0.3, "n26": 0.3, "n27": 0.3, "n28": 0.35,
    "n29": 0.25, "n30": 0.5, "n31": 0.6, "n32": 0.5, "n33": 0.3, "n34": 0.1, "n35": 0.3, "n36": 0.15, "n37": 0.7,
    "n38": 0.1, "n39": 5.5, "n40": 4.5, "n41": 3.6, "n42": 0.2, "n43": 0.2, "n44": 0.3, "n45": 50.0, "n46": 0.3,
    "n47": 0.35, "n48": 0.6, "n49": 0.35, "n50": 0.2, "n51": 0.15, "n52": 1.4, "n53": 0.3, "n54": 0.3, "n55": 0.3,
    "r1": 0.7, "r2": 1.4, "r3": 3.2, "r4": 1.6, "r5": 0.4, "r6": 1.8, "r7": 0.2, "r8": 2.4, "r9": 1.6, "r10": 0.35,
    "r11": 0.3, "r12": 0.35, "r13": 0.15, "r14": 0.9, "r15": 0.4, "r16": 1.5, "r17": 0.15, "r18": 1.4, "r19": 3.8,
    "r20": 4.5, "r21": 4.5, "r22": 4.8, "r23": 3.2, "r24": 1.6, "r25": 0.4, "r26": 0.4, "r27": 0.7, "r28": 0.3,
    "r29": 0.25, "r30": 0.2, "r31": 0.4, "r32": 1.4, "r33": 0.4, "r34": 0.3, "r35": 0.15, "r36": 0.1, "r37": 0.2,
    "r38": 0.25, "r39": 5.0, "r40": 5.0, "r41": 5.5, "r42": 4.2, "r43": 2.0, "r44": 0.6, "r45": 0.1, "r46": 0.1,
    "r47": 0.7, "r48": 0.2, "r49": -0.6, "r50": 0.3, "r51": 0.2, "r52": 0.2, "r53": 0.3, "r54": 0.3, "r55": 0.2,
}
VALUE = {CARD[name]: value for name, value in CARD_VALUES.items()}
POINTS = {CARD["r15"]: (4, 4), CARD["r50"]: (6, 0), CARD["r53"]: (0, 6)}       # Replacement Points of events, in halves
GENERAL_RESERVE = CARD["n38"]
KEEP, WAIT = 0.6, 0.25  # of what an event is worth is lost with its card: of one that can be played now, or not
MOST = 5.0              # what is more than this is not lost, as such a card comes again
SURE, DOUBT = 0.8, 0.35 # what a plan may promise without doubt, and what is left of the rest
A_POINT = 0.05          # a point of a card's value is worth as much at another time


def sober(worth: float) -> float:
    """Plans on the map promise more than they keep: the enemy does something, too."""
    return worth if worth < SURE else SURE + DOUBT * (worth - SURE)


class Prospects:
    """What the uses of cards promise now, each found once."""

    def __init__(self, look: Outlook, options: list[Action]) -> None:
        self.look = look
        self.ready = {option[1] for option in options if option[0] == "event"}
        self.found: dict[tuple[str, int, int], float] = {}

    def ask(self, use: str, points: int, other: int = -1) -> float:
        key = use, points, other
        if key not in self.found:
            self.found[key] = self.reckon(use, points, other)
        return self.found[key]

    def reckon(self, use: str, points: int, other: int) -> float:
        if use == "ops":
            return sober(plan(self.look, points, other)[0])
        if use == "sr":
            return sober(redeployment_worth(self.look, points))
        return replacement_worth(self.look, points, other)

    def event(self, card: Card) -> float:
        face, s = FACES[card], self.look.s
        found = self.for_itself(card)
        if face.grants:
            found += self.ask("ops", face.grants, card)
        if card in POINTS:
            own, ally = POINTS[card]
            found += self.ask("rp", own, ally if s.happened >> ALLIES[self.look.side] & 1 else 0)
        if card == GENERAL_RESERVE:
            found += self.ask("sr", 12)
        return found

    def for_itself(self, card: Card) -> float:
        """What an event is worth besides the points it grants."""
        face = FACES[card]
        sign = 1 if self.look.side == NAT else -1
        return VALUE[card] + sign * (face.vp - self.look.morale * face.rm)

    def of(self, action: Action) -> float:
        """What an action promises, less what the card would be worth another time."""
        look, verb = self.look, action[0]
        if verb == "auto":
            return self.ask("ops", 1)
        card = action[1]
        face = FACES[card]
        if verb == "event":
            return self.event(card) - A_POINT * face.value
        kept = KEEP if card in self.ready else WAIT
        cost = A_POINT * face.value + kept * max(0.0, min(self.for_itself(card), MOST))
        if verb == "ops":
            scarce = 0.1 if WINTER[look.s.turn] else 0.0
            return self.ask("ops", face.value) - cost - scarce
        if verb == "sr":
            return self.ask("sr", max(0, 2 * face.value + SR_LOSS[look.s.turn])) - cost
        ally = 2 * face.rp_ally if look.s.happened >> ALLIES[look.side] & 1 else 0
        late = 0.4 + 0.1 * look.s.round             # points wait for the end of the Turn, the enemy does not
        return late * self.ask("rp", 2 * face.rp_own, ally) - cost


def action(look: Outlook, options: list[Action]) -> dict[Action, float]:
    """[7.1.3a] What each action is worth."""
    prospects = Prospects(look, options)
    return {option: prospects.of(option) for option in options}


def discard(look: Outlook, options: list[Action]) -> Action:
    """[6.0.A.2a] A Combat Card that will hardly be used."""
    idle = [option for option in options if option != DONE and COMBAT_CARDS >> option[1] & 1
            and (look.s.barred >> option[1] & 1 or VALUE[option[1]] < 0.12)]
    return idle[0] if idle else DONE


def redraw(look: Outlook, options: list[Action]) -> Action:
    """[15.1.2b] A hand without corps is not worth keeping."""
    return ("redraw",) if ("redraw",) in options else PASS


def name(look: Outlook, options: list[Action]) -> Action:
    """The event that is worth most to the enemy."""
    return max(options, key=lambda option: VALUE[option[1]])
