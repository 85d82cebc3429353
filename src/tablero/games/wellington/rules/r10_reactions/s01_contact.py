"""[10.1] [10.9] What follows when pieces have come into a Duchy: reactions, Attrition, Battle, a stop.

The movers stand in the Duchy already. What each Duchy is to each side counts as it was before they came [10.4j].
"""

from __future__ import annotations

from dataclasses import dataclass

from tablero.games.wellington.board import DUCHIES, LEADERS, OFFENSIVE_INTERCEPTION, PASS, SIDES, STEP_SETTLED
from tablero.games.wellington.rules.r01_pieces.s06_leaders import formations, mark_force
from tablero.games.wellington.rules.r03_control import Friendly
from tablero.games.wellington.rules.r05_cards.s02_windows import EVERYBODY, SIDE_POWERS, open_window
from tablero.games.wellington.rules.r09_movement.s01_lines import enemy_fortresses
from tablero.games.wellington.rules.r13_attrition import Attrition, strengths, survivors
from tablero.games.wellington.state import Duchies, Duchy, Force, Leader, Leaders, Pile, Power, Powers, Side, Wellington
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import Procedure


@dataclass(slots=True)
class Contact(Procedure):
    """[10a] [10.9a] Pieces have come into a Duchy: the other side reacts, the movers suffer Attrition, both sides
    fight. Each entry is a Contact of its own, so that who is pursued may try to evade again [10.8a].

    Its answer is the number of pieces among the movers, SPs and Leaders, that may go on: 0 if they have to stop."""

    power: Power                                # who moved or placed them: its side is the Active one (reading G55)
    x: Duchy
    came: tuple[tuple[Duchy, int], ...]         # the lines on which the Active side came: from where, of which kind
    forces: tuple[Force, ...]                   # the movers
    before: Friendly                            # what was Friendly to each side before they came [10.4j]
    reasons: int = 0                            # for Attrition of all movers; cards add to it and take from it
    forced: int = 0                             # dice of movers on a Forced March [9.42b]
    paid: bool = False                          # a step that cost CPs
    marched: int = 0                            # the Duchies that the movers have entered in this Impulse
    sea: Duchy = -1                             # the Port they sailed from
    placed: bool = False                        # built, regrouped or placed by an Event
    turning: bool = False                       # Turning Movement: no evasion, no Battle, no stop unless intercepted
    shore: tuple[int, int] = (0, 0)             # kills and disruptions of shore batteries
    bonus: int = 0                              # dice of the Active side in the first Battle Round, by the Event
    # what happens meanwhile
    theirs: tuple[Duchies, ...] = (0, 0)        # Duchies that were Enemy to each side before they came
    failed: int = 0                             # failed evasions: a Battle die each [10.7d]
    forfeit: Leaders = 0                        # of the other side: those who failed to evade with their men [10.7h]
    tried: Leaders = 0                          # Leaders that have tried to evade [10.5b]
    tried_soldiers: Powers = 0                  # Powers whose Soldiers without a Leader have tried
    arrived: Leaders = 0                        # Leaders of the other side that have intercepted, and SPs by Power
    arrived_sps: tuple[int, ...] = (0, 0, 0, 0)
    stopped: bool = False                       # by a card: the movers go no further in this Impulse
    had: tuple[int, ...] = ()                   # SPs in the Duchy before the Attrition of the movers

    def steps(self) -> tuple[str, ...]:
        return ("survey", "reactions", "offensive", "settled", "attrition", "battle", "stop", "result", "sudden_death")

    @property
    def side(self) -> Side:
        """The Active side."""
        return self.power & 1

    def survey(self, s: Wellington) -> str | None:
        """[10.4j] What was Enemy to each side before. [10.1b] Where a Formation of the movers' side stood alone nobody
        can evade and nobody may intercept."""
        self.theirs = enemy_before(s, self)
        held = held_alone(s, self)
        if self.placed and not held:
            note_placement(s, self.x)
        return "settled" if held else None

    def reactions(self, s: Wellington) -> None:
        """[10.9a] [10.9b] The inactive side intercepts and evades, in any order, each result being known before the
        next attempt."""
        from tablero.games.wellington.rules.r10_reactions.s09_sequence import open_reactions
        open_reactions(s, self)

    def arrival(self, s: Wellington, forces: tuple[Force, ...]) -> None:
        """[10.2d] Formations of the other side have intercepted: they fight, and do not evade."""
        sps = list(self.arrived_sps)
        for power, leaders, n in forces:
            self.arrived |= leaders
            sps[power] += n
        self.arrived_sps = tuple(sps)

    def offensive(self, s: Wellington) -> None:
        """[10.2c] [10.2e] [10.9b] After them the Active side, the Ally of the mover too, may intercept by Event
        only; where a Turning Movement goes by there is no Battle to join."""
        if not self.passes():
            open_window(s, OFFENSIVE_INTERCEPTION, SIDE_POWERS[self.side], self)

    def settled(self, s: Wellington) -> None:
        """[10.9a] Reactions are over, Attrition is not rolled yet."""
        open_window(s, STEP_SETTLED, EVERYBODY, self)

    def attrition(self, s: Wellington) -> None:
        """[10.9a] [10.9c] [13.1d] The movers suffer Attrition for all reasons together."""
        if self.reasons > 0 or self.forced:
            self.had = strengths(s, self.x, self.forces)
            s.call(Attrition(self.side, self.x, self.forces, max(0, self.reasons), self.forced))

    def battle(self, s: Wellington) -> None:
        """[9.7a] [10.1d] [20h] Formations of both sides fight at once."""
        from tablero.games.wellington.rules.r11_battle.s01_battle import Battle
        if self.had:
            self.forces = survivors(s, self.x, self.forces, self.had)
        both = formations(s, 0) & formations(s, 1)
        if both >> self.x & 1 and not self.passes():
            s.call(Battle(
                self.x, self.power, lines_in(s, self), self.before, failed=self.failed, forfeit=self.forfeit,
                sea=self.sea, shore=self.shore, first_bonus=self.bonus))

    def passes(self) -> bool:
        """Does an Army on a Turning Movement go by, since nobody has intercepted it?"""
        return self.turning and not self.arrived and not any(self.arrived_sps)

    def halt(self) -> None:
        """[9.5a] A card stops the movers. A Turning Movement past enemies is over: these may react as usual."""
        self.stopped = True
        if self.passes():
            self.turning = False
            self.at = self.steps().index("reactions")

    def stop(self, s: Wellington) -> None:
        """[9.52a] Whoever enters the Duchy of an enemy Fortress goes no further, nor does whom a card stops."""
        if enemy_fortresses(s, self.side) >> self.x & 1 and not self.passes():
            self.stopped = True
        if self.stopped:
            for force in self.forces:
                mark_force(s, force, self.x)

    def result(self, s: Wellington) -> None:
        """[10.9a] How many of the movers may go on."""
        s.answer = 0 if self.stopped else sum(free(s, force, self.x) for force in self.forces)

    def sudden_death(self, s: Wellington) -> None:
        """[18.1b] The war may be over."""
        from tablero.games.wellington.rules.r18_ending import sudden_death
        sudden_death(s)


def lines_in(s: Wellington, contact: Contact) -> tuple[tuple[Duchy, int], ...]:
    """[11.41a] [11.42a] [11.43a] [11.61d] [11.62a] The lines on which the pieces of the Active side in the Duchy came
    in this Impulse: those of the movers, and of others that had come before them (reading W24)."""
    from tablero.games.wellington.rules.r04_sequence.s02_impulses import Impulse
    x, impulse = contact.x, s.frame(Impulse)
    found, last = list(contact.came), dict[Leader, tuple[Pile, Duchy, int]]()
    moving = {power * DUCHIES + x: sps for power, _, sps in contact.forces}
    for leader, pile, a, kind in impulse.entries:
        if pile // DUCHIES & 1 != contact.side:
            continue
        if leader >= 0:
            last[leader] = pile, a, kind
        elif pile % DUCHIES == x and marched_soldiers(s, pile) > moving.get(pile, 0):
            found.append((a, kind))
    found += [(a, kind) for leader, (pile, a, kind) in last.items() if pile % DUCHIES == x == s.at[leader]]
    return tuple(dict.fromkeys(found))


def marched_soldiers(s: Wellington, pile: Pile) -> int:
    """The SPs of a pile that have marched in this Impulse."""
    return sum(n for p, marched, _, n in s.tags if p == pile and marched)


def free(s: Wellington, force: Force, x: Duchy) -> int:
    """How many pieces of a force are in a Duchy without a marker."""
    from tablero.games.wellington.rules.r01_pieces.s05_soldiers import unmarked
    power, leaders, sps = force
    return (leaders & s.here[x] & ~s.marked).bit_count() + min(sps, unmarked(s, power, x))


def enemy_before(s: Wellington, contact: Contact) -> tuple[Duchies, Duchies]:
    """[10.4j] The Duchies that were Enemy to each side before the movers came: their side was not in this one, unless
    others of it are."""
    formed = [formations(s, 0), formations(s, 1)]
    if not others_there(s, contact):
        formed[contact.side] &= ~(1 << contact.x)
    return contact.before[1] & ~formed[0], contact.before[0] & ~formed[1]


def others_there(s: Wellington, contact: Contact) -> bool:
    """Has the side of the movers other pieces in the Duchy?"""
    movers = {power: (leaders, sps) for power, leaders, sps in contact.forces}
    for power in SIDES[contact.side]:
        leaders, sps = movers.get(power, (0, 0))
        if s.here[contact.x] & LEADERS[power] & ~leaders or s.sp[power * DUCHIES + contact.x] > sps:
            return True
    return False


def held_alone(s: Wellington, contact: Contact) -> bool:
    """[10.1b] Did the side of the movers hold the Duchy with a Formation that has not moved in this Impulse, and the
    other side with none? Pieces that were placed in this Impulse count as having moved (reading G7)."""
    from tablero.games.wellington.rules.r04_sequence.s02_impulses import Impulse
    x, side = contact.x, contact.side
    if formations(s, 1 - side) >> x & 1:
        return False
    impulse = s.within(Impulse)
    if impulse is not None and impulse.placed >> x & 1:
        return False
    movers = {power: (leaders, sps) for power, leaders, sps in contact.forces}
    for power in SIDES[side]:
        leaders, sps = movers.get(power, (0, 0))
        if any(not s.marched[leader] for leader in ids_of(s.here[x] & LEADERS[power] & ~leaders)):
            return True
        pile = power * DUCHIES + x
        moved = marched_soldiers(s, pile)
        if s.sp[pile] > (max(moved, sps) if contact.came else moved + sps):
            return True
    return False


def note_placement(s: Wellington, x: Duchy) -> None:
    """[10.1b] Pieces were placed in a Duchy in this Impulse: they count as having moved."""
    from tablero.games.wellington.rules.r04_sequence.s02_impulses import Impulse
    impulse = s.within(Impulse)
    if impulse is not None:
        impulse.placed |= 1 << x


def owes_for_pass(contact: Contact) -> bool:
    """[9.41a] Do the movers owe Attrition for a Pass?"""
    ours = contact.before[contact.side]
    return contact.reasons > 0 and any(
        kind == PASS and not ours >> a & ours >> contact.x & 1 for a, kind in contact.came)
