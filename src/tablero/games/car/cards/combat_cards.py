"""What Combat Cards do, and what events do to the attacks of the operation that they give.

Each is played into a `Combat`, whose fields say what it changes.
"""

from __future__ import annotations

from dataclasses import dataclass

from tablero.games.car.board import (
    AFR, ALL_CORPS, BANKS, ITALIANS, MADRID, MIL, NEAR, NORTH, POL, REGIONAL, REGIONS, REP, UNIT, ZONE
)
from tablero.games.car.rules.r02_map import spaces_of
from tablero.games.car.rules.r11_combat.s02_resolution import Combat
from tablero.games.car.rules.r11_combat.s03_losses import alike, remove
from tablero.games.car.rules.r16_special.s06_armor import is_open
from tablero.games.car.state import Car, Side
from tablero.kernel.actions import Action
from tablero.kernel.bits import bitset, ids_of
from tablero.kernel.windows import Ask

MARROQUI, NAVARRA = UNIT["nat_marroqui"], UNIT["nat_navarra"]
SHOCK_CORPS = bitset(UNIT[name] for name in ("rep_v", "rep_xv", "rep_xviii"))
ASTURIANS = REGIONAL[REGIONS.index("asturias")]
LOW_MORALE = 15         # Republican Morale from which "To Resist is to Win" can be played

# ------------------------------------------------------------------------------------------------- plain modifiers


def one_more(s: Car, side: Side, about: Combat) -> None:
    """+1 on the die of its owner."""
    about.modifier[side] += 1


def one_by_air(s: Car, side: Side, about: Combat) -> None:
    """+1 on the die of its owner, by aircraft."""
    about.air[side] += 1


def one_less(s: Car, side: Side, about: Combat) -> None:
    """-1 on the die of the enemy."""
    about.modifier[1 - side] -= 1


act_n9_at_modifiers = one_by_air        # García Morato
act_n10_at_modifiers = one_less         # Militia's Lack of Discipline
act_n11_at_modifiers = one_more         # Moroccan Regulars
act_n29_at_modifiers = one_by_air       # Chain Bombing
act_n35_at_modifiers = one_more         # The Legion
act_n47_at_modifiers = one_by_air       # Air Superiority
act_n50_at_modifiers = one_more         # Counterattack
act_r10_at_modifiers = one_more         # No Pasarán!
act_r11_at_modifiers = one_more         # Revolutionary Fervour
act_r12_at_modifiers = one_by_air       # Soviet Fighters
act_r13_at_modifiers = one_more         # Dinamiteros
act_r17_at_modifiers = one_more         # Armored Trucks
act_r38_at_modifiers = one_more         # Líster and Modesto
act_r54_at_modifiers = one_more         # To Resist is to Win
act_r55_at_modifiers = one_more         # Vicente Rojo


def shown_n10(s: Car, side: Side, about: Combat) -> bool:
    """Republican militias take part."""
    return bool(about.ours(s, REP) & MIL)


def shown_n11(s: Car, side: Side, about: Combat) -> bool:
    """The Army of Africa or the Moroccan corps attacks an Open space."""
    return is_open(s, about.x) and bool(about.supplied(s, side) & (AFR | 1 << MARROQUI))


def shown_n29(s: Car, side: Side, about: Combat) -> bool:
    """Against works."""
    return bool((s.positions | s.trenches) >> about.x & 1)


def shown_n35(s: Car, side: Side, about: Combat) -> bool:
    """The Moroccan corps or that of Navarre attacks."""
    return bool(about.supplied(s, side) & (1 << MARROQUI | 1 << NAVARRA))


def shown_n50(s: Car, side: Side, about: Combat) -> bool:
    """Against a space that the Republic took in this Turn or the last, or one with a marker of a counterattack."""
    taken = s.captured[0] | s.captured[1] | s.bonus_rm | s.bonus_vp
    return bool(taken >> about.x & 1)


def shown_r10(s: Car, side: Side, about: Combat) -> bool:
    """In Madrid or next to it."""
    return bool((NEAR[MADRID] | 1 << MADRID) >> about.x & 1)


def shown_r11(s: Car, side: Side, about: Combat) -> bool:
    """With a militia of any kind."""
    return bool(about.supplied(s, side) & MIL)


def shown_r13(s: Car, side: Side, about: Combat) -> bool:
    """With an Asturian unit."""
    return bool(about.supplied(s, side) & ASTURIANS)


def shown_r38(s: Car, side: Side, about: Combat) -> bool:
    """With one of their corps."""
    return bool(about.supplied(s, side) & SHOCK_CORPS)


def shown_r54(s: Car, side: Side, about: Combat) -> bool:
    """With low Republican Morale."""
    return s.rm <= LOW_MORALE


# --------------------------------------------------------------------------------------------- weather, armor, rivers


def act_r37_at_modifiers(s: Car, side: Side, about: Combat) -> None:
    """Bad Weather: aircraft of both sides give nothing [8.5.3.2a]."""
    about.grounded = True


def shown_r30(s: Car, side: Side, about: Combat) -> bool:
    """Italians attack."""
    return bool(about.units & ITALIANS)


def act_r30_at_modifiers(s: Car, side: Side, about: Combat) -> None:
    """Guadalajara is not Abyssinia: -2 on the die of the attack."""
    about.modifier[1 - side] -= 2


def shown_n18(s: Car, side: Side, about: Combat) -> bool:
    """The bonus of armor is declared."""
    return about.armor


def act_n18_at_modifiers(s: Car, side: Side, about: Combat) -> None:
    """Molotov Cocktail: no bonus of armor, but the first loss is still due [CL.N18a]."""
    about.bogged = True


def across_river(s: Car, side: Side, about: Combat) -> bool:
    """A unit attacks across a river."""
    return bool(spaces_of(s, about.units) & BANKS[about.x])


shown_n16 = shown_n51 = across_river


def effect_n16(s: Car, side: Side, about: Combat) -> None:
    """Captured Bridge: no river shift, and armor may cross [CL.MAPb]; at once, before armor is declared."""
    about.bridged = True


def act_n51_at_modifiers(s: Car, side: Side, about: Combat) -> None:
    """Flood of the Ebro: -1 on the die of the attack, and no bonus of armor."""
    about.modifier[1 - side] -= 1
    about.bogged = True


# ---------------------------------------------------------------------------------------------------------- artillery


def shown_n28(s: Car, side: Side, about: Combat) -> bool:
    """With a corps."""
    return bool(about.supplied(s, side) & ALL_CORPS)


def act_n28_at_columns(s: Car, side: Side, about: Combat) -> None:
    """Artillery Concentration: no shifts by the terrain and the works of the space [CL.MAPa]."""
    about.flat = True


def shown_n49(s: Car, side: Side, about: Combat) -> bool:
    """With a corps, against works."""
    return shown_n28(s, side, about) and shown_n29(s, side, about)


def act_n49_at_columns(s: Car, side: Side, about: Combat) -> None:
    """Massed Artillery: no shifts by works."""
    about.breached = True


def fire_first(s: Car, side: Side, about: Combat) -> None:
    """The owner fires first [CL.R7a]."""
    about.early |= 1 << side


act_n49_at_fire = fire_first            # Massed Artillery
act_r7_at_fire = fire_first             # Operation Orders Captured


# ------------------------------------------------------------------------------------------------ retreats and losses


def stand_fast(s: Car, side: Side, about: Combat) -> None:
    """The retreat may be cancelled without a step."""
    about.steadfast = True


act_n36_at_retreat = stand_fast         # Fight to the Last
act_r29_at_retreat = stand_fast         # Political Commissars


def shown_r29(s: Car, side: Side, about: Combat) -> bool:
    """With a corps."""
    return bool(about.supplied(s, side) & ALL_CORPS)


def act_r45_at_losses(s: Car, side: Side, about: Combat) -> None:
    """Limited Offensive: one step of the attackers is cancelled [CL.R45a]."""
    about.spared = True


def act_r45_at_advance(s: Car, side: Side, about: Combat) -> None:
    """Nobody advances."""
    about.halted = True


def shown_n14(s: Car, side: Side, about: Combat) -> bool:
    """Police attack."""
    return bool(about.units & POL)


def act_n14_at_defection(s: Car, side: Side, about: Combat) -> None:
    """Defection: one attacking POL unit is lost [CL.N14a]."""
    police = ids_of(about.units & POL)
    if alike(s, police):
        remove(s, police[0])
    else:
        s.call(Defect(side))


@dataclass(slots=True)
class Defect(Ask):
    """[CL.N14a] Choose the attacking POL unit that defects."""

    def candidates(self, s: Car, seat: Side) -> list[Action]:
        return [("lose", u) for u in ids_of(s.frame(Combat).units & POL)]

    def choose(self, s: Car, seat: Side, action: Action) -> None:
        remove(s, action[1])

    def public(self, s: Car) -> bool:
        return True


# ------------------------------------------------------------------------------------- events that give operations

act_n8_at_modifiers = one_by_air        # Condor Legion
act_n44_at_modifiers = one_more         # Aragón Offensive
act_r25_at_modifiers = one_more         # Brunete [8.5.5.2a]
act_r26_at_modifiers = one_more         # Belchite
act_r33_at_modifiers = one_more         # Teruel
act_r44_at_modifiers = one_more         # El Ebro


def act_n27_at_modifiers(s: Car, side: Side, about: Combat) -> None:
    """Northern Campaign: +1 against spaces of the Northern Front."""
    about.modifier[side] += NORTH >> about.x & 1


def act_n55_at_modifiers(s: Car, side: Side, about: Combat) -> None:
    """Catalonia Offensive: +1 against spaces of Catalonia."""
    about.modifier[side] += ZONE["catalonia"] >> about.x & 1


def level_ground(s: Car, side: Side, about: Combat) -> None:
    """No shift counts in the designated attack [8.5.5.3c] [CL.MAPc]."""
    about.level = True


act_r33_at_columns = level_ground       # Teruel
act_r44_at_columns = level_ground       # El Ebro
