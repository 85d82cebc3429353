"""[17.7] The end of a Battle Round: voluntary retreat, reinforcement (s07_reinforcement.py), reorganization."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tablero.games.aiw.board import BLOCKS_OF, CARLIST, HORSE
from tablero.games.aiw.fog import show
from tablero.games.aiw.rules.r05_units.s01_blocks import foot, horse
from tablero.games.aiw.rules.r11_movement.s05_stacking import check_stacks
from tablero.games.aiw.rules.r17_battle.s00_battle import PURSUIT, Battle
from tablero.games.aiw.rules.r17_battle.s00_battlefield import FRONT, battlefield, front_of, reserve_of, rough
from tablero.games.aiw.rules.r17_battle.s05_morale import morale_of, passes
from tablero.games.aiw.rules.r17_battle.s07_reinforcement import BringReinforcements
from tablero.games.aiw.state import Aiw, Block, Side
from tablero.kernel.actions import DONE, PASS, Action
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import AGAIN, Procedure
from tablero.kernel.refusals import Refusal
from tablero.kernel.windows import Commit, Pick, PublicAsk, PublicPick

WITHDRAW: Action = ("withdraw",)
FIGHT_ON: Action = ("fight_on",)

NOT_IN_FRONT = Refusal("17.7k", "not_in_your_front_line")
NOT_IN_RESERVE = Refusal("17.7m", "not_in_your_reserve")
ROW_FULL = Refusal("17.1f", "front_row_full")
NO_INFANTRY = Refusal("17.7l", "front_needs_infantry")
NOT_DEMORALIZED = Refusal("17.7o", "not_demoralized")
ONE_RECOVERS = Refusal("17.7o", "one_unit_recovers")
ALL: Action = ("all",)


@dataclass(slots=True)
class EndOfRound(Procedure):
    """[17.7a] After the first and the second round."""

    def steps(self) -> tuple[str, ...]:
        return (
            "attacker_retreat", "defender_retreat", "attacker_reinforces", "defender_reinforces",
            "attacker_pulls_back", "defender_pulls_back", "attacker_brings_up", "defender_brings_up",
            "refresh", "rally", "stacks",
        )

    def attacker_retreat(self, s: Aiw) -> None:
        """[17.7b] The attacker decides first."""
        s.call(VoluntaryRetreat(battlefield(s).attacker))

    def defender_retreat(self, s: Aiw) -> None:
        """[17.7b] Then the defender."""
        s.call(VoluntaryRetreat(1 - battlefield(s).attacker))

    def attacker_reinforces(self, s: Aiw) -> None:
        """[17.7c] [17.7d] The attacker attempts reinforcements first."""
        s.call(BringReinforcements(battlefield(s).attacker))

    def defender_reinforces(self, s: Aiw) -> None:
        """[17.7c] [17.7e] Then the defender."""
        s.call(BringReinforcements(1 - battlefield(s).attacker))

    def attacker_pulls_back(self, s: Aiw) -> None:
        """[17.7k] The attacker moves units from the front line to Reserve first."""
        s.call(PullBack(battlefield(s).attacker))

    def defender_pulls_back(self, s: Aiw) -> None:
        """[17.7k] Then the defender."""
        s.call(PullBack(1 - battlefield(s).attacker))

    def attacker_brings_up(self, s: Aiw) -> None:
        """[17.7m] The attacker moves units from Reserve to the front line first."""
        s.call(BringUp(battlefield(s).attacker))

    def defender_brings_up(self, s: Aiw) -> None:
        """[17.7m] Then the defender."""
        s.call(BringUp(1 - battlefield(s).attacker))

    def refresh(self, s: Aiw) -> None:
        """[17.7n] [17.6d] All spent units and Artillery points become fresh."""
        f = battlefield(s)
        f.spent = 0
        f.used = [0, 0]

    def rally(self, s: Aiw) -> None:
        """[17.7o] Each side may try to recover one demoralized unit, both at the same time."""
        f = battlefield(s)
        sides = tuple(side for side in (0, 1) if f.demoralized & BLOCKS_OF[side])
        if sides:
            s.call(Rally(sides))

    def stacks(self, s: Aiw) -> None:
        """[11.5b] [14.1b] One gun of each type, one Train, one Knapsack of a side may be in the space."""
        check_stacks(s)


@dataclass(slots=True)
class VoluntaryRetreat(PublicAsk):
    """[17.7b] [17.3c] Retreat from the Battlefield, which the enemy wins with a Pursuit, or fight on."""

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        return [FIGHT_ON, WITHDRAW]

    def choose(self, s: Aiw, seat: Side, action: Action) -> None:
        if action == WITHDRAW:
            f = battlefield(s)
            f.loser, f.ending = seat, PURSUIT
            s.cut(f, "result")


# ------------------------------------------------------------------------------------------------------- reorganization


@dataclass(slots=True)
class PullBack(PublicPick):
    """[17.7k] Move units from your front line to your Reserve, one by one."""

    def players(self, s: Aiw) -> Sequence[Side]:
        return (self.who,) if front_of(battlefield(s), self.who) else ()

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        return [DONE, *(("pull_back", b) for b in ids_of(front_of(battlefield(s), seat)))]

    def refuse_pick(self, s: Aiw, seat: Side, block: Block) -> Refusal | None:
        return None if front_of(battlefield(s), seat) >> block & 1 else NOT_IN_FRONT

    def pick(self, s: Aiw, seat: Side, block: Block) -> bool | None:
        battlefield(s).front &= ~(1 << block)
        s.tell("pulled_back", s.unit[block])
        return AGAIN


@dataclass(slots=True)
class BringUp(Pick):
    """[17.7m] Move units from your Reserve to empty boxes of your front line, one by one; it needs Infantry."""

    def players(self, s: Aiw) -> Sequence[Side]:
        """Asked is who has blocks in Reserve, whatever they are, and an empty box."""
        f = battlefield(s)
        room = room_for_foot(s, f, self.who) or room_for_horse(s, f, self.who)
        return (self.who,) if room and reserve_of(s, f, self.who) else ()

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        return [DONE, *(("bring_up", b) for b in ids_of(reserve_of(s, battlefield(s), seat)))]

    def refuse_none(self, s: Aiw, seat: Side) -> Refusal | None:
        return None if foot(s, front_of(battlefield(s), seat)) else NO_INFANTRY

    def refuse_pick(self, s: Aiw, seat: Side, block: Block) -> Refusal | None:
        f = battlefield(s)
        if not reserve_of(s, f, seat) >> block & 1:
            return NOT_IN_RESERVE
        room = room_for_horse(s, f, seat) if HORSE >> s.unit[block] & 1 else room_for_foot(s, f, seat)
        return None if room else ROW_FULL

    def pick(self, s: Aiw, seat: Side, block: Block) -> bool | None:
        f = battlefield(s)
        if not s.shown >> block & 1:
            (block,) = show(s, [block])
        f.front |= 1 << block
        s.tell("brought_up", s.unit[block])
        return AGAIN


def room_for_foot(s: Aiw, f: Battle, side: Side) -> int:
    """[17.1f] The empty Infantry boxes of a front line."""
    return FRONT[rough(f)][0] - foot(s, front_of(f, side)).bit_count()


def room_for_horse(s: Aiw, f: Battle, side: Side) -> int:
    """[17.1f] The empty Cavalry boxes of a front line."""
    return FRONT[rough(f)][1] - horse(s, front_of(f, side)).bit_count()


@dataclass(slots=True)
class Rally(Commit):
    """[17.7o] Try to recover one demoralized unit: by its morale it goes to Reserve. A card may let all try (C28)."""

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        return [PASS, ALL, *(("rally", b) for b in ids_of(battlefield(s).demoralized & BLOCKS_OF[seat]))]

    def refuse(self, s: Aiw, seat: Side, action: Action) -> Refusal | None:
        if action == PASS:
            return None
        if action == ALL:
            return None if seat == CARLIST and battlefield(s).all_rally else ONE_RECOVERS
        (block,) = action[1:]
        return None if (battlefield(s).demoralized & BLOCKS_OF[seat]) >> block & 1 else NOT_DEMORALIZED

    def resolve(self, s: Aiw, answers: list[Action]) -> None:
        f = battlefield(s)
        s.reveal()          # what both have chosen
        for seat, action in zip(self.seats, answers, strict=True):
            for block in ids_of(f.demoralized & BLOCKS_OF[seat]) if action == ALL else action[1:]:
                if passes(s, block, morale_of(s, f, block)):
                    f.demoralized &= ~(1 << block)
                    s.tell("rallied", s.unit[block])

    def public(self, s: Aiw) -> bool:
        return True
