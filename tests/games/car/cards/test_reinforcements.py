"""The Reinforcement Events of both sides: what each brings, and where it may go. Rules common to them are in
r08_cards/test_s05_reinforcements.py."""

from __future__ import annotations

import pytest

from tablero.games.car.board import NAT, REP, UNIT, UNITS, space
from tablero.games.car.rules.r13_supply import supplied
from tests.games.car.cards.playing import CONDITION, next_round, play, ready
from tests.games.car.field import asked, at, do, offered, reduced, refused, told, units_at
from tests.rules import card, rule

RESERVE = "reserve"
NAVARRE = "pamplona vitoria logrono"
AXIS = "la_coruna pontevedra cadiz algeciras"
ANDALUSIA = "cordoba priego_de_cordoba ecija sevilla arcos_de_la_frontera cadiz algeciras huelva"
BRIGADES = "albacete madrid barcelona valencia cartagena"
MEDITERRANEAN = "barcelona tarragona valencia alicante cartagena almeria malaga"
NAT_CORPS = "la_coruna valladolid zaragoza sevilla"
REP_CORPS = "barcelona valencia cartagena madrid"

# by card: its units, in the order they come, and where each may go
DIVISIONS = {
    "n2": {"nat_inf_n02": RESERVE, "nat_mil_n02_1": RESERVE, "nat_mil_n02_2": RESERVE},
    "n3": {"nat_nav_n03_1": f"{NAVARRE} {RESERVE}", "nat_nav_n03_2": f"{NAVARRE} {RESERVE}"},
    "n7": {"nat_ita_n07_1": f"{AXIS} mallorca {RESERVE}", "nat_ita_n07_2": f"{AXIS} mallorca {RESERVE}",
           "nat_ita_n07_3": f"{AXIS} mallorca {RESERVE}", "nat_cv33_n07": AXIS},
    "n15": {"nat_mil_n15_1": ANDALUSIA, "nat_mil_n15_2": ANDALUSIA},
    "n21": {"nat_inf_n21_1": RESERVE, "nat_inf_n21_2": RESERVE, "nat_inf_n21_3": RESERVE},
    "n22": {"nat_pz1_n22": AXIS},
    "n23": {"nat_ita_n23": f"{AXIS} mallorca {RESERVE}", "nat_cv33_n23": AXIS},
    "n52": {"nat_pz1_n52": AXIS},
    "r3": {"rep_int_r03_1": BRIGADES, "rep_int_r03_2": BRIGADES},
    "r4": {"rep_t26_r04": MEDITERRANEAN},
    "r6": {"rep_mil_r06": f"madrid {RESERVE}", "rep_rpa_r06": f"madrid {RESERVE}"},
    "r8": {"rep_rpa_r08_1": RESERVE, "rep_rpa_r08_2": RESERVE},
    "r9": {"rep_mil_r09_1": RESERVE, "rep_mil_r09_2": RESERVE, "rep_mil_r09_3": RESERVE},
    "r16": {"rep_cnt_r16": f"barcelona {RESERVE}", "rep_erc_r16": f"barcelona {RESERVE}",
            "rep_psuc_r16": f"barcelona {RESERVE}"},
    "r18": {"rep_bas_r18_1": RESERVE, "rep_bas_r18_2": RESERVE},
    "r23": {"rep_int_r23_1": BRIGADES, "rep_int_r23_2": BRIGADES},
    "r24": {"rep_t26_r24": MEDITERRANEAN},
    "r32": {"rep_ast_r32": RESERVE, "rep_san_r32": RESERVE, "rep_bas_r32": RESERVE},
}
CORPS = {
    "n19": "nat_ii nat_iii", "n20": "nat_castilla nat_galicia", "n39": "nat_urgel nat_maestrazgo",
    "n40": "nat_toledo nat_andalucia", "n41": "nat_turia",
    "r19": "rep_vii rep_viii", "r20": "rep_x rep_xi", "r21": "rep_xii rep_xiii", "r22": "rep_ix rep_xviii",
    "r39": "rep_xxi rep_xxii", "r40": "rep_xix rep_xx", "r41": "rep_xv rep_xxiv", "r42": "rep_xvi rep_xvii",
    "r43": "rep_xxiii",
}
AIDED = "n4 r1 r2"


def words(places: str) -> set[str]:
    return {"to_reserve" if name == RESERVE else f"to {name}" for name in places.split()}


@card("car", "n2", "n3", "n7", "n15", "n21", "n22", "n23", "n52", "r3", "r4", "r6", "r8", "r9", "r16", "r18", "r23",
      "r24", "r32")
@pytest.mark.parametrize("name", DIVISIONS)
@rule("car", "8.5.2.3a", "16.4.3.2b")
def test_divisions_go_where_their_card_says(name: str) -> None:
    for first in (0, 1):
        s = ready(name, happened=AIDED)
        events = do(s, f"event {name}")
        for i, (unit, places) in enumerate(DIVISIONS[name].items(), first):
            goes = places.split()[i % len(places.split())]
            if places != RESERVE:                       # else there is no choice
                assert (f"{'nationalist' if name[0] == 'n' else 'republican'} PlaceUnit", words(places)) == (
                    asked(s), set(offered(s)))
                events += do(s, "to_reserve" if goes == RESERVE else f"to {goes}")
            assert (goes, False) == (at(s, unit), reduced(s, unit))
        assert "nobody" == asked(s)
        assert [(s.side, UNIT[unit], s.at[UNIT[unit]]) for unit in DIVISIONS[name]] == told(events, "placed")
        others = [unit.id for unit in UNITS if unit.id not in DIVISIONS[name] and at(s, unit.id) != "pool"]
        assert ([], False) == (others, bool(s.reduced))


@card("car", "n19", "n20", "n39", "n40", "n41", "r19", "r20", "r21", "r22", "r39", "r40", "r41", "r42", "r43")
@pytest.mark.parametrize("name", CORPS)
@rule("car", "8.5.2.4a", "8.5.2.4d", "8.5.2.5a")
def test_corps_come_to_sources_or_madrid_and_a_division_is_given_up(name: str) -> None:
    own, division, places = ("nat", "nat_inf_1", NAT_CORPS) if name[0] == "n" else ("rep", "rep_rpa_1", REP_CORPS)
    s = play(name, {"reserve": f"{division} {own}_mil_1", "madrid": "rep_t26_r04"})
    withdrawn = f"withdraw {division}"
    assert {withdrawn, f"withdraw {own}_mil_1"} <= set(offered(s))
    do(s, withdrawn)
    for corps in CORPS[name].split():
        assert (words(places), "pool") == (set(offered(s)), at(s, corps))
        do(s, f"to {places.split()[0]}")
        assert (places.split()[0], False) == (at(s, corps), reduced(s, corps))
    assert ("nobody", "gone", "reserve") == (asked(s), at(s, division), at(s, f"{own}_mil_1"))
    assert ("reserve" if name == "n41" else "pool") == at(s, "nat_inf_n41")


def test_all_units_with_the_number_of_a_card_are_brought_by_it() -> None:
    brought = {**{unit: name for name, units in DIVISIONS.items() for unit in units},
               **{unit: name for name, units in CORPS.items() for unit in units.split()}, "nat_inf_n41": "n41"}
    assert brought == {unit.id: unit.card for unit in UNITS if unit.entry == "reinforcement" and unit.card != "n48"}


# ----------------------------------------------------------------------------------------------------------- conditions


@card("car", "n3")
@rule("car", "8.5.2.3a")
def test_requetes_come_to_supplied_spaces_of_navarre_with_room() -> None:
    s = play("n3", {"logrono": "nat_inf nat_inf nat_inf"}, republican="vitoria tudela pancorbo")
    assert {"to pamplona", "to_reserve"} == set(offered(s))
    cut_off = "vitoria beasain pto_velate tudela jaca ejea_de_los_caballeros logrono"
    s = play("n3", republican=cut_off)                          # Pamplona is alone
    assert ("nobody", "reserve", "reserve") == (asked(s), at(s, "nat_nav_n03_1"), at(s, "nat_nav_n03_2"))


@card("car", "n7", "n22")
@rule("car", "16.7.1b", "8.5.2.2a")
def test_axis_armor_needs_a_port_with_room_and_italians_do_not() -> None:
    full = {"cadiz": "nat_inf nat_inf nat_inf", "algeciras": "nat_inf nat_inf"}
    for name in ("n7", "n22", "n23", "n52"):
        ready_for = ready(name, full, happened=AIDED, republican="la_coruna pontevedra")
        assert refused(ready_for, f"event {name}") is None
        without = {**full, "algeciras": "nat_inf nat_inf nat_inf"}
        assert CONDITION == refused(ready(name, without, happened=AIDED, republican="la_coruna pontevedra"),
                                    f"event {name}")
    s = play("n7", full, happened=AIDED, republican="la_coruna pontevedra")
    assert {"to mallorca", "to_reserve"} == set(offered(s))     # the last room is for the tanks
    do(s, "to mallorca", "to_reserve", "to mallorca")
    assert "algeciras" == at(s, "nat_cv33_n07")


@card("car", "n15")
@rule("car", "8.5.2.2a")
def test_queipo_raises_militias_where_sevilla_is_joined_by_land() -> None:
    s = play("n15", {"sevilla": "nat_inf nat_inf nat_inf"}, republican="ecija")
    assert {"to arcos_de_la_frontera", "to cadiz", "to algeciras", "to huelva"} == set(offered(s))
    s = ready("n15", nationalist="malaga santa_olalla zafra")
    s.strait = NAT                                              # Málaga has supply, by sea; Zafra is not in Andalusia
    do(next_round(s, NAT, 3), "event n15")
    assert words(f"{ANDALUSIA} santa_olalla") == set(offered(s))
    assert CONDITION == refused(ready("n15", republican="sevilla"), "event n15")
    lonely = "ecija arcos_de_la_frontera huelva cadiz"          # one place is left for two
    assert CONDITION == refused(ready("n15", {"sevilla": "nat_inf nat_inf"}, republican=lonely), "event n15")
    s = play("n15", {"sevilla": "nat_inf"}, republican=lonely)
    assert ["nat_inf_1", "nat_mil_n15_1", "nat_mil_n15_2"] == units_at(s, "sevilla")


@card("car", "r3", "r6", "r23")
@rule("car", "8.5.2.3a", "16.4.3.2b")
def test_brigades_gather_in_supplied_spaces_outside_the_north() -> None:
    s = play("r3", {"madrid": "rep_rpa rep_rpa rep_rpa"}, happened=AIDED, nationalist="cartagena")
    assert words("albacete barcelona valencia") == set(offered(s))
    for name in ("r3", "r23"):
        around = "almansa hellin san_clemente motilla_del_palancar alcaraz barcelona valencia cartagena madrid"
        assert CONDITION == refused(ready(name, happened=AIDED, nationalist=around), f"event {name}")
    beleaguered = "alcala_de_henares arganda illescas brunete guadarrama guadalajara"
    s = play("r3", happened=AIDED, nationalist=beleaguered, republican="dobro burgos aranda_de_duero")
    assert words("albacete barcelona valencia cartagena") == set(offered(s))        # Madrid is fed by the North alone
    s = play("r6", nationalist=beleaguered, republican="dobro burgos aranda_de_duero")
    assert ("nobody", "reserve", "reserve") == (asked(s), at(s, "rep_rpa_r06"), at(s, "rep_mil_r06"))
    joined = "dobro burgos aranda_de_duero"                     # the North is no place for them even if it is joined
    assert words(BRIGADES) == set(offered(play("r3", happened=AIDED, republican=joined)))


@card("car", "r4", "r24")
@rule("car", "16.6.1a", "8.5.2.4d")
def test_soviet_tanks_need_a_mediterranean_port() -> None:
    held = "tarragona valencia alicante cartagena almeria malaga"
    s = play("r4", {"menorca": "rep_mil"}, happened=AIDED, nationalist=held)
    assert "barcelona" == at(s, "rep_t26_r04")                  # neither Menorca nor a port of the North
    for name in ("r4", "r24"):
        assert CONDITION == refused(ready(name, happened=AIDED, nationalist=f"{held} barcelona"), f"event {name}")


@card("car", "r4", "r24")
@rule("car", "16.4.3.2b")
def test_a_port_that_only_the_isolated_north_feeds_gets_no_tanks() -> None:
    joined, lost = "dobro burgos aranda_de_duero", "barcelona valencia cartagena tarragona alicante malaga"
    for name in ("r4", "r24"):
        s = ready(name, happened=AIDED, republican=joined, nationalist=lost)
        assert supplied(s, REP) >> space("almeria") & 1
        assert CONDITION == refused(s, f"event {name}")


@card("car", "r6", "r16")
@rule("car", "8.5.2.3a")
def test_columns_without_room_in_their_city_wait_in_the_reserve() -> None:
    for name, city in (("r6", "madrid"), ("r16", "barcelona")):
        for s in (play(name, nationalist=city), play(name, {city: "rep_rpa rep_rpa rep_rpa"})):
            assert ("nobody", {"reserve"}) == (asked(s), {at(s, unit) for unit in DIVISIONS[name]})


@card("car", "r18", "r32")
@rule("car", "8.5.1.2a", "16.4.3.2b")
def test_the_north_sends_militias_while_it_holds_its_cities() -> None:
    assert CONDITION == refused(ready("r18", happened="r1", nationalist="bilbao"), "event r18")
    assert refused(ready("r18", happened="r1"), "event r18") is None
    cities = ("gijon", "santander", "bilbao")
    assert CONDITION == refused(ready("r32", nationalist=" ".join(cities)), "event r32")
    for city in cities:
        others = " ".join(name for name in cities if name != city)
        assert refused(ready("r32", nationalist=others), "event r32") is None


@card("car", "n52")
@rule("car", "8.5.1.1a")
def test_german_instructors_train_up_to_two_reduced_units_of_the_axis() -> None:
    places = {"burgos": "nat_ita_n07_1:r nat_ita_n07_2 nat_inf_1:r", "gerona": "nat_ita_n23:r",
              "reserve": "nat_cv33_n07:r nat_pz1_n22:r nat_mil_1:r", "eliminated": "nat_cv33_n23:r"}
    s = play("n52", places, happened="n4")
    assert {f"to {name}" for name in AXIS.split()} == set(offered(s))
    do(s, "to cadiz")
    assert ("nationalist Train", {"done", "train nat_ita_n07_1", "train nat_cv33_n07", "train nat_pz1_n22"}) == (
        asked(s), set(offered(s)))                              # supplied or in the Reserve, of the Axis, reduced
    events = do(s, "train nat_ita_n07_1", "train nat_pz1_n22")
    assert [(NAT, u, s.at[u]) for u in (UNIT["nat_ita_n07_1"], UNIT["nat_pz1_n22"])] == told(events, "restored")
    assert (False, False, True) == tuple(reduced(s, f"nat_{unit}") for unit in ("ita_n07_1", "pz1_n22", "cv33_n07"))
    assert "nobody" == asked(s)
    s = play("n52", places, "to cadiz", "train nat_pz1_n22", "done", happened="n4")
    assert (True, False, "nobody") == (reduced(s, "nat_ita_n07_1"), reduced(s, "nat_pz1_n22"), asked(s))
    assert "nobody" == asked(play("n52", {"burgos": "nat_ita_n07_2"}, "to cadiz", happened="n4"))
