"""How soon a table is ready: `python -m tests.bench.ready [game...] [--times N]`.

From the call of the address to the frame in which the board is drawn and a question is shown; cold, with an empty cache
of the browser and a table that the server has not opened yet, and warm. Processor time is told besides, since a clock
measures what else the machine does.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page

from tests.server.live import LiveServer, children_of, live_server
from tests.web.browser import GOALS_READ, PACE, Visitor, chromium, visitor
from tests.web.games import begun

TICKS = os.sysconf("SC_CLK_TCK")
SCENARIOS = {
    "dpyr": ("maella", ("me", "heuristic")), "aiw": ("espartero", ("me", "heuristic")),
    "car": ("campaign", ("me", "heuristic")), "wellington": ("1813", ("me", "heuristic", "heuristic", "heuristic")),
}

# When the socket opened, its first message came and was dealt with; and when all of it was on the screen.
WATCH = """
const seen = window.seen = {};
const note = (name) => { seen[name] ??= performance.now(); };
const Plain = WebSocket;
window.WebSocket = class extends Plain {
  constructor(...given) {
    super(...given);
    note("socket");
    this.addEventListener("message", () => {
      note("message");
      setTimeout(() => note("dealt"));
    });
  }
};
const look = () => {
  const drawn = document.querySelector(".prompt[data-version]") && document.querySelector(".map .paper");
  if (drawn) requestAnimationFrame(() => setTimeout(() => note("ready")));
  else requestAnimationFrame(look);
};
look();
"""
TOLD = """() => ({
  ...window.seen,
  code: Math.max(...performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".js"))
    .map(({ responseEnd }) => responseEnd)),
  board: Math.max(...performance.getEntriesByType("resource").filter(({ name }) => name.includes("/boards/"))
    .map(({ responseEnd }) => responseEnd)),
  files: performance.getEntriesByType("resource").length,
})"""


class Time(NamedTuple):
    """One opening of a table: milliseconds."""

    code: float         # the last module has come
    board: float        # and the map
    socket: float       # the socket is called
    message: float      # the table has come
    dealt: float        # and is in the document
    ready: float        # it is on the screen
    server: float       # processor time of the server
    browser: float      # and of all processes of the browser
    files: float


def spent(pid: int) -> float:
    """Processor time of a process and of those that it started, in milliseconds."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return 1000 * (int(fields[11]) + int(fields[12])) / TICKS + sum(map(spent, children_of(pid)))


def opened(page: Page, url: str, server: int, browser: int) -> Time:
    before = spent(server), spent(browser)
    page.goto(url)
    page.wait_for_function("() => window.seen?.ready")
    told: dict[str, Any] = page.evaluate(TOLD)
    return Time(
        *(told[name] for name in ("code", "board", "socket", "message", "dealt", "ready")),
        spent(server) - before[0], spent(browser) - before[1], told["files"],
    )


def measured(browser: Browser, server: LiveServer, owner: Visitor, code: str, actions: int, program: int) -> list[Time]:
    """Cold, and warm: the same table called again by the same browser."""
    scenario, seats = SCENARIOS[code]
    id_ = begun(server, owner, scenario, actions, seats=seats, code=code)
    context = browser.new_context(
        storage_state=owner.context.storage_state(), viewport={"width": 1280, "height": 800}, locale="en-GB"
    )
    for script in (GOALS_READ, PACE % "off", WATCH):
        context.add_init_script(script)
    page = context.new_page()
    page.goto("about:blank")
    assert server.process is not None
    found = [opened(page, f"{server.url}/table/{id_}", server.process.pid, program) for _ in range(2)]
    context.close()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(SCENARIOS))
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--actions", type=int, default=0, help="that have been played before")
    chosen = parser.parse_args()
    print(f"{'':16}" + "".join(f"{name:>9}" for name in Time._fields))
    with tempfile.TemporaryDirectory() as folder, chromium() as browser, \
            live_server(f"sqlite:///{folder}/tablero.db", Path(folder)) as server:
        assert server.process is not None
        program = next(pid for pid in children_of(os.getpid()) if pid != server.process.pid)
        owner = visitor(browser, server.url, "Ana")
        owner.arrive()
        for code in chosen.games:
            rounds = [measured(browser, server, owner, code, chosen.actions, program) for _ in range(chosen.times)]
            for kind, times in zip(("cold", "warm"), zip(*rounds, strict=True), strict=True):
                print(f"{code:11} {kind:4}" + "".join(f"{median(column):9.0f}" for column in zip(*times, strict=True)),
                      flush=True)


if __name__ == "__main__":
    main()
