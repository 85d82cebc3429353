"""The Liberal Events: what each does when it is drawn."""

from __future__ import annotations

import pytest

from tablero.games.aiw import GAME
from tablero.games.aiw.board import CARD, CARLIST, DECK, GUARD, HAND, LIBERAL, REMOVED, SIDES, UNIT, area
from tablero.games.aiw.cards.liberal_events import effect_la_granja
from tablero.games.aiw.rules.r03_turn.s00_player_phase import PlayerPhase, phase
from tablero.games.aiw.rules.r07_cards.s00_decks import LEVY, UNITED_COMMAND
from tablero.games.aiw.rules.r08_command import commands_left
from tablero.games.aiw.rules.r10_actions.s00_points import marker_points
from tablero.games.aiw.rules.r10_actions.s05_replacements import replacement_modifier
from tablero.games.aiw.rules.r11_movement.s00_activation import Activation
from tablero.games.aiw.rules.r13_sea.s01_transport import refuse_sailing
from tablero.games.aiw.rules.r17_battle.s05_morale import morale_of
from tablero.games.aiw.rules.r21_replacements.s00_points import BY_ACTION, BY_EVENT, IN_REINFORCEMENTS
from tablero.games.aiw.rules.r21_replacements.s00_spending import Spend
from tablero.games.aiw.rules.r22_uprising import level
from tablero.games.aiw.rules.r23_regions.s04_uprisings import Suppress
from tablero.games.aiw.rules.r24_end_of_year.s09_cards import renew_decks
from tests.games.aiw.battle import battle, now
from tests.games.aiw.hands import acts, key, out_of_the_game, take
from tests.games.aiw.war import asked, at, block, do, offered, put_cards, run, strength, told, war
from tests.rules import card, rule

# ------------------------------------------------------------------------------------------------------- Liberal Events


@rule("aiw", "9.1o", "8.0a", "7.1d")
@card("aiw", "quadruple_alliance")
@pytest.mark.parametrize(("box", "debt", "command"), [(2, 0, 1), (0, 1, 5)])
def test_l1_prestige_falls_and_the_liberals_gain_a_command_point(box: int, debt: int, command: int) -> None:
    s = war({}, side="liberal", command=(0, command))
    s.prestige = box
    take(s, "quadruple_alliance")
    assert (max(0, box - 1), debt, min(5, command + 1)) == (s.prestige, s.debt, s.command[LIBERAL])
    assert out_of_the_game(s, "quadruple_alliance")


@rule("aiw", "7.2a", "7.1d")
@card("aiw", "rodil_army")
def test_l2_rodil_brings_two_units_out_of_the_bag() -> None:
    s = war({"vitoria": "l_rg1", "estella": "l_rg2"}, side="liberal", bags=["l_ln1", "l_lg1", "l_pr1"])
    take(s, "rodil_army", dice=[0])
    assert "place estella" not in offered(s)                        # not in the Carlist Zone
    assert {"place castile_leon", "place vitoria", "place logrono", "place miranda"} <= set(offered(s))
    assert "not_where_the_card_says" == key(s, "place aragon")
    assert "place laredo" not in offered(s)
    do(s, "place vitoria", dice=[0])
    do(s, "place castile_leon")
    assert [("vitoria", 4), ("castile_leon", 3)] == [(at(s, u), strength(s, u)) for u in ("l_ln1", "l_lg1")]
    assert "nobody" == asked(s)


@rule("aiw", "7.2a")
@card("aiw", "rodil_army")
def test_l2_a_besieged_town_takes_none_of_them() -> None:
    s = war({"vitoria": "c_nav1"}, side="liberal", bags=["l_ln1", "l_ln2"], siege=["vitoria"])
    take(s, "rodil_army", dice=[0])
    assert "place vitoria" not in offered(s)


@rule("aiw", "7.2a", "21.0a")
@card("aiw", "rodil_army")
@pytest.mark.parametrize(("bag", "points"), [([], 4), (["l_ln1"], 2)])
def test_l2_what_the_bag_has_not_is_paid_in_replacement_points(bag: list[str], points: int) -> None:
    s = war({"vitoria": "l_rg1:2"}, side="liberal", bags=bag)
    take(s, "rodil_army")
    for _ in bag:
        do(s, "place vitoria")
    assert "liberal SpendPoint" == asked(s)
    assert points == s.frame(Spend).halves


@rule("aiw", "7.1d")
@card("aiw", "cholera")
def test_l3_cholera_takes_a_point_of_two_liberals_in_two_places_and_of_a_carlist() -> None:
    places = {"vitoria": "l_rg1 l_rg2", "haro": "l_ln1:1", "logrono": "l_pr1", "estella": "c_nav1 c_par1"}
    s = war(places, side="liberal")
    take(s, "cholera")
    assert ("must_lose_strength", "too_weak_to_lose") == (key(s, "done"), key(s, "weaken l_ln1"))
    do(s, "weaken l_rg1")
    assert 2 == strength(s, "l_pr1")        # the only other one elsewhere
    assert (3, 4, 1) == (strength(s, "l_rg1"), strength(s, "l_rg2"), strength(s, "l_ln1"))
    assert 3 == strength(s, "c_nav1")
    assert 1 == strength(s, "c_par1")


@rule("aiw", "7.1d")
@card("aiw", "cholera")
def test_l3_in_the_same_place_only_if_all_are_there() -> None:
    s = war({"vitoria": "l_rg1 l_rg2 l_rg3"}, side="liberal")
    take(s, "cholera")
    do(s, "weaken l_rg1", "weaken l_rg2")
    assert (3, 3, 4) == tuple(strength(s, unit) for unit in ("l_rg1", "l_rg2", "l_rg3"))
    s = war({"vitoria": "l_rg1 l_rg2", "haro": "l_rg3"}, side="liberal", secret=True)
    take(s, "cholera")
    do(s, "weaken l_rg1")
    assert "another_place" == key(s, "weaken l_rg2")
    s = war({"vitoria": "l_rg1 l_st1", "haro": "l_rg2 l_rg3", "logrono": "l_pt1:2 l_ln1:1 l_st4"}, side="liberal",
            secret=True)
    take(s, "cholera")
    assert ["infantry_or_cavalry"] * 2 == [key(s, f"weaken l_st{n}") for n in (1, 4)]
    do(s, "weaken l_rg3")
    assert ["weaken l_rg1", "weaken l_pt1"] == offered(s)           # he goes on, with those of two points too
    assert ("another_place", "too_weak_to_lose") == (key(s, "weaken l_rg2"), key(s, "weaken l_ln1"))


@rule("aiw", "7.1d")
def test_l3_nothing_happens_to_those_who_have_one_point() -> None:
    s = war({"vitoria": "l_rg1:1", "estella": "c_par1"}, side="liberal")
    take(s, "cholera")
    assert ("nobody", 1, 1) == (asked(s), strength(s, "l_rg1"), strength(s, "c_par1"))


@rule("aiw", "7.2a", "4.3d", "18.0b")
@card("aiw", "british_legion")
def test_l11_the_british_land_together_or_divided() -> None:
    s = war({"bilbao": "c_nav1", "castro_urdiales": "c_nav2", "bermeo": "l_ln1"}, side="liberal", siege=["bilbao"])
    take(s, "british_legion")
    assert not {"place castro_urdiales", "place bermeo"} & set(offered(s))      # Carlist; in the Carlist Zone
    assert {"place san_sebastian", "place laredo", "place asturias_cantabria"} <= set(offered(s))
    assert "place bilbao" not in offered(s)                         # its Port is cancelled by the siege
    assert not {"place vitoria", "place galicia"} & set(offered(s))
    do(s, "place san_sebastian", "place san_sebastian", "place laredo", "place asturias_cantabria")
    assert ["san_sebastian", "san_sebastian", "laredo", "asturias_cantabria"] == [
        at(s, unit) for unit in ("l_br1", "l_br2", "l_br3", "l_brc1")
    ]
    assert (4, 3, 3, 2) == tuple(strength(s, unit) for unit in ("l_br1", "l_br2", "l_br3", "l_brc1"))


@rule("aiw", "18.0b", "7.2a")
@card("aiw", "british_legion")
def test_l11_a_besieged_fortress_takes_as_many_as_it_holds() -> None:
    s = war({"san_sebastian": "c_nav1", "inside san_sebastian": "l_ln1"}, side="liberal", siege=["san_sebastian"])
    take(s, "british_legion")
    do(s, "place san_sebastian")
    assert "inside san_sebastian" == at(s, "l_br1")
    assert "place san_sebastian" not in offered(s)
    assert "fortress_full" == key(s, "place san_sebastian")


@rule("aiw", "7.2a", "7.0f")
@card("aiw", "french_legion")
@pytest.mark.parametrize("region", ["aragon", "catalonia"])
def test_l12_the_french_come_together_and_close_the_border(region: str) -> None:
    s = war({}, side="liberal")
    take(s, "french_legion")
    assert ["place aragon", "place catalonia"] == offered(s)
    do(s, f"place {region}")
    assert (region, region) == (at(s, "l_fr1"), at(s, "l_polc1"))
    assert (4, 2) == (strength(s, "l_fr1"), strength(s, "l_polc1"))
    assert out_of_the_game(s, "contraband")


@rule("aiw", "7.2a")
@card("aiw", "portuguese_division")
def test_l13_the_portuguese_come_to_castile_or_a_main_town_of_burgos() -> None:
    s = war({"miranda": "c_nav1"}, side="liberal")
    take(s, "portuguese_division")
    assert ["place medina_de_pomar", "place castile_leon"] == offered(s)       # Miranda is not friendly
    do(s, "place medina_de_pomar")
    assert ("medina_de_pomar", 3) == (at(s, "l_pt1"), strength(s, "l_pt1"))


@rule("aiw", "7.2a", "10.5d", "20.1b")
@card("aiw", "mendizabal_levy")
def test_l14_the_levy_brings_two_regiments_and_better_replacements_for_a_year() -> None:
    s = war({}, side="liberal", year=1835)
    take(s, "mendizabal_levy")
    do(s, "place vitoria", "place aragon")
    assert ("vitoria", "aragon") == (at(s, "l_pr8"), at(s, "l_pr9"))
    assert (1, 0) == (replacement_modifier(s, LIBERAL), replacement_modifier(s, CARLIST))
    renew_decks(s, 1836)
    assert 0 == s.lasting & LEVY


@rule("aiw", "7.1d", "7.0f")
@card("aiw", "eliot_convention")
def test_l15_prisoners_are_exchanged() -> None:
    s = war({"estella": "c_casc1:1", "tolosa": "c_nav2:2", "durango": "c_nav3:2 c_par3"}, side="liberal", secret=True)
    take(s, "eliot_convention")
    assert "no_partida" == key(s, "restore c_par3")
    do(s, "restore c_nav2", "restore c_casc1")
    assert ([2, 3, 2], "nobody") == ([strength(s, unit) for unit in ("c_casc1", "c_nav2", "c_nav3")], asked(s))
    s = war(
        {"estella": "c_nav1:2 c_nav2 c_par1", "aragon": "c_gui1:1", "vitoria": "l_rg1:2 l_rg2:3 l_rg3:1",
         "inside bilbao": "l_ln1:1", "bilbao": "c_bis1:1"},
        side="liberal", siege=["bilbao"], hands=["no_quarter"], secret=True,
    )
    take(s, "eliot_convention")
    assert "carlist Restore" == asked(s)
    assert {"done", "restore c_nav1", "restore c_bis1"} == set(offered(s))
    assert ("full_strength", "no_partida", "only_in_the_north") == (
        key(s, "restore c_nav2"), key(s, "restore c_par1"), key(s, "restore c_gui1")
    )
    do(s, "restore c_nav1")
    assert "full_strength" == key(s, "restore c_nav1")              # one point each
    do(s, "done")
    assert (3, "liberal Restore") == (strength(s, "c_nav1"), asked(s))
    assert "besieged_unit" == key(s, "restore l_ln1")
    do(s, "restore l_rg1", "restore l_rg2")
    assert (3, 4, 1, "nobody") == (strength(s, "l_rg1"), strength(s, "l_rg2"), strength(s, "l_rg3"), asked(s))
    assert (0, True) == (s.sizes[HAND[CARLIST]], out_of_the_game(s, "no_quarter"))
    assert 0 == s.acted                                             # it is no action


ALLIES = {"british_legion": "l_br1", "french_legion": "l_fr1", "portuguese_division": "l_pt1"}


@rule("aiw", "7.1d", "8.0a", "8.0d", "20.1d")
@card("aiw", "army_of_the_north")
@pytest.mark.parametrize("ally", list(ALLIES))
def test_l16_unites_the_command_and_calls_an_ally(ally: str) -> None:
    s = war({"vitoria": "l_rg1"}, side="liberal", command=(0, 2), decks=list(ALLIES))
    here = phase(s)
    take(s, "army_of_the_north")
    assert 4 == s.command[LIBERAL]
    do(s, "emplace field vitoria", "emplace mountain vitoria")
    assert [f"ally {name}" for name in ALLIES] == offered(s)
    do(s, f"ally {ally}")
    while asked(s) == "liberal Place":
        do(s, offered(s)[0])
    assert "out of play" != at(s, ALLIES[ally])
    assert (True, 0) == (out_of_the_game(s, ally), s.piles[DECK[LIBERAL]] >> CARD[ally] & 1)
    assert (2, UNITED_COMMAND) == (commands_left(s, here), s.lasting & UNITED_COMMAND)
    s.lasting = 0
    assert 1 == commands_left(s, here)


@rule("aiw", "7.1d")
@card("aiw", "army_of_the_north")
def test_l16_without_an_ally_left_in_the_deck_nobody_comes() -> None:
    s = war({"vitoria": "l_rg1"}, side="liberal")
    put_cards(s, REMOVED, *(name for name in ALLIES if name != "british_legion"))
    s.barred = 1 << CARD["british_legion"]
    take(s, "army_of_the_north")
    do(s, "emplace field vitoria", "emplace field vitoria")
    assert "nobody" == asked(s)


@rule("aiw", "10.0c", "7.1d")
@card("aiw", "la_granja")
def test_l19_two_points_instead_of_a_marker() -> None:
    s = war({}, side="liberal")
    s.cups = [1, 1, 1, 1, 1, 3]
    here = phase(s)
    take(s, "la_granja")
    assert 2 == marker_points(s, here)
    assert [1, 1, 1, 1, 1, 3] == s.cups


@rule("aiw", "10.0k", "7.1d")
@card("aiw", "la_granja")
def test_l19_the_royal_guard_takes_part_in_no_action() -> None:
    s = war({"irun": "l_rg1 l_ln1", "vitoria": "l_rg2", "haro": "l_rgc1:1", "aragon": "l_rg3"}, side="liberal",
            uprising={"aragon": 2})
    effect_la_granja(s, LIBERAL, phase(s))
    acts(s)
    guard = "royal_guard_does_not_act"
    assert (guard, guard, guard) == (key(s, "activate vitoria"), key(s, "build l_rg1"), key(s, "activate haro"))
    assert {"activate irun", "build l_ln1"} <= set(offered(s))
    assert not {"activate vitoria", "activate haro", "build l_rg1"} & set(offered(s))
    assert 0 == s.acted                     # nobody can see who is of the Guard
    do(s, "activate irun")
    assert guard == key(s, "add l_rg1")
    do(s, "all", dice=[6])
    assert ("liberal March", 1) == (asked(s), s.acted.bit_count())
    assert not s.may[block(s, "l_ln1")] & GUARD


@pytest.mark.parametrize("units, shown", [("l_rg1 l_ln1 l_ln2", True), ("l_ln1 l_ln2", False)])
@rule("aiw", "10.0k", "5.2a")
@card("aiw", "la_granja")
def test_l19_who_moves_all_cannot_take_back_that_the_guard_stays(units: str, shown: bool) -> None:
    s = war({"aragon": units}, side="liberal")
    effect_la_granja(s, LIBERAL, phase(s))
    run(s, Activation(LIBERAL, area("aragon")))
    do(s, "all")
    assert shown == s.revealed


@rule("aiw", "10.0k", "13.1b", "21.1e")
@card("aiw", "la_granja")
def test_l19_nor_does_it_sail_suppress_or_receive_points() -> None:
    s = war({"laredo": "l_rg1:1", "aragon": "l_rg3 l_ln1"}, side="liberal", uprising={"aragon": 2})
    assert refuse_sailing(s, area("laredo")) is None
    effect_la_granja(s, LIBERAL, phase(s))
    assert refuse_sailing(s, area("laredo")) is not None
    run(s, Suppress(area("aragon")))
    assert "royal_guard_does_not_act" == key(s, "join l_rg3")
    s = war({"laredo": "l_rg1:1"}, side="liberal")
    effect_la_granja(s, LIBERAL, phase(s))
    run(s, Spend(LIBERAL, 4, BY_ACTION))
    assert "royal_guard_does_not_act" == key(s, "raise l_rg1")


@rule("aiw", "21.2a", "5.2a")
def test_l19_but_a_unit_of_the_guard_may_be_built() -> None:
    s = war({"vitoria": "l_ln1"}, side="liberal", bags=["l_rg1", "l_ln2"])
    effect_la_granja(s, LIBERAL, phase(s))
    run(s, Spend(LIBERAL, 4, BY_ACTION))
    do(s, "draw", dice=[0])
    do(s, "place vitoria")
    assert s.may[block(s, "l_rg1")] >> UNIT["l_rg1"] & 1


@rule("aiw", "21.0a", "22.0a", "7.1d")
@card("aiw", "disentailment")
def test_l20_four_replacement_points_and_a_region_rises() -> None:
    s = war({"vitoria": "l_rg1:1"}, side="liberal", uprising={"aragon": 3})
    take(s, "disentailment")
    assert 8 == s.frame(Spend).halves
    do(s, "raise l_rg1")
    assert "raised_already" == key(s, "raise l_rg1")
    do(s, "done")
    assert "carlist NameRegion" == asked(s)
    assert "uprising_at_its_height" == key(s, "region aragon")
    do(s, "region galicia")
    assert (2, 1) == (strength(s, "l_rg1"), level(s, area("galicia")))


@rule("aiw", "6.0f", "7.1d")
@card("aiw", "mutinies")
def test_l26_the_carlist_puts_two_mutinies_among_the_liberals() -> None:
    s = war(
        {"vitoria": "l_rg1 l_lnc1", "haro": "l_ln1:1", "miranda": "l_lnc2", "tudela": "l_br1", "estella": "l_ln2",
         "aragon": "l_ln3"},
        side="liberal", secret=True,
    )
    for unit in ("l_lnc2", "l_br1"):
        s.may[block(s, unit)] |= 1 << UNIT["l_ln9"]                 # hidden: the Carlist cannot tell
    take(s, "mutinies")
    assert "carlist NameMutiny" == asked(s)
    assert {"no_liberals_there"} == {
        key(s, f"mutiny {x}") for x in ("estella", "logrono", "aragon")     # the other zone, nobody, a region
    }
    assert [(area("miranda"),)] == told(do(s, "mutiny miranda"), "no_mutiny")
    assert ("another_place", "no_liberals_there") == (key(s, "mutiny miranda"), key(s, "mutiny estella"))
    assert not s.may[block(s, "l_lnc2")] >> UNIT["l_ln9"] & 1
    assert [(area("vitoria"),)] == told(do(s, "mutiny vitoria"), "mutiny")
    assert ("liberal Sicken", "not_a_unit_the_card_names") == (asked(s), key(s, "weaken l_lnc1"))
    assert ["another_place"] * 2 == [key(s, f"weaken {unit}") for unit in ("l_ln1", "l_lnc2")]
    do(s, "weaken l_rg1")
    do(s, "mutiny haro")
    assert "too_weak_to_lose" == key(s, "weaken l_ln1")
    do(s, "done")
    assert (1 << area("vitoria") | 1 << area("haro"), 3, 1) == (s.mutiny, strength(s, "l_rg1"), strength(s, "l_ln1"))
    assert "nobody" == asked(s)


@rule("aiw", "6.0f")
@card("aiw", "mutinies")
def test_l26_one_marker_or_none_if_no_more_spaces_qualify() -> None:
    s = war({"haro": "l_ln1"}, side="liberal")
    take(s, "mutinies")
    assert (1 << area("haro"), 3, "nobody") == (s.mutiny, strength(s, "l_ln1"), asked(s))
    for places in ({"haro": "l_br1", "aragon": "l_ln1"}, {"haro": "l_lnc1"}):
        s = war(places, side="liberal")
        assert [] == told(take(s, "mutinies"), "no_mutiny")
        assert (0, "nobody") == (s.mutiny, asked(s))
    s = war({"bilbao": "l_ln1:1", "haro": "l_ln2:1"}, side="liberal", secret=True)
    s.may[block(s, "l_ln2")] |= 1 << UNIT["l_st1"]
    take(s, "mutinies")
    for x in ("haro", "bilbao"):
        s.revealed = False
        do(s, f"mutiny {x}")
        assert s.revealed                                           # the Liberal has said what he has there
        do(s, "done")
    assert 1 << area("bilbao") | 1 << area("haro") == s.mutiny
    assert 1 << UNIT["l_ln2"] == s.may[block(s, "l_ln2")]
    s = war({"haro": "l_br1"}, side="liberal")
    s.may[block(s, "l_br1")] |= 1 << UNIT["l_ln1"]
    events = take(s, "mutinies")
    assert ([(area("haro"),)], 0) == (told(events, "no_mutiny"), s.mutiny)      # the Carlist could not know


@rule("aiw", "6.0f", "10.0k", "17.5a")
def test_l26_mutineers_do_not_act_nor_receive_points_and_waver() -> None:
    s = war({"haro": "l_ln1:1 l_ln2", "vitoria": "l_ln3:1"}, side="liberal")
    s.mutiny = 1 << area("haro")
    acts(s)
    mutiny = "mutineers_do_not_act"
    assert (mutiny, mutiny) == (key(s, "activate haro"), key(s, "build l_ln1"))
    assert "activate vitoria" in offered(s)
    run(s, Spend(LIBERAL, 4, BY_ACTION))
    assert mutiny == key(s, "raise l_ln1")
    do(s, "raise l_ln3")
    s = war({"haro": "l_ln1:1 l_st1:1 knapsack:1"}, side="liberal")
    s.mutiny = 1 << area("haro")
    run(s, Spend(LIBERAL, 4, IN_REINFORCEMENTS))                    # not even where it is no action
    assert [mutiny] * 3 == [key(s, words) for words in ("raise l_ln1", "raise l_st1", "refill knapsack haro")]
    s = battle("haro", "c_nav1 c_nav2 c_nav3", "l_ln1 l_ln2 l_rg1", attacker="carlist")
    assert (8, 9) == tuple(morale_of(s, now(s), block(s, unit)) for unit in ("l_ln1", "c_nav1"))
    s.mutiny = 1 << area("najera")
    assert 8 == morale_of(s, now(s), block(s, "l_ln1"))
    s.mutiny = 1 << area("haro")
    assert (7, 9) == tuple(morale_of(s, now(s), block(s, unit)) for unit in ("l_ln1", "c_nav1"))


@rule("aiw", "6.0f", "10.0k")
def test_l26_a_mutiny_is_of_liberals_only_and_of_their_trains_too() -> None:
    s = war({"haro": "c_nav1 c_nav2"})
    s.mutiny = 1 << area("haro")
    acts(s)
    assert {"activate haro", "build c_nav1"} <= set(offered(s))
    do(s, "activate haro")
    assert {"add c_nav1", "add c_nav2"} <= set(offered(s))
    s = war({"haro": "l_ln1 l_st1:1"}, side="liberal")
    s.mutiny = 1 << area("haro")
    run(s, Spend(LIBERAL, 4, BY_ACTION))
    assert "mutineers_do_not_act" == key(s, "raise l_st1")


@rule("aiw", "6.0f")
def test_l26_knapsacks_elsewhere_and_of_the_besiegers_are_refilled() -> None:
    places = {"vitoria": "l_ln1 knapsack:1", "logrono": "c_nav1 knapsack:1", "inside logrono": "l_ln2"}
    for side, x in (("liberal", "vitoria"), ("carlist", "logrono")):
        s = war(places, side=side, siege=["logrono"])
        s.mutiny = 1 << area("logrono")
        run(s, Spend(SIDES.index(side), 4, BY_ACTION))
        assert f"refill knapsack {x}" in offered(s)


@rule("aiw", "6.0f")
def test_l26_the_markers_go_at_the_start_of_the_next_liberal_phase() -> None:
    for side, left in ((CARLIST, 1), (LIBERAL, 0)):
        s = war({"haro": "l_ln1"})
        s.mutiny = 1 << area("haro")
        PlayerPhase(side).begin(s)
        assert left == s.mutiny.bit_count()


@rule("aiw", "7.0f", "9.1e", "7.1d")
@card("aiw", "discipline")
def test_l27_discipline_is_restored() -> None:
    s = war({"vitoria": "l_rg1:1 l_rg2:1 l_rg3:1 l_rg4:1 l_st1:1 l_st4:1", "haro": "l_ln1:1", "miranda": "l_ln2:1"},
            side="liberal", secret=True)
    s.mutiny = 1 << area("haro")
    take(s, "discipline")
    assert (0, -1, True) == (s.mutiny, s.vp, out_of_the_game(s, "mutinies"))
    assert ["infantry_or_cavalry"] * 2 == [key(s, f"restore l_st{n}") for n in (1, 4)]
    do(s, "restore l_rg3")
    assert ["another_place"] * 2 == [key(s, f"restore {unit}") for unit in ("l_ln1", "l_ln2")]
    do(s, "restore l_rg2", "restore l_rg1")
    assert ([2, 2, 2, 1], "nobody", 0) == ([strength(s, f"l_rg{n}") for n in (1, 2, 3, 4)], asked(s), s.apart)
    s = war({"aragon": "l_rg1:1"}, side="liberal", secret=True)
    take(s, "discipline")
    do(s, "restore l_rg1", "done")
    assert (2, 0) == (strength(s, "l_rg1"), s.apart)                # in a region too


@rule("aiw", "9.1e")
@card("aiw", "discipline")
@pytest.mark.parametrize(("forts", "siege", "vp"), [
    ({"carlist": ["vitoria"]}, ["vitoria"], 0), ({"carlist": ["vitoria"]}, [], 0), ({}, ["vitoria"], 0),
    ({"liberal": ["viana"]}, ["viana"], -1),            # that is no City
])
def test_l27_no_point_unless_all_cities_are_free(forts: dict[str, list[str]], siege: list[str], vp: int) -> None:
    s = war({"vitoria": "c_nav1", "viana": "c_nav2"}, side="liberal", forts=forts, siege=siege)
    take(s, "discipline")
    assert vp == s.vp


@rule("aiw", "7.2a", "22.0b", "7.1d")
@card("aiw", "narvaez")
def test_l32_narvaez_brings_a_unit_and_quietens_two_regions_of_the_south() -> None:
    s = war({"extremadura": "c_nav1"}, side="liberal", year=1838, bags=["l_ln1"],
            uprising={"new_castile": 2, "andalusia": 1, "extremadura": 2, "aragon": 2})
    take(s, "narvaez", dice=[0])
    assert ["place new_castile", "place andalusia"] == sorted(offered(s), reverse=True)
    do(s, "place andalusia")
    assert {"quieten new_castile", "quieten andalusia"} == set(offered(s))      # an Expedition is in Extremadura
    assert ["not_where_the_card_says"] * 2 == [key(s, f"quieten {x}") for x in ("extremadura", "aragon")]
    do(s, "quieten new_castile")
    assert (1, 0, 2) == (level(s, area("new_castile")), level(s, area("andalusia")), level(s, area("extremadura")))


@rule("aiw", "7.2a")
@card("aiw", "narvaez")
def test_l32_two_points_if_the_bag_is_empty_and_nothing_to_quieten() -> None:
    s = war({}, side="liberal", year=1838)
    take(s, "narvaez")
    assert 4 == s.frame(Spend).halves
    do(s, "done")
    assert "nobody" == asked(s)


@rule("aiw", "9.1e", "8.0a", "7.1d")
@card("aiw", "munagorri")
@pytest.mark.parametrize(
    ("die", "town", "vp", "command", "weak"),
    [(2, "", 0, 3, 3), (2, "irun", 0, 2, 2), (2, "vergara", 0, 2, 2), (4, "", 0, 2, 2), (4, "irun", -1, 3, 3),
     (5, "", -1, 3, 3)],
)
def test_l33_munagorri_rolls_for_peace(die: int, town: str, vp: int, command: int, weak: int) -> None:
    places = {"tolosa": "c_gui1", "estella": "c_nav1", "irun": "c_par1"}
    s = war({**places, town: "l_ln1"} if town else places, side="liberal", year=1838, command=(3, 0))
    events = take(s, "munagorri", dice=[die])
    assert (vp, command, weak, 4) == (s.vp, s.command[CARLIST], strength(s, "c_gui1"), strength(s, "c_nav1"))
    assert [(CARD["munagorri"], die)] == told(events, "card_die")


@rule("aiw", "7.1d")
@card("aiw", "munagorri")
def test_l33_who_besieges_may_desert_and_who_is_besieged_may_not() -> None:
    places = {"tolosa": "l_ln1", "inside tolosa": "c_gui1", "hernani": "c_gui2", "inside hernani": "l_ln2"}
    s = war({**places, "vergara": "c_gui3"}, side="liberal", year=1838, siege=["tolosa", "hernani"],
            forts={"carlist": ["tolosa", "vergara"], "liberal": ["hernani"]})
    take(s, "munagorri", dice=[3])
    assert {"weaken c_gui2", "weaken c_gui3"} == set(offered(s))


@rule("aiw", "7.1d")
@card("aiw", "cholera")
@pytest.mark.parametrize(("rules", "left"), [(GAME.rules, 3), (2, 2)])
def test_l3_strikes_no_unit_twice(rules: int, left: int) -> None:
    s = war({"vitoria": "l_rg1 l_ln1:1"}, side="liberal", secret=True)
    s.rules = rules
    take(s, "cholera")
    do(s, "weaken l_rg1")
    assert (["done"] if rules >= 3 else ["weaken l_rg1"]) == offered(s)
    do(s, *offered(s))
    assert (left, 0) == (strength(s, "l_rg1"), s.apart)


@rule("aiw", "6.0f", "21.1a")
@card("aiw", "mutinies")
@pytest.mark.parametrize(("rules", "raised"), [(GAME.rules, False), (2, True)])
def test_l26_a_train_that_was_built_beside_a_mutiny_is_not_raised(rules: int, raised: bool) -> None:
    s = war({"vitoria": "l_rg1"}, side="liberal", secret=True)
    s.rules = rules
    s.mutiny = 1 << area("vitoria")
    run(s, Spend(LIBERAL, 4, BY_EVENT))
    do(s, "train vitoria")
    assert raised == any(text.startswith("raise l_st") for text in offered(s))
    do(s, "knapsack vitoria")
    assert "refill knapsack vitoria" not in offered(s)


@rule("aiw", "7.1d", "5.3b")
@card("aiw", "munagorri")
def test_l33_is_not_spent_on_a_unit_of_one_point() -> None:
    s = war({"tolosa": "c_gui1", "hernani": "c_gui2:1"}, side="liberal", year=1838, secret=True)
    take(s, "munagorri", dice=[3])
    assert ("too_weak_to_lose", ["weaken c_gui1"]) == (key(s, "weaken c_gui2"), offered(s))
