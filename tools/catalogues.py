"""Do the English and Spanish texts have the same keys, with the same {placeholders}, and none empty? Has every error in
the code a message that it fills in, and is every message that belongs to no game used?"""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

LANGUAGES = ("en", "es")
PLACEHOLDER = re.compile(r"\{(\w*)")


def check(root: Path) -> tuple[list[str], list[str]]:
    """What there is to say, and what is wrong."""
    notes: list[str] = []
    errors: list[str] = []
    tablero = root / "src/tablero"
    for folder in [tablero / "text", *sorted(tablero.glob("packs/*/text"))]:
        for stem in sorted({path.name.removesuffix(".toml")[:-2] for path in toml_files(folder)}):
            name = f"{folder.relative_to(tablero)}/{stem}"
            texts: dict[str, dict[str, str]] = {}
            for language in LANGUAGES:
                path = folder / f"{stem}{language}.toml"
                try:
                    texts[language] = flat(tomllib.loads(path.read_text("utf-8")))
                except FileNotFoundError:
                    errors.append(f"{name}{language}.toml is missing")
                except tomllib.TOMLDecodeError as error:
                    errors.append(f"{name}{language}.toml: {error}")
            if len(texts) == len(LANGUAGES):
                errors += [f"{name}{{en,es}}.toml: {fault}" for fault in differences(texts["en"], texts["es"])]
                notes.append(f"{name}{{en,es}}.toml: {len(texts['en'])} texts")
    return notes, errors + unworded(tablero) + unused(tablero)


def toml_files(folder: Path) -> list[Path]:
    """Files of one language: en.toml, cards.es.toml."""
    return [path for path in folder.glob("*.toml") if path.name.split(".")[-2] in LANGUAGES]


def flat(table: dict[str, object] | list[object], path: str = "") -> dict[str, str]:
    """Nested tables as one: {"prompt": {"move": "..."}} gives {"prompt.move": "..."}."""
    found: dict[str, str] = {}
    for key, value in table.items() if isinstance(table, dict) else enumerate(table):
        if isinstance(value, dict | list):
            found |= flat(value, f"{path}{key}.")
        else:
            found[f"{path}{key}"] = str(value)
    return found


def differences(english: dict[str, str], spanish: dict[str, str]) -> list[str]:
    faults = [f"{key} is missing in Spanish" for key in english if key not in spanish]
    faults += [f"{key} is missing in English" for key in spanish if key not in english]
    for language, texts in (("English", english), ("Spanish", spanish)):
        faults += [f"{key} is empty in {language}" for key, text in texts.items() if not text.strip()]
    for key in english:
        ours, theirs = (placeholders(texts.get(key, english[key])) for texts in (english, spanish))
        if ours != theirs:
            faults.append(f"{key} has {shown(ours)} in English, {shown(theirs)} in Spanish")
    return faults


def placeholders(text: str) -> set[str]:
    return set(PLACEHOLDER.findall(text.replace("{{", "")))


def shown(names: set[str]) -> str:
    return " ".join(f"{{{name}}}" for name in sorted(names)) or "no placeholder"


def unused(tablero: Path) -> list[str]:
    """Messages of text/en.toml that neither a program nor the page names: whole, by a part of it, or by a template."""
    file = tablero / "text/en.toml"
    if not file.is_file():
        return []
    sources = "".join(path.read_text("utf-8") for end in ("py", "js") for path in tablero.rglob(f"*.{end}"))
    quoted = set(re.findall(r"""["'`]([\w.]+)["'`]""", sources))
    begun = {begin for begin in re.findall(r"""["'`]([\w.]+)\$?\{""", sources) if begin != "web."}
    faults = []
    for key in flat(tomllib.loads(file.read_text("utf-8"))):
        forms = [key, key.partition(".")[2], key.rpartition(".")[2]]        # w("menu") is t("web.menu")
        if not any(form in quoted or form.startswith(tuple(begun)) for form in forms[:2]) and forms[2] not in quoted:
            faults.append(f"text/{{en,es}}.toml: nothing uses {key}")
    return faults


# --- errors


Use = tuple[str, str, set[str] | None]      # where, key, names of the values; None: they cannot be told from the source


def unworded(tablero: Path) -> list[str]:
    """Errors without a message or a value, and messages without an error."""
    file = tablero / "text/errors.en.toml"
    if not file.is_file():
        return []
    messages, uses = flat(tomllib.loads(file.read_text("utf-8"))), list(error_uses(tablero))
    faults = []
    for where, key, values in uses:
        missing = placeholders(messages.get(key, "")) - (values or set())
        if key not in messages:
            faults.append(f"{where}: {key} has no text in text/errors.*.toml")
        elif values is not None and missing:
            faults.append(f"{where}: {key} needs {shown(missing)}")
    used = {key for _, key, _ in uses}
    return faults + [f"text/errors.*.toml: no error uses {key}" for key in messages if key not in used]


def error_uses(tablero: Path) -> Iterator[Use]:
    """Every message of an error that the code names."""
    codes = error_codes(ast.parse((tablero / "kernel/errors.py").read_text("utf-8")))
    for path in sorted(tablero.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                where = f"{path.relative_to(tablero)}:{node.lineno}"
                yield from ((where, key, values) for key, values in uses_of(node, codes))


def error_codes(tree: ast.Module) -> dict[str, str]:
    """The classes of the family with their codes; a class without one has that of its base."""
    codes: dict[str, str] = {"Exception": ""}
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and isinstance(node.bases[0], ast.Name) and node.bases[0].id in codes:
            own = [line.value for line in node.body if isinstance(line, ast.Assign) and line.targets[0].id == "code"]
            codes[node.name] = own[0].value if own else codes[node.bases[0].id]
    return codes


def uses_of(call: ast.Call, codes: dict[str, str]) -> Iterator[tuple[str, set[str] | None]]:
    """The keys that a call names: of an error, of what it expected, or of a message."""
    name = getattr(call.func, "id", "") or getattr(call.func, "attr", "")
    names = {keyword.arg for keyword in call.keywords}
    values = None if None in names else names
    if name == "UnknownName":
        yield from ((f"error.kind.{key}", values) for key in literals(call.args[0]))
        yield from ((f"error.unknown_name.{key}", None) for key in ("name", "known", "near"))
    elif name in codes:
        if name == "BadPack" and values is not None:
            values = values | {"place"}
        keys = literals(call.args[2 if name == "BadPack" else 0]) or ["?"]      # a key that is not written out is wrong
        yield from ((f"error.{codes[name]}.{key}", values) for key in keys)
    elif name in ("wrong", "_fail") and isinstance(call.func, ast.Attribute):
        keys = literals(call.args[1]) or ([] if isinstance(call.args[1], ast.Name) else ["?"])
        yield from ((f"error.expected.{key}", values) for key in keys)
    elif name == "Message":
        yield from ((key, None) for key in literals(call.args[0]) if key.startswith("error."))


def literals(node: ast.expr) -> list[str]:
    """The texts that an expression can be; none if that depends."""
    if isinstance(node, ast.IfExp):
        return literals(node.body) + literals(node.orelse)
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []
