"""[8.5.4] [8.5.6] Landings: Mallorca and Plan P."""

from __future__ import annotations

from tablero.games.car.board import ALL_SPACES, BEACHES, NAT, REP, SPACE_NAMES, UNIT, space, spaces
from tablero.games.car.rules.r02_map import adjacent, friendly
from tablero.games.car.rules.r08_cards.s05_landings import BeachCleared, landing_places
from tablero.games.car.rules.r13_attrition import attrition
from tablero.games.car.rules.r13_supply import supplied
from tablero.games.car.state import Car
from tablero.kernel.bits import ids_of
from tablero.kernel.engine import advance
from tests.games.car.cards.playing import BARRED, CONDITION, next_round, next_turn, play, ready
from tests.games.car.field import Pause, asked, at, do, field, holder, offered, reduced, refused, stand, told, units_at
from tests.games.car.turns import turn
from tests.rules import card, rule

BEACH, BEACH_P = "beach_head_mallorca", "beach_head_plan_p"
MILITIAS = ["rep_mil_r05_1", "rep_mil_r05_2"]


def neighbors(s: Car, name: str) -> list[str]:
    return [SPACE_NAMES[x] for x in ids_of(adjacent(s)[space(name)])]


# ------------------------------------------------------------------------------------------------------------- Mallorca


@card("car", "r5")
@rule("car", "8.5.4.1a", "2.2.2.11a")
def test_a_landing_in_mallorca_opens_a_beach_head_with_two_militias() -> None:
    s = ready("r5", {"mallorca": "nat_inf_1"}, hands="r9", turn=2)
    assert not friendly(s, REP) >> space(BEACH) & 1
    events = do(s, "event r5")
    assert (MILITIAS, 0, "nobody") == (units_at(s, BEACH), s.reduced, asked(s))
    assert [(space("mallorca"),)] == told(events, "beach_opened")
    assert [(REP, UNIT[name], space(BEACH)) for name in MILITIAS] == told(events, "placed")
    assert ([BEACH], ["mallorca"]) == (neighbors(s, "mallorca"), neighbors(s, BEACH))
    assert (friendly(s, REP) & supplied(s, REP)) >> space(BEACH) & 1        # it has a Port
    assert (3, 0) == (s.deadline, s.reinforced)
    assert "event r9" in offered(next_round(s, REP, 3))         # no Reinforcement


@card("car", "r5")
@rule("car", "8.5.4.1a", "8.5.4.4b")
def test_a_landing_in_mallorca_needs_an_enemy_there_and_turn_5_at_last() -> None:
    assert CONDITION == refused(ready("r5", turn=5, republican="mallorca", nationalist="menorca"), "event r5")
    assert BARRED == refused(ready("r5", turn=6), "event r5")
    assert 6 == play("r5", turn=5).deadline
    s = ready("r5", turn=5)
    s.beach = space(BEACH_P)
    assert CONDITION == refused(next_round(s, REP, 3), "event r5")


@rule("car", "8.5.4.2a", "12.1.8d")
def test_more_units_redeploy_to_the_beach_head_catalans_too() -> None:
    s = play("r5", {"reserve": "rep_cnt_1 rep_t26_r04 rep_rpa_1", "valencia": "rep_rpa_2"}, hands="r9", turn=3)
    do(next_round(s, REP, 3), "sr r9", "redeploy rep_cnt_1")
    assert {f"to {BEACH}", "to barcelona"} == set(offered(s))
    do(s, f"to {BEACH}")
    assert (["rep_cnt_1", *MILITIAS], "republican Redeploy") == (sorted(units_at(s, BEACH)), asked(s))
    do(s, "redeploy rep_rpa_2")
    assert f"to {BEACH}" not in offered(s)                      # it is full
    s = play("r5", {"valencia": "rep_rpa_2 rep_rpa_1"}, hands="r9", turn=3)
    do(next_round(s, REP, 3), "sr r9", "redeploy rep_rpa_2")
    assert f"to {BEACH}" in offered(s)


@rule("car", "8.5.4.3a")
def test_nationalists_who_move_into_the_beach_head_clear_it_and_are_back_in_mallorca() -> None:
    s = play("r5", {"mallorca": "nat_inf_1 nat_inf_2"}, hands="n2", turn=3)
    for name in MILITIAS:
        stand(s, name, "eliminated")
    s.positions = 1 << space(BEACH)
    do(next_round(s, NAT, 3), "ops n2", "move mallorca", "take nat_inf_1")
    events = do(s, f"step {BEACH}")
    assert [(space(BEACH),)] == told(events, "beach_gone")
    assert (-1, -1, 0, 0) == (s.beach, s.coast, s.deadline, s.positions)
    assert ("mallorca", [], []) == (at(s, "nat_inf_1"), units_at(s, BEACH), neighbors(s, "mallorca"))
    assert not (s.held | friendly(s, REP)) >> space(BEACH) & 1


def cleared(coast: str, there: str, entering: str) -> Car:
    """Nationalists have entered a Beach Head, with others at the coast."""
    s = field({coast: there, "reserve": "nat_mil_1 nat_mil_2 nat_mil_3 nat_mil_4"})
    s.beach, s.coast = space(BEACH), space(coast)
    for name in entering.split():
        stand(s, name, BEACH)
    s.stack = [Pause(NAT), BeachCleared(s.here[s.beach])]
    advance(s)
    return s


@rule("car", "8.5.4.3b", "8.5.6.4a")
def test_of_those_who_come_back_the_surplus_goes_to_the_reserve_by_their_choice() -> None:
    s = cleared("mallorca", "nat_inf_1 nat_inf_2", "nat_inf_3")
    assert ("nobody", ["nat_inf_1", "nat_inf_2", "nat_inf_3"]) == (asked(s), units_at(s, "mallorca"))
    s = cleared("mallorca", "nat_inf_1 nat_inf_2", "nat_inf_3 nat_inf_4")
    assert ("nationalist SendToReserve", ["withdraw nat_inf_3", "withdraw nat_inf_4"]) == (asked(s), offered(s))
    events = do(s, "withdraw nat_inf_3")
    assert [(NAT, UNIT["nat_inf_3"], space("mallorca"))] == told(events, "to_reserve")
    assert ("nobody", "reserve", "mallorca") == (asked(s), at(s, "nat_inf_3"), at(s, "nat_inf_4"))
    s = cleared("mallorca", "nat_inf_1 nat_inf_2 nat_inf_5", "nat_inf_3 nat_inf_4")
    do(s, "withdraw nat_inf_3")                                 # the other one has no choice
    assert ("nobody", "reserve", "reserve") == (asked(s), at(s, "nat_inf_3"), at(s, "nat_inf_4"))
    assert (-1, 0) == (s.beach, s.held >> space(BEACH) & 1)


def judged(s: Car) -> list[str]:
    """Turn 3 comes to its War Status Phase; what is told of the landing."""
    s.events.clear()
    turn(s, 3, "landing")
    return [event.kind for event in s.events if event.kind in ("landing_won", "landing_lost", "beach_gone")]


@rule("car", "8.5.4.4a", "8.5.4.5a", "6.0.D.1b")
def test_a_landing_that_has_not_taken_mallorca_by_the_next_turn_embarks() -> None:
    s = play("r5", {"mallorca": "nat_inf_1"}, turn=2)
    s.reduced |= 1 << UNIT[MILITIAS[0]]
    turn(s, 2, "landing")
    assert MILITIAS == [name.removesuffix(":r") for name in units_at(s, BEACH)]         # it is too early to judge
    assert ["landing_lost", "beach_gone"] == judged(s)
    assert {"reserve"} == {at(s, name) for name in MILITIAS}
    assert (-1, True, "nat") == (s.beach, reduced(s, MILITIAS[0]), holder(s, "mallorca"))


@rule("car", "8.5.4.4a", "8.5.4.6a", "8.5.4.6b")
def test_a_landing_that_has_taken_mallorca_is_brought_there_and_the_surplus_sent_home() -> None:
    s = play("r5", turn=2, nationalist="menorca")
    for name in ("rep_rpa_1", "rep_rpa_2"):
        stand(s, name, "mallorca")
    turn(s, 2, "landing")
    assert space(BEACH) == s.beach                              # the Beach Head stays until then
    assert ["landing_won", "beach_gone"] == judged(s)
    assert ("republican SendToReserve", -1) == (asked(s), s.beach)
    assert {f"withdraw {name}" for name in ("rep_rpa_1", "rep_rpa_2", *MILITIAS)} == set(offered(s))
    do(s, "withdraw rep_rpa_1")
    assert ("reserve", {"mallorca"}) == (at(s, "rep_rpa_1"), {at(s, name) for name in ("rep_rpa_2", *MILITIAS)})
    assert not asked(s).endswith("SendToReserve")


@rule("car", "8.5.4.6b")
def test_only_control_at_that_moment_counts() -> None:
    s = play("r5", turn=2)
    stand(s, "rep_rpa_1", "mallorca")
    stand(s, "rep_rpa_1", "reserve")
    stand(s, "nat_inf_1", "mallorca")                           # taken in Turn 2, and lost again
    turn(s, 3, "landing")
    assert ({"reserve"}, -1) == ({at(s, name) for name in MILITIAS}, s.beach)


# --------------------------------------------------------------------------------------------------------------- Plan P

WEST = "algeciras cadiz huelva"                 # in reach of the Republic as the war begins


def coasts(republican: str) -> set[str]:
    """Where Plan P could land if the Republic had these spaces and no others."""
    s = field()
    s.held = ALL_SPACES & ~BEACHES & ~spaces(*republican.split())
    return {SPACE_NAMES[x] for x in ids_of(landing_places(s))}


@card("car", "r46")
@rule("car", "8.5.6.1a", "8.5.6.3a", "8.5.6.5b")
def test_plan_p_lands_a_division_of_the_popular_army_beside_a_coast() -> None:
    places = {"reserve": "rep_rpa_1:r rep_rpa_2 rep_mil_1 rep_int_r03_1", "madrid": "rep_rpa_3", "almeria": "nat_inf_1"}
    s = play("r46", places, nationalist="garrucha almeria aguilas", republican=WEST)
    assert ("republican LandAt", {"land garrucha", "land almeria", "land aguilas"}) == (asked(s), set(offered(s)))
    events = do(s, "land almeria")
    assert [(space("almeria"),)] == told(events, "beach_opened")
    assert ("republican LandDivision", {"deploy rep_rpa_1", "deploy rep_rpa_2"}) == (asked(s), set(offered(s)))
    events = do(s, "deploy rep_rpa_1")
    assert [(REP, UNIT["rep_rpa_1"], space(BEACH_P))] == told(events, "placed")
    assert (["rep_rpa_1:r"], "nobody", 0) == (units_at(s, BEACH_P), asked(s), s.deadline)
    assert ["almeria"] == neighbors(s, BEACH_P)
    assert BEACH_P in neighbors(s, "almeria")
    assert supplied(s, REP) >> space(BEACH_P) & 1


@card("car", "r46")
@rule("car", "8.5.6.3a", "8.5.6.5b")
def test_plan_p_needs_a_division_a_coast_and_the_marker() -> None:
    assert refused(ready("r46", {"reserve": "rep_rpa_1"}), "event r46") is None
    assert CONDITION == refused(ready("r46", {"reserve": "rep_mil_1", "madrid": "rep_rpa_1"}), "event r46")
    assert CONDITION == refused(ready("r46", {"reserve": "rep_rpa_1"}, republican=WEST), "event r46")
    s = ready("r46", {"reserve": "rep_rpa_1"})
    s.beach, s.coast = space(BEACH), space("mallorca")
    assert CONDITION == refused(next_round(s, REP, 3), "event r46")


@card("car", "r46")
@rule("car", "8.5.6.3a")
def test_at_a_table_nobody_is_asked_for_the_only_division_of_plan_p() -> None:
    s = ready("r46", {"reserve": "rep_rpa_1"}, nationalist="garrucha", republican=WEST)
    s.secret = True
    do(s, "event r46")
    assert (["rep_rpa_1"], "nobody") == (units_at(s, BEACH_P), asked(s))


@rule("car", "8.5.6.1a", "8.5.6.1c", "8.5.6.2a", "8.5.6.2b")
def test_plan_p_reaches_three_spaces_by_land_in_the_mediterranean() -> None:
    near = {"aguilas", "garrucha", "almeria", "alicante", "gandia"}
    assert near == coasts("cartagena")
    assert near | {"adra", "motril", "velez_malaga", "valencia"} == coasts("cartagena murcia lorca baza")
    assert near == coasts("cartagena ronda")                    # Ronda is out of supply
    assert set() == coasts("ronda")
    assert set() == coasts("gijon oviedo castropol lugo villalba")          # the coasts near them are Atlantic
    assert set() == coasts("menorca")


@rule("car", "8.5.6.1b")
def test_plan_p_does_not_land_from_algeciras_to_the_west_if_the_nationalists_hold_the_strait() -> None:
    s = field(republican="ronda arcos_de_la_frontera", nationalist="malaga")
    found = {SPACE_NAMES[x] for x in ids_of(landing_places(s))}
    assert {"malaga", "algeciras", "cadiz", "huelva"} == found
    s.strait = NAT
    assert {"malaga"} == {SPACE_NAMES[x] for x in ids_of(landing_places(s))}


@rule("car", "8.5.6.4a", "8.5.6.5a", "8.5.6.5b")
def test_the_beach_head_of_plan_p_stays_until_nationalists_enter_it() -> None:
    s = play("r46", {"reserve": "rep_rpa_1"}, nationalist="garrucha", republican=WEST)      # the only coast
    assert BEACH_P == at(s, "rep_rpa_1")
    for number in range(8, 19):
        next_turn(s, number)
        turn(s, number, "landing")
    assert space(BEACH_P) == s.beach
    stand(s, "rep_rpa_2", "garrucha")
    assert (["rep_rpa_1"], ["garrucha"]) == (units_at(s, BEACH_P), neighbors(s, BEACH_P))
    s = play("r46", {"reserve": "rep_rpa_1", "granada": "nat_inf_1"}, "land motril", hands="n2",
             nationalist="motril adra loja")
    stand(s, "rep_rpa_1", "eliminated")
    stand(s, "nat_inf_1", "motril")
    do(next_round(s, NAT, 3), "ops n2", "move motril", "take nat_inf_1", f"step {BEACH_P}")
    assert (-1, "motril") == (s.beach, at(s, "nat_inf_1"))


@rule("car", "13.3.6a", "8.5.4.5a")
def test_a_beach_head_out_of_supply_is_lost_with_its_units() -> None:
    s = play("r5", {"mallorca": "nat_inf_1"}, turn=3)
    s.held |= spaces("barcelona", "valencia", "cartagena")
    attrition(s, REP)
    assert (-1, {"gone"}) == (s.beach, {at(s, name) for name in MILITIAS})
    assert 0 == s.deadline
