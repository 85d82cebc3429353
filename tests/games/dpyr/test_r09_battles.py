"""[9] The seven battles as games: what a new one begins with, and what its last turn brings."""

from __future__ import annotations

from collections import Counter

import pytest

import tablero
from tablero.games.dpyr import GAME
from tablero.games.dpyr.board import GRID, KINDS
from tablero.games.dpyr.state import Dpyr
from tests.games.dpyr.battlefield import do, hex_, offered, refused, unit
from tests.games.dpyr.pack_data import SCENARIOS
from tests.games.dpyr.quick_play import pass_to_the_end, set_up
from tests.rules import rule

ARMIES = {          # infantry, cavalry, artillery, Gefes set up by each side
    "arquijas": ((13, 2, 1, 1), (13, 3, 2, 1)),
    "luchana": ((12, 0, 3, 1), (14, 3, 3, 1)),
    "oriamendi": ((15, 2, 2, 1), (12, 3, 3, 1)),
    "barbastro": ((15, 2, 1, 1), (12, 4, 2, 1)),
    "maella": ((6, 3, 1, 1), (7, 2, 1, 1)),
    "perecamps_1": ((10, 3, 2, 1), (11, 3, 2, 1)),
    "perecamps_2": ((10, 3, 2, 1), (12, 2, 2, 1)),
}


def on_the_map(s: Dpyr, side: int) -> tuple[int, ...]:
    kinds = Counter(s.b.kind[u] for u in s.b.army[side] if s.at[u] >= 0)
    return tuple(kinds[kind] for kind in range(len(KINDS)))


def in_each(*cases: tuple[str, tuple[str, ...], object]) -> pytest.MarkDecorator:
    """Cases by battle, each marked with the rules it proves."""
    parameters = [pytest.param(name, given, marks=rule("dpyr", *rules)) for name, rules, given in cases]
    return pytest.mark.parametrize(("battle", "expected"), parameters)


@rule("dpyr", "9.0a")
def test_there_are_seven_battles_to_play() -> None:
    names = ("arquijas", "luchana", "oriamendi", "barbastro", "maella", "perecamps_1", "perecamps_2")
    assert names == GAME.scenarios
    for name in names:
        assert name == GAME.new(name, seed=1).b.name


@in_each(
    ("arquijas", ("9.1c",), ([85, 97], [0, 0])),
    ("luchana", ("9.2c",), ([80, 93], [1, 3])),
    ("oriamendi", ("9.3c",), ([86, 70], [4, 1])),
    ("barbastro", ("9.4c",), ([97, 100], [2, 2])),
    ("maella", ("9.5c",), ([54, 54], [3, 2])),
    ("perecamps_1", ("9.6c",), ([70, 85], [3, 2])),
    ("perecamps_2", ("9.7b",), ([68, 72], [2, 2])),
)
def test_a_new_game_has_the_ammunition_and_the_flags_of_its_battle(battle: str, expected: object) -> None:
    s = GAME.new(battle, seed=1)
    assert expected == (s.ammunition, s.flags)


@in_each(
    ("arquijas", ("9.1d", "9.1e"), ARMIES["arquijas"]),
    ("luchana", ("9.2d", "9.2f"), ARMIES["luchana"]),
    ("oriamendi", ("9.3d", "9.3f"), ARMIES["oriamendi"]),
    ("barbastro", ("9.4d", "9.4e"), ARMIES["barbastro"]),
    ("maella", ("9.5d", "9.5e"), ARMIES["maella"]),
    ("perecamps_1", ("9.6d", "9.6e"), ARMIES["perecamps_1"]),
    ("perecamps_2", ("9.7d", "9.7e"), ARMIES["perecamps_2"]),
)
def test_both_armies_are_set_up_whole(battle: str, expected: object) -> None:
    s = set_up(battle)
    assert expected == (on_the_map(s, 0), on_the_map(s, 1))
    assert 1 == s.turn


@in_each(
    ("arquijas", ("9.1d", "9.1e"), None),
    ("luchana", ("9.2d", "9.2f"), None),
    ("oriamendi", ("9.3d", "9.3f"), None),
    ("barbastro", ("9.4d", "9.4e"), None),
    ("maella", ("9.5d", "9.5e"), None),
    ("perecamps_1", ("9.6d", "9.6e"), None),
)
def test_every_unit_is_offered_the_hexes_of_its_wing_and_no_others(battle: str, expected: None) -> None:
    s = GAME.new(battle, seed=1, secret=True)
    for side in (0, 1):
        for entry in SCENARIOS[battle].tables("deploy"):
            if entry.text("side") == ("carlist", "liberal")[side]:
                for name in entry.texts("units"):
                    do(s, f"deploy {name}")
                    free = {option.removeprefix("to ") for option in offered(s)}
                    full = {x for x in entry.texts("hexes") if x not in free}
                    assert free <= set(entry.texts("hexes"))
                    assert all(refused(s, f"to {x}").rule.startswith("6.3") for x in full)
                    elsewhere = next(x for x in GRID.names if x not in entry.texts("hexes"))
                    assert "3.0c" == refused(s, f"to {elsewhere}").rule
                    do(s, offered(s)[0])
        do(s, "done")
    assert all(s.at[u] >= 0 for u in range(len(s.at)) if not s.b.arrival[u])


@rule("dpyr", "9.2e", "9.2i")
def test_reinforcements_are_not_set_up() -> None:
    s = GAME.new("luchana", seed=1, secret=True)
    for name in ("c_cav_cas_1", "c_cav_nav_4", "l_gefe_espartero"):
        assert f"deploy {name}" not in offered(s)
        assert ("deploy", unit(s, name)) not in tablero.options(s, 0)


@in_each(
    ("arquijas", ("9.1a", "9.1b"), (16, 0, "partial")),
    ("luchana", ("9.2a", "9.2b"), (17, 0, "partial")),
    ("oriamendi", ("9.3a", "9.3b"), (12, 1, "partial")),
    ("barbastro", ("9.4a", "9.4b"), (15, None, "draw")),
    ("maella", ("9.5a", "9.5b"), (14, None, "draw")),
    ("perecamps_1", ("9.6a", "9.6b"), (16, None, "draw")),
    ("perecamps_2", ("9.7a", "9.7f"), (15, None, "draw")),
)
def test_a_battle_in_which_nobody_stirs_ends_with_its_last_turn(
    battle: str, expected: tuple[int, int | None, str]
) -> None:
    turns, winner, kind = expected
    s = set_up(battle)
    assert list(range(1, turns + 1)) == pass_to_the_end(s)
    assert (winner, kind) == (s.result["winner"], s.result["kind"])


@rule("dpyr", "9.3d")
def test_the_first_battalion_of_vizcaya_may_be_left_out_at_oriamendi() -> None:
    s = set_up("oriamendi")
    assert "c_viz_1" in [u.id for u in s.b.units]
    without = set_up("oriamendi", oriamendi_vizcaya="left_out")
    assert "c_viz_1" not in [u.id for u in without.b.units]
    assert (14, 2, 2, 1) == on_the_map(without, 0)
    assert (12, 3, 3, 1) == on_the_map(without, 1)
    assert list(range(1, 13)) == pass_to_the_end(without)


@rule("dpyr", "9.3e")
def test_the_carlist_guns_of_oriamendi_stand_at_hernani_santa_barbara_or_the_convent() -> None:
    s = GAME.new("oriamendi", seed=1, secret=True)
    for gun in ("c_art_vedia", "c_art_guriezo"):
        do(s, f"deploy {gun}")
        assert ["to 1015", "to 1415", "to 1416", "to 1515", "to 1516"] == sorted(offered(s))
        places = {s.b.field.place[hex_(option[3:])] for option in offered(s)}
        assert {"hernani", "santa_barbara", "convento"} == places
        assert "3.0c" == refused(s, "to 1413").rule         # the centre's ground
        do(s, "to 1416")
    do(s, "deploy c_nav_5")
    assert "3.0c" == refused(s, "to 1015").rule             # which is for the guns alone
