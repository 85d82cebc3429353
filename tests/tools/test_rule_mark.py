"""The marks `rule` and `card` accept what the pack has, and nothing else."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parents[1]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project with one rule, 4.2a, one card, mina, and the real conftest."""
    (tmp_path / "src/tablero/packs/dpyr").mkdir(parents=True)
    (tmp_path / "src/tablero/packs/dpyr/cards.csv").write_text("id,moments\nmina,own\n")
    (tmp_path / "src/tablero/packs/dpyr/rules.toml").write_text('[[rule]]\nid = "4.2a"\n')
    (tmp_path / "tests").mkdir()
    for name in ("conftest.py", "rules.py"):
        shutil.copy(HERE / name, tmp_path / "tests" / name)
    shutil.copy(HERE.parent / "pyproject.toml", tmp_path)
    return tmp_path


def run(root: Path, citation: str) -> tuple[int, str]:
    """Exit code and output of pytest on one test with this citation."""
    test = f"from tests.rules import card, rule\n\n@{citation}\ndef test_guns():\n    pass\n"
    (root / "tests/test_guns.py").write_text(test)
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider"]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


@pytest.mark.parametrize("citation", ['rule("dpyr", "4.2a")', 'card("dpyr", "mina")'])
def test_a_rule_or_card_that_exists(root: Path, citation: str) -> None:
    code, out = run(root, citation)
    assert "1 passed" in out
    assert 0 == code


@pytest.mark.parametrize("citation, text", [
    ('rule("dpyr", "4.2a", "4.2z")', "tests/test_guns.py::test_guns: dpyr has no rule 4.2z"),
    ('rule("chess", "4.2a")', "tests/test_guns.py::test_guns: there are no rules in packs/chess/rules.toml"),
    ('rule("dpyr")', "tests/test_guns.py::test_guns: name a rule"),
    ('card("dpyr", "mina", "oraa")', "tests/test_guns.py::test_guns: dpyr has no card oraa"),
    ('card("chess", "mina")', "tests/test_guns.py::test_guns: there are no cards in packs/chess/cards.csv"),
])
def test_a_rule_or_card_that_does_not(root: Path, citation: str, text: str) -> None:
    code, out = run(root, citation)
    assert text in out
    assert "1 error" in out
    assert 2 == code
