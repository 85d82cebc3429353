"""What is printed: the map, the Leaders, the counters, the cards and the tables, read once from the pack.

What the numbers are (Duchies, Leaders, Powers, cards) and the sets of them stands in state.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from tablero.kernel.actions import Names
from tablero.kernel.bits import bitset
from tablero.kernel.cards import DARK, OPEN, OWN, Cards, Zone
from tablero.kernel.graph import Graph
from tablero.kernel.packs import Ids, Pack, Row, Table, from_to, with_ids

if TYPE_CHECKING:       # state.py is made from this module
    from tablero.games.wellington.state import Duchies, Duchy, Leader, Power

PACK: Final = Pack.of("wellington")
TABLES: Final = PACK.toml("tables.toml")

# [1.1a] [1.3a] [20aw] Powers in the order of the Impulse Track; seats are Powers. The sides alternate: `power & 1` is
# the side, and `power ^ 2` the Ally. Their colours are in look.toml [1.1c].
POWERS: Final = ("britain", "sud", "spain", "nord")
BRITAIN: Final = 0
SUD: Final = 1
SPAIN: Final = 2
NORD: Final = 3
ALLIES: Final = 0
FRENCH: Final = 1
SIDES: Final[tuple[tuple[int, int], ...]] = ((BRITAIN, SPAIN), (SUD, NORD))      # by side: its Powers
TRACK: Final = tuple(tuple((power + n) % 4 for n in range(1, 5)) for power in range(4))     # by Power: from the next on


def _id(row: Row, column: str, ids: Ids) -> int:
    """The thing that a cell names."""
    if row.text(column) not in ids:
        raise row.wrong(column, "ids", file=ids.file)
    return ids[row.text(column)]


# ------------------------------------------------------------------------------------------------------------- the map

_duchies: Final = with_ids(PACK.rows("duchies.csv"))
DUCHY_NAMES: Final = tuple(row.text("id") for row in _duchies)
DUCHY: Final = Ids(DUCHY_NAMES, "duchies.csv")
DUCHIES: Final = len(_duchies)
ALL_DUCHIES: Final = (1 << DUCHIES) - 1
_WORDS: Final = {
    "country": ("spain", "portugal", "france", "gibraltar", "offmap"), "port": ("none", "minor", "major"),
    "sea_zone": ("none", "atlantic", "mediterranean", "both"), "home_power": ("none", *POWERS),
    "symbol_1812": ("none", "blue_dot", "green_triangle"), "control_1812": POWERS, "control_1813": POWERS,
}                                   # what the columns may say; the others say 0 or 1


def _with(column: str, *values: str) -> Duchies:
    allowed = _WORDS.get(column, ("0", "1"))
    return bitset(x for x, row in enumerate(_duchies) if row.choice(column, allowed) in values)


def duchies(*names: str) -> Duchies:
    return bitset(DUCHY[name] for name in names)


# [1.21a] [1.21c] [1.21d] [1.21e] [1.21g] [1.21h] [1.21i] [1.21j] [20w] what the map says of each Duchy
KEYS: Final = _with("key", "1")                                      # [20t]
FORTRESSES: Final = _with("fortress", "1")                          # as printed; Hasty Fortresses are in the state
STRENGTH: Final = tuple(
    from_to(row, "fortress_strength", 1, 9) if FORTRESSES >> x & 1 else 0 for x, row in enumerate(_duchies)
)                                                                   # built-in, by Duchy
IN_SPAIN: Final = _with("country", "spain")                         # [20aq]
IN_PORTUGAL: Final = _with("country", "portugal")
IN_FRANCE: Final = _with("country", "france")
SPANISH_KEYS: Final = KEYS & IN_SPAIN
PORTUGUESE_KEYS: Final = KEYS & IN_PORTUGAL
MINOR_PORTS: Final = _with("port", "minor")
MAJOR_PORTS: Final = _with("port", "major")
PORTS: Final = MINOR_PORTS | MAJOR_PORTS
ZONES: Final = (_with("sea_zone", "atlantic", "both"), _with("sea_zone", "mediterranean", "both"))
OCCUPIED_1812: Final = (0, _with("symbol_1812", "green_triangle"), 0, _with("symbol_1812", "blue_dot"))     # by Power
SYMBOLS: Final = OCCUPIED_1812[SUD] | OCCUPIED_1812[NORD]           # Duchies with a dot or a triangle
ORIGINAL: Final = tuple(_with("control_1812", name) for name in POWERS)     # by Power: its own without Flags
OWNER: Final = tuple(POWERS.index(row.text("control_1812")) for row in _duchies)       # by Duchy: its original owner
PRINTED_HOME: Final = tuple(_with("home_power", name) for name in POWERS)   # by Power
MADRID, LISBON, GIBRALTAR, PORTO = DUCHY["madrid"], DUCHY["lisbon"], DUCHY["gibraltar"], DUCHY["porto"]
PLYMOUTH: Final = DUCHY["plymouth"]                                 # off the map, no Duchy for any count [6.3h]
ON_MAP: Final = ALL_DUCHIES & ~(1 << PLYMOUTH)
POSITION: Final = tuple((row.integer("x"), row.integer("y")) for row in _duchies)      # where it is drawn

LINE_KINDS: Final = ("clear", "rough", "river", "pass")
CLEAR: Final = 0
ROUGH: Final = 1
RIVER: Final = 2
PASS: Final = 3


def _ends(row: Row) -> tuple[Duchy, Duchy]:
    a, b = _id(row, "a", DUCHY), _id(row, "b", DUCHY)
    if a == b:
        raise row.wrong("b", "own_link")
    return a, b


def _read_lines() -> list[tuple[Duchy, Duchy, int]]:
    found: dict[frozenset[Duchy], tuple[Duchy, Duchy, int]] = {}
    for row in PACK.rows("lines.csv"):
        a, b = _ends(row)
        if frozenset((a, b)) in found:
            raise row.wrong("b", "own_link")
        found[frozenset((a, b))] = a, b, LINE_KINDS.index(row.choice("type", LINE_KINDS))
    return list(found.values())


# [1.2a] [1.22a] [1.22b] [20af] what each kind of line does is said where it counts: 9.41, 10.3, 10.4, 10.7, 11.4
MAP: Final = Graph(DUCHIES, _read_lines())          # Lines of March; `MAP.edge_kind(a, b)` is CLEAR ... or -1
NEAR: Final = MAP.near_bits                         # by Duchy: those Adjacent to it [1.23a] [1.23b]

# --------------------------------------------------------------------------------------------------------- the Leaders

_leaders: Final = with_ids(PACK.rows("leaders.csv"))
LEADER_NAMES: Final = tuple(row.text("id") for row in _leaders)
LEADER: Final = Ids(LEADER_NAMES, "leaders.csv")
LEADER_POWER: Final = tuple(POWERS.index(row.choice("power", POWERS)) for row in _leaders)
# [1.6a] [1.6b] [1.6f] [20i]
BATTLE_RATING: Final = tuple(from_to(row, "battle_rating", 1, 5) for row in _leaders)
COMMAND_RATING: Final = tuple(from_to(row, "command_rating", 4, 9) for row in _leaders)
LEADERS: Final = tuple(bitset(l for l, p in enumerate(LEADER_POWER) if p == power) for power in range(4))  # by Power
SIDE_LEADERS: Final[tuple[int, ...]] = (LEADERS[BRITAIN] | LEADERS[SPAIN], LEADERS[SUD] | LEADERS[NORD])
WELLINGTON, SOULT = LEADER["wellington"], LEADER["soult"]

# boxes, numbered after the Duchies: where Leaders are that are not on the map
UNBUILT: Final = DUCHIES
REGROUP: Final = DUCHIES + 1
PLACES: Final = DUCHIES + 2

# -------------------------------------------------------------------------------------------------------- the Soldiers

INFANTRY: Final = 0
CAVALRY: Final = 1
ARTILLERY: Final = 2
ARMS: Final = ("infantry", "cavalry", "artillery")
_strength: Final = TABLES.table("strength")
SP_OF: Final = tuple(_strength.integer(arm) for arm in ARMS)       # Strength Points of a counter [1.5a]


_counters: Final = with_ids(PACK.rows("counters.csv"))
_counter: Final = Ids((row.text("id") for row in _counters), "counters.csv")


def _read_mix(power: Power) -> tuple[int, int, int]:
    found = [from_to(_counters[_counter[f"{arm}_{POWERS[power]}"]], "count", 1, 99) for arm in ARMS]
    return found[0], found[1], found[2]


MIX: Final = tuple(_read_mix(power) for power in range(4))         # by Power: counters of each arm [1.5c]
_limits: Final = TABLES.table("limits")
FLAGS: Final = (_limits.integer("flags_allied"), _limits.integer("flags_french"))      # by side [1.7c]
HAND_LIMIT: Final = _limits.integer("hand_non_home")
RESOURCE_LIMIT: Final = _limits.integer("resources_end_of_turn")
CONVOY_PIECES: Final = _limits.integer("convoy_pieces")
FREE_MARCH: Final = _limits.integer("forced_march_free_duchies")
HASTY_FORTRESSES: Final = _limits.integer("hasty_fortresses")

# ----------------------------------------------------------------------------------------------------------- the cards

MOMENTS: Final = (
    "card_play", "own_step", "impulse_start", "resource_spent", "event_declared", "move_declared", "naval_declared",
    "reaction", "interception_declared", "interception_rolled", "evasion_declared", "evasion_rolled",
    "offensive_interception", "step_settled", "attrition_rolled", "battle_start", "battle_round", "round_result",
    "combat_won", "siege_start", "siege_round", "siege_result",
)                                   # the windows in which cards are played
(
    CARD_PLAY, OWN_STEP, IMPULSE_START, RESOURCE_SPENT, EVENT_DECLARED, MOVE_DECLARED, NAVAL_DECLARED,
    REACTION, INTERCEPTION_DECLARED, INTERCEPTION_ROLLED, EVASION_DECLARED, EVASION_ROLLED,
    OFFENSIVE_INTERCEPTION, STEP_SETTLED, ATTRITION_ROLLED, BATTLE_START, BATTLE_ROUND, ROUND_RESULT,
    COMBAT_WON, SIEGE_START, SIEGE_ROUND, SIEGE_RESULT,
) = range(len(MOMENTS))
CARDS: Final = Cards(PACK.rows("cards.csv"), POWERS, MOMENTS, {"cp": "card_play"})
CARD: Final = Ids(CARDS.ids, "cards.csv")          # by id; their numbers and names are data [20ax]
CARD_TYPES: Final = ("event", "response", "battle", "siege", "battle_siege", "must_play")
FATES: Final = ("discard", "remove", "remove_if_french", "reserve", "give_to_spain")
DECKS: Final = ("common", "home_britain", "home_spain", "home_france")
NUMBER: dict[int, int] = {}        # by its printed number: the card
for _card, _row in enumerate(CARDS.rows):
    _row.choice("type", CARD_TYPES)
    _row.choice("fate", FATES)
    _row.choice("deck", DECKS)
    for _column in ("plus", "removed_1813"):
        _row.choice(_column, ("y", "n"))
    if NUMBER.setdefault(_row.integer("number"), _card) != _card:
        raise _row.wrong("number", "own_id")
COMMON: Final = CARDS.of("deck", "common")
# [1.10c] [1.10d]
HOME_DECK: Final = tuple(
    CARDS.of("deck", name) for name in ("home_britain", "home_france", "home_spain", "home_france")
)                                   # by Power; the French share one
HOME_CARDS: Final = HOME_DECK[BRITAIN] | HOME_DECK[SPAIN] | HOME_DECK[NORD]
CP: Final = tuple(from_to(row, "cp", 0, 9) for row in CARDS.rows)         # by card: its Command Points
PLUS: Final = CARDS.of("plus", "y")
MUST_PLAY: Final = CARDS.of("type", "must_play")
RESPONSES: Final = CARDS.of("type", "response")
BATTLE_CARDS: Final = CARDS.of("type", "battle") | CARDS.of("type", "battle_siege") | 1 << CARD["spanish_mob"]
SIEGE_CARDS: Final = CARDS.of("type", "siege") | CARDS.of("type", "battle_siege")
REMOVED_1813: Final = CARDS.of("removed_1813", "y")

# zones: by Power its common cards, its Home cards, and Home cards of others that it may use for their CPs only [1.10d]
HAND: Final[tuple[int, ...]] = (0, 1, 2, 3)
HOME: Final[tuple[int, ...]] = (4, 5, 6, 7)
GUEST: Final[tuple[int, ...]] = (8, 9, 10, 11)
RESERVE: Final = (12, 13, 14, 13)           # by Power: the Reserve of its Home deck; the French share one
DRAW_PILE: Final = 15
DISCARDS: Final = 16
REMOVED: Final = 17
TABLE: Final = 18
UNPLAYED: Final = tuple(range(19, 23))      # by Power: common cards of the last Turn while new ones are drawn [16.42b]
CARDS.lay_out(
    [
        *(Zone(f"{name}_hand", power, OWN, COMMON) for power, name in enumerate(POWERS)),
        *(Zone(f"{name}_home", power, OWN, HOME_DECK[power]) for power, name in enumerate(POWERS)),
        *(Zone(f"{name}_guest", power, OWN, HOME_CARDS) for power, name in enumerate(POWERS)),
        *(Zone(f"{name}_reserve", -1, DARK, HOME_DECK[power])
          for power, name in ((BRITAIN, "british"), (SUD, "french"), (SPAIN, "spanish"))),
        Zone("draw_pile", -1, DARK, COMMON),
        Zone("discards", -1, DARK, COMMON),                 # those of a Mulligan lie there unseen [2.6]
        Zone("removed", -1, OPEN, CARDS.all),
        Zone("table", -1, OPEN, CARDS.all),                 # a card while it is being played
        *(Zone(f"{name}_unplayed", power, OWN, COMMON) for power, name in enumerate(POWERS)),
    ],
    hands=[(HAND[power], HOME[power]) for power in range(4)],      # cards of others are no Events
)

# ----------------------------------------------------------------------------------------------------------- scenarios

_file: Final = PACK.toml("scenarios.toml")
_scenarios: Final = _file.table("scenario")


class Start(NamedTuple):
    """A start of the game, as printed on the Headquarters Cards [2.2a]."""

    id: str                             # "1812" or "1813"
    year: int
    last: int                           # the year after which the game is over
    control: tuple[Duchies, ...]        # by Power
    soldiers: tuple[tuple[Power, Duchy, int], ...]
    leaders: tuple[tuple[Leader, Duchy], ...]
    commanders: tuple[tuple[Duchy, Leader], ...]        # named where two Powers share a Duchy
    resources: tuple[int, ...]          # by Power
    home_cards: tuple[int, ...]
    other_cards: tuple[int, ...]
    reminders: tuple[int, ...]          # cards whose Event counts as played
    late_preemption: bool               # none in the first Round [4.22i]


def _by_power(table: Table) -> tuple[int, ...]:
    return tuple(from_to(table, name, 0, 99) for name in POWERS)


def _read_soldiers(rows: list[Row]) -> tuple[tuple[Power, Duchy, int], ...]:
    """The Soldiers of a set-up: no more counters than there are."""
    left = [list(mix) for mix in MIX]
    found = []
    for row in rows:
        power, sps = POWERS.index(row.choice("power", POWERS)), 0
        for arm, column in enumerate(ARMS):
            n = from_to(row, column, 0, left[power][arm])
            left[power][arm] -= n
            sps += SP_OF[arm] * n
        found.append((power, _id(row, "duchy", DUCHY), sps))
    return tuple(found)


def _read_leaders(rows: list[Row]) -> tuple[tuple[Leader, Duchy], ...]:
    """The Leaders of a set-up: each once, with Soldiers of his Power."""
    found: dict[Leader, Duchy] = {}
    for row in rows:
        if row.maybe_text("leader"):
            power = POWERS.index(row.text("power"))
            leader = LEADER[row.choice("leader", [n for n, p in zip(LEADER_NAMES, LEADER_POWER, strict=True)
                                                  if p == power])]
            if leader in found:
                raise row.wrong("leader", "own_id")
            found[leader] = _id(row, "duchy", DUCHY)
    return tuple(found.items())


def _read_commanders(table: Table) -> tuple[tuple[Duchy, Leader], ...]:
    found = []
    for x in table.keys():          # noqa: SIM118
        if x not in DUCHY:
            raise table.wrong(x, "ids", file=DUCHY.file)
        found.append((DUCHY[x], LEADER[table.choice(x, LEADER_NAMES)]))
    return tuple(found)


def from_least(row: Table, n: int, least: int) -> int:
    """From which roll on a row of a table counts; the first one has no lower end."""
    if n == 0 and row.has("min"):
        raise row.wrong("min", "no_gap")
    return row.maybe_integer("min", least) if n == 0 else row.integer("min")


def numbered(table: Table, key: str, numbers: list[int]) -> tuple[int, ...]:
    """The cards with printed numbers that a table names."""
    if not NUMBER.keys() >= set(numbers):
        raise table.wrong(key, "ids", file=CARD.file)
    return tuple(NUMBER[n] for n in numbers)


def _read_start(name: str) -> Start:
    table = _scenarios.table(name)
    rows = PACK.rows(table.text("setup"))
    soldiers, leaders = _read_soldiers(rows), _read_leaders(rows)
    column = table.choice("control_column", ("control_1812", "control_1813"))
    control = tuple(_with(column, power) for power in POWERS)
    year = from_to(table, "start_turn", YEARS[0], YEARS[-1])
    return Start(
        name, year, from_to(table, "end_turn", year, YEARS[-1]), control, soldiers, leaders,
        _read_commanders(table.table("commanders")),
        _by_power(table.table("resources")), _by_power(table.table("home_cards")),
        _by_power(table.table("other_cards")),
        numbered(table, "reminders", table.integers("reminders")), table.flag("no_preemption_first_round"),
    )


YEARS: Final = (1812, 1813, 1814)               # the Turn Track [1.4a]
STARTS: Final = tuple(_read_start(name) for name in ("1812", "1813"))
SCENARIOS: Final = tuple(start.id for start in STARTS)
PLAYERS: Final = ("four", "three_french", "three_allies", "two")      # who plays which Powers [2.1a]
BIDS: Final = tuple(map(str, range(7)))         # SPs that the highest bidder removes [2.1c]
OPTIONS: Final = {"players": PLAYERS, "bidder": ("none", *POWERS), "bid": BIDS}

NAMES: Final = {
    "duchy": Names((*DUCHY_NAMES, "unbuilt", "regroup")), "leader": Names(LEADER_NAMES), "card": Names(CARDS.ids),
    "power": Names(POWERS), "camp": Names(("allied", "french")), "arm": Names(ARMS), "line": Names(LINE_KINDS),
    "half": Names([f"{n / 2:g}" for n in range(400)]),
}
