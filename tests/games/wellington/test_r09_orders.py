"""[9.1] [9.6] What an Army in hand takes along, and who may be taken up after it."""

from __future__ import annotations

import pytest

import tablero
from tablero.games.wellington.board import ALLIES, BRITAIN, DUCHIES, FRENCH, NORD, PLAYERS, SPAIN, SUD
from tablero.games.wellington.rules.r01_pieces.s05_soldiers import put_soldiers
from tablero.games.wellington.rules.r01_pieces.s06_leaders import commander_at
from tablero.games.wellington.rules.r06_building import Spending, SpendPoints
from tablero.games.wellington.rules.r09_movement.s02_march import NOT_HERE, FreeMarch, March, refuse_leader
from tablero.games.wellington.rules.r09_movement.s06_groups import NameCommander, one_player, set_commander
from tablero.games.wellington.rules.r10_reactions.s01_contact import Contact
from tests.games.wellington.cards.playing import begin, command, march, may, may_play, say
from tests.games.wellington.combat import impulse
from tests.games.wellington.field import asked, at, do, game, leader, leaders, offered, refused, run, told, x
from tests.games.wellington.marching import armies, lead
from tests.rules import rule


@rule("wellington", "9.1e", "6.3h")
def test_a_leader_who_is_not_on_the_map_cannot_be_taken_up() -> None:
    s = game({"lisbon": "hill", "regroup": "wellington", "plymouth": "beresford"})
    for name in ("graham", "wellington"):
        assert NOT_HERE == refuse_leader(s, BRITAIN, leader(name))
    assert ("6.3h", "only_by_sea") == refuse_leader(s, BRITAIN, leader("beresford"))


@rule("wellington", "9.51b", "9.64c")
def test_what_stood_in_a_duchy_before_a_step_is_no_part_of_the_army() -> None:
    s = game({"lisbon": "hill britain:2", "santarem": "britain:3 spain:1"})
    march = March(BRITAIN, x("lisbon"), ((leader("hill"), 0, 2),), free_steps=2)
    march.advance(s, x("santarem"))
    assert (3, 0, 1, 0) == march.stood


@rule("wellington", "9.1e")
def test_only_leaders_on_the_map_are_tried() -> None:
    s = game({"lisbon": "hill britain:2", "regroup": "wellington"})
    run(s, Spending(BRITAIN, 3))
    orders = s.stack[-1]
    assert isinstance(orders, SpendPoints)
    assert [("lead", leader("hill"))] == orders.try_lead(s)


@rule("wellington", "9.1a")
def test_wellington_can_be_taken_up_after_another() -> None:
    s = game({"lisbon": "hill britain:2", "porto": "wellington britain:3"})
    run(s, Spending(BRITAIN, 3))
    do(s, "lead hill", "lead wellington", "step braga")
    assert ("lisbon", "braga") == (at(s, "hill"), at(s, "wellington"))


@rule("wellington", "9.63a", "9.64c", "1.61a")
def test_of_several_armies_the_last_one_is_loaded() -> None:
    s = game({"lisbon": "wellington hill graham britain:13"})
    run(s, Spending(BRITAIN, 6))
    do(s, "lead wellington", "join hill", "load 1", "staff graham")
    assert [(leader("wellington"), 0, 9), (leader("hill"), leaders("graham"), 1)] == armies(s)
    do(s, "step santarem")
    assert {"santarem"} == {at(s, name) for name in ("wellington", "hill", "graham")}
    assert 4 == s.frame(Spending).points


@rule("wellington", "9.63b", "9.51b")
def test_nobody_goes_along_twice_or_with_a_marker() -> None:
    s = game({"lisbon": "wellington hill graham britain:9"})
    s.marked = leaders("graham")
    run(s, Spending(BRITAIN, 6))
    do(s, "lead wellington", "staff hill")
    assert refused(s, "join hill") == ("9.64c", "not_in_this_duchy")
    assert refused(s, "join graham") == ("9.51b", "stopped")
    assert refused(s, "staff graham") == ("9.51b", "stopped")


@rule("wellington", "9.61b")
def test_after_an_answer_the_march_goes_on_with_those_it_had() -> None:
    s = game({"lisbon": "hill britain:2", "santarem": "castanos spain:2", "porto": "wellington"})
    run(s, Spending(BRITAIN, 7))
    do(s, "lead hill", "step santarem", "join castanos")
    assert "spain JoinMarch" == asked(s)
    do(s, "yes", "step coimbra")
    assert [leader("hill"), leader("castanos")] == [army[0] for army in armies(s)]
    assert 4 == s.frame(Spending).points


@rule("wellington", "9.61b")
@pytest.mark.parametrize("answer, joined", [("no", ["castanos"]), ("yes", ["castanos", "wellington"])])
def test_wellington_too_is_asked_whether_he_joins(answer: str, joined: list[str]) -> None:
    s = game({"porto": "castanos spain:2", "braga": "wellington britain:2"}, active="spain")
    run(s, Spending(SPAIN, 6))
    do(s, "lead castanos", "step braga", "join wellington")
    assert "britain JoinMarch" == asked(s)
    said = do(s, answer)
    assert ("spain MarchOrders", [leader(name) for name in joined]) == (asked(s), [army[0] for army in armies(s)])
    assert [(leader("wellington"),)] * (answer == "no") == told(said, "stays"), "a refusal is told"


@rule("wellington", "9.64c", "9.2a")
def test_soldiers_that_were_taken_along_on_the_way_stay_with_the_army() -> None:
    s = game({"lisbon": "hill britain:2", "santarem": "britain:2"}, hands={"britain": "pontoon_train"})
    march(s, "hill", "santarem")
    say(s, "britain", "load 4", "play pontoon_train")
    assert [(leader("hill"), 0, 4)] == armies(s)


@rule("wellington", "5.1c")
def test_the_heat_stops_no_other_leader() -> None:
    s = game({"lisbon": "hill britain:2", "porto": "wellington britain:2"})
    impulse(s).tired = [(leader("hill"), 0)]
    run(s, Spending(BRITAIN, 4))
    do(s, "lead hill")
    assert refused(s, "step santarem") == ("5.1c", "heat")
    do(s, "lead wellington")
    assert refused(s, "step braga") is None


@rule("wellington", "5.1c")
def test_who_is_silenced_plays_no_response_on_the_march() -> None:
    for silenced, cards in ((0, ["pontoon_train"]), (1 << BRITAIN, []), (1 << SPAIN, ["pontoon_train"])):
        s = game({"lisbon": "hill britain:2"}, hands={"britain": "pontoon_train"})
        impulse(s).silenced = silenced
        march(s, "hill")
        assert cards == may_play(s, "britain")


@rule("wellington", "7.1d", "7.1a")
def test_a_flag_that_is_refused_on_the_march_has_its_reason() -> None:
    s = game({"almeida": "hill britain:3", "madrid": "nord:1"})
    run(s, Spending(BRITAIN, 4))
    do(s, "lead hill")
    assert refused(s, "flag lumbrales nord") is not None
    assert refused(s, "flag ciudad_rodrigo britain") == ("7.1e", "flag_fortress")
    assert refused(s, "flag lumbrales spain") is None


@rule("wellington", "9a", "9.51b")
def test_an_event_takes_up_no_army_with_a_marker() -> None:
    s = game({"lisbon": "hill britain:2", "porto": "wellington britain:2"})
    s.marked = leaders("hill")
    run(s, FreeMarch(BRITAIN, 2))
    assert refused(s, "lead hill") == ("9.51b", "stopped")
    assert ["lead wellington", "done"] == offered(s)
    do(s, "done")
    assert "nobody" == asked(s)


@rule("wellington", "9a", "5.2c")
@pytest.mark.parametrize("steps", [1, 2])
def test_a_step_that_an_event_gives_is_not_paid_with_points(steps: int) -> None:
    s = game({"salamanca": "marmont nord:3", "avila": "clausel nord:1"}, active="nord",
             hands={"spain": "mud", "britain": "heat_of_la_mancha"})
    begin(s, FreeMarch(NORD, steps))
    say(s, "nord", "lead marmont", "step avila")
    assert [] == may_play(s, "spain"), "Mud needs a step that was paid"
    assert not any(frame.paid for frame in s.stack if isinstance(frame, Contact))


@rule("wellington", "9.6c", "9.65a")
def test_a_french_group_that_its_commander_leaves_gets_another_one() -> None:
    s = game({"madrid": "soult suchet marmont sud:3 nord:2"}, active="sud")
    set_commander(s, x("madrid"), leader("soult"))
    run(s, Spending(SUD, 3))
    do(s, "lead soult", "load 1", "step toledo")
    assert ("sud NameCommander", ["command marmont", "command suchet"]) == (asked(s), offered(s))


@rule("wellington", "9.53b", "9.62a")
def test_french_leaders_of_two_powers_who_stop_together_name_a_commander() -> None:
    s = game({"madrid": "soult sud:4", "toledo": "marmont nord:2"}, active="nord")
    run(s, Spending(NORD, 3))
    do(s, "lead marmont", "step madrid", "stop")
    assert ("sud NameCommander", {"command marmont", "command soult"}) == (asked(s), set(offered(s)))


@rule("wellington", "9.6c")
def test_one_power_that_is_left_behind_commands_by_its_best_leader() -> None:
    s = game({"lisbon": "wellington hill graham britain:6"})
    command(s, "graham")
    run(s, Spending(BRITAIN, 3))
    do(s, "lead graham", "load 1", "step santarem")
    assert leader("wellington") == commander_at(s, ALLIES, x("lisbon"))
    assert -1 == s.commander[ALLIES * DUCHIES + x("lisbon")], "nobody was named"


@rule("wellington", "9.1b")
def test_the_march_of_a_counter_is_told() -> None:
    s = game({"lisbon": "britain:4"})
    run(s, Spending(BRITAIN, 3))
    said = do(s, "counter lisbon cavalry", "step santarem")
    assert [(BRITAIN, 2, x("lisbon"), x("santarem"))] == told(said, "counter_moved")


@rule("wellington", "1.6d", "9.62b")
def test_who_commands_already_is_not_named_again() -> None:
    s = game({"burgos": "marmont clausel nord:3"}, active="nord")
    set_commander(s, x("burgos"), leader("clausel"))
    assert [(leader("clausel"),)] == told(s.events, "named")
    set_commander(s, x("burgos"), leader("clausel"))
    assert 1 == len(told(s.events, "named"))
    assert leader("clausel") == commander_at(s, FRENCH, x("burgos"))


@rule("wellington", "9.5a")
def test_a_click_further_on_leads_not_past_enemies() -> None:
    s = game({"salamanca": "marmont nord:4", "avila": "britain:1", "zamora": "nord:1"}, active="nord")
    run(s, Spending(NORD, 3))
    do(s, "lead marmont")
    found = tablero.gestures(s, NORD)
    assert found
    for way in found.values():
        assert ("step", x("avila")) not in way[:-1]
    ways = {way[-1][1] for way in found.values()}
    assert x("valladolid") in ways or x("burgos") in ways


@rule("wellington", "12.2a", "12.2b")
def test_a_siege_that_is_refused_has_its_reason() -> None:
    s = game({"lisbon": "hill britain:2", "ciudad_rodrigo": "wellington britain:3"})
    begin(s, Spending(BRITAIN, 2))
    assert "besiege wellington" in may(s, "britain")
    why = refused(s, "besiege hill")
    assert why is not None
    assert why.rule.startswith("12.")


@rule("wellington", "5.1c")
def test_a_click_further_on_does_not_lead_out_of_winter_quarters() -> None:
    s = game({"llerena": "soult sud:3"}, active="sud")
    begin(s, Spending(SUD, 3))
    say(s, "sud", "lead soult")
    assert "duchy:jerez" in tablero.gestures(s, SUD)
    s.quarters = [(SUD, x("seville"), 0)]
    assert "duchy:jerez" not in tablero.gestures(s, SUD)


# --- counters


@rule("wellington", "9.1e", "9.1b")
def test_only_leaders_and_counters_on_the_map_are_offered() -> None:
    s = game({"lisbon": "hill britain:1", "porto": "graham", "regroup": "wellington"})
    run(s, Spending(BRITAIN, 3))
    assert {"lead hill", "lead graham"} == {text for text in offered(s) if text.startswith("lead")}
    assert ["counter lisbon infantry"] == [text for text in offered(s) if text.startswith("counter")]


@rule("wellington", "5.1c", "9.1b")
def test_counters_in_winter_quarters_stay() -> None:
    for quarters, counters in (
        ([], {"lisbon", "porto"}), ([(BRITAIN, x("lisbon"), 0)], {"porto"}),
        ([(SPAIN, x("lisbon"), 0)], {"lisbon", "porto"}),
    ):
        s = game({"lisbon": "britain:1", "porto": "britain:1"})
        s.quarters = quarters
        run(s, Spending(BRITAIN, 3))
        assert counters == {text.split()[1] for text in offered(s) if text.startswith("counter")}


@rule("wellington", "9.51b", "9.1b")
def test_why_a_counter_does_not_march() -> None:
    s = game()
    put_soldiers(s, BRITAIN, x("lisbon"), [(0, 1, 1)])
    put_soldiers(s, BRITAIN, x("porto"), [(0, 0, 1)])
    run(s, Spending(BRITAIN, 3))
    assert ("9.51b", "stopped") == refused(s, "counter lisbon infantry")
    assert refused(s, "counter porto infantry") is None


# --- what is in hand


@rule("wellington", "9.51b", "9.64c")
def test_soldiers_who_stood_in_a_duchy_before_are_not_in_hand() -> None:
    s = lead({"lisbon": "hill graham britain:5", "santarem": "britain:3"}, "lead hill", "join graham", "step santarem")
    assert [(leader("hill"), 0, 4), (leader("graham"), 0, 1)] == armies(s)
    march = s.frame(March)
    march.armies = ((leader("hill"), 0, 4), (leader("graham"), 0, 4))
    march.stood = (3, 0, 0, 0)
    march.refresh(s)
    assert [(leader("hill"), 0, 4), (leader("graham"), 0, 1)] == armies(s)


@rule("wellington", "9.51b")
def test_marked_soldiers_are_not_in_hand() -> None:
    s = game({"lisbon": "hill"})
    put_soldiers(s, BRITAIN, x("lisbon"), [(0, 1, 2), (1, 0, 1)])
    march = March(BRITAIN, x("lisbon"), ((leader("hill"), 0, 3),), stood=(0, 0, 0, 0))
    march.refresh(s)
    assert ((leader("hill"), 0, 1),) == march.armies


@rule("wellington", "9.1a", "9.1e")
def test_only_leaders_on_the_map_can_be_taken_up_after_another() -> None:
    s = lead({"lisbon": "hill britain:2", "porto": "graham", "regroup": "wellington"}, "lead hill")
    assert ["lead graham"] == [text for text in offered(s) if text.startswith("lead")]
    s.marked = leaders("graham")
    do(s, "step santarem")
    assert ("9.51b", "stopped") == refused(s, "lead graham")
    s = lead({"lisbon": "hill britain:2", "porto": "graham", "regroup": "wellington"}, "lead hill", "lead graham")
    assert [leader("graham")] == [army[0] for army in armies(s)]
    assert (0, 0, False) == (s.frame(March).unwilling, s.frame(March).came, s.frame(March).moved)


@rule("wellington", "9a")
def test_an_event_takes_up_only_those_it_names_on_the_map() -> None:
    s = game({"lisbon": "hill britain:2", "porto": "graham", "regroup": "wellington"})
    run(s, FreeMarch(BRITAIN, 2, among=leaders("hill", "wellington")))
    assert ["lead hill", "done"] == offered(s)
    s = game({"lisbon": "hill britain:2", "porto": "graham", "regroup": "wellington"})
    run(s, FreeMarch(BRITAIN, 2))
    assert ["lead hill", "lead graham", "done"] == offered(s)
    do(s, "lead graham")
    assert not [text for text in offered(s) if text.startswith(("join", "lead", "flag"))], "free steps, and no more"


@rule("wellington", "5.1c")
def test_a_french_power_that_is_silenced_plays_no_response_on_the_march() -> None:
    for silenced, cards in ((0, ["pontoon_train"]), (1 << NORD, [])):
        s = game({"valladolid": "joseph nord:2"}, active="nord", hands={"nord": "pontoon_train"})
        impulse(s).silenced = silenced
        march(s, "joseph")
        assert cards == may_play(s, "nord")


@rule("wellington", "9.61b")
@pytest.mark.parametrize("players", PLAYERS)
def test_an_ally_on_the_way_is_asked_unless_one_person_plays_both(players: str) -> None:
    for power, first, other in ((BRITAIN, "hill", "castanos"), (SPAIN, "castanos", "hill"), (SUD, "soult", "clausel"),
                                (NORD, "clausel", "soult")):
        s = game({"salamanca": f"{first} {other}"})
        s.players = PLAYERS.index(players)
        group = March(power, x("salamanca"), ((leader(first), 0, 0),), moved=True)
        group.join(s, leader(other))
        assert one_player(s, power & 1) == (group.asked < 0)


@rule("wellington", "9.61a", "9.62a")
def test_a_march_of_which_nobody_is_left_names_no_commander() -> None:
    for came, asks in (("wellington", False), ("hill", True)):
        s = command(game({"salamanca": "hill castanos"}), "castanos")
        group = March(BRITAIN, x("salamanca"), ())
        group.came = leaders(came)
        group.command(s)
        assert asks == isinstance(s.stack[-1], NameCommander)


@rule("wellington", "9.62c", "7.1a")
def test_on_the_march_a_flag_of_the_wrong_power_is_refused_as_that() -> None:
    s = game({"leon": "wellington castanos britain:2 spain:2"}, active="spain", flags={"nord": "leon"})
    set_commander(s, x("leon"), leader("castanos"))
    run(s, Spending(SPAIN, 4))
    do(s, "lead castanos")
    assert refused(s, "flag leon britain") == ("9.62c", "not_this_flag")
