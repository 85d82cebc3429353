"""Chances to react that nobody takes: what the table answers in the place of a person."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

import tablero
from tablero.games.aiw.board import MOMENTS
from tablero.kernel.errors import IllegalAction, NotAllowed, StaleState
from tablero.table.journal import FORMAT, Acted, Entry, Matter, Opened, Order, Sat, decode, encode
from tablero.table.phrases import LinkedSpeech
from tablero.table.sitting import Sitting
from tablero.table.standing import Standing
from tablero.table.wire import Feed
from tests.errors import raises


def war(**more: object) -> Sitting:
    """An Impossible War of Ana and Benito."""
    game = tablero.game("aiw")
    values = {"format": FORMAT, "reactions": "quick", **more}
    opened = Opened("aiw", "espartero", game.chosen({}), "2a", "ana", game.rules, **values)  # type: ignore[arg-type]
    sitting = Sitting.open("s", opened, 1.0)
    sitting.sit(0, "ana", "Ana", 1.0)
    sitting.sit(1, "benito", "Benito", 1.0)
    return sitting


def play_to_a_chance(sitting: Sitting, usable: bool, seed: int = 3) -> int:
    """Random play up to a chance to react that can be used, or cannot; gives back the seat that has it."""
    chance = random.Random(seed)
    for n in range(5000):
        seat = sitting.awaited()[0]
        no = tablero.decline(sitting.state, seat)
        options = tablero.options(sitting.state, seat)
        if no is not None and (len(options) > 1) == usable and n > 20:
            return seat
        action = chance.choice(options)
        sitting.act(seat, action, sitting.stamps[seat], 2.0 + n)
    raise AssertionError("no such chance in 5000 actions")


def test_a_chance_that_cannot_be_used_goes_by() -> None:
    sitting = war()
    seat = play_to_a_chance(sitting, usable=False)
    assert sitting.automatic_pass(seat) == tablero.options(sitting.state, seat)[0]


def test_a_chance_that_can_be_used_waits_for_its_player() -> None:
    sitting = war()
    assert sitting.automatic_pass(play_to_a_chance(sitting, usable=True)) is None


@pytest.mark.parametrize("opened", [{"reactions": "ask"}, {"format": 1, "always_ask": True}])
def test_a_table_that_always_asks_lets_nothing_go_by(opened: dict[str, object]) -> None:
    sitting = war(**opened)
    assert sitting.automatic_pass(play_to_a_chance(sitting, usable=False)) is None


@pytest.mark.parametrize("usable", [True, False])
def test_where_all_are_asked_what_was_said_beforehand_holds_whatever_the_hand_could_do(usable: bool) -> None:
    """Else a chance that goes by after a moment would tell that it could have been used."""
    sitting = war(reactions="ask")
    seat = play_to_a_chance(sitting, usable)
    no = tablero.decline(sitting.state, seat)
    sitting.standing[seat].declines = {"*": ("phase", sitting.game.phase(sitting.state))}
    assert no == sitting.automatic_pass(seat)
    sitting.standing[seat].declines = {}
    assert sitting.automatic_pass(seat) is None
    things = {thing for action in tablero.options(sitting.state, seat) for thing in sitting.game.targets(
        sitting.state, action)}
    sitting.keep_quiet(seat, things or ["topic:another"], 9000.0)
    assert no == sitting.automatic_pass(seat)


def test_an_answer_that_is_owed_is_never_given_by_the_table() -> None:
    sitting = war()
    seat = sitting.awaited()[0]
    assert tablero.decline(sitting.state, seat) is None
    assert sitting.automatic_pass(seat) is None


def declines(sitting: Sitting) -> list[dict[str, tuple[str, int]]]:
    return [standing.declines for standing in sitting.standing]


def say_no(sitting: Sitting, seat: int, standing: bool | str = True) -> Matter:
    """The answer that lets the chance go by."""
    no = tablero.decline(sitting.state, seat)
    assert no is not None
    return sitting.act(seat, no, sitting.stamps[seat], 9000.0, standing)


def play_to_the_same(sitting: Sitting, seat: int, topic: str, seed: int = 3) -> int:
    """Random play until a seat has the same kind of chance again, and can use it; gives the number of the phase."""
    chance = random.Random(seed)
    for n in range(20_000):
        mover = sitting.awaited()[0]
        prompt, options = sitting.questions[mover]  # type: ignore[misc]
        if mover == seat and prompt.topic == topic and len(options) > 1:
            return sitting.game.phase(sitting.state)
        action = chance.choice(options)
        sitting.act(mover, action, sitting.stamps[mover], 9000.0 + n)
    raise AssertionError("it was not asked again")


def test_a_standing_no_lasts_for_its_phase_and_its_kind_of_question() -> None:
    now, later = set(), set()
    for seed in range(1, 6):
        sitting = war()
        seat = play_to_a_chance(sitting, usable=True, seed=seed)
        topic, phase = sitting.questions[seat][0].topic, sitting.game.phase(sitting.state)  # type: ignore[index]
        say_no(sitting, seat)
        assert ([topic] if sitting.game.phase(sitting.state) == phase else []) == sitting.declined(seat)
        assert [] == sitting.declined(1 - seat)
        while play_to_the_same(sitting, seat, topic, seed) == phase:
            assert sitting.automatic_pass(seat) == tablero.decline(sitting.state, seat)
            now.add(seed)
            say_no(sitting, seat, standing=False)
        assert sitting.automatic_pass(seat) is None
        assert [] == sitting.declined(seat)
        later.add(seed)
    assert now
    assert set(range(1, 6)) == later


def test_another_kind_of_question_is_asked() -> None:
    sitting = war()
    seat = play_to_a_chance(sitting, usable=True)
    sitting.standing[seat].declines = {"another_question": ("phase", sitting.game.phase(sitting.state))}
    assert sitting.automatic_pass(seat) is None


def test_a_no_to_cards_at_one_moment_is_none_to_cards_at_another() -> None:
    """Which moment it is everybody knows; it tells nothing of the hand."""
    for seed in range(1, 30):
        sitting = war()
        seat = play_to_a_chance(sitting, usable=True, seed=seed)
        prompt = sitting.questions[seat][0]  # type: ignore[index]
        if prompt.key == "card_window":
            break
    assert "card_window" == prompt.key
    now = sitting.game.phase(sitting.state)
    others = [moment for moment in MOMENTS if moment != prompt.kind]
    sitting.standing[seat].declines = {f"card_window.{moment}": ("phase", now) for moment in others}
    assert sitting.automatic_pass(seat) is None
    sitting.standing[seat].declines = {prompt.topic: ("phase", now)}
    assert sitting.automatic_pass(seat) == tablero.decline(sitting.state, seat)
    assert tablero.prompt(sitting.state, 1 - seat).topic == prompt.topic


def test_only_the_no_to_a_chance_can_stand() -> None:
    """Whatever is refused leaves no standing no behind."""
    sitting = war()
    owing = sitting.awaited()[0]
    answer = tablero.options(sitting.state, owing)[0]
    with pytest.raises(NotAllowed):
        sitting.act(owing, answer, sitting.stamps[owing], 2.0, standing=True)
    seat = play_to_a_chance(sitting, usable=True)
    no = tablero.decline(sitting.state, seat)
    yes = next(action for action in tablero.options(sitting.state, seat) if action != no)
    before = sitting.version
    with pytest.raises(NotAllowed):
        sitting.act(seat, yes, sitting.stamps[seat], 9000.0, standing=True)
    with pytest.raises(StaleState):
        sitting.act(seat, no or yes, sitting.stamps[seat] - 1, 9000.0, standing=True)
    assert (before, [{}, {}]) == (sitting.version, declines(sitting))


def test_a_standing_no_can_be_taken_back() -> None:
    sitting = war()
    seat = play_to_a_chance(sitting, usable=True)
    with pytest.raises(NotAllowed):
        sitting.ask_again(seat, 9000.0)
    say_no(sitting, seat)
    sitting.ask_again(seat, 9001.0)
    assert [] == sitting.declined(seat)


def test_an_undo_takes_a_standing_no_back_with_its_answer() -> None:
    """Else the table would give the same answer again at once."""
    for seed in range(1, 30):
        sitting = war()
        seat = play_to_a_chance(sitting, usable=True, seed=seed)
        say_no(sitting, seat)
        if sitting.record.can_undo(seat):
            sitting.undo(seat, 9001.0)
            assert sitting.automatic_pass(seat) is None
            return
    raise AssertionError("no answer could be undone")


def test_a_take_back_and_another_player_end_what_was_declined() -> None:
    sitting = war()
    seat = play_to_a_chance(sitting, usable=True)
    back_to = len(sitting.record.entries)
    say_no(sitting, seat)
    sitting.propose(1 - seat, "takeback", back_to, 9001.0)
    sitting.reply(seat, True, 9002.0)
    assert sitting.automatic_pass(seat) is None
    say_no(sitting, seat)
    sitting.leave(seat, 9003.0)
    assert [{}, {}] == declines(sitting)


def test_the_journal_keeps_what_was_declined() -> None:
    sitting = war()
    entries = [Entry(1, 1.0, sitting.opened), Entry(2, 1.0, Sat(0, "ana", "Ana")), Entry(3, 1.0, Sat(1, "b", "B"))]
    seat = play_to_a_chance(sitting, usable=True)
    for played in sitting.record.entries:
        do = sitting.game.write(sitting.state, played.action)
        entries.append(Entry(len(entries) + 1, 2.0, Acted(played.seat, do, list(played.chance))))
    entries.append(Entry(len(entries) + 1, 9000.0, say_no(sitting, seat)))
    assert len(sitting.declined(seat)) == 1
    again = Sitting.fold_all("s", [replace(entry, matter=decode(encode(entry.matter))) for entry in entries])
    assert declines(sitting) == declines(again)
    again.fold(Entry(len(entries) + 1, 9001.0, decode(encode(sitting.ask_again(seat, 9001.0)))))
    assert [{}, {}] == declines(again)


def test_a_seat_is_told_what_goes_by_and_the_other_is_not() -> None:
    sitting = war()
    seat = play_to_a_chance(sitting, usable=True)
    mine, other = (Feed(one, LinkedSpeech(sitting.game, "en")) for one in (seat, 1 - seat))
    asked = mine.update(sitting, 1.0).asked
    assert (sitting.game.write(sitting.state, tablero.decline(sitting.state, seat) or ()), False) == (
        asked.decline, asked.passing
    )
    key = asked.key
    sitting.standing[seat].declines = {key: ("phase", sitting.game.phase(sitting.state))}
    told, heard = mine.update(sitting, 1.0), other.update(sitting, 1.0)
    assert (True, [key]) == (told.asked.passing, told.declined)
    assert ("", False, []) == (heard.asked.decline, heard.asked.passing, heard.declined)


def test_bots_answer_for_themselves() -> None:
    sitting = war()
    seat = play_to_a_chance(sitting, usable=False)
    sitting.seat_bot(seat, "random", 9000.0)
    assert sitting.automatic_pass(seat) is None


# --- all chances for a time


def test_a_no_to_all_chances_lasts_for_the_phase_or_the_fight() -> None:
    for how in ("phase", "fight"):
        sitting = war()
        seat = play_to_a_chance(sitting, usable=True)
        phase = sitting.game.phase(sitting.state)
        say_no(sitting, seat, how)
        standing = sitting.standing[seat]
        assert {"*": (how, phase if how == "phase" else 0)} == standing.declines
        if sitting.game.phase(sitting.state) == phase:
            assert ["*"] == sitting.declined(seat)
        sitting.standing[seat].declines = {"*": (how, 10_000)}
        assert [] == sitting.declined(seat), "another phase, another fight"


def test_a_no_stands_for_something_known() -> None:
    sitting = war()
    seat = play_to_a_chance(sitting, usable=True)
    with raises(NotAllowed, "standing"):
        say_no(sitting, seat, "for ever")
    assert [{}, {}] == declines(sitting)


# --- what is kept quiet


def chance(sitting: Sitting) -> tuple[int, list[str], list[tuple[object, ...]]]:
    """A chance that can be used: its seat, the things its options name, and these options."""
    seat = play_to_a_chance(sitting, usable=True)
    no = tablero.decline(sitting.state, seat)
    options = [action for action in tablero.options(sitting.state, seat) if action != no]
    things = sorted({thing for action in options for thing in sitting.game.targets(sitting.state, action)})
    return seat, things, options


def test_with_all_its_things_quiet_a_chance_goes_by_and_with_one_of_them_it_is_asked() -> None:
    sitting = war()
    seat, things, _ = chance(sitting)
    sitting.keep_quiet(seat, things, 9000.0)
    assert tablero.decline(sitting.state, seat) == sitting.automatic_pass(seat)
    sitting.keep_quiet(seat, [], 9001.0)
    assert sitting.automatic_pass(seat) is None


def test_a_kind_of_chance_is_kept_quiet_until_it_is_said() -> None:
    sitting = war()
    seat, _, _ = chance(sitting)
    topic = sitting.questions[seat][0].topic  # type: ignore[index]
    sitting.keep_quiet(seat, [f"topic:{topic}"], 9000.0)
    assert tablero.decline(sitting.state, seat) == sitting.automatic_pass(seat)
    sitting.keep_quiet(seat, ["topic:another"], 9001.0)
    assert sitting.automatic_pass(seat) is None


def test_only_things_that_exist_can_be_kept_quiet() -> None:
    sitting = war()
    for thing in ("card:none", "nothing", "card:"):
        with raises(NotAllowed, "unknown_thing"):
            sitting.keep_quiet(0, [thing], 2.0)
    with raises(NotAllowed, "too_many_quiet"):
        sitting.keep_quiet(0, [f"topic:{n}" for n in range(101)], 2.0)
    assert frozenset() == sitting.standing[0].quiet


# --- orders


def test_an_order_is_carried_out_once_when_the_question_is_about_its_things() -> None:
    sitting = war()
    seat, _, options = chance(sitting)
    prompt = sitting.questions[seat][0]  # type: ignore[index]
    names = sitting.game.names(sitting.state)
    about = tuple(f"{kind}:{names[kind][id_]}" for _, kind, id_ in prompt.args if kind in names)
    text = sitting.game.write(sitting.state, options[0])
    other = f"card:{names['card'][0]}"
    sitting.order(seat, [Order((text,), ((other,),))], 9000.0)
    assert sitting.automatic_answer(seat) is None, "it is about something else"
    when = ((*about, other),) if about else ()
    sitting.order(seat, [Order((text,), when), Order((text,), when)], 9001.0)
    assert (options[0], 0) == sitting.automatic_answer(seat)
    assert sitting.automatic_pass(seat) is None
    matter = sitting.act(seat, options[0], sitting.stamps[seat], 9002.0, order=0)
    assert isinstance(matter, Acted)
    assert 0 == matter.order
    assert [Order((text,), when)] == sitting.standing[seat].orders, "the second one is left"


def test_an_order_that_stays_is_carried_out_again_and_its_rest_follows() -> None:
    sitting = war()
    seat, _, options = chance(sitting)
    text = sitting.game.write(sitting.state, options[0])
    order = Order((text, "pass"), once=False)
    sitting.order(seat, [order], 9000.0)
    sitting.act(seat, options[0], sitting.stamps[seat], 9001.0, order=0)
    assert ([order], ("pass",)) == (sitting.standing[seat].orders, sitting.standing[seat].doing)
    while seat not in sitting.awaited():
        other = sitting.awaited()[0]
        sitting.act(other, tablero.options(sitting.state, other)[0], sitting.stamps[other], 9002.0)
    offered = ("pass",) in tablero.options(sitting.state, seat)
    assert ((("pass",), -2) if offered else None) == sitting.automatic_answer(seat)
    sitting.act(seat, tablero.options(sitting.state, seat)[0], sitting.stamps[seat], 9003.0)
    assert () == sitting.standing[seat].doing, "another answer ends it"


def test_orders_that_make_no_sense_are_refused() -> None:
    sitting = war()
    seat, _, options = chance(sitting)
    text = sitting.game.write(sitting.state, options[0])
    for orders, key in (
        ([Order(())], "order_length"), ([Order((text,) * 5)], "order_length"),
        ([Order((text,))] * 21, "too_many_orders"), ([Order((text,), (("space:atlantis",),))], "unknown_thing"),
    ):
        with raises(NotAllowed, key):
            sitting.order(seat, orders, 9000.0)
    with pytest.raises(IllegalAction):
        sitting.order(seat, [Order(("fly moon",))], 9000.0)
    assert [] == sitting.standing[seat].orders


def test_the_journal_keeps_orders_and_what_is_quiet_and_nobody_else_is_told() -> None:
    sitting = war()
    entries = [Entry(1, 1.0, sitting.opened), Entry(2, 1.0, Sat(0, "ana", "Ana")), Entry(3, 1.0, Sat(1, "b", "B"))]
    seat, things, options = chance(sitting)
    for played in sitting.record.entries:
        do = sitting.game.write(sitting.state, played.action)
        entries.append(Entry(len(entries) + 1, 2.0, Acted(played.seat, do, list(played.chance))))
    text = sitting.game.write(sitting.state, options[0])
    for matter in (
        sitting.keep_quiet(seat, things, 9000.0), sitting.order(seat, [Order((text,))], 9000.0),
        sitting.act(seat, options[0], sitting.stamps[seat], 9000.0, order=0),
    ):
        entries.append(Entry(len(entries) + 1, 9000.0, matter))
    again = Sitting.fold_all("s", [replace(entry, matter=decode(encode(entry.matter))) for entry in entries])
    assert sitting.standing == again.standing
    assert (frozenset(things), []) == (again.standing[seat].quiet, again.standing[seat].orders)
    told, heard = (Feed(one, LinkedSpeech(sitting.game, "en")).update(sitting, 1.0) for one in (seat, 1 - seat))
    assert (things, []) == (told.quiet, heard.quiet)
    sitting.leave(seat, 9001.0)
    assert Standing() == sitting.standing[seat]
