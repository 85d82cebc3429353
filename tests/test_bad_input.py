"""Whatever is wrong with what comes in: a code for programs, a text that says what would have been right, no trace."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import tablero
from tablero.kernel.positions import fingerprint
from tablero.kernel.text import catalogue

GAME = tablero.game("dpyr")


def waiting() -> tablero.State:
    """Arquijas: the Carlist is about to set up."""
    return GAME.new("arquijas", seed=7, secret=True)


def finished() -> tablero.State:
    s = waiting()
    s.stack.clear()
    s.over = True
    return s


def action(s: tablero.State) -> tablero.Action:
    return tablero.options(s, 0)[0]


@pytest.mark.parametrize("ask, code, says", [
    (lambda: tablero.game("dypr"), "unknown_name", "There is no game 'dypr'. Did you mean 'dpyr'? Known: aiw, dpyr"),
    (lambda: tablero.game(""), "unknown_name", "There is no game ''. Known: aiw, dpyr"),
    (lambda: tablero.game("../dpyr"), "unknown_name", "There is no game '../dpyr'."),
    (lambda: GAME.new("arquija"), "unknown_name", "There is no scenario 'arquija'. Did you mean 'arquijas'? Known: a"),
    (lambda: GAME.new("arquijas", options={"victori": "graded"}), "unknown_name",
     "There is no option 'victori'. Did you mean 'victory'?"),
    (lambda: GAME.new("arquijas", options={"victory": "total"}), "unknown_name",
     "There is no value of option victory 'total'. Known: graded, printed."),
    (lambda: GAME.seat("carlista"), "unknown_name",
     "There is no seat 'carlista'. Did you mean 'carlist'? Known: carlist, liberal."),
    (lambda: catalogue(GAME.pack, "fr"), "unknown_name", "There is no language 'fr'. Known: en, es."),
    (lambda: GAME.read(waiting(), "deploi c_guias"), "illegal_action",
     "'deploi c_guias' starts with no verb of this game; known: aim, attack"),
    (lambda: GAME.read(waiting(), "deploy"), "illegal_action", "'deploy' should read: deploy <unit>."),
    (lambda: GAME.read(waiting(), "deploy nobody"), "illegal_action", "'nobody' is no unit of this game."),
    (lambda: tablero.Record.load("/no/such/game.jsonl"), "bad_record", "cannot be read: No such file or directory."),
])
def test_unknown_names_are_refused_with_those_that_are_known(ask: Callable[[], object], code: str, says: str) -> None:
    with pytest.raises(tablero.TableroError) as error:
        ask()
    assert code == error.value.code
    assert says in error.value.text


@pytest.mark.parametrize("make, seat, do, code, says", [
    (waiting, 0, lambda s: ("done",), "illegal_action", "units_left_to_place (rule 3.0c). Offered: deploy"),
    (waiting, 0, lambda s: ("montear",), "illegal_action", "awaited (rule 3.0c). Offered: deploy"),
    (waiting, 0, lambda s: ("deploy", 999), "illegal_action", "Offered: deploy"),
    (waiting, 0, lambda s: ("deploy", -1), "illegal_action", "Offered: deploy"),
    (waiting, 0, lambda s: ("deploy",), "illegal_action", "Offered: deploy"),
    (waiting, 0, lambda s: (), "illegal_action", "Offered: deploy"),
    (waiting, 0, lambda s: "deploy 0", "illegal_action", "Offered: deploy"),
    (waiting, 0, lambda s: None, "illegal_action", "Offered: deploy"),
    (waiting, 1, action, "not_your_turn", "Seat 1 is not asked; awaited: 0 at Scenario[1] > Deploy."),
    (waiting, 7, action, "not_your_turn", "Seat 7 is not asked; awaited: 0"),
    (waiting, -1, action, "not_your_turn", "Seat -1 is not asked; awaited: 0"),
    (lambda: GAME.view(waiting(), 0), 0, action, "illegal_action", "This is a view; actions apply to the game itself."),
    (finished, 0, lambda s: ("pass",), "game_over", "The game is over: nothing more can be done in it."),
])
def test_what_may_not_be_done_is_refused_and_leaves_no_trace(
    make: Callable[[], tablero.State], seat: int, do: Callable[[tablero.State], tablero.Action], code: str, says: str
) -> None:
    s = make()
    before, chance = fingerprint(s), s.rng
    with pytest.raises(tablero.TableroError) as error:
        tablero.apply(s, seat, do(s))
    assert code == error.value.code
    assert says in error.value.text
    assert (before, chance, []) == (fingerprint(s), s.rng, s.events)


def test_a_refusal_names_its_rule_and_message() -> None:
    s = waiting()
    with pytest.raises(tablero.IllegalAction) as error:
        tablero.apply(s, 0, ("done",))
    assert ("3.0c", "units_left_to_place") == (error.value.rule, error.value.key)
    assert tablero.Refusal("3.0c", "units_left_to_place") == tablero.why_not(s, 0, ("done",))


def test_every_error_has_a_code_of_its_own() -> None:
    errors = tablero.TableroError.__subclasses__()
    own = [error.code for error in errors if error.__module__ == "tablero.kernel.errors"]
    assert sorted(set(own)) == sorted(own)
    assert "error" not in {error.code for error in errors}
