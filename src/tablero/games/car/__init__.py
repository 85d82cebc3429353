"""Crusade and Revolution: the Spanish Civil War, 1936-39, driven by cards. `GAME` is all that others import."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from tablero.games.car import cards
from tablero.games.car.board import CARDS, NAMES, OPTIONS, PACK, SCENARIOS, SIDES
from tablero.games.car.cautions import caution
from tablero.games.car.charts import charts
from tablero.games.car.goals import figures
from tablero.games.car.labels import label, place_of
from tablero.games.car.ledger import LEDGER
from tablero.games.car.maps import board
from tablero.games.car.measures import measures
from tablero.games.car.odds import odds
from tablero.games.car.outlook import outlook
from tablero.games.car.rules.r04_setup import set_up
from tablero.games.car.rules.r06_sequence import War
from tablero.games.car.rules.r08_cards import s05_combat_cards, s05_counterattacks
from tablero.games.car.rules.r10_movement import s01_movement, s02_construction
from tablero.games.car.rules.r11_combat import s04_retreat, s05_advance
from tablero.games.car.scene import scene
from tablero.games.car.state import Car
from tablero.games.car.verbs import EVENTS, VERBS
from tablero.games.car.view import fill, view
from tablero.kernel.actions import Names
from tablero.kernel.game import Game

CALLED = (s01_movement, s02_construction, s04_retreat, s05_advance, s05_combat_cards, s05_counterattacks)
"""Modules that others import only when they call their frames: a stored position can name them at once."""
__all__ = ["CALLED", "GAME", "cards"]


def create(scenario: str, options: Mapping[str, str]) -> Car:
    """[4.0a] A scenario set up, before its first Turn."""
    s = printed(scenario).clone()
    s.corridor = options["corridor_of_grado"] == "with"
    s.call(War())
    return s


@cache
def printed(scenario: str) -> Car:
    """[4.0a] The position of a scenario, to be copied: it is the same for every game."""
    s = Car(scenario=SCENARIOS.index(scenario))
    set_up(s)
    return s


def names(s: Car) -> Mapping[str, Names]:
    return NAMES


def phase(s: Car) -> int:
    """The number of the Action Round of a side, counted from the first Turn."""
    return s.turn * 12 + 2 * s.round + s.side


GAME = Game(
    code="car",
    title="Crusade and Revolution",
    seats=SIDES,
    scenarios=SCENARIOS,
    options=OPTIONS,
    rules=4,            # 4: level of Two Years; 3: Morale of five cards, corps, a level; 2: set-up of Turn 6, two cards
    pack=PACK,
    state=Car,
    cards=CARDS,
    verbs=VERBS,
    events=EVENTS,
    create=create,
    names=names,
    view=view,
    fill=fill,
    scene=scene,
    label=label,
    place_of=place_of,
    board=board,
    charts=charts,
    figures=figures,
    caution=caution,
    outlook=outlook,
    ledger=LEDGER,
    measures=measures,
    odds=odds,
    phase=phase,
    varying=frozenset({"unit"}),        # a reduced unit is called so
    points=lambda s: (s.vp, s.setting.draw),
)
