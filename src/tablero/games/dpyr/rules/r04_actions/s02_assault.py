"""[4.2a] [4.2b] Mojar and Ristre up to the first die: the approach, and the combats declared all at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tablero.games.dpyr.board import CAVALRY, GEFE, GRID, INFANTRY, MOJAR, TABLES
from tablero.games.dpyr.rules.r04_actions.s02_mojar import Combat
from tablero.games.dpyr.rules.r04_actions.s08_ristre import MUST_CHARGE
from tablero.games.dpyr.rules.r06_movement.s01_movement import open_ground, walk
from tablero.games.dpyr.rules.r06_movement.s03_stacking import unveil, without_full
from tablero.games.dpyr.state import Dpyr, Hex, Hexes, Side, Unit, Units
from tablero.kernel.actions import DONE, Action
from tablero.kernel.bits import bitset, ids_of
from tablero.kernel.frames import AGAIN, Procedure
from tablero.kernel.refusals import Prompt, Refusal
from tablero.kernel.windows import Ask, PublicPick


def reach(s: Dpyr, unit: Unit, within: Hexes) -> Hexes:
    """[4.2a] Infantry and cavalry move two hexes and may end next to the enemy."""
    return without_full(s, unit, walk(s, unit, TABLES.movement[MOJAR][s.b.kind[unit]], open_ground(s) & within))


@dataclass(slots=True)
class Assault(Procedure):
    """[4.2b] All combats of a Mojar or Ristre: declared first, then resolved in the attacker's order."""

    side: Side
    ristre: bool
    moved: Units                                            # units that moved in this activation
    attacks: list[tuple[Unit, Hex]] = field(default_factory=list)       # declared: who attacks which hex
    attacked: Hexes = 0                                     # [4.2h] every hex against which an attack was declared
    engaged: Units = 0                                      # [4.2h] units that stood in one when its combat began

    def steps(self) -> tuple[str, ...]:
        return ("declare", "commit", "resolve")

    def declare(self, s: Dpyr) -> None:
        """[4.2b] The active player declares every combat before any is resolved."""
        s.call(Declare(self.side))

    def commit(self, s: Dpyr) -> None:
        """[4.2z] What is declared stands, whatever the first combats change."""
        for unit, x in self.attacks:
            self.attacked |= 1 << x
            if self.ristre:
                s.charged |= 1 << unit      # [4.5f] it is known this turn as cavalry that charged

    def resolve(self, s: Dpyr) -> str | None:
        """[4.2z] One combat after the other, in the order the attacker likes."""
        if not self.attacks:
            return None
        s.call(PickCombat(self.side))
        return "resolve"

    def against(self, x: Hex) -> list[Unit]:
        """The units declared against a hex."""
        return [u for u, y in self.attacks if y == x]

    def declared(self, unit: Unit) -> bool:
        return any(u == unit for u, _ in self.attacks)

    def blot_out(self, s: Dpyr, seat: int) -> None:
        if seat != self.side:
            self.moved &= ~s.hidden


COLUMN = Refusal("4.2c", "column_of_three")
MIXED = Refusal("4.2d", "mixed_order")
ONE_ATTACK = Refusal("4.2z", "one_attack_each")
NO_ENEMY_THERE = Refusal("4.2z", "no_enemy_there")
NOT_ADJACENT = Refusal("4.2z", "not_adjacent")
GEFE_NEVER = Refusal("5.1b", "gefe_does_not_fight")
GUNS_NEVER = Refusal("4.2a", "guns_do_not_assault")
ONLY_HORSE = Refusal("4.8a", "only_cavalry_charges")
NOT_YOURS = Refusal("4.0c", "not_your_unit")
NOT_ON_MAP = Refusal("4.0c", "not_on_map")


@dataclass(slots=True)
class Declare(Ask):
    """[4.2b] Attackers name the hex they attack, one by one."""

    def candidates(self, s: Dpyr, seat: int) -> list[Action]:
        at, near, foes = s.at, GRID.near_bits, s.held[1 - seat]
        able = [u for u in s.b.army[seat] if at[u] >= 0 and near[at[u]] & foes]
        return [DONE, *(("attack", u, y) for u in able for y in ids_of(near[at[u]] & foes))]

    def refuse(self, s: Dpyr, seat: int, action: Action) -> Refusal | None:
        frame = s.caller(self, Assault)
        if action == DONE:
            return MUST_CHARGE if self._owes_charge(s, frame) else None
        unit, x = action[1:]
        kind = s.b.kind[unit]
        if s.b.side[unit] != seat:
            return NOT_YOURS
        if s.at[unit] < 0:
            return NOT_ON_MAP
        if kind == GEFE:
            return GEFE_NEVER
        if kind not in (INFANTRY, CAVALRY):
            return GUNS_NEVER
        if frame.ristre and kind != CAVALRY:
            return ONLY_HORSE
        if not (s.held[1 - seat] >> x) & 1:
            return NO_ENEMY_THERE
        if not (GRID.near_bits[s.at[unit]] >> x) & 1:
            return NOT_ADJACENT
        if frame.declared(unit):
            return ONE_ATTACK
        against = frame.against(x)
        if len(against) >= TABLES.attackers:
            return COLUMN
        if against and s.b.kind[against[0]] != kind:
            return MIXED
        return None

    def _owes_charge(self, s: Dpyr, frame: Assault) -> bool:
        """[4.8a] Cavalry that moved must be in a declared combat, as long as one is open to it."""
        if not frame.ristre:
            return False
        for unit in s.b.of_kind[frame.side][CAVALRY]:
            if (frame.moved >> unit) & 1 and not frame.declared(unit):
                for x in ids_of(GRID.near_bits[s.at[unit]] & s.held[1 - frame.side]):
                    if len(frame.against(x)) < TABLES.attackers:
                        return True
        return False

    def choose(self, s: Dpyr, seat: int, action: Action) -> bool | None:
        if action == DONE:
            return None
        frame = s.caller(self, Assault)
        unit, x = action[1:]
        frame.attacks.append((unit, x))
        unveil(s, unit)                     # [3.0f] taking part in a shock combat
        s.tell("declared", unit, x)
        return AGAIN

    def gestures(self, s: Dpyr, seat: int) -> Mapping[str, Sequence[Action]]:
        """A click on an enemy hex lets all units attack it that may, if they may do so together."""
        together: dict[Hex, list[Action]] = {}
        for attack in self.options(s, seat):
            if attack != DONE:
                together.setdefault(attack[2], []).append(attack)
        frame, kind = s.caller(self, Assault), s.b.kind
        return {f"hex:{GRID.names[x]}": some for x, some in together.items()
                if 1 < len(some) <= TABLES.attackers - len(frame.against(x)) and len({kind[a[1]] for a in some}) == 1}

    def public(self, s: Dpyr) -> bool:
        return not s.hidden & s.b.army_bits[self.who]

    def prompt(self, s: Dpyr, seat: int) -> Prompt:
        return Prompt("4.8a", "declare_ristre") if s.caller(self, Assault).ristre else Prompt("4.2b", "declare")


@dataclass(slots=True)
class PickCombat(PublicPick):
    """[4.2z] The attacker picks the combat to be resolved next."""

    def candidates(self, s: Dpyr, seat: int) -> list[Action]:
        return [("resolve", x) for x in sorted({x for _, x in s.caller(self, Assault).attacks})]

    def pick(self, s: Dpyr, seat: int, x: Hex) -> None:
        frame = s.caller(self, Assault)
        attackers = frame.against(x)
        frame.attacks = [(u, y) for u, y in frame.attacks if y != x]
        if s.rules >= 2:                    # in the first version those who left an attacked hex gave support
            frame.engaged |= bitset(s.piles.get(x, ()))
        s.call(Combat(seat, x, frame.ristre, frame.attacked, attackers, frame.engaged))
