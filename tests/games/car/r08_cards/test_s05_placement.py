"""[8.5.2] Units that come into play together leave room for each other."""

from __future__ import annotations

import tablero
from tablero.games.car import GAME
from tablero.games.car.board import CADIZ, NAT, SEVILLA, UNIT
from tablero.games.car.rules.r02_map import put
from tablero.games.car.rules.r08_cards.s05_reinforcements import Reinforcement
from tablero.kernel.engine import advance
from tests.rules import rule


@rule("car", "8.5.2.2a")
def test_a_unit_leaves_the_last_room_to_one_that_has_no_other_place() -> None:
    s = GAME.new("war_of_the_columns", 1)
    for name in ("nat_inf_1", "nat_inf_2"):
        put(s, UNIT[name], CADIZ)               # room for one more
    units = [UNIT["nat_ita_n07_1"], UNIT["nat_cv33_n07"]]
    s.stack.clear()
    s.call(Reinforcement(NAT, units, [1 << CADIZ | 1 << SEVILLA, 1 << CADIZ], 1 << units[0]))
    for unit in tuple(u for u, x in enumerate(s.at) if x == SEVILLA)[:1]:
        put(s, unit, CADIZ + 1)
    advance(s)
    assert [("to", SEVILLA), ("to_reserve",)] == tablero.options(s, NAT)
