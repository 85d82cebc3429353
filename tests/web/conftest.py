"""A server of its own for each file of tests, and as many people as a test wants."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.server.live import LiveServer, live_server
from tests.web.browser import Visitor, chromium, visitor


# One browser for each file: as long as one is driven, an event loop runs in the thread, in which tests of other files
# could run none of their own.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    folder = tmp_path_factory.mktemp("web")
    with live_server(f"sqlite:///{folder / 'tablero.db'}", folder) as found:
        yield found
    assert "Traceback" not in (folder / "server.log").read_text()


Person = Callable[..., Visitor]


@pytest.fixture
def person(browser: Browser, server: LiveServer) -> Iterator[Person]:
    """Makes people; when the test is over, none of their pages may have done what a page must never do."""
    found: list[Visitor] = []
    with contextlib.ExitStack() as stack:

        def come(name: str = "Ana", **options: Any) -> Visitor:
            one = visitor(browser, server.url, name, **options)
            stack.callback(one.context.close)
            found.append(one)
            return one

        yield come
        for one in found:
            one.clean()


@pytest.fixture
def ana(person: Person) -> Visitor:
    """Somebody in the lobby."""
    one = person("Ana")
    one.arrive()
    return one
