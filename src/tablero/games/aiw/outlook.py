"""What is judged soon and how it stands: from a view, with the figures of the rules of victory."""

from __future__ import annotations

from tablero.games.aiw.board import CARLIST, CITIES, LIBERAL, TURNS, YEARS
from tablero.games.aiw.rules.r09_victory import (
    AUTOMATIC_ZONE, CITIES_TO_WIN, CITY_POINTS, DECISIVE_ZONE, level_three, uprising_points
)
from tablero.games.aiw.rules.r24_end_of_year.s00_end_of_year import FATIGUE_FROM, FATIGUE_POINTS
from tablero.games.aiw.rules.r24_end_of_year.s01_fortress_points import baztan_points, fortress_points
from tablero.games.aiw.state import Aiw, Side
from tablero.kernel.actions import NUMBER
from tablero.kernel.bits import ids_of
from tablero.kernel.goals import Judgement

NEAR = CITY_POINTS          # points: what can be won at one stroke


def outlook(s: Aiw, seat: Side) -> tuple[Judgement, ...]:
    """[9.0] The end of the year in its last turn, the Victory Check and a second City when they are near."""
    found = [*_second_city(s)]
    found += [_zone("automatic", "9.0b", side, AUTOMATIC_ZONE, s.vp) for side in (CARLIST, LIBERAL)
              if _short(side, AUTOMATIC_ZONE, s.vp) <= NEAR]
    if s.turn == TURNS:
        found += _end_of_year(s)
    return tuple(found)


def _of(side: Side, vp: int) -> int:
    """The points of a side: the marker, as it counts for it."""
    return vp if side == CARLIST else -vp


def _short(side: Side, zone: tuple[int, ...], vp: int) -> int:
    return _of(side, zone[side]) - _of(side, vp)


def _zone(key: str, rule: str, side: Side, zone: tuple[int, ...], vp: int, then: int | None = None) -> Judgement:
    values = [("side", "side", side), ("need", NUMBER, _of(side, zone[side])), ("have", NUMBER, _of(side, vp))]
    if then is not None:
        values.append(("then", NUMBER, _of(side, then)))
    return Judgement(rule, key, tuple(values))


def year_points(s: Aiw) -> int:
    """[24.1] [24.2] What the last Victory Check and the end of the year will pay as things stand, without Prestige."""
    fatigue = FATIGUE_POINTS if s.year >= FATIGUE_FROM else 0
    return uprising_points(s) + fortress_points(s) - baztan_points(s) - fatigue


def _end_of_year(s: Aiw) -> list[Judgement]:
    """[9.0c] [24.4] Who is near the decisive zone now, or will be; after the last year, what the marker says."""
    then = s.vp + year_points(s)
    found = [
        _zone("decisive", "9.0c", side, DECISIVE_ZONE, s.vp, then) for side in (CARLIST, LIBERAL)
        if min(_short(side, DECISIVE_ZONE, s.vp), _short(side, DECISIVE_ZONE, then)) <= NEAR
    ]
    if s.year < s.setting.end and s.year < YEARS[-1]:
        return found
    if then:
        leader = CARLIST if then > 0 else LIBERAL
        found.append(Judgement("24.4c", "last", (("side", "side", leader), ("then", NUMBER, abs(then)))))
    else:
        found.append(Judgement("24.4c", "last_even"))
    need = min(6, s.prestige - s.debt + level_three(s))
    return [*found, Judgement("24.4b", "final_roll", (("need", NUMBER, need),))] if need > 0 else found


def _second_city(s: Aiw) -> list[Judgement]:
    """[9.0e] With one City less than they need the Carlists may win at once."""
    if (s.forts[CARLIST] & CITIES).bit_count() != CITIES_TO_WIN - 1:
        return []
    besieged = list(ids_of(s.siege & CITIES & s.forts[LIBERAL]))
    if besieged:
        return [Judgement("9.0e", "besieged_city", (("space", "space", x),)) for x in besieged]
    return [Judgement("9.0e", "one_city")]
