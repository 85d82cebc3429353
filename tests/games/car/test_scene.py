"""What is drawn: the map as printed, everything a seat may know, nothing of the other's hand, in words."""

from __future__ import annotations

import re
from functools import cache
from random import Random

import msgspec
import pytest

import tablero
from tablero.games.car import GAME
from tablero.games.car.board import (
    AFRICA,
    BEACH_MALLORCA,
    CARD,
    HAND,
    NAT,
    REP,
    SCENARIOS,
    SIDES,
    SPACE_NAMES,
    SPACES,
    UNIT,
    UNITS,
)
from tablero.games.car.odds import trial
from tablero.games.car.rules.r08_cards.s05_combat_cards import CombatCards
from tablero.games.car.rules.r11_combat.s02_resolution import Combat
from tablero.games.car.rules.r13_supply import supplied
from tablero.games.car.state import Car
from tablero.kernel.bits import ids_of
from tablero.kernel.scene import Board, Panel, Scene, Space, Track
from tablero.kernel.text import LANGUAGES, catalogue
from tablero.table.phrases import LinkedSpeech, Phrases
from tests.games.car.field import do, field
from tests.games.car.r10_movement.moving import activate

each_scenario = pytest.mark.parametrize("scenario", SCENARIOS)
MOST_SENT = 42_500          # bytes of a whole scene


def seen(s: Car, seat: int) -> Scene:
    return GAME.scene(GAME.view(s, seat), seat)


def panel(scene: Scene, id_: str) -> Panel:
    return next(panel for panel in scene.panels if panel.id == f"panel:{id_}")


def cells(panel_: Panel) -> dict[str, str]:
    return {key: value for row in panel_.rows for key, value in row}


@cache
def positions(scenario: str) -> tuple[Car, ...]:
    """Positions of a game of random actions, every verb as likely as any other."""
    found = []
    chance = Random(5)
    s = GAME.new(scenario, seed=5, secret=True)
    for n in range(600):
        if s.over:
            break
        if n % 30 == 0:
            found.append(s.clone())
        seat = chance.choice(tablero.players(s))
        options = tablero.options(s, seat)
        verb = chance.choice(sorted({action[0] for action in options}))
        tablero.apply(s, seat, chance.choice([action for action in options if action[0] == verb]))
    return tuple(found)


def board() -> Board:
    return GAME.board(positions(SCENARIOS[0])[0])


def space(name: str) -> Space:
    return next(space for space in board().spaces if space.id == f"space:{name}")


# ---------------------------------------------------------------- the map


def test_the_map_has_every_space_with_what_tells_it_apart() -> None:
    assert SPACES == len(board().spaces)
    assert {"type.main_city"} <= set(space("madrid").marks)
    assert {"type.main_city", "port", "source.republican"} <= set(space("barcelona").marks)
    assert {"sierra", "type.other"} <= set(space("guadarrama").marks)
    assert "rough" == space("guadarrama").terrain
    assert {"type.vp_space", "port", "source.nationalist"} <= set(space("la_coruna").marks)


def test_every_place_has_one_type_and_one_side_for_its_name() -> None:
    for one in board().spaces:
        assert 1 == sum(mark.startswith("type.") for mark in one.marks), one.id
        assert 1 == sum(mark.startswith("label.") for mark in one.marks), one.id


def test_beach_heads_lie_at_sea_and_have_names() -> None:
    beach = space("beach_head_mallorca")
    assert ("sea", "space.beach_head_mallorca.name") == (beach.terrain, beach.name)


def test_connections_over_rivers_are_told_apart() -> None:
    kinds = [line.kind for line in board().lines]
    assert (39, 318) == (kinds.count("crossing"), kinds.count("link"))


def test_the_shapes_lie_on_the_map_after_its_frame() -> None:
    shapes = board().shapes
    assert "frame" == shapes[0].kind
    assert {"land", "realm", "river", "border", "ridge", "country", "sea"} <= {shape.kind for shape in shapes}
    for shape in shapes:
        assert 0 == len(shape.points) % 2
        assert all(-60 <= number <= 1060 for number in shape.points), shape.kind


def test_letters_on_the_map_have_words_in_every_language() -> None:
    for shape in board().shapes:
        if shape.kind in ("country", "sea", "range"):
            for language in LANGUAGES:
                assert shape.name != catalogue(GAME.pack, language).say(shape.name)


def test_cards_say_their_number_and_what_they_are_worth() -> None:
    card = next(card for card in board().cards if card.id == "card:n4")
    assert (("ops", "4"), ("rp", "3+2"), ("card_number", "N4")) == card.values


def test_a_choice_says_where_its_unit_is_and_how_strong_it_is_now() -> None:
    s = GAME.new("campaign", seed=1)
    unit = UNIT["rep_mil_1"]
    for language, full, weak in (("en", "Madrid: pick Militia", "Madrid: pick Militia (reduced)"),
                                 ("es", "Madrid: elegir Milicia", "Madrid: elegir Milicia (reducida)")):
        speech, s.at[unit] = LinkedSpeech(GAME, language), SPACE_NAMES.index("madrid")
        for s.reduced, expected in ((0, full), (1 << unit, weak)):
            said = Phrases.of(s, speech).choice(s, speech, "moves", ("take", unit)).label
            assert expected == re.sub("\x01[^\x02]*\x02|\x03", "", said)


# ---------------------------------------------------------------- what lies on it


@each_scenario
def test_every_unit_on_the_map_is_drawn_where_it_is_with_the_factors_of_its_face(scenario: str) -> None:
    for s in positions(scenario):
        pieces = {piece.id: piece for piece in seen(s, NAT).pieces}
        for unit, counter in enumerate(UNITS):
            piece = pieces.get(f"unit:{counter.id}")
            assert (s.at[unit] < SPACES) == (piece is not None)
            if piece:
                assert f"space:{SPACE_NAMES[s.at[unit]]}" == piece.at
                assert str(counter.cf[s.reduced >> unit & 1]) == dict(piece.values)["cf"]
                assert bool(s.reduced >> unit & 1) == ("weakened" in piece.badges)


@each_scenario
def test_control_and_supply_are_marked(scenario: str) -> None:
    for s in positions(scenario):
        marks = seen(s, -1).marks
        held = {place for place, mark in marks if mark == "control.nationalist"}
        beach = 0 if s.beach == BEACH_MALLORCA else 1 << BEACH_MALLORCA
        assert {f"space:{SPACE_NAMES[x]}" for x in ids_of(s.held & ~beach)} == held
        cut = {place for place, mark in marks if mark == "out.network"}
        for x in ids_of(s.occupied[NAT] | s.occupied[REP]):
            side = NAT if s.held >> x & 1 else REP
            assert (not supplied(s, side) >> x & 1) == (f"space:{SPACE_NAMES[x]}" in cut)


def test_the_army_of_africa_has_a_line_in_its_schedule_for_every_unit_that_waits() -> None:
    s = positions("campaign")[0]
    rows = panel(seen(s, REP), "schedule.nationalist").rows
    assert s.here[AFRICA[NAT]].bit_count() == len(rows) == 6
    assert (("arrival", "1"), ("turn", "1"), ("round", "2")) == rows[0]


def test_the_state_of_the_war_says_what_wins_and_how_many_cards_are_drawn() -> None:
    s = positions("collapse_of_the_northern_front")[0].clone()
    s.rm = 15
    told = cells(panel(seen(s, NAT), "status"))
    assert ("16", "15", "12", "27") == (told["vp_wins"], told["vp_draw"], told["rm_nat"], told["rm_rep"])
    assert ("8", "7") == (told["hand_nat"], told["hand_rep"])


def cards(s: Car) -> bool:
    """Are Combat Cards asked for?"""
    return isinstance(s.stack[-1], CombatCards)


def continue_with(s: Car, chance: Random) -> None:
    seat = tablero.players(s)[0]
    tablero.apply(s, seat, chance.choice(tablero.options(s, seat)))


def test_a_combat_is_shown_as_a_sheet_while_it_lasts_with_the_columns_as_they_will_be() -> None:
    chance, s, sheets = Random(1), GAME.new("campaign", seed=3, secret=True), 0
    for _ in range(500):
        if s.over:
            break
        combat = s.within(Combat)
        sheet = [panel for panel in seen(s, REP).panels if panel.id == "panel:now.combat"]
        assert (combat is not None) == bool(sheet)
        if combat:
            told = {row[0][1]: row[1:3] for row in sheet[0].rows[1:]}
            if not told:                                # the dice have been rolled, and have told it
                assert combat.at > combat.steps().index("fire")
                continue_with(s, chance)
                continue
            attack, defence = (SIDES[side] for side in (combat.side, 1 - combat.side))
            expected = ("attacker", f"side.{attack}.name"), ("defender", f"side.{defence}.name")
            assert expected == told["sheet.side"]
            if not (cards(s) and any(combat.played)):
                shown = trial(s, combat.side, combat.x, combat.units) if cards(s) else combat
                assert ("attacker", shown.column_of(s, combat.side).name) == told["sheet.column"][0]
            sheets += 1
        continue_with(s, chance)
    assert sheets > 5


# ---------------------------------------------------------------- what is not shown, and how much is sent


@each_scenario
def test_nothing_of_the_other_hand_is_shown(scenario: str) -> None:
    for n, s in enumerate(positions(scenario)):
        for seat in (NAT, REP):
            scene = seen(s, seat)
            assert [s.piles[HAND[side]].bit_count() for side in (NAT, REP)] == [hand.count for hand in scene.hands]
            assert len(scene.hands[seat].cards) == scene.hands[seat].count
            assert scene == seen(GAME.determinize(GAME.view(s, seat), n), seat)


def test_a_spectator_sees_of_the_first_hands_only_the_card_that_everybody_knows() -> None:
    hands = seen(positions("campaign")[0], -1).hands
    assert [("card:n1",), ()] == [hand.cards for hand in hands]


@each_scenario
def test_the_whole_table_is_small(scenario: str) -> None:
    for s in positions(scenario):
        assert len(msgspec.json.encode(seen(s, NAT))) <= MOST_SENT


@each_scenario
def test_everything_shown_has_words(scenario: str) -> None:
    for language in LANGUAGES:
        say = catalogue(GAME.pack, language)
        for s in positions(scenario)[::5]:
            scene = seen(s, NAT)
            keys = {piece.name for piece in scene.pieces if piece.name} | {f"symbol.{p.symbol}" for p in scene.pieces}
            keys |= {track.name for track in scene.tracks} | {panel.name for panel in scene.panels}
            keys |= {f"row.{key}" for panel in scene.panels for row in panel.rows for key, _ in row}
            keys |= {f"badge.{badge}" for piece in scene.pieces for badge in piece.badges}
            assert [] == sorted(key for key in keys if say.say(key) == key)


def track(s: Car, id_: str) -> Track:
    return next(track for track in seen(s, NAT).tracks if track.id == f"track:{id_}")


def test_tracks_say_who_is_ahead_which_season_it_is_and_when_morale_wins() -> None:
    s = GAME.new("campaign", seed=1)
    points = ((0, "zone_vp.republican"), (19, "zone_vp.draw"), (20, "zone_vp.nationalist"))
    assert points == track(s, "vp").zones
    assert ((1, "zone_turn.war_of_the_columns"), (5, "zone_turn.war_of_the_columns_winter"),
            (6, "zone_turn.mobilization"), (11, "zone_turn.mobilization_winter"), (12, "zone_turn.war_of_the_armies"),
            (17, "zone_turn.war_of_the_armies_winter"), (18, "zone_turn.war_of_the_armies")) == track(s, "turn").zones
    cards = ((0, "zone_rm.low"), (11, "zone_rm.middle"), (16, "zone_rm.high"))
    assert cards == track(s, "rm").zones
    s.turn = 6
    assert ((0, "zone_rm.nationalist"), (13, "zone_rm.middle"), (16, "zone_rm.high"), (27, "zone_rm.republican")) == (
        track(s, "rm").zones)
    s.turn = 4
    assert ((0, "zone_rm.nationalist"), (16, "zone_rm.high"), (28, "zone_rm.republican")) == track(s, "rm").zones


def test_the_state_of_the_war_names_the_government_and_the_command() -> None:
    s = GAME.new("campaign", seed=1)
    status = cells(panel(seen(s, NAT), "status"))
    assert ("government.jose_giral.name", "command.no_single_command.name") == (status["government"], status["command"])
    s.happened |= 1 << CARD["r1"] | 1 << CARD["r28"] | 1 << CARD["n5"]
    status = cells(panel(seen(s, NAT), "status"))
    assert ("government.negrin.name", "command.single_command.name") == (status["government"], status["command"])


def test_the_northern_front_is_outlined() -> None:
    north = {space.id for space in board().spaces if "zone.north" in space.marks}
    assert {"space:gijon", "space:bilbao", "space:santander"} <= north
    assert not {"space:leon", "space:pamplona", "space:madrid"} & north


def test_units_that_move_lie_on_top_of_their_stack() -> None:
    s = field({"segovia": "nat_inf_1 nat_inf_2 nat_inf_3"})
    activate(s, "segovia")
    do(s, "take nat_inf_1")
    orders = {piece.id: piece.order for piece in GAME.scene(GAME.view(s, NAT), NAT).pieces}
    assert orders["unit:nat_inf_2"] < orders["unit:nat_inf_3"] < orders["unit:nat_inf_1"]
