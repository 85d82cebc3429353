"""What Combat Cards do, and what events do to the attacks of the operation they give."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from tablero.games.car.board import NAT, REP, SIDES, UNIT, space
from tablero.games.car.odds import trial
from tablero.games.car.rules.r11_combat.s02_resolution import Combat
from tablero.games.car.state import Car
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
    steps,
    take_losses,
    told,
    units_at,
    zone,
)
from tests.rules import card, rule

BELCHITE = {"belchite": "nat_inf_1 nat_inf_2", "caspe": "rep_rpa_1"}
FEW = {"belchite": "nat_inf_1", "caspe": "rep_rpa_1"}


class Case(NamedTuple):
    card: str
    places: dict[str, str]
    target: str
    side: str                       # that attacks
    modifiers: tuple[int, int]      # of the dice of Nationalists and Republicans
    turn: int = 7
    happened: str = ""
    rm: int = 20
    positions: str = ""
    kept: str = "kept"              # where the card lies if its owner has won


def fired(s: Car, case: Case, dice: list[int]) -> dict[int, int]:
    """Play the card; by side the modifier of its die."""
    attack(s, case.target)
    assert f"{owner(case.card)} CombatCards" == asked(s)
    events = do(s, f"play {case.card}", dice=dice)
    return {args[0]: args[2] for args in told(events, "fired")}


def owner(name: str) -> str:
    return SIDES[NAT if name[0] == "n" else REP]


ASTURIAS = {"oviedo": "nat_inf_1", "gijon": "rep_ast_1"}
PLAIN = [
    Case("n9", BELCHITE, "caspe", "nationalist", (1, 0)),
    Case("n9", BELCHITE, "belchite", "republican", (1, 0)),
    Case("n10", {**BELCHITE, "caspe": "rep_mil_1"}, "caspe", "nationalist", (0, -1), kept="removed"),
    Case("n10", {**BELCHITE, "caspe": "rep_mil_1 rep_rpa_1"}, "belchite", "republican", (0, -1), kept="removed"),
    Case("n11", {"belchite": "nat_afr_1", "caspe": "rep_rpa_1"}, "caspe", "nationalist", (1, 0)),
    Case("n11", {"belchite": "nat_marroqui", "caspe": "rep_rpa_1"}, "caspe", "nationalist", (1, 0)),
    Case("n29", BELCHITE, "caspe", "nationalist", (1, 0), happened="n8", positions="caspe"),
    Case("n35", {"belchite": "nat_navarra", "caspe": "rep_rpa_1"}, "caspe", "nationalist", (1, 0)),
    Case("n35", {"belchite": "nat_marroqui", "caspe": "rep_rpa_1"}, "caspe", "nationalist", (1, 0)),
    Case("n47", BELCHITE, "caspe", "nationalist", (1, 0), turn=13, happened="n4"),
    Case("r10", {"illescas": "nat_inf_1", "madrid": "rep_rpa_1"}, "madrid", "nationalist", (0, 1)),
    Case("r10", {"maqueda": "nat_inf_1", "illescas": "rep_rpa_1"}, "illescas", "nationalist", (0, 1)),
    Case("r11", {**FEW, "caspe": "rep_mil_1"}, "caspe", "nationalist", (0, 1), turn=4),
    Case("r11", {**FEW, "caspe": "rep_cnt_1"}, "belchite", "republican", (0, 1), turn=4),
    Case("r12", FEW, "caspe", "nationalist", (0, 1), happened="r2"),
    Case("r12", FEW, "belchite", "republican", (0, 1), happened="r2"),
    Case("r13", ASTURIAS, "gijon", "nationalist", (0, 1)),
    Case("r13", {**ASTURIAS, "gijon": "rep_ast_ii"}, "oviedo", "republican", (0, 1)),
    Case("r17", BELCHITE, "belchite", "republican", (0, 1), turn=5, kept="removed"),
    Case("r30", {"belchite": "nat_ita_n07_1 nat_inf_1", "caspe": "rep_rpa_1"}, "caspe", "nationalist", (-2, 0),
         kept="removed"),
    Case("r30", {"belchite": "nat_ctv", "caspe": "rep_i"}, "caspe", "nationalist", (-2, 0), kept="removed"),
    Case("r38", {**BELCHITE, "caspe": "rep_xviii"}, "belchite", "republican", (0, 1)),
    Case("r54", FEW, "caspe", "nationalist", (0, 1), turn=13, happened="r28", rm=15),
    Case("r55", BELCHITE, "belchite", "republican", (0, 1), turn=13, kept="discards"),
]


@card("car", "n9", "n10", "n11", "n29", "n35", "n47", "r10", "r11", "r12", "r13", "r17", "r30", "r38", "r54", "r55")
@rule("car", "11.2.5a", "8.5.3.2a", "8.5.3.2b")
@pytest.mark.parametrize("case", PLAIN, ids=lambda case: f"{case.card}-{case.side}-{case.target}")
def test_a_card_modifies_a_die_and_goes_where_it_belongs(case: Case) -> None:
    mine = int(owner(case.card) == "republican")
    dice = [6, 1] if SIDES.index(case.side) == mine else [1, 6]
    s = field(case.places, side=case.side, turn=case.turn, happened=case.happened, rm=case.rm, positions=case.positions,
              hands=case.card)
    modifiers = fired(s, case, dice)
    snow = -1 if case.turn == 5 and case.target == "gijon" else 0
    assert case.modifiers == (modifiers[NAT] - snow, modifiers[REP])
    take_losses(s)
    for _ in range(4):
        if asked(s).endswith("RetreatUnit"):
            do(s, offered(s)[0])
    assert case.kept == zone(s, case.card)


UNFIT = [
    Case("n10", BELCHITE, "caspe", "nationalist", (0, 0)),                                          # no militia
    Case("n11", BELCHITE, "caspe", "nationalist", (0, 0)),                                          # no Africans
    Case("n11", {"belchite": "nat_afr_1", "caspe": "rep_rpa_1"}, "caspe", "nationalist", (0, 0), positions="caspe"),
    Case("n11", {"belchite": "nat_afr_1", "caspe": "rep_rpa_1"}, "belchite", "republican", (0, 0)),     # in defence
    Case("n28", BELCHITE, "caspe", "nationalist", (0, 0)),                                          # no corps
    Case("n29", BELCHITE, "caspe", "nationalist", (0, 0), happened="n8"),                           # no works
    Case("n29", BELCHITE, "caspe", "nationalist", (0, 0), positions="caspe"),                       # not after N8
    Case("n29", BELCHITE, "caspe", "nationalist", (0, 0), happened="n8", positions="cadiz"),        # works elsewhere
    Case("n35", {"belchite": "nat_i", "caspe": "rep_rpa_1"}, "caspe", "nationalist", (0, 0)),
    Case("n47", BELCHITE, "caspe", "nationalist", (0, 0), turn=13),                                 # not after N4
    Case("n49", {"belchite": "nat_i", "caspe": "rep_rpa_1"}, "caspe", "nationalist", (0, 0), turn=13),
    Case("n49", BELCHITE, "caspe", "nationalist", (0, 0), turn=13, positions="caspe"),              # no corps
    Case("n50", BELCHITE, "caspe", "nationalist", (0, 0), turn=13),
    Case("n16", BELCHITE, "caspe", "nationalist", (0, 0)),                                          # no river
    Case("n14", BELCHITE, "belchite", "republican", (0, 0), turn=3),                                # no police
    Case("n14", {**BELCHITE, "caspe": "rep_pol_1"}, "belchite", "republican", (0, 0), turn=6),      # too late
    Case("n51", BELCHITE, "belchite", "republican", (0, 0), turn=13),
    Case("n36", BELCHITE, "caspe", "nationalist", (0, 0)),                                          # for defence
    Case("r10", BELCHITE, "caspe", "nationalist", (0, 0)),
    Case("r10", {"segovia": "nat_inf_1", "somosierra": "rep_rpa_1"}, "somosierra", "nationalist", (0, 0)),
    Case("r11", FEW, "caspe", "nationalist", (0, 0), turn=4),
    Case("r11", {**FEW, "caspe": "rep_mil_1"}, "caspe", "nationalist", (0, 0), turn=6),
    Case("r12", FEW, "caspe", "nationalist", (0, 0)),                                          # not after R2
    Case("r13", BELCHITE, "caspe", "nationalist", (0, 0)),
    Case("r17", BELCHITE, "caspe", "nationalist", (0, 0), turn=4),                                  # for attacks
    Case("r17", BELCHITE, "belchite", "republican", (0, 0), turn=6),
    Case("r29", BELCHITE, "caspe", "nationalist", (0, 0)),                                          # no corps
    Case("r30", BELCHITE, "caspe", "nationalist", (0, 0)),
    Case("r38", {**BELCHITE, "caspe": "rep_i"}, "belchite", "republican", (0, 0)),
    Case("r54", FEW, "caspe", "nationalist", (0, 0), turn=13, happened="r28", rm=16),
    Case("r54", FEW, "caspe", "nationalist", (0, 0), turn=13, rm=10),
    Case("r7", BELCHITE, "belchite", "republican", (0, 0)),                                         # for defence
]


@card("car", "n10", "n11", "n14", "n16", "n28", "n29", "n35", "n36", "n47", "n49", "n50", "n51", "r7", "r10", "r11",
      "r12", "r13", "r17", "r29", "r30", "r38", "r54")
@rule("car", "11.2.4b", "8.5.1.2a")
@pytest.mark.parametrize("case", UNFIT, ids=lambda case: f"{case.card}-{case.side}-{case.turn}")
def test_a_card_is_not_played_where_its_condition_fails(case: Case) -> None:
    spare = "r37" if owner(case.card) == "republican" else "n9"         # a card that always fits: the window is open
    s = field(case.places, side=case.side, turn=case.turn, happened=case.happened, rm=case.rm, positions=case.positions,
              hands=f"{case.card} {spare}")
    attack(s, case.target)
    assert (f"{owner(case.card)} CombatCards", False) == (asked(s), f"play {case.card}" in offered(s))
    assert refused(s, f"play {case.card}") is not None


@card("car", "n50")
def test_counterattack_is_played_against_what_the_republic_has_taken_lately() -> None:
    for columns in (("captured", 0), ("captured", 1), ("bonus_rm", -1), ("bonus_vp", -1)):
        s = field(BELCHITE, turn=13, hands="n50")
        name, index = columns
        bit = 1 << space("caspe")
        if index < 0:
            setattr(s, name, bit)
        else:
            s.captured[index] = bit
        attack(s, "caspe")
        assert (NAT, 1, 1, 1) == told(do(s, "play n50", dice=[1, 1]), "fired")[0]
    s = field(BELCHITE, turn=13, hands="n50 n9")
    s.captured = [1 << space("cadiz"), 1 << space("huesca")]            # not here
    attack(s, "caspe")
    assert ["pass", "play n9"] == offered(s)


@card("car", "r37")
@rule("car", "8.5.3.2a")
def test_bad_weather_cancels_what_aircraft_give_to_both_sides_and_they_count_as_used() -> None:
    s = field(BELCHITE, turn=13, hands="n9 n47 n10 r12 r37", happened="n4 r2")
    attack(s, "caspe")
    events = do(s, "play n9", "play n47", "play r12", "play r37", dice=[6, 1])
    assert [(NAT, 6, 0, 2), (REP, 1, 0, 0)] == told(events, "fired")
    take_losses(s)
    assert ["kept", "kept", "discards", "discards"] == [zone(s, name) for name in ("n9", "n47", "r12", "r37")]
    s = field(BELCHITE, hands="r37", side="republican", event="")
    attack(s, "belchite")
    do(s, "play r37", dice=[1, 1])
    assert "discards" == zone(s, "r37")
    s = field({"belchite": "nat_afr_1", "caspe": "rep_rpa_1"}, hands="n11 r37")     # what is not of the air stays
    attack(s, "caspe")
    assert (NAT, 1, 1, 1) == told(do(s, "play n11", "play r37", dice=[1, 1]), "fired")[0]


# ----------------------------------------------------------------------------------------------------- armor and rivers


@card("car", "n18")
@rule("car", "CL.N18a", "16.6.2e")
def test_molotov_cocktails_cancel_the_bonus_but_the_tank_still_takes_the_first_loss() -> None:
    places = {"caspe": "rep_t26_r04 rep_rpa_1", "belchite": "nat_inf_1 nat_inf_2"}
    s = field(places, side="republican", hands="n18")
    attack(s, "belchite")
    events = do(s, "armor", "play n18", dice=[3, 1])
    assert (REP, 3, 0, 2) == told(events, "fired")[0]
    take_losses(s)
    assert (True, False, "removed") == (reduced(s, "rep_t26_r04"), reduced(s, "rep_rpa_1"), zone(s, "n18"))
    s = field(places, side="republican", hands="n18 n9")
    attack(s, "belchite")
    do(s, "pass")
    assert ("nationalist CombatCards", ["pass", "play n9"]) == (asked(s), offered(s))       # nothing was declared


@card("car", "n16")
@rule("car", "CL.MAPb", "16.6.2a")
def test_a_captured_bridge_takes_the_river_away_for_columns_and_armor() -> None:
    places = {"candasnos": "nat_pz1_n22", "caspe": "rep_rpa_1"}
    s = field(places, hands="n16 n9")
    attack(s, "caspe")
    assert ("nationalist CombatCards", ["pass", "play n9", "play n16"]) == (asked(s), offered(s))
    assert ("16.6.2a", "no_armor_bonus") == refused(s, "armor")
    do(s, "play n16")
    assert ["pass", "play n9", "armor"] == offered(s)
    do(s, "armor")
    events = do(s, "pass", dice=[1, 1])
    assert [(NAT, 1, 1, 1), (REP, 1, 0, 0)] == told(events, "fired")        # column 2, not 1
    s = field(places, hands="n16")
    assert -1 == trial(s, NAT, space("caspe"), 1 << UNIT["nat_pz1_n22"]).shift[NAT]
    s = field({"candasnos": "nat_pz1_n22", "caspe": "rep_rpa_1"}, hands="n16 n9", positions="caspe")
    attack(s, "caspe")
    do(s, "play n16")
    assert ["pass", "play n9"] == offered(s)                                # but the space is not Open
    do(s, "pass", dice=[6, 1])
    take_losses(s)
    assert "discards" == zone(s, "n16")


@card("car", "n51")
@rule("car", "CL.N18a")
def test_the_flood_of_the_ebro_hampers_attacks_across_it_and_cancels_armor() -> None:
    places = {"candasnos": "rep_t26_r04", "alcaniz": "rep_rpa_1 rep_t26_r24", "caspe": "nat_inf_1 nat_inf_2"}
    s = field(places, side="republican", turn=13, hands="n51")
    attack(s, "caspe")
    events = do(s, "armor", "play n51", dice=[4, 2])
    assert (REP, 4, -1) == told(events, "fired")[0][:3]
    take_losses(s)
    assert (1, "removed") == (sum(reduced(s, name) for name in ("rep_t26_r04", "rep_t26_r24")), zone(s, "n51"))


# ----------------------------------------------------------------------------------------------------------- artillery


@card("car", "n28")
@rule("car", "CL.MAPa", "CL.MAPc", "16.5.2b")
def test_artillery_concentration_cancels_the_shifts_of_the_space_and_nothing_else() -> None:
    places = {"segovia": "nat_i", "somosierra": "rep_rpa_1 rep_rpa_2 rep_rpa_3"}
    s = field(places, trenches="somosierra", hands="n28", turn=11)
    attack(s, "somosierra")
    do(s, "play n28", dice=[6, 1])
    combat = s.within(Combat)
    assert combat is not None
    assert ([-1, 0], -1) == (combat.shift, combat.modifier[NAT])            # the Sierra and the snow are left
    take_losses(s)
    assert ("republican HoldGround", "discards") == (asked(s), zone(s, "n28"))      # the retreat may be cancelled
    s = field({"illescas": "nat_i nat_pz1_n22", "madrid": "rep_rpa_1 rep_rpa_2 rep_rpa_3"}, trenches="madrid",
              hands="n28", nationalist="maqueda talavera_de_la_reina")
    attack(s, "madrid")
    do(s, "play n28", dice=[6, 1])
    combat = s.within(Combat)
    assert combat is not None
    assert ([0, 0], False) == (combat.shift, combat.armor)                  # no armor: it is still not Open
    s = field({"candasnos": "nat_i", "caspe": "rep_rpa_1"}, hands="n28")
    attack(s, "caspe")
    do(s, "play n28", dice=[6, 1])
    assert "discards" == zone(s, "n28")


@card("car", "n28")
@rule("car", "CL.MAPa")
def test_cancelled_terrain_is_still_not_open_for_armor_or_other_cards() -> None:
    s = field({"segovia": "nat_i nat_pz1_n22 nat_afr_1", "somosierra": "rep_rpa_1"}, hands="n28 n11 n9")
    attack(s, "somosierra")
    do(s, "play n28")
    assert ["pass", "play n9"] == offered(s)
    assert ("16.6.2a", "no_armor_bonus") == refused(s, "armor")


@card("car", "n49")
@rule("car", "11.2.7a")
def test_massed_artillery_breaches_works_and_fires_first() -> None:
    places = {"belchite": "nat_v nat_aragon", "caspe": "rep_rpa_1 rep_rpa_2"}
    s = field(places, trenches="caspe", hands="n49", turn=13)
    attack(s, "caspe")
    events = do(s, "play n49", dice=[3, 6])
    assert [(NAT, 3, 0, 4)] == told(events, "fired")                        # column 6-8; nobody is left to answer
    assert ("eliminated", "eliminated", "removed") == (at(s, "rep_rpa_1"), at(s, "rep_rpa_2"), zone(s, "n49"))
    s = field({**places, "caspe": "rep_rpa_1 rep_rpa_2 rep_rpa_3"}, trenches="caspe", hands="n49", turn=13)
    attack(s, "caspe")
    do(s, "play n49", dice=[3, 6])
    events = take_losses(s)
    assert [(REP, 6, 0, 1)] == told(events, "fired")                        # two steps are left: column 2 at most
    s = field({"segovia": "nat_v", "somosierra": "rep_rpa_1"}, trenches="somosierra", hands="n49", turn=13)
    attack(s, "somosierra")
    do(s, "play n49", dice=[1, 1])
    combat = s.within(Combat)
    assert combat is None or [-2, 0] == combat.shift                        # Mountain and Sierra still count


@card("car", "r7")
@rule("car", "CL.R7a", "11.3.6a", "11.2.7a")
def test_captured_orders_let_the_defender_fire_first_at_armor_and_africans() -> None:
    s = field({"belchite": "nat_pz1_n22 nat_inf_1", "caspe": "rep_rpa_1 rep_rpa_2"}, hands="r7")
    attack(s, "caspe")
    do(s, "armor")
    events = do(s, "play r7", dice=[1, 3])                                  # 1: the tank takes it
    assert [(REP, 1, 0, 1), (NAT, 3, 0, 1)] == told(events, "fired")        # strength 3, and no bonus any more
    assert (True, "removed") == (reduced(s, "nat_pz1_n22"), zone(s, "r7"))
    s = field({"belchite": "nat_pz1_n22 nat_pz1_n52", "caspe": "rep_rpa_1 rep_rpa_2"}, hands="r7")
    attack(s, "caspe")
    do(s, "armor")
    events = do(s, "play r7", dice=[1, 3])
    assert (NAT, 3, 1, 1) == told(events, "fired")[1]                       # another full one is left
    s = field({"belchite": "nat_inf_1:r", "caspe": "rep_rpa_1 rep_rpa_2"}, hands="r7")
    attack(s, "caspe")
    events = do(s, "play r7", dice=[1])
    assert [(REP, 1, 0, 1)] == told(events, "fired")                        # nobody is left to fire
    assert ("nobody", "eliminated") == (asked(s), at(s, "nat_inf_1"))


@card("car", "r7", "n49")
@rule("car", "11.2.7a", "CL.R7a")
def test_two_cards_that_let_fire_first_cancel_each_other() -> None:
    s = field({"belchite": "nat_v", "caspe": "rep_rpa_1"}, trenches="caspe", hands="n49 r7", turn=13)
    attack(s, "caspe")
    events = do(s, "play n49", "play r7", dice=[6, 6])
    assert [(NAT, 6, 0, 4), (REP, 6, 0, 1)] == told(events, "fired")
    assert ("removed", "removed") == (zone(s, "n49"), zone(s, "r7"))


# -------------------------------------------------------------------------------------------------- losses and retreats


@card("car", "n36", "r29")
@rule("car", "11.4.3a")
@pytest.mark.parametrize(("name", "side", "places", "target"), [
    ("n36", "republican", {"caspe": "rep_rpa_1 rep_rpa_2", "belchite": "nat_inf_1"}, "belchite"),
    ("r29", "nationalist", {"belchite": "nat_v nat_aragon", "caspe": "rep_i"}, "caspe"),
])
def test_some_cards_cancel_a_retreat_for_nothing_anywhere(
    name: str, side: str, places: dict[str, str], target: str
) -> None:
    for answer in ("yes", "no"):
        s = field(places, side=side, hands=name)
        attack(s, target)
        do(s, f"play {name}", dice=[1, 1])
        take_losses(s)
        assert (["yes", "no"], "discards") == (offered(s), zone(s, name))
        before = units_at(s, target)
        do(s, answer)
        owner_of = "nationalist" if name == "n36" else "republican"
        assert ("nobody" if answer == "yes" else f"{owner_of} RetreatUnit", before) == (asked(s), units_at(s, target))
    s = field(places, side=side, hands=name)
    attack(s, target)
    do(s, "pass", dice=[1, 1])
    take_losses(s)
    assert asked(s).endswith("RetreatUnit")


@card("car", "r45")
@rule("car", "CL.R45a")
def test_a_limited_offensive_gives_back_a_step_of_a_division_and_nobody_advances() -> None:
    s = field({"caspe": "rep_i rep_rpa_1", "belchite": "nat_inf_1:r"}, side="republican", turn=13, hands="r45")
    attack(s, "belchite")
    do(s, "play r45", dice=[6, 6])                  # of the Loss Number 1 the division gets its step back
    assert (False, False, "removed") == (reduced(s, "rep_i"), reduced(s, "rep_rpa_1"), zone(s, "r45"))
    assert ("nobody", "eliminated", []) == (asked(s), at(s, "nat_inf_1"), units_at(s, "belchite"))
    s = field({"caspe": "rep_i rep_rpa_1", "belchite": "nat_v nat_aragon"}, side="republican", turn=13, hands="r45")
    attack(s, "belchite")
    do(s, "play r45", dice=[1, 3])                  # 4: a step of each; only that of the division can come back
    take_losses(s)
    assert (True, False) == (reduced(s, "rep_i"), reduced(s, "rep_rpa_1"))


@card("car", "r45")
@rule("car", "CL.R45a")
def test_with_a_limited_offensive_divisions_lose_steps_before_corps_and_a_corps_comes_back_if_alone() -> None:
    s = field({"caspe": "rep_vii rep_rpa_1 rep_mil_1", "belchite": "nat_v"}, side="republican", turn=13, hands="r45")
    attack(s, "belchite")
    do(s, "play r45", dice=[1, 1])                  # 2: not the corps of Loss Factor 2, but two steps of divisions
    assert {"lose rep_rpa_1", "lose rep_mil_1"} == set(offered(s))
    assert ("CL.R45a", "divisions_first") == refused(s, "lose rep_vii")
    do(s, "lose rep_rpa_1", "lose rep_mil_1")
    assert {"spare rep_rpa_1", "spare rep_mil_1"} == set(offered(s))
    do(s, "spare rep_rpa_1")
    assert (2, 1, 2) == (steps(s, "rep_rpa_1"), steps(s, "rep_mil_1"), steps(s, "rep_vii"))
    s = field({"caspe": "rep_i:r", "belchite": "nat_v nat_aragon", "reserve": "rep_rpa_1"}, side="republican", turn=13,
              hands="r45")
    attack(s, "belchite")
    do(s, "play r45", dice=[1, 1])                  # 3: the corps is replaced; it comes back, the division goes
    assert (["rep_i:r"], "reserve") == (units_at(s, "caspe"), at(s, "rep_rpa_1"))
    assert 1 << UNIT["rep_i"] & operation(s).fought


@card("car", "r45")
@rule("car", "CL.R45a")
def test_a_corps_that_was_gone_for_good_comes_back_as_well() -> None:
    s = field({"caspe": "rep_i:r", "belchite": "nat_v nat_aragon"}, side="republican", turn=13, hands="r45")
    attack(s, "belchite")
    do(s, "play r45", dice=[1, 6])                  # 5, of which two fall on a division that is not there
    assert ["rep_i:r"] == units_at(s, "caspe")


@card("car", "n14")
@rule("car", "CL.N14a", "11.2.2b")
def test_defection_takes_police_from_an_attack_that_goes_on() -> None:
    s = field({"barracas": "rep_pol_1 rep_mil_1", "ademuz": "rep_mil_2 rep_pol_2:r", "teruel": "nat_inf_1"},
              side="republican", turn=3, hands="n14")
    attack(s, "teruel")
    do(s, "play n14")
    assert ("nationalist Defect", {"lose rep_pol_1", "lose rep_pol_2"}) == (asked(s), set(offered(s)))
    events = do(s, "lose rep_pol_1", dice=[1, 1])
    # two militias and a reduced police unit from two spaces, against a Mountain
    assert ("eliminated", 2) == (at(s, "rep_pol_1"), len(told(events, "fired")))
    s = field({"barracas": "rep_pol_1", "ademuz": "rep_mil_2", "teruel": "nat_inf_1"}, side="republican", turn=3,
              hands="n14")
    attack(s, "teruel")
    events = do(s, "play n14", dice=[6, 1])
    assert [(REP, 6, 0, 1), (NAT, 1, 0, 0)] == told(events, "fired")        # the militia alone
    assert ("eliminated", "removed") == (at(s, "rep_pol_1"), zone(s, "n14"))


@card("car", "n14")
@rule("car", "CL.N14a")
def test_defection_of_one_of_two_equal_units_asks_nothing() -> None:
    places = {"barracas": "rep_pol_1 rep_pol_2 rep_mil_1", "teruel": "nat_inf_1"}
    s = field(places, side="republican", turn=3, hands="n14")
    attack(s, "teruel")
    events = do(s, "play n14", dice=[1, 1])
    assert ("eliminated", 2) == (at(s, "rep_pol_1"), len(told(events, "fired")))


@card("car", "n14")
@rule("car", "CL.N14b", "11.1.5a")
def test_defection_of_the_only_attacker_ends_the_combat_without_a_winner() -> None:
    s = field({"barracas": "rep_pol_1", "rubielos_de_mora": "rep_rpa_1", "teruel": "nat_inf_1"}, side="republican",
              turn=3, hands="n14 n9")
    attack(s, "teruel", "rep_pol_1")
    do(s, "play n14")
    events = do(s, "play n9")
    assert ([], 1) == (told(events, "fired"), len(told(events, "combat_void")))
    assert ("eliminated", "removed", "discards") == (at(s, "rep_pol_1"), zone(s, "n14"), zone(s, "n9"))
    assert 1 << space("teruel") == operation(s).attacked


# -------------------------------------------------------------------------------------------- events with operations


@card("car", "n8", "n27", "n44", "n55", "r25", "r26", "r33", "r44")
@rule("car", "8.5.5.2a", "11.2.5a")
@pytest.mark.parametrize(("event", "side", "places", "target", "modifier"), [
    ("n8", "nationalist", BELCHITE, "caspe", 1),
    ("n44", "nationalist", BELCHITE, "caspe", 1),
    ("n27", "nationalist", {"oviedo": "nat_inf_1", "gijon": "rep_ast_1"}, "gijon", 1),
    ("n27", "nationalist", BELCHITE, "caspe", 0),
    ("n55", "nationalist", {"gandesa": "nat_inf_1", "tortosa": "rep_mil_1"}, "tortosa", 1),
    ("n55", "nationalist", BELCHITE, "caspe", 0),
    ("r25", "republican", BELCHITE, "belchite", 1),
    ("r26", "republican", BELCHITE, "belchite", 1),
    ("r33", "republican", BELCHITE, "belchite", 1),
    ("r44", "republican", BELCHITE, "belchite", 1),
])
def test_the_event_of_an_operation_modifies_its_attacks(
    event: str, side: str, places: dict[str, str], target: str, modifier: int
) -> None:
    s = field(places, side=side, event=event, turn=13)
    combat = trial(s, s.side, space(target), operation_units(s))
    assert (modifier, 0) == (combat.modifier_of(s, s.side), combat.modifier_of(s, 1 - s.side))


def operation_units(s: Car) -> int:
    found = 0
    for name in ("belchite", "caspe", "oviedo", "gandesa"):
        if s.occupied[s.side] >> space(name) & 1:
            found |= s.here[space(name)]
    return found


@card("car", "n8", "r37")
def test_bad_weather_grounds_the_condor_legion() -> None:
    s = field(BELCHITE, event="n8", hands="r37")
    attack(s, "caspe")
    assert (NAT, 1, 0, 1) == told(do(s, "play r37", dice=[1, 1]), "fired")[0]


@card("car", "r33", "r44")
@rule("car", "8.5.5.3c", "CL.MAPa", "CL.MAPc")
@pytest.mark.parametrize("event", ["r33", "r44"])
def test_teruel_and_the_ebro_cancel_the_terrain_of_one_designated_attack(event: str) -> None:
    places = {"barracas": "rep_i", "rubielos_de_mora": "rep_ii", "teruel": "nat_inf_1", "vivel_del_rio": "nat_inf_2",
              "morella": "rep_iii rep_iv"}
    s = field(places, side="republican", event=event, turn=17, trenches="teruel")
    begin(s)
    do(s, "target teruel", "join rep_i")
    assert "designate" in offered(s)
    do(s, "designate")
    assert ("8.5.5.3c", "designated_already") == refused(s, "designate")
    assert space("teruel") == operation(s).designated
    combat = trial(s, REP, space("teruel"), 1 << UNIT["rep_i"])
    assert ([0, 0], 0) == (combat.shift, combat.modifier[REP])              # +1 for the event, -1 for the snow
    combat = trial(s, REP, space("vivel_del_rio"), 1 << UNIT["rep_iii"])
    assert -1 == combat.shift[REP]                                          # another attack keeps its terrain
    do(s, "fight", dice=[6, 1])                                             # 4 on a division: it is lost
    do(s, "done", "target vivel_del_rio")
    assert {"join rep_iii", "join rep_iv"} == set(offered(s))
    assert space("teruel") == operation(s).designated


@rule("car", "8.5.5.3c")
def test_without_such_an_event_nothing_is_designated() -> None:
    for event in ("", "r25"):
        s = field({"caspe": "rep_rpa_1 rep_rpa_2", "belchite": "nat_inf_1"}, side="republican", event=event)
        begin(s)
        do(s, "target belchite")
        assert ("8.5.5.3c", "no_attack_to_designate") == refused(s, "designate")
