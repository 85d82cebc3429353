"""The sources of what is tested. The compiled core was made from the same, and keeps neither them nor what methods say
of themselves: what a test asks of the text of a program is read here."""

from __future__ import annotations

import ast
import sys
from functools import cache
from pathlib import Path

from tablero import native


def source(module: str) -> Path:
    """The file that a module is written in."""
    if module.partition(".")[0] != "tablero":
        return Path(str(sys.modules[module].__file__))
    place = native.HERE.parent.joinpath(*module.split("."))
    return place / "__init__.py" if place.is_dir() else place.with_suffix(".py")


@cache
def parsed(module: str) -> ast.Module:
    return ast.parse(source(module).read_text("utf-8"))


def class_tree(cls: type) -> ast.ClassDef:
    """A class as it is written."""
    found = [node for node in ast.walk(parsed(cls.__module__)) if isinstance(node, ast.ClassDef)]
    return next(node for node in found if node.name == cls.__name__)


def method_tree(cls: type, name: str) -> ast.FunctionDef | None:
    """A method as it is written, in the class or the base that has it; None without one."""
    for base in cls.__mro__:
        if callable(vars(base).get(name)):
            found = [node for node in class_tree(base).body if isinstance(node, ast.FunctionDef)]
            return next(node for node in found if node.name == name)
    return None

