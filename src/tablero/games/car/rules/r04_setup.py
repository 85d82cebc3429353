"""[4] Set-up: where units, markers and cards are when a scenario begins."""

from __future__ import annotations

from tablero.games.car.board import (
    AFRICA, CARD, CARDS, CARDS_OF, CODES, DECK, ELIMINATED, GONE, GROUP, HAND, LATER, NAT, PLACES, POOL, PRINTED,
    REMOVED, RESERVE, SIDES, SIEGES, SPACE, SPACES, TABLES, UNIT_SIDE, UNITS, space
)
from tablero.games.car.rules.r02_map import put
from tablero.games.car.state import MADRID_TRENCH, NO_ACTION, Car, Place
from tablero.kernel.bits import bitset, ids_of
from tablero.kernel.packs import Ids, Table

BOXES = {"reserve": RESERVE, "africa": AFRICA, "eliminated": ELIMINATED, "gone": GONE}
WORKS = ("position", "trench", "trench_madrid")
_MARKERS = TABLES.table("markers")


def set_up(s: Car) -> None:
    """[4.0a] [4.1.1a] [4.2.1a] The position of a scenario before its first Turn; no card is dealt yet."""
    table = s.setting.setup
    s.turn = s.setting.first - 1
    s.vp, s.rm = table.integer("vp"), table.integer("rm")
    s.rp, s.top = [0] * 4, [-1, -1]
    s.chart = [NO_ACTION] * 12
    s.held = PRINTED | _named(table, "to_nat", SPACE)
    s.occupied, s.tried, s.captured = [0, 0], [0, 0], [0, 0]
    s.severed, s.chain, s.operations, s.hampered = [False, False], [0, 0], [0, 0], [0, 0]
    s.at = [POOL[side] for side in UNIT_SIDE]
    s.here = [0] * PLACES
    for unit, place in enumerate(s.at):
        s.here[place] |= 1 << unit
    s.specials = [_MARKERS.integer(f"trench_{name}") for name in ("madrid", "bilbao", "fortifications")]
    sieges = table.table("sieges")
    s.sieges = [sieges.maybe_integer(name, 0) for name in SIEGES]
    s.isolated = _named(table, "isolated", SPACE)
    s.strait = CODES.index(table.choice("strait", CODES))
    s.shortage = s.setting.first == 1
    s.madrid = -TABLES.table("madrid_priority").integer("none") if s.setting.first == 1 else 0
    _place_units(s)
    _place_works(s)
    s.happened = _named(table, "happened", CARD)
    _lay_out_cards(s)


def _named(table: Table, key: str, ids: Ids) -> int:
    """The set of the things that a list of the pack names."""
    names = table.texts(key)
    if any(name not in ids for name in names):
        raise table.wrong(key, "ids", file=ids.file)
    return bitset(ids[name] for name in names)


def _place_units(s: Car) -> None:
    """[2.2.1e] [4.2.1a] [SUc] Units by space and box; those that are not named come into play later, those with the
    number of a card by its event."""
    units = s.setting.setup.table("units")
    for where in units.values:
        for word in units.texts(where):
            name, _, strength = word.partition(":")
            free = [u for u, counter in enumerate(UNITS) if counter.row == name and s.at[u] == POOL[counter.side]]
            if not free or strength not in ("", "r") or where not in BOXES and where not in SPACE:
                raise units.wrong(where, "units_in_place")
            unit = free[0]
            place: Place = BOXES[where][UNIT_SIDE[unit]] if where in BOXES else space(where)
            if place < SPACES and s.held >> place & 1 != (UNIT_SIDE[unit] == NAT):
                raise units.wrong(where, "units_in_place")
            put(s, unit, place)
            if strength:
                s.reduced |= 1 << unit


def _place_works(s: Car) -> None:
    works = s.setting.setup.table("works")
    for name in works.values:
        if name not in SPACE:
            raise works.wrong(name, "ids", file=SPACE.file)
        bit = 1 << SPACE[name]
        kind, _, special = works.choice(name, WORKS).partition("_")
        if kind == "position":
            s.positions |= bit
        else:
            s.trenches |= bit
        if special == "madrid":
            s.special |= bit
            s.specials[MADRID_TRENCH] -= 1


def _lay_out_cards(s: Car) -> None:
    """[4.3.1a] [8.1.2a] [SUp] The cards of the scenario's war phases make the draw piles; later ones wait."""
    decks = bitset(card for group in s.setting.groups for card in ids_of(GROUP[group])) & ~s.happened & CARDS.exist(s)
    dealt = bitset(CARD[name] for name in s.setting.dealt)
    piles = {REMOVED: s.happened | CARDS.all & ~CARDS.exist(s)}
    for side in range(len(SIDES)):
        own = CARDS_OF[side] & ~piles[REMOVED]
        piles[HAND[side]] = own & dealt
        piles[DECK[side]] = own & decks & ~dealt
        piles[LATER[side]] = own & ~decks
    CARDS.deal_out(s, piles)
    for card in ids_of(dealt):
        s.sees = [cards | 1 << card for cards in s.sees]        # everybody knows who has it


