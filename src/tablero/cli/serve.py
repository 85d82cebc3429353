"""`./play` and `./play serve`: the table in the browser, for oneself or for others."""

from __future__ import annotations

import os
import socket
import sys
import threading
import webbrowser
from pathlib import Path

import click

from tablero.kernel.errors import BadCommand


def data_folder() -> Path:
    """Where a person's games are kept."""
    if sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    elif os.name == "nt":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home()))
    else:
        base = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    folder = base / "tablero"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def free_port(host: str, port: int) -> int:
    """The port, or the next one that is free."""
    for candidate in range(port, port + 100):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, candidate))
            except OSError:
                continue
            return candidate
    raise BadCommand("ports", first=port, last=port + 99)


def open_table(browser: bool = True) -> None:
    """The table for oneself: on this machine only, in the browser."""
    from tablero.server.app import Config, serve

    file = data_folder() / "tablero.db"
    port = free_port("127.0.0.1", 8000)
    address = f"http://127.0.0.1:{port}/"

    def ready() -> None:
        click.echo(f"The table is at {address}   (Ctrl-C ends it)")
        click.echo(f"Your games are kept in {file}")
        if browser:
            timer = threading.Timer(1.0, webbrowser.open, (address,))
            timer.daemon = True
            timer.start()

    serve(Config(f"sqlite:///{file}"), "127.0.0.1", port, ready)


@click.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", default=8000, show_default=True, help="Port; the next free one if it is taken.")
@click.option("--database", default="", help="sqlite:///FILE or postgresql://USER@HOST/NAME; else a file of yours.")
@click.option("--workers", default=1, show_default=True, type=click.IntRange(1, 64), help="Processes that share the "
              "port, one for each core; more than one needs PostgreSQL.")
@click.option("--base-url", default="", help="The address people type, if it is another than the server sees.")
@click.option("--accounts/--no-accounts", default=True, show_default=True, help="May people sign in with a password?")
@click.option("--ratings", is_flag=True, help="Rate players with an account, and bots, by their games (Glicko-2).")
@click.option("--tables", type=click.Choice(["everybody", "accounts", "invited"]), help="Who may open tables. Without: "
              "everybody on this machine; on an address that others reach those with an account.")
@click.option("--proxy", default="", help="Address of the proxy in front, as 127.0.0.1: what it says about clients is "
              "believed. Several are joined by commas.")
@click.option("--smtp-host", default="", envvar="TABLERO_SMTP_HOST", help="To mail players when it is their turn.")
@click.option("--smtp-port", default=587, show_default=True, envvar="TABLERO_SMTP_PORT")
@click.option("--smtp-security", default="starttls", show_default=True, envvar="TABLERO_SMTP_SECURITY",
              type=click.Choice(["starttls", "tls", "none"]))
@click.option("--smtp-from", default="", envvar="TABLERO_SMTP_FROM", help="Address that the mail comes from.")
@click.option("--smtp-user", default="", envvar="TABLERO_SMTP_USER", help="The password is read from the environment: "
              "TABLERO_SMTP_PASSWORD.")
def serve_command(
    host: str, port: int, database: str, workers: int, base_url: str, accounts: bool, ratings: bool, tables: str | None,
    proxy: str, smtp_host: str, smtp_port: int, smtp_security: str, smtp_from: str, smtp_user: str,
) -> None:
    """Serve tables to others."""
    from tablero.server.app import Config, serve
    from tablero.server.delivery import Smtp, check_mail

    smtp = None
    if smtp_host:
        if not base_url:
            raise BadCommand("mail_base_url")
        check_mail(smtp_from)
        password = os.environ.get("TABLERO_SMTP_PASSWORD", "")
        smtp = Smtp(smtp_host, smtp_from, smtp_port, smtp_security, smtp_user, password)
    url = database or f"sqlite:///{data_folder() / 'tablero.db'}"
    port = free_port(host, port)
    secure = base_url.startswith("https:")
    openers = tables or default_openers(host, base_url, accounts)
    config = Config(
        url, base_url=base_url, secure=secure, smtp=smtp, accounts=accounts, openers=openers, proxy=proxy,
        ratings=ratings)
    shown = f"Serving on http://{host}:{port}/   (Ctrl-C ends it)"
    serve(config, host, port, lambda: click.echo(shown), workers)


def default_openers(host: str, base_url: str, accounts: bool) -> str:
    """On this machine alone everybody; from elsewhere those with an account, or whom the operator invites."""
    if host in ("127.0.0.1", "localhost", "::1") and not base_url:
        return "everybody"
    return "accounts" if accounts else "invited"
