"""[15] Resources: a stock of each Power, spent for cards or kept for Victory Points."""

from __future__ import annotations

from dataclasses import dataclass

from tablero.games.wellington.board import FRENCH, GIBRALTAR, LISBON, MADRID, POWERS, RESOURCE_SPENT
from tablero.games.wellington.rules.r03_control import controlled
from tablero.games.wellington.rules.r05_cards.s02_windows import draw, enemies, open_window
from tablero.games.wellington.state import Power, Wellington
from tablero.kernel.frames import Procedure


def gain_resources(s: Wellington, power: Power, n: int = 1) -> None:
    """[15a] [15.1b] [15.1c] A Power receives Resources."""
    s.resources[power] += n
    s.tell("gained", power, n)


def lose_resource(s: Wellington, power: Power) -> bool:
    """A Power loses a Resource, if it has one."""
    if not s.resources[power]:
        return False
    s.resources[power] -= 1
    s.tell("lost_resource", power)
    return True


def interphase_resources(s: Wellington) -> None:
    """[15.1d] [16.1a] [20k] For Madrid; for Lisbon and for Gibraltar if they are French."""
    for power in range(len(POWERS)):
        held = controlled(s, power)
        n = held >> MADRID & 1
        if power & 1 == FRENCH:
            n += (held >> LISBON & 1) + (held >> GIBRALTAR & 1)
        if n:
            gain_resources(s, power, n)


@dataclass(slots=True)
class SpendResource(Procedure):
    """[15.2a] A Resource is spent for a card; an enemy may burn it first."""

    power: Power
    lost: bool = False          # without effect, but it counts as played

    def steps(self) -> tuple[str, ...]:
        return ("spend", "window", "card")

    def spend(self, s: Wellington) -> None:
        """[15.2a] It is paid first."""
        s.resources[self.power] -= 1
        s.tell("spent_resource", self.power)

    def window(self, s: Wellington) -> None:
        """[5.2c] An enemy may answer before the card is drawn."""
        open_window(s, RESOURCE_SPENT, enemies(self.power), self)

    def card(self, s: Wellington) -> None:
        """[15.2a] [20am] The card comes into the Hand."""
        if self.lost:
            s.tell("burned_resource", self.power)
        else:
            draw(s, self.power)
