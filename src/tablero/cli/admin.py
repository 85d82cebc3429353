"""`./play admin`: what the operator of a server does, on its database, while it runs or not."""

from __future__ import annotations

import contextlib
import sqlite3
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec
from rich.console import Console
from rich.table import Table

from tablero import __version__
from tablero.cli.serve import data_folder
from tablero.kernel.errors import BadCommand, StoreFailed, UnknownName

if TYPE_CHECKING:
    from tablero.server.store.database import Database
    from tablero.server.store.people import Person

HERE = 120.0            # seconds since somebody was seen for whom "now" is said
A_WEEK = 7 * 24 * 3600.0
SQLITE = "sqlite:///"


@click.group("admin")
@click.option("--database", default="", envvar="TABLERO_DATABASE", help="The server's: sqlite:///FILE or postgresql://...")
@click.pass_context
def admin_command(ctx: click.Context, database: str) -> None:
    """Look after a server: its tables, its people, its health."""
    ctx.obj = database or f"{SQLITE}{data_folder() / 'tablero.db'}"


@contextlib.contextmanager
def opened(url: str) -> Iterator[Database]:
    """The database of a server that exists: none is made."""
    from tablero.server.store.database import open_database

    if url.startswith(SQLITE) and not Path(url.removeprefix(SQLITE)).is_file():
        raise BadCommand("no_database", path=url.removeprefix(SQLITE))
    database = open_database(url)
    try:
        yield database
    finally:
        database.close()


@admin_command.command("tables")
@click.option("--most", default=50, show_default=True, help="How many, the latest first.")
@click.pass_obj
def tables_command(url: str, most: int) -> None:
    """Tables: which game, who plays, when something happened last."""
    from tablero.server.hall import LobbyEntry

    with opened(url) as database:
        rows = []
        for one in database.all_sittings(most):
            shown = msgspec.json.decode(one.lobby_entry, type=LobbyEntry)
            people = ", ".join(holder.name or holder.bot or "(free)" for holder in shown.chairs)
            state = shown.result or "over" if shown.over else f"{shown.actions} actions"
            rows.append((one.id, one.game, one.scenario, people, state, ago(one.changed), one.name))
    show(("table", "game", "scenario", "who", "state", "changed", "name"), rows)


@admin_command.command("people")
@click.option("--most", default=50, show_default=True, help="How many, those who were here last first.")
@click.option("--here", is_flag=True, help="Only those who are at a table now.")
@click.pass_obj
def people_command(url: str, most: int, here: bool) -> None:
    """People: name, login, when they were last at a table, whether they are blocked."""
    with opened(url) as database:
        found = database.people(most)
    now = time.time()
    rows = [
        (one.id, one.name, one.login, ago(one.created), seen(one, now), f"yes {one.why}" if one.blocked else "")
        for one in found if not here or now - one.seen < HERE
    ]
    show(("person", "name", "login", "since", "at a table", "blocked"), rows)


@admin_command.command("delete")
@click.argument("table")
@click.confirmation_option(prompt="Delete the table with its journal, for good?")
@click.pass_obj
def delete_command(url: str, table: str) -> None:
    """Delete a table, whoever plays there."""
    with opened(url) as database:
        database.summary(table)             # does it exist?
        database.delete_sitting(table).result()
    click.echo(f"{table} is deleted.")


@admin_command.command("block")
@click.argument("who")
@click.option("--why", default="", help="A note for yourself.")
@click.pass_obj
def block_command(url: str, who: str, why: str) -> None:
    """Keep a person (id or login) or an address out. A running server notices within a minute."""
    with opened(url) as database:
        key = _who(database, who)
        database.block(key, why, time.time()).result()
        database.end_sessions(key).result()
    click.echo(f"{who} is blocked.")


@admin_command.command("unblock")
@click.argument("who")
@click.pass_obj
def unblock_command(url: str, who: str) -> None:
    """Let a person or an address in again."""
    with opened(url) as database:
        key = _who(database, who)
        if not database.is_blocked([key]):
            raise UnknownName("blocked", who)
        database.unblock(key).result()
    click.echo(f"{who} is not blocked any more.")


def _who(database: Database, who: str) -> str:
    """The id of a person, by id or login; or an address, which has dots or colons."""
    from tablero.server.auth import plain_login

    account = database.account(plain_login(who)) or database.account(who)
    if account is not None:
        return account[0]
    if database.player(who) is None and not ("." in who or ":" in who):
        raise UnknownName("player", who)
    return who


@admin_command.command("invite")
@click.option("--base-url", default="", help="The address people type.")
@click.pass_obj
def invite_command(url: str, base_url: str) -> None:
    """A link with which one person may open tables, where not everybody may. It is good for a week."""
    from tablero.server.auth import new_token

    token = new_token()
    with opened(url) as database:
        database.create_welcome(token, time.time() + A_WEEK).result()
    click.echo(f"{base_url.rstrip('/')}/welcome/{token}")


@admin_command.command("backup")
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@click.pass_obj
def backup_command(url: str, file: Path) -> None:
    """Copy the database of a server, also while it runs. For PostgreSQL use pg_dump."""
    if not url.startswith(SQLITE):
        raise BadCommand("backup_postgres")
    if file.exists():
        raise BadCommand("backup_exists", path=file)
    with opened(url):
        pass                                # it is one, of this version
    file.touch(mode=0o600)
    with (
        contextlib.closing(sqlite3.connect(url.removeprefix(SQLITE))) as source,
        contextlib.closing(sqlite3.connect(file)) as copy,
    ):
        source.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE")
    click.echo(f"{file}: {file.stat().st_size:,} bytes")


@admin_command.command("health")
@click.pass_context
def health_command(ctx: click.Context) -> None:
    """Can the database be read and written, is it whole, how much is in it? Exit code 1 if something is wrong."""
    url: str = ctx.obj
    with opened(url) as database:
        database.probe().result()
        rows = [("version", __version__), *((name, f"{n:,}") for name, n in database.counts().items())]
        now = time.time()
        rows.append(("at a table now", str(sum(now - one.seen < HERE for one in database.people(10_000)))))
    wrong = ""
    if url.startswith(SQLITE):
        path = url.removeprefix(SQLITE)
        rows.append(("bytes", f"{Path(path).stat().st_size:,}"))
        with contextlib.closing(sqlite3.connect(path)) as raw:
            ((found,),) = raw.execute("PRAGMA quick_check(1)").fetchall()
        wrong = "" if found == "ok" else str(found)
        rows.append(("file", found))
    show(("", ""), rows)
    if wrong:
        raise StoreFailed("damaged", why=wrong)


def seen(one: Person, now: float) -> str:
    return "now" if now - one.seen < HERE else ago(one.seen) if one.seen else "never"


def ago(at: float) -> str:
    """Date and time, by the clock of this machine."""
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(at))


def show(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    table = Table(*heads, box=None, show_header=any(heads), pad_edge=False)
    for row in rows:
        table.add_row(*row)
    Console(soft_wrap=True, width=None if Console().is_terminal else 200).print(table)
