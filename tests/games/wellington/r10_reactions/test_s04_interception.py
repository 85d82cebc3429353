"""[10.3] [10.4] [10.41] Interception: who may, with what, the dice, and what comes of it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tablero.games.wellington import GAME
from tablero.games.wellington.board import ALLIES, BRITAIN, DUCHIES, FRENCH, LEADER, NORD, SCENARIOS, SPAIN, SUD
from tablero.games.wellington.rules.r01_pieces.s05_soldiers import mark_soldiers
from tablero.games.wellington.rules.r03_control import enemy, friendly, status
from tablero.games.wellington.rules.r04_sequence.s02_impulses import Impulse
from tablero.games.wellington.rules.r09_movement.s01_lines import PAST_FORTRESS
from tablero.games.wellington.rules.r10_reactions.s04_interception import (
    MARKED,
    OUT_OF_REACH,
    OVER_RIVER,
    TOO_MANY,
    Interception,
    chance,
    could_intercept_into,
    covered,
    interception_modifier,
    interceptors,
    refuse_leader,
    whole,
)
from tablero.games.wellington.rules.r10_reactions.s09_sequence import call_armies, can_call
from tablero.games.wellington.rules.r11_battle.s01_battle import Battle
from tablero.kernel.bits import bitset
from tablero.kernel.engine import advance, prompt
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
    stand,
    told,
    x,
)
from tests.games.wellington.r10_reactions.reacting import BLANKS, enter, forces, kinds, react, step
from tests.rules import rule

RODRIGO = {"britain": "ciudad_rodrigo"}
HUELVA = {"huelva": "castanos spain:3", "ronda": "soult sud:4"}        # Huelva is Spain's, Ronda is, too


@rule("wellington", "10.4a", "10.4b", "10.4e", "10.4j", "20b")
@pytest.mark.parametrize(("dice", "comes"), [([3, 3], True), ([2, 3], False)])
def test_soult_needs_a_6_from_an_uncontrolled_duchy_over_a_rough_line_into_a_friendly_one(
    dice: list[int], comes: bool
) -> None:
    """6 + 4 + 1 - 1 - 1 = 9. Seville counts as Friendly to him although Castaños stands in it."""
    s = game(HUELVA, active="spain")
    step(s, "castanos spain:3", "huelva", "seville")
    told_of = do(s, "intercept soult", dice=dice)
    assert told(told_of, "interception_rolled") == [(SUD, sum(dice), sum(dice) + 3)]
    assert at(s, "soult") == ("seville" if comes else "ronda")


@rule("wellington", "10.4b", "10.4j")
@pytest.mark.parametrize(("target", "start", "who", "total"), [
    ("salamanca", "avila", "clausel", 3 + 1),               # from Friendly over a Clear line into Friendly
    ("salamanca", "plasencia", "clausel", 3 + 1 - 1 - 1),   # from Uncontrolled over a Pass into Friendly
    ("madrid", "cuenca", "clausel", 3 + 1 - 1 - 1),         # the same over a Rough line
    ("guadalajara", "madrid", "joseph", 1),                 # from Friendly over a Clear line into Enemy
    ("soria", "aranda", "reille", 2 - 1),                   # from Uncontrolled over a Clear line into Enemy
])
def test_modifiers_of_duchies_line_and_leader(target: str, start: str, who: str, total: int) -> None:
    s = game({start: who})
    one = leader(who)
    found = interception_modifier(s, one, x(target), friendly(s, FRENCH), enemy(s, FRENCH))
    assert found == total
    assert chance(total) == Fraction(sum(a + b + total >= 9 for a in range(1, 7) for b in range(1, 7)), 36)


@rule("wellington", "10.4c", "10.41b", "10.41a")
def test_a_whole_group_intercepts_with_the_battle_rating_of_its_commander_alone() -> None:
    s = game({"ciudad_rodrigo": "wellington hill de_espana britain:12 spain:5", "avila": "marmont nord:5"},
             active="nord", flags=RODRIGO)
    step(s, "marmont nord:5", "avila", "salamanca")
    told_of = react(s, "intercept wellington", [2, 2])
    assert told(told_of, "intercepts") == [(leader("wellington"), x("ciudad_rodrigo"), x("salamanca"), 12 + 4 + 3)]
    assert told(told_of, "interception_rolled") == [(BRITAIN, 4, 4 + 5)]
    assert pieces_at(s, "ciudad_rodrigo") == "spain:1"          # beyond DeEspaña's Command Rating


@rule("wellington", "10.41a", "10.41c", "1.61a")
def test_who_goes_along_is_said_before_the_dice() -> None:
    s = game({"ciudad_rodrigo": "wellington hill de_espana britain:12 spain:5", "avila": "marmont nord:5"},
             active="nord", flags=RODRIGO)
    step(s, "marmont nord:5", "avila", "salamanca")
    react(s, "detach wellington")
    assert asked(s) == "britain InterceptionForce"
    do(s, "join de_espana", "join hill")
    assert refused(s, "load 10") == TOO_MANY
    assert refused(s, "load 8") is None
    do(s, "load 8", "go", dice=[6, 6])
    assert pieces_at(s, "salamanca") == "wellington marmont britain:8 nord:5"
    assert pieces_at(s, "ciudad_rodrigo") == "hill de_espana britain:4 spain:5"


@rule("wellington", "10.41a")
def test_a_leader_with_a_single_sp_may_leave_it_behind() -> None:
    for soldiers, choice in (("", False), (" nord:1", True)):
        s = game({"ciudad_rodrigo": "wellington britain:5", "avila": f"marmont{soldiers}"}, flags=RODRIGO)
        step(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
        assert choice == ("detach marmont" in offered(s))


@rule("wellington", "10.41c", "9.65a")
def test_those_left_behind_may_try_with_their_own_rating_and_the_ally_by_itself() -> None:
    s = game({"ciudad_rodrigo": "wellington hill de_espana britain:9 spain:4", "avila": "marmont nord:5"},
             active="nord", flags=RODRIGO)
    s.commander[ALLIES * len(s.flag) + x("ciudad_rodrigo")] = leader("wellington")
    step(s, "marmont nord:5", "avila", "salamanca")
    assert set(offered(s)) == {"pass", "intercept wellington", "detach wellington", "intercept hill", "detach hill"}
    react(s, "detach hill")
    do(s, "load 3", "go", dice=[4, 5])
    assert pieces_at(s, "salamanca") == "hill marmont britain:3 nord:5"
    told_of = react(s, "intercept de_espana", [4, 4])
    assert told(told_of, "interception_rolled") == [(SPAIN, 8, 8 + 1)]


@rule("wellington", "10.41c")
def test_a_detached_army_does_not_take_the_commander_along() -> None:
    s = game({"ciudad_rodrigo": "wellington hill graham britain:9", "avila": "marmont nord:5"}, active="nord",
             flags=RODRIGO)
    step(s, "marmont nord:5", "avila", "salamanca")
    react(s, "detach hill")
    assert "join graham" in offered(s)
    assert "join wellington" not in offered(s)
    do(s, "join graham", "go", dice=[1, 5])                 # 6 + 3
    assert pieces_at(s, "salamanca") == "hill graham marmont britain:8 nord:5"


@rule("wellington", "10.41d", "10.3d", "10.4f")
def test_a_failure_marks_all_in_the_duchy_and_costs_no_attrition() -> None:
    s = game({"ciudad_rodrigo": "wellington hill de_espana britain:9 spain:4", "avila": "marmont nord:5"},
             active="nord", flags=RODRIGO)
    step(s, "marmont nord:5", "avila", "salamanca")
    told_of = react(s, "intercept hill", [1, 1])
    assert "attrition" not in kinds(told_of)
    assert marked(s, "wellington")
    assert marked(s, "hill")
    assert marked(s, "de_espana")
    assert pieces_at(s, "ciudad_rodrigo") == "wellington hill de_espana britain:9 spain:4"
    assert asked(s) == "nobody"
    assert refuse_leader(s, leader("wellington"), x("salamanca"), 0, 0) == MARKED
    assert not could_intercept_into(s, ALLIES, x("salamanca"))


@rule("wellington", "10.3b")
def test_soldiers_alone_do_not_intercept() -> None:
    s = game({"ciudad_rodrigo": "wellington britain:5", "avila": "nord:4"}, flags=RODRIGO)
    step(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
    assert asked(s) == "nobody"


@rule("wellington", "10.3d")
def test_soldiers_with_a_marker_stay_behind() -> None:
    s = game({"ciudad_rodrigo": "wellington britain:5", "avila": "clausel nord:5"}, flags=RODRIGO)
    mark_soldiers(s, NORD, x("avila"), 3)
    assert whole(s, leader("clausel"), x("salamanca")) == ((NORD, leaders("clausel"), 2),)
    step(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
    do(s, "intercept clausel", dice=[6, 6])
    assert sps(s, "nord", "salamanca") == 2
    assert sps(s, "nord", "avila") == 3


@rule("wellington", "10.3c")
def test_an_event_lends_soldiers_a_leader_for_the_interception_only() -> None:
    s = game({"ciudad_rodrigo": "wellington britain:1", "avila": "nord:6"}, flags=RODRIGO)
    contact = step(s, "wellington britain:1", "ciudad_rodrigo", "salamanca")
    s.stack.append(contact)
    contact.at = contact.steps().index("battle")
    assert can_call(s, NORD, contact, rating=2)
    assert not can_call(s, SUD, contact, rating=2)
    stand(s, "drouet", "avila")
    assert not can_call(s, NORD, contact), "he leads Soldiers of Sud only"
    stand(s, "drouet", "seville")
    call_armies(s, 1 << NORD, contact, rating=2)
    advance(s)
    assert offered(s) == ["pass", "intercept_from avila"]
    told_of = do(s, "intercept_from avila", dice=[3, 3, *BLANKS])
    assert told(told_of, "interception_rolled") == [(NORD, 6, 6 + 2 + 1)]
    assert sps(s, "nord", "salamanca") == 4                 # a Command Rating of 4
    assert told(told_of, "battle_dice")[1][:2] == (NORD, 4 + 2)     # no Battle Rating


@rule("wellington", "10.3f")
def test_no_interception_over_a_river() -> None:
    s = game({"ciudad_rodrigo": "wellington britain:5", "zamora": "clausel nord:4", "avila": "joseph"}, flags=RODRIGO)
    step(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
    assert refused(s, "intercept clausel") == OVER_RIVER
    assert "intercept joseph" in offered(s)
    assert interceptors(s, FRENCH, x("salamanca")) == 0     # Wellington stands there alone now
    assert interceptors(s, FRENCH, x("valladolid")) == leaders("clausel", "joseph")


@rule("wellington", "10.3f")
def test_a_blown_bridge_is_a_river_and_a_pontoon_train_crosses_it() -> None:
    s = game({"ciudad_rodrigo": "wellington britain:5", "zamora": "clausel nord:4", "avila": "joseph"}, flags=RODRIGO)
    s.frame(Impulse).blown.append((x("avila"), x("salamanca")))
    s.frame(Impulse).bridged = leaders("clausel")
    step(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
    assert refused(s, "intercept joseph") == OVER_RIVER
    assert "intercept clausel" in offered(s)


@rule("wellington", "12.4b")
def test_out_of_an_enemy_fortress_duchy_nobody_intercepts_into_an_enemy_duchy() -> None:
    """Wellington besieges Ciudad Rodrigo: not to Salamanca, which is Nord's, but to Plasencia, which is Spain's."""
    s = game({"ciudad_rodrigo": "wellington britain:5", "avila": "marmont nord:5", "talavera": "clausel nord:3"},
             active="nord")
    assert refuse_leader(s, leader("wellington"), x("salamanca"), friendly(s, 0), enemy(s, 0)) == PAST_FORTRESS
    assert not could_intercept_into(s, ALLIES, x("salamanca"))
    assert could_intercept_into(s, ALLIES, x("plasencia"))
    step(s, "marmont nord:5", "avila", "salamanca")
    assert asked(s) == "nobody"
    step(s, "clausel nord:3", "talavera", "plasencia")
    assert asked(s) == "britain ReactionWindow"


@rule("wellington", "10.4h", "13.1g", "9.42c", "9.41a", "9.43a")
def test_a_successful_interceptor_moves_and_suffers_attrition_at_once() -> None:
    """Castaños comes from an Uncontrolled Duchy over a Pass into an Enemy one: two reasons, 6 dice."""
    s = game({"avila": "castanos spain:2", "madrid": "marmont nord:5"}, active="nord", flags={"nord": "avila"})
    step(s, "marmont nord:5", "madrid", "talavera")
    told_of = do(s, "intercept castanos", dice=[6, 6, 1, 6, 1, 1, 1, 1])
    assert told(told_of, "attrition") == [(SPAIN, x("talavera"), 6, 1)]
    assert pieces_at(s, "talavera") == "castanos marmont spain:1 nord:5"
    assert s.marched[LEADER["castanos"]] == 0
    assert [tag for tag in s.tags if tag[0] == SPAIN * DUCHIES + x("talavera")] == []
    assert kinds(told_of).index("interception_succeeds") < kinds(told_of).index("attrition")


@rule("wellington", "10.4i")
def test_once_resolved_an_interception_is_not_taken_back() -> None:
    s = game({"ciudad_rodrigo": "wellington britain:5", "avila": "clausel nord:4"}, flags=RODRIGO)
    enter(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
    told_of = do(s, "intercept clausel", dice=[6, 6, *BLANKS])
    assert "battle" in kinds(told_of)                       # no further question comes between


@rule("wellington", "10.4d", "10.4b")
def test_events_change_or_cancel_an_interception() -> None:
    def attempt(dice: list[int], **by_card: int) -> str:
        s = game({"ciudad_rodrigo": "britain:1", "plasencia": "clausel nord:4"}, flags=RODRIGO)
        contact = step(s, "britain:1", "ciudad_rodrigo", "salamanca")
        do(s, "pass")
        s.stack.append(contact)
        frame = Interception(
            NORD, leader("clausel"), 3, forces("clausel nord:4"), x("plasencia"), x("salamanca"),
            contact.before[FRENCH], contact.theirs[FRENCH])
        for name, value in by_card.items():
            setattr(frame, name, value)
        run(s, frame, [*dice, *BLANKS] if dice else [])
        return f"{at(s, 'clausel')}{' marked' if marked(s, 'clausel') else ''}"

    assert attempt([3, 3]) == "plasencia marked"            # 6 + 3 + 1 - 1 - 1
    assert attempt([3, 3], bonus=1) == "salamanca"
    assert attempt([3, 3], ignore_terrain=True) == "salamanca"
    assert attempt([3, 3], swing=3) == "salamanca"
    assert attempt([6, 6], swing=-3) == "salamanca"
    assert attempt([5, 5], swing=-3) == "salamanca"
    assert attempt([4, 5], swing=-3) == "plasencia marked"
    assert attempt([], cancelled=True) == "plasencia"       # not attempted: no marker
    assert attempt([], beaten=True) == "plasencia marked"   # fails without a roll


@rule("wellington", "10.1c", "10.4b", "10.3f")
def test_by_event_from_two_duchies_away_with_the_last_line_and_the_attrition_of_both() -> None:
    """Clausel goes from Segovia by Avila, where he picks up nobody, to Salamanca: Rough, then Clear."""
    s = game({"ciudad_rodrigo": "wellington britain:5", "segovia": "clausel nord:4", "avila": "nord:2"}, flags=RODRIGO)
    contact = step(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
    s.stack.append(contact)
    assert not can_call(s, NORD, contact)
    assert can_call(s, NORD, contact, reach=2)
    call_armies(s, 1 << NORD, contact, reach=2, bonus=2)
    advance(s)
    assert prompt(s, NORD).key == "called_interception"
    told_of = do(s, "intercept clausel", dice=[1, 2])
    assert told(told_of, "interception_rolled") == [(NORD, 3, 3 + 3 + 2 + 1)]
    assert pieces_at(s, "salamanca") == "wellington clausel britain:5 nord:4"
    assert sps(s, "nord", "avila") == 2


@rule("wellington", "10.1c", "9.41a", "13.1d")
def test_a_two_duchy_interception_suffers_attrition_for_both_steps() -> None:
    """Castaños goes from Plasencia over a Pass to Avila and on to Segovia: the Pass, then the Ambush."""
    s = game({"plasencia": "castanos spain:1", "valladolid": "marmont nord:5"}, active="nord", flags={"spain": "avila"})
    contact = step(s, "marmont nord:5", "valladolid", "segovia")
    s.stack.append(contact)
    assert not can_call(s, SPAIN, contact, reach=2)         # Plasencia and Segovia are three Duchies apart
    s = game({"talavera": "castanos spain:1", "valladolid": "marmont nord:5"}, active="nord", flags={"spain": "avila"})
    contact = step(s, "marmont nord:5", "valladolid", "segovia")
    s.stack.append(contact)
    call_armies(s, 1 << SPAIN, contact, reach=2)
    advance(s)
    told_of = do(s, "intercept castanos", dice=[5, 6, 1, 1])
    assert told(told_of, "interception_rolled") == [(SPAIN, 11, 11 + 2 - 1)]        # Rough, out of Friendly Avila
    assert told(told_of, "attrition") == [(SPAIN, x("segovia"), 2, 0)]              # the Pass, out of Talavera


@rule("wellington", "10.1c", "10.3f")
def test_a_two_duchy_interception_uses_no_river_and_passes_no_enemy_or_fortress() -> None:
    s = game({"ciudad_rodrigo": "wellington britain:5", "leon": "clausel"}, flags=RODRIGO)
    contact = step(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
    assert not can_call(s, NORD, contact, reach=2)          # over Zamora and Valladolid there are Rivers
    s = game({"ciudad_rodrigo": "wellington britain:5", "madrid": "clausel"}, flags=RODRIGO)
    contact = step(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
    assert can_call(s, NORD, contact, reach=2)              # over Avila
    s = game({"ciudad_rodrigo": "wellington britain:5", "madrid": "clausel", "avila": "spain:1"}, flags=RODRIGO)
    contact = step(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
    assert not can_call(s, NORD, contact, reach=2)
    s = game({"salamanca": "wellington britain:5", "caceres": "drouet"}, flags={"britain": "badajoz"})
    contact = step(s, "wellington britain:5", "salamanca", "plasencia")
    assert not can_call(s, SUD, contact, reach=2)


@rule("wellington", "10.2b", "10.2c")
def test_an_event_lets_one_army_after_the_other_try() -> None:
    s = game({"ciudad_rodrigo": "wellington britain:5", "avila": "clausel", "lumbrales": "drouet"}, flags=RODRIGO)
    contact = step(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
    do(s, "pass", "pass")
    s.stack.append(contact)
    call_armies(s, 1 << NORD | 1 << SUD, contact, bonus=1, once=False)
    advance(s)
    told_of = do(s, "intercept drouet", "pass", dice=[3, 3])
    assert told(told_of, "interception_rolled") == [(SUD, 6, 6 + 2 + 1 + 1)]
    assert offered(s) == ["pass", "intercept clausel"]


@rule("wellington", "9.6b", "9.6c")
def test_an_army_that_meets_leaders_of_its_ally_makes_a_group_with_a_commander() -> None:
    s = game({"salamanca": "de_espana spain:2", "ciudad_rodrigo": "hill britain:4", "avila": "marmont nord:5"},
             active="nord", flags={"britain": "ciudad_rodrigo", "spain": "salamanca"})
    step(s, "marmont nord:5", "avila", "salamanca")
    react(s, "intercept hill", [6, 6])
    assert asked(s) == "britain NameCommander"
    do(s, "command hill")
    assert s.commander[x("salamanca")] == leader("hill")


@rule("wellington", "10.1a", "20c")
def test_the_reach_of_an_interception() -> None:
    s = game({"madrid": "clausel", "ciudad_rodrigo": "wellington"}, flags=RODRIGO)
    ours, theirs = friendly(s, FRENCH), enemy(s, FRENCH)
    assert refuse_leader(s, leader("clausel"), x("avila"), ours, theirs) is None
    assert refuse_leader(s, leader("clausel"), x("salamanca"), ours, theirs) == OUT_OF_REACH
    assert refuse_leader(s, leader("clausel"), x("salamanca"), ours, theirs, reach=2) is None
    assert refuse_leader(s, leader("clausel"), x("lumbrales"), ours, theirs, reach=2) == OUT_OF_REACH


@rule("wellington", "10.1a")
@pytest.mark.parametrize("start", SCENARIOS)
def test_what_armies_cover_is_where_somebody_could_intercept(start: str) -> None:
    s = GAME.new(start)
    s.marked = leaders("hill", "suchet")
    s.quarters = [(SUD, s.at[LEADER["soult"]], 0)]
    for blown in ([], [(x("salamanca"), x("avila"))]):
        s.stack.append(Impulse(BRITAIN, blown=blown, bridged=leaders("marmont", "castanos")))
        for side in (ALLIES, FRENCH):
            assert covered(s, side) == bitset(duchy for duchy in range(DUCHIES) if interceptors(s, side, duchy))
            assert covered(s, side)


@rule("wellington", "5.1c")
def test_winter_quarters_keep_an_army_from_intercepting() -> None:
    s = game({"ciudad_rodrigo": "wellington britain:5", "avila": "clausel nord:4"}, flags=RODRIGO)
    s.quarters = [(NORD, x("avila"), 0)]
    assert not could_intercept_into(s, FRENCH, x("salamanca"))


@rule("wellington", "10.4j")
def test_interceptors_go_by_what_was_friendly_before() -> None:
    s = game({"ciudad_rodrigo": "wellington britain:5", "avila": "clausel nord:4", "salamanca": "nord:1"},
             flags=RODRIGO)
    before = status(s)
    assert interceptors(s, FRENCH, x("salamanca"), before) == leaders("clausel")


@rule("wellington", "10.4j", "10.1e", "9.43a")
def test_before_a_later_round_a_duchy_is_still_enemy_as_it_was_before_the_step() -> None:
    s = game({"valladolid": "joseph nord:2", "lumbrales": "wellington britain:4", "avila": "ballesteros"},
             active="nord")
    enter(s, "joseph nord:2", "valladolid", "salamanca")
    react(s, "intercept wellington", dice=[6, 6, *BLANKS])
    react(s, "pass")
    assert 2 == s.frame(Battle).round, "a tie: before the second Round Armies may come"
    events = react(s, "intercept ballesteros", dice=[6, 6, 1, *BLANKS])
    assert [(SPAIN, x("salamanca"), 1, 0)] == told(events, "attrition"), "from an Uncontrolled into an Enemy Duchy"
