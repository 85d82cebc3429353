"""Breaks the rules of a game on purpose, one small break at a time: which of them does no test notice?

    python -m tools.breaks wellington [--module r09 ...] [--sample 400] [--seed 1]
    python -m tools.breaks wellington --again report.txt        # only the survivors of an earlier report
    python -m tools.breaks --source src/tablero/kernel/bits.py --tests tests/kernel/test_bits.py

A game is broken in its rules, cards, board and state; only tests that cite a rule or a card count. All tests run once,
to see which lines each of them reaches. For every break a forked process puts the broken function in place and runs the
tests that reach its line, the best killers and the quick ones first, until one fails. What runs at import, such as a
table, is broken in a process that imports game and tests anew: first the tests of its chapter, then all others. A
break that ends in an endless loop is noticed.
"""

from __future__ import annotations

import argparse
import ast
import functools
import gc
import importlib.machinery
import os
import pickle
import random
import re
import resource
import signal
import sys
import time
import types
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol

ROOT = Path(__file__).parents[1]
os.environ["TABLERO_NATIVE"] = "0"      # what is compiled cannot be broken
UNSEEN = "   (no test runs it)"
KILLED, SURVIVED, NOT_RUN, AT_IMPORT = range(4)
FLAGS = 0x1000000   # as with `from __future__ import annotations`
COMPARISONS = {
    ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,), ast.Is: (ast.IsNot,), ast.IsNot: (ast.Is,), ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,), ast.Lt: (ast.LtE, ast.GtE), ast.LtE: (ast.Lt, ast.Gt), ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
}
OPERATORS = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Mod: ast.Add,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitOr, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}
CALLS = {"min": "max", "max": "min", "any": "all", "all": "any"}


@dataclass
class Break:
    path: Path
    line: int
    source: str                                 # the line
    text: str                                   # what is done to it
    lines: range                                # of the statement
    owner: tuple[str, int] | None               # the outermost function it is in: name and first line; None: at import
    tree: ast.Module
    top: ast.stmt
    do: Callable[[], None]

    @property
    def name(self) -> str:
        return str(self.path.relative_to(ROOT) if self.path.is_relative_to(ROOT) else self.path)

    def __str__(self) -> str:
        return f"{self.name}:{self.line}: {self.source} | {self.text}"


# ------------------------------------------------------------------------------------------------------------- breaks

def variants(node: ast.AST, condition: bool, truth: bool) -> Iterator[ast.AST]:
    """What an expression can be broken into; `condition`: it decides something, `truth`: a bool is returned."""
    if condition:
        yield from (ast.Constant(True), ast.Constant(False))
    match node:
        case ast.Compare(left, [op], right):
            yield from (ast.Compare(left, [new()], right) for new in COMPARISONS[type(op)])
        case ast.BoolOp(op, values):
            conjunction = isinstance(op, ast.And)
            yield ast.BoolOp(ast.Or() if conjunction else ast.And(), values)
            for n in range(len(values)):
                rest = values[:n] + values[n + 1:]
                yield rest[0] if len(rest) == 1 else ast.BoolOp(op, rest)
        case ast.UnaryOp(ast.USub(), ast.Constant(1)):
            yield ast.Constant(0)
        case ast.UnaryOp(ast.Not() | ast.Invert() | ast.USub(), operand):
            yield operand
        case ast.BinOp(left, op, right) if type(op) in OPERATORS:
            yield ast.BinOp(left, OPERATORS[type(op)](), right)
        case ast.Constant(bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(int(value)):
            yield from (ast.Constant(value + d) for d in ((1, -1) if value > 1 else (1,)))
        case ast.Call(ast.Name(name), args, keywords) if name in CALLS:
            yield ast.Call(ast.Name(CALLS[name], ast.Load()), args, keywords)
        case ast.AugAssign(target, op, value) if type(op) in OPERATORS:
            yield from (ast.AugAssign(target, OPERATORS[type(op)](), value), ast.Pass())
        case ast.Expr() | ast.Raise() | ast.Continue() | ast.Break() | ast.Delete() | ast.AugAssign():
            yield ast.Pass()
        case ast.Assign([ast.Attribute() | ast.Subscript()]):
            yield ast.Pass()
        case ast.Return(ast.expr() as value) if not isinstance(value, ast.Constant):
            yield ast.Return(ast.UnaryOp(ast.Not(), value) if truth else ast.Constant(None))
        case ast.Return(None):
            yield ast.Pass()


def skipped(node: ast.AST) -> bool:
    """Is there nothing to break: texts, imports, and what mypy alone reads or proves?"""
    return (isinstance(node, ast.Assert | ast.Import | ast.ImportFrom | ast.JoinedStr)
            or isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
            or isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING")


def breaks_of(path: Path) -> Iterator[Break]:
    """All breaks of a module. To do one changes the tree that they share: each is for a process of its own."""
    source = path.read_text("utf-8")
    tree, texts = ast.parse(source), source.splitlines()

    def walk(node: ast.AST, top: ast.stmt, stmt: ast.stmt, owner: ast.FunctionDef | None) -> Iterator[Break]:
        for field, value in ast.iter_fields(node):
            if field in ("annotation", "returns", "decorator_list"):
                continue
            at_import = owner is None or node is owner.args
            for n, child in enumerate(value) if isinstance(value, list) else ((-1, value),):
                if not isinstance(child, ast.AST) or skipped(child):
                    continue
                here = child if isinstance(child, ast.stmt) else stmt
                condition = field in ("test", "ifs") and not isinstance(node, ast.While)
                truth = owner is not None and isinstance(owner.returns, ast.Name) and owner.returns.id == "bool"
                body = getattr(here, "body", None)
                last = here.end_lineno or 0 if not isinstance(body, list) else max(here.lineno, body[0].lineno - 1)
                function = None if at_import or owner is None else (
                    owner.name, min(part.lineno for part in (owner, *owner.decorator_list)))
                for new in variants(child, condition, truth):
                    whole = ast.fix_missing_locations(ast.copy_location(new, child))
                    text = f"{ast.unparse(child)} -> {ast.unparse(whole)}".replace("\n", " ")
                    yield Break(path, child.lineno, texts[child.lineno - 1].strip(), text, range(here.lineno, last + 1),
                                function, tree, top, functools.partial(put, node, field, n, whole))
                inside = owner or (child if isinstance(child, ast.FunctionDef) else None)
                if not isinstance(child, ast.UnaryOp) or not isinstance(child.operand, ast.Constant):
                    yield from walk(child, top, here, inside)

    for statement in tree.body:
        if not skipped(statement):
            owner = statement if isinstance(statement, ast.FunctionDef) else None
            yield from walk(statement, statement, statement, owner)


def put(node: ast.AST, field: str, n: int, new: ast.AST) -> None:
    if n < 0:
        setattr(node, field, new)
    else:
        getattr(node, field)[n] = new


# -------------------------------------------------------------------------------------------------------------- tests

def in_child(work: Callable[[], bool]) -> bool:
    """Is something noticed in a forked process? It may take no more than 4 GB, and see to its own time."""
    pid = os.fork()
    if not pid:
        noticed = True
        try:
            resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))
            null = os.open(os.devnull, os.O_WRONLY)
            os.dup2(null, 1)
            os.dup2(null, 2)
            noticed = work()
        finally:
            os._exit(noticed)
    return os.waitpid(pid, 0)[1] != 0


class Chosen:
    """A plugin of pytest that takes only tests which cite a rule or a card."""

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if any(item.iter_markers("rule")) or any(item.iter_markers("card"))]


class Server:
    """A plugin of pytest that runs breaks instead of tests, once all tests have been traced."""

    def __init__(self, breaks: list[Break], slow: float, say: Callable[[int, int], object]) -> None:
        self.breaks, self.slow, self.say = breaks, slow, say
        self.paths = {str(one.path) for one in breaks}
        self.seen: set[tuple[str, int]] = set()
        self.kills: dict[str, Counter[int]] = defaultdict(Counter)          # by module: tests
        sys.settrace(self.trace)

    def trace(self, frame: types.FrameType, event: str, arg: object) -> Callable[..., object] | None:
        path = frame.f_code.co_filename
        if path not in self.paths:
            return None
        seen = self.seen

        def local(frame: types.FrameType, event: str, arg: object) -> Callable[..., object]:
            seen.add((path, frame.f_lineno))
            return local

        return local(frame, event, arg)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        sys.settrace(None)
        at_import, self.items = self.seen, session.items
        self.reach, self.seconds, bad = self.traced()
        if bad or session.testsfailed:
            raise pytest.UsageError(f"tests fail before anything is broken: {bad[:5]}")
        self.functions: dict[tuple[str, str, int], list[types.FunctionType]] = defaultdict(list)
        for thing in gc.get_objects():
            if isinstance(thing, types.FunctionType) and thing.__code__.co_filename in self.paths:
                code = thing.__code__
                self.functions[code.co_filename, code.co_name, code.co_firstlineno].append(thing)
        gc.freeze()
        for n, one in enumerate(self.breaks):
            places = [(str(one.path), line) for line in one.lines]
            tests = set().union(*(self.reach.get(place, ()) for place in places))
            noticed = one.owner is not None and bool(tests) and self.noticed(one, tests)
            imported = not at_import.isdisjoint(places)
            self.say(n, KILLED if noticed else AT_IMPORT if imported else SURVIVED if tests else NOT_RUN)
        return True

    def traced(self) -> tuple[dict[tuple[str, int], list[int]], dict[int, float], list[str]]:
        """By path and line the tests that reach it, by test its time, and tests that fail: found out in a process of
        its own, so that nothing is known yet in this one which a break could change."""
        reader, writer = os.pipe()
        if not os.fork():
            reach, seconds, bad = defaultdict(list), {}, []
            caches = [thing for thing in gc.get_objects() if isinstance(thing, functools._lru_cache_wrapper)
                      and thing.__module__.startswith("tablero.games")]
            sys.settrace(self.trace)
            for n, item in enumerate(self.items):
                for cache in caches:            # or only the first test would reach what it fills
                    cache.cache_clear()
                self.seen.clear()
                start = time.process_time()
                if not self.passes(n):
                    bad.append(item.nodeid)
                seconds[n] = time.process_time() - start
                if seconds[n] < self.slow:
                    for place in self.seen:
                        reach[place].append(n)
            with os.fdopen(writer, "wb") as told:
                pickle.dump((dict(reach), seconds, bad), told)
            os._exit(0)
        os.close(writer)
        with os.fdopen(reader, "rb") as told:
            return pickle.load(told)

    def passes(self, n: int) -> bool:
        item = self.items[n]
        return not any(report.failed for report in runtestprotocol(item, log=False, nextitem=None))

    def noticed(self, one: Break, tests: set[int]) -> bool:
        kills = self.kills[one.name]
        order = sorted(tests, key=lambda n: (-kills[n], self.seconds[n]))
        reader, writer = os.pipe()

        def work() -> bool:
            if not self.break_function(one):
                return True
            for n in order:
                signal.setitimer(signal.ITIMER_PROF, 2 + 10 * self.seconds[n])     # whose signal ends the process
                os.write(writer, n.to_bytes(4, "big"))
                if not self.passes(n):
                    return True
            return False

        noticed = in_child(work)
        os.close(writer)
        with os.fdopen(reader, "rb") as told:
            ran = told.read()
        if noticed and ran:
            kills[int.from_bytes(ran[-4:], "big")] += 1
        return noticed

    def break_function(self, one: Break) -> bool:
        """Put the broken code into the function, wherever it is bound."""
        one.do()
        assert one.owner is not None
        code: types.CodeType = compile(ast.Module([one.top], []), str(one.path), "exec", FLAGS, True)
        functions = self.functions[str(one.path), *one.owner]
        assert functions, one
        for function in functions:
            try:
                function.__code__ = next(code_of(code, *one.owner))
            except ValueError:              # `super()` is gone
                return False
        return True


def code_of(code: types.CodeType, name: str, line: int) -> Iterator[types.CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            if (constant.co_name, constant.co_firstlineno) == (name, line):
                yield constant
            yield from code_of(constant, name, line)


def noticed_anew(one: Break, tests: list[str], plugins: list[object]) -> bool:
    """Is a break noticed by tests that import everything again? Nothing has been imported yet in this process."""
    def work(files: list[str]) -> bool:
        one.do()
        code = compile(one.tree, str(one.path), "exec", dont_inherit=True)
        plain = importlib.machinery.SourceFileLoader.get_code
        importlib.machinery.SourceFileLoader.get_code = (       # type: ignore[method-assign]
            lambda self, name: code if self.path == str(one.path) else plain(self, name))
        signal.setitimer(signal.ITIMER_PROF, 900)
        ended = pytest.main(["-x", "--tb=no", "-p", "no:cacheprovider", *files], plugins=plugins)
        return ended not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)

    return any(in_child(functools.partial(work, files)) for files in likely_first(one.path, tests) if files)


def likely_first(path: Path, tests: list[str]) -> tuple[list[str], list[str]]:
    """The files of tests of the chapter that a module belongs to, or of cards if it holds some; and all others."""
    chapter = re.search(r"/(r\d+|cards)[_/]", path.as_posix())
    files = [str(file) for name in tests for file in ([Path(name)] if Path(name).is_file() else sorted(
        Path(name).rglob("test_*.py")))]
    near = [file for file in files if chapter and re.search(rf"/(test_)?{chapter[1]}[_/]", f"/{file}")]
    return near, [file for file in files if file not in near]


# --------------------------------------------------------------------------------------------------------------- main

def judged(breaks: list[Break], tests: list[str], slow: float, plugins: list[object]) -> Iterator[tuple[Break, int]]:
    """Breaks, one by one, and whether they are noticed."""
    reader, writer = os.pipe()
    pid = os.fork()
    if not pid:
        server = Server(breaks, slow, lambda n, found: os.write(writer, bytes((*n.to_bytes(4, "big"), found))))
        os._exit(pytest.main(["-p", "no:cacheprovider", "--tb=no", *tests], plugins=[server, *plugins]))
    os.close(writer)
    left = []
    with os.fdopen(reader, "rb", 0) as told:
        while word := told.read(5):
            one = breaks[int.from_bytes(word[:4], "big")]
            if word[4] == AT_IMPORT:
                left.append(one)
            else:
                yield one, word[4]
    if os.waitpid(pid, 0)[1]:
        raise SystemExit("the tests fail before anything is broken")
    for one in left:
        yield one, KILLED if noticed_anew(one, tests, plugins) else SURVIVED


def table(counts: dict[str, Counter[int]]) -> str:
    """By module: breaks, survivors, and their share."""
    lines = []
    for name, found in [*sorted(counts.items()), ("all", sum(counts.values(), Counter()))]:
        total = found.total()
        alive = total - found[KILLED]
        lines.append(f"{name:80} {total:6} {alive:5} {100 * alive / max(total, 1):6.1f} %")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", nargs="?", default="")
    parser.add_argument("--module", action="append", default=[], help="part of the path of modules, or of `path:line`")
    parser.add_argument("--source", action="append", default=[], help="modules, instead of those of a game")
    parser.add_argument("--tests", action="append", default=[], help="tests, instead of those of a game")
    parser.add_argument("--functions", action="store_true", help="nothing that runs at import: it takes seconds each")
    parser.add_argument("--again", type=Path, help="a report: only the breaks that it lists, wherever they stand now")
    parser.add_argument("--slow", type=float, default=1.0, help="tests that take more seconds are left out")
    parser.add_argument("--sample", type=int)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    folder = ROOT / "src/tablero/games" / args.game
    sources = [Path(name).resolve() for name in args.source] or [
        path for part in ("rules", "cards", "board.py", "state.py")
        for path in ([folder / part] if part.endswith(".py") else sorted((folder / part).rglob("*.py")))]
    breaks = [one for path in sources for one in breaks_of(path)]
    if args.module:
        breaks = [one for one in breaks if any(part in f"{one.name}:{one.line}" for part in args.module)]
    if args.functions:
        breaks = [one for one in breaks if one.owner]
    if args.again:
        lines = args.again.read_text("utf-8").splitlines()
        listed = {tuple(line.rstrip().removesuffix(UNSEEN).split(":", 2)[::2]) for line in lines if " | " in line}
        breaks = [one for one in breaks if (one.name, f" {one.source} | {one.text}") in listed]
    random.Random(args.seed).shuffle(breaks)
    breaks = breaks[:args.sample]
    print(f"{len(breaks)} breaks", flush=True)
    counts: dict[str, Counter[int]] = defaultdict(Counter)
    tests, plugins = args.tests or [f"tests/games/{args.game}"], [] if args.tests else [Chosen()]
    for one, found in judged(breaks, tests, args.slow, plugins):
        counts[one.name][found] += 1
        if found != KILLED:
            print(f"{one}{UNSEEN if found == NOT_RUN else ''}", flush=True)
    print(table(counts))


if __name__ == "__main__":
    main()
