"""What a seat may know, and what could be true for it: the only code that knows what is hidden.

Hidden in this game are the factor markers (C markers from the enemy, M markers from everybody, until they are shown),
what a side drew, the cup, the units under Guirigay markers, and a set-up that is not finished.
A view has the shape of a state, with the hidden columns blotted out: whatever is drawn or reckoned from it cannot leak.
"""

from __future__ import annotations

from itertools import islice
from random import Random

from tablero.games.dpyr.board import ARTILLERY, CAVALRY, GEFE, INFANTRY, MARKER_COUNTS, MONTEAR, RISTRE
from tablero.games.dpyr.rules.r04_actions.s00_actions import Activation
from tablero.games.dpyr.rules.r04_actions.s06_campi import Post
from tablero.games.dpyr.rules.r06_movement.s01_movement import towards_enemy
from tablero.games.dpyr.rules.r06_movement.s03_stacking import fighters, lift
from tablero.games.dpyr.state import CONCEALED, OFF, UNKNOWN, Dpyr, Facing, Hex, Side, Unit, drawn, known_markers
from tablero.kernel.actions import Action
from tablero.kernel.bits import bitset, ids_of
from tablero.kernel.guessing import arrange
from tablero.kernel.piles import deal, shuffle_into


def view(s: Dpyr, seat: int) -> Dpyr:
    """The state as one seat may know it; -1 is a spectator, who knows only what both sides know."""
    shown = s.view_base(seat)
    shown.cup = []
    known = known_markers(s, seat)
    shown.marker = [m if m < 0 or (known >> unit) & 1 else UNKNOWN for unit, m in enumerate(s.marker)]
    for side in (0, 1):
        if side != seat:
            drawn(shown, side).clear()
            _cover(shown, side)
    return shown


def _cover(s: Dpyr, side: Side) -> None:
    """Blot out where a side's concealed units are."""
    held, concealed = s.held[side], s.hidden & s.b.army_bits[side]
    s.rode &= ~concealed        # a gun or a squadron under a marker is not told from the others
    s.charged &= ~concealed
    for u in ids_of(concealed):
        s.veiled |= 1 << s.at[u]
        lift(s, u, CONCEALED)
        s.facing[u] = 0
    s.held[side] = held         # that something is there can be seen


def may_show(s: Dpyr, seat: int, action: Action) -> bool:
    """[3.0f] [3.0j] Is there still something of a seat's that such an action shows: a unit under a Guirigay marker; for
    those who fight or fire, a factor marker?"""
    army = s.b.army[seat]
    concealed = any((s.hidden >> u) & 1 for u in army)
    unseen = any(s.marker[u] != -1 and not (s.known >> u) & 1 for u in army)
    return concealed or unseen and action[0] in ("fire", "resolve")


def fill(s: Dpyr, seat: int, chance: Random) -> None:
    """Fill in what a seat's view leaves open: concealed units, then factor markers. A set-up that is not finished, or a
    march of which the enemy sees only parts, begins again."""
    for side in (0, 1):
        concealed = [u for u in s.b.army[side] if s.at[u] == CONCEALED]
        if concealed:
            _place(s, side, concealed, chance)
            _guess_moves(s, side, concealed, chance)
    s.veiled = 0
    if s.turn:
        _deal(s, seat, chance)


def _place(s: Dpyr, side: Side, concealed: list[Unit], chance: Random) -> None:
    """[6.3f] Every concealed unit goes under a marker where it can be; none is empty, none covers more than the ground
    holds. A Gefe takes no room."""
    hexes = ids_of(s.veiled & s.held[side])
    leader = next((u for u in concealed if s.b.kind[u] == GEFE), -1)
    lairs = [x for x in hexes if (s.under[x] >> leader) & 1] if leader >= 0 else [OFF]
    now = s.within(Activation)
    posts = now.stepped if now else []
    own = [(x, i) for x in lairs for i, post in enumerate(posts) if leader >= 0 and post[0] == ~x]
    choices = [*own, *((x, -1) for x in lairs)]     # the Gefe's hex, and which of those who stepped out is he
    chance.shuffle(choices)
    for lair, stepper in choices:
        others = [post for i, post in enumerate(posts) if i != stepper]
        found = _shared_out(s, hexes, lair, others, [u for u in concealed if u != leader], chance)
        if found is not None:
            break
    else:
        raise AssertionError("no way to place the concealed units")
    if stepper >= 0:
        posts[stepper] = leader, *posts[stepper][1:]
    for x, units in zip(hexes, found, strict=True):
        seen = s.piles.get(x, ())
        pile = [u for u in seen if s.b.kind[u] != GEFE]
        for u in units:
            pile.insert(chance.randrange(len(pile) + 1), u)
        s.piles[x] = (*(u for u in seen if s.b.kind[u] == GEFE), *([leader] if x == lair else ()), *pile)
        facing = s.facing[seen[0]] if seen else _facing(s, side, x, chance)
        for u in s.piles[x]:
            s.at[u], s.facing[u] = x, facing


def _shared_out(
    s: Dpyr, hexes: tuple[Hex, ...], lair: Hex, posts: list[Post], units: list[Unit], chance: Random
) -> list[list[Unit]] | None:
    """The units under each marker, while the Gefe is in a hex: places that may stay empty hold numbers of no unit."""
    rooms, out = [], []
    for x in hexes:
        room, skirmishers = _room(s, x, posts)
        rooms.append(room)
        out.append(skirmishers)
        if room < max(skirmishers, x != lair):
            return None
    empty = sum(rooms) - len(units)
    if empty < 0:
        return None
    nobody = range(len(s.at), len(s.at) + empty)
    anybody, may = bitset((*units, *nobody)), []
    for x, room, n in zip(hexes, rooms, out, strict=True):
        here = s.under[x] | bitset(nobody)
        places = [here & anybody] * room
        places[:n] = [s.under[x] & (s.b.kind_bits[INFANTRY] | s.b.kind_bits[CAVALRY])] * n
        if not n and x != lair:
            places[0] = s.under[x]
        may += places
    found = arrange(may, (*units, *nobody), chance)
    if found is None:
        return None
    share = iter(found)
    return [[u for u in islice(share, room) if u < len(s.at)] for room in rooms]


def _room(s: Dpyr, x: Hex, posts: list[Post]) -> tuple[int, int]:
    """How many concealed units a hex can hold beside those that are seen, now and when skirmishers are back [4.6b]; and
    how many concealed skirmishers it holds at least."""
    back = out = 0
    for unit, home, _, _ in posts:
        here = (~unit if unit < 0 else s.at[unit]) == x
        back += (home == x) - here
        out += here and unit < 0
    return s.b.field.capacity[x] - fighters(s, x) - max(0, back), out


def _facing(s: Dpyr, side: Side, x: Hex, chance: Random) -> Facing:
    """Half of the stacks that nobody sees face the enemy, as units do by themselves; the rest any way."""
    return chance.choice((towards_enemy(s, side, x), chance.randrange(6)))


def _guess_moves(s: Dpyr, side: Side, concealed: list[Unit], chance: Random) -> None:
    """[4.5f] Guns under a marker may have moved in a Montear of this turn, and horse may have charged."""
    played, now = s.played[side], s.within(Activation)
    if now and now.side == side:
        played |= 1 << now.action
    for u in concealed:
        if s.b.kind[u] == ARTILLERY and (played >> MONTEAR) & 1:
            s.rode |= chance.randrange(2) << u
        elif s.b.kind[u] == CAVALRY and (played >> RISTRE) & 1:
            s.charged |= chance.randrange(2) << u


def _deal(s: Dpyr, seat: int, chance: Random) -> None:
    """[3.0g] [3.0h] [3.0i] Deal the unknown markers as they could have been dealt: a seat knows what it drew itself, so
    the enemy's C units hold none of that; M units may hold whatever was given back."""
    left = list(MARKER_COUNTS)              # of each marker: how many are on no unit, as far as is known
    for m in s.marker:
        if m >= 0:
            left[m] -= 1
    returned = list(MARKER_COUNTS)          # how many can have come into the hands of others
    for m in drawn(s, seat) if seat >= 0 else ():
        returned[m] -= 1
    for side in (0, 1):
        if side != seat:
            given = [u for u in s.b.army[side] if s.marker[u] != -1 and not (s.blind >> u) & 1]
            for u in given:
                if s.marker[u] >= 0:
                    returned[s.marker[u]] -= 1
            unknown = [u for u in given if s.marker[u] == UNKNOWN]
            pool = [m for m, n in enumerate(left) for _ in range(min(n, returned[m]))]
            for u, m in zip(unknown, chance.sample(pool, len(unknown)), strict=True):
                s.marker[u] = m
                left[m] -= 1
                returned[m] -= 1
            drawn(s, side)[:] = sorted([s.marker[u] for u in given])
    others = [m for m, n in enumerate(returned) for _ in range(n)]
    for side in (0, 1):
        if side != seat:                    # [3.0i] who has M units drew as many more, and gave them back
            n = (s.blind & s.b.army_bits[side]).bit_count()
            shuffle_into(drawn(s, side), deal(others, n, chance.randrange))
    cup = [m for m, n in enumerate(left) for _ in range(n)]
    for u, m in enumerate(s.marker):
        if m == UNKNOWN:
            s.marker[u] = cup.pop(chance.randrange(len(cup)))
    s.cup = cup
