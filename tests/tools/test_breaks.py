"""A break that a test notices is killed, the others are listed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
RULES = """
LIMIT = 4
SPARE = 7


def may_stack(n: int) -> bool:
    return n < LIMIT


def cost(n: int) -> int:
    while n > 9:
        n -= 1
    return n + 1


def unused(n: int) -> int:
    return -n
"""
TESTS = """
from toy import cost, may_stack


def test_three_may_stack() -> None:
    assert may_stack(3) and not may_stack(5)


def test_ten_costs_as_much_as_nine() -> None:
    assert cost(10) > 0
"""


def test_survivors_are_listed(tmp_path: Path) -> None:
    (tmp_path / "toy.py").write_text(RULES)
    (tmp_path / "test_toy.py").write_text(TESTS)
    (tmp_path / "conftest.py").write_text("")
    files = "--source", tmp_path / "toy.py", "--tests", tmp_path / "test_toy.py"
    command = [sys.executable, "-m", "tools.breaks", *files]
    env = {"PYTHONPATH": str(tmp_path)}
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, env=env)
    found = {line.split(": ", 1)[1] for line in done.stdout.splitlines() if " | " in line}
    assert {
        "LIMIT = 4 | 4 -> 5",                       # at import; with 3 it is noticed
        "SPARE = 7 | 7 -> 8", "SPARE = 7 | 7 -> 6",
        "return n < LIMIT | n < LIMIT -> n <= LIMIT",   # neither 4 nor what is printed is asked for
        "while n > 9: | n > 9 -> n >= 9", "while n > 9: | n > 9 -> n <= 9", "while n > 9: | 9 -> 10",
        "while n > 9: | 9 -> 8",
        "n -= 1 | 1 -> 2",                          # without it, or with n += 1, the loop has no end: that is noticed
        "return n + 1 | n + 1 -> n - 1", "return n + 1 | 1 -> 2",
        "return -n | return -n -> return None   (no test runs it)", "return -n | -n -> n   (no test runs it)",
    } == found, done.stdout + done.stderr


def test_what_the_tests_of_its_chapter_do_not_notice_others_may(tmp_path: Path) -> None:
    folder = tmp_path / "rules"
    folder.mkdir()
    (folder / "r01_toy.py").write_text("LIMIT = 0\nSPARE = 0\nBARE = 0\n")
    (folder / "conftest.py").write_text("")
    (folder / "test_r01_toy.py").write_text("import r01_toy\n\n\ndef test_limit():\n    assert not r01_toy.LIMIT\n")
    (folder / "test_others.py").write_text("import r01_toy\n\n\ndef test_spare():\n    assert not r01_toy.SPARE\n")
    command = [sys.executable, "-m", "tools.breaks", "--source", folder / "r01_toy.py", "--tests", folder]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=False, env={"PYTHONPATH": str(folder)})
    assert ["BARE = 0 | 0 -> 1"] == [
        line.split(": ", 1)[1] for line in done.stdout.splitlines() if " | " in line], done.stdout + done.stderr
