"""A test that cites a rule which does not exist is an error of collection."""

from __future__ import annotations

from collections.abc import Generator

import pytest

from tests.rules import fault


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    faults = []
    for item in report.result or ():
        if isinstance(item, pytest.Item):
            for mark in item.iter_markers("rule"):
                if text := fault(*mark.args):
                    faults.append(f"{item.nodeid}: {text}")
    if faults:
        report.outcome = "failed"
        report.longrepr = "\n".join(faults)
        report.result = []
    return report
