"""What players are asked and told: the whole of a group that marches, answers in full words, and what happens when."""

from __future__ import annotations

import tablero
from tablero.games.wellington import GAME
from tablero.games.wellington.board import BRITAIN, CARD, CARDS, DISCARDS, DRAW_PILE, NORD, REMOVED, SUD
from tablero.games.wellington.rules.r02_setup import draw_cards
from tablero.games.wellington.rules.r04_sequence.s01_turn import Turn, War
from tablero.games.wellington.rules.r04_sequence.s02_impulses import Impulses
from tablero.games.wellington.rules.r06_building import Spending
from tablero.games.wellington.rules.r11_battle.s09_flag_overrun import FreeFlag
from tablero.games.wellington.scene import scene
from tablero.kernel.describe import track_words
from tablero.kernel.engine import advance
from tablero.kernel.events import seen_by
from tablero.kernel.text import LANGUAGES, Speech, catalogue
from tests.games.wellington.field import do, game, leader, run, x
from tests.games.wellington.turns import war
from tests.rules import rule


@rule("wellington", "9.63a")
def test_of_a_group_on_the_march_all_armies_and_the_cost_of_a_step_are_told() -> None:
    s = game({"lisbon": "wellington hill britain:13"})
    run(s, Spending(BRITAIN, 5))
    do(s, "lead wellington")
    assert ("march_orders", 5) == (tablero.prompt(s, BRITAIN).key, dict(_values(s))["n"])
    do(s, "join hill")
    asked = dict(_values(s))
    assert ("march_group", 2, 2, 13) == (tablero.prompt(s, BRITAIN).key, asked["n"], asked["cost"], asked["sps"])
    assert (leader("wellington"), leader("hill")) == (asked["leader"], asked["last"])


def _values(s: tablero.State) -> list[tuple[str, int]]:
    return [(name, value) for name, _, value in tablero.prompt(s, BRITAIN).args]


@rule("wellington", "11.9a")
def test_whose_flag_is_answered_by_buttons() -> None:
    s = game({"salamanca": "wellington britain:4"}, flags={"nord": "salamanca"})
    ask = FreeFlag(BRITAIN, x("salamanca"))
    run(s, ask)
    options = tablero.options(s, BRITAIN)
    assert 3 == len(options)
    assert {()} == {ask.aim(s, BRITAIN, action) for action in options}, "nothing has to be found on the map"


@rule("wellington", "2.4d")
def test_others_are_told_once_how_many_cards_were_drawn() -> None:
    s = game()
    draw_cards(s, NORD, 4)
    events = [event for event in s.events if event.kind == "drew"]
    assert 4 == len(seen_by(events, NORD))
    assert [("drew_hidden", (NORD, 4))] == seen_by(events, SUD)


@rule("wellington", "15.2k")
def test_nobody_draws_more_cards_than_there_are() -> None:
    s = game()
    left = s.sizes[DRAW_PILE] + s.sizes[DISCARDS]
    draw_cards(s, NORD, left + 3)
    assert [("drew_hidden", (NORD, left))] == seen_by([event for event in s.events if event.kind == "drew"], SUD)


@rule("wellington", "4.1a")
def test_between_the_impulses_the_part_of_the_turn_is_shown_instead_of_a_round() -> None:
    s = war({"madrid": "nord:2"})
    s.script = [1] * 200
    s.stack = [War(at=3), Turn(at=Turn().steps().index("attrition"))]
    advance(s)
    tracks = {track.id: track for track in scene(GAME.view(s, BRITAIN), BRITAIN).tracks}
    assert ({"track:turn", "track:phase", "track:spanish_keys"}, 3) == (set(tracks), tracks["track:phase"].value)


def test_every_row_of_a_panel_has_its_words() -> None:
    """With a card that left the game, an Event in force and Winter Quarters."""
    s = game({"seville": "sud:4", "burgos": "nord:4"})
    CARDS.move(s, CARD["russian_front"], DRAW_PILE, REMOVED)
    s.turn_events |= 1 << CARD["war_without_end"]
    s.quarters = [(NORD, x("burgos"), 1)]
    keys = {f"row.{row[0][0]}" for panel in scene(GAME.view(s, BRITAIN), BRITAIN).panels for row in panel.rows}
    assert {"row.card", "row.quarters"} <= keys
    assert [] == [key for key in keys for language in LANGUAGES if not catalogue(GAME.pack, language).has(key)]


@rule("wellington", "4.2d", "4.24a")
def test_nobody_is_told_how_many_rounds_a_turn_will_have() -> None:
    """It lasts as long as several Powers hold cards."""
    s = war({"madrid": "nord:2"}, hands={"britain": "mud", "nord": "humbled"})
    run(s, Impulses())
    s.round = 9
    track = next(track for track in scene(GAME.view(s, BRITAIN), BRITAIN).tracks if track.id == "track:round")
    assert (9, 0) == (track.value, track.length)
    words = [track_words(Speech(GAME, language), track) for language in LANGUAGES]
    assert ["round 9", "ronda 9"] == words


@rule("wellington", "6.1c", "6.2a")
def test_a_leader_off_the_map_is_listed_with_what_he_costs() -> None:
    s = game({"unbuilt": "graham wellington", "regroup": "hill"})
    rows = {dict(row).get("leader"): dict(row) for panel in scene(GAME.view(s, BRITAIN), BRITAIN).panels
            if panel.side == "britain" for row in panel.rows}
    costs = {name: rows[f"leader:{name}"]["build_cost"] for name in ("graham", "wellington", "hill")}
    assert {"graham": "2", "wellington": "5", "hill": "1"} == costs
