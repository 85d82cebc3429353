"""The pictures of the README, taken of the real page: `./dev screenshots`, or `./dev screenshots table phone`.

Bots have played the games beforehand, from fixed seeds, so that the pictures change only when the page does.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, expect

from tests.server.live import LiveServer, live_server
from tests.web.browser import Visitor, chromium, visitor
from tests.web.games import begun

IMAGES = Path(__file__).parents[1] / "docs" / "images"
LARGEST = 400_000       # bytes of a picture
COLOURS = (256, 128, 64)
THEN = 1_767_720_600.0  # when the games were last played: an evening at Epiphany
WIDE = {"width": 1600, "height": 1000}
PHONE = {"width": 390, "height": 844}


class Studio:
    """A server with games on it, and somebody who looks at them."""

    def __init__(self, server: LiveServer, browser: Browser) -> None:
        self.server, self.browser = server, browser
        self.games = visitor(browser, server.url, "Ana")
        self.games.arrive()
        self.battle = begun(server, self.games, "arquijas", 420, until="march_montear", seed=11, now=THEN)
        self.attack = begun(server, self.games, "luchana", 500, until="declare", seed=3, now=THEN)
        self.finished = begun(server, self.games, "maella", seed=5, now=THEN)
        self.war = begun(server, self.games, "espartero", 280, until="act", seed=4, now=THEN, code="aiw")
        self.spain = begun(server, self.games, "campaign", 560, until="activate", seed=4, now=THEN, code="car")
        self.peninsula = begun(
            server, self.games, "1812", 260, until="choose_play", seed=4, now=THEN, code="wellington",
            seats=("me", "heuristic", "heuristic", "heuristic"),
        )

    def look(self, path: str, **options: Any) -> Visitor:
        """The same person's page in another window."""
        state = self.games.context.storage_state()
        wished: dict[str, Any] = {"viewport": WIDE, "storage_state": state, "timezone_id": "Europe/Madrid"}
        one = visitor(self.browser, self.server.url, "Ana", **(wished | options))
        one.go(path)
        return one


def lobby(studio: Studio) -> Visitor:
    one = studio.look("/", viewport={"width": 1280, "height": 1100})
    expect(one.page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    return one


def table(studio: Studio, **options: Any) -> Visitor:
    one = studio.look(f"/table/{studio.battle}", **options)
    one.at_table()
    return one


def war(studio: Studio) -> Visitor:
    """The war in the North."""
    one = studio.look(f"/table/{studio.war}")
    one.at_table()
    return one


def spain(studio: Studio, **options: Any) -> Visitor:
    """The Spanish Civil War, in the middle of an operation."""
    one = studio.look(f"/table/{studio.spain}", **options)
    one.at_table()
    return one


def peninsula(studio: Studio) -> Visitor:
    """The Peninsular War, an Impulse of Britain."""
    one = studio.look(f"/table/{studio.peninsula}")
    one.at_table()
    return one


def spain_phone(studio: Studio) -> Visitor:
    return spain(studio, viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2, locale="es-ES")


def near(studio: Studio) -> Visitor:
    """Zoomed in on what is lit."""
    one = studio.look(f"/table/{studio.attack}")
    one.at_table()
    lit = one.page.locator(".board .top [role=button]").first.bounding_box()
    assert lit
    one.page.mouse.move(lit["x"] + lit["width"] / 2, lit["y"] + lit["height"] / 2)
    for _ in range(2):
        one.page.mouse.wheel(0, -240)
    one.page.mouse.move(4, 4)
    return one


def phone(studio: Studio) -> Visitor:
    return table(studio, viewport=PHONE, has_touch=True, is_mobile=True, device_scale_factor=2)


def dark(studio: Studio) -> Visitor:
    return table(studio, color_scheme="dark")


def replay(studio: Studio) -> Visitor:
    one = studio.look(f"/replay/{studio.finished}#300")
    expect(one.page.locator(".player")).to_have_attribute("data-moment", "300")
    return one


def lesson(studio: Studio) -> Visitor:
    one = studio.look("/lesson/dpyr/4.3x1", viewport={"width": 1280, "height": 800})
    expect(one.page.locator(".prompt")).to_be_visible()
    return one


PICTURES: dict[str, Callable[[Studio], Visitor]] = {
    "lobby": lobby, "table": table, "war": war, "near": near, "phone": phone, "dark": dark, "replay": replay,
    "lesson": lesson, "spain": spain, "spain_phone": spain_phone, "peninsula": peninsula,
}


def take(one: Visitor, path: Path) -> int:
    """As a PNG with as many colours as the largest size allows."""
    one.page.wait_for_timeout(600)      # until the map has been drawn sharp
    picture = Image.open(BytesIO(one.page.screenshot())).convert("RGB")
    one.context.close()
    for colours in COLOURS:
        few = picture.quantize(colours, Image.Quantize.MAXCOVERAGE, kmeans=2, dither=Image.Dither.NONE)
        few.save(path, optimize=True)
        if path.stat().st_size <= LARGEST:
            break
    return path.stat().st_size


def main(names: list[str]) -> int:
    unknown = set(names) - set(PICTURES)
    if unknown:
        print(f"no such picture: {', '.join(sorted(unknown))}; there are {', '.join(PICTURES)}")
        return 2
    IMAGES.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder)
        with live_server(f"sqlite:///{path / 'tablero.db'}", path) as server, chromium() as browser:
            studio = Studio(server, browser)
            for name in names or PICTURES:
                target = IMAGES / f"{name}.png"
                print(f"{target.relative_to(IMAGES.parents[1])}: {take(PICTURES[name](studio), target) / 1000:.0f} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
