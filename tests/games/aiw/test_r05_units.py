"""[5] Units: blocks and counters, strength and its loss, and where units go when they are lost."""

from __future__ import annotations

import pytest

from tablero.games.aiw import GAME
from tablero.games.aiw.board import (
    ARMY,
    BLOCKS_OF,
    CARLIST,
    CAVALRY,
    COUNTED,
    EFFECT,
    FIELD,
    FIGHTERS,
    FOOT,
    HORSE,
    INFANTRY,
    LIBERAL,
    LOADS,
    MORALE,
    MOUNTAIN,
    PACK,
    PARTIDAS,
    REGIONALS,
    SACK,
    TABLES,
    TRAIN,
    TRAINS,
    UNIT,
    UNITS,
    UNSEEN,
    area,
)
from tablero.games.aiw.rules.r03_turn.s00_player_phase import phase
from tablero.games.aiw.rules.r05_units.s01_blocks import (
    counted,
    fighters,
    foot,
    horse,
    in_area,
    in_open,
    on_roads,
    put,
    trains,
)
from tablero.games.aiw.rules.r05_units.s01_counters import guns_free, load, move_load, sacks_free
from tablero.games.aiw.rules.r05_units.s03_strength import gain, lose
from tablero.games.aiw.rules.r05_units.s04_elimination import draw_unit, eliminate
from tablero.games.aiw.rules.r10_actions.s02_construct import refuse_build
from tablero.games.aiw.rules.r16_skirmish.s00_skirmish import Skirmish
from tablero.games.aiw.rules.r17_battle.s05_morale import passes
from tablero.games.aiw.rules.r19_supply.s00_supply import SupplyStep
from tablero.games.aiw.state import INSIDE, SEA, road
from tests.games.aiw.march import actions, left
from tests.games.aiw.war import asked, at, block, do, guns, knapsack, refused, run, spot, strength, told, war
from tests.rules import rule

# -------------------------------------------------------------------------------------------------- blocks and counters


@rule("aiw", "5.0a", "5.1a", "5.1b", "5.4f")
def test_infantry_cavalry_and_trains_are_blocks_and_guns_and_knapsacks_counters() -> None:
    assert {INFANTRY, CAVALRY, TRAIN} == {unit.kind for unit in UNITS}
    assert ("field", "mountain", "knapsack") == LOADS
    s = war({"vitoria": "l_ln1 l_lnc1 l_st1 field:2 mountain:1 knapsack:2"})
    here = in_open(s, LIBERAL, area("vitoria"))
    assert 3 == here.bit_count()
    assert [1, 1, 1, 2] == [kind(s, here).bit_count() for kind in (foot, horse, trains, fighters)]
    assert [2, 1, 2] == [load(s, LIBERAL, kind, area("vitoria")) for kind in (FIELD, MOUNTAIN, SACK)]


@rule("aiw", "5.1a")
def test_a_block_is_in_one_place_at_a_time() -> None:
    s = war({"vitoria": "l_ln1"})
    b = block(s, "l_ln1")
    for where in ("inside vitoria", "road vitoria>salvatierra", "road sea>bilbao", "aragon", "vitoria"):
        put(s, b, spot(where))
        assert where == at(s, "l_ln1")
    put(s, b, INSIDE + area("vitoria"))
    assert 0 == in_open(s, LIBERAL, area("vitoria"))
    assert 1 << b == in_area(s, LIBERAL, area("vitoria"))
    put(s, b, road(SEA, area("bilbao")))
    assert 1 << b == on_roads(s, LIBERAL, area("bilbao"))
    assert 0 == in_area(s, LIBERAL, area("vitoria")) | in_area(s, LIBERAL, area("bilbao"))
    assert 0 == on_roads(s, LIBERAL, area("vitoria")) | on_roads(s, CARLIST, area("bilbao"))
    put(s, b, INSIDE + area("vitoria"))
    assert 0 == s.late
    assert 0 == in_area(s, CARLIST, area("vitoria"))


@rule("aiw", "5.2a")
def test_the_enemy_sees_a_block_and_not_what_it_is() -> None:
    s = war({"vitoria": "l_ln1:2", "estella": "c_nav1"})
    b, c = block(s, "l_ln1"), block(s, "c_nav1")
    seen = GAME.view(s, CARLIST)
    assert (UNSEEN, 0) == (seen.unit[b], seen.strength[b])
    assert (UNIT["c_nav1"], 4) == (seen.unit[c], seen.strength[c])
    assert area("vitoria") == seen.at[b]
    watched = GAME.view(s, -1)
    assert [UNSEEN, UNSEEN] == [watched.unit[b], watched.unit[c]]


@rule("aiw", "5.2a")
def test_combat_reveals_blocks_to_both() -> None:
    s = war({"lerin": "c_nav1 l_ln1"})
    run(s, Skirmish(area("lerin"), CARLIST))
    s = war({"lerin": "c_nav1 c_nav2 c_nav3 c_gui1 l_ln1"})
    events = run(s, Skirmish(area("lerin"), CARLIST))
    assert "carlist ChooseFiring" == asked(s)
    assert [] == told(events, "shown")
    events = do(s, "fire c_nav1", "fire c_nav2", "done")
    assert {"c_nav1", "c_nav2", "l_ln1"} == {UNITS[args[1]].id for args in told(events, "shown")}


@rule("aiw", "5.2b")
def test_both_sides_see_guns_and_knapsacks() -> None:
    s = war({"vitoria": "l_ln1 field:3 knapsack:1", "estella": "c_nav1 mountain:2"})
    for seat in (CARLIST, LIBERAL, -1):
        assert s.loads == GAME.view(s, seat).loads


# ------------------------------------------------------------------------------------------------------------- strength


@rule("aiw", "5.3a", "5.4b")
def test_a_unit_rolls_as_many_dice_as_it_has_strength() -> None:
    """Effectiveness 2, less 1 in a Skirmish: only ones hit."""
    s = war({"lerin": "c_nav1:3 l_ln1:2"}, side="carlist")
    events = run(s, Skirmish(area("lerin"), CARLIST), [2, 2, 2, 1, 2])
    assert [3, 2] == sorted((n for _, n, _, _ in told(events, "fired")), reverse=True)
    assert {1} == {need for _, _, need, _ in told(events, "fired")}


@rule("aiw", "5.3b")
def test_a_hit_costs_a_point_and_the_last_point_the_unit() -> None:
    s = war({"vitoria": "l_ln1:2"})
    b = block(s, "l_ln1")
    assert not lose(s, b)
    assert 1 == strength(s, "l_ln1")
    assert lose(s, b)
    assert "bag" == at(s, "l_ln1")


@rule("aiw", "5.3c")
def test_a_train_that_supplies_loses_a_point() -> None:
    s = war({"tolosa": "l_ln1 l_ln2 l_ln3 l_st1:2", "estella": "l_ln4 l_st2:1"}, side="liberal")
    run(s, SupplyStep(LIBERAL))
    while asked(s) != "nobody":
        do(s, "from_train")
    assert 1 == strength(s, "l_st1")
    assert "box" == at(s, "l_st2") or 1 == strength(s, "l_st2")


@rule("aiw", "5.3d")
def test_guns_roll_their_strength_in_a_skirmish() -> None:
    s = war({"lerin": "c_nav1:1 l_ln1:1 field:3"}, side="liberal")
    events = run(s, Skirmish(area("lerin"), LIBERAL), [6] * 5)
    assert [(LIBERAL, FIELD, 3, 2, 0)] == told(events, "guns_fired")


@rule("aiw", "5.3e")
def test_guns_take_no_hits() -> None:
    s = war({"lerin": "c_nav1:2 l_ln1:4 field:3", "lodosa": "c_nav2"}, side="liberal")
    phase(s).entered.append((area("lerin"), area("viana")))
    run(s, Skirmish(area("lerin"), LIBERAL), [1, 1] + [6] * 5)
    assert 2 == strength(s, "l_ln1")
    assert 3 == guns(s, "liberal", "viana")[0] + guns(s, "liberal", "lerin")[0] + 2     # half is lost in the retreat


@rule("aiw", "5.3f", "5.4d")
def test_a_knapsack_is_turned_over_and_then_gone() -> None:
    s = war({"tolosa": "l_ln1 l_ln2 l_ln3 l_ln4 knapsack:2"}, side="liberal")
    for rest in (1, 0):
        run(s, SupplyStep(LIBERAL))
        assert rest == knapsack(s, "liberal", "tolosa")
    assert 4 == sacks_free(s, LIBERAL)


@rule("aiw", "5.4r", "20.2g")
def test_knapsacks_on_the_map_are_not_in_the_box() -> None:
    s = war({"tolosa": "l_ln1 knapsack:2", "inside bilbao": "l_ln2 knapsack:1", "estella": "c_nav1 knapsack:1"})
    assert (3, 2) == (sacks_free(s, CARLIST), sacks_free(s, LIBERAL))


@rule("aiw", "5.3a")
def test_strength_gained_stops_what_the_enemy_may_think_at_full_strength() -> None:
    s = war({"vitoria": "l_ln1:2"})
    b = block(s, "l_ln1")
    gain(s, b, 2)
    assert (4, 4, 4) == (strength(s, "l_ln1"), s.low[b], s.high[b])


# ----------------------------------------------------------------------------------------------------------- attributes


@rule("aiw", "5.4a")
def test_units_have_no_movement_of_their_own() -> None:
    """Seven points for one Carlist unit whatever it is; Cavalry one more, Field Artillery one less."""
    for pieces, word, extra in (("c_nav1", "add c_nav1", 7), ("c_gui1", "add c_gui1", 7)):
        s = war({"estella": pieces})
        actions(s)
        do(s, "activate estella", word)
        assert extra == left(s)
    columns = PACK.rows("units.csv")[0]
    with pytest.raises(Exception, match="movement"):
        columns.text("movement")


@rule("aiw", "5.4b", "5.4c", "5.4f")
def test_only_fighting_units_have_effectiveness_and_morale() -> None:
    for i, unit in enumerate(UNITS):
        if unit.kind == TRAIN:
            assert (0, 0) == (EFFECT[i], MORALE[i])
        else:
            assert EFFECT[i] in (1, 2)
            assert MORALE[i] in (7, 8, 9)


@pytest.mark.parametrize("dice, fine", [([4, 5], True), ([5, 5], False)])
@rule("aiw", "5.4c")
def test_morale_is_the_highest_roll_that_passes(dice: list[int], fine: bool) -> None:
    s = war({"vitoria": "l_rg1"})
    s.script = dice
    assert fine == passes(s, block(s, "l_rg1"), MORALE[UNIT["l_rg1"]])


@rule("aiw", "5.4d", "5.4f")
def test_trains_supply_six_and_knapsacks_two() -> None:
    units = TABLES.table("supply").table("units")
    assert (6, 2) == (units.integer("supply_train"), units.integer("knapsack"))
    rows = {row.text("id"): row.maybe_integer("supply", 0) for row in PACK.rows("units.csv")}
    assert {6} == {rows[UNITS[i].id] for i in range(len(UNITS)) if TRAINS >> i & 1}
    assert {0} == {rows[UNITS[i].id] for i in range(len(UNITS)) if FIGHTERS >> i & 1}


@rule("aiw", "5.4g")
def test_garrisons_have_effectiveness_alone() -> None:
    garrisons = {
        row.text("id"): (row.text("effectiveness"), row.maybe_integer("supply", 0))
        for row in PACK.rows("counters.csv") if row.text("kind") in ("fortress", "garrison")
    }
    assert {"fortress_l": ("1", 0), "fortress_c": ("1", 0), "city_garrison": ("2/1", 0)} == garrisons


@rule("aiw", "5.5a")
def test_troops_go_by_the_abbreviations_of_the_rulebook() -> None:
    assert {
        "ALA", "BAS", "BIS", "BR", "CAN", "CAS", "FOR", "FR", "GUI", "LG", "LN", "NAV", "PAR", "POL", "PT", "PR", "REG",
        "RG", "ST",
    } == {unit.troop for unit in UNITS}


# ---------------------------------------------------------------------------------------- Partidas and other exceptions


@rule("aiw", "5.4h", "5.4j")
def test_partidas_are_infantry_that_does_not_count_for_the_type_of_combat() -> None:
    assert 3 == PARTIDAS.bit_count()
    assert PARTIDAS == PARTIDAS & FOOT
    assert not PARTIDAS & COUNTED
    s = war({"estella": "c_par1 c_nav1 c_st1"})
    here = in_open(s, CARLIST, area("estella"))
    assert (2, 2, 1) == (fighters(s, here).bit_count(), foot(s, here).bit_count(), counted(s, here).bit_count())


@rule("aiw", "5.4i")
def test_a_lost_partida_goes_to_its_box_and_everybody_knows_it() -> None:
    s = war({"estella": "c_par1"})
    eliminate(s, block(s, "c_par1"))
    assert 1 << UNIT["c_par1"] == s.partidas
    assert 0 == s.bag[CARLIST]
    assert [(UNIT["c_par1"], area("estella"))] == told(s.events, "lost")


@rule("aiw", "5.4l", "5.4h")
def test_a_partida_does_not_build() -> None:
    s = war({"estella": "c_par1 c_nav1"})
    found = refuse_build(s, CARLIST, block(s, "c_par1"))
    assert found is not None
    assert "10.2f" == found.rule
    assert refuse_build(s, CARLIST, block(s, "c_nav1")) is None


@rule("aiw", "5.4m", "5.4n")
def test_regional_units_wait_in_their_box_and_go_back_to_it() -> None:
    values = {UNITS[i].id: (UNITS[i].kind, EFFECT[i], MORALE[i]) for i in range(len(UNITS)) if REGIONALS >> i & 1}
    assert {"c_reg1": (INFANTRY, 1, 8), "c_regc1": (CAVALRY, 2, 8)} == values
    s = war({"aragon": "c_reg1 c_nav1"})
    eliminate(s, block(s, "c_reg1"))
    assert 1 << UNIT["c_reg1"] == s.regionals
    assert 0 == s.bag[CARLIST]


@rule("aiw", "5.4o", "5.4s")
def test_what_is_lost_can_be_drawn_again() -> None:
    s = war({"vitoria": "l_ln1 l_lnc1"}, bags=("l_lg1",))
    for name in ("l_ln1", "l_lnc1"):
        eliminate(s, block(s, name))
    assert 3 == s.bagged[LIBERAL] == s.bag[LIBERAL].bit_count()
    drawn = set()
    for index in (2, 1, 0):
        s.script, s.revealed = [index], False
        drawn.add(UNITS[draw_unit(s, LIBERAL)].id)
        assert s.revealed                           # whoever has seen it cannot take back what he did
    assert {"l_ln1", "l_lnc1", "l_lg1"} == drawn
    assert (0, 0, 0) == (s.bag[LIBERAL], s.bagged[LIBERAL], s.bag_may[LIBERAL])


@rule("aiw", "5.4s", "5.2a")
def test_which_ordinary_unit_was_lost_only_its_owner_knows() -> None:
    s = war({"vitoria": "l_ln1"})
    s.may[block(s, "l_ln1")] = 1 << UNIT["l_ln1"] | 1 << UNIT["l_ln2"] | 1 << UNIT["l_st1"]
    eliminate(s, block(s, "l_ln1"))
    (event,) = (e for e in s.events if e.kind == "lost")
    assert 1 << LIBERAL == event.seen
    assert event.public is not None
    assert "lost_hidden" == event.public[0]
    assert 1 << UNIT["l_ln1"] | 1 << UNIT["l_ln2"] == s.bag_may[LIBERAL]        # a Train would have gone to its box


@rule("aiw", "5.2a", "5.3b")
def test_what_a_hidden_unit_loses_only_its_owner_knows_even_beside_one_that_lies_open() -> None:
    s = war({"vitoria": "l_ln1:3 l_ln2:3 l_ln3:3"})
    hidden, shown, other = (block(s, f"l_ln{n}") for n in (1, 2, 3))
    s.shown = 1 << shown
    for b in (hidden, other):
        s.low[b], s.high[b] = 2, 4
        lose(s, b)
        assert (1, 3) == (s.low[b], s.high[b])
        eliminate(s, b)
    s.low[shown], s.high[shown] = 1, 4
    lose(s, shown)
    assert (2, 2) == (s.low[shown], s.high[shown])
    eliminate(s, shown)
    secret = [("weakened", "weakened_hidden"), ("lost", "lost_hidden")]
    assert secret * 2 + [("weakened", None), ("lost", None)] == [
        (event.kind, event.public and event.public[0]) for event in s.events
    ]


@rule("aiw", "5.2a")
def test_a_loss_cannot_be_taken_back() -> None:
    s = war({"vitoria": "l_ln1"})
    s.revealed = False
    eliminate(s, block(s, "l_ln1"))
    assert s.revealed


@pytest.mark.parametrize("region", ["asturias_cantabria", "aragon"])
@rule("aiw", "9.1m")
def test_an_expedition_is_destroyed_with_its_last_unit(region: str) -> None:
    s = war({region: "c_nav1 c_nav2"})
    s.prestige = 3
    left = []
    for unit in ("c_nav1", "c_nav2"):
        eliminate(s, block(s, unit))
        left.append(s.prestige)
    assert [3, 1] == left
    assert [(area(region),)] == told(s.events, "expedition_destroyed")


@rule("aiw", "5.4p")
def test_the_owner_sees_his_bag_and_the_enemy_how_many_are_in_it() -> None:
    s = war({}, bags=("l_lg1", "l_ln1"))
    assert s.bag[LIBERAL] == GAME.view(s, LIBERAL).bag[LIBERAL]
    seen = GAME.view(s, CARLIST)
    assert (0, 2) == (seen.bag[LIBERAL], seen.bagged[LIBERAL])


@pytest.mark.parametrize("unit", ["l_br1", "l_fr1", "l_pt1", "l_polc1", "c_for1"])
@rule("aiw", "5.4q")
def test_foreigners_are_lost_for_good(unit: str) -> None:
    s = war({"vitoria": unit})
    eliminate(s, block(s, unit))
    assert "gone" == at(s, unit)
    assert [0, 0] == s.bag


@rule("aiw", "5.4r")
def test_a_lost_train_goes_to_its_box() -> None:
    s = war({"vitoria": "l_st1 l_ln1"})
    eliminate(s, block(s, "l_st1"))
    assert "box" == at(s, "l_st1")
    assert 0 == s.bag[LIBERAL]


@rule("aiw", "5.4t", "5.4r")
def test_trains_and_knapsacks_may_be_given_up_in_the_actions_step_and_nothing_else() -> None:
    s = war({"estella": "c_nav1 c_st1 knapsack:2"})
    actions(s)
    found = refused(s, "disband c_nav1")
    assert found is not None
    assert "5.4t" == found.rule
    do(s, "disband c_st1", "disband_knapsack estella")
    assert "box" == at(s, "c_st1")
    assert 0 == knapsack(s, "carlist", "estella")


@rule("aiw", "5.4k")
def test_a_partida_needs_no_supply() -> None:
    s = war({"estella": "c_nav1 c_nav2 c_nav3 c_gui1 c_par1"})
    events = run(s, SupplyStep(CARLIST))
    assert [] == told(events, "unsupplied")
    s = war({"estella": "c_nav1 c_nav2 c_nav3 c_gui1 c_gui2"})
    run(s, SupplyStep(CARLIST))
    assert "nobody" != asked(s)


@rule("aiw", "14.0c")
def test_guns_may_be_divided_and_joined() -> None:
    s = war({"vitoria": "l_ln1 field:4"})
    move_load(s, LIBERAL, FIELD, area("vitoria"), area("miranda"), 3)
    assert [(1, 0), (3, 0)] == [guns(s, "liberal", x) for x in ("vitoria", "miranda")]
    move_load(s, LIBERAL, FIELD, area("vitoria"), area("miranda"), 1)
    assert (0, 0) == guns(s, "liberal", "vitoria")


@rule("aiw", "14.0c", "20.2f")
def test_a_counter_of_three_and_four_does_not_stand_for_fewer() -> None:
    six = ("vitoria", "haro", "logrono", "miranda", "tudela", "tafalla")
    s = war(dict.fromkeys(six, "liberal field:1"))
    assert [0, 0, 3] == [guns_free(s, LIBERAL, FIELD, area("bilbao"), points) for points in (1, 2, 3)]


@rule("aiw", "14.0c", "14.3a")
def test_counters_in_the_hidden_artillery_box_are_in_use() -> None:
    s = war({"estella": "carlist field:1", "tolosa": "carlist field:2"})
    s.box_field, s.box_mountain = 3, 1          # two counters and one, of four and three
    assert [0, 2] == [guns_free(s, CARLIST, kind, area("durango"), 2) for kind in (FIELD, MOUNTAIN)]
    s.box_field = 2
    assert 2 == guns_free(s, CARLIST, FIELD, area("durango"), 2)


@rule("aiw", "5.4e")
def test_partidas_and_regional_units_are_always_available() -> None:
    s = GAME.create("entire_war", {"politics": "without", "plague_and_snow": "without"})
    assert {"santesteban", "llodio", "segura"} == {at(s, f"c_par{n}") for n in (1, 2, 3)}
    assert {"box"} == {at(s, name) for name in ("c_reg1", "c_regc1")}
    assert "out of play" == at(s, "c_for1") == at(s, "l_br1") == at(s, "c_nav4")
    assert BLOCKS_OF[CARLIST].bit_count() == ARMY[CARLIST].bit_count()
    assert HORSE & FOOT == 0
