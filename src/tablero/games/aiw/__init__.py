"""An Impossible War: the First Carlist War in the North, 1834-38, with blocks in the fog of war. `GAME` is all that
others import."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from tablero.games.aiw import cards
from tablero.games.aiw.board import CARDS, NAMES, OPTIONS, PACK, SCENARIOS, SIDES
from tablero.games.aiw.cautions import caution
from tablero.games.aiw.charts import charts
from tablero.games.aiw.goals import figures
from tablero.games.aiw.labels import label
from tablero.games.aiw.ledger import LEDGER
from tablero.games.aiw.maps import board
from tablero.games.aiw.odds import odds
from tablero.games.aiw.outlook import outlook
from tablero.games.aiw.rules.r02_scenarios import set_up
from tablero.games.aiw.rules.r03_turn.s00_player_phase import phase_number, turns_begun
from tablero.games.aiw.rules.r03_turn.s00_turn import War
from tablero.games.aiw.scene import scene
from tablero.games.aiw.state import Aiw
from tablero.games.aiw.trials import TRIALS
from tablero.games.aiw.verbs import EVENTS, VERBS
from tablero.games.aiw.view import fill, view
from tablero.kernel.actions import Names
from tablero.kernel.game import Game

__all__ = ["GAME", "cards"]


def create(scenario: str, options: Mapping[str, str]) -> Aiw:
    """[2.3a] A scenario set up, before its first turn."""
    s = printed(scenario).clone()
    s.politics = options["politics"] == "with"
    s.plague_and_snow = options["plague_and_snow"] == "with"
    s.call(War())
    return s


@cache
def printed(scenario: str) -> Aiw:
    """[2.3a] The position of a scenario, to be copied: it is the same for every game."""
    s = Aiw(scenario=SCENARIOS.index(scenario))
    set_up(s)
    return s


def names(s: Aiw) -> Mapping[str, Names]:
    return NAMES


GAME = Game(
    code="aiw",
    title="An Impossible War",
    seats=SIDES,
    scenarios=SCENARIOS,
    options=OPTIONS,
    rules=3,                # 2: nobody is asked for a card that everybody knows to be in a deck, or not to fit
                            # 3: sieges and works are judged at each step; guns remember where they came from
    oldest_rules=1,
    pack=PACK,
    state=Aiw,
    cards=CARDS,
    verbs=VERBS,
    events=EVENTS,
    create=create,
    names=names,
    view=view,
    fill=fill,
    scene=scene,
    label=label,
    board=board,
    charts=charts,
    odds=odds,
    trials=TRIALS,
    figures=figures,
    caution=caution,
    outlook=outlook,
    ledger=LEDGER,
    phase=phase_number,
    turns=turns_begun,
    points=lambda s: (s.vp, 0),
    measures=lambda s: {"vp": s.vp},
    varying=frozenset({"block"}),
)
