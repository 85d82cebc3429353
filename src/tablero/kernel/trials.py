"""Which choices open a fight that no formula covers, and how one tells who has won it: for `bots/trials.py`."""

from __future__ import annotations

from collections.abc import Callable, Set
from typing import Generic

from tablero.kernel.events import Event
from tablero.kernel.frames import Frame, S


class Trials(Generic[S]):
    """The fights of a game that are tried out in play."""

    def __init__(
        self,
        fights: tuple[type[Frame], ...],                            # the fight lasts as long as one is on the stack
        opening: Set[tuple[type[Frame], str]],                      # questions, and verbs that open a fight there
        won: Callable[[S, list[Event], int], bool | None],          # (s, told so far, seat); None: not yet decided
        key: str = "fight",                                         # message "odds.<key>": {mean}, {chance}, {n}
    ) -> None:
        self.fights = fights
        self.opening = opening
        self.won = won
        self.key = key
