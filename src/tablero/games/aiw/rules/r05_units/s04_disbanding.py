"""[5.4] Supply Trains and Knapsacks that their owner gives up."""

from __future__ import annotations

from tablero.games.aiw.board import AREAS, BLOCK_SIDE, BLOCKS, BLOCKS_OF, SACK, TRAINS
from tablero.games.aiw.fog import pick_out
from tablero.games.aiw.rules.r04_map import settle
from tablero.games.aiw.rules.r05_units.s01_counters import counter, load_spot, set_load
from tablero.games.aiw.rules.r05_units.s04_elimination import eliminate
from tablero.games.aiw.state import Aiw, Areas, Block, Side
from tablero.kernel.actions import Action, each
from tablero.kernel.bits import ids_of
from tablero.kernel.refusals import Refusal

NOT_A_TRAIN = Refusal("5.4t", "only_trains_and_knapsacks")
NOT_YOURS = Refusal("5.4t", "not_your_unit")
NO_KNAPSACK = Refusal("5.4t", "no_knapsack_there")

DISBAND, DISBAND_KNAPSACK = each("disband", len(BLOCKS)), each("disband_knapsack", AREAS)


def disbanding(s: Aiw, side: Side, sacks: Areas) -> list[Action]:
    """[5.4t] [5.4r] The Trains and Knapsacks that a side could take off the map; `sacks` is where it has Knapsacks."""
    trains = sorted(ids_of(s.wagons & BLOCKS_OF[side]), key=s.unit.__getitem__)
    return [DISBAND[b] for b in trains] + [DISBAND_KNAPSACK[x] for x in ids_of(sacks)]


def refuse_disbanding(s: Aiw, side: Side, action: Action) -> Refusal | None:
    """[5.4t] Only Trains and Knapsacks are given up at will."""
    (thing,) = action[1:]
    if action[0] == "disband_knapsack":
        return None if load_spot(s, side, SACK, thing) >= 0 else NO_KNAPSACK
    if BLOCK_SIDE[thing] != side or s.at[thing] < 0:
        return NOT_YOURS
    return None if TRAINS >> s.unit[thing] & 1 else NOT_A_TRAIN


def aim_at_knapsack(s: Aiw, side: Side, action: Action) -> tuple[str, ...] | None:
    """A Knapsack that is given up is clicked, not its space."""
    return counter(s, side, SACK, load_spot(s, side, SACK, action[1])) if action[0] == "disband_knapsack" else None


def disband(s: Aiw, side: Side, action: Action) -> Block:
    """[5.4r] [5.4t] A Train or Knapsack goes back to the box; the block that left, -1 for a Knapsack."""
    (thing,) = action[1:]
    block = -1
    if action[0] == "disband_knapsack":
        set_load(s, side, SACK, load_spot(s, side, SACK, thing), 0)
        s.tell("knapsack_disbanded", side, thing)
    else:
        (block,) = pick_out(s, [thing])
        eliminate(s, block)
    settle(s)
    return block
