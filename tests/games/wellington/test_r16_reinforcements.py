"""[16.2] Reinforcements."""

from __future__ import annotations

import pytest

import tablero
from tablero.games.wellington.board import BRITAIN, CARD, CARDS, DRAW_PILE, NORD, REMOVED, SPAIN, SUD
from tablero.games.wellington.rules.r16_interphase.s00_interphase import Interphase
from tablero.games.wellington.rules.r16_interphase.s02_reinforcements import (
    Reinforcements,
    appeal,
    letter,
    open_home_keys,
    rising,
)
from tests.games.wellington.field import asked, at, do, leader, leaders, offered, refused, run, sps, told, x
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
    assert 1 == sps(s, "spain", "cadiz"), "the Appeal is no matter of the Spanish"


@rule("wellington", "16.21a", "16.21d")
def test_an_appeal_that_brings_nothing_is_not_rolled_again_for_the_other_french_power() -> None:
    s = war({"cadiz": "castanos spain:1"}, box="spain", last="sud")
    for name in ("russian_front", "emperor_beckons"):
        CARDS.move(s, CARD[name], DRAW_PILE, REMOVED)
    events = run(s, Interphase(), dice=[1, 1, 1, 1, 1, 1, 1])
    while any(isinstance(frame, Reinforcements) for frame in s.stack):
        events += do(s, "done" if "done" in offered(s) else offered(s)[0])
    assert [(NORD, 1, -1)] == told(events, "appeal")
    assert [0, 0] == [args[1] for args in told(events, "reinforcements") if args[0] in (NORD, SUD)]


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


@rule("wellington", "16.21b", "5.12b", "5.12c", "16b")
@pytest.mark.parametrize("lost", [0, 1])
def test_soldiers_that_the_emperor_calls_away_ask_for_no_cards_against_old_debts(lost: int) -> None:
    s = war({"madrid": "nord:3"}, hands={"nord": "camp_fever mud"})
    debts = s.debts = [(NORD, CARD["russian_front"], 1)]
    run(s, Reinforcements(NORD, 0, lost))
    assert ("nobody", 3 - lost, debts) == (asked(s), sps(s, "nord", "madrid"), s.debts)


@rule("wellington", "16.43e", "16.2b")
def test_the_odd_point_counts_besides_the_others_for_what_can_be_regrouped() -> None:
    s = war({"regroup": "britain:1"})
    for points, odd, able in ((0, 0, False), (0, 1, True), (1, 0, True), (1, 1, True)):
        assert able == Reinforcements(BRITAIN, points, odd=odd).able(s)


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


@rule("wellington", "16.43e", "5.12c")
def test_an_odd_point_pays_debts_like_any_other() -> None:
    s = war({"lisbon": "britain:1"})
    s.debts = [(BRITAIN, CARD["invade_canada"], 2)]
    s.regroup[BRITAIN] = 2
    frame = Reinforcements(BRITAIN, 2, odd=1)
    s.stack.append(frame)
    frame.debts(s)
    assert (0, 1, []) == (frame.points, frame.odd, s.debts)
    s.debts = [(BRITAIN, CARD["invade_canada"], 1)]
    s.regroup[BRITAIN] = 2
    frame.debts(s)
    assert (0, 0) == (frame.points, frame.odd)


@rule("wellington", "16.2b", "16.43e")
@pytest.mark.parametrize("places, points, odd, able", [
    ({"regroup": "spain:1"}, 0, 1, True), ({"regroup": "blake"}, 0, 1, True), ({"regroup": "spain:1"}, 1, 0, True),
    ({"regroup": "nord:1 clausel"}, 0, 1, False), ({"regroup": "spain:1 blake"}, 0, 0, False), ({}, 0, 1, False),
    ({}, 1, 0, False), ({}, 2, 0, True)])
def test_who_can_neither_build_nor_regroup_is_not_asked_for_a_home_key(
    places: dict[str, str], points: int, odd: int, able: bool
) -> None:
    s = war(places)
    assert able == Reinforcements(SPAIN, points, odd=odd).able(s)


@rule("wellington", "16.2b")
def test_without_counters_a_leader_can_still_be_built_if_the_points_suffice() -> None:
    s = war({"lisbon": "britain:90"})
    assert Reinforcements(BRITAIN, 9).able(s)
    built = war({"lisbon": "britain:90 wellington hill beresford graham"})
    assert not Reinforcements(BRITAIN, 9).able(built)


@rule("wellington", "16.43e", "16.2d")
def test_the_odd_point_regroups_and_builds_nothing() -> None:
    s = war({"regroup": "nord:2"})
    events = run(s, Reinforcements(NORD, 2, odd=1))
    assert [(NORD, 3)] == told(events, "reinforcements")
    assert ("number", 3) == tablero.prompt(s, NORD).args[0][1:]
    do(s, "gather bayonne")
    assert ("number", 3) == tablero.prompt(s, NORD).args[0][1:]
    events = do(s, "regroup infantry")
    frame = s.frame(Reinforcements)
    assert (2, 0) == (frame.points, frame.odd), "the odd one goes first"
    assert [(NORD, 1, x("bayonne"))] == told(events, "placed")
    do(s, "build infantry")
    assert (2, "nobody") == (sps(s, "nord", "bayonne"), asked(s))


@rule("wellington", "16.43e")
def test_what_is_built_does_not_use_the_odd_point() -> None:
    s = war({"regroup": "nord:1"})
    run(s, Reinforcements(NORD, 2, odd=1))
    do(s, "gather bayonne", "build infantry")
    assert (0, 1) == (s.frame(Reinforcements).points, s.frame(Reinforcements).odd)


@rule("wellington", "16.2c")
def test_reinforcements_gather_in_keys_only_even_in_corunnas_neighbour() -> None:
    s = war()
    run(s, Reinforcements(SPAIN, 4))
    assert {"gather oviedo", "gather cadiz", "gather cartagena", "gather valencia"} == set(offered(s))
    assert refused(s, "gather la_coruna") is not None
    besieged = war({"cadiz": "sud:1"})
    run(besieged, Reinforcements(SPAIN, 4))
    assert "16.2e" == getattr(refused(besieged, "gather cadiz"), "rule", "")


@rule("wellington", "16.2b", "16.2e")
def test_leaders_on_the_map_or_recalled_are_not_built() -> None:
    s = war({"madrid": "marmont", "regroup": "clausel"})
    s.recalled = leaders("reille")
    run(s, Reinforcements(NORD, 9))
    do(s, "gather bayonne")
    found = {text for text in offered(s) if text.startswith("build_leader")}
    assert {"build_leader joseph", "build_leader clausel"} == found
    events = do(s, "build_leader joseph")
    assert ([(leader("joseph"), x("bayonne"))], "bayonne") == (told(events, "leader_placed"), at(s, "joseph"))


@rule("wellington", "9.62a", "16.2c")
def test_a_leader_who_arrives_beside_the_ally_makes_a_group_with_a_commander() -> None:
    s = war({"bayonne": "soult sud:3"})
    run(s, Reinforcements(NORD, 9))
    do(s, "gather bayonne", "build_leader joseph")
    assert "sud NameCommander" == asked(s)


@rule("wellington", "16.2b")
def test_soldiers_for_whom_there_are_no_counters_do_not_arrive() -> None:
    s = war({"lisbon": "britain:90", "regroup": "wellington"})
    run(s, Reinforcements(BRITAIN, 9))
    do(s, "gather lisbon")
    assert refused(s, "build infantry") is not None
    assert "build_leader wellington" in offered(s)


@rule("wellington", "5.12c", "16.2b")
def test_soldiers_who_arrive_pay_what_is_owed() -> None:
    s = war()
    run(s, Reinforcements(NORD, 6))
    do(s, "gather bayonne")
    s.debts = [(NORD, 0, 1)]
    do(s, "build infantry")
    assert ([], 0) == (s.debts, sps(s, "nord", "bayonne"))


@rule("wellington", "16.21b")
def test_who_loses_no_soldiers_is_not_asked_for_any() -> None:
    s = war({"madrid": "nord:2", "burgos": "nord:2"})
    run(s, Reinforcements(NORD, 0))
    assert "nobody" == asked(s)


@rule("wellington", "16.2b", "16.2c")
def test_a_home_key_is_asked_for_as_long_as_an_infantry_can_be_built() -> None:
    for points, question in ((2, "nord ChooseHomeKey"), (1, "nobody")):
        s = war({"madrid": "marmont joseph clausel reille"})
        run(s, Reinforcements(NORD, points))
        assert question == asked(s)


@rule("wellington", "16.2c")
def test_only_home_keys_are_looked_at_for_reinforcements() -> None:
    s = war()
    run(s, Reinforcements(SUD, 4))
    tried = {action[1] for action in s.stack[-1].candidates(s, SUD)}  # type: ignore[attr-defined]
    assert {x("toulouse"), x("perpignan")} == tried
