"""Whatever a player tries, at any question of the game, is either offered or refused under a rule that exists."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from random import Random

import pytest

import tablero
from tablero.games.dpyr import GAME
from tablero.games.dpyr.board import GRID, SCENARIOS
from tablero.games.dpyr.state import Dpyr
from tablero.games.dpyr.verbs import VERBS
from tablero.kernel.actions import Action
from tablero.kernel.bits import ids_of
from tablero.kernel.engine import asking
from tablero.kernel.frames import FRAMES, Decision
from tests.rules import known

SAMPLES = 2                                             # states of each kind of question that are tried
SITTINGS = [(s, seed) for seed in (0, 1) for s in SCENARIOS]
STAGES = {"Deploy": 2, "March": 2, "Volley": 2, "Bombard": 3}       # a unit is taken in hand, then a hex is named
DECISIONS = [
    name.split(":")[1] for name, cls in FRAMES.items()
    if name.startswith("tablero.games.dpyr:") and issubclass(cls, Decision)
]
QUESTIONS = [name + "+" * stage for name in sorted(DECISIONS) for stage in range(STAGES.get(name, 1))]


def question(s: Dpyr) -> str:
    """The open decision by its class, with a plus for each thing already named in it."""
    top = asking(s)
    return type(top).__name__ + "+" * sum(getattr(top, name, -1) >= 0 for name in ("hand", "first"))


def lively(s: Dpyr, chance: Random) -> Action:
    """A random action, but one that brings the armies together: units march at the enemy, and chances are taken."""
    seat = tablero.players(s)[0]
    acts = tablero.options(s, seat)
    foes = ids_of(s.held[1 - seat])
    if len(acts) > 1 and acts[0][0] in ("halt", "done", "pass") and chance.random() < 0.9:
        acts = acts[1:]
    if acts[0][0] == "to" and s.turn and foes and chance.random() < 0.8:
        return min(acts, key=lambda act: min(GRID.distance[act[-1]][y] for y in foes))
    return chance.choice(acts)


@cache
def questions() -> dict[str, list[Dpyr]]:
    """States of random games at each kind of question, some early, some late."""
    found: dict[str, list[Dpyr]] = {name: [] for name in QUESTIONS}
    for scenario, seed in SITTINGS:
        chance = Random(seed)
        s = GAME.new(scenario, seed=seed, secret=True)
        while not s.over:
            states = found[question(s)]
            if len(states) < SAMPLES:
                states.append(s.clone())
            elif chance.random() < 0.01:
                states[chance.randrange(SAMPLES)] = s.clone()
            tablero.apply(s, tablero.players(s)[0], lively(s, chance))
    return found


def attempts(s: Dpyr, chance: Random) -> Iterator[Action]:
    """Every verb with every unit, hex, facing and marker there is; pairs with every occupied hex and some more."""
    names = GAME.names(s)
    for verb, arguments in VERBS.items():
        kinds = [argument.kind for argument in arguments]
        ids = [range(len(names[kind])) for kind in kinds]
        if len(kinds) > 1:
            hexes = sorted({*ids_of(s.held[0] | s.held[1]), *chance.sample(range(GRID.size), 12)})
            ids = [hexes if kind == "hex" else range(len(names[kind])) for kind in kinds]
        for things in product(*ids):
            yield (verb, *things)


def unchanged(s: Dpyr) -> Dpyr:
    """A copy to compare with, without the options that are kept for speed."""
    new = s.clone()
    new.offered = {}
    return new


@pytest.mark.parametrize("name", QUESTIONS)
def test_random_games_reach_every_question(name):
    assert questions()[name]


@pytest.mark.parametrize("name", QUESTIONS)
def test_whatever_is_tried_is_offered_or_refused_under_a_rule_of_the_game(name):
    for s in questions()[name]:
        seat, before = tablero.players(s)[0], unchanged(s)
        offered = set(tablero.options(s, seat))
        for action in attempts(s, Random(0)):
            refusal = tablero.why_not(s, seat, action)
            assert (action in offered) == (refusal is None), (name, action)
            if refusal is not None:
                assert refusal.key
                assert refusal.rule in known("dpyr") or not refusal.rule, (name, action, refusal)
        assert before == unchanged(s)


@pytest.mark.parametrize("name", QUESTIONS)
def test_no_rule_stumbles_over_units_of_the_enemy_or_off_the_map(name):
    for s in questions()[name]:
        seat, top = tablero.players(s)[0], asking(s)
        asked = {candidate[0] for candidate in top.candidates(s, seat)}
        for action in attempts(s, Random(1)):
            if action[0] in asked:
                top.refuse(s, seat, action)             # why_not would hide an id that is looked up in vain


@pytest.mark.parametrize("name", QUESTIONS)
def test_what_is_offered_is_what_no_rule_refuses(name):
    for s in questions()[name]:
        seat, top = tablero.players(s)[0], asking(s)
        offered = top.options(s, seat)
        assert len(offered) == len(set(offered))
        assert set(Decision.options(top, s, seat)) == set(offered)


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_seat_that_is_not_asked_is_told_so(name):
    for s in questions()[name]:
        (first, *_), other = tablero.options(s, tablero.players(s)[0]), 1 - tablero.players(s)[0]
        if other not in tablero.players(s):
            assert ("", "not_your_turn") == tablero.why_not(s, other, first)
