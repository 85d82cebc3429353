"""Do the English and Spanish texts have the same keys, with the same {placeholders}, and none empty?"""

from __future__ import annotations

import re
import tomllib
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
    return notes, errors


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
