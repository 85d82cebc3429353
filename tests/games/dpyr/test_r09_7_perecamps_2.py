"""[9.7] Second Perecamps: the villages, the rest of the Carlists, and the Liberals who come last."""

from __future__ import annotations

import pytest

from tablero.games.dpyr import GAME
from tablero.games.dpyr.board import GRID
from tablero.games.dpyr.state import Dpyr
from tests.games.dpyr.battlefield import asked, do, hex_, offered, refused
from tests.games.dpyr.quick_play import step
from tests.rules import rule

BOIX, SACANELLAS, BARCONS, ST_PERE, PERECAMPS, PERECAMPS_TOO = "1805", "1510", "1209", "0707", "0811", "0911"
DRETA, ESQUERRA, CENTRE = ("0404", "0503", "0504", "0603"), ("2006", "2007", "2104"), "1404"
GUERRILLAS = [
    "c_cor_roure", "c_tell", "c_gisbert", "c_vilella", "c_pep_oli", "c_poca_roba", "c_boquica", "c_clenchu",
    "c_estevet", "c_llucifer",
]
FOOT_AND_GUNS = [*GUERRILLAS, "c_art_berga", "c_art_ripoll"]


def deploying(*hexes: str) -> Dpyr:
    """A new game in which the first guerrillas and guns stand in these hexes."""
    s = GAME.new("perecamps_2", seed=1, secret=True)
    for name, x in zip(FOOT_AND_GUNS, hexes, strict=False):
        do(s, f"deploy {name}", f"to {x}")
    return s


def places(s: Dpyr, name: str) -> set[str]:
    """Where a unit may be set up now."""
    s = s.clone()
    do(s, f"deploy {name}")
    return {option.removeprefix("to ") for option in offered(s)}


def refused_to(s: Dpyr, name: str, x: str) -> tuple[str, str] | None:
    s = s.clone()
    do(s, f"deploy {name}")
    found = refused(s, f"to {x}")
    return None if found is None else (found.rule, found.key)


VILLAGES = {BOIX, SACANELLAS, BARCONS, ST_PERE, PERECAMPS, PERECAMPS_TOO}


@rule("dpyr", "9.7c")
@pytest.mark.parametrize("name", [*FOOT_AND_GUNS, "c_gefe_llarg"])
def test_thirteen_units_may_go_into_the_five_villages(name: str) -> None:
    assert places(deploying(), name) >= VILLAGES


@rule("dpyr", "9.7c")
def test_eight_units_must_go_into_the_villages() -> None:
    outside = [*DRETA, "2006"]
    s = deploying(*outside)                         # five of thirteen
    assert places(s, "c_poca_roba") == VILLAGES
    assert ("9.7c", "villages_need_eight") == refused_to(s, "c_poca_roba", "2007")
    four = deploying(*outside[:4])
    assert "2007" in places(four, "c_pep_oli")


@rule("dpyr", "9.7c")
def test_no_more_than_eight_go_into_the_villages() -> None:
    s = deploying(BOIX, BOIX, BOIX, SACANELLAS, SACANELLAS, BARCONS, ST_PERE, PERECAMPS)
    for name in ("c_estevet", "c_art_berga", "c_gefe_llarg"):
        assert not places(s, name) & VILLAGES
        assert ("9.7c", "villages_have_eight") == refused_to(s, name, BARCONS)
    assert ("3.0c", "units_left_to_place") == refused(s, "done")
    seven = deploying(BOIX, BOIX, BOIX, SACANELLAS, BARCONS, ST_PERE, PERECAMPS)
    assert BARCONS in places(seven, "c_clenchu")


@rule("dpyr", "9.7c")
def test_each_village_gets_infantry_or_artillery() -> None:
    s = deploying(BOIX, BOIX, BOIX, SACANELLAS, SACANELLAS)         # three units more, three villages still empty
    assert ("9.7c", "village_without_unit") == refused_to(s, "c_poca_roba", SACANELLAS)
    assert {BARCONS, ST_PERE, PERECAMPS, PERECAMPS_TOO} == places(s, "c_poca_roba") & VILLAGES
    assert {BARCONS, ST_PERE, PERECAMPS, PERECAMPS_TOO} == places(s, "c_art_berga") & VILLAGES
    assert ("9.7c", "village_without_unit") == refused_to(s, "c_gefe_llarg", BARCONS)


@rule("dpyr", "9.7c")
def test_a_village_of_two_hexes_is_held_by_a_unit_in_either() -> None:
    for house in (PERECAMPS, PERECAMPS_TOO):
        s = deploying(BOIX, BOIX, BOIX, SACANELLAS, BARCONS, ST_PERE, house)
        assert VILLAGES - {BOIX} == places(s, "c_clenchu") & VILLAGES


@rule("dpyr", "9.7c")
def test_llarg_may_be_one_of_the_eight_but_never_alone_in_a_village() -> None:
    s = deploying(BOIX, BOIX, SACANELLAS, SACANELLAS, BARCONS, BARCONS, ST_PERE)
    assert ("9.7c", "village_without_unit") == refused_to(s, "c_gefe_llarg", PERECAMPS)
    assert ("9.7c", "village_without_unit") == refused_to(s, "c_gefe_llarg", BOIX)
    s = deploying(BOIX, BOIX, SACANELLAS, SACANELLAS, BARCONS, ST_PERE, PERECAMPS)
    assert places(s, "c_gefe_llarg") >= VILLAGES
    do(s, "deploy c_gefe_llarg", f"to {ST_PERE}")
    assert ("9.7c", "villages_have_eight") == refused_to(s, "c_clenchu", BARCONS)


@rule("dpyr", "9.7c")
def test_a_village_where_llarg_is_alone_still_wants_a_unit() -> None:
    s = deploying(BOIX, BOIX, BOIX, SACANELLAS)
    do(s, "deploy c_gefe_llarg", f"to {BARCONS}")                   # three more, three villages without a unit
    assert ("9.7c", "village_without_unit") == refused_to(s, "c_poca_roba", SACANELLAS)
    assert BARCONS in places(s, "c_poca_roba")


@rule("dpyr", "9.7c", "9.7d")
def test_whatever_is_offered_the_set_up_can_be_finished() -> None:
    for first in range(0, 30, 3):
        s = GAME.new("perecamps_2", seed=first, secret=True)
        number = 0
        while asked(s) == "Deploy" and s.stack[-1].who == 0:
            options = offered(s)
            if "done" in options:
                inside = [u for u in range(len(s.at)) if s.b.village_units >> u & 1 and GRID.names[s.at[u]] in VILLAGES]
                assert 8 == len(inside)
                for village in s.b.villages:
                    assert any(village >> s.at[u] & 1 and not s.b.gefe_bits >> u & 1 for u in inside)
                do(s, "done")
                break
            choices = [option for option in options if option.split()[0] in ("deploy", "to")]
            number += 7 * first + 5
            do(s, choices[number % len(choices)])
        assert 1 == s.stack[-1].who


@rule("dpyr", "9.7d")
def test_the_rest_and_the_horse_stand_on_the_wings() -> None:
    s = deploying()
    assert {*DRETA, *ESQUERRA} <= places(s, "c_tell")
    assert ("3.0c", "not_in_its_area") == refused_to(s, "c_tell", CENTRE)
    for horse in ("c_cav_guerxo", "c_cav_tristany", "c_cav_ontoria"):
        assert {*DRETA, *ESQUERRA} <= places(s, horse)
        assert not VILLAGES & places(s, horse)
        assert ("3.0c", "not_in_its_area") == refused_to(s, horse, CENTRE)
        assert ("3.0c", "not_in_its_area") == refused_to(s, horse, BOIX)


@rule("dpyr", "9.7d", "3.0e")
def test_guirigay_markers_serve_in_the_villages_and_on_the_wings() -> None:
    s = deploying(BOIX, SACANELLAS, BARCONS, ST_PERE, PERECAMPS)
    wing = next(x for x in sorted(places(s, "c_poca_roba")) if x not in VILLAGES and s.b.field.cover >> hex_(x) & 1)
    do(s, "deploy c_poca_roba", f"to {wing}")
    before = s.veils[0]
    assert 8 == before
    do(s, f"conceal {BOIX}", f"conceal {wing}")
    assert before - 2 == s.veils[0]


# --------------------------------------------------------------------------------------------------------- the Liberals


def liberals_to_deploy() -> Dpyr:
    """The Carlists are set up, some of them concealed; it is the Liberals' turn to set up."""
    s = deploying(BOIX, BOIX, BOIX, SACANELLAS, SACANELLAS, BARCONS, ST_PERE, PERECAMPS)
    do(s, f"conceal {SACANELLAS}")
    while s.stack[-1].who == 0:
        step(s)
    return s


@rule("dpyr", "9.7e")
def test_liberals_set_up_second_anywhere_three_hexes_or_more_from_every_carlist() -> None:
    s = liberals_to_deploy()
    carlists = [s.at[u] for u in s.b.army[0]]
    assert all(x >= 0 for x in carlists)
    land = [x for x in range(GRID.size) if s.b.field.land >> x & 1]
    far = {GRID.names[x] for x in land if all(GRID.distance[x][y] >= 3 for y in carlists)}
    assert far == places(s, "l_gua_1") == places(s, "l_gefe_van_halen")
    for steps, expected in (2, ("9.7e", "too_near_the_enemy")), (3, None):
        alone = [x for x in land if min(GRID.distance[x][y] for y in carlists) == steps]
        concealed = next(x for x in alone if GRID.distance[x][hex_(SACANELLAS)] == steps)
        assert expected == refused_to(s, "l_gua_1", GRID.names[concealed])


@rule("dpyr", "9.7e")
def test_liberals_have_no_guirigay_markers() -> None:
    s = liberals_to_deploy()
    wood = next(x for x in sorted(places(s, "l_gua_1")) if s.b.field.cover >> hex_(x) & 1)
    do(s, "deploy l_gua_1", f"to {wood}")
    assert not [option for option in offered(s) if option.startswith("conceal")]
    assert "3.0e" == refused(s, f"conceal {wood}").rule
    while asked(s) == "Deploy":
        step(s)
    assert 0 == s.hidden & s.b.army_bits[1]
