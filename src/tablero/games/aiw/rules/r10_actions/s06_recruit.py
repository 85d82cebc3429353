"""[10.6] Recruit with an Expedition."""

from __future__ import annotations

from dataclasses import dataclass

from tablero.games.aiw.board import CARLIST, FIGHTERS
from tablero.games.aiw.fog import fact
from tablero.games.aiw.rules.r03_turn.s00_player_phase import phase
from tablero.games.aiw.rules.r05_units.s01_blocks import fighters, in_open
from tablero.games.aiw.rules.r10_actions.s00_points import COSTS, HALVES
from tablero.games.aiw.rules.r21_replacements.s00_points import BY_EXPEDITION
from tablero.games.aiw.rules.r21_replacements.s00_spending import Spend
from tablero.games.aiw.rules.r22_uprising import level
from tablero.games.aiw.state import Aiw, Area
from tablero.kernel.frames import Procedure
from tablero.kernel.refusals import Refusal

RECRUIT = HALVES * COSTS.integer("recruit_with_expedition")

CARLISTS_RECRUIT = Refusal("10.6a", "carlists_recruit")
NOT_ACTIVE = Refusal("23.4m", "no_expedition_at_the_start")
RECRUITED = Refusal("10.6b", "recruited_already")
MOVED = Refusal("23.4m", "expedition_has_moved")


def refuse_recruiting(s: Aiw, x: Area) -> Refusal | None:
    """[10.6b] [23.4m] Why no Expedition can recruit here, whatever it costs."""
    player_phase = phase(s)
    if player_phase.recruited >> x & 1:
        return RECRUITED
    if not player_phase.expeditions >> x & 1:
        return NOT_ACTIVE
    return None if fighters(s, in_open(s, CARLIST, x) & ~s.acted) else MOVED


@dataclass(slots=True)
class Recruit(Procedure):
    """[23.4m] An Expedition recruits."""

    x: Area

    def steps(self) -> tuple[str, ...]:
        return ("receive", "end")

    def receive(self, s: Aiw) -> None:
        """[10.6c] [23.4c] [23.4n] Points as the Uprising is strong, and one more."""
        phase(s).recruited |= 1 << self.x
        fact(s, in_open(s, CARLIST, self.x) & ~s.acted, FIGHTERS, 1)
        points = level(s, self.x) + 1
        s.tell("recruits", self.x, points)
        s.call(Spend(CARLIST, 2 * points, BY_EXPEDITION, self.x))

    def end(self, s: Aiw) -> None:
        """[23.4m] An Expedition that recruits cannot move."""
        s.acted |= in_open(s, CARLIST, self.x)
