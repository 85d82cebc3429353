"""What orders promise: the odds of attacks before they are declared, of an Activation, and one that leads to none."""

from __future__ import annotations

from fractions import Fraction

from tablero.games.car import GAME
from tablero.games.car.board import CARD, NAT, REP, SIEGES, UNIT, space
from tablero.games.car.odds import combat_odds, distribution, odds, throws, trial
from tablero.games.car.rules.r08_cards.s02_operations import Operations
from tablero.games.car.rules.r11_combat.s02_resolution import Combat
from tablero.games.car.rules.r11_combat.s02_sheet import combat_rows
from tablero.games.car.state import Car
from tablero.kernel.actions import PASS
from tablero.kernel.bits import bitset
from tablero.kernel.engine import advance
from tablero.kernel.text import Speech
from tests.games.car.field import attack, begin, do, field
from tests.rules import card


def test_the_distribution_counts_36_throws() -> None:
    likely = distribution((1, 1, 1, 2, 2, 2), (0, 1, 1, 1, 1, 1))
    few, many = Fraction(1, 12), Fraction(5, 12)
    assert {(1, 0): few, (1, 1): many, (2, 0): few, (2, 1): many} == likely
    assert 1 == sum(likely.values())


def test_modifiers_and_columns_are_part_of_the_odds() -> None:
    s = field({"segovia": "nat_inf_1 nat_inf_2", "somosierra": "rep_mil_1"}, turn=5)
    combat = trial(s, NAT, space("somosierra"), bitset([UNIT["nat_inf_1"], UNIT["nat_inf_2"]]))
    assert ((0, 0, 1, 1, 1, 1), (0, 0, 0, 1, 1, 1)) == (throws(s, combat, NAT), throws(s, combat, REP))


def test_an_attack_promises_what_its_dice_can_do() -> None:
    s = field({"belchite": "nat_inf_1 nat_inf_2", "caspe": "rep_rpa_1"})
    found = combat_odds(s, NAT, space("caspe"), bitset([UNIT["nat_inf_1"], UNIT["nat_inf_2"]]))
    # column 4 (1 1 1 2 2 2) against 2 (0 1 1 1 1 1)
    assert ("combat", Fraction(7, 12)) == (found.key, found.low)
    assert {"attack": "4", "defence": "2", "even": "42 %", "ours": "1.5", "theirs": "0.8"} == dict(found.values)


def test_odds_say_so_where_one_side_alone_fires_on_the_table_of_corps() -> None:
    divisions, corps = "nat_inf_1 nat_inf_2", "nat_marroqui nat_inf_1"
    for ours, theirs, said in (
        (divisions, "rep_rpa_1", None), (corps, "rep_vi", None), (corps, "rep_rpa_1", "attacker"),
        (divisions, "rep_vi", "defender"),
    ):
        s = field({"belchite": ours, "caspe": theirs})
        text = Speech(GAME, "en").odds(combat_odds(s, NAT, space("caspe"), s.here[space("belchite")]))
        told = [part for part in text.split("; ") if part.endswith("fires on the table of corps")]
        assert ([f"the {said} fires on the table of corps"] if said else []) == told
    s.call(Operations(NAT, 3))
    advance(s)
    assert "; the defender fires on the table of corps" in Speech(GAME, "en").odds(
        odds(s, NAT, ("attack", space("belchite"))))


def test_each_option_of_a_designation_has_its_odds() -> None:
    s = field({"belchite": "nat_inf_1 nat_inf_2", "caspe": "rep_rpa_1"})
    begin(s)
    whole = odds(s, NAT, ("target", space("caspe")))
    assert whole == combat_odds(s, NAT, space("caspe"), s.here[space("belchite")])
    do(s, "target caspe")
    one = odds(s, NAT, ("join", UNIT["nat_inf_1"]))
    assert one == combat_odds(s, NAT, space("caspe"), 1 << UNIT["nat_inf_1"])
    do(s, "join nat_inf_1")
    assert (one, whole) == (odds(s, NAT, ("fight",)), odds(s, NAT, ("join", UNIT["nat_inf_2"])))
    assert odds(s, NAT, ("done",)) is None


def test_the_whole_attack_of_militias_is_one_they_can_make() -> None:
    s = field({"ademuz": "rep_mil_1", "rubielos_de_mora": "rep_mil_2", "barracas": "rep_mil_3", "teruel": "nat_inf_1"},
              side="republican", turn=3)
    begin(s)
    found = odds(s, REP, ("target", space("teruel")))
    assert found is not None
    assert "0" == dict(found.values)["attack"]          # one militia against a Mountain, not three


def test_an_assault_promises_one_die() -> None:
    s = field({"toledo": "rep_mil_1 rep_mil_2"}, side="republican", turn=2)
    s.sieges[SIEGES.index("alcazar_of_toledo")] = 3
    begin(s)
    do(s, "assault alcazar_of_toledo", "join rep_mil_1")
    alone, both = odds(s, REP, ("fight",)), odds(s, REP, ("join", UNIT["rep_mil_2"]))
    assert alone is not None
    assert both is not None
    assert (Fraction(1, 2), Fraction(2, 3)) == (alone.low, both.low)


def test_an_activation_for_combat_says_whom_it_could_beat() -> None:
    s = field({"belchite": "nat_inf_1", "avila": "nat_inf_2", "caspe": "rep_rpa_1"})
    s.call(Operations(NAT, 3))
    advance(s)
    near, far = (odds(s, NAT, ("attack", space(name))) for name in ("belchite", "avila"))
    assert near is not None
    assert far is None                              # a caution says why
    alone = combat_odds(s, NAT, space("caspe"), s.here[space("belchite")])
    assert ("activation", alone.low, alone.values) == (near.key, near.low, near.values[:-1])
    assert "alone at best 14 % to win against Caspe, 72 % even (column 2 against 2)" == Speech(GAME, "en").odds(near)
    assert "sola, en el mejor caso, 14 % de ganar contra Caspe" in Speech(GAME, "es").odds(near)
    assert odds(s, NAT, ("move", space("avila"))) is None


def test_an_activation_for_combat_promises_the_best_of_its_attacks() -> None:
    s = field({"segovia": "nat_inf_1 nat_inf_2", "arevalo": "rep_mil_1", "somosierra": "rep_mil_2"})
    s.call(Operations(NAT, 3))
    advance(s)
    found = odds(s, NAT, ("attack", space("segovia")))
    each = [combat_odds(s, NAT, space(name), s.here[space("segovia")]).low for name in ("arevalo", "somosierra")]
    assert found is not None
    assert (max(each), True) == (found.low, each[0] != each[1])


def test_an_activation_for_combat_promises_an_assault_on_the_siege_in_its_space() -> None:
    s = field({"toledo": "rep_mil_1", "mora": "rep_mil_2", "maqueda": "nat_inf_1"}, side="republican", turn=2)
    s.sieges[SIEGES.index("alcazar_of_toledo")] = 3
    s.call(Operations(REP, 3))
    advance(s)
    said = Speech(GAME, "en").odds(odds(s, REP, ("attack", space("toledo"))))
    assert "alone at best" in said                  # against Maqueda
    assert said.endswith("; an assault on the Alcázar of Toledo succeeds with 3 or less: 50 %")
    assert odds(s, REP, ("attack", space("mora"))) is None


@card("car", "r7", "n49")
def test_a_card_that_lets_one_side_fire_first_promises_nothing() -> None:
    s = field({"belchite": "nat_v", "caspe": "rep_rpa_1"}, trenches="caspe", hands="n49 r7 r10", turn=13)
    attack(s, "caspe")
    card = ("play", CARD["n49"])
    assert (None, False) == (odds(s, NAT, card), odds(s, NAT, PASS) is None)
    assert "chance" in sheet(s)
    do(s, "play n49")
    assert (None, None) == (odds(s, REP, ("play", CARD["r7"])), odds(s, REP, PASS))
    assert "chance" not in sheet(s)


@card("car", "n14")
def test_a_card_that_takes_attackers_away_promises_nothing() -> None:
    s = field({"caspe": "rep_mil_1 rep_pol_1", "belchite": "nat_inf_1"}, side="republican", hands="n14", turn=3)
    attack(s, "belchite")
    assert (None, False) == (odds(s, NAT, ("play", CARD["n14"])), odds(s, NAT, PASS) is None)


def sheet(s: Car) -> set[str]:
    """The rows of the sheet of the combat."""
    return {name for name, *_ in combat_rows(s, s.frame(Combat))}
