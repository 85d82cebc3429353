"""[13] Attrition: dice for pieces that suffer it, an answer by card, and the losses."""

from __future__ import annotations

from dataclasses import dataclass

from tablero.games.wellington.board import ATTRITION_ROLLED, DUCHIES
from tablero.games.wellington.rules.r01_pieces.s05_soldiers import lose_soldiers
from tablero.games.wellington.rules.r01_pieces.s06_leaders import commanding_power, lose_leader, pieces
from tablero.games.wellington.rules.r05_cards.s02_windows import EVERYBODY, open_window
from tablero.games.wellington.state import Duchy, Force, Leaders, Side, Wellington
from tablero.kernel.actions import Action
from tablero.kernel.bits import ids_of
from tablero.kernel.events import faces
from tablero.kernel.frames import AGAIN, END, Procedure
from tablero.kernel.refusals import Prompt
from tablero.kernel.windows import PublicAsk

LOSS = 6        # each die that shows it costs a Strength Point [13.1a]


@dataclass(slots=True)
class Attrition(Procedure):
    """[13.1a] An Attrition check of forces of one side in a Duchy. Its answer is the number of pieces that were lost.

    It never counts as Battle Casualties [13.1f]: whoever counts those does not look here."""

    side: Side
    x: Duchy
    forces: tuple[Force, ...]       # who suffers it; kept up to date while pieces are lost
    reasons: int = 1                # dice for each SP and each Leader [13.1d]
    forced: int = 0                 # dice of pieces on a Forced March besides [9.42b]
    to_regroup: bool = False        # those who are lost go to the Regroup Box [11.11a]
    hits: int = 0                   # pieces still to be lost
    cancelled: bool = False         # by a card: nobody is lost
    lost: int = 0

    def steps(self) -> tuple[str, ...]:
        return ("roll", "answers", "soldiers", "leaders", "result")

    def roll(self, s: Wellington) -> str | None:
        """[13.1a] [13.1d] [13.1e] [20g] A die for each SP and Leader and each reason, all rolled together."""
        self.forces = present(s, self.x, self.forces)
        n, dice = self.exposed()
        if not dice:
            return "result"
        rolled = s.dice(dice)
        self.hits = min(n, rolled.count(LOSS))
        if len(self.forces) > 1:
            s.tell("attrition_both", self.side, self.x, dice, self.hits, faces(rolled))
        else:
            s.tell("attrition", self.power(s), self.x, dice, self.hits, faces(rolled))
        return None if self.hits else "result"

    def exposed(self) -> tuple[int, int]:
        """[13.1d] [13.1e] How many pieces suffer it, and how many dice are rolled."""
        n = sum(map(pieces, self.forces))
        return n, n * self.reasons + self.forced if n else 0

    def power(self, s: Wellington) -> int:
        """[13.1b] Who chooses the losses: the Power, or that of the Commander where two are affected."""
        powers = {power for power, _, _ in self.forces}
        return powers.pop() if len(powers) == 1 else commanding_power(s, self.side, self.x)

    def answers(self, s: Wellington) -> None:
        """[5.2d] Losses can be cancelled until they are taken."""
        open_window(s, ATTRITION_ROLLED, EVERYBODY, self)

    def soldiers(self, s: Wellington) -> str | None:
        """[13.1b] [13.1c] Soldiers are lost first. Where both Powers have some the Commander's Power shares out the
        losses, unless all are lost."""
        if self.cancelled:
            s.tell("attrition_cancelled", self.x)
            return "result"
        able = [force for force in self.forces if force[2]]
        if len(able) > 1 and self.hits < sum(force[2] for force in able):
            s.call(AttritionLosses(self.power(s)))
            return None
        for power, _, sps in able:
            self.lose(s, power, min(sps, self.hits))
        return None

    def lose(self, s: Wellington, power: int, n: int) -> None:
        """[13.1a] SPs of a Power are lost."""
        lose_soldiers(s, power, self.x, n, self.to_regroup)
        self.forces = tuple((who, leaders, sps - n if who == power else sps) for who, leaders, sps in self.forces)
        self.hits -= n
        self.lost += n
        s.tell("attrition_loss", power, self.x, n)

    def leaders(self, s: Wellington) -> None:
        """[13.1c] [20ap] Leaders are lost only once no Soldiers are left; a Leader counts as one SP."""
        left = self.candidates(s)
        if 0 < self.hits < left.bit_count():
            s.call(LoseLeader(self.power(s)))
        elif self.hits:
            for leader in ids_of(left):
                self.lose_leader(s, leader)

    def candidates(self, s: Wellington) -> Leaders:
        """The Leaders that suffer this check and are still there."""
        found = 0
        for _, leaders, _ in self.forces:
            found |= leaders
        return found & s.here[self.x]

    def lose_leader(self, s: Wellington, leader: int) -> None:
        lose_leader(s, leader, self.to_regroup)
        self.hits -= 1
        self.lost += 1
        s.tell("attrition_leader", leader, self.x)

    def result(self, s: Wellington) -> str:
        """[13.1a] [9.6c] How many pieces were lost; and a Commander who fell has a successor."""
        from tablero.games.wellington.rules.r09_movement.s06_groups import succeed
        if succeed(s, self.side, self.x):
            return "result"
        s.answer = self.lost
        return END


def present(s: Wellington, x: Duchy, forces: tuple[Force, ...]) -> tuple[Force, ...]:
    """What of some forces is in a Duchy."""
    found = []
    for power, leaders, sps in forces:
        leaders &= s.here[x]
        sps = min(sps, s.sp[power * DUCHIES + x])
        if leaders or sps:
            found.append((power, leaders, sps))
    return tuple(found)


def survivors(s: Wellington, x: Duchy, forces: tuple[Force, ...], had: tuple[int, ...]) -> tuple[Force, ...]:
    """What is left of forces after a check, when their Powers `had` so many SPs in the Duchy before it: all that is
    missing was theirs."""
    return tuple((power, leaders & s.here[x], sps - (before - s.sp[power * DUCHIES + x]))
                 for (power, leaders, sps), before in zip(forces, had))


def strengths(s: Wellington, x: Duchy, forces: tuple[Force, ...]) -> tuple[int, ...]:
    """The SPs in a Duchy of the Powers of some forces, for `survivors`."""
    return tuple(s.sp[power * DUCHIES + x] for power, _, _ in forces)


@dataclass(slots=True)
class AttritionLosses(PublicAsk):
    """[13.1b] The Power of the Commander says which of the two Powers loses the next Strength Point."""

    def candidates(self, s: Wellington, seat: int) -> list[Action]:
        check = s.caller(self, Attrition)
        return [("bear", power) for power, _, sps in check.forces if sps]

    def choose(self, s: Wellington, seat: int, action: Action) -> bool | None:
        check = s.caller(self, Attrition)
        check.lose(s, action[1], 1)
        return AGAIN if check.hits else None

    def prompt(self, s: Wellington, seat: int) -> Prompt:
        check = s.caller(self, Attrition)
        (first, _, had), (second, _, has) = check.forces[0], check.forces[-1]
        return Prompt("13.1b", "attrition_losses", (
            ("duchy", "duchy", check.x), ("n", "number", check.hits), ("first", "power", first), ("had", "number", had),
            ("second", "power", second), ("has", "number", has)))


@dataclass(slots=True)
class LoseLeader(PublicAsk):
    """[13.1b] [13.1c] No Soldiers are left: which Leader is lost?"""

    def candidates(self, s: Wellington, seat: int) -> list[Action]:
        return [("lose", leader) for leader in ids_of(s.caller(self, Attrition).candidates(s))]

    def choose(self, s: Wellington, seat: int, action: Action) -> bool | None:
        check = s.caller(self, Attrition)
        check.lose_leader(s, action[1])
        return AGAIN if check.hits else None

    def prompt(self, s: Wellington, seat: int) -> Prompt:
        return Prompt("13.1b", "lose_leader", (("duchy", "duchy", s.caller(self, Attrition).x),))
