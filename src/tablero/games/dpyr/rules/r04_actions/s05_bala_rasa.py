"""[4.5] Bala Rasa: round shot, canister, shots that rebound, and salvoes kept for the enemy's activation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from tablero.games.dpyr.board import ARTILLERY, CAVALRY, GRID, TABLES
from tablero.games.dpyr.rules.r04_actions.s03_batir_s04_paqueo import (
    DEEP_FOREST, NO_ENEMY, NO_LINE, NOT_ON_MAP, NOT_YOURS, crowded, fire_damage, target_name
)
from tablero.games.dpyr.rules.r06_movement.s01_movement import fire_blockers
from tablero.games.dpyr.rules.r06_movement.s03_stacking import count_around, unveil
from tablero.games.dpyr.rules.r09_scenarios.s02_luchana import weather
from tablero.games.dpyr.state import Dpyr, Hex, Side, Unit, Units
from tablero.kernel.actions import DONE, Action
from tablero.kernel.bits import ids_of
from tablero.kernel.events import SheetRow
from tablero.kernel.frames import AGAIN, Procedure
from tablero.kernel.hexes import clear_line
from tablero.kernel.odds import percent, two_dice_over
from tablero.kernel.orders import Order, Orders
from tablero.kernel.refusals import Prompt, Refusal
from tablero.kernel.windows import Pick

SALVOES, COST = TABLES.salvoes, TABLES.battery_ammunition       # a battery's salvoes, and what they cost together

# --------------------------------------------------------------------------------------------------------- numbers


def targets(s: Dpyr, gun: Unit, open_hex: Hex = -1) -> list[Hex]:
    """[4.5k] [4.5d] Enemy hexes with a clear line of fire, however far; the units of one hex may be taken as not
    blocking, its terrain does."""
    x = s.at[gun]
    blocked = fire_blockers(s)
    if open_hex >= 0:
        blocked &= ~(1 << open_hex) | s.b.field.obstacles
    foes = s.held[1 - s.b.side[gun]] & ~s.b.field.deep_forest
    return [y for y in ids_of(foes) if clear_line(GRID, x, y, blocked)]


def second_targets(s: Dpyr, gun: Unit, first: Hex) -> list[Hex]:
    """[4.5h] Hexes one or two further away than the first target, which does not block the line to them."""
    distance = GRID.distance[s.at[gun]]
    least, most = TABLES.rebote
    return [y for y in targets(s, gun, first) if least <= distance[y] - distance[first] <= most]


def parts(s: Dpyr, gun: Unit, x: Hex) -> list[tuple[str, str, int]]:
    """[4.5e] [4.5f] [10.0b] Everything that is added to the roll: what it is, its rule, and how much; the option
    decides the signs of three of them."""
    table = TABLES.bala_rasa_text if s.text_signs else TABLES.bala_rasa
    errata = "4.5f" if s.text_signs else "10.0b"
    field_, top, found = s.b.field, s.piles[x][-1], []
    if (field_.mountain >> s.at[gun]) & 1:
        found.append(("from_mountain", "4.5e", table["firer_in_mountain"]))
    if crowded(s, x):
        found.append(("density", "4.5e", table["target_has_two_or_more_friends_adjacent"]))
    if (field_.cover >> x) & 1:
        found.append(("cover", "4.5e", table["target_in_building_or_forest"]))
    if (s.square >> top) & 1:
        found.append(("in_square", errata, table["target_in_square"]))
    if (s.charged >> top) & 1:
        found.append(("charged", errata, table["target_cavalry_made_ristre_this_turn"]))
    if (s.served >> top) & 1:
        found.append(("served", "4.5e", table["target_artillery_activated_this_turn"]))
    if (s.rode >> gun) & 1:
        found.append(("rode", errata, table["gun_moved_in_montear_this_turn"]))
    return found


OF_TARGET = ("in_square", "charged", "served")      # what the unit on top of the target is or has done


def modifiers(s: Dpyr, gun: Unit, x: Hex) -> int:
    """[4.5e] All of them together."""
    return sum(n for _, _, n in parts(s, gun, x))


def gun_rows(s: Dpyr, gun: Unit, x: Hex, canister: bool = False) -> list[SheetRow]:
    """[4.5d] [4.5j] The sheet of a salvo: who fires at whom, what the number is made of, what changes the roll, and the
    roll that hits. [6.3f] What a concealed target has done is not told apart."""
    found, distance = parts(s, gun, x), GRID.distance[s.at[gun]][x]
    if (s.hidden >> s.piles[x][-1]) & 1:
        unseen = sum(n for name, _, n in found if name in OF_TARGET)
        found = [part for part in found if part[0] not in OF_TARGET] + [("concealed", "6.3f", unseen)] * bool(unseen)
    need = to_beat(s, gun, x, canister) - modifiers(s, gun, x)
    return [
        ("unit", s.b.ids[gun], target_name(s, x), ""),
        ("distance", str(distance), "", "4.5d"),
        *((("canister", f"× {TABLES.canister_distance}", "", "4.5j"),) if canister else ()),
        *((("weather", f"+{s.b.weather_distance}", "", "9.2j"),) if weather(s) else ()),
        ("gun", str(s.b.units[gun].gun), "", "4.5d"),
        ("to_beat", str(to_beat(s, gun, x, canister)), "", "4.5d"),
        *((name, f"{n:+}", "", rule) for name, rule, n in found),
        ("roll", f"{need + 1}+" if need < 12 else "–", "", "4.5d"),
        ("chance", percent(two_dice_over(need)), "", "4.5d"),
    ]


def to_beat(s: Dpyr, gun: Unit, x: Hex, canister: bool = False) -> int:
    """[4.5d] [4.5j] [9.2j] Distance (doubled for canister), two more in bad weather, and the artillery factor."""
    distance = GRID.distance[s.at[gun]][x]
    if canister:
        distance *= TABLES.canister_distance
    if weather(s):
        distance += s.b.weather_distance
    return distance + s.b.units[gun].gun


def hits(s: Dpyr, gun: Unit, x: Hex, roll: int, canister: bool = False) -> bool:
    """[4.5d] The roll with its modifiers must be higher than the number."""
    return roll + modifiers(s, gun, x) > to_beat(s, gun, x, canister)


# --------------------------------------------------------------------------------------------------------- shots


def damage(s: Dpyr, gun: Unit, x: Hex, canister: bool = False) -> None:
    """[4.5g] One marker on the top unit, [4.5j] two by canister, [9.3g] two by rockets on cavalry."""
    markers = TABLES.canister_damage if canister else TABLES.salvo_damage
    if gun == s.b.rockets and s.b.kind[s.piles[x][-1]] == CAVALRY:
        markers = s.b.rockets_horse
    fire_damage(s, x, markers)


def shot(s: Dpyr, gun: Unit, x: Hex, canister: bool = False) -> None:
    """[4.5d] One salvo at one hex."""
    s.salvo[gun] -= 1
    unveil(s, gun)
    a, b = s.dice(2)
    need = to_beat(s, gun, x, canister) - modifiers(s, gun, x)
    count_around(s, x)
    s.tell("canister" if canister else "shot", gun, x, need, a + b, a, b)
    s.sheet(lambda: gun_rows(s, gun, x, canister))
    if hits(s, gun, x, a + b, canister):
        damage(s, gun, x, canister)
    else:
        s.tell("fire_missed", x)


def rebound_rows(s: Dpyr, gun: Unit, first: Hex, second: Hex) -> list[SheetRow]:
    """[4.5i] The sheet of a Rebote: the two targets one below the other."""
    return [row for x in (first, second) for row in gun_rows(s, gun, x)]


def rebound(s: Dpyr, gun: Unit, first: Hex, second: Hex) -> None:
    """[4.5i] Both salvoes in one attack: one roll for two targets, each with its own number and modifiers."""
    s.salvo[gun] -= SALVOES
    unveil(s, gun)
    a, b = s.dice(2)
    s.tell("rebound", gun, first, second, a + b, a, b)
    s.sheet(lambda: rebound_rows(s, gun, first, second))
    struck = [x for x in (first, second) if hits(s, gun, x, a + b)]     # judged before anything changes
    for x in (first, second):
        count_around(s, x)
        if x in struck:
            damage(s, gun, x)
        else:
            s.tell("fire_missed", x)


# ----------------------------------------------------------------------------------------------------- own activation


@dataclass(slots=True)
class Cannonade(Procedure):
    """[4.5a] The batteries of a side receive salvoes and fire."""

    side: Side
    loaded: Units = 0       # batteries activated now
    fired: Units = 0

    def steps(self) -> tuple[str, ...]:
        return ("load", "fire")

    def load(self, s: Dpyr) -> None:
        """[4.5a] The player names the batteries; each pays for two salvoes."""
        s.call(Load(self.side))

    def fire(self, s: Dpyr) -> None:
        """[4.5b] Each of them that has a target fires."""
        s.call(Bombard(self.side))


NOT_A_BATTERY = Refusal("4.5a", "not_a_battery")
LOADED_ALREADY = Refusal("4.5a", "loaded_already")
NO_POWDER = Refusal("4.3m", "battery_needs_two")


@dataclass(slots=True)
class Load(Pick):
    """[4.5a] Which batteries are activated, at two points of ammunition each."""

    def candidates(self, s: Dpyr, seat: int) -> list[Action]:
        return [DONE, *(("load", u) for u in s.b.of_kind[seat][ARTILLERY])]

    def refuse_pick(self, s: Dpyr, seat: int, unit: Unit) -> Refusal | None:
        if s.b.side[unit] != seat:
            return NOT_YOURS
        if s.at[unit] < 0:
            return NOT_ON_MAP
        if s.b.kind[unit] != ARTILLERY:
            return NOT_A_BATTERY
        if (s.caller(self, Cannonade).loaded >> unit) & 1:
            return LOADED_ALREADY
        return NO_POWDER if s.ammunition[seat] < COST else None

    def pick(self, s: Dpyr, seat: int, gun: Unit) -> bool | None:
        s.caller(self, Cannonade).loaded |= 1 << gun
        s.ammunition[seat] -= COST
        s.salvo[gun] = SALVOES              # a battery activated again is refilled
        s.served |= 1 << gun
        unveil(s, gun)                      # its salvo markers lie in the open
        s.tell("loaded", gun)
        return AGAIN

    def gestures(self, s: Dpyr, seat: int) -> Mapping[str, Sequence[Action]]:
        """Once a battery is loaded, a click on an enemy in its line of fire fires its round shot, and loads no more."""
        ready = [gun for gun in ids_of(s.caller(self, Cannonade).loaded) if targets(s, gun)]
        return {place: [DONE, *shot] for place, shot in shots_of(s, ready).items()}

    def public(self, s: Dpyr) -> bool:
        return not s.hidden & s.b.army_bits[self.who]


def shots_of(s: Dpyr, ready: Sequence[Unit]) -> dict[str, list[Action]]:
    """By enemy hex: the round shot of the only battery that is ready. Away from a table such a battery takes aim by
    itself, and there are no clicks."""
    if len(ready) != 1 or not s.secret:
        return {}
    return {f"hex:{GRID.names[x]}": [("aim", ready[0]), ("shoot", x)] for x in targets(s, ready[0])}


MUST_FIRE = Refusal("4.5b", "must_fire_one_salvo")
NOT_LOADED = Refusal("4.5a", "not_activated")
FIRED_ALREADY = Refusal("4.5b", "salvo_fired")
NO_TARGET = Refusal("4.5k", "no_target")
ROCKETS = Refusal("9.3g", "rockets_cannot")
BAD_WEATHER = Refusal("9.2j", "no_rebound_in_bad_weather")
NO_SECOND_TARGET = Refusal("4.5h", "no_second_target")
NOT_FURTHER = Refusal("4.5h", "second_target_not_further")


def refuse_hex(s: Dpyr, gun: Unit, x: Hex) -> Refusal:
    """Why a battery cannot fire at a hex."""
    if not (s.held[1 - s.b.side[gun]] >> x) & 1:
        return NO_ENEMY
    return DEEP_FOREST if (s.b.field.deep_forest >> x) & 1 else NO_LINE


@dataclass(slots=True)
class Bombard(Orders):
    """[4.5b] Each activated battery with a target fires a salvo: round shot, canister, or both salvoes by Rebote."""

    hand: Unit = -1         # the battery that takes aim
    first: Hex = -1         # first target of a Rebote

    def players(self, s: Dpyr) -> tuple[int, ...]:
        return (self.who,) if self.hand >= 0 or self.ready(s) else ()

    def orders(self, s: Dpyr) -> Sequence[Order]:
        return BATTERIES if self.hand < 0 else SECOND_TARGETS if self.first >= 0 else SHOTS

    # --- which battery

    def refuse_end(self, s: Dpyr, action: Action) -> Refusal:
        return MUST_FIRE

    def finish(self, s: Dpyr, action: Action) -> None:
        """Never: the window closes when every battery has fired."""

    def units(self, s: Dpyr) -> list[Action]:
        return [("aim", u) for u in s.b.army[self.who]]

    def ready(self, s: Dpyr) -> list[Action]:
        frame = s.caller(self, Cannonade)
        return [("aim", u) for u in ids_of(frame.loaded & ~frame.fired) if targets(s, u)]

    def gestures(self, s: Dpyr, seat: int) -> Mapping[str, Sequence[Action]]:
        """A click on an enemy fires the only battery that has not fired yet."""
        return shots_of(s, [gun for _, gun in self.ready(s)]) if self.hand < 0 else {}

    def refuse_battery(self, s: Dpyr, action: Action) -> Refusal:
        (unit,) = action[1:]
        frame = s.caller(self, Cannonade)
        if s.b.side[unit] != self.who:
            return NOT_YOURS
        if s.b.kind[unit] != ARTILLERY:
            return NOT_A_BATTERY
        if not (frame.loaded >> unit) & 1:
            return NOT_LOADED
        return FIRED_ALREADY if (frame.fired >> unit) & 1 else NO_TARGET

    def take_aim(self, s: Dpyr, action: Action) -> bool:
        (self.hand,) = action[1:]
        return AGAIN

    # --- which shot

    def enemies(self, s: Dpyr, verb: str) -> list[Action]:
        return [(verb, x) for x in ids_of(s.held[1 - self.who])]

    def shots(self, s: Dpyr) -> list[Action]:
        return [("shoot", x) for x in targets(s, self.hand)]

    def canisters(self, s: Dpyr) -> list[Action]:
        return [] if self.hand == s.b.rockets else [("canister", x) for x in targets(s, self.hand)]

    def rebounds(self, s: Dpyr) -> list[Action]:
        if self.hand == s.b.rockets or weather(s):
            return []
        return [("rebound", x) for x in targets(s, self.hand) if second_targets(s, self.hand, x)]

    def refuse_shot(self, s: Dpyr, action: Action) -> Refusal:
        """Why the battery cannot fire this kind of shot at a hex."""
        verb, (x,) = action[0], action[1:]
        if verb != "shoot" and self.hand == s.b.rockets:
            return ROCKETS
        if verb == "rebound" and weather(s):
            return BAD_WEATHER
        return NO_SECOND_TARGET if x in targets(s, self.hand) else refuse_hex(s, self.hand, x)

    def fire(self, s: Dpyr, action: Action) -> bool:
        (x,) = action[1:]
        shot(s, self.hand, x, action[0] == "canister")
        return self.next_battery(s)

    def next_battery(self, s: Dpyr) -> bool:
        s.caller(self, Cannonade).fired |= 1 << self.hand
        self.hand = self.first = -1
        return AGAIN

    # --- [4.5h] the second target of a Rebote

    def aim_first(self, s: Dpyr, action: Action) -> bool:
        (self.first,) = action[1:]
        return AGAIN

    def second_targets(self, s: Dpyr) -> list[Action]:
        return [("onto", x) for x in second_targets(s, self.hand, self.first)]

    def refuse_second(self, s: Dpyr, action: Action) -> Refusal:
        (x,) = action[1:]
        return NOT_FURTHER if x in targets(s, self.hand, self.first) else refuse_hex(s, self.hand, x)

    def rebound(self, s: Dpyr, action: Action) -> bool:
        (x,) = action[1:]
        rebound(s, self.hand, self.first, x)
        return self.next_battery(s)

    def prompt(self, s: Dpyr, seat: int) -> Prompt:
        if self.hand < 0:
            return Prompt("4.5b", "bombard")
        key = "bombard_rebound" if self.first >= 0 else "bombard_target"
        return Prompt("4.5h" if self.first >= 0 else "4.5d", key, (("unit", "unit", self.hand),))


BATTERIES = (
    Order("done", Bombard.finish, refuse=Bombard.refuse_end),
    Order("aim", Bombard.take_aim, tries=Bombard.units, refuse=Bombard.refuse_battery, allowed=Bombard.ready),
)
SHOTS = tuple(
    Order(verb, do, tries=partial(Bombard.enemies, verb=verb), refuse=Bombard.refuse_shot, allowed=allowed)
    for verb, do, allowed in (
        ("shoot", Bombard.fire, Bombard.shots),
        ("canister", Bombard.fire, Bombard.canisters),
        ("rebound", Bombard.aim_first, Bombard.rebounds),
    )
)
SECOND_TARGETS = (
    Order(
        "onto", Bombard.rebound, tries=partial(Bombard.enemies, verb="onto"), refuse=Bombard.refuse_second,
        allowed=Bombard.second_targets,
    ),
)


# --------------------------------------------------------------------------------------------------- enemy activation

ADJACENT = Refusal("4.5c", "salvo_not_at_adjacent")
NO_SALVO = Refusal("4.5b", "no_salvo_left")
ONE_SALVO = Refusal("4.5l", "one_salvo_each")


@dataclass(slots=True)
class KeptSalvo(Orders):
    """[4.5c] [4.5l] In an enemy activation, after its movement, each battery with a salvo left may fire one round shot,
    never at an adjacent enemy."""

    fired: Units = 0
    guns: list[Unit] = field(default_factory=list)      # batteries with a salvo, for the window's life

    def players(self, s: Dpyr) -> tuple[int, ...]:
        return (self.who,) if self.shots(s) else ()

    def orders(self, s: Dpyr) -> Sequence[Order]:
        return SALVOES_LEFT

    def keep(self, s: Dpyr, action: Action) -> None:
        """The salvoes are kept for another activation."""

    def tries(self, s: Dpyr) -> list[Action]:
        guns = [u for u in s.b.of_kind[self.who][ARTILLERY] if s.at[u] >= 0]
        return [("salvo", u, x) for u in guns for x in ids_of(s.held[1 - self.who])]

    def shots(self, s: Dpyr) -> list[Action]:
        found: list[Action] = []
        for gun in self.guns:
            if not (self.fired >> gun) & 1:
                distance = GRID.distance[s.at[gun]]
                found += [("salvo", gun, x) for x in targets(s, gun) if distance[x] >= TABLES.kept_salvo_distance]
        return found

    def refuse_shot(self, s: Dpyr, action: Action) -> Refusal:
        gun, x = action[1:]
        if s.b.side[gun] != self.who:
            return NOT_YOURS
        if s.b.kind[gun] != ARTILLERY:
            return NOT_A_BATTERY
        if (self.fired >> gun) & 1:
            return ONE_SALVO
        if not s.salvo[gun]:
            return NO_SALVO
        return ADJACENT if x in targets(s, gun) else refuse_hex(s, gun, x)

    def fire(self, s: Dpyr, action: Action) -> bool:
        gun, x = action[1:]
        shot(s, gun, x)
        self.fired |= 1 << gun
        return AGAIN

    def public(self, s: Dpyr) -> bool:
        return True


SALVOES_LEFT = (
    Order("pass", KeptSalvo.keep),
    Order("salvo", KeptSalvo.fire, tries=KeptSalvo.tries, refuse=KeptSalvo.refuse_shot, allowed=KeptSalvo.shots),
)


def kept_salvo(s: Dpyr, side: Side) -> None:
    """[4.5l] The one moment of an activation at which the other side may fire what it kept."""
    guns = [u for u in s.b.of_kind[side][ARTILLERY] if s.salvo[u] and s.at[u] >= 0]
    if guns:
        s.call(KeptSalvo(side, guns=guns))
