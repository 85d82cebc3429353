"""[17.7] Reinforcements of a Battle: along the roads and out of the Fortress, each unit by a morale roll."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tablero.games.aiw.board import (
    AREAS, BLOCK_SIDE, BLOCKS_OF, FIGHTERS, FIRST_REGION, LOADS, MAIN, MAIN_OUT, MAP, TRAINS, ZONES
)
from tablero.games.aiw.fog import blocks_on, fact, pick_out
from tablero.games.aiw.rules.r03_turn.s00_player_phase import phase
from tablero.games.aiw.rules.r04_map import enemies_about, settle_at_once
from tablero.games.aiw.rules.r05_units.s01_blocks import fighters, in_area, on_roads, put
from tablero.games.aiw.rules.r05_units.s01_counters import counter, load, move_load
from tablero.games.aiw.rules.r11_movement.s00_groups import fresh_load
from tablero.games.aiw.rules.r17_battle.s00_battle import BATTLE_TABLE, Battle
from tablero.games.aiw.rules.r17_battle.s00_battlefield import battlefield
from tablero.games.aiw.rules.r17_battle.s05_morale import morale_as
from tablero.games.aiw.state import INSIDE, SEA, Aiw, Block, Blocks, Side, Spot, origin_of
from tablero.kernel.actions import DONE, Action
from tablero.kernel.bits import bitset, ids_of, union
from tablero.kernel.events import faces
from tablero.kernel.frames import AGAIN, END, Procedure
from tablero.kernel.refusals import Refusal
from tablero.kernel.windows import Ask, Pick

BY_MAIN = BATTLE_TABLE.integer("reinforce_main_road")               # [17.7f]
BY_SECONDARY = BATTLE_TABLE.integer("reinforce_secondary_road")
OUT_OF_FORTRESS = BATTLE_TABLE.integer("reinforce_fortress")
ENEMY_ZONE = BATTLE_TABLE.integer("reinforce_enemy_zone")           # [17.7h]
ALL: Action = ("all",)

NOT_ON_ROADS = Refusal("17.7d", "attackers_come_from_roads_or_fortress")
NOT_NEAR = Refusal("17.7e", "defenders_come_from_next_spaces_or_fortress")
NOT_FROM_REGION = Refusal("17.7e", "no_reinforcement_from_a_region")
IS_BESIEGED = Refusal("17.7e", "besieged_units_do_not_reinforce")
ENEMIES_THERE = Refusal("17.7e", "enemies_hold_reinforcements")
HAS_RETREATED = Refusal("17.9r", "retreated_units_do_not_reinforce")
ROAD_FULL = Refusal("17.7f", "no_more_along_this_road")
FAILED = Refusal("17.7i", "reinforcement_failed_before")
NOT_ALONE = Refusal("17.7j", "escorts_never_reinforce_alone")
MUST_ROLL = Refusal("17.7g", "units_roll_to_reinforce")
NOTHING_THERE = Refusal("17.7j", "nothing_to_bring")


def at_hand(s: Aiw, f: Battle, side: Side) -> Blocks:
    """[17.7d] [17.7e] The blocks that a player might think of: in the Fortress here; on the roads, or round about."""
    blocks = s.shut[f.x] & BLOCKS_OF[side]
    if side == f.attacker:
        return blocks | on_roads(s, side, f.x)
    return blocks | union(in_area(s, side, y) for y in MAP.near[f.x])


def road_limit(f: Battle, spot: Spot) -> int:
    """[17.7f] [13.2k] How many units may try in a round along this road, or out of the Fortress."""
    if spot == INSIDE + f.x:
        return OUT_OF_FORTRESS
    origin = spot if spot < AREAS else origin_of(spot)
    main = origin == SEA or MAP.edge_kind(origin, f.x) in (MAIN, MAIN_OUT)
    return BY_MAIN if main else BY_SECONDARY


def one_more(f: Battle, side: Side, spot: Spot) -> int:
    """[7.3b] C28: one unit more than usual comes along each road."""
    return 1 if f.hurrying == side and spot != INSIDE + f.x else 0


def barred_block(s: Aiw, f: Battle, side: Side, block: Block) -> Refusal | None:
    """[17.7d] [17.7e] [17.7i] Why a block cannot reinforce, as everybody can see."""
    spot = s.at[block]
    if not at_hand(s, f, side) >> block & 1:
        return NOT_ON_ROADS if side == f.attacker else NOT_NEAR
    if side != f.attacker and spot != INSIDE + f.x:
        if FIRST_REGION <= spot < AREAS:
            return NOT_FROM_REGION
        if spot >= INSIDE:
            return IS_BESIEGED
        if enemies_about(s, side, spot):
            return ENEMIES_THERE
    if s.retreated >> block & 1:
        return HAS_RETREATED
    return FAILED if s.apart >> block & 1 else None


@dataclass(slots=True)
class BringReinforcements(Procedure):
    """[17.7c] A side attempts to bring units to the Battle, one after another."""

    side: Side
    tried: list[Spot] = field(default_factory=list)     # the spot of each unit that has tried in this round
    spot: Spot = -1                                     # from which the last one came

    def steps(self) -> tuple[str, ...]:
        return ("none_near", "choose", "roll", "escort")

    def none_near(self, s: Aiw) -> None:
        """[7.3b] C28: if no unit can come, all demoralized ones may try to recover; everybody learns which it is."""
        f = battlefield(s)
        if f.hurrying != self.side:
            return
        available = bitset(b for b in ids_of(at_hand(s, f, self.side)) if self.refuse(s, f, b) is None)
        f.all_rally = not fighters(s, available)
        s.reveal()
        fact(s, available, TRAINS if f.all_rally else FIGHTERS, available.bit_count() if f.all_rally else 1)

    def choose(self, s: Aiw) -> str | None:
        """[17.7c] [17.7f] As long as somebody could come, as far as everybody can see."""
        f = battlefield(s)
        if all(self.refuse(s, f, b) is not None for b in ids_of(at_hand(s, f, self.side))):
            return END
        s.answer = -1
        s.call(Reinforce(self.side))
        return None

    def refuse(self, s: Aiw, f: Battle, block: Block) -> Refusal | None:
        """[17.7f] Why a block cannot try now."""
        refusal = barred_block(s, f, self.side, block)
        spot = s.at[block]
        if refusal is None and self.tried.count(spot) >= road_limit(f, spot) + one_more(f, self.side, spot):
            return ROAD_FULL
        return refusal

    def roll(self, s: Aiw) -> str | None:
        """[17.7g] [17.7h] [17.7i] By its morale it comes to the Reserve, or stays where it is for this Battle."""
        if s.answer < 0:
            return END
        f = battlefield(s)
        (block,) = pick_out(s, [s.answer])
        s.apart |= 1 << block
        self.spot = s.at[block]
        self.tried.append(self.spot)
        if not rolls(s, f, block):
            return "choose"
        arrive(s, f, block)
        return None

    def escort(self, s: Aiw) -> str:
        """[17.7j] Guns, Train and Knapsack of its road or space may come with it."""
        s.call(TakeAlong(self.side, self.spot))
        return "choose"


def reinforcement_morale(s: Aiw, f: Battle, block: Block) -> int:
    """[17.7g] [17.7h] Its morale, lower where the way is hard."""
    return morale_as(s, f, block, s.unit[block]) + approach_modifier(f, block)


def approach_modifier(f: Battle, block: Block) -> int:
    """[17.7h] Worse in the enemy's zone, and for an attacker who comes across the River (L31, C8)."""
    side = BLOCK_SIDE[block]
    return (ENEMY_ZONE if ZONES[1 - side] >> f.x & 1 else 0) - (1 if f.river and side == f.attacker else 0)


def rolls(s: Aiw, f: Battle, block: Block) -> bool:
    """[17.7g] 2D6 at or below its morale; nothing is rolled by Oriamendi (C28). The unit stays hidden, but
    what is seen tells of its morale."""
    if f.hurrying == BLOCK_SIDE[block]:
        fact(s, 1 << block, FIGHTERS, 1)
        s.tell("comes_at_once", block, f.x)
        return True
    need = reinforcement_morale(s, f, block)
    a, b = s.dice(2)
    s.reveal()
    came = a + b <= need
    asked = a + b - approach_modifier(f, block)             # the morale that this roll asked for
    units = bitset(u for u in ids_of(FIGHTERS) if (morale_as(s, f, block, u) >= asked) == came)
    fact(s, 1 << block, units, 1)
    s.tell("reinforces" if came else "stays_away", block, f.x, a + b, faces((a, b)))
    return came


def arrive(s: Aiw, f: Battle, block: Block) -> None:
    """[17.7i] [17.9k] [18.2i] A unit, or the Train beside it, comes to the Battlefield; [18.1y] a siege that it leaves
    may be over."""
    spot = s.at[block]
    put(s, block, f.x)
    if spot == INSIDE + f.x:
        if s.siege >> f.x & 1:
            s.sortied |= 1 << block
    elif spot < AREAS:
        phase(s).reopened.append((f.x, spot))
    settle_at_once(s)


@dataclass(slots=True)
class Reinforce(Pick):
    """[17.7g] Name a unit that tries to reinforce the Battle, or be done. Answers its block, or -1."""

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        return [DONE, *(("reinforce", b) for b in ids_of(at_hand(s, battlefield(s), seat)))]

    def refuse_pick(self, s: Aiw, seat: Side, block: Block) -> Refusal | None:
        refusal = s.caller(self, BringReinforcements).refuse(s, battlefield(s), block)
        return NOT_ALONE if refusal is None and TRAINS >> s.unit[block] & 1 else refusal


@dataclass(slots=True)
class TakeAlong(Ask):
    """[17.7j] Say what comes along with the unit that arrived: a Train, guns, a Knapsack of its road or space."""

    spot: Spot

    def players(self, s: Aiw) -> Sequence[Side]:
        """Asked is who has something there, or blocks of which one may be a Train."""
        there = any(fresh_load(s, self.who, kind, self.spot) for kind in range(len(LOADS)))
        return (self.who,) if there or any(s.may[b] & TRAINS for b in self._fresh(s)) else ()

    def _blocks(self, s: Aiw) -> tuple[Block, ...]:
        return ids_of(blocks_on(s, self.who, self.spot))

    def _fresh(self, s: Aiw) -> tuple[Block, ...]:
        """[17.9r] The blocks that have not retreated in this phase; in older versions Trains came all the same."""
        return ids_of(blocks_on(s, self.who, self.spot) & ~(s.retreated if s.rules >= 3 else 0))

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        actions: list[Action] = [DONE, ALL, *(("escort", b) for b in self._blocks(s))]
        return actions + [("bring", kind) for kind in range(len(LOADS))]

    def refuse(self, s: Aiw, seat: Side, action: Action) -> Refusal | None:
        if action == DONE:
            return None
        if action == ALL:
            trains = any(TRAINS >> s.unit[b] & 1 for b in self._fresh(s))
            there = trains or any(fresh_load(s, seat, kind, self.spot) for kind in range(len(LOADS)))
            return None if there else NOTHING_THERE
        (thing,) = action[1:]
        if action[0] == "bring":
            if fresh_load(s, seat, thing, self.spot):
                return None
            return HAS_RETREATED if load(s, seat, thing, self.spot) else NOTHING_THERE
        if s.at[thing] != self.spot:
            return NOTHING_THERE
        if not TRAINS >> s.unit[thing] & 1:
            return MUST_ROLL
        return None if thing in self._fresh(s) else HAS_RETREATED

    def choose(self, s: Aiw, seat: Side, action: Action) -> bool | None:
        if action == DONE:
            return None
        f = battlefield(s)
        if action[0] == "escort":
            self._escort(s, f, [*action[1:]])
            return AGAIN
        if action == ALL:
            self._escort(s, f, [b for b in self._fresh(s) if TRAINS >> s.unit[b] & 1])
        for kind in action[1:] or range(len(LOADS)):
            strength = fresh_load(s, seat, kind, self.spot)
            if strength:
                move_load(s, seat, kind, self.spot, f.x, strength)
                if self.spot == INSIDE + f.x and s.siege >> f.x & 1:
                    phase(s).out[kind] += strength
                s.tell("brought", seat, kind, f.x)
        return AGAIN if action != ALL else None

    def _escort(self, s: Aiw, f: Battle, trains: list[Block]) -> None:
        for b in pick_out(s, trains):
            fact(s, 1 << b, TRAINS, 1)
            arrive(s, f, b)
            s.tell("train_along", b, f.x)

    def aim(self, s: Aiw, seat: Side, action: Action) -> tuple[str, ...] | None:
        return counter(s, seat, action[1], self.spot) if action[0] == "bring" else None
