"""[3.0a] [3.0m] A battle: set-up, then turns of six activations until there is a verdict."""

from __future__ import annotations

from dataclasses import dataclass

from tablero.games.dpyr.board import CHUSQUERO, CUP, LIBERAL, MACUTO
from tablero.games.dpyr.rules.r03_preparation.s00_factor_markers import Assign, takers
from tablero.games.dpyr.rules.r03_preparation.s00_set_up import Deploy
from tablero.games.dpyr.rules.r04_actions.s00_actions import Activation
from tablero.games.dpyr.rules.r05_gefes.s02_chaqueteo import withdraw_units
from tablero.games.dpyr.rules.r05_gefes.s03_reingreso import Reingreso, check_gefes
from tablero.games.dpyr.rules.r07_victory.s01_victory import judge
from tablero.games.dpyr.rules.r09_scenarios.s02_luchana import weather
from tablero.games.dpyr.state import Dpyr, drawn
from tablero.kernel.frames import Procedure
from tablero.kernel.piles import deal, shuffle_into


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
