"""[11] [12] Where Battles and Sieges end: who is counted, who is spared, and what stays as it was."""

from __future__ import annotations

from tablero.games.wellington.board import ALLIES, BATTLE_ROUND, BRITAIN, CARD, DUCHIES, LEADER, NORD, SPAIN, SUD
from tablero.games.wellington.rules.r01_pieces.s05_soldiers import add_soldiers
from tablero.games.wellington.rules.r05_cards.s02_windows import NOT_NOW, Window
from tablero.games.wellington.rules.r11_battle.s01_battle import NOT_IN_BATTLE, BattleWindow, note_battle
from tablero.games.wellington.rules.r11_battle.s09_flag_overrun import call_for_flag
from tablero.games.wellington.rules.r12_sieges.s02_siege import (
    Siege,
    besiegers,
    fresh_soldiers,
    refuse_fortress,
    refuse_siege,
)
from tests.games.wellington.combat import battle_at, fight, siege_by, throw
from tests.games.wellington.field import asked, at, do, game, leader, offered, refused, sps, told, x
from tests.rules import rule

# --- Battles


@rule("wellington", "10.1e", "10.2c")
def test_before_a_later_round_the_active_side_is_asked_for_interceptions_by_event() -> None:
    s = game({"salamanca": "wellington britain:4 marmont nord:4", "avila": "clausel nord:3"}, active="nord",
             hands={"nord": "march_to_the_guns"})
    battle = battle_at(s, "salamanca", "valladolid")
    battle.round = 2
    s.call(battle)
    battle.offensive_interceptions(s)
    window = s.stack[-1]
    assert isinstance(window, Window)
    assert CARD["march_to_the_guns"] in [action[1] for action in window.options(s, NORD) if action != ("pass",)]


@rule("wellington", "11.10d", "11.53d")
def test_nothing_of_the_first_battle_is_left_in_the_second() -> None:
    s = game({"salamanca": "wellington britain:4 marmont nord:4"})
    battle = battle_at(s, "salamanca", "ciudad_rodrigo")
    s.call(battle)
    battle.round, battle.looted, battle.routed = 2, True, True
    battle.suffered, battle.lost, battle.humbled = [3, 4], [1, 2], 0b11
    assert "next_round" == battle.renew(s)
    assert (True, False, False, 0, 0) == (battle.renewed, battle.looted, battle.routed, battle.round, battle.humbled)
    assert ([0, 0], [1, 2]) == (battle.suffered, battle.lost), "losses still count for Loot"


@rule("wellington", "11.1g", "5.3a")
def test_a_response_that_does_not_fit_is_no_matter_of_being_there() -> None:
    s = game({"salamanca": "wellington britain:4 marmont nord:4"}, hands={"spain": "mud wild_geese", "sud": "mud"})
    battle = battle_at(s, "salamanca", "ciudad_rodrigo")
    s.call(battle)
    window = BattleWindow(BATTLE_ROUND, (SPAIN,))
    s.stack.append(window)
    assert NOT_NOW == window.refuse(s, SPAIN, ("play", CARD["mud"]))
    assert window.refuse(s, SPAIN, ("pass",)) is None
    assert NOT_IN_BATTLE == window.refuse(s, SPAIN, ("play", CARD["wild_geese"]))


@rule("wellington", "11.61d", "12.4a")
def test_a_retreat_that_is_refused_has_its_reason() -> None:
    s = game({"leon": "castanos spain:6 marmont nord:6", "astorga": "nord:1", "valladolid": "nord:1"}, active="nord",
             flags={"spain": "oviedo zamora"})
    fight(s, "leon", "palencia", dice=[*throw(10, fives=2), *throw(8, fives=1)])
    assert "spain RetreatGroup" == asked(s)
    assert refused(s, "retreat palencia") == ("11.61d", "enemy_came_from_there")
    for name in ("astorga", "valladolid"):
        assert refused(s, f"retreat {name}") == ("11.61d", "enemy_stands_there")


@rule("wellington", "11.61a")
def test_a_leader_and_a_single_sp_may_part() -> None:
    s = game({"leon": "castanos spain:1 marmont nord:6"}, active="nord", flags={"spain": "oviedo zamora"})
    fight(s, "leon", "palencia", dice=[*throw(10, fives=2), *throw(3, fives=1), *throw(2)])
    assert "leave castanos" in offered(s)
    do(s, "leave castanos")
    assert not any(text.startswith("leave") for text in offered(s))
    do(s, "retreat oviedo", "retreat zamora")
    assert (1, "zamora") == (sps(s, "spain", "oviedo"), at(s, "castanos"))


@rule("wellington", "11.9a", "7.1d")
def test_a_free_flag_needs_a_duchy_of_the_enemy_and_a_formation() -> None:
    s = game({"salamanca": "britain:2", "lisbon": "britain:2"})
    for name, question in (("lisbon", "nobody"), ("avila", "nobody"), ("salamanca", "britain FreeFlag")):
        call_for_flag(s, BRITAIN, x(name))
        assert question == asked(s), name


@rule("wellington", "12.2a")
def test_those_who_have_fought_twice_count_once() -> None:
    s = game({"ciudad_rodrigo": "hill britain:4"})
    note_battle(s, ALLIES, x("ciudad_rodrigo"))
    note_battle(s, ALLIES, x("ciudad_rodrigo"))
    add_soldiers(s, BRITAIN, x("ciudad_rodrigo"), 3)
    assert 3 == fresh_soldiers(s, BRITAIN, x("ciudad_rodrigo"))
    stand_by = SPAIN * DUCHIES + x("badajoz")
    s.sp[stand_by] = 2
    assert 2 == fresh_soldiers(s, SPAIN, x("badajoz")), "those of other Duchies do not matter"


# --- Sieges


@rule("wellington", "12.2a", "5.1c")
def test_winter_quarters_bar_a_siege_only_to_their_power_and_only_there() -> None:
    s = game({"ciudad_rodrigo": "wellington britain:4"})
    for quarters, key in (((BRITAIN, "lisbon"), ""), ((SPAIN, "ciudad_rodrigo"), ""),
                          ((BRITAIN, "ciudad_rodrigo"), "in_winter_quarters")):
        s.quarters = [(quarters[0], x(quarters[1]), 0)]
        assert key == getattr(refuse_fortress(s, BRITAIN, x("ciudad_rodrigo")), "key", "")
        assert ([] if key else [leader("wellington")]) == besiegers(s, BRITAIN)


@rule("wellington", "12.3e", "14.3h")
def test_casualties_are_those_of_the_round_and_shore_batteries_count_in_the_first() -> None:
    s = game({"ciudad_rodrigo": "wellington britain:4"})
    siege = siege_by(s, "wellington")
    s.call(siege)
    siege.casualties = 2
    siege.next_round(s)
    assert 2 == siege.casualties
    siege.next_round(s)
    assert (0, 2) == (siege.casualties, siege.round)


@rule("wellington", "12.3c", "11.51c")
def test_wellington_himself_may_fall_in_a_siege() -> None:
    s = game({"ciudad_rodrigo": "wellington"})
    siege = siege_by(s, "wellington")
    s.call(siege)
    siege.army = (LEADER["wellington"], 0, 0)
    siege.kills = 1
    siege.leaders(s)
    assert "unbuilt" == at(s, "wellington")


@rule("wellington", "12.3c", "12.2a")
def test_soldiers_who_besiege_alone_have_no_leader_to_lose() -> None:
    s = game({"ciudad_rodrigo": "spain:4", "madrid": "decaen"})
    siege = Siege(SPAIN, -1, x("ciudad_rodrigo"))
    s.call(siege)
    note_battle(s, ALLIES, x("ciudad_rodrigo"))          # they have fought, and are not in the Siege
    siege.army = (-1, 0, 0)
    siege.kills = 2
    siege.losses(s)
    siege.leaders(s)
    assert (4, "madrid") == (sps(s, "spain", "ciudad_rodrigo"), at(s, "decaen"))
    assert [] == told(s.events, "lost_leader")


@rule("wellington", "12.2b")
def test_a_leader_who_is_not_on_the_map_besieges_nothing() -> None:
    s = game({"regroup": "soult"}, active="sud")
    assert refuse_siege(s, leader("soult")) is not None
    assert refuse_siege(s, leader("drouet")) is not None
    assert [] == besiegers(s, SUD)


@rule("wellington", "11.1b")
def test_a_card_that_is_not_for_a_power_is_no_matter_of_being_there() -> None:
    s = game({"salamanca": "wellington britain:4 marmont nord:4"})
    s.call(battle_at(s, "salamanca", "ciudad_rodrigo"))
    window = BattleWindow(BATTLE_ROUND, (SUD,))
    s.stack.append(window)
    assert NOT_IN_BATTLE != window.refuse(s, SUD, ("play", CARD["wild_geese"]))
    assert NOT_IN_BATTLE == window.refuse(s, SUD, ("play", CARD["young_guard"]))
