"""Is the tree what it says it is: nothing unfinished in src, no drawer for odds and ends, no code among data?"""

from __future__ import annotations

import re
from pathlib import Path

LONG = 600                                                          # lines
DRAWERS = {"utils", "helpers", "common", "manager"}
UNFINISHED = re.compile(r"\b(TODO|FIXME|NotImplementedError)\b")
ABSTRACT = Path("src/tablero/kernel")                               # whose frames are there to be filled in by games
CODE = {".py", ".js", ".css", ".html", ".sql"}                      # not the texts: "todo" is a Spanish word


def check(root: Path) -> tuple[list[str], list[str]]:
    """What there is to say, and what is wrong."""
    notes: list[str] = []
    errors: list[str] = []
    for top in ("src", "tests", "tools"):
        for path in sorted((root / top).rglob("*")):
            if "__pycache__" not in path.parts and DRAWERS & set(path.stem.split("_")):
                errors.append(f"{path.relative_to(root)}: name it after what it holds")
    for path in sorted((root / "src").rglob("*")):
        if path.suffix not in CODE or not path.is_file():
            continue
        where = path.relative_to(root)
        lines = path.read_text("utf-8").splitlines()
        if path.suffix == ".py" and len(lines) > LONG:
            notes.append(f"warning: {where} has {len(lines)} lines; split it by sections")
        for number, line in enumerate(lines, 1):
            word = UNFINISHED.search(line)
            if word and not (word[0] == "NotImplementedError" and where.is_relative_to(ABSTRACT)):
                errors.append(f"{where}:{number}: {word[0]}")
        if path.suffix == ".py" and is_code_in_packs(path, root / "src/tablero/packs"):
            errors.append(f"{where}: packs hold data only")
    return notes, errors


def is_code_in_packs(path: Path, packs: Path) -> bool:
    """An empty packs/__init__.py is no code: it only makes the folder a package whose files can be found."""
    return packs in path.parents and not (path == packs / "__init__.py" and not path.read_bytes())
