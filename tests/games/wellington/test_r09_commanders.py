"""[9.62] Who names the Commander of two Powers, and how often."""

from __future__ import annotations

from tablero.games.wellington.board import ALLIES, BRITAIN, FRENCH, NORD, SPAIN, SUD
from tablero.games.wellington.rules.r04_sequence.s02_impulses import Impulse
from tablero.games.wellington.rules.r06_building import Spending
from tablero.games.wellington.rules.r09_movement.s06_groups import judge
from tablero.games.wellington.rules.r13_attrition import Attrition
from tests.games.wellington.combat import fight, hush, throw
from tests.games.wellington.field import asked, do, game, leader, leaders, offered, run, x
from tests.rules import rule


@rule("wellington", "9.62a")
def test_at_a_tie_the_ally_decides_who_had_an_impulse_last_also_after_preemptions() -> None:
    s = game({"lisbon": "wellington de_espana", "madrid": "joseph drouet"}, active="sud")
    for power in (SPAIN, BRITAIN, NORD):            # Nord has pre-empted Sud
        Impulse(power).finish(s)
    s.active = SUD
    assert BRITAIN == judge(s, ALLIES, x("lisbon")), "not Spain, which is before Nord on the Track"
    Impulse(SUD).finish(s)
    Impulse(BRITAIN).finish(s)                      # Britain pre-empts Spain
    s.active = SPAIN
    assert SUD == judge(s, FRENCH, x("madrid"))


@rule("wellington", "9.62a", "4.22l")
def test_a_pass_without_a_resource_is_no_impulse_at_a_tie() -> None:
    s = game({"lisbon": "wellington de_espana"}, active="nord")
    Impulse(BRITAIN).finish(s)
    Impulse(SPAIN, passing=True).finish(s)
    s.active = NORD
    assert BRITAIN == judge(s, ALLIES, x("lisbon"))


@rule("wellington", "9.62b")
def test_a_commander_who_was_named_when_an_ally_came_to_the_battle_is_not_asked_for_again() -> None:
    s = game({"lumbrales": "wellington britain:9", "ciudad_rodrigo": "de_espana spain:2", "salamanca": "nord:1"},
             flags={"britain": "lumbrales", "spain": "ciudad_rodrigo"}, hands={"spain": "call_for_reinforcements"})
    run(s, Spending(BRITAIN, 4))
    do(s, "lead wellington", "step salamanca", dice=[6, 6, *throw(14, sixes=14), *throw(3)])
    assert "nord ReactionWindow" == hush(s)
    do(s, "pass")
    assert "spain Window" == hush(s)
    do(s, "play call_for_reinforcements")
    assert "spain ReactionWindow" == hush(s)
    do(s, "intercept de_espana")
    assert "britain NameCommander" == hush(s)
    do(s, "command de_espana")
    assert "spain FreeFlag" == hush(s), "Nord was overrun"
    do(s, "no")
    assert "britain MarchOrders" == hush(s)
    do(s, "stop")
    assert "britain SpendPoints" == asked(s)
    assert leader("de_espana") == s.commander[x("salamanca")]


@rule("wellington", "9.62b")
def test_another_leader_of_the_commanders_power_needs_the_yes_of_the_ally_too() -> None:
    s = game({"lisbon": "wellington hill de_espana britain:9 spain:4"}, hands={"britain": "forced_march"})
    s.commander[x("lisbon")] = leader("wellington")
    run(s, Impulse(BRITAIN))
    assert "command hill" in offered(s)
    do(s, "command hill")
    assert "spain AgreeCommander" == asked(s)
    do(s, "no")
    assert ("britain ChoosePlay", leader("wellington")) == (asked(s), s.commander[x("lisbon")])


@rule("wellington", "1.6g")
def test_a_power_alone_names_whom_it_likes() -> None:
    s = game({"lisbon": "wellington hill britain:9 spain:4"}, hands={"britain": "forced_march"})
    run(s, Impulse(BRITAIN))
    do(s, "command hill")
    assert ("britain ChoosePlay", leader("hill")) == (asked(s), s.commander[x("lisbon")]), "Soldiers are no Army"


@rule("wellington", "9.6c")
def test_victors_whose_commander_has_fallen_name_another_before_anything_else() -> None:
    s = game({"salamanca": "suchet decaen clausel wellington britain:4"})
    s.commander[len(s.commander) // 2 + x("salamanca")] = leader("suchet")
    fight(s, "salamanca", "lumbrales", dice=[*throw(10, sixes=1), *throw(8, sixes=2)])
    assert "sud FallenLeader" == hush(s)
    do(s, "lose suchet")
    assert ("nord NameCommander", ["command clausel", "command decaen"]) == (hush(s), offered(s))


@rule("wellington", "9.6c")
def test_a_commander_whom_attrition_takes_has_a_successor_at_once() -> None:
    s = game({"lisbon": "wellington hill de_espana"})
    s.commander[x("lisbon")] = leader("wellington")
    run(s, Attrition(ALLIES, x("lisbon"), ((BRITAIN, leaders("wellington", "hill"), 0),), 1), dice=[6, 1])
    assert "britain LoseLeader" == hush(s)
    do(s, "lose wellington")
    assert ("britain NameCommander", ["command hill", "command de_espana"]) == (asked(s), offered(s))
