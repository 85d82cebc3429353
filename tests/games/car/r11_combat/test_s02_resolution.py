"""[11.2] Combat resolution: strengths, modifiers, columns, dice, the winner."""

from __future__ import annotations

from tablero.games.car.board import NAT, REP, UNIT, space
from tablero.games.car.odds import trial
from tablero.games.car.rules.r11_combat.s02_resolution import Combat, fire_column, strength_of
from tablero.games.car.rules.r11_combat.s02_sheet import die_rows
from tablero.games.car.state import Car
from tablero.kernel.bits import bitset
from tests.games.car.field import (
    asked,
    at,
    attack,
    do,
    field,
    offered,
    operation,
    reduced,
    spots,
    take_losses,
    told,
    units_at,
    zone,
)
from tests.rules import rule


def columns(s: Car, target: str, *units: str) -> tuple[str, str]:
    """The columns of attacker and defender."""
    combat = trial(s, s.side, space(target), bitset(UNIT[name] for name in units))
    return combat.column_of(s, s.side).name, combat.column_of(s, 1 - s.side).name


def shifts(s: Car, target: str, *units: str) -> tuple[int, int]:
    """The column shifts of attacker and defender."""
    combat = trial(s, s.side, space(target), bitset(UNIT[name] for name in units))
    return combat.shift[s.side], combat.shift[1 - s.side]


@rule("car", "11.2.1a")
def test_a_combat_goes_through_the_printed_steps_in_order() -> None:
    steps = Combat(NAT, 0, 0).steps()
    order = ["designate", "attacker_cards", "defender_cards", "defection", "modifiers", "columns", "fire",
             "defender_losses", "attacker_losses", "decide", "retreat", "advance"]
    assert order == [step for step in steps if step in order]
    s = field({"belchite": "nat_inf_1 nat_inf_2 nat_inf_3", "caspe": "rep_mil_1"})
    events = attack(s, "caspe", dice=[5, 1])
    kinds = ["combat", "fired", "fired", "reduced", "eliminated", "combat_won"]
    assert kinds == [event.kind for event in events]
    assert "nationalist Advance" == asked(s)


@rule("car", "11.2.2a", "11.2.2b")
def test_a_designated_combat_is_noted_at_once_and_cannot_be_taken_back() -> None:
    s = field({"belchite": "nat_inf_1", "caspe": "rep_mil_1"}, hands="n9")
    attack(s, "caspe")
    assert ("nationalist CombatCards", 1 << space("caspe")) == (asked(s), operation(s).attacked)
    assert {"pass", "play n9"} == set(offered(s))


@rule("car", "11.2.3a")
def test_strengths_are_the_sums_of_combat_factors_of_the_sides_that_are_up() -> None:
    s = field({"belchite": "nat_inf_1 nat_afr_1:r nat_mil_1", "caspe": "rep_mil_1"})
    assert (5, 1) == (strength_of(s, s.here[space("belchite")]), strength_of(s, s.here[space("caspe")]))


@rule("car", "11.2.5a", "17.5.1a")
def test_modifiers_of_the_die_come_from_turn_1_winter_and_armor() -> None:
    s = field({"caspe": "rep_mil_1 rep_pol_1", "belchite": "nat_inf_1"}, side="republican", turn=1)
    assert [(REP, 3, -1, 1), (NAT, 1, 0, 0)] == told(attack(s, "belchite", dice=[3, 1]), "fired")
    s = field({"segovia": "nat_inf_1", "somosierra": "rep_mil_1"}, turn=5)
    assert [(NAT, 3, -1, 0), (REP, 1, 0, 0)] == told(attack(s, "somosierra", dice=[3, 1]), "fired")
    s = field({"caspe": "rep_t26_r04", "belchite": "nat_inf_1"}, side="republican")
    attack(s, "belchite")
    assert [(REP, 3, 1, 1), (NAT, 1, 0, 0)] == told(do(s, "armor", dice=[3, 1]), "fired")


@rule("car", "11.2.5a", "16.5.1a")
def test_the_sheet_tells_whose_die_is_modified_and_by_what() -> None:
    s = field({"segovia": "nat_inf_1", "somosierra": "rep_mil_1"}, turn=5)
    snow = trial(s, NAT, space("somosierra"), 1 << UNIT["nat_inf_1"])
    assert [("snow", "-1", "", "16.5.1a")] == die_rows(s, snow)
    s = field({"belchite": "nat_inf_1 nat_inf_2 nat_inf_3", "caspe": "rep_rpa_1 rep_rpa_2"}, hands="r12", happened="r2")
    attack(s, "caspe")
    do(s, "play r12", dice=[4, 1])
    assert [("cards", "", "+1", "8.5.3.1a")] == die_rows(s, s.frame(Combat))


@rule("car", "11.2.6a", "11.2.6c", "11.2.6d", "3.0j")
def test_one_corps_brings_the_corps_table() -> None:
    s = field({"belchite": "nat_inf_1 nat_inf_2 nat_inf_3", "carinena": "nat_i:r", "caspe": "rep_i:r"})
    infantry = ("nat_inf_1", "nat_inf_2", "nat_inf_3")
    assert ("6", "2") == columns(s, "caspe", *infantry)
    assert ("6-8", "2") == columns(s, "caspe", *infantry, "nat_i")
    division, corps = fire_column(6, False, 0).hits, fire_column(8, True, 0).hits
    assert (12, 24) == (sum(division), sum(corps))          # two more on the average of six faces


@rule("car", "11.2.6b", "3.0h")
def test_shifts_are_added_up_and_never_leave_the_table() -> None:
    assert ["0", "0", "1", "2", "3", "8+", "8+"] == [
        fire_column(2, False, n).name if n < 3 else fire_column(8, False, n).name for n in (-3, -2, -1, 0, 1, 3, 9)]
    corps = (fire_column(0, True, 0), fire_column(2, True, -2), fire_column(20, True, 1))
    assert ["1", "1", "16+"] == [column.name for column in corps]
    s = field({"segovia": "nat_inf_1", "somosierra": "rep_mil_1"}, trenches="somosierra")
    # Mountain, Trench and Sierra: three to the left of column 2 is the first; the Trench takes the defender from 1 to 2
    assert ((-3, 1), ("0", "2")) == (shifts(s, "somosierra", "nat_inf_1"), columns(s, "somosierra", "nat_inf_1"))


@rule("car", "11.2.6e", "11.2.6f")
def test_the_sierra_of_madrid_shifts_attacks_into_it_and_out_of_it() -> None:
    s = field({"segovia": "nat_inf_1", "somosierra": "rep_mil_1"})
    assert (-2, 0) == shifts(s, "somosierra", "nat_inf_1")          # Mountain and Sierra
    s = field({"aranda_de_duero": "nat_inf_1", "somosierra": "rep_mil_1"}, side="republican")
    assert (-2, 0) == shifts(s, "aranda_de_duero", "rep_mil_1")     # River and Sierra


@rule("car", "11.2.6j")
def test_the_sierra_counts_once_whoever_comes_from_it() -> None:
    s = field({"segovia": "nat_inf_1", "guadarrama": "rep_mil_1", "avila": "rep_mil_2"}, side="republican")
    assert (-1, 0) == shifts(s, "segovia", "rep_mil_1", "rep_mil_2")
    assert (0, 0) == shifts(s, "segovia", "rep_mil_2")
    s = field({"somosierra": "rep_mil_1", "guadarrama": "rep_mil_2", "segovia": "nat_inf_1"}, side="republican")
    assert (-1, 0) == shifts(s, "segovia", "rep_mil_1", "rep_mil_2")


@rule("car", "11.2.6g")
def test_a_river_counts_only_if_every_attacker_crosses_it() -> None:
    s = field({"somosierra": "rep_mil_1", "burgos": "rep_mil_2", "aranda_de_duero": "nat_inf_1"}, side="republican")
    assert (-2, 0) == shifts(s, "aranda_de_duero", "rep_mil_1")
    assert (-1, 0) == shifts(s, "aranda_de_duero", "rep_mil_1", "rep_mil_2")    # the Sierra alone
    assert (0, 0) == shifts(s, "aranda_de_duero", "rep_mil_2")


@rule("car", "11.2.6h", "10.2.8a", "10.2.8b")
def test_terrain_and_works_add_up_and_a_trench_helps_the_fire_of_its_defenders() -> None:
    places = {"illescas": "nat_inf_1", "madrid": "rep_rpa_1"}
    assert (-1, 0) == shifts(field(places), "madrid", "nat_inf_1")                              # a Main City
    assert (-2, 0) == shifts(field(places, positions="madrid"), "madrid", "nat_inf_1")          # and a Position
    assert (-2, 1) == shifts(field(places, trenches="madrid"), "madrid", "nat_inf_1")           # or a Trench
    s = field({"belchite": "nat_inf_1", "caspe": "rep_mil_1"})
    assert (0, 0) == shifts(s, "caspe", "nat_inf_1")
    s = field({"villafranca_del_p": "nat_inf_1", "montblanch": "rep_mil_1"})
    assert (-1, 0) == shifts(s, "montblanch", "nat_inf_1")                                      # a Mountain
    s = field({"candasnos": "nat_inf_1", "caspe": "rep_mil_1"})
    assert (-1, 0) == shifts(s, "caspe", "nat_inf_1")                                           # a River


@rule("car", "11.2.6h", "11.4.3a")
def test_a_main_city_alone_does_not_let_defenders_stay() -> None:
    s = field({"illescas": "nat_inf_1 nat_inf_2 nat_inf_3", "madrid": "rep_rpa_1 rep_rpa_2"})
    attack(s, "madrid", dice=[3, 1])                        # 2 to 1
    take_losses(s)
    assert "republican RetreatUnit" == asked(s)


@rule("car", "11.2.6i", "11.1.6a")
def test_a_strength_of_nothing_fires_in_the_first_column() -> None:
    s = field({"belchite": "nat_inf_1", "caspe": "rep_mil_1:r"})
    assert [(NAT, 1, 0, 0), (REP, 6, 0, 1)] == told(attack(s, "caspe", dice=[1, 6]), "fired")


@rule("car", "11.2.7a", "3.0t", "3.0m")
def test_both_roll_and_a_modified_die_stays_between_1_and_6() -> None:
    s = field({"caspe": "rep_t26_r04", "belchite": "nat_inf_1"}, side="republican")
    attack(s, "belchite")
    events = do(s, "armor", dice=[6, 6])
    assert [(REP, 6, 1, 2), (NAT, 6, 0, 1)] == told(events, "fired")        # column 3 has nothing beyond a 6
    s = field({"caspe": "rep_mil_1", "belchite": "nat_inf_1"}, side="republican", turn=1)
    assert [(REP, 1, -1, 0), (NAT, 2, 0, 1)] == told(attack(s, "belchite", dice=[1, 2]), "fired")
    assert 2 == fire_column(3, False, 0).hits[5 - 1]


@rule("car", "11.2.8a")
def test_the_defender_takes_losses_first_and_the_attacker_all_the_same() -> None:
    s = field({"belchite": "nat_inf_1 nat_inf_2 nat_inf_3:r", "caspe": "rep_rpa_1:r"})
    events = attack(s, "caspe", dice=[3, 6])
    assert ["eliminated"] == [event.kind for event in events if event.kind in ("eliminated", "reduced")]
    assert ("nationalist LoseStep", "eliminated") == (asked(s), at(s, "rep_rpa_1"))
    do(s, "lose nat_inf_1")
    assert reduced(s, "nat_inf_1")


@rule("car", "11.2.9a", "11.2.9b", "8.5.3.2a", "8.5.3.3a")
def test_the_higher_loss_number_wins_and_keeps_its_cards() -> None:
    s = field({"belchite": "nat_inf_1 nat_inf_2 nat_inf_3", "caspe": "rep_rpa_1 rep_rpa_2"}, hands="n9 r12",
              happened="r2")
    attack(s, "caspe")
    events = do(s, "play n9", "play r12", dice=[4, 1])      # 5 in column 6, 2 in column 4
    assert [(NAT, 4, 1, 3), (REP, 1, 1, 1)] == told(events, "fired")
    events = take_losses(s)
    assert [(NAT, space("caspe"))] == told(events, "combat_won")
    assert ("kept", "discards") == (zone(s, "n9"), zone(s, "r12"))


@rule("car", "11.2.9a", "11.2.9c", "11.4.1b", "8.5.3.3a")
def test_with_equal_loss_numbers_both_have_lost_even_if_the_defender_is_gone() -> None:
    s = field({"caspe": "rep_rpa_1 rep_rpa_2", "belchite": "nat_afr_1:r nat_mil_1:r"}, side="republican",
              hands="n9 r12", happened="r2")
    attack(s, "belchite")
    events = do(s, "play r12", "play n9", dice=[1, 4])      # 2 in column 4: 1; 5 in column 2: 1
    assert [(REP, 1, 1, 1), (NAT, 4, 1, 1)] == told(events, "fired")
    events += take_losses(s)
    assert 1 == len(told(events, "combat_drawn"))
    assert ("discards", "discards") == (zone(s, "n9"), zone(s, "r12"))
    assert 1 == len(units_at(s, "belchite"))


@rule("car", "11.2.9c", "11.5.2b")
def test_a_tie_that_eliminates_the_defender_is_no_victory_but_opens_the_space() -> None:
    s = field({"caspe": "rep_rpa_1 rep_rpa_2", "belchite": "nat_afr_1:r"}, side="republican")
    events = attack(s, "belchite", dice=[1, 2])             # 1 to 1
    events += take_losses(s)
    assert (1, "gone") == (len(told(events, "combat_drawn")), at(s, "nat_afr_1"))
    assert "republican Advance" == asked(s)
    do(s, "advance rep_rpa_1 belchite")
    assert [] == operation(s).victories


@rule("car", "11.2.9d", "11.4.2b")
def test_losses_beyond_what_is_there_count_for_the_victory() -> None:
    s = field({"belchite": "nat_inf_1 nat_inf_2", "caspe": "rep_rpa_1:r"})
    events = attack(s, "caspe", dice=[6, 6])                # 2 on one step, 1 back
    events += take_losses(s)
    assert [(NAT, space("caspe"))] == told(events, "combat_won")


@rule("car", "11.2.10a", "11.4.1a")
def test_without_surviving_attackers_nobody_retreats() -> None:
    s = field({"belchite": "nat_i:r", "caspe": "rep_rpa_1 rep_rpa_2"})
    events = attack(s, "caspe", dice=[5, 4]) + take_losses(s)           # 3 to 2: the corps is lost, and has won
    assert ([(NAT, space("caspe"))], "gone") == (told(events, "combat_won"), at(s, "nat_i"))
    assert ("nobody", 1) == (asked(s), len(units_at(s, "caspe")))
    s = field({"belchite": "nat_i", "caspe": "rep_rpa_1 rep_rpa_2"})
    attack(s, "caspe", dice=[4, 4])                                     # the same with a corps that is only reduced
    take_losses(s)
    assert ("republican RetreatUnit", True) == (asked(s), reduced(s, "nat_i"))


@rule("car", "11.4.1b", "11.4.7a", "11.5.5a")
def test_after_a_tie_or_a_defeat_everybody_stays_where_he_is() -> None:
    for dice in ([1, 1], [1, 6]):
        s = field({"belchite": "nat_inf_1 nat_inf_2", "caspe": "rep_rpa_1 rep_rpa_2"})
        attack(s, "caspe", dice=dice)
        take_losses(s)
        assert ("nobody", 2) == (asked(s), len(units_at(s, "caspe")))
        assert {space("belchite")} == spots(s, *(name.removesuffix(":r") for name in units_at(s, "belchite")))


@rule("car", "11.2.11a", "11.5.1a")
def test_the_attacker_may_advance_when_no_defender_is_left() -> None:
    s = field({"belchite": "nat_inf_1 nat_inf_2 nat_inf_3", "caspe": "rep_mil_1:r"})
    attack(s, "caspe", dice=[1, 1])
    assert ["done", *(f"advance nat_inf_{n} caspe" for n in (1, 2, 3))] == offered(s)
    do(s, "done")
    assert [] == units_at(s, "caspe")


@rule("car", "13.1.1.1a", "13.3.1a")
def test_supply_is_checked_when_a_combat_is_designated() -> None:
    s = field({"belchite": "nat_inf_1:r", "caspe": "rep_mil_1"}, republican="zaragoza carinena vivel_del_rio")
    attack(s, "caspe", dice=[1, 6])                         # cut off after its Activation, it still fights
    assert "gone" == at(s, "nat_inf_1")
