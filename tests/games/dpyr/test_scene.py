"""What is drawn: everything a seat may know, nothing else, in words of the catalogue."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

import tablero
from tablero.games.dpyr import GAME
from tablero.games.dpyr.board import SCENARIOS
from tablero.games.dpyr.scene import _draw
from tablero.games.dpyr.state import Dpyr
from tablero.kernel.scene import Board, Panel, Piece, Scene, Space
from tablero.kernel.text import LANGUAGES, Catalogue, catalogue, flatten
from tests.games.dpyr.battlefield import battlefield, do, unit
from tests.rules import rule
from tests.sent import sent

each_battle = pytest.mark.parametrize("scenario", SCENARIOS)


def seen(s: Dpyr, seat: int) -> Scene:
    return GAME.scene(GAME.view(s, seat), seat)


def piece(scene: Scene, id_: str) -> Piece:
    return next(piece for piece in scene.pieces if piece.id == id_)


def panel(scene: Scene, id_: str) -> Panel:
    return next(panel for panel in scene.panels if panel.id == f"panel:{id_}")


def order(scene: Scene, side: str, id_: str) -> dict[str, str]:
    """A unit's row in its order of battle."""
    rows = (dict(row) for row in panel(scene, f"battle_order.{side}").rows)
    return next(row for row in rows if row["unit"] == f"unit:{id_}")


@cache
def positions(scenario: str) -> tuple[Dpyr, ...]:
    """Positions of a game of random actions at a table, from its set-up on."""
    chance = Random(5)
    s = GAME.new(scenario, seed=5, secret=True)
    found = [s.clone()]
    for n in range(900):
        if s.over:
            break
        seat = chance.choice(tablero.players(s))
        tablero.apply(s, seat, chance.choice(tablero.options(s, seat)))
        if n % 45 == 0:
            found.append(s.clone())
    return tuple(found)


# ---------------------------------------------------------------- the map


def space(board: Board, name: str) -> Space:
    return next(space for space in board.spaces if space.id == f"hex:{name}")


def test_the_board_has_terrain_height_roads_rivers_crossings_areas_and_names() -> None:
    board = GAME.board(battlefield("arquijas", {}))
    assert ("map:arquijas", "hexes", 28 * 17) == (board.id, board.layout, len(board.spaces))
    ford = space(board, "1109")
    assert ("river", "place.arquijas.1109.name") == (ford.terrain, ford.name)
    assert {"river.ega", "crossing.ford", "elevation.0", "road"} <= set(ford.marks)
    assert "elevation.3" in space(board, "0101").marks
    assert "zone.carlist.D" in space(board, "0404").marks
    assert "zone.liberal.C" in space(board, "1712").marks
    kinds = {frozenset((line.a, line.b)): line.kind for line in board.lines}
    assert "road" == kinds[frozenset(("hex:0106", "hex:0205"))]
    assert "river.ega" == kinds[frozenset(("hex:0108", "hex:0208"))]


def test_two_battles_on_one_map_have_their_own_areas() -> None:
    first, second = (GAME.board(battlefield(name, {})) for name in ("perecamps_1", "perecamps_2"))
    assert ("map:perecamps_1", "map:perecamps_2") == (first.id, second.id)
    assert "zone.carlist.villages" in space(second, "1805").marks
    assert "zone.carlist.villages" not in space(first, "1805").marks


def test_hexes_lie_on_the_board_and_neighbours_a_hex_apart() -> None:
    board = GAME.board(battlefield("arquijas", {}))
    assert all(0 < s.x < board.width and 0 < s.y < board.height for s in board.spaces)
    upper, lower = space(board, "1008"), space(board, "1009")
    assert 3 ** 0.5 == pytest.approx(lower.y - upper.y, abs=0.002)


# ---------------------------------------------------------------- counters


def test_a_counter_shows_its_values_facing_height_and_badges() -> None:
    units = {"c_nav_1": "1008 facing=SE", "c_guias": "1008 fire=1 shock=2 square", "l_zar_1": "1012 facing=N"}
    s = battlefield("arquijas", units, ground={})
    s.cross[0] = unit(s, "c_guias")
    scene = seen(s, 1)
    top = piece(scene, "unit:c_guias")
    assert ("hex:1008", "carlist", "infantry", 1) == (top.at, top.side, top.symbol, top.order)
    assert (("morale", "B"), ("fire", "3"), ("attack", "6"), ("defence", "4")) == top.values
    assert ("square", "decorated", "fire_damage.1", "shock_damage.2") == top.badges
    assert 0 == piece(scene, "unit:c_nav_1").order
    assert 0 == piece(scene, "unit:l_zar_1").facing


def test_guns_and_leaders_show_what_they_have() -> None:
    s = battlefield("arquijas", {"c_art_orbaizeta": "1008 salvo=1", "c_gefe_zumalacarregui": "1108"}, ground={})
    scene = seen(s, 0)
    gun, leader = piece(scene, "unit:c_art_orbaizeta"), piece(scene, "unit:c_gefe_zumalacarregui")
    assert ("artillery", "leader") == (gun.symbol, leader.symbol)
    assert str(s.b.units[unit(s, "c_art_orbaizeta")].gun) == dict(gun.values)["artillery_factor"]
    assert ("salvo.1",) == gun.badges
    assert {"command_radius", "shock_bonus"} < set(dict(leader.values))


@rule("dpyr", "3.0k", "3.0h")
def test_factors_of_a_marker_are_a_question_mark_to_who_may_not_know_them() -> None:
    s = battlefield("arquijas", {"l_avila": "1008 marker=fm_011", "c_guias": "1012"}, ground={})
    own, foreign = (dict(piece(seen(s, seat), "unit:l_avila").values) for seat in (1, 0))
    assert ("0", "1", "1") == (own["fire"], own["attack"], own["defence"])
    assert ("?", "?", "?") == (foreign["fire"], foreign["attack"], foreign["defence"])


@rule("dpyr", "3.0i")
def test_a_marker_drawn_unseen_is_a_question_mark_to_its_owner_too() -> None:
    s = battlefield("arquijas", {"l_avila": "1008 marker=fm_011 blind"}, ground={})
    assert "?" == dict(piece(seen(s, 1), "unit:l_avila").values)["fire"]


@rule("dpyr", "6.3f", "6.3b")
def test_concealed_units_are_one_counter_without_name_or_number() -> None:
    units = {"c_guias": "1008 hidden", "c_nav_1": "1008 hidden", "l_zar_1": "1012"}
    s = battlefield("arquijas", units, ground={"1008": "building"})
    veil = Piece("concealed:1008", "hex:1008", "carlist", "concealed")
    assert [veil] == [p for p in seen(s, 1).pieces if p.side == "carlist"]
    assert {"unit:c_guias", "unit:c_nav_1"} == {p.id for p in seen(s, 0).pieces if p.side == "carlist"}
    assert ("concealed",) == piece(seen(s, 0), "unit:c_guias").badges
    row = order(seen(s, 1), "carlist", "c_guias")
    assert "status.hidden" == row["status"]
    assert "at" not in row


# ---------------------------------------------------------------- tracks and panels


def test_tracks_count_turns_activations_and_ammunition() -> None:
    s = battlefield("arquijas", {"c_guias": "1008", "l_zar_1": "1012"}, turn=3, chits=("liberal", "liberal"))
    tracks = {track.id: (track.value, track.length) for track in seen(s, 0).tracks}
    assert (3, 16) == tracks["track:turn"]
    assert (3, 3) == tracks["track:activations.carlist"]
    assert (1, 3) == tracks["track:activations.liberal"]
    assert (85, 85) == tracks["track:ammunition.carlist"]
    assert (97, 97) == tracks["track:ammunition.liberal"]


def test_nobody_is_beaten_while_armies_are_set_up() -> None:
    zones = {track.id: track.zones for track in seen(GAME.new("maella", seed=1), 0).tracks}
    assert () == zones["track:units.carlist"]


def test_the_order_of_battle_says_damage_and_whereabouts() -> None:
    s = battlefield("luchana", {"c_viz_1": "1008 fire=2 shock=1"}, ground={})
    scene = seen(s, 1)
    row = order(scene, "carlist", "c_viz_1")
    assert ("2", "1", "hex:1008") == (row["fire_damage"], row["shock_damage"], row["at"])
    assert "status.eliminated" == order(scene, "liberal", "l_rey")["status"]
    coming = order(scene, "carlist", "c_cav_cas_1")
    assert ("status.to_arrive", "6") == (coming["status"], coming["turn"])


def test_panels_hold_flags_guirigay_markers_the_cross_and_actions_played() -> None:
    s = battlefield("luchana", {"c_viz_1": "1008", "l_rey": "1012"}, ground={})
    s.cross[1] = unit(s, "l_rey")
    do(s, "pass")
    scene = seen(s, 0)
    means = {key: value for row in panel(scene, "stores.liberal").rows for key, value in row}
    assert ("3", "2", "unit:l_rey") == (means["black_flags"], means["guirigay"], means["cross"])
    mine = {key: value for row in panel(scene, "stores.carlist").rows for key, value in row}
    assert "status.to_be_had" == mine["cross"]
    assert ((("action", "action:pass"),),) == panel(scene, "played.carlist").rows
    assert ((("gunboats", ""),),) == panel(scene, "conditions").rows


@rule("dpyr", "3.0h")
def test_a_side_sees_the_factor_markers_it_still_has_to_give_and_not_the_enemys() -> None:
    s = GAME.new("perecamps_1", seed=4, secret=True)
    chance = Random(4)
    while not any(p.id.startswith("panel:drawn") for p in seen(s, 0).panels):
        seat = tablero.players(s)[0]
        tablero.apply(s, seat, chance.choice(tablero.options(s, seat)))
    own = panel(seen(s, 0), "drawn.carlist")
    assert len(s.drawn_carlist) == len(own.rows)
    assert not any(p.id == "panel:drawn.liberal" for p in seen(s, 0).panels)
    tablero.apply(s, 0, ("give", s.drawn_carlist[0]))
    assert len(s.drawn_carlist) - 1 == len(panel(seen(s, 0), "drawn.carlist").rows)


# ---------------------------------------------------------------- everywhere


@each_battle
def test_what_a_seat_sees_is_the_same_in_all_states_it_takes_for_possible(scenario: str) -> None:
    for n, s in enumerate(positions(scenario)):
        for seat in (0, 1):
            other = GAME.determinize(GAME.view(s, seat), n)
            assert seen(s, seat) == seen(other, seat)


def keys(scene: Scene) -> set[str]:
    """Every message that a scene asks for."""
    found = {f"symbol.{p.symbol}" for p in scene.pieces} | {p.name for p in scene.pieces if p.name}
    found |= {f"row.{key}" for p in scene.pieces for key, _ in p.values}
    found |= {f"badge.{badge.partition('.')[0]}" for p in scene.pieces for badge in p.badges}
    found |= {track.name for track in scene.tracks} | {p.name for p in scene.panels}
    for panel_ in scene.panels:
        for row in panel_.rows:
            found |= {f"row.{key}" for key, _ in row}
            found |= {value for _, value in row if "." in value}
    return found


def says(language: str, key: str) -> bool:
    say: Catalogue = catalogue(GAME.pack, language)
    return say.has(key)


@each_battle
def test_every_word_of_a_scene_is_in_the_catalogue(scenario: str) -> None:
    asked = {key for s in positions(scenario) for seat in (0, 1, -1) for key in keys(seen(s, seat))}
    board = GAME.board(positions(scenario)[0])
    for space_ in board.spaces:
        asked |= {f"terrain.{space_.terrain}.name"} | ({space_.name} if space_.name else set())
        asked |= {f"terrain.{mark.partition('.')[2]}.name" for mark in space_.marks if mark.startswith("crossing")}
        asked |= {f"{mark}.name" for mark in space_.marks if mark.startswith("river")}
        asked |= {f"zone.{mark.split('.')[2]}.name" for mark in space_.marks if mark.startswith("zone")}
    assert set() == {(language, key) for key in asked for language in LANGUAGES if not says(language, key)}


def test_no_word_of_the_scene_is_without_a_use() -> None:
    staged = [
        battlefield("arquijas", {"c_guias": "1008 fire=1 shock=1 square"}),
        battlefield("luchana", {"c_art_seurra": "1010 salvo=1", "l_rey": "1012 hidden"}, turn=7),
        *positions("arquijas"), *positions("luchana"),
    ]
    s = battlefield("luchana", {"l_gefe_oraa": "1012", "l_rey": "1008"}, active="liberal", turn=8)
    s.cross[1] = unit(s, "l_rey")
    asked = {key for state in [*staged, s] for seat in (0, 1) for key in keys(seen(state, seat))}
    ours = flatten(GAME.pack.toml("text/en.toml").values)
    drawn = {key for key in ours if key.partition(".")[0] in ("track", "panel", "row", "status", "badge", "symbol")}
    pages_own = {"status.withdrawn", "row.factors"}         # its order of battle has the latter
    of_a_fight = {"row.attacker", "row.defender", "row.rule", "row.sheet"}          # heads of its sheet
    assert pages_own | of_a_fight >= drawn - asked


@each_battle
def test_scenes_and_boards_can_be_sent(scenario: str) -> None:
    assert len(sent(GAME.board(positions(scenario)[0]))) < 60_000
    for s in positions(scenario):
        assert len(sent(seen(s, 0))) < 22_000


@each_battle
def test_whatever_an_option_targets_can_be_lit(scenario: str) -> None:
    spaces = {space_.id for space_ in GAME.board(positions(scenario)[0]).spaces}
    for s in positions(scenario):
        for seat in tablero.players(s):
            scene = seen(s, seat)
            listed = {dict(row).get("unit", "") for p in scene.panels for row in p.rows}
            things = spaces | listed | {p.id for p in scene.pieces}
            for action in tablero.options(s, seat):
                for target in GAME.targets(s, action):
                    assert target in things or target.startswith(("facing:", "marker:"))


@each_battle
def test_a_scene_that_was_kept_is_the_one_that_would_be_drawn(scenario: str) -> None:
    s, chance = GAME.new(scenario, seed=8, secret=True), Random(8)
    for _ in range(600):
        if s.over:
            break
        for seat in (0, 1, -1):
            view = GAME.view(s, seat)
            assert _draw(view, seat) == GAME.scene(view, seat)
        mover = chance.choice(tablero.players(s))
        tablero.apply(s, mover, chance.choice(tablero.options(s, mover)))


@pytest.mark.parametrize("column", ["facing", "fire", "shock", "salvo", "ammunition", "flags", "veils", "played"])
def test_two_positions_that_differ_in_one_column_are_drawn_differently(column: str) -> None:
    s = battlefield("arquijas", {"c_guias": "1008 facing=N", "c_nav_1": "1009"}, ground={})
    before, values = seen(s, 0), getattr(s, column)
    values[unit(s, "c_guias") if len(values) > 2 else 0] += 1
    assert before != seen(s, 0)
