"""[16.3] Republican Morale."""

from __future__ import annotations

import pytest

from tablero.games.car import GAME, printed
from tablero.games.car.board import (
    ALL_SPACES,
    BEACHES,
    BORDER,
    ELIMINATED,
    NAT,
    NORTH,
    REP,
    SCENARIOS,
    SPACE_NAMES,
    UNIT,
    space,
    spaces,
)
from tablero.games.car.rules.r02_map import put
from tablero.games.car.rules.r03_control import capture, divided, enter, morale_of, settle
from tablero.games.car.rules.r08_cards.s05_counterattacks import Bonus
from tablero.games.car.rules.r13_attrition import attrition
from tablero.games.car.rules.r13_supply import north_linked
from tablero.games.car.state import DIVIDED_NAT, DIVIDED_REP, END_OF_NORTH, LINKED_NORTH, Car
from tablero.kernel.bits import ids_of
from tablero.kernel.engine import advance
from tests.games.car.field import at, attack, do, field, holder, operation, take_losses
from tests.games.car.turns import hold, turn
from tests.rules import rule

LINK = "aguilar_de_campoo leon palencia valladolid segovia"        # from Santander to Guadarrama


def watched(places: dict[str, str] | None = None, turn: int = 7, **more: str) -> Car:
    """A position in which all changes of Morale can still happen."""
    s = field(places, turn=turn, **more)            # type: ignore[arg-type]
    s.once = 0
    return s


def after(s: Car, *names: str, side: int = NAT) -> int:
    """By how much Morale changes when a side takes spaces in which nobody is."""
    rm = s.rm
    for name in names:
        capture(s, side, space(name))
        settle(s)
    return s.rm - rm


@rule("car", "16.3.1a")
def test_morale_at_the_start_is_that_of_the_scenario() -> None:
    assert [26, 26, 22, 22] == [printed(name).rm for name in SCENARIOS]
    assert 26 == GAME.new("campaign", 1).rm


@rule("car", "16.3.3a", "16.3.3i")
@pytest.mark.parametrize(("name", "change"), [
    ("madrid", 3), ("barcelona", 2), ("valencia", 2), ("bilbao", 2), ("toledo", 1), ("jaen", 1), ("cartagena", 1),
    ("malaga", 1), ("guadix", 0), ("aranjuez", 0),
])
def test_a_capture_counts_under_one_line_only(name: str, change: int) -> None:
    s = field()
    assert -change == after(s, name)
    assert change == after(s, name, side=REP)
    assert change == morale_of(space(name))


@rule("car", "16.3.3a")
def test_nationalist_cities_count_alike() -> None:
    assert [2, 2, 1, 1, 0] == [after(field(), name, side=REP) for name in (
        "sevilla", "zaragoza", "oviedo", "burgos", "priego_de_cordoba")]


# ---------------------------------------------------------------------------------------------------------- the borders

FRANCE = ("san_sebastian", "boltana", "viella", "seo_de_urgel", "puigcerda", "figueras")
PORTUGAL = ("pontevedra", "orense", "puebla_de_sanabria", "zamora", "ciudad_rodrigo", "valencia_de_alcantara", "huelva")


@rule("car", "16.3.3b", "16.3.3f")
def test_the_loss_of_the_whole_french_border_costs_two_while_it_lasts() -> None:
    assert {*FRANCE, "pto_velate", "jaca"} == {SPACE_NAMES[x] for x in ids_of(BORDER[REP])}
    s = field()
    assert -1 == after(s, *FRANCE[:-1]), "for San Sebastián only"
    assert -2 == after(s, FRANCE[-1])
    assert 0 == after(s, "gerona") + 1
    assert 2 == after(s, "puigcerda", side=REP)
    assert 0 == after(s, "seo_de_urgel", side=REP)
    assert 0 == after(s, "seo_de_urgel")
    assert -2 == after(s, "puigcerda")


@rule("car", "16.3.3b", "16.3.3f")
def test_the_conquest_of_the_whole_portuguese_border_brings_two_while_it_lasts() -> None:
    assert {*PORTUGAL, "badajoz", "jerez_de_los_caballeros"} == {SPACE_NAMES[x] for x in ids_of(BORDER[NAT])}
    s = field()
    assert 3 == after(s, *PORTUGAL[:-1], side=REP), "three of them are Province Capitals"
    assert 2 + 1 == after(s, "huelva", side=REP)
    assert -2 == after(s, "jerez_de_los_caballeros")
    assert 2 == after(s, "jerez_de_los_caballeros", side=REP)


# --------------------------------------------------------------------------------------------------- the Northern Front


@rule("car", "16.3.3c")
def test_the_first_link_with_the_north_brings_two_and_a_second_one_nothing() -> None:
    s = watched(republican=LINK.replace(" segovia", ""), turn=5)
    assert 2 + 1 == after(s, "segovia", side=REP)
    assert LINKED_NORTH == s.once & LINKED_NORTH
    assert -1 == after(s, "segovia")
    assert 1 == after(s, "segovia", side=REP)


@rule("car", "16.3.3c")
def test_the_conquest_of_all_northern_spaces_costs_two_once() -> None:
    s = watched(turn=5)
    names = [SPACE_NAMES[x] for x in ids_of(NORTH)]
    rm = s.rm
    after(s, *names[:-1])
    assert 0 == s.once & END_OF_NORTH
    assert -2 - 1 == after(s, "san_sebastian")
    assert rm - 2 - 1 - 2 - 1 == s.rm, "Santander, Bilbao, San Sebastián, the end"
    assert 0 == after(s, "gijon", side=REP)
    assert 0 == after(s, "gijon")
    assert 0 == s.once & LINKED_NORTH


@rule("car", "16.3.3c")
def test_each_of_these_changes_happens_whatever_happened_before() -> None:
    s = watched(republican=LINK)
    s.once = DIVIDED_NAT | DIVIDED_REP
    settle(s)
    assert LINKED_NORTH == s.once & (LINKED_NORTH | END_OF_NORTH)
    s.held |= NORTH
    settle(s)
    assert END_OF_NORTH == s.once & END_OF_NORTH


@rule("car", "16.3.3c")
def test_after_the_end_of_the_north_a_link_brings_nothing() -> None:
    s = watched(republican=LINK)
    s.once = END_OF_NORTH
    settle(s)
    assert END_OF_NORTH == s.once & (END_OF_NORTH | LINKED_NORTH)


@rule("car", "16.3.3d", "13.1.5a")
def test_asturians_that_hold_out_keep_the_northern_front_alive() -> None:
    s = watched({"pto_de_pajares": "rep_ast_1"}, turn=5)
    for x in ids_of(NORTH & ~spaces("pto_de_pajares")):
        capture(s, NAT, x)
    settle(s)
    attrition(s, REP)
    assert ("rep", "pto_de_pajares", 0) == (holder(s, "pto_de_pajares"), at(s, "rep_ast_1"), s.once & END_OF_NORTH)
    rm = s.rm
    put(s, UNIT["rep_ast_1"], ELIMINATED[REP])
    put(s, UNIT["nat_inf_1"], space("pto_de_pajares"))
    enter(s, NAT, space("pto_de_pajares"))
    assert (rm - 2, END_OF_NORTH) == (s.rm, s.once & END_OF_NORTH)


# -------------------------------------------------------------------------------------------------------- divided zones

# Catalonia with Barcelona, and the coast between it and Valencia
CATALONIA = ("lerida balaguer tremp viella seo_de_urgel puigcerda solsona cervera montblanch villafranca_del_p manresa"
             " vich ripoll gerona figueras barcelona tarragona boltana barbastro sarinena candasnos")


def cut(left: int, turn: int = 12) -> Car:
    """The Republic has the coast of Valencia and so many spaces of Catalonia; Vinaroz joins nothing."""
    s = watched(turn=turn)
    kept = ("barcelona", "gerona", "figueras", "ripoll", "vich", "manresa", "solsona", "puigcerda", "cervera")[:left]
    s.held |= spaces(*CATALONIA.split(), "caspe", "alcaniz", "gandesa", "tortosa", "morella", "vinaroz")
    s.held &= ~spaces(*kept)
    s.once = DIVIDED_NAT
    s.severed[REP] = not BORDER[REP] & ~s.held
    return s


@rule("car", "16.3.3e", "16.3.3g", "16.3.3h")
@pytest.mark.parametrize(("left", "change"), [(7, 0), (8, -1), (9, -1)])
def test_a_republican_zone_in_two_parts_of_eight_supplied_spaces_costs_one(left: int, change: int) -> None:
    s = cut(left)
    rm = s.rm
    assert (change < 0) == divided(s, REP)
    settle(s)
    assert rm + change == s.rm
    settle(s)
    assert rm + change == s.rm, "once a game"
    assert (DIVIDED_REP if change else 0) == s.once & DIVIDED_REP


@rule("car", "16.3.3e", "16.3.3h")
def test_it_counts_from_turn_6_on_and_what_is_divided_then_counts_at_once() -> None:
    s = cut(9, turn=5)
    rm = s.rm
    settle(s)
    assert rm == s.rm
    hold(s, "", deck="")
    turn(s, 6)
    assert rm - 1 == s.rm
    s = cut(9, turn=6)
    settle(s)
    assert rm - 1 == s.rm


@rule("car", "16.3.3e")
def test_the_last_link_that_is_cut_divides_the_zone() -> None:
    s = cut(9)
    for name in ("tarragona", "villafranca_del_p", "tortosa", "vinaroz"):
        s.held &= ~(1 << space(name))
    assert not divided(s, REP)
    rm = s.rm
    capture(s, NAT, space("tortosa"))
    settle(s)
    assert rm - 1 == s.rm


@rule("car", "16.3.3g")
def test_spaces_out_of_supply_are_no_part() -> None:
    s = watched()
    s.held = ALL_SPACES & ~BEACHES
    s.held &= ~spaces("valencia", "castellon", "segorbe", "chelva", "utiel", "gandia", "jativa", "alicante")
    s.held &= ~spaces("burgos", "palencia", "leon", "dobro", "pancorbo", "vitoria", "logrono", "soria", "tudela")
    assert not divided(s, REP)


@rule("car", "16.3.3h")
def test_the_northern_front_and_what_it_supplies_is_no_part_of_the_zone() -> None:
    s = watched(republican="leon palencia ponferrada lugo villalba orense benavente zamora valladolid")
    assert not divided(s, REP)
    s = watched()
    assert not divided(s, REP)


@rule("car", "16.3.3h")
def test_a_northern_front_of_which_a_part_is_linked_is_no_part_of_the_zone_either() -> None:
    s = watched(republican="oviedo vitoria logrono soria almazan", nationalist="santander pto_del_escudo")
    assert north_linked(s), "Bilbao is; Asturias with Oviedo and San Vicente, eight spaces, is not"
    assert not divided(s, REP)


@rule("car", "16.3.3g", "16.3.3h")
def test_for_the_nationalists_northern_spaces_are_as_good_as_others() -> None:
    s = watched()
    s.held = spaces("sevilla", "cadiz", "arcos_de_la_frontera", "algeciras", "ecija", "cordoba", "huelva",
                    "priego_de_cordoba", "la_coruna", "castropol", "pto_de_la_espina", "pto_de_leitariegos", "gijon",
                    "pto_de_pajares", "oviedo", "cangas_de_onis", "san_vicente_de_la_barquera")
    assert divided(s, NAT)


@rule("car", "16.3.3e", "16.3.3g", "16.3.3h")
def test_a_divided_nationalist_zone_brings_one() -> None:
    s = watched()
    assert divided(s, NAT), "the North and Andalusia at the start"
    rm = s.rm
    settle(s)
    assert (rm + 1, DIVIDED_NAT) == (s.rm, s.once & DIVIDED_NAT)
    settle(s)
    assert rm + 1 == s.rm
    s = watched(nationalist="merida zafra santa_olalla")
    assert not divided(s, NAT)
    s = watched()
    s.held &= ~spaces("huelva", "algeciras", "priego_de_cordoba")
    assert not divided(s, NAT), "Sevilla, Cádiz, Arcos, Écija, Córdoba are too few"


# ------------------------------------------------------------------------------------------------------- Counterattacks


@rule("car", "16.3.4a", "8.5.5.1a", "8.5.5.5a")
@pytest.mark.parametrize(("card", "rm", "vp"), [("r25", 1, 0), ("r26", 1, 0), ("r33", 1, 0), ("r44", 0, -1)])
def test_strategic_counterattacks_raise_morale_for_one_attack_that_was_won(card: str, rm: int, vp: int) -> None:
    s = field({"caspe": "rep_int_r03_1 rep_int_r03_2", "belchite": "nat_mil_1:r"}, side="republican", event=card)
    operation(s).designated = space("belchite")
    attack(s, "belchite", dice=[6, 1])
    take_losses(s)
    do(s, "advance rep_int_r03_1 belchite", "done")
    before = s.rm, s.vp
    s.call(Bonus(REP))
    advance(s)
    assert (before[0] + rm, before[1] + vp) == (s.rm, s.vp)
    capture(s, NAT, space("belchite"))
    assert before == (s.rm, s.vp)
