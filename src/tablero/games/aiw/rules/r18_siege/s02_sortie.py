"""[18.2] Sorties of the besieged. A relief force fights like any other: r15_combat.py."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tablero.games.aiw.board import FIELD, FIGHTERS, LOADS, MOUNTAIN, SACK
from tablero.games.aiw.fog import fact, pick_out
from tablero.games.aiw.rules.r03_turn.s00_player_phase import phase
from tablero.games.aiw.rules.r05_units.s01_blocks import fighters, in_open, put
from tablero.games.aiw.rules.r05_units.s01_counters import counter, load, move_load
from tablero.games.aiw.rules.r11_movement.s00_groups import fresh_load
from tablero.games.aiw.rules.r16_skirmish.s00_skirmish import Skirmish
from tablero.games.aiw.state import INSIDE, Aiw, Area, Side
from tablero.kernel.actions import DONE, Action
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import AGAIN, Procedure
from tablero.kernel.refusals import Refusal
from tablero.kernel.windows import Ask

ONLY_UNITS = Refusal("18.2a", "only_infantry_and_cavalry_sortie")
ONLY_GUNS = Refusal("18.2e", "only_artillery_goes_along")
RETREATED = Refusal("17.9r", "retreated_units_do_not_sortie")
NOBODY_OUT = Refusal("18.2a", "one_unit_must_sortie")


def refuse_sortie(s: Aiw, side: Side, x: Area) -> Refusal | None:
    """[18.2a] [17.9r] Why the besieged of a Fortress may not sortie."""
    units = fighters(s, s.shut[x])
    if not units:
        return ONLY_UNITS
    return RETREATED if not units & ~s.retreated else None


@dataclass(slots=True)
class Sortie(Procedure):
    """[18.2a] [18.2c] Besieged units go out and attack the besiegers in a Skirmish."""

    x: Area
    side: Side

    def steps(self) -> tuple[str, ...]:
        return ("go", "fight")

    def go(self, s: Aiw) -> None:
        """[18.2b] [18.2e] The owner names units and Artillery; the Garrison stays."""
        s.tell("sortie", self.side, self.x)
        s.call(GoOut(self.side, self.x))

    def fight(self, s: Aiw) -> None:
        """[18.2c] [18.2f] The besiegers defend, and cannot evade."""
        if in_open(s, self.side, self.x):
            s.call(Skirmish(self.x, self.side, sortie=True))


@dataclass(slots=True)
class GoOut(Ask):
    """[18.2b] [18.2e] Send besieged units and Artillery out of the Fortress."""

    x: Area

    def players(self, s: Aiw) -> Sequence[Side]:
        guns = any(fresh_load(s, self.who, kind, INSIDE + self.x) for kind in (FIELD, MOUNTAIN))
        more = s.shut[self.x] & ~s.retreated or guns
        return (self.who,) if more else ()

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        actions: list[Action] = [("out", b) for b in ids_of(s.shut[self.x])]
        actions += [("take_out", kind) for kind in range(len(LOADS)) if load(s, seat, kind, INSIDE + self.x)]
        return [*actions, DONE]

    def refuse(self, s: Aiw, seat: Side, action: Action) -> Refusal | None:
        if action == DONE:
            return NOBODY_OUT if not in_open(s, seat, self.x) and not refuse_sortie(s, seat, self.x) else None
        (thing,) = action[1:]
        if action[0] == "take_out":
            if thing == SACK:
                return ONLY_GUNS
            return None if fresh_load(s, seat, thing, INSIDE + self.x) else RETREATED
        if not s.shut[self.x] >> thing & 1:
            return None
        if not FIGHTERS >> s.unit[thing] & 1:
            return ONLY_UNITS
        return RETREATED if s.retreated >> thing & 1 else None

    def choose(self, s: Aiw, seat: Side, action: Action) -> bool | None:
        if action == DONE:
            return None
        (thing,) = action[1:]
        if action[0] == "take_out":
            points = fresh_load(s, seat, thing, INSIDE + self.x)
            move_load(s, seat, thing, INSIDE + self.x, self.x, points)
            phase(s).out[thing] += points
            s.tell("taken_out", seat, thing, self.x)
            return AGAIN
        (block,) = pick_out(s, [thing])
        put(s, block, self.x)
        s.sortied |= 1 << block
        fact(s, 1 << block, FIGHTERS, 1)
        s.tell("went_out", seat, self.x, 1)
        return AGAIN

    def aim(self, s: Aiw, seat: Side, action: Action) -> tuple[str, ...] | None:
        return counter(s, seat, action[1], INSIDE + self.x) if action[0] == "take_out" else None
