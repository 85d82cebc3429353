"""What goes wrong is told in the asker's language: every code, and whatever a person can meet at the table."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import tablero
from tablero.kernel.errors import TableroError
from tablero.kernel.text import LANGUAGES, common
from tablero.server.api import STATUS, in_words
from tests.server.people import House

SOURCE = Path(tablero.__file__).parent
TALK = [*sorted((SOURCE / "server").rglob("*.py")), *sorted((SOURCE / "table").rglob("*.py"))]
GENERAL = {"UnknownName", "BadRecord", "StoreFailed"}      # their texts are for whoever runs or writes programs


def family(error: type[TableroError] = TableroError) -> Iterator[type[TableroError]]:
    for one in error.__subclasses__():
        yield one
        yield from family(one)


def raised() -> Iterator[tuple[str, str, str]]:
    """Where an error is raised, with which class and which text; what is filled in stands as a star."""
    names = {one.__name__ for one in family()}
    for path in TALK:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names):
                continue
            for text in texts(node.args[0]) if node.args else ():
                yield f"{path.relative_to(SOURCE)}:{node.lineno}", node.func.id, text


def texts(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.IfExp):
        yield from texts(node.body)
        yield from texts(node.orelse)
    elif isinstance(node, ast.JoinedStr):
        yield "".join(str(part.value) if isinstance(part, ast.Constant) else "*" for part in node.values)
    elif isinstance(node, ast.Constant):
        yield str(node.value)


def test_every_code_has_a_text_in_every_language() -> None:
    codes = {one.code for one in family()} | set(STATUS)
    assert {"fault", "not_delivered", "illegal_action"} < codes
    for language in LANGUAGES:
        assert [] == [code for code in sorted(codes) if not common(language).has(f"error.{code}")]


def test_whatever_a_person_is_told_is_told_in_spanish_too() -> None:
    found = [(where, text) for where, kind, text in raised() if kind not in GENERAL]
    assert len(found) > 40
    general = common("es").say("error.bad_request")
    assert [] == [one for one in found if in_words("bad_request", one[1], "es") in (general, one[1])]


def test_what_is_filled_in_stands_in_the_translation() -> None:
    assert "'x' no es una dirección de correo." == in_words("bad_request", "'x' is no e-mail address.", "es")
    assert "'x' is no e-mail address." == in_words("bad_request", "'x' is no e-mail address.", "en")


@pytest.mark.parametrize(("header", "query", "text"), [
    ("", "", "Choose a name first."),
    ("es-ES,es;q=0.9,en;q=0.8", "", "Elija antes un nombre."),
    ("fr,es;q=0.5", "", "Elija antes un nombre."),
    ("fr", "", "Choose a name first."),
    ("es", "?lang=en", "Choose a name first."),
    ("en", "?lang=es", "Elija antes un nombre."),
])
def test_the_address_or_the_header_says_in_which_language(home: House, header: str, query: str, text: str) -> None:
    answer = home.client.get(f"/api/sittings{query}", headers={"accept-language": header})
    assert (401, "not_signed_in", text) == (answer.status_code, answer.json()["code"], answer.json()["text"])


def test_refusals_and_faults_of_sockets_and_requests_are_spanish_for_whoever_reads_it(
    home: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana = home.person("Ana")
    spanish = {"accept-language": "es"}
    sitting = ana.opens("me", "me")
    stamp = ana.table(sitting)["stamp"]
    stale = {"id": "1", "do": "done", "stamp": stamp + 1}
    with ana.socket(sitting, lang="es") as socket:
        socket.receive_json()
        socket.send_json({"type": "act", **stale})
        assert "La pregunta ha cambiado desde esta respuesta. Mire de nuevo." == socket.receive_json()["text"]
    answer = ana.post(f"/api/sittings/{sitting}/act", stale, headers=spanish)
    assert "La pregunta ha cambiado desde esta respuesta. Mire de nuevo." == answer.json()["text"]
    refused = ana.post(f"/api/sittings/{sitting}/act", {"id": "2", "do": "halt", "stamp": stamp}, headers=spanish)
    assert "illegal_action" == refused.json()["code"]
    assert refused.json()["text"].startswith("Ahora no se pregunta esto."), refused.json()["text"]
    nowhere = ana.get("/api/nowhere", headers=spanish)
    assert (404, "Esto no existe, o ya no.") == (nowhere.status_code, nowhere.json()["text"])
    wrong_way = ana.ask("PATCH", "/api/me", headers=spanish)
    assert (405, "PATCH no sirve para /api/me.") == (wrong_way.status_code, wrong_way.json()["text"])
    monkeypatch.setattr(home.hall.database, "player", lambda id_: 1 / 0)
    fault = ana.get("/api/me", headers=spanish)
    assert (500, "Algo ha fallado en el servidor; ha quedado anotado.") == (fault.status_code, fault.json()["text"])
