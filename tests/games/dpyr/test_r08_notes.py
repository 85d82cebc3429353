"""[8] The designer's notes as guidance: fire disorganizes, only shock destroys."""

from __future__ import annotations

import pytest

from tablero.games.dpyr.state import GONE
from tests.games.dpyr.battlefield import at, battlefield, damage, do, unit
from tests.rules import rule


@rule("dpyr", "8.0a", "5.2b")
@pytest.mark.parametrize(("name", "limit"), [("c_tor_1", 3), ("c_tor_2", 4)])
def test_no_amount_of_fire_kills_outright_and_shock_does(name: str, limit: int) -> None:
    others = {"c_gefe_cabrera": "1010", "c_minyons": "0808", "l_cor_1": "2008"}
    s = battlefield("maella", {name: f"1008 fire=9 shock={limit - 1}", **others}, turn=14, chits=(), ground={})
    do(s, "pass", dice=[6, 6])
    do(s, "place 1009")
    assert "1009" == at(s, name)
    assert (0, limit - 1) == damage(s, name)        # what fire did is shaken off, what shock did stays
    s = battlefield("maella", {name: f"1008 shock={limit}", **others}, turn=14, chits=(), ground={})
    do(s, "pass", dice=[])
    assert GONE == s.at[unit(s, name)]
