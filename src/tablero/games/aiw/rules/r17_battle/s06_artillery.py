"""[17.6] Artillery points in Battle: Support and Counterbattery."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tablero.games.aiw.board import CARLIST, FIELD, LIBERAL, MOUNTAIN, SIDES
from tablero.games.aiw.rules.r05_units.s01_counters import load
from tablero.games.aiw.rules.r17_battle.s00_battle import BATTLE_TABLE, Battle
from tablero.games.aiw.rules.r17_battle.s00_battlefield import battlefield, is_horse, rough
from tablero.games.aiw.state import Aiw, Block, Side
from tablero.kernel.actions import DONE, Action
from tablero.kernel.frames import AGAIN
from tablero.kernel.refusals import Refusal
from tablero.kernel.windows import PublicAsk

MOST_POINTS = BATTLE_TABLE.integer("artillery_points_per_activation")       # [17.4c], and so two Counterbatteries
SUPPORT_DICE = BATTLE_TABLE.integer("support_dice")                         # [17.6b]
SUPPORT: Action = ("support",)
COUNTERBATTERY: Action = ("counterbattery",)

SUPPORT_ONCE = Refusal("17.6b", "support_once_in_an_activation")
SUPPORT_FOOT = Refusal("17.6b", "support_is_for_infantry")
NO_TARGET = Refusal("17.6c", "no_fresh_enemy_artillery_point")


def artillery_points(s: Aiw, f: Battle, side: Side) -> int:
    """[17.1i] [17.1j] [17.1k] Points of a side: the strength of its guns here, half of the Field Artillery in Rough;
    rockets of the Royal Marines (L21) besides."""
    field_guns = load(s, side, FIELD, f.x)
    points = load(s, side, MOUNTAIN, f.x) + (field_guns // 2 if rough(f) else field_guns)
    return points + f.rockets if side == LIBERAL else points


def fresh_points(s: Aiw, f: Battle, side: Side) -> int:
    """[17.6d] Points that were neither used nor silenced in this round."""
    return artillery_points(s, f, side) - f.used[side]


def silenced(f: Battle, side: Side) -> bool:
    """[7.3b] L24: in a night attack the Carlist spends no Artillery points."""
    return side == CARLIST and f.night


@dataclass(slots=True)
class ArtilleryPoints(PublicAsk):
    """[17.6a] Use Artillery points in this activation, before the dice are rolled: Support, Counterbattery, or done.
    Answers the dice of the Support."""

    block: Block            # the unit that is activated
    support: bool = False
    points: int = 0         # used in this activation

    def players(self, s: Aiw) -> Sequence[Side]:
        """[17.4c] [17.6a] As long as a fresh point can be used, and no more than two were."""
        f = battlefield(s)
        if self.points == MOST_POINTS or silenced(f, self.who) or not fresh_points(s, f, self.who):
            return ()
        usable = self.refuse(s, self.who, SUPPORT) is None or self.refuse(s, self.who, COUNTERBATTERY) is None
        return (self.who,) if usable else ()

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        return [DONE, SUPPORT, COUNTERBATTERY]

    def refuse(self, s: Aiw, seat: Side, action: Action) -> Refusal | None:
        if action == DONE:
            return None
        if action == SUPPORT:
            return SUPPORT_FOOT if is_horse(s, self.block) else SUPPORT_ONCE if self.support else None
        return None if fresh_points(s, battlefield(s), 1 - seat) else NO_TARGET

    def choose(self, s: Aiw, seat: Side, action: Action) -> bool | None:
        if action == DONE:
            return None
        f = battlefield(s)
        f.used[seat] += 1
        self.points += 1
        if action == SUPPORT:
            self.support = True
            s.answer = SUPPORT_DICE
            s.tell("support", s.unit[self.block])
        else:
            f.used[1 - seat] += 1
            s.tell("counterbattery", seat)
        return AGAIN

    def aim(self, s: Aiw, seat: Side, action: Action) -> tuple[str, ...] | None:
        return None if action == DONE else (f"box:{SIDES[seat if action == SUPPORT else 1 - seat]}.guns",)
