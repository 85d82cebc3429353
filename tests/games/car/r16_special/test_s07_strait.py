"""[16.7] The naval blockade of the Strait of Gibraltar."""

from __future__ import annotations

import pytest

from tablero.games.car import printed
from tablero.games.car.board import CARD, NAT, REP, UNIT, space, spaces
from tablero.games.car.rules.r13_supply import supplied
from tablero.games.car.state import Car
from tests.games.car.field import do, field, refused
from tests.games.car.logistics import goals, sr
from tests.games.car.turns import action
from tests.rules import rule

COAST = "algeciras malaga almeria"


def straits(owner: int, places: dict[str, str], side: str = "nationalist", **more: str) -> Car:
    s = field(places, side=side, **more)            # type: ignore[arg-type]
    s.strait = owner
    return s


@rule("car", "16.7.1a")
def test_the_republic_has_the_strait_at_the_start_and_nationalist_ships_go_no_further_than_cadiz() -> None:
    assert (REP, NAT) == (printed("campaign").strait, printed("two_years_of_war").strait)
    s = sr(straits(REP, {"cadiz": "nat_inf_1", "la_coruna": "nat_inf_2", "algeciras": "nat_inf_3"}))
    assert {"la_coruna", "pontevedra"} <= goals(s, "nat_inf_1")
    assert "mallorca" not in goals(s, "nat_inf_1")
    assert {"cadiz"} == goals(s, "nat_inf_2") & {"cadiz", "algeciras", "mallorca"}
    assert "la_coruna" not in goals(s, "nat_inf_3")
    do(s, "redeploy nat_inf_1")
    assert ("12.1.6a", "not_connected") == refused(s, "to mallorca")


@rule("car", "16.7.1b")
@pytest.mark.parametrize(("unit", "island"), [("nat_ita_n07_1", True), ("nat_cv33_n07", False), ("nat_pz1_n22", False)])
def test_italians_and_armor_go_to_any_mediterranean_port_in_supply(unit: str, island: bool) -> None:
    s = sr(straits(REP, {"la_coruna": unit}, nationalist="malaga ronda antequera almeria"))
    found = goals(s, unit) & {"cadiz", "algeciras", "malaga", "mallorca", "almeria"}
    assert {"cadiz", "algeciras", "malaga"} | ({"mallorca"} if island else set()) == found, "Almería is out of supply"
    s = sr(straits(REP, {"malaga": unit}, nationalist="ronda antequera"))
    assert "la_coruna" not in goals(s, unit), "beyond the Strait they cannot come back to the Atlantic"
    assert island == ("mallorca" in goals(s, unit))


@rule("car", "16.7.1c", "13.1.4.1a")
def test_there_is_no_nationalist_sea_supply_in_the_mediterranean() -> None:
    s = straits(REP, {"algeciras": "nat_inf_1"}, republican="arcos_de_la_frontera")
    s.held &= ~spaces("cadiz")
    assert 0 == supplied(s, NAT) & spaces("algeciras")
    s = straits(REP, {"malaga": "nat_inf_1"})
    assert 0 == supplied(s, NAT) & spaces("malaga")
    s.strait = NAT
    assert spaces("malaga") == supplied(s, NAT) & spaces("malaga")


@rule("car", "16.7.1c")
def test_nationalist_sea_supply_in_the_atlantic_is_not_concerned() -> None:
    s = straits(REP, {"santander": "nat_inf_1"}, republican="pontevedra")
    assert 1 == supplied(s, NAT) >> space("santander") & 1


@rule("car", "16.7.2a")
def test_the_end_of_the_blockade_gives_the_strait_to_the_nationalists() -> None:
    s = action(field({"cadiz": "nat_inf_1"}), turn=2, hands="n6")
    assert REP == s.strait
    do(s, "event n6")
    assert (NAT, 1) == (s.strait, s.happened >> CARD["n6"] & 1)
    s = sr(straits(NAT, {"cadiz": "nat_inf_1", "mallorca": "nat_inf_2"}))
    assert {"mallorca", "algeciras", "la_coruna"} <= goals(s, "nat_inf_1")
    assert {"cadiz", "algeciras", "la_coruna"} <= goals(s, "nat_inf_2")


@rule("car", "16.7.2a")
def test_then_the_republic_cannot_use_algeciras_and_cadiz() -> None:
    for owner, used in ((REP, True), (NAT, False)):
        s = straits(owner, {"algeciras": "rep_rpa_1", "cadiz": "rep_rpa_2", "valencia": "rep_rpa_3"}, side="republican")
        assert [used, used] == [bool(supplied(s, REP) >> s.at[UNIT[name]] & 1) for name in ("rep_rpa_1", "rep_rpa_2")]
        sr(s)
        assert used == ("algeciras" in goals(s, "rep_rpa_3"))
        assert {"malaga", "barcelona"} <= goals(s, "rep_rpa_3")
    s = straits(NAT, {"algeciras": "rep_rpa_1", "valencia": "rep_rpa_3"}, side="republican",
                republican="arcos_de_la_frontera")
    assert 1 == supplied(s, REP) >> space("algeciras") & 1, "by land from Ronda"
    sr(s)
    assert "valencia" in goals(s, "rep_rpa_1"), "by land"
    assert "menorca" not in goals(s, "rep_rpa_1"), "by sea"
