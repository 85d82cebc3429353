"""The rest of a gesture: it waits while others may react, and goes on if all of them let the chance go by.

It is no entry of the journal: whoever reads the journal again has no rest, and each of its actions is an entry like any
other. What decides about it is public, or the will of the player himself: whether it goes on tells nobody anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tablero.kernel.actions import Action
from tablero.kernel.events import Event


@dataclass(slots=True)
class Rest:
    """What a seat will do when the chances to react are over."""

    seat: int
    actions: Sequence[Action]
    announced: bool             # its last action told nothing yet: it is made when nobody answers it

    def disturbed(self, let_go: bool, rolled: bool, events: Sequence[Event]) -> bool:
        """An action was played. Was it anything but a chance that was let go by, or did more follow than what had been
        announced?"""
        if not let_go or rolled or len({event.kind for event in events}) > self.announced:
            return True
        self.announced = self.announced and not events
        return False
