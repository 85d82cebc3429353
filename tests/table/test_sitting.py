"""One sitting: seats, play, undo, offers, and that its journal tells all of it."""

from __future__ import annotations

import random

import pytest

import tablero
from tablero.kernel.errors import NotAllowed
from tablero.kernel.positions import fingerprint
from tablero.table.journal import FORMAT, Acted, Clock, Entry, Opened, decode, encode
from tablero.table.phrases import LinkedSpeech
from tablero.table.sitting import Sitting
from tablero.table.wire import Feed
from tests.errors import raises


class Keeper:
    """A sitting and its journal, as a server would keep them."""

    def __init__(self, opened: Opened) -> None:
        self.now = 1000.0
        self.entries = [Entry(1, self.now, opened)]
        self.sitting = Sitting.open("s", opened, self.now)

    def do(self, method: str, *values: object, client: str = "") -> None:
        self.now += 1
        matter = getattr(self.sitting, method)(*values, self.now)
        self.entries.append(Entry(self.sitting.version, self.now, matter, client))

    def act(self, seat: int, text: str) -> None:
        self.do("act", seat, self.sitting.game.read(self.sitting.state, text), self.sitting.stamps[seat])

    def play(self, actions: int, seed: int = 1) -> None:
        chance = random.Random(seed)
        for _ in range(actions):
            seat = self.sitting.awaited()[0]
            action = chance.choice(tablero.options(self.sitting.state, seat))
            self.do("act", seat, action, self.sitting.stamps[seat])


def opened(**more: object) -> Opened:
    game = tablero.game("dpyr")
    values = {"format": FORMAT, **more}
    return Opened("dpyr", "maella", game.chosen({}), "2a", "ana", game.rules, **values)  # type: ignore[arg-type]


def table(**more: object) -> Keeper:
    """Ana is the Carlist, Benito the Liberal."""
    keeper = Keeper(opened(**more))
    keeper.do("sit", 0, "ana", "Ana")
    keeper.do("sit", 1, "benito", "Benito")
    return keeper


def test_a_sitting_folded_from_its_journal_is_the_same() -> None:
    keeper = table()
    keeper.play(120)
    keeper.do("say", "ana", "Ana", "Suerte!")
    journal = [Entry(e.n, e.at, decode(encode(e.matter)), e.client) for e in keeper.entries]
    again = Sitting.fold_all("s", journal)
    assert fingerprint(keeper.sitting.state) == fingerprint(again.state)
    assert keeper.sitting.state.rng == again.state.rng
    assert (keeper.sitting.version, keeper.sitting.stamps) == (again.version, again.stamps)
    assert keeper.sitting.log == again.log


def test_nobody_plays_before_all_seats_are_taken() -> None:
    keeper = Keeper(opened())
    keeper.do("sit", 0, "ana", "Ana")
    with raises(NotAllowed, "not_started"):
        keeper.act(0, "deploy c_tor_1")


def test_a_seat_is_taken_once() -> None:
    keeper = table()
    with raises(NotAllowed, "seat_taken"):
        keeper.do("sit", 1, "carla", "Carla")


def test_an_answer_to_another_question_is_stale() -> None:
    keeper = table()
    stamp = keeper.sitting.stamps[0]
    keeper.act(0, "deploy c_tor_1")
    before = fingerprint(keeper.sitting.state)
    with pytest.raises(tablero.StaleState):
        keeper.do("act", 0, tablero.game("dpyr").read(keeper.sitting.state, "deploy c_tor_2"), stamp)
    assert before == fingerprint(keeper.sitting.state)


def test_a_seat_that_is_not_asked_is_told_so() -> None:
    with pytest.raises(tablero.NotYourTurn):
        table().act(1, "done")


@pytest.mark.parametrize("text", ["dance", "deploy", "deploy nobody", "to 0512", "deploy l_cor_1", "", "done"])
def test_what_is_not_offered_is_refused_and_changes_nothing(text: str) -> None:
    keeper = table()
    before = fingerprint(keeper.sitting.state), keeper.sitting.version
    with pytest.raises(tablero.IllegalAction):
        keeper.act(0, text)
    assert before == (fingerprint(keeper.sitting.state), keeper.sitting.version)


def test_undo_is_free_up_to_a_barrier_and_the_log_keeps_what_was_undone() -> None:
    keeper = table()
    keeper.act(0, "deploy c_tor_1")
    keeper.act(0, "to 0512")
    keeper.do("undo", 0)
    assert [False, True] == [line.undone for line in keeper.sitting.log]
    assert ["deploy c_tor_1"] == [
        keeper.sitting.game.write(keeper.sitting.state, e.action) for e in keeper.sitting.record.entries
    ]
    again = Sitting.fold_all("s", keeper.entries)
    assert fingerprint(keeper.sitting.state) == fingerprint(again.state)


def test_a_take_back_needs_the_other_player() -> None:
    keeper = table()
    keeper.play(150)
    keeper.do("propose", 0, "takeback", 100)
    assert 150 == len(keeper.sitting.record.entries)
    with raises(NotAllowed, "own_offer"):
        keeper.do("reply", 0, True)
    keeper.do("reply", 1, True)
    assert 100 == len(keeper.sitting.record.entries)
    assert 50 == sum(line.undone for line in keeper.sitting.log)
    keeper.play(40, seed=2)
    again = Sitting.fold_all("s", keeper.entries)
    assert (fingerprint(keeper.sitting.state), keeper.sitting.state.rng) == (fingerprint(again.state), again.state.rng)


def test_a_refused_take_back_changes_nothing() -> None:
    keeper = table()
    keeper.play(60)
    before = fingerprint(keeper.sitting.state)
    keeper.do("propose", 0, "takeback", 10)
    keeper.do("reply", 1, False)
    assert keeper.sitting.offer is None
    assert before == fingerprint(keeper.sitting.state)


def test_a_bot_agrees_to_everything() -> None:
    keeper = Keeper(opened())
    keeper.do("sit", 0, "ana", "Ana")
    keeper.do("seat_bot", 1, "random")
    keeper.play(30)
    keeper.do("propose", 0, "takeback", 5)
    assert 5 == len(keeper.sitting.record.entries)


def test_a_draw_is_agreed() -> None:
    keeper = table()
    keeper.do("propose", 1, "draw", -1)
    keeper.do("reply", 0, True)
    assert keeper.sitting.over
    assert ("agreed", ()) == keeper.sitting.outcome
    with pytest.raises(tablero.GameOver):
        keeper.act(0, "deploy c_tor_1")


def test_who_resigns_loses() -> None:
    keeper = table()
    keeper.do("resign", 0)
    assert ("resigned", (1,)) == keeper.sitting.outcome


def test_a_pause_by_consent_stops_play_and_clocks() -> None:
    keeper = table(clock=Clock("live", 600, 10))
    keeper.do("propose", 0, "pause", -1)
    keeper.do("reply", 1, True)
    with raises(NotAllowed, "paused"):
        keeper.act(0, "deploy c_tor_1")
    left = keeper.sitting.clocks.left[0]
    keeper.now += 500
    keeper.do("propose", 1, "resume", -1)
    keeper.do("reply", 0, True)
    assert left == keeper.sitting.clocks.left[0]
    keeper.act(0, "deploy c_tor_1")


def test_the_clock_of_the_seat_that_is_awaited_runs() -> None:
    keeper = table(clock=Clock("live", 60, 0))
    keeper.now += 20
    keeper.act(0, "deploy c_tor_1")
    assert 60 - 21 == keeper.sitting.clocks.remaining(0, keeper.now)
    assert 60 == keeper.sitting.clocks.remaining(1, keeper.now)
    assert [] == keeper.sitting.clocks.fallen(keeper.now + 38)
    assert [0] == keeper.sitting.clocks.fallen(keeper.now + 39)


def test_days_a_move_use_the_bank_only_when_a_move_takes_longer() -> None:
    keeper = table(clock=Clock("days", 100, 50))
    keeper.now += 30
    keeper.act(0, "deploy c_tor_1")
    assert 100 == keeper.sitting.clocks.remaining(0, keeper.now)
    assert [] == keeper.sitting.clocks.fallen(keeper.now + 149)
    assert [0] == keeper.sitting.clocks.fallen(keeper.now + 150)


def test_one_person_may_hold_both_seats() -> None:
    keeper = Keeper(opened())
    keeper.do("sit", 0, "ana", "Ana")
    keeper.do("sit", 1, "ana", "Ana")
    keeper.play(80)
    keeper.do("propose", 0, "takeback", 3)
    assert ([0, 1], 3) == (keeper.sitting.seating.of("ana"), len(keeper.sitting.record.entries))


def test_another_seats_answer_does_not_make_mine_stale() -> None:
    """[3.0h] Both give out their markers at once."""
    game = tablero.game("dpyr")
    keeper = Keeper(Opened("dpyr", "perecamps_1", game.chosen({}), "2a", "ana", game.rules))
    keeper.do("sit", 0, "ana", "Ana")
    keeper.do("sit", 1, "benito", "Benito")
    while len(keeper.sitting.awaited()) < 2:
        keeper.play(1, seed=keeper.sitting.version)
    stamp = keeper.sitting.stamps[1]
    keeper.act(0, "fill")
    keeper.do("act", 1, ("fill",), stamp)
    assert isinstance(keeper.entries[-1].matter, Acted)


def test_an_imported_record_goes_on_from_where_it_stood() -> None:
    record = tablero.Record.start(tablero.game("dpyr"), "maella", seed=9, secret=True)
    chance = random.Random(1)
    for _ in range(100):
        seat = tablero.players(record.state)[0]
        record.apply(seat, chance.choice(tablero.options(record.state, seat)))
    keeper = Keeper(opened(record=record.text(private=True)))
    assert fingerprint(record.state) == fingerprint(keeper.sitting.state)
    assert 100 == len(keeper.sitting.record.entries)


# --- time for an undo, before a bot goes on


def handed_over(wait: int) -> Keeper:
    """A person has done something that can be taken back, and a bot is asked next."""
    keeper = Keeper(opened())
    keeper.do("sit", 0, "ana", "Ana")
    keeper.do("seat_bot", 1, "random")
    sitting = keeper.sitting
    for n in range(400):
        seat = sitting.awaited()[0]
        action = random.Random(n).choice(tablero.options(sitting.state, seat))
        matter = sitting.act(seat, action, sitting.stamps[seat], keeper.now, wait=0 if seat else wait)
        keeper.entries.append(Entry(sitting.version, keeper.now, matter))
        bots = sitting.bots_to_move()
        if seat == 0 and bots and bots == sitting.to_move() and sitting.record.can_undo(seat):
            return keeper
        assert not any(map(sitting.grace, bots)), "only what can be taken back, and hands over, is waited for"
    raise AssertionError


def test_a_bot_leaves_the_only_person_time_to_take_back_what_hands_over_to_it() -> None:
    keeper = handed_over(3)
    assert 3 == keeper.sitting.grace(1)
    again = Sitting.fold_all("s", [Entry(e.n, e.at, decode(encode(e.matter))) for e in keeper.entries])
    assert 3 == again.grace(1), "another server, and one that was restarted, knows it too"
    keeper.do("undo", 0)
    assert 0 in keeper.sitting.to_move()


def let_go() -> Sitting:
    """A person has let a chance to react go by, and a bot is asked next."""
    game = tablero.game("aiw")
    scenario = Opened("aiw", "espartero", game.chosen({}), "2a", "ana", game.rules, reactions="quick", format=FORMAT)
    keeper = Keeper(scenario)
    keeper.do("seat_bot", 0, "random")
    keeper.do("sit", 1, "ana", "Ana")
    sitting, chance = keeper.sitting, random.Random(1)
    for _ in range(2000):
        seat = sitting.to_move()[0]
        no = tablero.decline(sitting.state, seat) if seat else None
        action = no or chance.choice(tablero.options(sitting.state, seat))
        sitting.act(seat, action, sitting.stamps[seat], keeper.now, wait=3 * seat)
        asked = [0] == sitting.to_move() and tablero.decline(sitting.state, 0) is None
        if no and asked and sitting.record.can_undo(seat):
            return sitting
    raise AssertionError


def test_a_bot_waits_only_for_who_asks_for_it_and_plays_alone() -> None:
    assert 0 == handed_over(0).sitting.grace(1)
    assert 0 == let_go().grace(0)
    keeper = handed_over(3)
    keeper.do("leave", 1)
    keeper.do("sit", 1, "benito", "Benito")
    assert 0 == keeper.sitting.grace(1)


def test_who_may_take_back_what_he_did_is_told_that_a_bot_waits() -> None:
    told = [Feed(seat, LinkedSpeech(keeper.game, "en"), known={}).update(keeper, 1.0, whole=True).asked.grace
            for keeper, seat in ((handed_over(3).sitting, 0), (handed_over(0).sitting, 0), (let_go(), 1))]
    assert [True, False, False] == told


# --- what a server must be able to trust


def test_a_folded_sitting_goes_on_after_an_undo_with_dice_of_its_own() -> None:
    keeper = table()
    keeper.play(140)
    while not keeper.sitting.record.can_undo(keeper.sitting.record.entries[-1].seat):
        keeper.play(1, seed=keeper.sitting.version)
    again = Keeper(opened())
    again.entries, again.sitting = keeper.entries[:], Sitting.fold_all("s", keeper.entries)
    for each in (keeper, again):
        each.do("undo", each.sitting.record.entries[-1].seat)
        each.play(120, seed=6)
    assert (fingerprint(keeper.sitting.state), keeper.sitting.state.rng) == (
        fingerprint(again.sitting.state), again.sitting.state.rng
    )
    assert any(entry.chance for entry in again.sitting.record.entries[-60:])


def test_a_second_click_does_not_answer_the_next_question_even_if_it_reads_the_same() -> None:
    keeper = table()
    for n in range(200):
        seat = keeper.sitting.awaited()[0]
        stamp, before = keeper.sitting.stamps[seat], keeper.sitting.questions[seat]
        keeper.play(1, seed=n)
        assert stamp != keeper.sitting.stamps[seat] or before is None


def test_a_journal_with_a_gap_or_of_other_rules_is_refused() -> None:
    keeper = table()
    keeper.play(10)
    with raises(tablero.BadRecord, "journal_entry", why="error.bad_record.journal_gap"):
        Sitting.fold_all("s", keeper.entries[:5] + keeper.entries[6:])
    with raises(tablero.BadRecord, "journal_opening"):
        Sitting.fold_all("s", keeper.entries[1:])
    wrong = Entry(5, 5.0, Acted(0, "to 0101", []))
    with raises(tablero.BadRecord, "journal_entry", n=5):
        Sitting.fold_all("s", keeper.entries[:4] + [wrong])
    with raises(tablero.BadRecord, "rules", found=99):
        Sitting.open("s", Opened("dpyr", "maella", {}, "2a", "ana", 99), 1.0)


def test_nobody_changes_sides() -> None:
    keeper = table()
    keeper.do("leave", 0)
    keeper.do("leave", 1)
    with raises(NotAllowed, "other_side"):
        keeper.do("sit", 0, "benito", "Benito")
    keeper.do("sit", 1, "benito", "Benito")
    keeper.do("sit", 0, "carla", "Carla")


def test_a_seat_given_to_a_bot_can_be_taken_back_by_whoever_played_both_sides() -> None:
    keeper = Keeper(opened())
    keeper.do("sit", 0, "ana", "Ana")
    keeper.do("sit", 1, "ana", "Ana")
    keeper.play(20)
    keeper.do("seat_bot", 1, "random")
    keeper.do("leave", 1)
    keeper.do("sit", 1, "ana", "Ana")
    assert [0, 1] == keeper.sitting.seating.of("ana")


def test_a_proposal_falls_when_somebody_leaves() -> None:
    keeper = table()
    keeper.do("propose", 0, "draw", -1)
    keeper.do("seat_bot", 1, "random")
    assert keeper.sitting.offer is None
    assert not keeper.sitting.over


def test_nobody_agrees_to_anything_while_a_seat_is_free() -> None:
    keeper = Keeper(opened())
    keeper.do("sit", 0, "ana", "Ana")
    with raises(NotAllowed, "nobody_to_agree"):
        keeper.do("propose", 0, "draw", -1)


def test_in_journals_of_format_1_the_clock_stops_while_a_seat_is_free() -> None:
    keeper = table(clock=Clock("live", 60, 0), format=1)
    keeper.do("leave", 1)
    left = keeper.sitting.clocks.remaining(0, keeper.now)
    keeper.now += 1000
    assert [] == keeper.sitting.clocks.fallen(keeper.now)
    keeper.do("sit", 1, "benito", "Benito")
    assert left == keeper.sitting.clocks.remaining(0, keeper.now)


def test_taking_back_a_move_gives_back_the_time_it_had_won() -> None:
    keeper = table(clock=Clock("live", 6000, 30))
    seat = -1
    while seat < 0 or seat in keeper.sitting.awaited() or not keeper.sitting.record.can_undo(seat):
        keeper.play(1, seed=keeper.sitting.version)
        seat, action = keeper.sitting.log[-1].seat, keeper.sitting.record.entries[-1].action
    before = keeper.sitting.clocks.left[seat]
    for _ in range(3):
        keeper.do("undo", seat)
        keeper.do("act", seat, action, keeper.sitting.stamps[seat])
    assert before - 3 == keeper.sitting.clocks.left[seat]


def test_the_days_of_a_move_do_not_begin_again_when_another_seat_answers() -> None:
    game = tablero.game("dpyr")
    clock = Clock("days", 0, 500)
    keeper = Keeper(Opened("dpyr", "perecamps_1", game.chosen({}), "2a", "ana", game.rules, clock=clock))
    keeper.do("sit", 0, "ana", "Ana")
    keeper.do("sit", 1, "benito", "Benito")
    while len(keeper.sitting.awaited()) < 2:
        keeper.play(1, seed=keeper.sitting.version)
    since = keeper.now
    keeper.now += 400
    keeper.act(0, "fill")
    assert [1] == keeper.sitting.clocks.fallen(since + 500)


def test_a_flag_that_has_fallen_ends_the_game_and_no_late_move_counts() -> None:
    keeper = table(clock=Clock("live", 60, 0))
    with raises(NotAllowed, "time_left"):
        keeper.do("flag_fall")
    keeper.now += 60
    with raises(NotAllowed, "time_up"):
        keeper.act(0, "deploy c_tor_1")
    keeper.do("flag_fall")
    assert ("time", (1,)) == keeper.sitting.outcome
