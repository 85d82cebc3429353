"""Is every rule of a game cited by a test, and by the code that enforces it?

A test cites rules by `@rule("dpyr", "4.2c", ...)` or in `pytestmark`; a skipped test cites nothing. Code cites a rule
as `[4.2c]`, or all rules of a section as `[4.2]`, in a comment or string, or as the first argument of `Refusal`.
"""

from __future__ import annotations

import ast
import re
import textwrap
import tokenize
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

NEED_NO_CODE = ("definition", "example", "scenario", "table")   # kinds of rules that may live in data alone
TEXTS = ("id", "kind", "title_en", "title_es", "text_en", "text_es")

LETTER = re.compile(r"([a-z]{1,2}|x[0-9]+)$")                   # what follows the section: 4.2c, 4.2ab, 4.2x1
BRACKETS = re.compile(r"(?<!\w)\[([^\[\]\n]{1,60})\]")
NUMBERED = re.compile(r"[0-9]+(\.[0-9A-Z]+)*([a-z]{1,2}|x[0-9]+)?")


@dataclass
class Catalogue:
    """The rules of one game, and where they are cited."""

    game: str
    kinds: dict[str, str] = field(default_factory=dict)         # id -> kind
    tested: set[str] = field(default_factory=set)
    coded: set[str] = field(default_factory=set)
    errors: list[str] = field(default_factory=list)

    def knows(self, citation: str) -> bool:
        """Is it an id, a section, or the beginning of a section?"""
        return citation in self.kinds or any(
            section(i) == citation or section(i).startswith(citation + ".") for i in self.kinds
        )

    def names(self, word: str) -> bool:
        """Does a word in brackets mean a rule? `4.2c` does, and so does `SUb` where a chapter is called SU."""
        if NUMBERED.fullmatch(word):
            return not word.isdigit() or self.knows(word)
        heads = {section(i).split(".")[0] for i in self.kinds}
        return LETTER.sub("", word).split(".")[0] in heads

    def cite_in_code(self, citation: str, where: str) -> None:
        if not self.knows(citation):
            self.errors.append(f"{where}: cites [{citation}], a rule that {self.game} does not have")
        self.coded.update(i for i in self.kinds if citation in (i, section(i)))


def section(rule: str) -> str:
    """The section of a rule: 4.2 of 4.2c."""
    return LETTER.sub("", rule)


def shipped(root: Path) -> tuple[str, ...]:
    """The games that players get: in these nothing may be missing."""
    for name in ("src/tablero/kernel/game.py", "src/tablero/__init__.py"):
        path = root / name
        found = re.search(r"^GAMES = \((.*?)\)", path.read_text("utf-8"), re.MULTILINE) if path.is_file() else None
        if found:
            return tuple(re.findall(r'"(\w+)"', found[1]))
    return ()


def check(root: Path) -> tuple[list[str], list[str]]:
    """What there is to say, and what is wrong."""
    packs = root / "src/tablero/packs"
    complete = shipped(root)
    games = sorted(path.parent.name for path in packs.glob("*/rules.toml"))
    notes: list[str] = []
    errors = [f"{game}: there is no packs/{game}/rules.toml" for game in complete if game not in games]
    catalogues = {game: read_rules(packs / game / "rules.toml", game) for game in games}
    errors += read_tests(root, catalogues)
    for game, catalogue in catalogues.items():
        read_code(root, catalogue)
        errors += catalogue.errors
        notes.append(summary(catalogue))
        untested = [i for i in catalogue.kinds if i not in catalogue.tested]
        uncoded = [i for i, kind in catalogue.kinds.items() if kind not in NEED_NO_CODE and i not in catalogue.coded]
        for lacking, ids in (("not tested", untested), ("not in code", uncoded)):
            if ids:
                (errors if game in complete else notes).append(listed(f"{game}, {len(ids)} {lacking}:", ids))
    return notes, errors


def summary(catalogue: Catalogue) -> str:
    total, tested = len(catalogue.kinds), len(catalogue.tested)
    share = 100 * tested / total if total else 0.0
    return f"{catalogue.game}: {total} rules, {tested} tested ({share:.1f} %), {len(catalogue.coded)} in code"


def listed(title: str, ids: list[str]) -> str:
    return textwrap.fill(" ".join(ids), 118, initial_indent=f"{title} ", subsequent_indent="    ")


def read_rules(path: Path, game: str) -> Catalogue:
    """The catalogue, with its own faults: an id twice, a text missing, a reference to nowhere."""
    catalogue = Catalogue(game)
    try:
        rules = tomllib.loads(path.read_text("utf-8")).get("rule", [])
    except tomllib.TOMLDecodeError as error:
        catalogue.errors.append(f"{game}/rules.toml: {error}")
        return catalogue
    for number, rule in enumerate(rules, 1):
        name = rule.get("id") or f"rule number {number}"
        lacking = [key for key in TEXTS if not str(rule.get(key, "")).strip()]
        if lacking:
            catalogue.errors.append(f"{game}/rules.toml, {name}: missing or empty: {', '.join(lacking)}")
        if name in catalogue.kinds:
            catalogue.errors.append(f"{game}/rules.toml, {name}: this id stands twice")
        catalogue.kinds[name] = rule.get("kind", "")
    for rule in rules:
        catalogue.errors += [
            f"{game}/rules.toml, {rule.get('id')}: sees {other!r}, a rule that does not exist"
            for other in rule.get("see", []) if other not in catalogue.kinds
        ]
    return catalogue


def read_tests(root: Path, catalogues: dict[str, Catalogue]) -> list[str]:
    """Notes in the catalogues which rules the tests cite."""
    errors = []
    for path in sorted((root / "tests").rglob("*.py")):
        where = path.relative_to(root)
        try:
            tree = ast.parse(path.read_text("utf-8"))
        except SyntaxError as error:
            errors.append(f"{where}:{error.lineno}: {error.msg}")
            continue
        for call in test_citations(tree, "rule"):
            words = cited_words(call)
            if not words:
                errors.append(f'{where}:{call.lineno}: write rule("game", "id", ...) with plain strings')
                continue
            game, *ids = words
            if game not in catalogues:
                errors.append(f"{where}:{call.lineno}: there is no packs/{game}/rules.toml")
                continue
            for rule in ids:
                if rule in catalogues[game].kinds:
                    catalogues[game].tested.add(rule)
                else:
                    errors.append(f"{where}:{call.lineno}: cites {rule!r}, a rule that {game} does not have")
    return errors


def cited_words(call: ast.Call) -> list[str]:
    """The game and the ids of a mark; none if they are no plain strings."""
    words = [a.value for a in call.args if isinstance(a, ast.Constant) and isinstance(a.value, str)]
    return [] if len(words) != len(call.args) or len(words) < 2 or call.keywords else words


def test_citations(tree: ast.Module, mark: str) -> Iterator[ast.Call]:
    """Calls of a mark on tests which run."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            if node.name.lower().startswith("test") and not any(map(is_skip, node.decorator_list)):
                for decorator in node.decorator_list:
                    yield from mark_calls(decorator, mark)
        elif isinstance(node, ast.Assign):
            if any(isinstance(target, ast.Name) and target.id == "pytestmark" for target in node.targets):
                yield from mark_calls(node.value, mark)


def mark_calls(tree: ast.expr, mark: str) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == mark:
            yield node


def is_skip(decorator: ast.expr) -> bool:
    """`@pytest.mark.skip(...)` or `@pytest.mark.xfail`: the test proves nothing."""
    mark = decorator.func if isinstance(decorator, ast.Call) else decorator
    return isinstance(mark, ast.Attribute) and mark.attr in ("skip", "xfail")


def read_code(root: Path, catalogue: Catalogue) -> None:
    """Notes in the catalogue which rules the game's code cites."""
    for path in sorted((root / "src/tablero/games" / catalogue.game).rglob("*.py")):
        try:
            found = list(code_citations(path, catalogue))
        except (SyntaxError, tokenize.TokenError) as error:
            catalogue.errors.append(f"{path.relative_to(root)}: {error}")
            continue
        for line, citation in found:
            catalogue.cite_in_code(citation, f"{path.relative_to(root)}:{line}")


def code_citations(path: Path, catalogue: Catalogue) -> Iterator[tuple[int, str]]:
    """Line and id or section of each citation."""
    with tokenize.open(path) as file:
        for token in tokenize.generate_tokens(file.readline):
            if token.type == tokenize.COMMENT or "STRING" in tokenize.tok_name[token.type]:
                for match in BRACKETS.finditer(token.string):
                    line = token.start[0] + token.string.count("\n", 0, match.start())
                    words = [word.strip() for word in match[1].split(",")]
                    yield from ((line, word) for word in words if catalogue.names(word))
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refusal" and node.args:
            first = node.args[0]
            if isinstance(first, ast.Constant) and isinstance(first.value, str) and first.value:
                yield node.lineno, first.value
