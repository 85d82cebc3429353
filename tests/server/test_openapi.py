"""The description at /api/openapi.json is true: schemathesis asks everything it promises, rightly and wrongly."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import Case
from schemathesis.checks import CHECKS

from tablero.server.api import openapi
from tests.server.people import House, Person, house

EXAMPLES = 12       # of each operation
CHECKED = [         # not that everything that fits is accepted: it may still be against the rules of a game
    "not_a_server_error", "status_code_conformance", "content_type_conformance", "response_headers_conformance",
    "response_schema_conformance", "negative_data_rejection", "allow_header_conformance",
]


class Visitor:
    """Somebody with a table, who gets a new session or table when the last request has ended it."""

    def __init__(self, home: House) -> None:
        self.home = home
        self.renew()

    def renew(self) -> None:
        self.ana: Person = self.home.person("Ana")
        self.sitting = self.ana.opens("me", "me", spectators=True)
        self.ana.plays(self.sitting, 4, random.Random(1))

    def ready(self) -> None:
        if self.ana.get(f"/api/sittings/{self.sitting}/about").status_code != 200:
            self.renew()


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Visitor]:
    folder: Path = tmp_path_factory.mktemp("openapi")
    with house(f"sqlite:///{folder / 'tablero.db'}") as home:
        yield Visitor(home)


schema = schemathesis.openapi.from_dict(openapi("Tablero", "1"))


def paths(case: Case, sitting: str) -> list[dict[str, object]]:
    """The path as it was made up, and one that leads somewhere."""
    real = {"sitting": sitting, "code": "dpyr", "scenario": "maella", "rule": "4.2c"}
    made_up = dict(case.path_parameters)
    return [made_up, {**made_up, **{name: real[name] for name in made_up if name in real}}]


@pytest.mark.filterwarnings("ignore:Setting per-request cookies", "ignore:Use 'content=")   # how schemathesis asks
@schema.parametrize()
@settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
def test_every_operation_answers_as_it_is_described(case: Case, visitor: Visitor) -> None:
    for path in paths(case, visitor.sitting):
        visitor.ready()
        case.path_parameters = path
        asked = case.as_transport_kwargs(base_url="http://testserver", headers=visitor.ana.headers)
        client = visitor.home.client
        answer = client.request(**{key: value for key, value in asked.items() if value is not None})
        client.cookies.clear()
        assert answer.status_code < 500, answer.text
        case.validate_response(answer, checks=list(CHECKS.get_by_names(CHECKED)))
