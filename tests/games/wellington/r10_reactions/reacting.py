"""Words for the tests of reactions: pieces that come into a Duchy, and what the other side does about it.

    s = game({"ciudad_rodrigo": "wellington britain:5", "avila": "clausel nord:4"}, flags={"britain": "ciudad_rodrigo"})
    contact = step(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
    do(s, "intercept clausel", dice=[2, 3])
    assert at(s, "clausel") == "salamanca"
"""

from __future__ import annotations

from collections.abc import Iterable

import tablero
from tablero.games.wellington.board import DUCHY, LEADER, LEADER_POWER, MAP, NAMES, POWERS
from tablero.games.wellington.rules.r01_pieces.s05_soldiers import add_soldiers
from tablero.games.wellington.rules.r01_pieces.s06_leaders import move_force, move_leader
from tablero.games.wellington.rules.r03_control import status
from tablero.games.wellington.rules.r09_movement.s01_lines import step_reasons
from tablero.games.wellington.rules.r10_reactions.s01_contact import Contact
from tablero.games.wellington.rules.r10_reactions.s09_sequence import open_reactions
from tablero.games.wellington.state import Force, Wellington
from tablero.games.wellington.verbs import VERBS
from tablero.kernel.actions import PASS, read
from tablero.kernel.bits import ids_of
from tablero.kernel.engine import advance
from tablero.kernel.events import Event
from tests.games.wellington.field import run

BLANKS = [1] * 60       # dice of a Battle in which nobody is hit: the Active side loses it


def forces(text: str) -> tuple[Force, ...]:
    """`wellington britain:5` as forces, by Power."""
    leaders, sps = [0] * len(POWERS), [0] * len(POWERS)
    for word in text.split():
        name, _, n = word.partition(":")
        if n:
            sps[POWERS.index(name)] = int(n)
        else:
            leaders[LEADER_POWER[LEADER[name]]] |= 1 << LEADER[name]
    return tuple((power, leaders[power], sps[power]) for power in range(len(POWERS)) if leaders[power] or sps[power])


def moved(s: Wellington, text: str, a: str, b: str) -> Contact:
    """Pieces of the Active side have stepped from one Duchy to the next."""
    start, x = DUCHY[a], DUCHY[b]
    kind = MAP.edge_kind(start, x)
    assert kind >= 0, f"{a} and {b} are not Adjacent"
    before, reasons = status(s), step_reasons(s, s.active & 1, start, x, kind)
    for force in forces(text):
        move_force(s, force, start, x, marching=True)
    return Contact(s.active, x, ((start, kind),), forces(text), before, reasons=reasons, paid=True)


def placed(s: Wellington, text: str, b: str) -> Contact:
    """Pieces of the Active side were placed in a Duchy."""
    x, before = DUCHY[b], status(s)
    for power, leaders, sps in forces(text):
        for leader in ids_of(leaders):
            move_leader(s, leader, x)
        add_soldiers(s, power, x, sps)
    return Contact(s.active, x, (), forces(text), before, placed=True)


def reactions(s: Wellington, contact: Contact) -> Contact:
    """Ask the other side for its reactions; no Attrition of the movers and no Battle follows."""
    held = contact.survey(s)
    contact.at = len(contact.steps())
    s.call(contact)
    if held is None:
        open_reactions(s, contact)
    advance(s)
    s.events = []
    return contact


def step(s: Wellington, text: str, a: str, b: str) -> Contact:
    """Pieces step, and the other side is asked for its reactions: nothing else follows."""
    return reactions(s, moved(s, text, a, b))


def enter(s: Wellington, text: str, a: str, b: str, dice: Iterable[int] | None = None) -> list[Event]:
    """Pieces step, and all follows: reactions, Attrition, Battle."""
    return run(s, moved(s, text, a, b), dice)


def react(s: Wellington, text: str, dice: Iterable[int] | None = None) -> list[Event]:
    """Of those who are asked together the one who can does this, all others pass."""
    if dice is not None:
        s.script = list(dice)
    action = read(text, VERBS, NAMES)
    seats = list(tablero.players(s))
    actor = next(seat for seat in seats if action in tablero.options(s, seat))
    found: list[Event] = []
    for seat in sorted(seats, key=lambda seat: seat == actor):
        found += tablero.apply(s, seat, action if seat == actor else PASS)
    return found


def kinds(events: list[Event]) -> list[str]:
    """What happened, in its order."""
    return [event.kind for event in events]
