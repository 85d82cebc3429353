"""Among strangers: when a game starts, what its seed is made of, who may sit where, and what everybody is told."""

from __future__ import annotations

import pytest

import tablero
from tablero.kernel import rng
from tablero.kernel.errors import NotAllowed
from tablero.kernel.positions import fingerprint
from tablero.table.journal import FORMAT, Clock, Entry, Left, Matter, Opened, Sat, decode, encode
from tablero.table.phrases import LinkedSpeech
from tablero.table.sitting import Sitting
from tablero.table.wire import Feed
from tests.errors import raises
from tests.kernel import pairs
from tests.table.test_four_seats import BOT, EAST, NORTH, SOUTH, folded
from tests.table.test_four_seats import table as four_table
from tests.table.test_sitting import Keeper, opened, table

ANA, BEN = "a" * 64, "b" * 64       # the numbers they give


def war(**more: object) -> Keeper:
    """An Impossible War at which nobody sits yet: hands are dealt at its start."""
    game, values = tablero.game("aiw"), {"format": FORMAT, "reactions": "quick", **more}
    return Keeper(Opened("aiw", "espartero", game.chosen({}), "2a", "ana", game.rules, **values))  # type: ignore[arg-type]


def sit(keeper: Keeper, seat: int, player: str, share: str = "") -> None:
    keeper.now += 1
    matter = keeper.sitting.sit(seat, player, player.capitalize(), keeper.now, share)
    keeper.entries.append(Entry(keeper.sitting.version, keeper.now, matter))


def told(keeper: Keeper, seat: int = -1, lang: str = "en") -> list[str]:
    """The notices in the log, as a seat reads them."""
    update = Feed(seat, LinkedSpeech(keeper.sitting.game, lang)).update(keeper.sitting, keeper.now, whole=True)
    return [line.lines[0] for line in update.log if line.notice]


def cards(keeper: Keeper, seat: int) -> list[str]:
    """The hand of a seat, as it sees it."""
    update = Feed(seat, LinkedSpeech(keeper.sitting.game, "en")).update(keeper.sitting, keeper.now, whole=True)
    side = keeper.sitting.game.seats[seat]
    return [card for hand in update.hands or () if hand.side == side for card in hand.cards]


def same(keeper: Keeper) -> None:
    """The journal tells the same."""
    again = folded(keeper)
    mine = keeper.sitting
    assert (fingerprint(mine.state), mine.state.rng) == (fingerprint(again.state), again.state.rng)
    assert (mine.log, mine.clocks, mine.stamps) == (again.log, again.clocks, again.stamps)
    assert mine.versions == again.versions
    assert (mine.started, mine.record.text(True)) == (again.started, again.record.text(True))


# --- the seed


def test_the_seed_is_made_of_the_servers_secret_and_the_numbers_of_all_players_when_the_last_sits_down() -> None:
    keeper = war()
    sit(keeper, 0, "ana", ANA)
    before = keeper.sitting.state.rng
    sit(keeper, 1, "ben", BEN)
    record = keeper.sitting.record
    assert (0x2A, rng.commitment(0x2A), (ANA, BEN)) == (record.seed, record.commitment, record.shares)
    assert rng.mixed(0x2A, (ANA, BEN)) == keeper.sitting.state.rng >> rng.COUNTER_BITS != before >> rng.COUNTER_BITS
    keeper.play(40)
    keeper.do("resign", 0)
    proof = tablero.Record.parse(record.text()).verify()
    assert (True, 2, "resigned") == (proof.whole, proof.shares, proof.ending)
    same(keeper)


def test_each_number_changes_the_deal() -> None:
    deals = set()
    for shares in ((ANA, BEN), (ANA, ANA), (BEN, BEN), ("", BEN), ("", "")):
        keeper = war()
        for seat, share in enumerate(shares):
            sit(keeper, seat, "ab"[seat], share)
        deals.add(keeper.sitting.state.rng)
    assert 5 == len(deals)


def test_before_the_start_a_number_can_be_given_again_and_afterwards_not() -> None:
    keeper = war()
    sit(keeper, 0, "ana")
    sit(keeper, 0, "ana", ANA)
    with raises(NotAllowed, "seat_taken"):
        sit(keeper, 0, "ben", BEN)
    sit(keeper, 1, "ben", BEN)
    with raises(NotAllowed, "seat_taken"):
        sit(keeper, 0, "ana", BEN)
    assert (ANA, BEN) == keeper.sitting.record.shares
    same(keeper)


def test_without_numbers_and_in_old_journals_the_secret_is_the_seed() -> None:
    for keeper in (war(), war(format=1)):
        sit(keeper, 0, "ana", ANA if keeper.sitting.opened.format == 1 else "")
        sit(keeper, 1, "ben")
        assert 0x2A == keeper.sitting.state.rng >> rng.COUNTER_BITS
        same(keeper)


def test_before_the_start_nobody_is_asked_and_everybody_sees_what_a_spectator_sees() -> None:
    keeper = war(clock=Clock("live", 60, 0))
    sit(keeper, 0, "ana")
    assert ([], [], {}) == (keeper.sitting.awaited(), cards(keeper, 0), keeper.sitting.clocks.running)
    mine, onlooker = (
        Feed(seat, LinkedSpeech(keeper.sitting.game, "en")).update(keeper.sitting, 1.0, whole=True) for seat in (0, -1)
    )
    assert (mine.hands, mine.pieces, mine.panels, mine.asked) == (
        onlooker.hands, onlooker.pieces, onlooker.panels, onlooker.asked
    )
    assert not mine.started
    sit(keeper, 1, "ben")
    assert cards(keeper, 0)
    assert keeper.sitting.awaited()


# --- clocks


def test_no_clock_runs_before_the_start() -> None:
    keeper = Keeper(opened(clock=Clock("live", 60, 0)))
    keeper.do("sit", 0, "ana", "Ana")
    keeper.now += 1000
    assert [] == keeper.sitting.clocks.fallen(keeper.now)
    keeper.do("sit", 1, "ben", "Ben")
    assert [60, 60] == [keeper.sitting.clocks.remaining(seat, keeper.now) for seat in (0, 1)]


@pytest.mark.parametrize("leaver", [0, 1])
def test_the_clock_of_who_is_asked_runs_on_whoever_leaves_his_seat(leaver: int) -> None:
    keeper = table(clock=Clock("live", 60, 0))
    keeper.do("leave", leaver)
    assert [0] == list(keeper.sitting.clocks.running)
    keeper.now += 58
    assert [] == keeper.sitting.clocks.fallen(keeper.now)
    keeper.now += 2
    keeper.do("flag_fall")
    assert ("time", (1,)) == keeper.sitting.outcome
    same(keeper)


def test_who_still_sits_plays_on_while_another_seat_is_free() -> None:
    keeper = table()
    keeper.do("leave", 1)
    keeper.act(0, "deploy c_tor_1")
    assert 1 == len(keeper.sitting.record.entries)
    same(keeper)


@pytest.mark.parametrize("kind", ["live", "days"])
def test_clocks_stand_still_for_the_time_the_server_was_down(kind: str) -> None:
    keeper = table(clock=Clock(kind, 60, 10))
    begun, left = keeper.now, keeper.sitting.clocks.remaining(0, keeper.now)
    keeper.now += 500
    keeper.entries.append(Entry(keeper.sitting.version + 1, keeper.now, keeper.sitting.interrupted(
        begun + 5, begun + 495, keeper.now)))
    assert [] == keeper.sitting.clocks.fallen(keeper.now)
    assert left - (10 if kind == "live" else 0) == keeper.sitting.clocks.remaining(0, keeper.now)
    assert ["The server was down for 8 minutes; no clock ran."] == told(keeper)
    same(keeper)


# --- who may sit where


def test_who_has_seen_a_side_never_takes_the_other_one() -> None:
    keeper = war()
    sit(keeper, 0, "ana")
    sit(keeper, 1, "ben")
    keeper.do("leave", 1)
    with raises(NotAllowed, "other_side"):
        sit(keeper, 1, "ana")
    keeper.do("leave", 0)
    with raises(NotAllowed, "other_side"):
        sit(keeper, 1, "ana")
    with raises(NotAllowed, "other_side"):
        sit(keeper, 0, "ben")
    sit(keeper, 0, "ana")


def test_before_the_start_one_may_change_seats() -> None:
    keeper = war()
    sit(keeper, 0, "ana")
    keeper.do("leave", 0)
    sit(keeper, 1, "ana")
    sit(keeper, 0, "ben")
    assert keeper.sitting.started


def test_an_ally_may_take_the_seat_of_his_side_and_no_other() -> None:
    keeper = four_table("abcd", pairs.GAME)
    keeper.play(4)
    for seat in (EAST, SOUTH):
        keeper.do("leave", seat)
    with raises(NotAllowed, "other_side"):
        sit(keeper, EAST, "a")
    sit(keeper, SOUTH, "a")
    assert [NORTH, SOUTH] == keeper.sitting.seating.of("a")


def test_who_has_resigned_does_not_sit_down_again() -> None:
    keeper = four_table("abcd")
    keeper.do("resign", EAST)
    keeper.do("leave", EAST)
    with raises(NotAllowed, "resigned"):
        sit(keeper, EAST, "b")


@pytest.mark.parametrize("how", ["leave", "bot"])
def test_who_gives_up_one_of_two_sides_before_the_first_action_starts_the_game_anew(how: str) -> None:
    keeper = war(clock=Clock("live", 60, 0))
    sit(keeper, 0, "ana", ANA)
    sit(keeper, 1, "ana", BEN)
    hands = [cards(keeper, seat) for seat in (0, 1)]
    keeper.now += 30
    if how == "leave":
        keeper.do("leave", 1)
        assert ([], {}, []) == (cards(keeper, 0), keeper.sitting.clocks.running, keeper.sitting.awaited())
        sit(keeper, 1, "ben", BEN)
    else:
        keeper.do("seat_bot", 1, BOT)
    assert (True, 2) == (keeper.sitting.started, keeper.sitting.record.start_number)
    assert hands != [cards(keeper, seat) for seat in (0, 1)]
    assert 60 == keeper.sitting.clocks.remaining(0, keeper.now)
    assert "Ana has seen several sides before anything was done: the game starts again." in told(keeper)
    same(keeper)
    keeper.play(20)
    keeper.do("resign", 0)
    assert tablero.Record.parse(keeper.sitting.record.text()).verify().whole


def test_in_mid_game_everybody_reads_that_he_has_seen_this_side() -> None:
    keeper = war()
    for seat in (0, 1):
        sit(keeper, seat, "ana")
    keeper.play(3)
    state = fingerprint(keeper.sitting.state)
    keeper.do("leave", 1)
    sit(keeper, 1, "ben")
    assert state == fingerprint(keeper.sitting.state), "the game goes on"
    expected = [
        "Ana leaves the Liberals.", "Ana, who no longer plays the Liberals, has seen this side and another one.",
        "Ben takes over the Liberals.",
    ]
    assert [expected] * 3 == [told(keeper, seat) for seat in (-1, 0, 1)]
    assert 3 == len(told(keeper, 1, "es"))
    same(keeper)


def test_an_old_journal_in_which_a_side_was_given_up_is_not_started_anew() -> None:
    keeper = war(format=1)
    matters: list[Matter] = [Sat(0, "ana", "Ana"), Sat(1, "ana", "Ana"), Left(1), Sat(1, "ben", "Ben")]
    for n, matter in enumerate(matters, 2):
        keeper.entries.append(Entry(n, 1000.0 + n, decode(encode(matter))))
    sitting = Sitting.fold_all("s", keeper.entries)
    assert (1, 0x2A) == (sitting.starts, sitting.state.rng >> rng.COUNTER_BITS)


def test_who_plays_several_sides_against_others_is_told_at_the_start() -> None:
    assert ["A plays several sides, and sees each of them."] == told(four_table("aabc"))
    assert [] == told(four_table("abac", pairs.GAME)), "both seats of one side"
    assert [] == told(four_table("aaaa")), "nobody is there to read it"
    assert 1 == len(told(four_table("aaaa", spectators=True)))


def test_who_plays_several_sides_alone_is_told_to_the_first_who_joins_him() -> None:
    keeper = four_table("aa..")
    keeper.play(3)
    keeper.do("leave", 3)
    sit(keeper, 3, "e")
    keeper.do("leave", 3)
    sit(keeper, 3, "e")
    assert 1 == told(keeper).count("A plays several sides, and sees each of them.")
    same(keeper)


def test_nobody_resigns_before_the_start() -> None:
    keeper = war()
    sit(keeper, 0, "ana")
    with raises(NotAllowed, "not_started"):
        keeper.do("resign", 0)


def test_coming_and_going_are_told_and_not_before_the_start() -> None:
    keeper = war()
    sit(keeper, 0, "ana")
    keeper.do("leave", 0)
    sit(keeper, 0, "ana")
    sit(keeper, 1, "ben")
    assert [] == told(keeper)
    keeper.play(2)
    keeper.do("seat_bot", 1, "heuristic")
    assert ["Ben leaves the Liberals.", "Computer (normal) plays the Liberals from now on."] == told(keeper)
    assert [-1, -1] == [line.seat for line in keeper.sitting.log[-2:]]


def test_a_take_back_strikes_no_notice_out() -> None:
    keeper = four_table("abcd")
    keeper.play(4)
    keeper.do("leave", EAST)
    sit(keeper, EAST, "e")
    keeper.do("propose", NORTH, "takeback", 1)
    for seat in (EAST, 2, 3):
        keeper.do("reply", seat, True)
    assert [3, 0] == [sum(line.undone for line in keeper.sitting.log if (line.notice is None) == action)
                      for action in (True, False)]


def test_stand_ins_and_heirs_are_told() -> None:
    keeper = four_table("abcd", pairs.GAME, heirs=True)
    keeper.do("resign", NORTH)
    assert ["C takes over North."] == told(keeper)
    keeper = four_table("abcd")
    keeper.do("resign", NORTH)
    assert ["Computer (easy) plays North from now on."] == told(keeper)


# --- removing a player, deleting the game


def test_nobody_is_removed_from_a_game_in_play_without_consent() -> None:
    keeper = table()
    for method, values in (("leave", (1,)), ("seat_bot", (1, BOT))):
        with raises(NotAllowed, "needs_consent"):
            getattr(keeper.sitting, method)(*values, keeper.now, by="ana")
    keeper.do("leave", 1)
    assert keeper.sitting.seating[1].free, "who sits there may go"


def test_before_the_start_the_owner_may_remove_anybody() -> None:
    keeper = war()
    sit(keeper, 1, "ben")
    keeper.sitting.leave(1, keeper.now, by="ana")
    assert keeper.sitting.seating[1].free


def test_after_his_flag_has_fallen_a_player_among_several_is_removed() -> None:
    keeper = four_table("abcd", clock=Clock("live", 60, 0))
    keeper.now += 100
    keeper.do("flag_fall")
    keeper.sitting.leave(NORTH, keeper.now, by="b")
    assert keeper.sitting.seating[NORTH].free


@pytest.mark.parametrize("bot", ["", BOT])
def test_a_player_is_replaced_when_all_who_play_agree(bot: str) -> None:
    keeper = four_table("abcd")
    keeper.play(3)

    def offer() -> None:
        keeper.now += 1
        matter = keeper.sitting.propose(NORTH, "replace", -1, keeper.now, EAST, bot)
        keeper.entries.append(Entry(keeper.sitting.version, keeper.now, matter))

    offer()
    keeper.do("reply", SOUTH, True)
    keeper.do("reply", 3, True)
    assert "b" == keeper.sitting.seating[EAST].person, "he is asked, too"
    keeper.do("reply", EAST, True)
    assert ("", bot) == (keeper.sitting.seating[EAST].person, keeper.sitting.seating[EAST].bot)
    assert "All have agreed that B no longer plays East." == told(keeper)[0]
    same(keeper)
    with raises(NotAllowed, "nobody_to_replace"):
        offer()


def test_a_game_is_deleted_when_all_who_play_agree() -> None:
    keeper = table()
    assert not keeper.sitting.may_delete("ana")
    keeper.do("propose", 0, "delete", -1)
    assert not keeper.sitting.deleted
    keeper.do("reply", 1, True)
    assert keeper.sitting.deleted
    assert folded(keeper).deleted


def test_the_owner_alone_deletes_what_is_not_started_or_over_or_his_alone() -> None:
    keeper = war()
    sit(keeper, 0, "ana")
    assert keeper.sitting.may_delete("ana")
    sit(keeper, 1, "ben")
    assert not keeper.sitting.may_delete("ana")
    keeper.do("resign", 1)
    assert keeper.sitting.may_delete("ana")
    alone = Keeper(opened())
    alone.do("sit", 0, "ana", "Ana")
    alone.do("seat_bot", 1, "random")
    assert (True, False) == (alone.sitting.may_delete("ana"), alone.sitting.may_delete("eva"))
