"""[11.5] Advance."""

from __future__ import annotations

import pytest

from tablero.games.car.board import REP, SIEGES, UNIT, space
from tablero.games.car.rules.r02_map import put
from tablero.games.car.rules.r08_cards.s05_landings import open_beach
from tablero.games.car.state import Car
from tablero.kernel import engine
from tests.games.car.field import (
    asked,
    at,
    attack,
    do,
    field,
    holder,
    offered,
    operation,
    refused,
    take_losses,
    units_at,
)
from tests.rules import rule


def won(places: dict[str, str], target: str, dice: list[int], **more: str) -> Car:
    """A combat up to the advance; each defender retreats by the first way that is offered."""
    s = field(places, **more)                       # type: ignore[arg-type]
    attack(s, target, dice=dice)
    take_losses(s)
    while asked(s).endswith("RetreatUnit"):
        do(s, offered(s)[0])
    return s


@rule("car", "11.5.1a")
def test_any_of_the_surviving_attackers_may_advance_within_stacking() -> None:
    s = won({"belchite": "nat_inf_1 nat_inf_2", "candasnos": "nat_inf_3 nat_inf_4", "caspe": "rep_mil_1:r"},
            "caspe", [1, 1])
    assert ["done", *(f"advance nat_inf_{n} caspe" for n in range(1, 5))] == offered(s)
    do(s, "advance nat_inf_3 caspe", "advance nat_inf_1 caspe", "advance nat_inf_4 caspe")
    assert (["nat_inf_1", "nat_inf_3", "nat_inf_4"], "nobody") == (units_at(s, "caspe"), asked(s))
    s = won({"belchite": "nat_inf_1 nat_inf_2", "caspe": "rep_mil_1:r"}, "caspe", [1, 1])
    do(s, "advance nat_inf_2 caspe", "done")
    assert (["nat_inf_1"], ["nat_inf_2"]) == (units_at(s, "belchite"), units_at(s, "caspe"))


@rule("car", "11.5.1a")
def test_a_click_on_a_space_lets_all_advance_that_have_room_and_leave_somebody_behind() -> None:
    s = won({"belchite": "nat_inf_1 nat_inf_2", "caspe": "rep_mil_1:r"}, "caspe", [1, 1])
    put(s, UNIT["nat_inf_3"], space("belchite"))
    advances = [("advance", UNIT[name], space("caspe")) for name in ("nat_inf_1", "nat_inf_2")]
    assert {"space:caspe": advances} == engine.gestures(s, 0)
    s = won({"belchite": "nat_inf_1 nat_inf_2", "candasnos": "nat_inf_3 nat_inf_4", "caspe": "rep_mil_1:r"},
            "caspe", [1, 1])
    assert {} == engine.gestures(s, 0)
    s = won({"belchite": "nat_inf_1 nat_inf_2", "caspe": "rep_mil_1:r"}, "caspe", [1, 1])
    assert {} == engine.gestures(s, 0), "a space would be left without units"


@rule("car", "11.5.1a", "9.1.1a")
def test_a_full_space_takes_nobody_else() -> None:
    s = won({"belchite": "nat_inf_1 nat_inf_2", "candasnos": "nat_inf_3 nat_inf_4", "caspe": "rep_mil_1:r"},
            "caspe", [1, 1])
    put(s, UNIT["nat_inf_1"], space("zaragoza"))
    for name in ("nat_inf_11", "nat_inf_12", "nat_inf_13"):
        put(s, UNIT[name], space("caspe"))
    assert ("9.1.1a", "advance_no_room") == s.stack[-1].refuse(s, 0, ("advance", UNIT["nat_inf_3"], space("caspe")))  # type: ignore[attr-defined]


@rule("car", "11.5.2a")
def test_after_elimination_or_one_space_the_advance_enters_the_defended_space_alone() -> None:
    s = won({"belchite": "nat_inf_1 nat_inf_2", "caspe": "rep_mil_1:r"}, "caspe", [6, 1])       # 2 to 0: eliminated
    assert {"done", "advance nat_inf_1 caspe", "advance nat_inf_2 caspe"} == set(offered(s))
    assert ("11.5.2a", "advance_too_far") == refused(s, "advance nat_inf_1 alcaniz")
    s = won({"belchite": "nat_inf_1 nat_inf_2", "caspe": "rep_rpa_1"}, "caspe", [3, 1])         # 1 to 0: one space
    assert {"done", "advance nat_inf_1 caspe", "advance nat_inf_2 caspe"} == set(offered(s))


@rule("car", "11.5.2b", "11.2.11a")
def test_a_defeated_attacker_advances_if_no_defender_is_left() -> None:
    s = won({"belchite": "nat_v", "caspe": "rep_pol_1:r rep_mil_1:r rep_mil_2:r"}, "caspe", [4, 1])
    assert "nationalist Advance" == asked(s)
    s = field({"belchite": "nat_inf_1 nat_inf_2", "caspe": "rep_int_r03_1:r"})
    events = attack(s, "caspe", dice=[1, 2])                # 1 to 1
    events += take_losses(s)
    assert ("nationalist Advance", "combat_drawn") == (asked(s), events[-1].kind)


@rule("car", "11.5.3a", "11.5.3b")
def test_after_two_spaces_the_advance_may_go_on_to_what_the_retreat_passed() -> None:
    s = field({"belchite": "nat_inf_1 nat_inf_2 nat_inf_3", "caspe": "rep_rpa_1 rep_rpa_2"})
    attack(s, "caspe", dice=[6, 1])                         # 3 to 1
    take_losses(s)
    unit = units_at(s, "caspe")[0].removesuffix(":r")
    do(s, f"retreat {unit} alcaniz", *(f"retreat {unit} {y}" for y in ("gandesa",)))
    assert "gandesa" == at(s, unit)
    assert {"advance nat_inf_1 caspe", "advance nat_inf_1 alcaniz"} == {t for t in offered(s) if "nat_inf_1" in t}
    assert ("11.5.4a", "advance_into_enemies") == refused(s, "advance nat_inf_1 gandesa")
    assert ("11.5.3b", "not_on_retreat_path") == refused(s, "advance nat_inf_1 candasnos")
    do(s, "advance nat_inf_1 alcaniz")
    assert ("alcaniz", "nat", "nat") == (at(s, "nat_inf_1"), holder(s, "caspe"), holder(s, "alcaniz"))      # [11.5.6a]


@rule("car", "11.5.6a")
def test_advancing_units_take_every_space_they_enter() -> None:
    s = field({"belchite": "nat_inf_1 nat_inf_2 nat_inf_3", "caspe": "rep_rpa_1 rep_rpa_2"})
    attack(s, "caspe", dice=[6, 1])
    take_losses(s)
    unit = units_at(s, "caspe")[0].removesuffix(":r")
    do(s, f"retreat {unit} gandesa", f"retreat {unit} tortosa")
    do(s, "advance nat_inf_1 gandesa", "done")
    assert ["nat", "nat", "rep"] == [holder(s, name) for name in ("caspe", "gandesa", "tortosa")]
    assert [] == units_at(s, "caspe")


@rule("car", "11.5.3a")
def test_a_mountain_stops_the_advance() -> None:
    s = field({"villafranca_del_p": "nat_v nat_aragon", "montblanch": "rep_rpa_1 rep_rpa_2 rep_rpa_3"})
    attack(s, "montblanch", dice=[4, 1])                    # 4 to 1
    take_losses(s)
    do(s, "no")
    while asked(s).endswith("RetreatUnit"):
        do(s, offered(s)[0])
    assert ["done", "advance nat_v montblanch", "advance nat_aragon montblanch"] == offered(s)
    passed = next(name for name in ("lerida", "cervera", "tarragona", "gandesa")
                  if s.frame(type(s.stack[-2])).opened >> space(name) & 1)      # type: ignore[attr-defined]
    assert ("11.5.3a", "mountain_stops_advance") == refused(s, f"advance nat_v {passed}")


@rule("car", "11.5.4a")
def test_no_advance_goes_into_a_space_with_enemies() -> None:
    s = field({"belchite": "nat_inf_1 nat_inf_2 nat_inf_3", "caspe": "rep_rpa_1 rep_rpa_2", "alcaniz": "rep_mil_1"})
    attack(s, "caspe", dice=[6, 1])
    take_losses(s)
    unit = units_at(s, "caspe")[0].removesuffix(":r")
    do(s, f"retreat {unit} alcaniz", f"retreat {unit} morella")
    assert ["done", *(f"advance nat_inf_{n} caspe" for n in (1, 2, 3))] == offered(s)
    assert ("11.5.4a", "advance_into_enemies") == refused(s, "advance nat_inf_1 alcaniz")


@rule("car", "11.5.5a")
def test_defenders_never_advance() -> None:
    s = field({"belchite": "nat_inf_1:r", "caspe": "rep_i rep_ii"})
    attack(s, "caspe", dice=[1, 6])
    assert ("nobody", ["rep_i", "rep_ii"], "eliminated") == (asked(s), units_at(s, "caspe"), at(s, "nat_inf_1"))


@rule("car", "11.5.7a", "11.4.4a")
def test_where_only_one_space_was_open_to_a_retreat_of_two_the_advance_may_go_there() -> None:
    s = field({"belchite": "nat_inf_1 nat_inf_2 nat_inf_3", "caspe": "rep_rpa_1 rep_rpa_2", "candasnos": "nat_inf_4",
               "gandesa": "nat_inf_5", "morella": "nat_inf_6"})
    operation(s).attacks = 1 << space("belchite")
    attack(s, "caspe", dice=[6, 1])                         # Alcañiz is a dead end
    take_losses(s)
    assert {"gone"} == {at(s, "rep_rpa_1"), at(s, "rep_rpa_2")}
    assert {"advance nat_inf_1 caspe", "advance nat_inf_1 alcaniz"} == {t for t in offered(s) if "nat_inf_1" in t}


@rule("car", "16.4.2.1a", "16.4.2.2a")
def test_units_of_a_region_do_not_advance_into_another_beyond_one_division() -> None:
    s = field({"vitoria": "rep_ast_1 rep_bas_1", "santander": "rep_ast_2", "orduna": "nat_mil_1:r"}, side="republican")
    attack(s, "orduna", dice=[6, 1])
    assert ["done", "advance rep_bas_1 orduna"] == offered(s)
    assert ("16.4.2.2a", "one_division_abroad") == refused(s, "advance rep_ast_1 orduna")


@rule("car", "16.4.2.4a", "16.4.2.4b")
def test_one_of_too_many_abroad_advances_homewards_if_it_can_and_else_where_it_likes() -> None:
    s = field({"orduna": "rep_ast_1 rep_bas_1", "santander": "rep_ast_2", "bilbao": "nat_mil_1:r"}, side="republican")
    attack(s, "bilbao", dice=[6, 1])
    assert ["done", "advance rep_ast_1 bilbao", "advance rep_bas_1 bilbao"] == offered(s)
    for lost, free in (("", False), (" castropol pto_de_la_espina pto_de_leitariegos gijon", True)):
        s = field({"santander": "rep_ast_1 rep_int_r03_1 rep_int_r03_2", "santona": "rep_ast_2",
                   "san_vicente_de_la_barquera": "nat_inf_1 nat_inf_2 nat_inf_3"}, side="republican",
                  nationalist="cangas_de_onis pto_de_pajares leon pto_del_escudo" + lost)
        operation(s).attacks = 1 << space("santander")
        attack(s, "san_vicente_de_la_barquera", dice=[6, 1])
        do(s, "lose nat_inf_1", "lose nat_inf_2", "lose rep_int_r03_1", "retreat nat_inf_3 cangas_de_onis")
        if free:
            do(s, "retreat nat_inf_3 pto_de_pajares")
        assert refused(s, "advance rep_ast_1 cangas_de_onis") is None
        assert (None if free else ("16.4.2.4a", "must_go_home")) == refused(
            s, "advance rep_ast_1 san_vicente_de_la_barquera"), "free only if all of Asturias is lost"


@rule("car", "8.5.5.3a", "8.5.5.3d", "11.5.6a")
def test_a_won_attack_with_an_advance_is_noted_with_the_space_it_entered() -> None:
    s = won({"belchite": "nat_inf_1 nat_inf_2", "caspe": "rep_mil_1:r"}, "caspe", [6, 1])
    assert [] == operation(s).victories
    do(s, "advance nat_inf_1 caspe", "advance nat_inf_2 caspe")
    assert [space("caspe")] == operation(s).victories


@rule("car", "16.1.3a", "11.5.6a")
def test_an_advance_frees_a_siege() -> None:
    s = field({"maqueda": "nat_afr_1 nat_afr_2", "toledo": "rep_mil_1:r"}, nationalist="talavera_de_la_reina")
    s.sieges[SIEGES.index("alcazar_of_toledo")] = 3
    rm, vp = s.rm, s.vp
    attack(s, "toledo", dice=[6, 1])
    do(s, "advance nat_afr_1 toledo")
    assert ([0, 0, 0], "nat") == (s.sieges, holder(s, "toledo"))
    assert (rm - 2, vp + 1) == (s.rm, s.vp)                 # the capital and the garrison; the Alcázar is a point


@rule("car", "8.5.4.3a", "11.5.6a")
@pytest.mark.parametrize(("mallorca", "reserve"), [("nat_inf_1 nat_inf_2", 0), ("nat_inf_1 nat_inf_2 nat_inf_3", 0)])
def test_nationalists_who_advance_into_a_beach_head_clear_it(mallorca: str, reserve: int) -> None:
    s = field({"mallorca": mallorca})
    open_beach(s, space("beach_head_mallorca"), space("mallorca"))
    put(s, UNIT["rep_mil_1"], s.beach)
    s.reduced |= 1 << UNIT["rep_mil_1"]
    attack(s, "beach_head_mallorca", dice=[6, 1])
    do(s, "advance nat_inf_1 beach_head_mallorca", "done")
    assert (-1, "mallorca") == (s.beach, at(s, "nat_inf_1"))
    assert 0 == s.occupied[REP]
