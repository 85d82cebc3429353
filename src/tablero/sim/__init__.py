"""Many games at once, for experiments: reproducible from a seed, resumable, on all cores or on many machines.

    games.py            one numbered game of a run, and the row it leaves
    run.py              a run in its directory: run.json, results.csv, results.parquet, failed-<n>.record
    cluster.py          its games on other machines, by Ray
    accumulators.py     statistics, fed game by game
    charts.py           the same as pictures
"""

from __future__ import annotations

from tablero.sim.accumulators import Accumulator, Report, standard_accumulators
from tablero.sim.games import Row, Setting
from tablero.sim.run import Run

__all__ = ["Accumulator", "Report", "Row", "Run", "Setting", "standard_accumulators"]
