"""[9.6] Army Groups: Commanders, marches of two Powers together, and Armies of the Ally on the way."""

from __future__ import annotations

import pytest

import tablero
from tablero.games.wellington.board import ALLIES, BRITAIN, DUCHIES, FRENCH, NORD, PLAYERS, SPAIN, SUD
from tablero.games.wellington.rules.r01_pieces.s06_leaders import commander_at
from tablero.games.wellington.rules.r04_sequence.s02_impulses import Impulse
from tablero.games.wellington.rules.r06_building import Spending
from tablero.games.wellington.rules.r09_movement.s06_groups import is_group, judge, one_player
from tests.games.wellington.cards.playing import command
from tests.games.wellington.field import (
    asked,
    at,
    do,
    game,
    leader,
    leaders,
    offered,
    pieces_at,
    refused,
    run,
    sps,
    x,
)
from tests.games.wellington.marching import armies, lead, points
from tests.rules import rule

BOTH = {"lisbon": "wellington de_espana britain:9 spain:4"}


@rule("wellington", "9.6a", "1.62a", "9.63e")
@pytest.mark.parametrize("pieces, group", [
    ("hill graham britain:4", False), ("hill graham britain:8", True), ("hill britain:8", False),
    ("hill ballesteros", True), ("hill spain:9", False), ("beresford graham britain:6", False)])
def test_an_army_group_needs_more_soldiers_than_a_leader_can_command_or_two_powers(pieces: str, group: bool) -> None:
    assert group == is_group(game({"lisbon": pieces}), ALLIES, x("lisbon"))


# --- Commanders


@rule("wellington", "1.6d", "1.6g", "9.53b")
def test_the_best_leader_of_one_power_commands_until_another_is_named() -> None:
    s = game({"lisbon": "hill wellington beresford"})
    assert leader("wellington") == commander_at(s, ALLIES, x("lisbon"))
    command(s, "hill")
    assert leader("hill") == commander_at(s, ALLIES, x("lisbon"))


@rule("wellington", "9.53b", "9.6c", "9.62a")
def test_leaders_of_two_powers_that_stop_together_have_one_commander_whom_more_soldiers_name() -> None:
    s = game({"lisbon": "wellington britain:6", "santarem": "de_espana spain:4"})
    run(s, Spending(BRITAIN, 2))
    do(s, "lead wellington", "step santarem")
    assert "britain MarchOrders" == asked(s), "passing through needs no Commander"
    do(s, "stop")
    assert ("britain NameCommander", ["command wellington", "command de_espana"]) == (asked(s), offered(s))
    do(s, "command de_espana")
    assert leader("de_espana") == commander_at(s, ALLIES, x("santarem"))


@rule("wellington", "9.62a")
@pytest.mark.parametrize("active, last, pieces, who", [
    ("britain", SPAIN, "wellington de_espana britain:6 spain:4", BRITAIN),
    ("britain", SPAIN, "wellington de_espana britain:4 spain:6", SPAIN),
    ("britain", SPAIN, "wellington de_espana britain:4 spain:4", BRITAIN),
    ("spain", BRITAIN, "wellington de_espana", SPAIN),
    ("nord", SPAIN, "wellington de_espana", SPAIN),
    ("sud", BRITAIN, "wellington de_espana", BRITAIN),
    ("nord", BRITAIN, "wellington de_espana", BRITAIN),
])
def test_more_soldiers_decide_then_the_power_that_has_or_last_had_the_impulse(
    active: str, last: int, pieces: str, who: int
) -> None:
    s = game({"lisbon": pieces}, active=active)
    s.last_of = last, NORD
    assert who == judge(s, ALLIES, x("lisbon"))


@rule("wellington", "9.62b", "20f", "20ar")
def test_a_commander_goes_with_his_group_and_stays_until_another_leader_joins() -> None:
    s = game({**BOTH, "coimbra": "hill"})
    command(s, "wellington")
    run(s, Spending(BRITAIN, 8))
    do(s, "lead wellington", "join de_espana", "step santarem", "stop")
    assert "britain SpendPoints" == asked(s), "nobody is asked again"
    assert s.commander[x("santarem")] == leader("wellington")
    do(s, "lead wellington", "join de_espana", "step coimbra", "stop")
    assert "britain NameCommander" == asked(s), "Hill could command, too"


@rule("wellington", "9.6c", "9.62a")
def test_the_commander_is_named_before_a_battle() -> None:
    s = game({"lisbon": "wellington britain:6", "santarem": "de_espana spain:1", "coimbra": "nord:2"})
    run(s, Spending(BRITAIN, 3))
    do(s, "lead wellington", "step santarem", "join de_espana", "yes", "step coimbra")
    assert "britain NameCommander" == asked(s)
    do(s, "command wellington")
    assert ("nord ReactionWindow", leader("wellington")) == (asked(s), commander_at(s, ALLIES, x("coimbra")))


# --- marches


@rule("wellington", "9.63a", "9.63d", "9.64a", "9.1e", "9.7c")
def test_the_commanders_power_takes_along_armies_of_its_ally_for_a_point_each() -> None:
    s = game(BOTH)
    command(s, "wellington")
    run(s, Spending(BRITAIN, 3))
    do(s, "lead wellington")
    assert refused(s, "staff de_espana") == ("9.63d", "staff_of_another_power")
    do(s, "join de_espana", "step santarem")
    assert ("wellington de_espana britain:9 spain:4", 1) == (pieces_at(s, "santarem"), points(s))


@rule("wellington", "9.64a", "9.65a")
def test_under_a_commander_of_the_ally_a_power_leaves_but_does_not_take_the_group_along() -> None:
    s = game(BOTH)
    command(s, "de_espana")
    run(s, Spending(BRITAIN, 3))
    do(s, "lead wellington")
    assert refused(s, "join de_espana") == ("9.64a", "ally_commands")
    do(s, "step santarem")
    assert ("wellington britain:9", "de_espana spain:4") == (pieces_at(s, "santarem"), pieces_at(s, "lisbon"))
    s = game({"lisbon": "wellington hill de_espana britain:9 spain:4"})
    command(s, "de_espana")
    run(s, Spending(BRITAIN, 3))
    do(s, "lead wellington")
    assert refused(s, "join hill") is None, "its own Leaders it may take along"


@rule("wellington", "9.64b")
def test_a_group_whose_commander_changes_marches_in_both_impulses() -> None:
    s = game(BOTH)
    command(s, "wellington")
    run(s, Spending(BRITAIN, 2))
    do(s, "lead wellington", "join de_espana", "step santarem")
    command(s, "de_espana")
    s.active = s.frame(Impulse).power = SPAIN
    run(s, Spending(SPAIN, 2))
    do(s, "lead de_espana", "join wellington", "step coimbra")
    assert "wellington de_espana britain:9 spain:4" == pieces_at(s, "coimbra")


@rule("wellington", "9.61a", "9.61b")
def test_an_army_of_the_ally_on_the_way_joins_only_if_it_agrees() -> None:
    s = game({"lisbon": "wellington britain:6", "santarem": "de_espana spain:4"})
    run(s, Spending(BRITAIN, 4))
    do(s, "lead wellington", "step santarem", "join de_espana")
    assert "spain JoinMarch" == asked(s)
    do(s, "no")
    assert refused(s, "join de_espana") == ("9.61b", "ally_refused")
    do(s, "step coimbra")
    assert ("wellington britain:6", "de_espana spain:4") == (pieces_at(s, "coimbra"), pieces_at(s, "santarem"))
    s = game({"lisbon": "wellington britain:6", "santarem": "de_espana spain:4"})
    run(s, Spending(BRITAIN, 3))
    do(s, "lead wellington", "step santarem", "join de_espana", "yes", "step coimbra")
    assert "wellington de_espana britain:6 spain:4" == pieces_at(s, "coimbra")


@rule("wellington", "9.61b")
def test_who_plays_both_powers_is_not_asked_for_consent() -> None:
    s = game({"lisbon": "wellington britain:6", "santarem": "de_espana spain:4"})
    s.players = PLAYERS.index("two")
    run(s, Spending(BRITAIN, 3))
    do(s, "lead wellington", "step santarem", "join de_espana", "step coimbra")
    assert "wellington de_espana britain:6 spain:4" == pieces_at(s, "coimbra")


@rule("wellington", "9.63a")
def test_a_further_army_joins_only_if_it_can_be_paid_and_may_be_left_again() -> None:
    s = game({"lisbon": "wellington hill britain:13"})
    run(s, Spending(BRITAIN, 1))
    do(s, "lead wellington")
    assert refused(s, "join hill") == ("9.63a", "too_many_armies")
    s = game({"lisbon": "wellington hill britain:13"})
    run(s, Spending(BRITAIN, 2))
    do(s, "lead wellington", "join hill", "join hill", "step santarem")
    assert ("lisbon", 4, 1) == (at(s, "hill"), sps(s, "britain", "lisbon"), points(s))


@rule("wellington", "9.63a")
def test_a_disputed_command_leaves_only_the_armies_of_the_active_power() -> None:
    s = game(BOTH)
    command(s, "wellington")
    s.frame(Impulse).disputed = leaders("de_espana")
    run(s, Spending(BRITAIN, 3))
    do(s, "lead wellington")
    assert refused(s, "join de_espana") == ("5.1c", "command_disputed")


@rule("wellington", "9.64c")
def test_each_army_of_a_group_keeps_within_its_own_command_rating() -> None:
    s = game({"lisbon": "wellington hill britain:14"})
    run(s, Spending(BRITAIN, 4))
    do(s, "lead wellington", "join hill")
    assert refused(s, "load 5") is not None, "Hill commands four"
    do(s, "step santarem")
    assert ("wellington hill britain:13", "britain:1") == (pieces_at(s, "santarem"), pieces_at(s, "lisbon"))


@rule("wellington", "9.62b")
def test_a_commander_who_has_left_does_not_command_when_he_comes_back() -> None:
    s = game({"lisbon": "wellington hill britain:4"})
    command(s, "hill")
    run(s, Spending(BRITAIN, 4))
    do(s, "lead hill", "load 1", "step santarem")
    assert leader("wellington") == commander_at(s, ALLIES, x("lisbon"))
    do(s, "step lisbon", "stop")
    assert leader("wellington") == commander_at(s, ALLIES, x("lisbon"))


@rule("wellington", "9.6c", "9.65a")
def test_a_group_that_its_commander_leaves_behind_gets_another_one() -> None:
    s = game({"lisbon": "wellington hill de_espana britain:4 spain:2"})
    command(s, "wellington")
    run(s, Spending(BRITAIN, 2))
    do(s, "lead wellington", "load 0", "step santarem")
    assert ("britain NameCommander", ["command hill", "command de_espana"]) == (asked(s), offered(s))
    s = game({"madrid": "soult suchet joseph sud:4 nord:2"}, active="sud")
    command(s, "soult")
    run(s, Spending(SUD, 2))
    do(s, "lead soult", "load 0", "step toledo")
    assert ("sud NameCommander", ["command joseph", "command suchet"]) == (asked(s), offered(s))
    assert -1 == s.commander[FRENCH * DUCHIES + x("madrid")]


@rule("wellington", "9.6c", "9.65a")
def test_a_commander_who_stays_when_others_march_off_keeps_the_command() -> None:
    s = game({"lisbon": "wellington hill graham de_espana britain:4 spain:2"})
    command(s, "hill")
    run(s, Spending(BRITAIN, 2))
    do(s, "lead graham", "load 0", "step santarem")
    assert ("britain MarchOrders", leader("hill")) == (asked(s), commander_at(s, ALLIES, x("lisbon")))


@rule("wellington", "9.63d")
def test_one_player_of_both_powers_consents_to_himself() -> None:
    s = game()
    found = {}
    for s.players, name in enumerate(PLAYERS):
        found[name] = [one_player(s, ALLIES), one_player(s, FRENCH)]
    assert {"four": [False, False], "two": [True, True], "three_french": [True, False],
            "three_allies": [False, True]} == found


# --- who joins


@rule("wellington", "1.6c", "9.64c")
def test_of_the_last_army_all_numbers_that_its_leader_commands_are_offered() -> None:
    s = lead({"lisbon": "hill beresford britain:10"}, "lead hill", "join beresford")
    assert [(leader("hill"), 0, 4), (leader("beresford"), 0, 6)] == armies(s)
    assert {f"load {n}" for n in range(6)} == {text for text in offered(s) if text.startswith("load")}


@rule("wellington", "9.63d", "9.64c")
def test_of_the_last_army_soldiers_and_staff_are_counted() -> None:
    s = lead({"lisbon": "wellington hill graham beresford britain:12"}, "lead wellington", "join hill")
    assert [(leader("wellington"), 0, 9), (leader("hill"), 0, 3)] == armies(s)
    assert {"load 0", "load 1", "load 2"} == {text for text in offered(s) if text.startswith("load")}
    assert ("1.6c", "too_many_soldiers") == refused(s, "load 4")
    do(s, "load 1", "staff graham")
    assert refused(s, "staff graham") is None, "he may be left again"
    do(s, "staff graham")
    assert [(leader("wellington"), 0, 9), (leader("hill"), 0, 1)] == armies(s)
    assert ("9.64c", "not_in_this_duchy") == refused(s, "staff hill")
    assert "staff wellington" not in offered(s)


@rule("wellington", "9.63d")
def test_who_is_a_staff_officer_of_another_army_is_taken() -> None:
    s = lead({"lisbon": "wellington hill graham britain:12"}, "lead wellington", "staff graham", "join hill")
    assert ("9.64c", "not_in_this_duchy") == refused(s, "staff graham")
    assert ("9.64c", "not_in_this_duchy") == refused(s, "join graham")


@rule("wellington", "9.63d", "9.64a")
def test_enemies_and_leaders_elsewhere_are_no_company() -> None:
    s = lead({"lisbon": "wellington britain:5", "santarem": "hill"}, "lead wellington")
    assert not [text for text in offered(s) if text.startswith(("staff", "join"))]
    assert refused(s, "join hill") is not None
    do(s, "step santarem")
    assert "join hill" in offered(s)


@rule("wellington", "9.64c")
def test_who_is_elsewhere_or_leads_the_march_does_not_join() -> None:
    s = lead({"lisbon": "wellington graham britain:5", "santarem": "hill"}, "lead wellington")
    assert ("9.64c", "not_in_this_duchy") == refused(s, "join hill") == refused(s, "join wellington")
    assert refused(s, "join graham") is None
    tried = {action for action in s.stack[-1].candidates(s, BRITAIN) if action[0] == "load"}  # type: ignore[attr-defined]
    assert {("load", n) for n in range(5)} == tried, "as many as there are, but for what he has"


@rule("wellington", "5.1c", "9.61b")
def test_an_ally_in_winter_quarters_does_not_join() -> None:
    for quarters, refusal in ([], None), ([(SPAIN, x("santarem"), 0)], ("5.1c", "in_winter_quarters")):
        s = lead({"santarem": "castanos spain:2", "lisbon": "hill britain:2"}, "lead hill")
        s.quarters = quarters
        do(s, "step santarem")
        assert refusal == refused(s, "join castanos")


@rule("wellington", "9.61b", "9.64a")
def test_an_army_of_the_same_power_joins_on_the_way_without_being_asked() -> None:
    s = lead({"santarem": "graham britain:2", "lisbon": "hill britain:2"}, "lead hill", "step santarem", "join graham")
    assert ("britain MarchOrders", 2) == (asked(s), len(armies(s)))


@rule("wellington", "9.61b")
def test_who_plays_both_french_powers_is_not_asked_for_consent() -> None:
    for players, question in (("four", "sud JoinMarch"), ("three_allies", "nord MarchOrders")):
        s = game({"madrid": "marmont nord:2", "toledo": "soult sud:2"}, active="nord")
        s.players = ("four", "three_french", "three_allies", "two").index(players)
        run(s, Spending(NORD, 5))
        do(s, "lead marmont", "step toledo", "join soult")
        assert question == asked(s), players


@rule("wellington", "9.63a")
def test_the_prompt_names_the_first_and_the_last_army() -> None:
    s = lead({"lisbon": "wellington hill britain:9"}, "lead hill", "join wellington")
    prompt = tablero.prompt(s, BRITAIN)
    assert ("march_group", 3, leader("hill"), leader("wellington")) == (
        prompt.key, *(value for name, _, value in prompt.args if name in ("n", "leader", "last")))
    assert leaders("hill", "wellington") == s.stack[-1].marks(s, BRITAIN)[0].things  # type: ignore[attr-defined]


@rule("wellington", "9.63b", "9.64c")
def test_who_leads_the_march_is_not_among_those_who_might_come_along() -> None:
    s = lead({"lisbon": "hill graham britain:5"}, "lead hill")
    tried = s.stack[-1].candidates(s, BRITAIN)  # type: ignore[attr-defined]
    assert {leader("graham")} == {action[1] for action in tried if action[0] in ("staff", "join")}
