"""[4.0] Actions: an activation marker is drawn, and its side does one thing with all its units."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

from tablero.games.dpyr.board import (
    ACTIONS, ARTILLERY, BALA_RASA, BATIR, CAMPI, CAVALRY, CORDA, GEFE, GRID, LIBERAL, MOJAR, MONTEAR, PASSED, PUENTE,
    RISTRE, TABLES, UNITS
)
from tablero.games.dpyr.rules.r04_actions import s01_montear as montear
from tablero.games.dpyr.rules.r04_actions import s02_assault as assault
from tablero.games.dpyr.rules.r04_actions import s06_campi as campi
from tablero.games.dpyr.rules.r04_actions import s07_puente as puente
from tablero.games.dpyr.rules.r04_actions import s08_ristre as ristre
from tablero.games.dpyr.rules.r04_actions.s03_batir_s04_paqueo import NO_AMMUNITION, NOT_ON_MAP, NOT_YOURS, Volley
from tablero.games.dpyr.rules.r04_actions.s05_bala_rasa import COST, NO_POWDER, Cannonade, kept_salvo
from tablero.games.dpyr.rules.r06_movement.s01_movement import (
    ANYWHERE, TO, beside, classes_seen, dress, dressing, go, open_ground
)
from tablero.games.dpyr.rules.r06_movement.s02_square import form_square, refuse_square
from tablero.games.dpyr.rules.r06_movement.s03_stacking import unveil, without_full
from tablero.games.dpyr.rules.r07_victory.s02_corda import refuse_corda, try_corda
from tablero.games.dpyr.rules.r09_scenarios.s02_luchana import (
    Arrivals, RepairBridge, due, engineers, refuse_gunboats, replace_gefe
)
from tablero.games.dpyr.state import ActionId, Dpyr, Hex, Hexes, Side, Unit, Units
from tablero.kernel.actions import Action, each
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import AGAIN, Procedure
from tablero.kernel.orders import Order, Orders
from tablero.kernel.refusals import Prompt, Refusal
from tablero.kernel.windows import PublicAsk

MARCHES = (MONTEAR, MOJAR, CAMPI, PUENTE, RISTRE)       # the actions that begin with movement
HALT: Action = ("halt",)
SQUARE: Action = ("square",)
GUNBOATS: Final[Action] = ("gunboats",)
CHOOSE_MONTEAR: Final[Action] = (ACTIONS[MONTEAR],)
MOVE: Final = each("move", len(UNITS))


# --------------------------------------------------------------------------------------------------------- activation


@dataclass(slots=True)
class Activation(Procedure):
    """[4.0a] [3.0m] One marker of one side: one action, open to all its units."""

    side: Side
    action: ActionId = PASSED
    boats: bool = False                                     # [9.2g] a Montear with the gunboats
    moved: Units = 0                                        # units that left their hex
    stepped: list[campi.Post] = field(default_factory=list) # Campi: where each unit that stepped out goes back to

    def steps(self) -> tuple[str, ...]:
        return ("arrive", "repair", "choose", "march", "salvo", "strike", "close")

    def arrive(self, s: Dpyr) -> None:
        """[9.2e] [9.2i] Reinforcements and new leaders come before the action is chosen."""
        if self.side == LIBERAL:
            replace_gefe(s)
        if due(s, self.side):
            s.call(Arrivals(self.side))

    def repair(self, s: Dpyr) -> None:
        """[9.2h] The Liberal may try to repair the bridge of Luchana."""
        if self.side == LIBERAL and engineers(s):
            s.call(RepairBridge(self.side))

    def choose(self, s: Dpyr) -> None:
        """[4.0a] Exactly one action is chosen, [4.0b] or Corda, [4.0d] or none."""
        s.call(ChooseAction(self.side))

    def march(self, s: Dpyr) -> None:
        """[4.1a] [4.2a] [4.6a] [4.7a] [4.8a] The units move."""
        if self.action in MARCHES:
            s.call(March(self.side, self.action, self.boats))

    def salvo(self, s: Dpyr) -> None:
        """[4.5l] After the movement, before shots and combats, the enemy may fire the salvoes it kept."""
        kept_salvo(s, 1 - self.side)

    def strike(self, s: Dpyr) -> None:
        """[4.2b] [4.3a] [4.5a] [7.2b] What the action is for."""
        if self.action in (MOJAR, RISTRE):
            s.call(assault.Assault(self.side, self.action == RISTRE, self.moved))
        elif self.action in (BATIR, CAMPI):
            s.answer = 0
            s.call(Volley(self.side, self.action))
        elif self.action == BALA_RASA:
            s.call(Cannonade(self.side))
        elif self.action == CORDA and try_corda(s, self.side):
            s.stack.clear()         # the battle is over

    def close(self, s: Dpyr) -> None:
        """[4.3j] The action is remembered for this turn; [4.6b] skirmishers go back."""
        s.played[self.side] |= 1 << self.action
        if any((s.hidden >> unit) & 1 for unit, _, _, _ in self.stepped):
            s.reveal()                      # it shows what goes back, and what stays
        stepped = [post for post in self.stepped if s.b.kind[post[0]] != GEFE]
        stayed = campi.fired_at_home(s, stepped, s.answer) if self.action == CAMPI and s.rules >= 2 else []
        if stepped or stayed:               # in the first version those who stayed could not turn
            s.call(campi.GoBack(self.side, stepped, stayed))

    def blot_out(self, s: Dpyr, seat: int) -> None:
        """[6.3f] Which of the concealed units moved is not seen."""
        if seat != self.side:
            self.moved &= ~s.hidden
            self.stepped = campi.posts_seen(s, self.stepped)

    def guess(self, s: Dpyr, seat: int, chance: Random) -> None:
        if seat != self.side:
            campi.guess_posts(s, self.stepped, chance)


NO_UNITS = Refusal("4.0c", "no_units")
NO_HORSE = Refusal("4.8a", "no_cavalry")
NO_GUNS = Refusal("4.5a", "no_artillery")


@dataclass(slots=True)
class ChooseAction(PublicAsk):
    """[4.0a] The active player chooses one action."""

    def candidates(self, s: Dpyr, seat: int) -> list[Action]:
        found: list[Action] = [(name,) for name in ACTIONS]
        return [*found, GUNBOATS] if s.b.gunboats and seat == LIBERAL else found

    def refuse(self, s: Dpyr, seat: int, action: Action) -> Refusal | None:
        if action == GUNBOATS:
            return refuse_gunboats(s, seat)
        chosen = ACTIONS.index(action[0])
        if chosen == CORDA:
            return refuse_corda(s, seat)
        if chosen == PASSED:
            return None
        if not s.held[seat]:
            return NO_UNITS
        if chosen in (BATIR, CAMPI) and not s.ammunition[seat]:
            return NO_AMMUNITION
        if chosen == BALA_RASA:
            if not any(s.at[u] >= 0 for u in s.b.of_kind[seat][ARTILLERY]):
                return NO_GUNS
            return NO_POWDER if s.ammunition[seat] < COST else None
        if chosen == RISTRE and not any(s.at[u] >= 0 for u in s.b.of_kind[seat][CAVALRY]):
            return NO_HORSE
        return None

    def choose(self, s: Dpyr, seat: int, action: Action) -> None:
        frame = s.caller(self, Activation)
        if action == GUNBOATS:
            frame.action, frame.boats, s.boats_used = MONTEAR, True, True
            s.tell("gunboats", seat)
        else:
            frame.action = ACTIONS.index(action[0])
        if frame.action == PASSED:
            s.tell("passed", seat)
        else:
            s.tell("action", seat, frame.action)

    def gestures(self, s: Dpyr, seat: int) -> Mapping[str, Sequence[Action]]:
        """A unit that is dragged marches: Montear is chosen, and it is taken up."""
        movers = March(seat, MONTEAR, False).movers(s)
        return {s.b.ids[move[1]]: [CHOOSE_MONTEAR, move] for move in movers if reach(s, move[1], MONTEAR, False)}


# --------------------------------------------------------------------------------------------------------- marching

NOT_IN_THIS_ACTION = {
    MOJAR: Refusal("4.2a", "mojar_who_moves"),
    CAMPI: campi.NO_FIRE_FACTOR,
    RISTRE: Refusal("4.8a", "ristre_who_moves"),
}
MOVED_ALREADY = Refusal("4.0c", "moved_already")
ENEMY_THERE = Refusal("6.1d", "enemy_there")
IN_THE_RIVER = Refusal("6.1b", "river")
FULL = (Refusal("6.3c", "full_clear"), Refusal("6.3e", "full_rough"), Refusal("6.3d", "full_building"))
OWN_IN_THE_WAY = Refusal("6.1c", "own_in_the_way")
MOJAR_TOO_FAR = Refusal("4.2a", "mojar_too_far")
RISTRE_TOO_FAR = Refusal("4.8a", "ristre_too_far")
GEFE_TOO_FAR = Refusal("5.1c", "gefe_too_far")
SAME_HEX = Refusal("6.1a", "same_hex")


def reach(s: Dpyr, unit: Unit, action: ActionId, boats: bool, within: Hexes = ANYWHERE) -> Hexes:
    """Hexes where a unit may end its move in an action, if it enters none but these."""
    if action == MONTEAR:
        return montear.reach(s, unit, boats, within)
    if action == MOJAR:
        return assault.reach(s, unit, within)
    if action == PUENTE:
        return puente.reach(s, unit, within)
    return campi.reach(s, unit, within) if action == CAMPI else ristre.reach(s, unit, within)


def stays_covered(s: Dpyr, unit: Unit, x: Hex, action: ActionId, boats: bool) -> bool:
    """[3.0f] Can a concealed unit go to a hex without entering open ground? Then it goes that way."""
    cover = s.b.field.cover
    if s.rules < 2:                         # then only the last hex counted
        return bool((cover >> x) & 1)
    return bool((reach(s, unit, action, boats, cover) >> x) & 1)


def refuse_hex(s: Dpyr, unit: Unit, x: Hex, action: ActionId) -> Refusal:
    """Why a hex is not within a unit's reach: first what is wrong with the hex, then with the way."""
    side = s.b.side[unit]
    if x == s.at[unit]:
        return SAME_HEX
    if (s.held[1 - side] >> x) & 1:
        return ENEMY_THERE
    if not (open_ground(s) >> x) & 1:
        return IN_THE_RIVER
    if not without_full(s, unit, 1 << x):
        return FULL[0 if s.b.field.capacity[x] == 2 else 1 if s.b.field.capacity[x] == 1 else 2]
    far = {MOJAR: MOJAR_TOO_FAR, CAMPI: campi.TOO_FAR, RISTRE: RISTRE_TOO_FAR}
    if s.b.kind[unit] == GEFE and GRID.distance[s.at[unit]][x] > TABLES.movement[action][GEFE]:
        return GEFE_TOO_FAR
    if action == MONTEAR:
        found = montear.refuse(s, unit, x)
    elif action == PUENTE:
        found = puente.refuse(s, unit, x)
    elif action == RISTRE and s.b.kind[unit] != GEFE and not (beside(s.held[1 - side]) >> x) & 1:
        found = ristre.NOT_AT_ENEMY
    else:
        found = far[action]
    way_matters = found in (montear.TOO_FAR, MOJAR_TOO_FAR, RISTRE_TOO_FAR, puente.TOO_FAR)
    return OWN_IN_THE_WAY if way_matters and (past_friends(s, unit, action) >> x) & 1 else found


def past_friends(s: Dpyr, unit: Unit, action: ActionId) -> Hexes:
    """[6.1c] Hexes a unit could reach if own cavalry and artillery let it pass."""
    ground, found = open_ground(s) & ~s.held[1 - s.b.side[unit]], 1 << s.at[unit]
    for _ in range(TABLES.movement[action][s.b.kind[unit]]):
        found |= beside(found) & ground
    return found


@dataclass(slots=True)
class March(Orders):
    """[4.1a] [4.0c] Units of the active side move one by one, as far as the action lets them, or form square."""

    action: ActionId
    boats: bool
    done: Units = 0         # units that have had their turn
    hand: Unit = -1         # the unit that is about to move
    last: Unit = -1         # the unit that moved last, whose hex may be turned and ordered
    turned: bool = False
    raised: int = 0

    def orders(self, s: Dpyr) -> Sequence[Order]:
        return MOVES if self.hand >= 0 else MOVERS if self.last < 0 else MOVERS_AFTER_A_MOVE

    # --- which unit

    def finish(self, s: Dpyr, action: Action) -> None:
        """The movement is over."""

    def units(self, s: Dpyr) -> list[Action]:
        return [MOVE[u] for u in s.b.army[self.who]]

    def movers(self, s: Dpyr) -> list[Action]:
        """Found together: asking `refuse_unit` about each unit makes random play 14 % slower."""
        at, kind, done, moves = s.at, s.b.kind, self.done, TABLES.movement[self.action]
        found = [MOVE[u] for u in s.b.army[self.who] if at[u] >= 0 and moves[kind[u]] and not (done >> u) & 1]
        return found if self.action != CAMPI else [a for a in found if campi.refuse_unit(s, a[1]) is None]

    def refuse_unit(self, s: Dpyr, action: Action) -> Refusal:
        (unit,) = action[1:]
        if s.b.side[unit] != self.who:
            return NOT_YOURS
        if s.at[unit] < 0:
            return NOT_ON_MAP
        if not TABLES.movement[self.action][s.b.kind[unit]]:
            return NOT_IN_THIS_ACTION[self.action]
        return self.action == CAMPI and campi.refuse_unit(s, unit) or MOVED_ALREADY

    def take_up(self, s: Dpyr, action: Action) -> bool:
        self.hand, self.last = action[1], -1
        return AGAIN

    def dressing(self, s: Dpyr) -> list[Action]:
        return dressing(s, s.at[self.last], self.turned, self.raised)

    def dress(self, s: Dpyr, action: Action) -> bool:
        dress(s, s.at[self.last], action)
        self.turned = self.turned or action[0] == "face"
        self.raised += action[0] == "raise"
        return AGAIN

    # --- what it does

    def halt(self, s: Dpyr, action: Action) -> bool:
        self.done |= 1 << self.hand
        self.hand = -1
        return AGAIN

    def refuse_square(self, s: Dpyr, action: Action) -> Refusal | None:
        return refuse_square(s, self.hand, self.action)

    def form_square(self, s: Dpyr, action: Action) -> bool:
        form_square(s, self.hand)
        return self.halt(s, action)

    def hexes(self, s: Dpyr) -> list[Action]:
        return list(TO)

    def in_reach(self, s: Dpyr) -> list[Action]:
        return [TO[x] for x in ids_of(reach(s, self.hand, self.action, self.boats))]

    def refuse_hex(self, s: Dpyr, action: Action) -> Refusal:
        (x,) = action[1:]
        return refuse_hex(s, self.hand, x, self.action)

    def move(self, s: Dpyr, action: Action) -> bool:
        unit, x = self.hand, action[1]
        frame = s.caller(self, Activation)
        frame.moved |= 1 << unit
        left = campi.post(s, unit, frame.moved) if self.action == CAMPI else None
        if (s.hidden >> unit) & 1 and not stays_covered(s, unit, x, self.action, self.boats):
            unveil(s, unit)
        if (s.hidden >> unit) & 1:
            go(s, unit, x, classes=classes_seen(s, unit, self.action, x))
        else:
            go(s, unit, x)
        if self.action == MONTEAR and s.b.kind[unit] == ARTILLERY:
            s.rode |= 1 << unit             # [4.5f]
        elif self.action == RISTRE and s.b.kind[unit] == CAVALRY:
            s.charged |= 1 << unit
        if left and (s.b.kind[unit] != GEFE or (s.hidden >> unit) & 1):
            frame.stepped.append(left)      # a concealed Gefe, too: the enemy does not see that he will stay
        self.last, self.turned, self.raised = unit, False, 0
        return self.halt(s, action)

    def public(self, s: Dpyr) -> bool:
        """In a Campi who may step out depends on fire factors that the enemy may not know."""
        return self.action != CAMPI and not s.hidden & s.b.army_bits[self.who]

    def hide(self, seat: int) -> March:
        return self if seat == self.who else March(self.who, self.action, self.boats, self.done)

    def blot_out(self, s: Dpyr, seat: int) -> None:
        if seat != self.who:
            self.done &= ~s.hidden

    def prompt(self, s: Dpyr, seat: int) -> Prompt:
        rule = {MONTEAR: "4.1a", MOJAR: "4.2a", CAMPI: "4.6a", PUENTE: "4.7a", RISTRE: "4.8a"}[self.action]
        if self.hand < 0:
            return Prompt(rule, f"march_{ACTIONS[self.action]}")
        return Prompt(rule, "march_to", (("unit", "unit", self.hand),))


MOVERS = (
    Order("done", March.finish),
    Order("move", March.take_up, tries=March.units, refuse=March.refuse_unit, allowed=March.movers),
)
MOVERS_AFTER_A_MOVE: Final = (
    *MOVERS,
    Order("face raise", March.dress, tries=March.dressing),
)
MOVES: Final = (
    Order("halt", March.halt),
    Order("square", March.form_square, refuse=March.refuse_square),
    Order("to", March.move, tries=March.hexes, refuse=March.refuse_hex, allowed=March.in_reach),
)
