"""A game in the terminal, by what is typed and what is read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tablero.cli.main import main
from tablero.kernel.record import Record


@pytest.fixture(autouse=True)
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Games that are saved without a name go here."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.delenv("TABLERO_LANG", raising=False)
    return tmp_path / "tablero"


def play(*typed: str, args: str = "dpyr arquijas --seed 7 --seat both") -> Result:
    """Play with these lines typed; the end of input leaves the table."""
    return CliRunner().invoke(main, ["text", *args.split()], input="".join(f"{line}\n" for line in typed))


def in_battle(*typed: str, lang: str = "en") -> str:
    """Both sides are set up and have given out their markers, then these lines are typed."""
    lines = ["map off", "auto", "auto", "auto", "auto", *typed]
    result = play(*lines, args=f"dpyr arquijas --seed 7 --seat both --lang {lang}")
    assert 0 == result.exit_code, result.output
    return result.output


def test_the_table_shows_the_battle_the_map_the_question_and_its_rule() -> None:
    out = play().output
    assert "Temper and tempt: Arquijas" in out
    assert "turn 0 of 16" in out
    assert "The Carlists. Set up your army" in " ".join(out.split())
    assert "(rule 3.0c)" in " ".join(out.split())
    assert re.search(r"^08 ", out, re.MULTILINE)
    assert re.search(r"\d+ Guías", out)


def test_an_answer_may_be_a_number_words_or_their_beginning() -> None:
    for answer in ("6", "deploy c_guias", "dep c_guia", "guias"):
        out = " ".join(play(answer).output.split())
        assert "Choose the hex where Guías is set up" in out, answer


def test_several_answers_go_in_one_line_and_are_told() -> None:
    assert "Guías is set up at 1304." in play("deploy c_guias; to 1304").output


def test_an_answer_that_fits_several_choices_lists_them() -> None:
    out = " ".join(play("deploy c_nav").output.split())
    assert "choices fit; be more precise: deploy c_nav_1" in out


def test_a_forbidden_action_is_refused_with_its_rule() -> None:
    for typed in ("to 0108", "why to 0108"):
        out = " ".join(play("deploy c_guias", typed).output.split())
        assert "This unit is set up in its own area; choose a hex of that area. Rule 3.0c. Deployment areas." in out


def test_why_alone_explains_the_question_and_an_allowed_action_is_said_to_be() -> None:
    assert "Rule 3.0c." in play("why").output
    assert "Allowed: Place Guías." in play("why deploy c_guias").output


def test_what_is_not_understood_says_what_to_do_next() -> None:
    out = play("sing").output
    assert "“sing” is neither a choice nor a command" in out


def test_undo_takes_back_one_action_after_the_other() -> None:
    out = play("deploy c_guias; to 1304", "undo", "undo", "undo").output
    assert "Taken back: To 1304." in out
    assert "Taken back: Place Guías." in out
    assert "Nothing can be taken back" in out


def test_a_position_is_played_saved_and_resumed(tmp_path: Path) -> None:
    file = tmp_path / "game.tablero"
    first = play("deploy c_guias; to 1304", f"save {file}", "quit", "n")
    assert f"Saved in {file}" in first.output
    assert ["deploy", "to"] == [entry.action[0] for entry in Record.load(file).entries]
    second = CliRunner().invoke(main, ["text", "--resume", str(file), "--seat", "both"], input="log\nundo\nquit\nn\n")
    assert "Guías is set up at 1304." in second.output
    assert "Nothing can be taken back" in second.output        # what was saved is done
    assert 0 == second.exit_code


def test_the_end_of_input_saves_the_game_and_says_where(shelf: Path) -> None:
    out = play("deploy c_guias").output
    (file,) = shelf.glob("dpyr-arquijas-*.tablero")
    assert f"Go on with: ./play text --resume {file}" in out
    assert 1 == len(Record.load(file).entries)


def test_quit_offers_to_save(shelf: Path) -> None:
    assert "Save the game first?" in play("quit", "").output
    assert 1 == len(list(shelf.glob("*.tablero")))


def test_a_file_that_cannot_be_written_is_no_disaster() -> None:
    out = play("save /nowhere/at/all", "deploy c_guias").output
    assert "/nowhere/at/all cannot be written: No such file or directory." in out
    assert "Choose the hex where Guías" in " ".join(out.split())


def test_the_language_changes_in_mid_game() -> None:
    out = " ".join(play("lang es", "deploy c_guias").output.split())
    assert "Los carlistas. Despliegue su ejército" in out
    assert "Elija el hexágono donde se despliega Guías" in out


def test_commands_have_spanish_names() -> None:
    out = play("porqué", "mapa", "unidades", "ayuda", args="dpyr arquijas --seed 7 --seat both --lang es").output
    assert "Regla 3.0c." in out
    assert "Orden de batalla: los carlistas" in out
    assert "deshacer su última acción" in out


def test_rules_prints_a_rule_or_a_section() -> None:
    out = play("rules 4.2c", "rules 4.1", "rules 77").output
    assert "Rule 4.2c." in out
    assert "Rule 4.1g." in out
    assert "There is no rule “77”." in out


def test_units_lists_both_orders_of_battle_with_values() -> None:
    out = play("units").output
    assert re.search(r"Gu +Guías +infantry +B +3-6-4 +0\+0 / 4", out)
    assert re.search(r"Córdoba +Gefe", out)
    assert "to be set up: Centre (C)" in out


def test_the_map_has_a_legend_and_tells_what_stands_in_a_hex() -> None:
    out = play("deploy c_guias; to 1304", "map", "map 1304", "map 9999").output
    assert "♣ forest" in out
    assert "1304: Clear." in out
    assert "Guías: infantry, morale B, fire 3, attack 6, defence 4" in out
    assert "There is no place “9999”." in out


def test_auto_answers_for_the_player_up_to_the_next_question() -> None:
    out = play("auto").output
    assert "The Carlists have finished their set-up." in out
    assert "The Liberals. Set up your army" in " ".join(out.split())


def test_a_seat_at_one_keyboard_is_shown_its_own_view() -> None:
    out = play("deploy c_guias; to 1304", "auto", "log 200", "units carlist").output
    told = out[out.index("The Liberals. Set up") :]
    assert "Guías is set up" not in told


def test_an_activation_is_played_by_name() -> None:
    out = in_battle("montear", "done")
    assert re.search(r"An activation marker is drawn: the (Carlists|Liberals) act\.", out)
    assert "play Montear (march across country)." in out


def test_the_same_in_spanish() -> None:
    out = in_battle("montear", "done", lang="es")
    assert re.search(r"Sale un marcador de activación: actúan los (carlistas|liberales)\.", out)
    assert "juegan Montear (marchar a campo traviesa)." in out


def test_a_bot_plays_the_other_seat_and_its_actions_are_told() -> None:
    out = play("map off", "auto", args="dpyr arquijas --seed 7 --seat carlist --against random").output
    assert "The Liberals have finished their set-up." in out
    assert "The Liberals. " not in out      # nobody is asked in their place


def test_long_lists_are_typed_not_numbered() -> None:
    out = play("auto", "deploy l_guardia_1", args="dpyr perecamps_2 --seed 7 --seat both").output
    lines = [line for line in out.splitlines() if line.startswith("to ")]
    for line in lines:
        assert re.match(r"to \d{4} \d{4}", line)


@pytest.mark.parametrize("args, text", [
    ("chess 1", "There is no game “chess”."),
    ("dpyr waterloo", "There is no scenario “waterloo”."),
    ("dpyr arquijas --seat french", "There is no seat “french”."),
    ("dpyr arquijas --against nobody", "There is no bot “nobody”."),
    ("dpyr arquijas --option victory=easy", "There is no value for the option victory: “easy”."),
    ("dpyr arquijas --option victory", "“victory” should have the form name=value"),
    ("dpyr arquijas --seat both --against random", "leave out --against"),
    ("--resume /nowhere", "/nowhere cannot be read"),
])
def test_a_wrong_name_is_told_without_a_traceback(args: str, text: str) -> None:
    result = play(args=args)
    assert 2 == result.exit_code
    assert text in result.stderr
    assert "Traceback" not in result.output


def test_resuming_another_battle_than_named_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "game.tablero"
    play(f"save {file}")
    result = CliRunner().invoke(main, ["text", "dpyr", "maella", "--resume", str(file)])
    assert 2 == result.exit_code
    assert "holds dpyr arquijas: leave out game and scenario" in result.stderr


def test_a_record_without_its_seed_is_not_played_on(tmp_path: Path) -> None:
    file = tmp_path / "game.tablero"
    play(f"save {file}")
    Record.load(file).save(file)
    result = CliRunner().invoke(main, ["text", "--resume", str(file)])
    assert 2 == result.exit_code
    assert "has no seed" in result.stderr


def test_options_of_the_table_are_kept(tmp_path: Path) -> None:
    file = tmp_path / "game.tablero"
    play(f"save {file}", args="dpyr arquijas --seat both --option victory=graded")
    assert "graded" == Record.load(file).options["victory"]


@pytest.mark.parametrize(("lang", "word", "said"), [
    ("en", "hint", "first the line of infantry"), ("es", "consejo", "primero la línea de infantería"),
])
def test_a_hint_names_a_choice_and_says_why(lang: str, word: str, said: str) -> None:
    out = play("map off", word, args=f"dpyr arquijas --seed 7 --lang {lang}").output
    told = " ".join(out.split())
    assert said in told
    assert re.search(rf"\d+ \w+ (.+?) \1.*{said}", told), "the choice, then the reason that names its unit"
