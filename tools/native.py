"""`./dev native`: compiles kernel, games and bots with mypyc. docs/decisions/a25-compiled-core.md says how and why.

    python tools/native.py              compiles what has changed, into build/native
    python tools/native.py --remove     goes back to the sources alone
    python tools/native.py --wheel      compiles, and packs a wheel for this Python and machine into dist/
    python tools/native.py --only kernel --into FOLDER      a part, to be used with TABLERO_NATIVE=FOLDER

The stamp is removed first and written last, so that half a build is never used.
"""

from __future__ import annotations

import argparse
import ast
import importlib.metadata
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

from setuptools import Distribution, Extension  # before mypyc, which looks whether it is there
from setuptools.command.build_ext import build_ext

from mypyc.build import mypycify  # isort: skip

TOP = Path(__file__).parents[1]
SOURCE = TOP / "src"
sys.path[:0] = [str(SOURCE), str(TOP)]
os.environ["TABLERO_NATIVE"] = "0"

from tablero import native  # noqa: E402
from tools.written_out import CHECKED, SPARED, write_sources  # noqa: E402

TARGET = native.FOLDERS[-1]


def groups() -> list[tuple[list[str], str]]:
    """The modules of each shared library: the kernel, each game, each game's bots, and the rest."""
    found: dict[str, list[str]] = {}
    for path in native.sources():
        name = path.relative_to(SOURCE).as_posix()
        if name not in SPARED:
            found.setdefault(group(name), []).append(name)
    return [(paths, name) for name, paths in sorted(found.items())]


def group(path: str) -> str:
    """`tablero/games/dpyr/rules/r09_victory.py` -> `tablero_games_dpyr`."""
    parts = path.split("/")[:-1]
    depth = {"kernel": 2, "games": 3, "bots": 4}[parts[1]]
    return "_".join(parts[:depth])


def missing() -> str:
    """What of the system is not there, and how to get it; nothing if all is."""
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    if not shutil.which(compiler):
        return f"There is no C compiler ({compiler}). On Debian, as root: apt install gcc"
    header = Path(sysconfig.get_path("include"), "Python.h")
    if not header.exists():
        return f"There are no headers of this Python ({header}). On Debian, as root: apt install python3-dev"
    return ""


def work_of(target: Path) -> Path:
    """Where C and objects are kept, so that the next build is shorter."""
    return target.with_name(target.name + "-work")


def compile_core(target: Path, level: str, only: list[str]) -> None:
    """Translates the sources to C and builds the libraries whose C has changed."""
    start = time.monotonic()
    parts = [(paths, name) for paths, name in groups() if not only or name.removeprefix("tablero_") in only]
    paths = [path for part, _ in parts for path in part]
    work = work_of(target)
    (target / native.STAMP).unlink(missing_ok=True)
    made_from = native.fingerprint()
    write_sources(work / "source")
    os.chdir(work / "source")
    cache = work / "cache"
    shutil.rmtree(cache, ignore_errors=True)        # what mypyc reads there of other libraries is not all that it knew
    extensions = mypycify(
        [*CHECKED, "--python-version", "{}.{}".format(*sys.version_info), "--cache-dir", str(cache), *paths],
        opt_level=level, debug_level="0", include_runtime_files=True, separate=parts, target_dir=str(work / "c"),
    )
    print(f"-- {len(paths)} modules translated to C, {time.monotonic() - start:.0f} s", flush=True)
    build(extensions, target)
    docs = {native.module(path): class_docs((SOURCE / path).read_text("utf-8")) for path in paths}
    (target / native.DOCS).write_text(json.dumps(docs, ensure_ascii=False, indent=0), "utf-8")
    if made_from != native.fingerprint():
        raise SystemExit("The sources have changed while they were compiled: run it again.")
    stamp: native.Stamp = {
        "sources": made_from, "python": native.SUFFIX, "mypy": importlib.metadata.version("mypy"),
    }
    (target / native.STAMP).write_text(json.dumps(stamp) + "\n", "utf-8")
    size = sum(path.stat().st_size for path in target.rglob("*" + native.SUFFIX))
    print(f"-- {len(parts)} libraries in {target}, {size / 1e6:.0f} MB, {time.monotonic() - start:.0f} s")


def class_docs(source: str) -> dict[str, str]:
    """The classes of a module, with the docstrings that mypyc leaves out: prompts take their rules from them."""
    classes = [node for node in ast.parse(source).body if isinstance(node, ast.ClassDef)]
    return {node.name: ast.get_docstring(node, clean=False) or "" for node in classes}


def build(extensions: list[Extension], target: Path) -> None:
    """C to libraries, as many at a time as there are cores for it; what belongs to no source any more is removed."""
    command = build_ext(Distribution({"ext_modules": extensions}))
    command.build_lib, command.build_temp = str(target), str(work_of(target) / "objects")
    command.parallel = len(os.sched_getaffinity(0))
    command.ensure_finalized()
    command.run()
    wanted = {Path(path) for path in command.get_outputs()}
    for path in target.rglob("*" + native.SUFFIX):
        if path not in wanted:
            path.unlink()


def wheel() -> None:
    """A wheel that carries the compiled core (tools/wheel_hook.py)."""
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel"], cwd=TOP, check=True,
        env={**os.environ, "TABLERO_WHEEL": str(TARGET)},
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="./dev native")
    parser.add_argument("--remove", action="store_true", help="remove the compiled core")
    parser.add_argument("--wheel", action="store_true", help="also pack a wheel with it into dist/")
    parser.add_argument("-O", dest="level", default="2", help="how much the C compiler optimizes")
    parser.add_argument("--only", action="append", default=[], help="kernel, games_dpyr, bots ...: a library alone")
    parser.add_argument("--into", type=Path, default=TARGET, help="the folder of the compiled core")
    arguments = parser.parse_args()
    if arguments.remove:
        for folder in (arguments.into, work_of(arguments.into)):
            shutil.rmtree(folder, ignore_errors=True)
        print("-- removed: the sources run now")
        return
    if told := missing():
        raise SystemExit(told)
    compile_core(arguments.into.resolve(), arguments.level, arguments.only)
    if arguments.wheel:
        wheel()


if __name__ == "__main__":
    main()
