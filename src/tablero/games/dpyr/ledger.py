"""What the account of a battle is made of."""

from __future__ import annotations

from tablero.games.dpyr.board import ARTILLERY, CAVALRY, GEFE
from tablero.games.dpyr.rules.r04_actions.s02_mojar import hits_from
from tablero.games.dpyr.rules.r07_victory.s03_graded import toll, worth
from tablero.games.dpyr.state import Dpyr, Side
from tablero.kernel.ledger import Args, Entry, Last, Ledger, Roll, Shares, hits
from tablero.kernel.odds import dice_within, one_die_at_least, two_dice_over

SOURCES = {CAVALRY: "cavalry", ARTILLERY: "artillery", GEFE: "gefe"}


def standing(s: Dpyr) -> Shares:
    """[7.3a] What was eliminated of the enemy, in points of the graded victory, by class."""
    found = {name: [0, 0] for name in ("infantry", *SOURCES.values())}
    for side in (0, 1):
        for u in toll(s, side):
            found[SOURCES.get(s.b.kind[u], "infantry")][side] += worth(s, u)
    return {name: tuple(points) for name, points in found.items()}


def attacker(s: Dpyr, last: Last) -> Side:
    return s.b.side[last["declared"][0]] if "declared" in last else -1


def eliminated(s: Dpyr, args: Args, last: Last) -> Entry:
    return Entry("units", s.b.side[args[0]])


def withdrawn(s: Dpyr, args: Args, last: Last) -> Entry:
    return Entry("withdrawn", s.b.side[args[0]])


def shock(s: Dpyr, args: Args, last: Last) -> Entry | None:
    side, (need, die) = attacker(s, last), args
    return Entry("shock", side if die >= need else -1) if side >= 0 else None


def repulsed(s: Dpyr, args: Args, last: Last) -> Entry | None:
    side = attacker(s, last)
    return Entry("shock", 1 - side) if side >= 0 else None


def shock_die(s: Dpyr, args: Args, last: Last) -> Roll | None:
    side, (need, die) = attacker(s, last), args
    return hits("shock", side, 1, float(one_die_at_least(need)), die >= need) if side >= 0 else None


def fired(s: Dpyr, args: Args, last: Last) -> Roll:
    unit, _, factor, _, _, gap = args
    return hits("fire", s.b.side[unit], 1, float(dice_within(factor)), gap <= factor)


def rallied(s: Dpyr, args: Args, last: Last) -> Roll:
    unit, roll, need, _, _ = args
    return hits("rally", s.b.side[unit], 1, float(two_dice_over(need - 1)), roll >= need)


def cannonade(s: Dpyr, args: Args, last: Last) -> Roll:
    """[4.5d] Round shot and canister."""
    unit, _, need, roll, _, _ = args
    return hits("guns", s.b.side[unit], 1, float(two_dice_over(need)), roll > need)


def countered(s: Dpyr, args: Args, last: Last) -> Roll:
    """[4.2q] A counterattack, hit or miss: the unit and the die are the first and the last that is told."""
    _, _, attack, defence = last["counter"]
    need = hits_from(attack - defence)
    return hits("counter", s.b.side[args[0]], 1, float(one_die_at_least(need)), args[-1] >= need)


def escaped(s: Dpyr, args: Args, last: Last) -> Roll:
    """[7.2] A side calls on the enemy to surrender."""
    side, die, need = args
    return hits("corda", side, 1, float(one_die_at_least(need)), die >= need)


LEDGER = Ledger(
    standing, losses={"eliminated": eliminated, "withdrawn": withdrawn},
    fights={"hit_needed": shock, "repulsed": repulsed},
    rolls={"hit_needed": shock_die, "fired": fired, "shot": cannonade, "canister": cannonade, "counter_hit": countered,
           "counter_missed": countered, "rally_roll": rallied, "corda": escaped},
    tells=("eliminated",), before={"hit_needed": "compared"},
    uncounted=(
        "rebound",              # one roll against two numbers, neither of which is told
        "terrain_die",          # what it is worth depends on the ground, and the shock that follows is counted
        "square_failed",        # a square that succeeds is told without its die
        "gefe_check",           # so rare that an average says nothing
        "bridge",               # nor is it told which banks are held
    ),
)
