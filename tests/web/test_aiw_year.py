"""A year of An Impossible War by clicks against the bot in the server: marches, a Battle, an Assault, Interception and
Evasion, the winter.

The bot draws no lots and dice come from the seed, so a year can be rehearsed without a browser: what the person will do
is known beforehand, and what is played at the table must be the same, action for action.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import tablero
from tablero import bots
from tablero.games.aiw.board import CARLIST, FIELD, LIBERAL, ROADS, SPACES
from tablero.games.aiw.rules.r05_units.s01_blocks import in_open
from tablero.games.aiw.rules.r11_movement.s00_activation import FormGroup
from tablero.games.aiw.rules.r11_movement.s01_march import GroupMove
from tablero.games.aiw.rules.r12_carlist_movement.s02_evasion import Evasion
from tablero.games.aiw.rules.r15_combat import LEAST
from tablero.games.aiw.state import Aiw
from tablero.kernel.actions import Action
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import State
from tablero.table.journal import Opened
from tablero.table.phrases import LinkedSpeech
from tablero.table.sitting import Sitting
from tablero.table.wire import Feed, Update
from tests.server.live import LiveServer
from tests.web.browser import Visitor
from tests.web.games import begun, folded
from tests.web.hand import LINK, Hand

GAME = tablero.game("aiw")
SCENARIO, YEAR = "zumalacarregui", 1834
SEEDS = range(43, 400)      # the first one has all we want; if rules or the bot change, another is looked for

# Every trouble that was ever shown, however short.
WATCH = """() => {
  window.troubles = [];
  const look = () => document.querySelectorAll(".trouble, .banner").forEach((e) => window.troubles.push(e.innerText));
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
}"""

# All that is seen of the position.
SHOWN = """() => {
  const all = (where, tell) => [...document.querySelectorAll(where)].map(tell);
  const words = (e) => e.textContent.replace(/\\s+/g, " ").trim();
  const face = (e) => [...e.querySelectorAll(".pips, text")].map((e) => e.getAttribute("transform") + e.textContent);
  return {
    pieces: all(".pieces .piece", (e) => [e.dataset.id, e.getAttribute("transform"), face(e).join()]).sort(),
    tracks: all(".tracks .track", words), hands: all(".hands .playing, .hands .backs", words),
    asked: all(".prompt h2", words), log: all(".log .line p, .log .line h3", words),
    dice: all(".log .line .die", (e) => e.ariaLabel),
  };
}"""


# ------------------------------------------------------------------------------------------------ what the person wants


class Captain:
    """A Carlist who plays as the bot would, but seeks the enemy: he intercepts whenever he can, slips away when he is
    weak and else stands, gathers against the enemy next door, and storms whatever he besieges."""

    def __init__(self) -> None:
        self.adviser = bots.make("heuristic", GAME, 0)

    def choose(self, view: State, options: list[Action], seat: int) -> Action:
        assert isinstance(view, Aiw)
        advice = self.adviser.choose(view, options, seat)
        first = {action[0]: action for action in reversed(options)}
        if "assault" in first:
            return first["assault"]
        if "intercept" in first:
            return advice if advice[0] in ("intercept", "play") else first["intercept"]
        if "evade" in first:
            return ("stand",) if many(in_open(view, CARLIST, view.frame(Evasion).x)) else ("evade",)
        return self.gather(view, options, first) or advice

    def gather(self, view: Aiw, options: list[Action], first: dict[str, Action]) -> Action | None:
        """Guns go to the sieges; units come together, and all of them at the enemy."""
        for verb, *args in options:
            if (
                verb == "deploy" and args[0] == FIELD and view.siege >> args[1] & 1
                or verb == "activate" and strikes(view, args[0])
                or verb == "march" and many(view.frame(GroupMove).group) and many(in_open(view, LIBERAL, args[0]))
            ):
                return (verb, *args)
        top = view.stack[-1]
        if isinstance(top, FormGroup):
            if "concentrate" in first and strikes(view, top.x):
                return first["concentrate"]
            if "all" in first and many(fresh(view, top.x)) and any(prey(view, top.x)):
                return first["all"]
        return first.get("summon")


def many(blocks: int) -> bool:
    """[15.0e] Enough for a Battle."""
    return blocks.bit_count() >= LEAST


def fresh(view: Aiw, x: int) -> int:
    return in_open(view, CARLIST, x) & ~view.acted


def prey(view: Aiw, x: int) -> list[int]:
    """The stacks around a space with which there could be a Battle."""
    near = (in_open(view, LIBERAL, y) for y in ids_of(ROADS[x]))
    return [blocks for blocks in near if many(blocks)]


def strikes(view: Aiw, x: int) -> bool:
    """Could those who can come together in a space give battle next to it?"""
    if x >= SPACES or not fresh(view, x):
        return False
    strong = fresh(view, x).bit_count() + sum(fresh(view, y) > 0 for y in ids_of(ROADS[x]))
    return any(strong >= max(LEAST, foes.bit_count() - 1) for foes in prey(view, x))


# --------------------------------------------------------------------------------------------------------- a rehearsal


@dataclass
class Year:
    """A year as it will be played: what the person does himself, and all that happens."""

    seed: int
    sitting: Sitting
    plan: list[str] = field(default_factory=list)       # of the person; what the table answers for him is not in it

    @property
    def state(self) -> Aiw:
        assert isinstance(self.sitting.state, Aiw)
        return self.sitting.state

    def verbs(self) -> Counter[str]:
        return Counter(text.split()[0] for text in self.plan)

    def events(self) -> Counter[str]:
        return Counter(event.kind for line in self.sitting.log for event in line.events)

    def acts(self) -> list[list[Action]]:
        """By seat."""
        return [[entry.action for entry in self.sitting.record.entries if entry.seat == seat] for seat in (0, 1)]

    def dice(self) -> list[int]:
        return [die for entry in self.sitting.record.entries for die in entry.chance]

    def full(self) -> bool:
        """Is everything in it that we want to see?"""
        verbs, events = self.verbs(), self.events()
        rounds = events["battle_round"] > events["battle"] > 0
        return rounds and bool(verbs["assault"] and verbs["intercept"] and verbs["evade"]) and not self.sitting.over


def rehearse(seed: int) -> Year:
    """The year between the captain and the bot, until he is first asked something in the next."""
    sitting = Sitting.open("", Opened("aiw", SCENARIO, GAME.chosen({}), f"{seed:x}", "ana", GAME.rules), 0.0)
    sitting.sit(CARLIST, "ana", "Ana", 0.0)
    sitting.seat_bot(LIBERAL, "heuristic", 0.0)
    year, captain, bot = Year(seed, sitting), Captain(), bots.make("heuristic", GAME, 0)
    while not sitting.over:
        seat = sitting.to_move()[0]
        question, action = sitting.questions[seat], sitting.automatic_pass(seat)
        assert question is not None
        if action is None and seat == CARLIST:
            if year.state.year > YEAR:
                break
            action = captain.choose(GAME.view(sitting.state, seat), question[1], seat)
            year.plan.append(GAME.write(sitting.state, action))
        elif action is None:
            action = bot.choose(GAME.view(sitting.state, seat), question[1], seat)
        sitting.act(seat, action, sitting.stamps[seat], 0.0)
    return year


@pytest.fixture(scope="module")
def year() -> Year:
    return next(year for year in map(rehearse, SEEDS) if year.full())


# ------------------------------------------------------------------------------------------------------------ the table


@pytest.fixture
def at_war(ana: Visitor, server: LiveServer, year: Year) -> str:
    """Ana sits down at the war; gives the sitting's id."""
    found = begun(server, ana, SCENARIO, 0, seed=year.seed, code="aiw")
    ana.go(f"/table/{found}")
    ana.page.evaluate(WATCH)
    ana.at_table()
    return found


Sight = Callable[[str, Page], None]


def see(key: str, page: Page) -> None:
    """What the page must show besides the question."""
    if key == "activate_unit":
        expect(page.locator(".inset .ranks")).to_have_count(4)
        expect(page.locator(".inset .stood.lit")).not_to_have_count(0)
        expect(page.locator(".tracks")).to_contain_text("Round of the Battle")


def play(hand: Hand, plan: list[str], sight: Sight = see) -> set[str]:
    """All of a plan, by clicks; gives the kinds of questions that were asked."""
    asked = set()
    for do in plan:
        told = hand.question()
        asked.add(told["asked"]["key"])
        said = LINK.sub(r"\1", told["asked"]["text"])
        assert hand.page.locator(".prompt h2").inner_text().startswith(said[:12]), said
        choice = next((choice for choice in told["choices"] if choice["do"] == do), None)
        assert choice, f"{do!r} was to come, but {said!r} offers {[choice['do'] for choice in told['choices']]}"
        sight(told["asked"]["key"], hand.page)
        hand.make(choice, told)
    return asked


def shown(page: Page) -> dict[str, list[Any]]:
    """All that is seen of the position and of what happened."""
    earlier = page.locator(".log > button")
    if earlier.count():
        earlier.click()
    found: dict[str, list[Any]] = page.evaluate(SHOWN)
    return found


def expected(sitting: Sitting) -> Update:
    """What the server would tell somebody who comes now."""
    return Feed(CARLIST, LinkedSpeech(GAME, "en")).update(sitting, 0.0, whole=True)


@pytest.mark.long
def test_a_year_is_played_by_clicks(ana: Visitor, at_war: str, server: LiveServer, year: Year) -> None:
    hand, page = Hand(ana), ana.page
    asked = play(hand, year.plan)
    hand.until(lambda: hand.told()["actions"] == len(year.sitting.record.entries))
    hand.wait()
    print(f"seed {year.seed}: {len(year.plan)} actions by {dict(hand.clicks)}, {dict(year.verbs())}")

    # What was clicked: everything that can be, and never much for one thing.
    assert {"intercept", "interceptors", "evade", "activate_unit", "second_round", "deployment"} <= asked
    assert min(hand.clicks[kind] for kind in ("map", "menu", "fan", "card", "inset", "button")) > 0, hand.clicks
    assert len(year.plan) <= hand.clicks.total() <= 2 * len(year.plan), hand.clicks
    assert year.plan == [act["do"] for act in ana.acts()]

    # The record is the one that was rehearsed, with a Battle, an Assault, Interception and Evasion.
    # Only what both sides do at the same time may come in another order.
    played = Year(year.seed, folded(server, at_war))
    assert year.acts() == played.acts()
    assert year.dice() == played.dice()
    assert year.events() == played.events()
    assert year.full()

    # The page tells of them, and of the winter.
    seen, told = shown(page), expected(played.sitting)
    log = "\n".join(seen["log"])
    for words in (
        "Battle at ", "Round 2 of the Battle begins", "The Carlists storm the Fortress of ",
        "The Carlists try to intercept from ", " evade", "The year 1834 ends", "Turn 1 of 1835 begins",
    ):
        assert words in log, words
    expect(page.locator(".inset")).to_have_count(0)
    expect(page.locator(".tracks")).to_contain_text("Year 1835/1836")
    expect(page.locator(".tracks")).to_contain_text("March-April")

    # Nothing went wrong, and nothing differs from what the server has.
    assert [] == page.evaluate("() => window.troubles")
    assert [] == ana.grumbles
    assert not [frame for frame in ana.frames if '"type":"error"' in frame]
    lines = [LINK.sub(r"\1", line) for entry in told.log for line in entry.lines]
    assert [line.lower() for line in lines] == [line.lower() for line in seen["log"]][-len(lines):]
    blocks = {piece.id for piece in told.pieces if piece.id.startswith("block:")}
    assert blocks == {id_ for id_, *_ in seen["pieces"] if id_.startswith("block:")}
    assert sum(len(dice.split()) for entry in told.log for dice in entry.dice) <= len(seen["dice"])
    page.reload()
    ana.at_table()
    assert seen == shown(page)
