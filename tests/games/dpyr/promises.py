"""Every kind of odds, in a position in which the rules can be asked how often it comes true."""

from __future__ import annotations

from collections.abc import Callable

from tablero.games.dpyr.state import Dpyr
from tablero.kernel.events import Event
from tablero.kernel.frames import State
from tests.chances import Promise, tells, tells_none
from tests.games.dpyr.battlefield import battlefield, beside, do
from tests.games.dpyr.shock import ELSEWHERE, FRONT, NE, SW, N, X, clash, declare

TARGET = beside(X, "N", 2)
FAR, FARTHER = beside("1013", "N", 2), beside("1013", "N", 4)


def firers() -> State:
    s = battlefield("maella", {"c_tor_1": X, "l_cor_1": TARGET}, ground={})
    do(s, "batir")
    return s


def volley() -> State:
    s = firers()
    do(s, "aim c_tor_1")
    return s


def battery(*words: str) -> Callable[[], State]:
    def position() -> State:
        units = {"c_art_xocolate": "1013", "l_cor_1": FAR, "l_cor_2": FARTHER}
        s = battlefield("maella", units, ground={})
        do(s, "bala_rasa", "load c_art_xocolate", "aim c_art_xocolate", *words)
        return s

    return position


def kept() -> State:
    s = battlefield("maella", {"c_art_xocolate": "1013 salvo=1", "l_cor_1": FAR}, active="liberal", ground={})
    do(s, "montear", "done")
    return s


def attack(ground: dict[str, str] | None = None, *attackers: str) -> Callable[[], State]:
    def position() -> State:
        s = clash({"c_tor_1": N, "c_tor_2": NE, "l_cor_1": FRONT, **ELSEWHERE}, ground=ground or {})
        declare(s, *attackers)
        return s

    return position


def counter() -> State:
    s = clash({"c_tor_1": N, "c_tor_2": NE, "l_africa_1": FRONT, "l_gefe_pardinas": SW, **ELSEWHERE})
    declare(s, f"c_tor_1 {X}", f"c_tor_2 {X}")
    do(s, "done", dice=[6])
    return s


def rallying() -> State:
    units = {"c_bosque": "1012 fire=3", "c_tor_1": "1008 fire=3", "c_gefe_cabrera": "1010", "l_cor_1": "2008"}
    s = battlefield("maella", units, turn=3, chits=(), ground={})
    do(s, "pass")
    return s


def corda() -> State:
    return battlefield("maella", {"c_tor_1": X, "l_cor_1": "2008", "l_cor_2": "2010"}, ground={})


def forming() -> State:
    s = battlefield("maella", {"c_mora_2": f"{X} marker=fm_122 known", "l_cor_1": "2008"}, ground={})
    do(s, "montear", "move c_mora_2")
    return s


def bridge() -> State:
    units = {"l_gefe_oraa": "2802", "l_rey": "1211", "c_cas_2": "0101"}
    s = battlefield("luchana", units)
    at = s.b.names["hex"][s.b.bridge]
    shore = next(name for d in ("N", "NE", "SE", "S", "SW", "NW") if (name := beside(at, d))
                 and s.b.field.land >> s.b.names["hex"].index[name] & 1)
    return battlefield("luchana", units | {"l_rey": shore}, active="liberal")


def rolled_enough(s: State, events: list[Event]) -> float:
    first = next(e for e in events if e.kind == "rally_roll")
    return float(first.args[1] >= first.args[2])


def hit(s: State, events: list[Event]) -> float:
    """Did the shock combat hit?"""
    return float(any(e.kind == "hit_needed" and e.args[1] >= e.args[0] for e in events))


def twice(s: State, events: list[Event]) -> float:
    return float(any(e.kind == "fired" and e.args[3] == e.args[4] for e in events))


def surrendered(s: State, events: list[Event]) -> float:
    assert isinstance(s, Dpyr)
    return float(s.result is not None)


PROMISES = (
    Promise("fire", firers, "aim c_tor_1", tells_none("fire_missed"), then=(f"fire {TARGET}",)),
    Promise("fire", volley, f"fire {TARGET}", tells_none("fire_missed"), values=(("twice", twice),)),
    Promise("shot", battery(), f"shoot {FAR}", tells_none("fire_missed")),
    Promise("shot", battery(), f"canister {FAR}", tells_none("fire_missed")),
    Promise("shot", kept, f"salvo c_art_xocolate {FAR}", tells_none("fire_missed")),
    Promise("rebound", battery(f"rebound {FAR}"), f"onto {FARTHER}",
            lambda s, events: float(sum(e.kind == "fire_missed" for e in events) < 2)),
    Promise("attack", attack(), f"attack c_tor_1 {X}", hit, then=("done",)),
    Promise("attack_ground", attack({X: "building"}), f"attack c_tor_1 {X}", hit, then=("done",),
            values=(("repulsed", tells("repulsed")),)),
    Promise("attack_ground", attack({X: "building"}, f"c_tor_1 {X}"), f"attack c_tor_2 {X}", hit, then=("done",),
            values=(("repulsed", tells("repulsed")),)),
    Promise("attack", counter, "counter c_tor_1", tells("counter_hit")),
    Promise("rally", rallying, "rally c_tor_1", rolled_enough),
    Promise("corda", corda, "corda", surrendered),
    Promise("repair", bridge, "repair", tells("bridge_repaired")),
    Promise("square", forming, "square", tells("square")),
)
