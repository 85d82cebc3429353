"""[14] Artillery: captured guns, and the Hidden Artillery box.

[14.0a] [14.0b] Guns are Field or Mountain Artillery with a strength: `load` of r05_units, `MOST_LOAD` of the board.
[14.1a] They move with units: movement, retreat, regroup. [14.1b] [14.1c] What stays where: r11_movement/s03_escorts.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tablero.games.aiw.board import CARLIST, CARLIST_ZONE, FIELD, MOUNTAIN, NORTH
from tablero.games.aiw.rules.r04_map import besieged
from tablero.games.aiw.rules.r05_units.s01_blocks import in_open
from tablero.games.aiw.rules.r05_units.s01_counters import (
    GUN_COUNTERS, add_load, counter, guns_free, load, load_spot, spots_of
)
from tablero.games.aiw.state import INSIDE, Aiw, Area, Load, Side, Spot, area_of
from tablero.kernel.actions import DONE, Action
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import AGAIN, Procedure
from tablero.kernel.refusals import Prompt, Refusal
from tablero.kernel.windows import PublicAsk, PublicPick

GUNS = (FIELD, MOUNTAIN)


def capture(s: Aiw, captor: Side, spot: Spot, kind: Load, strength: int) -> int:
    """[14.2a] [14.2b] [14.2c] A side puts down guns it took on one of its spots, joined to those of the type that it
    has there; what no counter shows is lost. How many it could use."""
    used = guns_free(s, captor, kind, spot, strength)
    if used:
        add_load(s, captor, kind, spot, used)
        s.tell("captured", captor, kind, area_of(spot), used)
    if strength > used:
        s.tell("guns_lost", captor, kind, area_of(spot), strength - used)
    return used


class Booty(NamedTuple):
    """Abandoned guns of which a side takes some."""

    captor: Side
    spot: Spot              # where he puts them down
    field: int              # points of Field Artillery to choose from
    mountain: int
    left: int               # how many he may take


def share_out(s: Aiw, booty: Sequence[Booty]) -> None:
    """[11.3d] The captors take guns; who has a choice is asked. The last thing a step does."""
    chosen = [found for found in booty if not seized(s, found)]
    if chosen:
        s.call(Spoils([*chosen]))


def seized(s: Aiw, found: Booty) -> bool:
    """[11.3d] [14.2b] [14.2c] He takes what he has counters for, and the rest is lost. Not if that is more than he may
    take, and of both types: then he chooses."""
    field = guns_free(s, found.captor, FIELD, found.spot, found.field)
    mountain = guns_free(s, found.captor, MOUNTAIN, found.spot, found.mountain)
    if field and mountain and field + mountain > found.left:
        return False
    field, mountain = min(field, found.left), min(mountain, found.left)
    field += min(found.left - field - mountain, found.field - field)        # that he cannot use
    for kind, there, points in ((FIELD, found.field, field), (MOUNTAIN, found.mountain, found.left - field)):
        if points:
            capture(s, found.captor, found.spot, kind, points)
        if there > points:
            s.tell("load_lost", 1 - found.captor, kind, there - points, area_of(found.spot))
    return True


@dataclass(slots=True)
class Spoils(Procedure):
    """[11.3d] [14.2a] Captors choose the types of abandoned guns, point by point, where it makes a difference."""

    booty: list[tuple[Side, Spot, int, int, int]]       # as Booty

    def steps(self) -> tuple[str, ...]:
        return ("share",)

    def share(self, s: Aiw) -> str | None:
        """[11.3d] One captor after the other, until nothing is left to choose."""
        while self.booty and seized(s, Booty(*self.booty[0])):
            self.booty.pop(0)
        if not self.booty:
            return None
        s.call(TakeSpoils(self.booty[0][0]))
        return "share"


@dataclass(slots=True)
class TakeSpoils(PublicPick):
    """[11.3d] Take one point of the Field or of the Mountain Artillery that was abandoned."""

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        return [("take", kind) for kind in GUNS]

    def pick(self, s: Aiw, seat: Side, kind: Load) -> None:
        spoils = s.caller(self, Spoils)
        found = Booty(*spoils.booty[0])
        capture(s, found.captor, found.spot, kind, 1)
        field, mountain = found.field - (kind == FIELD), found.mountain - (kind == MOUNTAIN)
        spoils.booty[0] = Booty(found.captor, found.spot, field, mountain, found.left - 1)

    def prompt(self, s: Aiw, seat: Side) -> Prompt:
        found = Booty(*s.caller(self, Spoils).booty[0])
        return Prompt("11.3d", "take_spoils", (("n", "number", found.left), ("space", "space", area_of(found.spot))))


# ------------------------------------------------------------------------------------------- the Hidden Artillery box


def points_in_box(s: Aiw, kind: Load) -> int:
    """[14.3a] The points of a type in the Hidden Artillery box, which has no limit."""
    return s.box_field if kind == FIELD else s.box_mountain


def put_in_box(s: Aiw, kind: Load, points: int) -> None:
    """[14.3a] Points come into the box, or leave it."""
    if kind == FIELD:
        s.box_field += points
    else:
        s.box_mountain += points


def hide_guns(s: Aiw, kind: Load, spot: Spot, points: int) -> None:
    """[14.3a] [14.3c] [14.3e] Carlist guns go from the map to the box."""
    add_load(s, CARLIST, kind, spot, -points)
    put_in_box(s, kind, points)
    s.tell("hidden_guns", kind, area_of(spot), points)


def counters_used(s: Aiw, kind: Load) -> int:
    """[14.0c] How many Carlist counters of a type lie on the map and in the box, two points to each."""
    counters = (points_in_box(s, kind) + 1) // 2
    for (_, side, piece), points in s.loads.items():
        if side == CARLIST and piece == kind:
            counters += (points + 1) // 2
    return counters


def splits(s: Aiw, kind: Load, here: int, there: int) -> bool:
    """[14.0c] Is there a counter for it when one of the points `here` joins those `there`?"""
    more = (here // 2 + (there + 2) // 2) - ((here + 1) // 2 + (there + 1) // 2)
    return counters_used(s, kind) + more <= GUN_COUNTERS[CARLIST][kind][0]


# ------------------------------------------------------------------------------------------------- deploying and hiding


@dataclass(slots=True)
class DeployArtillery(Procedure):
    """[14.3b] [14.3c] The Carlist takes a point out of the Hidden Artillery box and hides others."""

    side: Side
    deployed: bool = False
    hidden_field: int = 0       # points hidden in this step: they stay in the box [14.3d]
    hidden_mountain: int = 0

    def steps(self) -> tuple[str, ...]:
        return ("ask",)

    def ask(self, s: Aiw) -> None:
        """[14.3b] [14.3c] Asked is whoever has guns in the box or on the map."""
        if s.box_field or s.box_mountain or any(spots_of(s, self.side, kind) for kind in GUNS):
            s.call(DeployOrHide(self.side))

    def fresh(self, s: Aiw, kind: Load) -> int:
        """[14.3d] The points in the box that were not hidden in this step."""
        return points_in_box(s, kind) - (self.hidden_field if kind == FIELD else self.hidden_mountain)


ONE_POINT = Refusal("14.3b", "one_gun_is_deployed")
BOX_EMPTY = Refusal("14.3b", "no_such_gun_in_the_box")
NOT_AGAIN = Refusal("14.3d", "hidden_in_this_phase")
NOT_THERE = Refusal("14.3b", "guns_deploy_in_the_carlist_zone")
NO_ESCORT = Refusal("14.3b", "guns_deploy_to_fortress_or_units")
BESIEGED = Refusal("14.3b", "not_to_a_besieged_fortress")
NO_COUNTER = Refusal("14.0c", "no_gun_counter")
NO_GUNS = Refusal("14.3c", "no_guns_there")
HIDE_IN_ZONE = Refusal("14.3c", "guns_hide_in_the_carlist_zone")
HIDE_BESIEGED = Refusal("14.3c", "besieged_guns_do_not_hide")


@dataclass(slots=True)
class DeployOrHide(PublicAsk):
    """[14.3b] [14.3c] Take one point of Artillery out of the Hidden Artillery box, and hide as many as you like."""

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        actions: list[Action] = [DONE]
        for kind in GUNS:
            actions += [("deploy", kind, x) for x in ids_of(NORTH)]
            for spot in spots_of(s, seat, kind):
                actions += [("hide", kind, area_of(spot)), ("hide_one", kind, area_of(spot))]
        return actions

    def options(self, s: Aiw, seat: Side) -> list[Action]:
        """By hand: 10 µs, 89 µs as derived, which is 2 % of random play."""
        deployment = s.caller(self, DeployArtillery)
        actions: list[Action] = [DONE]
        for kind in GUNS:
            if not deployment.deployed and deployment.fresh(s, kind):
                actions += [("deploy", kind, x) for x in _places(s, kind)]
            for spot in spots_of(s, seat, kind):
                for hide in (("hide", kind, area_of(spot)), ("hide_one", kind, area_of(spot))):
                    if self.refuse(s, seat, hide) is None:
                        actions.append(hide)
        return actions

    def refuse(self, s: Aiw, seat: Side, action: Action) -> Refusal | None:
        if action == DONE:
            return None
        kind, x = action[1:]
        if action[0] != "deploy":
            return refuse_hiding(s, kind, x, action[0] == "hide_one")
        deployment = s.caller(self, DeployArtillery)
        if deployment.deployed:
            return ONE_POINT
        if not deployment.fresh(s, kind):
            return NOT_AGAIN if points_in_box(s, kind) else BOX_EMPTY
        return refuse_place(s, kind, x)

    def choose(self, s: Aiw, seat: Side, action: Action) -> bool | None:
        if action == DONE:
            return None
        deployment = s.caller(self, DeployArtillery)
        kind, x = action[1:]
        if action[0] == "deploy":
            deployment.deployed = True
            put_in_box(s, kind, -1)
            add_load(s, seat, kind, x, 1)
            s.tell("deployed", kind, x)
            return AGAIN
        points = 1 if action[0] == "hide_one" else load(s, seat, kind, x)
        hide_guns(s, kind, x, points)
        if kind == FIELD:
            deployment.hidden_field += points
        else:
            deployment.hidden_mountain += points
        return AGAIN

    def aim(self, s: Aiw, seat: Side, action: Action) -> tuple[str, ...] | None:
        if action[0] not in ("hide", "hide_one"):
            return None
        kind, x = action[1:]
        return counter(s, seat, kind, load_spot(s, seat, kind, x))


def refuse_place(s: Aiw, kind: Load, x: Area) -> Refusal | None:
    """[14.3b] In the Carlist Zone, in an own Fortress or with own units, not besieged. A block is enough: it is never
    a Train alone [11.3c]."""
    if not CARLIST_ZONE >> x & 1:
        return NOT_THERE
    if besieged(s, CARLIST, x):
        return BESIEGED
    if not s.forts[CARLIST] >> x & 1 and not in_open(s, CARLIST, x):
        return NO_ESCORT
    return None if splits(s, kind, points_in_box(s, kind), load(s, CARLIST, kind, x)) else NO_COUNTER


def _places(s: Aiw, kind: Load) -> list[Area]:
    """[14.3b] The spaces to which a point may be deployed: those that nothing refuses."""
    forts, box = s.forts[CARLIST], points_in_box(s, kind)
    free = [splits(s, kind, box, there) for there in (0, 1)]        # it is enough to know if one point is there
    here = CARLIST_ZONE & ~(s.siege & forts) & (forts | s.present[CARLIST])
    return [x for x in ids_of(here) if free[load(s, CARLIST, kind, x) & 1]]


def refuse_hiding(s: Aiw, kind: Load, x: Area, one: bool) -> Refusal | None:
    """[14.3c] Any number of points, out of the Carlist Zone only, none that are besieged."""
    here = load(s, CARLIST, kind, x)
    if not here:
        return HIDE_BESIEGED if load(s, CARLIST, kind, INSIDE + x) else NO_GUNS
    if not CARLIST_ZONE >> x & 1:
        return HIDE_IN_ZONE
    if one:
        if here < 2:
            return NO_GUNS
        return None if splits(s, kind, here, points_in_box(s, kind)) else NO_COUNTER
    return None
