"""The compiled core: used if it was made from these sources, and not otherwise."""

from __future__ import annotations

import copy
import json
import os
import pickle
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.machinery import ExtensionFileLoader
from pathlib import Path
from types import ModuleType

import pytest

from tablero import native
from tests.bench import digest

TOP = Path(__file__).parents[2]
KERNEL = """
import pickle, tablero, sys
from tablero.kernel import aids, engine, frames
from tests.kernel import four, tiny
from tests.bench.digest import digest, random_game
assert engine.__file__.endswith(".so") == (sys.argv[1] == "compiled"), engine.__file__
assert tablero.CORE == sys.argv[1]
assert frames.Frame.__doc__.startswith("One entry of the stack"), frames.Frame.__doc__
for game in (tiny.GAME, four.GAME, tablero.game("dpyr")):
    print(game.code, digest(random_game(game, game.scenarios[0], 7)))
s = tablero.game("dpyr").new("arquijas", 7)
s.answer = True
assert s.answer is s.clone().answer is True, "stored games end with the fingerprint of True, not of 1"
assert repr(s) == repr(pickle.loads(pickle.dumps(s))), "bots think in other processes"
print([(chart.title, chart.notes) for chart in aids.aid(tablero.game("dpyr"), "es").charts])
print(tablero.GameOver("over"), tablero.why_not(s, 0, None), s.clone())
"""


def stamped(folder: Path, **changes: str) -> Path:
    """A folder with a stamp that fits, but for what is changed."""
    stamp = {"sources": native.fingerprint(), "python": native.SUFFIX, "mypy": "1"}
    (folder / native.STAMP).write_text(json.dumps(stamp | changes), "utf-8")
    return folder


def run(switch: str, *command: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, native.SWITCH: switch}
    return subprocess.run([sys.executable, *command], cwd=TOP, env=environment, capture_output=True, text=True)


def test_a_core_that_was_made_from_these_sources_is_used(tmp_path: Path) -> None:
    assert (None, "interpreted") == native.find([tmp_path])
    assert (tmp_path, "compiled") == native.find([stamped(tmp_path)])


def test_a_core_of_other_sources_or_another_python_is_not_used_and_that_is_said(tmp_path: Path) -> None:
    assert (None, native.OTHER_SOURCES) == native.find([stamped(tmp_path, sources="0")])
    assert (None, native.OTHER_PYTHON) == native.find([stamped(tmp_path, python=".cpython-39.so")])


def test_the_fingerprint_changes_with_any_source_and_its_name(tmp_path: Path) -> None:
    (tmp_path / "kernel").mkdir()
    source = tmp_path / "kernel" / "a.py"
    found = set()
    for name, text in (("a", "x = 1\n"), ("a", "x = 2\n"), ("b", "x = 2\n")):
        source.unlink(missing_ok=True)
        source = tmp_path / "kernel" / f"{name}.py"
        source.write_text(text)
        found.add(native.fingerprint(tmp_path))
    assert 3 == len(found)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a compiled core is looked for; nobody asks for it or switches it off."""
    monkeypatch.delenv(native.SWITCH)
    monkeypatch.setattr(native, "FOLDERS", (tmp_path,))
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path])
    return tmp_path


def loadable(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the library of its kernel could be loaded."""
    (stamped(folder) / native.DOCS).write_text("{}")
    monkeypatch.setitem(sys.modules, native.KERNEL, ModuleType(native.KERNEL))


def test_a_core_that_fits_is_used_unasked(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert native.INTERPRETED == native.use()
    loadable(folder, monkeypatch)
    assert native.COMPILED == native.use()
    served = sys.meta_path[0]
    assert isinstance(served, native.Compiled)
    assert folder == served.folder


def test_a_core_that_fits_can_be_switched_off(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    loadable(folder, monkeypatch)
    monkeypatch.setenv(native.SWITCH, "0")
    before = [*sys.meta_path]
    assert native.INTERPRETED == native.use()
    assert before == sys.meta_path


@pytest.mark.parametrize("spoil", ["sources", "stamp", "docs", "library"])
def test_a_core_that_cannot_be_used_is_ignored(folder: Path, monkeypatch: pytest.MonkeyPatch, spoil: str) -> None:
    """It was made from others, is half of one, or was copied from a newer system."""
    loadable(folder, monkeypatch)
    if spoil == "sources":
        stamped(folder, sources="0")
    elif spoil == "library":
        monkeypatch.delitem(sys.modules, native.KERNEL)
        (folder / f"{native.KERNEL}{native.SUFFIX}").write_text("of another system")
    else:
        (folder / {"stamp": native.STAMP, "docs": native.DOCS}[spoil]).write_text("{")
    before = [*sys.meta_path]
    told = {"sources": native.OTHER_SOURCES, "stamp": native.INTERPRETED}.get(spoil, native.UNUSABLE)
    assert told == native.use()
    assert before == sys.meta_path
    monkeypatch.setenv(native.SWITCH, "1")
    with pytest.raises(ImportError, match="./dev native"):
        native.use()


def test_who_asks_for_a_core_that_is_not_there_is_told(tmp_path: Path) -> None:
    told = run(str(tmp_path), "-c", "import tablero")
    assert 1 == told.returncode
    assert "./dev native" in told.stderr


class Compiled:
    """As a compiled class: what is made without the constructor is not made."""

    def __new__(cls, *given: int, **named: int) -> Compiled:
        if not given and not named:
            raise TypeError("__init__() missing required argument 'x' (pos 1)")
        return object.__new__(cls)


@dataclass(frozen=True)
class Place(Compiled):
    x: int


def test_what_is_compiled_can_go_to_another_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ExtensionFileLoader, "exec_module", lambda self, module: None)
    monkeypatch.setattr(Place, "__reduce__", Place.__reduce__)      # puts it back at the end
    with pytest.raises(TypeError, match="missing required"):
        pickle.loads(pickle.dumps(Place(3)))
    docs = {__name__: {"Place": ""}}
    native.Loader(__name__, str(tmp_path), docs).exec_module(sys.modules[__name__])
    assert (Place(3), Place(4)) == (pickle.loads(pickle.dumps(Place(3))), copy.copy(Place(4)))
    assert Place.__doc__ is None


def test_compiled_classes_get_their_docstrings_back_also_where_no_loader_was_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Compiled code imports modules of its own library by itself; one that is half imported is left for later."""
    def execute(self: object, module: ModuleType) -> None:
        vars(module)["A"] = type("A", (), {})

    monkeypatch.setattr(ExtensionFileLoader, "exec_module", execute)
    asked, other, half = (ModuleType(f"tablero.kernel.{name}") for name in ("asked", "other", "half"))
    vars(other)["B"] = type("B", (), {})
    for module in (asked, other, half):
        monkeypatch.setitem(sys.modules, module.__name__, module)
    docs = {asked.__name__: {"A": "[1.1a] A."}, other.__name__: {"B": "[2.1b] B."}, half.__name__: {"C": "[3.1c] C."}}
    native.Loader(asked.__name__, str(tmp_path), docs).exec_module(asked)
    assert ("[1.1a] A.", "[2.1b] B.") == (vars(asked)["A"].__doc__, vars(other)["B"].__doc__)
    assert [half.__name__] == [*docs]


def test_the_first_difference_between_sources_and_compiled_core_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def both(*arguments: str) -> Iterator[tuple[str, str]]:
        if "--show" not in arguments:
            yield from (("dpyr random 100 a", "dpyr random 100 a"), ("dpyr random 101 b", "dpyr random 101 c"))
        else:
            assert ("dpyr", "--show", "random", "101") == arguments
            yield from (("action 0: (1, 2)", "action 0: (1, 2)"), ("action 1: (1, True)", "action 1: (1, 1)"))

    monkeypatch.setattr(digest, "both", both)
    told = digest.compare(["dpyr"], 2, 0)
    assert "dpyr, random game with seed 101, action 1" in told
    assert told.index("(1, True)") < told.index("(1, 1)")


@pytest.mark.long
@pytest.mark.skipif(not shutil.which("gcc") and os.environ.get("CI") != "true", reason="needs a C compiler")
def test_games_on_a_compiled_kernel_are_the_same(tmp_path: Path) -> None:
    """The kernel alone is compiled, without optimizing; games that nobody compiled run on it."""
    made = run("0", "tools/native.py", "--only", "kernel", "-O", "0", "--into", str(tmp_path / "native"))
    assert 0 == made.returncode, made.stdout + made.stderr
    slow, fast = run("0", "-c", KERNEL, "interpreted"), run(str(tmp_path / "native"), "-c", KERNEL, "compiled")
    assert "" == slow.stderr + fast.stderr
    assert 5 == len(fast.stdout.splitlines())
    assert slow.stdout == fast.stdout
