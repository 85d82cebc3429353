"""[5.1] [5.3] Counters: guns and Knapsacks, how strong they are, and how many are left."""

from __future__ import annotations

from collections.abc import Iterable

from tablero.games.aiw.board import AREAS, CARLIST, FIELD, LOADS, MOST_LOAD, MOUNTAIN, PACK, SACK, SIDES
from tablero.games.aiw.maps import load_id, place
from tablero.games.aiw.state import OFF, Aiw, Area, Areas, Blocks, Load, Side, Spot, area_of
from tablero.kernel.frames import Mark


def load(s: Aiw, side: Side, kind: Load, spot: Spot) -> int:
    """[5.3d] [5.3e] [5.3f] The strength of a side's guns or Knapsack on a spot."""
    return s.loads.get((spot, side, kind), 0)


def set_load(s: Aiw, side: Side, kind: Load, spot: Spot, strength: int) -> None:
    key = (spot, side, kind)
    if strength > 0:
        s.loads[key] = strength
    elif key in s.loads:
        del s.loads[key]
    s.touched |= 1 << area_of(spot)


def add_load(s: Aiw, side: Side, kind: Load, spot: Spot, strength: int) -> None:
    set_load(s, side, kind, spot, load(s, side, kind, spot) + strength)


def move_load(s: Aiw, side: Side, kind: Load, old: Spot, new: Spot, strength: int) -> None:
    """[14.0c] Guns may be divided and joined; a Knapsack goes as it is."""
    add_load(s, side, kind, old, -strength)
    add_load(s, side, kind, new, strength)


def spots_of(s: Aiw, side: Side, kind: Load) -> list[Spot]:
    """The spots where a side has guns of a kind, or a Knapsack."""
    return sorted([spot for spot, owner, load in s.loads if owner == side and load == kind])


def load_spot(s: Aiw, side: Side, kind: Load, x: Area) -> Spot:
    """Where in an area a side has guns of a kind or a Knapsack; -1 if it has none."""
    if load(s, side, kind, x):
        return x
    return next((spot for spot in spots_of(s, side, kind) if area_of(spot) == x), -1)


def load_areas(s: Aiw, side: Side, kind: Load) -> Areas:
    """The areas where a side has guns of a kind or a Knapsack."""
    areas = 0
    for spot, owner, load in s.loads:
        if owner == side and load == kind:
            areas |= 1 << spot % AREAS
    return areas


def counter(s: Aiw, side: Side, kind: Load, spot: Spot, *areas: Area) -> tuple[str, ...] | None:
    """What one clicks for guns or a Knapsack: the counter on its spot, which all can see, or where it can go; None if
    there is no such counter."""
    if not 0 <= kind < len(LOADS) or spot < 0 or not load(s, side, kind, spot):
        return None
    return load_id(side, kind, spot), *(place(x) for x in areas)


def mark_group(badge: str, blocks: Blocks, side: Side, spot: Spot, kinds: Iterable[Load]) -> tuple[Mark, ...]:
    """A badge for blocks, and for the guns and the Knapsack that go with them."""
    return Mark(badge, "block", blocks), Mark(badge, "load", pieces=tuple(load_id(side, kind, spot) for kind in kinds))


def guns_free(s: Aiw, side: Side, kind: Load, spot: Spot, strength: int, leaving: Spot = OFF) -> int:
    """[14.0c] [14.2c] [20.2f] Of so many points of guns, how many a side can put on a spot: as far as one counter
    shows, and as counters are left; those in the Hidden Artillery box are in use, those that are leaving a spot are
    not."""
    low, high = GUN_COUNTERS[side][kind]
    if side == CARLIST:
        low -= ((s.box_field if kind == FIELD else s.box_mountain) + 1) // 2
    here = load(s, side, kind, spot)
    for (other, owner, piece), n in s.loads.items():
        if piece == kind and owner == side and other != spot and other != leaving:
            if n <= 2:
                low -= 1
            else:
                high -= 1
    most = MOST_LOAD[side][kind]
    while strength > 0:
        n = here + strength
        if n <= most and (n <= 2 and low > 0 or n > 2 and high > 0):
            return strength
        strength -= 1
    return 0


def _gun_counters() -> tuple[tuple[tuple[int, int], ...], ...]:
    """By side and kind: how many counters of value 1-2 and of value 3-4 there are."""
    counters = {(side, kind): [0, 0] for side in (0, 1) for kind in (FIELD, MOUNTAIN)}
    names = ("field_artillery", "mountain_artillery")
    for row in PACK.rows("counters.csv"):
        if row.text("kind") in names:
            key = SIDES.index(row.choice("side", SIDES)), names.index(row.text("kind"))
            counters[key][row.integer("front") > 2] += row.integer("count")
    low_high = {key: (low, high) for key, (low, high) in counters.items()}
    return tuple((low_high[side, FIELD], low_high[side, MOUNTAIN]) for side in (0, 1))


GUN_COUNTERS = _gun_counters()


def sacks_free(s: Aiw, side: Side) -> int:
    """[5.4r] [20.2g] The Knapsacks in a side's box."""
    return s.sacks[side] - len([spot for spot, owner, kind in s.loads if owner == side and kind == SACK])
