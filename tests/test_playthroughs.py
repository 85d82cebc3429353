"""The golden games are as they were; `./dev playthroughs` writes them again when a change is meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.playthroughs import files, playthrough


@pytest.mark.parametrize(("path", "code", "scenario"), files(), ids=[f"{c}-{s}" for _, c, s in files()])
def test_the_golden_game_has_not_changed(path: Path, code: str, scenario: str) -> None:
    assert path.read_text("utf-8").splitlines() == playthrough(code, scenario).splitlines()
