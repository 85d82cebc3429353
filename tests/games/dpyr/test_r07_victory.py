"""[7] Victory: elimination, draw, partial victory, Corda, and the graded victory that a table may choose."""

from __future__ import annotations

import pytest

from tablero.games.dpyr.state import GONE, OUT, Dpyr
from tests.games.dpyr.battlefield import asked, battlefield, do, offered, refused, unit
from tests.rules import rule

NEW_TURN = (0, 0, 0)        # who draws first, who draws unseen first, the first activation marker: the Carlist's

LAST = {
    "arquijas": 16, "luchana": 17, "oriamendi": 12, "barbastro": 15, "maella": 14, "perecamps_1": 16, "perecamps_2": 15,
}
EACH = {        # a battalion of each side
    "arquijas": ("c_nav_1", "l_sor_1"), "luchana": ("c_viz_1", "l_sor_1"), "oriamendi": ("c_nav_1", "l_esp_1"),
    "barbastro": ("c_cas_1", "l_rey"), "maella": ("c_tor_1", "l_cor_1"), "perecamps_1": ("c_borges", "l_oporto"),
    "perecamps_2": ("c_tell", "l_oporto"),
}


def ended(s: Dpyr) -> tuple[str, str] | None:
    """Who won, and how."""
    if s.result is None:
        return None
    winner = s.result["winner"]
    return "nobody" if winner is None else ("carlist", "liberal")[winner], s.result["kind"]


def facing_each_other(scenario: str, turn: int, **options: str) -> Dpyr:
    """A battalion a side and the last activation of a turn, a Liberal one."""
    carlist, liberal = EACH[scenario]
    units = {carlist: "1001", liberal: "1016"}
    if scenario == "luchana":
        units["l_gefe_oraa"] = "1017"
    return battlefield(scenario, units, active="liberal", turn=turn, chits=(), ground={}, **options)


# --------------------------------------------------------------------------------- elimination and the last turn


@rule("dpyr", "7.1a", "7.1d")
@pytest.mark.parametrize("turn", [1, 13, 14])
@pytest.mark.parametrize(("beaten", "winner"), [("c_tor_1", "liberal"), ("l_cor_1", "carlist")])
def test_who_has_eliminated_all_enemy_units_wins_whatever_the_turn(turn: int, beaten: str, winner: str) -> None:
    units = {"c_tor_1": "1008", "l_cor_1": "1012"}
    s = battlefield("maella", units | {beaten: units[beaten] + " shock=3"}, turn=turn, chits=(), ground={})
    told = do(s, "pass", dice=[])
    assert s.over
    assert (winner, "elimination") == ended(s)
    assert ("victory", (("carlist", "liberal").index(winner),)) == told[-1]


@rule("dpyr", "7.1a", "7.1d")
def test_a_last_unit_that_rallies_saves_the_battle_and_one_that_fails_loses_it() -> None:
    units = {"c_tor_1": "1008 fire=3", "c_gefe_cabrera": "1004", "l_cor_1": "1012"}
    s = battlefield("maella", units, chits=(), ground={})
    do(s, "pass", dice=[4, 4])
    assert "PlaceRallied" == asked(s)
    do(s, "place 1004")
    do(s, "done", dice=[*NEW_TURN])
    assert (2, None) == (s.turn, ended(s))
    s = battlefield("maella", units, chits=(), ground={})
    do(s, "pass", dice=[4, 3])
    assert ("liberal", "elimination") == ended(s)


@rule("dpyr", "7.1d")
def test_nothing_is_decided_before_the_sixth_activation() -> None:
    s = battlefield("maella", {"c_tor_1": "1008 shock=6", "l_cor_1": "1012"}, chits=("liberal",), ground={})
    do(s, "pass", dice=[0])
    assert ended(s) is None
    do(s, "pass", dice=[])
    assert ("liberal", "elimination") == ended(s)


@rule("dpyr", "7.1d")
@pytest.mark.parametrize("gefe", [{}, {"c_gefe_cabrera": "1004"}])
def test_a_side_with_only_its_gefe_left_has_lost(gefe: dict[str, str]) -> None:
    s = battlefield("maella", {"c_tor_1": "1008 shock=3", "l_cor_1": "1012", **gefe}, chits=(), ground={})
    do(s, "pass", dice=[])
    assert ("liberal", "elimination") == ended(s)


@rule("dpyr", "7.1d")
@pytest.mark.parametrize("victory", ["printed", "graded"])
def test_two_armies_that_fall_in_the_same_step_draw(victory: str) -> None:
    units = {"c_nav_1": "1008 shock=3", "l_sor_1": "1012 shock=3"}
    s = battlefield("arquijas", units, chits=(), ground={}, victory=victory)
    told = do(s, "pass", dice=[])
    assert ("nobody", "draw") == ended(s)
    assert ("drawn", ()) == told[-1]
    assert {"carlist": 0.5, "liberal": 0.5} == s.result["score"]


@rule("dpyr", "7.1d", "9.2e")
def test_a_side_that_awaits_reinforcements_has_not_yet_lost() -> None:
    units = {"c_viz_1": "1008 shock=3", "l_sor_1": "1012", "l_gefe_oraa": "1017"}
    s = battlefield("luchana", units, turn=5, chits=(), ground={})
    do(s, "pass", dice=[0, 0, 3])                   # turn 6, a Liberal activation
    assert (6, None) == (s.turn, ended(s))
    s = battlefield("luchana", units, turn=5, chits=(), ground={})
    for name in ("c_cav_cas_1", "c_cav_nav_4"):
        s.at[unit(s, name)] = GONE
    do(s, "pass", dice=[])
    assert ("liberal", "elimination") == ended(s)


@rule("dpyr", "7.1d")
def test_after_the_last_turn_no_reinforcement_is_still_to_come() -> None:
    blocked = {"l_sor_1": "1909", "l_rey": "2108"}      # one of them holds or touches every hex of the area
    units = blocked | {"l_gefe_oraa": "1017", "c_viz_1": "1514 shock=3"}
    for turn, result in (16, None), (17, ("liberal", "elimination")):
        s = battlefield("luchana", units, turn=turn, chits=(), ground={})
        do(s, "pass", dice=[] if turn == 17 else [0, 0, 3])
        assert result == ended(s)


@rule("dpyr", "7.1b", "9.4b", "9.5b", "9.6b", "9.7f")
@pytest.mark.parametrize("scenario", ["barbastro", "maella", "perecamps_1", "perecamps_2"])
def test_units_on_both_sides_after_the_last_turn_are_a_draw(scenario: str) -> None:
    s = facing_each_other(scenario, LAST[scenario])
    do(s, "pass", dice=[])
    assert ("nobody", "draw") == ended(s)
    s = facing_each_other(scenario, LAST[scenario] - 1)
    do(s, "pass", dice=[*NEW_TURN])
    assert ended(s) is None


@rule("dpyr", "7.1c", "9.1b", "9.2b", "9.3b")
@pytest.mark.parametrize(
    ("scenario", "winner"), [("arquijas", "carlist"), ("luchana", "carlist"), ("oriamendi", "liberal")]
)
def test_some_battles_give_a_partial_victory_to_who_is_still_there(scenario: str, winner: str) -> None:
    s = facing_each_other(scenario, LAST[scenario])
    for name in ("c_cav_cas_1", "c_cav_nav_4") if scenario == "luchana" else ():
        s.at[unit(s, name)] = GONE
    told = do(s, "pass", dice=[])
    assert (winner, "partial") == ended(s)
    assert ("partial", (("carlist", "liberal").index(winner),)) == told[-1]
    s = facing_each_other(scenario, LAST[scenario] - 1)
    do(s, "pass", dice=[0, 0, 3])
    assert ended(s) is None


@rule("dpyr", "7.1c", "7.1a", "9.1b", "9.2b", "9.3b")
@pytest.mark.parametrize("scenario", ["arquijas", "luchana", "oriamendi"])
@pytest.mark.parametrize(("beaten", "winner"), [(0, "liberal"), (1, "carlist")])
def test_elimination_in_the_last_turn_goes_before_a_partial_victory(scenario: str, beaten: int, winner: str) -> None:
    s = facing_each_other(scenario, LAST[scenario])
    s.shock[unit(s, EACH[scenario][beaten])] = 3
    do(s, "pass", dice=[])
    assert (winner, "elimination") == ended(s)


# --------------------------------------------------------------------------------------------------------- Corda

FEW = ["c_tor_1", "c_minyons", "c_mora_1"]          # Pistolos


def carlists_left(*names: str, active: str = "liberal", **more: str) -> Dpyr:
    units = {name: f"{8 + 2 * i:02}03" for i, name in enumerate(names)}
    return battlefield("maella", units | {"l_cor_1": "1012", "l_cor_2": "1212", **more}, active=active, ground={})


@rule("dpyr", "7.2a", "4.0b")
def test_corda_is_offered_against_three_units_or_fewer() -> None:
    assert "corda" in offered(carlists_left(*FEW))
    assert "corda" in offered(carlists_left(*FEW[:1]))
    four = carlists_left(*FEW, "c_tor_2")
    assert "corda" not in offered(four)
    assert ("7.2a", "corda_enemy_too_strong") == refused(four, "corda")


@rule("dpyr", "7.2a")
def test_a_gefe_does_not_count_for_corda_but_guns_and_horse_do() -> None:
    assert "corda" in offered(carlists_left(*FEW, c_gefe_cabrera="0808"))
    assert "corda" not in offered(carlists_left(*FEW, c_art_xocolate="0808"))
    assert "corda" not in offered(carlists_left(*FEW, c_cav_ara_2="0808"))


@rule("dpyr", "7.2a")
def test_units_that_have_not_arrived_do_not_count_for_corda() -> None:
    units = {"c_viz_1": "1004", "c_viz_5": "1204", "c_ala_3": "1404", "l_sor_1": "1012", "l_gefe_oraa": "1017"}
    assert "corda" in offered(battlefield("luchana", units, active="liberal", turn=3, ground={}))


@rule("dpyr", "7.2a")
def test_ones_own_weakness_offers_nothing() -> None:
    many = {"l_africa_1": "1412", "l_africa_2": "1612"}
    assert "corda" not in offered(carlists_left(*FEW, active="carlist", **many))
    assert "corda" in offered(carlists_left(*FEW, active="liberal", **many))


@rule("dpyr", "7.2b", "7.2d")
@pytest.mark.parametrize("die", [5, 6])
def test_on_five_or_six_the_enemy_surrenders_at_once(die: int) -> None:
    s = carlists_left(*FEW)
    told = do(s, "corda", dice=[die])
    assert s.over
    assert ("liberal", "surrender") == ended(s)
    assert ("victory", (1,)) == told[-1]


@rule("dpyr", "7.2b", "7.2a")
@pytest.mark.parametrize("die", [1, 4])
def test_a_failed_corda_has_used_up_the_activation(die: int) -> None:
    s = carlists_left(*FEW)
    s.chits = [0]
    told = do(s, "corda", dice=[die, 0])
    assert [("corda", (1, die, 5)), ("corda_failed", (1,))] == told[1:3]
    assert ended(s) is None
    assert "carlist" == ("carlist", "liberal")[s.stack[-1].who]
    assert "ChooseAction" == asked(s)


@rule("dpyr", "7.2c")
@pytest.mark.parametrize(("left", "least"), [
    (["c_tor_1", "c_minyons"], 5), (["c_tor_1", "c_tor_2"], 6), (["c_tor_2", "c_cav_ara_1"], 6),
    (["c_tor_1"], 4), (["c_tor_2"], 5), (["c_cav_ara_1", "c_minyons", "c_mora_1"], 6),
])
def test_a_bruto_among_them_takes_one_off_and_a_single_unit_adds_one(left: list[str], least: int) -> None:
    for die in range(1, 7):
        s = carlists_left(*left)
        s.chits = [1]
        do(s, "corda", dice=[die] if die >= least else [die, 0])
        assert (("liberal", "surrender") if die >= least else None) == ended(s)


@rule("dpyr", "7.2c", "7.2a")
def test_a_gefe_is_neither_a_bruto_nor_a_second_unit() -> None:
    s = carlists_left("c_tor_1", c_gefe_cabrera="0808")
    do(s, "corda", dice=[4])
    assert ("liberal", "surrender") == ended(s)


@rule("dpyr", "7.2d", "9.1b")
@pytest.mark.parametrize("victory", ["printed", "graded"])
def test_surrender_is_a_full_victory_even_against_the_side_with_the_partial_one(victory: str) -> None:
    units = {"c_nav_1": "1003", "c_nav_5": "1203", "l_sor_1": "1012"}
    s = battlefield("arquijas", units, active="liberal", turn=16, ground={}, victory=victory)
    do(s, "corda", dice=[5])
    assert ("liberal", "surrender") == ended(s)
    assert {"carlist": 0.0, "liberal": 1.0} == s.result["score"]


# ------------------------------------------------------------------------------------------------ graded victory


def verdict(
    scenario: str, on_the_map: dict[str, str], *lost: str, victory: str = "graded"
) -> tuple[tuple[str, str] | None, list[int]]:
    """How a battle ends in which only these units were eliminated, and the points of both sides, rounded."""
    s = battlefield(scenario, on_the_map, "liberal", LAST[scenario], chits=(), ground={}, victory=victory)
    for u, x in enumerate(s.at):
        if s.b.units[u].id not in lost:
            s.at[u] = x if x >= 0 else OUT
        elif x >= 0:
            s.shock[u] = 5
        else:
            s.at[u] = GONE
    told = do(s, "pass", dice=[])
    return ended(s), [args[1] for kind, args in told if kind == "points"]


MAELLA = {"c_tor_1": "1008", "l_cor_1": "1012"}                             # Carlists worth 23 in all, Liberals 24
LUCHANA = {"c_viz_1": "1008", "l_sor_1": "1012", "l_gefe_oraa": "1017"}     # 36 and 38; Espartero replaces Oráa


@rule("dpyr", "7.3a")
@pytest.mark.parametrize(("lost", "value"), [
    ("l_caspe", 1), ("l_cor_2", 2), ("l_cav_cataluna", 2), ("l_africa_1", 3), ("l_cav_reina", 3), ("l_art_logrono", 2),
    ("l_gefe_pardinas", 3),
])
def test_eliminated_units_count_by_their_value_in_per_cent_of_the_whole_army(lost: str, value: int) -> None:
    assert [round(100 * value / 24), 0] == verdict("maella", MAELLA, lost)[1]


@rule("dpyr", "7.3a")
def test_each_side_has_its_per_cent_of_the_other() -> None:
    result, points = verdict("maella", MAELLA, "l_africa_1", "l_gefe_pardinas", "c_bosque", "c_cav_ara_1", "c_mora_2")
    assert [25, 22] == points                       # 6 of 24, 5 of 23
    assert ("nobody", "draw") == result


@rule("dpyr", "7.3a")
def test_reinforcements_belong_to_the_army_from_the_start() -> None:
    assert [0, round(100 * 2 / 36)] == verdict("luchana", LUCHANA, "c_cav_nav_4")[1]


@rule("dpyr", "7.3a", "9.2i")
@pytest.mark.parametrize(("lost", "value"), [
    ((), 0), (("l_gefe_oraa",), 3), (("l_gefe_espartero",), 3), (("l_gefe_oraa", "l_gefe_espartero"), 3),
])
def test_the_liberals_of_luchana_have_one_gefe_to_lose(lost: tuple[str, ...], value: int) -> None:
    assert [round(100 * value / 38), 0] == verdict("luchana", LUCHANA, *lost)[1]


@rule("dpyr", "7.3a")
def test_graded_victory_is_an_option_and_full_victories_stand() -> None:
    lost = ("l_africa_1", "l_gefe_pardinas", "l_cav_reina")
    assert ("carlist", "clear") == verdict("maella", MAELLA, *lost)[0]
    assert (("nobody", "draw"), []) == verdict("maella", MAELLA, *lost, victory="printed")
    assert (("liberal", "elimination"), []) == verdict("maella", MAELLA | {"c_tor_1": "1008 shock=3"}, *lost)


PERECAMPS = {"c_ros": "1008", "c_cav_marsal": "1208", "l_union": "1012", "l_valencia": "1212"}      # 25 and 28 in all


@rule("dpyr", "7.3b")
def test_a_lead_of_eight_is_a_narrow_victory_and_less_is_even() -> None:
    assert (("liberal", "narrow"), [0, 8]) == verdict("perecamps_1", PERECAMPS, "c_borges")
    assert (("nobody", "draw"), [7, 0]) == verdict("perecamps_1", PERECAMPS, "l_oporto")
    assert (("carlist", "narrow"), [11, 0]) == verdict("perecamps_1", PERECAMPS, "l_oporto", "l_asturias")


@rule("dpyr", "7.3b")
def test_a_lead_of_thirty_is_a_clear_victory() -> None:
    carlists = (                                    # 20 of 25
        "c_gravat", "c_muchacho", "c_art_ripoll", "c_castells", "c_pep_oli", "c_griset", "c_borges", "c_cendros",
        "c_gefe_brujo", "c_art_berga", "c_pitchot", "c_estartus", "c_cav_ontoria", "c_cav_tortosa",
    )
    liberals = (                                    # 14 of 28
        "l_esp_1", "l_cav_santiago", "l_oporto", "l_lieja", "l_cav_montesa", "l_art_s_andres", "l_sor_2",
    )
    assert (("liberal", "clear"), [50, 80]) == verdict("perecamps_1", PERECAMPS, *carlists, *liberals)
    assert (("liberal", "narrow"), [54, 80]) == verdict("perecamps_1", PERECAMPS, *carlists, *liberals, "l_zamora")


@rule("dpyr", "7.3b", "7.1c")
def test_an_even_result_goes_to_the_side_with_the_partial_victory() -> None:
    arquijas = {"c_nav_1": "1008", "l_sor_1": "1012"}                       # Carlists worth 35 in all
    assert (("carlist", "narrow"), [0, 6]) == verdict("arquijas", arquijas, "c_nav_5")
    assert (("liberal", "narrow"), [0, 9]) == verdict("arquijas", arquijas, "c_nav_5", "c_ala_2")
    assert (("carlist", "narrow"), [0, 0]) == verdict("arquijas", arquijas)
    oriamendi = {"c_nav_1": "1008", "l_esp_1": "1012"}
    assert (("liberal", "narrow"), [5, 0]) == verdict("oriamendi", oriamendi, "l_oviedo")
    assert (("nobody", "draw"), [5, 0]) == verdict("barbastro", {"c_cas_1": "1008", "l_rey": "1012"}, "l_principe")
