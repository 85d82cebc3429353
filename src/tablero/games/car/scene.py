"""How a view of the war is drawn after each action: the units, markers, tracks, panels and hands."""

from __future__ import annotations

from functools import cache, lru_cache, reduce
from operator import or_

from tablero.games.car.board import (
    AFRICA, BEACHES, CARD, CARDS_OF, CF, DECK, DISCARDS, ELIMINATED, FACES, GONE, HAND, HAND_SIZE, KEPT, KIND,
    LARGE_HAND, LF, MF, NAT, NEVER, REMOVED, RESERVE, RM_WINS, ROUNDS, SETTINGS, SIDES, SIEGE_AT, SIEGES, SMALL_HAND,
    SPACE_NAMES, SPACES, TABLES, TRACK, UNITS, WAR_PHASE, WAR_PHASES, WINTER
)
from tablero.games.car.labels import halves
from tablero.games.car.maps import MAP_ID, place
from tablero.games.car.rules.r11_combat.s01_combat import Combats
from tablero.games.car.rules.r11_combat.s02_resolution import Combat
from tablero.games.car.rules.r11_combat.s02_sheet import combat_rows
from tablero.games.car.rules.r13_supply import bordering, supplied
from tablero.games.car.rules.r15_war_progress.s02_corps import Mobilization
from tablero.games.car.state import Car, Card, Cards, Side, Space, Spaces, Unit, Units
from tablero.kernel import engine
from tablero.kernel.bits import bitset, ids_of
from tablero.kernel.frames import clone_frame
from tablero.kernel.scene import Hand, Panel, Piece, Scene, Track, kept

LONGEST = TABLES.table("markers").integer("track")      # the General Records Track [2.1.3]
KEPT_SCENES = 1_000
MADRID_TURN = 5             # at whose end the Nationalists pay for Madrid [17.3.2a]
BADGES = ("moving", "retreated", "builds", "redeployed", "attacking")
SPACE_BADGES = ("to_move", "to_attack")
GOVERNMENTS = dict(zip((-1, CARD["r1"], CARD["r28"]), TABLES.table("markers").texts("government"), strict=True))
COMMANDS = dict(zip((-1, CARD["n5"]), TABLES.table("markers").texts("command"), strict=True))
OFFICES = bitset(card for card in (*GOVERNMENTS, *COMMANDS) if card >= 0)
ACTIONS = ("none", "ops", "sr", "rp", "event", "automatic")
POINTS = ("nat", "axis", "rep", "sov")

Cells = tuple[tuple[str, str], ...]


def _look(s: Car, seat: Side) -> tuple[object, ...]:
    """All that a scene is drawn from."""
    return (
        seat, s.scenario, s.turn, s.round, s.side, s.vp, s.rm, tuple(s.rp), tuple(s.chart), tuple(s.at), s.reduced,
        *s.top, s.held, s.positions, s.trenches, *s.tried, tuple(s.sieges), s.isolated, s.beach, s.coast,
        s.bonus_rm, s.bonus_vp, s.strait, s.shortage, s.madrid, s.severe, s.happened, *s.piles, *s.sizes,
        s.early, *_marks(s, seat), _combat(s), *_mustered(s), _aims(s),
    )


def _aims(s: Car) -> tuple[tuple[str, str], ...]:
    """[11.2.2a] From where to where an attack leads that is being designated or fought."""
    combats, combat = s.within(Combats), s.within(Combat)
    target, units = (combat.x, combat.units) if combat else (combats.target, combats.joined) if combats else (-1, 0)
    starts = dict.fromkeys(s.at[unit] for unit in ids_of(units)) if target >= 0 else ()
    return tuple((place(x), f"aims.{place(target)}") for x in starts if 0 <= x < SPACES and x != target)


def _mustered(s: Car) -> tuple[Units, ...]:
    """[15.2.1.1a] By side: the corps that are still to be deployed."""
    mobilization = s.within(Mobilization)
    return tuple(mobilization.left) if mobilization else ()


def _marks(s: Car, seat: Side) -> tuple[int, ...]:
    marks = engine.marks(s, seat)
    units, spaces = engine.by_badge(marks, "unit"), engine.by_badge(marks, "space")
    return *(units.get(badge, 0) for badge in BADGES), *(spaces.get(badge, 0) for badge in SPACE_BADGES)


def _draw(s: Car, seat: Side) -> Scene:
    signs = _marks(s, seat)
    fed, beside = supplied(s, 0) | supplied(s, 1), bordering(s, 0) | bordering(s, 1)
    pieces = [*_works(s.positions, s.trenches, s.held), *_markers(s, signs)]
    of_units = signs[:-2]
    signed, none = reduce(or_, of_units), (0,) * len(of_units)
    for x in ids_of(s.occupied[0] | s.occupied[1]):
        here = s.here[x]
        hunger = "" if fed >> x & 1 else "border_supply" if beside >> x & 1 else "out_of_supply"
        own = tuple(marked & here for marked in of_units) if signed & here else none
        pieces += _stack(x, here, here & s.reduced, hunger, own)
    panels = [_status(s.turn, s.scenario, s.rm, s.strait, s.shortage, s.madrid, s.severe, s.happened & OFFICES)]
    combat = _combat(s)
    if combat:
        panels.append(combat)
    for side in (0, 1):
        panels += (
            _reserve(side, s.here[RESERVE[side]], s.reduced), _points(side, s.rp[side * 2], s.rp[side * 2 + 1]),
            _box("eliminated", side, s.here[ELIMINATED[side]], 0), _box("gone", side, s.here[GONE[side]], 0),
            _chart(side, tuple(s.chart[side * 6 : side * 6 + 6])), _kept(side, s.piles[KEPT[side]]),
            _cards(side, s.sizes[DECK[side]], s.sizes[DISCARDS[side]], s.top[side]),
            _events(side, s.happened & CARDS_OF[side]),
        )
    panels += [_corps(side, units) for side, units in enumerate(_mustered(s)) if units]
    panels += (_box("africa", NAT, s.here[AFRICA[NAT]], 0), _schedule(s.here[AFRICA[NAT]].bit_count(), s.early),
               _box("track", 0, s.here[TRACK[0]] | s.here[TRACK[1]], 0),
               _removed(s.piles[REMOVED]))
    hands = tuple(_hand(side, s.piles[HAND[side]], s.sizes[HAND[side]]) for side in (0, 1))
    tracks = _tracks(s.turn, s.scenario, s.round, s.side, s.vp, s.rm)
    marks = _control(s.held, s.beach) + _cut(fed, s.beach) + _aims(s)
    return Scene(MAP_ID, tuple(pieces), tracks, tuple(panels), marks, hands)


scene = kept(_look, _draw, KEPT_SCENES)      # what a seat sees of its view


# --- the map


@lru_cache(maxsize=4 * KEPT_SCENES)
def _stack(x: Space, units: Units, reduced: Units, hunger: str, signs: tuple[Units, ...]) -> tuple[Piece, ...]:
    """The units of a space; those that move or attack lie on top."""
    pieces, chosen = [], signs[BADGES.index("moving")] | signs[BADGES.index("attacking")]
    for order, unit in enumerate([*ids_of(units & ~chosen), *ids_of(units & chosen)]):
        badges = [badge for badge, bearers in zip(BADGES, signs) if bearers >> unit & 1]
        badges += ["weakened"] * (reduced >> unit & 1) + [hunger] * bool(hunger)
        pieces.append(_unit(unit, place(x), order, bool(reduced >> unit & 1), tuple(badges)))
    return tuple(pieces)


def _unit(unit: Unit, at: str, order: int, reduced: bool, badges: tuple[str, ...]) -> Piece:
    counter = UNITS[unit]
    values = ("cf", str(CF[reduced][unit])), ("lf", str(LF[unit])), ("mf", str(MF[unit]))
    name, side = f"unit.{counter.row}.name", SIDES[counter.side]
    return Piece(f"unit:{counter.id}", at, side, _symbol(unit), name, order + 1, -1, values, badges)


def _symbol(unit: Unit) -> str:
    kind = UNITS[unit].type.lower().replace("-", "")
    return {"inf": "infantry", "cav": "cavalry"}.get(kind, kind)


@lru_cache(maxsize=KEPT_SCENES)
def _works(positions: Spaces, trenches: Spaces, held: Spaces) -> tuple[Piece, ...]:
    """[10.2] Positions and Trenches."""
    return tuple(
        Piece(f"{symbol}:{SPACE_NAMES[x]}", place(x), SIDES[not held >> x & 1], symbol)
        for symbol, spaces in (("position", positions), ("trench", trenches)) for x in ids_of(spaces)
    )


def _markers(s: Car, signs: tuple[int, ...]) -> list[Piece]:
    """[2.2.2.5a] [2.2.2.7a] [2.2.2.10a] [2.2.2.11a] [2.2.2.12a] Sieges, Isolated Spaces, Activations, bonus markers,
    failed attempts at works, the Beach Head."""
    pieces = [Piece(f"siege:{SIEGES[i]}", place(SIEGE_AT[i]), SIDES[0], "siege", f"siege.{SIEGES[i]}.name",
                    values=(("level", str(n)),)) for i, n in enumerate(s.sieges) if n]
    for symbol, spaces in (("isolated", s.isolated), ("bonus_rm", s.bonus_rm), ("bonus_vp", s.bonus_vp),
                           ("activated_move", signs[-2]), ("activated_attack", signs[-1])):
        side = SIDES[s.side] if symbol.startswith("activated") else SIDES[0] if symbol == "isolated" else SIDES[1]
        pieces += [Piece(f"{symbol}:{SPACE_NAMES[x]}", place(x), side, symbol) for x in ids_of(spaces)]
    pieces += [Piece(f"attempt:{SPACE_NAMES[x]}", place(x), SIDES[not s.held >> x & 1], "attempt",
                     values=(("drm", f"−{n}"),)) for n, spaces in enumerate(s.tried, 1) for x in ids_of(spaces)]
    if s.beach >= 0:
        pieces.append(Piece(f"beach:{SPACE_NAMES[s.coast]}", place(s.beach), SIDES[1], "beach"))
    return pieces


def _spaces(beach: Space) -> Spaces:
    """[2.2.2.11a] All spaces; Beach Heads only while their marker is there."""
    return (1 << SPACES) - 1 & ~BEACHES | (1 << beach if beach >= 0 else 0)


@lru_cache(maxsize=KEPT_SCENES)
def _control(held: Spaces, beach: Space) -> tuple[tuple[str, str], ...]:
    """[2.1.1a] Who controls each space."""
    return tuple((place(x), f"control.{SIDES[0 if held >> x & 1 else 1]}") for x in ids_of(_spaces(beach)))


@lru_cache(maxsize=KEPT_SCENES)
def _cut(fed: Spaces, beach: Space) -> tuple[tuple[str, str], ...]:
    """[13.1.2a] The spaces that no supply line of their side reaches."""
    return tuple((place(x), "out.network") for x in ids_of(_spaces(beach) & ~fed))


# --- tracks


@lru_cache(maxsize=KEPT_SCENES)
def _tracks(turn: int, scenario: int, number: int, side: Side, vp: int, rm: int) -> tuple[Track, ...]:
    setting = SETTINGS[scenario]
    months = tuple(f"turn.{n}.name" for n in range(1, setting.last + 1))
    rounds = f"track.round_{SIDES[side]}" if number else "track.round"
    points = (0, "zone_vp.republican"), (setting.draw, "zone_vp.draw"), (setting.wins, "zone_vp.nationalist")
    return (
        Track("track:turn", "track.turn", turn, setting.last, boxes=months, zones=_seasons(setting.last)),
        Track("track:round", rounds, number, ROUNDS),
        Track("track:vp", "track.vp", vp, max(LONGEST, vp), SIDES[0], zones=points),
        Track("track:rm", "track.rm", max(0, rm), max(LONGEST, rm), SIDES[1], zones=_morale(turn)),
    )


@cache
def _seasons(last: int) -> tuple[tuple[int, str], ...]:
    """[15.1.1a] [16.5.1a] The phases of the war, and the Winters in them: where each begins."""
    kinds = [f"zone_turn.{WAR_PHASES[WAR_PHASE[n]]}{'_winter' * WINTER[n]}" for n in range(1, last + 1)]
    return tuple((n, kind) for n, kind in enumerate(kinds, 1) if n == 1 or kind != kinds[n - 2])


@cache
def _morale(turn: int) -> tuple[tuple[int, str], ...]:
    """[5.2.2a] [6.0.A.3b] What Republican Morale means in a Turn: whose victory, or how many cards."""
    zones = {0: "zone_rm.low"}
    zones |= {SMALL_HAND.integer("rm") + 1: "zone_rm.middle", LARGE_HAND.integer("rm") + 1: "zone_rm.high"}
    least, most = (of[turn] for of in RM_WINS)
    if least != -NEVER:
        zones = {0: "zone_rm.nationalist"} | {max(first, least + 1): zone for first, zone in zones.items()}
    if most != NEVER:
        zones = {first: zone for first, zone in zones.items() if first < most} | {most: "zone_rm.republican"}
    return tuple(sorted(zones.items()))


# --- panels and hands


@lru_cache(maxsize=KEPT_SCENES)
def _status(
    turn: int, scenario: int, rm: int, strait: Side, shortage: bool, madrid: int, severe: int, happened: Cards
) -> Panel:
    """[5.2.2a] [6.0.A.3b] [17.3.2a] What the Turn and the flags of the war mean."""
    limits = tuple("–" if abs(of[turn]) == NEVER else str(of[turn]) for of in RM_WINS)
    hands = (LARGE_HAND.integer("cards") if rm <= LARGE_HAND.integer("rm") else HAND_SIZE,
             SMALL_HAND.integer("cards") if rm <= SMALL_HAND.integer("rm") else HAND_SIZE)
    season = "severe" if severe == turn else "winter" if WINTER[turn] else "fair"
    rows: list[Cells] = [
        (("phase", f"phase.{WAR_PHASES[WAR_PHASE[turn]]}.name"),), (("season", f"season.{season}"),),
        (("vp_wins", str(SETTINGS[scenario].wins)),), (("vp_draw", str(SETTINGS[scenario].draw)),),
        (("rm_nat", limits[0]),), (("rm_rep", limits[1]),),
        (("hand_nat", str(hands[0])),), (("hand_rep", str(hands[1])),), (("strait", f"side.{SIDES[strait]}.plural"),),
        (("government", f"government.{_office(happened, GOVERNMENTS)}.name"),),
        (("command", f"command.{_office(happened, COMMANDS)}.name"),),
    ]
    if shortage:
        rows.append((("shortage", "flag.yes"),))
    if madrid and turn <= MADRID_TURN:
        rows.append((("madrid", f"−{madrid}"),))
    return Panel("panel:status", "panel.status", "", tuple(rows))


def _office(happened: Cards, offices: dict[Card, str]) -> str:
    """[2.2.2.3a] Who governs, or commands: the last of them whose event has happened."""
    return [name for card, name in offices.items() if card < 0 or happened >> card & 1][-1]


def _combat(s: Car) -> Panel | None:
    """[11.2.1a] The sheet of a combat: what each side has in it, and what it inflicts."""
    combat = s.within(Combat)
    if combat is None:
        return None
    if combat.at <= combat.steps().index("modifiers"):      # as it stands with the cards played so far
        combat = clone_frame(combat)
        combat.modifiers(s)
        combat.columns(s)
    fired = combat.at > combat.steps().index("answer" if combat.early else "fire")      # the dice have told the rest
    return Panel("panel:now.combat", "panel.combat", "", ((("space", place(combat.x)),), *(
        (("sheet", f"sheet.{name}"), ("attacker", ours), ("defender", theirs), ("rule", rule))
        for name, ours, theirs, rule in (() if fired else combat_rows(s, combat))
    )))


@lru_cache(maxsize=KEPT_SCENES)
def _schedule(waiting: int, early: bool) -> Panel:
    """[17.6.1a] When the units of the Army of Africa that are left arrive."""
    table = TABLES.table("africa")
    dates = list(zip(table.integers("turns"), table.integers("rounds_early" if early else "rounds"), strict=True))
    left = dates[len(dates) - waiting :] if waiting else []
    rows = tuple((("arrival", str(n)), ("turn", str(turn)), ("round", str(number)))
                 for n, (turn, number) in enumerate(left, 1))
    return Panel("panel:schedule.nationalist", "panel.schedule", SIDES[NAT], rows)


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
        (("unit", f"unit.{UNITS[first[key]].row}.name"), ("class", f"symbol.{_symbol(first[key])}"),
         ("factors", f"{CF[key[1]][first[key]]}-{LF[first[key]]}-{MF[first[key]]}"), ("number", str(n)))
        for key, n in rows.items()
    )
    return Panel(f"panel:{name}.{SIDES[side]}", f"panel.{name}", SIDES[side], cells)


@lru_cache(maxsize=KEPT_SCENES)
def _corps(side: Side, units: Units) -> Panel:
    """[15.2.1.1a] The corps to be deployed."""
    return Panel(f"panel:corps.{SIDES[side]}", "panel.corps", SIDES[side], _one_by_one(units, 0))


@lru_cache(maxsize=KEPT_SCENES)
def _reserve(side: Side, units: Units, reduced: Units) -> Panel:
    """[2.1.3a] The Reserve Box."""
    rows = tuple((*row, ("area", "panel.reserve")) for row in _one_by_one(units, reduced))
    return Panel(f"panel:reserve.{SIDES[side]}", "panel.reserve", SIDES[side], rows)


def _one_by_one(units: Units, reduced: Units) -> tuple[Cells, ...]:
    """Units to choose among, which are not on the map."""
    return tuple(
        (("unit", f"unit:{UNITS[unit].id}"), ("class", f"symbol.{_symbol(unit)}"),
         ("factors", f"{CF[reduced >> unit & 1][unit]}-{LF[unit]}-{MF[unit]}")) for unit in ids_of(units))


@lru_cache(maxsize=KEPT_SCENES)
def _points(side: Side, own: int, ally: int) -> Panel:
    """[14.1.1.1a] Replacement Points, by halves."""
    rows = tuple(((f"rp_{POINTS[side * 2 + i]}", halves(n)),) for i, n in enumerate((own, ally)))
    return Panel(f"panel:points.{SIDES[side]}", "panel.points", SIDES[side], rows)


@lru_cache(maxsize=KEPT_SCENES)
def _chart(side: Side, kinds: tuple[int, ...]) -> Panel:
    """[7.1.4a] What a side did in each round."""
    rows = tuple(((f"round_{n}", f"action.{ACTIONS[kind]}"),) for n, kind in enumerate(kinds, 1) if kind)
    return Panel(f"panel:chart.{SIDES[side]}", "panel.chart", SIDES[side], rows)


@lru_cache(maxsize=KEPT_SCENES)
def _kept(side: Side, cards: Cards) -> Panel:
    """[8.5.3.2a] Combat Cards that lie face up."""
    rows = tuple((("card", f"card:{FACES[card].id}"),) for card in ids_of(cards))
    return Panel(f"panel:kept.{SIDES[side]}", "panel.kept", SIDES[side], rows)


@lru_cache(maxsize=KEPT_SCENES)
def _cards(side: Side, deck: int, discards: int, top: Card) -> Panel:
    """[3.0n] [8.1.4a] How many cards are in the draw pile and among the discards, of which the top one can be seen."""
    rows: list[Cells] = [(("draw_deck", str(deck)),), (("discard_pile", str(discards)),)]
    if top >= 0:
        rows.append((("discard_top", f"card:{FACES[top].id}"),))
    return Panel(f"panel:cards.{SIDES[side]}", "panel.cards", SIDES[side], tuple(rows))


@lru_cache(maxsize=KEPT_SCENES)
def _events(side: Side, cards: Cards) -> Panel:
    """[2.2.2.3a] [2.2.2.4a] [2.5a] The events that have happened: what they changed, or do as long as they last."""
    rows = tuple((("card", f"card:{FACES[card].id}"), ("vp", signed(FACES[card].vp)), ("rm", signed(FACES[card].rm)))
                 for card in ids_of(cards))
    return Panel(f"panel:events.{SIDES[side]}", "panel.events", SIDES[side], rows)


def signed(n: int) -> str:
    return f"{n:+}".replace("-", "−") if n else ""


@lru_cache(maxsize=KEPT_SCENES)
def _removed(cards: Cards) -> Panel:
    """[8.1.4a] Cards that are out of the game can always be looked at."""
    rows = tuple((("card", f"card:{FACES[card].id}"),) for card in ids_of(cards))
    return Panel("panel:removed", "panel.removed", "", rows)


@lru_cache(maxsize=KEPT_SCENES)
def _hand(side: Side, cards: Cards, number: int) -> Hand:
    return Hand(SIDES[side], tuple(f"card:{FACES[card].id}" for card in ids_of(cards)), number)


