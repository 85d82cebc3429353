"""What goes wrong is told in the asker's language: every code, and whatever a person can meet at the table."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tablero.kernel.errors import BadAddress, BadRecord, TableroError, UnknownName
from tablero.server.api import STATUS
from tests.server.people import House


def family(error: type[TableroError] = TableroError) -> Iterator[type[TableroError]]:
    for one in error.__subclasses__():
        yield one
        yield from family(one)


def test_every_status_belongs_to_a_code_of_the_family() -> None:
    assert set() == set(STATUS) - {one.code for one in family()}


def test_what_is_filled_in_stands_in_the_translation() -> None:
    error = BadAddress("mail_address", address="x")
    assert ("“x” is not an e-mail address.", "«x» no es una dirección de correo.") == (str(error), error.in_words("es"))


def test_an_error_within_an_error_is_told_in_the_same_language() -> None:
    error = BadRecord("line", line=3, why=UnknownName("seat", "green", ["red", "blue"]).message)
    assert "Line 3: There is no seat “green”. Known: blue, red." == str(error)
    assert "Línea 3: No existe el puesto «green». Se conocen: blue, red." == error.in_words("es")


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
    assert refused.json()["text"].startswith("Ahora no; primero esto."), refused.json()["text"]
    nowhere = ana.get("/api/nowhere", headers=spanish)
    assert (404, "No existe la página «/api/nowhere».") == (nowhere.status_code, nowhere.json()["text"])
    wrong_way = ana.ask("PATCH", "/api/me", headers=spanish)
    assert (405, "PATCH no sirve para /api/me.") == (wrong_way.status_code, wrong_way.json()["text"])
    monkeypatch.setattr(home.hall.database, "player", lambda id_: 1 / 0)
    fault = ana.get("/api/me", headers=spanish)
    assert (500, "Algo ha fallado en el servidor; ha quedado anotado.") == (fault.status_code, fault.json()["text"])
