"""Ready-made decisions."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

import tablero
from tablero.kernel.actions import DONE, PASS, Action
from tablero.kernel.bits import bitset
from tablero.kernel.engine import advance
from tablero.kernel.frames import AGAIN, Decision, Procedure, State, where
from tablero.kernel.positions import fingerprint
from tablero.kernel.refusals import Refusal
from tablero.kernel.windows import GIVEN, ONCE, TOGETHER, TURNS, Ask, AssignHits, Commit, Pick, PublicPick, Reactions
from tests.kernel import four


@dataclass(slots=True)
class Ring(State):
    could: int = 0b1111                                         # seats that hold cards, as all can see
    steps: list[int] = field(default_factory=lambda: [2, 1, 3])    # of three units
    done: list[str] = field(default_factory=list)


def ring(window: Decision, secret: bool = True, **columns: int) -> Ring:
    s = Ring(stack=[window], secret=secret, **columns)
    advance(s)
    return s


def do(s: Ring, *answers: tuple[int, Action]) -> Ring:
    for seat, action in answers:
        tablero.apply(s, seat, action)
    return s


# -------------------------------------------------------------------------------------------------------------- picks

TOO_SMALL = Refusal("1", "too_small")
ONE_IS_LEFT = Refusal("1", "one_is_left")


@dataclass(slots=True)
class Largest(Pick):
    """[1] Name a unit of two steps or more, or none if there is no such unit."""

    def candidates(self, s: Ring, seat: int) -> list[Action]:
        return [DONE, *(("name", unit) for unit in range(len(s.steps)))]

    def refuse_pick(self, s: Ring, seat: int, unit: int) -> Refusal | None:
        return TOO_SMALL if s.steps[unit] < 2 else None

    def refuse_none(self, s: Ring, seat: int) -> Refusal | None:
        return ONE_IS_LEFT if max(s.steps) > 1 else None


@dataclass(slots=True)
class Spend(PublicPick):
    """[1] Take steps off units, one by one."""

    def candidates(self, s: Ring, seat: int) -> list[Action]:
        return [DONE, *(("spend", unit) for unit, steps in enumerate(s.steps) if steps)]

    def pick(self, s: Ring, seat: int, unit: int) -> bool:
        s.steps[unit] -= 1
        return AGAIN


def test_what_is_picked_is_the_answer_and_rules_are_asked_about_things_and_about_none() -> None:
    s = ring(Largest(0))
    assert [("name", 0), ("name", 2)] == tablero.options(s, 0)
    assert (TOO_SMALL, ONE_IS_LEFT) == (tablero.why_not(s, 0, ("name", 1)), tablero.why_not(s, 0, DONE))
    assert 2 == do(s, (0, ("name", 2))).answer
    small = Ring(stack=[Largest(0)], steps=[1, 1, 1], answer=7)
    advance(small)
    assert (True, 7) == (small.over, small.answer)


def test_picks_go_on_until_none_is_picked() -> None:
    s = do(ring(Spend(1)), (1, ("spend", 2)), (1, ("spend", 0)), (1, DONE))
    assert ([1, 1, 2], True) == (s.steps, s.over)
    assert (True, False) == (Spend(1).public(s), Largest(1).public(s))


# --------------------------------------------------------------------------------------------------------- reactions


@dataclass(slots=True)
class Shout(Reactions):
    """[1] Everybody may shout once or twice."""

    def could(self, s: Ring, seat: int) -> bool:
        return bool(s.could >> seat & 1)

    def reactions(self, s: Ring, seat: int) -> list[Action]:
        return [("shout", seat)]

    def react(self, s: Ring, seat: int, action: Action) -> None:
        s.done.append(f"shout {seat}")
        s.call(Echo(seat))


@dataclass(slots=True)
class Echo(Procedure):
    """[1] The reaction runs before anybody is asked again."""

    seat: int

    def steps(self) -> tuple[str, ...]:
        return ("echo",)

    def echo(self, s: Ring) -> None:
        s.done.append(f"echo {self.seat}")


def test_seats_are_asked_in_order_until_all_have_passed_in_a_row() -> None:
    s = ring(Shout(0, (2, 3, 0), TURNS))
    for seat in (2, 3, 0):
        assert (seat,) == tablero.players(s)
        tablero.apply(s, seat, PASS)
    assert s.over


def test_after_a_reaction_the_asking_starts_again_when_it_has_run() -> None:
    s = do(ring(Shout(0, (2, 3, 0), TURNS)), (2, PASS), (3, ("shout", 3)))
    assert ["shout 3", "echo 3"] == s.done
    assert (2,) == tablero.players(s)
    assert do(s, (2, PASS), (3, PASS), (0, PASS)).over


def test_only_seats_that_could_react_as_far_as_others_can_tell_are_asked() -> None:
    s = ring(Shout(0, (2, 3, 0), TURNS), could=0b1001)
    assert (3,) == tablero.players(s)
    tablero.apply(s, 3, PASS)
    assert (0,) == tablero.players(s)
    assert ring(Shout(0, (2, 3, 0), TURNS), could=0).over


def test_the_first_reaction_closes_a_window_that_allows_only_one() -> None:
    s = do(ring(Shout(0, (2, 3, 0), ONCE)), (2, PASS), (3, ("shout", 3)))
    assert (["shout 3", "echo 3"], True) == (s.done, s.over)
    assert do(ring(Shout(0, (2, 3), ONCE)), (2, PASS), (3, PASS)).over


def test_together_all_are_asked_at_once_and_the_first_in_the_order_is_carried_out() -> None:
    s = ring(Shout(0, (2, 3, 0), TOGETHER))
    assert [2, 3, 0] == list(tablero.players(s))
    do(s, (0, ("shout", 0)), (3, ("shout", 3)))
    assert ([], [2]) == (s.done, list(tablero.players(s)))
    assert not s.revealed
    do(s, (2, PASS))
    assert s.revealed                                               # now all know that seat 2 had passed
    assert ["shout 3", "echo 3"] == s.done                          # and seat 0 has its answer back
    assert [2, 3, 0] == list(tablero.players(s))
    do(s, (3, PASS), (2, PASS), (0, ("shout", 0)))
    assert ["shout 3", "echo 3", "shout 0", "echo 0"] == s.done
    assert do(s, (0, PASS), (3, PASS), (2, PASS)).over


def test_together_answers_that_were_taken_back_are_forgotten_before_the_reaction_runs() -> None:
    window = Hold(0, (2, 3), TOGETHER)
    s = do(ring(window), (3, ("shout", 3)), (2, ("shout", 2)))
    assert "Hold > Wait" == where(s)
    assert [] == window.answers


def test_together_the_order_of_arrival_leaves_no_trace() -> None:
    one = do(ring(Shout(0, (2, 3, 0), TOGETHER)), (0, ("shout", 0)), (3, PASS))
    two = do(ring(Shout(0, (2, 3, 0), TOGETHER)), (3, PASS), (0, ("shout", 0)))
    assert fingerprint(one) == fingerprint(two)


def test_together_an_answer_is_shown_to_its_seat_alone() -> None:
    window = Shout(0, (2, 3, 0), TOGETHER)
    do(ring(window), (0, ("shout", 0)), (3, PASS))
    assert [None, None, ("shout", 0)] == window.hide(0).answers
    assert [None, PASS, None] == window.hide(3).answers
    assert [None, None, None] == window.hide(-1).answers == window.hide(2).answers
    assert [None, PASS, ("shout", 0)] == window.answers


def test_together_nobody_can_tell_who_has_answered_already() -> None:
    window = Shout(0, (2, 3, 0), TOGETHER)
    s = ring(window, could=0b1001)
    before = {seat: window.hide(seat) for seat in (-1, 0, 1, 2, 3)}
    do(s, (3, PASS))
    assert {3} == {seat for seat, shown in before.items() if window.hide(seat) != shown}
    assert ([3, 0], [0], [0]) == tuple(list(shown.players(s)) for shown in (window.hide(0), window.hide(3), window))


def test_together_only_those_who_could_are_asked_and_with_nobody_it_closes() -> None:
    s = ring(Shout(0, (2, 3, 0), TOGETHER), could=0b0101)
    assert [2, 0] == list(tablero.players(s))
    assert do(s, (0, PASS), (2, PASS)).over
    assert ring(Shout(0, (2, 3), TOGETHER), could=0).over


@dataclass(slots=True)
class Hold(Shout):
    """[1] A reaction that asks something before it is over."""

    def react(self, s: Ring, seat: int, action: Action) -> None:
        s.call(Wait(seat))


@dataclass(slots=True)
class Wait(Ask):
    """[1] A question within a reaction."""

    def candidates(self, s: Ring, seat: int) -> list[Action]:
        return [PASS, DONE]

    def choose(self, s: Ring, seat: int, action: Action) -> None:
        s.done.append("waited")


# ------------------------------------------------------------------------------------------------ secret commitments


@dataclass(slots=True)
class Bids(Commit):
    """[1] Three secret numbers."""

    def candidates(self, s: Ring, seat: int) -> list[Action]:
        return [("bid", n) for n in range(9)]

    def resolve(self, s: Ring, answers: list[Action]) -> None:
        s.done += [" ".join(map(str, answer)) for answer in answers]


def test_answers_wait_for_the_last_and_take_effect_in_the_order_of_seats() -> None:
    s = do(ring(Bids((0, 1, 3))), (3, ("bid", 5)), (0, ("bid", 1)))
    assert ([], [1]) == (s.done, list(tablero.players(s)))
    assert ["bid 1", "bid 8", "bid 5"] == do(s, (1, ("bid", 8))).done


def test_the_order_of_arrival_leaves_no_trace() -> None:
    one = do(ring(Bids((0, 1, 2))), (0, ("bid", 4)), (1, ("bid", 2)))
    two = do(ring(Bids((0, 1, 2))), (1, ("bid", 2)), (0, ("bid", 4)))
    assert fingerprint(one) == fingerprint(two)


def test_others_see_that_an_answer_was_given_and_not_which() -> None:
    window = Bids((0, 1), [("bid", 4), None])
    assert [("bid", 4), None] == window.hide(0).answers
    assert [GIVEN, None] == window.hide(1).answers == window.hide(-1).answers
    assert [("bid", 4), None] == window.answers


def test_a_guess_changes_the_answers_that_a_seat_cannot_know_and_no_others() -> None:
    seen = set()
    for seed in range(40):
        window = Bids((0, 1, 2), [("bid", 4), GIVEN, None])
        window.guess(ring(window), 0, Random(seed))
        assert (("bid", 4), None) == (window.answers[0], window.answers[2])
        seen.add(window.answers[1])
    assert {("bid", n) for n in range(9)} == seen


# ----------------------------------------------------------------------------------------------------- hits


@dataclass(slots=True)
class Losses(AssignHits):
    """[1] Steps are lost one at a time."""

    def able(self, s: Ring) -> list[int]:
        return [unit for unit, steps in enumerate(s.steps) if steps]

    def strike(self, s: Ring, item: int) -> None:
        s.steps[item] -= 1


def test_hits_are_shared_out_one_at_a_time_among_those_who_can_take_them() -> None:
    s = do(ring(Losses(0, hits=2)), (0, ("hit", 1)))
    assert [("hit", 0), ("hit", 2)] == tablero.options(s, 0)
    assert do(s, (0, ("hit", 2))).over
    assert [2, 0, 2] == s.steps


def test_hits_that_nobody_can_take_are_lost() -> None:
    s = ring(Losses(0, hits=9), secret=False)
    while not s.over:
        tablero.apply(s, 0, tablero.options(s, 0)[0])
    assert [0, 0, 0] == s.steps
    assert ring(Losses(0, hits=0)).over


# ------------------------------------------------------------------------------- cards that answer cards, in a game


def crossroads(hands: dict[int, str]) -> four.Four:
    """North is about to march with its first block; these seats hold these cards."""
    s = four.GAME.new("crossroads", seed=1, secret=True)
    held = {seat: bitset(four.CARDS.index[name] for name in text.split()) for seat, text in hands.items()}
    four.CARDS.deal_out(s, held | {four.DECK: four.CARDS.all & ~sum(held.values())})
    s.order, s.stack = [], [four.Campaign(at=3), four.Turn(0, at=2), four.ChooseMarch(0)]
    advance(s)
    return s


def say(s: four.Four, *texts: str) -> list[str]:
    told = []
    for text in texts:
        told += [event.kind for event in tablero.apply(s, tablero.players(s)[0], four.GAME.read(s, text))]
    return told


def test_a_card_voids_the_march_it_answers() -> None:
    s = crossroads({1: "ambush_1"})
    assert ["marches", "played", "stopped"] == say(s, "march north_1 mill", "play ambush_1")
    assert four.SPACES.index("north") == s.at[0]


def test_a_response_to_a_response_is_void_itself_when_it_is_answered() -> None:
    s = crossroads({1: "ambush_1", 2: "counter_1", 3: "counter_2", 0: "counter_3"})
    say(s, "march north_1 mill", "play ambush_1")                   # East stops the march
    assert (2,) == tablero.players(s)
    say(s, "play counter_1")                                        # South voids the ambush
    assert (3,) == tablero.players(s)
    told = say(s, "play counter_2")                                 # West voids South's counter; North may answer that
    assert "March[2]" + 3 * " > Answer > PlayCard[2]" + " > Answer" == where(s).partition("Turn[2] > ")[2]
    assert ["played"] == told
    told = say(s, "pass")                                           # North lets it stand: the ambush holds
    assert ["voided"] == told[:1]
    while "stopped" not in told:
        told += say(s, "pass")
    assert four.SPACES.index("north") == s.at[0]


def test_everybody_with_a_card_is_asked_whatever_the_card_is() -> None:
    s = crossroads({1: "counter_1", 2: "ambush_2"})
    say(s, "march north_1 mill")
    assert (1,) == tablero.players(s)
    assert [PASS] == tablero.options(s, 1)                          # a counter answers no march, and nobody can tell
    refusal = tablero.why_not(s, 1, four.GAME.read(s, "play counter_1"))
    assert ("3.1b", "wrong_moment") == refusal
    say(s, "pass")
    assert (2,) == tablero.players(s)


def test_belief_mixes_where_blocks_meet_and_is_certain_where_one_is_shown() -> None:
    s = crossroads({})
    four.show(s, 0)
    assert (1 << s.unit[0], 0b111 & ~(1 << s.unit[0])) == (s.may[0], s.may[1])
    assert s.unit[0] == four.GAME.view(s, 2).unit[0]
    assert -1 == four.GAME.view(s, 2).unit[1]
    four.put(s, 0, four.SPACES.index("mill"))                       # it left two others: nobody can tell which it was
    assert [0b111] * 3 == s.may[:3]
    assert -1 == four.GAME.view(s, 2).unit[0]
    four.show(s, 0)
    four.put(s, 1, four.SPACES.index("mill"))                       # and here another joins it
    assert [0b111] * 2 == s.may[:2]
