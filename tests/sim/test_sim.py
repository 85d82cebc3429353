"""Runs: the same games from the same seed, taken up where they stopped, with the failures kept."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest
from click.testing import CliRunner

import tablero
from tablero.cli.sim import sim_command
from tablero.sim import Row, Run, Setting, standard_accumulators
from tablero.sim.accumulators import Endings, Wins

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
    with pytest.raises(tablero.TableroError, match="Another run is writing"):
        next(Run.open(SHORT, tmp_path).play())
    assert [row.number for row in begun] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize("other, named", [
    (Setting("dpyr", 6, ("random", "random"), ("maella", "oriamendi"), 8, SHORT.options), "seed 7, not 8"),
    (Setting("dpyr", 9, ("random", "random"), ("maella", "oriamendi"), 7, SHORT.options), "games 6, not 9"),
    (Setting("dpyr", 6, ("random", "heuristic"), ("maella", "oriamendi"), 7, SHORT.options), "with bots"),
    (Setting("dpyr", 6, ("random", "random"), ("maella", "oriamendi"), 7), "with options"),
])
def test_a_directory_with_another_setting_is_refused(tmp_path: Path, other: Setting, named: str) -> None:
    Run.open(SHORT, tmp_path)
    with pytest.raises(tablero.TableroError, match=named):
        Run.open(other, tmp_path)
    assert json.loads((tmp_path / "run.json").read_text())["seed"] == 7


def test_results_that_are_not_of_this_run_are_refused(tmp_path: Path) -> None:
    (tmp_path / "results.csv").write_text("a,b\n1,2\n")
    with pytest.raises(tablero.TableroError, match="no run.json"):
        Run.open(SHORT, tmp_path)
    run = Run.open(SHORT, tmp_path / "other")
    run.results.write_text(",".join(Row._fields) + "\n0,maella,x\n")
    with pytest.raises(tablero.TableroError, match="line 2"):
        run.rows()


@pytest.mark.parametrize("setting, error", [
    (with_bots("random", "nobody"), "no bot 'nobody'"),
    (with_bots("random"), "needs 2 bots"),
    (with_bots("random", "random", games=0), "at least one game"),
    (Setting("dpyr", 1, ("random", "random"), ("waterloo",), 1), "no scenario 'waterloo'"),
    (Setting("dpyr", 1, ("random", "random"), ("maella",), 1, (("victory", "total"),)), "value of option"),
])
def test_a_setting_that_cannot_be_is_refused(tmp_path: Path, setting: Setting, error: str) -> None:
    with pytest.raises(tablero.TableroError, match=error):
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
    assert "is not offered" in (tmp_path / "failed-0.txt").read_text()


def test_accumulators_count_wins_by_battle_and_in_all() -> None:
    wins, endings = Wins(("carlist", "liberal")), Endings()
    for number, winner in enumerate(("carlist", "carlist", "", "liberal")):
        row = Row(number, "maella", 1, "a b", winner, "clear" if winner else "draw", 14, 900, "1 0", 0.5, "f")
        wins.add(row)
        endings.add(row)
    assert wins.report().rows[-1] == ("all", "4", "50.0 % (15-85)", "25.0 % (5-70)", "25.0 % (5-70)")
    assert endings.report().rows[0] == ("clear", "carlist", "2", "50.0 %")


def test_every_standard_accumulator_reports_an_empty_run() -> None:
    assert all(not accumulator.report().rows for accumulator in standard_accumulators(("carlist", "liberal")))


def command(*words: str | Path) -> tuple[int, str]:
    result = CliRunner().invoke(sim_command, ["dpyr", "--scenario", "maella", "--processes", "1", *map(str, words)])
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
