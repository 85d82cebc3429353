"""The Operational cards: all have an effect; Mina, the squadron of Lord John Hay, and captured dispatches."""

from __future__ import annotations

import pytest

from tablero.games.aiw.board import (
    CARD,
    CARDS,
    CARLIST,
    DISCARDS,
    FACES,
    FIELD,
    HAND,
    LIBERAL,
    OPERATIONAL,
    REMOVED,
    UNIT,
    area,
)
from tablero.games.aiw.cards.carlist_operations import shown_captured_dispatches
from tablero.games.aiw.rules.r03_turn.s00_player_phase import phase
from tablero.games.aiw.rules.r05_units.s01_counters import load
from tablero.games.aiw.rules.r07_cards.s01_types import PlayCard
from tablero.games.aiw.rules.r16_skirmish.s00_fire import dice as dice_of
from tablero.games.aiw.rules.r18_siege.s01_assault import Assault
from tablero.games.aiw.state import Aiw
from tests.games.aiw.hands import acts, discarded, espartero, ids, key, plays_now
from tests.games.aiw.march import left
from tests.games.aiw.war import asked, at, block, do, offered, run, strength, told, war
from tests.rules import card, rule


@rule("aiw", "7.1c", "7.1d")
def test_each_operational_card_has_a_moment_and_an_effect() -> None:
    cards = [i for i, card in enumerate(FACES) if card.type == OPERATIONAL]
    assert cards
    assert [] == [FACES[i].id for i in cards if i not in CARDS.effects or not any(at >> i & 1 for at in CARDS.at)]


# -------------------------------------------------------------------------------------------------------------- L4 Mina

BANDS = {"estella": "c_par1", "alsasua": "c_nav1 c_par2", "tolosa": "c_gui1", "guernica": "c_par3"}


def in_doubt(s: Aiw, *names: str) -> None:
    """The Liberal cannot tell which of these units is which."""
    may = sum(1 << UNIT[name] for name in names)
    for name in names:
        b = block(s, name)
        s.may[b], s.low[b], s.high[b] = may, 1, 4


@rule("aiw", "7.1d", "5.4i", "8.0a")
@card("aiw", "mina")
def test_mina_roots_out_a_lone_partida() -> None:
    s = war(BANDS, side="liberal", hands=["mina"])
    in_doubt(s, "c_par1", "c_gui1", "c_nav1", "c_par2", "c_par3")
    acts(s)
    do(s, "play mina")
    assert ["root_out estella", "root_out tolosa"] == sorted(offered(s))
    assert ["no_lone_carlist_block"] * 2 == [key(s, f"root_out {x}") for x in ("alsasua", "guernica")]
    assert [(area("tolosa"),)] == told(do(s, "root_out tolosa"), "no_partida")
    assert ("box", "tolosa", 1) == (at(s, "c_par1"), at(s, "c_gui1"), s.command[CARLIST])   # the only one left in doubt
    assert s.piles[REMOVED] >> CARD["mina"] & 1


@rule("aiw", "7.1c", "7.1d")
@card("aiw", "mina")
def test_mina_without_a_partida_in_reach_was_not_played() -> None:
    s = war({"estella": "c_nav1"}, side="liberal", hands=["mina"])
    assert not plays_now(acts(s), "mina")                           # everybody knows that it is none
    s = war({"estella": "c_nav1", "santesteban": "c_par1"}, side="liberal", hands=["mina"])
    in_doubt(s, "c_nav1", "c_par1")
    s.forts[LIBERAL] = 1 << area("puente_la_reina")
    acts(s)
    do(s, "play mina")
    assert ("liberal Act", 1) == (asked(s), s.sizes[HAND[LIBERAL]])
    assert {"mina"} == ids(CARDS.known(s, HAND[LIBERAL]))
    assert not plays_now(s, "mina")                                 # now he knows
    assert 0 == (s.piles[REMOVED] | s.piles[DISCARDS]) >> CARD["mina"] & 1


@rule("aiw", "7.1d")
@card("aiw", "mina")
@pytest.mark.parametrize(("forts", "reach"), [(["puente_la_reina"], True), (["tafalla"], True), (["tudela"], False)])
def test_mina_reaches_two_roads_from_a_fortress(forts: list[str], reach: bool) -> None:
    s = war({"estella": "c_par1"}, side="liberal", hands=["mina"])
    s.forts[LIBERAL] = s.siege = sum(1 << area(x) for x in forts)
    assert not plays_now(acts(s.clone()), "mina")       # not from a besieged one
    s.siege = 0
    assert reach == plays_now(acts(s), "mina")


@rule("aiw", "7.1c", "7.1d")
@card("aiw", "mina")
@pytest.mark.parametrize(("x", "hunts"), [("ochagavia", True), ("miranda", False), ("torrecilla", False)])
def test_mina_hunts_in_three_provinces(x: str, hunts: bool) -> None:
    s = war({x: "c_par1"}, side="liberal", hands=["mina"], forts={"liberal": ["burguete", "haro", "najera"]})
    assert hunts == plays_now(acts(s), "mina")


@rule("aiw", "7.1c", "7.1d")
@card("aiw", "mina")
def test_mina_does_not_reach_a_besieged_partida() -> None:
    s = war({"inside tolosa": "c_par1", "tolosa": "l_ln1"}, side="liberal", hands=["mina"],
            forts={"carlist": ["tolosa"]}, siege=["tolosa"])
    assert not plays_now(acts(s), "mina")


@rule("aiw", "18.1y", "11.3d")
@card("aiw", "mina")
def test_mina_ends_a_siege_that_only_the_partida_kept_up() -> None:
    s = war({"salvatierra": "c_par1 field:1"}, side="liberal", hands=["mina"], forts={"liberal": ["salvatierra"]},
            siege=["salvatierra"])
    acts(s)
    do(s, "play mina")
    assert (0, 0) == (s.siege, load(s, CARLIST, FIELD, area("salvatierra")))


# ---------------------------------------------------------------------------------------------------- L17 Lord John Hay


@rule("aiw", "13.1b", "7.1d")
@card("aiw", "lord_john_hay")
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
@card("aiw", "lord_john_hay")
def test_the_squadron_may_carry_fewer() -> None:
    s = war({"laredo": "l_rg1 l_rg2"}, side="liberal", hands=["lord_john_hay"], secret=True)
    acts(s)
    do(s, "play lord_john_hay", "transport laredo", "ship l_rg1", "sail san_sebastian", "done")
    assert ("laredo", "liberal Act") == (at(s, "l_rg2"), asked(s))


@rule("aiw", "13.2b", "13.2i", "13.2e", "7.1d")
@card("aiw", "lord_john_hay")
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
@card("aiw", "lord_john_hay")
def test_no_squadron_without_anybody_to_carry() -> None:
    s = war({"vitoria": "l_rg1"}, side="liberal", hands=["lord_john_hay"])
    assert "card_not_now" == key(acts(s), "play lord_john_hay")


# ----------------------------------------------------------------------------------------------- C4 captured dispatches


@rule("aiw", "7.1d", "7.1c", "7.1g")
@card("aiw", "captured_dispatches")
def test_captured_dispatches_take_the_effect_away() -> None:
    s = war({"estella": "c_par1"}, side="liberal", hands=["mina", "captured_dispatches"])
    acts(s)
    do(s, "play mina")
    assert "carlist CardWindow" == asked(s)
    do(s, "play captured_dispatches")
    assert ("estella", "liberal Act") == (at(s, "c_par1"), asked(s))
    assert (True, True) == (discarded(s, "mina"), discarded(s, "captured_dispatches"))


@rule("aiw", "7.1d", "11.1b")
@card("aiw", "captured_dispatches")
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


@rule("aiw", "18.1r", "7.1c")
@card("aiw", "captured_dispatches")
def test_the_defender_of_an_assault_captures_no_dispatches() -> None:
    s = war({}, side="liberal", hands=["captured_dispatches"])
    assert shown_captured_dispatches(s, CARLIST, s.stack[-1])
    s.call(Assault(area("tolosa"), LIBERAL))
    assert not shown_captured_dispatches(s, CARLIST, s.stack[-1])
