"""[12.3] Countermarch: a Carlist group slips through a space that the enemy holds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tablero.games.aiw.board import CARLIST, CARLIST_ZONE, FIRST_REGION, REFUGES, ROADS, TABLES
from tablero.games.aiw.rules.r04_map import enemies_about, enemy_holds
from tablero.games.aiw.rules.r11_movement.s00_groups import road_cost
from tablero.games.aiw.state import Aiw, Area, Blocks
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import Procedure
from tablero.kernel.refusals import Refusal

if TYPE_CHECKING:
    from tablero.games.aiw.rules.r11_movement.s01_march import GroupMove

TOLL = TABLES.table("countermarch").integer("mp_cost")       # [12.3a]

OUTSIDE_ZONE = Refusal("12.0a", "only_in_the_carlist_zone")
NOBODY_TO_PASS = Refusal("12.3a", "no_enemy_to_pass")
NO_EXIT = Refusal("12.3c", "no_free_exit")
NO_POINTS = Refusal("12.3b", "not_enough_points_to_pass")
EXIT_TAKEN = Refusal("12.3c", "exit_is_not_free")
NO_FORCED_EXIT = Refusal("12.3b", "no_forced_march_out_of_it")
MUST_PASS = Refusal("12.3e", "group_must_pass_through")
ONE_FAILURE = Refusal("12.3g", "no_other_countermarch")


def exits(s: Aiw, origin: Area, x: Area) -> list[Area]:
    """[12.3c] The further spaces to which one can pass through a space: without an enemy unit or Fortress, unless
    besieged, and not back."""
    return [y for y in ids_of(ROADS[x] & ~(1 << origin)) if not enemy_holds(s, CARLIST, y)]


def refuse_exit(s: Aiw, move: GroupMove, x: Area, forced: bool) -> Refusal | None:
    """[12.3b] [12.3c] Why a group that passes through a space cannot leave it this way."""
    if forced:
        return NO_FORCED_EXIT
    return None if x in exits(s, move.origin, move.spot) else EXIT_TAKEN


def refuse_countermarch(s: Aiw, move: GroupMove, x: Area, left: int) -> Refusal | None:
    """[12.0a] [12.3a] [12.3b] [12.3c] [12.3g] Why a group cannot try to pass through a space next to it; `left` are the
    points that its slowest piece has."""
    if move.through == move.spot:
        return EXIT_TAKEN
    if move.failed:
        return ONE_FAILURE
    if x >= FIRST_REGION or not CARLIST_ZONE >> x & 1:
        return OUTSIDE_ZONE
    if not enemies_about(s, CARLIST, x):
        return NOBODY_TO_PASS
    ways = exits(s, move.spot, x)
    if not ways:
        return NO_EXIT
    out = min(road_cost(s, CARLIST, x, y) for y in ways)
    return NO_POINTS if left < TOLL + road_cost(s, CARLIST, move.spot, x) + out else None


def no_die_to_pass(x: Area) -> bool:
    """[12.3i] Through a Refuge none is rolled."""
    return bool(REFUGES >> x & 1)


def slips_through(die: int, blocks: int) -> bool:
    """[12.3d] The die must exceed the number of blocks."""
    return die > blocks


@dataclass(slots=True)
class Countermarch(Procedure):
    """[12.3d] A group of so many blocks tries to pass through a space; answers 1 if it may."""

    x: Area
    blocks: Blocks

    def steps(self) -> tuple[str, ...]:
        return ("roll",)

    def roll(self, s: Aiw) -> None:
        """[12.3d] [12.3i] The die must exceed the number of blocks; through a Refuge none is rolled."""
        s.answer = 1
        if no_die_to_pass(self.x):
            s.tell("countermarches_at_once", self.x)
            return
        die = s.die()
        s.answer = int(slips_through(die, self.blocks))
        s.tell("countermarches" if s.answer else "countermarch_failed", self.x, die)
