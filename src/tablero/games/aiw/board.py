"""What is printed: the two maps, the blocks, the cards and the tables, read once from the pack.

What the numbers are (areas, units, blocks, cards, sides) and the sets of them stands in state.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from tablero.kernel.actions import Names
from tablero.kernel.bits import bitset
from tablero.kernel.cards import DARK, OPEN, OWN, Cards, Zone
from tablero.kernel.graph import Graph
from tablero.kernel.packs import Pack, Row, Table

if TYPE_CHECKING:       # state.py is made from this module
    from tablero.games.aiw.state import Area, Areas, Side, Units

PACK: Final = Pack.of("aiw")
SIDES: Final = ("carlist", "liberal")
CARLIST: Final = 0
LIBERAL: Final = 1

# ------------------------------------------------------------------------------------------------------------ the maps

TYPES: Final = ("city", "main_town", "refuge", "other")
_spaces: Final = PACK.rows("spaces.csv")
_regions: Final = [row for row in PACK.rows("regions.csv") if row.flag("is_region")]
AREA_NAMES: Final = tuple(row.text("id") for row in (*_spaces, *_regions))
SPACES: Final = len(_spaces)
AREAS: Final = len(AREA_NAMES)
FIRST_REGION: Final = SPACES


def _of_spaces(column: str, value: str, allowed: tuple[str, ...]) -> Areas:
    return bitset(x for x, row in enumerate(_spaces) if row.choice(column, allowed) == value)


YES_NO: Final = ("y", "n")
NORTH: Final = (1 << SPACES) - 1                                    # every space of the Map of the North
REGIONS: Final = ((1 << AREAS) - 1) & ~NORTH
CITIES: Final = _of_spaces("type", "city", TYPES)                   # [4.1b]
TOWNS: Final = _of_spaces("type", "main_town", TYPES)               # [4.1d]
REFUGES: Final = _of_spaces("type", "refuge", TYPES)                # [4.1e]
ROUGH: Final = _of_spaces("terrain", "rough", ("rough", "open"))    # [4.2a]; regions are open [23.2f]
PORTS: Final = _of_spaces("port", "y", YES_NO)                      # [4.3a]
CARLIST_ZONE: Final = _of_spaces("zone", "carlist", SIDES)          # [4.6a]
LIBERAL_ZONE: Final = ((1 << AREAS) - 1) & ~CARLIST_ZONE            # [4.7a]
ZONES: Final = (CARLIST_ZONE, LIBERAL_ZONE)
CARLIST_HILLS: Final = CARLIST_ZONE & ROUGH
FRANCE: Final = _of_spaces("france", "y", YES_NO)                   # [4.5b]
PROVINCES: Final = tuple(dict.fromkeys(row.text("province") for row in _spaces))
PROVINCE: Final = {name: _of_spaces("province", name, PROVINCES) for name in PROVINCES}
COASTAL: Final = bitset(SPACES + i for i, row in enumerate(_regions) if row.flag("coastal"))    # [13.1c]
LEAST_UPRISING: Final = tuple(row.integer("min_uprising") for row in _regions)                  # [22.0b]
PLACE: Final = tuple((row.integer("x"), row.integer("y")) for row in (*_spaces, *_regions))     # where it is drawn


def area(name: str) -> Area:
    return AREA_NAMES.index(name)


BILBAO: Final = area("bilbao")
RIVER_MOUTH: Final = bitset(area(name) for name in PACK.toml("tables.toml").table("sea").texts("bilbao_port_guards"))
BAZTAN: Final = area("baztan")

MAIN, SECONDARY, MAIN_OUT, SECONDARY_OUT, BORDER = range(5)         # kinds of links
_COST: Final = {("main", 1): MAIN, ("secondary", 2): SECONDARY}
_COST_OUT: Final = {("main", 2): MAIN_OUT, ("secondary", 3): SECONDARY_OUT}
COST: Final = (1, 2, 2, 3, 0)       # [4.4b] [4.5a] Movement Points by kind of link; region borders have none [23.1k]


def _end(row: Row, column: str) -> Area:
    name = row.text(column)
    if name not in AREA_NAMES:
        raise row.wrong(column, "ids", file="spaces.csv, regions.csv")
    return area(name)


def _links() -> list[tuple[Area, Area, int]]:
    links = []
    for row in PACK.rows("roads.csv"):
        kind = _COST.get((row.text("type"), row.integer("mp_cost")))
        if kind is None:
            raise row.wrong("mp_cost", "road_cost", main=1, secondary=2)
        links.append((_end(row, "a"), _end(row, "b"), kind))
    for row in PACK.rows("region_links.csv"):
        if row.choice("kind", ("region", "map")) == "region":
            links.append((_end(row, "a"), _end(row, "b"), BORDER))
            continue
        kind = _COST_OUT.get((row.text("road"), row.integer("mp_cost")))
        if kind is None:
            raise row.wrong("mp_cost", "road_cost", main=2, secondary=3)
        links.append((_end(row, "a"), _end(row, "b"), kind))
    return links


MAP: Final = Graph(AREAS, _links())                                 # all areas: roads, connections, borders
ROADS: Final = tuple(near & NORTH if x < SPACES else 0 for x, near in enumerate(MAP.near_bits))  # by space: its roads
NEAR_ZONE: Final = bitset(x for x in range(SPACES) if ROADS[x] & CARLIST_ZONE) & ~CARLIST_ZONE  # [4.6b]

# ------------------------------------------------------------------------------------------------------------ the units

INFANTRY, CAVALRY, TRAIN = range(3)
KINDS: Final = ("infantry", "cavalry", "supply_train")
UNSEEN: Final = -1          # in a view: a unit its seat may not know; all columns below answer for it, with nothing


class Sticker(NamedTuple):
    """A unit as printed."""

    id: str
    side: Side
    kind: int
    troop: str              # RG, LN, NAV ...: message "troop.<troop>"
    strength: int           # at most
    effectiveness: int      # 0 for a Supply Train
    morale: int
    foreign: bool


def _read_unit(row: Row) -> Sticker:
    return Sticker(
        row.text("id"), SIDES.index(row.choice("side", SIDES)), KINDS.index(row.choice("kind", KINDS)),
        row.text("troop"), row.integer("max_strength"), row.maybe_integer("effectiveness", 0),
        row.maybe_integer("morale", 0), row.flag("foreign"),
    )


UNITS: Final = tuple(_read_unit(row) for row in PACK.rows("units.csv"))
UNIT: Final = {unit.id: i for i, unit in enumerate(UNITS)}
KIND: Final = (*(u.kind for u in UNITS), UNSEEN)
MOST: Final = (*(u.strength for u in UNITS), 0)                     # full strength
EFFECT: Final = (*(u.effectiveness for u in UNITS), 0)              # [5.4b]
MORALE: Final = (*(u.morale for u in UNITS), 0)                     # [5.4c]


def _troop(*troops: str) -> Units:
    return bitset(i for i, unit in enumerate(UNITS) if unit.troop in troops)


ARMY: Final = tuple(bitset(i for i, unit in enumerate(UNITS) if unit.side == side) for side in (0, 1))
FOOT: Final = bitset(i for i, unit in enumerate(UNITS) if unit.kind == INFANTRY)
HORSE: Final = bitset(i for i, unit in enumerate(UNITS) if unit.kind == CAVALRY)
TRAINS: Final = bitset(i for i, unit in enumerate(UNITS) if unit.kind == TRAIN)
FIGHTERS: Final = FOOT | HORSE
PARTIDAS: Final = _troop("PAR")                                     # [5.4h]
REGIONALS: Final = _troop("REG")                                    # [5.4m]
PROVINCIALS: Final = _troop("PR")
LINE: Final = _troop("LN") & FOOT                                   # [20.1g]
GUARD: Final = _troop("RG")
NAVARRESE: Final = _troop("NAV")
FOREIGN: Final = bitset(i for i, unit in enumerate(UNITS) if unit.foreign)      # [5.4q]
LEGIONS: Final = FOREIGN & ARMY[1]          # the foreign units of the Liberals
FOREIGN_BATTALION: Final = UNIT["c_for1"]
COUNTED: Final = FIGHTERS & ~PARTIDAS       # [15.0f] [16.0s] for the kind of a combat, and for who retreats

# ------------------------------------------------------------------------------------------- blocks, guns and knapsacks

BLOCKS: Final = tuple(f"{SIDES[side][0]}{n:02}" for side in (0, 1) for n in range(1, ARMY[side].bit_count() + 1))
BLOCK_SIDE: Final = tuple(SIDES.index("carlist" if name[0] == "c" else "liberal") for name in BLOCKS)
BLOCKS_OF: Final = tuple(bitset(b for b, owner in enumerate(BLOCK_SIDE) if owner == side) for side in (0, 1))

# what is carried: Field Artillery, Mountain Artillery, Knapsack
FIELD: Final = 0
MOUNTAIN: Final = 1
SACK: Final = 2
LOADS: Final = ("field", "mountain", "knapsack")
MOST_LOAD: Final = ((2, 2, 2), (4, 2, 2))   # [14.0b] [5.3f] by side and kind: the most one counter shows

# --------------------------------------------------------------------------------------------------------------- cards

EVENT, OPERATIONAL, TACTICAL = range(3)
CARD_TYPES: Final = ("event", "operational", "tactical")
OPTIONAL: Final = ("politics", "plague_and_snow")


# when cards may be played, and when Tactical cards in force act
MOMENTS: Final = (
    "drawn", "actions", "enemy_actions", "step_out", "entered", "evade", "roll", "order", "supply", "siege", "locate",
    "combat", "after_combat", "assaults", "answer", "expedition",
    "lay_skirmish", "lay_battle", "lay_assault", "lay_region",
    "card_laid", "round_begins", "before_fire", "dice_missed", "hits_scored", "charge_declared", "charge_answered",
    "vanguard", "favours", "must_retreat",
)
(
    DRAWN, ACTIONS, ENEMY_ACTIONS, STEP_OUT, ENTERED, EVADE, ROLL, ORDER, SUPPLY, SIEGE, LOCATE,
    COMBAT, AFTER_COMBAT, ASSAULTS, ANSWER, EXPEDITION,
    LAY_SKIRMISH, LAY_BATTLE, LAY_ASSAULT, LAY_REGION,
    CARD_LAID, ROUND_BEGINS, BEFORE_FIRE, DICE_MISSED, HITS_SCORED, CHARGE_DECLARED, CHARGE_ANSWERED,
    VANGUARD, FAVOURS, MUST_RETREAT,
) = range(len(MOMENTS))

CARDS: Final = Cards(PACK.rows("cards.csv"), SIDES, MOMENTS, untold=72)
CARD: Final = CARDS.index


class Face(NamedTuple):
    """A card as printed."""

    id: str
    side: Side
    type: int
    year: int               # in which it joins the deck
    removed: int            # year from which it is out, 9999 for never
    optional: str           # the option that brings it into the deck, "" if it always is
    cancels: tuple[str, ...]


def _read_face(row: Row) -> Face:
    return Face(
        row.text("id"), SIDES.index(row.choice("by", SIDES)), CARD_TYPES.index(row.choice("type", CARD_TYPES)),
        row.integer("year"), row.maybe_integer("removed_in", 9999),
        row.choice("optional", ("", *OPTIONAL)), tuple(row.words("cancels")),
    )


FACES: Final = tuple(_read_face(row) for row in CARDS.rows)
CARDS_OF: Final = tuple(CARDS.by)
OF_TYPE: Final = tuple(CARDS.of("type", kind) for kind in CARD_TYPES)
ASTERISK: Final = bitset(                   # [7.1g] the cards that leave the game when they are played
    card for card, row in enumerate(CARDS.rows) if row.choice("fate", ("discard", "remove")) == "remove"
)

# zones: hands, decks and the Tactical cards laid face down, by side
HAND: Final[tuple[int, ...]] = (0, 1)
DECK: Final[tuple[int, ...]] = (2, 3)
LAID: Final[tuple[int, ...]] = (4, 5)
DISCARDS, REMOVED, ASIDE = 6, 7, 8          # ASIDE: not yet in the game
CARDS.lay_out(
    [
        *(Zone(f"{name}_hand", side, OWN, CARDS_OF[side] & ~OF_TYPE[EVENT]) for side, name in enumerate(SIDES)),
        *(Zone(f"{name}_deck", -1, DARK, CARDS_OF[side]) for side, name in enumerate(SIDES)),
        *(Zone(f"{name}_laid", side, OWN, CARDS_OF[side] & OF_TYPE[TACTICAL]) for side, name in enumerate(SIDES)),
        *(Zone(name, -1, OPEN, CARDS.all) for name in ("discards", "removed", "aside")),
    ],
    hands=[(HAND[side],) for side in (0, 1)],
)

# -------------------------------------------------------------------------------------------- tables and scenarios

TABLES: Final = PACK.toml("tables.toml")
TRACK: Final = PACK.toml("turn_track.toml")
YEARS: Final = tuple(TRACK.integers("years"))
TURNS: Final = TRACK.integer("turns_per_year")
_scenarios: Final = {table.text("id"): table for table in PACK.toml("scenarios.toml").tables("scenario")}
SCENARIOS: Final = tuple(_scenarios)


class Scenario(NamedTuple):
    id: str
    start: int              # year
    end: int                # year after whose fifth turn the game ends
    setup: Table
    deck_years: tuple[int, ...]
    played: tuple[str, ...]         # events that are taken as played
    vp: int                         # where the Victory Point marker starts [9.0g]


def _read_scenario(table: Table) -> Scenario:
    played = tuple(table.texts("events_assumed_played")) if table.has("events_assumed_played") else ()
    setups = PACK.toml("scenarios.toml").table("setups")
    setup = setups.table(table.text("setup"))
    return Scenario(
        table.text("id"), table.integers("start")[0], table.integer("end_year"), setup,
        tuple(table.integers("deck_years")), played, table.maybe_integer("vp", setup.integer("vp")),
    )


SETTINGS: Final = tuple(_read_scenario(table) for table in _scenarios.values())
OPTIONS: Final = {name: tuple(TABLES.table("options").texts(name)) for name in OPTIONAL}

# [9.1] what Victory Points come from
SOURCES: Final = (
    "city", "town", "rout", "uprising", "prestige", "fortresses", "baztan", "fatigue", "final_roll", "card"
)
NAMES: Final = {
    "space": Names(AREA_NAMES), "block": Names(BLOCKS), "unit": Names([unit.id for unit in UNITS]),
    "card": Names(CARDS.ids), "side": Names(SIDES), "load": Names(LOADS), "source": Names(SOURCES),
}
