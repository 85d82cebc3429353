"""[13.3] [13.4] Attrition, and what the borders with France and Portugal give."""

from __future__ import annotations

import pytest

from tablero.games.car.board import BEACH_MALLORCA, MALLORCA, NAT, NORTH, REP, SPACE_NAMES, TRACK, UNIT, space, spaces
from tablero.games.car.rules.r06_sequence import Turn
from tablero.games.car.rules.r08_cards.s05_landings import open_beach
from tablero.games.car.rules.r13_attrition import attrition, close_beach
from tablero.games.car.rules.r13_supply import bordering
from tablero.games.car.state import END_OF_NORTH, Car
from tablero.kernel.bits import ids_of
from tests.games.car.field import asked, at, attack, do, field, holder, offered, reduced, refused, told, units_at
from tests.games.car.logistics import goals, left, replacements, send, sr, units_offered
from tests.games.car.r10_movement.moving import activate
from tests.games.car.turns import action
from tests.rules import rule

POCKET = "malaga loja"                  # Nationalist: then Antequera and Ronda are cut off
IN_THE_PYRENEES = "gerona ripoll"       # Nationalist: then Figueras has France only


def holders(s: Car, *names: str) -> list[str]:
    return [holder(s, name) for name in names]


def frontier(units: str = "rep_mil_1", **more: str) -> Car:
    """Republican units in Figueras with France behind them, and one in Madrid."""
    places = {"figueras": units, "madrid": "rep_rpa_1"}
    return field(places, side="republican", nationalist=IN_THE_PYRENEES, **more)     # type: ignore[arg-type]


# ---------------------------------------------------------------------------------------------------------- attrition


@rule("car", "13.3.5a", "13.3.6a", "13.3.6b")
def test_units_out_of_supply_are_gone_for_good_and_their_spaces_and_vacant_ones_turn() -> None:
    s = field({"antequera": "rep_mil_1 rep_i:r", "madrid": "rep_mil_2", "reserve": "rep_mil_3"}, nationalist=POCKET)
    attrition(s, REP)
    assert [(REP, UNIT[name], space("antequera")) for name in ("rep_mil_1", "rep_i")] == told(s.events, "starved")
    assert ["gone", "gone", "madrid", "reserve"] == [
        at(s, name) for name in ("rep_mil_1", "rep_i", "rep_mil_2", "rep_mil_3")]
    assert ["nat", "nat", "rep"] == holders(s, "antequera", "ronda", "velez_malaga")


@rule("car", "13.3.6a")
def test_only_what_the_side_of_the_segment_has_is_looked_at() -> None:
    s = field({"antequera": "rep_mil_1", "granada": "nat_inf_1"}, nationalist=POCKET + " guadix", republican="loja")
    before = s.held
    attrition(s, NAT)
    assert ("gone", "antequera") == (at(s, "nat_inf_1"), at(s, "rep_mil_1"))
    assert spaces("granada", "guadix", "oviedo", "malaga") == before & ~s.held
    assert 0 == s.held & ~before


@rule("car", "13.3.6b", "16.1.3b", "16.3.2a")
def test_what_turns_counts_as_captured() -> None:
    around = "illescas maqueda aranjuez mora navahermosa"
    s = field({"toledo": "rep_mil_1"}, nationalist=around)
    s.sieges, s.rm, s.vp = [1, 2, 3], 20, 7
    attrition(s, REP)
    assert ([1, 2, 0], 18, 8) == (s.sieges, s.rm, s.vp), "a capital, and the Alcázar"
    s = field(nationalist="ubeda linares andujar")
    s.rm = 20
    attrition(s, REP)
    assert ("nat", 19) == (holder(s, "jaen"), s.rm)
    s = field(nationalist="montoro andujar pozoblanco puertollano")
    s.sieges, s.rm = [1, 2, 3], 20
    attrition(s, REP)
    assert ([1, 0, 3], 19) == (s.sieges, s.rm)
    s = field(nationalist="montoro andujar pozoblanco puertollano")
    s.rm = 20
    attrition(s, REP)
    assert ([0, 0, 0], 20) == (s.sieges, s.rm), "the Siege was over"


@rule("car", "13.3.6b", "13.3.6a")
def test_nationalist_spaces_that_turn_are_captured_by_the_republic() -> None:
    s = field({"granada": "nat_inf_1"}, republican="loja")
    s.rm, s.vp = 20, 7
    attrition(s, NAT)
    assert ("rep", "rep", 22, 7) == (holder(s, "granada"), holder(s, "oviedo"), s.rm, s.vp), "two capitals"


@rule("car", "16.1.3b", "16.1.3c")
def test_a_siege_goes_on_when_its_space_comes_back_to_the_republic() -> None:
    s = field({"toledo": "nat_inf_1"}, republican="illescas")
    s.sieges = [1, 2, 3]
    attrition(s, NAT)
    assert ("gone", "rep", [1, 2, 3]) == (at(s, "nat_inf_1"), holder(s, "toledo"), s.sieges)


@rule("car", "13.3.6b", "16.3.3d")
def test_what_follows_from_the_map_follows_at_once() -> None:
    s = field(nationalist="gijon santander bilbao san_sebastian")
    s.once &= ~END_OF_NORTH
    attrition(s, REP)
    assert (0, True) == (NORTH & ~s.held, bool(s.once & END_OF_NORTH))


@rule("car", "16.2.3b", "13.3.6a")
def test_isolated_spaces_do_not_starve() -> None:
    s = field({"granada": "nat_inf_1"}, nationalist="guadix")
    s.isolated = spaces("granada", "oviedo")
    attrition(s, NAT)
    assert ["nat", "nat", "nat"] == holders(s, "granada", "guadix", "oviedo")
    assert "granada" == at(s, "nat_inf_1")


@rule("car", "13.3.7a", "6.0.C.1a", "6.0.C.2a")
@pytest.mark.parametrize(("round_", "step", "lost"), [
    (5, "nationalist_attrition", ""), (6, "nationalist_attrition", "nat_inf_1"),
    (5, "republican_attrition", ""), (6, "republican_attrition", "rep_mil_1"),
])
def test_attrition_comes_after_the_sixth_round_of_a_side(round_: int, step: str, lost: str) -> None:
    s = field({"antequera": "rep_mil_1", "granada": "nat_inf_1"}, nationalist="malaga", republican="loja")
    s.held |= 1 << space("loja") if lost == "rep_mil_1" else 0
    s.round = round_
    found = Turn()
    getattr(found, step)(s)
    assert {lost} - {""} == {name for name in ("rep_mil_1", "nat_inf_1") if at(s, name) == "gone"}


@rule("car", "13.1.5a")
def test_asturian_divisions_hold_out_in_asturias_and_nobody_else_does() -> None:
    s = field({"cangas_de_onis": "rep_ast_1 rep_san_1 rep_pol_1", "castropol": "rep_ast_i", "orduna": "rep_ast_2"},
              nationalist="gijon santander bilbao")
    attrition(s, REP)
    assert ["rep_ast_1"] == units_at(s, "cangas_de_onis")
    assert ["gone"] * 4 == [at(s, name) for name in ("rep_san_1", "rep_pol_1", "rep_ast_i", "rep_ast_2")]
    assert ["rep", "nat", "nat", "nat"] == holders(s, "cangas_de_onis", "castropol", "pto_de_pajares", "orduna")


@rule("car", "13.1.5a", "13.1.1a")
def test_asturian_divisions_that_hold_out_are_out_of_supply_all_the_same() -> None:
    s = field({"cangas_de_onis": "rep_ast_1:r", "madrid": "rep_mil_1:r"}, side="republican",
              nationalist="gijon santander bilbao")
    sr(s)
    assert ("12.1.5a", "out_of_supply") == refused(s, "redeploy rep_ast_1")
    s = field({"cangas_de_onis": "rep_ast_1:r", "madrid": "rep_mil_1:r"}, side="republican",
              nationalist="gijon santander bilbao")
    replacements(s, "republican", own=2)
    assert ("13.3.2a", "out_of_supply") == refused(s, "restore rep_ast_1 rep")


@rule("car", "13.1.5b", "16.3.3d")
def test_the_northern_front_ends_when_the_last_of_them_is_beaten() -> None:
    lost = " ".join(SPACE_NAMES[x] for x in ids_of(NORTH) if SPACE_NAMES[x] != "cangas_de_onis")
    s = field({"cangas_de_onis": "rep_ast_1:r", "gijon": "nat_inf_1 nat_inf_2 nat_inf_3"}, nationalist=lost)
    s.once &= ~END_OF_NORTH
    attrition(s, REP)
    assert ("rep", False) == (holder(s, "cangas_de_onis"), bool(s.once & END_OF_NORTH))
    attack(s, "cangas_de_onis", dice=[6, 1])
    while asked(s) != "nobody":
        do(s, "advance nat_inf_1 cangas_de_onis" if s.held >> space("cangas_de_onis") & 1 == 0 else "done")
    assert ("nat", True) == (holder(s, "cangas_de_onis"), bool(s.once & END_OF_NORTH))


@rule("car", "13.3.5a", "8.5.4.5a")
def test_a_beach_head_that_no_line_reaches_is_no_space_any_more() -> None:
    s = field({"beach_head_mallorca": "rep_mil_1"}, nationalist="barcelona valencia cartagena")
    open_beach(s, BEACH_MALLORCA, MALLORCA)
    s.deadline, s.positions = 8, 1 << BEACH_MALLORCA
    attrition(s, REP)
    assert 0 == s.positions, "its works are gone with it"
    assert ("gone", -1, -1, 0) == (at(s, "rep_mil_1"), s.beach, s.coast, s.deadline)
    assert [(BEACH_MALLORCA,)] == told(s.events, "beach_gone")
    assert 0 == s.held >> BEACH_MALLORCA & 1
    s = field({"beach_head_mallorca": "rep_mil_1"})
    open_beach(s, BEACH_MALLORCA, MALLORCA)
    attrition(s, REP)
    assert ("beach_head_mallorca", BEACH_MALLORCA) == (at(s, "rep_mil_1"), s.beach)


@rule("car", "8.5.4.3a", "8.5.6.4a")
def test_a_beach_head_that_nationalists_have_taken_is_nobodys() -> None:
    s = field()
    open_beach(s, BEACH_MALLORCA, MALLORCA)
    s.held |= 1 << BEACH_MALLORCA
    before = s.held
    close_beach(s)
    assert before & ~(1 << BEACH_MALLORCA) == s.held


# ------------------------------------------------------------------------------------------------------------ borders


@rule("car", "13.4.2a", "13.4.1.2a", "13.4.4a")
def test_france_keeps_republican_units_and_spaces_alive() -> None:
    s = field({"figueras": "rep_mil_1"}, nationalist="vich manresa solsona puigcerda barcelona")
    attrition(s, REP)
    assert "figueras" == at(s, "rep_mil_1")
    assert ["rep", "rep", "rep"] == holders(s, "figueras", "gerona", "ripoll"), "what is joined with it, too"
    assert spaces("figueras", "gerona", "ripoll") == bordering(s, REP), "and no space that is in supply"


@rule("car", "13.4.2a", "13.4.1.1a", "13.4.4a")
def test_portugal_keeps_nationalist_units_and_spaces_alive() -> None:
    s = field({"merida": "nat_inf_1"}, nationalist="badajoz", republican="caceres valencia_de_alcantara")
    attrition(s, NAT)
    assert ("merida", ["nat", "nat"]) == (at(s, "nat_inf_1"), holders(s, "merida", "badajoz"))


@rule("car", "13.4.1.1a", "13.4.1.2a")
def test_a_border_helps_the_friend_of_the_country_only() -> None:
    s = field({"badajoz": "rep_mil_1"}, nationalist="jerez_de_los_caballeros zafra merida", side="republican")
    sr(s)
    assert "nobody" == asked(s), "it cannot leave through Portugal"
    attrition(s, REP)
    assert ("gone", "nat") == (at(s, "rep_mil_1"), holder(s, "badajoz"))
    s = field({"jaca": "nat_inf_1"}, republican="pamplona ejea_de_los_caballeros huesca")
    sr(s)
    assert "nobody" == asked(s), "nor through France"
    attrition(s, NAT)
    assert ("gone", "rep") == (at(s, "nat_inf_1"), holder(s, "jaca"))


@rule("car", "13.4.2a", "13.3.1a", "13.3.2a", "13.3.3a")
def test_units_at_a_friendly_border_move_and_do_nothing_else() -> None:
    s = action(frontier("rep_mil_1:r"), "republican")
    assert refused(s, "move figueras") is None
    assert ("13.4.2a", "border_supply_only_moves") == refused(s, "attack figueras")
    s = replacements(frontier("rep_mil_1:r"), "republican", own=1)
    assert "nobody" == asked(s), "no Replacement Points"
    s = frontier()
    activate(s, "figueras")
    assert ("13.3.3a", "builder_out_of_supply") == refused(s, "build rep_mil_1")
    s = action(field({"antequera": "rep_mil_1", "madrid": "rep_rpa_1"}, nationalist=POCKET), "republican")
    assert ("13.3.1a", "out_of_supply") == refused(s, "move antequera")


# ---------------------------------------------------------------------------------------------------------- Special SR


@rule("car", "13.4.3a", "13.4.3c")
@pytest.mark.parametrize("units", ["rep_mil_1 rep_mil_2", "rep_mil_1:r rep_mil_2:r"])
def test_two_divisions_leave_over_the_border_for_a_point_and_come_reduced_into_the_reserve(units: str) -> None:
    s = sr(frontier(units), 1)
    events = do(s, "redeploy rep_mil_1")
    assert (0.5, [(REP, UNIT["rep_mil_1"], space("figueras"))]) == (left(s), told(events, "left_over_border"))
    do(s, "redeploy rep_mil_2")
    assert ["reserve", "reserve"] == [at(s, "rep_mil_1"), at(s, "rep_mil_2")]
    assert reduced(s, "rep_mil_1")
    assert reduced(s, "rep_mil_2")
    assert "nobody" == asked(s)


@rule("car", "13.4.3a", "12.1.3a")
def test_a_unit_that_left_over_the_border_does_not_come_back_in_the_same_round() -> None:
    s = sr(frontier(), 3)
    do(s, "redeploy rep_mil_1")
    assert ("12.1.3a", "redeployed_already") == refused(s, "redeploy rep_mil_1")


@rule("car", "13.4.3a", "13.4.3d")
def test_a_corps_leaves_for_two_points_and_comes_back_reduced_two_turns_later() -> None:
    s = sr(frontier("rep_i"), 1.5)
    assert ("12.1.2a", "not_enough_points") == refused(s, "redeploy rep_i")
    s = sr(frontier("rep_i"), 2)
    do(s, "redeploy rep_i")
    assert (TRACK[REP], [(UNIT["rep_i"], 9)], "nobody") == (s.at[UNIT["rep_i"]], s.due, asked(s))
    s.turn = 8
    replacements(s, "republican")
    assert ("track", "nobody") == (at(s, "rep_i"), asked(s))
    s.turn = 9
    replacements(s, "nationalist")
    assert ("track", "nobody") == (at(s, "rep_i"), asked(s)), "in the Segment of its own side"
    replacements(s, "republican")
    assert ["to madrid", "to barcelona", "to valencia", "to cartagena"] == offered(s)
    do(s, "to valencia")
    assert (["rep_i:r"], []) == (units_at(s, "valencia"), s.due)


@rule("car", "13.4.3d")
def test_a_corps_without_a_space_waits_for_the_next_turn() -> None:
    full = {name: f"rep_mil_{n} rep_mil_{n + 1} rep_mil_{n + 2}" for n, name in (
        (1, "madrid"), (4, "barcelona"), (7, "valencia"), (10, "cartagena"))}
    s = field({**full, "track": "rep_i:r rep_ii:r"}, side="republican", turn=9)
    s.due = [(UNIT["rep_i"], 9), (UNIT["rep_ii"], 10)]
    replacements(s, "republican")
    assert ("track", 2) == (at(s, "rep_i"), len(s.due))
    send(sr(s, 1), "rep_mil_1", "reserve")
    s.turn = 10
    replacements(s, "republican")
    assert ("madrid", "track", [(UNIT["rep_ii"], 10)]) == (at(s, "rep_i"), at(s, "rep_ii"), s.due)
    send(sr(s, 1), "rep_mil_2", "reserve")
    s.turn = 12
    replacements(s, "republican")
    assert ("madrid", []) == (at(s, "rep_ii"), s.due)


@rule("car", "13.4.3a", "13.4.1.1a")
def test_nationalists_leave_through_portugal() -> None:
    s = sr(field({"badajoz": "nat_inf_1 nat_v", "burgos": "nat_inf_2"}, republican="valencia_de_alcantara"), 3.5)
    do(s, "redeploy nat_inf_1", "redeploy nat_v")
    assert ("reserve", True, "track", 1) == (at(s, "nat_inf_1"), reduced(s, "nat_inf_1"), at(s, "nat_v"), left(s))
    assert [(UNIT["nat_v"], 9)] == s.due


@rule("car", "13.4.3e")
def test_a_unit_in_supply_at_the_border_redeploys_as_any_other() -> None:
    s = sr(field({"figueras": "rep_mil_1 rep_mil_2", "puigcerda": "rep_i"}, side="republican"), 2)
    assert ("12.1.2a", "not_enough_points") == refused(s, "redeploy rep_i")
    assert {"reserve", "barcelona", "madrid"} <= goals(s, "rep_mil_1")
    send(s, "rep_mil_1", "reserve")
    assert (1, False) == (left(s), reduced(s, "rep_mil_1"))
    s = sr(field({"figueras": "rep_mil_1"}, side="republican"), 0.5)
    assert "nobody" == asked(s), "half a point is not enough"


@rule("car", "13.4.3.1a")
def test_regional_units_do_not_leave_over_the_border() -> None:
    s = field({"san_sebastian": "rep_bas_1 rep_pol_1 rep_euzkadi"}, side="republican", nationalist="durango")
    sr(s)
    assert {"rep_pol_1"} == units_offered(s, "redeploy")
    assert ("13.4.3.1a", "no_special_sr") == refused(s, "redeploy rep_bas_1")
    assert ("13.4.3.1a", "no_special_sr") == refused(s, "redeploy rep_euzkadi")


@rule("car", "13.4.3.2a")
def test_after_france_has_recognized_the_enemy_no_republican_leaves() -> None:
    s = sr(frontier(happened="n43"))
    assert ("13.4.3.2a", "border_closed") == refused(s, "redeploy rep_mil_1")
    assert ("12.1.5a", "out_of_supply") == refused(
        sr(field({"antequera": "rep_mil_1", "madrid": "rep_mil_2"}, side="republican", nationalist=POCKET,
                 happened="n43")), "redeploy rep_mil_1")
    s = sr(field({"badajoz": "nat_inf_1", "burgos": "nat_inf_2"}, republican="valencia_de_alcantara", happened="n43"))
    assert {"nat_inf_1", "nat_inf_2"} == units_offered(s, "redeploy"), "Portugal stays open"


@rule("car", "13.4.2a", "13.4.3.2a")
def test_the_border_keeps_units_alive_even_then() -> None:
    s = frontier(happened="n43")
    attrition(s, REP)
    assert ("figueras", "rep") == (at(s, "rep_mil_1"), holder(s, "figueras"))


@rule("car", "13.4.3a")
def test_a_unit_of_one_strength_that_leaves_through_portugal_keeps_it() -> None:
    s = sr(field({"badajoz": "nat_ins_n48", "burgos": "nat_inf_2"}, republican="valencia_de_alcantara"), 1)
    do(s, "redeploy nat_ins_n48")
    assert ("reserve", False) == (at(s, "nat_ins_n48"), reduced(s, "nat_ins_n48"))
