"""[17.10] Regroup."""

from __future__ import annotations

import pytest

from tablero.games.aiw.board import LIBERAL, SIDES, TRAINS, UNIT, area
from tablero.games.aiw.rules.r03_turn.s00_player_phase import phase
from tablero.games.aiw.rules.r16_skirmish.s00_skirmish import Skirmish
from tablero.games.aiw.rules.r17_battle.s00_battle import Battle
from tablero.games.aiw.rules.r17_battle.s10_regroup import Regroup, RegroupUnits
from tablero.games.aiw.state import Aiw
from tests.games.aiw.war import asked, at, block, do, guns, heard, knapsack, offered, refused, run, told, war
from tests.rules import rule


def won(places: dict[str, str], side: str = "liberal", x: str = "vitoria", **more: object) -> Aiw:
    """A side has won a Battle and may regroup."""
    s = war(places, side=side, **more)  # type: ignore[arg-type]
    run(s, Regroup(SIDES.index(side), area(x)))
    return s


def why(s: Aiw, text: str) -> tuple[str, str]:
    found = refused(s, text)
    assert found is not None, f"{text} is offered"
    return found.rule, found.key


@rule("aiw", "17.10a")
def test_the_winner_of_a_battle_regroups_nobody_after_a_skirmish() -> None:
    assert "regroup" in Battle(0, 0).steps()
    s = war({"tolosa": "c_gui1 c_gui2 l_rg1:1", "villafranca": "c_nav1"}, side="liberal")
    phase(s).entered.append((area("tolosa"), area("hernani")))
    run(s, Skirmish(area("tolosa"), LIBERAL))
    while asked(s) != "nobody":
        assert "RegroupUnits" not in asked(s)
        do(s, offered(s)[0])
    assert "tolosa" == at(s, "c_gui1") or "tolosa" == at(s, "c_gui2")
    s = won({"vitoria": "l_rg1 l_rg2", "trevino": "l_ln1"})
    assert "liberal RegroupUnits" == asked(s)
    do(s, "done")                               # he need not
    assert ("vitoria", "nobody") == (at(s, "l_rg1"), asked(s))


@rule("aiw", "17.10b")
def test_units_go_to_the_battle_space_and_out_of_it() -> None:
    s = won({"vitoria": "l_rg1 l_rg2", "trevino": "l_ln1", "espejo": "l_ln2"})
    do(s, "regroup l_rg1 trevino", "regroup l_ln1 vitoria", "regroup l_ln2 vitoria", "done")
    assert ["trevino", "vitoria", "vitoria", "vitoria"] == [at(s, u) for u in ("l_rg1", "l_rg2", "l_ln1", "l_ln2")]
    assert not s.apart


@rule("aiw", "17.10b")
def test_each_unit_moves_once_and_only_to_or_from_the_battle_space() -> None:
    s = won({"vitoria": "l_rg1 l_rg2", "trevino": "l_ln1", "penacerrada": "l_ln2", "miranda": "l_ln3"})
    assert ("17.10b", "regroup_to_or_from_the_battle_space") == why(s, "regroup l_ln1 penacerrada")
    assert ("17.10b", "regroup_to_or_from_the_battle_space") == why(s, "regroup l_ln3 vitoria")
    do(s, "regroup l_ln1 vitoria")
    assert ("17.10b", "regrouped_already") == why(s, "regroup l_ln1 trevino")


@rule("aiw", "17.10b")
def test_an_empty_space_takes_nobody_in_a_fortress_is_enough() -> None:
    s = won({"vitoria": "l_rg1 l_rg2", "trevino": "l_ln1"}, forts={"liberal": ["maestu"]})
    assert ("17.10b", "regroup_where_friends_are") == why(s, "regroup l_rg1 espejo")
    do(s, "regroup l_rg1 maestu")
    assert "maestu" == at(s, "l_rg1")
    do(s, "regroup l_ln1 vitoria", "regroup l_rg2 trevino")     # judged at the start
    assert "trevino" == at(s, "l_rg2")


@rule("aiw", "17.10b")
def test_no_unit_goes_where_an_enemy_is_unless_he_is_besieged() -> None:
    places = {"vitoria": "l_rg1", "espejo": "l_ln1", "inside espejo": "c_nav1", "trevino": "c_nav2"}
    forts = {"carlist": ["espejo", "penacerrada"]}
    s = won(places, forts=forts, siege=["espejo"])
    assert ["done", "regroup l_rg1 espejo", "regroup l_ln1 vitoria"] == offered(s)
    assert ("17.10b", "regroup_not_with_enemies") == why(s, "regroup l_rg1 trevino")
    assert ("17.10b", "regroup_where_friends_are") == why(s, "regroup l_rg1 penacerrada")


@rule("aiw", "17.10b")
def test_who_was_inside_the_fortress_takes_part() -> None:
    s = won({"inside vitoria": "l_rg1 field:2", "vitoria": "l_rg2", "trevino": "l_ln1"}, siege=["vitoria"])
    do(s, "regroup l_rg1 trevino", "regroup_load field vitoria trevino")
    assert ("trevino", (2, 0)) == (at(s, "l_rg1"), guns(s, "liberal", "trevino"))


@rule("aiw", "17.10b")
def test_a_loser_in_his_fortress_stays_there() -> None:
    places = {"inside vitoria": "l_rg1", "vitoria": "c_nav1 c_nav2", "maestu": "c_nav3"}
    s = won(places, side="carlist", forts={"carlist": ["estella"]})
    assert "inside vitoria" == at(s, "l_rg1")
    assert "carlist RegroupUnits" == asked(s)


@rule("aiw", "17.10c")
def test_nobody_regroups_into_another_battle() -> None:
    places = {"vitoria": "l_rg1", "trevino": "l_ln1 l_ln2 l_ln3 c_nav1 c_nav2 c_nav3", "espejo": "l_rg2"}
    s = won(places)
    assert ("17.10c", "regroup_not_into_a_battle") == why(s, "regroup l_rg1 trevino")
    assert ("17.10c", "regroup_not_into_a_battle") == why(s, "regroup l_ln1 vitoria")
    do(s, "regroup l_rg2 vitoria", "done")
    assert not s.retreated                      # from there they may reinforce it


@rule("aiw", "17.10d")
def test_no_more_than_six_units_end_in_a_space() -> None:
    places = {"vitoria": "l_pt1 l_rg2 l_st4", "trevino": "l_ln1 l_ln2 l_ln3 l_ln4 l_ln5 l_st3"}
    s = won(places)
    do(s, "regroup l_pt1 trevino")              # the sixth: Trains do not count
    assert ("17.10d", "regroup_limit") == why(s, "regroup l_rg2 trevino")
    do(s, "regroup l_st4 trevino")
    assert "trevino" == at(s, "l_st4")


@rule("aiw", "17.10d")
def test_guns_trains_and_knapsacks_go_with_a_unit() -> None:
    places = {"vitoria": "l_rg1 l_rg2 l_st1 field:3 mountain:1 knapsack:2", "trevino": "l_ln1", "espejo": "l_ln2"}
    s = won(places)
    assert ("17.10d", "regroup_with_a_companion") == why(s, "regroup l_st1 trevino")
    assert ("17.10d", "regroup_with_a_companion") == why(s, "regroup_load field vitoria trevino")
    events = do(s, "regroup l_rg1 trevino", "regroup l_st1 trevino", "regroup_gun field vitoria trevino")
    events += do(s, "regroup_load knapsack vitoria trevino")
    assert 2 == len(told(events, "regrouped"))
    assert ["carried liberal field vitoria trevino 1", "carried liberal knapsack vitoria trevino 2"] == heard(
        events, "carried"
    )
    assert ("17.10d", "regroup_with_a_companion") == why(s, "regroup_load field vitoria espejo")
    assert ("17.10d", "no_such_load") == why(s, "regroup_load knapsack vitoria trevino")
    assert ("17.10d", "no_such_load") == why(s, "regroup_gun mountain vitoria trevino")
    assert ("trevino", (1, 0), (2, 1)) == (at(s, "l_st1"), guns(s, "liberal", "trevino"), guns(s, "liberal", "vitoria"))
    assert 2 == knapsack(s, "liberal", "trevino")


@rule("aiw", "17.10b", "17.10d")
def test_guns_that_came_do_not_go_on_but_others_that_were_there_do() -> None:
    s = won({"vitoria": "l_rg1 l_rg2 field:1 knapsack:1", "trevino": "l_ln1 mountain:2", "espejo": "l_ln2 field:2"})
    do(s, "regroup l_rg1 trevino", "regroup l_ln1 vitoria", "regroup_load field vitoria trevino")
    assert ("17.10d", "regroup_with_a_companion") == why(s, "regroup_load field espejo vitoria")     # not from Treviño
    do(s, "regroup l_rg2 espejo", "regroup l_ln2 vitoria", "regroup_load knapsack vitoria espejo")
    assert ("17.10b", "regrouped_already") == why(s, "regroup_load field trevino vitoria")
    assert ("17.10b", "regrouped_already") == why(s, "regroup_load knapsack espejo vitoria")
    do(s, "regroup_gun mountain trevino vitoria")       # one of two
    assert ((1, 1), (0, 1)) == (guns(s, "liberal", "trevino"), guns(s, "liberal", "vitoria"))
    assert ("17.10d", "no_such_load") == why(s, "regroup_gun mountain trevino vitoria")


@rule("aiw", "17.10b")
def test_guns_go_no_other_way_than_units() -> None:
    s = won({"vitoria": "l_rg1 field:1", "trevino": "l_ln1", "espejo": "c_nav1"})
    assert ("17.10b", "regroup_where_friends_are") == why(s, "regroup_load field vitoria maestu")
    assert ("17.10b", "regroup_not_with_enemies") == why(s, "regroup_load field vitoria espejo")


@rule("aiw", "17.10b")
def test_enemies_and_besieged_units_do_not_regroup() -> None:
    others = {"trevino": "l_ln1 c_nav2", "maestu": "l_rg2", "espejo": "c_nav1", "inside espejo": "l_ln2"}
    s = won({"vitoria": "l_rg1", **others}, forts={"liberal": ["espejo"]}, siege=["espejo"])
    for unit in ("c_nav1", "c_nav2"):
        assert ("17.10b", "regroup_around_the_battle") == why(s, f"regroup {unit} vitoria")
    assert ("17.10b", "regroup_around_the_battle") == why(s, "regroup l_ln2 vitoria")


@rule("aiw", "17.10b", "17.10d")
@pytest.mark.parametrize("played", [
    [], ["regroup l_ln1 portugalete"], ["regroup l_pt1 bilbao", "regroup l_st4 bilbao"],
])
def test_written_options_of_regrouping_are_the_candidates_that_nothing_refuses(played: list[str]) -> None:
    places = {"portugalete": "l_pt1 l_st4 field:2 knapsack:1", "bilbao": "l_ln1 field:1", "castro_urdiales": "c_nav1"}
    s = won(places, x="portugalete", secret=True)
    do(s, *played)
    top = s.stack[-1]
    assert isinstance(top, RegroupUnits)
    derived = [act for act in top.candidates(s, LIBERAL) if top.refuse(s, LIBERAL, act) is None]
    assert sorted(derived) == sorted(top.options(s, LIBERAL))


@rule("aiw", "5.2a", "17.10d")
def test_the_first_to_move_is_seen_not_to_be_a_train() -> None:
    s = war({"vitoria": "l_rg1 l_rg2 l_st1", "trevino": "l_ln1"}, side="liberal")
    together = [block(s, u) for u in ("l_rg1", "l_rg2", "l_st1")]
    for b in together:
        s.may[b] = 1 << UNIT["l_rg1"] | 1 << UNIT["l_rg2"] | 1 << UNIT["l_st1"]
    run(s, Regroup(1, area("vitoria")))
    do(s, "regroup l_rg2 trevino")
    assert min(together) == block(s, "l_rg2")
    assert not s.may[block(s, "l_rg2")] & TRAINS
    assert s.may[block(s, "l_rg1")] & TRAINS
