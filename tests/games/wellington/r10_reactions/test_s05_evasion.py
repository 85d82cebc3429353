"""[10.5] [10.6] [10.7] Evasion: who may go where, the dice, and what a failure costs."""

from __future__ import annotations

from fractions import Fraction

import pytest

import tablero
from tablero.games.wellington.board import BRITAIN, DUCHIES, FRENCH, NORD, SPAIN, SUD
from tablero.games.wellington.rules.r01_pieces.s05_soldiers import small_counters, unmarked
from tablero.games.wellington.rules.r01_pieces.s06_leaders import commander_at, mark
from tablero.games.wellington.rules.r04_sequence.s02_impulses import Impulse
from tablero.games.wellington.rules.r09_movement.s01_lines import PAST_FORTRESS
from tablero.games.wellington.rules.r10_reactions.s04_interception import chance
from tablero.games.wellington.rules.r10_reactions.s05_evasion import (
    ARTILLERY_STAYS,
    INTO_ENEMIES,
    INTO_FORTRESS,
    OVER_RIVER,
    TOWARDS_ENEMY,
    Evasion,
    evasion_modifier,
    own_sps,
)
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
from tests.games.wellington.r10_reactions.reacting import BLANKS, enter, forces, kinds, moved, placed, react, step
from tests.rules import rule

RODRIGO = {"britain": "ciudad_rodrigo"}
SINGLES = (
    "santander", "bilbao", "vitoria", "san_sebastian", "pamplona", "tudela", "palencia", "valladolid", "burgos",
    "segovia", "avila", "madrid", "toledo", "talavera", "ciudad_real", "zaragoza", "bordeaux", "mont_de_marsan",
    "bayonne", "orthez", "zamora", "lumbrales", "tortosa",
)
PAIRS = ("tarbes", "toulouse", "foix", "perpignan", "gerona", "lerida", "tarragona", "barcelona")
ALL_BUT_GUNS = {**dict.fromkeys(SINGLES, "nord:1"), **dict.fromkeys(PAIRS, "nord:2")}     # Nord's infantry and cavalry


@rule("wellington", "10.5a", "10.6a")
def test_one_evades_to_adjacent_duchies_but_not_where_the_enemy_came_from_nor_over_a_river() -> None:
    s = game({"ciudad_rodrigo": "wellington britain:5", "salamanca": "reille nord:2"}, flags=RODRIGO)
    step(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
    assert set(offered(s)) == {"pass", "evade lumbrales", "evade avila", "evade plasencia"}
    assert refused(s, "evade ciudad_rodrigo") == TOWARDS_ENEMY
    assert refused(s, "evade zamora") == OVER_RIVER


@rule("wellington", "10.1a", "10.5a")
def test_who_may_evade_is_asked_another_kind_of_question_than_who_may_only_intercept() -> None:
    """So that a standing no to interceptions silences no evasion."""
    s = game({"ciudad_rodrigo": "wellington britain:5", "salamanca": "reille nord:2", "avila": "soult sud:3"},
             flags=RODRIGO)
    step(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
    topics = {power: tablero.prompt(s, power).topic for power in (NORD, SUD)}
    assert {NORD: "reaction_window.met", SUD: "reaction_window.near"} == topics


@rule("wellington", "10.7e")
def test_of_an_evasion_that_succeeds_nobody_is_told_that_it_fails() -> None:
    s = game({"ciudad_rodrigo": "wellington britain:5", "salamanca": "reille nord:2"}, flags=RODRIGO)
    step(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
    assert tablero.prompt(s, NORD).key == "reaction_window"
    events = react(s, "evade avila", [6, 6])
    assert ([], [(NORD, x("avila"), 3)]) == (told(events, "evasion_fails"), told(events, "evasion_succeeds"))
    s = game({"ciudad_rodrigo": "britain:1", "salamanca": "reille nord:2"}, flags=RODRIGO)
    step(s, "britain:1", "ciudad_rodrigo", "salamanca")
    assert tablero.prompt(s, NORD).key == "reaction_soldiers"


@rule("wellington", "10.2d")
def test_of_soldiers_that_came_and_were_lost_none_were_there_before() -> None:
    s = game({"ciudad_rodrigo": "wellington britain:5", "salamanca": "reille nord:2"}, flags=RODRIGO)
    contact = step(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
    contact.arrived_sps = (0, 0, 0, 5)
    assert 0 == own_sps(s, contact, NORD)


@rule("wellington", "10.6a", "5.1c")
def test_soldiers_without_a_leader_evade_over_a_river_with_their_pontoons() -> None:
    for pontoons in (False, True):
        s = game({"ciudad_rodrigo": "wellington britain:5", "salamanca": "nord:1"}, flags=RODRIGO)
        s.frame(Impulse).bridged_piles = [NORD * DUCHIES + x("salamanca")] * pontoons
        step(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
        assert pontoons == ("evade zamora" in offered(s))
    assert told(do(s, "evade zamora", dice=[6, 6]), "evasion_succeeds") == [(NORD, x("zamora"), 1)]


@rule("wellington", "10.6a", "12.4a")
def test_nobody_evades_into_enemies_or_to_an_enemy_fortress_that_is_not_besieged() -> None:
    places = {"salamanca": "marmont nord:4", "plasencia": "castanos spain:3", "avila": "wellington britain:3"}
    s = game(places, flags=RODRIGO)
    step(s, "wellington britain:3", "avila", "salamanca")
    assert refused(s, "evade plasencia") == INTO_ENEMIES
    assert refused(s, "evade ciudad_rodrigo") == INTO_FORTRESS
    s = game({**places, "ciudad_rodrigo": "sud:2"}, flags=RODRIGO)      # besieged by Sud
    step(s, "wellington britain:3", "avila", "salamanca")
    assert "evade ciudad_rodrigo" in offered(s)


@rule("wellington", "10.6a")
def test_with_rivers_alone_there_is_no_evasion_and_none_to_sea() -> None:
    """Faro is a Port; its lines lead over a River to Huelva, and to Beja, where the enemy comes from."""
    s = game({"beja": "drouet sud:3", "faro": "spain:2"}, active="sud")
    step(s, "drouet sud:3", "beja", "faro")
    assert asked(s) == "nobody"


@rule("wellington", "12.4b")
def test_out_of_an_enemy_fortress_duchy_nobody_evades_into_an_enemy_duchy() -> None:
    """Hill besieges Badajoz. Llerena is Sud's; Merida is Spain's."""
    s = game({"badajoz": "hill britain:2", "huelva": "soult sud:5"}, active="sud")
    step(s, "soult sud:5", "huelva", "badajoz")
    assert refused(s, "evade llerena") == PAST_FORTRESS
    assert "evade merida" in offered(s)


@rule("wellington", "10.5b", "10.7e", "10.7c")
def test_an_army_group_evades_with_one_roll_to_one_duchy() -> None:
    s = game({"ciudad_rodrigo": "wellington britain:5", "salamanca": "marmont drouet nord:8 sud:3"}, flags=RODRIGO)
    s.commander[DUCHIES + x("salamanca")] = leader("marmont")
    step(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
    assert list(tablero.players(s)) == [NORD]               # the Commander's Power decides
    told_of = do(s, "evade avila", dice=[3, 3])
    assert told(told_of, "evasion_rolled") == [(NORD, 6, 6 + 2 + 1)]
    assert pieces_at(s, "avila") == "marmont drouet sud:3 nord:8"
    assert s.commander[DUCHIES + x("avila")] == leader("marmont")


@rule("wellington", "9.62b", "10.5b")
def test_a_commander_who_was_named_keeps_the_command_of_those_who_evade_with_him() -> None:
    s = game({"ciudad_rodrigo": "wellington britain:5", "salamanca": "clausel marmont nord:8"}, flags=RODRIGO)
    s.commander[DUCHIES + x("salamanca")] = leader("marmont")       # his Battle Rating is the lower one
    step(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
    told_of = do(s, "evade avila", dice=[6, 6])
    assert told(told_of, "evasion_rolled") == [(NORD, 12, 12 + 2 + 1)]
    assert commander_at(s, FRENCH, x("avila")) == leader("marmont")


@rule("wellington", "10.5b", "10.2d")
def test_a_formation_tries_once_for_each_entry_and_an_interceptor_does_not_evade() -> None:
    s = game({"ciudad_rodrigo": "wellington britain:5", "salamanca": "reille nord:2", "avila": "clausel nord:3"},
             flags=RODRIGO)
    contact = step(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
    do(s, "evade avila", dice=[1, 1])
    assert (contact.failed, contact.forfeit) == (1, leaders("reille"))
    assert contact.tried == leaders("reille")
    assert set(offered(s)) == {"pass", "intercept clausel", "detach clausel"}
    do(s, "intercept clausel", dice=[6, 6])
    assert asked(s) == "nobody"
    s = game({"ciudad_rodrigo": "wellington britain:5", "salamanca": "nord:2", "avila": "clausel nord:3"},
             flags=RODRIGO)
    step(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
    do(s, "intercept clausel", dice=[6, 6])
    do(s, "evade avila", dice=[6, 6])
    assert pieces_at(s, "salamanca") == "wellington clausel britain:5 nord:3"      # his Soldiers stay with him


@rule("wellington", "10.5c", "10.7d", "10.7h")
def test_counters_without_a_leader_try_one_by_one_and_each_failure_counts() -> None:
    """5 SPs are at least two cavalry and an infantry: three rolls."""
    s = game({"ciudad_rodrigo": "wellington britain:5", "salamanca": "nord:5"}, flags=RODRIGO)
    contact = step(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
    told_of = do(s, "evade avila", dice=[2, 2, 4, 4, 3, 4])
    assert told(told_of, "soldiers_evade") == [(NORD, x("salamanca"), x("avila"), 3)]
    assert told(told_of, "evasion_rolled") == [(NORD, 4, 5), (NORD, 8, 9), (NORD, 7, 8)]
    assert sps(s, "nord", "avila") == 2
    assert sps(s, "nord", "salamanca") == 3
    assert (contact.failed, contact.forfeit) == (2, 0)
    assert asked(s) == "nobody"


@rule("wellington", "10.5d")
def test_artillery_is_changed_first_as_far_as_counters_allow() -> None:
    s = game({"ciudad_rodrigo": "wellington britain:5", "salamanca": "nord:4"}, flags=RODRIGO)
    assert small_counters(s, NORD, x("salamanca"), 4) == (2, 2)
    step(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
    assert len(told(do(s, "evade avila", dice=[1, 1, 1, 1]), "evasion_rolled")) == 2
    s = game({**ALL_BUT_GUNS, "ciudad_rodrigo": "wellington britain:5", "salamanca": "nord:4"}, flags=RODRIGO)
    assert small_counters(s, NORD, x("salamanca"), 4) == ()
    step(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
    assert asked(s) == "nobody"


@rule("wellington", "10.5g", "10.7h")
def test_soldiers_above_the_command_rating_try_by_themselves() -> None:
    """Reille commands 4 of 6 SPs: one roll for him, and one for the cavalry that is left."""
    s = game({"ciudad_rodrigo": "wellington britain:5", "salamanca": "reille nord:6"}, flags=RODRIGO)
    contact = step(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
    assert {"evade avila", "evade_excess lumbrales"} <= set(offered(s))
    do(s, "evade_excess lumbrales", dice=[1, 1])
    assert (contact.failed, contact.forfeit) == (1, 0)      # the Commander has not tried
    do(s, "evade avila", dice=[6, 6])
    assert pieces_at(s, "avila") == "reille nord:4"
    assert sps(s, "nord", "salamanca") == 2
    assert not [text for text in offered(s) if text.startswith("evade")]


@rule("wellington", "10.5c", "10.6a")
def test_excess_soldiers_do_not_share_the_pontoons_of_the_army() -> None:
    s = game({"ciudad_rodrigo": "wellington britain:5", "salamanca": "reille nord:6"}, flags=RODRIGO)
    s.frame(Impulse).bridged = leaders("reille")
    step(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
    assert None is refused(s, "evade valladolid")
    assert ("10.6a", "evasion_over_river") == refused(s, "evade_excess valladolid")


@rule("wellington", "10.5g")
def test_soldiers_an_army_left_behind_may_try_after_it() -> None:
    s = game({"ciudad_rodrigo": "wellington britain:5", "salamanca": "reille nord:6"}, flags=RODRIGO)
    step(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
    do(s, "evade avila", dice=[6, 6])
    do(s, "evade lumbrales", dice=[4, 4])
    assert pieces_at(s, "avila") == "reille nord:4"
    assert sps(s, "nord", "lumbrales") == 2


@rule("wellington", "10.5c")
def test_soldiers_beside_an_army_of_their_ally_try_by_themselves() -> None:
    s = game({"avila": "marmont nord:5", "salamanca": "hill britain:2 spain:1"}, active="nord",
             flags={"britain": "salamanca"})
    contact = step(s, "marmont nord:5", "avila", "salamanca")
    assert list(tablero.players(s)) == [BRITAIN, SPAIN]
    react(s, "evade plasencia", [6, 6])                     # Britain, first on the Track
    assert pieces_at(s, "plasencia") == "hill britain:2"
    react(s, "evade plasencia", [1, 1])
    assert sps(s, "spain", "salamanca") == 1
    assert (contact.failed, contact.forfeit) == (1, 0)


@rule("wellington", "10.5e", "13.1g", "13.1h", "9.43a")
@pytest.mark.parametrize(("start", "came_from", "target", "dice"), [
    ("plasencia", "talavera", "ciudad_rodrigo", 0),         # from Friendly into Friendly over a Pass
    ("salamanca", "avila", "lumbrales", 3),                 # from Uncontrolled into Enemy, Clear
    ("salamanca", "avila", "plasencia", 3),                 # a Pass out of Uncontrolled into Friendly
    ("plasencia", "talavera", "salamanca", 6),              # a Pass out of Friendly into Enemy: two reasons
])
def test_attrition_of_an_evasion(start: str, came_from: str, target: str, dice: int) -> None:
    s = game({start: "hill britain:2", came_from: "marmont nord:5"}, active="nord", flags=RODRIGO)
    step(s, "marmont nord:5", came_from, start)
    told_of = do(s, f"evade {target}", dice=[6, 6, *[1] * dice])
    assert [args[2] for args in told(told_of, "attrition")] == ([dice] if dice else [])
    assert at(s, "hill") == target
    s = game({start: "hill britain:2", came_from: "marmont nord:5"}, active="nord", flags=RODRIGO)
    step(s, "marmont nord:5", came_from, start)
    told_of = do(s, f"evade {target}", dice=[1, 1])
    assert (at(s, "hill"), told(told_of, "attrition")) == (start, []), "nobody has moved"


@rule("wellington", "10.5e")
def test_a_besieged_enemy_fortress_costs_attrition() -> None:
    s = game({"salamanca": "hill britain:2", "ciudad_rodrigo": "spain:2", "avila": "marmont nord:5"}, active="nord",
             flags={"britain": "salamanca"})
    step(s, "marmont nord:5", "avila", "salamanca")
    told_of = do(s, "evade ciudad_rodrigo", dice=[6, 6, 6, 1, 1])
    assert told(told_of, "attrition") == [(BRITAIN, x("ciudad_rodrigo"), 3, 1)]
    assert pieces_at(s, "ciudad_rodrigo") == "hill britain:1 spain:2"


@rule("wellington", "10.5f", "9.42c")
def test_a_marker_does_not_keep_from_evading_and_goes_along() -> None:
    s = game({"ciudad_rodrigo": "wellington britain:5", "salamanca": "reille nord:2", "avila": "clausel nord:3"},
             flags=RODRIGO)
    mark(s, FRENCH, x("salamanca"))
    step(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
    do(s, "evade avila", dice=[6, 6])
    assert pieces_at(s, "avila") == "clausel reille nord:5"
    assert marked(s, "reille")
    assert not marked(s, "clausel")
    assert unmarked(s, NORD, x("avila")) == 3
    assert s.marched[leader("reille")] == 0


@rule("wellington", "10.7a", "10.7b", "10.7c", "10.4j", "20b")
@pytest.mark.parametrize(("dice", "away"), [([4, 4], True), ([3, 4], False)])
def test_soldiers_need_an_8_out_of_friendly_into_friendly_over_a_clear_line(dice: list[int], away: bool) -> None:
    """8 + 1 = 9. Salamanca counts as Friendly to them although Wellington stands in it."""
    s = game({"ciudad_rodrigo": "wellington britain:5", "salamanca": "nord:1"}, flags=RODRIGO)
    step(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
    do(s, "evade avila", dice=dice)
    assert sps(s, "nord", "avila") == (1 if away else 0)


@rule("wellington", "10.7b")
@pytest.mark.parametrize(("start", "came_from", "target", "total"), [
    ("salamanca", "ciudad_rodrigo", "avila", 3 + 1),
    ("salamanca", "ciudad_rodrigo", "plasencia", 3 - 1),            # a Pass into Enemy
    ("plasencia", "ciudad_rodrigo", "talavera", 3 + 1 - 1),         # out of Uncontrolled
    ("plasencia", "castelo_branco", "salamanca", 3 + 1 - 1 - 1),    # out of Uncontrolled over a Pass
    ("avila", "salamanca", "madrid", 3 + 1 - 1),                    # a Rough line
])
def test_modifiers_of_an_evasion(start: str, came_from: str, target: str, total: int) -> None:
    s = game({start: "clausel", came_from: "britain:1"}, flags=RODRIGO)
    contact = step(s, "britain:1", came_from, start)
    assert evasion_modifier(s, contact, NORD, x(target)) == total
    assert told(do(s, f"evade {target}", dice=[1, 1]), "evasion_rolled") == [(NORD, 2, 2 + total)]
    assert chance(3) == Fraction(26, 36)


@rule("wellington", "10.7d", "11.2h")
def test_a_failed_army_loses_its_terrain_dice_and_gives_the_enemy_one() -> None:
    """Over a River the French in Lumbrales would have three dice."""
    def dice_of(*answers: str) -> list[tuple[int, ...]]:
        s = game({"braga": "wellington britain:3", "lumbrales": "reille nord:2"})
        enter(s, "wellington britain:3", "braga", "lumbrales")
        return [args[:2] for args in told(do(s, *answers, dice=BLANKS), "battle_dice")]

    assert dice_of("pass")[:2] == [(BRITAIN, 3 + 5 + 1), (NORD, 2 + 2 + 2 + 3)]
    assert dice_of("evade salamanca")[:2] == [(BRITAIN, 3 + 5 + 1 + 1), (NORD, 2 + 2 + 2)]


@rule("wellington", "10.7f")
def test_after_the_dice_an_evasion_is_not_taken_back() -> None:
    s = game({"ciudad_rodrigo": "wellington britain:5", "salamanca": "reille nord:2"}, flags=RODRIGO)
    enter(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
    assert "battle" in kinds(do(s, "evade avila", dice=[1, 1, *BLANKS]))


@rule("wellington", "10.7g", "10.7b")
def test_events_change_or_cancel_an_evasion() -> None:
    def attempt(dice: list[int], **by_card: int) -> tuple[str, int]:
        s = game({"ciudad_rodrigo": "wellington britain:5", "salamanca": "reille nord:2"}, flags=RODRIGO)
        contact = step(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
        frame = Evasion(NORD, leader("reille"), x("salamanca"), x("plasencia"), forces("reille nord:2"), (),
                        contact.before[FRENCH], contact.theirs[FRENCH])
        for name, value in by_card.items():
            setattr(frame, name, value)
        run(s, frame, [*dice, *BLANKS] if dice else [])
        return at(s, "reille"), contact.failed

    assert attempt([3, 4]) == ("salamanca", 1)              # 7 + 2 - 1
    assert attempt([3, 4], bonus=1) == ("plasencia", 0)
    assert attempt([3, 4], ignore_terrain=True) == ("plasencia", 0)
    assert attempt([], cancelled=True) == ("salamanca", 0)  # not attempted: no die for the enemy
    assert attempt([], beaten=True) == ("salamanca", 1)


@rule("wellington", "10.6a")
def test_a_blown_bridge_bars_an_evasion_and_a_pontoon_train_opens_a_river() -> None:
    s = game({"ciudad_rodrigo": "wellington britain:5", "salamanca": "reille nord:2"}, flags=RODRIGO)
    s.frame(Impulse).blown.append((x("avila"), x("salamanca")))
    s.frame(Impulse).bridged = leaders("reille")
    step(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
    assert "evade zamora" in offered(s)
    assert "evade avila" in offered(s)
    s = game({"ciudad_rodrigo": "wellington britain:5", "salamanca": "reille nord:2"}, flags=RODRIGO)
    s.frame(Impulse).blown.append((x("avila"), x("salamanca")))
    step(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
    assert refused(s, "evade avila") == OVER_RIVER


@rule("wellington", "10.5a")
def test_a_besieger_may_evade_when_pieces_are_placed_in_the_fortress() -> None:
    s = game({"badajoz": "hill britain:2"}, active="sud")
    run(s, placed(s, "sud:3", "badajoz"))
    assert asked(s) == "britain ReactionWindow"
    do(s, "evade merida", dice=[6, 6])
    assert at(s, "hill") == "merida"


@rule("wellington", "10.5d")
def test_artillery_that_cannot_be_changed_is_named_as_the_reason() -> None:
    s = game({**ALL_BUT_GUNS, "ciudad_rodrigo": "wellington britain:5", "salamanca": "nord:4",
              "lumbrales": "reille nord:1"}, flags=RODRIGO)
    contact = moved(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
    run(s, contact)
    assert refused(s, "evade avila") == ARTILLERY_STAYS
