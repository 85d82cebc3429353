"""Where one clicks for what is done with guns and Knapsacks: on their counters, wherever these can be seen."""

from __future__ import annotations

from random import Random

import pytest

import tablero
from tablero.games.aiw import GAME
from tablero.games.aiw.board import CARLIST, LIBERAL, area
from tablero.games.aiw.rules.r10_actions.s00_actions import Act
from tablero.games.aiw.rules.r14_artillery import DeployArtillery
from tablero.games.aiw.rules.r17_battle.s06_artillery import ArtilleryPoints
from tablero.games.aiw.rules.r18_siege.s00_siege import Shelter
from tablero.games.aiw.state import Aiw
from tablero.kernel.engine import asking
from tests.games.aiw.test_scene import each_scenario, has, piece, seen
from tests.games.aiw.war import do, run, war
from tests.rules import rule

NEW = {"deploy", "emplace", "box"}      # what has no counter on the map yet
OTHERS = {"support", "counterbattery", "disband_knapsack"}


def clicks(s: Aiw, seat: int) -> dict[str, tuple[str, ...] | None]:
    """By text form: what is clicked for each option of a seat, where that is not what the option names."""
    view = GAME.view(s, seat)
    asked = asking(view)
    assert asked is not None
    return {GAME.write(s, action): asked.aim(view, seat, action) for action in tablero.options(s, seat)}


@each_scenario
def test_whatever_one_clicks_can_be_seen_by_the_seat_that_is_asked(scenario: str) -> None:
    """In a game of random actions in which every verb is as likely as any other, with the cards of the box."""
    s = GAME.new(scenario, seed=3, secret=True, edition=GAME.older_edition(GAME.rules, 0))
    chance, verbs = Random(3), set()
    board = GAME.board(s)
    spaces = {space.id for one in (board, *board.insets) for space in one.spaces}
    for _ in range(1200):
        if s.over:
            break
        seat = chance.choice(tablero.players(s))
        for action, aimed in clicks(s, seat).items():
            verb = action.split(" ")[0]
            of_load = any(argument.kind == "load" for argument in GAME.verbs[verb])
            assert (aimed is not None) == (verb in OTHERS or of_load and verb not in NEW), action
            if aimed is not None:
                verbs.add(verb)
                assert set(aimed) <= spaces | {one.id for one in seen(s, seat).pieces}, action
        options = tablero.options(s, seat)
        verb = chance.choice(sorted({action[0] for action in options}))
        tablero.apply(s, seat, chance.choice([action for action in options if action[0] == verb]))
    assert len(verbs) > 5, verbs


@rule("aiw", "5.2b")
def test_guns_are_clicked_where_they_stand_when_they_go_with_a_group() -> None:
    """What the owner picks is marked for him alone until it marches."""
    s = war({"vitoria": "l_rg1 l_ln1 field:2 knapsack:1"}, side="liberal", secret=True)
    run(s, Act(LIBERAL))
    do(s, "activate vitoria")
    found = clicks(s, LIBERAL)
    assert ("gun:liberal.field.vitoria",) == found["load field 2"]
    assert ("knapsack:liberal.vitoria",) == found["load knapsack 1"]
    assert found["done" if "done" in found else "pass"] is None
    do(s, "add l_ln1", "load field 2")
    assert ("picked",) == piece(seen(s, LIBERAL), "gun:liberal.field.vitoria").badges
    assert () == piece(seen(s, CARLIST), "gun:liberal.field.vitoria").badges
    assert () == piece(seen(s, -1), "gun:liberal.field.vitoria").badges
    do(s, "done", dice=[3])
    assert ("moving",) == piece(seen(s, CARLIST), "gun:liberal.field.vitoria").badges
    assert ("gun:liberal.field.vitoria",) == clicks(s, LIBERAL)["unload field 2"]


@rule("aiw", "14.3a")
def test_hidden_artillery_has_no_counter_and_nothing_is_aimed_at_it() -> None:
    s = war({"estella": "c_nav1 mountain:1"}, side="carlist", secret=True)
    s.box_field = 1
    run(s, DeployArtillery(CARLIST))
    found = clicks(s, CARLIST)
    assert ("gun:carlist.mountain.estella",) == found["hide mountain estella"]
    assert {None} == {aimed for action, aimed in found.items() if action.startswith("deploy")}
    assert not has(seen(s, CARLIST), "gun:carlist.field.estella")


def test_guns_that_go_inside_are_clicked_before_the_walls() -> None:
    s = war({"bilbao": "l_rg1 l_ln1 l_ln2 field:1", "guernica": "c_nav1"}, side="carlist", secret=True)
    run(s, Shelter(LIBERAL, area("bilbao")))
    assert ("gun:liberal.field.bilbao",) == clicks(s, LIBERAL)["stow field"]


@pytest.mark.parametrize(("action", "box"), [("support", "box:carlist.guns"), ("counterbattery", "box:liberal.guns")])
def test_artillery_points_are_used_in_the_box_of_the_guns(action: str, box: str) -> None:
    s = war({})
    assert (box,) == ArtilleryPoints(CARLIST, 0).aim(s, CARLIST, (action,))
