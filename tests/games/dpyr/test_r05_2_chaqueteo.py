"""[5.2] Chaqueteo: which units are withdrawn after the sixth activation, and which are eliminated for good."""

from __future__ import annotations

import pytest

from tablero.games.dpyr.state import GONE
from tests.games.dpyr.battlefield import at, battlefield, damage, do, hex_, offered, unit
from tests.rules import rule

NEW_TURN = (0, 0, 0)        # who draws first, who draws unseen first, the first activation marker: the Carlist's

MACUTO, CHUSQUERO, PISTOLO, BRUTO = "c_bosque", "c_mora_2", "c_tor_1", "c_tor_2"
HORSE, GUN, BRUTE_HORSE = "c_cav_ara_2", "c_art_xocolate", "c_cav_ara_1"


def fate(name: str, fire: int, shock: int) -> str:
    """What becomes of a unit with this damage when the turn ends: it stays, rolls for its return, or is gone."""
    units = {name: f"1008 fire={fire} shock={shock}", "c_gefe_cabrera": "1010", "c_minyons": "0808", "l_cor_1": "2008"}
    s = battlefield("maella", units, turn=14, chits=(), ground={})
    told = do(s, "pass")
    u = unit(s, name)
    if any(event[:1] == ("rally_roll",) and event[1][0] == u for event in told):
        assert ("withdrawn", (u,)) in told
        return "rolls"
    if s.at[u] == GONE:
        return "gone"
    assert "1008" == at(s, name)
    assert (fire, shock) == damage(s, name)
    return "stays"


@rule("dpyr", "5.2a")
@pytest.mark.parametrize("name", [MACUTO, CHUSQUERO, PISTOLO, HORSE, GUN])
@pytest.mark.parametrize(("fire", "shock", "expected"), [
    (2, 0, "stays"), (1, 1, "stays"), (0, 2, "stays"), (3, 0, "rolls"), (2, 1, "rolls"), (1, 2, "rolls"),
    (5, 0, "rolls"),
])
def test_units_below_brutos_are_withdrawn_at_three_markers_of_any_kind(
    name: str, fire: int, shock: int, expected: str
) -> None:
    assert expected == fate(name, fire, shock)


@rule("dpyr", "5.2a")
@pytest.mark.parametrize("name", [BRUTO, BRUTE_HORSE])
@pytest.mark.parametrize(("fire", "shock", "expected"), [
    (3, 0, "stays"), (1, 2, "stays"), (0, 3, "stays"), (4, 0, "rolls"), (3, 1, "rolls"), (1, 3, "rolls"),
])
def test_brutos_are_withdrawn_at_four_markers(name: str, fire: int, shock: int, expected: str) -> None:
    assert expected == fate(name, fire, shock)


@rule("dpyr", "5.2b", "5.3a")
@pytest.mark.parametrize("name", [MACUTO, CHUSQUERO, PISTOLO, HORSE, GUN])
@pytest.mark.parametrize(("fire", "shock", "expected"), [
    (0, 2, "stays"), (0, 3, "gone"), (0, 4, "gone"), (1, 3, "gone"), (4, 3, "gone"), (4, 2, "rolls"),
])
def test_three_shock_markers_eliminate_units_below_brutos(name: str, fire: int, shock: int, expected: str) -> None:
    assert expected == fate(name, fire, shock)


@rule("dpyr", "5.2b", "5.3a")
@pytest.mark.parametrize("name", [BRUTO, BRUTE_HORSE])
@pytest.mark.parametrize(("fire", "shock", "expected"), [
    (0, 3, "stays"), (0, 4, "gone"), (1, 4, "gone"), (3, 4, "gone"), (4, 3, "rolls"),
])
def test_four_shock_markers_eliminate_brutos(name: str, fire: int, shock: int, expected: str) -> None:
    assert expected == fate(name, fire, shock)


@rule("dpyr", "5.2a", "5.2b")
def test_both_sides_are_checked_whoever_was_active_last() -> None:
    units = {"c_tor_1": "1008 shock=3", "c_tor_2": "0808", "l_cor_1": "2008 shock=3", "l_cor_2": "1908"}
    for active in ("carlist", "liberal"):
        s = battlefield("maella", units, active=active, turn=14, chits=(), ground={})
        do(s, "pass")
        assert [GONE, GONE] == [s.at[unit(s, "c_tor_1")], s.at[unit(s, "l_cor_1")]]


@rule("dpyr", "5.2a")
def test_a_withdrawn_unit_loses_its_square_and_frees_its_hex() -> None:
    units = {"c_tor_1": "1008 fire=3 square", "c_gefe_cabrera": "1010", "l_cor_1": "2008"}
    s = battlefield("maella", units, turn=13, chits=(), ground={})
    do(s, "pass", dice=[6, 6])
    assert "" == at(s, "c_tor_1")
    assert 1 << hex_("1010") == s.held[0]
    do(s, "place 1008")
    assert 0 == s.square


@rule("dpyr", "5.2c")
def test_a_unit_over_its_limit_acts_until_the_six_activations_are_over() -> None:
    units = {"c_tor_1": "1008 fire=2 shock=4", "l_cor_1": "1010", "l_cor_2": "2008"}
    s = battlefield("maella", units, chits=("carlist",), ground={})
    do(s, "batir")
    assert "aim c_tor_1" in offered(s)
    do(s, "aim c_tor_1")
    do(s, "fire 1010", dice=[1, 6])
    do(s, "done", dice=[0])
    assert "1008" == at(s, "c_tor_1")
    do(s, "mojar", "move c_tor_1", "to 1009", "done")
    assert "attack c_tor_1 1010" in offered(s)
    told = do(s, "done")
    assert ("eliminated", (unit(s, "c_tor_1"),)) in told


@rule("dpyr", "5.2c")
def test_fire_markers_below_the_limit_stay_from_turn_to_turn() -> None:
    s = battlefield("maella", {"c_tor_1": "1008 fire=2", "c_tor_2": "0808 fire=1 shock=2", "l_cor_1": "2008"},
                    chits=(), ground={})
    do(s, "pass", dice=[*NEW_TURN])
    assert 2 == s.turn
    assert (2, 0) == damage(s, "c_tor_1")
    assert (1, 2) == damage(s, "c_tor_2")
