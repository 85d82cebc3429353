"""[17.2] Battle Rounds: the sides activate units in turns."""

from __future__ import annotations

from dataclasses import dataclass

from tablero.games.aiw.board import BLOCK_SIDE, CARLIST, LIBERAL, REFUGES
from tablero.games.aiw.rules.r17_battle.s00_battle import Battle
from tablero.games.aiw.rules.r17_battle.s00_battlefield import battlefield, front_of, is_horse
from tablero.games.aiw.rules.r17_battle.s04_activations import InfantryFire
from tablero.games.aiw.rules.r17_battle.s04_charges import CavalryCharge
from tablero.games.aiw.rules.r17_battle.s04_hits import in_river
from tablero.games.aiw.rules.r17_battle.s06_artillery import (
    COUNTERBATTERY, SUPPORT, ArtilleryPoints, artillery_points, silenced
)
from tablero.games.aiw.state import Aiw, Block, Side
from tablero.kernel.actions import PASS, Action
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import END, Procedure
from tablero.kernel.refusals import Refusal
from tablero.kernel.windows import PublicAsk

WAIT: Action = ("wait",)

NOT_IN_FRONT = Refusal("17.4a", "not_in_your_front_line")
SPENT = Refusal("17.4a", "unit_is_spent")
FOOT_FIRES = Refusal("17.4d", "infantry_fires")
HORSE_CHARGES = Refusal("17.4g", "cavalry_charges")
NEEDS_ACTIVATION = Refusal("17.6a", "artillery_needs_an_activation")
BY_NIGHT = Refusal("7.3b", "no_artillery_in_a_night_attack")
RIVER = Refusal("7.3b", "no_charge_across_the_river")
NOT_THE_SECOND = Refusal("17.2i", "only_before_the_second_in_a_row")


@dataclass(slots=True)
class BattleRound(Procedure):
    """[17.2e] The sides activate their units by turns, until both are finished."""

    turn: int = -1          # the side whose turn it is
    passed: int = 0         # set of sides
    double: bool = False    # the side in its Refuge will activate a second unit before the enemy
    second: bool = False    # and is about to do so

    def steps(self) -> tuple[str, ...]:
        return ("begin", "activate", "hand_over")

    def begin(self, s: Aiw) -> None:
        """[17.2e] [17.2h] [17.2i] Who begins."""
        f = s.caller(self, Battle)
        self.turn = first_side(f)
        self.double = two_in_a_row(f)

    def activate(self, s: Aiw) -> str | None:
        """[17.2b] [17.2j] A side that is finished lets the other go on; when both are the round is over."""
        f = s.caller(self, Battle)
        if self.finished(f, self.turn):
            self.turn = 1 - self.turn
            self.double = self.second = False
            if self.finished(f, self.turn):
                return END
        s.call(ActivateUnit(self.turn))
        return None

    def hand_over(self, s: Aiw) -> str:
        """[17.2e] One unit at a time."""
        self.second, self.double = self.double, False
        if not self.second:
            self.turn = 1 - self.turn
        return "activate"

    def finished(self, f: Battle, side: Side) -> bool:
        """[17.2b] [17.2f] Has a side passed, or no fresh unit in front?"""
        return bool(self.passed >> side & 1) or not front_of(f, side) & ~f.spent


def first_side(f: Battle) -> Side:
    """[17.2e] [17.2h] The defender begins; in the first round in a Refuge an attacking Carlist. The Liberal attacker
    does by night (L24), but not in a Refuge."""
    if f.night and not REFUGES >> f.x & 1:
        return LIBERAL
    carlist_attack = f.attacker == CARLIST and f.round == 1 and REFUGES >> f.x & 1
    return f.attacker if carlist_attack else 1 - f.attacker


def two_in_a_row(f: Battle) -> bool:
    """[17.2i] Carlists who defend a Refuge may begin the first round with two activations, but not by night (L24)."""
    if f.attacker == CARLIST or f.round > 1 or f.night:
        return False
    return bool(REFUGES >> f.x & 1)


@dataclass(slots=True)
class ActivateUnit(PublicAsk):
    """[17.4a] Activate a fresh unit of your front line: Infantry fires, Cavalry charges. Or pass, for this round."""

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        f = battlefield(s)
        actions: list[Action] = [PASS]
        if two_in_a_row(f):
            actions.append(WAIT)
        if artillery_points(s, f, seat):
            actions += (SUPPORT, COUNTERBATTERY)
        return actions + [("charge" if is_horse(s, b) else "fire", b) for b in ids_of(front_of(f, seat))]

    def refuse(self, s: Aiw, seat: Side, action: Action) -> Refusal | None:
        if action == PASS:
            return None
        if action == WAIT:
            return None if s.caller(self, BattleRound).second else NOT_THE_SECOND
        f = battlefield(s)
        if len(action) == 1:
            return BY_NIGHT if silenced(f, seat) else NEEDS_ACTIVATION
        (block,) = action[1:]
        if not front_of(f, seat) >> block & 1:
            return NOT_IN_FRONT
        if is_horse(s, block) != (action[0] == "charge"):
            return HORSE_CHARGES if is_horse(s, block) else FOOT_FIRES
        if f.spent >> block & 1:
            return SPENT
        return RIVER if is_horse(s, block) and in_river(f, seat) else None

    def choose(self, s: Aiw, seat: Side, action: Action) -> None:
        if action == PASS:
            s.caller(self, BattleRound).passed |= 1 << seat
            s.tell("passed", seat)
        elif action != WAIT:
            (block,) = action[1:]
            s.call(UnitActivation(block))


@dataclass(slots=True)
class UnitActivation(Procedure):
    """[17.4a] A unit is activated, with the Artillery points that go with it."""

    block: Block

    def steps(self) -> tuple[str, ...]:
        return ("begin", "guns", "act")

    def begin(self, s: Aiw) -> None:
        """[17.4b] It becomes spent."""
        battlefield(s).spent |= 1 << self.block

    def guns(self, s: Aiw) -> None:
        """[17.6a] Artillery points are used before the dice are rolled."""
        s.answer = 0
        s.call(ArtilleryPoints(BLOCK_SIDE[self.block], self.block))

    def act(self, s: Aiw) -> None:
        """[17.4d] [17.4g] Infantry fires, Cavalry charges."""
        s.call(CavalryCharge(self.block) if is_horse(s, self.block) else InfantryFire(self.block, s.answer))
