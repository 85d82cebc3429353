"""[9.62] Who names the Commander of two Powers, and how often."""

from __future__ import annotations

import pytest

from tablero.games.wellington.board import ALLIES, BRITAIN, DUCHIES, FRENCH, NORD, SPAIN, SUD
from tablero.games.wellington.rules.r01_pieces.s06_leaders import commander_at, move_leader
from tablero.games.wellington.rules.r04_sequence.s02_impulses import Impulse
from tablero.games.wellington.rules.r06_building import Spending
from tablero.games.wellington.rules.r09_movement.s02_march import March
from tablero.games.wellington.rules.r09_movement.s03_step import bring_along
from tablero.games.wellington.rules.r09_movement.s06_groups import judge, name_commander, set_commander
from tablero.games.wellington.rules.r13_attrition import Attrition
from tests.games.wellington.cards.playing import command
from tests.games.wellington.combat import fight, hush, throw
from tests.games.wellington.field import asked, at, do, game, leader, leaders, offered, refused, run, told, x
from tests.games.wellington.marching import lead
from tests.games.wellington.turns import war
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


@rule("wellington", "1.6d", "9.62b")
def test_who_commands_alone_or_already_is_not_named() -> None:
    s = war({"lisbon": "hill", "porto": "wellington graham", "regroup": "beresford"}, hands={"britain": "camp_fever"})
    run(s, Impulse(BRITAIN))
    assert ["command graham"] == [text for text in offered(s) if text.startswith("command")]
    assert refused(s, "command wellington") is not None
    assert refused(s, "command hill") is not None


@rule("wellington", "9.62b")
def test_a_refused_commander_is_told() -> None:
    s = war({"porto": "wellington castanos britain:3"}, hands={"britain": "camp_fever", "spain": "mud"})
    s.commander[x("porto")] = leader("castanos")
    run(s, Impulse(BRITAIN))
    do(s, "command wellington")
    assert "spain AgreeCommander" == asked(s)
    assert ("no",) == s.stack[-1].decline(s, SPAIN)  # type: ignore[attr-defined]
    assert [(SPAIN, leader("wellington"))] == told(do(s, "no"), "refused_commander")


@rule("wellington", "9.62b", "1.6d")
def test_a_leader_who_comes_back_does_not_command_by_an_old_name() -> None:
    for name, side in (("hill", 0), ("clausel", 1)):
        s = game({"madrid": name})
        s.commander[side * DUCHIES + x("madrid")] = s.commander[side * DUCHIES + x("toledo")] = leader(name)
        s.commander[(1 - side) * DUCHIES + x("toledo")] = 17
        move_leader(s, leader(name), x("toledo"))
        assert -1 == s.commander[side * DUCHIES + x("toledo")]
        assert 17 == s.commander[(1 - side) * DUCHIES + x("toledo")]
        move_leader(s, leader(name), x("toledo"))
        assert "toledo" == at(s, name)


@rule("wellington", "9.62b")
@pytest.mark.parametrize("commander, going, waiting, goes", [
    ("castanos", "hill castanos", "", True), ("castanos", "hill", "", False), ("", "hill castanos", "", False),
    ("hill", "hill castanos", "graham", False)])
def test_the_command_goes_along_with_the_commander_to_where_no_other_leader_is(
    commander: str, going: str, waiting: str, goes: bool
) -> None:
    s = game({"lisbon": "hill castanos", **({"santarem": waiting} if waiting else {})})
    if commander:
        command(s, commander)
    forces = ((BRITAIN, leaders("hill"), 0), (SPAIN, leaders("castanos") if "castanos" in going else 0, 0))
    bring_along(s, BRITAIN, forces, x("lisbon"), x("santarem"))
    assert (leader(commander) if goes else -1) == s.commander[ALLIES * DUCHIES + x("santarem")]


@rule("wellington", "9.62a")
def test_one_soldier_more_decides_about_the_commander() -> None:
    places = {"lisbon": "hill castanos britain:3 spain:2"}
    assert BRITAIN == judge(game(places, active="spain"), ALLIES, x("lisbon"))
    assert SPAIN == judge(game({"lisbon": "hill castanos britain:2 spain:3"}), ALLIES, x("lisbon"))
    s = game({"madrid": "marmont soult nord:3 sud:3"}, active="sud")
    assert SUD == judge(s, FRENCH, x("madrid"))
    s.active, s.last_of = -1, (BRITAIN, NORD)
    assert NORD == judge(s, FRENCH, x("madrid"))


@rule("wellington", "9.62b", "9.6c")
@pytest.mark.parametrize("commander, came, again", [
    ("hill", "hill castanos", False), ("hill", "castanos", True), ("graham", "hill castanos", True),
    ("", "hill castanos", True)])
def test_leaders_who_came_together_under_a_commander_name_no_other(commander: str, came: str, again: bool) -> None:
    s = game({"lisbon": "hill castanos britain:2", "porto": "graham"})
    if commander:
        s.commander[ALLIES * DUCHIES + x("lisbon")] = leader(commander)
    assert again == name_commander(s, ALLIES, x("lisbon"), leaders(*came.split()))


@rule("wellington", "9.62b")
def test_a_commander_is_told_once() -> None:
    s = game({"lisbon": "hill castanos"})
    set_commander(s, x("lisbon"), leader("castanos"))
    set_commander(s, x("lisbon"), leader("castanos"))
    assert [(leader("castanos"),)] == told(s.events, "named")
    assert leader("castanos") == commander_at(s, ALLIES, x("lisbon"))
    s = game({"lisbon": "wellington hill"})
    set_commander(s, x("lisbon"), leader("wellington"))
    assert leader("wellington") == s.commander[ALLIES * DUCHIES + x("lisbon")]


@rule("wellington", "9.62b")
def test_only_a_commander_named_where_the_march_has_come_to_is_its_own() -> None:
    for where, power, named in (("santarem", BRITAIN, True), ("lisbon", BRITAIN, False), ("santarem", SPAIN, True)):
        s = lead({"lisbon": "wellington hill castanos britain:4", "santarem": "de_espana spain:1"}, "lead hill",
                 "step santarem")
        march = s.frame(March)
        name_commander(s, ALLIES, x(where))
        frame = s.stack[-1]
        frame.choose(s, power, ("command", leader("hill" if where == "santarem" else "castanos")))  # type: ignore[attr-defined]
        assert named == march.named
