"""What a seat may not know: it is in no view, in no event, and in no option; and every guess at it can be played on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields
from functools import cache
from itertools import permutations, product
from random import Random

import pytest

import tablero
from tablero.games.dpyr import GAME
from tablero.games.dpyr.board import ARTILLERY, CAVALRY, CUP, GEFE, GRID, INFANTRY
from tablero.games.dpyr.rules.r03_preparation.s00_set_up import Deploy
from tablero.games.dpyr.state import UNKNOWN, Dpyr, drawn, knows_marker
from tablero.kernel.actions import Action
from tablero.kernel.bits import ids_of
from tablero.kernel.events import Event, seen_by
from tablero.kernel.frames import Frame, clone_frame
from tests.games.dpyr.battlefield import asked, battlefield, do, unit
from tests.rules import rule

BATTLES = ("perecamps_2", "arquijas", "luchana")        # those in which most is concealed
SEATS = (0, 1)
EVERY = 9               # one state in so many is looked at


def wander(s: Dpyr, seat: int, chance: Random) -> Action:
    """A random action that often conceals, keeps to cover and goes up to the enemy: so there is something to hide."""
    found = tablero.options(s, seat)
    moves = [a for a in found if a[0] == "to"]
    if moves and chance.random() < 0.6:
        covered = [a for a in moves if s.b.field.cover >> a[1] & 1]
        foes = ids_of(s.held[1 - seat])
        if covered and (not foes or chance.random() < 0.6):
            return chance.choice(covered)
        if foes:
            return min(moves, key=lambda a: min(GRID.distance[a[1]][x] for x in foes))
    wanted = [a for a in found if a[0] in ("conceal", "attack", "aim", "mojar", "campi", "ristre")]
    return chance.choice(wanted if wanted and chance.random() < 0.5 else found)


def play(scenario: str, seed: int, actions: int) -> Iterator[tuple[Dpyr, list[Event]]]:
    """A random game at a table, state by state, with what was told on the way to each."""
    chance = Random(seed)
    s = GAME.new(scenario, seed, secret=True)
    told: list[Event] = []
    for _ in range(actions):
        yield s, told
        if s.over:
            return
        seat = chance.choice(list(tablero.players(s)))
        told = tablero.apply(s, seat, wander(s, seat, chance))


@cache
def states(scenario: str) -> list[Dpyr]:
    found = []
    for seed in range(3):
        found += [s.clone() for i, (s, _) in enumerate(play(scenario, seed, 1000)) if i % EVERY == 0]
    return found


def concealed(s: Dpyr, seat: int) -> list[int]:
    """Enemy units that a seat does not see."""
    return ids_of(s.hidden & s.b.army_bits[1 - seat])


# --------------------------------------------------------------------------------------------------- what could be true


@rule("dpyr", "3.0h", "3.0i", "6.3b", "6.3f")
@pytest.mark.parametrize("scenario", BATTLES)
def test_a_seat_sees_and_may_do_the_same_in_every_state_that_could_be_true_for_it(scenario: str) -> None:
    for k, s in enumerate(states(scenario)):
        for seat in SEATS:
            guess = GAME.determinize(GAME.view(s, seat), k)
            assert GAME.view(s, seat) == GAME.view(guess, seat)
            assert tablero.players(s) == tablero.players(guess)
            assert tablero.options(s, seat) == tablero.options(guess, seat)
            assert tablero.prompt(s, seat) == tablero.prompt(guess, seat)


@pytest.mark.parametrize("scenario", BATTLES)
def test_what_a_seat_may_do_follows_from_what_it_sees(scenario: str) -> None:
    for s in states(scenario):
        for seat in SEATS:
            shown = GAME.view(s, seat)
            assert list(tablero.players(s)) == list(tablero.players(shown))
            assert tablero.options(s, seat) == tablero.options(shown, seat)
            assert tablero.prompt(s, seat) == tablero.prompt(shown, seat)


@pytest.mark.parametrize("scenario", BATTLES)
def test_a_guess_can_be_played_on(scenario: str) -> None:
    for k, s in enumerate(states(scenario)):
        guess = GAME.determinize(GAME.view(s, k % 2), k)
        chance = Random(k)
        for _ in range(40):
            if guess.over:
                break
            seat = chance.choice(list(tablero.players(guess)))
            assert tablero.options(guess, seat)
            tablero.apply(guess, seat, wander(guess, seat, chance))


@rule("dpyr", "3.0b")
@pytest.mark.parametrize("scenario", BATTLES)
def test_in_a_guess_no_factor_marker_is_lost_and_a_seat_keeps_what_it_knows(scenario: str) -> None:
    for k, s in enumerate(states(scenario)):
        if s.over or not s.turn:
            continue
        for seat in (*SEATS, -1):
            guess = GAME.determinize(GAME.view(s, seat), k)
            assert [m >= 0 for m in s.marker] == [m >= 0 for m in guess.marker]
            for u, m in enumerate(s.marker):
                assert guess.marker[u] == m or not knows_marker(s, seat, u)
            if asked(s) == "Assign":
                whole = Counter(guess.cup) + Counter(guess.drawn_carlist) + Counter(guess.drawn_liberal)
            else:
                whole = Counter(guess.cup) + Counter(m for m in guess.marker if m >= 0)
            assert Counter(CUP) == whole
            for side in SEATS:
                given = Counter(
                    guess.marker[u] for u in guess.b.army[side] if guess.marker[u] >= 0 and not guess.blind >> u & 1
                )
                assert given <= Counter(drawn(guess, side))


@rule("dpyr", "3.0h", "3.0i", "6.3f")
def test_guesses_differ_in_what_is_hidden() -> None:
    markers, places = set(), set()
    s = next(s for s in states("arquijas") if asked(s) == "ChooseAction" and len(concealed(s, 1)) > 2)
    for k in range(30):
        guess = GAME.determinize(GAME.view(s, 1), k)
        markers.add(tuple(guess.marker))
        places.add(tuple(guess.at))
        assert s.held == guess.held
    assert len(markers) > 10
    assert len(places) > 4


@rule("dpyr", "6.3c", "6.3d", "6.3e", "6.3f")
@pytest.mark.parametrize("seat", [1, -1])
def test_every_way_to_place_concealed_units_turns_up_and_no_other(seat: int) -> None:
    """A building for three, in which a unit is seen, and a wood for one: two foot, a squadron and the Gefe are hidden,
    and the squadron is known not to be in the wood."""
    hidden = {"c_tor_1": "1008", "c_tor_2": "1008", "c_cav_ara_1": "1006", "c_gefe_cabrera": "1006"}
    units = {"c_mora_1": "1008", **{name: f"{x} hidden" for name, x in hidden.items()}, "l_cor_1": "2008"}
    ground = {"1008": "building", "1006": "building", "1004": "forest"}
    s = battlefield("maella", {**units, "c_minyons": "1004 hidden"}, ground=ground)
    guests = [unit(s, name) for name in (*hidden, "c_minyons")]
    house, barn, wood = (GRID.names.index(name) for name in ("1008", "1006", "1004"))
    s.under[wood] &= ~(1 << unit(s, "c_cav_ara_1"))
    ways = set()
    for hexes in product((house, barn, wood), repeat=len(guests)):
        fighting = Counter(x for u, x in zip(guests, hexes, strict=True) if s.b.kind[u] != GEFE)
        room = fighting[house] <= 2 and fighting[barn] <= 3 and fighting[wood] <= 1
        if room and set(hexes) == {house, barn, wood} and hexes[2] != wood:
            ways.add(hexes)
    found, piles = set(), set()
    for k in range(60 * len(ways)):
        guess = GAME.determinize(GAME.view(s, seat), k)
        found.add(tuple(guess.at[u] for u in guests))
        piles.add(guess.piles[house])
    assert ways == found
    others = [u for u in guests if s.b.kind[u] != GEFE]
    seen, leader = unit(s, "c_mora_1"), unit(s, "c_gefe_cabrera")
    orders = {order for n in range(3) for some in permutations(others, n) for order in permutations((*some, seen))}
    orders |= {(leader, *order) for order in orders}
    assert {order for order in orders if len(order) > 1} == piles


@rule("dpyr", "3.0g", "3.0h", "3.0i")
def test_every_deal_of_unknown_markers_turns_up() -> None:
    """An enemy C unit holds nothing that the seat drew itself; an M unit may."""
    s = next(s for s in states("luchana") if asked(s) == "ChooseAction" and s.turn == 1)
    view = GAME.view(s, 0)
    found: dict[int, set[int]] = {}
    for k in range(1500):
        guess = GAME.determinize(view, k)
        for u, m in enumerate(view.marker):
            if m == UNKNOWN:
                found.setdefault(u, set()).add(guess.marker[u])
    seen = Counter(m for m in view.marker if m >= 0)
    left = set(Counter(CUP) - seen)
    foreign = left & set(Counter(CUP) - Counter(view.drawn_carlist))
    for u, markers in found.items():
        assert markers == (left if s.blind >> u & 1 else foreign)
    assert {True, False} == {bool(s.blind >> u & 1) for u in found}


@pytest.mark.parametrize(("action", "to", "roads", "classes"), [
    ("montear", "1007", (), {INFANTRY, CAVALRY, ARTILLERY, GEFE}),
    ("montear", "1006", (), {INFANTRY, CAVALRY, GEFE}),                                         # a gun moves one hex,
    ("montear", "1006", ("1008 1007 1006",), {INFANTRY, CAVALRY, ARTILLERY, GEFE}),             # but four by road
    ("mojar", "1007", (), {INFANTRY, CAVALRY}),
])
def test_the_way_a_concealed_unit_moves_tells_what_it_cannot_be(
    action: str, to: str, roads: tuple[str, ...], classes: set[int]
) -> None:
    ground = dict.fromkeys(("1008", "1007", "1006"), "building")
    s = battlefield("maella", {"c_tor_1": "1008 hidden", "l_cor_1": "2008"}, ground=ground, roads=roads)
    s.under = {s.at[unit(s, "c_tor_1")]: s.b.army_bits[0]}
    do(s, action, "move c_tor_1", f"to {to}")
    (units,) = s.under.values()
    assert classes == {s.b.kind[u] for u in ids_of(units)}


@pytest.mark.parametrize("scenario", BATTLES)
def test_a_concealed_unit_can_always_be_what_it_is(scenario: str) -> None:
    for k, s in enumerate(states(scenario)):
        for seat in SEATS:
            for guess in (s, GAME.determinize(GAME.view(s, seat), k)):
                if s.turn:
                    assert all(guess.under[guess.at[u]] >> u & 1 for u in concealed(guess, seat))


# --------------------------------------------------------------------------------------------------- what nobody tells


@rule("dpyr", "3.0c", "3.0h", "3.0i", "6.3f")
@pytest.mark.parametrize("scenario", BATTLES)
def test_events_name_no_concealed_unit_and_no_secret_marker_to_the_enemy(scenario: str) -> None:
    stirred = 0
    for seed in range(3):
        before = 0
        for s, told in play(scenario, seed, 700):
            deploying = isinstance(s.stack[-1], Deploy)
            for seat in SEATS:
                secret = before & s.hidden & s.b.army_bits[1 - seat]
                for kind, args in seen_by(told, seat):
                    stirred += kind == "stirred"
                    things = dict(zip((a.kind for a in GAME.events[kind]), args, strict=True))
                    assert not secret >> things.get("unit", 10_000) & 1, f"{kind} {args}"
                    if "marker" in things:
                        assert knows_marker(s, seat, things["unit"])
                    if deploying and "unit" in things:
                        assert s.b.side[things["unit"]] == seat
            before = s.hidden
    assert stirred


UNIT_FIELDS = ("hand", "last", "unit", "target")
UNIT_LISTS = ("units", "back", "guns", "attackers", "struck", "brutes", "repulsed")
UNIT_SETS = ("moved", "done", "fired", "loaded", "asked", "again")


def renamed(frame: Frame, u: int, v: int) -> Frame:
    """A frame that speaks of one unit where it spoke of the other."""
    other = {u: v, v: u}
    new = clone_frame(frame)
    for name in (f.name for f in fields(new)):      # type: ignore[arg-type]
        value = getattr(new, name)
        if name in UNIT_FIELDS:
            setattr(new, name, other.get(value, value))
        elif name in UNIT_LISTS:
            setattr(new, name, [other.get(w, w) for w in value])
        elif name in UNIT_SETS and type(value) is int:
            setattr(new, name, exchanged(value, u, v))
        elif name == "stepped":
            setattr(new, name, [(other.get(w, w), *post) for w, *post in value])
    return new


def exchanged(units: int, u: int, v: int) -> int:
    return units ^ (1 << u | 1 << v) if (units >> u & 1) != (units >> v & 1) else units


def changed_places(s: Dpyr, u: int, v: int) -> Dpyr:
    """The same position with one concealed unit for the other, in all that was done this turn too."""
    new, other = s.clone(), {u: v, v: u}
    for x in {s.at[u], s.at[v]}:
        new.piles[x] = tuple(other.get(w, w) for w in s.piles[x])
    for column in (new.at, new.facing):
        column[u], column[v] = column[v], column[u]
    new.rode, new.charged, new.served = (exchanged(bits, u, v) for bits in (s.rode, s.charged, s.served))
    new.stack = [renamed(frame, u, v) for frame in s.stack]
    return new


@rule("dpyr", "6.3b", "6.3f")
@pytest.mark.parametrize("scenario", BATTLES)
def test_no_view_tells_which_concealed_unit_is_where_or_did_what(scenario: str) -> None:
    compared = 0
    for k, s in enumerate(states(scenario)):
        if isinstance(s.stack[-1], Deploy):
            continue
        for seat in SEATS:
            units = concealed(s, seat)
            if len(units) > 1:
                u, v = Random(k).sample(units, 2)
                other = changed_places(s, u, v)
                for viewer in (seat, -1):
                    assert GAME.view(s, viewer) == GAME.view(other, viewer)
                    compared += 1
    assert compared > 50


@rule("dpyr", "3.0h", "3.0i", "6.3a")
@pytest.mark.parametrize("scenario", BATTLES)
def test_a_view_shows_no_marker_that_its_seat_may_not_know(scenario: str) -> None:
    unknown = 0
    for s in states(scenario):
        for seat in (*SEATS, -1):
            shown = GAME.view(s, seat)
            assert [] == shown.cup
            assert all(not drawn(shown, side) for side in SEATS if side != seat)
            for u, m in enumerate(s.marker):
                if m >= 0:
                    public, own = s.known >> u & 1, s.b.side[u] == seat and not s.blind >> u & 1
                    assert (m if public or own else UNKNOWN) == shown.marker[u]
                    unknown += shown.marker[u] == UNKNOWN
    assert unknown


def test_what_may_be_shown_is_spoken_of_only_while_something_is_hidden() -> None:
    """[3.0f] [3.0j] A concealed unit, or a factor marker for those who fight."""
    s = GAME.new("perecamps_2", seed=5)
    army = s.b.army[0]
    s.hidden, s.known, s.marker = 0, 0, [-1] * len(s.marker)
    acts: list[Action] = [("attack", army[0], 0), ("fire", 0)]
    assert [False, False] == [GAME.may_show(s, 0, act) for act in acts]
    s.marker[army[0]] = 2
    assert [False, True] == [GAME.may_show(s, 0, act) for act in acts]
    assert not GAME.may_show(s, 1, ("fire", 0))
    s.known = 1 << army[0]
    assert not GAME.may_show(s, 0, ("fire", 0))
    s.hidden = 1 << army[1]
    assert [True, True] == [GAME.may_show(s, 0, act) for act in acts]


@rule("dpyr", "6.3f", "4.3h", "4.2h")
@pytest.mark.parametrize("played, dice", [
    (("batir", "aim c_tor_2", "fire 1006"), [1, 6]),
    (("mojar", "done", "attack c_tor_2 1006", "pass"), [1, 0]),
])
@pytest.mark.parametrize("concealed", ["hidden", ""])
def test_where_the_friends_of_a_target_count_the_number_of_concealed_ones_is_revealed(
    played: tuple[str, ...], dice: list[int], concealed: str
) -> None:
    units = {"c_tor_1": "1008", "c_tor_2": "1007", "l_cor_1": "1006", "l_cor_2": f"1005 {concealed}"}
    s = battlefield("maella", units, ground={"1005": "building"})
    do(s, *played[:-1])
    do(s, played[-1], dice=dice)
    assert bool(concealed) == s.revealed
