"""[3] What a Player Phase keeps while it lasts: points, what was done once, the roads by which its side came."""

from __future__ import annotations

from dataclasses import dataclass, field

from tablero.games.aiw.board import TURNS
from tablero.games.aiw.state import Aiw, Area, Areas, Card, Load, Side, Spot
from tablero.kernel.frames import Procedure, in_tuples, where


@dataclass(slots=True)
class Phase(Procedure):
    """[3.0h] One side's phase. What it keeps is known to both sides."""

    side: Side
    points: int = 0         # half Action Points left
    extra: int = 0          # 1 while the additional Carlist point is left [10.0f]
    commands: int = 0       # Command Points used as Action Points [8.0d]
    expeditions: Areas = 0  # regions with an Expedition when the phase began [23.4m]
    recruited: Areas = 0    # regions whose Expedition has recruited [10.6b]
    replaced: bool = False  # replacements were obtained [10.5b]
    landed: bool = False    # a disembarkation was made [13.2e]
    assaulted: Areas = 0    # spaces whose Fortress was assaulted [18.1z]
    begun: Areas = 0        # spaces besieged when the phase began [18.1n]
    entered: list[tuple[Area, Area]] = field(default_factory=list)      # an area, and from where this side came to it
    hauled: list[tuple[Spot, Load, int]] = field(default_factory=list)  # points of loads that acted [10.0k]
    reopened: list[tuple[Area, Area]] = field(default_factory=list)     # as `entered`: defenders came since [17.9k]
    effects: list[Card] = field(default_factory=list)       # cards that act until the end of the phase

    @classmethod
    def from_older(cls, columns: dict[str, object]) -> dict[str, object]:
        return in_tuples(columns, entered=2, hauled=3, reopened=2)


def phase(s: Aiw) -> Phase:
    """The Player Phase that goes on."""
    for frame in s.stack:
        if isinstance(frame, Phase):
            return frame
    raise LookupError(f"no Player Phase in {where(s)}")


def in_effect(s: Aiw, card: Card) -> bool:
    """Does a card act in the Player Phase that goes on?"""
    for frame in s.stack:
        if isinstance(frame, Phase):
            return card in frame.effects
    return False


def phase_number(s: Aiw) -> int:
    """Which phase of which turn it is: how long a standing answer lasts."""
    now = next((1 + frame.side for frame in s.stack if isinstance(frame, Phase)), 0)
    return (10 * s.year + s.turn) * 3 + now


def turns_begun(s: Aiw) -> int:
    """How many turns the war has lasted."""
    return TURNS * (s.year - s.setting.start) + s.turn


def entered_by(s: Aiw, x: Area) -> list[Area]:
    """[17.9e] [17.9i] Where the phasing side's units came from that entered a space in this phase."""
    return [origin for area, origin in phase(s).entered if area == x]
