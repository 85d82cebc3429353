"""The README's example runs as it stands, and the files it points to are there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")


def test_the_example_plays_a_whole_battle(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    exec(compile(example, "README.md", "exec"), {})
    assert "'winner'" in capsys.readouterr().out


def test_every_link_leads_somewhere() -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", README)
    assert links
    assert [] == [link for link in links if not (ROOT / link).exists()]
