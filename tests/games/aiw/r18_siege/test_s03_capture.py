"""[18.3] The fall of a Fortress."""

from __future__ import annotations

import pytest

from tablero.games.aiw.board import CARLIST, area
from tablero.games.aiw.rules.r04_map import FORTRESS_COUNTERS, fort_owner, friendly
from tablero.games.aiw.rules.r18_siege.s03_capture import Capture
from tablero.games.aiw.state import TWO_CITIES, Aiw
from tests.games.aiw.war import asked, at, do, guns, heard, knapsack, offered, run, told, war
from tests.rules import rule


def captured(x: str, inside: str, side: str = "carlist", outside: str = "", **more: object) -> Aiw:
    """A Fortress of the other side falls to the phasing side."""
    owner = "liberal" if side == "carlist" else "carlist"
    units = outside or ("c_nav1" if side == "carlist" else "l_rg1")
    forts = {owner: [x], **more.pop("forts", {})}       # type: ignore[dict-item]
    s = war({x: units, f"inside {x}": inside}, side=side, forts=forts, siege=[x], **more)       # type: ignore[arg-type]
    run(s, Capture(area(x), s.first))
    return s


@rule("aiw", "18.3a", "18.3d", "18.1j")
def test_a_fortress_that_is_kept_becomes_the_captors() -> None:
    s = captured("estella", "")
    assert offered(s) == ["keep", "raze"]
    events = do(s, "keep")
    assert told(events, "siege_lifted") == []           # it has fallen
    assert (fort_owner(s, area("estella")), s.siege) == (CARLIST, 0)
    assert friendly(s, CARLIST, area("estella"))
    assert s.vp == 1                                    # a Main Town


@rule("aiw", "18.3c")
def test_the_captor_may_demolish_it_at_that_moment_without_using_a_unit() -> None:
    s = captured("estella", "")
    do(s, "raze")
    assert (fort_owner(s, area("estella")), s.siege, s.acted) == (-1, 0, 0)
    assert friendly(s, CARLIST, area("estella"))        # a unit is there


@rule("aiw", "18.3a", "18.3c")
def test_everybody_hears_that_it_fell_and_whether_it_was_demolished() -> None:
    s = war({"estella": "c_nav1"}, forts={"liberal": ["estella"]}, siege=["estella"])
    events = run(s, Capture(area("estella"), CARLIST))
    assert heard(events, "fortress_taken") == ["fortress_taken carlist estella"]
    assert heard(do(s.clone(), "keep"), "razed") == []
    assert heard(do(s, "raze"), "razed") == ["razed estella"]


@rule("aiw", "18.3c", "18.3d", "9.1a")
@pytest.mark.parametrize(("side", "points"), [("carlist", 3), ("liberal", -3)])
def test_a_city_cannot_be_demolished_and_its_garrison_changes_sides(side: str, points: int) -> None:
    s = captured("pamplona", "", side)
    assert asked(s) == "nobody"
    assert (fort_owner(s, area("pamplona")), s.vp) == (s.first, points)


@rule("aiw", "9.0e", "9.1b")
def test_a_second_city_ends_the_war() -> None:
    s = captured("pamplona", "", forts={"carlist": ["vitoria"]})
    assert (s.over, s.winner, s.ending) == (True, CARLIST, TWO_CITIES)


@rule("aiw", "18.3b")
@pytest.mark.parametrize(("side", "loser"), [("carlist", "liberal"), ("liberal", "carlist")])
def test_half_of_all_guns_rounded_up_once_go_to_the_captor_who_chooses_the_types(side: str, loser: str) -> None:
    s = captured("pamplona", f"{loser} field:1 mountain:2 knapsack:2", side)
    assert offered(s) == ["take field", "take mountain"]
    do(s, "take mountain")
    assert offered(s) == ["take field", "take mountain"]
    do(s, "take mountain")
    assert guns(s, side, "pamplona") == (0, 2)
    assert (guns(s, loser, "inside pamplona"), knapsack(s, loser, "inside pamplona")) == ((0, 0), 0)


@rule("aiw", "18.3b")
@pytest.mark.parametrize(("field", "taken"), [(1, 1), (3, 2), (4, 2)])
def test_with_one_type_there_is_nothing_to_choose(field: int, taken: int) -> None:
    s = captured("pamplona", f"liberal field:{field}")
    assert guns(s, "carlist", "pamplona") == (taken, 0)


@rule("aiw", "18.3b")
def test_when_one_type_runs_out_the_other_gives_the_rest() -> None:
    s = captured("pamplona", "liberal field:4 mountain:1")
    do(s, "take mountain")
    assert guns(s, "carlist", "pamplona") == (2, 1)


@rule("aiw", "18.3b", "14.2b")
def test_what_the_captor_cannot_use_is_lost() -> None:
    s = captured("pamplona", "liberal field:4", outside="c_nav1 field:1")
    assert guns(s, "carlist", "pamplona") == (2, 0)


@rule("aiw", "18.3b")
def test_trains_inside_are_eliminated() -> None:
    s = captured("pamplona", "l_st1")
    assert at(s, "l_st1") == "box"


@rule("aiw", "18.3e")
def test_the_fortress_of_baztan_is_removed_when_carlists_take_it() -> None:
    s = captured("baztan", "")
    assert asked(s) == "nobody"
    assert fort_owner(s, area("baztan")) == -1


@rule("aiw", "18.3f", "10.2h")
@pytest.mark.parametrize("more", [0, 1])
def test_without_a_counter_the_fortress_is_just_removed(more: int) -> None:
    assert FORTRESS_COUNTERS == (10, 15)
    mine = ["durango", "guernica", "bermeo", "villaro", "llodio", "sodupe", "orduna", "murguia", "onate", "segura"]
    s = captured("estella", "", forts={"carlist": [*mine[: 9 + more], "vitoria"]})      # a City has its own counter
    if more:
        assert asked(s) == "nobody"
        assert fort_owner(s, area("estella")) == -1
    else:
        assert offered(s) == ["keep", "raze"]


@rule("aiw", "18.3f")
def test_a_fortress_under_construction_uses_a_counter_too() -> None:
    mine = ["durango", "guernica", "bermeo", "villaro", "llodio", "sodupe", "orduna", "murguia", "onate"]
    s = captured("estella", "", forts={"carlist": mine}, works={"carlist": ["segura"]})
    assert fort_owner(s, area("estella")) == -1
