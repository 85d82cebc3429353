"""[9.1] [9.3] One step by land: Formations go from a Duchy to an Adjacent one, together, and face what is there."""

from __future__ import annotations

from dataclasses import dataclass

from tablero.games.wellington.board import DUCHIES, LEADER_POWER, MOVE_DECLARED, SIDE_LEADERS
from tablero.games.wellington.rules.r01_pieces.s05_soldiers import put_soldiers, take_soldiers
from tablero.games.wellington.rules.r01_pieces.s06_leaders import formations, move_force
from tablero.games.wellington.rules.r03_control import Friendly, status
from tablero.games.wellington.rules.r05_cards.s02_windows import enemies, open_window
from tablero.games.wellington.rules.r09_movement.s01_lines import forced, line, step_reasons
from tablero.games.wellington.rules.r09_movement.s06_groups import name_commander
from tablero.games.wellington.state import Army, Duchy, Force, Leaders, Power, Wellington
from tablero.kernel.actions import Action
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import END, Procedure
from tablero.kernel.refusals import Prompt
from tablero.kernel.windows import PublicAsk


def forces_of(armies: tuple[Army, ...]) -> tuple[Force, ...]:
    """[9.63b] What each Power has in some Armies."""
    found: dict[Power, tuple[Leaders, int]] = {}
    for leader, staff, sps in armies:
        power = LEADER_POWER[leader]
        leaders, soldiers = found.get(power, (0, 0))
        found[power] = leaders | 1 << leader | staff, soldiers + sps
    return tuple((power, leaders, soldiers) for power, (leaders, soldiers) in found.items())


@dataclass(slots=True)
class Step(Procedure):
    """[9.1a] [9.3a] [9.7a] One step of Armies that move together, or of a counter without a Leader.

    A card that answers it may set `shaken`: then the mover may take it back, and nothing is paid for it."""

    power: Power                        # the Active Power
    armies: tuple[Army, ...]
    counter: int                        # SPs of a counter that moves without a Leader
    a: Duchy
    b: Duchy
    no_forced: bool = False             # without Forced March
    shaken: bool = False
    cancelled: bool = False
    # once it is made
    kind: int = -1                      # of the line
    before: Friendly = (0, 0)           # what was Friendly to each side before the step
    reasons: int = 0                    # for Attrition
    tired: int = 0                      # pieces on a Forced March
    marched: int = 0                    # the Duchies that they have entered in this Impulse
    passing: bool = False               # a Turning Movement past enemies

    def steps(self) -> tuple[str, ...]:
        return ("declare", "reconsider", "move", "left_behind", "contact")

    def forces(self) -> tuple[Force, ...]:
        return forces_of(self.armies) or ((self.power, 0, self.counter),)

    def declare(self, s: Wellington) -> None:
        """[5.2d] [5.2e] Enemies may answer each step by itself, before it is made."""
        open_window(s, MOVE_DECLARED, enemies(self.power), self)

    def reconsider(self, s: Wellington) -> None:
        """[5.1c] What was declared may be taken back after some cards."""
        if self.shaken and not self.cancelled:
            s.call(StepOrStay(self.power, self.b))

    def move(self, s: Wellington) -> str | None:
        """[9.1a] [9.42a] [9.63a] [10.8b] [10.9a] The step is paid and made; its reasons for Attrition are noted,
        as things were before. Where an enemy waits, the Commander of two Powers is named first [9.6c]."""
        from tablero.games.wellington.rules.r09_movement.s02_march import March
        march = s.caller(self, March)
        if barred := disputed(s):
            march.armies = self.armies = tuple(army for army in self.armies if not barred >> army[0] & 1)
        if self.cancelled:
            return END
        side, forces = self.power & 1, self.forces()
        self.kind = max(line(s, self.a, self.b, force) for force in forces)
        self.before = status(s)
        self.reasons = step_reasons(s, side, self.a, self.b, self.kind)
        self.tired = 0 if self.no_forced else sum(forced(s, force, self.a) for force in forces)
        march.advance(s, self.b)
        self.passing = march.passing
        if self.armies:
            for force in forces:
                move_force(s, force, self.a, self.b, marching=True)
            for leader, _, sps in self.armies:
                s.tell("army_moved", leader, sps, self.a, self.b)
            self.marched = max(s.marched[leader] for leader, _, _ in self.armies)
        else:
            self.marched = move_counter(s, self.power, self.counter, self.a, self.b)
        bring_along(s, self.power, forces, self.a, self.b)
        note_entry(s, forces, self.a, self.b, self.kind)
        if formations(s, 1 - side) >> self.b & 1:
            march.named = name_commander(s, side, self.b, march.came)
        return None

    def left_behind(self, s: Wellington) -> None:
        """[9.6c] Armies of both Powers that stay without their Commander get another one."""
        named = s.commander[(self.power & 1) * DUCHIES + self.a]
        if named >= 0 and s.at[named] != self.a:
            s.commander[(self.power & 1) * DUCHIES + self.a] = -1
            name_commander(s, self.power & 1, self.a)

    def contact(self, s: Wellington) -> None:
        """[9.51a] [9.52a] [9.7a] [9.7b] [9.7c] [10.9a] Reactions, Attrition, Battle, or the stop before a Fortress."""
        from tablero.games.wellington.rules.r09_movement.s02_march import March
        from tablero.games.wellington.rules.r10_reactions.s01_contact import Contact
        march = s.caller(self, March)
        march.entered, march.before = ((self.a, self.kind),), self.before
        paid = march.free_steps < 0
        s.call(Contact(self.power, self.b, ((self.a, self.kind),), self.forces(), self.before, reasons=self.reasons,
                       forced=self.tired, paid=paid, marched=self.marched, turning=self.passing))


def move_counter(s: Wellington, power: Power, sps: int, a: Duchy, b: Duchy) -> int:
    """[9.1b] [9.42d] A counter without a Leader marches: it has marched as far as the one of its SPs that marched
    most. Gives the number of Duchies that it has entered."""
    taken = take_soldiers(s, power, a, sps, any_marker=False)
    far = max(marched for marched, _, _ in taken)
    put_soldiers(s, power, b, [(far, 0, sps)], marching=True)
    s.tell("counter_moved", power, sps, a, b)
    return far + 1


def disputed(s: Wellington) -> Leaders:
    """[5.1c] Leaders of the Ally whose Armies do not move in this Impulse."""
    from tablero.games.wellington.rules.r04_sequence.s02_impulses import Impulse
    impulse = s.within(Impulse)
    return impulse.disputed if impulse is not None else 0


def bring_along(s: Wellington, power: Power, forces: tuple[Force, ...], a: Duchy, b: Duchy) -> None:
    """[9.62b] What goes along with Formations that march: the command of their Group, unless other Leaders are in the
    Duchy they enter, and what cards say of them."""
    from tablero.games.wellington.rules.r04_sequence.s02_impulses import Impulse
    side = power & 1
    leaders = 0
    for _, some, _ in forces:
        leaders |= some
    named = s.commander[side * DUCHIES + a]
    if named >= 0 and leaders >> named & 1 and not s.here[b] & SIDE_LEADERS[side] & ~leaders:
        s.commander[side * DUCHIES + b] = named
    impulse = s.within(Impulse)
    if impulse is None:
        return
    impulse.tired = [(leader, left - (leaders >> leader & 1)) for leader, left in impulse.tired]
    pile = power * DUCHIES + a
    if not leaders:
        new = power * DUCHIES + b
        if pile in impulse.bridged_piles:
            impulse.bridged_piles.append(new)
        impulse.tired_piles += [(new, left - 1) for tired, left in impulse.tired_piles if tired == pile]


def note_entry(s: Wellington, forces: tuple[Force, ...], a: Duchy, b: Duchy, kind: int) -> None:
    """[11.4e] By which lines pieces have entered a Duchy counts in all Battles there in this Impulse."""
    from tablero.games.wellington.rules.r04_sequence.s02_impulses import Impulse
    impulse = s.within(Impulse)
    if impulse is not None:
        for power, leaders, _ in forces:
            impulse.entries += [(leader, power * DUCHIES + b, a, kind) for leader in ids_of(leaders) or (-1,)]


@dataclass(slots=True)
class StepOrStay(PublicAsk):
    """[5.1c] After a card of the enemy: make the declared step, or take it back?"""

    b: Duchy

    def candidates(self, s: Wellington, seat: int) -> list[Action]:
        return [("yes",), ("no",)]

    def choose(self, s: Wellington, seat: int, action: Action) -> None:
        s.frame(Step).cancelled = action[0] == "no"

    def prompt(self, s: Wellington, seat: int) -> Prompt:
        return Prompt("5.1c", "step_or_stay", (("duchy", "duchy", self.b),))
