"""[3.0] A Player Phase: its steps, and what it keeps while it lasts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from tablero.games.aiw.board import CARLIST, LIBERAL, TABLES, TURNS
from tablero.games.aiw.fog import hide_all
from tablero.games.aiw.rules.r04_map import settle
from tablero.games.aiw.rules.r09_victory import expeditions
from tablero.games.aiw.state import OFF, Aiw, Area, Areas, Card, Load, Side, Spot
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import Procedure

_extra = TABLES.table("extra_action_point")
RISEN_AT, RISEN_REGIONS = _extra.integer("regions_at_level"), _extra.integer("regions_needed")      # [10.0f]


@dataclass(slots=True)
class PlayerPhase(Procedure):
    """[3.0h] One side's phase, step by step. What it keeps is known to both sides.

    Every chapter looks at the phase; so a step imports the one it leads to only when it gets there.
    """

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
    tired: list[tuple[Spot, Side, Load, int]] = field(default_factory=list)     # points of loads that retreated [17.9r]
    ashore: list[int] = field(default_factory=lambda: [0, 0, 0])        # points of loads that landed, by kind [13.2j]
    out: list[int] = field(default_factory=lambda: [0, 0, 0])           # that left a siege to fight [17.9g]
    reopened: list[tuple[Area, Area]] = field(default_factory=list)     # as `entered`: defenders came since [17.9k]
    effects: list[Card] = field(default_factory=list)       # cards that act until the end of the phase

    def steps(self) -> tuple[str, ...]:
        return ("begin", "card", "complete", "marker", "artillery", "actions", "combat", "supply", "finish")

    def begin(self, s: Aiw) -> None:
        """[10.0f] [10.0m] Nobody has acted; the additional point is tested before the card is taken."""
        s.acted = s.forced = s.stood = s.retreated = s.landed = s.abroad = s.sortied = s.led = s.apart = 0
        self.begun = s.siege
        s.tell("phase", self.side)
        if self.side == LIBERAL:
            s.mutiny = 0
        else:
            self.expeditions = expeditions(s)
            risen = sum(level >= RISEN_AT for level in s.uprising)
            self.extra = int(bool(self.expeditions) and risen >= RISEN_REGIONS)

    def card(self, s: Aiw) -> None:
        """[7.0c] A card is taken."""
        from tablero.games.aiw.rules.r07_cards.s00_taking import TakeCard
        s.call(TakeCard(self.side))

    def complete(self, s: Aiw) -> None:
        """[10.2d] Fortresses under construction are completed."""
        for x in ids_of(s.works[self.side]):
            s.tell("completed", self.side, x)
        s.forts[self.side] |= s.works[self.side]
        s.touched |= s.works[self.side]
        s.works[self.side] = 0
        settle(s)

    def marker(self, s: Aiw) -> None:
        """[10.0c] An Action Point marker is taken."""
        from tablero.games.aiw.rules.r10_actions.s00_points import take_marker
        take_marker(s, self)

    def artillery(self, s: Aiw) -> None:
        """[14.3b] [14.3c] The Carlist deploys and hides Artillery."""
        from tablero.games.aiw.rules.r14_artillery import DeployArtillery
        if self.side == CARLIST:
            s.call(DeployArtillery(self.side))

    def actions(self, s: Aiw) -> None:
        """[10.0h] The actions, in any order."""
        from tablero.games.aiw.rules.r10_actions.s00_actions import ActionsStep
        s.call(ActionsStep(self.side))

    def combat(self, s: Aiw) -> None:
        """[3.0i] [15.0a] Then the combats: Skirmishes, Battles, Assaults, Sorties."""
        from tablero.games.aiw.rules.r15_combat import CombatStep
        s.call(CombatStep(self.side))

    def supply(self, s: Aiw) -> None:
        """[19.0a] Then the supply of the side's own units."""
        from tablero.games.aiw.rules.r19_supply.s00_supply import SupplyStep
        s.call(SupplyStep(self.side))

    def finish(self, s: Aiw) -> None:
        """[5.2e] [7.1d] The blocks stand up again; what cards did for this phase is over."""
        from tablero.games.aiw.rules.r07_cards.s01_types import recall
        hide_all(s)
        recall(s, self)
        if self.side == LIBERAL:
            s.gomez = OFF


PLACE: Final = 2           # of a Player Phase on the stack, above the War and the Turn; in examples it can be another


def phase(s: Aiw) -> PlayerPhase:
    """The current Player Phase."""
    if len(s.stack) > PLACE:
        frame = s.stack[PLACE]
        if type(frame) is PlayerPhase:
            return frame
    return s.frame(PlayerPhase)


def in_effect(s: Aiw, card: Card) -> bool:
    """Does a card act in the current Player Phase?"""
    if len(s.stack) > PLACE:
        frame = s.stack[PLACE]
        if type(frame) is PlayerPhase:
            return card in frame.effects
    player_phase = s.within(PlayerPhase)
    return player_phase is not None and card in player_phase.effects


def phase_number(s: Aiw) -> int:
    """Which phase of which turn it is: how long a standing answer lasts."""
    player_phase = s.within(PlayerPhase)
    return (10 * s.year + s.turn) * 3 + (1 + player_phase.side if player_phase else 0)


def turns_begun(s: Aiw) -> int:
    """How many turns the war has lasted."""
    return TURNS * (s.year - s.setting.start) + s.turn


def entered_by(s: Aiw, x: Area) -> list[Area]:
    """[17.9e] [17.9i] Where the phasing side's units came from that entered a space in this phase."""
    return [origin for area, origin in phase(s).entered if area == x]
