"""Questions that take several kinds of orders: a row for each kind, from which options, refusals and effects follow.

    class March(Orders):
        def orders(self, s: Battle) -> Sequence[Order]:
            return DESTINATION if self.hand >= 0 else UNIT

    UNIT = (
        Order("done", March.finish),
        Order("move", March.pick_up, tries=March.units, refuse=March.refuse_unit),
    )
    DESTINATION = (
        Order("halt", March.halt),
        Order("to", March.go, tries=March.hexes, refuse=March.refuse_hex, allowed=March.within_reach),
    )

What is legal is said once: by `refuse`, which is asked about every try; or, where a whole set is found at once (all
hexes within reach), by `allowed`, and then `refuse` only explains why something else is not in it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from tablero.kernel.actions import Action
from tablero.kernel.compiling import mypyc_attr
from tablero.kernel.frames import AnyState
from tablero.kernel.refusals import Refusal
from tablero.kernel.windows import Ask

AnyOrders: TypeAlias = Any      # the frame whose row it is: as with AnyState its methods write it out


class Order(NamedTuple):
    """One kind of order. Its functions are methods of the frame."""

    verbs: str              # one verb, or several that are alike: "face raise"
    do: Callable[[AnyOrders, AnyState, Action], bool | None]        # as `Decision.choose`
    tries: Callable[[AnyOrders, AnyState], list[Action]] | None = None      # what a beginner would say: else the verb
    refuse: Callable[[AnyOrders, AnyState, Action], Refusal | None] | None = None      # the rule against it: else none
    allowed: Callable[[AnyOrders, AnyState], list[Action]] | None = None    # the tries that no rule is against


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(slots=True)
class Orders(Ask):
    """One seat gives one order of several kinds."""

    def orders(self, s: AnyState) -> Sequence[Order]:
        """The rows that are open now, in the order in which they are offered."""
        raise NotImplementedError

    def candidates(self, s: AnyState, seat: int) -> list[Action]:
        found: list[Action] = []
        for order in self.orders(s):
            found += [(order.verbs,)] if order.tries is None else order.tries(self, s)
        return found

    def refuse(self, s: AnyState, seat: int, action: Action) -> Refusal | None:
        order = _row(self.orders(s), action)
        if order.refuse is None or order.allowed is not None and action in order.allowed(self, s):
            return None
        return order.refuse(self, s, action)

    def options(self, s: AnyState, seat: int) -> list[Action]:
        found: list[Action] = []
        for verb, _, tries, refuse, allowed in self.orders(s):
            if allowed is not None:
                found += allowed(self, s)
            elif tries is None:
                if refuse is None or refuse(self, s, (verb,)) is None:
                    found.append((verb,))
            elif refuse is None:
                found += tries(self, s)
            else:
                found += [action for action in tries(self, s) if refuse(self, s, action) is None]
        return found

    def choose(self, s: AnyState, seat: int, action: Action) -> bool | None:
        return _row(self.orders(s), action).do(self, s, action)


def _row(orders: Sequence[Order], action: Action) -> Order:
    verb = action[0]
    for order in orders:
        verbs = order.verbs
        if verb == verbs or " " in verbs and verb in verbs.split():
            return order
    raise LookupError(f"{action!r} is no order of this question")
