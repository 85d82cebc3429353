"""[9.3] Oriamendi: the rockets of Shaw's battery."""

from __future__ import annotations

import pytest

from tablero.games.dpyr.state import Dpyr
from tests.games.dpyr.battlefield import battlefield, damage, do, offered, refused
from tests.rules import rule

NEXT = 0        # the next activation marker


def battery(gun: str, units: dict[str, str]) -> Dpyr:
    """A battery that takes aim, and the units before it."""
    s = battlefield("oriamendi", {gun: "1004", **units}, active="liberal", ground={})
    do(s, "bala_rasa", f"load {gun}", f"aim {gun}")
    return s


@rule("dpyr", "9.3g")
@pytest.mark.parametrize(("gun", "target", "markers"), [
    ("l_art_shaw", "c_cav_nav_2", 2), ("l_art_shaw", "c_nav_1", 1), ("l_art_shaw", "c_art_vedia", 1),
    ("l_art_pamplona", "c_cav_nav_2", 1),
])
def test_rockets_put_two_markers_on_cavalry(gun: str, target: str, markers: int) -> None:
    s = battery(gun, {target: "1008"})
    do(s, "shoot 1008", dice=[6, 6, NEXT])
    assert (markers, 0) == damage(s, target)


@rule("dpyr", "9.3g")
def test_rockets_must_hit_like_any_gun() -> None:
    s = battery("l_art_shaw", {"c_cav_nav_2": "1008"})
    do(s, "shoot 1008", dice=[4, 5, NEXT])                # distance 4 and factor 5 must be exceeded
    assert (0, 0) == damage(s, "c_cav_nav_2")
    s = battery("l_art_shaw", {"c_cav_nav_2": "1008"})
    do(s, "shoot 1008", dice=[4, 6, NEXT])
    assert (2, 0) == damage(s, "c_cav_nav_2")


@rule("dpyr", "9.3g")
def test_rockets_strike_the_unit_on_top_of_a_stack() -> None:
    s = battery("l_art_shaw", {"c_cav_nav_2": "1008", "c_nav_1": "1008"})
    do(s, "shoot 1008", dice=[6, 6, NEXT])
    assert ((0, 0), (1, 0)) == (damage(s, "c_cav_nav_2"), damage(s, "c_nav_1"))


@rule("dpyr", "9.3g")
def test_rockets_know_neither_canister_nor_rebote() -> None:
    targets = {"c_cav_nav_2": "1006", "c_nav_1": "1008"}
    s = battery("l_art_shaw", targets)
    assert {"shoot 1006"} == set(offered(s))
    assert ("9.3g", "rockets_cannot") == refused(s, "canister 1006")
    assert ("9.3g", "rockets_cannot") == refused(s, "rebound 1006")
    s = battery("l_art_pamplona", targets)
    assert {"shoot 1006", "canister 1006", "rebound 1006"} == set(offered(s))


@rule("dpyr", "9.3g")
def test_a_kept_salvo_of_rockets_also_puts_two_markers_on_cavalry() -> None:
    s = battlefield("oriamendi", {"l_art_shaw": "1004 salvo=1", "c_cav_nav_2": "1008"}, active="carlist", ground={})
    do(s, "montear", "done")
    do(s, "salvo l_art_shaw 1008", dice=[6, 6, NEXT])
    assert (2, 0) == damage(s, "c_cav_nav_2")
