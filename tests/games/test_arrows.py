"""An attack that is declared, or an interception, is an arrow on the map: from where to where."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import tablero
from tablero.games.wellington.board import DUCHY_NAMES
from tablero.games.wellington.rules.r10_reactions.s04_interception import Interception
from tablero.kernel.frames import State
from tests.games.car.promises import attacking
from tests.games.dpyr.promises import attack
from tests.games.dpyr.shock import N, X
from tests.games.test_sheets import course


def arrows(code: str, s: State, seat: int) -> list[tuple[str, str]]:
    game = tablero.game(code)
    return [mark for mark in game.scene(game.view(s, seat), seat).marks if mark[1].startswith("aims.")]


@pytest.mark.parametrize(("code", "before", "after", "arrow"), [
    ("dpyr", attack(), attack({}, f"c_tor_1 {X}"), (f"hex:{N}", f"aims.hex:{X}")),
    ("car", attacking("target caspe"), attacking("target caspe", "join nat_inf_1"),
     ("space:belchite", "aims.space:caspe")),
])
def test_both_sides_see_an_arrow_once_an_attack_is_declared(
    code: str, before: Callable[[], State], after: Callable[[], State], arrow: tuple[str, str]
) -> None:
    for seat in (0, 1):
        assert [] == arrows(code, before(), seat)
        assert [arrow] == arrows(code, after(), seat)


def test_all_see_an_arrow_while_an_interception_is_under_way() -> None:
    seen = set()
    for s, _ in course("wellington", "1812", 0, 500):
        found = s.within(Interception)
        told = [(f"duchy:{DUCHY_NAMES[found.a]}", f"aims.duchy:{DUCHY_NAMES[found.x]}")] if found else []
        seen.update(told)
        assert all(told == arrows("wellington", s, seat) for seat in range(4))
    assert seen
