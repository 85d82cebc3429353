"""[3] Terms: what activation, control, supply, points and morale mean in play."""

from __future__ import annotations

import pytest

import tablero
from tablero.games.car import GAME
from tablero.games.car.board import CARD, DECK, DISCARDS, NAT, REP, UNIT, VP, space
from tablero.games.car.rules.r02_map import connected, friendly, map_key
from tablero.games.car.rules.r03_control import FROM_EVENT, change_rm, change_vp, enter, morale_of, vacant
from tablero.games.car.rules.r08_cards.s01_decks import draw_cards, shuffle_discards
from tablero.games.car.rules.r13_attrition import attrition
from tablero.games.car.rules.r13_supply import supplied
from tests.games.car.field import asked, at, attack, do, field, holder, offered, refused, told, zone
from tests.games.car.r10_movement.moving import activate, go
from tests.games.car.turns import action, hand, hold, turn
from tests.rules import rule


@rule("car", "3.0b")
def test_all_units_of_an_activated_space_may_do_what_its_marker_says() -> None:
    s = field({"belchite": "nat_inf_1 nat_inf_2", "segovia": "nat_inf_3 nat_inf_4", "caspe": "rep_mil_1"})
    action(s, hands="n2")
    do(s, "ops n2", "attack belchite", "move segovia")
    assert {"take nat_inf_3", "take nat_inf_4"} == {word for word in offered(s) if word.startswith("take")}
    do(s, "done", "target caspe")
    assert {"join nat_inf_1", "join nat_inf_2"} == {word for word in offered(s) if word.startswith("join")}


@rule("car", "3.0c")
@pytest.mark.parametrize("side", ["nationalist", "republican"])
def test_the_active_player_is_the_one_whose_round_it_is(side: str) -> None:
    s = field({"burgos": "nat_inf_1", "valencia": "rep_rpa_1"})
    action(s, side, hands="n2 r9")
    assert [GAME.seats.index(side)] == list(tablero.players(s)) == [s.side]


@rule("car", "3.0l")
def test_a_space_changes_hands_when_it_is_entered_or_out_of_supply_at_attrition() -> None:
    s = field({"sevilla": "nat_inf_1"})
    activate(s, "sevilla")
    go(s, "nat_inf_1", "santa_olalla")
    assert "nat" == holder(s, "santa_olalla")
    s = field({"zaragoza": "nat_inf_1"}, nationalist="albacete")
    attrition(s, REP)
    assert "nat" == holder(s, "albacete"), "in the enemy's segment nothing happens to it"
    attrition(s, NAT)
    assert "rep" == holder(s, "albacete")


@rule("car", "3.0n", "8.1.4a")
def test_of_the_discards_only_the_top_card_is_shown() -> None:
    s = field({"burgos": "nat_inf_1"})
    hold(s, "n2 n9", deck="r9 n37 n21", discards="n3 n15")
    action(s)
    do(s, "rp n2")
    assert {"n2", "n3", "n15"} == {name for name in CARD if s.piles[DISCARDS[NAT]] >> CARD[name] & 1}
    for seat in (NAT, REP, -1):
        scene = GAME.scene(GAME.view(s, seat), seat)
        (pile,) = [panel for panel in scene.panels if panel.id == "panel:cards.nationalist"]
        assert ((("draw_deck", "2"),), (("discard_pile", "3"),), (("discard_top", "card:n2"),)) == pile.rows
        named = {value for panel in scene.panels for row in panel.rows for _, value in row}
        assert not {"card:n3", "card:n15"} & named
    shuffle_discards(s, NAT)
    (pile,) = [panel for panel in GAME.scene(GAME.view(s, NAT), NAT).panels if panel.id == "panel:cards.nationalist"]
    assert ((("draw_deck", "5"),), (("discard_pile", "0"),)) == pile.rows


@rule("car", "3.0n")
def test_every_way_to_the_discards_puts_the_card_on_top() -> None:
    s = field({"burgos": "nat_inf_1", "valencia": "rep_rpa_1"})
    action(s, hands="n21")
    do(s, "sr n21")
    assert [CARD["n21"], -1] == s.top, "played for SR"
    action(s, "republican", turn=14, hands="r35")
    do(s, "event r35")
    assert CARD["r35"] == s.top[REP], "an event without an asterisk"
    action(s, turn=14, hands="n42")
    do(s, "event n42")
    assert CARD["n21"] == s.top[NAT], "one with an asterisk is out of the game"
    s.rm = 5
    action(s, turn=14, hands="n54 r9")
    do(s, "event n54")
    assert CARD["r9"] == s.top[REP], "taken by an event"
    s = field({"belchite": "nat_inf_1", "caspe": "rep_mil_1 rep_mil_2"}, hands="n9")
    attack(s, "caspe")
    do(s, "play n9", dice=[1, 6])
    assert ("discards", CARD["n9"]) == (zone(s, "n9"), s.top[NAT]), "a Combat Card in a combat that is not won"
    s = field(hands="n9", kept="n11")
    turn(s, 7, "clear")
    assert ("discards", CARD["n11"]) == (zone(s, "n11"), s.top[NAT]), "kept until the end of the Turn"
    do(s, "discard n9")
    assert ("discards", CARD["n9"]) == (zone(s, "n9"), s.top[NAT]), "discarded at the beginning of the Turn"


@rule("car", "3.0o", "6.0.A.3a")
def test_cards_are_drawn_from_the_draw_pile_at_the_start_of_a_turn() -> None:
    s = field()
    hold(s, "n2 n3 n9 n10", deck="n11 n12 n13 n14 n15")
    draw_cards(s, NAT)
    assert (7, 2) == (len(hand(s, NAT)), s.sizes[DECK[NAT]])
    assert {"n2", "n3", "n9", "n10"} <= hand(s, NAT)


@rule("car", "3.0w")
def test_a_unit_moves_as_many_spaces_as_its_movement_factor_says() -> None:
    s = field({"burgos": "nat_inf_1"})
    activate(s, "burgos")
    do(s, "take nat_inf_1", "step dobro", "step burgos")
    assert "step dobro" in offered(s), "a third space"
    do(s, "step dobro")
    assert ("nobody", "dobro") == (asked(s), at(s, "nat_inf_1")), "and no fourth"


@rule("car", "3.0z")
def test_a_card_activates_as_many_spaces_as_it_has_points() -> None:
    s = field({"burgos": "nat_inf_1", "segovia": "nat_inf_2", "avila": "nat_inf_3", "soria": "nat_inf_4"})
    action(s, hands="n2")
    do(s, "ops n2", "move burgos", "move segovia", "attack avila")
    assert not [word for word in offered(s) if word in ("move soria", "attack soria")]


@rule("car", "3.0aa")
def test_units_out_of_supply_cannot_be_activated_and_are_gone_at_attrition() -> None:
    s = field({"albacete": "nat_inf_1", "burgos": "nat_inf_2"})
    assert not supplied(s, NAT) >> space("albacete") & 1
    action(s, hands="n2")
    do(s, "ops n2")
    assert ("13.3.1a", "out_of_supply") == refused(s, "move albacete")
    attrition(s, NAT)
    assert ("gone", "rep", "burgos") == (at(s, "nat_inf_1"), holder(s, "albacete"), at(s, "nat_inf_2"))


@rule("car", "3.0ab", "3.0aj", "5.1.2a")
@pytest.mark.parametrize("name, vp, rm", [
    ("toledo", 0, 1), ("cartagena", 1, 1), ("valencia", 2, 2), ("madrid", 3, 3), ("talavera_de_la_reina", 0, 0)])
def test_captures_for_the_nationalists_raise_points_and_lower_morale(name: str, vp: int, rm: int) -> None:
    x = space(name)
    s = field({"burgos": "nat_inf_1"})
    before = s.vp, s.rm
    enter(s, NAT, x)
    assert (before[0] + vp, before[1] - rm) == (s.vp, s.rm)
    enter(s, REP, x)
    assert before == (s.vp, s.rm), "the Republic takes them back"
    assert (vp, rm) == (VP[x], morale_of(x))


@rule("car", "3.0ad", "8.4.4a")
def test_a_point_restores_two_steps_or_brings_a_division_back_at_full_strength() -> None:
    s = field({"burgos": "nat_inf_1:r", "segovia": "nat_inf_2:r", "eliminated": "nat_inf_3"})
    s.rp = [2, 0, 0, 0]
    turn(s, 7, "nationalist_replacements")
    do(s, "restore nat_inf_1 nat", "restore nat_inf_2 nat")
    assert (0, 0) == (s.reduced, s.rp[0])
    s = field({"burgos": "nat_inf_1", "eliminated": "nat_inf_3"})
    s.rp = [2, 0, 0, 0]
    turn(s, 7, "nationalist_replacements")
    do(s, "rebuild nat_inf_3 nat", "restore nat_inf_3 nat")
    assert ("reserve", 0, 0) == (at(s, "nat_inf_3"), s.reduced >> UNIT["nat_inf_3"] & 1, s.rp[0])


@rule("car", "3.0ae", "8.4.1a")
@pytest.mark.parametrize("happened, expected", [("", [6, 0, 0, 0]), ("n4", [6, 4, 0, 0])])
def test_a_card_records_its_points_and_those_of_the_ally_after_his_aid(happened: str, expected: list[int]) -> None:
    s = field({"burgos": "nat_inf_1"}, happened=happened)
    s.rp = [0, 0, 0, 0]
    action(s, turn=14, hands="n42")                # NAT 3, AXIS 2
    do(s, "rp n42")
    assert expected == s.rp


@rule("car", "3.0af", "16.3.2a")
def test_morale_and_points_have_no_bounds() -> None:
    s = field(rm=28)
    change_rm(s, 5)
    assert 33 == s.rm
    change_rm(s, -36)
    change_vp(s, -20 - s.vp)
    assert (-3, -20) == (s.rm, s.vp)
    assert [(-36, -3, FROM_EVENT)] == told(s.events, "rm")[1:]
    before = len(s.events)
    change_rm(s, 0)
    change_vp(s, 0)
    assert before == len(s.events), "nothing is told of no change"


@rule("car", "3.0ah", "3.0am", "8.3.1a")
def test_a_corps_takes_three_points_of_redeployment_and_a_division_one() -> None:
    s = field({"burgos": "nat_v nat_inf_1 nat_inf_2", "sevilla": "nat_inf_3"})
    action(s, hands="n20")                          # value 4
    do(s, "sr n20", "redeploy nat_v", "to valladolid")
    assert ("valladolid", True) == (at(s, "nat_v"), "redeploy nat_inf_1" in offered(s))
    do(s, "redeploy nat_inf_1", "to valladolid")
    assert "valladolid" == at(s, "nat_inf_1")
    assert not s.stack or "redeploy nat_inf_2" not in offered(s), "all four points are spent"


@rule("car", "3.0ai")
def test_a_supply_line_goes_over_one_sea_between_two_ports() -> None:
    s = field({"malaga": "rep_mil_1"}, nationalist="velez_malaga antequera ronda")
    own, key = friendly(s, REP), map_key(s, REP)
    assert not connected(1 << space("malaga"), own, key) & 1 << space("valencia"), "cut off by land"
    assert supplied(s, REP) >> space("malaga") & 1
    s.held |= 1 << space("valencia") | 1 << space("barcelona") | 1 << space("cartagena")
    assert not supplied(s, REP) >> space("malaga") & 1, "no source beyond the sea"


def test_vacant_spaces_are_those_of_a_side_without_units() -> None:
    s = field({"burgos": "nat_inf_1"})
    assert not vacant(s, NAT) >> space("burgos") & 1
    assert vacant(s, NAT) >> space("segovia") & 1
    assert not vacant(s, REP) >> space("segovia") & 1
