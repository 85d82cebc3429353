"""[7.3] The Tactical cards: where each of them may be laid, when it acts, and what it does.

A card acts at the moments that `acts` in `cards.csv` names. What it changes is a field of the combat, which lasts as
long as the card does; the rules read the field.
"""

from __future__ import annotations

from tablero.games.aiw.board import (
    BLOCK_SIDE, CARLIST_HILLS, FIELD, FOOT, HORSE, NAVARRESE, NORTH, PROVINCE, REFUGES, ROUGH
)
from tablero.games.aiw.cards.tactical_questions import GuardReserve, LastCartridge, Marksmen, RollAgain, UseTactic
from tablero.games.aiw.rules.r05_units.s01_blocks import foot, horse, in_open, of_units
from tablero.games.aiw.rules.r07_cards.s03_combat import BATTLE, SKIRMISH, NameUnit, Tactics, use_up
from tablero.games.aiw.rules.r11_movement.s00_groups import fresh_load
from tablero.games.aiw.rules.r16_skirmish.s00_fire import TakeHits
from tablero.games.aiw.rules.r16_skirmish.s00_skirmish import Skirmish
from tablero.games.aiw.rules.r17_battle.s00_battle import Battle
from tablero.games.aiw.rules.r17_battle.s00_battlefield import battlefield, front_of, is_horse, reserve_of
from tablero.games.aiw.rules.r17_battle.s04_activations import InfantryFire
from tablero.games.aiw.rules.r17_battle.s04_charges import FLEES, HOLDS, CavalryCharge
from tablero.games.aiw.rules.r18_siege.s01_assault import Assault
from tablero.games.aiw.rules.r23_regions.s02_combat import Locate
from tablero.games.aiw.state import Aiw, Block, Side, Units

ZURBANO = PROVINCE["alava"] | PROVINCE["burgos"] | PROVINCE["la_rioja"] | PROVINCE["navarre"]
ORIAMENDI_ROUNDS = 2            # [17.7a] only after these rounds there is a reinforcement
SPURRED = (1, 0, 0)             # L10, C31: what Cavalry gains in a Skirmish: effectiveness, dice, freed of terrain
PESETEROS = (0, 1, 1)           # L29: what Zurbano's men gain
VOLLEY = 1                      # L9: what is added to the effectiveness
SIEGE_TRAIN = 2                 # L34: so many hits are full ones
EGUIA = 1                       # C23: what is added to the effectiveness of Infantry


def favour_one(s: Aiw, side: Side, fight: Skirmish | Locate, units: Units, gift: tuple[int, int, int]) -> None:
    """[7.3b] A side names one of its units that are to fire; the next step finds its block in the answer."""
    blocks = fight.fresh(s, side)
    if of_units(s, blocks, units):
        fight.gifts[side] = gift
        s.call(NameUnit(side, fight.tactic[side], blocks, units))


def ask_to_use(s: Aiw, side: Side, block: Block) -> None:
    """[7.3b] A side decides whether its card acts now, for this unit."""
    s.call(UseTactic(side, battlefield(s).tactic[side], block))


def fix_bayonets(s: Aiw, side: Side, fire: InfantryFire | CavalryCharge | Assault, spared: Units) -> None:
    """[7.3b] L18, C18: one Infantry unit may roll the dice again that missed."""
    rolled, missed = fire.misses()
    if foot(s, missed):
        fight = s.within(Assault) or battlefield(s)
        fight.spared = spared
        s.call(RollAgain(side, fight.tactic[side], rolled, missed))


# -------------------------------------------------------------------------------------------------------------- Liberal


def act_volley_fire_at_before_fire(s: Aiw, side: Side, fire: InfantryFire) -> None:
    """[7.3b] L9: once in a round Infantry may fire a volley."""
    ask_to_use(s, side, fire.block)


def effect_volley_fire(s: Aiw, side: Side, fire: InfantryFire) -> None:
    """[7.3b] L9: its effectiveness is better."""
    fire.volley = VOLLEY


def when_cavalry_charge(s: Aiw, side: Side, tactics: Tactics) -> bool:
    """[7.3b] L10, L30, C31: with Cavalry that fires, or in front."""
    if tactics.kind == BATTLE:
        return bool(horse(s, front_of(s.caller(tactics, Battle), side)))
    fighting = in_open(s, side, tactics.x)
    if tactics.kind == SKIRMISH:
        fighting &= s.caller(tactics, Skirmish).picked
    return bool(horse(s, fighting))


def act_cavalry_charge_at_favours(s: Aiw, side: Side, fight: Skirmish | Locate) -> None:
    """[7.3b] L10, C31: in a Skirmish one Cavalry unit fires better."""
    favour_one(s, side, fight, HORSE, SPURRED)


def act_cavalry_charge_at_charge_answered(s: Aiw, side: Side, charge: CavalryCharge) -> None:
    """[7.3b] L10: in a Battle it helps a charge on Infantry that is not countercharged."""
    if charge.reply == HOLDS and not is_horse(s, charge.target):
        ask_to_use(s, side, charge.block)


def effect_cavalry_charge(s: Aiw, side: Side, charge: CavalryCharge) -> None:
    """[7.3b] L10: the charge is better."""
    charge.spur = 1


def act_bayonet_charge_l_at_dice_missed(s: Aiw, side: Side, fire: InfantryFire | CavalryCharge | Assault) -> None:
    """[7.3b] L18: who still hits nobody loses a point."""
    fix_bayonets(s, side, fire, 0)


def shown_night_attack(s: Aiw, side: Side, tactics: Tactics) -> bool:
    """[7.3b] L24: in the first round of a Battle in which the Liberal attacks."""
    return tactics.round == 1 and side == tactics.attacker


def act_night_attack_at_card_laid(s: Aiw, side: Side, battle: Battle) -> None:
    """[7.3b] L24: he activates first, and the enemy's guns are silent."""
    battle.night = True


def shown_zurbano(s: Aiw, side: Side, tactics: Tactics) -> bool:
    """[7.3b] L29: in a Skirmish in his provinces."""
    return bool(ZURBANO >> tactics.x & 1)


def act_zurbano_at_favours(s: Aiw, side: Side, fight: Skirmish | Locate) -> None:
    """[7.3b] L29: one Infantry unit has a die more and does not mind the terrain."""
    favour_one(s, side, fight, FOOT, PESETEROS)


def shown_diego_de_leon(s: Aiw, side: Side, tactics: Tactics) -> bool:
    """[7.3b] L30: in open terrain of the North."""
    return bool((NORTH & ~ROUGH) >> tactics.x & 1)


when_diego_de_leon = when_cavalry_charge


def act_diego_de_leon_at_vanguard(s: Aiw, side: Side, fight: Skirmish) -> None:
    """[7.3b] L30: in a Skirmish a Cavalry unit fires before all others."""
    units = fight.firing(s, side)
    if horse(s, units):
        s.call(NameUnit(side, fight.tactic[side], units, HORSE))


def act_diego_de_leon_at_charge_declared(s: Aiw, side: Side, charge: CavalryCharge) -> None:
    """[7.3b] L30: in a Battle a charge may be his."""
    ask_to_use(s, side, charge.block)


def effect_diego_de_leon(s: Aiw, side: Side, charge: CavalryCharge) -> None:
    """[7.3b] L30: nobody may countercharge."""
    charge.surprise = True


def shown_river_l(s: Aiw, side: Side, tactics: Tactics) -> bool:
    """[7.3b] L31, C8: in the first round of a Battle that the side defends, not in a Refuge."""
    return tactics.round == 1 and side != tactics.attacker and not REFUGES >> tactics.x & 1


def act_river_l_at_card_laid(s: Aiw, side: Side, battle: Battle) -> None:
    """[6.0f] [7.3b] L31, C8: the River stays for the whole Battle; the attacker has to cross it in this round."""
    battle.river = battle.crossing = True


shown_river_c = shown_river_l
act_river_c_at_card_laid = act_river_l_at_card_laid


def when_siege_train(s: Aiw, side: Side, tactics: Tactics) -> bool:
    """[7.3b] [18.1m] L34, C23: in an Assault with Field Artillery."""
    return fresh_load(s, side, FIELD, tactics.x) > 0


def act_siege_train_at_card_laid(s: Aiw, side: Side, assault: Assault) -> None:
    """[7.3b] L34: the first two hits are full ones."""
    assault.full = SIEGE_TRAIN


def shown_wall_l(s: Aiw, side: Side, tactics: Tactics) -> bool:
    """[7.3b] L35, C30: in a Skirmish or Battle that the side defends, not in a region."""
    return side != tactics.attacker


def act_wall_l_at_card_laid(s: Aiw, side: Side, fight: Battle | Skirmish) -> None:
    """[6.0f] [7.3b] L35, C30: a wall stops the first hit; in a Battle it does so in each round."""
    fight.raise_wall(side)


shown_wall_c = shown_wall_l
act_wall_c_at_card_laid = act_wall_l_at_card_laid


def when_guard_reserve(s: Aiw, side: Side, tactics: Tactics) -> bool:
    """[7.3b] L36: with Infantry in Reserve."""
    return bool(foot(s, reserve_of(s, s.caller(tactics, Battle), side)))


def act_guard_reserve_at_round_begins(s: Aiw, side: Side, battle: Battle) -> None:
    """[7.3b] L36: a unit comes out of Reserve."""
    s.call(GuardReserve(side))


# -------------------------------------------------------------------------------------------------------------- Carlist


def act_no_quarter_at_card_laid(s: Aiw, side: Side, fight: Battle | Skirmish) -> None:
    """[7.3b] C3: in a Battle Infantry pursues with a better effectiveness."""
    battle = s.within(Battle)
    if battle is not None:
        battle.grim = True


def act_no_quarter_at_must_retreat(s: Aiw, side: Side, fight: Skirmish) -> None:
    """[7.3b] C3: in a Skirmish the enemy who must retreat loses a point more before."""
    use_up(s, fight, side)
    s.call(TakeHits(1 - side, 1, fight.firing(s, 1 - side)))


def shown_ambush(s: Aiw, side: Side, tactics: Tactics) -> bool:
    """[7.3b] C7: in a Skirmish in rough terrain of the Carlist Zone."""
    return bool(CARLIST_HILLS >> tactics.x & 1)


def act_ambush_at_card_laid(s: Aiw, side: Side, fight: Skirmish) -> None:
    """[7.3b] C7: Carlist attackers fire first; Liberal attackers are caught, and fire with fewer units."""
    if fight.attacker == side:
        fight.first = side
    else:
        fight.caught = True


def act_guides_of_navarre_at_dice_missed(s: Aiw, side: Side, fire: InfantryFire | CavalryCharge | Assault) -> None:
    """[7.3b] C18: who still hits nobody loses a point, unless it is Navarrese."""
    fix_bayonets(s, side, fire, NAVARRESE)


when_eguia = when_siege_train


def act_eguia_at_card_laid(s: Aiw, side: Side, assault: Assault) -> None:
    """[7.3b] C23: Infantry assaults better."""
    assault.bonus = EGUIA


def shown_marksmen(s: Aiw, side: Side, tactics: Tactics) -> bool:
    """[7.3b] C25: in a Battle in rough terrain."""
    return bool(ROUGH >> tactics.x & 1)


def act_marksmen_at_hits_scored(s: Aiw, side: Side, fire: InfantryFire) -> None:
    """[7.3b] C25: all hits of one unit may go to one target."""
    s.call(Marksmen(side))


def shown_oriamendi(s: Aiw, side: Side, tactics: Tactics) -> bool:
    """[7.3b] C28: in the first or second round of a Battle."""
    return tactics.round <= ORIAMENDI_ROUNDS


def act_oriamendi_at_card_laid(s: Aiw, side: Side, battle: Battle) -> None:
    """[7.3b] C28: reinforcements come without a roll, and one more along each road."""
    battle.hurrying = side


def act_navarrese_lancers_at_charge_answered(s: Aiw, side: Side, charge: CavalryCharge) -> None:
    """[7.3b] C31: in a Battle it helps a charge before which nobody flees, or a countercharge."""
    if BLOCK_SIDE[charge.block] != side:
        ask_to_use(s, side, charge.reply)
    elif charge.reply != FLEES:
        ask_to_use(s, side, charge.block)


when_navarrese_lancers = when_cavalry_charge
act_navarrese_lancers_at_favours = act_cavalry_charge_at_favours
effect_navarrese_lancers = effect_cavalry_charge


def act_last_cartridge_at_round_begins(s: Aiw, side: Side, battle: Battle) -> None:
    """[7.3b] C35: up to two Infantry units will stand fast."""
    s.call(LastCartridge(side))
