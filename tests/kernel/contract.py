"""The contract every game keeps, whatever its rules.

Each check takes a game at one moment (`Moment`) and fails with a sentence; it works on copies and leaves the game as it
was. `walk` plays random games and stops at such moments. test_contract.py runs few games, fuzz.py runs many: both call
these functions, and `Sampling` is the one place where effort is set.
"""

from __future__ import annotations

import ast
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from random import Random
from typing import Protocol

import pytest

import tablero
from tablero.kernel.actions import NUMBER, Action, Names
from tablero.kernel.bits import ids_of
from tablero.kernel.cards import DARK, OPEN, Cards, CardState
from tablero.kernel.engine import asking
from tablero.kernel.events import Event, seen_by
from tablero.kernel.frames import END, FRAMES, Decision, Frame, Procedure, State, frame_class, package, where
from tablero.kernel.game import Game, nowhere
from tablero.kernel.orders import Orders
from tablero.kernel.positions import dump, fingerprint, load
from tablero.kernel.record import Record
from tablero.kernel.refusals import Refusal
from tablero.kernel.text import LANGUAGES, Speech, catalogue, places
from tablero.kernel.windows import Commit, Reactions
from tests.kernel import contract_aiw, contract_car, contract_dpyr, contract_small, contract_wellington
from tests.sources import method_tree


class Laws(Protocol):
    """What a game itself promises: what holds in every state, and between one state and the next; and how it is played
    so that much happens."""

    def holds(self, s: State) -> None: ...

    def follows(self, before: State, after: State, told: list[Event]) -> None: ...

    def counterpart(self, one: State, other: State, action: Action) -> Action:
        """What onlookers take for the same action, in another state that they cannot tell from this one."""
        ...

    def eager(self, s: State, seat: int, found: list[Action]) -> list[Action]:
        """Those of the options that bring the seat to grips with the others."""
        ...


LAWS: dict[str, Laws] = {
    "aiw": contract_aiw, "car": contract_car, "dpyr": contract_dpyr, "wellington": contract_wellington,
    "tiny": contract_small.TINY, "four": contract_small.FOUR, "decks": contract_small.DECKS,
}
GAMES = tuple(dict.fromkeys([*tablero.GAMES, *LAWS]))      # all that are tested: those that are shipped, and small ones


@dataclass(frozen=True)
class Sampling:
    games: int = 2          # random games of each scenario
    every: int = 100        # of so many states one is looked at closely,
    kind: int = 3           # and so many of each kind of decision in every game, so that rare ones are seen
    actions: int = 24       # options and other actions tried in such a state
    guesses: int = 2        # determinizations of such a state for each seat
    onwards: int = 30       # actions played on from it,
    whole: int = 40         # and from one determinization in so many to the end of the game
    limit: int = 30_000     # actions within which every game must end


@dataclass
class Moment:
    """A game that waits for an answer."""

    game: Game[State]
    record: Record
    chance: Random
    sampling: Sampling
    tally: Counter[str] = field(default_factory=Counter)

    @property
    def s(self) -> State:
        return self.record.state

    @property
    def laws(self) -> Laws:
        return LAWS.get(self.game.code, contract_small.PLAIN)

    @property
    def everybody(self) -> range:
        """All seats, and the spectator."""
        return range(-1, len(self.game.seats))

    def some(self, actions: list[Action]) -> list[Action]:
        n = self.sampling.actions
        return self.chance.sample(actions, n) if len(actions) > n else actions


# ------------------------------------------------------------------------------------------------------- random games


ANY, LIVELY, EAGER = range(3)       # moods: any option; every verb as often as any other; at the others' throats
MOODS = (LIVELY, EAGER, EAGER, ANY)


def pick(s: State, chance: Random, mood: int = ANY, laws: Laws | None = None) -> tuple[int, Action]:
    """A seat that is asked and one of its options."""
    seat = chance.choice(list(tablero.players(s)))
    found = tablero.options(s, seat)
    assert found, f"seat {seat} is asked and has no option at {where(s)}"
    if mood == EAGER and laws:
        found = laws.eager(s, seat, found) or found
    if mood != ANY:
        verb = chance.choice(sorted({action[0] for action in found}))
        found = [action for action in found if action[0] == verb]
    return seat, chance.choice(found)


def start(game: Game[State], scenario: str, seed: int) -> tuple[Record, Random]:
    """A game with options by chance; odd seeds are played as at a table, even ones as in a simulation."""
    chance = Random(f"{game.code} {scenario} {seed}")
    options = {name: chance.choice(values) for name, values in game.options.items()}
    return Record.start(game, scenario, chance.getrandbits(64), options, secret=bool(seed % 2)), chance


def walk(game: Game[State], scenario: str, seed: int, sampling: Sampling, tally: Counter[str]) -> Iterator[Moment]:
    """Play a random game to its end, under its laws, and stop at some of its moments."""
    record, chance = start(game, scenario, seed)
    moment = Moment(game, record, chance, sampling, tally)
    mood, met, laws = MOODS[seed % len(MOODS)], Counter[str](), moment.laws
    laws.holds(record.state)
    tally["games"] += 1
    while not record.state.over:
        assert len(record.entries) < sampling.limit, f"no end after {sampling.limit} actions: {where(record.state)}"
        kind = type(asking(record.state)).__name__
        met[kind] += 1
        if met[kind] <= sampling.kind or chance.randrange(sampling.every) == 0:
            tally["moments"] += 1
            yield moment
        before = record.state.clone()
        told = record.apply(*pick(record.state, chance, mood, laws))
        tally["actions"] += 1
        check_events(game, record.state, told)
        laws.holds(record.state)
        laws.follows(before, record.state, told)
    result = record.state.result
    assert result is not None, "the game is over and has no result"
    assert set(game.seats) == set(result["score"]), "a result gives every seat its score"
    yield moment


def check_events(game: Game[State], s: State, told: list[Event]) -> None:
    """What is told is in the table of events, with things that exist."""
    names = game.names(s)
    for event in told:
        for kind, args in [(event.kind, event.args), *([event.public] if event.public else [])]:
            assert kind in game.events, f"the event {kind!r} is not in the table"
            for (name, what), value in zip(game.events[kind], args, strict=True):
                assert what == NUMBER or 0 <= value < len(names[what]), f"{kind}: {name} is {value}, no {what}"


# ----------------------------------------------------------------------------------------------- actions and refusals


def offered_actions_apply(m: Moment) -> None:
    """Every offered action can be carried out, and whoever is asked then has options."""
    for seat in tablero.players(m.s):
        for action in m.some(tablero.options(m.s, seat)):
            s = m.s.clone()
            tablero.apply(s, seat, action)
            m.laws.holds(s)
            for asked in tablero.players(s):
                assert tablero.options(s, asked), f"dead end after {action}: {where(s)}"
        gestures_are_options_in_a_row(m, seat)


def gestures_are_options_in_a_row(m: Moment, seat: int) -> None:
    """What one click stands for is offered step by step, until something is rolled or shown, another seat is asked, or
    the seat itself may react to what it did."""
    found = tablero.gestures(m.game.view(m.s, seat), seat)
    for target in sorted(found)[: m.sampling.actions]:
        s = m.s.clone()
        alone = len(found[target]) == 1 and target in m.game.targets(m.s, found[target][0])
        assert not alone, f"{target} is one action away at {where(m.s)}"
        for action in found[target]:
            offered = action in tablero.options(s, seat)
            if not offered and action != found[target][0] and tablero.decline(s, seat) is not None:
                break
            assert offered, f"{target}: {action} is not offered at {where(s)}"
            tablero.apply(s, seat, action)
            m.tally["steps of gestures"] += 1
            if s.rolled or s.revealed or [seat] != list(tablero.players(s)):
                break


def unoffered_actions_do_not(m: Moment) -> None:
    """Anything else is refused, for the right reason, and leaves no trace."""
    before = fingerprint(m.s)
    top = asking(m.s)
    for seat in range(len(m.game.seats)):
        if top is None or seat not in tablero.players(m.s):
            for asked in tablero.players(m.s)[:1]:
                with pytest.raises(tablero.NotYourTurn):
                    tablero.apply(m.s, seat, tablero.options(m.s, asked)[0])
            assert not tablero.options(m.s, seat)
            continue
        offered = set(tablero.options(m.s, seat))
        tried = [a for a in top.candidates(m.s, seat) if a not in offered]
        tried += [a for a in foreign(m) if a not in offered]
        for action in m.some(tried):
            with pytest.raises(tablero.IllegalAction) as error:
                tablero.apply(m.s, seat, action)
            refusal = tablero.why_not(m.s, seat, action)
            assert refusal is not None
            assert refusal == error.value.refusal
            assert not refusal.rule or refusal.rule in rules(m.game), f"{refusal} names no rule"
            m.tally["refused"] += 1
    assert before == fingerprint(m.s), "a refused action left a trace"


def foreign(m: Moment) -> list[Action]:
    """Actions of any verb with any arguments, some of them nonsense."""
    names = m.game.names(m.s)
    found: list[Action] = []
    for verb, wanted in m.game.verbs.items():
        sizes = [len(names[kind]) if kind != NUMBER else 9 for _, kind in wanted]
        found.append((verb, *(m.chance.randrange(size) for size in sizes)))
        found.append((verb, *(size + 7 for size in sizes), 0))
        found.append((verb, *(-1 for _ in sizes)))
    return found


def derived_options_equal_the_written_ones(m: Moment) -> None:
    """Options written by hand are the candidates that nothing refuses."""
    top = asking(m.s)
    assert top is not None
    for seat in tablero.players(m.s):
        written = tablero.options(m.s, seat)
        derived = {a for a in top.candidates(m.s, seat) if top.refuse(m.s, seat, a) is None}
        assert len(written) == len(set(written)), f"an option is offered twice at {where(m.s)}"
        assert derived == set(written), f"{where(m.s)}: only derived {derived - set(written)}, only written " \
                                        f"{set(written) - derived}"


def options_are_stated_once(m: Moment) -> None:
    """What is offered was tried, and is offered once; a question that writes its options out agrees with its refusals.
    Cheap enough for every state: rows of orders cannot disagree with their refusals."""
    top = asking(m.s)
    assert top is not None
    if type(top).options not in (Decision.options, Orders.options):
        derived_options_equal_the_written_ones(m)
        return
    for seat in tablero.players(m.s):
        offered = tablero.options(m.s, seat)
        assert len(offered) == len(set(offered)), f"an option is offered twice at {where(m.s)}"
        assert set(offered) <= set(top.candidates(m.s, seat)), f"an option is no candidate at {where(m.s)}"


def texts_of_actions_round_trip(m: Moment) -> None:
    """The text form of an action reads as the same action, and its targets are things of the game."""
    names = m.game.names(m.s)
    for seat in tablero.players(m.s):
        for action in tablero.options(m.s, seat):
            text = m.game.write(m.s, action)
            assert action == m.game.read(m.s, text), text
            for target in m.game.targets(m.s, action):
                kind, _, name = target.partition(":")
                assert name in names[kind].index


def simultaneous_answers_commute(m: Moment) -> None:
    """Who of several answers first leaves no trace, and does not change what the others may do."""
    asked = list(tablero.players(m.s))
    if len(asked) < 2:
        return
    a, b = m.chance.sample(asked, 2)
    one, other = m.chance.choice(tablero.options(m.s, a)), m.chance.choice(tablero.options(m.s, b))
    ends = []
    for answers in (((a, one), (b, other)), ((b, other), (a, one))):
        s = m.s.clone()
        s.secret = True             # else the kernel itself gives the last answer where only one is possible
        for seat, action in answers:
            assert tablero.options(s, seat) == tablero.options(m.s, seat)
            tablero.apply(s, seat, action)
        ends.append((fingerprint(s), s.rng))
    assert ends[0] == ends[1], f"{one} and {other} do not commute at {where(m.s)}"
    m.tally["commuted"] += 1


# ------------------------------------------------------------------------------------------------- copies and records


def simultaneous_answers_stay_secret(m: Moment) -> None:
    """While others still owe an answer to a window that keeps them, nobody else can tell which one a seat has given."""
    asked = list(tablero.players(m.s))
    seat = m.chance.choice(asked)
    found = tablero.options(m.s, seat)
    if len(asked) < 2 or len(found) < 2 or not isinstance(asking(m.s), Commit | Reactions):
        return
    a, b = m.chance.sample(found, 2)
    one, two = m.s.clone(), m.s.clone()
    tablero.apply(one, seat, a)
    tablero.apply(two, seat, b)
    same = list(tablero.players(one)) == list(tablero.players(two))      # who still chooses has not given an answer yet
    if same and not one.revealed and not two.revealed:
        for other in m.everybody:
            if other != seat:
                seen, guessed = m.game.view(one, other), m.game.view(two, other)
                assert seen == guessed, f"{a} or {b} of seat {seat}: {difference(seen, guessed, one)} for seat {other}"
                if isinstance(asking(m.s), Reactions):
                    before = m.game.view(m.s, other)
                    assert before == seen, f"{seat} has answered: {difference(before, seen, one)} for seat {other}"
        m.tally["secret answers"] += 1


def clones_are_equal_and_independent(m: Moment) -> None:
    """A clone is equal, plays the same way, and does not touch the original."""
    before, twin = fingerprint(m.s), m.s.clone()
    assert before == fingerprint(twin)
    for one, other in [(m.s, twin), *zip(m.s.stack, twin.stack, strict=True)]:
        for f in fields(one):  # type: ignore[arg-type]
            value = getattr(one, f.name)
            shared = isinstance(value, list | dict) and value is getattr(other, f.name)
            assert not shared or f.name == "offered", f"{type(one).__name__}.{f.name} is shared with the clone"
            assert one is m.s or flat(value), f"{type(one).__name__}.{f.name} is not flat"
    assert (m.s.rng, m.s.offered, m.s.over) == (twin.rng, twin.offered, twin.over)
    other = m.s.clone()
    play_alike(twin, other, m)
    assert before == fingerprint(m.s), "playing a clone changed the original"


def flat(value: object) -> bool:
    """Frames hold numbers, texts, tuples and flat lists."""
    if isinstance(value, list):
        return all(flat(v) and not isinstance(v, list) for v in value)
    return value is None or isinstance(value, int | str) or isinstance(value, tuple) and all(map(flat, value))


def saved_positions_go_on(m: Moment) -> None:
    """A position that was saved and loaded goes on like the game it came from."""
    loaded = load(m.game.state, json.loads(json.dumps(dump(m.s))))
    assert fingerprint(m.s) == fingerprint(loaded)
    play_alike(m.s.clone(), loaded, m)


def play_alike(a: State, b: State, m: Moment) -> None:
    for _ in range(m.sampling.onwards):
        assert list(tablero.players(a)) == list(tablero.players(b))
        if a.over:
            break
        seat, action = pick(a, m.chance)
        assert tablero.options(a, seat) == tablero.options(b, seat), f"other options at {where(a)}"
        assert tablero.apply(a, seat, action) == tablero.apply(b, seat, action)
        assert a.rolled == b.rolled
    assert (fingerprint(a), a.rng, a.result) == (fingerprint(b), b.rng, b.result)


def records_replay(m: Moment) -> None:
    """A record replays to the same position, verifies, and can be taken up again."""
    text = m.record.text(private=True)
    read = Record.parse(text)
    assert fingerprint(m.s) == fingerprint(read.state)
    assert m.s.rng == read.state.rng
    assert text == read.text(private=True)
    if m.s.over:
        read.verify()
        assert m.s.result == read.state.result
    m.tally["replays"] += 1


# ------------------------------------------------------------------------------------------------------ what is hidden


def views_leak_nothing(m: Moment) -> None:
    """All states that could be true for a seat look the same to it, and its options follow from what it sees. Nothing
    but the view and a seed makes such a state."""
    for seat in m.everybody:
        view = m.game.view(m.s, seat)
        assert (0, None, {}, []) == (view.rng, view.script, view.offered, view.events), "a view tells what is to come"
        assert view.viewer >= 0
        with pytest.raises(tablero.IllegalAction):
            tablero.apply(view, seat, ("pass",))
        with pytest.raises(ValueError, match="true state"):
            m.game.determinize(m.s, 0)
        m.game.scene(view, seat)
        seen = as_seen(m.s, seat)
        assert seen == as_seen(m.game.view(m.s, seat), seat), f"seat {seat} is told more than its view: {where(m.s)}"
        for _ in range(m.sampling.guesses):
            seed = m.chance.getrandbits(32)
            guess = m.game.determinize(view, seed)
            assert view == m.game.view(guess, seat), difference(view, m.game.view(guess, seat), m.s)
            assert seen == as_seen(guess, seat)
            assert refusals(m.s, seat) == refusals(guess, seat)
            again = m.game.determinize(m.game.view(guess, seat), seed)
            made = [(fingerprint(s), s.rng, s.viewer) for s in (guess, again)]
            assert made[0] == made[1], f"a guess depends on what is hidden: {where(m.s)}"
            m.tally["guesses"] += 1


def two_seats_see_what_either_sees(m: Moment) -> None:
    """Who holds two seats sees every card and piece that one of them sees, and no other."""
    game, (one, other) = m.game, m.chance.sample(range(len(m.game.seats)), 2)
    views = game.view(m.s, one), game.view(m.s, other)
    both, swapped = game.joint_view(m.s, (one, other)), game.joint_view(m.s, (other, one))
    assert views[0] == game.joint_view(m.s, (one,)) == game.joint_view(m.s, (one, one))
    assert game.view(m.s, -1) == game.joint_view(m.s, ())
    swapped.viewer = both.viewer
    assert both == swapped, difference(both, swapped, m.s)
    expected = faces(game, views[0], one) | faces(game, views[1], other)
    assert expected == faces(game, both, one) == faces(game, both, other)
    assert as_seen(m.s, one) == as_seen(both, one)
    m.tally["joint views"] += 1


def faces(game: Game[State], view: State, seat: int) -> set[tuple[str, str]]:
    """The cards and pieces of a scene that can be told, with their names."""
    scene = game.scene(view, seat)
    cards = {(hand.side, card) for hand in scene.hands for card in hand.cards}
    return cards | {(piece.id, piece.name) for piece in scene.pieces if piece.name}


def as_seen(s: State, seat: int) -> tuple[list[int], list[Action], object]:
    """Who is asked as far as the seat can tell, its options, and what it is told of the question."""
    top = asking(s)
    asked = list(top.hide(seat).players(s)) if top is not None else []  # type: ignore[attr-defined]
    return asked, tablero.options(s, seat), tablero.prompt(s, seat)


def refusals(s: State, seat: int) -> list[tuple[Action, Refusal | None]]:
    """Why a seat may not do what it may not do."""
    top = asking(s)
    if top is None or seat not in tablero.players(s):
        return []
    return [(a, top.refuse(s, seat, a)) for a in top.candidates(s, seat)]


def guesses_can_be_played(m: Moment) -> None:
    """What could be true keeps the laws of the game and leads to no dead end."""
    for seat in m.everybody:
        s = m.game.determinize(m.game.view(m.s, seat), m.chance.getrandbits(32))
        m.laws.holds(s)
        to_the_end = m.chance.randrange(m.sampling.whole) == 0
        for _ in range(m.sampling.limit if to_the_end else m.sampling.onwards):
            if s.over:
                break
            before = s.clone()
            told = tablero.apply(s, *pick(s, m.chance, m.chance.choice(MOODS), m.laws))
            m.laws.holds(s)
            m.laws.follows(before, s, told)
        assert s.over or not to_the_end, f"no end after {m.sampling.limit} actions: {where(s)}"
        m.tally["played to the end"] += to_the_end


def what_is_hidden_changes_nothing(m: Moment) -> None:
    """Two states that differ only in what a seat may not know stay equal for it until something is revealed."""
    for seat in m.everybody:
        truth, guess = m.s.clone(), m.game.determinize(m.game.view(m.s, seat), m.chance.getrandbits(32))
        truth.secret = guess.secret = True
        for _ in range(m.sampling.onwards):
            if truth.over or not step_alike(m, truth, guess, seat):
                break
            m.tally["twin actions"] += 1


def step_alike(m: Moment, truth: State, guess: State, seat: int) -> bool:
    """One action in both, with the same chance; False when they part because something was revealed."""
    who = m.chance.choice(list(tablero.players(truth)))
    possible = set(tablero.options(guess, who))
    pairs = [(a, m.laws.counterpart(truth, guess, a)) for a in tablero.options(truth, who)]
    pairs = [(a, b) for a, b in pairs if b in possible]
    if not pairs:
        return False
    action, counterpart = m.chance.choice(pairs)
    at = f"seat {who} does {action} or {counterpart}, seat {seat} watches: {where(truth)}"
    told = tablero.apply(truth, who, action)
    guess.script = list(truth.rolled)
    try:
        told_guess = tablero.apply(guess, who, counterpart)
    except tablero.BadRecord as error:
        if truth.revealed:
            return False
        raise AssertionError(f"chance depends on what is hidden; {at}") from error
    if truth.revealed or guess.revealed:
        return False
    assert not guess.script, f"chance depends on what is hidden; {at}"
    guess.script = None
    seen, guessed = seen_by(told, seat), seen_by(told_guess, seat)
    assert seen == guessed, f"{at}: told {seen}, or {guessed}"
    a, b = m.game.view(truth, seat), m.game.view(guess, seat)
    assert a == b, f"{at}: {difference(a, b, truth)}"
    assert as_seen(truth, seat) == as_seen(guess, seat), at
    return True


def difference(a: State, b: State, s: State) -> str:
    """The columns in which two views differ."""
    one, two = dump(a), dump(b)
    columns = [k for k, v in one["state"].items() if v != two["state"][k]]  # type: ignore[union-attr, call-overload, index]
    frames = [(x, y) for x, y in zip(one["stack"], two["stack"]) if x != y]  # type: ignore[arg-type]
    return f"views differ in {columns} {frames} at {where(s)}"


# --------------------------------------------------------------------------------------------------------------- cards


def cards_lie_where_they_can(m: Moment) -> None:
    """Every card lies in exactly one zone that can hold it, sizes are public and true, and what a viewer knows is true:
    all know what everybody knows, and a seat knows its own cards."""
    cards = m.game.cards
    if cards is None:
        return
    s = m.s
    assert isinstance(s, CardState)
    lying = sorted(card for pile in s.piles for card in ids_of(pile))
    assert list(range(len(cards.ids))) == lying, f"a card is in two zones, or in none, at {where(s)}"
    assert [pile.bit_count() for pile in s.piles] == s.sizes
    everybody = s.sees[cards.everybody]
    for pile, zone in zip(s.piles, cards.zones, strict=True):
        assert not pile & ~zone.holds, f"{zone.name} holds {named(cards, pile & ~zone.holds)} at {where(s)}"
        if zone.sight != DARK:
            seen = everybody if zone.sight == OPEN else s.sees[zone.seat]
            assert not pile & ~seen, f"unseen in {zone.name}: {named(cards, pile & ~seen)} at {where(s)}"
    for seat, seen in enumerate(s.sees):
        assert not everybody & ~seen, f"seat {seat} does not know what everybody knows at {where(s)}"


def who_is_asked_betrays_no_card(m: Moment) -> None:
    """The seats that a window asks follow from what everybody can tell: in each deal that is possible for a spectator
    the same seats could react."""
    top = asking(m.s)
    if not isinstance(top, Reactions):
        return
    could = [top.could(m.s, seat) for seat in top.order]
    view = m.game.view(m.s, -1)
    for _ in range(3 * m.sampling.guesses):
        guess = m.game.determinize(view, m.chance.getrandbits(32))
        window = asking(guess)
        assert isinstance(window, Reactions)
        assert could == [window.could(guess, seat) for seat in top.order], f"who could react, at {where(m.s)}"
    m.tally["windows"] += 1


def named(cards: Cards, some: int) -> str:
    return " ".join(cards.ids[card] for card in ids_of(some))


# ------------------------------------------------------------------------------------------------------------- prompts


def everything_can_be_said(m: Moment) -> None:
    """What is asked, offered and refused has its words in every language, said of what the seat can see."""
    for seat in m.everybody:
        asked, view = tablero.prompt(m.s, seat), m.game.view(m.s, seat)
        assert asked.rule in rules(m.game), f"{asked} at {where(m.s)}"
        for language in LANGUAGES:
            speech = Speech(m.game, language)
            said = [speech.prompt(view, asked), m.game.describe(m.s, seat, language)]
            said += [speech.action(view, action) for action in tablero.options(m.s, seat)]
            cautions = [m.game.caution(view, seat, action) for action in tablero.options(m.s, seat)]
            said += [speech.caution(view, caution) for caution in cautions if caution is not None]
            said += [speech.refusal(view, seat, why) for why in {why for _, why in refusals(m.s, seat) if why}]
            wrong = [text for text in said if not text or re.search(r"\[[a-z]\w*\.|\{", text)]
            assert not wrong, f"{language}, {where(m.s)}: {wrong}"


def names_that_vary_are_declared(m: Moment) -> None:
    """What a thing is called, and where it is, never changes and is the same for all, or its kind is `varying`:
    sentences with other names are kept from one state, and from one table, to the next."""
    names, view = m.game.names(m.s), m.game.view(m.s, m.chance.choice(m.everybody))
    for language in LANGUAGES:
        words = catalogue(m.game.pack, language)
        _, known = _called.setdefault((id(names), language), (names, {}))      # names that are kept keep their id
        for kind in names.keys() - m.game.varying:
            for thing in range(len(names[kind])):
                now = m.game.label(view, kind, thing, words), m.game.place_of(view, kind, thing)
                before = known.setdefault((kind, thing), now)
                assert before == now, f"{kind} {thing} was {before} and is {now}, but {kind!r} is not in `varying`"


_called: dict[tuple[int, str], tuple[Mapping[str, Names], dict[tuple[str, int], object]]] = {}


Check = Callable[[Moment], None]

CHECKS: tuple[Check, ...] = (
    offered_actions_apply,
    unoffered_actions_do_not,
    derived_options_equal_the_written_ones,
    texts_of_actions_round_trip,
    simultaneous_answers_commute,
    simultaneous_answers_stay_secret,
    clones_are_equal_and_independent,
    saved_positions_go_on,
    views_leak_nothing,
    two_seats_see_what_either_sees,
    guesses_can_be_played,
    what_is_hidden_changes_nothing,
    cards_lie_where_they_can,
    who_is_asked_betrays_no_card,
    everything_can_be_said,
    names_that_vary_are_declared,
)


def examine(game: Game[State], scenario: str, seed: int, sampling: Sampling, tally: Counter[str]) -> Iterator[Moment]:
    """A random game under all checks; yields before each moment is examined, for whoever wants to keep the record."""
    for moment in walk(game, scenario, seed, sampling, tally):
        yield moment
        if moment.s.over:
            records_replay(moment)
        else:
            for check in CHECKS:
                check(moment)


# --------------------------------------------------------------------------------------------------------- the frames


def rules(game: Game[State]) -> frozenset[str]:
    """The ids of a game's rules."""
    if game.code not in _rules:
        _rules[game.code] = frozenset(t.text("id") for t in game.pack.toml("rules.toml").tables("rule"))
    return _rules[game.code]


_rules: dict[str, frozenset[str]] = {}


def messages_fit(game: Game[State]) -> None:
    """Every verb and event has a message that speaks of nothing but its own arguments, and in a choice of where they
    are, if the game can tell."""
    for language in LANGUAGES:
        words = catalogue(game.pack, language)
        for prefix, table in (("verb", game.verbs), ("event", game.events)):
            for name, wanted in table.items():
                key = f"{prefix}.{name}"
                assert words.has(key), f"{language}: no message {key}"
                known = {argument.name for argument in wanted}
                if prefix == "verb" and game.place_of is not nowhere:
                    known |= {f"{name}_at" for name in known}
                strange = places(words.messages[key]) - known
                assert not strange, f"{language}: {key} speaks of {strange}"


def frames_of(game: Game[State]) -> list[type[Frame]]:
    prefix = f"{package(game.state)}:"
    return [frame_class(name) for name in sorted(FRAMES) if name.startswith(prefix)]


def cites_a_rule(game: Game[State], text: str | None) -> bool:
    """Does a docstring begin with a rule, or a section, that the game has?"""
    found = re.match(r"\[([0-9A-Z][0-9A-Za-z.]*)\]", text or "")
    return found is not None and any(id_.startswith(found[1]) for id_ in rules(game))


def frames_are_well_made(game: Game[State]) -> None:
    """Every step exists and cites a rule; every jump leads to a step; every frame can be copied and has slots."""
    for cls in frames_of(game):
        assert not cls.__dictoffset__, f"{cls.__name__} is no dataclass(slots=True)"
        cited = cites_a_rule(game, cls.__doc__)
        assert cited, f"the docstring of {cls.__name__} should begin with a rule: {cls.__doc__}"
        assert issubclass(cls, Procedure) != issubclass(cls, Decision), f"{cls.__name__} is neither or both"
        if issubclass(cls, Procedure):
            steps = steps_of(cls)
            assert steps, f"{cls.__name__} has no steps"
            assert len(steps) == len(set(steps)), f"{cls.__name__} has a step twice"
            assert END not in steps
            for name in steps:
                step = method_tree(cls, name)
                assert step, f"{cls.__name__} has no step {name}"
                cited = cites_a_rule(game, ast.get_docstring(step))
                assert cited, f"the docstring of {cls.__name__}.{name} should begin with a rule"
                strange = jumps(step) - {*steps, END}
                assert not strange, f"{cls.__name__}.{name} jumps to {strange}"


def steps_of(cls: type[Procedure]) -> tuple[str, ...]:
    """The names that stand in a procedure: the same for every frame of the class."""
    told = method_tree(cls, "steps")
    assert told
    [returned] = [node.value for node in ast.walk(told) if isinstance(node, ast.Return) and node.value]
    found: tuple[str, ...] = ast.literal_eval(returned)
    return found


def jumps(step: ast.FunctionDef) -> set[str]:
    """The names a step may return."""
    returned = [node.value for node in ast.walk(step) if isinstance(node, ast.Return) and node.value]
    branches = [b for v in returned for b in ([v.body, v.orelse] if isinstance(v, ast.IfExp) else [v])]
    return {b.value for b in branches if isinstance(b, ast.Constant) and isinstance(b.value, str)}
