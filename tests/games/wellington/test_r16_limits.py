"""[16.2] [16.3] Reinforcements and Deployment at their limits."""

from __future__ import annotations

import pytest

import tablero
from tablero.games.wellington.board import BRITAIN, LEADER, NORD, SPAIN, SUD
from tablero.games.wellington.rules.r16_interphase.s02_reinforcements import Reinforcements
from tablero.games.wellington.rules.r16_interphase.s03_deployment import (
    NOT_FRIENDLY,
    NOWHERE,
    Deploy,
    Deployment,
    land_reach,
)
from tests.games.wellington.field import asked, at, do, leader, leaders, offered, refused, run, sps, told, x
from tests.games.wellington.turns import war
from tests.rules import rule

# --- Reinforcements


@rule("wellington", "16.2b", "16.43e")
@pytest.mark.parametrize("places, points, odd, able", [
    ({"regroup": "spain:1"}, 0, 1, True), ({"regroup": "blake"}, 0, 1, True), ({"regroup": "spain:1"}, 1, 0, True),
    ({"regroup": "nord:1 clausel"}, 0, 1, False), ({"regroup": "spain:1 blake"}, 0, 0, False), ({}, 0, 1, False),
    ({}, 1, 0, False), ({}, 2, 0, True)])
def test_who_can_neither_build_nor_regroup_is_not_asked_for_a_home_key(
    places: dict[str, str], points: int, odd: int, able: bool
) -> None:
    s = war(places)
    assert able == Reinforcements(SPAIN, points, odd=odd).able(s)


@rule("wellington", "16.2b")
def test_without_counters_a_leader_can_still_be_built_if_the_points_suffice() -> None:
    s = war({"lisbon": "britain:90"})
    assert Reinforcements(BRITAIN, 9).able(s)
    built = war({"lisbon": "britain:90 wellington hill beresford graham"})
    assert not Reinforcements(BRITAIN, 9).able(built)


@rule("wellington", "16.43e", "16.2d")
def test_the_odd_point_regroups_and_builds_nothing() -> None:
    s = war({"regroup": "nord:2"})
    events = run(s, Reinforcements(NORD, 2, odd=1))
    assert [(NORD, 3)] == told(events, "reinforcements")
    assert ("number", 3) == tablero.prompt(s, NORD).args[0][1:]
    do(s, "gather bayonne")
    assert ("number", 3) == tablero.prompt(s, NORD).args[0][1:]
    events = do(s, "regroup infantry")
    frame = s.frame(Reinforcements)
    assert (2, 0) == (frame.points, frame.odd), "the odd one goes first"
    assert [(NORD, 1, x("bayonne"))] == told(events, "placed")
    do(s, "build infantry")
    assert (2, "nobody") == (sps(s, "nord", "bayonne"), asked(s))


@rule("wellington", "16.43e")
def test_what_is_built_does_not_use_the_odd_point() -> None:
    s = war({"regroup": "nord:1"})
    run(s, Reinforcements(NORD, 2, odd=1))
    do(s, "gather bayonne", "build infantry")
    assert (0, 1) == (s.frame(Reinforcements).points, s.frame(Reinforcements).odd)


@rule("wellington", "16.2c")
def test_reinforcements_gather_in_keys_only_even_in_corunnas_neighbour() -> None:
    s = war()
    run(s, Reinforcements(SPAIN, 4))
    assert {"gather oviedo", "gather cadiz", "gather cartagena", "gather valencia"} == set(offered(s))
    assert refused(s, "gather la_coruna") is not None
    besieged = war({"cadiz": "sud:1"})
    run(besieged, Reinforcements(SPAIN, 4))
    assert "16.2e" == getattr(refused(besieged, "gather cadiz"), "rule", "")


@rule("wellington", "16.2b", "16.2e")
def test_leaders_on_the_map_or_recalled_are_not_built() -> None:
    s = war({"madrid": "marmont", "regroup": "clausel"})
    s.recalled = leaders("reille")
    run(s, Reinforcements(NORD, 9))
    do(s, "gather bayonne")
    found = {text for text in offered(s) if text.startswith("build_leader")}
    assert {"build_leader joseph", "build_leader clausel"} == found
    events = do(s, "build_leader joseph")
    assert ([(leader("joseph"), x("bayonne"))], "bayonne") == (told(events, "leader_placed"), at(s, "joseph"))


@rule("wellington", "9.62a", "16.2c")
def test_a_leader_who_arrives_beside_the_ally_makes_a_group_with_a_commander() -> None:
    s = war({"bayonne": "soult sud:3"})
    run(s, Reinforcements(NORD, 9))
    do(s, "gather bayonne", "build_leader joseph")
    assert "sud NameCommander" == asked(s)


@rule("wellington", "16.2b")
def test_soldiers_for_whom_there_are_no_counters_do_not_arrive() -> None:
    s = war({"lisbon": "britain:90", "regroup": "wellington"})
    run(s, Reinforcements(BRITAIN, 9))
    do(s, "gather lisbon")
    assert refused(s, "build infantry") is not None
    assert "build_leader wellington" in offered(s)


@rule("wellington", "5.12c", "16.2b")
def test_soldiers_who_arrive_pay_what_is_owed() -> None:
    s = war()
    run(s, Reinforcements(NORD, 6))
    do(s, "gather bayonne")
    s.debts = [(NORD, 0, 1)]
    do(s, "build infantry")
    assert ([], 0) == (s.debts, sps(s, "nord", "bayonne"))


@rule("wellington", "16.21b")
def test_who_loses_no_soldiers_is_not_asked_for_any() -> None:
    s = war({"madrid": "nord:2", "burgos": "nord:2"})
    run(s, Reinforcements(NORD, 0))
    assert "nobody" == asked(s)


# --- Deployment


@rule("wellington", "16.31a", "ASPe")
def test_britain_buys_one_more_army_and_one_more_convoy_and_no_third_of_a_kind() -> None:
    for armies, convoys, points, land, sea in (
        (0, 0, 0, True, True), (1, 0, 0, False, False), (1, 0, 9, True, True), (0, 1, 9, True, True),
        (2, 0, 9, False, True), (0, 2, 9, True, False), (1, 1, 9, True, True), (2, 1, 9, False, False),
        (1, 2, 9, False, False),
    ):
        deployment = Deployment(BRITAIN, points, armies, convoys)
        assert (land, sea) == (deployment.refuse(False) is None, deployment.refuse(True) is None), (armies, convoys)


@rule("wellington", "16.31a", "16.2d")
def test_the_first_deployment_is_free_and_a_convoy_is_no_army() -> None:
    s = war({"lisbon": "wellington hill britain:8", "porto": "britain:2"})
    deployment = Deployment(BRITAIN, 9)
    run(s, deployment)
    do(s, "convoy lisbon", "done", "deploy_to porto")
    assert (0, 1, 9) == (deployment.armies, deployment.convoys, deployment.points)
    do(s, "deploy wellington", "done", "deploy_to santarem")
    assert (1, 1) == (deployment.armies, deployment.convoys)
    left = deployment.points
    assert 9 > left
    do(s, "convoy lisbon")
    assert (2, 2 * left - 9) == (deployment.convoys, deployment.points)


@rule("wellington", "16.31b")
def test_only_soldiers_that_rest_in_a_duchy_count_there() -> None:
    s = war({"lisbon": "britain:3", "porto": "britain:2"})
    deployment = Deployment(BRITAIN, 9, moved_sps=[(x("porto"), 2), (x("lisbon"), 1)])
    assert (2, 0) == (deployment.rested(s, x("lisbon")), deployment.rested(s, x("porto")))
    run(s, deployment)
    assert refused(s, "convoy lisbon") is None
    assert refused(s, "convoy porto") is not None
    deployment.moved = leaders("hill")
    s = war({"porto": "britain:2 hill wellington"})
    run(s, Deployment(BRITAIN, 9, moved=leaders("hill"), moved_sps=[(x("porto"), 2)]))
    assert refused(s, "convoy porto") is None, "Wellington rests there"


@rule("wellington", "16.3a")
def test_a_leader_who_can_go_nowhere_does_not_deploy() -> None:
    s = war({"lisbon": "wellington", "santarem": "soult sud:1", "porto": "hill"}, flags={"sud": "evora"})
    run(s, Deployment(BRITAIN, 9))
    assert NOWHERE == refused(s, "deploy wellington")
    assert 0 == land_reach(s, BRITAIN, x("lisbon"))


@rule("wellington", "16.3c", "14.2a")
def test_staff_officers_take_the_room_of_soldiers() -> None:
    s = war({"lisbon": "wellington hill graham britain:9"})
    deployment = Deployment(BRITAIN, 9)
    run(s, deployment)
    do(s, "deploy wellington")
    deploy = s.frame(Deploy)
    assert 0 == deploy.room()
    do(s, "leave_one lisbon", "take_along hill")
    assert (0, [(x("lisbon"), 8)]) == (deploy.room(), [load for load in deploy.loads if load[1]])
    do(s, "done", "deploy_to santarem")
    assert ("santarem", "santarem", "lisbon", 8) == (
        at(s, "wellington"), at(s, "hill"), at(s, "graham"), sps(s, "britain", "santarem"))


@rule("wellington", "16.3a", "16.3b")
def test_a_leader_brings_others_to_the_duchy_he_came_from() -> None:
    s = war({"lisbon": "hill britain:1", "santarem": "graham britain:3"})
    run(s, Deployment(BRITAIN, 9))
    do(s, "deploy hill")
    deploy = s.frame(Deploy)
    assert not deploy.may_return(s), "nothing is picked up elsewhere"
    do(s, "take_along graham")
    assert deploy.may_return(s)
    s = war({"lisbon": "hill britain:1", "santarem": "britain:3"})
    run(s, Deployment(BRITAIN, 9))
    do(s, "deploy hill", "muster santarem")
    assert s.frame(Deploy).may_return(s)
    do(s, "done")
    assert "deploy_to lisbon" in offered(s)
    do(s, "deploy_to lisbon")
    assert ("lisbon", 4) == (at(s, "hill"), sps(s, "britain", "lisbon"))


@rule("wellington", "16.3d")
def test_a_convoy_does_not_return_and_goes_to_ports_only() -> None:
    s = war({"lisbon": "hill graham britain:3", "porto": "britain:1"})
    run(s, Deployment(BRITAIN, 9))
    do(s, "convoy lisbon")
    assert not s.frame(Deploy).may_return(s)
    do(s, "done")
    tried = {action[1] for action in s.stack[-1].candidates(s, BRITAIN)}  # type: ignore[attr-defined]
    assert {x("bordeaux"), x("evora"), x("porto")} <= tried
    assert not tried & {x("lisbon"), x("madrid")}, "nobody would sail there"
    assert {"deploy_to porto", "deploy_to gibraltar", "deploy_to cadiz"} <= set(offered(s))
    assert not {"deploy_to lisbon", "deploy_to santarem", "deploy_to plymouth"} & set(offered(s))
    assert refused(s, "deploy_to plymouth") is not None
    assert NOT_FRIENDLY == refused(s, "deploy_to bordeaux"), "an enemy Port has its reason"


@rule("wellington", "16.3d", "6.3h")
def test_leaders_alone_deploy_to_plymouth() -> None:
    s = war({"lisbon": "hill graham britain:1"})
    run(s, Deployment(BRITAIN, 9))
    do(s, "convoy lisbon", "take_along hill", "leave_one lisbon", "done")
    assert "deploy_to plymouth" in offered(s)
    do(s, "deploy_to plymouth")
    assert "plymouth" == at(s, "hill")


@rule("wellington", "16.3a", "16.3b")
def test_a_duchy_next_to_the_way_has_its_reason() -> None:
    s = war({"bordeaux": "marmont nord:3"})
    run(s, Deployment(NORD, 0))
    do(s, "deploy marmont", "done")
    tried = {action[1] for action in s.stack[-1].candidates(s, NORD)}  # type: ignore[attr-defined]
    assert {x("leon"), x("madrid")} <= tried
    assert not tried & {x("lisbon"), x("la_coruna"), x("bordeaux")}, "nobody would go there"
    assert (NOT_FRIENDLY, True) == (refused(s, "deploy_to leon"), "deploy_to madrid" in offered(s))
    assert "deploy_to bordeaux" not in offered(s)


@rule("wellington", "16.32a")
def test_the_transfer_of_a_leader_is_told() -> None:
    from tablero.games.wellington.rules.r05_cards.s02_windows import EVERYBODY
    from tablero.games.wellington.rules.r16_interphase.s03_deployment import LeaderTransfer
    s = war({"bordeaux": "marmont nord:3"})
    run(s, LeaderTransfer(EVERYBODY))
    assert [(LEADER["marmont"],)] == told(do(s, "withdraw marmont"), "withdrew")
    assert SUD not in tablero.players(s)
