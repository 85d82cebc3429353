"""[13] [14] [15] [16] Where Attrition, Convoys, Resources and Deployments end."""

from __future__ import annotations

import pytest

from tablero.games.wellington.board import ALLIES, BRITAIN, CARD, DUCHIES, GIBRALTAR, HAND, MADRID, NORD, SPAIN, SUD
from tablero.games.wellington.rules.r06_building import Spending
from tablero.games.wellington.rules.r09_movement.s06_groups import set_commander
from tablero.games.wellington.rules.r13_attrition import Attrition
from tablero.games.wellington.rules.r14_naval import (
    NEW_PORT,
    NOT_FRESH,
    Convoy,
    can_embark,
    fresh_leaders,
    fresh_soldiers,
    refuse_departure,
    same_waters,
)
from tablero.games.wellington.rules.r15_resources import SpendResource, lose_resource
from tablero.games.wellington.rules.r16_interphase.s00_interphase import Interphase
from tablero.games.wellington.rules.r16_interphase.s02_reinforcements import Reinforcements
from tablero.games.wellington.rules.r16_interphase.s03_deployment import (
    CLOSED,
    NOT_FRIENDLY,
    Deployment,
    sea_reach,
)
from tablero.games.wellington.rules.r16_interphase.s04_cards import KeepCards
from tests.games.wellington.combat import impulse
from tests.games.wellington.field import asked, at, do, game, leader, leaders, offered, refused, run, sps, told, x
from tests.games.wellington.turns import war
from tests.rules import rule

# --- Attrition


@rule("wellington", "13.1b", "13.1c")
@pytest.mark.parametrize("commander, power", [("castanos", "spain"), ("hill", "britain")])
def test_the_commanders_power_shares_out_losses_and_only_soldiers_that_are_left_bear_them(
    commander: str, power: str
) -> None:
    s = game({"salamanca": "hill castanos britain:1 spain:5"})
    set_commander(s, x("salamanca"), leader(commander))
    forces = ((BRITAIN, leaders("hill"), 1), (SPAIN, leaders("castanos"), 5))
    run(s, Attrition(ALLIES, x("salamanca"), forces), [6, 6, 6, 1, 1, 1, 1, 1])
    assert (f"{power} AttritionLosses", ["bear britain", "bear spain"]) == (asked(s), offered(s))
    said = do(s, "bear britain")
    assert [(BRITAIN, x("salamanca"), 1)] == told(said, "attrition_loss")[:1]
    assert (0, 3) == (sps(s, "britain", "salamanca"), sps(s, "spain", "salamanca")), "only Spain can bear the rest"


# --- Convoys


@rule("wellington", "14.2b")
def test_all_soldiers_that_began_the_impulse_in_a_port_may_sail() -> None:
    s = game({"lisbon": "britain:4"})
    assert 4 == fresh_soldiers(s, BRITAIN, x("lisbon"))
    impulse(s).arrived_piles = [(BRITAIN * DUCHIES + x("lisbon"), 1), (BRITAIN * DUCHIES + x("porto"), 2)]
    assert 3 == fresh_soldiers(s, BRITAIN, x("lisbon"))
    assert 0 == fresh_soldiers(s, BRITAIN, x("porto")), "those that came have been lost"


@rule("wellington", "14.3h")
def test_a_convoy_leaves_no_losses_of_shore_batteries() -> None:
    s = game({"lisbon": "britain:4"})
    run(s, Spending(BRITAIN, 5))
    do(s, "convoy lisbon", "sail cadiz")
    assert (-1, 0, 0) == impulse(s).shore
    assert 4 == sps(s, "britain", "cadiz")


@rule("wellington", "14.2b", "6.3h")
def test_leaders_may_sail_home_and_nobody_meets_them_there() -> None:
    s = game({"lisbon": "hill"})
    run(s, Spending(BRITAIN, 5))
    do(s, "convoy lisbon", "aboard hill", "sail plymouth")
    assert ("plymouth", "britain SpendPoints") == (at(s, "hill"), asked(s))


@rule("wellington", "14.2a", "14.2d")
def test_a_leader_who_is_aboard_may_stay_ashore_again() -> None:
    s = game({"lisbon": "hill graham britain:4"})
    run(s, Spending(BRITAIN, 1))
    do(s, "convoy lisbon", "aboard hill")
    assert refused(s, "aboard graham") is not None, "one CP"
    do(s, "aboard hill", "aboard graham", "sail cadiz")
    assert ("lisbon", "cadiz") == (at(s, "hill"), at(s, "graham"))


@rule("wellington", "14.2b", "14.3b")
def test_an_event_offers_only_ports_that_lead_somewhere() -> None:
    s = game({"lisbon": "britain:2", "gibraltar": "britain:2"}, flags={"sud": "cadiz"})
    run(s, Convoy(BRITAIN, free=True))
    assert ["convoy lisbon", "convoy gibraltar", "done"] == offered(s)
    do(s, "done")
    assert "nobody" == asked(s)
    s = game({"bordeaux": "nord:2", "perpignan": "nord:2"}, active="nord",
             flags={"spain": "bayonne bilbao santander san_sebastian"})
    run(s, Convoy(NORD, free=True))
    assert not any("bordeaux" in text for text in offered(s))


# --- Resources


@rule("wellington", "15.2a", "20am")
def test_resources_that_are_lost_or_burned_are_told() -> None:
    s = game()
    s.resources = [1, 0, 0, 1]
    assert lose_resource(s, BRITAIN)
    assert not lose_resource(s, SPAIN)
    assert [(BRITAIN,)] == told(s.events, "lost_resource")
    held = s.sizes[HAND[NORD]]
    spent = SpendResource(NORD, lost=True)
    s.call(spent)
    spent.card(s)
    assert ([(NORD,)], held) == (told(s.events, "burned_resource"), s.sizes[HAND[NORD]])


# --- the Interphase


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


@rule("wellington", "16.43e", "5.12c")
def test_an_odd_point_pays_debts_like_any_other() -> None:
    s = war({"lisbon": "britain:1"})
    s.debts = [(BRITAIN, CARD["invade_canada"], 2)]
    s.regroup[BRITAIN] = 2
    frame = Reinforcements(BRITAIN, 2, odd=1)
    s.stack.append(frame)
    frame.debts(s)
    assert (0, 1, []) == (frame.points, frame.odd, s.debts)
    s.debts = [(BRITAIN, CARD["invade_canada"], 1)]
    s.regroup[BRITAIN] = 2
    frame.debts(s)
    assert (0, 0) == (frame.points, frame.odd)


@rule("wellington", "16.43c")
def test_a_card_that_is_given_up_is_the_top_of_the_discards() -> None:
    s = war(hands={"britain": "camp_fever desertion"})
    run(s, KeepCards(BRITAIN))
    text = next(text for text in offered(s) if text.endswith("camp_fever"))
    said = do(s, text)
    assert (CARD["camp_fever"], [(BRITAIN, CARD["camp_fever"])]) == (s.top, told(said, "gave_up"))


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


@rule("wellington", "14.2b")
def test_leaders_who_have_marched_arrived_or_fought_do_not_sail() -> None:
    s = game({"lisbon": "wellington hill graham beresford castanos"})
    s.marked, impulse(s).arrived = leaders("hill"), leaders("graham")
    assert leaders("wellington", "beresford") == fresh_leaders(s, BRITAIN, x("lisbon"))
    s.marched[leader("wellington")] = 1
    assert leaders("beresford") == fresh_leaders(s, BRITAIN, x("lisbon"))
    s = war({"lisbon": "wellington hill"})
    assert leaders("wellington", "hill") == fresh_leaders(s, BRITAIN, x("lisbon")), "in the Interphase all may"


@rule("wellington", "14.2b")
def test_a_port_without_fresh_pieces_has_its_reason() -> None:
    s = game({"lisbon": "wellington", "porto": "hill", "santarem": "graham"})
    impulse(s).ports = 1 << x("lisbon")
    s.marched[leader("wellington")] = 1
    assert 0 == can_embark(s, BRITAIN)
    assert (NOT_FRESH, NEW_PORT) == tuple(refuse_departure(s, BRITAIN, x(name)) for name in ("lisbon", "porto"))
    s.marched[leader("wellington")] = 0
    assert 1 << x("lisbon") == can_embark(s, BRITAIN)


@rule("wellington", "14.4a", "1.24a")
def test_only_the_british_pass_the_straits_and_only_with_gibraltar() -> None:
    both = same_waters(game(), BRITAIN, x("lisbon"))
    assert both >> x("barcelona") & both >> x("la_coruna") & 1
    closed = same_waters(game(flags={"sud": "gibraltar"}), BRITAIN, x("lisbon"))
    assert (1, 0) == (closed >> x("la_coruna") & 1, closed >> x("barcelona") & 1)
    french = same_waters(game(), SUD, x("barcelona"))
    assert (1, 0) == (french >> x("tarragona") & 1, french >> x("bayonne") & 1)
    spanish = same_waters(game(), SPAIN, x("cartagena"))
    assert not spanish >> x("la_coruna") & 1


@rule("wellington", "14.2a", "14.2b", "14.2d")
@pytest.mark.parametrize("a, b", [("la_coruna", "lisbon"), ("lisbon", "la_coruna")])
def test_a_convoy_sails_to_and_from_corunna(a: str, b: str) -> None:
    s = game({a: "hill britain:2"})
    impulse(s).ports = 1 << x("lisbon") | 1 << x("la_coruna")
    run(s, Spending(BRITAIN, 5))
    do(s, f"convoy {a}")
    while f"sail {b}" not in offered(s):
        do(s, "aboard hill")
    assert f"sail {a}" not in offered(s)
    events = do(s, f"sail {b}")
    told_convoys = told(events, "convoy")
    assert [(BRITAIN, told_convoys[0][1], x(a), x(b))] == told_convoys
    assert impulse(s).convoyed
    assert 5 - told_convoys[0][1] == s.frame(Spending).points


@rule("wellington", "14.3e", "13.1a")
@pytest.mark.parametrize("power, a, b", [("britain", "lisbon", "porto"), ("sud", "barcelona", "tarragona")])
def test_a_convoy_that_is_cancelled_suffers_attrition_in_its_port(power: str, a: str, b: str) -> None:
    seat = ("britain", "sud").index(power)
    s = game({a: f"{power}:2"}, active=power)
    convoy = Convoy(seat, free=True)
    convoy.a, convoy.b, convoy.sps, convoy.cancelled = x(a), x(b), 2, True
    s.script = [6, 1]
    s.stack.append(convoy)
    assert convoy.sail(s)
    assert (seat & 1, x(a), ((seat, 0, 2),)) == (s.stack[-1].side, s.stack[-1].x, s.stack[-1].forces)  # type: ignore[attr-defined]


@rule("wellington", "14.3a")
def test_an_assault_is_told_as_one() -> None:
    s = game({"lisbon": "britain:2"})
    convoy = Convoy(BRITAIN, free=True, assault=True)
    convoy.a, convoy.b, convoy.sps = x("lisbon"), x("santander"), 2
    convoy.declare(s)
    assert ([(BRITAIN, 2, x("lisbon"), x("santander"))], []) == (told(s.events, "assault"), told(s.events, "convoy"))


@rule("wellington", "9.6c", "14.2e")
def test_leaders_who_land_beside_the_ally_have_a_commander() -> None:
    s = game({"lisbon": "hill britain:2", "cadiz": "castanos spain:1"})
    impulse(s).ports = 1 << x("lisbon") | 1 << x("cadiz")
    run(s, Spending(BRITAIN, 5))
    do(s, "convoy lisbon")
    if "aboard hill" in offered(s):
        do(s, "aboard hill")
    do(s, "sail cadiz")
    assert "NameCommander" in asked(s)
