"""[23.0] The rest of Spain: how many Expeditions there may be, and the marks that go with them."""

from __future__ import annotations

from tablero.games.aiw.board import CARLIST, FIRST_REGION, LIBERAL, REGIONS, TABLES
from tablero.games.aiw.rules.r05_units.s01_blocks import in_open
from tablero.games.aiw.rules.r07_cards.s00_decks import MAROTO
from tablero.games.aiw.state import OFF, Aiw, Area, Side
from tablero.kernel.bits import ids_of
from tablero.kernel.refusals import Refusal

_expeditions = TABLES.table("expeditions")
FIRST_YEAR = _expeditions.integer("first_year")                                 # [23.0b]
MOST_EXPEDITIONS = (_expeditions.integer("max_1835"), _expeditions.integer("max_from_1836"))       # [23.0c]

TOO_EARLY = Refusal("23.0b", "no_expedition_before_1835")
TOO_MANY = Refusal("23.0c", "too_many_expeditions")
STAY_NORTH = Refusal("7.1d", "carlists_stay_in_the_north")
ENTRY = {refusal.key: refusal for refusal in (TOO_EARLY, TOO_MANY, STAY_NORTH)}     # what `may_enter` answers


def may_enter(s: Aiw, side: Side, region: Area) -> str:
    """[23.0a] [23.0b] [23.0c] Why units of a side may not enter a region from the North: key of a refusal of ENTRY, ""
    if they may. An Expedition that only goes from region to region makes no new one."""
    if side == LIBERAL:
        return ""
    if s.year < FIRST_YEAR:
        return TOO_EARLY.key
    if s.lasting & MAROTO:
        return STAY_NORTH.key
    if in_open(s, CARLIST, region):
        return ""
    active = sum(bool(in_open(s, CARLIST, x)) for x in ids_of(REGIONS))
    return TOO_MANY.key if active >= MOST_EXPEDITIONS[s.year > FIRST_YEAR] else ""


def expedition_moves(s: Aiw, old: Area, new: Area) -> None:
    """[7.1d] The marks of the Royal Expedition (C26) and of Gómez (C19) go with an Expedition, and are lost when it
    comes back to the North."""
    x = new if new >= FIRST_REGION else OFF
    if s.royal == old:
        s.royal = x
    if s.gomez == old:
        s.gomez = x
