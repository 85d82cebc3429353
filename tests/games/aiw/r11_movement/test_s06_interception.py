"""[11.6] Interception: who may move into a space before the enemy, and what it takes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pytest

from tablero.games.aiw import GAME
from tablero.games.aiw.board import ARMY, CARLIST, ENTERED, FIGHTERS, LIBERAL, TRAINS, area
from tablero.games.aiw.rules.r11_movement.s06_interception import Interceptions, Interceptors
from tablero.games.aiw.rules.r15_combat import CombatStep
from tablero.games.aiw.rules.r18_siege.s02_sortie import Sortie
from tablero.games.aiw.state import Aiw
from tablero.kernel.events import Event
from tests.games.aiw.hands import reason
from tests.games.aiw.march import actions, liberals
from tests.games.aiw.moments import playable_at
from tests.games.aiw.war import asked, at, block, do, guns, knapsack, offered, run, strength, told, war
from tests.rules import rule


def entering(
    into: str, places: Mapping[str, str], *, by: str = "liberal", command: int = 2, origin: str = "vitoria",
    forts: Mapping[str, Iterable[str]] | None = None, siege: Iterable[str] = (), secret: bool = False,
) -> Aiw:
    """A group of a side is about to enter a space; the other side is asked, if it may intercept."""
    points = (command, 0) if by == "liberal" else (0, command)
    s = war(places, side=by, command=points, forts=forts, siege=siege, secret=secret)
    run(s, Interceptions(CARLIST if by == "liberal" else LIBERAL, area(into), area(origin)))
    return s


# -------------------------------------------------------------------------------------------------------------- who may


@rule("aiw", "11.6a", "11.6b", "11.6h")
def test_units_next_to_the_entered_space_may_intercept_for_a_command_point() -> None:
    s = entering("alsasua", {"segura": "c_gui1", "tolosa": "c_gui2"})
    assert "carlist Intercept" == asked(s)
    assert ["done", "intercept segura"] == offered(s)
    assert ("11.6b", "nobody_to_intercept") == reason(s, "intercept estella")
    assert ("11.6b", "interception_not_adjacent") == reason(s, "intercept tolosa")
    do(s, "intercept segura")
    assert 1 == s.command[CARLIST]
    assert ["done", "intercept vitoria"] == offered(entering("trevino", {"vitoria": "l_ln1"}, by="carlist"))


@rule("aiw", "11.6a")
def test_without_a_command_point_nobody_is_asked_unless_a_card_may_be_held() -> None:
    s = entering("alsasua", {"segura": "c_gui1"}, command=0)
    assert "nobody" == asked(s)
    assert 0 == s.answer
    with playable_at("country_warning", ENTERED):
        s = war({"segura": "c_gui1"}, side="liberal", hands=("country_warning", "countryside"))
        run(s, Interceptions(CARLIST, area("alsasua"), area("salvatierra")))
        assert "carlist Intercept" == asked(s)
        assert ("11.6a", "interception_costs_command") == reason(s, "intercept segura")
        assert ["done", "play country_warning"] == offered(s)
        assert ("7.1c", "card_not_now") == reason(s, "play countryside")
        do(s, "play country_warning")
        assert "nobody" == asked(s)         # the card is gone, and no point is left


@rule("aiw", "11.6c")
def test_liberals_do_not_intercept_into_or_out_of_the_carlist_zone() -> None:
    s = entering("salvatierra", {"vitoria": "l_ln1"}, by="carlist")
    assert "nobody" == asked(s)
    s = entering("lerin", {"estella": "l_ln1", "lodosa": "l_ln2"}, by="carlist")
    assert ["done", "intercept lodosa"] == offered(s)
    assert ("11.6c", "liberals_do_not_intercept_there") == reason(s, "intercept estella")
    s = entering("lerin", {"estella": "c_nav1", "lodosa": "c_nav2"})
    assert ["done", "intercept estella", "intercept lodosa"] == offered(s)     # Carlists intercept anywhere


@rule("aiw", "11.6d")
def test_a_space_that_holds_friends_of_the_mover_is_safe_for_him() -> None:
    places = {"segura": "c_gui1", "alsasua": "l_ln1"}
    assert "nobody" == asked(entering("alsasua", places))
    places = {"segura": "c_gui1", "tolosa": "c_gui2"}
    s = entering("tolosa", {"villafranca": "c_gui1"}, forts={"liberal": ("tolosa",)})
    assert "nobody" == asked(s)
    s = entering("tolosa", {"villafranca": "c_gui1", "tolosa": "c_gui2"}, forts={"liberal": ("tolosa",)},
                 siege=("tolosa",))
    assert "carlist Intercept" == asked(s)          # besieged friends do not count
    s = entering("tolosa", {"villafranca": "c_gui1", "tolosa": "c_gui2"})
    assert "carlist Intercept" == asked(s)          # nor do friends of the interceptors


@rule("aiw", "11.6e")
def test_nobody_intercepts_out_of_a_space_with_an_enemy_that_is_not_besieged() -> None:
    s = entering("alsasua", {"segura": "c_gui1 l_ln1", "estella": "c_nav1"})
    assert ("11.6e", "enemy_beside_interceptors") == reason(s, "intercept segura")
    places = {"estella": "c_nav1", "inside estella": "l_ln1"}
    s = entering("alsasua", places, forts={"liberal": ("estella",)}, siege=("estella",))
    assert "intercept estella" in offered(s)


@rule("aiw", "11.6f", "13.1j", "13.2h")
def test_sea_moves_and_sorties_are_not_intercepted() -> None:
    s = war({"laredo": "l_ln1", "guetaria": "c_gui1", "azpeitia": "c_gui2", "hernani": "c_gui3"}, side="liberal",
            command=(3, 0))
    actions(s)
    do(s, "transport laredo", "sail san_sebastian")
    assert "liberal Act" == asked(s)
    s = war({"laredo": "l_ln1", "irun": "c_gui1", "hernani": "c_gui3"}, side="liberal", command=(3, 0))
    actions(s)
    do(s, "disembark")          # there is one way only
    assert "carlist Evade" == asked(s)              # it may be evaded, but not intercepted
    s = war({"bilbao": "c_bis1", "inside bilbao": "l_ln1", "llodio": "c_ala1"}, side="liberal", siege=("bilbao",),
            command=(3, 0))
    run(s, Sortie(area("bilbao"), LIBERAL))
    assert "carlist Intercept" != asked(s)


@rule("aiw", "11.6g", "11.6s")
def test_units_in_regions_inside_fortresses_or_on_roads_do_not_intercept() -> None:
    s = entering("tudela", {"aragon": "c_nav1"}, origin="alfaro")
    assert "nobody" == asked(s)
    s = entering("alfaro", {"inside tudela": "l_ln1", "tudela": "c_nav1", "road alfaro>calahorra": "l_ln2"},
                 by="carlist", forts={"liberal": ("tudela",)}, siege=("tudela",))
    assert "nobody" == asked(s)


@rule("aiw", "11.6f", "11.6g", "23.1f")
def test_a_move_into_a_region_is_not_intercepted() -> None:
    s = war({"tudela": "c_nav1", "aragon": "l_ln1", "alfaro": "l_ln2"}, command=(0, 3))
    actions(s)
    do(s, "activate tudela", "add c_nav1", "march aragon")
    assert "aragon" == at(s, "c_nav1")
    assert "liberal Intercept" != asked(s)


# ---------------------------------------------------------------------------------------------------- the group and die


@pytest.mark.parametrize("units, die, comes", [
    ("c_gui1", 1, False), ("c_gui1", 2, True), ("c_gui1 c_gui2 c_st1", 3, False), ("c_gui1 c_gui2 c_st1", 4, True),
])
@rule("aiw", "11.6i", "11.6j")
def test_the_die_must_exceed_the_blocks_of_the_group_trains_too(units: str, die: int, comes: bool) -> None:
    s = entering("alsasua", {"segura": units}, command=1)
    do(s, "intercept segura", "all", dice=[die])
    assert {"alsasua" if comes else "segura"} == {at(s, unit) for unit in units.split()}
    assert 0 == s.command[CARLIST]          # lost in any case
    assert int(comes) == s.answer


@rule("aiw", "11.6l", "11.6i")
def test_guns_and_knapsack_ride_along_and_are_not_counted() -> None:
    s = entering("alsasua", {"segura": "c_gui1 c_gui2 field:1 mountain:2 knapsack:2"}, command=1)
    do(s, "intercept segura", "join c_gui1", "bring knapsack", "bring mountain")
    assert ("11.6l", "nothing_to_bring") == reason(s, "bring mountain")         # it comes already
    do(s, "done", dice=[2])
    assert (0, 2) == guns(s, "carlist", "alsasua")
    assert (1, 0) == guns(s, "carlist", "segura")
    assert 2 == knapsack(s, "carlist", "alsasua")
    assert "segura" == at(s, "c_gui2")


@rule("aiw", "11.6l")
def test_all_brings_everything() -> None:
    s = entering("alsasua", {"segura": "c_gui1 field:1 knapsack:1"}, command=1)
    do(s, "intercept segura")
    assert ("11.6l", "nothing_to_bring") == reason(s, "bring mountain")
    do(s, "all", dice=[2])
    assert ((1, 0), 1) == (guns(s, "carlist", "alsasua"), knapsack(s, "carlist", "alsasua"))


@rule("aiw", "11.6m", "11.6n")
def test_from_one_space_there_is_one_attempt_and_the_rest_of_it_stays() -> None:
    s = war({"segura": "c_gui1 c_gui2 c_gui3", "estella": "c_nav1"}, side="liberal", command=(3, 0))
    s.call(Interceptions(CARLIST, area("villafranca"), area("alsasua")))
    run(s, Interceptions(CARLIST, area("alsasua"), area("salvatierra")))
    do(s, "intercept segura", "join c_gui1", "done")
    assert ["done", "intercept estella"] == offered(s)
    assert ("11.6n", "one_attempt_from_a_space") == reason(s, "intercept segura")
    do(s, "done", dice=[1])
    assert ["segura"] * 3 == [at(s, f"c_gui{n}") for n in (1, 2, 3)]
    assert "intercept segura" in offered(s)         # against the next step they may try again


@rule("aiw", "11.6o", "11.6h")
def test_attempts_from_several_spaces_are_paid_before_the_first_die() -> None:
    s = entering("alsasua", {"segura": "c_gui1", "estella": "c_nav1"}, command=2)
    events = do(s, "intercept segura", "all", "intercept estella")
    assert 0 == s.command[CARLIST]
    assert [] == told(events, "intercepts") + told(events, "interception_failed")
    events = do(s, "all", dice=[1, 2])
    assert [(area("segura"), 1)] == told(events, "interception_failed")
    assert [(area("estella"), area("alsasua"), 2)] == told(events, "intercepts")
    assert ["segura", "alsasua"] == [at(s, unit) for unit in ("c_gui1", "c_nav1")]
    assert 1 == s.answer


@rule("aiw", "11.6k")
def test_an_automatic_attempt_needs_no_die_and_takes_any_number() -> None:
    six = "c_gui1 c_gui2 c_gui3 c_bis1 c_bis2 c_bis3"
    s = war({"segura": six}, side="liberal")
    s.call(Interceptions(CARLIST, area("alsasua"), area("vitoria"), at=1))
    run(s, Interceptors(CARLIST, area("segura"), True))
    events = do(s, "all")
    assert {"alsasua"} == {at(s, unit) for unit in six.split()}
    assert [(area("segura"), area("alsasua"))] == told(events, "intercepts_at_once")
    assert 1 == s.answer


@rule("aiw", "11.6r")
def test_carlists_need_no_die_into_or_out_of_a_refuge_but_they_pay() -> None:
    six = "c_gui1 c_gui2 c_gui3 c_bis1 c_bis2 c_bis3"
    for into, x in (("alsasua", "amescoas"), ("amescoas", "alsasua")):
        s = entering(into, {x: six}, command=1)
        do(s, f"intercept {x}", "all")
        assert {into} == {at(s, unit) for unit in six.split()}
        assert 0 == s.command[CARLIST]
    s = entering("amescoas", {"alsasua": "c_nav1 l_ln1"}, command=1)
    assert "nobody" == asked(s)             # all other limits stay


@rule("aiw", "11.6r", "11.6c")
def test_liberals_get_nothing_from_a_refuge() -> None:
    s = war({"estella": "l_ln1"}, command=(0, 2))
    run(s, Interceptions(LIBERAL, area("amescoas"), area("alsasua")))
    assert "nobody" == asked(s)


@rule("aiw", "11.6s")
def test_a_group_that_no_die_can_bring_is_refused() -> None:
    six = "c_gui1 c_gui2 c_gui3 c_bis1 c_bis2 c_bis3"
    s = entering("alsasua", {"segura": six}, command=1, secret=True)
    do(s, "intercept segura")
    assert ("11.6s", "too_many_to_intercept") == reason(s, "all")
    do(s, *(f"join {unit}" for unit in six.split()[:5]))
    assert ("11.6s", "too_many_to_intercept") == reason(s, "join c_bis3")
    assert ("11.6m", "not_in_the_space") == reason(s, "join c_gui1")
    do(s, "done", dice=[6])
    assert "alsasua" == at(s, "c_gui1")


@rule("aiw", "11.6s")
def test_units_may_intercept_again_and_again_in_a_phase() -> None:
    s = war({"segura": "c_gui1"}, side="liberal", command=(2, 0))
    s.call(Interceptions(CARLIST, area("villafranca"), area("alsasua")))
    run(s, Interceptions(CARLIST, area("alsasua"), area("salvatierra")))
    do(s, "intercept segura", "all", dice=[1])
    do(s, "intercept segura", "all", dice=[6])
    assert "villafranca" == at(s, "c_gui1")


@rule("aiw", "11.3a")
def test_a_train_does_not_intercept_alone() -> None:
    s = entering("alsasua", {"segura": "c_st1 c_gui1"}, command=2)
    do(s, "intercept segura", "join c_st1")
    assert ("11.3a", "cannot_move_alone") == reason(s, "done")
    s = entering("alsasua", {"segura": "c_st1", "estella": "c_nav1"}, command=2)
    assert ("11.3a", "cannot_move_alone") == reason(s, "intercept segura")


# ------------------------------------------------------------------------------------------------------------- after it


def march_into_alsasua() -> Aiw:
    s = war({"salvatierra": "l_ln1", "segura": "c_gui1"}, side="liberal", command=(1, 0))
    actions(s)
    do(s, "activate salvatierra", "add l_ln1", "march alsasua", dice=[6])
    return s


@rule("aiw", "11.6h", "11.6p", "11.6q", "12.2j")
def test_interceptors_are_there_first_and_stop_the_mover_and_nobody_evades() -> None:
    s = march_into_alsasua()
    assert "salvatierra" == at(s, "l_ln1")          # its movement is suspended
    do(s, "intercept segura", "all", dice=[6])
    assert ["alsasua", "alsasua"] == [at(s, unit) for unit in ("l_ln1", "c_gui1")]
    assert "liberal Act" == asked(s)
    s.stack = s.stack[:2]
    events = run(s, CombatStep(LIBERAL), [6] * 7)
    assert [(LIBERAL, area("alsasua"))] == told(events, "must_retreat")     # equal numbers: the attacker goes


@rule("aiw", "11.6j", "11.6q")
def test_a_group_that_was_not_intercepted_goes_on() -> None:
    s = march_into_alsasua()
    do(s, "intercept segura", "all", dice=[1])
    assert "liberal March" == asked(s)
    assert ["alsasua", "segura"] == [at(s, unit) for unit in ("l_ln1", "c_gui1")]


# -------------------------------------------------------------------------------------------------------- hidden things


@rule("aiw", "5.2a", "11.6i")
def test_the_enemy_learns_how_many_intercept_and_that_they_are_no_trains() -> None:
    s = entering("alsasua", {"segura": "c_gui1 c_gui2 c_st1"}, command=1, secret=True)
    mixed = sum(1 << s.unit[block(s, unit)] for unit in ("c_gui1", "c_gui2", "c_st1"))
    for unit in ("c_gui1", "c_gui2", "c_st1"):
        s.may[block(s, unit)] = mixed
    do(s, "intercept segura", "join c_gui2")
    seen = GAME.view(s, LIBERAL)
    assert 0 == seen.stack[-1].picked                   # type: ignore[attr-defined]
    do(s, "done", dice=[6])
    moved = block(s, "c_gui2")
    assert min(b for b in range(len(s.at)) if s.unit[b] >= 0) == moved          # whoever went has the lowest label
    assert mixed & ~(1 << s.unit[block(s, "c_st1")]) == s.may[moved]
    assert strength(s, "c_gui2") == 3


@rule("aiw", "5.2a", "11.6i")
def test_that_an_attempt_is_made_tells_that_somebody_there_fights() -> None:
    s = entering("alsasua", {"segura": "c_gui1 c_st1"}, command=2, secret=True)
    pair = 1 << block(s, "c_gui1") | 1 << block(s, "c_st1")
    for unit in ("c_gui1", "c_st1"):
        s.may[block(s, unit)] = FIGHTERS & ARMY[CARLIST] | TRAINS
    do(s, "intercept segura")
    assert [(pair, FIGHTERS, 1)] == s.facts
    do(s, "join c_gui1", "join c_st1", "done", dice=[1])
    assert 0 != s.may[block(s, "c_st1")] & TRAINS           # but not that all do


@rule("aiw", "11.6n", "5.2a")
def test_nobody_is_asked_again_when_all_spaces_have_tried() -> None:
    s = entering("alsasua", {"segura": "c_gui1"}, command=2, secret=True)
    do(s, "intercept segura", "all", dice=[1])
    assert "nobody" == asked(s)


@rule("aiw", "5.2a")
def test_who_is_asked_does_not_depend_on_hidden_units() -> None:
    """A Train alone next to the space: the enemy cannot know, so its owner is asked all the same."""
    s = entering("alsasua", {"segura": "c_st1"}, command=1, secret=True)
    assert "carlist Intercept" == asked(s)
    assert ["done"] == offered(s)


def test_events_tell_the_numbers_only() -> None:
    s = entering("alsasua", {"segura": "c_gui1 c_gui2"}, command=1)
    events: list[Event] = do(s, "intercept segura", "all", dice=[3])
    assert [(CARLIST, area("segura"), area("alsasua"), 2)] == told(events, "intercepting")


@rule("aiw", "14.0c", "11.6l")
def test_guns_may_be_divided_when_they_intercept() -> None:
    s = liberals("vitoria", "l_rg1", {"villarreal": "c_nav1 c_nav2 mountain:2"}, command=(1, 0))
    do(s, "add l_rg1", "march murguia", "intercept villarreal", "join c_nav1", dice=[6])
    assert {"bring mountain", "load mountain 1"} == {text for text in offered(s) if "mountain" in text}
    do(s, "load mountain 1", "done", dice=[6])
    assert [(0, 1), (0, 1)] == [guns(s, "carlist", x) for x in ("villarreal", "murguia")]
