"""[14] Convoys and Amphibious Assaults."""

from __future__ import annotations

import pytest

from tablero.games.wellington.board import ALLIES, BRITAIN, DUCHIES, NORD, PORTS, SPAIN, SUD
from tablero.games.wellington.rules.r04_sequence.s02_impulses import Impulse
from tablero.games.wellington.rules.r06_building import Spending
from tablero.games.wellington.rules.r06_placement import note_arrival
from tablero.games.wellington.rules.r14_naval import (
    NEW_PORT,
    NOT_FRESH,
    Convoy,
    can_embark,
    fresh_leaders,
    fresh_soldiers,
    refuse_departure,
    same_waters,
    shore_losses,
)
from tablero.games.wellington.state import Wellington
from tablero.kernel.bits import bitset
from tests.games.wellington.combat import impulse
from tests.games.wellington.field import (
    asked,
    at,
    do,
    game,
    leader,
    leaders,
    marked,
    offered,
    pieces_at,
    refused,
    run,
    sps,
    told,
    x,
)
from tests.games.wellington.marching import points
from tests.games.wellington.turns import war
from tests.rules import rule


def ports(s: Wellington) -> list[str]:
    return sorted(word.split()[1] for word in offered(s) if word.startswith("sail "))


# --- Convoys


@rule("wellington", "14a", "14.1a", "20m")
def test_only_britain_sails() -> None:
    s = game({"cadiz": "ballesteros spain:3"}, active="spain")
    run(s, Spending(SPAIN, 5))
    assert refused(s, "convoy cadiz") == ("14.1a", "only_britain_sails")
    s = game({"lisbon": "britain:3"})
    run(s, Spending(BRITAIN, 5))
    assert "convoy lisbon" in offered(s)


@rule("wellington", "14.1a", "14.2j")
def test_an_event_lets_a_french_power_sail_with_its_own_pieces() -> None:
    s = game({"bordeaux": "nord:3 sud:2"}, active="nord")
    run(s, Convoy(NORD, free=True))
    do(s, "convoy bordeaux")
    assert ["bayonne", "bilbao", "san_sebastian", "santander"] == ports(s), "French Ports of the Atlantic"
    do(s, "sail santander")
    assert ("nord:3", "sud:2") == (pieces_at(s, "santander"), pieces_at(s, "bordeaux"))


@rule("wellington", "14.2b", "5.1c")
def test_winter_quarters_keep_pieces_from_the_sea() -> None:
    s = game({"lisbon": "wellington britain:3", "porto": "britain:1"})
    s.quarters = [(BRITAIN, x("lisbon"), 1)]
    run(s, Spending(BRITAIN, 5))
    assert "convoy porto" in offered(s)
    assert refused(s, "convoy lisbon") == ("5.1c", "in_winter_quarters")


@rule("wellington", "14.2a", "14.2d", "14.2e", "14.2f")
def test_a_convoy_carries_five_pieces_for_a_point_each() -> None:
    s = game({"lisbon": "wellington hill britain:4"})
    run(s, Spending(BRITAIN, 6))
    do(s, "convoy lisbon", "aboard wellington")
    assert refused(s, "load 5") is not None
    events = do(s, "sail porto")
    assert ("wellington britain:4", 1) == (pieces_at(s, "porto"), points(s))
    assert [(BRITAIN, 5, x("lisbon"), x("porto"))] == told(events, "convoy")
    s = game({"lisbon": "wellington hill britain:6"})
    run(s, Spending(BRITAIN, 6))
    do(s, "convoy lisbon", "aboard wellington", "aboard hill")
    assert refused(s, "load 4") == ("14.2a", "convoy_full")
    do(s, "sail porto")
    assert ("wellington hill britain:3", "britain:3") == (pieces_at(s, "porto"), pieces_at(s, "lisbon"))


ONES = dict.fromkeys(("braga", "viseu", "almeida", "coimbra", "castelo_branco", "abrantes", "santarem", "elvas",
                      "evora", "beja", "faro", "gibraltar", "cartagena", "murcia"), "britain:1")  # all infantry


@rule("wellington", "1.5d", "14.2b")
def test_soldiers_without_counters_do_not_sail() -> None:
    """24 SPs are all cavalry and artillery, the single ones all infantry: of three, one cannot part from the others."""
    s = game({"lisbon": "britain:24", **ONES})
    run(s, Spending(BRITAIN, 6))
    do(s, "convoy lisbon", "load 3", "sail porto")
    assert ("britain:2", "britain:22") == (pieces_at(s, "porto"), pieces_at(s, "lisbon"))


@rule("wellington", "1.5e", "14.3d")
def test_batteries_cost_what_no_counters_are_left_for() -> None:
    s = game({"lisbon": "britain:22", "cadiz": "britain:2", **ONES})
    run(s, Convoy(BRITAIN, assault=True, free=True))
    do(s, "convoy cadiz", "sail malaga", dice=[6, 1, 1])
    assert ("", "") == (pieces_at(s, "malaga"), pieces_at(s, "cadiz"))


@rule("wellington", "14.2d")
def test_the_points_limit_a_convoy() -> None:
    s = game({"lisbon": "wellington britain:4"})
    run(s, Spending(BRITAIN, 2))
    do(s, "convoy lisbon")
    assert refused(s, "load 3") == ("14.2d", "convoy_points")
    do(s, "load 0")
    assert refused(s, "sail porto") == ("14.2a", "nobody_aboard")
    do(s, "aboard wellington", "load 1", "sail porto")
    assert ("wellington britain:1", "nobody") == (pieces_at(s, "porto"), asked(s))


@rule("wellington", "14.2b")
def test_who_has_moved_by_land_does_not_sail_and_who_has_sailed_does_not_march() -> None:
    s = game({"santarem": "wellington britain:2", "lisbon": "britain:1"})
    run(s, Spending(BRITAIN, 6))
    do(s, "lead wellington", "step lisbon", "stop", "convoy lisbon")
    assert refused(s, "aboard wellington") == ("14.2b", "has_moved_by_land")
    assert refused(s, "load 2") == ("14.2b", "has_moved_by_land")
    do(s, "sail porto")
    assert ("britain:1", "wellington britain:2") == (pieces_at(s, "porto"), pieces_at(s, "lisbon"))
    assert refused(s, "counter porto infantry") == ("9.51b", "stopped")
    s = game({"lisbon": "wellington"})
    run(s, Spending(BRITAIN, 6))
    do(s, "convoy lisbon", "aboard wellington", "sail porto")
    assert (True, ("9.51b", "stopped")) == (marked(s, "wellington"), refused(s, "lead wellington"))


@rule("wellington", "14.2b")
def test_pieces_built_in_this_impulse_do_not_sail() -> None:
    s = game({"lisbon": "britain:1"})
    run(s, Spending(BRITAIN, 9))
    do(s, "build infantry", "place lisbon", "build_leader hill", "place lisbon", "convoy lisbon")
    assert refused(s, "aboard hill") == ("14.2b", "has_moved_by_land")
    assert refused(s, "load 2") == ("14.2b", "has_moved_by_land")


@rule("wellington", "14.2b", "20u", "6.3h")
def test_convoys_go_between_friendly_ports() -> None:
    s = game({"lisbon": "wellington britain:2", "plymouth": "hill"})
    run(s, Spending(BRITAIN, 6))
    assert refused(s, "convoy santarem") == ("14.2b", "not_a_friendly_port")
    do(s, "convoy lisbon")
    found = ports(s)
    assert {"porto", "gibraltar", "cadiz", "la_coruna", "cartagena"} <= set(found), "those of Spain, too"
    assert not {"bilbao", "bordeaux", "plymouth", "santarem"} & set(found)
    assert refused(s, "sail bilbao") == ("14.2b", "not_a_friendly_port")
    assert refused(s, "sail plymouth") == ("6.3h", "plymouth_leaders_only")
    do(s, "stop", "convoy plymouth", "aboard hill", "sail porto")
    assert ("porto", 5) == (at(s, "hill"), points(s))


@rule("wellington", "14.2c")
def test_one_convoy_in_an_impulse_besides_those_of_events() -> None:
    s = game({"lisbon": "britain:3", "porto": "britain:1"})
    run(s, Spending(BRITAIN, 6))
    do(s, "convoy lisbon", "load 1", "sail cadiz")
    assert refused(s, "convoy porto") == ("14.2c", "one_convoy")
    do(s, "done")
    run(s, Convoy(BRITAIN, free=True))
    do(s, "convoy lisbon", "sail porto")
    assert "britain:3" == pieces_at(s, "porto")
    assert s.frame(Impulse).convoyed


@rule("wellington", "14.2g", "14.2h", "9.44d")
def test_a_convoy_into_a_besieged_fortress_fights_and_goes_back_if_beaten() -> None:
    s = game({"lisbon": "britain:4", "cadiz": "sud:4"}, flags={"sud": "jerez"})
    run(s, Spending(BRITAIN, 4))
    do(s, "convoy lisbon", "sail cadiz")
    assert ("sud ReactionWindow", "britain:4 sud:4") == (asked(s), pieces_at(s, "cadiz"))
    events = do(s, "pass", dice=[1, 1, 1, 1, 1, 5, *[1] * 60])
    assert [(BRITAIN, x("cadiz"))] == told(events, "battle")
    assert ("sud:4", "britain:4") == (pieces_at(s, "cadiz"), pieces_at(s, "lisbon"))
    assert [(BRITAIN, x("lisbon"), 4, 0)] == told(events, "attrition"), "by sea"


@rule("wellington", "14.2g")
def test_the_besieger_may_evade_a_convoy() -> None:
    s = game({"lisbon": "britain:4", "cadiz": "soult sud:4"}, flags={"sud": "jerez"})
    run(s, Spending(BRITAIN, 4))
    do(s, "convoy lisbon", "sail cadiz", "evade jerez", dice=[6, 6])
    while asked(s) == "sud ReactionWindow":
        do(s, "pass")
    assert ("britain:4", "jerez") == (pieces_at(s, "cadiz"), at(s, "soult"))


@rule("wellington", "14.2a")
def test_a_convoy_that_is_cancelled_stays_and_suffers_attrition() -> None:
    s = game({"lisbon": "britain:2"})
    run(s, Convoy(BRITAIN, x("lisbon"), free=True, sps=2, b=x("porto"), cancelled=True, at=3), dice=[6, 1])
    assert ("britain:1", "") == (pieces_at(s, "lisbon"), pieces_at(s, "porto"))


@rule("wellington", "14.2b")
def test_only_soldiers_who_arrive_are_noted_as_such() -> None:
    s = game()
    note_arrival(s, SPAIN, x("cadiz"), leaders("blake"), 0)
    assert (leaders("blake"), []) == (impulse(s).arrived, impulse(s).arrived_piles)
    note_arrival(s, SPAIN, x("cadiz"), 0, 2)
    assert (leaders("blake"), [(SPAIN * DUCHIES + x("cadiz"), 2)]) == (impulse(s).arrived, impulse(s).arrived_piles)
    s = war()
    note_arrival(s, SPAIN, x("cadiz"), leaders("blake"), 1)
    assert "nobody" == asked(s), "outside an Impulse nothing is noted"


# --- the Straits


@rule("wellington", "14.4a", "1.24a", "20au")
def test_the_straits_are_closed_while_gibraltar_is_the_enemys() -> None:
    s = game({"lisbon": "britain:2", "gibraltar": "britain:1"}, flags={"sud": "gibraltar"})
    run(s, Spending(BRITAIN, 4))
    do(s, "convoy lisbon")
    assert refused(s, "sail cartagena") == ("14.4a", "straits_closed")
    assert "cadiz" in ports(s)
    s = game({"lisbon": "britain:2", "gibraltar": "sud:3"})
    run(s, Spending(BRITAIN, 4))
    do(s, "convoy lisbon")
    assert {"cartagena", "gibraltar"} <= set(ports(s)), "a Siege does not close them"


# --- Assaults


@rule("wellington", "14.3a", "14.2i")
def test_an_assault_needs_its_event() -> None:
    s = game({"lisbon": "britain:3", "san_sebastian": "britain:1"})
    run(s, Spending(BRITAIN, 5))
    do(s, "convoy lisbon")
    assert refused(s, "sail bilbao") == ("14.2b", "not_a_friendly_port")
    assert refused(s, "sail san_sebastian") == ("14.2i", "needs_assault")


@rule("wellington", "14.3b", "14.3c", "14.2i", "20u")
def test_an_assault_goes_to_a_minor_port_of_the_enemy_and_costs_no_points() -> None:
    s = game({"lisbon": "wellington britain:6", "san_sebastian": "spain:1"})
    run(s, Convoy(BRITAIN, assault=True, free=True))
    do(s, "convoy lisbon")
    assert ["bayonne", "bilbao", "castellon", "gerona", "malaga", "perpignan", "san_sebastian", "santander",
            "tarragona"] == ports(s)
    assert refused(s, "sail bordeaux") == ("14.3b", "assault_on_major_port")
    assert refused(s, "sail porto") == ("14.3c", "no_enemy_minor_port")
    assert refused(s, "load 6") is not None


@rule("wellington", "14.3d", "14.3e", "14.3h")
@pytest.mark.parametrize("port, dice, left", [
    ("bilbao", [5, 6, 2], "wellington britain:3"), ("san_sebastian", [6, 6, 5, 1, 1, 2], "wellington britain:2"),
    ("bilbao", [6, 6, 6], "wellington britain:1")])
def test_shore_batteries_fire_three_dice_and_those_of_a_fortress_six(port: str, dice: list[int], left: str) -> None:
    s = game({"lisbon": "wellington britain:6"})
    run(s, Convoy(BRITAIN, assault=True, free=True))
    do(s, "convoy lisbon", "aboard wellington")
    events = do(s, f"sail {port}", dice=dice)
    assert ([], left) == (s.script, pieces_at(s, port))
    hits = dice.count(6), dice.count(5)
    assert ([(x(port), *hits)], hits) == (told(events, "batteries"), shore_losses(s, x(port)))
    assert (0, 0) == shore_losses(s, x("lisbon"))


@rule("wellington", "14.3d")
def test_batteries_kill_leaders_only_after_the_soldiers() -> None:
    s = game({"lisbon": "wellington hill britain:1"})
    run(s, Convoy(BRITAIN, assault=True, free=True))
    do(s, "convoy lisbon", "aboard wellington", "aboard hill", "sail bilbao", dice=[6, 6, 1])
    assert ("wellington", "unbuilt", 0) == (pieces_at(s, "bilbao"), at(s, "hill"), sps(s, "britain", "lisbon"))


@rule("wellington", "14.3f", "14.3h", "14.3i")
def test_a_landing_against_defenders_is_a_battle_in_which_the_batteries_count() -> None:
    s = game({"lisbon": "wellington britain:4", "bilbao": "nord:2"})
    run(s, Convoy(BRITAIN, assault=True, free=True))
    do(s, "convoy lisbon", "aboard wellington", "sail bilbao", dice=[5, 6, 1])
    assert ("nord ReactionWindow", "wellington britain:3 nord:2") == (asked(s), pieces_at(s, "bilbao"))
    events = do(s, "pass", dice=[1] * 60)
    assert (BRITAIN, 5 + 3 + 1 - 1) == told(events, "battle_dice")[0][:2], "the disrupted one gives no die"
    assert "wellington britain:3" == pieces_at(s, "lisbon"), "beaten by the batteries, back in the Port"
    assert [(BRITAIN, x("lisbon"), 4, 0)] == told(events, "attrition")


@rule("wellington", "14.3g")
def test_who_lands_at_a_fortress_may_besiege_it() -> None:
    s = game({"lisbon": "wellington britain:4"})
    run(s, Convoy(BRITAIN, assault=True, free=True))
    do(s, "convoy lisbon", "aboard wellington", "sail san_sebastian", dice=[1] * 6)
    run(s, Spending(BRITAIN, 1))
    assert "besiege wellington" in offered(s)
    assert s.marked & leaders("wellington")


@rule("wellington", "14.2b")
def test_a_convoy_does_not_leave_a_port_that_was_flagged_in_this_impulse() -> None:
    s = game({"faro": "hill britain:2", "lisbon": "britain:1"}, flags={"sud": "faro"},
             hands={"britain": "royal_intervention council_of_war"})
    run(s, Impulse(BRITAIN))
    do(s, "cp royal_intervention", "flag faro britain")
    assert ("convoy lisbon" in offered(s), "convoy faro" in offered(s)) == (True, False)
    assert "port_was_not_friendly" == getattr(refused(s, "convoy faro"), "key", None)
    do(s, "done", "end")
    run(s, Impulse(BRITAIN))                # with the other card, for its CPs
    assert "convoy faro" in offered(s), "in the next Impulse it is a Friendly Port from the start"


# --- what may sail, and where to


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


@rule("wellington", "9.62b", "14.2e")
@pytest.mark.parametrize("rules, then", [(3, "NameCommander"), (4, "")])
def test_soldiers_who_land_beside_a_commander_leave_him_in_command(rules: int, then: str) -> None:
    s = game({"lisbon": "britain:2", "cadiz": "hill castanos britain:1 spain:1"})
    s.rules = rules
    s.commander[ALLIES * DUCHIES + x("cadiz")] = leader("castanos")
    Convoy(BRITAIN, x("lisbon"), sps=2, b=x("cadiz")).land(s)
    top = type(s.stack[-1]).__name__
    assert then == (top if top == "NameCommander" else ""), "in version 3 he was named again"
    assert (3, leader("castanos")) == (sps(s, "britain", "cadiz"), s.commander[ALLIES * DUCHIES + x("cadiz")])


@rule("wellington", "14.2b", "10.3d")
def test_soldiers_that_bear_a_marker_do_not_sail() -> None:
    s = game({"lisbon": "britain:3"})
    pile = BRITAIN * DUCHIES + x("lisbon")
    s.tags = [(pile, 0, 1, 2), (pile, 1, 0, 1)]
    Convoy(BRITAIN, x("lisbon"), sps=1, b=x("porto")).land(s)
    assert [(pile, 0, 1, 2)] == [tag for tag in s.tags if tag[0] == pile]


@rule("wellington", "14.2b", "14.2a")
def test_a_convoy_looks_at_every_other_port_and_at_all_soldiers_that_it_has_room_for() -> None:
    for soldiers, loads in ((2, {0, 1}), (9, {0, 1, 2, 3, 4})):
        s = game({"lisbon": f"britain:{soldiers}"})
        run(s, Convoy(BRITAIN, x("lisbon"), free=True))
        tried = s.stack[-1].candidates(s, BRITAIN)  # type: ignore[attr-defined]
        assert loads == {action[1] for action in tried if action[0] == "load"}
        assert PORTS & ~(1 << x("lisbon")) == bitset(action[1] for action in tried if action[0] == "sail")
