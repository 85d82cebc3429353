"""The compiled core: kernel, games and bots as `./dev native` made them, if they were made from these very sources.

They lie in a folder of their own, `build/native` of a checkout or `_native` of a wheel, with a stamp that says what
they were made from. If the stamp fits, imports are served from there; if not, nobody looks there at all, and the
sources run as always. It is on trial: only `TABLERO_NATIVE=1` uses it, and refuses to start without it, or
`TABLERO_NATIVE=FOLDER`, which looks for it in that folder.
"""

from __future__ import annotations

import hashlib
import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import TypedDict

HERE = Path(__file__).parent
FOLDERS = (HERE / "_native", HERE.parents[1] / "build" / "native")      # of a wheel, of a checkout
PARTS = ("kernel", "games", "bots")         # what is compiled
STAMP = "stamp.json"
DOCS = "docs.json"                          # docstrings of classes, by module and class
SWITCH = "TABLERO_NATIVE"
COMPILED, INTERPRETED = "compiled", "interpreted"
SUFFIX = importlib.machinery.EXTENSION_SUFFIXES[0]      # names the Python and the machine


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


class Loader(importlib.machinery.ExtensionFileLoader):
    """Gives compiled classes their docstrings back, which prompts take their rules from; also those of modules that
    compiled code has imported by itself, which asks no loader."""

    def __init__(self, name: str, path: str, docs: dict[str, dict[str, str]]) -> None:
        super().__init__(name, path)
        self.docs = docs        # of modules that have not got theirs yet

    def exec_module(self, module: ModuleType) -> None:
        super().exec_module(module)
        for name in [name for name in self.docs if name in sys.modules]:
            found = vars(sys.modules[name])
            if found.keys() >= self.docs[name].keys():      # or it is still being imported
                for cls, text in self.docs.pop(name).items():
                    found[cls].__doc__ = text


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
    except FileNotFoundError:
        return None
    return found


def find(folders: Sequence[Path]) -> tuple[Path | None, str]:
    """The folder of a compiled core that fits, and what there is to be said about it."""
    for folder in folders:
        if made := stamp(folder):
            if made["python"] != SUFFIX:
                return None, f"{INTERPRETED}: the compiled core in {folder} is for another Python; ./dev native"
            if made["sources"] != fingerprint():
                return None, f"{INTERPRETED}: the compiled core in {folder} was made from other sources; ./dev native"
            return folder, COMPILED
    return None, INTERPRETED


def use() -> str:
    """Serve imports from the compiled core, if there is one that fits; says what runs."""
    wanted = os.environ.get(SWITCH, "")
    if wanted in ("", "0"):         # on trial: it has to be asked for (docs/decisions/a25)
        return INTERPRETED
    folder, told = find(FOLDERS if wanted == "1" else [Path(wanted)])
    if folder:
        sys.meta_path.insert(0, Compiled(folder))
    else:
        raise ImportError(f"{SWITCH}={wanted}, and there is no compiled core to use ({told}): ./dev native makes it")
    return told
