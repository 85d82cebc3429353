"""Can kernel and games still be compiled? mypyc translates them to C, which is where it refuses what it cannot compile.

    python tools/compiles.py [GAME...]

Nothing is built: the C files go to a folder that is removed. Without a game: the kernel and the first game.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
import tempfile
from pathlib import Path

from mypyc.build import mypyc_build
from mypyc.options import CompilerOptions

SOURCE = Path(__file__).parents[1] / "src"
CACHE = SOURCE.parent / ".mypy_cache"


def main(games: list[str]) -> None:
    os.chdir(SOURCE)
    folders = ["kernel", *(f"games/{game}" for game in games or ["dpyr"])]
    paths = [str(path) for folder in folders for path in sorted(Path("tablero", folder).rglob("*.py"))]
    with tempfile.TemporaryDirectory() as folder:
        options = CompilerOptions(multi_file=True, target_dir=folder)
        told = io.StringIO()
        try:
            with contextlib.redirect_stdout(told), contextlib.redirect_stderr(told):
                mypyc_build(["--strict", "--python-version", "3.11", "--cache-dir", str(CACHE), *paths], options)
        except SystemExit:
            print(*(line for line in told.getvalue().splitlines() if ": warning:" not in line), sep="\n")
            raise
    print(f"{len(paths)} modules of {', '.join(folders)} can be compiled")


if __name__ == "__main__":
    main(sys.argv[1:])
