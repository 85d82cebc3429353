"""[18.1] Sieges begin at the end of the Combat step, and end with the last besieger. Assaults: s01_assault.py."""

from __future__ import annotations

from tablero.games.aiw.rules.r04_map import settle
from tablero.games.aiw.rules.r05_units.s01_blocks import fighters, in_open
from tablero.games.aiw.state import Aiw, Side
from tablero.kernel.bits import ids_of


def begin_sieges(s: Aiw, side: Side) -> None:
    """[18.1a] Sieges begin at the end of the Combat step: an own Infantry or Cavalry unit stands at an enemy Fortress,
    and every enemy there is within it."""
    for x in ids_of(s.forts[1 - side] & ~s.siege & s.present[side] & ~s.present[1 - side]):
        if fighters(s, in_open(s, side, x)):
            s.siege |= 1 << x
            s.touched |= 1 << x
            s.tell("besieged", x)


def lift_sieges(s: Aiw) -> None:
    """[18.1y] A siege whose last besieger fell ends at once: guns that took part in a Sortie are in a free Fortress
    before anybody asks who escorts them. All else that follows of itself waits."""
    touched = s.touched
    s.touched &= s.siege
    settle(s)
    s.touched |= touched
