"""[18] How the game ends: Sudden Death, the Conquest of Spain, Peace."""

from __future__ import annotations

from tablero.games.wellington.board import (
    ALLIES, CARD, FRENCH, IN_FRANCE, MADRID, NORD, PORTUGUESE_KEYS, SPANISH_KEYS, SUD, TABLES
)
from tablero.games.wellington.rules.r03_control import controlled, friendly
from tablero.games.wellington.rules.r19_victory import decide
from tablero.games.wellington.state import (
    BY_CONQUEST_ROLL, BY_FRANCE, BY_LIBERATION, BY_PEACE, BY_PORTUGAL, BY_SPAIN, Duchies, Side, Wellington
)
from tablero.kernel.frames import END

_conquest = TABLES.table("conquest_of_spain")
CONQUEST = _conquest.integer("success")
KEYS_FOR_ONE = 3                            # Spanish Keys under French Control for each +1
PORTUGAL_NEEDS = 8                          # Spanish Keys for the Conquest of Portugal
PEACE = TABLES.table("peace_roll").integer("success")
WAR_WITHOUT_END = CARD["war_without_end"]


def held_by(s: Wellington, side: Side) -> Duchies:
    """[18.3b] The Duchies under the Control of a side: those that nobody Controls count for neither."""
    return friendly(s, side)


def sudden_death(s: Wellington) -> bool:
    """[18.1a] [18.1b] [18.6c] End the game at once if a side has conquered or liberated a country. To be asked after
    each completed CP expenditure, Event, Battle, Siege and phase; in this order (reading G40)."""
    french = held_by(s, FRENCH)
    if not french & IN_FRANCE:
        return conquest_of_france(s)
    if not held_by(s, ALLIES) & SPANISH_KEYS:
        finish(s, BY_SPAIN, FRENCH)                     # [18.31a]
    elif conquest_of_portugal(french):
        finish(s, BY_PORTUGAL, FRENCH)                  # [18.4a]
    elif not french & SPANISH_KEYS:
        finish(s, BY_LIBERATION, ALLIES)                # [18.32a]
    else:
        return False
    return True


def conquest_of_portugal(french: Duchies) -> bool:
    """[18.4a] [18.4b] All four Keys of Portugal and eight of Spain, Madrid among them."""
    return (
        not PORTUGUESE_KEYS & ~french and bool(french >> MADRID & 1)
        and (french & SPANISH_KEYS).bit_count() >= PORTUGAL_NEEDS
    )


def conquest_of_france(s: Wellington) -> bool:
    """[18.2a] [18.6c] No Duchy of France is French: if they Control Madrid the French roll for the Conquest of Spain
    first; else, or if that fails, the Allies win."""
    if conquest_roll(s):
        finish(s, BY_CONQUEST_ROLL, FRENCH)
    else:
        finish(s, BY_FRANCE, ALLIES)
    return True


def conquest_bonus(s: Wellington) -> int:
    """[18.6a] [18.6b] One for every three Spanish Keys under French Control."""
    return (held_by(s, FRENCH) & SPANISH_KEYS).bit_count() // KEYS_FOR_ONE


def conquest_roll(s: Wellington) -> bool:
    """[18.6a] [ASPd] The French Power that Controls Madrid must roll. Has Spain been conquered?"""
    power = next((p for p in (SUD, NORD) if controlled(s, p) >> MADRID & 1), -1)
    if power < 0:
        return False
    die, bonus = s.die(), conquest_bonus(s)
    s.tell("conquest_roll", power, die, die + bonus)
    return die + bonus >= CONQUEST


def potential_conquest(s: Wellington) -> None:
    """[4.6a] [18.5a] [18.6a] At the end of each Turn."""
    if conquest_roll(s):
        finish(s, BY_CONQUEST_ROLL, FRENCH)


def peace_roll(s: Wellington) -> None:
    """[18.7a] [18.7b] [20aj] On a 6 the game is over and Victory Points decide; no roll after War Without End."""
    if s.turn_events >> WAR_WITHOUT_END & 1:
        s.tell("no_peace_roll")
        return
    die = s.die()
    s.tell("peace_roll", die)
    if die >= PEACE:
        finish(s, BY_PEACE, -1)


def finish(s: Wellington, kind: int, side: Side) -> None:
    """[18a] [18.1a] The game is over: who has won is decided, and nothing else happens. A side of -1: by points."""
    from tablero.games.wellington.rules.r04_sequence.s01_turn import War
    decide(s, kind, side)
    s.cut(s.frame(War), END)
