"""What will be judged soon is said when it is near, from what everybody knows, in both languages."""

from __future__ import annotations

import random

import pytest

import tablero
from tablero.games.aiw.board import CARLIST, CITIES, area
from tablero.games.aiw.outlook import year_points
from tablero.games.car.board import MAIN_CITIES, NAT, REP
from tablero.games.dpyr import GAME as DPYR
from tablero.games.dpyr.outlook import standing
from tablero.games.dpyr.state import strength
from tablero.games.wellington.board import ALLIES, BRITAIN, FRENCH, NORD, ON_MAP, SIDES, SPANISH_KEYS
from tablero.games.wellington.rules.r03_control import set_owner
from tablero.games.wellington.rules.r16_interphase.s00_interphase import Interphase
from tablero.games.wellington.rules.r18_ending import held_by
from tablero.games.wellington.rules.r19_victory import all_points
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import State
from tablero.kernel.game import GAMES
from tablero.kernel.messages import places
from tablero.kernel.rulebook import rules
from tablero.kernel.text import LANGUAGES, Speech
from tests.games.aiw.war import war
from tests.games.car.field import field
from tests.games.dpyr.battlefield import battlefield
from tests.games.wellington.turns import war as peninsula
from tests.messages import ours


def said(code: str, s: State, seat: int = 0, language: str = "en") -> list[str]:
    game = tablero.game(code)
    view = game.view(s, seat)
    return [Speech(game, language).outlook(view, one) for one in game.outlook(view, seat)]


# ------------------------------------------------------------------------------------------------- the war in the North


@pytest.mark.parametrize("seat", [0, 1])
def test_at_the_end_of_a_year_a_decisive_victory_is_announced(seat: int) -> None:
    s = war({}, year=1836, turn=5, forts={"liberal": ("estella", "tolosa", "vergara", "orduna")})
    s.vp = -5
    assert -2 == year_points(s)                     # eight for Fortresses are many, and the Carlists are tired
    assert ["At the end of this year the Liberals win with 7 points: they have 5, and 7 with what the year pays as "
            "things stand."] == said("aiw", s, seat)
    s.turn = 4
    assert [] == said("aiw", s, seat)


def test_the_victory_check_of_a_turn_is_announced_when_a_city_would_do() -> None:
    s = war({}, turn=2)
    s.vp = 6
    assert ["In the Victory Check of this turn the Carlists win with 9 points: they have 6."] == said("aiw", s)
    s.vp = 5
    assert [] == said("aiw", s)


def test_a_second_city_is_announced() -> None:
    s = war({}, turn=2)
    s.forts[CARLIST] |= 1 << area("bilbao")
    s.forts[1] &= ~(1 << area("bilbao"))
    assert ["The Carlists hold one City: with a second one they win at once."] == said("aiw", s)
    s.siege |= 1 << area("vitoria")
    s.forts[1] |= CITIES & ~(1 << area("bilbao"))
    assert ["The Carlists hold one City and besiege Vitoria: if it falls they win at once."] == said("aiw", s)


def test_the_last_turn_says_what_the_marker_would_decide() -> None:
    s = war({}, year=1836, turn=5, scenario="zumalacarregui")
    s.vp = 2
    assert 1836 == s.setting.end
    assert 0 == year_points(s)                      # few Fortresses pay as much as the fatigue costs
    last = "This is the last turn of the war. As things stand the Carlists win with 2 points."
    assert [last] == said("aiw", s)
    s.prestige = 3
    assert [last, "Before that a die is rolled: 3 or less gives the Carlists a point."] == said("aiw", s)


# -------------------------------------------------------------------------------------------------------- the Civil War


def test_morale_near_a_limit_of_the_turn_is_announced() -> None:
    s = field()
    s.turn, s.rm = 8, 12
    assert ["At the end of this Turn the Nationalists win if Republican Morale is 9 or less: it is 12."
            ] == said("car", s)
    s.rm = 23
    assert ["At the end of this Turn the Republicans win if Republican Morale is 25 or more: it is 23."
            ] == said("car", s)
    s.rm = 18
    assert [] == said("car", s)


def test_main_cities_and_the_last_turn_are_announced() -> None:
    s = field()
    s.turn, s.rm, s.vp = 18, 18, 17
    s.held |= MAIN_CITIES
    s.held &= ~(1 << max(ids_of(MAIN_CITIES)))
    assert ["The Nationalists hold 5 of the 6 Main Cities: with all of them at the end of the Turn they win.",
            "After this Turn the Victory Points decide: the Nationalists have 17. With 20 they win, 19 is a draw."
            ] == [text for text in said("car", s, NAT) if "Casado" not in text]
    assert said("car", s, NAT) == said("car", s, REP)


# -------------------------------------------------------------------------------------------------------------- battles


def test_a_side_with_few_units_may_be_called_on_to_surrender() -> None:
    s = battlefield("maella", {"c_tor_1": "1001", "c_tor_2": "1002", "l_cor_1": "1016"}, turn=3, ground={})
    warning = "the enemy may call on them to surrender (Corda, 5 or more), and without units at the end of a turn they"
    assert [f"The Carlists have 2 units left on the map: {warning} have lost.",
            f"The Liberals have 1 unit left on the map: {warning} have lost."] == said("dpyr", s)


def test_the_last_turns_say_how_a_battle_is_judged() -> None:
    units = {"c_nav_1": "1001", "l_sor_1": "1016"}
    s = battlefield("arquijas", units, turn=15, ground={})
    assert "After turn 16 it is a partial victory for the Carlists if they still have units: they have 1." in said(
        "dpyr", s)
    assert "After turn 14 it is a draw if both sides still have units." in said(
        "dpyr", battlefield("maella", {"c_tor_1": "1001", "l_cor_1": "1016"}, turn=14, ground={}))
    assert 2 == len(said("dpyr", battlefield("arquijas", units, turn=14, ground={})))


def test_concealed_units_are_counted_by_everybody_alike() -> None:
    s = DPYR.new("perecamps_2", 3)
    players = random.Random(3)
    while not s.turn:
        seat = tablero.players(s)[0]
        tablero.apply(s, seat, players.choice(tablero.options(s, seat)))
    for seat in (0, 1, -1):
        assert [strength(s, side) for side in (0, 1)] == [standing(DPYR.view(s, seat), side) for side in (0, 1)]


# -------------------------------------------------------------------------------------------------------- the Peninsula


def test_a_country_that_is_nearly_free_or_conquered_is_announced() -> None:
    s = peninsula()
    for y in ids_of(ON_MAP):
        set_owner(s, y, NORD)
    (last, *_) = ids_of(SPANISH_KEYS)
    set_owner(s, last, BRITAIN)
    assert 1 == (held_by(s, ALLIES) & SPANISH_KEYS).bit_count()
    texts = said("wellington", s)
    assert "The Allies Control only 1 Key of Spain: with none the French win at once." in texts
    assert any(text.startswith("The French hold 4 of the 4 Keys of Portugal and 14 Keys of Spain") for text in texts)


def test_the_end_of_a_turn_is_announced_when_few_cards_are_left() -> None:
    s = peninsula()
    s.sizes = [0] * len(s.sizes)
    allies, french = (sum(all_points(s)[power] for power in SIDES[side]) for side in (ALLIES, FRENCH))
    score = f"Allies {allies / 2:g}, French {french / 2:g}.".replace(".5", "½")
    assert f"At the end of this Turn a die of 6 brings Peace, and the points decide: {score}" in said("wellington", s)
    s.year = s.setting.last
    assert any(text.startswith("After this Turn the points decide: Allies") for text in said("wellington", s))
    s.stack.append(Interphase())
    assert not any("the points decide" in text for text in said("wellington", s))       # that is over


# ------------------------------------------------------------------------------------------------------------ all games


@pytest.mark.parametrize("code", GAMES)
def test_what_is_announced_is_known_to_all_and_can_be_said(code: str) -> None:
    """Along a game of bots that choose at random: the same from every view, and from the truth."""
    game, seen = tablero.game(code), set()
    chance = random.Random(5)
    s = game.new(game.scenarios[0], 5)
    for n in range(600):
        if s.over:
            break
        if n % 20 == 0:
            found = game.outlook(s, 0)
            seen.update(found)
            for seat in (-1, *range(len(game.seats))):
                assert found == game.outlook(game.view(s, seat), seat)
        seat = tablero.players(s)[0]
        tablero.apply(s, seat, chance.choice(tablero.options(s, seat)))
    for language in LANGUAGES:
        for one in seen:
            text = Speech(game, language).outlook(s, one)
            assert not places(text), text
            assert not text.startswith("["), text
            assert one.rule in rules(game.pack, language)


@pytest.mark.parametrize("code", GAMES)
def test_every_announcement_has_its_words(code: str) -> None:
    source = (tablero.game(code).pack.root.parents[1] / "games" / code / "outlook.py").read_text("utf-8")
    for language in LANGUAGES:
        for key in ours(tablero.game(code), language, "outlook"):
            assert f'"{key}"' in source, key
