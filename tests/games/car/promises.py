"""Every kind of odds, in a position in which the rules can be asked how often it comes true."""

from __future__ import annotations

from collections.abc import Callable

from tablero.games.car.board import NAT, REP, SIEGES
from tablero.games.car.rules.r08_cards.s02_operations import Operations
from tablero.kernel.engine import advance
from tablero.kernel.events import Event
from tablero.kernel.frames import State
from tests.chances import Measure, Promise, tells
from tests.games.car.field import begin, do, field

PLACES = {"belchite": "nat_inf_1 nat_inf_2", "caspe": "rep_rpa_1"}


def attacking(*words: str) -> Callable[[], State]:
    def position() -> State:
        s = field(PLACES)
        begin(s)
        do(s, *words)
        return s

    return position


def carded(card: str) -> Callable[[], State]:
    """A combat in which a side holds a Combat Card."""
    def position() -> State:
        s = field(PLACES, hands=card)
        begin(s)
        do(s, "target caspe", "join nat_inf_1", "join nat_inf_2")
        return s

    return position


def before_a_siege() -> State:
    s = field({"toledo": "rep_mil_1 rep_mil_2"}, side="republican", turn=2)
    s.sieges[SIEGES.index("alcazar_of_toledo")] = 3
    begin(s)
    return s


def besieging() -> State:
    s = before_a_siege()
    do(s, "assault alcazar_of_toledo", "join rep_mil_1")
    return s


def building() -> State:
    s = field({"belchite": "nat_inf_1"})
    s.call(Operations(NAT, 1))
    advance(s)
    do(s, "move belchite")
    if type(s.stack[-1]).__name__ != "Moves":
        do(s, "done")
    return s


def numbers(events: list[Event]) -> dict[int, int]:
    return {e.args[0]: e.args[3] for e in events if e.kind == "fired"}


def won(by: int) -> Measure:
    """[11.2.9a] A higher Loss Number than the other side."""
    def found(s: State, events: list[Event]) -> float:
        fired = numbers(events)
        return float(fired[by] > fired[1 - by])

    return found


def even(s: State, events: list[Event]) -> float:
    fired = numbers(events)
    return float(fired[NAT] == fired[REP])


def inflicted(by: int) -> Measure:
    return lambda s, events: float(numbers(events)[by])


FIGURES = (("even", even), ("ours", inflicted(NAT)), ("theirs", inflicted(REP)))

PROMISES = (
    Promise("combat", attacking("target caspe", "join nat_inf_1"), "fight", won(NAT), values=FIGURES),
    Promise("combat", attacking("target caspe", "join nat_inf_1"), "join nat_inf_2", won(NAT), then=("fight",),
            values=FIGURES),
    Promise("combat", attacking(), "target caspe", won(NAT), then=("join nat_inf_1", "join nat_inf_2", "fight"),
            values=FIGURES),
    Promise("assault", before_a_siege, "assault alcazar_of_toledo", tells("siege_weakened"),
            then=("join rep_mil_1", "join rep_mil_2", "fight")),
    Promise("assault", besieging, "fight", tells("siege_weakened")),
    Promise("assault", besieging, "join rep_mil_2", tells("siege_weakened"), then=("fight",)),
    Promise("combat", carded("n9"), "pass", won(NAT), values=FIGURES),
    Promise("combat", carded("n9"), "play n9", won(NAT), then=("pass",), values=FIGURES),
    Promise("combat_defended", carded("r37"), "pass", won(NAT), values=FIGURES),
    Promise("combat_defended", carded("r37"), "play r37", won(NAT), then=("pass",), values=FIGURES),
    Promise("build", building, "build nat_inf_1", tells("position_built"), then=("done",)),
)
