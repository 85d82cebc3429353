"""How a view of the war is drawn after each action: the blocks, markers, tracks, panels and hands.

Everything comes from a view, in which the hidden columns are blotted out; so nothing that is drawn can leak. A block
stands on its area; inside a Fortress or on a road it has a badge that says so, and on a road the area it came from.
While a Battle is fought its blocks stand in the boxes of the Battle board, and a marker on the map tells where.
"""

from __future__ import annotations

from functools import cache, lru_cache

from tablero.games.aiw.board import (
    AREA_NAMES, AREAS, ARMY, BLOCK_SIDE, BLOCKS, CARD, CARDS_OF, CARLIST, CARLIST_ZONE, DISCARDS, FACES, FIRST_REGION,
    HAND, HORSE, KINDS, LAID, LIBERAL, LOADS, PACK, REMOVED, SACK, SIDES, TOWNS, TRACK, TURNS, UNITS
)
from tablero.games.aiw.maps import (
    BATTLE_ID, BOX_PLACES, BOXES, CAVALRY_BOX, DEMORALIZED_BOX, INFANTRY_BOX, MAP_ID, RESERVE_BOX, TRAIN_BOX, load_id,
    place
)
from tablero.games.aiw.rules.r03_turn.s00_player_phase import PlayerPhase
from tablero.games.aiw.rules.r04_map import fortresses_free
from tablero.games.aiw.rules.r05_units.s01_counters import sacks_free
from tablero.games.aiw.rules.r07_cards.s00_decks import LASTING, cards_of_year, expired
from tablero.games.aiw.rules.r08_command import MOST_COMMAND
from tablero.games.aiw.rules.r09_victory import AUTOMATIC_ZONE, DECISIVE_ZONE, LAST_BOX
from tablero.games.aiw.rules.r10_actions.s00_points import cup
from tablero.games.aiw.rules.r17_battle.s00_battle import LAST_ROUND, Battle
from tablero.games.aiw.rules.r17_battle.s00_battlefield import on_field, reserve_of
from tablero.games.aiw.rules.r17_battle.s06_artillery import artillery_points
from tablero.games.aiw.sheet import fight
from tablero.games.aiw.state import (
    INSIDE, OFF, SEA, Aiw, Area, Areas, Block, Blocks, Card, Cards, LoadKey, Side, Spot, Unit, Units, area_of, origin_of
)
from tablero.kernel import engine
from tablero.kernel.bits import bitset, ids_of, union
from tablero.kernel.frames import Mark
from tablero.kernel.scene import Hand, Panel, Piece, Scene, Track

LAST_VP = PACK.toml("scenarios.toml").table("common").integer("vp_track_max")       # [9.0f]
MOST_MARKER = 4                                         # [10.0a] points of the best Action Point marker
FIRST_BLOCK = 1 + len(LOADS)                            # in a stack markers lie below guns, and guns below blocks
KEPT = 20_000                                           # descriptions of blocks
KEPT_SCENES = 1_000                                     # and of other parts

Cells = tuple[tuple[str, str], ...]

# ------------------------------------------------------------------------------------------------- the Battle board


def _fought(s: Aiw) -> Battle | None:
    """The current Battle, until it is decided: then units leave the board."""
    f = s.within(Battle)
    return f if f and f.ending < 0 else None


def _boxed(s: Aiw, f: Battle, marks: list[Mark]) -> tuple[tuple[Block, int], ...]:
    """Blocks with their boxes on the Battle board. Before the lines are shown a seat sees what it has picked itself;
    afterwards what neither fights nor waits in Reserve is a Train."""
    marked = engine.by_badge(marks, "block")
    picked, drawn_up = marked.get("front", 0), "front" not in marked
    pieces = []
    for side in (0, 1):
        here = on_field(s, f, side)
        reserve = reserve_of(s, f, side) if drawn_up else here
        for b in ids_of(here):
            if (f.front | picked) >> b & 1:
                box = CAVALRY_BOX if HORSE >> max(s.unit[b], 0) & 1 else INFANTRY_BOX
            elif f.demoralized >> b & 1:
                box = DEMORALIZED_BOX
            else:
                box = RESERVE_BOX if reserve >> b & 1 else TRAIN_BOX
            pieces.append((b, side * len(BOX_PLACES) + box))
    return tuple(pieces)


# --------------------------------------------------------------------------------------------------------- the scene


def scene(s: Aiw, seat: Side) -> Scene:
    """What a seat sees of its view. Four actions of five change it, so that it is not kept as a whole."""
    f, player_phase = _fought(s), s.within(PlayerPhase)
    marks = engine.marks(s, seat)
    pieces = [
        *_markers(
            *s.forts, *s.works, s.siege, s.held, s.mutiny, tuple(s.uprising), tuple(s.pursuit), s.royal, s.gomez
        ),
        *_loads(tuple(sorted(s.loads.items())), f.x if f else OFF, *_laden(marks)),
        *_blocks(tuple(s.at), tuple(s.unit), tuple(s.strength), _signs(s, marks), _boxed(s, f, marks) if f else ()),
    ]
    if f:
        pieces += _battle_markers(s, f)
    panels: list[Panel] = []
    for side in (0, 1):
        panels += (
            _bag(side, s.bag[side], s.bagged[side]),
            _box(side, s.trains & ARMY[side], sacks_free(s, side), s.partidas, s.regionals),
            _means(side, fortresses_free(s, side), tuple(cup(s, side)), *_piles(s, side)),
            _discards(side, s.piles[DISCARDS] & CARDS_OF[side]),
        )
    panels += [sheet for sheet in (fight(s),) if sheet is not None]
    panels.append(_hidden_guns(s.box_field, s.box_mountain))
    panels.append(_reinforcements(s.year))
    effects = tuple(player_phase.effects) if player_phase else ()
    panels.append(_effects(s.lasting, effects, tuple(f.tactic) if f else ()))
    tracks = (
        *_war_tracks(s.turn, s.year, s.setting.end, s.vp, s.prestige, s.debt, *s.command),
        *(_phase_tracks(player_phase.side, player_phase.points, player_phase.extra) if player_phase else ()),
        *(_battle_tracks(f.round, *_points(s, f)) if f else ()),
    )
    hands = tuple(_hand(side, s.piles[HAND[side]], s.sizes[HAND[side]]) for side in (0, 1))
    return Scene(MAP_ID, tuple(pieces), tracks, tuple(panels), _control(s.held), hands, BATTLE_ID if f else "")



# ------------------------------------------------------------------------------------------------------------ blocks

BADGES = (
    "shown", "acted", "forced", "retreated", "landed", "led", "chapelgorris", "picked", "moving", "spent", "steadfast",
)


def _signs(s: Aiw, marks: list[Mark]) -> tuple[Blocks, ...]:
    """By badge: the blocks that bear it."""
    badged = 1 << s.chapelgorris if s.chapelgorris >= 0 else 0
    marked = engine.by_badge(marks, "block")
    by_frames = (marked.get(badge, 0) for badge in BADGES[-4:])
    return s.shown, s.acted, s.forced, s.retreated, s.landed, s.led, badged, *by_frames


class Drawings(dict[tuple[int, ...], Piece]):
    """Blocks as they are drawn: whatever is said of one follows from a few small numbers, and is worked out once."""

    def __missing__(self, key: tuple[int, ...]) -> Piece:
        if len(self) >= KEPT:
            self.clear()
        made = self[key] = _block(*key)
        return made


_drawings = Drawings()


@lru_cache(maxsize=KEPT_SCENES)
def _blocks(
    spots: tuple[Spot, ...], units: tuple[Unit, ...], strengths: tuple[int, ...], signed: tuple[Blocks, ...],
    boxed: tuple[tuple[Block, int], ...],
) -> tuple[Piece, ...]:
    """Every block that is on a map or on the Battle board."""
    signs, boxes = [0] * len(spots), [-1] * len(spots)
    for i, blocks in enumerate(signed):
        for b in ids_of(blocks):
            signs[b] |= 1 << i
    for b, box in boxed:
        boxes[b] = box
    keys = zip(range(len(spots)), spots, boxes, units, strengths, signs, strict=True)
    return tuple([_drawings[key] for key in keys if key[1] >= 0])


def _block(block: Block, spot: Spot, box: int, unit: Unit, strength: int, signs: int) -> Piece:
    """[5.2a] A block shows its face to those who know it, with its strength out of the full one; else its colour."""
    badges = [name for i, name in enumerate(BADGES) if signs >> i & 1]
    values: list[tuple[str, str]] = []
    name, symbol = "", "block"
    if unit >= 0:
        sticker = UNITS[unit]
        name, symbol = f"unit.{sticker.id}.name", KINDS[sticker.kind]
        values.append(("strength", f"{strength}/{sticker.strength}"))
        if sticker.effectiveness:
            values += (("effectiveness", str(sticker.effectiveness)), ("morale", str(sticker.morale)))
    values += _whereabouts(spot, badges)
    at = f"box:{BOXES[box]}" if box >= 0 else place(area_of(spot))
    id_, side, order = f"block:{BLOCKS[block]}", SIDES[BLOCK_SIDE[block]], FIRST_BLOCK + block
    return Piece(id_, at, side, symbol, name, order, -1, tuple(values), tuple(badges))


def _whereabouts(spot: Spot, badges: list[str]) -> Cells:
    """A badge for what is inside a Fortress or on a road, and where it came from."""
    if spot < AREAS:
        return ()
    if spot < INSIDE + AREAS:
        badges.append("inside")
        return ()
    origin = origin_of(spot)
    badges.append("at_sea" if origin == SEA else "on_road")
    return () if origin == SEA else (("from", place(origin)),)


# -------------------------------------------------------------------------------------------------- loads and markers


def _laden(marks: list[Mark]) -> tuple[frozenset[str], frozenset[str]]:
    """Guns and Knapsacks: those picked to go with a group, which is a secret of their side, and those that go with
    one."""
    picked, moving = ([piece for mark in marks if mark.badge == badge for piece in mark.pieces]
                      for badge in ("picked", "moving"))
    return frozenset(picked), frozenset(moving)


@lru_cache(maxsize=KEPT_SCENES)
def _loads(
    loads: tuple[tuple[LoadKey, int], ...], battle: Area, picked: frozenset[str], moving: frozenset[str]
) -> tuple[Piece, ...]:
    """[5.2b] Guns and Knapsacks, which all can see."""
    pieces = []
    for (spot, side, kind), strength in loads:
        id_ = load_id(side, kind, spot)
        badge = "picked" if id_ in picked else "moving" if id_ in moving else ""
        pieces.append(_load((spot, side, kind), strength, spot == battle, badge))
    return tuple(pieces)


@lru_cache(maxsize=KEPT)
def _load(key: LoadKey, strength: int, in_battle: bool, badge: str) -> Piece:
    spot, side, kind = key
    badges = [badge] if badge else []
    values = (("strength", str(strength)), *_whereabouts(spot, badges))
    box = f"box:{SIDES[side]}.{'train' if kind == SACK else 'guns'}"
    at = box if in_battle else place(area_of(spot))
    id_, name = load_id(side, kind, spot), f"load.{LOADS[kind]}.name"
    return Piece(id_, at, SIDES[side], LOADS[kind], name, 1 + kind, -1, values, tuple(badges))


@lru_cache(maxsize=KEPT_SCENES)
def _markers(
    carlist_forts: Areas, liberal_forts: Areas, carlist_works: Areas, liberal_works: Areas, siege: Areas,
    carlist: Areas, mutiny: Areas, uprising: tuple[int, ...], pursuit: tuple[int, ...], royal: Area, gomez: Area,
) -> tuple[Piece, ...]:
    """[6.0] Fortresses, works, sieges, control of Main Towns, mutinies; Uprisings, Pursuits and leaders in regions."""
    pieces = []
    for side, forts, works in ((CARLIST, carlist_forts, carlist_works), (LIBERAL, liberal_forts, liberal_works)):
        for x in ids_of(forts):
            badges = ("besieged",) if siege >> x & 1 else ()
            pieces.append(_marker("fortress", x, side, badges=badges))
        pieces += [_marker("works", x, side) for x in ids_of(works)]
        pieces += [_marker("siege", x, 1 - side) for x in ids_of(forts & siege)]
    pieces += [_marker("control", x, CARLIST if carlist >> x & 1 else LIBERAL) for x in ids_of(TOWNS)]
    pieces += [_marker("mutiny", x, LIBERAL) for x in ids_of(mutiny)]
    for symbol, side, numbers in (("uprising", CARLIST, uprising), ("pursuit", LIBERAL, pursuit)):
        pieces += [_marker(symbol, FIRST_REGION + i, side, n) for i, n in enumerate(numbers) if n]
    leaders = (("royal", royal), ("gomez", gomez))
    return (*pieces, *(_marker(symbol, x, CARLIST) for symbol, x in leaders if x >= 0))


@lru_cache(maxsize=KEPT)
def _marker(symbol: str, x: Area, side: Side, level: int = 0, badges: tuple[str, ...] = ()) -> Piece:
    values = (("level", str(level)),) if level else ()
    return Piece(f"{symbol}:{AREA_NAMES[x]}", place(x), SIDES[side], symbol, "", 0, -1, values, badges)


def _battle_markers(s: Aiw, f: Battle) -> list[Piece]:
    """Where the Battle is, with the number of blocks of both sides; [6.0f] the River or Wall before the defender."""
    numbers = tuple((name, str(on_field(s, f, side).bit_count())) for side, name in enumerate(SIDES))
    x, defender = AREA_NAMES[f.x], SIDES[1 - f.attacker]
    pieces = [Piece(f"battle:{x}", place(f.x), SIDES[f.attacker], "battle", "", 0, -1, numbers)]
    for symbol, there in (("river", f.river), ("wall", f.wall)):
        if there:
            pieces.append(Piece(f"{symbol}:{x}", f"box:{defender}.infantry", defender, symbol))
    return pieces


@lru_cache(maxsize=KEPT_SCENES)
def _control(carlist: Areas) -> tuple[tuple[str, str], ...]:
    """[4.9] The spaces that the other side controls than the one of their zone."""
    strange = carlist ^ CARLIST_ZONE
    return tuple((place(x), f"control.{SIDES[CARLIST if carlist >> x & 1 else LIBERAL]}") for x in ids_of(strange))


# ------------------------------------------------------------------------------------------------------------ tracks


@lru_cache(maxsize=KEPT_SCENES)
def _war_tracks(
    turn: int, year: int, end: int, vp: int, prestige: int, debt: int, carlist: int, liberal: int
) -> tuple[Track, ...]:
    """[9.0a] Victory Points stand on the side that they are for."""
    leader = "" if not vp else SIDES[CARLIST if vp > 0 else LIBERAL]
    months = tuple(f"turn.{n}.name" for n in range(1, TURNS + 1))
    tracks = [
        Track("track:year", "track.year", year, end),
        Track("track:turn", "track.turn", turn, TURNS, boxes=months),
        Track("track:victory", "track.victory", abs(vp), max(LAST_VP, abs(vp)), leader,
              zones=_zones(max(LAST_VP, abs(vp)))),
        Track("track:prestige", "track.prestige", prestige, LAST_BOX, SIDES[CARLIST]),
    ]
    if debt:
        tracks.append(Track("track:debt", "track.debt", debt, debt, SIDES[CARLIST]))
    for side, points in zip(SIDES, (carlist, liberal), strict=True):
        tracks.append(Track(f"track:command.{side}", "track.command", points, MOST_COMMAND, side))
    return tuple(tracks)


@cache
def _zones(length: int) -> tuple[tuple[int, str], ...]:
    """[9.0b] [9.0c] Where on the track a side wins: the end of the Carlists is below 0."""
    return (
        (-length, "zone_vp.automatic_carlist"), (1 - AUTOMATIC_ZONE[CARLIST], "zone_vp.decisive_carlist"),
        (1 - DECISIVE_ZONE[CARLIST], "zone_vp.open"), (-DECISIVE_ZONE[LIBERAL], "zone_vp.decisive_liberal"),
        (-AUTOMATIC_ZONE[LIBERAL], "zone_vp.automatic_liberal"),
    )


@lru_cache(maxsize=KEPT_SCENES)
def _phase_tracks(side: Side, halves: int, extra: int) -> tuple[Track, ...]:
    """[10.0] Action Points of the side whose phase it is; [13.1b] half a point is left over by a sea move."""
    points, half = divmod(halves, 2)
    name = "track.actions_and_half" if half else "track.actions"
    tracks = [Track("track:actions", name, points, max(MOST_MARKER, points), SIDES[side])]
    if extra:
        tracks.append(Track("track:extra", "track.extra", extra, extra, SIDES[side]))
    return tuple(tracks)


def _points(s: Aiw, f: Battle) -> tuple[int, int, int, int]:
    """[17.6d] Artillery points of both sides in a Battle: fresh ones and all."""
    carlist, liberal = (artillery_points(s, f, side) for side in (0, 1))
    return carlist - f.used[CARLIST], carlist, liberal - f.used[LIBERAL], liberal


@lru_cache(maxsize=KEPT_SCENES)
def _battle_tracks(number: int, *points: int) -> tuple[Track, ...]:
    tracks = [Track("track:battle_round", "track.battle_round", number, LAST_ROUND)]
    for side, name in enumerate(SIDES):
        fresh, every = points[2 * side : 2 * side + 2]
        if every:
            tracks.append(Track(f"track:guns.{name}", "track.guns", max(0, fresh), every, name))
    return tuple(tracks)


# ------------------------------------------------------------------------------------------------- panels and hands


def _unit_row(unit: Unit) -> Cells:
    sticker = UNITS[unit]
    return (
        ("unit", f"unit:{sticker.id}"), ("class", f"symbol.{KINDS[sticker.kind]}"),
        ("factors", f"{sticker.strength}-{sticker.effectiveness}-{sticker.morale}"),
    )


@lru_cache(maxsize=KEPT_SCENES)
def _bag(side: Side, units: Units, number: int) -> Panel:
    """[20.0] The Reinforcements Reserve: its owner knows what is in it, the enemy how much."""
    rows = tuple(_unit_row(unit) for unit in ids_of(units))
    return Panel(f"panel:bag.{SIDES[side]}", "panel.bag", SIDES[side], ((("units", str(number)),), *rows))


@lru_cache(maxsize=KEPT_SCENES)
def _box(side: Side, trains: Units, sacks: int, partidas: Units, regionals: Units) -> Panel:
    """[20.2g] What can be built: Supply Trains and Knapsacks; Partidas and Regional units wait in theirs."""
    rows: list[Cells] = [(("supply_trains", str(trains.bit_count())),), (("knapsacks", str(sacks)),)]
    if side == CARLIST:
        rows += ((("partidas", str(partidas.bit_count())),), (("regionals", str(regionals.bit_count())),))
    return Panel(f"panel:box.{SIDES[side]}", "panel.box", SIDES[side], tuple(rows))


@lru_cache(maxsize=KEPT_SCENES)
def _means(side: Side, fortresses: int, cup: tuple[int, ...], deck: int, discards: int) -> Panel:
    """[10.2h] [10.0] Fortress counters, the Action Point markers that are still in the cup, and the piles of cards."""
    markers = tuple((f"marker_{points}", str(n)) for points, n in enumerate(cup, start=2))
    piles = ("draw_deck", str(deck)), ("discard_pile", str(discards))
    rows = ((("fortresses", str(fortresses)),), *((cell,) for cell in (*markers, *piles)))
    return Panel(f"panel:means.{SIDES[side]}", "panel.means", SIDES[side], rows)


def _piles(s: Aiw, side: Side) -> tuple[int, int]:
    """[7.0b] [7.0c] [7.1f] How many cards are in a draw deck and among the discards. Both sides can tell of the deck
    too, for they have seen every card that left it and can count the hands: it holds what is nowhere else."""
    cards = _joined(s.scenario, s.year, s.politics, s.plague_and_snow, s.printed) & CARDS_OF[side] & ~s.piles[REMOVED]
    discards = (cards & s.piles[DISCARDS]).bit_count()
    return cards.bit_count() - discards - s.sizes[HAND[side]] - s.sizes[LAID[side]], discards


@cache
def _joined(scenario: int, year: int, politics: bool, plague_and_snow: bool, printed: int) -> Cards:
    """[7.0b] [24.9b] [24.9d] The cards that have joined the decks by a year, without those whose time is over or that
    were cancelled before the first turn."""
    s = Aiw(scenario=scenario, politics=politics, plague_and_snow=plague_and_snow, printed=printed)
    years = {*s.setting.deck_years, *range(s.setting.start + 1, year + 1)}
    cards = union(cards_of_year(s, joining) for joining in years)
    never = bitset(CARD[name] for card in s.setting.played for name in FACES[CARD[card]].cancels)
    return cards & ~expired(year) & ~never


@lru_cache(maxsize=KEPT_SCENES)
def _discards(side: Side, cards: Cards) -> Panel:
    """[7.1f] Cards that were played are face up."""
    rows = tuple((("card", f"card:{FACES[card].id}"),) for card in ids_of(cards))
    return Panel(f"panel:discards.{SIDES[side]}", "panel.discards", SIDES[side], rows)


@lru_cache(maxsize=KEPT_SCENES)
def _hidden_guns(field: int, mountain: int) -> Panel:
    """[14.3a] The Hidden Artillery box, which both sides can count."""
    rows = ((("field", str(field)),), (("mountain", str(mountain)),))
    return Panel("panel:hidden_artillery", "panel.hidden_artillery", SIDES[CARLIST], rows)


@cache
def _reinforcements(year: int) -> Panel:
    """[20.0] What each turn of a year brings."""
    columns = [f"{side}_{what}" for side in SIDES for what in ("units", "artillery")]
    rows: list[Cells] = []
    for table in TRACK.tables("reinforcements"):
        if year in table.integers("years"):
            amounts = [table.integers(column) for column in columns]
            for turn in range(TURNS):
                cells = ((column, str(n[turn])) for column, n in zip(columns, amounts, strict=True))
                rows.append((("turn", str(turn + 1)), *cells))
    return Panel("panel:reinforcements", "panel.reinforcements", "", tuple(rows))


@lru_cache(maxsize=KEPT_SCENES)
def _effects(lasting: int, cards: tuple[Card, ...], tactic: tuple[Card, ...]) -> Panel:
    """[7.1] What cards do for longer than a moment: in this round, in this phase, in this year or for good."""
    rows: list[Cells] = [(("tactic", f"card:{FACES[card].id}"),) for card in tactic if card >= 0]
    rows += [(("card", f"card:{FACES[card].id}"),) for card in cards]
    rows += [(("lasting", f"lasting.{LASTING[i]}"),) for i in ids_of(lasting)]
    return Panel("panel:effects", "panel.effects", "", tuple(rows))


@lru_cache(maxsize=KEPT_SCENES)
def _hand(side: Side, cards: Cards, number: int) -> Hand:
    return Hand(SIDES[side], tuple(f"card:{FACES[card].id}" for card in ids_of(cards)), number)
