"""A test marked with a rule or a card that does not exist is an error of collection; what hypothesis tries is always
the same. Tests run on the sources, unless TABLERO_NATIVE=1 asks for the compiled core: `./dev test --native`."""

from __future__ import annotations

import os
import random
import secrets
from collections import Counter
from collections.abc import Generator, Iterator

import pytest
from hypothesis import settings

os.environ.setdefault("TABLERO_NATIVE", "0")            # before anything of tablero is imported

from tests.rules import fault

settings.register_profile("tablero", deadline=None, derandomize=True, database=None)     # a machine may be busy
settings.load_profile("tablero")


_RUNS: Counter[str] = Counter()     # of tests with one name, which may share a server


@pytest.fixture(autouse=True)
def no_luck(request: pytest.FixtureRequest) -> Iterator[None]:
    """Seeds of games, ids and tokens differ from test to test, but not from run to run."""
    name = request.node.nodeid
    _RUNS[name] += 1
    drawn = random.Random(f"{name} {_RUNS[name]}")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(secrets, "randbits", drawn.getrandbits)
        patch.setattr(secrets, "token_bytes", lambda nbytes=32: drawn.randbytes(nbytes))
        yield


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Long tests first, then those in the browser: so none of them is still running when all others are done."""
    items.sort(key=lambda item: (item.get_closest_marker("long") is None, "tests/web" not in item.nodeid))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    faults = []
    for item in report.result or ():
        if isinstance(item, pytest.Item):
            for mark in (*item.iter_markers("rule"), *item.iter_markers("card")):
                if text := fault(mark.name, *mark.args):
                    faults.append(f"{item.nodeid}: {text}")
    if faults:
        report.outcome = "failed"
        report.longrepr = "\n".join(faults)
        report.result = []
    return report
