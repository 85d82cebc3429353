"""What an attack is worth: what it takes, what it costs."""

from __future__ import annotations

from tablero.bots.heuristic.car.dice import Hits, assault, body_of, holding, outcome, steps_of
from tablero.bots.heuristic.car.outlook import Outlook
from tablero.bots.heuristic.car.worth import step_worth
from tablero.games.car.board import AFR, ARMOR, GUADARRAMA, LF, MADRID, NAT, NEAR, WAR_PHASE
from tablero.games.car.rules.r02_map import spaces_of
from tablero.games.car.rules.r11_combat.s02_resolution import fire_column
from tablero.games.car.state import Car, Space, Units
from tablero.kernel.bits import ids_of

HOPELESS = 0.1          # a chance that is not thought about
PUSHED = 0.1            # what it is worth that the enemy has to give way
RELIEVED = 0.7          # of what one had to fear from him


def point_worth(s: Car, units: Units, first: bool) -> float:
    """What a lost point costs, on average; the Army of Africa and tanks lose first."""
    some = ids_of(units)
    if not some:
        return 0.0
    costs = sorted(step_worth(s, u) / LF[u] for u in some)
    if first and units & (AFR | ARMOR):
        return max(costs)
    return costs[0] if len(costs) < 2 else (costs[0] + costs[1]) / 2


def promise(look: Outlook, x: Space, units: Units, bonus: int = 0) -> float:
    """What an attack by these units is worth."""
    s, foes = look.s, look.s.here[x]
    attack = assault(s, look.side, x, units, bonus)
    body = body_of(s, foes)
    answer = fire_column(body.strength, body.corps, attack.answer)
    return value(look, x, units, attack.hits, answer.hits)


def value(look: Outlook, x: Space, units: Units, attack: Hits, defence: Hits) -> float:
    """What an attack with these dice is worth to the attacker, as `look` sees it."""
    s, foes = look.s, look.s.here[x]
    body = body_of(s, foes)
    found = outcome(attack, defence, body_of(s, units).points, body.points)
    takes = found.wipes + found.wins * holding(s, x, body.several)
    worth = 0.0
    if takes > HOPELESS:
        worth = look.temper.zeal * takes * (seize(look, x, units) + PUSHED + RELIEVED * look.threat_of(x))
    worth += found.inflicted * point_worth(s, foes, False)
    worth -= found.suffered * point_worth(s, units, True)
    if found.wins and not look.near[x] & look.theirs & ~s.occupied[look.side] & ~(1 << x):
        worth += found.wins * 0.7 * sum(steps_of(s, u) * step_worth(s, u) for u in ids_of(foes)) / 2
    if look.side == NAT and not WAR_PHASE[s.turn]:
        if x == MADRID:
            worth += max(0, s.madrid - 1)
        elif NEAR[MADRID] >> x & 1 and x != GUADARRAMA:
            worth += max(0, s.madrid - 2)
    return worth


def seize(look: Outlook, x: Space, units: Units) -> float:
    """What it is worth to go into a space that the enemy has lost, with the best of those who won it; or not to."""
    s, best = look.s, 0.0
    gain = look.prize(x) + look.cut(1 << x)
    for y in ids_of(spaces_of(s, units)):
        group = units & s.here[y]
        some = {group} | {1 << u for u in ids_of(group)} if group & (group - 1) else {group}
        for stack in some:
            best = max(best, gain + look.shift(y, x, stack, 1 << x, best - gain))
    return best
