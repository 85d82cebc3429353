"""[19] Victory Points, counted in halves, and who wins."""

from __future__ import annotations

from tablero.games.wellington.board import (
    ALLIES, BRITAIN, FRENCH, GIBRALTAR, IN_SPAIN, KEYS, LISBON, MADRID, NORD, ON_MAP, PLAYERS, POWERS, PRINTED_HOME,
    SIDES, SPAIN, SUD, TABLES, YEARS
)
from tablero.games.wellington.rules.r03_control import controlled
from tablero.games.wellington.rules.r05_cards.s11_shortages import unfulfilled
from tablero.games.wellington.state import BY_FRANCE, BY_LIBERATION, Power, Side, Wellington
from tablero.kernel.packs import from_to

_points = TABLES.table("victory_points")
KEY_HALVES = 2 * _points.integer("key")
MADRID_HALVES = 2 * _points.integer("madrid") - KEY_HALVES      # besides what it counts as a Key
RESOURCE_HALVES = 1                                             # [15.3a] half a point
EVENT_HALVES = -2 * _points.integer("unfulfilled_removal")
CITY_BONUS = _points.integer("french_lisbon")                   # Gibraltar is worth as much
DUCHIES_FOR_ONE = {year: from_to(_points.table("french_duchies_per_point"), str(year), 1, 99) for year in YEARS}
HOME_BONUS = _points.integer("french_all_home_1814")
LAST_YEAR = YEARS[-1]
SPANISH_BONUS = [(row.integer("below"), row.integer("points")) for row in TABLES.tables("spanish_bonus")]
SEPARATE_SPAIN = tuple(name in ("four", "three_allies") for name in PLAYERS)    # by index in PLAYERS


def separate_spain(s: Wellington) -> bool:
    """[19.5a] [18.2b] Does somebody play Spain alone?"""
    return SEPARATE_SPAIN[s.players]


def basic_points(s: Wellington, power: Power) -> int:
    """[19.2a] [19.2b] [15.3a] [20k] [19.3a] In halves: a Key 2, Madrid 4, an unplayed Resource 1; less 2 for each
    Event with an unfulfilled removal [5.13a]."""
    return sum(basic_parts(s, power).values())


def basic_parts(s: Wellington, power: Power) -> dict[str, int]:
    """[19.2a] [19.3a] The same by what they come from."""
    held = controlled(s, power)
    return {
        "keys": KEY_HALVES * (held & KEYS).bit_count(), "madrid": MADRID_HALVES * (held >> MADRID & 1),
        "resources": RESOURCE_HALVES * s.resources[power], "events": -EVENT_HALVES * unfulfilled(s, power),
    }


def french_bonus(s: Wellington, power: Power) -> int:
    """[19.4a] [19.4b] [19.4c] [20ab] Whole points of a French Power: Lisbon, Gibraltar, its Duchies by the year, and in
    1814 all its original Home Duchies."""
    held = controlled(s, power) & ON_MAP
    bonus = CITY_BONUS * ((held >> LISBON & 1) + (held >> GIBRALTAR & 1)) + held.bit_count() // DUCHIES_FOR_ONE[s.year]
    if s.year == LAST_YEAR and not PRINTED_HOME[power] & ~held:
        bonus += HOME_BONUS
    return bonus


def spanish_bonus(s: Wellington) -> int:
    """[19.5a] [19.5b] [19.5c] By the Spanish Duchies under French Control, for a separate Spanish player."""
    if not separate_spain(s):
        return 0
    french = ((controlled(s, SUD) | controlled(s, NORD)) & IN_SPAIN).bit_count()
    return next((points for below, points in SPANISH_BONUS if french < below), 0)


def victory_points(s: Wellington, power: Power) -> int:
    """[19.1b] The Victory Points of a Power in halves, without the Spanish bonus."""
    return basic_points(s, power) + (2 * french_bonus(s, power) if power & 1 == FRENCH else 0)


def all_points(s: Wellington) -> tuple[int, ...]:
    """By Power, in halves: what a game that ended now would be decided by."""
    return tuple(victory_points(s, power) for power in range(len(POWERS)))


def better_side(s: Wellington) -> Side:
    """[19.1b] [19.1c] [19.5d] [15.3a] The side with more points; at a tie the Allies if a separate Spanish player has a
    bonus, then the side with more Resources, then the French."""
    points = all_points(s)
    allies, french = (sum(points[power] for power in SIDES[side]) for side in (ALLIES, FRENCH))
    if allies == french:
        allies += spanish_bonus(s)
    if allies == french:
        allies, french = (sum(s.resources[power] for power in SIDES[side]) for side in (ALLIES, FRENCH))
    return ALLIES if allies > french else FRENCH


def decide(s: Wellington, kind: int, side: Side) -> None:
    """[19a] [19.1a] [19.1b] [19.1d] [18.2b] Name the side that has won, and the Power that is best on it. After an
    automatic victory of the Allies Guerrillas attack first, if somebody plays Spain alone."""
    from tablero.games.wellington.rules.r04_sequence.s03_end_of_turn import guerrillas
    if kind in (BY_FRANCE, BY_LIBERATION) and separate_spain(s):
        guerrillas(s)
    s.ending = kind
    s.winners = better_side(s) if side < 0 else side
    s.score = list(all_points(s))
    if s.winners == ALLIES:
        s.score[SPAIN] += 2 * spanish_bonus(s)
    s.winner = max(SIDES[s.winners], key=lambda power: (s.score[power], power))
    for power in range(BRITAIN, len(POWERS)):
        s.tell("final_points", power, s.score[power])
    s.tell("won", s.winner)
