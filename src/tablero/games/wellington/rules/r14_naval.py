"""[14] Naval affairs: Convoys from Port to Port, and Amphibious Assaults."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tablero.games.wellington.board import (
    ALL_DUCHIES, BATTLE_RATING, BRITAIN, CONVOY_PIECES, DUCHIES, GIBRALTAR, LEADERS, MINOR_PORTS, NAVAL_DECLARED,
    PLYMOUTH, PORTS, TABLES, ZONES
)
from tablero.games.wellington.rules.r01_pieces.s05_soldiers import (
    lose_soldiers, most_to_part, put_soldiers, take_soldiers
)
from tablero.games.wellington.rules.r01_pieces.s06_leaders import lose_leader, move_leader
from tablero.games.wellington.rules.r03_control import Friendly, besieged, enemy, fortresses, friendly, status
from tablero.games.wellington.rules.r05_cards.s02_windows import enemies, open_window
from tablero.games.wellington.rules.r09_movement.s01_lines import IN_QUARTERS, in_quarters
from tablero.games.wellington.rules.r09_movement.s06_groups import name_commander
from tablero.games.wellington.state import Duchies, Duchy, Force, Leaders, Power, Wellington
from tablero.kernel.actions import DONE, Action
from tablero.kernel.bits import ids_of
from tablero.kernel.events import faces
from tablero.kernel.frames import AGAIN, END, Procedure
from tablero.kernel.orders import Order, Orders
from tablero.kernel.refusals import Prompt, Refusal
from tablero.kernel.windows import PublicAsk

NOT_AT_SEA = Refusal("14.1a", "only_britain_sails")
ONE_CONVOY = Refusal("14.2c", "one_convoy")
NO_PORT = Refusal("14.2b", "not_a_friendly_port")
NEW_PORT = Refusal("14.2b", "port_was_not_friendly")
NOT_FRESH = Refusal("14.2b", "has_moved_by_land")
FULL = Refusal("14.2a", "convoy_full")
TOO_DEAR = Refusal("14.2d", "convoy_points")
NOBODY_ABOARD = Refusal("14.2a", "nobody_aboard")
STRAITS = Refusal("14.4a", "straits_closed")
NEEDS_ASSAULT = Refusal("14.2i", "needs_assault")
NO_ENEMY_PORT = Refusal("14.3c", "no_enemy_minor_port")
MAJOR_PORT = Refusal("14.3b", "assault_on_major_port")
LEADERS_ONLY = Refusal("6.3h", "plymouth_leaders_only")

_batteries = TABLES.table("shore_batteries")
BATTERIES, BATTERIES_FORTRESS = _batteries.integer("dice"), _batteries.integer("dice_fortress")
KILL, DISRUPT = 6, 5


# --- who may sail, and where to


def fresh_soldiers(s: Wellington, power: Power, x: Duchy) -> int:
    """[14.2b] The SPs of a Power that began this Impulse in a Duchy and have not moved."""
    from tablero.games.wellington.rules.r04_sequence.s02_impulses import Impulse
    pile, impulse = power * DUCHIES + x, s.within(Impulse)
    new = sum(n for p, n in impulse.arrived_piles if p == pile) if impulse is not None else 0
    return max(0, s.sp[pile] - sum(n for p, _, _, n in s.tags if p == pile) - new)


def fresh_leaders(s: Wellington, power: Power, x: Duchy) -> Leaders:
    """[14.2b] The same for Leaders."""
    from tablero.games.wellington.rules.r04_sequence.s02_impulses import Impulse
    impulse = s.within(Impulse)
    found = s.here[x] & LEADERS[power] & ~s.marked & ~(impulse.arrived if impulse is not None else 0)
    for leader in ids_of(found):
        if s.marched[leader]:
            found &= ~(1 << leader)
    return found


def friendly_ports(s: Wellington, power: Power) -> Duchies:
    """[14.2b] [20u] Ports of its own or of its Ally; a besieged Fortress is one."""
    return friendly(s, power & 1) & PORTS


def home_ports(s: Wellington, power: Power) -> Duchies:
    """[14.2b] Friendly Ports that were Friendly when the Impulse began: whoever sails must have begun it in one."""
    from tablero.games.wellington.rules.r04_sequence.s02_impulses import Impulse
    impulse = s.within(Impulse)
    return friendly_ports(s, power) & (impulse.ports if impulse is not None else ALL_DUCHIES)


def can_embark(s: Wellington, power: Power) -> Duchies:
    """[14.2b] [14.2j] Friendly Ports with pieces of a Power that may sail."""
    found = 0
    for x in ids_of(home_ports(s, power) & s.occupied[power]):
        if in_quarters(s, power, x):
            continue
        if fresh_soldiers(s, power, x) or fresh_leaders(s, power, x):
            found |= 1 << x
    return found


def departures(s: Wellington, power: Power) -> Duchies:
    """[14.1a] [14.2c] The Ports from which a Power may send the Convoy of its Impulse."""
    return can_embark(s, power) if refuse_sea(s, power) is None else 0


def refuse_sea(s: Wellington, power: Power) -> Refusal | None:
    """[14.1a] [14.2c] The rule against any Convoy of a Power."""
    from tablero.games.wellington.rules.r04_sequence.s02_impulses import Impulse
    if power != BRITAIN:
        return NOT_AT_SEA
    impulse = s.within(Impulse)
    return ONE_CONVOY if impulse is not None and impulse.convoyed else None


def refuse_departure(s: Wellington, power: Power, x: Duchy) -> Refusal | None:
    """[14.1a] [14.2b] [14.2c] The rule against a Convoy from a Duchy."""
    refused = refuse_sea(s, power)
    if refused is not None:
        return refused
    if in_quarters(s, power, x):
        return IN_QUARTERS
    if not friendly_ports(s, power) >> x & 1:
        return NO_PORT
    return NOT_FRESH if home_ports(s, power) >> x & 1 else NEW_PORT


def same_waters(s: Wellington, power: Power, a: Duchy) -> Duchies:
    """[1.24a] [14.4a] [20au] The Duchies that can be reached by sea from a Port: those of its Zone, and of both for the
    British where Gibraltar is Friendly; it is in both Zones, and stays its owner's while it is besieged."""
    if power == BRITAIN and friendly(s, power & 1) >> GIBRALTAR & 1:
        return ZONES[0] | ZONES[1]
    found = 0
    for zone in ZONES:
        if zone >> a & 1:
            found |= zone
    return found


def destinations(s: Wellington, power: Power, a: Duchy, assault: bool) -> Duchies:
    """[14.2b] [14.2i] [14.3b] [14.3c] [20u] Where a Convoy can go: another Friendly Port; or for an Assault a Minor
    Port of the enemy, also a Fortress that is besieged."""
    side = power & 1
    ports = (enemy(s, side) | besieged(s, side)) & MINOR_PORTS if assault else friendly_ports(s, power)
    return ports & same_waters(s, power, a) & ~(1 << a)


def can_sail(s: Wellington, power: Power, assault: bool) -> bool:
    """[14.2b] [14.3b] Is there a Convoy, or an Assault, that an Event could send?"""
    return any(destinations(s, power, x, assault) for x in ids_of(can_embark(s, power)))


# --- Convoys


@dataclass(slots=True)
class Convoy(Procedure):
    """[14a] [14.2a] [14.2b] [14.2e] [14.3c] [20m] Pieces of a Power sail from a Port to another one. A card that
    answers may set `cancelled`."""

    power: Power
    a: Duchy = -1                       # the Port it sails from; -1: to be chosen
    assault: bool = False
    free: bool = False                  # an Event pays for it, and it does not count as the one of the Impulse
    leaders: Leaders = 0
    sps: int = 0
    b: Duchy = -1
    cancelled: bool = False
    before: Friendly = (0, 0)
    kills: int = 0                      # by shore batteries
    disruptions: int = 0

    def steps(self) -> tuple[str, ...]:
        return ("port", "embark", "declare", "sail", "land", "contact")

    def forces(self) -> tuple[Force, ...]:
        return ((self.power, self.leaders, self.sps),)

    def port(self, s: Wellington) -> None:
        """[14.2b] The Port of departure."""
        if self.a < 0:
            s.call(ChoosePort(self.power))

    def embark(self, s: Wellington) -> str | None:
        """[14.2a] [14.2d] Who goes aboard, and where to. At first as many Soldiers as can."""
        if self.a < 0:
            return END
        self.sps = min(self.room(s), fresh_soldiers(s, self.power, self.a))
        s.call(LoadConvoy(self.power))
        return None

    def room(self, s: Wellington) -> int:
        """[14.2a] [14.2d] How many pieces may sail."""
        from tablero.games.wellington.rules.r06_building import Spending
        return CONVOY_PIECES if self.free else min(CONVOY_PIECES, s.frame(Spending, below=self).points)

    def declare(self, s: Wellington) -> str | None:
        """[14.2c] [14.2d] [14.2f] It is paid: a CP for each SP and Leader. Enemies may answer."""
        from tablero.games.wellington.rules.r04_sequence.s02_impulses import Impulse
        from tablero.games.wellington.rules.r06_building import Spending
        if self.b < 0:
            return END
        if not self.free:
            s.frame(Spending, below=self).points -= self.leaders.bit_count() + self.sps
            impulse = s.within(Impulse)
            if impulse is not None:
                impulse.convoyed = True
        s.tell("assault" if self.assault else "convoy", self.power, self.leaders.bit_count() + self.sps, self.a, self.b)
        open_window(s, NAVAL_DECLARED, enemies(self.power), self)
        return None

    def sail(self, s: Wellington) -> str | None:
        """[14.3d] [14.3e] The shore batteries of the Port fire once. A Convoy that is cancelled stays in its Port and
        suffers Attrition."""
        from tablero.games.wellington.rules.r13_attrition import Attrition
        if self.cancelled:
            s.tell("convoy_stays", self.power, self.a)
            s.call(Attrition(self.power & 1, self.a, self.forces()))
            return END
        self.before = status(s)
        if self.assault:
            dice = s.dice(shore_dice(s, self.b))
            self.kills, self.disruptions = dice.count(KILL), dice.count(DISRUPT)
            s.tell("batteries", self.b, self.kills, self.disruptions, faces(dice))
            self.suffer(s)
        return None

    def suffer(self, s: Wellington) -> None:
        """[14.3d] [11.51c] [1.5e] Soldiers are lost before Leaders, of those the least able first. Those aboard may be
        among the Soldiers that no counters are left for."""
        dead = lose_soldiers(s, self.power, self.a, min(self.kills, self.sps))
        self.sps = min(self.sps - dead, fresh_soldiers(s, self.power, self.a))
        for leader in sorted(ids_of(self.leaders), key=BATTLE_RATING.__getitem__)[: self.kills - dead]:
            self.leaders &= ~(1 << leader)
            lose_leader(s, leader)

    def land(self, s: Wellington) -> str | None:
        """[14.2b] [14.3e] [1.5d] They land, and move no further in this Impulse; Soldiers that there are no counters
        for if they part stay where they were. Leaders of two Powers who meet have one Commander."""
        from tablero.games.wellington.rules.r04_sequence.s02_impulses import Impulse
        self.sps = most_to_part(s, self.power, self.a, self.b, self.sps)
        if not self.leaders and not self.sps:
            return END
        taken = take_soldiers(s, self.power, self.a, self.sps, any_marker=False)
        put_soldiers(s, self.power, self.b, [(marched, 1, n) for marched, _, n in taken])
        for leader in ids_of(self.leaders):
            move_leader(s, leader, self.b)
        s.marked |= self.leaders
        impulse = s.within(Impulse)
        if impulse is not None and self.assault:
            impulse.shore = (self.b, self.kills, self.disruptions)
        if self.leaders or s.rules < 4:         # until then Soldiers alone had the Commander named again
            name_commander(s, self.power & 1, self.b)
        return None

    def contact(self, s: Wellington) -> None:
        """[14.2g] [14.2h] [14.3f] [14.3g] [14.3h] [14.3i] Enemies may react; besiegers, or those who hold the Port,
        evade or fight. What the batteries hit counts in the first Round; beaten pieces go back to their Port."""
        from tablero.games.wellington.rules.r10_reactions.s01_contact import Contact
        if self.b != PLYMOUTH:
            s.call(Contact(self.power, self.b, (), self.forces(), self.before, sea=self.a,
                           shore=(self.kills, self.disruptions)))


def shore_dice(s: Wellington, x: Duchy) -> int:
    """[14.3d] The dice of the shore batteries of a Port."""
    return BATTERIES_FORTRESS if fortresses(s) >> x & 1 else BATTERIES


def shore_losses(s: Wellington, x: Duchy) -> tuple[int, int]:
    """[14.3h] What shore batteries have killed and disrupted in this Impulse among those who landed in a Duchy."""
    from tablero.games.wellington.rules.r04_sequence.s02_impulses import Impulse
    where, kills, disruptions = s.frame(Impulse).shore
    return (kills, disruptions) if where == x else (0, 0)


@dataclass(slots=True)
class ChoosePort(PublicAsk):
    """[14.2b] From which Port does the Convoy sail?"""

    def candidates(self, s: Wellington, seat: int) -> list[Action]:
        convoy = s.caller(self, Convoy)
        found: list[Action] = [("convoy", x) for x in ids_of(can_embark(s, self.who))
                               if destinations(s, self.who, x, convoy.assault)]
        return [*found, DONE]

    def choose(self, s: Wellington, seat: int, action: Action) -> None:
        if action != DONE:
            s.caller(self, Convoy).a = action[1]


@dataclass(slots=True)
class LoadConvoy(Orders):
    """[14.2a] Who sails, and to which Port?"""

    def orders(self, s: Wellington) -> Sequence[Order]:
        return LOADING

    def public(self, s: Wellington) -> bool:
        return True

    def convoy(self, s: Wellington) -> Convoy:
        return s.caller(self, Convoy)

    def tries_leaders(self, s: Wellington) -> list[Action]:
        return [("aboard", leader) for leader in ids_of(s.here[self.convoy(s).a] & LEADERS[self.who])]

    def refuse_aboard(self, s: Wellington, action: Action) -> Refusal | None:
        """[14.2a] [14.2b] [14.2d] A Leader who has not moved, as long as there is room; or one who is aboard."""
        convoy, leader = self.convoy(s), action[1]
        if convoy.leaders >> leader & 1:
            return None
        if not fresh_leaders(s, self.who, convoy.a) >> leader & 1:
            return NOT_FRESH
        return None if convoy.leaders.bit_count() < convoy.room(s) else full(convoy, s)

    def aboard(self, s: Wellington, action: Action) -> bool:
        """He goes aboard, in the place of a Soldier if it is full; or he stays."""
        convoy = self.convoy(s)
        convoy.leaders ^= 1 << action[1]
        convoy.sps = min(convoy.sps, convoy.room(s) - convoy.leaders.bit_count())
        return AGAIN

    def tries_loads(self, s: Wellington) -> list[Action]:
        convoy = self.convoy(s)
        there = min(CONVOY_PIECES, s.sp[self.who * DUCHIES + convoy.a])
        return [("load", n) for n in range(there + 1) if n != convoy.sps]

    def refuse_load(self, s: Wellington, action: Action) -> Refusal | None:
        """[14.2a] [14.2b] [14.2d] So many Soldiers that have not moved, as long as there is room."""
        convoy, n = self.convoy(s), action[1]
        if n > fresh_soldiers(s, self.who, convoy.a):
            return NOT_FRESH
        return None if n + convoy.leaders.bit_count() <= convoy.room(s) else full(convoy, s)

    def load(self, s: Wellington, action: Action) -> bool:
        self.convoy(s).sps = action[1]
        return AGAIN

    def ports(self, s: Wellington) -> list[Action]:
        return [("sail", x) for x in ids_of(PORTS & ~(1 << self.convoy(s).a))]

    def allowed_ports(self, s: Wellington) -> list[Action]:
        convoy = self.convoy(s)
        if not convoy.leaders and not convoy.sps:
            return []
        found = destinations(s, self.who, convoy.a, convoy.assault)
        if convoy.sps:
            found &= ~(1 << PLYMOUTH)
        return [("sail", x) for x in ids_of(found)]

    def refuse_port(self, s: Wellington, action: Action) -> Refusal | None:
        """[14.2b] [14.2i] [14.3b] [14.3c] [14.4a] The rule against a Port that cannot be reached."""
        convoy, x = self.convoy(s), action[1]
        if not convoy.leaders and not convoy.sps:
            return NOBODY_ABOARD
        if not same_waters(s, self.who, convoy.a) >> x & 1:
            return STRAITS
        if convoy.assault:
            return NO_ENEMY_PORT if MINOR_PORTS >> x & 1 else MAJOR_PORT
        if x == PLYMOUTH:
            return LEADERS_ONLY
        return NEEDS_ASSAULT if besieged(s, self.who & 1) >> x & 1 else NO_PORT

    def sail(self, s: Wellington, action: Action) -> None:
        self.convoy(s).b = action[1]

    def stay(self, s: Wellington, action: Action) -> None:
        """Nobody sails."""

    def prompt(self, s: Wellington, seat: int) -> Prompt:
        convoy = self.convoy(s)
        return Prompt("14.2a", "load_convoy", (
            ("duchy", "duchy", convoy.a), ("sps", "number", convoy.sps), ("n", "number", convoy.leaders.bit_count())))


def full(convoy: Convoy, s: Wellington) -> Refusal:
    return FULL if convoy.room(s) == CONVOY_PIECES else TOO_DEAR


LOADING = (
    Order("aboard", LoadConvoy.aboard, tries=LoadConvoy.tries_leaders, refuse=LoadConvoy.refuse_aboard),
    Order("load", LoadConvoy.load, tries=LoadConvoy.tries_loads, refuse=LoadConvoy.refuse_load),
    Order("sail", LoadConvoy.sail, tries=LoadConvoy.ports, refuse=LoadConvoy.refuse_port,
          allowed=LoadConvoy.allowed_ports),
    Order("stop", LoadConvoy.stay),
)
