"""Fights that are tried out: what is promised holds, from the view alone, the same each time."""

from __future__ import annotations

from fractions import Fraction

import pytest

import tablero
from tablero import bots
from tablero.bots import trials
from tablero.games.aiw import GAME
from tablero.games.aiw.board import CARLIST, LIBERAL
from tablero.games.aiw.rules.r15_combat import CombatStep
from tablero.games.aiw.state import Aiw
from tablero.kernel.actions import Action
from tablero.kernel.text import LANGUAGES, Speech
from tests.games.aiw.combat import came
from tests.games.aiw.fortress import unknown
from tests.games.aiw.war import action, do, run, war

STRONG, WEAK = "l_rg1 l_rg2 l_ln1 l_ln2 l_lnc1 field:2", "l_pr1:1 l_pr2:1 l_pr3:1"


def about_to_fight(liberals: str, carlists: str = "c_nav1 c_nav2 c_nav3") -> Aiw:
    """Two Skirmishes to choose from; the other is of no account."""
    s = war({"lerin": f"{carlists} {liberals}", "alsasua": "c_gui1:1 l_ln8 l_ln7"}, side="liberal", secret=True)
    came(came(unknown(s), "lerin", "lodosa"), "alsasua", "salvatierra")
    run(s, CombatStep(LIBERAL))
    return s


def deployed(liberals: str) -> Aiw:
    s = war({"lerin": f"c_nav1 c_nav2 c_nav3 {liberals}"}, side="liberal", secret=True)
    run(came(s, "lerin", "lodosa"), CombatStep(LIBERAL))
    while tablero.players(s) == (CARLIST,):
        do(s, "done")
    return s


def estimate(s: Aiw, text: str, seat: int = LIBERAL) -> dict[Action, trials.Odds]:
    return trials.estimates(GAME, GAME.view(s, seat), seat, [action(s, text)])


@pytest.fixture(autouse=True)
def enough_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trials, "SECONDS", 300.0)
    monkeypatch.setattr(trials, "PLAYS", 60)


def test_the_stronger_side_is_likelier_to_win_a_battle() -> None:
    strong, weak = (estimate(deployed(army), "done").popitem()[1] for army in (STRONG, WEAK))
    assert strong.low > weak.high
    assert strong.mean is not None
    assert strong.low <= strong.mean <= strong.high
    for language in LANGUAGES:
        assert "{" not in Speech(GAME, language).odds(strong)


def test_the_same_question_has_the_same_answer() -> None:
    s = about_to_fight("l_rg1 l_rg2")
    assert estimate(s, "fight lerin") == estimate(s, "fight lerin")


def test_nothing_hidden_is_in_it() -> None:
    s = about_to_fight("l_rg1 l_rg2")
    other = GAME.determinize(GAME.view(s, LIBERAL), 5)
    assert other.unit != s.unit
    assert estimate(s, "fight lerin") == estimate(other, "fight lerin")


def test_only_what_opens_a_fight_is_tried() -> None:
    s = about_to_fight("l_rg1 l_rg2")
    view = GAME.view(s, LIBERAL)
    options = tablero.options(s, LIBERAL)
    assert [action(s, "fight lerin"), action(s, "fight alsasua")] == sorted(
        trials.wanted(GAME, view, options), key=lambda found: found != action(s, "fight lerin"))
    dpyr = tablero.game("dpyr")
    other = dpyr.new(dpyr.scenarios[0], seed=1)
    seat = tablero.players(other)[0]
    assert {} == trials.estimates(dpyr, dpyr.view(other, seat), seat, tablero.options(other, seat))


def test_a_coup_de_main_is_tried_too() -> None:
    s = war({"salvatierra": "c_nav1 c_nav2", "estella": "c_gui1:1"}, year=1836, hands=["coup_de_main"], secret=True,
            forts={"liberal": ["salvatierra", "estella"]}, siege=["salvatierra", "estella"])
    run(s, CombatStep(CARLIST))
    do(s, "play coup_de_main")
    strong, weak = (estimate(s, f"assault {place}", CARLIST).popitem()[1] for place in ("salvatierra", "estella"))
    assert strong.low > weak.high


def test_the_interval_holds_what_other_plays_find() -> None:
    s = about_to_fight("l_rg1 l_rg2")
    found = estimate(s, "fight lerin")[action(s, "fight lerin")]
    bot, view = bots.make("heuristic", GAME, 0), GAME.view(s, LIBERAL)
    others = range(1000, 1200)
    won = sum(trials.fight(GAME, view, LIBERAL, action(s, "fight lerin"), seed, bot) for seed in others)
    assert float(found.low) - 0.05 <= won / len(others) <= float(found.high) + 0.05


def test_few_plays_make_a_wide_interval_and_none_goes_beyond_certainty() -> None:
    wide, narrow = trials.interval("fight", 20, 40), trials.interval("fight", 500, 1000)
    assert wide.high - wide.low > narrow.high - narrow.low > 0
    assert (Fraction(1, 2), "40") == (wide.mean, dict(wide.values)["n"])
    assert 0 == trials.interval("fight", 0, 50).low
    assert 1 == trials.interval("fight", 50, 50).high


def test_without_the_time_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trials, "SECONDS", 0.0)
    assert {} == estimate(about_to_fight("l_rg1 l_rg2"), "fight lerin")
