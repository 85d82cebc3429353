"""People with real browsers: Chromium driven by Playwright, watched for what a page must never do."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Response,
    WebSocket,
    expect,
    sync_playwright,
)

PATIENCE = 30_000       # milliseconds for anything the page should do; the machine may be busy
ARGUMENTS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking",
    "--no-first-run", "--disable-component-update", "--disable-sync",
)

# The number that a player gives to the dice of a game is the same each time: what a test sees must not hang on luck.
SHARE = """
const draw = crypto.getRandomValues.bind(crypto);
crypto.getRandomValues = (bytes) => (bytes.length === 32 ? bytes.fill(%d) : draw(bytes));
"""

# Everybody has read how to win before, unless a test wants somebody who has not: the card would lie on the board.
GOALS_READ = "localStorage.getItem('tablero.goals') ?? localStorage.setItem('tablero.goals', 'dpyr aiw car wellington')"

# What others do is shown at once, unless a test is about that.
PACE = """
if (localStorage.getItem("tablero.settings") === null) localStorage.setItem("tablero.settings", '{"pace": "%s"}');
"""

# Somebody who always means it: the question before something is wasted is answered at once.
SURE = """new MutationObserver(() => document.querySelector("dialog.waste[open] .anyway")?.click())
  .observe(document, { childList: true, subtree: true });"""

expect.set_options(timeout=PATIENCE)


def missing(what: str, how: str) -> None:
    """Something of the machine's is not there: a failure where tests must run, else a reason to skip."""
    told = f"{what} is missing: {how}"
    if os.environ.get("CI") == "true":
        pytest.fail(told)
    pytest.skip(told)


@contextlib.contextmanager
def chromium() -> Iterator[Browser]:
    """Debian's Chromium."""
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        missing("Chromium", "run `tools/system.sh chromium` as root")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(ARGUMENTS))
        try:
            yield browser
        finally:
            browser.close()


@dataclass
class Visitor:
    """One person: a browser of their own, the page they look at, and all that was seen of its traffic."""

    name: str
    url: str
    context: BrowserContext
    page: Page
    hosts: set[str] = field(default_factory=set)
    faults: list[str] = field(default_factory=list)         # errors of scripts, broken policies
    grumbles: list[str] = field(default_factory=list)       # any other error in the console
    frames: list[str] = field(default_factory=list)         # what came over sockets
    sent: list[str] = field(default_factory=list)
    replies: list[Response] = field(default_factory=list)   # answers of the API

    def watch(self, page: Page) -> None:
        page.set_default_timeout(PATIENCE)
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.faults.append(error.stack or str(error)))
        page.on("websocket", self._socket)
        page.on("response", lambda reply: self.replies.append(reply) if "/api/" in reply.url else None)

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            broken = "Content Security Policy" in message.text
            (self.faults if broken else self.grumbles).append(message.text)

    def _socket(self, socket: WebSocket) -> None:
        self.hosts.add(urlsplit(socket.url).netloc)
        known: dict[int, Any] = {}
        socket.on("framereceived", lambda payload: self.frames.append(_complete(_text(payload), known)))
        socket.on("framesent", lambda payload: self.sent.append(_text(payload)))

    # --- what was told

    def updates(self) -> list[dict[str, Any]]:
        """The messages of the server that tell the table's state."""
        found = map(json.loads, self.frames)
        return [message for message in found if message["type"] == "update"]

    def acts(self) -> list[dict[str, Any]]:
        """The actions this browser sent, a resent one as often as it was sent."""
        return [message for message in map(json.loads, self.sent) if message["type"] == "act"]

    def answers(self) -> list[str]:
        """What the API answered."""
        return [reply.text() for reply in self.replies]

    # --- going about

    def go(self, path: str) -> None:
        self.page.goto(self.url + path)

    def enter(self) -> None:
        """First visit: say one's name."""
        self.page.get_by_label("Your name").fill(self.name)
        self.page.get_by_role("button", name="Enter").click()

    def accept(self) -> None:
        """Say one's name to an invitation, and take the seat."""
        self.page.get_by_label("Your name").fill(self.name)
        self.page.get_by_role("button", name="Accept").click()

    def arrive(self) -> None:
        """Into the lobby for the first time."""
        self.go("/")
        self.enter()
        expect(self.page.get_by_role("button", name="Play", exact=True)).to_be_visible()

    def open_table(self, battle: str = "Maella", side: str = "Carlist", opponent: str = "Computer (normal)") -> str:
        """Fill in the form of the lobby, as somebody would; gives the sitting's id."""
        page = self.page
        page.get_by_role("group", name="Battle").get_by_text(re.compile(battle)).first.click()
        page.get_by_role("group", name="Your side").get_by_text(re.compile(side)).click()
        page.get_by_role("group", name="Opponent").get_by_text(opponent, exact=True).click()
        page.get_by_role("button", name="Play", exact=True).click()
        return self.at_table()

    def at_table(self) -> str:
        """Wait until the table is laid; gives the sitting's id."""
        self.page.wait_for_selector(".prompt[data-version]")
        found = re.search(r"/table/([\w-]+)", self.page.url)
        assert found, self.page.url
        return found[1]

    def clean(self) -> None:
        """Nothing was asked of other hosts, no policy was broken, no script failed."""
        assert {urlsplit(self.url).netloc} == self.hosts, self.hosts
        assert not self.faults, self.faults


def _complete(frame: str, known: dict[int, Any]) -> str:
    """A message with all its choices, also those that were sent before and come by their numbers."""
    message = json.loads(frame)
    known.update({choice.get("n", 0): choice for choice in message.get("choices", ())})
    if "order" not in message:
        return frame
    return json.dumps({**message, "choices": [known[n] for n in message["order"]]}, ensure_ascii=False)


def _text(payload: str | bytes) -> str:
    return payload if isinstance(payload, str) else payload.decode()


def visitor(
    browser: Browser, url: str, name: str, newcomer: bool = False, pace: str = "off", careful: bool = False,
    **options: Any
) -> Visitor:
    """Somebody new, who dislikes motion: nothing glides while a test clicks, nothing is played back unless there is a
    `pace`; with "" the settings are untouched. Who is `careful` reads what is asked before something is wasted."""
    wished: dict[str, Any] = {"locale": "en-GB", "reduced_motion": "reduce", "viewport": {"width": 1280, "height": 800}}
    context = browser.new_context(**(wished | options))
    context.add_init_script(SHARE % (sum(name.encode()) % 256))
    if not newcomer:
        context.add_init_script(GOALS_READ)
    if pace:
        context.add_init_script(PACE % pace)
    if not careful:
        context.add_init_script(SURE)
    page = context.new_page()
    person = Visitor(name, url, context, page)
    person.watch(page)
    context.on("request", lambda request: person.hosts.add(urlsplit(request.url).netloc))
    return person
