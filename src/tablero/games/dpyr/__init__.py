"""Dios, Patria y Rey: seven tactical battles of the First Carlist War. `GAME` is all that others import."""

from __future__ import annotations

from collections.abc import Mapping

from tablero.games.dpyr.board import BATTLES, CARLIST, LIBERAL, OPTIONS, PACK, SCENARIOS, SIDES, WITHOUT_VIZCAYA
from tablero.games.dpyr.cautions import caution
from tablero.games.dpyr.charts import charts
from tablero.games.dpyr.goals import figures
from tablero.games.dpyr.labels import label
from tablero.games.dpyr.ledger import LEDGER
from tablero.games.dpyr.odds import odds
from tablero.games.dpyr.outlook import outlook
from tablero.games.dpyr.rules.r03_preparation.s00_turn import Scenario
from tablero.games.dpyr.rules.r07_victory.s03_graded import points
from tablero.games.dpyr.scene import board, scene
from tablero.games.dpyr.state import NEVER, OFF, Dpyr
from tablero.games.dpyr.verbs import EVENTS, VERBS
from tablero.games.dpyr.view import fill, may_show, view
from tablero.kernel.actions import Names
from tablero.kernel.game import Game


def create(scenario: str, options: Mapping[str, str]) -> Dpyr:
    """[3.0a] A battle before its set-up."""
    left_out = scenario == "oriamendi" and options["oriamendi_vizcaya"] == "left_out"
    number = WITHOUT_VIZCAYA if left_out else SCENARIOS.index(scenario)
    b = BATTLES[number]
    n = len(b.units)
    s = Dpyr(
        battle=number,
        graded=options["victory"] == "graded",
        once=options["factor_markers"] == "once",
        top_only=options["mojar_damage"] == "top_unit",
        text_signs=options["bala_rasa_signs"] == "text",
        early_weather=options["luchana_weather"] == "until_turn_5",
        at=[OFF] * n, facing=[0] * n, fire=[0] * n, shock=[0] * n, salvo=[0] * n, marker=[-1] * n, last=[OFF] * n,
        ammunition=list(b.ammunition), flags=list(b.flags), veils=list(b.veils), cross=[-1, -1], played=[0, 0],
        fell=[NEVER, NEVER], shaken=[0, 0], held=[0, 0],
    )
    s.call(Scenario())
    return s


def names(s: Dpyr) -> Mapping[str, Names]:
    return s.b.names


GAME = Game(
    code="dpyr",
    title="Dios, Patria y Rey",
    seats=SIDES,
    scenarios=SCENARIOS,
    options=OPTIONS,
    rules=2,                # 2: the way uncovers, who was attacked supports nobody, who fires in Campi may turn
    oldest_rules=1,
    pack=PACK,
    state=Dpyr,
    verbs=VERBS,
    events=EVENTS,
    create=create,
    names=names,
    view=view,
    fill=fill,
    board=board,
    charts=charts,
    figures=figures,
    caution=caution,
    outlook=outlook,
    ledger=LEDGER,
    scene=scene,
    label=label,
    odds=odds,
    may_show=may_show,
    preparation=(("deploy", "deploy_to"), ("assign",)),
    phase=lambda s: s.turn,
    points=lambda s: (round(points(s, CARLIST)), round(points(s, LIBERAL))),
)
