"""What is judged soon and how it stands: from a view, with the figures of the rules of victory."""

from __future__ import annotations

from tablero.games.wellington.board import (
    ALLIES, FRENCH, GUEST, HAND, HOME, IN_FRANCE, MADRID, PORTUGUESE_KEYS, POWERS, SIDES, SPANISH_KEYS
)
from tablero.games.wellington.rules.r16_interphase.s00_interphase import Interphase
from tablero.games.wellington.rules.r18_ending import (
    CONQUEST, PEACE, PORTUGAL_NEEDS, WAR_WITHOUT_END, conquest_bonus, held_by
)
from tablero.games.wellington.rules.r19_victory import all_points
from tablero.games.wellington.state import Power, Wellington
from tablero.kernel.actions import NUMBER
from tablero.kernel.goals import Judgement

NEAR = 2            # Duchies: what one campaign can take
FEW_CARDS = 4       # in all hands together: the Turn will soon be over


def outlook(s: Wellington, seat: Power) -> tuple[Judgement, ...]:
    """[18] [19] Countries that are nearly conquered or free; towards the end of a Turn, what is rolled and counted."""
    french, allied = held_by(s, FRENCH), held_by(s, ALLIES)
    found = [
        Judgement(rule, key, (("n", NUMBER, left.bit_count()),))
        for rule, key, left in (
            ("18.32a", "spain_free", french & SPANISH_KEYS), ("18.31a", "spain_conquered", allied & SPANISH_KEYS),
            ("18.2a", "france", french & IN_FRANCE))
        if left.bit_count() <= NEAR
    ]
    keys, spanish = (french & PORTUGUESE_KEYS).bit_count(), (french & SPANISH_KEYS).bit_count()
    portugal = PORTUGUESE_KEYS.bit_count()
    if portugal - keys <= NEAR:
        found.append(Judgement("18.4a", "portugal", (
            ("n", NUMBER, keys), ("all", NUMBER, portugal), ("spanish", NUMBER, spanish),
            ("need", NUMBER, PORTUGAL_NEEDS))))
    if s.round and cards_left(s) <= FEW_CARDS and s.within(Interphase) is None:
        found += _end_of_turn(s, bool(french >> MADRID & 1))
    return tuple(found)


def cards_left(s: Wellington) -> int:
    return sum(s.sizes[zone[power]] for zone in (HAND, HOME, GUEST) for power in range(len(POWERS)))


def _end_of_turn(s: Wellington, madrid: bool) -> list[Judgement]:
    """[4.6a] [4.7a] The roll for the Conquest, then Peace or the end."""
    found = []
    need = CONQUEST - conquest_bonus(s)
    if madrid and need <= 6:
        found.append(Judgement("18.6a", "conquest", (("need", NUMBER, max(1, need)),)))
    points = all_points(s)
    allies, french = (sum(points[power] for power in SIDES[side]) for side in (ALLIES, FRENCH))
    score = ("allies", "half", allies), ("french", "half", french)
    if s.year == s.setting.last:
        found.append(Judgement("19.1b", "last", score))
    elif not s.turn_events >> WAR_WITHOUT_END & 1:
        found.append(Judgement("18.7a", "peace", (("need", NUMBER, PEACE), *score)))
    return found
