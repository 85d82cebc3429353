"""Events that are played as the card of an Impulse, and Must Play cards: what each does, and when it is none."""

from __future__ import annotations

import pytest

import tablero
from tablero.games.wellington import GAME
from tablero.games.wellington.board import (
    ALLIES,
    BRITAIN,
    CARD,
    CARDS,
    DISCARDS,
    DRAW_PILE,
    FRENCH,
    GUEST,
    HAND,
    HOME,
    MUST_PLAY,
    NORD,
    POWERS,
    REMOVED,
    RESERVE,
    SPAIN,
    SUD,
)
from tablero.games.wellington.cards.events_allied import EventFlags, Uprising
from tablero.games.wellington.cards.events_hands import Council
from tablero.games.wellington.rules.r03_control import set_owner
from tablero.games.wellington.rules.r04_sequence.s02_impulses import Impulse
from tablero.games.wellington.rules.r06_building import Spending
from tablero.games.wellington.state import Wellington
from tablero.kernel.bits import ids_of
from tablero.kernel.text import Speech
from tests.games.wellington.cards.events import lies, may_play, play, war
from tests.games.wellington.field import asked, at, do, holder, offered, run, sps, told, x
from tests.rules import card, rule

# --- cards go where they belong


@rule("wellington", "4.21a", "4.21b", "5.4b", "5.7a")
@pytest.mark.parametrize(("power", "name", "zone"), [
    ("britain", "royal_intervention", DISCARDS), ("britain", "luddite_riots", REMOVED),
    ("nord", "corruption_sabotage", DISCARDS), ("sud", "eagles_come_south", DISCARDS),
    ("nord", "german_conscripts", RESERVE[NORD]), ("spain", "to_arms", RESERVE[SPAIN]),
    ("britain", "cavalry_of_st_george", GUEST[SPAIN]),
])
def test_a_card_goes_where_its_event_sends_it(power: str, name: str, zone: int) -> None:
    s = war(power, name, {"madrid": "nord:3", "lisbon": "britain:3"})
    play(s, name)
    while asked(s) != "nobody":
        do(s, offered(s)[0])
    assert zone == lies(s, name)


# --- marches


@card("wellington", "forced_march")
def test_forced_march_moves_an_army_five_duchies_without_points_and_without_forced_march_attrition() -> None:
    s = war("britain", "forced_march", {"lisbon": "wellington britain:5"})
    assert may_play(s, "forced_march")
    play(s, "forced_march")
    assert "lead wellington" in offered(s)
    do(s, "lead wellington", "step santarem")
    way = ["santarem"]
    while asked(s).endswith("MarchOrders"):
        before = at(s, "wellington")
        step = next(text for text in offered(s) if text.startswith("step "))
        do(s, step, dice=[1] * 40)
        assert before != at(s, "wellington")
        way.append(at(s, "wellington"))
    assert 5 == len(way)
    assert 5 == sps(s, "britain", at(s, "wellington")), "no Attrition"


@card("wellington", "forced_march")
def test_forced_march_needs_an_army() -> None:
    assert not may_play(war("britain", "forced_march", {"lisbon": "britain:5"}), "forced_march")


@card("wellington", "long_nosed_wellesley")
def test_wellington_moves_four_duchies_and_fights_with_two_dice_more() -> None:
    s = war("britain", "long_nosed_wellesley", {"lisbon": "wellington britain:5"})
    play(s, "long_nosed_wellesley")
    assert s.frame(Impulse).long_nosed
    steps = 0
    while asked(s).endswith("MarchOrders"):
        do(s, next(text for text in offered(s) if text.startswith("step ")), dice=[1] * 40)
        steps += 1
    assert 4 == steps


@card("wellington", "long_nosed_wellesley")
def test_wellington_marches_if_he_can_and_comes_back_if_there_is_a_home() -> None:
    def may(places: dict[str, str]) -> bool:
        return may_play(war("britain", "long_nosed_wellesley", places), "long_nosed_wellesley")

    assert may({"lisbon": "wellington britain:5"})
    assert not may({"plymouth": "wellington britain:5"}), "nobody marches out of Plymouth"
    assert may({"unbuilt": "wellington"})
    assert may({"regroup": "wellington"})


@card("wellington", "long_nosed_wellesley")
def test_wellington_comes_back_without_points() -> None:
    s = war("britain", "long_nosed_wellesley", {"regroup": "wellington"})
    play(s, "long_nosed_wellesley")
    assert "choose plymouth" in offered(s)
    do(s, "choose lisbon")
    assert "lisbon" == at(s, "wellington")
    assert not s.frame(Impulse).long_nosed
    s = war("britain", "long_nosed_wellesley", {"unbuilt": "wellington"})
    play(s, "long_nosed_wellesley")
    do(s, "choose lisbon")
    assert "lisbon" == at(s, "wellington")


@card("wellington", "audace")
def test_audace_moves_an_army_three_duchies_and_makes_it_bold() -> None:
    s = war("nord", "audace", {"salamanca": "marmont nord:5"})
    play(s, "audace")
    do(s, "lead marmont")
    assert 1 << 10 == s.frame(Impulse).bold
    steps = 0
    while asked(s).endswith("MarchOrders"):
        do(s, next(text for text in offered(s) if text.startswith("step ")), dice=[1] * 40)
        steps += 1
    assert 3 == steps


@card("wellington", "audace")
def test_audace_needs_an_army() -> None:
    assert not may_play(war("nord", "audace", {"salamanca": "nord:5"}), "audace")


# --- Soldiers leave


@card("wellington", "russian_front", "cadres", "invade_canada")
@pytest.mark.parametrize(("name", "left"), [
    ("russian_front", {"sud": 2, "nord": 1}), ("cadres", {"sud": 3, "nord": 2}), ("invade_canada", {"britain": 4}),
])
def test_soldiers_are_removed_for_other_wars(name: str, left: dict[str, int]) -> None:
    s = war("spain", name, {"seville": "sud:5", "burgos": "nord:4", "lisbon": "britain:7"})
    play(s, name)
    places = {"sud": "seville", "nord": "burgos", "britain": "lisbon"}
    assert left == {power: sps(s, power, places[power]) for power in left}
    assert REMOVED == lies(s, name)
    assert MUST_PLAY >> CARD[name] & 1


@card("wellington", "russian_front")
@rule("wellington", "5.12b")
def test_what_a_power_does_not_have_is_owed() -> None:
    s = war("spain", "russian_front", {"seville": "sud:1", "burgos": "nord:4"})
    play(s, "russian_front")
    assert [(SUD, CARD["russian_front"], 2)] == s.debts


@card("wellington", "viceroys_overthrown")
def test_spain_loses_soldiers_and_a_resource() -> None:
    s = war("nord", "viceroys_overthrown", {"cadiz": "spain:5"})
    s.resources[SPAIN] = 2
    play(s, "viceroys_overthrown")
    assert (2, 1) == (sps(s, "spain", "cadiz"), s.resources[SPAIN])


@card("wellington", "portuguese_unrest")
def test_unrest_regroups_british_soldiers_in_portugal_first_and_limits_where_they_are_raised() -> None:
    s = war("nord", "portuguese_unrest", {"lisbon": "britain:2", "cadiz": "britain:5", "porto": "britain:1"})
    play(s, "portuguese_unrest")
    while asked(s) != "nobody":
        assert "remove britain cadiz" not in offered(s)
        do(s, offered(s)[0])
    assert (3, 5) == (sps(s, "britain", "regroup"), sps(s, "britain", "cadiz"))
    assert s.turn_events >> CARD["portuguese_unrest"] & 1
    assert REMOVED == lies(s, "portuguese_unrest")


@card("wellington", "emperor_beckons")
def test_the_emperor_beckons_soult_away_with_soldiers_and_the_young_guard() -> None:
    places = {"seville": "soult sud:5", "burgos": "nord:4 clausel", "madrid": "joseph"}
    s = war("britain", "emperor_beckons", places, hands={"nord": "young_guard"})
    play(s, "emperor_beckons")
    assert "nobody" == asked(s), "it is Soult, whoever else is there"
    assert ("unbuilt", 3, 2) == (at(s, "soult"), sps(s, "sud", "seville"), sps(s, "nord", "burgos"))
    assert REMOVED == lies(s, "young_guard") == lies(s, "emperor_beckons")
    assert 1 << 14 == s.recalled, "not before the next Turn"


@card("wellington", "emperor_beckons")
def test_without_soult_another_french_leader_is_called() -> None:
    s = war("britain", "emperor_beckons", {"madrid": "joseph nord:4", "avila": "clausel", "seville": "sud:3"})
    play(s, "emperor_beckons")
    assert "nord ChooseLeader" == asked(s), "only Nord has Leaders"
    do(s, "name clausel")
    assert ("unbuilt", "madrid") == (at(s, "clausel"), at(s, "joseph"))


@card("wellington", "emperors_horses")
def test_a_cavalry_soldier_of_each_french_power_and_one_of_two_cards_go() -> None:
    places = {"seville": "sud:3", "burgos": "nord:4", "madrid": "nord:2", "toledo": "nord:1"}
    s = war("spain", "emperors_horses", places)
    play(s, "emperors_horses")
    assert ["choose burgos", "choose madrid"] == sorted(offered(s)), "two SPs together"
    do(s, "choose madrid")
    assert (1, 0) == (sps(s, "sud", "seville"), sps(s, "nord", "madrid"))
    assert {"remove_card lancers_of_the_vistula", "remove_card dragoons"} == set(offered(s))
    assert {CARD["lancers_of_the_vistula"], CARD["dragoons"]} == {n for _, _, n in tablero.prompt(s, SPAIN).args}
    do(s, "remove_card dragoons")
    assert (REMOVED, DISCARDS) == (lies(s, "dragoons"), lies(s, "emperors_horses"))


@card("wellington", "emperors_horses")
@rule("wellington", "5.12a", "5.12b")
def test_without_two_soldiers_together_single_ones_go_or_are_owed() -> None:
    s = war("spain", "emperors_horses", {"seville": "sud:1", "jaen": "sud:1", "burgos": "nord:1"})
    play(s, "emperors_horses")
    do(s, "remove sud seville")
    assert "spain ChooseCavalry" == asked(s)
    assert (0, 0, [(NORD, CARD["emperors_horses"], 1)]) == (sps(s, "sud", "seville"), sps(s, "sud", "jaen"), s.debts)
    assert 0 == sps(s, "nord", "burgos")


@card("wellington", "emperors_horses")
def test_once_both_cards_are_gone_only_soldiers_go() -> None:
    s = war("spain", "emperors_horses", {"seville": "sud:3", "burgos": "nord:4"})
    for name in ("dragoons", "lancers_of_the_vistula"):
        CARDS.move(s, CARD[name], RESERVE[SUD], REMOVED)
    play(s, "emperors_horses")
    assert ("nobody", 1, 2) == (asked(s), sps(s, "sud", "seville"), sps(s, "nord", "burgos"))


# --- Soldiers come


@card("wellington", "next_class", "volunteers", "german_conscripts", "to_arms", "fighting_cocks")
@pytest.mark.parametrize(("power", "name", "n", "where"), [
    ("nord", "next_class", 4, "bayonne"), ("nord", "volunteers", 2, "bordeaux"),
    ("sud", "german_conscripts", 3, "toulouse"), ("spain", "to_arms", 3, "cadiz"),
    ("britain", "fighting_cocks", 3, "porto"),
])
def test_soldiers_are_placed_at_home(power: str, name: str, n: int, where: str) -> None:
    s = war(power, name)
    assert may_play(s, name)
    play(s, name)
    for _ in range(n):
        do(s, f"place {where}")
    assert ("nobody", n) == (asked(s), sps(s, power, where))


@card("wellington", "fighting_cocks")
def test_portuguese_troops_come_in_portugal_only() -> None:
    s = war("britain", "fighting_cocks")
    play(s, "fighting_cocks")
    assert "place gibraltar" not in offered(s)
    assert "place lisbon" in offered(s)


@card("wellington", "british_subsidies")
def test_subsidies_bring_soldiers_and_a_card_to_both_allies() -> None:
    s = war("spain", "british_subsidies")
    play(s, "british_subsidies")
    for where in ("lisbon", "cadiz"):
        for _ in range(4):
            do(s, f"place {where}", dice=[0, 0])
    assert (4, 4) == (sps(s, "britain", "lisbon"), sps(s, "spain", "cadiz"))
    assert (1, 1) == (s.sizes[HAND[BRITAIN]], s.sizes[HAND[SPAIN]])


@card("wellington", "british_subsidies")
@rule("wellington", "15.2j")
def test_a_full_hand_draws_nothing_from_subsidies() -> None:
    full = "forced_march next_class russian_front invade_canada volunteers atrocity luddite_riots war_without_end"
    s = war("spain", "british_subsidies", hands={"britain": full})
    play(s, "british_subsidies")
    for where in ("lisbon", "cadiz"):
        for _ in range(4):
            do(s, f"place {where}", dice=[0])
    assert (8, 1) == (s.sizes[HAND[BRITAIN]], s.sizes[HAND[SPAIN]])


@card("wellington", "la_patrie_en_danger")
def test_the_french_raise_three_sps_each_for_the_fatherland() -> None:
    s = war("nord", "la_patrie_en_danger")
    play(s, "la_patrie_en_danger")
    for where in ("toulouse", "bayonne"):
        for _ in range(3):
            do(s, f"place {where}")
    assert (3, 3) == (sps(s, "sud", "toulouse"), sps(s, "nord", "bayonne"))
    assert REMOVED == lies(s, "la_patrie_en_danger")


@card("wellington", "la_patrie_en_danger")
def test_the_allies_send_french_soldiers_home_and_the_card_is_discarded() -> None:
    s = war("britain", "la_patrie_en_danger", {"madrid": "nord:2", "seville": "sud:5", "bordeaux": "nord:1"})
    play(s, "la_patrie_en_danger")
    do(s, "against nord")
    assert sps(s, "nord", "madrid") == 0, "fewer if it has fewer; Bordeaux is not in Spain"
    do(s, "place bayonne", "place bayonne")
    assert ("nobody", 2, 1) == (asked(s), sps(s, "nord", "bayonne"), sps(s, "nord", "bordeaux"))
    assert 5 == sps(s, "sud", "seville")
    assert DISCARDS == lies(s, "la_patrie_en_danger")
    s = war("britain", "la_patrie_en_danger", {"madrid": "nord:1", "seville": "sud:1", "jaen": "sud:1"})
    play(s, "la_patrie_en_danger")
    assert {"against nord", "against sud"} == set(offered(s)), "one SP is enough"


@card("wellington", "la_patrie_en_danger")
@rule("wellington", "5.1b")
def test_a_french_power_without_a_home_of_its_own_is_not_sent_there() -> None:
    s = war("britain", "la_patrie_en_danger", {"madrid": "nord:2", "seville": "sud:5"})
    for y in ids_of(s.owned[SUD]):
        set_owner(s, y, SPAIN)
    play(s, "la_patrie_en_danger")
    assert ("nord PlaceSoldier", 0, 5) == (asked(s), sps(s, "nord", "madrid"), sps(s, "sud", "seville"))


@card("wellington", "la_patrie_en_danger")
def test_nobody_intercepts_soldiers_whom_the_allies_send_home() -> None:
    s = war("britain", "la_patrie_en_danger", {"madrid": "nord:2", "mont_de_marsan": "castanos spain:4"})
    play(s, "la_patrie_en_danger")
    do(s, "place orthez", "place orthez")
    assert ("nobody", 2) == (asked(s), sps(s, "nord", "orthez")), "the Allies are the Active side"


@card("wellington", "la_patrie_en_danger")
def test_soldiers_whom_the_allies_send_to_a_besieged_fortress_are_attacked_there() -> None:
    s = war("britain", "la_patrie_en_danger", {"madrid": "nord:2", "bayonne": "castanos spain:4"})
    s.hasty |= 1 << x("bayonne")
    play(s, "la_patrie_en_danger")
    do(s, "place bayonne", "place bayonne")
    assert "nord ReactionWindow" == asked(s), "the French are the inactive side and may evade"
    events = do(s, "pass", dice=[1] * 40)
    assert (BRITAIN, x("bayonne")) in told(events, "battle")


@card("wellington", "gendarmes")
def test_gendarmes_go_to_two_different_duchies_or_fewer() -> None:
    s = war("nord", "gendarmes")
    play(s, "gendarmes")
    assert "place burgos" not in offered(s), "a Fortress"
    do(s, "place valladolid")
    assert "place valladolid" not in offered(s)
    do(s, "done")
    assert ("nobody", 1) == (asked(s), sps(s, "nord", "valladolid"))


@card("wellington", "italian_division")
def test_the_italian_division_joins_an_army_in_a_friendly_duchy() -> None:
    s = war("sud", "italian_division", {"seville": "soult sud:3", "lugo": "decaen"})
    play(s, "italian_division")
    assert "choose lugo" not in offered(s), "not Friendly"
    do(s, "choose seville")
    assert ("nobody", 5) == (asked(s), sps(s, "sud", "seville"))


@card("wellington", "king_josephs_guard")
def test_king_josephs_guard_stands_in_madrid_while_it_is_french() -> None:
    s = war("sud", "king_josephs_guard")
    play(s, "king_josephs_guard")
    assert ("nobody", 2) == (asked(s), sps(s, "sud", "madrid"))
    s = war("sud", "king_josephs_guard", flags={"spain": "madrid"})
    play(s, "king_josephs_guard")
    do(s, "place toulouse")
    assert ("nobody", 0, 1) == (asked(s), sps(s, "sud", "madrid"), sps(s, "sud", "toulouse"))


# --- pieces come back


@card("wellington", "supply_convoy")
def test_a_supply_convoy_brings_back_three_sps_and_a_leader() -> None:
    s = war("nord", "supply_convoy", {"regroup": "nord:5 clausel reille"})
    play(s, "supply_convoy")
    do(s, "place bayonne", "place bayonne", "place bayonne", "name reille", "choose bordeaux")
    assert ("nobody", 2, 3) == (asked(s), sps(s, "nord", "regroup"), sps(s, "nord", "bayonne"))
    assert ("bordeaux", "regroup") == (at(s, "reille"), at(s, "clausel"))


@card("wellington", "supply_convoy")
def test_a_supply_convoy_comes_home_and_not_to_an_army() -> None:
    s = war("nord", "supply_convoy", {"regroup": "nord:5", "madrid": "joseph nord:1"})
    play(s, "supply_convoy")
    assert {"place bayonne", "place bordeaux"} <= set(offered(s))
    assert "place madrid" not in offered(s)


@card("wellington", "supply_convoy", "rally_to_the_colours")
def test_with_an_empty_regroup_box_nothing_comes_back() -> None:
    for name in ("supply_convoy", "rally_to_the_colours"):
        assert not may_play(war("nord", name, {"madrid": "joseph nord:3"}), name)


@card("wellington", "rally_to_the_colours")
def test_soldiers_rally_to_one_army() -> None:
    s = war("nord", "rally_to_the_colours", {"regroup": "nord:5", "madrid": "joseph", "burgos": "reille"})
    play(s, "rally_to_the_colours")
    do(s, "choose madrid")
    assert "place burgos" not in offered(s)
    do(s, "place madrid", "place madrid", "place madrid", "place bayonne")
    assert ("nobody", 3, 1, 1) == (
        asked(s), sps(s, "nord", "madrid"), sps(s, "nord", "bayonne"), sps(s, "nord", "regroup"))


@card("wellington", "field_promotion")
def test_a_leader_is_promoted_without_points() -> None:
    s = war("spain", "field_promotion", {"regroup": "blake"})
    play(s, "field_promotion")
    assert {"name blake", "name freire"} <= set(offered(s))
    do(s, "name freire", "choose cadiz")
    assert "cadiz" == at(s, "freire")


@card("wellington", "field_promotion")
def test_who_was_recalled_is_not_promoted() -> None:
    s = war("sud", "field_promotion")
    s.recalled = 1 << 14
    play(s, "field_promotion")
    assert "name soult" not in offered(s)


# --- Resources and cards


@card("wellington", "royal_intervention", "cavalry_of_st_george")
@rule("wellington", "15.1b")
def test_events_bring_resources() -> None:
    s = war("sud", "royal_intervention")
    play(s, "royal_intervention")
    assert [0, 1, 0, 0] == s.resources
    s = war("britain", "cavalry_of_st_george")
    play(s, "cavalry_of_st_george")
    assert [0, 0, 1, 0] == s.resources
    assert GUEST[SPAIN] == lies(s, "cavalry_of_st_george")


@card("wellington", "extended_campaign")
@rule("wellington", "5.6d")
def test_an_extended_campaign_draws_a_card_and_grants_another_play() -> None:
    s = war("sud", "extended_campaign")
    play(s, "extended_campaign", dice=[0])
    assert (1, 1) == (s.sizes[HAND[SUD]], s.frame(Impulse).granted)


@card("wellington", "spanish_ulcer")
def test_the_ulcer_costs_a_french_power_a_card_and_a_resource() -> None:
    s = war("spain", "spanish_ulcer", hands={"nord": "mud young_guard", "sud": "forced_march"})
    s.resources = [0, 1, 0, 1]
    play(s, "spanish_ulcer")
    do(s, "against nord", dice=[0])
    assert ([0, 1, 0, 0], DISCARDS, HOME[NORD]) == (s.resources, lies(s, "mud"), lies(s, "young_guard"))


@card("wellington", "spanish_ulcer")
@rule("wellington", "5.4d")
def test_a_must_play_card_that_is_hit_is_shuffled_back() -> None:
    s = war("spain", "spanish_ulcer", hands={"nord": "russian_front"})
    play(s, "spanish_ulcer")
    do(s, "against nord", dice=[0])
    assert DRAW_PILE == lies(s, "russian_front")


@card("wellington", "luddite_riots", "cortes_of_cadiz")
@pytest.mark.parametrize(("name", "power"), [("luddite_riots", "britain"), ("cortes_of_cadiz", "spain")])
def test_riots_cost_a_card_or_else_a_resource(name: str, power: str) -> None:
    s = war("nord", name, hands={power: "mud"})
    seat = POWERS.index(power)
    s.resources[seat] = 1
    play(s, name, dice=[0])
    assert (DISCARDS, 1) == (lies(s, "mud"), s.resources[seat])
    s = war("nord", name)
    s.resources[seat] = 1
    play(s, name)
    assert 0 == s.resources[seat]


@card("wellington", "malet_conspiracy")
def test_the_conspiracy_costs_each_french_power_a_card() -> None:
    s = war("britain", "malet_conspiracy", hands={"nord": "mud", "sud": "forced_march"})
    play(s, "malet_conspiracy", dice=[0, 0])
    assert (DISCARDS, DISCARDS) == (lies(s, "mud"), lies(s, "forced_march"))


@card("wellington", "corruption_sabotage")
def test_corruption_takes_a_resource_or_a_card_or_soldiers() -> None:
    s = war("sud", "corruption_sabotage", {"seville": "sud:3"}, hands={"sud": "corruption_sabotage mud"})
    s.resources[SUD] = 1
    play(s, "corruption_sabotage")
    assert (0, HAND[SUD]) == (s.resources[SUD], lies(s, "mud"))
    s = war("sud", "corruption_sabotage", {"seville": "sud:3"}, hands={"sud": "corruption_sabotage mud"})
    play(s, "corruption_sabotage", dice=[0])
    assert (DISCARDS, 3) == (lies(s, "mud"), sps(s, "sud", "seville"))
    s = war("sud", "corruption_sabotage", {"seville": "sud:3"})
    play(s, "corruption_sabotage")
    assert (1, 2) == (sps(s, "sud", "seville"), sps(s, "sud", "regroup"))


@card("wellington", "corruption_sabotage", "council_of_war", "torres_vedras")
@rule("wellington", "5.4d", "2.5b")
def test_the_first_card_is_a_card_like_others() -> None:
    s = war("sud", "corruption_sabotage", {"seville": "sud:3"}, hands={"sud": "corruption_sabotage torres_vedras"})
    play(s, "corruption_sabotage", dice=[0])
    assert (DISCARDS, 3) == (lies(s, "torres_vedras"), sps(s, "sud", "seville"))
    for words, where in (("offer mud", HAND[BRITAIN]), ("offer torres_vedras", HAND[SPAIN])):
        s = war("britain", "council_of_war", hands={"britain": "council_of_war mud torres_vedras", "spain": "atrocity"})
        play(s, "council_of_war")
        do(s, words, "wish atrocity", "yes")
        assert where == lies(s, "torres_vedras")
    s = war("britain", "council_of_war", hands={"britain": "council_of_war mud", "spain": "torres_vedras"})
    play(s, "council_of_war")
    do(s, "offer mud", "wish torres_vedras", "yes")
    assert HAND[BRITAIN] == lies(s, "torres_vedras")


@card("wellington", "arrears_of_pay")
def test_arrears_cost_a_resource_or_soldiers_as_the_power_likes() -> None:
    places = {"seville": "sud:3", "burgos": "nord:1"}
    s = war("britain", "arrears_of_pay", places)
    s.resources[SUD] = 1
    play(s, "arrears_of_pay")
    do(s, "against sud")
    assert "sud PayOrDesert" == asked(s)
    key = tablero.prompt(s, SUD).key
    assert "Lose a Resource" == Speech(GAME, "en").action(s, ("resource",), key), "no card is drawn for it"
    do(s, "desert")
    assert (1, 1, 2) == (s.resources[SUD], sps(s, "sud", "seville"), sps(s, "sud", "regroup"))
    s = war("britain", "arrears_of_pay", places)
    s.resources[SUD] = 1
    play(s, "arrears_of_pay")
    do(s, "against sud", "resource")
    assert (0, 3) == (s.resources[SUD], sps(s, "sud", "seville"))
    s = war("britain", "arrears_of_pay", places)
    play(s, "arrears_of_pay")
    do(s, "against nord")
    assert ("nobody", 0, 1) == (asked(s), sps(s, "nord", "burgos"), sps(s, "nord", "regroup"))
    s = war("britain", "arrears_of_pay", {"burgos": "nord:3"})
    play(s, "arrears_of_pay")
    assert ("nobody", 2) == (asked(s), sps(s, "nord", "regroup")), "Sud has nothing to lose"


@card("wellington", "exploring_officers")
def test_exploring_officers_see_a_hand_and_silence_its_power() -> None:
    s = war("britain", "exploring_officers", hands={"nord": "mud young_guard", "sud": "forced_march"})
    play(s, "exploring_officers")
    do(s, "against nord")
    seen = 1 << CARD["mud"] | 1 << CARD["young_guard"]
    assert seen == s.sees[BRITAIN] & seen
    assert not s.sees[SPAIN] & seen
    assert (1 << NORD, True) == (s.frame(Impulse).silenced, s.revealed)


@card("wellington", "a_change_of_plans")
@rule("wellington", "5.4d", "20ae")
def test_a_change_of_plans_takes_a_card_home_cards_included() -> None:
    s = war("sud", "a_change_of_plans", hands={"britain": "mud"})
    play(s, "a_change_of_plans", dice=[0])
    assert HAND[SUD] == lies(s, "mud")
    s = war("sud", "a_change_of_plans", hands={"nord": "audace"})
    play(s, "a_change_of_plans", dice=[0])
    assert GUEST[SUD] == lies(s, "audace"), "good for its CPs only, even for the other French Power"
    assert not s.sees[4] >> CARD["audace"] & 1, "nobody else knows which it was"


@card("wellington", "eagles_come_south")
@rule("wellington", "5.4c")
def test_the_eagles_bring_each_french_power_a_home_card() -> None:
    s = war("nord", "eagles_come_south")
    play(s, "eagles_come_south", dice=[3, 0])
    assert (1, 1, 10) == (s.sizes[HOME[NORD]], s.sizes[HOME[SUD]], s.sizes[RESERVE[NORD]])


# --- Council of War


@card("wellington", "council_of_war")
@rule("wellington", "2.5b", "8.2b")
def test_allies_look_at_each_others_hands_and_exchange_a_card() -> None:
    hands = {"britain": "council_of_war mud russian_front thin_red_line", "spain": "atrocity"}
    s = war("britain", "council_of_war", hands=hands)
    assert [(BRITAIN,)] == told(play(s, "council_of_war"), "council")
    assert s.sees[BRITAIN] >> CARD["atrocity"] & 1
    assert s.sees[SPAIN] >> CARD["mud"] & 1
    assert not s.sees[SPAIN] >> CARD["thin_red_line"] & 1, "no Home cards"
    assert ["offer mud", "done"] == offered(s), "no Must Play card"
    do(s, "offer mud", "wish atrocity")
    assert "spain AgreeExchange" == asked(s)
    do(s, "yes")
    assert (HAND[SPAIN], HAND[BRITAIN]) == (lies(s, "mud"), lies(s, "atrocity"))
    assert not s.sees[NORD] & (1 << CARD["mud"] | 1 << CARD["atrocity"])


@card("wellington", "council_of_war")
def test_an_ally_that_says_no_keeps_its_card() -> None:
    s = war("britain", "council_of_war", hands={"britain": "council_of_war mud", "spain": "atrocity"})
    play(s, "council_of_war")
    do(s, "offer mud", "wish atrocity", "no")
    assert (HAND[BRITAIN], HAND[SPAIN]) == (lies(s, "mud"), lies(s, "atrocity"))
    s = war("britain", "council_of_war", hands={"britain": "council_of_war mud", "spain": "atrocity"})
    play(s, "council_of_war")
    do(s, "offer mud", "done")
    assert ("nobody", HAND[BRITAIN]) == (asked(s), lies(s, "mud")), "without a wish nobody is asked"


@card("wellington", "council_of_war")
def test_the_enemy_does_not_see_which_cards_are_spoken_of() -> None:
    s = war("britain", "council_of_war", hands={"britain": "council_of_war mud", "spain": "atrocity"})
    play(s, "council_of_war")
    do(s, "offer mud", "wish atrocity")
    council = s.stack[-2]
    assert (-1, -1) == (council.hide(NORD).give, council.hide(NORD).want)  # type: ignore[attr-defined]
    assert CARD["mud"] == council.hide(SPAIN).give  # type: ignore[attr-defined]
    s = war("britain", "council_of_war", hands={"britain": "council_of_war mud", "spain": "atrocity"})
    play(s, "council_of_war")
    for words, guessed in (("offer mud", (True, False)), ("wish atrocity", (True, True))):
        do(s, words)
        council = GAME.determinize(GAME.view(s, NORD), 1).stack[-2]
        assert guessed == (council.give >= 0, council.want >= 0)  # type: ignore[attr-defined]


@card("wellington", "council_of_war")
def test_a_guess_of_what_is_spoken_of_can_be_played_on() -> None:
    """Nord imagines Hands, of Must Play cards only among them, and the exchange takes place."""
    s = war("britain", "council_of_war", hands={"britain": "council_of_war mud", "spain": "atrocity"})
    play(s, "council_of_war")
    do(s, "offer mud", "wish atrocity")
    unlikely = 0
    for seed in range(60):
        guess = GAME.determinize(GAME.view(s, NORD), seed)
        unlikely += not guess.piles[HAND[SPAIN]] & ~MUST_PLAY
        do(guess, "yes")
        assert (1, 1) == (guess.sizes[HAND[BRITAIN]], guess.sizes[HAND[SPAIN]])
    assert unlikely


# --- what befalls armies


@card("wellington", "camp_fever")
def test_camp_fever_makes_a_large_force_suffer_twice() -> None:
    s = war("spain", "camp_fever", {"seville": "soult sud:4 nord:1", "burgos": "nord:4"})
    play(s, "camp_fever", dice=[6, 6, *[1] * 10])
    if asked(s) != "nobody":
        do(s, "bear sud", "bear sud")
    assert 3 == sps(s, "sud", "seville") + sps(s, "nord", "seville"), "twelve dice for six pieces"


@card("wellington", "camp_fever")
def test_camp_fever_needs_five_sps() -> None:
    assert not may_play(war("spain", "camp_fever", {"seville": "soult sud:4"}), "camp_fever")


@card("wellington", "desertion")
@pytest.mark.parametrize(("die", "left"), [(1, 4), (4, 3), (5, 2)])
def test_half_a_die_of_soldiers_deserts(die: int, left: int) -> None:
    s = war("spain", "desertion", {"seville": "sud:5", "burgos": "nord:1"})
    play(s, "desertion", dice=[die])
    assert (left, 5 - left) == (sps(s, "sud", "seville"), sps(s, "sud", "regroup"))


@card("wellington", "desertion")
def test_one_soldier_stays_when_others_desert() -> None:
    s = war("spain", "desertion", {"seville": "sud:2"})
    play(s, "desertion", dice=[6])
    assert 1 == sps(s, "sud", "seville")
    assert not may_play(war("spain", "desertion", {"seville": "sud:1"}), "desertion")


@card("wellington", "winter_quarters")
def test_winter_quarters_hold_an_enemy_power_with_a_leader() -> None:
    s = war("spain", "winter_quarters", {"seville": "soult sud:2", "burgos": "nord:3", "madrid": "joseph"})
    play(s, "winter_quarters")
    assert {"quarter sud seville", "quarter nord madrid"} == set(offered(s))
    do(s, "quarter sud seville")
    assert [(SUD, x("seville"), 0)] == s.quarters


def asked_for(s: Wellington) -> tuple[str, object]:
    """The question of Spain, and how many it still speaks of."""
    found = tablero.prompt(s, SPAIN)
    return found.key, next(value for name, _, value in found.args if name == "n")


@card("wellington", "guerrilleros")
def test_guerrilleros_attack_up_to_four_duchies_now() -> None:
    s = war("spain", "guerrilleros", {"madrid": "nord:1"})
    play(s, "guerrilleros")
    assert "choose madrid" not in offered(s), "French Soldiers are there"
    assert ("choose_attacked", 4) == asked_for(s)
    assert "done" not in offered(s)
    names = [text.split()[1] for text in offered(s)[:4]]
    do(s, *(f"choose {name}" for name in names[:3]))
    assert ("choose_attacked", 1) == asked_for(s)
    do(s, f"choose {names[3]}", dice=[6, 1, 6, 1])
    order = sorted(names, key=x)
    assert "nobody" == asked(s)
    assert ["spain", "spain"] == [holder(s, order[0]), holder(s, order[2])]
    assert {"nord", "sud"} >= {holder(s, order[1]), holder(s, order[3])}


@card("wellington", "juntas_proclaim")
@rule("wellington", "10.10a")
def test_juntas_flag_two_duchies_beside_allied_ones() -> None:
    s = war("britain", "juntas_proclaim")
    play(s, "juntas_proclaim")
    assert "choose madrid" not in offered(s), "a Key"
    first, second = (text.split()[1] for text in offered(s)[:2])
    do(s, f"choose {first}")
    assert (1 << x(first), 1) == (s.frame(EventFlags).done, s.frame(EventFlags).n)
    if f"choose {second}" in offered(s):
        do(s, f"choose {second}")
    assert ("nobody", "spain", "spain") == (asked(s), holder(s, first), holder(s, second))


@card("wellington", "afrancesados")
def test_afrancesados_need_a_french_formation_beside_them() -> None:
    assert not may_play(war("nord", "afrancesados"), "afrancesados")
    s = war("nord", "afrancesados", {"astorga": "nord:1"}, flags={"nord": "astorga"})
    play(s, "afrancesados")
    assert "choose_flag" == tablero.prompt(s, NORD).key
    name = offered(s)[0].split()[1]
    do(s, f"choose {name}")
    assert "nord" == holder(s, name)


@card("wellington", "mobile_columns")
def test_mobile_columns_catch_a_straggler_and_weaken_guerrillas() -> None:
    s = war("sud", "mobile_columns", {"seville": "soult sud:2", "ronda": "spain:2", "cadiz": "spain:3 blake"})
    events = play(s, "mobile_columns")
    assert "nobody" == asked(s), "no other Spanish SP is without a Leader"
    assert [(SPAIN, 1, x("ronda"))] == told(events, "regrouped")
    assert s.turn_events >> CARD["mobile_columns"] & 1
    assert (1, 3) == (sps(s, "spain", "regroup"), sps(s, "spain", "cadiz"))


@card("wellington", "nationalist_uprising")
@rule("wellington", "5.2i", "10.1a")
def test_an_uprising_without_french_soldiers_may_be_flagged() -> None:
    s = war("britain", "nationalist_uprising")
    play(s, "nationalist_uprising")
    assert "choose burgos" not in offered(s), "a Fortress"
    do(s, "choose valladolid")
    assert ("spain RaiseFlag", 3) == (asked(s), sps(s, "spain", "valladolid"))
    do(s, "flag valladolid spain")
    assert "spain" == holder(s, "valladolid")


@card("wellington", "nationalist_uprising")
def test_an_uprising_fights_with_one_die_more_and_goes_to_the_regroup_box_when_beaten() -> None:
    s = war("britain", "nationalist_uprising", {"valladolid": "nord:2"})
    play(s, "nationalist_uprising")
    do(s, "choose valladolid")
    dice = [1, 1, 1, 1, 5, 5, 1, 1]
    while asked(s) != "nobody":
        do(s, "pass" if "pass" in offered(s) else offered(s)[0], dice=dice)
    assert (0, 3, 2) == (sps(s, "spain", "valladolid"), sps(s, "spain", "regroup"), sps(s, "nord", "valladolid"))
    assert "nord" == holder(s, "valladolid"), "nobody is left to Flag it"


# --- the sea


@card("wellington", "command_of_the_sea")
def test_command_of_the_sea_sends_a_convoy_besides_the_usual_one() -> None:
    s = war("britain", "command_of_the_sea", {"lisbon": "britain:3"})
    play(s, "command_of_the_sea")
    while asked(s) != "nobody" and "sail porto" not in offered(s):
        do(s, offered(s)[0])
    do(s, "sail porto")
    assert 0 < sps(s, "britain", "porto")
    assert not s.frame(Impulse).convoyed
    assert not may_play(war("britain", "command_of_the_sea", {"elvas": "britain:3"}), "command_of_the_sea")


@card("wellington", "naval_support")
def test_french_ships_go_between_french_ports_of_one_zone() -> None:
    s = war("sud", "naval_support", {"barcelona": "sud:3"}, flags={"sud": "gibraltar"})
    play(s, "naval_support")
    while asked(s) != "nobody" and not any(text.startswith("sail ") for text in offered(s)):
        do(s, offered(s)[0])
    reached = {text.split()[1] for text in offered(s) if text.startswith("sail ")}
    assert reached
    assert not reached & {"bayonne", "bordeaux", "santander", "bilbao", "san_sebastian"}, "the Atlantic"


@card("wellington", "admiralty")
def test_admiralty_is_a_convoy_and_two_points_or_an_assault() -> None:
    s = war("britain", "admiralty", {"lisbon": "britain:3"})
    play(s, "admiralty")
    assert {"admiralty", "hearts_of_oak"} == set(offered(s))
    do(s, "admiralty")
    while "sail porto" not in offered(s):
        do(s, offered(s)[0])
    do(s, "sail porto")
    assert ("britain SpendPoints", 2) == (asked(s), s.frame(Spending).points)
    s = war("britain", "admiralty", {"lisbon": "britain:3"})
    play(s, "admiralty")
    do(s, "hearts_of_oak")
    while not any(text.startswith("sail ") for text in offered(s)):
        do(s, offered(s)[0])
    assert "sail porto" not in offered(s)
    do(s, "sail santander", dice=[1] * 40)
    assert "nobody" == asked(s), "no points after an Assault"


# --- what lasts


@card("wellington", "atrocity")
@pytest.mark.parametrize(("camp", "bits"), [("allied", 1), ("french", 2)])
def test_an_atrocity_enrages_a_side(camp: str, bits: int) -> None:
    s = war("sud", "atrocity")
    play(s, "atrocity")
    do(s, f"enrage {camp}")
    assert bits == s.atrocity


@card("wellington", "atrocity")
@rule("wellington", "11.3d")
def test_a_side_is_enraged_once() -> None:
    for side in (ALLIES, FRENCH):
        s = war("sud", "atrocity")
        s.atrocity = 1 << side
        play(s, "atrocity")
        assert 1 << ALLIES | 1 << FRENCH == s.atrocity, "the other side, without a question"
    s = war("sud", "atrocity")
    assert may_play(s, "atrocity")
    s.atrocity = 1 << ALLIES | 1 << FRENCH
    assert not may_play(s, "atrocity")


@card("wellington", "other_wellesley", "war_without_end")
@rule("wellington", "5.1a")
def test_what_the_next_interphase_or_the_peace_roll_would_bring_is_no_event_in_the_last_turn() -> None:
    for name in ("other_wellesley", "war_without_end"):
        assert may_play(war("nord", name, year=1813), name)
        assert not may_play(war("nord", name, year=1814), name)
    s = war("nord", "war_without_end")
    s.turn_events = 1 << CARD["war_without_end"]
    assert not may_play(s, "war_without_end")


@card("wellington", "other_wellesley")
def test_the_other_wellesley_speaks_for_or_against_the_allies() -> None:
    for power, told_ in (("britain", 1), ("spain", 1), ("nord", 2)):
        s = war(power, "other_wellesley")
        play(s, "other_wellesley")
        assert told_ == s.wellesley


@card("wellington", "war_without_end")
def test_war_without_end_is_in_force_until_the_turn_is_over() -> None:
    s = war("sud", "war_without_end")
    play(s, "war_without_end")
    assert s.turn_events >> CARD["war_without_end"] & 1


def test_everything_that_was_told_is_known() -> None:
    s = war("sud", "royal_intervention")
    assert [(SUD, 1)] == told(play(s, "royal_intervention"), "gained")


@card("wellington", "la_patrie_en_danger")
@rule("wellington", "6.3f")
def test_a_french_power_without_home_places_its_share_of_la_patrie_with_the_other() -> None:
    lost = "tarbes toulouse foix perpignan"
    s = war("nord", "la_patrie_en_danger", flags={"spain": lost})
    play(s, "la_patrie_en_danger")
    assert "sud PlaceSoldier" == asked(s)
    do(s, *["place bayonne"] * 3, *["place bordeaux"] * 3)
    assert (3, 3) == (sps(s, "sud", "bayonne"), sps(s, "nord", "bordeaux"))


@card("wellington", "nationalist_uprising")
@rule("wellington", "7.1c")
def test_whoever_is_beaten_in_an_uprising_or_at_home_is_not_asked_for_a_flag() -> None:
    for held, question in ({}, "spain RaiseFlag"), ({"britain": "valladolid"}, "nobody"):
        s = war("britain", "nationalist_uprising", {"valladolid": "spain:1"}, flags=held)
        frame = Uprising(BRITAIN, x("valladolid"))
        frame.at = 2
        run(s, frame)
        assert question == asked(s)
    s = war("britain", "nationalist_uprising", {"valladolid": "nord:1"})
    frame = Uprising(BRITAIN, x("valladolid"))
    frame.at = 2
    run(s, frame)
    assert "nobody" == asked(s), "the French have won"


@card("wellington", "council_of_war")
def test_the_ally_does_not_have_to_guess_what_is_spoken_of() -> None:
    for power, ally in (("britain", SPAIN), ("spain", BRITAIN), ("nord", SUD), ("sud", NORD)):
        s = war(power, "council_of_war", hands={power: "council_of_war mud forced_march audace"})
        play(s, "council_of_war")
        s.frame(Council).give, s.frame(Council).at = CARD["mud"], 3
        guesses = {GAME.determinize(GAME.view(s, ally), seed).frame(Council).give for seed in range(8)}
        assert {CARD["mud"]} == guesses
