"""A SQLite file is served by one server at a time."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from tablero.cli.main import main
from tablero.kernel.errors import StoreFailed
from tablero.server.store.database import open_database
from tests.server.live import free_port

HOLD = """
import sys
from tablero.server.store.database import open_database
database = open_database(sys.argv[1], serving=True)
print("serving", flush=True)
sys.stdin.read()
"""


def test_a_second_server_on_a_file_refuses_to_start_and_says_what_to_do(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'a.db'}"
    first = open_database(url, serving=True)
    for language, words in (("en", "stop it first"), ("es", "deténgalo primero")):
        with pytest.raises(StoreFailed) as refused:
            open_database(url, serving=True)
        assert words in refused.value.in_words(language)
        assert "PostgreSQL" in refused.value.in_words(language)
    told = CliRunner().invoke(main, ["serve", "--database", url, "--port", str(free_port())])
    assert (2, True, False) == (told.exit_code, "PostgreSQL" in told.output, "Serving on" in told.output)
    for command in (["health"], ["tables"], ["people"], ["backup", str(tmp_path / "copy.db")]):
        assert 0 == CliRunner().invoke(main, ["admin", "--database", url, *command]).exit_code, command
    first.close()
    open_database(url, serving=True).close()


def test_the_same_file_by_another_name_is_the_same_file(tmp_path: Path) -> None:
    (tmp_path / "link.db").symlink_to(tmp_path / "a.db")
    first = open_database(f"sqlite:///{tmp_path / 'a.db'}", serving=True)
    with pytest.raises(StoreFailed):
        open_database(f"sqlite:///{tmp_path / 'link.db'}", serving=True)
    first.close()


def test_a_server_that_was_killed_leaves_no_lock(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'a.db'}"
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, url], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert "serving\n" == process.stdout.readline()
    with pytest.raises(StoreFailed):
        open_database(url, serving=True)
    process.kill()
    process.wait(30)
    open_database(url, serving=True).close()
