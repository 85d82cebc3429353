"""[10.5] - [10.7] Evasion: who may evade where, how likely it is, and what comes of it.

An Army or Army Group tries once, as a whole. Soldiers without a Leader of their Power, and those above the Command
Ratings of its Leaders, try counter by counter, all declared together.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tablero.games.wellington.board import (
    BATTLE_RATING, DUCHIES, EVASION_DECLARED, EVASION_ROLLED, LEADER_POWER, LEADERS, NEAR, PASS, RIVER, ROUGH,
    SIDE_LEADERS
)
from tablero.games.wellington.rules.r01_pieces.s05_soldiers import most_to_part, small_counters
from tablero.games.wellington.rules.r01_pieces.s06_leaders import (
    any_of, best_leader, commander_at, formations, move_force, pieces
)
from tablero.games.wellington.rules.r05_cards.s02_windows import EVERYBODY, open_window
from tablero.games.wellington.rules.r09_movement.s01_lines import NOT_ADJACENT, PAST_FORTRESS, enemy_fortresses, line
from tablero.games.wellington.rules.r10_reactions.s01_contact import Contact
from tablero.games.wellington.rules.r10_reactions.s04_interception import NEEDED, command, meet
from tablero.games.wellington.rules.r13_attrition import Attrition
from tablero.games.wellington.state import Duchies, Duchy, Force, Leader, Leaders, Power, Side, Wellington
from tablero.kernel.events import faces
from tablero.kernel.frames import END, Procedure
from tablero.kernel.refusals import Refusal

TOWARDS_ENEMY = Refusal("10.5a", "evasion_towards_enemy")
OVER_RIVER = Refusal("10.6a", "evasion_over_river")
INTO_ENEMIES = Refusal("10.6a", "evasion_into_enemies")
INTO_FORTRESS = Refusal("10.6a", "evasion_into_fortress")
ARTILLERY_STAYS: Final = Refusal("10.5d", "evasion_artillery")


# --- who evades


def own_leaders(s: Wellington, contact: Contact) -> Leaders:
    """[10.2d] The Leaders of the inactive side that were in the Duchy before: interceptors have come to fight."""
    return s.here[contact.x] & SIDE_LEADERS[1 - contact.side] & ~contact.arrived


def own_sps(s: Wellington, contact: Contact, power: Power) -> int:
    """[10.2d] The SPs of a Power of the inactive side that were there before."""
    return max(0, s.sp[power * DUCHIES + contact.x] - contact.arrived_sps[power])


def group_leader(s: Wellington, contact: Contact) -> Leader:
    """[10.5b] The Leader whose Army or Army Group may evade, and whose Power decides; -1 if it has tried
    or there is none."""
    leaders = own_leaders(s, contact) & ~contact.tried
    commander = commander_at(s, 1 - contact.side, contact.x)
    return commander if commander >= 0 and leaders >> commander & 1 else best_leader(leaders)


def group(s: Wellington, contact: Contact, b: Duchy) -> tuple[Force, ...]:
    """[10.5b] [10.5g] All that evades with that Leader: all Armies, each with as many SPs as its Leader commands."""
    leaders = own_leaders(s, contact) & ~contact.tried
    found = []
    for power, own in enumerate(LEADERS):
        if leaders & own:
            most = min(own_sps(s, contact, power), command(leaders & own))
            found.append((power, leaders & own, most_to_part(s, power, contact.x, b, most)))
    return tuple(found)


def loose(s: Wellington, contact: Contact, power: Power) -> int:
    """[10.5c] [10.5g] (reading G26) The SPs of a Power that belong to no Army there and have not tried."""
    if contact.tried_soldiers >> power & 1:
        return 0
    return max(0, own_sps(s, contact, power) - command(own_leaders(s, contact) & LEADERS[power]))


# --- where to


def modifier(ours: Duchies, x: Duchy, b: Duchy, kind: int) -> int:
    """[10.7b] [10.4j] What Duchies and line give to the dice of an evasion."""
    return (ours >> b & 1) - (0 if ours >> x & 1 else 1) - (1 if kind in (ROUGH, PASS) else 0)


def refuse_target(s: Wellington, contact: Contact, force: Force, b: Duchy) -> Refusal | None:
    """[10.5a] [10.6a] [12.4a] [12.4b] The rule against evading to a Duchy; a River only if there is no other."""
    x, side = contact.x, 1 - contact.side
    if not NEAR[x] >> b & 1:
        return NOT_ADJACENT
    if any(a == b for a, _ in contact.came):
        return TOWARDS_ENEMY
    if formations(s, 1 - side) >> b & 1:
        return INTO_ENEMIES
    fortresses = enemy_fortresses(s, side)
    if (fortresses & ~formations(s, side)) >> b & 1:
        return INTO_FORTRESS
    if fortresses >> x & 1 and contact.theirs[side] >> b & 1:
        return PAST_FORTRESS
    return OVER_RIVER if line(s, x, b, force) == RIVER else None


def refuse_group(s: Wellington, contact: Contact, b: Duchy) -> Refusal | None:
    """[10.5b] The rule against the evasion of the Army or Army Group to a Duchy."""
    leader = group_leader(s, contact)
    return refuse_target(s, contact, any_of(LEADER_POWER[leader], own_leaders(s, contact)), b)


def refuse_soldiers(s: Wellington, contact: Contact, power: Power, b: Duchy) -> Refusal | None:
    """[10.5c] [10.5d] The rule against the evasion of Soldiers without a Leader to a Duchy."""
    if not small_counters(s, power, contact.x, loose(s, contact, power)):
        return ARTILLERY_STAYS
    return refuse_target(s, contact, any_of(power), b)


def reasons(s: Wellington, side: Side, ours: Duchies, theirs: Duchies, x: Duchy, b: Duchy, kind: int) -> int:
    """[10.5e] [13.1h] (reading G64) Reasons for Attrition of an evasion: an Enemy Duchy or the besieged Fortress of an
    enemy, an Ambush being the same; and a Pass that is not Friendly at both ends."""
    found = 1 if (theirs | enemy_fortresses(s, side)) >> b & 1 else 0
    return found + (1 if kind == PASS and not ours >> x & ours >> b & 1 else 0)


def evasion_modifier(s: Wellington, contact: Contact, power: Power, b: Duchy, excess: bool = False) -> int:
    """[10.7b] What is added to the dice if a Power evades to a Duchy: its Army, or its Soldiers without a Leader."""
    leader = leads_away(s, contact, power, excess)
    kind = way_out(s, contact, power, b, leader)
    return modifier(contact.before[power & 1], contact.x, b, kind) + (BATTLE_RATING[leader] if leader >= 0 else 0)


def leads_away(s: Wellington, contact: Contact, power: Power, excess: bool) -> Leader:
    """[10.5b] [10.5c] Who leads the Army of a Power that evades; -1 for Soldiers without a Leader."""
    leader = -1 if excess else group_leader(s, contact)
    return leader if leader >= 0 and LEADER_POWER[leader] == power else -1


def way_out(s: Wellington, contact: Contact, power: Power, b: Duchy, leader: Leader) -> int:
    """The kind of the line by which an Army with a Leader, or Soldiers without one, evade to a Duchy."""
    return line(s, contact.x, b, any_of(power, own_leaders(s, contact) if leader >= 0 else 0))


# --- the attempt


@dataclass(slots=True)
class Evasion(Procedure):
    """[10.7a] An attempt to evade: of an Army or Army Group with one roll, or of Soldiers with a roll for each
    counter."""

    power: Power                # who declares it
    leader: Leader              # whose Battle Rating counts; -1 for Soldiers without a Leader
    x: Duchy
    b: Duchy
    forces: tuple[Force, ...]   # the Army or Army Group
    counters: tuple[int, ...]   # of Soldiers without a Leader: the SPs of each that tries
    ours: Duchies
    theirs: Duchies
    # what cards do to it
    bonus: int = 0              # added to the dice
    ignore_terrain: bool = False        # no -1 for a Pass or Rough line
    cancelled: bool = False     # it does not take place, and counts as not attempted
    beaten: bool = False        # it fails, with or without a roll
    swing: int = 0              # added after the roll
    # what happens meanwhile
    kind: int = 0               # of the line
    number: int = 0             # Armies or counters that have rolled
    got_away: int = 0           # those that succeeded
    roll: int = 0               # the sum of the dice; 0 before they are rolled
    away: int = 0               # SPs of counters that get away

    def steps(self) -> tuple[str, ...]:
        return ("declare", "declared", "attempt", "dice", "rolled", "resolve", "move", "attrition", "commander")

    @property
    def side(self) -> Side:
        return self.power & 1

    def declare(self, s: Wellington) -> None:
        """[10.7a] The Duchy is chosen, once for all who try."""
        force = self.forces[0] if self.forces else any_of(self.power)
        self.kind = line(s, self.x, self.b, force)
        if self.leader >= 0:
            s.tell("evades", self.leader, self.x, self.b, sum(map(pieces, self.forces)))
        else:
            s.tell("soldiers_evade", self.power, self.x, self.b, len(self.counters))

    def declared(self, s: Wellington) -> None:
        """[10.7g] An Event may help it or cancel it before the dice."""
        open_window(s, EVASION_DECLARED, EVERYBODY, self)

    def attempt(self, s: Wellington) -> str | None:
        """[10.5b] [10.5c] One attempt for each entry of the enemy."""
        if self.cancelled:
            s.tell("evasion_cancelled", self.power, self.x)
            return END
        contact = s.frame(Contact)
        if self.leader >= 0:
            for _, leaders, _ in self.forces:
                contact.tried |= leaders
        else:
            contact.tried_soldiers |= 1 << self.power
        return None

    def dice(self, s: Wellington) -> str | None:
        """[10.7a] [10.7f] Two dice for the Army, or for the next counter."""
        self.swing = 0
        if self.beaten:
            return "resolve"
        rolled = s.dice(2)
        self.roll = sum(rolled)
        s.tell("evasion_rolled", self.power, self.roll, self.total(), faces(rolled))
        return None

    def total(self) -> int:
        """[10.7b] The dice with Battle Rating, Duchies, line and Events."""
        return self.roll + self.added() + self.swing

    def added(self) -> int:
        """[10.7b] All that is added to the dice."""
        rating = BATTLE_RATING[self.leader] if self.leader >= 0 else 0
        rough = 1 if self.ignore_terrain and self.kind in (ROUGH, PASS) else 0
        return rating + modifier(self.ours, self.x, self.b, self.kind) + rough + self.bonus

    def rolled(self, s: Wellington) -> None:
        """[10.7g] An Event may change the result before anybody moves."""
        open_window(s, EVASION_ROLLED, EVERYBODY, self)

    def succeeds(self) -> bool:
        """[10.7c] 9 or more."""
        return not self.beaten and self.total() >= NEEDED

    def resolve(self, s: Wellington) -> str | None:
        """[10.7d] [10.7h] A failure gives the enemy a Battle die. Whether it costs the terrain dice depends on who
        commands in the Battle (`forfeits`)."""
        if not self.succeeds():
            contact = s.frame(Contact)
            contact.failed += 1
            for _, leaders, _ in self.forces:
                contact.forfeit |= leaders
        else:
            self.got_away += 1
            self.away += self.counters[self.number] if self.counters else 0
        self.number += 1
        if self.number < len(self.counters):
            return "dice"
        return None

    def move(self, s: Wellington) -> str | None:
        """[10.7e] Those who succeeded go to the chosen Duchy; markers go along [10.5f]. No Contact follows [10.3a]."""
        if self.counters:
            self.forces = ((self.power, 0, self.away),)
        failed = self.number - self.got_away
        if failed:
            s.tell("evasion_fails", self.power, self.x, failed)
        if not self.got_away:
            return END
        for force in self.forces:
            move_force(s, force, self.x, self.b)
        s.tell("evasion_succeeds", self.power, self.b, sum(map(pieces, self.forces)))
        return None

    def attrition(self, s: Wellington) -> None:
        """[10.5e] [13.1g] It is a move for Attrition; it does not count for Forced March [9.42c]."""
        found = reasons(s, self.side, self.ours, self.theirs, self.x, self.b, self.kind)
        if found:
            s.call(Attrition(self.side, self.b, self.forces, found))

    def commander(self, s: Wellington) -> None:
        """[9.6b] [9.6c] An Army Group may have come about."""
        meet(s, self.x, self.b, self.leader, self.forces)
