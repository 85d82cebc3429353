"""[22] The Carlist Uprising in the rest of Spain."""

from __future__ import annotations

import pytest

from tablero.games.aiw.board import AREAS, FIGHTERS, LIBERAL, TRAINS, UNIT, area
from tablero.games.aiw.rules.r22_uprising import (
    ChooseRegion,
    UprisingPhase,
    level,
    lower_level,
    raise_level,
    risable_regions,
)
from tablero.games.aiw.state import Aiw
from tablero.kernel.events import Event
from tablero.kernel.refusals import Refusal
from tests.games.aiw.war import asked, block, do, offered, refused, run, told, war
from tests.rules import rule

REGION_NAMES = (
    "asturias_cantabria", "castile_leon", "aragon", "galicia", "andalusia", "new_castile", "valencia_murcia",
    "catalonia", "extremadura",
)
ALL_RISEN = dict.fromkeys(REGION_NAMES, 3)


def rising_war(places: dict[str, str] | None = None, uprising: dict[str, int] | None = None) -> Aiw:
    least = {"valencia_murcia": 1, "catalonia": 1}
    return war(places or {}, uprising={**least, **(uprising or {})}, year=1836, secret=True)


def roll(s: Aiw, dice: list[int]) -> list[Event]:
    return run(s, UprisingPhase(), dice=dice)


def levels(s: Aiw) -> dict[str, int]:
    """The regions that are not quiet."""
    return {name: level(s, area(name)) for name in REGION_NAMES if level(s, area(name))}


@rule("aiw", "22.0a")
def test_levels_run_from_nothing_to_three_and_changes_beyond_are_ignored() -> None:
    s = rising_war(uprising={"aragon": 2})
    raise_level(s, area("aragon"))
    raise_level(s, area("aragon"))
    assert level(s, area("aragon")) == 3
    raise_level(s, area("galicia"), 5)
    assert level(s, area("galicia")) == 3
    lower_level(s, area("aragon"), 5)
    assert level(s, area("aragon")) == 0
    assert told(s.events, "uprising") == [(area("aragon"), 3), (area("galicia"), 3), (area("aragon"), 0)]


@pytest.mark.parametrize("name, least", [("catalonia", 1), ("valencia_murcia", 1), ("aragon", 0), ("galicia", 0)])
@rule("aiw", "22.0b", "23.4a")
def test_catalonia_and_valencia_never_fall_below_one(name: str, least: int) -> None:
    s = rising_war(uprising={name: 2})
    lower_level(s, area(name), 2)
    assert level(s, area(name)) == least
    lower_level(s, area(name))
    assert level(s, area(name)) == least


@rule("aiw", "22.1a")
def test_the_phase_begins_with_two_dice() -> None:
    s = rising_war()
    assert told(roll(s, [4, 5]), "uprising_roll") == [(9,)]
    assert asked(s) == "nobody"


@pytest.mark.parametrize("dice, name", [
    ([1, 1], "asturias_cantabria"), ([1, 2], "andalusia"), ([2, 2], "new_castile"), ([1, 4], "castile_leon"),
    ([3, 4], "valencia_murcia"), ([2, 6], "catalonia"), ([4, 5], "galicia"), ([5, 5], "aragon"),
    ([5, 6], "extremadura"),
])
@rule("aiw", "22.1b")
def test_the_table_names_the_region_that_rises(dice: list[int], name: str) -> None:
    s = rising_war()
    before = levels(s)
    roll(s, dice)
    assert levels(s) == {**before, name: before.get(name, 0) + 1}


@rule("aiw", "22.1b")
def test_a_six_raises_nothing_and_a_twelve_lets_the_carlist_choose() -> None:
    s = rising_war()
    before = levels(s)
    roll(s, [3, 3])
    assert levels(s) == before
    s = rising_war()
    roll(s, [6, 6])
    assert asked(s) == "carlist NameRegion"
    assert offered(s) == [f"region {name}" for name in REGION_NAMES]
    do(s, "region andalusia")
    assert levels(s) == {**before, "andalusia": 1}


@rule("aiw", "22.1c")
def test_a_region_at_its_height_lets_a_neighbour_rise() -> None:
    s = rising_war(uprising={"aragon": 3, "catalonia": 3})
    roll(s, [4, 6])
    assert offered(s) == ["region castile_leon", "region new_castile", "region valencia_murcia"]
    assert refused(s, "region catalonia") == Refusal("22.1c", "uprising_at_its_height")
    for name in ("galicia", "haro"):
        assert Refusal("22.1c", "not_a_neighbour") == refused(s, f"region {name}")
    do(s, "region new_castile")
    assert levels(s) == {"aragon": 3, "catalonia": 3, "new_castile": 1, "valencia_murcia": 1}


@rule("aiw", "22.1d")
def test_if_the_neighbours_are_at_their_height_too_any_region_rises() -> None:
    s = rising_war(uprising={"galicia": 3, "asturias_cantabria": 3, "castile_leon": 3})
    roll(s, [3, 6])
    assert offered(s) == [f"region {name}" for name in REGION_NAMES if levels(s).get(name, 0) < 3]
    do(s, "region extremadura")
    assert levels(s)["extremadura"] == 1


@pytest.mark.parametrize("dice", [[4, 5], [6, 6]])
@rule("aiw", "22.1d")
def test_if_all_are_at_their_height_nothing_happens(dice: list[int]) -> None:
    s = rising_war(uprising=ALL_RISEN)
    roll(s, dice)
    assert asked(s) == "nobody"
    assert levels(s) == ALL_RISEN


@rule("aiw", "22.1d")
def test_a_twelve_names_a_region_below_three() -> None:
    s = rising_war(uprising={**ALL_RISEN, "aragon": 2, "galicia": 0})
    roll(s, [6, 6])
    assert offered(s) == ["region aragon", "region galicia"]
    assert refused(s, "region catalonia") == Refusal("22.1c", "uprising_at_its_height")


def test_a_card_may_let_the_carlist_choose_among_some_regions() -> None:
    s = rising_war()
    run(s, ChooseRegion(1 << area("aragon")))
    assert levels(s)["aragon"] == 1
    assert risable_regions(s).bit_count() == len(REGION_NAMES)


# ---------------------------------------------------------------------------------------------------------- Expeditions


@pytest.mark.parametrize("dice, up", [([3], 1), ([4], 0)])
@rule("aiw", "22.2a", "22.2b")
def test_an_expedition_rouses_its_region_with_the_difference_or_less(dice: list[int], up: int) -> None:
    s = rising_war({"aragon": "c_nav1 c_nav2 c_navc1 c_par1 l_ln1"})
    roll(s, [3, 3])
    assert asked(s) == "carlist Rouse"
    events = do(s, "rouse aragon", dice=dice)
    assert told(events, "roused") == [(area("aragon"), 4, 1, dice[0])]
    assert level(s, area("aragon")) == up


@rule("aiw", "22.2a")
def test_it_is_rolled_for_after_the_table() -> None:
    s = rising_war({"aragon": "c_nav1"}, {"aragon": 2})
    roll(s, [5, 5])
    assert level(s, area("aragon")) == 3
    assert asked(s) == "nobody"


@rule("aiw", "22.2a")
def test_the_carlist_may_leave_it() -> None:
    s = rising_war({"aragon": "c_nav1"})
    roll(s, [3, 3])
    do(s, "pass")
    assert asked(s) == "nobody"
    assert level(s, area("aragon")) == 0


@rule("aiw", "22.2a")
def test_without_more_carlists_than_liberals_nobody_is_roused() -> None:
    s = rising_war({"aragon": "c_nav1 c_nav2 l_ln1 l_ln2"})
    roll(s, [3, 3])
    assert refused(s, "rouse aragon") == Refusal("22.2a", "not_more_carlists")
    s = rising_war({"aragon": "c_nav1 c_nav2 l_ln1"})
    roll(s, [3, 3])
    assert "rouse aragon" in offered(s)


@rule("aiw", "22.2b")
def test_trains_and_guns_do_not_count() -> None:
    s = rising_war({"aragon": "c_nav1 c_nav2 c_st1 field:2 l_ln1 l_st1 l_st2"})
    roll(s, [3, 3])
    assert told(do(s, "rouse aragon", dice=[1]), "roused") == [(area("aragon"), 2, 1, 1)]
    assert level(s, area("aragon")) == 1


@rule("aiw", "22.2a")
def test_each_expedition_has_its_roll() -> None:
    s = rising_war({"aragon": "c_nav1", "galicia": "c_nav2"})
    roll(s, [3, 3])
    do(s, "rouse aragon", "rouse galicia", dice=[1, 2])
    assert (level(s, area("aragon")), level(s, area("galicia"))) == (1, 0)
    assert asked(s) == "nobody"


@rule("aiw", "22.2a")
def test_who_has_not_enough_does_not_spoil_the_roll_of_the_next() -> None:
    s = rising_war({"aragon": "c_nav1 l_ln1", "galicia": "c_nav2"})
    s.may[block(s, "l_ln1")] |= TRAINS                  # it might be one
    roll(s, [3, 3])
    assert [(area("aragon"), 1, 1)] == told(do(s, "rouse aragon"), "not_enough_to_rouse")
    assert "rouse galicia" in offered(s)


@rule("aiw", "22.2c")
def test_a_region_at_three_is_not_rolled_for_and_nothing_overflows() -> None:
    s = rising_war({"aragon": "c_nav1"}, {"aragon": 3})
    roll(s, [3, 3])
    assert asked(s) == "nobody"
    assert levels(s) == {"aragon": 3, "catalonia": 1, "valencia_murcia": 1}


@rule("aiw", "22.2a", "5.2c")
def test_a_carlist_who_cannot_tell_trains_from_troops_may_try_and_numbers_are_stated() -> None:
    s = rising_war({"aragon": "c_nav1 c_nav2 l_ln1 l_ln2"})
    pair = 1 << block(s, "l_ln1") | 1 << block(s, "l_ln2")
    for unit in ("l_ln1", "l_ln2"):
        s.may[block(s, unit)] = 1 << UNIT["l_ln1"] | 1 << UNIT["l_ln2"] | TRAINS
    roll(s, [3, 3])
    events = do(s, "rouse aragon")
    assert told(events, "not_enough_to_rouse") == [(area("aragon"), 2, 2)]
    assert level(s, area("aragon")) == 0
    assert all(s.may[b] & ~FIGHTERS == 0 for b in range(len(s.may)) if pair >> b & 1)


@rule("aiw", "5.2c")
def test_stated_numbers_are_facts_of_both_kinds() -> None:
    s = rising_war({"aragon": "c_nav1 c_nav2 c_gui1 l_ln1 l_st1 l_st2"})
    there = s.open[LIBERAL * AREAS + area("aragon")]
    for b in range(len(s.may)):
        if there >> b & 1:
            s.may[b] = 1 << UNIT["l_ln1"] | 1 << UNIT["l_ln2"] | 1 << UNIT["l_ln3"] | TRAINS
    roll(s, [3, 3])
    do(s, "rouse aragon", dice=[6])
    assert s.facts == [(there, FIGHTERS, 1), (there, TRAINS, 2)]
