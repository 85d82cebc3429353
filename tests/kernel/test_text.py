"""Messages: places, numbers, catalogues, and what a game says of itself."""

from __future__ import annotations

import pytest

import tablero
from tablero.kernel.refusals import Refusal
from tablero.kernel.text import LANGUAGES, Catalogue, Speech, catalogue, fill, places, sentence
from tests.kernel import tiny


def test_places_are_filled_by_name() -> None:
    assert "guias moves to 0101" == fill("{unit} moves to {to}", {"unit": "guias", "to": "0101"})
    assert {"unit", "to", "n"} == places("{unit} moves to {to} with {n|marker|markers}")


@pytest.mark.parametrize("n, said", [(1, "1 marker"), ("1", "1 marker"), (0, "0 markers"), (2, "2 markers")])
def test_a_word_follows_its_number(n: object, said: str) -> None:
    assert said == fill("{n} {n|marker|markers}", {"n": n})


def test_a_word_follows_a_number_that_is_a_link() -> None:
    assert "\x01half:2\x021\x03 point" == fill("{n} {n|point|points}", {"n": "\x01half:2\x021\x03"})


def test_a_place_without_value_stays_visible() -> None:
    assert "{unit} waits" == fill("{unit} waits", {})


def test_what_is_filled_in_is_not_filled_again() -> None:
    assert "{b}" == fill("{a}", {"a": "{b}", "b": "x"})


def test_a_missing_message_shows_its_key() -> None:
    words = Catalogue("en", {"here": "I am here"})
    assert ("I am here", "[there]") == (words.say("here"), words.say("there"))
    assert (True, False) == (words.has("here"), words.has("there"))


def test_a_sentence_begins_with_a_large_letter() -> None:
    assert ("Ánimo", "") == (sentence("ánimo"), sentence(""))


def test_a_name_with_a_mark_of_its_own_ends_the_sentence() -> None:
    said = ("they play ¡No pasarán!.", "they play \x01card:r10\x02No Pasarán!\x03.", "and so on ...", "to Madrid.")
    assert ["They play ¡No pasarán!", "They play \x01card:r10\x02No Pasarán!\x03", "And so on ...", "To Madrid."] \
        == [*map(sentence, said)]


def test_a_number_can_be_said_with_its_sign() -> None:
    assert ["+2: 9", "-1: 6", "+0: 7"] == [fill("{n+}: {all}", {"n": n, "all": all_})
                                          for n, all_ in (("2", "9"), (-1, 6), (0, 7))]
    assert {"n", "all"} == places("{n+}: {all}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_messages_of_a_game_lie_over_the_common_ones(language: str) -> None:
    words = catalogue(tiny.PACK, language)
    assert words.has("prompt.duel")             # its own
    assert words.has("card.one_of_suns")        # its names
    assert words.has("refusal.not_your_turn")   # what belongs to no game


def speech(language: str) -> tuple[Speech, tiny.Tiny]:
    s = tiny.GAME.new("duel", script=[0] * 6, secret=True)
    return Speech(tablero.game("tiny"), language), s


@pytest.mark.parametrize("language, event, action, prompt, refusal", [
    ("en", "Red shows the one of suns.", "Play the two of suns", "Raise the stake?", "This card is not in your hand."),
    ("es", "Rojo muestra el uno de soles.", "Jugar el dos de soles", "¿Subir la apuesta?",
     "Esa carta no está en tu mano."),
])
def test_a_game_says_what_happens_in_both_languages(
    language: str, event: str, action: str, prompt: str, refusal: str
) -> None:
    say, s = speech(language)
    assert language == say.language
    assert event == say.event(s, "shown", (0, 0))
    assert action == say.action(s, ("play", 2))
    assert prompt == say.prompt(s, tablero.prompt(s, 0))
    assert refusal == say.refusal(s, 0, tiny.NOT_IN_HAND)


def test_what_nobody_asked_about_is_answered_by_what_is_awaited() -> None:
    say, s = speech("en")
    assert "Not now: first this. Raise the stake?" == say.refusal(s, 0, Refusal("2.1a", "awaited"))


def test_numbers_are_said_as_numbers_and_the_end_by_its_winner() -> None:
    say, s = speech("en")
    assert ("Blue wins 2 points.", "Red wins 1 point.") == (say.event(s, "won", (1, 2)), say.event(s, "won", (0, 1)))
    assert "" == say.result(s)
    s.over, s.points = True, [1, 3]
    assert "Blue wins on points." == say.result(s)
    s.points = [2, 2]
    assert "A draw." == say.result(s)
