"""[19.1] The general limit."""

from __future__ import annotations

import pytest

from tablero.games.aiw.board import AREAS, CARLIST, LIBERAL, SIDES, SPACES, TRAINS, UNIT, area
from tablero.games.aiw.rules.r19_supply.s00_supply import SupplyStep
from tablero.games.aiw.rules.r19_supply.s01_limit import general_limit
from tablero.games.aiw.view import view
from tablero.kernel.bits import bitset, ids_of
from tests.games.aiw.supplies import LINE, lost, supply, units, why
from tests.games.aiw.war import asked, at, do, offered, run, told, war
from tests.rules import rule

EXPEDITION = "c_nav1 c_nav2 c_nav3 c_gui1 c_par1"


@rule("aiw", "19.1a", "19.1c", "19.0a")
def test_units_above_six_are_eliminated_before_supply_is_checked() -> None:
    s = supply({"orduna": LINE}, "liberal")
    assert "liberal Excess" == asked(s)
    do(s, "disband l_ln1")
    assert "liberal Excess" == asked(s)
    assert "disband l_ln8" in offered(s)
    do(s, "disband l_ln2")
    assert "liberal GoWithout" == asked(s)      # Orduña, then friendly, supplies two of the six
    assert {"bag"} == {at(s, "l_ln1"), at(s, "l_ln2")}
    assert [0] * 6 == lost(s, *LINE.split()[2:])


@rule("aiw", "19.1a")
def test_six_are_not_too_many_and_seven_are() -> None:
    assert "nobody" == asked(supply({"vitoria": units(LINE, 6)}, "liberal"))
    assert "liberal Excess" == asked(supply({"vitoria": units(LINE, 7)}, "liberal"))


@rule("aiw", "19.1a")
def test_units_inside_and_outside_a_fortress_count_together() -> None:
    s = supply({"vitoria": f"{units(LINE, 6)} c_nav1", "inside vitoria": "l_rg1"}, "liberal", siege=["vitoria"])
    assert "liberal Excess" == asked(s)
    assert {"disband l_rg1", "disband l_ln1"} < set(offered(s))


@rule("aiw", "19.1a", "19.0a")
def test_only_the_units_of_the_phasing_side_are_checked() -> None:
    s = supply({"vitoria": units(LINE, 7), "aragon": "c_nav1 c_nav2"}, "carlist", dice=[6, 6])
    assert "nobody" == asked(s)


@rule("aiw", "19.1b")
def test_partidas_count_for_the_limit_guns_trains_and_knapsacks_do_not() -> None:
    six = "c_nav1 c_nav2 c_nav3 c_nav4 c_gui1 c_gui2"
    s = supply({"tolosa": f"{six} c_par1"}, "carlist")
    assert "carlist Excess" == asked(s)
    assert "disband c_par1" in offered(s)
    s = supply({"tolosa": f"{six} c_st1 field:2 mountain:1 knapsack:1"}, "carlist")
    assert "carlist Source" == asked(s)         # on to supply
    s = supply({"tolosa": f"{six} c_gui3 c_st1"}, "carlist")
    assert ("19.1b", "trains_do_not_count") == why(s, "disband c_st1")
    s = supply({"haro": "l_rg1", "vitoria": f"{units(LINE, 7)} l_st4"}, "liberal")
    assert ("19.1b", "trains_do_not_count") == why(s, "disband l_st4")
    assert ("19.1c", "unit_is_elsewhere") == why(s, "disband l_rg1")


@rule("aiw", "5.2c", "5.2d")
def test_seven_blocks_with_a_train_are_declared_and_nothing_shown() -> None:
    s = war({"vitoria": f"{units(LINE, 6)} l_st1"}, side="liberal")
    here = s.open[AREAS + area("vitoria")]
    for b in ids_of(here):
        s.may[b] = bitset(UNIT[f"l_ln{i}"] for i in range(1, 12)) | TRAINS
    events = run(s, SupplyStep(LIBERAL), dice=[])
    assert [(LIBERAL, area("vitoria"), 1)] == told(events, "declared_trains")
    assert "nobody" == asked(s)
    facts = s.facts
    assert (here, TRAINS, 1) in facts
    assert {-1} == {view(s, CARLIST).unit[b] for b in ids_of(here)}


@rule("aiw", "19.1d")
@pytest.mark.parametrize(("side", "army", "most"), [("liberal", LINE, 6), ("carlist", EXPEDITION, 4)])
def test_a_region_holds_six_liberals_or_four_carlists(side: str, army: str, most: int) -> None:
    assert {most} == {general_limit(SIDES.index(side), x) for x in range(SPACES, AREAS)}
    s = supply({"aragon": units(army, most)}, side, dice=[6] * most if side == "carlist" else [])
    assert "nobody" == asked(s)
    s = supply({"aragon": units(army, most + 1)}, side)
    assert f"{side} Excess" == asked(s)
