"""[11.4] Retreat."""

from __future__ import annotations

from tablero.games.car.board import NAT, REP, UNIT, space
from tablero.games.car.rules.r02_map import put
from tablero.games.car.rules.r03_control import enter
from tablero.games.car.rules.r08_cards.s05_landings import open_beach
from tablero.games.car.rules.r11_combat.s02_resolution import Combat
from tablero.games.car.rules.r11_combat.s04_retreat import Retreat, paths, retreats
from tablero.games.car.state import Car
from tests.games.car.field import (
    asked,
    at,
    attack,
    do,
    field,
    holder,
    offered,
    operation,
    reduced,
    refused,
    steps,
    take_losses,
    told,
    units_at,
)
from tests.rules import rule

SQUARE = {"belchite": "nat_inf_1 nat_inf_2 nat_inf_3", "caspe": "rep_mil_1"}


def fight(s: Car, target: str, dice: list[int]) -> None:
    """Fight until the losses are taken."""
    attack(s, target, dice=dice)
    take_losses(s)


@rule("car", "11.4.1a", "11.4.2a")
def test_a_difference_of_one_costs_one_space_and_more_costs_two() -> None:
    for dice, length in (([4, 1], 1), ([6, 1], 2)):
        s = field({**SQUARE, "caspe": "rep_rpa_1 rep_mil_1"})
        fight(s, "caspe", dice)                     # column 6 against 3: 2 to 1, or 3 to 1
        assert length == s.frame(Retreat).length


@rule("car", "11.4.2b")
def test_the_length_follows_the_loss_numbers_not_the_steps_taken() -> None:
    s = field({"belchite": "nat_v nat_aragon", "caspe": "rep_i"})
    fight(s, "caspe", [3, 1])                       # 4 to 1, of which the corps takes 3
    assert ("republican RetreatUnit", 2) == (asked(s), s.frame(Retreat).length)


@rule("car", "11.4.3a")
def test_defenders_in_a_mountain_stay_for_one_more_step() -> None:
    s = field({"villafranca_del_p": "nat_inf_1 nat_inf_2 nat_inf_3", "montblanch": "rep_rpa_1 rep_mil_1"})
    fight(s, "montblanch", [2, 1])                  # column 5 against 3: 1 to 1; nobody retreats
    assert "nobody" == asked(s)
    s = field({"villafranca_del_p": "nat_inf_1 nat_inf_2 nat_inf_3", "montblanch": "rep_rpa_1 rep_mil_1"})
    attack(s, "montblanch", dice=[3, 1])            # 2 to 1
    do(s, "lose rep_rpa_1")
    do(s, "lose rep_mil_1")
    take_losses(s)
    assert ("republican HoldGround", ["cancel rep_mil_1", "cancel rep_rpa_1", "no"]) == (asked(s), offered(s))
    do(s, "cancel rep_mil_1")
    assert ("eliminated", ["rep_rpa_1:r"]) == (at(s, "rep_mil_1"), units_at(s, "montblanch"))


@rule("car", "11.4.3b", "11.2.10a")
def test_two_full_divisions_lose_two_steps_and_retreat_or_a_third_and_stay() -> None:
    s = field({"belchite": "nat_afr_1 nat_inf_1", "caspe": "rep_mil_1 rep_mil_2"})
    fight(s, "caspe", [4, 1])                       # 2 to 0
    assert ("republican RetreatUnit", 2) == (asked(s), s.frame(Retreat).length)
    s = field({"villafranca_del_p": "nat_afr_1 nat_inf_1", "cervera": "nat_inf_2", "montblanch": "rep_mil_1 rep_mil_2"})
    attack(s, "montblanch", dice=[4, 1])            # column 6 of 7: 2, to 0
    do(s, "lose rep_mil_2")
    assert (2, "republican HoldGround") == (steps(s, "rep_mil_1", "rep_mil_2"), asked(s))
    do(s, "cancel rep_mil_1")
    assert (["rep_mil_2:r"], "nobody") == (units_at(s, "montblanch"), asked(s))


@rule("car", "11.4.3a", "10.2.8a")
def test_a_trench_lets_defenders_stay_and_a_position_does_not() -> None:
    for trenches, positions, question in (("caspe", "", "HoldGround"), ("", "caspe", "RetreatUnit")):
        s = field({**SQUARE, "caspe": "rep_rpa_1 rep_rpa_2"}, trenches=trenches, positions=positions)
        fight(s, "caspe", [3, 1])                   # column 5: 2 to 1
        assert f"republican {question}" == asked(s)


@rule("car", "11.4.3a")
def test_the_last_step_does_not_pay_for_staying() -> None:
    s = field({"villafranca_del_p": "nat_inf_1 nat_inf_2", "montblanch": "rep_mil_1"})
    fight(s, "montblanch", [2, 1])                  # column 3: 1 to 0
    assert (True, "republican RetreatUnit") == (reduced(s, "rep_mil_1"), asked(s))
    s = field({"villafranca_del_p": "nat_inf_1 nat_inf_2", "montblanch": "rep_mil_1 rep_mil_2:r"})
    attack(s, "montblanch", dice=[2, 1])
    do(s, "lose rep_mil_1")
    assert ["cancel rep_mil_1", "cancel rep_mil_2", "no"] == offered(s)


@rule("car", "11.4.3a", "11.4.4a")
def test_defenders_of_a_beach_head_stay_for_a_step_or_are_gone() -> None:
    for answer, fates in (("cancel rep_mil_2", ["beach_head_mallorca", "eliminated"]), ("no", ["gone", "gone"])):
        s = field({"mallorca": "nat_inf_1 nat_inf_2"})
        open_beach(s, space("beach_head_mallorca"), space("mallorca"))
        put(s, UNIT["rep_mil_1"], s.beach)
        put(s, UNIT["rep_mil_2"], s.beach)
        s.reduced |= 1 << UNIT["rep_mil_2"]
        attack(s, "beach_head_mallorca", dice=[1, 1])       # 1 to 0
        do(s, "lose rep_mil_1")
        assert "republican HoldGround" == asked(s)
        do(s, answer)
        assert fates == [at(s, "rep_mil_1"), at(s, "rep_mil_2")]


@rule("car", "11.4.3c")
def test_a_lone_reduced_corps_stays_if_a_division_replaces_it() -> None:
    for reserve, question in (("rep_rpa_1", "HoldGround"), ("rep_pol_1", "RetreatUnit")):
        s = field({"villafranca_del_p": "nat_inf_1 nat_inf_2 nat_inf_3", "montblanch": "rep_i:r", "reserve": reserve})
        fight(s, "montblanch", [3, 1])              # 2 to 1: less than the Loss Factor
        assert f"republican {question}" == asked(s)
    s = field({"villafranca_del_p": "nat_inf_1 nat_inf_2 nat_inf_3", "montblanch": "rep_i:r", "reserve": "rep_rpa_1"},
              trenches="montblanch")
    fight(s, "montblanch", [6, 1])                  # a Mountain and a Trench: one step is enough for both
    do(s, "cancel rep_i")
    assert ("eliminated", ["rep_rpa_1"], "nobody") == (at(s, "rep_i"), units_at(s, "montblanch"), asked(s))


@rule("car", "11.4.4a")
def test_units_that_cannot_retreat_are_gone_for_good() -> None:
    s = field({**SQUARE, "caspe": "rep_rpa_1", "alcaniz": "nat_inf_4", "candasnos": "nat_inf_5",
               "gandesa": "nat_inf_6"})
    operation(s).attacks = 1 << space("belchite")
    attack(s, "caspe", dice=[1, 1])                 # 1 to 0
    assert "gone" == at(s, "rep_rpa_1")


@rule("car", "11.4.5a")
def test_units_retreat_one_by_one_and_need_not_go_together() -> None:
    s = field({**SQUARE, "caspe": "rep_mil_1 rep_rpa_1"})
    attack(s, "caspe", dice=[3, 3])                 # 2 to 1
    do(s, "lose rep_mil_1", "lose rep_rpa_1")
    take_losses(s)
    assert {f"retreat {unit} {y}" for unit in ("rep_mil_1", "rep_rpa_1") for y in ("alcaniz", "candasnos", "gandesa")
            } == set(offered(s))
    do(s, "retreat rep_rpa_1 alcaniz", "retreat rep_mil_1 gandesa")
    assert ("alcaniz", "gandesa") == (at(s, "rep_rpa_1"), at(s, "rep_mil_1"))


@rule("car", "11.4.5b", "11.4.5c")
def test_two_spaces_may_end_next_to_the_space_that_was_defended_and_never_in_it() -> None:
    s = field({"caspe": "rep_i rep_ii", "belchite": "nat_v nat_aragon"}, side="republican")
    fight(s, "belchite", [6, 1])                    # 5 to 3 or more
    assert ("nationalist RetreatUnit", 2) == (asked(s), s.frame(Retreat).length)
    assert ("11.4.5b", "retreat_into_enemies") == refused(s, "retreat nat_aragon caspe")
    do(s, "retreat nat_aragon carinena")
    assert {f"retreat nat_aragon {y}" for y in ("zaragoza", "calatayud", "daroca")} == set(offered(s))
    assert ("11.4.5b", "retreat_back") == refused(s, "retreat nat_aragon belchite")
    assert ("11.4.5b", "retreat_not_adjacent") == refused(s, "retreat nat_aragon teruel")
    do(s, "retreat nat_aragon zaragoza")
    assert "zaragoza" == at(s, "nat_aragon")


@rule("car", "11.4.5d", "11.4.5h")
def test_friendly_spaces_come_first() -> None:
    s = field({**SQUARE, "caspe": "rep_rpa_1"}, nationalist="gandesa candasnos")
    fight(s, "caspe", [1, 1])                       # 1 to 0: one space
    assert ("alcaniz", "nationalist Advance") == (at(s, "rep_rpa_1"), asked(s))
    s = field({**SQUARE, "caspe": "rep_rpa_1 rep_mil_9"}, nationalist="gandesa")
    fight(s, "caspe", [3, 3])
    assert ("11.4.5d", "retreat_friendly_first") == refused(s, "retreat rep_rpa_1 gandesa")


@rule("car", "11.4.5e", "9.1.1a")
def test_a_retreat_ends_where_there_is_room_if_possible() -> None:
    s = field({**SQUARE, "caspe": "rep_rpa_1 rep_mil_9", "alcaniz": "rep_mil_1 rep_mil_2 rep_mil_3"})
    fight(s, "caspe", [3, 3])
    assert {"retreat rep_rpa_1 gandesa", "retreat rep_rpa_1 candasnos"} == {
        text for text in offered(s) if "rep_rpa_1" in text}
    assert ("11.4.5e", "retreat_no_room") == refused(s, "retreat rep_rpa_1 alcaniz")


@rule("car", "11.4.5e", "11.4.5f")
def test_a_retreat_by_empty_enemy_spaces_does_not_end_in_a_full_one() -> None:
    s = field({**SQUARE, "caspe": "rep_rpa_1", "tortosa": "rep_mil_1 rep_mil_2 rep_mil_3"},
              nationalist="alcaniz candasnos gandesa")
    ends = {path[-1] for path in retreats(s, REP, space("caspe"), 2)}
    assert (True, False) == (space("montblanch") in ends, space("tortosa") in ends)


@rule("car", "11.4.5a")
def test_at_a_table_nobody_is_asked_for_the_only_first_space_of_a_retreat() -> None:
    s = field({**SQUARE, "caspe": "rep_rpa_1 rep_mil_1", "alcaniz": "nat_inf_4", "candasnos": "nat_inf_5"})
    operation(s).attacks = 1 << space("belchite")
    attack(s, "caspe", dice=[6, 1])                 # 3 to 1: two spaces, by Gandesa
    s.secret = True
    take_losses(s)
    assert {"tortosa", "montblanch"} == {text.split()[-1] for text in offered(s)}


@rule("car", "11.4.5.1a", "11.4.5e", "11.5.3b")
def test_from_a_full_space_the_retreat_goes_on_to_one_with_room() -> None:
    s = field({**SQUARE, "caspe": "rep_rpa_1", "alcaniz": "rep_mil_1 rep_mil_2 rep_mil_3",
               "gandesa": "rep_mil_4 rep_mil_5 rep_mil_6", "candasnos": "nat_inf_9"})
    operation(s).attacks = 1 << space("belchite")
    fight(s, "caspe", [1, 1])
    # Alcañiz leads to Morella, Gandesa to Tortosa and Montblanch
    assert {"retreat rep_rpa_1 alcaniz", "retreat rep_rpa_1 gandesa"} == set(offered(s))
    do(s, "retreat rep_rpa_1 gandesa")
    assert {"retreat rep_rpa_1 tortosa", "retreat rep_rpa_1 montblanch"} == set(offered(s))
    do(s, "retreat rep_rpa_1 tortosa")
    assert "tortosa" == at(s, "rep_rpa_1")
    assert 0 == s.frame(Combat).opened              # it was a retreat of one space: nothing lies open beyond [11.5.3b]
    s = field({**SQUARE, "caspe": "rep_rpa_1", "alcaniz": "rep_mil_1 rep_mil_2 rep_mil_3", "morella": "nat_inf_8",
               "gandesa": "nat_inf_7", "candasnos": "nat_inf_9"})
    operation(s).attacks = 1 << space("belchite")
    fight(s, "caspe", [1, 1])
    assert "gone" == at(s, "rep_rpa_1")


@rule("car", "11.4.5.1b", "11.3.5c", "11.4.3a")
def test_the_division_that_replaces_the_corps_of_montblanch_ends_in_barcelona() -> None:
    s = field({"tarragona": "nat_v nat_aragon", "montblanch": "rep_i:r",
               "villafranca_del_p": "rep_mil_1 rep_mil_2 rep_mil_3",
               "cervera": "nat_inf_1", "lerida": "nat_inf_2", "manresa": "nat_inf_3", "reserve": "rep_rpa_1"},
              nationalist="gandesa")
    operation(s).attacks = 1 << space("tarragona")
    fight(s, "montblanch", [4, 6])                  # a column left for the Mountain: 4 to 3
    assert (["rep_rpa_1:r"], "eliminated") == (units_at(s, "barcelona"), at(s, "rep_i"))


@rule("car", "11.4.5f", "11.4.8a")
def test_empty_enemy_spaces_are_a_last_resort_and_only_the_last_one_is_taken() -> None:
    s = field({**SQUARE, "caspe": "rep_rpa_1 rep_rpa_2"}, nationalist="alcaniz candasnos gandesa")
    fight(s, "caspe", [6, 1])                       # 3 to 1: two spaces
    assert "republican RetreatUnit" == asked(s)
    left = units_at(s, "caspe")[0].removesuffix(":r")
    do(s, f"retreat {left} gandesa")
    do(s, next(text for text in offered(s) if "tortosa" in text))
    assert ("tortosa", "nat", "rep") == (at(s, left), holder(s, "gandesa"), holder(s, "caspe"))
    s = field({**SQUARE, "caspe": "rep_rpa_1"}, nationalist="alcaniz candasnos gandesa")
    fight(s, "caspe", [1, 1])
    do(s, "retreat rep_rpa_1 alcaniz")
    assert ("alcaniz", "rep") == (at(s, "rep_rpa_1"), holder(s, "alcaniz"))


@rule("car", "11.4.5h")
def test_the_fewest_enemy_spaces_come_first() -> None:
    bits = {name: 1 << space(name) for name in ("alcaniz", "candasnos", "gandesa", "morella", "tortosa", "montblanch")}
    everything = (1 << 184) - 1
    own = everything & ~(bits["alcaniz"] | bits["gandesa"] | bits["candasnos"] | bits["tortosa"] | bits["montblanch"])
    found = paths(0, space("caspe"), 2, own, everything & ~(1 << space("belchite")), 0)
    assert (space("alcaniz"), space("morella")) in found
    assert (space("gandesa"), space("tortosa")) not in found
    assert all(sum(not own >> y & 1 for y in path) == 1 for path in found)


@rule("car", "11.4.5g")
def test_a_retreat_ends_in_supply_if_possible() -> None:
    places = {**SQUARE, "caspe": "rep_rpa_1", "gandesa": "nat_inf_4"}
    s = field(places, nationalist="alcaniz candasnos")      # both lie next to Republican spaces
    assert {(space("alcaniz"),), (space("candasnos"),)} == set(retreats(s, REP, space("caspe"), 1))
    s = field(places, nationalist="alcaniz candasnos sarinena lerida")      # Candasnos does no more
    assert ((space("alcaniz"),),) == retreats(s, REP, space("caspe"), 1)
    operation(s).attacks = 1 << space("belchite")
    fight(s, "caspe", [1, 1])
    assert "alcaniz" == at(s, "rep_rpa_1")
    s = field(places, nationalist="alcaniz candasnos sarinena lerida morella")      # nothing does: it may choose
    assert {(space("alcaniz"),), (space("candasnos"),)} == set(retreats(s, REP, space("caspe"), 1))


@rule("car", "16.4.2.3a")
def test_regions_do_not_bind_a_retreat() -> None:
    s = field({"dobro": "nat_inf_1 nat_inf_2 nat_inf_3", "orduna": "rep_ast_1 rep_ast_2"})
    found = {path[-1] for path in retreats(s, REP, space("orduna"), 1)}
    assert space("bilbao") in found


@rule("car", "11.4.6a", "11.4.6b")
def test_units_that_have_retreated_add_nothing_and_are_lost_with_the_first_hit() -> None:
    s = field({**SQUARE, "caspe": "rep_rpa_1", "vivel_del_rio": "nat_inf_4", "morella": "nat_inf_5 nat_inf_6",
               "alcaniz": "rep_mil_1"})
    operation(s).attacks = 1 << space("belchite") | 1 << space("morella")
    fight(s, "caspe", [1, 1])
    do(s, "retreat rep_rpa_1 alcaniz")
    do(s, "done")
    assert 1 << UNIT["rep_rpa_1"] == operation(s).retreated
    events = attack(s, "alcaniz", dice=[1, 6])      # column 4 with a 1: 1; the militia alone fires, in column 1: 1
    assert [(0, 1, 0, 1), (1, 6, 0, 1)] == told(events, "fired")
    assert ("eliminated", True) == (at(s, "rep_rpa_1"), reduced(s, "rep_mil_1"))
    s = field({**SQUARE, "caspe": "rep_rpa_1", "morella": "nat_inf_5:r", "alcaniz": "rep_mil_1"})
    fight(s, "caspe", [1, 1])
    do(s, "retreat rep_rpa_1 alcaniz")
    do(s, "done")
    attack(s, "alcaniz", dice=[1, 1])               # 0: nothing happens to it
    assert "alcaniz" == at(s, "rep_rpa_1")


@rule("car", "11.4.6b")
def test_a_retreated_corps_is_replaced_by_a_division_that_owes_losses_but_adds_no_strength() -> None:
    s = field({"morella": "nat_v nat_aragon", "alcaniz": "rep_i rep_mil_1", "reserve": "rep_rpa_1"})
    operation(s).retreated = 1 << UNIT["rep_i"]
    events = attack(s, "alcaniz", dice=[1, 4])      # 3; the militia fires alone, on the division table: 1
    assert (1, 4, 0, 1) == told(events, "fired")[1]
    assert "eliminated" == at(s, "rep_i")
    assert "republican LoseStep" == asked(s)
    assert {"lose rep_mil_1", "lose rep_rpa_1"} == set(offered(s))
    # where the attacker fires first the new division could fire, but does not
    s = field({"morella": "nat_v nat_aragon", "alcaniz": "rep_i rep_mil_1", "reserve": "rep_rpa_1"}, turn=13,
              hands="n49", trenches="alcaniz")
    operation(s).retreated = 1 << UNIT["rep_i"]
    attack(s, "alcaniz")
    events = do(s, "play n49", "lose rep_mil_1", "lose rep_mil_1", dice=[1, 4])
    assert [(0, 1, 0, 3), (1, 4, 0, 0)] == told(events, "fired")
    assert ["rep_rpa_1:r"] == units_at(s, "alcaniz")


@rule("car", "11.2.6i", "11.4.6a")
def test_a_space_with_retreated_units_alone_fires_in_the_first_column_of_the_division_table() -> None:
    s = field({"morella": "nat_inf_1", "alcaniz": "rep_i"})
    operation(s).retreated = 1 << UNIT["rep_i"]
    assert (1, 4, 0, 0) == told(attack(s, "alcaniz", dice=[1, 4]), "fired")[1]


@rule("car", "11.4.7a")
def test_attackers_never_retreat() -> None:
    s = field({"belchite": "nat_inf_1", "caspe": "rep_i rep_ii"})
    attack(s, "caspe", dice=[1, 6])
    assert ("eliminated", "nobody") == (at(s, "nat_inf_1"), asked(s))
    s = field({"belchite": "nat_v", "caspe": "rep_i rep_ii"})
    attack(s, "caspe", dice=[1, 6])
    assert ("belchite", "nobody") == (at(s, "nat_v"), asked(s))


@rule("car", "11.4.8a")
def test_a_space_that_is_left_stays_with_its_owner_until_an_enemy_enters() -> None:
    s = field({**SQUARE, "caspe": "rep_rpa_1"})
    fight(s, "caspe", [1, 1])
    do(s, "retreat rep_rpa_1 alcaniz")
    assert "rep" == holder(s, "caspe")
    do(s, "done")
    assert "rep" == holder(s, "caspe")


@rule("car", "11.4.5b")
def test_no_nationalist_retreats_to_a_beach_head() -> None:
    s = field({"mallorca": "nat_inf_1"})
    open_beach(s, space("beach_head_mallorca"), space("mallorca"))
    assert () == retreats(s, NAT, space("mallorca"), 1)


@rule("car", "11.4.5d")
def test_what_a_retreat_takes_counts_at_once() -> None:
    s = field({**SQUARE, "caspe": "rep_rpa_1"}, nationalist="candasnos gandesa alcaniz")
    before = s.held
    fight(s, "caspe", [1, 1])
    do(s, "retreat rep_rpa_1 candasnos")
    assert 1 << space("candasnos") == before & ~s.held
    put(s, UNIT["rep_rpa_1"], space("caspe"))
    enter(s, REP, space("caspe"))
    assert "rep" == holder(s, "caspe")
