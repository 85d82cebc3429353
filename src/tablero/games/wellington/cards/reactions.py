"""[5.2] [10] Responses that have to do with interception and evasion."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from tablero.games.wellington.board import (
    ALLIES, BRITAIN, CARD, CLEAR, DUCHIES, FRENCH, NEAR, RIVER, ROUGH, SIDE_LEADERS, SIDES
)
from tablero.games.wellington.cards.choices import ChooseDuchy
from tablero.games.wellington.rules.r01_pieces.s06_leaders import any_of, formations
from tablero.games.wellington.rules.r04_sequence.s02_impulses import Impulse
from tablero.games.wellington.rules.r05_cards.s02_windows import SIDE_POWERS
from tablero.games.wellington.rules.r09_movement.s01_lines import has_pontoons, line
from tablero.games.wellington.rules.r09_movement.s02_march import March
from tablero.games.wellington.rules.r09_movement.s03_step import Step
from tablero.games.wellington.rules.r10_reactions import s05_evasion as evasion
from tablero.games.wellington.rules.r10_reactions.s01_contact import Contact, owes_for_pass
from tablero.games.wellington.rules.r10_reactions.s04_interception import (
    NEEDED, OVER_RIVER, Interception, refuse_leader
)
from tablero.games.wellington.rules.r10_reactions.s05_evasion import Evasion
from tablero.games.wellington.rules.r10_reactions.s09_sequence import call_armies, can_call, stage
from tablero.games.wellington.rules.r10_reactions.s10_flags import FlagContact
from tablero.games.wellington.rules.r11_battle.s01_battle import Battle
from tablero.games.wellington.state import Duchies, Duchy, Force, Leaders, Pile, Power, Side, Wellington
from tablero.kernel.actions import Action
from tablero.kernel.bits import ids_of

Attempt: TypeAlias = Interception | Evasion
Scene: TypeAlias = Contact | FlagContact | Battle       # what is intercepted into
SWING = 3                   # Scum of the Earth
GUIDES, CIPHERS, LIGHT_DIVISION, REINFORCEMENTS, GUNS = 2, 2, 3, 2, 1       # what cards add to the dice
CIPHERS_RATING, INITIATIVE_RATING = 2, 1        # the Battle Ratings of Leaders whom cards simulate


def goes_ahead(attempt: Attempt) -> bool:
    """Has no card stopped an attempt?"""
    return not attempt.cancelled and not attempt.beaten


def scene(s: Wellington) -> Scene:
    """What is being intercepted into."""
    return next(frame for frame in reversed(s.stack) if isinstance(frame, Contact | FlagContact | Battle))


# --- 8 Bridges Blown


def lines_of(about: Step | Attempt) -> list[tuple[Duchy, Duchy]]:
    """The Lines of March that a step or an attempt uses, the last first."""
    if isinstance(about, Step):
        return [(about.a, about.b)]
    if isinstance(about, Evasion):
        return [(about.x, about.b)]
    return [(about.a, about.x)] if about.via < 0 else [(about.via, about.x), (about.a, about.via)]


def movers(about: Step | Attempt) -> tuple[Force, ...]:
    """Who moves, or tries to."""
    if isinstance(about, Step):
        return about.forces()
    return about.forces or (any_of(about.power),)


def bridge(s: Wellington, about: Step | Attempt) -> tuple[Duchy, Duchy] | None:
    """The last line, Clear or Rough, on the way of a Formation that has no pontoons."""
    for a, b in lines_of(about):
        if line(s, a, b) in (CLEAR, ROUGH) and not all(has_pontoons(s, force, a) for force in movers(about)):
            return a, b
    return None


def shown_bridges_blown_at_move_declared(s: Wellington, power: Power, step: Step) -> bool:
    """[5.2c] An enemy step over a Clear or Rough line, to a Formation of the own side."""
    return bool(formations(s, power & 1) >> step.b & 1) and bridge(s, step) is not None


def shown_bridges_blown_at_interception_declared(s: Wellington, power: Power, attempt: Interception) -> bool:
    """[5.2c] [10.3f] An enemy interception over a Clear or Rough line."""
    return power & 1 != attempt.side and goes_ahead(attempt) and bridge(s, attempt) is not None


def shown_bridges_blown_at_evasion_declared(s: Wellington, power: Power, attempt: Evasion) -> bool:
    """[5.2c] [10.6a] An enemy evasion over a Clear or Rough line."""
    return power & 1 != attempt.side and goes_ahead(attempt) and bridge(s, attempt) is not None


def effect_bridges_blown(s: Wellington, power: Power, about: Step | Attempt) -> None:
    """[9.44b] [10.3f] [10.6a] [11.43a] The line is a River until the end of the Impulse. The step may be taken back;
    the interception or evasion does not take place and was not attempted."""
    found = bridge(s, about)
    assert found is not None, "no bridge to blow"
    s.frame(Impulse).blown.append(found)
    s.tell("bridges_blown", *found)
    if isinstance(about, Step):
        about.shaken = True
    else:
        about.cancelled = True


# --- 22 The Marshals' Quarrel (see also battle_cards.py)


def shown_marshals_quarrel_at_interception_declared(s: Wellington, power: Power, attempt: Interception) -> bool:
    """[5.2c] [10.4d] A French Power intercepts where the other one is to fight."""
    return (attempt.side == FRENCH and goes_ahead(attempt)
            and bool((s.occupied[attempt.power ^ 2] & formations(s, ALLIES)) >> attempt.x & 1))


def effect_marshals_quarrel(s: Wellington, power: Power, about: Interception | Battle) -> None:
    """[10.4f] [11.2h] The interception fails without a roll; or the Power that does not command gives no dice in this
    Round."""
    if isinstance(about, Interception):
        about.beaten = True
    else:
        about.quarrel |= 1 << FRENCH


# --- 24 Local Guides


def shown_local_guides_at_interception_declared(s: Wellington, power: Power, attempt: Interception) -> bool:
    """[10.4d] An interception of the own side."""
    return power & 1 == attempt.side and goes_ahead(attempt)


def shown_local_guides_at_evasion_declared(s: Wellington, power: Power, attempt: Evasion) -> bool:
    """[10.7g] An evasion of the own side."""
    return power & 1 == attempt.side and goes_ahead(attempt)


def shown_local_guides_at_step_settled(s: Wellington, power: Power, contact: Contact) -> bool:
    """[9.41a] A Formation of the own side owes Attrition for a Pass."""
    return power & 1 == contact.side and owes_for_pass(contact)


def effect_local_guides(s: Wellington, power: Power, about: Attempt | Contact) -> None:
    """[9.41a] [10.4d] [10.7g] Two more, without the -1 for Pass or Rough; or no Attrition for this Pass."""
    if isinstance(about, Contact):
        about.reasons -= 1
    else:
        about.bonus += GUIDES
        about.ignore_terrain = True


# --- 27 Pontoon Train


def give_pontoons(s: Wellington, leaders: Leaders, piles: Iterable[Pile]) -> None:
    """[10.3f] [11.43a] To Leaders and to Soldiers without a Leader all Rivers are Clear in this Impulse."""
    impulse = s.frame(Impulse)
    impulse.bridged |= leaders
    impulse.bridged_piles += piles


def give_all_pontoons(s: Wellington, side: Side, x: Duchy) -> None:
    """The same to all pieces of a side in a Duchy."""
    give_pontoons(s, s.here[x] & SIDE_LEADERS[side], [power * DUCHIES + x for power in SIDES[side]])


def shown_pontoon_train_at_own_step(s: Wellington, power: Power, march: March) -> bool:
    """[5.2c] A River lies before the Formation that marches."""
    if all(has_pontoons(s, force, march.x) for force in march.forces()):
        return False
    return any(line(s, march.x, b) == RIVER for b in ids_of(NEAR[march.x]))


def shown_pontoon_train_at_reaction(s: Wellington, power: Power, about: Scene) -> bool:
    """[10.3f] [10.6a] A Formation of the own side could intercept or evade but for a River."""
    return bool(behind_rivers(s, power & 1, about))


def shown_pontoon_train_at_battle_start(s: Wellington, power: Power, battle: Battle) -> bool:
    """[11.43a] The own side has come over a River."""
    return power & 1 == battle.side and battle.joined(s) and any(kind == RIVER for _, kind in battle.came)


def behind_rivers(s: Wellington, side: Side, about: Scene) -> Duchies:
    """[10.3f] [10.6a] Where Formations of a side stand that could intercept or evade but for a River."""
    x, ours, theirs = stage(s, about, side)
    found = 0
    for a in ids_of(NEAR[x]):
        leaders = ids_of(s.here[a] & SIDE_LEADERS[side])
        if any(refuse_leader(s, leader, x, ours, theirs) == OVER_RIVER for leader in leaders):
            found |= 1 << a
    if isinstance(about, Contact) and formations(s, side) >> x & 1 and evades_but_for_river(s, side, about):
        found |= 1 << x
    return found


def evades_but_for_river(s: Wellington, side: Side, contact: Contact) -> bool:
    """[10.6a] Could a Formation of a side evade if a River were none?"""
    if contact.passes():
        return False
    rivers = [b for b in ids_of(NEAR[contact.x]) if line(s, contact.x, b) == RIVER]     # few, and it is asked often
    if evasion.group_leader(s, contact) >= 0 and any(
            evasion.refuse_group(s, contact, b) == evasion.OVER_RIVER for b in rivers):
        return True
    return any(evasion.refuse_soldiers(s, contact, power, b) == evasion.OVER_RIVER
               for power in SIDES[side] for b in rivers)


def effect_pontoon_train(s: Wellington, power: Power, about: March | Scene) -> None:
    """[10.3f] [10.6a] [11.43a] For one Formation all Rivers are Clear until the end of the Impulse."""
    side = power & 1
    if isinstance(about, March):
        give_pontoons(s, about.leaders(), [] if about.armies else [power * DUCHIES + about.x])
    elif isinstance(about, Battle) and about.round == 0:
        about.came = tuple((a, CLEAR if kind == RIVER else kind) for a, kind in about.came)
        give_all_pontoons(s, side, about.x)
    else:
        s.call(BridgeRivers(power, CARD["pontoon_train"], behind_rivers(s, side, about)))


@dataclass(slots=True)
class BridgeRivers(ChooseDuchy):
    """[10.3f] [10.6a] Which Formation gets the pontoons?"""

    def choose(self, s: Wellington, seat: Power, action: Action) -> None:
        give_all_pontoons(s, seat & 1, action[1])


# --- 29 Night March


def shown_night_march(s: Wellington, power: Power, attempt: Interception) -> bool:
    """[10.4d] A moving Formation of the own side is intercepted."""
    if power & 1 == attempt.side or attempt.offensive or not attempt.succeeds():
        return False
    about = scene(s)
    return isinstance(about, Contact) and not about.placed


def effect_night_march(s: Wellington, power: Power, attempt: Interception) -> None:
    """[10.4d] [10.4f] The interception has failed."""
    attempt.beaten = True


# --- 36 The Scovell Ciphers


def shown_scovell_ciphers_at_reaction(s: Wellington, power: Power, about: Scene) -> bool:
    """[10.3c] Soldiers without a Leader of the Power could intercept if they had one."""
    return isinstance(about, Contact) and can_call(s, power, about, rating=CIPHERS_RATING)


def shown_scovell_ciphers_at_interception_declared(s: Wellington, power: Power, attempt: Interception) -> bool:
    """[10.4d] An Army of the Power intercepts."""
    return power == attempt.power and attempt.leader >= 0 and goes_ahead(attempt)


def effect_scovell_ciphers(s: Wellington, power: Power, about: Contact | Interception) -> None:
    """[10.3c] [10.4d] Up to 4 SPs may intercept as if led; or the interception has two more."""
    if isinstance(about, Interception):
        about.bonus += CIPHERS
    else:
        call_armies(s, 1 << power, about, rating=CIPHERS_RATING)


# --- 39 Local Initiative


def shown_local_initiative(s: Wellington, power: Power, about: Scene) -> bool:
    """[10.3c] Soldiers without a Leader of the Power could intercept if they had one."""
    return isinstance(about, Contact) and can_call(s, power, about, rating=INITIATIVE_RATING)


def effect_local_initiative(s: Wellington, power: Power, about: Contact) -> None:
    """[10.3c] Up to 4 SPs may intercept as if led."""
    call_armies(s, 1 << power, about, rating=INITIATIVE_RATING)


# --- 40 Call for Reinforcements


def shown_call_for_reinforcements_at_reaction(s: Wellington, power: Power, about: Scene) -> bool:
    """[10.1c] An Army of the Power could come from two Duchies away."""
    return not isinstance(about, FlagContact) and can_call(s, power, about, reach=2)


def shown_call_for_reinforcements_at_offensive_interception(
    s: Wellington, power: Power, about: Contact | Battle
) -> bool:
    """[10.1c] [10.2c] [10.2e] The same for the Active side, where there are enemies to fight."""
    return bool(formations(s, 1 - (power & 1)) >> about.x & 1) and can_call(s, power, about, reach=2)


def effect_call_for_reinforcements(s: Wellington, power: Power, about: Contact | Battle) -> None:
    """[10.1c] [10.2c] One Army may intercept with two more, from at most two Duchies away."""
    call_armies(s, 1 << power, about, reach=2, bonus=REINFORCEMENTS)


# --- 82 Scum of the Earth


def swing(attempt: Attempt) -> int:
    """What changes the result of a roll: three more, three less, or 0 if that does not."""
    if attempt.beaten:
        return 0
    total = attempt.total()
    if total >= NEEDED:
        return -SWING if total - SWING < NEEDED else 0
    return SWING if total + SWING >= NEEDED else 0


def shown_scum_of_the_earth_at_interception_rolled(s: Wellington, power: Power, attempt: Interception) -> bool:
    """[10.4d] Three points would change the result."""
    return swing(attempt) != 0


def shown_scum_of_the_earth_at_evasion_rolled(s: Wellington, power: Power, attempt: Evasion) -> bool:
    """[10.7g] Three points would change the result."""
    return swing(attempt) != 0


def effect_scum_of_the_earth(s: Wellington, power: Power, attempt: Attempt) -> None:
    """[10.4d] [10.7g] Three points more or less change the result."""
    attempt.swing += swing(attempt)


# --- 97 The Light Division


def shown_light_division_at_reaction(s: Wellington, power: Power, about: Scene) -> bool:
    """[10.1c] A British Army could come from two Duchies away."""
    return not isinstance(about, FlagContact) and can_call(s, BRITAIN, about, reach=2)


def shown_light_division_at_interception_declared(s: Wellington, power: Power, attempt: Interception) -> bool:
    """[10.4d] A British Army intercepts."""
    return attempt.power == BRITAIN and attempt.leader >= 0 and goes_ahead(attempt)


def shown_light_division_at_evasion_declared(s: Wellington, power: Power, attempt: Evasion) -> bool:
    """[10.7g] A British Army evades."""
    return attempt.power == BRITAIN and attempt.leader >= 0 and goes_ahead(attempt)


def effect_light_division(s: Wellington, power: Power, about: Contact | Battle | Attempt) -> None:
    """[10.1c] [10.4d] [10.7g] Three more; or a British Army may come from two Duchies away, with three more."""
    if isinstance(about, Contact | Battle):
        call_armies(s, 1 << BRITAIN, about, reach=2, bonus=LIGHT_DIVISION)
    else:
        about.bonus += LIGHT_DIVISION


# --- 108 March to the Guns


def shown_march_to_the_guns(s: Wellington, power: Power, about: Scene) -> bool:
    """[9.7c] [10.9a] A Battle with the French in it begins, or goes on, and a French Army could join it."""
    if not isinstance(about, Battle) or not about.joined(s):
        return False
    return any(can_call(s, own, about) for own in SIDES[FRENCH])


def effect_march_to_the_guns(s: Wellington, power: Power, battle: Battle) -> None:
    """[9.7c] [10.2c] [10.2e] All French Armies next to the Battle may intercept, one after the other, with one more."""
    call_armies(s, SIDE_POWERS[FRENCH], battle, bonus=GUNS, once=False)
