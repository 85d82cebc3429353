"""The worked examples of the rulebook as positions, steps and what must be true after each of them.

They stand in the pack's examples.toml. Tests replay them with their printed dice; a table shows them as lessons.

    s = start(EXAMPLES["4.3x1"])
    for step in EXAMPLES["4.3x1"].steps:
        play(s, step)
        assert not [fault for expectation in step.expect if (fault := check(s, expectation))]
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from tablero.games.dpyr import GAME, create
from tablero.games.dpyr.board import CUP, GRID, MARKER_NAMES, PACK, SIDES
from tablero.games.dpyr.rules import r04_3_batir as batir
from tablero.games.dpyr.rules import r04_5_bala_rasa as bala_rasa
from tablero.games.dpyr.rules.r03_preparation import Scenario, Turn
from tablero.games.dpyr.rules.r04_0_actions import Activation
from tablero.games.dpyr.rules.r06_movement import face, put
from tablero.games.dpyr.state import GONE, OFF, WITHDRAWN, Dpyr, drawn, knows_marker
from tablero.kernel.engine import advance, apply, options, players, why_not
from tablero.kernel.errors import BadRecord
from tablero.kernel.events import Event
from tablero.kernel.hexes import DIRECTIONS
from tablero.kernel.packs import Table
from tablero.kernel.text import LANGUAGES

ACTION: Final = "action"        # the moment when a side chooses its action; other moments are steps of a turn or battle
COUNTS: Final = ("fire", "shock", "salvo")              # words of a unit's text that take a number
MARKS: Final = ("square", "hidden", "known", "blind", "charged", "rode", "served")     # and those that stand alone


@dataclass(frozen=True, slots=True)
class Otherwise:
    """Other dice for a step, and what they would have done."""

    dice: tuple[int, ...]
    expect: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One action of an example."""

    seat: int
    say: Mapping[str, str]              # by language: what the player is told before it
    action: str                         # in its text form
    dice: tuple[int, ...]               # all chance results that the action uses up: dice, and draws as indices
    expect: tuple[str, ...]             # what is true afterwards
    otherwise: tuple[Otherwise, ...]


@dataclass(frozen=True, slots=True)
class Position:
    """A battle at some moment: only these units are there."""

    moment: str                         # a step of Scenario or Turn, or ACTION
    active: int                         # whose activation it is, at the moment ACTION
    turn: int
    chits: tuple[int, ...]              # activation markers in the cup, as sides
    units: Mapping[str, str]            # id -> "0608 facing=N fire=1", see `stand`
    dice: tuple[int, ...]               # chance results up to the first question


@dataclass(frozen=True, slots=True)
class Example:
    id: str                             # as in rules.toml
    rule: str                           # the rule it explains
    title: Mapping[str, str]            # by language
    intro: Mapping[str, str]
    scenario: str
    options: Mapping[str, str]
    position: Position
    expect: tuple[str, ...]             # what is true at the start
    steps: tuple[Step, ...]


# --------------------------------------------------------------------------------------------------------- reading


def _said(table: Table, key: str) -> dict[str, str]:
    return {language: table.text(f"{key}_{language}") for language in LANGUAGES}


def _texts(table: Table, key: str) -> tuple[str, ...]:
    return tuple(table.texts(key)) if table.has(key) else ()


def _numbers(table: Table, key: str) -> tuple[int, ...]:
    return tuple(table.integers(key)) if table.has(key) else ()


def _words(table: Table, key: str) -> dict[str, str]:
    found = table.maybe_table(key)
    return {name: found.text(name) for name in found.keys()} if found else {}  # noqa: SIM118


def _sides(table: Table, key: str) -> tuple[int, ...]:
    names = _texts(table, key)
    if not set(names) <= set(SIDES):
        raise table.wrong(key, "a list of sides")
    return tuple(SIDES.index(name) for name in names)


def _read_position(t: Table) -> Position:
    moments = (*Scenario().steps(), *Turn().steps(), ACTION)
    return Position(
        moment=t.choice("moment", moments),
        active=SIDES.index(t.choice("active", SIDES)) if t.has("active") else 0,
        turn=t.maybe_integer("turn", 1),
        chits=_sides(t, "chits"),
        units=_words(t, "units"),
        dice=_numbers(t, "dice"),
    )


def _read_step(t: Table) -> Step:
    return Step(
        seat=SIDES.index(t.choice("seat", SIDES)),
        say=_said(t, "say"),
        action=t.text("action"),
        dice=_numbers(t, "dice"),
        expect=_texts(t, "expect"),
        otherwise=tuple(Otherwise(_numbers(o, "dice"), _texts(o, "expect")) for o in t.tables("otherwise")),
    )


def _read_example(t: Table) -> Example:
    return Example(
        id=t.text("id"),
        rule=t.text("rule"),
        title=_said(t, "title"),
        intro=_said(t, "intro"),
        scenario=t.choice("scenario", GAME.scenarios),
        options=GAME.chosen(_words(t, "options")),
        position=_read_position(t.table("position")),
        expect=_texts(t, "expect"),
        steps=tuple(_read_step(step) for step in t.tables("step")),
    )


EXAMPLES: Final = {e.id: e for e in map(_read_example, PACK.toml("examples.toml").tables("example"))}


# --------------------------------------------------------------------------------------------------------- positions


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


def enter(s: Dpyr, moment: str, active: int) -> None:
    """Build the stack for a moment of the battle, and go on to its first question."""
    if moment in Scenario().steps():
        s.stack = [Scenario(at=Scenario().steps().index(moment))]
    else:
        step = "activate" if moment == ACTION else moment
        s.stack = [Scenario(at=Scenario().steps().index("verdict")), Turn(at=Turn().steps().index(step))]
        if moment == ACTION:
            s.call(Activation(active))
    advance(s)


def start(example: Example) -> Dpyr:
    """The position an example begins with; as at a table, sole options that not everybody knows wait for the player."""
    position = example.position
    s = create(example.scenario, example.options)
    s.rules, s.secret, s.turn, s.cup = GAME.rules, True, position.turn, list(CUP)
    away = OFF if position.moment.startswith("deploy") else GONE
    s.at = [OFF if s.b.arrival[u] else away for u in range(len(s.at))]
    for name, text in position.units.items():
        stand(s, name, text)
    s.chits = list(position.chits)
    s.script = list(position.dice)
    enter(s, position.moment, position.active)
    _used_up(s, f"the start of {example.id}")
    s.rolled, s.events = [], []
    return s


def play(s: Dpyr, step: Step, dice: Sequence[int] | None = None) -> list[Event]:
    """Carry out a step with its own dice, or with others; dice left over or missing are an error."""
    s.script = list(step.dice if dice is None else dice)
    told = apply(s, step.seat, GAME.read(s, step.action))
    _used_up(s, step.action)
    return told


def _used_up(s: Dpyr, where: str) -> None:
    left, s.script = s.script, None
    if left:
        raise BadRecord(f"Chance results left over after {where}: {left}.")


# --------------------------------------------------------------------------------------------------------- expectations


def check(s: Dpyr, expectation: str) -> str:
    """Whether an expectation holds: "" if it does, else what is the case instead.

    at UNIT HEX, gone UNIT, withdrawn UNIT, waits UNIT      where a unit is
    fire|shock|salvo UNIT N                                 its markers
    knows SIDE UNIT, blind SIDE UNIT                        may a side know its factor marker?
    drawn|markers_in_use|ammunition SIDE N                  factor markers to choose from, under units; ammunition
    turn|cup|chits N                                        the turn, markers left in the two containers
    asked SIDE                                              who is asked
    offered ACTION, refused ACTION RULE, only VERB ...      what the side that is asked may do
    factor UNIT HEX N, to_beat|canister UNIT HEX N          what a shot at a hex counts on
    """
    words = expectation.split(" ")
    found, expected = CHECKS[words[0]](s, words)
    return "" if found == expected else f"{expectation}: {found}"


Check = Callable[[Dpyr, list[str]], tuple[str, str]]        # what is the case, and what should be


def _unit(s: Dpyr, name: str) -> int:
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


def _asked(s: Dpyr, words: list[str]) -> tuple[str, str]:
    return " ".join(SIDES[seat] for seat in players(s)), " ".join(words[1:])


def _offers(s: Dpyr, words: list[str]) -> tuple[str, str]:
    """The rule that refuses an action, "" if it is offered."""
    word, *action = words
    rule = action.pop() if word == "refused" else ""
    refusal = why_not(s, players(s)[0], GAME.read(s, " ".join(action)))
    return refusal.rule if refusal else "", rule


def _only(s: Dpyr, words: list[str]) -> tuple[str, str]:
    """All that is offered with one verb."""
    texts = [GAME.write(s, action).split(" ") for action in options(s, players(s)[0])]
    return " ".join(sorted(text[1] for text in texts if text[0] == words[1])), " ".join(sorted(words[2:]))


def _shot(s: Dpyr, words: list[str]) -> tuple[str, str]:
    word, name, where, n = words
    unit, x = _unit(s, name), GRID.names.index(where)
    if word == "factor":
        return str(batir.usable_factor(s, unit, x)), n
    number = bala_rasa.to_beat(s, unit, x, word == "canister") - bala_rasa.modifiers(s, unit, x)
    return str(number), n


CHECKS: Final[Mapping[str, Check]] = {
    word: function
    for function, words in (
        (_place, ("at", "gone", "withdrawn", "waits")),
        (_count, COUNTS),
        (_knowledge, ("knows", "blind")),
        (_of_side, ("drawn", "markers_in_use", "ammunition")),
        (_whole, ("turn", "cup", "chits")),
        (_asked, ("asked",)),
        (_offers, ("offered", "refused")),
        (_only, ("only",)),
        (_shot, ("factor", "to_beat", "canister")),
    )
    for word in words
}
