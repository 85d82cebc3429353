"""The command line: what it offers, and that it never shows a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import tablero
from tablero import native
from tablero.bots import make
from tablero.cli.main import COMMANDS, main
from tablero.kernel.record import Record


def run(*args: str, input_: str = "") -> Result:
    return CliRunner().invoke(main, args, input=input_, env={"TABLERO_LANG": None})


def finished(path: Path, whole: bool = True) -> Record:
    """A battle played by random bots, saved."""
    game = tablero.game("dpyr")
    record = Record.start(game, "maella", seed=11, secret=True)
    bot = make("random", game, 3)
    while not record.state.over and (whole or len(record.entries) < 150):
        seat = tablero.players(record.state)[0]
        record.apply(seat, bot.choose(game.view(record.state, seat), tablero.options(record.state, seat), seat))
    record.save(path)
    return record


def test_without_arguments_it_says_what_can_be_done_and_opens_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[bool] = []
    monkeypatch.setattr("tablero.cli.serve.open_table", opened.append)
    out = run().output
    assert "./play text dpyr arquijas" in out
    assert "every rule enforced" in out
    assert "con todas sus reglas" in run("--lang", "es", "--no-browser").output
    assert [True, False] == opened


@pytest.mark.parametrize("core, english, spanish", [
    (native.COMPILED, "The compiled core runs.", "Corre el núcleo compilado."),
    (native.OTHER_SOURCES, "made from others. ./dev native makes it again", "se hizo de otras. ./dev native lo rehace"),
    (native.OTHER_PYTHON, "another Python. ./dev native makes it again", "otro Python. ./dev native lo rehace"),
    (native.UNUSABLE, "cannot be loaded on this system. ./dev", "no se puede cargar en este sistema. ./dev"),
    (native.INTERPRETED, "", ""),
])
def test_what_a_compiled_core_is_good_for_is_said_in_one_line(
    core: str, english: str, spanish: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beside what the command prints, which may go into a file."""
    monkeypatch.setattr("tablero.cli.main.CORE", core)
    for lang, words in (("en", english), ("es", spanish)):
        told = run("--lang", lang, "rules", "dpyr", "4.2c")
        assert bool(words) == len(told.stderr.splitlines())
        assert words in told.stderr
        assert "4.2c" in told.stdout


def test_help_lists_every_command() -> None:
    out = run("--help").output
    assert all(name in out for name in COMMANDS)


def test_an_unknown_command_is_refused() -> None:
    result = run("dance")
    assert 2 == result.exit_code
    assert "No such command 'dance'" in result.output


def test_text_lists_games_and_battles() -> None:
    assert "dpyr  Dios, Patria y Rey" in run("text").output
    out = run("text", "dpyr", "--lang", "es").output
    assert "arquijas     Templar y tentar: Arquijas" in out
    assert "victory: printed, graded" in out


def test_rules_prints_text_code_and_tests() -> None:
    out = run("rules", "dpyr", "4.2c").output
    assert "Rule 4.2c." in out
    assert "Code: src/tablero/games/dpyr/rules/r04_actions/s02" in out
    assert "Regla 4.2c." in run("rules", "dpyr", "4.2c", "--lang", "es").output


def test_rules_prints_a_section_or_all_titles() -> None:
    assert all(f"Rule 4.1{letter}." in run("rules", "dpyr", "4.1").output for letter in "abcdefg")
    assert "4.1a Montear movement" in " ".join(run("rules", "dpyr").output.split())


def test_rules_prints_all_tables() -> None:
    out = run("rules", "car", "tables", "--lang", "es").output
    assert "16+ 5 5 7 7 7 7" in " ".join(out.split())
    assert "Puente aéreo" in " ".join(out.split())


@pytest.mark.parametrize("args, text", [
    (("rules", "dpyr", "99"), "There is no rule “99”."),
    (("rules", "chess"), "There is no game “chess”."),
    (("replay", "/nowhere"), "/nowhere cannot be read"),
    (("verify", "/nowhere"), "/nowhere cannot be read"),
    (("verify", "/nowhere", "--lang", "es"), "/nowhere no se puede leer"),
    (("--lang", "es", "verify", "/nowhere"), "/nowhere no se puede leer"),
    (("--lang", "es", "verify", "/nowhere", "--lang", "en"), "/nowhere cannot be read"),
    (("--lang", "es", "match", "dpyr", "--bots", "random"), "necesita 2 bots"),
])
def test_errors_are_told_in_words_and_end_with_2(args: tuple[str, ...], text: str) -> None:
    result = run(*args)
    assert 2 == result.exit_code
    assert text in result.stderr
    assert "Traceback" not in result.output


def test_replay_tells_a_game_action_by_action(tmp_path: Path) -> None:
    record = finished(tmp_path / "game.tablero")
    out = run("replay", str(tmp_path / "game.tablero"), "--text").output
    assert "   1 carlist deploy" in out
    assert "Turn 1 begins." in out
    assert f"{len(record.entries):>4} " in out
    assert out.rstrip().endswith((".",))
    assert "Empieza el turno 1." in run("replay", str(tmp_path / "game.tablero"), "--lang", "es").output


def test_replay_stops_where_it_is_told(tmp_path: Path) -> None:
    finished(tmp_path / "game.tablero", whole=False)
    out = run("replay", str(tmp_path / "game.tablero"), "--at", "3").output
    assert "   3 carlist" in out
    assert "   4 carlist" not in out
    assert 2 == run("replay", str(tmp_path / "game.tablero"), "--at", "9999").exit_code


def test_verify_works_out_every_die_again(tmp_path: Path) -> None:
    record = finished(tmp_path / "game.tablero")
    assert f"in {len(record.entries)} actions, all as recorded" in run("verify", str(tmp_path / "game.tablero")).output


def test_verify_needs_the_seed_and_finds_damage(tmp_path: Path) -> None:
    file = tmp_path / "game.tablero"
    finished(file, whole=False)
    assert "The seed is not in this record" in run("verify", str(file)).stderr
    file.write_text(file.read_text().replace("deploy c_", "deploy l_", 1))
    result = run("verify", str(file))
    assert 2 == result.exit_code
    assert "was changed or damaged" in result.stderr
