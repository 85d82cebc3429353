"""When cards that answer steps, interceptions and evasions are of no use."""

from __future__ import annotations

import pytest

from tablero.games.wellington.board import (
    ALLIES,
    BRITAIN,
    CLEAR,
    DUCHIES,
    FRENCH,
    NORD,
    RIVER,
    SPAIN,
)
from tablero.games.wellington.cards.reactions import (
    bridge,
    effect_pontoon_train,
    evades_but_for_river,
    lines_of,
    movers,
    swing,
)
from tablero.games.wellington.cards.responses import effect_disputed_command
from tablero.games.wellington.rules.r03_control import friendly, status
from tablero.games.wellington.rules.r09_movement.s02_march import March
from tablero.games.wellington.rules.r10_reactions.s01_contact import Contact
from tablero.games.wellington.rules.r10_reactions.s04_interception import Interception
from tablero.games.wellington.rules.r10_reactions.s05_evasion import Evasion
from tablero.games.wellington.rules.r10_reactions.s10_flags import FlagContact
from tablero.games.wellington.state import Wellington
from tests.games.wellington.cards.playing import fits
from tests.games.wellington.combat import battle_at, impulse
from tests.games.wellington.field import game, leader, leaders, x
from tests.games.wellington.r10_reactions.reacting import forces, moved
from tests.rules import card, rule


def interception(s: Wellington, who: str, a: str, b: str, power: int = NORD, **more: object) -> Interception:
    """An attempt of a Leader, or of Soldiers without one."""
    one = leader(who.split()[0]) if who.split()[0].isalpha() and ":" not in who.split()[0] else -1
    side = power & 1
    return Interception(power, one, 2, forces(who), x(a), x(b), friendly(s, side), friendly(s, 1 - side),
                        **more)  # type: ignore[arg-type]


def evasion(s: Wellington, who: str, a: str, b: str, power: int = BRITAIN, **more: object) -> Evasion:
    side = power & 1
    return Evasion(power, leader(who.split()[0]), x(a), x(b), forces(who), (), friendly(s, side), friendly(s, 1 - side),
                   **more)  # type: ignore[arg-type]


@card("wellington", "bridges_blown")
def test_a_bridge_is_blown_before_those_who_have_no_pontoons() -> None:
    s = game({"avila": "clausel nord:2 soult sud:2"})
    both = interception(s, "clausel soult nord:2 sud:2", "avila", "salamanca")
    assert (x("avila"), x("salamanca")) == bridge(s, both)
    impulse(s).bridged = leaders("clausel")
    assert (x("avila"), x("salamanca")) == bridge(s, both), "Soult has none"
    impulse(s).bridged = leaders("clausel", "soult")
    assert bridge(s, both) is None


@card("wellington", "bridges_blown")
def test_the_lines_of_an_interception_over_two_duchies_even_over_corunna() -> None:
    s = game({"lugo": "clausel"})
    attempt = interception(s, "clausel", "lugo", "vigo")
    assert [(x("lugo"), x("vigo"))] == lines_of(attempt)
    attempt.via = x("la_coruna")
    assert [(x("la_coruna"), x("vigo")), (x("lugo"), x("la_coruna"))] == lines_of(attempt)


@card("wellington", "bridges_blown")
def test_soldiers_who_evade_without_a_leader_move_as_a_counter() -> None:
    soldiers = Evasion(SPAIN, -1, x("avila"), x("madrid"), (), (1, 1), 0, 0)
    assert [(SPAIN, 0)] == [force[:2] for force in movers(soldiers)]


@card("wellington", "marshals_quarrel", "bridges_blown", "local_guides", "light_division", "scovell_ciphers")
@pytest.mark.parametrize("name, power", [
    ("marshals_quarrel", "britain"), ("bridges_blown", "britain"), ("local_guides", "nord"),
    ("scovell_ciphers", "nord")])
def test_an_interception_that_is_stopped_already_is_not_answered(name: str, power: str) -> None:
    s = game({"avila": "clausel nord:2", "salamanca": "hill britain:2 sud:1"})
    for stopped, may in (({}, True), ({"cancelled": True}, False), ({"beaten": True}, False)):
        attempt = interception(s, "clausel nord:2", "avila", "salamanca", **stopped)
        assert may == fits(s, power, name, "interception_declared", attempt), stopped


@card("wellington", "marshals_quarrel")
def test_only_french_marshals_quarrel_and_only_where_the_other_one_fights() -> None:
    s = game({"avila": "clausel nord:2", "salamanca": "hill britain:2 sud:1", "madrid": "castanos", "toledo": "graham"})
    for attempt, may in (
        (interception(s, "clausel", "avila", "salamanca"), True),
        (interception(s, "clausel", "avila", "madrid"), False),
        (interception(s, "castanos", "madrid", "toledo", SPAIN), False),
    ):
        assert may == fits(s, "spain", "marshals_quarrel", "interception_declared", attempt)


@card("wellington", "scovell_ciphers", "light_division")
def test_soldiers_without_a_leader_get_no_help_and_wellington_does() -> None:
    s = game({"ciudad_rodrigo": "wellington britain:2", "avila": "nord:2"})
    own = interception(s, "wellington britain:2", "ciudad_rodrigo", "salamanca", BRITAIN)
    for name in ("scovell_ciphers", "light_division"):
        assert fits(s, "britain", name, "interception_declared", own)
    assert not fits(s, "spain", "scovell_ciphers", "interception_declared", own), "an Army of the Power itself"
    soldiers = Interception(NORD, -1, 2, ((NORD, 0, 2),), x("avila"), x("salamanca"), 0, 0)
    assert not fits(s, "nord", "scovell_ciphers", "interception_declared", soldiers)
    away = evasion(s, "wellington britain:2", "ciudad_rodrigo", "almeida")
    assert fits(s, "britain", "light_division", "evasion_declared", away)
    away.cancelled = True
    assert not fits(s, "britain", "light_division", "evasion_declared", away)


@card("wellington", "local_guides")
@rule("wellington", "9.41a")
@pytest.mark.parametrize("active, holder, may", [
    ("britain", "britain", True), ("britain", "spain", True), ("britain", "sud", False), ("nord", "nord", True),
    ("nord", "sud", True), ("nord", "spain", False)])
def test_guides_know_the_pass_for_their_side(active: str, holder: str, may: bool) -> None:
    pieces = {"britain": "hill britain:2", "nord": "clausel nord:2"}[active]
    s = game({"plasencia": pieces}, active=active)
    contact = moved(s, pieces, "plasencia", "salamanca")
    assert may == fits(s, holder, "local_guides", "step_settled", contact)


@card("wellington", "pontoon_train")
@rule("wellington", "11.43a")
@pytest.mark.parametrize("came, holder, may", [
    (("valladolid",), "britain", True), (("valladolid",), "spain", True), (("valladolid",), "nord", False),
    (("avila",), "britain", False), (("avila", "valladolid"), "britain", True)])
def test_pontoons_help_the_active_side_over_a_river_into_a_battle(
    came: tuple[str, ...], holder: str, may: bool
) -> None:
    s = game({"salamanca": "hill britain:2 nord:2"})
    assert may == fits(s, holder, "pontoon_train", "battle_start", battle_at(s, "salamanca", *came))
    empty = game({"salamanca": "hill britain:2"})
    assert not fits(empty, holder, "pontoon_train", "battle_start", battle_at(empty, "salamanca", *came))


@card("wellington", "pontoon_train")
@rule("wellington", "10.3f", "10.6a")
@pytest.mark.parametrize("places, may", [
    ({"valladolid": "clausel nord:2"}, True), ({"valladolid": "nord:2"}, False), ({"avila": "clausel nord:2"}, False),
    ({"burgos": "clausel nord:2"}, False), ({"salamanca": "clausel nord:2"}, True), ({"salamanca": "nord:1"}, True),
    ({}, False)])
def test_pontoons_help_who_could_react_but_for_a_river(places: dict[str, str], may: bool) -> None:
    s = game({"ciudad_rodrigo": "wellington britain:5", **places}, flags={"britain": "ciudad_rodrigo"})
    contact = moved(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
    contact.survey(s)
    s.call(contact)
    assert may == fits(s, "sud", "pontoon_train", "reaction", contact)


@card("wellington", "pontoon_train")
def test_an_army_on_the_march_gets_the_pontoons_and_not_the_soldiers_it_leaves() -> None:
    s = game({"salamanca": "marmont nord:5"}, active="nord")
    effect_pontoon_train(s, NORD, March(NORD, x("salamanca"), ((leader("marmont"), 0, 3),)))
    assert (leaders("marmont"), []) == (impulse(s).bridged, impulse(s).bridged_piles)
    s = game({"salamanca": "marmont nord:5 soult sud:1"}, active="nord")
    march = March(NORD, x("salamanca"), ((leader("marmont"), 0, 3), (leader("soult"), 0, 1)))
    impulse(s).bridged = leaders("marmont")
    assert fits(s, "nord", "pontoon_train", "own_step", march), "Soult has none yet"


@card("wellington", "pontoon_train")
def test_pontoons_clear_the_rivers_of_a_battle_before_its_first_round() -> None:
    s = game({"salamanca": "hill britain:2 nord:2"})
    battle = battle_at(s, "salamanca", "valladolid", "avila")
    effect_pontoon_train(s, SPAIN, battle)
    assert ((x("valladolid"), CLEAR), (x("avila"), CLEAR)) == battle.came
    assert leaders("hill") == impulse(s).bridged
    assert {BRITAIN * DUCHIES + x("salamanca"), SPAIN * DUCHIES + x("salamanca")} == set(impulse(s).bridged_piles)
    assert RIVER != battle.came[0][1]


@card("wellington", "night_march")
def test_a_night_march_answers_no_interception_of_the_own_side() -> None:
    s = game({"ciudad_rodrigo": "wellington britain:5", "avila": "clausel nord:2"}, flags={"britain": "ciudad_rodrigo"})
    contact = moved(s, "wellington britain:5", "ciudad_rodrigo", "salamanca")
    s.call(contact)
    attempt = interception(s, "clausel nord:2", "avila", "salamanca")
    attempt.roll = 12
    assert fits(s, "britain", "night_march", "interception_rolled", attempt)
    assert fits(s, "spain", "night_march", "interception_rolled", attempt)
    assert not fits(s, "sud", "night_march", "interception_rolled", attempt)
    attempt.offensive = True
    assert not fits(s, "britain", "night_march", "interception_rolled", attempt)


@card("wellington", "scum_of_the_earth")
def test_what_a_card_has_beaten_is_not_turned() -> None:
    s = game({"avila": "clausel nord:2"})
    attempt = interception(s, "clausel nord:2", "avila", "salamanca")
    attempt.roll = 9 - attempt.added() - 1
    assert 0 != swing(attempt)
    attempt.beaten = True
    assert 0 == swing(attempt)


@card("wellington", "light_division")
def test_nobody_is_called_to_a_flag_from_two_duchies_away() -> None:
    s = game({"almeida": "hill britain:2"}, active="nord")
    flag = FlagContact(NORD, x("salamanca"), NORD)
    flag.before = status(s)  # type: ignore[attr-defined]
    s.call(flag)
    assert not fits(s, "britain", "light_division", "reaction", flag)


@card("wellington", "disputed_command")
def test_the_allies_dispute_the_command() -> None:
    s = game({"salamanca": "hill castanos britain:2 nord:2"})
    battle = battle_at(s, "salamanca", "avila")
    s.call(battle)
    effect_disputed_command(s, NORD, battle)
    assert 1 << ALLIES == battle.quarrel


@card("wellington", "pontoon_train")
@rule("wellington", "10.6a", "10.5b")
def test_pontoons_help_only_those_who_may_still_evade_and_have_a_river() -> None:
    for where, tried, helps in (("salamanca", "", True), ("salamanca", "clausel", False), ("toledo", "", False)):
        s = game({where: "clausel"})
        contact = Contact(BRITAIN, x(where), (), (), status(s))
        contact.theirs = (0, 0)
        contact.tried = leaders(*tried.split())
        assert helps == evades_but_for_river(s, FRENCH, contact)
