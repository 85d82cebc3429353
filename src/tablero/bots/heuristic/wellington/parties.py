"""Who marches together: a Leader alone, with Staff Officers, or with other Armies in an Army Group."""

from __future__ import annotations

from typing import NamedTuple

from tablero.bots.heuristic.wellington.outlook import Outlook
from tablero.games.wellington.board import BATTLE_RATING, COMMAND_RATING, DUCHIES, LEADER_POWER, LEADERS, NEAR
from tablero.games.wellington.rules.r01_pieces.s05_soldiers import fits, unmarked
from tablero.games.wellington.rules.r01_pieces.s06_leaders import best_leader, commanding_power
from tablero.games.wellington.rules.r08_diplomacy import ally
from tablero.games.wellington.rules.r09_movement.s01_lines import in_quarters
from tablero.games.wellington.rules.r09_movement.s02_march import March
from tablero.games.wellington.rules.r11_battle.s02_dice import NATIONALITY
from tablero.games.wellington.state import Army, Duchies, Duchy, Leader, Leaders
from tablero.kernel.bits import ids_of

ENOUGH = 2              # the SPs for which a further Army comes along: each of its steps costs a point


class Party(NamedTuple):
    """Armies that march together, the one that leads them first; each costs a Command Point a step [9.63a]."""

    armies: tuple[Army, ...]
    leaders: Leaders
    sps: int
    dice: int

    @property
    def leader(self) -> Leader:
        return self.armies[0][0]

    @property
    def pieces(self) -> int:
        return self.sps + self.leaders.bit_count()

    @property
    def cost(self) -> int:
        return len(self.armies)


def party_of(armies: tuple[Army, ...]) -> Party:
    """[11.2a] [11.3b] What Armies bring into a Battle: Soldiers, Staff Officers, the best Leader, and the bonus of the
    Power that has at least half of them, if it leads them."""
    leaders, pieces = 0, [0] * len(LEADERS)
    for leader, staff, sps in armies:
        leaders |= 1 << leader | staff
        pieces[LEADER_POWER[leader]] += sps + 1 + staff.bit_count()
    power = LEADER_POWER[armies[0][0]]
    bonus = max(NATIONALITY[p] for p in (power, ally(power)) if 2 * pieces[p] >= sum(pieces))
    sps = sum(army[2] for army in armies)
    rating = BATTLE_RATING[best_leader(leaders)]
    return Party(armies, leaders, sps, sps + leaders.bit_count() - 1 + rating + bonus)


def load_wanted(look: Outlook, leader: Leader, x: Duchy) -> int:
    """The SPs that a Leader should take along: all that he can, but one stays in a Key that nobody else holds."""
    s, power = look.s, LEADER_POWER[leader]
    here = s.sp[power * DUCHIES + x]
    free = unmarked(s, power, x)
    n = min(free, COMMAND_RATING[leader])
    if n == here > 1 and not s.sp[ally(power) * DUCHIES + x] and look.garrison_wanted(x):
        n -= 1
    return n


def changed(look: Outlook, leader: Leader, x: Duchy, n: int) -> int:
    """[1.5d] As many SPs, or nearly, as there is change for."""
    s, power = look.s, LEADER_POWER[leader]
    here = s.sp[power * DUCHIES + x]
    most = min(unmarked(s, power, x), COMMAND_RATING[leader])
    empty = next((b for b in ids_of(NEAR[x]) if not s.sp[power * DUCHIES + b]), -1)
    if n == here or empty < 0:
        return n
    loads = (n, *range(n + 1, most + 1), *range(n - 1, 0, -1))
    return next((load for load in loads if load == here or fits(s, power, [(x, -load), (empty, load)])), 0)


def parties(look: Outlook, leader: Leader) -> list[Party]:
    """The parties that a Leader can gather where he stands: his own Army, with Leaders who would have nothing to lead
    as Staff Officers; and with one Army more of his Power or of the Ally, or both. One without Soldiers goes
    alone."""
    s, x, power = look.s, look.s.at[leader], LEADER_POWER[leader]
    sps = changed(look, leader, x, load_wanted(look, leader, x))
    if not sps:
        return [party_of(((leader, 0, 0),))]
    left = unmarked(s, power, x) - sps
    others = sorted(ids_of(s.here[x] & LEADERS[power] & ~s.marked & ~(1 << leader)),
                    key=lambda other: (-COMMAND_RATING[other], other))
    idle = others[1:] if left >= ENOUGH else others
    staff = sum(1 << other for other in idle[: COMMAND_RATING[leader] - sps])
    own: Army = leader, staff, sps
    second: list[Army] = [(others[0], 0, min(left, COMMAND_RATING[others[0]]))] if left >= ENOUGH and others else []
    allied = allied_army(look, x)
    found = [(own,), (own, *second), (own, *allied), (own, *second, *allied)]
    return [party_of(armies) for armies in dict.fromkeys(found)]


def allied_army(look: Outlook, x: Duchy) -> list[Army]:
    """[9.64a] The Army of the Ally that can be taken along, where the own Power commands."""
    s, other = look.s, ally(look.power)
    leaders = s.here[x] & LEADERS[other] & ~s.marked
    if not leaders or commanding_power(s, look.side, x) != look.power or in_quarters(s, other, x):
        return []
    leader = max(ids_of(leaders), key=lambda one: (COMMAND_RATING[one], BATTLE_RATING[one]))
    sps = min(unmarked(s, other, x), COMMAND_RATING[leader])
    return [(leader, 0, sps)] if sps else []


def first_steps(look: Outlook, party: Party) -> Duchies:
    """[9.3a] [1.5d] Where a party can go from where it stands."""
    s = look.s
    march = March(look.power, s.at[party.leader], party.armies)
    return 0 if march.exhausted(s) else march.ways(s)
