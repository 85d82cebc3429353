"""[16.3] Deployment and the transfer of Leaders."""

from __future__ import annotations

import pytest

import tablero
from tablero.games.wellington.board import BRITAIN, GIBRALTAR, LEADER, MADRID, NORD, POWERS, SPAIN, SUD
from tablero.games.wellington.rules.r05_cards.s02_windows import EVERYBODY
from tablero.games.wellington.rules.r06_building import Spending
from tablero.games.wellington.rules.r16_interphase.s00_interphase import Interphase
from tablero.games.wellington.rules.r16_interphase.s03_deployment import (
    CLOSED,
    NOT_FRIENDLY,
    NOWHERE,
    Deploy,
    Deployment,
    LeaderTransfer,
    land_reach,
    sea_reach,
    within_reach,
)
from tablero.games.wellington.state import Wellington
from tests.games.wellington.field import asked, at, do, game, leader, leaders, offered, refused, run, sps, told, x
from tests.games.wellington.turns import war
from tests.rules import rule


def rule_of(s: Wellington, text: str) -> str:
    """The rule that forbids it."""
    found = refused(s, text)
    return found.rule if found else ""


@rule("wellington", "16.3a", "20n")
def test_a_leader_goes_through_any_number_of_friendly_duchies() -> None:
    s = war({"bordeaux": "marmont nord:3"})
    events = run(s, Deployment(NORD, 0))
    do(s, "deploy marmont", "done")
    assert "16.3a" == rule_of(s, "deploy_to leon"), "a Spanish Duchy"
    events = do(s, "deploy_to madrid")
    assert ("madrid", 3) == (at(s, "marmont"), sps(s, "nord", "madrid"))
    assert [(NORD, x("bordeaux"), x("madrid"), 1, 3)] == told(events, "deployed")
    assert "nobody" == asked(s), "one Deployment, and no CP for another"


@rule("wellington", "16.31b", "16.3c")
def test_soldiers_that_have_deployed_are_not_taken_along_again() -> None:
    s = war({"bordeaux": "marmont nord:3", "mont_de_marsan": "clausel nord:1"})
    deployment = Deployment(NORD, 6)
    run(s, deployment)
    deployment.moved_sps.append((x("mont_de_marsan"), 1))
    do(s, "deploy marmont")
    assert ("16.31b", "deployed_already") == refused(s, "muster mont_de_marsan")


@rule("wellington", "1.5d", "16.3a")
def test_soldiers_without_counters_stay_where_they_were() -> None:
    """24 SPs are all cavalry and artillery, 14 single ones all infantry: of three, one cannot part from the others."""
    ones = ("porto", "braga", "viseu", "almeida", "coimbra", "abrantes", "santarem", "elvas", "evora", "beja", "faro",
            "gibraltar", "cadiz", "cartagena")
    s = war({"lisbon": "hill britain:24", **dict.fromkeys(ones, "britain:1")})
    run(s, Deployment(BRITAIN, 0))
    do(s, "deploy hill", "leave_one lisbon", "done", "deploy_to castelo_branco")
    assert ("castelo_branco", 2, 22) == (at(s, "hill"), *(sps(s, "britain", x) for x in ("castelo_branco", "lisbon")))


@rule("wellington", "16.3a", "16.3c")
def test_a_leader_may_deploy_alone_and_a_convoy_not_empty() -> None:
    s = war({"lisbon": "wellington hill britain:1"})
    run(s, Deployment(BRITAIN, 0))
    do(s, "deploy wellington", "leave_one lisbon")
    assert refused(s, "done") is None
    s = war({"lisbon": "wellington hill britain:1"})
    run(s, Deployment(BRITAIN, 0))
    do(s, "convoy lisbon")
    assert refused(s, "leave_one lisbon") == ("16.3d", "nothing_aboard")


@rule("wellington", "16.3a")
def test_nobody_has_to_deploy() -> None:
    s = war({"bordeaux": "marmont nord:3"})
    run(s, Deployment(NORD, 0))
    do(s, "done")
    assert ("nobody", "bordeaux") == (asked(s), at(s, "marmont"))


@rule("wellington", "16.3a")
def test_enemy_and_uncontrolled_duchies_cut_the_way() -> None:
    s = war({"lisbon": "wellington", "coimbra": "sud:1", "abrantes": "sud:1"})
    found = land_reach(s, BRITAIN, x("lisbon"))
    assert [True, False, False] == [bool(found >> x(name) & 1) for name in ("santarem", "coimbra", "abrantes")]
    assert not found >> x("seville") & 1


@rule("wellington", "16.3b", "16.3f")
def test_no_duchy_is_entered_into_which_an_enemy_army_could_intercept() -> None:
    s = war({"lisbon": "wellington britain:1", "coimbra": "marmont nord:2"})
    assert within_reach(s, 0) >> x("santarem") & 1, "over a Clear line"
    assert not within_reach(s, 0) >> x("porto") & 1, "a River"
    run(s, Deployment(BRITAIN, 0))
    do(s, "deploy wellington", "done")
    assert "16.3b" == rule_of(s, "deploy_to santarem")
    assert "deploy_to evora" in offered(s)
    s = war({"lisbon": "wellington", "coimbra": "nord:2"})
    assert not within_reach(s, 0), "Soldiers without a Leader cannot intercept"


@rule("wellington", "16.3f")
def test_a_duchy_that_is_held_already_is_open_and_the_start_need_not_be_friendly() -> None:
    s = war({"santarem": "britain:1", "lisbon": "wellington", "coimbra": "marmont nord:2"})
    assert land_reach(s, BRITAIN, x("lisbon")) >> x("santarem") & 1
    assert not land_reach(s, BRITAIN, x("lisbon")) >> x("lisbon") & 1, "nobody goes where he is"
    s = war({"badajoz": "wellington britain:1"})
    assert land_reach(s, BRITAIN, x("badajoz")) >> x("elvas") & 1, "besiegers may leave"


@rule("wellington", "16.3c", "1.6c")
def test_pieces_are_picked_up_on_the_way_up_to_the_command_rating() -> None:
    s = war({"lisbon": "hill britain:3", "santarem": "britain:2", "porto": "beresford"})
    run(s, Deployment(BRITAIN, 0))
    do(s, "deploy hill")
    assert "muster santarem" in offered(s)
    do(s, "leave_one lisbon", "muster santarem")
    assert "16.3c" == rule_of(s, "take_along beresford"), "2 + 2 is his Command Rating"
    do(s, "leave_one santarem", "take_along beresford", "done", "deploy_to braga")
    assert ("braga", "braga", 3) == (at(s, "hill"), at(s, "beresford"), sps(s, "britain", "braga"))
    assert (1, 1) == (sps(s, "britain", "lisbon"), sps(s, "britain", "santarem"))


@rule("wellington", "16.3c")
def test_what_is_not_taken_along_stays_where_it_was_and_nothing_is_dropped_on_the_way() -> None:
    s = war({"lisbon": "wellington hill britain:9", "santarem": "britain:2"})
    run(s, Deployment(BRITAIN, 0))
    do(s, "deploy wellington")
    assert "16.3c" == rule_of(s, "muster santarem"), "nine SPs are aboard already"
    do(s, *["leave_one lisbon"] * 7, "done", "deploy_to porto")
    assert (7, 2, 2) == (sps(s, "britain", "lisbon"), sps(s, "britain", "porto"), sps(s, "britain", "santarem"))
    assert "lisbon" == at(s, "hill")


@rule("wellington", "16.3d", "14.2a")
def test_britain_may_deploy_a_convoy_of_five_instead() -> None:
    s = war({"lisbon": "wellington hill britain:6", "gibraltar": "britain:1"})
    run(s, Deployment(BRITAIN, 0))
    do(s, "convoy lisbon")
    assert "16.3d" == rule_of(s, "take_along wellington"), "five SPs are aboard"
    do(s, "leave_one lisbon", "take_along wellington", "done")
    assert "deploy_to cadiz" in offered(s)
    do(s, "deploy_to gibraltar")
    assert (5, 2, "gibraltar") == (sps(s, "britain", "gibraltar"), sps(s, "britain", "lisbon"), at(s, "wellington"))
    assert "nobody" == asked(s), "it was the one Deployment"


@rule("wellington", "16.3d")
def test_a_convoy_carries_something_and_only_the_british_sail() -> None:
    s = war({"lisbon": "wellington hill", "cadiz": "castanos spain:2"})
    run(s, Deployment(BRITAIN, 0))
    do(s, "convoy lisbon")
    assert "16.3d" == rule_of(s, "done")
    s = war({"lisbon": "wellington britain:1"})
    run(s, Deployment(BRITAIN, 0))
    do(s, "convoy lisbon")
    assert "16.3d" == rule_of(s, "leave_one lisbon")
    s = war({"cadiz": "castanos spain:2"})
    run(s, Deployment(SPAIN, 0))
    assert not [word for word in offered(s) if "convoy" in word]


@rule("wellington", "16.3d", "16.3e")
def test_besieged_ports_and_ports_within_reach_of_an_enemy_army_are_closed() -> None:
    s = war({"lisbon": "britain:2", "cadiz": "sud:1", "braga": "marmont nord:1"})
    found = sea_reach(s, x("lisbon"))
    assert not found >> x("cadiz") & 1, "besieged"
    assert not found >> x("porto") & 1, "Marmont could intercept"
    assert found >> x("faro") & 1
    assert not found >> x("bayonne") & 1, "a Port of the enemy"


@rule("wellington", "16.3e", "14.4a")
def test_an_enemy_gibraltar_closes_the_straits() -> None:
    s = war({"lisbon": "britain:2"})
    assert sea_reach(s, x("lisbon")) >> x("valencia") & 1
    s = war({"lisbon": "britain:2"}, flags={"sud": "gibraltar"})
    assert not sea_reach(s, x("lisbon")) >> x("valencia") & 1
    assert sea_reach(s, x("lisbon")) >> x("cadiz") & 1


@rule("wellington", "16.3d", "6.3h")
def test_no_soldiers_go_to_plymouth() -> None:
    s = war({"lisbon": "wellington britain:1"})
    run(s, Deployment(BRITAIN, 0))
    do(s, "convoy lisbon", "done")
    assert "6.3h" == rule_of(s, "deploy_to plymouth")


@rule("wellington", "16.3a", "16.3c")
def test_a_leader_may_bring_what_he_picked_up_to_where_he_came_from() -> None:
    s = war({"lisbon": "wellington britain:1", "porto": "britain:2"})
    run(s, Deployment(BRITAIN, 0))
    do(s, "deploy wellington")
    do(s, "done")
    assert "deploy_to lisbon" not in offered(s), "with nothing new that would be no Deployment"
    s = war({"lisbon": "wellington britain:1", "porto": "britain:2"})
    run(s, Deployment(BRITAIN, 0))
    do(s, "deploy wellington", "muster porto", "done", "deploy_to lisbon")
    assert (3, 0, "lisbon") == (sps(s, "britain", "lisbon"), sps(s, "britain", "porto"), at(s, "wellington"))


@rule("wellington", "16.3b")
def test_he_does_not_come_back_to_where_an_enemy_army_could_intercept() -> None:
    pieces = {"santarem": "wellington britain:1", "porto": "britain:1", "coimbra": "marmont nord:2"}
    for left, back in ((0, False), (1, True)):
        s = war(pieces | {"lisbon": "britain:2"})
        run(s, Deployment(BRITAIN, 0))
        do(s, "deploy wellington", "muster lisbon", *["leave_one santarem"] * left, "done")
        assert back == ("deploy_to santarem" in offered(s)), "whoever stayed holds it"


@rule("wellington", "16.3a")
def test_nobody_leaves_winter_quarters_by_deployment() -> None:
    s = war({"lisbon": "wellington britain:3 hill", "porto": "beresford britain:1"})
    s.quarters = [(BRITAIN, x("lisbon"), 0)]
    run(s, Deployment(BRITAIN, 5))
    assert ("5.1c", "5.1c") == (rule_of(s, "deploy wellington"), rule_of(s, "convoy lisbon"))
    do(s, "deploy beresford")
    assert ("5.1c", "5.1c") == (rule_of(s, "muster lisbon"), rule_of(s, "take_along hill"))


@rule("wellington", "16.31a", "16.2d", "ASPe")
def test_one_more_army_and_for_britain_one_more_convoy_may_be_bought() -> None:
    s = war({"bordeaux": "marmont", "bayonne": "clausel", "toulouse": "joseph"})
    run(s, Deployment(NORD, 5))
    do(s, "deploy marmont", "done", "deploy_to madrid")
    assert "nord ChooseDeployment" == asked(s)
    do(s, "deploy clausel", "done", "deploy_to madrid")
    assert "nobody" == asked(s), "no third one"
    assert 4 == s_points(s, NORD)


def s_points(s: Wellington, power: int) -> int:
    """What such purchases leave of five CPs."""
    deployment = Deployment(power, 5)
    deployment.pay(False)
    deployment.pay(False)
    assert deployment.refuse(False) is not None
    return deployment.points


@rule("wellington", "16.31a")
def test_britain_buys_an_army_and_a_convoy_and_nothing_more() -> None:
    deployment = Deployment(BRITAIN, 2)
    for by_sea in (False, False, True):
        assert deployment.refuse(by_sea) is None
        deployment.pay(by_sea)
    assert 0 == deployment.points
    deployment.points = 5
    assert ("16.31a", "16.31a") == tuple(deployment.refuse(by_sea).rule for by_sea in (False, True))  # type: ignore[union-attr]


@rule("wellington", "16.31a")
def test_the_free_deployment_may_be_either_kind_whichever_comes_first() -> None:
    deployment = Deployment(BRITAIN, 2)
    for by_sea in (False, True, True):
        assert deployment.refuse(by_sea) is None
        deployment.pay(by_sea)
    assert 0 == deployment.points, "one was free"
    deployment.points = 5
    assert ["no_more_deployments", "no_more_convoys"] == [
        deployment.refuse(by_sea).key for by_sea in (False, True)]  # type: ignore[union-attr]


@rule("wellington", "16.31a")
def test_without_a_cp_there_is_no_second_one() -> None:
    deployment = Deployment(NORD, 0)
    deployment.pay(False)
    assert "no_points_for_deployment" == deployment.refuse(False).key  # type: ignore[union-attr]


@rule("wellington", "16.31b")
def test_no_piece_moves_in_two_deployments() -> None:
    s = war({"bordeaux": "marmont nord:2", "burgos": "clausel nord:1", "toledo": "reille"})
    run(s, Deployment(NORD, 1))
    do(s, "deploy marmont", "done", "deploy_to burgos")
    assert "16.31b" == rule_of(s, "deploy marmont")
    do(s, "deploy clausel")
    assert "16.31b" == rule_of(s, "take_along marmont")
    do(s, "done", "deploy_to madrid")
    assert (2, 1) == (sps(s, "nord", "burgos"), sps(s, "nord", "madrid")), "only the one that had not moved"


@rule("wellington", "9.62a", "16.3a")
def test_leaders_of_two_powers_that_meet_have_one_commander() -> None:
    s = war({"lisbon": "wellington britain:3", "porto": "castanos spain:1"})
    run(s, Deployment(BRITAIN, 0))
    do(s, "deploy wellington", "done", "deploy_to porto")
    assert "britain NameCommander" == asked(s)


@rule("wellington", "9.62a", "16.3a")
def test_who_deploys_alone_meets_a_leader_of_the_ally_too() -> None:
    s = war({"lisbon": "hill britain:3", "porto": "castanos spain:1"})
    run(s, Deployment(BRITAIN, 0))
    do(s, "deploy hill", *(text for text in offered(s) if text == "done"))
    while "LoadDeployment" in asked(s):
        do(s, "done")
    do(s, "deploy_to porto")
    assert "britain NameCommander" == asked(s)


@rule("wellington", "9.62b", "16.31a")
@pytest.mark.parametrize("rules, then", [(3, "NameCommander"), (4, "")])
def test_a_convoy_of_soldiers_alone_names_no_commander(rules: int, then: str) -> None:
    s = war({"lisbon": "britain:3", "cadiz": "hill castanos britain:1 spain:1"})
    s.rules = rules
    Deploy(BRITAIN, -1, x("lisbon"), 0, to=x("cadiz")).command(s)
    assert ("NameCommander" in asked(s)) == bool(then), "in version 3 he was named again"


@rule("wellington", "16.32a")
def test_all_powers_may_withdraw_leaders_who_can_be_built_again() -> None:
    s = war({"lisbon": "hill britain:3", "madrid": "joseph"})
    run(s, LeaderTransfer(EVERYBODY))
    assert [BRITAIN, NORD] == list(tablero.players(s)), "those with Leaders on the map, at the same time"
    do(s, "withdraw hill")
    assert [NORD] == list(tablero.players(s)), "Britain has none left"
    do(s, "done")
    assert ("nobody", "unbuilt", "madrid") == (asked(s), at(s, "hill"), at(s, "joseph"))
    run(s, Spending(BRITAIN, 2))
    assert "build_leader hill" in offered(s)


@rule("wellington", "16.2d", "16.31a")
def test_points_that_are_left_buy_a_deployment_of_the_same_power() -> None:
    s = war({"madrid": "nord:1"}, box="sud")
    interphase = Interphase(order=(SUD, SPAIN, NORD, BRITAIN), points=[0] * 4)
    s.stack.append(interphase)
    for left in (3, 1, 4, 2):
        s.answer = left
        interphase.reinforced(s)
    assert [2, 3, 1, 4] == interphase.points
    interphase.turn = 3
    assert "deployment" == interphase.deployment(s)
    deployment = s.stack[-1]
    assert isinstance(deployment, Deployment)
    assert (BRITAIN, 2) == (deployment.power, deployment.points)


@rule("wellington", "16.3d", "16.3e")
def test_a_convoy_deploys_only_from_a_friendly_port() -> None:
    s = war({"lisbon": "britain:2", "madrid": "britain:1"}, flags={"nord": "la_coruna"})
    assert sea_reach(s, x("lisbon")) >> GIBRALTAR & 1
    assert 0 == sea_reach(s, x("la_coruna"))
    assert 0 == sea_reach(s, MADRID)


@rule("wellington", "16.3b", "16.3d")
def test_leaders_who_have_deployed_do_not_sail() -> None:
    s = war({"lisbon": "hill britain:2", "porto": "graham"})
    run(s, Deployment(BRITAIN, 2))
    do(s, "deploy graham", "done", "deploy_to lisbon")
    assert "convoy lisbon" in offered(s)
    s = war({"lisbon": "hill", "coimbra": "graham"})
    run(s, Deployment(BRITAIN, 2))
    do(s, "deploy graham", "done", "deploy_to porto")
    assert ("convoy porto" in offered(s), "convoy lisbon" in offered(s)) == (False, True)


@rule("wellington", "16.3b")
def test_why_a_duchy_is_closed_to_a_french_deployment() -> None:
    s = war({"bordeaux": "marmont nord:3", "ciudad_real": "castanos spain:3"})
    run(s, Deployment(NORD, 0))
    do(s, "deploy marmont", "done")
    assert CLOSED == refused(s, "deploy_to toledo")
    assert refused(s, "deploy_to leon") == NOT_FRIENDLY


@rule("wellington", "16.3c")
def test_a_leader_musters_each_duchy_once_and_only_his_own() -> None:
    s = war({"lisbon": "wellington britain:3", "santarem": "britain:2 hill", "coimbra": "spain:2 castanos"})
    run(s, Deployment(BRITAIN, 0))
    do(s, "deploy wellington")
    assert "muster lisbon" not in offered(s)
    assert {"muster santarem", "take_along hill"} <= set(offered(s))
    do(s, "muster santarem")
    assert not any(text.startswith("muster") for text in offered(s))
    assert not {"take_along graham", "take_along wellington"} & set(offered(s))


@rule("wellington", "16.3d", "14.2a")
def test_a_convoy_takes_no_leader_who_was_not_named() -> None:
    s = war({"lisbon": "wellington britain:3", "porto": "hill", "la_coruna": "britain:1"})
    run(s, Deployment(BRITAIN, 0))
    do(s, "convoy lisbon")
    assert not any(text.startswith("muster") for text in offered(s))
    assert "take_along wellington" in offered(s)
    assert "take_along hill" not in offered(s), "a Convoy takes pieces of one Port"
    do(s, "done", "deploy_to cadiz")
    assert ("lisbon", 3) == (at(s, "wellington"), sps(s, "britain", "cadiz"))


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
    s = war({"bordeaux": "marmont nord:3"})
    run(s, LeaderTransfer(EVERYBODY))
    assert [(LEADER["marmont"],)] == told(do(s, "withdraw marmont"), "withdrew")
    assert SUD not in tablero.players(s)


@rule("wellington", "16.3a", "16.3b")
@pytest.mark.parametrize("here, name, staff, taken, back", [
    ("hill", "hill", "", 0, False), ("hill britain:1", "hill", "", 0, True), ("hill britain:1", "hill", "", 1, False),
    ("hill graham", "hill", "", 0, True), ("hill graham", "hill", "graham", 0, False),
    ("hill britain:1", "", "", 0, False)])
def test_a_leader_comes_back_to_a_duchy_that_an_enemy_covers_only_if_somebody_stays(
    here: str, name: str, staff: str, taken: int, back: bool
) -> None:
    s = game({"salamanca": here, "avila": "clausel nord:4", "ciudad_rodrigo": "britain:1"},
             flags={"britain": "ciudad_rodrigo salamanca"})
    loads = [(x("salamanca"), taken), (x("ciudad_rodrigo"), 1)]
    deploy = Deploy(BRITAIN, leader(name) if name else -1, x("salamanca"), 0, loads=loads)
    deploy.staff = leaders(*staff.split())
    assert back == deploy.may_return(s)


@rule("wellington", "16.3a", "16.3b")
def test_of_the_duchy_that_a_leader_came_from_alone_it_is_asked_whether_he_may_come_back() -> None:
    for power, name, where, back in (
        (BRITAIN, "hill", "salamanca", False), (BRITAIN, "hill", "ciudad_rodrigo", True),
        (SPAIN, "castanos", "salamanca", False), (SPAIN, "castanos", "ciudad_rodrigo", True),
    ):
        own = POWERS[power]
        s = game({where: f"{name} {own}:1", "avila": "clausel nord:4", "almeida": f"{own}:1"},
                 flags={own: "ciudad_rodrigo salamanca"})
        deploy = Deploy(power, leader(name), x(where), 0, loads=[(x(where), 1), (x("almeida"), 1)])
        assert back == deploy.may_return(s)


@rule("wellington", "16.3c")
def test_a_leader_does_not_take_himself_along() -> None:
    s = war({"lisbon": "hill graham britain:1"})
    run(s, Deployment(BRITAIN, 9))
    do(s, "deploy hill")
    assert ["take_along graham"] == [text for text in offered(s) if text.startswith("take_along")]


@rule("wellington", "16.3d")
def test_an_army_may_go_with_as_much_room_left_as_an_empty_convoy_has() -> None:
    for soldiers in (4, 5):
        s = war({"lisbon": f"wellington britain:{soldiers}"})
        run(s, Deployment(BRITAIN, 0))
        do(s, "deploy wellington")
        assert ([(x("lisbon"), soldiers)], ["done", "leave_one lisbon"]) == (s.frame(Deploy).loads, offered(s))
