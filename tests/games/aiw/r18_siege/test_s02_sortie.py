"""[18.2] Sorties and relief."""

from __future__ import annotations

import tablero
from tablero.games.aiw import GAME
from tablero.games.aiw.board import CARLIST, FIGHTERS, LIBERAL, area
from tablero.games.aiw.rules.r12_carlist_movement.s02_evasion import Evasion
from tablero.games.aiw.rules.r16_skirmish.s00_skirmish import Skirmish
from tablero.games.aiw.rules.r18_siege.s02_sortie import Sortie
from tablero.kernel.refusals import Refusal
from tests.games.aiw.combat import came, combats, retreats
from tests.games.aiw.fortress import besieged, unknown
from tests.games.aiw.war import asked, at, block, do, guns, heard, offered, refused, run, strength, war
from tests.rules import rule


@rule("aiw", "18.2a", "18.2b")
def test_besieged_units_of_the_phasing_player_may_sortie_all_or_some() -> None:
    s = unknown(besieged("l_rg1:1 l_rg2:1", "c_nav1:1"))
    combats(s)
    do(s, "sortie pamplona")
    assert offered(s) == ["out l_rg1", "out l_rg2"]
    do(s, "out l_rg2")
    assert s.may[block(s, "l_rg2")] & ~FIGHTERS == 0    # everybody can tell
    assert (at(s, "l_rg2"), offered(s)) == ("pamplona", ["out l_rg1", "done"])
    do(s, "done", dice=[6, 6])
    assert (at(s, "l_rg1"), at(s, "l_rg2")) == ("inside pamplona", "inside pamplona")


@rule("aiw", "18.2a")
def test_the_besieged_of_the_other_side_do_not_sortie() -> None:
    s = war({"pamplona": "c_nav1", "inside pamplona": "l_rg1"}, siege=["pamplona"], secret=True)
    combats(s)
    assert asked(s) == "nobody"


@rule("aiw", "18.2a", "18.2e")
def test_trains_knapsacks_and_the_garrison_stay_inside() -> None:
    s = besieged("l_pt1 l_st4 field:1 knapsack:1", "c_nav1")
    run(s, Sortie(area("pamplona"), LIBERAL))
    assert refused(s, "out l_st4") == Refusal("18.2a", "only_infantry_and_cavalry_sortie")
    assert refused(s, "take_out knapsack") == Refusal("18.2e", "only_artillery_goes_along")
    assert refused(s, "done") == Refusal("18.2a", "one_unit_must_sortie")
    assert offered(s) == ["out l_pt1", "take_out field"]


@rule("aiw", "18.2a")
def test_a_fortress_with_a_garrison_or_a_train_only_makes_no_sortie() -> None:
    s = besieged("", "c_nav1")
    combats(s)
    assert asked(s) == "nobody"
    s = besieged("l_st1", "c_nav1")
    s.secret = True
    combats(s)
    assert refused(s, "sortie pamplona") == Refusal("18.2a", "only_infantry_and_cavalry_sortie")
    assert offered(s) == ["done"]


@rule("aiw", "17.9r")
def test_units_that_retreated_in_this_phase_do_not_sortie() -> None:
    s = besieged("l_rg1 l_rg2", "c_nav1")
    s.secret = True
    s.retreated = 1 << block(s, "l_rg1")
    run(s, Sortie(area("pamplona"), LIBERAL))
    assert refused(s, "out l_rg1") == Refusal("17.9r", "retreated_units_do_not_sortie")
    assert offered(s) == ["out l_rg2"]
    do(s, "out l_rg2")
    assert asked(s) != "liberal GoOut"                  # nobody else can go


@rule("aiw", "18.2a")
def test_who_guesses_that_there_is_only_a_train_inside_meets_no_dead_end() -> None:
    s = besieged("l_st1", "c_nav1")
    s.secret = True
    run(s, Sortie(area("pamplona"), LIBERAL))
    assert offered(s) == ["done"]
    do(s, "done")
    assert (at(s, "l_st1"), asked(s)) == ("inside pamplona", "nobody")


@rule("aiw", "17.9r")
def test_a_sortie_that_came_back_is_not_repeated() -> None:
    s = besieged("l_rg1:1", "c_nav1:1")
    combats(s)
    do(s, "sortie pamplona", dice=[6, 6])
    assert (at(s, "l_rg1"), asked(s)) == ("inside pamplona", "nobody")


@rule("aiw", "18.2c", "18.2d", "16.0a")
def test_a_sortie_is_a_skirmish_in_which_the_besiegers_fire_first_and_only_those_outside_count() -> None:
    s = besieged("l_rg1:2 l_ln1:4", "c_nav1:2")
    run(s, Sortie(area("pamplona"), LIBERAL))
    do(s, "out l_rg1")
    events = do(s, "done", dice=[1, 6, 6])              # two dice of the besieger, one of who is left of the Sortie
    assert retreats(events) == ["liberal pamplona"]     # one against one
    assert (at(s, "l_rg1"), strength(s, "l_rg1"), strength(s, "l_ln1")) == ("inside pamplona", 1, 4)
    assert s.siege == 1 << area("pamplona")


@rule("aiw", "18.2c")
def test_besiegers_who_are_outnumbered_retreat_and_the_siege_ends() -> None:
    s = came(besieged("l_rg1:2 l_rg2:2", "c_nav1:1"), "tafalla")
    combats(s)
    do(s, "sortie pamplona", "out l_rg1")
    events = do(s, "out l_rg2", "fire l_rg1", "fire l_rg2", dice=[6] + [6] * 4)
    assert retreats(events) == ["carlist pamplona"]
    do(s, offered(s)[0])
    assert (s.siege, s.sortied, at(s, "l_rg1"), asked(s)) == (0, 0, "pamplona", "nobody")


@rule("aiw", "18.2c")
def test_besiegers_who_are_all_eliminated_leave_the_fortress_free() -> None:
    s = besieged("l_rg1:1 l_ln1", "c_nav1:1")
    combats(s)
    do(s, "sortie pamplona", "out l_rg1", "done", dice=[6, 1])
    assert (s.siege, at(s, "l_rg1"), at(s, "l_ln1")) == (0, "pamplona", "pamplona")


@rule("aiw", "18.2e", "16.0w")
def test_artillery_that_goes_out_fires_and_may_be_captured() -> None:
    s = besieged("l_rg1:1 field:1 mountain:2", "c_nav1:2")
    combats(s)
    do(s, "sortie pamplona", "take_out field", "out l_rg1")
    do(s, "done", dice=[6, 6, 6, 2])                    # two of the besieger, one of the unit, one of the gun
    assert strength(s, "c_nav1") == 1
    assert (guns(s, "carlist", "pamplona"), guns(s, "liberal", "inside pamplona")) == ((1, 0), (0, 2))
    assert at(s, "l_rg1") == "inside pamplona"


@rule("aiw", "18.2b", "18.2e")
def test_everybody_hears_of_a_sortie_and_of_who_goes_out() -> None:
    s = besieged("l_rg1 l_rg2 field:1", "c_nav1")
    events = run(s, Sortie(area("pamplona"), LIBERAL)) + do(s, "take_out field", "out l_rg1")
    assert heard(events, "sortie", "taken_out", "went_out") == [
        "sortie liberal pamplona", "taken_out liberal field pamplona", "went_out liberal pamplona 1",
    ]


@rule("aiw", "18.2e", "16.0x")
def test_guns_of_a_sortie_whose_units_all_fell_are_taken() -> None:
    s = besieged("l_rg1:1 field:2", "c_nav1:2")
    combats(s)
    do(s, "sortie pamplona", "take_out field", dice=[1, 6, 6, 6])
    assert (at(s, "l_rg1"), guns(s, "carlist", "pamplona")) == ("bag", (1, 0))
    assert guns(s, "liberal", "inside pamplona") == (0, 0)
    assert s.siege == 1 << area("pamplona")


@rule("aiw", "18.2f", "12.2k")
def test_carlists_cannot_evade_a_sortie() -> None:
    places = {"estella": "c_nav1", "inside estella": "l_rg1"}
    s = war(places, side="liberal", forts={"liberal": ["estella"]}, siege=["estella"], secret=True)
    combats(s)
    do(s, "sortie estella", "out l_rg1")
    assert not any(isinstance(frame, Evasion) for frame in s.stack)
    assert asked(s) == "nobody" or s.frame(Skirmish)


@rule("aiw", "18.2g", "16.0a")
def test_a_relief_force_attacks_and_the_besiegers_fire_first() -> None:
    s = war({"pamplona": "l_rg1:1 c_nav1:1"}, side="liberal", siege=["pamplona"])
    combats(s, dice=[1])
    assert (at(s, "l_rg1"), at(s, "c_nav1"), s.siege) == ("bag", "pamplona", 1 << area("pamplona"))


@rule("aiw", "18.2h", "16.0q")
def test_with_the_besieged_a_relief_force_may_lift_the_siege() -> None:
    s = came(besieged("l_ln1", "l_rg1:1 c_nav1:1"), "pamplona", "tafalla")
    events = combats(s, dice=[6, 6])
    assert retreats(events) == ["carlist pamplona"]
    do(s, offered(s)[0])
    assert (s.siege, at(s, "l_ln1")) == (0, "pamplona")


def test_a_guess_at_the_truth_meets_no_dead_end_around_a_fortress() -> None:
    places = {"estella": "l_rg1 l_rg2 l_st1 field:1 c_nav1 c_nav2"}
    s = unknown(war(places, forts={"liberal": ["estella"]}, secret=True))
    came(s, "estella", "alsasua")
    combats(s)
    for seed in range(30):
        guess = GAME.determinize(GAME.view(s, CARLIST), seed)
        for step in range(12):
            if not tablero.players(guess):
                break
            seat = tablero.players(guess)[0]
            options = tablero.options(guess, seat)
            assert options
            tablero.apply(guess, seat, options[(seed + step) % len(options)])
