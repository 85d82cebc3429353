"""Fights that no formula covers: Skirmishes, Battles, Assaults and Sorties are tried out in play."""

from __future__ import annotations

from tablero.games.aiw.cards.carlist_operations import ChooseCoup
from tablero.games.aiw.rules.r05_units.s01_blocks import in_open
from tablero.games.aiw.rules.r15_combat import NextCombat
from tablero.games.aiw.rules.r16_skirmish.s00_skirmish import Skirmish
from tablero.games.aiw.rules.r17_battle.s00_battle import ENDINGS, Battle
from tablero.games.aiw.rules.r17_battle.s01_deployment import Deployment
from tablero.games.aiw.rules.r17_battle.s07_end_of_round import VoluntaryRetreat
from tablero.games.aiw.rules.r18_siege.s01_assault import Assault, SecondRound
from tablero.games.aiw.rules.r18_siege.s02_sortie import Sortie
from tablero.games.aiw.state import Aiw, Side
from tablero.kernel.events import Event
from tablero.kernel.frames import Frame
from tablero.kernel.trials import Trials

OPENING: set[tuple[type[Frame], str]] = {       # questions and verbs
    (NextCombat, "fight"), (NextCombat, "assault"), (NextCombat, "sortie"), (Deployment, "done"), (Deployment, "fill"),
    (VoluntaryRetreat, "fight_on"), (SecondRound, "yes"), (ChooseCoup, "assault"),
}


def won(s: Aiw, told: list[Event], seat: Side) -> bool | None:
    """[16.0o] [17.3b] [18.3a] The enemy retreats, or a Fortress has fallen; or nobody of the enemy is left."""
    x = -1
    for event in told:
        if event.kind in ENDINGS or event.kind == "must_retreat":
            return event.args[0] != seat
        if event.kind == "fortress_taken":
            return event.args[0] == seat
        if event.kind == "skirmish":
            x = event.args[0]
    if x < 0 or any(isinstance(frame, Skirmish) for frame in s.stack):
        return None
    return bool(in_open(s, seat, x)) and not in_open(s, 1 - seat, x)


TRIALS = Trials((Skirmish, Battle, Assault, Sortie), OPENING, won)
