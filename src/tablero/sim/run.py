"""A run in its directory. It can be stopped at any moment and goes on where it stopped.

    run.json            the setting; another one is refused
    results.csv         a row a game, in the order of their numbers; the games there are done
    results.parquet     the same for reports, when the run is complete and polars is installed
    failed-<n>.record   a game that broke off, as far as it went, and failed-<n>.txt why
"""

from __future__ import annotations

import csv
import fcntl
import io
import json
import os
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TextIO

from tablero.bots import FREE
from tablero.bots.arena import spread
from tablero.kernel.errors import BadRun
from tablero.kernel.game import find
from tablero.sim.cluster import spread_on
from tablero.sim.games import FAILED, Edition, Ended, Row, Setting, edition, play_numbered

CHUNK = 8       # games that a process takes at once


@dataclass(frozen=True, slots=True)
class Run:
    """A setting and the directory of its results."""

    setting: Setting
    directory: Path

    @classmethod
    def open(cls, setting: Setting, directory: Path | str) -> Run:
        """Begin a run, or take up the one that is there; a run with another setting is refused."""
        setting.check()
        run = cls(setting, Path(directory))
        run.directory.mkdir(parents=True, exist_ok=True)
        file, wanted = run.directory / "run.json", _described(setting)
        if file.exists():
            _compare(file, wanted)
        elif run.results.exists():
            raise BadRun("no_setting", directory=run.directory)
        else:
            _write(file, json.dumps(wanted, indent=2) + "\n")
        return run

    @property
    def results(self) -> Path:
        return self.directory / "results.csv"

    def rows(self) -> list[Row]:
        """The games that are done; a line that an interruption left unfinished does not count."""
        if not self.results.exists():
            return []
        lines = list(csv.reader(io.StringIO(self._whole_lines().decode("utf-8"))))
        if lines and lines[0] != list(Row._fields):
            raise BadRun("columns", file=self.results, expected=Row._fields)
        return [_row(self.results, number, cells) for number, cells in enumerate(lines[1:])]

    def _whole_lines(self) -> bytes:
        data = self.results.read_bytes()
        return data[: data.rfind(b"\n") + 1]

    def play(self, processes: int = 1, on: str = "") -> Iterator[Row]:
        """Play the games that are missing, here or on a cluster; each row is on disk before it is given out."""
        with self.results.open("a", encoding="utf-8", newline="") as file:
            _lock(file, self.directory)
            numbers = range(len(self.rows()), self.setting.games)
            whole = len(self._whole_lines())
            file.truncate(whole)
            writer = csv.writer(file, lineterminator="\n")
            if not whole:
                writer.writerow(Row._fields)
            for ended in self._ended(numbers, processes, on):
                self._keep(ended)
                writer.writerow(ended.row)
                file.flush()
                yield ended.row

    def _ended(self, numbers: range, processes: int, on: str) -> Iterator[Ended]:
        play = partial(_play, self.setting, edition(self.setting.game))
        if on:
            return spread_on(on, play, numbers, CHUNK, self.setting.bots, processes)
        return spread(play, numbers, processes, CHUNK)

    def _keep(self, ended: Ended) -> None:
        if ended.record:
            _write(self.directory / f"failed-{ended.row.number}.txt", ended.reason)
            _write(self.directory / f"failed-{ended.row.number}.record", ended.record)

    def failed(self) -> list[Path]:
        """The records of the games that broke off."""
        rows = [row for row in self.rows() if row.kind == FAILED]
        return [self.directory / f"failed-{row.number}.record" for row in rows]

    def finish(self) -> None:
        """Write results.parquet when all games are done and polars is there."""
        if find_spec("polars") is None or len(self.rows()) < self.setting.games:
            return
        import polars

        texts = {"seed": polars.UInt64, **dict.fromkeys(("score", "course", "measures"), polars.String)}
        table = polars.read_csv(self.results, schema_overrides=texts)
        _replace(self.directory / "results.parquet", table.write_parquet)


def _play(setting: Setting, wanted: Edition, number: int) -> Ended:
    """A game, if it is played here by the rules and the data with which the run began."""
    if (found := edition(setting.game)) != wanted:
        raise BadRun("other_edition", game=setting.game, found=found.rules, expected=wanted.rules)
    return play_numbered(setting, number)


def _lock(file: TextIO, directory: Path) -> None:
    """Two runs must not write into one directory at once; the lock goes with the process, however it ends."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise BadRun("in_use", directory=directory) from None


def _described(setting: Setting) -> dict[str, object]:
    game = find(setting.game)
    found = {**asdict(setting), "options": game.chosen(dict(setting.options))}
    for name, unless in (("rotate", False), ("budget", FREE)):      # older runs have none
        if found[name] == unless:
            del found[name]
    return {name: list(value) if isinstance(value, tuple) else value for name, value in found.items()} | {
        **edition(setting.game)._asdict(),
    }


def _compare(file: Path, wanted: dict[str, object]) -> None:
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except ValueError:
        raise BadRun("json", file=file) from None
    for name in {**wanted, **found}:
        if found.get(name) != wanted.get(name):
            other = {"found": repr(found.get(name)), "expected": repr(wanted.get(name))}
            raise BadRun("other_setting", directory=file.parent, name=name, **other)


def _row(file: Path, number: int, cells: list[str]) -> Row:
    kinds: list[Callable[[str], object]] = [int, str, int, str, str, str, int, int, str, float, str, str, str]
    try:
        row = Row._make(kind(cell) for kind, cell in zip(kinds, cells, strict=True))
    except ValueError:
        raise BadRun("row", file=file, line=number + 2, row=",".join(cells)) from None
    if row.number != number:
        raise BadRun("order", file=file, line=number + 2, found=row.number, expected=number)
    return row


def _write(path: Path, text: str) -> None:
    _replace(path, lambda new: new.write_text(text, encoding="utf-8"))


def _replace(path: Path, write: Callable[[Path], object]) -> None:
    """Write a file in one piece: an interruption leaves the old one as it was."""
    new = path.with_name(f".{path.name}.new")
    write(new)
    os.replace(new, path)
