"""Games on a cluster of machines, by Ray: the same results in the same order as on this machine.

Chunks of games are tasks. A bounded number of them is under way, so that a run of a million games needs no more memory
than one of a thousand. A worker that is lost costs the chunks it was playing: Ray plays them again elsewhere.
Workers have Tablero installed; the modules of the player's own bots travel with the job.
"""

from __future__ import annotations

import importlib.util
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from itertools import islice
from logging import ERROR
from threading import Timer
from typing import Any, TypeVar

from tablero.kernel.errors import BadRun, TableroError

J = TypeVar("J")
R = TypeVar("R")

HERE = "ray"                # a cluster of this machine alone, which ends with the run
REMOTE = "ray://"           # the client port of a cluster that is there
AHEAD = 4                   # chunks under way for each core of the cluster
TRIES = 5                   # times that a chunk is begun again because its worker was lost
CALLS = 3                   # times that a cluster is called: a busy one may be too slow to answer the first
PATIENCE = 600.0            # seconds for a connection to begin or to end
STORE = 128 * 2**20         # bytes of shared memory of a cluster of this machine: results are small


def check_place(on: str) -> None:
    """Is this a cluster, and can it be spoken to?"""
    if on != HERE and not on.startswith(REMOTE):
        raise BadRun("place", found=on)
    if find_spec("ray") is None:
        raise BadRun("no_ray", found=on)


def spread_on(
    on: str, work: Callable[[J], R], jobs: Sequence[J], chunk: int, names: Iterable[str], cores: int
) -> Iterator[R]:
    """The results of all jobs in their order; `cores` is how many of this machine a cluster of its own takes."""
    import ray

    with _connected(on, _sources(names), cores):
        task: Any = ray.remote(num_cpus=1, max_retries=TRIES)(_in_turn)
        wanted = (task.remote(work, jobs[n : n + chunk]) for n in range(0, len(jobs), chunk))
        ahead = AHEAD * _cores()
        under_way = deque(islice(wanted, ahead))
        try:
            while under_way:
                results = ray.get(under_way[0])
                under_way.popleft()
                under_way.extend(islice(wanted, 1))
                yield from results
        except ray.exceptions.RayTaskError as error:
            raise (error.cause if isinstance(error.cause, TableroError) else error) from None
        except ray.exceptions.RayError as error:
            raise BadRun("cluster", on=on, why=_in_a_line(error)) from None
        finally:
            for each in under_way:
                ray.cancel(each, force=True)


def _cores() -> int:
    import ray

    found: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call]
    return max(1, int(found.get("CPU", 1)))


def _in_turn(work: Callable[[J], R], jobs: Sequence[J]) -> list[R]:
    return [work(job) for job in jobs]


@contextmanager
def _connected(on: str, sources: list[str], cores: int) -> Iterator[None]:
    """While it lasts, tasks go to the cluster."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")       # nothing is told to anybody
    import ray

    shared = {"py_modules": sources} if sources else {}
    own: dict[str, Any] = {}
    if on == HERE:
        own = {"num_cpus": cores, "include_dashboard": False, "object_store_memory": STORE}
    for call in range(1, CALLS + 1):
        try:
            with _in_time():
                ray.init(
                    "local" if on == HERE else on, runtime_env=shared, log_to_driver=False, logging_level=ERROR, **own)
            break
        except Exception as error:
            ray.shutdown()
            again = isinstance(error, (ConnectionError, RuntimeError, ValueError, ray.exceptions.RayError))
            if call == CALLS or not again:      # a node that starts too slowly leaves processes behind
                untold = on != HERE and os.environ.get("RAY_AUTH_MODE") != "token"
                raise BadRun("cluster_token" if untold else "cluster", on=on, why=_in_a_line(error)) from None
    try:
        yield
    finally:
        with _in_time():
            ray.shutdown()


@contextmanager
def _in_time() -> Iterator[None]:
    """A connection that begins or ends. A client of Ray whose call failed may wait for one of its own threads without
    an end; once its channel is closed, they end."""
    import ray.util.client

    def cut_off() -> None:
        client: Any = ray.util.client.ray.get_context().client_worker  # type: ignore[no-untyped-call]
        if client is not None and client.channel is not None:
            client.channel.close()

    timer = Timer(PATIENCE, cut_off)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _in_a_line(error: Exception) -> str:
    """The first and the last line of what Ray says: between them stands how it came about."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()] or [type(error).__name__]
    found = " ".join(dict.fromkeys((lines[0], lines[-1])))
    return found if found.endswith((".", "!", "?")) else found + "."


def _sources(names: Iterable[str]) -> list[str]:
    """The files or folders of the bots named `module:Class`, each from the top of its package."""
    found = []
    for top in sorted({name.partition(":")[0].partition(".")[0] for name in names if ":" in name} - {"tablero"}):
        spec = importlib.util.find_spec(top)
        if spec is not None:
            found += spec.submodule_search_locations or [spec.origin or ""]
    return list(dict.fromkeys(found))
