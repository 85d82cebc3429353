"""The contract over many random games.

    python -m tests.kernel.fuzz --games 2000 --processes 2 [--game dpyr [--scenario arquijas]] [--every 100] ...

Games go round the scenarios. A game that breaks the contract is written as a record, with the fault in the log.
"""

from __future__ import annotations

import argparse
import time
import traceback
from collections import Counter
from multiprocessing import Pool
from pathlib import Path

import tablero
from tablero.kernel.frames import where
from tests.kernel.contract import GAMES, Moment, Sampling, examine


def one(job: tuple[str, str, int, Sampling, str]) -> tuple[Counter[str], str]:
    """Play one game; what was counted, and what was wrong with it."""
    code, scenario, seed, sampling, out = job
    tally: Counter[str] = Counter()
    moment: Moment | None = None
    try:
        for m in examine(tablero.game(code), scenario, seed, sampling, tally):
            moment = m
    except Exception as error:
        name = f"{code} {scenario} {seed}"
        told = "".join(traceback.format_exception(error)[-4:])
        if moment is None:
            return tally, f"{name}: before its first sampled moment\n{told}"
        path = Path(out) / f"{code}-{scenario}-{seed}.jsonl"
        path.parent.mkdir(parents=True, exist_ok=True)
        moment.record.save(path, private=True)
        at = f"action {len(moment.record.entries)}, {where(moment.s)}"
        return tally, f"{name}: {at}: see {path}\n{told}"
    return tally, ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--game", choices=GAMES, action="append", help="may be given several times; all by default")
    parser.add_argument("--scenario", help="only this one")
    parser.add_argument("--every", type=int, default=100, help="of so many states one is looked at closely")
    parser.add_argument("--kind", type=int, default=3, help="so many of each kind of decision in every game, too")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--out", default="build/fuzz", help="folder for records of games that break the contract")
    args = parser.parse_args()
    battles = [
        (code, scenario) for code in args.game or GAMES for scenario in tablero.game(code).scenarios
        if args.scenario in (None, scenario)
    ]
    sampling = Sampling(every=args.every, kind=args.kind)
    jobs = [
        (*battles[i % len(battles)], args.first + i // len(battles), sampling, args.out) for i in range(args.games)
    ]
    total: Counter[str] = Counter()
    faults, begun = 0, time.monotonic()
    with Pool(args.processes) as pool:
        for done, (tally, fault) in enumerate(pool.imap_unordered(one, jobs), 1):
            total += tally
            if fault:
                faults += 1
                print(f"\nBROKEN {fault}", flush=True)
            spent = time.monotonic() - begun
            line = f"{done}/{len(jobs)} games, {total['actions']} actions, {faults} broken, {spent:.0f} s "
            print(f"\r{line}", end="", flush=True)
    print()
    for name in ("games", "actions", "moments", "refused", "guesses", "twin actions", "commuted", "replays"):
        print(f"{name:>14} {total[name]:>12,}")
    print(f"{'broken':>14} {faults:>12,}\n{'seconds':>14} {time.monotonic() - begun:>12,.1f}")
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
