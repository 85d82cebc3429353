"""The Carlist Operational cards that send out Expeditions: C13, C19 and C26."""

from __future__ import annotations

from dataclasses import dataclass, field

from tablero.games.aiw.board import (
    AREAS, CARD, CARLIST, CARLIST_ZONE, COUNTED, FIGHTERS, FIRST_REGION, LOADS, MAP, NEAR_ZONE, PARTIDAS, PROVINCE,
    SPACES, TRAINS, area
)
from tablero.games.aiw.cards.reinforcing import NO_PARTIDA
from tablero.games.aiw.fog import fact, pick_out
from tablero.games.aiw.rules.r04_map import settle
from tablero.games.aiw.rules.r05_units.s01_blocks import counted, fighters, in_open, put
from tablero.games.aiw.rules.r05_units.s01_counters import counter, load, move_load
from tablero.games.aiw.rules.r09_victory import prestige_forward
from tablero.games.aiw.rules.r10_actions.s00_used import HAS_ACTED
from tablero.games.aiw.rules.r11_movement.s00_activation import Activation
from tablero.games.aiw.rules.r11_movement.s00_groups import ALONE, haul, idle_load, portions, refuse_load
from tablero.games.aiw.rules.r11_movement.s01_march import NO_ROAD
from tablero.games.aiw.rules.r19_supply.s01_limit import REGION_LIMIT
from tablero.games.aiw.rules.r22_uprising import TOP, level, raise_level
from tablero.games.aiw.rules.r23_regions.s00_expeditions import expedition_moves, may_enter
from tablero.games.aiw.rules.r23_regions.s01_movement import WHOLE
from tablero.games.aiw.state import Aiw, Area, Areas, Block, Blocks, Card, Side
from tablero.kernel.actions import DONE, Action
from tablero.kernel.bits import ids_of, union
from tablero.kernel.frames import AGAIN, Procedure
from tablero.kernel.refusals import Refusal
from tablero.kernel.windows import Ask, PublicPick

ARAGON, CATALONIA = area("aragon"), area("catalonia")
GUERGUE_UNITS, ROYAL_UNITS = 3, 4
GOMEZ_MOVES = 2
NOT_THERE = Refusal("7.1d", "not_where_the_card_says")

# ----------------------------------------------------------------------------- C13 Guergué, C26 the Royal Expedition

ONE_SPACE = Refusal("7.1d", "all_from_one_space")
ENOUGH = Refusal("7.1d", "enough_units_for_the_card")
NOBODY = Refusal("7.1d", "somebody_must_go")


def idle_blocks(s: Aiw, spaces: Areas) -> Blocks:
    """[10.0k] The Carlist blocks in these spaces, not besieged, that have not acted."""
    return union(in_open(s, CARLIST, x) for x in ids_of(spaces & s.present[CARLIST])) & ~s.acted


GUERGUE_FROM = PROVINCE["navarre"] & (CARLIST_ZONE | NEAR_ZONE)
ROYAL_FROM = CARLIST_ZONE | NEAR_ZONE


def when_guergue(s: Aiw, side: Side, about: Procedure) -> bool:
    """[23.0b] [23.0c] One more Expedition is allowed, none is in Aragón, and Navarre has units."""
    free = not in_open(s, CARLIST, ARAGON) and not may_enter(s, CARLIST, ARAGON)
    return free and bool(counted(s, idle_blocks(s, GUERGUE_FROM)))


def effect_guergue(s: Aiw, side: Side, about: Procedure) -> None:
    """[23.0d] [22.0a] An Expedition sets out for Aragón, and Catalonia rises."""
    s.call(SetOut(CARD["guergue"], GUERGUE_FROM, GUERGUE_UNITS))


def royal_room(s: Aiw) -> int:
    """[19.1d] How many more units Aragón takes."""
    return REGION_LIMIT[CARLIST] - fighters(s, in_open(s, CARLIST, ARAGON)).bit_count()


def when_royal_expedition(s: Aiw, side: Side, about: Procedure) -> bool:
    """[23.0b] [23.0c] An Expedition may go to Aragón, or is there already with room for more."""
    return not may_enter(s, CARLIST, ARAGON) and royal_room(s) > 0 and bool(counted(s, idle_blocks(s, ROYAL_FROM)))


def effect_royal_expedition(s: Aiw, side: Side, about: Procedure) -> None:
    """[23.0d] [9.1i] The King himself sets out for Aragón."""
    s.call(SetOut(CARD["royal_expedition"], ROYAL_FROM, min(ROYAL_UNITS, royal_room(s))))


@dataclass(slots=True)
class SetOut(Procedure):
    """[23.0d] Units of one space go straight to Aragón, one after another."""

    card: Card
    spaces: Areas           # from which they may come; one, once the first has gone
    most: int               # Infantry and Cavalry
    gone: Blocks = 0        # the blocks that have gone

    def steps(self) -> tuple[str, ...]:
        return ("begin", "choose", "arrive")

    def begin(self, s: Aiw) -> None:
        """[7.1c] Somebody can go, or the card could not have been played."""
        fact(s, idle_blocks(s, self.spaces), COUNTED, 1)

    def choose(self, s: Aiw) -> None:
        """[7.1d] Unit after unit, with guns, Train and Knapsack of the space."""
        s.call(JoinExpedition(CARLIST))

    def arrive(self, s: Aiw) -> None:
        """[22.0a] [9.1i] [9.1j] What the card gives besides."""
        fact(s, self.gone, TRAINS, self.gone.bit_count() - self.most)
        settle(s)
        if self.card == CARD["guergue"]:
            raise_level(s, CATALONIA if level(s, CATALONIA) < TOP else ARAGON)
        else:
            s.royal = ARAGON
            prestige_forward(s, 1)


@dataclass(slots=True)
class JoinExpedition(Ask):
    """[23.0d] Choose a unit that goes to Aragón, or guns, a Train, a Knapsack of its space; or be done."""

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        expedition = s.caller(self, SetOut)
        actions: list[Action] = [DONE]
        for x in range(SPACES):
            actions += [("add", b) for b in ids_of(in_open(s, seat, x))]
        if expedition.gone:
            x = expedition.spaces.bit_length() - 1
            for kind in range(len(LOADS)):
                actions += [("load", kind, n) for n in portions(seat, kind, idle_load(s, seat, kind, x))]
        return actions

    def refuse(self, s: Aiw, seat: Side, action: Action) -> Refusal | None:
        expedition = s.caller(self, SetOut)
        if action == DONE:
            return None if expedition.gone else NOBODY
        if action[0] == "add":
            (block,) = action[1:]
            return self._refuse_block(s, expedition, block)
        kind, points = action[1:]
        return refuse_load(s, seat, kind, expedition.spaces.bit_length() - 1, points) if expedition.gone else ALONE

    def _refuse_block(self, s: Aiw, expedition: SetOut, block: Block) -> Refusal | None:
        if not idle_blocks(s, expedition.spaces) >> block & 1:
            if s.acted >> block & 1 and not expedition.gone >> block & 1:
                return HAS_ACTED
            return ONE_SPACE if expedition.gone else NOT_THERE
        if PARTIDAS >> s.unit[block] & 1:
            return NO_PARTIDA
        if TRAINS >> s.unit[block] & 1:
            return None if expedition.gone else ALONE
        return ENOUGH if fighters(s, expedition.gone).bit_count() >= expedition.most else None

    def choose(self, s: Aiw, seat: Side, action: Action) -> bool | None:
        expedition = s.caller(self, SetOut)
        if action == DONE:
            return None
        if action[0] == "load":
            kind, points = action[1:]
            move_load(s, seat, kind, expedition.spaces.bit_length() - 1, ARAGON, points)
            haul(s, kind, ARAGON, points)
            return AGAIN
        (block,) = pick_out(s, action[1:])
        fact(s, 1 << block, COUNTED | TRAINS if expedition.gone else COUNTED, 1)
        x = s.at[block]
        put(s, block, ARAGON)
        s.acted |= 1 << block
        expedition.gone |= 1 << block
        expedition.spaces = 1 << x
        s.tell("marched", seat, 1, x, ARAGON)
        return AGAIN

    def aim(self, s: Aiw, seat: Side, action: Action) -> tuple[str, ...] | None:
        x = s.caller(self, SetOut).spaces.bit_length() - 1
        return counter(s, seat, action[1], x) if action[0] == "load" else None


# ----------------------------------------------------------------------------------------------------------- C19 Gómez


def effect_gomez(s: Aiw, side: Side, about: Procedure) -> None:
    """[23.1k] It may move twice."""
    s.call(GomezRide(s.frame(Activation).x))


STAYS_ABROAD = Refusal("7.1d", "not_to_the_north")


@dataclass(slots=True)
class GomezRide(Procedure):
    """[23.1k] [22.0a] [23.2b] An Expedition goes twice from region to region, rouses the last, and is hard to find."""

    x: Area
    group: Blocks = 0
    loads: list[int] = field(default_factory=list)      # what goes with it
    left: int = GOMEZ_MOVES

    def steps(self) -> tuple[str, ...]:
        return ("begin", "ride", "arrive")

    def begin(self, s: Aiw) -> None:
        """[23.1c] [10.0m] All of it, and it is their action."""
        self.group = in_open(s, CARLIST, self.x)
        s.acted |= self.group
        s.apart |= self.group
        self.loads = [idle_load(s, CARLIST, kind, self.x) for kind in range(len(LOADS))]
        fact(s, self.group, FIGHTERS, 1)

    def ride(self, s: Aiw) -> None:
        """[23.1k] Once, and once more."""
        s.call(Ride(CARLIST))

    def unite(self, s: Aiw) -> None:
        """[23.1c] With an Expedition that it has met it is one, which goes on with it."""
        others = self.met(s)
        if others:
            self.group |= others
            s.acted |= others
            s.apart |= others
            self.loads = [load(s, CARLIST, kind, self.x) for kind in range(len(LOADS))]

    def met(self, s: Aiw) -> Blocks:
        """[23.1c] The blocks of another Expedition where it is; in older versions it rode through them."""
        return in_open(s, CARLIST, self.x) & ~self.group if s.rules >= 3 else 0

    def arrive(self, s: Aiw) -> None:
        """[22.0a] [23.2b] Where it stands the Uprising rises; in the next Liberal Phase it is hard to find."""
        s.apart &= ~self.group
        for kind, points in enumerate(self.loads):
            haul(s, kind, self.x, points)
        settle(s)
        raise_level(s, self.x)
        s.gomez = self.x


@dataclass(slots=True)
class Ride(PublicPick):
    """[23.1k] Move the Expedition to a neighbouring region, or let it stay."""

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        return [DONE, *(("march", x) for x in MAP.near[s.caller(self, GomezRide).x])]

    def refuse_pick(self, s: Aiw, seat: Side, x: Area) -> Refusal | None:
        if x < FIRST_REGION:
            return STAYS_ABROAD
        ride = s.caller(self, GomezRide)
        if x >= AREAS or not MAP.near_bits[ride.x] >> x & 1:
            return NO_ROAD
        return WHOLE if ride.met(s) & s.acted else None

    def pick(self, s: Aiw, seat: Side, x: Area) -> bool | None:
        ride = s.caller(self, GomezRide)
        ride.unite(s)
        for b in ids_of(ride.group):
            put(s, b, x)
        for kind, points in enumerate(ride.loads):
            move_load(s, seat, kind, ride.x, x, points)
        s.tell("marched", seat, ride.group.bit_count(), ride.x, x)
        expedition_moves(s, ride.x, x)
        ride.x = x
        ride.left -= 1
        if s.rules >= 3:                    # in older versions Pursuit markers waited for the last move
            settle(s)
        return AGAIN if ride.left else None
