"""When others see the answer to a chance to react, and that its time tells them nothing."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest

import tablero
from tablero.kernel.errors import IllegalAction, NotAllowed
from tablero.table.journal import FORMAT, Acted, Clock, Entry, Held, Matter, Opened, Order, decode, encode
from tablero.table.phrases import LinkedSpeech
from tablero.table.reactions import ALONE, ASK, PAUSE, QUICK, TIMED, pause
from tablero.table.sitting import Sitting
from tablero.table.wire import Feed, Update
from tests.errors import raises
from tests.kernel import decks
from tests.table.test_four_seats import table as four_table

WINDOW = 15.0


class Clocked:
    """A war of Ana and Ben on a clock of our own, its journal, and what is sent to each seat."""

    def __init__(self, code: str = "aiw", scenario: str = "espartero", **more: object) -> None:
        game, values = tablero.game(code), {"format": FORMAT, "reactions": TIMED, **more}
        opened = Opened(code, scenario, game.chosen({}), "2a", "ana", game.rules, **values)  # type: ignore[arg-type]
        self.now = 1000.0
        self.sitting = Sitting.open("s", opened, self.now)
        self.entries = [Entry(1, self.now, opened)]
        self.seen: list[tuple[float, int]] = []         # when others than the one who answers are sent something
        for seat, name in enumerate(("ana", "ben")):
            self.do(self.sitting.sit(seat, name, name.capitalize(), self.now))

    def do(self, matter: Matter) -> None:
        self.entries.append(Entry(self.sitting.version, self.now, decode(encode(matter))))
        known = self.sitting.concerned(matter)
        self.seen.append((self.now, -1 if known is None else known[0]))

    def act(self, seat: int, action: tuple[object, ...], **more: object) -> None:
        self.do(self.sitting.act(seat, action, self.sitting.stamps[seat], self.now, **more))  # type: ignore[arg-type]

    def close(self, seat: int) -> None:
        self.now = self.sitting.windows.closes[seat]
        self.do(self.sitting.close_chance(seat, self.now))

    def chance(self) -> int:
        """The seat that has a chance to react now; -1 if nobody has."""
        seats = [seat for seat in self.sitting.awaited() if tablero.decline(self.sitting.state, seat) is not None]
        return seats[0] if seats else -1

    def to_a_chance(self, usable: bool, seed: int = 3) -> int:
        chance = random.Random(seed)
        for n in range(5000):
            seat = self.chance()
            if seat >= 0:
                if (len(tablero.options(self.sitting.state, seat)) > 1) == usable and n > 20:
                    return seat
                self.close(seat)
                continue
            self.now += 1
            seat = self.sitting.awaited()[0]
            self.act(seat, chance.choice(tablero.options(self.sitting.state, seat)))
        raise AssertionError("no such chance")

    def update(self, seat: int) -> Update:
        return Feed(seat, LinkedSpeech(self.sitting.game, "en")).update(self.sitting, self.now, whole=True)

    def folded(self) -> Sitting:
        return Sitting.fold_all("s", self.entries)


def yes(sitting: Sitting, seat: int) -> tuple[object, ...]:
    no = tablero.decline(sitting.state, seat)
    return next(action for action in tablero.options(sitting.state, seat) if action != no)


# --- the option


@pytest.mark.parametrize(("people", "clock", "way"), [
    ("aa", "none", QUICK), ("aa", "live", QUICK), ("a.", "live", QUICK),
    ("ab", "live", TIMED), ("ab", "none", ASK), ("ab", "days", ASK),
])
def test_what_a_table_does_that_was_opened_without_a_word(people: str, clock: str, way: str) -> None:
    game = tablero.game("aiw")
    opened = Opened("aiw", "espartero", game.chosen({}), "2a", "a", game.rules, clock=Clock(clock, 600), format=FORMAT)
    sitting = Sitting.open("s", opened, 1.0)
    for seat, who in enumerate(people):
        if who == ".":
            sitting.seat_bot(seat, "random", 1.0)
        else:
            sitting.sit(seat, who, who, 1.0)
    assert way == sitting.reactions


# --- a fixed end


def test_a_chance_is_over_a_fixed_time_after_it_was_asked_and_who_has_not_answered_has_declined() -> None:
    for usable in (True, False):
        war = Clocked()
        seat = war.to_a_chance(usable)
        asked, n = war.now, len(war.sitting.record.entries)
        no = tablero.decline(war.sitting.state, seat)
        assert asked + WINDOW == war.sitting.windows.closes[seat]
        war.now += WINDOW - 0.01
        with raises(NotAllowed, "chance_open"):
            war.sitting.close_chance(seat, war.now)
        war.close(seat)
        assert (n + 1, no) == (len(war.sitting.record.entries), war.sitting.record.entries[n].action)


def test_an_answer_is_held_until_then_can_be_changed_and_only_its_seat_knows() -> None:
    war = Clocked(window=30)
    seat = war.to_a_chance(usable=True)
    action, no, n = yes(war.sitting, seat), tablero.decline(war.sitting.state, seat), len(war.sitting.record.entries)
    before, feed = war.update(1 - seat), war.update(-1)
    war.now += 1
    assert no is not None
    for answer in (no, action):
        war.act(seat, answer)
        text = war.sitting.game.write(war.sitting.state, answer)
        assert text == war.update(seat).asked.held
        assert Held(seat, text) == war.entries[-1].matter
    assert (n, [seat]) == (len(war.sitting.record.entries), war.sitting.awaited())
    war.now -= 1
    assert (before, feed) == (war.update(1 - seat), war.update(-1)), "others are told nothing"
    war.now += 1
    assert war.update(seat).version > before.version
    again = war.folded()
    assert war.sitting.windows == again.windows
    war.close(seat)
    assert action == war.sitting.record.entries[n].action
    assert Acted(seat, war.sitting.game.write(war.sitting.state, action), list(
        war.sitting.record.entries[n].chance)) == war.entries[-1].matter


def test_what_is_not_offered_is_refused_at_once_and_what_comes_too_late_too() -> None:
    war = Clocked()
    seat = war.to_a_chance(usable=True)
    stamp, action = war.sitting.stamps[seat], yes(war.sitting, seat)
    with pytest.raises(IllegalAction):
        war.sitting.act(seat, ("first", 0), stamp, war.now)
    with raises(NotAllowed, "standing"):
        war.sitting.act(seat, tablero.decline(war.sitting.state, seat) or (), stamp, war.now, standing="for ever")
    with raises(NotAllowed, "chance_over"):
        war.sitting.act(seat, action, stamp, war.now + WINDOW)
    assert war.sitting.windows.held[seat] is None


def test_what_was_answered_in_a_window_is_not_undone() -> None:
    for seed in range(1, 8):
        war = Clocked()
        seat = war.to_a_chance(usable=True, seed=seed)
        war.close(seat)
        assert not war.sitting.record.can_undo(seat)
        assert not war.folded().record.can_undo(seat)


def test_no_clock_runs_for_who_is_asked_in_a_window() -> None:
    war = Clocked(clock=Clock("live", 100_000, 5))
    seat = war.to_a_chance(usable=True)
    left = [war.sitting.clocks.remaining(one, war.now) for one in (0, 1)]
    assert {} == war.sitting.clocks.running
    war.close(seat)
    assert left == [war.sitting.clocks.left[one] for one in (0, 1)]
    assert war.sitting.clocks.running or war.chance() >= 0


def test_orders_and_standing_answers_are_given_when_the_chance_is_over() -> None:
    war = Clocked()
    seat = war.to_a_chance(usable=True)
    action = yes(war.sitting, seat)
    war.do(war.sitting.order(seat, [Order((war.sitting.game.write(war.sitting.state, action),))], war.now))
    n = len(war.sitting.record.entries)
    war.close(seat)
    assert (action, []) == (war.sitting.record.entries[n].action, war.sitting.standing[seat].orders)
    war = Clocked()
    seat = war.to_a_chance(usable=True)
    war.act(seat, tablero.decline(war.sitting.state, seat) or (), standing="phase")
    assert {} == war.sitting.standing[seat].declines, "not before it is over"
    war.close(seat)
    assert ["*"] == list(war.sitting.standing[seat].declines)
    assert war.sitting.standing == war.folded().standing


def test_after_a_pause_everybody_has_the_whole_time_again_and_after_the_server_was_down_what_was_left() -> None:
    war = Clocked()
    seat = war.to_a_chance(usable=True)
    war.now += 10
    war.do(war.sitting.propose(0, "pause", -1, war.now))
    war.do(war.sitting.reply(1, True, war.now))
    with raises(NotAllowed, "paused"):
        war.sitting.close_chance(seat, war.now + 1000)
    war.now += 1000
    war.do(war.sitting.propose(0, "resume", -1, war.now))
    war.do(war.sitting.reply(1, True, war.now))
    assert war.now + WINDOW == war.sitting.windows.closes[seat]
    war.do(war.sitting.interrupted(war.now + 5, war.now + 500, war.now + 501))
    assert war.now + WINDOW + 495 == war.sitting.windows.closes[seat]
    assert war.sitting.windows == war.folded().windows


def test_an_empty_chair_declines_when_the_chance_is_over() -> None:
    war = Clocked()
    seat, n = war.to_a_chance(usable=True), len(war.sitting.record.entries)
    no = tablero.decline(war.sitting.state, seat)
    war.do(war.sitting.leave(seat, war.now))
    assert TIMED == war.sitting.reactions
    war.close(seat)
    assert no == war.sitting.record.entries[n].action


def test_a_bot_that_has_answered_is_not_asked_again_before_the_chance_is_over() -> None:
    war = Clocked()
    seat = war.to_a_chance(usable=True)
    war.do(war.sitting.seat_bot(seat, "random", war.now))
    assert [seat] == war.sitting.bots_to_move()
    war.act(seat, yes(war.sitting, seat))
    assert [] == war.sitting.bots_to_move()
    war.close(seat)


def test_of_several_who_are_asked_at_once_all_answers_are_seen_together() -> None:
    keeper = four_table("abcd", decks.GAME, reactions=TIMED)  # type: ignore[arg-type]
    sitting, chance = keeper.sitting, random.Random(1)
    while len(sitting.windows.open()) < 3:
        for seat in sitting.windows.open():
            keeper.now = sitting.windows.closes[seat]
            keeper.do("close_chance", seat)
        if not sitting.windows.open():
            seat = sitting.awaited()[0]
            keeper.do("act", seat, chance.choice(tablero.options(sitting.state, seat)), sitting.stamps[seat])
    seats = sitting.windows.open()
    assert 1 == len({sitting.windows.closes[seat] for seat in seats})
    first, closes = seats[-1], sitting.windows.closes[seats[0]]
    keeper.do("act", first, tablero.options(sitting.state, first)[-1], sitting.stamps[first])
    assert seats == sitting.awaited()
    for seat in seats:
        if sitting.windows.closes[seat] == closes:
            keeper.entries.append(Entry(sitting.version + 1, closes, sitting.close_chance(seat, closes)))
    assert closes not in sitting.windows.closes


def test_the_pause_is_short_where_one_person_plays_with_bots() -> None:
    """Nobody is there to whom the person's time could tell something, and bots think much faster than people."""
    assert [ALONE, PAUSE, PAUSE] == [pause(people) for people in (1, 2, 4)]
    assert 0.05 == pause(1, 0.05)


# --- what others can count


@pytest.mark.parametrize("private", ["held", "ask_again", "quiet", "orders"])
def test_what_only_one_seat_knows_of_moves_no_number_of_the_others(private: str) -> None:
    """No version, no stamp, no acknowledgement of theirs counts it, now or later."""
    wars = [Clocked(), Clocked()]
    seats = [war.to_a_chance(usable=True) for war in wars]
    seat, (war, other) = seats[0], wars
    for one in wars:
        one.act(seat, tablero.decline(one.sitting.state, seat) or (), standing="kind")
        one.close(seat)
        while one.chance() != seat:
            one.now += 1
            one.close(one.chance()) if one.chance() >= 0 else one.act(
                one.sitting.awaited()[0], tablero.options(one.sitting.state, one.sitting.awaited()[0])[0])
    doing = {
        "held": lambda: war.act(seat, tablero.decline(war.sitting.state, seat) or ()),
        "ask_again": lambda: war.do(war.sitting.ask_again(seat, war.now)),
        "quiet": lambda: war.do(war.sitting.keep_quiet(seat, ["topic:x"], war.now)),
        "orders": lambda: war.do(war.sitting.order(seat, [], war.now)),
    }
    if private == "ask_again" and not war.sitting.standing[seat].declines:
        pytest.fail("nothing was declined")
    doing[private]()
    assert (seat,) == war.sitting.concerned(war.entries[-1].matter)
    for _ in range(2):
        for watcher in (1 - seat, -1):
            mine, theirs = war.update(watcher), other.update(watcher)
            assert (mine.version, mine.stamp) == (theirs.version, theirs.stamp)
        for one in wars:
            one.close(one.chance())
    for one in wars:
        one.do(one.sitting.say("x", "X", "hello", one.now))
    numbers = [one.sitting.number(one.entries[-1].matter) for one in wars]
    assert numbers[0] == numbers[1]
    assert war.sitting.version == other.sitting.version + 1


# --- the measure: can a watcher tell from the time whether the hand could answer?


def moments(reactions: str, seed: int, actions: int) -> list[tuple[float, bool]]:
    """A war with players who answer as people do: at once with nothing to do, slowly with a choice, now and then not at
    all. For each chance: how long after the question others see the answer, and whether the hand could have done more
    than decline."""
    war, chance = Clocked(reactions=reactions), random.Random(seed)
    found = []
    while len(war.sitting.record.entries) < actions and not war.sitting.over:
        seat = war.chance()
        if seat < 0:
            war.now += 5
            seat = war.sitting.awaited()[0]
            war.act(seat, chance.choice(tablero.options(war.sitting.state, seat)))
            continue
        asked, could = war.now, len(tablero.options(war.sitting.state, seat)) > 1
        answers_after = chance.choice((0.5, 1.0, 2.0, 4.0)) + (chance.uniform(2.0, 20.0) if could else 0.0)
        if reactions == QUICK and not could:
            answers_after = 1.2
        if reactions != TIMED or answers_after < WINDOW:
            war.now += answers_after
            war.act(seat, chance.choice(tablero.options(war.sitting.state, seat)))
        if reactions == TIMED:
            war.close(seat)
        moment = next(at for at, who in reversed(war.seen) if who < 0)
        found.append((moment - asked, could))
    return found


def best_guess(seen: Iterable[tuple[float, bool]]) -> tuple[float, float]:
    """How often the best threshold on the time is right, and how often who does not look at the time."""
    rows = sorted(seen)
    n, could = len(rows), sum(able for _, able in rows)
    best, below = max(could, n - could), 0
    for i, (time, able) in enumerate(rows):
        below += able
        if i + 1 == n or rows[i + 1][0] > time + 1e-6:
            right = (i + 1 - below) + (could - below)       # those up to here cannot, the others can
            best = max(best, right, n - right)
    return best / n, max(could, n - could) / n


def test_in_a_timed_game_no_threshold_on_the_time_does_better_than_chance() -> None:
    seen = [row for seed in range(4) for row in moments(TIMED, seed, 400)]
    assert {True, False} == {could for _, could in seen}
    assert len(seen) > 100
    assert {WINDOW} == {round(time, 6) for time, _ in seen}
    guess, blind = best_guess(seen)
    assert blind == guess


def test_the_same_measure_tells_in_a_quick_game() -> None:
    seen = [row for seed in range(4) for row in moments(QUICK, seed, 400)]
    guess, blind = best_guess(seen)
    assert guess > blind + 0.1
