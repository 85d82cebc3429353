"""Parts of the page that need no browser, by node's own test runner; and the types of its messages."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

from tests.web.browser import missing

ROOT = Path(__file__).parents[2]
UNIT = sorted((Path(__file__).parent / "unit").glob("*.mjs"))


def test_model_and_picker_do_what_their_tests_say() -> None:
    node = shutil.which("node")
    if node is None:
        missing("node", "run `tools/system.sh npm` as root")
    done = subprocess.run([str(node), "--test", *map(str, UNIT)], capture_output=True, text=True, timeout=120)
    assert 0 == done.returncode, done.stdout + done.stderr
    passed = re.search(r"^\S+ pass (\d+)$", done.stdout, re.MULTILINE)
    assert passed, done.stdout
    assert sum(text.count("\ntest(") for text in (path.read_text("utf-8") for path in UNIT)) == int(passed[1])


def test_the_types_of_messages_are_those_of_the_server() -> None:
    """Also where npm is missing, and ./dev check cannot run TypeScript."""
    done = subprocess.run([sys.executable, ROOT / "tools/page_types.py", "--check"], capture_output=True, text=True)
    assert "" == done.stdout + done.stderr


def test_every_module_of_the_page_is_checked_by_typescript() -> None:
    modules = [*(ROOT / "src/tablero/web").glob("*.js"), *(ROOT / "src/tablero/web/games").glob("*.js")]
    assert [] == [path.name for path in modules if not path.read_text("utf-8").startswith("// @ts-check\n")]
