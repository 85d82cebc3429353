"""[8] Diplomacy; [1.1] the Powers and their sides."""

from __future__ import annotations

from tablero.games.wellington import GAME
from tablero.games.wellington.board import BRITAIN, NORD, POWERS, SIDES, SPAIN, SUD
from tablero.games.wellington.rules.r03_control import friendly, set_owner
from tablero.games.wellington.rules.r06_building import Spending
from tablero.games.wellington.rules.r08_diplomacy import ally, is_enemy
from tests.games.wellington.field import do, game, holder, offered, refused, run, told, x
from tests.rules import rule


@rule("wellington", "8.1a", "8a", "1.1a", "20e", "20ak")
def test_britain_and_spain_are_allies_and_so_are_nord_and_sud_for_ever() -> None:
    assert [SPAIN, NORD, BRITAIN, SUD] == [ally(power) for power in range(4)]
    assert GAME.sides == SIDES == ((BRITAIN, SPAIN), (SUD, NORD))
    assert all(is_enemy(power, other) == (power & 1 != other & 1) for power in range(4) for other in range(4))
    assert not [verb for verb in GAME.verbs if "ally" in verb]


@rule("wellington", "8.1b", "20s")
def test_a_duchy_of_the_ally_is_friendly_to_move_through() -> None:
    s = game({"cadiz": "wellington britain:3"})
    assert friendly(s, 0) >> x("cadiz") & 1
    run(s, Spending(BRITAIN, 2))
    do(s, "lead wellington")
    events = do(s, "step jerez" if "step jerez" in offered(s) else offered(s)[0])
    assert not [args for args in told(events, "attrition") if args[1] == x("cadiz")]


@rule("wellington", "8.1c")
def test_a_duchy_of_the_ally_cannot_be_flagged() -> None:
    s = game({"braga": "castanos spain:2"}, active="spain")
    run(s, Spending(SPAIN, 2))
    assert "8.1c" == refused(s, "flag braga spain").rule  # type: ignore[union-attr]


@rule("wellington", "8.1d")
def test_an_enemy_flag_can_be_replaced_even_in_a_home_duchy_of_the_ally() -> None:
    s = game({"braga": "castanos spain:2"}, active="spain", flags={"nord": "braga"})
    run(s, Spending(SPAIN, 2))
    assert {"flag braga spain", "flag braga britain"} <= set(offered(s))
    do(s, "flag braga spain")
    assert "spain" == holder(s, "braga")


@rule("wellington", "8.2a", "8.2b")
def test_no_rule_knows_of_agreements_and_nothing_exchanges_duchies_or_cards() -> None:
    s = game({"braga": "hill britain:1"})
    set_owner(s, x("braga"), SPAIN)
    run(s, Spending(BRITAIN, 1))
    assert not [word for word in offered(s) if word.startswith("flag braga")], "it is not given back"
    spending = {"lead", "counter", "flag", "build", "regroup", "build_leader", "convoy", "besiege", "play", "done"}
    assert {word.split()[0] for word in offered(s)} <= spending
    assert POWERS[SPAIN] == holder(s, "braga")
