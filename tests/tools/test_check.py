"""tools/check.py finds what it is meant to find, in small trees that are otherwise in order."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

CHECK = Path(__file__).parents[2] / "tools/check.py"

RULES = """
[[rule]]
id = "4.2a"
kind = "rule"
title_en = "Range"
title_es = "Alcance"
text_en = "A gun fires at most six hexes."
text_es = "Una pieza dispara a seis hexágonos como mucho."
see = ["4.2b"]

[[rule]]
id = "4.2b"
kind = "definition"
title_en = "Gun"
title_es = "Pieza"
text_en = "A gun is an artillery unit."
text_es = "Una pieza es una unidad de artillería."
see = []
"""

TEST = """
from tests.rules import rule

@rule("dpyr", "4.2a")
@rule("dpyr", "4.2b")
def test_a_gun_fires_six_hexes():
    assert True
"""

TABLERO = """
class Game:
    scenarios = ("arquijas",)
    def new(self, scenario, seed):
        return scenario

GAMES = ("dpyr",)
def game(code):
    return Game()
"""


PROJECT = """
[build-system]
requires = ["hatchling>=1.27"]

[project]
dependencies = ["Click>=8.1"]
optional-dependencies = { dev = ["psycopg[binary]>=3.3"] }
"""

PACKAGES = ("click==8.2", "editables==0.6", "hatchling==1.30")
PLAY = "".join(f"{package} \\\n    --hash=sha256:00\n" for package in PACKAGES)
DEV = PLAY + "psycopg[binary]==3.3.1 ; python_version < '4' \\\n    --hash=sha256:00\n"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project of two rules in which nothing is wrong."""
    write(tmp_path, "pyproject.toml", PROJECT)
    write(tmp_path, "tools/lock/play.txt", PLAY)
    write(tmp_path, "tools/lock/dev.txt", DEV)
    write(tmp_path, "src/tablero/__init__.py", TABLERO)
    write(tmp_path, "src/tablero/packs/__init__.py", "")
    write(tmp_path, "src/tablero/packs/dpyr/rules.toml", RULES)
    write(tmp_path, "src/tablero/packs/dpyr/text/en.toml", '[prompt]\nfire = "Fire at {target}, all of you"\n')
    write(tmp_path, "src/tablero/packs/dpyr/text/es.toml", '[prompt]\nfire = "TODO el mundo: fuego sobre {target}"\n')
    write(tmp_path, "src/tablero/games/dpyr/rules/r4.py", '"""[4.2a] Guns."""\n')
    write(tmp_path, "tests/games/dpyr/test_r4.py", TEST)
    return tmp_path


def write(root: Path, name: str, text: str) -> None:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def check(root: Path) -> tuple[int, str]:
    """Exit code and output."""
    done = subprocess.run([sys.executable, CHECK, root], capture_output=True, text=True, check=False)
    assert "" == done.stderr
    return done.returncode, done.stdout


def assert_wrong(root: Path, text: str) -> None:
    code, out = check(root)
    assert text in out
    assert 1 == code


def test_a_tree_in_order_passes(root: Path) -> None:
    code, out = check(root)
    assert "dpyr: 2 rules, 2 tested (100.0 %), 1 in code" in out
    assert "dpyr: 1 scenarios set up" in out
    assert 0 == code, out


# Rules

def test_a_rule_that_no_test_cites(root: Path) -> None:
    write(root, "tests/games/dpyr/test_r4.py", TEST.replace('@rule("dpyr", "4.2b")', ""))
    assert_wrong(root, "dpyr, 1 not tested: 4.2b")


def test_a_rule_that_no_code_cites(root: Path) -> None:
    write(root, "src/tablero/games/dpyr/rules/r4.py", "guns = (1, 2)[0]\n")
    assert_wrong(root, "dpyr, 1 not in code: 4.2a")


@pytest.mark.parametrize("code", [
    '"""[4.2] Guns."""\n',
    '"""Guns [4.2b][4.2a]."""\n',
    "x = 1  # [4.2b, 4.2a] why\n",
    'FAR = Refusal("4.2a", "far")\n',
])
def test_ways_to_cite_a_rule_in_code(root: Path, code: str) -> None:
    write(root, "src/tablero/games/dpyr/rules/r4.py", code)
    exit_code, out = check(root)
    assert 0 == exit_code, out


def test_an_index_is_no_citation(root: Path) -> None:
    write(root, "src/tablero/games/dpyr/rules/r4.py", '"""[4.2a] Reads s.unit[7.1] of [1, 2]."""\n')
    assert 0 == check(root)[0]


def test_a_rule_unknown_to_the_code(root: Path) -> None:
    write(root, "src/tablero/games/dpyr/rules/r5.py", '"""Doc.\n\n[5.1c] Leaders."""\n')
    assert_wrong(root, "src/tablero/games/dpyr/rules/r5.py:3: cites [5.1c], a rule that dpyr does not have")


def test_a_refusal_by_an_unknown_rule(root: Path) -> None:
    write(root, "src/tablero/games/dpyr/rules/r5.py", 'NO = Refusal("4.2z", "no")\n')
    assert_wrong(root, "r5.py:1: cites [4.2z]")


def test_a_rule_unknown_to_the_tests(root: Path) -> None:
    write(root, "tests/games/dpyr/test_r5.py", '@rule("dpyr", "5.1c")\ndef test_leaders(): pass\n')
    assert_wrong(root, "tests/games/dpyr/test_r5.py:1: cites '5.1c', a rule that dpyr does not have")


def test_a_game_unknown_to_the_tests(root: Path) -> None:
    write(root, "tests/games/dpyr/test_r5.py", '@rule("chess", "5.1c")\ndef test_leaders(): pass\n')
    assert_wrong(root, "test_r5.py:1: there is no packs/chess/rules.toml")


def test_a_citation_that_cannot_be_read(root: Path) -> None:
    write(root, "tests/games/dpyr/test_r5.py", 'pytestmark = [rule("dpyr", ID)]\n')
    assert_wrong(root, "test_r5.py:1: write rule(")


@pytest.mark.parametrize("mark", ["@pytest.mark.skip", '@pytest.mark.xfail(reason="later")'])
def test_a_test_that_does_not_run_proves_nothing(root: Path, mark: str) -> None:
    write(root, "tests/games/dpyr/test_r4.py", TEST.replace("def test", f"{mark}\ndef test"))
    assert_wrong(root, "dpyr, 2 not tested: 4.2a 4.2b")


def test_a_module_may_cite_for_all_its_tests(root: Path) -> None:
    write(root, "tests/games/dpyr/test_r4.py", 'pytestmark = rule("dpyr", "4.2a", "4.2b")\ndef test_guns(): pass\n')
    assert 0 == check(root)[0]


def test_a_game_that_is_not_complete_may_lack_tests(root: Path) -> None:
    write(root, "src/tablero/packs/aiw/rules.toml", RULES)
    code, out = check(root)
    assert "aiw: 2 rules, 0 tested (0.0 %), 0 in code" in out
    assert "aiw, 2 not tested: 4.2a 4.2b" in out
    assert 0 == code


def test_a_complete_game_without_rules(root: Path) -> None:
    (root / "src/tablero/packs/dpyr/rules.toml").unlink()
    write(root, "tests/games/dpyr/test_r4.py", "")
    assert_wrong(root, "dpyr: there is no packs/dpyr/rules.toml")


@pytest.mark.parametrize("old, new, text", [
    ('title_es = "Pieza"', 'title_es = ""', "4.2b: missing or empty: title_es"),
    ('id = "4.2b"', 'id = "4.2a"', "4.2a: this id stands twice"),
    ('see = ["4.2b"]', 'see = ["4.2q"]', "4.2a: sees '4.2q', a rule that does not exist"),
    ('kind = "rule"', "kind = rule", "dpyr/rules.toml: Invalid value"),
])
def test_faults_of_the_catalogue(root: Path, old: str, new: str, text: str) -> None:
    write(root, "src/tablero/packs/dpyr/rules.toml", RULES.replace(old, new))
    assert_wrong(root, text)


# Texts

@pytest.mark.parametrize("spanish, text", [
    ("", "prompt.fire is missing in Spanish"),
    ('[prompt]\nfire = "Fuego sobre {target}"\nhalt = "Alto"', "prompt.halt is missing in English"),
    ('[prompt]\nfire = "Fuego sobre {blanco}"', "prompt.fire has {target} in English, {blanco} in Spanish"),
    ('[prompt]\nfire = "Fuego"', "prompt.fire has {target} in English, no placeholder in Spanish"),
    ('[prompt]\nfire = " "', "prompt.fire is empty in Spanish"),
    ("[prompt", "packs/dpyr/text/es.toml: "),
])
def test_texts_that_differ(root: Path, spanish: str, text: str) -> None:
    write(root, "src/tablero/packs/dpyr/text/es.toml", spanish)
    assert_wrong(root, text)


def test_a_text_without_translation(root: Path) -> None:
    write(root, "src/tablero/text/menu.en.toml", 'quit = "Quit"')
    assert_wrong(root, "text/menu.es.toml is missing")


def test_a_text_that_nothing_uses(root: Path) -> None:
    texts = '[web]\nmenu = "x"\nk1 = "x"\n[terminal]\nundone = "x"\nold = "x"'
    for language in ("en", "es"):
        write(root, f"src/tablero/text/{language}.toml", texts)
    write(root, "src/tablero/web/menu.js", 'w("menu"); w(`k${n}`)')
    write(root, "src/tablero/cli/text.py", 'say("terminal.undone")')
    code, out = check(root)
    wrong = [line.strip() for line in out.splitlines() if "WRONG" in line]
    assert (1, ["WRONG text/{en,es}.toml: nothing uses terminal.old"]) == (code, wrong)


ERRORS = """
class TableroError(Exception):
    code = "error"

class NotAllowed(TableroError):
    code = "not_allowed"
"""


@pytest.mark.parametrize("source, text", [
    ('NotAllowed("taken")', ""),
    ('NotAllowed("no_seat", seat=3)', ""),
    ('NotAllowed("gone")', "table/sitting.py:1: error.not_allowed.gone has no text"),
    ('NotAllowed("no_seat")', "table/sitting.py:1: error.not_allowed.no_seat needs {seat}"),
    ('NotAllowed("taken" if s else "gone")', "table/sitting.py:1: error.not_allowed.gone has no text"),
    ('NotAllowed(f"{s} is taken")', "table/sitting.py:1: error.not_allowed.? has no text"),
    ("", "text/errors.*.toml: no error uses error.not_allowed.taken"),
])
def test_every_error_has_a_text_that_it_fills_in_and_every_text_an_error(root: Path, source: str, text: str) -> None:
    write(root, "src/tablero/kernel/errors.py", ERRORS)
    for language, seat in (("en", "no seat {seat}"), ("es", "no hay asiento {seat}")):
        toml = f'[error.not_allowed]\ntaken = "x"\nno_seat = "{seat}"\n'
        write(root, f"src/tablero/text/errors.{language}.toml", toml)
    write(root, "src/tablero/table/sitting.py", source)
    if source and not text:
        write(root, "src/tablero/table/other.py", 'NotAllowed("taken"), NotAllowed("no_seat", seat=1)')
        assert 0 == check(root)[0]
    else:
        assert_wrong(root, text)


# Packs

def test_a_pack_with_a_fault_is_told_in_its_own_words(root: Path) -> None:
    bad = "class BadPack(Exception):\n    code = 'bad_pack'\n"
    raising = TABLERO.replace("return scenario", "raise BadPack('units.csv, row 3, column fire: expected a number')")
    write(root, "src/tablero/__init__.py", bad + raising)
    assert_wrong(root, "WRONG dpyr, scenario arquijas: units.csv, row 3, column fire: expected a number\n")


def test_a_scenario_that_breaks(root: Path) -> None:
    write(root, "src/tablero/__init__.py", TABLERO.replace("return scenario", "return {}[scenario]"))
    assert_wrong(root, "dpyr, scenario arquijas: KeyError: 'arquijas' (__init__.py:5)")


def test_a_platform_that_cannot_be_imported(root: Path) -> None:
    write(root, "src/tablero/__init__.py", "import tablero.nowhere\n")
    assert_wrong(root, "tablero cannot be used: ModuleNotFoundError")


# Cards

WITH_CARDS = """
class Row(str):
    def text(self, column):
        return str(self)

class Zone:
    def __init__(self, holds):
        self.holds = holds

class Cards:
    rows = [Row("mina"), Row("oraa"), Row("oraa"), Row("storm")]
    zones, hands = (Zone(0b0111), Zone(0b1111)), ((0,), (0,))     # the storm is never held
    def missing(self):
        return []

class Game:
    scenarios, cards = (), Cards()

GAMES = ("dpyr",)
def game(code):
    return Game()
"""
NAMES = "".join(f'[card.{x}]\nname = "{x}"\nwhen = "Now"\neffect = "{{}}"\n' for x in ("mina", "oraa", "storm"))
BOT = "CARD_VALUES = {'mina': 0.5, 'oraa': 0.8}\n"
CARD_TEST = """
@card("dpyr", "mina", "oraa")
def test_two_cards():
    assert True

@pytest.mark.parametrize("x", [pytest.param(1, marks=card("dpyr", "storm"))])
def test_a_storm(x):
    assert x
"""


@pytest.fixture
def cards(root: Path) -> Path:
    """A project with three cards, one of them twice, in which nothing is wrong."""
    write(root, "src/tablero/__init__.py", WITH_CARDS)
    write(root, "src/tablero/packs/dpyr/text/names.en.toml", NAMES.replace("{}", "Fire"))
    write(root, "src/tablero/packs/dpyr/text/names.es.toml", NAMES.replace("{}", "Fuego"))
    write(root, "src/tablero/bots/heuristic/dpyr/__init__.py", BOT)
    write(root, "tests/games/dpyr/test_cards.py", CARD_TEST)
    return root


def test_cards_that_lack_nothing(cards: Path) -> None:
    code, out = check(cards)
    assert "dpyr: 3 cards, 3 tested" in out
    assert 0 == code, out


def test_a_card_without_a_text(cards: Path) -> None:
    write(cards, "src/tablero/packs/dpyr/text/names.es.toml", NAMES.replace("{}", "Fuego").replace("when", "cuando"))
    assert_wrong(cards, "dpyr, cards without a text card.<id>.when in es: mina oraa storm")


def test_a_card_without_code(cards: Path) -> None:
    write(cards, "src/tablero/__init__.py", WITH_CARDS.replace("return []", "return ['mina: no function effect_mina']"))
    assert_wrong(cards, "WRONG dpyr, mina: no function effect_mina")


@pytest.mark.parametrize("old, new, text", [
    ('"mina", "oraa"', '"mina"', "dpyr, cards without a test marked @card: oraa"),
    ("def test_two", "@pytest.mark.skip\ndef test_two", "dpyr, cards without a test marked @card: mina oraa"),
    ('"mina", "oraa"', '"mina", "oraa", "snow"', "test_cards.py:2: dpyr has no card snow"),
    ('"dpyr", "mina"', '"chess", "mina"', "test_cards.py:2: chess has no register of cards"),
    ('"mina", "oraa"', "MINA", 'test_cards.py:2: write card("game", "id", ...) with plain strings'),
])
def test_a_card_without_a_test(cards: Path, old: str, new: str, text: str) -> None:
    write(cards, "tests/games/dpyr/test_cards.py", CARD_TEST.replace(old, new))
    assert_wrong(cards, text)


@pytest.mark.parametrize("bot, text", [
    ("CARD_VALUES = {'oraa': 0.8}\n", "dpyr, cards unknown to the bot: mina"),
    ("", "dpyr, cards unknown to the bot: mina oraa"),
])
def test_a_card_that_the_bot_does_not_know(cards: Path, bot: str, text: str) -> None:
    write(cards, "src/tablero/bots/heuristic/dpyr/__init__.py", bot)
    assert_wrong(cards, text)


# Tree

@pytest.mark.parametrize("name, source, text", [
    ("src/tablero/kernel/utils.py", "", "src/tablero/kernel/utils.py: name it after what it holds"),
    ("src/tablero/table/seat_manager.py", "", "seat_manager.py: name it after what it holds"),
    ("src/tablero/kernel/a.py", "x = 1\n# TODO more\n", "src/tablero/kernel/a.py:2: TODO"),
    ("src/tablero/games/a.py", "raise NotImplementedError\n", "src/tablero/games/a.py:1: NotImplementedError"),
    ("src/tablero/packs/dpyr/load.py", "", "src/tablero/packs/dpyr/load.py: packs hold data only"),
    ("src/tablero/packs/__init__.py", "x = 1\n", "src/tablero/packs/__init__.py: packs hold data only"),
])
def test_a_tree_that_is_not_honest(root: Path, name: str, source: str, text: str) -> None:
    write(root, name, source)
    assert_wrong(root, text)


def test_a_long_module_is_only_a_warning(root: Path) -> None:
    write(root, "src/tablero/kernel/long.py", "x = 1\n" * 601)
    code, out = check(root)
    assert "warning: src/tablero/kernel/long.py has 601 lines" in out
    assert 0 == code


# Lock files

@pytest.mark.parametrize("old, new, text", [
    ("click==8.2", "click==8.0", "tools/lock/play.txt: pyproject.toml asks for Click>=8.1, and it has 8.0"),
    ("hatchling==1.30", "hatch==1.30", "tools/lock/play.txt: pyproject.toml asks for hatchling>=1.27, and it has None"),
    ("editables==0.6 \\\n    --hash=sha256:00", "editables==0.6", "tools/lock/play.txt: editables==0.6 has no hash"),
])
def test_faults_of_a_lock_file(root: Path, old: str, new: str, text: str) -> None:
    write(root, "tools/lock/play.txt", PLAY.replace(old, new))
    assert_wrong(root, text)


def test_an_extra_has_its_packages_locked(root: Path) -> None:
    write(root, "tools/lock/dev.txt", PLAY)
    assert_wrong(root, "tools/lock/dev.txt: pyproject.toml asks for psycopg[binary]>=3.3, and it has None")


def test_a_lock_file_that_is_missing(root: Path) -> None:
    (root / "tools/lock/dev.txt").unlink()
    assert_wrong(root, "tools/lock/dev.txt is missing: ./dev lock writes it")
