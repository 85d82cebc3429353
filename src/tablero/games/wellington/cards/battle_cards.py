"""[5.3] [11.1] Cards of a Battle Round, those for Battle or Siege among them, and cards that answer its result.

A side has the same index in a Battle and in a Siege, so what gives dice is written once. The windows see to it that
only Powers with a piece in the Battle play Battle cards [5.3a], and only besieger and owner Siege cards [12.23b].
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from tablero.games.wellington.board import (
    ALLIES, ARTILLERY, CARD, CAVALRY, FRENCH, IN_SPAIN, LEADER_POWER, SIDES, SPAIN
)
from tablero.games.wellington.cards.choices import ChooseLeader
from tablero.games.wellington.rules.r01_pieces.s05_soldiers import lose_soldiers, most_counters, soldiers
from tablero.games.wellington.rules.r01_pieces.s06_leaders import commander_at, lose_leader
from tablero.games.wellington.rules.r09_movement.s06_groups import is_group, name_commander
from tablero.games.wellington.rules.r11_battle.s01_battle import ANOTHER_ROUND, SECOND_BATTLE, Battle
from tablero.games.wellington.rules.r12_sieges.s02_siege import Siege
from tablero.games.wellington.state import Leader, Leaders, Power, Side, Wellington
from tablero.kernel.actions import Action
from tablero.kernel.bits import bitset

Fight: TypeAlias = Battle | Siege


def cavalry(s: Wellington, power: Power, battle: Battle) -> int:
    """[1.5b] The cavalry that the Soldiers of a Power in a Battle can be changed into."""
    return most_counters(s, power, battle.x, CAVALRY)


def both_there(s: Wellington, side: Side, battle: Battle) -> bool:
    """Have both Powers of a side pieces in a Battle, and have they not quarrelled yet?"""
    one, other = SIDES[side]
    return bool((s.occupied[one] & s.occupied[other]) >> battle.x & 1) and not battle.quarrel >> side & 1


# --------------------------------------------------------------------------------------------------------- common cards

# --- 21 Flank Attack


def shown_flank_attack(s: Wellington, power: Power, battle: Battle) -> bool:
    """[5.3a] Only the Active side."""
    return power & 1 == battle.side


def effect_flank_attack(s: Wellington, power: Power, battle: Battle) -> None:
    """[11.2h] Two dice, or three for an Army Group."""
    battle.bonus[power & 1] += 3 if is_group(s, power & 1, battle.x) else 2


# --- 22 The Marshals' Quarrel (see also reactions.py)


def shown_marshals_quarrel_at_battle_round(s: Wellington, power: Power, battle: Battle) -> bool:
    """[5.2c] Both French Powers are there."""
    return both_there(s, FRENCH, battle)


# --- 23 Humbled


def shown_humbled(s: Wellington, power: Power, battle: Battle) -> bool:
    """[11.2e] The enemy has a Commander."""
    side = 1 - (power & 1)
    return not battle.humbled >> side & 1 and commander_at(s, side, battle.x) >= 0


def effect_humbled(s: Wellington, power: Power, battle: Battle) -> None:
    """[11.2e] His Battle Rating counts 1 in this Battle, or 0 if it is 1."""
    battle.humbled |= 1 << (1 - (power & 1))


# --- 30 Congreve Rockets


def effect_congreve_rockets(s: Wellington, power: Power, battle: Battle) -> None:
    """[11.2h] A die tells who loses dice: 1 the Allies one; 2 to 4 the French one, 5 and 6 three."""
    die = s.die()
    s.tell("card_die", CARD["congreve_rockets"], die)
    if die == 1:
        battle.bonus[ALLIES] -= 1
    else:
        battle.bonus[FRENCH] -= 3 if die >= 5 else 1


# --- 33 Grand Battery


def effect_grand_battery(s: Wellington, power: Power, battle: Battle) -> None:
    """[1.5b] [11.2h] A die for each artillery Soldier, from one to three."""
    battle.bonus[power & 1] += max(1, min(3, most_counters(s, power, battle.x, ARTILLERY)))


# --- 34 Disputed Command (see also responses.py)


def shown_disputed_command_at_battle_round(s: Wellington, power: Power, battle: Battle) -> bool:
    """[5.2c] Both Allied Powers are there."""
    return both_there(s, ALLIES, battle)


# --- 48 Reserves Committed


def effect_reserves_committed(s: Wellington, power: Power, battle: Battle) -> None:
    """[11.2h] One die in a first Round, three in a later one."""
    battle.bonus[power & 1] += 1 if battle.round == 1 else 3


# --- 59 Rifles Forward


def effect_rifles_forward(s: Wellington, power: Power, battle: Battle) -> None:
    """[11.2h] A die in this and every later Round."""
    battle.lasting[power & 1] += 1


# --- 60 Relentless Pursuit


def effect_relentless_pursuit(s: Wellington, power: Power, battle: Battle) -> None:
    """[11.7a] A difference of one is enough for a Rout."""
    battle.margin[power & 1] = 1


# --- 70 Massed Grenadiers


def effect_massed_grenadiers(s: Wellington, power: Power, fight: Fight) -> None:
    """[5.3c] [11.2h] Three dice; the first Casualty eliminates an SP, even by a 5. A Fortress has none to lose."""
    fight.bonus[power & 1] += 3
    fight.grenadiers |= 1 << (power & 1)


# --- 71 Charge of the Heavies


def shown_charge_of_the_heavies(s: Wellington, power: Power, battle: Battle) -> bool:
    """[1.5b] The Power has cavalry there."""
    return cavalry(s, power, battle) > 0


def effect_charge_of_the_heavies(s: Wellington, power: Power, battle: Battle) -> None:
    """[1.5b] [11.2h] A die for each cavalry Soldier, at most four."""
    battle.bonus[power & 1] += min(4, cavalry(s, power, battle))


# --- 72 Conscripts


def effect_conscripts(s: Wellington, power: Power, fight: Fight) -> None:
    """[5.3c] [11.2h] The other side, or the Fortress, rolls two dice fewer."""
    fight.bonus[1 - (power & 1)] -= 2


# --- 74 Field Fortifications


def shown_field_fortifications(s: Wellington, power: Power, battle: Battle) -> bool:
    """[5.2f] The inactive side, in the first Round."""
    return power & 1 != battle.side and battle.round == 1


def effect_field_fortifications(s: Wellington, power: Power, battle: Battle) -> None:
    """[5.2f] [11.52e] Two dice, and the Battle lasts one Round."""
    battle.bonus[power & 1] += 2
    battle.rounds = 1


# --- 76 Stand Firm


def effect_stand_firm(s: Wellington, power: Power, battle: Battle) -> None:
    """[11.5d] Three 5s against the own side have no effect."""
    battle.ignored[power & 1] += 3


# --- 81 Thunder & Lightning


def effect_thunder_lightning(s: Wellington, power: Power, fight: Fight) -> None:
    """[5.1f] [5.3c] The other side, or the Fortress, rolls half its dice, rounded up. If the owner of a Fortress plays
    it no further Siege Round follows."""
    fight.halved |= 1 << (1 - (power & 1))
    if isinstance(fight, Siege) and power != fight.power:
        fight.last = True


# ----------------------------------------------------------------------------------------------------------- Home cards

# --- 87 Militia


def shown_militia(s: Wellington, power: Power, battle: Battle) -> bool:
    """[11.1f] In Spain."""
    return bool(IN_SPAIN >> battle.x & 1)


def effect_militia(s: Wellington, power: Power, battle: Battle) -> None:
    """[11.2h] Two dice in this and every later Round."""
    battle.lasting[ALLIES] += 2


# --- 90 The Spanish Mob


def shown_spanish_mob(s: Wellington, power: Power, battle: Battle) -> bool:
    """[5.2i] [11.1f] (reading G71) In Spain, with a Spanish Formation."""
    return bool((IN_SPAIN & s.occupied[SPAIN]) >> battle.x & 1)


def effect_spanish_mob(s: Wellington, power: Power, battle: Battle) -> None:
    """[5.2i] [11.1f] (reading G72) Two dice for a Round."""
    battle.bonus[ALLIES] += 2


# --- 91 The Wild Geese


def effect_wild_geese(s: Wellington, power: Power, fight: Fight) -> None:
    """[5.3c] [11.2h] Two dice, or three under a Spanish Leader."""
    commander = commander_at(s, ALLIES, fight.x) if isinstance(fight, Battle) else fight.leader
    fight.bonus[ALLIES] += 3 if commander >= 0 and LEADER_POWER[commander] == SPAIN else 2


# --- 95 The Thin Red Line


def effect_thin_red_line(s: Wellington, power: Power, battle: Battle) -> None:
    """[11.2h] Three dice for the inactive side, two for the Active one."""
    battle.bonus[ALLIES] += 2 if battle.side == ALLIES else 3


# --- 99 The Young Guard


def effect_young_guard(s: Wellington, power: Power, battle: Battle) -> None:
    """[11.2h] Three dice."""
    battle.bonus[FRENCH] += 3


# --- 100 Vive l'Empereur!


def effect_vive_l_empereur(s: Wellington, power: Power, battle: Battle) -> None:
    """[11.2h] One die now, two in every later Round."""
    battle.lasting[FRENCH] += 2
    battle.bonus[FRENCH] -= 1


# --- 102 Lancers of the Vistula


def shown_lancers_of_the_vistula(s: Wellington, power: Power, battle: Battle) -> bool:
    """[1.5b] The Power has cavalry there."""
    return cavalry(s, power, battle) > 0


def effect_lancers_of_the_vistula(s: Wellington, power: Power, battle: Battle) -> None:
    """[11.2h] [11.7a] Two dice; a difference of two is enough for a Rout."""
    battle.bonus[FRENCH] += 2
    battle.margin[FRENCH] = min(battle.margin[FRENCH], 2)


# --- 106 Dragoons of the Army of Spain


def shown_dragoons(s: Wellington, power: Power, battle: Battle) -> bool:
    """[1.5b] The Power has cavalry there."""
    return cavalry(s, power, battle) > 0


def effect_dragoons(s: Wellington, power: Power, battle: Battle) -> None:
    """[1.5b] [11.2h] A die in this and every later Round for each cavalry Soldier, at most two."""
    battle.lasting[FRENCH] += min(2, cavalry(s, power, battle))


# ------------------------------------------------------------------------------------------------ the result of a Round


def decided(s: Wellington, battle: Battle) -> bool:
    """[11.52b] Has a Round decided the Battle, with pieces left on both sides?"""
    return battle.loser >= 0 and battle.joined(s)


# --- 11 Another Day of Battle


def shown_another_day_of_battle(s: Wellington, power: Power, battle: Battle) -> bool:
    """[5.2f] The Round would be the last one."""
    return decided(s, battle)


def effect_another_day_of_battle(s: Wellington, power: Power, battle: Battle) -> None:
    """[5.1d] [5.2f] [11.52e] Another Round, even if a card had allowed one only."""
    battle.follows = ANOTHER_ROUND


# --- 16 Rear Guard


def shown_rear_guard(s: Wellington, power: Power, battle: Battle) -> bool:
    """[11.7a] [11.52a] The own side has lost, with a Soldier of the Power left; and the enemy has not lost his last
    piece to a card since."""
    lost = decided(s, battle) and power & 1 == battle.loser
    return lost and battle.follows != ANOTHER_ROUND and soldiers(s, power, battle.x) > 0


def effect_rear_guard(s: Wellington, power: Power, battle: Battle) -> None:
    """[9.44e] [11.7a] [11.10e] An SP is lost, which counts for Loot; no Rout, and no Attrition of the retreat."""
    side = power & 1
    battle.no_rout |= 1 << side
    battle.no_attrition |= 1 << side
    battle.lost[side] += lose_soldiers(s, power, battle.x, 1)
    s.tell("lost_soldiers", power, 1, battle.x)


# --- 51 To the Death


def shown_to_the_death(s: Wellington, power: Power, battle: Battle) -> bool:
    """[11.10d] The Round would decide the Battle."""
    return decided(s, battle)


def effect_to_the_death(s: Wellington, power: Power, battle: Battle) -> None:
    """[5.1d] [11.10d] After Rout and Loot a second Battle at once."""
    battle.follows = SECOND_BATTLE


# --- 57 Sharpshooters


def in_sight(s: Wellington, battle: Battle) -> Leaders:
    """The Commanders of the sides that have lost an SP in this Round."""
    found = (commander_at(s, side, battle.x) for side in (ALLIES, FRENCH) if battle.killed[side])
    return bitset(leader for leader in found if leader >= 0)


def shown_sharpshooters(s: Wellington, power: Power, battle: Battle) -> bool:
    """[5.2c] A side with a Leader has lost an SP."""
    return bool(in_sight(s, battle))


def effect_sharpshooters(s: Wellington, power: Power, battle: Battle) -> None:
    """[5.2c] Which Commander is shot at?"""
    s.call(ShootAt(power, CARD["sharpshooters"], in_sight(s, battle)))


WOUNDS = 4          # Sharpshooters hit with this die or more


@dataclass(slots=True)
class ShootAt(ChooseLeader):
    """[5.1a] At which Commander do the Sharpshooters aim?"""

    def choose(self, s: Wellington, seat: Power, action: Action) -> None:
        shoot(s, action[1])


def shoot(s: Wellington, leader: Leader) -> None:
    """[1.6d] [9.62a] With 4 or more he goes to the Regroup Box, and another Leader takes over. He is no Casualty."""
    die, x = s.die(), s.at[leader]
    s.tell("card_die", CARD["sharpshooters"], die)
    if die >= WOUNDS:
        lose_leader(s, leader, to_regroup=True)
        s.tell("wounded", leader)
        name_commander(s, LEADER_POWER[leader] & 1, x)
    else:
        s.tell("missed", leader)


