"""[0] [2] Getting ready to play."""

from __future__ import annotations

import pytest

import tablero
from tablero.games.wellington import GAME, printed
from tablero.games.wellington.board import (
    BRITAIN,
    CARD,
    CARDS,
    COMMON,
    DISCARDS,
    DRAW_PILE,
    DUCHIES,
    DUCHY,
    DUCHY_NAMES,
    FORTRESSES,
    HAND,
    HOME,
    HOME_DECK,
    KEYS,
    LEADER_NAMES,
    LEADER_POWER,
    LEADERS,
    MIX,
    MUST_PLAY,
    NORD,
    PLACES,
    POWERS,
    REMOVED,
    RESERVE,
    SCENARIOS,
    SPAIN,
    SPANISH_KEYS,
    STARTS,
    SUD,
)
from tablero.games.wellington.rules.r01_pieces.s05_soldiers import total
from tablero.games.wellington.rules.r02_setup import FirstHands, Mulligan, bidders
from tablero.games.wellington.rules.r03_control import controlled
from tablero.games.wellington.rules.r04_sequence.s02_impulses import Impulse
from tablero.games.wellington.state import Wellington
from tablero.kernel.bits import bitset, ids_of
from tablero.kernel.errors import UnknownName
from tests.games.wellington.field import asked, at, do, offered, refused, run, sps, told
from tests.games.wellington.turns import hand, hand_size, places_in_pile, war
from tests.rules import rule

PLENTY = "forced_march royal_intervention british_subsidies camp_fever desertion"


def started(scenario: str = "1812", **options: str) -> Wellington:
    return GAME.new(scenario, 7, options)


def in_play(scenario: str = "1812") -> Wellington:
    """All Hands are kept."""
    s = started(scenario)
    do(s, "keep", "keep", "keep", "keep")
    return s


@rule("wellington", "0a", "2.1a", "1.1b")
@pytest.mark.parametrize("players, british, french", [
    ("four", 0b0001, 0b0010), ("three_french", 0b0101, 0b0010), ("three_allies", 0b0001, 0b1010),
    ("two", 0b0101, 0b1010),
])
def test_two_three_or_four_people_play_one_power_or_both_of_a_side(players: str, british: int, french: int) -> None:
    s = started(players=players)
    assert (british, french) == (bidders(s, BRITAIN), bidders(s, SUD))


@rule("wellington", "0b")
def test_the_game_holds_the_printed_cards_soldiers_and_leaders() -> None:
    assert (110, 129, 18) == (len(CARDS.ids), sum(map(sum, MIX)), len(LEADER_NAMES))


@rule("wellington", "0c")
def test_there_are_two_starts_and_no_other() -> None:
    assert ("1812", "1813") == GAME.scenarios
    with pytest.raises(UnknownName):
        GAME.new("1814")


@rule("wellington", "0d")
def test_a_move_that_breaks_a_rule_is_refused_wherever_it_is_printed() -> None:
    s = in_play()
    assert "end" not in offered(s)
    assert refused(s, "end").rule == "4.2b"  # type: ignore[union-attr]


@rule("wellington", "2a", "2.6a")
def test_the_first_decision_is_the_mulligan_of_britain_then_of_the_others_in_track_order() -> None:
    s = started()
    for name in POWERS:
        assert f"{name} Mulligan" == asked(s)
        assert (POWERS.index(name),) == tablero.players(s)
        do(s, "keep")
    assert "britain ChoosePlay" == asked(s)


@rule("wellington", "2.1b")
def test_powers_that_were_chosen_by_agreement_or_dice_cost_nothing() -> None:
    s = started(bid="4")
    assert "britain Mulligan" == asked(s)
    assert sum(n for _, _, n in STARTS[0].soldiers) == sum(s.sp)


@rule("wellington", "2.1c")
def test_the_highest_bidder_removes_the_soldiers_that_he_bid_and_nobody_else_any() -> None:
    whole = [total(started(), power) for power in range(4)]
    s = started(bidder="spain", bid="3")
    assert "spain RemoveBid" == asked(s)
    assert all(word.startswith("remove spain") for word in offered(s))
    for _ in range(3):
        do(s, offered(s)[0])
    assert "britain Mulligan" == asked(s)
    assert [whole[0], whole[1], whole[2] - 3, whole[3]] == [total(s, power) for power in range(4)]


@rule("wellington", "2.1c")
def test_a_bidder_with_two_powers_removes_from_either() -> None:
    s = started(bidder="nord", bid="2", players="two")
    words = offered(s)
    do(s, next(word for word in words if "nord" in word), next(word for word in words if "sud" in word))
    assert "britain Mulligan" == asked(s)


@rule("wellington", "2.2a")
@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_pieces_stand_where_the_cards_of_the_year_put_them(scenario: str) -> None:
    s, start = started(scenario), STARTS[GAME.scenarios.index(scenario)]
    assert sum(n for _, _, n in start.soldiers) == sum(s.sp)
    for power, x, n in start.soldiers:
        assert s.sp[power * len(DUCHY_NAMES) + x] >= n
    assert all(s.at[leader] == x for leader, x in start.leaders)
    assert len(start.leaders) == sum(place < len(DUCHY_NAMES) for place in s.at)


@rule("wellington", "2.2a")
def test_the_two_starts_differ() -> None:
    assert "seville" == at(started("1812"), "soult")
    assert "unbuilt" == at(started("1813"), "soult")
    assert sps(started("1812"), "britain", "ciudad_rodrigo")


@rule("wellington", "2.3a", "1.4a", "1.3a", "20aw")
def test_the_markers_start_on_the_year_and_on_britain() -> None:
    for scenario in GAME.scenarios:
        s = in_play(scenario)
        assert (int(scenario), BRITAIN, 1) == (s.year, s.box, s.round)
    assert ("britain", "sud", "spain", "nord") == POWERS


@rule("wellington", "2.3b", "2.3c")
def test_resources_at_the_start() -> None:
    assert {"britain": 1, "sud": 1, "spain": 1, "nord": 2} == dict(zip(POWERS, started("1812").resources))
    assert {"britain": 3, "sud": 0, "spain": 1, "nord": 1} == dict(zip(POWERS, started("1813").resources))


BRITISH = "gibraltar elvas lisbon almeida porto"
KEYS_AT_START = [
    ("1812", "britain", BRITISH), ("1812", "spain", "valencia cartagena cadiz oviedo"),
    ("1812", "sud", "barcelona grenada cordoba seville badajoz toulouse perpignan"),
    ("1812", "nord", "zaragoza san_sebastian burgos madrid salamanca ciudad_rodrigo bordeaux bayonne"),
    ("1813", "britain", BRITISH),
    ("1813", "spain", "cartagena cadiz oviedo ciudad_rodrigo grenada cordoba seville badajoz"),
    ("1813", "sud", "valencia barcelona toulouse perpignan"),
    ("1813", "nord", "zaragoza san_sebastian burgos madrid salamanca bordeaux bayonne"),
]


@rule("wellington", "2.3d", "2.3e", "2.3f", "2.3g", "2.3h", "2.3i", "2.3j", "2.3k")
@pytest.mark.parametrize("scenario, power, names", KEYS_AT_START)
def test_the_keys_that_each_power_controls_at_the_start(scenario: str, power: str, names: str) -> None:
    s = started(scenario)
    found = controlled(s, POWERS.index(power)) & KEYS
    assert bitset(DUCHY[name] for name in names.split()) == found


@rule("wellington", "2.3d", "2.3e", "2.3i")
def test_the_fortresses_of_the_lists_are_fortresses_at_both_starts() -> None:
    names = f"{BRITISH} valencia cartagena cadiz oviedo badajoz ciudad_rodrigo san_sebastian burgos"
    assert all(FORTRESSES >> DUCHY[name] & 1 for name in names.split())


@rule("wellington", "2.3l", "20aq")
@pytest.mark.parametrize("scenario, french", [("1812", 11), ("1813", 7)])
def test_there_are_24_keys_and_the_french_hold_some_of_the_15_in_spain(scenario: str, french: int) -> None:
    s = started(scenario)
    assert (24, 15) == (KEYS.bit_count(), SPANISH_KEYS.bit_count())
    held = controlled(s, SUD) | controlled(s, NORD)
    assert french == (held & SPANISH_KEYS).bit_count()
    assert 24 == sum((controlled(s, power) & KEYS).bit_count() for power in range(4))


@rule("wellington", "2.4a", "2.4d", "2.4e", "1.10d")
@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_home_cards_and_six_others_are_dealt(scenario: str) -> None:
    s = started(scenario)
    assert [3, 2, 2, 2] == [s.sizes[HOME[power]] for power in range(4)]
    assert [6, 6, 6, 6] == [s.sizes[HAND[power]] for power in range(4)]
    assert all(not s.piles[HOME[power]] & ~HOME_DECK[power] for power in range(4))


@rule("wellington", "2.4b")
def test_undealt_home_cards_are_in_the_reserves_and_the_french_share_one() -> None:
    assert [3, 4, 8] == [started("1812").sizes[RESERVE[power]] for power in (BRITAIN, SPAIN, SUD)]
    assert [3, 4, 7] == [started("1813").sizes[RESERVE[power]] for power in (BRITAIN, SPAIN, NORD)]


@rule("wellington", "2.4b")
def test_the_french_home_cards_go_to_sud_first() -> None:
    s = war()
    french = places_in_pile(s, "audace dragoons", RESERVE[SUD])
    run(s, FirstHands(), dice=[0, 0, 0, *french, *[0] * 28])
    assert bitset([CARD["audace"], CARD["dragoons"]]) == s.piles[HOME[SUD]]


@rule("wellington", "2.4c")
def test_in_1813_four_cards_are_out_of_the_game_and_two_reminders_lie_there() -> None:
    s = started("1813")
    gone = bitset(CARD[name] for name in ("emperor_beckons", "young_guard", "russian_front", "viceroys_overthrown"))
    assert gone == s.piles[REMOVED]
    assert bitset([CARD["emperor_beckons"], CARD["russian_front"]]) == s.happened
    assert 0 == started("1812").piles[REMOVED]


@rule("wellington", "2.4d")
def test_the_rest_is_the_draw_pile() -> None:
    s = started()
    assert COMMON.bit_count() - 24 == s.sizes[DRAW_PILE]
    assert 0 == s.sizes[DISCARDS]


@rule("wellington", "2.5a")
def test_one_player_with_two_powers_uses_the_cards_and_resources_of_the_one_that_acts() -> None:
    s = war(box="nord", hands={"nord": "war_without_end", "sud": "camp_fever"}, players="two", resources=(0, 3, 0, 0))
    run(s, Impulse(NORD))
    assert "cp war_without_end" in offered(s)
    assert not [word for word in offered(s) if "camp_fever" in word or word == "resource"]


@rule("wellington", "2.5b", "8.2b")
def test_no_word_of_the_game_trades_or_shows_cards_resources_or_duchies() -> None:
    s = in_play()
    assert {"cp", "event", "resource", "besiege", "command", "end"} >= {word.split()[0] for word in offered(s)}
    others = s.piles[HAND[SPAIN]] | s.piles[HOME[SPAIN]]
    assert not GAME.view(s, BRITAIN).piles[HAND[SPAIN]]
    assert others
    assert not [card for card in ids_of(others) if refused(s, f"cp {CARDS.ids[card]}") is None]


@rule("wellington", "2.5c")
def test_who_plays_two_powers_sees_both_hands() -> None:
    s = in_play()
    both = GAME.joint_view(s, (BRITAIN, SPAIN))
    assert s.piles[HAND[SPAIN]] == both.piles[HAND[SPAIN]]
    assert s.piles[HAND[BRITAIN]] == both.piles[HAND[BRITAIN]]
    assert s.piles[HAND[NORD]] != both.piles[HAND[NORD]]


@rule("wellington", "2.6b", "2.6c", "2.6d", "2.6e", "2.6f", "2.6g", "20ag", "5.8b")
def test_britain_takes_two_mulligans_as_in_the_example() -> None:
    s = war(hands={"britain": f"{PLENTY} russian_front admiralty thin_red_line light_division"})
    run(s, Mulligan(BRITAIN))
    drawn = places_in_pile(s, "viceroys_overthrown mud forlorn_hope rear_guard")
    do(s, "mulligan", dice=[0, *drawn])
    assert 5 == s.sizes[DISCARDS]
    others = {"russian_front", "viceroys_overthrown", "mud", "forlorn_hope", "rear_guard"}
    assert others == set(hand(s, "britain").split())
    assert 3 == s.sizes[HOME[BRITAIN]]
    assert "britain Mulligan" == asked(s), "it may be repeated before the next Power decides"
    do(s, "mulligan", dice=[0, *places_in_pile(s, "humbled flank_attack")])
    assert 8 == s.sizes[DISCARDS]
    assert {"russian_front", "viceroys_overthrown", "humbled", "flank_attack"} == set(hand(s, "britain").split())
    assert 7 == s.sizes[HAND[BRITAIN]] + s.sizes[HOME[BRITAIN]]
    do(s, "keep")
    assert "nobody" == asked(s)


@rule("wellington", "2.6d", "4.21a")
def test_of_the_cards_of_a_mulligan_others_see_only_the_top_one() -> None:
    s = war(hands={"britain": PLENTY})
    run(s, Mulligan(BRITAIN))
    events = do(s, "mulligan", dice=[0, 0, 0, 0, 0])
    assert s.piles[DISCARDS] >> s.top & 1
    assert [(BRITAIN, 5, s.top)] == told(events, "mulligan")
    assert 1 << s.top == GAME.view(s, NORD).piles[DISCARDS]
    assert s.piles[DISCARDS] == GAME.view(s, BRITAIN).piles[DISCARDS]


@rule("wellington", "2.6f", "5.8b")
def test_a_hand_of_must_play_cards_only_must_be_kept() -> None:
    s = war(hands={"britain": "russian_front invade_canada"})
    run(s, Mulligan(BRITAIN))
    assert "nobody" == asked(s)
    assert not s.piles[HAND[BRITAIN]] & ~MUST_PLAY
    assert 2 == hand_size(s, "britain")


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


@rule("wellington", "2.3a", "9.62a")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_wellington_is_named_commander_at_ciudad_rodrigo(scenario: str) -> None:
    s = started(scenario)
    assert LEADER_NAMES.index("wellington") == s.commander[DUCHY["ciudad_rodrigo"]]
