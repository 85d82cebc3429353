"""When cards may be played, and how far their effects go."""

from __future__ import annotations

import pytest

from tablero.games.wellington.board import (
    ALLIES,
    BRITAIN,
    CARD,
    CARDS,
    CLEAR,
    DISCARDS,
    DUCHIES,
    FLAGS,
    FRENCH,
    GUEST,
    HAND,
    HOME,
    MINOR_PORTS,
    NORD,
    POWERS,
    RESERVE,
    RIVER,
    ROUGH,
    SPAIN,
    SUD,
)
from tablero.games.wellington.cards.battle_cards import shown_militia
from tablero.games.wellington.cards.events_allied import flag_field
from tablero.games.wellington.cards.events_hands import lose_card_or_resource, take_card
from tablero.games.wellington.cards.reactions import (
    bridge,
    effect_local_guides,
    effect_pontoon_train,
    give_all_pontoons,
)
from tablero.games.wellington.rules.r01_pieces.s06_leaders import lose_leader
from tablero.games.wellington.rules.r03_control import flags_on_map, set_owner, status
from tablero.games.wellington.rules.r05_cards.s02_windows import PlayEvent
from tablero.games.wellington.rules.r10_reactions.s01_contact import Contact
from tablero.games.wellington.rules.r10_reactions.s04_interception import Interception
from tablero.games.wellington.rules.r10_reactions.s05_evasion import Evasion
from tablero.games.wellington.rules.r11_battle.s01_battle import Battle
from tablero.games.wellington.state import Wellington
from tablero.kernel.bits import ids_of
from tablero.kernel.events import Event, seen_by
from tests.games.wellington.cards.playing import begin, fits, lies, say
from tests.games.wellington.combat import battle_at, impulse, throw
from tests.games.wellington.field import asked, at, do, game, leader, leaders, offered, run, sps, told, x
from tests.games.wellington.r10_reactions.reacting import moved
from tests.rules import card, rule


def can(s: Wellington, power: str, name: str) -> bool:
    """Could a Power that holds a card play it as the card of its Impulse?"""
    return fits(s, power, name, "card_play", impulse(s))


def play(s: Wellington, name: str, dice: list[int] | None = None) -> list[Event]:
    return run(s, PlayEvent(s.active, CARD[name]), dice)


def holding(power: str, name: str, places: dict[str, str] | None = None, **hands: str) -> Wellington:
    """The Active Power holds a card, and others hold theirs."""
    return game(places, active=power, hands={power: name, **hands})


# --- as the card of an Impulse


@pytest.mark.parametrize("power, name, places, hands, resources, expected", [
    pytest.param("spain", "guerrilleros", {}, {}, (), True, marks=card("wellington", "guerrilleros")),
    pytest.param("spain", "winter_quarters", {"madrid": "soult"}, {}, (), True,
                 marks=card("wellington", "winter_quarters")),
    pytest.param("spain", "winter_quarters", {"lisbon": "hill"}, {}, (), False,
                 marks=card("wellington", "winter_quarters")),
    pytest.param("nord", "winter_quarters", {"plymouth": "hill"}, {}, (), False,
                 marks=card("wellington", "winter_quarters")),
    pytest.param("nord", "gendarmes", {}, {}, (), True, marks=card("wellington", "gendarmes")),
    pytest.param("nord", "afrancesados", {"palencia": "nord:2"}, {}, (), True,
                 marks=card("wellington", "afrancesados")),
    pytest.param("nord", "afrancesados", {}, {}, (), False, marks=card("wellington", "afrancesados")),
    pytest.param("nord", "audace", {"madrid": "marmont nord:2"}, {}, (), True, marks=card("wellington", "audace")),
    pytest.param("nord", "audace", {"madrid": "nord:2"}, {}, (), False, marks=card("wellington", "audace")),
    pytest.param("britain", "field_promotion", {"lisbon": "hill"}, {}, (), True,
                 marks=card("wellington", "field_promotion")),
    pytest.param("britain", "field_promotion", {"lisbon": "wellington hill beresford graham"}, {}, (), False,
                 marks=card("wellington", "field_promotion")),
    pytest.param("spain", "arrears_of_pay", {"madrid": "nord:2"}, {}, (), True,
                 marks=card("wellington", "arrears_of_pay")),
    pytest.param("spain", "arrears_of_pay", {}, {}, (0, 1, 0, 0), True, marks=card("wellington", "arrears_of_pay")),
    pytest.param("spain", "arrears_of_pay", {"lisbon": "britain:2"}, {}, (1, 0, 1, 0), False,
                 marks=card("wellington", "arrears_of_pay")),
    pytest.param("spain", "exploring_officers", {}, {"sud": "mud"}, (), True,
                 marks=card("wellington", "exploring_officers")),
    pytest.param("spain", "exploring_officers", {}, {"britain": "mud"}, (), False,
                 marks=card("wellington", "exploring_officers")),
    pytest.param("spain", "a_change_of_plans", {}, {"britain": "mud"}, (), True,
                 marks=card("wellington", "a_change_of_plans")),
    pytest.param("spain", "a_change_of_plans", {}, {}, (), False, marks=card("wellington", "a_change_of_plans")),
    pytest.param("britain", "council_of_war", {}, {"spain": "mud"}, (), True,
                 marks=card("wellington", "council_of_war")),
    pytest.param("britain", "council_of_war", {}, {}, (), False, marks=card("wellington", "council_of_war")),
    pytest.param("spain", "magazines_burned", {}, {}, (0, 0, 1, 0), False,
                 marks=card("wellington", "magazines_burned")),
    pytest.param("spain", "magazines_burned", {}, {}, (0, 0, 0, 1), True, marks=card("wellington", "magazines_burned")),
    pytest.param("nord", "magazines_burned", {}, {}, (0, 0, 1, 0), True, marks=card("wellington", "magazines_burned")),
    pytest.param("nord", "magazines_burned", {}, {}, (0, 1, 0, 0), False, marks=card("wellington", "magazines_burned")),
    pytest.param("nord", "la_patrie_en_danger", {}, {}, (), True, marks=card("wellington", "la_patrie_en_danger")),
    pytest.param("spain", "la_patrie_en_danger", {"bayonne": "nord:3"}, {}, (), False,
                 marks=card("wellington", "la_patrie_en_danger")),
    pytest.param("spain", "la_patrie_en_danger", {"madrid": "sud:3"}, {}, (), True,
                 marks=card("wellington", "la_patrie_en_danger")),
    pytest.param("spain", "supply_convoy", {"regroup": "castanos"}, {}, (), True,
                 marks=card("wellington", "supply_convoy")),
    pytest.param("spain", "supply_convoy", {}, {}, (), False, marks=card("wellington", "supply_convoy")),
])
def test_when_a_card_may_be_played(
    power: str, name: str, places: dict[str, str], hands: dict[str, str], resources: tuple[int, ...], expected: bool
) -> None:
    s = holding(power, name, places, **hands)
    s.resources = list(resources) or [0, 0, 0, 0]
    assert expected == can(s, power, name)


@card("wellington", "council_of_war")
def test_a_council_needs_another_card_of_either() -> None:
    assert can(holding("britain", "council_of_war mud"), "britain", "council_of_war")


@card("wellington", "la_patrie_en_danger", "supply_convoy", "rally_to_the_colours")
def test_without_home_duchies_nobody_comes_home() -> None:
    s = holding("nord", "la_patrie_en_danger supply_convoy rally_to_the_colours",
                {"madrid": "nord:3 reille", "regroup": "marmont nord:2"})
    assert can(s, "nord", "supply_convoy")
    for y in ids_of(s.owned[NORD]):
        if y != x("madrid"):
            set_owner(s, y, SPAIN)
    assert can(s, "nord", "la_patrie_en_danger"), "Sud has homes"
    assert can(s, "nord", "supply_convoy"), "those of the other French Power"
    for y in ids_of(s.owned[SUD]):
        set_owner(s, y, SPAIN)
    assert not can(s, "nord", "supply_convoy")
    assert not can(s, "nord", "la_patrie_en_danger")
    assert can(s, "nord", "rally_to_the_colours"), "with the Army in Madrid"
    lose_leader(s, leader("marmont"))
    assert can(s, "nord", "rally_to_the_colours"), "Soldiers alone, too"
    spain = game({"madrid": "nord:3"}, active="spain", hands={"spain": "la_patrie_en_danger"})
    spain.owned = list(s.owned)
    assert not can(spain, "spain", "la_patrie_en_danger")


@card("wellington", "command_of_the_sea", "naval_support", "admiralty")
def test_a_convoy_needs_a_friendly_port_and_an_assault_one_of_the_enemy() -> None:
    s = holding("britain", "command_of_the_sea admiralty", {"lisbon": "britain:2"})
    play(s, "admiralty")
    assert ["admiralty", "hearts_of_oak"] == offered(s)
    s = holding("britain", "command_of_the_sea admiralty", {"lisbon": "britain:2"})
    for y in ids_of(MINOR_PORTS):
        set_owner(s, y, SPAIN)
    assert can(s, "britain", "command_of_the_sea")
    said = play(s, "admiralty")
    assert "hearts_of_oak" not in (offered(s) if asked(s).endswith("ChooseSail") else [])
    assert said
    s = holding("nord", "naval_support", {"bordeaux": "nord:2"})
    for y in ids_of(MINOR_PORTS):
        set_owner(s, y, NORD)
    assert can(s, "nord", "naval_support")


@card("wellington", "eagles_come_south")
def test_the_eagles_need_a_home_card_in_reserve() -> None:
    s = holding("sud", "eagles_come_south", nord="young_guard")
    reserve = RESERVE[SUD]
    for one in ids_of(s.piles[reserve])[1:]:
        CARDS.move(s, one, reserve, HOME[NORD])
    assert can(s, "sud", "eagles_come_south"), "one is left"
    said = play(s, "eagles_come_south", dice=[0])
    assert [SUD] == [args[0] for args in told(said, "dealt_home")]
    assert not can(s, "sud", "eagles_come_south")


# --- effects


@card("wellington", "atrocity")
@rule("wellington", "11.3d")
@pytest.mark.parametrize("side", [ALLIES, FRENCH])
def test_an_atrocity_is_told_of_its_side(side: int) -> None:
    s = holding("spain", "atrocity")
    play(s, "atrocity")
    said = do(s, offered(s)[side])
    assert ([(side,)], 1 << side) == (told(said, "atrocity"), s.atrocity)


@card("wellington", "a_change_of_plans")
@rule("wellington", "5.4d", "4.22j")
def test_a_home_card_that_is_taken_is_a_guest_and_a_guest_comes_home() -> None:
    for name in ("thin_red_line", "long_nosed_wellesley"):
        s = game(active="nord", hands={"britain": name})
        s.script = [0]
        take_card(s, NORD, BRITAIN)
        assert GUEST[NORD] == lies(s, name)
        s.script = [0]
        take_card(s, BRITAIN, NORD)
        assert HOME[BRITAIN] == lies(s, name)
    s = game(active="nord", hands={"spain": "torres_vedras"})
    s.script = [0]
    take_card(s, NORD, SPAIN)
    assert HAND[NORD] == lies(s, "torres_vedras")


@card("wellington", "luddite_riots", "cortes_of_cadiz")
def test_who_discards_a_card_keeps_his_resource() -> None:
    for name in ("torres_vedras", "mud"):
        s = game(hands={"britain": name})
        s.resources = [1, 0, 0, 0]
        s.script = [0]
        lose_card_or_resource(s, BRITAIN)
        assert (1, DISCARDS) == (s.resources[BRITAIN], lies(s, name))
    lose_card_or_resource(s, BRITAIN)
    assert 0 == s.resources[BRITAIN]


@card("wellington", "council_of_war")
def test_any_card_can_be_exchanged_and_both_know_where_it_is() -> None:
    s = holding("britain", "council_of_war torres_vedras", spain="atrocity")
    play(s, "council_of_war")
    do(s, "offer torres_vedras")
    assert "britain WishCard" == asked(s)
    do(s, "wish atrocity")
    s.revealed = False
    said = do(s, "yes")
    assert s.revealed
    for seat in range(len(POWERS)):
        kinds = [event[0] for event in seen_by(said, seat)]
        assert (seat in (BRITAIN, SPAIN)) == ("exchanged" in kinds) == ("exchanged_hidden" not in kinds)
    both = 1 << CARD["torres_vedras"] | 1 << CARD["atrocity"]
    assert (both, both, 0) == (s.sees[BRITAIN] & both, s.sees[SPAIN] & both, s.sees[SUD] & both)


@card("wellington", "council_of_war")
def test_a_council_may_end_without_an_offer() -> None:
    s = holding("britain", "council_of_war torres_vedras", spain="atrocity")
    play(s, "council_of_war")
    do(s, "done")
    assert ("nobody", HAND[BRITAIN]) == (asked(s), lies(s, "torres_vedras"))


@card("wellington", "emperor_beckons")
def test_the_emperor_calls_nobody_where_no_leader_is() -> None:
    s = holding("britain", "emperor_beckons", {"madrid": "nord:4 sud:4"})
    play(s, "emperor_beckons")
    while asked(s) != "nobody":
        assert not asked(s).endswith("ChoosePower")
        do(s, offered(s)[0])
    assert (2, 2) == (sps(s, "nord", "madrid"), sps(s, "sud", "madrid"))


@card("wellington", "la_patrie_en_danger")
def test_three_sps_are_sent_home_and_no_more() -> None:
    s = holding("spain", "la_patrie_en_danger", {"madrid": "nord:7", "toledo": "nord:1"})
    said = play(s, "la_patrie_en_danger")
    while asked(s) != "nobody":
        said += do(s, offered(s)[0])
    assert 3 == len(told(said, "called_home"))
    assert 5 == sps(s, "nord", "madrid") + sps(s, "nord", "toledo")


@card("wellington", "supply_convoy", "rally_to_the_colours")
@rule("wellington", "6.3a")
def test_pieces_come_back_at_home_only_and_a_leader_need_not() -> None:
    s = holding("spain", "supply_convoy", {"regroup": "castanos spain:3"})
    set_owner(s, x("la_coruna"), NORD)
    play(s, "supply_convoy")
    assert "place la_coruna" not in offered(s)
    do(s, "place cadiz", "done")
    assert {"name castanos", "done"} == set(offered(s))
    do(s, "done")
    assert ("nobody", "regroup", 1) == (asked(s), at(s, "castanos"), sps(s, "spain", "cadiz"))


@card("wellington", "guerrilleros")
def test_guerrillas_may_attack_fewer_than_four_duchies() -> None:
    s = holding("spain", "guerrilleros")
    play(s, "guerrilleros")
    do(s, offered(s)[0])
    said = do(s, "done", dice=[1])
    assert (1, "nobody") == (len(told(said, "guerrillas")), asked(s))


@card("wellington", "magazines_burned")
def test_only_who_has_a_resource_can_lose_it() -> None:
    s = holding("spain", "magazines_burned")
    s.resources = [1, 0, 1, 2]
    play(s, "magazines_burned")
    assert [1, 0, 1, 1] == s.resources, "Nord alone, without a question"


@card("wellington", "dysentery")
def test_dysentery_strikes_whoever_is_in_the_duchy() -> None:
    for where, power in (("madrid", "nord"), ("porto", "britain")):
        s = holding("spain", "dysentery", {"madrid": "nord:3", "porto": "britain:3"})
        play(s, "dysentery")
        do(s, f"choose {where}", dice=[6, 1, 1])
        assert 2 == sps(s, power, where)


# --- in windows


@card("wellington", "cavalry_raid")
def test_a_raid_before_a_battle_asks_for_no_duchy() -> None:
    s = game({"salamanca": "wellington britain:4 marmont nord:4", "madrid": "nord:3"},
             hands={"britain": "cavalry_raid"})
    battle = battle_at(s, "salamanca", "ciudad_rodrigo")
    begin(s, battle)
    said = say(s, "britain", "play cavalry_raid", dice=[6, *throw(90)])
    assert (NORD, x("salamanca"), 5, 1) in told(said, "attrition")
    assert 3 == sps(s, "nord", "madrid")


@card("wellington", "flank_attack", "field_fortifications")
def test_a_flank_attack_is_for_the_active_side_and_fortifications_for_the_other() -> None:
    for power in ("britain", "nord"):
        s = game({"salamanca": "wellington castanos britain:4 spain:3 marmont nord:4"}, active=power)
        battle = battle_at(s, "salamanca", "ciudad_rodrigo")
        battle.round = 1
        s.call(battle)
        other = "nord" if power == "britain" else "spain"
        assert (True, False) == tuple(fits(s, one, "flank_attack", "battle_round", battle) for one in (power, other))
        assert (False, True) == tuple(
            fits(s, one, "field_fortifications", "battle_round", battle) for one in (power, other))
        CARDS.effects[CARD["flank_attack"]](s, POWERS.index(power), battle)
        assert ([3, 0] if power == "britain" else [0, 2]) == battle.bonus, "the Allies are an Army Group"
        battle.round = 2
        assert not fits(s, other, "field_fortifications", "battle_round", battle)


@card("wellington", "lancers_of_the_vistula")
def test_one_cavalry_counter_is_enough_for_the_lancers() -> None:
    for pieces, there in (("nord:2", True), ("nord:1", False)):
        s = game({"salamanca": f"hill britain:3 {pieces}"}, active="nord")
        battle = battle_at(s, "salamanca", "valladolid")
        s.call(battle)
        assert there == fits(s, "nord", "lancers_of_the_vistula", "battle_round", battle)


@card("wellington", "pontoon_train")
@rule("wellington", "11.43a", "10.3f")
def test_pontoons_make_rivers_clear_and_nothing_else() -> None:
    s = game({"salamanca": "wellington castanos britain:4 spain:1 marmont nord:4"})
    battle = battle_at(s, "salamanca")
    battle.came = ((x("avila"), ROUGH), (x("zamora"), RIVER))
    s.call(battle)
    effect_pontoon_train(s, BRITAIN, battle)
    assert ((x("avila"), ROUGH), (x("zamora"), CLEAR)) == battle.came
    found = impulse(s)
    assert leaders("wellington", "castanos") == found.bridged
    assert {power * DUCHIES + x("salamanca") for power in (BRITAIN, SPAIN)} == set(found.bridged_piles)
    give_all_pontoons(s, FRENCH, x("salamanca"))
    assert NORD * DUCHIES + x("salamanca") in found.bridged_piles


@card("wellington", "pontoon_train")
@rule("wellington", "10.6a")
@pytest.mark.parametrize("pieces", ["wellington britain:2", "britain:2", "hill britain:2"])
def test_pontoons_help_whoever_could_evade_but_for_a_river(pieces: str) -> None:
    """Out of Elvas all ways but one lead over Rivers, and there the enemy comes from."""
    s = game({"elvas": pieces, "evora": "soult sud:6"}, active="sud", hands={"britain": "pontoon_train"},
             flags={"sud": "evora", "britain": "badajoz"})
    contact = moved(s, "soult sud:6", "evora", "elvas")
    contact.survey(s)
    s.call(contact)
    assert fits(s, "britain", "pontoon_train", "reaction", contact)
    contact.turning = True
    assert not fits(s, "britain", "pontoon_train", "reaction", contact), "the enemy goes by"


@card("wellington", "bridges_blown")
@rule("wellington", "10.6a", "10.3f")
def test_a_bridge_is_blown_only_where_one_is_needed() -> None:
    s = game({"salamanca": "marmont nord:4", "elvas": "hill britain:2"})
    force = ((NORD, leaders("marmont"), 4),)
    attempt = Interception(NORD, leader("marmont"), 2, force, x("salamanca"), x("avila"), 0, 0)
    assert (x("salamanca"), x("avila")) == bridge(s, attempt)
    impulse(s).bridged = leaders("marmont")
    assert bridge(s, attempt) is None
    for b, there in (("evora", True), ("abrantes", False)):
        away = Evasion(BRITAIN, leader("hill"), x("elvas"), x(b), ((BRITAIN, leaders("hill"), 2),), (), 0, 0)
        s.call(away)
        assert there == fits(s, "nord", "bridges_blown", "evasion_declared", away)
        s.stack.pop()


@card("wellington", "local_guides")
@rule("wellington", "9.41a", "13.1d")
def test_guides_take_away_one_reason() -> None:
    s = game({"salamanca": "marmont nord:4"})
    contact = Contact(NORD, x("salamanca"), (), ((NORD, leaders("marmont"), 4),), status(s), reasons=2)
    effect_local_guides(s, NORD, contact)
    assert 1 == contact.reasons


@card("wellington", "scovell_ciphers")
def test_the_ciphers_help_wellington_too() -> None:
    s = game({"salamanca": "wellington britain:4"}, active="nord")
    for name in ("wellington", "hill"):
        force = (BRITAIN, leaders(name), 4)
        attempt = Interception(BRITAIN, leader(name), 5, (force,), x("salamanca"), x("avila"), 0, 0)
        s.call(attempt)
        assert fits(s, "britain", "scovell_ciphers", "interception_declared", attempt)
        s.stack.pop()


@card("wellington", "juntas_proclaim")
@rule("wellington", "1.7b")
def test_no_flags_are_proclaimed_where_none_is_left() -> None:
    s = holding("spain", "juntas_proclaim")
    field = flag_field(s, SPAIN, SPAIN)
    assert field
    for y in ids_of((s.owned[SPAIN] | s.owned[NORD] | s.owned[SUD]) & ~field):
        if flags_on_map(s, ALLIES) < FLAGS[ALLIES]:
            set_owner(s, y, BRITAIN)
    assert FLAGS[ALLIES] == flags_on_map(s, ALLIES)
    assert not flag_field(s, SPAIN, SPAIN) & field


@card("wellington", "militia")
@rule("wellington", "11.1f")
def test_the_militia_fights_in_spain_alone() -> None:
    for where, shown in (("seo_de_urgel", True), ("porto", False), ("la_coruna", True), ("plymouth", False)):
        assert shown == shown_militia(game(), SPAIN, Battle(x(where), SPAIN))


@card("wellington", "a_change_of_plans", "cavalry_of_st_george")
@rule("wellington", "5.4d")
def test_a_guest_that_an_enemy_takes_is_a_guest_again() -> None:
    s = game(active="sud", hands={"britain": "cavalry_of_st_george"})
    CARDS.move(s, CARD["cavalry_of_st_george"], HOME[BRITAIN], GUEST[SPAIN])
    s.script = [0]
    take_card(s, SUD, SPAIN)
    assert GUEST[SUD] == lies(s, "cavalry_of_st_george")
