"""Orders: options, refusals and effects from one row for each kind."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from tablero.kernel.actions import DONE, Action
from tablero.kernel.engine import advance, apply, options, why_not
from tablero.kernel.frames import AGAIN, State
from tablero.kernel.orders import Order, Orders
from tablero.kernel.refusals import Refusal

BOUGHT = Refusal("1.1a", "bought_already")
TOO_DEAR = Refusal("1.1b", "too_dear")
NOTHING_YET = Refusal("1.1c", "buy_something_first")
PRICES = (1, 2, 5)


@dataclass(slots=True)
class Shop(State):
    purse: int = 3
    bought: list[int] = field(default_factory=list)
    said: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Buy(Orders):
    """[1.1] Things are bought one by one; what is dear is found by its price."""

    def orders(self, s: Shop) -> Sequence[Order]:
        return COUNTER

    def refuse_end(self, s: Shop, action: Action) -> Refusal | None:
        return None if s.bought else NOTHING_YET

    def end(self, s: Shop, action: Action) -> None:
        s.said.append("done")

    def greetings(self, s: Shop) -> list[Action]:
        return [("nod",), ("bow",)]

    def greet(self, s: Shop, action: Action) -> bool:
        s.said.append(action[0])
        return AGAIN

    def things(self, s: Shop) -> list[Action]:
        return [("buy", thing) for thing in range(len(PRICES))]

    def refuse_thing(self, s: Shop, action: Action) -> Refusal | None:
        (thing,) = action[1:]
        return BOUGHT if thing in s.bought else TOO_DEAR if PRICES[thing] > s.purse else None

    def buy(self, s: Shop, action: Action) -> bool:
        (thing,) = action[1:]
        s.purse -= PRICES[thing]
        s.bought.append(thing)
        return AGAIN

    def wanted(self, s: Shop) -> list[Action]:
        return [("order", thing) for thing in range(len(PRICES))]

    def affordable(self, s: Shop) -> list[Action]:
        return [("order", thing) for thing, price in enumerate(PRICES) if price <= s.purse]

    def too_dear(self, s: Shop, action: Action) -> Refusal:
        return TOO_DEAR


COUNTER = (
    Order("done", Buy.end, refuse=Buy.refuse_end),
    Order("nod bow", Buy.greet, tries=Buy.greetings),
    Order("buy", Buy.buy, tries=Buy.things, refuse=Buy.refuse_thing),
    Order("order", Buy.buy, tries=Buy.wanted, refuse=Buy.too_dear, allowed=Buy.affordable),
)


def shop() -> Shop:
    s = Shop(stack=[Buy(0)])
    advance(s)
    return s


def test_options_are_what_no_row_refuses_in_the_order_of_the_rows() -> None:
    s = shop()
    assert [("nod",), ("bow",), ("buy", 0), ("buy", 1), ("order", 0), ("order", 1)] == options(s, 0)
    apply(s, 0, ("buy", 1))
    assert [DONE, ("nod",), ("bow",), ("buy", 0), ("order", 0)] == options(s, 0)


def test_refusals_come_from_the_same_rows() -> None:
    s = shop()
    assert [NOTHING_YET, TOO_DEAR, TOO_DEAR] == [why_not(s, 0, a) for a in (DONE, ("buy", 2), ("order", 2))]
    apply(s, 0, ("buy", 1))
    assert [None, BOUGHT, TOO_DEAR] == [why_not(s, 0, a) for a in (DONE, ("buy", 1), ("order", 1))]
    assert why_not(s, 0, ("order", 0)) is None


def test_what_a_row_allows_is_never_refused_by_its_explanation() -> None:
    top, s = Buy(0), shop()
    derived = [action for action in top.candidates(s, 0) if top.refuse(s, 0, action) is None]
    assert derived == top.options(s, 0)


def test_an_order_is_carried_out_by_its_row() -> None:
    s = shop()
    for action in (("bow",), ("order", 0), DONE):
        apply(s, 0, action)
    assert (["bow", "done"], [0], 2, True) == (s.said, s.bought, s.purse, s.over)


def test_what_no_row_knows_is_no_order() -> None:
    with pytest.raises(LookupError, match="is no order of this question"):
        Buy(0).choose(shop(), 0, ("sell", 1))
    with pytest.raises(NotImplementedError):
        Orders(0).orders(shop())
