"""[6.3] Stacking and concealment: how units stand in a hex, and what the enemy sees of those under a marker."""

from __future__ import annotations

from tablero.games.dpyr.board import GRID
from tablero.games.dpyr.state import Dpyr, Hex, Hexes, Kinds, Unit
from tablero.kernel.bits import ids_of

ANY_CLASS = 0b1111      # set of all kinds of units


def fighters(s: Dpyr, x: Hex) -> int:
    """How many units of a hex count for stacking: Gefes do not [5.1e]."""
    gefes, n = s.b.gefe_bits, 0
    for u in s.piles.get(x, ()):
        if not (gefes >> u) & 1:
            n += 1
    return n


def has_room(s: Dpyr, unit: Unit, x: Hex) -> bool:
    """[6.3c] [6.3d] [6.3e] Two units in a clear hex, three in a building, one in forest or mountain; Gefes are free."""
    return x not in s.piles or bool((s.b.gefe_bits >> unit) & 1) or fighters(s, x) < s.b.field.capacity[x]


def without_full(s: Dpyr, unit: Unit, hexes: Hexes) -> Hexes:
    """[6.3] The hexes of a set where the unit finds room."""
    b = s.b
    if (b.gefe_bits >> unit) & 1:
        return hexes
    capacity = b.field.capacity
    for x in ids_of(hexes & s.held[b.side[unit]]):
        if fighters(s, x) >= capacity[x]:
            hexes &= ~(1 << x)
    return hexes


def lift(s: Dpyr, unit: Unit, off: Hex) -> None:
    """Take a unit off the map to a place that is none."""
    x = s.at[unit]
    if x >= 0:
        rest = tuple(u for u in s.piles[x] if u != unit)
        if rest:
            s.piles[x] = rest
        else:
            del s.piles[x]
            s.held[s.b.side[unit]] &= ~(1 << x)
    s.at[unit] = off


def put(s: Dpyr, unit: Unit, x: Hex) -> None:
    """[4.3l] Put a unit on top of a hex, a Gefe at the bottom."""
    lift(s, unit, x)
    pile = s.piles.get(x)
    if pile is None:
        s.piles[x] = (unit,)
        s.held[s.b.side[unit]] |= 1 << x
    elif (s.b.gefe_bits >> unit) & 1:
        s.piles[x] = (unit, *pile)
    else:
        s.piles[x] = (*pile, unit)


def unveil(s: Dpyr, unit: Unit) -> None:
    """[3.0f] Concealment ends for this unit only."""
    if (s.hidden >> unit) & 1:
        rule_out(s, unit)
        s.reveal()
        s.tell("revealed", unit)


def show_factors(s: Dpyr, unit: Unit) -> None:
    """[3.0j] The unit's factor marker becomes known to both players for the rest of the turn."""
    if s.marker[unit] >= 0 and not (s.known >> unit) & 1:
        s.known |= 1 << unit
        s.reveal()
        s.tell("factors", unit, s.marker[unit])


def count_around(s: Dpyr, x: Hex) -> None:
    """[6.3f] Where the friends next to a hex count in a roll, all learn something of those concealed there, or in
    the hex itself."""
    near = GRID.near_bits[x] | 1 << x
    if s.under and any(y in s.under for y in ids_of(near & s.held[s.b.side[s.piles[x][0]]])):
        s.reveal()


def tell_move(s: Dpyr, kind: str, unit: Unit, origin: Hex, x: Hex) -> None:
    """[6.3f] Of a concealed unit the enemy sees only that something moved."""
    if (s.hidden >> unit) & 1:
        s.tell(kind, unit, origin, x, seen=1 << s.b.side[unit], public=("stirred", (origin, x)))
    else:
        s.tell(kind, unit, origin, x)


def stir(s: Dpyr, origin: Hex, x: Hex, classes: Kinds = ANY_CLASS) -> None:
    """[6.3f] Something concealed was seen to go from a hex to another: it is one of those that could be there."""
    units = s.under[origin]
    for kind in range(4):
        if not (classes >> kind) & 1:
            units &= ~s.b.kind_bits[kind]
    s.under[x] = s.under.get(x, 0) | units


def rule_out(s: Dpyr, unit: Unit) -> None:
    """[3.0f] A unit is no longer concealed, so it lies under no marker."""
    s.hidden &= ~(1 << unit)
    for x in s.under:
        s.under[x] &= ~(1 << unit)
    drop_empty(s)


def drop_empty(s: Dpyr) -> None:
    """Markers that cover nobody are taken away."""
    covered = {s.at[u] for u in ids_of(s.hidden)}
    for x in [x for x in s.under if x not in covered]:
        del s.under[x]
