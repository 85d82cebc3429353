"""[11.5] Losses of a side in a Battle: shared between its Powers, Soldiers before Leaders."""

from __future__ import annotations

from dataclasses import dataclass, field

from tablero.games.wellington.board import DUCHIES, LEADER_POWER, LEADERS, SIDE_LEADERS, SIDES
from tablero.games.wellington.rules.r01_pieces.s05_soldiers import lose_soldiers
from tablero.games.wellington.rules.r01_pieces.s06_leaders import commanding_power, lose_leader
from tablero.games.wellington.rules.r11_battle.s01_battle import Battle
from tablero.games.wellington.state import Duchy, Leader, Leaders, Power, Side, Wellington
from tablero.kernel.actions import Action
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import Procedure
from tablero.kernel.refusals import Prompt
from tablero.kernel.windows import PublicAsk


def shares(kills: int, ours: int, theirs: int) -> tuple[int, int, int]:
    """[11.51a] [11.51b] How kills are shared between two Powers with so many SPs: as evenly as they can, and how many
    of them are left to be assigned, none or one."""
    kills = min(kills, ours + theirs)
    one, other = min(ours, kills // 2), min(theirs, kills // 2)
    rest = kills - one - other
    if one == ours:
        return one, other + rest, 0
    if other == theirs:
        return one + rest, other, 0
    return one, other, rest


@dataclass(slots=True)
class Casualties(Procedure):
    """[11.51a] A side loses so many pieces, by kills or by Rout."""

    side: Side
    x: Duchy
    kills: int
    taken: list[int] = field(default_factory=lambda: [0, 0])        # by place in SIDES: pieces lost

    def steps(self) -> tuple[str, ...]:
        return ("soldiers", "odd_one", "leaders")

    def soldiers(self, s: Wellington) -> None:
        """[11.51a] [11.51c] [11.5g] [1.5f] [11.53c] Soldiers first, as evenly as possible from both Powers."""
        first, second = SIDES[self.side]
        one, other, rest = shares(self.kills, s.sp[first * DUCHIES + self.x], s.sp[second * DUCHIES + self.x])
        self.lose(s, first, one)
        self.lose(s, second, other)
        if rest:
            s.call(OddKill(commanding_power(s, self.side, self.x)))

    def lose(self, s: Wellington, power: Power, n: int) -> None:
        n = lose_soldiers(s, power, self.x, n)
        if n:
            battle = s.caller(self, Battle)
            battle.lost[self.side] += n
            battle.killed[self.side] += n
            self.kills -= n
            self.taken[power >> 1] += n
            s.tell("lost_soldiers", power, n, self.x)

    def odd_one(self, s: Wellington) -> None:
        """[11.51b] The odd SP has been assigned."""

    def leaders(self, s: Wellington) -> str | None:
        """[11.51c] [20ap] When no Soldiers are left, Leaders."""
        here = s.here[self.x] & SIDE_LEADERS[self.side]
        if not self.kills or not here:
            return None
        if self.kills >= here.bit_count():
            for leader in ids_of(here):
                self.kill(s, leader)
            return None
        s.call(FallenLeader(self.chooser(s), self.able(s)))
        return "leaders"

    def able(self, s: Wellington) -> Leaders:
        """[11.51a] The Leaders one of whom falls: of the Power that has lost less, if it has any."""
        here = s.here[self.x] & SIDE_LEADERS[self.side]
        one, other = self.taken
        for power, spared in zip(SIDES[self.side], (one < other, other < one), strict=True):
            if spared and here & LEADERS[power]:
                return here & LEADERS[power]
        return here

    def chooser(self, s: Wellington) -> Power:
        """[11.51b] The owner; between two Powers that of the Commander."""
        powers = {LEADER_POWER[leader] for leader in ids_of(self.able(s))}
        return powers.pop() if len(powers) == 1 else commanding_power(s, self.side, self.x)

    def kill(self, s: Wellington, leader: Leader) -> None:
        lose_leader(s, leader)
        s.caller(self, Battle).lost[self.side] += 1
        self.kills -= 1
        self.taken[LEADER_POWER[leader] >> 1] += 1
        s.tell("lost_leader", leader, self.x)


@dataclass(slots=True)
class OddKill(PublicAsk):
    """[11.51b] The Power of the Commander says which Power loses the odd SP."""

    def candidates(self, s: Wellington, seat: Power) -> list[Action]:
        return [("bear", power) for power in SIDES[s.frame(Casualties).side]]

    def choose(self, s: Wellington, seat: Power, action: Action) -> None:
        s.frame(Casualties).lose(s, action[1], 1)

    def prompt(self, s: Wellington, seat: Power) -> Prompt:
        return Prompt("11.51b", "odd_kill", (("duchy", "duchy", s.frame(Casualties).x),))


@dataclass(slots=True)
class FallenLeader(PublicAsk):
    """[11.51c] One of several Leaders falls."""

    leaders: Leaders

    def candidates(self, s: Wellington, seat: Power) -> list[Action]:
        return [("lose", leader) for leader in ids_of(self.leaders)]

    def choose(self, s: Wellington, seat: Power, action: Action) -> None:
        s.frame(Casualties).kill(s, action[1])
