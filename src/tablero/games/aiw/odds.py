"""What an option promises before the dice fall: chances from what its seat may know.

`s` is always the view of the seat that is asked. What enemy blocks are is hidden in it: where that matters the chance
lies between the least and the most that they can be. Cards that could be played are not reckoned with.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TypeAlias

from tablero.games.aiw.board import CARLIST, FIGHTERS, FIRST_REGION, LEAST_UPRISING, LIBERAL, MOUNTAIN, ROADS, TRAINS
from tablero.games.aiw.cards.carlist_operations import CUSTOMS
from tablero.games.aiw.cards.tactical_questions import Marksmen, RollAgain, UseTactic
from tablero.games.aiw.fight_odds import (
    SURE, activation_odds, answer_odds, charge_odds, faces, firing_odds, marked_odds, rally_odds, region_odds,
    reinforce_odds, reroll_odds, struck_odds, support_odds, tactic_odds, withdraw_odds
)
from tablero.games.aiw.rules.r05_units.s01_blocks import fighters, in_open, put
from tablero.games.aiw.rules.r07_cards.s01_types import RETURNING, RETURNS_ON, CardWindow
from tablero.games.aiw.rules.r10_actions.s00_actions import Act
from tablero.games.aiw.rules.r10_actions.s00_used import unused
from tablero.games.aiw.rules.r10_actions.s05_replacements import replacement_modifier, replacement_points
from tablero.games.aiw.rules.r11_movement.s00_activation import FormGroup
from tablero.games.aiw.rules.r11_movement.s00_groups import came_by
from tablero.games.aiw.rules.r11_movement.s01_march import LIBERAL_POINTS, GroupMove, March, size_modifier
from tablero.games.aiw.rules.r11_movement.s02_forced_march import LOSS_ON
from tablero.games.aiw.rules.r11_movement.s04_enemies import waits
from tablero.games.aiw.rules.r11_movement.s06_interception import (
    COST, DIE, Intercept, Interceptions, Interceptors, automatic, can_be_intercepted, intercepts, refuse_source
)
from tablero.games.aiw.rules.r12_carlist_movement.s02_evasion import (
    Evade, Evasion, free_to_evade, no_die_to_evade, refuse_number, slips_away
)
from tablero.games.aiw.rules.r12_carlist_movement.s03_countermarch import no_die_to_pass, slips_through
from tablero.games.aiw.rules.r15_combat import NextCombat
from tablero.games.aiw.rules.r16_skirmish.s00_firing_units import ChooseFiring
from tablero.games.aiw.rules.r17_battle.s02_rounds import ActivateUnit
from tablero.games.aiw.rules.r17_battle.s04_activations import TakeFire
from tablero.games.aiw.rules.r17_battle.s04_charges import AnswerCharge, ChargeTarget
from tablero.games.aiw.rules.r17_battle.s06_artillery import ArtilleryPoints
from tablero.games.aiw.rules.r17_battle.s07_end_of_round import Rally, VoluntaryRetreat
from tablero.games.aiw.rules.r17_battle.s07_reinforcement import Reinforce
from tablero.games.aiw.rules.r19_supply.s02_sources import CheckSupply, GoWithout
from tablero.games.aiw.rules.r19_supply.s03_unsupplied import starve_on
from tablero.games.aiw.rules.r22_uprising import Rouse, level
from tablero.games.aiw.rules.r23_regions.s02_combat import LOCATED, GoOn, found_at_once, locate_modifier
from tablero.games.aiw.rules.r23_regions.s03_supply import FORAGERS_LOSE_ON, FORAGING_HURTS_ON
from tablero.games.aiw.rules.r23_regions.s04_uprisings import Muster, Suppress, party_modifier, quelled
from tablero.games.aiw.state import Aiw, Area, Side, area_of
from tablero.kernel.actions import DONE, Action
from tablero.kernel.bits import ids_of
from tablero.kernel.cards import about
from tablero.kernel.frames import Frame
from tablero.kernel.odds import Odds, one_die, percent, tenth, together

FACES = range(1, DIE + 1)


def odds(s: Aiw, seat: Side, action: Action) -> Odds | None:
    """What one of its options promises a seat; nothing where no dice follow."""
    teller = TELLERS.get((type(s.stack[-1]), action[0])) if s.stack else None
    return teller(s, seat, action) if teller else None


def _exactly(key: str, chance: Fraction, *values: tuple[str, str]) -> Odds:
    return Odds(key, chance, chance, None, values)


def _table(key: str, points: list[int]) -> Odds:
    """Points by the face of a die: their average, and the chance of so many."""
    average = Fraction(sum(points), len(points))
    need = round(average)
    chance = Fraction(sum(n >= need for n in points), len(points))
    return _exactly(key, chance, ("average", tenth(average)), ("need", str(need)))


# -------------------------------------------------------------------------------------------------------------- marches


def rolled_odds(s: Aiw, seat: Side, action: Action) -> Odds | None:
    """[11.1b] [11.1c] The Movement Points of a Liberal group of the North."""
    asked = s.stack[-1]
    assert isinstance(asked, FormGroup)
    if seat != LIBERAL or asked.x >= FIRST_REGION:
        return None
    more = {"done": 0, "add": 1 << action[-1] if action[1:] else 0}
    group = asked.picked | more.get(action[0], unused(s, in_open(s, seat, asked.x)))
    return _points(group.bit_count())


def north_odds(s: Aiw, seat: Side, action: Action) -> Odds:
    """[23.1d] The same for a group that leaves a region."""
    return _points(s.frame(GroupMove).group.bit_count())


def _points(size: int) -> Odds:
    return _table("movement", [points + size_modifier(size) for points in LIBERAL_POINTS])


def step_odds(s: Aiw, seat: Side, action: Action) -> Odds | None:
    """A step may cost a Forced March, be intercepted, or drive Carlists away who evade."""
    move, (x,) = s.frame(GroupMove), action[1:]
    return together(
        forced_odds(move) if action[0] == "force" else None, interception_risk(s, move, x), evasion_risk(s, move, x)
    )


def forced_odds(move: GroupMove) -> Odds:
    """[11.2b] [11.2d] A die for every block, and for Mountain Artillery."""
    rolled = move.group.bit_count() + bool(move.load[MOUNTAIN])
    limit = LOSS_ON[move.side]
    each = Fraction(limit, DIE)
    return _exactly("forced", (1 - each) ** rolled, ("faces", faces(limit)), ("losses", tenth(each * rolled)))


def interception_risk(s: Aiw, move: GroupMove, x: Area) -> Odds | None:
    """[11.6a] [11.6i] [11.6r] Each attempt of the enemy, by as many blocks as he likes of those that he has there."""
    enemy = 1 - move.side
    if x >= FIRST_REGION or s.command[enemy] < COST or not can_be_intercepted(s, enemy, x):
        return None
    if s.siege >> move.spot & 1:        # the besieged may come out behind it
        s = s.clone()
        move = s.frame(GroupMove)
        move.to = x
        move.leave_siege(s)
    near = [y for y in ids_of(ROADS[x]) if refuse_source(s, enemy, x, y) is None]
    if not near:
        return None
    found = [chance for y in near for chance in attempt_chances(s, enemy, x, y)]
    return Odds("intercepted", min(found), max(found), None, (("n", str(len(near))),))


def attempt_chances(s: Aiw, side: Side, into: Area, x: Area) -> tuple[Fraction, Fraction]:
    """[11.6i] [11.6r] [11.6s] An interception from a space: with all blocks that can hope to come, and with one."""
    if automatic(side, into, x):
        return SURE, SURE
    most = min(in_open(s, side, x).bit_count(), DIE - 1)
    return _interception(most), _interception(1)


def _interception(blocks: int) -> Fraction:
    return one_die(lambda die: intercepts(die, blocks))


def evasion_risk(s: Aiw, move: GroupMove, x: Area) -> Odds | None:
    """[12.2a] Carlists in a space that a Liberal group enters may evade."""
    if move.side != LIBERAL or x >= FIRST_REGION or not in_open(s, CARLIST, x):
        return None
    if waits(s, LIBERAL, x) and x != move.through:
        return None
    t, origin = s.clone(), move.spot
    for b in ids_of(move.group):
        put(t, b, x)
    came_by(t, x, origin)
    if not free_to_evade(t, x) or refuse_number(t, x) is not None:
        return None
    return _exactly("evaded", evasion_chance(t, x))


def evasion_chance(s: Aiw, x: Area) -> Fraction:
    """[12.2b] [12.2l] In a Refuge no die is rolled."""
    return SURE if no_die_to_evade(x) else one_die(lambda die: slips_away(s, x, die))


def evade_odds(s: Aiw, seat: Side, action: Action) -> Odds:
    """[12.2b] The own blocks evade."""
    x = s.frame(Evasion).x
    return _die("evade", evasion_chance(s, x))


def countermarch_odds(s: Aiw, seat: Side, action: Action) -> Odds:
    """[12.3d] [12.3i] Through a Refuge no die is rolled."""
    (x,), blocks = action[1:], s.frame(GroupMove).group.bit_count()
    return _die("countermarch", SURE if no_die_to_pass(x) else one_die(lambda die: slips_through(die, blocks)))


def _die(key: str, chance: Fraction) -> Odds:
    """A die that must be high."""
    if chance in (0, 1):
        return _exactly(f"{key}_sure" if chance else f"{key}_vain", chance)
    return _exactly(key, chance, ("need", str(DIE + 1 - int(chance * DIE))))


def intercept_odds(s: Aiw, seat: Side, action: Action) -> Odds:
    """[11.6i] An interception from a space, with all blocks there or with a few."""
    low, high = attempt_chances(s, seat, s.frame(Interceptions).into, action[1])
    return _die("intercept", low) if low == high else Odds("intercept_some", low, high)


def interceptors_odds(s: Aiw, seat: Side, action: Action) -> Odds | None:
    """[11.6i] The same with the blocks that are named."""
    asked = s.stack[-1]
    assert isinstance(asked, Interceptors)
    group = asked.picked
    if action[0] == "join":
        group |= 1 << action[1]
    elif action != DONE:
        group = in_open(s, seat, asked.x)
    return _die("intercept", SURE if asked.sure else _interception(group.bit_count()))


# --------------------------------------------------------------------------------------------- actions, supply, regions


def replacements_odds(s: Aiw, seat: Side, action: Action) -> Odds:
    """[10.5c] The Replacement Points that a die brings."""
    return _table("replacements", [replacement_points(die + replacement_modifier(s, seat)) for die in FACES])


def suppress_odds(s: Aiw, seat: Side, action: Action) -> Odds:
    """[10.7a] [23.4d] An Uprising that is suppressed, by the units that are there or without them."""
    (x,) = action[1:]
    most = fighters(s, unused(s, in_open(s, LIBERAL, x))).bit_count()
    low, high = suppression(s, x, 0), suppression(s, x, most)
    if low == high:
        return low
    return Odds("suppress_units", low.low, high.high, None, (("n", str(most)),))


def muster_odds(s: Aiw, seat: Side, action: Action) -> Odds:
    """[23.4f] With the units that take part."""
    frame = s.frame(Suppress)
    return suppression(s, frame.x, frame.party.bit_count() + (action != DONE), frame.bonus)


def suppression(s: Aiw, x: Area, units: int, bonus: int = 0) -> Odds:
    """[23.4g] [23.4h] [23.4i] [23.4j] [23.4k] A die with so many units."""
    rebels, added = level(s, x), bonus + party_modifier(s, x, units)
    results = [quelled(die + added, units, rebels) for die in FACES]
    falls, loss = (Fraction(sum(map(bool, column)), DIE) for column in zip(*results, strict=True))
    if not units:
        return _exactly("suppress", falls)
    deep = rebels - LEAST_UPRISING[x - FIRST_REGION] > 1
    twice = Fraction(sum(levels > 1 and deep for levels, _ in results), DIE)
    return _exactly("suppress_with", falls, ("twice", percent(twice)), ("loss", percent(loss)))


def rouse_odds(s: Aiw, seat: Side, action: Action) -> Odds:
    """[22.2a] [22.2b] More Infantry and Cavalry than the Liberal has there: his blocks may be Trains."""
    (x,) = action[1:]
    ours, (least, most) = fighters(s, in_open(s, CARLIST, x)).bit_count(), fighters_among(s, LIBERAL, x)
    low, high = (Fraction(max(0, min(ours - theirs, DIE)), DIE) for theirs in (most, least))
    return Odds("rouse" if least == most else "rouse_hidden", low, high)


def fighters_among(s: Aiw, side: Side, x: Area) -> tuple[int, int]:
    """[5.2c] How many blocks of a side in a region are Infantry or Cavalry, at least and at most, for its enemy."""
    here = in_open(s, side, x)
    least = sum(not s.may[b] & TRAINS for b in ids_of(here))
    most = sum(bool(s.may[b] & FIGHTERS) for b in ids_of(here))
    for blocks, units, n in s.facts:
        if not blocks & ~here:
            if not units & ~FIGHTERS:
                least = max(least, n)
            elif not units & ~TRAINS:
                most = min(most, here.bit_count() - n)
    return least, most


def locate_odds(s: Aiw, seat: Side, action: Action) -> Odds:
    """[23.2b] The die that looks for an Expedition."""
    (x,) = action[1:]
    modifier = locate_modifier(s, x)
    return _die("locate", SURE if found_at_once(s, x, modifier) else one_die(lambda die: die + modifier >= LOCATED))


def without_odds(s: Aiw, seat: Side, action: Action) -> Odds | None:
    """[23.3c] [23.3d] A unit of an Expedition that goes without supply forages."""
    if seat != CARLIST or s.frame(CheckSupply).spot < FIRST_REGION:
        return None
    lost, hurts = Fraction(FORAGERS_LOSE_ON, DIE), Fraction(FORAGING_HURTS_ON, DIE)
    return _exactly("forage", lost, ("faces", faces(FORAGERS_LOSE_ON)), ("falls", percent(hurts)))


def leader_odds(s: Aiw, seat: Side, action: Action) -> Odds | None:
    """[7.1d] The card of a leader may come back at the end of the phase."""
    if action[1] not in RETURNING:
        return None
    return _exactly("returns", one_die(lambda die: die >= RETURNS_ON), ("need", str(RETURNS_ON)))


def window_odds(s: Aiw, seat: Side, action: Action) -> Odds | None:
    """[19.3c] Before dice are rolled for the besieged: each unit, or the Garrison, without the card and with it."""
    check = about(s, s.stack[-1])
    if isinstance(check, CheckSupply) and check.inside:
        lose_on = starve_on(s, check.side, area_of(check.spot), CUSTOMS if action[0] == "play" else check.blockade)
        chance = one_die(lambda die: die <= lose_on)
        return _exactly("besieged", chance, ("faces", faces(lose_on))) if chance else _exactly("besieged_safe", chance)
    return leader_odds(s, seat, action) if action[0] == "play" else None


Teller: TypeAlias = Callable[[Aiw, Side, Action], Odds | None]

TELLERS: dict[tuple[type[Frame], str], Teller] = {       # by question and verb
    (FormGroup, "done"): rolled_odds, (FormGroup, "all"): rolled_odds,
    (FormGroup, "add"): rolled_odds, (March, "roll"): north_odds,
    (March, "march"): step_odds, (March, "force"): step_odds, (March, "countermarch"): countermarch_odds,
    (Intercept, "intercept"): intercept_odds, (Interceptors, "join"): interceptors_odds,
    (Interceptors, "all"): interceptors_odds, (Interceptors, "done"): interceptors_odds, (Evade, "evade"): evade_odds,
    (Act, "replacements"): replacements_odds, (Act, "suppress"): suppress_odds,
    (Muster, "join"): muster_odds, (Muster, "done"): muster_odds, (Rouse, "rouse"): rouse_odds,
    (Act, "play"): leader_odds, (CardWindow, "play"): window_odds, (CardWindow, "pass"): window_odds,
    (GoWithout, "without"): without_odds,
    (NextCombat, "locate"): locate_odds, (GoOn, "yes"): region_odds,
    (ChooseFiring, "fire"): firing_odds, (ChooseFiring, "all"): firing_odds, (ChooseFiring, "done"): firing_odds,
    (ActivateUnit, "fire"): activation_odds, (ArtilleryPoints, "done"): support_odds,
    (ArtilleryPoints, "support"): support_odds, (TakeFire, "hit"): struck_odds, (ChargeTarget, "target"): charge_odds,
    (AnswerCharge, "hold"): answer_odds, (AnswerCharge, "flee"): answer_odds,
    (AnswerCharge, "countercharge"): answer_odds, (RollAgain, "reroll"): reroll_odds,
    (UseTactic, "yes"): tactic_odds, (UseTactic, "no"): tactic_odds, (Marksmen, "target"): marked_odds,
    (Rally, "rally"): rally_odds, (Reinforce, "reinforce"): reinforce_odds,
    (VoluntaryRetreat, "withdraw"): withdraw_odds,
}
