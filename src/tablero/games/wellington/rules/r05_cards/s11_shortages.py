"""[5.11] [5.12] [5.13] Events that put Soldiers into play or take them off, when there are too few.

Soldiers that an Event takes and a Power does not have are owed: it builds and loses them at once with its cards and
Resources, and what is still owed then with the first Soldiers and CPs that it gets.
"""

from __future__ import annotations

from dataclasses import dataclass

from tablero.games.wellington.board import CARDS, CP, DUCHIES, GUEST, HAND, HOME, ON_MAP, TABLE
from tablero.games.wellington.rules.r01_pieces.s05_soldiers import lose_soldiers
from tablero.games.wellington.rules.r05_cards.s02_windows import can_draw, draw, put_away, zone_of
from tablero.games.wellington.state import Card, Cards, Duchies, Duchy, Power, Wellington
from tablero.kernel.actions import Action
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import END, Procedure
from tablero.kernel.refusals import Prompt
from tablero.kernel.windows import Ask, PublicAsk

BUILD, REGROUP = 2, 1       # CPs for a Strength Point [6.1a] [6.2a]


# --- debts


def owed(s: Wellington, power: Power) -> int:
    """[5.12b] The SPs that a Power still has to remove."""
    return sum(n for who, _, n in s.debts if who == power)


def unfulfilled(s: Wellington, power: Power) -> int:
    """[5.13a] The Events whose removals a Power has not completed."""
    return len({card for who, card, _ in s.debts if who == power})


def pay_debt(s: Wellington, power: Power, n: int) -> int:
    """[5.12b] Strike SPs off the debts of a Power, the oldest first; how many there were to be struck off."""
    paid, left = 0, []
    for who, card, sps in s.debts:
        some = min(sps, n - paid) if who == power else 0
        paid += some
        if sps > some:
            left.append((who, card, sps - some))
    s.debts = left
    if paid:
        s.tell("debt_paid", power, paid)
    return paid


def pay_debts_at(s: Wellington, power: Power, x: Duchy, n: int) -> int:
    """[5.12b] [5.12c] Of SPs that have just been placed in a Duchy those that are owed are lost at once. How many they
    were."""
    paid = pay_debt(s, power, n)
    lose_soldiers(s, power, x, paid)
    return paid


def pay_with_points(s: Wellington, power: Power, points: int) -> int:
    """[5.12a] [5.12c] CPs build and lose what is owed before anything else; Soldiers in the Regroup Box cost less.
    The CPs that are left."""
    while owed(s, power):
        cost = REGROUP if s.regroup[power] else BUILD
        if points < cost:
            break
        if s.regroup[power]:
            s.regroup[power] -= 1
        points -= cost
        pay_debt(s, power, 1)
    return points


# --- removals


@dataclass(slots=True)
class RemoveSoldiers(Procedure):
    """[5.12a] [5.12b] An Event takes SPs of a Power off the map; what it does not have it builds and loses with cards
    and Resources, and then owes."""

    who: Power                          # who chooses
    power: Power                        # whose Soldiers
    n: int
    card: Card                          # the Event
    where: Duchies = ON_MAP             # from these Duchies first
    to_regroup: bool = False

    def steps(self) -> tuple[str, ...]:
        return ("choose", "elsewhere", "owe", "raise_it", "again")

    def piles(self, s: Wellington) -> list[Duchy]:
        """The Duchies to remove from: those that the Event names, else any."""
        held = [x for x in ids_of(s.occupied[self.power]) if s.sp[self.power * DUCHIES + x]]
        return [x for x in held if self.where >> x & 1] or held

    def choose(self, s: Wellington) -> str | None:
        """[5.12a] [20y] One SP after the other, as long as there are any."""
        if not self.n or not self.piles(s):
            return "owe"
        s.call(RemoveSoldier(self.who))
        return None

    def elsewhere(self, s: Wellington) -> str:
        """[5.12a] From other Duchies, once those of the Event are empty."""
        return "choose"

    def owe(self, s: Wellington) -> str | None:
        """[5.12b] The rest is owed. Where nothing is missing, older debts wait for the next Soldiers or CPs."""
        if not self.n:
            return END if s.rules >= 5 else None         # until then they were raised again
        s.debts.append((self.power, self.card, self.n))
        s.tell("debt", self.power, self.card, self.n)
        return None

    def raise_it(self, s: Wellington) -> str | None:
        """[5.12a] Cards and Resources are used for it at once, outside of the Impulses."""
        if not owed(s, self.power) or not means(s, self.power):
            return END
        s.call(RaiseDebt(self.power))
        return None

    def again(self, s: Wellington) -> str:
        """[5.12a] As long as there are means."""
        return "raise_it"


@dataclass(slots=True)
class RemoveSoldier(PublicAsk):
    """[5.12a] From which Duchy is the next Strength Point removed?"""

    def candidates(self, s: Wellington, seat: int) -> list[Action]:
        event = s.caller(self, RemoveSoldiers)
        return [("remove", event.power, x) for x in event.piles(s)]

    def choose(self, s: Wellington, seat: int, action: Action) -> None:
        event = s.caller(self, RemoveSoldiers)
        s.tell("regrouped" if event.to_regroup else "eliminated", event.power, 1, action[2])
        lose_soldiers(s, event.power, action[2], 1, event.to_regroup)
        event.n -= 1

    def prompt(self, s: Wellington, seat: int) -> Prompt:
        event = s.caller(self, RemoveSoldiers)
        return Prompt("5.12a", "remove_soldier", (("n", "number", event.n), ("power", "power", event.power)))


def point_cards(s: Wellington, power: Power) -> Cards:
    """The cards of a Power that have CPs."""
    return (s.piles[HAND[power]] | s.piles[HOME[power]] | s.piles[GUEST[power]]) & CARDS.spent["cp"]


def means(s: Wellington, power: Power) -> list[Action]:
    """[5.12a] What a Power can raise Soldiers with: cards for their CPs, and Resources for cards."""
    found: list[Action] = [("cp", card) for card in ids_of(point_cards(s, power))]
    if s.resources[power] and can_draw(s, power):
        found.append(("resource",))
    return found


@dataclass(slots=True)
class RaiseDebt(Ask):
    """[5.12a] The Soldiers that an Event demands have to be built and lost: with which card, or with a Resource?"""

    def candidates(self, s: Wellington, seat: int) -> list[Action]:
        return means(s, self.who)

    def choose(self, s: Wellington, seat: int, action: Action) -> None:
        if action[0] == "resource":
            s.resources[self.who] -= 1
            s.tell("spent_resource", self.who)
            draw(s, self.who)
            return
        card = action[1]
        CARDS.move(s, card, zone_of(s, self.who, card), TABLE)
        s.reveal()
        s.tell("played_cp", self.who, card, CP[card])
        put_away(s, card, "discard")
        pay_with_points(s, self.who, CP[card])
