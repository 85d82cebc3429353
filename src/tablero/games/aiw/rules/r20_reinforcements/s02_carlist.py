"""[20.2] Carlist guns go into the Hidden Artillery box."""

from __future__ import annotations

from dataclasses import dataclass

from tablero.games.aiw.board import CARLIST, FIELD, MOUNTAIN
from tablero.games.aiw.rules.r05_units.s01_counters import GUN_COUNTERS
from tablero.games.aiw.rules.r14_artillery import counters_used, points_in_box, put_in_box
from tablero.games.aiw.state import Aiw, Load, Side
from tablero.kernel.actions import Action
from tablero.kernel.refusals import Refusal
from tablero.kernel.windows import PublicPick

NO_COUNTER = Refusal("20.2f", "no_gun_counter")


def box_room(s: Aiw, kind: Load) -> bool:
    """[20.2f] Is there a counter for one more point in the Hidden Artillery box? A counter shows 1 or 2."""
    new = 1 - points_in_box(s, kind) % 2
    return counters_used(s, kind) + new <= GUN_COUNTERS[CARLIST][kind][0]


@dataclass(slots=True)
class HideGun(PublicPick):
    """[20.2b] Put a point of Field or Mountain Artillery into the Hidden Artillery box."""

    def candidates(self, s: Aiw, seat: Side) -> list[Action]:
        return [("box", FIELD), ("box", MOUNTAIN)]

    def refuse_pick(self, s: Aiw, seat: Side, kind: Load) -> Refusal | None:
        return None if box_room(s, kind) else NO_COUNTER

    def pick(self, s: Aiw, seat: Side, kind: Load) -> None:
        put_in_box(s, kind, 1)
        s.tell("gun_boxed", kind)
