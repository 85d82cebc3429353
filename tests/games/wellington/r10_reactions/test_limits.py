"""[10.1] to [10.10] Where reactions end: whom they pass over, and what they leave as it was."""

from __future__ import annotations

import tablero
from tablero.games.wellington.board import (
    ALLIES,
    BRITAIN,
    CLEAR,
    DUCHIES,
    FRENCH,
    NORD,
    RIVER,
    ROUGH,
    SPAIN,
    SUD,
)
from tablero.games.wellington.rules.r01_pieces.s05_soldiers import mark_soldiers
from tablero.games.wellington.rules.r01_pieces.s06_leaders import commander_at
from tablero.games.wellington.rules.r03_control import set_owner, status
from tablero.games.wellington.rules.r06_building import Spending
from tablero.games.wellington.rules.r09_movement.s01_lines import NOT_ADJACENT
from tablero.games.wellington.rules.r09_movement.s06_groups import set_commander
from tablero.games.wellington.rules.r10_reactions import s05_evasion as evasion
from tablero.games.wellington.rules.r10_reactions.s01_contact import Contact, held_alone, others_there
from tablero.games.wellington.rules.r10_reactions.s04_interception import (
    MARKED,
    NO_COUNTERS,
    NO_SOLDIERS,
    OUT_OF_REACH,
    Interception,
    company,
    could_intercept_into,
    interception_modifier,
    interceptors,
    passable,
    refuse_soldiers,
)
from tablero.games.wellington.rules.r10_reactions.s05_evasion import Evasion
from tablero.games.wellington.rules.r10_reactions.s09_sequence import call_armies, can_call
from tablero.games.wellington.rules.r10_reactions.s10_flags import FlagContact
from tablero.kernel.bits import ids_of
from tablero.kernel.engine import advance
from tests.games.wellington.cards.playing import begin, say
from tests.games.wellington.combat import battle_at, impulse
from tests.games.wellington.field import asked, at, do, game, holder, leader, leaders, marked, offered, run, told, x
from tests.games.wellington.r10_reactions.reacting import enter, moved, step
from tests.games.wellington.turns import war
from tests.rules import rule

RODRIGO = {"britain": "ciudad_rodrigo salamanca"}
FORTRESS = {"britain": "ciudad_rodrigo"}


# --- a Duchy held alone


@rule("wellington", "10.1b")
def test_a_duchy_that_was_held_alone_stays_so_for_all_who_come() -> None:
    s = game({"ciudad_rodrigo": "hill graham britain:4", "salamanca": "britain:1", "avila": "clausel nord:4"},
             flags=RODRIGO)
    begin(s, Spending(BRITAIN, 4))
    say(s, "britain", "lead hill", "load 2", "step salamanca", "lead graham", "step salamanca")
    assert ("salamanca", "britain MarchOrders") == (at(s, "graham"), asked(s))


@rule("wellington", "10.1b")
def test_one_sp_of_the_ally_holds_a_duchy_whatever_has_marched_elsewhere() -> None:
    s = game({"ciudad_rodrigo": "hill britain:2", "salamanca": "spain:1", "avila": "clausel nord:4",
              "leon": "spain:2"}, flags=RODRIGO)
    s.tags = [(SPAIN * DUCHIES + x("leon"), 1, 0, 2), (BRITAIN * DUCHIES + x("leon"), 1, 0, 2)]
    contact = moved(s, "hill britain:2", "ciudad_rodrigo", "salamanca")
    assert held_alone(s, contact)
    s.tags.append((SPAIN * DUCHIES + x("salamanca"), 1, 0, 1))
    assert not held_alone(s, contact), "it has come in this Impulse itself"


@rule("wellington", "10.1b")
def test_wellington_alone_holds_a_duchy_for_the_spanish() -> None:
    s = game({"ciudad_rodrigo": "castanos spain:2", "salamanca": "wellington"}, active="spain", flags=RODRIGO)
    contact = moved(s, "castanos spain:2", "ciudad_rodrigo", "salamanca")
    assert held_alone(s, contact)
    s.marched[leader("wellington")] = 1
    assert not held_alone(s, contact)


@rule("wellington", "10.4j")
def test_others_of_the_side_are_leaders_or_soldiers_of_either_power() -> None:
    for there, found in (("", False), ("britain:1", True), ("spain:1", True), ("castanos", True), ("graham", True)):
        s = game({"ciudad_rodrigo": "hill britain:2", "salamanca": there}, flags=RODRIGO)
        contact = moved(s, "hill britain:2", "ciudad_rodrigo", "salamanca")
        assert found == others_there(s, contact), there


@rule("wellington", "10.4j", "3.1h")
def test_a_fortress_that_others_of_the_side_besiege_is_no_enemy_duchy_to_those_who_come_after() -> None:
    for there, enemy in (("", True), ("spain:1", False)):
        s = game({"lumbrales": "hill britain:2", "ciudad_rodrigo": there})
        contact = moved(s, "hill britain:2", "lumbrales", "ciudad_rodrigo")
        contact.survey(s)
        assert enemy == bool(contact.theirs[ALLIES] >> x("ciudad_rodrigo") & 1)


@rule("wellington", "9.52a", "13.1a")
def test_only_those_who_have_come_alive_are_marked_at_a_fortress() -> None:
    """Three SPs cross a Pass to Ciudad Rodrigo, one dies, and two others have besieged it before."""
    s = game({"castelo_branco": "hill britain:3", "ciudad_rodrigo": "britain:2"})
    enter(s, "hill britain:3", "castelo_branco", "ciudad_rodrigo", dice=[6, 1, 1, 1])
    pile = BRITAIN * DUCHIES + x("ciudad_rodrigo")
    assert (4, 2) == (s.sp[pile], sum(n for p, _, mark, n in s.tags if p == pile and mark))
    assert marked(s, "hill")


# --- who may intercept, and with what


@rule("wellington", "10.3f", "5.1c")
def test_a_blown_bridge_keeps_armies_away() -> None:
    s = game({"salamanca": "marmont nord:4"})
    assert could_intercept_into(s, FRENCH, x("avila"))
    impulse(s).blown = [(x("avila"), x("salamanca"))]
    assert not could_intercept_into(s, FRENCH, x("avila"))


@rule("wellington", "10.1c", "12.4a")
def test_an_interception_passes_neither_enemies_nor_their_fortress() -> None:
    s = game({"avila": "britain:1", "almeida": "nord:1"})
    for name, free in (("avila", False), ("ciudad_rodrigo", True), ("elvas", False), ("almeida", True)):
        assert free == passable(s, FRENCH, x(name)), name
    assert not passable(s, ALLIES, x("ciudad_rodrigo"))


@rule("wellington", "10.3b", "10.3c", "10.3d")
def test_soldiers_without_a_leader_need_to_be_near_alone_and_unmarked() -> None:
    s = game({"avila": "nord:2", "madrid": "reille nord:2", "segovia": "sud:2"}, active="britain")
    there = x("salamanca")
    assert refuse_soldiers(s, NORD, x("avila"), there, 0) is None
    assert OUT_OF_REACH == refuse_soldiers(s, SUD, x("segovia"), there, 0)
    assert NO_SOLDIERS == refuse_soldiers(s, NORD, x("madrid"), x("toledo"), 0)
    mark_soldiers(s, NORD, x("avila"))
    assert MARKED == refuse_soldiers(s, NORD, x("avila"), there, 0)


@rule("wellington", "12.4b", "10.4j")
def test_what_was_enemy_before_counts_for_who_could_intercept() -> None:
    """Soult besieges Elvas: out of it he intercepts into no Duchy that was Enemy before."""
    s = game({"elvas": "soult sud:4"}, active="britain")
    where, was = x("evora"), status(s)
    assert 0 == interceptors(s, FRENCH, where, was) == interceptors(s, FRENCH, where)
    free = (was[0] & ~(1 << where), was[1])
    assert leaders("soult") == interceptors(s, FRENCH, where, free)
    assert 0 == interceptors(s, FRENCH, where, (was[0], was[1] | 1 << where))


@rule("wellington", "10.3f")
def test_pontoons_take_a_leader_over_a_river() -> None:
    s = game({"elvas": "hill britain:2"}, active="nord")
    ours, theirs = status(s)
    assert interception_modifier(s, leader("hill"), x("badajoz"), ours, theirs) is None
    impulse(s).bridged = leaders("hill")
    assert 3 == interception_modifier(s, leader("hill"), x("badajoz"), ours, theirs)


@rule("wellington", "10.41a", "5.1c")
def test_winter_quarters_keep_leaders_of_either_side_from_going_along() -> None:
    s = game({"madrid": "soult suchet marmont sud:3 nord:3", "lisbon": "wellington castanos britain:2"})
    set_commander(s, x("madrid"), leader("soult"))
    set_commander(s, x("lisbon"), leader("wellington"))
    assert leaders("soult", "suchet", "marmont") == company(s, leader("soult"), x("toledo"))
    s.quarters = [(NORD, x("madrid"), 0), (SPAIN, x("lisbon"), 0)]
    assert leaders("soult", "suchet") == company(s, leader("soult"), x("toledo"))
    assert leaders("wellington") == company(s, leader("wellington"), x("santarem"))


@rule("wellington", "10.4b", "10.7b")
def test_who_ignores_terrain_gains_nothing_on_a_clear_line() -> None:
    for kind, more in ((CLEAR, 0), (RIVER, 0), (ROUGH, 1)):
        attempt = Interception(NORD, leader("marmont"), 2, (), x("avila"), x("salamanca"), 0, 0)
        away = Evasion(NORD, leader("marmont"), x("avila"), x("salamanca"), (), (), 0, 0)
        attempt.kind = away.kind = kind
        plain = attempt.added(), away.added()
        attempt.ignore_terrain = away.ignore_terrain = True
        assert plain == (attempt.added() - more, away.added() - more)


@rule("wellington", "9.62b", "1.6g")
def test_a_commander_who_intercepts_to_a_better_one_does_not_command() -> None:
    s = game({"lisbon": "graham hill britain:4", "santarem": "wellington britain:1", "abrantes": "marmont nord:3"},
             active="nord")
    set_commander(s, x("lisbon"), leader("graham"))
    step(s, "marmont nord:3", "abrantes", "santarem")
    do(s, "intercept graham", dice=[6, 6])
    assert "santarem" == at(s, "graham")
    assert leader("wellington") == commander_at(s, ALLIES, x("santarem"))


# --- evasion


@rule("wellington", "10.5a", "10.5g")
def test_an_evasion_goes_to_a_duchy_next_to_it_and_the_excess_has_no_leader() -> None:
    s = game({"ciudad_rodrigo": "wellington britain:5", "salamanca": "reille nord:7"}, flags=FORTRESS)
    contact = moved(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
    contact.survey(s)
    assert NOT_ADJACENT == evasion.refuse_target(s, contact, (NORD, leaders("reille"), 0), x("madrid"))
    where = x("valladolid")
    assert 2 == (evasion.evasion_modifier(s, contact, NORD, where)
                 - evasion.evasion_modifier(s, contact, NORD, where, excess=True)), "Reille has a Battle Rating of 2"


@rule("wellington", "10.5g", "10.7b")
def test_the_excess_of_a_british_army_has_no_leader_either() -> None:
    s = game({"ciudad_rodrigo": "marmont nord:5", "almeida": "hill britain:7"}, active="nord")
    contact = moved(s, "marmont nord:5", "ciudad_rodrigo", "almeida")
    contact.survey(s)
    where = x("viseu")
    assert 3 == (evasion.evasion_modifier(s, contact, BRITAIN, where)
                 - evasion.evasion_modifier(s, contact, BRITAIN, where, excess=True))


@rule("wellington", "10.2c", "10.5a")
def test_the_active_side_that_is_called_does_not_evade() -> None:
    s = game({"ciudad_rodrigo": "wellington britain:5", "avila": "hill britain:2", "salamanca": "clausel nord:4"},
             flags={"britain": "ciudad_rodrigo avila"})
    contact = moved(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
    contact.survey(s)
    contact.at = len(contact.steps())
    s.call(contact)
    call_armies(s, 1 << BRITAIN, contact)
    advance(s)
    assert ["pass", "intercept hill", "detach hill"] == offered(s)


@rule("wellington", "10.1c")
def test_an_event_calls_armies_of_either_side() -> None:
    s = game({"salamanca": "wellington britain:5 clausel nord:4", "avila": "marmont nord:3", "madrid": "nord:1"})
    battle = battle_at(s, "salamanca", "ciudad_rodrigo")
    s.call(battle)
    assert can_call(s, NORD, battle)
    assert not can_call(s, SUD, battle)
    s = game({"elvas": "soult sud:3", "evora": "britain:1"}, active="britain")      # out of a Fortress of the enemy
    contact = Contact(BRITAIN, x("evora"), (), (), status(s))
    s.call(contact)
    contact.survey(s)
    assert not can_call(s, SUD, contact)


# --- Flags


@rule("wellington", "10.10a", "10.1b")
def test_a_flag_beside_a_french_formation_is_not_intercepted() -> None:
    s = game({"toledo": "sud:1", "ciudad_real": "castanos spain:3"}, active="nord", flags={"spain": "toledo"})
    run(s, FlagContact(NORD, x("toledo"), NORD))
    assert ("nobody", 1) == (asked(s), s.answer)


@rule("wellington", "10.10a", "10.10b")
def test_an_intercepted_flag_gives_way_to_the_flag_that_was_there() -> None:
    s = game({"ciudad_real": "hill britain:3"}, active="nord", flags={"britain": "toledo ciudad_real"})
    run(s, FlagContact(NORD, x("toledo"), NORD))
    said = do(s, "intercept hill", dice=[6, 6])
    assert "britain" == holder(s, "toledo")
    assert [(NORD, x("toledo"))] == told(said, "flag_intercepted")


@rule("wellington", "10.10a", "18.1b")
def test_a_flag_of_an_event_may_end_the_war() -> None:
    s = war({"lisbon": "britain:1"})
    for y in ids_of(s.owned[SUD] | s.owned[NORD]):
        set_owner(s, y, SPAIN)
    set_owner(s, x("bayonne"), NORD)
    run(s, FlagContact(SPAIN, x("bayonne"), SPAIN))
    assert s.over


@rule("wellington", "10.1a")
def test_who_looks_on_reads_of_an_interception() -> None:
    s = game({"lumbrales": "hill britain:2", "salamanca": "reille nord:2"}, flags=RODRIGO)
    run(s, moved(s, "hill britain:2", "lumbrales", "salamanca"))
    assert ["met", "near"] == [tablero.prompt(s, seat).kind for seat in (NORD, -1)]


@rule("wellington", "10.3c", "1.5d")
def test_soldiers_who_cannot_part_for_want_of_counters_do_not_intercept() -> None:
    """All infantry is on the map: the two SPs of Ávila are cavalry, and one of them is marked."""
    ones = ("porto", "braga", "viseu", "coimbra", "castelo_branco", "abrantes", "santarem", "lisbon", "elvas", "evora",
            "beja", "faro", "gibraltar", "cadiz")
    s = game({"avila": "britain:2", **dict.fromkeys(ones, "britain:1")}, active="nord")
    mark_soldiers(s, BRITAIN, x("avila"), 1)
    assert NO_COUNTERS == refuse_soldiers(s, BRITAIN, x("avila"), x("salamanca"), 0)
