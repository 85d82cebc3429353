"""`./play rules`: a rule in plain words, and where it stands in code and tests."""

from __future__ import annotations

import re
from pathlib import Path

import click
from rich import box
from rich.console import Console, Group
from rich.table import Table
from rich.text import Text

import tablero
from tablero.cli.language import language_option
from tablero.cli.text.panels import rule_text
from tablero.kernel.aids import Chart, aid
from tablero.kernel.rulebook import look_up, rules, sections
from tablero.kernel.text import Speech

SOURCES = Path(__file__).parents[3]     # the checkout, if the program runs from one


@click.command("rules")
@click.argument("game")
@click.argument("id_", metavar="[ID]", default="")
@language_option()
def rules_command(game: str, id_: str, lang: str) -> None:
    """Print rule ID of GAME (4.2c), or a section (4.2); "tables" for all tables; without ID the titles of all rules."""
    found = tablero.game(game)
    speech = Speech(found, lang)
    console = Console(highlight=False, markup=False, emoji=False)
    if id_ == "tables":
        for chart in aid(found, lang).charts:
            console.print(drawn(chart), "")
        return
    if not id_:
        book = rules(found.pack, lang).values()
        for section in sections(found.pack, lang):
            ours = [rule for rule in book if re.fullmatch(rf"{re.escape(section)}[a-z].*", rule.id)]
            console.print(f"{section}  " + "; ".join(f"{rule.id} {rule.title}" for rule in ours))
        return
    for rule in look_up(found.pack, lang, id_):
        console.print(rule_text(speech, rule))
        for key, places in (("code", code_places(game, rule.id)), ("tests", test_places(game, rule.id))):
            if places:
                console.print(speech.say(f"terminal.{key}", places=", ".join(places)), style="dim", soft_wrap=True)


def drawn(chart: Chart) -> Group:
    """A chart as a table of the terminal, with its notes and rules below."""
    table = Table(title=Text(chart.title), title_justify="left", title_style="bold", box=box.SIMPLE_HEAD,
                  show_header=bool(chart.heads))
    for head in chart.heads or ("", ""):
        table.add_column(Text(head))
    for row in chart.rows:
        table.add_row(*map(Text, row.cells))
    return Group(table, *(Text(note, style="dim") for note in (*chart.notes, " ".join(chart.rules))))


def code_places(game: str, id_: str) -> list[str]:
    """Lines of code that cite the rule, or its section: `[4.2c]`, `Refusal("4.2c", ...)`."""
    section = re.split(r"[a-z]", id_, maxsplit=1)[0]
    cited = re.compile(rf"\[(?:{re.escape(id_)}|{re.escape(section)})\]|Refusal\(\"{re.escape(id_)}\"")
    return _grep(SOURCES / "src/tablero/games" / game, cited)


def test_places(game: str, id_: str) -> list[str]:
    """Tests that prove the rule: `@rule("dpyr", "4.2c")`."""
    cited = re.compile(rf'@rule\("{game}",.*"{re.escape(id_)}"')
    return _grep(SOURCES / "tests/games" / game, cited)


def _grep(folder: Path, wanted: re.Pattern[str]) -> list[str]:
    return [
        f"{path.relative_to(SOURCES)}:{number}"
        for path in sorted(folder.rglob("*.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if wanted.search(line)
    ]
