"""What a player has answered beforehand: chances he declines, things he keeps quiet, orders for the table to carry out.

The game knows nothing of it. The table gives ordinary answers in the player's place, after the same pause for
everybody; nobody else is told what was set, and it reaches the record only as answers that were given.

    declined    a kind of chance, or all of them: for the fight under way, or until the phase is over
    quiet       cards and units the player will not react with, and kinds of chances he never takes, until he says so
    orders      what to answer if the question is about certain things: "intercept soult" when Wellington comes
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import tablero
from tablero.kernel.actions import Action
from tablero.kernel.errors import NotAllowed
from tablero.kernel.refusals import Prompt
from tablero.table.journal import Order

KIND, PHASE, FIGHT = "kind", "phase", "fight"       # what a no stands for: this kind of chance; all, for a time
EVERY = "*"                                         # the topic of a no to all chances
TOPIC = "topic:"                                    # a kind of chance among quiet things: "topic:preempt"
BY_HAND, THE_REST = -1, -2                         # instead of the number of an order
MOST_QUIET, MOST_ORDERS, MOST_ACTIONS = 100, 20, 4


@dataclass(slots=True)
class Standing:
    """The answers of one seat."""

    declines: dict[str, tuple[str, int]] = field(default_factory=dict)  # by topic: PHASE or FIGHT, and its number
    quiet: frozenset[str] = frozenset()
    orders: list[Order] = field(default_factory=list)
    doing: tuple[str, ...] = ()                     # the rest of the order that is being carried out

    def clear(self) -> None:
        """Take back what was declined."""
        self.declines.clear()

    def forget(self) -> None:
        """Take back everything: somebody else sits here."""
        self.declines, self.quiet, self.orders, self.doing = {}, frozenset(), [], ()

    def declined(self, game: tablero.Game[tablero.State], s: tablero.State) -> list[str]:
        """The topics that are declined now."""
        return [topic for topic, (scope, n) in self.declines.items() if n == number(game, s, scope)]

    def done(self, order: int) -> None:
        """An action was played: by an order, whose rest comes next, or otherwise; then nothing is left to be done."""
        if order == BY_HAND:
            self.doing = ()
        elif order == THE_REST:
            self.doing = self.doing[1:]
        else:
            carried_out = self.orders[order]
            self.doing = carried_out.do[1:]
            if carried_out.once:
                del self.orders[order]

    def answer(
        self, game: tablero.Game[tablero.State], s: tablero.State, prompt: Prompt, options: Sequence[Action],
        no: Action | None, always_ask: bool,
    ) -> tuple[Action, int] | None:
        """The answer that the table gives, and the order that says so, or BY_HAND; None if the player is asked."""
        if self.doing:
            found = _offered(game, s, self.doing[0], options)
            return (found, THE_REST) if found else None
        if no is None or no not in options:
            return None
        for n, order in enumerate(self.orders):
            found = _offered(game, s, order.do[0], options)
            if found and found != no and _about(game, s, prompt, order):
                return found, n
        declined = self.declined(game, s)
        if prompt.topic in declined or EVERY in declined or f"{TOPIC}{prompt.topic}" in self.quiet:
            return no, BY_HAND              # whatever the seat could do: else the time would tell
        if options == [no]:
            return None if always_ask and not self.quiet else (no, BY_HAND)
        loud = [action for action in options if action != no and not self.quiet.intersection(game.targets(s, action))]
        return None if loud else (no, BY_HAND)


def declining(
    how: bool | str, topic: str, game: tablero.Game[tablero.State], s: tablero.State
) -> dict[str, tuple[str, int]]:
    """What is declined by a no: to this kind of chance for the phase (KIND, or true), to all chances for the phase or
    for the fight."""
    if how not in (True, KIND, PHASE, FIGHT):
        raise NotAllowed("standing", known=(KIND, PHASE, FIGHT))
    scope = FIGHT if how == FIGHT else PHASE
    return {EVERY if how in (PHASE, FIGHT) else topic: (scope, number(game, s, scope))}


def number(game: tablero.Game[tablero.State], s: tablero.State, scope: str) -> int:
    """The number of the phase, or of the fight."""
    return game.fight(s) if scope == FIGHT else game.phase(s)


def _offered(
    game: tablero.Game[tablero.State], s: tablero.State, text: str, options: Sequence[Action]
) -> Action | None:
    action = game.read(s, text)
    return action if action in options else None


def _about(game: tablero.Game[tablero.State], s: tablero.State, prompt: Prompt, order: Order) -> bool:
    """Is the question about one thing of each group that the order names?"""
    names = game.names(s)
    things = {f"{kind}:{names[kind][id_]}" for _, kind, id_ in prompt.args if kind in names}
    return all(things.intersection(group) for group in order.when)


def checked_quiet(game: tablero.Game[tablero.State], s: tablero.State, things: Iterable[str]) -> list[str]:
    """Things that exist, and kinds of chances."""
    found = sorted(set(things))
    if len(found) > MOST_QUIET:
        raise NotAllowed("too_many_quiet", n=MOST_QUIET)
    for thing in found:
        if not thing.startswith(TOPIC):
            _exists(game, s, thing)
    return found


def checked_orders(game: tablero.Game[tablero.State], s: tablero.State, orders: Sequence[Order]) -> list[Order]:
    """Orders whose actions can be read and whose things exist."""
    if len(orders) > MOST_ORDERS:
        raise NotAllowed("too_many_orders", n=MOST_ORDERS)
    for order in orders:
        if not 1 <= len(order.do) <= MOST_ACTIONS:
            raise NotAllowed("order_length", n=MOST_ACTIONS)
        for text in order.do:
            game.read(s, text)
        for group in order.when:
            for thing in group:
                _exists(game, s, thing)
    return list(orders)


def _exists(game: tablero.Game[tablero.State], s: tablero.State, thing: str) -> None:
    kind, _, name = thing.partition(":")
    names = game.names(s).get(kind)
    if names is None or name not in names.index:
        raise NotAllowed("unknown_thing", thing=thing)
