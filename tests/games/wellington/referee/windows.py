"""When each card may be played in a window, from the card list and chapters 5, 9, 10 and 13. Cards are named by their
numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tests.games.wellington.referee.position import (
    ALLIES,
    BRITAIN,
    CLEAR,
    FRENCH,
    KEYS,
    KIND,
    LEADERS,
    NEIGHBOURS,
    PASS,
    POWER_OF,
    RIVER,
    ROUGH,
    SPAIN,
    SPANISH_LAND,
    Position,
    board,
)

if TYPE_CHECKING:
    from tests.games.wellington.referee.responses import ResponseFollower

Test = Callable[["ResponseFollower", Any, Position, int, Any], bool]
WHEN: dict[tuple[str, int], Test] = {}


def when(moment: str, *numbers: int) -> Callable[[Test], Test]:
    def enter(test: Test) -> Test:
        for n in numbers:
            WHEN[moment, n] = test
        return test
    return enter


def foe(one: int, other: int) -> bool:
    return one % 2 != other % 2


# ------------------------------------------------------------------------------------------------- before and on a step


@when("impulse_start", 88)
def _(g: ResponseFollower, s: Any, b: Position, me: int, about: Any) -> bool:
    return s.active % 2 == FRENCH and any(b.force(FRENCH, x) for x in SPANISH_LAND)


@when("resource_spent", 79)
def _(g: ResponseFollower, s: Any, b: Position, me: int, about: Any) -> bool:
    return foe(s.active, me)


@when("event_declared", 52)
def _(g: ResponseFollower, s: Any, b: Position, me: int, about: Any) -> bool:
    return foe(about.power, me) and KIND[about.card] in ("response", "battle", "siege", "battle_siege")


@when("naval_declared", 67)
def _(g: ResponseFollower, s: Any, b: Position, me: int, about: Any) -> bool:
    return foe(about.power, me)


@when("move_declared", 8)
def _(g: ResponseFollower, s: Any, b: Position, me: int, step: Any) -> bool:
    return (foe(step.power, me) and g.line(step.a, step.b) in (CLEAR, ROUGH) and b.force(me % 2, step.b) > 0
            and not g.bridged(step.forces(), step.a))


@when("move_declared", 34)
def _(g: ResponseFollower, s: Any, b: Position, me: int, step: Any) -> bool:
    return step.power % 2 == ALLIES and {POWER_OF[one] for one, _, _ in step.armies} == {BRITAIN, SPAIN}


@when("move_declared", 37)
def _(g: ResponseFollower, s: Any, b: Position, me: int, step: Any) -> bool:
    x = step.b
    return (foe(step.power, me) and len(b.hasty) < 2 and b.controls(me, x) and not b.fortress(x)
            and not b.force(1 - me % 2, x) and (x in KEYS or b.pieces(me, x) > 0))


@when("step_settled", 3)
def _(g: ResponseFollower, s: Any, b: Position, me: int, contact: Any) -> bool:
    return foe(contact.power, me) and bool(contact.paid)


@when("step_settled", 80)
def _(g: ResponseFollower, s: Any, b: Position, me: int, contact: Any) -> bool:
    return foe(contact.power, me) and bool(contact.paid) and contact.marched >= 3


@when("step_settled", 24)
def _(g: ResponseFollower, s: Any, b: Position, me: int, contact: Any) -> bool:
    side, calm = contact.power % 2, g.calm
    return not foe(contact.power, me) and any(
        kind == PASS and not (calm.friendly(side, a) and calm.friendly(side, contact.x)) for a, kind in contact.came)


@when("attrition_rolled", 14)
def _(g: ResponseFollower, s: Any, b: Position, me: int, check: Any) -> bool:
    return check.hits > 0


@when("attrition_rolled", 107)
def _(g: ResponseFollower, s: Any, b: Position, me: int, check: Any) -> bool:
    return check.hits > 0 and check.side == FRENCH


# ------------------------------------------------------------------------------------------------ interception, evasion


@when("interception_declared", 8)
def _(g: ResponseFollower, s: Any, b: Position, me: int, one: Any) -> bool:
    path = [(one.a, one.x)] if one.via < 0 or one.via == one.a else [(one.a, one.via), (one.via, one.x)]
    dry = any(g.line(a, c) in (CLEAR, ROUGH) for a, c in path)
    return foe(one.power, me) and dry and not g.bridged(one.forces, one.a)


@when("evasion_declared", 8)
def _(g: ResponseFollower, s: Any, b: Position, me: int, one: Any) -> bool:
    forces = one.forces or ((one.power, 0, 1),)
    return foe(one.power, me) and g.line(one.x, one.b) in (CLEAR, ROUGH) and not g.bridged(forces, one.x)


@when("interception_declared", 22)
def _(g: ResponseFollower, s: Any, b: Position, me: int, one: Any) -> bool:
    return one.power % 2 == FRENCH and b.pieces((one.power + 2) % 4, one.x) > 0 and b.force(ALLIES, one.x) > 0


@when("interception_declared", 24)
@when("evasion_declared", 24)
def _(g: ResponseFollower, s: Any, b: Position, me: int, one: Any) -> bool:
    return not foe(one.power, me)


@when("interception_declared", 36)
def _(g: ResponseFollower, s: Any, b: Position, me: int, one: Any) -> bool:
    return bool(one.power == me and one.leader >= 0)


@when("interception_declared", 97)
@when("evasion_declared", 97)
def _(g: ResponseFollower, s: Any, b: Position, me: int, one: Any) -> bool:
    return bool(one.power == BRITAIN and one.leader >= 0)


@when("interception_rolled", 29)
def _(g: ResponseFollower, s: Any, b: Position, me: int, one: Any) -> bool:
    contact = g.frame(s, "Contact")
    against = contact is not None and not contact.placed and not one.offensive and g.frame(s, "Battle") is None
    return against and foe(one.power, me) and (g.total >= 9) != g.turned


@when("interception_rolled", 82)
@when("evasion_rolled", 82)
def _(g: ResponseFollower, s: Any, b: Position, me: int, one: Any) -> bool:
    return 6 <= g.total <= 11


@when("reaction", 36, 39)
def _(g: ResponseFollower, s: Any, b: Position, me: int, x: Any) -> bool:
    """Soldiers of the Power without one of its Leaders next to the Duchy."""
    return g.frame(s, "Battle") is None and any(g.may_come(b, me, -1, y, (y, x)) for y in NEIGHBOURS[x])


@when("reaction", 40, 97)
@when("offensive_interception", 40)
def _(g: ResponseFollower, s: Any, b: Position, me: int, x: Any) -> bool:
    return any(g.within_two(b, me, one, x) for one in LEADERS if POWER_OF[one] == me)


@when("reaction", 27)
def _(g: ResponseFollower, s: Any, b: Position, me: int, x: Any) -> bool:
    return g.river_stops(b, me, x)


@when("battle_start", 108)
@when("reaction", 108)
@when("offensive_interception", 108)
def _(g: ResponseFollower, s: Any, b: Position, me: int, x: Any) -> bool:
    x = x if isinstance(x, int) else x.x
    if g.frame(s, "Battle") is None or not b.force(FRENCH, x) or not b.force(ALLIES, x):
        return False
    return any(g.may_come(b, POWER_OF[one], one, b.at[one], (b.at[one], x), event=True) for one in LEADERS
               if POWER_OF[one] % 2 == FRENCH and b.at[one] in NEIGHBOURS[x])


# -------------------------------------------------------------------------------------------------------------- Battles


@when("battle_start", 7, 55)
def _(g: ResponseFollower, s: Any, b: Position, me: int, battle: Any) -> bool:
    return b.force(ALLIES, battle.x) > 0 and b.force(FRENCH, battle.x) > 0


@when("battle_start", 27)
def _(g: ResponseFollower, s: Any, b: Position, me: int, battle: Any) -> bool:
    both = b.force(ALLIES, battle.x) > 0 and b.force(FRENCH, battle.x) > 0
    return both and not foe(battle.power, me) and RIVER in g.lines_into(b, me % 2, battle.x)


@when("battle_start", 35)
def _(g: ResponseFollower, s: Any, b: Position, me: int, battle: Any) -> bool:
    x = battle.x
    return x in SPANISH_LAND and b.sp[1, x] + b.sp[3, x] > 0 and b.pieces(SPAIN, x) > 0


@when("battle_round", 30, 33, 48, 59, 60, 70, 72, 76, 81, 91, 95, 99, 100)
def _(g: ResponseFollower, s: Any, b: Position, me: int, battle: Any) -> bool:
    return b.pieces(me, battle.x) > 0


@when("battle_round", 21)
def _(g: ResponseFollower, s: Any, b: Position, me: int, battle: Any) -> bool:
    return b.pieces(me, battle.x) > 0 and not foe(battle.power, me)


@when("battle_round", 23)
def _(g: ResponseFollower, s: Any, b: Position, me: int, battle: Any) -> bool:
    return b.pieces(me, battle.x) > 0 and b.commander(1 - me % 2, battle.x) >= 0


@when("battle_round", 71, 102, 106)
def _(g: ResponseFollower, s: Any, b: Position, me: int, battle: Any) -> bool:
    return b.most_counters(me, battle.x, 1) > 0


@when("battle_round", 74)
def _(g: ResponseFollower, s: Any, b: Position, me: int, battle: Any) -> bool:
    return b.pieces(me, battle.x) > 0 and foe(battle.power, me) and g.clash is not None and g.clash.round == 1


@when("battle_round", 87, 90)
def _(g: ResponseFollower, s: Any, b: Position, me: int, battle: Any) -> bool:
    return battle.x in SPANISH_LAND and b.pieces(SPAIN, battle.x) > 0


@when("battle_round", 22, 34)
def _(g: ResponseFollower, s: Any, b: Position, me: int, battle: Any) -> bool:
    other = 1 - me % 2
    return b.pieces(other, battle.x) > 0 and b.pieces(other + 2, battle.x) > 0


@when("round_result", 11, 51)
def _(g: ResponseFollower, s: Any, b: Position, me: int, battle: Any) -> bool:
    both = b.force(ALLIES, battle.x) > 0 and b.force(FRENCH, battle.x) > 0
    return both and g.clash is not None and g.clash.verdict(b) >= 0


@when("round_result", 16)
def _(g: ResponseFollower, s: Any, b: Position, me: int, battle: Any) -> bool:
    clash = g.clash
    return clash is not None and clash.verdict(b) == 1 - me % 2 and b.sp[me, battle.x] > 0 and not clash.going_on()


@when("round_result", 57)
def _(g: ResponseFollower, s: Any, b: Position, me: int, battle: Any) -> bool:
    return g.clash is not None and any(g.clash.sps_lost[side] and b.side_chiefs(side, battle.x) for side in (0, 1))


@when("combat_won", 75)
def _(g: ResponseFollower, s: Any, b: Position, me: int, fight: Any) -> bool:
    return bool(me == g.victor(s, b, fight))


# --------------------------------------------------------------------------------------------------------------- Sieges


@when("siege_start", 1)
def _(g: ResponseFollower, s: Any, b: Position, me: int, siege: Any) -> bool:
    return siege.x == board.LISBON and 1 not in b.in_force


@when("siege_start", 7)
def _(g: ResponseFollower, s: Any, b: Position, me: int, siege: Any) -> bool:
    return b.force(1 - me % 2, siege.x) > 0


@when("siege_start", 43)
def _(g: ResponseFollower, s: Any, b: Position, me: int, siege: Any) -> bool:
    return b.force(ALLIES, siege.x) + b.force(FRENCH, siege.x) > 0


@when("siege_round", 10, 68)
def _(g: ResponseFollower, s: Any, b: Position, me: int, siege: Any) -> bool:
    return bool(me == siege.power)


@when("siege_round", 42)
def _(g: ResponseFollower, s: Any, b: Position, me: int, siege: Any) -> bool:
    return me == siege.power and g.storm is not None and g.storm.round == 1


@when("siege_round", 45)
def _(g: ResponseFollower, s: Any, b: Position, me: int, siege: Any) -> bool:
    return (me == siege.power and g.storm is not None and g.storm.round == 1
            and siege.x not in (board.GIBRALTAR, board.LISBON))


@when("siege_round", 53)
def _(g: ResponseFollower, s: Any, b: Position, me: int, siege: Any) -> bool:
    return me == b.owner(siege.x)


@when("siege_round", 92)
def _(g: ResponseFollower, s: Any, b: Position, me: int, siege: Any) -> bool:
    return b.owner(siege.x) == SPAIN and siege.x in SPANISH_LAND


@when("siege_round", 70, 72, 81, 91)
def _(g: ResponseFollower, s: Any, b: Position, me: int, siege: Any) -> bool:
    return me in (siege.power, b.owner(siege.x))


@when("siege_result", 41)
def _(g: ResponseFollower, s: Any, b: Position, me: int, siege: Any) -> bool:
    return me == siege.power and g.storm is not None and not g.storm.more and not g.storm.enough
