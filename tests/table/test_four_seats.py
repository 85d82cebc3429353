"""Four seats, allies, and persons with two seats: resignation, time, consent, and that the journal tells all of it."""

from __future__ import annotations

import pytest

import tablero
from tablero import bots
from tablero.kernel.actions import PASS
from tablero.kernel.errors import NotAllowed
from tablero.table.journal import FORMAT, Acted, Clock, Entry, Opened, Resigned, decode, encode
from tablero.table.phrases import LinkedSpeech
from tablero.table.seating import Holder
from tablero.table.sitting import Sitting
from tablero.table.wire import Feed
from tests.errors import raises
from tests.kernel import decks, four, pairs
from tests.table.test_sitting import Keeper

NORTH, EAST, SOUTH, WEST = range(4)
BOT = bots.names(tablero.game(four.GAME.code))[-1]          # stands in for those who resign


def table(people: str, game: tablero.Game[tablero.State] = four.GAME, **more: object) -> Keeper:  # type: ignore[assignment]
    """A table of four: a letter for the person in each seat, `.` for a bot."""
    values = {"format": FORMAT, **more}
    keeper = Keeper(Opened(game.code, game.scenarios[0], {}, "2a", people[0], game.rules, **values))  # type: ignore[arg-type]
    for seat, letter in enumerate(people):
        if letter == ".":
            keeper.do("seat_bot", seat, BOT)
        else:
            keeper.do("sit", seat, letter, letter.upper())
    return keeper


def folded(keeper: Keeper) -> Sitting:
    """The sitting as its journal tells it."""
    return Sitting.fold_all("s", [Entry(e.n, e.at, decode(encode(e.matter)), e.client) for e in keeper.entries])


# --- resignation


def test_who_resigns_among_four_leaves_his_seat_to_a_bot_and_the_game_goes_on() -> None:
    keeper = table("abcd")
    keeper.play(6)
    keeper.do("resign", EAST)
    sitting = keeper.sitting
    assert not sitting.over
    assert Holder("b", "B", BOT) == sitting.seating[EAST]
    assert {"a", "c", "d"} == sitting.seating.people()
    assert [EAST] == sitting.seating.of("b"), "he may look on"
    keeper.play(8)
    again = folded(keeper)
    assert (sitting.seating.holders, sitting.stamps, sitting.questions) == (
        again.seating.holders, again.stamps, again.questions
    )


def test_who_resigns_leaves_his_seat_to_his_allys_player_where_the_table_was_opened_so() -> None:
    keeper = table("abcd", pairs.GAME, heirs=True)
    keeper.play(6)
    keeper.do("resign", NORTH)
    sitting = keeper.sitting
    assert not sitting.over
    assert Holder("c", "C") == sitting.seating[NORTH]
    assert {"b", "c", "d"} == sitting.seating.people()
    assert [NORTH, SOUTH] == sitting.seating.of("c")
    keeper.play(8)
    assert sitting.seating.holders == folded(keeper).seating.holders
    keeper.do("resign", SOUTH)
    assert ("resigned", (EAST, WEST)) == sitting.outcome


def test_without_an_ally_who_plays_a_bot_takes_over_even_so() -> None:
    keeper = table("ab.d", pairs.GAME, heirs=True)
    keeper.do("resign", EAST)
    assert Holder("d", "D") == keeper.sitting.seating[EAST]
    keeper = table("a.cd", pairs.GAME, heirs=True)
    keeper.do("resign", WEST)
    assert Holder("d", "D", BOT) == keeper.sitting.seating[WEST], "his ally is a bot"
    keeper = table("abcd", heirs=True)
    keeper.do("resign", EAST)
    assert Holder("b", "B", BOT) == keeper.sitting.seating[EAST], "in a game without allies"


# --- what is said


def test_what_is_said_to_a_side_is_read_by_that_side_only() -> None:
    keeper = table("abcd", pairs.GAME)
    keeper.do("say", "a", "A", "to all")
    sitting = keeper.sitting
    keeper.entries.append(Entry(len(keeper.entries) + 1, 5.0, sitting.say("a", "A", "to us", 5.0, NORTH)))
    heard = [
        [(line.text, line.side) for line in Feed(seat, LinkedSpeech(sitting.game, "en")).update(sitting, 1.0).chat]
        for seat in (NORTH, EAST, SOUTH, WEST, -1)
    ]
    both, one = [("to all", False), ("to us", True)], [("to all", False)]
    assert [both, one, both, one, one] == heard
    assert sitting.chat == folded(keeper).chat


def test_the_last_who_has_not_resigned_wins() -> None:
    keeper = table("abcd")
    for seat in (EAST, NORTH):
        keeper.do("resign", seat)
        assert not keeper.sitting.over
    keeper.do("resign", WEST)
    assert ("resigned", (SOUTH,)) == keeper.sitting.outcome == folded(keeper).outcome


def test_nobody_resigns_twice() -> None:
    keeper = table("abcd")
    keeper.do("resign", EAST)
    with raises(NotAllowed, "resigned"):
        keeper.do("resign", EAST)


def test_an_ally_plays_on_with_a_bot_and_loses_only_when_he_resigns_too() -> None:
    keeper = table("abcd", pairs.GAME)
    keeper.do("resign", NORTH)
    assert not keeper.sitting.over
    keeper.do("resign", SOUTH)
    assert ("resigned", (EAST, WEST)) == keeper.sitting.outcome == folded(keeper).outcome


def test_who_holds_both_seats_of_a_side_resigns_both_at_once() -> None:
    keeper = table("abac", pairs.GAME)
    keeper.do("resign", NORTH)
    assert ("resigned", (EAST, WEST)) == keeper.sitting.outcome == folded(keeper).outcome


def test_who_holds_seats_that_are_not_allied_resigns_one_of_them() -> None:
    keeper = table("abac")
    keeper.do("resign", NORTH)
    assert [True, False, False, False] == [holder.resigned for holder in keeper.sitting.seating.holders]
    assert {"a", "b", "c"} == keeper.sitting.seating.people()


def test_when_no_person_is_left_the_game_is_over_and_the_others_have_won() -> None:
    keeper = table("a...")
    keeper.do("resign", NORTH)
    assert ("resigned", (EAST, SOUTH, WEST)) == keeper.sitting.outcome == folded(keeper).outcome


def test_another_person_may_take_the_seat_of_one_who_has_resigned() -> None:
    keeper = table("abcd")
    keeper.do("resign", EAST)
    keeper.do("leave", EAST)
    keeper.do("sit", EAST, "e", "E")
    assert {"a", "c", "d", "e"} == keeper.sitting.seating.people()
    keeper.do("resign", NORTH)
    keeper.do("resign", SOUTH)
    keeper.do("resign", EAST)
    assert ("resigned", (WEST,)) == keeper.sitting.outcome == folded(keeper).outcome


def test_a_resignation_between_two_is_kept_as_before() -> None:
    """Journals of old read the same, and new ones say no more."""
    assert Resigned(0) == decode('{"type":"resign","seat":0,"reason":"resigned"}')
    keeper = Keeper(Opened("dpyr", "maella", tablero.game("dpyr").chosen({}), "2a", "a", 1))
    keeper.do("sit", 0, "a", "A")
    keeper.do("sit", 1, "b", "B")
    keeper.do("resign", 1)
    assert '{"type":"resign","seat":1}' == encode(keeper.entries[-1].matter)
    assert Holder("b", "B") == keeper.sitting.seating[1]


# --- time


def test_flags_that_fall_among_four_cost_their_seats_one_after_the_other_until_one_is_left() -> None:
    keeper = table("abcd", clock=Clock("live", 60, 0))
    keeper.now += 100
    assert [NORTH, EAST, SOUTH, WEST] == keeper.sitting.clocks.fallen(keeper.now), "all were to bid"
    for n in (1, 2):
        keeper.do("flag_fall")
        assert (n, False) == (sum(holder.resigned for holder in keeper.sitting.seating.holders), keeper.sitting.over)
    keeper.do("flag_fall")
    assert ("time", (WEST,)) == keeper.sitting.outcome == folded(keeper).outcome


def test_the_clock_of_one_seat_runs_out_alone() -> None:
    keeper = table("abac", pairs.GAME, clock=Clock("live", 60, 0))
    for seat in (EAST, SOUTH, WEST):
        keeper.act(seat, "bid 1")
    keeper.now += 100
    assert [NORTH] == keeper.sitting.clocks.fallen(keeper.now)
    keeper.do("flag_fall")
    assert [True, False, False, False] == [holder.resigned for holder in keeper.sitting.seating.holders]
    assert [] == keeper.sitting.clocks.fallen(keeper.now + 1000), "its bot is waited for without a clock"
    keeper.act(NORTH, "bid 0")
    assert keeper.sitting.clocks.running


def test_an_action_is_journalled_in_its_own_form_however_it_was_typed() -> None:
    keeper = table("abac", pairs.GAME)
    keeper.act(NORTH, "bid 01")
    assert Acted(NORTH, "bid 1", []) == keeper.entries[-1].matter


def test_bots_among_four_have_no_clock() -> None:
    keeper = table("a..b", clock=Clock("live", 60, 0))
    assert {NORTH, WEST} == set(keeper.sitting.clocks.running)
    for seat in (NORTH, WEST):
        keeper.act(seat, "bid 1")
    assert ({}, [EAST, SOUTH]) == (keeper.sitting.clocks.running, keeper.sitting.awaited())
    assert [] == keeper.sitting.clocks.fallen(keeper.now + 1000)


# --- consent


@pytest.mark.parametrize("what", ["draw", "pause", "takeback"])
def test_every_person_agrees_once_also_one_with_two_seats(what: str) -> None:
    keeper = table("abcb")
    keeper.play(6)
    keeper.do("propose", NORTH, what, 2)
    keeper.do("reply", EAST, True)
    assert keeper.sitting.offer is not None
    keeper.do("reply", SOUTH, True)
    assert keeper.sitting.offer is None
    done = {"draw": keeper.sitting.outcome == ("agreed", ()), "pause": keeper.sitting.paused,
            "takeback": len(keeper.sitting.record.entries) == 2}
    assert done[what]


def test_one_of_four_refuses_for_all() -> None:
    keeper = table("abcd")
    keeper.do("propose", NORTH, "draw", -1)
    keeper.do("reply", EAST, True)
    keeper.do("reply", SOUTH, False)
    assert (None, False) == (keeper.sitting.offer, keeper.sitting.over)


def test_nobody_accepts_his_own_proposal_from_his_other_seat() -> None:
    keeper = table("abac")
    keeper.do("propose", NORTH, "pause", -1)
    with raises(NotAllowed, "own_offer"):
        keeper.do("reply", SOUTH, True)


def test_who_has_resigned_is_not_asked_and_his_bot_does_not_stand_in_the_way_of_a_draw() -> None:
    keeper = table("abcd")
    keeper.do("resign", WEST)
    keeper.do("propose", NORTH, "draw", -1)
    keeper.do("reply", EAST, True)
    keeper.do("reply", SOUTH, True)
    assert ("agreed", ()) == keeper.sitting.outcome == folded(keeper).outcome


def test_each_seat_is_told_whether_its_person_has_agreed() -> None:
    keeper = table("abcb")
    keeper.do("propose", NORTH, "pause", -1)
    keeper.do("reply", EAST, True)
    speech = LinkedSpeech(keeper.sitting.game, "en")
    told = [Feed(seat, speech).update(keeper.sitting, 1.0).offer for seat in range(-1, 4)]
    assert [False, True, True, False, True] == [offer is not None and offer.yours for offer in told]


# --- what is told


def test_who_has_resigned_looks_on_without_choices() -> None:
    keeper = table("abcd")
    feed = Feed(EAST, LinkedSpeech(keeper.sitting.game, "en"))
    assert 3 == len(feed.update(keeper.sitting, 1.0).choices)
    keeper.do("resign", EAST)
    told = feed.update(keeper.sitting, 2.0)
    assert ([], False) == (told.choices, told.can_undo)
    assert ("B", BOT, True) == (told.chairs[EAST].name, told.chairs[EAST].bot, told.chairs[EAST].you)


@pytest.mark.parametrize("lang, text", [
    ("en", "Victory for East and West by resignation."), ("es", "Victoria de Este y Oeste por abandono."),
])
def test_all_winners_are_named(lang: str, text: str) -> None:
    keeper = table("abac", pairs.GAME)
    keeper.do("resign", NORTH)
    assert text == Feed(-1, LinkedSpeech(keeper.sitting.game, lang)).update(keeper.sitting, 1.0).result


def test_a_game_of_four_is_played_to_its_end_and_read_again() -> None:
    for game in (four.GAME, pairs.GAME):
        keeper = table("abcd", game)  # type: ignore[arg-type]
        while not keeper.sitting.over:
            keeper.play(1, len(keeper.entries))
        kind, won = keeper.sitting.outcome
        assert (kind, won) == folded(keeper).outcome
        assert won in ((), *game.sides)


# --- what a person with two seats sees


def hands(keeper: Keeper, seat: int) -> list[str]:
    """The seats whose cards are shown to who looks from a seat."""
    update = Feed(seat, LinkedSpeech(keeper.sitting.game, "en")).update(keeper.sitting, keeper.now, whole=True)
    return [hand.side for hand in update.hands or () if hand.cards]


def test_a_person_sees_the_cards_of_his_allied_seats_from_each_of_them_and_no_others() -> None:
    keeper = table("abac", pairs.GAME)
    assert ["north", "south"] == hands(keeper, NORTH) == hands(keeper, SOUTH)
    assert (["east"], []) == (hands(keeper, EAST), hands(keeper, -1))
    keeper.do("seat_bot", SOUTH, BOT)
    assert ["north"] == hands(keeper, NORTH)


def test_seats_that_are_not_allied_keep_their_secrets_even_from_one_person() -> None:
    keeper = table("abac")
    assert (["north"], ["south"]) == (hands(keeper, NORTH), hands(keeper, SOUTH))


def test_the_log_tells_a_person_what_either_of_his_allied_seats_was_told() -> None:
    keeper = table("abac", pairs.GAME)
    log = keeper.sitting.log
    while not (private := [i for i, line in enumerate(log) if any(event.seen == 1 << SOUTH for event in line.events)]):
        keeper.play(1, len(log))
    speech = LinkedSpeech(keeper.sitting.game, "en")
    north, east, west = (
        [line.lines for line in Feed(seat, speech).update(keeper.sitting, 0.0, whole=True).log] for seat in (0, 1, 3)
    )
    assert all(north[i] != west[i] and east[i] == west[i] for i in private)


def chairs(keeper: Keeper, seat: int) -> list[str]:
    """Who is awaited, as somebody who looks from a seat is told."""
    update = Feed(seat, LinkedSpeech(keeper.sitting.game, "en")).update(keeper.sitting, keeper.now)
    return [chair.seat for chair in update.chairs if chair.awaited]


def test_who_has_answered_while_all_are_asked_at_once_is_told_to_nobody_else() -> None:
    keeper = table("abbc", decks.GAME)  # type: ignore[arg-type]
    while len(keeper.sitting.awaited()) < 3 or NORTH in keeper.sitting.awaited():
        keeper.play(1, len(keeper.entries))
    everybody = ["birch", "coral", "dune"]
    assert everybody == chairs(keeper, NORTH)
    keeper.do("act", EAST, PASS, keeper.sitting.stamps[EAST])
    assert [SOUTH, WEST] == keeper.sitting.awaited()
    assert [everybody] * 3 == [chairs(keeper, seat) for seat in (-1, NORTH, WEST)]
    assert [everybody[1:]] * 2 == [chairs(keeper, seat) for seat in (EAST, SOUTH)], "one person plays both"
    speech = LinkedSpeech(keeper.sitting.game, "en")
    last = [Feed(seat, speech).update(keeper.sitting, 1.0, whole=True).log[-1].seat for seat in (NORTH, EAST, WEST)]
    assert ["", "birch", ""] == last
