"""Checks the code of the page: types of messages up to date, TypeScript, ESLint; also of what is sent, minified.

    python tools/page.py

TypeScript and ESLint come from npm, as tools/page/package.json says, into ~/.cache/tablero; the page itself needs
neither, and there is no build. Without npm they are left out, and it is said; where CI=true that is an error.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import page_types
from tablero.server.pages import sent

TOOLS = Path(__file__).parent / "page"
ROOT = Path(__file__).parents[1]
WEB = ROOT / "src/tablero/web"
CODE = [*sorted(WEB.glob("*.js")), *sorted(WEB.glob("games/*.js")), *sorted((ROOT / "tests/web/unit").glob("*.mjs"))]
LONGEST = 120               # letters of a line


def installed() -> Path | None:
    """The folder of the tools, filled if it is not; None if that cannot be."""
    wanted = (TOOLS / "package.json").read_bytes()
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tablero"
    folder = cache / f"page-tools-{hashlib.sha256(wanted).hexdigest()[:12]}"
    if folder.is_dir():
        return folder
    if shutil.which("npm") is None:
        return None
    part = folder.with_name(f"{folder.name}.{os.getpid()}")
    part.mkdir(parents=True)
    (part / "package.json").write_bytes(wanted)
    command = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts"]
    done = subprocess.run(command, cwd=part, capture_output=True, text=True, timeout=600)
    if done.returncode:
        shutil.rmtree(part)
        print(done.stdout + done.stderr)
        return None
    part.rename(folder)
    return folder


def main() -> int:
    bad = page_types.main(check=True) + long_lines()
    folder = installed()
    if folder is None:
        print("TypeScript and ESLint are left out: they need npm (tools/system.sh npm) and its registry")
        return 1 if bad or os.environ.get("CI") == "true" else 0
    modules = folder / "node_modules"
    eslint = ["node", modules / "eslint/bin/eslint.js", "--config"]
    for command in (
        ["node", modules / "typescript/bin/tsc", "-p", TOOLS / "tsconfig.json"],
        [*eslint, TOOLS / "eslint.config.mjs", *CODE],
    ):
        bad |= subprocess.run([str(part) for part in command], cwd=ROOT).returncode
    with tempfile.TemporaryDirectory() as sent_:
        bad |= subprocess.run([str(part) for part in [*eslint, minified(Path(sent_)), "."]], cwd=sent_).returncode
    return 1 if bad else 0


def minified(folder: Path) -> Path:
    """Put there what browsers are sent, and the rules for it: the minifier may move a `const { … } = x` before `x`."""
    for path in WEB.rglob("*.js"):
        copy = folder / path.relative_to(WEB)
        copy.parent.mkdir(exist_ok=True)
        copy.write_bytes(sent(path, path.stat().st_mtime_ns))
    return Path(shutil.copy(TOOLS / "sent.config.mjs", folder))


def long_lines() -> int:
    """Of the style sheet, which ESLint does not read."""
    lines = enumerate((WEB / "style.css").read_text("utf-8").splitlines(), 1)
    found = [n for n, line in lines if len(line) > LONGEST]
    for n in found:
        print(f"src/tablero/web/style.css:{n}: more than {LONGEST} letters")
    return len(found)


if __name__ == "__main__":
    sys.exit(main())
