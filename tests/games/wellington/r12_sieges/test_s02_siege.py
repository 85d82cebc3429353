"""[12] Sieges: who may besiege, the Rounds, and what follows."""

from __future__ import annotations

from tablero.games.wellington.board import (
    ALLIES,
    BRITAIN,
    CARD,
    DUCHY_NAMES,
    FRENCH,
    NORD,
    SIEGE_CARDS,
    SPAIN,
    SPANISH_KEYS,
    SUD,
)
from tablero.games.wellington.rules.r01_pieces.s05_soldiers import unmarked
from tablero.games.wellington.rules.r03_control import besieged
from tablero.games.wellington.rules.r04_sequence.s01_turn import War
from tablero.games.wellington.rules.r06_building import Spending
from tablero.games.wellington.rules.r09_movement.s06_groups import set_commander
from tablero.games.wellington.rules.r12_sieges.s02_siege import (
    Siege,
    besieger_dice,
    besiegers,
    can_besiege,
    fortress_dice,
    fortress_strength,
    refuse_siege,
    siege_army,
)
from tablero.games.wellington.state import BY_LIBERATION, Wellington
from tablero.kernel.bits import ids_of
from tests.games.wellington.combat import fight, hush, impulse, siege_by, start, throw
from tests.games.wellington.field import (
    asked,
    at,
    do,
    game,
    holder,
    leader,
    leaders,
    marked,
    offered,
    run,
    sps,
    stand,
    told,
    x,
)
from tests.rules import rule


def refusal(s: Wellington, name: str) -> str:
    return getattr(refuse_siege(s, leader(name)), "key", "")


def lisbon(pieces: str = "soult sud:5", **more: str) -> Wellington:
    """Lisbon, besieged by the French."""
    return game({"lisbon": pieces}, active="sud", hands=more)


# --- who may besiege


@rule("wellington", "12.2a", "12.1b", "12.2f")
def test_an_army_before_an_enemy_fortress_may_besiege_it() -> None:
    s = lisbon()
    assert ("", True) == (refusal(s, "soult"), can_besiege(s, leader("soult")))
    assert ("britain", True) == (holder(s, "lisbon"), bool(besieged(s, FRENCH) >> x("lisbon") & 1))
    assert "no_enemy_fortress" == refusal(game({"seville": "soult sud:5"}), "soult")            # no Fortress
    assert "no_enemy_fortress" == refusal(game({"badajoz": "soult sud:5"}), "soult")            # his own
    assert "not_on_map" == refusal(game(), "soult")
    assert [leader("soult")] == besiegers(s, SUD)


@rule("wellington", "12.2a")
def test_nobody_besieges_while_an_enemy_formation_is_there() -> None:
    s = lisbon()
    stand(s, "britain:1", "lisbon")
    assert "enemy_before_fortress" == refusal(s, "soult")


@rule("wellington", "12.2a", "12.2c")
def test_who_has_won_a_battle_there_in_this_impulse_may_not_besiege_unless_it_was_an_overrun() -> None:
    s = lisbon("soult sud:8 hill britain:4")
    fight(s, "lisbon", "santarem", dice=[*throw(14, fives=1), *throw(8), *throw(5)])
    assert "has_fought_there" == refusal(s, "soult")
    s = lisbon("soult sud:8 britain:2")
    fight(s, "lisbon", "santarem", dice=[*throw(14, sixes=2), *throw(3)])
    assert "" == refusal(s, "soult")


@rule("wellington", "12.2a")
def test_another_army_that_has_not_fought_may_besiege_with_its_own_soldiers() -> None:
    s = lisbon("soult sud:8 britain:4")
    fight(s, "lisbon", "santarem", dice=[*throw(14, fives=1), *throw(5), *throw(4)])
    stand(s, "drouet", "lisbon")
    stand(s, "sud:3", "lisbon")
    assert (["has_fought_there", ""], (leader("drouet"), 0, 3)) == (
        [refusal(s, name) for name in ("soult", "drouet")], siege_army(s, leader("drouet")))


@rule("wellington", "12.21a", "20ao", "20d")
def test_soldiers_without_a_leader_cannot_besiege_unless_an_event_lets_them() -> None:
    s = lisbon("sud:4")
    assert [] == besiegers(s, SUD)
    siege = Siege(SUD, -1, x("lisbon"), strength=1)
    events = start(s, siege, [*throw(4 + 2, sixes=1), 5])
    assert (1, [(x("lisbon"), 1, 0, 1)]) == (siege.strength, told(events, "fortress_dice"))
    assert ("sud FreeFlag", True) == (asked(s), siege.taken)


@rule("wellington", "12.22a", "12.21a")
def test_a_fortress_is_besieged_once_in_an_impulse_and_by_one_army() -> None:
    s = lisbon("soult sud:8 drouet")
    start(s, siege_by(s, "soult"), [*throw(4 + 8 + 1 + 2), *throw(3)])
    assert ["besieged_already", "besieged_already"] == [refusal(s, name) for name in ("soult", "drouet")]
    impulse(s).besieged = 0
    assert "" == refusal(s, "drouet")


@rule("wellington", "12.2b", "12.2c", "4.2f")
def test_a_siege_costs_no_command_points_and_may_follow_the_march() -> None:
    s = game({"santarem": "soult sud:5"}, active="sud", flags={"sud": "santarem"})
    spending = Spending(SUD, 2)
    run(s, spending)
    do(s, "lead soult", "step lisbon", "besiege soult", dice=[*throw(11), *throw(3)])
    assert (1, "lisbon", True) == (spending.points, at(s, "soult"), marked(s, "soult"))


@rule("wellington", "12.2d", "12.2e", "4.23a")
def test_a_power_without_cards_may_besiege_and_needs_no_reminder_for_it() -> None:
    from tablero.games.wellington.rules.r04_sequence.s02_impulses import may_act_without_cards
    s = lisbon()
    assert (True, False) == (may_act_without_cards(s, SUD), may_act_without_cards(s, NORD))


@rule("wellington", "12.2a")
def test_winter_quarters_forbid_a_siege() -> None:
    s = lisbon()
    s.quarters = [(SUD, x("lisbon"), 0)]
    assert "in_winter_quarters" == refusal(s, "soult")


@rule("wellington", "12.2f")
def test_a_fortress_is_besieged_as_long_as_any_hostile_piece_stands_there() -> None:
    s = game({"oviedo": "nord:1", "leon": "spain:1"})
    assert 1 << x("oviedo") == besieged(s, FRENCH)
    s = game({"leon": "nord:1"})
    assert 0 == besieged(s, FRENCH)


# --- dice


@rule("wellington", "12.3a", "12.22c", "20q")
def test_fortresses_have_strength_three_gibraltar_five_and_hasty_ones_two() -> None:
    s = game()
    s.hasty = 1 << x("salamanca")
    assert [3, 5, 2, 0] == [fortress_strength(s, x(name)) for name in ("lisbon", "gibraltar", "salamanca", "seville")]
    s.turn_events = 1 << CARD["torres_vedras"]
    assert [5, 3] == [fortress_strength(s, x(name)) for name in ("lisbon", "elvas")]


@rule("wellington", "12.3b", "12.3a")
def test_the_besieger_rolls_as_in_a_battle_and_the_fortress_its_strength_without_a_bonus() -> None:
    s = lisbon()
    siege = siege_by(s, "soult")
    events = start(s, siege, [*throw(11), *throw(3)])
    assert ([(SUD, 4 + 5 + 2, 0)], [(x("lisbon"), 3, 0, 0)]) == (
        told(events, "siege_dice"), told(events, "fortress_dice"))
    s.atrocity = 1 << FRENCH | 1 << ALLIES
    assert (12, 3) == (besieger_dice(s, siege), fortress_dice(siege))
    siege.bonus[1 - siege.side] -= 9
    assert 0 == fortress_dice(siege), "never fewer than none"
    siege.halved = 1 << 1 - siege.side
    assert 0 == fortress_dice(siege)
    s = game({"badajoz": "castanos spain:6"}, active="spain")
    assert [(SPAIN, 2 + 6, 0)] == told(start(s, siege_by(s, "castanos"), [*throw(8), *throw(3)]), "siege_dice")


@rule("wellington", "12.31a", "12.21a", "1.61d")
def test_only_the_army_of_one_power_besieges_within_its_command_rating() -> None:
    s = game({"badajoz": "wellington britain:5 castanos spain:6"})
    set_commander(s, x("badajoz"), leader("castanos"))
    siege = siege_by(s, "wellington")
    events = start(s, siege, [*throw(5 + 5 + 1), *throw(3, sixes=1)])
    assert [(0, 11, 0)] == told(events, "siege_dice")
    assert (4, 6) == (sps(s, "britain", "badajoz"), sps(s, "spain", "badajoz"))
    s = game({"badajoz": "hill graham britain:12"})
    assert (leader("hill"), 0, 4) == siege_army(s, leader("hill"))
    s = game({"badajoz": "hill graham beresford britain:3"})
    assert (leader("hill"), leaders("beresford"), 3) == siege_army(s, leader("hill"))


@rule("wellington", "12.31b", "12.3j")
def test_soldiers_beyond_the_command_rating_replace_those_lost_and_disrupted() -> None:
    s = game({"badajoz": "wellington britain:12"})
    siege = siege_by(s, "wellington")
    events = start(s, siege, [*throw(15, sixes=2), *throw(3, fives=1)])
    assert "britain GoOn" == asked(s)
    siege.disruptions += 1
    assert 9 + 5 + 1 == besieger_dice(s, siege)
    siege.disruptions += 2
    assert 9 + 5 + 1 - 1 == besieger_dice(s, siege)
    siege.disruptions = 1
    events = do(s, "go_on", dice=[*throw(15), *throw(3, sixes=3)])
    assert ([(0, 15, 0)], 9) == (told(events, "siege_dice"), sps(s, "britain", "badajoz"))
    assert 9 + 5 + 1 - 1 == besieger_dice(s, siege)


@rule("wellington", "12.31b", "11.51c")
def test_losses_are_made_good_at_once_so_that_no_leader_falls_while_soldiers_of_his_power_are_left() -> None:
    s = game({"badajoz": "hill britain:7"})
    siege = siege_by(s, "hill")
    siege.doubled = True
    start(s, siege, [*throw(4 + 3 + 1), *throw(6, sixes=6)])
    assert ("badajoz", 1, True) == (at(s, "hill"), sps(s, "britain", "badajoz"), marked(s, "hill"))


@rule("wellington", "12.3d", "12.3j")
def test_fives_of_the_besieger_do_nothing_and_those_of_the_fortress_disrupt() -> None:
    s = lisbon()
    siege = siege_by(s, "soult")
    start(s, siege, [*throw(11, fives=5), *throw(3, sixes=1, fives=1)])
    assert (0, 2, 1, 4) == (siege.hits, siege.casualties, siege.disruptions, sps(s, "sud", "lisbon"))
    assert 4 + 4 + 2 - 1 == besieger_dice(s, siege)


# --- Rounds


@rule("wellington", "12.3h", "12.3e", "12.41b", "12.3a")
def test_the_first_siege_of_lisbon() -> None:
    s = lisbon()
    siege = siege_by(s, "soult")
    start(s, siege, [*throw(11, sixes=2), *throw(3, fives=1)])
    assert ("sud GoOn", ["go_on", "stop"], 2) == (asked(s), offered(s), siege.hits)
    again = s.clone()
    events = do(s, "go_on", dice=[*throw(10, sixes=1), *throw(3)])
    assert ([(SUD, 10, 1)], [(x("lisbon"), 3, 0, 0)]) == (
        told(events, "siege_dice"), told(events, "fortress_dice"))
    assert (1, [(SUD, x("lisbon"))], "sud FreeFlag") == (
        len(told(events, "fortress_taken")), told(events, "siege_overrun"), asked(s))
    events = do(again, "go_on", dice=[*throw(10), *throw(3)])
    assert (1, "nobody", "britain") == (len(told(events, "siege_failed")), asked(again), holder(again, "lisbon"))


@rule("wellington", "12.3i", "12.3k", "12.3f")
def test_the_second_siege_of_lisbon() -> None:
    s = lisbon()
    siege = siege_by(s, "soult")
    start(s, siege, [*throw(11, sixes=1), *throw(3)])
    do(s, "go_on", dice=[*throw(11, sixes=1), *throw(3)])
    assert (2, "sud GoOn") == (siege.hits, asked(s))
    events = do(s, "go_on", dice=[*throw(11), *throw(3)])
    assert ([(x("lisbon"), 3, 0, 0)], 1, 3) == (
        told(events, "fortress_dice"), len(told(events, "siege_failed")), siege.round)
    assert ("britain", "lisbon", "nobody") == (holder(s, "lisbon"), at(s, "soult"), asked(s))
    impulse(s).besieged = 0                             # the next Impulse: all hits are forgotten
    siege = siege_by(s, "soult")
    start(s, siege, [*throw(11, sixes=1), *throw(3)])
    assert (1, False) == (siege.hits, siege.taken)


@rule("wellington", "12.3e")
def test_another_round_needs_more_hits_than_casualties_in_this_round() -> None:
    for sixes, casualties, question in ((1, 1, "nobody"), (1, 0, "sud GoOn"), (2, 1, "sud GoOn"), (0, 0, "nobody")):
        s = lisbon()
        start(s, siege_by(s, "soult"), [*throw(11, sixes=sixes), *throw(3, fives=casualties)])
        assert question == asked(s), (sixes, casualties)
    s = lisbon()
    siege = siege_by(s, "soult")
    start(s, siege, [*throw(11, sixes=2), *throw(3, fives=1)])
    do(s, "go_on", dice=[*throw(10), *throw(3)])        # only this Round counts
    assert (2, False, "nobody") == (siege.round, siege.taken, asked(s))


@rule("wellington", "12.3e")
def test_the_besieger_may_stop() -> None:
    s = lisbon()
    start(s, siege_by(s, "soult"), [*throw(11, sixes=1), *throw(3)])
    events = do(s, "stop")
    assert (1, True) == (len(told(events, "siege_failed")), marked(s, "soult"))
    s = game({"badajoz": "wellington britain:5"})
    start(s, siege_by(s, "wellington"), throw(40))
    while asked(s) != "nobody":
        do(s, "stop")
    assert marked(s, "wellington")
    s = lisbon("clausel sud:2")
    siege = Siege(SUD, -1, x("lisbon"), army=(-1, 0, 2))
    siege.set_marks(s, True)
    assert not marked(s, "clausel"), "he is not with them"


@rule("wellington", "12.22b", "12.22c")
def test_there_are_at_most_as_many_rounds_as_the_fortress_is_strong() -> None:
    for where, most in (("lisbon", 3), ("gibraltar", 5)):
        s = game({where: "soult sud:5"}, active="sud")
        siege = siege_by(s, "soult")
        start(s, siege, [*throw(11, sixes=1), *throw(most)])
        while asked(s) == "sud GoOn":
            siege.hits = 0                              # or it would fall
            do(s, "go_on", dice=[*throw(11, sixes=1), *throw(most)])
        assert (most, False) == (siege.round, siege.taken)


@rule("wellington", "12.3c")
def test_a_siege_succeeds_with_enough_hits_if_the_leader_lives() -> None:
    s = lisbon("soult sud:2")
    siege = siege_by(s, "soult")
    events = start(s, siege, [*throw(8, sixes=3), *throw(3, sixes=2)])
    assert (True, 0, "sud FreeFlag") == (siege.taken, sps(s, "sud", "lisbon"), asked(s))
    s = lisbon("soult sud:2")
    siege = siege_by(s, "soult")
    events = start(s, siege, [*throw(8, sixes=3), *throw(3, sixes=3)])
    assert (False, "unbuilt", "nobody", 1) == (
        siege.taken, at(s, "soult"), asked(s), len(told(events, "siege_failed")))
    assert "britain" == holder(s, "lisbon")


@rule("wellington", "12.3c", "11.51c")
def test_staff_officers_fall_before_the_leader_of_the_army() -> None:
    s = lisbon("soult drouet decaen sud:1")
    start(s, siege_by(s, "soult"), [*throw(9), *throw(3, sixes=2)])
    assert ("sud FallenStaff", ["lose drouet", "lose decaen"]) == (asked(s), offered(s))
    do(s, "lose decaen")
    assert ("lisbon", "lisbon", "unbuilt") == (at(s, "soult"), at(s, "drouet"), at(s, "decaen"))
    s = lisbon("soult drouet sud:1")
    start(s, siege_by(s, "soult"), [*throw(8), *throw(3, sixes=3)])
    assert ("unbuilt", "unbuilt") == (at(s, "soult"), at(s, "drouet"))


@rule("wellington", "12.3f", "12.41a")
def test_a_besieger_who_fails_stays_where_he_is_and_is_marked() -> None:
    s = lisbon("soult sud:12")
    start(s, siege_by(s, "soult"), [*throw(15), *throw(3, fives=3)])
    assert ("lisbon", 12, True, 3) == (at(s, "soult"), sps(s, "sud", "lisbon"), marked(s, "soult"),
                                      unmarked(s, SUD, x("lisbon")))       # no Rout, and only the Army is marked


# --- success


@rule("wellington", "12.3g", "7.1e", "12.1b")
def test_a_captured_fortress_may_be_flagged_and_serves_its_new_owner_at_full_strength() -> None:
    s = lisbon()
    start(s, siege_by(s, "soult"), [*throw(11, sixes=3), *throw(3)])
    assert ("sud FreeFlag", ["flag lisbon sud", "no"]) == (asked(s), offered(s))
    do(s, "flag lisbon sud", dice=[1])
    assert ("sud", 3, "nobody") == (holder(s, "lisbon"), fortress_strength(s, x("lisbon")), asked(s))
    s = lisbon()
    start(s, siege_by(s, "soult"), [*throw(11, sixes=3), *throw(3)])
    do(s, "no", dice=[1])
    assert "britain" == holder(s, "lisbon")


@rule("wellington", "12.3g", "12.5a", "12.5d")
def test_a_hasty_fortress_is_gone_when_it_is_taken_and_gives_nothing() -> None:
    s = game({"salamanca": "wellington britain:5"})
    s.hasty = 1 << x("salamanca")
    assert "" == refusal(s, "wellington")
    siege = siege_by(s, "wellington")
    events = start(s, siege, [*throw(11, sixes=2), *throw(2)])
    assert (0, "britain FreeFlag") == (s.hasty, asked(s))
    events = do(s, "flag salamanca spain")
    assert ([], 0, "spain") == (told(events, "sacked"), fortress_strength(s, x("salamanca")), holder(s, "salamanca"))


@rule("wellington", "12.41a", "12.41b", "12.41c", "20ai")
def test_a_siege_overrun_is_a_fall_in_fewer_rounds_or_with_more_hits_than_the_strength() -> None:
    for rounds, overrun in (((3,), True), ((1, 2), True), ((1, 1, 1), False), ((1, 1, 2), True), ((4,), True)):
        s = lisbon()
        s.marked = 1 << leader("soult")                 # since he has come here in this Impulse
        siege = siege_by(s, "soult")
        first, *rest = rounds
        start(s, siege, [*throw(11, sixes=first), *throw(3)])
        for sixes in rest:
            do(s, "go_on", dice=[*throw(11, sixes=sixes), *throw(3)])
        do(s, "no", dice=[1])
        assert (overrun, not overrun, 5 if overrun else 0) == (
            siege.overrun, marked(s, "soult"), unmarked(s, SUD, x("lisbon"))), rounds


# --- Sack and Pillage


@rule("wellington", "12.5a", "12.5b", "12.5d")
def test_the_besieger_must_roll_for_a_resource_with_one_more_for_each_round_not_needed() -> None:
    for die, rounds, found in ((4, (3,), 1), (3, (3,), 0), (5, (1, 2), 1), (4, (1, 2), 0), (6, (1, 1, 1), 1),
                               (5, (1, 1, 1), 0)):
        s = lisbon()
        siege = siege_by(s, "soult")
        start(s, siege, [*throw(11, sixes=rounds[0]), *throw(3)])
        for sixes in rounds[1:]:
            do(s, "go_on", dice=[*throw(11, sixes=sixes), *throw(3)])
        events = do(s, "no", dice=[die])
        assert ([(SUD, die, found)], found) == (told(events, "sacked"), s.resources[SUD]), (die, rounds)


@rule("wellington", "12.5c", "11.11a", "11.11b")
def test_the_spanish_take_attrition_for_the_resource_of_a_sack() -> None:
    s = game({"badajoz": "castanos spain:6"}, active="spain")
    start(s, siege_by(s, "castanos"), [*throw(8, sixes=3), *throw(3)])
    events = do(s, "no", dice=[6, *throw(7, sixes=2)])
    assert ([(SPAIN, x("badajoz"), 7, 2)], 4, 2, 1) == (
        told(events, "attrition"), sps(s, "spain", "badajoz"), sps(s, "spain", "regroup"), s.resources[SPAIN])


# --- cards


@rule("wellington", "5.3c", "12.23a")
def test_some_cards_are_for_battles_and_sieges_and_plain_battle_cards_are_not_for_sieges() -> None:
    both = ("massed_grenadiers", "conscripts", "thunder_lightning", "wild_geese")
    assert [True] * 4 == [bool(SIEGE_CARDS >> CARD[name] & 1) for name in both]
    s = lisbon(sud="massed_grenadiers reserves_committed thunder_lightning")
    start(s, siege_by(s, "soult"), [])
    assert "sud Window" == hush(s)
    assert ["pass", "play massed_grenadiers", "play thunder_lightning"] == offered(s)


@rule("wellington", "12.23b", "12.23c", "12.31a")
def test_the_besieging_power_plays_first_then_the_owner_of_the_fortress_and_nobody_else() -> None:
    hands = {"sud": "conscripts", "nord": "massed_grenadiers", "britain": "thunder_lightning", "spain": "wild_geese"}
    s = game({"lisbon": "soult sud:5 reille nord:1"}, active="sud", hands=hands)
    start(s, siege_by(s, "soult"), [])
    assert ("sud Window", ["pass", "play conscripts"]) == (hush(s), offered(s))
    do(s, "pass")
    assert ("britain Window", ["pass", "play thunder_lightning"]) == (hush(s), offered(s))
    do(s, "pass", dice=[*throw(11), *throw(3)])
    assert "nobody" == hush(s)
    s = game({"badajoz": "wellington britain:5 spain:1"}, hands={"spain": "wild_geese", "nord": "conscripts"})
    start(s, siege_by(s, "wellington"), [*throw(11), *throw(3)])
    assert "nobody" == hush(s)


@rule("wellington", "12.3e")
def test_a_card_can_extend_a_siege_that_may_not_go_on() -> None:
    s = lisbon(sud="bombardment")
    siege = siege_by(s, "soult")
    start(s, siege, [*throw(11, sixes=1), *throw(3, fives=1)])
    assert ("sud Window", ["pass", "play bombardment"]) == (hush(s), offered(s))
    siege.further = True
    do(s, "pass", dice=[*throw(10, sixes=2), *throw(3), 1])
    assert (2, True) == (siege.round, siege.taken)


@rule("wellington", "12.3e", "12.22b")
def test_the_round_of_such_a_card_may_be_one_more_than_the_strength() -> None:
    s = lisbon(sud="bombardment")
    siege = siege_by(s, "soult")
    start(s, siege, [*throw(11, sixes=1), *throw(3)])
    hush(s)
    do(s, "go_on", dice=[*throw(11, sixes=1), *throw(3)])
    hush(s)
    do(s, "go_on", dice=[*throw(11), *throw(3)])
    assert ("sud Window", 3) == (hush(s), siege.round)
    siege.further = True
    do(s, "pass", dice=[*throw(11, sixes=1), *throw(3)])
    assert (4, True, False) == (siege.round, siege.taken, siege.overrun)


@rule("wellington", "11.11a")
def test_the_besieger_may_play_a_card_after_the_sack() -> None:
    s = lisbon(sud="baggage_train_taken")
    start(s, siege_by(s, "soult"), [*throw(11, sixes=3), *throw(3)])
    hush(s)
    do(s, "no", dice=[1])
    assert ("sud Window", ["pass", "play baggage_train_taken"]) == (hush(s), offered(s))


# --- what cards set


@rule("wellington", "12.3a", "12.3b", "20aa")
def test_dice_that_cards_add_take_or_halve() -> None:
    s = lisbon("soult sud:6")
    siege = siege_by(s, "soult")
    siege.bonus, siege.lasting = [2, 3], [1, -1]
    events = start(s, siege, [*throw(12 + 3 - 1, sixes=1), *throw(3 + 2 + 1)])
    assert ([(SUD, 14, 1)], [(x("lisbon"), 6, 0, 0)]) == (
        told(events, "siege_dice"), told(events, "fortress_dice"))
    siege.halved = 3
    events = do(s, "go_on", dice=[*throw(6, sixes=1), *throw(2)])           # 11 and 4, of one Round the half
    assert ([(SUD, 6, 1)], [(x("lisbon"), 2, 0, 0)]) == (
        told(events, "siege_dice"), told(events, "fortress_dice"))
    assert ([0, 0], [1, -1], 0) == (siege.bonus, siege.lasting, siege.halved)


@rule("wellington", "12.3a")
def test_a_fortress_rolls_no_fewer_dice_than_none() -> None:
    siege = Siege(SUD, leader("soult"), x("lisbon"), strength=3)
    siege.bonus = [-5, 0]
    assert 0 == fortress_dice(siege)


@rule("wellington", "12.3d")
def test_forlorn_hope_makes_each_five_of_the_fortress_a_kill_for_a_round() -> None:
    s = lisbon()
    siege = siege_by(s, "soult")
    siege.fives_kill = True
    start(s, siege, [*throw(11), *throw(3, sixes=1, fives=2)])
    assert (2, 3, 0, False) == (sps(s, "sud", "lisbon"), siege.casualties, siege.disruptions, siege.fives_kill)


@rule("wellington", "12.3d")
def test_grenadiers_lose_an_sp_to_the_first_casualty() -> None:
    for sixes, fives, left in ((0, 2, 4), (1, 1, 4), (0, 0, 5)):
        s = lisbon()
        siege = siege_by(s, "soult")
        siege.grenadiers = 1 << FRENCH | 1 << ALLIES    # no effect on a Fortress
        start(s, siege, [*throw(11, fives=3), *throw(3, sixes=sixes, fives=fives)])
        assert (left, sixes + fives, 0) == (sps(s, "sud", "lisbon"), siege.casualties, siege.hits)


@rule("wellington", "12.3d")
def test_an_escalade_hits_with_fives_and_meets_twice_the_dice() -> None:
    s = lisbon()
    siege = siege_by(s, "soult")
    siege.fives_hit = siege.doubled = True
    events = start(s, siege, [*throw(11, sixes=1, fives=1), *throw(6)])
    assert ([(SUD, 11, 2)], [(x("lisbon"), 6, 0, 0)]) == (
        told(events, "siege_dice"), told(events, "fortress_dice"))
    events = do(s, "go_on", dice=[*throw(11, fives=2), *throw(3)])
    assert ([(SUD, 11, 0)], False) == (told(events, "siege_dice"), siege.taken)


@rule("wellington", "12.3e")
def test_a_storm_can_forbid_a_further_round() -> None:
    s = lisbon(nord="conscripts")
    siege = siege_by(s, "soult")
    siege.last = False
    start(s, siege, [*throw(11, sixes=1), *throw(3)])
    assert "sud GoOn" == hush(s)
    s = lisbon(britain="conscripts")
    siege = siege_by(s, "soult")
    start(s, siege, [])
    assert "britain Window" == hush(s)
    siege.last = True
    do(s, "pass", dice=[*throw(11, sixes=1), *throw(3)])
    assert ("nobody", False) == (hush(s), siege.taken)


@rule("wellington", "12.3e")
def test_after_a_storm_only_a_card_brings_another_round_and_then_no_more() -> None:
    s = lisbon(sud="bombardment")
    siege = siege_by(s, "soult")
    siege.last = True
    start(s, siege, [*throw(11, sixes=1), *throw(3)])
    assert ("sud Window", ["pass", "play bombardment"]) == (hush(s), offered(s))
    do(s, "play bombardment", dice=[*throw(11, sixes=1), *throw(3)])
    assert ("nobody", 2, 2) == (hush(s), siege.round, siege.hits)


@rule("wellington", "12.41b", "12.5d")
def test_a_fortress_that_falls_by_treason_is_a_siege_overrun_without_sack() -> None:
    s = lisbon(sud="conscripts")
    siege = siege_by(s, "soult")
    start(s, siege, [])
    assert "sud Window" == hush(s)
    siege.fallen = True
    events = do(s, "pass", dice=[])
    events += do(s, "flag lisbon sud")
    assert ([], [], True, "sud") == (told(events, "siege_dice"), told(events, "sacked"), siege.overrun,
                                    holder(s, "lisbon"))


@rule("wellington", "12.3a", "12.41b", "12.22b")
def test_the_lines_of_torres_vedras_may_be_played_as_the_siege_begins() -> None:
    s = lisbon(britain="torres_vedras")
    siege = siege_by(s, "soult")
    start(s, siege, [])
    assert ("britain Window", True) == (hush(s), "play torres_vedras" in offered(s))
    s.turn_events |= 1 << CARD["torres_vedras"]
    do(s, "pass", dice=[*throw(11, sixes=4), *throw(5)])
    assert (5, False, "sud GoOn") == (siege.strength, siege.taken, hush(s))


@rule("wellington", "12.2a", "12.3c")
def test_attrition_at_its_start_can_end_a_siege() -> None:
    from tablero.games.wellington.rules.r01_pieces.s06_leaders import lose_leader
    s = lisbon("soult", britain="cavalry_raid")
    siege = siege_by(s, "soult")
    start(s, siege, [])
    assert "britain Window" == hush(s)
    lose_leader(s, leader("soult"))
    do(s, "pass", dice=[])
    assert ("nobody", 0, False) == (asked(s), siege.round, siege.taken)


@rule("wellington", "14.3h")
def test_what_shore_batteries_did_counts_as_of_the_first_siege_round() -> None:
    s = game({"san_sebastian": "graham britain:3"})
    impulse(s).shore = (x("san_sebastian"), 0, 1)
    siege = siege_by(s, "graham")
    events = start(s, siege, [*throw(3 + 3 + 1 - 1, sixes=1), *throw(3)])
    assert ([(0, 6, 1)], 1, "nobody") == (told(events, "siege_dice"), siege.casualties, asked(s))


@rule("wellington", "12.3b")
def test_long_nosed_wellesley_adds_two_dice_to_the_first_round_of_a_siege() -> None:
    s = game({"badajoz": "wellington britain:5"})
    impulse(s).long_nosed = True
    siege = siege_by(s, "wellington")
    events = start(s, siege, [*throw(13, sixes=1), *throw(3)])
    events += do(s, "go_on", dice=[*throw(11), *throw(3)])
    assert [13, 11] == [args[1] for args in told(events, "siege_dice")]


@rule("wellington", "18.1b", "12.3g")
def test_the_fall_of_a_hasty_fortress_can_end_the_war_even_without_a_flag() -> None:
    keys = " ".join(DUCHY_NAMES[key] for key in ids_of(SPANISH_KEYS) if DUCHY_NAMES[key] != "salamanca")
    s = game({"salamanca": "wellington britain:5"}, flags={"spain": keys})
    s.stack.insert(0, War(at=len(War().steps())))
    s.hasty = 1 << x("salamanca")
    start(s, siege_by(s, "wellington"), [*throw(11, sixes=2), *throw(2)])
    assert ("britain FreeFlag", -1) == (asked(s), s.ending)
    do(s, "no", dice=throw(99))                         # for the Guerrillas before the points are counted
    assert (BY_LIBERATION, True) == (s.ending, s.over)


# --- at the limits


@rule("wellington", "12.23a", "12.3e")
def test_an_unusual_round_is_one_that_cards_have_changed() -> None:
    siege = siege_by(lisbon(), "soult")
    assert not siege.unusual()
    for field in ("fallen", "fives_kill", "fives_hit", "doubled", "halved", "grenadiers", "last", "further"):
        siege = siege_by(lisbon(), "soult")
        setattr(siege, field, True)
        assert siege.unusual(), field
    for field, sides in (("bonus", (ALLIES, FRENCH)), ("lasting", (ALLIES,))):
        for side in sides:
            siege = siege_by(lisbon(), "soult")
            getattr(siege, field)[side] = 1
            assert siege.unusual(), (field, side)


@rule("wellington", "12.2a", "12.3d", "12.22b")
def test_a_siege_its_rounds_and_losses_are_told_and_it_counts_as_a_fight() -> None:
    s = game({"ciudad_rodrigo": "wellington hill britain:1"})
    events = start(s, siege_by(s, "wellington"), [*throw(8, sixes=1), 6, 6, 6])
    assert 1 == s.fights
    assert [(0, x("ciudad_rodrigo"))] == told(events, "siege")
    assert [(1,)] == told(events, "siege_round")
    assert [(0, 1, x("ciudad_rodrigo"))] == told(events, "lost_soldiers")
    assert {(leader("hill"), x("ciudad_rodrigo")), (leader("wellington"), x("ciudad_rodrigo"))} == set(
        told(events, "lost_leader"))
    assert ("unbuilt", "unbuilt") == (at(s, "wellington"), at(s, "hill"))


@rule("wellington", "12.1a")
def test_a_fortress_that_britain_has_taken_is_hers_to_defend() -> None:
    s = game({"ciudad_rodrigo": "marmont nord:5"}, active="nord", flags={"britain": "ciudad_rodrigo"})
    siege = siege_by(s, "marmont")
    start(s, siege, [*throw(9), 1, 1, 1])
    assert 0 == siege.owner


@rule("wellington", "5.1c", "12.31a")
def test_the_dice_of_the_long_nose_are_wellingtons_alone() -> None:
    for name, dice in (("wellington", 5 + 5 + 1 + 2), ("hill", 4 + 3 + 1)):
        s = game({"ciudad_rodrigo": f"{name} britain:5"})
        impulse(s).long_nosed = True
        events = start(s, siege_by(s, name), [1] * 40)
        assert dice == told(events, "siege_dice")[0][1]


@rule("wellington", "12.3c", "12.3f")
def test_besiegers_who_are_gone_do_not_go_on() -> None:
    s = lisbon("soult")
    siege = siege_by(s, "soult")
    start(s, siege, [*throw(6, sixes=2), 6, 1, 1, 1])
    assert (1, "unbuilt", False) == (siege.round, at(s, "soult"), siege.taken)


@rule("wellington", "12.2b")
def test_who_stands_before_no_fortress_does_not_besiege() -> None:
    s = game({"ciudad_rodrigo": "hill britain:2 castanos spain:2", "salamanca": "wellington britain:2"})
    assert [leader("hill")] == besiegers(s, 0)
    assert [leader("castanos")] == besiegers(s, SPAIN)
    assert [] == besiegers(game({"salamanca": "wellington britain:2"}), 0)
    assert [] == besiegers(s, NORD)
    impulse(s).fighters = leaders("wellington", "hill")
    assert ["no_enemy_fortress", "has_fought_there"] == [refusal(s, name) for name in ("wellington", "hill")]


@rule("wellington", "12.3a")
def test_a_card_halves_the_dice_of_the_fortress_of_either_side() -> None:
    for place, name, side in (("cadiz", "soult", ALLIES), ("burgos", "wellington", FRENCH)):
        siege = siege_by(game({place: name}), name)
        siege.strength = 3
        for halved, dice in ((0, 3), (1 << side, 2), (1 << 1 - side, 3)):
            siege.halved = halved
            assert dice == fortress_dice(siege)


@rule("wellington", "12.41a", "12.3c")
def test_a_siege_that_takes_all_its_rounds_is_no_overrun_and_what_is_not_lost_is_not_told() -> None:
    s = game({"cadiz": "soult sud:6"}, active="sud")
    siege = siege_by(s, "soult")
    siege.round = siege.strength = siege.hits = 3
    siege.army, siege.taken = siege_army(s, leader("soult")), True
    s.call(impulse(s))
    siege.losses(s)
    siege.over(s)
    assert (False, ["fortress_taken"]) == (siege.overrun, [event.kind for event in s.events])


@rule("wellington", "12.31a")
def test_soldiers_who_besiege_alone_have_no_staff_though_a_leader_of_the_ally_is_there() -> None:
    s = game({"ciudad_rodrigo": "wellington spain:3"}, active="spain")
    assert (-1, 0, 3) == Siege(SPAIN, -1, x("ciudad_rodrigo")).mustered(s)


@rule("wellington", "12.41a")
def test_wellington_gets_the_marker_of_his_own_siege_and_of_no_other() -> None:
    for power, name, gets in ((BRITAIN, 0, True), (SPAIN, -1, False)):
        s = game({"badajoz": "wellington britain:1 spain:3"}, active="spain")
        siege = Siege(power, name, x("badajoz"), army=(name, 0, 1))
        siege.set_marks(s, True)
        assert gets == marked(s, "wellington")
