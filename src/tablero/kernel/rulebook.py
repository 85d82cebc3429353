"""The rules of a game for readers: title and text by id, in one language, from the pack's rules.toml."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from tablero.kernel.errors import UnknownName
from tablero.kernel.packs import Pack, Table
from tablero.kernel.text import LANGUAGES


class Reading(NamedTuple):
    """How a point is read that the rulebook leaves unclear: the rules that name it are the answer."""

    id: str                 # "G39"
    question: str


class Rule(NamedTuple):
    id: str                 # "4.2c"
    kind: str               # rule, exception, table, example, definition, scenario, victory
    title: str
    text: str
    see: tuple[str, ...]    # ids of related rules
    readings: tuple[Reading, ...]   # what it answers where the rulebook is unclear


class Chapter(NamedTuple):
    number: str             # "4", or letters for what is not numbered
    title: str
    rules: tuple[Rule, ...]


READINGS = "readings.toml"
MENTION = re.compile(r"(?<![\w.])(?:\d+|[A-Z]{2,3})(?:\.[A-Z0-9]+)*[a-z]*\d*(?!\w|\.\w)")
READING = re.compile(r" ?\((?:readings?|lecturas?) ([A-Z]+\d+(?:(?:,| and| y) [A-Z]+\d+)*)\)")


@cache
def readings(pack: Pack, language: str) -> dict[str, Reading]:
    """The questions that the rulebook leaves open, by the ids with which rules name them: "(reading G39)"."""
    page = pack.toml(READINGS) if (pack.root / READINGS).is_file() else Table(READINGS, "", {})
    return {id_: Reading(id_, page.table(id_).text(language)) for id_ in page.keys()}      # noqa: SIM118


@cache
def rules(pack: Pack, language: str) -> dict[str, Rule]:
    """All rules by id, in the order of the rulebook."""
    if language not in LANGUAGES:
        raise UnknownName("language", language, LANGUAGES)
    found = {}
    asked = readings(pack, language)
    for t in pack.toml("rules.toml").tables("rule"):
        see = tuple(t.texts("see")) if t.has("see") else ()
        text = t.text(f"text_{language}")
        answers = tuple(asked[id_] for mark in READING.findall(text) for id_ in re.findall(r"[A-Z]+\d+", mark))
        title = t.text(f"title_{language}")
        rule = Rule(t.text("id"), t.text("kind"), title, READING.sub("", text), see, answers)
        found[rule.id] = rule
    return found


@cache
def chapters(pack: Pack, language: str) -> tuple[Chapter, ...]:
    """The whole book, chapter by chapter."""
    by_chapter: dict[str, list[Rule]] = {}
    for rule in rules(pack, language).values():
        by_chapter.setdefault(chapter_of(rule.id), []).append(rule)
    return tuple(
        Chapter(t.text("number"), t.text(f"title_{language}"), tuple(by_chapter[t.text("number")]))
        for t in pack.toml("rules.toml").tables("chapter")
    )


def mentioned(pack: Pack, language: str, text: str) -> dict[str, str]:
    """The rules and sections that a text names, each with the rule to turn to."""
    book = rules(pack, language)
    firsts = _firsts(pack)
    found = {}
    for word in MENTION.findall(text):
        target = word if word in book else firsts.get(word, "") if "." in word else ""
        if target:
            found[word] = target
    return found


@cache
def _firsts(pack: Pack) -> dict[str, str]:
    """The first rule of each section."""
    found: dict[str, str] = {}
    for id_ in rules(pack, LANGUAGES[0]):
        found.setdefault(re.split(r"[a-z]", id_, maxsplit=1)[0], id_)
    return found


def chapter_of(id_: str) -> str:
    """The number of the chapter that a rule stands in: "16" for "16.3.3a", "CL" for "CL.4a"."""
    found = re.match(r"\d+|[A-Z]+", id_)
    return found[0] if found else ""


def look_up(pack: Pack, language: str, id_: str) -> list[Rule]:
    """A rule by its id, or all rules of a section: "4.2c" is one, "4.2" a section, "4" a chapter."""
    book = rules(pack, language)
    if id_ in book:
        return [book[id_]]
    section = [rule for rule in book.values() if re.match(rf"{re.escape(id_)}(?![0-9])", rule.id)]
    if not id_ or not section:
        raise UnknownName("rule", id_, sections(pack, language))
    return section


def sections(pack: Pack, language: str) -> list[str]:
    """The numbers of the sections: "4.2"."""
    return list(dict.fromkeys(re.split(r"[a-z]", id_, maxsplit=1)[0] for id_ in rules(pack, language)))
