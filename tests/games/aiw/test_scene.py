"""What is drawn: everything a seat may know, nothing else, in words of the catalogue."""

from __future__ import annotations

from functools import cache
from random import Random

import msgspec
import pytest

import tablero
from tablero.games.aiw import GAME
from tablero.games.aiw.board import (
    AREA_NAMES,
    AREAS,
    ASIDE,
    BLOCKS,
    BLOCKS_OF,
    CARD,
    CARDS,
    CARLIST,
    CARLIST_ZONE,
    DISCARDS,
    FIRST_REGION,
    HAND,
    LIBERAL,
    MAP,
    SCENARIOS,
    TOWNS,
    area,
)
from tablero.games.aiw.rules.r03_turn.s00_player_phase import phase
from tablero.games.aiw.rules.r07_cards.s00_decks import LASTING
from tablero.games.aiw.rules.r10_actions.s00_actions import Act
from tablero.games.aiw.rules.r17_battle.s00_battle import HELD
from tablero.games.aiw.state import Aiw
from tablero.kernel.bits import ids_of
from tablero.kernel.scene import Board, Panel, Piece, Scene, Space, Track
from tablero.kernel.text import LANGUAGES, catalogue, flatten
from tablero.table.wire import changes
from tests.games.aiw.battle import battle, draw_up, now, shake, tire
from tests.games.aiw.hands import ids
from tests.games.aiw.war import block, do, everybody_knows, put_cards, run, war
from tests.rules import rule
from tests.sent import sent

each_scenario = pytest.mark.parametrize("scenario", SCENARIOS)
MOST_SENT = 40_000          # bytes of a whole scene
MOST_CHANGED = 4_096        # and of what one action changes in it


def seen(s: Aiw, seat: int) -> Scene:
    return GAME.scene(GAME.view(s, seat), seat)


def piece(scene: Scene, id_: str) -> Piece:
    return next(piece for piece in scene.pieces if piece.id == id_)


def has(scene: Scene, id_: str) -> bool:
    return any(piece.id == id_ for piece in scene.pieces)


def of_unit(s: Aiw, seat: int, unit: str) -> Piece:
    """How a seat sees the block of a unit."""
    return piece(seen(s, seat), f"block:{BLOCKS[block(s, unit)]}")


def panel(scene: Scene, id_: str) -> Panel:
    return next(panel for panel in scene.panels if panel.id == f"panel:{id_}")


def cells(panel_: Panel) -> dict[str, str]:
    return {key: value for row in panel_.rows for key, value in row}


def track(scene: Scene, id_: str) -> Track:
    return next(track for track in scene.tracks if track.id == f"track:{id_}")


@cache
def positions(scenario: str) -> tuple[Aiw, ...]:
    """Positions of games of random actions at a table; every verb is as likely as any other."""
    found = []
    for seed in (3, 4):
        chance = Random(seed)
        s = GAME.new(scenario, seed=seed, secret=True)
        for n in range(700):
            if s.over:
                break
            if n % 35 == 0:
                found.append(s.clone())
            seat = chance.choice(tablero.players(s))
            options = tablero.options(s, seat)
            verb = chance.choice(sorted({action[0] for action in options}))
            tablero.apply(s, seat, chance.choice([action for action in options if action[0] == verb]))
    return tuple(found)


# ---------------------------------------------------------------- the maps


def space(board: Board, name: str) -> Space:
    return next(space for space in board.spaces if space.id == f"space:{name}")


def test_the_board_has_both_maps_with_terrain_types_ports_zone_and_names() -> None:
    board = GAME.board(war({}))
    assert ("points", 1680, 800, AREAS) == (board.layout, board.width, board.height, len(board.spaces))
    bilbao = space(board, "bilbao")
    assert ("rough", "space.bilbao.name", (290, 138)) == (bilbao.terrain, bilbao.name, (bilbao.x, bilbao.y))
    assert {"type.city", "port", "zone.liberal", "label.s"} == set(bilbao.marks)
    assert {"type.refuge", "zone.carlist"} <= set(space(board, "amescoas").marks)
    assert {"type.main_town", "zone.carlist"} <= set(space(board, "estella").marks)
    assert "france" in space(board, "irun").marks
    assert {"type.region", "coast", "zone.liberal", "uprising.1.3"} == set(space(board, "catalonia").marks)
    assert "uprising.0.3" in space(board, "galicia").marks
    assert "open" == space(board, "catalonia").terrain


def test_every_space_lies_on_its_own_map() -> None:
    board = GAME.board(war({}))
    for one in board.spaces:
        spain = "type.region" in one.marks
        assert (1040 < one.x < 1660 if spain else 0 < one.x < 1000), one
        assert 0 < one.y < 800, one
    assert ([], []) == ([s for s in board.spaces if not s.marks], [s for s in board.spaces if not s.name])


def test_lines_are_roads_by_type_connections_and_borders() -> None:
    board = GAME.board(war({}))
    kinds = {frozenset((line.a, line.b)): line.kind for line in board.lines}
    assert len(kinds) == len(board.lines) == sum(len(near) for near in MAP.near) // 2
    assert "main" == kinds[frozenset(("space:alfaro", "space:tudela"))]
    assert "secondary" == kinds[frozenset(("space:alfaro", "space:arnedo"))]
    assert "border" == kinds[frozenset(("space:castile_leon", "space:aragon"))]
    assert {"main", "secondary", "connection", "border"} == set(kinds.values())


def test_shapes_of_either_map_stay_on_it_and_follow_its_frame() -> None:
    shapes = GAME.board(war({})).shapes
    frames = [i for i, shape in enumerate(shapes) if shape.kind == "frame"]
    assert [0] == frames[:1]
    north, spain = shapes[: frames[1]], shapes[frames[1] :]
    drawn = {"frame", "land", "river", "border", "ridge", "hills", "range", "ocean"}
    assert (drawn, drawn | {"region", "lettering"}) == ({s.kind for s in north}, {s.kind for s in spain})
    assert max(x for shape in north for x in shape.points[::2]) <= 1000
    assert min(x for shape in spain for x in shape.points[::2]) >= 1030
    assert max(x for shape in spain for x in shape.points[::2]) <= 1670
    assert "Ebro" in {shape.name for shape in north}


def test_every_region_is_an_area_and_those_that_touch_share_a_border() -> None:
    board = GAME.board(war({}))
    areas = {s.name: set(zip(s.points[::2], s.points[1::2], strict=True)) for s in board.shapes if s.kind == "region"}
    regions = {s.id for s in board.spaces if "type.region" in s.marks}
    assert regions | {"space:north"} == set(areas)
    borders = {frozenset((line.a, line.b)) for line in board.lines if line.kind == "border"}
    touching = {frozenset((a, b)) for a in regions for b in regions if a < b and len(areas[a] & areas[b]) > 1}
    assert borders == touching
    tints = [name for name in areas if name in regions]
    assert not [pair for pair in borders if len({tints.index(name) % 4 for name in pair}) == 1]


def test_letterings_are_messages_or_words() -> None:
    messages = catalogue(GAME.pack, "en")
    for shape in GAME.board(war({})).shapes:
        if shape.kind == "lettering":
            assert 6 == len(shape.points)
            assert messages.has(shape.name) or "." not in shape.name


def test_the_board_has_all_cards_with_side_type_and_year() -> None:
    board = GAME.board(war({}))
    assert [f"card:{name}" for name in CARDS.ids] == [card.id for card in board.cards]
    card = next(card for card in board.cards if card.id == "card:quadruple_alliance")
    assert ("liberal", "event", 1834) == (card.side, card.kind, card.year)


def test_the_battle_board_has_boxes_for_both_sides() -> None:
    (inset,) = GAME.board(war({})).insets
    assert ("board:battle", "boxes") == (inset.id, inset.layout)
    boxes = ("infantry", "cavalry", "reserve", "demoralized", "guns", "train")
    expected = {f"box:{side}.{box}" for side in ("carlist", "liberal") for box in boxes}
    assert expected == {box.id for box in inset.spaces}
    assert all(0 < box.x < inset.width and 0 < box.y < inset.height for box in inset.spaces)


# ---------------------------------------------------------------- blocks


@rule("aiw", "5.2a")
def test_a_block_shows_its_face_to_its_owner_and_its_colour_to_the_enemy() -> None:
    s = war({"vitoria": "l_rg1:3", "salvatierra": "c_nav1"}, secret=True)
    mine = of_unit(s, LIBERAL, "l_rg1")
    assert ("space:vitoria", "liberal", "infantry", "unit.l_rg1.name") == (mine.at, mine.side, mine.symbol, mine.name)
    assert (("strength", "3/4"), ("effectiveness", "2"), ("morale", "9")) == mine.values
    bare = Piece(mine.id, "space:vitoria", "liberal", "block", order=mine.order)
    assert bare == of_unit(s, CARLIST, "l_rg1") == of_unit(s, -1, "l_rg1")


@rule("aiw", "5.2a", "5.2e")
def test_a_block_that_lies_open_is_seen_by_all() -> None:
    s = war({"vitoria": "l_rg1:3"}, secret=True)
    s.shown |= 1 << block(s, "l_rg1")
    for seat in (0, 1, -1):
        found = of_unit(s, seat, "l_rg1")
        assert ("infantry", "3/4", ("shown",)) == (found.symbol, dict(found.values)["strength"], found.badges)


def test_symbols_follow_the_kind_and_a_train_has_no_effectiveness() -> None:
    s = war({"vitoria": "l_lgc1 l_st1:2"}, secret=True)
    assert "cavalry" == of_unit(s, LIBERAL, "l_lgc1").symbol
    train = of_unit(s, LIBERAL, "l_st1")
    assert ("supply_train", {"strength"}) == (train.symbol, set(dict(train.values)))


def test_badges_tell_what_was_seen_of_a_block() -> None:
    s = war({"vitoria": "l_rg1", "inside estella": "l_ln1", "estella": "c_nav1"}, forts={"liberal": ["estella"]})
    one = 1 << block(s, "l_rg1")
    s.acted = s.forced = s.retreated = s.landed = s.led = one
    s.chapelgorris = block(s, "l_rg1")
    badges = ("acted", "forced", "retreated", "landed", "led", "chapelgorris")
    assert badges == of_unit(s, CARLIST, "l_rg1").badges
    inside = of_unit(s, CARLIST, "l_ln1")
    assert ("space:estella", ("inside",)) == (inside.at, inside.badges)


def test_a_block_on_a_road_says_where_it_came_from() -> None:
    s = war({"road durango>orduna": "c_nav1", "road sea>bilbao": "l_ln1"})
    late, landing = of_unit(s, LIBERAL, "c_nav1"), of_unit(s, CARLIST, "l_ln1")
    assert ("space:orduna", ("on_road",), "space:durango") == (late.at, late.badges, dict(late.values)["from"])
    assert ("space:bilbao", ("at_sea",), {}) == (landing.at, landing.badges, dict(landing.values))


def test_in_a_stack_markers_lie_below_guns_and_guns_below_blocks() -> None:
    s = war({"vitoria": "l_rg1 l_ln1 field:2 knapsack:1"})
    stack = sorted((p for p in seen(s, 0).pieces if p.at == "space:vitoria"), key=lambda p: p.order)
    assert ["fortress", "field", "knapsack", "block", "block"] == [p.symbol for p in stack]
    assert len(stack) == len({p.order for p in stack})


@rule("aiw", "11.0a")
def test_what_a_side_picks_for_a_group_only_itself_sees_before_it_marches() -> None:
    s = war({"vitoria": "l_rg1 l_ln1"}, side="liberal", secret=True)
    run(s, Act(LIBERAL))
    do(s, "activate vitoria", "add l_ln1")
    assert ("picked",) == of_unit(s, LIBERAL, "l_ln1").badges
    assert not [p for p in seen(s, CARLIST).pieces if "picked" in p.badges]
    do(s, "done", dice=[3])
    assert 1 == len([p for p in seen(s, CARLIST).pieces if "moving" in p.badges])


# ---------------------------------------------------------------- counters and markers


@rule("aiw", "5.2b")
def test_guns_and_knapsacks_are_seen_by_both_sides() -> None:
    places = {"vitoria": "l_rg1 field:2 knapsack:1", "inside bilbao": "l_ln1 mountain:1", "bilbao": "c_nav1"}
    s = war(places, siege=["bilbao"])
    for seat in (0, 1, -1):
        scene = seen(s, seat)
        gun = piece(scene, "gun:liberal.field.vitoria")
        assert ("space:vitoria", "liberal", "field", (("strength", "2"),)) == (gun.at, gun.side, gun.symbol, gun.values)
        assert "knapsack" == piece(scene, "knapsack:liberal.vitoria").symbol
        assert ("inside",) == piece(scene, "gun:liberal.mountain.bilbao.inside").badges


def test_fortresses_works_sieges_and_main_towns_have_markers() -> None:
    s = war(
        {"estella": "c_nav1", "inside estella": "l_ln1"}, forts={"liberal": ["estella"]},
        works={"carlist": ["segura"]}, siege=["estella"],
    )
    scene = seen(s, 0)
    fortress = piece(scene, "fortress:estella")
    assert ("liberal", ("besieged",)) == (fortress.side, fortress.badges)
    assert "carlist" == piece(scene, "siege:estella").side
    assert ("carlist", "works") == (piece(scene, "works:segura").side, piece(scene, "works:segura").symbol)
    assert "liberal" == piece(scene, "fortress:vitoria").side
    controls = {p.at: p.side for p in scene.pieces if p.symbol == "control"}
    assert {f"space:{AREA_NAMES[x]}" for x in ids_of(TOWNS)} == set(controls)
    assert "liberal" == controls["space:estella"]
    assert ("space:estella", "control.liberal") in scene.marks
    assert len(scene.marks) == (s.held ^ CARLIST_ZONE).bit_count()


def test_uprisings_pursuits_mutinies_and_expeditions_have_markers() -> None:
    s = war({"aragon": "c_nav1 l_ln1"}, uprising={"aragon": 2})
    s.pursuit[area("aragon") - FIRST_REGION] = 3
    s.mutiny = 1 << area("logrono")
    s.royal = s.gomez = area("aragon")
    scene = seen(s, 1)
    rising = piece(scene, "uprising:aragon")
    assert ("space:aragon", (("level", "2"),)) == (rising.at, rising.values)
    assert (("level", "3"),) == piece(scene, "pursuit:aragon").values
    assert "mutiny" == piece(scene, "mutiny:logrono").symbol
    assert has(scene, "royal:aragon")
    assert has(scene, "gomez:aragon")
    assert not has(scene, "uprising:galicia")


# ---------------------------------------------------------------- tracks, panels, hands


def test_tracks_count_points_prestige_commands_and_turns() -> None:
    s = war({"vitoria": "l_rg1"}, side="liberal", points=3, command=(2, 5), turn=4, year=1836)
    s.vp, s.prestige, s.debt = -3, 2, 1
    scene = seen(s, 0)
    values = {t.id: (t.value, t.length, t.side) for t in scene.tracks}
    assert (3, 10, "liberal") == values["track:victory"]
    assert (2, 4, "carlist") == values["track:prestige"]
    assert (1, 1, "carlist") == values["track:debt"]
    assert (2, 5, "carlist") == values["track:command.carlist"]
    assert (5, 5, "liberal") == values["track:command.liberal"]
    assert (4, 5, "") == values["track:turn"]
    assert (1836, 1838, "") == values["track:year"]
    assert (3, 4, "liberal") == values["track:actions"]
    assert ("turn.1.name", 5) == (track(scene, "turn").boxes[0], len(track(scene, "turn").boxes))


@rule("aiw", "13.1b")
def test_half_an_action_point_is_named() -> None:
    s = war({"vitoria": "l_rg1"}, side="liberal", points=3)
    phase(s).points = 5
    found = track(seen(s, 0), "actions")
    assert ("track.actions_and_half", 2) == (found.name, found.value)


def test_beyond_ten_victory_points_the_track_grows() -> None:
    s = war({})
    s.vp = 12
    found = track(seen(s, 0), "victory")
    assert (12, 12, "carlist") == (found.value, found.length, found.side)


def test_the_owner_knows_what_is_in_his_bag_the_enemy_how_much() -> None:
    s = war({}, bags=["l_rg3", "l_ln6"])
    mine, his = (panel(seen(s, seat), "bag.liberal") for seat in (LIBERAL, CARLIST))
    assert {"unit:l_rg3": "4-2-9", "unit:l_ln6": "3-2-8"} == {row[0][1]: dict(row)["factors"] for row in mine.rows[1:]}
    assert ((("units", "2"),),) == his.rows == panel(seen(s, -1), "bag.liberal").rows


def test_the_owner_sees_his_hand_the_enemy_how_many_cards() -> None:
    s = war({}, hands=["mina", "ambush"])
    hands = {hand.side: hand for hand in seen(s, LIBERAL).hands}
    assert (("card:mina",), 1) == (hands["liberal"].cards, hands["liberal"].count)
    assert ((), 1) == (hands["carlist"].cards, hands["carlist"].count)
    everybody_knows(s, "ambush")
    assert ("card:ambush",) == {hand.side: hand for hand in seen(s, LIBERAL).hands}["carlist"].cards


def test_boxes_means_discards_hidden_guns_and_reinforcements_have_panels() -> None:
    s = war({"vitoria": "l_rg1 l_st1"}, forts={"carlist": ["segura"]}, partidas=["c_par1"])
    s.box_field, s.box_mountain = 2, 1
    put_cards(s, DISCARDS, "mina", "ambush")
    s.cups = [3, 2, 1, 0, 1, 2]
    scene = seen(s, 0)
    mine = cells(panel(scene, "box.carlist"))
    assert ("1", "1", "4") == (mine["partidas"], mine["supply_trains"], mine["knapsacks"])
    assert "3" == cells(panel(scene, "box.liberal"))["supply_trains"]
    assert "partidas" not in cells(panel(scene, "box.liberal"))
    assert ("9", "3") == tuple(cells(panel(scene, "means.carlist"))[key] for key in ("fortresses", "marker_2"))
    assert "2" == cells(panel(scene, "means.liberal"))["marker_4"]
    assert ((("card", "card:mina"),),) == panel(scene, "discards.liberal").rows
    assert {"field": "2", "mountain": "1"} == cells(panel(scene, "hidden_artillery"))
    third = dict(panel(scene, "reinforcements").rows[2])
    assert ("3", "2", "1") == (third["turn"], third["liberal_units"], third["carlist_units"])


def test_cards_that_act_for_a_while_are_listed() -> None:
    s = war({})
    s.lasting = 1 << LASTING.index("cabrera")
    phase(s).effects = [CARD["mina"]]
    assert ((("card", "card:mina"),), (("lasting", "lasting.cabrera"),)) == panel(seen(s, 0), "effects").rows


# ---------------------------------------------------------------- a Battle


def fought() -> Aiw:
    return battle("lerin", "c_nav1 c_nav2 c_gui1 c_navc1", "l_rg1 l_rg2 l_ln1 l_ln2 l_lnc1 field:2 l_st1", secret=True)


@rule("aiw", "17.1a", "17.1g")
def test_before_the_lines_are_shown_a_seat_sees_only_its_own_picks() -> None:
    s = fought()
    own = {p.at for p in seen(s, CARLIST).pieces if p.id.startswith("block:c")}
    assert {"box:carlist.infantry", "box:carlist.cavalry"} == own      # all fit, so none is left to be picked
    assert {"box:carlist.reserve"} == {p.at for p in seen(s, LIBERAL).pieces if p.id.startswith("block:c")}
    assert "board:battle" == seen(s, CARLIST).inset


def test_the_blocks_of_a_battle_stand_in_its_boxes() -> None:
    s = draw_up(fought())
    shake(s, "l_ln1")
    tire(s, "l_rg1")
    scene = seen(s, CARLIST)
    assert "board:battle" == scene.inset
    guard = of_unit(s, CARLIST, "l_rg1")
    assert ("box:liberal.infantry", ("shown", "spent")) == (guard.at, guard.badges)
    assert "box:liberal.cavalry" == of_unit(s, CARLIST, "l_lnc1").at
    assert "box:liberal.demoralized" == of_unit(s, CARLIST, "l_ln1").at
    assert ("box:liberal.train", "block") == (of_unit(s, CARLIST, "l_st1").at, of_unit(s, CARLIST, "l_st1").symbol)
    assert "box:liberal.guns" == piece(scene, "gun:liberal.field.lerin").at
    assert (1, 3) == (track(scene, "battle_round").value, track(scene, "battle_round").length)
    assert (2, 2) == (track(scene, "guns.liberal").value, track(scene, "guns.liberal").length)
    now(s).wall = True
    assert "box:carlist.infantry" == piece(seen(s, CARLIST), "wall:lerin").at
    marker = piece(scene, "battle:lerin")
    assert ("space:lerin", (("carlist", "4"), ("liberal", "6"))) == (marker.at, marker.values)


def test_when_a_battle_is_decided_its_blocks_are_on_the_map_again() -> None:
    s = draw_up(fought())
    now(s).ending = HELD
    scene = seen(s, CARLIST)
    assert "" == scene.inset
    assert not has(scene, "battle:lerin")
    assert "space:lerin" == of_unit(s, CARLIST, "l_rg1").at


# ---------------------------------------------------------------- everywhere


@each_scenario
@rule("aiw", "5.2a")
def test_what_a_seat_sees_is_the_same_in_all_states_it_takes_for_possible(scenario: str) -> None:
    for n, s in enumerate(positions(scenario)):
        for seat in (0, 1, -1):
            assert seen(s, seat) == seen(GAME.determinize(GAME.view(s, seat), n), seat)


def test_nothing_of_a_hidden_block_is_drawn_even_if_it_were_another() -> None:
    s = war({"vitoria": "l_rg1 l_ln1:1 l_st1", "bilbao": "l_pr1"}, hands=["mina"], bags=["l_ln6"], secret=True)
    before = seen(s, CARLIST)
    blocks = [b for b in ids_of(BLOCKS_OF[LIBERAL]) if s.at[b] >= 0]
    units = [s.unit[b] for b in blocks]
    for b, unit in zip(blocks, units[1:] + units[:1], strict=True):
        s.unit[b], s.strength[b] = unit, 1
    put_cards(s, ASIDE, *ids(s.piles[HAND[LIBERAL]]))
    put_cards(s, HAND[LIBERAL], "convoy")
    s.bag[LIBERAL] = 1 << 7
    assert before == seen(s, CARLIST)


def keys(scene: Scene) -> set[str]:
    """Every message that a scene asks for."""
    found = {f"symbol.{p.symbol}" for p in scene.pieces} | {p.name for p in scene.pieces if p.name}
    found |= {f"row.{key}" for p in scene.pieces for key, _ in p.values}
    found |= {f"badge.{badge.partition('.')[0]}" for p in scene.pieces for badge in p.badges}
    found |= {t.name for t in scene.tracks} | {p.name for p in scene.panels}
    found |= {box for t in scene.tracks for box in t.boxes}
    for panel_ in scene.panels:
        for row in panel_.rows:
            found |= {f"row.{key}" for key, _ in row}
            found |= {value for key, value in row if "." in value and key != "rule"}
    return found


UNSAID = ("side.", "label.", "uprising.", "front", "grow.")       # marks that only say how a space is drawn


def board_keys(board: Board) -> set[str]:
    """Every message that a board asks for."""
    found = {f"card_kind.{card.kind}" for card in board.cards} | {f"line.{line.kind}" for line in board.lines}
    found |= {f"{card.id.replace(':', '.')}.{part}" for card in board.cards for part in ("name", "when", "effect")}
    for part in (board, *board.insets):
        for one in part.spaces:
            found |= {one.name, f"terrain.{one.terrain}.name"}
            found |= {f"mark.{mark.split('.')[-1]}" for mark in one.marks if not mark.startswith(UNSAID)}
    return found


@each_scenario
def test_every_word_of_a_scene_is_in_the_catalogue(scenario: str) -> None:
    asked = {key for s in positions(scenario) for seat in (0, 1, -1) for key in keys(seen(s, seat))}
    asked |= board_keys(GAME.board(positions(scenario)[0]))
    unsaid = {(language, key) for key in asked for language in LANGUAGES if not catalogue(GAME.pack, language).has(key)}
    assert set() == unsaid


def staged() -> list[Aiw]:
    """Positions in which everything is drawn that can be."""
    s = war(
        {"vitoria": "l_rg1 field:1 mountain:1 knapsack:1", "inside estella": "l_ln1 l_st1", "estella": "c_nav1",
         "road durango>orduna": "c_nav2", "road sea>bilbao": "l_ln2", "pamplona": "l_lgc1"},
        forts={"liberal": ["estella"]}, works={"carlist": ["segura"]}, siege=["estella"], bags=["l_ln6"],
        uprising={"aragon": 1},
    )
    s.pursuit[0], s.mutiny, s.royal, s.gomez, s.debt = 1, 1, area("aragon"), area("galicia"), 1
    s.shown = s.acted = s.forced = s.retreated = s.landed = s.led = 1 << block(s, "l_rg1")
    s.chapelgorris = block(s, "l_lgc1")
    s.piles[DISCARDS], s.lasting = 1, (1 << len(LASTING)) - 1
    phase(s).extra = 1
    odd = s.clone()
    phase(odd).points = 5
    forming = war({"vitoria": "l_rg1 l_ln1"}, side="liberal")
    run(forming, Act(LIBERAL))
    do(forming, "activate vitoria", "add l_ln1")
    marching = forming.clone()
    do(marching, "done", dice=[3])
    lines = draw_up(fought())
    tire(lines, "l_rg1")
    now(lines).tactic[CARLIST] = CARD["ambush"]
    now(lines).river = now(lines).wall = True
    now(lines).steadfast = 1 << block(lines, "c_nav1")
    return [s, odd, forming, marching, lines]


def test_no_word_of_the_scene_is_without_a_use() -> None:
    asked = {key for state in staged() for seat in (0, 1) for key in keys(seen(state, seat))}
    asked |= board_keys(GAME.board(staged()[0])) | {f"panel.{fight}" for fight in ("skirmish", "assault", "region")}
    ours = flatten(GAME.pack.toml("text/en.toml").values)
    sections = ("track", "panel", "row", "badge", "symbol", "lasting", "mark", "line", "box", "card_kind", "turn")
    assert set() == {key for key in ours if key.partition(".")[0] in sections} - asked


def test_a_board_can_be_sent() -> None:
    assert len(sent(GAME.board(war({})))) < 64_000


@each_scenario
def test_scenes_can_be_sent(scenario: str) -> None:
    for s in positions(scenario):
        for seat in (0, 1, -1):
            assert len(sent(seen(s, seat))) < MOST_SENT


@each_scenario
def test_one_action_changes_little(scenario: str) -> None:
    s, chance = GAME.new(scenario, seed=6, secret=True), Random(6)
    was = {seat: seen(s, seat) for seat in (0, 1)}
    for _ in range(400):
        if s.over:
            break
        mover = chance.choice(tablero.players(s))
        tablero.apply(s, mover, chance.choice(tablero.options(s, mover)))
        for seat in (0, 1):
            scene = seen(s, seat)
            changed = [
                changes(was[seat].pieces, scene.pieces), changes(was[seat].tracks, scene.tracks),
                changes(was[seat].panels, scene.panels),
            ]
            assert len(msgspec.json.encode(changed)) <= MOST_CHANGED
            was[seat] = scene


@each_scenario
def test_every_piece_stands_somewhere_and_has_an_id_of_its_own(scenario: str) -> None:
    board = GAME.board(positions(scenario)[0])
    places = {one.id for part in (board, *board.insets) for one in part.spaces}
    for s in positions(scenario):
        scene = seen(s, 0)
        assert len(scene.pieces) == len({p.id for p in scene.pieces})
        assert set() == {p.at for p in scene.pieces} - places
        on_table = {f"block:{BLOCKS[b]}" for b in range(len(BLOCKS)) if s.at[b] >= 0}
        assert on_table == {p.id for p in scene.pieces if p.id.startswith("block:")}


@each_scenario
def test_whatever_an_option_targets_can_be_lit(scenario: str) -> None:
    spaces = {one.id for one in GAME.board(positions(scenario)[0]).spaces}
    for s in positions(scenario):
        for seat in tablero.players(s):
            scene = seen(s, seat)
            held = {card for hand in scene.hands for card in hand.cards}
            things = spaces | held | {p.id for p in scene.pieces}
            for action in tablero.options(s, seat):
                for target in GAME.targets(s, action):
                    assert target in things or target.startswith(("load:", "side:", "unit:")) or action[0] == "ally"


LISTS = ("command", "forts", "works", "bag", "bagged", "sacks", "sizes", "piles", "cups", "uprising", "pursuit")
NUMBERS = ("vp", "prestige", "debt", "turn", "year", "siege", "held", "acted", "forced", "trains", "partidas", "mutiny",
           "regionals", "box_field", "box_mountain", "lasting", "royal", "gomez", "chapelgorris", "shown")


@pytest.mark.parametrize("column", [*LISTS, *NUMBERS])
def test_two_positions_that_differ_in_one_column_are_drawn_differently(column: str) -> None:
    s = war({"vitoria": "l_rg1", "segura": "c_nav1"}, year=1835)
    before, other = seen(s, 0), s.clone()
    if column in LISTS:
        getattr(other, column)[0] += 1
    elif column in ("acted", "forced", "shown", "chapelgorris"):
        setattr(other, column, block(s, "l_rg1") if column == "chapelgorris" else 1 << block(s, "l_rg1"))
    elif column in ("siege", "held"):
        setattr(other, column, getattr(s, column) ^ 1 << area("vitoria"))
    elif column in ("trains", "partidas", "regionals"):
        setattr(other, column, 1)
    else:
        setattr(other, column, getattr(s, column) + 1)
    assert before != seen(other, 0)
