"""Runs: the same games from the same seed, taken up where they stopped, with the failures kept."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest
from click.testing import CliRunner

import tablero
from tablero.cli.report import report_command
from tablero.cli.sim import sim_command
from tablero.kernel.errors import BadRun
from tablero.sim import Row, Run, Setting, standard_accumulators
from tablero.sim.accumulators import Bots, Courses, Endings, Measures, Milestones, Wins, course_of, measures_of
from tests.errors import raises
from tests.kernel import pairs

assert pairs.GAME.code == "pairs"       # the games of the tests are known once they are imported

SHORT = Setting("dpyr", 6, ("random", "random"), ("maella", "oriamendi"), 7, (("victory", "graded"),))


def timeless(rows: Iterator[Row] | list[Row]) -> list[Row]:
    return [row._replace(seconds=0.0) for row in rows]


def with_bots(*names: str, games: int = 6) -> Setting:
    return Setting("dpyr", games, names, ("maella",), 7)


def test_the_rows_are_the_same_whatever_the_number_of_processes(tmp_path: Path) -> None:
    one = list(Run.open(SHORT, tmp_path / "one").play(1))
    two = list(Run.open(SHORT, tmp_path / "two").play(2))
    assert timeless(one) == timeless(two)
    assert [row.number for row in one] == [0, 1, 2, 3, 4, 5]
    assert {row.scenario for row in one} == {"maella", "oriamendi"}
    assert len({row.fingerprint for row in one}) == 6


def test_another_seed_plays_other_games(tmp_path: Path) -> None:
    other = Setting("dpyr", 2, ("random", "random"), ("maella",), 8)
    one = list(Run.open(with_bots("random", "random", games=2), tmp_path / "one").play())
    two = list(Run.open(other, tmp_path / "two").play())
    assert not {row.fingerprint for row in one} & {row.fingerprint for row in two}


def test_an_interrupted_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    whole = list(Run.open(SHORT, tmp_path / "whole").play())
    begun = Run.open(SHORT, tmp_path / "parts").play()
    assert len(list(islice(begun, 2))) == 2
    begun.close()
    rest = list(Run.open(SHORT, tmp_path / "parts").play())
    assert [row.number for row in rest] == [2, 3, 4, 5]
    assert timeless(Run.open(SHORT, tmp_path / "parts").rows()) == timeless(whole)


def test_a_line_that_was_cut_short_is_played_again(tmp_path: Path) -> None:
    run = Run.open(SHORT, tmp_path)
    whole = list(run.play())
    text = run.results.read_text()
    run.results.write_text(text[: text.rindex("5,") + 9])
    assert [row.number for row in run.play()] == [5]
    assert timeless(run.rows()) == timeless(whole)


def test_a_complete_run_has_nothing_left_to_play(tmp_path: Path) -> None:
    run = Run.open(SHORT, tmp_path)
    assert len(list(run.play())) == 6
    assert list(run.play()) == []


def test_two_runs_do_not_write_into_one_directory_at_once(tmp_path: Path) -> None:
    begun = Run.open(SHORT, tmp_path).play()
    next(begun)
    with raises(BadRun, "in_use"):
        next(Run.open(SHORT, tmp_path).play())
    assert [row.number for row in begun] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("other, named", [
    (Setting("dpyr", 6, ("random", "random"), ("maella", "oriamendi"), 8, SHORT.options), {"name": "seed"}),
    (Setting("dpyr", 9, ("random", "random"), ("maella", "oriamendi"), 7, SHORT.options), {"name": "games"}),
    (Setting("dpyr", 6, ("random", "heuristic"), ("maella", "oriamendi"), 7, SHORT.options), {"name": "bots"}),
    (Setting("dpyr", 6, ("random", "random"), ("maella", "oriamendi"), 7), {"name": "options"}),
    (replace(SHORT, rotate=True), {"name": "rotate", "found": "None", "expected": "True"}),
])
def test_a_directory_with_another_setting_is_refused(tmp_path: Path, other: Setting, named: dict[str, object]) -> None:
    Run.open(SHORT, tmp_path)
    with raises(BadRun, "other_setting", **named):
        Run.open(other, tmp_path)
    assert json.loads((tmp_path / "run.json").read_text())["seed"] == 7


def test_results_that_are_not_of_this_run_are_refused(tmp_path: Path) -> None:
    (tmp_path / "results.csv").write_text("a,b\n1,2\n")
    with raises(BadRun, "no_setting"):
        Run.open(SHORT, tmp_path)
    run = Run.open(SHORT, tmp_path / "other")
    run.results.write_text(",".join(Row._fields) + "\n0,maella,x\n")
    with raises(BadRun, "row", line=2):
        run.rows()


@pytest.mark.parametrize("setting, key, values", [
    (with_bots("random", "nobody"), "known", {"kind": "error.kind.bot", "name": "nobody"}),
    (with_bots("random"), "bots", {"expected": 2, "found": 1}),
    (with_bots("random", "random", games=0), "games", {"n": 0}),
    (Setting("dpyr", 1, ("random", "random"), ("waterloo",), 1), "known", {"kind": "error.kind.scenario"}),
    (Setting("dpyr", 1, ("random", "random"), ("maella",), 1, (("victory", "total"),)), "known",
     {"kind": "error.kind.option_value", "name": "total"}),
])
def test_a_setting_that_cannot_be_is_refused(
    tmp_path: Path, setting: Setting, key: str, values: dict[str, object]
) -> None:
    with raises(tablero.TableroError, key, **values):
        Run.open(setting, tmp_path / "run")
    assert not (tmp_path / "run").exists()


def test_a_failing_game_is_kept_and_the_run_goes_on(tmp_path: Path) -> None:
    run = Run.open(with_bots("tests.sim.failing:SometimesFailing", "random", games=8), tmp_path)
    rows = list(run.play(2))
    failed = [row for row in rows if row.kind == "failed"]
    assert len(rows) == 8
    assert 0 < len(failed) < 8
    assert run.failed() == [tmp_path / f"failed-{row.number}.record" for row in failed]
    for row, path in zip(failed, run.failed(), strict=True):
        record = tablero.Record.load(path)
        assert len(record.entries) == row.actions
        assert not record.state.over
        record.verify()
        assert "out of breath" in path.with_suffix(".txt").read_text()


def test_a_bot_that_does_what_nobody_offered_has_failed(tmp_path: Path) -> None:
    run = Run.open(with_bots("random", "tests.sim.failing:Cheating", games=1), tmp_path)
    (row,) = run.play()
    assert row.kind == "failed"
    assert "IllegalAction" in (tmp_path / "failed-0.txt").read_text()


def test_accumulators_count_wins_by_battle_and_in_all() -> None:
    wins, endings = Wins(("carlist", "liberal")), Endings()
    for number, winner in enumerate(("carlist", "carlist", "", "liberal")):
        row = Row(number, "maella", 1, "a b", winner, "clear" if winner else "draw", 14, 900, "1 0", 0.5, "f")
        wins.add(row)
        endings.add(row)
    assert wins.report().rows[-1] == ("all", "4", "50.0 % (15-85)", "25.0 % (5-70)", "25.0 % (5-70)")
    assert endings.report().rows[0] == ("clear", "carlist", "2", "50.0 %")


def test_a_bot_is_counted_in_every_seat_it_had() -> None:
    found = Bots(("carlist", "liberal"))
    for number, (names, winner) in enumerate((("a b", "carlist"), ("b a", "carlist"), ("a b", "liberal"), ("b a", ""))):
        found.add(Row(number, "maella", 1, names, winner, "clear", 14, 900, "1 0", 0.5, "f"))
    assert ("a", "50.0 % (9-91)", "0.0 % (0-66)", "25.0 % (5-70)") == found.report().rows[0]
    assert ("b", "50.0 % (9-91)", "50.0 % (9-91)", "50.0 % (15-85)") == found.report().rows[1]


def test_the_course_of_a_game_is_told_by_its_quarters_for_every_seat() -> None:
    found = Courses(("north", "east", "south"))
    for course in ("0/0/0 1/-1/-2 2/-2/-3 3/-3/-4 4/-4/-5", "0/0/0 2/-2/-3"):
        found.add(Row(0, "crossroads", 1, "a b c", "north", "spaces", 3, 90, "1 0 0", 0.5, "f", course))
    assert ("crossroads", "north", "+0.0", "+0.5", "+1.0", "+1.5", "+3.0") == found.report().rows[0]
    assert ("crossroads", "south", "+0.0", "-1.0", "-1.5", "-2.0", "-4.0") == found.report().rows[2]


def test_figures_are_told_turn_by_turn_and_what_happens_once_by_its_median_turn() -> None:
    figures, milestones = Measures(), Milestones()
    for measured in ("1:vp=8,madrid=no 2:vp=10,madrid=yes 3:vp=9,madrid=no", "1:vp=7,madrid=no", "1:vp=9,madrid=yes"):
        row = Row(0, "campaign", 1, "a b", "north", "points", 3, 90, "1 0", 0.5, "f", "", measured)
        figures.add(row)
        milestones.add(row)
    assert [("campaign", "vp", "8.0", "10.0", "9.0")] == figures.report().rows
    assert [("campaign", "madrid", "66.7 % (21-94)", "1.5")] == milestones.report().rows


def test_a_game_says_what_can_be_followed_to_its_last_turn(tmp_path: Path) -> None:
    setting = Setting("car", 1, ("random", "random"), ("war_of_the_columns",), 3)
    row, = Run.open(setting, tmp_path).play()
    turns = [turn for turn, name, _ in measures_of(row) if name == "vp"]
    assert list(range(1, row.turns + 1)) == turns
    assert {"vp", "rm", "madrid", "bilbao", "barcelona"} <= {name for _, name, _ in measures_of(row)}


@pytest.mark.parametrize("code, scenario, seats", [
    ("dpyr", "maella", 2), ("aiw", "zumalacarregui", 2), ("four", "crossroads", 4), ("pairs", "crossroads", 4),
])
def test_every_game_has_a_course(tmp_path: Path, code: str, scenario: str, seats: int) -> None:
    (row,) = Run.open(Setting(code, 1, ("random",) * seats, (scenario,), 3), tmp_path).play()
    leads = course_of(row)
    assert len(leads) > 3
    assert {seats} == set(map(len, leads))
    assert all(max(phase) >= 0 >= min(phase) for phase in leads)
    if code == "pairs":
        assert all(phase[0] == phase[2] == -phase[1] == -phase[3] for phase in leads)


def test_four_bots_change_seats_if_they_are_told_to(tmp_path: Path) -> None:
    mixed = ("random", "tablero.bots.random:RandomBot", "random", "random")
    rows = list(Run.open(Setting("four", 5, mixed, ("crossroads",), 3, rotate=True), tmp_path / "changing").play())
    assert [1, 2, 3, 0, 1] == [row.bots.split().index(mixed[1]) for row in rows]
    fixed = list(Run.open(Setting("four", 5, mixed, ("crossroads",), 3), tmp_path / "fixed").play())
    assert [1] * 5 == [row.bots.split().index(mixed[1]) for row in fixed]
    assert json.loads((tmp_path / "changing" / "run.json").read_text())["rotate"]
    assert "rotate" not in json.loads((tmp_path / "fixed" / "run.json").read_text())


def test_allies_win_a_run_together(tmp_path: Path) -> None:
    rows = list(Run.open(Setting("pairs", 12, ("random",) * 4, ("crossroads",), 3), tmp_path).play())
    assert {frozenset(), frozenset(("north", "south")), frozenset(("east", "west"))} >= {
        frozenset(row.winner.split()) for row in rows
    }
    wins = Wins(tablero.game("pairs").seats)
    for row in rows:
        wins.add(row)
    _, games, north, east, south, west, _ = wins.report().rows[-1]
    assert ("12", north, east) == (games, south, west)
    assert any(row.winner for row in rows)


def test_a_run_of_four_is_reported_and_drawn(tmp_path: Path) -> None:
    code, output = command("--games", 6, "--rotate", "--out", tmp_path, game="four")
    assert (0, True) == (code, all(seat in output for seat in tablero.game("four").seats)), output
    report = CliRunner().invoke(report_command, [str(tmp_path)])
    assert 0 == report.exit_code, report.output
    assert "Course" in report.output
    assert (tmp_path / "report.png").stat().st_size > 10_000


def test_every_standard_accumulator_reports_an_empty_run() -> None:
    assert all(not accumulator.report().rows for accumulator in standard_accumulators(("carlist", "liberal")))


def command(*words: str | Path | int, game: str = "dpyr") -> tuple[int, str]:
    only = ["--scenario", "maella"] if game == "dpyr" else []
    result = CliRunner().invoke(sim_command, [game, *only, "--processes", "1", *map(str, words)])
    return result.exit_code, result.output


def test_the_command_sums_up_and_leaves_tables(tmp_path: Path) -> None:
    code, output = command("--games", 3, "--out", tmp_path)
    assert code == 0
    assert "Wins" in output
    assert len((tmp_path / "results.csv").read_text().splitlines()) == 4
    polars = pytest.importorskip("polars")
    assert polars.read_parquet(tmp_path / "results.parquet").height == 3


def test_the_command_ends_in_an_error_when_a_game_failed(tmp_path: Path) -> None:
    code, output = command("--games", 2, "--out", tmp_path, "--bots", "random,tests.sim.failing:AlwaysFailing")
    assert code == 1
    assert "failed-0.record" in output
    assert "failed-1.record" in output


def test_an_interrupted_run_of_several_processes_is_consistent(tmp_path: Path) -> None:
    words = ["sim", "dpyr", "--games", "5000", "--processes", "2", "--out", str(tmp_path)]
    run = subprocess.Popen([sys.executable, "-m", "tablero.cli.main", *words], stdout=subprocess.PIPE, text=True)
    results = tmp_path / "results.csv"
    while not results.exists() or results.read_text().count("\n") < 5:
        time.sleep(0.05)
    run.send_signal(signal.SIGINT)
    output, _ = run.communicate(timeout=30)
    assert run.returncode == 130
    assert "goes on from here" in output
    setting = Setting("dpyr", 5000, ("random", "random"), tablero.game("dpyr").scenarios, 1)
    assert len(Run.open(setting, tmp_path).rows()) >= 4


def test_an_interrupted_command_says_how_to_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(setting: Setting, number: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("tablero.sim.run.play_numbered", interrupted)
    code, output = command("--games", 2, "--out", tmp_path)
    assert code == 130
    assert "goes on from here" in output
    monkeypatch.undo()
    assert command("--games", 2, "--out", tmp_path)[0] == 0
