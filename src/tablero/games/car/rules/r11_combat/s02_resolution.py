"""[11.2] Combat resolution, step by step: cards, modifiers, columns, dice, losses, retreat, advance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from tablero.games.car.board import (
    ADVANCE, ALL_CORPS, ATTACK, BANKS, CARDS, CF, COLUMNS, DEFECTION, DEFEND, FIRE, LOSSES, MAIN_CITIES, MODIFIERS,
    MOUNTAIN, NAT, REP, RETREAT, SIERRA, TABLES
)
from tablero.games.car.rules.r02_map import spaces_of
from tablero.games.car.rules.r03_control import approach_madrid
from tablero.games.car.rules.r08_cards.s02_operations import Operations
from tablero.games.car.rules.r11_combat.s02_sheet import combat_rows
from tablero.games.car.rules.r13_supply import supplied
from tablero.games.car.rules.r16_special.s05_winter import snow_modifier
from tablero.games.car.rules.r16_special.s06_armor import ARMOR_BONUS, able_armor
from tablero.games.car.rules.r17_columns.s05_first_turn import militia_modifier
from tablero.games.car.state import Car, Cards, Side, Space, Spaces, Unit, Units
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import END, Mark, Procedure


class Column(NamedTuple):
    """A column of a Fire Table."""

    name: str
    least: int              # the smallest strength that uses it
    hits: tuple[int, ...]   # Loss Numbers of a die from 1 to 6


FIRE_TABLES = tuple(
    tuple(Column(row.text("column"), row.integer("least"), tuple(row.integers("hits")))
          for row in TABLES.table("fire").tables(size)) for size in ("division", "corps")
)                           # by size of unit
SHIFTS = {row.text("id"): (row.integer("attacker"), row.integer("defender")) for row in TABLES.tables("terrain")}
WORST_DIE, BEST_DIE = 1, 6


def strength_of(s: Car, units: Units) -> int:
    """[11.2.3a] [11.1.6a] The Combat Factors of units, added up."""
    full, reduced = CF
    return sum((reduced if s.reduced >> u & 1 else full)[u] for u in ids_of(units))


def fire_column(strength: int, corps: bool, shift: int) -> Column:
    """[11.2.6a] [11.2.6b] [11.2.6i] [3.0h] The column of the strength, shifted by the net of all shifts; not off the
    table. A strength of nothing uses the first column."""
    table = FIRE_TABLES[corps]
    found = 0
    while found + 1 < len(table) and table[found + 1].least <= strength:
        found += 1
    return table[max(0, min(found + shift, len(table) - 1))]


@dataclass(slots=True)
class Combat(Procedure):
    """[11.2.1a] One combat against a space.

    Every section looks at the combat; so a step imports the one it leads to only when it gets there.
    """

    side: Side              # the attacker [11.1.2a]
    x: Space                # the space that is attacked
    units: Units            # the attackers, as long as they live; and divisions that have replaced corps of them
    out: Spaces = 0         # the spaces of those that were out of supply when it began [13.1.1.1a]
    played: list[Cards] = field(default_factory=lambda: [0, 0])         # by side: Combat Cards used
    armor: bool = False     # the bonus of armor is declared
    bogged: bool = False    # and cancelled
    bridged: bool = False   # no river counts
    grounded: bool = False  # cards of the air give nothing
    modifier: list[int] = field(default_factory=lambda: [0, 0])         # by side: on its die
    air: list[int] = field(default_factory=lambda: [0, 0])              # by side: of it by cards of the air
    shift: list[int] = field(default_factory=lambda: [0, 0])            # by side: columns to the right
    flat: bool = False      # no terrain of the space shifts columns
    breached: bool = False  # its works do not
    level: bool = False     # nothing does
    early: int = 0          # set of the sides that cards let fire first
    number: list[int] = field(default_factory=lambda: [0, 0])           # by side: the Loss Number it inflicts
    idle: Units = 0         # divisions that have replaced retreated corps: they add no strength [11.4.6b]
    replaced: list[tuple[Unit, Unit]] = field(default_factory=list)     # corps, and the division that replaced it
    spared: bool = False    # a step that the attacker loses is cancelled
    winner: Side = -1
    steadfast: bool = False # the defender may cancel a retreat without a step
    opened: Spaces = 0      # spaces by which a retreat went, or would have gone: an advance may go on to them
    halted: bool = False    # nobody advances

    def steps(self) -> tuple[str, ...]:
        return (
            "designate", "attacker_cards", "defender_cards", "defection", "remaining", "modifiers", "columns", "order",
            "fire", "early_losses", "answer", "defender_losses", "attacker_losses", "decide", "retreat", "advance",
            "beach",
        )

    def ours(self, s: Car, side: Side) -> Units:
        """[11.1.3a] [11.1.7a] The units of a side that take part: all that are in a defended space."""
        return self.units if side == self.side else s.here[self.x]

    def supplied(self, s: Car, side: Side) -> Units:
        """[13.3.4a] Those of them that may profit from Combat Cards."""
        units = self.ours(s, side)
        return sum(1 << u for u in ids_of(units) if not self.out >> s.at[u] & 1) if self.out else units

    def firing(self, s: Car, side: Side) -> Units:
        """[11.4.6a] Those of them that add their Combat Factors."""
        return self.ours(s, side) & ~(self.idle | s.frame(Operations).retreated)

    def origins(self, s: Car) -> Spaces:
        """Where the attack comes from."""
        return spaces_of(s, self.units)

    # 1. to 3.

    def designate(self, s: Car) -> None:
        """[11.2.2a] [11.2.2b] [11.1.5a] [13.1.1.1a] [17.3.2b] The attack stands from here on; supply is checked."""
        operation = s.frame(Operations)
        operation.fought |= self.units
        operation.attacked |= 1 << self.x
        ours, theirs = self.origins(s), 1 << self.x
        self.out = ours & ~supplied(s, self.side) | theirs & ~supplied(s, 1 - self.side)
        s.tell("combat", self.side, self.x)
        if self.side == NAT:
            approach_madrid(s, self.x, occupied=False)

    def attacker_cards(self, s: Car) -> None:
        """[11.2.4a] [8.5.3.1a] [16.6.2d] The attacker plays Combat Cards, and declares his armor."""
        from tablero.games.car.rules.r08_cards.s05_combat_cards import open_cards

        open_cards(s, self, self.side, ATTACK)

    def defender_cards(self, s: Car) -> None:
        """[11.2.4a] [8.5.3.1a] Then the defender plays his."""
        from tablero.games.car.rules.r08_cards.s05_combat_cards import open_cards

        open_cards(s, self, 1 - self.side, DEFEND)

    def defection(self, s: Car) -> None:
        """[CL.N14a] Cards that take attackers away."""
        self.let_act(s, DEFECTION)

    def remaining(self, s: Car) -> str | None:
        """[CL.N14b] Without attackers it is over, and nobody has won."""
        from tablero.games.car.rules.r08_cards.s05_combat_cards import put_away

        if self.units:
            return None
        s.tell("combat_void", self.x)
        put_away(s, self)
        return END

    def let_act(self, s: Car, moment: int) -> None:
        """The Combat Cards in use act, those of the attacker first."""
        for side in (self.side, 1 - self.side):
            if self.played[side]:
                CARDS.act(s, side, self.played[side], moment, self)

    # 4. and 5.

    def modifiers(self, s: Car) -> None:
        """[11.2.5a] Die Roll Modifiers: Winter, green militias, the event of the operation, Combat Cards."""
        self.modifier[self.side] += snow_modifier(s, self.x) + militia_modifier(s, self.side, self.units)
        card = s.frame(Operations).card
        if card >= 0:
            CARDS.act(s, self.side, 1 << card, MODIFIERS, self)
        self.let_act(s, MODIFIERS)

    def columns(self, s: Car) -> None:
        """[11.2.6b] [11.2.6h] Column shifts by terrain, works and rivers, unless cards cancel them."""
        operation = s.frame(Operations)
        if operation.card >= 0 and operation.designated == self.x:
            CARDS.act(s, self.side, 1 << operation.card, COLUMNS, self)
        self.let_act(s, COLUMNS)
        for kind in self.terrain(s):
            attack, defence = SHIFTS[kind]
            self.shift[self.side] += attack
            self.shift[1 - self.side] += defence

    def terrain(self, s: Car) -> list[str]:
        """[11.2.6e] [11.2.6g] [11.2.6h] [11.2.6j] [10.2.8a] [10.2.8b] What shifts columns in this combat. A river does
        if every attacker crosses one, the Sierra of Madrid once."""
        if self.level:
            return []
        x, origins = self.x, self.origins(s)
        found = []
        if not self.flat:
            if MOUNTAIN >> x & 1:
                found.append("mountain")
            if MAIN_CITIES >> x & 1:
                found.append("main_city")
            if not self.breached:
                if s.positions >> x & 1:
                    found.append("position")
                if s.trenches >> x & 1:
                    found.append("trench")
        if not origins & ~BANKS[x] and not self.bridged:
            found.append("river")
        if SIERRA & (origins | 1 << x):
            found.append("sierra_of_madrid")
        return found

    # 6. and 7.

    def order(self, s: Car) -> None:
        """[11.2.7a] [CL.R7a] Both fire at once, unless a card lets one side fire first; two such cards cancel out."""
        self.let_act(s, FIRE)
        if self.early == 3:
            self.early = 0

    def fire(self, s: Car) -> None:
        """[11.2.7a] The dice, the attacker's first."""
        for side in (self.side, 1 - self.side):
            if self.early in (0, 1 << side):
                self.roll(s, side)

    def early_losses(self, s: Car) -> None:
        """[CL.R7a] Whoever was fired at first takes his losses before he fires."""
        if self.early:
            self.take_losses(s, self.slower())

    def answer(self, s: Car) -> None:
        """[CL.R7a] And fires with what is left."""
        if self.early and self.ours(s, self.slower()):
            self.roll(s, self.slower())

    def slower(self) -> Side:
        """The side that is fired at before it fires."""
        return NAT if self.early == 1 << REP else REP

    def roll(self, s: Car, side: Side) -> None:
        """[11.2.7a] A die, modified, in the column of the side: the Loss Number."""
        die = s.die()
        modifier = self.modifier_of(s, side)
        column = self.column_of(s, side)
        number = column.hits[max(WORST_DIE, min(die + modifier, BEST_DIE)) - 1]
        self.number[side] = number
        s.tell("fired", side, die, modifier, number)
        s.sheet(lambda: combat_rows(s, self))

    def foreseen(self) -> bool:
        """[CL.N14a] [CL.R7a] Will all that take part fire, and at once? Not with cards that take attackers away, or let
        one side fire first: no chance is told then."""
        return not (self.played[0] | self.played[1]) & (CARDS.acts[DEFECTION] | CARDS.acts[FIRE])

    def modifier_of(self, s: Car, side: Side) -> int:
        """[11.2.5a] [16.6.2a] [16.6.2c] [CL.N18a] All that modifies the die of a side; armor as long as it is there."""
        found = self.modifier[side] + (0 if self.grounded else self.air[side])
        if side == self.side and self.armored(s):
            found += ARMOR_BONUS
        return found

    def armored(self, s: Car) -> bool:
        """[16.6.2a] [16.6.2c] Does the armor of the attacker count?"""
        return bool(self.armor and not self.bogged and able_armor(s, self.x, self.units, self.bridged))

    def column_of(self, s: Car, side: Side) -> Column:
        """[11.2.6a] The column in which a side fires."""
        units = self.firing(s, side)
        return fire_column(strength_of(s, units), bool(units & ALL_CORPS), self.shift[side])

    def defender_losses(self, s: Car) -> None:
        """[11.2.8a] The defender takes his losses first."""
        if not self.early or self.slower() == self.side:
            self.take_losses(s, 1 - self.side)

    def attacker_losses(self, s: Car) -> None:
        """[11.2.8a] Then the attacker, whatever the defender has lost."""
        if not self.early or self.slower() != self.side:
            self.take_losses(s, self.side)

    def take_losses(self, s: Car, side: Side) -> None:
        """[11.3.1a] A side suffers what the other has inflicted."""
        from tablero.games.car.rules.r11_combat.s03_losses import Losses

        if self.number[1 - side]:
            if side == self.side:
                CARDS.act(s, side, self.played[side], LOSSES, self)
            s.call(Losses(side, self.number[1 - side]))

    # 8. to 10.

    def decide(self, s: Car) -> None:
        """[11.2.9a] The higher Loss Number wins; with equal ones both have lost. Cards are kept or discarded."""
        from tablero.games.car.rules.r08_cards.s05_combat_cards import put_away

        ours, theirs = self.number[self.side], self.number[1 - self.side]
        if ours != theirs:
            self.winner = self.side if ours > theirs else 1 - self.side
            s.tell("combat_won", self.winner, self.x)
        else:
            s.tell("combat_drawn", self.x)
        put_away(s, self)

    def retreat(self, s: Car) -> None:
        """[11.2.10a] [11.4.1a] [11.4.1b] [11.4.2a] [11.4.2b] [11.4.7a] If the attacker has won and lives, the
        defenders retreat: one space if the Loss Numbers differ by one, else two. The attacker never does."""
        from tablero.games.car.rules.r11_combat.s04_retreat import Retreat

        if self.winner == self.side and self.units and s.here[self.x]:
            CARDS.act(s, 1 - self.side, self.played[1 - self.side], RETREAT, self)
            difference = self.number[self.side] - self.number[1 - self.side]
            s.call(Retreat(1 - self.side, 1 if difference == 1 else 2))

    def advance(self, s: Car) -> None:
        """[11.2.11a] [11.5.1a] [11.5.2b] [11.5.5a] If no defender is left, attackers may advance."""
        from tablero.games.car.rules.r11_combat.s05_advance import Advance

        CARDS.act(s, self.side, self.played[self.side], ADVANCE, self)
        if self.units and not s.here[self.x] and not self.halted:
            s.call(Advance(self.side, self.units))

    def beach(self, s: Car) -> None:
        """[8.5.4.3a] [8.5.6.4a] Nationalists who have advanced into a Beach Head clear it."""
        from tablero.games.car.rules.r08_cards.s05_landings import BeachCleared

        if self.x == s.beach and s.occupied[NAT] >> self.x & 1:
            s.call(BeachCleared(s.here[self.x]))

    # for others

    def marks(self, s: Car, seat: int) -> Sequence[Mark]:
        return (Mark("attacking", "unit", self.units),)
