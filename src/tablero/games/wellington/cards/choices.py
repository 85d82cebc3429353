"""Questions and sequences that several Events share: a Duchy, a Power, Soldiers to be removed or placed."""

from __future__ import annotations

from dataclasses import dataclass

from tablero.games.wellington.board import DUCHIES, LEADERS, ON_MAP, REGROUP, UNBUILT
from tablero.games.wellington.rules.r01_pieces.s06_leaders import force_at
from tablero.games.wellington.rules.r03_control import friendly
from tablero.games.wellington.rules.r05_cards.s02_windows import can_draw, draw
from tablero.games.wellington.rules.r05_cards.s11_shortages import RemoveSoldiers
from tablero.games.wellington.rules.r06_placement import Placement, PlaceSoldiers, leader_homes, soldier_homes
from tablero.games.wellington.rules.r13_attrition import Attrition
from tablero.games.wellington.state import Card, Duchies, Duchy, Leader, Leaders, Power, Powers, Side, Wellington
from tablero.kernel.actions import DONE, Action
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import END, Frame, Procedure
from tablero.kernel.refusals import Prompt
from tablero.kernel.windows import PublicAsk

# --- questions


@dataclass(slots=True)
class ChooseDuchy(PublicAsk):
    """[5.1a] An Event asks for a Duchy. The answer is that Duchy, or -1 for none."""

    card: Card
    where: Duchies
    optional: bool = False

    def candidates(self, s: Wellington, seat: Power) -> list[Action]:
        found: list[Action] = [("choose", x) for x in ids_of(self.where)]
        return [*found, DONE] if self.optional else found

    def choose(self, s: Wellington, seat: Power, action: Action) -> None:
        s.answer = action[1] if action != DONE else -1

    def prompt(self, s: Wellington, seat: Power) -> Prompt:
        from tablero.games.wellington.cards.events_allied import EventFlags, Guerrilleros
        from tablero.games.wellington.cards.events_hands import RegroupSoldiers
        caller, card = s.caller(self, Frame), ("card", "card", self.card)
        if isinstance(caller, EventFlags):
            return Prompt("10.10a", "choose_flag", (card, ("n", "number", caller.n)))
        if isinstance(caller, Guerrilleros):
            return Prompt("5.1a", "choose_attacked", (card, ("n", "number", caller.left)))
        if isinstance(caller, RegroupSoldiers):
            return Prompt("5.1a", "choose_regrouped", (card, ("n", "number", caller.n)))
        return Prompt("5.1a", "choose_duchy", (card,))


@dataclass(slots=True)
class ChoosePower(PublicAsk):
    """[5.1b] An Event asks for a Power. The answer is that Power."""

    card: Card
    among: Powers

    def candidates(self, s: Wellington, seat: Power) -> list[Action]:
        return [("against", power) for power in ids_of(self.among)]

    def choose(self, s: Wellington, seat: Power, action: Action) -> None:
        s.answer = action[1]

    def prompt(self, s: Wellington, seat: Power) -> Prompt:
        return Prompt("5.1b", "choose_power", (("card", "card", self.card),))


@dataclass(slots=True)
class ChooseLeader(PublicAsk):
    """[5.1a] An Event asks for a Leader. The answer is that Leader, or -1 for none."""

    card: Card
    among: Leaders
    optional: bool = False

    def candidates(self, s: Wellington, seat: Power) -> list[Action]:
        found: list[Action] = [("name", leader) for leader in ids_of(self.among)]
        return [*found, DONE] if self.optional else found

    def players(self, s: Wellington) -> tuple[Power, ...]:
        return (self.who,) if self.among else ()

    def choose(self, s: Wellington, seat: Power, action: Action) -> None:
        s.answer = action[1] if action != DONE else -1

    def prompt(self, s: Wellington, seat: Power) -> Prompt:
        return Prompt("5.1a", "choose_leader", (("card", "card", self.card),))


# --- Soldiers


@dataclass(slots=True)
class Removals(Procedure):
    """[5.12a] Powers remove SPs of their choice, one Power after the other."""

    powers: tuple[Power, ...]
    n: int
    card: Card
    where: Duchies = ON_MAP
    to_regroup: bool = False

    def steps(self) -> tuple[str, ...]:
        return ("next",)

    def next(self, s: Wellington) -> str | None:
        """[5.12a] One Power after the other."""
        if not self.powers:
            return END
        power, self.powers = self.powers[0], self.powers[1:]
        s.call(RemoveSoldiers(power, power, self.n, self.card, self.where, self.to_regroup))
        return "next"


@dataclass(slots=True)
class Arrivals(Procedure):
    """[5.11a] [6.3a] Powers place SPs where their Soldiers enter, one after the other, and perhaps draw a card."""

    by: Power                       # who plays the Event
    powers: tuple[Power, ...]
    n: int
    draws: tuple[Power, ...] = ()   # Powers that draw a card afterwards

    def steps(self) -> tuple[str, ...]:
        return ("next", "draw")

    def next(self, s: Wellington) -> str | None:
        """[6.3a] One Power after the other."""
        if not self.powers:
            return None
        power, self.powers = self.powers[0], self.powers[1:]
        s.call(PlaceSoldiers(power, power, self.n, soldier_homes(s, power), self.by))
        return "next"

    def draw(self, s: Wellington) -> None:
        """[15.2j] A Hand that is full draws nothing."""
        for power in self.draws:
            if can_draw(s, power):
                draw(s, power)


def place_at_home(s: Wellington, power: Power, n: int) -> None:
    """[6.3a] A Power places SPs where its Soldiers enter."""
    s.call(Arrivals(power, (power,), n))


@dataclass(slots=True)
class Return(Procedure):
    """[6.2a] [6.3a] [6.3b] Pieces come back from the Regroup Box without CPs: up to so many SPs, and one Leader."""

    power: Power
    card: Card
    n: int
    with_army: bool = False         # also with one Army in a Friendly Duchy
    army: Duchy = -1

    def steps(self) -> tuple[str, ...]:
        return ("ask_army", "soldiers", "ask_leader", "leader")

    def ask_army(self, s: Wellington) -> None:
        """[6.3a] The Duchy of one Army, to which pieces may go as well."""
        s.answer = -1
        found = friendly_armies(s, self.power) if self.with_army else 0
        if found:
            s.call(ChooseDuchy(self.power, self.card, found, optional=True))

    def soldiers(self, s: Wellington) -> None:
        """[6.2a] [6.3a] Soldiers come back."""
        self.army = s.answer
        where = soldier_homes(s, self.power) | self.beside()
        s.call(PlaceSoldiers(self.power, self.power, self.n, where, up_to=True, regrouped=True))

    def beside(self) -> Duchies:
        return 1 << self.army if self.army >= 0 else 0

    def ask_leader(self, s: Wellington) -> None:
        """[6.2b] Which Leader, or none."""
        s.answer = -1
        waiting = s.here[REGROUP] & LEADERS[self.power]
        if leader_homes(s, self.power) | self.beside():
            s.call(ChooseLeader(self.power, self.card, waiting, optional=True))

    def leader(self, s: Wellington) -> None:
        """[6.3b] He comes back."""
        if s.answer >= 0:
            s.call(EnterLeader(self.power, self.card, s.answer, self.beside()))


@dataclass(slots=True)
class EnterLeader(Procedure):
    """[6.3b] [6.3h] A Leader is built or regrouped without CPs."""

    power: Power
    card: Card
    leader: Leader = -1
    more: Duchies = 0               # Duchies besides those where Leaders enter

    def steps(self) -> tuple[str, ...]:
        return ("ask", "where", "place")

    def ask(self, s: Wellington) -> None:
        """[6.3b] Which Leader, if the Event does not say it."""
        s.answer = self.leader
        if self.leader < 0:
            s.call(ChooseLeader(self.power, self.card, waiting_leaders(s, self.power)))

    def where(self, s: Wellington) -> None:
        """[6.3b] [6.3h] In which Duchy."""
        self.leader = s.answer
        s.call(ChooseDuchy(self.power, self.card, leader_homes(s, self.power) | self.more))

    def place(self, s: Wellington) -> None:
        """[6.3b] He comes into play."""
        s.call(Placement(self.power, self.power, s.answer, 1 << self.leader))


def waiting_leaders(s: Wellington, power: Power) -> Leaders:
    """[6.1c] [6.2b] The Leaders of a Power that can be built or regrouped."""
    return (s.here[UNBUILT] | s.here[REGROUP]) & LEADERS[power] & ~s.recalled


def friendly_armies(s: Wellington, power: Power) -> Duchies:
    """Friendly Duchies with an Army of a Power."""
    found = 0
    for leader in ids_of(LEADERS[power]):
        found |= 1 << s.at[leader]
    return found & friendly(s, power & 1) & ON_MAP


# --- Attrition


def attrition_at(s: Wellington, side: Side, x: Duchy, reasons: int = 1) -> Attrition:
    """[13.1a] A check of all Formations of a side in a Duchy."""
    return Attrition(side, x, tuple(force_at(s, power, x) for power in (side, side + 2)), reasons)


def with_soldiers(s: Wellington, power: Power, least: int = 1, where: Duchies = ON_MAP) -> Duchies:
    """The Duchies in which a Power has so many SPs."""
    found = 0
    for x in ids_of(s.occupied[power] & where):
        if s.sp[power * DUCHIES + x] >= least:
            found |= 1 << x
    return found
