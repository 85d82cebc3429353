"""[16.1] Sieges: Republican assaults, relief, Replacement Points."""

from __future__ import annotations

import pytest

from tablero.games.car import printed
from tablero.games.car.board import NAT, REP, SIEGE_AT, SIEGES, SPACE_NAMES, UNIT, space
from tablero.games.car.rules.r02_map import put
from tablero.games.car.rules.r03_control import enter, settle
from tablero.games.car.rules.r11_combat.s01_combat import Combats
from tablero.games.car.rules.r13_attrition import attrition
from tablero.games.car.rules.r13_supply import supplied
from tablero.games.car.state import Car
from tests.games.car.field import asked, at, attack, begin, do, field, holder, offered, operation, refused, told, zone
from tests.games.car.logistics import goals, replacements, sr
from tests.games.car.r10_movement.moving import activate, go
from tests.rules import rule

ALCAZAR = SIEGES.index("alcazar_of_toledo")


def besieged(units: str, turn: int = 2, **more: str) -> Car:
    s = field({"toledo": units}, side="republican", turn=turn, **more)      # type: ignore[arg-type]
    s.sieges[ALCAZAR] = 3
    begin(s)
    return s


@rule("car", "16.1.4a")
def test_the_garrisons_resist_one_two_and_three_assaults() -> None:
    assert [1, 2, 3] == printed("campaign").sieges


@rule("car", "16.1.4.1a")
def test_an_assault_needs_a_unit_in_the_space_that_is_activated_to_attack() -> None:
    s = besieged("rep_mil_1")
    assert ["done", "assault alcazar_of_toledo"] == offered(s)
    s = field({"toledo": "rep_mil_1", "illescas": "rep_mil_2", "maqueda": "nat_inf_1"}, side="republican", turn=2)
    s.sieges[ALCAZAR] = 3
    operation(s).attacks = 1 << space("illescas")
    begin(s)
    assert ("16.1.4.1a", "not_besieging") == refused(s, "assault alcazar_of_toledo")
    s = field({"toledo": "nat_inf_1", "illescas": "rep_mil_2"}, turn=2)     # Nationalists assault nothing
    s.sieges[ALCAZAR] = 3
    begin(s)
    assert ["done", "target illescas"] == offered(s)


@rule("car", "16.1.4.1a", "11.1.5a")
def test_units_of_the_space_assault_or_attack_elsewhere_and_each_does_one_thing() -> None:
    s = field({"toledo": "rep_mil_1 rep_mil_2", "maqueda": "nat_inf_1"}, side="republican", turn=2)
    s.sieges[ALCAZAR] = 3
    begin(s)
    do(s, "assault alcazar_of_toledo", "join rep_mil_1")
    do(s, "fight", dice=[6])
    assert ["done", "target maqueda"] == offered(s)
    assert ("11.1.5a", "attacked_already") == refused(s, "assault alcazar_of_toledo")
    events = do(s, "target maqueda", dice=[1, 1])
    assert (2, 3) == (len(told(events, "fired")), s.sieges[ALCAZAR])


@rule("car", "16.1.4.2a", "16.1.4.2c", "17.5.2a")
@pytest.mark.parametrize(("turn", "units", "die", "left"), [
    (2, "rep_mil_1", 3, 2), (2, "rep_mil_1", 4, 3), (2, "rep_mil_1 rep_mil_2", 4, 2), (2, "rep_mil_1 rep_mil_2", 5, 3),
    (1, "rep_mil_1", 3, 3), (1, "rep_mil_1", 2, 2), (1, "rep_mil_1 rep_mil_2", 3, 2), (1, "rep_mil_1 rep_mil_2", 4, 3),
    (7, "rep_i", 4, 2), (7, "rep_i", 5, 3), (7, "rep_i rep_ii", 5, 3),
])
def test_an_assault_succeeds_with_three_or_less(turn: int, units: str, die: int, left: int) -> None:
    s = besieged(units, turn)
    s.script = [die]
    events = do(s, "assault alcazar_of_toledo")
    while asked(s) == "republican Combats":
        events += do(s, offered(s)[0])
    assert left == s.sieges[ALCAZAR]
    assert [(ALCAZAR,)] == told(events, "assault_succeeds" if left < 3 else "assault_fails")


@rule("car", "16.1.4.1a")
def test_an_assault_is_told_before_its_die() -> None:
    events = do(besieged("rep_mil_1"), "assault alcazar_of_toledo", dice=[6])
    assert [("assault", (ALCAZAR,)), ("assault_die", (6, 0))] == [
        (event.kind, event.args) for event in events if event.kind in ("assault", "assault_die")]


@rule("car", "16.1.4.1a")
def test_who_assaults_is_asked_as_long_as_somebody_is_left() -> None:
    s = besieged("rep_mil_1 rep_mil_2")
    asks = [Combats(REP).prompt(s, REP).key]
    for joined in (0, 1 << UNIT["rep_mil_1"], s.here[space("toledo")]):
        asks.append(Combats(REP, siege=ALCAZAR, joined=joined).prompt(s, REP).key)
    assert ["combats_and_sieges", "join_assault", "join_assault", "all_in_assault"] == asks


@rule("car", "16.1.5a")
def test_a_siege_that_resists_no_more_is_over_without_any_effect() -> None:
    s = field({"toledo": "rep_mil_1"}, side="republican", turn=2)
    s.sieges[ALCAZAR] = 1
    begin(s)
    rm, vp = s.rm, s.vp
    events = do(s, "assault alcazar_of_toledo", dice=[1])
    assert ([0, 0, 0], rm, vp) == (s.sieges, s.rm, s.vp)
    assert [(ALCAZAR,)] == told(events, "siege_surrendered")


@rule("car", "16.1.4.2b")
def test_no_combat_cards_are_played_in_an_assault() -> None:
    s = besieged("rep_mil_1", hands="r11 r17 n9")
    events = do(s, "assault alcazar_of_toledo", dice=[1])
    assert (1, "hand") == (len(told(events, "assault_die")), zone(s, "r17"))
    assert "nobody" == asked(s)


# ------------------------------------------------------------------------------------------ what a Siege is, its relief

SIMANCAS, CABEZA = SIEGES.index("simancas_quarter"), SIEGES.index("santa_maria_de_la_cabeza")


def around_toledo(units: dict[str, str], resists: int = 3, **more: str) -> Car:
    """Nationalists can come from Maqueda, which is in supply by Navalmoral and Talavera."""
    s = field({"maqueda": "nat_inf_1", **units}, nationalist="talavera_de_la_reina",
              turn=3, **more)               # type: ignore[arg-type]
    s.sieges[ALCAZAR] = resists
    return s


@rule("car", "16.1.1a", "3.0ag")
def test_three_garrisons_are_besieged_from_the_start_with_or_without_republican_units_around_them() -> None:
    s = printed("campaign")
    assert ["gijon", "pto_de_valderrepiso", "toledo"] == [SPACE_NAMES[x] for x in SIEGE_AT]
    assert [1, 2, 3] == s.sieges
    assert 0 == s.occupied[REP] >> space("pto_de_valderrepiso") & 1


@rule("car", "16.1.2a")
def test_a_siege_hinders_nothing_in_its_space() -> None:
    s = around_toledo({"mora": "rep_mil_1", "toledo": "rep_mil_2"}, side="republican")
    assert supplied(s, REP) >> space("toledo") & 1
    assert 3 == s.sieges[ALCAZAR]
    activate(s, "mora toledo")
    assert refused(s, "build rep_mil_2") is None
    go(s, "rep_mil_1", "toledo", "illescas")
    assert "illescas" == at(s, "rep_mil_1")
    assert "toledo" in goals(sr(around_toledo({"mora": "rep_mil_1"}, side="republican")), "rep_mil_1")


@rule("car", "16.1.3a", "16.1.7a")
def test_a_supplied_nationalist_unit_that_enters_or_passes_through_frees_the_garrison() -> None:
    s = around_toledo({"maqueda": "nat_inf_1"})
    rm, vp = s.rm, s.vp
    activate(s, "maqueda")
    go(s, "nat_inf_1", "toledo", "mora")
    assert (0, "mora") == (s.sieges[ALCAZAR], at(s, "nat_inf_1"))
    assert (rm - 1 - 1, vp + 1) == (s.rm, s.vp), "a Province Capital and the garrison; the Alcázar is worth a VP"


@rule("car", "16.1.7a")
def test_other_garrisons_are_worth_morale_only() -> None:
    s = field({"pozoblanco": "nat_inf_1", "penarroya": "nat_inf_2"}, turn=3)
    s.sieges[CABEZA] = 2
    rm, vp = s.rm, s.vp
    activate(s, "pozoblanco")
    go(s, "nat_inf_1", "pto_de_valderrepiso")
    assert (0, rm - 1, vp) == (s.sieges[CABEZA], s.rm, s.vp)


@rule("car", "16.1.3a", "16.1.7a")
def test_an_advance_after_combat_frees_the_garrison_as_well() -> None:
    s = around_toledo({"toledo": "rep_mil_1:r", "maqueda": "nat_inf_1 nat_afr_1"})
    rm = s.rm
    attack(s, "toledo", dice=[6, 1])
    do(s, "advance nat_inf_1 toledo")
    assert (0, rm - 2) == (s.sieges[ALCAZAR], s.rm)


@rule("car", "16.1.3c")
def test_a_unit_out_of_supply_takes_the_space_but_does_not_free_the_garrison_until_it_is_supplied() -> None:
    s = field({"navahermosa": "nat_inf_1"}, turn=3)
    s.sieges[ALCAZAR] = 3
    rm, vp = s.rm, s.vp
    put(s, UNIT["nat_inf_1"], space("toledo"))
    enter(s, NAT, space("toledo"))
    assert ("nat", 3, rm - 1, vp) == (holder(s, "toledo"), s.sieges[ALCAZAR], s.rm, s.vp)
    for name in ("talavera_de_la_reina", "maqueda"):            # the line to Navalmoral is opened
        s.held |= 1 << space(name)
    settle(s)
    assert (0, rm - 2, vp + 1) == (s.sieges[ALCAZAR], s.rm, s.vp)
    settle(s)
    assert (rm - 2, vp + 1) == (s.rm, s.vp)


@rule("car", "16.1.3a")
def test_a_nationalist_space_without_units_frees_nothing_by_itself() -> None:
    s = around_toledo({"mallorca": "nat_inf_2"})
    s.held |= 1 << space("toledo")
    settle(s)
    assert 3 == s.sieges[ALCAZAR]


@rule("car", "16.1.3b", "16.1.7a")
def test_a_space_that_falls_by_attrition_frees_its_garrison() -> None:
    s = around_toledo({"toledo": "rep_mil_1"})
    for name in ("illescas", "aranjuez", "mora", "navahermosa"):
        s.held |= 1 << space(name)
    rm, vp = s.rm, s.vp
    attrition(s, REP)
    assert ("nat", 0, "gone") == (holder(s, "toledo"), s.sieges[ALCAZAR], at(s, "rep_mil_1"))
    assert (rm - 2, vp + 1) == (s.rm, s.vp)


@rule("car", "16.1.7b", "16.1.5a", "16.1.8.2a")
def test_a_garrison_that_has_surrendered_is_never_freed() -> None:
    s = around_toledo({}, resists=0)
    rm, vp = s.rm, s.vp
    activate(s, "maqueda")
    go(s, "nat_inf_1", "toledo")
    assert (0, rm - 1, vp) == (s.sieges[ALCAZAR], s.rm, s.vp), "for the Province Capital"
    s = around_toledo({"toledo": "rep_mil_1"}, resists=0)
    for name in ("illescas", "aranjuez", "mora", "navahermosa"):
        s.held |= 1 << space(name)
    attrition(s, REP)
    assert (rm - 1, vp) == (s.rm, s.vp)


# --------------------------------------------------------------------------------------------------- Replacement Points


def spending(sieges: list[int], own: float, ally: float = 0, turn: int = 3) -> Car:
    s = field({"zaragoza": "nat_inf_1:r"}, turn=turn)
    s.sieges = sieges
    return replacements(s, "nationalist", own, ally)


@rule("car", "16.1.8a", "16.1.8.1a")
def test_a_nationalist_point_a_turn_strengthens_each_garrison_up_to_its_first_strength() -> None:
    s = spending([1, 1, 1], 4)
    assert ("16.1.8.1a", "siege_full") == refused(s, "reinforce simancas_quarter")
    do(s, "reinforce alcazar_of_toledo")
    assert ([1, 1, 2], 6) == (s.sieges, s.rp[0])
    assert ("16.1.8.1a", "siege_once") == refused(s, "reinforce alcazar_of_toledo")
    do(s, "reinforce santa_maria_de_la_cabeza")
    assert [1, 2, 2] == s.sieges
    assert ("16.1.8.1a", "siege_full") == refused(s, "reinforce santa_maria_de_la_cabeza")


@rule("car", "16.1.8a")
def test_axis_points_and_half_points_do_not_help_a_garrison() -> None:
    s = spending([0, 0, 1], 0.5, ally=4)
    assert ("14.1.3a", "not_enough_points") == refused(s, "reinforce alcazar_of_toledo")
    assert refused(spending([0, 0, 1], 1), "reinforce alcazar_of_toledo") is None
    s = field({"zaragoza": "rep_mil_1:r"}, turn=3)
    s.sieges = [1, 1, 1]
    replacements(s, "republican", 4)
    assert not [text for text in offered(s) if text.startswith("reinforce")]


@rule("car", "16.1.8.2a")
def test_a_garrison_that_is_no_more_is_not_revived() -> None:
    assert ("16.1.8.2a", "siege_over") == refused(spending([0, 1, 1], 4), "reinforce simancas_quarter")


@rule("car", "16.1.8.3a")
def test_after_the_war_of_the_columns_points_do_not_help_garrisons() -> None:
    assert refused(spending([0, 1, 1], 4, turn=5), "reinforce alcazar_of_toledo") is None
    assert ("16.1.8.3a", "siege_too_late") == refused(spending([0, 1, 1], 4, turn=6), "reinforce alcazar_of_toledo")


@rule("car", "16.1.3a", "16.1.3c")
def test_a_supplied_unit_that_is_redeployed_into_the_space_frees_the_garrison() -> None:
    s = field({"salamanca": "nat_inf_1", "avila": "nat_inf_2"}, nationalist="toledo maqueda talavera_de_la_reina")
    s.sieges[ALCAZAR], rm = 3, s.rm
    sr(s)
    do(s, "redeploy nat_inf_1")
    assert "to toledo" in offered(s)
    do(s, "to toledo")
    assert (0, rm - 1) == (s.sieges[ALCAZAR], s.rm)
