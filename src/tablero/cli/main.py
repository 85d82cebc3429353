"""The command `tablero`, or `./play`: what can be done, each thing loaded when it is asked for."""

from __future__ import annotations

import importlib
import importlib.util
from typing import cast

import click

from tablero import CORE, __version__, native
from tablero.cli.language import chosen, language_option
from tablero.kernel.errors import TableroError
from tablero.kernel.messages import common

COMMANDS = {        # name -> module and command
    "text": ("tablero.cli.text", "text_command"),
    "match": ("tablero.cli.match", "match_command"),
    "sim": ("tablero.cli.sim", "sim_command"),
    "report": ("tablero.cli.report", "report_command"),
    "serve": ("tablero.cli.serve", "serve_command"),
    "admin": ("tablero.cli.admin", "admin_command"),
    "rules": ("tablero.cli.rules", "rules_command"),
    "replay": ("tablero.cli.replay", "replay_command"),
    "verify": ("tablero.cli.replay", "verify_command"),
}
CORES = {           # what runs -> what is said about it
    native.COMPILED: "terminal.core_compiled",
    native.OTHER_PYTHON: "terminal.core_other_python",
    native.OTHER_SOURCES: "terminal.core_other_sources",
    native.UNUSABLE: "terminal.core_unusable",
}


class Commands(click.Group):
    """Loads a command when it is called. An error of ours is printed in the language of the command; exit code 2."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [name for name, (module, _) in COMMANDS.items() if importlib.util.find_spec(module)]

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in self.list_commands(ctx):
            return None
        module, command = COMMANDS[name]
        return cast(click.Command, getattr(importlib.import_module(module), command))

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except TableroError as error:
            click.echo(error.in_words(chosen()), err=True)
            ctx.exit(2)


@click.group(cls=Commands, invoke_without_command=True)
@click.version_option(f"{__version__} ({CORE})", prog_name="tablero")
@language_option("TABLERO_LANG")
@click.option("--browser/--no-browser", default=True, help="Open the browser by itself.")
@click.pass_context
def main(ctx: click.Context, lang: str, browser: bool) -> None:
    """Board wargames about Spain with every rule enforced. Without a command: the table, in the browser."""
    if CORE in CORES:
        click.echo(common(lang).say(CORES[CORE]), err=True)
    if ctx.invoked_subcommand is None:
        from tablero.cli.serve import open_table

        click.echo(common(lang).say("terminal.welcome").strip() + "\n")
        open_table(browser)


if __name__ == "__main__":
    main(prog_name="./play")
