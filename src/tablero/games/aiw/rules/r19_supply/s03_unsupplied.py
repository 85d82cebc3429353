"""[19.3] What happens to units that get no supply."""

from __future__ import annotations

from tablero.games.aiw.board import FIELD, FIGHTERS, TABLES, ZONES
from tablero.games.aiw.fog import fact, pick_out
from tablero.games.aiw.rules.r05_units.s01_counters import load
from tablero.games.aiw.rules.r05_units.s03_strength import lose
from tablero.games.aiw.rules.r18_siege.s03_capture import Capture
from tablero.games.aiw.state import INSIDE, Aiw, Area, Blocks, Side
from tablero.kernel.bits import bitset, ids_of
from tablero.kernel.events import faces

_attrition = TABLES.table("attrition")
HUNGER = _attrition.integer("unsupplied_loss")                                              # [19.3a]
BESIEGED_LOSE_ON = _attrition.integer("besieged_loss_on")                                   # [19.3c]
IN_ENEMY_ZONE = _attrition.integer("besieged_fortress_in_enemy_zone")                       # [19.3d]
NO_SIEGE_GUNS = _attrition.integer("besieged_no_besieging_field_artillery")                 # [19.3e]
MORE_SIEGE_GUNS = _attrition.integer("besieged_more_besieging_field_artillery")             # [19.3f]


def siege_modifier(s: Aiw, side: Side, x: Area) -> int:
    """[19.3d] [19.3e] [19.3f] What is added to the dice of a besieged Fortress of a side."""
    modifier = IN_ENEMY_ZONE if ZONES[1 - side] >> x & 1 else 0
    outside, inside = load(s, 1 - side, FIELD, x), load(s, side, FIELD, INSIDE + x)
    if not outside:
        modifier += NO_SIEGE_GUNS
    elif outside > inside:
        modifier += MORE_SIEGE_GUNS
    return modifier


def weaken(s: Aiw, blocks: Blocks) -> None:
    """[19.3a] Infantry and Cavalry that were picked out of their like lose strength."""
    fact(s, blocks, FIGHTERS, blocks.bit_count())
    pick_out(s, [b for b in ids_of(blocks) if s.strength[b] <= HUNGER])
    for b in ids_of(blocks):
        lose(s, b, HUNGER)


def starve_on(s: Aiw, side: Side, x: Area, blockade: int) -> int:
    """[19.3c] The highest face with which a besieged unit loses strength."""
    return BESIEGED_LOSE_ON - siege_modifier(s, side, x) - blockade


def starve(s: Aiw, side: Side, x: Area, needy: Blocks, blockade: int) -> None:
    """[19.3c] [19.3g] A die for each besieged unit; for the Garrison if there is none: without it the Fortress
    falls [18.1d]."""
    lose_on = starve_on(s, side, x, blockade)
    dice = s.dice(needy.bit_count() or 1)
    losses = sum(die <= lose_on for die in dice)
    s.tell("siege_attrition", side, x, len(dice), losses, faces(dice))
    if not needy:
        if losses:
            s.call(Capture(x, 1 - side))
        return
    lost = [b for b, die in zip(ids_of(needy), dice) if die <= lose_on]
    weaken(s, bitset(pick_out(s, lost)))
