"""[5.11] [6.3] [7.1] Soldiers that an Event gives, the relief of a Fortress, and Flags of either side."""

from __future__ import annotations

import pytest

import tablero
from tablero.games.wellington.board import (
    BRITAIN,
    CARD,
    DUCHIES,
    FLAGS,
    FRENCH,
    GIBRALTAR,
    IN_SPAIN,
    INFANTRY,
    LISBON,
    NORD,
    POWERS,
    SPAIN,
    SUD,
)
from tablero.games.wellington.rules.r01_pieces.s05_soldiers import total
from tablero.games.wellington.rules.r03_control import flags_on_map, set_owner, status
from tablero.games.wellington.rules.r04_sequence.s02_impulses import Impulse, nothing_left
from tablero.games.wellington.rules.r06_building import Spending, SpendPoints, has_room
from tablero.games.wellington.rules.r06_placement import Placement, PlaceSoldiers, Relief, homes, soldier_homes
from tablero.games.wellington.rules.r07_flags import flag_actions, refuse_flag
from tablero.games.wellington.rules.r09_movement.s06_groups import set_commander
from tablero.games.wellington.rules.r10_reactions.s01_contact import Contact
from tablero.kernel.bits import ids_of
from tests.games.wellington.combat import impulse
from tests.games.wellington.field import (
    asked,
    do,
    game,
    leader,
    leaders,
    offered,
    pieces_at,
    refused,
    run,
    sps,
    told,
    x,
)
from tests.games.wellington.turns import war
from tests.rules import rule


@rule("wellington", "5.11a", "6.3a")
def test_who_has_placed_enough_places_no_more() -> None:
    s = game()
    run(s, PlaceSoldiers(SPAIN, SPAIN, 3, 1 << x("cadiz") | 1 << x("oviedo"), up_to=True))
    do(s, "place cadiz", "done")
    assert (1, 1, "nobody") == (sps(s, "spain", "cadiz"), total(s, SPAIN), asked(s))


@rule("wellington", "9.6c", "9.62b")
def test_soldiers_that_are_built_beside_leaders_of_two_powers_change_nothing_about_their_commander() -> None:
    s = game({"lisbon": "hill castanos britain:1"})
    set_commander(s, x("lisbon"), leader("castanos"))
    run(s, Spending(BRITAIN, 4))
    do(s, "build infantry", "place lisbon")
    assert ("britain SpendPoints", "hill castanos britain:2") == (asked(s), pieces_at(s, "lisbon"))


@rule("wellington", "5.11a")
def test_soldiers_that_go_apart_may_begin_at_corunna() -> None:
    s = game()
    run(s, PlaceSoldiers(SPAIN, SPAIN, 1, 1 << x("la_coruna") | 1 << x("oviedo"), apart=True))
    assert ["place la_coruna", "place oviedo"] == offered(s)


@rule("wellington", "5.11a")
def test_soldiers_that_go_apart_need_as_many_duchies() -> None:
    s = game()
    run(s, PlaceSoldiers(SPAIN, SPAIN, 3, 1 << x("cadiz") | 1 << x("oviedo"), apart=True))
    said = do(s, "place cadiz")
    assert ("nobody", 1, 1) == (asked(s), sps(s, "spain", "cadiz"), sps(s, "spain", "oviedo")), "the last of itself"
    assert {(SPAIN, 1, x("cadiz")), (SPAIN, 1, x("oviedo"))} == set(told(said, "placed"))


@rule("wellington", "5.11a", "10.1a")
def test_enemies_are_asked_about_each_duchy_in_turn() -> None:
    s = game({"ciudad_rodrigo": "marmont nord:4", "llerena": "soult sud:4"}, active="britain")
    run(s, PlaceSoldiers(BRITAIN, BRITAIN, 2, 1 << x("almeida") | 1 << x("beja") | 1 << x("evora"), apart=True))
    do(s, "place almeida", "place beja")
    assert "nord ReactionWindow" == asked(s)
    do(s, "pass")
    assert ("nobody", 1, 1) == (asked(s), sps(s, "britain", "almeida"), sps(s, "britain", "beja"))


@rule("wellington", "10.1a", "5.11a")
def test_of_soldiers_that_were_placed_it_is_asked_as_of_soldiers() -> None:
    s = game({"ciudad_rodrigo": "marmont nord:4"}, active="britain")
    run(s, PlaceSoldiers(BRITAIN, BRITAIN, 1, 1 << x("almeida") | 1 << x("beja")))
    do(s, "place almeida")
    assert ("reaction_soldiers", "near") == (tablero.prompt(s, NORD).key, tablero.prompt(s, NORD).kind)


@rule("wellington", "10.1a", "5.11a")
def test_enemies_do_not_react_to_soldiers_that_are_gone_again() -> None:
    for there, asks in (("britain:1", "nord ReactionWindow"), ("", "nobody")):
        s = game({"ciudad_rodrigo": "marmont nord:4", "almeida": there}, active="britain")
        frame = PlaceSoldiers(BRITAIN, BRITAIN, 0, 0, before=status(s), placed=[(x("almeida"), 1)])
        frame.at = frame.steps().index("faces")
        run(s, frame)
        assert asks == asked(s)


@rule("wellington", "5.11a", "5.11b")
def test_room_is_made_as_often_as_it_takes() -> None:
    s = game({"madrid": "nord:40", "toledo": "nord:11"}, active="nord")
    run(s, PlaceSoldiers(NORD, NORD, 2, 1 << x("bayonne") | 1 << x("orthez")))
    said = do(s, "place bayonne", "remove nord toledo", "place orthez", "remove nord toledo")
    assert [(NORD, 1, x("toledo"))] * 2 == told(said, "eliminated")
    assert ("nord:1", "nord:1", 51) == (pieces_at(s, "bayonne"), pieces_at(s, "orthez"), total(s, NORD))


@rule("wellington", "6.3c", "6.3i")
def test_all_who_stand_in_the_fortress_of_both_powers_face_the_besieger() -> None:
    s = game({"lisbon": "hill britain:3 castanos spain:2 soult sud:4"})
    Relief(BRITAIN, x("lisbon")).face(s)
    contact = s.stack[-1]
    assert isinstance(contact, Contact)
    assert ((BRITAIN, leaders("hill"), 3), (SPAIN, leaders("castanos"), 2)) == contact.forces


@rule("wellington", "6.3a", "10.1a")
def test_duchies_that_soldiers_were_placed_in_are_looked_at_in_their_order() -> None:
    s = game(active="nord")
    run(s, PlaceSoldiers(NORD, NORD, 3, soldier_homes(s, NORD)))
    events = do(s, "place orthez", "place bayonne", "place orthez")
    assert [(NORD, 2, x("orthez")), (NORD, 1, x("bayonne"))] == told(events, "placed")


@rule("wellington", "6.3a", "6.1a")
def test_soldiers_enter_in_any_home_duchy_and_are_told() -> None:
    s = game()
    run(s, Spending(BRITAIN, 9))
    do(s, "build infantry")
    assert "6.3a" == tablero.prompt(s, BRITAIN).rule
    assert "place braga" in offered(s)
    assert "place plymouth" not in offered(s)
    events = do(s, "place braga")
    assert [(BRITAIN, 1, x("braga"))] == told(events, "placed")
    assert [(BRITAIN * DUCHIES + x("braga"), 1)] == impulse(s).arrived_piles


@rule("wellington", "6.3h", "14.2b")
def test_nobody_reacts_at_plymouth() -> None:
    s = game({"unbuilt": "hill"})
    events = run(s, Placement(BRITAIN, BRITAIN, x("plymouth"), leaders=leaders("hill")))
    assert ("nobody", []) == (asked(s), told(events, "placed"))
    assert 0 == impulse(s).placed
    s = game()
    run(s, Placement(BRITAIN, BRITAIN, x("braga"), sps=1))
    assert 1 << x("braga") == impulse(s).placed
    s = game({"unbuilt": "hill"})
    run(s, Placement(BRITAIN, BRITAIN, x("porto"), leaders=leaders("hill")))
    assert 1 << x("porto") == impulse(s).placed, "a Leader alone may be intercepted, too"


@rule("wellington", "6.3c", "6.3d", "6.3i")
@pytest.mark.parametrize("power, places", [("nord", "nord:2"), ("sud", "sud:1 nord:2"), ("nord", "sud:1 nord:2")])
def test_all_pieces_of_both_allies_relieve_a_fortress(power: str, places: str) -> None:
    s = game({"burgos": f"hill britain:3 {places}"}, active=power)
    one = POWERS.index(power)
    frame = Relief(one, x("burgos"))
    s.stack.append(frame)
    frame.face(s)
    contact = s.stack[-1]
    assert isinstance(contact, Contact)
    own = {seat: s.sp[seat * DUCHIES + x("burgos")] for seat in (SUD, NORD) if s.sp[seat * DUCHIES + x("burgos")]}
    assert own == {seat: n for seat, _, n in contact.forces}
    assert (one, True) == (contact.power, contact.placed)


RELIEVED = {"lisbon": "soult sud:3 britain:1"}       # pieces were placed in a besieged Fortress


@rule("wellington", "6.3i", "5.5a")
def test_while_a_relief_waits_points_are_asked_for_in_other_words() -> None:
    for places, key in ((RELIEVED, "relief_points"), ({"lisbon": "britain:1"}, "spend_points")):
        s = game(places)
        run(s, Spending(BRITAIN, 4))
        assert key == tablero.prompt(s, BRITAIN).key
        assert ("relieve" in offered(s)) == (key == "relief_points")


@rule("wellington", "6.3i", "6.3a")
def test_while_a_relief_waits_pieces_enter_there_only() -> None:
    s = game(RELIEVED)
    run(s, Spending(BRITAIN, 4))
    orders = s.stack[-1]
    assert isinstance(orders, SpendPoints)
    assert 1 << LISBON == orders.homes(s)


@rule("wellington", "1.5d", "6a")
def test_what_is_regrouped_needs_no_counter_more() -> None:
    s = game({"lisbon": "britain:37", "regroup": "britain:1"})
    assert (True, False) == tuple(has_room(s, BRITAIN, LISBON, INFANTRY, regroup) for regroup in (True, False))


@rule("wellington", "6.3i", "4.2b")
def test_while_a_relief_waits_a_card_or_the_battle_is_played() -> None:
    s = war(RELIEVED, hands={"britain": "camp_fever"})
    run(s, Impulse(BRITAIN))
    assert {"cp camp_fever", "relieve"} == set(offered(s))
    assert not nothing_left(s, s.frame(Impulse))
    do(s, "relieve", dice=[1] * 40)
    while "Window" in asked(s):
        do(s, "pass")
    assert 1 == s.fights
    s = war({"la_coruna": "nord:3 spain:1"}, box="spain", hands={"spain": "camp_fever"})
    s.hasty = 1 << x("la_coruna")
    run(s, Impulse(SPAIN))
    assert {"cp camp_fever", "relieve"} == set(offered(s))


# --- Flags


@rule("wellington", "7.1f", "7.1g")
def test_an_army_that_could_intercept_stops_a_flag_next_to_us_but_not_where_we_stand() -> None:
    s = game({"madrid": "soult sud:3", "toledo": "sud:1", "ciudad_real": "castanos spain:3"}, active="sud",
             flags={"spain": "toledo cuenca avila guadalajara ciudad_real"})
    near = {(action[1], action[2]) for action in flag_actions(s, SUD)}
    assert (x("toledo"), SUD) in near
    assert refuse_flag(s, SUD, x("toledo"), SUD) is None
    for name in ("cuenca", "avila"):
        could = ("7.1f", "flag_could_be_intercepted") == refuse_flag(s, SUD, x(name), SUD)
        assert could != ((x(name), SUD) in near), name
    run(s, Spending(SUD, 2))
    assert "flag toledo sud" in offered(s)


@rule("wellington", "7.1f")
def test_an_allied_army_stops_a_french_flag() -> None:
    for pieces, offers in (("castanos spain:3", False), ("spain:3", True), ("soult sud:1", True)):
        s = game({"madrid": "marmont nord:3", "ciudad_real": pieces}, active="nord",
                 flags={"spain": "toledo ciudad_real"})
        assert offers == (("flag", x("toledo"), NORD) in flag_actions(s, NORD)), pieces


@rule("wellington", "1.7b", "1.7c")
def test_each_side_has_its_own_flags() -> None:
    s = game({"braga": "marmont nord:3", "salamanca": "hill britain:3"}, active="nord")
    assert ("flag", x("braga"), NORD) in flag_actions(s, NORD)
    for y in ids_of((s.owned[BRITAIN] | s.owned[SPAIN]) & ~(1 << x("braga"))):
        if flags_on_map(s, FRENCH) < FLAGS[FRENCH]:
            set_owner(s, y, SUD)
    assert FLAGS[FRENCH] == flags_on_map(s, FRENCH)
    assert [] == [action for action in flag_actions(s, NORD) if action[1] == x("braga")]
    assert ("flag", x("salamanca"), BRITAIN) in flag_actions(s, BRITAIN), "the Allies have Flags left"


@rule("wellington", "9.1c", "9.1b")
def test_a_counter_that_is_refused_has_its_reason() -> None:
    s = game({"lisbon": "hill britain:4", "porto": "wellington"})
    run(s, Spending(BRITAIN, 2))
    assert refused(s, "counter lisbon artillery") is not None
    assert refused(s, "counter porto infantry") is not None


@rule("wellington", "6.3f", "6.3a")
def test_only_a_french_power_without_homes_uses_those_of_its_ally() -> None:
    for power, left in ((BRITAIN, 0), (SPAIN, 0), (SUD, homes(game(), NORD))):
        s = game()
        for y in ids_of(homes(s, power)):
            set_owner(s, y, SUD if power in (BRITAIN, SPAIN) else BRITAIN)
        assert left == homes(s, power)


@rule("wellington", "6.3a", "1.21f")
def test_all_that_spain_controls_in_spain_is_home() -> None:
    s = game()
    for y in ids_of(IN_SPAIN):
        set_owner(s, y, SPAIN)
    assert IN_SPAIN == homes(s, SPAIN)


@rule("wellington", "6.3c", "5.1c")
def test_portuguese_unrest_does_not_concern_the_spanish() -> None:
    s = game()
    homes_of = [soldier_homes(s, power) for power in range(4)]
    s.turn_events |= 1 << CARD["portuguese_unrest"]
    assert homes_of[1:] == [soldier_homes(s, power) for power in range(1, 4)]
    assert 1 << LISBON | 1 << GIBRALTAR == soldier_homes(s, BRITAIN)


@rule("wellington", "10.4j", "6.3c")
def test_what_is_friendly_counts_as_before_pieces_were_placed() -> None:
    for frame in (PlaceSoldiers(SPAIN, SPAIN, 1, 1 << x("salamanca")), Placement(SPAIN, SPAIN, x("salamanca"), sps=1)):
        s = game({"avila": "marmont nord:3"}, active="spain", flags={"nord": "avila"})
        before = status(s)
        run(s, frame)
        assert before == s.frame(Contact).before


@rule("wellington", "6.3i", "6.3c")
def test_only_what_the_active_power_places_in_a_besieged_fortress_waits_for_more() -> None:
    for active, waits in (("spain", True), ("britain", False)):
        s = game({"cadiz": "soult sud:5"}, active=active)
        run(s, PlaceSoldiers(SPAIN, SPAIN, 1, 1 << x("cadiz")))
        assert waits == (asked(s) == "nobody")
