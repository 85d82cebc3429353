"""[11] Groups among enemies: where they stop, wait and fight; cards that are played on the way."""

from __future__ import annotations

import pytest

from tablero.games.aiw.board import (
    AREAS,
    CARD,
    CARDS,
    CARLIST,
    EXPEDITION,
    FACES,
    HAND,
    LIBERAL,
    ROLL,
    SIDES,
    STEP_OUT,
    area,
)
from tablero.games.aiw.rules.r03_turn.s00_player_phase import entered_by
from tablero.games.aiw.rules.r11_movement.s00_activation import Activation
from tablero.games.aiw.state import Aiw
from tests.games.aiw.march import Activations, actions, carlists, left, liberals
from tests.games.aiw.war import asked, at, do, guns, offered, put_cards, run, told, war
from tests.rules import rule

# ------------------------------------------------------------------------------------------------- spaces with enemies


@rule("aiw", "11.4a")
def test_a_group_stops_where_an_enemy_unit_is() -> None:
    s = carlists("tolosa", "c_gui1 c_gui2 c_gui3", others={"villafranca": "l_rg1"})
    do(s, "add c_gui1", "add c_gui2", "done", "march villafranca")
    assert "carlist FormGroup" == asked(s)
    assert "villafranca" == at(s, "c_gui1")
    assert [area("tolosa")] == entered_by(s, area("villafranca"))


@rule("aiw", "11.4c")
def test_a_besieged_fortress_is_passed() -> None:
    s = carlists(
        "durango", "c_gui1 c_gui2", others={"bilbao": "c_bis1", "inside bilbao": "l_rg1"}, siege=["bilbao"],
    )
    do(s, "all", "march bilbao", "march sodupe", "done")
    assert "sodupe" == at(s, "c_gui1")


@rule("aiw", "11.4d")
def test_a_fortress_with_a_block_stops_a_group_even_a_train() -> None:
    s = carlists("durango", "c_gui1 c_gui2", others={"bilbao": "l_st1"})
    do(s, "all", "march bilbao")
    assert "nobody" == asked(s)
    assert "bilbao" == at(s, "c_gui1")


@rule("aiw", "11.4g")
def test_a_bare_fortress_does_not_stop_a_group() -> None:
    s = carlists("durango", "c_gui1 c_gui2", others={"bilbao": "liberal field:2 knapsack:1"})
    do(s, "all", "march bilbao", "march sodupe", "done")
    assert "sodupe" == at(s, "c_gui1")


@rule("aiw", "11.4h")
def test_besiegers_are_dropped_at_a_bare_fortress() -> None:
    s = carlists("durango", "c_gui1 c_gui2 c_gui3")
    do(s, "all", "march bilbao", "leave c_gui2", "march sodupe", "done")
    assert ["bilbao", "sodupe"] == [at(s, u) for u in ("c_gui2", "c_gui1")]


@rule("aiw", "11.4i", "4.9g")
def test_passing_through_a_main_town_does_not_take_it() -> None:
    s = carlists("lerin", "c_nav1 c_nav2", others={})
    do(s, "all", "march calahorra", "march lodosa", "done")
    assert (0, 0) == (s.vp, s.held >> area("calahorra") & 1)


@rule("aiw", "11.4i", "4.9g")
def test_a_unit_that_is_left_in_a_main_town_takes_it() -> None:
    s = carlists("lerin", "c_nav1 c_nav2", others={})
    do(s, "all", "march calahorra", "leave c_nav2", "march lodosa")
    assert 0 == s.vp
    do(s, "done")
    assert (1, 1) == (s.vp, s.held >> area("calahorra") & 1)


@rule("aiw", "11.4j")
def test_a_later_group_waits_on_its_road() -> None:
    s = carlists("tolosa", "c_gui1 c_gui2 field:1", others={"villafranca": "l_rg1"})
    events = do(s, "add c_gui1", "done", "march villafranca", "all", "march villafranca")
    assert [(CARLIST, area("tolosa"), area("villafranca"))] == told(events, "waits")
    assert ["villafranca", "road tolosa>villafranca"] == [at(s, u) for u in ("c_gui1", "c_gui2")]
    assert (1, 0) == guns(s, "carlist", "road tolosa>villafranca")
    assert "nobody" == asked(s)


@rule("aiw", "11.4j")
def test_each_later_group_waits_on_its_own_road() -> None:
    s = war({"tolosa": "c_gui1", "villafranca": "l_rg1", "vergara": "c_bis1", "segura": "c_bis2 c_bis3"})
    run(s, Activations(CARLIST, ["tolosa", "vergara", "segura"]))
    do(s, *("add c_gui1", "march villafranca", "add c_bis1", "march villafranca", "add c_bis2", "done"))
    do(s, "march villafranca")
    assert ["road vergara>villafranca", "road segura>villafranca"] == [at(s, u) for u in ("c_bis1", "c_bis2")]
    assert [area("tolosa"), area("vergara"), area("segura")] == entered_by(s, area("villafranca"))


@rule("aiw", "11.4j")
def test_at_a_bare_fortress_later_groups_join() -> None:
    s = carlists("durango", "c_gui1 c_gui2")
    do(s, "add c_gui1", "done", "march bilbao", "done", "add c_gui2", "march bilbao", "done")
    assert ["bilbao", "bilbao"] == [at(s, u) for u in ("c_gui1", "c_gui2")]


@rule("aiw", "11.5a")
def test_any_number_of_units_may_be_in_a_space_while_it_moves() -> None:
    others = {"villafranca": "c_nav1 c_nav2 c_nav3 c_nav4 c_ala1 c_ala2"}
    s = carlists("tolosa", "c_gui1 c_gui2", others=others)
    do(s, "all", "march villafranca", "done")
    assert 8 == s.open[CARLIST * AREAS + area("villafranca")].bit_count()


# ----------------------------------------------------------------------------------------------- what follows in combat


@rule("aiw", "11.4b", "12.2f")
def test_a_group_goes_on_when_the_carlists_have_evaded() -> None:
    s = liberals("vitoria", "l_rg1 l_rg2", {"salvatierra": "c_ala1"})
    do(s, "all", "march salvatierra", dice=[6])
    do(s, "evade", "retreat_all onate", dice=[2])
    assert "liberal March" == asked(s)
    do(s, "march alsasua", "done")
    assert "alsasua" == at(s, "l_rg1")


@rule("aiw", "11.4a", "12.2h")
def test_a_group_stops_when_the_carlists_do_not_get_away() -> None:
    s = liberals("vitoria", "l_rg1 l_rg2", {"salvatierra": "c_ala1"})
    do(s, "all", "march salvatierra", "evade", dice=[6, 1])
    assert ["salvatierra", "nobody"] == [at(s, "l_rg1"), asked(s)]


@rule("aiw", "11.4f", "12.2g")
def test_carlists_may_evade_from_their_fortress() -> None:
    s = liberals("vitoria", "l_rg1 l_rg2", {"salvatierra": "c_ala1 c_ala2"}, forts={"carlist": ["salvatierra"]})
    do(s, "all", "march salvatierra", dice=[6])
    assert "evade" in offered(s)


@rule("aiw", "11.4e", "11.4d")
def test_who_stays_inside_is_decided_in_the_combat_step() -> None:
    s = war({"durango": "c_gui1 c_gui2 c_gui3", "bilbao": "l_rg1 l_rg2"}, side="carlist", points=1)
    actions(s)
    do(s, "activate durango", "add c_gui1", "add c_gui2", "done", "march bilbao")
    assert "carlist FormGroup" == asked(s)          # nobody was asked on entry
    assert "bilbao" == at(s, "l_rg1")
    do(s, "pass")
    assert asked(s).startswith("liberal")
    assert "inside l_rg1" in offered(s)


@rule("aiw", "11.4m", "11.4j")
def test_units_on_roads_come_in_when_all_the_enemies_are_inside() -> None:
    s = war({"durango": "c_gui1 c_gui2", "bilbao": "l_rg1"}, side="carlist", points=1)
    actions(s)
    do(s, "activate durango", "add c_gui1", "done", "march bilbao", "add c_gui2", "march bilbao")
    assert "road durango>bilbao" == at(s, "c_gui2")
    do(s, "inside l_rg1")
    assert ["bilbao", "bilbao", "inside bilbao"] == [at(s, u) for u in ("c_gui1", "c_gui2", "l_rg1")]
    assert 1 == s.siege >> area("bilbao") & 1


@rule("aiw", "11.4h")
def test_units_dropped_at_a_bare_fortress_besiege_it() -> None:
    s = war({"durango": "c_gui1 c_gui2 c_gui3"}, side="carlist", points=1)
    actions(s)
    do(s, "activate durango", "all", "march bilbao", "leave c_gui2", "march sodupe", "done")
    assert ["bilbao", "sodupe"] == [at(s, u) for u in ("c_gui2", "c_gui1")]
    assert 1 == s.siege >> area("bilbao") & 1


@rule("aiw", "11.4k", "11.4j", "15.0f")
def test_units_on_roads_do_not_make_a_battle() -> None:
    army = "c_gui1 c_gui2 c_nav1 c_nav2"
    s = war({"tolosa": army, "villafranca": "l_rg1 l_rg2 l_rg3"}, side="carlist", points=1)
    actions(s)
    do(s, "activate tolosa", "add c_gui1", "add c_gui2", "done", "march villafranca", "all")
    events = do(s, "march villafranca")
    assert [(area("villafranca"), CARLIST)] == told(events, "skirmish")


@rule("aiw", "11.4l", "17.9f")
def test_units_on_roads_retreat_with_those_who_lost() -> None:
    s = war({"tolosa": "c_gui1 c_gui2", "villafranca": "l_rg1 l_rg2"}, side="carlist", points=1)
    actions(s)
    do(s, "activate tolosa", "add c_gui1", "done", "march villafranca", "add c_gui2", "march villafranca")
    do(s, "fire l_rg1", "fire l_rg2", dice=[6] * 11)
    assert ["tolosa", "tolosa"] == [at(s, u) for u in ("c_gui1", "c_gui2")]


@rule("aiw", "11.4l")
def test_units_on_roads_come_in_when_their_side_has_won() -> None:
    s = war({"tolosa": "c_gui1 c_nav1 c_nav2", "villafranca": "l_rg1"}, side="carlist", points=1)
    actions(s)
    do(s, "activate tolosa", "add c_nav1", "add c_nav2", "done", "march villafranca", "add c_gui1", "march villafranca")
    assert "road tolosa>villafranca" == at(s, "c_gui1")
    do(s, "fire c_nav1", "fire c_nav2", dice=[6] * 11)
    while asked(s).startswith("liberal"):
        do(s, offered(s)[0])
    assert "villafranca" == at(s, "c_gui1")


@rule("aiw", "11.3f", "11.3e")
def test_guns_that_nobody_joined_are_lost_at_the_end_of_the_actions() -> None:
    for joined in (True, False):
        s = war({"tolosa": "c_gui1 c_gui2 field:1"}, side="carlist", points=1)
        actions(s)
        do(s, "activate tolosa", "add c_gui1", "load field 1", "done", "march villafranca", "unload field 1")
        do(s, "march vergara", "done", *(["add c_gui2", "march villafranca", "done"] if joined else ["pass"]))
        assert "nobody" == asked(s)
        assert (int(joined), 0) == guns(s, "carlist", "villafranca")


# ---------------------------------------------------------------------------------------------------- cards on the way


def at_hand(monkeypatch: pytest.MonkeyPatch, s: Aiw, card: str, moment: int) -> None:
    """A card of the hand that may be played at a moment, and then does nothing."""
    put_cards(s, HAND[FACES[CARD[card]].side], card)
    at = CARDS.at[:]
    at[moment] |= 1 << CARD[card]
    monkeypatch.setattr(CARDS, "at", at)
    monkeypatch.delitem(CARDS.shown[moment], CARD[card], raising=False)
    monkeypatch.delitem(CARDS.when[moment], CARD[card], raising=False)
    monkeypatch.setitem(CARDS.effects, CARD[card], lambda s, side, about: None)


@rule("aiw", "7.1c", "11.1a")
def test_a_card_may_be_played_before_a_liberal_group_rolls(monkeypatch: pytest.MonkeyPatch) -> None:
    s = war({"vitoria": "l_rg1"}, side="liberal")
    at_hand(monkeypatch, s, "espartero", ROLL)
    run(s, Activation(LIBERAL, area("vitoria")))
    do(s, "add l_rg1")
    assert "liberal CardWindow" == asked(s)
    do(s, "pass", dice=[1])
    assert 3 == left(s)


@rule("aiw", "7.1c", "11.1a")
def test_no_card_is_asked_for_where_nobody_rolls_on_the_map_of_the_north(monkeypatch: pytest.MonkeyPatch) -> None:
    s = war({"aragon": "l_rg1"}, side="liberal")
    at_hand(monkeypatch, s, "espartero", ROLL)
    run(s, Activation(LIBERAL, area("aragon")))
    do(s, "add l_rg1", "roll", dice=[1])
    assert "liberal March" == asked(s)


@rule("aiw", "7.1c", "11.1f")
def test_a_card_may_be_played_before_carlists_pay_to_leave_their_zone(monkeypatch: pytest.MonkeyPatch) -> None:
    s = war({"alsasua": "c_nav1"}, side="carlist")
    at_hand(monkeypatch, s, "blockade_lines", STEP_OUT)
    run(s, Activation(CARLIST, area("alsasua")))
    do(s, "add c_nav1", "march estella")
    assert "carlist March" == asked(s)
    do(s, "march lerin")
    assert "liberal CardWindow" == asked(s)
    do(s, "play blockade_lines")
    assert ["carlist March", "estella", 5] == [asked(s), at(s, "c_nav1"), left(s)]      # it chooses anew
    do(s, "march lerin")
    assert ["carlist March", "lerin", 3] == [asked(s), at(s, "c_nav1"), left(s)]


@pytest.mark.parametrize("unit, origin, x, asks", [
    ("c_nav1", "los_arcos", "viana", True), ("c_nav1", "lerin", "lodosa", False),
    ("l_rg1", "los_arcos", "viana", False),
])
@rule("aiw", "7.1c", "11.1f")
def test_only_carlists_who_leave_their_zone_are_barred(
    monkeypatch: pytest.MonkeyPatch, unit: str, origin: str, x: str, asks: bool
) -> None:
    side = CARLIST if unit == "c_nav1" else LIBERAL
    s = war({origin: unit}, side=SIDES[side])
    at_hand(monkeypatch, s, "blockade_lines", STEP_OUT)
    run(s, Activation(side, area(origin)))
    do(s, f"add {unit}", f"march {x}", dice=[6] if side == LIBERAL else [])
    assert asks == ("liberal CardWindow" == asked(s))


@rule("aiw", "7.1c", "11.2a")
def test_no_card_is_asked_for_when_they_force_march(monkeypatch: pytest.MonkeyPatch) -> None:
    s = war({"estella": "c_nav1"}, side="carlist")
    at_hand(monkeypatch, s, "blockade_lines", STEP_OUT)
    run(s, Activation(CARLIST, area("estella")))
    do(s, "add c_nav1", "force lerin", dice=[6])
    assert "lerin" == at(s, "c_nav1")


@pytest.mark.parametrize("region", ["aragon", "asturias_cantabria"])
@rule("aiw", "7.1c", "23.1b", "10.1c")
def test_a_card_may_be_played_when_an_expedition_is_activated(monkeypatch: pytest.MonkeyPatch, region: str) -> None:
    s = war({region: "c_nav1 l_rg1"}, side="carlist", year=1836)
    at_hand(monkeypatch, s, "gomez", EXPEDITION)
    other = s.clone()
    events = run(s, Activation(CARLIST, area(region)))
    assert [(CARLIST, area(region))] == told(events, "activated")
    assert "carlist CardWindow" == asked(s)
    do(s, "pass")
    assert "carlist March" == asked(s)
    run(other, Activation(LIBERAL, area(region)))
    assert "liberal FormGroup" == asked(other)
