"""What a Battle and a Siege promise: exact chances from what everybody sees.

Cards that somebody could still play, and reactions, are not reckoned with. Chances are counted in throws: a die is
nothing in four cases of six, a Disruption in one and a kill in one; so all are whole numbers out of powers of six, and
fractions only at the end.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import NamedTuple

from tablero.games.wellington.rules.r01_pieces.s06_leaders import move_force
from tablero.games.wellington.rules.r03_control import status
from tablero.games.wellington.rules.r09_movement.s01_lines import line
from tablero.games.wellington.rules.r10_reactions.s04_interception import whole
from tablero.games.wellington.rules.r11_battle.s01_battle import ROUT, Battle
from tablero.games.wellington.rules.r11_battle.s02_dice import battle_dice, national_bonus, rating_dice
from tablero.games.wellington.rules.r11_battle.s06_retreat import ways_back
from tablero.games.wellington.rules.r12_sieges.s02_siege import (
    Siege, besieger_dice, fortress_dice, fresh_soldiers, siege_army
)
from tablero.games.wellington.state import Duchy, Force, Leader, Power, Side, Wellington
from tablero.kernel.bits import bitset
from tablero.kernel.odds import Odds, percent, tenth, together

BLANKS = 4              # faces of a die that are neither a 5 nor a 6
FACES = 6


@lru_cache(maxsize=1 << 10)
def throws(dice: int) -> tuple[tuple[int, ...], ...]:
    """[11.5a] In how many throws of so many dice there are so many Casualties, and so many kills among them: by
    Casualties, then by kills."""
    return tuple(
        tuple(BLANKS ** (dice - n) * comb(dice, n) * comb(n, kills) for kills in range(n + 1)) for n in range(dice + 1)
    )


# ------------------------------------------------------------------------------------------------------------- Battles


class Stake(NamedTuple):
    """One side of a Battle, before the dice of a Round."""

    dice: int           # in this Round
    later: int          # in another one if nobody had been hit
    pieces: int         # SPs and Leaders
    suffered: int = 0   # Casualties so far
    ignored: int = 0    # so many 5s against it have no effect in this Round
    brittle: bool = False       # in this Round its first Casualty eliminates even if it is a 5
    margin: int = ROUT  # it Routs an enemy who has suffered so many Casualties more


class Chances(NamedTuple):
    """How a Battle can end for the Active side, and how many pieces both can expect to lose to kills."""

    win: Fraction
    lose: Fraction      # the rest: nobody is left
    rout: Fraction      # the enemy is Routed, or wiped out
    routed: Fraction    # the own side is
    losses: Fraction    # own pieces killed, on average
    kills: Fraction     # those of the enemy


class Round(NamedTuple):
    """How one Round can end: in so many throws of all its dice."""

    win: int
    lose: int
    rout: int
    routed: int
    tie: int


@lru_cache(maxsize=1 << 10)
def harm(dice: int, ignored: int = 0, brittle: bool = False) -> tuple[tuple[int, ...], ...]:
    """[11.5b] [11.5d] As `throws`, but what a side makes of them that ignores 5s, or loses an SP to the first."""
    if not ignored and not brittle:
        return throws(dice)
    rows = [[0] * (n + 1) for n in range(dice + 1)]
    for n, row in enumerate(throws(dice)):
        for kills, count in enumerate(row):
            disruptions = max(0, n - kills - ignored)
            felled = brittle and not kills and disruptions > 0
            rows[kills + disruptions][kills + felled] += count
    return tuple(map(tuple, rows))


@lru_cache(maxsize=1 << 10)
def suffered(dice: int, pieces: int, ignored: int = 0, brittle: bool = False) -> tuple[tuple[int, int], ...]:
    """[11.5b] By the Casualties that so many dice inflict: the throws that leave some of the pieces, and those that
    kill them all."""
    return tuple((sum(row[:pieces]), sum(row[pieces:])) for row in harm(dice, ignored, brittle))


def one_round(dice: int, theirs: int, pieces: int, their_pieces: int) -> Round:
    """[11.52a] [11.52b] [11.7a] One Round of so many dice on either side, after equal Casualties."""
    return round_of(Stake(dice, 0, pieces), Stake(theirs, 0, their_pieces))


@lru_cache(maxsize=1 << 14)
def round_of(ours: Stake, theirs: Stake) -> Round:
    """[11.52a] [11.52b] [11.7a] One Round."""
    win = lose = rout = routed = tie = 0
    before = theirs.suffered - ours.suffered
    blows = suffered(ours.dice, theirs.pieces, theirs.ignored, theirs.brittle)
    for we, (we_live, we_die) in enumerate(suffered(theirs.dice, ours.pieces, ours.ignored, ours.brittle)):
        for they, (they_live, they_die) in enumerate(blows):
            win += we_live * they_die
            rout += we_live * they_die
            lose += we_die * they_live
            routed += we_die * they_live
            both, more = we_live * they_live, before + they - we
            if more > 0:
                win += both
                rout += both if more >= ours.margin else 0
            elif more < 0:
                lose += both
                routed += both if -more >= theirs.margin else 0
            else:
                tie += both
    return Round(win, lose, rout, routed, tie)


@lru_cache(maxsize=1 << 12)
def kills_in_all(dice: int, pieces: int, ignored: int = 0, brittle: bool = False) -> int:
    """[11.5b] How many of the pieces all throws of so many dice kill together."""
    rows = harm(dice, ignored, brittle)
    return sum(min(kills, pieces) * count for row in rows for kills, count in enumerate(row))


def killed(ours: Stake, theirs: Stake) -> tuple[int, int]:
    """How many pieces both sides lose together in all throws of a Round."""
    return (kills_in_all(theirs.dice, ours.pieces, ours.ignored, ours.brittle) * FACES**ours.dice,
            kills_in_all(ours.dice, theirs.pieces, theirs.ignored, theirs.brittle) * FACES**theirs.dice)


@lru_cache(maxsize=1 << 12)
def battle_chances(ours: Stake, theirs: Stake, last: bool = False) -> Chances:
    """[11.52a] [11.52b] [11.52c] [11.52d] [11.53a] A Battle that another Round can follow, or none; `ours` is the
    Active side, which has lost if Casualties are equal after the last."""
    first = round_of(ours, theirs)
    thrown = ours.dice + theirs.dice
    # by the number of dice thrown in all: throws, and pieces killed in them
    sums = {thrown: [first.win, first.lose + (first.tie if last else 0), *first[2:4], *killed(ours, theirs)]}
    for (one, other), count in ({} if last else second_rounds(ours, theirs)).items():
        second = round_of(one, other)
        row = sums.setdefault(thrown + one.dice + other.dice, [0] * 6)
        found = second.win, second.lose + second.tie, *second[2:4], *killed(one, other)
        for i, n in enumerate(found):
            row[i] += count * n
    most = max(sums)
    totals = [sum(row[i] * FACES ** (most - n) for n, row in sums.items()) for i in range(6)]
    return Chances(*(Fraction(total, FACES**most) for total in totals))


def second_rounds(ours: Stake, theirs: Stake) -> dict[tuple[Stake, Stake], int]:
    """[11.52c] [11.53a] The second Rounds that can follow, and in how many throws. Each kill and each Disruption costs
    a die. More pieces than the enemy has dice cannot all be killed, so that it does not matter how many they are."""
    found: dict[tuple[Stake, Stake], int] = {}
    rows = harm(theirs.dice, ours.ignored, ours.brittle)
    their_rows = harm(ours.dice, theirs.ignored, theirs.brittle)
    for they, their_row in enumerate(their_rows):
        we = they + theirs.suffered - ours.suffered
        if not 0 <= we < len(rows):
            continue
        dice, their_dice = max(0, ours.later - we), max(0, theirs.later - they)
        for lost, count in enumerate(rows[we][:ours.pieces]):
            one = Stake(dice, 0, min(ours.pieces - lost, their_dice + 1), margin=ours.margin)
            for fallen, their_count in enumerate(their_row[:theirs.pieces]):
                other = Stake(their_dice, 0, min(theirs.pieces - fallen, dice + 1), margin=theirs.margin)
                found[one, other] = found.get((one, other), 0) + count * their_count
    return found


def stake(s: Wellington, battle: Battle, side: Side) -> Stake:
    """[11.2a] [11.5f] What a side fights a Battle with; what cards give for this Round is gone in another one."""
    dice = battle_dice(s, battle, side)
    now = battle.round, battle.bonus, battle.halved, battle.quarrel
    battle.round, battle.bonus, battle.halved, battle.quarrel = 2, [0, 0], 0, 0
    later = battle_dice(s, battle, side)
    battle.round, battle.bonus, battle.halved, battle.quarrel = now
    return Stake(dice, later, battle.pieces(s, side), battle.suffered[side], battle.ignored[side],
                 bool(battle.grenadiers >> side & 1), battle.margin[side])


def attack_chances(
    s: Wellington, power: Power, forces: tuple[Force, ...], a: Duchy, b: Duchy, comes: Leader = -1
) -> Chances:
    """[11a] [10.4h] The Battle that follows when forces of a Power step into a Duchy where enemies are, and nobody
    reacts, or one Leader comes who has intercepted with all that he can bring along."""
    world = s.clone()
    for force in whole(s, comes, b, status(s)[power & 1]) if comes >= 0 else ():
        move_force(world, force, s.at[comes], b)
    for force in forces:
        move_force(world, force, a, b)
    battle = Battle(b, power, ((a, line(s, a, b, forces[0])),), status(s))
    battle.muster(world)
    return battle_chances(stake(world, battle, battle.side), stake(world, battle, 1 - battle.side))


# -------------------------------------------------------------------------------------------------------------- Sieges


class Besieger(NamedTuple):
    """The Army of a Siege, as it stands before a Round."""

    most: int               # SPs that the Army can have
    sps: int                # SPs of the Power that are left
    staff: int              # Staff Officers
    fixed: int              # dice besides: Battle Rating, Nationality Bonus, cards
    disruptions: int = 0
    led: bool = True        # it has a Leader, whose loss ends the Siege

    @property
    def dice(self) -> int:
        """[12.3b] [12.3j] [12.31b] Its dice: disrupted Soldiers are replaced as long as there are others."""
        army = min(self.most, self.sps)
        return max(0, army + self.staff + self.fixed - max(0, self.disruptions - (self.sps - army)))

    def after(self, kills: int, disruptions: int) -> Besieger | None:
        """[12.3c] What is left of it; None if its Leader, or the last Soldier of one without a Leader, is lost."""
        killed = min(kills, self.sps)
        staff = self.staff - (kills - killed)
        if staff < 0 if self.led else self.sps == killed:
            return None
        return self._replace(sps=self.sps - killed, staff=max(0, staff), disruptions=self.disruptions + disruptions)


class Storm(NamedTuple):
    """How a Round of a Siege is fought."""

    dice: int               # of the Army
    fire: int               # of the Fortress
    hits: int = 1           # faces of a die of the Army that are hits
    deadly: bool = False    # 5s of the Fortress eliminate
    brittle: bool = False   # the first Casualty eliminates even if it is a 5
    last: bool = False      # no further Round may follow
    suffered: int = 0       # Casualties that shore batteries inflicted: they count in this Round


@lru_cache(maxsize=1 << 14)
def siege_chances(
    army: Besieger, strength: int, hits: int = 0, rounds: int = 0, more: int = 0
) -> tuple[Fraction, Fraction]:
    """[12.3c] [12.3e] [12.22b] How likely a Fortress is to fall that has suffered so many hits in so many Rounds, if
    the besieger goes on as long as he may; and how many pieces that costs him on average. In every Round it has so many
    dice more than its strength."""
    return storm_chances(army, strength, hits, rounds, more, Storm(army.dice, strength + more))


def storm_chances(
    army: Besieger, strength: int, hits: int, rounds: int, more: int, storm: Storm
) -> tuple[Fraction, Fraction]:
    """[12.3d] [12.3e] The same, where cards have changed the Round that is about to be fought."""
    dice, rounds = storm.dice, rounds + 1
    scores = [storm.hits**n * (FACES - storm.hits) ** (dice - n) * comb(dice, n) for n in range(dice + 1)]
    enough = strength - hits
    sure, fallen, killed = sum(scores[enough:]), 0, 0
    falls = lost = Fraction(0)          # of later Rounds, in throws of this one
    goes_on = rounds < strength and not storm.last
    for casualties, row in enumerate(harm(storm.fire, 0, storm.brittle)):
        for n, count in enumerate(row):
            kills = casualties if storm.deadly else n
            killed += count * min(kills, army.sps + army.staff + army.led)
            left = army.after(kills, casualties - kills)
            if left is None:
                continue
            fallen += count * sure
            for scored in range(casualties + storm.suffered + 1, min(enough, dice + 1) if goes_on else 0):
                later, cost = siege_chances(left, strength, hits + scored, rounds, more)
                falls += count * scores[scored] * later
                lost += count * scores[scored] * cost
    whole = FACES ** (storm.fire + dice)
    return (fallen + falls) / whole, Fraction(killed, FACES**storm.fire) + lost / whole


def besieger(s: Wellington, leader: Leader, power: Power) -> Besieger:
    """[12.31a] The Army that a Leader would besiege with."""
    _, staff, sps = siege_army(s, leader)
    fixed = rating_dice(leader) + national_bonus(s, power)
    return Besieger(sps, fresh_soldiers(s, power, s.at[leader]), staff.bit_count(), fixed)


def army_of_siege(s: Wellington, siege: Siege) -> Besieger:
    """The Army of a Siege under way."""
    leader, staff, most = siege.army
    fixed = rating_dice(leader) + national_bonus(s, siege.power) + siege.lasting[siege.side]
    fresh = fresh_soldiers(s, siege.power, siege.x)
    return Besieger(most, fresh, (staff & s.here[siege.x]).bit_count(), fixed, siege.disruptions, leader >= 0)


def siege_now(s: Wellington, siege: Siege) -> tuple[Fraction, Fraction]:
    """A Siege before the dice of a Round, with the cards that were played: whether the Fortress falls, and pieces that
    the besieger loses."""
    if siege.fallen:
        return Fraction(1), Fraction(0)
    army, more = army_of_siege(s, siege), siege.lasting[1 - siege.side]
    if not siege.unusual() and not siege.casualties:        # as nearly always, and often asked again
        return siege_chances(army, siege.strength, siege.hits, siege.round - 1)
    storm = Storm(
        besieger_dice(s, siege), fortress_dice(siege), 2 if siege.fives_hit else 1, siege.fives_kill,
        bool(siege.grenadiers >> siege.side & 1), siege.last, siege.casualties,
    )
    return storm_chances(army, siege.strength, siege.hits, siege.round - 1, more, storm)


# ---------------------------------------------------------------------------------------------------------- as odds


def battle_odds(found: Chances) -> Odds:
    """A Battle."""
    values = (("rout", percent(found.rout)), ("routed", percent(found.routed)), ("losses", tenth(found.losses)),
              ("kills", tenth(found.kills)))
    return Odds("battle", found.win, found.win, None, values)


def no_way_back(lost: Fraction) -> Odds:
    return Odds("stranded", lost, lost)


def told_of(s: Wellington, seat: Power, battle: Battle, found: Chances) -> Odds | None:
    """What a seat reads of a Battle under way."""
    if seat & 1 == battle.side:
        came = bitset(a for a, _ in battle.came)
        kept = battle.sea >= 0 or ways_back(s, battle.side, came)
        return battle_odds(found) if kept else together(battle_odds(found), no_way_back(found.lose))
    win, lose, rout, routed, losses, kills = found
    return battle_odds(Chances(lose, win, routed, rout, kills, losses))


def chances_now(s: Wellington, battle: Battle) -> Chances:
    """A Battle under way, for the Active side."""
    ours, theirs = (stake(s, battle, side) for side in (battle.side, 1 - battle.side))
    return battle_chances(ours, theirs, battle.round >= battle.rounds)


def told_of_siege(seat: Power, siege: Siege, found: tuple[Fraction, Fraction]) -> Odds:
    """What a seat reads of a Siege under way."""
    falls, lost = found
    if seat & 1 == siege.side:
        return Odds("siege", falls, falls, None, (("losses", tenth(lost)),))
    return Odds("siege_held", 1 - falls, 1 - falls, None, (("losses", tenth(lost)),))
