"""A server of its own for each file of tests, and as many people as a test wants."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import tarfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.server.live import LiveServer, live_server
from tests.web.browser import Visitor, chromium, missing, visitor

AXE = "axe-core@4.14.0"


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


@pytest.fixture(scope="session")
def axe() -> str:
    """The text of axe-core, fetched once from the npm registry."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tablero" / AXE.replace("@", "-")
    if not (cache / "axe.min.js").exists():
        if shutil.which("npm") is None:
            missing("npm", "run `tools/system.sh npm` as root")
        cache.mkdir(parents=True, exist_ok=True)
        done = subprocess.run(["npm", "pack", "--silent", AXE], cwd=cache, capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, done.stdout + done.stderr
        with tarfile.open(next(cache.glob("*.tgz"))) as packed:
            source = packed.extractfile("package/axe.min.js")
            assert source is not None
            (cache / "axe.min.js.part").write_bytes(source.read())
        (cache / "axe.min.js.part").rename(cache / "axe.min.js")
    return (cache / "axe.min.js").read_text("utf-8")


Barriers = Callable[[Visitor], list[str]]


@pytest.fixture
def barriers(axe: str) -> Barriers:
    def find(person: Visitor) -> list[str]:
        """What axe-core finds, each with the elements it is about."""
        person.page.evaluate(f"() => {{ {axe} }}")
        found: dict[str, Any] = person.page.evaluate("() => window.axe.run(document, {resultTypes: ['violations']})")
        return [
            f"{one['impact']} {one['id']}: {one['help']}: " + " | ".join(node["html"][:200] for node in one["nodes"])
            for one in found["violations"]
        ]

    return find
