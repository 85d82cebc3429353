"""[10] Interceptions and evasions at their limits: who is counted, what is told, and what is left of an attempt."""

from __future__ import annotations

import pytest

import tablero
from tablero.games.wellington.board import (
    ALLIES,
    BRITAIN,
    CLEAR,
    DUCHIES,
    FRENCH,
    NORD,
    PASS,
    REACTION,
    RIVER,
    ROUGH,
    SPAIN,
    SUD,
)
from tablero.games.wellington.rules.r01_pieces.s05_soldiers import put_soldiers
from tablero.games.wellington.rules.r03_control import friendly, set_owner, status
from tablero.games.wellington.rules.r09_movement.s01_lines import IN_QUARTERS
from tablero.games.wellington.rules.r10_reactions.s01_contact import (
    Contact,
    free,
    held_alone,
    lines_in,
    marched_soldiers,
    others_there,
    owes_for_pass,
)
from tablero.games.wellington.rules.r10_reactions.s04_interception import (
    NO_SOLDIERS,
    OVER_RIVER,
    Interception,
    best_way,
    company,
    covered,
    dry,
    lines_changed,
    meet,
    refuse_soldiers,
)
from tablero.games.wellington.rules.r10_reactions.s05_evasion import (
    Evasion,
    evasion_modifier,
    group_leader,
    leads_away,
    modifier,
    way_out,
)
from tablero.games.wellington.rules.r10_reactions.s09_sequence import ReactionWindow, evasions, stage
from tests.games.wellington.cards.playing import command
from tests.games.wellington.combat import impulse
from tests.games.wellington.field import (
    asked,
    at,
    do,
    game,
    leader,
    leaders,
    offered,
    sps,
    stand,
    told,
    x,
)
from tests.games.wellington.r10_reactions.reacting import BLANKS, enter, forces, moved, placed, react, step
from tests.rules import rule

RODRIGO = {"britain": "ciudad_rodrigo"}


def pile(power: int, where: str) -> int:
    return power * DUCHIES + x(where)


# --- what follows when pieces come


@rule("wellington", "10.1b")
def test_pieces_placed_beside_others_are_noted_and_where_a_formation_held_they_are_not() -> None:
    for places, noted in (({}, True), ({"lumbrales": "spain:1"}, False)):
        s = game(places, flags={"britain": "lumbrales"})
        contact = placed(s, "britain:2", "lumbrales")
        held = contact.survey(s)
        assert (noted, None if noted else "settled") == (bool(impulse(s).placed >> x("lumbrales") & 1), held)
    s = game({"almeida": "hill britain:2"})
    moved(s, "hill britain:2", "almeida", "viseu").survey(s)
    assert 0 == impulse(s).placed, "who marched was not placed"


@rule("wellington", "9.5a", "10.1d")
def test_a_turning_movement_goes_by_unless_leaders_or_soldiers_have_come() -> None:
    contact = Contact(BRITAIN, 0, (), (), (0, 0), turning=True)
    assert contact.passes()
    contact.arrived_sps = (0, 1, 0, 0)
    assert not contact.passes()
    contact.arrived_sps, contact.arrived = (0, 0, 0, 0), leaders("soult")
    assert not contact.passes()


@rule("wellington", "10.9a")
def test_who_may_go_on_is_there_and_unmarked() -> None:
    s = game({"lisbon": "hill graham", "porto": "wellington"})
    put_soldiers(s, BRITAIN, x("lisbon"), [(1, 0, 2), (0, 1, 3)])
    s.marked = leaders("graham")
    assert 3 == free(s, (BRITAIN, leaders("hill", "graham", "wellington"), 5), x("lisbon"))
    assert 1 == free(s, (BRITAIN, leaders("graham"), 1), x("lisbon"))


@rule("wellington", "10.9a", "9.51b")
def test_whoever_was_stopped_by_a_card_goes_no_further() -> None:
    for stopped, answer in ((False, 3), (True, 0)):
        s = game({"lisbon": "hill britain:2"})
        contact = moved(s, "hill britain:2", "lisbon", "santarem")
        contact.stopped = stopped
        contact.stop(s)
        contact.result(s)
        assert (answer, stopped) == (s.answer, bool(s.marked))


@rule("wellington", "10.9c", "13.1d")
@pytest.mark.parametrize("reasons, tired, checks", [(0, 0, False), (-1, 0, False), (1, 0, True), (0, 2, True)])
def test_without_reasons_there_is_no_check(reasons: int, tired: int, checks: bool) -> None:
    s = game({"lisbon": "hill britain:2"})
    contact = moved(s, "hill britain:2", "lisbon", "santarem")
    contact.reasons, contact.forced = reasons, tired
    contact.attrition(s)
    assert checks == bool(contact.had)


@rule("wellington", "11.41a", "11.61d")
def test_lines_of_entry_are_those_of_pieces_that_are_still_there() -> None:
    s = game({"salamanca": "hill britain:1 spain:1", "avila": "graham"})
    put_soldiers(s, SPAIN, x("salamanca"), [(1, 0, 2)])
    put_soldiers(s, BRITAIN, x("salamanca"), [(1, 0, 1)])
    impulse(s).entries = [
        (leader("hill"), pile(BRITAIN, "salamanca"), x("lumbrales"), CLEAR),        # he is there
        (leader("graham"), pile(BRITAIN, "salamanca"), x("plasencia"), PASS),       # he has gone on
        (leader("soult"), pile(SUD, "salamanca"), x("avila"), CLEAR),               # an enemy
        (-1, pile(SPAIN, "salamanca"), x("valladolid"), RIVER),                     # Soldiers who have marched
        (-1, pile(SPAIN, "avila"), x("madrid"), ROUGH),                             # elsewhere
        (-1, pile(BRITAIN, "salamanca"), x("zamora"), RIVER),                       # the mover itself
    ]
    contact = Contact(BRITAIN, x("salamanca"), ((x("ciudad_rodrigo"), CLEAR),), ((BRITAIN, 0, 1),), (0, 0))
    there = {(x("ciudad_rodrigo"), CLEAR), (x("lumbrales"), CLEAR), (x("valladolid"), RIVER)}
    assert there == set(lines_in(s, contact))
    assert (1, 2, 0) == (marched_soldiers(s, pile(BRITAIN, "salamanca")), marched_soldiers(s, pile(SPAIN, "salamanca")),
                         marched_soldiers(s, pile(SPAIN, "avila")))


@rule("wellington", "10.4j")
@pytest.mark.parametrize("others, there", [("", False), ("britain:1", True), ("castanos", True), ("spain:1", True)])
def test_others_of_the_side_are_those_besides_the_movers(others: str, there: bool) -> None:
    s = game({"almeida": "hill britain:2", **({"viseu": others} if others else {})})
    contact = moved(s, "hill britain:2", "almeida", "viseu")
    assert there == others_there(s, contact)


@rule("wellington", "10.1b")
def test_soldiers_placed_in_this_impulse_do_not_hold_a_duchy() -> None:
    s = game({"viseu": "britain:2", "almeida": "hill britain:1"})
    assert held_alone(s, moved(s, "hill britain:1", "almeida", "viseu"))
    impulse(s).placed = 1 << x("viseu")
    assert not held_alone(s, Contact(BRITAIN, x("viseu"), (), ((BRITAIN, leaders("hill"), 1),), (0, 0)))
    s = game({"viseu": "britain:1"})
    assert not held_alone(s, Contact(BRITAIN, x("viseu"), (), ((BRITAIN, 0, 1),), (0, 0)))
    stand(s, "britain:1", "viseu")
    assert held_alone(s, Contact(BRITAIN, x("viseu"), (), ((BRITAIN, 0, 1),), (0, 0)))


@rule("wellington", "9.41a")
@pytest.mark.parametrize("kinds, reasons, ours, owes", [
    ((PASS,), 1, "", True), ((PASS,), 0, "", False), ((CLEAR,), 1, "", False),
    ((PASS,), 1, "salamanca plasencia", False),
    ((PASS,), 1, "salamanca", True), ((PASS,), 1, "plasencia", True), ((CLEAR, PASS), 1, "", True)])
def test_a_pass_is_owed_for_unless_both_ends_are_friendly(
    kinds: tuple[int, ...], reasons: int, ours: str, owes: bool
) -> None:
    held = sum(1 << x(name) for name in ours.split())
    came = tuple((x("plasencia"), kind) for kind in kinds)
    assert owes == owes_for_pass(Contact(BRITAIN, x("salamanca"), came, (), (held, 0), reasons=reasons))


# --- ways of an interception


@rule("wellington", "10.3f", "5.1c")
def test_bridges_blown_and_pontoons_laid_change_the_lines() -> None:
    s = game({"avila": "clausel", "zamora": "nord:2"})
    assert not lines_changed(s)
    changes = {"blown": [(0, 1)], "bridged": leaders("clausel"), "bridged_piles": [pile(NORD, "zamora")]}
    for field, value in changes.items():
        s = game({"avila": "clausel", "zamora": "nord:2"})
        setattr(impulse(s), field, value)
        assert lines_changed(s), field
    s = game({"avila": "clausel"})
    force = NORD, leaders("clausel"), 0
    usual = dry(s, force, x("avila"))
    impulse(s).blown = [(x("avila"), x("salamanca"))]
    assert usual & ~(1 << x("salamanca")) == dry(s, force, x("avila"))
    impulse(s).bridged = leaders("clausel")
    assert usual == dry(s, force, x("avila"))


@rule("wellington", "10.1c", "10.4b")
def test_of_ways_with_the_same_modifier_the_one_with_less_attrition_is_taken_then_the_shortest() -> None:
    s = game({"valladolid": "clausel", "leon": "reille"}, flags={"nord": "leon"})
    ours = friendly(s, FRENCH)
    way = best_way(s, (NORD, leaders("clausel"), 0), x("valladolid"), x("madrid"), ours & ~(1 << x("madrid")), 0, 2)
    assert way is not None
    assert (x("avila"), ROUGH, -1, 0) == way, "over Segovia there is a Pass"
    way = best_way(s, (NORD, leaders("reille"), 0), x("leon"), x("valladolid"), ours, 0, 2)
    assert way is not None
    assert (-1, CLEAR, 1, 0) == way, "over Palencia it is the same"


@rule("wellington", "10.3c", "10.3b")
def test_why_soldiers_whom_an_event_lends_a_leader_do_not_intercept() -> None:
    def why(pieces: str, where: str = "avila", **more: object) -> object:
        s = game({where: pieces} if pieces else {})
        for name, value in more.items():
            setattr(s, name, value)
        return refuse_soldiers(s, NORD, x(where), x("salamanca"), 0)

    assert why("nord:2") is None
    assert NO_SOLDIERS == why("") == why("clausel") == why("clausel nord:2")
    assert IN_QUARTERS == why("nord:2", quarters=[(NORD, x("avila"), 0)])
    assert OVER_RIVER == why("nord:2", "valladolid")


@rule("wellington", "5.1c", "10.1a")
def test_only_the_power_in_winter_quarters_covers_nothing() -> None:
    s = game({"avila": "clausel", "madrid": "soult"})
    for quarters, names in (([], {"salamanca", "toledo"}), ([(NORD, x("avila"), 0)], {"toledo"}),
                            ([(SUD, x("avila"), 0)], {"salamanca", "toledo"})):
        s.quarters = quarters
        assert names == {name for name in ("salamanca", "toledo") if covered(s, FRENCH) >> x(name) & 1}


@rule("wellington", "10.41a", "10.41c")
def test_a_detached_leader_takes_his_own_power_along_without_the_commander() -> None:
    s = game({"avila": "clausel reille joseph soult drouet"})
    command(s, "clausel")
    everybody = leaders("clausel", "reille", "joseph", "soult", "drouet")
    assert everybody == company(s, leader("clausel"), x("salamanca"))
    assert leaders("reille", "joseph") == company(s, leader("reille"), x("salamanca"))
    assert leaders("soult", "drouet") == company(s, leader("soult"), x("salamanca"))
    s = game({"ciudad_rodrigo": "wellington hill graham"}, flags=RODRIGO)
    command(s, "wellington")
    assert leaders("hill", "graham") == company(s, leader("hill"), x("salamanca"))


# --- the attempt to intercept


@rule("wellington", "10.4a", "10.4f", "10.3c")
def test_an_interception_is_told_and_so_is_its_failure() -> None:
    s = game({"ciudad_rodrigo": "wellington britain:5", "avila": "clausel nord:4"}, flags=RODRIGO)
    step(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
    events = react(s, "intercept clausel", dice=[1, 1])
    assert [(leader("clausel"), x("avila"), x("salamanca"), 5)] == told(events, "intercepts")
    assert [(NORD, x("salamanca"))] == told(events, "interception_fails")
    s = game({"avila": "nord:3"})
    attempt = Interception(NORD, -1, 2, ((NORD, 0, 3),), x("avila"), x("salamanca"), friendly(s, FRENCH), 0)
    attempt.declare(s)
    assert [(NORD, x("avila"), x("salamanca"), 3)] == told(s.events, "soldiers_intercept")
    s = game({"ciudad_rodrigo": "wellington"}, flags=RODRIGO)
    attempt = Interception(BRITAIN, leader("wellington"), 5, ((BRITAIN, leaders("wellington"), 0),),
                           x("ciudad_rodrigo"), x("salamanca"), friendly(s, ALLIES), 0)
    attempt.declare(s)
    assert [(leader("wellington"), x("ciudad_rodrigo"), x("salamanca"), 1)] == told(s.events, "intercepts")


@rule("wellington", "10.4h", "10.2d")
def test_marked_soldiers_stay_when_others_intercept() -> None:
    s = game({"ciudad_rodrigo": "wellington britain:5", "avila": "clausel"}, flags=RODRIGO)
    put_soldiers(s, NORD, x("avila"), [(0, 1, 2), (2, 0, 1)])
    step(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
    react(s, "intercept clausel", dice=[6, 6])
    assert (1, 2) == (sps(s, "nord", "salamanca"), sps(s, "nord", "avila"))
    assert (pile(NORD, "avila"), 0, 1, 2) in s.tags, "those with the marker stay"


@rule("wellington", "10.2d", "10.4h")
def test_interceptors_whom_attrition_takes_have_not_arrived() -> None:
    s = game({"plasencia": "soult", "ciudad_rodrigo": "wellington britain:2"},
             flags={"britain": "ciudad_rodrigo salamanca"})
    contact = step(s, "wellington britain:2", "ciudad_rodrigo", "salamanca")
    react(s, "intercept soult", dice=[6, 6, 6, 6])
    assert ("unbuilt", 0) == (at(s, "soult"), contact.arrived)


@rule("wellington", "10.2d", "10.4h")
def test_of_two_powers_that_intercept_the_one_that_is_left_has_arrived() -> None:
    s = game({"salamanca": "sud:2 soult"})
    contact = Contact(BRITAIN, x("salamanca"), (), (), (0, 0))
    attempt = Interception(NORD, leader("reille"), 2, forces("soult sud:2 reille"), x("avila"), x("salamanca"), 0, 0)
    attempt.had = (2, 0)
    s.stack.append(contact)
    attempt.arrive(s)
    assert (leaders("soult"), (0, 2, 0, 0)) == (contact.arrived, contact.arrived_sps)


@rule("wellington", "9.6c", "10.41c")
def test_those_who_stay_without_their_commander_name_another() -> None:
    s = game({"ciudad_rodrigo": "wellington britain:5", "avila": "clausel nord:2 soult drouet sud:4 reille"},
             flags=RODRIGO)
    command(s, "clausel")
    step(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
    react(s, "detach clausel")
    do(s, "join soult", "join drouet", "join reille")
    do(s, "go", dice=[6, 6])
    while "Window" in asked(s):
        do(s, "pass")
    assert ("sud NameCommander", "salamanca") == (asked(s), at(s, "clausel"))


@rule("wellington", "9.62b", "9.6b")
@pytest.mark.parametrize("commander, there, kept", [
    ("hill", "", True), ("castanos", "", True), ("hill", "graham", False)])
def test_a_commander_who_goes_with_his_men_keeps_the_command(commander: str, there: str, kept: bool) -> None:
    s = game({"santarem": "hill castanos", **({"lisbon": there} if there else {})})
    s.commander[ALLIES * DUCHIES + x("santarem")] = leader(commander)
    for name in ("hill", "castanos"):
        stand(s, name, "lisbon")
    meet(s, x("santarem"), x("lisbon"), leader("hill"), forces("hill castanos"))
    assert (leader("hill") if kept else -1) == s.commander[ALLIES * DUCHIES + x("lisbon")]


# --- the attempt to evade


@rule("wellington", "10.5b")
def test_wellington_evades_with_his_army() -> None:
    places = {"almeida": "wellington britain:4", "ciudad_rodrigo": "marmont nord:5"}
    s = game(places, active="nord")
    contact = step(s, "marmont nord:5", "ciudad_rodrigo", "almeida")
    assert leader("wellington") == group_leader(s, contact)
    assert leader("wellington") == leads_away(s, contact, BRITAIN, False)
    assert -1 == leads_away(s, contact, SPAIN, False) == leads_away(s, contact, BRITAIN, True)
    assert 5 - 1 + 1 == evasion_modifier(s, contact, BRITAIN, x("viseu"))
    assert 0 == evasion_modifier(s, contact, BRITAIN, x("viseu"), excess=True)
    events = react(s, "evade viseu", dice=[2, 2])
    assert [(leader("wellington"), x("almeida"), x("viseu"), 5)] == told(events, "evades")
    assert "viseu" == at(s, "wellington")
    assert leaders("wellington") == contact.tried


@rule("wellington", "10.7d", "10.7h", "10.7e")
def test_an_evasion_that_fails_is_told_and_nobody_moves() -> None:
    s = game({"almeida": "hill britain:4", "ciudad_rodrigo": "marmont nord:5"}, active="nord")
    contact = step(s, "marmont nord:5", "ciudad_rodrigo", "almeida")
    events = react(s, "evade viseu", dice=[1, 1])
    assert ([(BRITAIN, x("almeida"), 1)], []) == (told(events, "evasion_fails"), told(events, "evasion_succeeds"))
    assert ("almeida", 1, leaders("hill")) == (at(s, "hill"), contact.failed, contact.forfeit)


@rule("wellington", "10.5e", "10.7e")
def test_those_who_stand_where_an_evasion_would_have_led_suffer_nothing_when_it_fails() -> None:
    s = game({"almeida": "hill britain:4", "ciudad_rodrigo": "marmont nord:5", "viseu": "britain:3"}, active="nord",
             flags={"nord": "viseu"})
    contact = step(s, "marmont nord:5", "ciudad_rodrigo", "almeida")
    contact.theirs = (contact.theirs[0] | 1 << x("viseu"), contact.theirs[1])
    events = react(s, "evade viseu", dice=[1, 1])
    assert ([], 3) == (told(events, "attrition"), sps(s, "britain", "viseu"))


@rule("wellington", "10.7b")
@pytest.mark.parametrize("ours, kind, total", [
    ("viseu almeida", CLEAR, 1), ("viseu", CLEAR, 0), ("almeida", CLEAR, 0), ("", CLEAR, -1),
    ("viseu almeida", ROUGH, 0), ("viseu almeida", PASS, 0), ("viseu almeida", RIVER, 1)])
def test_what_duchies_and_line_give_to_an_evasion(ours: str, kind: int, total: int) -> None:
    assert total == modifier(sum(1 << x(name) for name in ours.split()), x("almeida"), x("viseu"), kind)


@rule("wellington", "10.6a", "5.1c")
def test_by_which_line_an_army_or_soldiers_evade() -> None:
    s = game({"braga": "hill britain:2", "zamora": "marmont nord:5"}, active="nord")
    contact = step(s, "marmont nord:5", "zamora", "braga")
    for field, value, army, soldiers in (
        ("bridged", 0, RIVER, RIVER), ("bridged", leaders("hill"), CLEAR, RIVER),
        ("bridged_piles", [pile(BRITAIN, "braga")], CLEAR, CLEAR),
    ):
        setattr(impulse(s), field, value)
        assert (army, soldiers) == (way_out(s, contact, BRITAIN, x("viseu"), leader("hill")),
                                    way_out(s, contact, BRITAIN, x("viseu"), -1))


@rule("wellington", "10.7a", "10.7g")
def test_an_evasion_that_a_card_stops_is_told_and_was_not_tried() -> None:
    s = game({"almeida": "hill britain:4", "ciudad_rodrigo": "marmont nord:5"}, active="nord")
    contact = moved(s, "marmont nord:5", "ciudad_rodrigo", "almeida")
    s.call(contact)
    who = BRITAIN, leader("hill"), x("almeida"), x("viseu"), forces("hill britain:4")
    attempt = Evasion(*who, (), 0, 0, cancelled=True)
    assert attempt.attempt(s)
    assert ([(BRITAIN, x("almeida"))], 0) == (told(s.events, "evasion_cancelled"), contact.tried)
    attempt = Evasion(*who, (), 0, 0, beaten=True)
    attempt.roll, attempt.bonus = 12, 9
    assert not attempt.succeeds()
    attempt.beaten, attempt.swing = False, 3
    assert attempt.succeeds()
    attempt.dice(s)
    assert 0 == attempt.swing, "what a card gave to one roll is gone at the next"


@rule("wellington", "10.5e", "10.5c")
def test_soldiers_who_evade_are_told_by_counters_and_none_is_left_over() -> None:
    s = game({"viseu": "britain:2", "almeida": "marmont nord:5"}, active="nord")
    contact = step(s, "marmont nord:5", "almeida", "viseu")
    events = react(s, "evade coimbra", dice=[6, 6])
    assert [(BRITAIN, x("viseu"), x("coimbra"), 1)] == told(events, "soldiers_evade")
    assert (1 << BRITAIN, 2) == (contact.tried_soldiers, sps(s, "britain", "coimbra"))


# --- the window


@rule("wellington", "10.9b", "10.1c")
def test_a_window_by_event_offers_no_cards() -> None:
    s = game({"ciudad_rodrigo": "wellington britain:5", "avila": "clausel nord:4"}, flags=RODRIGO,
             hands={"nord": "scovell_ciphers mud"})
    contact = moved(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
    contact.survey(s)
    s.call(contact)
    held = [("pass",), ("intercept", leader("clausel")), ("detach", leader("clausel"))]
    for cards in (True, False):
        window = ReactionWindow(REACTION, (NORD,), 0, -1, [], *stage(s, contact, FRENCH), cards=cards)
        s.stack.append(window)
        found = window.candidates(s, NORD)
        assert held == [action for action in found if action[0] != "play"]
        assert (2 if cards else 0) == sum(action[0] == "play" for action in found)
        assert cards or not window.among(s, NORD)
        assert "called_interception" == window.prompt(s, NORD).key or cards
        s.stack.pop()


@rule("wellington", "10.1c")
def test_a_leader_two_duchies_away_is_tried_only_by_event() -> None:
    s = game({"ciudad_rodrigo": "wellington britain:5", "madrid": "clausel nord:4"}, flags=RODRIGO)
    contact = moved(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
    contact.survey(s)
    s.call(contact)
    for reach, tries in ((1, []), (2, ["intercept", "detach"])):
        window = ReactionWindow(REACTION, (NORD,), 0, -1, [], *stage(s, contact, FRENCH), reach=reach)
        s.stack.append(window)
        assert tries == [action[0] for action in window.tries(s, NORD)]
        s.stack.pop()


@rule("wellington", "10.41a")
def test_a_leader_alone_has_nobody_to_leave_behind() -> None:
    s = game({"ciudad_rodrigo": "wellington britain:5", "avila": "clausel", "valladolid": "reille joseph"},
             flags={"britain": "ciudad_rodrigo"})
    step(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
    assert "detach clausel" not in offered(s)
    s = game({"ciudad_rodrigo": "wellington britain:5", "avila": "clausel reille"}, flags=RODRIGO)
    step(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
    assert {"detach clausel", "detach reille"} & set(offered(s)), "another Leader can come along or stay"


@rule("wellington", "10.5c", "10.5b")
def test_only_those_who_are_there_are_offered_an_evasion() -> None:
    s = game({"almeida": "hill britain:4", "ciudad_rodrigo": "marmont nord:5", "viseu": "castanos spain:2"},
             active="nord")
    contact = step(s, "marmont nord:5", "ciudad_rodrigo", "almeida")
    assert [] == evasions(s, contact, SPAIN)
    assert {"evade"} == {action[0] for action in evasions(s, contact, BRITAIN)}, "no Soldiers above the rating"
    assert not [action for action in tablero.options(s, SPAIN) if action[0].startswith("evade")]


@rule("wellington", "10.9b")
def test_without_a_formation_near_nobody_is_asked() -> None:
    s = game({"ciudad_rodrigo": "wellington britain:5", "burgos": "clausel nord:4"}, flags=RODRIGO)
    step(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
    assert "nobody" == asked(s)


@rule("wellington", "10.1d", "20h")
def test_a_battle_needs_formations_of_both_sides() -> None:
    s = game({"ciudad_rodrigo": "wellington britain:5"}, flags=RODRIGO)
    events = enter(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
    assert [] == told(events, "battle")
    s = game({"salamanca": "marmont nord:5"}, active="nord")
    events = enter(s, "marmont nord:5", "salamanca", "avila")
    assert ([], 0) == (told(events, "battle"), s.fights)
    s = game({"ciudad_rodrigo": "wellington britain:5", "salamanca": "nord:1"}, flags=RODRIGO)
    enter(s, "wellington britain:5", "ciudad_rodrigo", "salamanca", dice=BLANKS)
    react(s, "pass")
    assert 1 == s.fights


@rule("wellington", "10.41a", "1.61a")
def test_the_power_that_intercepts_says_how_many_of_its_own_go_and_not_of_its_ally() -> None:
    s = game({"ciudad_rodrigo": "castanos spain:3 hill britain:2", "avila": "marmont nord:5"}, active="nord",
             flags={"britain": "ciudad_rodrigo salamanca"})
    command(s, "castanos")
    step(s, "marmont nord:5", "avila", "salamanca")
    react(s, "detach castanos")
    assert ["load 0", "load 1", "load 2"] == [text for text in offered(s) if text.startswith("load")]
    do(s, "load 1", "load 3", "load 2")
    do(s, "go", dice=[6, 6])
    assert (2, 1) == (sps(s, "spain", "salamanca"), sps(s, "spain", "ciudad_rodrigo"))
    assert 2 == sps(s, "britain", "salamanca")


@rule("wellington", "9.6c", "10.41c")
def test_whom_wellington_leaves_behind_name_another_commander() -> None:
    s = game({"ciudad_rodrigo": "wellington castanos hill britain:2", "avila": "marmont nord:5"}, active="nord",
             flags={"britain": "ciudad_rodrigo salamanca"})
    command(s, "wellington")
    step(s, "marmont nord:5", "avila", "salamanca")
    react(s, "detach wellington")
    do(s, "join castanos", "join hill")
    do(s, "go", dice=[6, 6])
    while "Window" in asked(s):
        do(s, "pass")
    assert ("spain NameCommander", "salamanca") == (asked(s), at(s, "wellington")), "no Soldiers stay: a tie"


@rule("wellington", "12.4b", "10.1a")
def test_out_of_the_duchy_of_a_fortress_a_besieger_covers_no_enemy_duchy() -> None:
    for side, army, flags in ((FRENCH, "marmont nord:5", {"britain": "ciudad_rodrigo salamanca"}),
                              (ALLIES, "hill britain:5", {"nord": "ciudad_rodrigo salamanca"})):
        s = game({"ciudad_rodrigo": army}, flags=flags)
        where = 1 << x("salamanca")
        assert not covered(s, side) & where
        set_owner(s, x("salamanca"), NORD if side == FRENCH else BRITAIN)
        assert covered(s, side) & where, "it is Friendly"


@rule("wellington", "10.2d", "10.4h", "11.4e")
def test_only_those_who_arrive_bring_a_line_into_the_battle() -> None:
    for via in (-1, x("avila")):
        for place, came in (("unbuilt", False), ("salamanca", True)):
            s = game({place: "castanos"})
            outer, inner = (Contact(BRITAIN, x("salamanca"), (), (), (0, 0)) for _ in range(2))
            attempt = Interception(SPAIN, leader("castanos"), 2, ((SPAIN, leaders("castanos"), 0),),
                                   x("ciudad_rodrigo"), x("salamanca"), 0, 0, offensive=True)
            attempt.via, attempt.kind, attempt.had = via, ROUGH, (0,)
            s.stack += [outer, inner]
            attempt.arrive(s)
            line = x("ciudad_rodrigo") if via < 0 else via
            assert ((), ((line, ROUGH),) if came else ()) == (outer.came, inner.came)
            entry = (leader("castanos"), SPAIN * DUCHIES + x("salamanca"), line, ROUGH)
            assert ([entry] if came else []) == impulse(s).entries


@rule("wellington", "10.6a", "5.1c")
def test_pontoons_are_those_of_the_leader_who_evades() -> None:
    s = game({"salamanca": "wellington britain:3"}, active="nord")
    contact = Contact(NORD, x("salamanca"), (), (), status(s))
    impulse(s).bridged = leaders("wellington")
    ways = [way_out(s, contact, BRITAIN, x("valladolid"), leads) for leads in (leader("wellington"), -1)]
    assert [CLEAR, RIVER] == ways


@rule("wellington", "9.62b", "9.6c")
def test_a_commander_who_fell_on_the_way_does_not_command_where_his_men_arrive() -> None:
    s = game({"lisbon": "graham castanos"})
    s.commander[ALLIES * DUCHIES + x("santarem")] = leader("hill")
    meet(s, x("santarem"), x("lisbon"), leader("hill"), forces("hill graham castanos"))
    assert -1 == s.commander[ALLIES * DUCHIES + x("lisbon")]
