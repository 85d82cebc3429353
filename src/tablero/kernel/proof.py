"""What the check of a record has proved, and what it has not: figures, and the sentences that are made of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

ENDINGS = ("agreed", "resigned", "time")        # how a game may end at the table


class Taken(NamedTuple):
    """Actions that were taken over from another game."""

    actions: int                # the first so many of the record
    commitment: str             # of that game; "" if the record does not tell
    proved: bool                # its seed is known, and its dice follow from it


@dataclass(frozen=True, slots=True)
class Proof:
    actions: int                # that count
    chance: int                 # dice and draws that follow from seeds the record holds
    taken_back: int             # actions that were played, and taken back
    commitment: str             # hash of the server's secret, which fits
    shares: int                 # players' numbers that went into the seed
    start: int = 1              # which start of the game it was: that, too, goes into the seed
    taken: tuple[Taken, ...] = ()
    skipped: int = 0            # dice and draws that were passed over, for no reason that the record shows
    over: bool = False          # by the rules: the result follows from the actions
    ending: str = ""            # at the table: resigned, agreed, time

    @property
    def whole(self) -> bool:
        """Does every die follow from the seed?"""
        return not self.skipped and all(taken.proved for taken in self.taken)

    def told(self) -> list[tuple[str, dict[str, object]]]:
        """The sentences: a message key and its values each."""
        found: list[tuple[str, dict[str, object]]] = [
            ("proof.all" if self.whole else "proof.some", {"chance": self.chance, "actions": self.actions})
        ]
        if self.taken_back:
            found.append(("proof.taken_back", {"n": self.taken_back}))
        for taken in self.taken:
            kind = "taken" if taken.proved else "foreign" if taken.commitment else "unnamed"
            found.append((f"proof.{kind}", {"n": taken.actions, "commitment": taken.commitment}))
        if self.skipped:
            found.append(("proof.skipped", {"n": self.skipped}))
        found.append(("proof.commitment", {"commitment": self.commitment}))
        if self.shares:
            found.append(("proof.shares", {"n": self.shares}))
        if self.start > 1:
            found.append(("proof.start", {"n": self.start - 1}))
        ended = "result" if self.over else f"ending.{self.ending}" if self.ending in ENDINGS else "running"
        found.append((f"proof.{ended}", {}))
        return found
