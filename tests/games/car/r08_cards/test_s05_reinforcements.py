"""[8.5.2] Reinforcement Events: how many, where to, and the division that is given up for corps. What each card brings
is in cards/test_reinforcements.py."""

from __future__ import annotations

import pytest

from tablero.games.car.board import CARD, CTV, ELIMINATED, NAT, REINFORCEMENTS, REP, UNIT, space, spaces
from tablero.games.car.rules.r08_cards.s05_reinforcements import Reinforcement, can_place_all, corps_spaces
from tablero.games.car.rules.r14_replacements import Replacements
from tablero.games.car.state import Car
from tablero.kernel.bits import bitset
from tablero.kernel.engine import advance
from tests.games.car.cards.playing import CONDITION, next_round, next_turn, play, ready
from tests.games.car.field import Pause, asked, at, do, field, offered, reduced, refused, told
from tests.rules import card, rule

AIDED = "n4 r1 r2"
HOMES = {"reserve": "nat_mil_1 rep_mil_1"}              # a division to give up
KINDS = {name: (side, kind) for name in CARD for side in (NAT, REP) for kind in (0, 1)
         if REINFORCEMENTS[side][kind] >> CARD[name] & 1}
AGAIN = ("8.5.2.1a", "reinforced_already")
LINK = "dobro burgos aranda_de_duero"                   # joins the Northern Front with Madrid


# ------------------------------------------------------------------------------------------------------------- how many


@rule("car", "8.5.2.1a", "8.5.2.1b")
@pytest.mark.parametrize(("first", "side", "kind"), [("n2", NAT, 0), ("n22", NAT, 1), ("r9", REP, 0), ("r4", REP, 1)])
def test_in_a_turn_there_is_one_reinforcement_of_each_kind_for_a_side(first: str, side: int, kind: int) -> None:
    others = [name for name in KINDS if name != first]
    s = play(first, HOMES, hands=" ".join(others), happened=AIDED)
    if asked(s) != "nobody":
        do(s, offered(s)[0])
    for seat in (NAT, REP):
        next_round(s, seat, 3)
        for name in others:
            if KINDS[name][0] == seat:
                assert ((seat, KINDS[name][1]) == (side, kind)) == (AGAIN == refused(s, f"event {name}"))
    next_turn(s, 8)
    next_round(s, side, 1)
    assert [None] * sum(KINDS[name] == (side, kind) for name in others) == [
        refused(s, f"event {name}") for name in others if KINDS[name] == (side, kind)]


@rule("car", "17.5.3a", "8.5.2.1a")
def test_on_turn_1_there_are_no_reinforcements() -> None:
    for name in KINDS:
        for turn in (1, 4):
            why = refused(ready(name, HOMES, turn=turn, happened=AIDED), f"event {name}")
            assert (("17.5.3a", "no_reinforcements_turn_1") if turn == 1 and name not in ("n7", "r3", "r4") else
                    ("8.5.1.2a", "event_barred") if turn == 1 else None) == why


@rule("car", "2.2.1e")
def test_units_of_a_card_are_not_in_the_game_before_it() -> None:
    s = ready("r4", {"madrid": "rep_rpa_1"}, hands="r1", happened=AIDED)
    do(s, "sr r1")
    assert ("pool", {"done", "redeploy rep_rpa_1"}) == (at(s, "rep_t26_r04"), set(offered(s)))


# ------------------------------------------------------------------------------------------------------------ divisions


@rule("car", "8.5.2.2a", "8.5.2.3a")
def test_a_unit_comes_to_no_space_that_is_full() -> None:
    s = play("n22", {"cadiz": "nat_inf nat_inf nat_inf", "algeciras": "nat_inf nat_inf"}, happened=AIDED)
    assert {"to la_coruna", "to pontevedra", "to algeciras"} == set(offered(s))
    assert refused(s, "to cadiz") is not None
    events = do(s, "to algeciras")
    assert [(NAT, UNIT["nat_pz1_n22"], space("algeciras"))] == told(events, "placed")


@rule("car", "8.5.2.3a")
def test_the_unit_that_is_to_be_placed_is_marked() -> None:
    s = play("n22", HOMES, happened=AIDED)
    (mark,) = s.stack[-1].marks(s, NAT)         # type: ignore[attr-defined]
    assert ("moving", "unit", 1 << UNIT["nat_pz1_n22"]) == tuple(mark)[:3]


@rule("car", "8.5.2.2a")
def test_units_share_the_room_of_the_spaces_they_may_go_to() -> None:
    s = field({"sevilla": "nat_inf nat_inf", "cadiz": "nat_inf nat_inf", "huelva": "nat_inf nat_inf nat_inf"})
    sevilla, cadiz, huelva = (1 << space(name) for name in ("sevilla", "cadiz", "huelva"))
    assert can_place_all(s, [])
    assert can_place_all(s, [sevilla, cadiz])
    assert can_place_all(s, [sevilla | cadiz, sevilla])         # the first must not take the place of the second
    assert not can_place_all(s, [sevilla, sevilla])
    assert not can_place_all(s, [sevilla | cadiz] * 3)
    assert not can_place_all(s, [huelva])
    assert not can_place_all(s, [0])
    assert can_place_all(s, [sevilla, sevilla], space("sevilla"))           # when a unit has left it
    assert not can_place_all(s, [sevilla, sevilla], space("cadiz"))
    assert can_place_all(s, [huelva], space("huelva"))


def placing(room: str, *units: tuple[str, str, bool]) -> Car:
    """Units come: where each may be placed, and whether it may go to the Reserve. In a space there is room for one."""
    s = field({room: "nat_inf nat_inf"})
    numbers = [UNIT[name] for name, _, _ in units]
    reserve = bitset(UNIT[name] for name, _, waits in units if waits)
    s.stack = [Pause(NAT), Reinforcement(NAT, numbers, [spaces(*places.split()) for _, places, _ in units], reserve)]
    advance(s)
    return s


@rule("car", "8.5.2.2a", "8.5.2.3a")
def test_each_unit_has_its_own_right_to_wait_in_the_reserve() -> None:
    s = placing("cadiz", ("nat_mil_n15_1", "cadiz sevilla", False), ("nat_ita_n07_1", "cadiz sevilla", True))
    assert {"to cadiz", "to sevilla"} == set(offered(s))        # no room is kept for the second, which may wait
    do(s, "to cadiz")
    assert {"to sevilla", "to_reserve"} == set(offered(s))
    s = placing("cadiz", ("nat_mil_n15_1", "cadiz sevilla", False), ("nat_cv33_n07", "cadiz", False))
    assert ("sevilla", "cadiz") == (at(s, "nat_mil_n15_1"), at(s, "nat_cv33_n07"))      # for this one it is
    s = placing("cadiz", ("nat_mil_n15_1", "cadiz sevilla", False), ("nat_ita_n07_1", "cadiz", True))
    do(s, "to cadiz")
    assert "reserve" == at(s, "nat_ita_n07_1")
    s = placing("cadiz", ("nat_ita_n07_1", "cadiz sevilla", False), ("nat_ita_n07_2", "cadiz", False),
                ("nat_cv33_n07", "cadiz", True))
    assert ("sevilla", "cadiz") == (at(s, "nat_ita_n07_1"), at(s, "nat_ita_n07_2"))
    assert "reserve" == at(s, "nat_cv33_n07")


# ---------------------------------------------------------------------------------------------------------------- corps


def rebuilt(unit: str, **held: str) -> set[str]:
    """Where a corps that is rebuilt may be placed."""
    s = field({"eliminated": unit, "madrid": "rep_rpa_1"}, **held)      # type: ignore[arg-type]
    return {name for name in PLACES if corps_spaces(s, UNIT[unit]) >> space(name) & 1}


NORTH = ("gijon", "santander", "bilbao", "castropol", "pto_de_la_espina", "pto_de_pajares", "pto_de_leitariegos",
         "cangas_de_onis", "santona", "san_vicente_de_la_barquera", "pto_del_escudo", "durango", "orduna")
PLACES = ("madrid", "barcelona", "valencia", "cartagena", *NORTH, "oviedo", "san_sebastian", "menorca", "mallorca",
          "la_coruna", "valladolid", "zaragoza", "sevilla", "cadiz", "algeciras", "pontevedra", "burgos")
SOUTH = {"madrid", "barcelona", "valencia", "cartagena"}


@rule("car", "8.5.2.4a", "8.5.2.4d")
def test_corps_come_to_the_sources_of_their_side_or_to_madrid() -> None:
    assert SOUTH == rebuilt("rep_i")
    assert {"la_coruna", "valladolid", "zaragoza", "sevilla"} == rebuilt("nat_i")       # not to Mallorca
    s = field(nationalist="illescas toledo talavera_de_la_reina madrid maqueda")
    assert corps_spaces(s, UNIT["nat_i"]) >> space("madrid") & 1
    s = field(nationalist="madrid")                             # no supply there
    assert not corps_spaces(s, UNIT["nat_i"]) >> space("madrid") & 1
    assert SOUTH - {"madrid"} == {name for name in PLACES if corps_spaces(s, UNIT["rep_i"]) >> space(name) & 1}


@rule("car", "8.5.2.4b", "16.4.3.2a")
def test_northern_corps_come_to_the_north_and_others_only_if_it_is_joined() -> None:
    assert {"bilbao"} == rebuilt("rep_euzkadi")
    assert {"santander"} == rebuilt("rep_santander")
    asturias = {"gijon", "castropol", "pto_de_la_espina", "pto_de_leitariegos", "pto_de_pajares", "cangas_de_onis"}
    assert asturias == rebuilt("rep_ast_i") == rebuilt("rep_ast_ii")
    assert asturias | {"oviedo"} == rebuilt("rep_ast_i", republican="oviedo")
    assert set() == rebuilt("rep_euzkadi", nationalist="bilbao")
    assert set() == rebuilt("rep_santander", nationalist="santander")
    assert asturias - {"castropol"} == rebuilt("rep_ast_i", nationalist="castropol")
    assert SOUTH | {"gijon", "santander", "bilbao"} == rebuilt("rep_i", republican=LINK)
    assert {"bilbao"} == rebuilt("rep_euzkadi", republican=LINK)


@rule("car", "8.5.2.4c", "8.5.2.4d")
def test_the_ctv_comes_to_a_port_in_supply() -> None:
    ports = {"la_coruna", "pontevedra", "cadiz", "algeciras"}
    assert ports == rebuilt("nat_ctv")
    assert ports - {"cadiz"} == rebuilt("nat_ctv", republican="cadiz")
    assert ports | {"barcelona"} != rebuilt("nat_ctv", nationalist="barcelona")         # it has no supply line
    assert CTV == UNIT["nat_ctv"]


@rule("car", "8.5.2.4a", "14.1.5a")
def test_a_corps_that_is_rebuilt_is_placed_like_a_reinforcement() -> None:
    s = field({"eliminated": "rep_i", "madrid": "rep_rpa rep_rpa rep_rpa"})
    s.rp = [0, 0, 4, 0]
    s.stack = [Pause(REP), Replacements(REP)]
    advance(s)
    do(s, "rebuild rep_i rep")
    assert ("republican PlaceUnit", {"to barcelona", "to valencia", "to cartagena"}) == (asked(s), set(offered(s)))
    do(s, "to valencia")
    assert ("valencia", True) == (at(s, "rep_i"), reduced(s, "rep_i"))


# -------------------------------------------------------------------------------------------------- what is given up


def given_up(name: str, places: dict[str, str], **held: str) -> set[str]:
    """The divisions that may be given up for the corps of a card."""
    s = play(name, places, **held)      # type: ignore[arg-type]
    assert asked(s).endswith("GiveUp")
    return {text.partition(" ")[2] for text in offered(s)}


@card("car", "n20", "r20")
@rule("car", "8.5.2.5a", "8.5.2.5b")
def test_only_some_kinds_of_divisions_are_given_up() -> None:
    nationalists = "nat_mil_1 nat_nav_1 nat_pol_1 nat_cav_1 nat_inf_1 nat_afr_1"
    assert set(nationalists.split()) == given_up("n20", {
        "reserve": f"{nationalists} nat_ita_n07_1 nat_cv33_n07 nat_pz1_n22 nat_ins_n48", "madrid": "rep_rpa_1"})
    republicans = "rep_mil_1 rep_cnt_1 rep_erc rep_psuc rep_pol_1 rep_rpa_1"
    assert set(republicans.split()) == given_up("r20", {
        "reserve": f"{republicans} rep_poum rep_ast_1 rep_san_1 rep_bas_1 rep_int_r03_1 rep_t26_r04",
        "valencia": "rep_i", "burgos": "nat_inf_1"})


@rule("car", "8.5.2.5a", "8.5.2.5b")
def test_they_are_supplied_or_in_the_reserve_and_only_else_among_the_eliminated() -> None:
    places = {"burgos": "nat_inf_1", "reserve": "nat_inf_2", "eliminated": "nat_inf_3", "gerona": "nat_inf_4"}
    assert {"nat_inf_1", "nat_inf_2"} == given_up("n20", places)
    s = play("n20", {"eliminated": "nat_inf_3 nat_inf_5 nat_ita_n07_2", "gerona": "nat_inf_4",
                     "reserve": "nat_ita_n07_1"})
    assert {"withdraw nat_inf_3", "withdraw nat_inf_5"} == set(offered(s))
    events = do(s, "withdraw nat_inf_3")
    assert [(NAT, UNIT["nat_inf_3"], ELIMINATED[NAT])] == told(events, "given_up")
    assert ("gone", "eliminated") == (at(s, "nat_inf_3"), at(s, "nat_inf_5"))
    places = {"bilbao": "rep_pol_1 rep_mil_1", "madrid": "rep_pol_2", "gone": "rep_pol_3"}
    assert {"rep_mil_1", "rep_pol_2"} == given_up("r20", places)            # police of the North stays
    assert {"nat_pol_1", "nat_inf_1"} == given_up("n20", {"durango": "nat_pol_1", "burgos": "nat_inf_1"})
    s = play("n20", {"burgos": "nat_inf_1:r nat_inf_2"}, "withdraw nat_inf_1")
    assert ("gone", 0, "nationalist PlaceUnit") == (at(s, "nat_inf_1"), s.reduced, asked(s))


@rule("car", "8.5.2.5c")
@pytest.mark.parametrize("name", ["n19", "n20", "n39", "n40", "r19", "r20", "r21", "r22", "r39", "r40", "r41", "r42",
                                  "r43"])
def test_without_such_a_division_there_are_no_new_corps(name: str) -> None:
    others = {"burgos": "nat_ita_n07_1", "gerona": "nat_inf_1", "madrid": "rep_t26_r04", "bilbao": "rep_pol_1",
              "gone": "nat_inf_2 rep_rpa_1"}
    assert CONDITION == refused(ready(name, others), f"event {name}")
    s = ready(name, {**others, "eliminated": "nat_inf_3 rep_rpa_2"})
    assert refused(s, f"event {name}") is None


@card("car", "n41")
@rule("car", "8.5.2.5a")
def test_a_division_may_be_given_up_that_has_just_come() -> None:
    s = play("n41", {"burgos": "nat_ita_n07_1"})
    assert ("gone", "nationalist PlaceUnit") == (at(s, "nat_inf_n41"), asked(s))
    full = {"la_coruna": "nat_i nat_v nat_vi", "valladolid": "nat_vii nat_viii nat_aragon",
            "zaragoza": "nat_marroqui nat_navarra nat_extremadura", "sevilla": "nat_ii nat_iii nat_castilla"}
    assert CONDITION == refused(ready("n41", full), "event n41")            # it makes no room for the corps


@card("car", "n19")
@rule("car", "8.5.2.2a", "8.5.2.5a")
def test_the_division_makes_room_if_there_is_not_enough() -> None:
    full = {"la_coruna": "nat_inf_1 nat_ita_n07_1 nat_ita_n07_2", "valladolid": "nat_i nat_v nat_vi",
            "zaragoza": "nat_cav_1 nat_cav_2 nat_cav_3", "sevilla": "nat_mil_1 nat_mil_2", "burgos": "nat_inf_2",
            "reserve": "nat_inf_3"}
    assert {"nat_inf_1", "nat_cav_1", "nat_cav_2", "nat_cav_3", "nat_mil_1", "nat_mil_2"} == given_up("n19", full)
    s = play("n19", full, "withdraw nat_mil_1")
    assert ({"sevilla"}, "nobody") == ({at(s, "nat_ii"), at(s, "nat_iii")}, asked(s))
    full["sevilla"] = "nat_mil_1 nat_mil_2 nat_vii"             # no room for two
    assert CONDITION == refused(ready("n19", full), "event n19")
    assert refused(ready("n41", full), "event n41") is None     # but for one
    del full["sevilla"]
    assert {"nat_inf_1", "nat_cav_1", "nat_cav_2", "nat_cav_3", "nat_inf_2", "nat_inf_3"} == given_up("n19", full)


@rule("car", "8.5.2.2a")
def test_the_first_corps_leaves_room_for_the_second() -> None:
    full = {"la_coruna": "nat_inf_1 nat_inf_2 nat_inf_3", "valladolid": "nat_inf_4 nat_inf_5 nat_inf_6",
            "zaragoza": "nat_inf_7 nat_inf_8", "sevilla": "nat_inf_9 nat_inf_10", "reserve": "nat_mil_1"}
    s = play("n19", full, "withdraw nat_mil_1")
    assert {"to zaragoza", "to sevilla"} == set(offered(s))
    do(s, "to zaragoza")
    assert ("zaragoza", "sevilla", "nobody") == (at(s, "nat_ii"), at(s, "nat_iii"), asked(s))
