"""What lets a table be ready soon: `python -m tests.bench.ready` measures how soon."""

from __future__ import annotations

from tests.server.live import LiveServer
from tests.web.browser import Visitor
from tests.web.games import begun

# How the table was when its socket was called, and how many sines the map took to draw.
WATCH = """
const seen = window.seen = { sines: 0 };
const Plain = WebSocket;
window.WebSocket = class extends Plain {
  constructor(...given) {
    super(...given);
    seen.drawn ??= Boolean(document.querySelector(".map .paper"));
  }
};
const { sin } = Math;
Math.sin = (x) => { seen.sines += 1; return sin(x); };
"""


def test_the_server_is_asked_before_the_map_is_drawn_and_the_map_is_drawn_with_few_sums(
    ana: Visitor, server: LiveServer
) -> None:
    id_ = begun(server, ana, "espartero", 0, code="aiw")
    ana.context.add_init_script(WATCH)
    ana.go(f"/table/{id_}")
    ana.at_table()
    seen = ana.page.evaluate("() => window.seen")
    assert seen["drawn"] is False
    assert 0 < seen["sines"] < 50_000
