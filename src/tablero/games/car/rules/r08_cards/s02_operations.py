"""[8.2] Operations: spaces are Activated for Movement or for Combat, then units move, build and fight."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tablero.games.car.board import CARD, COUNTERATTACKS, NAT, NATIONAL_NORTH, SPACE_NAMES, ZONE
from tablero.games.car.rules.r02_map import adjacent, connected, friendly, map_key, spaces_of, units_in
from tablero.games.car.rules.r13_supply import bordering, enclaves, supplied
from tablero.games.car.state import Car, Card, Cards, Side, Space, Spaces, Units
from tablero.kernel.actions import Action
from tablero.kernel.bits import bitset, ids_of
from tablero.kernel.frames import AGAIN, Mark, Procedure
from tablero.kernel.orders import Order, Orders
from tablero.kernel.refusals import Prompt, Refusal

NO_UNITS = Refusal("8.2.2a", "no_units_to_activate")
NAME_ATTACKER = Refusal("11.1.3a", "name_attacker")
NO_ATTACKER = Refusal("11.1.3a", "no_attacker")
TWICE = Refusal("8.2.3a", "activated_already")
NO_POINTS = Refusal("8.2.1a", "no_points_left")
OUT_OF_SUPPLY = Refusal("13.3.1a", "out_of_supply")
ONLY_BORDER = Refusal("13.4.2a", "border_supply_only_moves")
IN_ENCLAVE = Refusal("16.2.3a", "isolated_only_moves")
SHORT_OF_AMMUNITION = Refusal("17.1.2a", "ammunition_shortage")
UNREST = Refusal("8.5.1.1a", "no_catalonia")

# the same of units next to enemies that one points at
OF_ATTACKERS = {
    TWICE: Refusal("8.2.3a", "attacker_moves"), OUT_OF_SUPPLY: Refusal("13.3.1a", "attacker_out_of_supply"),
    ONLY_BORDER: Refusal("13.4.2a", "attacker_border_supply"), IN_ENCLAVE: Refusal("16.2.3a", "attacker_isolated"),
    SHORT_OF_AMMUNITION: Refusal("17.1.2a", "attacker_short"), UNREST: Refusal("8.5.1.1a", "attacker_unrest"),
}


@dataclass(slots=True)
class Operations(Procedure):
    """[8.2.1a] [8.2.4a] [8.2.5a] An operation: Activate spaces, move, build, fight.

    Movement, construction and combat look at the operation; so a step imports the one it leads to only when it
    gets there.
    """

    side: Side
    points: int                 # spaces that may still be Activated
    card: Card = -1             # the event that gave the operation, and is in force during it
    dawn: Spaces = 0            # controlled by the enemy when the Action Round began [10.1.12a]
    moves: Spaces = 0           # Activated for Movement
    attacks: Spaces = 0         # Activated for Combat
    moved: Units = 0            # units that are done with movement
    builders: Units = 0         # units that will build instead of moving [10.2.1a]
    fought: Units = 0           # units that have taken part in a combat [11.1.5a]
    attacked: Spaces = 0        # spaces that have been attacked [11.1.5a]
    retreated: Units = 0        # units that have retreated in this Round [11.4.6a]
    victories: list[Space] = field(default_factory=list)    # won attacks with an advance: the first space entered
    designated: Space = -1      # the one attack whose terrain effects the event cancels
    used: Cards = 0             # Combat Cards of both sides used in this Round [8.5.3.4a]

    def steps(self) -> tuple[str, ...]:
        return ("begin", "activate", "move", "build", "fight", "end")

    def begin(self, s: Car) -> None:
        """[10.1.12a] What the enemy controls at the beginning of the Round counts for the limit of movement."""
        self.dawn = friendly(s, 1 - self.side)

    def activate(self, s: Car) -> None:
        """[8.2.1a] [8.2.3a] All Activated spaces are marked first."""
        s.call(Activate(self.side))

    def move(self, s: Car) -> None:
        """[8.2.4a] Then units move."""
        if self.moves:
            from tablero.games.car.rules.r10_movement.s01_movement import Moves

            s.call(Moves(self.side))

    def build(self, s: Car) -> None:
        """[10.2.2a] [10.2.4a] Works are built after all movement."""
        if self.builders:
            from tablero.games.car.rules.r10_movement.s02_construction import Construction

            s.call(Construction(self.side))

    def fight(self, s: Car) -> None:
        """[8.2.5a] Combats follow all movement."""
        if self.attacks:
            from tablero.games.car.rules.r11_combat.s01_combat import Combats

            s.call(Combats(self.side))

    def end(self, s: Car) -> None:
        """[8.5.5.3b] After all attacks of a Strategic Counterattack its bonus is given."""
        if self.card >= 0 and COUNTERATTACKS >> self.card & 1:
            from tablero.games.car.rules.r08_cards.s05_counterattacks import Bonus

            s.call(Bonus(self.side))

    def marks(self, s: Car, seat: int) -> Sequence[Mark]:
        """Where units are still to move, and where they are to attack."""
        waiting = spaces_of(s, units_in(s, self.moves) & ~(self.moved | self.builders))
        moving = self.at <= self.steps().index("build")
        return (Mark("to_move", "space", waiting if moving else 0), Mark("to_attack", "space", self.attacks),
                Mark("retreated", "unit", self.retreated), Mark("builds", "unit", self.builders))


@dataclass(slots=True)
class Activate(Orders):
    """[8.2.1a] Activate spaces for Movement or for Combat, as many as there are points."""

    def orders(self, s: Car) -> Sequence[Order]:
        return ACTIVATIONS

    def spaces_to_move(self, s: Car) -> list[Action]:
        return [("move", x) for x in ids_of(s.occupied[self.who])]

    def spaces_to_attack(self, s: Car) -> list[Action]:
        return [("attack", x) for x in ids_of(s.occupied[self.who])]

    def allowed_moves(self, s: Car) -> list[Action]:
        operation = s.frame(Operations)
        if not operation.points:
            return []
        side = self.who
        open_to = (supplied(s, side) | bordering(s, side)) & ~(operation.moves | operation.attacks)
        return [("move", x) for x in ids_of(s.occupied[side] & open_to & ~self.unrest(s))]

    def allowed_attacks(self, s: Car) -> list[Action]:
        operation = s.frame(Operations)
        if not operation.points:
            return []
        side = self.who
        open_to = supplied(s, side) & ~(operation.moves | operation.attacks) & ~self.unrest(s)
        if side == NAT:
            open_to &= ~enclaves(s)
            if self.ammunition_spent(s, operation):
                open_to &= ~self.northern_zone(s)
        return [("attack", x) for x in ids_of(s.occupied[side] & open_to)]

    def unrest(self, s: Car) -> Spaces:
        """Spaces that an enemy event bars in this Round."""
        return ZONE["catalonia"] if s.hampered[self.who] >> CARD["n33"] & 1 else 0

    def northern_zone(self, s: Car) -> Spaces:
        """[17.1.2b] The Nationalist spaces joined by land to La Coruña, Valladolid or Zaragoza at this moment."""
        return connected(NATIONAL_NORTH, s.held, map_key(s, NAT))

    def ammunition_spent(self, s: Car, operation: Operations) -> bool:
        """[17.1.2a] Has the one space of the Northern zone been Activated for Combat?"""
        return s.shortage and bool(operation.attacks & self.northern_zone(s))

    def refuse_space(self, s: Car, action: Action) -> Refusal:
        """The rule against an Activation that is not allowed."""
        x, operation, side = action[1], s.frame(Operations), self.who
        if s.occupied[1 - side] >> x & 1 and operation.points:
            return self.refuse_enemies(s, operation, x)
        if not s.occupied[side] >> x & 1:
            return NO_UNITS
        if not operation.points:
            return NO_POINTS
        if (operation.moves | operation.attacks) >> x & 1:
            return TWICE
        if self.unrest(s) >> x & 1:
            return UNREST
        if not supplied(s, side) >> x & 1:
            return ONLY_BORDER if bordering(s, side) >> x & 1 else OUT_OF_SUPPLY
        return IN_ENCLAVE if side == NAT and enclaves(s) >> x & 1 else SHORT_OF_AMMUNITION

    def refuse_enemies(self, s: Car, operation: Operations, x: Space) -> Refusal:
        """[11.1.3a] Enemies are attacked from a space next to them, which is what is Activated; if none can be, why."""
        near, able = adjacent(s)[x], bitset(y for _, y in self.allowed_attacks(s)) | operation.attacks
        if near & able:
            return NAME_ATTACKER
        ours = ids_of(near & s.occupied[self.who])
        if not ours:
            return NO_ATTACKER
        reason = self.refuse_space(s, ("attack", ours[0]))
        return OF_ATTACKERS.get(reason, reason)

    def activate(self, s: Car, action: Action) -> bool:
        """[8.2.3a] [8.2.3b] Mark the space, for one point."""
        operation, x = s.frame(Operations), action[1]
        operation.points -= 1
        if action[0] == "move":
            operation.moves |= 1 << x
        else:
            operation.attacks |= 1 << x
        s.tell("activated_move" if action[0] == "move" else "activated_attack", self.who, x)
        return AGAIN

    def finish(self, s: Car, action: Action) -> None:
        """[8.2.1b] Points that are not used are lost."""

    def gestures(self, s: Car, seat: int) -> Mapping[str, Sequence[Action]]:
        """[11.1.3a] A click on an enemy space Activates for Combat the one space from which it can be attacked. Where
        there are several, or one is Activated already, the player says which."""
        from tablero.games.car.rules.r11_combat.s01_combat import Combats

        near, operation = adjacent(s), s.frame(Operations)
        able = bitset(x for _, x in self.allowed_attacks(s))
        found: dict[str, Sequence[Action]] = {}
        for y in ids_of(s.occupied[1 - self.who] & ~Combats(self.who).forbidden(s)):
            from_there = ids_of(near[y] & able)
            if len(from_there) == 1 and not near[y] & operation.attacks:
                found[f"space:{SPACE_NAMES[y]}"] = [("attack", from_there[0])]
        return found

    def prompt(self, s: Car, seat: int) -> Prompt:
        return Prompt("8.2.1a", "activate", (("n", "number", s.frame(Operations).points),))

    def public(self, s: Car) -> bool:
        return True


ACTIVATIONS = (
    Order("done", Activate.finish),
    Order("move", Activate.activate, tries=Activate.spaces_to_move, refuse=Activate.refuse_space,
          allowed=Activate.allowed_moves),
    Order("attack", Activate.activate, tries=Activate.spaces_to_attack, refuse=Activate.refuse_space,
          allowed=Activate.allowed_attacks),
)
