"""[5.2] Responses to moves, Attrition, Battles, Sieges, Resources and Events, and what they do as the card of an
Impulse."""

from __future__ import annotations

from dataclasses import dataclass

from tablero.games.wellington.board import (
    ALLIES, CARD, DUCHIES, FRENCH, HASTY_FORTRESSES, IN_SPAIN, KEYS, LEADER_POWER, LEADERS, LISBON, NEAR, ON_MAP,
    SIDE_LEADERS, SIDES, SPAIN
)
from tablero.games.wellington.cards.choices import ChooseDuchy, ChoosePower, attrition_at
from tablero.games.wellington.rules.r01_pieces.s05_soldiers import lose_soldiers
from tablero.games.wellington.rules.r01_pieces.s06_leaders import commander_at, commanding_power, formations
from tablero.games.wellington.rules.r03_control import controlled, fortresses
from tablero.games.wellington.rules.r04_sequence.s02_impulses import Impulse
from tablero.games.wellington.rules.r05_cards.s02_windows import PlayEvent
from tablero.games.wellington.rules.r06_placement import PlaceSoldiers
from tablero.games.wellington.rules.r09_movement.s01_lines import enemy_fortresses
from tablero.games.wellington.rules.r09_movement.s02_march import March
from tablero.games.wellington.rules.r09_movement.s03_step import Step
from tablero.games.wellington.rules.r10_reactions.s01_contact import Contact
from tablero.games.wellington.rules.r11_battle.s01_battle import Battle
from tablero.games.wellington.rules.r11_battle.s02_dice import rating_dice
from tablero.games.wellington.rules.r11_battle.s10_loot import gain
from tablero.games.wellington.rules.r12_sieges.s02_siege import Siege, besiegers, fresh_soldiers, refuse_fortress
from tablero.games.wellington.rules.r13_attrition import Attrition
from tablero.games.wellington.rules.r14_naval import Convoy
from tablero.games.wellington.rules.r15_resources import SpendResource, lose_resource
from tablero.games.wellington.state import Duchies, Duchy, Power, Side, Wellington
from tablero.kernel.actions import Action
from tablero.kernel.bits import bitset, ids_of
from tablero.kernel.frames import Procedure
from tablero.kernel.refusals import Prompt
from tablero.kernel.windows import PublicAsk

THIRD = 3               # The Heat of La Mancha: from this Duchy of an Impulse on
ARAPILES_DICE = 3
JURAMENTADOS = 2        # SPs

# --------------------------------------------------------------------------------------------------------------- moves

# --- 3 Mud, Mud and More Mud


def shown_mud(s: Wellington, power: Power, contact: Contact) -> bool:
    """[5.2c] An enemy Formation has made a paid step."""
    return contact.paid and power & 1 != contact.side


def effect_mud(s: Wellington, power: Power, contact: Contact) -> None:
    """[9.6b] [13.1d] It stops there, and has one more reason for Attrition."""
    contact.reasons += 1
    contact.halt()


# --- 34 Disputed Command (see also battle_cards.py)


def shown_disputed_command_at_move_declared(s: Wellington, power: Power, step: Step) -> bool:
    """[9.64a] Armies of both Allies march together."""
    return len({LEADER_POWER[leader] for leader, _, _ in step.armies}) > 1


def effect_disputed_command(s: Wellington, power: Power, about: Step | Battle) -> None:
    """[9.64a] [1.62a] [11.2h] Of the Group, that is of all in the Duchy, only Armies of the Active Power move in this
    Impulse (reading W31); or the Power that does not command gives no dice in this Round."""
    if isinstance(about, Step):
        s.frame(Impulse).disputed |= s.here[about.a] & LEADERS[about.power ^ 2]
        about.shaken = True
    else:
        about.quarrel |= 1 << ALLIES


# --- 37 Hasty Fortress


def hasty_sites(s: Wellington, power: Power) -> Duchies:
    """[12.3g] (reading G37) Where a Power may put a Hasty Fortress: in Duchies it Controls; there are two markers."""
    if s.hasty.bit_count() >= HASTY_FORTRESSES:
        return 0
    return controlled(s, power) & ~fortresses(s) & ON_MAP


def shown_hasty_fortress_at_card_play(s: Wellington, power: Power, impulse: Impulse) -> bool:
    """[5.1a] There is a place for it."""
    return bool(hasty_sites(s, power))


def shown_hasty_fortress_at_move_declared(s: Wellington, power: Power, step: Step) -> bool:
    """[5.2c] An enemy steps into such a Duchy, which is a Key or holds a Formation of the Power."""
    return bool(((KEYS | s.occupied[power]) & hasty_sites(s, power)) >> step.b & 1)


def effect_hasty_fortress(s: Wellington, power: Power, about: Impulse | Step) -> None:
    """[12.3g] (reading G37) A Fortress is built; the step into its Duchy may be taken back."""
    if isinstance(about, Step):
        about.shaken = True
        fortify(s, about.b)
    else:
        s.call(FortifyDuchy(power, CARD["hasty_fortress"], hasty_sites(s, power)))


def fortify(s: Wellington, x: Duchy) -> None:
    s.hasty |= 1 << x
    s.tell("fortified", x)


@dataclass(slots=True)
class FortifyDuchy(ChooseDuchy):
    """[12.3g] Where is the Hasty Fortress built?"""

    def choose(self, s: Wellington, seat: Power, action: Action) -> None:
        fortify(s, action[1])


# --- 44 Turning Movement


def shown_turning_movement(s: Wellington, power: Power, march: March) -> bool:
    """[9.5a] One Army of the Power marches alone, and enemies or enemy Fortresses are in its Duchy or next to it."""
    if len(march.armies) != 1 or march.turns(s) or LEADER_POWER[march.armies[0][0]] != power:
        return False
    side = power & 1
    return bool((formations(s, 1 - side) | enemy_fortresses(s, side)) & (NEAR[march.x] | 1 << march.x))


def effect_turning_movement(s: Wellington, power: Power, march: March) -> None:
    """[9.5a] In this Impulse it goes past enemies and Fortresses."""
    s.frame(Impulse).turning |= 1 << march.armies[0][0]


# --- 67 Gales in Biscay


def shown_gales_in_biscay(s: Wellington, power: Power, convoy: Convoy) -> bool:
    """[5.2c] An enemy sails."""
    return not convoy.cancelled


def effect_gales_in_biscay(s: Wellington, power: Power, convoy: Convoy) -> None:
    """[14.2a] [14.3a] He stays in his Port and suffers Attrition; what was spent is spent."""
    convoy.cancelled = True


# --- 80 The Heat of La Mancha


def shown_heat_of_la_mancha(s: Wellington, power: Power, contact: Contact) -> bool:
    """[5.2c] An enemy Formation has made a paid step into its third or a later Duchy."""
    return contact.paid and power & 1 != contact.side and contact.marched >= THIRD


def effect_heat_of_la_mancha(s: Wellington, power: Power, contact: Contact) -> None:
    """[13.1d] It has one more reason for Attrition, and may enter one more Duchy in this Impulse."""
    contact.reasons += 1
    impulse = s.frame(Impulse)
    for own, leaders, _ in contact.forces:
        impulse.tired += [(leader, 1) for leader in ids_of(leaders)]
        if not leaders:
            impulse.tired_piles.append((own * DUCHIES + contact.x, 1))


# ----------------------------------------------------------------------------------------------------------- Attrition

# --- 14 Foraging Parties


def shown_foraging_parties(s: Wellington, power: Power, check: Attrition) -> bool:
    """[5.2c] Somebody would be lost."""
    return not check.cancelled


def effect_foraging_parties(s: Wellington, power: Power, check: Attrition) -> None:
    """[13.1a] Nobody is lost."""
    check.cancelled = True


# --- 107 Living off the Land


def shown_living_off_the_land(s: Wellington, power: Power, check: Attrition) -> bool:
    """[5.2c] French pieces would be lost."""
    return check.side == FRENCH and not check.cancelled


def effect_living_off_the_land(s: Wellington, power: Power, check: Attrition) -> None:
    """[13.1a] None of them is lost."""
    check.cancelled = True


# --- 88 El Empecinado


def french_in_spain(s: Wellington) -> Duchies:
    return formations(s, FRENCH) & IN_SPAIN


def shown_el_empecinado_at_card_play(s: Wellington, power: Power, impulse: Impulse) -> bool:
    """[5.1a] There are French Formations in Spain."""
    return bool(french_in_spain(s))


def shown_el_empecinado_at_impulse_start(s: Wellington, power: Power, impulse: Impulse) -> bool:
    """[5.2c] A French Impulse begins, and there are French Formations in Spain."""
    return impulse.power & 1 == FRENCH and bool(french_in_spain(s))


def effect_el_empecinado(s: Wellington, power: Power, impulse: Impulse) -> None:
    """[13.1a] Where do the guerrillas strike?"""
    s.call(AmbushDuchy(power, CARD["el_empecinado"], french_in_spain(s)))


@dataclass(slots=True)
class AmbushDuchy(ChooseDuchy):
    """[13.1a] [13.1d] The French in a Duchy suffer Attrition, twice if there is no Leader of theirs."""

    def choose(self, s: Wellington, seat: Power, action: Action) -> None:
        x = action[1]
        s.call(attrition_at(s, FRENCH, x, 1 if s.here[x] & SIDE_LEADERS[FRENCH] else 2))


# ----------------------------------------------------------------------------------------------------- Battle and Siege

# --- 1 The Lines of Torres Vedras


def shown_torres_vedras_at_card_play(s: Wellington, power: Power, impulse: Impulse) -> bool:
    """[5.1a] The lines are not manned yet."""
    return not s.turn_events >> CARD["torres_vedras"] & 1


def shown_torres_vedras_at_siege_start(s: Wellington, power: Power, siege: Siege) -> bool:
    """[5.2c] A Siege of Lisbon begins, with its strength as usual."""
    return siege.x == LISBON and not siege.strength and not s.turn_events >> CARD["torres_vedras"] & 1


def effect_torres_vedras(s: Wellington, power: Power, about: Impulse | Siege) -> None:
    """[12.22c] Until the end of the Turn Lisbon has strength 5, whoever Controls it."""
    s.turn_events |= 1 << CARD["torres_vedras"]


# --- 7 Cavalry Raid


def shown_cavalry_raid_at_card_play(s: Wellington, power: Power, impulse: Impulse) -> bool:
    """[5.1a] There are enemies on the map."""
    return bool(formations(s, 1 - (power & 1)) & ON_MAP)


def shown_cavalry_raid_at_battle_start(s: Wellington, power: Power, battle: Battle) -> bool:
    """[5.2c] No other card has ended the Battle before it began."""
    return battle.joined(s)


def shown_cavalry_raid_at_siege_start(s: Wellington, power: Power, siege: Siege) -> bool:
    """[5.2c] Enemies besiege."""
    return power & 1 != siege.side and siege.alive(s)


def effect_cavalry_raid(s: Wellington, power: Power, about: Impulse | Battle | Siege) -> None:
    """[13.1a] All enemies in one Duchy suffer Attrition."""
    side = 1 - (power & 1)
    if isinstance(about, Impulse):
        s.call(RaidDuchy(power, CARD["cavalry_raid"], formations(s, side) & ON_MAP))
    else:
        s.call(attrition_at(s, side, about.x))


@dataclass(slots=True)
class RaidDuchy(ChooseDuchy):
    """[13.1a] Which Duchy is raided?"""

    def choose(self, s: Wellington, seat: Power, action: Action) -> None:
        s.call(attrition_at(s, 1 - (seat & 1), action[1]))


# --- 35 Juramentados


def shown_juramentados(s: Wellington, power: Power, battle: Battle) -> bool:
    """[5.2i] A Battle in Spain, with French Soldiers and a Spanish Formation."""
    if not (IN_SPAIN & s.occupied[SPAIN]) >> battle.x & 1:
        return False
    return any(s.sp[french * DUCHIES + battle.x] for french in SIDES[FRENCH])


def effect_juramentados(s: Wellington, power: Power, battle: Battle) -> None:
    """[5.2i] (reading G72) A French SP changes sides."""
    s.call(Deserters(power, battle.x))


@dataclass(slots=True)
class Deserters(Procedure):
    """[5.2i] [5.11a] The French lose an SP in a Battle; two of Spain join it."""

    power: Power
    x: Duchy

    def steps(self) -> tuple[str, ...]:
        return ("desert", "join")

    def desert(self, s: Wellington) -> None:
        """[5.2i] An SP of the French, whom the Commander's Power names where both have some."""
        s.call(FrenchLoss(commanding_power(s, FRENCH, self.x), self.x))

    def join(self, s: Wellington) -> None:
        """[5.11a] [5.2i] Spain places two SPs, which take part in the Battle."""
        s.call(PlaceSoldiers(SPAIN, SPAIN, JURAMENTADOS, 1 << self.x, by=self.power, joins=True))


@dataclass(slots=True)
class FrenchLoss(PublicAsk):
    """[5.2i] Which French Power loses the Soldier?"""

    x: Duchy

    def candidates(self, s: Wellington, seat: Power) -> list[Action]:
        return [("bear", power) for power in SIDES[FRENCH] if s.sp[power * DUCHIES + self.x]]

    def choose(self, s: Wellington, seat: Power, action: Action) -> None:
        lose_soldiers(s, action[1], self.x, 1)
        s.tell("eliminated", action[1], 1, self.x)

    def prompt(self, s: Wellington, seat: Power) -> Prompt:
        return Prompt("5.2i", "french_loss", (("duchy", "duchy", self.x),))


# --- 43 Dysentery


def shown_dysentery_at_card_play(s: Wellington, power: Power, impulse: Impulse) -> bool:
    """[5.1a] There are Formations on the map."""
    return bool((formations(s, ALLIES) | formations(s, FRENCH)) & ON_MAP)


def shown_dysentery_at_siege_start(s: Wellington, power: Power, siege: Siege) -> bool:
    """[12.2a] There is still somebody who besieges."""
    return siege.alive(s)


def effect_dysentery(s: Wellington, power: Power, about: Impulse | Siege) -> None:
    """[12.2b] [13.1a] A Siege of a Fortress that is hardly defended; or Attrition of all Formations in one Duchy."""
    if isinstance(about, Siege):
        s.call(attrition_at(s, about.side, about.x))
    else:
        s.call(SpreadDysentery(power))


@dataclass(slots=True)
class SpreadDysentery(PublicAsk):
    """[12.2b] [13.1a] A Siege by an Army, or by Soldiers alone, of a Fortress with strength 1; or Attrition of all
    Formations in a Duchy."""

    def candidates(self, s: Wellington, seat: Power) -> list[Action]:
        held = (formations(s, ALLIES) | formations(s, FRENCH)) & ON_MAP
        return [*(("besiege", leader) for leader in besiegers(s, seat)),
                *(("storm", x) for x in ids_of(sick_garrisons(s, seat))),
                *(("choose", x) for x in ids_of(held))]

    def choose(self, s: Wellington, seat: Power, action: Action) -> None:
        verb, thing = action
        if verb == "choose":
            s.call(attrition_at(s, ALLIES if formations(s, ALLIES) >> thing & 1 else FRENCH, thing))
        elif verb == "besiege":
            s.call(Siege(seat, thing, s.at[thing], strength=1))
        else:
            s.call(Siege(seat, -1, thing, strength=1))


def sick_garrisons(s: Wellington, power: Power) -> Duchies:
    """[12.2a] Fortress Duchies in which Soldiers of a Power without a Leader could besiege."""
    found = 0
    for x in ids_of(s.occupied[power] & enemy_fortresses(s, power & 1)):
        if not s.here[x] & LEADERS[power] and fresh_soldiers(s, power, x) and refuse_fortress(s, power, x) is None:
            found |= 1 << x
    return found


# --- 55 The Race for Los Arapiles


def shown_los_arapiles(s: Wellington, power: Power, battle: Battle) -> bool:
    """[5.2c] No other card has ended the Battle before it began."""
    return battle.joined(s)


def first_on_the_hill(battle: Battle, totals: list[int]) -> Side:
    """The side with the higher total, at a tie the inactive one."""
    return battle.side if totals[battle.side] > totals[1 - battle.side] else 1 - battle.side


def effect_los_arapiles(s: Wellington, power: Power, battle: Battle) -> None:
    """[11.2e] [11.2h] A die and the Commander's Battle Rating for each side, first the Active one. The higher total, at
    a tie the inactive side, has three dice more in the first Round."""
    totals = [0, 0]
    for side in (battle.side, 1 - battle.side):
        die = s.die()
        totals[side] = die + rating_dice(commander_at(s, side, battle.x))
        s.tell("race_die", side, die, totals[side])
    first = first_on_the_hill(battle, totals)
    battle.bonus[first] += ARAPILES_DICE
    s.tell("race_won", first, ARAPILES_DICE)


# --- 75 Baggage Train Taken


def effect_baggage_train_taken(s: Wellington, power: Power, fight: Battle | Siege) -> None:
    """[11.11a] The winner gains a Resource; the Spanish suffer Attrition for it."""
    s.tell("gained", power, 1)
    gain(s, power, fight.x, 1)


# ----------------------------------------------------------------------------------------------- Resources and Events

# --- 52 Fog of War


def shown_fog_of_war(s: Wellington, power: Power, event: PlayEvent) -> bool:
    """[5.2c] It has not been answered yet."""
    return not event.void


def effect_fog_of_war(s: Wellington, power: Power, event: PlayEvent) -> None:
    """[5.2b] [5.2c] The Event has no effect."""
    event.void = True


# --- 79 Magazines Burned


def shown_magazines_burned_at_card_play(s: Wellington, power: Power, impulse: Impulse) -> bool:
    """[5.1a] An enemy has a Resource."""
    return any(s.resources[other] for other in SIDES[1 - (power & 1)])


def shown_magazines_burned_at_resource_spent(s: Wellington, power: Power, about: SpendResource) -> bool:
    """[5.2c] The card is not drawn yet."""
    return not about.lost


def effect_magazines_burned(s: Wellington, power: Power, about: Impulse | SpendResource) -> None:
    """[15.2a] The Resource that was spent is lost and counts as played; or an enemy loses one."""
    if isinstance(about, SpendResource):
        about.lost = True
    else:
        rich = bitset(other for other in SIDES[1 - (power & 1)] if s.resources[other])
        s.call(BurnMagazines(power, CARD["magazines_burned"], rich))


@dataclass(slots=True)
class BurnMagazines(ChoosePower):
    """[5.1b] Which enemy Power loses a Resource?"""

    def choose(self, s: Wellington, seat: Power, action: Action) -> None:
        lose_resource(s, action[1])
