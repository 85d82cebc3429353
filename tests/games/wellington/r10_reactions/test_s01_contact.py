"""[10.1] [10.2] [10.9] Who may react when pieces come into a Duchy, and in which order all happens."""

from __future__ import annotations

import tablero
from tablero.games.wellington.board import BRITAIN, FRENCH, LEADER, NORD, POWERS, SPAIN, SUD
from tablero.games.wellington.rules.r01_pieces.s05_soldiers import clear_tags
from tablero.games.wellington.rules.r01_pieces.s06_leaders import mark
from tablero.games.wellington.rules.r04_sequence.s02_impulses import Impulse
from tablero.games.wellington.rules.r06_building import Spending
from tablero.games.wellington.rules.r10_reactions.s01_contact import owes_for_pass
from tablero.games.wellington.rules.r10_reactions.s04_interception import could_intercept_into, interceptors
from tablero.games.wellington.rules.r10_reactions.s05_evasion import TOWARDS_ENEMY
from tablero.games.wellington.rules.r10_reactions.s09_sequence import call_armies, can_call
from tablero.kernel.engine import advance
from tests.games.wellington.field import (
    asked,
    at,
    do,
    game,
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
from tests.games.wellington.r10_reactions.reacting import BLANKS, enter, kinds, moved, placed, reactions, step
from tests.rules import rule

RODRIGO = {"britain": "ciudad_rodrigo"}


@rule("wellington", "10.1a", "10a")
def test_an_inactive_army_next_to_it_may_intercept_a_mover() -> None:
    s = game({"ciudad_rodrigo": "wellington britain:5", "avila": "clausel nord:4"}, flags=RODRIGO)
    step(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
    assert asked(s) == "nord ReactionWindow"
    assert offered(s) == ["pass", "intercept clausel", "detach clausel"]
    do(s, "intercept clausel", dice=[6, 6])
    assert pieces_at(s, "salamanca") == "wellington clausel britain:5 nord:4"


@rule("wellington", "10.1a", "20c")
def test_armies_two_duchies_away_and_those_behind_no_enemy_are_not_asked() -> None:
    s = game({"ciudad_rodrigo": "wellington britain:5", "segovia": "clausel nord:4"}, flags=RODRIGO)
    step(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
    assert asked(s) == "nobody"


@rule("wellington", "10.1a", "20h")
def test_a_placement_can_be_intercepted_and_leads_to_battle() -> None:
    s = game({"avila": "clausel nord:4"}, active="spain", flags={"spain": "salamanca"})
    run(s, placed(s, "spain:3", "salamanca"))
    told_of = do(s, "intercept clausel", dice=[6, 6, *BLANKS])
    assert kinds(told_of).index("interception_succeeds") < kinds(told_of).index("battle")


@rule("wellington", "10.1b")
def test_a_duchy_held_by_an_enemy_alone_cannot_be_intercepted_into() -> None:
    s = game({"ciudad_rodrigo": "wellington britain:5", "salamanca": "britain:1", "avila": "clausel nord:4"},
             flags=RODRIGO)
    assert not could_intercept_into(s, FRENCH, x("salamanca"))
    enter(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
    assert asked(s) == "nobody"


@rule("wellington", "10.1b")
def test_a_mover_that_joins_its_unmoved_ally_cannot_be_intercepted() -> None:
    s = game({"ciudad_rodrigo": "wellington britain:5", "salamanca": "de_espana", "avila": "clausel nord:4"},
             flags=RODRIGO)
    enter(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
    assert not asked(s).endswith("ReactionWindow")


@rule("wellington", "10.1b")
def test_pieces_that_moved_or_were_placed_in_this_impulse_do_not_shield_a_duchy() -> None:
    s = game({"ciudad_rodrigo": "hill wellington britain:5", "avila": "clausel nord:4"}, flags=RODRIGO)
    enter(s, "hill", "ciudad_rodrigo", "salamanca")
    do(s, "pass")
    enter(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
    assert asked(s) == "nord ReactionWindow"
    s = game({"avila": "clausel nord:4"}, active="spain", flags={"spain": "salamanca"})
    for _ in range(2):
        run(s, placed(s, "spain:1", "salamanca"))
        assert asked(s) == "nord ReactionWindow"
        do(s, "pass")
    s = game({"avila": "clausel nord:4", "salamanca": "spain:1"}, active="spain", flags={"spain": "salamanca"})
    run(s, placed(s, "spain:1", "salamanca"))
    assert asked(s) == "nobody"


@rule("wellington", "10.1b")
def test_with_an_own_formation_there_a_duchy_can_be_intercepted_into() -> None:
    s = game({"ciudad_rodrigo": "wellington britain:5", "salamanca": "nord:1", "avila": "clausel nord:4"},
             flags=RODRIGO)
    step(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
    assert "intercept clausel" in offered(s)


@rule("wellington", "10.1d", "11.4a")
def test_an_interceptor_counts_as_if_it_had_been_there_without_rough_dice_against_it() -> None:
    """Drouet comes over a Rough line, Hill over a Clear one: no terrain dice for either side."""
    s = game({"cordoba": "hill britain:2", "ronda": "drouet sud:3"}, flags={"britain": "cordoba"})
    enter(s, "hill britain:2", "cordoba", "seville")
    dice = told(do(s, "intercept drouet", dice=[6, 6, *BLANKS]), "battle_dice")
    assert dice[0][:2] == (BRITAIN, 2 + 3 + 1)          # SPs, Battle Rating, nationality
    assert dice[1][:2] == (SUD, 3 + 2 + 2)


@rule("wellington", "10.1e", "10.2b")
def test_before_a_second_round_the_inactive_side_may_intercept_again() -> None:
    s = game({"ciudad_rodrigo": "wellington britain:5", "salamanca": "nord:6", "avila": "clausel nord:4"},
             flags=RODRIGO)
    enter(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
    told_of = do(s, "pass", dice=[1] * (5 + 5 + 1 + 6 + 2))
    assert told(told_of, "battle_dice")
    assert asked(s) == "nord ReactionWindow"
    assert not [text for text in offered(s) if text.startswith("evade")]
    dice = told(do(s, "intercept clausel", dice=[6, 6, *BLANKS]), "battle_dice")
    assert dice[1][:2] == (NORD, 6 + 4 + 3 + 2)


@rule("wellington", "10.2a")
def test_an_army_may_intercept_until_it_fails() -> None:
    s = game({"ciudad_rodrigo": "wellington hill britain:5", "avila": "clausel nord:4"}, flags=RODRIGO)
    first = step(s, "hill", "ciudad_rodrigo", "salamanca")
    do(s, "intercept clausel", dice=[6, 6])
    assert first.arrived == leaders("clausel")
    assert interceptors(s, FRENCH, x("avila")) == leaders("clausel")
    step(s, "wellington", "ciudad_rodrigo", "lumbrales")
    do(s, "intercept clausel", dice=[1, 1])
    assert marked(s, "clausel")
    assert not interceptors(s, FRENCH, x("avila"))


@rule("wellington", "10.2b", "10.4h", "10.2d")
def test_whatever_comes_of_one_attempt_another_army_may_try_and_all_who_come_fight() -> None:
    s = game({"ciudad_rodrigo": "wellington britain:5", "avila": "clausel nord:4", "lumbrales": "reille nord:2"},
             flags=RODRIGO)
    enter(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
    do(s, "intercept reille", dice=[6, 6])
    assert asked(s) == "nord ReactionWindow"
    assert "intercept clausel" in offered(s)
    dice = told(do(s, "intercept clausel", dice=[6, 6, *BLANKS]), "battle_dice")
    assert dice[1][:2] == (NORD, 6 + 1 + 3 + 2)         # SPs, Staff Officer, Battle Rating, nationality
    s = game({"ciudad_rodrigo": "wellington britain:5", "avila": "clausel nord:4", "lumbrales": "reille nord:2"},
             flags=RODRIGO)
    step(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
    do(s, "intercept reille", dice=[1, 1])
    assert offered(s) == ["pass", "intercept clausel", "detach clausel"]


@rule("wellington", "10.2c", "10.2e", "10a")
def test_neither_the_active_power_nor_its_ally_intercepts_without_an_event() -> None:
    s = game({"ciudad_rodrigo": "wellington britain:5", "salamanca": "nord:1", "plasencia": "castanos spain:3",
              "lumbrales": "hill"}, flags=RODRIGO)
    step(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
    assert tablero.players(s) == [NORD]
    assert {text.split()[0] for text in offered(s)} == {"pass", "evade"}


@rule("wellington", "10.3a")
def test_evasions_and_interceptions_are_not_intercepted() -> None:
    s = game({"ciudad_rodrigo": "wellington britain:5", "salamanca": "reille", "madrid": "hill", "segovia": "clausel"},
             flags=RODRIGO)
    step(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
    do(s, "evade avila", dice=[6, 6])
    assert at(s, "reille") == "avila"
    assert list(tablero.players(s)) == [NORD]
    s = game({"ciudad_rodrigo": "wellington britain:5", "avila": "reille", "plasencia": "castanos"}, flags=RODRIGO)
    step(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
    do(s, "intercept reille", dice=[6, 6])
    assert at(s, "reille") == "salamanca"
    assert asked(s) == "nobody"


@rule("wellington", "10.9a", "10.9c", "13.1d", "9.41c")
def test_reactions_come_before_the_attrition_of_the_move() -> None:
    """Wellington crosses a Pass into an Enemy Duchy, out of one that he does not Control: two checks."""
    s = game({"plasencia": "wellington britain:1", "salamanca": "clausel nord:3"}, active="britain",
             flags={"sud": "plasencia"})
    enter(s, "wellington britain:1", "plasencia", "salamanca")
    assert asked(s) == "nord ReactionWindow"
    told_of = do(s, "evade avila", "pass", dice=[6, 6, 6, 1, 1, 1])
    order = kinds(told_of)
    assert order.index("evasion_rolled") < order.index("attrition")
    assert told(told_of, "attrition") == [(BRITAIN, x("salamanca"), 4, 1)]
    assert pieces_at(s, "salamanca") == "wellington"


@rule("wellington", "10.9b")
def test_attempts_go_in_any_order_and_each_result_is_known_before_the_next() -> None:
    s = game({"ciudad_rodrigo": "wellington britain:5", "salamanca": "reille nord:2", "avila": "clausel nord:4"},
             flags=RODRIGO)
    contact = step(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
    do(s, "intercept clausel", dice=[1, 1])
    assert marked(s, "clausel")
    assert "evade avila" in offered(s)
    do(s, "evade avila", dice=[6, 6])
    assert pieces_at(s, "salamanca") == "wellington britain:5"
    assert contact.failed == 0


@rule("wellington", "5.2g", "10.9b")
def test_of_two_powers_that_answer_the_next_on_the_track_goes_first() -> None:
    s = game({"ciudad_rodrigo": "wellington britain:5", "avila": "clausel nord:4", "lumbrales": "drouet sud:2"},
             flags=RODRIGO)
    step(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
    assert list(tablero.players(s)) == [SUD, NORD]
    s.script = [1, 1]
    tablero.apply(s, NORD, ("intercept", LEADER["clausel"]))
    tablero.apply(s, SUD, ("intercept", LEADER["drouet"]))
    assert marked(s, "drouet")
    assert not marked(s, "clausel")
    assert [POWERS[seat] for seat in tablero.players(s)] == ["nord"]


@rule("wellington", "10.4g")
def test_the_marker_goes_at_the_end_of_the_impulse() -> None:
    s = game({"ciudad_rodrigo": "wellington britain:5", "avila": "clausel nord:4"}, flags=RODRIGO)
    step(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
    do(s, "intercept clausel", dice=[1, 1])
    assert not interceptors(s, FRENCH, x("valladolid"))
    clear_tags(s)
    assert interceptors(s, FRENCH, x("valladolid")) == leaders("clausel")


@rule("wellington", "10.3e")
def test_who_fought_a_battle_that_was_no_overrun_does_not_intercept() -> None:
    s = game({"ciudad_rodrigo": "wellington britain:5", "avila": "clausel nord:4"}, flags=RODRIGO)
    mark(s, FRENCH, x("avila"))
    step(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
    assert asked(s) == "nobody"


@rule("wellington", "10.8a")
def test_a_pursued_formation_may_try_again_at_the_next_entry() -> None:
    s = game({"ciudad_rodrigo": "wellington britain:5", "salamanca": "reille nord:2"}, flags=RODRIGO)
    enter(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
    do(s, "evade avila", "pass", dice=[6, 6])
    enter(s, "wellington britain:5", "salamanca", "avila")
    assert asked(s) == "nord ReactionWindow"
    assert "evade segovia" in offered(s)


@rule("wellington", "10.8b")
def test_each_step_of_a_pursuit_is_paid_and_counts_for_the_forced_march() -> None:
    s = game({"ciudad_rodrigo": "wellington britain:5", "salamanca": "reille nord:2"}, flags=RODRIGO)
    run(s, Spending(BRITAIN, 2))
    do(s, "lead wellington", "step salamanca")
    do(s, "evade avila", "pass", dice=[6, 6])
    assert s.frame(Spending).points == 1
    do(s, "step avila")
    assert s.marched[LEADER["wellington"]] == 2
    do(s, "evade segovia", "pass", dice=[6, 6, *[1] * 6])   # and an Ambush
    assert at(s, "reille") == "segovia"
    assert asked(s) == "nobody"                             # no CPs are left


@rule("wellington", "9.52a", "12.4b")
def test_whoever_enters_the_duchy_of_an_enemy_fortress_stops_and_others_there_do_not() -> None:
    s = game({"salamanca": "wellington hill britain:5", "ciudad_rodrigo": "graham britain:2"})
    enter(s, "wellington britain:5", "salamanca", "ciudad_rodrigo")
    assert marked(s, "wellington")
    assert not marked(s, "graham")
    assert s.tags == [(x("ciudad_rodrigo"), 1, 1, 5)]
    assert s.answer == 0


@rule("wellington", "10.9a")
def test_the_answer_tells_how_many_pieces_may_go_on() -> None:
    s = game({"ciudad_rodrigo": "wellington britain:5"}, flags=RODRIGO)
    enter(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
    assert s.answer == 6


@rule("wellington", "9.5a")
def test_an_army_on_a_turning_movement_goes_by_unless_it_is_intercepted() -> None:
    s = game({"ciudad_rodrigo": "wellington britain:5", "salamanca": "nord:2", "avila": "clausel nord:4"},
             flags=RODRIGO)
    contact = moved(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
    contact.turning = True
    run(s, contact)
    assert offered(s) == ["pass", "intercept clausel", "detach clausel"]        # no evasion
    other = s.clone()
    assert "battle" not in kinds(do(s, "pass"))
    assert s.answer == 6
    told_of = do(other, "intercept clausel", dice=[6, 6])
    assert told_of
    assert "evade valladolid" not in offered(other)
    assert "battle" in kinds(do(other, "pass", dice=BLANKS))


@rule("wellington", "10.5a", "10.4j")
def test_a_turning_movement_that_stops_is_answered_as_any_entry_by_its_last_line() -> None:
    """The Duchy counts as it was before the step: Reille has 2, and 1 for Avila."""
    s = game({"ciudad_rodrigo": "wellington britain:5", "salamanca": "reille nord:2"}, flags=RODRIGO)
    s.frame(Impulse).turning = leaders("wellington")
    run(s, Spending(BRITAIN, 2))
    do(s, "lead wellington", "step salamanca", "stop")
    assert asked(s) == "nord ReactionWindow"
    assert refused(s, "evade ciudad_rodrigo") == TOWARDS_ENEMY
    assert told(do(s, "evade avila", dice=[3, 3]), "evasion_rolled") == [(NORD, 6, 6 + 2 + 1)]


@rule("wellington", "10.9a")
def test_a_card_may_stop_the_movers_add_a_check_or_spare_them_a_pass() -> None:
    s = game({"plasencia": "wellington britain:2"}, active="britain")
    contact = moved(s, "wellington britain:2", "plasencia", "salamanca")
    assert contact.reasons == 1
    assert owes_for_pass(contact)
    contact.reasons, contact.stopped = contact.reasons + 1, True
    assert told(run(s, contact, [1] * 6), "attrition") == [(BRITAIN, x("salamanca"), 6, 0)]
    assert marked(s, "wellington")
    assert s.answer == 0


@rule("wellington", "10.2c")
def test_offensive_interceptors_bring_their_line_and_the_defender_his_dice_for_it() -> None:
    s = game({"ciudad_rodrigo": "wellington britain:5", "salamanca": "nord:2", "plasencia": "castanos spain:3"},
             flags=RODRIGO)
    contact = moved(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
    reactions(s, contact)
    do(s, "pass")
    s.stack.append(contact)
    assert can_call(s, SPAIN, contact)
    assert not can_call(s, BRITAIN, contact)
    call_armies(s, 1 << SPAIN, contact, bonus=2)
    advance(s)
    assert asked(s) == "spain ReactionWindow"
    do(s, "intercept castanos", dice=[6, 6, 1, 1, 1, 1])
    assert [a for a, _ in contact.came] == [x("ciudad_rodrigo"), x("plasencia")]
    assert sps(s, "spain", "salamanca") == 3


@rule("wellington", "10.4j", "13.1g")
def test_offensive_interceptors_too_go_by_how_things_were_before_the_step() -> None:
    """Salamanca was Enemy before Wellington came, and Avila, where he came from, Uncontrolled. Hill next to it has an
    Ambush; so has Castaños, who passes Avila, and has only one."""
    s = game({"avila": "wellington britain:5", "lumbrales": "hill", "salamanca": "nord:2",
              "madrid": "castanos spain:3"})
    contact = step(s, "wellington britain:5", "avila", "salamanca")
    do(s, "pass")
    for power, text, dice in ((BRITAIN, "intercept hill", 1), (SPAIN, "intercept castanos", 4)):
        s.stack.append(contact)
        call_armies(s, 1 << power, contact, reach=2)
        advance(s)
        assert [args[2] for args in told(do(s, text, dice=[6, 6, *[1] * dice]), "attrition")] == [dice]
        do(s, *(["command wellington"] if asked(s).endswith("NameCommander") else []))
