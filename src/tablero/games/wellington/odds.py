"""What a march, a Battle, a Siege, an interception or an evasion promises, by question and verb."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TypeAlias

from tablero.games.wellington.board import LEADER_POWER
from tablero.games.wellington.card_odds import passed_odds, played_odds
from tablero.games.wellington.cards.battle_cards import ShootAt
from tablero.games.wellington.cards.choices import ChooseDuchy
from tablero.games.wellington.cards.events_armies import Desertion
from tablero.games.wellington.cards.responses import AmbushDuchy, RaidDuchy, SpreadDysentery
from tablero.games.wellington.fight_odds import (
    Chances, army_of_siege, attack_chances, battle_chances, battle_odds, besieger, no_way_back, siege_chances, stake,
    told_of_siege
)
from tablero.games.wellington.roll_odds import (
    attrition_then, chosen_odds, desertion_odds, duchy_odds, march_attrition, retreat_odds, sail_odds, shoot_odds
)
from tablero.games.wellington.rules.r01_pieces.s06_leaders import formations, move_force
from tablero.games.wellington.rules.r03_control import status
from tablero.games.wellington.rules.r04_sequence.s02_impulses import ChoosePlay
from tablero.games.wellington.rules.r05_cards.s02_windows import Window
from tablero.games.wellington.rules.r06_building import SpendPoints
from tablero.games.wellington.rules.r09_movement.s02_march import March, MarchOrders
from tablero.games.wellington.rules.r09_movement.s03_step import StepOrStay
from tablero.games.wellington.rules.r10_reactions.s01_contact import Contact, lines_in
from tablero.games.wellington.rules.r10_reactions.s04_interception import (
    best_way, chance, interception_modifier, interceptors, whole
)
from tablero.games.wellington.rules.r10_reactions.s05_evasion import evasion_modifier, leads_away, reasons, way_out
from tablero.games.wellington.rules.r10_reactions.s09_sequence import ReactionWindow
from tablero.games.wellington.rules.r11_battle.s01_battle import Battle, BattleWindow
from tablero.games.wellington.rules.r11_battle.s06_retreat import RetreatGroup, ways_back
from tablero.games.wellington.rules.r12_sieges.s02_siege import GoOn, Siege, fortress_strength
from tablero.games.wellington.rules.r14_naval import LoadConvoy
from tablero.games.wellington.state import Duchy, Force, Leader, Power, Side, Wellington
from tablero.kernel.actions import Action
from tablero.kernel.bits import ids_of
from tablero.kernel.cards import about
from tablero.kernel.frames import Frame
from tablero.kernel.odds import Odds, percent, tenth, together


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


def siege_odds(s: Wellington, seat: Power, action: Action) -> Odds:
    """A Siege that is about to begin."""
    leader = action[1]
    falls, lost = siege_chances(besieger(s, leader, seat), fortress_strength(s, s.at[leader]))
    return Odds("siege", falls, falls, None, (("losses", tenth(lost)),))


def round_odds(s: Wellington, seat: Power, action: Action) -> Odds:
    """Another Round of a Siege."""
    siege = s.frame(Siege)
    more = siege.lasting[1 - siege.side]
    return told_of_siege(seat, siege, siege_chances(
        army_of_siege(s, siege), siege.strength, siege.hits, siege.round, more))


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
    (GoOn, "go_on"): round_odds, (BattleWindow, "pass"): passed_odds, (ReactionWindow, "pass"): stay_odds,
    (ReactionWindow, "intercept"): interception_odds,
    (ReactionWindow, "detach"): interception_odds, (ReactionWindow, "evade"): evasion_odds,
    (ReactionWindow, "evade_excess"): evasion_odds,
    (RetreatGroup, "retreat"): retreat_odds, (LoadConvoy, "sail"): sail_odds,
    (Window, "play"): played_odds, (BattleWindow, "play"): played_odds, (Window, "pass"): passed_odds,
    (ShootAt, "name"): shoot_odds, (Desertion, "desert_at"): desertion_odds, (ChooseDuchy, "choose"): duchy_odds,
    (AmbushDuchy, "choose"): chosen_odds, (RaidDuchy, "choose"): chosen_odds, (SpreadDysentery, "choose"): chosen_odds,
}
