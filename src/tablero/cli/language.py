"""The option `--lang`: it may stand before a command or after it, and the last one counts, for errors too."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from tablero.kernel.messages import LANGUAGES

KEPT = "tablero.cli.language"       # where click's contexts share it
F = TypeVar("F", bound=Callable[..., Any])


def _keep(context: click.Context, parameter: click.Parameter, value: str) -> str:
    context.meta[KEPT] = value
    return value


def chosen() -> str:
    """The language of the command that runs."""
    kept: str = click.get_current_context().meta.get(KEPT, "en")
    return kept


def language_option(envvar: str | None = None) -> Callable[[F], F]:
    return click.option(
        "--lang", type=click.Choice(LANGUAGES), default=chosen, envvar=envvar, callback=_keep, show_default="en",
        help="Language.",
    )
