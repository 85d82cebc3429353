"""The worked examples of the rulebook: how their positions are built, and what their expectations mean.

They stand in the pack's examples.toml. Tests replay them with their printed dice; a table shows them as lessons.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from tablero.games.car import GAME, printed
from tablero.games.car.board import (
    AFRICA, ALL_CORPS, CARD, CARDS, CODES, DECK, DISCARDS, ELIMINATED, GONE, HAND, INITIAL_CORPS, KEPT, NAT, PLACES,
    POOL, REGION, REGIONS, REMOVED, REP, RESERVE, ROUNDS, SIDES, SIEGES, SPACE_NAMES, SPACES, TRACK, UNIT, UNIT_SIDE,
    space
)
from tablero.games.car.odds import trial
from tablero.games.car.rules.r02_map import adjacent, connected, controls, friendly, map_key, put
from tablero.games.car.rules.r06_sequence import Turn, War
from tablero.games.car.rules.r07_actions import ActionRound
from tablero.games.car.rules.r08_cards.s05_landings import landing_places
from tablero.games.car.rules.r10_movement.s02_construction import AFTER_FAILURES
from tablero.games.car.rules.r11_combat.s01_combat import Combats
from tablero.games.car.rules.r11_combat.s02_resolution import FIRE_TABLES, Combat
from tablero.games.car.rules.r12_redeployment import Redeployment
from tablero.games.car.rules.r13_supply import supplied
from tablero.games.car.rules.r15_war_progress.s02_corps import DeployCorps, Mobilization, duties
from tablero.games.car.state import (
    AUTOMATIC, BY_EVENT, BY_OPS, BY_RP, BY_SR, DIVIDED_NAT, DIVIDED_REP, END_OF_NORTH, LINKED_NORTH, Car, Place, Side,
    Spaces
)
from tablero.kernel.actions import Action
from tablero.kernel.bits import bitset, ids_of
from tablero.kernel.lessons import Check, Example, Lessons, texts, words
from tablero.kernel.packs import Table

BOXES: Final = {"reserve": RESERVE, "eliminated": ELIMINATED, "gone": GONE, "africa": AFRICA, "track": TRACK,
                "pool": POOL}
KINDS: Final = {"ops": BY_OPS, "sr": BY_SR, "rp": BY_RP, "event": BY_EVENT, "auto": AUTOMATIC}
SETUP, EMPTY = "setup", ""
ACTION, MOBILIZATION = "action", "mobilization"


@dataclass(frozen=True, slots=True)
class Position:
    """A war in an Action Round, or when corps are deployed. As the scenario begins; or with these units only."""

    base: str                           # SETUP, or EMPTY
    moment: str                         # ACTION, or MOBILIZATION
    side: Side                          # whose it is
    turn: int
    round: int
    vp: int                             # -1: as the scenario begins
    rm: int
    strait: Side
    points: tuple[int, int]             # by side: Replacement Points of its own
    record: tuple[str, ...]             # what the Republic used its Rounds for
    happened: tuple[str, ...]           # cards whose events have
    hands: tuple[tuple[str, ...], ...]  # by side: cards
    kept: tuple[str, ...]               # Combat Cards that lie face up
    given: tuple[tuple[str, ...], ...]  # by side: spaces that are printed for the other
    isolated: tuple[str, ...]
    placed: tuple[str, ...]             # corps that are deployed, and of no concern here
    places: Mapping[str, str]           # space or box -> "nat_inf_1 nat_v:r"
    works: Mapping[str, str]            # space -> position or trench


def read_position(t: Table) -> Position:
    return Position(
        base=t.maybe_text("base", EMPTY),
        moment=t.maybe_text("moment", ACTION),
        side=SIDES.index(t.choice("side", SIDES)),
        turn=t.integer("turn"),
        round=t.maybe_integer("round", 0),
        vp=t.maybe_integer("vp", -1),
        rm=t.maybe_integer("rm", -1),
        strait=CODES.index(t.maybe_text("strait", "rep")),
        points=(t.maybe_integer("rp_nat", 0), t.maybe_integer("rp_rep", 0)),
        record=texts(t, "record_rep"),
        happened=texts(t, "happened"),
        hands=(texts(t, "hand_nat"), texts(t, "hand_rep")),
        kept=texts(t, "kept_nat"),
        given=(texts(t, "nat"), texts(t, "rep")),
        isolated=texts(t, "isolated"),
        placed=texts(t, "placed"),
        places=words(t, "places"),
        works=words(t, "works"),
    )


# ----------------------------------------------------------------------------------------------------------- positions


def _spaces(names: tuple[str, ...]) -> Spaces:
    return bitset(space(name) for name in names)


def clear(s: Car) -> None:
    """An empty map: nobody is in play, nothing is besieged, and Morale changes by captures and borders only."""
    s.shortage, s.sieges, s.isolated, s.reduced = False, [0] * len(SIEGES), 0, 0
    s.positions = s.trenches = s.special = s.full = 0
    s.once = LINKED_NORTH | END_OF_NORTH | DIVIDED_REP | DIVIDED_NAT
    s.at = [POOL[side] for side in UNIT_SIDE]
    s.here, s.occupied = [0] * PLACES, [0, 0]
    for unit, place in enumerate(s.at):
        s.here[place] |= 1 << unit


def place_of(name: str, side: Side) -> Place:
    return BOXES[name][side] if name in BOXES else space(name)


def place_name(place: Place) -> str:
    return SPACE_NAMES[place] if place < SPACES else next(name for name, box in BOXES.items() if place in box)


def deal(s: Car, position: Position) -> None:
    """Cards in hands and face up; those whose events have happened are out, all others in the draw piles."""
    kept = bitset(CARD[name] for name in position.kept)
    piles = {REMOVED: s.happened}
    for side, own in enumerate(CARDS.by):
        piles[HAND[side]] = bitset(CARD[name] for name in position.hands[side])
        piles[KEPT[side]] = own & kept
        piles[DECK[side]] = own & ~(piles[HAND[side]] | kept | s.happened)
    CARDS.deal_out(s, piles)


def build(example: Example[Position]) -> Car:
    """The position of an example, before its first question."""
    position = example.position
    s = printed(example.scenario).clone()
    if position.base == EMPTY:
        clear(s)
        s.isolated = _spaces(position.isolated)
    s.turn, s.round, s.side, s.strait = position.turn, position.round, position.side, position.strait
    s.vp = s.vp if position.vp < 0 else position.vp
    s.rm = s.rm if position.rm < 0 else position.rm
    s.held = (s.held | _spaces(position.given[NAT])) & ~_spaces(position.given[REP])
    for name, units in position.places.items():
        for word in units.split():
            unit, _, reduced = word.partition(":")
            put(s, UNIT[unit], place_of(name, UNIT_SIDE[UNIT[unit]]))
            s.reduced |= bool(reduced) << UNIT[unit]
    s.positions |= _spaces(tuple(name for name, work in position.works.items() if work == "position"))
    s.trenches |= _spaces(tuple(name for name, work in position.works.items() if work == "trench"))
    s.rp = [2 * position.points[NAT], 0, 2 * position.points[REP], 0]
    for n, word in enumerate(position.record):
        s.chart[REP * ROUNDS + n] = KINDS[word]
        s.chain[REP] = 1 << KINDS[word] if word in ("sr", "rp") else 0
    s.happened |= bitset(CARD[name] for name in position.happened)
    CARDS.bar(s, s.turn)
    deal(s, position)
    s.stack = [War(at=War().steps().index("next_turn")), _turn(position), _now(position)]
    return s


def _turn(position: Position) -> Turn:
    """The Turn, with what follows the Round of the side, or the deployment of corps."""
    then = f"{SIDES[position.side]}_attrition" if position.moment == ACTION else "clear"
    return Turn(at=Turn().steps().index(then))


def _now(position: Position) -> ActionRound | Mobilization:
    if position.moment == ACTION:
        return ActionRound(position.side)
    away = bitset(UNIT[name] for name in (*position.placed, *" ".join(position.places.values()).split())) & ALL_CORPS
    left = [INITIAL_CORPS[side] & ~away for side in (NAT, REP)]
    if "n4" not in position.happened:
        left[NAT] &= ~(1 << UNIT["nat_ctv"])
    return Mobilization(1 - position.side, left, at=Mobilization().steps().index("deploy"))


def read(s: Car, text: str) -> Action:
    """An action in words."""
    return GAME.read(s, text)


# -------------------------------------------------------------------------------------------------------- expectations


def _yes(true: object) -> str:
    return "yes" if true else "no"


def _names(spaces: Spaces) -> str:
    return " ".join(sorted(SPACE_NAMES[x] for x in ids_of(spaces)))


def _place(s: Car, said: list[str]) -> tuple[str, str]:
    _, unit, where = said
    return place_name(s.at[UNIT[unit]]), where


def _strength(s: Car, said: list[str]) -> tuple[str, str]:
    _, unit, face = said
    return "reduced" if s.reduced >> UNIT[unit] & 1 else "full", face


def _number(s: Car, said: list[str]) -> tuple[str, str]:
    word, n = said
    if word == "points":
        return f"{s.frame(Redeployment).points / 2:g}", n
    column: dict[str, int] = {"rm": s.rm, "vp": s.vp, "turn": s.turn, "severe": s.severe}
    return str(column[word]), n


def _side_number(s: Car, said: list[str]) -> tuple[str, str]:
    word, name, n = said
    side = SIDES.index(name)
    if word == "hand":
        return str(s.sizes[HAND[side]]), n
    if word == "rp":
        return f"{s.rp[side * 2] / 2:g}", n
    return str(s.frame(Combat).number[1 - side]), n             # the Loss Number that a side suffers


def _winner(s: Car, said: list[str]) -> tuple[str, str]:
    return SIDES[s.winner] if s.ending >= 0 and s.winner >= 0 else "nobody", said[1]


def _map(s: Car, said: list[str]) -> tuple[str, str]:
    word, name, expected = said
    x = space(name)
    if word == "control":
        return SIDES[NAT if controls(s, NAT, x) else REP], expected
    if word == "supplied":
        return _yes((supplied(s, NAT) | supplied(s, REP)) >> x & 1), expected
    if word == "works":
        return "position" if s.positions >> x & 1 else "trench" if s.trenches >> x & 1 else "none", expected
    return str(next((n for n, tried in zip(AFTER_FAILURES, s.tried, strict=True) if tried >> x & 1), 0)), expected


def _way(s: Car, said: list[str]) -> tuple[str, str]:
    """Whether two spaces are Connected for a side, or Adjacent."""
    if said[0] == "adjacent":
        _, a, b, expected = said
        return _yes(adjacent(s)[space(a)] >> space(b) & 1), expected
    _, name, a, b, expected = said
    side = SIDES.index(name)
    return _yes(connected(1 << space(a), friendly(s, side), map_key(s, side)) >> space(b) & 1), expected


def _returns(s: Car, said: list[str]) -> tuple[str, str]:
    _, unit, turn = said
    return str(dict(s.due).get(UNIT[unit], 0)), turn


def _record(s: Car, said: list[str]) -> tuple[str, str]:
    """What a side used one of its Rounds for."""
    _, name, n, use = said
    kind = s.chart[SIDES.index(name) * ROUNDS + int(n) - 1]
    return next((word for word, number in KINDS.items() if number == kind), "none"), use


def _card(s: Car, said: list[str]) -> tuple[str, str]:
    word, name, *rest = said
    card = CARD[name]
    if word == "card":
        zone = CARDS.where(s, card)
        lies = {"removed": (REMOVED,), "kept": KEPT, "discarded": DISCARDS, "hand": HAND, "deck": DECK}
        return next(here for here, zones in lies.items() if zone in zones), rest[0]
    if word == "underlined":
        return _yes(CARDS.rows[card].flag(f"{rest[0]}_underlined")), rest[1]
    return word if (s.happened if word == "happened" else s.barred) >> card & 1 else "not", word


def _combat(s: Car, said: list[str]) -> tuple[str, str]:
    """Columns and shifts of the attack that is under way, or is being designated."""
    word, name, *rest = said
    side, now = SIDES.index(name), s.within(Combat)
    plan = s.frame(Combats)
    combat = trial(s, now.side, now.x, now.units) if now else trial(s, plan.who, plan.target, plan.joined)
    if word == "shift":
        return str(combat.shift[side]), rest[0]
    column = combat.column_of(s, side)
    return f"{'corps' if column in FIRE_TABLES[1] else 'division'} {column.name}", " ".join(rest)


def _list(s: Car, said: list[str]) -> tuple[str, str]:
    """Spaces in reach of Plan P; regions that are owed a corps; spaces where a corps may be deployed."""
    word, *rest = said
    if word == "landings":
        return _names(landing_places(s)), " ".join(rest)
    if word == "due":
        owed = [name for name, region in zip(REGIONS, REGION, strict=True) if region & ~s.held]
        return " ".join(owed) if len(owed) == len(duties(s)) else f"{len(duties(s))} regions", " ".join(rest)
    return _names(s.frame(DeployCorps).open_places(s, UNIT[rest[0]])), " ".join(rest[1:])


# at UNIT PLACE, strength UNIT full|reduced, returns UNIT TURN      where a unit is, and how
# rm|vp|turn|severe N, points N                                     the tracks, the Severe Winter; SR points left
# hand|rp|loss SIDE N                                               cards, own points, the Loss Number it suffers now
# winner SIDE, record SIDE ROUND USE                                who has won; what a Round was used for
# control SPACE SIDE, supplied SPACE yes|no                         the map
# works SPACE none|position|trench, works_modifier SPACE N
# connected SIDE SPACE SPACE yes|no, adjacent SPACE SPACE yes|no
# card CARD removed|kept|discarded|hand|deck, happened|barred CARD, underlined CARD name|number yes|no
# shift SIDE N, column SIDE division|corps NAME                     of the attack that is being designated
# landings SPACE ..., due REGION ..., deploys UNIT SPACE ...        in reach of Plan P; owed a corps; open to a corps
CHECKS: Final[Mapping[str, Check[Car]]] = {
    word: function
    for function, said in (
        (_place, ("at",)),
        (_strength, ("strength",)),
        (_number, ("rm", "vp", "turn", "severe", "points")),
        (_side_number, ("hand", "rp", "loss")),
        (_winner, ("winner",)),
        (_map, ("control", "supplied", "works", "works_modifier")),
        (_way, ("connected", "adjacent")),
        (_returns, ("returns",)),
        (_record, ("record",)),
        (_card, ("card", "happened", "barred", "underlined")),
        (_combat, ("shift", "column")),
        (_list, ("landings", "due", "deploys")),
    )
    for word in said
}

LESSONS: Final = Lessons(GAME, read_position, build, CHECKS, read)
