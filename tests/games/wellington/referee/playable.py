"""When an Event may be played at all as the card of an Impulse: only if some part of it can take effect. A Must Play
card may always be played."""

from __future__ import annotations

from collections.abc import Callable

from tests.games.wellington.referee.events import fortifiable, open_to_guerrillas
from tests.games.wellington.referee.position import (
    ALLIES,
    BRITAIN,
    DUCHIES,
    FRENCH,
    KEYS,
    LEADERS,
    NEIGHBOURS,
    NORD,
    ON_MAP,
    PLYMOUTH,
    PORTUGUESE_LAND,
    POWER_OF,
    REGROUP,
    SPAIN,
    SPANISH_LAND,
    SUD,
    UNBUILT,
    Position,
    board,
    enemies,
)

Test = Callable[[Position, int], bool]
MAY: dict[int, Test] = {}


def may(*numbers: int) -> Callable[[Test], Test]:
    def enter(test: Test) -> Test:
        for n in numbers:
            MAY[n] = test
        return test
    return enter


def always(b: Position, power: int) -> bool:
    return True


for _n in (4, 6, 9, 17, 26, 32, 46, 58, 66, 18, 94, 38, 85, 64, 50):
    MAY[_n] = always


@may(1, 77)
def not_twice(b: Position, power: int) -> bool:
    return True


@may(5)
def may_subsidise(b: Position, power: int) -> bool:
    return True


@may(47, 56, 101)
def may_levy(b: Position, power: int) -> bool:
    return bool(b.havens(power))


@may(89)
def may_arm(b: Position, power: int) -> bool:
    return bool(b.home(SPAIN))


@may(96)
def may_cocks(b: Position, power: int) -> bool:
    return any(x in PORTUGUESE_LAND for x in b.havens(BRITAIN))


@may(104)
def may_gendarmes(b: Position, power: int) -> bool:
    return any(b.friendly(FRENCH, x) and not b.fortress(x) for x in SPANISH_LAND)


@may(109)
def may_italians(b: Position, power: int) -> bool:
    return bool(b.havens(power)) or any(b.friendly(FRENCH, x) and b.chiefs(power, x) for x in ON_MAP)


@may(110)
def may_guard(b: Position, power: int) -> bool:
    return b.friendly(FRENCH, board.MADRID) or bool(b.havens(power))


@may(12)
def may_guerrilleros(b: Position, power: int) -> bool:
    return bool(open_to_guerrillas(b))


@may(13)
def may_enrage(b: Position, power: int) -> bool:
    return len(b.enraged) < 2


@may(7)
def may_raid(b: Position, power: int) -> bool:
    return any(b.force(1 - power % 2, x) for x in ON_MAP)


@may(25)
def may_fever(b: Position, power: int) -> bool:
    return any(b.sp[side, x] + b.sp[side + 2, x] >= 5 for x in ON_MAP for side in (0, 1))


@may(28)
def may_desert(b: Position, power: int) -> bool:
    return any(b.sp[one, x] >= 2 for one in enemies(power) for x in range(DUCHIES))


@may(31)
def may_ulcer(b: Position, power: int) -> bool:
    return any(b.common(one) or b.resources[one] for one in (SUD, NORD))


@may(37)
def may_fortify(b: Position, power: int) -> bool:
    return bool(fortifiable(b, power))


@may(43)
def may_sicken(b: Position, power: int) -> bool:
    return any(b.force(0, x) or b.force(1, x) for x in ON_MAP)


@may(49)
def may_return(b: Position, power: int) -> bool:
    soldiers = b.boxed[power] > 0 and bool(b.havens(power))
    return soldiers or bool(b.chiefs(power, REGROUP) and b.havens(power, soldiers=False))


@may(78)
def may_rally(b: Position, power: int) -> bool:
    army = any(b.chiefs(power, x) and b.friendly(power % 2, x) for x in ON_MAP)
    some = b.boxed[power] > 0 or bool(b.chiefs(power, REGROUP))
    return may_return(b, power) or (army and some)


@may(54)
def may_quarter(b: Position, power: int) -> bool:
    return any(POWER_OF[n] in enemies(power) and b.at[n] < DUCHIES and b.at[n] != PLYMOUTH for n in LEADERS)


@may(61)
def may_proclaim(b: Position, power: int) -> bool:
    return any(x not in KEYS and any(b.friendly(ALLIES, y) for y in NEIGHBOURS[x]) for x in open_to_guerrillas(b))


@may(62)
def may_rise(b: Position, power: int) -> bool:
    return any(b.friendly(FRENCH, x) and not b.fortress(x) for x in SPANISH_LAND)


@may(63)
def may_win_over(b: Position, power: int) -> bool:
    return any(b.friendly(ALLIES, x) and not b.fortress(x) and x not in KEYS and not b.force(ALLIES, x)
               and any(b.force(FRENCH, y) for y in NEIGHBOURS[x]) for x in SPANISH_LAND)


@may(69)
def may_owe(b: Position, power: int) -> bool:
    return any(b.resources[one] or b.total(one) for one in enemies(power))


@may(73)
def may_be_wellesley(b: Position, power: int) -> bool:
    return b.year < 1814


@may(77)
def may_go_on(b: Position, power: int) -> bool:
    return b.year < 1814 and 77 not in b.in_force


@may(1)
def may_dig(b: Position, power: int) -> bool:
    return 1 not in b.in_force


@may(79)
def may_burn(b: Position, power: int) -> bool:
    return any(b.resources[one] for one in enemies(power))


@may(83)
def may_change(b: Position, power: int) -> bool:
    return any(b.held(one) for one in range(4) if one != power)


@may(84)
def may_promote(b: Position, power: int) -> bool:
    ready = [one for one in LEADERS if POWER_OF[one] == power and b.at[one] in (UNBUILT, REGROUP)
             and one not in b.recalled]
    return bool(ready) and bool(b.havens(power, soldiers=False))


@may(86)
def may_fly(b: Position, power: int) -> bool:
    return bool(b.cards(board.RESERVE[SUD]))


@may(88)
def may_ambush(b: Position, power: int) -> bool:
    return any(b.force(FRENCH, x) for x in SPANISH_LAND)


@may(19)
def may_explore(b: Position, power: int) -> bool:
    return any(b.held(one) for one in enemies(power))


@may(15)
def may_confer(b: Position, power: int) -> bool:
    """The card itself is no longer there to be seen."""
    return len(b.common(power)) > 1 or bool(b.common((power + 2) % 4))


@may(20)
def may_call(b: Position, power: int) -> bool:
    if power % 2 == FRENCH:
        return True
    afield = SPANISH_LAND + PORTUGUESE_LAND
    return any(b.home(one) and any(b.sp[one, x] for x in afield) for one in (SUD, NORD))
