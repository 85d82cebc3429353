"""[15.2] Between Turns 5 and 6: the first corps are deployed, the Reserves are filled up, militias become regular
troops."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tablero.games.car.board import (
    ALL_CORPS, BALEARICS, CARD, CODES, CTV, DIVISIONS, ELIMINATED, GONE, INITIAL_CORPS, ITALIANS, MADRID, MIL,
    MILITARIZED, NAT, POOL, PORTS, POUM, REGION, REGIONAL, REGIONALS, REP, REPLACING, RESERVE, SOURCES, SPACES, STACK,
    TABLES, UNIT, UNIT_REGION, UNIT_SIDE
)
from tablero.games.car.rules.r02_map import friendly, put, spaces_of, units_in, ways
from tablero.games.car.rules.r13_supply import in_line, northern
from tablero.games.car.state import Car, Side, Space, Spaces, Unit, Units
from tablero.kernel.actions import Action
from tablero.kernel.bits import bitset, ids_of
from tablero.kernel.frames import AGAIN, Mark, Procedure
from tablero.kernel.orders import Order, Orders
from tablero.kernel.refusals import Prompt, Refusal
from tablero.kernel.windows import Ask

_TABLE = TABLES.table("mobilization")
CTV_AFTER, ITALIANS_AFTER = CARD[_TABLE.text("ctv_after")], CARD[_TABLE.text("ita_after")]
for _key in ("reserve_nat", "reserve_rep"):
    if any(name not in REPLACING for name, _ in _TABLE.pairs(_key)):
        raise _TABLE.wrong(_key, "words", allowed=list(REPLACING))
RESERVES = tuple(       # by side: divisions that may replace a kind of corps, and how many are due [15.2.2.1a]
    tuple((REPLACING[name], n) for name, n in _TABLE.pairs(f"reserve_{code}")) for code in CODES
)

FIRST = UNIT["nat_i"]               # goes wherever any corps may but the CTV
FAR, NONE = SPACES, 3 * SPACES      # what counts for a corps that is not at its region, besides its distance; for none

NOT_THERE = Refusal("15.2.1.2a", "corps_needs_unit")
CORPS_THERE = Refusal("15.2.1.2a", "one_corps_a_space")
NO_SUPPLY = Refusal("15.2.1.2a", "out_of_supply")
CTV_BY_ITALIANS = Refusal("15.2.1.2d", "ctv_by_italians")
IN_ITS_REGION = Refusal("15.2.1.2e", "corps_in_region")
NORTH_ISOLATED = Refusal("15.2.1.2g", "not_in_isolated_north")
NORTH_FIRST = Refusal("15.2.1.2k", "corps_owed_to_north")
NOT_TO_ISLANDS = Refusal("8.5.2.4d", "not_to_balearics")


@dataclass(slots=True)
class Mobilization(Procedure):
    """[15.2.1.1a] [15.2.2a] [15.2.3a] Corps in turns, then the Reserves in turns, then Militarization."""

    side: Side = REP            # who placed last
    left: list[Units] = field(default_factory=list)         # by side: corps still to be deployed

    def steps(self) -> tuple[str, ...]:
        return ("muster", "deploy", "reserves", "withdraw", "militarize")

    def muster(self, s: Car) -> None:
        """[15.2.1a] [15.2.1b] The corps of both sides; the CTV only after Axis Military Aid."""
        self.left = list(INITIAL_CORPS)
        if not s.happened >> CTV_AFTER & 1:
            self.left[NAT] &= ~(1 << CTV)

    def deploy(self, s: Car) -> str | None:
        """[15.2.1.1a] [15.2.1.2h] One corps each in turns; what cannot be deployed leaves the game."""
        if not self.left[NAT] and not self.left[REP]:
            return None
        self.side = 1 - self.side
        stranded = bitset(unit for unit in ids_of(self.left[self.side]) if not corps_places(s, unit))
        if stranded == self.left[self.side]:
            for unit in ids_of(stranded):
                s.tell("removed", self.side, unit, s.at[unit])
                put(s, unit, GONE[self.side])
            self.left[self.side] = 0
            return "deploy"
        s.call(DeployCorps(self.side))
        return "deploy"

    def reserves(self, s: Car) -> None:
        """[15.2.2a] Then the Reserves are checked, the Nationalists first."""
        self.side = REP

    def withdraw(self, s: Car) -> str | None:
        """[15.2.2.2a] One division each in turns, until both have what they need or can give no more."""
        for side in (1 - self.side, self.side):
            if wanted(s, side):
                self.side = side
                s.call(WithdrawDivision(side))
                return "withdraw"
        return None

    def militarize(self, s: Car) -> None:
        """[15.2.3a] Republican militias become divisions of the Popular Army."""
        s.call(Militarize(REP))


# --- corps


def free(s: Car, side: Side) -> Spaces:
    """The friendly and supplied spaces without a corps."""
    return in_line(s, side) & ~spaces_of(s, ALL_CORPS) & ~BALEARICS


def corps_places(s: Car, unit: Unit) -> Spaces:
    """[15.2.1.2a] [15.2.1.2d] [15.2.1.2e] [15.2.1.2g] [15.2.1.2i] [15.2.1.2j] Where one of the first corps may be
    put."""
    side = UNIT_SIDE[unit]
    safe = in_line(s, side) & ~BALEARICS
    alone = free(s, side)
    region = UNIT_REGION[unit]
    if region >= 0:
        near_kin = safe & (spaces_of(s, REGIONAL[region]) | SOURCES[REP] & REGION[region])
        inside = near_kin & REGION[region]
        return inside & alone or near_kin & alone or inside or near_kin
    if unit == CTV:
        return alone & (spaces_of(s, ITALIANS) | PORTS)
    return alone & (s.occupied[side] | SOURCES[side] | 1 << MADRID) & ~northern(s)


def duties(s: Car) -> list[list[int]]:
    """[15.2.1.2b] For each northern region that is not wholly Nationalist, by space: what is missing if the region's
    corps is there. Nothing in it or next to it; else the nearer, the better."""
    near, found = ways(s, NAT), []
    for region in REGION:
        if region & ~s.held:
            far, front, seen, distance = [NONE] * SPACES, region, 0, 0
            while front:
                ahead = 0
                for x in ids_of(front):
                    far[x] = 0 if distance < 2 else FAR + distance
                    ahead |= near[x]
                seen |= front
                front = ahead & ~seen
                distance += 1
            found.append(far)
    return found


def shortfall(owed: list[list[int]], corps: Spaces, n: int, places: Spaces, ctv: Spaces) -> int:
    """[15.2.1.2b] [15.2.1.2k] What is missing at best if each region has a corps of its own: one of those on the map,
    of `n` more for any of the places, or the CTV. As other regions may want a space, the nearest few are tried."""
    if not owed:
        return 0
    far, others = owed[0], owed[1:]
    least = NONE + shortfall(others, corps, n, places, ctv)
    for kind, spaces in enumerate((corps, places if n else 0, ctv)):
        for x in sorted(ids_of(spaces), key=far.__getitem__)[:len(owed)]:
            rest = ~(1 << x)
            least = min(least, far[x] + shortfall(
                others, corps & rest, n - (kind == 1), places & rest, 0 if kind == 2 else ctv & rest))
    return least


def serving(s: Car, left: Units, unit: Unit) -> Spaces:
    """[15.2.1.2k] Where one of the corps that are left may be put so that what is owed to the North can still be given
    by it and the others."""
    mine, owed, corps = corps_places(s, unit), duties(s), spaces_of(s, INITIAL_CORPS[NAT])
    n = (left & ~(1 << unit | 1 << CTV)).bit_count()
    places = corps_places(s, FIRST)
    ctv = corps_places(s, CTV) if left & ~(1 << unit) & 1 << CTV else 0
    best = shortfall(owed, corps, n, places, ctv)
    if not best:
        return mine                     # the others can do it
    missing = {x: shortfall(owed, corps | 1 << x, n, places, ctv) for x in ids_of(mine)}
    return bitset(x for x in missing if missing[x] == min(missing.values()))


@dataclass(slots=True)
class DeployCorps(Orders):
    """[15.2.1.1a] Choose a corps, then its space."""

    unit: Unit = -1

    def orders(self, s: Car) -> Sequence[Order]:
        return PLACES if self.unit >= 0 else CHOICE

    def corps(self, s: Car) -> list[Action]:
        left = s.frame(Mobilization).left[self.who]
        return [("deploy", unit) for unit in ids_of(left)]

    def refuse_corps(self, s: Car, action: Action) -> Refusal | None:
        return None if corps_places(s, action[1]) else NOT_THERE

    def open_places(self, s: Car, unit: Unit) -> Spaces:
        """Where a corps may be put, the North having been served."""
        return serving(s, s.frame(Mobilization).left[NAT], unit) if self.who == NAT else corps_places(s, unit)

    def pick_up(self, s: Car, action: Action) -> bool:
        self.unit = action[1]
        return AGAIN

    def spaces(self, s: Car) -> list[Action]:
        return [("to", x) for x in ids_of(friendly(s, self.who))]

    def allowed_places(self, s: Car) -> list[Action]:
        return [("to", x) for x in ids_of(self.open_places(s, self.unit))]

    def refuse_place(self, s: Car, action: Action) -> Refusal | None:
        """The rule against a corps in a space."""
        side, unit, x = self.who, self.unit, action[1]
        if not corps_places(s, unit) >> x & 1:
            if not in_line(s, side) >> x & 1:
                return NO_SUPPLY
            if BALEARICS >> x & 1:
                return NOT_TO_ISLANDS
            if UNIT_REGION[unit] >= 0:
                return IN_ITS_REGION
            if s.here[x] & ALL_CORPS:
                return CORPS_THERE
            if unit == CTV:
                return CTV_BY_ITALIANS
            return NORTH_ISOLATED if northern(s) >> x & 1 else NOT_THERE
        return NORTH_FIRST

    def place(self, s: Car, action: Action) -> None:
        """[15.2.1.2a] If the space is too full then, a division there goes to the Reserve."""
        x = action[1]
        s.frame(Mobilization).left[self.who] &= ~(1 << self.unit)
        put(s, self.unit, x)
        s.tell("placed", self.who, self.unit, x)
        if s.here[x].bit_count() > STACK:
            s.call(MakeRoom(self.who, x))

    def marks(self, s: Car, seat: int) -> Sequence[Mark]:
        return (Mark("moving", "unit", 1 << self.unit),) if self.unit >= 0 else ()

    def prompt(self, s: Car, seat: int) -> Prompt:
        if self.unit >= 0:
            return Prompt("15.2.1.2a", "deploy_corps_to", (("unit", "unit", self.unit),))
        return Prompt("15.2.1.1a", "deploy_corps")

    def public(self, s: Car) -> bool:
        return True


CHOICE = (Order("deploy", DeployCorps.pick_up, tries=DeployCorps.corps, refuse=DeployCorps.refuse_corps),)
PLACES = (Order("to", DeployCorps.place, tries=DeployCorps.spaces, refuse=DeployCorps.refuse_place,
                allowed=DeployCorps.allowed_places),)


@dataclass(slots=True)
class MakeRoom(Ask):
    """[15.2.1.2a] Send a division of a full space to the Reserve."""

    x: Space

    def candidates(self, s: Car, seat: Side) -> list[Action]:
        return [("withdraw", unit) for unit in ids_of(s.here[self.x] & DIVISIONS)]

    def choose(self, s: Car, seat: Side, action: Action) -> None:
        s.tell("to_reserve", seat, action[1], self.x)
        put(s, action[1], RESERVE[seat])

    def public(self, s: Car) -> bool:
        return True


# --- the Reserves


def missing(s: Car, side: Side) -> Units:
    """[15.2.2.1a] The divisions of the kinds of which there are too few in the Reserve."""
    found, there = 0, s.here[RESERVE[side]]
    for kinds, n in RESERVES[side]:
        if kinds == REPLACING["ctv"] and not s.happened >> ITALIANS_AFTER & 1:
            continue
        if (there & kinds).bit_count() < n:
            found |= kinds
    return found


def wanted(s: Car, side: Side) -> Units:
    """[15.2.2.2a] The divisions on the map, in supply, that would help to fill up the Reserve."""
    return missing(s, side) & units_in(s, in_line(s, side))


@dataclass(slots=True)
class WithdrawDivision(Ask):
    """[15.2.2.2a] [15.2.2.2b] Move a division from the map to the Reserve, as strong as it is."""

    def candidates(self, s: Car, seat: Side) -> list[Action]:
        return [("withdraw", unit) for unit in ids_of(wanted(s, seat))]

    def choose(self, s: Car, seat: Side, action: Action) -> None:
        s.tell("to_reserve", seat, action[1], s.at[action[1]])
        put(s, action[1], RESERVE[seat])

    def public(self, s: Car) -> bool:
        return True


@dataclass(slots=True)
class Militarize(Ask):
    """[15.2.3a] [15.2.3b] [15.2.3c] Replace up to five militia divisions by divisions of the Popular Army."""

    def candidates(self, s: Car, seat: Side) -> list[Action]:
        if not s.here[POOL[REP]] & MILITARIZED:
            return [("done",)]
        there = units_in(s, s.occupied[REP]) | s.here[RESERVE[REP]] | s.here[ELIMINATED[REP]]
        return [("done",), *(("militarize", unit) for unit in ids_of(there & MIL & ~REGIONALS & ~POUM))]

    def choose(self, s: Car, seat: Side, action: Action) -> bool | None:
        if action == ("done",):
            return None
        unit, place = action[1], s.at[action[1]]
        regular = ids_of(s.here[POOL[REP]] & MILITARIZED)[0]
        put(s, unit, GONE[REP])
        put(s, regular, place)
        if s.reduced >> unit & 1:
            s.reduced = s.reduced & ~(1 << unit) | 1 << regular
        s.tell("militarized", seat, unit, place)
        return AGAIN

    def public(self, s: Car) -> bool:
        return True

