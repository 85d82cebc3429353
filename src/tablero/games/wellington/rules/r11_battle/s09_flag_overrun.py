"""[11.9] A free Flag after a victory: in a Flag Overrun, or when a Fortress has fallen."""

from __future__ import annotations

from dataclasses import dataclass

from tablero.games.wellington.rules.r01_pieces.s06_leaders import formations
from tablero.games.wellington.rules.r07_flags import flag_choices, owned_by, place_flag
from tablero.games.wellington.state import Duchy, Power, Wellington
from tablero.kernel.actions import Action
from tablero.kernel.refusals import Prompt
from tablero.kernel.windows import PublicAsk


def call_for_flag(s: Wellington, power: Power, x: Duchy) -> None:
    """[11.9a] [12.3g] A Power may Flag a Duchy of the enemy for nothing, if a Formation of its side is there."""
    side = power & 1
    if formations(s, side) >> x & 1 and owned_by(s, 1 - side) >> x & 1:
        s.call(FreeFlag(power, x))


@dataclass(slots=True)
class FreeFlag(PublicAsk):
    """[11.9a] [12.3g] Flag a Duchy at no cost, or leave it."""

    x: Duchy

    def candidates(self, s: Wellington, seat: Power) -> list[Action]:
        return [*(("flag", self.x, owner) for owner in flag_choices(s, seat, self.x)), ("no",)]

    def choose(self, s: Wellington, seat: Power, action: Action) -> None:
        if action[0] == "flag":
            place_flag(s, seat, self.x, action[2])

    def aim(self, s: Wellington, seat: Power, action: Action) -> tuple[str, ...] | None:
        """The question names the Duchy: every answer is a button, and none is found on the map only."""
        return ()

    def prompt(self, s: Wellington, seat: Power) -> Prompt:
        return Prompt("11.9a", "free_flag", (("duchy", "duchy", self.x),))
