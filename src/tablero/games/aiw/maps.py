"""What is printed, drawn once: the Map of the North, the rest of Spain at its right, the cards, the Battle board."""

from __future__ import annotations

from functools import cache

from tablero.games.aiw.board import (
    AREA_NAMES, AREAS, CARD_TYPES, CARLIST, CARLIST_ZONE, CITIES, COASTAL, FACES, FRANCE, LIBERAL_ZONE, LOADS, NORTH,
    PACK, PLACE, PORTS, REFUGES, REGIONS, ROUGH, SACK, SIDES, SPACES, TOWNS
)
from tablero.games.aiw.state import INSIDE, Aiw, Area, Load, Side, Spot, area_of, origin_of
from tablero.kernel.scene import Board, Card, Line, Shape, Space

MAP_ID = "map:war"
BATTLE_ID = "board:battle"
WIDTH, HEIGHT = 1680, 800
NORTH_EDGE = 1000                                       # the Map of the North ends here
SPAIN_LEFT, SPAIN_TOP, SPAIN_SCALE = 1040, 40, 0.62     # where the rest of Spain is drawn
SPAIN_FRAME = (1030, 30, 1670, 560)                     # left, top, right, bottom
SIDES_OF_SPACE = ("n", "ne", "e", "se", "s", "sw", "w", "nw")

# --------------------------------------------------------------------------------------------------------- the maps


def board(s: Aiw) -> Board:
    """Both maps, the cards, and the Battle board."""
    return _board()


@cache
def _board() -> Board:
    spaces = tuple(_space(x) for x in range(AREAS))
    cards = tuple(Card(f"card:{c.id}", SIDES[c.side], CARD_TYPES[c.type], c.year) for c in FACES)
    return Board(MAP_ID, "points", WIDTH, HEIGHT, spaces, _lines(), _shapes(), cards, (_battle_board(),))


def place(x: Area) -> str:
    """An area as things refer to it."""
    return f"space:{AREA_NAMES[x]}"


def load_id(side: Side, kind: Load, spot: Spot) -> str:
    """Guns or a Knapsack as things refer to them."""
    x = AREA_NAMES[area_of(spot)]
    where = x if spot < AREAS else f"{x}.inside" if spot < INSIDE + AREAS else f"{x}.from{origin_of(spot)}"
    return f"knapsack:{SIDES[side]}.{where}" if kind == SACK else f"gun:{SIDES[side]}.{LOADS[kind]}.{where}"


def _space(x: Area) -> Space:
    across, down = PLACE[x] if x < SPACES else _in_spain(*PLACE[x])
    marks = tuple(mark for mark, areas in _MARKS.items() if areas >> x & 1) + (_PRINTED[x],)
    terrain = "rough" if ROUGH >> x & 1 else "open"
    return Space(place(x), across, down, terrain, f"space.{AREA_NAMES[x]}.name", marks)


_MARKS = {
    "type.city": CITIES, "type.main_town": TOWNS, "type.refuge": REFUGES,
    "type.other": NORTH & ~(CITIES | TOWNS | REFUGES), "type.region": REGIONS,
    "port": PORTS, "coast": COASTAL, "france": FRANCE, "zone.carlist": CARLIST_ZONE,
    "zone.liberal": LIBERAL_ZONE,
}

# by area: where its name stands, or how far an Uprising may go
_PRINTED = (
    *(f"label.{row.choice('label', SIDES_OF_SPACE)}" for row in PACK.rows("spaces.csv")),
    *(
        f"uprising.{row.integer('min_uprising')}.{row.integer('max_uprising')}"
        for row in PACK.rows("regions.csv") if row.flag("is_region")
    ),
)


def _in_spain(x: float, y: float) -> tuple[float, float]:
    return round(x * SPAIN_SCALE + SPAIN_LEFT, 1), round(y * SPAIN_SCALE + SPAIN_TOP, 1)


def _lines() -> tuple[Line, ...]:
    """[4.4] [4.5] [23.0e] Roads by type, connections of the North with regions, borders of regions."""
    roads = [(row, row.text("type")) for row in PACK.rows("roads.csv")]
    links = [(row, "border" if row.text("kind") == "region" else "connection") for row in PACK.rows("region_links.csv")]
    return tuple(Line(f"space:{row.text('a')}", f"space:{row.text('b')}", kind) for row, kind in (*roads, *links))


def _shapes() -> tuple[Shape, ...]:
    """What is drawn under the spaces of both maps, and a frame for each, which comes first. A region is named by its
    area, a lettering by its message."""
    left, top, right, bottom = SPAIN_FRAME
    shapes = {
        "north": [Shape("frame", (0, 0, NORTH_EDGE, 0, NORTH_EDGE, HEIGHT, 0, HEIGHT))],
        "spain": [Shape("frame", (left, top, right, top, right, bottom, left, bottom))],
    }
    for row in PACK.rows("shapes.csv"):
        numbers = [float(word) for word in row.text("points").split()]
        points = list(zip(numbers[::2], numbers[1::2], strict=True))
        if row.text("map") == "spain":
            points = [_in_spain(*point) for point in points]
            points = [(min(max(x, left), right), min(max(y, top), bottom)) for x, y in points]
        else:
            points = [(min(x, NORTH_EDGE), y) for x, y in points]
        flat = tuple(number for point in points for number in point)
        kind, name = row.text("kind"), row.maybe_text("name")
        shapes[row.text("map")].append(Shape(kind, flat, f"space:{name}" if kind == "region" else name))
    return (*shapes["north"], *shapes["spain"])


# ------------------------------------------------------------------------------------------------- the Battle board

# [17.1] by box: x and y of the Carlist one; those of the Liberals are mirrored below
BOX_PLACES = {
    "infantry": (380, 240), "cavalry": (780, 240), "reserve": (300, 90), "demoralized": (560, 90), "guns": (740, 90),
    "train": (900, 90),
}
BATTLE_WIDTH, BATTLE_HEIGHT = 1000, 640
BOXES = tuple(f"{side}.{box}" for side in SIDES for box in BOX_PLACES)
BOX_MARKS = {"infantry": ("front", "grow.5"), "cavalry": ("front", "grow.2")}      # drawn large; how they share the row
INFANTRY_BOX, CAVALRY_BOX, RESERVE_BOX, DEMORALIZED_BOX, GUNS_BOX, TRAIN_BOX = range(len(BOX_PLACES))


def _battle_board() -> Board:
    spaces = []
    for side in SIDES:
        for box, (x, y) in BOX_PLACES.items():
            down = y if side == SIDES[CARLIST] else BATTLE_HEIGHT - y
            marks = f"side.{side}", *BOX_MARKS.get(box, ())
            spaces.append(Space(f"box:{side}.{box}", x, down, "box", f"box.{box}", marks))
    return Board(BATTLE_ID, "boxes", BATTLE_WIDTH, BATTLE_HEIGHT, tuple(spaces))
