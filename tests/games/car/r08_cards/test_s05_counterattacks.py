"""[8.5.5] Strategic Counterattacks."""

from __future__ import annotations

import pytest

from tablero.games.car.board import CARD, NAT, REP, space
from tablero.games.car.rules.r03_control import capture
from tablero.games.car.rules.r11_combat.s01_combat import Combats
from tablero.games.car.state import Car
from tests.games.car.cards.playing import next_round, next_turn, play, ready
from tests.games.car.field import asked, do, holder, offered, operation, refused, take_losses, told
from tests.rules import card, rule

NAMES = ("r25", "r26", "r33", "r44")
TURN = 13
FRONT = {"caspe": "rep_i rep_ii", "belchite": "nat_mil_1:r", "barracas": "rep_iii rep_iv", "teruel": "nat_mil_2:r",
         "huesca": "nat_mil_3:r", "barbastro": "rep_v rep_vi"}
FROM = {"belchite": "caspe", "teruel": "barracas", "huesca": "barbastro"}


def attacks(name: str, *targets: str, dice: list[int], designated: str = "", **places: str) -> Car:
    """The event, with attacks on the spaces named, of which one is designated. All corps take part, and advance if they
    can; the dice are those of the Republic and of the Nationalists in turn."""
    s = play(name, FRONT | places, *(f"attack {FROM[target]}" for target in targets), turn=TURN)
    s.script = dice
    verbs = (*(f"target {target}" for target in targets), "join", "fight", "lose", "advance", "done")
    while asked(s) not in ("nobody", "republican Bonus"):
        texts = offered(s)
        top = s.stack[-1]
        if isinstance(top, Combats) and top.target == space(designated or "madrid") and "designate" in texts:
            do(s, "designate")
        else:
            do(s, next(text for verb in verbs for text in texts if text.startswith(verb)))
    return s


@card("car", "r25", "r26", "r33", "r44")
@rule("car", "8.5.5.1a", "8.5.5.2a", "8.5.1.5a")
@pytest.mark.parametrize("name", NAMES)
def test_one_counterattack_a_turn(name: str) -> None:
    others = [other for other in NAMES if other != name]
    s = play(name, FRONT, turn=TURN, hands=" ".join([*others, "r36"]))
    assert (5 if name == "r44" else 4, CARD[name]) == (operation(s).points, operation(s).card)
    assert not play("r36", hands=name).countered                # no other event counts
    next_round(s, REP, 3)
    assert {("8.5.5.1a", "one_counterattack")} == {refused(s, f"event {other}") for other in others}
    assert {None} == {refused(s, f"ops {others[0]}"), refused(s, "event r36")}
    next_turn(s, TURN + 1)
    assert {None} == {refused(next_round(s, REP, 1), f"event {other}") for other in others}


@card("car", "r25", "r26")
@rule("car", "8.5.5.3a", "8.5.5.3b", "8.5.5.4a", "16.3.4a")
@pytest.mark.parametrize("name", ["r25", "r26"])
def test_brunete_and_belchite_take_the_bonus_of_one_won_attack_after_all(name: str) -> None:
    s = attacks(name, "belchite", "teruel", dice=[6, 1, 6, 1])
    assert ("republican Bonus", {"bonus belchite", "bonus teruel"}) == (asked(s), set(offered(s)))
    assert ("rep", "rep") == (holder(s, "belchite"), holder(s, "teruel"))
    rm, vp = s.rm, s.vp
    assert 21 == rm                                             # Teruel is a Province Capital
    events = do(s, "bonus teruel")
    assert [(space("teruel"),)] == told(events, "bonus")
    assert (rm + 1, vp, "nobody") == (s.rm, s.vp, asked(s))
    assert (1 << space("teruel"), 0) == (s.bonus_rm, s.bonus_vp)
    s = attacks(name, "belchite", dice=[6, 1])
    assert ("nobody", 1 << space("belchite"), 21) == (asked(s), s.bonus_rm, s.rm)       # there is no choice


@card("car", "r33", "r44")
@rule("car", "8.5.5.3a", "8.5.5.3c", "8.5.5.4a", "16.3.4a")
def test_teruel_and_the_ebro_have_the_bonus_of_the_designated_attack_alone() -> None:
    s = attacks("r33", "belchite", "teruel", dice=[6, 1, 6, 1], designated="teruel")
    assert ("nobody", 1 << space("teruel"), 0, 22) == (asked(s), s.bonus_rm, s.bonus_vp, s.rm)
    s = attacks("r44", "belchite", "teruel", dice=[6, 1, 6, 1], designated="belchite")
    assert ("nobody", 1 << space("belchite"), 0, 21) == (asked(s), s.bonus_vp, s.bonus_rm, s.rm)
    s = attacks("r44", "belchite", dice=[6, 1])
    assert ("nobody", 0, 0, 20) == (asked(s), s.bonus_vp, s.bonus_rm, s.rm)             # nothing was designated


@card("car", "r44")
@rule("car", "8.5.5.1a", "8.5.5.4a")
def test_the_ebro_takes_a_victory_point() -> None:
    vp = ready("r44", FRONT, turn=TURN).vp
    s = attacks("r44", "belchite", dice=[6, 1], designated="belchite")
    assert (vp - 1, 20) == (s.vp, s.rm)


@rule("car", "8.5.5.3c", "8.5.5.3d")
@pytest.mark.parametrize("name", ["r25", "r33"])
def test_an_advance_without_a_victory_gives_nothing(name: str) -> None:
    s = attacks(name, "belchite", dice=[1, 2], designated="belchite", caspe="rep_rpa_1 rep_rpa_2",
                belchite="nat_afr_1:r")             # one loss each: the defender is eliminated, and nobody has won
    assert ("nobody", 0, 0, "rep") == (asked(s), s.bonus_rm, s.bonus_vp, holder(s, "belchite"))


@rule("car", "8.5.5.5a")
@pytest.mark.parametrize(("name", "rm", "vp"), [("r25", -1, 0), ("r44", 0, 1)])
def test_the_nationalists_take_the_point_back_with_the_space_once(name: str, rm: int, vp: int) -> None:
    s = attacks(name, "belchite", dice=[6, 1], designated="belchite")
    before = (s.rm, s.vp)
    capture(s, NAT, space("alcaniz"))                           # another space changes nothing
    assert before == (s.rm, s.vp)
    capture(s, NAT, space("belchite"))
    assert (rm, vp) == (s.rm - before[0], s.vp - before[1])
    assert (0, 0) == (s.bonus_rm, s.bonus_vp)
    capture(s, REP, space("belchite"))
    capture(s, NAT, space("belchite"))
    assert (rm, vp) == (s.rm - before[0], s.vp - before[1])


@rule("car", "8.5.5.3a")
def test_an_operation_without_such_an_event_has_no_bonus() -> None:
    s = ready("r25", FRONT, turn=TURN)
    do(s, "ops r25", "attack caspe", "done", "target belchite", "join rep_i", "fight", dice=[6, 1])
    take_losses(s)
    do(s, next(text for text in offered(s) if text.startswith("advance")))
    assert ("nobody", 0, "rep") == (asked(s), s.bonus_rm, holder(s, "belchite"))
