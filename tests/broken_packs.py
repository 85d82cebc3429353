"""A game is loaded with a fault in its pack: the program finds the packs in another folder, as it finds its own."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from tablero import native

SHIPPED = native.HERE / "packs"
LOADER = """
import sys
import tablero

tablero.__path__.insert(0, sys.argv[1])     # where `tablero.packs` is looked for first
for _ in range(2):                          # the second time nothing of the first may be left
    try:
        game = tablero.game(sys.argv[2])
        for scenario in game.scenarios:
            game.new(scenario, 1)
        print("loaded")
    except tablero.BadPack as error:
        print(error)
print(game.pack.root if "game" in vars() else "refused")
"""


def loaded(game: str, folder: Path, file: str, right: str, wrong: str) -> list[str]:
    """What loading a game twice says, with one thing in its pack replaced."""
    packs = folder / "packs"
    packs.mkdir()
    for path in SHIPPED.iterdir():
        if path.name != game:
            (packs / path.name).symlink_to(path)
    shutil.copytree(SHIPPED / game, packs / game)
    text = (packs / game / file).read_text("utf-8")
    assert right in text
    (packs / game / file).write_text(text.replace(right, wrong, 1), "utf-8")
    done = subprocess.run([sys.executable, "-c", LOADER, str(folder), game], capture_output=True, text=True, timeout=60)
    assert "" == done.stderr
    *said, where = done.stdout.splitlines()
    assert where == "refused" or Path(where) == packs / game
    return said
