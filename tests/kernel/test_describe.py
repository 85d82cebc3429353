"""A position in words: for a person, for each seat what it may know, in both languages."""

from __future__ import annotations

import pytest

import tablero
from tablero.kernel.text import Speech
from tests.games.aiw.war import war
from tests.games.dpyr.battlefield import battlefield, do
from tests.kernel import four, tiny

CARLIST, LIBERAL, SPECTATOR = 0, 1, -1
UNITS = {"c_tor_1": "0608 hidden", "c_tor_2": "0610", "l_cor_1": "0808 facing=N fire=2"}

AIW, DPYR = tablero.game("aiw"), tablero.game("dpyr")


def test_a_position_says_turn_question_options_places_and_panels() -> None:
    s = battlefield("maella", UNITS, active="liberal", turn=3)
    text = DPYR.describe(s, LIBERAL)
    heading, tracks, question, places, *panels = text.split("\n\n")
    assert "Dios, Patria y Rey, seen by the Liberals." == heading
    assert "Turn 3 of 14." == tracks.splitlines()[0]
    assert "Question for the Liberals: Choose one action for this activation" in question
    assert "options: montear, mojar, batir" in question
    assert [
        "Gil farm (0808)",
        "  Liberal: 1º Córdoba: infantry, morale P, fire 2, attack 4, defence 3, facing N, 2 fire markers [l_cor_1]",
    ] == places.splitlines()[-2:]
    means = [panel.splitlines()[0] for panel in panels if "resources" in panel]
    assert ["Carlist: resources", "Liberal: resources"] == means


@pytest.mark.parametrize(("language", "fire", "words"), [
    ("en", 1, "1 fire marker ["), ("en", 2, "2 fire markers ["),
    ("es", 1, "1 marcador de fuego ["), ("es", 2, "2 marcadores de fuego ["),
])
def test_what_a_badge_counts_follows_its_number(language: str, fire: int, words: str) -> None:
    s = battlefield("maella", {"l_cor_1": f"0808 fire={fire}"})
    assert words in DPYR.describe(s, LIBERAL, language)


def test_what_is_hidden_from_a_seat_is_not_said() -> None:
    s = battlefield("maella", UNITS, active="liberal")
    assert "c_tor_1" in DPYR.describe(s, CARLIST)
    for seat in (LIBERAL, SPECTATOR):
        text = DPYR.describe(s, seat)
        assert "0608\n  Carlist: hidden units\n" in text
        assert "[c_tor_1]" not in text


def test_only_the_seat_that_is_asked_reads_its_options() -> None:
    s = battlefield("maella", UNITS, active="liberal")
    assert [True, False, False] == ["options:" in DPYR.describe(s, seat) for seat in (LIBERAL, CARLIST, SPECTATOR)]


def test_a_position_is_said_in_spanish() -> None:
    s = battlefield("maella", UNITS, active="liberal", turn=3)
    text = DPYR.describe(s, LIBERAL, "es")
    assert text.startswith("Dios, Patria y Rey, visto por los liberales.\n\nTurno 3 de 14.\n")


def test_pieces_that_stand_on_the_map_are_told_once() -> None:
    s = battlefield("maella", UNITS)
    assert 1 == DPYR.describe(s, CARLIST).count("[c_tor_2]")


def test_blocks_alike_are_told_together_and_hands_by_their_owner_alone() -> None:
    s = war({"vitoria": "l_rg1 l_ln1:2 field:2", "salvatierra": "c_nav1 c_nav2"}, hands=["ambush", "convoy"])
    theirs, own = AIW.describe(s, LIBERAL), AIW.describe(s, CARLIST)
    assert "Salvatierra [salvatierra]\n  Carlist: block (×2) [" in theirs
    assert "Carlist: Guías de Navarra: Infantry, strength 4/4" in own
    assert theirs.endswith("Carlist: 1 card\nLiberal: 1 card\n  Supply Convoy [convoy]")
    assert own.endswith("Carlist: 1 card\n  Ambush [ambush]\nLiberal: 1 card")


def test_a_position_in_the_middle_of_a_rule_is_described_without_a_question() -> None:
    text = AIW.describe(war({"vitoria": "l_rg1"}), LIBERAL)
    assert "Question" not in text
    assert "Vitoria [vitoria]" in text


def test_a_view_is_described_like_the_position_it_comes_from() -> None:
    s = battlefield("maella", UNITS, active="liberal")
    assert DPYR.describe(s, LIBERAL) == DPYR.describe(DPYR.view(s, LIBERAL), LIBERAL)


def test_a_game_without_a_board_and_one_with_four_seats_are_described() -> None:
    s = tiny.GAME.new("duel", 7)
    assert tiny.GAME.describe(s, 0).startswith("Tiny, seen by Red.")
    s = four.GAME.new(four.GAME.scenarios[0], 7)
    assert [f"Four, seen by {name}." for name in ("North", "East", "South", "West")] == [
        four.GAME.describe(s, seat).splitlines()[0] for seat in range(4)]
    assert "\nQuestion for North, East, South and West: " in four.GAME.describe(s, 0)


def test_the_end_of_a_game_is_told_with_its_result() -> None:
    s = tiny.GAME.new("duel", 7)
    while not s.over:
        seat = tablero.players(s)[0]
        tablero.apply(s, seat, tablero.options(s, seat)[0])
    assert Speech(tablero.game("tiny"), "en").result(s) in tiny.GAME.describe(s, 0)


# ------------------------------------------------------------------------------------------------- states in a line


def test_a_state_is_shown_as_where_it_stands() -> None:
    s = battlefield("maella", UNITS, active="liberal", turn=3)
    assert "<Dpyr, turn 3, seat 1 to answer at Scenario[3] > Turn[5] > Activation[3] > ChooseAction>" == repr(s)
    do(s, "montear")
    assert str(s) == repr(s)
    assert repr(DPYR.view(s, LIBERAL)).startswith("<view of Dpyr, turn 3, seat 1 to answer at ")
    assert repr(war({"vitoria": "l_rg1"}, turn=2)).startswith("<Aiw, turn 2, at War[")


def test_a_failed_comparison_of_states_shows_where_they_stand_and_what_differs() -> None:
    one = battlefield("maella", UNITS)
    other = one.clone()
    other.turn = 2
    with pytest.raises(AssertionError) as failure:
        assert one == other
    message = str(failure.value)
    assert "<Dpyr, turn 1" in message
    assert "turn: 1 != 2" in message
    assert len(message) < 1000
