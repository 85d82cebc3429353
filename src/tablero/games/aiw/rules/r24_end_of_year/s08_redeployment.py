"""[24.8] Redeployment at the end of the year: by land, by sea, and into the Hidden Artillery box."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random

from tablero.games.aiw.board import (
    AREAS, BLOCKS_OF, CARLIST, FIRST_REGION, LIBERAL, LOADS, NORTH, PARTIDAS, SACK, TABLES
)
from tablero.games.aiw.fog import blocks_on, fact, pick_out
from tablero.games.aiw.rules.r04_map import besieged, port_works, settle
from tablero.games.aiw.rules.r05_units.s01_blocks import in_open, of_units, on_map, put
from tablero.games.aiw.rules.r05_units.s01_counters import counter, load, load_spot, move_load, spots_of
from tablero.games.aiw.rules.r13_sea.s01_transport import SHORES, quay, refuse_harbour
from tablero.games.aiw.rules.r14_artillery import GUNS, hide_guns, refuse_hiding
from tablero.games.aiw.rules.r24_end_of_year.s08_destinations import (
    NO_WAY, any_with_counter, besieged_ports, by_sea, destinations, good_ends, is_fighter, portable, reach, refuse_land,
    refuse_sea
)
from tablero.games.aiw.state import INSIDE, Aiw, Area, Block, Blocks, Load, Side, Spot, area_of
from tablero.kernel.actions import DONE, Action
from tablero.kernel.bits import bitset, ids_of, lowest
from tablero.kernel.frames import AGAIN, END, Procedure
from tablero.kernel.refusals import Prompt, Refusal
from tablero.kernel.windows import Ask

_numbers = TABLES.table("redeployment")
PARTIDA_MOVES = _numbers.integer("carlist_partidas")        # [24.8b]
OTHER_MOVES = _numbers.integer("carlist_others")

BESIEGED = Refusal("24.8c", "besieged_units_stay")
IN_A_REGION = Refusal("24.8f", "expeditions_do_not_redeploy")
NO_PARTIDA_LEFT = Refusal("24.8b", "no_partida_redeployment_left")
NONE_LEFT = Refusal("24.8b", "no_redeployment_left")
NOT_THERE = Refusal("24.8c", "nothing_to_redeploy")
ONCE = Refusal("24.8n", "redeploys_once")
MUST_GO = Refusal("24.8g", "choose_where_it_ends")


@dataclass(slots=True)
class Redeployment(Procedure):
    """[24.8a] A side redeploys some of its units, one by one. Blocks that have done so are marked as having acted."""

    side: Side
    left: int = 0           # redeployments left
    partidas: int = 0       # and of Partidas
    block: Block = -1       # what is being moved: a block,
    kind: Load = -1         # or guns or a Knapsack
    spot: Spot = -1         # from here
    moved: list[tuple[Spot, Load, int]] = field(default_factory=list)       # points of loads that were redeployed

    def steps(self) -> tuple[str, ...]:
        return ("number", "pick", "place")

    def number(self, s: Aiw) -> None:
        """[24.8b] The Liberal rolls once; the Carlist may move three Partidas and five others."""
        s.acted = 0
        if self.side == LIBERAL:
            self.left = s.die()
        else:
            self.left, self.partidas = OTHER_MOVES, PARTIDA_MOVES
        s.tell("redeployments", self.side, self.left)

    def pick(self, s: Aiw) -> str | None:
        """[24.8a] [24.8e] One unit after the other; guns may be hidden to the last."""
        if not self.left and not self.partidas and not self._guns_to_hide(s):
            return END
        self.block = self.kind = self.spot = -1
        s.call(PickRedeployed(self.side))
        return None

    def place(self, s: Aiw) -> str:
        """[24.8g] Where it ends."""
        if self.spot < 0:
            settle(s)
            return END
        s.call(PlaceRedeployed(self.side))
        return "pick"

    def _guns_to_hide(self, s: Aiw) -> bool:
        if self.side == LIBERAL:
            return False
        spots = ((kind, spot) for kind in GUNS for spot in spots_of(s, CARLIST, kind))
        return any(refuse_hiding(s, kind, area_of(spot), False) is None for kind, spot in spots)

    def fresh(self, s: Aiw, kind: Load, spot: Spot) -> int:
        """[24.8n] The points of guns or Knapsack on a spot that were not redeployed yet."""
        points_left = load(s, self.side, kind, spot)
        for where, what, points in self.moved:
            if where == spot and what == kind:
                points_left -= points
        return max(0, points_left)

    def hide(self, seat: Side) -> Redeployment:
        return self if seat == self.side else replace(self, block=-1)

    def guess(self, s: Aiw, seat: Side, chance: Random) -> None:
        """Any block of the spot that has somewhere to go."""
        if self.spot >= 0 and self.kind < 0 and self.block < 0:
            blocks = list(ids_of(blocks_on(s, self.side, self.spot) & ~s.acted))
            chance.shuffle(blocks)
            for self.block in blocks:
                piece = Redeployment(self.side, block=self.block, spot=self.spot)
                if refuse_piece(s, self, piece) is None and destinations(s, piece):
                    break


# ------------------------------------------------------------------------------------------------------------ decisions


@dataclass(slots=True)
class PickRedeployed(Ask):
    """[24.8b] [24.8c] Pick a unit, guns or a Knapsack to redeploy; Carlist guns may be hidden besides."""

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        return [
            DONE, *(("redeploy", b) for b in ids_of(on_map(s, seat))), *self._load_candidates(s, seat)
        ]

    def _load_candidates(self, s: Aiw, seat: Side) -> list[Action]:
        actions: list[Action] = []
        for kind in range(len(LOADS)):
            for spot in spots_of(s, seat, kind):
                actions.append(("shift", kind, area_of(spot)))
                if seat == CARLIST and kind != SACK:
                    actions += [("hide", kind, area_of(spot)), ("hide_one", kind, area_of(spot))]
        return actions

    def refuse(self, s: Aiw, seat: Side, action: Action) -> Refusal | None:
        if action == DONE:
            return None
        redeployment = s.caller(self, Redeployment)
        if action[0] in ("hide", "hide_one"):
            kind, x = action[1:]
            return refuse_hiding(s, kind, x, action[0] == "hide_one")
        piece = self._trial(s, seat, redeployment, action)
        if piece is None:
            return NOT_THERE
        refusal = refuse_piece(s, redeployment, piece)
        return refusal or (None if destinations(s, piece) else NO_WAY)

    def options(self, s: Aiw, seat: Side) -> list[Action]:
        """By hand: 58 µs, 350 µs as derived, which is 5 % of random play. Ways and ends are looked for once for all
        that stand together."""
        redeployment = s.caller(self, Redeployment)
        land, ends = reach(s, seat), good_ends(s, seat)

        def goes(piece: Redeployment) -> bool:
            some = ends[is_fighter(s, piece)]
            if piece.spot < AREAS and any_with_counter(s, piece, land[piece.spot] & some):
                return True
            ports = by_sea(s, seat, piece.spot) & some
            return any_with_counter(s, piece, ports) or bool(besieged_ports(s, piece, some))

        going = 0
        for spot, blocks in _stacks(s, seat):
            near = land[spot] if spot < AREAS else 0
            for alike, some in zip((blocks & s.wagons, blocks & ~s.wagons), ends, strict=True):
                if alike and (near & some or goes(Redeployment(seat, block=lowest(alike), spot=spot))):
                    going |= alike
        if not redeployment.left:
            going = of_units(s, going, PARTIDAS)
        elif not redeployment.partidas:
            going &= ~of_units(s, going, PARTIDAS)
        return [DONE, *[("redeploy", b) for b in ids_of(going)], *self._loads(s, seat, redeployment, goes)]

    def _loads(
        self, s: Aiw, seat: Side, redeployment: Redeployment, goes: Callable[[Redeployment], bool]
    ) -> list[Action]:
        """What may be done with guns and Knapsacks."""
        actions: list[Action] = []
        for action in self._load_candidates(s, seat):
            if action[0] != "shift":
                if self.refuse(s, seat, action) is None:
                    actions.append(action)
            elif redeployment.left:
                piece = self._trial(s, seat, redeployment, action)
                if piece is not None and refuse_piece(s, redeployment, piece) is None and goes(piece):
                    actions.append(action)
        return actions

    def _trial(self, s: Aiw, seat: Side, redeployment: Redeployment, action: Action) -> Redeployment | None:
        """What would be moved, and from where; None if there is no such piece."""
        if action[0] == "redeploy":
            (block,) = action[1:]
            if not BLOCKS_OF[seat] >> block & 1 or s.at[block] < 0:
                return None
            return Redeployment(seat, block=block, spot=s.at[block])
        kind, x = action[1:]
        spot = _spot(s, seat, kind, x)
        return None if spot < 0 else Redeployment(seat, kind=kind, spot=spot, moved=redeployment.moved)

    def choose(self, s: Aiw, seat: Side, action: Action) -> bool | None:
        redeployment = s.caller(self, Redeployment)
        if action == DONE:
            return None
        if action[0] == "redeploy":
            (redeployment.block,) = action[1:]
            redeployment.spot = s.at[redeployment.block]
            return None
        kind, x = action[1:]
        if action[0] == "shift":
            redeployment.kind, redeployment.spot = kind, _spot(s, seat, kind, x)
            return None
        hide_guns(s, kind, x, 1 if action[0] == "hide_one" else load(s, seat, kind, x))
        return AGAIN

    def prompt(self, s: Aiw, seat: Side) -> Prompt:
        left, partidas = s.caller(self, Redeployment).left, s.caller(self, Redeployment).partidas
        if self.who == LIBERAL:
            return Prompt("24.8b", "pick_redeployed", (("left", "number", left),))
        return Prompt(
            "24.8b", "pick_redeployed_carlist", (("left", "number", left), ("partidas", "number", partidas))
        )

    def aim(self, s: Aiw, seat: Side, action: Action) -> tuple[str, ...] | None:
        if action[0] not in ("shift", "hide", "hide_one"):
            return None
        kind, x = action[1:]
        return counter(s, seat, kind, load_spot(s, seat, kind, x))


def refuse_piece(s: Aiw, redeployment: Redeployment, piece: Redeployment) -> Refusal | None:
    """[24.8b] [24.8n] Nothing goes twice, and no more go than may."""
    if refusal := _refuse_leaving(s, redeployment, piece.spot):
        return refusal
    if piece.block >= 0:
        if s.acted >> piece.block & 1:
            return ONCE
        if PARTIDAS >> s.unit[piece.block] & 1:
            return None if redeployment.partidas else NO_PARTIDA_LEFT
    elif not redeployment.fresh(s, piece.kind, piece.spot):
        return ONCE
    return None if redeployment.left else NONE_LEFT


def _refuse_leaving(s: Aiw, redeployment: Redeployment, spot: Spot) -> Refusal | None:
    """[24.8c] [24.8f] Besieged units stay, but for Liberals in a Port; Expeditions stay."""
    x = area_of(spot)
    if x >= FIRST_REGION:
        return IN_A_REGION if redeployment.side == CARLIST else None
    if besieged(s, redeployment.side, x) and (redeployment.side == CARLIST or refuse_harbour(s, x) is not None):
        return BESIEGED
    return None


def _stacks(s: Aiw, side: Side) -> list[tuple[Spot, Blocks]]:
    """The spots that `_refuse_leaving` lets a side leave, and the blocks there that were not redeployed yet."""
    shut_in = s.siege & s.forts[side]
    leaving = s.present[side] & ~shut_in
    if side == CARLIST:
        return [(x, in_open(s, CARLIST, x) & ~s.acted) for x in ids_of(leaving & NORTH)]
    ports = [x for x in ids_of(shut_in & SHORES) if port_works(s, x)]
    stacks = [(x, in_open(s, LIBERAL, x) & ~s.acted) for x in ids_of(leaving | bitset(ports))]
    return stacks + [(INSIDE + x, s.shut[x] & ~s.acted) for x in ports]


def _spot(s: Aiw, seat: Side, kind: Load, x: Area) -> Spot:
    """Where guns or a Knapsack of an area are: in the open or inside its Fortress; -1 if there are none."""
    return x if load(s, seat, kind, x) else INSIDE + x if load(s, seat, kind, INSIDE + x) else -1


@dataclass(slots=True)
class PlaceRedeployed(Ask):
    """[24.8g] [24.8n] Choose where it ends: by land, or by sea."""

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        every = NORTH if seat == CARLIST else (1 << AREAS) - 1
        actions: list[Action] = [DONE, *(("to", x) for x in ids_of(every))]
        return actions + [("ship_to", x) for x in ids_of(SHORES)] if seat == LIBERAL else actions

    def refuse(self, s: Aiw, seat: Side, action: Action) -> Refusal | None:
        redeployment = s.caller(self, Redeployment)
        if action == DONE:
            return MUST_GO if destinations(s, redeployment) else None
        (x,) = action[1:]
        return refuse_sea(s, redeployment, x) if action[0] == "ship_to" else refuse_land(s, redeployment, x)

    def options(self, s: Aiw, seat: Side) -> list[Action]:
        """By hand: 11 µs, 110 µs as derived, which is 1 % of random play."""
        return destinations(s, s.caller(self, Redeployment)) or [DONE]

    def choose(self, s: Aiw, seat: Side, action: Action) -> None:
        if action == DONE:
            return
        (x,) = action[1:]
        redeployment = s.caller(self, Redeployment)
        spot = quay(s, x) if action[0] == "ship_to" else x
        if redeployment.block < 0:
            _shift(s, redeployment, spot)
        else:
            _redeploy(s, redeployment, spot)
        settle(s)


def _redeploy(s: Aiw, moving: Redeployment, spot: Spot) -> None:
    """[24.8b] A block goes; by the number it is taken from everybody knows whether it is a Partida."""
    partida = bool(PARTIDAS >> s.unit[moving.block] & 1)
    (block,) = pick_out(s, [moving.block])
    if s.may[block] & PARTIDAS and s.may[block] & ~PARTIDAS:
        s.reveal()          # he says whether it is a Partida [5.2c]
    fact(s, 1 << block, PARTIDAS if partida else ~PARTIDAS & s.may[block], 1)
    if partida:
        moving.partidas -= 1
    else:
        moving.left -= 1
    s.acted |= 1 << block
    put(s, block, spot)
    s.tell("redeployed", block, area_of(moving.spot), area_of(spot))


def _shift(s: Aiw, shifting: Redeployment, spot: Spot) -> None:
    """[14.0c] As many points as a counter shows; what is left over stays."""
    points = portable(s, shifting, spot)
    move_load(s, shifting.side, shifting.kind, shifting.spot, spot, points)
    shifting.moved.append((spot, shifting.kind, points))
    shifting.left -= 1
    s.tell("shifted", shifting.side, shifting.kind, area_of(shifting.spot), area_of(spot))
