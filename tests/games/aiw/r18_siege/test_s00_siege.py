"""[18.0] Who shelters in a Fortress."""

from __future__ import annotations

import pytest

from tablero.games.aiw.board import CARLIST, FIGHTERS, LIBERAL, TRAINS, area
from tablero.games.aiw.rules.r04_map import capacity
from tablero.games.aiw.rules.r05_units.s01_blocks import in_open
from tablero.games.aiw.rules.r16_skirmish.s00_skirmish import Skirmish
from tablero.games.aiw.rules.r17_battle.s09_retreat import Retreat
from tablero.games.aiw.rules.r18_siege.s00_siege import Shelter
from tablero.games.aiw.state import Aiw
from tablero.kernel.refusals import Refusal
from tests.games.aiw.battle import battle, draw_up, end_round, front, reserve
from tests.games.aiw.combat import came, combats, in_vain, retreats
from tests.games.aiw.fortress import facts, unknown
from tests.games.aiw.war import at, do, guns, heard, knapsack, offered, refused, run, war
from tests.rules import rule


def shelter(s: Aiw, x: str, side: int = LIBERAL) -> Aiw:
    run(s, Shelter(side, area(x)))
    return s


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


@rule("aiw", "18.0i")
def test_besieged_units_are_not_among_those_in_the_space_so_nothing_moves_them() -> None:
    s = war({"pamplona": "c_nav1", "inside pamplona": "l_rg1"}, side="liberal", siege=["pamplona"])
    assert in_open(s, LIBERAL, area("pamplona")) == 0
    combats(s)
    assert offered(s) == ["sortie pamplona", "done"]    # a Sortie is what they may do
