"""What a seat may know, and what could be true for it: the only code that knows what is hidden.

Hidden in this game are the factor markers (C markers from the enemy, M markers from everybody, until they are shown),
what a side drew, the cup, the units under Guirigay markers, and a set-up that is not finished.
A view has the shape of a state, with the hidden columns blotted out: whatever is drawn or reckoned from it cannot leak.
"""

from __future__ import annotations

from collections import Counter
from random import Random

from tablero.games.dpyr.board import CUP, GEFE
from tablero.games.dpyr.rules.r03_preparation import Assign, Deploy
from tablero.games.dpyr.rules.r04_0_actions import Activation, March
from tablero.games.dpyr.rules.r04_3_batir import Volley
from tablero.games.dpyr.rules.r06_movement import lift
from tablero.games.dpyr.state import CONCEALED, UNKNOWN, Dpyr, drawn, known_markers, knows_marker
from tablero.kernel.actions import Action
from tablero.kernel.bits import ids_of

ANY_CLASS = 0b1111


def view(s: Dpyr, seat: int) -> Dpyr:
    """The state as one seat may know it; -1 is a spectator, who knows only what both sides know."""
    shown = s.view_base(seat)
    shown.cup = []
    known = known_markers(s, seat)
    shown.marker = [m if m < 0 or known >> unit & 1 else UNKNOWN for unit, m in enumerate(s.marker)]
    for side in (0, 1):
        if side != seat:
            drawn(shown, side).clear()
            _cover(shown, side)
    return shown


def _cover(s: Dpyr, side: int) -> None:
    """Blot out where a side's concealed units are."""
    held, concealed = s.held[side], s.hidden & s.b.army_bits[side]
    s.rode &= ~concealed        # a gun or a squadron under a marker is not told from the others
    s.charged &= ~concealed
    for u in ids_of(concealed):
        s.veiled |= 1 << s.at[u]
        lift(s, u, CONCEALED)
        s.facing[u] = 0
        s.guise[u] = ANY_CLASS
    s.held[side] = held         # that something is there can be seen


def may_show(s: Dpyr, seat: int, action: Action) -> bool:
    """[3.0f] [3.0j] Is there still something of a seat's that such an action shows: a unit under a Guirigay marker; for
    those who fight or fire, a factor marker?"""
    army = s.b.army[seat]
    concealed = any(s.hidden >> u & 1 for u in army)
    unseen = any(s.marker[u] != -1 and not s.known >> u & 1 for u in army)
    return concealed or unseen and action[0] in ("fire", "resolve")


def determinize(s: Dpyr, seat: int, seed: int) -> Dpyr:
    """A state that could be the true one for all a seat knows: markers dealt anew, concealed units swapped, chance
    reseeded."""
    chance = Random(seed)
    new = s.reseeded(chance.getrandbits(128))
    new.stack = [frame.hide(seat) if isinstance(frame, Deploy) else frame for frame in new.stack]
    for frame in new.stack:
        frame.blot_out(new, seat)       # an unfinished set-up starts again: nothing of it is known
    for side in (0, 1):
        if side != seat:
            _swap_concealed(new, side, chance)
    _redeal(new, seat, chance)
    return new


def _mentioned(s: Dpyr) -> int:
    """Units that the frames of a running activation speak of: they keep their places."""
    found = 0
    for frame in s.stack:
        if isinstance(frame, Activation):
            found |= frame.moved
        elif isinstance(frame, March):
            found |= frame.done | _bit(frame.hand) | _bit(frame.last)
        elif isinstance(frame, Volley):
            found |= frame.fired | _bit(frame.hand)
    return found


def _bit(unit: int) -> int:
    return 1 << unit if unit >= 0 else 0


def _swap_concealed(s: Dpyr, side: int, chance: Random) -> None:
    """[6.3f] Concealed units change places: within a wing, as their class has been seen to move, so that every hex
    keeps its number of units."""
    units = ids_of(s.hidden & s.b.army_bits[side] & ~_mentioned(s))
    kind, wing = s.b.kind, s.b.wing
    for u in units:
        v = chance.choice(units)
        fits = s.guise[u] >> kind[v] & 1 and s.guise[v] >> kind[u] & 1
        if u == v or wing[u] != wing[v] or not fits or (kind[u] == GEFE) != (kind[v] == GEFE):
            continue
        x, y = s.at[u], s.at[v]
        s.piles[x] = tuple(v if w == u else u if w == v else w for w in s.piles[x])
        if x != y:
            s.piles[y] = tuple(u if w == v else w for w in s.piles[y])
        s.at[u], s.at[v] = y, x
        s.facing[u], s.facing[v] = s.facing[v], s.facing[u]
        s.guise[u], s.guise[v] = s.guise[v], s.guise[u]
        s.rode, s.charged = _exchanged(s.rode, u, v), _exchanged(s.charged, u, v)


def _exchanged(units: int, u: int, v: int) -> int:
    """A set of units in which one stands for the other."""
    return units ^ (_bit(u) | _bit(v)) if (units >> u ^ units >> v) & 1 else units


def _redeal(s: Dpyr, seat: int, chance: Random) -> None:
    """[3.0g] [3.0h] [3.0i] Deal the unknown markers as they could have been dealt: a seat knows what it drew itself, so
    the enemy's C units hold none of that; M units may hold whatever was given back."""
    whole = Counter(CUP)
    mine = Counter(drawn(s, seat)) if seat >= 0 else Counter[int]()
    hidden = [u for u, m in enumerate(s.marker) if m >= 0 and not knows_marker(s, seat, u)]
    dealt = Counter(m for u, m in enumerate(s.marker) if m >= 0 and u not in hidden)
    assigning = bool(s.stack) and isinstance(s.stack[-1], Assign)
    for side in (0, 1):
        if side == seat:
            continue
        own = [u for u in s.b.army[side] if s.marker[u] >= 0 and not s.blind >> u & 1]
        shown = Counter(s.marker[u] for u in own if u not in hidden)
        pool = sorted(((whole - mine - shown) & (whole - dealt)).elements())
        chance.shuffle(pool)
        for u in own:
            if u in hidden:
                s.marker[u] = pool.pop()
                dealt[s.marker[u]] += 1
        hand = drawn(s, side)
        size = len(hand)
        hand[:] = [s.marker[u] for u in own if s.b.draws[u]][:size]
        rest = sorted((whole - mine - Counter(hand)).elements())
        chance.shuffle(rest)
        hand += rest[: size - len(hand)]
        hand.sort()
        if assigning:
            mine = mine + Counter(hand)
    left = sorted((whole - (mine if assigning else dealt)).elements())
    if not assigning:
        chance.shuffle(left)
        for u in hidden:
            if s.blind >> u & 1:
                s.marker[u] = left.pop()
    if s.turn:
        s.cup = sorted(left)
