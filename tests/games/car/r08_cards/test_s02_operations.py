"""[8.2] Operations: which spaces are Activated, for what, and what follows in which order."""

from __future__ import annotations

import pytest

from tablero.games.car.board import BEACHES, CARD, NAT, REP, SPACE_NAMES, UNIT, ZONE, space
from tablero.games.car.rules.r02_map import adjacent
from tablero.games.car.rules.r08_cards.s02_operations import Operations
from tablero.kernel import engine
from tablero.kernel.bits import ids_of
from tablero.kernel.engine import advance
from tests.games.car.field import asked, do, field, offered, refused, stand, told
from tests.games.car.turns import action
from tests.rules import rule

FOUR = {"burgos": "nat_inf_1", "segovia": "nat_inf_2", "avila": "nat_inf_3", "soria": "nat_inf_4"}


@rule("car", "8.2.1a")
@pytest.mark.parametrize("card, points", [("n9", 2), ("n2", 3), ("n8", 4)])
def test_a_card_activates_up_to_its_value(card: str, points: int) -> None:
    s = field({**FOUR, "salamanca": "nat_inf_5"})
    action(s, hands=card)
    do(s, f"ops {card}")
    for n, name in enumerate([*FOUR, "salamanca"]):
        if n == points:
            break
        assert points - n == s.frame(Operations).points
        assert {f"move {name}", f"attack {name}"} <= set(offered(s))
        do(s, f"move {name}")
    assert asked(s) == "nationalist Moves", "no point is left: movement begins"
    moves = s.frame(Operations).moves
    assert points == moves.bit_count()


@rule("car", "8.2.1a")
def test_without_points_nothing_is_activated() -> None:
    s = field(FOUR)
    action(s, hands="n2")
    do(s, "ops n2", "move burgos")
    s.frame(Operations).points = 0
    s.offered = {}
    assert ("8.2.1a", "no_points_left") == refused(s, "move segovia")
    assert ("8.2.1a", "no_points_left") == refused(s, "attack segovia")


@rule("car", "8.2.1b")
def test_points_that_are_not_used_are_lost() -> None:
    s = field(FOUR)
    action(s, hands="n8")
    do(s, "ops n8", "move burgos", "move segovia", "done")
    assert ("nationalist Moves", {"take nat_inf_1", "take nat_inf_2"}) == (
        asked(s), {word for word in offered(s) if word.startswith("take")})
    do(s, "done")
    assert [] == s.stack


@rule("car", "8.2.2a")
def test_only_spaces_with_friendly_units_are_activated() -> None:
    s = field(FOUR)
    action(s, hands="n2")
    do(s, "ops n2")
    for word in ("move salamanca", "attack salamanca"):
        assert ("8.2.2a", "no_units_to_activate") == refused(s, word)


@rule("car", "11.1.3a")
def test_whoever_points_at_enemies_hears_who_could_attack_them() -> None:
    s = field({"segovia": "nat_inf_1", "avila": "nat_inf_2", "guadarrama": "rep_mil_1", "valencia": "rep_rpa_1"})
    action(s, hands="n2")
    do(s, "ops n2")
    assert ("11.1.3a", "no_attacker") == refused(s, "attack valencia")
    assert ("11.1.3a", "name_attacker") == refused(s, "attack guadarrama")


@rule("car", "8.2.3a")
def test_a_space_is_activated_to_move_or_to_fight_and_never_twice() -> None:
    s = field(FOUR)
    action(s, hands="n2")
    do(s, "ops n2", "move burgos", "attack segovia")
    for word in ("attack burgos", "move burgos", "move segovia", "attack segovia"):
        assert ("8.2.3a", "activated_already") == refused(s, word)
    operation = s.frame(Operations)
    assert (1 << space("burgos"), 1 << space("segovia")) == (operation.moves, operation.attacks)


@rule("car", "8.2.3b")
def test_a_space_costs_one_point_whoever_stands_there() -> None:
    s = field({"burgos": "nat_v nat_vi nat_vii", "segovia": "nat_inf_1"})
    action(s, hands="n9")
    do(s, "ops n9", "move burgos")
    assert 1 == s.frame(Operations).points
    do(s, "attack segovia")
    assert 3 == sum(word.startswith("take") for word in offered(s))


@rule("car", "8.2.5a", "8.2.4a")
def test_combat_follows_all_movement_and_works() -> None:
    s = field({"belchite": "nat_inf_1", "segovia": "nat_inf_2", "burgos": "nat_inf_3", "caspe": "rep_mil_1"})
    action(s, hands="n2")
    do(s, "ops n2", "attack belchite", "move segovia", "move burgos")
    assert "nationalist Moves" == asked(s)
    assert not [word for word in offered(s) if word.startswith("target")]
    do(s, "build nat_inf_3", "done", dice=[1])
    assert ("nationalist Combats", True) == (asked(s), bool(s.positions >> space("burgos") & 1))
    assert not [word for word in offered(s) if word.split()[0] in ("take", "step", "build", "move")]
    assert "target caspe" in offered(s)


@rule("car", "8.2.4a", "8.2.5a")
def test_without_movement_combat_comes_at_once_and_without_attacks_the_operation_ends() -> None:
    s = field({"belchite": "nat_inf_1", "caspe": "rep_mil_1"})
    action(s, hands="n2")
    do(s, "ops n2", "attack belchite")
    assert "nationalist Combats" == asked(s)
    s = field({"belchite": "nat_inf_1", "caspe": "rep_mil_1"})
    action(s, hands="n2")
    do(s, "ops n2", "move belchite", "done")
    assert [] == s.stack


@rule("car", "10.1.12a")
def test_the_enemys_spaces_are_noted_when_the_operation_begins() -> None:
    s = field(FOUR)
    action(s, hands="n2")
    do(s, "ops n2")
    dawn = s.frame(Operations).dawn
    assert (1, 0) == (dawn >> space("madrid") & 1, dawn >> space("burgos") & 1)


@rule("car", "8.5.1.1a", "8.2.2a")
def test_the_may_events_keep_catalonia_still_for_one_round() -> None:
    s = field({"lerida": "rep_rpa_1", "valencia": "rep_rpa_2"})
    s.hampered[1] = 1 << CARD["n33"]
    action(s, "republican", hands="r9")
    do(s, "ops r9")
    assert ("8.5.1.1a", "no_catalonia") == refused(s, "move lerida")
    assert ("8.5.1.1a", "no_catalonia") == refused(s, "attack lerida")
    assert {"move valencia", "attack valencia", "done"} == set(offered(s))


@rule("car", "8.5.1.1a")
def test_the_may_events_keep_all_of_catalonia_still_and_nothing_else() -> None:
    s = field({SPACE_NAMES[x]: "rep_rpa" for x in ids_of(ZONE["catalonia"]) if x % 6 == 0})
    last = max(ids_of(ZONE["catalonia"]))
    stand(s, "rep_mil", SPACE_NAMES[last])
    stand(s, "rep_mil", SPACE_NAMES[min(ids_of(ZONE["catalonia"])) - 1])
    s.hampered[1] = 1 << CARD["n33"]
    action(s, "republican", hands="r2")
    do(s, "ops r2")
    for x in ids_of(s.occupied[1]):
        still = ("8.5.1.1a", "no_catalonia") if ZONE["catalonia"] >> x & 1 else None
        for word in ("move", "attack"):
            assert still == refused(s, f"{word} {SPACE_NAMES[x]}")


@rule("car", "8.2.2a")
@pytest.mark.parametrize("side", ["nationalist", "republican"])
def test_every_space_with_supplied_units_can_be_activated(side: str) -> None:
    s = field({"valencia": "rep_rpa_1", "burgos": "nat_inf_1"})
    mine = NAT if side == "nationalist" else 1
    stand(s, ("nat_inf", "rep_mil")[mine], SPACE_NAMES[0])
    s.held = (1 << 184) - 1 & ~BEACHES if mine == NAT else 0
    action(s, side, hands="n8 r2")
    do(s, "ops n8" if mine == NAT else "ops r2")
    assert {f"move {SPACE_NAMES[0]}", f"attack {SPACE_NAMES[0]}"} <= set(offered(s))
    assert s.stack[-1].public(s), "everybody can see what can be Activated"     # type: ignore[attr-defined]


@rule("car", "13.3.1a", "13.4.2a")
def test_a_space_that_only_a_border_feeds_may_move_but_not_fight() -> None:
    s = field({"figueras": "rep_rpa_1", "albacete": "nat_inf_1", "valencia": "rep_rpa_2"},
              nationalist="gerona ripoll")
    action(s, "republican", hands="r9")
    do(s, "ops r9")
    assert "move figueras" in offered(s)
    assert ("13.4.2a", "border_supply_only_moves") == refused(s, "attack figueras")
    assert {"move valencia", "attack valencia"} <= set(offered(s))


@rule("car", "16.2.3a")
def test_an_isolated_space_may_move_but_not_fight() -> None:
    s = field({"granada": "nat_inf_1", "burgos": "nat_inf_2"}, turn=3)
    s.isolated = 1 << space("granada")
    action(s, turn=3, hands="n2")
    do(s, "ops n2")
    assert "move granada" in offered(s)
    assert ("16.2.3a", "isolated_only_moves") == refused(s, "attack granada")
    assert "attack burgos" in offered(s)


@rule("car", "17.1.2a", "17.1.2b")
def test_while_ammunition_is_short_one_northern_space_fights_in_an_action() -> None:
    s = field({"burgos": "nat_inf_1", "segovia": "nat_inf_2", "sevilla": "nat_inf_3", "mallorca": "nat_inf_4"}, turn=2)
    s.shortage = True
    action(s, turn=2, hands="n8")
    do(s, "ops n8", "attack burgos")
    assert ("17.1.2a", "ammunition_shortage") == refused(s, "attack segovia")
    assert "attack segovia" not in offered(s)
    assert {"move segovia", "attack sevilla", "attack mallorca"} <= set(offered(s)), "the South is another matter"
    do(s, "attack sevilla")
    assert "attack segovia" not in offered(s)
    s.shortage = False
    s.offered = {}
    assert "attack segovia" in offered(s)


@rule("car", "17.1.2a")
def test_a_southern_attack_does_not_use_up_the_northern_one() -> None:
    s = field({"burgos": "nat_inf_1", "sevilla": "nat_inf_3"}, turn=2)
    s.shortage = True
    action(s, turn=2, hands="n8")
    do(s, "ops n8", "attack sevilla")
    assert "attack burgos" in offered(s)
    assert NAT == s.side


@rule("car", "10.1.12a")
@pytest.mark.parametrize("side, name", [("nationalist", "madrid"), ("republican", "burgos")])
def test_each_side_has_its_own_dawn(side: str, name: str) -> None:
    s = field({"burgos": "nat_inf_1 nat_inf_2", "madrid": "rep_rpa_1"})
    action(s, side, hands="n2 r9")
    do(s, "ops n2" if side == "nationalist" else "ops r9")
    dawn = s.frame(Operations).dawn
    assert (1, 0) == (dawn >> space(name) & 1, dawn >> space("madrid" if name == "burgos" else "burgos") & 1)


@rule("car", "8.2.3a")
def test_activations_are_told_for_what_they_are() -> None:
    s = field(FOUR)
    action(s, hands="n2")
    do(s, "ops n2")
    assert [(NAT, space("burgos"))] == told(do(s, "move burgos"), "activated_move")
    assert [(NAT, space("avila"))] == told(do(s, "attack avila"), "activated_attack")


@rule("car", "8.5.5.3b")
@pytest.mark.parametrize("card, asked_for", [("r25", True), ("r9", False), ("", False)])
def test_only_a_strategic_counterattack_has_a_bonus_to_give(card: str, asked_for: bool) -> None:
    s = field({"valencia": "rep_rpa_1", "burgos": "nat_inf_1"}, side="republican", event=card)
    operation = s.frame(Operations)
    operation.victories = [space("illescas"), space("brunete")]
    operation.at = operation.steps().index("end")
    s.stack.pop()
    advance(s)
    assert asked_for == bool(s.stack)


@rule("car", "8.2.1a")
def test_marks_show_what_is_activated_who_retreated_and_who_builds() -> None:
    s = field({"segovia": "nat_inf_1 nat_inf_2", "avila": "nat_inf_3", "burgos": "nat_inf_4"})
    first, second, third = (1 << UNIT[f"nat_inf_{n}"] for n in (1, 2, 3))
    segovia, avila, burgos = (1 << space(name) for name in ("segovia", "avila", "burgos"))
    operation = Operations(NAT, 0, moves=segovia | avila, attacks=burgos, retreated=4)

    def marked() -> list[tuple[str, int]]:
        return [(mark.badge, mark.things) for mark in operation.marks(s, NAT)]

    assert [("to_move", segovia | avila), ("to_attack", burgos), ("retreated", 4), ("builds", 0)] == marked()
    operation.moved, operation.builders = first, third
    assert [("to_move", segovia), ("builds", third)] == [marked()[0], marked()[3]], "one is still to move"
    operation.moved |= second
    assert ("to_move", 0) == marked()[0]
    operation.moved, operation.at = 0, operation.steps().index("fight")
    assert ("to_move", 0) == marked()[0], "movement is over"


@rule("car", "8.2.2a", "11.1.3a")
def test_a_click_on_an_enemy_space_activates_the_one_space_that_can_attack_it() -> None:
    s = field({"belchite": "nat_inf_1", "zaragoza": "nat_inf_2", "caspe": "rep_mil_1", "candasnos": "rep_mil_2"})
    s.stack = [Operations(NAT, 2)]
    advance(s)
    clicks = engine.gestures(s, NAT)
    near = {y: [x for x in ("belchite", "zaragoza") if adjacent(s)[space(y)] >> space(x) & 1]
            for y in ("caspe", "candasnos")}
    assert {f"space:{y}": [("attack", space(found[0]))] for y, found in near.items() if len(found) == 1} == clicks
    assert clicks
    do(s, "attack belchite")
    assert "space:caspe" not in engine.gestures(s, NAT), "it is Activated already"


@rule("car", "8.2.2a", "11.1.3a")
def test_such_a_click_is_there_for_the_republic_too() -> None:
    s = field({"caspe": "rep_mil_1", "belchite": "nat_inf_1"}, side="republican")
    s.stack = [Operations(REP, 2)]
    advance(s)
    assert {"space:belchite": [("attack", space("caspe"))]} == engine.gestures(s, REP)
