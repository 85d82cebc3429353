"""Positions that older versions stored open as before."""

from __future__ import annotations

import json

import tablero
from tablero.games.dpyr.rules.r04_actions.s00_actions import Activation
from tablero.games.dpyr.rules.r04_actions.s02_assault import Assault
from tablero.games.dpyr.state import Dpyr
from tablero.kernel.positions import dump, load
from tests.games.dpyr.battlefield import battlefield, do, hex_, unit

STACK = {"c_tor_1": "0608", "c_tor_2": "0608", "l_cor_1": "0708"}


def stored(s: Dpyr) -> dict[str, object]:
    found: dict[str, object] = json.loads(json.dumps(dump(s)))
    return found


def frame(data: dict[str, object], name: str) -> dict[str, object]:
    stack = data["stack"]
    assert isinstance(stack, list)
    found: dict[str, object] = next(columns for columns in stack if columns["frame"] == name)
    return found


def same_game(one: Dpyr, other: Dpyr) -> None:
    for s in (one, other):
        s.rng, s.script = 7 << 64, None
    while not one.over and one.turn < 2:
        seat = tablero.players(one)[0]
        assert tablero.options(one, seat) == tablero.options(other, seat)
        action = tablero.options(one, seat)[-1]
        assert tablero.apply(one, seat, action) == tablero.apply(other, seat, action)


def test_attacks_were_two_lists() -> None:
    s = battlefield("maella", STACK, ground={})
    do(s, "mojar", "done", "attack c_tor_1 0708")
    data = stored(s)
    columns = frame(data, "Assault")
    del columns["attacks"]
    columns["units"], columns["hexes"] = [unit(s, "c_tor_1")], [hex_("0708")]
    loaded = load(Dpyr, data)  # type: ignore[arg-type]
    assert [(unit(s, "c_tor_1"), hex_("0708"))] == loaded.frame(Assault).attacks
    same_game(s, loaded)


def test_skirmishers_were_four_numbers_each() -> None:
    s = battlefield("maella", STACK, ground={})
    do(s, "campi", "move c_tor_1", "to 0607", "move c_tor_2", "to 0508")
    data = stored(s)
    posts = s.frame(Activation).stepped
    frame(data, "Activation")["stepped"] = [number for post in posts for number in post]
    loaded = load(Dpyr, data)  # type: ignore[arg-type]
    assert 2 == len(posts)
    assert posts == loaded.frame(Activation).stepped
    same_game(s, loaded)
