"""Runs on Ray: the rows of a local run, whatever happens to the workers."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from threading import Event, Thread, Timer
from typing import Any

import pytest
from click.testing import CliRunner

from tablero.cli.sim import sim_command
from tablero.kernel.errors import BadBot, BadRun
from tablero.sim import Row, Run, Setting
from tablero.sim.cluster import check_place
from tablero.sim.games import Edition
from tests.errors import raises

os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
os.environ["RAY_CLIENT_SERVER_CHECK_CHANNEL_TIMEOUT_S"] = "240"      # the machine may be busy

BOTS = ("random", "tests.sim.failing:SometimesFailing")        # one of our own, which breaks down in one game of three
LONG = Setting("dpyr", 40, BOTS, ("maella", "oriamendi"), 7)


def timeless(rows: list[Row]) -> list[Row]:
    return [row._replace(seconds=0.0) for row in rows]


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> list[Row]:
    return timeless(list(Run.open(LONG, tmp_path_factory.mktemp("local")).play()))


class Cluster:
    """Two machines of one core each, as far as Ray can tell; the second one can be killed."""

    def __init__(self) -> None:
        from ray.cluster_utils import Cluster

        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        small = {"num_cpus": 1, "object_store_memory": 80 * 2**20}
        quick = {"health_check_initial_delay_ms": 0, "health_check_period_ms": 500, "health_check_failure_threshold": 3}
        head = {**small, "ray_client_server_port": port, "_system_config": quick}       # a dead machine is soon noticed
        self.cluster: Any = Cluster(initialize_head=True, head_node_args=head)
        self.second = self.cluster.add_node(**small)
        self.address = f"ray://127.0.0.1:{port}"

    def kill_the_second(self) -> None:
        self.cluster.remove_node(self.second, allow_graceful=False)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    found = Cluster()
    yield found
    found.cluster.shutdown()


def test_a_cluster_of_two_gives_the_rows_of_a_local_run(tmp_path: Path, cluster: Cluster, local: list[Row]) -> None:
    run = Run.open(LONG, tmp_path)
    assert local == timeless(list(run.play(on=cluster.address)))
    assert local == timeless(run.rows())
    failed = [row.number for row in local if row.kind == "failed"]
    assert failed
    assert run.failed() == [tmp_path / f"failed-{number}.record" for number in failed]


def test_an_interrupted_run_goes_on_on_the_cluster(tmp_path: Path, cluster: Cluster, local: list[Row]) -> None:
    begun = Run.open(LONG, tmp_path).play()
    assert local[:5] == timeless(list(islice(begun, 5)))
    begun.close()
    on_the_cluster = Run.open(LONG, tmp_path).play(on=cluster.address)
    assert local[5:20] == timeless(list(islice(on_the_cluster, 15)))
    on_the_cluster.close()
    assert local[20:] == timeless(list(Run.open(LONG, tmp_path).play()))


def test_the_modules_of_bots_travel_with_the_job(
    tmp_path: Path, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing else tells the workers where this module is: its folder is on the path of this process only."""
    (tmp_path / "travelling.py").write_text("from tablero.bots.random import RandomBot\nclass Bot(RandomBot): ...\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    setting = Setting("dpyr", 2, ("travelling:Bot", "random"), ("maella",), 7)
    rows = list(Run.open(setting, tmp_path / "run").play(on=cluster.address))
    assert [False, False] == [row.kind == "failed" for row in rows]
    monkeypatch.setattr("tablero.sim.cluster._sources", lambda names: [])
    with raises(BadBot, "load", name="travelling:Bot"):
        next(Run.open(setting, tmp_path / "left").play(on=cluster.address))


def test_a_worker_with_other_rules_or_data_refuses(
    tmp_path: Path, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tablero.sim.run.edition", lambda code: Edition(99, "another"))
    with raises(BadRun, "other_edition", game="dpyr", expected=99):
        next(Run.open(LONG, tmp_path).play(on=cluster.address))
    assert [] == Run(LONG, tmp_path).rows()


def test_a_call_that_failed_is_not_waited_for_without_an_end(
    tmp_path: Path, cluster: Cluster, local: list[Row], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What reads the log of a cluster can miss the word that it should end: it ends with the channel."""
    from ray.util.client.worker import Worker

    begin = Worker._server_init
    calls: list[object] = []
    last: list[Callable[[], None]] = []         # what is done when patience ends

    def held(seconds: float, function: Callable[[], None]) -> Timer:
        last[:] = [function]
        return Timer(seconds, function)

    def busy(client: Any, *given: Any) -> object:
        calls.append(client)
        if len(calls) > 1:
            return begin(client, *given)
        closed, close = Event(), client.channel.close
        client.channel.close = lambda: (closed.set(), close())
        client.log_client.log_thread = Thread(target=closed.wait, daemon=True)
        client.log_client.log_thread.start()
        Timer(0.1, last[0]).start()
        raise ConnectionError("the cluster is busy")

    monkeypatch.setattr(Worker, "_server_init", busy)
    monkeypatch.setattr("tablero.sim.cluster.Timer", held)
    assert local == timeless(list(Run.open(LONG, tmp_path).play(on=cluster.address)))
    assert 2 == len(calls)


def test_a_lost_machine_costs_its_chunks_and_nothing_else(
    tmp_path: Path, cluster: Cluster, local: list[Row]
) -> None:
    """The last test of this cluster: afterwards it has one machine."""
    rows = Run.open(LONG, tmp_path).play(on=cluster.address)
    first = list(islice(rows, 3))
    cluster.kill_the_second()
    assert local == timeless(first + list(rows))


def test_the_command_plays_on_a_cluster_of_this_machine(tmp_path: Path) -> None:
    words = ["sim", "dpyr", "--games", "4", "--scenario", "maella", "--processes", "2"]
    for place, on in (("here", []), ("ray", ["--on", "ray"])):
        command = [sys.executable, "-m", "tablero.cli.main", *words, *on, "--out", str(tmp_path / place)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=900, check=False)
        assert 0 == done.returncode, done.stdout + done.stderr
    here, there = (timeless(Run.open(_setting(), tmp_path / place).rows()) for place in ("here", "ray"))
    assert (4, here) == (len(there), there)


def _setting() -> Setting:
    return Setting("dpyr", 4, ("random", "random"), ("maella",), 1)


def test_a_place_that_is_no_cluster_is_refused(tmp_path: Path) -> None:
    with raises(BadRun, "place", found="slurm"):
        check_place("slurm")
    told = CliRunner().invoke(sim_command, ["dpyr", "--on", "slurm", "--out", str(tmp_path / "run")])
    assert 0 != told.exit_code
    assert not (tmp_path / "run").exists()


def test_without_ray_one_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablero.sim.cluster.find_spec", lambda name: None)
    with raises(BadRun, "no_ray", found="ray"):
        check_place("ray")


@pytest.mark.parametrize(("mode", "told"), [("token", "cluster"), ("", "cluster_token")])
def test_a_cluster_that_does_not_answer_is_said_to_be_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: str, told: str
) -> None:
    """One that asks for a token gives no answer to those who have none."""
    import ray

    calls = []

    def nobody(*place: object, **__: object) -> None:
        calls.append(place)
        raise ConnectionError("Initialization failure from server:\nTraceback\n  OSError: no room")

    monkeypatch.setattr(ray, "init", nobody)
    monkeypatch.setenv("RAY_AUTH_MODE", mode)
    why = "Initialization failure from server: OSError: no room."
    with raises(BadRun, told, on="ray://127.0.0.1:1", why=why):
        next(Run.open(LONG, tmp_path).play(on="ray://127.0.0.1:1"))
    assert [("ray://127.0.0.1:1",)] * 3 == calls, "a busy cluster may answer the second time"


def test_a_cluster_of_this_machine_that_does_not_start_in_time_is_said_to_be_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import ray

    calls = []

    def late(*place: object, **__: object) -> None:
        calls.append(place)
        raise Exception("The current node timed out during startup.")

    monkeypatch.setattr(ray, "init", late)
    with raises(BadRun, "cluster", on="ray", why="The current node timed out during startup."):
        next(Run.open(LONG, tmp_path).play(on="ray"))
    assert 1 == len(calls)


def test_that_the_token_of_a_cluster_is_missing_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import ray

    def refuses(*place: object, **__: object) -> None:
        raise ray.exceptions.AuthenticationError("Create a token file at ~/.ray/auth_token.")

    monkeypatch.setattr(ray, "init", refuses)
    with pytest.raises(BadRun) as refused:
        next(Run.open(LONG, tmp_path).play(on="ray://127.0.0.1:1"))
    assert "~/.ray/auth_token" in refused.value.in_words("en")
