"""[12.0] [12.2] Evasion: Carlists slip away from a group that enters their space."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pytest

from tablero.games.aiw import GAME
from tablero.games.aiw.board import ARMY, CARLIST, EVADE, FIELD, FIGHTERS, LIBERAL, TRAINS, area
from tablero.games.aiw.rules.r12_carlist_movement.s02_evasion import GONE, REARGUARD, STAYED, Evasion
from tablero.games.aiw.rules.r15_combat import CombatStep
from tablero.games.aiw.rules.r18_siege.s02_sortie import Sortie
from tablero.games.aiw.state import Aiw
from tests.games.aiw.combat import came
from tests.games.aiw.hands import reason
from tests.games.aiw.march import actions, liberals
from tests.games.aiw.moments import playable_at
from tests.games.aiw.war import asked, at, block, do, guns, knapsack, offered, run, told, war
from tests.rules import rule


def entered(
    x: str, carlists: str, others: Mapping[str, str] | None = None, *, origin: str = "salvatierra",
    forts: Mapping[str, Iterable[str]] | None = None, secret: bool = False, hands: Iterable[str] = (),
) -> Aiw:
    """A Liberal unit has just entered a space with Carlists."""
    s = war({x: f"{carlists} l_ln1", **(others or {})}, side="liberal", forts=forts, secret=secret, hands=hands)
    came(s, x, origin)
    run(s, Evasion(area(x), area(origin)))
    return s


# -------------------------------------------------------------------------------------------------------------- who may


@rule("aiw", "12.2a", "12.0a")
def test_up_to_three_blocks_in_the_carlist_zone_may_evade() -> None:
    for units in ("c_nav1", "c_nav1 c_navc1 c_st1"):
        s = entered("alsasua", f"{units} field:1 knapsack:2")
        assert "carlist Evade" == asked(s)
        assert ["stand", "evade"] == offered(s)


@rule("aiw", "12.2c", "12.2a")
def test_four_blocks_cannot_evade() -> None:
    s = entered("alsasua", "c_nav1 c_nav2 c_nav3 c_st1")
    assert "nobody" == asked(s)
    assert STAYED == s.answer
    with playable_at("countryside", EVADE):
        s = entered("alsasua", "c_nav1 c_nav2 c_nav3 c_st1", hands=("countryside",))
        assert ("12.2c", "too_many_to_evade") == reason(s, "evade")


@rule("aiw", "12.0a", "12.2a")
def test_nobody_evades_outside_the_carlist_zone() -> None:
    s = entered("lerin", "c_nav1", origin="lodosa")
    assert "nobody" == asked(s)
    assert STAYED == s.answer


@rule("aiw", "12.0a")
def test_liberals_never_evade() -> None:
    s = war({"salvatierra": "l_ln1", "alsasua": "c_nav1"})
    actions(s)
    do(s, "activate alsasua", "add c_nav1", "march salvatierra")
    assert "carlist Act" == asked(s)


@rule("aiw", "12.2d")
def test_nobody_evades_a_second_group() -> None:
    """The first group stopped; the second waits on its road, and the Carlists are not asked any more."""
    s = war({"salvatierra": "l_ln1", "segura": "l_ln2", "alsasua": "c_nav1"}, side="liberal")
    actions(s)
    do(s, "activate salvatierra", "add l_ln1", "march alsasua", dice=[6])
    do(s, "evade", dice=[1])
    do(s, "activate segura", "add l_ln2", "march alsasua", dice=[6])
    assert "road segura>alsasua" == at(s, "l_ln2")
    assert "liberal Act" == asked(s)


# -------------------------------------------------------------------------------------------------------------- the die


@pytest.mark.parametrize("units, die, gone", [
    ("c_nav1", 1, False), ("c_nav1", 2, True), ("c_nav1 c_navc1 c_st1", 3, False), ("c_nav1 c_navc1 c_st1", 4, True),
])
@rule("aiw", "12.2b", "12.2h")
def test_the_die_must_exceed_the_number_of_blocks(units: str, die: int, gone: bool) -> None:
    s = entered("alsasua", units)
    do(s, "evade", dice=[die])
    if gone:
        assert "carlist RetreatUnits" == asked(s)
        do(s, "retreat_all segura")
    assert {"segura" if gone else "alsasua"} == {at(s, unit) for unit in units.split()}
    assert (GONE if gone else STAYED) == s.answer


@rule("aiw", "12.2b")
def test_guns_and_knapsacks_are_not_counted() -> None:
    s = entered("alsasua", "c_nav1 field:1 mountain:1 knapsack:2")
    do(s, "evade", dice=[2])
    assert "carlist RetreatUnits" == asked(s)


@rule("aiw", "12.2b")
def test_by_a_card_all_evade_without_a_die() -> None:
    def automatic(s: Aiw, side: int, now: Evasion) -> None:
        now.automatic = now.tries = True

    with playable_at("countryside", EVADE, automatic):
        s = entered("alsasua", "c_nav1 c_nav2 c_nav3 c_gui1", hands=("countryside",))
        assert ["stand", "play countryside"] == offered(s)
        do(s, "play countryside", "retreat_all segura")
        assert GONE == s.answer
        s = entered("alsasua", "c_nav1 c_nav2 c_nav3 c_gui1", hands=("countryside",), secret=True)
        assert "carlist Evade" == asked(s)
        s = entered("alsasua", "c_nav1", hands=("convoy", "country_warning"))
        assert ("7.1c", "card_not_now") == reason(s, "play country_warning")


@rule("aiw", "12.2l")
def test_in_a_refuge_all_evade_without_a_die() -> None:
    s = entered("amescoas", "c_nav1 c_nav2 c_nav3 c_gui1 c_gui2", origin="estella")
    events = do(s, "evade")
    assert [(area("amescoas"),)] == told(events, "evades_at_once")
    do(s, "retreat_all alsasua")
    assert {"alsasua"} == {at(s, f"c_nav{n}") for n in (1, 2, 3)}


# -------------------------------------------------------------------------------------------------------- where they go


@rule("aiw", "12.2e", "12.2m")
def test_evaders_take_everything_along_and_not_over_the_enemys_road() -> None:
    s = entered("alsasua", "c_nav1 field:1 knapsack:2")
    do(s, "evade", dice=[6])
    assert ("17.9i", "enemy_came_by_that_road") == reason(s, "retreat_all salvatierra")
    do(s, "retreat_all segura")
    assert ["hide field alsasua", "carry field segura", "carry knapsack segura"] == offered(s)
    do(s, "carry field segura")
    assert "segura" == at(s, "c_nav1")
    assert (1, 0) == guns(s, "carlist", "segura")
    assert 2 == knapsack(s, "carlist", "segura")
    assert GONE == s.answer


@rule("aiw", "12.2e")
def test_guns_may_go_to_the_hidden_artillery_box() -> None:
    s = entered("alsasua", "c_nav1 field:1")
    do(s, "evade", dice=[6])
    do(s, "retreat_all segura")
    do(s, "hide field alsasua")
    assert (1, 0) == (s.box_field, guns(s, "carlist", "segura")[FIELD])


@rule("aiw", "12.2o", "12.2e")
def test_evaders_may_leave_the_carlist_zone() -> None:
    s = entered("estella", "c_nav1", {"alsasua": "l_ln2", "amescoas": "l_ln3"}, origin="los_arcos")
    do(s, "evade", dice=[6])
    do(s, "retreat_all lerin")          # nothing else was left
    assert "lerin" == at(s, "c_nav1")


@rule("aiw", "12.2o")
def test_without_a_way_out_nobody_evades_not_even_in_a_refuge() -> None:
    around = {"estella": "l_ln2", "alsasua": "l_ln3"}
    ring = {name: f"l_pr{n}" for n, name in enumerate(("maestu", "campezo", "salvatierra"), 1)}
    s = entered("amescoas", "c_nav1", around | ring, origin="estella")
    assert "nobody" == asked(s)
    assert STAYED == s.answer


@rule("aiw", "12.2m")
def test_evaders_are_not_intercepted() -> None:
    s = entered("alsasua", "c_nav1", {"vitoria": "l_ln2"})
    s.command = [0, 5]
    do(s, "evade", dice=[6])
    do(s, "retreat_all segura")
    assert "liberal Intercept" != asked(s)
    assert "segura" == at(s, "c_nav1")


# ------------------------------------------------------------------------------------------------------------ and after


@rule("aiw", "12.2f")
def test_when_they_are_gone_the_group_goes_on() -> None:
    s = war({"salvatierra": "l_ln1", "alsasua": "c_nav1"}, side="liberal")
    actions(s)
    do(s, "activate salvatierra", "add l_ln1", "march alsasua", dice=[6])
    do(s, "evade", dice=[6])
    do(s, "retreat_all segura")
    assert "liberal March" == asked(s)
    do(s, "march estella")
    assert "estella" == at(s, "l_ln1")


@rule("aiw", "12.2g")
def test_a_rearguard_may_stay_at_a_fortress_and_stops_the_liberals() -> None:
    s = war({"salvatierra": "l_ln1", "alsasua": "c_nav1 c_nav2 c_st1"}, side="liberal",
            forts={"carlist": ("alsasua",)})
    actions(s)
    do(s, "activate salvatierra", "add l_ln1", "march alsasua", dice=[6])
    do(s, "evade", dice=[6])
    assert "carlist Stay" == asked(s)
    assert ["pass", "rearguard c_nav1", "rearguard c_nav2"] == offered(s)
    assert ("12.2g", "rearguard_is_a_fighting_unit") == reason(s, "rearguard c_st1")
    do(s, "rearguard c_nav2", "retreat_all segura")
    assert ["segura", "alsasua", "segura"] == [at(s, unit) for unit in ("c_nav1", "c_nav2", "c_st1")]
    assert "liberal Act" == asked(s)
    assert 0 == s.apart
    s.stack = s.stack[:2]
    run(s, CombatStep(LIBERAL))
    assert "carlist GoInside" == asked(s)           # inside or outside, like any unit


@rule("aiw", "12.2g")
def test_nobody_need_stay_and_without_a_fortress_nobody_can() -> None:
    s = entered("alsasua", "c_nav1 c_nav2", forts={"carlist": ("alsasua",)})
    do(s, "evade", "pass", "retreat_all segura", dice=[6])
    assert GONE == s.answer
    s = entered("alsasua", "c_nav1 c_nav2", forts={"carlist": ("alsasua",)})
    do(s, "evade", "rearguard c_nav1", "retreat_all segura", dice=[6])
    assert REARGUARD == s.answer
    s = entered("alsasua", "c_nav1 c_nav2", forts={"carlist": ("estella",)})
    do(s, "evade", dice=[6])
    assert "carlist RetreatUnits" == asked(s)


@rule("aiw", "12.2g", "5.2a")
def test_a_rearguard_is_seen_not_to_be_a_train() -> None:
    s = entered("alsasua", "c_regc1 c_st1", forts={"carlist": ("alsasua",)})
    for unit in ("c_regc1", "c_st1"):
        s.may[block(s, unit)] = FIGHTERS & ARMY[CARLIST] | TRAINS
    do(s, "evade", "rearguard c_regc1", dice=[6])
    assert 0 == s.may[block(s, "c_regc1")] & TRAINS


@pytest.mark.parametrize("answer, dice", [("stand", None), ("evade", [1])])
@rule("aiw", "12.2i", "12.2h")
def test_who_declined_or_failed_does_not_evade_there_again(answer: str, dice: list[int] | None) -> None:
    s = war({"alsasua": "c_nav1 l_ln1"}, side="liberal")
    came(s, "alsasua", "salvatierra")
    s.call(Evasion(area("alsasua"), area("segura")))
    run(s, Evasion(area("alsasua"), area("salvatierra")))
    events = do(s, answer, dice=dice)
    assert [(area("alsasua"),)] == [args[:1] for kind in ("stands", "evasion_failed") for args in told(events, kind)]
    assert "nobody" == asked(s)
    assert s.stood >> block(s, "c_nav1") & 1


@rule("aiw", "12.2i")
def test_a_unit_may_evade_several_times_in_a_phase() -> None:
    s = war({"salvatierra": "l_ln1", "alsasua": "c_nav1"}, side="liberal")
    actions(s)
    do(s, "activate salvatierra", "add l_ln1", "march alsasua", dice=[6])
    do(s, "evade", "retreat_all segura", "march segura", dice=[6])
    assert "carlist Evade" == asked(s)
    assert "evade" in offered(s)


@rule("aiw", "12.2n", "12.2j")
def test_interceptions_come_first_and_a_success_forbids_evasion() -> None:
    for die, then in ((6, "liberal Act"), (1, "carlist Evade")):
        s = war({"salvatierra": "l_ln1", "alsasua": "c_nav1", "segura": "c_gui1"}, side="liberal", command=(1, 0))
        actions(s)
        do(s, "activate salvatierra", "add l_ln1", "march alsasua", dice=[6])
        assert "carlist Intercept" == asked(s)
        do(s, "intercept segura", "all", dice=[die])
        assert then == asked(s)


@rule("aiw", "12.2k")
def test_a_sortie_is_not_evaded() -> None:
    s = war({"tolosa": "c_gui1", "inside tolosa": "l_ln1"}, side="liberal", forts={"liberal": ("tolosa",)},
            siege=("tolosa",))
    events = run(s, Sortie(area("tolosa"), LIBERAL))
    assert "carlist Evade" != asked(s)
    assert [] == told(events, "stands")


@rule("aiw", "12.2a", "5.2a")
def test_whether_they_are_asked_depends_on_their_number_alone() -> None:
    """The enemy sees blocks: so Trains count, and a sole option waits at a table."""
    s = entered("alsasua", "c_nav1 c_st1", secret=True)
    assert "carlist Evade" == asked(s)
    do(s, "evade", dice=[6])
    seen = GAME.view(s, LIBERAL)
    assert seen == GAME.view(GAME.determinize(GAME.view(s, LIBERAL), 1), LIBERAL)


@rule("aiw", "12.2a", "11.3b")
def test_a_lone_train_in_a_fortress_is_asked_but_has_nobody_to_go_with() -> None:
    s = liberals("vitoria", "l_rg1", {"salvatierra": "c_st1"}, forts={"carlist": ["salvatierra"]}, secret=True)
    do(s, "add l_rg1", "march salvatierra", dice=[5])
    assert {"stand", "evade"} == set(offered(s))
    do(s, "evade", dice=[6])
    do(s, "pass")
    assert ("salvatierra", "salvatierra") == (at(s, "c_st1"), at(s, "l_rg1"))
