"""[11.1] Combats of an operation: who attacks what, one combat after another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tablero.games.car.board import BORDER, CARD, CARDS, COLUMNS, MIL, NAT, NEAR, REP, SIEGE_AT, SIEGES, SPACE_NAMES
from tablero.games.car.rules.r02_map import adjacent, spaces_of, units_in
from tablero.games.car.rules.r08_cards.s02_operations import Operations
from tablero.games.car.rules.r11_combat.s02_resolution import Combat
from tablero.games.car.rules.r17_columns.s04_militias import uncoordinated
from tablero.games.car.state import Car, Space, Spaces, Units
from tablero.kernel.actions import Action
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import AGAIN, Mark
from tablero.kernel.orders import Order, Orders
from tablero.kernel.refusals import Prompt, Refusal

INTERVENTION = CARD["r51"]      # the threat of a French one
RADIUS = 4                      # spaces from France [CL.R51a]

NO_ENEMY = Refusal("11.1.3a", "no_enemy_there")
ATTACKED = Refusal("11.1.5a", "attacked_already")
NEAR_FRANCE = Refusal("CL.R51a", "near_france")
NOBODY_NEAR = Refusal("11.1.3a", "nobody_can_attack_it")
NOT_ACTIVATED = Refusal("11.1.1a", "not_activated_to_attack")
FOUGHT = Refusal("11.1.5a", "has_fought")
NOT_NEAR = Refusal("11.1.3a", "not_adjacent_to_target")
JOINED = Refusal("11.2.2a", "joined_already")
UNCOORDINATED = Refusal("17.4.1a", "militias_uncoordinated")
NOBODY = Refusal("11.2.2a", "nobody_attacks")
NO_SIEGE = Refusal("16.1.4.1a", "no_siege_to_assault")
NOT_BESIEGING = Refusal("16.1.4.1a", "not_besieging")
DESIGNATED = Refusal("8.5.5.3c", "designated_already")
NO_DESIGNATION = Refusal("8.5.5.3c", "no_attack_to_designate")


def _around_france() -> Spaces:
    seen = BORDER[REP]          # the border spaces are the first
    for _ in range(RADIUS - 1):
        for x in ids_of(seen):
            seen |= NEAR[x]
    return seen


AROUND_FRANCE = _around_france()


@dataclass(slots=True)
class Combats(Orders):
    """[11.1.1a] Attack one space after another, as long as there are units that can; or stop."""

    target: Space = -1      # of the attack that is being designated
    siege: int = -1         # or the Siege of an assault
    joined: Units = 0       # the units that take part

    def orders(self, s: Car) -> Sequence[Order]:
        return DESIGNATION if self.target >= 0 or self.siege >= 0 else CHOICE

    # what can be attacked

    def ready(self, s: Car) -> Units:
        """[11.1.1a] [11.1.5a] The Activated units that have not fought."""
        operation = s.frame(Operations)
        return units_in(s, operation.attacks & s.occupied[self.who]) & ~operation.fought

    def forbidden(self, s: Car) -> Spaces:
        """[11.1.5a] [CL.R51a] Spaces that may not be attacked, whoever stands next to them."""
        threatened = self.who == NAT and s.this_turn >> INTERVENTION & 1
        return s.frame(Operations).attacked | (AROUND_FRANCE if threatened else 0)

    def reached(self, s: Car) -> Spaces:
        """[11.1.3a] The spaces Adjacent to units that can attack."""
        near, found, ready = adjacent(s), 0, self.ready(s)
        for x in ids_of(s.frame(Operations).attacks):
            if s.here[x] & ready:
                found |= near[x]
        return found

    def targets(self, s: Car) -> list[Action]:
        return [("target", x) for x in ids_of(s.occupied[1 - self.who])]

    def allowed_targets(self, s: Car) -> list[Action]:
        found = self.reached(s) & s.occupied[1 - self.who] & ~self.forbidden(s)
        return [("target", x) for x in ids_of(found)]

    def refuse_target(self, s: Car, action: Action) -> Refusal | None:
        x = action[1]
        if not s.occupied[1 - self.who] >> x & 1:
            return NO_ENEMY
        if s.frame(Operations).attacked >> x & 1:
            return ATTACKED
        if self.forbidden(s) >> x & 1:
            return NEAR_FRANCE
        return None if self.reached(s) >> x & 1 else NOBODY_NEAR

    def sieges(self, s: Car) -> list[Action]:
        return [("assault", siege) for siege in range(len(SIEGES)) if s.sieges[siege]] if self.who == REP else []

    def allowed_sieges(self, s: Car) -> list[Action]:
        return [action for action in self.sieges(s) if self.refuse_siege(s, action) is None]

    def refuse_siege(self, s: Car, action: Action) -> Refusal | None:
        """[16.1.4.1a] A unit in the space must be Activated to attack; one assault on a Siege in a Round."""
        siege = action[1]
        if self.who != REP or not s.sieges[siege]:
            return NO_SIEGE
        if s.frame(Operations).attacked >> SIEGE_AT[siege] & 1:
            return ATTACKED
        return None if s.here[SIEGE_AT[siege]] & self.ready(s) else NOT_BESIEGING

    def aim_at(self, s: Car, action: Action) -> bool:
        """[11.2.2a] The space is named first, then the units."""
        self.target = action[1]
        return AGAIN

    def besiege(self, s: Car, action: Action) -> bool:
        """[16.1.4.1a] The Siege is named first, then the units."""
        self.siege = action[1]
        return AGAIN

    # who attacks it

    def near_target(self, s: Car) -> Units:
        """[11.1.3a] [11.1.4a] The units that could take part."""
        spaces = adjacent(s)[self.target] if self.target >= 0 else 1 << SIEGE_AT[self.siege]
        return self.ready(s) & units_in(s, spaces & s.frame(Operations).attacks)

    def attackers(self, s: Car) -> list[Action]:
        return [("join", u) for u in ids_of(self.near_target(s) & ~self.joined)]

    def refuse_unit(self, s: Car, action: Action) -> Refusal | None:
        unit, operation = action[1], s.frame(Operations)
        if not (operation.attacks & s.occupied[self.who]) >> s.at[unit] & 1:
            return NOT_ACTIVATED
        if operation.fought >> unit & 1:
            return FOUGHT
        if self.joined >> unit & 1:
            return JOINED
        if not self.near_target(s) >> unit & 1:
            return NOT_NEAR
        joined = self.joined | 1 << unit
        return UNCOORDINATED if self.siege < 0 and uncoordinated(s, self.who, joined) else None

    def join(self, s: Car, action: Action) -> bool:
        self.joined |= 1 << action[1]
        return AGAIN

    def refuse_designation(self, s: Car, action: Action) -> Refusal | None:
        """[8.5.5.3c] An event can cancel the terrain effects of one attack of the operation."""
        operation = s.frame(Operations)
        if operation.card < 0 or not CARDS.acts[COLUMNS] >> operation.card & 1 or self.target < 0:
            return NO_DESIGNATION
        return DESIGNATED if operation.designated >= 0 else None

    def designate(self, s: Car, action: Action) -> bool:
        s.frame(Operations).designated = self.target
        s.tell("designated", self.who, self.target)
        return AGAIN

    def refuse_fight(self, s: Car, action: Action) -> Refusal | None:
        return None if self.joined else NOBODY

    def fight(self, s: Car, action: Action) -> bool:
        """[11.2.2a] [11.2.2b] The attack is designated, and resolved."""
        from tablero.games.car.rules.r16_special.s01_sieges import Assault

        target, siege, units = self.target, self.siege, self.joined
        self.target = self.siege = -1
        self.joined = 0
        s.call(Combat(self.who, target, units) if target >= 0 else Assault(siege, units))
        return AGAIN

    def finish(self, s: Car, action: Action) -> None:
        """[11.1.1a] Nobody has to attack."""

    # for others

    def prompt(self, s: Car, seat: int) -> Prompt:
        if self.target < 0 and self.siege < 0:
            return Prompt("11.1.1a", "combats_and_sieges" if self.allowed_sieges(s) else "combats")
        more = self.together(s, self.near_target(s) & ~self.joined)
        if self.target >= 0:
            return Prompt("11.2.2a", "join_combat" if more else "all_joined", (("space", "space", self.target),))
        key = "join_assault" if more else "all_in_assault"
        return Prompt("16.1.4.1a", key, (("siege", "siege", self.siege),))

    def marks(self, s: Car, seat: int) -> Sequence[Mark]:
        return (Mark("attacking", "unit", self.joined),)

    def gestures(self, s: Car, seat: int) -> Mapping[str, Sequence[Action]]:
        """A click on an enemy space lets all attack it who can; to name them one by one the target has a button. Then a
        click on a space lets all its units take part that can; on the target, all units of all spaces."""
        if self.target < 0 and self.siege < 0:
            return {f"space:{SPACE_NAMES[x]}": actions for _, x in self.allowed_targets(s)
                    if len(actions := self.all_out(s, x)) > 2}
        able = self.near_target(s) & ~self.joined
        spaces = {x: self.together(s, able & s.here[x]) for x in ids_of(spaces_of(s, able))}
        if self.target >= 0:
            spaces[self.target] = self.together(s, able)
        return {f"space:{SPACE_NAMES[x]}": actions for x, actions in spaces.items() if len(actions) > 1}

    def all_out(self, s: Car, x: Space) -> list[Action]:
        """An attack on a space by all who may take part."""
        attack = Combats(self.who, x)
        return [("target", x), *attack.together(s, attack.near_target(s))]

    def aim(self, s: Car, seat: int, action: Action) -> tuple[str, ...] | None:
        """[11.2.2a] A click on a target means that all attack it; where units can be named one by one it has a button
        besides."""
        return () if action[0] == "target" and len(self.all_out(s, action[1])) > 2 else None

    def together(self, s: Car, units: Units) -> list[Action]:
        """As many of some units as may take part in one attack, soldiers first [17.4.2a]."""
        joined, actions = self.joined, list[Action]()
        for unit in sorted(ids_of(units), key=lambda u: MIL >> u & 1):
            if self.siege >= 0 or not uncoordinated(s, self.who, joined | 1 << unit):
                joined |= 1 << unit
                actions.append(("join", unit))
        return actions

    def public(self, s: Car) -> bool:
        """At a table no dice fall before their player says so, even if all that is left to him is to fight."""
        return not self.joined


CHOICE = (
    Order("done", Combats.finish),
    Order("target", Combats.aim_at, tries=Combats.targets, refuse=Combats.refuse_target,
          allowed=Combats.allowed_targets),
    Order("assault", Combats.besiege, tries=Combats.sieges, refuse=Combats.refuse_siege),
)
DESIGNATION = (
    Order("join", Combats.join, tries=Combats.attackers, refuse=Combats.refuse_unit),
    Order("designate", Combats.designate, refuse=Combats.refuse_designation),
    Order("fight", Combats.fight, refuse=Combats.refuse_fight),
)
