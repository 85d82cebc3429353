"""Events at their limits: when they are none, which places and Powers they leave out, and what is told of them."""

from __future__ import annotations

import pytest

from tablero.games.wellington import GAME
from tablero.games.wellington.board import (
    ALLIES,
    BRITAIN,
    CARD,
    CARDS,
    DUCHY_NAMES,
    FLAGS,
    GUEST,
    HAND,
    HOME,
    IN_SPAIN,
    LEADER,
    MUST_PLAY,
    NORD,
    ON_MAP,
    ORIGINAL,
    PLYMOUTH,
    PORTS,
    POWERS,
    REMOVED,
    RESERVE,
    SPAIN,
    SUD,
)
from tablero.games.wellington.cards.choices import Return
from tablero.games.wellington.cards.events_allied import Admiralty, RaiseFlag, Uprising
from tablero.games.wellington.rules.r03_control import set_owner
from tablero.games.wellington.rules.r04_sequence.s02_impulses import Impulse
from tablero.kernel.bits import bitset, ids_of
from tests.games.wellington.cards.events import lies, may_play, play, war
from tests.games.wellington.field import asked, at, do, game, holder, offered, run, sps, told, x
from tests.rules import card, rule

NO_SUD = {"britain": "tarbes toulouse foix perpignan"}         # flags: no Home Duchy is left to a Power
NO_NORD = {"britain": "bordeaux mont_de_marsan bayonne orthez"}
NO_FRANCE = {"britain": f"{NO_SUD['britain']} {NO_NORD['britain']}"}
OPEN = (                         # Duchies of Spain that are French at the start, without Keys and Fortresses
    "santander bilbao vitoria pamplona tudela zamora lumbrales palencia valladolid segovia avila toledo talavera "
    "ciudad_real llerena bailen jaen malaga jerez castellon lerida tortosa tarragona gerona")


# --- when it is none


@card("wellington", "spanish_ulcer")
@pytest.mark.parametrize(("hands", "resources", "may"), [
    ({}, [1, 0, 1, 0], False), ({"nord": "mud"}, [0, 0, 0, 0], True), ({}, [0, 1, 0, 0], True),
    ({"sud": "mud"}, [0, 1, 0, 0], True), ({"nord": "young_guard"}, [0, 0, 0, 0], False)])
def test_the_ulcer_needs_a_french_resource_or_a_french_hand(
    hands: dict[str, str], resources: list[int], may: bool
) -> None:
    s = war("spain", "spanish_ulcer", hands=hands)
    s.resources = resources
    assert may == may_play(s, "spanish_ulcer")


@card("wellington", "spanish_ulcer")
def test_the_ulcer_strikes_either_french_power() -> None:
    s = war("spain", "spanish_ulcer", hands={"sud": "mud"})
    play(s, "spanish_ulcer")
    assert ["against sud", "against nord"] == offered(s)


@card("wellington", "juntas_proclaim")
def test_juntas_need_a_french_duchy_beside_the_allies() -> None:
    assert may_play(war("britain", "juntas_proclaim"), "juntas_proclaim")
    assert not may_play(war("britain", "juntas_proclaim", flags={"spain": OPEN}), "juntas_proclaim")


@card("wellington", "italian_division")
def test_the_italian_division_needs_an_army_in_a_friendly_duchy_or_a_home() -> None:
    assert may_play(war("sud", "italian_division"), "italian_division")
    assert not may_play(war("sud", "italian_division", flags=NO_FRANCE), "italian_division")
    places = {"seville": "soult"}
    assert may_play(war("sud", "italian_division", places, flags=NO_FRANCE), "italian_division")


@card("wellington", "king_josephs_guard")
def test_king_josephs_guard_needs_madrid_or_a_home() -> None:
    def may(flags: str) -> bool:
        return may_play(war("nord", "king_josephs_guard", flags={"britain": flags}), "king_josephs_guard")

    homes = NO_FRANCE["britain"]
    assert (True, True, True, False) == (may(""), may("madrid"), may(homes), may(f"madrid {homes}"))


@card("wellington", "supply_convoy", "rally_to_the_colours")
@pytest.mark.parametrize(("name", "places", "homes", "may"), [
    ("supply_convoy", {"regroup": "sud:2"}, True, True), ("supply_convoy", {"regroup": "sud:2"}, False, False),
    ("supply_convoy", {"regroup": "soult"}, True, True), ("supply_convoy", {"regroup": "soult"}, False, False),
    ("supply_convoy", {"regroup": "nord:2 clausel"}, True, False),
    ("rally_to_the_colours", {"regroup": "sud:2"}, True, True),
    ("rally_to_the_colours", {"regroup": "sud:2"}, False, False),
    ("rally_to_the_colours", {"regroup": "soult"}, True, True),
    ("rally_to_the_colours", {"regroup": "soult"}, False, False),
    ("rally_to_the_colours", {"regroup": "sud:2", "seville": "drouet"}, False, True),
    ("rally_to_the_colours", {"regroup": "soult", "seville": "drouet"}, False, True),
    ("rally_to_the_colours", {"regroup": "nord:2 clausel", "seville": "drouet"}, True, False)])
def test_pieces_come_back_only_where_there_is_a_place_for_them(
    name: str, places: dict[str, str], homes: bool, may: bool
) -> None:
    assert may == may_play(war("sud", name, places, flags={} if homes else NO_FRANCE), name)


@card("wellington", "field_promotion")
def test_nobody_is_promoted_without_a_home() -> None:
    assert may_play(war("sud", "field_promotion"), "field_promotion")
    assert not may_play(war("sud", "field_promotion", flags=NO_FRANCE), "field_promotion")


@card("wellington", "rally_to_the_colours")
@rule("wellington", "6.3a", "6.3b")
def test_with_an_army_pieces_rally_though_no_home_is_left() -> None:
    s = war("spain", "rally_to_the_colours", {"regroup": "spain:2 blake", "la_coruna": "castanos"})
    play(s, "rally_to_the_colours")
    assert {"choose la_coruna", "done"} == set(offered(s))
    do(s, "choose la_coruna")
    while asked(s) != "nobody":
        words = ("choose la_coruna", "place la_coruna", "name blake")
        do(s, next((text for text in words if text in offered(s)), offered(s)[0]))
    assert ("la_coruna", 2) == (at(s, "blake"), sps(s, "spain", "la_coruna"))


@card("wellington", "rally_to_the_colours")
def test_wellington_rallies_too() -> None:
    s = war("britain", "rally_to_the_colours", {"regroup": "wellington", "lisbon": "hill"})
    play(s, "rally_to_the_colours")
    do(s, "choose lisbon", "name wellington")
    assert "choose lisbon" in offered(s)
    do(s, "choose lisbon")
    assert "lisbon" == at(s, "wellington")


@card("wellington", "rally_to_the_colours")
def test_a_leader_in_a_box_is_no_army_to_rally_to() -> None:
    s = war("sud", "rally_to_the_colours", {"regroup": "soult", "seville": "drouet"})
    play(s, "rally_to_the_colours")
    assert ["choose seville", "done"] == offered(s)
    do(s, "done")
    assert ["name soult", "done"] == offered(s)
    do(s, "done")
    assert ("nobody", "regroup") == (asked(s), at(s, "soult"))


@card("wellington", "la_patrie_en_danger")
@pytest.mark.parametrize(("places", "flags", "may"), [
    ({"madrid": "nord:1"}, {}, True), ({"lisbon": "sud:1"}, {}, True), ({"bayonne": "nord:3"}, {}, False),
    ({"madrid": "nord:1"}, NO_NORD, False)])
def test_french_soldiers_are_sent_home_from_spain_and_portugal(
    places: dict[str, str], flags: dict[str, str], may: bool
) -> None:
    assert may == may_play(war("britain", "la_patrie_en_danger", places, flags=flags), "la_patrie_en_danger")


@card("wellington", "la_patrie_en_danger")
def test_the_allies_say_which_french_power_sends_soldiers_home() -> None:
    s = war("britain", "la_patrie_en_danger", {"lisbon": "sud:3", "madrid": "nord:3"})
    play(s, "la_patrie_en_danger")
    assert ["against sud", "against nord"] == offered(s)


@card("wellington", "long_nosed_wellesley", "audace")
def test_audace_moves_nobody_who_is_not_on_the_map_and_nobody_has_to_go() -> None:
    s = war("nord", "audace", {"salamanca": "marmont nord:5", "regroup": "clausel"})
    play(s, "audace")
    assert ["lead marmont", "done"] == offered(s)
    do(s, "done")
    assert ("nobody", 0) == (asked(s), s.frame(Impulse).bold)


# --- whom it leaves out


@card("wellington", "mobile_columns")
def test_columns_catch_no_spaniards_with_a_leader_or_far_from_a_french_army() -> None:
    places = {"seville": "soult", "ronda": "spain:2", "huelva": "spain:2", "cadiz": "spain:3", "jerez": "spain:1 blake",
              "madrid": "nord:5", "cuenca": "spain:2"}
    s = war("sud", "mobile_columns", places)
    play(s, "mobile_columns")
    assert {"choose ronda", "choose huelva"} == set(offered(s))


@card("wellington", "mobile_columns")
def test_columns_without_stragglers_catch_nobody() -> None:
    s = war("sud", "mobile_columns", {"seville": "soult"})
    play(s, "mobile_columns")
    assert ("nobody", 1) == (asked(s), s.turn_events >> CARD["mobile_columns"] & 1)


@card("wellington", "gendarmes")
def test_gendarmes_go_to_open_french_duchies_of_spain_at_most_two() -> None:
    s = war("nord", "gendarmes", {"jerez": "castanos"}, flags={"nord": "almeida viseu"})
    play(s, "gendarmes")
    names = {text.split()[1] for text in offered(s) if text != "done"}
    assert {"madrid", "salamanca", "seville"} < names
    assert not names & {"jerez", "burgos", "bayonne", "viseu", "toulouse"}, "enemies, a Fortress, France, Portugal"
    do(s, next(text for text in offered(s) if "madrid" in text), next(text for text in offered(s) if "toledo" in text))
    assert ("nobody", 1, 1) == (asked(s), sps(s, "nord", "madrid"), sps(s, "nord", "toledo"))


@card("wellington", "nationalist_uprising")
@rule("wellington", "1.7b", "7.1c")
def test_what_has_risen_is_not_flagged_once_no_flag_is_left() -> None:
    for flagged, asks in ((FLAGS[ALLIES] - 1, True), (FLAGS[ALLIES], False)):
        s = war("spain", "nationalist_uprising", {"seville": "spain:3"})
        held = (ORIGINAL[SUD] | ORIGINAL[NORD], ORIGINAL[BRITAIN])
        others = [y for duchies in held for y in ids_of(duchies & ON_MAP & ~(1 << x("seville")))]
        for y in others[:flagged]:
            set_owner(s, y, SPAIN)
        Uprising(SPAIN, x("seville")).ask_flag(s)
        assert asks == isinstance(s.stack[-1], RaiseFlag)


@card("wellington", "nationalist_uprising")
def test_nobody_rises_in_france_or_portugal() -> None:
    s = war("britain", "nationalist_uprising", flags={"nord": "viseu"})
    play(s, "nationalist_uprising")
    names = {text.split()[1] for text in offered(s)}
    assert "madrid" in names
    assert not names & {"viseu", "bayonne", "toulouse", "burgos"}


@card("wellington", "nationalist_uprising")
def test_a_duchy_that_has_risen_need_not_be_flagged() -> None:
    s = war("britain", "nationalist_uprising")
    play(s, "nationalist_uprising")
    do(s, "choose valladolid", "done")
    assert ("nobody", "nobody") == (asked(s), holder(s, "valladolid"))


@card("wellington", "guerrilleros")
def test_guerrilleros_may_be_content_with_one_duchy_even_with_corunna() -> None:
    s = war("spain", "guerrilleros", flags={"nord": "la_coruna"})
    play(s, "guerrilleros")
    do(s, "choose la_coruna")
    assert "done" in offered(s)
    do(s, "choose valladolid", dice=None)
    do(s, "done", dice=[6, 6])
    assert ("spain", "spain") == (holder(s, "la_coruna"), holder(s, "valladolid"))


@card("wellington", "juntas_proclaim")
@rule("wellington", "10.10a")
def test_juntas_may_be_content_with_one_duchy_even_with_corunna() -> None:
    s = war("britain", "juntas_proclaim", flags={"nord": "la_coruna"})
    play(s, "juntas_proclaim")
    assert "done" not in offered(s)
    do(s, "choose la_coruna")
    assert ("spain", True) == (holder(s, "la_coruna"), "done" in offered(s))
    do(s, "done")
    assert "nobody" == asked(s)


@card("wellington", "juntas_proclaim")
def test_juntas_end_where_no_second_duchy_is_left() -> None:
    s = war("britain", "juntas_proclaim", flags={"spain": OPEN.replace("avila ", "madrid salamanca ")})
    play(s, "juntas_proclaim")
    assert ("nobody", "spain") == (asked(s), holder(s, "avila"))


@card("wellington", "arrears_of_pay")
def test_who_has_no_soldiers_pays_and_who_has_neither_is_not_named() -> None:
    s = war("britain", "arrears_of_pay", {"burgos": "nord:3"})
    s.resources[SUD] = 1
    play(s, "arrears_of_pay")
    assert ["against sud", "against nord"] == offered(s)
    do(s, "against sud")
    assert ("nobody", 0) == (asked(s), s.resources[SUD])


@card("wellington", "extended_campaign")
def test_who_cannot_draw_plays_another_card_all_the_same() -> None:
    full = "extended_campaign mud atrocity desertion camp_fever russian_front forced_march winter_quarters guerrilleros"
    s = war("sud", "extended_campaign", hands={"sud": full})
    for name in ("council_of_war", "spanish_ulcer"):
        CARDS.move(s, CARD[name], CARDS.where(s, CARD[name]), HAND[SUD])
    before = s.sizes[HAND[SUD]]
    play(s, "extended_campaign")
    assert (before - 1, 1) == (s.sizes[HAND[SUD]], s.frame(Impulse).granted)


@card("wellington", "emperor_beckons")
def test_without_soult_the_player_of_the_card_names_a_french_power() -> None:
    s = war("britain", "emperor_beckons", {"madrid": "joseph nord:4", "seville": "drouet sud:3"})
    play(s, "emperor_beckons")
    assert ("britain ChoosePower", ["against sud", "against nord"]) == (asked(s), offered(s))
    do(s, "against sud")
    assert ("unbuilt", "madrid") == (at(s, "drouet"), at(s, "joseph"))
    s = war("britain", "emperor_beckons", {"madrid": "nord:4", "seville": "drouet sud:3"})
    play(s, "emperor_beckons")
    assert ("nobody", "unbuilt") == (asked(s), at(s, "drouet")), "only Sud has a Leader"


@card("wellington", "emperor_beckons")
def test_the_young_guard_is_removed_once() -> None:
    s = war("britain", "emperor_beckons", {"seville": "soult sud:3", "madrid": "nord:3"})
    CARDS.move(s, CARD["young_guard"], RESERVE[SUD], REMOVED)
    events = play(s, "emperor_beckons")
    assert [(LEADER["soult"], x("seville"))] == told(events, "recalled")
    assert (CARD["young_guard"],) not in told(events, "removed_card")


# --- Council of War


@card("wellington", "council_of_war")
@rule("wellington", "2.5b", "8.2b")
@pytest.mark.parametrize(("power", "ally"), [("britain", "spain"), ("spain", "britain"), ("nord", "sud")])
def test_either_ally_may_call_the_council(power: str, ally: str) -> None:
    one, other = POWERS.index(power), POWERS.index(ally)
    s = war(power, "council_of_war", hands={power: "council_of_war mud", ally: "atrocity"})
    assert may_play(s, "council_of_war")
    play(s, "council_of_war")
    assert s.sees[one] >> CARD["atrocity"] & 1
    assert s.sees[other] >> CARD["mud"] & 1
    assert s.revealed
    do(s, "offer mud")
    assert ["wish atrocity", "done"] == offered(s)
    do(s, "wish atrocity")
    assert f"{ally} AgreeExchange" == asked(s)
    exchanged = [event for event in do(s, "yes") if event.kind == "exchanged"]
    assert (HAND[other], HAND[one]) == (lies(s, "mud"), lies(s, "atrocity"))
    assert [1 << one | 1 << other] == [event.seen for event in exchanged]


@card("wellington", "council_of_war")
@pytest.mark.parametrize(("power", "ally"), [("spain", "britain"), ("sud", "nord")])
def test_a_council_needs_a_card_to_look_at(power: str, ally: str) -> None:
    assert not may_play(war(power, "council_of_war"), "council_of_war")
    assert may_play(war(power, "council_of_war", hands={ally: "mud"}), "council_of_war")
    assert may_play(war(power, "council_of_war", hands={power: "council_of_war mud"}), "council_of_war")


@card("wellington", "council_of_war")
def test_the_ally_knows_which_cards_are_spoken_of_and_the_enemy_guesses_ordinary_ones() -> None:
    s = war("spain", "council_of_war", hands={
        "spain": "council_of_war mud russian_front", "britain": "atrocity invade_canada"})
    play(s, "council_of_war")
    for words, known in (("offer mud", ("mud", "")), ("wish atrocity", ("mud", "atrocity"))):
        do(s, words)
        cards = tuple(CARD[name] if name else -1 for name in known)
        for seat in (SPAIN, BRITAIN):
            for state in (GAME.view(s, seat), GAME.determinize(GAME.view(s, seat), 1)):
                council = state.stack[-2]
                assert cards == (council.give, council.want)  # type: ignore[attr-defined]
        for seed in range(40):
            guess = GAME.determinize(GAME.view(s, NORD), seed)
            council = guess.stack[-2]
            for one, pile, named in zip((council.give, council.want), (HAND[SPAIN], HAND[BRITAIN]), known):  # type: ignore[attr-defined]
                usual = guess.piles[pile] & ~MUST_PLAY
                assert (one >= 0) == bool(named)
                assert one < 0 or (usual or guess.piles[pile]) >> one & 1


@card("wellington", "council_of_war")
def test_without_an_offer_nobody_is_asked_for_a_wish() -> None:
    s = war("britain", "council_of_war", hands={"britain": "council_of_war mud", "spain": "atrocity"})
    play(s, "council_of_war")
    do(s, "done")
    assert "nobody" == asked(s)


@card("wellington", "council_of_war")
def test_before_an_offer_the_enemy_guesses_none() -> None:
    s = war("britain", "council_of_war", hands={"britain": "council_of_war mud", "spain": "atrocity"})
    play(s, "council_of_war")
    council = GAME.determinize(GAME.view(s, SUD), 1).stack[-2]
    assert (-1, -1) == (council.give, council.want)  # type: ignore[attr-defined]


# --- cards that change hands


@card("wellington", "a_change_of_plans")
@rule("wellington", "5.4d")
@pytest.mark.parametrize(("power", "target", "name"), [
    ("sud", "britain", "mud"), ("nord", "sud", "mud"), ("spain", "nord", "mud"), ("britain", "spain", "mud")])
def test_both_know_which_card_was_taken_and_no_other_power(power: str, target: str, name: str) -> None:
    s = war(power, "a_change_of_plans", hands={target: name, power: "a_change_of_plans atrocity"})
    events = play(s, "a_change_of_plans", dice=[0])
    one, other = POWERS.index(power), POWERS.index(target)
    assert [(one, other, CARD[name])] == told(events, "took_card")
    assert [1 << one | 1 << other] == [event.seen for event in events if event.kind == "took_card"]
    assert (HAND[one], True) == (lies(s, name), s.revealed)


@card("wellington", "a_change_of_plans")
def test_no_power_takes_a_card_from_itself() -> None:
    s = war("nord", "a_change_of_plans", hands={
        "nord": "a_change_of_plans mud", "sud": "atrocity", "britain": "desertion", "spain": "camp_fever"})
    play(s, "a_change_of_plans")
    assert ["against britain", "against sud", "against spain"] == offered(s)


@card("wellington", "a_change_of_plans")
@rule("wellington", "20ae")
def test_an_own_home_card_that_comes_back_is_an_event_again() -> None:
    s = war("nord", "a_change_of_plans")
    CARDS.move(s, CARD["audace"], CARDS.where(s, CARD["audace"]), GUEST[SUD])
    play(s, "a_change_of_plans", dice=[0])
    assert HOME[NORD] == lies(s, "audace")
    s = war("nord", "a_change_of_plans", hands={"britain": "thin_red_line"})
    play(s, "a_change_of_plans", dice=[0])
    assert GUEST[NORD] == lies(s, "thin_red_line")


@card("wellington", "eagles_come_south")
@rule("wellington", "5.4c")
def test_only_its_power_knows_which_home_card_it_was_dealt() -> None:
    s = war("sud", "eagles_come_south")
    events = [event for event in play(s, "eagles_come_south", dice=[3, 0]) if event.kind == "dealt_home"]
    assert [1 << SUD, 1 << NORD] == [event.seen for event in events]
    assert s.revealed


@card("wellington", "eagles_come_south")
def test_an_eagle_may_be_any_home_card() -> None:
    reserve = ids_of(war("sud", "eagles_come_south").piles[RESERVE[SUD]])
    for n in (0, len(reserve) - 1):
        s = war("sud", "eagles_come_south")
        play(s, "eagles_come_south", dice=[n, 0])
        assert bitset([reserve[n]]) == s.piles[HOME[SUD]]


# --- what is told


@card("wellington", "desertion", "winter_quarters", "exploring_officers", "emperors_horses", "arrears_of_pay")
def test_what_an_event_does_is_told() -> None:
    s = war("spain", "desertion", {"seville": "sud:5"})
    assert [(SUD, x("seville"), 5, 3)] == told(play(s, "desertion", dice=[5]), "desertion")
    s = war("spain", "winter_quarters", {"seville": "soult", "madrid": "joseph"})
    play(s, "winter_quarters")
    assert [(SUD, x("seville"))] == told(do(s, "quarter sud seville"), "quartered")
    s = war("britain", "exploring_officers", hands={"nord": "mud", "sud": "atrocity"})
    play(s, "exploring_officers")
    assert [(BRITAIN, NORD)] == told(do(s, "against nord"), "hand_seen")
    s = war("spain", "emperors_horses", {"seville": "sud:3", "burgos": "nord:4"})
    events = play(s, "emperors_horses")
    assert [(SUD, 2, x("seville")), (NORD, 2, x("burgos"))] == told(events, "eliminated")
    removed = do(s, "remove_card dragoons")
    assert ([(CARD["dragoons"],)], True) == (told(removed, "removed_card"), s.revealed)
    s = war("britain", "arrears_of_pay", {"burgos": "nord:3"})
    assert [(NORD, 1, x("burgos"))] * 2 == told(play(s, "arrears_of_pay"), "regrouped")
    s = war("britain", "council_of_war", hands={"britain": "council_of_war mud", "spain": "atrocity"})
    play(s, "council_of_war")
    assert [(BRITAIN,)] == told(do(s, "offer mud", "wish atrocity", "no"), "no_exchange")


@card("wellington", "forced_march")
@rule("wellington", "9.42a")
def test_an_army_that_has_marched_makes_no_forced_march_by_the_card() -> None:
    s = war("britain", "forced_march", {"lisbon": "wellington britain:5"})
    s.marched[LEADER["wellington"]] = 4
    play(s, "forced_march")
    if "lead wellington" in offered(s):
        do(s, "lead wellington")
    events = do(s, "step santarem", dice=[6] * 6)
    assert ([], 6) == (told(events, "attrition"), len(s.script or ()))


@card("wellington", "camp_fever")
def test_camp_fever_strikes_a_force_of_both_powers() -> None:
    s = war("spain", "camp_fever", {"seville": "sud:3 nord:2 soult", "plymouth": "britain:9"})
    play(s, "camp_fever", dice=[6] + [1] * 20)
    assert 20 - 11 == len(s.script or ()), "twice 5 SPs and a Leader"
    do(s, offered(s)[0])
    assert 4 == sps(s, "sud", "seville") + sps(s, "nord", "seville")


@card("wellington", "admiralty")
@rule("wellington", "14.2b")
def test_where_no_convoy_can_sail_the_admiralty_gives_its_points_at_once() -> None:
    held = " ".join(DUCHY_NAMES[y] for y in ids_of(PORTS & ~(1 << PLYMOUTH)))
    s = game({"plymouth": "wellington"}, flags={"nord": held})
    s.frame(Impulse).ports = 1 << PLYMOUTH
    run(s, Admiralty(BRITAIN))
    do(s, "admiralty")
    assert "britain SpendPoints" == asked(s)


@card("wellington", "supply_convoy")
@rule("wellington", "6.3b")
def test_no_leader_is_asked_for_who_could_come_back_nowhere() -> None:
    for held, question in (("", "spain ChooseLeader"), (" ".join(DUCHY_NAMES[y] for y in ids_of(IN_SPAIN)), "nobody")):
        s = game({"regroup": "castanos"}, flags={"nord": held})
        run(s, Return(SPAIN, CARD["supply_convoy"], 3))
        assert question == asked(s)
