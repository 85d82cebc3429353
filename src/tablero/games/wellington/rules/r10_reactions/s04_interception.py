"""[10.1] - [10.4] Interception: who may intercept into a Duchy, with what, how likely it is, and what comes of it.

`ours` and `theirs` are everywhere the Duchies that were Friendly and Enemy to the intercepting side before the step or
placement that it answers [10.4j].
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NamedTuple

from tablero.games.wellington.board import (
    BATTLE_RATING, COMMAND_RATING, DUCHIES, INTERCEPTION_DECLARED, INTERCEPTION_ROLLED, LEADER_POWER, LEADERS, MAP,
    NEAR, PASS, RIVER, ROUGH, SIDE_LEADERS
)
from tablero.games.wellington.rules.r01_pieces.s05_soldiers import (
    fits, most_to_part, put_soldiers, take_soldiers, unmarked
)
from tablero.games.wellington.rules.r01_pieces.s06_leaders import (
    any_of, commander_at, formations, mark, move_leader, pieces
)
from tablero.games.wellington.rules.r03_control import Friendly, friendly
from tablero.games.wellington.rules.r05_cards.s02_windows import EVERYBODY, open_window
from tablero.games.wellington.rules.r09_movement.s01_lines import (
    IN_QUARTERS, PAST_FORTRESS, enemy_fortresses, has_pontoons, in_quarters, line, line_reasons
)
from tablero.games.wellington.rules.r13_attrition import Attrition, strengths, survivors
from tablero.games.wellington.state import Duchies, Duchy, Force, Leader, Leaders, Power, Side, Wellington
from tablero.kernel.actions import Action
from tablero.kernel.bits import bitset, ids_of
from tablero.kernel.events import faces
from tablero.kernel.frames import AGAIN, END, Procedure
from tablero.kernel.odds import two_dice_over
from tablero.kernel.orders import Order, Orders
from tablero.kernel.refusals import Refusal

NEEDED = 9              # the modified sum of two dice with which interceptions and evasions succeed [10.4e] [10.7c]
UNLED_SPS = 4           # the Command Rating of a Leader that an Event simulates [10.3c]
OUT_OF_REACH = Refusal("10.1a", "interception_out_of_reach")
MARKED = Refusal("10.3d", "interception_marked")
OVER_RIVER = Refusal("10.3f", "interception_over_river")
NO_WAY = Refusal("10.1c", "interception_no_way")
NO_SOLDIERS = Refusal("10.3c", "interception_no_soldiers")
TOO_MANY = Refusal("1.61a", "interception_too_many")
NO_COUNTERS = Refusal("1.5d", "interception_no_counters")
TWO_AWAY: Sequence[Duchies] = tuple(
    sum(1 << b for b in range(DUCHIES) if b != x and (NEAR[x] >> b & 1 or NEAR[x] & NEAR[b])) for x in range(DUCHIES)
)                       # by Duchy: those at most two Duchies away
DRY: Final[Sequence[Duchies]] = tuple(
    bitset(b for b in ids_of(NEAR[a]) if MAP.edge_kind(a, b) != RIVER) for a in range(DUCHIES)
)                       # by Duchy: those Adjacent by a line that is printed as no River


# --- the way


class Way(NamedTuple):
    """How an interception gets into a Duchy."""

    via: Duchy          # the Duchy between, -1 without
    kind: int           # of the last line
    modifier: int       # to the dice, without the Battle Rating and Events
    reasons: int        # for Attrition


def modifier(ours: Duchies, a: Duchy, x: Duchy, kind: int) -> int:
    """[10.4b] [10.4j] What Duchies and line give to the dice of an interception from a Duchy into one next to it."""
    return (ours >> x & 1) - (0 if ours >> a & 1 else 1) - (1 if kind in (ROUGH, PASS) else 0)


def lines_changed(s: Wellington) -> bool:
    """Have cards blown or built bridges in this Impulse?"""
    from tablero.games.wellington.rules.r04_sequence.s02_impulses import Impulse
    impulse = s.within(Impulse)
    return impulse is not None and bool(impulse.blown or impulse.bridged or impulse.bridged_piles)


def dry(s: Wellington, force: Force, a: Duchy) -> Duchies:
    """[10.3f] The Duchies Adjacent to one by a line that is no River to a force now."""
    if not lines_changed(s):
        return DRY[a]
    return bitset(b for b in ids_of(NEAR[a]) if line(s, a, b, force) != RIVER)


def refuse_line(s: Wellington, force: Force, a: Duchy, b: Duchy, theirs: Duchies) -> Refusal | None:
    """[10.3f] [12.4b] The rule against intercepting from a Duchy into one next to it: an Enemy Duchy, out of that of an
    enemy Fortress; or a River, if that is all there is against it."""
    if theirs >> b & 1 and enemy_fortresses(s, force[0] & 1) >> a & 1:
        return PAST_FORTRESS
    return OVER_RIVER if line(s, a, b, force) == RIVER else None


def passable(s: Wellington, side: Side, v: Duchy) -> bool:
    """[10.1c] May an interception go through a Duchy: no enemies there, and no enemy Fortress that is not besieged?"""
    if formations(s, 1 - side) >> v & 1:
        return False
    return not (enemy_fortresses(s, side) & ~formations(s, side)) >> v & 1


def best_way(
    s: Wellington, force: Force, a: Duchy, x: Duchy, ours: Duchies, theirs: Duchies, reach: int = 1
) -> Way | None:
    """[10.1c] [10.4b] (reading G27) The way with the best modifier, then with the least Attrition, then the shortest.
    The modifiers are those of the last line, Attrition is that of both steps."""
    found: list[Way] = []
    if NEAR[x] >> a & 1 and refuse_line(s, force, a, x, theirs) is None:
        kind = line(s, a, x, force)
        found.append(Way(-1, kind, modifier(ours, a, x, kind), line_reasons(ours, theirs, a, x, kind)))
    for v in ids_of(NEAR[a] & NEAR[x]) if reach > 1 else ():
        if (refuse_line(s, force, a, v, theirs) or refuse_line(s, force, v, x, theirs)
                or not passable(s, force[0] & 1, v)):
            continue
        kind = line(s, v, x, force)
        reasons = line_reasons(ours, theirs, a, v, line(s, a, v, force)) + line_reasons(ours, theirs, v, x, kind)
        found.append(Way(v, kind, modifier(ours, v, x, kind), reasons))
    return max(found, key=lambda way: (way.modifier, -way.reasons, way.via < 0), default=None)


def refuse_leader(
    s: Wellington, leader: Leader, x: Duchy, ours: Duchies, theirs: Duchies, reach: int = 1
) -> Refusal | None:
    """[10.1a] [10.2a] [10.3d] [10.3e] [10.3f] [12.4b] [20c] The rule against an interception by a Leader and his Army:
    he may try again and again, until he is marked."""
    a, power = s.at[leader], LEADER_POWER[leader]
    if not (NEAR[x] if reach == 1 else TWO_AWAY[x]) >> a & 1:
        return OUT_OF_REACH
    if s.marked >> leader & 1:
        return MARKED
    if in_quarters(s, power, a):
        return IN_QUARTERS
    force = any_of(power, 1 << leader)
    if reach == 1:
        return refuse_line(s, force, a, x, theirs)
    return None if best_way(s, force, a, x, ours, theirs, reach) else NO_WAY


def refuse_soldiers(
    s: Wellington, power: Power, a: Duchy, x: Duchy, theirs: Duchies
) -> Refusal | None:
    """[10.3b] [10.3c] The rule against an interception by Soldiers without a Leader of theirs, whom an Event lends
    one."""
    if not NEAR[x] >> a & 1:
        return OUT_OF_REACH
    if s.here[a] & LEADERS[power] or not s.sp[power * DUCHIES + a]:
        return NO_SOLDIERS
    if not unmarked(s, power, a):
        return MARKED
    if in_quarters(s, power, a):
        return IN_QUARTERS
    if not most_unled(s, power, a, x):
        return NO_COUNTERS
    return refuse_line(s, any_of(power), a, x, theirs)


# --- for others: the board, odds, Flags, Deployment


def interceptors(s: Wellington, side: Side, x: Duchy, before: Friendly | None = None) -> Leaders:
    """[10.1a] [10.1b] The Leaders of a side that could intercept an enemy who comes into a Duchy now, or who came when
    things were as they were `before`."""
    formed = formations(s, side)
    if (formations(s, 1 - side) & ~formed) >> x & 1:
        return 0
    theirs = (friendly(s, 1 - side) if before is None else before[1 - side]) & ~formed
    found = 0
    for a in ids_of(formed & NEAR[x]):
        for leader in ids_of(s.here[a] & SIDE_LEADERS[side] & ~s.marked):
            if refuse_leader(s, leader, x, 0, theirs) is None:
                found |= 1 << leader
    return found


def covered(s: Wellington, side: Side) -> Duchies:
    """[10.1a] [10.1b] [10.3e] [10.3f] [12.4b] All Duchies that Armies of a side could intercept into: those for which
    `interceptors` finds anybody, at once."""
    formed, fortresses = formations(s, side), enemy_fortresses(s, side)
    usual = not lines_changed(s)
    found = 0
    for leader in ids_of(SIDE_LEADERS[side] & ~s.marked):
        a, power = s.at[leader], LEADER_POWER[leader]
        if a >= DUCHIES or s.quarters and in_quarters(s, power, a):
            continue
        near = DRY[a] if usual else dry(s, any_of(power, 1 << leader), a)
        found |= near & ~(friendly(s, 1 - side) & ~formed) if fortresses >> a & 1 else near
    return found & ~(formations(s, 1 - side) & ~formed)


def could_intercept_into(s: Wellington, side: Side, x: Duchy) -> bool:
    """[10.1a] Could an Army of a side intercept what its enemies move to or place in a Duchy? (reading G69)"""
    return bool(covered(s, side) >> x & 1)


def chance(total: int) -> Fraction:
    """[10.4e] [10.7c] How likely an interception or evasion with this sum of modifiers is to succeed."""
    return two_dice_over(NEEDED - 1 - total)


def interception_modifier(
    s: Wellington, leader: Leader, x: Duchy, ours: Duchies, theirs: Duchies, reach: int = 1
) -> int | None:
    """[10.4b] [10.4c] What is added to the dice if a Leader intercepts; None if he cannot."""
    way = best_way(s, any_of(LEADER_POWER[leader], 1 << leader), s.at[leader], x, ours, theirs, reach)
    return None if way is None else way.modifier + BATTLE_RATING[leader]


# --- what goes along


def command(leaders: Leaders) -> int:
    """[1.61a] [10.41a] The SPs that Leaders can lead, each an Army of his own."""
    return sum(COMMAND_RATING[leader] for leader in ids_of(leaders))


def most_sps(s: Wellington, power: Power, leaders: Leaders, a: Duchy, x: Duchy) -> int:
    """[1.61a] [1.5d] [10.3d] The SPs without a marker that Leaders can take along to a Duchy."""
    return most_to_part(s, power, a, x, min(unmarked(s, power, a), command(leaders)))


def most_unled(s: Wellington, power: Power, a: Duchy, x: Duchy) -> int:
    """[10.3c] The SPs without a marker that a Leader whom an Event simulates can take along."""
    return most_to_part(s, power, a, x, min(unmarked(s, power, a), UNLED_SPS))


def company(s: Wellington, leader: Leader, x: Duchy, theirs: Duchies = 0, reach: int = 1) -> Leaders:
    """[9.65a] [10.41a] [10.41c] [10.3f] The Leaders that a Leader may take along: the Commander those of his whole Army
    Group, another one those of his own Power but for the Commander; of them all who could intercept themselves."""
    a, power = s.at[leader], LEADER_POWER[leader]
    commander = commander_at(s, power & 1, a)
    found = s.here[a] & (SIDE_LEADERS[power & 1] if leader == commander else LEADERS[power] & ~(1 << max(commander, 0)))
    return bitset(other for other in ids_of(found) if refuse_leader(s, other, x, 0, theirs, reach) is None)


def whole(s: Wellington, leader: Leader, x: Duchy, theirs: Duchies = 0, reach: int = 1) -> tuple[Force, ...]:
    """[10.41a] What intercepts under a Leader unless his Power says otherwise: the whole Army Group under its
    Commander, of any other Leader his own Army."""
    a = s.at[leader]
    alone = leader != commander_at(s, LEADER_POWER[leader] & 1, a)
    return of_leaders(s, 1 << leader if alone else company(s, leader, x, theirs, reach), a, x)


def of_leaders(s: Wellington, leaders: Leaders, a: Duchy, x: Duchy) -> tuple[Force, ...]:
    """Leaders with as many SPs of their Powers as they can take along."""
    return tuple((power, leaders & own, most_sps(s, power, leaders & own, a, x))
                 for power, own in enumerate(LEADERS) if leaders & own)


# --- the attempt


@dataclass(slots=True)
class Interception(Procedure):
    """[10.4a] An attempt to intercept: declared, rolled, and carried out if it succeeds."""

    power: Power                # who declares it
    leader: Leader              # whose Battle Rating counts; -1 for Soldiers whom an Event lends a Leader [10.3c]
    rating: int                 # that Battle Rating
    forces: tuple[Force, ...]   # who tries
    a: Duchy
    x: Duchy
    ours: Duchies
    theirs: Duchies
    reach: int = 1              # how many Duchies away it may be
    ask: bool = False           # its Power chooses who goes
    offensive: bool = False     # of the Active side [10.2c]
    # what cards do to it
    bonus: int = 0              # added to the dice
    ignore_terrain: bool = False        # no -1 for a Pass or Rough line
    cancelled: bool = False     # it does not take place, and counts as not attempted
    beaten: bool = False        # it fails, with or without a roll
    swing: int = 0              # added after the roll
    # what happens meanwhile
    via: Duchy = -1
    kind: int = 0               # of the last line
    fixed: int = 0              # modifiers of Duchies and line
    reasons: int = 0            # for Attrition
    roll: int = 0               # the sum of the dice; 0 before they are rolled
    had: tuple[int, ...] = ()

    def steps(self) -> tuple[str, ...]:
        return ("content", "declare", "declared", "dice", "rolled", "resolve", "attrition", "arrive", "commander",
                "left_behind")

    @property
    def side(self) -> Side:
        return self.power & 1

    def content(self, s: Wellington) -> None:
        """[10.41a] Who goes along is said before the dice."""
        if self.ask:
            s.call(InterceptionForce(self.power))

    def declare(self, s: Wellington) -> str | None:
        """[10.1a] [10.1c] The attempt, and its way."""
        slowest = max(self.forces, key=lambda force: not has_pontoons(s, force, self.a))
        way = best_way(s, slowest, self.a, self.x, self.ours, self.theirs, self.reach)
        assert way is not None, "nobody may intercept who has no way"
        self.via, self.kind, self.fixed, self.reasons = way
        number = sum(map(pieces, self.forces))
        if self.leader >= 0:
            s.tell("intercepts", self.leader, self.a, self.x, number)
        else:
            s.tell("soldiers_intercept", self.power, self.a, self.x, number)
        return None

    def declared(self, s: Wellington) -> None:
        """[10.4d] An Event may help it or cancel it before the dice."""
        open_window(s, INTERCEPTION_DECLARED, EVERYBODY, self)

    def dice(self, s: Wellington) -> str | None:
        """[10.4a] [10.4i] Two dice."""
        if self.cancelled:
            s.tell("interception_cancelled", self.power, self.x)
            return END
        if self.beaten:
            return "resolve"
        rolled = s.dice(2)
        self.roll = sum(rolled)
        s.tell("interception_rolled", self.power, self.roll, self.total(), faces(rolled))
        return None

    def total(self) -> int:
        """[10.4b] [10.4c] [10.41b] The dice with Battle Rating, Duchies, line and Events."""
        return self.roll + self.added() + self.swing

    def added(self) -> int:
        """[10.4b] All that is added to the dice."""
        rough = 1 if self.ignore_terrain and self.kind in (ROUGH, PASS) else 0
        return self.rating + self.fixed + rough + self.bonus

    def rolled(self, s: Wellington) -> None:
        """[10.4d] An Event may change the result before anybody moves."""
        open_window(s, INTERCEPTION_ROLLED, EVERYBODY, self)

    def succeeds(self) -> bool:
        """[10.4e] 9 or more."""
        return not self.beaten and self.total() >= NEEDED

    def resolve(self, s: Wellington) -> str | None:
        """[10.4f] [10.41d] A failure marks everybody in the Duchy, and costs no Attrition. [10.4h] Otherwise they move
        in; no Contact follows, since nobody intercepts interceptors [10.3a]."""
        if not self.succeeds():
            s.tell("interception_fails", self.power, self.x)
            mark(s, self.side, self.a)
            return END
        s.tell("interception_succeeds", self.power, self.x)
        for power, leaders, sps in self.forces:
            for leader in ids_of(leaders):
                move_leader(s, leader, self.x)
            put_soldiers(s, power, self.x, take_soldiers(s, power, self.a, sps, any_marker=False))
        return None

    def attrition(self, s: Wellington) -> None:
        """[10.4h] [13.1g] It is a move for Attrition; it does not count for Forced March [9.42c]."""
        self.had = strengths(s, self.x, self.forces)
        if self.reasons:
            s.call(Attrition(self.side, self.x, self.forces, self.reasons))

    def arrive(self, s: Wellington) -> None:
        """[10.2d] [10.4h] Those who are left take part in the Battle that follows."""
        from tablero.games.wellington.rules.r09_movement.s03_step import note_entry
        from tablero.games.wellington.rules.r10_reactions.s01_contact import Contact
        from tablero.games.wellington.rules.r10_reactions.s10_flags import FlagContact
        from tablero.games.wellington.rules.r11_battle.s01_battle import Battle
        self.forces = survivors(s, self.x, self.forces, self.had)
        if not any(map(pieces, self.forces)):
            return
        for frame in reversed(s.stack):
            if isinstance(frame, Contact | FlagContact | Battle):
                if self.offensive and not isinstance(frame, FlagContact):
                    a = self.via if self.via >= 0 else self.a
                    frame.came = (*frame.came, (a, self.kind))
                    note_entry(s, self.forces, a, self.x, self.kind)
                elif not isinstance(frame, Battle):
                    frame.arrival(s, self.forces)
                return

    def commander(self, s: Wellington) -> None:
        """[9.6b] [9.6c] An Army Group may have come about."""
        meet(s, self.a, self.x, self.leader, self.forces)

    def left_behind(self, s: Wellington) -> None:
        """[9.6c] [10.41c] Armies of both Powers that stay without their Commander get another one."""
        from tablero.games.wellington.rules.r09_movement.s06_groups import name_commander
        named = s.commander[self.side * DUCHIES + self.a]
        if named >= 0 and s.at[named] != self.a:
            name_commander(s, self.side, self.a)


def meet(s: Wellington, a: Duchy, x: Duchy, leader: Leader, forces: tuple[Force, ...]) -> None:
    """[9.6b] [9.6c] [9.62b] Leaders have come from one Duchy to another. If Leaders of both Powers are there now
    a Commander is named; those who came to nobody else keep the one they had."""
    from tablero.games.wellington.rules.r09_movement.s06_groups import name_commander, of_two_powers
    came = 0
    for _, leaders, _ in forces:
        came |= leaders & s.here[x]
    if not came:
        return
    side = LEADER_POWER[leader] & 1
    named = s.commander[side * DUCHIES + a] == leader or of_two_powers(s, side, x)
    if named and came >> leader & 1 and not s.here[x] & SIDE_LEADERS[side] & ~came:
        s.commander[side * DUCHIES + x] = leader
    name_commander(s, side, x, came)


@dataclass(slots=True)
class InterceptionForce(Orders):
    """[10.41a] Who intercepts: other Armies that join or stay, and how many SPs of the own Power go along."""

    def public(self, s: Wellington) -> bool:
        return True

    def orders(self, s: Wellington) -> Sequence[Order]:
        return FORCE_ORDERS

    def leaders(self, s: Wellington) -> Leaders:
        """The Leaders that go."""
        found = 0
        for _, leaders, _ in s.caller(self, Interception).forces:
            found |= leaders
        return found

    def others(self, s: Wellington) -> list[Action]:
        attempt = s.caller(self, Interception)
        mates = company(s, attempt.leader, attempt.x, attempt.theirs, attempt.reach) & ~(1 << attempt.leader)
        return [("join", leader) for leader in ids_of(mates)]

    def join(self, s: Wellington, action: Action) -> bool:
        """[10.41a] [10.41c] An Army of the Group goes along, or stays; Soldiers as many as possible."""
        attempt = s.caller(self, Interception)
        attempt.forces = of_leaders(s, self.leaders(s) ^ 1 << action[1], attempt.a, attempt.x)
        return AGAIN

    def loads(self, s: Wellington) -> list[Action]:
        attempt = s.caller(self, Interception)
        now = next(sps for power, _, sps in attempt.forces if power == attempt.power)
        return [("load", n) for n in range(unmarked(s, attempt.power, attempt.a) + 1) if n != now]

    def refuse_load(self, s: Wellington, action: Action) -> Refusal | None:
        """[1.61a] [1.5d] Not more than the Leaders may lead, and only what there are counters for."""
        attempt = s.caller(self, Interception)
        n, power = action[1], attempt.power
        if n > command(self.leaders(s) & LEADERS[power]):
            return TOO_MANY
        return None if fits(s, power, [(attempt.a, -n), (attempt.x, n)]) else NO_COUNTERS

    def load(self, s: Wellington, action: Action) -> bool:
        """[10.41a] So many SPs of the own Power go along."""
        attempt = s.caller(self, Interception)
        attempt.forces = tuple((power, leaders, action[1] if power == attempt.power else sps)
                               for power, leaders, sps in attempt.forces)
        return AGAIN

    def go(self, s: Wellington, action: Action) -> None:
        """[10.41a] Those who were chosen try."""


FORCE_ORDERS = (
    Order("go", InterceptionForce.go),
    Order("join", InterceptionForce.join, tries=InterceptionForce.others),
    Order("load", InterceptionForce.load, tries=InterceptionForce.loads, refuse=InterceptionForce.refuse_load),
)
