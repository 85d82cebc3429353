"""A war on a map of points in the terminal, by what is typed and what is read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tablero.cli.main import main
from tablero.kernel.game import Game
from tablero.kernel.record import Record

WAR = "aiw zumalacarregui --seed 5 --seat both"
TO_ACT = ("map off", "first carlist", "pass")       # the Carlists act: nobody challenges them


@pytest.fixture(autouse=True)
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Games that are saved without a name go here; all are played with the cards of the box, so the seed says which."""
    monkeypatch.setattr(Game, "edition", lambda game: game.older_edition(game.rules, 0))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "110")
    monkeypatch.delenv("TABLERO_LANG", raising=False)
    return tmp_path / "tablero"


def play(*typed: str, args: str = WAR) -> Result:
    """Play with these lines typed; the end of input leaves the table."""
    return CliRunner().invoke(main, ["text", *args.split()], input="".join(f"{line}\n" for line in typed))


def told(*typed: str, args: str = WAR) -> str:
    """What is read, without the breaks of its lines."""
    result = play(*typed, args=args)
    assert 0 == result.exit_code, result.output
    return " ".join(result.output.split())


def test_the_table_shows_the_tracks_the_cards_the_map_and_the_question() -> None:
    out = told()
    assert "Zumalacárregui's War (1834-36)" in out
    assert "year 1834 of 1836, turn 1 of 5 · Carlist: carlist prestige 0 of 4" in out
    assert "Your cards: " in out
    assert "◆Vitoria#^5g" in out
    assert "▲Améscoas×3" in out
    assert "The Carlists. You hold the initiative" in out
    assert "(rule 3.0e)" in out


def test_actions_are_offered_by_name_and_number() -> None:
    out = told(*TO_ACT)
    assert re.search(r"activate .*\d+ Améscoas \(Carlist 3\)", out)
    assert re.search(r"build .*\d+ 1\.º–3\.º de Vizcaya \(strength 3\), Durango", out)


def test_a_group_is_formed_and_marched_by_name() -> None:
    out = told(*TO_ACT, "activate amescoas", "add guias", "add lancers", "done", "march alsasua; done", "look alsasua")
    assert "The Carlists activate Améscoas." in out
    assert "Alsasua: Rough, space, Carlist Zone." in out
    assert "Guías de Navarra: Infantry, strength 3/4, effectiveness 2, morale 9, has acted" in out


def test_several_answers_go_in_one_line() -> None:
    out = told(*TO_ACT, "activate amescoas; add guias; done; march alsasua")
    assert "6 Movement Points left" in out or "5 Movement Points left" in out


def test_words_that_fit_several_blocks_list_them_by_name() -> None:
    out = told(*TO_ACT, "activate amescoas", "add navarra")
    assert re.search(r"2 choices fit; be more precise: \d+ Add Guías de Navarra \(strength 3\); \d+ Add 1\.º–3\.º", out)


def test_a_forbidden_action_is_refused_with_its_rule() -> None:
    march = (*TO_ACT, "activate amescoas", "add guias", "done")
    for typed in ("march bilbao", "why march bilbao"):
        assert "Rule 4.4a." in told(*march, typed)


def test_a_block_that_may_not_be_chosen_is_refused_by_its_name() -> None:
    out = told(*TO_ACT, "activate amescoas; add guias; done; march alsasua; done; pass", "why build guias")
    assert "Rule 10.0k." in out


def test_undo_takes_back_one_action_after_the_other() -> None:
    out = told(*TO_ACT, "activate amescoas; add guias", "undo", "undo")
    assert "Taken back: Add Guías de Navarra (strength 3)." in out
    assert "Taken back: Activate Améscoas." in out


def test_a_war_is_saved_and_resumed(tmp_path: Path) -> None:
    file = tmp_path / "war.tablero"
    first = play(*TO_ACT, "activate amescoas; add guias", f"save {file}", "quit", "n")
    assert f"Saved in {file}" in first.output
    assert "add" == Record.load(file).entries[-1].action[0]
    second = play("log", "quit", "n", args=f"--resume {file} --seat both").output
    assert "The Carlists activate Améscoas." in second
    assert "Navarrese Lancers (strength 2), Améscoas" in second


def test_the_enemys_blocks_and_cards_stay_hidden() -> None:
    out = play("look vitoria", "units", "hand", args=f"{WAR.replace('both', 'carlist')} --against random").output
    assert "block (×5)" in out
    assert re.search(r"Vitoria +5 blocks", out)
    assert re.search(r"Améscoas +Guías de Navarra +Infantry", out)
    assert not re.search("Guard Brigade|Rey|Príncipe", out)
    cards = out[out.index("Carlist: 3 cards") :]
    assert "Ambush (tactical)" in cards
    assert re.search(r"Liberal: 2 cards\s*>", cards)


def test_what_happened_is_told_to_each_side_as_it_may_know_it() -> None:
    liberals, _, carlists = told(*TO_ACT, "log").partition("The Liberals. Challenge")
    assert "The Carlists draw a card. (×3)" in liberals
    assert "The Liberals draw a card: Volley Fire." in liberals
    assert "The Carlists draw a card: Ambush." in carlists
    assert "The Liberals draw a card. (×2)" in carlists
    assert "Volley Fire" not in carlists


def test_a_place_is_found_by_the_beginning_of_its_name_without_accents() -> None:
    for name in ("estella", "Estel", "ESTELLA"):
        assert "Estella: Rough, Main Town, Carlist Zone." in told(f"look {name}")
    out = told("look sant", "look nowhere", "map estella")
    assert "There is no place “sant”. Known: San" in out
    assert "There is no place “nowhere”." in out
    assert "Estella: Rough, Main Town" in out


def test_units_lists_armies_bags_and_what_the_year_brings() -> None:
    out = told("units carlist")
    assert "Carlist: bag of reinforcements: Units 5" in out
    assert "4.º–6.º de Navarra Infantry 3-2-9" in out
    assert "Turn Carlist units Carlist Artillery Liberal units Liberal Artillery" in out


def test_the_same_in_spanish() -> None:
    out = told("mirar vitoria", "mano", "ayuda", "mapa", args=f"{WAR} --lang es")
    assert "Los carlistas." in out
    assert "Bajo control de los liberales." in out
    assert "Carlista: 3 cartas" in out
    assert "look LUGAR" in out
    assert "◆ ciudad" in out.casefold()


def test_a_chance_that_cannot_be_used_goes_by_unasked() -> None:
    out = told(*TO_ACT, "done", "done")
    assert "1 Pass >" not in out


def test_auto_plays_on_to_the_other_sides_phase() -> None:
    out = told(*TO_ACT, "auto", "auto", "auto", "auto", "auto")
    assert "The Liberals. " in out


def test_help_speaks_of_this_game() -> None:
    out = told("help")
    assert "with its words (first carlist)" in out
    assert "look bilbao" in out


@pytest.mark.parametrize("lang", ["en", "es"])
def test_every_question_of_a_war_can_be_shown(lang: str) -> None:
    lines = ["auto", "units", "hand", "look bilbao"] * 40
    out = told(*lines, args=f"{WAR} --lang {lang}")
    assert not re.findall(r"\[[a-z_]+\.[a-z_.]+\]", out)        # a message that is missing shows its key
    assert out.count("◆Vitoria") > 30
