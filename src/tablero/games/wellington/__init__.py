"""Wellington: the Peninsular War, 1812-1814, driven by cards, for four Powers. `GAME` is all that others import."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from tablero.games.wellington import cards
from tablero.games.wellington.board import CARDS, NAMES, OPTIONS, PACK, PLAYERS, POWERS, SCENARIOS, SIDES
from tablero.games.wellington.cautions import caution
from tablero.games.wellington.charts import charts
from tablero.games.wellington.goals import figures
from tablero.games.wellington.labels import label
from tablero.games.wellington.ledger import LEDGER
from tablero.games.wellington.maps import board
from tablero.games.wellington.measures import measures
from tablero.games.wellington.odds import odds
from tablero.games.wellington.outlook import outlook
from tablero.games.wellington.rules.r02_setup import set_up
from tablero.games.wellington.rules.r04_sequence.s01_turn import War
from tablero.games.wellington.rules.r11_battle import s05_resolution, s06_retreat, s09_flag_overrun
from tablero.games.wellington.rules.r11_battle.s01_battle import Battle
from tablero.games.wellington.rules.r12_sieges.s02_siege import Siege
from tablero.games.wellington.rules.r19_victory import all_points
from tablero.games.wellington.scene import scene
from tablero.games.wellington.state import Wellington
from tablero.games.wellington.verbs import EVENTS, VERBS
from tablero.games.wellington.view import fill, view
from tablero.kernel.actions import Names
from tablero.kernel.game import Game

CALLED = (s05_resolution, s06_retreat, s09_flag_overrun)
"""Modules that others import only when they call their frames: a stored position can name them at once."""
__all__ = ["CALLED", "GAME", "cards"]

NOBODY = "none"         # of the option `bidder`


def create(scenario: str, options: Mapping[str, str]) -> Wellington:
    """[0a] [0d] [2.1a] [2.1b] [2.1c] A start set up, before its first step. Who plays what is agreed, or settled by
    dice or bids, before: the options say the result."""
    s = printed(scenario).clone()
    s.players = PLAYERS.index(options["players"])
    bidder = options["bidder"]
    s.call(War(-1 if bidder == NOBODY else POWERS.index(bidder), int(options["bid"])))
    return s


@cache
def printed(scenario: str) -> Wellington:
    """[2.2a] The position of a start, to be copied: it is the same for every game."""
    s = Wellington(start=SCENARIOS.index(scenario))
    set_up(s)
    return s


def names(s: Wellington) -> Mapping[str, Names]:
    return NAMES


def turns(s: Wellington) -> int:
    """How many Turns have begun."""
    return s.year - s.setting.year + 1 if s.round else 0


def fight(s: Wellington) -> int:
    """The number of the Battle or Siege under way; 0 for none."""
    return s.fights if s.within(Battle) or s.within(Siege) else 0


GAME = Game(
    code="wellington",
    title="Wellington",
    seats=POWERS,
    sides=SIDES,
    scenarios=SCENARIOS,
    options=OPTIONS,
    rules=5,            # 2 and 3: another set-up of 1812; 4: Convoys of Soldiers alone name no Commander, and
                        # counters that are missing count in the Regroup Box; 5: old debts wait if no new one came
    oldest_rules=3,
    pack=PACK,
    state=Wellington,
    cards=CARDS,
    verbs=VERBS,
    events=EVENTS,
    create=create,
    names=names,
    view=view,
    fill=fill,
    scene=scene,
    label=label,
    odds=odds,
    board=board,
    charts=charts,
    figures=figures,
    caution=caution,
    outlook=outlook,
    ledger=LEDGER,
    measures=measures,
    phase=lambda s: s.impulses,
    fight=fight,
    turns=turns,
    points=all_points,
)
