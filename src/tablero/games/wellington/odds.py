"""What a Battle, a Siege, an interception or an evasion promises: exact chances from what everybody sees.

Cards and reactions are not reckoned with. Chances are counted in throws: a die is nothing in four cases of six, a
Disruption in one and a kill in one; so all are whole numbers out of powers of six, and fractions only at the end.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import NamedTuple, TypeAlias

from tablero.games.wellington.board import BATTLE_ROUND, LEADER_POWER, SIEGE_ROUND
from tablero.games.wellington.cards.battle_cards import ShootAt
from tablero.games.wellington.cards.choices import ChooseDuchy
from tablero.games.wellington.cards.events_armies import Desertion
from tablero.games.wellington.cards.responses import AmbushDuchy, RaidDuchy, SpreadDysentery
from tablero.games.wellington.roll_odds import (
    attrition_then, card_odds, chosen_odds, desertion_odds, duchy_odds, march_attrition, retreat_odds, sail_odds,
    shoot_odds
)
from tablero.games.wellington.rules.r01_pieces.s06_leaders import formations, move_force
from tablero.games.wellington.rules.r03_control import status
from tablero.games.wellington.rules.r04_sequence.s02_impulses import ChoosePlay
from tablero.games.wellington.rules.r05_cards.s02_windows import Window
from tablero.games.wellington.rules.r06_building import SpendPoints
from tablero.games.wellington.rules.r09_movement.s01_lines import line
from tablero.games.wellington.rules.r09_movement.s02_march import March, MarchOrders
from tablero.games.wellington.rules.r09_movement.s03_step import StepOrStay
from tablero.games.wellington.rules.r10_reactions.s01_contact import Contact, lines_in
from tablero.games.wellington.rules.r10_reactions.s04_interception import (
    best_way, chance, interception_modifier, interceptors, whole
)
from tablero.games.wellington.rules.r10_reactions.s05_evasion import evasion_modifier, leads_away, reasons, way_out
from tablero.games.wellington.rules.r10_reactions.s09_sequence import ReactionWindow
from tablero.games.wellington.rules.r11_battle.s01_battle import ROUT, Battle, BattleWindow
from tablero.games.wellington.rules.r11_battle.s02_dice import battle_dice, national_bonus, rating_dice
from tablero.games.wellington.rules.r11_battle.s06_retreat import RetreatGroup, ways_back
from tablero.games.wellington.rules.r12_sieges.s02_siege import (
    GoOn, Siege, fortress_strength, fresh_soldiers, siege_army
)
from tablero.games.wellington.rules.r14_naval import LoadConvoy
from tablero.games.wellington.state import Duchy, Force, Leader, Power, Side, Wellington
from tablero.kernel.actions import Action
from tablero.kernel.bits import bitset, ids_of
from tablero.kernel.cards import about
from tablero.kernel.frames import Frame
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
    """One side of a Battle."""

    dice: int           # in the first Round
    later: int          # in a second Round if nobody had been hit
    pieces: int         # SPs and Leaders


class Chances(NamedTuple):
    """How a Battle can end for the Active side, and how many pieces both can expect to lose to kills."""

    win: Fraction
    lose: Fraction      # the rest: nobody is left
    rout: Fraction      # the enemy is Routed, or wiped out
    routed: Fraction    # the own side is
    losses: Fraction    # own pieces killed, on average
    kills: Fraction     # those of the enemy


class Round(NamedTuple):
    """How one Round can end that begins with equal Casualties: in so many throws of all its dice."""

    win: int
    lose: int
    rout: int
    routed: int
    tie: int


@lru_cache(maxsize=1 << 10)
def suffered(dice: int, pieces: int) -> tuple[tuple[int, int], ...]:
    """[11.5b] By the Casualties that so many dice inflict: the throws that leave some of the pieces, and those that
    kill them all."""
    return tuple((sum(row[:pieces]), sum(row[pieces:])) for row in throws(dice))


@lru_cache(maxsize=1 << 14)
def one_round(dice: int, theirs: int, pieces: int, their_pieces: int) -> Round:
    """[11.52a] [11.52b] [11.7a] One Round of so many dice on either side."""
    win = lose = rout = routed = tie = 0
    for we, (we_live, we_die) in enumerate(suffered(theirs, pieces)):
        for they, (they_live, they_die) in enumerate(suffered(dice, their_pieces)):
            win += we_live * they_die
            rout += we_live * they_die
            lose += we_die * they_live
            routed += we_die * they_live
            both = we_live * they_live
            if they > we:
                win += both
                rout += both if they - we >= ROUT else 0
            elif we > they:
                lose += both
                routed += both if we - they >= ROUT else 0
            else:
                tie += both
    return Round(win, lose, rout, routed, tie)


@lru_cache(maxsize=1 << 12)
def kills_in_all(dice: int, pieces: int) -> int:
    """[11.5b] How many of the pieces all throws of so many dice kill together."""
    return sum(min(kills, pieces) * count for row in throws(dice) for kills, count in enumerate(row))


@lru_cache(maxsize=1 << 12)
def battle_chances(ours: Stake, theirs: Stake) -> Chances:
    """[11.52a] [11.52b] [11.52c] [11.52d] [11.53a] A Battle of up to two Rounds; `ours` is the Active side, which has
    lost if Casualties are equal after the second."""
    first = one_round(ours.dice, theirs.dice, ours.pieces, theirs.pieces)
    thrown = ours.dice + theirs.dice
    kills = (kills_in_all(theirs.dice, ours.pieces) * FACES**ours.dice,
             kills_in_all(ours.dice, theirs.pieces) * FACES**theirs.dice)
    sums = {thrown: [*first[:4], *kills]}       # by the number of dice thrown in all: throws, and pieces killed in them
    for (dice, their_dice, pieces, their_pieces), count in second_rounds(ours, theirs).items():
        second = one_round(dice, their_dice, pieces, their_pieces)
        row = sums.setdefault(thrown + dice + their_dice, [0] * 6)
        row[0] += count * second.win
        row[1] += count * (second.lose + second.tie)
        row[2] += count * second.rout
        row[3] += count * second.routed
        row[4] += count * kills_in_all(their_dice, pieces) * FACES**dice
        row[5] += count * kills_in_all(dice, their_pieces) * FACES**their_dice
    most = max(sums)
    totals = [sum(row[i] * FACES ** (most - n) for n, row in sums.items()) for i in range(6)]
    return Chances(*(Fraction(total, FACES**most) for total in totals))


def last_chances(dice: int, theirs: int, pieces: int, their_pieces: int) -> Chances:
    """[11.52c] [11.52d] The last Round of a Battle in which both sides have suffered alike."""
    win, lose, rout, routed, tie = one_round(dice, theirs, pieces, their_pieces)
    losses, kills = kills_in_all(theirs, pieces) * FACES**dice, kills_in_all(dice, their_pieces) * FACES**theirs
    thrown = FACES ** (dice + theirs)
    return Chances(*(Fraction(n, thrown) for n in (win, lose + tie, rout, routed, losses, kills)))


def second_rounds(ours: Stake, theirs: Stake) -> dict[tuple[int, int, int, int], int]:
    """[11.52c] [11.53a] The second Rounds that can follow, by dice and pieces of both sides, and in how many throws.
    Each kill and each Disruption costs a die. More pieces than the enemy has dice cannot all be killed, so that it does
    not matter how many they are."""
    found: dict[tuple[int, int, int, int], int] = {}
    rows, their_rows = throws(theirs.dice), throws(ours.dice)
    for n in range(min(ours.dice, theirs.dice) + 1):
        dice, their_dice = max(0, ours.later - n), max(0, theirs.later - n)
        for lost in range(min(n + 1, ours.pieces)):
            pieces = min(ours.pieces - lost, their_dice + 1)
            for killed in range(min(n + 1, theirs.pieces)):
                key = dice, their_dice, pieces, min(theirs.pieces - killed, dice + 1)
                found[key] = found.get(key, 0) + rows[n][lost] * their_rows[n][killed]
    return found


def stake(s: Wellington, battle: Battle, side: Side) -> Stake:
    """[11.2a] What a side would fight a Battle with that is not run yet."""
    first = battle_dice(s, battle, side)
    now, battle.round = battle.round, 2
    bonus, battle.bonus = battle.bonus, [0, 0]
    later = battle_dice(s, battle, side)
    battle.round, battle.bonus = now, bonus
    return Stake(first, later, battle.pieces(s, side))


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


@lru_cache(maxsize=1 << 14)
def siege_chances(army: Besieger, strength: int, hits: int = 0, rounds: int = 0) -> tuple[Fraction, Fraction]:
    """[12.3c] [12.3e] [12.22b] How likely a Fortress is to fall that has suffered so many hits in so many Rounds, if
    the besieger goes on as long as he may; and how many pieces that costs him on average."""
    dice, rounds = army.dice, rounds + 1
    scores = [(FACES - 1) ** (dice - n) * comb(dice, n) for n in range(dice + 1)]
    enough = strength - hits
    sure, fallen, killed = sum(scores[enough:]), 0, 0
    falls = lost = Fraction(0)          # of later Rounds, in throws of this one
    for casualties, row in enumerate(throws(strength)):
        for kills, count in enumerate(row):
            killed += count * min(kills, army.sps + army.staff + army.led)
            left = army.after(kills, casualties - kills)
            if left is None:
                continue
            fallen += count * sure
            for scored in range(casualties + 1, min(enough, dice + 1) if rounds < strength else 0):
                later, more = siege_chances(left, strength, hits + scored, rounds)
                falls += count * scores[scored] * later
                lost += count * scores[scored] * more
    whole = FACES ** (strength + dice)
    return (fallen + falls) / whole, Fraction(killed, FACES**strength) + lost / whole


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


# ------------------------------------------------------------------------------------------------------ for questions


def odds(s: Wellington, seat: Power, action: Action) -> Odds | None:
    """What one of its options promises a seat; nothing where no dice follow."""
    teller = TELLERS.get((type(s.stack[-1]), action[0])) if s.stack else None
    return teller(s, seat, action) if teller else None


def step_odds(s: Wellington, seat: Power, action: Action) -> Odds | None:
    """A step into a Duchy where enemies are, or where they could intercept; and what it costs."""
    march, b = s.frame(March), action[1]
    return together(_met(s, march, b), march_attrition(s, march, b))


def declared_odds(s: Wellington, seat: Power, action: Action) -> Odds | None:
    """A step that was declared, as things are after the answer of the enemy."""
    asked = s.stack[-1]
    assert isinstance(asked, StepOrStay)
    return step_odds(s, seat, ("step", asked.b))


def stranded(s: Wellington, forces: tuple[Force, ...], a: Duchy, b: Duchy, last: Duchy) -> bool:
    """[11.62a] [11.62b] Would a defeat in a Duchy send forces to the Regroup Box that come to it from another, and last
    from a third: is there no way back?"""
    world = s.clone()
    for force in forces:
        move_force(world, force, a, b)
    return not ways_back(world, forces[0][0] & 1, 1 << last)


def no_way_back(lost: Fraction) -> Odds:
    return Odds("stranded", lost, lost)


def _met(s: Wellington, march: March, b: Duchy) -> Odds | None:
    near = interception_chances(s, 1 - (march.power & 1), b)
    best, most = max(near.items(), key=lambda one: one[1], default=(-1, Fraction(0)))
    if not formations(s, 1 - (march.power & 1)) >> b & 1:
        return Odds("intercepted", most, most, None, (("n", str(len(near))),)) if near else None
    found = attack_chances(s, march.power, march.forces(), march.x, b)
    met = battle_odds(found)
    if stranded(s, march.forces(), march.x, b, march.x):
        met = met._replace(also=(no_way_back(found.lose),))
    if not near:
        return met
    joined = attack_chances(s, march.power, march.forces(), march.x, b, best)
    more = ("more", str(len(near))), ("near", percent(most)), ("then", percent(joined.win))
    return met._replace(key="battle_intercepted", values=(*met.values, *more))


def interception_chances(s: Wellington, side: Side, x: Duchy) -> dict[Leader, Fraction]:
    """[10.4e] How likely each Leader of a side is to intercept an enemy who comes into a Duchy now."""
    before = status(s)
    ours, theirs = before[side], before[1 - side]
    added = {leader: interception_modifier(s, leader, x, ours, theirs) for leader in ids_of(interceptors(s, side, x))}
    return {leader: chance(more) for leader, more in added.items() if more is not None}


def battle_odds(found: Chances) -> Odds:
    """A Battle."""
    values = (("rout", percent(found.rout)), ("routed", percent(found.routed)), ("losses", tenth(found.losses)),
              ("kills", tenth(found.kills)))
    return Odds("battle", found.win, found.win, None, values)


def fight_odds(s: Wellington, seat: Power, action: Action) -> Odds | None:
    """A Battle before the dice of its first Round, or of its last, if nobody plays a card any more."""
    window, battle = s.stack[-1], s.frame(Battle)
    assert isinstance(window, BattleWindow)
    found = chances_now(s, battle) if window.moment == BATTLE_ROUND else None
    if found is None:
        return None
    if seat & 1 == battle.side:
        came = bitset(a for a, _ in battle.came)
        kept = battle.sea >= 0 or ways_back(s, battle.side, came)
        return battle_odds(found) if kept else together(battle_odds(found), no_way_back(found.lose))
    win, lose, rout, routed, losses, kills = found
    return battle_odds(Chances(lose, win, routed, rout, kills, losses))


def chances_now(s: Wellington, battle: Battle) -> Chances | None:
    """A Battle under way, for the Active side: nothing is told if Casualties differ and it goes on by an Event."""
    sides = battle.side, 1 - battle.side
    if battle.round == 1:
        return battle_chances(*(stake(s, battle, side) for side in sides))
    if battle.round < battle.rounds or battle.suffered[0] != battle.suffered[1]:
        return None
    dice, pieces = [battle_dice(s, battle, side) for side in sides], [battle.pieces(s, side) for side in sides]
    return last_chances(*dice, *pieces)


def siege_odds(s: Wellington, seat: Power, action: Action) -> Odds:
    """A Siege that is about to begin."""
    leader = action[1]
    falls, lost = siege_chances(besieger(s, leader, seat), fortress_strength(s, s.at[leader]))
    return Odds("siege", falls, falls, None, (("losses", tenth(lost)),))


def round_odds(s: Wellington, seat: Power, action: Action) -> Odds:
    """Another Round of a Siege."""
    siege = s.frame(Siege)
    falls, lost = siege_chances(army_of_siege(s, siege), siege.strength, siege.hits, siege.round)
    return Odds("siege", falls, falls, None, (("losses", tenth(lost)),))


def siege_window_odds(s: Wellington, seat: Power, action: Action) -> Odds | None:
    """A Round of a Siege, if nobody plays a card any more: the besieger goes on as long as he may."""
    siege = about(s, s.stack[-1])
    if not isinstance(siege, Siege) or s.frame(Window).moment != SIEGE_ROUND or siege.unusual():
        return None
    falls, lost = siege_chances(army_of_siege(s, siege), siege.strength, siege.hits, siege.round - 1)
    if seat & 1 == siege.side:
        return Odds("siege", falls, falls, None, (("losses", tenth(lost)),))
    return Odds("siege_held", 1 - falls, 1 - falls, None, (("losses", tenth(lost)),))


def interception_odds(s: Wellington, seat: Power, action: Action) -> Odds | None:
    """[10.4e] An interception."""
    window = s.frame(ReactionWindow)
    added = interception_modifier(s, action[1], window.x, window.ours, window.theirs, window.reach)
    if added is None:
        return None
    contact, leader = about(s, window), action[1]
    force = LEADER_POWER[leader], 1 << leader, 0
    way = best_way(s, force, s.at[leader], window.x, window.ours, window.theirs, window.reach)
    cost = attrition_then(way.reasons if way else 0)
    if action[0] == "detach" or not isinstance(contact, Contact) or window.offensive:
        return together(two_dice("interception", added + window.bonus), cost)
    win = stand_chances(s, window, contact, leader).lose
    return together(two_dice("interception_battle", added + window.bonus, ("win", percent(win))), cost)


def stay_odds(s: Wellington, seat: Power, action: Action) -> Odds | None:
    """[10a] [11a] The Battle where the enemy has come upon Formations of a Power, if nobody reacts any more."""
    window = s.frame(ReactionWindow)
    contact = about(s, window)
    if not isinstance(contact, Contact) or contact.turning or not s.occupied[seat] >> contact.x & 1:
        return None
    win, lose, rout, routed, losses, kills = stand_chances(s, window, contact)
    return battle_odds(Chances(lose, win, routed, rout, kills, losses))


def stand_chances(s: Wellington, window: ReactionWindow, contact: Contact, leader: Leader = -1) -> Chances:
    """[10.4e] [11a] The Battle, for the Active side, as things are, or after the interception by all that a Leader can
    bring along."""
    world, x = s.clone(), contact.x
    for force in whole(s, leader, x, window.theirs, window.reach) if leader >= 0 else ():
        move_force(world, force, s.at[leader], x)
    lines = lines_in(s, contact)
    battle = Battle(x, contact.power, lines, contact.before, failed=contact.failed, forfeit=contact.forfeit)
    battle.muster(world)
    return battle_chances(stake(world, battle, battle.side), stake(world, battle, 1 - battle.side))


def evasion_odds(s: Wellington, seat: Power, action: Action) -> Odds | None:
    """[10.7c] [10.5e] An evasion, and what it costs."""
    contact, (verb, b) = s.frame(Contact), action
    side, excess = seat & 1, verb == "evade_excess"
    kind = way_out(s, contact, seat, b, leads_away(s, contact, seat, excess))
    cost = reasons(s, side, contact.before[side], contact.theirs[side], contact.x, b, kind)
    return together(two_dice("evasion", evasion_modifier(s, contact, seat, b, excess)), attrition_then(cost))


def two_dice(key: str, added: int, *more: tuple[str, str]) -> Odds:
    found = chance(added)
    return Odds(key, found, found, None, (("added", f"{added:+}"), *more))


Teller: TypeAlias = Callable[[Wellington, Power, Action], Odds | None]

TELLERS: dict[tuple[type[Frame], str], Teller] = {       # by question and verb
    (MarchOrders, "step"): step_odds, (StepOrStay, "yes"): declared_odds,
    (ChoosePlay, "besiege"): siege_odds, (SpendPoints, "besiege"): siege_odds,
    (GoOn, "go_on"): round_odds, (BattleWindow, "pass"): fight_odds, (ReactionWindow, "pass"): stay_odds,
    (ReactionWindow, "intercept"): interception_odds,
    (ReactionWindow, "detach"): interception_odds, (ReactionWindow, "evade"): evasion_odds,
    (ReactionWindow, "evade_excess"): evasion_odds,
    (RetreatGroup, "retreat"): retreat_odds, (LoadConvoy, "sail"): sail_odds,
    (Window, "play"): card_odds, (BattleWindow, "play"): card_odds, (Window, "pass"): siege_window_odds,
    (ShootAt, "name"): shoot_odds, (Desertion, "desert_at"): desertion_odds, (ChooseDuchy, "choose"): duchy_odds,
    (AmbushDuchy, "choose"): chosen_odds, (RaidDuchy, "choose"): chosen_odds, (SpreadDysentery, "choose"): chosen_odds,
}
