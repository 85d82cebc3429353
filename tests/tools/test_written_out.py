"""What mypyc compiles beside the sources: constructors and copies, as dataclasses and cloners make them at run time."""

from __future__ import annotations

import importlib
import inspect
from types import ModuleType

import pytest

import tablero
from tablero import native
from tablero.kernel import frames
from tools.written_out import written_out

pytestmark = pytest.mark.skipif(
    tablero.CORE == native.COMPILED, reason="what is compiled is made from the sources, where these run"
)
MODULES = [path.relative_to(native.HERE.parent).as_posix() for path in native.sources()]


def written(path: str) -> str:
    return written_out(path, (native.HERE.parent / path).read_text("utf-8"))


@pytest.mark.parametrize("path", [path for path in MODULES if path.startswith("tablero/kernel")])
def test_every_line_stays_where_it_is(path: str) -> None:
    """Or a traceback of compiled code would name others."""
    before = (native.HERE.parent / path).read_text("utf-8").splitlines()
    after = written(path).splitlines()
    assert before == [new if old else old for old, new in zip(before, after, strict=False)]


@pytest.mark.parametrize("name", ["kernel.windows", "games.dpyr.state", "games.aiw.rules.r11_movement.s00_activation"])
def test_constructors_that_are_written_out_take_what_dataclasses_take(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The module is run once more as it is compiled."""
    monkeypatch.setattr(frames, "FRAMES", dict(frames.FRAMES))
    monkeypatch.setattr(frames, "_cloners", dict(frames._cloners))
    module = importlib.import_module(f"tablero.{name}")
    again = ModuleType(module.__name__)
    again.__file__ = module.__file__
    exec(written(f"tablero/{name.replace('.', '/')}.py"), vars(again))
    found = [cls for cls in vars(module).values() if isinstance(cls, type) and cls.__module__ == module.__name__
             and issubclass(cls, (frames.Frame, frames.State))]
    assert found
    for cls in found:
        new = getattr(again, cls.__name__)
        assert new in frames._cloners
        given, taken = inspect.signature(cls).parameters, inspect.signature(new).parameters
        assert [(one.name, one.kind) for one in given.values()] == [(one.name, one.kind) for one in taken.values()]
