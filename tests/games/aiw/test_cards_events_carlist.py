"""The Carlist Events: what each does when it is drawn."""

from __future__ import annotations

import pytest

from tablero.games.aiw.board import CARD, CARLIST, DISCARDS, HAND, LIBERAL, UNIT, area
from tablero.games.aiw.rules.r03_turn.s00_player_phase import PlayerPhase, phase
from tablero.games.aiw.rules.r07_cards.s00_decks import CABRERA, EXECUTIONS, LOANS, MAROTO, RIOTS
from tablero.games.aiw.rules.r10_actions.s00_points import marker_points
from tablero.games.aiw.rules.r10_actions.s05_replacements import replacement_modifier
from tablero.games.aiw.rules.r17_battle.s05_morale import morale_of
from tablero.games.aiw.rules.r21_replacements.s00_spending import Spend
from tablero.games.aiw.rules.r22_uprising import level
from tablero.games.aiw.rules.r23_regions.s00_expeditions import may_enter
from tablero.games.aiw.rules.r23_regions.s04_uprisings import suppress_modifier
from tablero.games.aiw.rules.r24_end_of_year.s09_cards import renew_decks
from tests.games.aiw.battle import battle, now
from tests.games.aiw.hands import key, out_of_the_game, take
from tests.games.aiw.war import asked, at, block, do, offered, strength, told, war
from tests.rules import card, rule

# ------------------------------------------------------------------------------------------------------- Carlist Events


@rule("aiw", "9.1i", "9.1j", "7.2a")
@card("aiw", "don_carlos")
def test_c2_don_carlos_brings_prestige_and_a_unit() -> None:
    s = war({"estella": "c_nav1"}, bags=["c_gui1"])
    take(s, "don_carlos", dice=[0])
    assert "place estella" in offered(s)
    assert "outside_carlist_zone" == key(s, "place lerin")
    do(s, "place estella")
    assert (1, "estella", 2) == (s.prestige, at(s, "c_gui1"), strength(s, "c_gui1"))
    s = war({"estella": "c_nav1:1"})
    s.debt = 1
    take(s, "don_carlos")
    assert (0, 0, 4) == (s.debt, s.prestige, s.frame(Spend).halves)


@rule("aiw", "4.5b", "21.0a")
@card("aiw", "contraband")
@pytest.mark.parametrize(
    ("held", "halves"), [("", 2), ("irun", 4), ("irun burguete", 6), ("irun burguete ochagavia", 6)]
)
def test_c9_contraband_is_a_point_for_each_space_of_the_border(held: str, halves: int) -> None:
    pieces = dict(zip(held.split(), ("c_nav1:1", "c_nav2:1", "c_nav3:1")))
    places = {"irun": "l_ln1", "baztan": "c_gui1:1", "burguete": "l_ln2", "ochagavia": "l_ln3", **pieces}
    s = war(places)
    take(s, "contraband")
    assert halves == s.frame(Spend).halves
    assert s.piles[DISCARDS] >> CARD["contraband"] & 1                     # it may come back


@rule("aiw", "4.5b")
@card("aiw", "contraband")
def test_c9_no_point_from_a_besieged_space() -> None:
    places = {"irun": "l_ln1", "baztan": "l_ln2", "inside irun": "c_nav1:1", "estella": "c_nav2:1"}
    s = war(places, forts={"carlist": ["irun"]}, siege=["irun"])
    take(s, "contraband")
    assert "nobody" == asked(s)
    del places["irun"]
    take(s := war(places, forts={"carlist": ["irun"]}), "contraband")
    assert "carlist SpendPoint" == asked(s)


@rule("aiw", "14.3a", "20.2f")
@card("aiw", "foundry")
def test_c10_the_foundry_casts_a_gun_of_each_kind() -> None:
    s = war({})
    take(s, "foundry")
    assert (1, 1) == (s.box_field, s.box_mountain)
    s.box_field = 20
    take(s, "foundry")
    assert (20, 2) == (s.box_field, s.box_mountain)                 # no counter is left
    s.box_field, s.box_mountain = 0, 20
    take(s, "foundry")
    assert (1, 20) == (s.box_field, s.box_mountain)


@rule("aiw", "7.0f", "8.0a", "9.1o")
@card("aiw", "zumalacarregui_death")
@pytest.mark.parametrize(("die", "siege", "command", "dies"), [
    (4, "", 1, True), (5, "", 1, False), (4, "", 5, True), (6, "bilbao", 1, True),
    (5, "vitoria", 1, False),           # his own City
    (5, "valmaseda", 1, False),         # no City
])
def test_c11_zumalacarregui_may_die(die: int, siege: str, command: int, dies: bool) -> None:
    s = war({"bilbao": "c_nav1", "vitoria": "l_ln1", "valmaseda": "c_nav2"}, siege=[siege] if siege else [],
            forts={"carlist": ["vitoria"], "liberal": ["valmaseda"]}, command=(command, 0), hands=["zumalacarregui"])
    s.prestige = 2
    events = take(s, "zumalacarregui_death", dice=[die])
    assert dies == out_of_the_game(s, "zumalacarregui")
    after = (max(0, command - 2), 1, 0) if dies else (command, 2, 1)
    assert after == (s.command[CARLIST], s.prestige, s.sizes[HAND[CARLIST]])
    assert [(CARD["zumalacarregui_death"], die)] == told(events, "card_die")


@rule("aiw", "17.5a", "8.0a")
@card("aiw", "durango_decree")
def test_c12_foreigners_of_the_liberals_waver_for_a_year() -> None:
    s = battle("lerin", "c_nav1 c_nav2 c_for1", "l_br1 l_ln1 l_pt1 l_rgc1")
    take(s, "durango_decree")
    assert 1 == s.command[LIBERAL]
    assert [7, 7, 8, 9, 8] == [
        morale_of(s, now(s), block(s, unit)) for unit in ("l_br1", "l_pt1", "l_ln1", "l_rgc1", "c_for1")
    ]
    s.lasting |= CABRERA                                # which outlasts the year
    renew_decks(s, 1836)
    assert (CABRERA, 8) == (s.lasting, morale_of(s, now(s), block(s, "l_br1")))


@rule("aiw", "22.0a", "23.4d")
@card("aiw", "cabrera")
def test_c14_cabrera_raises_two_regions_and_holds_one_for_good() -> None:
    s = war({}, uprising={"aragon": 3})
    take(s, "cabrera")
    assert (1, 3) == (level(s, area("valencia_murcia")), level(s, area("aragon")))
    assert (-1, 0) == (suppress_modifier(s, area("valencia_murcia")), suppress_modifier(s, area("aragon")))
    renew_decks(s, 1836)
    assert s.lasting & CABRERA
    take(s := war({}, uprising={"aragon": 1, "valencia_murcia": 2}), "cabrera")
    assert (3, 2) == (level(s, area("valencia_murcia")), level(s, area("aragon")))


@rule("aiw", "8.0a", "10.0c")
@card("aiw", "riots")
@pytest.mark.parametrize("points", [2, 4])
def test_c15_riots_cost_a_point_of_the_next_liberal_marker(points: int) -> None:
    s = war({}, command=(0, 3))
    take(s, "riots")
    assert (2, RIOTS) == (s.command[LIBERAL], s.lasting & RIOTS)
    s.cups = [0] * 6
    s.cups[points - 2] = s.cups[3 + points - 2] = 2
    assert points == marker_points(s, PlayerPhase(CARLIST))         # not the Carlists'
    assert points - 1 == marker_points(s, PlayerPhase(LIBERAL))
    assert (0, points) == (s.lasting & RIOTS, marker_points(s, PlayerPhase(LIBERAL)))


@rule("aiw", "5.4q", "7.2a", "21.0a")
@card("aiw", "foreign_battalion")
def test_c20_the_foreign_battalion_enters_or_recovers_or_is_worth_a_point() -> None:
    s = war({"estella": "c_nav1:1"}, year=1836)
    take(s, "foreign_battalion")
    do(s, "place estella")
    assert ("estella", 2) == (at(s, "c_for1"), strength(s, "c_for1"))
    for place in ("estella", "bilbao"):
        s = war({place: "c_for1:1 c_nav1"}, year=1836)
        s.may[block(s, "c_for1")] |= 1 << UNIT["c_nav2"]
        take(s, "foreign_battalion")
        assert (2, 0, "nobody") == (strength(s, "c_for1"), s.acted, asked(s))
        assert 1 << UNIT["c_for1"] == s.may[block(s, "c_for1")]         # everybody has seen who recovered
    for places in ({"estella": "c_for1 c_nav1:1"}, {"aragon": "c_for1:1", "estella": "c_nav1:1"}):
        s = war(places, year=1836)
        take(s, "foreign_battalion")
        assert 2 == s.frame(Spend).halves
    s = war({"estella": "c_nav1:1"}, year=1836)
    s.gone = 1 << UNIT["c_for1"]
    take(s, "foreign_battalion")
    assert 2 == s.frame(Spend).halves


@rule("aiw", "10.5d", "21.0a")
@card("aiw", "loans")
def test_c21_loans_give_points_and_better_replacements_for_a_year() -> None:
    s = war({"estella": "c_nav1:1"}, year=1836)
    take(s, "loans")
    assert (6, 1, 0) == (s.frame(Spend).halves, replacement_modifier(s, CARLIST), replacement_modifier(s, LIBERAL))
    do(s, "raise c_nav1", "done")
    assert s.acted == 1 << block(s, "c_nav1")                       # who receives points has acted
    renew_decks(s, 1837)
    assert 0 == s.lasting & LOANS


@rule("aiw", "5.4q", "7.0f", "7.1d")
@card("aiw", "legions_melt")
def test_c27_the_legions_melt_away() -> None:
    places = {"haro": "l_ln1", "bilbao": "l_br1 l_br2:1 l_br3", "aragon": "l_fr1", "vitoria": "l_pt1:1"}
    s = war({**places, "tolosa": "c_for1"}, year=1837)
    take(s, "legions_melt")
    assert (3, 2, 4, 3, 2) == tuple(strength(s, u) for u in ("l_br1", "l_br3", "l_ln1", "l_fr1", "c_for1"))
    assert ("gone", "gone") == (at(s, "l_br2"), at(s, "l_pt1"))
    assert ("british_unit", {"dismiss l_br1", "dismiss l_br3"}) == (key(s, "dismiss l_ln1"), set(offered(s)))
    do(s, "dismiss l_br3")
    assert ("gone", True, 0) == (at(s, "l_br3"), out_of_the_game(s, "british_legion"), s.apart)
    s = war({"aragon": "l_fr1"}, year=1837)
    take(s, "legions_melt")
    assert ("nobody", 3) == (asked(s), strength(s, "l_fr1"))


@rule("aiw", "5.4q", "11.3f")
@card("aiw", "legions_melt")
def test_c27_what_a_lost_unit_escorted_is_lost() -> None:
    s = war({"haro": "l_br1:1 field:2"}, year=1837)
    take(s, "legions_melt")
    assert {} == s.loads


@rule("aiw", "9.1e", "22.0a")
@card("aiw", "zaratiegui")
@pytest.mark.parametrize(
    ("where", "levels", "vp", "after"),
    [("castile_leon", (0, 0), 1, (0, 0)), ("new_castile", (0, 0), 1, (0, 0)), ("aragon", (2, 0), 0, (3, 0)),
     ("aragon", (3, 1), 0, (3, 2)), ("aragon", (3, 3), 0, (3, 3))],
)
def test_c29_zaratiegui(where: str, levels: tuple[int, int], vp: int, after: tuple[int, int]) -> None:
    s = war({where: "c_nav1"}, year=1837, uprising=dict(zip(("castile_leon", "new_castile"), levels)))
    take(s, "zaratiegui")
    assert (vp, after) == (s.vp, (level(s, area("castile_leon")), level(s, area("new_castile"))))


@rule("aiw", "22.0a")
@card("aiw", "basilio_garcia")
def test_c32_don_basilio_raises_two_regions() -> None:
    for before, after in ((1, 2), (3, 3)):
        s = war({}, year=1838, uprising={"new_castile": 1, "extremadura": before})
        take(s, "basilio_garcia")
        assert (2, after) == (level(s, area("new_castile")), level(s, area("extremadura")))


@rule("aiw", "8.0a", "10.0c")
@card("aiw", "court_intrigues")
@pytest.mark.parametrize(
    ("cups", "draws", "points"), [([1, 1, 1], [2, 0], 2), ([0, 1, 1], [0, 0], 3), ([0, 0, 1], [0], 4)]
)
def test_c33_the_lower_of_two_markers(cups: list[int], draws: list[int], points: int) -> None:
    s = war({}, year=1838, command=(3, 0))
    s.cups = [*cups, 0, 0, 0]
    here = phase(s)
    take(s, "court_intrigues")
    s.script = draws
    assert points == marker_points(s, here)
    assert (2, max(0, sum(cups) - 2), []) == (s.command[CARLIST], sum(s.cups), s.script)


@rule("aiw", "10.0d")
def test_c33_with_an_empty_cup_there_are_two_points_later() -> None:
    s = war({}, year=1838)
    s.cups = [0] * 6
    assert 2 == marker_points(s, PlayerPhase(CARLIST))


@rule("aiw", "7.0f", "8.0a", "23.0b")
@card("aiw", "maroto")
def test_c34_maroto_takes_command() -> None:
    s = war({"estella": "c_nav1:1 c_nav2:1 c_nav3:1 c_par1"}, year=1838, command=(2, 0))
    assert "" == may_enter(s, CARLIST, area("aragon"))
    take(s, "maroto")
    assert "no_partida" == key(s, "restore c_par1")
    do(s, "restore c_nav1", "restore c_nav2")
    assert "nobody" == asked(s)
    assert (4, 2, 2, 1) == (s.command[CARLIST], *(strength(s, f"c_nav{n}") for n in (1, 2, 3)))
    assert ["carlists_stay_in_the_north", ""] == [may_enter(s, side, area("aragon")) for side in (CARLIST, LIBERAL)]
    assert out_of_the_game(s, "court_intrigues")
    renew_decks(s, 1839)
    assert 0 == s.lasting & MAROTO


@rule("aiw", "7.0f", "9.1e", "10.0c")
@card("aiw", "estella_executions")
def test_c36_the_executions_cost_and_then_help() -> None:
    s = war({}, year=1838, command=(3, 0))
    s.cups = [5, 0, 0, 5, 0, 0]
    here = phase(s)
    take(s, "estella_executions")
    assert (-1, 2, True) == (s.vp, s.command[CARLIST], out_of_the_game(s, "court_intrigues"))
    assert 2 == marker_points(s, here)                              # from his next phase on
    assert (3, 2) == (marker_points(s, PlayerPhase(CARLIST)), marker_points(s, PlayerPhase(LIBERAL)))
    renew_decks(s, 1839)
    assert 0 == s.lasting & EXECUTIONS
