"""[13] Attrition."""

from __future__ import annotations

import pytest

import tablero
from tablero.games.wellington.board import ALLIES, BRITAIN, FRENCH, SPAIN
from tablero.games.wellington.rules.r01_pieces.s06_leaders import force_at
from tablero.games.wellington.rules.r09_movement.s06_groups import set_commander
from tablero.games.wellington.rules.r13_attrition import Attrition
from tablero.games.wellington.state import Wellington
from tests.games.wellington.field import asked, at, do, game, leader, leaders, offered, pieces_at, run, sps, told, x
from tests.games.wellington.r10_reactions.reacting import BLANKS, enter
from tests.rules import rule


def check(s: Wellington, where: str, side: int = ALLIES, **fields: int) -> Attrition:
    powers = (BRITAIN, SPAIN) if side == ALLIES else (1, 3)
    forces = [force_at(s, power, x(where)) for power in powers]
    frame = Attrition(side, x(where), tuple(force for force in forces if force[1] or force[2]))
    for name, value in fields.items():
        setattr(frame, name, value)
    return frame


@rule("wellington", "13.1a", "20g")
def test_each_sp_and_each_leader_rolls_and_each_6_costs_one() -> None:
    s = game({"salamanca": "wellington britain:5"})
    told_of = run(s, check(s, "salamanca"), [6, 5, 6, 1, 2, 3])
    assert told(told_of, "attrition") == [(BRITAIN, x("salamanca"), 6, 2)]
    assert pieces_at(s, "salamanca") == "wellington britain:3"
    assert s.answer == 2


@rule("wellington", "20g")
def test_an_artillery_rolls_four_dice() -> None:
    s = game({"salamanca": "spain:4"})
    run(s, check(s, "salamanca"), [6, 6, 1, 2])
    assert sps(s, "spain", "salamanca") == 2


@rule("wellington", "13.1d", "13.1e")
def test_two_reasons_double_the_dice_and_all_are_rolled_before_losses() -> None:
    """A Leader, three infantry and a cavalry roll twelve dice at once."""
    s = game({"salamanca": "hill britain:5"})
    told_of = run(s, check(s, "salamanca", reasons=2), [6, 6, 6, 6, *[1] * 8])
    assert told(told_of, "attrition") == [(BRITAIN, x("salamanca"), 12, 4)]
    assert pieces_at(s, "salamanca") == "hill britain:1"


@rule("wellington", "13.1a", "9.42b")
def test_pieces_on_a_forced_march_roll_besides() -> None:
    s = game({"salamanca": "hill britain:5"})
    told_of = run(s, check(s, "salamanca", reasons=0, forced=2), [6, 1])
    assert told(told_of, "attrition") == [(BRITAIN, x("salamanca"), 2, 1)]
    assert sps(s, "britain", "salamanca") == 4


@rule("wellington", "13.1c", "20ap")
def test_leaders_are_lost_only_when_no_soldiers_are_left() -> None:
    s = game({"salamanca": "hill britain:1"})
    run(s, check(s, "salamanca"), [6, 1])
    assert pieces_at(s, "salamanca") == "hill"
    run(s, check(s, "salamanca"), [6])
    assert at(s, "hill") == "unbuilt"


@rule("wellington", "13.1b", "13.1c")
def test_of_several_leaders_the_power_chooses_who_is_lost() -> None:
    s = game({"salamanca": "hill wellington britain:1"})
    run(s, check(s, "salamanca"), [6, 6, 1])
    assert asked(s) == "britain LoseLeader"
    assert offered(s) == ["lose wellington", "lose hill"]
    do(s, "lose hill")
    assert pieces_at(s, "salamanca") == "wellington"
    assert s.answer == 2
    s = game({"salamanca": "hill wellington graham"})
    run(s, check(s, "salamanca"), [6, 6, 1])
    do(s, "lose hill", "lose graham")
    assert pieces_at(s, "salamanca") == "wellington"


@rule("wellington", "13.1b")
def test_the_commanders_power_shares_out_the_losses_of_two_powers() -> None:
    s = game({"salamanca": "wellington de_espana britain:3 spain:3"})
    s.commander[x("salamanca")] = leader("wellington")
    run(s, check(s, "salamanca"), [6, 6, *[1] * 6])
    assert asked(s) == "britain AttritionLosses"
    assert offered(s) == ["bear britain", "bear spain"]
    do(s, "bear spain")
    assert {("had", "number", 3), ("has", "number", 2)} < set(tablero.prompt(s, BRITAIN).args), "what each can lose"
    do(s, "bear spain")
    assert pieces_at(s, "salamanca") == "wellington de_espana britain:3 spain:1"


@rule("wellington", "13.1b")
def test_nobody_is_asked_where_all_soldiers_are_lost_or_one_power_has_some() -> None:
    s = game({"salamanca": "wellington britain:1 spain:1"})
    run(s, check(s, "salamanca"), [6, 6, 6])
    assert pieces_at(s, "salamanca") == ""
    assert at(s, "wellington") == "unbuilt"
    s = game({"salamanca": "wellington de_espana spain:2"})
    run(s, check(s, "salamanca"), [6, 1, 1, 1])
    assert asked(s) == "nobody"
    assert sps(s, "spain", "salamanca") == 1


@rule("wellington", "13.1f")
def test_attrition_losses_are_no_battle_casualties() -> None:
    """Hill loses an SP on the Pass; with blank dice the Battle is a tie all the same, and has a second Round."""
    s = game({"plasencia": "hill britain:3", "salamanca": "nord:2"})
    told_of = enter(s, "hill britain:3", "plasencia", "salamanca")
    told_of += do(s, "pass", dice=[6, 1, 1, 1, *BLANKS])
    assert told(told_of, "attrition")[0] == (BRITAIN, x("salamanca"), 4, 1)
    assert told(told_of, "battle_round") == [(1,), (2,)]


@rule("wellington", "11.11a")
def test_losses_may_go_to_the_regroup_box() -> None:
    s = game({"salamanca": "castanos spain:1"})
    run(s, check(s, "salamanca", to_regroup=True), [6, 6])
    assert sps(s, "spain", "regroup") == 1
    assert at(s, "castanos") == "regroup"


@rule("wellington", "13.1a")
def test_a_card_cancels_the_losses_of_a_check() -> None:
    s = game({"salamanca": "castanos spain:1"})
    told_of = run(s, check(s, "salamanca", cancelled=True), [6, 6])
    assert pieces_at(s, "salamanca") == "castanos spain:1"
    assert s.answer == 0
    assert told(told_of, "attrition_cancelled") == [(x("salamanca"),)]


@rule("wellington", "13.1a")
def test_without_pieces_or_reasons_nothing_is_rolled() -> None:
    s = game({"salamanca": "marmont nord:2"})
    run(s, check(s, "salamanca"), [])
    run(s, check(s, "salamanca", FRENCH, reasons=0), [])
    assert pieces_at(s, "salamanca") == "marmont nord:2"
    assert s.answer == 0


@rule("wellington", "13.1b", "13.1c")
@pytest.mark.parametrize("commander, power", [("castanos", "spain"), ("hill", "britain")])
def test_the_commanders_power_shares_out_losses_and_only_soldiers_that_are_left_bear_them(
    commander: str, power: str
) -> None:
    s = game({"salamanca": "hill castanos britain:1 spain:5"})
    set_commander(s, x("salamanca"), leader(commander))
    forces = ((BRITAIN, leaders("hill"), 1), (SPAIN, leaders("castanos"), 5))
    run(s, Attrition(ALLIES, x("salamanca"), forces), [6, 6, 6, 1, 1, 1, 1, 1])
    assert (f"{power} AttritionLosses", ["bear britain", "bear spain"]) == (asked(s), offered(s))
    said = do(s, "bear britain")
    assert [(BRITAIN, x("salamanca"), 1)] == told(said, "attrition_loss")[:1]
    assert (0, 3) == (sps(s, "britain", "salamanca"), sps(s, "spain", "salamanca")), "only Spain can bear the rest"


@rule("wellington", "13.1b", "13.1c")
def test_a_leader_of_the_ally_without_soldiers_shares_no_losses() -> None:
    s = game({"salamanca": "wellington britain:4 castanos"})
    set_commander(s, x("salamanca"), leader("wellington"))
    said = run(s, check(s, "salamanca"), [6, 6, 1, 1, 1, 1])
    assert [(BRITAIN, x("salamanca"), 2)] == told(said, "attrition_loss"), "both at once, and nobody is asked"


@rule("wellington", "13.1d")
def test_who_is_not_there_rolls_no_die() -> None:
    s = game({"lisbon": "wellington britain:2", "porto": "hill"})
    events = run(s, Attrition(ALLIES, x("lisbon"), ((BRITAIN, leaders("wellington", "hill"), 3),)), dice=[1, 1, 1])
    assert [(BRITAIN, x("lisbon"), 3, 0)] == told(events, "attrition")


@rule("wellington", "13.1d", "9.42b")
def test_where_nobody_is_left_no_die_is_rolled_for_a_forced_march() -> None:
    for n, dice in ((0, (0, 0)), (1, (1, 3))):
        assert dice == Attrition(ALLIES, x("lisbon"), ((BRITAIN, 0, n),), 1, 2).exposed()
