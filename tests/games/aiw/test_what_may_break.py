"""What may break: piles that are empty, nowhere to go, nobody left, targets that are gone, two ends at once.

Each chapter tests its own such cases; here are those that fall between the chapters.
"""

from __future__ import annotations

from random import Random

import pytest

import tablero
from tablero.games.aiw import GAME
from tablero.games.aiw.board import (
    ACTIONS,
    AREA_NAMES,
    CARD,
    CARDS,
    CARLIST,
    CARLIST_ZONE,
    CITIES,
    DECK,
    DISCARDS,
    EVENT,
    FACES,
    FIRST_REGION,
    HAND,
    LIBERAL,
    MAP,
    PACK,
    PORTS,
    REMOVED,
    SIDES,
    SPACES,
    TRAIN,
    UNIT,
    UNITS,
    area,
)
from tablero.games.aiw.rules.r03_turn.s00_player_phase import phase
from tablero.games.aiw.rules.r03_turn.s00_turn import Turn
from tablero.games.aiw.rules.r04_map import controller, fort_owner
from tablero.games.aiw.rules.r05_units.s01_blocks import fighters, in_area, in_open
from tablero.games.aiw.rules.r07_cards.s00_taking import TakeCard
from tablero.games.aiw.rules.r07_cards.s01_types import PlayCard
from tablero.games.aiw.rules.r09_victory import AUTOMATIC_ZONE, DECISIVE_ZONE
from tablero.games.aiw.rules.r10_actions.s00_actions import ActionsStep
from tablero.games.aiw.rules.r17_battle.s00_battle import Battle
from tablero.games.aiw.rules.r17_battle.s09_retreat import ATTACKER, DEFENDER, Retreat
from tablero.games.aiw.rules.r17_battle.s09_ways import free_of_enemies
from tablero.games.aiw.rules.r18_siege.s01_initiation import begin_sieges
from tablero.games.aiw.rules.r18_siege.s03_capture import Capture
from tablero.games.aiw.rules.r20_reinforcements.s00_reinforcements import Reinforcements
from tablero.games.aiw.rules.r20_reinforcements.s00_units import arrival
from tablero.games.aiw.rules.r24_end_of_year.s00_end_of_year import EndOfYear
from tablero.games.aiw.rules.r24_end_of_year.s09_cards import renew_decks
from tablero.games.aiw.state import AUTOMATIC, DECISIVE, DRAW, OFF, POINTS, SEA, TWO_CITIES, Aiw
from tablero.kernel.bits import bitset, ids_of
from tablero.kernel.events import Event
from tests.games.aiw.battle import battle, draw_up
from tests.games.aiw.combat import came, combats, skirmish
from tests.games.aiw.war import asked, at, block, do, guns, offered, put_cards, refused, run, strength, told, war
from tests.rules import rule

ZONE = [AREA_NAMES[x] for x in ids_of(CARLIST_ZONE)]


def play_out(s: Aiw, seed: int = 1) -> list[Event]:
    """Any answers, until the frame that was started on top of the phase is done."""
    chance = Random(seed)
    events: list[Event] = []
    for _ in range(500):
        if len(s.stack) <= 2:
            return events
        seat = tablero.players(s)[0]
        events += tablero.apply(s, seat, chance.choice(tablero.options(s, seat)))
    raise AssertionError(f"no end: {asked(s)}")


def year_end(s: Aiw, first: str, dice: list[int] | None = None) -> list[Event]:
    return run(s, EndOfYear(at=EndOfYear().steps().index(first)), dice)


# ------------------------------------------------------------------------------------------------------- empty bags


def test_the_last_unit_of_a_bag_that_finds_no_place_is_still_known_to_be_in_it() -> None:
    s = war({}, forts={"liberal": ZONE}, bags=["c_nav1"], secret=True)
    run(s, arrival(s, CARLIST, 0))
    assert ("bag", 1, 1 << UNIT["c_nav1"]) == (at(s, "c_nav1"), s.bagged[CARLIST], s.bag_may[CARLIST])


@rule("aiw", "20.2d", "20.2e")
def test_empty_bags_on_both_sides_with_nothing_to_spend_points_on_stop_nobody() -> None:
    s = war({}, forts={"liberal": ZONE}, year=1835, turn=2)
    s.trains, s.sacks = 0, [0, 0]
    events = run(s, Reinforcements()) + play_out(s)
    assert [(LIBERAL,), (CARLIST,)] == told(events, "bag_empty")
    assert set(s.at) == {OFF}


@rule("aiw", "24.7e")
def test_partidas_without_a_friendly_space_wait_in_their_box_for_another_year() -> None:
    s = war({}, forts={"liberal": ZONE}, year=1834, partidas=["c_par1"])
    year_end(s, "partidas")
    assert ("box", 1 << UNIT["c_par1"]) == (at(s, "c_par1"), s.partidas)


@rule("aiw", "24.6c")
@pytest.mark.parametrize(("walls", "where"), [(ZONE, "out of play"), (ZONE[1:], ZONE[0])])
def test_the_foreign_battalion_without_a_friendly_space_waits_for_its_card(walls: list[str], where: str) -> None:
    s = war({}, forts={"liberal": walls}, year=1835)
    year_end(s, "foreign_battalion")
    assert (where, 0) == (at(s, "c_for1"), s.gone)


# ------------------------------------------------------------------------------------------------------ empty decks


@rule("aiw", "7.0f", "7.0h")
def test_a_deck_of_one_cancelled_card_gives_neither_a_card_nor_a_command_point() -> None:
    s = war({}, decks=["contraband"])
    s.barred = 1 << CARD["contraband"]
    run(s, TakeCard(CARLIST))
    assert (0, 0, 1 << CARD["contraband"]) == (s.sizes[HAND[CARLIST]], s.command[CARLIST], s.piles[REMOVED])
    run(s, TakeCard(CARLIST))                           # now there is none at all
    assert 1 == s.command[CARLIST]


@rule("aiw", "24.9e")
def test_an_expired_card_is_not_replaced_out_of_a_deck_of_events() -> None:
    s = war({}, year=1835, hands=["mina"])
    put_cards(s, REMOVED, *(card.id for card in FACES if card.type != EVENT and card.id != "mina"))
    renew_decks(s, 1836)
    assert (0, 0) == (s.sizes[HAND[LIBERAL]], s.piles[HAND[LIBERAL]])
    assert s.piles[DECK[LIBERAL]]


@rule("aiw", "7.0h", "7.0g")
def test_a_side_whose_cards_are_all_held_or_gone_plays_on_with_command_points() -> None:
    s = war({}, side="liberal", hands=["convoy", "mina"])
    events = run(s, TakeCard(LIBERAL))
    assert ([(LIBERAL,)], []) == (told(events, "no_cards"), told(events, "reshuffled"))
    assert (2, [0, 1]) == (s.sizes[HAND[LIBERAL]], s.command)


# ---------------------------------------------------------------------------------------------- counters and markers


@rule("aiw", "10.2h", "7.1c")
@pytest.mark.parametrize(("used", "playable"), [(14, True), (15, False)])
def test_a_post_is_not_fortified_without_a_counter(used: int, playable: bool) -> None:
    walls = [name for name in ZONE if name != "baztan"][:used]
    s = war({"haro": "l_ln1"}, side="liberal", forts={"liberal": walls}, hands=["fortified_posts"], secret=True)
    run(s, ActionsStep(LIBERAL))
    assert playable == ("play fortified_posts" in offered(s))
    assert (None if playable else ("10.2h", "no_fortress_counter")) == (why(s, "build l_ln1"))


def why(s: Aiw, text: str) -> tuple[str, str] | None:
    found = refused(s, text)
    return found and (found.rule, found.key)


@rule("aiw", "18.1a", "6.0d")
def test_markers_of_sieges_never_run_out() -> None:
    counters = next(row.integer("count") for row in PACK.rows("counters.csv") if row.text("id") == "m_siege")
    carlists = [unit.id for unit in UNITS if unit.side == CARLIST and unit.kind != TRAIN]
    walls = [name for name in ZONE if name != "baztan"][: counters + 3]
    s = war(dict(zip(walls, carlists, strict=False)), forts={"liberal": walls})
    begin_sieges(s, CARLIST)
    assert counters + 3 == s.siege.bit_count()


@rule("aiw", "23.2d", "6.0e")
def test_every_region_can_have_its_pursuit_marker() -> None:
    hunted = ("aragon", "catalonia", "castile_leon")
    places = {x: f"{c} {li}" for x, c, li in zip(hunted, ("c_nav1", "c_nav2", "c_nav3"), ("l_ln1", "l_ln2", "l_ln3"))}
    s = war(places, side="liberal", year=1836)
    combats(s)
    for x in hunted:
        do(s, f"locate {x}", dice=[1])
    assert [1, 1, 1] == [s.pursuit[area(x) - FIRST_REGION] for x in hunted]


# ------------------------------------------------------------------------------------------------- no legal retreat

STRANGERS = {side: [unit.id for unit in UNITS if unit.side != side and unit.kind != TRAIN] for side in (0, 1)}
BEATEN = ("c_nav1:3 c_par1 c_st1 field:1 knapsack:1", "l_rg1:3 l_lnc1:1 l_st1 field:3 mountain:1 knapsack:1")


@rule("aiw", "17.9s", "17.9t", "17.9v")
@pytest.mark.parametrize("role", [ATTACKER, DEFENDER])
@pytest.mark.parametrize("side", [CARLIST, LIBERAL])
def test_in_every_space_units_with_enemies_all_around_end_where_they_may_stay_or_are_lost(side: int, role: int) -> None:
    """Enemies stand in every neighbouring space and hold every City and Port: there is a question that can be answered
    in each of the 74 spaces, and nobody is left beside the enemy."""
    for x in range(SPACES):
        enemies = iter(STRANGERS[side])
        places = {AREA_NAMES[x]: f"{BEATEN[side]} {next(enemies)}"}
        for y in ids_of(MAP.near_bits[x]):
            if y < SPACES:
                places[AREA_NAMES[y]] = next(enemies)
        walls = [AREA_NAMES[y] for y in ids_of((CITIES | PORTS) & ~(1 << x))]
        s = war(places, side=SIDES[side if role == ATTACKER else 1 - side], forts={SIDES[1 - side]: walls})
        run(s, Retreat(side, x, role))
        play_out(s, seed=x)
        assert not fighters(s, in_open(s, side, x)), AREA_NAMES[x]
        for y in range(SPACES):
            if y != x and fighters(s, in_open(s, side, y)):
                assert free_of_enemies(s, side, y), f"{AREA_NAMES[x]} to {AREA_NAMES[y]}"
        assert not s.apart


@rule("aiw", "17.9s", "17.9u")
def test_a_last_point_does_not_survive_a_break_out() -> None:
    s = war({"orduna": "l_rg1:1 l_st1 field:2 c_nav1", "espejo": "c_nav2"}, side="liberal")
    came(s, "orduna", "espejo")
    run(s, Retreat(LIBERAL, area("orduna"), ATTACKER))
    do(s, "break_out valmaseda")
    assert ("bag", "orduna") == (at(s, "l_rg1"), at(s, "l_st1"))        # the Train is looked at after the combat
    assert 0 == s.apart


@rule("aiw", "13.2j", "17.9o", "17.9s")
def test_landed_units_without_a_friendly_port_break_out_over_land() -> None:
    shut = [AREA_NAMES[x] for x in ids_of(PORTS) if AREA_NAMES[x] != "guetaria"]
    s = war({"guetaria": "l_ln1 c_gui1", "road sea>guetaria": "l_ln2 field:1"}, side="liberal", forts={"carlist": shut})
    phase(s).entered.append((area("guetaria"), SEA))
    s.landed = bitset(block(s, unit) for unit in ("l_ln1", "l_ln2"))
    run(s, Retreat(LIBERAL, area("guetaria"), ATTACKER))
    assert "liberal BreakOut" == asked(s)
    do(s, "break_out azpeitia")
    do(s, "hit l_ln1")
    assert {"azpeitia"} == {at(s, "l_ln1"), at(s, "l_ln2")}
    assert ((0, 0), (1, 0)) == (guns(s, "liberal", "road sea>guetaria"), guns(s, "carlist", "guetaria"))


@rule("aiw", "17.9g", "18.2d")
def test_besieged_units_that_lose_a_sortie_need_no_way_out() -> None:
    ring = {AREA_NAMES[y]: unit for y, unit in zip(ids_of(MAP.near_bits[area("pamplona")]), STRANGERS[LIBERAL][3:])}
    places = {**ring, "pamplona": "c_nav1:4 c_nav2:4", "inside pamplona": "l_rg1:4"}
    s = war(places, side="liberal", siege=["pamplona"])
    combats(s)
    do(s, "sortie pamplona")
    play_out(s)
    assert ("inside pamplona" if strength(s, "l_rg1") else "bag") == at(s, "l_rg1")
    assert s.siege == 1 << area("pamplona")


# ----------------------------------------------------------------------------------------------- an empty front line


@rule("aiw", "15.0g", "17.3b")
def test_a_side_that_has_no_infantry_left_when_the_lines_are_drawn_up_is_routed_at_once() -> None:
    s = came(war({"lerin": "c_navc1 c_casc1 l_rg1 l_rg2 l_rg3"}, side="liberal"), "lerin", "lodosa")
    run(s, Battle(area("lerin"), LIBERAL))
    events = do(s, "done", dice=[6] * 3)                # a die each, for there is Cavalry to cover the flight
    assert [(CARLIST, area("lerin"))] == told(events, "battle_rout")
    assert (-1, []) == (s.vp, told(events, "battle_round"))


@rule("aiw", "15.0g", "17.3d")
def test_without_infantry_on_both_sides_the_attacker_leaves_and_nobody_is_routed() -> None:
    s = came(war({"lerin": "c_navc1 c_casc1 l_lnc1 l_lnc2"}, side="liberal"), "lerin", "lodosa")
    run(s, Battle(area("lerin"), LIBERAL))
    events = do(s, "done", dice=[])
    assert [(LIBERAL, area("lerin"))] == told(events, "battle_held")
    assert (0, {"lodosa"}) == (s.vp, {at(s, "l_lnc1"), at(s, "l_lnc2")})


@rule("aiw", "17.3b", "17.8f", "17.9a")
def test_a_front_line_and_its_reserve_may_both_be_emptied_and_then_nobody_retreats() -> None:
    s = draw_up(battle("durango", "c_nav1:1 c_nav2:1 c_nav3:1 c_gui1:1", "l_rg1 l_rg2 l_rg3", came=["villarreal"]))
    do(s, "pass")
    do(s, "fire l_rg1", dice=[1, 1, 1, 6])                              # the three in front fall
    events = do(s, offered(s)[0])
    events += do(s, offered(s)[0], dice=[1, 6, 6])                      # and in the Rout the one in Reserve
    assert 1 == len(told(events, "battle_rout"))
    assert ["bag"] * 4 == [at(s, unit) for unit in ("c_nav1", "c_nav2", "c_nav3", "c_gui1")]
    assert ([], "durango") == (told(events, "retreated"), at(s, "l_rg1"))
    play_out(s)                                                         # the winner may regroup
    assert (0, 0, 0) == (s.apart, s.shown, in_area(s, CARLIST, area("durango")))


# -------------------------------------------------------------------------------------------------- both are wiped out


@rule("aiw", "16.0x", "11.3c", "4.9d")
def test_a_skirmish_that_nobody_survives_leaves_the_space_to_its_zone() -> None:
    s = war({"lerin": "l_rg1:1 field:1 c_nav1:1 mountain:2"}, side="liberal")
    s.held |= 1 << area("lerin")                        # the Carlists had taken it
    events = combats(s, dice=[1, 6, 6, 1])              # the Carlists fire, then what is left: a Liberal gun
    assert [] == told(events, "must_retreat")
    assert ("bag", "bag", {}) == (at(s, "l_rg1"), at(s, "c_nav1"), s.loads)
    assert (LIBERAL, 0) == (controller(s, area("lerin")), s.held >> area("lerin") & 1)


@rule("aiw", "18.2c", "18.1y", "11.3c")
def test_a_sortie_that_nobody_survives_lifts_the_siege() -> None:
    s = war({"pamplona": "c_nav1:1", "inside pamplona": "l_rg1:1 field:2"}, side="liberal", siege=["pamplona"])
    combats(s)
    do(s, "sortie pamplona", "out l_rg1", "take_out field", dice=[1, 1, 6])
    assert ("bag", "bag", 0) == (at(s, "c_nav1"), at(s, "l_rg1"), s.siege)
    assert LIBERAL == fort_owner(s, area("pamplona"))
    assert (2, 0) == guns(s, "liberal", "pamplona")     # the Fortress keeps them


@rule("aiw", "23.2g", "9.1m", "23.2l")
def test_a_combat_in_a_region_that_nobody_survives_destroys_the_expedition_and_ends_the_pursuit() -> None:
    s = war({"aragon": "c_nav1:1 knapsack:1 l_ln1:1 field:2"}, side="liberal", uprising={"aragon": 2})
    s.prestige, s.pursuit[area("aragon") - FIRST_REGION] = 3, 4
    combats(s)
    events = do(s, "locate aragon", dice=[2, 1, 6, 6, 1])
    assert ("bag", "bag") == (at(s, "c_nav1"), at(s, "l_ln1"))
    assert [(area("aragon"),)] == told(events, "expedition_destroyed")
    assert (1, 0, {}) == (s.prestige, s.pursuit[area("aragon") - FIRST_REGION], s.loads)
    assert 2 == s.uprising[area("aragon") - FIRST_REGION]


@rule("aiw", "7.3b", "18.1y")
def test_the_last_unit_of_an_assault_may_fall_by_its_own_bayonets() -> None:
    s = war({"estella": "c_gui1:1 field:2", "inside estella": "l_rg1:1"}, forts={"liberal": ["estella"]},
            siege=["estella"], hands=["guides_of_navarre"])
    combats(s)
    do(s, "assault estella", "lay guides_of_navarre", dice=[6, 6, 6])
    do(s, "reroll c_gui1", dice=[6])
    assert ("bag", 0, "estella") == (at(s, "c_gui1"), s.siege, at(s, "l_rg1"))
    assert LIBERAL == fort_owner(s, area("estella"))


# --------------------------------------------------------------------------------------------------- half a point left


@rule("aiw", "13.1k", "10.0j")
def test_half_an_action_point_buys_only_another_ship_and_is_gone_with_the_phase() -> None:
    s = war({"bilbao": "l_ln2 l_ln3"}, side="liberal", points=1, secret=True)
    now = phase(s)
    run(s, ActionsStep(LIBERAL))
    do(s, "transport bilbao", "ship l_ln2", "sail laredo")
    assert 1 == now.points
    assert {"transport bilbao", "done"} == {word for word in offered(s) if not word.startswith("d") or word == "done"}
    assert ("10.1a", "no_action_points") == why(s, "activate bilbao")
    do(s, "done")
    assert 0 == now.points


# --------------------------------------------------------------------------------------------- cards without a target

EVENTS_OF_THE_GAME = [card.id for card in FACES if card.type == EVENT]


@rule("aiw", "7.1b", "7.1d")
@pytest.mark.parametrize("name", EVENTS_OF_THE_GAME)
def test_an_event_that_finds_nobody_on_the_map_and_nothing_in_the_bags_is_played_all_the_same(name: str) -> None:
    card = CARD[name]
    for seed in range(3):
        s = war({}, side=SIDES[FACES[card].side], year=1837)
        s.trains, s.sacks = 0, [0, 0]
        run(s, PlayCard(FACES[card].side, card))
        play_out(s, seed)
        assert (s.piles[REMOVED] | s.piles[DISCARDS]) >> card & 1


@rule("aiw", "7.1c")
def test_on_an_empty_map_no_card_of_the_actions_step_that_needs_somebody_is_offered() -> None:
    for side in (CARLIST, LIBERAL):
        box = enumerate(FACES[: CARDS.untold])
        names = [card.id for i, card in box if card.side == side and i in CARDS.effects]
        s = war({}, side=SIDES[side], hands=names, year=1836)
        assert {"telegraph"} >= {FACES[card].id for card in CARDS.playable(s, side, ACTIONS, s.stack[-1])}


@rule("aiw", "6.0f")
def test_the_marker_of_a_unit_that_is_lost_goes_with_it() -> None:
    s = war({"tolosa": "l_ln1:1 l_ln2:1 c_gui1:2"}, side="liberal", secret=True)
    s.chapelgorris = block(s, "l_ln1")
    skirmish(s, "tolosa")
    do(s, "all", seat="liberal", dice=[1, 6])
    do(s, "hit l_ln1")
    assert ("bag", OFF) == (at(s, "l_ln1"), s.chapelgorris)


@rule("aiw", "7.1d", "5.4q")
def test_the_legions_melt_and_the_last_british_unit_with_them_so_that_none_is_left_to_go() -> None:
    s = war({"san_sebastian": "l_br1:1 field:2", "laredo": "l_ln1"}, year=1837)
    run(s, PlayCard(CARLIST, CARD["legions_melt"]))
    assert ("nobody", "gone", "laredo") == (asked(s), at(s, "l_br1"), at(s, "l_ln1"))


@rule("aiw", "9.1n", "7.1d")
def test_gomez_and_the_king_are_lost_with_their_expedition_and_count_once() -> None:
    s = war({"aragon": "c_nav1:1 l_ln1:2"}, side="liberal")
    s.prestige, s.royal, s.gomez = 3, area("aragon"), area("aragon")
    s.pursuit[area("aragon") - FIRST_REGION] = 5
    combats(s)
    do(s, "locate aragon", dice=[6, 1, 1, 6])
    assert ("bag", OFF, OFF, 0, 0) == (at(s, "c_nav1"), s.royal, s.gomez, s.prestige, s.debt)


# ------------------------------------------------------------------------------------------- dice that did not fall


@rule("aiw", "23.2d")
@pytest.mark.parametrize(("marker", "dice", "kind"), [(5, [], "located_at_once"), (4, [2], "located")])
def test_the_die_that_finds_an_expedition_is_told_only_if_one_fell(marker: int, dice: list[int], kind: str) -> None:
    s = war({"aragon": "c_par1:1 l_ln1:1"}, side="liberal", secret=True)
    s.pursuit[area("aragon") - FIRST_REGION] = marker
    combats(s)
    events = do(s, "locate aragon", dice=[*dice, 6, 6])
    assert [(area("aragon"), *dice)] == told(events, kind)


# --------------------------------------------------------------------------------------------------- two ends at once


@rule("aiw", "9.0b", "9.0c")
def test_no_marker_lies_in_the_zones_of_both_sides() -> None:
    for zone in (AUTOMATIC_ZONE, DECISIVE_ZONE):
        assert zone[LIBERAL] < 0 < zone[CARLIST]


@rule("aiw", "9.0e", "9.0b")
@pytest.mark.parametrize("vp", [-30, -10, 0, 10])
def test_the_second_city_wins_whatever_zone_the_marker_is_in(vp: int) -> None:
    s = war({"pamplona": "c_nav1"}, forts={"carlist": ["vitoria"]}, siege=["pamplona"])
    s.vp = vp
    run(s, Capture(area("pamplona"), CARLIST))
    assert (True, CARLIST, TWO_CITIES, vp + 3) == (s.over, s.winner, s.ending, s.vp)


@rule("aiw", "9.0e", "18.1l")
def test_the_second_city_ends_the_war_before_the_other_combats_are_fought() -> None:
    places = {"pamplona": "c_nav1:4 field:2", "bilbao": "c_bis1:4 field:2", "inside bilbao": "l_rg1:4"}
    s = war(places, forts={"carlist": ["vitoria"]}, siege=["pamplona", "bilbao"])
    combats(s)
    do(s, "assault pamplona", dice=[6] + [1, 1, 6, 6])
    assert (True, TWO_CITIES, 4, "nobody") == (s.over, s.ending, strength(s, "l_rg1"), asked(s))


@rule("aiw", "3.0k", "9.0b", "24.2a")
@pytest.mark.parametrize(("vp", "ending"), [(AUTOMATIC_ZONE[CARLIST], AUTOMATIC), (AUTOMATIC_ZONE[CARLIST] - 1, -1)])
def test_in_the_last_turn_the_victory_check_comes_before_the_points_of_the_year(vp: int, ending: int) -> None:
    s = war({}, year=1838, turn=5)
    s.vp = vp
    run(s, Turn(at=Turn().steps().index("check")))
    assert (ending, vp) == (s.ending, s.vp)


@rule("aiw", "24.3a", "24.4a")
def test_a_decisive_victory_in_the_last_year_leaves_no_final_roll() -> None:
    s = war({}, year=1838, turn=5)
    s.vp = DECISIVE_ZONE[CARLIST]
    year_end(s, "decisive", dice=[])
    assert (DECISIVE, CARLIST) == (s.ending, s.winner)


@rule("aiw", "24.4b", "24.4c", "24.5b")
@pytest.mark.parametrize(
    ("vp", "die", "ending", "winner"), [(0, 6, DRAW, -1), (-1, 1, DRAW, -1), (0, 1, POINTS, CARLIST)]
)
def test_the_last_winter_is_not_played_though_a_second_city_would_starve(
    vp: int, die: int, ending: int, winner: int
) -> None:
    s = war({"pamplona": "c_nav1"}, forts={"carlist": ["vitoria"]}, siege=["pamplona"], year=1838, turn=5)
    s.vp, s.prestige = vp, 1
    year_end(s, "decisive", dice=[die])
    assert (True, ending, winner) == (s.over, s.ending, s.winner)
    assert LIBERAL == fort_owner(s, area("pamplona"))


def test_a_war_that_is_over_asks_nobody_and_takes_no_more_actions() -> None:
    s = war({"pamplona": "c_nav1"}, forts={"carlist": ["vitoria"]}, siege=["pamplona"])
    run(s, Capture(area("pamplona"), CARLIST))
    assert ([], []) == (list(tablero.players(s)), tablero.options(s, CARLIST))
    with pytest.raises(tablero.GameOver):
        tablero.apply(s, CARLIST, ("done",))
    assert GAME.view(s, LIBERAL).result == s.result
