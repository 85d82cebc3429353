"""Whatever is wrong with what comes in: a code for programs, a text that says what would have been right, no trace."""

from __future__ import annotations

import importlib
import pickle
import pkgutil
from collections.abc import Callable

import pytest

import tablero
from tablero.kernel.errors import BadPack, NotAllowed
from tablero.kernel.positions import fingerprint
from tablero.kernel.text import catalogue
from tests.errors import raises

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
    (lambda: tablero.game("dypr"), "unknown_name", "There is no game “dypr”. Did you mean “dpyr”? Known: aiw, "),
    (lambda: tablero.game(""), "unknown_name", "There is no game “”. Known: aiw, "),
    (lambda: tablero.game("../dpyr"), "unknown_name", "There is no game “../dpyr”."),
    (lambda: GAME.new("arquija"), "unknown_name", "There is no scenario “arquija”. Did you mean “arquijas”? Known: a"),
    (lambda: GAME.new("arquijas", options={"victori": "graded"}), "unknown_name",
     "There is no option “victori”. Did you mean “victory”?"),
    (lambda: GAME.new("arquijas", options={"victory": "total"}), "unknown_name",
     "There is no value for the option victory: “total”. Known: graded, printed."),
    (lambda: GAME.seat("carlista"), "unknown_name",
     "There is no seat “carlista”. Did you mean “carlist”? Known: carlist, liberal."),
    (lambda: catalogue(GAME.pack, "fr"), "unknown_name", "There is no language “fr”. Known: en, es."),
    (lambda: GAME.read(waiting(), "deploi c_guias"), "illegal_action",
     "“deploi c_guias” starts with no verb of this game. Known: aim, attack"),
    (lambda: GAME.read(waiting(), "deploy"), "illegal_action", "“deploy” should have the form: deploy <unit>."),
    (lambda: GAME.read(waiting(), "deploy nobody"), "illegal_action", "“nobody” is not a unit of this game."),
    (lambda: tablero.Record.load("/no/such/game.jsonl"), "bad_record", "cannot be read: No such file or directory."),
])
def test_unknown_names_are_refused_with_those_that_are_known(ask: Callable[[], object], code: str, says: str) -> None:
    with pytest.raises(tablero.TableroError) as error:
        ask()
    assert code == error.value.code
    assert says in str(error.value)


@pytest.mark.parametrize("make, seat, do, code, key, values", [
    (waiting, 0, lambda s: ("done",), "illegal_action", "refused_of_many", {"reason": "units_left_to_place"}),
    (waiting, 0, lambda s: ("montear",), "illegal_action", "refused_of_many", {"reason": "awaited", "rule": "3.0c"}),
    (waiting, 0, lambda s: ("deploy", 999), "illegal_action", "refused_of_many", {"action": "deploy 999"}),
    (waiting, 0, lambda s: ("deploy", -1), "illegal_action", "refused_of_many", {"action": "deploy -1"}),
    (waiting, 0, lambda s: ("deploy",), "illegal_action", "refused_of_many", {"action": "deploy"}),
    (waiting, 0, lambda s: (), "illegal_action", "refused_of_many", {"action": "()"}),
    (waiting, 0, lambda s: "deploy 0", "illegal_action", "refused_of_many", {"action": "'deploy 0'"}),
    (waiting, 0, lambda s: None, "illegal_action", "refused_of_many", {"action": "None"}),
    (waiting, 1, action, "not_your_turn", "seat", {"seat": 1, "awaited": [0], "where": "Scenario[1] > Deploy"}),
    (waiting, 7, action, "not_your_turn", "seat", {"seat": 7, "awaited": [0]}),
    (waiting, -1, action, "not_your_turn", "seat", {"seat": -1, "awaited": [0]}),
    (lambda: GAME.view(waiting(), 0), 0, action, "illegal_action", "view", {}),
    (finished, 0, lambda s: ("pass",), "game_over", "over", {}),
])
def test_what_may_not_be_done_is_refused_and_leaves_no_trace(
    make: Callable[[], tablero.State], seat: int, do: Callable[[tablero.State], tablero.Action], code: str, key: str,
    values: dict[str, object],
) -> None:
    s = make()
    before, chance = fingerprint(s), s.rng
    with raises(tablero.TableroError, key, **values) as error:
        tablero.apply(s, seat, do(s))
    assert code == error.value.code
    assert (before, chance, []) == (fingerprint(s), s.rng, s.events)


def test_a_refusal_names_its_rule_and_message() -> None:
    s = waiting()
    with pytest.raises(tablero.IllegalAction) as error:
        tablero.apply(s, 0, ("done",))
    assert ("3.0c", tablero.why_not(s, 0, ("done",))) == (error.value.rule, error.value.refusal)
    assert tablero.Refusal("3.0c", "units_left_to_place") == error.value.refusal


def test_an_illegal_action_shows_actions_as_a_player_reads_them() -> None:
    s = waiting()
    with pytest.raises(tablero.IllegalAction) as error:
        tablero.apply(s, 0, ("montear",))
    offered = [GAME.write(s, option) for option in tablero.options(s, 0)]
    assert offered[:8] == error.value.values["offered"]
    assert f"Offered: {', '.join(offered[:8])} and {len(offered) - 8} more." in str(error.value)


def test_an_error_can_be_sent_to_another_process() -> None:
    for error in (tablero.UnknownName("seat", "x", ["a"]), BadPack("units.csv", "", "no_file", pack="p", why="w"),
                  NotAllowed("no_seat", seat=3), tablero.IllegalAction("view", tablero.Refusal("1.1", "awaited"))):
        again = pickle.loads(pickle.dumps(error))
        assert (type(error), str(error), vars(error)) == (type(again), str(again), vars(again))


def test_texts_of_strangers_are_shown_short_and_printable() -> None:
    shown = str(tablero.UnknownName("seat", "a\n\x1b" + "x" * 5000))
    assert shown.isprintable()
    assert len(shown) < 250


def test_every_error_has_a_code_of_its_own() -> None:
    own = [error.code for error in tablero.TableroError.__subclasses__()]
    assert sorted(set(own)) == sorted(own)
    assert "error" not in own


def test_the_whole_family_is_in_one_module() -> None:
    for module in pkgutil.walk_packages(tablero.__path__, "tablero."):
        if not module.name.startswith("tablero.web"):
            importlib.import_module(module.name)
    family = [tablero.TableroError]
    for error in family:
        family += error.__subclasses__()
    ours = [error for error in family if error.__module__.startswith("tablero.")]       # Ray makes classes of its own
    assert {"tablero.kernel.errors"} == {error.__module__ for error in ours}
