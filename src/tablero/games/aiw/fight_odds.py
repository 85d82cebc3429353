"""What fire, a charge, a morale roll or a pursuit promises: exact chances for units that are shown. Cards that could
still be played are not reckoned with."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

from tablero.games.aiw.board import BLOCK_SIDE, BLOCKS_OF, CARD, CARDS, CARLIST, EFFECT, KIND, LIBERAL, MOST
from tablero.games.aiw.cards.tactical_questions import YES, UseTactic
from tablero.games.aiw.rules.r16_skirmish.s00_fire import dice, salvo
from tablero.games.aiw.rules.r16_skirmish.s00_firing_units import ChooseFiring
from tablero.games.aiw.rules.r16_skirmish.s00_skirmish import Skirmish
from tablero.games.aiw.rules.r17_battle.s00_battle import PURSUIT, Battle
from tablero.games.aiw.rules.r17_battle.s00_battlefield import battlefield, fresh_horse, front_of, is_horse, reserve_of
from tablero.games.aiw.rules.r17_battle.s04_activations import InfantryFire
from tablero.games.aiw.rules.r17_battle.s04_charges import (
    BREAK_IN, HOLDS, RESIST_ON, AnswerCharge, CavalryCharge, charge_morale
)
from tablero.games.aiw.rules.r17_battle.s04_hits import battle_dice, effectiveness
from tablero.games.aiw.rules.r17_battle.s05_morale import morale_of, shaken_morale
from tablero.games.aiw.rules.r17_battle.s06_artillery import SUPPORT, SUPPORT_DICE, ArtilleryPoints
from tablero.games.aiw.rules.r17_battle.s07_reinforcement import reinforcement_morale
from tablero.games.aiw.rules.r17_battle.s08_result import is_covered, pursuit_dice
from tablero.games.aiw.rules.r18_siege.s01_assault import Assault
from tablero.games.aiw.rules.r23_regions.s02_combat import FIRE_BONUS, Locate
from tablero.games.aiw.state import Aiw, Block, Blocks, Side
from tablero.kernel.actions import DONE, Action
from tablero.kernel.bits import ids_of
from tablero.kernel.cards import about
from tablero.kernel.odds import Odds, Volley, hits_of, mean_hits, percent, tenth, two_dice_at_most

NONE, SURE = Fraction(0), Fraction(1)
DIEGO = CARD["diego_de_leon"]


def faces(least: int) -> str:
    """The faces of a die up to one: `1-3`."""
    return "1" if least <= 1 else f"1-{min(least, 6)}"


def fire_odds(volley: Volley, stopped: int = 0, second: bool = False) -> Odds | None:
    """Dice that hit with so much or less, of whose hits so many are stopped; or, if the enemy fires before, how it
    would be without losses."""
    if not volley:
        return None
    likely = hits_of(volley)
    chance = sum(likely[1 + stopped :], NONE)
    mean = sum((max(0, n - stopped) * p for n, p in enumerate(likely)), NONE)
    values: tuple[tuple[str, str], ...] = (("dice", str(sum(n for n, _ in volley))), ("hits", tenth(mean)))
    if len({least for _, least in volley}) > 1:
        return Odds("fire_many_second" if second else "fire_many", chance, chance, None, values)
    values = (*values, ("faces", faces(volley[0][1])))
    return Odds("fire_second" if second else "fire", chance, chance, None, values)


# ---------------------------------------------------------------------------------------------- Skirmishes and Assaults


def firing_odds(s: Aiw, seat: Side, action: Action) -> Odds | None:
    """[16.0j] [18.1v] A unit that may fire; or all that would, with the guns of a Skirmish."""
    asked = s.stack[-1]
    assert isinstance(asked, ChooseFiring)
    second = asked.assault or s.frame(Skirmish).leads() != seat
    if action[0] == "fire":
        (block,) = action[1:]
        return fire_odds(_shots(s, asked, seat, 1 << block)[:1], second=second)
    picked = asked.picked & BLOCKS_OF[seat]
    blocks = picked if action == DONE else picked | asked.choosable(s, seat)
    return fire_odds(_shots(s, asked, seat, blocks), second=second)


def _shots(s: Aiw, asked: ChooseFiring, seat: Side, blocks: Blocks) -> Volley:
    if asked.assault:
        assault = s.frame(Assault)
        return tuple((s.strength[b], assault.least(s, b)) for b in ids_of(blocks))
    skirmish = s.frame(Skirmish)
    landed = skirmish.landed and skirmish.attacker == seat
    return tuple((n, least) for _, n, least in salvo(s, asked.x, seat, blocks, landed=landed))


class Exchange(NamedTuple):
    """Fire of both sides at the same time."""

    wiped: Fraction     # nobody of the enemy is left
    lost: Fraction      # nobody of the own side is
    hits: Fraction      # points of strength that the enemy loses, on average
    losses: Fraction    # and the own side


def exchange(ours: Volley, theirs: Volley, our_strength: int, their_strength: int) -> Exchange:
    """Hits beyond the strength of a side are lost."""
    found = []
    for volley, strength in ((ours, their_strength), (theirs, our_strength)):
        likely = hits_of(volley)
        wiped = sum(likely[strength:], NONE)
        found.append((wiped, sum((min(n, strength) * p for n, p in enumerate(likely)), NONE)))
    (wiped, hits), (lost, losses) = found
    return Exchange(wiped, lost, hits, losses)


def region_odds(s: Aiw, seat: Side, action: Action) -> Odds:
    """[23.2f] [23.2g] Another round of a combat in a region, if the enemy wants it too: all are shown."""
    locate = s.frame(Locate)
    sides = (seat, 1 - seat)
    ours, theirs = (
        tuple((n, least) for _, n, least in salvo(s, locate.x, side, locate.firing(s, side), FIRE_BONUS))
        for side in sides
    )
    strength = [sum(s.strength[b] for b in ids_of(locate.firing(s, side))) for side in sides]
    found = exchange(ours, theirs, *strength)
    return Odds("region_round", found.wiped, found.wiped, None, (
        ("lost", percent(found.lost)), ("hits", tenth(found.hits)), ("losses", tenth(found.losses)),
    ))


def reroll_odds(s: Aiw, seat: Side, action: Action) -> Odds | None:
    """[7.3b] L18, C18: dice that missed, once more."""
    (block,) = action[1:]
    for frame in reversed(s.stack):
        if isinstance(frame, InfantryFire):
            return fire_odds(((frame.missed, frame.least(s, battlefield(s))),))
        if isinstance(frame, CavalryCharge):
            return fire_odds(((frame.missed, RESIST_ON),))
        if isinstance(frame, Assault):
            return fire_odds(tuple((n, frame.least(s, b)) for b, _, n in frame.shots if b == block))
    return None


# -------------------------------------------------------------------------------------------------------- Infantry fire


def infantry_odds(s: Aiw, f: Battle, block: Block, support: int = 0, volley: int = 0) -> Odds | None:
    """[17.4d] [17.6b] Infantry fires; a Wall stops the first hit of a round (L35, C30)."""
    stopped = f.wall and BLOCK_SIDE[block] == f.attacker and not f.sheltered
    n = battle_dice(s, f, block) + support
    return fire_odds(((n, effectiveness(s, f, block) + volley),), int(stopped))


def activation_odds(s: Aiw, seat: Side, action: Action) -> Odds | None:
    """[17.4d] A unit fires, without Support."""
    return infantry_odds(s, battlefield(s), action[1])


def support_odds(s: Aiw, seat: Side, action: Action) -> Odds | None:
    """[17.6b] And with it."""
    asked = s.stack[-1]
    assert isinstance(asked, ArtilleryPoints)
    if is_horse(s, asked.block):
        return None
    return infantry_odds(s, battlefield(s), asked.block, SUPPORT_DICE if asked.support or action == SUPPORT else 0)


def struck_odds(s: Aiw, seat: Side, action: Action) -> Odds:
    """[17.4f] [17.5a] A unit takes one more hit: does it stand?"""
    (block,), f, fire = action[1:], battlefield(s), s.frame(InfantryFire)
    left = s.strength[block] - 1
    if left <= 0:
        return Odds("eliminated", NONE, NONE)
    return morale_odds(s, f, block, shaken_morale(s, f, block, fire.struck.count(block) + 1, left), "stands")


def marked_odds(s: Aiw, seat: Side, action: Action) -> Odds:
    """[7.3b] C25: a unit that takes all the hits."""
    gone = _leaves(s, battlefield(s), action[1], s.frame(InfantryFire).hits)
    return Odds("marked", gone, gone)


def morale_odds(s: Aiw, f: Battle, block: Block, need: int, key: str) -> Odds:
    """[17.5a] 2D6 at or below a morale."""
    if key == "stands" and f.steadfast >> block & 1:
        return Odds("steadfast", SURE, SURE)
    chance = two_dice_at_most(need)
    return Odds(key, chance, chance, None, (("need", str(need)),))


def rally_odds(s: Aiw, seat: Side, action: Action) -> Odds:
    """[17.7o] A demoralized unit recovers."""
    f = battlefield(s)
    return morale_odds(s, f, action[1], morale_of(s, f, action[1]), "rally")


def reinforce_odds(s: Aiw, seat: Side, action: Action) -> Odds:
    """[17.7g] A unit comes to the Battle."""
    f = battlefield(s)
    if f.hurrying == seat:
        return Odds("comes_at_once", SURE, SURE)
    return morale_odds(s, f, action[1], reinforcement_morale(s, f, action[1]), "reinforce")


# -------------------------------------------------------------------------------------------------------------- charges


class Charge(NamedTuple):
    """How a charge ends: which of the units is eliminated or demoralized."""

    beaten: Fraction        # the one that is charged, or countercharges
    repelled: Fraction      # the one that charges


def driven_off(s: Aiw, f: Battle, block: Block, volley: Volley) -> Fraction:
    """[17.4h] [17.5a] The chance that a unit that takes all hits of these dice is eliminated or demoralized."""
    gone = NONE
    for hits, likely in enumerate(hits_of(volley)):
        gone += likely * _leaves(s, f, block, hits)
    return gone


def _leaves(s: Aiw, f: Battle, block: Block, hits: int) -> Fraction:
    left = s.strength[block] - hits
    if not hits or left > 0 and f.steadfast >> block & 1:
        return NONE
    return SURE if left <= 0 else 1 - two_dice_at_most(shaken_morale(s, f, block, hits, left))


def shock(s: Aiw, f: Battle, block: Block, spur: int = 0) -> Volley:
    """[17.4h] The dice of Cavalry against Cavalry, and what a card adds to its effectiveness (C31)."""
    return ((battle_dice(s, f, block), effectiveness(s, f, block) + spur),)


def clash_chances(s: Aiw, f: Battle, charger: Block, counter: Block, spur: int = 0) -> Charge:
    """[17.4h] Both fire at the same time; a card spurs on the Carlist (C31)."""
    spurs = (spur, 0) if BLOCK_SIDE[charger] == CARLIST else (0, spur)
    ours, theirs = (shock(s, f, b, more) for b, more in zip((charger, counter), spurs, strict=True))
    return Charge(driven_off(s, f, counter, ours), driven_off(s, f, charger, theirs))


def hold_chances(s: Aiw, f: Battle, charger: Block, target: Block, spur: int = 0) -> Charge:
    """[17.4k] Cavalry that holds fires back with what is left of it, if it stands."""
    beaten = repelled = NONE
    lost = s.clone()
    for hits, likely in enumerate(hits_of(shock(s, f, charger, spur))):
        leaves = _leaves(s, f, target, hits)
        beaten += likely * leaves
        if leaves < 1:
            lost.strength[target] = s.strength[target] - hits
            repelled += likely * (1 - leaves) * driven_off(s, f, charger, shock(lost, f, target))
    return Charge(beaten, repelled)


def resist_chances(
    s: Aiw, f: Battle, charger: Block, target: Block, surprise: bool, spur: int = 0
) -> tuple[Charge, Fraction]:
    """[17.4m] [17.4o] [17.4p] Infantry that is charged, and how likely it is to resist; a card spurs on the charge
    (L10, C31)."""
    need = charge_morale(s, f, target) - spur - int(surprise)
    resists = SURE if f.steadfast >> target & 1 else two_dice_at_most(need)
    more = spur if BLOCK_SIDE[charger] == LIBERAL else 0
    inside = ((dice(s, charger) + more, effectiveness(s, f, charger) + BREAK_IN),)
    beaten = (1 - resists) * driven_off(s, f, target, inside)
    repelled = resists * driven_off(s, f, charger, ((battle_dice(s, f, target), RESIST_ON),))
    return Charge(beaten, repelled), resists


def replies(s: Aiw, f: Battle, charger: Block, target: Block, surprise: bool = False) -> dict[Block, Charge]:
    """[17.4h] [17.4i] [17.4j] [17.4k] [17.4l] How a charge ends, by what the other side can answer."""
    ready = 0 if surprise else fresh_horse(s, f, BLOCK_SIDE[target])
    if ready >> target & 1:
        return {target: clash_chances(s, f, charger, target)}
    found = {b: clash_chances(s, f, charger, b) for b in ids_of(ready)}
    if is_horse(s, target):
        found[HOLDS] = hold_chances(s, f, charger, target)
    else:
        found[HOLDS], _ = resist_chances(s, f, charger, target, surprise)
    return found


def charge_odds(s: Aiw, seat: Side, action: Action) -> Odds:
    """[17.4g] A charge on a unit: exact unless the enemy has a choice of answers, of which to flee is left out."""
    return declared_odds(s, s.frame(CavalryCharge).block, action[1])


def declared_odds(s: Aiw, charger: Block, target: Block, surprise: bool = False) -> Odds:
    f = battlefield(s)
    found = replies(s, f, charger, target, surprise)
    low, high = min(c.beaten for c in found.values()), max(c.beaten for c in found.values())
    lost = percent(min(c.repelled for c in found.values()), max(c.repelled for c in found.values()))
    if len(found) == 1 and not is_horse(s, target):
        _, resists = resist_chances(s, f, charger, target, surprise)
        return Odds("charge_foot", low, high, None, (("lost", lost), ("resists", percent(resists))))
    key = "charge_answered" if len(found) > 1 else "charge_holds" if HOLDS in found else "charge"
    return Odds(key, low, high, None, (("lost", lost),))


def answer_odds(s: Aiw, seat: Side, action: Action) -> Odds | None:
    """[17.4i] [17.4l] A charge that is answered: does the own unit stand, and is the charger driven off?"""
    asked, f, charger = s.stack[-1], battlefield(s), s.frame(CavalryCharge).block
    assert isinstance(asked, AnswerCharge)
    if action[0] == "flee":
        return Odds("flees", NONE, NONE)
    answer = action[1] if len(action) > 1 else HOLDS
    found = replies(s, f, charger, asked.target, asked.surprise)[answer]
    stands = 1 - found.beaten
    return Odds("charged", stands, stands, None, (("beaten", percent(found.repelled)),))


def tactic_odds(s: Aiw, seat: Side, action: Action) -> Odds | None:
    """[7.3b] Fire or a charge with the card that may act now, or without it (L9, L10, L30, C31)."""
    t = s.clone()
    asked = t.stack[-1]
    assert isinstance(asked, UseTactic)
    act, f = about(t, asked), battlefield(t)
    if action == YES:
        CARDS.effects[asked.card](t, seat, act)
    if isinstance(act, InfantryFire):
        return infantry_odds(t, f, act.block, act.support, act.volley)
    assert isinstance(act, CavalryCharge)
    if asked.card == DIEGO:
        return declared_odds(t, act.block, act.target, act.surprise)
    if act.reply >= 0:
        found = clash_chances(t, f, act.block, act.reply, act.spur)
    elif is_horse(t, act.target):
        found = hold_chances(t, f, act.block, act.target, act.spur)
    else:
        found, resists = resist_chances(t, f, act.block, act.target, act.surprise, act.spur)
        return Odds("charge_foot", found.beaten, found.beaten, None, (
            ("lost", percent(found.repelled)), ("resists", percent(resists)),
        ))
    if seat == BLOCK_SIDE[act.block]:
        return Odds("charge_met", found.beaten, found.beaten, None, (("lost", percent(found.repelled)),))
    return Odds("charged", 1 - found.beaten, 1 - found.beaten, None, (("beaten", percent(found.repelled)),))


# -------------------------------------------------------------------------------------------------------------- pursuit


def withdraw_odds(s: Aiw, seat: Side, action: Action) -> Odds:
    """[17.8b] [17.8d] Who leaves a Battle is pursued by the front line and the hidden Reserve of the enemy."""
    t = s.clone()
    f = replace(battlefield(t), loser=seat, ending=PURSUIT)
    f.covered = is_covered(t, f)
    least: list[tuple[int, int]] = []
    most: list[tuple[int, int]] = []
    for b in ids_of(front_of(f, 1 - seat) | reserve_of(t, f, 1 - seat)):
        shots = [_as(t, f, b, *what) for what in _imaginable(s, b)]
        least.append(min(shots, key=lambda shot: mean_hits((shot,))))
        most.append(max(shots, key=lambda shot: mean_hits((shot,))))
    low, high = tuple(least), tuple(most)
    hits = tenth(mean_hits(low)) if low == high else f"{tenth(mean_hits(low))}-{tenth(mean_hits(high))}"
    key = "pursued" if low == high else "pursued_hidden"
    return Odds(key, 1 - hits_of(low)[0], 1 - hits_of(high)[0], None, (("hits", hits),))


def _as(t: Aiw, f: Battle, block: Block, unit: int, strength: int) -> tuple[int, int]:
    t.unit[block], t.strength[block] = unit, strength
    return pursuit_dice(t, f, block)


def _imaginable(s: Aiw, block: Block) -> Iterable[tuple[int, int]]:
    """[5.2a] What a block can be: the unit, and its least or greatest strength."""
    if s.unit[block] >= 0:
        return ((s.unit[block], s.strength[block]),)
    found = {}
    for unit in ids_of(s.may[block]):
        if KIND[unit] >= 0 and EFFECT[unit]:
            strengths = s.low[block], min(s.high[block], MOST[unit])
            found.update({(KIND[unit], EFFECT[unit], n): (unit, n) for n in strengths})
    return found.values()
