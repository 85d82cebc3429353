"""What is printed: the map, the counters, the cards and the tables, read once from the pack.

What the numbers are (spaces, units, cards, sides) and the sets of them stands in state.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from tablero.kernel.actions import Names
from tablero.kernel.bits import bitset
from tablero.kernel.cards import DARK, OPEN, OWN, Cards, Zone
from tablero.kernel.graph import Graph
from tablero.kernel.packs import Ids, Pack, Row, Table, from_to, with_ids

if TYPE_CHECKING:       # state.py is made from this module
    from tablero.games.car.state import Space, Spaces, Units

PACK: Final = Pack.of("car")
SIDES: Final = ("nationalist", "republican")
CODES: Final = ("nat", "rep")               # the same in the pack
NAT: Final = 0
REP: Final = 1
TABLES: Final = PACK.toml("tables.toml")


# ------------------------------------------------------------------------------------------------------------- the map

_spaces: Final = with_ids(PACK.rows("spaces.csv"))
SPACE_NAMES: Final = tuple(row.text("id") for row in _spaces)
SPACES: Final = len(_spaces)
ALL_SPACES: Final = (1 << SPACES) - 1
REGIONS: Final = ("asturias", "santander", "basque")            # of the Northern Front [16.4.1]
COUNTRIES: Final = ("portugal", "france")                       # by side: the country that is friendly to it [13.4.1]
SEAS: Final = ("atlantic", "mediterranean")
SIEGES: Final = ("simancas_quarter", "santa_maria_de_la_cabeza", "alcazar_of_toledo")
SPACE: Final = Ids(SPACE_NAMES, "spaces.csv")
_WORDS: Final = {
    "terrain": ("open", "mountain"), "controller": ("", *CODES), "supply_source": ("", *CODES),
    "region": ("", *REGIONS), "sea_zone": ("", *SEAS), "border": ("", *COUNTRIES), "siege": ("", *SIEGES),
}                                   # what the columns may say; the others say y or n


def _with(column: str, value: str) -> Spaces:
    allowed = _WORDS.get(column, ("y", "n"))
    return bitset(x for x, row in enumerate(_spaces) if row.choice(column, allowed) == value)


def space(name: str) -> Space:
    return SPACE[name]


def spaces(*names: str) -> Spaces:
    return bitset(space(name) for name in names)


MOUNTAIN: Final = _with("terrain", "mountain")
PRINTED: Final = _with("controller", "nat")                     # the spaces that are Nationalist at the start
VP: Final = tuple(from_to(row, "vp", 0, 9) for row in _spaces)      # by space: Victory Points for its capture [5.1.2]
VP_SPACES: Final = _with("vp_space", "y")
MAIN_CITIES: Final = _with("main_city", "y")
CAPITALS: Final = _with("province_capital", "y")
SOURCES: Final[tuple[int, ...]] = (_with("supply_source", "nat"), _with("supply_source", "rep"))     # by side [13.2.1]
REGION: Final = tuple(_with("region", name) for name in REGIONS)                    # by region, Oviedo in Asturias
IN_A_REGION: Final = REGION[0] | REGION[1] | REGION[2]
NORTH: Final = _with("northern_front", "y")                     # the Northern Front [16.4.1b]
PORTS: Final = _with("port", "y")
SEA: Final = tuple(_with("sea_zone", name) for name in SEAS)    # by Sea Zone: its coastal spaces
BORDER: Final = tuple(_with("border", name) for name in COUNTRIES)      # by side: spaces with a line to its country
SIERRA: Final = _with("sierra_of_madrid", "y")
BALEARICS: Final = _with("balearic", "y")
_sieges: Final = Ids([row.maybe_text("siege") for row in _spaces], "spaces.csv")
SIEGE_AT: Final = tuple(_sieges[name] for name in SIEGES)
ZONES: Final = (
    "galicia", "leon_old_castile", "asturias", "santander", "basque_navarre", "extremadura", "aragon", "new_castile",
    "levante", "catalonia", "andalusia", "balearics", "beach_head",
)                                   # parts of Spain
ZONE: Final = {
    name: bitset(x for x, row in enumerate(_spaces) if row.choice("zone", ZONES) == name) for name in ZONES
}
PLACE: Final = tuple((row.integer("x"), row.integer("y")) for row in _spaces)       # where it is drawn

MADRID, BILBAO, BARCELONA, SEVILLA = space("madrid"), space("bilbao"), space("barcelona"), space("sevilla")
CADIZ, ALGECIRAS, OVIEDO, GRANADA = space("cadiz"), space("algeciras"), space("oviedo"), space("granada")
MALLORCA, GUADARRAMA, SANTANDER = space("mallorca"), space("guadarrama"), space("santander")
BEACH_MALLORCA, BEACH_P = space("beach_head_mallorca"), space("beach_head_plan_p")
BEACHES: Final = 1 << BEACH_MALLORCA | 1 << BEACH_P             # spaces only while the Beach Head marker is there
NORTHERN_SOURCES: Final = SOURCES[REP] & NORTH
NATIONAL_NORTH: Final = spaces("la_coruna", "valladolid", "zaragoza")       # sources of the Northern zone [17.1.1]

PLAIN, RIVER = range(2)             # kinds of connections


_LAND: Final = ("plain", "river")
_LINES: Final = (*_LAND, "border", "beach_head_arrow", "optional_grado")


def _ends(row: Row) -> tuple[Space, Space]:
    """The two spaces that a row joins."""
    for column in ("a", "b"):
        if row.text(column) not in SPACE:
            raise row.wrong(column, "ids", file="spaces.csv")
    return space(row.text("a")), space(row.text("b"))


def _read_links() -> list[tuple[Space, Space, int]]:
    """The connections over land, each pair of spaces once."""
    found: dict[frozenset[Space], tuple[Space, Space, int]] = {}
    for row in _edges:
        if row.choice("type", _LINES) in _LAND:
            a, b = _ends(row)
            if a == b or frozenset((a, b)) in found:
                raise row.wrong("b", "own_link")
            found[frozenset((a, b))] = a, b, _LAND.index(row.text("type"))
    return list(found.values())


_edges: Final = PACK.rows("edges.csv")
MAP: Final = Graph(SPACES, _read_links())
# solid lines [2.1.2]; Beach Heads are joined by their marker: see `near` (r02)
NEAR: Final = MAP.near_bits
BANKS: Final = tuple(bitset(y for y, kind in links if kind == RIVER) for links in MAP.links)    # across a river
_kinds: Final = Ids([row.text("type") for row in _edges], "edges.csv")
GRADO: Final = _ends(_edges[_kinds["optional_grado"]])

# ----------------------------------------------------------------------------------------------------------- the units

DIVISION, CORPS = range(2)
SIZES: Final = ("division", "corps")
ENTRIES: Final = ("initial", "initial_corps", "reinforcement", "militarization", "event")
MOST: Final = 99        # of a figure on a counter, and of counters of one kind
TYPES: Final = ("INF", "MIL", "CAV", "POL", "AFR", "ITA", "CV-33", "PZ-I", "INS", "RPA", "INT", "T-26", "AC", "CTV")


class Counter(NamedTuple):
    """A counter as printed."""

    id: str
    row: str                # the row of units.csv it is one of
    side: int
    size: int               # DIVISION or CORPS
    type: str
    label: str              # what set-ups call it
    entry: str              # how it enters the game: initial, initial_corps, reinforcement, militarization ...
    region: int             # index in REGIONS, -1 for none
    catalan: bool
    cf: tuple[int, int]     # Combat Factor, full and reduced
    lf: int
    mf: int
    steps: int
    card: str               # the card that brings it, or ""
    rp: str                 # the kinds of Replacement Points it takes: "nat axis", "axis", ...
    replaces: str           # the corps it may replace: "nat", "rep", "ctv", a region, or "" for none [11.3.5.2a]
    removable: bool         # may it be given up for new corps? [8.5.2.5b]


def _read_units() -> list[Counter]:
    found = []
    for row in with_ids(PACK.rows("units.csv")):
        count, region = from_to(row, "count", 1, MOST), row.choice("regional", ("", *REGIONS))
        cf = from_to(row, "cf", 0, MOST)
        for n in range(1, count + 1):
            found.append(Counter(
                row.text("id") if count == 1 else f"{row.text('id')}_{n}", row.text("id"),
                CODES.index(row.choice("side", CODES)), SIZES.index(row.choice("size", SIZES)),
                row.choice("type", TYPES), row.text("label"), row.choice("entry", ENTRIES),
                REGIONS.index(region) if region else -1,
                bool(row.maybe_text("catalan")), (cf, row.maybe_integer("r_cf", cf)), from_to(row, "lf", 0, MOST),
                from_to(row, "mf", 1, MOST), from_to(row, "steps", 1, 2), row.maybe_text("card"),
                row.maybe_text("rp"), row.maybe_text("replaces"), row.flag("removable"),
            ))
    return found


UNITS: Final = tuple(_read_units())
UNIT: Final = Ids((unit.id for unit in UNITS), "units.csv")
CF: Final = (tuple(unit.cf[0] for unit in UNITS), tuple(unit.cf[1] for unit in UNITS))      # by reduced, then by unit
LF: Final = tuple(unit.lf for unit in UNITS)
MF: Final = tuple(unit.mf for unit in UNITS)
UNIT_SIDE: Final = tuple(unit.side for unit in UNITS)
UNIT_REGION: Final = tuple(unit.region for unit in UNITS)


def _those(**values: object) -> Units:
    return bitset(i for i, unit in enumerate(UNITS) if all(getattr(unit, k) == v for k, v in values.items()))


ARMY: Final[tuple[int, ...]] = (_those(side=NAT), _those(side=REP))
ALL_CORPS: Final = _those(size=CORPS)
DIVISIONS: Final = _those(size=DIVISION)
TYPE: Final = {name: _those(type=name) for name in TYPES}
MIL: Final = TYPE["MIL"]
POL: Final = TYPE["POL"]
RPA: Final = TYPE["RPA"]
INT: Final = TYPE["INT"]
AFR: Final = TYPE["AFR"]
ARMOR: Final = TYPE["T-26"] | TYPE["CV-33"] | TYPE["PZ-I"]
ITALIANS: Final = TYPE["ITA"] | TYPE["CV-33"] | TYPE["CTV"]
REGIONAL: Final = tuple(_those(region=region) for region in range(len(REGIONS)))        # by region
REGIONALS: Final = REGIONAL[0] | REGIONAL[1] | REGIONAL[2]
CATALANS: Final = _those(catalan=True)
NAVARRESE: Final = _those(label="MIL-NAV")
POUM: Final = _those(label="MIL-POUM")
INSURRECTION: Final = UNIT["nat_ins_n48"]
CTV: Final = UNIT["nat_ctv"]
EUZKADI: Final = UNIT["rep_euzkadi"]
SINGLE: Final = _those(steps=1)             # counters with one side only
REPLACING: Final = {name: _those(replaces=name) for name in ("nat", "rep", "ctv", *REGIONS)}    # [11.3.5.2a]
REMOVABLE: Final = _those(removable=True)   # [8.5.2.5b]
INITIAL_CORPS: Final = tuple(
    bitset(UNIT[name] for name in TABLES.table("mobilization").texts(f"corps_{code}"))
    for code in CODES
)                                           # by side [15.2.1a] [15.2.1b]
MILITARIZED: Final = _those(row="rep_rpa_militarization")       # the Popular Army divisions of 15.2.3

# Counters of one kind serve alike: rules offer one of them
_looks: Final = {(unit.side, unit.label, unit.cf, unit.mf): i for i, unit in reversed(list(enumerate(UNITS)))}
KIND: Final = tuple(_looks[unit.side, unit.label, unit.cf, unit.mf] for unit in UNITS)      # by unit: its kind

# boxes, numbered after the spaces: where units are that are not on the map
# by side
RESERVE: Final[tuple[int, ...]] = (SPACES, SPACES + 1)
ELIMINATED: Final[tuple[int, ...]] = (SPACES + 2, SPACES + 3)
GONE: Final[tuple[int, ...]] = (SPACES + 4, SPACES + 5)
AFRICA: Final[tuple[int, ...]] = (SPACES + 6, SPACES + 7)
TRACK: Final[tuple[int, ...]] = (SPACES + 8, SPACES + 9)
POOL: Final[tuple[int, ...]] = (SPACES + 10, SPACES + 11)
PLACES: Final = SPACES + 12
BOX_NAMES: Final = tuple(f"{name}_{code}" for name in ("reserve", "eliminated", "gone", "africa", "track", "pool")
                         for code in CODES)

# ----------------------------------------------------------------------------------------------------------- the cards

MOMENTS: Final = (
    "action", "attack", "defend",           # when events and Combat Cards are played
    "defection", "modifiers", "columns", "fire", "losses", "retreat", "advance",    # when Combat Cards act
)
ACTION, ATTACK, DEFEND, DEFECTION, MODIFIERS, COLUMNS, FIRE, LOSSES, RETREAT, ADVANCE = range(len(MOMENTS))
USES: Final = {"ops": "action", "sr": "action", "rp": "action"}
_cards: Final = PACK.rows("cards.csv")
for _row in _cards:
    if not _row.maybe_text("moments") or not _row.maybe_text("uses"):      # each can be spent, and used as printed
        raise _row.wrong("moments" if _row.maybe_text("uses") else "uses", "text")
CARDS: Final = Cards(_cards, SIDES, MOMENTS, USES)
CARD: Final = Ids(CARDS.ids, "cards.csv")
WAR_PHASES: Final = ("war_of_the_columns", "mobilization", "war_of_the_armies")
COLUMNS_PHASE, MOBILIZATION, ARMIES = range(3)


REINFORCEMENT_TYPES: Final = (("reinforcement_nat", "reinforcement_axis"), ("reinforcement_rep", "reinforcement_sov"))
CARD_TYPES: Final = ("event", "combat", "strategic_counterattack", *REINFORCEMENT_TYPES[NAT], *REINFORCEMENT_TYPES[REP])
PRINTED_CARDS: Final = tuple(CARD[f"{letter}{n}"] for letter in "nr" for n in range(1, 56))     # none is missing


class Face(NamedTuple):
    """A card as printed."""

    id: str
    side: int
    group: int              # index in WAR_PHASES
    type: str
    value: int              # OPS and SR
    rp_own: int             # NAT or REP Replacement Points
    rp_ally: int            # AXIS or SOV
    grants: int             # OPS that the event gives as well
    winter: bool            # does the event count against the Winter limit?
    corps: bool             # does the event bring corps?
    vp: int
    rm: int
    units: Units            # what the event brings
    removed_in: str         # when it leaves the game though played for OPS, SR or RP
    counts_as: str          # "sr" or "rp" if its event counts as such a play [8.3.3a] [8.4.3a]


def _units_of(row: Row) -> Units:
    found = 0
    for word in row.maybe_text("units").replace(";", " ").split():
        name, _, count = word.partition("*")
        these = [i for i, unit in enumerate(UNITS) if unit.row == name]
        if not these or str(len(these)) != count:
            raise row.wrong("units", "ids", file="units.csv")
        found |= bitset(these)
    return found


def _read_face(row: Row) -> Face:
    return Face(
        row.text("id"), SIDES.index(row.choice("by", SIDES)), WAR_PHASES.index(row.choice("deck", WAR_PHASES)),
        row.choice("type", CARD_TYPES), from_to(row, "value", 1, 9), from_to(row, "rp_own", 0, 9),
        from_to(row, "rp_ally", 0, 9),
        row.maybe_integer("grants_ops", 0), row.flag("counts_winter_limit"), row.flag("corps_reinforcement"),
        row.integer("vp"), row.integer("rm"), _units_of(row),
        row.choice("removed_in", ("", "north_end", "turn_6", "turn_12")), row.choice("counts_as", ("", "sr", "rp")),
    )


FACES: Final = tuple(_read_face(row) for row in CARDS.rows)
CARDS_OF: Final = tuple(CARDS.by)
GROUP: Final = tuple(bitset(card for card, face in enumerate(FACES) if face.group == g) for g in range(3))
COMBAT_CARDS: Final = CARDS.of("type", "combat")
COUNTERATTACKS: Final = CARDS.of("type", "strategic_counterattack")
REINFORCEMENTS: Final = tuple(tuple(CARDS.of("type", kind) for kind in kinds) for kinds in REINFORCEMENT_TYPES)
CORPS_CARDS: Final = bitset(card for card, face in enumerate(FACES) if face.corps)
AIR: Final = bitset(card for card, row in enumerate(CARDS.rows) if row.flag("air"))
FATES: Final = ("remove", "discard", "keep")
ASTERISK: Final = bitset(card for card, row in enumerate(CARDS.rows) if row.choice("fate", FATES) == "remove")
RETAINABLE: Final = bitset(card for card, row in enumerate(CARDS.rows) if row.choice("fate", FATES) == "keep")

# zones by side: hands, draw piles, discards, Combat Cards kept face up, and those of later phases
HAND: Final[tuple[int, ...]] = (0, 1)
DECK: Final[tuple[int, ...]] = (2, 3)
DISCARDS: Final[tuple[int, ...]] = (4, 5)
KEPT: Final[tuple[int, ...]] = (6, 7)
LATER: Final[tuple[int, ...]] = (8, 9)
REMOVED: Final = 10
CARDS.lay_out(
    [
        *(Zone(f"{name}_hand", side, OWN, CARDS_OF[side]) for side, name in enumerate(SIDES)),
        *(Zone(f"{name}_deck", -1, DARK, CARDS_OF[side]) for side, name in enumerate(SIDES)),
        *(Zone(f"{name}_{zone}", -1, OPEN, CARDS_OF[side]) for zone in ("discards", "kept", "later")
          for side, name in enumerate(SIDES)),
        Zone("removed", -1, OPEN, CARDS.all),
    ],
    hands=[(HAND[side], KEPT[side]) for side in (NAT, REP)],
)

# --------------------------------------------------------------------------------------------------------------- turns

_turns: Final = TABLES.tables("turn")
WAR_PHASE: Final = (0, *(WAR_PHASES.index(turn.choice("phase", WAR_PHASES)) for turn in _turns))      # by turn
WINTER: Final = (False, *(turn.flag("winter") for turn in _turns))                      # by turn
SR_LOSS: Final = (0, *(turn.integer("sr") for turn in _turns))          # by turn: halves an SR card loses [17.2.1a]
NEVER: Final = 1000
RM_WINS: Final = (                      # by side, then by turn: Republican Morale that wins at once [5.2.2a]
    (-NEVER, *(turn.maybe_integer("rm_nat", -NEVER) for turn in _turns)),
    (NEVER, *(turn.maybe_integer("rm_rep", NEVER) for turn in _turns)),
)

# ----------------------------------------------------------------------------------------------------------- scenarios

_file: Final = PACK.toml("scenarios.toml")
_common: Final = _file.table("common")
ROUNDS: Final = _common.integer("rounds")                   # Action Rounds of each side in a Turn
HAND_SIZE: Final = _common.integer("hand")
LARGE_HAND: Final = _common.table("hand_nat")               # [6.0.A.3b]
SMALL_HAND: Final = _common.table("hand_rep")
STACK: Final = _common.integer("stacking")                  # [9.1.1a]


class Scenario(NamedTuple):
    id: str
    first: int              # Turns
    last: int
    setup: Table
    wins: int               # Victory Points with which the Nationalists win
    draw: int               # and those of a draw
    groups: tuple[int, ...]         # of cards in the decks
    dealt: tuple[str, ...]          # cards the Nationalists hold before they draw
    corps_card: bool        # is each first hand drawn anew until it has a card that brings corps? [4.3.2a]


def _read_scenario(table: Table) -> Scenario:
    first, last, decks, dealt = (
        table.integer("first_turn"), table.integer("last_turn"), table.texts("decks"), table.texts("dealt_nat")
    )
    if not 1 <= first <= last <= len(_turns):
        raise table.wrong("last_turn", "from_to", low=max(first, 1), high=len(_turns))
    if not set(decks) <= set(WAR_PHASES):
        raise table.wrong("decks", "words", allowed=WAR_PHASES)
    if not set(dealt) <= CARD.keys():
        raise table.wrong("dealt_nat", "ids", file=CARD.file)
    return Scenario(
        table.text("id"), first, last, _file.table("setups").table(table.text("setup")), table.integer("vp_nat_wins"),
        table.integer("vp_draw"), tuple(map(WAR_PHASES.index, decks)), tuple(dealt), table.flag("corps_card"),
    )


SETTINGS: Final = tuple(_read_scenario(table) for table in _file.tables("scenario"))
SCENARIOS: Final = tuple(setting.id for setting in SETTINGS)
for _n, _table in enumerate(_file.tables("scenario")):
    if _table.text("id") in SCENARIOS[:_n]:
        raise _table.wrong("id", "own_id")
OPTIONS: Final = {"corridor_of_grado": tuple(TABLES.table("options").texts("corridor_of_grado"))}

CHANGES: Final = (          # where they come from: of Victory Points and changes of Republican Morale [5.1.2] [16.3.3]
    "madrid", "main_city", "capital", "oviedo", "siege", "border", "north", "divided", "event", "counterattack",
    "priority",
)
NAMES: Final = {
    "space": Names((*SPACE_NAMES, *BOX_NAMES)), "unit": Names([unit.id for unit in UNITS]), "card": Names(CARDS.ids),
    "side": Names(SIDES), "siege": Names(SIEGES), "points": Names(("nat", "axis", "rep", "sov")),
    "source": Names(CHANGES),
    "half": Names([f"{n / 2:g}" for n in range(100)]),
}
