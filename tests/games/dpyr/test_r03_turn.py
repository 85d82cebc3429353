"""[3.0g]-[3.0q] Turns: factor markers, activations, and what a new turn renews."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

import tablero
from tablero.games.dpyr import GAME
from tablero.games.dpyr.board import (
    ARTILLERY,
    BATIR,
    BATTLES,
    CARLIST,
    CHUSQUERO,
    CUP,
    LIBERAL,
    MACUTO,
    MARKER_NAMES,
    PACK,
    SCENARIOS,
    SIDES,
    UNITS,
    Battle,
)
from tablero.games.dpyr.state import UNKNOWN, Dpyr, attack_factor, defence_factor, fire_factor
from tablero.kernel.errors import NotYourTurn
from tablero.kernel.events import seen_by
from tablero.kernel.refusals import Refusal
from tests.games.dpyr.battlefield import asked, at, battlefield, damage, do, hex_, offered, unit
from tests.games.dpyr.opening import act, assigned, attack, opened, set_up
from tests.rules import rule


def under(s: Dpyr, name: str) -> str:
    """The factor marker under a unit, "" if there is none, "?" if this view does not show it."""
    m = s.marker[unit(s, name)]
    return "?" if m == UNKNOWN else "" if m < 0 else MARKER_NAMES[m]


def known_to(s: Dpyr, name: str) -> tuple[bool, bool]:
    """Do the Carlist and the Liberal know a unit's factor marker?"""
    return under(GAME.view(s, CARLIST), name) != "?", under(GAME.view(s, LIBERAL), name) != "?"


def hidden(s: Dpyr, *names: str) -> tuple[bool, ...]:
    return tuple(bool(s.hidden >> unit(s, name) & 1) for name in names)


def markers(*names: str) -> list[int]:
    return [MARKER_NAMES.index(name) for name in names]


def pass_until(s: Dpyr, side: str) -> None:
    """Pass until a side has an activation."""
    while tablero.players(s) != (SIDES.index(side),):
        do(s, "pass")


# --------------------------------------------------------------------------------------------------------- first draw


def perecamps(dice: list[int]) -> Dpyr:
    """First Perecamps, where the morale classes are those of the example, set up and drawn with these chances."""
    s = GAME.new("perecamps_1", seed=1, secret=True)
    set_up(s)
    set_up(s, done=False)
    do(s, "done", dice=dice)
    return s


@rule("dpyr", "3.0b", "3.0g")
@pytest.mark.parametrize("first", [CARLIST, LIBERAL])
def test_both_sides_draw_from_one_cup_and_chance_says_who_draws_first(first: int) -> None:
    s = perecamps([first] + [0] * 16)
    drawn = (s.drawn_carlist, s.drawn_liberal)
    assert (9, 7) == tuple(map(len, drawn))
    n = len(drawn[first])
    assert list(CUP[:n]) == drawn[first]
    assert list(CUP[n:16]) == drawn[1 - first]
    assert list(CUP[16:]) == s.cup


@rule("dpyr", "3.0b")
def test_what_one_side_has_drawn_the_other_cannot_draw() -> None:
    for seed in range(20):
        s = opened("perecamps_1", seed)
        assert Counter(CUP) == Counter(s.drawn_carlist) + Counter(s.drawn_liberal) + Counter(s.cup)


@rule("dpyr", "3.0g")
def test_a_player_looks_at_what_he_drew_and_sees_of_the_enemy_only_how_many() -> None:
    s = GAME.new("perecamps_1", seed=1, secret=True)
    set_up(s)
    set_up(s, done=False)
    told = act(s, "liberal", "done")
    for seat in (CARLIST, LIBERAL, -1):
        assert {("drew_markers", (CARLIST, 9)), ("drew_markers", (LIBERAL, 7))} <= set(seen_by(told, seat))
        shown = GAME.view(s, seat)
        assert (s.drawn_carlist if seat == CARLIST else []) == shown.drawn_carlist
        assert (s.drawn_liberal if seat == LIBERAL else []) == shown.drawn_liberal
        assert [] == shown.cup


# --------------------------------------------------------------------------------------------------------- C units


@rule("dpyr", "3.0h")
def test_each_c_unit_gets_one_of_the_drawn_markers_by_its_owners_choice() -> None:
    s = perecamps([LIBERAL] + [0] * 16)             # Liberal 011 to 122, Carlist 132 to 232
    assert Refusal("3.0h", "marker_not_drawn") == tablero.why_not(s, LIBERAL, GAME.read(s, "give fm_232"))
    for text in ("give fm_122", "give fm_011", "give fm_122"):
        act(s, "liberal", text)
    assert Refusal("3.0h", "marker_not_drawn") == tablero.why_not(s, LIBERAL, GAME.read(s, "give fm_122"))  # had two
    act(s, "liberal", "give fm_021")
    units = [u.id for u in s.b.units if u.side == LIBERAL and u.morale == CHUSQUERO]
    assert ["fm_122", "fm_011", "fm_122", "fm_021"] == [under(s, name) for name in units]
    assert [CARLIST] == list(tablero.players(s))


@rule("dpyr", "3.0h")
def test_the_enemy_sees_neither_the_marker_nor_the_unit_it_goes_to() -> None:
    s = perecamps([LIBERAL] + [0] * 16)
    told = act(s, "liberal", "give fm_122")
    union = unit(s, "l_union")
    assert [("assigned", (union, *markers("fm_122")))] == seen_by(told, LIBERAL)
    assert [("assigned_hidden", (LIBERAL,))] == seen_by(told, CARLIST) == seen_by(told, -1)
    assert (False, True) == known_to(s, "l_union")


@rule("dpyr", "3.0h")
def test_the_two_players_give_markers_in_any_order_and_do_not_wait_for_each_other() -> None:
    s = perecamps([LIBERAL] + [0] * 16)
    act(s, "carlist", "fill")
    assert [LIBERAL] == list(tablero.players(s))
    act(s, "liberal", "give fm_122")
    s = perecamps([LIBERAL] + [0] * 16)
    act(s, "liberal", "fill")
    assert [CARLIST] == list(tablero.players(s))
    act(s, "carlist", "give fm_132")
    assert 4 == sum(m >= 0 for m in s.marker) - 1


# --------------------------------------------------------------------------------------------------------- M units


@rule("dpyr", "3.0i")
def test_nothing_is_returned_and_nobody_draws_for_m_units_before_both_have_given() -> None:
    s = perecamps([LIBERAL] + [0] * 16)
    act(s, "liberal", "fill")
    assert list(CUP[16:]) == s.cup
    assert "" == under(s, "l_astorga") == under(s, "c_gravat")


@rule("dpyr", "3.0i")
def test_m_units_draw_from_a_cup_to_which_both_sides_have_returned_the_rest() -> None:
    s = perecamps([LIBERAL] + [0] * 16)
    for text in ("give fm_122", "give fm_122", "give fm_112", "give fm_032"):           # returns 011 021 022
        act(s, "liberal", text)
    for text in ("give fm_232", "give fm_222", "give fm_222", "give fm_142"):           # returns 132 132 123 123
        act(s, "carlist", text)
    act(s, "carlist", "give fm_133", dice=[LIBERAL, 3, 3, 3, 0, 0, 0, 0, 0])
    assert ["fm_132", "fm_132", "fm_123"] == [under(s, name) for name in ("l_astorga", "l_castilla", "l_m_barcelona")]
    assert ["fm_011", "fm_021", "fm_022", "fm_123"] == [
        under(s, name) for name in ("c_gravat", "c_griset", "c_cendros", "c_pitchot")
    ]
    assert Counter(CUP) == Counter(s.cup) + Counter(m for m in s.marker if m >= 0)


@rule("dpyr", "3.0i")
def test_nobody_knows_the_markers_of_m_units_not_even_their_owner() -> None:
    s = opened("perecamps_1")
    act(s, "carlist", "fill")
    told = act(s, "liberal", "fill")
    assert (False, False) == known_to(s, "l_astorga") == known_to(s, "c_gravat")
    assert (True, False) == known_to(s, "c_castells")
    for seat in (CARLIST, LIBERAL):
        seen = seen_by(told, seat)
        assert {("drew_unseen", (CARLIST, 4)), ("drew_unseen", (LIBERAL, 3))} <= set(seen)
        assert not [kind for kind, _ in seen if kind == "factors"]


@rule("dpyr", "3.0x2", "3.0g", "3.0h", "3.0i")
def test_example_the_allocation_of_markers() -> None:
    """The Carlist has 5 C and 4 M units, the Liberal 4 C and 3 M."""
    s = perecamps([LIBERAL] + [0] * 16)
    classes = Counter((u.side, u.morale) for u in s.b.units if u.morale in (CHUSQUERO, MACUTO))
    assert {(0, CHUSQUERO): 5, (0, MACUTO): 4, (1, CHUSQUERO): 4, (1, MACUTO): 3} == classes
    assert (9, 7, 8) == (len(s.drawn_carlist), len(s.drawn_liberal), len(s.cup))
    assert (s.drawn_liberal, []) == (GAME.view(s, 1).drawn_liberal, GAME.view(s, 0).drawn_liberal)
    for text in ("give fm_122", "give fm_122", "give fm_112", "give fm_032"):
        act(s, "liberal", text)
    for text in ("give fm_232", "give fm_222", "give fm_222", "give fm_142"):
        act(s, "carlist", text)
    assert 8 == len(s.cup)
    act(s, "carlist", "give fm_133")                # 3 and 4 go back, 3 and 4 are drawn unseen
    in_use = [sum(s.marker[u] >= 0 for u in s.b.army[side]) for side in (0, 1)]
    assert ([9, 7], 24 - 16) == (in_use, len(s.cup))
    unseen = [sum(GAME.view(s, side).marker[u] == UNKNOWN for u in s.b.army[side]) for side in (0, 1)]
    assert [4, 3] == unseen


# --------------------------------------------------------------------------------------------------------- shown


@rule("dpyr", "3.0j")
@pytest.mark.parametrize(("active", "plays", "dice"), [
    ("carlist", ("batir", "aim c_bosque", "fire 1008"), [1, 6]),
    ("carlist", ("campi", "done", "aim c_bosque", "fire 1008"), [1, 6]),
    ("carlist", ("mojar", "done", "attack c_bosque 1008", "done", "pass"), [1, 0]),
    ("liberal", ("mojar", "done", "attack l_cor_1 1009", "done", "pass"), [1, 0]),
    ("liberal", ("ristre", "done", "attack l_cav_reina 1009", "done", "pass"), [1, 0]),
])
def test_the_marker_of_an_m_unit_is_shown_when_it_fires_or_fights(
    active: str, plays: tuple[str, ...], dice: list[int]
) -> None:
    s = battlefield(
        "maella",
        {
            "c_bosque": "1009 marker=fm_233 blind", "c_mora_2": "1010 marker=fm_222",
            "l_cor_1": "1008 facing=S", "l_cav_reina": "0910 facing=S",
        },
        active=active, chits=("carlist", "liberal"), ground={},
    )
    for text in plays[:-1]:
        if text in offered(s):                      # a declaration ends by itself when nothing is left to declare
            do(s, text)
    assert ((False, False), (True, False)) == (known_to(s, "c_bosque"), known_to(s, "c_mora_2"))
    told = act(s, active, plays[-1], dice=dice)
    assert ((True, True), (True, False)) == (known_to(s, "c_bosque"), known_to(s, "c_mora_2"))
    for seat in (CARLIST, LIBERAL):
        assert ("factors", (unit(s, "c_bosque"), *markers("fm_233"))) in seen_by(told, seat)


@rule("dpyr", "3.0j")
def test_the_marker_of_a_c_unit_is_shown_to_the_enemy_when_it_fights() -> None:
    s = battlefield("maella", {"c_mora_2": "1009 marker=fm_233", "l_cor_1": "1008 facing=S"}, ground={})
    assert (True, False) == known_to(s, "c_mora_2")
    do(s, "mojar", "done")
    attack(s, "c_mora_2 1008")
    do(s, "pass", dice=[1, 0])
    assert (True, True) == known_to(s, "c_mora_2")


@rule("dpyr", "3.0j", "3.0o")
def test_a_shown_marker_is_known_until_the_turn_ends() -> None:
    s = battlefield(
        "maella", {"c_bosque": "1009 marker=fm_233 blind", "l_cor_1": "1008 facing=S"}, chits=("liberal",), ground={}
    )
    do(s, "batir", "aim c_bosque", "fire 1008")
    do(s, "done")
    assert (1, (True, True)) == (s.turn, known_to(s, "c_bosque"))
    do(s, "pass")
    assert (2, (False, False)) == (s.turn, known_to(s, "c_bosque"))
    assert under(s, "c_bosque")


@rule("dpyr", "3.0k")
def test_a_marker_gives_fire_attack_and_defence() -> None:
    s = battlefield("maella", {"c_mora_2": "1008 marker=fm_142"}, ground={})
    u = unit(s, "c_mora_2")
    assert (1, 4, 2) == (fire_factor(s, u), attack_factor(s, u), defence_factor(s, u))


@rule("dpyr", "3.0k")
def test_the_factors_of_a_marker_count_in_fire_attack_and_defence() -> None:
    units = {"c_mora_2": "1008 facing=S marker=fm_142", "l_cor_1": "1009 facing=N"}
    s = battlefield("maella", {"c_mora_2": "1008 marker=fm_142", "l_cor_1": "1010"}, ground={})
    do(s, "batir", "aim c_mora_2")
    assert ("fired", (unit(s, "c_mora_2"), hex_("1010"), 1, 1, 6, 5)) in do(s, "fire 1010", dice=[1, 6])
    s = battlefield("maella", units, ground={})
    do(s, "mojar", "done")
    attack(s, "c_mora_2 1009")
    assert ("compared", (hex_("1009"), 4, 3)) in do(s, "pass", dice=[1, 0])
    s = battlefield("maella", units, active="liberal", ground={})
    do(s, "mojar", "done")
    attack(s, "l_cor_1 1008")
    assert ("compared", (hex_("1008"), 4, 2)) in do(s, "pass", dice=[1, 0])


# --------------------------------------------------------------------------------------------------------- activations


@rule("dpyr", "3.0l")
def test_three_markers_of_each_side_go_into_the_cup() -> None:
    s = opened("maella")
    assert [0, 0, 0, 1, 1, 1] == s.chits
    sides: Counter[int] = Counter()
    told = [*act(s, "carlist", "fill"), *act(s, "liberal", "fill")]
    while s.turn == 1:
        sides.update(event.args[0] for event in told if event.kind == "activation")
        told = tablero.apply(s, tablero.players(s)[0], ("pass",))
    assert {CARLIST: 3, LIBERAL: 3} == sides


@rule("dpyr", "3.0m")
def test_the_side_whose_marker_is_drawn_does_one_action_and_nobody_else_acts_before_it_is_over() -> None:
    s = battlefield(
        "maella", {"c_tor_1": "1008", "l_cor_1": "1012"}, active="carlist", chits=("carlist", "liberal"), ground={}
    )
    assert [CARLIST] == list(tablero.players(s))
    assert [] == offered(s, "liberal")
    with pytest.raises(NotYourTurn):
        tablero.apply(s, LIBERAL, ("montear",))
    do(s, "montear", "move c_tor_1", "to 1007")
    assert [CARLIST] == list(tablero.players(s))
    assert ("activation", (LIBERAL,)) in do(s, "done", dice=[1])
    assert ([LIBERAL], [CARLIST]) == (list(tablero.players(s)), s.chits)
    assert "ChooseAction" == asked(s)


@rule("dpyr", "3.0n")
def test_the_turn_ends_after_the_sixth_marker() -> None:
    s = battlefield(
        "maella", {"c_tor_1": "1008 fire=3", "c_gefe_cabrera": "1008", "l_cor_1": "1012"}, chits=("liberal",), ground={}
    )
    do(s, "pass", dice=[0])                         # the fifth: the Liberal still has his activation
    assert ("1008", 1) == (at(s, "c_tor_1"), s.turn)
    told = do(s, "pass", dice=[6, 6])               # the sixth: withdrawal and the roll to rally
    assert ("withdrawn", (unit(s, "c_tor_1"),)) in told
    assert "PlaceRallied" == asked(s)
    do(s, "place 1007")
    do(s, "done")
    assert (2, 5) == (s.turn, len(s.chits))


@rule("dpyr", "3.0x3", "3.0l", "3.0m", "3.0n")
def test_example_the_drawing_of_activations() -> None:
    """Markers come in the order C, L, L, C, C, L; then the cup is empty and a new turn starts."""
    s = opened("maella")
    act(s, "carlist", "fill")
    act(s, "liberal", "fill", dice=[0, 0, 0])       # who draws first, the marker of the M unit, the first activation
    asked_sides = []
    for cup in ([2], [2], [0], [0], [0]):
        asked_sides.append(tablero.players(s)[0])
        assert "ChooseAction" == asked(s)
        do(s, "montear")
        do(s, "done", dice=cup)
    asked_sides.append(tablero.players(s)[0])
    assert [CARLIST, LIBERAL, LIBERAL, CARLIST, CARLIST, LIBERAL] == asked_sides
    assert ([], 1) == (s.chits, s.turn)
    assert ("turn", (2,)) in do(s, "pass", dice=[0, 0, 0, 0])      # who draws first, three factor markers
    assert ([0, 0, 0, 1, 1, 1], "Assign") == (s.chits, asked(s))


# --------------------------------------------------------------------------------------------------------- a new turn


@rule("dpyr", "3.0o")
def test_in_a_new_turn_all_factor_markers_are_dealt_anew() -> None:
    s = battlefield(
        "maella", {"c_mora_2": "1008 marker=fm_343", "c_bosque": "1007 marker=fm_011 blind", "l_cor_1": "1012"},
        chits=(), ground={},
    )
    do(s, "pass", dice=[0, 23, 22])                 # the Carlist draws 343 and 333
    assert (2, [*markers("fm_333", "fm_343")], 22) == (s.turn, s.drawn_carlist, len(s.cup))
    assert ("", "") == (under(s, "c_mora_2"), under(s, "c_bosque"))
    do(s, "give fm_333", dice=[0, 22, 0])           # who draws first, the M unit's marker, an activation
    assert ("fm_333", "fm_343") == (under(s, "c_mora_2"), under(s, "c_bosque"))
    assert 5 == len(s.chits)


@rule("dpyr", "3.0o")
def test_by_option_factor_markers_are_dealt_once_for_the_battle() -> None:
    s = battlefield(
        "maella",
        {"c_mora_2": "1008 marker=fm_343 known", "c_bosque": "1007 marker=fm_011 blind", "l_cor_1": "1012"},
        chits=(), ground={}, factor_markers="once",
    )
    do(s, "pass", dice=[0])                         # an activation and nothing else
    assert (2, "ChooseAction", 5) == (s.turn, asked(s), len(s.chits))
    assert ("fm_343", "fm_011") == (under(s, "c_mora_2"), under(s, "c_bosque"))
    assert ((True, True), (False, False)) == (known_to(s, "c_mora_2"), known_to(s, "c_bosque"))


@rule("dpyr", "3.0o")
def test_the_option_deals_as_usual_in_the_first_turn() -> None:
    s = assigned(opened("maella", factor_markers="once"))
    assert all(under(s, name) for name in ("c_mora_2", "c_bosque", "l_caspe"))


@rule("dpyr", "3.0p")
def test_salvoes_and_the_record_of_actions_go_and_all_else_stays() -> None:
    s = battlefield(
        "maella",
        {
            "c_tor_1": "1008 square fire=1 shock=1", "c_art_xocolate": "1007 salvo=1", "c_mora_1": "0808 hidden",
            "l_cor_1": "1012",
        },
        active="liberal", chits=(), ground={"0808": "forest"},
    )
    s.cross[CARLIST], s.flags[CARLIST], s.ammunition[CARLIST] = unit(s, "c_tor_1"), 1, 7
    s.rode = s.served = 1 << unit(s, "c_art_xocolate")
    do(s, "batir")
    do(s, "done")
    assert 2 == s.turn
    assert (0, [0, 0], 0, 0) == (s.salvo[unit(s, "c_art_xocolate")], s.played, s.rode, s.served)
    assert s.square >> unit(s, "c_tor_1") & 1
    assert ((1, 1), (True,)) == (damage(s, "c_tor_1"), hidden(s, "c_mora_1"))
    assert (unit(s, "c_tor_1"), 1, 7) == (s.cross[CARLIST], s.flags[CARLIST], s.ammunition[CARLIST])


@rule("dpyr", "3.0p")
def test_the_smoke_of_last_turn_is_gone() -> None:
    s = battlefield(
        "maella", {"c_tor_1": "1008", "l_cor_1": "1010"}, active="liberal", chits=("carlist",), ground={}
    )
    do(s, "batir")
    do(s, "done")
    assert s.played[LIBERAL] >> BATIR & 1
    factors = []
    for _ in range(2):
        pass_until(s, "carlist")
        do(s, "batir", "aim c_tor_1")
        factors += [args[2] for kind, args in do(s, "fire 1010") if kind == "fired"]
        do(s, "done")
    assert [1, 2] == factors


# ----------------------------------------------------------------------------------------------------- late arrivals


@pytest.fixture
def raw_reinforcements(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Luchana, but of the two squadrons that arrive one is of morale C and the other a gun of morale M."""
    number = SCENARIOS.index("luchana")
    monkeypatch.setitem(UNITS, "c_cav_cas_1", UNITS["c_cav_cas_1"]._replace(morale=CHUSQUERO))
    monkeypatch.setitem(UNITS, "c_cav_nav_4", UNITS["c_cav_nav_4"]._replace(morale=MACUTO, kind=ARTILLERY))
    before, BATTLES[number] = BATTLES[number], Battle(PACK, "luchana")
    yield
    BATTLES[number] = before


@rule("dpyr", "3.0q")
@pytest.mark.usefixtures("raw_reinforcements")
def test_a_c_unit_that_arrives_in_mid_turn_draws_one_marker_that_nobody_sees() -> None:
    s = battlefield("luchana", {"c_viz_1": "2108", "l_sor_1": "1003"}, turn=6)
    assert "PlaceArrival" == asked(s)
    do(s, "place 2008", dice=[23])
    assert ("fm_343", 23) == (under(s, "c_cav_cas_1"), len(s.cup))
    assert (False, False) == known_to(s, "c_cav_cas_1")
    do(s, "done")
    do(s, "place 2008", dice=[])                    # the gun draws nothing
    do(s, "done")
    assert ("", 23) == (under(s, "c_cav_nav_4"), len(s.cup))


@rule("dpyr", "3.0q")
@pytest.mark.usefixtures("raw_reinforcements")
def test_artillery_and_gefes_never_take_markers_and_units_not_yet_there_draw_none() -> None:
    s = assigned(opened("luchana"))
    for name in ("c_cav_nav_4", "c_cav_cas_1", "c_art_muelle", "c_gefe_noboa"):
        assert "" == under(s, name)
    assert 1 == len([u for u in s.b.of_kind[CARLIST][ARTILLERY] if s.b.morale[u] == MACUTO])


@rule("dpyr", "3.0q")
def test_a_rallied_unit_draws_with_the_others_in_the_next_turn() -> None:
    s = battlefield(
        "maella",
        {"l_caspe": "1012 fire=3 marker=fm_011", "l_gefe_pardinas": "1012", "l_cor_1": "1013", "c_tor_1": "1005"},
        chits=(), ground={},
    )
    do(s, "pass", dice=[6, 3])
    do(s, "place 1014")
    assert 1 == s.turn
    do(s, "done", dice=[1, 23])
    assert (2, markers("fm_343"), "") == (s.turn, s.drawn_liberal, under(s, "l_caspe"))
    assert ["fill", "give fm_343"] == offered(s, "liberal")
