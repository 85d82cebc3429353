"""[11.1] Who may attack what."""

from __future__ import annotations

import tablero
from tablero.games.car import GAME
from tablero.games.car.board import BORDER, CARD, NAT, NEAR, REP, UNIT, UNITS, space
from tablero.games.car.rules.r02_map import put
from tablero.games.car.rules.r03_control import enter
from tablero.games.car.rules.r11_combat.s01_combat import AROUND_FRANCE, Combats
from tablero.games.car.rules.r11_combat.s02_resolution import Combat
from tablero.kernel import engine
from tests.games.car.field import (
    asked,
    at,
    attack,
    begin,
    do,
    field,
    offered,
    operation,
    reduced,
    refused,
    told,
    units_at,
)
from tests.rules import card, rule


@rule("car", "11.1.1a")
def test_only_units_in_spaces_activated_for_combat_attack_and_none_has_to() -> None:
    s = field({"belchite": "nat_inf_1", "zaragoza": "nat_inf_2", "caspe": "rep_mil_1", "candasnos": "rep_mil_2"})
    operation(s).attacks = 1 << space("belchite")
    begin(s)
    assert ["done", "target caspe"] == offered(s)
    assert "nobody_can_attack_it" == getattr(refused(s, "target candasnos"), "key", "")
    do(s, "done")
    assert ("nobody", 0) == (asked(s), operation(s).fought)


@rule("car", "11.1.1a", "11.2.2a")
def test_a_unit_that_is_not_activated_cannot_join_and_nobody_changes_a_designation() -> None:
    s = field({"belchite": "nat_inf_1 nat_inf_2", "zaragoza": "nat_inf_3", "caspe": "rep_mil_1"})
    operation(s).attacks = 1 << space("belchite")
    begin(s)
    do(s, "target caspe")
    assert ["join nat_inf_1", "join nat_inf_2"] == offered(s)
    assert ("11.1.1a", "not_activated_to_attack") == refused(s, "join nat_inf_3")
    assert ("11.2.2a", "nobody_attacks") == refused(s, "fight")
    do(s, "join nat_inf_1")
    assert ("11.2.2a", "joined_already") == refused(s, "join nat_inf_1")
    assert refused(s, "target caspe") is not None
    assert refused(s, "done") is not None


@rule("car", "11.1.2a")
def test_the_active_player_attacks_and_the_other_defends() -> None:
    s = field({"belchite": "nat_inf_1", "caspe": "rep_mil_1 rep_rpa_1"}, side="republican")
    attack(s, "belchite", "rep_rpa_1", dice=[1, 1])
    assert (REP, [1, 0]) == (s.side, [int(name in units_at(s, "caspe")) for name in ("rep_mil_1", "nat_inf_1")])
    s = field({"belchite": "nat_inf_1", "caspe": "rep_mil_1"}, side="republican")
    begin(s)
    assert "republican Combats" == asked(s)


@rule("car", "11.1.3a", "2.1.2b")
def test_any_number_of_adjacent_spaces_attack_one_space_and_all_units_there_defend() -> None:
    s = field({"zaragoza": "nat_inf_1", "lecinena": "nat_inf_2", "huesca": "nat_inf_3", "barbastro": "rep_mil_3",
               "sarinena": "rep_mil_1 rep_mil_2", "caspe": "rep_mil_4"}, nationalist="candasnos")
    put(s, UNIT["nat_inf_1"], space("candasnos"))
    operation(s).attacks = s.occupied[0]
    begin(s)
    do(s, "target sarinena")
    assert ["join nat_inf_1", "join nat_inf_2", "join nat_inf_3"] == offered(s)
    s.script = [6, 6]
    do(s, "join nat_inf_1", "join nat_inf_2", "join nat_inf_3")
    # strength 6 with a 6: three of the four steps of both defenders; they fire with strength 2
    assert ("republican LoseStep", 3) == (asked(s), s.frame(Combat).number[0])
    assert ["lose rep_mil_1", "lose rep_mil_2"] == offered(s)


@rule("car", "11.1.3a")
def test_spaces_joined_only_by_a_border_or_by_nothing_are_not_attacked() -> None:
    s = field({"zaragoza": "nat_inf_1", "caspe": "rep_mil_1"})
    begin(s)
    assert "nobody" == asked(s)      # Zaragoza touches Candasnos, not Caspe


@rule("car", "11.1.3a")
def test_what_is_attacked_is_an_enemy_and_those_who_join_stand_next_to_it() -> None:
    s = field({"belchite": "nat_inf_1 nat_inf_2", "zaragoza": "nat_inf_3", "caspe": "rep_mil_1",
               "candasnos": "rep_mil_2"})
    begin(s)
    assert ("11.1.3a", "no_enemy_there") == refused(s, "target alcaniz")
    do(s, "target caspe")
    assert ("11.1.3a", "not_adjacent_to_target") == refused(s, "join nat_inf_3")
    s = field({"lugo": "nat_inf_1", "la_coruna": "rep_mil_1"})          # the first space of the map
    attack(s, "la_coruna", dice=[6, 1])
    assert (1 << UNIT["nat_inf_1"], 1 << space("la_coruna")) == (operation(s).fought, operation(s).attacked)


@rule("car", "11.1.4a", "11.1.5a")
def test_units_of_one_space_attack_different_spaces_each_once() -> None:
    s = field({"huesca": "nat_inf_1 nat_inf_2", "sarinena": "rep_rpa_1", "barbastro": "rep_rpa_2"})
    attack(s, "sarinena", "nat_inf_1", dice=[1, 1])
    assert ["done", "target barbastro"] == offered(s)
    assert ("11.1.5a", "attacked_already") == refused(s, "target sarinena")
    do(s, "target barbastro", dice=[1, 1])          # the only unit left joins, and fights, by itself
    assert "nobody" == asked(s)


@rule("car", "11.1.5a")
def test_a_unit_that_has_fought_does_not_fight_again_in_the_round() -> None:
    s = field({"huesca": "nat_inf_1 nat_inf_2", "sarinena": "rep_rpa_1", "barbastro": "rep_rpa_2"})
    attack(s, "sarinena", "nat_inf_1", dice=[1, 1])
    assert 1 << UNIT["nat_inf_1"] == operation(s).fought
    top = s.stack[-1]
    assert isinstance(top, Combats)
    top.target = space("barbastro")
    assert "has_fought" == getattr(top.refuse(s, 0, ("join", UNIT["nat_inf_1"])), "key", "")


@rule("car", "11.1.6a", "11.2.6i")
def test_units_without_combat_factor_attack_and_add_nothing() -> None:
    s = field({"belchite": "nat_mil_1:r", "caspe": "rep_rpa_1"})
    events = attack(s, "caspe", dice=[6, 1])
    assert [(0, 6, 0, 1), (1, 1, 0, 0)] == [event.args for event in events if event.kind == "fired"]
    s = field({"belchite": "nat_mil_1:r nat_inf_1", "caspe": "rep_rpa_1"})
    begin(s)
    s.script = [1, 2]
    attack(s, "caspe", dice=[1, 2])
    # strength 2 with a 1: no loss; the defender's 1 may be taken by the militia
    assert ["lose nat_inf_1", "lose nat_mil_1"] == sorted(offered(s))


@rule("car", "11.1.7a", "11.1.7b")
def test_only_participants_take_losses_or_advance() -> None:
    s = field({"madrid": "rep_i rep_rpa_1", "illescas": "nat_inf_1:r"}, side="republican")
    attack(s, "illescas", "rep_i", dice=[1, 6])
    # the corps inflicts 1: the division is lost; its own loss of 1 cannot touch a corps of Loss Factor 3
    assert (False, False) == (reduced(s, "rep_i"), reduced(s, "rep_rpa_1"))
    assert ["done", "advance rep_i illescas"] == offered(s)
    assert ("11.1.7a", "not_in_this_combat") == refused(s, "advance rep_rpa_1 illescas")


@card("car", "r51")
@rule("car", "CL.R51a")
def test_the_threat_of_france_protects_four_spaces_around_it() -> None:
    names = ("figueras", "gerona", "barcelona", "villafranca_del_p", "tarragona")
    assert [1, 1, 1, 1, 0] == [AROUND_FRANCE >> space(name) & 1 for name in names]
    assert 0 == BORDER[REP] & ~AROUND_FRANCE
    assert 0 == NEAR[space("figueras")] & ~AROUND_FRANCE
    places = {"montblanch": "nat_inf_1", "tarragona": "rep_mil_1", "villafranca_del_p": "rep_mil_2"}
    s = field(places, turn=13)
    begin(s)
    assert {"done", "target villafranca_del_p", "target tarragona"} == set(offered(s))
    s = field(places, turn=13)
    s.this_turn = 1 << CARD["r51"]
    begin(s)
    assert ["done", "target tarragona"] == offered(s)
    assert ("CL.R51a", "near_france") == refused(s, "target villafranca_del_p")
    s = field({"montblanch": "nat_inf_1", "villafranca_del_p": "rep_mil_2"}, turn=13, side="republican")
    s.this_turn = 1 << CARD["r51"]
    begin(s)
    assert ["done", "target montblanch"] == offered(s)      # it binds the Nationalists alone


@rule("car", "17.3.2b", "17.3.2a")
def test_an_attack_on_madrid_or_next_to_it_is_noted_when_it_is_designated() -> None:
    for target, origin, noted in (("madrid", "illescas", 1), ("illescas", "maqueda", 2), ("guadarrama", "segovia", 3),
                                  ("talavera_de_la_reina", "maqueda", 3)):
        s = field({origin: "nat_inf_1", target: "rep_rpa_1 rep_rpa_2"}, turn=3)
        s.madrid = 3
        attack(s, target, dice=[1, 1])
        assert noted == s.madrid
    s = field({"illescas": "nat_inf_1", "madrid": "rep_rpa_1"}, turn=3, side="republican")
    s.madrid = 3
    attack(s, "illescas", dice=[1, 1])
    assert 3 == s.madrid


@rule("car", "11.2.2a")
def test_at_a_table_no_dice_fall_before_their_player_says_so() -> None:
    s = field({"belchite": "nat_inf_1", "caspe": "rep_mil_1"})
    s.secret = True
    begin(s)
    do(s, "target caspe")
    assert ("nationalist Combats", ["fight"]) == (asked(s), offered(s))
    assert 2 == len(told(do(s, "fight", dice=[1, 1]), "fired"))


@rule("car", "11.1.3a", "17.4.2a")
def test_a_click_on_a_space_lets_all_its_units_take_part_that_can() -> None:
    s = field({"ademuz": "rep_mil_1 rep_rpa_1", "rubielos_de_mora": "rep_mil_2 rep_mil_3",
               "barracas": "rep_mil_4 rep_mil_5", "teruel": "nat_inf_1"}, side="republican", turn=3)
    begin(s)
    all_out = [GAME.write(s, action) for action in engine.gestures(s, REP)["space:teruel"]]
    assert ["target teruel", "join rep_rpa_1", "join rep_mil_1"] == all_out[:3]
    assert () == Combats(REP).aim(s, REP, ("target", space("teruel"))), "to name them one by one there is a button"
    do(s, "target teruel", "join rep_mil_2")
    joins = {key: [UNITS[action[1]].id for action in actions] for key, actions in engine.gestures(s, REP).items()}
    assert {"space:ademuz": ["rep_rpa_1", "rep_mil_1"], "space:teruel": ["rep_rpa_1", "rep_mil_1", "rep_mil_3"]} == (
        joins)


@rule("car", "11.2.2a")
def test_a_combat_shows_who_attacks() -> None:
    s = field({"belchite": "nat_inf_1 nat_inf_2", "caspe": "rep_mil_1"})
    begin(s)
    do(s, "target caspe", "join nat_inf_1")
    assert engine.marked(s, 0, "unit")["attacking"] == 1 << UNIT["nat_inf_1"]


@rule("car", "11.1.5a")
def test_a_space_that_only_units_reach_that_have_fought_is_no_target() -> None:
    s = field({"huesca": "nat_inf_1", "lecinena": "nat_inf_2", "sarinena": "rep_rpa_1", "barbastro": "rep_rpa_2"})
    attack(s, "sarinena", "nat_inf_1", dice=[1, 1])
    assert "nobody" == asked(s)                             # Leciñena touches Sariñena alone
    s = field({"huesca": "nat_inf_1", "lecinena": "nat_inf_2", "sarinena": "rep_rpa_1", "barbastro": "rep_rpa_2"})
    attack(s, "sarinena", "nat_inf_2", dice=[1, 1])
    assert ["done", "target barbastro"] == offered(s)


@rule("car", "11.1.5a")
def test_a_space_is_attacked_once_even_if_others_come_there() -> None:
    s = field({"huesca": "nat_inf_1 nat_inf_2", "sarinena": "rep_rpa_1", "barbastro": "rep_rpa_2"})
    attack(s, "sarinena", "nat_inf_1", dice=[1, 1])
    put(s, UNIT["rep_rpa_2"], space("sarinena"))
    enter(s, REP, space("sarinena"))
    assert ("11.1.5a", "attacked_already") == refused(s, "target sarinena")
    assert "sarinena" == at(s, "rep_rpa_2")


@rule("car", "11.2.2a")
def test_units_are_asked_for_as_long_as_one_is_left_that_can_take_part() -> None:
    s = field({"belchite": "nat_inf_1 nat_inf_2", "caspe": "rep_rpa_1"})
    s.secret = True         # as at a table
    begin(s)
    do(s, "target caspe", "join nat_inf_1")
    assert "join_combat" == tablero.prompt(s, NAT).key
    do(s, "join nat_inf_2")
    assert ["fight"] == offered(s)
    assert "all_joined" == tablero.prompt(s, NAT).key
