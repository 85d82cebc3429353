"""[11.2] The sheet of a combat: who is in it, what each side has, and what changes column and die, with the rules."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import product, zip_longest
from typing import TYPE_CHECKING, Final

from tablero.games.car.board import FACES, SIDES, UNITS
from tablero.games.car.rules.r16_special.s05_winter import snow_modifier
from tablero.games.car.rules.r16_special.s06_armor import ARMOR_BONUS
from tablero.games.car.rules.r17_columns.s05_first_turn import militia_modifier
from tablero.games.car.state import Car, Side
from tablero.kernel.bits import ids_of
from tablero.kernel.events import SheetRow
from tablero.kernel.odds import percent, tenth

if TYPE_CHECKING:
    from tablero.games.car.rules.r11_combat.s02_resolution import Combat

SHIFT_RULES: Final = {              # what shifts columns, and its rule
    "mountain": "11.2.6b", "main_city": "11.2.6h", "position": "10.2.8a", "trench": "10.2.8b", "river": "11.2.6g",
    "sierra_of_madrid": "11.2.6e",
}
FACES_OF_A_DIE: Final = range(1, 7)


def combat_rows(s: Car, combat: Combat) -> list[SheetRow]:
    """[11.2.3a] [11.2.5a] [11.2.6a] [11.2.7a] All that the two sides have in a combat."""
    from tablero.games.car.rules.r11_combat.s02_resolution import SHIFTS, strength_of

    sides = combat.side, 1 - combat.side
    units = [[f"unit:{UNITS[u].id}" for u in ids_of(combat.ours(s, side))] for side in sides]
    cards = [[f"card:{FACES[card].id}" for card in ids_of(combat.played[side])] for side in sides]

    def both(what: str, rule: str, of: Callable[[Side], str]) -> SheetRow:
        return what, of(sides[0]), of(sides[1]), rule

    shifts = [(kind, *(signed(n) if n else "" for n in SHIFTS[kind]), SHIFT_RULES[kind]) for kind in combat.terrain(s)]
    chances, fired = winning(s, combat), combat.at > combat.steps().index("fire")
    return [
        both("side", "", lambda side: f"side.{SIDES[side]}.name"),
        *(("unit", *pair, "") for pair in zip_longest(*units, fillvalue="")),
        *(("card", *pair, "8.5.3.1a") for pair in zip_longest(*cards, fillvalue="")),
        both("strength", "11.2.3a", lambda side: str(strength_of(s, combat.firing(s, side)))),
        *shifts,
        both("column", "11.2.6a", lambda side: combat.column_of(s, side).name),
        *die_rows(s, combat),
        both("modifier", "11.2.5a", lambda side: signed(combat.modifier_of(s, side))),
        *((both("expects", "11.2.7a", lambda side: tenth(Fraction(sum(numbers(s, combat, side)), len(FACES_OF_A_DIE)))),
           both("chance", "11.2.9a", lambda side: percent(chances[side]))) if combat.foreseen() else ()),
        *((both("inflicts", "11.2.7a", lambda side: str(combat.number[side])),) if fired else ()),
    ]


def die_rows(s: Car, combat: Combat) -> list[SheetRow]:
    """[16.5.1a] [17.5.1a] [16.6.2a] [11.2.5a] What modifies the dice: Winter, green militias, armor, and cards."""
    ours, theirs = combat.modifier_of(s, combat.side), combat.modifier_of(s, 1 - combat.side)
    snow, green = snow_modifier(s, combat.x), militia_modifier(s, combat.side, combat.units)
    armor = ARMOR_BONUS if combat.armored(s) else 0
    found = (("snow", snow, 0, "16.5.1a"), ("militia", green, 0, "17.5.1a"), ("armor", armor, 0, "16.6.2a"),
             ("cards", ours - snow - green - armor, theirs, "8.5.3.1a"))
    return [(name, signed(mine) if mine else "", signed(other) if other else "", rule)
            for name, mine, other, rule in found if mine or other]


def numbers(s: Car, combat: Combat, side: Side) -> list[int]:
    """[11.2.7a] The Loss Number of a side, by its die."""
    from tablero.games.car.rules.r11_combat.s02_resolution import BEST_DIE, WORST_DIE

    hits, modifier = combat.column_of(s, side).hits, combat.modifier_of(s, side)
    return [hits[max(WORST_DIE, min(die + modifier, BEST_DIE)) - 1] for die in FACES_OF_A_DIE]


def winning(s: Car, combat: Combat) -> list[Fraction]:
    """[11.2.9a] By side: the chance that its Loss Number is the higher one."""
    pairs = list(product(numbers(s, combat, 0), numbers(s, combat, 1)))
    return [Fraction(sum(pair[side] > pair[1 - side] for pair in pairs), len(pairs)) for side in (0, 1)]


def signed(n: int) -> str:
    return f"{n:+}" if n else "0"
