"""[17.4] Lack of coordination."""

from __future__ import annotations

from tablero.games.car.state import Car
from tests.games.car.field import asked, begin, do, field, offered, refused
from tests.rules import rule

TERUEL = {"ademuz": "rep_mil_1 rep_mil_11", "rubielos_de_mora": "rep_mil_2 rep_mil_12", "barracas": "rep_pol_1",
          "teruel": "nat_inf_1"}


def attackers(places: dict[str, str], target: str, *words: str, turn: int = 3, happened: str = "") -> Car:
    s = field(places, side="republican", turn=turn, happened=happened)
    begin(s)
    do(s, f"target {target}", *words)
    return s


@rule("car", "17.4.1a")
def test_militias_alone_attack_from_one_space() -> None:
    s = attackers({**TERUEL, "barracas": "rep_mil_3"}, "teruel", "join rep_mil_1")
    assert ("17.4.1a", "militias_uncoordinated") == refused(s, "join rep_mil_2")
    assert {"fight", "join rep_mil_11"} == set(offered(s))
    s = attackers({**TERUEL, "barracas": "rep_mil_3"}, "teruel", "join rep_mil_1", happened="r2")
    assert ("17.4.1a", "militias_uncoordinated") == refused(s, "join rep_mil_2"), "another event"
    s = attackers({**TERUEL, "barracas": "rep_mil_3"}, "teruel", "join rep_mil_1", turn=6)
    assert refused(s, "join rep_mil_2") is None
    s = attackers({**TERUEL, "barracas": "rep_mil_3"}, "teruel", "join rep_mil_1", happened="r1")
    assert refused(s, "join rep_mil_2") is None
    s = attackers({"gijon": "rep_ast_1 rep_ast_4", "pto_de_pajares": "rep_ast_2", "oviedo": "nat_inf_1"}, "oviedo",
                  "join rep_ast_1")                             # Regional militias as well
    assert ("17.4.1a", "militias_uncoordinated") == refused(s, "join rep_ast_2")


@rule("car", "17.4.2a", "17.4.2b")
def test_each_further_space_needs_a_unit_that_is_no_militia() -> None:
    s = attackers(TERUEL, "teruel", "join rep_pol_1", "join rep_mil_1")
    assert ("17.4.1a", "militias_uncoordinated") == refused(s, "join rep_mil_2")
    s = attackers(TERUEL, "teruel", "join rep_mil_2", "join rep_pol_1")
    assert ("17.4.1a", "militias_uncoordinated") == refused(s, "join rep_mil_1")
    places = {"ademuz": "rep_mil_1 rep_rpa_1", "rubielos_de_mora": "rep_mil_2 rep_rpa_2", "barracas": "rep_mil_3",
              "teruel": "nat_inf_1"}
    s = attackers(places, "teruel", "join rep_rpa_1", "join rep_mil_1", "join rep_rpa_2", "join rep_mil_3")
    assert refused(s, "join rep_mil_2") is None


@rule("car", "17.4.2c")
def test_that_unit_must_take_part_itself() -> None:
    places = {"ademuz": "rep_mil_1 rep_pol_1", "rubielos_de_mora": "rep_mil_2", "teruel": "nat_inf_1"}
    s = attackers(places, "teruel", "join rep_mil_2")
    assert ("17.4.1a", "militias_uncoordinated") == refused(s, "join rep_mil_1")
    do(s, "join rep_pol_1")
    assert refused(s, "join rep_mil_1") is None


@rule("car", "17.4.3a")
def test_catalan_militias_stay_uncoordinated_after_the_new_government() -> None:
    places = {"sarinena": "rep_cnt_1 rep_psuc", "barbastro": "rep_poum", "huesca": "nat_inf_1"}
    s = attackers(places, "huesca", "join rep_cnt_1", happened="r1")
    assert ("17.4.1a", "militias_uncoordinated") == refused(s, "join rep_poum")
    s = attackers(places, "huesca", "join rep_cnt_1", happened="r1", turn=6)
    assert refused(s, "join rep_poum") is None


@rule("car", "17.4.3b")
def test_other_militias_then_serve_as_soldiers_do() -> None:
    places = {"sarinena": "rep_cnt_1 rep_psuc", "barbastro": "rep_mil_1", "huesca": "nat_inf_1"}
    s = attackers(places, "huesca", "join rep_cnt_1", happened="r1")
    assert refused(s, "join rep_mil_1") is None
    s = attackers(places, "huesca", "join rep_cnt_1")
    assert ("17.4.1a", "militias_uncoordinated") == refused(s, "join rep_mil_1")


@rule("car", "17.4.1a")
def test_nationalist_militias_are_not_concerned() -> None:
    s = field({"belchite": "nat_mil_1", "candasnos": "nat_mil_2", "caspe": "rep_mil_1"}, turn=3)
    begin(s)
    do(s, "target caspe", "join nat_mil_1")
    assert ("nationalist Combats", None) == (asked(s), refused(s, "join nat_mil_2"))
