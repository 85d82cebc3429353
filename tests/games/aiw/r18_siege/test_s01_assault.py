"""[18.1] Assault."""

from __future__ import annotations

import pytest

import tablero
from tablero.games.aiw import GAME
from tablero.games.aiw.board import CARLIST, COMBAT, LIBERAL, UNIT, area
from tablero.games.aiw.rules.r03_turn.s00_player_phase import phase
from tablero.games.aiw.rules.r16_skirmish.s00_firing_units import ChooseFiring
from tablero.games.aiw.rules.r18_siege.s01_assault import Assault
from tablero.games.aiw.state import Aiw
from tablero.kernel.events import Event
from tablero.kernel.refusals import Refusal
from tests.games.aiw.combat import combats, in_vain
from tests.games.aiw.moments import playable_at
from tests.games.aiw.war import asked, at, block, do, guns, offered, refused, run, strength, told, war
from tests.rules import rule


def siege(x: str, outside: str, inside: str = "", side: str = "carlist", **more: object) -> Aiw:
    """A side besieges a Fortress of the other, in its own phase."""
    forts = {"carlist" if side == "liberal" else "liberal": [x]}
    places = {x: outside, f"inside {x}": inside}
    return war(places, side=side, forts=forts, siege=[x], **more)       # type: ignore[arg-type]


def assault(s: Aiw, dice: list[int] | None = None) -> list[Event]:
    """To the first question."""
    x = (s.siege & -s.siege).bit_length() - 1
    return run(s, Assault(x, s.first), dice)


# -------------------------------------------------------------------------------------------------------------- whether


@rule("aiw", "18.1b", "18.1l", "15.0b")
def test_the_besieger_may_assault_or_keep_up_the_siege_without_points() -> None:
    s = siege("estella", "c_nav1 field:1", points=0)
    combats(s)
    assert offered(s) == ["assault estella", "done"]
    do(s, "done")
    assert s.siege == 1 << area("estella")


def two_sieges(other: str) -> Aiw:
    """Carlists may assault Estella; at Vitoria stands what is said."""
    places = {"estella": "c_nav1 field:1", "vitoria": other}
    s = war(places, forts={"liberal": ["estella"]}, siege=["estella", "vitoria"])
    s.secret = True
    return s


@rule("aiw", "18.1m")
@pytest.mark.parametrize("other", ["c_nav2", "c_nav2 mountain:2"])
def test_an_assault_needs_field_artillery(other: str) -> None:
    s = two_sieges(other)
    combats(s)
    assert refused(s, "assault vitoria") == Refusal("18.1m", "no_field_artillery")
    assert offered(s) == ["assault estella", "done"]


@rule("aiw", "18.1n")
def test_not_in_the_phase_in_which_the_siege_begins() -> None:
    s = two_sieges("c_nav2 field:1")
    s.siege &= ~(1 << area("vitoria"))                  # entered in this phase
    combats(s)
    assert refused(s, "assault vitoria") == Refusal("18.1n", "siege_began_in_this_phase")
    s = two_sieges("c_nav2 field:1")
    phase(s).begun &= ~(1 << area("vitoria"))           # besieged since, by a card
    combats(s)
    assert refused(s, "assault vitoria") == Refusal("18.1n", "siege_began_in_this_phase")


@rule("aiw", "18.1z")
def test_a_fortress_is_assaulted_once_in_a_phase() -> None:
    s = two_sieges("c_nav2:1 field:1")
    combats(s)
    do(s, "assault vitoria", dice=[6, 6])
    do(s, "no")
    assert refused(s, "assault vitoria") == Refusal("18.1z", "assaulted_already")
    assert offered(s) == ["assault estella", "done"]


@rule("aiw", "18.1z", "17.9r")
def test_units_that_retreated_there_in_this_phase_take_no_part() -> None:
    s = two_sieges("c_nav2 c_gui1 c_gui2 field:1")
    s.retreated = 1 << block(s, "c_gui1")
    combats(s)
    do(s, "assault vitoria")
    assert refused(s, "fire c_gui1") == Refusal("17.9r", "retreated_units_do_not_assault")
    assert offered(s) == ["fire c_nav2", "fire c_gui2", "all"]
    events = in_vain(s, "all")
    assert [unit for unit, *_ in told(events, "fired")] == [UNIT["c_nav2"], UNIT["c_gui2"]]
    s = two_sieges("c_nav2:1 c_gui1 field:1")
    s.retreated = 1 << block(s, "c_gui1")
    combats(s)
    do(s, "assault vitoria", dice=[6, 6])               # the other one is alone: nobody is asked who assaults
    assert asked(s) == "carlist SecondRound"
    s = two_sieges("c_nav2 field:1")
    s.retreated = 1 << block(s, "c_nav2")
    combats(s)
    assert refused(s, "assault vitoria") == Refusal("17.9r", "retreated_units_do_not_assault")


@rule("aiw", "17.9r", "18.1m")
def test_nobody_is_asked_where_everybody_sees_that_there_can_be_no_assault() -> None:
    s = siege("estella", "c_nav1 field:1", secret=True)
    s.retreated = 1 << block(s, "c_nav1")
    combats(s)
    assert asked(s) == "nobody"
    s = siege("estella", "c_nav1", secret=True)
    combats(s)
    assert asked(s) == "nobody"


@rule("aiw", "18.1z")
def test_partidas_may_assault() -> None:
    s = siege("estella", "c_par1 field:1", "l_rg1:1")
    assault(s, dice=[6, 6, 6])
    assert asked(s) == "carlist SecondRound"


@rule("aiw", "15.0c")
def test_a_besieger_whose_only_free_block_is_a_train_is_asked_and_can_only_decline() -> None:
    s = siege("estella", "c_nav1 c_st1 field:1", secret=True)
    s.retreated = 1 << block(s, "c_nav1")
    combats(s)
    assert offered(s) == ["done"]
    assert refused(s, "assault estella") == Refusal("17.9r", "retreated_units_do_not_assault")


# ------------------------------------------------------------------------------------------------------------ who fires


@rule("aiw", "18.1q")
@pytest.mark.parametrize(("x", "most"), [("pamplona", 4), ("estella", 2)])
def test_four_units_assault_a_city_and_two_another_fortress(x: str, most: int) -> None:
    units = ["c_nav1:1", "c_nav2:1", "c_gui1:1", "c_gui2:1", "c_bis1:1"]
    s = siege(x, " ".join(units) + " field:1")
    assault(s)
    assert refused(s, "all") == Refusal("18.1q", "not_all_may_assault")
    chosen = [f"fire {unit.split(':')[0]}" for unit in units[:most]]
    do(s, *chosen, dice=[6] + [6] * most)               # the last of them ends the choice
    assert asked(s) == "carlist SecondRound"


@rule("aiw", "18.1q")
def test_at_least_one_unit_and_no_train_assaults_and_cavalry_has_no_limit() -> None:
    s = siege("pamplona", "c_navc1 c_basc1 c_casc1 c_st1 field:1", secret=True)
    assault(s)
    assert refused(s, "done") == Refusal("16.0c", "one_unit_must_fire")
    assert refused(s, "fire c_st1") == Refusal("16.0e", "trains_do_not_fire")
    do(s, "fire c_navc1", "fire c_basc1")
    assert offered(s) == ["fire c_casc1", "done"]
    assert tablero.prompt(s, CARLIST).key == "choose_assaulting"


@rule("aiw", "18.1q")
def test_units_may_be_changed_between_the_rounds() -> None:
    s = siege("estella", "c_nav1:1 c_nav2:1 c_gui1:1 field:1")
    assault(s)
    do(s, "fire c_nav1", "fire c_nav2", dice=[6, 6, 6])
    do(s, "yes")
    assert offered(s) == ["fire c_nav1", "fire c_nav2", "fire c_gui1"]
    events = do(s, "fire c_gui1", "done", dice=[6, 6])
    assert [event[0] for event in told(events, "fired")] == [UNIT["c_gui1"]]


def test_the_choice_is_a_secret_until_it_is_made() -> None:
    s = siege("estella", "c_nav1 c_nav2 c_gui1 field:1", secret=True)
    assault(s)
    do(s, "fire c_nav2")
    frame = GAME.view(s, LIBERAL).stack[-1]
    assert isinstance(frame, ChooseFiring)
    assert (frame.picked, s.shown) == (0, 0)


@rule("aiw", "18.1p", "18.1i")
def test_the_defender_fires_with_all_units_inside_and_the_garrison() -> None:
    s = siege("pamplona", "c_nav1:4 field:1", "l_rg1:2 l_pr1:3 l_st1")
    events = assault(s, dice=[2, 6] + [6, 6, 6] + [2] + [6] * 2)
    assert told(events, "fired")[:2] == [(UNIT["l_rg1"], 2, 2, 1), (UNIT["l_pr1"], 3, 1, 0)]
    assert told(events, "garrison_fired") == [(area("pamplona"), 1, 2, 1)]
    assert strength(s, "c_nav1") == 2


@rule("aiw", "18.1r", "7.3c")
def test_only_the_attacker_may_lay_a_card_once_units_are_shown_and_in_each_round() -> None:
    hands = ["eguia", "guides_of_navarre", "bayonet_charge_l"]
    s = siege("estella", "c_nav1:1 field:1", "l_rg1:1", hands=hands, secret=True)
    events = assault(s)
    assert told(events, "assault") == [(CARLIST, area("estella"))]
    assert len(told(events, "shown")) == 2
    assert asked(s) == "carlist LayCard"
    do(s, "pass", dice=[6, 6, 6])
    assert asked(s) == "carlist SecondRound"
    do(s, "yes")
    assert asked(s) == "carlist LayCard"
    do(s, "pass", dice=[6, 6, 6])


@rule("aiw", "18.1r")
def test_the_attacker_may_play_any_number_of_operational_cards_in_each_round_and_the_defender_none() -> None:
    s = siege("estella", "l_rg1:1 field:2", "c_nav1:1", "liberal", hands=["royal_marines", "espartero", "hospitals"])
    with playable_at("royal_marines espartero hospitals", COMBAT):
        assault(s)
        assert asked(s) == "liberal CardWindow"
        do(s, "play royal_marines")
        assert offered(s) == ["pass", "play espartero"]
        do(s, "pass", dice=[6, 6, 6])
        do(s, "yes")
        assert asked(s) == "liberal CardWindow"
        do(s, "play espartero", dice=[6, 6, 6])
    assert asked(s) == "nobody"


# ------------------------------------------------------------------------------------------------------ rounds and fire


@rule("aiw", "18.1o")
@pytest.mark.parametrize(("inside", "rounds"), [("", 2), ("field:1", 2), ("field:2", 1), ("field:3", 1)])
def test_with_more_field_artillery_the_attacker_may_have_a_second_round(inside: str, rounds: int) -> None:
    s = siege("estella", "c_nav1:1 field:2", f"l_rg1:1 {inside}")
    assault(s, dice=[6, 6, 6])
    assert asked(s) == ("carlist SecondRound" if rounds == 2 else "nobody")
    if rounds == 2:
        do(s, "yes", dice=[6, 6, 6])                    # and not a third
        assert asked(s) == "nobody"


@rule("aiw", "18.1o")
def test_he_may_leave_it_and_mountain_artillery_does_not_count() -> None:
    s = siege("estella", "c_nav1:1 field:1", "l_rg1:1 mountain:2")
    assault(s, dice=[6, 6, 6])
    do(s, "no")
    assert asked(s) == "nobody"


@rule("aiw", "18.1s", "18.1u")
@pytest.mark.parametrize(("hits", "left"), [(1, 3), (2, 2), (3, 2), (4, 1)])
def test_two_hits_make_a_full_hit(hits: int, left: int) -> None:
    s = siege("estella", "c_nav1:4 field:1", "l_rg1:3")
    assault(s, dice=[6] * 4 + [1] * hits + [6] * (4 - hits))
    assert strength(s, "l_rg1") == left


@rule("aiw", "18.1t")
def test_half_a_hit_is_kept_for_the_second_round_and_then_lost() -> None:
    s = siege("estella", "c_nav1:1 field:1", "l_rg1:2")
    assault(s, dice=[6, 6, 6, 1])
    assert (strength(s, "l_rg1"), s.frame(Assault).halves) == (2, 1)
    other = s.clone()
    do(s, "yes", dice=[6, 6, 6, 1])
    assert strength(s, "l_rg1") == 1
    do(other, "no")
    assert (strength(other, "l_rg1"), other.over) == (2, True)


@rule("aiw", "18.1u")
def test_an_assaulting_unit_that_falls_does_not_fire() -> None:
    s = siege("estella", "c_nav1:1 c_nav2:1 field:1", "l_rg1:1")
    assault(s)
    do(s, "fire c_nav1", "fire c_nav2", dice=[1, 6])
    do(s, "hit c_nav1", dice=[6])                       # one die, of the other
    assert at(s, "c_nav1") == "bag"


@rule("aiw", "18.1u")
def test_hits_go_one_by_one_to_the_strongest_on_both_sides() -> None:
    s = siege("pamplona", "c_nav1:4 c_nav2:3 c_gui1:1 field:1", "l_rg1:3 l_ln1:1")
    assault(s)
    do(s, "fire c_nav2", "fire c_gui1", "done", dice=[1, 6, 6] + [6] + [6] + [1, 6] + [1])
    assert (strength(s, "c_nav1"), strength(s, "c_nav2"), strength(s, "c_gui1")) == (4, 2, 1)
    assert (strength(s, "l_rg1"), strength(s, "l_ln1")) == (2, 1)


@rule("aiw", "18.1u")
@pytest.mark.parametrize(("side", "outside", "inside"), [
    ("carlist", "c_nav1:2 field:1", "l_rg1:2 l_rg2:2"), ("liberal", "l_rg1:2 field:1", "c_nav1:2 c_nav2:2"),
])
def test_who_is_besieged_chooses_among_equals(side: str, outside: str, inside: str) -> None:
    s = siege("pamplona", outside, inside, side)
    assault(s, dice=[6] * 5 + [1, 1])
    assert asked(s) == ("liberal TakeHits" if side == "carlist" else "carlist TakeHits")


@rule("aiw", "18.1k", "18.1j", "18.3a", "18.1d")
def test_the_garrison_is_hit_last_and_then_the_fortress_falls() -> None:
    s = siege("estella", "c_nav1:4 field:1", "l_rg1:1")
    assault(s, dice=[6, 6] + [1, 1, 6, 6])
    assert (at(s, "l_rg1"), s.siege) == ("bag", 1 << area("estella"))
    do(s, "yes", dice=[6] + [1, 1, 6, 6])
    assert offered(s) == ["keep", "raze"]
    do(s, "keep")
    assert (s.forts[CARLIST] >> area("estella") & 1, s.siege, asked(s)) == (1, 0, "nobody")


@rule("aiw", "18.3a", "18.1k")
def test_units_and_garrison_may_fall_in_one_round() -> None:
    s = siege("estella", "c_nav1:4 field:1", "l_rg1:1 l_st1 mountain:1")
    assault(s, dice=[6, 6] + [1, 1, 1, 1])
    do(s, "raze")
    assert (at(s, "l_rg1"), at(s, "l_st1"), guns(s, "carlist", "estella")) == ("bag", "box", (1, 1))
    assert s.forts[LIBERAL] >> area("estella") & 1 == 0


@rule("aiw", "18.1v")
def test_fire_is_at_normal_effectiveness_in_rough_and_artillery_does_not_fire() -> None:
    s = siege("estella", "c_nav1:2 field:2 mountain:2", "l_rg1:2 field:1 mountain:1")
    events = assault(s, dice=[2, 6] + [6] + [2])        # E2 hits with 2
    assert strength(s, "c_nav1") == 1
    assert [(unit, need) for unit, _, need, _ in told(events, "fired")] == [(UNIT["l_rg1"], 2), (UNIT["c_nav1"], 2)]
    assert s.frame(Assault).halves == 1


@rule("aiw", "18.1v")
def test_nobody_retreats_after_an_assault() -> None:
    s = siege("estella", "c_nav1:1 c_st1 field:1", "l_rg1:1")
    combats(s)
    do(s, "assault estella", dice=[6, 6, 6])
    do(s, "no")
    assert (at(s, "c_nav1"), at(s, "l_rg1"), asked(s)) == ("estella", "inside estella", "nobody")


@rule("aiw", "18.1w")
@pytest.mark.parametrize(("inside", "defence", "attack"), [("field:1", 1, -1), ("field:2", 1, -1), ("", 0, 0)])
def test_as_much_field_artillery_helps_the_defender_and_hampers_the_attacker(
    inside: str, defence: int, attack: int
) -> None:
    s = siege("pamplona", "c_nav1:1 field:1", f"l_rg1:1 {inside}")
    events = assault(s, dice=[6, 6, 6])
    assert [need for _, _, need, _ in told(events, "fired")] == [2 + defence, 2 + attack]
    assert told(events, "garrison_fired") == [(area("pamplona"), 1, 2 + defence, 0)]


@rule("aiw", "18.1w", "18.1o")
def test_it_is_the_same_when_liberals_assault_a_carlist_fortress() -> None:
    s = siege("estella", "l_rg1:1 field:1", "c_nav1:1 field:1", "liberal")
    events = assault(s, dice=[6, 6, 6])
    assert [need for _, _, need, _ in told(events, "fired")] == [3, 1]
    assert told(events, "garrison_fired") == [(area("estella"), 1, 2, 0)]
    assert asked(s) == "nobody"                         # one round


@rule("aiw", "18.1w")
def test_a_one_still_always_hits() -> None:
    s = siege("estella", "c_par1 field:1", "l_rg1:1 field:1")
    events = assault(s, dice=[6, 6, 1])
    assert told(events, "fired")[1] == (UNIT["c_par1"], 1, 1, 1)


@rule("aiw", "18.1x")
@pytest.mark.parametrize(("carlist", "liberal"), [("c_navc1", "l_lnc1"), ("c_casc1", "l_rgc1")])
def test_cavalry_of_either_side_hits_only_with_one(carlist: str, liberal: str) -> None:
    s = siege("pamplona", f"{carlist}:1 field:1", f"{liberal}:1 field:2")
    events = assault(s, dice=[2, 6, 2])
    assert told(events, "fired") == [(UNIT[liberal], 1, 1, 0), (UNIT[carlist], 1, 1, 0)]


# ------------------------------------------------------------------------------------------------------------ the end


@rule("aiw", "18.1y")
def test_when_all_besiegers_fall_in_the_assault_the_siege_ends_and_their_guns_are_taken() -> None:
    s = siege("estella", "c_nav1:1 field:2", "l_rg1:2")
    combats(s)
    do(s, "assault estella", dice=[1, 6, 6])
    assert (s.siege, at(s, "l_rg1"), guns(s, "liberal", "estella")) == (0, "estella", (1, 0))


@rule("aiw", "18.1o")
def test_nobody_left_to_assault_means_no_second_round() -> None:
    s = siege("estella", "c_nav1:1 field:2", "l_rg1:2")
    assault(s, dice=[1, 6, 6])
    assert asked(s) == "nobody"
    s = siege("estella", "c_nav1:1 c_gui1 field:2", "l_rg1:2")
    s.retreated = 1 << block(s, "c_gui1")
    assault(s, dice=[1, 6, 6])
    assert asked(s) == "nobody"


@rule("aiw", "5.2e")
def test_blocks_shown_in_an_assault_are_hidden_again() -> None:
    s = two_sieges("c_nav2:1 field:1")
    combats(s)
    events = do(s, "assault vitoria", dice=[6, 6])
    assert len(told(events, "shown")) == 1
    do(s, "no")
    assert s.shown == 0


@rule("aiw", "9.0e")
def test_an_assault_that_takes_a_second_city_wins_the_war() -> None:
    s = siege("pamplona", "c_nav1:4 field:1")
    s.forts[CARLIST] |= 1 << area("vitoria")
    s.forts[LIBERAL] &= ~(1 << area("vitoria"))
    combats(s)
    do(s, "assault pamplona", dice=[6] + [1, 1, 6, 6])
    assert (s.over, s.winner) == (True, CARLIST)
