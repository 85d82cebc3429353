"""[3] Control: by Flags, by colour, and not at all."""

from __future__ import annotations

from tablero.games.wellington.board import ALLIES, BRITAIN, FRENCH, KEYS, NORD, SPAIN, SUD
from tablero.games.wellington.rules.r03_control import (
    besieged,
    controlled,
    enemy,
    flags_on_map,
    friendly,
    set_owner,
    status,
    uncontrolled,
)
from tablero.games.wellington.state import Wellington
from tests.games.wellington.field import game, holder, x
from tests.rules import rule


def what_it_is(s: Wellington, side: int, name: str) -> list[str]:
    sets = {"friendly": friendly(s, side), "enemy": enemy(s, side), "uncontrolled": uncontrolled(s, side)}
    return [word for word, duchies in sets.items() if duchies >> x(name) & 1]


@rule("wellington", "3.1a", "3.1b", "3.1c", "20l")
def test_the_flag_or_else_the_original_owner_controls_a_duchy() -> None:
    assert "britain" == holder(game(), "braga")
    assert "sud" == holder(game(flags={"sud": "braga"}), "braga")


@rule("wellington", "3.1d", "3.1e", "20l", "20v")
def test_an_enemy_formation_makes_an_unfortified_duchy_uncontrolled() -> None:
    assert "nobody" == holder(game({"braga": "nord:1"}), "braga")
    s = game({"braga": "spain:1"}, flags={"nord": "braga"})
    assert "nobody" == holder(s, "braga")
    assert ["uncontrolled"] == what_it_is(s, ALLIES, "braga") == what_it_is(s, FRENCH, "braga")
    assert "britain" == holder(game({"braga": "spain:1"}), "braga"), "the Ally does not"


@rule("wellington", "3.1f", "20v", "12.1a")
def test_a_besieged_fortress_stays_its_owners() -> None:
    s = game({"san_sebastian": "britain:1"})
    assert "nord" == holder(s, "san_sebastian")
    assert (["friendly"], ["uncontrolled"]) == (
        what_it_is(s, FRENCH, "san_sebastian"), what_it_is(s, ALLIES, "san_sebastian"))
    assert (1 << x("san_sebastian"), 0) == (besieged(s, ALLIES), besieged(s, FRENCH))


@rule("wellington", "3.1h", "20o", "20s", "8.1b")
def test_friendly_enemy_and_uncontrolled() -> None:
    s = game({"braga": "nord:1", "madrid": "spain:1"})
    assert ["friendly"] == what_it_is(s, ALLIES, "cadiz")
    assert ["enemy"] == what_it_is(s, ALLIES, "toledo")
    assert ["uncontrolled"] == what_it_is(s, ALLIES, "braga") == what_it_is(s, ALLIES, "madrid")
    assert (friendly(s, ALLIES), friendly(s, FRENCH)) == status(s)
    assert controlled(s, BRITAIN) | controlled(s, SPAIN) == friendly(s, ALLIES)


@rule("wellington", "7a", "7b", "12.3g")
def test_a_duchy_has_one_owner_and_a_hasty_fortress_goes_with_its_side() -> None:
    s = game()
    s.hasty = 1 << x("madrid")
    set_owner(s, x("madrid"), SUD)
    assert (SUD, 1 << x("madrid"), 1) == (s.flag[x("madrid")], s.hasty, flags_on_map(s, FRENCH))
    set_owner(s, x("madrid"), SPAIN)
    assert (SPAIN, 0, 0) == (s.flag[x("madrid")], s.hasty, flags_on_map(s, FRENCH))
    set_owner(s, x("madrid"), NORD)
    assert (-1, 1) == (s.flag[x("madrid")], sum(owned >> x("madrid") & 1 for owned in s.owned))


@rule("wellington", "1.9a")
def test_keys_are_counted_as_control_changes() -> None:
    s = game()
    before = (controlled(s, NORD) & KEYS).bit_count()
    set_owner(s, x("salamanca"), SPAIN)
    assert before - 1 == (controlled(s, NORD) & KEYS).bit_count()
    s = game({"salamanca": "britain:1"})
    assert before - 1 == (controlled(s, NORD) & KEYS).bit_count(), "an Uncontrolled Key is nobody's"
