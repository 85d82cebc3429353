"""[18.1] How sieges begin and end."""

from __future__ import annotations

import pytest

from tablero.games.aiw import GAME
from tablero.games.aiw.board import ARMY, CARLIST, FIGHTERS, LIBERAL, TRAINS, area
from tablero.games.aiw.rules.r04_map import fort_owner, friendly, settle
from tablero.games.aiw.rules.r05_units.s01_blocks import in_open, put
from tablero.games.aiw.rules.r11_movement.s00_activation import Activation
from tablero.games.aiw.rules.r18_siege.s00_siege import open_gates
from tablero.games.aiw.rules.r18_siege.s01_assault import garrison
from tablero.games.aiw.rules.r18_siege.s01_initiation import begin_sieges
from tablero.games.aiw.rules.r19_supply.s00_supply import SupplyStep
from tests.games.aiw.battle import battle, draw_up, end_round
from tests.games.aiw.combat import came, combats, in_vain
from tests.games.aiw.fortress import facts, unknown
from tests.games.aiw.war import asked, at, block, do, guns, knapsack, offered, run, strength, told, war
from tests.rules import rule


@rule("aiw", "18.1a")
@pytest.mark.parametrize(
    ("outside", "besieged"),
    [("c_nav1", True), ("c_navc1", True), ("c_par1", True), ("", False), ("c_nav1 l_rg1", False), ("c_st1", False)],
)
def test_a_siege_begins_where_an_enemy_unit_stands_and_no_defender_is_outside(outside: str, besieged: bool) -> None:
    s = war({"pamplona": outside, "haro": "l_ln1"})
    begin_sieges(s, CARLIST)
    assert s.siege == besieged << area("pamplona")


@rule("aiw", "18.1a")
def test_a_bare_fortress_is_besieged_after_the_combat_step_with_what_lies_in_it() -> None:
    s = war({"pamplona": "c_nav1 liberal field:2 knapsack:1"})
    events = combats(s)
    assert told(events, "besieged") == [(area("pamplona"),)]
    assert (guns(s, "liberal", "inside pamplona"), knapsack(s, "liberal", "inside pamplona")) == ((2, 0), 1)


@rule("aiw", "18.1a")
def test_a_siege_that_goes_on_does_not_begin_again() -> None:
    s = war({"pamplona": "c_nav1"}, siege=["pamplona"])
    assert told(combats(s), "besieged") == []


@rule("aiw", "18.1a", "5.2c")
def test_a_siege_that_begins_tells_that_one_of_the_besiegers_fights() -> None:
    s = unknown(war({"estella": "l_ln1 l_ln2"}, side="liberal", forts={"carlist": ["estella"]}, secret=True))
    combats(s)
    assert facts(s) == {(in_open(s, LIBERAL, area("estella")), FIGHTERS, 1)}


@rule("aiw", "18.1y", "18.0c")
@pytest.mark.parametrize("side", ["carlist", "liberal"])
@pytest.mark.parametrize("inside", ["_st1", "field:2", "mountain:1", "knapsack:1"])
def test_whatever_went_inside_comes_out_when_the_enemy_is_gone_without_a_siege(side: str, inside: str) -> None:
    pieces = side[0] + inside if inside[0] == "_" else f"{side} {inside}"
    s = war({"inside estella": pieces}, forts={side: ["estella"]})
    outside = war({"estella": pieces}, forts={side: ["estella"]})
    open_gates(s)
    assert (s.open, s.shut, s.loads) == (outside.open, outside.shut, outside.loads)


@rule("aiw", "18.1a")
def test_an_own_fortress_is_not_besieged_by_its_owner() -> None:
    s = war({"pamplona": "l_rg1"}, side="liberal")
    begin_sieges(s, LIBERAL)
    assert s.siege == 0


@rule("aiw", "18.1a")
def test_defenders_that_lost_and_went_inside_are_besieged() -> None:
    s = came(war({"pamplona": "l_rg1 c_nav1 c_nav2"}), "pamplona", "tafalla")
    combats(s)
    in_vain(s, "done", "fire c_nav1", "done")
    do(s, next(text for text in offered(s) if text.split()[-1] == "pamplona"))
    assert (at(s, "l_rg1"), s.siege) == ("inside pamplona", 1 << area("pamplona"))


@rule("aiw", "18.1y")
def test_a_siege_ends_at_once_when_the_last_besieger_leaves_and_those_inside_come_out() -> None:
    s = war({"pamplona": "c_nav1 c_par1", "inside pamplona": "l_rg1 field:1"}, siege=["pamplona"])
    put(s, block(s, "c_nav1"), area("irurzun"))
    settle(s)
    assert s.siege == 1 << area("pamplona")             # a Partida is enough
    put(s, block(s, "c_par1"), area("irurzun"))
    settle(s)
    assert (s.siege, at(s, "l_rg1"), guns(s, "liberal", "pamplona")) == (0, "pamplona", (1, 0))


@rule("aiw", "18.1y", "5.2c")
def test_a_siege_that_goes_on_tells_that_one_of_the_besiegers_fights() -> None:
    s = war({"estella": "l_ln1 l_ln2"}, forts={"carlist": ["estella"]}, siege=["estella"])
    for unit in ("l_ln1", "l_ln2"):
        s.may[block(s, unit)] |= TRAINS & ARMY[LIBERAL]
    s.touched = 1 << area("estella")
    settle(s)
    assert s.facts == [(in_open(s, LIBERAL, area("estella")), FIGHTERS, 1)]


@rule("aiw", "18.1y")
def test_a_fortress_entered_in_this_phase_is_not_yet_besieged() -> None:
    s = war({"pamplona": "c_nav1 l_rg1", "ona": "l_ln1 c_bis1", "viana": "l_ln2 c_bis2"})
    combats(s)
    do(s, "all")
    assert (at(s, "l_rg1"), s.siege) == ("inside pamplona", 0)


@rule("aiw", "18.1e", "18.1i", "5.4g")
@pytest.mark.parametrize(
    ("side", "x", "effect"),
    [(LIBERAL, "pamplona", 2), (CARLIST, "pamplona", 1), (LIBERAL, "estella", 1), (CARLIST, "estella", 1)],
)
def test_every_fortress_has_a_garrison(side: int, x: str, effect: int) -> None:
    assert garrison(side, area(x)) == effect


@rule("aiw", "18.1j")
def test_the_garrison_alone_keeps_control() -> None:
    s = war({"pamplona": "c_nav1"}, siege=["pamplona"])
    settle(s)
    assert friendly(s, LIBERAL, area("pamplona"))


@rule("aiw", "18.1c")
def test_besieged_units_suffer_in_their_own_sides_supply_step_only() -> None:
    s = war({"pamplona": "c_nav1", "inside pamplona": "l_rg1"}, siege=["pamplona"])
    run(s.clone(), SupplyStep(CARLIST), dice=[])
    run(s, SupplyStep(LIBERAL), dice=[1])
    assert strength(s, "l_rg1") == 3


@rule("aiw", "18.1f")
def test_a_garrison_is_not_counted_in_supply_and_wants_none_unless_it_is_besieged() -> None:
    s = war({"estella": "c_nav1 c_nav2 c_gui1 c_gui2"}, forts={"carlist": ["estella", "durango"]})
    run(s, SupplyStep(CARLIST), dice=[])                # four units of four, and an empty Fortress
    assert [strength(s, unit) for unit in ("c_nav1", "c_nav2", "c_gui1", "c_gui2")] == [4, 3, 3, 3]
    assert s.forts[CARLIST] >> area("durango") & 1


@rule("aiw", "18.1g")
def test_while_a_unit_is_inside_the_garrison_rolls_no_attrition() -> None:
    s = war({"pamplona": "c_nav1", "inside pamplona": "l_rg1"}, siege=["pamplona"])
    run(s, SupplyStep(LIBERAL), dice=[6])               # one die, for the unit
    assert fort_owner(s, area("pamplona")) == LIBERAL


@rule("aiw", "18.1h", "18.1d", "18.1j")
def test_a_garrison_alone_rolls_and_the_fortress_falls_with_it() -> None:
    s = war({"pamplona": "c_nav1"}, siege=["pamplona"])
    run(s.clone(), SupplyStep(LIBERAL), dice=[6])
    run(s, SupplyStep(LIBERAL), dice=[1])
    assert (fort_owner(s, area("pamplona")), s.siege, s.vp) == (CARLIST, 0, 3)


@rule("aiw", "18.1h")
def test_a_train_or_knapsack_in_the_fortress_or_a_port_supplies_the_garrison() -> None:
    s = war({"pamplona": "c_nav1", "inside pamplona": "liberal knapsack:2"}, siege=["pamplona"])
    run(s, SupplyStep(LIBERAL), dice=[])
    assert knapsack(s, "liberal", "inside pamplona") == 1
    s = war({"pamplona": "c_nav1", "inside pamplona": "l_st1"}, siege=["pamplona"])
    run(s, SupplyStep(LIBERAL), dice=[])
    assert strength(s, "l_st1") == 3
    s = war({"san_sebastian": "c_nav1"}, siege=["san_sebastian"])
    run(s, SupplyStep(LIBERAL), dice=[])
    assert fort_owner(s, area("san_sebastian")) == LIBERAL


# ------------------------------------------------------------------------------------ a siege ends at once, in any move


@rule("aiw", "18.1y", "11.6e")
@pytest.mark.parametrize(("rules", "ended"), [(GAME.rules, True), (2, False)])
def test_a_siege_ends_when_the_last_besieger_leaves_and_the_besieged_may_intercept(rules: int, ended: bool) -> None:
    s = war({"vitoria": "c_nav1", "inside vitoria": "l_rg1"}, siege=["vitoria"], command=(0, 2))
    s.rules = rules
    run(s, Activation(CARLIST, area("vitoria")))
    do(s, "add c_nav1", "march trevino")
    assert (ended, "liberal Intercept" if ended else "carlist March") == (not s.siege, asked(s))
    if ended:
        assert offered(s) == ["done", "intercept vitoria"]
        do(s, "intercept vitoria", "all", dice=[4])
        assert ("trevino", "trevino") == (at(s, "l_rg1"), at(s, "c_nav1"))


@rule("aiw", "18.1y")
def test_a_siege_goes_on_while_a_besieger_stays() -> None:
    s = war({"vitoria": "c_nav1 c_par1", "inside vitoria": "l_rg1"}, siege=["vitoria"], command=(0, 2))
    run(s, Activation(CARLIST, area("vitoria")))
    do(s, "add c_nav1", "done", "march trevino")
    assert ("carlist March", "inside vitoria", 1 << area("vitoria")) == (asked(s), at(s, "l_rg1"), s.siege)


@rule("aiw", "18.1y", "17.9c")
@pytest.mark.parametrize(("rules", "ended"), [(GAME.rules, True), (2, False)])
def test_a_siege_ends_when_the_last_besieger_evades(rules: int, ended: bool) -> None:
    s = war(
        {"vitoria": "l_rg1", "salvatierra": "c_nav1", "inside salvatierra": "l_pr1", "maestu": "c_bis1"},
        side="liberal", forts={"liberal": ["salvatierra"]}, siege=["salvatierra"],
    )
    s.rules = rules
    run(s, Activation(LIBERAL, area("vitoria")))
    do(s, "add l_rg1", "march salvatierra", "evade", "retreat_all onate", dice=[6, 6])
    assert ended == (not s.siege)
    assert ("salvatierra" if ended else "inside salvatierra") == at(s, "l_pr1")
    do(s, "march vitoria", "march maestu", "evade", dice=[6])
    assert ended == ("retreat_all salvatierra" not in offered(s))      # the evaders would come to Liberals


@rule("aiw", "18.1y", "17.7e")
@pytest.mark.parametrize(("rules", "ended"), [(GAME.rules, True), (2, False)])
def test_a_siege_ends_when_the_last_besieger_leaves_to_reinforce_a_battle(rules: int, ended: bool) -> None:
    s = battle(
        "durango", "c_nav1 c_nav2 c_gui1", "l_ln1 l_ln2 l_ln3", came=["bilbao"],
        others={"villarreal": "c_bis1", "inside villarreal": "l_pr1"}, forts={"liberal": ["villarreal"]},
        siege=["villarreal"],
    )
    s.rules = rules
    draw_up(s)
    end_round(s)
    do(s, "fight_on", "fight_on", "reinforce c_bis1", dice=[1, 1])
    assert "durango" == at(s, "c_bis1")
    assert (ended, "villarreal" if ended else "inside villarreal") == (not s.siege, at(s, "l_pr1"))


@rule("aiw", "18.1y", "11.6p")
def test_a_siege_ends_when_the_last_besieger_intercepts() -> None:
    s = war({"vitoria": "l_rg1", "villarreal": "c_bis1", "inside villarreal": "l_pr1"}, side="liberal",
            forts={"liberal": ["villarreal"]}, siege=["villarreal"], command=(1, 0))
    run(s, Activation(LIBERAL, area("vitoria")))
    do(s, "add l_rg1", "march murguia", "intercept villarreal", "all", dice=[6, 6])
    assert ("murguia", "villarreal", 0) == (at(s, "c_bis1"), at(s, "l_pr1"), s.siege)
