"""What a game's code asks of its message catalogues, read from its source."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from pkgutil import walk_packages
from types import ModuleType

from tablero.kernel.actions import Signature
from tablero.kernel.frames import State
from tablero.kernel.game import Game
from tablero.kernel.text import flatten
from tests.sources import parsed


@cache
def modules(code: str) -> list[tuple[ModuleType, ast.Module]]:
    """The modules of a game, and their source."""
    package = importlib.import_module(f"tablero.games.{code}")
    names = [package.__name__, *(found.name for found in walk_packages(package.__path__, f"{package.__name__}."))]
    found = [importlib.import_module(name) for name in sorted(names)]
    return [(module, parsed(module.__name__)) for module in found]


def trees(code: str) -> list[ast.Module]:
    return [tree for _, tree in modules(code)]


def calls(tree: ast.AST, name: str) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and name in (getattr(node.func, "id", ""), getattr(node.func, "attr", "")):
            yield node


def refusals(code: str) -> dict[str, set[str]]:
    """The keys of all refusals in the code, with the rules they cite."""
    found: dict[str, set[str]] = {}
    for tree in trees(code):
        for call in calls(tree, "Refusal"):
            rule, key = call.args
            assert isinstance(rule, ast.Constant)
            assert isinstance(key, ast.Constant)
            found.setdefault(key.value, set()).add(rule.value)
    return found


def kinds_of_end(code: str) -> set[str]:
    """The kinds of results in the code: of calls of `won_by`, and of results written out, with winner and kind."""
    found: set[str] = set()
    for module, tree in modules(code):
        kinds = [call.args[1] for call in calls(tree, "won_by")]
        for node in ast.walk(tree):
            if isinstance(node, ast.Dict):
                entries = dict(zip((getattr(key, "value", None) for key in node.keys), node.values, strict=True))
                kinds += [entries["kind"]] if {"winner", "kind"} <= set(entries) else []
        for node in (node for kind in kinds for node in ast.walk(kind)):
            named = getattr(module, node.id, ()) if isinstance(node, ast.Name) else ()
            found.update([named] if isinstance(named, str) else [text for text in named if isinstance(text, str)])
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
    return found


def told(call: ast.Call) -> list[tuple[str, int]]:
    """The kinds of events that a call of `tell` names outright, each with the number of its arguments."""
    found = []
    if isinstance(call.args[0], ast.Constant) and not any(isinstance(arg, ast.Starred) for arg in call.args):
        found.append((call.args[0].value, len(call.args) - 1))
    for keyword in call.keywords:
        if keyword.arg == "public" and isinstance(keyword.value, ast.Tuple):
            kind, args = keyword.value.elts
            if isinstance(kind, ast.Constant) and isinstance(args, ast.Tuple):
                found.append((kind.value, len(args.elts)))
    return found


def ours(game: Game[State], language: str, section: str) -> dict[str, str]:
    """The messages of one section that the game brings, names of things left aside."""
    messages = flatten(game.pack.toml(f"text/{language}.toml").values)
    return {key.partition(".")[2]: text for key, text in messages.items() if key.startswith(f"{section}.")}


def unused_sections(game: Game[State], language: str) -> set[str]:
    """Sections of a game's messages that neither its code and its maps nor kernel, table, bots and page ask for."""
    sections = {key.partition(".")[0] for key in flatten(game.pack.toml(f"text/{language}.toml").values)}
    return {section for section in sections if section not in KINDS_OF_WORDS and not _asked_for(game.code, section)}


KINDS_OF_WORDS = {"answer", "mode", "rolls", "shows", "may_show", "vain", "waste"}      # joined to a verb by the table


@cache
def _asked_for(code: str, section: str) -> bool:
    root = Path(str(importlib.import_module("tablero").__file__)).parent
    common = (root / name for name in ("kernel", "table", "bots", "web", "server", "cli"))
    places = [root / "games" / code, root / "packs" / code, *common]
    pattern = re.compile(rf"""["'`{{(\s]{section}\.|["']{section}["']|\b{section}: """)
    files = (path for place in places for path in place.rglob("*")
             if path.suffix in (".py", ".js", ".toml") and path.parent.name != "text" and path.name != "rules.toml")
    return any(pattern.search(path.read_text(encoding="utf-8")) for path in files)


def names(wanted: Signature) -> set[str]:
    return {argument.name for argument in wanted}


def unequal(expected: set[str], found: set[str]) -> dict[str, list[str]]:
    """What has no message, and which messages nothing asks for."""
    differs = {"missing": sorted(expected - found), "superfluous": sorted(found - expected)}
    return {what: keys for what, keys in differs.items() if keys}
