"""`./play admin`: what an operator can see and do."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from tablero.cli.main import main
from tests.server.people import House, Person, house


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[House, str]]:
    """A server, and the address of its database."""
    url = f"sqlite:///{tmp_path / 'a.db'}"
    with house(url, accounts=True, openers="invited") as home:
        yield home, url


def admin(url: str, *words: str, code: int = 0, **more: str) -> str:
    done = CliRunner().invoke(main, ["admin", "--database", url, *words], **more)  # type: ignore[arg-type]
    assert code == done.exit_code, done.output
    return done.output if code else done.stdout     # beside it stands what runs


def opened_by(home: House, url: str, who: Person) -> str:
    """A table, opened with a link of the operator."""
    link = admin(url, "invite", "--base-url", "https://tablero.example/").strip()
    assert link.startswith("https://tablero.example/welcome/")
    assert 200 == who.post("/api/welcome", {"token": link.rpartition("/")[2]}).status_code
    return who.opens("me", "open")


def test_tables_are_listed_and_deleted_while_the_server_runs(served: tuple[House, str]) -> None:
    home, url = served
    ana = home.person("Ana")
    sitting = opened_by(home, url, ana)
    listed = admin(url, "tables")
    assert sitting in listed
    assert "Ana, (free)" in listed
    admin(url, "delete", sitting, code=1, input="n\n")
    assert 200 == ana.get(f"/api/sittings/{sitting}").status_code
    admin(url, "delete", sitting, "--yes")
    assert "sitting" not in admin(url, "tables").replace("sittings", "")
    assert 200 != ana.does(sitting, "say", text="?").status_code, "nothing more happens there"
    assert "unknown_name" == ana.get(f"/api/sittings/{sitting}/about").json()["code"]


def test_people_are_listed_and_those_at_a_table_are_told_apart(served: tuple[House, str]) -> None:
    home, url = served
    ana, _ = home.person("Ana"), home.person("Ben")
    id_ = ana.get("/api/me").json()["id"]
    home.hall.database.note_presence([id_], time.time()).result()
    assert all(name in admin(url, "people") for name in ("Ana", "Ben"))
    here = admin(url, "people", "--here")
    assert "Ana" in here
    assert "Ben" not in here


@pytest.mark.parametrize("by", ["id", "login"])
def test_a_person_is_blocked_and_let_in_again(served: tuple[House, str], by: str) -> None:
    home, url = served
    ana = home.person("Ana")
    ana.post("/api/account", {"login": "ana.ruiz", "password": "correct horse"})
    who = {"id": ana.get("/api/me").json()["id"], "login": "Ana.Ruiz"}[by]
    admin(url, "block", who, "--why", "spam")
    assert "yes spam" in admin(url, "people")
    home.client.app.state.doorkeeper._sessions.clear()       # type: ignore[attr-defined]    # a minute later
    assert 401 == ana.get("/api/me").status_code, "signed out"
    signed_in = ana.post("/api/session", {"login": "ana.ruiz", "password": "correct horse"}).json()
    again = Person(home, "Ana", signed_in["token"])
    assert "not_allowed" == again.get("/api/me").json()["code"]
    admin(url, "unblock", who)
    assert 200 == again.get("/api/me").status_code
    assert "There is no block of" in admin(url, "unblock", who, code=2)


def test_a_backup_is_a_database_one_can_serve(served: tuple[House, str], tmp_path: Path) -> None:
    home, url = served
    ana = home.person("Ana")
    sitting = opened_by(home, url, ana)
    admin(url, "backup", str(tmp_path / "copy.db"))
    assert "exists already" in admin(url, "backup", str(tmp_path / "copy.db"), code=2)
    with house(f"sqlite:///{tmp_path / 'copy.db'}", accounts=True) as other:
        assert 200 == Person(other, "Ana", ana.token).get(f"/api/sittings/{sitting}").status_code


def test_health_counts_and_finds_a_damaged_file(served: tuple[House, str], tmp_path: Path) -> None:
    home, url = served
    opened_by(home, url, home.person("Ana"))
    assert "file" in admin(url, "health")
    admin(url, "backup", str(tmp_path / "copy.db"))
    with sqlite3.connect(tmp_path / "copy.db") as raw:
        raw.execute("PRAGMA writable_schema = ON")
        raw.execute("UPDATE sqlite_schema SET rootpage = 2 WHERE name = 'note'")
    assert "damaged" in admin(f"sqlite:///{tmp_path / 'copy.db'}", "health", code=2)


def test_a_database_that_does_not_exist_is_not_made(tmp_path: Path) -> None:
    assert "There is no database" in admin(f"sqlite:///{tmp_path / 'none.db'}", "tables", code=2)
    assert not list(tmp_path.iterdir())
    assert "There is no player" in admin_of_nobody(tmp_path)


def admin_of_nobody(tmp_path: Path) -> str:
    url = f"sqlite:///{tmp_path / 'a.db'}"
    with house(url):
        return admin(url, "block", "nobody", code=2)
