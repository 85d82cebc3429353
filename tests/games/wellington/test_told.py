"""What happens is told: events that the log and the players are due."""

from __future__ import annotations

import pytest

from tablero.games.wellington import printed
from tablero.games.wellington.board import (
    ALLIES,
    BRITAIN,
    CARD,
    DISCARDS,
    DUCHIES,
    HAND,
    LEADER_POWER,
    LEADERS,
    NORD,
    PLACES,
    SCENARIOS,
    SPAIN,
    SUD,
)
from tablero.games.wellington.rules.r01_pieces.s06_leaders import move_leader
from tablero.games.wellington.rules.r05_cards.s02_windows import discard_at_random, draw, put_away
from tablero.games.wellington.rules.r05_cards.s11_shortages import pay_debts_at
from tablero.games.wellington.rules.r07_flags import flag_tries
from tablero.games.wellington.rules.r10_reactions.s10_flags import FlagContact
from tablero.games.wellington.rules.r11_battle.s05_resolution import Casualties
from tablero.games.wellington.rules.r15_resources import gain_resources
from tablero.kernel.bits import bitset
from tests.games.wellington.cards.events import lies
from tests.games.wellington.combat import battle_at, both_dice, impulse, start, throw
from tests.games.wellington.field import at, game, leader, run, sps, told, x
from tests.rules import rule


@rule("wellington", "15.1a")
def test_resources_are_told() -> None:
    s = game()
    gain_resources(s, SUD, 2)
    assert [(SUD, 2)] == told(s.events, "gained")


@rule("wellington", "7.1a", "10.10a")
@pytest.mark.parametrize("where, owner", [("lumbrales", NORD), ("valladolid", NORD), ("jaen", SUD)])
def test_a_flag_is_told_and_whose_the_duchy_was_is_kept(where: str, owner: int) -> None:
    s = game()
    flag = FlagContact(BRITAIN, x(where), SPAIN)
    events = run(s, flag)
    assert [(BRITAIN, x(where), SPAIN)] == told(events, "flagged")
    assert owner == flag.owner


@rule("wellington", "5.4d")
def test_a_card_lost_at_random_is_told_and_seen() -> None:
    s = game(hands={"nord": "mud"})
    s.revealed, s.script = False, [0]
    assert CARD["mud"] == discard_at_random(s, NORD)
    assert ([(NORD, CARD["mud"])], True, DISCARDS) == (told(s.events, "discarded"), s.revealed, lies(s, "mud"))
    s = game(hands={"nord": "russian_front"})
    s.revealed, s.script = False, [0]
    discard_at_random(s, NORD)
    assert ([(NORD, CARD["russian_front"])], True) == (told(s.events, "shuffled_back"), s.revealed)


@rule("wellington", "15.2a")
def test_who_draws_gets_the_card_and_something_was_revealed() -> None:
    s = game()
    s.revealed, s.script = False, [0]
    card = draw(s, SUD)
    assert (1 << card, True) == (s.piles[HAND[SUD]], s.revealed)


@rule("wellington", "5.7a")
def test_a_card_that_leaves_the_game_is_told() -> None:
    from tablero.games.wellington.board import CARDS, TABLE
    s = game(hands={"nord": "mud"})
    CARDS.move(s, CARD["mud"], HAND[NORD], TABLE)
    put_away(s, CARD["mud"], "remove")
    assert [(CARD["mud"],)] == told(s.events, "removed_card")


@rule("wellington", "11.51c", "11.5b")
def test_leaders_who_fall_are_told() -> None:
    cases = ("hill graham", 2, ["hill", "graham"]), ("hill britain:1", 1, []), ("hill", 1, ["hill"])
    for pieces, kills, fallen in cases:
        s = game({"salamanca": pieces})
        battle = battle_at(s, "salamanca", "avila")
        battle.at = len(battle.steps())
        s.call(battle)
        events = run(s, Casualties(ALLIES, x("salamanca"), kills))
        assert [(leader(name), x("salamanca")) for name in fallen] == sorted(told(events, "lost_leader"))
        assert all("unbuilt" == at(s, name) for name in fallen)


@rule("wellington", "11a", "14.3h")
def test_a_battle_counts_as_a_fight_and_ends_what_batteries_did_there() -> None:
    for where, left in (("lumbrales", (-1, 0, 0)), ("avila", (x("avila"), 1, 1))):
        s = game({"lumbrales": "hill britain:4 marmont nord:4"})
        impulse(s).shore = (x(where), 1, 1)
        battle = battle_at(s, "lumbrales", "almeida")
        ours, theirs = both_dice(s, battle)
        start(s, battle, [*throw(ours, sixes=1, fives=1), *throw(theirs, fives=1)])
        assert (1, left) == (s.fights, impulse(s).shore)


@rule("wellington", "9.62b", "1.6d")
def test_a_leader_who_comes_back_does_not_command_by_an_old_name() -> None:
    for name, side in (("hill", 0), ("clausel", 1)):
        s = game({"madrid": name})
        s.commander[side * DUCHIES + x("madrid")] = s.commander[side * DUCHIES + x("toledo")] = leader(name)
        s.commander[(1 - side) * DUCHIES + x("toledo")] = 17
        move_leader(s, leader(name), x("toledo"))
        assert -1 == s.commander[side * DUCHIES + x("toledo")]
        assert 17 == s.commander[(1 - side) * DUCHIES + x("toledo")]
        move_leader(s, leader(name), x("toledo"))
        assert "toledo" == at(s, name)


@rule("wellington", "5.12b")
def test_debts_are_paid_as_far_as_soldiers_are_there() -> None:
    s = game({"madrid": "nord:3"})
    s.debts = [(SUD, CARD["mud"], 1), (NORD, CARD["mud"], 2), (NORD, CARD["atrocity"], 2)]
    assert 3 == pay_debts_at(s, NORD, x("madrid"), 3)
    assert [(SUD, CARD["mud"], 1), (NORD, CARD["atrocity"], 1)] == s.debts
    assert 0 == sps(s, "nord", "madrid")
    s = game({"madrid": "nord:3"})
    assert 0 == pay_debts_at(s, NORD, x("madrid"), 3)


# --- the start


@rule("wellington", "2.2a")
@pytest.mark.parametrize("start", SCENARIOS)
def test_at_the_start_all_lists_agree(start: str) -> None:
    s = printed(start)
    assert (0, -1, -1) == (s.round, s.active, s.last)
    assert [bitset(one for one, place in enumerate(s.at) if place == x) for x in range(PLACES)] == s.here
    assert ([0] * 4, [0] * len(s.at)) == (s.regroup, s.marched)
    for power in range(4):
        own = bitset(x for x in range(DUCHIES) if s.sp[power * DUCHIES + x] or s.here[x] & LEADERS[power])
        assert own == s.occupied[power]
    assert 2 * DUCHIES == len(s.commander)
    named = {(n // DUCHIES, n % DUCHIES): one for n, one in enumerate(s.commander) if one >= 0}
    assert all((side, x) == (LEADER_POWER[one] & 1, s.at[one]) for (side, x), one in named.items())
    assert all(s.owned[power] >> x & 1 for x, power in enumerate(s.flag) if power >= 0)
    assert sum(owned.bit_count() for owned in s.owned) == DUCHIES


@rule("wellington", "7.1a", "7.1h")
def test_what_a_beginner_would_flag() -> None:
    s = game({"lumbrales": "castanos"}, active="spain")
    tried = flag_tries(s, SPAIN)
    assert ("flag", x("salamanca"), SPAIN) in tried
    assert ("flag", x("salamanca"), BRITAIN) in tried
    assert {SPAIN, BRITAIN} == {owner for _, _, owner in tried}
    assert not {x("braga"), x("almeida"), x("madrid")} & {where for _, where, _ in tried}, "ours, or far away"
    s = game({"almeida": "clausel"}, active="nord")
    assert {x("almeida"), x("viseu"), x("castelo_branco")} == {where for _, where, _ in flag_tries(s, NORD)}
