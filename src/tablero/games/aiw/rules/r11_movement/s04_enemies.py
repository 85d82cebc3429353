"""[11.4] Movement to a space with enemy units."""

from __future__ import annotations

from tablero.games.aiw.board import FIRST_REGION
from tablero.games.aiw.rules.r04_map import enemies_about
from tablero.games.aiw.rules.r05_units.s01_blocks import in_open
from tablero.games.aiw.state import Aiw, Area, Side, Spot


def waits(s: Aiw, side: Side, x: Area) -> bool:
    """[11.4f] [11.4j] Does a group that goes to enemies wait on the road behind one that came there before?"""
    return x < FIRST_REGION and enemies_about(s, side, x) and bool(in_open(s, side, x))


def stops(s: Aiw, side: Side, spot: Spot) -> bool:
    """[11.4a] [11.4b] [11.4c] [11.4d] [11.4e] [11.4g] [23.1g] [23.1h] [23.1m] A group stops in a region, on a road, and
    where unbesieged enemy blocks are; who of them is inside is asked in the Combat step. A bare or besieged Fortress
    does not stop it."""
    return spot >= FIRST_REGION or enemies_about(s, side, spot)
