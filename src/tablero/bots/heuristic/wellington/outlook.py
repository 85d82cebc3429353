"""What a Power makes of the map: what Duchies are worth, what could fight where, and what the enemy threatens."""

from __future__ import annotations

from tablero.bots.heuristic.wellington.dice import Fight, chance, fight, siege
from tablero.bots.heuristic.wellington.values import A_WAR, AN_SP, LEADER_WORTH
from tablero.games.wellington.board import (
    ALLIES, BATTLE_RATING, COMMAND_RATING, DUCHIES, FORTRESSES, FRENCH, GIBRALTAR, IN_FRANCE, IN_SPAIN, KEYS,
    LEADER_POWER, LEADERS, LISBON, MADRID, MAP, NEAR, ON_MAP, PORTUGUESE_KEYS, POWERS, PRINTED_HOME, SIDE_LEADERS,
    SIDES, SPANISH_KEYS
)
from tablero.games.wellington.rules.r01_pieces.s06_leaders import best_leader, commander_at, formations
from tablero.games.wellington.rules.r03_control import controlled, enemy, fortresses, friendly
from tablero.games.wellington.rules.r05_cards.s02_windows import held
from tablero.games.wellington.rules.r09_movement.s01_lines import enemy_fortresses
from tablero.games.wellington.rules.r10_reactions.s04_interception import DRY, modifier
from tablero.games.wellington.rules.r11_battle.s02_dice import NATIONALITY, TERRAIN_DICE, nationality, strength
from tablero.games.wellington.rules.r12_sieges.s02_siege import fortress_strength
from tablero.games.wellington.rules.r18_ending import held_by
from tablero.games.wellington.rules.r19_victory import HOME_BONUS, LAST_YEAR
from tablero.games.wellington.state import Duchies, Duchy, Leader, Leaders, Power, Side, Wellington
from tablero.kernel.bits import bitset, ids_of

FAR = 99
KILLS, LOSSES = 0.85, 1.15      # Battles cost an attacker more than their dice say: cards, Attrition on the way
BARE = 5                        # SPs that protect the Leaders of an Army in a lost Battle
A_FLAG = 0.15                   # any Duchy: a third of a point of the French in the last year
HOME_SHARE = {0: 1.0, 1: 0.3}   # by the years to go: how much the points for all Home Duchies count
TO_COME = (0.7, 0.85, 1.0)      # by the years to go
ATTACKED = (0.5, 0.5, 0.4, 0.25, 0.15)      # by the way of an enemy Army in Duchies: how likely it is to come


def _distances() -> tuple[tuple[int, ...], ...]:
    found = []
    for a in range(DUCHIES):
        row = [FAR] * DUCHIES
        row[a], new, n = 0, 1 << a, 0
        while new:
            near = 0
            for x in ids_of(new):
                near |= NEAR[x]
            n += 1
            new = near & ~sum(1 << x for x in range(DUCHIES) if row[x] < FAR)
            for x in ids_of(new):
                row[x] = n
        found.append(tuple(row))
    return tuple(found)


DISTANCE = _distances()


def conquest_chance(keys: int) -> float:
    """[18.6a] How likely the French are to conquer Spain at the end of the Turn with so many Keys and Madrid."""
    return max(0, keys // 3 - 1) / 6


class Outlook:
    """A position as one Power sees it; each question about it is answered once."""

    def __init__(self, s: Wellington, power: Power) -> None:
        self.s, self.power = s, power
        side = self.side = power & 1
        self.ours, self.theirs = friendly(s, side), enemy(s, side)
        self.us, self.them = formations(s, side), formations(s, 1 - side)
        self.forts = fortresses(s)
        self.closed = enemy_fortresses(s, side)
        self.french_keys = (held_by(s, FRENCH) & SPANISH_KEYS).bit_count()
        self.cards = sum(held(s, one) for one in range(len(POWERS)))
        self.sp = AN_SP * self.future() * self.scarcity()
        self.worth = self.worths()
        self.prized = self.near_prizes()
        self.front = bitset(x for x in range(DUCHIES) if NEAR[x] & (self.theirs | self.them))
        self.attackers = self.armies(1 - side)
        self.cache: dict[object, object] = {}
        self.coming: dict[Duchy, list[tuple[float, Duchy, int, int]]] = {}
        self.dangers: dict[tuple[Duchy, int, int], float] = {}

    def future(self) -> float:
        """How much of what pieces are worth is still to come: less from year to year, and less and less in the last
        Impulses of the last Turn."""
        s = self.s
        share = TO_COME[max(0, s.setting.last - s.year)]
        if s.year < s.setting.last or not s.round:
            return share
        return share * (0.1 + 0.9 * min(1.0, self.cards / 20))

    def scarcity(self) -> float:
        """The side with fewer Soldiers spares them, the one with more spends them."""
        ours, theirs = (sum(sum(self.s.sp[power * DUCHIES:(power + 1) * DUCHIES]) for power in SIDES[side])
                        for side in (self.side, 1 - self.side))
        return min(1.25, max(0.6, (theirs + 5) / (ours + 5)))

    def closing(self) -> bool:
        """Are the Impulses of the Turn nearly over? Then those in Uncontrolled Duchies suffer Attrition [4.3a]."""
        return bool(self.s.round) and held(self.s, self.power) <= 1

    # --- what Duchies are worth

    def worths(self) -> list[float]:
        """What each Duchy is worth to the side that holds it, over the other one."""
        s, keys = self.s, self.french_keys
        french, allied = held_by(s, FRENCH), held_by(s, ALLIES)
        smooth = [(conquest_chance(n - 1) + conquest_chance(n) + conquest_chance(n + 1)) / 3 for n in range(17)]
        step = (smooth[min(16, keys + 1)] - smooth[max(0, keys - 1)]) / 2 * A_WAR
        if not french >> MADRID & 1:
            step /= 3
        free = 15 - keys
        last = 0.3 * A_WAR / max(1, keys) ** 2 + 0.3 * A_WAR / max(1, free) ** 2
        home = (french & IN_FRANCE).bit_count()
        found = []
        for x in range(DUCHIES):
            here = A_FLAG
            if KEYS >> x & 1:
                here += 2.0
                if SPANISH_KEYS >> x & 1:
                    here += step + last
                elif PORTUGUESE_KEYS >> x & 1:
                    here += 0.3 * A_WAR / max(1, (allied & PORTUGUESE_KEYS).bit_count()) ** 2 if keys > 6 else 0.0
            if x == MADRID:
                here += 1.5 + 0.8 * A_WAR * smooth[keys]
            elif x in (LISBON, GIBRALTAR):
                here += 1.5
            if IN_FRANCE >> x & 1:
                here += 0.5 + 0.4 * A_WAR / max(1, home) ** 2
            found.append(here if ON_MAP >> x & 1 else 0.0)
        self.add_homes(found)
        return found

    def near_prizes(self) -> Duchies:
        """What is worth something, and what lies next to a Duchy that could be Flagged."""
        found = bitset(x for x in range(DUCHIES) if self.worth[x] >= 1.0)
        for x in ids_of(self.theirs & ~self.them & ~self.forts):
            found |= NEAR[x]
        return found

    def add_homes(self, found: list[float]) -> None:
        """[19.4c] A French Power that Controls all its Home Duchies in the last year has points for that: each of them
        is worth these, or the only one that is missing."""
        share = HOME_SHARE.get(LAST_YEAR - self.s.year, 0.0) * HOME_BONUS
        for power in SIDES[FRENCH]:
            missing = PRINTED_HOME[power] & ~controlled(self.s, power)
            if missing.bit_count() <= 1:
                for x in ids_of(missing or PRINTED_HOME[power]):
                    found[x] += share

    # --- strengths

    def armies(self, side: Side) -> list[tuple[Duchy, int, int]]:
        """The Duchies of a side with a Leader: where, the dice with which they attack elsewhere, their pieces."""
        s, found = self.s, []
        for power in SIDES[side]:
            seen = 0
            for leader in ids_of(LEADERS[power]):
                x = s.at[leader]
                if x >= DUCHIES or seen >> x & 1 or not ON_MAP >> x & 1:
                    continue
                seen |= 1 << x
                leaders = s.here[x] & LEADERS[power]
                best = best_leader(leaders)
                sps = min(s.sp[power * DUCHIES + x], max(COMMAND_RATING[one] for one in ids_of(leaders)) + 2)
                if sps:
                    found.append((x, sps + BATTLE_RATING[best] + NATIONALITY[power], sps + 1))
        return found

    def dice_at(self, side: Side, x: Duchy) -> int:
        """The dice of all that a side has in a Duchy, without terrain."""
        commander = commander_at(self.s, side, x)
        return strength(self.s, side, x) + nationality(self.s, side, x) + (
            BATTLE_RATING[commander] if commander >= 0 else 0)

    def pieces_at(self, side: Side, x: Duchy) -> int:
        s = self.s
        one, other = SIDES[side]
        return s.sp[one * DUCHIES + x] + s.sp[other * DUCHIES + x] + (s.here[x] & SIDE_LEADERS[side]).bit_count()

    def army_dice(self, leader: Leader, sps: int) -> int:
        """The dice of an Army by itself."""
        return sps + BATTLE_RATING[leader] + NATIONALITY[LEADER_POWER[leader]]

    def terrain(self, a: Duchy, b: Duchy, side: Side) -> int:
        """The dice of a defender for the line by which the enemy comes."""
        return TERRAIN_DICE[MAP.edge_kind(a, b)] if (self.ours if side == self.side else self.theirs) >> b & 1 else 0

    # --- Battles and Sieges

    def helpers(self, b: Duchy) -> float:
        """The dice that enemies next to a Duchy can be expected to bring into a Battle there."""
        s, found = self.s, 0.0
        before = friendly(s, 1 - self.side)
        for a, _, _ in self.attackers:
            if DRY[b] >> a & 1:
                leaders = s.here[a] & SIDE_LEADERS[1 - self.side] & ~s.marked
                if leaders:
                    leader = best_leader(leaders)
                    sps = min(COMMAND_RATING[leader], s.sp[LEADER_POWER[leader] * DUCHIES + a])
                    added = BATTLE_RATING[leader] + modifier(before, a, b, MAP.edge_kind(a, b))
                    found += chance(added) * (sps + 1)
        return found

    def attack(self, dice: int, pieces: int, a: Duchy, b: Duchy) -> Fight:
        """A Battle in a Duchy where enemies are, with the dice of an Army that comes from another one."""
        other = 1 - self.side
        theirs = self.dice_at(other, b) + round(self.helpers(b))
        return fight(dice, theirs, self.terrain(a, b, other), pieces, self.pieces_at(other, b))

    def attack_worth(self, dice: int, pieces: int, a: Duchy, b: Duchy, own: Leaders = 0) -> float:
        """What an attack is worth: the Duchy, what both sides lose, and what a defeat means. Leaders with few Soldiers
        fall when these are lost."""
        found = self.attack(dice, pieces, a, b)
        s = self.s
        leaders = s.here[b] & SIDE_LEADERS[1 - self.side]
        prize = self.worth[b] if not self.ours >> b & 1 else 0.6 * self.worth[b]
        if self.closed >> b & 1:
            prize *= 0.45
        elif KEYS >> b & 1:
            prize *= 0.9
        gain = found.win * prize + (KILLS * found.kills - LOSSES * found.losses) * self.sp
        gain += 0.5 * (found.rout - found.routed)
        gain += sum(LEADER_WORTH[leader] for leader in ids_of(leaders)) * 0.15 * found.rout
        if leaders:
            gain += found.win * self.relieved(b)
        if own:
            bare = max(0.0, 1 - (pieces - own.bit_count()) / BARE)
            gain -= bare * (1 - found.win) * sum(LEADER_WORTH[leader] for leader in ids_of(own))
        return gain - (1 - found.win) * 0.6 if found.win > 0.45 else min(gain, -0.1)

    def siege_chance(self, leader: Leader, sps: int, x: Duchy) -> tuple[float, float]:
        most = min(sps, COMMAND_RATING[leader])
        power = LEADER_POWER[leader]
        bonus = NATIONALITY[power] + (self.s.atrocity >> (power & 1) & 1)
        return siege(most, sps - most, BATTLE_RATING[leader] + bonus, fortress_strength(self.s, x))

    def siege_worth(self, leader: Leader, sps: int, x: Duchy, again: bool = True) -> float:
        """What it is worth to besiege a Fortress: in this Impulse, and if that fails in later ones."""
        falls, lost = self.siege_chance(leader, sps, x)
        now = falls * self.worth[x] - lost * self.sp
        if sps <= 0 or falls < 0.04:
            return -1.0
        return now + (0.5 * (1 - falls) * max(0.0, now) if again else 0.0)

    # --- what the enemy threatens

    def threats(self, x: Duchy) -> list[tuple[float, Duchy, int, int]]:
        """The enemy Armies near a Duchy: how likely they are to come, where they are, their dice and pieces."""
        found = self.coming.get(x)
        if found is None:
            found = self.coming[x] = [(ATTACKED[DISTANCE[a][x]], a, attack, theirs) for a, attack, theirs
                                      in self.attackers if DISTANCE[a][x] < len(ATTACKED)]
        return found

    def danger(self, x: Duchy, dice: int, pieces: int) -> float:
        """What a force can be expected to lose where it stands: by the enemy Army that is most dangerous to it."""
        key = x, dice, pieces
        worst = self.dangers.get(key)
        if worst is None:
            worst = 0.0
            for likely, a, attack, theirs in self.threats(x):
                if a != x:
                    terrain = self.terrain(a, x, self.side) if NEAR[x] >> a & 1 else 1
                    found = fight(attack, dice, terrain, theirs, pieces)
                    loss = found.kills * self.sp + 0.4 * found.win + 0.6 * found.rout - found.losses * self.sp
                    worst = max(worst, likely * loss)
            self.dangers[key] = worst
        return worst

    def risk(self, x: Duchy, dice: int, pieces: int) -> float:
        """How likely a Duchy of the own side is to be lost that is held with so many dice."""
        safe = 1.0
        share = 0.3 if self.forts >> x & 1 else 1.0
        for likely, _, attack, theirs in self.threats(x):
            falls = fight(attack, dice, 1, theirs, pieces).win if pieces else 1.0
            safe *= 1 - likely * share * falls
        return 1 - safe

    def guard(self, x: Duchy, dice: int, pieces: int) -> float:
        """What it is worth that a force stands in a Duchy of the own side, instead of nobody."""
        if not self.ours >> x & 1 or self.worth[x] < 1.0:
            return 0.0
        found = (self.risk(x, 0, 0) - self.risk(x, dice, pieces)) * self.worth[x]
        if self.side == FRENCH and pieces and IN_SPAIN >> x & 1 and not self.forts >> x & 1:
            found += 0.3 * self.worth[x] * 0.5          # Guerrillas [4.4a]
        return found

    def more_guard(self, x: Duchy, dice: int, pieces: int) -> float:
        """What it is worth that a force comes to a Duchy of the own side, with those that are there already."""
        if not self.us >> x & 1:
            return self.guard(x, dice, pieces)
        now, there = self.dice_at(self.side, x), self.pieces_at(self.side, x)
        return self.guard(x, max(dice, now) + min(pieces - 1, there), pieces + there) - self.guard(x, now, there)

    def rest(self, x: Duchy, gone: Leaders, sps: int) -> tuple[int, int]:
        """The dice and pieces of the own side that stay in a Duchy when Leaders leave it with so many SPs."""
        s = self.s
        one, other = SIDES[self.side]
        soldiers = s.sp[one * DUCHIES + x] + s.sp[other * DUCHIES + x] - sps
        leaders = s.here[x] & SIDE_LEADERS[self.side] & ~gone
        if not soldiers and not leaders:
            return 0, 0
        rating = BATTLE_RATING[best_leader(leaders)] if leaders else 0
        return soldiers + rating + NATIONALITY[self.power], soldiers + leaders.bit_count()

    def unled(self, leader: Leader, x: Duchy) -> float:
        """What it is worth that a Leader without Soldiers is in a Duchy: those there or near who have none so able."""
        s, power, best = self.s, LEADER_POWER[leader], 0.0
        for y in ids_of(s.occupied[power]):
            way = DISTANCE[x][y]
            if way < len(ATTACKED):
                others = s.here[y] & LEADERS[power] & ~(1 << leader)
                abler = BATTLE_RATING[leader] - (BATTLE_RATING[best_leader(others)] if others else -1)
                sps = s.sp[power * DUCHIES + y] - (1 if self.garrison_wanted(y) else 0)
                best = max(best, 0.1 * abler * min(COMMAND_RATING[leader], sps) / (1 + way))
        return best

    def waiting_for(self, x: Duchy) -> float:
        """How much Soldiers in a Duchy are waited for: by a Leader who could lead more of them, and is not far."""
        s, power, found = self.s, self.power, 0.0
        for leader in ids_of(LEADERS[power]):
            y = s.at[leader]
            if y < DUCHIES and s.sp[power * DUCHIES + y] < COMMAND_RATING[leader]:
                found = max(found, (0.6 + 0.1 * BATTLE_RATING[leader]) / (1 + DISTANCE[y][x]))
        return found

    def relieved(self, b: Duchy) -> float:
        """What is safer without the enemy Army in a Duchy: own Duchies near it that nobody holds."""
        near = NEAR[b]
        for x in ids_of(NEAR[b]):
            near |= NEAR[x]
        open_ = near & self.ours & ~self.us & ~self.forts
        return 0.2 * sum(sorted((self.worth[x] for x in ids_of(open_)), reverse=True)[:3])

    def garrison_wanted(self, x: Duchy) -> bool:
        """Should a Soldier stay in a Duchy that an Army leaves? In Keys without a Fortress."""
        return bool(KEYS & ~FORTRESSES & ~self.s.hasty & self.ours >> x << x & (1 << x)) and self.worth[x] > 1.0
