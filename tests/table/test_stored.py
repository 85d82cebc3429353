"""Games that were stored before the program changed open, replay and go on by the rules they were begun with.

The records `aiw.jsonl` and `dpyr.jsonl` were played before records told the number of cards; the war asks for Tactical
cards as the first version of its rules did. The others are whole games that meet what a later version changed; their
names say what.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

import tablero
from tablero.games.aiw.board import CARD, CARDS, DECK, DISCARDS, HAND, LAY_BATTLE, LIBERAL
from tablero.games.aiw.rules.r07_cards.s00_decks import draw_card
from tablero.games.aiw.rules.r07_cards.s01_types import may_hold
from tablero.kernel.positions import fingerprint
from tablero.kernel.record import Record
from tablero.table.journal import Acted, Entry, Matter, Opened, Sat
from tablero.table.sitting import Sitting
from tests.games.aiw.war import put_cards, war

STORED = Path(__file__).parent / "stored"
ACTIONS = {"aiw": 791, "dpyr": 569}
each_game = pytest.mark.parametrize("code", ["aiw", "dpyr"])
WHOLE = {                   # records of whole games: the version of the rules they were begun with, and their actions
    "aiw-sieges-works-and-regions": (2, 1512),
    "aiw-guns-that-retreat": (2, 686),
    "aiw-guns-that-storm-after-a-retreat": (2, 1671),
    "dpyr-concealed-marches": (1, 863),
    "dpyr-support-of-the-attacked": (1, 1021),
}


@each_game
def test_a_stored_record_replays_by_its_own_rules_and_is_written_again_with_them(code: str) -> None:
    record = Record.load(STORED / f"{code}.jsonl")
    assert (1, ACTIONS[code]) == (record.state.rules, len(record.entries))
    if record.state.over:
        record.verify()
    again = Record.parse(record.text(private=True))
    assert (record.edition, fingerprint(record.state)) == (again.edition, fingerprint(again.state))


@pytest.mark.parametrize("name", WHOLE)
def test_a_game_that_meets_a_changed_rule_is_played_to_its_end_by_the_old_one(name: str) -> None:
    record = Record.load(STORED / f"{name}.jsonl")
    assert WHOLE[name] == (record.state.rules, len(record.entries))
    assert record.state.over
    record.verify()


@each_game
def test_a_stored_table_opens(code: str) -> None:
    record = Record.load(STORED / f"{code}.jsonl")
    assert record.seed is not None
    opened = Opened(code, record.scenario, record.options, f"{record.seed:x}", "ana", rules=1)
    matters: list[Matter] = [opened, Sat(0, "ana", "Ana"), Sat(1, "benito", "Benito")]
    write = record.game.write
    matters += [Acted(entry.seat, write(record.state, entry.action), list(entry.chance)) for entry in record.entries]
    sitting = Sitting.fold_all("s", [Entry(n, float(n), matter) for n, matter in enumerate(matters, 1)])
    assert fingerprint(record.state) == fingerprint(sitting.state)
    assert record.state.rng == sitting.state.rng


@pytest.mark.parametrize(("rules", "asks"), [(1, True), (2, False), (3, False)])
def test_who_shuffled_all_his_tactical_cards_is_asked_for_one_by_the_old_rules_only(rules: int, asks: bool) -> None:
    s = war({}, hands=["convoy"], side="liberal", secret=True)
    s.rules = rules
    put_cards(s, DISCARDS, "volley_fire", "bayonet_charge_l", "telegraph")
    assert draw_card(s, LIBERAL) in (CARD["volley_fire"], CARD["bayonet_charge_l"], CARD["telegraph"])
    assert (3, 1) == (s.sizes[DECK[LIBERAL]], s.sizes[HAND[LIBERAL]])
    assert asks == may_hold(s, LIBERAL, LAY_BATTLE)


def test_games_of_unknown_rules_are_refused() -> None:
    for rules in (0, 4):
        with pytest.raises(tablero.BadRecord):
            tablero.game("aiw").older_edition(rules, 0)


def test_a_card_added_later_is_in_no_stored_game(tmp_path: Path) -> None:
    """Tried on a copy of the program with one card more."""
    shutil.copytree(Path(tablero.__file__).parent, tmp_path / "tablero", ignore=shutil.ignore_patterns("__pycache__"))
    with (tmp_path / "tablero/packs/aiw/cards.csv").open("a") as rows:
        rows.write("balloon,L37,liberal,operational,1834,,actions,,discard,,,,7.1,design\n")
    with (tmp_path / "tablero/games/aiw/cards/liberal_operations.py").open("a") as code:
        code.write("\n\ndef effect_balloon(s: Aiw, side: Side, about: Procedure) -> None:\n    s.command[side] += 1\n")
    today, chance = Record.start(tablero.game("aiw"), "entire_war", seed=3), Random(3)
    for _ in range(60):
        seat = tablero.players(today.state)[0]
        today.apply(seat, chance.choice(tablero.options(today.state, seat)))
    today.save(tmp_path / "today.jsonl", private=True)
    script = f"""
import tablero
from tablero.kernel.record import Record
from tablero.games.aiw.board import ASIDE, CARD, CARDS
record = Record.load({str(STORED / "aiw.jsonl")!r})
record.verify()
Record.load({str(tmp_path / "today.jsonl")!r}).verify()
new = tablero.game("aiw").new("entire_war", seed=1)
lies = [(s.piles[ASIDE] >> CARD["balloon"]) & 1 for s in (record.state, new)]
print(len(CARDS.ids), record.edition.cards, *lies)
"""
    told = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, env={"PYTHONPATH": str(tmp_path)},
                          capture_output=True, text=True, check=True).stdout.split()
    assert [len(CARDS.ids) + 1, CARDS.untold, 1, 0] == [int(word) for word in told]
