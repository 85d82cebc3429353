"""How a view of the war is drawn after each action: pieces, Flags, tracks, panels and Hands."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from tablero.games.wellington.board import (
    ARMS, ARTILLERY, BATTLE_RATING, CARD, CARDS, CAVALRY, COMMAND_RATING, DISCARDS, DRAW_PILE, DUCHIES, DUCHY_NAMES,
    FLAGS, GUEST, HAND, HOME, KEYS, LEADER_NAMES, LEADER_POWER, LEADERS, MIX, NORD, POWERS, REGROUP, REMOVED, RESERVE,
    SIDES, SP_OF, SPANISH_KEYS, STARTS, SUD, UNBUILT
)
from tablero.games.wellington.maps import MAP_ID, place
from tablero.games.wellington.rules.r01_pieces.s05_soldiers import tags_of
from tablero.games.wellington.rules.r01_pieces.s06_leaders import commander_at
from tablero.games.wellington.rules.r03_control import besieged, controlled, flags_on_map
from tablero.games.wellington.rules.r04_sequence.s01_turn import Turn
from tablero.games.wellington.rules.r04_sequence.s02_impulses import Impulses
from tablero.games.wellington.rules.r06_building import leader_cost
from tablero.games.wellington.rules.r09_movement.s02_march import MarchOrders
from tablero.games.wellington.rules.r10_reactions.s04_interception import Interception, covered
from tablero.games.wellington.rules.r11_battle.s01_battle import Battle
from tablero.games.wellington.rules.r11_battle.s02_sheet import (
    CAMPS, PARTS, battle_rows, battle_tally, siege_rows, siege_tally
)
from tablero.games.wellington.rules.r12_sieges.s02_siege import Siege, fortress_strength
from tablero.games.wellington.rules.r16_interphase.s00_interphase import Interphase
from tablero.games.wellington.rules.r19_victory import all_points
from tablero.games.wellington.state import Duchies, Duchy, Leader, Leaders, Power, Wellington
from tablero.kernel import engine
from tablero.kernel.bits import ids_of
from tablero.kernel.events import SheetRow
from tablero.kernel.frames import clone_frame
from tablero.kernel.scene import Hand, Panel, Piece, Scene, Track, kept

KEPT_SCENES = 1_000
REMINDERS = ("russian_front", "emperor_beckons", "cadres", "la_patrie_en_danger")
PHASES = ("phase.impulses", "phase.end_of_turn", "phase.interphase")
Cells = tuple[tuple[str, str], ...]


def _look(s: Wellington, seat: int) -> tuple[object, ...]:
    """All that a scene is drawn from."""
    return (
        seat, s.start, s.year, _phase(s), s.round, s.box, s.active, *s.resources, s.top, tuple(s.at), tuple(s.sp),
        *s.regroup, tuple(s.commander), tuple(s.debts), tuple(s.marched), s.marked, tuple(s.tags), tuple(s.flag),
        s.hasty, s.turn_events, s.atrocity, s.wellesley, tuple(s.quarters), *s.piles, *s.sizes, _moving(s, seat),
        _threats(s, seat), _sheet(s), _aims(s),
    )


def _moving(s: Wellington, seat: int) -> Leaders:
    return engine.marked(s, seat, "leader").get("moving", 0)


def _aims(s: Wellington) -> tuple[tuple[str, str], ...]:
    """[10.4a] An interception that has been declared."""
    found = s.within(Interception)
    return ((place(found.a), f"aims.{place(found.x)}"),) if found and found.a != found.x else ()


def _threats(s: Wellington, seat: int) -> Duchies:
    """[10.1a] Where enemy Armies could intercept, while a Power marches."""
    asked = engine.asking(s)
    return covered(s, 1 - (seat & 1)) if isinstance(asked, MarchOrders) and asked.who == seat else 0


def _draw(s: Wellington, seat: int) -> Scene:
    pieces = [*_leaders(s, _moving(s, seat)), *_soldiers(s), *_markers(s)]
    sheet = _sheet(s)
    panels = [_status(s), *([sheet] if sheet else [])]
    for power, points in enumerate(all_points(s)):
        panels += (_power(s, power, points), _regroup(s, power), _unbuilt(s.here[UNBUILT] & LEADERS[power], power))
    panels += (_piles(s), _events(s), _removed(s.piles[REMOVED]))
    hands = tuple(_hand(s, power) for power in range(len(POWERS)))
    marks = _control(tuple(controlled(s, p) for p in range(4)))
    marks += _aims(s)
    marks += tuple((place(x), "threat") for x in ids_of(_threats(s, seat)))
    return Scene(MAP_ID, tuple(pieces), _tracks(s), tuple(panels), marks, hands)


scene = kept(_look, _draw, KEPT_SCENES)      # what a seat sees of its view


# --- the map


def _leaders(s: Wellington, moving: Leaders) -> list[Piece]:
    """[1.6d] Leaders where they are, Commanders upright and Staff Officers as such."""
    found = []
    for leader in range(len(LEADER_NAMES)):
        x = s.at[leader]
        if x < DUCHIES:
            side = LEADER_POWER[leader] & 1
            commands = commander_at(s, side, x) == leader
            led = sum(s.sp[power * DUCHIES + x] for power in SIDES[side]) if commands else 0
            found.append(_leader(leader, x, led if commands else -1, s.marched[leader], bool(s.marked >> leader & 1),
                                 bool(moving >> leader & 1)))
    return found


@lru_cache(maxsize=4 * KEPT_SCENES)
def _leader(leader: Leader, x: Duchy, led: int, marched: int, marked: bool, moving: bool) -> Piece:
    """A Leader; a Commander with the SPs of his side in the Duchy, a Staff Officer with -1."""
    name, side, commands = LEADER_NAMES[leader], POWERS[LEADER_POWER[leader]], led >= 0
    values = (*((("sp", str(led)),) if commands else ()), ("battle_rating", str(BATTLE_RATING[leader])),
              ("command_rating", str(COMMAND_RATING[leader])))
    badges = [*(["moving"] if moving else []), *(["marked"] if marked else []),
              *([f"marched.{marched}"] if marched else [])]
    symbol = "leader" if commands else "staff"
    return Piece(f"leader:{name}", place(x), side, symbol, f"leader.{name}.name", 20 - leader + 20 * commands, -1,
                 values, tuple(badges))


def _soldiers(s: Wellington) -> list[Piece]:
    """[1.5a] The Soldiers of a Power in a Duchy as one stack."""
    found = []
    for power in range(len(POWERS)):
        for x in ids_of(s.occupied[power]):
            pile = power * DUCHIES + x
            n = s.sp[pile]
            if n:
                tags = tags_of(s, pile) if s.tags else []
                marched = max((tag[0] for tag in tags), default=0)
                found.append(_stack(power, x, n, marched, any(tag[1] for tag in tags)))
    return found


@lru_cache(maxsize=4 * KEPT_SCENES)
def _stack(power: Power, x: Duchy, n: int, marched: int, marked: bool) -> Piece:
    values = ("sp", str(n)), *((ARMS[arm], str(count)) for arm, count in enumerate(counters(power, n)) if count)
    badges = [*(["marked"] if marked else []), *([f"marched.{marched}"] if marched else [])]
    name = POWERS[power]
    return Piece(f"soldiers:{name}.{DUCHY_NAMES[x]}", place(x), name, "soldiers", "symbol.soldiers", 1 + power,
                 -1, values, tuple(badges))


def counters(power: Power, n: int) -> tuple[int, int, int]:
    """[1.5a] [1.5b] Counters for so many SPs: the largest ones first, as many as the Power has of them."""
    guns = min(n // SP_OF[ARTILLERY], MIX[power][ARTILLERY])
    n -= guns * SP_OF[ARTILLERY]
    horse = min(n // SP_OF[CAVALRY], MIX[power][CAVALRY])
    return n - horse * SP_OF[CAVALRY], horse, guns


def _markers(s: Wellington) -> list[Piece]:
    """[1.7a] [12.2f] Flags, Hasty Fortresses, Sieges and the Battle that is being fought."""
    found = [_flag(x, power) for x, power in enumerate(s.flag) if power >= 0]
    found += [Piece(f"hasty_fortress:{DUCHY_NAMES[x]}", place(x), _owner(s, x), "hasty_fortress")
              for x in ids_of(s.hasty)]
    for side in (0, 1):
        found += [Piece(f"siege:{DUCHY_NAMES[x]}", place(x), POWERS[side], "siege") for x in ids_of(besieged(s, side))]
    battle = s.within(Battle)
    if battle is not None:
        found.append(Piece(f"battle:{DUCHY_NAMES[battle.x]}", place(battle.x), "", "battle"))
    return found


@lru_cache(maxsize=400)
def _flag(x: Duchy, power: Power) -> Piece:
    return Piece(f"flag:{DUCHY_NAMES[x]}", place(x), POWERS[power], "flag")


def _owner(s: Wellington, x: Duchy) -> str:
    return next((POWERS[power] for power in range(4) if s.owned[power] >> x & 1), "")


@lru_cache(maxsize=KEPT_SCENES)
def _control(held: tuple[Duchies, ...]) -> tuple[tuple[str, str], ...]:
    """[3.1a] Who Controls each Duchy."""
    return tuple((place(x), f"control.{POWERS[power]}") for power, duchies in enumerate(held) for x in ids_of(duchies))


# --- tracks


def _tracks(s: Wellington) -> tuple[Track, ...]:
    french = ((controlled(s, SUD) | controlled(s, NORD)) & SPANISH_KEYS).bit_count()
    return _track_row(s.start, s.year, _phase(s), s.round, s.box, french)


def _phase(s: Wellington) -> int:
    """[4.1a] The part of the Turn: 0 before the first one, 1 Impulses, 2 what ends it, 3 the Interphase."""
    if s.within(Impulses) is not None:
        return 1
    if s.within(Interphase) is not None:
        return 3
    return 2 if s.within(Turn) is not None else 0


@lru_cache(maxsize=KEPT_SCENES)
def _track_row(start: int, year: int, phase: int, number: int, box: Power, french: int) -> tuple[Track, ...]:
    """[1.3] [1.4] [18.3a] [18.6a] The Turn, the box of the Impulse Track and the Round, or else the part of the Turn;
    and how near Spain is to its end."""
    first, last = STARTS[start].year, STARTS[start].last
    years = tuple(f"year.{n}" for n in range(first, last + 1))
    keys = ((0, "zone_keys.liberated"), (1, "zone_keys.none"), (3, "zone_keys.one"), (6, "zone_keys.two"),
            (9, "zone_keys.three"), (12, "zone_keys.four"), (15, "zone_keys.conquered"))
    impulses = (
        Track("track:impulse", "track.impulse", box + 1, len(POWERS), POWERS[box],
              boxes=tuple(f"side.{name}.short" for name in POWERS)),
        Track("track:round", "track.round", number, 0),        # a Turn lasts as long as there are cards
    )
    parts = (Track("track:phase", "track.phase", phase, len(PHASES), boxes=PHASES),) if phase else ()
    return (
        Track("track:turn", "track.turn", max(1, year - first + 1), last - first + 1, boxes=years),
        *(impulses if phase == 1 else parts),
        Track("track:spanish_keys", "track.spanish_keys", french, SPANISH_KEYS.bit_count(), POWERS[NORD], zones=keys),
    )


# --- panels and hands


def _status(s: Wellington) -> Panel:
    """[4.22h] [1.9a] Who is Active, who is next and who may pre-empt; Flags that are left."""
    counts = [_held(s, power) for power in range(len(POWERS))]
    most = [power for power in range(len(POWERS)) if counts[power] == max(counts)]
    rows: list[Cells] = [
        (("active", f"side.{POWERS[s.active]}.name" if s.active >= 0 else "–"),),
        (("next", f"side.{POWERS[s.box]}.name"),),
        (("most_cards", f"side.{POWERS[most[0]]}.name" if len(most) == 1 else "–"),),
        *((("flags", f"{FLAGS[side] - flags_on_map(s, side)}"), ("power", CAMPS[side])) for side in (0, 1)),
    ]
    return Panel("panel:status", "panel.status", "", tuple(rows))


def _held(s: Wellington, power: Power) -> int:
    return s.sizes[HAND[power]] + s.sizes[HOME[power]] + s.sizes[GUEST[power]]


def _power(s: Wellington, power: Power, halves: int) -> Panel:
    """[2.5a] [4.22j] Cards and Resources of a Power, its Keys, and its Victory Points if the game ended now."""
    held = controlled(s, power)
    rows: list[Cells] = [
        (("resources", str(s.resources[power])),), (("hand", str(s.sizes[HAND[power]])),),
        (("home", str(s.sizes[HOME[power]])),), (("keys", str((held & KEYS).bit_count())),),
        (("spanish_keys", str((held & SPANISH_KEYS).bit_count())),),
        (("vp", f"{halves // 2 or ''}½" if halves % 2 else str(halves // 2)),),
    ]
    if s.sizes[GUEST[power]]:
        rows.append((("guest", str(s.sizes[GUEST[power]])),))
    owed = sum(n for who, _, n in s.debts if who == power)
    if owed:
        rows.append((("debt", str(owed)),))
    return Panel(f"panel:hands.{POWERS[power]}", "panel.hands", POWERS[power], tuple(rows))


def _regroup(s: Wellington, power: Power) -> Panel:
    """[6.2a] The Regroup Box."""
    rows: list[Cells] = [(("sp", str(s.regroup[power])),)] if s.regroup[power] else []
    rows += [_off_map(leader, regroup=True) for leader in ids_of(s.here[REGROUP] & LEADERS[power])]
    return Panel(f"panel:regroup.{POWERS[power]}", "panel.regroup", POWERS[power], tuple(rows))


def _off_map(leader: Leader, regroup: bool) -> Cells:
    """[6.1c] [6.2a] A Leader and what brings him into play, in CPs."""
    return (("leader", f"leader:{LEADER_NAMES[leader]}"), ("class", "symbol.leader"),
            ("factors", f"{BATTLE_RATING[leader]}-{COMMAND_RATING[leader]}"),
            ("build_cost", str(leader_cost(leader, regroup))))


@lru_cache(maxsize=KEPT_SCENES)
def _unbuilt(leaders: Leaders, power: Power) -> Panel:
    """[6.1c] Leaders that can be built, and what they cost."""
    rows = tuple(_off_map(leader, regroup=False) for leader in ids_of(leaders))
    return Panel(f"panel:unbuilt.{POWERS[power]}", "panel.unbuilt", POWERS[power], rows)


def _piles(s: Wellington) -> Panel:
    """[4.21a] How many cards lie where; of the discards the top one can be seen."""
    rows: list[Cells] = [(("draw_pile", str(s.sizes[DRAW_PILE])),), (("discards", str(s.sizes[DISCARDS])),)]
    if s.top >= 0:
        rows.append((("top", f"card:{CARDS.ids[s.top]}"),))
    rows += [(("reserve", str(s.sizes[RESERVE[power]])), ("power", f"side.{POWERS[power]}.name"))
             for power in (0, 1, 2)]
    return Panel("panel:piles", "panel.piles", "", tuple(rows))


def _events(s: Wellington) -> Panel:
    """[5.7b] [11.3d] Events in force, and reminders."""
    rows: list[Cells] = [(("say", f"reminder.{name}"),) for name in REMINDERS if s.piles[REMOVED] >> CARD[name] & 1]
    rows += [(("card", f"card:{CARDS.ids[card]}"),) for card in ids_of(s.turn_events)]
    if s.wellesley:
        rows.append((("say", "reminder.other_wellesley"),))
    rows += [(("atrocity", CAMPS[side]),) for side in (0, 1) if s.atrocity >> side & 1]
    rows += [(("quarters", place(x)), ("power", f"side.{POWERS[power]}.name")) for power, x, _ in s.quarters]
    return Panel("panel:events", "panel.events", "", tuple(rows))


@lru_cache(maxsize=KEPT_SCENES)
def _removed(cards: int) -> Panel:
    """[5.7b] Cards that are out of the game."""
    return Panel("panel:removed", "panel.removed", "", tuple((("card", f"card:{CARDS.ids[card]}"),)
                                                             for card in ids_of(cards)))


def _hand(s: Wellington, power: Power) -> Hand:
    zones = (HAND[power], HOME[power], GUEST[power])
    cards = [card for zone in zones for card in ids_of(s.piles[zone])]
    return Hand(POWERS[power], tuple(f"card:{CARDS.ids[card]}" for card in cards), _held(s, power))


# --- the sheet of a Battle or a Siege


def _sheet(s: Wellington) -> Panel | None:
    siege, battle = s.within(Siege), s.within(Battle)
    if battle is not None:
        return _battle(s, battle)
    return _siege(s, siege) if siege is not None else None


def _battle(s: Wellington, battle: Battle) -> Panel:
    """[11.2a] What each side has in a Battle, and the dice it will roll; then what it has cost so far."""
    rows = battle_rows(s, battle) if battle.at <= battle.steps().index("roll") else battle_tally(s, battle)
    return Panel("panel:now.battle", "panel.battle", "", (
        (("duchy", place(battle.x)),), *_rows(rows, "attacker", "defender"),
        (("round", str(battle.round or "–")),),
    ))


def _siege(s: Wellington, siege: Siege) -> Panel:
    """[12.3a] [12.3e] The same of a Siege. Before the first Round the dice are those with which it will begin."""
    if not siege.round:
        siege = clone_frame(siege)
        siege.strength = siege.strength or fortress_strength(s, siege.x)
        siege.army = siege.mustered(s)
    rows = siege_rows(s, siege) if siege.at <= siege.steps().index("roll") else siege_tally(s, siege)
    return Panel("panel:now.siege", "panel.siege", "", (
        (("duchy", place(siege.x)),), *_rows(rows, "besieger", "fortress"),
        (("round", f"{siege.round}/{siege.strength}"),),
    ))


def _rows(rows: list[SheetRow], ours: str, theirs: str) -> Iterator[Cells]:
    """Rows of a sheet as cells of a panel; what dice are made of can be folded away."""
    for name, mine, other, rule in rows:
        cell = "part" if name in PARTS or name == "strength" else "sheet"
        yield (cell, f"sheet.{name}"), (ours, mine), (theirs, other), ("rule", rule)
