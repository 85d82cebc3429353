"""[4.3] to [4.5] The phases after the last Impulse of a Turn: Attrition, free Flags, Guerrillas, Resource Balancing."""

from __future__ import annotations

from dataclasses import dataclass

from tablero.games.wellington.board import (
    ALLIES, CARD, FLAGS, FRENCH, IN_PORTUGAL, IN_SPAIN, NEAR, OWNER, POWERS, RESOURCE_LIMIT, SIDES, SPAIN, SYMBOLS,
    TABLES
)
from tablero.games.wellington.rules.r01_pieces.s06_leaders import commanding_power, force_at, formations
from tablero.games.wellington.rules.r03_control import flags_on_map, fortresses, friendly, set_owner
from tablero.games.wellington.rules.r05_cards.s02_windows import EVERYBODY, track_order
from tablero.games.wellington.rules.r07_flags import flag_choices
from tablero.games.wellington.state import Duchies, Duchy, Power, Side, Wellington
from tablero.kernel.actions import Action
from tablero.kernel.bits import ids_of, lowest
from tablero.kernel.frames import AGAIN, END, Procedure
from tablero.kernel.windows import PublicAsk

_guerrillas = TABLES.table("guerrillas")
UPRISING = min(_guerrillas.integers("flag_lost"))
NEAR_ALLIES = _guerrillas.integer("adjacent_allied_formation")
MOBILE_COLUMNS = CARD["mobile_columns"]


# --- Attrition


def abroad(s: Wellington, side: Side) -> Duchies:
    """[4.1c] [4.3a] [8.1b] The Duchies with Formations of a side that neither Power of it Controls; besieged enemy
    Fortresses are among them."""
    return formations(s, side) & ~friendly(s, side)


@dataclass(slots=True)
class EndAttrition(Procedure):
    """[4.3a] [ASPb] Every Formation in an Uncontrolled Duchy takes Attrition once, Duchy by Duchy."""

    side: Side = ALLIES
    left: Duchies = -1          # Duchies of the side still to be rolled for; -1 before they are known

    def steps(self) -> tuple[str, ...]:
        return ("roll", "next_side")

    def roll(self, s: Wellington) -> str | None:
        """[4.3a] The next Duchy of a side."""
        from tablero.games.wellington.rules.r13_attrition import Attrition
        if self.left < 0:
            self.left = abroad(s, self.side)
        if not self.left:
            return None
        x = lowest(self.left)
        self.left ^= 1 << x
        forces = tuple(force_at(s, power, x) for power in SIDES[self.side])
        s.call(Attrition(self.side, x, forces, 1))
        return "roll"

    def next_side(self, s: Wellington) -> str:
        """[4.3a] First the Allies, then the French."""
        if self.side == FRENCH:
            return END
        self.side, self.left = FRENCH, -1
        return "roll"


# --- free Flags


def to_flag(s: Wellington) -> Duchies:
    """[4.3b] Unfortified Duchies that a Formation keeps from being Controlled."""
    return (abroad(s, ALLIES) | abroad(s, FRENCH)) & ~fortresses(s)


def who_flags(s: Wellington, x: Duchy) -> Power:
    """[4.3c] [9.62c] The Power whose Formation Flags a Duchy (reading G16)."""
    return commanding_power(s, ALLIES if formations(s, ALLIES) >> x & 1 else FRENCH, x)


def free_choices(s: Wellington, power: Power, x: Duchy) -> list[Power]:
    """[4.3c] [7d] [7e] Whose a Duchy can become; without Flags left its original owner's."""
    return flag_choices(s, power, x) or [OWNER[x]]


def place_free_flag(s: Wellington, x: Duchy, power: Power) -> None:
    """[4.3b] [4.3c] [7.1c] A Duchy goes to a Power. When the Flags of its side are used up an enemy Flag is removed all
    the same."""
    if flags_on_map(s, power & 1) >= FLAGS[power & 1]:
        if s.flag[x] < 0:
            return
        power = OWNER[x]
    set_owner(s, x, power)
    s.tell("free_flag", power, x)


@dataclass(slots=True)
class FreeFlags(Procedure):
    """[4.3b] Formations that are left place their Flags, or remove those of the enemy, in Uncontrolled Duchies."""

    left: Duchies = -1
    order: tuple[Power, ...] = ()

    def steps(self) -> tuple[str, ...]:
        return ("settle", "ask")

    def settle(self, s: Wellington) -> None:
        """[4.3b] Where there is no choice the Flag is placed at once."""
        self.left = to_flag(s)
        self.order = track_order(s, EVERYBODY)
        for x in ids_of(self.left):
            owner, *others = free_choices(s, who_flags(s, x), x)
            if not others:
                self.left &= ~(1 << x)
                place_free_flag(s, x, owner)

    def ask(self, s: Wellington) -> str | None:
        """[7d] [7e] One question for each Power."""
        if not self.order:
            return None
        power, *rest = self.order
        self.order = tuple(rest)
        s.call(ChooseFlags(power, self.left))
        return "ask"


@dataclass(slots=True)
class ChooseFlags(PublicAsk):
    """[7d] [7e] Whose Flag is placed in Duchies where the Power may choose, one after the other."""

    left: Duchies

    def own(self, s: Wellington) -> list[Duchy]:
        return [x for x in ids_of(self.left & to_flag(s)) if who_flags(s, x) == self.who]

    def players(self, s: Wellington) -> tuple[Power, ...]:
        return (self.who,) if self.own(s) else ()

    def candidates(self, s: Wellington, seat: Power) -> list[Action]:
        return [("flag", x, owner) for x in self.own(s) for owner in free_choices(s, seat, x)]

    def choose(self, s: Wellington, seat: Power, action: Action) -> bool:
        _, x, owner = action
        self.left &= ~(1 << x)
        place_free_flag(s, x, owner)
        return AGAIN


# --- Guerrillas


def guerrilla_targets(s: Wellington) -> Duchies:
    """[4.4a] French Controlled Duchies of Spain and Portugal without Fortress and without a French piece."""
    french = formations(s, FRENCH)
    return friendly(s, FRENCH) & (IN_SPAIN | IN_PORTUGAL) & ~fortresses(s) & ~french


def guerrillas(s: Wellington) -> None:
    """[4.4a] Guerrillas attack every such Duchy."""
    for x in ids_of(guerrilla_targets(s)):
        guerrilla_attack(s, x)


def guerrilla_modifier(s: Wellington, x: Duchy) -> int:
    """[4.4b] [4.4c] What is added to the die of an attack on a Duchy."""
    return (NEAR_ALLIES if NEAR[x] & formations(s, ALLIES) else 0) - (s.turn_events >> MOBILE_COLUMNS & 1)


def guerrilla_attack(s: Wellington, x: Duchy) -> None:
    """[4.4b] [4.4c] [4.4d] [ASPc] One die, with one added if any Allied Formation is Adjacent: from 4 on the French
    Flag goes, and a Duchy with a French symbol gets a Spanish Flag."""
    die = s.die()
    total = die + guerrilla_modifier(s, x)
    s.tell("guerrillas", x, die, total)
    if total >= UPRISING:
        place_free_flag(s, x, SPAIN if SYMBOLS >> x & 1 else OWNER[x])


# --- Resources, and the end of what lasts for a Turn


def balance_resources(s: Wellington) -> None:
    """[4.5a] No Power keeps more than five Resources."""
    for power in range(len(POWERS)):
        if s.resources[power] > RESOURCE_LIMIT:
            s.tell("balanced", power, s.resources[power] - RESOURCE_LIMIT)
            s.resources[power] = RESOURCE_LIMIT


def clear_turn(s: Wellington) -> None:
    """Events that last until the end of the Turn are over."""
    s.turn_events = s.atrocity = 0
