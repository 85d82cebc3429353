"""[4.3] Batir: musketry; [4.4] Paqueo. Campi fire is Batir fire."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tablero.games.dpyr.board import BATIR, CAMPI, CAVALRY, GRID, INFANTRY, TABLES
from tablero.games.dpyr.rules.r06_movement.s01_movement import fire_blockers
from tablero.games.dpyr.rules.r06_movement.s03_stacking import count_around, fighters, show_factors, unveil
from tablero.games.dpyr.rules.r09_scenarios.s02_luchana import weather
from tablero.games.dpyr.state import ActionId, Dpyr, Hex, Unit, Units, fire_factor, unseen_by_owner
from tablero.kernel.actions import Action
from tablero.kernel.bits import ids_of
from tablero.kernel.events import SheetRow
from tablero.kernel.frames import AGAIN
from tablero.kernel.hexes import clear_line
from tablero.kernel.odds import dice_within, percent
from tablero.kernel.orders import Order, Orders
from tablero.kernel.refusals import Prompt, Refusal


def targets(s: Dpyr, unit: Unit) -> list[Hex]:
    """[4.3a] [4.3b] [4.3e] Enemy hexes within three hexes, with a clear line of fire, no deeper in a forest than its
    edge. [4.3n] Facing does not limit fire."""
    x = s.at[unit]
    near = s.held[1 - s.b.side[unit]] & GRID.ring_bits(x, TABLES.batir_range) & ~s.b.field.deep_forest
    if not near:
        return []
    blocked = fire_blockers(s)
    return [y for y in ids_of(near) if clear_line(GRID, x, y, blocked)]


def crowded(s: Dpyr, x: Hex) -> bool:
    """[4.3h] Do two or more friends of the target stand in the hexes next to it?"""
    side = (s.held[1] >> x) & 1
    return sum(fighters(s, y) for y in ids_of(GRID.near_bits[x] & s.held[side])) >= 2


def parts(s: Dpyr, unit: Unit, x: Hex) -> list[tuple[str, str, int]]:
    """[4.3e] [4.3f] [4.3g] [4.3h] [4.3i] [10.0a] Everything that changes the fire factor of a shot at a hex: what it
    is, its rule, and how much."""
    field, table, found = s.b.field, TABLES.batir, []
    here, side = s.at[unit], s.b.side[unit]
    distance = GRID.distance[here][x]
    if (field.building >> x) & 1:
        found.append(("building", "4.3e", table["target_building"]))
    elif (field.forest >> x) & 1:
        found.append(("forest_edge", "4.3e", table["target_forest_edge"]))
    if distance == TABLES.batir_range:
        found.append(("long_range", "4.3f", table["range_3"]))
    elif distance == 1:
        found.append(("adjacent", "4.3f", table["adjacent_target"]))
    if (field.mountain >> here) & 1:
        found.append(("from_mountain", "4.3g", table["firer_in_mountain"]))
    if crowded(s, x):
        found.append(("density", "4.3h", table["target_has_two_or_more_friends_adjacent"]))
    if (s.played[1 - side] >> BATIR) & 1:
        found.append(("smoke", "4.3i", table["enemy_already_played_batir_this_turn"]))
    if weather(s):
        found.append(("weather", "9.2j", s.b.weather_fire))
    return found


def modifiers(s: Dpyr, unit: Unit, x: Hex) -> int:
    """[4.3k] All of them together."""
    return sum(n for _, _, n in parts(s, unit, x))


def fire_rows(s: Dpyr, unit: Unit, x: Hex, factor: int) -> list[SheetRow]:
    """[4.3d] The sheet of a shot: who fires at whom, what changes the factor, and how far the dice may differ."""
    return [
        ("unit", s.b.ids[unit], target_name(s, x), ""),
        ("factors", str(fire_factor(s, unit)), "", "4.3a"),
        *((name, f"{n:+}", "", rule) for name, rule, n in parts(s, unit, x)),
        ("usable", str(factor), "", "4.3k"),
        ("chance", percent(dice_within(factor)), "", "4.3d"),
    ]


def target_name(s: Dpyr, x: Hex) -> str:
    """[4.3l] [6.3f] Who is fired at: the unit on top, or the hex if it is concealed."""
    top = s.piles[x][-1]
    return f"hex:{GRID.names[x]}" if (s.hidden >> top) & 1 else s.b.ids[top]


def usable_factor(s: Dpyr, unit: Unit, x: Hex) -> int:
    """[4.3k] Fire factor and modifiers: at most 3, at least 0."""
    return max(TABLES.batir_floor, min(TABLES.batir_cap, fire_factor(s, unit) + modifiers(s, unit, x)))


def fire_damage(s: Dpyr, x: Hex, n: int) -> None:
    """[4.3l] [3.0f] Only the unit on top of the hex takes fire markers, in the open."""
    top = s.piles[x][-1]
    s.fire[top] += n
    unveil(s, top)
    s.tell("fire", top, n)


def shoot(s: Dpyr, unit: Unit, x: Hex) -> None:
    """[4.3c] [4.3d] [4.4a] One point of ammunition, two dice: they hit if they differ by no more than the usable
    factor, and twice if they are equal."""
    unveil(s, unit)                         # [3.0f]
    show_factors(s, unit)                   # [3.0j]
    if fire_factor(s, unit) == 0:           # an M unit whose marker turns out to have no fire factor does not fire
        s.tell("cannot_fire", unit)
        return
    s.ammunition[s.b.side[unit]] -= TABLES.batir_ammunition
    factor = usable_factor(s, unit, x)
    count_around(s, x)
    a, b = s.dice(2)
    s.tell("fired", unit, x, factor, a, b, abs(a - b))
    s.sheet(lambda: fire_rows(s, unit, x, factor))
    if abs(a - b) <= factor:
        fire_damage(s, x, TABLES.paqueo_damage if a == b else TABLES.batir_damage)
    else:
        s.tell("fire_missed", x)


NO_FIRE_FACTOR = Refusal("4.3a", "no_fire_factor")
GUNS_FIRE_BALA_RASA = Refusal("4.3a", "not_infantry_or_cavalry")
ONE_SHOT = Refusal("4.3n", "one_shot_each")
NO_TARGET = Refusal("4.3a", "no_target")
NO_AMMUNITION = Refusal("4.3m", "no_ammunition")
OUT_OF_RANGE = Refusal("4.3a", "out_of_range")
NO_LINE = Refusal("4.3b", "no_line_of_fire")
DEEP_FOREST = Refusal("4.3e", "inside_the_forest")
NO_ENEMY = Refusal("4.3n", "no_enemy_there")
NOT_YOURS = Refusal("4.0c", "not_your_unit")
NOT_ON_MAP = Refusal("4.0c", "not_on_map")


@dataclass(slots=True)
class Volley(Orders):
    """[4.3n] Units fire one after another, once each; the target is chosen when it is fired at. Answers who has
    fired."""

    action: ActionId        # BATIR or CAMPI
    fired: Units = 0        # units that have fired
    hand: Unit = -1         # the unit that takes aim

    def players(self, s: Dpyr) -> tuple[int, ...]:
        return (self.who,) if s.ammunition[self.who] > 0 else ()        # [4.3m]

    def orders(self, s: Dpyr) -> Sequence[Order]:
        return SHOTS if self.hand >= 0 else FIRERS

    def finish(self, s: Dpyr, action: Action) -> None:
        """The fire is over."""

    def units(self, s: Dpyr) -> list[Action]:
        return [("aim", u) for kind in (INFANTRY, CAVALRY) for u in s.b.of_kind[self.who][kind]]

    def able(self, s: Dpyr) -> list[Action]:
        """Found together: asking `refuse_unit` about each unit takes twice as long."""
        at, b = s.at, s.b
        foes, ring = s.held[1 - self.who] & ~b.field.deep_forest, GRID.ring_bits
        units = [u for kind in (INFANTRY, CAVALRY) for u in b.of_kind[self.who][kind] if not (self.fired >> u) & 1]
        near = [u for u in units if at[u] >= 0 and foes & ring(at[u], TABLES.batir_range)]
        return [("aim", u) for u in near if (fire_factor(s, u) or unseen_by_owner(s, u)) and targets(s, u)]

    def gestures(self, s: Dpyr, seat: int) -> Mapping[str, Sequence[Action]]:
        """A click on an enemy hex at which one unit alone can fire lets it fire."""
        if self.hand >= 0 or not s.secret:
            return {}
        firers: dict[Hex, list[Action]] = {}
        for aim in self.able(s):
            for x in targets(s, aim[1]):
                firers.setdefault(x, []).append(aim)
        return {f"hex:{GRID.names[x]}": [*aims, ("fire", x)] for x, aims in firers.items() if len(aims) == 1}

    def refuse_unit(self, s: Dpyr, action: Action) -> Refusal:
        (unit,) = action[1:]
        if s.b.side[unit] != self.who:
            return NOT_YOURS
        if s.at[unit] < 0:
            return NOT_ON_MAP
        if s.b.kind[unit] not in (INFANTRY, CAVALRY):
            return GUNS_FIRE_BALA_RASA
        if (self.fired >> unit) & 1:
            return ONE_SHOT
        return NO_TARGET if fire_factor(s, unit) or unseen_by_owner(s, unit) else NO_FIRE_FACTOR

    def take_aim(self, s: Dpyr, action: Action) -> bool:
        (self.hand,) = action[1:]
        return AGAIN

    def enemies(self, s: Dpyr) -> list[Action]:
        return [("fire", x) for x in ids_of(s.held[1 - self.who])]

    def targets(self, s: Dpyr) -> list[Action]:
        return [("fire", x) for x in targets(s, self.hand)]

    def refuse_target(self, s: Dpyr, action: Action) -> Refusal:
        """Why the unit that takes aim cannot fire at a hex."""
        (x,) = action[1:]
        if not (s.held[1 - self.who] >> x) & 1:
            return NO_ENEMY
        if GRID.distance[s.at[self.hand]][x] > TABLES.batir_range:
            return OUT_OF_RANGE
        return DEEP_FOREST if (s.b.field.deep_forest >> x) & 1 else NO_LINE

    def shoot(self, s: Dpyr, action: Action) -> bool:
        (x,) = action[1:]
        shoot(s, self.hand, x)
        self.fired |= 1 << self.hand
        s.answer = self.fired
        self.hand = -1
        return AGAIN

    def hide(self, seat: int) -> Volley:
        return self if seat == self.who else Volley(self.who, self.action, self.fired)

    def prompt(self, s: Dpyr, seat: int) -> Prompt:
        rule = "4.6a" if self.action == CAMPI else "4.3a"
        if self.hand < 0:
            return Prompt(rule, "volley")
        return Prompt("4.3a", "fire", (("unit", "unit", self.hand),))


FIRERS = (
    Order("done", Volley.finish),
    Order("aim", Volley.take_aim, tries=Volley.units, refuse=Volley.refuse_unit, allowed=Volley.able),
)
SHOTS = (
    Order("fire", Volley.shoot, tries=Volley.enemies, refuse=Volley.refuse_target, allowed=Volley.targets),
)
