"""What is asked before it is wasted, and units that cannot go anywhere."""

from __future__ import annotations

from tablero.games.car import GAME
from tablero.games.car.board import SIEGES, SPACE_NAMES, space
from tablero.games.car.rules.r02_map import adjacent
from tablero.games.car.rules.r08_cards.s02_operations import Activate
from tablero.games.car.state import Car
from tablero.kernel.bits import ids_of
from tablero.kernel.engine import advance
from tests.games.car.field import attack, begin, do, field, operation, refused, told
from tests.games.car.logistics import sr
from tests.games.car.r10_movement.moving import activate
from tests.games.cautions import warned, words
from tests.rules import rule


def points(s: Car, n: int) -> None:
    """So many spaces may be Activated."""
    found = operation(s)
    found.points, found.moves, found.attacks = n, 0, 0
    s.call(Activate(s.side))
    advance(s)


@rule("car", "8.2.1b")
def test_activations_that_are_left_would_be_lost() -> None:
    s = field({"segovia": "nat_inf_1", "avila": "nat_inf_2"})
    points(s, 3)
    assert "waste.activations" == warned(GAME, s)["done"]
    assert "3 Activations would be lost." == words(GAME, s, "done")
    do(s, "move segovia")
    assert "2 Activations would be lost." == words(GAME, s, "done")


@rule("car", "10.1.2a")
def test_activated_units_that_have_not_moved_are_counted() -> None:
    s = field({"segovia": "nat_inf_1 nat_inf_2", "avila": "nat_inf_3"})
    activate(s, "segovia avila")
    assert "3 units Activated for Movement could still move." == words(GAME, s, "done")
    do(s, "take nat_inf_1")
    assert {"stop": "waste.stack"} == warned(GAME, s)
    do(s, "step arevalo")
    assert {} == warned(GAME, s)


@rule("car", "10.1.7a")
def test_a_unit_that_the_enemy_surrounds_has_nowhere_to_go() -> None:
    around = {SPACE_NAMES[x]: "rep_mil" for x in ids_of(adjacent(field({}))[space("segovia")])}
    s = field({"segovia": "nat_inf_1", "leon": "nat_inf_2", **around})
    activate(s, "segovia leon")
    assert {"take nat_inf_1": "vain.cannot_go", "done": "waste.moves"} == warned(GAME, s)
    assert "1 unit Activated for Movement could still move." == words(GAME, s, "done")


@rule("car", "11.1.1a")
def test_spaces_that_could_still_be_attacked_are_counted() -> None:
    s = field({"illescas": "nat_inf_1", "madrid": "rep_rpa_1"})
    begin(s)
    assert {"done": "waste.attacks"} == warned(GAME, s)


@rule("car", "16.1.4.1a")
def test_a_siege_that_could_still_be_assaulted_is_told_of() -> None:
    s = field({"toledo": "rep_mil_1", "maqueda": "nat_inf_1"}, side="republican", turn=2)
    s.sieges[SIEGES.index("alcazar_of_toledo")] = 3
    begin(s)
    assert "1 space could still be attacked, and 1 Siege assaulted." == words(GAME, s, "done")
    s = field({"toledo": "rep_mil_1"}, side="republican", turn=2)
    s.sieges[SIEGES.index("alcazar_of_toledo")] = 3
    begin(s)
    assert "1 Siege could still be assaulted." == words(GAME, s, "done")


@rule("car", "11.5.1a")
def test_a_space_that_was_won_is_not_left_to_the_enemy_unasked() -> None:
    s = field({"belchite": "nat_inf_1 nat_inf_2", "caspe": "rep_mil_1:r"})
    attack(s, "caspe", dice=[1, 1])
    assert {"done": "waste.advance"} == warned(GAME, s)
    assert "Nobody would enter Caspe, which stays with the enemy." == words(GAME, s, "done")
    do(s, "advance nat_inf_1 caspe")
    assert {} == warned(GAME, s)


@rule("car", "16.2.3a")
def test_a_space_with_one_use_says_why_it_has_no_other() -> None:
    s = field({"granada": "nat_inf_1", "burgos": "nat_inf_2"}, turn=3)
    s.isolated = 1 << space("granada")
    points(s, 2)
    assert "only.isolated_only_moves" == warned(GAME, s)["move granada"]
    assert "move burgos" not in warned(GAME, s)


@rule("car", "11.1.3a")
def test_a_space_without_enemies_next_to_it_attacks_in_vain() -> None:
    s = field({"segovia": "nat_inf_1", "arevalo": "rep_mil", "burgos": "nat_inf_2"})
    points(s, 2)
    assert "vain.nobody_to_attack" == warned(GAME, s)["attack burgos"]
    assert "attack segovia" not in warned(GAME, s)


@rule("car", "8.2.3a")
def test_whoever_points_at_enemies_hears_of_the_units_next_to_them() -> None:
    s = field({"segovia": "nat_inf_1", "arevalo": "rep_mil", "burgos": "nat_inf_2"})
    points(s, 2)
    do(s, "move segovia")
    assert ("8.2.3a", "attacker_moves") == refused(s, "attack arevalo")


@rule("car", "12.1.4a")
def test_points_of_a_redeployment_that_are_left_are_told_of() -> None:
    s = sr(field({"burgos": "nat_inf_1", "valladolid": "nat_inf_2"}), 2)
    assert "2 SR points would be lost, and there are units that could still redeploy." == words(GAME, s, "done")
    assert [(s.side, 4)] == told(do(s, "done"), "sr_lost")
