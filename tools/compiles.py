"""Can kernel and games still be compiled? mypyc translates them to C, which is where it refuses what it cannot compile.

    python tools/compiles.py [GAME...]

Nothing is built: the C files go to a folder that is removed. Without a game: the kernel and the first game. What can be
translated and built, but goes wrong then, is looked for in the sources of the whole core: a generic dataclass, which
cannot be imported; a `cached_property`, which is worked out again each time; a Final tuple that begins with a float,
which mypyc takes for one that was never set; an exception, whose text would end the process; a generator expression
without an end, since mypyc makes a list of it first; anywhere, `Game[State]` at run time.
"""

from __future__ import annotations

import ast
import contextlib
import io
import os
import sys
import tempfile
from pathlib import Path

from mypyc.build import mypyc_build
from mypyc.options import CompilerOptions

TOP = Path(__file__).parents[1]
sys.path.insert(0, str(TOP))
os.environ["TABLERO_NATIVE"] = "0"

from tablero import native  # noqa: E402
from tablero.kernel import errors  # noqa: E402
from tools.written_out import CHECKED, SPARED, write_sources  # noqa: E402

SOURCE = TOP / "src"
CACHE = TOP / ".mypy_cache" / "written_out"     # of other texts than the sources


def generic_dataclasses(source: str) -> list[str]:
    """The classes that could not be imported once they are compiled; another decorator, `interpreted`, spares them."""
    found = []
    for cls in ast.walk(ast.parse(source)):
        if isinstance(cls, ast.ClassDef) and any(ast.unparse(base).startswith("Generic[") for base in cls.bases):
            decorators = [ast.unparse(decorator).partition("(")[0] for decorator in cls.decorator_list]
            if decorators == ["dataclass"]:
                found.append(cls.name)
    return found


def generics(source: str) -> set[str]:
    """The generic classes, of which compiled modules know no more that they are."""
    classes = [node for node in ast.parse(source).body if isinstance(node, ast.ClassDef)]
    return {cls.name for cls in classes if any(ast.unparse(base).startswith("Generic[") for base in cls.bases)}


class Subscripts(ast.NodeVisitor):
    """What is written `Game[State]` where it is worked out at run time, which annotations and texts are not."""

    def __init__(self, names: set[str]) -> None:
        self.names = names
        self.found: list[str] = []

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value:
            self.visit(node.value)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        for part in (*node.decorator_list, *node.args.defaults, *filter(None, node.args.kw_defaults), *node.body):
            self.visit(part)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        if ast.unparse(node.value).rpartition(".")[2] in self.names:
            self.found.append(ast.unparse(node))
        self.generic_visit(node)


def subscripted(source: str, names: set[str]) -> list[str]:
    """What could not be imported beside a compiled core, such as an alias without quotes."""
    visitor = Subscripts(names)
    visitor.visit(ast.parse(source))
    return visitor.found


def cached_properties(source: str) -> bool:
    """Does a module use what must be `tablero.kernel.compiling.once` to be kept?"""
    names = [node.names for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)]
    return any(alias.name == "cached_property" for found in names for alias in found)


def unset_tuples(source: str) -> list[str]:
    """The constants that compiled code could not read; `Final[tuple[float, ...]]` can be."""
    found = [node for node in ast.parse(source).body if isinstance(node, ast.AnnAssign)]
    values = {ast.unparse(node.target): node.value for node in found if ast.unparse(node.annotation) == "Final"}
    first = {name: value.elts[0] for name, value in values.items() if isinstance(value, ast.Tuple) and value.elts}
    return [name for name, value in first.items() if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Div)
            or isinstance(value, ast.Constant) and isinstance(value.value, float)]


def exceptions(source: str) -> list[str]:
    """The exceptions, of which mypyc would lay the table of methods over the place where Python keeps attributes."""
    def is_one(base: str) -> bool:
        return base.endswith(("Error", "Exception")) or hasattr(errors, base)

    return [node.name for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ClassDef)
            if any(is_one(ast.unparse(base).rpartition(".")[2]) for base in node.bases)
            and not any("native_class=False" in ast.unparse(decorator) for decorator in node.decorator_list)]


def endless(source: str) -> list[str]:
    """The generator expressions that would fill the memory; a loop or a generator function does not."""
    found = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.GeneratorExp)]
    return [ast.unparse(node) for node in found for part in node.generators if isinstance(part.iter, ast.Call)
            and ast.unparse(part.iter.func).rpartition(".")[2] in ("count", "cycle", "repeat")]


def main(games: list[str]) -> None:
    folders = ["kernel", *(f"games/{game}" for game in games or ["dpyr"])]
    spared = [SOURCE / path for path in SPARED]
    core = {path: path.read_text("utf-8") for path in native.sources() if path not in spared}
    wrong = [f"{path}: {name} needs @interpreted" for path, text in core.items() for name in generic_dataclasses(text)]
    wrong += [f"{path}: `once` for cached_property" for path, text in core.items() if cached_properties(text)]
    wrong += [f"{path}: {name} needs Final[tuple[float, ...]]" for path, text in core.items()
              for name in unset_tuples(text)]
    wrong += [f"{path}: {name} needs @mypyc_attr(native_class=False)" for path, text in core.items()
              for name in exceptions(text)]
    wrong += [f"{path}: no end of {name}" for path, text in core.items() for name in endless(text)]
    generic = set[str]().union(*map(generics, core.values()))
    wrong += [f"{path}: {text} needs quotes" for path in native.HERE.rglob("*.py")
              for text in subscripted(path.read_text("utf-8"), generic)]
    if wrong:
        raise SystemExit("Compiled, this would go wrong:\n" + "\n".join(wrong))
    with tempfile.TemporaryDirectory() as folder:
        write_sources(Path(folder))
        os.chdir(folder)
        paths = [str(path) for part in folders for path in sorted(Path("tablero", part).rglob("*.py"))
                 if path.as_posix() not in SPARED]
        options = CompilerOptions(multi_file=True, target_dir=folder)
        told = io.StringIO()
        try:
            with contextlib.redirect_stdout(told), contextlib.redirect_stderr(told):
                mypyc_build([*CHECKED, "--python-version", "3.11", "--cache-dir", str(CACHE), *paths], options)
        except SystemExit:
            print(*(line for line in told.getvalue().splitlines() if ": warning:" not in line), sep="\n")
            raise
    print(f"{len(paths)} modules of {', '.join(folders)} can be compiled")


if __name__ == "__main__":
    main(sys.argv[1:])
