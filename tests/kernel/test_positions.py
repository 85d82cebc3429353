"""Positions as plain data."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass, field

import pytest

import tablero
from tablero.kernel.actions import DONE, Action
from tablero.kernel.frames import Procedure, State
from tablero.kernel.positions import dump, fingerprint, load
from tablero.kernel.windows import Ask
from tests.errors import raises
from tests.kernel import tiny


@dataclass(slots=True)
class Shelf(State):
    piles: dict[int, tuple[int, ...]] = field(default_factory=dict)
    names: list[str] = field(default_factory=list)
    half: float = 0.5
    newer: int = 3


@dataclass(slots=True)
class Sort(Ask):
    """[1] A question with something of every kind."""

    flag: bool
    pair: tuple[int, tuple[str, None]]
    answers: list[Action | None]
    newer: list[int] = field(default_factory=list)

    def candidates(self, s: Shelf, seat: int) -> list[Action]:
        return [DONE]


def shelf() -> Shelf:
    stack = [Sort(1, True, (2, ("x", None)), [None, ("take", 3)])]
    return Shelf(stack=stack, piles={7: (1, 2), 3: ()}, names=["a"], rng=12, answer=4, secret=True)


def test_a_position_survives_json() -> None:
    s = shelf()
    loaded = load(Shelf, json.loads(json.dumps(dump(s))))
    assert s == loaded
    assert [Sort(1, True, (2, ("x", None)), [None, ("take", 3)])] == loaded.stack
    assert {7: (1, 2), 3: ()} == loaded.piles


def test_what_passes_is_not_saved() -> None:
    s = shelf()
    s.tell("said")
    s.rolled, s.offered, s.revealed, s.quiet, s.script = [3], {1: [DONE]}, True, True, [6]
    assert dump(shelf()) == dump(s)


def test_fields_that_are_new_take_their_defaults() -> None:
    data = json.loads(json.dumps(dump(shelf())))
    del data["state"]["newer"], data["stack"][0]["newer"]
    loaded = load(Shelf, data)
    assert 3 == loaded.newer
    assert isinstance(loaded.stack[0], Sort)
    assert [] == loaded.stack[0].newer


@pytest.mark.parametrize("change", [
    lambda d: d["stack"][0].update(frame="Unknown"),
    lambda d: d["stack"][0].update(older=1),
    lambda d: d["stack"][0].pop("flag"),
    lambda d: d["state"].update(older=1),
    lambda d: d.pop("state"),
    lambda d: d.update(stack=5),
    lambda d: d["state"].update(piles={"tuple": 3}),
    lambda d: d["state"].update(piles={"tuple": [], "dict": []}),
])
def test_a_position_that_does_not_fit_is_a_bad_record(change: object) -> None:
    data = json.loads(json.dumps(dump(shelf())))
    change(data)  # type: ignore[operator]
    with raises(tablero.BadRecord, "position"):
        load(Shelf, data)


def test_what_is_no_plain_data_cannot_be_saved() -> None:
    s = shelf()
    s.names = [{1, 2}]  # type: ignore[list-item]
    with pytest.raises(TypeError, match="a position cannot hold {1, 2}"):
        dump(s)


@dataclass(slots=True)
class Step(Procedure):
    """[1] A step."""

    def steps(self) -> tuple[str, ...]:
        return ("go",)

    def go(self, s: Shelf) -> None:
        s.names.append("gone")


def test_a_position_saved_in_mid_procedure_runs_on_to_its_next_decision() -> None:
    loaded = load(Shelf, dump(Shelf(stack=[Step()])))
    assert (["gone"], True) == (loaded.names, loaded.over)


def test_a_fingerprint_sees_everything_but_chance_to_come() -> None:
    s = shelf()
    assert fingerprint(shelf()) == fingerprint(s)
    s.rng += 1
    s.tell("said")
    assert fingerprint(shelf()) == fingerprint(s)
    s.piles[3] = (5,)
    assert fingerprint(shelf()) != fingerprint(s)
    other = shelf()
    other.stack[0].newer.append(1)  # type: ignore[attr-defined]
    assert fingerprint(shelf()) != fingerprint(other)


def test_the_order_in_which_a_table_was_filled_does_not_matter() -> None:
    s = shelf()
    s.piles = {3: (), 7: (1, 2)}
    assert fingerprint(shelf()) == fingerprint(s)


def test_a_secret_answer_is_saved_with_the_position() -> None:
    s = tiny.GAME.new("duel", seed=5, secret=True)
    tablero.apply(s, 0, ("pass",))
    tablero.apply(s, 1, tablero.options(s, 1)[0])
    loaded = load(tiny.Tiny, json.loads(json.dumps(dump(s))))
    assert [0] == list(tablero.players(loaded))
    last = tablero.options(s, 0)[0]
    assert tablero.apply(s, 0, last) == tablero.apply(loaded, 0, last)
    assert fingerprint(s) == fingerprint(loaded)


ALL_FRAMES = """
import importlib, pkgutil, tablero
from tablero.kernel.frames import FRAMES
tablero.game({code!r})
package = importlib.import_module("tablero.games.{code}")
known = set(FRAMES)
for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
    importlib.import_module(module.name)
print(*(set(FRAMES) - known))
"""


@pytest.mark.parametrize("code", tablero.GAMES)
def test_every_frame_that_a_stored_position_can_name_is_loaded_with_its_game(code: str) -> None:
    """In a process of its own: here other tests have loaded them."""
    ran = subprocess.run([sys.executable, "-c", ALL_FRAMES.format(code=code)], capture_output=True, text=True)
    assert ("\n", "") == (ran.stdout, ran.stderr)
