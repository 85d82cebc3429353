"""[10.9] The window in which the inactive side intercepts and evades, and in which Events let Armies intercept.

Attempts are public. The answer of the Power that is next on the Track is carried out whole, then all are asked again
and know what came of it [10.9b].
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from tablero.games.wellington.board import BATTLE_RATING, CARDS, LEADER_POWER, LEADERS, NEAR, REACTION
from tablero.games.wellington.rules.r01_pieces.s05_soldiers import small_counters, unmarked
from tablero.games.wellington.rules.r01_pieces.s06_leaders import formations
from tablero.games.wellington.rules.r05_cards.s02_windows import SIDE_POWERS, PlayEvent, Window, led, track_order
from tablero.games.wellington.rules.r10_reactions import s05_evasion as evasion
from tablero.games.wellington.rules.r10_reactions.s01_contact import Contact
from tablero.games.wellington.rules.r10_reactions.s04_interception import (
    TWO_AWAY, Interception, company, most_unled, refuse_leader, refuse_soldiers, whole
)
from tablero.games.wellington.rules.r10_reactions.s10_flags import FlagContact
from tablero.games.wellington.state import Duchies, Duchy, Leader, Power, Powers, Side, Wellington
from tablero.kernel.actions import PASS, Action
from tablero.kernel.bits import ids_of
from tablero.kernel.cards import about
from tablero.kernel.refusals import Prompt, Refusal
from tablero.kernel.windows import ONCE, TOGETHER

if TYPE_CHECKING:
    from tablero.games.wellington.rules.r11_battle.s01_battle import Battle

    Scene: TypeAlias = Contact | FlagContact | Battle       # what is intercepted into


@dataclass(slots=True)
class ReactionWindow(Window):
    """[10.1a] [10.5a] Intercept, evade, play a card, or pass."""

    x: Duchy = -1
    ours: Duchies = 0           # Friendly and Enemy to the side that is asked, before the step [10.4j]
    theirs: Duchies = 0
    cards: bool = True          # cards may be played
    reach: int = 1              # from how many Duchies away Armies may intercept
    bonus: int = 0              # by Event, to the dice of interceptions
    rating: int = 0             # by Event: Soldiers without a Leader intercept as under one of this Battle Rating
    offensive: bool = False     # the Active side is asked [10.2c]

    def among(self, s: Wellington, seat: Power) -> int:
        return Window.among(self, s, seat) if self.cards else 0

    def could(self, s: Wellington, seat: Power) -> bool:
        """Could this Power react, as far as everybody can tell? Formations are seen at once, so they come first."""
        if self.could_more(s, seat):
            return True
        return self.cards and CARDS.could(s, seat, self.moment, about(s, self), self.among(s, seat))

    def could_more(self, s: Wellington, seat: Power) -> bool:
        for action in self.tries(s, seat):
            if self.refuse(s, seat, action) is None:
                return True
        return False

    def more(self, s: Wellington, seat: Power) -> list[Action]:
        return [action for action in self.tries(s, seat) if self.refuse(s, seat, action) is None]

    def candidates(self, s: Wellington, seat: Power) -> list[Action]:
        held = CARDS.held(s, seat) if self.cards else 0
        return [PASS, *(("play", card) for card in ids_of(held)), *self.tries(s, seat)]

    def tries(self, s: Wellington, seat: Power) -> list[Action]:
        """Leaders of the Power that stand near, and where its Formations in the Duchy could go."""
        found: list[Action] = []
        for a in ids_of(s.occupied[seat] & (NEAR[self.x] if self.reach == 1 else TWO_AWAY[self.x])):
            if self.rating:
                found.append(("intercept_from", a))
                continue
            for leader in ids_of(s.here[a] & LEADERS[seat]):
                found.append(("intercept", leader))
                if self.has_choice(s, leader):
                    found.append(("detach", leader))
        below = about(s, self)
        if isinstance(below, FlagContact):
            return [] if below.intercepted else found
        if isinstance(below, Contact) and s.occupied[seat] >> self.x & 1 and seat & 1 != below.side:
            found += evasions(s, below, seat)
        return found

    def has_choice(self, s: Wellington, leader: Leader) -> bool:
        """[10.41a] Could anybody stay behind or come along when a Leader intercepts?"""
        mates = company(s, leader, self.x, self.theirs, self.reach) & ~(1 << leader)
        return bool(mates) or unmarked(s, LEADER_POWER[leader], s.at[leader]) > 0

    def refuse(self, s: Wellington, seat: Power, action: Action) -> Refusal | None:
        verb = action[0]
        if verb in ("intercept", "detach"):
            return refuse_leader(s, action[1], self.x, self.ours, self.theirs, self.reach)
        if verb == "intercept_from":
            return refuse_soldiers(s, seat, action[1], self.x, self.theirs)
        if verb in ("evade", "evade_excess"):
            contact = s.frame(Contact)
            if verb == "evade" and evades_led(s, contact, seat):
                return evasion.refuse_group(s, contact, action[1])
            return evasion.refuse_soldiers(s, contact, seat, action[1])
        return Window.refuse(self, s, seat, action)

    def react(self, s: Wellington, seat: Power, action: Action) -> None:
        verb, thing = action
        if verb == "play":
            s.call(PlayEvent(seat, thing))
        elif verb in ("intercept", "detach"):
            forces = whole(s, thing, self.x, self.theirs, self.reach)
            s.call(Interception(
                seat, thing, BATTLE_RATING[thing], forces, s.at[thing], self.x, self.ours, self.theirs, self.reach,
                verb == "detach", self.offensive, self.bonus))
        elif verb == "intercept_from":
            force = seat, 0, most_unled(s, seat, thing, self.x)
            s.call(Interception(seat, -1, self.rating, (force,), thing, self.x, self.ours, self.theirs,
                                offensive=self.offensive, bonus=self.bonus))
        else:
            s.call(start_evasion(s, s.frame(Contact), seat, thing, verb == "evade_excess"))

    def prompt(self, s: Wellington, seat: Power) -> Prompt:
        if not self.cards:
            return Prompt("10.2c", "called_interception", (("duchy", "duchy", self.x),))
        scene = about(s, s.stack[-1])
        where = ("duchy", "duchy", self.x)
        if isinstance(scene, FlagContact):
            return Prompt("10.10a", "reaction_flag", (where, ("power", "power", scene.power)))
        if not isinstance(scene, Contact):
            return Prompt("10.1a", "reaction_battle", (where,))
        leaders = led(scene.forces)
        # who may evade is asked another kind of question than who may only intercept: a no to one is none to the other
        kind = "met" if seat >= 0 and s.occupied[seat] >> self.x & 1 and not scene.passes() else "near"
        if leaders:
            return Prompt("10.1a", "reaction_window", (where, *leaders), kind)
        return Prompt("10.1a", "reaction_soldiers", (where, ("power", "power", scene.power)), kind)


# --- evasion


def evades_led(s: Wellington, contact: Contact, power: Power) -> bool:
    """[10.5b] Does a Power decide on the evasion of an Army or Army Group?"""
    leader = evasion.group_leader(s, contact)
    return leader >= 0 and LEADER_POWER[leader] == power


def evasions(s: Wellington, contact: Contact, power: Power) -> list[Action]:
    """[10.5a] [10.5b] [10.5c] Where a Power's Army or Army Group might go; and its Soldiers without a Leader."""
    if contact.passes():
        return []
    near = ids_of(NEAR[contact.x])
    found: list[Action] = []
    led = evades_led(s, contact, power)
    if led:
        found += [("evade", b) for b in near]
    if evasion.loose(s, contact, power):
        verb = "evade_excess" if evasion.own_leaders(s, contact) & LEADERS[power] else "evade"
        found += [(verb, b) for b in near]
    return found


def start_evasion(s: Wellington, contact: Contact, power: Power, b: Duchy, excess: bool) -> evasion.Evasion:
    """[10.7a] The attempt that a Power declares."""
    x, side = contact.x, power & 1
    ours, theirs = contact.before[side], contact.theirs[side]
    if not excess and evades_led(s, contact, power):
        leader = evasion.group_leader(s, contact)
        return evasion.Evasion(power, leader, x, b, evasion.group(s, contact, b), (), ours, theirs)
    counters = small_counters(s, power, x, evasion.loose(s, contact, power))
    return evasion.Evasion(power, -1, x, b, (), counters, ours, theirs)


# --- opening it


def stage(s: Wellington, scene: Scene, side: Side) -> tuple[Duchy, Duchies, Duchies]:
    """[10.4j] The Duchy that is intercepted into, and what was Friendly and Enemy to a side before the enemy came."""
    contact = scene if isinstance(scene, Contact) else s.within(Contact)
    if contact is not None:         # a Battle too: whoever fights in it has only just come
        return scene.x, scene.before[side], contact.theirs[side]
    return scene.x, scene.before[side], scene.before[1 - side] & ~formations(s, side)


def open_reactions(s: Wellington, scene: Scene) -> None:
    """[10.9b] [10.1e] Ask the inactive side for interceptions and evasions, and for cards; in a Battle that is under
    way, or of a Flag, for interceptions and cards."""
    side = 1 - (scene.power & 1)
    order = track_order(s, SIDE_POWERS[side])
    near = NEAR[scene.x] | 1 << scene.x
    if formations(s, side) & near or CARDS.opens(s, REACTION, order, scene):
        s.call(ReactionWindow(REACTION, order, TOGETHER, -1, [], *stage(s, scene, side)))


def call_armies(
    s: Wellington, powers: Powers, scene: Scene, reach: int = 1, bonus: int = 0, rating: int = 0, once: bool = True
) -> None:
    """[10.1c] [10.2b] [10.2c] [10.3c] An Event lets Armies of these Powers, all of one side, attempt to intercept: one
    of them, or one after the other; from two Duchies away; or Soldiers without a Leader as if they had one of this
    Battle Rating."""
    order = track_order(s, powers)
    side = order[0] & 1
    s.call(ReactionWindow(
        REACTION, order, ONCE if once else TOGETHER, -1, [], *stage(s, scene, side), cards=False, reach=reach,
        bonus=bonus, rating=rating, offensive=side == scene.power & 1))


def can_call(s: Wellington, power: Power, scene: Scene, reach: int = 1, rating: int = 0) -> bool:
    """[10.1c] [10.3c] Could an Event let an Army of a Power intercept, or its Soldiers without a Leader?"""
    x, ours, theirs = stage(s, scene, power & 1)
    for a in ids_of(s.occupied[power] & (NEAR[x] if reach == 1 else TWO_AWAY[x])):
        leaders = ids_of(s.here[a] & LEADERS[power])
        if rating and refuse_soldiers(s, power, a, x, theirs) is None:
            return True
        if not rating and any(refuse_leader(s, leader, x, ours, theirs, reach) is None for leader in leaders):
            return True
    return False
