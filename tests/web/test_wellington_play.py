"""Wellington by clicks: four people play a whole Round, each in a browser; one with two Powers a whole Turn."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, pairwise
from random import Random
from typing import Any, NamedTuple

import pytest

import tablero
from tablero import bots
from tablero.games.wellington.board import POWERS
from tablero.games.wellington.rules.r11_battle.s01_battle import Battle
from tablero.games.wellington.state import Wellington
from tablero.kernel.positions import fingerprint
from tablero.table.journal import Opened
from tablero.table.sitting import Line, Sitting
from tests.server.live import RUN, LiveServer
from tests.web.browser import Visitor
from tests.web.conftest import Person
from tests.web.games import begun, folded
from tests.web.hand import Hand
from tests.web.test_wellington import seated

GAME = tablero.game("wellington")
LIKELY = (7, 19)        # seeds whose games have a Round with all of it
KINDS = {"battle": "battle", "siege": "siege", "interception_rolled": "interception", "evasion_rolled": "evasion"}
ALL = {*KINDS.values(), "Allied card in a Battle", "French card in a Battle"}
EAGER = ("intercept", "evade", "play", "besiege")       # what makes a Round eventful
TURN = 4                # of a war that goes on after its first year
MOST = 50               # actions of people in a Round that is soon played

# A server that does not make people wait for what the table answers by itself.
PROGRAM = RUN.replace("bot_processes=1", "bot_processes=1, reaction_pause=0.05")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveServer]:
    folder = tmp_path_factory.mktemp("wellington")
    found = LiveServer(f"sqlite:///{folder / 'tablero.db'}", folder / "server.log", PROGRAM)
    found.start()
    yield found
    found.stop()
    assert "Traceback" not in (folder / "server.log").read_text()


# --- four people, a Round


class Step(NamedTuple):
    seat: int
    do: str
    automatic: bool                 # the table answers
    seen: frozenset[str]            # what of ALL came of it
    acting: frozenset[int]          # the Powers whose Impulses begin with it
    begins: bool                    # does a Round begin with it?
    position: str                   # the fingerprint of what it leads to


def seen(line: Line, fighting: bool) -> frozenset[str]:
    found = {KINDS[event.kind] for event in line.events if event.kind in KINDS}
    sides = {event.args[0] & 1 for event in line.events if event.kind == "played_event" and fighting}
    return frozenset(found | {("Allied", "French")[side] + " card in a Battle" for side in sides})


def course_of(seed: int) -> list[Step]:
    """How a game goes that four people play who like to react."""
    opened = Opened("wellington", "1812", GAME.chosen({}), f"{seed:x}", "0", GAME.rules)
    sitting, steps, chance = Sitting.open("search", opened, 0.0), list[Step](), Random(seed)
    for seat in range(len(POWERS)):
        sitting.sit(seat, f"{seat}", f"{seat}", 0.0)
    players = [bots.make("heuristic", GAME, seat) for seat in range(len(POWERS))]
    while not sitting.over:
        seat = sitting.to_move()[0]
        question, automatic, state = sitting.questions[seat], sitting.automatic_answer(seat), sitting.state
        assert question is not None
        assert isinstance(state, Wellington)
        eager = [action for action in question[1] if action[0] in EAGER]
        if automatic:
            action = automatic[0]
        elif eager and chance.random() < 0.7:
            action = chance.choice(eager)
        else:
            action = players[seat].choose(GAME.view(state, seat), question[1], seat)
        fighting, text = state.within(Battle) is not None, GAME.write(state, action)
        sitting.act(seat, action, sitting.stamps[seat], 0.0)
        line = sitting.log[-1]
        acting = frozenset(event.args[0] for event in line.events if event.kind == "impulse")
        begins = any(event.kind == "round" for event in line.events)
        steps.append(Step(seat, text, automatic is not None, seen(line, fighting), acting, begins,
                          fingerprint(sitting.state)))
    return steps


def eventful(most: int) -> tuple[int, list[Step], list[Step]]:
    """A seed, what is done before a Round in which all happens, and that Round: its first Impulse has just begun when
    it starts, and with its last step the next Round begins."""
    for seed in chain(LIKELY, range(1, 300)):
        steps = course_of(seed)
        starts = [n + 1 for n, step in enumerate(steps) if step.begins]
        for first, last in pairwise(starts):
            within = steps[first:last]
            happened = frozenset[str]().union(*(step.seen for step in within))
            acting = steps[first - 1].acting.union(*(step.acting for step in within[:-1]))
            people = sum(not step.automatic for step in within)
            if happened == ALL and len(acting) == len(POWERS) and people <= most:
                return seed, steps[:first], within
    raise AssertionError("it never happens in one Round")


@pytest.mark.long
def test_four_people_play_a_round_with_interception_evasion_battle_and_siege(
    person: Person, server: LiveServer
) -> None:
    """A whole Round, each in a browser: every step is clicked by whoever is asked, and all comes as it did without
    browsers, to the last piece and card."""
    seed, before, steps = eventful(MOST)
    people = [person(name) for name in ("Ana", "Bea", "Carl", "Dora")]
    for one in people:
        one.arrive()
    id_ = begun(server, people[0], "1812", seats=("me", "open", "open", "open"), seed=seed, code="wellington",
                course=[(step.seat, step.do) for step in before])
    for seat, one in enumerate(people[1:], 1):
        seated(one, people[0], id_, POWERS[seat])
    for one in people:
        one.go(f"/table/{id_}")
        one.at_table()
    hands = [Hand(one) for one in people]
    for step in steps:
        if not step.automatic:
            told = hands[step.seat].question()
            choice = next(choice for choice in told["choices"] if choice["do"] == step.do)
            hands[step.seat].make(choice, told)
    end = len(before) + len(steps)
    for hand in hands:
        hand.until(lambda: hand.told()["actions"] >= end)       # noqa: B023
    assert steps[-1].position == fingerprint(folded(server, id_).at_moment(end).state)
    for one in people:
        log = one.page.locator(".log").inner_text()
        assert all(words in log for words in ("attempts to intercept", "to evade", "Battle in", "besieges"))
        assert [] == one.grumbles


# --- one person, two Powers, a Turn


def reply(told: dict[str, Any], last: str) -> dict[str, Any]:
    """What somebody does who plays on: each Impulse a card for its CPs and a step with the first Leader."""
    wanted = {
        "choose_play": ("cp", "event", "resource", "end"),
        "finish_play": ("end",),
        "spend_points": ("lead" if last == "cp" else "done", "done"),
        "march_orders": ("step" if last == "lead" else "stop", "stop"),
    }.get(told["asked"]["key"], ())
    choices: list[dict[str, Any]] = told["choices"]
    for verb in (*wanted, "keep", "pass", "done", "no", "stop", "go"):
        for choice in choices:
            if choice["do"].split()[0] == verb:
                return choice
    return choices[0]


@pytest.mark.long
def test_one_person_leads_both_allies_through_a_turn_against_two_bots(ana: Visitor, server: LiveServer) -> None:
    """From the first Hand to the first Impulse of the next year, by clicks; the year ends without Peace."""
    id_ = begun(server, ana, "1812", 0, seats=("me", "random", "me", "random"), seed=TURN, code="wellington")
    ana.go(f"/table/{id_}")
    ana.at_table()
    hand, last, asked, seats = Hand(ana), "", set[str](), set[str]()
    while not any(track["id"] == "track:turn" and track["value"] == 2 for told in ana.updates()
                  for track in told.get("tracks", [])):
        told = hand.question()
        choice = reply(told, last)
        last = choice["do"].split()[0]
        asked.add(told["asked"]["key"])
        seats |= {chair["seat"] for chair in told["chairs"] if chair.get("you")}
        hand.make(choice, told)
    assert {"britain", "spain"} == seats
    assert {"mulligan", "choose_play", "spend_points", "march_orders", "reinforce"} <= asked
    assert not [card for told in ana.updates() for held in told.get("hands") or [] for card in held.get("cards", [])
                if held["side"] in ("sud", "nord")]
    assert [] == ana.grumbles
