"""[19] [5.2] What is heard of supply, and what everybody can tell of the blocks by it."""

from __future__ import annotations

import pytest

from tablero.games.aiw.board import ARMY, CARLIST, COUNTED, LIBERAL, PARTIDAS, SIDES, TRAINS, UNIT, area
from tablero.games.aiw.rules.r19_supply.s00_supply import SupplyStep
from tablero.games.aiw.state import Aiw
from tablero.kernel.bits import bitset, ids_of
from tests.games.aiw.war import at, block, do, heard, run, strength, war
from tests.rules import rule

FRUGAL = PARTIDAS | TRAINS


def unknown(places: dict[str, str], side: str, **more: object) -> Aiw:
    """A war in which the enemy knows nothing of a side's blocks."""
    s = war(places, side=side, **more)  # type: ignore[arg-type]
    for b in ids_of(s.used):
        s.may[b] = ARMY[SIDES.index(side)]
    return s


def facts(s: Aiw) -> set[tuple[int, ...]]:
    return set(s.facts)


@rule("aiw", "19.2l", "19.2m", "19.3a", "19.3c", "23.3c")
@pytest.mark.parametrize(("places", "side", "dice", "expected"), [
    ({"villaro": "l_rg1 l_st1"}, "liberal", [], "fed_by_train liberal villaro"),
    ({"villaro": "l_rg1 knapsack:1"}, "liberal", [], "fed_by_knapsack liberal villaro"),
    ({"villaro": "l_rg1 l_rg2"}, "liberal", [], "unsupplied liberal villaro 2"),
    ({"inside vitoria": "l_rg1 l_rg2", "vitoria": "c_nav1"}, "liberal", [1, 6],
     "siege_attrition liberal vitoria 2 1 16"),
    ({"aragon": "c_nav1 c_nav2"}, "carlist", [3, 4], "foraged aragon 2 1 34"),
])
def test_everybody_hears_how_units_were_supplied(
    places: dict[str, str], side: str, dice: list[int], expected: str
) -> None:
    s = war(places, side=side, siege=["vitoria"] if "vitoria" in places else [])
    events = run(s, SupplyStep(SIDES.index(side)), dice)
    assert [expected] == heard(events, expected.split()[0])


@rule("aiw", "19.1c", "19.2o")
@pytest.mark.parametrize("there", ["l_ln1 l_ln2 l_ln3 l_ln4 l_ln5 l_ln6 l_ln7", "l_rg1 l_st1 knapsack:1"])
def test_what_the_question_shows_of_the_blocks_cannot_be_taken_back(there: str) -> None:
    s = war({"villaro": there}, side="liberal", secret=True)
    run(s, SupplyStep(LIBERAL))
    assert s.revealed


@rule("aiw", "19.2l", "5.2c")
def test_a_train_that_supplies_is_known_as_one() -> None:
    s = unknown({"villaro": "l_rg1 l_st1"}, "liberal")
    run(s, SupplyStep(LIBERAL), dice=[])
    assert 0 == s.may[block(s, "l_st1")] & ~TRAINS


@rule("aiw", "5.2c", "19.0c")
def test_five_blocks_that_want_for_nothing_are_not_all_infantry_and_nothing_more_is_told() -> None:
    s = unknown({"tolosa": "c_nav1 c_nav2 c_nav3 c_nav4 c_par1"}, "carlist")
    run(s, SupplyStep(CARLIST), dice=[])
    assert {(s.open[area("tolosa")], FRUGAL, 1)} == facts(s)


@rule("aiw", "5.2c", "19.2p")
def test_when_somebody_goes_without_everybody_knows_how_many_needed_supply() -> None:
    s = unknown({"calahorra": "c_nav1 c_nav2 c_nav3 c_par1"}, "carlist")
    run(s, SupplyStep(CARLIST))
    do(s, "without c_nav3", dice=[])
    here = s.open[area("calahorra")]
    assert {(here, COUNTED, 3), (here, FRUGAL, 1)} <= facts(s)
    assert 0 == s.may[block(s, "c_nav3")] & ~COUNTED


@rule("aiw", "5.2c", "19.2l", "19.2m")
@pytest.mark.parametrize(("side", "x", "there", "played", "least"), [
    ("carlist", "tolosa", "c_nav1 c_nav2 c_nav3 c_nav4 c_gui1 c_st1", [], 5),
    ("carlist", "tolosa", "c_nav1 c_nav2 c_nav3 c_nav4 c_gui1 c_par1 knapsack:1", [], 5),
    ("liberal", "villarreal", "l_rg1 l_rg2 l_ln1 l_ln2 l_st1", ["play convoy"], 4),
])
def test_a_train_or_knapsack_that_was_used_tells_that_the_place_was_not_enough(
    side: str, x: str, there: str, played: list[str], least: int
) -> None:
    s = unknown({x: there}, side, hands=["convoy"])
    run(s, SupplyStep(SIDES.index(side)))
    do(s, *played, dice=[])
    (here,) = {blocks for blocks, *_ in facts(s)}
    assert (here, COUNTED, least) in facts(s)
    assert here == bitset(b for b in ids_of(s.used) if s.at[b] == area(x))


@rule("aiw", "5.2c", "18.1h")
def test_of_the_besieged_it_tells_nothing_since_the_garrison_wants_supply_too() -> None:
    s = unknown({"inside vitoria": "l_st1 knapsack:2", "vitoria": "c_nav1"}, "liberal", siege=["vitoria"])
    run(s, SupplyStep(LIBERAL))
    do(s, "from_knapsack", dice=[])
    assert (4, ARMY[LIBERAL]) == (strength(s, "l_st1"), s.may[block(s, "l_st1")])


@rule("aiw", "5.2c", "5.4k")
def test_a_besieged_block_that_rolls_may_be_a_partida() -> None:
    places = {"inside tolosa": "c_par1", "tolosa": "l_rg1"}
    s = unknown(places, "carlist", forts={"carlist": ["tolosa"]}, siege=["tolosa"])
    run(s, SupplyStep(CARLIST), dice=[6])
    assert ARMY[CARLIST] & ~TRAINS == s.may[block(s, "c_par1")]


@rule("aiw", "5.2c", "23.3e")
def test_who_loses_strength_for_want_of_supply_is_known_not_to_be_a_train() -> None:
    s = unknown({"aragon": "c_nav1 c_par1"}, "carlist")
    run(s, SupplyStep(CARLIST), dice=[3])
    assert [3, 0] == [strength(s, "c_nav1"), s.may[block(s, "c_nav1")] & TRAINS]
    assert s.may[block(s, "c_par1")] & TRAINS


@rule("aiw", "5.2a", "19.3a")
def test_of_units_that_suffer_together_nobody_can_tell_which_was_eliminated() -> None:
    s = war({"villaro": "l_rg1:2 l_rg2:1"}, side="liberal")
    low, high = block(s, "l_rg1"), block(s, "l_rg2")
    run(s, SupplyStep(LIBERAL), dice=[])
    assert (True, "bag") == (low < high, at(s, "l_rg2"))
    assert high == block(s, "l_rg1")            # the lowest label went, whichever it was


@rule("aiw", "5.2a", "19.3a")
def test_who_suffers_is_seen_but_not_what_he_is() -> None:
    s = war({"calahorra": "c_nav1 c_nav2 c_gui1"}, side="carlist", secret=True)
    blocks = sorted(block(s, u) for u in ("c_nav1", "c_nav2", "c_gui1"))
    for b in blocks:
        s.may[b] = bitset(UNIT[u] for u in ("c_nav1", "c_nav2", "c_gui1"))
    run(s, SupplyStep(CARLIST))
    do(s, "without c_gui1")
    assert blocks[0] == block(s, "c_gui1")      # the lowest label, whichever it was
    assert 3 == s.may[blocks[0]].bit_count()
    assert not s.may[blocks[0]] & ~COUNTED
