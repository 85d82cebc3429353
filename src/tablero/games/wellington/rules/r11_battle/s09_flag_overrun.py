"""[11.9] A free Flag after a victory: in a Flag Overrun, or when a Fortress has fallen."""

from __future__ import annotations

from dataclasses import dataclass

from tablero.games.wellington.board import BRITAIN, FLAGS, OWNER, SYMBOLS
from tablero.games.wellington.rules.r01_pieces.s06_leaders import formations
from tablero.games.wellington.rules.r03_control import flags_on_map, set_owner
from tablero.games.wellington.state import Duchy, Power, Wellington
from tablero.kernel.actions import Action
from tablero.kernel.refusals import Prompt
from tablero.kernel.windows import PublicAsk


def flag_choices(s: Wellington, power: Power, x: Duchy) -> list[Power]:
    """[7a] [7d] [7e] [7.1c] [1.7c] [8.1d] To whom a Duchy can go when a Power Flags it: nothing happens to one of its
    own side; an enemy Flag may also be removed, and then the original owner has it again."""
    holder = s.flag[x] if s.flag[x] >= 0 else OWNER[x]
    if holder & 1 == power & 1:
        return []
    found = [power]
    if OWNER[x] == power ^ 2 or power == BRITAIN and SYMBOLS >> x & 1:
        found.append(power ^ 2)
    full = flags_on_map(s, power & 1) >= FLAGS[power & 1]
    found = [owner for owner in found if owner == OWNER[x] or not full]
    if s.flag[x] >= 0 and OWNER[x] not in found:
        found.append(OWNER[x])
    return found


def call_for_flag(s: Wellington, power: Power, x: Duchy) -> None:
    """[11.9a] [12.3g] A Power may Flag a Duchy for nothing, if a Formation of its side is there."""
    if formations(s, power & 1) >> x & 1 and flag_choices(s, power, x):
        s.call(FreeFlag(power, x))


@dataclass(slots=True)
class FreeFlag(PublicAsk):
    """[11.9a] [12.3g] Place or remove a Flag in a Duchy at no cost, or leave it."""

    x: Duchy

    def candidates(self, s: Wellington, seat: Power) -> list[Action]:
        return [*(("flag", self.x, owner) for owner in flag_choices(s, seat, self.x)), ("no",)]

    def choose(self, s: Wellington, seat: Power, action: Action) -> None:
        if action[0] == "flag":
            set_owner(s, self.x, action[2])
            s.tell("flagged", action[2], self.x)

    def prompt(self, s: Wellington, seat: Power) -> Prompt:
        return Prompt("11.9a", "free_flag", (("duchy", "duchy", self.x),))
