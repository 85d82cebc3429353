"""A real PostgreSQL server for the tests, and addresses of fresh databases of both kinds."""

from __future__ import annotations

import contextlib
import itertools
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

KINDS = ("sqlite", "postgresql")

_numbers = itertools.count()


def binaries() -> Path | None:
    """The folder of PostgreSQL's server programs, the newest."""
    found = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    if found:
        return max(found, key=lambda path: int(path.parent.name))
    initdb = shutil.which("initdb")
    return Path(initdb).parent if initdb else None


@contextlib.contextmanager
def postgres_server(*settings: str) -> Iterator[str]:
    """A server of our own in a folder of its own, reached by a socket; gives the address without a database."""
    programs = binaries()
    if programs is None:
        told = "PostgreSQL is not installed: run `tools/system.sh postgresql` as root"
        if os.environ.get("CI") == "true":
            pytest.fail(told)
        pytest.skip(told)
    folder = Path(tempfile.mkdtemp(prefix="tablero-pg-", dir="/tmp"))
    as_user = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
    if as_user:
        shutil.chown(folder, "postgres")

    def run(*command: object) -> None:
        done = subprocess.run([*as_user, *map(str, command)], capture_output=True, text=True, cwd=folder, timeout=120)
        assert done.returncode == 0, done.stdout + done.stderr

    options = " ".join(["-c listen_addresses=''", f"-k {folder}", *(f"-c {setting}" for setting in settings)])
    try:
        run(programs / "initdb", "-D", folder / "data", "-U", "tablero", "-A", "trust", "-E", "UTF8", "--no-sync")
        run(programs / "pg_ctl", "-D", folder / "data", "-o", options, "-l", folder / "log", "-w", "-t", "60", "start")
        yield f"postgresql://tablero@/{{}}?host={folder}"
    finally:
        with contextlib.suppress(AssertionError, subprocess.TimeoutExpired):
            run(programs / "pg_ctl", "-D", folder / "data", "-m", "immediate", "-w", "stop")
        shutil.rmtree(folder, ignore_errors=True)


def restart(address: str) -> None:
    """Restart a server of ours as if its machine had lost power."""
    folder, programs = Path(address.rpartition("host=")[2]), binaries()
    assert programs is not None
    as_user = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
    command = [programs / "pg_ctl", "-D", folder / "data", "-m", "immediate", "-w", "-l", folder / "log", "restart"]
    subprocess.run([*as_user, *map(str, command)], cwd=folder, check=True, capture_output=True, timeout=120)


def fresh_database(address: str) -> str:
    """The address of a new, empty database of a server."""
    name = f"test_{os.getpid()}_{next(_numbers)}"
    with psycopg.connect(address.format("postgres"), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    return address.format(name)


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    with postgres_server("fsync=off", "full_page_writes=off", "max_connections=60") as address:
        yield address


@pytest.fixture(params=KINDS)
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, of each kind in turn."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'tablero.db'}"
    return fresh_database(request.getfixturevalue("postgres"))
