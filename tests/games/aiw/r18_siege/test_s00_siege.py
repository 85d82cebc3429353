"""[18.0] [18.2] [18.3] Fortresses: shelter, sieges, Sorties, capture."""

from __future__ import annotations

import pytest

import tablero
from tablero.games.aiw import GAME
from tablero.games.aiw.board import ARMY, BLOCK_SIDE, CARLIST, FIGHTERS, LIBERAL, TRAINS, area
from tablero.games.aiw.rules.r04_map import capacity, fort_owner, friendly, settle
from tablero.games.aiw.rules.r05_units import in_open, put
from tablero.games.aiw.rules.r12_carlist_movement.s02_evasion import Evasion
from tablero.games.aiw.rules.r16_skirmish.s00_skirmish import Skirmish
from tablero.games.aiw.rules.r17_battle.s09_retreat import Retreat
from tablero.games.aiw.rules.r18_siege.s00_siege import Shelter, Sortie, begin_sieges, open_gates
from tablero.games.aiw.rules.r18_siege.s01_assault import garrison
from tablero.games.aiw.rules.r19_supply import SupplyStep
from tablero.games.aiw.state import Aiw
from tablero.kernel.refusals import Refusal
from tests.games.aiw.battle import battle, draw_up, end_round, front, reserve
from tests.games.aiw.combat import came, combats, in_vain, retreats
from tests.games.aiw.war import asked, at, block, do, guns, heard, knapsack, offered, refused, run, strength, told, war
from tests.rules import rule


def shelter(s: Aiw, x: str, side: int = LIBERAL) -> Aiw:
    run(s, Shelter(side, area(x)))
    return s


def unknown(s: Aiw) -> Aiw:
    """Nobody knows what any block is."""
    s.may = [ARMY[BLOCK_SIDE[b]] if may else 0 for b, may in enumerate(s.may)]
    return s


def facts(s: Aiw) -> set[tuple[int, ...]]:
    return {tuple(s.facts[i : i + 3]) for i in range(0, len(s.facts), 3)}


# ------------------------------------------------------------------------------------------------------------- shelter


@rule("aiw", "18.0a", "18.0d")
def test_the_owner_may_leave_all_outside_or_some_or_none() -> None:
    s = shelter(war({"pamplona": "l_rg1 l_rg2 c_nav1"}), "pamplona")
    assert offered(s) == ["done", "all", "inside l_rg1", "inside l_rg2"]
    out, some, none = s.clone(), s.clone(), s.clone()
    do(out, "done")
    assert [at(out, unit) for unit in ("l_rg1", "l_rg2")] == ["pamplona", "pamplona"]
    do(some, "inside l_rg2", "done")
    assert [at(some, unit) for unit in ("l_rg1", "l_rg2")] == ["pamplona", "inside pamplona"]
    do(none, "all")
    assert [at(none, unit) for unit in ("l_rg1", "l_rg2")] == ["inside pamplona", "inside pamplona"]


@rule("aiw", "18.0b", "18.0d")
@pytest.mark.parametrize(("x", "room"), [("pamplona", 2), ("estella", 1)])
def test_a_city_holds_two_units_and_another_fortress_one(x: str, room: int) -> None:
    s = shelter(war({x: "l_rg1 l_rg2 l_lnc1 c_nav1"}, forts={"liberal": ["estella"]}, secret=True), x)
    assert capacity(area(x)) == room
    assert refused(s, "all") == Refusal("18.0b", "fortress_full")
    do(s, *["inside l_rg1", "inside l_lnc1"][:room])
    assert refused(s, "inside l_rg2") == Refusal("18.0b", "fortress_full")
    assert offered(s)[0] == "done"


@rule("aiw", "18.0b")
def test_a_partida_takes_a_place_like_any_infantry() -> None:
    s = war({"estella": "c_par1 c_nav1 l_rg1"}, side="liberal", forts={"carlist": ["estella"]}, secret=True)
    shelter(s, "estella", CARLIST)
    do(s, "inside c_par1")
    assert refused(s, "inside c_nav1") == Refusal("18.0b", "fortress_full")


@rule("aiw", "18.0c")
def test_a_train_guns_and_a_knapsack_fit_besides_and_none_of_them_fights() -> None:
    places = {"estella": "l_rg1 l_st1 field:2 mountain:1 knapsack:2 c_nav1:1"}
    s = war(places, forts={"liberal": ["estella"]})
    combats(s)
    do(s, "all", dice=[])
    assert (at(s, "l_rg1"), at(s, "l_st1")) == ("inside estella", "inside estella")
    assert (guns(s, "liberal", "inside estella"), knapsack(s, "liberal", "inside estella")) == ((2, 1), 2)
    assert s.siege >> area("estella") & 1


@rule("aiw", "18.0c")
def test_each_of_them_may_be_inside_or_outside() -> None:
    s = war({"estella": "l_st1 l_rg1 l_rg2 field:2 mountain:1 knapsack:2 c_nav1"}, forts={"liberal": ["estella"]})
    shelter(s, "estella")
    assert offered(s)[-3:] == ["stow field", "stow mountain", "stow knapsack"]
    do(s, "inside l_rg1", "stow mountain", "inside l_st1", "done")
    assert (guns(s, "liberal", "inside estella"), guns(s, "liberal", "estella")) == ((0, 1), (2, 0))
    assert (at(s, "l_st1"), knapsack(s, "liberal", "estella")) == ("inside estella", 2)


@rule("aiw", "18.0c", "18.0d")
def test_everybody_hears_what_goes_inside() -> None:
    s = shelter(war({"estella": "l_rg1 l_rg2 field:2 c_nav1"}, forts={"liberal": ["estella"]}), "estella")
    events = do(s, "inside l_rg1", "stow field")
    assert heard(events, "went_inside", "stowed") == ["went_inside liberal estella 1", "stowed liberal field estella"]
    s = shelter(war({"estella": "l_rg1 l_st1 field:2 knapsack:1 c_nav1"}, forts={"liberal": ["estella"]}), "estella")
    events = do(s, "all")
    assert heard(events, "went_inside", "stowed") == [
        "went_inside liberal estella 2", "stowed liberal field estella", "stowed liberal knapsack estella",
    ]


@rule("aiw", "18.0c")
def test_a_gun_left_outside_fires() -> None:
    s = war({"pamplona": "l_rg1:1 l_rg2:1 field:2 c_nav1:1"})
    combats(s)
    do(s, "inside l_rg2", "done", dice=[6, 2, 6])
    assert at(s, "c_nav1") == "bag"
    s = came(war({"pamplona": "l_rg1:1 l_rg2:1 field:2 c_nav1:1"}), "pamplona", "tafalla")
    combats(s)
    do(s, "inside l_rg2", "stow field", "done", dice=[6, 6])


@rule("aiw", "18.0c")
def test_what_cannot_be_alone_goes_inside_with_the_last_unit() -> None:
    s = shelter(war({"estella": "l_rg1 l_st1 field:2 knapsack:1 c_nav1"}, forts={"liberal": ["estella"]}), "estella")
    do(s, "inside l_rg1", "done")
    assert (at(s, "l_st1"), guns(s, "liberal", "inside estella")) == ("inside estella", (2, 0))
    assert knapsack(s, "liberal", "inside estella") == 1


@rule("aiw", "18.0b", "5.2c")
def test_numbers_inside_and_outside_tell_the_enemy_what_must_be_there() -> None:
    s = unknown(war({"estella": "l_rg1 l_rg2 l_st1 c_nav1"}, forts={"liberal": ["estella"]}, secret=True))
    shelter(s, "estella")
    do(s, "inside l_rg1", "inside l_st1", "done")
    inside, outside = s.shut[area("estella")], in_open(s, LIBERAL, area("estella"))
    assert facts(s) == {(inside, TRAINS, 1)}
    assert s.may[outside.bit_length() - 1] & ~FIGHTERS == 0


@rule("aiw", "18.0e")
def test_units_outside_must_fight() -> None:
    s = war({"pamplona": "l_rg1 l_rg2 l_ln1 c_nav1 c_nav2"})
    combats(s)
    do(s, "inside l_ln1", "done")
    assert s.frame(Skirmish).x == area("pamplona")


@rule("aiw", "18.0f")
def test_units_that_went_inside_do_not_count_for_who_retreats() -> None:
    s = came(war({"pamplona": "l_rg1 l_ln1 c_nav1 c_nav2"}), "pamplona", "tafalla")
    combats(s)
    events = in_vain(s, "inside l_ln1", "done", "fire c_nav1", "done")
    assert retreats(events) == ["liberal pamplona"]


@rule("aiw", "18.0g")
def test_in_a_battle_units_inside_are_not_deployed_but_may_reinforce() -> None:
    s = battle("vitoria", "c_nav1 c_nav2 c_gui1", "l_rg1 l_rg2 l_rg3", attacker="carlist", came=["salvatierra"],
               others={"inside vitoria": "l_ln1 l_ln2"})
    draw_up(s)
    assert front(s, "liberal") | reserve(s, "liberal") == {"l_rg1", "l_rg2", "l_rg3"}
    end_round(s)
    do(s, "fight_on", "fight_on")
    do(s, "reinforce l_ln1", dice=[1, 1])
    do(s, "reinforce l_ln2", dice=[1, 1])               # two in a round
    assert {"l_ln1", "l_ln2"} <= front(s, "liberal") | reserve(s, "liberal")


@rule("aiw", "18.0h")
def test_losing_defenders_may_go_inside_while_there_is_room() -> None:
    s = came(war({"estella": "l_rg1 l_rg2 c_nav1 c_nav2 c_gui1"}, forts={"liberal": ["estella"]}), "estella", "alsasua")
    combats(s)
    in_vain(s, "done", "fire c_nav1", "done", "fire l_rg1", "done")
    assert s.frame(Retreat).side == LIBERAL
    do(s, next(text for text in offered(s) if text.split()[1:] == ["l_rg1", "estella"]))
    assert at(s, "l_rg1") == "inside estella"
    assert not any(text.split()[1:] == ["l_rg2", "estella"] for text in offered(s))


# ---------------------------------------------------------------------------------------------------- begin and end


@rule("aiw", "18.1a")
@pytest.mark.parametrize(
    ("outside", "besieged"),
    [("c_nav1", True), ("c_navc1", True), ("c_par1", True), ("", False), ("c_nav1 l_rg1", False), ("c_st1", False)],
)
def test_a_siege_begins_where_an_enemy_unit_stands_and_no_defender_is_outside(outside: str, besieged: bool) -> None:
    s = war({"pamplona": outside, "haro": "l_ln1"})
    begin_sieges(s, CARLIST)
    assert s.siege == besieged << area("pamplona")


@rule("aiw", "18.1a")
def test_a_bare_fortress_is_besieged_after_the_combat_step_with_what_lies_in_it() -> None:
    s = war({"pamplona": "c_nav1 liberal field:2 knapsack:1"})
    events = combats(s)
    assert told(events, "besieged") == [(area("pamplona"),)]
    assert (guns(s, "liberal", "inside pamplona"), knapsack(s, "liberal", "inside pamplona")) == ((2, 0), 1)


@rule("aiw", "18.1a")
def test_a_siege_that_goes_on_does_not_begin_again() -> None:
    s = war({"pamplona": "c_nav1"}, siege=["pamplona"])
    assert told(combats(s), "besieged") == []


@rule("aiw", "18.1a", "5.2c")
def test_a_siege_that_begins_tells_that_one_of_the_besiegers_fights() -> None:
    s = unknown(war({"estella": "l_ln1 l_ln2"}, side="liberal", forts={"carlist": ["estella"]}, secret=True))
    combats(s)
    assert facts(s) == {(in_open(s, LIBERAL, area("estella")), FIGHTERS, 1)}


@rule("aiw", "18.1y", "18.0c")
@pytest.mark.parametrize("side", ["carlist", "liberal"])
@pytest.mark.parametrize("inside", ["_st1", "field:2", "mountain:1", "knapsack:1"])
def test_whatever_went_inside_comes_out_when_the_enemy_is_gone_without_a_siege(side: str, inside: str) -> None:
    pieces = side[0] + inside if inside[0] == "_" else f"{side} {inside}"
    s = war({"inside estella": pieces}, forts={side: ["estella"]})
    outside = war({"estella": pieces}, forts={side: ["estella"]})
    open_gates(s)
    assert (s.open, s.shut, s.loads) == (outside.open, outside.shut, outside.loads)


@rule("aiw", "18.1a")
def test_an_own_fortress_is_not_besieged_by_its_owner() -> None:
    s = war({"pamplona": "l_rg1"}, side="liberal")
    begin_sieges(s, LIBERAL)
    assert s.siege == 0


@rule("aiw", "18.1a")
def test_defenders_that_lost_and_went_inside_are_besieged() -> None:
    s = came(war({"pamplona": "l_rg1 c_nav1 c_nav2"}), "pamplona", "tafalla")
    combats(s)
    in_vain(s, "done", "fire c_nav1", "done")
    do(s, next(text for text in offered(s) if text.split()[-1] == "pamplona"))
    assert (at(s, "l_rg1"), s.siege) == ("inside pamplona", 1 << area("pamplona"))


@rule("aiw", "18.1y")
def test_a_siege_ends_at_once_when_the_last_besieger_leaves_and_those_inside_come_out() -> None:
    s = war({"pamplona": "c_nav1 c_par1", "inside pamplona": "l_rg1 field:1"}, siege=["pamplona"])
    put(s, block(s, "c_nav1"), area("irurzun"))
    settle(s)
    assert s.siege == 1 << area("pamplona")             # a Partida is enough
    put(s, block(s, "c_par1"), area("irurzun"))
    settle(s)
    assert (s.siege, at(s, "l_rg1"), guns(s, "liberal", "pamplona")) == (0, "pamplona", (1, 0))


@rule("aiw", "18.1y", "5.2c")
def test_a_siege_that_goes_on_tells_that_one_of_the_besiegers_fights() -> None:
    s = war({"estella": "l_ln1 l_ln2"}, forts={"carlist": ["estella"]}, siege=["estella"])
    for unit in ("l_ln1", "l_ln2"):
        s.may[block(s, unit)] |= TRAINS & ARMY[LIBERAL]
    s.touched = 1 << area("estella")
    settle(s)
    assert s.facts == [in_open(s, LIBERAL, area("estella")), FIGHTERS, 1]


@rule("aiw", "18.1y")
def test_a_fortress_entered_in_this_phase_is_not_yet_besieged() -> None:
    s = war({"pamplona": "c_nav1 l_rg1", "ona": "l_ln1 c_bis1", "viana": "l_ln2 c_bis2"})
    combats(s)
    do(s, "all")
    assert (at(s, "l_rg1"), s.siege) == ("inside pamplona", 0)


@rule("aiw", "18.0i")
def test_besieged_units_are_not_among_those_in_the_space_so_nothing_moves_them() -> None:
    s = war({"pamplona": "c_nav1", "inside pamplona": "l_rg1"}, side="liberal", siege=["pamplona"])
    assert in_open(s, LIBERAL, area("pamplona")) == 0
    combats(s)
    assert offered(s) == ["sortie pamplona", "done"]    # a Sortie is what they may do


@rule("aiw", "18.1e", "18.1i", "5.4g")
@pytest.mark.parametrize(
    ("side", "x", "effect"),
    [(LIBERAL, "pamplona", 2), (CARLIST, "pamplona", 1), (LIBERAL, "estella", 1), (CARLIST, "estella", 1)],
)
def test_every_fortress_has_a_garrison(side: int, x: str, effect: int) -> None:
    assert garrison(side, area(x)) == effect


@rule("aiw", "18.1j")
def test_the_garrison_alone_keeps_control() -> None:
    s = war({"pamplona": "c_nav1"}, siege=["pamplona"])
    settle(s)
    assert friendly(s, LIBERAL, area("pamplona"))


@rule("aiw", "18.1c")
def test_besieged_units_suffer_in_their_own_sides_supply_step_only() -> None:
    s = war({"pamplona": "c_nav1", "inside pamplona": "l_rg1"}, siege=["pamplona"])
    run(s.clone(), SupplyStep(CARLIST), dice=[])
    run(s, SupplyStep(LIBERAL), dice=[1])
    assert strength(s, "l_rg1") == 3


@rule("aiw", "18.1f")
def test_a_garrison_is_not_counted_in_supply_and_wants_none_unless_it_is_besieged() -> None:
    s = war({"estella": "c_nav1 c_nav2 c_gui1 c_gui2"}, forts={"carlist": ["estella", "durango"]})
    run(s, SupplyStep(CARLIST), dice=[])                # four units of four, and an empty Fortress
    assert [strength(s, unit) for unit in ("c_nav1", "c_nav2", "c_gui1", "c_gui2")] == [4, 3, 3, 3]
    assert s.forts[CARLIST] >> area("durango") & 1


@rule("aiw", "18.1g")
def test_while_a_unit_is_inside_the_garrison_rolls_no_attrition() -> None:
    s = war({"pamplona": "c_nav1", "inside pamplona": "l_rg1"}, siege=["pamplona"])
    run(s, SupplyStep(LIBERAL), dice=[6])               # one die, for the unit
    assert fort_owner(s, area("pamplona")) == LIBERAL


@rule("aiw", "18.1h", "18.1d", "18.1j")
def test_a_garrison_alone_rolls_and_the_fortress_falls_with_it() -> None:
    s = war({"pamplona": "c_nav1"}, siege=["pamplona"])
    run(s.clone(), SupplyStep(LIBERAL), dice=[6])
    run(s, SupplyStep(LIBERAL), dice=[1])
    assert (fort_owner(s, area("pamplona")), s.siege, s.vp) == (CARLIST, 0, 3)


@rule("aiw", "18.1h")
def test_a_train_or_knapsack_in_the_fortress_or_a_port_supplies_the_garrison() -> None:
    s = war({"pamplona": "c_nav1", "inside pamplona": "liberal knapsack:2"}, siege=["pamplona"])
    run(s, SupplyStep(LIBERAL), dice=[])
    assert knapsack(s, "liberal", "inside pamplona") == 1
    s = war({"pamplona": "c_nav1", "inside pamplona": "l_st1"}, siege=["pamplona"])
    run(s, SupplyStep(LIBERAL), dice=[])
    assert strength(s, "l_st1") == 3
    s = war({"san_sebastian": "c_nav1"}, siege=["san_sebastian"])
    run(s, SupplyStep(LIBERAL), dice=[])
    assert fort_owner(s, area("san_sebastian")) == LIBERAL


# --------------------------------------------------------------------------------------------------------------- sortie


def besieged(inside: str, outside: str) -> Aiw:
    """Liberals besieged in Pamplona, in their own phase."""
    return war({"pamplona": outside, "inside pamplona": inside}, side="liberal", siege=["pamplona"])


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


# -------------------------------------------------------------------------------------------------------------- secrets


def test_a_guess_at_the_truth_meets_no_dead_end_around_a_fortress() -> None:
    places = {"estella": "l_rg1 l_rg2 l_st1 field:1 c_nav1 c_nav2"}
    s = unknown(war(places, forts={"liberal": ["estella"]}, secret=True))
    came(s, "estella", "alsasua")
    combats(s)
    for seed in range(30):
        guess = GAME.determinize(s, CARLIST, seed)
        for step in range(12):
            if not tablero.players(guess):
                break
            seat = tablero.players(guess)[0]
            options = tablero.options(guess, seat)
            assert options
            tablero.apply(guess, seat, options[(seed + step) % len(options)])
