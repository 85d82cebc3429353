"""What a dataclass makes of itself at run time, written out for mypyc: constructors and copies of frames and states.

`dataclass` makes `__init__` where the interpreter runs it, also of a compiled class: five times as slow as one that is
compiled. The build (tools/native.py) compiles copies of the sources, in which these lines are written into the empty
ones after each class, and after the last line of the module: line numbers stay what they are.

    def __init__(self, unit: Unit, path: list[Hex] | None = None, *, at: int = 0) -> None: self.unit = unit; ...
    def _clone_March(old: object) -> object: ...
    _cloners[March] = _clone_March
"""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import sys
from dataclasses import MISSING, Field, fields
from functools import cache
from pathlib import Path

from tablero import native
from tablero.kernel import frames
from tablero.kernel.frames import CLONED, COPIED, Frame, State, holder

SPARED = ("tablero/kernel/compiling.py", "tablero/kernel/errors.py")        # what is left to the interpreter
CHECKED = ("--strict", "--implicit-reexport")       # a type may be imported from the module of the class that uses it


@cache
def body(cls: type) -> dict[str, ast.AnnAssign]:
    """The fields of a class as they stand in its module."""
    tree = ast.parse(inspect.getsource(sys.modules[cls.__module__]))
    found = next(node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == cls.__name__)
    return {ast.unparse(node.target): node for node in found.body if isinstance(node, ast.AnnAssign)}


def owner(cls: type, name: str) -> type:
    """The class that says what a field is."""
    return next(base for base in cls.__mro__ if name in inspect.get_annotations(base))


def needed(cls: type, name: str, text: str) -> list[str]:
    """The imports with which a text that stands in the class of a field means the same in the module of `cls`."""
    own, other = vars(sys.modules[cls.__module__]), vars(sys.modules[owner(cls, name).__module__])
    found = []
    for word in {node.id for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)}:
        if word in other and word not in own:
            found.append(f"from {owner(cls, name).__module__} import {word}")
        elif own.get(word) is not other.get(word):
            raise SystemExit(f"{cls.__module__}: {word}, of {cls.__name__}.{name}, is something else here")
    return found


def default(cls: type, f: Field[object]) -> str:
    """The value of a field that is not given; nothing if it has to be."""
    if f.default is MISSING and f.default_factory is MISSING:
        return ""
    value = body(owner(cls, f.name))[f.name].value
    assert value is not None
    if not (isinstance(value, ast.Call) and ast.unparse(value.func) == "field"):
        return ast.unparse(value)
    given = {word.arg: word.value for word in value.keywords}
    if "default" in given:
        return ast.unparse(given["default"])
    factory = given["default_factory"]
    empty = {"list": "[]", "dict": "{}"}
    return ast.unparse(factory.body) if isinstance(factory, ast.Lambda) else empty[ast.unparse(factory)]


def constructor(cls: type) -> tuple[str, list[str]]:
    """`__init__` in a line, and the imports it needs."""
    plain, named, lines, imports = ["self"], [], [], []
    for f in fields(cls):
        name, kind, value = f.name, f.type, default(cls, f)
        assert isinstance(kind, str)
        imports += needed(cls, name, kind) + needed(cls, name, value)
        if made := f.default_factory is not MISSING:
            lines.append(f"self.{name} = {value} if {name} is None else {name}")
        else:
            lines.append(f"self.{name} = {name}")
        tail = " | None = None" if made else f" = {value}" if value else ""
        (named if f.kw_only else plain).append(f"{name}: {kind}{tail}")
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    arguments = ", ".join([*plain, *(["*", *named] if named else [])])
    return f"    def __init__({arguments}) -> None: {'; '.join(lines or ['pass'])}", imports


def cloner(cls: type) -> str:
    """The copy in a line."""
    written = CLONED if issubclass(cls, State) else {}
    given = []
    for f in sorted(fields(cls), key=lambda f: f.kw_only):
        assert isinstance(f.type, str)
        # mypy takes `int | bool` for int where it is read, and mypyc makes 1 of True
        read = f'getattr(old, "{f.name}")' if re.search(r"\| bool\b", f.type) else f"old.{f.name}"
        value = written.get(f.name, f"{read}{COPIED[holder(f)]}")
        given.append(f"{f.name}={value}" if f.kw_only else value)
    return (f"def _clone_{cls.__name__}(old: object) -> object: "
            f"assert isinstance(old, {cls.__name__}); return {cls.__name__}({', '.join(given)})")


def written_out(path: str, source: str) -> str:
    """A module with its constructors and copies."""
    if "@dataclass" not in source:
        return source
    module = importlib.import_module(native.module(path))
    lines = [*source.splitlines(), ""]
    tail: list[str] = []
    for node in reversed(ast.parse(source).body):
        cls = getattr(module, node.name) if isinstance(node, ast.ClassDef) else object
        if not issubclass(cls, (Frame, State)) or "__dataclass_fields__" not in vars(cls):
            continue
        assert node.end_lineno is not None
        if lines[node.end_lineno].strip():
            raise SystemExit(f"{path}: {cls.__name__} needs an empty line after it")
        lines[node.end_lineno], imports = constructor(cls)
        tail += [*imports, cloner(cls), f"_cloners[{cls.__name__}] = _clone_{cls.__name__}"]
    if tail and module is not frames:
        tail.insert(0, "from tablero.kernel.frames import _cloners, clone_frame")
    return "\n".join([*lines, *dict.fromkeys(tail)]) + "\n"


def write_sources(folder: Path) -> None:
    """Copies of the sources as they are compiled, with what dataclasses make at run time written out."""
    for path in [*native.HERE.glob("*.py"), *native.sources()]:
        name = path.relative_to(native.HERE.parent).as_posix()
        text = written_out(name, path.read_text("utf-8"))
        copy = folder / name
        if not copy.exists() or copy.read_text("utf-8") != text:
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(text, "utf-8")
