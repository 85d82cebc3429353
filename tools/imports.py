"""Are imports sorted as ruff sorts them, and are long ones packed into lines instead of one name a line?

    python tools/imports.py FILE...     sorts and packs them
"""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

PACKED = ("src/tablero/games", "src/tablero/bots")     # elsewhere ruff alone decides
WIDTH = 120
SORT = [sys.executable, "-m", "ruff", "check", "--isolated", "--quiet", "--select", "I", "--fix",
        "--line-length", str(WIDTH), "--config", 'lint.isort.known-first-party = ["tablero", "tests", "tools"]']


def check(root: Path) -> tuple[list[str], list[str]]:
    """What there is to say, and what is wrong."""
    files = sorted(path for folder in PACKED for path in (root / folder).rglob("*.py"))
    wrong = [path for path, text in tidied(files).items() if path.read_text("utf-8") != text]
    return [], [f"sort and pack imports: python tools/imports.py {path.relative_to(root)}" for path in wrong]


def tidied(files: list[Path]) -> dict[Path, str]:
    """The texts of the files with their imports sorted and packed."""
    if not files:
        return {}
    with TemporaryDirectory() as folder:
        copies = [Path(folder) / f"{n}.py" for n in range(len(files))]
        for path, copy in zip(files, copies):
            copy.write_text(packed(path.read_text("utf-8"), WIDTH * WIDTH), "utf-8")
        subprocess.run([*SORT, *map(str, copies)], check=True)
        return {path: packed(copy.read_text("utf-8"), WIDTH) for path, copy in zip(files, copies)}


def packed(text: str, width: int) -> str:
    """The text with each import on one line, or filled into as few lines as the width allows."""
    lines = text.splitlines()
    for node in reversed(list(ast.walk(ast.parse(text)))):
        written = lines[node.lineno - 1 : node.end_lineno] if isinstance(node, ast.ImportFrom) else []
        if isinstance(node, ast.ImportFrom) and not any("#" in line for line in written):
            names = [f"{name.name} as {name.asname}" if name.asname else name.name for name in node.names]
            head = f"{' ' * node.col_offset}from {'.' * node.level}{node.module or ''} import "
            lines[node.lineno - 1 : node.end_lineno] = _filled(head, names, width)
    return "".join(f"{line}\n" for line in lines)


def _filled(head: str, names: list[str], width: int) -> list[str]:
    if len(head + ", ".join(names)) <= width:
        return [head + ", ".join(names)]
    indent = " " * (len(head) - len(head.lstrip()) + 4)
    lines = [f"{head}(", indent + names[0]]
    for name in names[1:]:
        if len(lines[-1]) + len(name) + 3 <= width:
            lines[-1] += f", {name}"
        else:
            lines[-1] += ","
            lines.append(indent + name)
    return [*lines, f"{indent[4:]})"]


if __name__ == "__main__":
    for path, text in tidied([Path(name) for name in sys.argv[1:]]).items():
        path.write_text(text, "utf-8")
