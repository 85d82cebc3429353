"""[7] Flags: where, whose, and how many."""

from __future__ import annotations

import pytest

from tablero.games.wellington.board import BRITAIN, NEAR, NORD, OWNER, SPAIN, SUD
from tablero.games.wellington.rules.r03_control import flags_on_map, set_owner
from tablero.games.wellington.rules.r04_sequence.s01_turn import War
from tablero.games.wellington.rules.r06_building import Spending
from tablero.games.wellington.rules.r07_flags import flag_choices, flag_tries, flagger, in_reach, place_flag
from tablero.games.wellington.rules.r09_movement.s06_groups import set_commander
from tablero.games.wellington.state import Wellington
from tests.games.wellington.field import asked, do, game, holder, leader, offered, refused, run, told, x
from tests.games.wellington.marching import lead
from tests.rules import rule


def flags(s: Wellington) -> list[str]:
    return [word for word in offered(s) if word.startswith("flag ")]


def spend(s: Wellington, power: int, points: int = 3) -> Wellington:
    run(s, Spending(power, points))
    return s


# --- Control by Flags


@rule("wellington", "7a", "7.1a", "7.1b", "7.1d", "1.7a", "20x")
def test_a_formation_flags_its_own_duchy_for_a_point() -> None:
    s = spend(game({"leon": "nord:1"}, active="nord"), NORD)
    assert "nobody" == holder(s, "leon"), "Uncontrolled until it is Flagged"
    events = do(s, "flag leon nord")
    assert ("nord", NORD, 2) == (holder(s, "leon"), s.flag[x("leon")], s.frame(Spending).points)
    assert [(NORD, x("leon"), NORD)] == told(events, "flagged")
    place_flag(s, SUD, x("leon"), SUD)
    assert SUD == s.flag[x("leon")], "one Flag only"


@rule("wellington", "7b", "7.1c", "1.21a")
def test_the_original_owner_needs_no_flag() -> None:
    s = spend(game({"cordoba": "sud:1"}, active="sud", flags={"spain": "cordoba"}), SUD)
    assert ["flag cordoba sud"] == flags(s)
    do(s, "flag cordoba sud")
    assert ("sud", -1) == (holder(s, "cordoba"), s.flag[x("cordoba")])
    s = spend(game({"madrid": "nord:1"}, active="nord", flags={"spain": "madrid"}), NORD)
    do(s, "flag madrid nord")
    assert ("nord", -1, NORD) == (holder(s, "madrid"), s.flag[x("madrid")], OWNER[x("madrid")])


@rule("wellington", "7c")
def test_a_power_frees_its_home_duchy() -> None:
    s = spend(game({"braga": "britain:1"}, flags={"nord": "braga"}), BRITAIN)
    assert ["flag braga britain"] == flags(s)
    do(s, "flag braga britain")
    assert ("britain", -1) == (holder(s, "braga"), s.flag[x("braga")])


@rule("wellington", "7d", "8.1d")
@pytest.mark.parametrize("owner, flag", [("spain", SPAIN), ("britain", -1)])
def test_in_a_home_duchy_of_the_ally_a_power_chooses(owner: str, flag: int) -> None:
    s = spend(game({"braga": "spain:1"}, active="spain", flags={"nord": "braga"}), SPAIN)
    assert ["flag braga spain", "flag braga britain"] == flags(s)
    do(s, f"flag braga {owner}")
    assert (owner, flag) == (holder(s, "braga"), s.flag[x("braga")])


@rule("wellington", "7e", "20r")
@pytest.mark.parametrize("owner", ["britain", "spain"])
def test_britain_places_its_own_or_a_spanish_flag_in_an_occupied_duchy(owner: str) -> None:
    s = spend(game({"salamanca": "wellington britain:3"}), BRITAIN)
    assert ["flag salamanca britain", "flag salamanca spain"] == [word for word in flags(s) if "salamanca" in word]
    do(s, f"flag salamanca {owner}")
    assert owner == holder(s, "salamanca")
    s = game({"salamanca": "blake spain:3"}, active="spain")
    assert [SPAIN] == flag_choices(s, SPAIN, x("salamanca")), "Spain has no such choice"
    assert [BRITAIN] == flag_choices(s, BRITAIN, x("bayonne")), "nor Britain in France"


@rule("wellington", "7.1c")
def test_a_french_power_leaves_a_duchy_of_the_other_to_it_or_takes_it() -> None:
    s = game({"cordoba": "nord:1"}, active="nord", flags={"spain": "cordoba"})
    assert [NORD, SUD] == flag_choices(s, NORD, x("cordoba"))


@rule("wellington", "7.1e")
def test_an_enemy_fortress_is_not_flagged_for_a_point() -> None:
    s = spend(game({"badajoz": "wellington britain:5"}), BRITAIN)
    assert [] == [word for word in flags(s) if "badajoz" in word]
    assert refused(s, "flag badajoz britain") == ("7.1e", "flag_fortress")
    s = game({"leon": "wellington britain:5"}, flags={"nord": "leon"})
    s.hasty = 1 << x("leon")
    assert refused(spend(s, BRITAIN), "flag leon britain") == ("7.1e", "flag_fortress")


@rule("wellington", "8.1c")
def test_a_duchy_of_the_own_side_is_not_flagged() -> None:
    s = spend(game({"leon": "wellington britain:5"}), BRITAIN)
    assert refused(s, "flag leon britain") == ("8.1c", "friendly_duchy")


# --- Adjacent Duchies


@rule("wellington", "7.1f")
def test_an_army_in_a_friendly_duchy_flags_adjacent_ones() -> None:
    s = spend(game({"almeida": "hill"}), BRITAIN)
    assert ["flag lumbrales britain", "flag lumbrales spain"] == flags(s), "Ciudad Rodrigo is a Fortress"
    assert refused(s, "flag ciudad_rodrigo britain") == ("7.1e", "flag_fortress")
    s = spend(game({"almeida": "britain:5"}), BRITAIN)
    assert [] == flags(s), "Soldiers without a Leader are no Army"
    assert refused(s, "flag lumbrales britain") == ("7.1d", "flag_out_of_reach")
    s = spend(game({"salamanca": "hill"}), BRITAIN)
    assert ["flag salamanca britain", "flag salamanca spain"] == flags(s), "it stands in no Friendly Duchy"


@rule("wellington", "7.1f", "7.1g")
def test_an_enemy_army_that_could_intercept_the_flag_prevents_it() -> None:
    s = spend(game({"almeida": "hill", "salamanca": "marmont nord:2"}), BRITAIN)
    assert [] == flags(s)
    assert refused(s, "flag lumbrales britain") == ("7.1f", "flag_could_be_intercepted")
    s = game({"almeida": "hill", "salamanca": "marmont nord:2"})
    s.marked = 1 << leader("marmont")
    assert ["flag lumbrales britain", "flag lumbrales spain"] == flags(spend(s, BRITAIN)), "it bears a marker"
    s = game({"almeida": "hill", "zamora": "marmont nord:2"})
    assert ["flag lumbrales britain", "flag lumbrales spain"] == flags(spend(s, BRITAIN)), "it is behind a River"
    s = game({"almeida": "hill", "salamanca": "nord:2"})
    assert ["flag lumbrales britain", "flag lumbrales spain"] == flags(spend(s, BRITAIN)), "it has no Leader"


@rule("wellington", "7.1f")
def test_an_enemy_formation_in_the_duchy_prevents_it() -> None:
    s = spend(game({"almeida": "hill", "lumbrales": "nord:1"}), BRITAIN)
    assert refused(s, "flag lumbrales britain") == ("7.1f", "flag_enemy_there")


@rule("wellington", "7.1d")
def test_who_stands_in_the_duchy_flags_it_whoever_could_intercept() -> None:
    s = spend(game({"lumbrales": "britain:1", "salamanca": "marmont nord:2"}), BRITAIN)
    assert ["flag lumbrales britain", "flag lumbrales spain"] == flags(s)


@rule("wellington", "7.1i")
def test_a_formation_of_the_ally_makes_no_difference() -> None:
    s = spend(game({"almeida": "hill", "lumbrales": "spain:1"}), BRITAIN)
    assert "flag lumbrales britain" in flags(s)
    s = spend(game({"castelo_branco": "hill", "lumbrales": "spain:1"}), BRITAIN)
    assert [] == flags(s)


@rule("wellington", "7.1h", "7.1a", "20ah")
def test_a_step_makes_a_duchy_eligible_for_the_next_point_and_the_march_goes_on() -> None:
    s = spend(game({"leon": "blake spain:3"}, active="spain"), SPAIN)
    do(s, "lead blake", "step valladolid")
    assert "flag valladolid spain" in flags(s)
    do(s, "flag valladolid spain")
    assert ("spain MarchOrders", "spain") == (asked(s), holder(s, "valladolid"))
    do(s, "step leon")
    assert "nobody" == asked(s)


@rule("wellington", "7.1a", "18.1b")
def test_a_flag_on_the_march_may_end_the_war() -> None:
    home = "bordeaux mont_de_marsan orthez tarbes toulouse foix perpignan"
    for points in (1, 3):
        s = game({"bayonne": "blake spain:3"}, active="spain", flags={"spain": home})
        war = War()
        war.at = len(war.steps())
        s.stack.insert(0, war)
        spend(s, SPAIN, points + 1)
        do(s, "lead blake")
        s.frame(Spending).points = points
        do(s, "flag bayonne spain")
        assert (True, 0) == (s.over, s.winners)


@rule("wellington", "7.1a", "7.1h")
def test_what_a_beginner_would_flag() -> None:
    s = game({"lumbrales": "castanos"}, active="spain")
    tried = flag_tries(s, SPAIN)
    assert ("flag", x("salamanca"), SPAIN) in tried
    assert ("flag", x("salamanca"), BRITAIN) in tried
    assert {SPAIN, BRITAIN} == {owner for _, _, owner in tried}
    assert not {x("braga"), x("almeida"), x("madrid")} & {where for _, where, _ in tried}, "ours, or far away"
    s = game({"almeida": "clausel"}, active="nord")
    assert {x("almeida"), x("viseu"), x("castelo_branco")} == {where for _, where, _ in flag_tries(s, NORD)}


@rule("wellington", "7.1a", "7.1h")
def test_the_last_point_of_a_march_may_be_a_flag() -> None:
    s = lead({"almeida": "hill britain:3"}, "lead hill", points=2)
    do(s, "flag lumbrales spain")
    assert "britain MarchOrders" == asked(s)
    s = lead({"almeida": "hill britain:3"}, "lead hill", points=1)
    do(s, "flag lumbrales spain")
    assert "nobody" == asked(s)


# --- Army Groups and limits


@rule("wellington", "9.62c", "9.62d")
def test_a_group_of_two_powers_places_the_flag_of_its_commander() -> None:
    for name, found in (("wellington", ["flag leon britain", "flag leon spain"]), ("castanos", ["flag leon spain"])):
        s = game({"leon": "wellington castanos britain:2 spain:2"}, active="spain", flags={"nord": "leon"})
        set_commander(s, x("leon"), leader(name))
        assert found == [word for word in flags(spend(s, SPAIN)) if "leon" in word.split()]
    assert refused(s, "flag leon britain") == ("9.62c", "not_this_flag")
    s = game({"leon": "wellington spain:2"}, active="spain", flags={"nord": "leon"})
    assert ["flag leon spain"] == [word for word in flags(spend(s, SPAIN)) if "leon" in word], "no Group"


@rule("wellington", "9.62d", "7.1f", "7.1i")
def test_an_army_next_to_a_group_of_two_powers_places_its_own_flag() -> None:
    for group, alone in (("wellington castanos", "graham"), ("graham castanos", "wellington")):
        s = game({"avila": f"{group} britain:2 spain:2", "salamanca": alone}, flags={"britain": "salamanca"})
        set_commander(s, x("avila"), leader("castanos"))
        found = [word for word in flags(spend(s, BRITAIN)) if "avila" in word]
        assert ["flag avila britain", "flag avila spain"] == sorted(found), "each once, whoever comes first"
        reach = in_reach(s, BRITAIN)
        assert (NEAR[x("salamanca")] | 1 << x("salamanca"), 1 << x("avila")) == (reach[BRITAIN], reach[SPAIN])


@rule("wellington", "1.7b", "1.7c")
def test_the_flags_of_a_side_are_limited_together() -> None:
    places = [y for y in range(85) if OWNER[y] in (BRITAIN, SPAIN)]
    s = game({"lisbon": "nord:1"}, active="nord")
    for y in places[:34]:
        set_owner(s, y, NORD if y % 2 else SUD)
    free = places[34]
    assert (34, [NORD]) == (flags_on_map(s, 1), flag_choices(s, NORD, free))
    set_owner(s, free, NORD)
    assert (35, []) == (flags_on_map(s, 1), flag_choices(s, NORD, places[35]))
    assert [NORD] == flag_choices(s, NORD, x("madrid")), "without a Flag it is possible"


@rule("wellington", "9.62c", "9.62d")
def test_soldiers_beside_an_army_of_the_ally_place_their_own_flag() -> None:
    for pieces, whose in (("wellington spain:2", SPAIN), ("wellington blake spain:2", BRITAIN)):
        s = game({"leon": pieces}, active="spain")
        set_commander(s, x("leon"), leader("wellington"))
        assert whose == flagger(s, SPAIN, x("leon"))
