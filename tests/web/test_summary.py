"""When a game is over its account is a click away, and leads to the moments."""

from __future__ import annotations

import re
from itertools import pairwise

from playwright.sync_api import expect

from tests.server.live import LiveServer
from tests.web.browser import Visitor
from tests.web.conftest import Barriers
from tests.web.games import begun


def test_a_finished_game_has_an_account_with_links_to_its_moments(
    ana: Visitor, server: LiveServer, barriers: Barriers
) -> None:
    id_, page = begun(server, ana, "maella"), ana.page
    ana.go(f"/table/{id_}")
    page.get_by_role("link", name="How it went").click()
    expect(page.locator(".course path.line")).to_have_count(2)
    chart, *words = page.evaluate("""() => [".course", ".course text"].flatMap((which) => [
      ...document.querySelectorAll(which)].map((found) => found.getBoundingClientRect().toJSON()))""")
    assert [] == [word for word in words if word["left"] < chart["left"] or word["right"] > chart["right"]]
    turns = [word for word in words if word["top"] == words[-1]["top"]]
    assert all(one["right"] < other["left"] for one, other in pairwise(turns))
    expect(page.locator("main.summary")).to_contain_text("Luck of the dice")
    figures = [row.split("\t")[1:] for row in page.locator("section").first.locator("tbody tr").all_inner_texts()]
    *by_source, total = [[float(n.strip().replace("–", "0")) for n in row] for row in figures]
    assert [sum(column) for column in zip(*by_source, strict=True)] == total
    assert [] == barriers(ana)
    expect(page.locator(".moments small").first).to_contain_text(re.compile(r"^Turn \d+ · .+: [\d.]+ points · \w+"))
    link = page.locator(".moments a").first
    n = (link.get_attribute("href") or "").partition("#")[2]
    link.click()
    expect(page.locator(f".player[data-moment='{n}']")).to_be_visible()
    assert re.search(rf"/replay/{id_}#{n}$", page.url)


def test_a_game_that_goes_on_has_no_account_yet(ana: Visitor, server: LiveServer) -> None:
    id_ = begun(server, ana, "maella", 30)
    status = ana.page.evaluate("(path) => fetch(path).then((answer) => answer.status)", f"/api/sittings/{id_}/summary")
    assert 403 == status
