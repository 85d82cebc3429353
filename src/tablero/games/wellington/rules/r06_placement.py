"""[6.3] Pieces that are put on the map, by building, regrouping or an Event: where, and what follows."""

from __future__ import annotations

from dataclasses import dataclass, field

from tablero.games.wellington.board import (
    BRITAIN, CARD, DUCHIES, FRENCH, GIBRALTAR, KEYS, LEADERS, LISBON, ON_MAP, PLYMOUTH, PRINTED_HOME
)
from tablero.games.wellington.rules.r01_pieces.s05_soldiers import add_soldiers, fits, lose_soldiers
from tablero.games.wellington.rules.r01_pieces.s06_leaders import formations, move_leader
from tablero.games.wellington.rules.r03_control import Friendly, besieged, controlled, status
from tablero.games.wellington.rules.r05_cards.s11_shortages import pay_debts_at
from tablero.games.wellington.rules.r09_movement.s06_groups import name_commander
from tablero.games.wellington.state import Duchies, Duchy, Force, Leaders, Place, Power, Wellington
from tablero.kernel.actions import Action
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import END, Procedure
from tablero.kernel.refusals import Prompt, Refusal
from tablero.kernel.windows import PublicAsk

PORTUGUESE_UNREST = CARD["portuguese_unrest"]
NO_ROOM = Refusal("1.5d", "no_counters")


# --- where


def own_homes(s: Wellington, power: Power) -> Duchies:
    """[1.21e] [1.21f] [6.3a] [20p] [20r] The Home Duchies that a Power Controls; for Spain all that it Controls in
    Spain."""
    return controlled(s, power) & PRINTED_HOME[power] & ON_MAP


def homes(s: Wellington, power: Power) -> Duchies:
    """[6.3a] [6.3e] [6.3f] [6.3g] The same; a French Power without any, or with none but a besieged Hasty Fortress,
    uses those of the other French Power."""
    own = own_homes(s, power)
    if power & 1 == FRENCH and not own & ~(s.hasty & besieged(s, 1 - FRENCH)):
        own |= own_homes(s, power ^ 2)
    return own


def soldier_homes(s: Wellington, power: Power) -> Duchies:
    """[6.3a] [6.3c] Where Soldiers enter: besieged Fortresses are among them. During Portuguese Unrest those of Britain
    enter only at Lisbon and Gibraltar."""
    found = homes(s, power)
    if power == BRITAIN and s.turn_events >> PORTUGUESE_UNREST & 1:
        found &= 1 << LISBON | 1 << GIBRALTAR
    return found


def leader_homes(s: Wellington, power: Power) -> Duchies:
    """[6.3b] [6.3h] Where Leaders enter: Keys; and Plymouth for the British."""
    return homes(s, power) & KEYS | (1 << PLYMOUTH if power == BRITAIN else 0)


# --- what follows


def relief_waits(s: Wellington) -> Duchy:
    """[6.3i] The besieged Fortress in which pieces were placed and the Battle has not been fought yet; -1 for none.
    Formations of both sides share a Duchy in no other quiet moment."""
    both = formations(s, 0) & formations(s, 1) & ON_MAP
    return both.bit_length() - 1


def face(
    s: Wellington, by: Power, x: Duchy, forces: tuple[Force, ...], before: Friendly, bonus: int = 0
) -> None:
    """[10.1a] [6.3c] [6.3i] Pieces were placed: enemies may intercept. In a besieged Fortress it waits until all have
    been placed. If it was an Event of the enemy he is the Active side and does not intercept (reading G55)."""
    from tablero.games.wellington.rules.r10_reactions.s01_contact import Contact
    side = forces[0][0] & 1
    relief = besieged(s, 1 - side) >> x & 1
    if relief and by == s.active if by & 1 == side else not relief:
        return
    s.call(Contact(by, x, (), forces, before, placed=True, bonus=bonus))


def note_arrival(s: Wellington, power: Power, x: Duchy, leaders: Leaders, sps: int) -> None:
    """[14.2b] Pieces that come into play in this Impulse have not begun it in their Port."""
    from tablero.games.wellington.rules.r04_sequence.s02_impulses import Impulse
    impulse = s.within(Impulse)
    if impulse is not None:
        impulse.arrived |= leaders
        if sps:
            impulse.arrived_piles.append((power * DUCHIES + x, sps))


@dataclass(slots=True)
class Placement(Procedure):
    """[6.3a] [6.3b] Pieces of a Power come into play in a Duchy, out of the Regroup Box or as new ones."""

    power: Power                        # whose they are
    by: Power                           # who acts
    x: Duchy
    leaders: Leaders = 0
    sps: int = 0
    regrouped: bool = False
    before: Friendly = (0, 0)

    def steps(self) -> tuple[str, ...]:
        return ("put", "face")

    def put(self, s: Wellington) -> None:
        """[6a] [20al] [5.12b] They are put on the map; what is owed for an Event is lost at once. Leaders of two Powers
        have one Commander [9.6c]."""
        self.before = status(s)
        if self.regrouped:
            s.regroup[self.power] -= self.sps
        add_soldiers(s, self.power, self.x, self.sps)
        if self.sps:
            s.tell("placed", self.power, self.sps, self.x)
        self.sps -= pay_debts_at(s, self.power, self.x, self.sps)
        for leader in ids_of(self.leaders):
            move_leader(s, leader, self.x)
            s.tell("leader_placed", leader, self.x)
        note_arrival(s, self.power, self.x, self.leaders, self.sps)
        if self.leaders:
            name_commander(s, self.power & 1, self.x)

    def face(self, s: Wellington) -> None:
        """[6.3c] [10.1a] Enemies may react, except at Plymouth."""
        if (self.leaders or self.sps) and self.x != PLYMOUTH:
            face(s, self.by, self.x, ((self.power, self.leaders, self.sps),), self.before)


@dataclass(slots=True)
class Relief(Procedure):
    """[6.3c] [6.3d] [6.3i] All pieces have been placed in a besieged Fortress: the besieger evades or fights."""

    power: Power                        # who placed them
    x: Duchy

    def steps(self) -> tuple[str, ...]:
        return ("face",)

    def face(self, s: Wellington) -> None:
        """[6.3c] The besieger is faced."""
        from tablero.games.wellington.rules.r10_reactions.s01_contact import Contact
        side = self.power & 1
        forces = tuple((power, s.here[self.x] & LEADERS[power], s.sp[power * DUCHIES + self.x])
                       for power in (self.power, self.power ^ 2) if s.occupied[power] >> self.x & 1)
        assert formations(s, 1 - side) >> self.x & 1, "nobody besieges it"
        s.call(Contact(self.power, self.x, (), forces, status(s), placed=True))


# --- Soldiers that an Event gives


@dataclass(slots=True)
class PlaceSoldiers(Procedure):
    """[5.11a] [6.3a] A Power puts SPs on the map, one after the other; once all are there, enemies react Duchy by
    Duchy. Where counters are short it eliminates Soldiers of its choice to make room."""

    who: Power                          # who chooses
    power: Power                        # whose they are
    n: int
    where: Duchies
    by: Power = -1                      # who played the Event; -1: who chooses
    apart: bool = False                 # each in another Duchy
    up_to: bool = False                 # fewer are allowed
    regrouped: bool = False             # out of the Regroup Box
    bonus: int = 0                      # their dice in the first Round of a Battle that follows
    joins: bool = False                 # into a Battle that has begun: nobody reacts
    x: Duchy = -1
    before: Friendly = (0, 0)
    placed: list[tuple[Duchy, int]] = field(default_factory=list)

    def steps(self) -> tuple[str, ...]:
        return ("begin", "ask", "make_room", "made_room", "put", "faces", "next")

    def begin(self, s: Wellington) -> None:
        """[10.4j] What each Duchy is to each side counts as it was before."""
        self.before = status(s)
        if self.regrouped:
            self.n = min(self.n, s.regroup[self.power])

    def ask(self, s: Wellington) -> str | None:
        """[6.3a] Where the next one goes."""
        self.x = -1
        if self.n <= 0 or not self.open(s):
            return "faces"
        s.call(PlaceSoldier(self.who))
        return None

    def open(self, s: Wellington) -> Duchies:
        """Where an SP may be put."""
        taken = 0
        for x, _ in self.placed:
            taken |= 1 << x
        return self.where & ~(taken if self.apart else 0)

    def make_room(self, s: Wellington) -> str | None:
        """[5.11a] [5.11b] Soldiers are eliminated until there is a counter for the new one."""
        if self.x < 0:
            return "faces"
        if fits(s, self.power, self.changes()):
            return "put"
        if not self.spare(s):
            return "faces"
        s.call(MakeRoom(self.power))
        return None

    def changes(self) -> list[tuple[Place, int]]:
        """What the next SP changes."""
        return [(self.x, 1), (DUCHIES, -1)] if self.regrouped else [(self.x, 1)]

    def spare(self, s: Wellington) -> list[Duchy]:
        """[5.11a] Where the Power has Soldiers besides those of the Event, of which the full number is placed."""
        new = dict(self.placed)
        return [x for x in ids_of(s.occupied[self.power]) if s.sp[self.power * DUCHIES + x] > new.get(x, 0)]

    def made_room(self, s: Wellington) -> str:
        """[5.11a] Is there a counter now?"""
        return "make_room"

    def put(self, s: Wellington) -> str:
        """[5.12b] One SP; if the Power owes Soldiers for an Event it is lost at once."""
        self.n -= 1
        add_soldiers(s, self.power, self.x, 1)
        if self.regrouped:
            s.regroup[self.power] -= 1
        if not pay_debts_at(s, self.power, self.x, 1):
            found = dict(self.placed)
            found[self.x] = found.get(self.x, 0) + 1
            self.placed = list(found.items())
        return "ask"

    def faces(self, s: Wellington) -> str | None:
        """[10.1a] Enemies may react in each Duchy."""
        if not self.placed:
            return END
        x, n = self.placed.pop(0)
        s.tell("placed", self.power, n, x)
        note_arrival(s, self.power, x, 0, n)
        if s.sp[self.power * DUCHIES + x] and not self.joins:
            face(s, self.who if self.by < 0 else self.by, x, ((self.power, 0, n),), self.before, self.bonus)
        return None

    def next(self, s: Wellington) -> str:
        """[10.1a] The next Duchy."""
        return "faces"


@dataclass(slots=True)
class PlaceSoldier(PublicAsk):
    """[6.3a] In which Duchy is the next Strength Point put?"""

    def candidates(self, s: Wellington, seat: int) -> list[Action]:
        event = s.caller(self, PlaceSoldiers)
        found: list[Action] = [("place", x) for x in ids_of(event.open(s))]
        return [*found, ("done",)] if event.up_to else found

    def choose(self, s: Wellington, seat: int, action: Action) -> None:
        s.caller(self, PlaceSoldiers).x = action[1] if action[0] == "place" else -1

    def prompt(self, s: Wellington, seat: int) -> Prompt:
        return Prompt("6.3a", "place_soldier", (("n", "number", s.caller(self, PlaceSoldiers).n),))


@dataclass(slots=True)
class MakeRoom(PublicAsk):
    """[5.11a] No counter is left for the new Soldiers: which Strength Point is eliminated?"""

    def candidates(self, s: Wellington, seat: int) -> list[Action]:
        event = s.caller(self, PlaceSoldiers)
        spare = event.spare(s)
        enough = [x for x in spare if fits(s, self.who, [(x, -1), *event.changes()])]
        return [("remove", self.who, x) for x in enough or spare]

    def choose(self, s: Wellington, seat: int, action: Action) -> None:
        lose_soldiers(s, self.who, action[2], 1)
        s.tell("eliminated", self.who, 1, action[2])
