"""The compiled core: kernel, games and bots as `./dev native` made them, if they were made from these very sources.

They lie in a folder of their own, `build/native` of a checkout or `_native` of a wheel, with a stamp that says what
they were made from. If the stamp fits, imports are served from there; if not, nobody looks there at all, and the
sources run as always. `TABLERO_NATIVE=0` never uses it; `TABLERO_NATIVE=1` refuses to start without it, as does
`TABLERO_NATIVE=FOLDER`, which looks for it in that folder.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import sys
from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, TypedDict, TypeVar

HERE = Path(__file__).parent
FOLDERS = (HERE / "_native", HERE.parents[1] / "build" / "native")      # of a wheel, of a checkout
PARTS = ("kernel", "games", "bots")         # what is compiled
STAMP = "stamp.json"
DOCS = "docs.json"                          # docstrings of classes, by module and class; "" for none
FRAME = ("tablero.kernel.frames", "Frame")  # the base of dataclasses that is none itself
SWITCH = "TABLERO_NATIVE"
SUFFIX = importlib.machinery.EXTENSION_SUFFIXES[0]      # names the Python and the machine
KERNEL = "tablero_kernel__mypyc"            # the library of the kernel, which all others need

COMPILED, INTERPRETED = "compiled", "interpreted"           # what runs
OTHER_PYTHON = "interpreted: the compiled core is for another Python"
OTHER_SOURCES = "interpreted: the compiled core was made from other sources"
UNUSABLE = "interpreted: the compiled core cannot be loaded"

T = TypeVar("T")


class Stamp(TypedDict):
    """What a compiled core was made from."""

    sources: str
    python: str
    mypy: str


def sources(top: Path = HERE) -> list[Path]:
    return sorted(path for part in PARTS for path in (top / part).rglob("*.py"))


def fingerprint(top: Path = HERE) -> str:
    """A hash of all sources of the core, with their names."""
    found = hashlib.sha256()
    for path in sources(top):
        text = path.read_bytes()
        found.update(f"{path.relative_to(top).as_posix()} {len(text)}\n".encode())
        found.update(text)
    return found.hexdigest()


def module(path: str) -> str:
    """`tablero/kernel/frames.py` -> `tablero.kernel.frames`."""
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def taken_apart(thing: Any) -> tuple[object, ...]:
    """A position, a frame or another dataclass as `pickle` and `copy` keep it: compiled ones cannot be made without
    their constructors."""
    return put_together, (type(thing), {f.name: getattr(thing, f.name) for f in fields(thing)})


def put_together(cls: type[T], values: dict[str, Any]) -> T:
    return cls(**values)


class Loader(importlib.machinery.ExtensionFileLoader):
    """Gives compiled classes what they have lost: their docstrings, which prompts take their rules from, and that they
    can go to another process. Also those of modules that compiled code has imported by itself, which asks no loader."""

    def __init__(self, name: str, path: str, docs: dict[str, dict[str, str]]) -> None:
        super().__init__(name, path)
        self.docs = docs        # of modules that have not got theirs yet

    def exec_module(self, module: ModuleType) -> None:
        super().exec_module(module)
        for name in [name for name in self.docs if name in sys.modules]:
            found = vars(sys.modules[name])
            if found.keys() >= self.docs[name].keys():      # or it is still being imported
                for cls, text in self.docs.pop(name).items():
                    found[cls].__doc__ = text or None
                    if is_dataclass(found[cls]) or (name, cls) == FRAME:
                        found[cls].__reduce__ = taken_apart


class Compiled(importlib.abc.MetaPathFinder):
    """Finds the modules of a folder before anybody looks for their sources; and the sources of what was not compiled,
    since a compiled package says that it lies in that folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.docs: dict[str, dict[str, str]] = json.loads((folder / DOCS).read_text("utf-8"))

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        parts = name.split(".")
        if not parts[0].startswith("tablero") or len(parts) > 1 and parts[1] not in PARTS:
            return None
        for top, suffix in ((self.folder, SUFFIX), (HERE.parent, ".py")):
            place = top.joinpath(*parts)
            own = place.with_name(place.name + suffix)
            for file, inner in ((place / f"__init__{suffix}", [str(place)]), (own, None)):
                if file.exists():
                    loader = Loader(name, str(file), self.docs) if suffix == SUFFIX else None
                    return importlib.util.spec_from_file_location(
                        name, file, loader=loader, submodule_search_locations=inner)
        return None


def stamp(folder: Path) -> Stamp | None:
    """What a folder says it was made from; None where there is no compiled core."""
    try:
        found: Stamp = json.loads((folder / STAMP).read_text("utf-8"))
    except (OSError, ValueError):
        return None
    return found


def find(folders: Sequence[Path]) -> tuple[Path | None, str]:
    """The folder of a compiled core that fits, and what there is to be said about it."""
    for folder in folders:
        if made := stamp(folder):
            if made["python"] != SUFFIX:
                return None, OTHER_PYTHON
            if made["sources"] != fingerprint():
                return None, OTHER_SOURCES
            return folder, COMPILED
    return None, INTERPRETED


def serve(folder: Path) -> str:
    """Serve imports from a folder, unless its libraries cannot be loaded, such as those of a newer system."""
    before = [*sys.meta_path]
    try:
        sys.meta_path.insert(0, Compiled(folder))
        importlib.import_module(KERNEL)
    except (ImportError, OSError, ValueError):
        sys.meta_path[:] = before
        return UNUSABLE
    return COMPILED


def use() -> str:
    """Serve imports from the compiled core, if there is one that fits; says what runs."""
    wanted = os.environ.get(SWITCH, "")
    if wanted == "0":
        return INTERPRETED
    folder, told = find(FOLDERS if wanted in ("", "1") else [Path(wanted)])
    if folder:
        told = serve(folder)
    if wanted and told != COMPILED:
        raise ImportError(f"{SWITCH}={wanted}, and there is no compiled core to use ({told}): ./dev native makes it")
    return told
