"""[18] How the game ends."""

from __future__ import annotations

import pytest

from tablero.games.wellington.board import (
    ALLIES,
    BRITAIN,
    CARD,
    FRENCH,
    IN_FRANCE,
    IN_SPAIN,
    MADRID,
    NORD,
    PORTUGUESE_KEYS,
    SPAIN,
    SPANISH_KEYS,
    SUD,
)
from tablero.games.wellington.rules.r03_control import set_owner
from tablero.games.wellington.rules.r18_ending import conquest_bonus, peace_roll, potential_conquest, sudden_death
from tablero.games.wellington.state import KINDS_OF_END, Wellington
from tablero.kernel.bits import bitset, ids_of
from tests.games.wellington.field import told, x
from tests.games.wellington.turns import war
from tests.rules import rule


def give(s: Wellington, duchies: int, power: int) -> Wellington:
    for y in ids_of(duchies):
        set_owner(s, y, power)
    return s


def ended(s: Wellington, dice: list[int] | None = None) -> str:
    """How the game has ended, if it has."""
    s.script = dice or []
    over = sudden_death(s)
    assert ([], s.ending >= 0) == (s.script, over)
    return KINDS_OF_END[s.ending] if s.ending >= 0 else ""


def french_keys(n: int) -> Wellington:
    """A war in which the French hold so many Keys of Spain, Madrid among them."""
    keys = [MADRID, *(key for key in ids_of(SPANISH_KEYS) if key != MADRID)]
    s = give(war(players="two"), SPANISH_KEYS, SPAIN)
    return give(s, bitset(keys[:n]), NORD)


@rule("wellington", "18a", "18.5a", "18.1a")
def test_the_ways_to_end_the_game() -> None:
    assert {"conquest_of_spain", "conquest_of_portugal", "conquest_of_france", "liberation_of_spain",
            "potential_conquest", "peace", "points"} == set(KINDS_OF_END)
    assert "" == ended(war())


@rule("wellington", "18.1a")
def test_a_sudden_end_leaves_nothing_to_be_done() -> None:
    s = give(war(players="two"), SPANISH_KEYS, SPAIN)
    assert "liberation_of_spain" == ended(s)
    assert 1 == len(s.stack), "all but the war is cut away"
    assert ALLIES == s.winners


@rule("wellington", "18.2a")
def test_without_a_duchy_in_france_and_without_madrid_the_french_have_lost() -> None:
    s = give(french_keys(3), IN_FRANCE, SPAIN)
    assert "" != ended(give(s, 1 << MADRID, SPAIN))
    assert (ALLIES, "conquest_of_france") == (s.winners, KINDS_OF_END[s.ending])


@rule("wellington", "18.2a", "18.6c")
@pytest.mark.parametrize("die, kind, side", [(5, "potential_conquest", FRENCH), (4, "conquest_of_france", ALLIES)])
def test_with_madrid_they_roll_for_the_conquest_of_spain_first(die: int, kind: str, side: int) -> None:
    s = give(french_keys(9), IN_FRANCE, SPAIN)
    assert (kind, side) == (ended(s, [die]), s.winners)


@rule("wellington", "18.2b", "18.32a")
@pytest.mark.parametrize("players, attacks", [("four", True), ("three_allies", True), ("three_french", False),
                                              ("two", False)])
def test_guerrillas_attack_before_the_count_if_somebody_plays_spain_alone(players: str, attacks: bool) -> None:
    s = give(war(players=players, flags={}), IN_SPAIN & ~(1 << x("segovia")), SPAIN)
    assert "liberation_of_spain" == ended(s, [5] if attacks else [])
    assert attacks == bool(s.owned[SPAIN] >> x("segovia") & 1)
    s = give(war(players=players), IN_SPAIN & ~(1 << x("segovia")) | IN_FRANCE, SPAIN)
    assert "conquest_of_france" == ended(s, [5] if attacks else [])


@rule("wellington", "18.3a")
def test_spain_has_fifteen_keys() -> None:
    assert 15 == SPANISH_KEYS.bit_count()


@rule("wellington", "18.31a")
def test_without_an_allied_key_in_spain_the_french_have_won() -> None:
    s = give(war(), SPANISH_KEYS & ~(1 << x("cadiz")), NORD)
    assert "" == ended(s)
    assert ("conquest_of_spain", FRENCH) == (ended(give(s, 1 << x("cadiz"), SUD)), s.winners)


@rule("wellington", "18.32a")
def test_without_a_french_key_in_spain_the_allies_have_won() -> None:
    s = french_keys(1)
    assert "" == ended(s)
    assert ("liberation_of_spain", ALLIES) == (ended(give(s, 1 << MADRID, BRITAIN)), s.winners)


@rule("wellington", "18.3b")
def test_a_key_that_nobody_controls_counts_for_neither_side() -> None:
    s = french_keys(1)
    s.occupied[BRITAIN] |= 1 << MADRID
    assert "liberation_of_spain" == ended(s)
    s = give(give(war(), SPANISH_KEYS, SPAIN), 1 << x("burgos"), NORD)
    s.occupied[BRITAIN] |= 1 << x("burgos")
    assert "" == ended(s), "a besieged Fortress is still its owner's"


@rule("wellington", "18.4a", "18.4b")
def test_portugal_with_eight_keys_of_spain_and_madrid_is_a_victory() -> None:
    s = give(french_keys(8), PORTUGUESE_KEYS, SUD)
    assert {x("elvas"), x("lisbon"), x("almeida"), x("porto")} == set(ids_of(PORTUGUESE_KEYS))
    assert not (s.owned[SUD] | s.owned[NORD]) >> x("gibraltar") & 1
    assert "conquest_of_portugal" == ended(s)
    assert "" == ended(give(french_keys(7), PORTUGUESE_KEYS, SUD))
    assert "" == ended(give(french_keys(8), PORTUGUESE_KEYS & ~(1 << x("porto")), SUD))
    s = give(give(french_keys(9), PORTUGUESE_KEYS, SUD), 1 << MADRID, SPAIN)
    assert "" == ended(s), "eight Keys without Madrid"


@rule("wellington", "18.1b", "18.6c")
def test_of_several_conditions_the_conquest_of_france_comes_first_then_that_of_spain() -> None:
    s = give(give(war(players="two"), SPANISH_KEYS, SUD), IN_FRANCE, BRITAIN)
    assert "conquest_of_france" == ended(s, [2])
    s = give(give(war(), SPANISH_KEYS, SUD), PORTUGUESE_KEYS, SUD)
    assert "conquest_of_spain" == ended(s)


@rule("wellington", "18.6a", "18.6b", "ASPd", "20k")
@pytest.mark.parametrize("keys, bonus", [(2, 0), (3, 1), (7, 2), (8, 2), (9, 3), (11, 3), (12, 4)])
def test_the_die_for_the_conquest_of_spain_gets_one_for_every_three_keys(keys: int, bonus: int) -> None:
    assert bonus == conquest_bonus(french_keys(keys))


@rule("wellington", "18.6a", "18.5a")
def test_eight_conquers_spain_and_without_madrid_there_is_no_roll() -> None:
    s = french_keys(9)
    s.script = [4]
    potential_conquest(s)
    assert s.ending < 0
    s.script = [5]
    potential_conquest(s)
    assert (FRENCH, "potential_conquest") == (s.winners, KINDS_OF_END[s.ending])
    s = give(french_keys(9), 1 << MADRID, SPAIN)
    s.script = []
    potential_conquest(s)
    assert s.ending < 0


@rule("wellington", "18.7a", "20aj")
def test_a_six_makes_peace_and_points_decide() -> None:
    s = war(dice=[5])
    peace_roll(s)
    assert s.ending < 0
    s.script = [6]
    peace_roll(s)
    assert "peace" == KINDS_OF_END[s.ending]
    assert s.winners == FRENCH
    assert len(s.score) == 4


@rule("wellington", "18.7b")
def test_after_war_without_end_there_is_no_peace_roll() -> None:
    s = war(dice=[])
    s.turn_events = 1 << CARD["war_without_end"]
    peace_roll(s)
    assert (True, [()]) == (s.ending < 0, told(s.events, "no_peace_roll"))
