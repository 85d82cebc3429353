"""The heuristic player of Dios, Patria y Rey: whole games, sound answers, and better than chance."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import tablero
from tablero import bots
from tablero.bots import FREE, Bot, Budget, arena
from tablero.bots.arena import Match, Sitting, tallies, total
from tablero.bots.heuristic.dpyr.bot import ANSWERS, HeuristicBot
from tablero.games.dpyr import GAME
from tablero.games.dpyr.rules.r03_preparation.s00_factor_markers import Assign
from tablero.games.dpyr.rules.r03_preparation.s00_set_up import Deploy
from tablero.games.dpyr.rules.r04_actions.s00_actions import ChooseAction, March
from tablero.games.dpyr.rules.r04_actions.s02_assault import Declare
from tablero.games.dpyr.rules.r04_actions.s03_batir_s04_paqueo import Volley
from tablero.games.dpyr.state import Dpyr
from tablero.kernel.frames import FRAMES, Decision
from tablero.kernel.positions import dump
from tests.games.dpyr.battlefield import battlefield, do, unit

DPYR = tablero.game("dpyr")


def answer(s: Dpyr) -> str:
    """What the bot would do now."""
    seat = tablero.players(s)[0]
    bot = bots.make("heuristic", DPYR, 1)
    return GAME.write(s, bot.choose(GAME.view(s, seat), tablero.options(s, seat), seat))


class Forgetful(Bot):
    """A new bot for every decision: as after a restart of the server."""

    def weigh(
        self, view: tablero.State, options: Sequence[tablero.Action], seat: int, budget: Budget = FREE
    ) -> list[float]:
        return HeuristicBot(DPYR, 1).weigh(view, options, seat)


@pytest.mark.parametrize("scenario", DPYR.scenarios)
def test_it_plays_a_whole_battle_on_both_sides(scenario: str) -> None:
    sides = [bots.make("heuristic", DPYR, seat) for seat in (0, 1)]
    played = arena.play(DPYR, scenario, sides, 11)
    assert played.kind != ""
    assert played.turns > 3


@pytest.mark.parametrize("options", [
    {"factor_markers": "once", "mojar_damage": "top_unit", "bala_rasa_signs": "text"},
    {"luchana_weather": "until_turn_5", "victory": "graded"},
])
def test_it_plays_under_every_option(options: dict[str, str]) -> None:
    sides = [bots.make("heuristic", DPYR, 1), bots.make("random", DPYR, 2)]
    assert arena.play(DPYR, "luchana", sides, 5, options).actions > 0


def test_it_plays_at_a_table_where_sole_options_wait() -> None:
    s = DPYR.new("perecamps_2", 3, secret=True)
    sitting = Sitting(DPYR, s, [bots.make("heuristic", DPYR, 1), bots.make("random", DPYR, 2)])
    sitting.play_out()
    assert s.over


def test_it_has_an_answer_to_every_question_of_the_rules() -> None:
    questions = {
        name for name, frame in FRAMES.items() if name.startswith("tablero.games.dpyr:") and issubclass(frame, Decision)
    }
    assert questions == {f"tablero.games.dpyr:{frame.__name__}" for frame in ANSWERS}


def test_it_needs_no_memory() -> None:
    played = arena.play(DPYR, "maella", [Forgetful(), bots.make("random", DPYR, 2)], 4, {"victory": "graded"})
    assert played.winner == 0


def test_it_beats_random_in_every_battle_from_both_sides() -> None:
    match = Match("dpyr", ("heuristic", "random"), 14, seed=2, options=(("victory", "graded"),))
    tally = total(tallies(DPYR, match.results()), bot=0)
    assert tally.wins >= 13
    assert tally.milliseconds < 50


def test_a_march_that_was_taken_back_leaves_no_plan() -> None:
    """Asked again about an earlier moment of a march, it answers as if it had never been further."""
    s = DPYR.new("arquijas", 1)
    bot, other = HeuristicBot(DPYR, 1), bots.make("random", DPYR, 2)
    asked_before: list[tuple[Dpyr, list[tablero.Action]]] = []
    compared = 0
    for _ in range(900):
        seat = tablero.players(s)[0]
        view, options = DPYR.view(s, seat), tablero.options(s, seat)
        march = seat == 0 and isinstance(s.stack[-1], March)
        asked_before = [*asked_before, (view, options)] if march else []
        if len(asked_before) > 4:
            earlier, offered = asked_before[0]
            assert HeuristicBot(DPYR, 1).choose(earlier, offered, 0) == bot.choose(earlier, offered, 0)
            compared, asked_before = compared + 1, []
        tablero.apply(s, seat, (bot if seat == 0 else other).choose(view, options, seat))
    assert compared > 5


def test_it_says_what_each_action_of_an_activation_is_worth() -> None:
    s = DPYR.new("maella", 1)
    players_ = [HeuristicBot(DPYR, 1), HeuristicBot(DPYR, 2)]
    while not isinstance(s.stack[-1], ChooseAction):
        seat = tablero.players(s)[0]
        tablero.apply(s, seat, players_[seat].choose(DPYR.view(s, seat), tablero.options(s, seat), seat))
    seat = tablero.players(s)[0]
    options = tablero.options(s, seat)
    worth = players_[seat].weigh(DPYR.view(s, seat), options, seat)
    assert len(options) == len(worth)
    assert len(set(worth)) > 2
    assert max(worth) == worth[options.index(players_[seat].choose(DPYR.view(s, seat), options, seat))]


def test_it_says_what_the_options_of_most_questions_are_worth() -> None:
    s = DPYR.new("maella", 3)
    bot, told = HeuristicBot(DPYR, 1), set()
    while not s.over:
        seat, frame = tablero.players(s)[0], type(s.stack[-1])
        options = tablero.options(s, seat)
        worth = bot.weigh(DPYR.view(s, seat), options, seat)
        if len(set(worth)) > 2:
            told.add(frame)
        tablero.apply(s, seat, options[worth.index(max(worth))])
    assert {Deploy, Assign, ChooseAction, March, Volley, Declare} <= told


def test_it_leaves_its_view_as_it_was() -> None:
    s = DPYR.new("arquijas", 1)
    bot, other = bots.make("heuristic", DPYR, 1), bots.make("random", DPYR, 2)
    for _ in range(300):
        seat = tablero.players(s)[0]
        view, options = DPYR.view(s, seat), tablero.options(s, seat)
        before = dump(view)
        action = (bot if seat == 0 else other).choose(view, options, seat)
        assert before == dump(view)
        tablero.apply(s, seat, action)


def test_it_sees_no_more_than_its_seat() -> None:
    s = DPYR.new("perecamps_2", 6)
    sides = [bots.make("heuristic", DPYR, 1), bots.make("random", DPYR, 2)]
    for n in range(400):
        seat = tablero.players(s)[0]
        options = tablero.options(s, seat)
        action = sides[seat].choose(DPYR.view(s, seat), options, seat)
        if seat == 0 and n % 5 == 0:
            other = DPYR.determinize(DPYR.view(s, seat), n)
            fresh = [HeuristicBot(DPYR, 1).choose(DPYR.view(t, seat), options, seat) for t in (s, other)]
            assert fresh[0] == fresh[1]
        tablero.apply(s, seat, action)


# --- single answers

FAR_FOES = {"l_cor_3": "1508", "l_s_fernando": "1608", "l_caspe": "1708 marker=fm_222"}


def test_it_calls_upon_a_beaten_enemy_to_surrender() -> None:
    s = battlefield("maella", {"c_tor_1": "0608", "c_tor_2": "0708", "l_cor_1": "1508"}, turn=13)
    assert answer(s) == "corda"


def test_it_fires_at_what_is_in_range_rather_than_march() -> None:
    line = {"c_tor_1": "1010", "c_tor_2": "1110", "c_minyons": "0910"}
    s = battlefield("maella", {**line, "l_cor_1": "1008", "l_cor_2": "1108", **FAR_FOES}, ground={})
    assert answer(s) in ("batir", "campi")


def test_it_aims_at_the_unit_that_is_about_to_break() -> None:
    s = battlefield("maella", {"c_tor_1": "1010", "l_cor_1": "1008", "l_cor_2": "0908 fire=2", **FAR_FOES}, ground={})
    do(s, "batir", "aim c_tor_1")
    assert answer(s) == "fire 0908"


def test_it_keeps_the_last_round_because_an_army_without_rallies_badly() -> None:
    s = battlefield("maella", {"c_tor_1": "1010", "l_cor_1": "1008 fire=2", **FAR_FOES}, ground={})
    s.ammunition[0] = 1
    assert answer(s) not in ("batir", "campi")


def test_it_closes_in_on_an_enemy_that_is_far_away() -> None:
    s = battlefield("maella", {"c_tor_1": "0508", "c_tor_2": "0509", **FAR_FOES, "l_cor_1": "1509"}, ground={})
    assert answer(s) == "montear"
    do(s, "montear")
    do(s, answer(s))
    assert answer(s)[:5] == "to 07"


def test_a_unit_that_is_hit_retreats_rather_than_take_a_second_marker() -> None:
    s = hit_in_the_open()
    assert s.shock[unit(s, "l_cor_1")] == 1
    assert answer(s).startswith("retreat")


def test_a_unit_that_is_lost_anyway_stands() -> None:
    s = hit_in_the_open("shock=2")
    assert answer(s) == "stand"


def hit_in_the_open(damage: str = "") -> Dpyr:
    units = {"c_tor_1": "1009", "c_tor_2": "1109", "l_cor_1": f"1008 facing=S {damage}"}
    s = battlefield("maella", units, ground={})
    do(s, "mojar", "done", "attack c_tor_1 1008", "attack c_tor_2 1008")
    do(s, "pass", dice=[6])
    return s
