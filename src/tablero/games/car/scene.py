"""How a view of the war is drawn after each action: the units, markers, tracks, panels and hands."""

from __future__ import annotations

from functools import lru_cache

from tablero.games.car.board import (
    AFRICA,
    CF,
    DECK,
    DISCARDS,
    ELIMINATED,
    FACES,
    GONE,
    HAND,
    KEPT,
    KIND,
    LF,
    MF,
    NAT,
    REMOVED,
    RESERVE,
    ROUNDS,
    SIDES,
    SIEGE_AT,
    SIEGES,
    SPACE_NAMES,
    SPACES,
    TABLES,
    TRACK,
    UNITS,
)
from tablero.games.car.labels import halves
from tablero.games.car.maps import MAP_ID, place
from tablero.games.car.rules.r13_supply import supplied
from tablero.games.car.state import Car, Cards, Side, Space, Spaces, Unit, Units
from tablero.kernel import engine
from tablero.kernel.bits import ids_of
from tablero.kernel.scene import Hand, Panel, Piece, Scene, Track, kept

LONGEST = TABLES.table("markers").integer("track")      # the General Records Track [2.1.3]
KEPT_SCENES = 1_000
BADGES = ("moving", "retreated", "builds", "redeployed", "attacking")
SPACE_BADGES = ("to_move", "to_attack")
ACTIONS = ("none", "ops", "sr", "rp", "event", "automatic")
POINTS = ("nat", "axis", "rep", "sov")

Cells = tuple[tuple[str, str], ...]


def _look(s: Car, seat: Side) -> tuple[object, ...]:
    """All that a scene is drawn from."""
    return (
        seat, s.scenario, s.turn, s.round, s.side, s.vp, s.rm, tuple(s.rp), tuple(s.chart), tuple(s.at), s.reduced,
        s.held, s.positions, s.trenches, *s.tried, tuple(s.sieges), s.isolated, s.beach, s.coast,
        s.bonus_rm, s.bonus_vp, s.strait, s.shortage, s.madrid, s.severe, s.happened, *s.piles, *s.sizes,
        *_marks(s, seat),
    )


def _marks(s: Car, seat: Side) -> tuple[int, ...]:
    units, spaces = engine.marked(s, seat, "unit"), engine.marked(s, seat, "space")
    return *(units.get(badge, 0) for badge in BADGES), *(spaces.get(badge, 0) for badge in SPACE_BADGES)


def _draw(s: Car, seat: Side) -> Scene:
    signs = _marks(s, seat)
    fed = supplied(s, 0) | supplied(s, 1)
    pieces = [*_works(s.positions, s.trenches, s.held), *_markers(s, signs)]
    for x in ids_of(s.occupied[0] | s.occupied[1]):
        here = s.here[x]
        pieces += _stack(x, here, here & s.reduced, not fed >> x & 1, tuple(marked & here for marked in signs[:-2]))
    panels: list[Panel] = []
    for side in (0, 1):
        panels += (
            _box("reserve", side, s.here[RESERVE[side]], s.reduced), _points(side, s.rp[side * 2], s.rp[side * 2 + 1]),
            _box("eliminated", side, s.here[ELIMINATED[side]], 0), _box("gone", side, s.here[GONE[side]], 0),
            _chart(side, tuple(s.chart[side * 6 : side * 6 + 6])), _kept(side, s.piles[KEPT[side]]),
            _cards(side, s.sizes[DECK[side]], s.sizes[DISCARDS[side]]),
        )
    panels += (_box("africa", NAT, s.here[AFRICA[NAT]], 0), _box("track", 0, s.here[TRACK[0]] | s.here[TRACK[1]], 0),
               _removed(s.piles[REMOVED]))
    hands = tuple(_hand(side, s.piles[HAND[side]], s.sizes[HAND[side]]) for side in (0, 1))
    tracks = _tracks(s.turn, s.setting.last, s.round, s.side, s.vp, s.rm)
    return Scene(MAP_ID, tuple(pieces), tracks, tuple(panels), _control(s.held), hands)


scene = kept(_look, _draw, KEPT_SCENES)      # what a seat sees of its view


# --- the map


@lru_cache(maxsize=4 * KEPT_SCENES)
def _stack(x: Space, units: Units, reduced: Units, hungry: bool, signs: tuple[Units, ...]) -> tuple[Piece, ...]:
    pieces = []
    for order, unit in enumerate(ids_of(units)):
        badges = [badge for badge, bearers in zip(BADGES, signs) if bearers >> unit & 1]
        badges += ["reduced"] * (reduced >> unit & 1) + ["out_of_supply"] * hungry
        pieces.append(_unit(unit, place(x), order, bool(reduced >> unit & 1), tuple(badges)))
    return tuple(pieces)


def _unit(unit: Unit, at: str, order: int, reduced: bool, badges: tuple[str, ...]) -> Piece:
    counter = UNITS[unit]
    values = ("cf", str(CF[reduced][unit])), ("lf", str(LF[unit])), ("mf", str(MF[unit]))
    name, side = f"unit.{counter.row}.name", SIDES[counter.side]
    return Piece(f"unit:{counter.id}", at, side, _symbol(unit), name, order + 1, -1, values, badges)


def _symbol(unit: Unit) -> str:
    return UNITS[unit].type.lower().replace("-", "")


@lru_cache(maxsize=KEPT_SCENES)
def _works(positions: Spaces, trenches: Spaces, held: Spaces) -> tuple[Piece, ...]:
    """[10.2] Positions and Trenches."""
    return tuple(
        Piece(f"{symbol}:{SPACE_NAMES[x]}", place(x), SIDES[not held >> x & 1], symbol)
        for symbol, spaces in (("position", positions), ("trench", trenches)) for x in ids_of(spaces)
    )


def _markers(s: Car, signs: tuple[int, ...]) -> list[Piece]:
    """[2.2.2] Sieges, Isolated Spaces, Activations, bonus markers, the Beach Head."""
    pieces = [Piece(f"siege:{SIEGES[i]}", place(SIEGE_AT[i]), SIDES[0], "siege", f"siege.{SIEGES[i]}.name",
                    values=(("level", str(n)),)) for i, n in enumerate(s.sieges) if n]
    for symbol, spaces in (("isolated", s.isolated), ("bonus_rm", s.bonus_rm), ("bonus_vp", s.bonus_vp),
                           ("to_move", signs[-2]), ("to_attack", signs[-1])):
        side = SIDES[s.side] if symbol in SPACE_BADGES else SIDES[0] if symbol == "isolated" else SIDES[1]
        pieces += [Piece(f"{symbol}:{SPACE_NAMES[x]}", place(x), side, symbol) for x in ids_of(spaces)]
    if s.beach >= 0:
        pieces.append(Piece(f"beach:{SPACE_NAMES[s.coast]}", place(s.beach), SIDES[1], "beach"))
    return pieces


@lru_cache(maxsize=KEPT_SCENES)
def _control(held: Spaces) -> tuple[tuple[str, str], ...]:
    """[2.1.1a] Who controls each space."""
    return tuple((place(x), f"control.{SIDES[0 if held >> x & 1 else 1]}") for x in range(SPACES))


# --- tracks


@lru_cache(maxsize=KEPT_SCENES)
def _tracks(turn: int, last: int, number: int, side: Side, vp: int, rm: int) -> tuple[Track, ...]:
    return (
        Track("track:turn", "track.turn", turn, last, boxes=tuple(f"turn.{n}.name" for n in range(1, last + 1))),
        Track("track:round", "track.round", number, ROUNDS, SIDES[side] if number else ""),
        Track("track:vp", "track.vp", vp, max(LONGEST, vp), SIDES[0]),
        Track("track:rm", "track.rm", max(0, rm), max(LONGEST, rm), SIDES[1]),
    )


# --- panels and hands


@lru_cache(maxsize=KEPT_SCENES)
def _box(name: str, side: Side, units: Units, reduced: Units) -> Panel:
    """A box of units: those of one kind and strength in one row."""
    rows: dict[tuple[int, bool], int] = {}
    first: dict[tuple[int, bool], Unit] = {}
    for unit in ids_of(units):
        key = KIND[unit], bool(reduced >> unit & 1)
        rows[key] = rows.get(key, 0) + 1
        first.setdefault(key, unit)
    cells = tuple(
        (("unit", f"unit:{UNITS[first[key]].id}"), ("class", f"symbol.{_symbol(first[key])}"),
         ("factors", f"{CF[key[1]][first[key]]}-{LF[first[key]]}-{MF[first[key]]}"), ("number", str(n)))
        for key, n in rows.items()
    )
    return Panel(f"panel:{name}.{SIDES[side]}", f"panel.{name}", SIDES[side], cells)


@lru_cache(maxsize=KEPT_SCENES)
def _points(side: Side, own: int, ally: int) -> Panel:
    """[14.1.1.1a] Replacement Points, by halves."""
    rows = tuple(((f"rp_{POINTS[side * 2 + i]}", halves(n)),) for i, n in enumerate((own, ally)))
    return Panel(f"panel:points.{SIDES[side]}", "panel.points", SIDES[side], rows)


@lru_cache(maxsize=KEPT_SCENES)
def _chart(side: Side, kinds: tuple[int, ...]) -> Panel:
    """[7.1.4a] What a side did in each round."""
    rows = tuple((("round", str(n)), ("action", f"action.{ACTIONS[kind]}")) for n, kind in enumerate(kinds, 1) if kind)
    return Panel(f"panel:chart.{SIDES[side]}", "panel.chart", SIDES[side], rows)


@lru_cache(maxsize=KEPT_SCENES)
def _kept(side: Side, cards: Cards) -> Panel:
    """[8.5.3.2a] Combat Cards that lie face up."""
    rows = tuple((("card", f"card:{FACES[card].id}"),) for card in ids_of(cards))
    return Panel(f"panel:kept.{SIDES[side]}", "panel.kept", SIDES[side], rows)


@lru_cache(maxsize=KEPT_SCENES)
def _cards(side: Side, deck: int, discards: int) -> Panel:
    """[8.1.4a] How many cards are in the draw pile and among the discards."""
    rows = ((("draw_deck", str(deck)),), (("discard_pile", str(discards)),))
    return Panel(f"panel:cards.{SIDES[side]}", "panel.cards", SIDES[side], rows)


@lru_cache(maxsize=KEPT_SCENES)
def _removed(cards: Cards) -> Panel:
    """[8.1.4a] Cards that are out of the game can always be looked at."""
    rows = tuple((("card", f"card:{FACES[card].id}"),) for card in ids_of(cards))
    return Panel("panel:removed", "panel.removed", "", rows)


@lru_cache(maxsize=KEPT_SCENES)
def _hand(side: Side, cards: Cards, number: int) -> Hand:
    return Hand(SIDES[side], tuple(f"card:{FACES[card].id}" for card in ids_of(cards)), number)


