"""[9.1] Arquijas: the river Ega."""

from __future__ import annotations

from tablero.games.dpyr.board import GRID, RIVER
from tests.games.dpyr.battlefield import battlefield, do, hex_, offered, refused
from tests.rules import rule

CROSSINGS = {"1109": "vado_molino", "1809": "vado_arquijas", "2413": "puente_acedo"}


@rule("dpyr", "9.1f", "6.1b")
def test_the_ega_is_entered_only_at_two_fords_and_a_bridge() -> None:
    s = battlefield("arquijas", {"c_nav_1": "0101", "l_sor_1": "0117"})
    field = s.b.field
    river = [GRID.names[x] for x in range(GRID.size) if field.terrain[x] == RIVER]
    assert set(CROSSINGS) < set(river)
    for name in river:
        shore = next(GRID.names[x] for x in GRID.near[hex_(name)] if field.terrain[x] != RIVER)
        s = battlefield("arquijas", {"c_nav_1": shore, "l_sor_1": "0117" if shore != "0117" else "0101"})
        do(s, "montear", "move c_nav_1")
        if name in CROSSINGS:
            assert CROSSINGS[name] == field.place[hex_(name)]
            assert f"to {name}" in offered(s)
        else:
            assert ("6.1b", "river") == refused(s, f"to {name}")


@rule("dpyr", "9.1f", "6.1b")
def test_the_other_bank_is_reached_through_a_crossing_and_nowhere_else() -> None:
    for shore in (x for x in range(GRID.size) if GRID.names[x][2:] in ("07", "08", "09")):
        s = battlefield("arquijas", {"c_nav_1": "0101", "l_sor_1": "0117"})
        field = s.b.field
        if field.bank[shore] != 1:
            continue
        s = battlefield("arquijas", {"c_nav_1": GRID.names[shore], "l_sor_1": "0117"})
        do(s, "mojar", "move c_nav_1")
        beyond = [option for option in offered(s) if option != "halt" and field.bank[hex_(option[3:])] == 2]
        fords = [hex_(name) for name in CROSSINGS]
        assert bool(beyond) == any(x in GRID.near[shore] for x in fords)
