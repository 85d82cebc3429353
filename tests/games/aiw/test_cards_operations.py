"""The Operational cards: when each may be played, what it does, and how it ends."""

from __future__ import annotations

import pytest

from tablero.games.aiw.board import (
    CARD,
    CARDS,
    CARLIST,
    FIELD,
    FIRST_REGION,
    LEAST_UPRISING,
    LIBERAL,
    OPERATIONAL,
    UNIT,
    area,
)
from tablero.games.aiw.cards.carlist_operations import barred_coup
from tablero.games.aiw.rules.r03_phase import phase
from tablero.games.aiw.rules.r03_turn import Challenge, PlayerPhase
from tablero.games.aiw.rules.r04_map import settle
from tablero.games.aiw.rules.r05_units import eliminate, load, put
from tablero.games.aiw.rules.r07_cards import OFFERS, ORDER, PLAYS, SIEGE, PlayCard, recall
from tablero.games.aiw.rules.r10_actions import ActionsStep
from tablero.games.aiw.rules.r11_0_groups import road_cost
from tablero.games.aiw.rules.r12_2_evasion import pursuers
from tablero.games.aiw.rules.r15_combat import CombatStep
from tablero.games.aiw.rules.r16_fire import dice as dice_of
from tablero.games.aiw.rules.r16_fire import need
from tablero.games.aiw.rules.r17_0_battlefield import morale_of
from tablero.games.aiw.rules.r17_6_guns import artillery_points
from tablero.games.aiw.rules.r17_battle import Battle
from tablero.games.aiw.rules.r18_1_assault import Assault
from tablero.games.aiw.rules.r19_supply import CheckSupply, SiegeAttrition
from tablero.games.aiw.rules.r22_uprising import level
from tablero.games.aiw.rules.r23_regions import Locate, expedition_moves
from tablero.games.aiw.state import INSIDE, OFF, Aiw
from tablero.kernel.refusals import Refusal
from tests.games.aiw.battle import battle, draw_up, end_round, now
from tests.games.aiw.combat import came, skirmish
from tests.games.aiw.march import left
from tests.games.aiw.war import asked, at, block, do, guns, offered, refused, run, strength, told, war
from tests.rules import rule


def key(s: Aiw, text: str) -> str:
    """Why not, in a word."""
    found = refused(s, text)
    return "" if found is None else found.key


def acts(s: Aiw) -> Aiw:
    """The Actions step of the phase that goes on."""
    run(s, ActionsStep(phase(s).side))
    return s


def plays_now(s: Aiw, card: str) -> bool:
    return f"play {card}" in offered(s)


def discarded(s: Aiw, card: str) -> bool:
    return bool(s.discards >> CARD[card] & 1)


@rule("aiw", "7.1c", "7.1d")
def test_all_twenty_two_have_a_moment_and_an_effect() -> None:
    cards = [i for i, card in enumerate(CARDS) if card.type == OPERATIONAL]
    assert 22 == len(cards)
    assert [] == [CARDS[i].id for i in cards if i not in PLAYS or i not in {card for card, _ in OFFERS}]


# -------------------------------------------------------------------------------------------------------------- L4 Mina

BANDS = {"estella": "c_par1", "alsasua": "c_nav1 c_par2", "tolosa": "c_gui1", "guernica": "c_par3"}


def in_doubt(s: Aiw, *names: str) -> None:
    """The Liberal cannot tell which of these units is which."""
    may = sum(1 << UNIT[name] for name in names)
    for name in names:
        b = block(s, name)
        s.may[b], s.low[b], s.high[b] = may, 1, 4


@rule("aiw", "7.1d", "5.4i", "8.0a")
def test_mina_roots_out_a_lone_partida() -> None:
    s = war(BANDS, side="liberal", hands=["mina"])
    in_doubt(s, "c_par1", "c_gui1", "c_nav1", "c_par2", "c_par3")
    acts(s)
    do(s, "play mina")
    assert ["root_out estella", "root_out tolosa"] == sorted(offered(s))
    assert ["no_lone_carlist_block"] * 2 == [key(s, f"root_out {x}") for x in ("alsasua", "guernica")]
    assert [(area("tolosa"),)] == told(do(s, "root_out tolosa"), "no_partida")
    assert ("box", "tolosa", 1) == (at(s, "c_par1"), at(s, "c_gui1"), s.command[CARLIST])   # the only one left in doubt
    assert s.removed >> CARD["mina"] & 1


@rule("aiw", "7.1c")
def test_mina_without_a_partida_in_reach_was_not_played() -> None:
    s = war({"estella": "c_nav1"}, side="liberal", hands=["mina"])
    assert not plays_now(acts(s), "mina")                           # everybody knows that it is none
    s = war({"estella": "c_nav1", "santesteban": "c_par1"}, side="liberal", hands=["mina"])
    in_doubt(s, "c_nav1", "c_par1")
    s.forts[LIBERAL] = 1 << area("puente_la_reina")
    acts(s)
    do(s, "play mina")
    assert ("liberal Act", 1, 1) == (asked(s), s.held_cards[LIBERAL], s.known_hand[LIBERAL] >> CARD["mina"] & 1)
    assert not plays_now(s, "mina")                                 # now he knows
    assert 0 == (s.removed | s.discards) >> CARD["mina"] & 1


@rule("aiw", "7.1d")
@pytest.mark.parametrize(("forts", "reach"), [(["puente_la_reina"], True), (["tafalla"], True), (["tudela"], False)])
def test_mina_reaches_two_roads_from_a_fortress(forts: list[str], reach: bool) -> None:
    s = war({"estella": "c_par1"}, side="liberal", hands=["mina"])
    s.forts[LIBERAL] = sum(1 << area(x) for x in forts)
    assert reach == plays_now(acts(s), "mina")


@rule("aiw", "18.1y", "11.3d")
def test_mina_ends_a_siege_that_only_the_partida_kept_up() -> None:
    s = war({"salvatierra": "c_par1 field:1"}, side="liberal", hands=["mina"], forts={"liberal": ["salvatierra"]},
            siege=["salvatierra"])
    acts(s)
    do(s, "play mina")
    assert (0, 0) == (s.siege, load(s, CARLIST, FIELD, area("salvatierra")))


# ------------------------------------------------------------------------------------------------------------ L5 convoy


@rule("aiw", "19.2n", "7.1d")
def test_a_convoy_supplies_three_units_without_a_train() -> None:
    s = war({"villarreal": "l_rg1 l_rg2 l_ln1 l_st1"}, side="liberal", hands=["convoy"])
    run(s, CheckSupply(LIBERAL, area("villarreal")))
    assert plays_now(s, "convoy")
    do(s, "play convoy")
    assert [4, 4, 4, 4] == [strength(s, u) for u in ("l_rg1", "l_rg2", "l_ln1", "l_st1")]
    s = war({"villarreal": "l_rg1 l_rg2 l_ln1 l_st1"}, side="liberal", hands=["convoy"])
    run(s, CheckSupply(LIBERAL, area("villarreal")))
    do(s, "pass")
    assert 3 == strength(s, "l_st1")


@rule("aiw", "19.2a", "7.1c")
@pytest.mark.parametrize(
    ("x", "others", "plays"),
    [
        ("villarreal", {}, True),                                   # one road from Vitoria
        ("durango", {}, True),                                      # two, and next to Bilbao
        ("onate", {}, True),                                        # two roads by Villarreal or Salvatierra
        ("onate", {"villarreal": "c_nav1", "salvatierra": "c_nav2"}, False),
        ("onate", {"villarreal": "c_nav1"}, True),
        ("segura", {}, False),                                      # too far
    ],
)
def test_a_convoy_comes_two_roads_far_if_no_carlist_is_on_the_way(x: str, others: dict[str, str], plays: bool) -> None:
    s = war({x: "l_rg1 l_rg2 l_rg3", **others}, side="liberal", hands=["convoy"], secret=True)
    run(s, CheckSupply(LIBERAL, area(x)))
    assert plays == (asked(s) == "liberal CardWindow" and plays_now(s, "convoy"))


@rule("aiw", "7.1c")
def test_no_convoy_sets_out_from_a_besieged_city() -> None:
    for siege in ([], ["vitoria"]):
        s = war({"salvatierra": "l_rg1 l_rg2 l_rg3"}, side="liberal", hands=["convoy"], siege=siege)
        run(s, CheckSupply(LIBERAL, area("salvatierra")))
        assert (asked(s) == "liberal CardWindow") == (not siege)


# --------------------------------------------------------------------------------------------------- L6 fortified posts


@rule("aiw", "10.2b", "10.2d", "7.1d")
def test_a_post_is_a_fortress_at_once_for_nothing() -> None:
    s = war({"haro": "l_ln1 l_lnc1", "vitoria": "l_ln2"}, side="liberal", hands=["fortified_posts"], points=0)
    acts(s)
    do(s, "play fortified_posts")
    assert ["haro", 1] == [at(s, "l_ln1"), s.forts[LIBERAL] >> area("haro") & 1]        # the only one that can build
    assert (0, 1) == (s.works[LIBERAL], s.acted >> block(s, "l_ln1") & 1)


@rule("aiw", "10.2b", "7.1c")
def test_a_post_needs_all_that_a_fortress_needs() -> None:
    s = war({"haro": "l_ln1 l_lnc1", "najera": "l_ln3", "vitoria": "l_ln2"}, side="liberal", hands=["fortified_posts"])
    acts(s)
    do(s, "play fortified_posts")
    assert {"build l_ln1", "build l_ln3"} == set(offered(s))
    assert ("infantry_builds", "no_building_site") == (key(s, "build l_lnc1"), key(s, "build l_ln2"))
    s = war({"vitoria": "l_ln1"}, side="liberal", hands=["fortified_posts"])
    assert "card_not_now" == key(acts(s), "play fortified_posts")


# ------------------------------------------------------------------------------------- L7 informers, C6 country warning


@rule("aiw", "11.6a", "11.6r", "7.1d")
def test_informers_make_an_interception_free_and_sure() -> None:
    s = war({"estella": "c_nav1 c_nav2", "lodosa": "l_rg1 l_rg2", "tafalla": "l_ln1"}, hands=["informers"])
    acts(s)
    do(s, "activate estella", "all", "march lerin")
    assert ("liberal Intercept", "interception_costs_command") == (asked(s), key(s, "intercept lodosa"))
    do(s, "play informers")
    assert ["intercept lodosa", "intercept tafalla"] == offered(s)
    assert "nobody_to_intercept" == key(s, "intercept calahorra")
    do(s, "intercept lodosa", "all", "done", dice=[])
    assert (["lerin", "lerin"], 0) == ([at(s, "l_rg1"), at(s, "l_rg2")], s.command[LIBERAL])
    assert discarded(s, "informers")


@rule("aiw", "11.6c")
def test_informers_know_nothing_of_the_carlist_zone() -> None:
    s = war({"estella": "c_nav1 c_nav2", "irurzun": "l_ln1"}, hands=["informers"])
    acts(s)
    do(s, "activate estella", "all", "march alsasua")
    assert "carlist March" == asked(s)
    s = war({"estella": "c_nav1 c_nav2", "lodosa": "l_ln1", "los_arcos": "l_rg2"}, hands=["informers"])
    acts(s)
    do(s, "activate estella", "all", "march lerin", "play informers", "all")
    assert ["lerin", "los_arcos"] == [at(s, "l_ln1"), at(s, "l_rg2")]


@rule("aiw", "11.6a", "11.6r", "12.2j", "7.1d")
def test_the_country_warns_the_carlists() -> None:
    s = war({"vitoria": "l_rg1 l_rg2", "onate": "c_gui1 c_gui2", "villarreal": "c_ala1"}, side="liberal",
            hands=["country_warning"])
    acts(s)
    do(s, "activate vitoria", "all", dice=[6])
    do(s, "march villarreal")
    assert "carlist Intercept" == asked(s)
    do(s, "play country_warning", "all", dice=[])
    assert ["villarreal", "villarreal"] == [at(s, "c_gui1"), at(s, "c_gui2")]
    assert "carlist Evade" != asked(s)


@rule("aiw", "4.6a", "7.1c")
@pytest.mark.parametrize(("x", "source", "plays"), [("lerin", "estella", True), ("lerin", "calahorra", False)])
def test_the_warning_needs_the_carlist_zone_at_one_end(x: str, source: str, plays: bool) -> None:
    s = war({"tafalla": "l_rg1", source: "c_nav1"}, side="liberal", hands=["country_warning"], secret=True)
    acts(s)
    while asked(s) != "liberal Act":
        do(s, "pass")
    do(s, "activate tafalla", "add l_rg1", dice=[6])
    do(s, f"march {x}")
    assert "carlist Intercept" == asked(s)
    assert plays == plays_now(s, "country_warning")
    if plays:
        do(s, "play country_warning")
        assert [f"intercept {source}"] == offered(s)


@rule("aiw", "4.6a")
def test_the_warning_is_not_for_units_outside_the_zone() -> None:
    s = war({"tafalla": "l_rg1", "calahorra": "c_nav1", "estella": "c_nav2"}, side="liberal", hands=["country_warning"],
            secret=True)
    acts(s)
    while asked(s) != "liberal Act":
        do(s, "pass")
    do(s, "activate tafalla", "add l_rg1", dice=[6])
    do(s, "march lerin", "play country_warning")
    assert "neither_in_the_carlist_zone" == key(s, "intercept calahorra")


# ------------------------------------------------------------------------------------------------------ L8 Chapelgorris


@rule("aiw", "6.0f", "12.2b", "16.0k")
def test_chapelgorris_go_to_infantry_in_guipuzcoa_or_next_to_it() -> None:
    s = war({"hernani": "l_ln1 l_br1 l_lnc1", "vitoria": "l_ln2", "villarreal": "l_ln3"}, side="liberal",
            hands=["chapelgorris"])
    acts(s)
    do(s, "play chapelgorris")
    assert {"attach l_ln1", "attach l_ln3"} == set(offered(s))      # Villarreal is next to Oñate
    assert {"infantry_of_guipuzcoa"} == {key(s, f"attach {unit}") for unit in ("l_br1", "l_lnc1", "l_ln2")}
    before = need(s, block(s, "l_ln1"), area("hernani"))
    do(s, "attach l_ln1")
    b = block(s, "l_ln1")
    assert (b, before + 1) == (s.chapelgorris, need(s, b, area("hernani")))
    assert need(s, b, area("vitoria")) == need(s, block(s, "l_ln2"), area("vitoria"))      # no difference in the open
    assert (-1, 0) == (pursuers(s, area("hernani")), pursuers(s, area("villarreal")))
    assert 0 == s.acted                                             # it is no action


@rule("aiw", "6.0f", "7.1c")
def test_without_infantry_of_guipuzcoa_there_are_no_chapelgorris() -> None:
    s = war({"hernani": "l_br1 l_lnc1", "vitoria": "l_ln2"}, side="liberal", hands=["chapelgorris"])
    assert "card_not_now" == key(acts(s), "play chapelgorris")


@rule("aiw", "12.2b")
@pytest.mark.parametrize(("with_them", "evades"), [(True, False), (False, True)])
def test_chapelgorris_make_evasion_harder(with_them: bool, evades: bool) -> None:
    s = war({"san_sebastian": "l_ln1", "hernani": "c_gui1 c_gui2"}, side="liberal", secret=True)
    s.chapelgorris = block(s, "l_ln1") if with_them else OFF
    acts(s)
    do(s, "activate san_sebastian", "add l_ln1", dice=[6])
    do(s, "march hernani")
    events = do(s, "evade", dice=[3])
    assert evades == bool(told(events, "evades")) != bool(told(events, "evasion_failed"))


# ---------------------------------------------------------------------------------------------------- L17 Lord John Hay


@rule("aiw", "13.1b", "7.1d")
def test_the_squadron_carries_three_units_for_nothing() -> None:
    s = war({"laredo": "l_rg1 l_rg2", "asturias_cantabria": "l_rg3 l_rg4"}, side="liberal", hands=["lord_john_hay"],
            points=0, secret=True)
    acts(s)
    do(s, "play lord_john_hay")
    assert ("squadron_must_sail", "no_landing_possible") == (key(s, "done"), key(s, "disembark"))
    do(s, "transport laredo", "ship l_rg1", "sail san_sebastian")
    assert "squadron_does_one_thing" == key(s, "disembark")
    do(s, "transport asturias_cantabria", "ship l_rg3", "sail bilbao")
    do(s, "transport asturias_cantabria", "ship l_rg4", "sail laredo")
    assert ["san_sebastian", "laredo", "bilbao", "laredo"] == [at(s, f"l_rg{n}") for n in (1, 2, 3, 4)]
    assert ("liberal Act", 0, 3) == (asked(s), phase(s).points, s.acted.bit_count())
    assert discarded(s, "lord_john_hay")


@rule("aiw", "13.1b")
def test_the_squadron_may_carry_fewer() -> None:
    s = war({"laredo": "l_rg1 l_rg2"}, side="liberal", hands=["lord_john_hay"], secret=True)
    acts(s)
    do(s, "play lord_john_hay", "transport laredo", "ship l_rg1", "sail san_sebastian", "done")
    assert ("laredo", "liberal Act") == (at(s, "l_rg2"), asked(s))


@rule("aiw", "13.2b", "13.2i", "13.2e", "7.1d")
def test_the_squadron_covers_a_landing() -> None:
    places = {"san_sebastian": "l_rg1", "guetaria": "c_gui1", "laredo": "l_rg2"}
    s = war(places, side="liberal", hands=["lord_john_hay"], points=0, secret=True)
    acts(s)
    do(s, "play lord_john_hay", "disembark", "embark san_sebastian", "land guetaria", "ship l_rg1", "done")
    do(s, "stand")
    assert (phase(s).landed, "guetaria") == (True, at(s, "l_rg1"))
    assert strength(s, "l_rg1") == dice_of(s, block(s, "l_rg1"))
    phase(s).effects.clear()
    assert strength(s, "l_rg1") - 1 == dice_of(s, block(s, "l_rg1"))


@rule("aiw", "7.1c")
def test_no_squadron_without_anybody_to_carry() -> None:
    s = war({"vitoria": "l_rg1"}, side="liberal", hands=["lord_john_hay"])
    assert "card_not_now" == key(acts(s), "play lord_john_hay")


# ---------------------------------------------------------------------------------------------------- L21 Royal Marines


@rule("aiw", "16.0j", "7.1d", "7.3d")
def test_rockets_are_two_dice_in_a_skirmish() -> None:
    s = war({"hernani": "l_ln1:1 c_gui1:1"}, side="liberal", year=1836, hands=["royal_marines"])
    came(s, "hernani", "san_sebastian")
    skirmish(s, "hernani", dice=[])
    events = do(s, "play royal_marines", dice=[6, 6, 2, 6])         # Carlist, Liberal, two rockets
    assert [(2, 2, 1)] == told(events, "rockets_fired")
    assert "bag" == at(s, "c_gui1")
    assert discarded(s, "royal_marines")


@rule("aiw", "4.3b", "7.1c")
@pytest.mark.parametrize(
    ("x", "others", "near"),
    [("guetaria", {}, True), ("hernani", {}, True), ("tolosa", {}, False), ("sodupe", {}, True),
     ("azpeitia", {}, False), ("durango", {"guecho": "c_bis1"}, False), ("durango", {}, True)],
)
def test_marines_come_from_a_port_of_the_place_or_next_to_it(x: str, others: dict[str, str], near: bool) -> None:
    s = war({x: "l_ln1 c_gui1", **others}, side="liberal", year=1836, hands=["royal_marines"], secret=True)
    skirmish(came(s, x, "vitoria"), x)
    assert near == (asked(s) == "liberal CardWindow")


@rule("aiw", "17.6d", "17.1i")
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
def test_marines_take_no_part_in_an_assault() -> None:
    s = war({"guetaria": "l_rg1 field:1", "inside guetaria": "c_gui1"}, side="liberal", hands=["royal_marines"],
            secret=True, forts={"carlist": ["guetaria"]}, siege=["guetaria"])
    events = run(s, Assault(area("guetaria"), LIBERAL), dice=[6] * 8)
    assert ("liberal SecondRound", 1) == (asked(s), len(told(events, "stormed")))


# -------------------------------------------------------------------------------------------------------- L22 Espartero


def espartero(*more: str) -> Aiw:
    """Espartero's group stands in Vitoria, about to roll."""
    places = {"vitoria": "l_ln1 l_ln2 l_ln3", "miranda": "l_rg4", "villarreal": "c_nav1 c_nav2"}
    s = war(places, side="liberal", year=1836, hands=["espartero", *more])
    acts(s)
    do(s, "activate vitoria", "add l_ln1", "add l_ln2", "done")
    return s


@rule("aiw", "11.1b", "7.1d")
def test_espartero_has_five_points_and_the_modifiers() -> None:
    s = espartero()
    assert ["pass", "play espartero"] == offered(s)
    do(s, "play espartero")
    assert (6, 2) == (left(s), s.led.bit_count())                   # two units have one more
    assert {block(s, "l_ln1"), block(s, "l_ln2")} == {b for b in range(len(s.at)) if s.led >> b & 1}


@rule("aiw", "7.1c", "7.1d")
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
    s.discards = 1 << CARD[card]
    here = phase(s)
    here.effects.append(CARD[card])
    s.script = [die]
    recall(s, here)
    assert back == bool(s.hand[here.side] >> CARD[card] & 1) == bool(s.known_hand[here.side] >> CARD[card] & 1)
    assert (not back, int(back)) == (discarded(s, card), s.held_cards[here.side])


@rule("aiw", "7.1d")
def test_nobody_rolls_for_a_leader_who_did_not_act() -> None:
    s = war({}, side="liberal", year=1836)
    s.discards = 1 << CARD["espartero"]
    s.script = []
    recall(s, phase(s))
    assert discarded(s, "espartero")


# -------------------------------------------------------------------------------------------------------- L23 telegraph


@rule("aiw", "8.0a", "8.0d")
@pytest.mark.parametrize(("before", "after"), [(0, 2), (4, 5)])
def test_the_telegraph_brings_two_command_points(before: int, after: int) -> None:
    s = war({"vitoria": "l_rg1"}, side="liberal", year=1836, command=(0, before), hands=["telegraph"])
    acts(s)
    do(s, "play telegraph")
    assert (after, True) == (s.command[LIBERAL], discarded(s, "telegraph"))
    assert "command" in offered(s)


@rule("aiw", "11.6a", "7.1d")
def test_the_telegraph_pays_for_an_interception() -> None:
    s = war({"estella": "c_nav1 c_nav2", "lodosa": "l_rg1"}, year=1836, hands=["telegraph"])
    acts(s)
    do(s, "activate estella", "all", "march lerin")
    assert "interception_costs_command" == key(s, "intercept lodosa")
    do(s, "play telegraph", "intercept lodosa")
    assert 1 == s.command[LIBERAL]


@rule("aiw", "3.0f", "8.0c")
def test_the_telegraph_pays_for_a_challenge() -> None:
    s = war({}, year=1836, hands=["telegraph"])
    run(s, Challenge(LIBERAL))
    assert ("no_command_point", True) == (key(s, "challenge"), (CARD["telegraph"], ORDER) in OFFERS)
    do(s, "play telegraph", "challenge")
    assert 1 == s.command[LIBERAL]


# --------------------------------------------------------------------------------------------------- L25 blockade lines


@rule("aiw", "11.1e", "4.6a", "7.1d")
def test_blockade_lines_make_the_way_out_of_the_zone_dearer() -> None:
    s = war({"estella": "c_nav1 c_nav2 c_nav3"}, year=1836, hands=["blockade_lines"])
    acts(s)
    assert "liberal CardWindow" == asked(s)                         # at the start of the Carlist Actions
    do(s, "play blockade_lines")
    cost = {y: road_cost(s, CARLIST, area("estella"), area(y)) for y in ("lerin", "los_arcos", "puente_la_reina")}
    assert {"lerin": 4, "los_arcos": 1, "puente_la_reina": 3} == cost
    assert 2 == road_cost(s, CARLIST, area("lerin"), area("estella"))
    assert 1 == road_cost(s, LIBERAL, area("estella"), area("puente_la_reina"))
    do(s, "activate estella", "all", "march puente_la_reina")
    assert 3 == left(s)


@rule("aiw", "11.1f", "11.2a", "7.1d")
def test_a_named_step_may_be_taken_back_or_must_be() -> None:
    s = war({"alsasua": "c_nav1 c_nav2 c_nav3", "haro": "l_rg1"}, year=1836, hands=["blockade_lines"])
    acts(s)
    do(s, "pass")
    do(s, "activate alsasua", "all", "march estella", "march lerin")
    assert ("liberal CardWindow", ["pass", "play blockade_lines"]) == (asked(s), offered(s))
    do(s, "play blockade_lines")
    assert ("carlist March", 4, "") == (asked(s), left(s), key(s, "march lerin"))
    do(s, "march los_arcos", "march estella")
    assert ("not_enough_points", "") == (key(s, "march lerin"), key(s, "force lerin"))


@rule("aiw", "7.1c")
def test_the_lines_bar_no_step_within_the_zone_nor_twice() -> None:
    s = war({"estella": "c_nav1 c_nav2 c_nav3"}, year=1836, hands=["blockade_lines"])
    acts(s)
    do(s, "pass", "activate estella", "all", "march los_arcos")
    assert "carlist March" == asked(s)


# ------------------------------------------------------------------------------------------------------------- L28 Oráa


@rule("aiw", "23.2b", "7.1d")
@pytest.mark.parametrize(
    ("die", "gomez", "found"), [(4, False, True), (3, False, False), (5, True, False), (6, True, True)]
)
def test_oraa_finds_expeditions(die: int, gomez: bool, found: bool) -> None:
    s = war({"aragon": "l_rg1 c_nav1"}, side="liberal", year=1837, hands=["oraa"])
    s.gomez = area("aragon") if gomez else OFF
    run(s, Locate(area("aragon")))
    events = do(s, "play oraa", dice=[die] + [6] * 8 * found)
    assert found == bool(told(events, "located"))


@rule("aiw", "23.4d", "10.7b", "7.1d")
def test_oraa_suppresses_an_uprising_for_nothing() -> None:
    s = war({"aragon": "c_nav1", "vitoria": "l_rg1"}, side="liberal", year=1837, hands=["oraa"], points=1,
            uprising={"valencia_murcia": 2, "catalonia": 2, "aragon": 2})
    acts(s)
    do(s, "play oraa")
    assert ["suppress catalonia", "suppress valencia_murcia"] == sorted(offered(s))
    assert "expedition_in_the_region" == key(s, "suppress aragon")
    do(s, "suppress catalonia", dice=[2])                           # +1: three, above the level
    assert (1, 2) == (level(s, area("catalonia")), phase(s).points)


@rule("aiw", "7.1c")
def test_oraa_needs_an_uprising() -> None:
    s = war({"vitoria": "l_rg1"}, side="liberal", year=1837, hands=["oraa"])
    s.uprising = list(LEAST_UPRISING)
    assert "card_not_now" == key(acts(s), "play oraa")


# ---------------------------------------------------------------------------------------------------- C1 Zumalacárregui


@rule("aiw", "10.1a", "12.1b", "12.1e", "7.1d")
def test_zumalacarregui_activates_for_nothing_and_gathers_two_from_each_space() -> None:
    s = war({"estella": "c_nav1", "alsasua": "c_nav2 c_nav3 c_nav4", "lerin": "c_gui1"}, year=1834, points=0,
            hands=["zumalacarregui"])
    acts(s)
    do(s, "play zumalacarregui")
    assert {"activate estella", "activate alsasua"} == set(offered(s))
    assert "not_where_the_card_says" == key(s, "activate lerin")
    do(s, "activate estella", "concentrate", "summon c_nav2", "summon c_nav3")
    assert "one_unit_from_each_space" == key(s, "summon c_nav4")
    do(s, "done", "all")
    assert 6 == left(s)                                             # three units, and the Concentration costs nothing
    assert 0 == phase(s).points


@rule("aiw", "7.1c")
def test_zumalacarregui_needs_somebody_in_the_zone() -> None:
    s = war({"lerin": "c_gui1"}, year=1834, hands=["zumalacarregui"])
    assert "card_not_now" == key(acts(s), "play zumalacarregui")


# ----------------------------------------------------------------------------------------------- C4 captured dispatches


@rule("aiw", "7.1d", "7.1c", "7.1g")
def test_captured_dispatches_take_the_effect_away() -> None:
    s = war({"estella": "c_par1"}, side="liberal", hands=["mina", "captured_dispatches"])
    acts(s)
    do(s, "play mina")
    assert "carlist CardWindow" == asked(s)
    do(s, "play captured_dispatches")
    assert ("estella", "liberal Act") == (at(s, "c_par1"), asked(s))
    assert (True, True, 0) == (discarded(s, "mina"), discarded(s, "captured_dispatches"), s.removed >> CARD["mina"] & 1)


@rule("aiw", "7.1d", "11.1b")
def test_what_the_card_would_have_replaced_is_done_in_the_normal_way() -> None:
    s = espartero("captured_dispatches")
    do(s, "play espartero", "play captured_dispatches", dice=[1])
    assert (3, 0, []) == (left(s), s.led, phase(s).effects)


@rule("aiw", "7.1c")
def test_nobody_answers_in_the_carlist_phase_nor_an_event() -> None:
    s = war({"estella": "c_nav1 c_nav2", "lodosa": "l_rg1"}, year=1836, hands=["telegraph", "captured_dispatches"])
    acts(s)
    do(s, "activate estella", "all", "march lerin", "play telegraph")
    assert (2, "liberal Intercept") == (s.command[LIBERAL], asked(s))
    s = war({}, side="liberal", hands=["captured_dispatches"])
    run(s, PlayCard(LIBERAL, CARD["quadruple_alliance"]))
    assert "nobody" == asked(s)


# ------------------------------------------------------------------------------------------------------- C5 countryside


def liberals_enter(x: str, carlists: str, forts: tuple[str, ...] = ()) -> Aiw:
    s = war({"vitoria": "l_rg1", x: carlists}, side="liberal", hands=["countryside"], forts={"carlist": forts})
    acts(s)
    do(s, "activate vitoria", "add l_rg1", dice=[6])
    do(s, f"march {x}")
    return s


@rule("aiw", "12.2b", "12.2c", "7.1d")
def test_masters_of_the_countryside_evade_whatever_their_number() -> None:
    s = liberals_enter("villarreal", "c_nav1 c_nav2 c_nav3 c_nav4")
    assert ("too_many_to_evade", ["stand", "play countryside"]) == (key(s, "evade"), offered(s))
    do(s, "play countryside")
    assert "carlist RetreatUnits" == asked(s)
    do(s, "retreat_all durango")
    assert ("durango", "liberal March") == (at(s, "c_nav4"), asked(s))


@rule("aiw", "12.2g")
def test_one_may_stay_in_the_fortress_all_the_same() -> None:
    s = liberals_enter("villarreal", "c_nav1 c_nav2", ("villarreal",))
    do(s, "play countryside")
    assert "carlist Stay" == asked(s)


@rule("aiw", "12.2a", "12.2d", "7.1c")
def test_not_outside_the_zone_nor_when_an_enemy_is_there_already() -> None:
    s = liberals_enter("penacerrada", "c_nav1")
    assert "Evade" not in asked(s)
    there = {"vitoria": "l_rg1 l_rg2", "villarreal": "c_nav1 c_nav2 c_nav3 c_nav4"}
    s = war(there, side="liberal", hands=["countryside"])
    acts(s)
    do(s, "activate vitoria", "add l_rg1", "done", dice=[6])
    do(s, "march villarreal", "stand")
    do(s, "add l_rg2", dice=[6])
    do(s, "march villarreal")
    assert "Evade" not in asked(s)


# -------------------------------------------------------------------------------- C13 Guergué, C26 the Royal Expedition


@rule("aiw", "23.0d", "22.0a", "10.0k", "7.1d")
def test_guergue_goes_straight_to_aragon() -> None:
    s = war(
        {"estella": "c_nav1 c_nav2 c_nav3 c_nav4 c_par1 c_st1 mountain:2", "tolosa": "c_gui1", "alsasua": "c_ala1"},
        hands=["guergue"], points=0, secret=True,
    )
    acts(s)
    do(s, "play guergue")
    assert ("somebody_must_go", "not_where_the_card_says", "no_partida", "cannot_move_alone") == (
        key(s, "done"), key(s, "add c_gui1"), key(s, "add c_par1"), key(s, "add c_st1")
    )
    do(s, "add c_nav1", "add c_st1", "load mountain 1", "add c_nav2")
    assert "all_from_one_space" == key(s, "add c_ala1")
    do(s, "add c_nav3")
    assert "enough_units_for_the_card" == key(s, "add c_nav4")
    do(s, "done")
    assert ["aragon"] * 4 == [at(s, u) for u in ("c_nav1", "c_nav2", "c_nav3", "c_st1")]
    assert ((0, 1), (0, 1)) == (guns(s, "carlist", "aragon"), guns(s, "carlist", "estella"))
    assert (1, 4, 0) == (level(s, area("catalonia")), s.acted.bit_count(), phase(s).points)
    assert s.removed >> CARD["guergue"] & 1


@rule("aiw", "22.0a")
@pytest.mark.parametrize(("catalonia", "aragon", "after"), [(3, 1, 2), (3, 3, 3)])
def test_guergue_rouses_aragon_if_catalonia_is_at_its_height(catalonia: int, aragon: int, after: int) -> None:
    s = war({"estella": "c_nav1"}, hands=["guergue"], uprising={"catalonia": catalonia, "aragon": aragon})
    acts(s)
    do(s, "play guergue")
    assert (3, after, "aragon") == (level(s, area("catalonia")), level(s, area("aragon")), at(s, "c_nav1"))


@rule("aiw", "23.0b", "23.0c", "7.1c")
@pytest.mark.parametrize(
    ("places", "year", "plays"),
    [
        ({"estella": "c_nav1"}, 1835, True),
        ({"estella": "c_nav1"}, 1834, False),
        ({"estella": "c_nav1", "aragon": "c_nav2"}, 1835, False),           # one is there
        ({"estella": "c_nav1", "galicia": "c_nav2"}, 1835, False),          # only one in 1835
        ({"estella": "c_par1", "tolosa": "c_gui1"}, 1835, False),           # nobody in Navarre but a Partida
        ({"lerin": "c_nav1"}, 1835, True),                                  # next to the Carlist Zone
        ({"tudela": "c_nav1"}, 1835, False),
    ],
)
def test_when_guergue_may_go(places: dict[str, str], year: int, plays: bool) -> None:
    assert plays == plays_now(acts(war(places, year=year, hands=["guergue"])), "guergue")


@rule("aiw", "23.0d", "9.1i", "9.1j", "7.1d")
@pytest.mark.parametrize(("debt", "prestige"), [(0, 1), (2, 0)])
def test_the_royal_expedition_brings_prestige(debt: int, prestige: int) -> None:
    s = war({"estella": "c_nav1 c_nav2 c_nav3 c_nav4 c_gui1"}, year=1837, hands=["royal_expedition"], points=0,
            secret=True)
    s.debt = debt
    acts(s)
    do(s, "play royal_expedition", "add c_nav1", "add c_nav2", "add c_nav3", "add c_nav4")
    assert "enough_units_for_the_card" == key(s, "add c_gui1")
    do(s, "done")
    assert (prestige, max(0, debt - 1), area("aragon")) == (s.prestige, s.debt, s.royal)


@rule("aiw", "19.1d", "23.0c")
def test_the_royal_expedition_may_join_another_as_far_as_four_go() -> None:
    s = war({"estella": "c_nav1 c_nav2", "aragon": "c_gui1 c_gui2 c_ala1", "galicia": "c_cas1"}, year=1837,
            hands=["royal_expedition"], secret=True)
    acts(s)
    do(s, "play royal_expedition", "add c_nav1")
    assert "enough_units_for_the_card" == key(s, "add c_nav2")
    s = war({"estella": "c_nav1", "aragon": "c_gui1 c_gui2 c_ala1 c_ala2"}, year=1837, hands=["royal_expedition"])
    assert not plays_now(acts(s), "royal_expedition")
    s = war({"estella": "c_nav1"}, year=1838, hands=["royal_expedition"])
    s.lasting = -1
    assert not plays_now(acts(s), "royal_expedition")               # Maroto keeps them in the North


@rule("aiw", "9.1m", "7.1d")
@pytest.mark.parametrize(("royal", "back"), [(True, 3), (False, 2)])
def test_its_loss_costs_three_boxes(royal: bool, back: int) -> None:
    s = war({"aragon": "c_nav1"}, year=1837)
    s.prestige, s.royal = 3, area("aragon") if royal else OFF
    eliminate(s, block(s, "c_nav1"))
    assert (3 - back, OFF) == (s.prestige, s.royal)


@rule("aiw", "7.1d", "23.1m")
def test_the_mark_follows_the_expedition_and_is_lost_in_the_north() -> None:
    s = war({"aragon": "c_nav1"}, year=1837)
    s.royal = s.gomez = area("aragon")
    acts(s)
    do(s, "activate aragon", "march castile_leon")
    assert (area("castile_leon"), area("castile_leon")) == (s.royal, s.gomez)
    expedition_moves(s, area("castile_leon"), area("briviesca"))
    assert (OFF, OFF) == (s.royal, s.gomez)
    s = war({"aragon": "c_nav1"}, year=1837)
    s.royal = s.gomez = area("aragon")
    put(s, block(s, "c_nav1"), area("estella"))                     # as in a redeployment
    settle(s)
    assert (OFF, OFF) == (s.royal, s.gomez)


# -------------------------------------------------------------------------------------------------------- C16 hospitals


@rule("aiw", "7.1d", "5.3b")
def test_hospitals_heal_two_who_were_wounded_in_a_skirmish() -> None:
    s = war({"alsasua": "c_nav1 c_nav2 c_nav3 c_gui1 l_rg1 l_rg2"}, side="liberal", hands=["hospitals"])
    skirmish(came(s, "alsasua", "irurzun"), "alsasua")
    do(s, "fire c_nav1", "fire c_nav2", "fire c_nav3")
    do(s, "all", dice=[6] * 10 + [1, 1, 1, 6, 6, 6, 6, 6])          # three hits: 4 3 3, 3 3 3, 2 3 3, 2 2 3
    do(s, "hit c_nav1", "hit c_nav2")
    assert ("carlist CardWindow", [2, 2, 3]) == (asked(s), [strength(s, f"c_nav{n}") for n in (1, 2, 3)])
    s.hurt |= 1 << block(s, "c_gui1")       # who did not fire
    do(s, "play hospitals")
    assert {"done", "restore c_nav1", "restore c_nav2"} == set(offered(s))
    assert "not_wounded_in_this_combat" == key(s, "restore c_nav3")
    do(s, "restore c_nav1")
    assert "not_wounded_in_this_combat" == key(s, "restore c_nav1")     # a point each
    do(s, "restore c_nav2")
    assert ([3, 3, 3], "nobody") == ([strength(s, f"c_nav{n}") for n in (1, 2, 3)], asked(s))
    assert discarded(s, "hospitals")


@rule("aiw", "7.1d")
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
@pytest.mark.parametrize(
    ("x", "origin", "asked_"), [("alsasua", "irurzun", True), ("lerin", "tafalla", True), ("tudela", "alfaro", False)]
)
def test_hospitals_are_in_the_zone_or_next_to_it(x: str, origin: str, asked_: bool) -> None:
    s = came(war({x: "c_nav1 l_rg1:1"}, side="liberal", hands=["hospitals"], secret=True), x, origin)
    skirmish(s, x, dice=[6, 6, 6, 6, 1])
    assert asked_ == (asked(s) == "carlist CardWindow")


@rule("aiw", "7.1c", "5.4j")
def test_no_hospital_without_a_wounded_unit_and_none_for_partidas() -> None:
    s = came(war({"alsasua": "c_nav1 l_rg1:1"}, side="liberal", hands=["hospitals"]), "alsasua", "irurzun")
    skirmish(s, "alsasua", dice=[6, 6, 6, 6, 6])
    assert "nobody" == asked(s)
    s = came(war({"alsasua": "c_par1 l_rg1:1"}, side="liberal", hands=["hospitals"]), "alsasua", "irurzun")
    s.hurt = 1 << block(s, "c_par1")
    skirmish(s, "alsasua", dice=[6, 6])
    do(s, "retreat_all segura")
    assert ("nobody", 1 << block(s, "c_par1")) == (asked(s), s.hurt)


# ------------------------------------------------------------------------------------------------------------- C17 snow


@rule("aiw", "11.1e", "11.2a", "7.1d")
def test_snow_makes_secondary_roads_dearer_and_forbids_forced_marches() -> None:
    s = war({"vitoria": "l_rg1 l_rg2 l_rg3"}, side="liberal", turn=1, hands=["snow"])
    acts(s)
    assert "carlist CardWindow" == asked(s)
    do(s, "play snow")
    cost = {y: road_cost(s, LIBERAL, area("vitoria"), area(y)) for y in ("maestu", "salvatierra")}
    assert ({"maestu": 3, "salvatierra": 1}, 2) == (cost, road_cost(s, CARLIST, area("vitoria"), area("maestu")))
    assert (4, 2) == (
        road_cost(s, LIBERAL, area("ramales"), area("asturias_cantabria")),
        road_cost(s, LIBERAL, area("laredo"), area("asturias_cantabria")),
    )
    do(s, "activate vitoria", "all", dice=[1])
    assert ("no_forced_march_in_the_snow", "not_enough_points", "") == (
        key(s, "force salvatierra"), key(s, "march maestu"), key(s, "march salvatierra")
    )


@rule("aiw", "7.1c")
@pytest.mark.parametrize(("turn", "falls"), [(1, True), (2, False), (4, False), (5, True)])
def test_snow_falls_in_the_first_and_the_last_turn(turn: int, falls: bool) -> None:
    s = war({"vitoria": "l_rg1"}, side="liberal", turn=turn, hands=["snow"], secret=True)
    assert falls == (asked(acts(s)) == "carlist CardWindow")


# ------------------------------------------------------------------------------------------------------------ C19 Gómez


@rule("aiw", "23.1k", "22.0a", "23.2b", "7.1d")
def test_gomez_moves_twice_and_rouses_where_he_ends() -> None:
    s = war({"aragon": "c_nav1 c_nav2 mountain:1", "galicia": "l_rg1"}, year=1836, hands=["gomez"])
    s.royal = area("aragon")
    acts(s)
    do(s, "activate aragon")
    assert ["pass", "play gomez"] == offered(s)
    do(s, "play gomez")
    assert ("not_to_the_north", "no_road_between") == (key(s, "march tudela"), key(s, "march galicia"))
    do(s, "march castile_leon", "march galicia")
    assert ("galicia", (0, 1), 1) == (at(s, "c_nav1"), guns(s, "carlist", "galicia"), level(s, area("galicia")))
    assert (area("galicia"), area("galicia")) == (s.gomez, s.royal)
    assert ("carlist Act", "part_of_expedition_has_acted") == (asked(s), key(s, "activate galicia"))


@rule("aiw", "23.1k", "22.0a")
def test_gomez_may_stay() -> None:
    s = war({"aragon": "c_nav1"}, year=1836, hands=["gomez"], uprising={"aragon": 3})
    acts(s)
    do(s, "activate aragon", "play gomez", "done")
    assert ("aragon", 3, area("aragon")) == (at(s, "c_nav1"), level(s, area("aragon")), s.gomez)


@rule("aiw", "23.2b", "23.2d")
@pytest.mark.parametrize(("pursuit", "die", "found"), [(0, 6, False), (2, 6, True), (5, 2, False), (5, 3, True)])
def test_gomez_is_hard_to_find(pursuit: int, die: int, found: bool) -> None:
    s = war({"aragon": "l_rg1 c_nav1"}, side="liberal", year=1836)
    s.gomez = area("aragon")
    s.pursuit[area("aragon") - FIRST_REGION] = pursuit
    events = run(s, Locate(area("aragon")), dice=[die] + [6] * 8 * found)
    assert found == bool(told(events, "located"))


@rule("aiw", "7.1d")
def test_gomez_is_lost_from_sight_for_one_liberal_phase() -> None:
    s = war({"aragon": "c_nav1"}, side="carlist", year=1836)
    s.gomez = area("aragon")
    PlayerPhase(CARLIST).finish(s)
    assert area("aragon") == s.gomez
    PlayerPhase(LIBERAL).finish(s)
    assert OFF == s.gomez


# ---------------------------------------------------------------------------------------------------------- C22 customs


def hungry(x: str) -> Aiw:
    there = {x: "c_nav1 field:1", f"inside {x}": "l_rg1"}
    return war(there, side="liberal", siege=[x], secret=True, hands=["customs"])


@rule("aiw", "19.3c", "7.1d", "24.5b")
def test_customs_guards_make_siege_attrition_worse() -> None:
    s = hungry("vitoria")
    run(s, SiegeAttrition(LIBERAL))
    assert "carlist CardWindow" == asked(s)
    do(s, "play customs", dice=[5])
    with_card = strength(s, "l_rg1")
    s = hungry("vitoria")
    run(s, SiegeAttrition(LIBERAL))
    do(s, "pass", dice=[5])
    assert (3, 4) == (with_card, strength(s, "l_rg1"))


@rule("aiw", "19.2j", "7.1c")
def test_no_customs_where_a_port_supplies() -> None:
    for x, watch in (("san_sebastian", False), ("vitoria", True)):
        s = hungry(x)
        s.call(CheckSupply(LIBERAL, INSIDE + area(x)))
        assert watch == OFFERS[CARD["customs"], SIEGE](s, CARLIST)


# ----------------------------------------------------------------------------------------------------- C24 coup de main


def coup(places: dict[str, str], forts: list[str], siege: tuple[str, ...] = (), secret: bool = False) -> Aiw:
    """The Combat step of a Carlist phase, to its first question."""
    s = war(places, year=1836, hands=["coup_de_main"], forts={"liberal": forts}, siege=siege, secret=secret)
    run(s, CombatStep(CARLIST))
    return s


@rule("aiw", "18.1m", "18.1n", "18.1o", "7.1d")
def test_a_coup_is_an_assault_of_one_round_without_guns() -> None:
    s = coup({"salvatierra": "c_nav1 c_nav2 c_nav3 field:1"}, ["salvatierra"])
    assert "carlist CardWindow" == asked(s)
    do(s, "play coup_de_main")
    assert "carlist ChooseFiring" == asked(s)
    do(s, "fire c_nav1", "fire c_nav2", dice=[6, 6, 6, 6, 6, 6, 6, 6])      # Garrison, then the two
    assert (1 << area("salvatierra"), 1) == (s.siege, s.forts[LIBERAL] >> area("salvatierra") & 1)
    assert "Second" not in asked(s)
    assert discarded(s, "coup_de_main")


@rule("aiw", "18.1k", "18.3a", "18.1w")
def test_a_coup_may_take_the_fortress() -> None:
    s = coup({"salvatierra": "c_nav1"}, ["salvatierra"])
    do(s, "play coup_de_main", dice=[2, 2, 2, 6, 6])                # the Garrison hits on 1, c_nav1 on 2
    assert "carlist KeepFortress" == asked(s)
    do(s, "keep")
    assert s.forts[CARLIST] >> area("salvatierra") & 1


@rule("aiw", "7.1c", "18.1z")
@pytest.mark.parametrize(
    ("places", "forts", "siege", "imaginable"),
    [
        ({"salvatierra": "c_nav1"}, ["salvatierra"], [], True),
        ({"salvatierra": "c_nav1"}, ["salvatierra"], ["salvatierra"], True),
        ({"salvatierra": "c_par1"}, ["salvatierra"], ["salvatierra"], True),        # asked, but see below
        ({"vitoria": "c_nav1"}, [], ["vitoria"], False),                            # a City
        ({"estella": "c_nav1"}, ["salvatierra"], [], False),
    ],
)
def test_when_a_coup_is_imaginable(
    places: dict[str, str], forts: list[str], siege: list[str], imaginable: bool
) -> None:
    s = coup(places, forts, siege=tuple(siege), secret=True)
    assert imaginable == (asked(s) == "carlist CardWindow")
    if imaginable and "c_par1" in places.values():
        assert ["pass"] == offered(s)


@rule("aiw", "18.1z", "7.1c", "17.9r")
def test_where_a_coup_may_not_be_made() -> None:
    besieged = ("vitoria", "salvatierra", "estella", "maestu", "onate")
    places = dict(zip(besieged, ("c_ala1", "c_nav1", "c_par1", "c_nav3", "c_gui1")))
    s = coup({**places, "durango": "c_bis1"}, ["salvatierra", "estella", "maestu", "onate"], besieged, secret=True)
    phase(s).assaulted |= 1 << area("maestu")
    s.retreated |= 1 << block(s, "c_gui1")
    do(s, "play coup_de_main")
    assert ["assault salvatierra"] == offered(s)
    assert ["no_coup_against_a_city", "coup_needs_infantry", "assaulted_already", "not_where_the_card_says"] == [
        key(s, f"assault {x}") for x in ("vitoria", "estella", "maestu", "onate")
    ]


@rule("aiw", "7.1c")
def test_a_coup_needs_all_defenders_inside() -> None:
    s = war({"salvatierra": "c_nav1 l_ln1"}, forts={"liberal": ["salvatierra"]})
    assert Refusal("7.1d", "defenders_must_be_inside") == barred_coup(s, area("salvatierra"))
