"""What every page must keep: no serious barrier for anybody, little to load, nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

import tablero
from tablero.server.pages import CODE, zipped
from tests.server.live import LiveServer
from tests.web.browser import Visitor
from tests.web.conftest import Barriers, Person
from tests.web.games import begun

WEB = Path(tablero.__file__).parent / "web"
MOST_CODE = 110_000         # bytes of JavaScript and CSS, gzip, that the table of a game loads
MOST_OF_ALL = 115_000       # of all pages together
MOST_BOOK = 7_000           # of the rulebook and the player's aid
MOST_FIRST = 300_000        # bytes over the line until a first table stands

WARS = [("dpyr", "arquijas", 2), ("aiw", "entire_war", 2), ("car", "campaign", 2), ("wellington", "1812", 4)]

# The code that the browser has loaded, by file: bytes as they came, without headers.
LOADED = """() => Object.fromEntries(performance.getEntriesByType("resource")
  .filter(({ name }) => /\\.(js|css)$/.test(name)).map((one) => [one.name.split("/").pop(), one.encodedBodySize]))"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_has_a_serious_barrier(person: Person, server: LiveServer, barriers: Barriers, scheme: str) -> None:
    ana = person("Ana", color_scheme=scheme)
    ana.go("/")
    expect(ana.page.get_by_label("Your name")).to_be_visible()
    found = {"welcome": barriers(ana)}
    ana.enter()
    expect(ana.page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    finished = begun(server, ana, "maella")
    running = begun(server, ana, "maella", 150, until="march_montear")
    ana.go("/")
    expect(ana.page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    found["lobby"] = barriers(ana)
    ana.go(f"/table/{running}")
    ana.at_table()
    found["table"] = barriers(ana)
    ana.page.get_by_role("tab", name="Armies").click()
    found["armies"] = barriers(ana)
    ana.page.get_by_role("button", name="Menu").click()
    found["menu"] = barriers(ana)
    ana.page.keyboard.press("Escape")
    ana.page.get_by_role("button", name="Settings").click()
    found["settings"] = barriers(ana)
    ana.go(f"/table/{finished}")
    ana.at_table()
    found["result"] = barriers(ana)
    ana.go(f"/replay/{finished}#200")
    expect(ana.page.locator(".log .line").last).to_be_visible()
    found["replay"] = barriers(ana)
    ana.go("/lesson/dpyr/4.3x1")
    expect(ana.page.locator(".prompt")).to_be_visible()
    found["lesson"] = barriers(ana)
    assert {} == {where: what for where, what in found.items() if what}


@pytest.mark.parametrize(("code", "scenario", "seats"), WARS)
def test_code_is_small(
    ana: Visitor, person: Person, server: LiveServer, code: str, scenario: str, seats: int,
    record_property: Callable[[str, object], None],
) -> None:
    """What a table loads before anything is clicked; and still when the book was opened too, which waits for that."""
    id_ = begun(server, ana, scenario, 40, code=code, seats=("me", *["heuristic"] * (seats - 1)))
    one = person("Ana", storage_state=ana.context.storage_state())
    page = one.page
    one.go(f"/table/{id_}")
    one.at_table()
    page.wait_for_load_state("networkidle")
    at_once = page.evaluate(LOADED)
    assert not {"book.js", "book.css", "aid.js", "lobby.js", "replay.js", "summary.js"} & at_once.keys()
    page.get_by_role("tab", name="Aid").click()
    expect(page.locator(".aid .chart").first).to_be_visible()
    page.get_by_role("tab", name="Rules").click()
    expect(page.locator(".panels.book article.rule").first).to_be_visible()
    opened = page.evaluate(LOADED)
    assert {"book.js", "book.css", "aid.js"} <= opened.keys()
    print(f"{code}: {sum(at_once.values())} bytes of code at once, {sum(opened.values())} with book and aid")
    record_property("bytes of code", sum(at_once.values()))
    assert 0 < sum(at_once.values()) < sum(opened.values()) <= MOST_CODE


def test_all_code_together_is_small() -> None:
    """Of all pages, with the larger map and the largest game, as it is sent, each file by itself; without the book."""
    code = [path for path in WEB.rglob("*") if path.suffix in CODE]
    size = {path: len(zipped(path, path.stat().st_mtime_ns)) for path in code}
    games = [n for path, n in size.items() if path.parent.name == "games"]
    maps = [n for path, n in size.items() if path.stem in ("hexmap", "pointmap")]       # a board is one or the other
    book = sum(n for path, n in size.items() if path.stem in ("aid", "book"))
    total = sum(size.values()) - sum(games) + max(games) - min(maps) - book
    print(f"JavaScript and CSS: {total} bytes in {len(code)} files, and {book} of the book, gzip")
    assert total <= MOST_OF_ALL
    assert book <= MOST_BOOK


def test_a_first_table_loads_little(person: Person, record_property: Callable[[str, object], None]) -> None:
    """From an empty cache through the lobby, and straight to a table."""
    ana = person("Ana")
    lobby = Meter(ana)
    ana.arrive()
    ana.page.wait_for_load_state("networkidle")
    sitting = ana.open_table("Arquijas")
    print(f"lobby and a first table: {lobby.total} bytes, {lobby.frames} of them frames")
    bea = person("Bea", storage_state=ana.context.storage_state())
    table = Meter(bea)
    bea.go(f"/table/{sitting}")
    bea.at_table()
    print(f"a table, nothing cached: {table.total} bytes, {table.frames} of them frames")
    record_property("bytes", table.total)
    assert max(lobby.total, table.total) <= MOST_FIRST


@pytest.mark.parametrize(("code", "scenario", "seats"), WARS)
def test_a_table_of_a_war_loads_little(
    ana: Visitor, person: Person, server: LiveServer, code: str, scenario: str, seats: int
) -> None:
    sitting = begun(server, ana, scenario, 40, code=code, seats=("me", *["heuristic"] * (seats - 1)))
    bea = person("Ana", storage_state=ana.context.storage_state())
    table = Meter(bea)
    bea.go(f"/table/{sitting}")
    bea.at_table()
    bea.page.wait_for_load_state("networkidle")
    print(f"a table of {code}, nothing cached: {table.total} bytes, {table.frames} of them frames")
    assert 0 < table.total <= MOST_FIRST


class Meter:
    """Counts what comes over the line, as it comes: compressed, with headers."""

    def __init__(self, person: Visitor) -> None:
        self.answers = self.frames = 0
        session = person.context.new_cdp_session(person.page)
        session.send("Network.enable")
        session.on("Network.loadingFinished", self._answer)
        session.on("Network.webSocketFrameReceived", self._frame)

    @property
    def total(self) -> int:
        return self.answers + self.frames

    def _answer(self, event: dict[str, Any]) -> None:
        self.answers += int(event["encodedDataLength"])

    def _frame(self, event: dict[str, Any]) -> None:
        self.frames += len(event["response"]["payloadData"].encode())


def test_nothing_may_be_framed_or_scripted_from_elsewhere(ana: Visitor) -> None:
    """An inline script put into the page does not run, and the attempt is what `faults` watches for."""
    ana.page.evaluate("""() => {
      const script = document.createElement("script");
      script.textContent = "window.broken = 1";
      document.body.append(script);
    }""")
    assert ana.page.evaluate("() => window.broken") is None
    ana.page.wait_for_timeout(100)
    assert ana.faults
    ana.faults.clear()
