"""The worked examples of the rulebook: how their positions are built, and what their expectations mean.

They stand in the pack's examples.toml. Tests replay them with their printed dice; a table shows them as lessons. Units
are called by their ids, in positions and in words: which block a unit is changes as blocks are picked out.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tablero.games.aiw import GAME
from tablero.games.aiw.board import (
    AREA_NAMES, AREAS, ARMY, BLOCK_SIDE, BLOCKS, CARLIST, FIRST_REGION, LIBERAL, LOADS, MOST, SCENARIOS, SIDES, SPACES,
    TRAINS, UNIT, UNITS, area
)
from tablero.games.aiw.rules.r02_scenarios import empty
from tablero.games.aiw.rules.r03_turn.s00_player_phase import PlayerPhase, phase
from tablero.games.aiw.rules.r03_turn.s00_turn import Turn, War
from tablero.games.aiw.rules.r04_map import controller
from tablero.games.aiw.rules.r05_units.s01_blocks import in_open
from tablero.games.aiw.rules.r05_units.s01_counters import load, set_load
from tablero.games.aiw.rules.r05_units.s04_elimination import enlist
from tablero.games.aiw.rules.r10_actions.s00_points import HALVES
from tablero.games.aiw.rules.r11_movement.s01_march import GroupMove
from tablero.games.aiw.state import INSIDE, SEA, Aiw, Block, Side, Spot, area_of, origin_of, road
from tablero.kernel.actions import Action
from tablero.kernel.bits import bitset, ids_of
from tablero.kernel.lessons import Check, Example, Lessons, numbers, texts, words
from tablero.kernel.packs import Table


class Position:
    """A war in a Player Phase: only these units are there, and all Cities but those named are Liberal."""

    def __init__(self, t: Table) -> None:
        self.side: Side = SIDES.index(t.choice("side", SIDES))          # whose phase it is
        self.moment = t.choice("moment", PlayerPhase(self.side).steps())
        self.first: Side = SIDES.index(t.choice("first", SIDES)) if t.has("first") else self.side   # this turn
        self.year = t.maybe_integer("year", 1835)
        self.turn = t.maybe_integer("turn", 2)
        self.points = t.integer("points")                               # Action Points
        self.command = numbers(t, "command") or (0, 0)                  # by side: Command Points
        self.cups = numbers(t, "cups") or (0,) * 6                      # by side * 3 + points - 2: Action Point markers
        self.fortresses = texts(t, "fortresses")                        # Liberal ones, besides the Cities
        self.siege = texts(t, "siege")                                  # spaces whose Fortress is besieged
        self.entered = texts(t, "entered")      # roads by which its units came in this phase: "villarreal>durango"
        self.uprising = words(t, "uprising")                            # region -> level
        self.places = words(t, "places")        # spot -> "l_rg1 l_ln1:2 field:1", see `spot` and `stand`


# ----------------------------------------------------------------------------------------------------------- positions


def spot(text: str) -> Spot:
    """`vitoria`, `inside bilbao`, `road durango>orduna`, `road sea>bilbao`."""
    word, _, rest = text.partition(" ")
    if word == "inside":
        return INSIDE + area(rest)
    if word == "road":
        origin, _, x = rest.partition(">")
        return road(SEA if origin == "sea" else area(origin), area(x))
    return area(text)


def spot_name(where: Spot) -> str:
    """The text of a spot."""
    name = AREA_NAMES[area_of(where)]
    if where < AREAS:
        return name
    if where < INSIDE + AREAS:
        return f"inside {name}"
    origin = origin_of(where)
    return f"road {'sea' if origin == SEA else AREA_NAMES[origin]}>{name}"


def stand(s: Aiw, where: Spot, pieces: str) -> None:
    """Put pieces on a spot: units as `id` (full strength) or `id:strength`; guns and Knapsacks as `field:2 mountain:1
    knapsack:2` after a unit of their side, or after the side (`carlist field:1`) where there is none."""
    owner = -1
    for word in pieces.split():
        name, _, number = word.partition(":")
        if name in SIDES:
            owner = SIDES.index(name)
        elif name in LOADS:
            set_load(s, owner, LOADS.index(name), where, int(number))
        else:
            unit = UNIT[name]
            owner = UNITS[unit].side
            s.trains &= ~(1 << unit)
            enlist(s, owner, unit, int(number or UNITS[unit].strength), where)


def _forget(s: Aiw) -> None:
    """[5.2a] The enemy knows nothing of the blocks: each can be any unit of its side, at any strength."""
    for b, side in enumerate(BLOCK_SIDE):
        if s.at[b] >= 0:
            s.may[b], s.low[b], s.high[b] = ARMY[side], 1, max(MOST[unit] for unit in ids_of(ARMY[side]))


def build(example: Example[Position]) -> Aiw:
    """The position of an example, before its first question: the other side's phase or the Victory Check follows."""
    position = example.position
    s = Aiw(scenario=SCENARIOS.index(example.scenario), year=position.year, turn=position.turn, first=position.first)
    empty(s)
    s.command, s.cups = list(position.command), list(position.cups)
    for name in position.fortresses:
        s.forts[1 - CARLIST] |= 1 << area(name)
    for text, pieces in position.places.items():
        stand(s, spot(text), pieces)
    _forget(s)
    s.siege = bitset(area(name) for name in position.siege)
    s.held = bitset(x for x in range(SPACES) if controller(s, x) == CARLIST)
    for name, level in position.uprising.items():
        s.uprising[area(name) - FIRST_REGION] = int(level)
    s.touched = 0
    turn = "second_phase" if position.side == position.first else "check"
    player_phase = PlayerPhase(position.side, points=HALVES * position.points, begun=s.siege)
    player_phase.at = player_phase.steps().index(position.moment)
    for way in position.entered:
        origin, _, x = way.partition(">")
        player_phase.entered.append((area(x), area(origin)))
    s.stack = [War(at=War().steps().index("next_turn")), Turn(at=Turn().steps().index(turn)), player_phase]
    return s


# ------------------------------------------------------------------------------------------------------- words, actions


def block(s: Aiw, unit: str) -> Block:
    """The block that a unit is now."""
    return s.unit.index(UNIT[unit])


def read(s: Aiw, text: str) -> Action:
    """An action in words; unit ids stand for the blocks that they are now."""
    verb, *things = text.split(" ")
    kinds = [argument.kind for argument in GAME.verbs.get(verb, ())]
    for i, (kind, thing) in enumerate(zip(kinds, things, strict=False)):
        if kind == "block" and thing in UNIT:
            things[i] = BLOCKS[block(s, thing)]
    return GAME.read(s, " ".join([verb, *things]))


# -------------------------------------------------------------------------------------------------------- expectations


def _place(s: Aiw, said: list[str]) -> tuple[str, str]:
    """The spot of a unit, or `gone`."""
    _, unit, *where = said
    return spot_name(s.at[block(s, unit)]) if UNIT[unit] in s.unit else "gone", " ".join(where)


def _strength(s: Aiw, said: list[str]) -> tuple[str, str]:
    _, unit, n = said
    return str(s.strength[block(s, unit)] if UNIT[unit] in s.unit else 0), n


def _load(s: Aiw, said: list[str]) -> tuple[str, str]:
    """The strength of a load of a side on a spot."""
    kind, side, *where, n = said
    return str(load(s, SIDES.index(side), LOADS.index(kind), spot(" ".join(where)))), n


def _number(s: Aiw, said: list[str]) -> tuple[str, str]:
    word, n = said
    if word == "points":
        return f"{phase(s).points / HALVES:g}", n
    if word == "movement":
        move = s.frame(GroupMove)
        return str(move.points - move.spent), n
    column: dict[str, int] = {"vp": s.vp, "prestige": s.prestige, "turn": s.turn}
    return str(column[word]), n


def _command(s: Aiw, said: list[str]) -> tuple[str, str]:
    _, side, n = said
    return str(s.command[SIDES.index(side)]), n


def _region(s: Aiw, said: list[str]) -> tuple[str, str]:
    word, name, n = said
    column = s.uprising if word == "uprising" else s.pursuit
    return str(column[area(name) - FIRST_REGION]), n


def _map(s: Aiw, said: list[str]) -> tuple[str, str]:
    word, name, expected = said
    x = area(name)
    if word == "control":
        return SIDES[CARLIST if s.held >> x & 1 else 1 - CARLIST], expected
    if word == "works":
        return next((SIDES[side] for side in (0, 1) if s.works[side] >> x & 1), "nobody"), expected
    return "yes" if s.siege >> x & 1 else "no", expected


def _question(s: Aiw, said: list[str]) -> tuple[str, str]:
    return type(s.stack[-1]).__name__ if s.stack else "none", said[1]


def _known(s: Aiw, said: list[str]) -> tuple[str, str]:
    """Whether a side sees what a unit is."""
    word, side, unit = said
    return "knows" if GAME.view(s, SIDES.index(side)).unit[block(s, unit)] >= 0 else "blind", word


def _declared(s: Aiw, said: list[str]) -> tuple[str, str]:
    """How many Trains a side has owned up to among the blocks of a space."""
    _, name, n = said
    here = in_open(s, CARLIST, area(name)) | in_open(s, LIBERAL, area(name))
    declared = [least for blocks, units, least in s.facts if blocks & here and units == TRAINS]
    return str(max(declared, default=0)), n


# at UNIT SPOT, strength UNIT N                       where a unit is (or `gone`), and how strong
# field|mountain|knapsack SIDE SPOT N                 guns and Knapsacks
# points|movement N                                   Action Points of the phase, Movement Points of the moving group
# vp|prestige|turn N, command SIDE N                  the tracks
# uprising|pursuit REGION N                           markers of a region
# control|works SPACE SIDE, siege SPACE yes|no        who controls a space or builds there, whether it is besieged
# question NAME                                       which question is open
# knows|blind SIDE UNIT                               does a side see what a unit is?
# declared SPACE N                                    Trains among the blocks of a space, as was said in public
CHECKS: Final[Mapping[str, Check[Aiw]]] = {
    word: function
    for function, said in (
        (_place, ("at",)),
        (_strength, ("strength",)),
        (_load, LOADS),
        (_number, ("points", "movement", "vp", "prestige", "turn")),
        (_command, ("command",)),
        (_region, ("uprising", "pursuit")),
        (_map, ("control", "works", "siege")),
        (_question, ("question",)),
        (_known, ("knows", "blind")),
        (_declared, ("declared",)),
    )
    for word in said
}

LESSONS: Final = Lessons(GAME, Position, build, CHECKS, read)
