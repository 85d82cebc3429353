"""The seven battles as the rules use them: map, units, zones and numbers, built once from the pack.

Hexes, units, factor markers are small numbers; sets of hexes are bitsets. Nothing here changes during a game.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from tablero.kernel.actions import Names
from tablero.kernel.bits import bitset, union
from tablero.kernel.hexes import DIRECTIONS, Grid
from tablero.kernel.packs import Pack, Row, Table

if TYPE_CHECKING:       # the state is made of what stands here
    from tablero.games.dpyr.state import Facing, Hex, Hexes, Kind, Morale, Side

PACK: Final = Pack.of("dpyr")

CARLIST: Final = 0
LIBERAL: Final = 1
SIDES: Final = ("carlist", "liberal")

INFANTRY: Final = 0
CAVALRY: Final = 1
ARTILLERY: Final = 2
GEFE: Final = 3
KINDS: Final = ("infantry", "cavalry", "artillery", "gefe")

MACUTO: Final = 0
CHUSQUERO: Final = 1
PISTOLO: Final = 2
BRUTO: Final = 3
MORALE: Final = ("M", "C", "P", "B")

CLEAR: Final = 0
FOREST: Final = 1
BUILDING: Final = 2
MOUNTAIN: Final = 3
RIVER: Final = 4
TERRAIN: Final = ("clear", "forest", "building", "mountain", "river")

MONTEAR: Final = 0
MOJAR: Final = 1
BATIR: Final = 2
BALA_RASA: Final = 3
CAMPI: Final = 4
PUENTE: Final = 5
RISTRE: Final = 6
CORDA: Final = 7
PASSED: Final = 8
ACTIONS: Final[tuple[str, ...]] = (
    "montear", "mojar", "batir", "bala_rasa", "campi", "puente", "ristre", "corda", "pass",
)

GRID: Final = Grid(28, 17)


class Factors(NamedTuple):
    """[3.0k] A combat factor marker gives fire, attack and defence."""

    fire: int
    attack: int
    defence: int


def _by(table: Table, names: tuple[str, ...]) -> tuple[int, ...]:
    return tuple(table.integer(name) for name in names)


def _die_table(rows: list[Table]) -> tuple[int, ...]:
    found = [0] * 7
    for row in rows:
        for face in row.integers("die"):
            found[face] = row.integer("defence")
    if 0 in found[1:]:
        raise rows[0].wrong("die", "die_faces")
    return tuple(found)


def _hit_table(rows: list[Table]) -> tuple[int, ...]:
    top = max(row.integer("min") for row in rows)
    found = [0] * (top + 1)
    for row in rows:
        for n in range(row.integer("min"), min(row.integer("max"), top) + 1):
            found[n] = min(row.integers("hit_on"))
    if 0 in found:
        raise rows[0].wrong("min", "no_gap")
    return tuple(found)


class Tables:
    """The printed tables, from tables.toml."""

    def __init__(self, pack: Pack) -> None:
        t, graded = pack.toml("tables.toml"), pack.toml("scenarios.toml").table("variant").table("graded_victory")
        moves, mojar, batir, bala = t.table("movement"), t.table("mojar"), t.table("batir"), t.table("bala_rasa")
        shock, rally, gefe, corda = mojar.table("modifiers"), t.table("reingreso"), t.table("gefe"), t.table("corda")
        stacking, worth = t.table("stacking"), graded.table("values")
        rebote, bote = bala.table("rebote"), bala.table("bote")
        signs = {row.text("id"): row.integer("drm") for row in bala.tables("modifier")}
        # [action][kind] hexes; 0 where the class does not move
        self.movement = tuple(
            _by(moves.table(action), KINDS) if moves.has(action) else (0, 0, 0, 0) for action in ACTIONS
        )
        self.road = _by(moves.table("montear_road"), KINDS)                         # [kind] Montear by road
        self.capacity = (*_by(stacking, TERRAIN[:4]), stacking.integer("ford"))     # [terrain] units a hex holds
        # [differential] least die that hits, the last entry holds for all above
        self.mojar = _hit_table(mojar.tables("result"))
        self.building = _die_table(mojar.tables("building_modifier"))               # [die] defence
        self.mountain = _die_table(mojar.tables("mountain_modifier"))               # [die] defence
        self.attackers = mojar.integer("max_attackers_per_hex")                     # units against one hex
        self.rear = shock.integer("attack_per_unit_in_rearguard_hex")
        self.support = shock.integer("defence_per_adjacent_unattacked_friend")
        self.forest = shock.integer("defence_forest")
        self.cross = shock.integer("st_ferdinand_cross_attack")
        self.batir_range = batir.integer("max_range")
        self.batir_cap = batir.integer("cap")
        self.batir_floor = batir.integer("floor")
        self.batir_ammunition = batir.integer("ammunition_per_firing_unit")         # for a shot
        self.batir_damage = batir.integer("fire_damage")
        self.paqueo_damage = batir.integer("paqueo_fire_damage")
        self.batir = {row.text("id"): row.integer("drm") for row in batir.tables("modifier")}    # modifiers by id
        self.salvoes = bala.integer("salvos_per_gun")                               # of a battery
        self.battery_ammunition = bala.integer("ammunition_per_gun")                # for all its salvoes
        self.salvo_damage = bala.integer("fire_damage")
        # least distance of a salvo in an enemy activation
        self.kept_salvo_distance = bala.integer("kept_salvo_min_distance")
        # least and most hexes by which the second target is further away
        self.rebote = (rebote.integer("second_target_min_further"), rebote.integer("second_target_max_further"))
        self.canister_distance = bote.integer("distance_multiplier")    # by which the distance is multiplied
        self.canister_damage = bote.integer("fire_damage")
        self.bala_rasa = signs
        # the same with the signs of the text
        self.bala_rasa_text = signs | {
            row.text("id"): row.integer("original") for row in bala.tables("modifier") if row.has("original")
        }
        self.double_shock = t.table("ristre").integer("attack_multiplier_target_has_shock")
        self.triple_fire = t.table("ristre").integer("attack_multiplier_target_has_fire")
        self.square = _by(t.table("square").table("success_min_1d6"), MORALE)       # [morale] least die
        # [morale] damage at which a unit is withdrawn
        self.limit = _by(t.table("chaqueteo").table("removal_at"), MORALE)
        self.rally = _by(rally.table("minimum"), MORALE)                            # [morale] least roll
        self.rally_no_ammunition = rally.integer("drm_ammunition_zero")
        self.rally_gefe_killed = rally.integer("drm_gefe_killed_this_or_last_turn")
        self.rally_gefe_checked = rally.integer("drm_gefe_checked_for_fire_damage_this_turn")
        self.gefe_check = gefe.integer("elimination_check_at")
        self.gefe_survives = gefe.integer("check_minimum")
        self.corda_units = corda.integer("max_enemy_units")
        self.corda_least = corda.integer("success_min")
        self.corda_brute = corda.integer("drm_enemy_has_b_unit")
        self.corda_single = corda.integer("drm_enemy_has_one_unit")
        self.worth = _by(worth, MORALE)                                             # [morale] graded victory
        self.worth_artillery = worth.integer("artillery")
        self.worth_gefe = worth.integer("gefe")
        self.narrow = graded.integer("margin")
        self.clear = graded.integer("decisive")


TABLES: Final = Tables(PACK)


def _read_markers(pack: Pack) -> tuple[tuple[str, ...], tuple[Factors, ...], tuple[int, ...]]:
    rows = pack.rows("factor_markers.csv")
    factors = tuple(Factors(r.integer("fire"), r.integer("attack"), r.integer("defence")) for r in rows)
    return tuple(r.text("id") for r in rows), factors, tuple(r.integer("quantity") for r in rows)


MARKER_NAMES, MARKERS, MARKER_COUNTS = _read_markers(PACK)
# [2.1b] Of the other markers in the mix the morale markers are never read: they are a relic.
CUP: Final = tuple(m for m, n in enumerate(MARKER_COUNTS) for _ in range(n))     # [3.0b] all of them in one container


class Field:
    """A map."""

    def __init__(self, pack: Pack, name: str) -> None:
        rows = pack.rows(f"maps/{name}.csv")
        if [r.text("hex") for r in rows] != list(GRID.names):
            raise rows[0].wrong("hex", "hexes_in_order", first="0101", last="2817")
        self.name = name
        self.terrain = tuple(TERRAIN.index(r.choice("terrain", TERRAIN)) for r in rows)
        crossing = [r.maybe_text("crossing") for r in rows]
        open_river = [t == RIVER and c in ("ford", "bridge") for t, c in zip(self.terrain, crossing, strict=True)]
        self.land = bitset(x for x, t in enumerate(self.terrain) if t != RIVER or open_river[x])
        self.river = bitset(x for x, t in enumerate(self.terrain) if t == RIVER)
        self.broken_bridge = bitset(x for x, c in enumerate(crossing) if c == "broken_bridge")
        self.forest = self._all(FOREST)
        self.building = self._all(BUILDING)
        self.mountain = self._all(MOUNTAIN)
        self.cover = self.forest | self.building            # where concealment holds
        self.obstacles = self.cover | self.mountain         # what blocks a line of fire
        self.deep_forest = bitset(                          # forest hexes that are no edge
            x for x in range(GRID.size) if (self.forest >> x) & 1 and not GRID.near_bits[x] & ~self.forest
        )
        self.capacity = tuple(TABLES.capacity[t] for t in self.terrain)
        self.bank = tuple(r.maybe_integer("bank", 0) for r in rows)
        self.road = tuple(self._roads(r) for r in rows)
        self.place = tuple(r.maybe_text("place") for r in rows)
        self.by_the_river = bitset(x for x in range(GRID.size) if GRID.near_bits[x] & self.river)

    def _all(self, terrain: int) -> Hexes:
        return bitset(x for x, t in enumerate(self.terrain) if t == terrain)

    @staticmethod
    def _roads(row: Row) -> tuple[Hex, ...]:
        names = row.words("road_to")
        here = GRID.names.index(row.text("hex"))
        for name in names:
            if name not in GRID.names or GRID.direction(here, GRID.names.index(name)) < 0:
                raise row.wrong("road_to", "neighbours")
        return tuple(GRID.names.index(name) for name in names)


class Printed(NamedTuple):
    """A counter as printed."""

    id: str
    side: Side
    kind: Kind
    morale: Morale
    fire: int
    attack: int
    defence: int
    gun: int            # artillery factor
    radius: int         # command range of a Gefe
    bonus: int          # shock bonus of a Gefe


def _read_units(pack: Pack) -> dict[str, Printed]:
    units = {}
    for r in pack.rows("units.csv"):
        unit = Printed(
            r.text("id"),
            SIDES.index(r.choice("side", SIDES)),
            KINDS.index(r.choice("kind", KINDS)),
            MORALE.index(r.choice("morale", MORALE)),
            *(r.maybe_integer(column, 0) for column in ("fire", "attack", "defence")),
            *(r.maybe_integer(column, 0) for column in ("artillery_factor", "command_radius", "shock_bonus")),
        )
        units[unit.id] = unit
    return units


UNITS: Final = _read_units(PACK)


class Battle:
    """One scenario with one choice of units: everything about it that does not change in play."""

    def __init__(self, pack: Pack, name: str, left_out: frozenset[str] = frozenset()) -> None:
        t = pack.toml("scenarios.toml").table("scenario").table(name)
        self.name = name
        self.field = field(t.text("map"))
        self.turns = t.integer("turns")
        self.ammunition = _by(t.table("ammunition"), SIDES)
        self.flags = _by(t.table("black_flags"), SIDES)
        self.veils = _by(t.table("guirigay"), SIDES)
        self.partial = (*SIDES, "none").index(t.choice("partial_victory", (*SIDES, "none")))    # 2: nobody
        self.zone_names: list[str] = []
        units: list[Printed] = []
        zones: list[Hexes] = []         # per unit: the hexes where it is set up or arrives
        arrival: list[int] = []         # per unit: turn of arrival, 0 for set-up
        wing: list[int] = []            # per unit: index of its set-up area
        for entry in [*t.tables("deploy"), *t.tables("reinforcement")]:
            hexes = bitset(self._hex(entry, name) for name in entry.texts("hexes"))
            self.zone_names.append(entry.text("zone"))
            for id_ in entry.texts("units"):
                if id_ not in UNITS:
                    raise entry.wrong("units", "ids", file="units.csv")
                if id_ not in left_out:
                    units.append(UNITS[id_])
                    zones.append(hexes)
                    arrival.append(entry.maybe_integer("turn", 0))
                    wing.append(len(self.zone_names) - 1)
        self.units = tuple(units)
        self.zones = tuple(zones)
        self.arrival = tuple(arrival)
        self.wing = tuple(wing)
        self.side = tuple(u.side for u in units)
        self.ids = tuple(f"unit:{u.id}" for u in units)
        self.kind = tuple(u.kind for u in units)
        self.morale = tuple(u.morale for u in units)
        self.army = tuple(tuple(i for i, u in enumerate(units) if u.side == side) for side in (0, 1))
        self.army_bits = tuple(bitset(army) for army in self.army)
        self.set_up = tuple(tuple(i for i in army if not arrival[i]) for army in self.army)     # all but reinforcements
        self.of_kind = tuple(
            tuple(tuple(i for i in army if units[i].kind == kind) for kind in range(4)) for army in self.army
        )
        self.kind_bits = tuple(bitset(i for i, u in enumerate(units) if u.kind == kind) for kind in range(4))
        self.gefe_bits = bitset(i for i, u in enumerate(units) if u.kind == GEFE)
        self.horse_and_guns = bitset(i for i, u in enumerate(units) if u.kind in (CAVALRY, ARTILLERY))
        self.limit = tuple(TABLES.gefe_check if u.kind == GEFE else TABLES.limit[u.morale] for u in units)
        self.draws = tuple(                             # [2.2b] who takes factor markers
            u.kind in (INFANTRY, CAVALRY) and u.morale in (MACUTO, CHUSQUERO) for u in units
        )
        self.takers = tuple(                            # by side and morale
            tuple(tuple(i for i in army if self.draws[i] and self.morale[i] == m) for m in range(len(MORALE)))
            for army in self.army
        )
        self._read_specials(t)
        self.front = tuple(self._front(side) for side in (0, 1))
        self.names = {
            "unit": Names([u.id for u in units]), "hex": Names(GRID.names), "facing": Names(DIRECTIONS),
            "marker": Names(MARKER_NAMES), "side": Names(SIDES), "action": Names(ACTIONS),
        }

    @staticmethod
    def _hex(table: Table, name: str) -> Hex:
        if name not in GRID.names:
            raise table.wrong("hexes", "hexes", first="0101", last="2817")
        return GRID.names.index(name)

    def _read_specials(self, t: Table) -> None:
        specials = {special.text("id"): special for special in t.tables("special")}
        ids = {u.id: i for i, u in enumerate(self.units)}
        boats, hay, soldier = specials.get("gunboats"), specials.get("john_hay"), specials.get("first_soldier")
        sun, rockets = specials.get("morning_sun"), specials.get("congreve_rockets")
        masias, free = specials.get("masias"), specials.get("liberal_setup")
        self.gunboats = boats is not None
        self.boats_bonus = boats.integer("artillery_move_bonus") if boats else 0
        self.bridge = GRID.names.index(hay.text("hex")) if hay else -1
        self.bridge_least = hay.integer("success_min") if hay else 0
        self.bridge_both = hay.integer("drm_both_banks") if hay else 0
        self.replaced = ids[soldier.text("out")] if soldier else -1         # Oráa
        self.replacing = ids[soldier.text("in")] if soldier else -1         # Espartero
        self.weather_turn = sun.integer("from_turn") if sun else 0
        self.weather_fire = sun.integer("batir_drm") if sun else 0
        self.weather_distance = sun.integer("bala_rasa_extra_distance") if sun else 0
        self.rockets = ids[rockets.text("unit")] if rockets else -1
        self.rockets_horse = rockets.integer("fire_damage_vs_cavalry") if rockets else 1
        self.free_distance = free.integer("min_distance_from_enemy") if free else 0
        self.in_villages = masias.integer("units_in_villages") if masias else 0
        names = masias.texts("villages") if masias else []
        place = self.field.place
        self.villages = tuple(bitset(x for x in range(GRID.size) if place[x] == name) for name in names)
        if masias and not all(self.villages):
            raise masias.wrong("villages", "places")
        rest = [z for z, name in zip(self.zones, self.wing, strict=True) if self.zone_names[name] == "DE"]
        self.rest_zone = rest[0] if rest else 0
        village_units = [i for i, w in enumerate(self.wing) if self.zone_names[w] == "villages"]
        self.village_units = bitset(village_units)

    def _front(self, side: Side) -> Facing:
        """The direction in which a side's units face the enemy's areas when they are set up."""
        centres = []
        for who in (side, 1 - side):
            zone = union(self.zones[u] for u in self.army[who])
            hexes = [GRID.centre(x) for x in range(GRID.size) if (zone >> x) & 1]
            if not hexes:
                return 3 if side == CARLIST else 0
            centres.append((sum(x for x, _ in hexes) / len(hexes), sum(y for _, y in hexes) / len(hexes)))
        (ax, ay), (bx, by) = centres
        steps = [(0.0, -1.0), (0.87, -0.5), (0.87, 0.5), (0.0, 1.0), (-0.87, 0.5), (-0.87, -0.5)]
        return max(range(6), key=lambda d: steps[d][0] * (bx - ax) + steps[d][1] * (by - ay))


@cache
def field(name: str) -> Field:
    return Field(PACK, name)


SCENARIOS: Final = tuple(PACK.toml("scenarios.toml").table("scenario").keys())


def _read_options() -> dict[str, tuple[str, ...]]:
    table = PACK.toml("tables.toml").table("options")
    return {name: tuple(table.texts(name)) for name in table.keys() if name != "source"}  # noqa: SIM118


OPTIONS: Final = _read_options()

def _vizcaya() -> Table:
    options = PACK.toml("scenarios.toml").table("scenario").table("oriamendi").table("options")
    return options.table("oriamendi_vizcaya_left_out")


WITHOUT_VIZCAYA = len(SCENARIOS)        # index of Oriamendi played without its first battalion of Vizcaya

BATTLES: Final = [
    *(Battle(PACK, name) for name in SCENARIOS),
    Battle(PACK, "oriamendi", frozenset(_vizcaya().texts("remove"))),
]
