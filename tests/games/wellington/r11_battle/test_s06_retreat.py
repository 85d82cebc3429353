"""[11.6] [11.8] Where the loser of a Battle goes, and what it costs him."""

from __future__ import annotations

from tablero.games.wellington.board import (
    ALL_DUCHIES,
    ALLIES,
    DUCHIES,
    FRENCH,
    INFANTRY,
    MAP,
    MIX,
    NEAR,
    RIVER,
    SPAIN,
)
from tablero.games.wellington.rules.r01_pieces.s05_soldiers import add_soldiers
from tablero.games.wellington.rules.r09_movement.s06_groups import set_commander
from tablero.games.wellington.rules.r11_battle.s06_retreat import exits, ways_back, ways_out
from tablero.kernel.bits import bitset, ids_of
from tests.games.wellington.combat import battle_at, fight, impulse, start, throw
from tests.games.wellington.field import (
    asked,
    at,
    do,
    game,
    leader,
    marked,
    offered,
    pieces_at,
    refused,
    sps,
    told,
    x,
)
from tests.rules import rule


def names(*duchies: str) -> int:
    return bitset(x(name) for name in duchies)


# --- the inactive side


@rule("wellington", "11.61a")
def test_a_beaten_defender_may_split_over_several_friendly_duchies() -> None:
    s = game({"leon": "castanos blake spain:6 marmont nord:6"}, active="nord", flags={"spain": "oviedo zamora"})
    fight(s, "leon", "palencia", dice=[*throw(10, fives=2), *throw(9, fives=1)])
    assert "spain RetreatGroup" == asked(s)
    assert [f"retreat {a}" for a in ("oviedo", "astorga", "zamora")] == offered(s)[:3]
    assert ["leave castanos", "leave blake", "soldiers 0", "soldiers 5"] == [
        text for text in offered(s) if text in ("leave castanos", "leave blake", "soldiers 0", "soldiers 5")]
    do(s, "leave blake", "soldiers 4", "retreat astorga")
    assert ("castanos spain:4", "blake marmont spain:2 nord:6") == (pieces_at(s, "astorga"), pieces_at(s, "leon"))
    assert "spain RetreatGroup" == asked(s)
    do(s, "retreat zamora", dice=[1, 1, 1])             # over a River
    assert ("blake spain:2", "marmont nord:6", "nobody") == (pieces_at(s, "zamora"), pieces_at(s, "leon"), asked(s))


@rule("wellington", "11.62a")
def test_who_came_from_corunna_goes_back_there() -> None:
    s = game({"lugo": "castanos spain:2 marmont nord:6"}, active="spain")
    fight(s, "lugo", "la_coruna", dice=[*throw(4), *throw(10, fives=2)])
    assert "castanos spain:2" == pieces_at(s, "la_coruna")


@rule("wellington", "11.61a")
def test_a_group_is_never_empty_and_can_only_be_made_smaller() -> None:
    s = game({"leon": "castanos spain:2 marmont nord:6"}, active="nord")
    fight(s, "leon", "palencia", dice=[*throw(10, fives=2), *throw(4, fives=1)])
    do(s, "soldiers 0")
    assert ["retreat oviedo", "retreat astorga"] == offered(s)
    do(s, "retreat astorga")
    assert ["retreat oviedo", "retreat astorga", "soldiers 1"] == offered(s)


@rule("wellington", "11.61a", "11.61b")
def test_friendly_duchies_come_first_then_uncontrolled_ones() -> None:
    s = game({"salamanca": "wellington britain:5 nord:3"}, flags={"britain": "valladolid avila ciudad_rodrigo zamora"})
    x_, came = x("salamanca"), names("lumbrales")
    assert 0 == exits(s, FRENCH, x_, came) & names("ciudad_rodrigo")                # an enemy Fortress
    assert names("plasencia") & exits(s, FRENCH, x_, came)
    s = game({"salamanca": "wellington britain:5 nord:3"}, flags={"britain": "valladolid zamora"})
    assert names("avila", "ciudad_rodrigo") == ways_out(s, FRENCH, x_, came)


@rule("wellington", "11.61b", "12.4a", "12.2f")
def test_without_a_friendly_duchy_an_enemy_one_with_own_formations_is_next() -> None:
    held = {"britain": "valladolid avila ciudad_rodrigo zamora"}
    s = game({"salamanca": "wellington britain:5 marmont nord:3", "ciudad_rodrigo": "nord:1"}, flags=held)
    assert names("ciudad_rodrigo") == ways_out(s, FRENCH, x("salamanca"), names("lumbrales"))
    fight(s, "salamanca", "lumbrales", dice=[*throw(11, fives=1), *throw(7)])
    assert "marmont nord:4" == pieces_at(s, "ciudad_rodrigo")       # besieged by its own side: no Attrition
    s = game({"salamanca": "wellington britain:5 nord:3", "avila": "nord:1"}, flags=held)
    assert names("avila") == ways_out(s, FRENCH, x("salamanca"), names("lumbrales"))


@rule("wellington", "11.61c", "9.44a")
def test_at_last_any_duchy_without_an_enemy_will_do_but_it_costs_attrition() -> None:
    held = {"britain": "valladolid avila ciudad_rodrigo zamora plasencia"}
    s = game({"salamanca": "wellington britain:5 marmont nord:3"}, flags=held)
    fight(s, "salamanca", "lumbrales", dice=[*throw(11, fives=1), *throw(7)])
    assert ("nord RetreatGroup", ["retreat zamora", "retreat valladolid", "retreat avila", "retreat plasencia"]) == (
        asked(s), offered(s)[:4])
    events = do(s, "soldiers 2", "retreat avila", dice=[6, 1, 1])
    assert ([(3, x("avila"), 3, 1)], "marmont nord:1") == (told(events, "attrition"), pieces_at(s, "avila"))
    events = do(s, "retreat avila", dice=[1])           # still an Enemy Duchy for those who come after
    assert [(3, x("avila"), 1, 0)] == told(events, "attrition")


@rule("wellington", "11.61d", "12.4a")
def test_no_retreat_leads_to_where_the_enemy_came_from_or_stands_or_into_his_fortress() -> None:
    s = game({"leon": "castanos spain:6 marmont nord:6", "astorga": "nord:1"}, active="nord",
             flags={"nord": "oviedo"})
    fight(s, "leon", "palencia", dice=[*throw(10, fives=2), *throw(8, fives=1)])
    assert ("spain RetreatGroup", ["retreat zamora", "retreat valladolid"]) == (asked(s), offered(s)[:2])
    reasons = {name: getattr(refused(s, f"retreat {name}"), "key", "")
               for name in ("palencia", "astorga", "oviedo", "braga")}
    assert {"palencia": "enemy_came_from_there", "astorga": "enemy_stands_there", "oviedo": "unbesieged_fortress",
            "braga": "no_retreat_there"} == reasons
    s = game({"leon": "castanos spain:6 marmont nord:6"}, active="nord")
    fight(s, "leon", "palencia", dice=[*throw(10, fives=2), *throw(8, fives=1)])
    assert "better_retreat_exists" == getattr(refused(s, "retreat valladolid"), "key", "")


@rule("wellington", "11.61e", "11.8a", "11.10e")
def test_a_defender_who_cannot_retreat_goes_to_the_regroup_box_and_is_overrun() -> None:
    s = game({"leon": "castanos spain:6 marmont nord:6", "astorga": "nord:1", "zamora": "nord:1",
              "valladolid": "nord:1", "oviedo": "nord:1"}, active="nord")
    battle = fight(s, "leon", "palencia", dice=[*throw(10, sixes=1), *throw(8), 1])
    assert ("regroup", 5, True, 1 + 5 + 1) == (at(s, "castanos"), sps(s, "spain", "regroup"), battle.overrun,
                                              battle.lost[ALLIES])
    assert (False, "leon") == (marked(s, "marmont"), at(s, "marmont"))


@rule("wellington", "11.61f")
def test_defenders_who_had_intercepted_retreat_as_they_like() -> None:
    s = game({"zamora": "castanos spain:3 marmont nord:6"}, active="nord")      # the Spanish came from Leon
    fight(s, "zamora", "valladolid", dice=[*throw(10, fives=2), *throw(5, fives=1)])
    assert ["retreat orense", "retreat astorga", "retreat leon", "retreat braga"] == offered(s)[:4]


@rule("wellington", "12.4b")
def test_beaten_besiegers_do_not_retreat_into_enemy_duchies() -> None:
    s = game({"badajoz": "hill britain:3 soult sud:6"}, active="sud", flags={"nord": "merida caceres huelva beja"})
    assert names("elvas") == ways_out(s, ALLIES, x("badajoz"), names("llerena"))
    s = game({"badajoz": "hill britain:3 soult sud:6", "elvas": "nord:1"}, active="sud",
             flags={"nord": "merida caceres huelva beja"})
    assert 0 == ways_out(s, ALLIES, x("badajoz"), names("llerena"))
    fight(s, "badajoz", "llerena", dice=[*throw(12, fives=1), *throw(7), 1])
    assert "regroup" == at(s, "hill")


@rule("wellington", "11.61a")
def test_each_losing_power_retreats_for_itself_in_the_order_of_the_track() -> None:
    s = game({"leon": "wellington britain:3 castanos spain:3 marmont nord:9"}, active="nord")
    set_commander(s, x("leon"), leader("wellington"))
    fight(s, "leon", "palencia", dice=[*throw(13, fives=1), *throw(13)])
    assert "britain RetreatGroup" == asked(s)
    do(s, "retreat astorga")
    assert ("spain RetreatGroup", "wellington britain:3") == (asked(s), pieces_at(s, "astorga"))
    do(s, "retreat oviedo", dice=[1, 1, 1, 1])
    assert ("castanos spain:3", "nobody") == (pieces_at(s, "oviedo"), asked(s))


@rule("wellington", "9.62b", "11.61a")
def test_an_army_group_that_stays_together_keeps_its_commander_and_others_name_one() -> None:
    s = game({"leon": "wellington britain:3 castanos spain:3 marmont nord:9"}, active="nord")
    set_commander(s, x("leon"), leader("castanos"))
    fight(s, "leon", "palencia", dice=[*throw(13, fives=1), *throw(10)])
    do(s, "retreat astorga", "retreat astorga")
    assert ("nobody", leader("castanos")) == (asked(s), s.commander[x("astorga")])
    s = game({"leon": "wellington britain:3 marmont nord:9", "astorga": "castanos spain:1"}, active="nord")
    fight(s, "leon", "palencia", dice=[*throw(13, fives=1), *throw(9)])
    do(s, "retreat astorga")
    assert "britain NameCommander" == asked(s)


@rule("wellington", "1.5d", "11.61a")
def test_a_group_needs_counters_of_its_own() -> None:
    s = game({"leon": "castanos spain:4 marmont nord:6"}, active="nord")
    far = ids_of(ALL_DUCHIES & ~NEAR[x("leon")] & ~(1 << x("leon")))
    for where in far[:MIX[SPAIN][INFANTRY]]:
        add_soldiers(s, SPAIN, where, 1)                # all infantry is in use; in Leon there is artillery
    fight(s, "leon", "palencia", dice=[*throw(10, fives=2), *throw(6, fives=1)])
    assert (["soldiers 0", "soldiers 2"], ("1.5d", "no_counters")) == (
        [text for text in offered(s) if text.startswith("soldiers")], refused(s, "soldiers 3"))


# --- the Active side


@rule("wellington", "11.62a")
def test_a_beaten_active_side_goes_back_to_the_friendly_duchy_it_came_from() -> None:
    s = game({"leon": "castanos spain:6 marmont nord:6"}, active="nord")
    battle = fight(s, "leon", "palencia", dice=[*throw(10), *throw(8, sixes=1)])
    assert ("marmont nord:5", "nobody", 6) == (pieces_at(s, "palencia"), asked(s), battle.survivors)
    s = game({"leon": "castanos spain:6 marmont nord:6"}, active="nord", flags={"sud": "palencia"})
    fight(s, "leon", "palencia", dice=[*throw(10), *throw(8, sixes=1)])
    assert "marmont nord:5" == pieces_at(s, "palencia")         # its Ally's


@rule("wellington", "11.62b", "11.8a")
def test_an_active_side_that_came_from_a_duchy_nobody_controls_goes_to_the_regroup_box() -> None:
    for held, stays in (({"spain": "palencia"}, ""), ({"spain": "palencia"}, "nord:1")):
        s = game({"leon": "wellington britain:6 marmont nord:6", "palencia": stays}, active="nord", flags=held)
        battle = fight(s, "leon", "palencia", dice=[*throw(10), *throw(12, sixes=1), 1])
        assert ("regroup", 5, True) == (at(s, "marmont"), sps(s, "nord", "regroup"), battle.overrun)
        assert not marked(s, "wellington")


@rule("wellington", "11.62a", "12.2f")
def test_an_enemy_fortress_is_a_way_back_only_while_somebody_still_besieges_it() -> None:
    for stays, place in (("nord:1", "oviedo"), ("", "regroup")):
        s = game({"leon": "wellington britain:6 marmont nord:6", "oviedo": stays}, active="nord")
        fight(s, "leon", "oviedo", dice=[*throw(10), *throw(12, sixes=1), *throw(8)])
        assert place == at(s, "marmont"), stays


@rule("wellington", "11.62c")
def test_who_came_from_several_duchies_chooses_one_of_them_for_all() -> None:
    s = game({"leon": "castanos spain:9 marmont nord:6 drouet sud:3"}, active="nord")
    set_commander(s, x("leon"), leader("marmont"))
    start(s, battle_at(s, "leon", "palencia", "valladolid"), [*throw(14), *throw(11, sixes=1)])
    assert "nord OddKill" == asked(s)
    do(s, "bear nord")
    assert ("nord WayBack", ["retreat palencia", "retreat valladolid"]) == (asked(s), offered(s))
    do(s, "retreat valladolid")
    assert "marmont drouet sud:3 nord:5" == pieces_at(s, "valladolid")
    s = game({"leon": "castanos spain:9 nord:6"}, active="nord", flags={"spain": "palencia"})
    assert names("valladolid") == ways_back(s, FRENCH, names("palencia", "valladolid"))


@rule("wellington", "11.62c", "11.52a")
def test_nobody_chooses_a_way_back_for_an_active_side_that_is_wiped_out() -> None:
    s = game({"leon": "castanos spain:6 nord:1"}, active="nord")
    battle = battle_at(s, "leon", "palencia", "valladolid")
    start(s, battle, [*throw(3), *throw(8, sixes=1), 1])
    assert ("nobody", True) == (asked(s), battle.overrun)


@rule("wellington", "6.3d", "11.62b")
def test_pieces_that_were_placed_go_to_the_regroup_box_unless_others_came_from_elsewhere() -> None:
    s = game({"ciudad_rodrigo": "wellington britain:6 nord:3"}, active="nord")
    start(s, battle_at(s, "ciudad_rodrigo"), [*throw(5), *throw(12, sixes=1)])
    assert 2 == sps(s, "nord", "regroup")
    s = game({"ciudad_rodrigo": "wellington britain:6 nord:3 marmont sud:2"}, active="nord")
    start(s, battle_at(s, "ciudad_rodrigo", "salamanca"), [*throw(9), *throw(12, fives=1)])
    assert "marmont sud:2 nord:3" == pieces_at(s, "salamanca")


@rule("wellington", "9.44d", "14.2h", "14.3i")
def test_who_came_by_sea_goes_back_to_his_port_with_attrition() -> None:
    for port in ("porto", "la_coruna"):
        s = game({"bilbao": "graham britain:3 nord:4"})
        battle = battle_at(s, "bilbao")
        battle.sea = x(port)
        events = start(s, battle, [*throw(7), *throw(6, fives=1), 6, 1, 1, 1])
        assert ([(0, x(port), 4, 1)], "graham britain:2") == (told(events, "attrition"), pieces_at(s, port))


@rule("wellington", "11.62c", "14.3i")
def test_who_sailed_goes_to_his_port_or_with_those_who_came_over_land() -> None:
    s = game({"bilbao": "graham britain:3 castanos spain:2 nord:6"}, flags={"spain": "santander"})
    set_commander(s, x("bilbao"), leader("graham"))
    battle = battle_at(s, "bilbao", "santander")
    battle.sea = x("porto")
    start(s, battle, [*throw(10), *throw(9, fives=1)])
    assert "castanos spain:2" == pieces_at(s, "santander")
    assert ("britain RetreatGroup", ["retreat santander", "retreat porto"]) == (asked(s), offered(s)[:2])
    do(s, "retreat porto", dice=throw(4))
    assert "graham britain:3" == pieces_at(s, "porto")


# --- Attrition


@rule("wellington", "9.44b", "9.44e")
def test_a_retreat_over_a_river_costs_attrition_unless_there_is_a_bridge() -> None:
    assert RIVER == MAP.edge_kind(x("zamora"), x("leon"))
    s = game({"leon": "castanos spain:6 marmont nord:3"}, active="nord")
    events = start(s, battle_at(s, "leon", "zamora"), [*throw(7), *throw(11, fives=1), *throw(4, sixes=2)])
    assert ([(3, x("zamora"), 4, 2)], "marmont nord:1") == (told(events, "attrition"), pieces_at(s, "zamora"))
    s = game({"leon": "castanos spain:6 marmont nord:3"}, active="nord")
    impulse(s).bridged = 1 << leader("marmont")
    events = start(s, battle_at(s, "leon", "zamora"), [*throw(7), *throw(11, fives=1)])
    assert ([], "marmont nord:3") == (told(events, "attrition"), pieces_at(s, "zamora"))


@rule("wellington", "9.44c", "9.44f", "3.1g")
def test_a_pass_costs_attrition_unless_both_ends_are_friendly_after_the_battle() -> None:
    s = game({"leon": "castanos spain:6 marmont nord:6"}, active="nord")
    fight(s, "leon", "palencia", dice=[*throw(10, fives=1), *throw(8)])
    events = do(s, "retreat oviedo", dice=throw(7))
    assert [(2, x("oviedo"), 7, 0)] == told(events, "attrition")
    s = game({"san_sebastian": "wellington britain:6 nord:2", "vitoria": "spain:1", "bilbao": "spain:1",
              "pamplona": "spain:1"})
    events = start(s, battle_at(s, "san_sebastian", "vitoria"), [*throw(12, fives=1), *throw(5)])
    assert ([], 2) == (told(events, "attrition"), sps(s, "nord", "bayonne"))       # the Fortress is still French


@rule("wellington", "9.44e", "13.1d")
def test_each_circumstance_of_a_retreat_is_a_reason_of_its_own() -> None:
    s = game({"leon": "castanos spain:2 marmont nord:6", "oviedo": "nord:1", "astorga": "nord:1",
              "valladolid": "nord:1"}, active="nord")
    events = start(s, battle_at(s, "leon", "palencia"), [*throw(10, fives=1), *throw(4), *throw(6)])
    assert [(2, x("zamora"), 3 * 2, 0)] == told(events, "attrition")       # an Enemy Duchy and a River


@rule("wellington", "9.44a", "13.1f")
def test_a_card_can_spare_the_loser_the_attrition_of_his_retreat() -> None:
    s = game({"leon": "castanos spain:6 marmont nord:3"}, active="nord")
    battle = battle_at(s, "leon", "zamora")
    battle.no_attrition = 1 << FRENCH
    events = start(s, battle, [*throw(7), *throw(11, fives=1)])
    assert ([], "marmont nord:3") == (told(events, "attrition"), pieces_at(s, "zamora"))


@rule("wellington", "11.8a", "13.1f", "11.10e")
def test_who_dies_of_attrition_on_his_retreat_is_overrun_but_not_counted_for_loot() -> None:
    s = game({"leon": "castanos spain:6 marmont nord:1"}, active="nord")
    battle = fight(s, "leon", "zamora", dice=[*throw(5), *throw(11, fives=1), 6, 6, 1])
    assert (True, 0, "unbuilt", 0) == (battle.overrun, battle.survivors, at(s, "marmont"), battle.lost[FRENCH])
    assert not marked(s, "castanos")


@rule("wellington", "11.52f")
def test_the_loser_is_marked_where_he_has_gone() -> None:
    s = game({"leon": "castanos spain:6 marmont nord:6"}, active="nord")
    fight(s, "leon", "palencia", dice=[*throw(10, fives=1), *throw(8)])
    do(s, "soldiers 2", "retreat astorga", "retreat astorga")
    spanish = [(mark, n) for pile, _, mark, n in s.tags if pile == SPAIN * DUCHIES + x("astorga")]
    assert (True, [(1, 6)]) == (marked(s, "castanos"), spanish)


@rule("wellington", "1.5d", "11.61a")
def test_a_group_goes_only_where_there_are_counters_for_it() -> None:
    """All infantry is on the map: of four SPs one can go to another one and change with it, but not stay alone."""
    ones = ("porto", "braga", "viseu", "almeida", "coimbra", "abrantes", "santarem", "lisbon", "evora", "beja", "faro",
            "gibraltar", "cadiz")
    held = {"britain": "valladolid avila plasencia"}
    s = game({"salamanca": "wellington britain:4 marmont nord:9", "valladolid": "britain:1",
              **dict.fromkeys(ones, "britain:1")}, active="nord", flags=held)
    fight(s, "salamanca", "zamora", dice=[*throw(13, fives=1), *throw(10)])
    do(s, "soldiers 1")
    assert [None, ("1.5d", "no_counters")] == [refused(s, f"retreat {a}") for a in ("valladolid", "avila")]


@rule("wellington", "9.62a", "9.62b", "11.61a")
def test_beaten_leaders_of_two_powers_who_left_their_commander_name_another_one() -> None:
    s = game({"salamanca": "wellington hill britain:3 castanos spain:2 marmont nord:9"}, active="nord",
             flags={"britain": "valladolid avila"})
    set_commander(s, x("salamanca"), leader("wellington"))
    fight(s, "salamanca", "zamora", dice=[*throw(13, fives=1), *throw(13)])
    do(s, "leave hill", "retreat valladolid", "retreat avila", "retreat avila", dice=[1] * 12)
    assert ("wellington britain:3", "NameCommander") == (pieces_at(s, "valladolid"), asked(s).split()[1])


@rule("wellington", "9.53b", "9.62b")
def test_soldiers_alone_who_retreat_to_leaders_of_two_powers_ask_for_no_commander() -> None:
    s = game({"leon": "spain:4 marmont nord:6", "astorga": "hill castanos"}, active="nord")
    set_commander(s, x("astorga"), leader("castanos"))
    fight(s, "leon", "palencia", dice=[*throw(10, fives=1), *throw(4)])
    do(s, "retreat astorga")
    assert ("hill castanos spain:4", "nobody") == (pieces_at(s, "astorga"), asked(s))
