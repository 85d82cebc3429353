"""[23.2] Expeditions are located and fought in regions."""

from __future__ import annotations

import pytest

from tablero.games.aiw import GAME
from tablero.games.aiw.board import CARLIST, FIGHTERS, FIRST_REGION, LIBERAL, TRAINS, UNIT, area
from tablero.games.aiw.rules.r03_turn.s00_player_phase import phase
from tablero.games.aiw.rules.r03_turn.s00_turn import Turn
from tablero.games.aiw.rules.r04_map import settle
from tablero.games.aiw.rules.r05_units.s01_blocks import in_open, put
from tablero.games.aiw.rules.r15_combat import CombatStep
from tablero.games.aiw.rules.r23_regions.s02_combat import Locate, searchable
from tablero.games.aiw.state import Aiw
from tablero.kernel.bits import ids_of
from tablero.kernel.engine import advance
from tablero.kernel.refusals import Refusal
from tests.games.aiw.combat import came, combats
from tests.games.aiw.war import asked, at, block, do, guns, offered, refused, run, strength, told, war
from tests.rules import rule

ARAGON = area("aragon")


def pursuit(s: Aiw, name: str = "aragon") -> int:
    return s.pursuit[area(name) - FIRST_REGION]


def set_pursuit(s: Aiw, n: int) -> None:
    s.pursuit[ARAGON - FIRST_REGION] = n


def hunt(pieces: str, dice: list[int], marker: int = 0, **rest: object) -> Aiw:
    """The Liberal looks for the Expedition in Aragón."""
    s = war({"aragon": pieces}, side="liberal", **rest)  # type: ignore[arg-type]
    set_pursuit(s, marker)
    run(s, CombatStep(LIBERAL))
    do(s, "locate aragon", dice=dice)
    return s


# --------------------------------------------------------------------------------------------------------------- locate


@rule("aiw", "23.2a", "15.0b")
def test_the_liberal_attacks_in_a_region_for_nothing_and_the_carlist_never() -> None:
    s = war({"aragon": "c_nav1 c_nav2 c_gui1 l_ln1"}, side="liberal", points=0, secret=True)
    assert searchable(s, LIBERAL) == 1 << ARAGON
    assert searchable(s, CARLIST) == 0
    run(s, CombatStep(LIBERAL))
    assert "locate aragon" in offered(s)


@pytest.mark.parametrize("marker, die, found", [(0, 6, True), (0, 5, False), (2, 4, True), (2, 3, False), (4, 2, True),
                                                (4, 1, False)])
@rule("aiw", "23.2b")
def test_a_six_locates_and_the_pursuit_marker_is_added(marker: int, die: int, found: bool) -> None:
    s = war({"aragon": "c_par1 l_ln1"}, side="liberal", secret=True)
    set_pursuit(s, marker)
    run(s, CombatStep(LIBERAL))
    events = do(s, "locate aragon", dice=[die, *([6] * 5 if found else [])])
    assert told(events, "located" if found else "not_located") == [(ARAGON, die)]


@rule("aiw", "23.2b")
def test_who_searches_has_infantry_or_cavalry_there_as_everybody_sees() -> None:
    s = war({"aragon": "c_nav1 l_ln1 l_st1 l_st2"}, side="liberal", secret=True)
    there = in_open(s, LIBERAL, ARAGON)
    for b in ids_of(there):
        s.may[b] = 1 << UNIT["l_ln1"] | 1 << UNIT["l_ln2"] | TRAINS
    run(s, Locate(ARAGON), dice=[1])
    assert [(there, FIGHTERS, 1)] == s.facts


@rule("aiw", "23.2b")
def test_a_search_needs_infantry_or_cavalry_and_an_enemy() -> None:
    s = war({"aragon": "c_nav1 l_st1", "galicia": "l_ln1", "catalonia": "l_ln2 c_gui1"}, side="liberal", secret=True)
    assert searchable(s, LIBERAL) == 1 << area("catalonia")
    run(s, CombatStep(LIBERAL))
    assert refused(s, "locate aragon") == Refusal("23.2b", "search_needs_a_unit")


@rule("aiw", "23.2b")
def test_each_region_is_searched_once_a_step() -> None:
    s = war({"aragon": "c_nav1 l_ln1", "galicia": "c_gui1 l_ln2"}, side="liberal", secret=True)
    run(s, CombatStep(LIBERAL))
    do(s, "locate aragon", dice=[1])
    assert refused(s, "locate aragon") == Refusal("23.2b", "one_search_for_each_region")
    assert "locate galicia" in offered(s)


@pytest.mark.parametrize("before, after", [(0, 1), (1, 2), (4, 5)])
@rule("aiw", "23.2c", "23.2d")
def test_a_failed_search_raises_the_marker(before: int, after: int) -> None:
    s = war({"aragon": "c_nav1 l_ln1"}, side="liberal")
    set_pursuit(s, before)
    events = run(s, Locate(ARAGON), dice=[1])
    assert pursuit(s) == after
    assert [(ARAGON, after)] == told(events, "pursuit")


@rule("aiw", "23.2d")
def test_five_on_the_marker_locate_without_a_die_and_it_grows_no_more() -> None:
    s = hunt("c_par1:1 l_ln1:1", [6, 6], 5, secret=True)
    assert asked(s) == "liberal GoOn"
    do(s, "no")
    assert pursuit(s) == 5


@rule("aiw", "23.2d")
def test_five_do_not_find_gomez_without_a_die() -> None:
    s = war({"aragon": "c_nav1 l_ln1"}, side="liberal", secret=True)
    set_pursuit(s, 5)
    s.gomez = ARAGON
    run(s, CombatStep(LIBERAL))
    events = do(s, "locate aragon", dice=[2])
    assert told(events, "not_located") == [(ARAGON, 2)]


@rule("aiw", "23.2b")
def test_a_bonus_is_added_to_the_search() -> None:
    s = war({"aragon": "c_par1 l_ln1:1"}, side="liberal", secret=True)
    events = run(s, Locate(ARAGON, bonus=2), dice=[4, 6, 6])
    assert told(events, "located") == [(ARAGON, 4)]


# -------------------------------------------------------------------------------------------------------- region combat


@rule("aiw", "23.2e", "23.2f")
def test_it_is_a_skirmish_of_all_units_whatever_their_number() -> None:
    s = hunt("c_nav1 c_nav2 c_nav3 c_gui1 l_ln1 l_ln2 l_ln3 l_ln4", [6] * 28)
    assert asked(s) == "liberal GoOn"
    assert s.shown.bit_count() == 8


@pytest.mark.parametrize("unit, die, hits", [
    ("l_ln1:1", 2, 1), ("l_ln1:1", 3, 0), ("l_pr1:1", 1, 1), ("l_pr1:1", 2, 0), ("l_lgc1:1", 3, 1), ("l_lgc1:1", 4, 0),
])
@rule("aiw", "23.2f")
def test_infantry_hits_with_its_effectiveness_and_cavalry_with_one_more(unit: str, die: int, hits: int) -> None:
    s = hunt(f"c_nav1:3 {unit}", [6, die, 6, 6, 6])
    assert strength(s, "c_nav1") == 3 - hits


@pytest.mark.parametrize("die, hits", [(3, 1), (4, 0)])
@rule("aiw", "23.2f")
def test_artillery_hits_with_three_and_all_its_points(die: int, hits: int) -> None:
    s = hunt("c_nav1:3 l_ln1:1 field:1 mountain:1", [6, 6, die, 6, 6, 6, 6])
    assert strength(s, "c_nav1") == 3 - hits


@rule("aiw", "23.2f")
def test_hits_go_one_by_one_to_the_strongest() -> None:
    s = hunt("c_nav1:2 c_navc1:4 c_par1 l_ln1:3", [6, 1, 1, 1, *([6] * 7)], secret=True)
    assert asked(s) == "carlist TakeHits"
    assert offered(s) == ["hit c_nav1", "hit c_navc1"]
    assert [strength(s, unit) for unit in ("c_nav1", "c_navc1", "c_par1")] == [2, 2, 1]
    assert refused(s, "hit c_par1") == Refusal("16.0m", "hit_the_strongest")
    do(s, "hit c_nav1")
    assert [strength(s, unit) for unit in ("c_nav1", "c_navc1", "c_par1")] == [1, 2, 1]


@rule("aiw", "23.2f")
def test_a_train_takes_no_hit() -> None:
    s = hunt("c_nav1:2 c_st1:3 l_ln1:1", [6, 1, 6, 6], secret=True)
    assert asked(s) == "liberal GoOn"
    assert (strength(s, "c_nav1"), strength(s, "c_st1")) == (1, 3)


@rule("aiw", "23.2g")
def test_both_fire_at_the_same_time() -> None:
    s = hunt("c_nav1:1 l_ln1:1", [6, 1, 1])
    assert (at(s, "c_nav1"), at(s, "l_ln1")) == ("bag", "bag")


@rule("aiw", "23.2h")
def test_another_round_is_fought_if_both_want_it() -> None:
    s = hunt("c_nav1:1 l_ln1:1", [6, 6, 6], secret=True)
    assert [(LIBERAL, ARAGON)] == told(do(s, "yes"), "goes_on")
    assert asked(s) == "carlist GoOn"
    assert [(CARLIST, ARAGON)] == told(do(s, "yes", dice=[1, 6]), "goes_on")
    assert at(s, "c_nav1") == "bag"


@rule("aiw", "23.2h")
def test_either_side_may_break_off() -> None:
    for words, breaker in (("yes no", CARLIST), ("no", LIBERAL)):
        s = hunt("c_nav1:1 l_ln1:1", [6, 6, 6], secret=True)
        assert [(breaker, ARAGON)] == told(do(s, *words.split(), dice=[]), "breaks_off")
        assert asked(s) == "nobody"
        assert (strength(s, "c_nav1"), strength(s, "l_ln1")) == (1, 1)


@rule("aiw", "23.2i", "5.2e")
def test_nobody_retreats_and_blocks_are_hidden_again() -> None:
    s = hunt("c_nav1:2 l_ln1:1 l_ln2:1 l_ln3:1", [6, 1, 6, 6, 6, 6], secret=True)
    do(s, "no")
    assert {at(s, unit) for unit in ("c_nav1", "l_ln1", "l_ln2", "l_ln3")} == {"aragon"}
    assert s.shown == 0


@pytest.mark.parametrize("before, after", [(0, 1), (1, 2), (5, 5)])
@rule("aiw", "23.2j")
def test_after_a_combat_the_marker_grows(before: int, after: int) -> None:
    s = hunt("c_nav1:1 l_ln1:1", [6, 6, 6] if before < 5 else [6, 6], before, secret=True)
    do(s, "no")
    assert pursuit(s) == after


@pytest.mark.parametrize("dice, lost", [([6, 1, 6], "c_nav1"), ([6, 6, 1], "l_ln1")])
@rule("aiw", "23.2h", "23.2j")
def test_when_nobody_is_left_on_one_side_nothing_more_is_asked_and_no_pursuit_goes_on(
    dice: list[int], lost: str
) -> None:
    s = war({"aragon": "c_nav1:1 l_ln1:1"}, side="liberal", secret=True)
    events = run(s, Locate(ARAGON), dice=dice)
    assert ("bag", "nobody") == (at(s, lost), asked(s))
    assert [] == told(events, "pursuit")


@rule("aiw", "23.2k", "23.2l", "9.1m")
def test_an_expedition_without_units_is_destroyed_and_its_train_and_marker_go() -> None:
    s = war({"aragon": "c_nav1:1 c_st1:2 field:2 l_ln1:1"}, side="liberal", secret=True)
    s.prestige = 3
    set_pursuit(s, 1)
    run(s, CombatStep(LIBERAL))
    do(s, "locate aragon", dice=[6, 1, 6, 6, 6])
    assert s.prestige == 1
    assert (at(s, "c_nav1"), at(s, "c_st1"), guns(s, "carlist", "aragon")) == ("bag", "box", (0, 0))
    assert guns(s, "liberal", "aragon") == (1, 0)
    assert pursuit(s) == 0


@pytest.mark.parametrize("region", ["asturias_cantabria", "aragon"])
@rule("aiw", "23.2l")
def test_the_marker_goes_with_the_last_unit_of_either_side(region: str) -> None:
    for unit in ("c_nav1", "l_ln1"):
        s = war({region: "c_nav1 l_ln1", "galicia": "c_gui1 l_ln2"})
        s.pursuit[area(region) - FIRST_REGION] = 2
        for more in ("c_gui1", "l_ln2"):
            put(s, block(s, more), area(region))
            settle(s)
            put(s, block(s, more), area("galicia"))
        settle(s)
        assert pursuit(s, region) == 2
        put(s, block(s, unit), area("catalonia"))
        settle(s)
        assert pursuit(s, region) == 0


@rule("aiw", "23.2m")
def test_each_side_lays_one_tactical_card_for_the_whole_combat() -> None:
    s = war({"aragon": "c_nav1:1 l_ln1:1"}, side="liberal", hands=["cavalry_charge", "navarrese_lancers"], secret=True)
    run(s, CombatStep(LIBERAL))
    do(s, "locate aragon", dice=[6])
    asked_for = []
    for die in ([6, 6], [6, 6], [6, 6]):
        while asked(s).endswith("LayCard"):
            asked_for.append(asked(s))
            last = asked(s).startswith("carlist")
            do(s, "pass", dice=die if last else None)
        if len(asked_for) == 2 and asked(s) == "liberal GoOn":
            do(s, "yes")
            do(s, "yes", dice=die)
    assert asked_for == ["liberal LayCard", "carlist LayCard"]


@rule("aiw", "23.2x1")
def test_example_of_movement_between_regions_with_an_attempt_to_attack() -> None:
    s = war({"castile_leon": "c_nav1 c_gui1", "aragon": "l_ln1 l_ln2 l_ln3 l_pr1"}, side="liberal",
            uprising={"valencia_murcia": 3}, secret=True)
    s.cups = [0, 0, 1, 0, 0, 1]
    s.stack = [s.stack[0], Turn(at=Turn().steps().index("first_phase"))]
    s.script = [0]
    advance(s)
    do(s, "activate aragon")
    assert phase(s).points == 6
    do(s, "add l_ln1", "add l_ln2", "add l_ln3", "done", "march castile_leon")
    assert s.rolled == []
    do(s, "add l_pr1", "march valencia_murcia", "done")
    events = do(s, "locate castile_leon", dice=[3, 0])
    assert told(events, "not_located") == [(area("castile_leon"), 3)]
    assert pursuit(s, "castile_leon") == 1
    assert asked(s) == "carlist Act"
    do(s, "activate castile_leon")
    assert phase(s).points == 6
    do(s, "march aragon")
    where = [at(s, unit) for unit in ("l_ln1", "l_ln2", "l_ln3", "l_pr1", "c_nav1", "c_gui1")]
    assert where == ["castile_leon"] * 3 + ["valencia_murcia"] + ["aragon"] * 2
    assert pursuit(s, "castile_leon") == 0
    assert asked(s) == "carlist Act"


# ------------------------------------------------------------------------------------- among the Skirmishes


PLACES = {"aragon": "c_nav1 l_rg1", "tafalla": "c_nav2 c_nav3 c_nav4 l_rg2 l_rg3 l_ln2"}
SKIRMISHES = {"lerin": "c_gui1 l_ln1", "haro": "c_gui2 l_ln3"}


def to_fight(places: dict[str, str], rules: int = GAME.rules) -> Aiw:
    s = came(war(places, side="liberal", secret=True), "tafalla", "pamplona")
    s.rules = rules
    combats(s)
    return s


@rule("aiw", "15.0h", "23.2e")
def test_attacks_in_regions_are_fought_among_the_skirmishes() -> None:
    s = to_fight({**PLACES, **SKIRMISHES})
    assert {"fight lerin", "fight haro", "locate aragon"} == set(offered(s))
    assert Refusal("15.0h", "combats_in_order") == refused(s, "fight tafalla")
    assert Refusal("15.0c", "combats_must_be_fought") == refused(s, "done")
    do(s, "locate aragon", dice=[1])
    assert {"fight lerin", "fight haro"} == set(offered(s))


@rule("aiw", "15.0h", "23.2a")
def test_they_may_be_left_when_the_skirmishes_are_fought_and_do_not_come_after_the_battles() -> None:
    s = to_fight({**PLACES, "viana": "c_gui1 c_gui2 c_bis1 l_pr1 l_ln4 l_ln3"})
    assert {"locate aragon", "done"} == set(offered(s))
    do(s, "done")
    assert {"fight tafalla", "fight viana"} == set(offered(s))
    assert Refusal("15.0h", "combats_in_order") == refused(s, "locate aragon")


@rule("aiw", "15.0h", "23.2a")
def test_in_older_versions_they_came_after_the_battles() -> None:
    s = to_fight({**PLACES, **SKIRMISHES}, rules=2)
    assert {"fight lerin", "fight haro"} == set(offered(s))
    assert Refusal("15.0h", "combats_in_order") == refused(s, "locate aragon")
