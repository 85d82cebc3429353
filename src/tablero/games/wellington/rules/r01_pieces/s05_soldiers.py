"""[1.5] Soldiers: Strength Points in Duchies, and the counters that they can be changed into.

Soldiers that are not fresh in this Impulse, because they have marched or bear a marker, have a tag in `s.tags`.
"""

from __future__ import annotations

from collections.abc import Iterable

from tablero.games.wellington.board import ARTILLERY, CAVALRY, DUCHIES, INFANTRY, LEADERS, MIX, SP_OF
from tablero.games.wellington.state import Duchy, Pile, Power, Wellington

Tag = tuple[int, int, int]      # of SPs: Duchies entered in this Impulse, marked or not, how many
FRESH = (0, 0)


def soldiers(s: Wellington, power: Power, x: Duchy) -> int:
    """The SPs of a Power in a Duchy."""
    return s.sp[power * DUCHIES + x]


def total(s: Wellington, power: Power) -> int:
    """The SPs of a Power on the map."""
    return sum(s.sp[power * DUCHIES : (power + 1) * DUCHIES])


# --- change


def infantry_needed(power: Power, stacks: Iterable[int]) -> int:
    """[1.5b] [1.5c] The infantry counters that stacks of so many SPs need, when all other counters are used as far as
    they fit."""
    _, cavalry, artillery = MIX[power]
    sizes = [n for n in stacks if n]
    sps = sum(sizes)
    pairs = sum([n // SP_OF[CAVALRY] for n in sizes])
    fours = sum([n // SP_OF[ARTILLERY] for n in sizes])
    guns = min(artillery, fours)
    return sps - SP_OF[ARTILLERY] * guns - SP_OF[CAVALRY] * min(cavalry, pairs - 2 * guns)


def stacks(s: Wellington, power: Power) -> list[int]:
    """The Soldiers of a Power, Duchy by Duchy, and those in its Regroup Box."""
    return [*s.sp[power * DUCHIES : (power + 1) * DUCHIES], s.regroup[power]]


def fits(s: Wellington, power: Power, changes: Iterable[tuple[Duchy, int]]) -> bool:
    """[1.5d] Are there counters for the Soldiers of a Power after these changes, SPs by Duchy (DUCHIES is its Regroup
    Box)? For a Power that is short of counters already: does it get no worse?"""
    now = stacks(s, power)
    after = now[:]
    for x, n in changes:
        after[x] += n
    if sum(after) <= MIX[power][INFANTRY]:
        return True
    needed = infantry_needed(power, after)
    return needed <= MIX[power][INFANTRY] or needed <= infantry_needed(power, now)


def most_counters(s: Wellington, power: Power, x: Duchy, arm: int) -> int:
    """[1.5b] How many counters of an arm the Soldiers of a Power in a Duchy can be changed into."""
    others = stacks(s, power)
    n, others[x] = others[x], 0
    _, cavalry, artillery = MIX[power]
    for count in range(min(MIX[power][arm], n // SP_OF[arm]), 0, -1):
        rest = n - count * SP_OF[arm]
        left = cavalry - count * (arm == CAVALRY), artillery - count * (arm == ARTILLERY)
        if _infantry(left, [*others, rest]) + count * (arm == INFANTRY) <= MIX[power][INFANTRY]:
            return count
    return 0


def tally(s: Wellington, power: Power) -> tuple[int, int, int]:
    """All SPs of a Power, and the pairs and fours of them that lie together: what `has_counter` looks at."""
    sizes = [n for n in stacks(s, power) if n]
    return sum(sizes), sum([n // SP_OF[CAVALRY] for n in sizes]), sum([n // SP_OF[ARTILLERY] for n in sizes])


def has_counter(power: Power, n: int, arm: int, counted: tuple[int, int, int]) -> bool:
    """[1.5b] Can a stack of so many SPs be changed so that a counter of an arm is among them? `counted` is the tally of
    the Power."""
    rest = n - SP_OF[arm]
    if rest < 0:
        return False
    sps, pairs, fours = counted
    pairs += rest // SP_OF[CAVALRY] - n // SP_OF[CAVALRY]
    fours += rest // SP_OF[ARTILLERY] - n // SP_OF[ARTILLERY]
    infantry, cavalry, artillery = MIX[power]
    guns = min(artillery - (arm == ARTILLERY), fours)
    horse = min(cavalry - (arm == CAVALRY), pairs - 2 * guns)
    needed = sps - SP_OF[arm] - SP_OF[ARTILLERY] * guns - SP_OF[CAVALRY] * horse
    return needed + (arm == INFANTRY) <= infantry


def _infantry(left: tuple[int, int], sizes: list[int]) -> int:
    """Infantry counters for stacks when so many cavalry and artillery counters are left."""
    pairs, fours = sum(n // 2 for n in sizes), sum(n // 4 for n in sizes)
    guns = min(left[1], fours)
    return sum(sizes) - 4 * guns - 2 * min(left[0], pairs - 2 * guns)


def small_counters(s: Wellington, power: Power, x: Duchy, n: int) -> tuple[int, ...]:
    """[10.5c] [10.5d] SPs of a Power in a Duchy as the fewest infantry and cavalry counters, by their SPs. What its
    counters do not allow to change stays artillery, and is not among them."""
    infantry, cavalry, artillery = MIX[power]
    others = stacks(s, power)
    others[x] -= n
    for guns in range(min(artillery, n // SP_OF[ARTILLERY]) + 1):
        rest = n - guns * SP_OF[ARTILLERY]
        for pairs in range(min(cavalry, rest // SP_OF[CAVALRY]), -1, -1):
            singles = rest - pairs * SP_OF[CAVALRY]
            if _infantry((cavalry - pairs, artillery - guns), others) + singles <= infantry:
                return (SP_OF[CAVALRY],) * pairs + (SP_OF[INFANTRY],) * singles
    return ()


def room(s: Wellington, power: Power, x: Duchy, most: int) -> int:
    """[1.5d] [5.11a] How many SPs of a Power, up to `most`, its unbuilt counters allow to add in a Duchy."""
    n = most
    while not fits(s, power, [(x, n)]):
        n -= 1
    return n


def most_to_part(s: Wellington, power: Power, a: Duchy, b: Duchy, most: int) -> int:
    """[1.5d] How many SPs, up to `most`, can go from a Duchy to another: there must be counters for those who stay and
    for those who go."""
    n = most
    while not fits(s, power, [(a, -n), (b, n)]):
        n -= 1
    return n


# --- tags


def tags_of(s: Wellington, pile: Pile) -> list[Tag]:
    """The Soldiers of a pile by what they have done in this Impulse, those that have marched least first."""
    found = [(marched, marked, n) for p, marched, marked, n in s.tags if p == pile]
    fresh = s.sp[pile] - sum(n for _, _, n in found)
    return sorted([(0, 0, fresh), *found] if fresh else found)


def unmarked(s: Wellington, power: Power, x: Duchy) -> int:
    """[10.3d] The SPs of a Power in a Duchy that bear no marker."""
    pile = power * DUCHIES + x
    return s.sp[pile] - sum(n for p, _, marked, n in s.tags if p == pile and marked)


def _retag(s: Wellington, pile: Pile, found: Iterable[Tag]) -> None:
    sums: dict[tuple[int, int], int] = {}
    for marched, marked, n in found:
        sums[marched, marked] = sums.get((marched, marked), 0) + n
    s.tags = [tag for tag in s.tags if tag[0] != pile]
    s.tags += [(pile, *kind, n) for kind, n in sorted(sums.items()) if n and kind != FRESH]


def mark_soldiers(s: Wellington, power: Power, x: Duchy, most: int | None = None) -> None:
    """[10.4f] [11.52f] All Soldiers of a Power in a Duchy get the marker; or so many SPs, those that have marched
    furthest first."""
    pile = power * DUCHIES + x
    left = s.sp[pile] if most is None else most
    found: list[Tag] = []
    for marched, marked, n in reversed(tags_of(s, pile)):
        some = min(n, left)
        left -= some
        found += [(marched, 1, some), (marched, marked, n - some)]
    _retag(s, pile, found)


# --- adding, losing, moving


def settle(s: Wellington, power: Power, x: Duchy) -> None:
    """Note whether a Power has a piece in a Duchy."""
    if s.sp[power * DUCHIES + x] or s.here[x] & LEADERS[power]:
        s.occupied[power] |= 1 << x
    else:
        s.occupied[power] &= ~(1 << x)


def add_soldiers(s: Wellington, power: Power, x: Duchy, n: int) -> None:
    """Put SPs on the map."""
    s.sp[power * DUCHIES + x] += n
    settle(s, power, x)


def take_soldiers(s: Wellington, power: Power, x: Duchy, n: int, any_marker: bool = True) -> list[Tag]:
    """Take SPs off a Duchy: those that have marched least go first (reading W4); without `any_marker` only those that
    bear none."""
    pile = power * DUCHIES + x
    assert n <= s.sp[pile], f"{n} of {s.sp[pile]} SPs"
    if not any(tag[0] == pile for tag in s.tags):
        taken = [(0, 0, n)] if n else []
    else:
        taken, left = [], []
        for marched, marked, count in tags_of(s, pile):
            some = min(n - sum(t[2] for t in taken), count) if any_marker or not marked else 0
            taken += [(marched, marked, some)] if some else []
            left.append((marched, marked, count - some))
        _retag(s, pile, left)
    s.sp[pile] -= n
    settle(s, power, x)
    return taken


def put_soldiers(s: Wellington, power: Power, x: Duchy, taken: Iterable[Tag], marching: bool = False) -> None:
    """Put SPs that were taken up into a Duchy; if they march there, it counts [9.42a]."""
    pile = power * DUCHIES + x
    before, come = tags_of(s, pile), [(marched + marching, marked, n) for marched, marked, n in taken]
    s.sp[pile] += sum(n for _, _, n in come)
    _retag(s, pile, [*before, *come])
    settle(s, power, x)


def lose_soldiers(s: Wellington, power: Power, x: Duchy, n: int, to_regroup: bool = False) -> int:
    """[1.5f] [6b] Soldiers are eliminated, or go to the Regroup Box. Gives the SPs that were lost; those that no
    counters are left for are lost besides."""
    n = min(n, s.sp[power * DUCHIES + x])
    if not n:
        return 0                            # no counters are counted
    before = infantry_needed(power, stacks(s, power))
    take_soldiers(s, power, x, n)
    if to_regroup:
        s.regroup[power] += n
    lose_change(s, power, x, before, n if to_regroup and s.rules >= 4 else 0)       # until then those stayed there
    return n


def lose_change(s: Wellington, power: Power, x: Duchy, before: int, regrouped: int = 0) -> None:
    """[1.5e] After a loss, SPs of a Duchy that cannot be changed into the counters that are left are lost, too, then
    those that have just come to the Regroup Box; not if there were as few counters `before` it."""
    most = max(MIX[power][INFANTRY], before)
    while infantry_needed(power, stacks(s, power)) > most:
        if s.sp[power * DUCHIES + x]:
            take_soldiers(s, power, x, 1)
            s.tell("lost_soldiers", power, 1, x)
        elif regrouped:
            regrouped -= 1
            s.regroup[power] -= 1
            s.tell("lost_regrouped", power, 1)
        else:
            return


def clear_tags(s: Wellington) -> None:
    """[4.2c] [10.4g] The markers go at the end of an Impulse."""
    s.tags = []
    s.marked = 0
    s.marched = [0] * len(s.marched)
