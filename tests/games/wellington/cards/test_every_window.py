"""Every card is played in each of its windows: what `cards.csv` lists is played here by a Power whose card it is.

A scene is a position and what is said until the window opens; whoever has nothing to say passes. A moment of a card for
which no scene is found fails, so a new one needs a scene.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

import pytest

import tablero
from tablero.games.wellington.board import BRITAIN, CARD_PLAY, CARDS, MOMENTS, NAMES, OWN_STEP, POWERS, SPAIN
from tablero.games.wellington.rules.r04_sequence.s02_impulses import ChoosePlay, Impulses
from tablero.games.wellington.rules.r05_cards.s02_windows import PlayEvent, Window
from tablero.games.wellington.rules.r06_building import Spending
from tablero.games.wellington.rules.r09_movement.s02_march import MarchOrders
from tablero.games.wellington.rules.r15_resources import SpendResource
from tablero.games.wellington.state import Wellington
from tablero.games.wellington.verbs import VERBS
from tablero.kernel.actions import PASS, Action, read
from tablero.kernel.frames import Frame
from tests.games.wellington.combat import battle_at, siege_by, throw
from tests.games.wellington.field import game, is_told, run, told
from tests.games.wellington.turns import war
from tests.rules import rule

MISSES = throw(300)
HELD = [(moment, name) for moment, cards in zip(MOMENTS, CARDS.at) for card, name in enumerate(CARDS.ids)
        if cards >> card & 1]


@dataclass
class Scene:
    """What stands where, which frame is run, what is said as soon as it can be, and the dice."""

    places: dict[str, str]
    active: str
    start: Callable[[Wellington], Frame]
    words: tuple[str, ...] = ()
    dice: list[int] | None = field(default_factory=lambda: MISSES)
    flags: dict[str, str] = field(default_factory=dict)
    hands: dict[str, str] = field(default_factory=dict)
    resources: tuple[int, ...] = (1, 1, 1, 1)

    def open(self, power: str, name: str, moment: str) -> Wellington | None:
        """The window in which a Power may play a card; None if it does not open here."""
        hands = {**self.hands, power: f"{name} {self.hands.get(power, '')}"}
        between = self.start is impulses
        s = (war(self.places, box=self.active, hands=hands, flags=self.flags) if between
             else game(self.places, active=self.active, hands=hands, flags=self.flags))
        s.resources = list(self.resources)
        run(s, self.start(s), self.dice)
        seat, words = POWERS.index(power), list(self.words)
        for _ in range(60):
            if play_of(name, moment) in tablero.options(s, seat) and is_at(s, moment):
                return s
            if not step(s, words):
                break
        return None


def impulses(s: Wellington) -> Frame:
    return Impulses()


def spending(s: Wellington) -> Frame:
    return Spending(s.active, 5)


def battle(s: Wellington) -> Frame:
    return battle_at(s, "salamanca", "lumbrales" if s.active in (BRITAIN, SPAIN) else "valladolid")


def siege(s: Wellington) -> Frame:
    return siege_by(s, "soult")


def played(power: str, name: str) -> Callable[[Wellington], Frame]:
    return lambda s: PlayEvent(POWERS.index(power), CARDS.ids.index(name))


def play_of(name: str, moment: str) -> Action:
    return ("event" if moment == MOMENTS[CARD_PLAY] else "play", CARDS.ids.index(name))


def is_at(s: Wellington, moment: str) -> bool:
    """Is the question that is open one of a moment?"""
    match s.stack[-1]:
        case ChoosePlay():
            return moment == MOMENTS[CARD_PLAY]
        case MarchOrders():
            return moment == MOMENTS[OWN_STEP]
        case Window() as window:
            return moment == MOMENTS[window.moment]
    return False


def step(s: Wellington, words: list[str]) -> bool:
    """The next word, by whoever can say it, or else a pass."""
    asked = {seat: tablero.options(s, seat) for seat in tablero.players(s)}
    action = read(words[0], VERBS, NAMES) if words else PASS
    for seat, options in asked.items():
        if action in options:
            tablero.apply(s, seat, action)
            del words[:1]
            return True
    for seat, options in asked.items():
        if PASS in options:
            tablero.apply(s, seat, PASS)
            return True
    return False


ALL_FOUR = {"salamanca": "wellington britain:6 castanos spain:6 marmont nord:6 soult sud:6"}
COMMANDERS = ("command wellington", "command marmont")
BORDER = {"britain": "ciudad_rodrigo lumbrales"}
BRITAIN_STEPS = partial(Scene, active="britain", start=spending, flags=BORDER)
NORD_STEPS = partial(Scene, active="nord", start=spending, flags={"britain": "ciudad_rodrigo lumbrales salamanca"})
CROWD = {"lisbon": "hill britain:9", "cadiz": "castanos ballesteros spain:4", "madrid": "marmont nord:9",
         "seville": "soult sud:9", "ciudad_rodrigo": "wellington britain:9", "salamanca": "reille nord:3",
         "bordeaux": "nord:2", "regroup": "de_espana clausel drouet graham britain:2 spain:2 nord:2 sud:2"}
OTHERS = {"britain": "forced_march", "spain": "mud", "nord": "gendarmes", "sud": "desertion"}
STEP = ("lead wellington", "step salamanca")
FRENCH_STEP = ("lead marmont", "step salamanca")

SCENES: dict[str, list[Scene]] = {
    "card_play": [Scene(CROWD, power, impulses, dice=None, hands=OTHERS) for power in POWERS],
    "own_step": [Scene({"salamanca": "marmont nord:5", "valladolid": "hill britain:3"}, "nord", spending,
                       ("lead marmont",))],
    "impulse_start": [Scene(CROWD, "nord", impulses, hands=OTHERS)],
    "resource_spent": [Scene({}, "britain", lambda s: SpendResource(s.active))],
    "event_declared": [Scene({"avila": "marmont nord:5"}, "spain", played("spain", "el_empecinado"),
                             hands={"spain": "el_empecinado"})],
    "move_declared": [
        BRITAIN_STEPS({"lumbrales": "wellington britain:4 castanos spain:3", "salamanca": "nord:1"},
                      words=("lead wellington", "join castanos", "step salamanca")),
        BRITAIN_STEPS({"lumbrales": "wellington britain:4"}, words=STEP),
    ],
    "naval_declared": [Scene({"lisbon": "hill britain:3"}, "britain", spending,
                             ("convoy lisbon", "aboard hill", "sail porto"))],
    "reaction": [
        BRITAIN_STEPS({"lumbrales": "wellington britain:6", "avila": "nord:6", "valladolid": "clausel nord:4",
                       "madrid": "joseph nord:3", "plasencia": "sud:2"}, words=STEP),
        NORD_STEPS({"salamanca": "spain:2", "avila": "marmont nord:5", "almeida": "hill britain:3"},
                   words=FRENCH_STEP),
        Scene({**ALL_FOUR, "avila": "clausel nord:3"}, "britain", battle, COMMANDERS, flags=BORDER),
    ],
    "interception_declared": [
        BRITAIN_STEPS({"lumbrales": "wellington britain:6", "avila": "marmont nord:5", "salamanca": "sud:2"},
                      words=(*STEP, "intercept marmont")),
        NORD_STEPS({"salamanca": "spain:2", "avila": "marmont nord:5", "lumbrales": "hill britain:3"},
                   words=(*FRENCH_STEP, "intercept hill")),
    ],
    "interception_rolled": [BRITAIN_STEPS({"lumbrales": "wellington britain:6", "avila": "marmont nord:5"},
                                          words=(*STEP, "intercept marmont"), dice=[5, 2, *MISSES])],
    "evasion_declared": [NORD_STEPS({"salamanca": "hill britain:3", "avila": "marmont nord:5"},
                                    words=(*FRENCH_STEP, "evade lumbrales"))],
    "evasion_rolled": [NORD_STEPS({"salamanca": "hill britain:3", "avila": "marmont nord:5"},
                                  words=(*FRENCH_STEP, "evade lumbrales"), dice=[3, 3, *MISSES])],
    "offensive_interception": [
        BRITAIN_STEPS({"lumbrales": "wellington britain:6", "salamanca": "marmont nord:5",
                       "ciudad_rodrigo": "castanos spain:3"}, words=STEP),
        Scene({**ALL_FOUR, "avila": "clausel nord:3"}, "nord", battle, COMMANDERS, flags={"britain": "salamanca"}),
    ],
    "step_settled": [
        Scene({"madrid": "joseph nord:4"}, "nord", spending,
              ("lead joseph", "step toledo", "step talavera", "step madrid")),
        Scene({"salamanca": "marmont nord:4"}, "nord", spending, ("lead marmont", "step plasencia")),
    ],
    "attrition_rolled": [Scene({"salamanca": "marmont nord:4"}, "nord", spending,
                               ("lead marmont", "step plasencia"), [6, *MISSES])],
    "battle_start": [
        Scene({**ALL_FOUR, "avila": "clausel nord:3"}, "britain", battle, COMMANDERS, flags=BORDER),
        Scene(ALL_FOUR, "nord", battle, COMMANDERS, flags={"britain": "salamanca"}),
    ],
    "battle_round": [
        Scene(ALL_FOUR, "britain", battle, COMMANDERS, flags=BORDER),
        Scene(ALL_FOUR, "nord", battle, COMMANDERS, flags={"britain": "salamanca"}),
    ],
    "round_result": [Scene({"salamanca": "wellington britain:6 marmont nord:6"}, "britain", battle, flags=BORDER,
                           dice=[6, 6, 6, *MISSES])],
    "combat_won": [Scene({"salamanca": "castanos spain:6 nord:2"}, "spain", battle, flags={"spain": "ciudad_rodrigo"},
                         dice=[6, 6, *MISSES])],
    "siege_start": [Scene({"lisbon": "soult sud:6"}, "sud", siege)],
    "siege_round": [Scene({"cadiz": "soult sud:6"}, "sud", siege)],
    "siege_result": [Scene({"cadiz": "soult sud:6"}, "sud", siege)],
}


@rule("wellington", "5.1a", "5.2a", "5.2d")
@pytest.mark.parametrize("moment, name", HELD)
def test_a_card_is_played_in_each_of_its_windows(moment: str, name: str) -> None:
    card = CARDS.ids.index(name)
    powers = [power for seat, power in enumerate(POWERS) if CARDS.by[seat] >> card & 1 and holds(seat, card)]
    found = ((power, scene.open(power, name, moment)) for scene in SCENES[moment] for power in powers)
    power, s = next(((power, s) for power, s in found if s is not None), ("", None))
    assert s is not None, "no scene opens the window"
    events = tablero.apply(s, POWERS.index(power), play_of(name, moment))
    while not told(events, "played_event"):         # others are asked in the same window
        events = tablero.apply(s, tablero.players(s)[0], PASS)
    assert (POWERS.index(power), card) in told(events, "played_event")
    is_told(s)


def holds(seat: int, card: int) -> bool:
    """Can a card ever be in the hand of a Power?"""
    return any(CARDS.zones[zone].holds >> card & 1 for zone in CARDS.hands[seat])
