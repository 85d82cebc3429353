"""[16.2] Reinforcements."""

from __future__ import annotations

import pytest

from tablero.games.wellington.board import BRITAIN, CARD, CARDS, DRAW_PILE, NORD, REMOVED, SPAIN, SUD
from tablero.games.wellington.rules.r16_interphase.s00_interphase import Interphase
from tablero.games.wellington.rules.r16_interphase.s02_reinforcements import (
    Reinforcements,
    appeal,
    letter,
    open_home_keys,
    rising,
)
from tests.games.wellington.field import asked, at, do, offered, refused, run, sps, told, x
from tests.games.wellington.turns import war
from tests.rules import rule


def appeals(*names: str) -> dict[int, tuple[int, int]]:
    """The results of the Appeal by the die, when these cards are out of the game."""
    s = war()
    for name in names:
        CARDS.move(s, CARD[name], DRAW_PILE, REMOVED)
    found = {}
    for die in range(1, 7):
        s.script = [die]
        found[die] = appeal(s, SUD)
    return found


@rule("wellington", "16.21a", "16.21c")
def test_events_that_are_out_of_the_game_change_the_appeal() -> None:
    assert {1: (2, 0), 2: (3, 0), 3: (4, 0), 4: (6, 0), 5: (8, 0), 6: (10, 0)} == appeals()
    assert {1: (0, 2), 2: (0, 1), 3: (2, 0), 4: (3, 0), 5: (4, 0), 6: (6, 0)} == appeals(
        "russian_front", "emperor_beckons")
    assert (0, 2) == appeals("russian_front", "emperor_beckons", "cadres")[1]
    assert (12, 0) == appeals("la_patrie_en_danger")[5]


@rule("wellington", "16.2a", "16.21a", "16.21d")
def test_each_power_in_turn_and_the_first_french_one_rolls_for_both() -> None:
    s = war({"cadiz": "castanos spain:1"}, box="spain", last="sud")
    events = run(s, Interphase(), dice=[1, 1, 3, 1, 1, 1, 1])
    while any(isinstance(frame, Reinforcements) for frame in s.stack):
        events += do(s, "done" if "done" in offered(s) else offered(s)[0])
    assert [(NORD, 3, 3)] == told(events, "appeal")
    assert [SPAIN, NORD, BRITAIN, SUD] == [args[0] for args in told(events, "reinforcements")]
    assert [4, 4] == [args[1] for args in told(events, "reinforcements") if args[0] in (NORD, SUD)], "each in full"


@rule("wellington", "16.21b", "16.21d")
def test_the_emperor_can_call_soldiers_away() -> None:
    s = war({"madrid": "nord:2", "burgos": "nord:1"})
    run(s, Reinforcements(NORD, 0, 2))
    assert "nord RemoveSoldier" == asked(s)
    do(s, "remove nord madrid", "remove nord burgos")
    assert (1, 0) == (sps(s, "nord", "madrid"), sps(s, "nord", "burgos"))
    assert "nobody" == asked(s)
    s = war({"madrid": "nord:1"})
    run(s, Reinforcements(NORD, 0, 2))
    assert (0, []) == (sps(s, "nord", "madrid"), s.debts), "what is not there is not owed"


@rule("wellington", "16.22a", "16.22b")
@pytest.mark.parametrize("flags, wellesley, dice, points", [
    ({}, 0, [4, 4, 3, 3], 14), ({"nord": "porto"}, 0, [4, 4, 3, 3], 12), ({"nord": "lisbon"}, 0, [4, 4, 3, 3], 10),
    ({"nord": "lisbon porto"}, 0, [1, 1, 1, 1], 0), ({}, 1, [4, 4, 3, 3, 2], 16), ({}, 2, [4, 4, 3], 11),
])
def test_the_letter_to_the_horse_guards(
    flags: dict[str, str], wellesley: int, dice: list[int], points: int
) -> None:
    s = war(flags=flags, dice=dice)
    s.wellesley = wellesley
    assert points == letter(s)
    assert [] == s.script


@rule("wellington", "16.23a", "16.23b", "16.23c", "20ab")
@pytest.mark.parametrize("flags, wellesley, dice, points", [
    ({}, 0, [3, 4], 9), ({"spain": "madrid"}, 0, [3, 4], 9), ({"spain": "madrid burgos"}, 0, [3, 4], 10),
    ({"sud": "cadiz"}, 0, [1, 1], 3), ({}, 1, [1, 1, 6], 10), ({}, 2, [1, 1], 4),
])
def test_levantamiento_popular(flags: dict[str, str], wellesley: int, dice: list[int], points: int) -> None:
    s = war(flags=flags, dice=dice)
    s.wellesley = wellesley
    assert points == rising(s), "one for every two Spanish Keys, three of them give one"
    assert [] == s.script


@rule("wellington", "16.2b")
def test_pieces_are_built_and_regrouped_at_the_normal_cost() -> None:
    s = war({"regroup": "sud:3 suchet"})
    run(s, Reinforcements(SUD, 9))
    do(s, "gather toulouse", "build infantry", "regroup cavalry", "build_leader suchet")
    assert 3 == sps(s, "sud", "toulouse")
    assert ("toulouse", 1) == (at(s, "suchet"), sps(s, "sud", "regroup"))
    assert "16.2b" == refused(s, "build_leader soult").rule  # type: ignore[union-attr]
    assert 4 == s.frame(Reinforcements).points


@rule("wellington", "16.2c")
def test_all_arrive_in_one_friendly_unbesieged_home_key() -> None:
    s = war({"perpignan": "spain:1"})
    assert 1 << x("toulouse") == open_home_keys(s, SUD)
    s = war()
    run(s, Reinforcements(SUD, 4))
    assert {"gather toulouse", "gather perpignan"} == set(offered(s))
    do(s, "gather perpignan", "build infantry", "build infantry")
    assert (2, 0) == (sps(s, "sud", "perpignan"), sps(s, "sud", "toulouse"))


@rule("wellington", "16.2c", "16.43h")
def test_a_besieged_fortress_is_closed() -> None:
    s = war({"elvas": "sud:1"})
    assert not open_home_keys(s, BRITAIN) >> x("elvas") & 1
    run(s, Reinforcements(BRITAIN, 4))
    assert "16.2e" == refused(s, "gather elvas").rule  # type: ignore[union-attr]


@rule("wellington", "16.2c", "6.3h")
def test_british_leaders_may_arrive_in_plymouth() -> None:
    s = war()
    run(s, Reinforcements(BRITAIN, 5))
    do(s, "gather lisbon", "build_leader wellington")
    assert {"place lisbon", "place plymouth"} == set(offered(s))
    do(s, "place plymouth")
    assert "plymouth" == at(s, "wellington")


@rule("wellington", "16.2c", "6.3e")
def test_a_french_power_without_home_duchies_uses_those_of_the_other() -> None:
    homes = "bordeaux bayonne mont_de_marsan orthez"
    s = war(flags={"spain": homes})
    run(s, Reinforcements(NORD, 2))
    assert {"gather toulouse", "gather perpignan"} == set(offered(s))


@rule("wellington", "16.2e")
def test_without_an_open_home_key_no_soldier_is_placed() -> None:
    s = war({"cadiz": "sud:1", "cartagena": "sud:1", "oviedo": "nord:1", "valencia": "sud:1", "regroup": "spain:3"})
    run(s, Reinforcements(SPAIN, 9))
    assert ("nobody", 9) == (asked(s), s.answer)
    assert 3 == sps(s, "spain", "regroup")
    s = war(dict.fromkeys(("lisbon", "gibraltar", "elvas", "almeida", "porto"), "sud:1"))
    run(s, Reinforcements(BRITAIN, 5))
    assert not [word for word in offered(s) if "infantry" in word]
    do(s, "build_leader wellington")
    assert "plymouth" == at(s, "wellington")


@rule("wellington", "16.2d")
def test_what_is_left_is_kept_for_a_deployment() -> None:
    s = war()
    run(s, Reinforcements(SUD, 3))
    do(s, "gather toulouse", "build infantry")
    assert ("nobody", 1) == (asked(s), s.answer)


@rule("wellington", "16.43e", "16.43g")
def test_five_cps_of_cards_build_two_and_regroup_one() -> None:
    s = war({"regroup": "spain:1"})
    run(s, Reinforcements(SPAIN, 4, odd=1))
    do(s, "gather cadiz", "build infantry", "build infantry")
    do(s, "regroup infantry")
    assert (3, 0, "nobody") == (sps(s, "spain", "cadiz"), sps(s, "spain", "regroup"), asked(s))
    s = war({"regroup": "spain:1"})
    run(s, Reinforcements(SPAIN, 2, odd=1))
    do(s, "gather cadiz")
    assert "16.43e" == refused(s, "build_leader castanos").rule  # type: ignore[union-attr]
    do(s, "build infantry")
    assert ["regroup infantry", "done"] == offered(s)
    s = war({"regroup": "spain:1"})
    run(s, Reinforcements(SPAIN, 2, odd=1))
    do(s, "gather cadiz", "regroup infantry")
    assert (2, 0) == (s.frame(Reinforcements).points, s.frame(Reinforcements).odd), "the odd one goes first"


@rule("wellington", "5.12c")
def test_debts_come_first() -> None:
    s = war()
    s.debts = [(SPAIN, CARD["viceroys_overthrown"], 2)]
    run(s, Reinforcements(SPAIN, 5))
    assert [] == s.debts
    assert ("nobody", 1) == (asked(s), s.answer)
