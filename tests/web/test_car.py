"""Crusade and Revolution by clicks against the bot in the server: the first Turn with a Combat Card, a Strategic
Redeployment and the assault of a Siege; the deployment of corps between Turns 5 and 6; a Round by taps on a phone.

The bot draws no lots and dice come from the seed, so a Turn can be rehearsed without a browser: what the person will do
is known beforehand, and what is played at the table must be the same, action for action.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import expect

import tablero
from tablero import bots
from tablero.games.car.board import FACES, HAND, NAT, NEAR, REP, SIEGE_AT, SPACE_NAMES, UNIT, UNITS, space
from tablero.games.car.rules.r08_cards.s02_operations import Operations
from tablero.games.car.rules.r11_combat.s02_resolution import strength_of
from tablero.games.car.state import Car
from tablero.kernel.actions import Action
from tablero.kernel.bits import ids_of
from tablero.kernel.frames import State
from tablero.kernel.text import catalogue
from tablero.table.journal import Opened
from tablero.table.sitting import Sitting
from tests.server.live import LiveServer
from tests.web.browser import Visitor
from tests.web.conftest import Barriers, Person
from tests.web.games import begun, folded
from tests.web.hand import Hand
from tests.web.test_aiw_year import WATCH

GAME = tablero.game("car")
SEEDS = range(1, 200)       # the first one has all we want; if rules or the bot change, another is looked for
SHORT = 110                 # actions of the person in a Turn, so that the test takes less than a minute


# ------------------------------------------------------------------------------------------------ what the person wants


class General:
    """A Republican who redeploys units when he first can, storms the Sieges, attacks from two spaces in each operation
    where he is the stronger, with all he has, and plays Combat Cards whenever he may; else as the bot would."""

    def __init__(self) -> None:
        self.adviser = bots.make("heuristic", GAME, REP)
        self.redeployed = self.stormed = False

    def choose(self, view: State, options: list[Action], seat: int) -> Action:
        assert isinstance(view, Car)
        first = {action[0]: action for action in reversed(options)}
        if "sr" in first and view.round > 1 and not self.redeployed:
            self.redeployed = True
            return first["sr"]
        if "ops" in first:
            return max((action for action in options if action[0] == "ops"), key=lambda one: FACES[one[1]].value)
        if "assault" in first:
            self.stormed = True
        wanted = next((first[verb] for verb in WANTED if verb in first), None)
        return wanted or self.attack(view, options) or self.adviser.choose(view, options, seat)

    def attack(self, view: Car, options: list[Action]) -> Action | None:
        """A Siege once; then the space with the weakest neighbour, or that neighbour."""
        attacks = [action for action in options if action[0] == "attack"]
        if attacks and not self.stormed:
            found = [action for action in attacks if action[1] in SIEGE_AT]
            if found:
                return found[0]
        if attacks and view.frame(Operations).attacks.bit_count() < 2:
            best = max(attacks, key=lambda action: self.gain(view, action[1]))
            return best if self.gain(view, best[1]) > 0 else None
        targets = [action for action in options if action[0] == "target"]
        return min(targets, key=lambda action: strength_of(view, view.here[action[1]]), default=None)

    def gain(self, view: Car, x: int) -> int:
        """How much stronger one is than the weakest enemy next to a space."""
        foes = [strength_of(view, view.here[y]) for y in ids_of(NEAR[x] & view.occupied[NAT])]
        return strength_of(view, view.here[x]) - min(foes, default=100)


# what he does whenever he can, the first before the others
WANTED = ("assault", "play", "redeploy", "to", "join", "fight", "advance")


# --------------------------------------------------------------------------------------------------------- a rehearsal


@dataclass
class Click:
    """One thing that the person does: an action, or several that one click stands for."""

    at: int                 # how many actions were made before
    key: str                # what is asked
    actions: list[str]
    target: str = ""        # what is clicked for several


@dataclass
class Turn:
    seed: int
    sitting: Sitting
    plan: list[Click] = field(default_factory=list)
    ways: list[dict[str, list[str]]] = field(default_factory=list)      # by item: what a click could stand for

    def verbs(self) -> Counter[str]:
        return Counter(text.split()[0] for click in self.plan for text in click.actions)

    def full(self) -> bool:
        """Is everything in it that we want to see?"""
        verbs = self.verbs()
        wanted = ("play", "redeploy", "to", "assault", "fight", "target", "advance")
        far = any(click.actions[0].startswith("step") for click in self.by_clicks() if len(click.actions) > 2)
        return far and all(verbs[verb] for verb in wanted) and verbs.total() <= SHORT and not self.sitting.over

    def by_clicks(self) -> list[Click]:
        """The same, with the longest gestures that do what was done."""
        found, i = list[Click](), 0
        while i < len(self.plan):
            one, ahead = self.plan[i], self.plan[i:]
            many, target = max((
                (len(way), to) for to, way in self.ways[i].items()
                if way == [click.actions[0] for click in ahead[: len(way)]]
                and [click.at for click in ahead[: len(way)]] == list(range(one.at, one.at + len(way)))
            ), default=(1, ""))
            found.append(Click(one.at, one.key, [click.actions[0] for click in ahead[:many]], target))
            i += many
        return found


def rehearse(seed: int) -> Turn:
    """The first Turn between the general and the bot, until he is first asked something in the second."""
    sitting = Sitting.open("", Opened("car", "campaign", GAME.chosen({}), f"{seed:x}", "ana", GAME.rules), 0.0)
    sitting.seat_bot(NAT, "heuristic", 0.0)
    sitting.sit(REP, "ana", "Ana", 0.0)
    turn, general, bot = Turn(seed, sitting), General(), bots.make("heuristic", GAME, NAT)
    while not sitting.over:
        seat = sitting.to_move()[0]
        question, action = sitting.questions[seat], sitting.automatic_pass(seat)
        assert question is not None
        assert isinstance(sitting.state, Car)
        if action is None and seat == REP:
            if sitting.state.turn > 1:
                break
            view = GAME.view(sitting.state, seat)
            action = general.choose(view, question[1], seat)
            near = {thing for option in question[1] for thing in GAME.targets(view, option)[:1]}
            ways = {to: [GAME.write(view, one) for one in way] for to, way in tablero.gestures(view, seat).items()
                    if to not in near}
            turn.plan.append(
                Click(len(sitting.record.entries), question[0].key, [GAME.write(sitting.state, action)]))
            turn.ways.append(ways)
        elif action is None:
            action = bot.choose(GAME.view(sitting.state, seat), question[1], seat)
        sitting.act(seat, action, sitting.stamps[seat], 0.0)
    return turn


@pytest.fixture(scope="module")
def turn() -> Turn:
    return next(turn for turn in map(rehearse, SEEDS) if turn.full())


# ------------------------------------------------------------------------------------------------------------ the table


def sit(ana: Visitor, id_: str) -> Hand:
    ana.go(f"/table/{id_}")
    ana.page.evaluate(WATCH)
    ana.at_table()
    return Hand(ana)


def play(hand: Hand, click: Click) -> None:
    """Make one click of a plan, or those that one action takes."""
    hand.until(lambda: hand.told()["actions"] == click.at and hand.ready())
    told = hand.question()
    assert click.key == told["asked"]["key"]
    if click.target:
        expect(hand.page.locator(f'.board .top [role=button][data-id="{click.target}"]')).to_have_count(1)
        hand.make({"do": click.actions[0], "label": "", "targets": [click.target]}, told)
        return
    choice = next((choice for choice in told["choices"] if choice["do"] == click.actions[0]), None)
    assert choice, f"{click.actions} was to come, but there are {[choice['do'] for choice in told['choices']]}"
    hand.make(choice, told)


def by_hand(turn: Turn) -> int:
    """How often a hand would have to reach out for the same with counters on a table: a card, a marker or a stack is
    taken and put down, a die thrown, a counter turned over."""
    verbs = turn.verbs()
    cards = sum(verbs[verb] for verb in ("ops", "sr", "rp", "event", "play"))
    markers = verbs["move"] + verbs["attack"] + verbs["build"]
    stacks = sum(click.actions[0].startswith("step") and not before.actions[0].startswith("step")
                 for before, click in zip(turn.plan, turn.plan[1:]))
    pieces = verbs["to"] + verbs["to_reserve"] + verbs["advance"] + verbs["retreat"]
    dice = 2 * verbs["fight"] - verbs["assault"]
    return 2 * (cards + 2 * markers + stacks + pieces) + dice + verbs["lose"]      # markers are taken away again


@pytest.mark.long
def test_turn_1_is_played_by_clicks(ana: Visitor, server: LiveServer, turn: Turn) -> None:
    page = ana.page
    id_ = begun(server, ana, "campaign", 0, seats=("heuristic", "me"), seed=turn.seed, code="car")
    hand, plan, keys = sit(ana, id_), turn.by_clicks(), set[str]()
    walks = [click for click in plan if click.target and len(click.actions) > 2 and click.actions[0].startswith("step")]
    for click in plan:
        play(hand, click)
        keys.add(click.key)
        if click is walks[0]:
            back_and_forth(hand, click)
    hand.until(lambda: hand.told()["actions"] >= len(turn.sitting.record.entries))
    clicks = hand.clicks.total() - hand.clicks["hover"] - hand.clicks["arrow"]
    print(f"seed {turn.seed}: {turn.verbs().total()} actions by {clicks} clicks {dict(hand.clicks)}, "
          f"{by_hand(turn)} by hand, {dict(turn.verbs())}")

    # What was clicked: no more than counters on a table would take.
    wanted = "choose_action activate moves combats join_combat combat_cards redeploy redeploy_to advance"
    assert set(wanted.split()) <= keys
    assert keys & {"join_assault", "all_in_assault"}
    assert clicks <= by_hand(turn)
    # The record is the one that was rehearsed.
    played = folded(server, id_)
    assert [entry.action for entry in turn.sitting.record.entries] == (
        [entry.action for entry in played.record.entries][: len(turn.sitting.record.entries)])
    # The page tells of it, and nothing went wrong.
    earlier = page.locator(".log > button")
    if earlier.count():
        earlier.click()
    log = page.locator(".log").inner_text()
    for words in ("Turn 2 begins", "for Strategic Redeployment", "The Republicans attack ", "The Republicans assault "):
        assert words in log, words
    assert [] == page.evaluate("() => window.troubles")
    assert [] == ana.grumbles
    assert not [frame for frame in ana.frames if '"type":"error"' in frame]


def back_and_forth(hand: Hand, walk: Click) -> None:
    """A walk of several steps is taken back, step by step, and made again."""
    page, before = hand.page, walk.at
    hand.until(lambda: hand.told()["actions"] == before + len(walk.actions))
    for left in range(len(walk.actions) - 1, -1, -1):
        page.locator("body").press("u")
        hand.until(lambda left=left: hand.told()["actions"] == before + left)
    lit = page.locator(f'.board .top [role=button][data-id="{walk.target}"]')
    expect(lit).to_have_count(1)
    lit.hover(force=True)
    expect(page.locator(".board .way")).to_have_count(1)        # the path is shown
    play(hand, walk)


# The space next to which a piece is drawn.
WHERE = """async (id) => {
  const { Chart } = await import("/web/chart.js");
  const { spaces } = new Chart(await (await fetch("/api/games/car/boards/campaign")).json());
  const piece = document.querySelector(`.pieces .piece[data-id="${id}"]`);
  const [x, y] = piece.getAttribute("transform").match(/-?[\\d.]+/g).map(Number);
  const far = (s) => Math.hypot(s.x - x, s.y - y);
  return [...spaces.values()].sort((a, b) => far(a) - far(b))[0].id;
}"""


@pytest.fixture(scope="module")
def mobilized() -> int:
    """The first seed with which the war goes on until corps are deployed."""
    for seed in SEEDS:
        s, players = GAME.new("campaign", seed=seed), [bots.make("heuristic", GAME, seat) for seat in (NAT, REP)]
        while not s.over:
            seat = tablero.players(s)[0]
            if tablero.prompt(s, seat).key == "deploy_corps":
                return seed
            tablero.apply(s, seat, players[seat].choose(GAME.view(s, seat), tablero.options(s, seat), seat))
    raise AssertionError("no war lasts so long")


def test_the_aid_says_how_one_wins_and_bars_nobody(ana: Visitor, server: LiveServer, barriers: Barriers) -> None:
    page = ana.page
    sit(ana, begun(server, ana, "campaign", 40, seed=1, code="car"))
    page.get_by_role("tab", name="Aid").click()
    aid = page.locator(".aid")
    expect(aid.locator(".panel").first).to_contain_text("after Turn 18 you win with 20 Victory Points")
    expect(aid.locator(".chart table").first).to_contain_text("August 1936")
    page.get_by_role("button", name="ES", exact=True).click()
    expect(aid.locator(".panel").first).to_contain_text("Cómo se gana")
    page.get_by_role("button", name="EN", exact=True).click()
    expect(aid).to_contain_text("How to win")
    assert [] == barriers(ana)


@pytest.mark.long
def test_the_first_corps_are_deployed_by_clicks(ana: Visitor, server: LiveServer, mobilized: int) -> None:
    page = ana.page
    id_ = begun(server, ana, "campaign", 0, until="deploy_corps", seed=mobilized, code="car")
    hand, adviser, keys = sit(ana, id_), bots.make("heuristic", GAME, NAT), Counter[str]()
    expect(page.locator("#asked")).to_contain_text("Deploy one of your first corps")
    placed = dict[str, str]()
    while True:
        told = hand.question()
        sitting = folded(server, id_)
        assert isinstance(sitting.state, Car)
        if told["asked"]["key"] == "choose_action":
            break
        question = sitting.questions[NAT]
        assert question is not None
        text = GAME.write(sitting.state, adviser.choose(GAME.view(sitting.state, NAT), question[1], NAT))
        hand.make(next(choice for choice in told["choices"] if choice["do"] == text), told)
        keys[told["asked"]["key"]] += 1
        verb, *things = text.split()
        if verb == "deploy":
            corps = things[0]
        elif told["asked"]["key"] == "deploy_corps_to":
            placed[corps] = things[0]
    print(f"seed {mobilized}: {len(placed)} corps, {dict(keys)}, {dict(hand.clicks)}")
    assert 6 == sitting.state.turn
    assert len(placed) > 2
    there = {corps: SPACE_NAMES[sitting.state.at[UNIT[corps]]] for corps in placed}
    assert {corps: f"space:{x}" for corps, x in there.items()} == {
        corps: page.evaluate(WHERE, f"unit:{corps}") for corps in placed}
    assert len(placed.items() & there.items()) > 2     # unless the enemy has attacked them since
    assert hand.clicks.total() <= 2 * keys.total()
    expect(page.locator(".tracks")).to_contain_text("March/April 1937")
    assert [] == page.evaluate("() => window.troubles")
    assert [] == ana.grumbles


def test_a_card_that_is_clicked_stays_held_up_with_its_uses(ana: Visitor) -> None:
    ana.go("/lesson/car/10.1.12b")
    card = ana.page.locator(".hands .playing.lit").first
    card.hover()
    expect(ana.page.locator(".reader")).to_be_visible()
    card.click()
    ana.page.mouse.move(400, 200)
    expect(ana.page.locator(".reader .row button")).to_have_count(3)
    expect(ana.page.locator(".bubble")).to_be_hidden()
    ana.page.mouse.click(400, 200)
    expect(ana.page.locator(".reader")).to_have_count(0)


@pytest.fixture
def moving(ana: Visitor, server: LiveServer) -> Hand:
    """The Nationalist has Activated León for Combat, Sevilla and Pancorbo for Movement."""
    hand = sit(ana, begun(server, ana, "campaign", 0, seed=3, code="car"))
    for do in ("event n1", "attack leon", "move sevilla", "move pancorbo"):
        told = hand.question()
        hand.make(next(choice for choice in told["choices"] if choice["do"] == do), told)
    assert "moves" == hand.question()["asked"]["key"]
    return hand


def test_the_button_for_works_asks_who_builds(moving: Hand) -> None:
    page, asked = moving.page, moving.page.locator(".prompt .say")
    expect(asked).to_contain_text("Pick units to move")
    page.get_by_role("button", name="Build works").click()
    expect(asked).to_contain_text("Which unit should build works where it is?")
    expect(asked).not_to_contain_text("Pick units")
    page.get_by_role("button", name="Build works").click()
    expect(asked).to_contain_text("Pick units to move")


def test_numbers_on_the_map_are_shown_to_those_who_type(moving: Hand) -> None:
    page = moving.page
    keys = page.locator(".board .key")
    page.get_by_role("button", name="Zoom in").click()
    page.get_by_role("button", name="Zoom in").click()
    page.locator("body").press("Escape")
    expect(page.locator(".stage.keyed")).to_have_count(1)
    assert 0 < keys.count()
    assert keys.count() == keys.locator("rect").count(), "drawn like the keys of a keyboard"
    page.wait_for_function("() => [...document.querySelectorAll('.board .key')].some((e) => e.checkVisibility())")
    page.locator(".zoom-keys button").first.hover()
    page.mouse.down()
    expect(page.locator(".board .key:visible")).to_have_count(0)
    page.mouse.up()


# How wide each marker is drawn, in pixels.
MARKERS = """() => Object.fromEntries(["move", "attack"].map((kind) => {
  const all = [...document.querySelectorAll(`.pieces .piece[data-id^="activated_${kind}"] .marker`)];
  return [kind, all.map((e) => e.lastElementChild.getBoundingClientRect().width)];
}))"""


def test_activated_spaces_can_be_told_on_the_whole_map(moving: Hand) -> None:
    page = moving.page
    expect(page.locator(".sheet.far")).to_have_count(1)
    found = page.evaluate(MARKERS)
    assert (2, 1) == (len(found["move"]), len(found["attack"]))
    counter = page.locator(".pieces .piece:not(.under) .counter:not(.marker) .body").first.bounding_box()
    assert counter is not None
    for width in (*found["move"], *found["attack"]):
        assert width > 0.6 * counter["width"], found


# By width of the log: the sentences whose full stop is on another line than the link before it.
ALONE = """() => {
  const found = [], log = document.querySelector(".log");
  const end = (text, from, to) => {
    const range = document.createRange();
    range.setStart(text, from);
    range.setEnd(text, to);
    return range.getBoundingClientRect();
  };
  for (let width = 200; width < 420; width += 4) {
    log.style.width = `${width}px`;
    for (const link of log.querySelectorAll(".link")) {
      const name = document.createTreeWalker(link, 4).nextNode(), after = document.createTreeWalker(log, 4);
      after.currentNode = name;
      const next = after.nextNode();
      if (!/^[.,;:]/.test(next?.data ?? "")) continue;
      const stop = end(next, 0, 1), last = end(name, name.length - 1, name.length);
      if (stop.top > last.top + 4) found.push(`${width}: ${link.parentElement.textContent}`);
    }
  }
  return found;
}"""


def test_no_full_stop_of_the_log_stands_alone(moving: Hand) -> None:
    page = moving.page
    assert 5 < page.locator(".log .link").count()
    assert [] == page.evaluate(ALONE)
    address = page.url
    page.locator(".log .link").last.click()
    expect(page.locator(".board .flash")).to_have_count(1)
    assert address == page.url


def test_the_stack_in_hand_is_framed(moving: Hand) -> None:
    told = moving.question()
    moving.make(next(choice for choice in told["choices"] if choice["do"].startswith("take ")), told)
    assert "moves_stack" == moving.question()["asked"]["key"]
    frame = moving.page.locator(".pieces .piece:not(.under) .counter.chosen .frame")
    expect(frame).to_have_count(1)
    assert "none" != frame.evaluate("(e) => getComputedStyle(e).stroke")


# ------------------------------------------------------------------------------------------------------------ a phone


def answer(hand: Hand, do: str) -> dict[str, Any]:
    """Give an answer with the taps or clicks it takes; gives what was asked."""
    told = hand.question()
    choice = next((choice for choice in told["choices"] if choice["do"] == do), None)
    assert choice, f"{do} was to come, but there are {[choice['do'] for choice in told['choices']]}"
    hand.make(choice, told)
    return told


def offered(hand: Hand, verb: str) -> list[str]:
    """What can be done with a verb now, without it."""
    return [choice["do"].removeprefix(f"{verb} ") for choice in hand.question()["choices"]
            if choice["do"].split()[0] == verb]


def test_a_round_is_played_by_taps_on_a_phone(person: Person, server: LiveServer) -> None:
    ana = person("Ana", viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True)
    ana.arrive()
    id_ = begun(server, ana, "campaign", 0, seats=("heuristic", "me"), seed=1, until="choose_action", code="car")
    page, hand = ana.page, sit(ana, id_)
    hand.tap = True

    # A tap holds a card of the hand up, to be read; what it can be used for are buttons below it.
    reader = page.locator(".reader.finger")
    page.locator(".hands .playing.lit").first.tap()
    expect(reader).to_be_visible()
    box = reader.bounding_box()
    assert box is not None
    assert (box["x"] >= 0, box["y"] >= 0, box["x"] + box["width"] <= 390) == (True, True, True)
    page.locator(".reader > .bare").tap()
    expect(reader).to_have_count(0)
    assert "choose_action" == answer(hand, f"ops {offered(hand, 'ops')[0]}")["asked"]["key"]

    # A space with one unit that can step out of it is Activated, and the unit moves.
    s = folded(server, id_).state
    assert isinstance(s, Car)
    spaces = {name: ids_of(s.here[space(name)]) for name in offered(hand, "move")}
    free = [name for name, units in spaces.items() if len(units) == 1 and any(
        not s.here[x] for x in ids_of(NEAR[space(name)] & ~s.held))]
    start = free[0]
    assert "activate" == answer(hand, f"move {start}")["asked"]["key"]
    assert "activate" == answer(hand, "done")["asked"]["key"]
    expect(page.locator(f'.pieces [data-id="activated_move:{start}"]')).to_have_count(1)
    unit = UNITS[spaces[start][0]].id
    assert "moves" == answer(hand, f"take {unit}")["asked"]["key"]
    expect(page.locator(".counter.chosen")).to_have_count(1)
    goal = next(name for name in offered(hand, "step") if not s.here[space(name)] | s.held >> space(name) & 1)
    assert "moves_stack" == answer(hand, f"step {goal}")["asked"]["key"]
    assert "moves_stack" == answer(hand, "stop")["asked"]["key"]
    hand.until(lambda: hand.told()["actions"] > 5 and page.evaluate(WHERE, f"unit:{unit}") == f"space:{goal}")

    # The log is pulled up and tells of it; the page never scrolls sideways, and what is tapped is large enough.
    table = page.locator("main.table")
    page.get_by_role("tab", name="Log").tap()
    expect(table).to_have_class(re.compile(r"\bup\b"))
    names = catalogue(GAME.pack, "en")
    told = f"The Republicans move 1 unit from {names.say(f'space.{start}.name')} to {names.say(f'space.{goal}.name')}."
    expect(page.locator(".log")).to_contain_text(told)
    page.locator(".handle").tap()
    expect(table).not_to_have_class(re.compile(r"\bup\b"))
    assert 390 >= page.evaluate("() => document.documentElement.scrollWidth")
    expect(page.locator(".prompt.asked[aria-busy=false]")).to_be_visible()
    small = page.evaluate("""() => [...document.querySelectorAll(".prompt button:not(.chip), .tabs button, .handle")]
      .filter((e) => e.checkVisibility() && e.getBoundingClientRect().height < 24).map((e) => e.outerHTML)""")
    assert [] == small
    assert [] == page.evaluate("() => window.troubles")
    assert [] == ana.grumbles


def late(seed: int) -> bool:
    """Is the first Combat Card that the Republic could play in this game, when it is first asked, beyond the third?"""
    s, players = GAME.new("campaign", seed=seed, secret=True), [bots.make("heuristic", GAME, n) for n in (NAT, REP)]
    while not s.over:
        seat = tablero.players(s)[0]
        options = tablero.options(s, seat)
        if seat == REP and tablero.prompt(s, seat).key == "combat_cards":
            assert isinstance(s, Car)
            cards = [action[1] for action in options if action[0] == "play"]
            return bool(cards) and ids_of(s.piles[HAND[REP]]).index(cards[0]) > 2
        tablero.apply(s, seat, players[seat].choose(GAME.view(s, seat), options, seat))
    return False


def test_a_card_that_can_be_played_is_in_sight_on_a_phone(person: Person, server: LiveServer) -> None:
    ana = person("Ana", viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True)
    ana.arrive()
    seed = next(filter(late, SEEDS))
    seats = "heuristic", "me"
    sit(ana, begun(server, ana, "campaign", 0, seats=seats, seed=seed, until="combat_cards", code="car"))
    card = ana.page.locator(".hands .playing.lit").first
    expect(card).to_be_in_viewport(ratio=0.9)


def test_a_stack_that_opens_on_a_phone_is_seen_as_a_whole(person: Person, server: LiveServer) -> None:
    ana = person("Ana", viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True)
    ana.arrive()
    page, hand = ana.page, sit(ana, begun(server, ana, "campaign", 0, seed=3, code="car"))
    hand.tap = True
    answer(hand, "event n1")
    answer(hand, "move sevilla")
    stack = page.locator('.pieces .piece[data-id^="unit:nat_afr"]').last.bounding_box()
    assert stack is not None
    page.mouse.move(stack["x"] + stack["width"] / 2, stack["y"] + stack["height"] / 2)
    fan = page.locator(".fan:not([hidden])")
    expect(fan.locator(".card")).to_have_count(4)          # three units and the marker
    assert fan.evaluate("(e) => e.scrollHeight <= e.clientHeight + 1 && e.scrollWidth <= e.clientWidth + 1")


def test_units_of_the_reserve_stand_under_its_name_once(ana: Visitor, server: LiveServer) -> None:
    seats = "heuristic", "me"
    hand = sit(ana, begun(server, ana, "campaign", 0, seats=seats, seed=1, until="choose_action", code="car"))
    answer(hand, f"sr {offered(hand, 'sr')[0]}")
    options = ana.page.locator(".prompt .options")
    expect(options.locator("h3")).to_have_text("Redeploy …")
    expect(options.locator("h4")).to_have_text("Reserve Box")
    expect(options.locator(".token")).to_have_count(2)          # the militias of the set-up
    expect(options.locator(".tokens")).not_to_contain_text("Reserve Box")


LAPTOP = {"viewport": {"width": 1280, "height": 720}}


def test_a_hand_of_seven_fits_on_a_laptop(person: Person, server: LiveServer) -> None:
    ana = person("Ana", **LAPTOP)
    ana.arrive()
    sit(ana, begun(server, ana, "campaign", 300, until="choose_action", code="car"))
    expect(ana.page.locator(".strip .held")).to_have_count(7)
    strip = ana.page.locator(".strip")
    assert strip.evaluate("(e) => e.scrollWidth <= e.clientWidth")
    cut = "(all) => all.filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.textContent)"
    assert [] == ana.page.locator(".corners button, .strip .worth").evaluate_all(cut)


def test_the_map_stays_when_a_unit_at_its_edge_is_taken_up(person: Person, server: LiveServer) -> None:
    ana = person("Ana", **LAPTOP)
    ana.arrive()
    hand = sit(ana, begun(server, ana, "campaign", 48, until="choose_action", seed=1, code="car"))
    answer(hand, f"sr {offered(hand, 'sr')[0]}")
    sheet = ana.page.locator(".board .sheet")
    before = sheet.bounding_box()
    answer(hand, "redeploy nat_inf_1")
    hand.until(lambda: not hand.busy() and hand.told()["asked"]["key"] == "redeploy_to")
    assert before == sheet.bounding_box()
