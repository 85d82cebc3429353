"""The worked examples of the rulebook: how their positions are built, and what their expectations mean.

They stand in the pack's examples.toml. Tests replay them with their printed dice; a table shows them as lessons.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tablero.games.dpyr import GAME, create
from tablero.games.dpyr.board import CUP, GRID, MARKER_NAMES, SIDES
from tablero.games.dpyr.rules.r03_preparation.s00_turn import Scenario, Turn
from tablero.games.dpyr.rules.r04_actions import s03_batir_s04_paqueo as batir
from tablero.games.dpyr.rules.r04_actions import s05_bala_rasa as bala_rasa
from tablero.games.dpyr.rules.r04_actions.s00_actions import Activation
from tablero.games.dpyr.rules.r06_movement.s01_movement import face
from tablero.games.dpyr.rules.r06_movement.s03_stacking import put
from tablero.games.dpyr.state import GONE, OFF, WITHDRAWN, Dpyr, Side, Unit, any_concealed, drawn, knows_marker
from tablero.kernel.hexes import DIRECTIONS
from tablero.kernel.lessons import Check, Example, Lessons, texts, words
from tablero.kernel.packs import Table

ACTION: Final = "action"        # the moment when a side chooses its action; other moments are steps of a turn or battle
COUNTS: Final = ("fire", "shock", "salvo")              # words of a unit's text that take a number
MARKS: Final = ("square", "hidden", "known", "blind", "charged", "rode", "served")     # and those that stand alone


class Position:
    """A battle at some moment: only these units are there."""

    def __init__(self, t: Table) -> None:
        self.moment = t.choice("moment", (*Scenario().steps(), *Turn().steps(), ACTION))
        self.active = SIDES.index(t.choice("active", SIDES)) if t.has("active") else 0      # at the moment ACTION
        self.turn = t.maybe_integer("turn", 1)
        self.chits = _sides(t, "chits")         # activation markers in the cup, as sides
        self.units = words(t, "units")          # id -> "0608 facing=N fire=1", see `stand`


def _sides(table: Table, key: str) -> tuple[int, ...]:
    names = texts(table, key)
    if not set(names) <= set(SIDES):
        raise table.wrong(key, "sides")
    return tuple(SIDES.index(name) for name in names)


def stand(s: Dpyr, name: str, text: str) -> None:
    """Put a unit on the map as a text says: `"0608"`, or with `facing=N fire=1 shock=2 salvo=1 marker=fm_233` and
    `square hidden known blind charged rode served` set. Later units stand on earlier ones."""
    where, *words = text.split()
    u, x = s.b.names["unit"].index[name], GRID.names.index(where)
    put(s, u, x)
    face(s, x, s.b.front[s.b.side[u]])
    for word in words:
        key, _, value = word.partition("=")
        if key == "facing":
            face(s, x, DIRECTIONS.index(value))
        elif key == "marker":
            s.marker[u] = MARKER_NAMES.index(value)
            s.cup.remove(s.marker[u])
        elif key in COUNTS:
            getattr(s, key)[u] = int(value)
        elif key in MARKS:
            setattr(s, key, getattr(s, key) | 1 << u)
        else:
            raise ValueError(f"{name} cannot stand as {text!r}: {word!r} means nothing")


def enter(s: Dpyr, moment: str, active: Side) -> None:
    """Build the stack for a moment of the battle; of concealed units the enemy knows nothing."""
    steps = Scenario().steps()
    s.under = any_concealed(s.b, s.at, s.hidden)
    if moment in steps:
        s.stack = [Scenario(at=steps.index(moment))]
        return
    step = "activate" if moment == ACTION else moment
    s.stack = [Scenario(at=steps.index("verdict")), Turn(at=Turn().steps().index(step))]
    if moment == ACTION:
        s.call(Activation(active))


def build(example: Example[Position]) -> Dpyr:
    """The position of an example, before its first question."""
    position = example.position
    s = create(example.scenario, example.options)
    s.turn, s.cup = position.turn, list(CUP)
    away = OFF if position.moment.startswith("deploy") else GONE
    s.at = [OFF if s.b.arrival[u] else away for u in range(len(s.at))]
    for name, text in position.units.items():
        stand(s, name, text)
    s.chits = list(position.chits)
    enter(s, position.moment, position.active)
    return s


def _unit(s: Dpyr, name: str) -> Unit:
    return s.b.names["unit"].index[name]


def _place(s: Dpyr, words: list[str]) -> tuple[str, str]:
    """A unit's hex, or the word for where it is off the map."""
    word, name, *where = words
    x = s.at[_unit(s, name)]
    off = {OFF: "waits", WITHDRAWN: "withdrawn", GONE: "gone"}
    return GRID.names[x] if x >= 0 else off.get(x, "out"), where[0] if where else word


def _count(s: Dpyr, words: list[str]) -> tuple[str, str]:
    word, name, n = words
    column: list[int] = getattr(s, word)
    return str(column[_unit(s, name)]), n


def _knowledge(s: Dpyr, words: list[str]) -> tuple[str, str]:
    word, side, name = words
    return "knows" if knows_marker(s, SIDES.index(side), _unit(s, name)) else "blind", word


def _of_side(s: Dpyr, words: list[str]) -> tuple[str, str]:
    word, name, n = words
    side = SIDES.index(name)
    if word == "ammunition":
        return str(s.ammunition[side]), n
    if word == "drawn":
        return str(len(drawn(s, side))), n
    return str(sum(s.marker[u] >= 0 for u in s.b.army[side])), n


def _whole(s: Dpyr, words: list[str]) -> tuple[str, str]:
    word, n = words
    return str(s.turn if word == "turn" else len(s.cup if word == "cup" else s.chits)), n


def _shot(s: Dpyr, words: list[str]) -> tuple[str, str]:
    word, name, where, n = words
    unit, x = _unit(s, name), GRID.names.index(where)
    if word == "factor":
        return str(batir.usable_factor(s, unit, x)), n
    number = bala_rasa.to_beat(s, unit, x, word == "canister") - bala_rasa.modifiers(s, unit, x)
    return str(number), n


# at UNIT HEX, gone UNIT, withdrawn UNIT, waits UNIT      where a unit is
# fire|shock|salvo UNIT N                                 its markers
# knows SIDE UNIT, blind SIDE UNIT                        may a side know its factor marker?
# drawn|markers_in_use|ammunition SIDE N                  factor markers to choose from, under units; ammunition
# turn|cup|chits N                                        the turn, markers left in the two containers
# factor UNIT HEX N, to_beat|canister UNIT HEX N          what a shot at a hex counts on
CHECKS: Final[Mapping[str, Check[Dpyr]]] = {
    word: function
    for function, words in (
        (_place, ("at", "gone", "withdrawn", "waits")),
        (_count, COUNTS),
        (_knowledge, ("knows", "blind")),
        (_of_side, ("drawn", "markers_in_use", "ammunition")),
        (_whole, ("turn", "cup", "chits")),
        (_shot, ("factor", "to_beat", "canister")),
    )
    for word in words
}

LESSONS: Final = Lessons(GAME, Position, build, CHECKS, GAME.read)
