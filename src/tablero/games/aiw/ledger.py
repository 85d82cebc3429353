"""What the account of a war is made of."""

from __future__ import annotations

from tablero.games.aiw.board import SOURCES, UNITS
from tablero.games.aiw.state import Aiw
from tablero.kernel.ledger import Args, Entry, Last, Ledger, Roll, Shares, hits
from tablero.kernel.odds import two_dice_over


def standing(s: Aiw) -> Shares:
    """[9.0g] Where the marker stood at the start: the rest was told."""
    start = s.setting.vp
    return {"start": (max(0, start), max(0, -start))}


def scored(s: Aiw, args: Args, last: Last) -> Entry:
    side, n, source = args
    return Entry(SOURCES[source], side, n)


def lost(s: Aiw, args: Args, last: Last) -> Entry:
    return Entry("blocks", UNITS[args[0]].side)


def weakened(s: Aiw, args: Args, last: Last) -> Entry:
    return Entry("strength", UNITS[args[0]].side, args[2])


def battle(s: Aiw, args: Args, last: Last) -> Entry:
    return Entry("battle", 1 - args[0])


def skirmish(s: Aiw, args: Args, last: Last) -> Entry:
    return Entry("skirmish", 1 - args[0])


def siege(s: Aiw, args: Args, last: Last) -> Entry:
    return Entry("siege", args[0])


def fired(s: Aiw, args: Args, last: Last) -> Roll:
    unit, n, need, got, _ = args
    return hits("fire", UNITS[unit].side, n, need / 6, got)


def guns(s: Aiw, args: Args, last: Last) -> Roll:
    side, _, n, need, got, _ = args
    return hits("guns", side, n, need / 6, got)


def morale(s: Aiw, args: Args, last: Last) -> Roll:
    unit, roll, need, _ = args
    return hits("morale", UNITS[unit].side, 1, 1 - float(two_dice_over(need)), roll <= need)


LEDGER = Ledger(
    standing, gains={"scored": scored}, losses={"lost": lost, "weakened": weakened},
    fights={"battle_held": battle, "battle_pursuit": battle, "battle_rout": battle, "must_retreat": skirmish,
            "fortress_taken": siege},
    rolls={"fired": fired, "guns_fired": guns, "morale": morale},
)
