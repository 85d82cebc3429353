"""What a player is told before an option is taken: that it throws something away, can only end in nothing, or is all
that can be done there."""

from __future__ import annotations

from typing import NamedTuple

from tablero.kernel.actions import Action

WASTE, VAIN, ONLY = "waste", "vain", "only"


class Caution(NamedTuple):
    """A warning about an option, which stays legal."""

    kind: str                                       # WASTE: something of value is lost; VAIN: nothing can come of it;
                                                    # ONLY: why the use is missing that one would look for beside it
    key: str                                        # message "<kind>.<key>"
    args: tuple[tuple[str, str, int], ...] = ()     # (placeholder, kind, id), as of a prompt


def waste(key: str, **numbers: int) -> Caution:
    """Something of value would be lost."""
    return Caution(WASTE, key, tuple((name, "number", n) for name, n in numbers.items()))


def vain(key: str) -> Caution:
    """Nothing can come of it."""
    return Caution(VAIN, key)


def no_caution(s: object, seat: int, action: Action) -> Caution | None:
    """For games that warn of nothing."""
    return None
