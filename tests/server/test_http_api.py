"""The bot of docs/http-api.md plays on a live server until its game is over."""

from __future__ import annotations

import random
import re
import subprocess
import sys
import time
from pathlib import Path
from subprocess import PIPE

import httpx

import tablero
from tests.server.live import live_server, person

PAGE = Path(__file__).parents[2] / "docs" / "http-api.md"


def test_the_documented_bot_plays_until_its_game_is_over(tmp_path: Path) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert len(code.splitlines()) <= 35
    file = tmp_path / "bot.py"
    file.write_text(code, "utf-8")
    with live_server(f"sqlite:///{tmp_path / 'tablero.db'}", tmp_path) as server:
        ana = person(server, "Ana")
        body = {"game": "dpyr", "scenario": "maella", "seats": ["open", "me"]}
        sitting = ana.post("/api/sittings", json=body).json()["id"]
        token = ana.post(f"/api/sittings/{sitting}/invites", json={"seat": "carlist"}).json()["token"]
        bot = subprocess.Popen([sys.executable, str(file), server.url, token], stdout=PIPE, stderr=PIPE, text=True)
        try:
            ana_plays(ana, f"/api/sittings/{sitting}")
            out, wrong = bot.communicate(timeout=120)
        finally:
            bot.kill()
        assert (0, "") == (bot.returncode, wrong)
        assert out.strip()
        record = tablero.Record.parse(ana.get(f"/api/sittings/{sitting}/record").text)
        record.verify()
        assert {0, 1} == {entry.seat for entry in record.entries}


def ana_plays(ana: httpx.Client, table: str) -> None:
    """She answers for a while, and gives up when both have moved often enough."""
    chance, mine, end = random.Random(1), 0, time.monotonic() + 120
    while mine < 40:
        assert time.monotonic() < end, "the bot does not move"
        seen = ana.get(table).json()
        if not seen["choices"]:
            time.sleep(0.1)
            continue
        act = {"id": f"{mine}", "do": chance.choice(seen["choices"])["do"], "stamp": seen["stamp"]}
        assert 200 == ana.post(f"{table}/act", json=act).status_code
        mine += 1
    ana.post(f"{table}/resign", json={"id": "enough"})
