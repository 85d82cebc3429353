"""[0] [1] [2] What the game is about, its scale, its components and its words."""

from __future__ import annotations

from collections import Counter

import pytest

from tablero.games.dpyr import GAME
from tablero.games.dpyr.board import (
    ARTILLERY,
    BATTLES,
    CAVALRY,
    CUP,
    GEFE,
    INFANTRY,
    MARKER_NAMES,
    MARKERS,
    MORALE,
    PACK,
    TABLES,
    UNITS,
)
from tablero.games.dpyr.state import attack_factor, defence_factor, fire_factor
from tablero.kernel.refusals import Refusal
from tests.games.dpyr.battlefield import battlefield, beside, damage, do, hex_, offered, refused, unit
from tests.games.dpyr.opening import assigned, attack, opened
from tests.rules import rule

# --------------------------------------------------------------------------------------------------------- subject


@rule("dpyr", "0.0a")
def test_carlists_and_liberals_oppose_each_other_in_every_battle() -> None:
    assert ("carlist", "liberal") == GAME.seats
    for name in GAME.scenarios:
        s = GAME.new(name, seed=1)
        assert {0, 1} == set(s.b.side)


@rule("dpyr", "0.0b")
def test_there_are_seven_battles() -> None:
    expected = ("arquijas", "luchana", "oriamendi", "barbastro", "maella", "perecamps_1", "perecamps_2")
    assert expected == GAME.scenarios
    assert expected == tuple(GAME.new(name, seed=1).b.name for name in GAME.scenarios)


@rule("dpyr", "0.0c")
def test_a_damage_marker_goes_where_its_unit_goes() -> None:
    s = battlefield(
        "maella", {"c_tor_1": "1008", "l_cor_1": "1010"}, active="liberal", chits=("carlist", "carlist"), ground={}
    )
    do(s, "batir", "aim l_cor_1")
    do(s, "fire 1008", dice=[3, 4])
    do(s, "done", "montear", "move c_tor_1", "to 1006", "done")
    assert (1, 0) == damage(s, "c_tor_1")


# --------------------------------------------------------------------------------------------------------- scale


@rule("dpyr", "1.0a")
@pytest.mark.parametrize("attacker", ["c_tor_1", "c_cav_ara_2"])     # infantry and cavalry, both with attack 4
def test_the_number_of_men_plays_no_part_in_strength(attacker: str) -> None:
    s = battlefield("maella", {attacker: "1009", "l_cor_1": "1008 facing=S"}, ground={})
    do(s, "mojar", "done")
    attack(s, f"{attacker} 1008")
    assert ("compared", (hex_("1008"), 4, 3)) in do(s, "pass", dice=[1, 0])


@rule("dpyr", "1.0b")
@pytest.mark.parametrize("direction", ["N", "NE", "SE", "S", "SW", "NW"])
def test_range_counts_hexes_whatever_the_direction(direction: str) -> None:
    near, far = beside("1008", direction, 3), beside("1008", direction, 4)
    s = battlefield("maella", {"c_tor_1": "1008", "l_cor_1": near}, ground={})
    do(s, "batir")
    assert "aim c_tor_1" in offered(s)
    s = battlefield("maella", {"c_tor_1": "1008", "l_cor_1": far}, ground={})
    do(s, "batir")
    assert ["done"] == offered(s)
    assert Refusal("4.3a", "no_target") == refused(s, "aim c_tor_1")


# --------------------------------------------------------------------------------------------------------- components


@rule("dpyr", "2.0a")
def test_units_and_markers_are_270_and_lie_in_two_containers() -> None:
    markers = {row.text("id"): row.integer("quantity") for row in PACK.rows("markers.csv")}
    assert 270 == len(UNITS) + sum(markers.values())
    s = opened("maella")
    assert markers["combat_factor"] == len(s.cup) + len(s.drawn_carlist) + len(s.drawn_liberal)
    assert [0] * markers["activation_carlist"] + [1] * markers["activation_liberal"] == s.chits


@rule("dpyr", "2.1a")
@pytest.mark.parametrize("number", range(len(BATTLES)))
def test_units_are_infantry_cavalry_artillery_or_gefes(number: int) -> None:
    b = BATTLES[number]
    assert {INFANTRY, CAVALRY, ARTILLERY, GEFE} == {u.kind for u in b.units}
    for u in b.units:
        assert (u.kind == ARTILLERY) == (u.gun > 0)
        assert (u.kind == GEFE) == (u.radius > 0)


@rule("dpyr", "2.1a")
def test_factors_are_those_of_the_counter_or_of_the_marker_under_it() -> None:
    s = battlefield("maella", {"c_tor_1": "1008", "c_mora_2": "1009 marker=fm_142", "c_bosque": "1010"}, ground={})
    factors = [
        (fire_factor(s, u), attack_factor(s, u), defence_factor(s, u))
        for u in (unit(s, "c_tor_1"), unit(s, "c_mora_2"), unit(s, "c_bosque"))
    ]
    assert [(2, 4, 3), (1, 4, 2), (0, 0, 0)] == factors


@rule("dpyr", "2.1b")
@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_morale_markers_are_not_in_play(scenario: str) -> None:
    supply = {row.text("id"): row.text("digital_supply") for row in PACK.rows("markers.csv")}
    assert "0" == supply["morale_unused"]
    s = opened(scenario)
    in_play = Counter(s.cup) + Counter(s.drawn_carlist) + Counter(s.drawn_liberal)
    assert Counter(CUP) == in_play
    assert all(MARKER_NAMES[m] == f"fm_{MARKERS[m].fire}{MARKERS[m].attack}{MARKERS[m].defence}" for m in in_play)


# --------------------------------------------------------------------------------------------------------- morale


@rule("dpyr", "2.2a")
def test_morale_goes_from_macuto_and_chusquero_to_pistolo_and_bruto() -> None:
    assert ("M", "C", "P", "B") == MORALE
    printed = {row.text("id"): row.text("morale") for row in PACK.rows("units.csv")}
    for b in BATTLES:
        assert all(printed[u.id] == MORALE[u.morale] for u in b.units)
    assert sorted(TABLES.rally, reverse=True) == list(TABLES.rally)
    assert sorted(TABLES.square, reverse=True) == list(TABLES.square)
    assert len(set(TABLES.rally)) == 4


@rule("dpyr", "2.2b")
@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_only_infantry_and_cavalry_of_morale_m_and_c_take_markers(scenario: str) -> None:
    s = assigned(opened(scenario))
    expected = {
        u.id for i, u in enumerate(s.b.units)
        if u.kind in (INFANTRY, CAVALRY) and MORALE[u.morale] in "MC" and s.at[i] >= 0
    }
    assert expected == {u.id for i, u in enumerate(s.b.units) if s.marker[i] >= 0}
    assert expected


@rule("dpyr", "2.2b")
def test_a_veteran_and_a_brute_fight_with_their_printed_factors() -> None:
    s = assigned(opened("maella"))
    for name, printed in {"c_tor_1": (2, 4, 3), "c_tor_2": (2, 5, 4), "c_art_xocolate": (0, 0, 1)}.items():
        u = unit(s, name)
        assert (-1, printed) == (s.marker[u], (fire_factor(s, u), attack_factor(s, u), defence_factor(s, u)))
