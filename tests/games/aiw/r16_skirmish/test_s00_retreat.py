"""[16.0o] to [16.0x] After a Skirmish: who retreats, what is lost, who is left."""

from __future__ import annotations

import pytest

import tablero
from tablero.games.aiw.board import (
    ARMY,
    BLOCK_SIDE,
    FOOT,
    HORSE,
    LIBERAL,
    TRAINS,
    area,
)
from tablero.games.aiw.rules.r03_turn.s00_player_phase import phase
from tablero.games.aiw.rules.r16_skirmish.s00_firing_units import ChooseFiring
from tablero.games.aiw.rules.r16_skirmish.s00_skirmish import Skirmish
from tablero.games.aiw.rules.r17_battle.s09_retreat import Retreat
from tablero.games.aiw.state import Aiw
from tablero.kernel.engine import advance
from tablero.kernel.events import Event
from tests.games.aiw.combat import came, retreats, skirmish
from tests.games.aiw.war import asked, at, block, do, guns, strength, war
from tests.rules import rule

# -------------------------------------------------------------------------------------------------------- who retreats


def fought(s: Aiw, x: str) -> list[Event]:
    """A Skirmish in which every side chooses what it can and nobody hits, up to the retreat."""
    s.script = [6] * 60
    s.call(Skirmish(area(x), phase(s).side))
    advance(s)
    events, s.events = s.events, []
    while s.stack and isinstance(s.stack[-1], ChooseFiring):
        seat = tablero.players(s)[0]
        events += tablero.apply(s, seat, tablero.options(s, seat)[0])
    s.script = None
    return events


@rule("aiw", "16.0o")
def test_a_defender_who_is_outnumbered_retreats() -> None:
    s = came(war({"lerin": "l_rg1 l_rg2 c_nav1 c_nav2 c_gui1"}), "lerin", "estella")
    assert retreats(fought(s, "lerin")) == ["liberal lerin"]
    assert s.frame(Retreat).side == LIBERAL


@rule("aiw", "16.0p")
@pytest.mark.parametrize("defenders", ["l_rg1 l_rg2", "l_rg1 l_rg2 l_rg3"])
def test_with_equal_numbers_or_fewer_the_attacker_retreats(defenders: str) -> None:
    s = came(war({"lerin": f"{defenders} c_nav1 c_nav2"}), "lerin", "estella")
    assert retreats(fought(s, "lerin")) == ["carlist lerin"]
    assert (at(s, "c_nav1"), at(s, "c_nav2"), at(s, "l_rg1")) == ("estella", "estella", "lerin")


@pytest.mark.parametrize(("carlists", "led", "loser"), [
    ("c_nav1", "l_rg1", "carlist"), ("c_nav1", "l_rg2", "liberal"), ("c_nav1 c_nav2", "l_rg1", "liberal"),
])
@rule("aiw", "16.0p", "7.1d")
def test_liberals_whom_espartero_leads_there_stay_with_equal_numbers(carlists: str, led: str, loser: str) -> None:
    s = came(war({"lerin": f"l_rg1 {carlists}", "tafalla": "l_rg2"}, side="liberal"), "lerin", "lodosa")
    s.led = 1 << block(s, led)
    assert retreats(fought(s, "lerin")) == [f"{loser} lerin"]


@rule("aiw", "16.0o")
def test_numbers_are_those_that_are_left_after_the_fire() -> None:
    s = came(war({"lerin": "l_rg1:1 l_rg2 c_nav1:4 c_nav2"}), "lerin", "estella")
    skirmish(s, "lerin")
    do(s, "fire c_nav1", "done", seat="carlist")
    events = do(s, "fire l_rg1", "done", seat="liberal", dice=[6, 1, 6, 6, 6])
    assert retreats(events) == ["liberal lerin"]        # two against one


@rule("aiw", "16.0q", "18.2h", "18.0f")
@pytest.mark.parametrize(("inside", "loser"), [("l_ln1", "carlist"), ("", "liberal")])
def test_besieged_units_count_with_those_who_come_to_relieve_them(inside: str, loser: str) -> None:
    places = {"pamplona": "l_rg1 l_rg2 c_nav1 c_nav2", "inside pamplona": inside}
    s = came(war(places, side="liberal", siege=["pamplona"]), "pamplona", "tafalla")
    assert retreats(fought(s, "pamplona")) == [f"{loser} pamplona"]


@rule("aiw", "16.0q")
def test_besieged_units_count_with_a_landing_too() -> None:
    places = {"san_sebastian": "l_rg1 l_rg2 c_nav1 c_nav2", "inside san_sebastian": "l_ln1 field:1"}
    s = war(places, side="liberal", siege=["san_sebastian"])
    s.landed = 1 << block(s, "l_rg1") | 1 << block(s, "l_rg2")
    assert retreats(fought(s, "san_sebastian")) == ["carlist san_sebastian"]


@rule("aiw", "16.0r", "18.0f")
def test_units_that_went_inside_an_unbesieged_fortress_do_not_count() -> None:
    s = came(war({"pamplona": "l_rg1 c_nav1 c_nav2", "inside pamplona": "l_ln1"}), "pamplona", "tafalla")
    assert retreats(fought(s, "pamplona")) == ["liberal pamplona"]
    s = came(war({"pamplona": "l_rg1 c_nav1", "inside pamplona": "l_ln1"}), "pamplona", "tafalla")
    assert retreats(fought(s, "pamplona")) == ["carlist pamplona"]      # nor do they for the attacker


@rule("aiw", "16.0s")
@pytest.mark.parametrize("more", ["c_par1", "c_st1", "field:1 mountain:1 knapsack:1"])
def test_partidas_trains_guns_and_knapsacks_do_not_count(more: str) -> None:
    s = came(war({"lerin": f"l_rg1 c_nav1 {more}"}), "lerin", "estella")
    assert retreats(fought(s, "lerin")) == ["carlist lerin"]        # one against one


@rule("aiw", "16.0s")
def test_attackers_on_roads_do_not_count() -> None:
    s = came(war({"lerin": "l_rg1 c_nav1", "road estella>lerin": "c_nav2"}), "lerin", "estella")
    assert retreats(fought(s, "lerin")) == ["carlist lerin"]
    assert (at(s, "c_nav1"), at(s, "c_nav2")) == ("estella", "estella")


@rule("aiw", "16.0t")
def test_cavalry_without_infantry_that_fired_yields_to_infantry_whatever_the_numbers() -> None:
    s = came(war({"lerin": "l_rg1 c_navc1 c_basc1 c_casc1"}), "lerin", "estella")
    assert retreats(fought(s, "lerin")) == ["carlist lerin"]
    s = came(war({"lerin": "l_lnc1 l_lnc2 c_nav1"}), "lerin", "estella")
    assert retreats(fought(s, "lerin")) == ["liberal lerin"]        # the defender too


@rule("aiw", "16.0t")
@pytest.mark.parametrize(("attackers", "loser"), [("c_navc1 c_basc1", "liberal"), ("c_navc1", "carlist")])
def test_between_cavalry_and_cavalry_numbers_decide(attackers: str, loser: str) -> None:
    s = came(war({"lerin": f"l_lnc1 {attackers}"}), "lerin", "estella")
    assert retreats(fought(s, "lerin")) == [f"{loser} lerin"]


@rule("aiw", "16.0t")
def test_infantry_that_was_not_chosen_does_not_help_cavalry() -> None:
    s = came(war({"lerin": "l_rg1 c_navc1 c_basc1 c_nav1"}), "lerin", "estella")
    skirmish(s, "lerin")
    events = do(s, "fire c_navc1", "done", dice=[6] * 8)
    assert retreats(events) == ["carlist lerin"]        # though three against one
    s = came(war({"lerin": "l_rg1 c_navc1 c_basc1 c_nav1"}), "lerin", "estella")
    skirmish(s, "lerin")
    assert retreats(do(s, "fire c_nav1", "done", dice=[6] * 8)) == ["liberal lerin"]


@rule("aiw", "16.0t")
def test_a_partida_does_not_help_cavalry_either() -> None:
    s = came(war({"lerin": "l_rg1 c_navc1 c_basc1 c_par1"}), "lerin", "estella")
    assert retreats(fought(s, "lerin")) == ["carlist lerin"]


@rule("aiw", "16.0t")
def test_besieged_infantry_does_not_help_cavalry_that_comes_to_relieve_it() -> None:
    places = {"pamplona": "l_lnc1 l_lnc2 c_nav1", "inside pamplona": "l_ln1"}
    s = came(war(places, side="liberal", siege=["pamplona"]), "pamplona", "tafalla")
    assert retreats(fought(s, "pamplona")) == ["liberal pamplona"]


@rule("aiw", "16.0t")
def test_a_side_without_cavalry_whose_chosen_infantry_fell_counts_as_usual() -> None:
    s = came(war({"lerin": "l_rg1:1 c_nav1:1 c_nav2 c_gui1"}), "lerin", "estella")
    skirmish(s, "lerin")
    assert retreats(do(s, "fire c_nav1", "done", dice=[1])) == ["liberal lerin"]        # two against one


@rule("aiw", "16.0u")
def test_after_a_skirmish_nobody_merges_or_regroups_and_nobody_pursues() -> None:
    s = came(war({"lerin": "l_rg1 l_rg2 l_rg3 c_nav1:1 c_nav2:1 c_gui1:1", "estella": "c_gui2:1"}), "lerin", "estella")
    skirmish(s, "lerin")
    do(s, "fire c_nav1", "done", seat="carlist")
    do(s, "fire l_rg1", "done", seat="liberal", dice=[6] * 4 + [6])
    assert [at(s, unit) for unit in ("c_nav1", "c_nav2", "c_gui1")] == ["estella"] * 3
    assert asked(s) == "nobody"


# ------------------------------------------------------------------------------------------------- guns and the Train


@rule("aiw", "16.0w")
def test_a_side_that_retreats_loses_half_its_field_artillery_rounded_up_and_a_point_of_its_train() -> None:
    s = came(war({"ona": "c_nav1 l_rg1 l_st1:2 field:3 mountain:2 knapsack:2"}, side="liberal"), "ona", "pancorbo")
    events = fought(s, "ona")
    assert retreats(events) == ["liberal ona"]
    assert guns(s, "carlist", "ona") == (2, 0)
    assert guns(s, "liberal", "pancorbo") == (1, 2)
    assert strength(s, "l_st1") == 1


@rule("aiw", "16.0w")
def test_a_train_of_one_point_is_lost() -> None:
    s = came(war({"ona": "c_nav1 l_rg1 l_st1:1"}, side="liberal"), "ona", "pancorbo")
    fought(s, "ona")
    assert at(s, "l_st1") == "box"


@rule("aiw", "16.0v")
def test_surviving_cavalry_that_fired_saves_guns_and_train() -> None:
    s = came(war({"ona": "c_nav1 c_nav2 l_rg1 l_lnc1 l_st1:2 field:3"}, side="liberal"), "ona", "pancorbo")
    skirmish(s, "ona")
    do(s, "all", seat="carlist")
    do(s, "all", seat="liberal", dice=[6] * 7 + [6] * 8)
    assert (guns(s, "liberal", "pancorbo"), strength(s, "l_st1")) == ((3, 0), 2)


@rule("aiw", "16.0v")
def test_surviving_cavalry_saves_guns_and_train_even_if_it_was_not_chosen() -> None:
    s = came(war({"ona": "c_nav1 l_rg1 l_lnc1 l_st1:2 field:3 c_nav2"}, side="liberal"), "ona", "pancorbo")
    skirmish(s, "ona")
    do(s, "fire c_nav1", "done", seat="carlist")
    events = do(s, "fire l_rg1", "done", seat="liberal", dice=[6] * 4 + [6] * 5)
    assert retreats(events) == ["liberal ona"]
    assert (guns(s, "carlist", "ona"), guns(s, "liberal", "pancorbo")) == ((0, 0), (3, 0))
    assert strength(s, "l_st1") == 2


@rule("aiw", "16.0v", "5.2c")
def test_guns_that_are_saved_or_lost_tell_whether_hidden_blocks_are_cavalry() -> None:
    for unit, kind in (("l_lnc1", HORSE), ("l_rg2", FOOT | TRAINS)):
        s = came(war({"ona": f"c_nav1 c_nav2 l_rg1 {unit} field:2"}, side="liberal"), "ona", "pancorbo")
        s.may = [ARMY[BLOCK_SIDE[b]] if may else 0 for b, may in enumerate(s.may)]      # nobody knows anything
        skirmish(s, "ona")
        do(s, "fire c_nav1", "done", seat="carlist")
        do(s, "fire l_rg1", "done", seat="liberal", dice=[6] * 4 + [6] * 5)
        assert s.may[block(s, unit)] & ~kind == 0


@rule("aiw", "16.0v", "5.2c")
def test_of_several_hidden_blocks_one_at_least_is_cavalry_when_guns_are_saved() -> None:
    s = came(war({"ona": "c_nav1 c_nav2 c_gui1 l_rg1 l_lnc1 l_rg2 field:2"}, side="liberal"), "ona", "pancorbo")
    s.may = [ARMY[BLOCK_SIDE[b]] if may else 0 for b, may in enumerate(s.may)]
    skirmish(s, "ona")
    do(s, "fire c_nav1", "done", seat="carlist")
    do(s, "fire l_rg1", "done", seat="liberal", dice=[6] * 4 + [6] * 5)
    pair = 1 << block(s, "l_lnc1") | 1 << block(s, "l_rg2")
    assert (pair, HORSE, 1) in s.facts


@rule("aiw", "16.0w", "5.2c")
def test_the_train_that_loses_a_point_is_known_for_one() -> None:
    s = came(war({"ona": "c_nav1 l_rg1 l_st1:2"}, side="liberal"), "ona", "pancorbo")
    s.may = [ARMY[BLOCK_SIDE[b]] if may else 0 for b, may in enumerate(s.may)]
    fought(s, "ona")
    assert s.may[block(s, "l_st1")] & ~TRAINS == 0


@rule("aiw", "16.0v")
def test_cavalry_on_a_road_or_in_the_fortress_does_not_save_them() -> None:
    places = {"ona": "c_nav1 l_rg1 field:2", "road pancorbo>ona": "l_lnc1"}
    s = came(war(places, side="liberal"), "ona", "pancorbo")
    fought(s, "ona")
    assert guns(s, "carlist", "ona") == (1, 0)
    s = came(war({"pamplona": "l_rg1 field:2 c_nav1 c_nav2", "inside pamplona": "l_lnc1"}), "pamplona", "tafalla")
    fought(s, "pamplona")
    assert guns(s, "carlist", "pamplona") == (1, 0)


@rule("aiw", "16.0v")
@pytest.mark.parametrize(
    ("x", "origin", "taken"), [("villarreal", "durango", 0), ("los_arcos", "estella", 1), ("ona", "pancorbo", 1)]
)
def test_carlists_save_them_in_rough_of_the_carlist_zone_only(x: str, origin: str, taken: int) -> None:
    s = came(war({x: "l_rg1 c_nav1 field:2"}), x, origin)
    assert retreats(fought(s, x)) == [f"carlist {x}"]
    assert guns(s, "liberal", x) == (taken, 0)


@rule("aiw", "16.0v")
def test_liberals_do_not_save_them_in_rough_of_the_carlist_zone() -> None:
    s = came(war({"villarreal": "c_nav1 l_rg1 field:2"}, side="liberal"), "villarreal", "vitoria")
    fought(s, "villarreal")
    assert guns(s, "carlist", "villarreal") == (1, 0)


# ---------------------------------------------------------------------------------------------------- nobody left


@rule("aiw", "16.0x")
def test_a_partida_that_has_cleared_the_space_stays() -> None:
    s = came(war({"lerin": "l_rg1:1 c_par1 c_nav1:1"}), "lerin", "estella")
    skirmish(s, "lerin")
    do(s, "fire c_nav1", "fire c_par1", dice=[1])
    events = do(s, "hit c_nav1", dice=[1])
    assert (retreats(events), at(s, "c_par1"), at(s, "l_rg1")) == ([], "lerin", "bag")


@rule("aiw", "16.0x")
def test_a_partida_alone_yields_to_any_counted_unit() -> None:
    s = came(war({"lerin": "c_par1 l_rg1"}, side="liberal"), "lerin", "tafalla")
    assert retreats(fought(s, "lerin")) == ["carlist lerin"]


@rule("aiw", "16.0x")
def test_attackers_with_nobody_left_outside_do_not_drive_the_besiegers_off() -> None:
    places = {"pamplona": "l_rg1:1 c_nav1:1", "inside pamplona": "l_ln1 l_ln2"}
    s = came(war(places, side="liberal", siege=["pamplona"]), "pamplona", "tafalla")
    events = skirmish(s, "pamplona", dice=[1])
    assert (retreats(events), at(s, "c_nav1")) == ([], "pamplona")      # though two are inside


@rule("aiw", "16.0x", "11.4l")
def test_when_the_attackers_in_the_space_fall_those_on_the_roads_retreat() -> None:
    s = came(war({"lerin": "l_rg1:1 c_nav1:1", "road estella>lerin": "c_nav2"}), "lerin", "estella")
    events = skirmish(s, "lerin", dice=[1])
    assert (retreats(events), at(s, "c_nav2"), at(s, "l_rg1")) == ([], "estella", "lerin")


@rule("aiw", "11.4l")
def test_those_on_the_roads_enter_when_their_side_has_won_or_nobody_is_left() -> None:
    s = came(war({"lerin": "l_rg1:1 c_nav1:1", "road estella>lerin": "c_nav2 field:1"}), "lerin", "estella")
    skirmish(s, "lerin", dice=[6, 1])
    assert (at(s, "c_nav2"), guns(s, "carlist", "lerin")) == ("lerin", (1, 0))
    s = came(war({"lerin": "l_rg1:1 c_nav1:1 field:1", "road estella>lerin": "c_nav2"}), "lerin", "estella")
    skirmish(s, "lerin", dice=[1, 2])
    assert (at(s, "c_nav1"), at(s, "l_rg1"), at(s, "c_nav2")) == ("bag", "bag", "lerin")
