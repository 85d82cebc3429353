"""[11.0] [11.1] Groups: what they may take along, what roads cost them. Shared by all that march."""

from __future__ import annotations

from tablero.games.aiw.board import (
    CARD, CARLIST, CARLIST_ZONE, COST, FIELD, FIRST_REGION, LOADS, MAP, MOST_LOAD, SACK, SECONDARY, SECONDARY_OUT
)
from tablero.games.aiw.rules.r03_turn.s00_player_phase import entered_by, in_effect, phase
from tablero.games.aiw.rules.r05_units.s01_counters import GUN_COUNTERS, load, spots_of
from tablero.games.aiw.state import Aiw, Area, Load, Side, Spot
from tablero.kernel.refusals import Refusal

BLOCKADE_LINES, SNOW = CARD["blockade_lines"], CARD["snow"]
BLOCKADE_COST, SNOW_COST = 2, 1         # what the cards add to a road

ACTED = Refusal("10.0k", "has_acted")
ALONE = Refusal("11.3a", "cannot_move_alone")
NO_COUNTER = Refusal("14.0c", "no_counter_to_divide")
NO_LOAD = Refusal("11.3a", "no_such_load")


def road_cost(s: Aiw, side: Side, a: Area, b: Area) -> int:
    """[4.4b] [4.5a] [11.1e] The Movement Points that a side pays between two areas that are joined; more for Carlists
    through the Blockade Lines (L25), and for Liberals on Secondary roads in the snow (C17)."""
    kind = MAP.edge_kind(a, b)
    if side == CARLIST:
        out = CARLIST_ZONE >> a & 1 and not CARLIST_ZONE >> b & 1 and b < FIRST_REGION
        return COST[kind] + (BLOCKADE_COST if out and in_effect(s, BLOCKADE_LINES) else 0)
    return COST[kind] + (SNOW_COST if kind in (SECONDARY, SECONDARY_OUT) and in_effect(s, SNOW) else 0)


def came_by(s: Aiw, x: Area, origin: Area) -> None:
    """[17.9e] [17.9i] The phasing side enters an area from another."""
    if origin not in entered_by(s, x):
        phase(s).entered.append((x, origin))


# -------------------------------------------------------------------------------------------------- guns and Knapsacks


def used_points(s: Aiw, kind: Load, spot: Spot) -> int:
    """[10.0k] How many points of the phasing side's guns or Knapsack on a spot have acted in this phase."""
    return sum(points for where, what, points in phase(s).hauled if where == spot and what == kind)


def haul(s: Aiw, kind: Load, spot: Spot, points: int) -> None:
    """[10.0m] Guns or a Knapsack on a spot have acted."""
    if points > 0:
        phase(s).hauled.append((spot, kind, points))


def idle_load(s: Aiw, side: Side, kind: Load, spot: Spot) -> int:
    """[10.0k] What the phasing side has on a spot of guns or Knapsack that have not acted in this phase."""
    there = load(s, side, kind, spot)
    return max(0, there - used_points(s, kind, spot)) if there else 0


def tire(s: Aiw, side: Side, kind: Load, spot: Spot, points: int) -> None:
    """[17.9r] Guns or a Knapsack retreat to a spot: they fight no more in this phase. In older versions they did."""
    if points and s.rules >= 3:
        phase(s).tired.append((spot, side, kind, points))


def fresh_load(s: Aiw, side: Side, kind: Load, spot: Spot) -> int:
    """[17.9r] What a side has on a spot of guns or Knapsack that have not retreated in this phase."""
    there = load(s, side, kind, spot)
    if there:
        there -= sum(points for where, *what, points in phase(s).tired if where == spot and what == [side, kind])
    return max(0, there)


def portions(side: Side, kind: Load, points: int) -> list[int]:
    """[14.0c] How many of so many points may go: any number of guns; a Knapsack as it is, of two either one."""
    if kind != SACK:
        return list(range(1, points + 1))
    most = MOST_LOAD[side][SACK]
    return [points] if points <= most else sorted({points - most, most, points})


def refuse_division(s: Aiw, side: Side, kind: Load, spot: Spot, points: int) -> Refusal | None:
    """[14.0c] Guns are divided only if there are counters for both parts; hidden Carlist guns use up counters too."""
    rest = load(s, side, kind, spot) - points
    if kind == SACK or rest <= 0:
        return None
    low, high = GUN_COUNTERS[side][kind]
    if side == CARLIST:
        low -= ((s.box_field if kind == FIELD else s.box_mountain) + 1) // 2
    shown = [load(s, side, kind, x) for x in spots_of(s, side, kind) if x != spot] + [rest, points]
    few = sum(n <= 2 for n in shown)
    return None if few <= low and len(shown) - few <= high else NO_COUNTER


def refuse_load(s: Aiw, side: Side, kind: Load, spot: Spot, points: int) -> Refusal | None:
    """[10.0k] [14.0c] Why so many points of guns or Knapsack cannot go along from a spot."""
    if kind >= len(LOADS) or not 0 < points <= load(s, side, kind, spot):
        return NO_LOAD
    idle = idle_load(s, side, kind, spot)
    if points > idle:
        return ACTED
    if points not in portions(side, kind, idle):
        return NO_LOAD
    return refuse_division(s, side, kind, spot, points)
