"""[3] Preparation for play: setting up, dealing factor markers, drawing activations, turn after turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from tablero.games.dpyr.board import CHUSQUERO, CUP, GEFE, GRID, LIBERAL, MACUTO
from tablero.games.dpyr.rules.r04_actions.s00_actions import FULL, Activation
from tablero.games.dpyr.rules.r04_actions.s03_batir_s04_paqueo import weather
from tablero.games.dpyr.rules.r05_gefes.s02_chaqueteo import withdraw_units
from tablero.games.dpyr.rules.r05_gefes.s03_reingreso import Reingreso, check_gefes
from tablero.games.dpyr.rules.r06_movement.s01_movement import dress, dressing, face
from tablero.games.dpyr.rules.r06_movement.s03_stacking import drop_empty, has_room, put, without_full
from tablero.games.dpyr.rules.r07_victory import judge
from tablero.games.dpyr.state import CONCEALED, OFF, Dpyr, Hex, Hexes, Marker, Morale, Side, Unit, Units, drawn
from tablero.kernel.actions import Action
from tablero.kernel.bits import bitset, ids_of
from tablero.kernel.frames import AGAIN, Decision, Procedure
from tablero.kernel.orders import Order, Orders
from tablero.kernel.piles import deal, shuffle_into
from tablero.kernel.refusals import Prompt, Refusal

FILL: Action = ("fill",)


@dataclass(slots=True)
class Scenario(Procedure):
    """[3.0a] A battle from its set-up to its verdict."""

    def steps(self) -> tuple[str, ...]:
        return ("deploy_carlists", "deploy_liberals", "turn", "verdict")

    def deploy_carlists(self, s: Dpyr) -> None:
        """[3.0c] The Carlist sets up first."""
        s.call(Deploy(0))

    def deploy_liberals(self, s: Dpyr) -> None:
        """[3.0c] [9.7e] Then the Liberal."""
        s.call(Deploy(1))

    def turn(self, s: Dpyr) -> None:
        """[3.0m] One turn of six activations."""
        s.call(Turn())

    def verdict(self, s: Dpyr) -> str | None:
        """[7.1d] Victory is checked after the rally step of every turn."""
        return None if judge(s) else "turn"


# --------------------------------------------------------------------------------------------------------- set-up

NOT_IN_ZONE = Refusal("3.0c", "not_in_its_area")
TOO_NEAR = Refusal("9.7e", "too_near_the_enemy")
VILLAGES_FIRST = Refusal("9.7c", "villages_need_eight")
VILLAGES_FULL = Refusal("9.7c", "villages_have_eight")
EMPTY_VILLAGE = Refusal("9.7c", "village_without_unit")
NOT_IN_RIVER = Refusal("6.1b", "river")
ALL_PLACED_FIRST = Refusal("3.0c", "units_left_to_place")
PLACED_TWICE = Refusal("3.0c", "placed_twice")
NO_VEIL_LEFT = Refusal("3.0e", "no_guirigay_left")
NO_VEIL_HERE = Refusal("3.0e", "guirigay_needs_cover")
NO_VEIL_EMPTY = Refusal("3.0e", "guirigay_needs_units")
VEILED_ALREADY = Refusal("3.0e", "concealed_already")
NOT_YOURS = Refusal("4.0c", "not_your_unit")


def set_up_units(s: Dpyr, side: Side) -> list[Unit]:
    """The units a side sets up: all but the reinforcements."""
    b = s.b
    return [u for u in b.army[side] if not b.arrival[u]]


def zone(s: Dpyr, unit: Unit) -> Hexes:
    """[3.0c] [9.3e] [9.7c] [9.7d] [9.7e] Where a unit may be set up, stacking left aside."""
    b = s.b
    if b.zones[unit]:
        return b.zones[unit] | b.rest_zone if (b.village_units >> unit) & 1 else b.zones[unit]
    near = 0
    for x in ids_of(s.held[1 - b.side[unit]]):
        near |= GRID.ring_bits(x, b.free_distance - 1)
    return b.field.land & ~near


def refuse_village(s: Dpyr, unit: Unit, x: Hex) -> Refusal | None:
    """[9.7c] Eight of the thirteen units go into the five villages, infantry or artillery into each of them: refuses
    a placement that would make this impossible."""
    b = s.b
    if not (b.village_units >> unit) & 1:
        return None
    fights = b.kind[unit] != GEFE
    others = [u for u in ids_of(b.village_units) if u != unit]
    inside = [u for u in others if s.at[u] >= 0 and (b.zones[u] >> s.at[u]) & 1]
    left = [u for u in others if s.at[u] == OFF]
    empty = sum(not any((village >> s.at[u]) & 1 and b.kind[u] != GEFE for u in inside) for village in b.villages)
    room = b.in_villages - len(inside)
    if (b.zones[unit] >> x) & 1:
        if not room:
            return VILLAGES_FULL
        village = next(v for v in b.villages if (v >> x) & 1)
        fills = fights and not any((village >> s.at[u]) & 1 and b.kind[u] != GEFE for u in inside)
        room, empty = room - 1, empty - fills
    elif len(left) < room:
        return VILLAGES_FIRST
    able = sum(b.kind[u] != GEFE for u in left)
    return EMPTY_VILLAGE if empty > min(room, able) else None


def set_up_hexes(s: Dpyr, unit: Unit) -> list[Hex]:
    """[3.0c] [3.0d] Where a unit may be set up now."""
    hexes = ids_of(without_full(s, unit, zone(s, unit)))
    in_villages = (s.b.village_units >> unit) & 1
    return [x for x in hexes if not in_villages or refuse_village(s, unit, x) is None]


def _cover_up(s: Dpyr, side: Side) -> None:
    """[3.0e] The set-up is finished: under each marker can be the concealed units whose area it lies in."""
    concealed = ids_of(s.hidden & s.b.army_bits[side])
    areas = [(u, zone(s, u)) for u in concealed]
    for x in {s.at[u] for u in concealed}:
        s.under[x] = bitset(u for u, area in areas if (area >> x) & 1)
    drop_empty(s)


@dataclass(slots=True)
class Deploy(Orders):
    """[3.0c] A side sets up its units in their areas and conceals what it likes."""

    hand: Unit = -1         # the unit about to be placed
    last: Unit = -1         # the unit placed last, whose hex may be turned and ordered
    turned: bool = False
    raised: int = 0
    again: Units = 0        # units that were taken up again to be placed elsewhere

    def orders(self, s: Dpyr) -> Sequence[Order]:
        return HEXES if self.hand >= 0 else SET_UP

    # --- which unit

    def refuse_end(self, s: Dpyr, action: Action) -> Refusal | None:
        return ALL_PLACED_FIRST if any(s.at[u] == OFF for u in set_up_units(s, self.who)) else None

    def finish(self, s: Dpyr, action: Action) -> None:
        s.reveal()                          # only now does the enemy see what stands in the open
        _cover_up(s, self.who)
        s.tell("set_up", self.who)

    def units(self, s: Dpyr) -> list[Action]:
        return [("deploy", u) for u in set_up_units(s, self.who)]

    def loose(self, s: Dpyr) -> list[Action]:
        """Found together: asking `refuse_unit` about each unit makes random play 2 % slower."""
        at, final = s.at, -1 if s.b.village_units else self.again | s.hidden
        return [("deploy", u) for u in set_up_units(s, self.who) if at[u] == OFF or not (final >> u) & 1]

    def refuse_unit(self, s: Dpyr, action: Action) -> Refusal | None:
        (unit,) = action[1:]
        if s.b.side[unit] != self.who:
            return NOT_YOURS
        return PLACED_TWICE if s.at[unit] >= 0 else None        # a reinforcement is not asked about

    def take_up(self, s: Dpyr, action: Action) -> bool:
        (unit,) = action[1:]
        if s.at[unit] >= 0:
            self.again |= 1 << unit
        self.hand, self.last = unit, -1
        return AGAIN

    # --- where to

    def hexes(self, s: Dpyr) -> list[Action]:
        return [("to", x) for x in range(GRID.size)]

    def free(self, s: Dpyr) -> list[Action]:
        return [("to", x) for x in set_up_hexes(s, self.hand)]

    def refuse_hex(self, s: Dpyr, action: Action) -> Refusal | None:
        unit, (x,) = self.hand, action[1:]
        if not (zone(s, unit) >> x) & 1:
            if s.b.zones[unit]:
                return NOT_IN_ZONE
            return TOO_NEAR if (s.b.field.land >> x) & 1 else NOT_IN_RIVER
        if not has_room(s, unit, x):
            return FULL[0 if s.b.field.capacity[x] == 2 else 1 if s.b.field.capacity[x] == 1 else 2]
        return refuse_village(s, unit, x)

    def place(self, s: Dpyr, action: Action) -> bool:
        unit, (x,) = self.hand, action[1:]
        if any((s.hidden >> u) & 1 for u in s.piles.get(x, ())):
            s.hidden |= 1 << unit           # [3.0e] the marker that lies there covers it too
        put(s, unit, x)
        face(s, x, s.b.front[self.who])
        s.tell("deployed", unit, x, seen=1 << self.who)
        self.last, self.hand, self.turned, self.raised = unit, -1, False, 0
        return AGAIN

    # --- how they stand

    def dressing(self, s: Dpyr) -> list[Action]:
        return dressing(s, s.at[self.last], self.turned, self.raised) if self.last >= 0 else []

    def dress(self, s: Dpyr, action: Action) -> bool:
        dress(s, s.at[self.last], action, seen=1 << self.who)
        self.turned = self.turned or action[0] == "face"
        self.raised += action[0] == "raise"
        return AGAIN

    def all_hexes(self, s: Dpyr) -> list[Action]:
        return [("conceal", x) for x in range(GRID.size)]

    def covered(self, s: Dpyr) -> list[Action]:
        if not s.veils[self.who]:
            return []
        hexes = ids_of(s.held[self.who] & s.b.field.cover)
        return [("conceal", x) for x in hexes if not all((s.hidden >> u) & 1 for u in s.piles[x])]

    def refuse_veil(self, s: Dpyr, action: Action) -> Refusal:
        """[3.0e] One marker covers all units of a building or forest hex."""
        (x,) = action[1:]
        if not s.veils[self.who]:
            return NO_VEIL_LEFT
        if not (s.b.field.cover >> x) & 1:
            return NO_VEIL_HERE
        return VEILED_ALREADY if (s.held[self.who] >> x) & 1 else NO_VEIL_EMPTY

    def conceal(self, s: Dpyr, action: Action) -> bool:
        (x,) = action[1:]
        for u in s.piles[x]:
            s.hidden |= 1 << u
        s.veils[self.who] -= 1
        s.tell("concealed", x, seen=1 << self.who)
        return AGAIN

    def hide(self, seat: int) -> Deploy:
        return self if seat == self.who else Deploy(self.who)

    def blot_out(self, s: Dpyr, seat: int) -> None:
        """Others see an empty map until the set-up is finished."""
        side = self.who
        if seat == side:
            return
        for x in ids_of(s.held[side]):
            del s.piles[x]
            s.under.pop(x, None)
        s.held[side] = 0
        for u in s.b.army[side]:
            s.at[u], s.facing[u] = OFF, 0
        s.hidden &= ~s.b.army_bits[side]
        s.veils[side] = s.b.veils[side]

    def prompt(self, s: Dpyr, seat: int) -> Prompt:
        if self.hand < 0:
            return Prompt("3.0c", "deploy")
        return Prompt("3.0c", "deploy_to", (("unit", "unit", self.hand),))


SET_UP = (
    Order("done", Deploy.finish, refuse=Deploy.refuse_end),
    Order("deploy", Deploy.take_up, tries=Deploy.units, refuse=Deploy.refuse_unit, allowed=Deploy.loose),
    Order("face raise", Deploy.dress, tries=Deploy.dressing),
    Order("conceal", Deploy.conceal, tries=Deploy.all_hexes, refuse=Deploy.refuse_veil, allowed=Deploy.covered),
)
HEXES = (Order("to", Deploy.place, tries=Deploy.hexes, refuse=Deploy.refuse_hex, allowed=Deploy.free),)


# --------------------------------------------------------------------------------------------------------- a turn


def takers(s: Dpyr, side: Side, morale: Morale) -> list[Unit]:
    """[2.2b] [3.0q] Infantry and cavalry of a morale on the map, in a view also unseen: who takes factor markers."""
    at = s.at
    return [u for u in s.b.takers[side][morale] if at[u] >= 0 or at[u] == CONCEALED]


@dataclass(slots=True)
class Turn(Procedure):
    """[3.0m] A turn: factor markers, six activations, the end of the turn."""

    def steps(self) -> tuple[str, ...]:
        return (
            "renew", "draw", "assign", "give_back", "draw_unseen",
            "activate", "check_gefes", "withdraw", "rally_carlists", "rally_liberals",
        )

    def renew(self, s: Dpyr) -> str | None:
        """[3.0o] [3.0p] [3.0l] Markers return to their cups; salvoes and the record of actions are cleared."""
        s.turn += 1
        s.tell("turn", s.turn)
        if weather(s) and s.turn in (1, s.b.weather_turn):
            s.tell("weather")               # [9.2j]
        s.chits = [0, 0, 0, 1, 1, 1]
        s.salvo = [0] * len(s.salvo)
        s.played, s.shaken = [0, 0], [0, 0]
        s.charged = s.rode = s.served = 0
        if s.once and s.turn > 1:           # option factor_markers
            return "activate"
        s.marker = [-1] * len(s.marker)
        s.known = s.blind = 0
        s.cup = list(CUP)
        return None

    def draw(self, s: Dpyr) -> None:
        """[3.0g] Each side draws as many markers as it has M and C units and looks at them; chance says who begins."""
        first = s.below(2)
        s.tell("first_draw", first)
        for side in (first, 1 - first):
            n = len(takers(s, side, MACUTO)) + len(takers(s, side, CHUSQUERO))
            found = deal(s.cup, n, s.below)
            if side == LIBERAL:
                s.drawn_liberal = found
            else:
                s.drawn_carlist = found
            s.tell("drew_markers", side, n)

    def assign(self, s: Dpyr) -> None:
        """[3.0h] Both give markers to their C units, in secret."""
        s.call(Assign())

    def give_back(self, s: Dpyr) -> None:
        """[3.0i] What was not given to C units goes back, from both sides, before anybody draws for M units."""
        for side in (0, 1):
            rest = drawn(s, side)[:]
            for u in takers(s, side, CHUSQUERO):
                rest.remove(s.marker[u])
            shuffle_into(s.cup, rest)

    def draw_unseen(self, s: Dpyr) -> None:
        """[3.0i] Each M unit takes one marker that nobody looks at."""
        first = s.below(2)
        for side in (first, 1 - first):
            units = takers(s, side, MACUTO)
            for u in units:
                s.marker[u] = s.draw(s.cup)
                s.blind |= 1 << u
            if units:
                s.tell("drew_unseen", side, len(units))

    def activate(self, s: Dpyr) -> str | None:
        """[3.0m] [3.0n] One of six activation markers is drawn, and its side acts; the turn ends when none is left."""
        if not s.chits:
            return None
        side = s.draw(s.chits)
        s.tell("activation", side)
        s.call(Activation(side))
        return "activate"

    def check_gefes(self, s: Dpyr) -> None:
        """[5.3e] [5.3i] First the Gefes, because their fate weighs on the rolls."""
        check_gefes(s)

    def withdraw(self, s: Dpyr) -> None:
        """[5.2a] Then all units over their limit."""
        withdraw_units(s)

    def rally_carlists(self, s: Dpyr) -> None:
        """[5.3i] Then the Carlist rally rolls,"""
        s.call(Reingreso(0))

    def rally_liberals(self, s: Dpyr) -> None:
        """[5.3i] and the Liberal ones."""
        s.call(Reingreso(1))


NOT_DRAWN = Refusal("3.0h", "marker_not_drawn")


@dataclass(slots=True)
class Assign(Decision):
    """[3.0h] Each player gives one of the markers drawn to each C unit, unit by unit; the enemy does not see them."""

    def _unit(self, s: Dpyr, side: Side) -> Unit:
        """The next C unit without a marker, or -1."""
        marker = s.marker
        for u in takers(s, side, CHUSQUERO):
            if marker[u] == -1:
                return u
        return -1

    def _left(self, s: Dpyr, side: Side) -> list[Marker]:
        rest = drawn(s, side)[:]
        for u in takers(s, side, CHUSQUERO):
            if s.marker[u] >= 0:
                rest.remove(s.marker[u])
        return rest

    def players(self, s: Dpyr) -> Sequence[int]:
        return [side for side in (0, 1) if self._unit(s, side) >= 0]

    def candidates(self, s: Dpyr, seat: int) -> list[Action]:
        return [FILL, *(("give", m) for m in sorted(set(self._left(s, seat))))]

    def refuse(self, s: Dpyr, seat: int, action: Action) -> Refusal | None:
        if action == FILL:
            return None
        (m,) = action[1:]
        return None if m in self._left(s, seat) else NOT_DRAWN

    def choose(self, s: Dpyr, seat: int, action: Action) -> bool | None:
        if action == FILL:
            left = self._left(s, seat)
            for u in takers(s, seat, CHUSQUERO):
                if s.marker[u] < 0:
                    self._give(s, seat, u, left.pop())
        else:
            (m,) = action[1:]
            self._give(s, seat, self._unit(s, seat), m)
        return AGAIN

    def guess(self, s: Dpyr, seat: int, chance: Random) -> None:
        """[3.0g] What the others drew besides: their hands are full, and the cup holds the rest."""
        left = list(CUP)
        for m in (*s.drawn_carlist, *s.drawn_liberal):
            left.remove(m)
        for side in (0, 1):
            if side != seat:
                n = len(takers(s, side, MACUTO)) + len(takers(s, side, CHUSQUERO))
                shuffle_into(drawn(s, side), deal(left, n - len(drawn(s, side)), chance.randrange))
        s.cup = left

    @staticmethod
    def _give(s: Dpyr, seat: int, unit: Unit, m: Marker) -> None:
        s.marker[unit] = m
        s.tell("assigned", unit, m, seen=1 << seat, public=("assigned_hidden", (seat,)))

    def prompt(self, s: Dpyr, seat: int) -> Prompt:
        unit = self._unit(s, seat) if 0 <= seat <= 1 else -1
        return Prompt("3.0h", "assign", (("unit", "unit", unit),)) if unit >= 0 else Prompt("3.0h", "assign_wait")


