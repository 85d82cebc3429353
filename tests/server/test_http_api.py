"""The bot of docs/http-api.md plays a whole game against a live server."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import tablero
from tests.server.live import live_server, person

PAGE = Path(__file__).parents[2] / "docs" / "http-api.md"


def test_the_documented_bot_plays_a_game_to_its_end(tmp_path: Path) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert len(code.splitlines()) <= 35
    bot = tmp_path / "bot.py"
    bot.write_text(code, "utf-8")
    with live_server(f"sqlite:///{tmp_path / 'tablero.db'}", tmp_path) as server:
        ana = person(server, "Ana")
        body = {"game": "dpyr", "scenario": "perecamps_2", "seats": ["open", "random"]}
        sitting = ana.post("/api/sittings", json=body).json()["id"]
        token = ana.post(f"/api/sittings/{sitting}/invites", json={"seat": "carlist"}).json()["token"]
        done = subprocess.run(
            [sys.executable, str(bot), server.url, token], capture_output=True, text=True, timeout=240, cwd=tmp_path
        )
        assert 0 == done.returncode, done.stderr
        assert done.stdout.strip()
        record = tablero.Record.parse(ana.get(f"/api/sittings/{sitting}/record").text)
        record.verify()
        assert record.state.over
        assert {0, 1} == {entry.seat for entry in record.entries}
