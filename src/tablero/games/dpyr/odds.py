"""What an option promises before the dice fall: chances from what its seat may know.

`s` is always the view of the seat that is asked. Two things can be missing in it. Factor markers: the chance is then
exact over the mix of those that have not been seen. Concealed enemies: how many stand where nobody can say, so the
chance lies between the best and the worst that the ground has room for, and has no mean.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from math import perm
from typing import NamedTuple, TypeAlias

from tablero.games.dpyr.board import BATTLES, CAVALRY, CUP, GEFE, GRID, MARKERS, RISTRE, TABLES
from tablero.games.dpyr.rules.r04_actions.s00_actions import Activation, ChooseAction, March
from tablero.games.dpyr.rules.r04_actions.s02_assault import Assault, Declare, PickCombat
from tablero.games.dpyr.rules.r04_actions.s02_mojar import (
    Combat, Counterattack, PickTarget, RaiseFlag, attack_total, defence_total, ground, hits_from
)
from tablero.games.dpyr.rules.r04_actions.s03_batir_s04_paqueo import Volley, targets, usable_factor
from tablero.games.dpyr.rules.r04_actions.s05_bala_rasa import Bombard, KeptSalvo, modifiers, to_beat
from tablero.games.dpyr.rules.r04_actions.s08_ristre import multiplier
from tablero.games.dpyr.rules.r05_gefes.s03_reingreso import PickRally, rally_hexes, rally_modifier
from tablero.games.dpyr.rules.r06_movement.s01_movement import face
from tablero.games.dpyr.rules.r06_movement.s03_stacking import fighters, put
from tablero.games.dpyr.rules.r07_victory.s02_corda import corda_modifier
from tablero.games.dpyr.rules.r09_scenarios.s02_luchana import RepairBridge, both_banks
from tablero.games.dpyr.state import (
    CONCEALED, UNKNOWN, Dpyr, Hex, Hexes, Marker, Side, Unit, Units, attack_factor, defence_factor, drawn, fire_factor,
    gefe
)
from tablero.kernel.actions import Action
from tablero.kernel.bits import bitset, ids_of
from tablero.kernel.frames import Frame
from tablero.kernel.odds import Odds, dice_within, one_die_at_least, percent, two_dice_over

NONE = Fraction(0)


def odds(s: Dpyr, seat: int, action: Action) -> Odds | None:
    """What one of its options promises a seat; nothing where no dice follow, or where they prove nothing yet."""
    teller = TELLERS.get((type(s.stack[-1]), action[0])) if s.stack else None
    return teller(s, seat, action) if teller else None


def span(numbers: Iterable[int]) -> str:
    """`4`, or `3-5`."""
    found = sorted(numbers)
    return str(found[0]) if found[0] == found[-1] else f"{found[0]}-{found[-1]}"


def faces(least: int) -> str:
    """The faces of a die from one on: `5-6`."""
    return str(least) if least == 6 else f"{max(1, least)}-6"


# --------------------------------------------------------------------------------------------------- unseen markers


class Mix(NamedTuple):
    """[3.0g] [3.0h] [3.0i] The factor markers a seat has not seen: an M unit can hold any, an enemy C unit none of
    those that the seat drew itself."""

    left: tuple[tuple[Marker, bool], ...]   # marker, and could an enemy C unit hold it?
    hidden: int                             # enemy C units whose marker was not shown

    def holds(self, by_c: bool) -> list[Marker]:
        return [m for m, open_ in self.left if open_ or not by_c]


def mix_of(s: Dpyr, seat: int) -> Mix:
    return _mix(s.battle, seat, tuple(s.marker), s.blind, tuple(drawn(s, seat)))


@lru_cache(maxsize=64)
def _mix(battle: int, seat: int, markers: tuple[Marker, ...], blind: Units, mine: tuple[Marker, ...]) -> Mix:
    whole = Counter(CUP)
    left = whole - Counter(m for m in markers if m >= 0)
    theirs = [markers[u] for u in BATTLES[battle].army[1 - seat] if not (blind >> u) & 1]
    open_ = (whole - Counter(mine) - Counter(m for m in theirs if m >= 0)) & left
    found = tuple((m, i < open_[m]) for m in sorted(left) for i in range(left[m]))
    return Mix(found, theirs.count(UNKNOWN))


@lru_cache(maxsize=256)
def draws(mix: Mix, ours: int, unseen: int, given: int) -> tuple[tuple[int, int, int], ...]:
    """Attack factors of some own M units and defence factors of some enemy M and C units, in sum, and in how many ways
    the markers can lie so."""
    ways = {(0, 0, 0, 0, 0, 0): 1}          # units served of each sort, markers taken from C units, the two sums
    for m, open_ in mix.left:
        marker = MARKERS[m]
        for (a, b, c, taken, attack, defence), n in list(ways.items()):
            steps = []
            if a < ours:
                steps.append((a + 1, b, c, taken + open_, attack + marker.attack, defence))
            if b < unseen:
                steps.append((a, b + 1, c, taken + open_, attack, defence + marker.defence))
            if c < given and open_:
                steps.append((a, b, c + 1, taken, attack, defence + marker.defence))
            for step in steps:
                ways[step] = ways.get(step, 0) + n
    able = sum(open_ for _, open_ in mix.left)
    found: Counter[tuple[int, int]] = Counter()
    for (a, b, c, taken, attack, defence), n in ways.items():
        if (a, b, c) == (ours, unseen, given):      # the other C units take theirs from what is left to them
            found[attack, defence] += n * perm(able - given - taken, mix.hidden - given)
    return tuple((attack, defence, n) for (attack, defence), n in found.items() if n)


@lru_cache(maxsize=64)
def fire_of_unseen(mix: Mix) -> tuple[tuple[Marker, int], ...]:
    """For each fire factor that an M unit may have a marker with it, and in how many ways the markers can lie so."""
    able = sum(open_ for _, open_ in mix.left)
    found: dict[int, tuple[Marker, int]] = {}
    for m, open_ in mix.left:
        marker, n = found.get(MARKERS[m].fire, (m, 0))
        found[MARKERS[m].fire] = marker, n + perm(able - open_, mix.hidden)
    return tuple(found.values())


# --------------------------------------------------------------------------------------------------- concealed units


def placements(s: Dpyr, foe: Side, hexes: Sequence[Hex]) -> Iterator[Dpyr]:
    """[6.3f] States in which the concealed units stand where something is seen to be hidden: one at least in each hex,
    the others in the first hexes that have room, the strongest first; a Gefe in every hex in turn."""
    units = [u for u in s.b.army[foe] if s.at[u] == CONCEALED]
    leaders = [u for u in units if s.b.kind[u] == GEFE]
    others = sorted((u for u in units if s.b.kind[u] != GEFE), key=lambda u: -defence_factor(s, u))
    room = {x: s.b.field.capacity[x] - fighters(s, x) for x in hexes}
    for lair in hexes if leaders else (-1,):
        counts = {x: int(x != lair) for x in hexes}
        spare = len(others) - sum(counts.values())
        for x in hexes:
            more = max(0, min(spare, room[x] - counts[x]))
            counts[x] += more
            spare -= more
        if spare or any(counts[x] > room[x] for x in hexes):
            continue                        # it cannot be so
        placed, rest = s.clone(), iter(others)
        for x in hexes:
            for _ in range(counts[x]):
                put(placed, next(rest), x)
        if leaders:
            put(placed, leaders[0], lair)
        yield placed


def crowds(s: Dpyr, foe: Side, x: Hex) -> list[Dpyr]:
    """[4.3h] States with as many and as few concealed units next to a hex as there can be."""
    near = GRID.near_bits[x]
    hexes = sorted(ids_of(s.veiled), key=lambda y: not (near >> y) & 1)
    return [*placements(s, foe, hexes), *placements(s, foe, hexes[::-1])]


def tops(s: Dpyr, foe: Side, x: Hex) -> list[Dpyr]:
    """[4.5e] [4.5f] The same with whatever can be on top of a hex: what is seen, something hidden, or hidden horse that
    charged."""
    if not s.veiled & (GRID.near_bits[x] | 1 << x):
        return [s]
    found = crowds(s, foe, x)
    if not (s.veiled >> x) & 1:
        return found
    seen = s.piles.get(x, ())
    rode = any(s.at[u] == CONCEALED for u in s.b.of_kind[foe][CAVALRY]) and _charges(s, foe)
    for t in found[:]:
        if seen:
            shown = t.clone()
            shown.piles[x] = (*(u for u in t.piles[x] if u not in seen), *seen)
            found.append(shown)
        if rode:
            horse = t.clone()
            horse.charged |= 1 << t.piles[x][-1]
            found.append(horse)
    return found


def _charges(s: Dpyr, foe: Side) -> bool:
    """Does the enemy play Ristre now, or has he this turn?"""
    now = s.within(Activation)
    return bool(now and now.side == foe and now.action == RISTRE or (s.played[foe] >> RISTRE) & 1)


# --------------------------------------------------------------------------------------------------------- fire


def fire_odds(s: Dpyr, seat: int, action: Action) -> Odds | None:
    """[4.3c] [4.4a] Two dice that lie close enough; a marker that nobody has seen may have no fire factor at all."""
    (x,), unit = action[1:], s.frame(Volley).hand
    unseen = s.marker[unit] == UNKNOWN
    states = crowds(s, 1 - seat, x) if s.veiled & GRID.near_bits[x] else [s.clone() if unseen else s]
    markers = fire_of_unseen(mix_of(s, seat)) if unseen else ((s.marker[unit], 1),)
    usable, chances, mean, idle = [], [], NONE, 0
    for t in states:
        for m, n in markers:
            if unseen:
                t.marker[unit] = m
            if fire_factor(t, unit) == 0:
                idle += n
                chances.append(NONE)
            else:
                usable.append(usable_factor(t, unit, x))
                chances.append(dice_within(usable[-1]))
            mean += n * chances[-1]
    factor, low, high = ("factor", span(usable or [0])), min(chances), max(chances)
    if not unseen and low == high:
        return Odds("fire", low, high, None, (factor, ("twice", percent(dice_within(0)))))
    if len(states) > 1:
        return Odds("fire_veiled", low, high, None, (factor,))
    whole = sum(n for _, n in markers)
    return Odds("fire_unseen", low, high, mean / whole, (factor, ("idle", percent(Fraction(idle, whole)))))


def aim_odds(s: Dpyr, seat: int, action: Action) -> Odds | None:
    """[4.3n] A unit with one target alone fires at it at once."""
    (unit,) = action[1:]
    found = targets(s, unit)
    if len(found) != 1:
        return None
    t = s.clone()
    t.frame(Volley).hand = unit
    return fire_odds(t, seat, ("fire", *found))


def _needs(s: Dpyr, gun: Unit, x: Hex, canister: bool = False) -> list[int]:
    """[4.5d] What the two dice must exceed: the least and the most that it can be."""
    beat = to_beat(s, gun, x, canister)
    found = [max(1, min(12, beat - modifiers(t, gun, x))) for t in tops(s, 1 - s.b.side[gun], x)]
    return [min(found), max(found)]


def shot_odds(s: Dpyr, seat: int, action: Action) -> Odds | None:
    """[4.5d] [4.5j] [4.5l] One salvo, or the first target of a Rebote."""
    gun, x = action[1:] if action[0] == "salvo" else (s.frame(Bombard).hand, *action[1:])
    least, most = _needs(s, gun, x, action[0] == "canister")
    key = "shot" if least == most else "shot_veiled"
    return Odds(key, two_dice_over(most), two_dice_over(least), None, (("need", span((least, most))),))


def onto_odds(s: Dpyr, seat: int, action: Action) -> Odds | None:
    """[4.5i] One roll for two targets: the chance of a hit is that of the easier one."""
    top = s.frame(Bombard)
    (x,) = action[1:]
    first, second = _needs(s, top.hand, top.first), _needs(s, top.hand, x)
    values = [("first", span(first)), ("second", span(second))]
    for name, (least, most) in (("one", first), ("two", second)):
        values.append((name, percent(two_dice_over(most), two_dice_over(least))))
    low, high = (two_dice_over(min(pair)) for pair in ((first[1], second[1]), (first[0], second[0])))
    return Odds("rebound", low, high, None, tuple(values))


# --------------------------------------------------------------------------------------------------------- shock


class Clash(NamedTuple):
    """A shock combat, as it stands."""

    hex: Hex
    attackers: list[Unit]
    ristre: bool
    attacked: Hexes         # [4.2h] every hex against which an attack was declared
    engaged: Units          # [4.2h] units that stood in one when its combat began


def declared(s: Dpyr, action: Action) -> Clash:
    """The combat against the hex of an option: what is declared so far, with the unit that would join it."""
    frame = s.frame(Assault)
    *joining, x = action[1:]
    attacked = frame.attacked | bitset([x, *(y for _, y in frame.attacks)])
    return Clash(x, [*frame.against(x), *joining], frame.ristre, attacked, frame.engaged)


def flag_odds(s: Dpyr, seat: int, action: Action) -> Odds | None:
    """[4.2s] The combat that is about to be fought."""
    combat = s.frame(Combat)
    return clash_odds(s, seat, Clash(combat.hex, combat.attackers, combat.ristre, combat.attacked, combat.engaged))


def shock_odds(s: Dpyr, seat: int, action: Action) -> Odds | None:
    """[4.2b] [4.2z] A combat that is declared, or would be."""
    return clash_odds(s, seat, declared(s, action))


def clash_odds(s: Dpyr, seat: int, c: Clash) -> Odds | None:
    """[4.2e] [4.2l] [4.2m] Attack against defence, the die for the ground, the die."""
    if not (s.held[1 - seat] >> c.hex) & 1:
        return None
    leader_hidden = any(s.at[u] == CONCEALED for u in s.b.of_kind[1 - seat][GEFE])
    if leader_hidden or s.veiled & (GRID.near_bits[c.hex] & ~c.attacked | 1 << c.hex):
        return _veiled_shock(s, seat, c)
    ours = sum(s.marker[u] == UNKNOWN for u in c.attackers)
    theirs = [u for u in s.piles[c.hex] if s.marker[u] == UNKNOWN]
    unseen = sum((s.blind >> u) & 1 for u in theirs)
    attack = attack_total(s, c.attackers, c.hex, c.ristre)      # unknown factors count nothing in a view
    defence = defence_total(s, c.hex, c.attacked, c.engaged)
    if not ours and not theirs:
        return _exact_shock(attack, defence, ground(s, c.hex))
    times = multiplier(s, c.hex, s.piles[c.hex]) if c.ristre else 1
    found = [
        (attack + times * more, defence + against, n)
        for more, against, n in draws(mix_of(s, seat), ours, unseen, len(theirs) - unseen)
    ]
    table = ground(s, c.hex)
    results = [(*outcome(a - d, table), n) for a, d, n in found]
    whole = 36 * sum(n for _, _, n in found)
    totals = _totals([a for a, _, _ in found], [d for _, d, _ in found], table)
    hits = [Fraction(hit, 36) for hit, _, _ in results]
    if not any(hits):
        return Odds("repulsed", NONE, NONE, None, totals)
    mean, repulse = (Fraction(sum(result[i] * result[2] for result in results), whole) for i in (0, 1))
    key = "attack_both" if ours and theirs else "attack_ours" if ours else "attack_theirs"
    return Odds(key, min(hits), max(hits), mean, (*totals, ("repulsed", percent(repulse))))


@lru_cache(maxsize=1024)
def outcome(differential: int, table: tuple[int, ...]) -> tuple[int, int]:
    """[4.2i] [4.2j] [4.2l] [4.2m] Of 36 throws of the die for the ground and the die, how many hit, and how many are
    repulsed."""
    found = [differential - more for more in table[1:] or (0,) * 6]
    return sum(7 - hits_from(n) for n in found), 6 * sum(n < 0 for n in found)


def _totals(attacks: list[int], defences: list[int], table: tuple[int, ...]) -> tuple[tuple[str, str], ...]:
    """What is compared with what, the die for the ground included."""
    more = table[1:] or (0,)
    return ("attack", span(attacks)), ("defence", span((min(defences) + min(more), max(defences) + max(more))))


def _exact_shock(attack: int, defence: int, table: tuple[int, ...]) -> Odds:
    hit, repulse = outcome(attack - defence, table)
    chance = Fraction(hit, 36)
    totals = _totals([attack], [defence], table)
    if not hit:
        return Odds("repulsed", NONE, NONE, None, totals)
    if table:
        return Odds("attack_ground", chance, chance, None, (*totals, ("repulsed", percent(Fraction(repulse, 36)))))
    return Odds("attack", chance, chance, None, (*totals, ("faces", faces(hits_from(attack - defence)))))


def _veiled_shock(s: Dpyr, seat: int, c: Clash) -> Odds:
    """Between the weakest attack on the strongest defence that there can be and the other way round."""
    near = GRID.near_bits[c.hex] & ~c.attacked
    hexes = sorted(ids_of(s.veiled), key=lambda y: 0 if y == c.hex else 1 if (near >> y) & 1 else 2)
    attacks: list[int] = []
    defences: list[int] = []
    for strong in (True, False):
        t = _extreme(s, seat, c.attackers, strong)
        states = list(placements(t, 1 - seat, hexes if strong else hexes[::-1]))
        defences += [defence_total(placed, c.hex, c.attacked, c.engaged) for placed in states]
        attacks += _attacks(s, states[0], c)        # who stands there makes no difference to it
    table = ground(s, c.hex)
    low, _ = outcome(min(attacks) - max(defences), table)
    high, _ = outcome(max(attacks) - min(defences), table)
    totals = _totals(attacks, defences, table)
    if not high:
        return Odds("repulsed", NONE, NONE, None, totals)
    if (min(attacks), min(defences)) == (max(attacks), max(defences)):
        return _exact_shock(attacks[0], defences[0], table)
    return Odds("attack_veiled", Fraction(low, 36), Fraction(high, 36), None, totals)


def _extreme(s: Dpyr, seat: int, attackers: list[Unit], strong: bool) -> Dpyr:
    """A copy in which every unknown marker is the best for the defence that it can be, or the worst."""
    mix, t = mix_of(s, seat), s.clone()
    best = max if strong else min
    for u in s.b.army[1 - seat]:
        if s.marker[u] == UNKNOWN:
            t.marker[u] = best(mix.holds(by_c=not (s.blind >> u) & 1), key=lambda m: MARKERS[m].defence)
    for u in attackers:
        if s.marker[u] == UNKNOWN:
            t.marker[u] = best(mix.holds(by_c=False), key=lambda m: -MARKERS[m].attack)
    return t


def _attacks(s: Dpyr, t: Dpyr, c: Clash) -> list[int]:
    """[4.2g] The attack totals that there can be: which way hidden units face is not seen."""
    seen = s.piles.get(c.hex)
    found = []
    for direction in (s.facing[seen[0]],) if seen else range(6):
        face(t, c.hex, direction)
        found.append(attack_total(t, c.attackers, c.hex, c.ristre))
    return found


def counter_odds(s: Dpyr, seat: int, action: Action) -> Odds | None:
    """[4.2q] Bare attack factor against bare defence factor; both have been shown."""
    (target,) = action[1:]
    attack, defence = attack_factor(s, s.frame(Counterattack).unit), defence_factor(s, target)
    found = _exact_shock(attack, defence, ())
    return found if found.high else found._replace(key="counter_vain")


# --------------------------------------------------------------------------------------------------------- single rolls


def _one_die(key: str, least: int) -> Odds:
    chance = one_die_at_least(least)
    return Odds(key, chance, chance, None, (("faces", faces(least)),))


def rally_odds(s: Dpyr, seat: int, action: Action) -> Odds | None:
    """[5.3b] [5.3d] Two dice against its morale; [5.3g] [5.3h] it may be lost all the same."""
    (unit,) = action[1:]
    need = TABLES.rally[s.b.morale[unit]] - rally_modifier(s, seat)
    orphan = gefe(s, seat) < 0
    if orphan and s.shock[unit] + 1 >= s.b.limit[unit] or not rally_hexes(s, unit):
        return Odds("rally_vain", NONE, NONE)
    chance = two_dice_over(need - 1)
    return Odds("rally_orphan" if orphan else "rally", chance, chance, None, (("need", str(need)),))


def corda_odds(s: Dpyr, seat: int, action: Action) -> Odds | None:
    """[7.2b] [7.2c] One die; who is left is known, hidden or not."""
    t = next(placements(s, 1 - seat, ids_of(s.veiled))) if s.veiled else s
    return _one_die("corda", TABLES.corda_least - corda_modifier(t, seat))


def repair_odds(s: Dpyr, seat: int, action: Action) -> Odds | None:
    """[9.2h] One die, with a bonus for units on both banks."""
    return _one_die("repair", s.b.bridge_least - (s.b.bridge_both if both_banks(s) else 0))


def square_odds(s: Dpyr, seat: int, action: Action) -> Odds | None:
    """[6.2b] By morale."""
    least = TABLES.square[s.b.morale[s.frame(March).hand]]
    return _one_die("square" if least > 1 else "square_sure", least)


Teller: TypeAlias = Callable[[Dpyr, int, Action], Odds | None]

TELLERS: dict[tuple[type[Frame], str], Teller] = {       # by question and verb
    (Volley, "fire"): fire_odds, (Volley, "aim"): aim_odds,
    (Bombard, "shoot"): shot_odds, (Bombard, "canister"): shot_odds, (Bombard, "rebound"): shot_odds,
    (Bombard, "onto"): onto_odds, (KeptSalvo, "salvo"): shot_odds,
    (Declare, "attack"): shock_odds, (PickCombat, "resolve"): shock_odds, (RaiseFlag, "flag"): flag_odds,
    (RaiseFlag, "pass"): flag_odds,
    (PickTarget, "counter"): counter_odds, (PickRally, "rally"): rally_odds,
    (ChooseAction, "corda"): corda_odds, (RepairBridge, "repair"): repair_odds, (March, "square"): square_odds,
}
