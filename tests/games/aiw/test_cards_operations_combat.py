"""Operational cards of combat: Royal Marines, hospitals, and the leaders Espartero and Zumalacárregui."""

from __future__ import annotations

import pytest

from tablero.games.aiw import GAME
from tablero.games.aiw.board import CARD, CARDS, CARLIST, DISCARDS, HAND, LIBERAL, area
from tablero.games.aiw.cards.carlist_operations import Heal, wounded
from tablero.games.aiw.cards.liberal_operations import shown_espartero
from tablero.games.aiw.rules.r03_turn.s00_player_phase import phase
from tablero.games.aiw.rules.r05_units.s01_blocks import in_open, put
from tablero.games.aiw.rules.r05_units.s03_strength import gain, lose
from tablero.games.aiw.rules.r07_cards.s01_types import recall
from tablero.games.aiw.rules.r11_movement.s01_march import GroupMove
from tablero.games.aiw.rules.r16_skirmish.s00_skirmish import Skirmish
from tablero.games.aiw.rules.r17_battle.s00_battle import Battle
from tablero.games.aiw.rules.r17_battle.s05_morale import morale_of
from tablero.games.aiw.rules.r17_battle.s06_artillery import artillery_points
from tablero.games.aiw.rules.r18_siege.s01_assault import Assault
from tablero.games.aiw.rules.r23_regions.s02_combat import Locate
from tablero.games.aiw.state import INSIDE
from tablero.kernel.bits import ids_of
from tests.games.aiw.battle import battle, draw_up, end_round, now
from tests.games.aiw.combat import came, combats, in_vain, skirmish
from tests.games.aiw.hands import acts, discarded, espartero, key
from tests.games.aiw.march import left
from tests.games.aiw.war import asked, at, block, do, guns, offered, put_cards, run, strength, told, war
from tests.rules import card, rule

# ---------------------------------------------------------------------------------------------------- L21 Royal Marines


@rule("aiw", "16.0j", "7.1d", "7.3d")
@card("aiw", "royal_marines")
def test_rockets_are_two_dice_in_a_skirmish() -> None:
    s = war({"hernani": "l_ln1:1 c_gui1:1"}, side="liberal", year=1836, hands=["royal_marines"])
    came(s, "hernani", "san_sebastian")
    skirmish(s, "hernani", dice=[])
    events = do(s, "play royal_marines", dice=[6, 6, 2, 6])         # Carlist, Liberal, two rockets
    assert [(2, 2, 1)] == told(events, "rockets_fired")
    assert "bag" == at(s, "c_gui1")
    assert discarded(s, "royal_marines")


@rule("aiw", "4.3b", "7.1c")
@card("aiw", "royal_marines")
@pytest.mark.parametrize(
    ("x", "others", "near"),
    [("guetaria", {}, True), ("hernani", {}, True), ("tolosa", {}, False), ("sodupe", {}, True),
     ("azpeitia", {}, False), ("durango", {"guecho": "c_bis1"}, False), ("durango", {}, True), ("irun", {}, True),
     ("guernica", {"guecho": "c_bis1"}, False)],
)
def test_marines_come_from_a_port_of_the_place_or_next_to_it(x: str, others: dict[str, str], near: bool) -> None:
    s = war({x: "l_ln1 c_gui1", **others}, side="liberal", year=1836, hands=["royal_marines"], secret=True)
    skirmish(came(s, x, "vitoria"), x)
    assert near == (asked(s) == "liberal CardWindow")


@rule("aiw", "17.6d", "17.1i")
@card("aiw", "royal_marines")
def test_rockets_are_two_points_of_artillery_in_one_round_of_a_battle() -> None:
    s = battle("guetaria", "c_gui1 c_gui2 c_nav1", "l_rg1 l_rg2 l_rg3", hands=["royal_marines"])
    draw_up(s)
    assert 0 == artillery_points(s, now(s), LIBERAL)
    do(s, "play royal_marines")
    assert (2, 0) == (artillery_points(s, now(s), LIBERAL), artillery_points(s, now(s), CARLIST))
    assert (0, 0) == guns(s, "liberal", "guetaria")
    end_round(s)
    while now(s).round == 1:
        do(s, offered(s)[0])
    assert (2, 0) == (now(s).round, artillery_points(s, now(s), LIBERAL))


@rule("aiw", "7.1c", "18.1r")
@card("aiw", "royal_marines")
def test_marines_take_no_part_in_an_assault() -> None:
    s = war({"guetaria": "l_rg1 field:1", "inside guetaria": "c_gui1"}, side="liberal", hands=["royal_marines"],
            secret=True, forts={"carlist": ["guetaria"]}, siege=["guetaria"])
    events = run(s, Assault(area("guetaria"), LIBERAL), dice=[6] * 8)
    assert ("liberal SecondRound", 1) == (asked(s), len(told(events, "stormed")))


# -------------------------------------------------------------------------------------------------------- L22 Espartero


@rule("aiw", "11.1b", "7.1d")
@card("aiw", "espartero")
def test_espartero_has_five_points_and_the_modifiers() -> None:
    s = espartero()
    assert ["pass", "play espartero"] == offered(s)
    do(s, "play espartero")
    assert (6, 2) == (left(s), s.led.bit_count())                   # two units have one more
    assert [CARD["espartero"]] == phase(s).effects
    assert {block(s, "l_ln1"), block(s, "l_ln2")} == {b for b in range(len(s.at)) if s.led >> b & 1}


@rule("aiw", "7.1c", "11.1a")
@card("aiw", "espartero")
@pytest.mark.parametrize(("x", "leads"), [("vitoria", True), ("asturias_cantabria", False), ("aragon", False)])
def test_espartero_leads_a_group_of_the_north(x: str, leads: bool) -> None:
    s = war({x: "l_ln1"}, side="liberal", year=1836)
    s.call(GroupMove(LIBERAL, area(x), 1 << block(s, "l_ln1"), [0, 0, 0]))
    assert leads == shown_espartero(s, LIBERAL, s.stack[-1])


@rule("aiw", "7.1c", "7.1d")
@card("aiw", "espartero")
def test_a_group_without_espartero_rolls() -> None:
    s = espartero()
    do(s, "pass", dice=[1])
    assert (3, 0) == (left(s), s.led)


@rule("aiw", "16.0p", "16.0o")
@pytest.mark.parametrize(("led", "where"), [(True, "lerin"), (False, "tafalla")])
def test_with_espartero_a_tie_drives_the_defender_out(led: bool, where: str) -> None:
    s = came(war({"lerin": "l_ln1 l_ln2 c_nav1 c_nav2"}, side="liberal", year=1836), "lerin", "tafalla")
    if led:
        s.led = 1 << block(s, "l_ln1")
    skirmish(s, "lerin")
    do(s, "all", "all", dice=[6] * 15)
    assert where == at(s, "l_ln1")


@rule("aiw", "16.0t")
def test_but_cavalry_still_yields_to_infantry() -> None:
    s = came(war({"lerin": "l_lnc1 c_nav1:3"}, side="liberal", year=1836), "lerin", "tafalla")
    s.led = 1 << block(s, "l_lnc1")
    skirmish(s, "lerin", dice=[6] * 6)
    assert "tafalla" == at(s, "l_lnc1")


@rule("aiw", "17.5a")
def test_espartero_steadies_his_units_in_a_battle_from_the_start() -> None:
    s = war({"lerin": "c_nav1 c_nav2 c_nav3 l_ln1 l_ln2 l_rg1"}, side="liberal", year=1836)
    s.led = 1 << block(s, "l_ln1")
    run(s, Battle(area("lerin"), LIBERAL))
    assert [9, 8] == [morale_of(s, now(s), block(s, unit)) for unit in ("l_ln1", "l_ln2")]
    now(s).led = False                                              # who comes later is not led
    assert 8 == morale_of(s, now(s), block(s, "l_ln1"))


@rule("aiw", "7.1d", "7.1f")
@pytest.mark.parametrize(("card", "side"), [("espartero", "liberal"), ("zumalacarregui", "carlist")])
@pytest.mark.parametrize(("die", "back"), [(3, False), (4, True)])
def test_a_leader_may_come_back_to_the_hand_at_the_end_of_the_phase(card: str, side: str, die: int, back: bool) -> None:
    s = war({}, side=side, year=1836)
    put_cards(s, DISCARDS, card)
    here = phase(s)
    here.effects.append(CARD[card])
    s.script = [die]
    recall(s, here)
    hand = HAND[here.side]
    assert back == bool(s.piles[hand] >> CARD[card] & 1) == bool(CARDS.known(s, hand) >> CARD[card] & 1)
    assert (not back, int(back)) == (discarded(s, card), s.sizes[HAND[here.side]])


@rule("aiw", "7.1d")
def test_nobody_rolls_for_a_leader_who_did_not_act() -> None:
    s = war({}, side="liberal", year=1836)
    put_cards(s, DISCARDS, "espartero")
    s.script = []
    recall(s, phase(s))
    assert discarded(s, "espartero")


# ---------------------------------------------------------------------------------------------------- C1 Zumalacárregui


@rule("aiw", "10.1a", "12.1b", "12.1e", "7.1d")
@card("aiw", "zumalacarregui")
def test_zumalacarregui_activates_for_nothing_and_gathers_two_from_each_space() -> None:
    places = {"estella": "c_nav1", "alsasua": "c_nav2 c_nav3 c_nav4", "lerin": "c_gui1", "guecho": "c_bis1"}
    s = war({**places, "orduna": "c_bis2"}, year=1834, points=0, hands=["zumalacarregui"])
    acts(s)
    do(s, "play zumalacarregui")
    assert {"activate estella", "activate alsasua", "activate orduna"} == set(offered(s))
    assert ["not_where_the_card_says"] * 2 == [key(s, f"activate {x}") for x in ("lerin", "guecho")]
    assert [CARD["zumalacarregui"]] == phase(s).effects
    do(s, "activate estella", "concentrate", "summon c_nav2", "summon c_nav3")
    assert "one_unit_from_each_space" == key(s, "summon c_nav4")
    do(s, "done", "all")
    assert 6 == left(s)                                             # three units, and the Concentration costs nothing
    assert 0 == phase(s).points


@rule("aiw", "7.1c")
@card("aiw", "zumalacarregui")
def test_zumalacarregui_needs_somebody_in_the_zone() -> None:
    s = war({"lerin": "c_gui1"}, year=1834, hands=["zumalacarregui"])
    assert "card_not_now" == key(acts(s), "play zumalacarregui")


# -------------------------------------------------------------------------------------------------------- C16 hospitals


@rule("aiw", "7.1d", "5.3b")
@card("aiw", "hospitals")
def test_hospitals_heal_two_who_were_wounded_in_a_skirmish() -> None:
    s = war({"alsasua": "c_nav1 c_nav2 c_nav3 c_gui1 l_rg1 l_rg2"}, side="liberal", hands=["hospitals"])
    skirmish(came(s, "alsasua", "irurzun"), "alsasua")
    do(s, "fire c_nav1", "fire c_nav2", "fire c_nav3")
    do(s, "all", dice=[6] * 10 + [1, 1, 1, 6, 6, 6, 6, 6])          # three hits: 4 3 3, 3 3 3, 2 3 3, 2 2 3
    do(s, "hit c_nav1", "hit c_nav2")
    assert ("carlist CardWindow", [2, 2, 3]) == (asked(s), [strength(s, f"c_nav{n}") for n in (1, 2, 3)])
    s.hurt[block(s, "c_gui1")] = 1          # who did not fire
    do(s, "play hospitals")
    assert {"done", "restore c_nav1", "restore c_nav2"} == set(offered(s))
    assert "not_wounded_in_this_combat" == key(s, "restore c_nav3")
    do(s, "restore c_nav1")
    assert "not_wounded_in_this_combat" == key(s, "restore c_nav1")     # a point each
    do(s, "restore c_nav2")
    assert ([3, 3, 3], "nobody") == ([strength(s, f"c_nav{n}") for n in (1, 2, 3)], asked(s))
    assert discarded(s, "hospitals")


@rule("aiw", "7.1d")
@card("aiw", "hospitals")
def test_hospitals_heal_two_of_those_on_a_battlefield() -> None:
    s = battle("lerin", "c_nav1 c_nav2 c_nav3", "l_rg1 l_rg2 l_rg3", came=["tafalla"], hands=["hospitals"])
    draw_up(s)
    do(s, "pass", "fire l_rg1", dice=[1, 1, 6, 6])
    do(s, "hit c_nav2", "hit c_nav2", dice=[1, 1])
    do(s, "pass", "withdraw")
    while asked(s) != "carlist CardWindow":
        do(s, "done" if "done" in offered(s) else offered(s)[0])
    assert 1 == strength(s, "c_nav2")
    do(s, "play hospitals", "restore c_nav2")
    assert (2, 4) == (strength(s, "c_nav2"), strength(s, "c_nav1"))


@rule("aiw", "7.1c")
@card("aiw", "hospitals")
@pytest.mark.parametrize(
    ("x", "origin", "asked_"), [("alsasua", "irurzun", True), ("lerin", "tafalla", True), ("tudela", "alfaro", False)]
)
def test_hospitals_are_in_the_zone_or_next_to_it(x: str, origin: str, asked_: bool) -> None:
    s = came(war({x: "c_nav1 l_rg1:1"}, side="liberal", hands=["hospitals"], secret=True), x, origin)
    skirmish(s, x, dice=[6, 6, 6, 6, 1])
    assert asked_ == (asked(s) == "carlist CardWindow")


@rule("aiw", "7.1c", "5.4j")
@card("aiw", "hospitals")
def test_no_hospital_without_a_wounded_unit_and_none_for_partidas() -> None:
    s = came(war({"alsasua": "c_nav1 l_rg1:1"}, side="liberal", hands=["hospitals"]), "alsasua", "irurzun")
    skirmish(s, "alsasua", dice=[6, 6, 6, 6, 6])
    assert "nobody" == asked(s)
    s = came(war({"alsasua": "c_par1 l_rg1:1"}, side="liberal", hands=["hospitals"]), "alsasua", "irurzun")
    s.hurt = {block(s, "c_par1"): 1}
    skirmish(s, "alsasua", dice=[6, 6])
    do(s, "retreat_all segura")
    assert ("nobody", {block(s, "c_par1"): 1}) == (asked(s), s.hurt)


@rule("aiw", "7.1d")
def test_hospitals_heal_no_third() -> None:
    s = war({"durango": "c_nav1:2 c_nav2:2 c_nav3:2"}, side="liberal")
    s.shown = in_open(s, CARLIST, area("durango"))
    s.hurt = dict.fromkeys(ids_of(s.shown), 1)
    s.call(Skirmish(area("durango"), LIBERAL, picked=s.shown, at=len(Skirmish(0, 0).steps())))
    run(s, Heal(CARLIST))
    do(s, "restore c_nav1", "restore c_nav2")
    assert [3, 3, 2] == [strength(s, f"c_nav{n}") for n in (1, 2, 3)]
    assert "carlist Heal" != asked(s)


@rule("aiw", "7.1c")
@card("aiw", "hospitals")
def test_there_is_no_hospital_in_a_region() -> None:
    s = war({"aragon": "c_nav1 l_rg1:1"}, side="liberal", hands=["hospitals"], secret=True)
    run(s, Locate(area("aragon")), dice=[6, 1, 6, 6, 6, 6])
    do(s, "no")
    assert ("nobody", 3) == (asked(s), strength(s, "c_nav1"))


@rule("aiw", "7.1d")
def test_no_hospital_for_partidas_for_who_is_whole_again_and_inside_a_fortress() -> None:
    s = war({"durango": "c_nav1:2 c_par1:1 l_rg1:2"}, side="liberal", forts={"carlist": ["durango"]})
    b, partida, enemy = block(s, "c_nav1"), block(s, "c_par1"), block(s, "l_rg1")
    s.shown = 1 << b | 1 << partida | 1 << enemy
    s.hurt = dict.fromkeys((b, partida, enemy), 1)
    s.call(Skirmish(area("durango"), LIBERAL, picked=1 << partida))
    assert 0 == wounded(s)                  # it did not fire
    s.stack.pop()
    s.call(Skirmish(area("durango"), LIBERAL, picked=s.shown))
    assert 1 << b == wounded(s)
    put(s, b, INSIDE + area("durango"))
    assert 0 == wounded(s)
    put(s, b, area("durango"))
    s.strength[b] = 4
    assert 0 == wounded(s)


@rule("aiw", "7.1d", "17.9w")
@card("aiw", "hospitals")
@pytest.mark.parametrize(("rules", "merged", "more"), [(GAME.rules, 2, False), (GAME.rules, 1, True), (2, 2, True)])
def test_hospitals_heal_nobody_above_what_he_had_when_the_combat_began(rules: int, merged: int, more: bool) -> None:
    s = war({"durango": "c_nav1:3"}, side="liberal")
    s.rules = rules
    b = block(s, "c_nav1")
    s.shown = 1 << b
    lose(s, b, 2)
    gain(s, b, merged)                      # by merging
    s.call(Skirmish(area("durango"), LIBERAL, picked=s.shown, at=len(Skirmish(0, 0).steps())))
    assert more == bool(wounded(s))


@rule("aiw", "7.1c", "18.1z")
@card("aiw", "coup_de_main")
@pytest.mark.parametrize(("rules", "again"), [(GAME.rules, True), (2, False)])
def test_a_coup_de_main_may_come_after_an_assault_too(rules: int, again: bool) -> None:
    s = war({"vitoria": "c_nav1 field:2", "inside vitoria": "l_rg1", "lerin": "c_nav2"}, year=1836,
            forts={"liberal": ["lerin"]}, siege=["vitoria"], hands=["coup_de_main"], secret=True)
    s.rules = rules
    combats(s)
    assert "carlist CardWindow" == asked(s)
    do(s, "pass")
    in_vain(s, "assault vitoria", "no")
    assert again == (asked(s) == "carlist CardWindow")
    if again:
        events = do(s, "play coup_de_main")
        assert [(CARLIST, area("lerin"))] == told(events + in_vain(s, *offered(s)), "assault")


@rule("aiw", "7.1d", "16.0j")
@card("aiw", "royal_marines")
def test_rockets_are_fired_though_no_liberal_is_left() -> None:
    s = war({"hernani": "l_ln1:1 c_gui1:1"}, side="liberal", year=1836, hands=["royal_marines"])
    came(s, "hernani", "san_sebastian")
    skirmish(s, "hernani", dice=[])
    events = do(s, "play royal_marines", dice=[1, 2, 6])            # the Carlist, two rockets
    assert [(2, 2, 1)] == told(events, "rockets_fired")
    assert ("bag", "bag") == (at(s, "l_ln1"), at(s, "c_gui1"))
