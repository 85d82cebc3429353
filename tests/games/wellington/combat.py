"""Words for the tests of Battles and Sieges.

    s = game({"lumbrales": "wellington britain:6 marmont nord:4"})
    battle = fight(s, "lumbrales", "braga", dice=[*throw(12, sixes=2), *throw(11, fives=1)])

`fight` runs a Battle of the Active Power, which has come from Duchies that are named; dice are those of the Active
side, then those of the other, Round by Round.
"""

from __future__ import annotations

from collections.abc import Iterable

import tablero
from tablero.games.wellington.board import ALLIES, DUCHY, FRENCH, LEADER, LEADER_POWER, MAP, OWNER, POWERS
from tablero.games.wellington.rules.r03_control import Friendly, status
from tablero.games.wellington.rules.r04_sequence.s02_impulses import Impulse
from tablero.games.wellington.rules.r11_battle.s01_battle import Battle
from tablero.games.wellington.rules.r11_battle.s02_dice import battle_dice
from tablero.games.wellington.rules.r12_sieges.s02_siege import Siege
from tablero.games.wellington.state import Duchy, Wellington
from tablero.kernel.actions import PASS
from tablero.kernel.engine import advance
from tablero.kernel.events import Event
from tests.games.wellington.field import asked, told

MISS = 1


def throw(n: int, *, sixes: int = 0, fives: int = 0) -> list[int]:
    """So many dice, of which some are 6s and 5s."""
    assert sixes + fives <= n, f"{sixes} + {fives} of {n} dice"
    return [6] * sixes + [5] * fives + [MISS] * (n - sixes - fives)


def before(s: Wellington, x: Duchy) -> Friendly:
    """What was Friendly to each side before the Active one came to a Duchy: it was its owner's."""
    owner = s.flag[x] if s.flag[x] >= 0 else OWNER[x]
    friendly = list(status(s))
    friendly[owner & 1] |= 1 << x
    friendly[1 - (owner & 1)] &= ~(1 << x)
    return friendly[0], friendly[1]


def battle_at(s: Wellington, where: str, *origins: str, power: str = "") -> Battle:
    """A Battle of the Active Power, or of another one, that has come from these Duchies. It is not run yet."""
    x = DUCHY[where]
    came = tuple((DUCHY[a], MAP.edge_kind(DUCHY[a], x)) for a in origins)
    return Battle(x, POWERS.index(power) if power else s.active, came, before(s, x))


def start(s: Wellington, battle: Battle | Siege, dice: Iterable[int] | None = None) -> list[Event]:
    """Run a Battle or Siege until somebody is asked."""
    s.script = None if dice is None else list(dice)
    s.call(battle)
    advance(s)
    events, s.events = s.events, []
    return events


def hush(s: Wellington) -> str:
    """Let all seats pass that can do nothing else; gives who is asked then, as `asked`."""
    while True:
        quiet = [seat for seat in tablero.players(s) if tablero.options(s, seat) == [PASS]]
        if not quiet:
            return asked(s)
        tablero.apply(s, quiet[0], PASS)


def fight(s: Wellington, where: str, *origins: str, dice: Iterable[int]) -> Battle:
    """Run a Battle of the Active Power; gives its frame. All dice must have been used when nobody is asked."""
    battle = battle_at(s, where, *origins)
    start(s, battle, dice)
    return battle


def both_dice(s: Wellington, battle: Battle) -> tuple[int, int]:
    """The dice of the Allies and of the French as things are."""
    return battle_dice(s, battle, ALLIES), battle_dice(s, battle, FRENCH)


def rolled(events: list[Event]) -> list[int]:
    """The numbers of dice in the order in which they were rolled in Battles."""
    return [args[1] for args in told(events, "battle_dice")]


def siege_by(s: Wellington, name: str) -> Siege:
    """A Siege by the Army of a Leader, where he stands."""
    leader = LEADER[name]
    return Siege(LEADER_POWER[leader], leader, s.at[leader])


def impulse(s: Wellington) -> Impulse:
    """The Impulse that everything is played in."""
    found = s.stack[0]
    assert isinstance(found, Impulse)
    return found
